"""What the files of pointwise declarations share: the usual tags and shapes of a schema.

Decides no operator.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..registry import declare_unread as declare
from ..rules import REGISTRARS

REGISTRARS.add(__name__)

POINTWISE = ("pointwise", "promote")
FLOAT = ("pointwise", "promote", "int_to_float")
COMPARE = ("pointwise", "promote", "nondifferentiable")
TEST = ("pointwise", "nondifferentiable")


def unary(
    name: str, doc: str, example: str, tags: tuple[str, ...] = FLOAT, extra: str = "", *,
    method: bool = True, inplace: bool = True, out: bool = True,
) -> None:  # fmt: skip
    """Declare an operator on each element of one tensor."""
    declare(
        f"{name}(Tensor self{extra}) -> Tensor",
        tags=tags,
        doc=doc,
        example=example,
        method=method,
        inplace=inplace,
        out=out,
    )


def binary(
    name: str, doc: str, example: str, tags: tuple[str, ...] = POINTWISE, extra: str = "", *,
    first: str = "Tensor self", second: str = "Tensor other", method: bool = True,
    inplace: bool = True, out: bool = True,
) -> None:  # fmt: skip
    """Declare an operator on each pair of elements of two tensors."""
    declare(
        f"{name}({first}, {second}{extra}) -> Tensor",
        tags=tags,
        doc=doc,
        example=example,
        method=method,
        inplace=inplace,
        out=out,
    )


def unaries(rows: Mapping[str, tuple[str, str, str]], tags: tuple[str, ...] = FLOAT) -> None:
    """Declare operators of one tensor: name -> (sentence, argument and result of the example)."""
    for name, (doc, argument, result) in rows.items():
        unary(name, doc, f">>> rd.{name}(rd.tensor({argument}))\n{result}", tags)


__all__ = ["COMPARE", "FLOAT", "POINTWISE", "TEST", "binary", "declare", "unaries", "unary"]
