"""Saved values: which writes break backward, what is released, and what comes back."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd

STALE = "modified by an inplace operation"
SECOND = "second time"


def made(*values: float) -> Any:
    """Return an interior tensor, which may be written to."""
    x: Any = rd.tensor(list(values) or [0.5, 0.7], dtype=rd.float64, requires_grad=True)
    return x * 1


def row(t: Any) -> Any:
    return t.reshape(1, -1)


OPERATORS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: x.exp(),
    "sqrt": lambda x: x.sqrt(),
    "sigmoid": lambda x: x.sigmoid(),
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu(),
    "softmax": lambda x: rd.softmax(x, 0),
    "log_softmax": lambda x: rd.log_softmax(x, 0),
    "amax": lambda x: rd.amax(x, 0),
    "tensor ** tensor": lambda x: x ** x.detach().clone(),
    "number ** tensor": lambda x: 2**x,
    "add": lambda x: x + 1,
    "add tensor": lambda x: x + x,
    "sub": lambda x: x - 2,
    "mul": lambda x: x * 2,
    "mul tensor": lambda x: x * x,
    "div": lambda x: x / 2,
    "neg": lambda x: -x,
    "log": lambda x: x.log(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "abs": lambda x: x.abs(),
    "sign": lambda x: x.sign(),
    "tensor ** number": lambda x: x**3,
    "clone": lambda x: x.clone(),
    "where": lambda x: rd.where(x > 0.6, x, 0.0),
    "maximum": lambda x: rd.maximum(x, x.detach().clone()),
    "minimum": lambda x: rd.minimum(x, x.detach().clone()),
    "sum": lambda x: x.sum(),
    "mean": lambda x: x.mean(),
    "matmul": lambda x: row(x) @ row(x).transpose(0, 1),
    "to": lambda x: x.to(rd.float32),
}
BREAKS_WITH_OUTPUT = {
    "exp", "sqrt", "sigmoid", "tanh", "relu", "softmax", "log_softmax", "amax",
    "tensor ** tensor", "number ** tensor",
}  # fmt: skip
BREAKS_WITH_INPUT = {
    "mul tensor", "log", "sin", "cos", "abs", "tensor ** number", "tensor ** tensor", "maximum",
    "minimum", "amax", "matmul", "number ** tensor",
}  # fmt: skip


def write(t: Any) -> None:
    with rd.no_grad():
        t.mul_(1)


@pytest.mark.parametrize("name", OPERATORS)
def test_writing_to_the_output(name: str) -> None:
    y = OPERATORS[name](made())
    if name == "tensor ** tensor":  # the exponent must require grad for the output to be saved
        x = made()
        y = x ** made()
    write(y)
    if name in BREAKS_WITH_OUTPUT:
        with pytest.raises(RuntimeError, match=STALE):
            y.sum().backward()
    else:
        y.sum().backward()


@pytest.mark.parametrize("name", OPERATORS)
def test_writing_to_the_input(name: str) -> None:
    x = made()
    y = OPERATORS[name](x)
    write(x)
    if name in BREAKS_WITH_INPUT:
        with pytest.raises(RuntimeError, match=STALE):
            y.sum().backward()
    else:
        y.sum().backward()


@pytest.mark.parametrize("alias", ["detach", "view", "view of a view", "made before"])
def test_writes_through_aliases_are_noticed(alias: str) -> None:
    x = made()
    early = x.detach()
    y = x * x
    with rd.no_grad():
        if alias == "detach":
            x.detach().mul_(2)
        elif alias == "view":
            x[0].mul_(2)
        elif alias == "view of a view":
            x[None][0].mul_(2)
        else:
            early.mul_(2)
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()


def test_writes_to_a_saved_view_through_its_base_are_noticed() -> None:
    x = made()
    y = x[0] * x[1]
    write(x)
    with pytest.raises(RuntimeError, match=STALE):
        y.backward()


def test_writes_through_an_alias_of_a_saved_output_are_noticed() -> None:
    y = made().exp()
    y.detach().mul_(2)
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()


def test_writes_to_the_unpacked_output_are_noticed() -> None:
    y = made().exp()
    write(y.grad_fn._saved_result)
    assert y._version == 1
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()


def test_operands_without_grad_count() -> None:
    x, c = made(), rd.ones(2, dtype=rd.float64)
    y = x * c
    c.mul_(1)
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()
    mask = rd.tensor([True, False])
    y = rd.where(mask, x, 0.0)
    mask.zero_()
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()


def test_addends_do_not_count() -> None:
    x, c = made(), rd.ones(2, dtype=rd.float64)
    y = x + c
    c.mul_(5)
    y.sum().backward()


def test_only_what_is_needed_is_saved() -> None:
    a, c = made(), rd.ones(2, dtype=rd.float64)
    node = (a * c).grad_fn
    assert node._saved_other is c
    assert node._saved_self is None  # c needs no gradient
    a.mul_(2)
    node = (a * a).grad_fn
    assert node._saved_self is a and node._saved_other is a


def test_saved_numbers_and_arguments_are_shown() -> None:
    node = (made() * 3).grad_fn
    assert node._saved_other == 3
    node = (made() ** 2).grad_fn
    assert node._saved_exponent == 2
    node = made().sum((0,), True).grad_fn
    assert tuple(node._saved_dim) == (0,) and node._saved_keepdim is True


def test_a_write_before_saving_is_no_problem() -> None:
    x = made()
    x.mul_(2)
    write(x)
    y = x * x
    y.sum().backward()


def test_data_hides_a_write() -> None:
    x = made()
    y = x * x
    x.data.mul_(1)
    y.sum().backward()


def test_the_message_names_tensor_node_and_versions() -> None:
    x = made()
    x.name = "hidden"
    y = x.sin()
    write(x)
    with pytest.raises(RuntimeError) as caught:
        y.sum().backward()
    text = str(caught.value)
    for part in ("'hidden'", "SinBackward0", "version 1", "version 0", "clone"):
        assert part in text


# ----- release -----


@pytest.mark.parametrize(
    "call", [lambda x: x * 2, lambda x: x / 2, lambda x: x * x, lambda x: x.exp(), lambda x: x**2]
)
def test_a_second_backward_is_refused(call: Any) -> None:
    x: Any = rd.tensor([0.5], requires_grad=True)
    y = call(x)
    y.backward()
    before = x.grad.tolist()
    with pytest.raises(RuntimeError, match=SECOND):
        y.backward()
    assert x.grad.tolist() == before


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x + 1, lambda x: x + x, lambda x: x.sum(), lambda x: x.mean(), lambda x: x[None],
        lambda x: x.transpose(0, 0), lambda x: x.clone(), lambda x: x.expand(1), lambda x: -x,
        lambda x: x[0], lambda x: x.sign(),
    ],
)  # fmt: skip
def test_what_saves_nothing_runs_again(call: Any) -> None:
    x: Any = rd.tensor([0.5], requires_grad=True)
    y = call(x)
    y.backward()
    once = x.grad.item()
    y.backward()
    assert x.grad.item() == 2 * once


def test_retain_graph_keeps_saved_values() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [18.0]
    with pytest.raises(RuntimeError, match=SECOND):
        y.backward()


def test_the_structure_stays_after_release() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    y = x.exp()
    node = y.grad_fn
    y.backward()
    assert y.grad_fn is node and node.name() == "ExpBackward0"
    assert node.next_functions[0][0].variable is x
    assert type(node).__name__ == "ExpBackward0"


def test_saved_values_are_refused_after_release() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    y, z = x.exp(), x * x
    (y + z).backward()
    with pytest.raises(RuntimeError, match=SECOND):
        _ = y.grad_fn._saved_result
    with pytest.raises(RuntimeError, match=SECOND):
        _ = z.grad_fn._saved_self


def test_saved_tensors_are_let_go() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    c = rd.ones(1)
    y = x * c
    reference = weakref.ref(c)
    del c
    assert reference() is not None
    y.backward()
    assert reference() is None


def test_pruned_nodes_keep_their_saved_values() -> None:
    a: Any = rd.tensor([3.0], requires_grad=True)
    b: Any = rd.tensor([4.0], requires_grad=True)
    left, right = a * a, b * b
    y = left + right
    y.backward(inputs=[a])
    assert a.grad.tolist() == [6.0] and b.grad is None
    right.backward()
    assert b.grad.tolist() == [8.0]  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError, match=SECOND):
        left.backward()


def test_inputs_come_back_as_the_same_object() -> None:
    a, b = made(), made()
    node = (a * b).grad_fn
    assert node._saved_self is a and node._saved_other is b


def test_keeping_a_node_keeps_inputs_but_not_outputs() -> None:
    a = made()
    y = a.exp()
    node, output, given = y.grad_fn, weakref.ref(y), weakref.ref(a)
    del y
    assert output() is None
    node2 = a.sin().grad_fn
    del a
    assert given() is not None
    assert node.name() == "ExpBackward0" and node2._saved_self is given()


def test_a_saved_input_that_was_detached_in_place_is_refused() -> None:
    for more in ({}, {"create_graph": True}):
        x: Any = rd.tensor([3.0], requires_grad=True)
        a = x * 2
        y = a * a
        a.detach_()
        with pytest.raises(RuntimeError, match="detached in-place"):
            rd.autograd.grad(y, x, **more)
        assert x.grad is None


def test_a_saved_output_that_was_detached_in_place_is_fine() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    a = x * 2
    y = a.exp()
    y.detach_()
    b = a.exp()
    kept = b * 1
    b.detach_()
    kept.backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp([6.0]), rtol=1e-6)


def test_a_constant_that_was_saved_may_be_detached_in_place() -> None:
    x: Any = rd.tensor([3.0], requires_grad=True)
    c = rd.tensor([2.0])
    y = x * c
    c.detach_()
    y.backward()
    assert x.grad.item() == 2.0


def test_saving_an_inference_tensor_is_refused() -> None:
    with rd.inference_mode():
        i = rd.ones(2)
    x: Any = rd.tensor([3.0, 4.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="[Ii]nference tensors"):
        x * i
    (x + i).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]
