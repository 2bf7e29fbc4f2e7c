"""Forward mode of `Function`: when the user's `jvp` is called, and what it may return.

Decides how tangents of arguments become those of outputs. Must not know how outputs get their place
in the backward graph (function.py).
"""

from __future__ import annotations

from typing import Any

from ..dispatch.generated.functions import zeros_like
from ..dispatch.tensor import Tensor
from .meta import View
from .tangents import BENEATH, CUT, level_of, like_layout, set_tangent, tangent_of


def argument_tangents(args: tuple[Any, ...]) -> list[Tensor | None] | None:
    """Return the tangents of arguments, or None where no argument has one."""
    found = [tangent_of(a) if isinstance(a, Tensor) else None for a in args]
    return found if any(t is not None for t in found) else None


def forward_beneath(forward: Any, *args: Any) -> Any:
    """Call the user's forward without computing tangents."""
    with BENEATH:
        return forward(*args)


def give_tangents(
    cls: Any, ctx: Any, args: tuple[Any, ...], tangents: list[Tensor | None], outputs: list[Any],
    fixed: dict[int, Any],
) -> None:  # fmt: skip
    """Call the user's jvp, and give its results to the outputs.

    Raises
    ------
    RuntimeError
        If it returns another number of tangents, one where there is none, or breaks the views.
    """
    level = next(level_of(a) for a, t in zip(args, tangents, strict=True) if t is not None)
    given = [_materialized(a, t, ctx.materialize) for a, t in zip(args, tangents, strict=True)]
    with BENEATH:
        ctx.in_jvp = True
        try:
            result = cls.jvp(ctx, *given)
        finally:
            ctx.in_jvp = False
    results = result if isinstance(result, tuple) else (result,)
    if len(results) != len(outputs):
        raise RuntimeError(
            f"function {ctx.name()} returned an incorrect number of forward gradients (expected "
            f"{len(outputs)}, got {len(results)})"
        )
    for place, (out, tangent) in enumerate(zip(outputs, results, strict=True)):
        if not _has_tangent(out, fixed):
            if tangent is not None:
                raise RuntimeError(
                    f"function {ctx.name()}: the jvp returned a tangent at position {place}, where "
                    "the output is no tensor or not differentiable. You should return None at "
                    "that position instead"
                )
            continue
        if tangent is None:
            set_tangent(out, CUT, level)
            continue
        _check(ctx, out, tangent, args, tangents, place)
        written = any(out is a for a in args)
        set_tangent(out, tangent if written else _laid_out(out, tangent), level)


def _materialized(argument: Any, tangent: Tensor | None, materialize: bool) -> Tensor | None:
    if tangent is not None or not materialize or not isinstance(argument, Tensor):
        return tangent
    kind = argument.dtype
    if not (kind.is_floating_point or kind.is_complex):
        return None
    return zeros_like(argument.detach())


def _has_tangent(out: Any, fixed: dict[int, Any]) -> bool:
    if not isinstance(out, Tensor) or id(out) in fixed:
        return False
    return bool(out.dtype.is_floating_point or out.dtype.is_complex)


def _laid_out(out: Tensor, tangent: Tensor) -> Tensor:
    return tangent if out._autograd.__class__ is View else like_layout(tangent, out)


def _check(
    ctx: Any,
    out: Tensor,
    tangent: Tensor,
    args: tuple[Any, ...],
    tangents: list[Tensor | None],
    place: int,
) -> None:
    """Refuse a tangent of other sizes, or that is not written or viewed as its output was."""
    if not isinstance(tangent, Tensor) or tuple(tangent.shape) != tuple(out.shape):
        raise RuntimeError(
            f"function {ctx.name()}: the jvp returned an invalid tangent at index {place}: "
            f"expected a tensor of sizes {list(out.shape)}"
        )
    for argument, own in zip(args, tangents, strict=True):
        if argument is out and own is not None and tangent is not own:
            raise RuntimeError(
                "An inplace custom Function is not modifying the forward mode gradients inplace. "
                f"{ctx.name()}: change the tangent in place and return it"
            )
    meta = out._autograd
    if meta.__class__ is not View or any(argument is out for argument in args):
        return
    for argument, own in zip(args, tangents, strict=True):
        if own is None or not isinstance(argument, Tensor):
            continue
        if argument is not meta.base and base_of(argument) is not meta.base:
            continue
        if tangent._autograd.__class__ is not View or base_of(tangent) is not base_of(own):
            raise RuntimeError(
                f"{ctx.name()}: forward returns a view, but the jvp is not returning a view of the "
                "given tangent; or the jvp is not returning a view of the same base as it"
            )


def base_of(tensor: Tensor) -> Tensor:
    """Return the tensor that owns the memory of a view, or the tensor itself."""
    meta = tensor._autograd
    found: Tensor = meta.base if meta.__class__ is View else tensor
    return found
