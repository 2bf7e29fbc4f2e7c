"""Generalised kernels on the device "numba": the function of a user, compiled with its batch loop.

Decides what is compiled, what its name on disk depends on, and what shape arguments are given. Must
not know operators nor Numba.

Note [What a user's function depends on]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Compiled code holds the functions that the user's function calls, and the numbers that its outer
names stand for. The functions are handed to the compiler by name, so that the source of each counts
(Note [Kept code] in backends/numba_backend/jit.py); the numbers are written into the text of the
batch loop, as a comment.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from math import prod
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ..backends.dtypes import DEFAULT
from ..backends.numba_backend.launch import Loop, get_policy
from ..dispatch.sources import exec_source
from .core_dims import Signature

Array = np.ndarray[Any, Any]


def real(who: str, array: Array) -> Array:
    """Return an array of floats: integers and truth values are converted, others refused."""
    if array.dtype.kind in "biu":
        return array.astype(DEFAULT.np_real)
    if array.dtype.kind != "f":
        raise RuntimeError(f"{who}: is a kernel of real numbers, not of {array.dtype.name}")
    return array


class BatchLoop(Loop):
    """The loop over a batch, with the function that it calls."""

    __slots__ = ("of", "signature")

    def __init__(self, function: FunctionType, signature: Signature) -> None:
        dims = [len(c) + 1 for c in signature.inputs]
        dims += [max(len(c), 1) + 1 for c in signature.outputs]
        super().__init__(f"kernel.{function.__name__}", "".join(str(d) for d in dims))
        self.of = function
        self.shared = tuple(range(len(dims)))  # threads may share the batch
        self.signature = signature

    def function(self, dtype: Any) -> Any:
        """Return the loop, which calls the user's function."""
        count = len(self.signature.inputs)
        ins = [f"in{i}" for i in range(count)]
        outs = [f"out{i}" for i in range(len(self.signature.outputs))]
        given = [f"{n}[b if {n}.shape[0] > 1 else 0]" for n in ins] + [f"{n}[b]" for n in outs]
        called = list(dict.fromkeys(functions_of(self.of)))
        text = (
            f"def loop({', '.join([*ins, *outs])}):\n"
            f"    # {sorted(numbers_of(called))!r}\n"
            f"    for b in range({outs[0]}.shape[0]):\n"
            f"        fill({', '.join(given)})\n"
        )
        names: dict[str, Any] = {"fill": self.of, "__name__": __name__}
        exec_source(text, f"<redispatch batch {self.name} {id(self):#x}>", names)
        return names["loop"]

    def __missing__(self, dtype: Any) -> Any:
        """Return the entry for a dtype; another process might not be able to import the function.

        So that it is compiled here under the policy "background" too.
        """
        if dtype.name not in ("float32", "float64") or get_policy() == "off":
            return None
        return self.load(dtype)

    def run(self, args: Sequence[Array], batch: tuple[int, ...], shapes: Any) -> Any:
        """Run the compiled loop, or the function as Python where there is none."""
        return run_batch(self, args, batch, shapes, self[args[0].dtype])

    def run_as_python(self, args: Sequence[Array], batch: tuple[int, ...], shapes: Any) -> Any:
        """Run the function as Python."""
        return run_batch(self, args, batch, shapes, None)


def run_batch(
    loop: BatchLoop, args: Sequence[Array], batch: tuple[int, ...], shapes: Any, entry: Any
) -> list[Array]:
    """Return new arrays of some shapes, filled element by element of the batch."""
    size = prod(batch)
    outs = [np.empty(s, args[0].dtype) for s in shapes]
    cores = loop.signature.inputs
    given = [rows(a, len(c), batch, size) for a, c in zip(args, cores, strict=True)]
    filled = [o.reshape((size, *(o.shape[len(batch) :] or (1,)))) for o in outs]
    if entry is not None:
        entry(*given, *filled)
        return outs
    with np.errstate(all="ignore"):
        for b in range(size):
            inputs = [g[b if len(g) > 1 else 0] for g in given]
            loop.of(*inputs, *[f[b] for f in filled])
    return outs


def rows(array: Array, core: int, batch: tuple[int, ...], size: int) -> Array:
    """Return an array with one batch dimension: of all elements, or of one that stands for all."""
    own, inner = array.shape[: array.ndim - core], array.shape[array.ndim - core :]
    count = prod(own)
    if count != 1 and own != batch:
        array, count = np.broadcast_to(array, batch + inner), size
    return np.require(array, requirements=("C", "A")).reshape((count, *inner))


def functions_of(function: FunctionType, seen: set[Any] | None = None) -> Iterator[FunctionType]:
    """Yield a function, and the functions of Python that it calls."""
    seen = set() if seen is None else seen
    if function in seen:
        return
    seen.add(function)
    yield function
    for value in _outer(function).values():
        if isinstance(value, FunctionType) and not value.__module__.startswith(("numpy", "math")):
            yield from functions_of(value, seen)


def numbers_of(functions: Sequence[FunctionType]) -> Iterator[str]:
    """Yield the outer names of functions that stand for numbers and tuples, with their values."""
    for function in functions:
        for name, value in _outer(function).items():
            if not isinstance(value, (FunctionType, ModuleType)):
                shown = value.tobytes() if isinstance(value, np.ndarray) else value
                yield f"{function.__qualname__}.{name}={shown!r}"


def _outer(function: FunctionType) -> dict[str, Any]:
    """Return what the outer names of a function stand for."""
    found = dict(inspect.getclosurevars(function).globals)
    found.update(inspect.getclosurevars(function).nonlocals)
    for inner in function.__code__.co_consts:
        if isinstance(inner, CodeType):
            found.update(
                {n: function.__globals__[n] for n in inner.co_names if n in function.__globals__}
            )
    return found
