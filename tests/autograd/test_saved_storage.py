"""Where saved values go: disk, fewer bits, the CPU; and writes to what was saved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import grad
from redispatch.autograd.graph import (
    allow_mutation_on_saved_tensors,
    save_compressed,
    save_on_cpu,
    save_on_disk,
)


def leaf(*values: float, dtype: Any = rd.float64) -> Any:
    return rd.tensor(list(values) or [0.5, 0.7], dtype=dtype, requires_grad=True)


# ----- elsewhere -----


@pytest.mark.parametrize("dtype", [rd.float32, rd.float64])
def test_files_hold_what_is_saved_and_go_with_it(tmp_path: Path, dtype: Any) -> None:
    x = leaf(0.5, 0.7, dtype=dtype)
    with save_on_disk(tmp_path):
        y = (x.exp() * x).sin().sum()
    assert len(os.listdir(tmp_path)) == 4
    expected = (x.exp() * x).sin().sum()
    (found,) = grad(y, x, create_graph=True)
    (first,) = grad(expected, x, create_graph=True)
    assert os.listdir(tmp_path) != []
    assert found.tolist() == first.tolist()
    assert grad(found.sum(), x)[0].tolist() == grad(first.sum(), x)[0].tolist()
    del found, y  # nodes that were not run keep what they saved
    assert os.listdir(tmp_path) == []


def test_files_go_when_the_graph_is_dropped(tmp_path: Path) -> None:
    with save_on_disk(tmp_path):
        y = leaf().exp()
    assert len(os.listdir(tmp_path)) == 1
    del y
    assert os.listdir(tmp_path) == []


def test_files_go_after_an_error(tmp_path: Path) -> None:
    def fail() -> None:
        with save_on_disk(tmp_path):
            y = leaf().exp()
            assert len(os.listdir(tmp_path)) == 1
            y.reshape(7)

    with pytest.raises(RuntimeError):
        fail()
    assert os.listdir(tmp_path) == []


def test_no_file_is_left_where_writing_fails(tmp_path: Path, monkeypatch: Any) -> None:
    import numpy as np

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(np, "save", fail)
    with pytest.raises(OSError, match="no space"), save_on_disk(tmp_path):
        leaf().exp()
    assert os.listdir(tmp_path) == []


def test_what_came_from_disk_may_be_written_to_without_changing_it(tmp_path: Path) -> None:
    x = leaf(1.0, 2.0)
    with save_on_disk(str(tmp_path)):
        y = x.exp()
    node: Any = y.grad_fn
    with rd.no_grad():
        node._saved_result.zero_()
    assert node._saved_result.tolist() == y.tolist()


def test_empty_tensors_need_no_file(tmp_path: Path) -> None:
    x: Any = rd.zeros(0, requires_grad=True)
    with save_on_disk(tmp_path):
        x.exp().sum().backward()
    assert x.grad.tolist() == []


def test_compressed_values_are_narrow_and_come_back_wide() -> None:
    x = leaf(1.0, 3.0)
    with save_compressed(rd.float16):
        y = x.exp()
    node: Any = y.grad_fn
    assert node._saved_result.dtype is rd.float64
    assert node._saved_result.tolist() == [2.71875, 20.078125]
    y.sum().backward()
    assert x.grad.tolist() == [2.71875, 20.078125] and x.grad.dtype is rd.float64


def test_what_cannot_be_compressed_is_kept_and_guarded() -> None:
    x = rd.tensor([1.0, 2.0], dtype=rd.float16, requires_grad=True)
    mask = rd.tensor([True, False])
    with save_compressed(rd.float16):
        y = rd.where(mask, x, 0.0)
    mask.fill_(True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()
    with pytest.raises(TypeError, match="floating-point"):
        save_compressed(rd.int32)


def test_saved_on_the_cpu() -> None:
    x = leaf(1.0, 2.0)
    with save_on_cpu(pin_memory=True):
        y = (x * x).sum()
    y.backward()
    assert x.grad.tolist() == [2.0, 4.0]


# ----- writes to what was saved -----


def test_what_was_saved_may_be_written_to() -> None:
    x = leaf(0.5, 0.7)
    with allow_mutation_on_saved_tensors() as context:
        y = x * 3
        z = y * y
        y.zero_()
        assert len(context.cloned) == 1
        z.sum().backward()
    assert x.grad.tolist() == pytest.approx([9.0, 12.6])


@pytest.mark.parametrize("alias", [lambda t: t[0], lambda t: t.detach(), lambda t: t[:][0:1]])
def test_writes_through_aliases_copy_too(alias: Any) -> None:
    x = leaf(1.0, 2.0)
    with allow_mutation_on_saved_tensors():
        y = x * 1
        z = y.exp() * y
        with rd.no_grad():
            alias(y).mul_(100)
        z.sum().backward()
    assert x.grad.tolist() == pytest.approx([2 * 2.718281828459045, 3 * 7.38905609893065])


def test_chains_of_writes_and_second_derivatives() -> None:
    def program(x: Any, write: bool) -> Any:
        b = (x * x).exp()
        for _ in range(3):
            b = b.mul_(b) if write else b * b
        b = b.sin_() if write else b.sin()
        b = b.exp_() if write else b.exp()
        return (b.mul_(2) if write else b * 2).sum()

    results = []
    for write in (True, False):
        x = leaf(0.3, 0.2)
        with allow_mutation_on_saved_tensors():
            (first,) = grad(program(x, write), x, create_graph=True)
            (second,) = grad(first.sum(), x)
        results.append((first.tolist(), second.tolist()))
    for written, plain in zip(*results, strict=True):
        assert written == pytest.approx(plain)


def test_out_and_no_grad_writes_are_seen() -> None:
    x = leaf(1.0, 2.0)
    with allow_mutation_on_saved_tensors():
        y = (x * 1).exp()
        with rd.no_grad():
            rd.add(rd.ones(2, dtype=rd.float64), 1.0, out=y)
        y.sum().backward()
    assert x.grad.tolist() == pytest.approx([2.718281828459045, 7.38905609893065])


def test_backward_belongs_inside() -> None:
    x = leaf()
    with allow_mutation_on_saved_tensors():
        y = x.exp().sum()
    with pytest.raises(AssertionError, match="outside of the 'allow_mutation_on_saved_tensors'"):
        y.backward()
    with allow_mutation_on_saved_tensors() as context:
        y = x.exp().sum()
        context.clear()
        with pytest.raises(AssertionError, match="originally recorded"):
            y.backward()
    with allow_mutation_on_saved_tensors():
        with pytest.raises(RuntimeError, match="cannot be nested"):
            with allow_mutation_on_saved_tensors():
                pass


def test_what_was_saved_before_is_not_protected() -> None:
    x = leaf()
    a = x * 1
    y = a.exp() * a
    with allow_mutation_on_saved_tensors():
        with rd.no_grad():
            a.zero_()
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()
