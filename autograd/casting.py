"""Operands of unequal dtypes: a recorded call casts them first.

Decides which operands of a call share a dtype, and how they get it. Must not know how calls are
recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.registry import lookup
from ..dispatch.walk import Site


def promoted_names(site: Site) -> list[str]:
    """Return the tensor operands of a call that share one dtype in the kernel."""
    if "promote" not in site.operator.tags:
        return []
    arguments = site.operator.schema.arguments
    either = [a.name for a in arguments if a.type.base == "TensorOrScalar"]
    names = either or [a.name for a in arguments if a.is_tensor]
    if "inplace" in site.operator.tags and arguments[0].name not in names:
        names = [arguments[0].name, *names]
    return [n for n in names if n in site.tensors]


def unequal(site: Site) -> Callable[[tuple[Any, ...]], bool] | None:
    """Return what tells whether the operands of a call need a cast; None if none ever does."""
    names = [a.name for a in site.operator.schema.arguments]
    positions = [names.index(n) for n in promoted_names(site)]
    scalars = [names.index(n) for n in site.scalars]
    if len(positions) + len(scalars) < 2:
        return None

    def differ(args: tuple[Any, ...]) -> bool:
        kinds = {args[i].dtype for i in positions}
        if len(kinds) > 1:
            return True
        return any(args[i].__class__ is complex for i in scalars) and not kinds.pop().is_complex

    return differ


def cast_first(site: Site, below: Any) -> Any:
    """Return what casts operands to their common dtype, recorded, and calls the operator again."""
    operator = site.operator
    names = [a.name for a in operator.schema.arguments]
    positions = [names.index(n) for n in promoted_names(site)]
    scalars = [names.index(n) for n in site.scalars]  # a complex number makes its operands complex
    inplace = "inplace" in operator.tags
    common_dtype = site.backend.owner.common_dtype

    def cast_and_call(*args: Any) -> Any:
        target = common_dtype([args[i] for i in (*positions, *scalars)])
        if inplace:
            own = args[0].dtype
            if _category(target) > _category(own):
                return below(*args)  # which refuses
            target = own
        cast = list(args)
        for i in positions:
            if args[i].dtype is not target and not (inplace and i == 0):
                cast[i] = lookup("_to_copy")(args[i], target)
        return operator.call(tuple(cast))

    return cast_and_call


def _category(dtype: Any) -> int:
    return 2 if dtype.is_complex else 1 if dtype.is_floating_point else 0
