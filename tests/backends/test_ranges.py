"""Ranges, identities, methods that make tensors like one, einsum, and functions of several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((3,), [0, 1, 2]),
        ((1, 4), [1, 2, 3]),
        ((5, 0, -2), [5, 3, 1]),
        ((0,), []),
        ((1, 2, 0.5), [1, 1.5]),
        ((0, 1, 0.3), [0, 0.3, 0.6, 0.9]),
        ((2.5,), [0, 1, 2]),
    ],
)
def test_arange(args: Any, expected: list[float]) -> None:
    found = rd.arange(*args)
    assert found.dtype is (rd.int64 if all(isinstance(a, int) for a in args) else rd.float32)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)


def test_arange_with_a_dtype() -> None:
    assert rd.arange(3, dtype=rd.float64).dtype is rd.float64
    assert rd.arange(2.9, dtype=rd.int64).tolist() == [0, 1]  # the bounds are cut off first
    assert rd.arange(rd.tensor(2)).tolist() == [0, 1]
    assert rd.arange(3.0, requires_grad=True).requires_grad
    assert rd.arange(3, device="meta").shape == (3,)


@pytest.mark.parametrize("args", [(0, 3, 0), (0, 3, -1), (3, 0), (0, float("inf"))])
def test_refused_ranges(args: Any) -> None:
    with pytest.raises(RuntimeError):
        rd.arange(*args)


def test_spaces() -> None:
    assert rd.linspace(0, 1, 5).tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert rd.linspace(3, 3, 1).tolist() == [3]
    assert rd.linspace(0, 1, 0).shape == (0,)
    assert rd.linspace(0, 10, 3, dtype=rd.int64).tolist() == [0, 5, 10]
    assert rd.logspace(0, 3, 4, base=2).tolist() == [1, 2, 4, 8]
    with pytest.raises(RuntimeError, match="non-negative"):
        rd.linspace(0, 1, -1)
    with pytest.raises(TypeError, match="steps"):
        rd.linspace(0, 1, 2.5)  # type: ignore[arg-type]


def test_matrices() -> None:
    assert rd.eye(2, 3).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert rd.eye(2, dtype=rd.int64).dtype is rd.int64
    assert rd.tril_indices(2, 3).tolist() == np.stack(np.tril_indices(2, 0, 3)).tolist()
    assert rd.triu_indices(3, 2, 1).tolist() == np.stack(np.triu_indices(3, 1, 2)).tolist()
    with pytest.raises(RuntimeError):
        rd.eye(-1)


def test_empty() -> None:
    assert rd.empty(2, 3).shape == rd.empty((2, 3)).shape == (2, 3)
    assert rd.empty_strided((2, 3), (1, 2)).stride() == (1, 2)
    assert rd.empty_like(rd.zeros(2, dtype=rd.int8)).dtype is rd.int8
    assert rd.scalar_tensor(3).dtype is rd.float32


def test_like_this_tensor() -> None:
    x = rd.zeros(2, dtype=rd.float64)
    for made in (x.new_zeros(3), x.new_ones((3,)), x.new_full((3,), 7), x.new_empty(3)):
        assert (made.dtype, made.shape) == (rd.float64, (3,))
    assert x.new_tensor([1, 2]).tolist() == [1, 2]
    assert x.new_zeros(2, dtype=rd.int64).dtype is rd.int64
    assert x.new_ones(2, requires_grad=True).requires_grad
    assert x.new_zeros(2, device="meta").device == rd.device("meta")
    assert x.to("meta").new_zeros(2).device == rd.device("meta")


def test_memory() -> None:
    x = rd.arange(12).reshape(3, 4)
    assert x.stride() == (4, 1)
    assert x.stride(0) == 4
    part = x[1:, 2:]
    assert (part.stride(), part.storage_offset(), part.is_contiguous()) == ((4, 1), 6, False)
    assert part.data_ptr() == x.data_ptr() + 6 * x.element_size()
    assert part.contiguous().is_contiguous()
    assert x.contiguous() is x
    assert (x.itemsize, x.nbytes) == (8, 96)
    assert x.T.stride() == x.mT.stride() == x.t().stride() == (1, 4)
    with pytest.raises(RuntimeError, match="mT"):
        _ = rd.zeros(3).mT
    with pytest.raises(RuntimeError, match="compatible"):
        x.T.view(12)


def test_writes_through_composites_of_views() -> None:
    x = rd.zeros(2, 3)
    x.flatten()[0] = 1.0
    x.narrow(1, 1, 2).fill_(5.0)
    x.T.movedim(0, 1)[0, 0] = 2.0
    assert x.tolist() == [[2, 5, 5], [0, 5, 5]]
    assert x._version == 3
    leaf = rd.zeros(4, requires_grad=True)
    pieces = (leaf * 1).chunk(2)
    with pytest.raises(RuntimeError, match="multiple views"):
        pieces[0].mul_(2)
    (leaf * 1).tensor_split(2)[0].mul_(2)


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij->ji", [(2, 3)]),
        ("ii->i", [(3, 3)]),
        ("ij,jk", [(2, 3), (3, 4)]),
        ("b...i,b...i->b...", [(2, 3, 4), (2, 3, 4)]),
        ("...ij,jk->...ik", [(5, 2, 3), (3, 4)]),
        ("i,i,i->", [(3,), (3,), (3,)]),
        ("ab,bc,cd,da->", [(2, 3), (3, 4), (4, 2), (2, 2)]),
        ("i,j,k->kji", [(2,), (3,), (4,)]),
        ("ij,ij->ij", [(2, 1), (2, 3)]),
        ("ij, jk -> ki", [(2, 3), (3, 4)]),
        ("->", [()]),
        ("iij,j->i", [(2, 2, 3), (3,)]),
    ],
)
def test_einsum(equation: str, shapes: Any) -> None:
    rng = np.random.default_rng(0)
    arrays = [rng.random(shape) for shape in shapes]
    tensors = [rd.tensor(a, requires_grad=True) for a in arrays]
    found = rd.einsum(equation, *tensors)
    np.testing.assert_allclose(found.detach().numpy(), np.einsum(equation, *arrays), rtol=1e-12)
    assert found.tolist() == rd.einsum(equation, tensors).tolist()
    rd.autograd.gradcheck(lambda *t: rd.einsum(equation, *t), tensors)


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [("ij,jk", [(2, 3)]), ("ij", [(2,)]), ("ij->k", [(2, 3)]), ("ij->ii", [(2, 3)]),
     ("i,i", [(2,), (3,)]), ("i1", [(2, 2)]), ("ii", [(2, 3)])],
)  # fmt: skip
def test_refused_equations(equation: str, shapes: Any) -> None:
    with pytest.raises(RuntimeError, match="einsum"):
        rd.einsum(equation, *[rd.zeros(*shape) for shape in shapes])


def test_functions_of_several_tensors() -> None:
    a, b = rd.tensor([1, 2]), rd.tensor([3, 4, 5])
    for indexing in ("ij", "xy"):
        found = rd.meshgrid(a, b, indexing=indexing)
        right = np.meshgrid(a.numpy(), b.numpy(), indexing=indexing)
        assert [f.tolist() for f in found] == [r.tolist() for r in right]
    assert rd.cartesian_prod(a, b).shape == (6, 2)
    assert rd.combinations(b, 2).tolist() == [[3, 4], [3, 5], [4, 5]]
    assert rd.block_diag(rd.ones(1, 2), rd.ones(2, 1)).shape == (3, 3)
    assert rd.atleast_2d(rd.tensor(1), a)[1].shape == (1, 2)
    assert rd.broadcast_tensors(rd.zeros(2, 1), rd.zeros(3))[1].shape == (2, 3)


def test_padding() -> None:
    pad = rd.nn.functional.pad
    x = rd.tensor([[1.0, 2.0, 3.0]])
    assert pad(x, (1, 1)).tolist() == [[0, 1, 2, 3, 0]]
    assert pad(x, (1, 2), "reflect").tolist() == [[2, 1, 2, 3, 2, 1]]
    assert pad(x, (2, 0), "replicate").tolist() == [[1, 1, 1, 2, 3]]
    assert pad(x, (1, 1), "circular").tolist() == [[3, 1, 2, 3, 1]]
    assert pad(x, (-1, 0)).tolist() == [[2, 3]]
    with pytest.raises(NotImplementedError):
        pad(x, (1, 1), "mirror")
    with pytest.raises(RuntimeError):
        pad(x, (3, 0), "reflect")


def test_embedding() -> None:
    embedding = rd.nn.functional.embedding
    weight = rd.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
    embedding(rd.tensor([0, 2, 2]), weight, padding_idx=-3).sum().backward()
    assert weight.grad is not None
    assert weight.grad.tolist() == [[0, 0], [0, 0], [2, 2]]
    with pytest.raises(IndexError):
        embedding(rd.tensor([3]), weight)
    table = rd.tensor([[3.0, 4.0]])
    np.testing.assert_allclose(
        embedding(rd.tensor([0]), table, max_norm=1.0).numpy(), [[0.6, 0.8]], rtol=1e-5
    )
