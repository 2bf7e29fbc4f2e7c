"""Type promotion against tables recorded from PyTorch."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from redispatch.backends import dtypes, promotion

# The tables are recorded from PyTorch 2.13 (torch.promote_types, torch.result_type). "--" stands
# for an error. Its complex32, which NumPy lacks, is written as complex64.
SHORT = "?? u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca".split()
DTYPES = [np.dtype({"??": "?", "ca": "c16"}.get(s, s)) for s in SHORT]
BY_SHORT = dict(zip(SHORT, DTYPES, strict=True))

PROMOTE_TYPES = """
?? u1 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca
u1 u1 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca
i1 i2 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca
i2 i2 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca
i4 i4 i4 i4 i4 i8 -- -- -- f2 f4 f8 c8 ca
i8 i8 i8 i8 i8 i8 -- -- -- f2 f4 f8 c8 ca
-- -- -- -- -- -- u2 -- -- f2 f4 f8 -- --
-- -- -- -- -- -- -- u4 -- f2 f4 f8 -- --
-- -- -- -- -- -- -- -- u8 f2 f4 f8 -- --
f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f8 c8 ca
f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 c8 ca
f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 ca ca
c8 c8 c8 c8 c8 c8 -- -- -- c8 c8 ca c8 ca
ca ca ca ca ca ca -- -- -- ca ca ca ca ca
"""

# Rows: one-dimensional arrays of each dtype, then 0-d ones. Columns: these, then True, 2, 2.5, 1j.
RESULT_TYPE = """
?? u1 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca ?? u1 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca ?? i8 f4 c8
u1 u1 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca u1 u1 u1 u1 u1 u1 u1 u1 u1 f2 f4 f8 c8 ca u1 u1 f4 c8
i1 i2 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca i1 i1 i1 i1 i1 i1 i1 i1 i1 f2 f4 f8 c8 ca i1 i1 f4 c8
i2 i2 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca i2 i2 i2 i2 i2 i2 i2 i2 i2 f2 f4 f8 c8 ca i2 i2 f4 c8
i4 i4 i4 i4 i4 i8 -- -- -- f2 f4 f8 c8 ca i4 i4 i4 i4 i4 i4 i4 i4 i4 f2 f4 f8 c8 ca i4 i4 f4 c8
i8 i8 i8 i8 i8 i8 -- -- -- f2 f4 f8 c8 ca i8 i8 i8 i8 i8 i8 i8 i8 i8 f2 f4 f8 c8 ca i8 i8 f4 c8
-- -- -- -- -- -- u2 -- -- f2 f4 f8 -- -- u2 u2 u2 u2 u2 u2 u2 u2 u2 f2 f4 f8 c8 ca u2 u2 f4 c8
-- -- -- -- -- -- -- u4 -- f2 f4 f8 -- -- u4 u4 u4 u4 u4 u4 u4 u4 u4 f2 f4 f8 c8 ca u4 u4 f4 c8
-- -- -- -- -- -- -- -- u8 f2 f4 f8 -- -- u8 u8 u8 u8 u8 u8 u8 u8 u8 f2 f4 f8 c8 ca u8 u8 f4 c8
f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f8 c8 ca f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 c8 c8 f2 f2 f2 c8
f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 c8 ca f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 c8 c8 f4 f4 f4 c8
f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 ca ca f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 ca ca f8 f8 f8 ca
c8 c8 c8 c8 c8 c8 -- -- -- c8 c8 ca c8 ca c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8
ca ca ca ca ca ca -- -- -- ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca ca
?? u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca ?? u1 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca ?? i8 f4 c8
u1 u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca u1 u1 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca u1 u1 f4 c8
i1 u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca i1 i2 i1 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca i1 i1 f4 c8
i2 u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca i2 i2 i2 i2 i4 i8 -- -- -- f2 f4 f8 c8 ca i2 i2 f4 c8
i4 u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca i4 i4 i4 i4 i4 i8 -- -- -- f2 f4 f8 c8 ca i4 i4 f4 c8
i8 u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca i8 i8 i8 i8 i8 i8 -- -- -- f2 f4 f8 c8 ca i8 i8 f4 c8
-- u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca -- -- -- -- -- -- u2 -- -- f2 f4 f8 -- -- u2 u2 f4 c8
-- u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca -- -- -- -- -- -- -- u4 -- f2 f4 f8 -- -- u4 u4 f4 c8
-- u1 i1 i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 ca -- -- -- -- -- -- -- -- u8 f2 f4 f8 -- -- u8 u8 f4 c8
f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f8 c8 ca f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f8 c8 ca f2 f2 f2 c8
f4 f4 f4 f4 f4 f4 f4 f4 f4 f2 f4 f8 c8 ca f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 c8 ca f4 f4 f4 c8
f8 f8 f8 f8 f8 f8 f8 f8 f8 f2 f4 f8 c8 ca f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 ca ca f8 f8 f8 ca
c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 c8 ca c8 ca c8 c8 c8 c8 c8 c8 -- -- -- c8 c8 ca c8 ca c8 c8 c8 c8
ca ca ca ca ca ca ca ca ca c8 c8 ca c8 ca ca ca ca ca ca ca -- -- -- ca ca ca ca ca ca ca ca ca
"""

SCALARS: list[Any] = [True, 2, 2.5, 1j]
OPERANDS: list[Any] = [np.ones(2, d) for d in DTYPES] + [np.ones((), d) for d in DTYPES] + SCALARS


def grid(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def short_result(call: Any, *args: Any) -> str:
    try:
        return SHORT[DTYPES.index(call(*args))]
    except RuntimeError as error:
        assert "Promotion for uint16, uint32, uint64 types is not supported" in str(error)
        return "--"


@pytest.fixture
def default_float64() -> Iterator[None]:
    before = dtypes.get_default_dtype()
    dtypes.set_default_dtype(dtypes.float64)
    yield
    dtypes.set_default_dtype(before)


def test_promote_types_is_pytorchs_table() -> None:
    ours = [[short_result(promotion.promote_types, a, b) for b in DTYPES] for a in DTYPES]
    assert ours == grid(PROMOTE_TYPES)


def test_result_dtype_is_pytorchs_table_both_ways_round() -> None:
    arrays = OPERANDS[: -len(SCALARS)]
    for flip in (1, -1):
        ours = [
            [short_result(promotion.result_dtype, [a, b][::flip]) for b in OPERANDS] for a in arrays
        ]
        assert ours == grid(RESULT_TYPE)


def test_scalar_operand_has_the_result_dtype() -> None:
    for row, d in zip(grid(RESULT_TYPE), DTYPES, strict=False):
        for want, value in zip(row[-len(SCALARS) :], SCALARS, strict=True):
            made = promotion.scalar_operand(d, value)
            assert made.dtype == BY_SHORT[want]
            assert made.shape == () and made == made.dtype.type(value)
            assert not made.flags.writeable


def test_default_dtype_decides_what_python_floats_become(default_float64: None) -> None:
    ints, f32 = np.ones(2, np.int64), np.ones(2, np.float32)
    assert promotion.result_dtype([ints, 2.0]) == np.float64
    assert promotion.result_dtype([ints, 1j]) == np.complex128
    assert promotion.result_dtype([f32, 2.0]) == np.float32
    assert promotion.scalar_operand(np.dtype("int64"), 2.0).dtype == np.float64
    assert promotion.to_float(ints).dtype == np.float64


@pytest.mark.parametrize(
    ("operands", "want"),
    [
        # dimensioned > 0-d > scalar, over three operands
        ([np.ones(2, "f4"), np.ones((), "f8"), 2], "f4"),
        ([np.ones(2, "i4"), np.ones((), "i8"), 2], "i4"),
        ([np.ones(2, "i4"), np.ones((), "f8"), 2], "f8"),
        ([np.ones(2, "?"), np.ones((), "u1"), 2.5], "f4"),
        ([np.ones(2, "f2"), np.ones((3, 2), "f4"), np.ones((), "f8")], "f4"),
        ([True, 2], "i8"),
        ([2, 2.5], "f4"),
        ([2.5, 1j], "c8"),
    ],
)
def test_result_dtype_of_more_operands(operands: list[Any], want: str) -> None:
    assert promotion.result_dtype(operands) == np.dtype(want)


@pytest.mark.parametrize(
    ("array", "scalar", "want"),
    [
        (np.ones(2, "f4"), np.float64(2), "f4"),
        (np.ones(2, "i4"), np.float32(2), "f4"),
        (np.ones(2, "i1"), np.int64(200), "i1"),
        (np.ones(2, "?"), np.int8(1), "i8"),
        (np.ones(2, "?"), np.bool_(True), "?"),
        (np.ones(2, "f4"), np.complex128(1j), "c8"),
        (np.ones(2, "i8"), np.array(2.0), "f8"),  # an array is data
    ],
)
def test_numpy_scalars_count_as_python_scalars(array: Any, scalar: Any, want: str) -> None:
    assert promotion.result_dtype([array, scalar]) == np.dtype(want)


@pytest.mark.parametrize(
    ("code", "value", "want"),
    [
        ("u1", 300, 44),
        ("u1", -1, 255),
        ("i1", 200, -56),
        ("i2", -40000, 25536),
        ("i4", 2**31, -(2**31)),
        ("i8", 2**63, -(2**63)),
        ("u8", 2**63, 2**63),
        ("u8", -1, 2**64 - 1),
    ],
)
def test_integers_wrap(code: str, value: int, want: int) -> None:
    made = promotion.scalar_operand(np.dtype(code), value)
    assert made.dtype == np.dtype(code) and made.item() == want
    assert promotion.promote(np.ones(2, code), value)[1].item() == want


def test_integers_of_no_width_overflow() -> None:
    with pytest.raises(OverflowError, match="64-bit"):
        promotion.scalar_operand(np.dtype("int64"), 2**70)
    assert promotion.scalar_operand(np.dtype("float32"), 2**70) == np.float32(2.0**70)


def test_narrowing_is_silent() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isinf(promotion.promote(np.ones(2, "f4"), np.array(1e300))[1])
        assert np.isinf(promotion.promote(np.array([70000]), np.array(1, "f2"))[0][0])
        assert np.isinf(promotion.scalar_operand(np.dtype("f2"), 1e10))
        assert np.isinf(promotion.scalar_operand(np.dtype("f4"), 1e300))
        assert np.isinf(promotion.scalar_operand(np.dtype("c8"), 1e300))


def test_promote_keeps_arrays_that_fit() -> None:
    a, b = np.ones(2, np.float32), np.ones((), np.float32)
    same = promotion.promote(a, b)
    assert same[0] is a and same[1] is b
    c, d, e = promotion.promote(a, np.ones(2, np.int64), 2)
    assert c is a and d.dtype == e.dtype == np.float32


@pytest.mark.parametrize("bad", ["2", None, [1.0], object(), np.datetime64("2020-01-01")])
def test_other_operands_are_refused(bad: object) -> None:
    with pytest.raises(TypeError, match="expected a tensor or a number"):
        promotion.result_dtype([np.ones(2), bad])
    with pytest.raises(TypeError, match="expected a tensor or a number"):
        promotion.scalar_operand(np.dtype("float32"), bad)


def test_cached_operands() -> None:
    f32 = np.dtype(np.float32)
    known = promotion.SCALARS[f32]
    made = promotion.scalar_operand(f32, 0.1)
    assert known[0.1] is made is promotion.scalar_operand(f32, 0.1)
    # zero keeps its sign, so it is never kept; nan is a new key each time
    assert np.signbit(promotion.scalar_operand(f32, -0.0))
    assert not np.signbit(promotion.scalar_operand(f32, 0.0))
    promotion.scalar_operand(f32, float("nan"))
    assert 0.0 not in known and not any(v != v for v in known)
    # only for floating types: 1, 1.0 and True are the same key
    promotion.scalar_operand(np.dtype("int64"), 7)
    promotion.scalar_operand(np.dtype("complex64"), 7)
    floating = "fV"  # V is bfloat16's kind
    assert all(not c for d, c in promotion.SCALARS.items() if d.kind not in floating)
    assert promotion.scalar_operand(f32, 1 + 0j).dtype == np.complex64
    for i in range(promotion.SCALARS_LIMIT + 10):
        promotion.scalar_operand(f32, i + 0.5)
    assert len(known) <= promotion.SCALARS_LIMIT


def test_cached_operands_from_several_threads() -> None:
    wrong: list[float] = []

    def work(start: int) -> None:
        for i in range(3000):
            value = float(start + i % 1500)
            if promotion.scalar_operand(np.dtype("float64"), value) != value:
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(1 + 100 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_to_float() -> None:
    assert promotion.to_float(np.ones(2, np.int8)).dtype == np.float32
    assert promotion.to_float(np.ones(2, bool)).dtype == np.float32
    half = np.ones(2, np.float16)
    assert promotion.to_float(half) is half


def test_can_cast_inplace_goes_by_category() -> None:
    order = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
    for a in DTYPES:
        for b in DTYPES:
            assert promotion.can_cast_inplace(a, b) == (order[a.kind] <= order[b.kind])
