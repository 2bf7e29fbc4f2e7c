"""The dtype objects: what NumPy makes of them, identity, and the default."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from redispatch.backends import dtypes

NAMES = (
    "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool "
    "complex64 complex128"
).split()


@pytest.fixture
def default() -> Iterator[None]:
    before = dtypes.get_default_dtype()
    yield
    dtypes.set_default_dtype(before)


@pytest.mark.parametrize("name", NAMES)
def test_numpy_takes_them(name: str) -> None:
    d = getattr(dtypes, name)
    assert np.zeros(2, dtype=d).dtype == np.dtype(name)
    assert np.dtype(d) == np.dtype(name) and np.dtype(d) is d.dtype
    assert np.ones(2).astype(d).dtype == np.dtype(name)
    assert repr(d) == f"redispatch.{name}" and d.name == name
    assert d.itemsize == np.dtype(name).itemsize and d.kind == np.dtype(name).kind
    assert d.is_floating_point == name.startswith("float")
    assert d.is_complex == name.startswith("complex")
    assert d.is_signed == (name != "bool" and not name.startswith("uint"))


@pytest.mark.parametrize("name", NAMES)
def test_there_is_one_object_per_type(name: str) -> None:
    d = getattr(dtypes, name)
    assert pickle.loads(pickle.dumps(d)) is d
    assert copy.copy(d) is d and copy.deepcopy([d])[0] is d
    assert dtypes.from_numpy(np.dtype(name)) is d
    assert dtypes.as_dtype(d) is d
    assert d == np.dtype(name) and np.dtype(name) == d and hash(d) == hash(np.dtype(name))
    assert [n for n in NAMES if getattr(dtypes, n) == d] == [name]


def test_they_cannot_be_made_changed_or_ordered() -> None:
    with pytest.raises(TypeError, match="cannot be made"):
        dtypes.dtype("float32")
    with pytest.raises(AttributeError, match="immutable"):
        dtypes.float32.name = "x"
    with pytest.raises(TypeError):
        dtypes.float32 < dtypes.float64  # type: ignore[operator]  # noqa: B015


def test_aliases() -> None:
    assert dtypes.float is dtypes.float32 and dtypes.double is dtypes.float64
    assert dtypes.half is dtypes.float16 and dtypes.int is dtypes.int32
    assert dtypes.long is dtypes.int64 and dtypes.short is dtypes.int16
    assert dtypes.cfloat is dtypes.complex64 and dtypes.cdouble is dtypes.complex128


def test_as_dtype() -> None:
    assert dtypes.as_dtype(np.float32) is dtypes.float32
    assert dtypes.as_dtype(np.dtype("int8")) is dtypes.int8
    python = [float, int, bool, complex]
    want = [dtypes.float64, dtypes.int64, dtypes.bool, dtypes.complex128]
    assert [dtypes.as_dtype(t) for t in python] == want
    for bad in ("float32", None, list, object()):
        with pytest.raises(TypeError, match="expected a redispatch.dtype"):
            dtypes.as_dtype(bad)


@pytest.mark.parametrize("bad", ["U1", "O", "M8[s]", "V4"])
def test_unsupported_numpy_dtypes_name_the_supported(bad: str) -> None:
    with pytest.raises(TypeError, match="only supported types are: float64, .* and bool"):
        dtypes.from_numpy(np.dtype(bad))
    with pytest.raises(TypeError):
        dtypes.as_dtype(np.longdouble)


def test_foreign_byte_order_says_how_to_convert() -> None:
    foreign = np.dtype("f4").newbyteorder("S")
    with pytest.raises(TypeError, match=r"byte order.*astype\('float32'\)"):
        dtypes.from_numpy(foreign)


def test_default_dtype(default: None) -> None:
    assert dtypes.get_default_dtype() is dtypes.float32
    assert dtypes.DEFAULT.np_complex == np.complex64
    dtypes.set_default_dtype(dtypes.float64)
    assert dtypes.get_default_dtype() is dtypes.float64
    assert dtypes.DEFAULT.np_real == np.float64 and dtypes.DEFAULT.np_complex == np.complex128
    dtypes.set_default_dtype(dtypes.float16)
    assert dtypes.DEFAULT.complex is dtypes.complex64
    for bad in (dtypes.int32, dtypes.complex64, "float64", np.float64):
        with pytest.raises(TypeError, match="only floating-point types"):
            dtypes.set_default_dtype(bad)  # type: ignore[arg-type]
    assert dtypes.get_default_dtype() is dtypes.float16


def test_to_complex_and_to_real() -> None:
    assert dtypes.float16.to_complex() is dtypes.complex64
    assert dtypes.float64.to_complex() is dtypes.complex128
    assert dtypes.int64.to_complex() is dtypes.complex64
    assert dtypes.complex64.to_complex() is dtypes.complex64
    assert dtypes.complex128.to_real() is dtypes.float64
    assert dtypes.int8.to_real() is dtypes.int8


def test_finfo() -> None:
    info = dtypes.finfo(dtypes.float32)
    assert (info.bits, info.dtype) == (32, "float32")
    assert info.eps == 2.0**-23 and info.tiny == info.smallest_normal == 2.0**-126
    assert info.max == (2 - 2.0**-23) * 2.0**127 == -info.min
    assert repr(info) == (
        "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, "
        "smallest_normal=1.17549e-38, tiny=1.17549e-38, dtype=float32)"
    )
    assert dtypes.finfo().dtype == "float32"
    assert dtypes.finfo(dtypes.complex128).eps == 2.0**-52
    assert dtypes.finfo(dtypes.float16).max == 65504.0
    with pytest.raises(TypeError, match="floating point"):
        dtypes.finfo(dtypes.int8)


def test_iinfo() -> None:
    info = dtypes.iinfo(dtypes.int8)
    assert (info.min, info.max, info.bits, info.dtype) == (-128, 127, 8, "int8")
    assert repr(info) == "iinfo(min=-128, max=127, dtype=int8)"
    assert dtypes.iinfo(dtypes.uint64).max == 2**64 - 1
    for bad in (dtypes.bool, dtypes.float32):
        with pytest.raises(TypeError, match="integer"):
            dtypes.iinfo(bad)
