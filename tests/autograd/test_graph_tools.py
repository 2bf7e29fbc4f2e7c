"""Graphs made visible, gradient edges, multi-grad hooks, sequence numbers set by hand."""

from __future__ import annotations

import gc
import shutil
import tracemalloc
from functools import partial
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import graph
from redispatch.dispatch.registry import register
from redispatch.dispatch.rules import Rule
from redispatch.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts

MB = 1 << 20


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


# describe, DOT, Mermaid ---------------------------------------------------------------------------


def test_record_notes_sizes_and_lines() -> None:
    x = leaf(1.0, 2.0)
    with graph.record():
        y = (x * x).sum()  # line A
    text = graph.describe(y, lines=True)
    assert "MulBackward0 [redispatch.float64 [2]]" in text
    first = text.splitlines()[0]
    assert first.startswith("SumBackward0 [redispatch.float64 []]  # ")
    assert __file__ in first
    assert y.grad_fn.metadata["code"].endswith("test_record_notes_sizes_and_lines")
    assert "source" not in (x * x).grad_fn.metadata  # nothing is noted outside


def test_record_sees_functions_and_writes_through_views() -> None:
    class Twice(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = leaf(1.0, 2.0)
    with graph.record():
        y = Twice.apply(x)
        z = y * 1
        z[0:1].mul_(3)
    assert "source" in y.grad_fn.metadata
    assert z.grad_fn.name() == "torch::autograd::CopySlices" and "source" in z.grad_fn.metadata


def test_record_nests_and_survives_registrations() -> None:
    x = leaf(1.0)
    with graph.record():
        with graph.record():
            pass
        with register("exp", "NumPy", Rule(np.exp2, "raw"), override=True):
            y = x.exp()
            assert y.tolist() == [2.0] and "source" in y.grad_fn.metadata
        y = x.exp()
        assert "source" in y.grad_fn.metadata
    y = x.exp()
    assert y.tolist() == [pytest.approx(np.e)] and not y.grad_fn.metadata


def test_dot_and_mermaid_have_each_node_once() -> None:
    x = leaf(1.0, 2.0)
    x.name = 'a "name"'
    y = x.exp()
    loss = (y * y).sum()
    dot = graph.to_dot(loss)
    assert dot.count("ExpBackward0") == 1 and dot.count("AccumulateGrad") == 0
    assert dot.count("->") == 4  # sum to mul, mul twice to exp, exp to the leaf
    assert 'a \\"name\\"' in dot
    mermaid = graph.to_mermaid(loss)
    assert mermaid.count("-->") == 4 and "#quot;name#quot;" in mermaid
    assert graph.to_mermaid([loss, y]).count("-->") == 4


def test_svg_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    loss = leaf(1.0).exp()
    if shutil.which("dot"):
        assert "<svg" in graph.to_svg(loss)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="Graphviz"):
        graph.to_svg(loss)


# the ledger of memory -----------------------------------------------------------------------------


def network(x: Any, w: Any) -> tuple[Any, Any, Any]:
    h = (x @ w).sigmoid()
    z = (h * h).exp()
    u = z.clone()
    u.mul_(z)
    u[1:].exp_()
    return rd.log_softmax(u, 0).sum(), h, z


@pytest.mark.parametrize("hold", [False, True])
def test_memory_adds_up_to_what_is_freed(hold: bool) -> None:
    x = rd.full((512, 512), 0.01)
    w = rd.full((512, 512), 0.01, requires_grad=True)
    tracemalloc.start()
    try:
        loss, *held = network(x, w)
        if not hold:
            held.clear()
        ledger = graph.memory(loss)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        del loss
        freed = before - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert ledger.graph >= 2 * MB
    assert freed == pytest.approx(ledger.graph, rel=0.01)
    assert ledger.user == MB * (1 + len(held))  # x, and what is held of h and z
    assert sum(ledger.by_operator().values()) == ledger.graph


@pytest.mark.parametrize("policy", [False, True])
def test_memory_of_checkpoints_and_of_what_a_policy_keeps(policy: bool) -> None:
    x = rd.full((512, 512), 0.01)
    w = rd.full((512, 512), 0.01, requires_grad=True)
    products = partial(create_selective_checkpoint_contexts, [rd.dispatch.lookup("matmul")])
    more: dict[str, Any] = {"context_fn": products} if policy else {}
    tracemalloc.start()
    try:
        h = x
        for _ in range(3):
            h = checkpoint(lambda t: (t @ w).sin().exp(), h, use_reentrant=False, **more)
        loss = h.sum()
        del h
        ledger = graph.memory(loss)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        del loss
        gc.collect()
        freed = before - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert ledger.graph == (5 if policy else 2) * MB  # the inputs of two layers, three products
    assert freed == pytest.approx(ledger.graph, rel=0.01)


def test_memory_after_backward_is_nothing() -> None:
    x = rd.full((512, 512), 0.01)
    w = rd.full((512, 512), 0.01, requires_grad=True)
    loss, _, _ = network(x, w)
    loss.backward()
    assert graph.memory(loss).graph == 0 or graph.memory(loss).graph == MB  # the base of the write


