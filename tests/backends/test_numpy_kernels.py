"""The NumPy kernels against values and errors recorded from PyTorch 2.13.

Kernels are called as the adapter calls them: payloads, positionally, promoted. Values away from
special points are checked against float64 formulas written here.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from redispatch.backends import dtypes
from redispatch.backends.numpy_backend import extremes, pointwise, reduce

nan, inf = math.nan, math.inf
Array = np.ndarray[Any, np.dtype[Any]]


def call(kernel: Callable[..., Any], *args: Any) -> Any:
    """Call a kernel as the adapter does when NumPy would warn, and require it to stay silent."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("error")
        return np.asarray(kernel(*args))


def same(got: Any, want: Any, dtype: Any = np.float64, tol: float = 1e-12) -> None:
    want = np.asarray(want, dtype)
    assert got.dtype == want.dtype and got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=tol, atol=0)
    if want.dtype.kind == "f":
        signed = want == 0
        assert (np.signbit(got)[signed] == np.signbit(want)[signed]).all()


# torch.<name>(torch.tensor(POINTS, dtype=torch.float64))
POINTS = [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 30.0, -30.0, 100.0, -100.0]
UNARY: list[tuple[Any, list[float]]] = [
    (
        np.exp,
        [
            nan,
            inf,
            0.0,
            1.0,
            1.0,
            2.718281828459045,
            0.36787944117144233,
            1.6487212707001282,
            0.1353352832366127,
            10686474581524.463,
            9.357622968840175e-14,
            2.6881171418161356e43,
            3.720075976020836e-44,
        ],
    ),
    (
        np.log,
        [
            nan,
            inf,
            nan,
            -inf,
            -inf,
            0.0,
            nan,
            -0.6931471805599453,
            nan,
            3.4011973816621555,
            nan,
            4.605170185988092,
            nan,
        ],
    ),
    (
        np.tanh,
        [
            nan,
            1.0,
            -1.0,
            0.0,
            -0.0,
            0.7615941559557649,
            -0.7615941559557649,
            0.46211715726000974,
            -0.9640275800758169,
            1.0,
            -1.0,
            1.0,
            -1.0,
        ],
    ),
    (
        np.sin,
        [
            nan,
            nan,
            nan,
            0.0,
            -0.0,
            0.8414709848078965,
            -0.8414709848078965,
            0.479425538604203,
            -0.9092974268256817,
            -0.9880316240928618,
            0.9880316240928618,
            -0.5063656411097588,
            0.5063656411097588,
        ],
    ),
    (
        np.cos,
        [
            nan,
            nan,
            nan,
            1.0,
            1.0,
            0.5403023058681398,
            0.5403023058681398,
            0.8775825618903728,
            -0.4161468365471424,
            0.15425144988758405,
            0.15425144988758405,
            0.8623188722876839,
            0.8623188722876839,
        ],
    ),
    (
        np.sqrt,
        [
            nan,
            inf,
            nan,
            0.0,
            -0.0,
            1.0,
            nan,
            0.7071067811865476,
            nan,
            5.477225575051661,
            nan,
            10.0,
            nan,
        ],
    ),
    (np.absolute, [nan, inf, inf, 0.0, 0.0, 1.0, 1.0, 0.5, 2.0, 30.0, 30.0, 100.0, 100.0]),
    (pointwise.neg, [nan, -inf, inf, -0.0, 0.0, -1.0, 1.0, -0.5, 2.0, -30.0, 30.0, -100.0, 100.0]),
    (
        pointwise.sigmoid,
        [
            nan,
            1.0,
            0.0,
            0.5,
            0.5,
            0.7310585786300049,
            0.2689414213699951,
            0.6224593312018546,
            0.11920292202211755,
            0.9999999999999065,
            9.357622968839299e-14,
            1.0,
            3.7200759760208356e-44,
        ],
    ),
    (pointwise.sign, [0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0]),
]

