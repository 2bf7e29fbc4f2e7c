"""Raw kernels of the pointwise operators of the device "numba", made from the table of choices.

Decides which arrays go to a compiled loop: large enough, contiguous, of one shape and dtype; all
others go to NumPy's kernel. Must not import Numba: Note [Launching] in launch.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ...dispatch.rules import RULES
from ..dtypes import FLOATING, NpDType
from ..dtypes import dtype as DType
from ..numpy_backend import create as numpy_create
from .choices import POINTWISE, SMALL, Choice
from .halves import narrow, on_bits, wide
from .launch import CONTIGUOUS, FLOAT32, Array, Loop, flat, number_of, unless_few

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")
Kernel = Callable[..., Any]


def _loop(choice: Choice, function: str, arrays: str) -> Loop:
    """Return the loop of a choice over arrays (V), or a number (s) and an array."""
    name, numbers = f"pointwise_loops.{function}", "s" * choice.numbers
    name = f"{name}_spread" if arrays[0] == "s" else name
    return Loop(name, f"{arrays}{numbers}V", choice.dtypes.replace("e", ""))


def one(choice: Choice, function: str, theirs: Kernel) -> Kernel:
    """Return the kernel of an operator on one array."""
    loop, least = _loop(choice, function, "V"), choice.least

    def run(self: Array, *numbers: Any) -> Any:
        if self.size < least or self.flags.num & CONTIGUOUS != CONTIGUOUS:
            return theirs(self, *numbers)
        entry = loop[self.dtype]
        if entry is None:
            return theirs(self, *numbers)
        out = np.empty(self.shape, self.dtype)
        entry(flat(self), *numbers, flat(out))
        return out

    run.loops = (loop,)  # type: ignore[attr-defined] # for tests, which compile each
    return run


def two(choice: Choice, function: str, theirs: Kernel) -> Kernel:
    """Return the kernel of an operator on two arrays, of which the first may be one number."""
    whole = _loop(choice, function, "VV")
    spread, least = _loop(choice, function, "sV"), choice.least

    def run(first: Array, self: Array, *numbers: Any) -> Any:
        dtype = self.dtype
        if (
            self.size < least
            or self.flags.num & CONTIGUOUS != CONTIGUOUS
            or first.shape != self.shape
            or first.dtype is not dtype
        ):
            return theirs(first, self, *numbers)
        if first.flags.num & CONTIGUOUS == CONTIGUOUS:
            entry, given = whole[dtype], flat(first)
        elif (given := number_of(first)) is None:
            return theirs(first, self, *numbers)
        else:
            entry = spread[dtype]
        if entry is None:
            return theirs(first, self, *numbers)
        out = np.empty(self.shape, dtype)
        entry(given, flat(self), *numbers, flat(out))
        return out

    run.loops = (whole, spread)  # type: ignore[attr-defined]
    return run


def three(choice: Choice, function: str, theirs: Kernel) -> Kernel:
    """Return the kernel of a gradient of two arrays; the incoming one may be one number."""
    whole = _loop(choice, function, "VVV")
    spread, least = _loop(choice, function, "sVV"), choice.least

    def run(grad: Array, self: Array, other: Array, *numbers: Any) -> Any:
        dtype = self.dtype
        if (
            self.size < least
            or self.flags.num & other.flags.num & CONTIGUOUS != CONTIGUOUS
            or other.shape != self.shape
            or other.dtype is not dtype
            or grad.dtype is not dtype
        ):
            return theirs(grad, self, other, *numbers)
        if not grad.ndim or (grad.shape == self.shape and not any(grad.strides)):
            entry, given = spread[dtype], grad.item(0)
        elif grad.shape == self.shape and grad.flags.num & CONTIGUOUS == CONTIGUOUS:
            entry, given = whole[dtype], flat(grad)
        else:
            return theirs(grad, self, other, *numbers)
        if entry is None:
            return theirs(grad, self, other, *numbers)
        out = np.empty(self.shape, dtype)
        entry(given, flat(self), flat(other), *numbers, flat(out))
        return out

    run.loops = (whole, spread)  # type: ignore[attr-defined]
    return run


def numpys(name: str) -> Kernel:
    """Return NumPy's kernel of an operator, also where it has a form for 16 bits by now."""
    rule = RULES.active(f"rd::{name}", "NumPy")
    assert rule is not None
    found: Kernel = getattr(rule.fn, "kernel", rule.fn)
    return found


def compiled_kernel(choice: Choice, name: str, theirs: Kernel) -> Kernel:
    """Return the kernel of an operator, under its name."""
    made = (one, two, three)[choice.arrays - 1](choice, choice.function or name, theirs)
    made.__name__ = made.__qualname__ = name
    if "e" in choice.dtypes:
        made.on_bits = on_bits(choice, choice.function or name)  # type: ignore[attr-defined]
    return made


KERNELS: dict[str, Kernel] = {}
for _name, _choice in POINTWISE.items():
    _theirs = numpys(_name)
    _made = unless_few(compiled_kernel(_choice, _name, _theirs), _theirs, _choice.least)
    KERNELS[_name] = kernel(_name, _made)

# gelu has a word that says which function it is.


def _by_word(name: str, arrays: int) -> None:
    theirs = numpys(name)
    exact = compiled_kernel(Choice(arrays, 0), name, lambda *a: theirs(*a, "none"))
    by_tanh = compiled_kernel(
        Choice(arrays, 0, function=name.replace("gelu", "gelu_tanh")), name,
        lambda *a: theirs(*a, "tanh"),
    )  # fmt: skip
    place = arrays

    def run(*args: Any) -> Any:
        word = args[place] if len(args) > place else "none"
        if word == "none":
            return exact(*args[:place])
        return by_tanh(*args[:place]) if word == "tanh" else theirs(*args)

    def bits(*args: Any) -> Any:
        word = args[place] if len(args) > place else "none"
        if word not in ("none", "tanh"):
            return NotImplemented
        own: Any = exact if word == "none" else by_tanh
        return own.on_bits(*args[:place])

    run.on_bits = bits  # type: ignore[attr-defined]
    run.__name__ = run.__qualname__ = name
    KERNELS[name] = kernel(name, unless_few(run, theirs, SMALL))
    KERNELS[f"{name} by tanh"], KERNELS[f"{name} exactly"] = by_tanh, exact


_by_word("gelu", 1)
_by_word("gelu_backward", 2)

# Casts between 16 and 32 bits. ----------------------------------------------------------------


def _of_16_bits(d: NpDType) -> bool:
    return d.itemsize == 2 and d.kind in FLOATING


def to_copy(self: Array, dtype: DType) -> Any:
    target: Any = getattr(dtype, "dtype", dtype)
    if self.size >= SMALL and 0 not in self.strides:
        if target is FLOAT32 and _of_16_bits(self.dtype):
            return wide(self)
        if self.dtype is FLOAT32 and _of_16_bits(target):
            return narrow(self, target)
    return numpy_create.to_copy(self, dtype)


kernel("_to_copy", unless_few(to_copy, numpy_create.to_copy, SMALL))
