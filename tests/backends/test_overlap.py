"""Writes whose memory is shared: by their own elements, or in part by an operand."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

import redispatch as rd

WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "add_": lambda a, b: a.add_(b),
    "pow_": lambda a, b: a.pow_(b),
    "copy_": lambda a, b: a.copy_(b),
    "lerp_": lambda a, b: a.lerp_(b, 0.5),
    "a ufunc into out": lambda a, b: rd.exp(b, out=a),
    "add into out": lambda a, b: rd.add(b, b, out=a),
}
PARTLY: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "rows": lambda x: (x[1:], x[:-1]),
    "the transposed": lambda x: (x, x.t()),
    "into the transposed": lambda x: (x.t(), x),
    "shifted": lambda x: (x.reshape(-1)[1:9], x.reshape(-1)[0:8]),
}
FINE: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "itself": lambda x: (x, x),
    "the whole as a view": lambda x: (x[:], x),
    "another part": lambda x: (x[:2], x[2:]),
    "the same column": lambda x: (x[:, 0], x[:, 0]),
    "every second row": lambda x: (x[::2], x[1::2]),
}


def matrix() -> Any:
    return rd.tensor([[float(4 * i + j + 1) for j in range(4)] for i in range(4)])


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("share", PARTLY)
def test_partial_overlap_is_refused(write: str, share: str) -> None:
    x = matrix()
    target, operand = PARTLY[share](x)
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to"):
        WRITES[write](target, operand)
    assert x.tolist() == matrix().tolist()


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("share", FINE)
def test_the_same_or_other_memory_is_fine(write: str, share: str) -> None:
    x = matrix()
    target, operand = FINE[share](x)
    apart, copied = FINE[share](matrix())
    apart, copied = apart.clone(), copied.clone()
    WRITES[write](target, operand)
    WRITES[write](apart, copied)
    assert target.tolist() == apart.tolist()


@pytest.mark.parametrize("write", WRITES)
def test_an_expanded_tensor_is_not_written_to(write: str) -> None:
    x = matrix()
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        WRITES[write](x[0:1].expand(4, 4), matrix())
    assert x.tolist() == matrix().tolist()


@pytest.mark.parametrize("write", [lambda t: t.fill_(0.0), lambda t: t.zero_()])
def test_an_expanded_tensor_may_be_filled(write: Any) -> None:
    x = matrix()
    write(x[0:1].expand(4, 4))
    assert x.tolist() == [[0.0] * 4, *matrix().tolist()[1:]]


def test_assigning_broadcasts_first() -> None:
    x = matrix()
    x[:] = x[0]
    assert x.tolist() == [[1.0, 2.0, 3.0, 4.0]] * 4
    with pytest.raises(RuntimeError, match="some elements of the input tensor"):
        y = matrix()
        y[1:] = y[:-1]


def test_self_is_not_broadcast() -> None:
    x = rd.ones(3)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        x.add_(rd.ones(2, 3))
    assert x.tolist() == [1.0, 1.0, 1.0] and x._version == 0


@pytest.mark.parametrize(
    ("target", "value"), [(rd.int64, 1.5), (rd.bool, 1), (rd.float32, 1j)], ids=str
)
def test_results_are_cast_within_their_category_only(target: Any, value: Any) -> None:
    x: Any = rd.zeros(2, dtype=target)
    with pytest.raises(RuntimeError, match="can't be cast"):
        x.add_(value)
    assert x._version == 0
    x.copy_(rd.tensor([1.5, 0.0]))
    assert x.tolist() == rd.tensor([1.5, 0.0]).to(target).tolist()


def test_out_is_resized_with_a_warning_unless_empty() -> None:
    a, b = rd.ones(3), rd.ones(3)
    out = rd.zeros(0)
    assert rd.add(a, b, out=out) is out and out.tolist() == [2.0, 2.0, 2.0]
    out = rd.zeros(2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rd.add(a, b, out=out)
    assert "was resized" in str(caught[0].message) and out.tolist() == [2.0, 2.0, 2.0]
    whole: Any = rd.zeros(3, dtype=rd.int64)
    with pytest.raises(RuntimeError, match="can't be cast"):
        rd.add(a, b, out=whole)
    assert out._version == 1 and whole._version == 0
