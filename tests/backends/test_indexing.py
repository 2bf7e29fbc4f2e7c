"""Reading and writing by keys: every form of NumPy's, its gradients, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import redispatch as rd

X = np.arange(60.0).reshape(3, 4, 5)
MASK = X[:, :, 0] % 10 > 3
TWO = np.array([[0, 2], [1, 1]])

VIEWS: list[Any] = [
    0, -1, slice(None), slice(1, None), slice(None, None, 2), slice(-2, 3), None, ..., (), (0, 1),
    (0, ..., 1), (..., 0), (None, 1, None), (slice(None), 2), (0, 1, 2), (..., None, 2),
    (np.int64(1), slice(0, 2)), (slice(5, 9),),
]  # fmt: skip
COPIES: list[Any] = [
    [0, 2], [[0, 1], [2, 0]], TWO, (TWO, TWO), (slice(None), TWO), (..., [0, 4]),
    ([0, 1], [2, 3], [4, 0]), MASK, (MASK, 2), MASK[0][None].repeat(3, 0), (slice(None), MASK[0]),
    X > 20, [True, False, True], ([0, 2], slice(1, 3)), ([-1, 0], None),
    ([0, 1], slice(None), [0, 1]),
    True, False, (0, True), [], range(2), np.zeros((0, 2), int), (np.array([2]), 1, ...),
]  # fmt: skip


def right(key: Any) -> Any:
    """What NumPy reads; a bool adds a dimension there as here."""
    return X[key]


def as_tensors(key: Any) -> Any:
    """The same key with tensors for arrays."""
    if isinstance(key, tuple):
        return tuple([as_tensors(k) for k in key])
    return rd.from_numpy(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("key", VIEWS, ids=repr)
def test_simple_keys_are_views(key: Any) -> None:
    x = rd.from_numpy(X.copy())
    part = x[key]
    assert_array_equal(part.numpy(), right(key))
    assert part._base is x


@pytest.mark.parametrize("key", COPIES, ids=repr)
@pytest.mark.parametrize("convert", [lambda k: k, as_tensors], ids=["arrays", "tensors"])
def test_other_keys_are_copies(key: Any, convert: Any) -> None:
    x = rd.from_numpy(X.copy())
    part = x[convert(key)]
    assert_array_equal(part.numpy(), right(key))
    assert not np.shares_memory(part.numpy(), x.numpy()) or not part.numel()


def test_ints_are_taken_before_arrays() -> None:
    x = rd.zeros(2, 3, 4, 5)
    assert x[:, 0, :, [1, 2]].shape == (2, 4, 2)  # NumPy: (2, 2, 4)
    assert x[:, rd.tensor(0), :, [1, 2]].shape == (2, 4, 2)
    assert x[[0], :, 1].shape == (1, 3, 5)


def test_0d_masks_add_a_dimension() -> None:
    x = rd.tensor([1.0, 2.0])
    for key, shape in ((True, (1, 2)), (False, (0, 2))):
        assert x[key].shape == x[rd.tensor(key)].shape == x[np.bool_(key)].shape == shape
    assert rd.tensor(3.0)[True].shape == (1,)


@pytest.mark.parametrize("key", [*VIEWS, *COPIES], ids=repr)
@pytest.mark.parametrize("what", ["number", "tensor", "array", "row", "ones"])
def test_assignment(key: Any, what: str) -> None:
    expected, x = X.copy(), rd.from_numpy(X.copy())
    shape = right(key).shape
    value: Any = -np.arange(1.0, right(key).size + 1).reshape(shape)
    if what == "row":
        value = value[:1] if value.ndim and len(value) else value
    if what == "ones":  # sizes of one in front are dropped
        value = value[None, None]
    expected[key] = -7.0 if what == "number" else value.reshape(shape) if what == "ones" else value
    version = x._version
    tensor = rd.tensor(value)
    x[key] = -7.0 if what == "number" else value if what == "array" else tensor
    assert_array_equal(x.numpy(), expected)
    assert x._version == version + (key is not False)


@pytest.mark.parametrize("key", [0, [0, 1], slice(0, 2)], ids=repr)
def test_assigned_values_are_cast(key: Any) -> None:
    x = rd.zeros(3, dtype=rd.int64)
    x[key] = 1.7
    x[key] = rd.tensor([2.5])
    assert x.dtype is rd.int64
    assert x.tolist()[0] == 2


@pytest.mark.parametrize("key", [*VIEWS, *COPIES], ids=repr)
def test_gradients_of_reading(key: Any) -> None:
    x = rd.tensor(X, requires_grad=True)
    part = x[key]
    weights = np.arange(1.0, part.numel() + 1).reshape(part.shape)
    (part * rd.from_numpy(weights)).sum().backward()
    expected = np.zeros_like(X)
    places = np.arange(X.size).reshape(X.shape)[key]
    np.add.at(expected.reshape(-1), places.reshape(-1), weights.reshape(-1))
    assert_array_equal(x.grad.numpy(), expected)  # type: ignore[union-attr]


@pytest.mark.parametrize("key", [0, (slice(None), 1), [0, 2], MASK, (..., [0, 1]), 2], ids=repr)
def test_gradients_of_assignment(key: Any) -> None:
    x = rd.tensor(X, requires_grad=True)
    value = rd.tensor(right(key) + 1.0, requires_grad=True)
    y = x * 2
    y[key] = value * 3
    (y * y).sum().backward()
    mask = np.ones_like(X)
    mask[key] = 0
    assert_array_equal(x.grad.numpy(), 8 * X * mask)  # type: ignore[union-attr]
    assert_array_equal(value.grad.numpy(), 18 * (right(key) + 1))  # type: ignore[union-attr]


def test_assignment_with_history_to_a_tensor_without() -> None:
    x, value = rd.zeros(3), rd.tensor([1.0, 2.0], requires_grad=True)
    x[[0, 2]] = value
    x[1] = value[0]
    assert x.requires_grad
    (x * rd.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert value.grad is not None
    assert value.grad.tolist() == [11, 100]


def test_every_overwritten_value_gets_the_gradient_of_its_place() -> None:
    values = rd.tensor([1.0, 2.0], requires_grad=True)
    rd.zeros(2).index_put([rd.tensor([0, 0])], values).sum().backward()
    assert values.grad is not None
    assert values.grad.tolist() == [1, 1]


def test_leaves_refuse_assignment() -> None:
    x = rd.zeros(3, requires_grad=True)
    for key in (0, [0, 1], ...):
        with pytest.raises(RuntimeError, match="leaf"):
            x[key] = 1.0
    assert x._version == 0


def test_a_changed_index_is_noticed() -> None:
    x, index = rd.zeros(3, requires_grad=True), rd.tensor([0, 1])
    y = x[index]
    index.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        y.sum().backward()


def test_setting_a_part_of_an_inference_tensor() -> None:
    with rd.inference_mode():
        x = rd.zeros(3)
        x[[0, 1]] = 1.0
        x[2] = 2.0
    assert x.tolist() == [1, 1, 2]
    with pytest.raises(RuntimeError, match="inference"):
        x[[0, 1]] = 3.0


@pytest.mark.parametrize(
    ("key", "error", "text"),
    [
        (3, IndexError, "index 3 is out of "),
        ((0, -5), IndexError, "out of "),
        ([0, 3], IndexError, "index 3 is out of bounds for dimension 0 with size 3"),
        ((0, 0, 0, 0), IndexError, "too many indices"),
        ((..., 0, 0, 0, 0), IndexError, "too many indices"),
        (slice(None, None, -1), ValueError, "step must be greater than zero"),
        (1.5, IndexError, "only integers"),
        ([0.5], IndexError, "long, int, byte or bool"),
        (np.array([1.0]), IndexError, "long, int, byte or bool"),
        ("a", TypeError, "only integers"),
        ([True, False], IndexError, "mask"),
        (([0, 1], [0, 1, 2]), IndexError, "shape mismatch"),
        ([[0], [0, 1]], IndexError, "only integers"),
        (X, IndexError, "long, int, byte or bool"),
    ],
    ids=repr,
)
def test_refusals(key: Any, error: type[Exception], text: str) -> None:
    x = rd.from_numpy(X)
    with pytest.raises(error, match=text):
        x[key]
    with pytest.raises(error, match=text):
        rd.from_numpy(X.copy())[key] = 0.0


def test_0d_tensors_take_no_index() -> None:
    for key in (0, rd.tensor([0]), slice(None)):
        with pytest.raises(IndexError):
            rd.tensor(1.0)[key]
    with pytest.raises(TypeError):
        iter(rd.tensor(1.0))


@pytest.mark.parametrize("key", [0, [0, 1], MASK], ids=repr)
def test_values_of_a_wrong_shape(key: Any) -> None:
    x = rd.from_numpy(X.copy())
    with pytest.raises(RuntimeError):
        x[key] = rd.zeros(7, 7)
    assert_array_equal(x.numpy(), X)


def test_complex_into_real_is_refused() -> None:
    x = rd.zeros(3)
    for key in (0, [0]):
        with pytest.raises(RuntimeError, match="cannot be converted"):
            x[key] = 1j
    with pytest.raises(TypeError, match="can't assign"):
        x[0] = "a"


# ----- operators that take indices -----


@pytest.mark.parametrize(
    "call",
    [
        lambda x, i: x.gather(0, i),
        lambda x, i: x.scatter(0, i, 1.0),
        lambda x, i: x.scatter_add(0, i, rd.zeros(1)),
        lambda x, i: x.index_select(0, i),
        lambda x, i: x.index_fill(0, i, 1.0),
        lambda x, i: x.index_add(0, i, rd.zeros(1)),
    ],
)
@pytest.mark.parametrize("bad", [-1, 3])
def test_indices_along_a_dimension_must_exist(call: Any, bad: int) -> None:
    x = rd.zeros(3)
    with pytest.raises((IndexError, RuntimeError), match="out of"):
        call(x, rd.tensor([bad]))


def test_scatter_in_every_spelling() -> None:
    x, i = rd.zeros(3), rd.tensor([1])
    for made in (
        x.scatter(0, i, 2.0),
        x.scatter(0, i, value=2.0),
        rd.scatter(x, 0, i, rd.tensor([2.0])),
        x.clone().scatter_(0, i, value=2.0),
    ):
        assert made.tolist() == [0, 2, 0]
    assert x.scatter(0, i, rd.tensor([5.0]), reduce="add").tolist() == [0, 5, 0]
    with pytest.raises(RuntimeError, match="reduce argument"):
        x.scatter(0, i, 1.0, reduce="max")


def test_nonzero_and_where() -> None:
    x = rd.tensor([[0.0, 1.0], [2.0, 0.0]])
    assert x.nonzero().tolist() == [[0, 1], [1, 0]]
    rows, columns = x.nonzero(as_tuple=True)
    assert (rows.tolist(), columns.tolist()) == ([0, 1], [1, 0])
    assert [p.tolist() for p in rd.where(x)] == [[0, 1], [1, 0]]
    assert x.where(x > 1, -1.0).tolist() == [[-1, -1], [2, -1]]
    assert rd.tensor(3.0).nonzero().shape == (1, 0)


def test_unique() -> None:
    x = rd.tensor([3, 1, 3])
    values, inverse, counts = x.unique(return_inverse=True, return_counts=True)
    assert (values.tolist(), inverse.tolist(), counts.tolist()) == ([1, 3], [1, 0, 1], [1, 2])
    assert rd.unique_consecutive(rd.tensor([1, 1, 2, 1])).tolist() == [1, 2, 1]
    nan = rd.tensor([float("nan")] * 2)
    assert len(nan.unique()) == 2


def test_sorted_results_have_names() -> None:
    found = rd.sort(rd.tensor([2.0, 1.0, float("nan")]), descending=True)
    assert found.indices.tolist() == [2, 0, 1]
    assert rd.topk(rd.tensor([1, 3, 2]), 2).values.tolist() == [3, 2]
