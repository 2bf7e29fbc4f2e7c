"""What the outputs of a node look like, where that is known.

Decides from what the sizes and dtype of an output are told. Must not know the engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..dispatch.tensor import Tensor, backend_of, backend_of_keys
from .node import Node


class InputMetadata(NamedTuple):
    """Sizes, dtype and device of an output of a node."""

    shape: tuple[int, ...] | None
    dtype: Any
    device: Any
    is_nested_tensor: bool = False


def note_output(node: Node, number: int, tensor: Tensor) -> None:
    """Remember what an output looks like, since somebody looks at its node."""
    likes = node.ensure_extra().likes
    if number not in likes:
        likes[number] = _described(tensor)


def _described(tensor: Tensor) -> InputMetadata:
    return InputMetadata(tuple(tensor.shape), tensor.dtype, backend_of(tensor).device)


def input_metadata(node: Node) -> tuple[InputMetadata, ...]:
    """Return what is known of each output of a node."""
    return tuple([output_like(node, number) for number in range(node.outputs)])


def output_like(node: Node, number: int) -> InputMetadata:
    """Return what is known of one output of a node."""
    if node.extra is not None and number in node.extra.likes:
        known: InputMetadata = node.extra.likes[number]
        return known
    leaf = getattr(node, "variable", None)
    if isinstance(leaf, Tensor):
        return _described(leaf)
    likes = getattr(node, "outputs_like", None)
    if likes is not None and likes[number] is not None:  # a Function
        like, keys = likes[number]
        backend = backend_of_keys(keys)
        shape, dtype = backend.described(like)
        return InputMetadata(tuple(shape), dtype, backend.device)
    payload = getattr(node, "saved_result", None)
    if payload is None:
        payload = getattr(node, "like", None)  # the base of a write through a view
    if payload is not None and not isinstance(payload, Tensor) and number == 0:
        backend = backend_of_keys(node.keys)
        return InputMetadata(tuple(backend.shape(payload)), backend.dtype(payload), backend.device)
    device = backend_of_keys(node.keys).device if node.keys else None
    return InputMetadata(None, None, device)
