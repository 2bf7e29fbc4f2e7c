"""What a meta kernel asks of the NumPy backend: the dtype of a result, and what is refused.

Decides how an operator is run on next to nothing. Must not know any operator.

Note [Asking the living definition]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Which dtype comes out, which dtypes, dimensions and options are refused and in which words: the
NumPy kernels define that, and to write it down a second time would be to get it wrong in places. So
a meta kernel works out sizes and strides, and for the rest calls the operator on NumPy tensors in
which each dimension is cut to at most one element. An empty dimension stays empty, and a 0-d
operand stays 0-d, which matters to promotion. What is refused because of sizes is checked before,
by the functions of shapes.py that the NumPy kernels use too; what would depend on the values of
elements is not refused.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.operator import Operator
from ..backend import Backend
from ..dtypes import NpDType
from ..rebinding import below_layers
from .backend import cut
from .payload import MetaArray


def ask(operator: Operator, args: tuple[Any, ...], fill: int = 1) -> NpDType:
    """Return the dtype of a result, or raise what the NumPy backend would raise.

    `fill` is the value of all elements.
    """
    return ask_all(operator, args, fill)[0]


def ask_all(operator: Operator, args: tuple[Any, ...], fill: int = 1) -> list[NpDType]:
    """Return the dtypes of all results."""
    host = Backend.host
    given = []
    for value, argument in zip(args, operator.schema.arguments, strict=False):
        small = cut(value, fill)
        if value.__class__ is MetaArray:
            small = host.tensor(small)
        elif argument.is_tensor_list and value is not None:
            small = [host.tensor(v) for v in small]
        given.append(small)
    rest = operator.defaults[len(given) :]
    with below_layers():
        result = operator.call((*given, *rest))
    results = result if isinstance(result, tuple) else (result,)
    return [r._data.dtype for r in results]
