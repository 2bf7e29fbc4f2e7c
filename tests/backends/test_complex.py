"""Complex numbers: parts as views, casts, promotion, conversion, printing, saving, refusals."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.dispatch import lookup

Z = np.array([[1 + 2j, -3 + 0.5j], [0.25 - 1j, 4j]])


@pytest.mark.parametrize("dtype", [rd.complex64, rd.complex128])
@pytest.mark.parametrize(
    "layout",
    [lambda t: t, lambda t: t.t(), lambda t: t[:, 1], lambda t: t[:, 1:], lambda t: t[0, 0]],
)
def test_parts_share_memory(dtype: Any, layout: Callable[[Any], Any]) -> None:
    whole = rd.tensor(Z, dtype=dtype)
    z = layout(whole)
    expected = z.numpy().copy()
    assert z.real.dtype is z.imag.dtype is dtype.to_real()
    z.real.add_(1)
    z.imag.mul_(2)
    np.testing.assert_array_equal(z.numpy(), expected.real + 1 + 2j * expected.imag)
    pairs = rd.view_as_real(z)
    assert pairs.shape == (*z.shape, 2) and np.shares_memory(pairs.numpy(), whole.numpy())
    pairs[..., 0] = 7
    assert (z.real == 7).all() and whole._version == 3


def test_assigning_parts_writes() -> None:
    z = rd.tensor(Z)
    z.real = rd.tensor([[1.0, 2.0], [3.0, 4.0]])
    z.imag = -1
    assert z.tolist() == [[1 - 1j, 2 - 1j], [3 - 1j, 4 - 1j]]
    x = rd.tensor([1.0, 2.0])
    assert x.real is x
    x.real = rd.tensor([5.0, 6.0])
    assert x.tolist() == [5.0, 6.0]
    with pytest.raises(RuntimeError, match="non-complex"):
        x.imag  # noqa: B018


def test_pairs_as_complex_numbers_share_memory() -> None:
    pairs = rd.tensor([[1.0, 2.0], [3.0, 4.0]])
    z = rd.view_as_complex(pairs)
    z.mul_(1j)
    assert pairs.tolist() == [[-2.0, 1.0], [-4.0, 3.0]]


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        (lambda: rd.tensor(1.0), "one or more dimensions"),
        (lambda: rd.ones(3), "last dimension of size 2"),
        (lambda: rd.ones(2, 2).t(), "last dimension with stride 1"),
        (lambda: rd.ones(2, 3)[:, :2], "divisible by 2 for all but last"),
        (lambda: rd.ones(2, 4)[:, 1:3], "storage_offset divisible by 2"),
        (lambda: rd.tensor([1, 2]), "float32 or float64"),
    ],
)
def test_what_is_no_pairs(pairs: Callable[[], Any], why: str) -> None:
    with pytest.raises(RuntimeError, match=why):
        rd.view_as_complex(pairs())


def test_conjugates() -> None:
    z = rd.tensor(Z)
    for conjugate in (z.conj(), rd.conj_physical(z), z.clone().conj_physical_()):
        np.testing.assert_array_equal(conjugate.numpy(), Z.conj())
        assert not conjugate.is_conj() and not conjugate.is_neg()
        assert conjugate.resolve_conj() is conjugate
    np.testing.assert_array_equal(z.mH.numpy(), Z.conj().T)
    np.testing.assert_array_equal(z.H.numpy(), Z.conj().T)
    np.testing.assert_array_equal(z.adjoint().numpy(), Z.conj().T)
    assert rd.tensor(1 + 2j).mH.item() == rd.tensor(1 + 2j).H.item() == 1 - 2j
    x = rd.tensor([1.0])
    assert x.conj() is x


def test_angle_of_real_numbers() -> None:
    found = rd.angle(rd.tensor([1.0, -0.0, -2.0, np.nan], dtype=rd.float64)).tolist()
    assert found[:3] == [0.0, 0.0, np.pi] and np.isnan(found[3])
    assert rd.angle(rd.tensor([2, -2])).dtype is rd.float32


@pytest.mark.parametrize(
    ("a", "b", "right"),
    [
        ("float64", "complex64", "complex128"), ("float32", "complex64", "complex64"),
        ("float16", "complex64", "complex64"), ("int64", "complex64", "complex64"),
        ("bool", "complex128", "complex128"), ("complex64", "complex128", "complex128"),
    ],
)  # fmt: skip
def test_promotion(a: str, b: str, right: str) -> None:
    first, second, expected = (getattr(rd, name) for name in (a, b, right))
    assert rd.promote_types(first, second) is rd.promote_types(second, first) is expected
    x, z = rd.ones(2, dtype=first), rd.ones(2, dtype=second)
    assert (x + z).dtype is (z * x).dtype is rd.result_type(x, z) is expected
    assert rd.can_cast(first, second)
    assert rd.can_cast(second, first) == first.is_complex


def test_numbers_keep_the_width() -> None:
    assert (rd.ones(2) * 1j).dtype is rd.complex64
    assert (rd.ones(2, dtype=rd.float64) * 1j).dtype is rd.complex128
    assert (rd.ones(2, dtype=rd.int32) * 1j).dtype is rd.complex64
    assert (rd.ones(2, dtype=rd.complex64) * 1j).dtype is rd.complex64
    assert rd.full((2,), 1j).dtype is rd.linspace(0, 1j, 3).dtype is rd.complex64
    assert rd.linspace(0, 1j, 3).tolist() == [0, 0.5j, 1j]


def test_conversion_to_numbers() -> None:
    z = rd.tensor(3 + 0j)
    assert (float(z), int(z), complex(z), bool(z), z.item()) == (3.0, 3, 3 + 0j, True, 3 + 0j)
    for convert in (float, int):
        with pytest.raises(RuntimeError, match="without overflow"):
            convert(rd.tensor(3 + 1j))


@pytest.mark.parametrize("name", ["sum", "mean", "prod", "cumsum", "cumprod"])
def test_a_real_dtype_takes_the_real_parts(name: str) -> None:
    z = rd.tensor([1 + 2j, 3 - 1j], dtype=rd.complex128)
    found = lookup(name)(z, 0, dtype=rd.float64)
    assert found.dtype is rd.float64
    np.testing.assert_allclose(found.numpy(), lookup(name)(z.real, 0).numpy())


def test_norms_take_a_dtype_of_their_kind() -> None:
    z = rd.tensor([3 + 4j])
    assert rd.linalg.vector_norm(z, dtype=rd.complex128).dtype is rd.float64
    with pytest.raises(RuntimeError, match="should be complex for complex inputs"):
        rd.linalg.vector_norm(z, dtype=rd.float64)
    with pytest.raises(RuntimeError, match="should be real for real inputs"):
        rd.linalg.vector_norm(z.real, dtype=rd.complex64)


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.add_(rd.tensor([1j])),
        lambda x: x.mul_(2j),
        lambda x: x.fill_(1j),
        lambda x: x.__setitem__(0, 1j),
    ],
)
def test_complex_numbers_do_not_become_real_in_place(write: Callable[[Any], Any]) -> None:
    x = rd.tensor([1.0])
    with pytest.raises(RuntimeError):
        write(x)
    assert x.tolist() == [1.0]


@pytest.mark.parametrize(
    "refused",
    [
        rd.sort, rd.argmax, rd.floor, rd.round, rd.sign, rd.relu, rd.erf, rd.signbit, rd.nansum,
        lambda z: z // 1, lambda z: z % 1, lambda z: rd.clamp(z, 0, 1), lambda z: rd.softmax(z, 0),
        lambda z: rd.atan2(z, z), lambda z: rd.hypot(z, z), lambda z: z.amax(),
    ],
)  # fmt: skip
def test_what_has_no_meaning_for_complex_numbers_is_refused(refused: Callable[[Any], Any]) -> None:
    with pytest.raises((RuntimeError, NotImplementedError)):
        refused(rd.tensor([1 + 2j, 3]))


def test_parts_have_to_be_of_one_dtype() -> None:
    with pytest.raises(RuntimeError, match="as the first"):
        rd.complex(rd.ones(1), rd.ones(1, dtype=rd.float64))
    with pytest.raises(RuntimeError, match="float32 or float64"):
        rd.polar(rd.tensor([1]), rd.tensor([1]))


def test_logarithms_of_sums_do_not_overflow() -> None:
    big = np.array([800 + 1j, 801 - 2j])
    with np.errstate(all="raise"):
        expected = 800 + np.log(np.exp(big - 800).sum())
    assert np.isclose(rd.logsumexp(rd.tensor(big), 0).item(), expected)
    pair = rd.logaddexp(rd.tensor(big[0]), rd.tensor(big[1])).item()
    assert np.isclose(pair, expected)


def test_printing() -> None:
    assert repr(rd.tensor([1 + 2j, 3])) == "tensor([1.+2.j, 3.+0.j])"
    assert repr(rd.tensor([1.5 - 0.25j])) == "tensor([1.5000-0.2500j])"
    double = rd.tensor(1j, dtype=rd.complex128)
    assert repr(double) == "tensor(0.+1.j, dtype=redispatch.complex128)"
    assert f"{double}" == "1j"


def test_saving() -> None:
    z, file = rd.tensor(Z, dtype=rd.complex64), io.BytesIO()
    rd.save({"z": z, "number": 1j}, file)
    file.seek(0)
    loaded = rd.load(file)
    assert loaded["number"] == 1j and loaded["z"].dtype is rd.complex64
    assert loaded["z"].tolist() == pickle.loads(pickle.dumps(z)).tolist() == z.tolist()


def test_random_numbers_have_variance_one() -> None:
    z = rd.randn(20_000, dtype=rd.complex64, generator=rd.Generator().manual_seed(0))
    assert abs(z.var().item() - 1) < 0.03 and abs(z.real.var().item() - 0.5) < 0.02


def test_on_other_devices() -> None:
    z = rd.tensor([1 + 2j], device="meta", requires_grad=True)
    (z * 1j).abs().sum().backward()
    assert z.grad is not None and z.grad.dtype is rd.complex64
    assert rd.view_as_real(z).stride() == (2, 1) and z.imag._is_view()
    assert rd.view_as_complex(rd.ones(3, 2, device="meta")).shape == (3,)