def test_memory_lists_leaves_apart_and_lines() -> None:
    w = rd.full((256, 256), 0.5, requires_grad=True)
    with graph.record():
        loss = (w * w.exp()).sum()
    ledger = graph.memory(loss)
    assert (ledger.graph, ledger.leaves, ledger.user) == (1 << 18, 1 << 18, 0)
    assert ledger.by_operator() == {"ExpBackward0": 1 << 18}
    assert __file__ in next(iter(ledger.by_line()))
    assert "262,144  graph    ExpBackward0  # " in str(ledger)


def test_memory_of_a_view_is_that_of_its_base() -> None:
    def held() -> Any:
        big = rd.full((1000,), 2.0, dtype=rd.float64)
        w = rd.ones(10, dtype=rd.float64, requires_grad=True)
        return (big[:10] * w).sum()

    loss = held()
    assert graph.memory(loss).graph == 8000


def test_memory_of_what_a_function_keeps() -> None:
    class Keep(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x.exp())
            ctx.also = [x.exp()]
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    loss = Keep.apply(rd.ones(100, dtype=rd.float64, requires_grad=True)).sum()
    assert graph.memory(loss).by_operator() == {"KeepBackward": 1600}


# gradient edges -----------------------------------------------------------------------------------


def test_gradient_edges_stand_for_tensors() -> None:
    x = leaf(2.0)
    y = x * 3
    edge = graph.get_gradient_edge(y)
    assert edge.node is y.grad_fn and edge.output_nr == 0
    z = y * y
    assert [g.tolist() for g in rd.autograd.grad(z, edge, retain_graph=True)] == [[12.0]]
    assert [g.tolist() for g in rd.autograd.grad(edge, x, retain_graph=True)] == [[3.0]]
    at_leaf = graph.get_gradient_edge(x)
    assert at_leaf.node is z.grad_fn.next_functions[0][0].next_functions[0][0]
    rd.autograd.backward(graph.get_gradient_edge(z), inputs=at_leaf)
    assert x.grad.tolist() == [36.0]


def test_gradient_edge_refusals() -> None:
    x = leaf(1.0, 2.0)
    with pytest.raises(RuntimeError, match="does not require"):
        graph.get_gradient_edge(rd.ones(1))
    edge = graph.get_gradient_edge(x * 2)
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        rd.autograd.grad(edge, x)
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        rd.autograd.grad(edge, x, rd.ones(3, dtype=rd.float64))
    with pytest.raises(RuntimeError, match="GradientEdge"):
        rd.autograd.grad(x.sum(), edge, materialize_grads=True)


