"""Nodes and edges: what `grad_fn` shows, and what it keeps alive."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd.accumulate import AccumulateGrad

ACCUMULATE = "torch::autograd::AccumulateGrad"


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x + x, "AddBackward0"),
        (lambda x: x - 1, "SubBackward0"),
        (lambda x: x * 2, "MulBackward0"),
        (lambda x: x / x, "DivBackward0"),
        (lambda x: x**2, "PowBackward0"),
        (lambda x: x.exp(), "ExpBackward0"),
        (lambda x: x.log(), "LogBackward0"),
        (lambda x: x.sum(), "SumBackward0"),
        (lambda x: x.mean(0), "MeanBackward0"),
        (lambda x: rd.log_softmax(x, 0), "LogSoftmaxBackward0"),
        (lambda x: rd.maximum(x, x), "MaximumBackward0"),
        (lambda x: rd.where(x > 0, x, x), "WhereBackward0"),
        (lambda x: x.clone(), "CloneBackward0"),
        (lambda x: x[0], "SelectBackward0"),
        (lambda x: x[0:1], "SliceBackward0"),
        (lambda x: x[None], "UnsqueezeBackward0"),
        (lambda x: x.expand(3, 2), "ExpandBackward0"),
        (lambda x: x.permute(0), "PermuteBackward0"),
        (lambda x: x.to(rd.float32), "ToCopyBackward0"),
        (lambda x: (x * 1).add_(1), "AddBackward0"),
        (lambda x: (x * 1).zero_(), "ZeroBackward0"),
        (lambda x: (x * 1).fill_(2.0), "FillBackward0"),
        (lambda x: (x * 1).exp_(), "ExpBackward0"),
    ],
)
def test_names(call: Any, name: str) -> None:
    node = call(leaf(1.0, 2.0)).grad_fn
    assert node.name() == name
    assert name in repr(node)


def test_next_functions() -> None:
    x, c = leaf(1.0, 2.0), rd.ones(2, dtype=rd.float64)
    y = x.exp()
    node = (y * c).grad_fn
    assert node.next_functions == ((y.grad_fn, 0), (None, 0))
    assert [n.name() for n, _ in y.grad_fn.next_functions] == [ACCUMULATE]
    assert (y * 2).grad_fn.next_functions[0] == (y.grad_fn, 0)
    assert (y + y).grad_fn.next_functions == ((y.grad_fn, 0), (y.grad_fn, 0))


def test_the_same_node_is_read_every_time() -> None:
    y = leaf(1.0) * 2
    assert y.grad_fn is y.grad_fn
    z = y[0]
    assert z.grad_fn is z.grad_fn


def test_accumulate_grad_is_one_object_while_it_is_held() -> None:
    x = leaf(1.0)
    y, z = x * 2, x * 3
    node = y.grad_fn.next_functions[0][0]
    assert node is z.grad_fn.next_functions[0][0]
    assert isinstance(node, AccumulateGrad)
    assert node.variable is x and node.next_functions == ()
    reference = weakref.ref(node)
    del node
    assert reference() is None  # the leaf holds it weakly


def test_accumulate_grad_keeps_its_leaf() -> None:
    x = leaf(1.0)
    node = (x * 2).grad_fn.next_functions[0][0]
    reference = weakref.ref(x)
    del x
    assert node.variable is reference()


def test_calling_apply_of_an_accumulate_grad_adds() -> None:
    x = leaf(1.0, 2.0)
    node = (x * 2).grad_fn.next_functions[0][0]
    g = rd.ones(2, dtype=rd.float64)
    node.apply(g)
    node.apply(g)
    assert x.grad.tolist() == [2.0, 2.0] and g.tolist() == [1.0, 1.0]


def test_nodes_can_be_referred_to_weakly() -> None:
    y = leaf(1.0).exp()
    reference = weakref.ref(y.grad_fn)
    assert reference() is y.grad_fn
    del y
    assert reference() is None


def test_nodes_take_no_other_attributes() -> None:
    node = (leaf(1.0) * 2).grad_fn
    with pytest.raises(AttributeError):
        node.anything = 1
    node.metadata["anything"] = 1
    assert node.metadata == {"anything": 1}


def test_sequence_numbers_are_unique_and_grow() -> None:
    x = leaf(1.0)
    nodes = [x.exp().grad_fn, x.log().grad_fn]
    y = x * 1
    nodes.append(y.grad_fn)
    y[0:1].mul_(2)
    nodes.append(y.grad_fn)
    numbers = [n._sequence_nr() for n in nodes]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)


def test_a_node_is_newer_than_what_it_points_to() -> None:
    x = leaf(1.0, 2.0)
    y = ((x * x).exp() + x[0]).sum()
    stack = [y.grad_fn]
    while stack:
        node = stack.pop()
        for following, _ in node.next_functions:
            if following is not None and following.name() != ACCUMULATE:
                assert following._sequence_nr() < node._sequence_nr()
                stack.append(following)


def test_the_accumulate_grad_is_newest() -> None:
    x = leaf(1.0)
    y = x * 2
    assert y.grad_fn.next_functions[0][0]._sequence_nr() == 2**64 - 1


def test_a_leaf_lives_as_long_as_the_graph() -> None:
    x = leaf(1.0)
    y = x * 2
    reference = weakref.ref(x)
    del x
    assert reference() is not None
    y.backward()
    assert reference().grad.tolist() == [2.0]  # type: ignore[union-attr]
    del y
    assert reference() is None


def test_graphs_are_freed_at_once_without_the_collector() -> None:
    was = gc.isenabled()
    gc.disable()
    try:
        x = leaf(1.0, 2.0)
        y = x * 1
        y.add_(1)
        view = y[0]
        view.mul_(2)
        y.register_hook(lambda g: None)
        y.retain_grad()
        loss = (y.exp() * x.sigmoid()).sum() + view
        references = [weakref.ref(n) for n in (loss.grad_fn, y.grad_fn, view.grad_fn)]
        tensors = [weakref.ref(t) for t in (y, view, loss)]
        assert loss.grad_fn.next_functions[0][0] is not None
        del loss, y, view
        assert [r() for r in (*references, *tensors)] == [None] * 6
        reference = weakref.ref(x)
        del x
        assert reference() is None
    finally:
        if was:
            gc.enable()


def test_a_graph_with_saved_outputs_is_freed_after_it_was_looked_at() -> None:
    gc.disable()
    try:
        y = leaf(1.0).exp()
        saved = y.grad_fn._saved_result
        assert saved is not y and saved.grad_fn is y.grad_fn and saved.tolist() == y.tolist()
        reference = weakref.ref(y.grad_fn)
        del saved, y
        assert reference() is None
    finally:
        gc.enable()


def test_double_backward_graphs_are_freed() -> None:
    gc.disable()
    try:
        x = leaf(2.0)
        (first,) = rd.autograd.grad(x * x * x, x, create_graph=True)
        (second,) = rd.autograd.grad(first, x, create_graph=True)
        references = [weakref.ref(first.grad_fn), weakref.ref(second.grad_fn)]
        del first, second
        assert [r() for r in references] == [None, None]
    finally:
        gc.enable()


def test_describe_writes_a_shared_node_once() -> None:
    x = leaf(1.0, 2.0)
    y = x.exp()
    text = rd.autograd.graph.describe((y * y).sum())
    assert text.count("AccumulateGrad") == 1
    assert "ExpBackward0 (line 3 again)" in text
    assert rd.autograd.graph.describe(rd.zeros(1)) == ""


def test_names_of_tensors_show_in_graphs() -> None:
    x = leaf(1.0)
    x.name = "weight"
    assert "'weight'" in rd.autograd.graph.describe(x * 2)
