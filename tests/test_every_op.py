"""Every operator against its row in samples/: values, layouts, forms, modes, derivatives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from checker import check_derivatives
from samples import ROWS, Row, Sample, arrays_in, as_dtype, each_array, result_dtype, turned

import redispatch as rd
from redispatch.dispatch import OperatorNotFound, lookup
from redispatch.dispatch.generated import functions

Array = np.ndarray[Any, Any]
DERIVED = [name for name, row in ROWS.items() if row.differentiable]


def cases(name: str) -> Iterator[tuple[Sample, str]]:
    """Yield the samples of an operator with the dtypes they are for."""
    yield from ROWS[name].cases()


def arrays_of(sample: Sample, dtype: str) -> list[Any]:
    """Return the positional arguments, arrays in the tested dtype."""
    return [as_dtype(a, dtype) for a in sample.args]


def tensors_of(values: list[Any]) -> list[Any]:
    """Return the arguments with a tensor over each array."""
    return [each_array(rd.from_numpy, v) for v in values]


def parts(result: Any) -> list[Any]:
    """Return the results of a call, one or several."""
    return list(result) if isinstance(result, (list, tuple)) else [result]


def joined(result: Any) -> Any:
    """Return the results that have gradients as one tensor: all in a list, the first of a tuple."""
    if isinstance(result, list):
        return rd.cat([r.reshape(-1) for r in result])
    return result[0] if isinstance(result, tuple) else result


def is_write(name: str) -> bool:
    """Whether an operator writes to its first argument."""
    return lookup(name).schema.is_inplace


def call(name: str, values: list[Any], kwargs: dict[str, Any]) -> Any:
    """Call an operator; one that writes gets a copy to write to."""
    first = [values[0].clone()] if is_write(name) else values[:1]
    return lookup(name)(*first, *values[1:], **kwargs)


def form(name: str) -> Any:
    """Return a form that was made from another operator, or None if there is none of that name."""
    try:
        found = lookup(name)
    except OperatorNotFound:
        return None
    return found if found.functional is not None else None


def position_of(name: str, sample: Sample) -> int:
    """Return where a sample stands in its row."""
    return [t is sample for t in ROWS[name].samples].index(True)


@functools.cache
def expected(name: str, position: int, dtype: str) -> list[Array]:
    """Return the values that a sample must give, in the dtypes they must have."""
    row: Row = ROWS[name]
    sample = row.samples[position]
    exact = [each_array(_exact, v) for v in arrays_of(sample, dtype)]
    with np.errstate(all="ignore"):
        values = parts(row.expected(*exact, **sample.kwargs))
        words = (sample.result or row.result).split(",")
        words *= 1 if len(words) == len(values) else len(values)
        return [
            np.asarray(v).astype(result_dtype(word, dtype, sample))
            for v, word in zip(values, words, strict=True)
        ]


def _exact(value: Array) -> Array:
    wide = {"float32": np.float64, "complex64": np.complex128}
    return value.astype(wide.get(value.dtype.name, value.dtype))


def check(result: Any, name: str, sample: Sample, dtype: str, how: str) -> None:
    """Compare the results with what is expected: how many, dtype, shape, values."""
    rights = expected(name, position_of(name, sample), dtype)
    where = f"{name}{sample} {dtype} {how}"
    results = parts(result)
    assert len(results) == len(rights), f"{where}: {len(results)}, right is {len(rights)}"
    for each, right in zip(results, rights, strict=True):
        check_one(each, right, dtype, where)


def check_one(result: Any, right: Array, dtype: str, where: str) -> None:
    """Compare one result."""
    array = result.detach().numpy()
    assert array.dtype == right.dtype, f"{where}: {array.dtype}, right is {right.dtype}"
    assert array.shape == right.shape, f"{where}: {array.shape}, right is {right.shape}"
    single = {"float32", "complex64"} & {right.dtype.name, dtype}
    tolerance = 2e-6 if single else 1e-12
    np.testing.assert_allclose(array, right, rtol=tolerance * 5, atol=tolerance, err_msg=where)


@pytest.mark.parametrize("name", ROWS)
def test_values(name: str) -> None:
    """The operator, the function and the method give what is expected."""
    operator = lookup(name)
    ways: dict[str, Callable[..., Any]] = {"operator": operator}
    if not is_write(name):
        ways["function"] = getattr(functions, name)
    for sample, dtype in cases(name):
        for way, fn in ways.items():
            values = tensors_of(arrays_of(sample, dtype))
            if is_write(name):
                values[0] = values[0].clone()
            check(fn(*values, **sample.kwargs), name, sample, dtype, way)
        values = tensors_of(arrays_of(sample, dtype))
        if operator.method and not is_write(name) and isinstance(values[0], rd.Tensor):
            result = getattr(values[0], name)(*values[1:], **sample.kwargs)
            check(result, name, sample, dtype, "method")


# ----- layouts -----


def strided(a: Array) -> Array:
    """Return the values with gaps between them."""
    if not a.ndim:
        return np.array([a, a])[1:].reshape(())
    buffer = np.zeros((*a.shape[:-1], a.shape[-1] * 2 + 1), a.dtype)
    buffer[..., 1::2] = a
    return buffer[..., 1::2]


def reversed_(a: Array) -> Array:
    """Return the values with negative strides."""
    backward: Any = (slice(None, None, -1),) * a.ndim
    return np.array(a[backward])[(*backward, ...)]


def read_only(a: Array) -> Array:
    """Return the values in memory that refuses writes."""
    copy = a.copy()
    copy.flags.writeable = False
    return copy


def fortran(a: Array) -> Array:
    """Return the values with the first dimension the fastest."""
    return np.array(a, order="F")


def repeated(a: Array) -> Array:
    """Return the values of a first row, repeated by a stride of zero where that is the same."""
    if a.ndim and a.shape[0] and (a == a[:1]).all():
        return np.broadcast_to(a[:1], a.shape)
    return a.copy()


LAYOUTS = {
    "strided": strided,
    "reversed": reversed_,
    "read_only": read_only,
    "fortran": fortran,
    "repeated": repeated,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", [n for n, row in ROWS.items() if not row.about_layout])
def test_layouts(name: str, layout: str) -> None:
    """How memory is laid out does not change values, and inputs are left alone."""
    for sample, dtype in cases(name):
        arrays = arrays_of(sample, dtype)
        laid = [each_array(LAYOUTS[layout], a) for a in arrays]
        before = [a.copy() for a in arrays_in(laid)]
        result = call(name, tensors_of(laid), sample.kwargs)
        check(result, name, sample, dtype, layout)
        for old, new in zip(before, arrays_in(laid), strict=True):
            np.testing.assert_array_equal(old, new, err_msg=f"{name}{sample} changed its input")


CONJUGATES = {"conj", "adjoint"}  # views of real numbers; see docs/differences.md


@pytest.mark.parametrize("name", ROWS)
def test_aliases(name: str) -> None:
    """A result shares memory with an input exactly where the schema says so."""
    operator = lookup(name)
    for sample, dtype in cases(name):
        arrays = arrays_of(sample, dtype)
        results = parts(call(name, tensors_of(arrays), sample.kwargs))
        for result in [r.numpy() for r in results]:
            shares = [np.shares_memory(result, a) for a in arrays_in(arrays)]
            if name in CONJUGATES and dtype.startswith("complex"):
                continue
            if operator.schema.is_view:
                assert shares[0] or not result.size, f"{name}{sample} is no view"
                continue
            assert not any(shares), f"{name}{sample} shares memory with an input"
            assert result.flags.writeable, f"{name}{sample} cannot be written to"
            steps = zip(result.shape, result.strides, strict=True)
            assert all(n < 2 or step for n, step in steps) or not result.size, f"{name}{sample}"


# ----- modes and forms -----


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
@pytest.mark.parametrize("name", ROWS)
def test_modes(name: str, mode: str) -> None:
    """Values are the same where nothing is recorded, also for inputs that require grad."""
    for sample, dtype in cases(name):
        values = tensors_of(arrays_of(sample, dtype))
        for v in [t for each in values for t in parts(each)]:
            if isinstance(v, rd.Tensor) and v.dtype.kind in "fc":
                v.requires_grad_(True)
        with getattr(rd, mode)():
            result = call(name, values, sample.kwargs)
            check(result, name, sample, dtype, mode)
        for each in parts(result):
            # a view says what its base does, and a composite may return its input
            view = lookup(name).schema.is_view
            assert each.grad_fn is None
            assert view or not each.requires_grad


def is_view(name: str) -> bool:
    """Whether an operator gives a view."""
    return lookup(name).schema.is_view


WRITTEN = [n for n in ROWS if form(f"{n}_") and not is_view(n)]


@pytest.mark.parametrize("name", WRITTEN)
def test_in_place(name: str) -> None:
    """The in-place form writes what the functional form returns, counts once, returns self."""
    operator, tested = lookup(f"{name}_"), 0
    for sample, dtype in cases(name):
        arrays = arrays_of(sample, dtype)
        right = expected(name, position_of(name, sample), dtype)[0]
        first = arrays[0]
        if not isinstance(first, np.ndarray):
            continue
        if (first.shape, first.dtype) != (right.shape, right.dtype):
            continue
        for layout in (np.array, strided, reversed_, fortran):
            target = rd.from_numpy(layout(first))
            version = target._version
            result = operator(target, *tensors_of(arrays[1:]), **sample.kwargs)
            assert result is target, f"{name}_{sample} returns another tensor"
            assert target._version == version + 1, f"{name}_{sample}"
            check(target, name, sample, dtype, "in place")
        tested += 1
    assert tested, f"no sample fits {name}_"


@pytest.mark.parametrize("name", [n for n in ROWS if form(f"{n}_") and is_view(n)])
def test_turned_in_place(name: str) -> None:
    """The in-place form of a view makes the tensor itself the view, and counts as a write."""
    for sample, dtype in cases(name):
        arrays = arrays_of(sample, dtype)
        target = rd.from_numpy(arrays[0].copy())
        memory = target.untyped_storage()
        result = lookup(f"{name}_")(target, *arrays[1:], **sample.kwargs)
        assert result is target and target._version == 1, f"{name}_{sample}"
        assert target.untyped_storage() is memory and not target._is_view()
        check(target, name, sample, dtype, "in place")


@pytest.mark.parametrize("name", [n for n in ROWS if form(f"{n}_copy")])
def test_copy_form(name: str) -> None:
    """The copying form of a view gives the same values, row-major, in memory of its own."""
    for sample, dtype in cases(name):
        given = tensors_of(arrays_of(sample, dtype))
        for operator in (lookup(f"{name}_copy"), getattr(functions, f"{name}_copy")):
            result = operator(*given, **sample.kwargs)
            check(result, name, sample, dtype, "copied")
            for each in parts(result):
                assert each._base is None and each.is_contiguous()
                assert not np.may_share_memory(each.numpy(), given[0].numpy()), f"{name}{sample}"
        if form(f"{name}_copy.out"):
            right = expected(name, position_of(name, sample), dtype)[0]
            out = rd.from_numpy(np.full(right.shape, 7).astype(right.dtype))
            assert getattr(functions, f"{name}_copy")(*given, **sample.kwargs, out=out) is out
            check(out, name, sample, dtype, "out")


@pytest.mark.parametrize("name", [n for n in ROWS if form(f"{n}_copy")])
def test_derivatives_of_a_copy(name: str) -> None:
    """The copying form has the derivatives of the view, in both directions."""
    operator = lookup(f"{name}_copy")
    for sample in smooth(name)[:2]:
        arrays, fill = differentiated(sample, ROWS[name])
        check_derivatives(
            lambda *t: joined(operator(*fill(*t), **sample.kwargs)),  # noqa: B023
            arrays,
        )


@pytest.mark.parametrize("name", [n for n in ROWS if form(f"{n}.out")])
def test_out(name: str) -> None:
    """The out= form writes into the given tensor, counts once, and returns it."""
    operator = lookup(f"{name}.out")
    for sample, dtype in cases(name):
        right = expected(name, position_of(name, sample), dtype)[0]
        out = rd.from_numpy(np.full(right.shape, 7).astype(right.dtype))
        version = out._version
        result = operator(*tensors_of(arrays_of(sample, dtype)), **sample.kwargs, out=out)
        assert result is out, f"{name}.out{sample} returns another tensor"
        assert out._version == version + 1, f"{name}.out{sample}"
        check(out, name, sample, dtype, "out")


# ----- derivatives -----


def smooth_dtype(a: Array) -> bool:
    """Whether an array of a sample is differentiated."""
    return a.dtype in (np.float64, np.complex128)


def differentiated(sample: Sample, row: Row) -> tuple[list[Array], Callable[..., list[Any]]]:
    """Return the arrays that are differentiated, and what puts tensors in their places."""
    places = row.arguments or tuple(range(len(sample.args)))
    chosen = [a for i in places for a in arrays_in(sample.args[i]) if smooth_dtype(a)]

    def fill(*given: Any) -> list[Any]:
        rest = iter(given)

        def place(array: Array) -> Any:
            return next(rest) if smooth_dtype(array) else rd.from_numpy(array)

        return [
            each_array(place if i in places else rd.from_numpy, a)
            for i, a in enumerate(sample.args)
        ]

    return chosen, fill


def smooth(name: str, letter: str = "d") -> list[Sample]:
    """Return the samples that are differentiated."""
    row = ROWS[name]
    return [t for t in row.samples if t.differentiable and (not t.only or letter in t.only)]


@pytest.mark.parametrize("name", DERIVED)
def test_derivatives(name: str) -> None:
    """First and second derivatives, over payloads and over tensors."""
    for sample in smooth(name):
        arrays, fill = differentiated(sample, ROWS[name])
        try:
            check_derivatives(
                lambda *t: joined(call(name, fill(*t), sample.kwargs)),  # noqa: B023
                arrays,
            )
        except Exception as error:
            error.add_note(f"{name}{sample}")
            raise


COMPLEX = [n for n in DERIVED if "z" in ROWS[n].dtypes]
LARGEST = 8  # entries of the inputs: each takes many calls to check


def entries(sample: Sample, row: Row) -> int:
    """Return how many numbers of a sample are differentiated."""
    return sum(a.size for a in differentiated(sample, row)[0])


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_derivatives(name: str) -> None:
    """Likewise of complex numbers.

    The inputs are multiplied first: that node must get complex gradients also where the result is
    real.
    """
    row = ROWS[name]
    samples = sorted(smooth(name, "z"), key=lambda t: entries(t, row))
    small = [t for t in samples if entries(t, row) <= LARGEST]
    for sample in small[-4:] or samples[:1]:
        arrays, fill = differentiated(sample, row)

        def multiplied(*given: Any) -> Any:
            return joined(call(name, fill(*[t * (0.8 + 0.6j) for t in given]), sample.kwargs))  # noqa: B023

        try:
            check_derivatives(multiplied, [turned(a) for a in arrays])
        except Exception as error:
            error.add_note(f"{name}{sample}")
            raise


@pytest.mark.parametrize("name", [n for n in DERIVED if n in WRITTEN])
def test_derivatives_in_place(name: str) -> None:
    """Writing in place has the derivatives of the functional form."""
    operator = lookup(f"{name}_")
    for sample in smooth(name):
        arrays, fill = differentiated(sample, ROWS[name])
        right = expected(name, position_of(name, sample), "float64")[0]
        if not isinstance(sample.args[0], np.ndarray) or sample.args[0].shape != right.shape:
            continue

        def write(*given: Any) -> Any:
            first, *rest = fill(*given)  # noqa: B023
            return operator(first.clone(), *rest, **sample.kwargs)  # noqa: B023

        try:
            check_derivatives(write, arrays)
        except Exception as error:
            error.add_note(f"{name}_{sample}")
            raise


def test_the_checker_finds_errors_of_a_thousandth() -> None:
    """A formula that is off by 0.1 % fails, in the first and in the second derivative."""

    class Wrong:
        def __init__(self, first: float, second: float) -> None:
            self.first, self.second = first, second

        def __call__(self, x: Any) -> Any:
            frozen = x.detach()
            step = (x - frozen) * (self.first - 1)  # no value, but a slope
            bend = (x - frozen) * (x - frozen) * self.second
            return x * x * x + step * 3 * frozen * frozen + bend

    point = np.array([0.7, 1.3])
    check_derivatives(Wrong(1, 0), [point])
    for wrong in (Wrong(1.001, 0), Wrong(1, 0.004)):
        with pytest.raises(rd.autograd.GradcheckError):
            check_derivatives(wrong, [point])
