"""What a row of samples is, and the few constructors that all families share.

Every array of a sample is float64 where the tested dtype belongs, and of another dtype where the
operator wants just that one (class indices, conditions). Values are chosen so that finite
differences work: distinct, away from 0 and from each other across `x` and `y`, and not 0 as
integers either.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
LETTERS = {
    "d": "float64", "f": "float32", "i": "int64", "b": "bool", "z": "complex128", "c": "complex64",
}  # fmt: skip
CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2}


@dataclass(frozen=True)
class Sample:
    """The arguments of one call; arrays become tensors.

    Attributes
    ----------
    only : letters of the dtypes it is for; empty for those of the row.
    result : as in `Row`; empty for that of the row.
    differentiable : whether it is differentiated, if the row is.
    """

    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    only: str = ""
    result: str = ""
    differentiable: bool = True

    def __str__(self) -> str:
        shown = [_show(a) for a in self.args] + [f"{k}={_show(v)}" for k, v in self.kwargs.items()]
        return f"({', '.join(shown)})"


@dataclass(frozen=True)
class Row:
    """The samples of one operator.

    Attributes
    ----------
    expected : of the same arguments; computes the value without the product's kernels.
    samples : what it is called with.
    dtypes : letters of `LETTERS`: which dtypes the tested arrays may have.
    result : how the dtype of the result follows; see `result_dtype`. Of several results, the words
        for each, with commas between them.
    differentiable : false, where the operator has no derivative.
    arguments : positions that are differentiated; empty for all tested arrays.
    about_layout : whether what it gives depends on how its inputs lie in memory.
    """

    expected: Callable[..., Any]
    samples: Sequence[Sample]
    dtypes: str = "df"
    result: str = "promote"
    differentiable: bool = True
    arguments: tuple[int, ...] = ()
    about_layout: bool = False

    def cases(self) -> list[tuple[Sample, str]]:
        """Return each sample with the name of each dtype that it is for."""
        return [
            (sample, LETTERS[letter])
            for sample in self.samples
            for letter in self.dtypes
            if not sample.only or letter in sample.only
        ]


def s(*args: Any, only: str = "", result: str = "", smooth: bool = True, **kwargs: Any) -> Sample:
    """Return a sample; `only`, `result` and `smooth` are no arguments of the operator."""
    return Sample(args, kwargs, only, result, smooth)


def _show(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_show, value))}]"
    if isinstance(value, np.ndarray):
        return f"{value.dtype.kind}{list(value.shape)}"
    return repr(value).removeprefix("redispatch.")


# ----- values -----


def draw(shape: tuple[int, ...], seed: int) -> Array:
    """Return distinct numbers between 0.3 and 2.6, of both signs, in an arbitrary order."""
    count = math.prod(shape)
    rng = np.random.default_rng(count * 100 + seed)
    sizes = 0.3 + 2.2 * (rng.permutation(count) + 0.25) / max(count, 1) + 0.0193 * seed
    signs = np.where(rng.permutation(count) % 2 == 0, 1.0, -1.0)
    return np.asarray((sizes * signs).reshape(shape))


def x(*shape: int) -> Array:
    """Return the usual first operand."""
    return draw(shape, 0)


def y(*shape: int) -> Array:
    """Return the usual second operand."""
    return draw(shape, 1)


def z(*shape: int) -> Array:
    """Return the usual third operand."""
    return draw(shape, 2)


def positive(*shape: int) -> Array:
    """Return numbers above zero."""
    return np.asarray(np.abs(x(*shape)))


def mask(*shape: int) -> Array:
    """Return truth values, some of each."""
    return np.asarray(draw(shape, 3) > 0)


def turned(value: Array) -> Array:
    """Return complex numbers of the same lengths, none of them on a real or imaginary axis."""
    return np.asarray(value * np.exp(1j * (0.5 + 0.8 * np.arange(value.size).reshape(value.shape))))


def either(real: Callable[..., Any], of_complex: Callable[..., Any]) -> Callable[..., Any]:
    """Return what applies one of two functions of Python numbers: of real or of complex ones."""

    def apply(*numbers: Any, **kwargs: Any) -> Any:
        fn = of_complex if any(isinstance(n, complex) for n in numbers) else real
        return fn(*numbers, **kwargs)

    return apply


def each_array(change: Callable[[Array], Any], value: Any) -> Any:
    """Return an argument with every array in it changed, also those in lists."""
    if isinstance(value, np.ndarray):
        return change(value)
    if isinstance(value, list):
        return [each_array(change, v) for v in value]
    return value


def arrays_in(value: Any) -> list[Array]:
    """Return the arrays in an argument, in order."""
    found: list[Array] = []
    each_array(found.append, value)
    return found


def as_dtype(value: Any, name: str) -> Any:
    """Return a sample's array in the tested dtype; anything but a float64 array as it is."""
    if isinstance(value, list):
        return [as_dtype(v, name) for v in value]
    if not isinstance(value, np.ndarray) or value.dtype != np.float64:
        return value
    if name.startswith("complex"):
        return turned(value).astype(name)
    if name == "int64":
        value = np.sign(value) * np.ceil(np.abs(value))
    return np.asarray(value > 0 if name == "bool" else value.astype(name))


