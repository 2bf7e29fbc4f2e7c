"""How a meta kernel is written where sizes follow from arguments and all else from NumPy's kernel.

Decides how such a kernel is put together. Must not know any operator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...dispatch.registry import lookup, raw_kernel
from ..shapes import Shape
from .asking import ask_all
from .payload import MetaArray

kernel = raw_kernel("Meta")


def sized(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function from the arguments to the sizes of the result, or of each result.

    The dtypes are those of NumPy's kernel, which is asked with indices of zero; the layout is
    row-major.
    """

    def register(sizes: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            _register(name, sizes)
        return sizes

    return register


def _register(name: str, sizes: Callable[..., Any]) -> None:
    operator = lookup(name)

    def computed(*args: Any) -> Any:
        found = sizes(*args)
        dtypes = ask_all(operator, args, 0)
        if isinstance(found, list):
            return tuple([MetaArray(s, d) for s, d in zip(found, dtypes, strict=True)])
        return MetaArray(tuple(found), dtypes[0])

    computed.__name__ = computed.__qualname__ = f"meta_{name}"
    kernel(name)(computed)


def same_as(name: str, place: int = 0) -> None:
    """Register the kernel of an operator whose result has the sizes and dtype of an argument."""

    def computed(*args: Any) -> MetaArray:
        return MetaArray(args[place].shape, args[place].dtype)

    computed.__name__ = computed.__qualname__ = f"meta_{name}"
    kernel(name)(computed)


def with_dim(shape: Shape, axis: int, n: int) -> Shape:
    """Return sizes with that of one dimension changed; 0-d sizes as they are."""
    return (*shape[:axis], n, *shape[axis + 1 :]) if shape else shape


def depends_on_values(*names: str) -> None:
    """Register kernels that refuse: the sizes of their results depend on the elements."""
    for name in names:
        _refuse(name)


def _refuse(name: str) -> None:
    def refused(*args: Any) -> Any:
        raise NotImplementedError(
            f"{name} has no result on meta tensors: its sizes depend on the elements"
        )

    refused.__name__ = refused.__qualname__ = f"meta_{name}"
    kernel(name)(refused)
