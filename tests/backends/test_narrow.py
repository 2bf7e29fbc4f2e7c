"""Kernels called in float32 for dtypes of 16 bits: what is widened, rounded, written, refused.

float16, which NumPy rounds to, stands for any narrow dtype.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from redispatch.backends import dtypes, narrow
from redispatch.dispatch.operator import Operator
from redispatch.dispatch.registry import lookup

F2, F4 = np.dtype("f2"), np.dtype("f4")
HOW = narrow.Narrowing([F2])
X = np.array([1.0, 2.5, -3.0], F2)


class Seen:
    """A kernel that notes what it gets and returns what it is told to."""

    def __init__(self, result: Any = None) -> None:
        self.__name__, self.args, self.result = "seen", (), result

    def __call__(self, *args: Any) -> Any:
        self.args = args
        return self.result


def called(operator: str | Operator, result: Any, *args: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the result of a form of a kernel, and what the kernel got."""
    kernel = Seen(result)
    name = operator if isinstance(operator, Operator) else lookup(operator)
    return HOW.form(name, kernel)(*args), kernel.args


def test_operands_are_float32_and_the_result_is_rounded_once() -> None:
    third = np.full(3, 1 / 3, F4)
    result, (got, dim) = called("softmax", third, X, 0)
    assert got.dtype == F4 and got.tolist() == X.tolist() and dim == 0
    assert result.dtype == F2 and (result == np.float16(np.float32(1 / 3))).all()


def test_other_dtypes_come_and_go_as_they_are() -> None:
    x, result = X.astype("f8"), np.ones(3)
    found, (got, _) = called("softmax", result, x, 0)
    assert found is result and got is x


def test_results_that_are_no_float32_are_not_rounded() -> None:
    places = np.arange(3)
    values = np.ones(3, F4)
    (first, second), _ = called("sort", (values, places), X, 0, False, False)
    assert first.dtype == F2 and second is places


def test_lists_of_operands() -> None:
    _, ([a, b], _) = called("stack", None, [X, X], 0)
    assert a is X and b is X  # moved, not computed
    _, ([a, none], *_rest) = called("index_put", X.astype(F4), [X, None], X, X, False)
    assert a.dtype == F4 and none is None


@pytest.mark.parametrize("as_numpys", [False, True])
def test_a_dtype_argument_decides_alone(as_numpys: bool) -> None:
    def named(d: Any) -> Any:
        return d.dtype if as_numpys else d

    total = np.float32(1 / 3)
    result, (_, _, _, got) = called("sum", total, X, None, False, named(dtypes.float32))
    assert result is total and got == F4
    result, (_, _, _, got) = called(
        "sum", total, X.astype("f8"), None, False, named(dtypes.float16)
    )
    assert result.dtype == F2 and got == F4


def test_what_is_written_is_rounded_into_place_after_the_kernel() -> None:
    def kernel(self: Any, *rest: Any) -> None:
        self += 1 / 3

    x = X.copy()
    index = np.array([0])
    HOW.form(lookup("index_add_"), kernel)(x, 0, index, X[:1], 1)
    assert x.dtype == F2 and x.tolist() == (X.astype(F4) + np.float32(1 / 3)).astype(F2).tolist()

    def refuses(self: Any, *rest: Any) -> None:
        self += 1
        raise RuntimeError("no")

    before = x.copy()
    with pytest.raises(RuntimeError, match="no"):
        HOW.form(lookup("index_add_"), refuses)(x, 0, index, X[:1], 1)
    assert x.tolist() == before.tolist()


def test_operands_of_several_floating_types_are_not_touched() -> None:
    y = X.astype(F4)
    _, (a, b) = called("matmul", y, X, y)
    assert a is X and b is y


def test_an_operand_that_is_returned_stays_itself() -> None:
    result = HOW.form(lookup("round"), lambda x, decimals=0: x)(X, 0)
    assert result is X


def test_kernels_that_compute_nothing_are_called_directly() -> None:
    for name in ("view", "expand", "cat", "gather", "clone", "copy_", "normal_", "_to_copy"):
        kernel = Seen()
        assert HOW.form(lookup(name), kernel) is kernel
    assert HOW.form(lookup("add"), np.add) is np.add  # NumPy has a loop


def test_a_form_is_made_once() -> None:
    kernel = Seen()
    assert HOW.form(lookup("softmax"), kernel) is HOW.form(lookup("softmax"), kernel)


def test_no_complex_numbers_come_of_narrow_ones() -> None:
    with pytest.raises(NotImplementedError, match="seen is not implemented for float16"):
        called("complex", np.ones(3, "c8"), X, X)


def test_one_element_for_many_stays_one_element() -> None:
    x = np.broadcast_to(X[:, None], (3, 1000))
    wide = narrow.widen(x)
    assert wide.dtype == F4 and wide.strides == (4, 0) and (wide == x).all()
    assert narrow.widen(np.broadcast_to(X[0], (0, 3))).shape == (0, 3)


def test_too_large_numbers_become_infinite_without_a_warning() -> None:
    assert narrow.narrowed(np.array([1e30, -1e30, np.nan], F4), F2).tolist()[:2] == [
        np.inf,
        -np.inf,
    ]


@pytest.mark.parametrize(
    ("ufunc", "whether"), [(np.add, True), (np.sqrt, True), (np.isnan, True), (np.invert, False)]
)
def test_which_ufuncs_have_a_loop(ufunc: np.ufunc, whether: bool) -> None:
    assert narrow.has_loop(ufunc, F2) is whether