# ----- what is expected -----


def each(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return what applies a function of Python numbers to each element, with broadcasting."""

    def expected(*operands: Any, **kwargs: Any) -> Any:
        wide = np.broadcast_arrays(*operands)
        rows = zip(*[a.reshape(-1).tolist() for a in wide], strict=True)
        values = [fn(*numbers, **kwargs) for numbers in rows]
        return np.array(values, None if values else np.float64).reshape(wide[0].shape)

    return expected


def axes_of(dim: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes that `dim` names: all for None and ()."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    return tuple(d % ndim for d in dims) if ndim else ()


def add_up(values: Sequence[Any]) -> Any:
    """Return the exact sum of Python numbers, rounded once; of complex ones by their parts."""
    if any(isinstance(v, complex) for v in values):
        return complex(math.fsum(v.real for v in values), math.fsum(v.imag for v in values))
    return math.fsum(values)


def over(fn: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Return what applies a function of a list of Python numbers along dimensions."""

    def expected(self: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        axes = axes_of(dim, self.ndim)
        kept = [1 if i in axes else n for i, n in enumerate(self.shape)]
        values = []
        for index in np.ndindex(*kept):
            part = self[tuple(slice(None) if i in axes else k for i, k in enumerate(index))]
            values.append(fn(part.reshape(-1).tolist()))
        shape = kept if keepdim else [n for i, n in enumerate(self.shape) if i not in axes]
        return np.array(values, None if values else np.float64).reshape(shape)

    return expected


def along(fn: Callable[[list[float]], list[float]]) -> Callable[..., Any]:
    """Return what applies a function from list to list along one dimension."""

    def expected(self: Array, dim: int, dtype: Any = None) -> Any:
        rows = np.moveaxis(np.atleast_1d(self), dim, -1)
        result = np.empty(rows.shape, complex if rows.dtype.kind == "c" else float)
        for index in np.ndindex(*rows.shape[:-1]):
            result[index] = fn(rows[index].tolist())
        return np.moveaxis(result, -1, dim).reshape(self.shape)

    return expected


def result_dtype(rule: str, tested: str, sample: Sample) -> Any:
    """Return the dtype that a result must have.

    The rules: "same" as the tested one; "promote" it with the Python scalars; "float", likewise,
    but integers become float32; "sum", where they become int64; "real", the parts of complex
    numbers, else as "same"; or the name of a dtype. The keyword `dtype` decides wherever it is
    given.
    """
    if sample.kwargs.get("dtype") is not None:
        return np.dtype(sample.kwargs["dtype"])
    if rule not in ("same", "promote", "float", "sum", "real"):
        return np.dtype(rule)
    result = np.dtype(tested)
    if rule == "real":
        return np.zeros(0, result).real.dtype
    if rule in ("promote", "float"):
        for value in sample.args:
            if isinstance(value, float) and result.kind in "bi":
                result = np.dtype("float32")
            elif type(value) is int and result.kind == "b":
                result = np.dtype("int64")
    if rule == "float" and result.kind in "bi":
        result = np.dtype("float32")
    if rule == "sum" and result.kind in "bi":
        result = np.dtype("int64")
    return result


__all__ = [
    "Row", "Sample", "add_up", "along", "arrays_in", "as_dtype", "axes_of", "draw", "each",
    "each_array",
    "either", "mask", "over", "positive", "result_dtype", "s", "turned", "x", "y", "z",
]  # fmt: skip