# torch.pow(torch.tensor(BASES, dtype=torch.float64), exponent)
BASES = [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0]
POWERS: list[tuple[float, list[float]]] = [
    (0.0, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
    (1.0, [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0]),
    (2.0, [nan, inf, inf, 0.0, 0.0, 1.0, 1.0, 4.0, 4.0]),
    (3.0, [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 8.0, -8.0]),
    (-1.0, [nan, 0.0, -0.0, inf, -inf, 1.0, -1.0, 0.5, -0.5]),
    (-2.0, [nan, 0.0, 0.0, inf, inf, 1.0, 1.0, 0.25, 0.25]),
    (0.5, [nan, inf, nan, 0.0, -0.0, 1.0, nan, 1.4142135623730951, nan]),
    (-0.5, [nan, 0.0, nan, inf, -inf, 1.0, nan, 0.7071067811865475, nan]),
    (1.5, [nan, inf, inf, 0.0, 0.0, 1.0, nan, 2.8284271247461903, nan]),
    (nan, [nan, nan, nan, nan, nan, 1.0, nan, nan, nan]),
    (inf, [nan, inf, inf, 0.0, 0.0, 1.0, 1.0, inf, inf]),
]

# torch.div(a, b, rounding_mode=mode), float64
DIVISIONS: list[tuple[str | None, list[float]]] = [
    (None, [2.5, -2.5, nan, inf, -inf, inf, -0.0, nan, -3.5]),
    ("floor", [2.0, -3.0, nan, inf, -inf, nan, -1.0, nan, -4.0]),
    ("trunc", [2.0, -2.0, nan, inf, -inf, inf, -0.0, nan, -3.0]),
]


@pytest.mark.parametrize(("kernel", "want"), UNARY)
def test_unary_at_special_points(kernel: Any, want: list[float]) -> None:
    same(call(kernel, np.array(POINTS)), want)
    for point, value in zip(POINTS, want, strict=True):
        same(call(kernel, np.array(point)), value)


def test_relu() -> None:
    got = call(pointwise.relu, np.array([nan, inf, -inf, 0.0, 1.5, -1.5], np.float32))
    same(got, [nan, inf, 0.0, 0.0, 1.5, 0.0], np.float32)
    same(call(pointwise.relu, np.array([-2, 0, 3], np.int8)), [0, 0, 3], np.int8)
    large = np.linspace(-1, 1, 10_001).reshape(73, 137).T
    got = call(pointwise.relu, large)
    same(got, np.where(large > 0, large, 0.0))
    assert got.strides == large.strides
    with pytest.raises(RuntimeError, match="Boolean inputs not supported"):
        pointwise.relu(np.array([True]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_sigmoid_is_precise_on_both_sides(dtype: Any) -> None:
    x = np.linspace(-80, 80, 401).astype(dtype)
    want = 1 / (1 + np.exp(-x.astype(np.float64)))
    tol = 4 * float(np.finfo(dtype).eps)
    got = call(pointwise.sigmoid, x)
    assert got.dtype == dtype
    np.testing.assert_allclose(got, want, rtol=tol, atol=float(np.finfo(dtype).tiny))


def test_sigmoid_does_not_overflow() -> None:
    with np.errstate(all="raise", under="ignore"):
        got = pointwise.sigmoid(np.array([-1000.0, 1000.0, 0.0]))
        same(got, [0.0, 1.0, 0.5])
    # without errstate NumPy's warning would be an error here: Note [Silent arithmetic]
    same(pointwise.sigmoid(np.array([-1000.0, -inf, nan])), [0.0, 0.0, nan])


def test_sign_and_negation_of_other_dtypes() -> None:
    same(call(pointwise.sign, np.array([-3, 0, 2], np.int32)), [-1, 0, 1], np.int32)
    same(call(pointwise.sign, np.array([True, False])), [True, False], bool)
    with pytest.raises(NotImplementedError, match="sgn"):
        pointwise.sign(np.array([1j]))
    with pytest.raises(RuntimeError, match="Negation, the `-` operator, on a bool tensor"):
        pointwise.neg(np.array([True]))
    with pytest.raises(RuntimeError, match="Subtraction, the `-` operator, with bool tensors"):
        pointwise.sub(np.array([True]), np.array([True]))


def test_alpha() -> None:
    a, b = np.array([1.0, 2.0], np.float32), np.array([10.0, 20.0], np.float32)
    same(call(pointwise.add, a, b, 0.5), [6, 12], np.float32)
    same(call(pointwise.sub, a, b, 2), [-19, -38], np.float32)
    u = np.array([1], np.uint8)
    same(call(pointwise.sub, u, u, 2), [255], np.uint8)
    t = np.array([True])
    same(call(pointwise.add, t, t, True), [True], bool)
    refused: list[tuple[Array, Any, str]] = [
        (u, 0.5, "For integral input tensors, argument alpha must not be a floating point"),
        (u, 1j, "For integral input tensors, argument alpha must not be a floating point"),
        (a, 1j, "For non-complex input tensors, argument alpha must not be a complex"),
        (u, True, "Boolean alpha only supported for Boolean results"),
    ]
    for operand, alpha, text in refused:
        with pytest.raises(RuntimeError, match=text):
            pointwise.add(operand, operand, alpha)


@pytest.mark.parametrize(("mode", "want"), DIVISIONS)
def test_division_of_floats(mode: str | None, want: list[float]) -> None:
    a = np.array([5.0, -5.0, 0.0, 1.0, -1.0, inf, -1.0, nan, 7.0])
    b = np.array([2.0, 2.0, 0.0, 0.0, 0.0, 2.0, inf, 1.0, -2.0])
    same(call(pointwise.div, a, b, mode), want)


def test_division_of_integers() -> None:
    a, b = np.array([5, -5, 7, -6]), np.array([2, 2, -2, 3])
    same(call(pointwise.div, a, b), [2.5, -2.5, -3.5, -2.0], np.float32)
    same(call(pointwise.div, a, b, "floor"), [2, -3, -4, -2], np.int64)
    same(call(pointwise.div, a, b, "trunc"), [2, -2, -3, -2], np.int64)
    u = np.array([250, 7], np.uint8)
    same(call(pointwise.div, u, u[::-1], "trunc"), [35, 0], np.uint8)
    same(call(pointwise.div, a[:0], np.array(0), "floor"), np.zeros(0), np.int64)
    for mode in ("floor", "trunc"):
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            pointwise.div(a, np.array([1, 1, 0, 1]), mode)
        with pytest.raises(NotImplementedError):
            pointwise.div(np.array([True]), np.array([True]), mode)
    with pytest.raises(RuntimeError, match="but found 'round'"):
        pointwise.div(a, b, "round")


@pytest.mark.parametrize(("exponent", "want"), POWERS)
def test_pow_with_a_constant_exponent(exponent: float, want: list[float]) -> None:
    same(call(pointwise.pow, np.array(BASES), np.array(exponent)), want)


def test_pow_of_integers() -> None:
    base = np.array([2, -1, 1, -1, 3])
    exponent = np.array([-1, -1, -2, -2, 2])
    same(call(pointwise.pow, base, exponent), [0, -1, 1, 1, 9], np.int64)
    same(call(pointwise.pow, base, np.array(3)), [8, -1, 1, -1, 27], np.int64)
    with pytest.raises(RuntimeError, match="Integers to negative integer powers are not allowed"):
        pointwise.pow(base, np.array(-1))
    with pytest.raises(NotImplementedError):
        pointwise.pow(np.array([True]), np.array([True]))


def test_where() -> None:
    c = np.array([True, False])
    same(call(pointwise.where, c, np.array(1, "i4"), np.array([2.5, 3.5], "f4")), [1, 3.5], "f4")
    same(call(pointwise.where, c.view(np.uint8), np.array(1), np.array(2)), [1, 2], np.int64)
    with pytest.raises(RuntimeError, match="expected condition to be a boolean tensor"):
        pointwise.where(np.array([1.0]), np.array(1), np.array(2))


def test_sum() -> None:
    a = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    same(call(reduce.sum, a), 15, np.float32)
    same(call(reduce.sum, a, None, True), [[15]], np.float32)
    same(call(reduce.sum, a, [0]), [3, 5, 7], np.float32)
    same(call(reduce.sum, a, -1, True), [[3], [12]], np.float32)
    same(call(reduce.sum, a, [0, 1]), 15, np.float32)
    same(call(reduce.sum, a, []), 15, np.float32)  # no dimensions are all of them
    same(call(reduce.sum, a, None, False, dtypes.float64), 15, np.float64)
    same(call(reduce.sum, np.array([1.5, 2.5]), None, False, dtypes.int32), 3, np.int32)
    same(call(reduce.sum, np.zeros((0, 2))), 0.0)
    same(call(reduce.sum, np.array(2.0), 0), 2.0)
    for code in ("i1", "i4", "i8", "u1", "u8", "?"):
        same(call(reduce.sum, np.array([1, 1], code)), 2, np.int64)


def test_sums_of_half_precision_are_added_up_in_single() -> None:
    a = np.full((4096, 2), 1.0, np.float16)
    same(call(reduce.sum, a, [0]), [4096, 4096], np.float16)
    b = np.full(70_000, 1.0, np.float16)
    same(call(reduce.mean, b), 1.0, np.float16)


def test_mean() -> None:
    a = np.arange(6.0).reshape(2, 3)
    same(call(reduce.mean, a), 2.5)
    same(call(reduce.mean, a, [0], True), [[1.5, 2.5, 3.5]])
    same(call(reduce.mean, np.zeros(0, np.float32)), nan, np.float32)
    same(call(reduce.mean, np.zeros((0, 2)), [0]), [nan, nan])
    same(call(reduce.mean, np.array([1, 2]), None, False, dtypes.float32), 1.5, np.float32)
    with pytest.raises(RuntimeError, match=r"mean\(\): could not infer output dtype. Input"):
        reduce.mean(np.array([1, 2]))
    with pytest.raises(RuntimeError, match=r"mean\(\): could not infer output dtype. Optional"):
        reduce.mean(np.array([1.0]), None, False, dtypes.int32)


def test_amax() -> None:
    a = np.array([[1.0, nan, 3.0], [4.0, 5.0, -inf]])
    same(call(extremes.amax, a), nan)
    same(call(extremes.amax, a, (1,)), [nan, 5.0])
    same(call(extremes.amax, a, [0], True), [[4.0, nan, 3.0]])
    same(call(extremes.amax, a[1:], (0, 1)), 5.0)
    same(call(extremes.amax, np.array([False, True])), True, bool)
    assert call(extremes.amax, np.zeros((0, 3)), [1]).shape == (0,)
    with pytest.raises(IndexError, match="Expected reduction dim 0 to have non-zero size"):
        extremes.amax(np.zeros((0, 3)), [0])
    with pytest.raises(RuntimeError, match="Expected reduction dim to be specified"):
        extremes.amax(np.zeros(0))


def test_dims_of_reductions() -> None:
    a = np.ones((2, 3))
    for kernel in (reduce.sum, reduce.mean, extremes.amax):
        with pytest.raises(IndexError, match=r"expected to be in range of \[-2, 1\], but got 5"):
            kernel(a, [5])
        with pytest.raises(RuntimeError, match="dim 1 appears multiple times"):
            kernel(a, [1, -1])
        with pytest.raises(IndexError, match=r"expected to be in range of \[-1, 0\], but got 1"):
            kernel(np.array(1.0), [1])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_softmax(dtype: Any) -> None:
    x = np.linspace(-5, 5, 24).reshape(2, 3, 4).astype(dtype)
    wide = x.astype(np.float64)
    for dim in (0, 1, -1):
        e = np.exp(wide)
        want = e / e.sum(dim, keepdims=True)
        tol = 8 * float(np.finfo(dtype).eps)
        got, log = call(reduce.softmax, x, dim), call(reduce.log_softmax, x, dim)
        assert got.dtype == log.dtype == dtype
        np.testing.assert_allclose(got, want, rtol=tol)
        np.testing.assert_allclose(log, np.log(want), rtol=tol, atol=tol)


def test_softmax_at_special_points() -> None:
    rows = np.array([[-inf, -inf], [-inf, 1.0], [inf, 1.0], [nan, 1.0], [1000.0, -1000.0]])
    want = [[nan, nan], [0.0, 1.0], [nan, nan], [nan, nan], [1.0, 0.0]]
    same(call(reduce.softmax, rows, 1), want)
    want = [[nan, nan], [-inf, 0.0], [nan, nan], [nan, nan], [0.0, -2000.0]]
    same(call(reduce.log_softmax, rows, 1), want)
    for kernel, one in ((reduce.softmax, 1.0), (reduce.log_softmax, 0.0)):
        same(call(kernel, np.array(3.0), 0), one)
        assert call(kernel, np.zeros((0, 3), np.float32), 0).shape == (0, 3)
        assert call(kernel, np.array([1, 1]), 0, dtypes.float64).dtype == np.float64
        with pytest.raises(NotImplementedError, match="int64"):
            kernel(np.array([1]), 0)
        with pytest.raises(IndexError, match="but got 1"):
            kernel(np.array([1.0]), 1)
