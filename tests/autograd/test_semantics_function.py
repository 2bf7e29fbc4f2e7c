"""Rules of `autograd.Function`: what forward sees and returns, what backward may return."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import pytest
from rules import Rules

import redispatch as rd
from redispatch.dispatch import register_layer, remove_key

Function: Any = rd.autograd.Function
once_differentiable: Any = rd.autograd.function.once_differentiable
grad: Any = rd.autograd.grad
RULES = Rules()


def leaf(*values: float) -> Any:
    """Return a leaf that requires grad."""
    return rd.tensor(list(values) or [1.0, 2.0], dtype=rd.float64, requires_grad=True)


def make(forward: Any, backward: Any = None, **more: Any) -> Any:
    """Return a Function class with these static methods."""
    body = {"forward": staticmethod(forward)}
    if backward is not None:
        body["backward"] = staticmethod(backward)
    body |= {name: staticmethod(value) for name, value in more.items()}
    return type("Mine", (Function,), body)


def twice(ctx: Any, x: Any) -> Any:
    """Forward of a simple function."""
    return x * 2


def through(ctx: Any, *grads: Any) -> Any:
    """Backward of the identity."""
    return grads if len(grads) > 1 else grads[0]


# apply ------------------------------------------------------------------------------------------


@RULES("forward runs with grad mode off, on the caller's objects, which still require grad")
def _() -> None:
    x = leaf()
    seen: list[Any] = []

    def forward(ctx: Any, t: Any) -> Any:
        seen.append((rd.is_grad_enabled(), t is x, t.requires_grad))
        return t * 2

    assert make(forward, through).apply(x).requires_grad
    assert seen == [(False, True, True)]


@RULES("nothing requires grad, or grad mode is off: no node")
def _() -> None:
    f = make(twice, through)
    with rd.no_grad():
        y = f.apply(leaf())
    assert y.grad_fn is None and not y.requires_grad
    y = f.apply(rd.ones(1))
    assert y.grad_fn is None and not y.requires_grad


@RULES("the node is the context: named after the class, attributes can be read there")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.note = "here"
        return x * 2

    node = make(forward, through).apply(leaf()).grad_fn
    assert node.name() == "MineBackward" and node.note == "here"


RULES.refused(
    "without forward",
    NotImplementedError,
    "forward",
    lambda: type("F", (Function,), {}).apply(1),  # type: ignore[attr-defined]
)
RULES.refused(
    "without backward",
    NotImplementedError,
    "backward",
    lambda: make(twice).apply(leaf()).sum().backward(),
)
RULES.refused(
    "backward and vjp both",
    RuntimeError,
    "both|not allowed",
    lambda: make(twice, through, vjp=through).apply(leaf()).sum().backward(),
)


@RULES("InplaceFunction is Function by its old name")
def _() -> None:
    base: Any = rd.autograd.function.InplaceFunction
    f = type("Mine", (base,), {"forward": staticmethod(_dirty), "backward": staticmethod(through)})
    z = leaf() * 1
    assert f.apply(z) is z  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning):
        assert base(inplace=True).inplace


@RULES("vjp alone is backward")
def _() -> None:
    x = leaf()
    make(twice, vjp=lambda ctx, g: g * 2).apply(x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


@RULES("an instance warns, and calling it is refused")
def _() -> None:
    f = make(twice, through)
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        instance = f()
    with pytest.raises(RuntimeError):
        instance(leaf())


@RULES("setup_context: keywords and defaults are bound into inputs")
def _() -> None:
    seen: list[Any] = []

    def forward(x: Any, factor: int = 3, *, shift: int = 1) -> Any:
        return x * factor + shift

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        seen.append(inputs[1:])

    def forward_plain(x: Any, factor: int = 3, shift: int = 1) -> Any:
        return x * factor + shift

    f = make(forward_plain, lambda ctx, g: (g, None, None), setup_context=setup_context)
    x = leaf()
    assert f.apply(x, shift=5).tolist() == [8.0, 11.0]
    assert f.apply(x).tolist() == [4.0, 7.0]
    assert seen == [(3, 5), (3, 1)]


# needs_input_grad -------------------------------------------------------------------------------


@RULES("needs_input_grad: one for each argument, False for what is no tensor, kept under no_grad")
def _() -> None:
    seen: list[Any] = []

    def forward(ctx: Any, *args: Any) -> Any:
        seen.append(tuple(ctx.needs_input_grad))
        return args[0] * 2

    f = make(forward, lambda ctx, *g: (g[0], None, None, None))
    f.apply(leaf(), 3, rd.ones(2), leaf())
    with rd.no_grad():
        f.apply(leaf(), 3, rd.ones(2), leaf())
    assert seen == [(True, False, False, True)] * 2


@RULES("needs_input_grad does not know of inputs=")
def _() -> None:
    seen: list[Any] = []

    def backward(ctx: Any, g: Any) -> Any:
        seen.append(tuple(ctx.needs_input_grad))
        return g, g

    a, b = leaf(), leaf()
    make(lambda ctx, a, b: a * b, backward).apply(a, b).sum().backward(inputs=[a])
    assert seen == [(True, True)] and b.grad is None


@RULES("tensors in lists and dicts are not seen")
def _() -> None:
    f = make(lambda ctx, ts, d: ts[0] * d["x"], through)
    assert not f.apply([leaf()], {"x": leaf()}).requires_grad


# outputs ----------------------------------------------------------------------------------------


@RULES("a tuple stays a tuple, also of one; a tensor stays a tensor")
def _() -> None:
    assert isinstance(make(lambda ctx, x: (x * 2,), through).apply(leaf()), tuple)
    assert isinstance(make(twice, through).apply(leaf()), rd.Tensor)


@RULES("lists, dicts and other objects pass through untracked")
def _() -> None:
    for value in ([rd.ones(1)], {"a": 1}, "text", None, 5):
        assert make(lambda ctx, x, value=value: value, through).apply(leaf()) is value


@RULES("what is no tensor stays in a tuple; backward gets None for it")
def _() -> None:
    seen: list[Any] = []

    def backward(ctx: Any, *grads: Any) -> Any:
        seen.append([g is None for g in grads])
        return grads[0]

    y, text = make(lambda ctx, x: (x * 2, "text"), backward).apply(leaf())
    y.sum().backward()
    assert text == "text" and seen == [[False, True]]


@RULES("int and bool outputs do not require grad")
def _() -> None:
    f = make(lambda ctx, x: (x * 2, x.to(rd.int64), x > 0), lambda ctx, *g: g[0])
    assert [o.requires_grad for o in f.apply(leaf())] == [True, False, False]


@RULES("the same tensor twice becomes one object, of the last output")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        y = x * 2
        return y, y

    a, b = make(forward, lambda ctx, g, h: (0 if g is None else g) + h).apply(leaf())
    assert a is b and a.output_nr == 1


@RULES("an input returned as it is becomes a view of it with this node")
def _() -> None:
    x = leaf()
    y = make(lambda ctx, t: t, through).apply(x)
    assert y is not x and y.grad_fn.name() == "MineBackward" and y.data_ptr() == x.data_ptr()
    z = x * 1
    w = make(lambda ctx, t: t, through).apply(z)
    with pytest.raises(RuntimeError, match="inside a custom Function|inplace"):
        w.mul_(2)


@RULES("a view returned refuses to be written to")
def _() -> None:
    z = leaf() * 1
    w = make(lambda ctx, t: t.view(2), through).apply(z)
    with pytest.raises(RuntimeError, match="custom Function"):
        w.mul_(2)


@RULES("several outputs with a view among them refuse writes to the view, not to the others")
def _() -> None:
    z = leaf() * 1
    a, b = make(lambda ctx, t: (t.view(2), t * 2), lambda ctx, g, h: g + h).apply(z)
    b.mul_(2)
    with pytest.raises(RuntimeError, match="multiple views|custom Function|several"):
        a.mul_(2)


@RULES("what forward records itself is overwritten by the node")
def _() -> None:
    x = leaf()

    def forward(ctx: Any, t: Any) -> Any:
        with rd.enable_grad():
            return t * 7

    y = make(forward, lambda ctx, g: g * 100).apply(x)
    y.sum().backward()
    assert x.grad.tolist() == [100.0, 100.0]


# marks ------------------------------------------------------------------------------------------


def _dirty(ctx: Any, x: Any) -> Any:
    x.mul_(2)
    ctx.mark_dirty(x)
    return x


@RULES("mark_dirty: the output is the input, behind this node, two versions on")
def _() -> None:
    x = leaf()
    z = x * 1
    before = z._version
    y = make(_dirty, lambda ctx, g: g * 2).apply(z)
    assert y is z and z._version == before + 2 and z.grad_fn.name() == "MineBackward"
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


RULES.refused("mark_dirty of a leaf that requires grad", RuntimeError, "leaf",
              lambda: make(_dirty, through).apply(leaf()))  # fmt: skip


@RULES("a dirty input that is not returned is refused")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x * 2

    with pytest.raises(RuntimeError, match="must all be outputs|dirty"):
        make(forward, through).apply(leaf() * 1)


@RULES("a dirty view goes through the base; several outputs are refused")
def _() -> None:
    x = leaf(1.0, 2.0)
    z = x * 1
    make(_dirty, lambda ctx, g: g * 2).apply(z[:1])
    assert "CopySlices" in z.grad_fn.name()
    z.sum().backward()
    assert x.grad.tolist() == [2.0, 1.0]

    def two(ctx: Any, t: Any) -> Any:
        t.mul_(2)
        ctx.mark_dirty(t)
        return t, t * 3

    with pytest.raises(RuntimeError, match="output"):
        make(two, lambda ctx, g, h: g).apply((leaf() * 1)[:1])


@RULES("marking as dirty what is no input warns, what is no tensor is refused")
def _() -> None:
    def other(ctx: Any, x: Any) -> Any:
        y = x * 2
        ctx.mark_dirty(y)
        return y

    with pytest.warns(UserWarning, match="not an input"):
        make(other, through).apply(leaf())

    def text(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty("x")
        return x * 2

    with pytest.raises((RuntimeError, TypeError)):
        make(text, through).apply(leaf())


@RULES("a write without mark_dirty: the output is a view of the input with this node")
def _() -> None:
    x = leaf()
    z = x * 1
    y = make(lambda ctx, t: t.mul_(2), lambda ctx, g: g * 2).apply(z)
    assert y is not z and y.data_ptr() == z.data_ptr() and y.grad_fn.name() == "MineBackward"


@RULES("mark_non_differentiable: no gradient, yet backward gets zeros for it")
def _() -> None:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        y = x * 3
        ctx.mark_non_differentiable(y)
        return x * 2, y

    def backward(ctx: Any, g: Any, h: Any) -> Any:
        seen.append(h.tolist())
        return g * 2

    a, b = make(forward, backward).apply(leaf())
    assert a.requires_grad and not b.requires_grad and b.grad_fn is None
    a.sum().backward()
    assert seen == [[0.0, 0.0]]


@RULES("an input marked non-differentiable is returned as a detached alias")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_non_differentiable(x)
        return x

    x = leaf()
    y = make(forward, through).apply(x)
    assert y is not x and not y.requires_grad and y.data_ptr() == x.data_ptr()


RULES.refused(
    "marking what is no tensor as non-differentiable",
    (RuntimeError, TypeError),
    None,
    lambda: make(lambda ctx, x: (ctx.mark_non_differentiable("x"), x * 2)[1], through).apply(
        leaf()
    ),
)


@RULES("set_materialize_grads: zeros by default, int zeros for int outputs, or None")
def _() -> None:
    for flag in (True, False):
        seen: list[Any] = []

        def forward(ctx: Any, x: Any, flag: bool = flag) -> Any:
            ctx.set_materialize_grads(flag)
            return x * 2, x * 3, x.to(rd.int64)

        def backward(ctx: Any, g: Any, h: Any, i: Any, seen: Any = seen) -> Any:
            seen.append([None if t is None else (t.dtype, t.tolist()) for t in (h, i)])
            return g * 2

        make(forward, lambda ctx, *g, b=backward: b(ctx, *g)).apply(leaf())[0].sum().backward()
        zeros = [(rd.float64, [0.0, 0.0]), (rd.int64, [0, 0])]
        assert seen == [zeros if flag else [None, None]]


# saving -----------------------------------------------------------------------------------------


@RULES("save_for_backward: the last call wins, None is kept, forward reads nothing back")
def _() -> None:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        ctx.save_for_backward(x, None)
        seen.append(ctx.saved_tensors)
        return x * 2

    def backward(ctx: Any, g: Any) -> Any:
        seen.append(ctx.saved_tensors)
        return g

    x = leaf()
    make(forward, backward).apply(x).sum().backward()
    assert seen[0] == () and seen[1][0] is x and seen[1][1] is None


@RULES("save_for_backward of what is no tensor is refused, where a graph is recorded")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(3)
        return x * 2

    f = make(forward, through)
    with pytest.raises(TypeError, match="can only save variables"):
        f.apply(leaf())
    f.apply(rd.ones(1))


@RULES("an input comes back as the same object, an output with this node as its grad_fn")
def _() -> None:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        y = x * 2
        ctx.save_for_backward(x, y, x * 5)
        return y

    def backward(ctx: Any, g: Any) -> Any:
        seen.extend(ctx.saved_tensors)
        return g * 2

    x = leaf()
    y = make(forward, backward).apply(x)
    y.sum().backward()
    assert seen[0] is x and seen[1] is not y and seen[1].grad_fn is y.grad_fn
    assert not seen[2].requires_grad


@RULES("after release saved tensors are gone, attributes are not")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        ctx.own = x.detach()
        return x * 2

    y = make(forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(leaf())
    y.sum().backward()
    with pytest.raises(RuntimeError, match="second time|freed"):
        _ = y.grad_fn.saved_tensors
    assert y.grad_fn.own.tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="second time"):
        y.sum().backward()


RULES.refused(
    "save_for_forward of what is no tensor",
    AssertionError,
    None,
    lambda: make(lambda ctx, x: (ctx.save_for_forward(3), x * 2)[1], through).apply(leaf()),
)


@RULES("saved tensors are compared with their versions")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2

    z = leaf() * 1
    y = make(forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(z)
    z.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


# what backward returns --------------------------------------------------------------------------


def _returning(value: Any, *args: Any) -> Any:
    x = leaf()
    f = make(lambda ctx, t, *others: t * 2, lambda ctx, g: value(g))
    f.apply(x, *args).sum().backward()
    return x


RULES.accepted("backward may return None", lambda: _returning(lambda g: None).grad is None)
RULES.accepted(
    "backward may return a tuple of one", lambda: _returning(lambda g: (g,)).grad.tolist() == [1, 1]
)
RULES.accepted(
    "extra None at the end are accepted",
    lambda: _returning(lambda g: (g, None, None)).grad.tolist() == [1, 1],
)
RULES.accepted(
    "a gradient for a tensor that does not require grad is ignored",
    lambda: _returning(lambda g: (g, g), rd.ones(2)).grad.tolist() == [1, 1],
)
for _words, _value, _args, _match in (
    ("a list", lambda g: [g], (), "expected Variable or None|expected a Variable or None"),
    ("a number", lambda g: 1.0, (), "expected Variable or None|expected a Variable or None"),
    ("too many gradients", lambda g: (g, g), (), "incorrect number of gradients"),
    ("too few gradients", lambda g: (g,), (rd.ones(2),), "incorrect number of gradients"),
    ("a gradient for what is no tensor", lambda g: (g, g), (5,), "not a Variable|None"),
):
    RULES.refused(
        f"backward that returns {_words}",
        RuntimeError,
        _match,
        lambda value=_value, args=_args: _returning(value, *args),
    )


@RULES("the same tensor may be the gradient of two inputs")
def _() -> None:
    a, b = leaf(), leaf()
    make(lambda ctx, x, y: x + y, lambda ctx, g: (g, g)).apply(a, b).sum().backward()
    a.grad.zero_()
    assert b.grad.tolist() == [1.0, 1.0]


@RULES("grad mode in backward is create_graph")
def _() -> None:
    for wanted in (True, False):
        seen: list[bool] = []

        def backward(ctx: Any, g: Any, seen: Any = seen) -> Any:
            seen.append(rd.is_grad_enabled())
            return g

        x = leaf()
        y = make(twice, lambda ctx, g, b=backward: b(ctx, g)).apply(x)
        grad(y.sum(), x, create_graph=wanted)
        assert seen == [wanted]


# twice ------------------------------------------------------------------------------------------


def _cube(saved: str) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        square = x * x
        ctx.save_for_backward(x, square)
        return square * x

    def backward(ctx: Any, g: Any) -> Any:
        x, square = ctx.saved_tensors
        return g * 3 * (x * x if saved == "input" else square)

    return make(forward, backward)


@RULES("double backward goes through saved inputs")
def _() -> None:
    x = leaf(2.0)
    (first,) = grad(_cube("input").apply(x), x, create_graph=True)
    assert grad(first, x)[0].tolist() == [12.0]


@RULES("a saved intermediate value makes double backward silently wrong")
def _() -> None:
    x = leaf(2.0)
    (first,) = grad(_cube("intermediate").apply(x), x, create_graph=True)
    assert first.tolist() == [12.0] and not first.requires_grad


@RULES("another Function in forward is untracked, in backward it is tracked with create_graph")
def _() -> None:
    square = make(
        lambda ctx, x: (ctx.save_for_backward(x), x * x)[1],
        lambda ctx, g: g * 2 * ctx.saved_tensors[0],
    )
    inner: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        inner.append(square.apply(x))
        return inner[0] * x

    outer = make(forward, lambda ctx, g: g * 3 * square.apply(ctx.saved_tensors[0]))
    x = leaf(2.0)
    (first,) = grad(outer.apply(x), x, create_graph=True)
    assert not inner[0].requires_grad
    assert first.tolist() == [12.0] and grad(first, x)[0].tolist() == [12.0]


def _once() -> tuple[Any, Any]:
    f = make(lambda ctx, x: x * 2, once_differentiable(lambda ctx, g: g * 2))
    x = leaf(1.0)
    y = f.apply(x)
    return x, y * y


@RULES("once_differentiable runs without recording")
def _() -> None:
    seen: list[bool] = []

    @once_differentiable  # type: ignore[untyped-decorator]
    def backward(ctx: Any, g: Any) -> Any:
        seen.append(rd.is_grad_enabled())
        return g * 2

    x = leaf(1.0)
    y = make(twice, backward).apply(x)
    (g,) = grad(y, x, create_graph=True)
    assert seen == [False] and not g.requires_grad  # the gradient that came in did not


@RULES("once_differentiable: the second backward raises")
def _() -> None:
    x, y = _once()
    (g,) = grad(y, x, create_graph=True)
    assert g.requires_grad
    with pytest.raises(RuntimeError, match="differentiate twice"):
        g.backward()


@RULES("once_differentiable: for grad() the input is unused")
def _() -> None:
    x, y = _once()
    (g,) = grad(y, x, create_graph=True)
    with pytest.raises(RuntimeError, match="not have been used"):
        grad(g.sum(), x)


# graph ------------------------------------------------------------------------------------------


@RULES("an exception in forward or backward keeps its type, and leaves grad mode as it was")
def _() -> None:
    def fail(ctx: Any, *_: Any) -> Any:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError):
        make(fail, through).apply(leaf())
    with pytest.raises(ZeroDivisionError):
        make(twice, fail).apply(leaf()).sum().backward()
    assert rd.is_grad_enabled()


@RULES("functions are not for calling through transforms without setup_context, and say vmap")
def _() -> None:
    f = make(twice, through)
    assert f.generate_vmap_rule is False
    with pytest.raises(NotImplementedError, match="vmap"):
        f.vmap(None, ())


@RULES("_materialize_non_diff_grads=False: None for outputs marked non-differentiable")
def _() -> None:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        y = x * 3
        ctx.mark_non_differentiable(y)
        ctx._materialize_non_diff_grads = False
        return x * 2, y, x * 5

    def backward(ctx: Any, g: Any, h: Any, i: Any) -> Any:
        seen.append((h, i.tolist()))
        return g

    make(forward, backward).apply(leaf())[0].sum().backward()
    assert seen == [(None, [0.0, 0.0])]


@RULES.each
def test_function(check: Any) -> None:
    with warnings.catch_warnings():
        check()


@RULES("a key may be removed while a node lives one of whose inputs needs no gradient")
def test_keys_are_removed_beside_nodes() -> None:
    class Product(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g, None

    kept = Product.apply(rd.ones(2, requires_grad=True), rd.ones(2))
    remove_key(register_layer("Passing", "an example", above="Autograd"))
    assert kept.requires_grad


@RULES("a Function may save what another one made before any formula was compiled")
def test_functions_save_outputs_of_functions() -> None:
    program = (
        "import redispatch as rd\n"
        "class Same(rd.autograd.Function):\n"
        "    generate_vmap_rule = True\n"
        "    @staticmethod\n"
        "    def forward(x): return rd.from_numpy(x.detach().numpy() * 2)\n"
        "    @staticmethod\n"
        "    def setup_context(ctx, inputs, output): ctx.save_for_backward(output)\n"
        "    @staticmethod\n"
        "    def backward(ctx, g): return g\n"
        "x = rd.ones(2, requires_grad=True)\n"
        "y = Same.apply(x)\n"
        "print(y._grad_fn.shared_counter((0, y._grad_fn)) is not None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr
