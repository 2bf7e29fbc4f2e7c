"""Rules of metadata, nodes and edges, and of what nodes save."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from rules import Rules

import redispatch as rd

grad: Any = rd.autograd.grad
graph: Any = rd.autograd.graph


def leaf(*values: float) -> Any:
    """Return a leaf that requires grad."""
    return rd.tensor(list(values) or [1.0, 2.0], dtype=rd.float64, requires_grad=True)


def plain(*values: float) -> Any:
    """Return a tensor that does not."""
    return leaf(*values).detach()


# 4 metadata, nodes, edges -----------------------------------------------------------------------

NODES = Rules()


@NODES("a plain tensor reads False, None, None, 0, and requires_grad_(False) changes nothing")
def _() -> None:
    x = plain()
    assert (x.requires_grad, x.grad, x.grad_fn, x.output_nr) == (False, None, None, 0)
    assert x.requires_grad_(False) is x and x.is_leaf


@NODES("a view is known as one also where nothing requires grad")
def _() -> None:
    x = plain()
    assert x[:1]._is_view() and x[:1]._base is x


@NODES("the AccumulateGrad of a leaf is one object while anything holds it")
def _() -> None:
    x = leaf()
    node = graph.get_gradient_edge(x).node
    assert node is (x * 2).grad_fn.next_functions[0][0] is x.view(2).grad_fn.next_functions[0][0]
    gone = weakref.ref(node)
    del node
    gc.collect()
    assert gone() is None


@NODES("an AccumulateGrad keeps its leaf, which does not keep it")
def _() -> None:
    x = leaf()
    node, gone = graph.get_gradient_edge(x).node, weakref.ref(x)
    del x
    assert gone() is not None and node.variable is gone()
    del node
    gc.collect()
    assert gone() is None


@NODES("hooks on a leaf survive the death of its node")
def _() -> None:
    x, log = leaf(), []
    x.register_hook(lambda g: log.append("hook"))
    x.register_post_accumulate_grad_hook(lambda t: log.append("accumulated"))
    graph.get_gradient_edge(x)
    gc.collect()
    x.sum().backward()
    assert log == ["hook", "accumulated"]


@NODES("AccumulateGrad: its name, its number, no next functions")
def _() -> None:
    node = graph.get_gradient_edge(leaf()).node
    assert node.name() == "torch::autograd::AccumulateGrad" and node.next_functions == ()
    assert node._sequence_nr() == 2**64 - 1


@NODES("a gradient edge is the node and the output's number")
def _() -> None:
    x = leaf()
    y = x * 2
    assert graph.get_gradient_edge(y)[:2] == (y.grad_fn, 0)
    assert graph.get_gradient_edge(x).output_nr == 0
    b = x.unbind()[1]
    assert graph.get_gradient_edge(b)[:2] == (b.grad_fn, 1)


NODES.refused(
    "a gradient edge of what does not require grad",
    RuntimeError,
    "does not require grad",
    lambda: graph.get_gradient_edge(plain()),
)


@NODES("gradient edges stand for tensors in grad and backward")
def _() -> None:
    x = leaf()
    y = x * 2
    at = graph.get_gradient_edge(y)
    assert grad((y * y).sum(), at, retain_graph=True)[0].tolist() == [4.0, 8.0]
    rd.autograd.backward((y * 1).sum(), inputs=[graph.get_gradient_edge(x)], retain_graph=True)
    assert x.grad.tolist() == [2.0, 2.0]
    rd.autograd.backward(at, rd.ones(2, dtype=rd.float64))
    assert x.grad.tolist() == [4.0, 4.0]


@NODES("next_functions: a node and an input number, None for what has no gradient")
def _() -> None:
    x, y = leaf(), leaf()
    assert [n is not None for n, _ in (x * y).grad_fn.next_functions] == [True, True]
    assert (x * plain()).grad_fn.next_functions[1] == (None, 0)
    assert (x * 3).grad_fn.next_functions[1] == (None, 0)
    assert [nr for _, nr in (x.unbind()[1] + 1).grad_fn.next_functions][:1] == [1]


@NODES("grad_fn is the same object every time, metadata is the user's dict")
def _() -> None:
    y = leaf() * 2
    assert y.grad_fn is y.grad_fn and y.grad_fn.requires_grad
    y.grad_fn.metadata["note"] = 1
    assert y.grad_fn.metadata == {"note": 1}


@NODES("nodes take no other attributes, those of a Function do")
def _() -> None:
    y = leaf() * 2
    with pytest.raises(AttributeError):
        y.grad_fn.note = 1


@NODES("a node can be called; wrong counts are refused; None is undefined")
def _() -> None:
    x = leaf(3.0)
    one = rd.ones(1, dtype=rd.float64)
    node = (x * x).grad_fn
    a, b = node(one)
    assert a.tolist() == b.tolist() == [3.0]
    with pytest.raises(TypeError):
        node(one, one)
    assert node(None) in (None, (None, None))


@NODES("calling an AccumulateGrad accumulates")
def _() -> None:
    x = leaf(3.0)
    graph.get_gradient_edge(x).node(rd.ones(1, dtype=rd.float64))
    assert x.grad.tolist() == [1.0]


NODES.refused("Node() is abstract", TypeError, None, lambda: graph.Node())


@NODES("_input_metadata: shape, dtype and device of each output")
def _() -> None:
    (known,) = (leaf() * 2).grad_fn._input_metadata
    assert tuple(known.shape) == (2,) and known.dtype is rd.float64


@NODES("saved values can be read: tensors, numbers, None for an absent operand")
def _() -> None:
    x, y = leaf(), leaf()
    node = (x * y).grad_fn
    assert node._saved_self is x and node._saved_other is y
    assert (x**3).grad_fn._saved_exponent == 3
    assert (x * plain()).grad_fn._saved_self is None


@NODES("what is saved depends on who needs a gradient")
def _() -> None:
    x, c = leaf(), plain()
    node = (x * c).grad_fn
    assert node._saved_self is None and node._saved_other is c


@NODES("numbers grow with construction; a hook-free leaf takes none")
def _() -> None:
    x = leaf()
    a = x * 2
    b = a * 3
    leaf()
    c = b * 4
    numbers = [t.grad_fn._sequence_nr() for t in (a, b, c)]
    assert numbers == sorted(set(numbers))


@NODES("a number set by hand orders the run")
def _() -> None:
    x = leaf(1.0)
    log: list[str] = []
    a, b = x * 2, x * 3
    for name, t in (("a", a), ("b", b)):
        t.grad_fn.register_prehook(lambda g, name=name: log.append(name))
    a.grad_fn._set_sequence_nr(b.grad_fn._sequence_nr() + 5)
    (a + b).backward()
    assert log == ["a", "b"]


for _call, _name in (
    (lambda x: x.fill_(1.0), "Fill"),
    (lambda x: x.zero_(), "Zero"),
    (lambda x: x.copy_(leaf()), "CopyBackward"),
    (lambda x: x[0], "Select"),
    (lambda x: x[:1], "Slice"),
    (lambda x: x[rd.tensor([0])], "Index"),
    (lambda x: x[None], "Unsqueeze"),
    (lambda x: x.view(2, 1).t(), "T"),
):
    NODES.accepted(
        f"the node is called {_name}",
        lambda call=_call, name=_name: name in call(leaf() * 1).grad_fn.name(),
    )


@NODES("a write to a view puts CopySlices on the base")
def _() -> None:
    z = leaf() * 1
    v = z[:1]
    v.mul_(2)
    assert z.grad_fn.name().endswith("CopySlices") and v.grad_fn is not None


@NODES.each
def test_nodes(check: Any) -> None:
    check()


# 6 saved variables ------------------------------------------------------------------------------

SAVED = Rules()
hooks: Any = graph.saved_tensors_hooks


@SAVED("inputs are saved as the object itself")
def _() -> None:
    x = leaf()
    y = x * 1
    assert (y * y).grad_fn._saved_self is y and x.exp().grad_fn._saved_result is not None


@SAVED("an output is saved as an alias that gets its node back, and may die")
def _() -> None:
    y = leaf().exp()
    saved = y.grad_fn._saved_result
    assert saved is not y and saved.grad_fn is y.grad_fn and saved.tolist() == y.tolist()
    node, gone = y.grad_fn, weakref.ref(y)
    del y, saved
    assert gone() is None and node._saved_result is not None


@SAVED("the order of checks: released first, then versions")
def _() -> None:
    y = leaf() * 1
    z = (y * y).sum()
    z.backward(retain_graph=True)
    y.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()
    y = leaf() * 1
    z = (y * y).sum()
    z.backward()
    y.mul_(2)
    with pytest.raises(RuntimeError, match="second time"):
        z.backward()


@SAVED("the message has type, sizes, output and node, both versions and a hint")
def _() -> None:
    y = leaf().exp()
    z = y.sum()
    y.mul_(2)
    with pytest.raises(RuntimeError, match=r"(?s)\[2\].*output 0 of Exp.*version 1; expected "
                       r"version 0 instead.*Hint"):  # fmt: skip
        z.backward()


@SAVED("after a run saved values are gone, the structure is not")
def _() -> None:
    x = leaf()
    y = x * x
    z = y.sum()
    z.backward()
    assert z.grad_fn.next_functions[0][0] is y.grad_fn
    with pytest.raises(RuntimeError, match="second time"):
        _ = y.grad_fn._saved_self
    with pytest.raises(RuntimeError, match="second time"):
        y.sum().backward()


for _words, _call in {
    "x + 1": lambda x: x + 1,
    "sum": lambda x: x.sum(),
    "a view": lambda x: x.view(2, 1),
    "a transposition": lambda x: x.view(2, 1).t(),
    "clone": lambda x: x.clone(),
}.items():

    @SAVED(f"{_words} saves nothing and can run again")
    def _(call: Any = _call) -> None:
        x = leaf()
        y = call(x)
        for _ in range(2):
            y.backward(rd.ones_like(y))
        assert x.grad.tolist() == [2.0, 2.0]


@SAVED("x * 2 cannot run again: the number is a saved value")
def _() -> None:
    y = leaf() * 2
    y.sum().backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.sum().backward()


@SAVED("nodes that were not run keep what they saved")
def _() -> None:
    a, b = leaf(), leaf()
    left, right = a * a, b * b
    y = (left + right).sum()
    y.backward(inputs=[a])
    assert right.grad_fn._saved_self is b
    right.sum().backward()
    assert b.grad.tolist() == [2.0, 4.0]


@SAVED("raw saved tensors: pack runs at once, unpack when needed")
def _() -> None:
    x, log = leaf(), []
    y = x.exp()

    def pack(t: Any) -> Any:
        log.append("pack")
        return t.tolist()

    def unpack(kept: Any) -> Any:
        log.append("unpack")
        return rd.tensor(kept, dtype=rd.float64)

    y.grad_fn._raw_saved_result.register_hooks(pack, unpack)
    assert log == ["pack"]
    y.sum().backward()
    assert log == ["pack", "unpack"]
    np.testing.assert_allclose(x.grad.numpy(), np.exp([1.0, 2.0]))


def _identity(t: Any) -> Any:
    return t


def _registered() -> Any:
    raw = (leaf() * leaf()).grad_fn._raw_saved_self
    raw.register_hooks(_identity, _identity)
    return raw


def _released() -> Any:
    y = leaf() * leaf()
    raw = y.grad_fn._raw_saved_self
    y.sum().backward()
    return raw


SAVED.refused("raw: a second registration", RuntimeError, "already been set",
              lambda: _registered().register_hooks(_identity, _identity))  # fmt: skip
SAVED.refused("raw: after release", RuntimeError, "freed",
              lambda: _released().register_hooks(_identity, _identity))  # fmt: skip
SAVED.refused(
    "raw: of None",
    RuntimeError,
    "None",
    lambda: (leaf() * plain()).grad_fn._raw_saved_self.register_hooks(_identity, _identity),
)
SAVED.refused("raw: what cannot be called", TypeError, "incompatible function arguments",
              lambda: (leaf() * leaf()).grad_fn._raw_saved_self.register_hooks(1, 2))  # fmt: skip
SAVED.refused("raw: cannot be made", RuntimeError, "forbidden",
              lambda: rd.autograd.SavedTensor())  # fmt: skip


# 6 hooks on what is saved -----------------------------------------------------------------------


@SAVED("hooks: only the innermost pair")
def _() -> None:
    log: list[str] = []

    def pair(name: str) -> Any:
        def pack(t: Any) -> Any:
            log.append(name)
            return t

        return hooks(pack, _identity)

    with pair("outer"), pair("inner"):
        leaf().exp()
    assert log == ["inner"]


@SAVED("hooks: every tensor saved, also a Function's; not None, not numbers, not without graph")
def _() -> None:
    class Square(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x, None)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2 * ctx.saved_tensors[0]

    seen: list[Any] = []

    def pack(t: Any) -> Any:
        seen.append(t.requires_grad)
        return t

    x = leaf()
    with hooks(pack, _identity):
        Square.apply(x)
        _ = x * 2
        _ = x * plain()
        with rd.no_grad():
            _ = x * x
        _ = plain() * plain()
    assert seen == [True, False]


@SAVED("hooks: pack runs with grad mode off, and what it does is not packed")
def _() -> None:
    seen: list[bool] = []

    def pack(t: Any) -> Any:
        seen.append(rd.is_grad_enabled())
        return t * t

    x = leaf()
    with hooks(pack, _identity):
        y = x.exp()
    y.sum().backward()
    assert seen == [False]


@SAVED("hooks: with enable_grad inside, pack recurses forever")
def _() -> None:
    def pack(t: Any) -> Any:
        with rd.enable_grad():
            return t * t

    x = leaf()
    with pytest.raises(RecursionError), hooks(pack, _identity):
        _ = x * x
    (x * 1).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


@SAVED("hooks: unpack once for each backward and each read")
def _() -> None:
    count: list[int] = []

    def unpack(t: Any) -> Any:
        count.append(1)
        return t

    with hooks(_identity, unpack):
        y = leaf().exp()
    y.sum().backward(retain_graph=True)
    _ = y.grad_fn._saved_result
    y.sum().backward()
    assert len(count) == 3


@SAVED("hooks: a pack that writes to what it gets is refused, also through detach()")
def _() -> None:
    for write in (lambda t: t.mul_(2), lambda t: t.detach().mul_(2)):
        y = leaf() * 1
        with pytest.raises(RuntimeError, match="modifying its input"):
            with hooks(lambda t, write=write: write(t), _identity):
                _ = y * y


@SAVED("hooks: exceptions keep their type, pack's in forward, unpack's in backward")
def _() -> None:
    def fail(t: Any) -> Any:
        raise KeyError("mine")

    x = leaf()
    with pytest.raises(KeyError), hooks(fail, _identity):
        _ = x * x
    with hooks(_identity, fail):
        y = (x * x).sum()
    with pytest.raises(KeyError):
        y.backward()
    (x * x).sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


@SAVED("hooks: unpack must return a tensor")
def _() -> None:
    with hooks(_identity, lambda t: 3):
        y = leaf().exp().sum()
    with pytest.raises(TypeError, match="expected to be a Tensor"):
        y.backward()


@SAVED("hooks: another dtype is promoted, the gradient cast back")
def _() -> None:
    x = leaf(2.0)
    with hooks(lambda t: t.to(rd.float32), _identity):
        y = x * x
    y.backward()
    assert x.grad.dtype is rd.float64 and x.grad.tolist() == [4.0]


@SAVED("hooks: no version check")
def _() -> None:
    y = leaf(1.0) * 1
    with hooks(lambda t: t.clone(), _identity):
        z = y * y
    y.mul_(100)
    assert grad(z, y, allow_unused=True) == (None,)
    w = leaf(3.0)
    u = w * 1
    with hooks(lambda t: t.clone(), _identity):
        z = u * u
    u.mul_(100)
    z.backward()
    assert w.grad.tolist() == [6.0]


@SAVED("hooks: second derivatives work also where pack detaches or copies")
def _() -> None:
    for pack in (lambda t: t.detach(), lambda t: t.clone(), lambda t: t.tolist()):
        x = leaf(2.0)
        with hooks(
            pack, lambda k: k if isinstance(k, rd.Tensor) else rd.tensor(k, dtype=rd.float64)
        ):
            y = x * x * x
            (first,) = grad(y, x, create_graph=True)
        assert grad(first, x)[0].tolist() == [12.0]


@SAVED("disable_saved_tensors_hooks: refused inside, and where hooks are in force; nested messages")
def _() -> None:
    disable = graph.disable_saved_tensors_hooks
    with disable("one"):
        with pytest.raises(RuntimeError, match="one"), hooks(_identity, _identity):
            pass
        with disable("two"), pytest.raises(RuntimeError, match="two"):
            with hooks(_identity, _identity):
                pass
        with pytest.raises(RuntimeError, match="one"), hooks(_identity, _identity):
            pass
    with hooks(_identity, _identity), pytest.raises(RuntimeError, match="three"):
        with disable("three"):
            pass
    with hooks(_identity, _identity):
        pass


@SAVED("save_on_cpu gives the same gradients")
def _() -> None:
    x = leaf()
    with graph.save_on_cpu():
        y = (x * x).exp().sum()
    y.backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.array([1, 2]) * np.exp([1.0, 4.0]))


@SAVED("allow_mutation_on_saved_tensors copies before a write, also through views")
def _() -> None:
    x = leaf()
    with graph.allow_mutation_on_saved_tensors():
        y = x * 1
        z = (y * y).sum()
        y[:1].mul_(100)
        y.zero_()
        z.backward()
    assert x.grad.tolist() == [2.0, 4.0]


@SAVED("allow_mutation_on_saved_tensors: not nested, backward inside and before clear()")
def _() -> None:
    allow = graph.allow_mutation_on_saved_tensors
    with allow(), pytest.raises(RuntimeError, match="nest"), allow():
        pass
    with allow():
        y = leaf() * 1
        z = (y * y).sum()
        y.mul_(2)
    with pytest.raises(AssertionError):
        z.backward()
    with allow() as context:
        y = leaf() * 1
        z = (y * y).sum()
        y.mul_(2)
        context.clear()
        with pytest.raises(AssertionError):
            z.backward()


@SAVED("allow_mutation_on_saved_tensors: what was saved before is compared as usual")
def _() -> None:
    y = leaf() * 1
    z = (y * y).sum()
    with graph.allow_mutation_on_saved_tensors():
        y.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        z.backward()


@SAVED.each
def test_saved(check: Any) -> None:
    check()
