"""Large calls of NumPy's own loops, shared among threads.

Decides which calls of a ufunc are cut, and how: Note [Shared ufuncs]. Must not know operators:
the backend hands over whatever kernel of NumPy's it uses, and a kernel that is no ufunc stays.

Note [Shared ufuncs]
~~~~~~~~~~~~~~~~~~~~
While `set_num_threads` says one thread, the device uses NumPy's ufuncs themselves. With more, walks
and formulas are built anew, over functions that compare the size of the call with `threads.WORTH`
first. A call is cut only if its result is row-major whoever computes it: operands are contiguous,
or one number for all elements, and one of them has the shape of the result. All others, and all
calls while the user has asked NumPy to raise or report arithmetic errors (which is a state of the
calling thread), are NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import threads
from .choices import SHARED_TIMES
from .launch import CONTIGUOUS, Loop, find_crew, flat, number_of
from .offers import inner_call

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

Kernel = Callable[..., Any]
QUIET = frozenset(("ignore", "warn"))


def shared_form(kernel: Kernel) -> Kernel:
    """Return the form of a kernel that threads share; itself if it is no ufunc with one result."""
    if not isinstance(kernel, np.ufunc) or kernel.nout != 1 or kernel.nin > 2:
        return kernel
    if kernel not in SHARED:
        SHARED[kernel] = (_one if kernel.nin == 1 else _two)(kernel)
    return SHARED[kernel]


SHARED: dict[np.ufunc, Kernel] = {}


def _one(ufunc: np.ufunc) -> Kernel:
    finish = _finish(ufunc)

    def call(x: Any, out: Any = None) -> Any:
        if x.__class__ is not np.ndarray or x.size < threads.WORTH:
            return ufunc(x) if out is None else ufunc(x, out=out)
        return _call(ufunc, finish, (x,), out)

    return _named(call, ufunc)


def _two(ufunc: np.ufunc) -> Kernel:
    finish = _finish(ufunc)

    def call(x: Any, y: Any, out: Any = None) -> Any:
        try:
            if x.size < threads.WORTH and y.size < threads.WORTH:
                return ufunc(x, y) if out is None else ufunc(x, y, out=out)
        except AttributeError:  # a number beside an array
            return ufunc(x, y) if out is None else ufunc(x, y, out=out)
        return _call(ufunc, finish, (x, y), out)

    return _named(call, ufunc)


def _named(call: Any, ufunc: np.ufunc) -> Kernel:
    call.__name__ = call.__qualname__ = ufunc.__name__
    call.ufunc = ufunc  # forms.py: it takes the array to write to as a last argument
    shared: Kernel = call
    return shared


def _finish(ufunc: np.ufunc) -> Kernel:
    """Return the call of one piece: its warnings are passed over where they are made."""

    def piece(*args: Any) -> None:
        *operands, out = args
        try:
            ufunc(*operands, out=out)  # by position, np.maximum warns before it has computed
        except TypeError as error:  # Note [Silent arithmetic]: the output is complete
            if "registry" not in str(error):
                raise

    return piece


def _call(ufunc: np.ufunc, finish: Kernel, operands: tuple[Any, ...], out: Any) -> Any:
    """Share a large call, or make it here if it does not fit."""
    worth = SHARED_TIMES.get(ufunc.__name__, 1) * threads.WORTH
    cut = _cut(operands) if max([a.size for a in operands]) >= worth else None
    if cut is None or not _quiet():
        return ufunc(*operands, out=out)
    shape, pieces, as_row = cut
    wanted = ufunc.resolve_dtypes((*[a.dtype for a in operands], None))[-1]
    result = out
    if out is None:
        result = np.empty(shape, wanted)
    elif not _may_write(out, shape, wanted, operands):
        return ufunc(*operands, out=out)
    target = flat(result) if as_row else result
    crew = find_crew() if as_row else None
    inner = None if crew is None else inner_call(ufunc, [*pieces, target], worth)
    if inner is not None and crew is not None:
        if not crew.share(inner):
            finish(*pieces, target)
        return result
    places = [i for i, a in enumerate(pieces) if a.ndim == target.ndim and len(a) == len(target)]
    threads.share(finish, (*pieces, target), (*places, len(pieces)))
    return result


COPY = Loop("sum_loops.copy", "VV")
FILL = Loop("sum_loops.fill", "sV")


def copied(x: Any) -> Any:
    """Return a row-major copy; threads share that of a long row, or of one number for all."""
    if x.size < SHARED_TIMES["copy"] * threads.WORTH:
        return x.copy()
    number = number_of(x)
    run = None
    if number is not None or x.flags.num & CONTIGUOUS == CONTIGUOUS:
        run = (COPY if number is None else FILL)[x.dtype]
    if run is None:
        return x.copy()
    result = np.empty(x.shape, x.dtype)
    run(flat(x) if number is None else number, flat(result))
    return result


def _cut(operands: tuple[Any, ...]) -> tuple[tuple[int, ...], list[Any], bool] | None:
    """Return the shape of the result, operands to be cut, and whether they are seen as one row.

    None if NumPy shall do it; it also refuses shapes that do not fit.
    """
    if all([a.flags.c_contiguous and a.shape == operands[0].shape for a in operands]):
        return operands[0].shape, [flat(a) for a in operands], True
    whole = max(operands, key=_size)
    shape: tuple[int, ...] = whole.shape
    if not whole.flags.c_contiguous:
        return None
    given, as_row = [], True
    for a in operands:
        if a.size and not any(a.strides) and a.ndim <= len(shape) and _fits(a.shape, shape):
            given.append(a[(0,) * a.ndim + (...,)])  # expanded: one number for all elements
        elif not a.flags.c_contiguous or not _fits(a.shape, shape):
            return None
        else:
            given.append(a)
            as_row = as_row and (a.shape == shape or not a.ndim)
    if as_row:
        return shape, [a.reshape(-1) if a.ndim else a for a in given], True
    return (shape, given, False) if shape[0] > 1 else None


def _size(array: Any) -> int:
    size: int = array.size if array.flags.c_contiguous else 0
    return size


def _fits(shape: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    """Whether a shape broadcasts to another one without changing it."""
    if shape == whole:
        return True
    own = len(whole) - len(shape)
    return own >= 0 and all(n == 1 or n == m for n, m in zip(shape, whole[own:], strict=True))


def _may_write(out: Any, shape: tuple[int, ...], dtype: Any, operands: tuple[Any, ...]) -> bool:
    """Whether pieces of a call may write to an array side by side."""
    return bool(
        out.shape == shape
        and out.dtype == dtype
        and out.flags.c_contiguous
        and out.flags.writeable
        and not any(a is not out and np.may_share_memory(a, out) for a in operands)
    )


def _quiet() -> bool:
    """Whether NumPy is not asked to raise, print or report what happens in arithmetic."""
    return QUIET.issuperset(np.geterr().values())
