"""The NumPy cross entropy and its gradient against recordings from PyTorch 2.13."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from redispatch.backends.numpy_backend import loss, pointwise, reduce

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


LOGITS = [[1.0, -2.0, 0.5], [0.0, 3.0, -1.0], [2.0, 2.0, 2.0], [-1.0, 0.0, 1.0]]
INDICES = [0, 2, 1, -100]
PROBABILITIES = [[0.2, 0.3, 0.5], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.1, 0.1, 0.8]]
WEIGHT = [0.5, 1.0, 2.0]
# F.cross_entropy(LOGITS, target, weight, reduction=, label_smoothing=) and the gradient of its sum
CROSS_ENTROPY: list[tuple[bool, bool, str, float, Any, Any]] = [
    (
        False,
        False,
        "mean",
        0.0,
        1.8896976983,
        [
            [-0.1320837013, 0.0100196292, 0.1220640721],
            [0.0155375409, 0.3120798506, -0.3276173915],
            [0.1111111111, -0.2222222222, 0.1111111111],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        False,
        "mean",
        0.1,
        1.8730310316,
        [
            [-0.1098614791, -0.0010914819, 0.110952961],
            [0.0044264297, 0.3009687395, -0.3053951693],
            [0.1, -0.2, 0.1],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        False,
        "sum",
        0.0,
        5.6690930948,
        [
            [-0.3962511039, 0.0300588876, 0.3661922163],
            [0.0466126226, 0.9362395519, -0.9828521745],
            [0.3333333333, -0.6666666667, 0.3333333333],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        False,
        "sum",
        0.1,
        5.6190930948,
        [
            [-0.3295844372, -0.0032744458, 0.3328588829],
            [0.0132792892, 0.9029062185, -0.9161855078],
            [0.3, -0.6, 0.3],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        False,
        "none",
        0.0,
        [0.5045969023, 4.0658839038, 1.0986122887, 0.0],
        [
            [-0.3962511039, 0.0300588876, 0.3661922163],
            [0.0466126226, 0.9362395519, -0.9828521745],
            [0.3333333333, -0.6666666667, 0.3333333333],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        False,
        "none",
        0.1,
        [0.621263569, 3.8992172371, 1.0986122887, 0.0],
        [
            [-0.3295844372, -0.0032744458, 0.3328588829],
            [0.0132792892, 0.9029062185, -0.9161855078],
            [0.3, -0.6, 0.3],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        True,
        "mean",
        0.0,
        2.7093367278,
        [
            [-0.0566073006, 0.0042941268, 0.0523131738],
            [0.0266357843, 0.5349940296, -0.561629814],
            [0.0952380952, -0.1904761905, 0.0952380952],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        True,
        "mean",
        0.1,
        2.6226109201,
        [
            [-0.0355835121, -0.0046571325, 0.0402406445],
            [0.0207640552, 0.5031788022, -0.5239428574],
            [0.0920634921, -0.1698412698, 0.0777777778],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        True,
        "none",
        0.0,
        [0.2522984512, 8.1317678075, 1.0986122887, 0.0],
        [
            [-0.1981255519, 0.0150294438, 0.1830961081],
            [0.0932252452, 1.8724791038, -1.9657043489],
            [0.3333333333, -0.6666666667, 0.3333333333],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        False,
        True,
        "none",
        0.1,
        [0.419271578, 7.6429441489, 1.1169224935, 0.0],
        [
            [-0.1245422922, -0.0162999637, 0.1408422559],
            [0.0726741933, 1.7611258078, -1.833800001],
            [0.3222222222, -0.5944444444, 0.2722222222],
            [0.0, 0.0, 0.0],
        ],
    ),
    (
        True,
        False,
        "mean",
        0.0,
        1.6316747648,
        [
            [0.100937224, -0.0674852781, -0.0334519459],
            [-0.2383468444, 0.234059888, 0.0042869564],
            [0.0833333333, -0.0416666667, -0.0416666667],
            [-0.0024923567, 0.0361821178, -0.0336897611],
        ],
    ),
    (
        True,
        False,
        "mean",
        0.1,
        1.6329247648,
        [
            [0.0976038907, -0.0683186114, -0.0292852793],
            [-0.2216801777, 0.2257265546, -0.0040463769],
            [0.075, -0.0375, -0.0375],
            [-0.00832569, 0.0303487844, -0.0220230944],
        ],
    ),
    (
        True,
        False,
        "sum",
        0.0,
        6.5266990592,
        [
            [0.4037488961, -0.2699411124, -0.1338077837],
            [-0.9533873774, 0.9362395519, 0.0171478255],
            [0.3333333333, -0.1666666667, -0.1666666667],
            [-0.0099694268, 0.1447284711, -0.1347590442],
        ],
    ),
    (
        True,
        False,
        "sum",
        0.1,
        6.5316990592,
        [
            [0.3904155628, -0.2732744458, -0.1171411171],
            [-0.8867207108, 0.9029062185, -0.0161855078],
            [0.3, -0.15, -0.15],
            [-0.0333027602, 0.1213951377, -0.0880923776],
        ],
    ),
    (
        True,
        False,
        "none",
        0.0,
        [1.6545969023, 3.0658839038, 1.0986122887, 0.7076059644],
        [
            [0.4037488961, -0.2699411124, -0.1338077837],
            [-0.9533873774, 0.9362395519, 0.0171478255],
            [0.3333333333, -0.1666666667, -0.1666666667],
            [-0.0099694268, 0.1447284711, -0.1347590442],
        ],
    ),
    (
        True,
        False,
        "none",
        0.1,
        [1.656263569, 2.9992172371, 1.0986122887, 0.7776059644],
        [
            [0.3904155628, -0.2732744458, -0.1171411171],
            [-0.8867207108, 0.9029062185, -0.0161855078],
            [0.3, -0.15, -0.15],
            [-0.0333027602, 0.1213951377, -0.0880923776],
        ],
    ),
    (
        True,
        True,
        "mean",
        0.0,
        1.5501516215,
        [
            [0.1863121137, -0.0644793894, -0.1218327243],
            [-0.1191734222, 0.117029944, 0.0021434782],
            [0.125, 0.0, -0.125],
            [0.0268883758, 0.0820687061, -0.1089570818],
        ],
    ),
    (
        True,
        True,
        "mean",
        0.1,
        1.5848735152,
        [
            [0.1811235784, -0.0654880662, -0.1156355122],
            [-0.1100632118, 0.1243006032, -0.0142373914],
            [0.1180555556, 0.0013888889, -0.1194444444],
            [0.0226587632, 0.0726664159, -0.0953251791],
        ],
    ),
    (
        True,
        True,
        "none",
        0.0,
        [2.1064356633, 1.5329419519, 1.647918433, 0.9133104378],
        [
            [0.7452484546, -0.2579175574, -0.4873308972],
            [-0.4766936887, 0.4681197759, 0.0085739128],
            [0.5, 0.0, -0.5],
            [0.107553503, 0.3282748243, -0.4358283274],
        ],
    ),
    (
        True,
        True,
        "none",
        0.1,
        [2.0879950689, 1.7040008788, 1.6112980234, 0.9362000899],
        [
            [0.7244943137, -0.2619522648, -0.4625420489],
            [-0.4402528472, 0.4972024127, -0.0569495655],
            [0.4722222222, 0.0055555556, -0.4777777778],
            [0.0906350529, 0.2906656635, -0.3813007165],
        ],
    ),
]


@pytest.mark.parametrize(
    ("probable", "weighted", "reduction", "smoothing", "want", "grad"), CROSS_ENTROPY
)
def test_cross_entropy_and_its_gradient(
    probable: bool, weighted: bool, reduction: str, smoothing: float, want: Any, grad: Any
) -> None:
    x = np.array(LOGITS)
    target = np.array(PROBABILITIES) if probable else np.array(INDICES)
    weight = np.array(WEIGHT) if weighted else None
    got = call(loss.cross_entropy, x, target, weight, reduction, -100, smoothing)
    assert got.shape == np.shape(want) and got.dtype == np.float64
    np.testing.assert_allclose(got, want, atol=1e-9)
    one = np.ones(np.shape(want))
    got = call(loss.cross_entropy_backward, one, x, target, weight, reduction, -100, smoothing)
    assert got.shape == x.shape and got.dtype == np.float64
    np.testing.assert_allclose(got, grad, atol=1e-9)
    # the same rows as positions of one sample, and one by one
    far = np.ascontiguousarray(x.T)[None]
    target = target.T[None] if probable else target[None]
    moved = call(loss.cross_entropy, far, target, weight, reduction, -100, smoothing)
    np.testing.assert_allclose(moved, [want] if reduction == "none" else want, atol=1e-9)
    got = call(
        loss.cross_entropy_backward,
        one[None] if reduction == "none" else one,
        far, target, weight, reduction, -100, smoothing,
    )  # fmt: skip
    np.testing.assert_allclose(got[0].T, grad, atol=1e-9)


def test_cross_entropy_of_the_usual_case() -> None:
    x, y = np.array(LOGITS[:3]), np.array([0, 2, 1])
    e = np.exp(x)
    p = e / e.sum(1, keepdims=True)
    rows = np.arange(3)
    np.testing.assert_allclose(call(loss.cross_entropy, x, y), -np.log(p[rows, y]).mean())
    p[rows, y] -= 1
    args = (np.array(2.0), x, y, None, "mean", -100, 0.0)
    np.testing.assert_allclose(call(loss.cross_entropy_backward, *args), 2 * p / 3, rtol=1e-12)
    for dtype, tol in ((np.float16, 1e-3), (np.float32, 1e-6)):
        got = call(loss.cross_entropy, x.astype(dtype), y)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, call(loss.cross_entropy, x, y), rtol=tol)
    single = call(loss.cross_entropy, x[0], np.array(0))
    assert single.shape == ()
    np.testing.assert_allclose(single, call(loss.cross_entropy, x[:1], y[:1]))


def test_cross_entropy_where_nothing_counts() -> None:
    x, y = np.array(LOGITS[:2], np.float32), np.array([-100, -100])
    same(call(loss.cross_entropy, x, y), nan, np.float32)
    same(call(loss.cross_entropy, x, y, None, "sum"), 0.0, np.float32)
    same(call(loss.cross_entropy, x, y, None, "none"), [0.0, 0.0], np.float32)
    one = np.array(1.0, np.float32)
    for reduction in ("mean", "sum"):
        got = call(loss.cross_entropy_backward, one, x, y, None, reduction, -100, 0.0)
        same(np.abs(got), np.zeros((2, 3)), np.float32)
    same(call(loss.cross_entropy, x[:0], y[:0]), nan, np.float32)
    # an ignored row may hold anything
    x[1] = nan
    same(call(loss.cross_entropy, x, np.array([0, -100]), None, "none")[1:], [0.0], np.float32)


X23 = np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("args", "error", "text"),
    [
        ((X23, np.array([0, 12])), IndexError, "Target 12 is out of bounds"),
        ((X23, np.array([0, -1])), IndexError, "Target -1 is out of bounds"),
        ((X23, np.array([0, -1]), None, "mean", 0), IndexError, "Target -1 is out of bounds"),
        ((X23, np.array([0])), ValueError, r"batch_size \(2\) to match target batch_size \(1\)"),
        ((X23, np.array([0, 1]), None, "foo"), ValueError, "foo is not a valid value"),
        ((X23, np.array([0, 1], "i4")), RuntimeError, "to be int64 or uint8, but got int32"),
        ((X23, np.ones(2, "f4")), RuntimeError, "to be int64 or uint8, but got float32"),
        ((X23, np.zeros((2, 3), "i8")), RuntimeError, "target with class probabilities, got int64"),
        ((X23, np.array([0, 1]), np.ones(2, "f4")), RuntimeError, "either for all 3 classes"),
        ((X23, np.array([0, 1]), np.ones(3)), RuntimeError, "float32, but found float64"),
        ((X23, np.array([0, 1]), None, "mean", -100, 2.0), RuntimeError, "0.0 and 1.0. Got: 2"),
        ((X23, X23, None, "mean", 1), RuntimeError, "ignore_index is not supported"),
        ((X23.astype("i8"), np.array([0, 1])), NotImplementedError, "int64"),
        (
            (np.ones((2, 3, 4)), np.zeros((2, 2), "i8")),
            RuntimeError,
            r"size \[2, 4\], got \[2, 2\]",
        ),
    ],
)
def test_cross_entropy_errors(args: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        loss.cross_entropy(*args)


def test_kernels_do_not_write_to_their_inputs() -> None:
    x = np.array(LOGITS)
    x.flags.writeable = False
    y = np.array([0, 2, 1, 0])
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (pointwise.sigmoid, (x,)),
        (pointwise.sigmoid, (x * 1000,)),
        (pointwise.relu, (x,)),
        (pointwise.pow, (x, np.array(3.0))),
        (reduce.softmax, (x, 1)),
        (reduce.log_softmax, (x, 1)),
        (loss.cross_entropy, (x, y)),
        (loss.cross_entropy_backward, (np.array(1.0), x, y, None, "mean", -100, 0.0)),
        (loss.cross_entropy_backward, (np.array(1.0), x, y, None, "sum", -100, 0.1)),
    ]
    for kernel, args in calls:
        call(kernel, *args)
    assert x.tolist() == LOGITS
