"""Forward mode for users: dual numbers within a `dual_level`.

Decides what `make_dual` refuses and what `unpack_dual` gives back. How tangents are computed is in
forward_layer.py, how they are kept in tangents.py.

A level belongs to a thread or asyncio task, like every scope; `snapshot` and `restore` carry it.
The tangents themselves are seen by every thread that gets the tensor.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction
from typing import NamedTuple, ParamSpec, TypeVar

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import alias
from ..dispatch.keys import FORWARD_AD, TRANSFORMS
from ..dispatch.state import KeyGuard
from ..dispatch.tensor import Tensor, backend_of
from . import forward_layer
from .arguments import want_tensor
from .tangents import BENEATH, CURRENT, CUT, Level, like_memory, set_tangent, tangent_of

P = ParamSpec("P")
R = TypeVar("R")


def __getattr__(name: str) -> int:
    """Return `_current_level`: 0 within a level, -1 outside."""
    if name == "_current_level":
        return -1 if CURRENT.get() is None else 0
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class UnpackedDualTensor(NamedTuple):
    """What `unpack_dual` returns: a view of the value, and the tangent or None."""

    primal: Tensor
    tangent: Tensor | None


class dual_level(KeyGuard):  # noqa: N801 - used like a function, as no_grad is
    """Within its scope tensors can have tangents; at its end all tangents are dropped.

    Raises
    ------
    RuntimeError
        If a level is active already: there is one only.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(rd.tensor(3.), rd.tensor(1.))
    ...     forward_ad.unpack_dual(x * x).tangent
    tensor(6.)
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(include=FORWARD_AD.bit)

    def __enter__(self) -> int:
        if CURRENT.get() is not None:
            raise RuntimeError("Nested forward mode AD is not supported at the moment")
        super().__enter__()
        CURRENT.set(Level())
        return 0

    def __exit__(self, *exc: object) -> None:
        level = CURRENT.get()
        CURRENT.set(None)
        super().__exit__(*exc)
        if level is not None:
            level.close()

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        suspends = (isgeneratorfunction, iscoroutinefunction, isasyncgenfunction)
        if any(test(function) for test in suspends):
            raise TypeError(
                explain_error(
                    "dual_level",
                    f"decorates {function.__qualname__}, which suspends",
                    accepted="a with block inside of it",
                )
            )
        return super().__call__(function)


def enter_dual_level() -> int:
    """Begin a level, as `dual_level` does, and return its number, 0.

    Raises
    ------
    RuntimeError
        If a level is active already.

    Examples
    --------
    >>> from redispatch.autograd import forward_ad
    >>> forward_ad.enter_dual_level()
    0
    >>> forward_ad.exit_dual_level()
    """
    return _UNSCOPED.__enter__()


def exit_dual_level(*, level: int | None = None) -> None:
    """End the level and drop all tangents.

    Raises
    ------
    RuntimeError
        If none is active, or another number is given.

    Examples
    --------
    >>> from redispatch.autograd import forward_ad
    >>> forward_ad.exit_dual_level(level=forward_ad.enter_dual_level())
    """
    if CURRENT.get() is None:
        raise RuntimeError("Trying to exit a forward AD level but no level was entered")
    _check_level(level)
    _UNSCOPED.__exit__()


_UNSCOPED = dual_level()


def _check_level(level: int | None) -> None:
    if level not in (None, 0):
        raise RuntimeError(f"forward AD level {level} is not the current one, which is 0")


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a view of a tensor that has a tangent; the tensor itself is left as it is.

    Parameters
    ----------
    tensor, tangent : Tensor
        Of the same shape. The tangent is kept as it is if it lies in its memory as the tensor does
        (strides, offset, size of the memory); otherwise it is copied.

    Raises
    ------
    RuntimeError
        Outside a level, for another shape, or if the tensor has a tangent already.
    ValueError
        If one of the two has no floating-point dtype.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(rd.tensor([1., 2.]), rd.tensor([1., 0.]))
    ...     forward_ad.unpack_dual(rd.exp(x)).tangent
    tensor([2.7183, 0.0000])
    """
    current = CURRENT.get()
    if current is None:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first."
        )
    _check_level(level)
    for what, each in (("primal", tensor), ("tangent", tangent)):
        if not isinstance(each, Tensor):
            raise TypeError(f"Expected {what} to be a Tensor but got {type(each).__name__}")
        if not (each.dtype.is_floating_point or each.dtype.is_complex):
            raise ValueError(
                f"Expected {what} to be floating point or complex, but got: {each.dtype}"
            )
    if tuple(tensor.shape) != tuple(tangent.shape):
        raise RuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original "
            f"Tensor, this is not supported. Tensor is of size {list(tensor.shape)} while the "
            f"given forward gradient is of size {list(tangent.shape)}."
        )
    if tensor._keys & TRANSFORMS.bit:  # what is inside is computed with, so it has the tangent
        dual = backend_of(tensor).through(make_dual, tensor, tangent)
        if dual is not NotImplemented:
            return dual  # type: ignore[no-any-return]
    if tangent_of(tensor) is not None:
        raise RuntimeError(
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the "
            "same level 0 is not supported."
        )
    if tangent_of(tangent) is not None:
        raise RuntimeError(
            "Trying to set a forward gradient that has a forward gradient at the same level, which "
            "is not supported."
        )
    with BENEATH:
        dual = alias(tensor)
        set_tangent(dual, like_memory(tangent, tensor), current)
    return dual


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return a view of the value of a tensor, without a tangent, and its tangent or None.

    Outside a level that is the tensor itself and None.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd import forward_ad
    >>> forward_ad.unpack_dual(rd.tensor(2.))
    UnpackedDualTensor(primal=tensor(2.), tangent=None)
    """
    _check_level(level)
    want_tensor("unpack_dual", "tensor", tensor)
    if tensor._keys & TRANSFORMS.bit:
        pair = backend_of(tensor).through(unpack_dual, tensor)
        if pair is not NotImplemented:
            return pair  # type: ignore[no-any-return]
    tangent = tangent_of(tensor)
    current = CURRENT.get() if tangent is None else tensor.__dict__["_dual_level"]
    if current is None:
        return UnpackedDualTensor(tensor, None)
    with BENEATH:
        primal = alias(tensor)
    set_tangent(primal, CUT, current)
    return UnpackedDualTensor(primal, tangent)


__all__ = [
    "UnpackedDualTensor",
    "dual_level",
    "enter_dual_level",
    "exit_dual_level",
    "forward_layer",
    "make_dual",
    "unpack_dual",
]
