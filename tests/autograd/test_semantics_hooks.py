"""Rules of hooks: their order, what they see, what they may return, who takes them away."""

from __future__ import annotations

from typing import Any

import pytest
from rules import Rules

import redispatch as rd

HOOKS = Rules()


def leaf(*values: float) -> Any:
    """Return a leaf that requires grad."""
    return rd.tensor(list(values) or [1.0, 2.0], dtype=rd.float64, requires_grad=True)


def node_of(x: Any) -> Any:
    """Return the node that accumulates into a leaf."""
    return rd.autograd.graph.get_gradient_edge(x).node


# order ------------------------------------------------------------------------------------------


@HOOKS("order: tensor hooks, prehooks, node, posthooks, then those of the leaf")
def _() -> None:
    x, log = leaf(1.0), []
    node = node_of(x)

    def note(what: str) -> Any:
        def hook(*_: Any) -> None:
            log.append(what)

        return hook

    y = x * 2
    y.register_hook(note("t1"))
    y.register_hook(note("t2"))
    y.grad_fn.register_prehook(note("pre1"))
    y.grad_fn.register_prehook(note("pre2"))
    y.grad_fn.register_hook(note("post1"))
    y.grad_fn.register_hook(note("post2"))
    x.register_hook(note("leaf"))
    node.register_prehook(note("acc pre"))
    node.register_hook(note("acc post"))
    x.register_post_accumulate_grad_hook(note("accumulated"))
    y.backward()
    assert log == [
        "t1", "t2", "pre1", "pre2", "post1", "post2", "leaf", "acc pre", "accumulated", "acc post",
    ]  # fmt: skip


@HOOKS("retain_grad stores what the tensor hooks leave, also those registered after it")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.retain_grad()
    y.register_hook(lambda g: g + 1)
    y.backward()
    assert y.grad.tolist() == [11.0] and x.grad.tolist() == [22.0]


@HOOKS("tensor hooks are chained: each gets what the one before returned")
def _() -> None:
    x = leaf(1.0)
    x.register_hook(lambda g: g + 1)
    x.register_hook(lambda g: g * 10)
    (x * 2).backward()
    assert x.grad.tolist() == [30.0]


@HOOKS("prehooks change what the node gets, posthooks what it gives")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 3,))
    y.grad_fn.register_hook(lambda gi, go: (gi[0] + go[0], *gi[1:]))
    y.backward()
    assert x.grad.tolist() == [6.0 + 3.0]


# what grad() calls ------------------------------------------------------------------------------


@HOOKS("only captured: tensor hooks run and count, node and accumulation hooks do not")
def _() -> None:
    x, log = leaf(1.0), []
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda gs: log.append("pre"))
    y.grad_fn.register_hook(lambda gi, go: log.append("post"))
    x.register_post_accumulate_grad_hook(lambda t: log.append("accumulated"))
    (g,) = rd.autograd.grad(y * 1, y, retain_graph=True)
    assert g.tolist() == [10.0] and log == []
    (g,) = rd.autograd.grad(y * 1, x)
    assert g.tolist() == [20.0] and log == ["pre", "post"]


@HOOKS("captured and needed further: node hooks run too")
def _() -> None:
    x, log = leaf(1.0), []
    y = x * 2
    y.grad_fn.register_prehook(lambda gs: log.append("pre"))
    rd.autograd.grad(y * 1, [y, x])
    assert log == ["pre"]


@HOOKS("hooks of a leaf that is not asked for do not fire")
def _() -> None:
    a, b, log = leaf(1.0), leaf(1.0), []
    b.register_hook(lambda g: log.append(1))
    rd.autograd.grad(a * b, a)
    assert log == []


# tensor hooks -----------------------------------------------------------------------------------


def _hooked(value: Any) -> Any:
    x = leaf()
    y = x * 2
    y.register_hook(lambda g: value(g) if callable(value) else value)
    y.sum().backward()
    return x


HOOKS.accepted("a tensor hook that returns None keeps the gradient",
               lambda: _hooked(lambda g: None).grad.tolist() == [2.0, 2.0])  # fmt: skip
for _name, _value in {"a number": 1.0, "a list": [1.0], "text": "g"}.items():
    HOOKS.refused(
        f"a tensor hook that returns {_name}", TypeError, None, lambda v=_value: _hooked(v)
    )
HOOKS.refused("a tensor hook that changes the size", RuntimeError, "changed the size",
              lambda: _hooked(lambda g: g[:1]))  # fmt: skip
HOOKS.refused("a tensor hook that changes the dtype", RuntimeError, "changed the",
              lambda: _hooked(lambda g: g.to(rd.float32)))  # fmt: skip
HOOKS.refused(
    "a hook on a tensor that does not require grad",
    RuntimeError,
    "doesn't require gradient",
    lambda: rd.ones(1).register_hook(lambda g: g),
)


@HOOKS("what cannot be called fails when it is called")
def _() -> None:
    x = leaf(1.0)
    x.register_hook(3)
    with pytest.raises(TypeError, match="callable"):
        (x * 1).backward()


@HOOKS("handles: remove() is idempotent, and a with block removes")
def _() -> None:
    x, log = leaf(1.0), []
    handle = x.register_hook(lambda g: log.append(1))
    handle.remove()
    handle.remove()
    with x.register_hook(lambda g: log.append(2)):
        (x * 1).backward()
    (x * 1).backward()
    assert log == [2]


@HOOKS("hooks of a leaf fire on every backward, also if registered after the forward")
def _() -> None:
    x, log = leaf(1.0), []
    y = x * x
    x.register_hook(lambda g: log.append(x.grad is None))
    y.backward(retain_graph=True)
    y.backward()
    assert log == [True, False]  # before accumulation


@HOOKS("a hook that removes or adds hooks changes the next backward")
def _() -> None:
    x, log = leaf(1.0), []

    def late(g: Any) -> None:
        log.append("late")

    def once(g: Any) -> None:
        log.append("once")
        handle.remove()
        x.register_hook(late)

    handle = x.register_hook(once)
    y = x * 1
    y.backward(retain_graph=True)
    assert log[0] == "once"
    y.backward()
    assert log.count("once") == 1 and log[-1] == "late"


# node hooks -------------------------------------------------------------------------------------


def _node_hooked(kind: str, value: Any) -> Any:
    x = leaf(1.0)
    y = x * x
    if kind == "prehook":
        y.grad_fn.register_prehook(lambda gs: value)
    else:
        y.grad_fn.register_hook(lambda gi, go: value)
    y.backward()
    return x


_one = rd.ones(1, dtype=rd.float64)
for _kind in ("prehook", "posthook"):
    HOOKS.accepted(
        f"a {_kind} that returns None",
        lambda k=_kind: _node_hooked(k, None).grad.tolist() == [2.0],
    )
    for _name, _value, _error in (
        ("a tensor", _one, TypeError),
        ("a list", [_one, _one], TypeError),
        ("a tuple that is too long", (_one, _one, _one), RuntimeError),
    ):
        HOOKS.refused(
            f"a {_kind} that returns {_name}",
            _error,
            None,
            lambda k=_kind, v=_value: _node_hooked(k, v),
        )
HOOKS.refused(
    "a posthook that changes a size",
    RuntimeError,
    "size",
    lambda: _node_hooked("posthook", (rd.ones(3, dtype=rd.float64), _one)),
)