def test_several_outputs_have_edges_of_their_own() -> None:
    class Both(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2, x * 3

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return g * 2 + h * 3

    x = leaf(1.0)
    first, second = Both.apply(x)
    edge = graph.get_gradient_edge(second)
    assert edge.output_nr == 1
    (g,) = rd.autograd.grad(edge, x)
    assert g.tolist() == [3.0]


# nodes --------------------------------------------------------------------------------------------


def test_nodes_can_be_called() -> None:
    x, y = leaf(2.0), leaf(5.0)
    g = rd.tensor([1.0], dtype=rd.float64)
    assert [t.tolist() for t in (x * y).grad_fn(g)] == [[5.0], [2.0]]
    assert (x * y).grad_fn(g)[0].requires_grad  # recorded, outside no_grad
    assert x.exp().grad_fn(None) is None
    with pytest.raises(TypeError, match="expected 1 arguments, got 2"):
        x.exp().grad_fn(g, g)
    accumulate = (x * y).grad_fn.next_functions[0][0]
    accumulate(g)
    assert x.grad.tolist() == [1.0]


def test_node_is_an_abstract_class() -> None:
    x = leaf(1.0)
    assert isinstance((x * 2).grad_fn, graph.Node)
    with pytest.raises(TypeError, match="abstract"):
        graph.Node()  # type: ignore[abstract]


def test_input_metadata() -> None:
    x = leaf(1.0, 2.0)
    (found,) = (x * 2).grad_fn._input_metadata
    assert (found.shape, found.dtype, found.device.type) == ((2,), rd.float64, "numpy")


def test_saved_tensors_cannot_be_made() -> None:
    with pytest.raises(RuntimeError, match="forbidden"):
        rd.autograd.SavedTensor()


def test_increment_version() -> None:
    x, s = leaf(1.0), rd.ones(1, dtype=rd.float64)
    y = x * s
    s.numpy()[0] = 2.0
    graph.increment_version([s])
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_numbers_set_by_hand_order_the_run() -> None:
    x = leaf(2.0)
    a, b = x * 3, x * 5
    c = a + b
    order: list[str] = []
    a.register_hook(lambda g: order.append("a"))
    b.register_hook(lambda g: order.append("b"))
    c.backward(retain_graph=True)
    assert order == ["b", "a"]
    careful = list(rd.autograd.engine.CAREFUL)
    try:
        # a larger number than that of its consumer: without a count it would run too early
        a.grad_fn._set_sequence_nr(10**12)
        b.grad_fn._set_sequence_nr(3)
        assert a.grad_fn._sequence_nr() == 10**12
        order.clear()
        d = (c + a * 2).sum()
        x.grad = None
        d.backward(retain_graph=True)
        assert order == ["a", "b"]
        assert x.grad.tolist() == [3.0 * 3 + 5.0]
        (g,) = rd.autograd.grad(d, a)
        assert g.tolist() == [3.0]
    finally:
        rd.autograd.engine.CAREFUL[:] = careful
        rd.autograd.Node.renumbered = False


# hooks over several tensors -----------------------------------------------------------------------


def test_multi_grad_hook_all() -> None:
    a, b, c, unused = leaf(2.0), leaf(3.0), leaf(4.0), leaf(5.0)
    seen: list[list[bool]] = []

    def hook(grads: Any) -> None:
        seen.append([g is not None for g in grads])

    with graph.register_multi_grad_hook((a, b, c, unused), hook) as handle:
        z = (a * b * c).sum()
        z.backward(retain_graph=True)
        z.backward(retain_graph=True, inputs=(a,))
        rd.autograd.backward([z, unused], retain_graph=True)
        with pytest.raises(RuntimeError, match="not supported"):
            rd.autograd.grad(z, a, retain_graph=True)
    assert seen == [[True, True, True, False], [True, False, False, False], [True] * 4]
    handle.remove()
    z.backward()
    assert len(seen) == 3


def test_multi_grad_hook_on_interior_tensors_is_called_by_grad() -> None:
    x = leaf(2.0)
    a, b = x * 2, x * 3
    seen: list[Any] = []
    handle = graph.register_multi_grad_hook((a, b), seen.append)
    rd.autograd.grad((a * b).sum(), x)
    assert [[g.tolist() for g in grads] for grads in seen] == [[[6.0], [4.0]]]
    handle.remove()


def test_multi_grad_hook_any() -> None:
    a, b, plain = leaf(2.0), leaf(3.0), rd.ones(1)
    seen: list[Any] = []
    graph.register_multi_grad_hook((a, b, plain), seen.append, mode="any")
    z = (a * b).sum()
    z.backward(retain_graph=True)
    z.backward()
    assert len(seen) == 2


def test_multi_grad_hook_refusals() -> None:
    with pytest.raises(ValueError, match="mode"):
        graph.register_multi_grad_hook((leaf(1.0),), print, mode="some")
    with pytest.raises(AssertionError):
        graph.register_multi_grad_hook((leaf(1.0), rd.ones(1)), print)


# callbacks ----------------------------------------------------------------------------------------


def test_callbacks_run_after_all_is_accumulated() -> None:
    x = leaf(2.0)
    y = x * 3
    seen: list[Any] = []

    def last() -> None:
        seen.append("last")

    def first() -> None:
        seen.append(x.grad.tolist())
        rd.autograd.queue_callback(last)

    y.register_hook(lambda g: rd.autograd.queue_callback(first))
    y.backward()
    assert seen == [[3.0], "last"]
    with pytest.raises(RuntimeError, match="during backward"):
        rd.autograd.queue_callback(last)


# names of old -------------------------------------------------------------------------------------


def test_variable_is_a_tensor() -> None:
    v: Any = rd.autograd.Variable(rd.ones(2), requires_grad=True)
    assert isinstance(v, rd.Tensor) and isinstance(rd.ones(1), rd.autograd.Variable)
    (v * 2).sum().backward()
    grad: Any = v.grad
    assert grad.tolist() == [2.0, 2.0]
    seen: list[int] = []
    y = v * 2
    y.register_hook(lambda g: v.__class__ and queue(lambda: seen.append(1)))
    queue = rd.autograd.Variable._execution_engine.queue_callback
    y.sum().backward()
    assert seen == [1]


def test_multithreading_can_be_switched() -> None:
    from redispatch.autograd.threads import is_multithreading_enabled

    with rd.autograd.set_multithreading_enabled(False):
        assert not is_multithreading_enabled()
        leaf(1.0).exp().backward()
    assert is_multithreading_enabled()


def test_functions_are_not_instantiated() -> None:
    class Own(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x

    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        made = Own()
    with pytest.raises(RuntimeError, match="deprecated"):
        made(leaf(1.0))


def test_defaults_of_forward_reach_setup_context() -> None:
    class Scaled(rd.autograd.Function):
        @staticmethod
        def forward(x: Any, factor: float = 3.0) -> Any:
            return x * factor

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            _, ctx.factor = inputs

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.factor, None

    x = leaf(1.0)
    Scaled.apply(x).backward()
    assert x.grad.tolist() == [3.0]


def test_scalar_operands_show_among_the_next_functions() -> None:
    x = leaf(1.0)
    y = x.exp()
    assert (y + 5).grad_fn.next_functions == ((y.grad_fn, 0), (None, 0))
    assert (5 - y).grad_fn.next_functions[1] == (y.grad_fn, 0)


def test_attributes_that_cannot_be_deleted() -> None:
    x: Any = leaf(1.0)
    for name in ("data", "requires_grad"):
        with pytest.raises(RuntimeError, match="cannot be deleted"):
            delattr(x, name)
    del x.grad
