"""Operators that have no meaning for a batch: what they return has other sizes for each example,
or is no tensor, or they give a tensor other memory.
"""

from __future__ import annotations

from typing import Any, NoReturn

from ....dispatch.errors import explain_error
from ....dispatch.registry import lookup
from ..batching import RefusedByVmap
from .common import batch_rule

_SIZES = (
    "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap "
    "over {}",
    "where(mask, a, b), whose result has the same sizes for each example",
)
_NUMBER = (
    "Batching rule not implemented for {}. We could not generate a fallback: it returns no tensor",
    "operators that return tensors, as eq and all",
)
_MEMORY = (
    "vmap: {} gives a tensor other memory, which it cannot do for one example of a batch",
    "an operator that returns a new tensor",
)
REFUSED = {
    "nonzero": _SIZES,
    "argwhere": _SIZES,
    "masked_select": _SIZES,
    "_unique": _SIZES,
    "_unique_consecutive": _SIZES,
    "equal": _NUMBER,
    "allclose": (
        "vmap over {} isn't supported yet: it returns no tensor",
        "isclose(a, b).all(), which does",
    ),
    "resize_": _MEMORY,
    "resize_as_": _MEMORY,
    "set_": _MEMORY,
    "set_.storage": _MEMORY,
}


def _refusing(name: str, what: str, accepted: str) -> Any:
    spelled = lookup(name).name()

    def refuse(info: Any, in_dims: Any, *args: Any) -> NoReturn:
        raise RefusedByVmap(explain_error(name, what.format(spelled), accepted=accepted))

    return refuse


for _name, _why in REFUSED.items():
    batch_rule(_name)(_refusing(_name, *_why))
