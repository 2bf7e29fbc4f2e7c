"""What arrays Python data becomes, as PyTorch 2.13 infers it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from redispatch.backends import dtypes
from redispatch.backends.create import full, infer_array, plain_array

nan, inf = float("nan"), float("inf")


@pytest.fixture(autouse=True)
def silent() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (2.5, "f4", ()),
        (2, "i8", ()),
        (True, "?", ()),
        (1j, "c8", ()),
        ([], "f4", (0,)),
        ([[]], "f4", (1, 0)),
        ([1, 2.5], "f4", (2,)),
        ([True, 2], "i8", (2,)),
        ([1, 1j], "c8", (2,)),
        ([(1, 2), [3, 4]], "i8", (2, 2)),
        (range(3), "i8", (3,)),
        ([range(2), range(2)], "i8", (2, 2)),
        (np.float64(1), "f8", ()),
        (np.int32(1), "i4", ()),
        ([np.float32(1)], "f4", (1,)),
        ([np.float64(1)], "f8", (1,)),
        ([2.0, np.float64(1)], "f8", (2,)),
        ([np.uint8(1), np.int8(2)], "i2", (2,)),
        ([np.ones(2, "f4"), np.ones(2)], "f8", (2, 2)),
        (np.ones((2, 1), "f2"), "f2", (2, 1)),
    ],
)
def test_inference(data: Any, dtype: str, shape: Any) -> None:
    made = infer_array(data)
    assert type(made) is np.ndarray and made.dtype == np.dtype(dtype) and made.shape == shape
    assert made.tolist() == np.array(data).tolist()


def test_default_dtype_decides() -> None:
    before = dtypes.get_default_dtype()
    dtypes.set_default_dtype(dtypes.float64)
    try:
        made = [infer_array(x).dtype for x in (1.5, [1.5], [], [1j], 1)]
    finally:
        dtypes.set_default_dtype(before)
    assert [d.name for d in made] == ["float64", "float64", "float64", "complex128", "int64"]


@pytest.mark.parametrize(
    ("data", "name", "want"),
    [
        ([1.9, -1.9], "int64", [1, -1]),
        ([-1], "uint8", [255]),
        ([2**63], "uint64", [2**63]),
        ([1e300, -1e300], "float32", [inf, -inf]),
        ([70000.0], "float16", [inf]),
        ([1, 0], "bool", [True, False]),
        ([0.5], "bool", [True]),
        ([1, 2], "complex64", [1, 2]),
        (np.array([300]), "uint8", [44]),
        (np.array([1e300]), "float32", [inf]),
        (np.array([1 + 2j]), "float32", [1]),
        ([], "int64", []),
    ],
)
def test_with_a_dtype(data: Any, name: str, want: Any) -> None:
    made = infer_array(data, getattr(dtypes, name))
    assert made.dtype == np.dtype(name) and made.tolist() == want


@pytest.mark.parametrize(
    ("data", "name", "error", "text"),
    [
        (
            [[1, 2], [1, 2, 3]],
            None,
            ValueError,
            r"expected sequence of length 2 at dim 1 \(got 3\)",
        ),
        ([[1, 2], [3]], None, ValueError, r"expected sequence of length 2 at dim 1 \(got 1\)"),
        ([[1], []], None, ValueError, r"expected sequence of length 1 at dim 1 \(got 0\)"),
        ([[1, 2], 3], None, TypeError, "sequence of length 2 at dim 1, got 3"),
        ([1, [2]], None, TypeError, "got a list"),
        ([2**63], None, ValueError, "Overflow"),
        (2**63, None, ValueError, "Overflow"),
        (None, None, RuntimeError, "Could not infer dtype of NoneType"),
        ([None], None, RuntimeError, "Could not infer dtype of NoneType"),
        ({1}, None, RuntimeError, "Could not infer dtype of set"),
        ({1: 2}, None, RuntimeError, "Could not infer dtype of dict"),
        ("a", None, TypeError, "from str"),
        (b"ab", None, TypeError, "from bytes"),
        (["a"], None, TypeError, "Could not infer dtype of str"),
        ([[1, 2], [3, "4"]], "float32", TypeError, "Could not infer dtype of str"),
        (np.array(["a"]), None, TypeError, "can't convert np.ndarray of type numpy.str_"),
        (np.array([None]), None, TypeError, "can't convert np.ndarray of type numpy.object_"),
        (np.array([1], ">f4" if np.little_endian else "<f4"), None, TypeError, "byte order"),
        (np.ma.array([1.0], mask=[True]), None, TypeError, "masked arrays are not supported"),
        ([np.ma.array([1.0])], None, TypeError, "masked arrays are not supported"),
        ([300], "uint8", RuntimeError, "cannot be converted to type uint8 without overflow"),
        ([-300], "uint8", RuntimeError, "without overflow"),
        ([nan], "int64", RuntimeError, "without overflow"),
        ([1e10], "int32", RuntimeError, "without overflow"),
        ([1j], "float32", TypeError, "must be real number, not complex"),
        ([10**400], "float32", OverflowError, "too large"),
    ],
)
def test_refusals(data: Any, name: str | None, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        infer_array(data, None if name is None else getattr(dtypes, name))


def test_recursive_lists_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="nested too deeply"):
        infer_array(endless)


def test_copies() -> None:
    a = np.asfortranarray(np.ones((2, 3)))
    made = infer_array(a)
    assert not np.shares_memory(made, a) and made.flags.c_contiguous
    assert infer_array(a, copy=False) is a
    assert infer_array(a, dtypes.float64, copy=False) is a
    assert not np.shares_memory(infer_array(a, dtypes.float32, copy=False), a)


def test_plain_array() -> None:
    matrix = np.ones((2, 2)).view(np.matrix)
    made = plain_array(matrix)
    assert type(made) is np.ndarray and np.shares_memory(made, matrix)
    a = np.ones(2)
    assert plain_array(a) is a
    with pytest.raises(TypeError, match="masked"):
        plain_array(np.ma.array([1.0]))


def test_full() -> None:
    for value, want in [(7, "i8"), (2.5, "f4"), (True, "?"), (1j, "c8"), (np.float64(2), "f4")]:
        made = full((2, 3), value)
        assert made.dtype == np.dtype(want) and made.tolist() == [[value] * 3] * 2
    assert full([], 3).shape == () and full((0, 2), 3).shape == (0, 2)
    assert full([1], 2.9, dtypes.int8).tolist() == [2]
    with pytest.raises(RuntimeError, match="negative"):
        full([-1], 1)
    with pytest.raises(RuntimeError, match="without overflow"):
        full([1], 1j, dtypes.float32)
