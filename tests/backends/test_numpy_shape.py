"""The NumPy kernels of views, matrix products, casts and like-factories."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from redispatch.backends import dtypes
from redispatch.backends.numpy_backend import create, linalg, shape

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


BASE = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize(
    ("kernel", "args", "want"),
    [
        (shape.reshape, ((4, -1),), BASE.reshape(4, 6)),
        (shape.reshape, ((-1,),), BASE.reshape(24)),
        (shape.transpose, (0, -1), BASE.swapaxes(0, 2)),
        (shape.permute, ((2, 0, -2),), BASE.transpose(2, 0, 1)),
        (shape.expand, ((5, -1, 3, 4),), np.broadcast_to(BASE, (5, 2, 3, 4))),
        (shape.select, (1, -1), BASE[:, 2]),
        (shape.select, (0, 1), BASE[1]),
        (shape.slice_, (2, 1, None, 2), BASE[:, :, 1::2]),
        (shape.slice_, (0, -5, 9), BASE),
        (shape.slice_, (1, 2, 1), BASE[:, 2:1]),
        (shape.unsqueeze, (1,), BASE[:, None]),
        (shape.unsqueeze, (-1,), BASE[..., None]),
        (shape.squeeze, (0,), BASE),
    ],
)
def test_views(kernel: Any, args: Any, want: Array) -> None:
    got = kernel(BASE, *args)
    assert type(got) is np.ndarray
    np.testing.assert_array_equal(got, want)
    assert not got.size or np.shares_memory(got, BASE)
    assert got.flags.writeable


def test_views_of_zero_dimensions() -> None:
    scalar = np.array(2.0)
    for got in (
        shape.reshape(scalar, ()),
        shape.transpose(scalar, 0, -1),
        shape.permute(scalar, ()),
        shape.expand(scalar, ()),
        shape.squeeze(scalar, 0),
        shape.squeeze(scalar),
    ):
        assert got.shape == () and np.shares_memory(got, scalar)
    assert shape.expand(scalar, (2, 3)).shape == (2, 3)
    one = np.zeros((1, 2, 1))
    assert shape.squeeze(one).shape == (2,)
    assert shape.squeeze(one, (0, 1)).shape == (2, 1)
    assert shape.squeeze(one, ()).shape == (1, 2, 1)
    assert shape.select(np.arange(3), 0, 1).shape == ()
    assert isinstance(shape.select(np.arange(3), 0, 1), np.ndarray)


def test_reshape_copies_only_where_no_view_exists() -> None:
    turned = BASE.transpose(0, 2, 1)
    assert np.shares_memory(shape.reshape(turned, (2, 2, 2, 3)), BASE)
    copied = shape.reshape(turned, (-1,))
    assert not np.shares_memory(copied, BASE)
    np.testing.assert_array_equal(copied, turned.ravel())


def test_expand_of_arrays_with_gaps_and_of_read_only_ones() -> None:
    gaps = np.arange(12.0).reshape(6, 2)[::2, :1]
    got = shape.expand(gaps, (2, 3, 5))
    np.testing.assert_array_equal(got, np.broadcast_to(gaps, (2, 3, 5)))
    assert np.shares_memory(got, gaps) and got.flags.writeable
    assert shape.expand(np.zeros((0, 1)), (0, 3)).shape == (0, 3)
    frozen = np.ones(1)
    frozen.flags.writeable = False
    assert not shape.expand(frozen, (3,)).flags.writeable


@pytest.mark.parametrize(
    ("kernel", "args", "error", "text"),
    [
        (
            shape.reshape,
            ((5, -1),),
            RuntimeError,
            r"shape '\[5, -1\]' is invalid for input of size 24",
        ),
        (shape.reshape, ((7,),), RuntimeError, r"shape '\[7\]' is invalid for input of size 24"),
        (shape.reshape, ((),), RuntimeError, r"shape '\[\]' is invalid for input of size 24"),
        (shape.reshape, ((-1, -1),), RuntimeError, "only one dimension can be inferred"),
        (shape.reshape, ((-2, 12),), RuntimeError, "invalid shape dimension -2 at index 0"),
        (shape.transpose, (0, 5), IndexError, r"range of \[-3, 2\], but got 5"),
        (
            shape.permute,
            ((0, 1),),
            RuntimeError,
            r"input.dim\(\) = 3 is not equal to len\(dims\) = 2",
        ),
        (shape.permute, ((0, 0, 1),), RuntimeError, "duplicate dims are not allowed"),
        (shape.permute, ((0, 1, 5),), IndexError, r"range of \[-3, 2\], but got 5"),
        (
            shape.expand,
            ((2, 3, 5),),
            RuntimeError,
            r"\(5\) must match the existing size \(4\) at non-",
        ),
        (shape.expand, ((3, 4),), RuntimeError, "must be greater or equal to the number of dim"),
        (shape.expand, ((-1, 2, 3, 4),), RuntimeError, "leading, non-existing dimension 0"),
        (
            shape.select,
            (0, 2),
            IndexError,
            r"index 2 out of range for tensor of size \[2, 3, 4\] at",
        ),
        (shape.select, (1, -4), IndexError, "index -4 out of range"),
        (shape.select, (3, 0), IndexError, r"range of \[-3, 2\], but got 3"),
        (shape.slice_, (0, 0, 1, 0), RuntimeError, "slice step must be positive"),
        (shape.slice_, (0, 0, 1, -1), RuntimeError, "slice step must be positive"),
        (shape.squeeze, (3,), IndexError, r"range of \[-3, 2\], but got 3"),
        (shape.squeeze, ((0, 0),), RuntimeError, "appears multiple times"),
        (shape.unsqueeze, (4,), IndexError, r"range of \[-4, 3\], but got 4"),
    ],
)
def test_shape_errors(kernel: Any, args: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        kernel(BASE, *args)


def test_shape_errors_of_special_operands() -> None:
    with pytest.raises(RuntimeError, match="cannot reshape tensor of 0 elements into shape"):
        shape.reshape(np.zeros((0, 3)), (0, -1))
    for kernel in (shape.select, shape.slice_):
        with pytest.raises(IndexError, match="cannot be applied to a 0-dim tensor"):
            kernel(np.array(1.0), 0, 0)


@pytest.mark.parametrize(
    ("array", "strides"),
    [
        (np.zeros((2, 3)), (3, 1)),
        (np.zeros((2, 3)).T, (1, 3)),  # dense: the order of the strides stays
        (np.zeros((4, 6)).T[::2], (1, 3)),  # gaps go
        (np.zeros((4, 6))[:, ::2], (3, 1)),
        (np.broadcast_to(np.zeros((2, 1)), (2, 3)), (3, 1)),
        (np.broadcast_to(np.zeros((1, 3)), (2, 3)), (3, 1)),
    ],
)
def test_clone_and_the_like_factories_choose_pytorchs_strides(array: Any, strides: Any) -> None:
    for kernel in (shape.clone, create.zeros_like, create.ones_like):
        made = kernel(array)
        assert tuple(s // 8 for s in made.strides) == strides
        assert not np.shares_memory(made, array) and made.flags.writeable


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.int64, np.int8])
def test_matmul_of_every_rank(dtype: Any) -> None:
    rng = np.random.default_rng(0)

    def operand(*size: int) -> Array:
        return rng.integers(-4, 5, size).astype(dtype)

    for a, b, formula in [
        (operand(3), operand(3), "i,i->"),
        (operand(2, 3), operand(3), "ij,j->i"),
        (operand(3), operand(3, 2), "i,ij->j"),
        (operand(2, 3), operand(3, 4), "ij,jk->ik"),
        (operand(5, 2, 3), operand(3, 4), "bij,jk->bik"),
        (operand(5, 2, 3), operand(3), "bij,j->bi"),
        (operand(2, 3), operand(5, 3, 4), "ij,bjk->bik"),
        (operand(3), operand(5, 3, 4), "j,bjk->bk"),
        (operand(5, 2, 3), operand(5, 3, 4), "bij,bjk->bik"),
        (operand(3, 2, 5).T, operand(3, 4), "bij,jk->bik"),
        (operand(0, 3), operand(3, 2), "ij,jk->ik"),
        (operand(2, 0), operand(0, 2), "ij,jk->ik"),
        (operand(2, 0, 3), operand(3, 2), "bij,jk->bik"),
        (operand(2, 3, 0), operand(0), "bij,j->bi"),
    ]:
        got = call(linalg.matmul, a, b)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, np.einsum(formula, a, b), rtol=1e-5)
    wide = call(linalg.matmul, operand(5, 1, 2, 3), operand(4, 3, 2))
    assert wide.shape == (5, 4, 2, 2)


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ((2, 3), (2, 3), r"mat1 and mat2 shapes cannot be multiplied \(2x3 and 2x3\)"),
        ((3,), (2, 3), r"mat1 and mat2 shapes cannot be multiplied \(1x3 and 2x3\)"),
        ((3,), (2,), r"inconsistent tensor size, expected tensor \[3\] and src \[2\]"),
        ((2, 3), (2,), r"size mismatch, got input \(2\), mat \(2x3\), vec \(2\)"),
        ((), (3,), "both arguments to matmul need to be at least 1D, but they are 0D and 1D"),
        ((2, 2, 3), (3, 3, 2), r"size of tensor a \(2\) must match the size of tensor b \(3\)"),
        ((2, 2, 3), (2, 2, 3), r"\(2x3 and 2x3\), from shapes \[2, 2, 3\] and \[2, 2, 3\]"),
    ],
)
def test_matmul_errors(a: Any, b: Any, text: str) -> None:
    with pytest.raises(RuntimeError, match=text):
        linalg.matmul(np.ones(a), np.ones(b))


def test_matmul_demands_equal_dtypes() -> None:
    with pytest.raises(RuntimeError, match="same dtype, but got: float32 != float64"):
        linalg.matmul(np.ones((2, 2), np.float32), np.ones((2, 2)))
    with pytest.raises(NotImplementedError):
        linalg.matmul(np.ones((2, 2), bool), np.ones((2, 2), bool))


def test_cast() -> None:
    a = np.array([1.9, -1.9, 0.0])
    same(call(create.to_copy, a, dtypes.int64), [1, -1, 0], np.int64)
    same(call(create.to_copy, a, dtypes.bool), [True, True, False], bool)
    same(call(create.to_copy, np.array([1j, 2.0]), dtypes.float32), [0, 2], np.float32)
    same(call(create.to_copy, np.array([1j, 0.0]), dtypes.bool), [True, False], bool)
    same(call(create.to_copy, np.array([300]), dtypes.uint8), [44], np.uint8)
    again = create.to_copy(a, dtypes.float64)
    assert again is not a and not np.shares_memory(again, a)


def test_like_factories() -> None:
    a = np.ones((2, 2), np.int8)
    same(create.zeros_like(a), np.zeros((2, 2)), np.int8)
    same(create.ones_like(a, dtypes.bool), np.ones((2, 2)), bool)
    same(create.full_like(a, 2.9), np.full((2, 2), 2), np.int8)
    same(create.full_like(a, nan, dtypes.float32), np.full((2, 2), nan), np.float32)
    same(create.full_like(a.view(np.uint8), -1), np.full((2, 2), 255), np.uint8)
    for dtype, value in [
        (dtypes.int8, 200),
        (dtypes.uint8, 300),
        (dtypes.int64, nan),
        (dtypes.int64, 1j),
        (dtypes.float32, 1j),
        (dtypes.float32, 1e300),
    ]:
        with pytest.raises(RuntimeError, match="cannot be converted to type .* without overflow"):
            create.full_like(a, value, dtype)
