"""How the device "numba" computes in 16 bits: compiled conversions around loops over float32.

Decides which arrays are converted by a compiled loop and which calls are; all others go to NumPy.
Must not import Numba: Note [Launching] in launch.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from ...dispatch.operator import Operator
from ..dtypes import NpDType
from ..narrow import Narrowing, has_loop, narrowed, widen
from .choices import SMALL
from .launch import FLOAT32, UINT16, Array, Loop

Kernel = Callable[..., Any]

WIDE = {name: Loop(f"half_loops.wide_{name}", "HV", "f") for name in ("float16", "bfloat16")}
NARROW = {name: Loop(f"half_loops.narrow_{name}", "VH", "f") for name in WIDE}


def _in_order(x: Array) -> tuple[Array, list[int] | None]:
    """Return an array without gaps as one row, and the dimensions in the order of memory.

    None stands for the usual order; a gap is closed by a copy that keeps the order.
    """
    if x.flags.c_contiguous:
        return x.reshape(-1), None
    order = sorted(range(x.ndim), key=lambda i: -abs(x.strides[i]))
    across = x.transpose(order)
    if not across.flags.c_contiguous:
        across = np.ascontiguousarray(across)
    return across.reshape(-1), order


def _shaped(row: Array, like: Array, order: list[int] | None) -> Array:
    """Return a row in the shape of an array whose dimensions it holds in this order."""
    if order is None:
        return row.reshape(like.shape)
    back = sorted(range(like.ndim), key=order.__getitem__)
    return row.reshape([like.shape[i] for i in order]).transpose(back)


def wide(x: Array) -> Array:
    """Return an array in float32; what was one element for many stays that."""
    if x.size < SMALL or 0 in x.strides or (run := WIDE[x.dtype.name][FLOAT32]) is None:
        return widen(x)
    row, order = _in_order(x)
    out = np.empty(row.size, FLOAT32)
    run(row.view(UINT16), out)
    return _shaped(out, x, order)


def narrow(x: Array, to: NpDType) -> Array:
    """Return a float32 array rounded to 16 bits; what is too large becomes inf."""
    if x.size < SMALL or 0 in x.strides or (run := NARROW[to.name][FLOAT32]) is None:
        return narrowed(x, to)
    row, order = _in_order(x)
    out = np.empty(row.size, UINT16)
    run(row, out)
    return _shaped(out.view(to), x, order)


class CompiledNarrowing(Narrowing):
    """Converts by compiled loops, and computes in float32 where NumPy has loops for 16 bits."""

    def __init__(self, dtypes: Collection[NpDType]) -> None:
        super().__init__(dtypes, wide, narrow)

    def make(self, operator: Operator, kernel: Kernel) -> Kernel:
        """Return the form of a kernel: NumPy's ufuncs have slower loops for 16 bits."""
        ufunc = kernel if isinstance(kernel, np.ufunc) else getattr(kernel, "ufunc", None)
        if ufunc is None:
            return super().make(operator, kernel)
        return self.of_ufunc(kernel, ufunc)

    def of_ufunc(self, kernel: Kernel, ufunc: np.ufunc) -> Kernel:
        """Return the form of a ufunc, which may get the array to write to as a last argument."""
        dtypes, count = self.dtypes, ufunc.nin

        def call(*args: Any) -> Any:
            last = args[count - 1]
            if last.__class__ is np.ndarray and last.dtype in dtypes:
                first = args[0]
                if first.dtype is last.dtype and max(first.size, last.size) >= SMALL:
                    return self.call_ufunc(kernel, args[:count], args[count:])
                if not native:
                    return self.call(kernel, args, ())
            return kernel(*args)

        native = all(has_loop(ufunc, d) for d in dtypes)
        call.__name__ = call.__qualname__ = ufunc.__name__
        call.ufunc = ufunc  # type: ignore[attr-defined] # forms.py
        call.kernel = kernel  # type: ignore[attr-defined]
        return call

    def call_ufunc(self, kernel: Kernel, operands: Any, out: Any) -> Any:
        """Compute in float32 and round, into an array if there is one to write to."""
        to = operands[0].dtype
        result = kernel(*map(wide, operands))
        rounded = [
            narrow(r, to) if r.dtype is FLOAT32 else r
            for r in (result if isinstance(result, tuple) else (result,))
        ]
        if out:
            out[0][...] = rounded[0]
            return out[0]
        return tuple(rounded) if isinstance(result, tuple) else rounded[0]