@HOOKS("a posthook may not put a tensor in the place of None")
def _() -> None:
    class Nothing(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    y = Nothing.apply(leaf(1.0))
    y.grad_fn.register_hook(lambda gi, go: (_one,))
    with pytest.raises(RuntimeError, match="None"):
        y.backward()


@HOOKS("a posthook may return None among gradients")
def _() -> None:
    a, b = leaf(1.0), leaf(1.0)
    y = a * b
    y.grad_fn.register_hook(lambda gi, go: (None, gi[1]))
    y.backward()
    assert a.grad is None and b.grad.tolist() == [1.0]


# after accumulation -----------------------------------------------------------------------------


@HOOKS("a post-accumulate hook gets the leaf, and may take .grad away")
def _() -> None:
    x, seen = leaf(1.0), []

    def hook(t: Any) -> None:
        seen.append((t is x, t.grad.tolist()))
        t.grad = None

    x.register_post_accumulate_grad_hook(hook)
    (x * 3).backward()
    (x * 4).backward()
    assert seen == [(True, [3.0]), (True, [4.0])] and x.grad is None


for _name, _make in {
    "an interior tensor": lambda: leaf(1.0) * 2,
    "a tensor that does not require grad": lambda: rd.ones(1),
}.items():
    HOOKS.refused(
        f"a post-accumulate hook on {_name}",
        RuntimeError,
        None,
        lambda make=_make: make().register_post_accumulate_grad_hook(lambda t: None),
    )


@HOOKS("a post-accumulate hook must return None")
def _() -> None:
    x = leaf(1.0)
    x.register_post_accumulate_grad_hook(lambda t: 1)
    with pytest.raises((TypeError, RuntimeError), match="should return None"):
        (x * 1).backward()


@HOOKS("post-accumulate hooks are not run by grad()")
def _() -> None:
    x, log = leaf(1.0), []
    x.register_post_accumulate_grad_hook(lambda t: log.append(1))
    rd.autograd.grad(x * 1, x)
    assert log == []


@HOOKS("hooks on the node of a leaf are lost when nobody keeps the node, those on the leaf stay")
def _() -> None:
    x, log = leaf(1.0), []
    node_of(x).register_hook(lambda gi, go: log.append("node"))
    x.register_hook(lambda g: log.append("leaf"))
    (x * 1).backward()
    assert log == ["leaf"]


# several tensors --------------------------------------------------------------------------------


def _four() -> Any:
    a, b, c, d = (leaf(float(i)) for i in range(1, 5))
    return a, b, c, d, [t * 1 for t in (a, b, c, d)]


@HOOKS("multi-grad all: one call once all that take part have a gradient, None for the others")
def _() -> None:
    a, _b, _c, _d, (p, q, r, s) = _four()
    calls: list[Any] = []
    register = rd.autograd.graph.register_multi_grad_hook
    with register([p, q, r, s], lambda gs: calls.append([g is not None for g in gs])):
        (p * q * r).backward(retain_graph=True)
        (p * r).backward(inputs=[a], retain_graph=True)
    (p * q).backward()
    assert calls == [[True, True, True, False], [True, False, False, False]]


@HOOKS("multi-grad any: the first gradient, once in each backward")
def _() -> None:
    _a, _b, _c, _d, (p, q, r, s) = _four()
    calls: list[Any] = []
    register = rd.autograd.graph.register_multi_grad_hook
    with register([p, q, rd.ones(1)], lambda g: calls.append(g.tolist()), mode="any"):
        (p * q).backward(retain_graph=True)
        (q * r * s).backward()
    assert len(calls) == 2


HOOKS.refused(
    "multi-grad all: every tensor must require grad",
    AssertionError,
    None,
    lambda: rd.autograd.graph.register_multi_grad_hook([rd.ones(1)], lambda gs: None),
)
HOOKS.refused(
    "multi-grad: an unknown mode",
    ValueError,
    "mode",
    lambda: rd.autograd.graph.register_multi_grad_hook([leaf()], lambda gs: None, mode="some"),
)


@HOOKS("multi-grad all on a leaf that grad() is asked for is refused")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    with rd.autograd.graph.register_multi_grad_hook([x, y], lambda gs: None):
        with pytest.raises(RuntimeError, match="leaf|leaves"):
            rd.autograd.grad(y * 1, x)


@HOOKS.each
def test_hooks(check: Any) -> None:
    check()
