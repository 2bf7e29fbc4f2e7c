"""How the device "numba" computes in 16 bits: compiled conversions around loops over float32.

Decides which arrays are converted by a compiled loop, which calls are computed on the bits and
which in float32; all others go to NumPy.
Must not import Numba: Note [Launching] in launch.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from ...dispatch.operator import Operator
from ..dtypes import NpDType
from ..dtypes import dtype as DType
from ..narrow import Narrowing, as_array, has_loop, narrowed, widen
from .choices import ON_BITS, SMALL, Choice
from .launch import CONTIGUOUS, FLOAT32, UINT16, Array, Loop

Kernel = Callable[..., Any]


class HalfLoop(Loop):
    """A loop over the bits of one of the dtypes of 16 bits, which computes in float32."""

    __slots__ = ("sixteen",)

    def __init__(self, name: str, types: str, sixteen: str) -> None:
        super().__init__(f"half_loops.{name}_{sixteen}", types, "f")
        self.sixteen = sixteen

    def compiled_for(self, name: str) -> Any:
        """Return float32 for arrays of the own dtype, None for others."""
        return FLOAT32 if name == self.sixteen else None


NAMES = {"f": "float16", "V": "bfloat16"}  # by NumPy's kind
WIDE = {kind: HalfLoop("wide", "HV", name) for kind, name in NAMES.items()}
NARROW = {kind: HalfLoop("narrow", "VH", name) for kind, name in NAMES.items()}


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
    if x.size < SMALL or 0 in x.strides or (run := WIDE[x.dtype.kind][FLOAT32]) is None:
        return widen(x)
    row, order = _in_order(x)
    out = np.empty(row.size, FLOAT32)
    run(row.view(UINT16), out)
    return _shaped(out, x, order)


def narrow(x: Array, to: NpDType) -> Array:
    """Return a float32 array rounded to 16 bits; what is too large becomes inf."""
    if x.size < SMALL or 0 in x.strides or (run := NARROW[to.kind][FLOAT32]) is None:
        return narrowed(x, to)
    row, order = _in_order(x)
    out = np.empty(row.size, UINT16)
    run(row, out)
    return _shaped(out.view(to), x, order)


def on_bits(choice: Choice, function: str, numbers: bool = False) -> Kernel:
    """Return the kernel of a choice over the bits of 16; it declines what does not fit.

    With `numbers` the second of two arrays may be one number. After the arguments may stand an
    array to write to.
    """
    arrays, count = choice.arrays, choice.arrays + choice.numbers
    types = "H" * arrays + "s" * choice.numbers + "H"
    loops = {kind: HalfLoop(function, types, d) for kind, d in NAMES.items()}
    by_number = {}
    if numbers:
        by_number = {kind: HalfLoop(function, "HsH", d) for kind, d in NAMES.items()}

    def run(*args: Any) -> Any:
        first, dtype = args[0], args[0].dtype
        if first.size < SMALL or first.flags.num & CONTIGUOUS != CONTIGUOUS:
            return NotImplemented
        given, entries = [first.reshape(-1).view(UINT16)], loops
        if arrays == 2:
            second = args[1]
            if second.dtype is not dtype:
                return NotImplemented
            if second.shape == first.shape and second.flags.num & CONTIGUOUS == CONTIGUOUS:
                given.append(second.reshape(-1).view(UINT16))
            elif second.ndim or not numbers:
                return NotImplemented
            else:
                given.append(float(second))
                entries = by_number
        entry = entries[dtype.kind][FLOAT32]
        if entry is None:
            return NotImplemented
        out = np.empty(first.shape, UINT16)
        entry(*given, *args[arrays:count], out.reshape(-1))
        if len(args) == count:
            return out.view(dtype)
        args[count][...] = out.view(dtype)  # a loop into an operand would take one by one: 30 times
        return args[count]

    run.loops = (*loops.values(), *by_number.values())  # type: ignore[attr-defined]
    return run


BY_NAME = {
    name: on_bits(choice, choice.function or name, choice.arrays == 2)
    for name, choice in ON_BITS.items()
}


class CompiledNarrowing(Narrowing):
    """Computes on the bits where a loop does, else in float32 by way of compiled conversions."""

    def __init__(self, dtypes: Collection[NpDType]) -> None:
        super().__init__(dtypes, wide, narrow)

    def make(self, operator: Operator, kernel: Kernel) -> Kernel:
        """Return the form of a kernel: NumPy's ufuncs have slower loops for 16 bits."""
        ufunc = kernel if isinstance(kernel, np.ufunc) else getattr(kernel, "ufunc", None)
        name, bits = operator.schema.name, getattr(kernel, "on_bits", None)
        if bits is None and name in BY_NAME:
            if ufunc is not None or len(operator.schema.arguments) == ON_BITS[name].arrays:
                bits = BY_NAME[name]
        if ufunc is not None and all(has_loop(ufunc, d) for d in self.dtypes):
            return self.of_ufunc(kernel, ufunc, bits)

        def own(kernel: Kernel, args: tuple[Any, ...], written: tuple[int, ...]) -> Any:
            first = args[0]
            if bits is not None and first.__class__ is np.ndarray and first.dtype in self.dtypes:
                found = bits(*args)
                if found is not NotImplemented:
                    return found
            return self.call(kernel, args, written)

        return self.looking(operator, kernel, own)

    def of_ufunc(self, kernel: Kernel, ufunc: np.ufunc, bits: Kernel | None) -> Kernel:
        """Return the form of a ufunc, which may get the array to write to as a last argument."""
        dtypes, count, none = self.dtypes, ufunc.nin, NotImplemented

        def sixteen(*args: Any) -> Any:
            first, last = args[0], args[count - 1]
            if first.dtype not in dtypes or last.__class__ is not np.ndarray:
                return kernel(*args)
            if first.dtype is not last.dtype or max(first.size, last.size) < SMALL:
                return kernel(*args)
            found = none if bits is None else bits(*args)
            return (
                found if found is not none else self.call_ufunc(kernel, args[:count], args[count:])
            )

        def one(x: Any, out: Any = None) -> Any:
            if x.__class__ is np.ndarray and x.dtype.itemsize == 2:
                return sixteen(x) if out is None else sixteen(x, out)
            return kernel(x) if out is None else kernel(x, out)

        def two(x: Any, y: Any, out: Any = None) -> Any:
            if x.__class__ is np.ndarray and x.dtype.itemsize == 2:
                return sixteen(x, y) if out is None else sixteen(x, y, out)
            return kernel(x, y) if out is None else kernel(x, y, out)

        call: Any = one if count == 1 else two
        call.__name__ = call.__qualname__ = ufunc.__name__
        call.ufunc = ufunc  # forms.py
        call.kernel = kernel
        return call  # type: ignore[no-any-return]

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

    def call(self, kernel: Kernel, args: tuple[Any, ...], written: tuple[int, ...]) -> Any:
        """Compute in float32, unless there is so little float16 that NumPy is as fast."""
        args = tuple(map(as_array, args))
        if all(a.size < SMALL and a.dtype.kind != "V" for a in args if isinstance(a, np.ndarray)):
            if not any(a.__class__ in (DType, list) for a in args):
                return kernel(*args)
        return super().call(kernel, args, written)
