"""Where a fake implementation asks for a size that depends on data: `get_ctx`.

Decides what such a size is: nothing for tensors without data, a stand-in while `opcheck` compares a
fake with the real result. Must not know operators.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.operator import Operator
from ..dispatch.state import beside_state

_LEAST = 1 << 20  # no real size of a sample is as large


class FakeImplCtx:
    """What a fake implementation may ask: `new_dynamic_size`, for a size that depends on data."""

    def __init__(self, operator: str) -> None:
        self.operator = operator

    def new_dynamic_size(self, *, min: int = 0, max: int | None = None) -> int:
        """Return a size that is known only when the operator has run.

        Parameters
        ----------
        min, max : int
            Between which it lies.

        Raises
        ------
        RuntimeError
            For tensors without data: nothing can be said of the result then.
        ValueError
            If the bounds are no sizes.
        """
        self._check(min, max)
        raise RuntimeError(
            explain_error(
                self.operator,
                "has a result with a data-dependent shape, and was called with tensors that have "
                "no data",
                accepted="tensors with data",
            )
        )

    create_unbacked_symint = new_dynamic_size

    def _check(self, least: int, most: int | None) -> None:
        if least < 0 or (most is not None and most < least):
            raise ValueError(
                f"{self.operator}: new_dynamic_size(min={least}, max={most}): sizes are greater "
                "than or equal to 0, and max not less than min"
            )


class DynamicSizes(FakeImplCtx):
    """Gives stand-ins, which equal any size of the real result within the bounds."""

    def __init__(self, operator: str) -> None:
        super().__init__(operator)
        self.bounds: dict[int, tuple[int, int | None]] = {}

    def new_dynamic_size(self, *, min: int = 0, max: int | None = None) -> int:
        """Return a stand-in, different from all others."""
        self._check(min, max)
        size = _LEAST + len(self.bounds)
        self.bounds[size] = (min, max)
        return size

    create_unbacked_symint = new_dynamic_size

    def matches(self, fake: int, real: int) -> bool:
        """Whether a size that a fake gave can be the real one; a stand-in is so within bounds."""
        if fake in self.bounds:
            least, most = self.bounds[fake]
            return least <= real and (most is None or real <= most)
        return fake == real or (fake > _LEAST and bool(self.bounds))  # computed from a stand-in


_CURRENT: ContextVar[FakeImplCtx | None] = beside_state(ContextVar("redispatch_fake", default=None))
_SIZES: ContextVar[DynamicSizes | None] = beside_state(
    ContextVar("redispatch_dynamic_sizes", default=None)
)


def get_ctx() -> FakeImplCtx | None:
    """Return what a fake implementation may ask, within one; None elsewhere.

    Examples
    --------
    >>> import redispatch as rd
    >>> @rd.library.custom_op("docs::nonzeros", mutates_args=())
    ... def nonzeros(x: rd.Tensor) -> rd.Tensor:
    ...     return rd.nonzero(x)
    >>> @nonzeros.register_fake
    ... def _(x):
    ...     rows = rd.library.get_ctx().new_dynamic_size()
    ...     return x.new_empty([rows, x.dim()], dtype=rd.int64)
    >>> rd.library.opcheck(nonzeros, (rd.tensor([0., 2.]),))["test_faketensor"]
    'SUCCESS'
    >>> nonzeros(rd.zeros(3, device="meta"))
    Traceback (most recent call last):
    RuntimeError: docs::nonzeros: has a result with a data-dependent shape...
    >>> nonzeros.undo()
    """
    return _CURRENT.get()


def in_context(operator: Operator, call: Callable[..., Any]) -> Callable[..., Any]:
    """Return what calls a fake implementation so that `get_ctx` answers within it."""
    name = operator.name

    def fake(*args: Any) -> Any:
        before = _CURRENT.get()
        _CURRENT.set(_SIZES.get() or FakeImplCtx(name))
        try:
            return call(*args)
        finally:
            _CURRENT.set(before)

    return fake


def with_stand_ins(sizes: DynamicSizes, call: Callable[..., Any], *args: Any) -> Any:
    """Call while fake implementations get stand-ins for sizes that depend on data."""
    before = _SIZES.get()
    _SIZES.set(sizes)
    try:
        return call(*args)
    finally:
        _SIZES.set(before)
