"""The programs that a conformance run gives to NumPy and to another backend.

Decides what is done with one operator and one sample, and what of it is looked at afterwards. Must
not know which backend it runs on, nor any operator but those that write what is to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...dispatch.operator import Operator
from ...dispatch.tensor import Tensor
from ..backend import Backend
from .samples import arrays_in, each_array

Array = np.ndarray[Any, Any]
Layout = Callable[[Array], Array]


class NotForThis(Exception):
    """A program has nothing to do for these arguments."""


@dataclass(frozen=True)
class Run:
    """One operator with one sample on one backend.

    Attributes
    ----------
    args : positional arguments, arrays for tensors.
    layout : how each array lies in memory.
    """

    backend: Backend
    operator: Operator
    args: Sequence[Any]
    kwargs: dict[str, Any]
    layout: Layout

    def put(self, array: Array) -> Tensor:
        """Return a tensor on the backend with the values of an array."""
        return self.backend.tensor(self.backend.from_numpy(self.layout(array)))

    def place(self) -> list[Any]:
        """Return the arguments with tensors in place of arrays."""
        return [each_array(self.put, value) for value in self.args]

    def form(self, suffix: str) -> Operator:
        """Return the in-place or out= form of the operator; NotForThis if it has none."""
        for form in self.operator.forms:
            if form.name == self.operator.name + suffix:
                return form
        raise NotForThis


def as_is(array: Array) -> Array:
    """Return a copy, row-major."""
    return np.array(array, order="C")


def strided(array: Array) -> Array:
    """Return the values with gaps between them."""
    if not array.ndim:
        return np.array([array, array])[1:].reshape(())
    buffer = np.zeros((*array.shape[:-1], array.shape[-1] * 2 + 1), array.dtype)
    buffer[..., 1::2] = array
    return buffer[..., 1::2]


def backward(array: Array) -> Array:
    """Return the values with negative strides."""
    turned: Any = (slice(None, None, -1),) * array.ndim
    return np.array(array[turned])[(*turned, ...)]


def fortran(array: Array) -> Array:
    """Return the values with the first dimension the fastest."""
    return np.array(array, order="F")


def read_only(array: Array) -> Array:
    """Return the values in memory that refuses writes."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy


LAYOUTS: dict[str, Layout] = {
    "strided": strided,
    "backward": backward,
    "fortran": fortran,
    "read_only": read_only,
}


# programs ----------------------------------------------------------------------------------------


def values(run: Run) -> list[Any]:
    """Call the operator; look at the results, and at the arguments, which are to be left alone."""
    given = run.place()
    return [*parts(run.operator(*given, **run.kwargs)), *tensors_in(given)]


def twice(run: Run) -> list[Any]:
    """Give one tensor for the first argument and for every other that has its values' shape."""
    given = run.place()
    first, same = run.args[0], 0
    for i, other in enumerate(run.args[1:], 1):
        if alike(first, other):
            given[i], same = given[0], same + 1
    if not same:
        raise NotForThis
    return [*parts(run.operator(*given, **run.kwargs)), given[0]]


def in_place(run: Run) -> list[Any]:
    """Call the in-place form; look at what it wrote, returned and counted."""
    form, given = run.form("_"), run.place()
    target = target_of(given)
    before = target._version
    result = form(*given, **run.kwargs)
    return [result is target, target._version - before, *tensors_in(given)]


def in_place_twice(run: Run) -> list[Any]:
    """Call the in-place form with the tensor itself as an operand."""
    form, given = run.form("_"), run.place()
    places = [i for i, other in enumerate(run.args) if i and alike(run.args[0], other)]
    if not places:
        raise NotForThis
    for i in places:
        given[i] = given[0]
    form(*given, **run.kwargs)
    return [given[0]]


def out(run: Run) -> list[Any]:
    """Call the out= form with a tensor that fits."""
    form, given = run.form(".out"), run.place()
    fitting = run.operator(*given, **run.kwargs).clone()
    result = form(*given, **run.kwargs, out=fitting)
    return [result is fitting, fitting, *tensors_in(given)]


def argument_written(run: Run) -> list[Any]:
    """Write to the first argument after the call: only views may see it."""
    given = run.place()
    results = tensors_in([run.operator(*given, **run.kwargs)])
    base = target_of(given)
    base.copy_(run.put(as_is(run.args[0][::-1] if run.args[0].ndim else run.args[0] * 0)))
    return [*results, base]


def result_written(run: Run) -> list[Any]:
    """Write to the results: the first argument sees it only where they are views."""
    given = run.place()
    for result in tensors_in([run.operator(*given, **run.kwargs)]):
        result.zero_()
    return list(tensors_in(given))


def gradients(run: Run) -> list[Any]:
    """Differentiate a weighed sum of the results by every floating-point argument."""
    given = run.place()
    leaves = [t for t in tensors_in(given) if t.dtype.is_floating_point]
    for leaf in leaves:
        leaf.requires_grad_(True)
    results = tensors_in([run.operator(*given, **run.kwargs)])
    results = [r for r in results if r.requires_grad and r.dtype.is_floating_point]
    if not results or not leaves:
        raise NotForThis
    total: Any = 0
    for r in results:
        weights = np.linspace(0.5, 1.5, r.numel()).reshape(tuple(r.shape)).astype(r.dtype.dtype)
        total = (r * run.put(weights)).sum() + total
    total.backward()
    return [leaf.grad for leaf in leaves]


# parts of programs -------------------------------------------------------------------------------


def parts(result: Any) -> list[Any]:
    """Return the results of a call, one or several."""
    return list(result) if isinstance(result, (list, tuple)) else [result]


def tensors_in(given: Sequence[Any]) -> list[Tensor]:
    """Return the tensors among arguments, those in lists too."""
    found = [t for value in given for t in parts(value)]
    return [t for t in found if isinstance(t, Tensor)]


def target_of(given: Sequence[Any]) -> Tensor:
    """Return the argument that is written to; NotForThis if it is no tensor."""
    if not isinstance(given[0], Tensor):
        raise NotForThis
    return given[0]


def alike(first: Any, other: Any) -> bool:
    """Whether two arguments are arrays of one shape and dtype."""
    both = isinstance(first, np.ndarray) and isinstance(other, np.ndarray)
    return both and (first.shape, first.dtype) == (other.shape, other.dtype)


# larger arguments --------------------------------------------------------------------------------


def grown(args: Sequence[Any], elements: int) -> list[list[Any]]:
    """Return larger arguments, in ways that suit some operators: what NumPy refuses is not used.

    More rows in the arrays with the most dimensions; in all arrays; or more columns in all.
    """
    arrays = [a for a in arrays_in(list(args)) if a.ndim and a.size]
    if not arrays:
        return []
    most = max(a.ndim for a in arrays)
    times = -(-elements // max(a.size for a in arrays))

    def change(axis: int, least: int) -> list[Any]:
        def more(a: Array) -> Array:
            if a.ndim < max(least, 1) or not a.size:
                return a
            counts = [1] * a.ndim
            counts[axis] = times
            return np.tile(a, counts)

        return [each_array(more, value) for value in args]

    ways = [change(0, most), change(0, 1), change(-1, 1)]
    return list({tuple(a.shape for a in arrays_in(way)): way for way in ways}.values())


__all__ = [
    "LAYOUTS",
    "NotForThis",
    "Run",
    "argument_written",
    "arrays_in",
    "as_is",
    "gradients",
    "grown",
    "in_place",
    "in_place_twice",
    "out",
    "result_written",
    "twice",
    "values",
]
