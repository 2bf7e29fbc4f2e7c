"""Conformance: every operator of a backend, over its samples, against NumPy.

Decides which programs are run with which samples, dtypes and layouts, when two results agree, and
how it is told. Must not know operators nor any backend but NumPy's, which is right by definition.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...dispatch.operator import Operator
from ...dispatch.registry import lookup, operators
from ...dispatch.tensor import Tensor, backend_of
from ..backend import Backend, backend_named
from ..coverage import covered
from . import programs
from .programs import LAYOUTS, NotForThis, Run, as_is
from .report import CHECKS, ConformanceReport, Failure, OperatorResult
from .samples import ROWS, Row, Sample, arrays_in, as_dtype, each_array

Array = np.ndarray[Any, Any]

#: More dtypes than the rows name, with the letter of the row's that has them too.
MORE_DTYPES = {"float16": "f", "int32": "i", "uint8": "i"}
RELATIVE = {"float16": 4e-3, "float32": 1e-5, "complex64": 1e-5}
LARGE, MIDDLE = 20_000, 1_000  # elements: more than what backends have special loops for
MOST = 2_000_000  # elements of all results


class Case(NamedTuple):
    """One program with arguments; `check` is the column of the table."""

    check: str
    program: Callable[[Run], list[Any]]
    args: list[Any]
    kwargs: dict[str, Any]
    layout: Callable[[Array], Array]
    words: str

    @property
    def size(self) -> int:
        """The number of elements of the arguments."""
        return sum(a.size for a in arrays_in(self.args))


def conformance(
    name: Any, *, only: Iterable[str] = (), checks: Iterable[str] = CHECKS
) -> ConformanceReport:
    """Run every operator on a backend and on NumPy and compare: one line for each.

    Parameters
    ----------
    name : str or device
        The device of the backend.
    only : iterable of str
        Names of operators; without any, all of them.
    checks : iterable of str
        Some of `redispatch.backends.checks.report.CHECKS`.

    Returns
    -------
    ConformanceReport
        Prints a table; `ok` says that no operator that the backend claims is wrong, `failures`
        holds for each operator that is the smallest arguments that show it.

    Raises
    ------
    DeviceError
        If there is no such device.
    OperatorNotFound
        If there is no operator of a name in `only`.
    ValueError
        For another word in `checks`.

    Examples
    --------
    >>> from redispatch.backends import conformance
    >>> conformance("numba", only=["sigmoid"]).ok
    True
    """
    backend, wanted = backend_named(name), tuple(checks)
    unknown = set(wanted) - set(CHECKS)
    if unknown:
        raise ValueError(f"there is no check {min(unknown)!r}; there are {', '.join(CHECKS)}")
    chosen = [lookup(each) for each in only] or [o for o in operators() if o.functional is None]
    results, unsampled = [], []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for operator in chosen:
            row = ROWS.get(operator.schema.name) if operator.schema.namespace == "rd" else None
            if row is None or operator.schema.overload:
                unsampled.append(operator.name)
            else:
                results.append(_check(backend, operator, row, wanted))
    return ConformanceReport(backend.name, tuple(results), tuple(unsampled), wanted)


def _check(
    backend: Backend, operator: Operator, row: Row, checks: tuple[str, ...]
) -> OperatorResult:
    """Run all programs of one operator."""
    result = OperatorResult(operator.name, covered(backend, operator).how)
    for case in _cases(backend, operator, row, "large" in checks):
        if case.check not in checks:
            continue
        try:
            right = _outcome(backend.host, operator, case)
        except Exception:
            continue  # NumPy refuses: there is nothing to compare with
        try:
            problem = _difference(_outcome(backend, operator, case), right)
        except NotImplementedError:
            result.declined[case.check] += 1
            continue
        except NotForThis:
            continue
        except Exception as error:
            problem = f"{type(error).__name__}: {error}".partition("\n")[0]
        if problem is None:
            result.passed[case.check] += 1
        else:
            failure = Failure(operator.name, case.check, case.words, problem, case.size)
            result.failures.append(failure)
    return result


def _outcome(backend: Backend, operator: Operator, case: Case) -> list[Any]:
    """Run a program; return what is looked at, tensors as arrays."""
    run = Run(backend, operator, case.args, case.kwargs, case.layout)
    return [_seen(value) for value in case.program(run)]


def _seen(value: Any) -> Any:
    if isinstance(value, Tensor):
        array = np.array(backend_of(value).to_numpy(value._data))
        return (tuple(value.shape), value.dtype, array)
    return value


# what is run -------------------------------------------------------------------------------------


def _cases(backend: Backend, operator: Operator, row: Row, large: bool) -> Iterator[Case]:
    """Yield every program with every sample that it is for."""
    writes = operator.schema.is_mutable
    # What is made for formulas may take a step for each element, and its derivatives more.
    private = operator.schema.name.startswith("_") or operator.schema.name.endswith("_backward")
    for number, (sample, dtype) in enumerate(row.cases()):
        args = [as_dtype(a, dtype) for a in sample.args]

        def case(
            check: str,
            program: Any,
            layout: str = "",
            args: list[Any] = args,
            of: str = dtype,
            sample: Sample = sample,
        ) -> Case:
            words = f"{sample} {of} {layout}".rstrip()
            return Case(check, program, args, sample.kwargs, LAYOUTS.get(layout, as_is), words)

        yield case(_kind(args), programs.values)
        for layout in LAYOUTS if backend.strided or not row.about_layout else ():
            if layout != "read_only" or not writes:
                yield case("strides", programs.values, layout)
                yield case("writes", programs.in_place, layout)
        yield case("alias", programs.twice)
        yield case("writes", programs.in_place)
        yield case("writes", programs.in_place_twice)
        yield case("writes", programs.out)
        if isinstance(args[0], np.ndarray) and not writes:
            yield case("alias", programs.argument_written)
            yield case("alias", programs.result_written)
        if dtype == "float64" and sample.differentiable and row.differentiable and not writes:
            yield case("gradients", programs.gradients)
        if large and dtype.startswith("float") and number < 4:
            for larger in [a for a in programs.grown(args, LARGE) if _fits(operator, a, sample)]:
                if not private:
                    yield from [case("large", programs.values, w, larger) for w in ("", *LAYOUTS)]
                    yield case("large", programs.in_place, "", larger)
            for larger in [a for a in programs.grown(args, MIDDLE) if _fits(operator, a, sample)]:
                yield from [case("large", programs.values, w, larger) for w in ("", *LAYOUTS)]
                if not private:
                    yield case("large", programs.gradients, "", larger)
    for sample in row.samples:
        for more, letter in MORE_DTYPES.items():
            if letter in row.dtypes and (not sample.only or letter in sample.only):
                given = [_converted(a, more) for a in sample.args]
                words = f"{sample} {more}"
                yield Case("dtypes", programs.values, given, sample.kwargs, as_is, words)


def _kind(args: list[Any]) -> str:
    """Return the column that calls with these arguments belong to."""
    arrays = arrays_in(args)
    if any(not a.size for a in arrays):
        return "empty"
    return "0-d" if any(not a.ndim for a in arrays) else "values"


def _converted(value: Any, dtype: str) -> Any:
    """Return an argument with the arrays of the tested dtype in another one."""

    def change(array: Array) -> Array:
        if array.dtype != np.float64:
            return array
        if dtype in ("int32", "uint8"):
            array = np.sign(array) * np.ceil(np.abs(array))
        return np.asarray((np.abs(array) if dtype == "uint8" else array).astype(dtype))

    return each_array(change, value)


def _fits(operator: Operator, args: list[Any], sample: Sample) -> bool:
    """Whether a call with larger arguments is possible, and its results of a bearable size."""
    run = Run(backend_named("meta"), operator, args, sample.kwargs, np.asarray)
    try:
        results = programs.tensors_in([operator(*run.place(), **sample.kwargs)])
    except Exception:
        return False
    return len(results) < 100 and sum(r.numel() for r in results) <= MOST


# what is compared --------------------------------------------------------------------------------


def _difference(given: list[Any], right: list[Any]) -> str | None:
    """Return how results differ from the right ones, or None."""
    if len(given) != len(right):
        return f"{len(given)} results, right is {len(right)}"
    for one, other in zip(given, right, strict=True):
        problem = _one_difference(one, other)
        if problem is not None:
            return problem
    return None


def _one_difference(given: Any, right: Any) -> str | None:
    if not isinstance(right, tuple) or not isinstance(given, tuple):
        return None if given == right else f"{given!r}, right is {right!r}"
    (shape, dtype, array), (right_shape, right_dtype, right_array) = given, right
    if dtype != right_dtype or array.dtype != right_array.dtype:
        return f"dtype {dtype.name} (data {array.dtype}), right is {right_dtype.name}"
    if shape != right_shape or array.shape != right_shape:
        return f"sizes {list(shape)} (data {list(array.shape)}), right are {list(right_shape)}"
    if np.array_equal(array, right_array):
        return None
    close = RELATIVE.get(dtype.name, 1e-10 if right_array.dtype.kind in "fc" else 0)
    finite = np.abs(right_array[np.isfinite(right_array)])
    scale = max(1.0, float(finite.max())) if finite.size else 1.0
    if np.allclose(array, right_array, rtol=close, atol=close * scale, equal_nan=True):
        return None
    with np.errstate(all="ignore"):
        apart = np.abs(np.subtract(array, right_array, dtype=np.result_type(array, 1.0)))
    return f"values differ by up to {np.nanmax(apart) if apart.size else 0:.3g}"


__all__ = ["conformance"]
