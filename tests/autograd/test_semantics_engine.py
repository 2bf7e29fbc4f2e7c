"""Rules of `backward` and `grad`: arguments, accumulation, checked gradients, execution."""

from __future__ import annotations

import threading
import warnings
from typing import Any

import numpy as np
import pytest
from rules import Rules

import redispatch as rd

Function: Any = rd.autograd.Function


def leaf(*values: float, dtype: Any = rd.float64) -> Any:
    """Return a leaf that requires grad."""
    return rd.tensor(list(values) or [1.0, 2.0, 3.0], dtype=dtype, requires_grad=True)


def given(gradient: Any, *, times: Any = None) -> Any:
    """Return a function whose backward returns what it is told."""

    class Given(Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            return tensors[0] * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return gradient(g) if callable(gradient) else gradient

    return Given.apply


# 7.1 the arguments of backward ------------------------------------------------------------------

BACKWARD = Rules()
_implicit = r"grad can be implicitly created only for scalar outputs"
BACKWARD.refused(
    "no gradient, two elements", RuntimeError, _implicit, lambda: (leaf() * 2).backward()
)
BACKWARD.refused(
    "no gradient, no elements", RuntimeError, _implicit, lambda: (leaf()[:0] * 2).backward()
)
BACKWARD.refused(
    "no gradient, one complex element",
    RuntimeError,
    "only for real scalar outputs",
    lambda: rd.tensor([1j], requires_grad=True).backward(),
)
BACKWARD.refused(
    "an output that does not require grad is named by its place",
    RuntimeError,
    "element 1 of tensors does not require grad and does not have a grad_fn",
    lambda: rd.autograd.backward([leaf().sum(), rd.ones(())]),
)
_shape: Any
_sizes: Any
for _name, _shape in {
    "more dimensions": (1, 3),
    "fewer elements": (1,),
    "no dimension": (),
}.items():
    BACKWARD.refused(
        f"a gradient of another shape, {_name}: no broadcasting",
        RuntimeError,
        "[Mm]ismatch in shape",
        lambda shape=_shape: (leaf() * 2).backward(rd.ones(shape, dtype=rd.float64)),
    )
for _name, _gradient, _match in (
    ("a complex gradient of a real output", rd.ones(3, dtype=rd.complex128), "same dtype"),
    ("fewer gradients than tensors", (), "got 1 tensors and 0 gradients"),
):
    BACKWARD.refused(
        _name, RuntimeError, _match, lambda g=_gradient: rd.autograd.backward([leaf() * 2], g)
    )
BACKWARD.refused(
    "a real gradient of a complex output",
    RuntimeError,
    "same dtype",
    lambda: (rd.tensor([1j], requires_grad=True) * 2).backward(rd.ones(1)),
)
BACKWARD.refused(
    "a number as gradient", TypeError, "iterable", lambda: rd.autograd.backward(leaf(1.0), 1.0)
)
for _name, _value in {"a list of numbers": [1.0], "a list of arrays": [np.ones(1)]}.items():
    BACKWARD.refused(
        f"{_name} as gradient",
        TypeError,
        "either Tensors or None",
        lambda v=_value: rd.autograd.backward(leaf(1.0), v),
    )
BACKWARD.refused(
    "inputs=[]", RuntimeError, "cannot be empty", lambda: leaf(1.0).backward(inputs=[])
)
BACKWARD.refused(
    "inputs that do not require grad",
    RuntimeError,
    "requires_grad",
    lambda: leaf(1.0).backward(inputs=[rd.ones(1)]),
)


@BACKWARD("one element of any shape begins with one")
def _() -> None:
    for shape in ((), (1,), (1, 1, 1)):
        x: Any = rd.ones(shape, dtype=rd.float64, requires_grad=True)
        (x * 3).backward()
        assert tuple(x.grad.shape) == shape and float(x.grad.sum()) == 3.0


@BACKWARD("backward of a leaf accumulates a copy of the gradient")
def _() -> None:
    x, g = leaf(1.0, 2.0), rd.tensor([5.0, 6.0], dtype=rd.float64)
    x.backward(g)
    g.zero_()
    assert x.grad.tolist() == [5.0, 6.0]


@BACKWARD("a gradient of another real dtype is cast")
def _() -> None:
    for dtype in (rd.float32, rd.float16, rd.int64, rd.bool):
        x = leaf(1.0, 2.0)
        (x * 2).backward(rd.tensor([1, 1]).to(dtype))
        assert x.grad.dtype is rd.float64 and x.grad.tolist() == [2.0, 2.0]


@BACKWARD("more gradients than tensors: the rest is ignored")
def _() -> None:
    x = leaf(1.0)
    rd.autograd.backward([x * 2], [rd.ones(1, dtype=rd.float64), rd.ones(7)])
    assert x.grad.tolist() == [2.0]


@BACKWARD("no tensors: nothing happens")
def _() -> None:
    rd.autograd.backward([])


@BACKWARD("the same tensor twice is summed")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    rd.autograd.backward([y, y], [rd.ones(1, dtype=rd.float64), rd.ones(1, dtype=rd.float64)])
    assert x.grad.tolist() == [4.0]


@BACKWARD("inputs that cannot be reached keep None")
def _() -> None:
    x, other = leaf(1.0), leaf(1.0)
    x.backward(inputs=[other])
    assert other.grad is None and x.grad is None


@BACKWARD("an interior input gets its gradient, and its node is run")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    ran: list[int] = []
    y.grad_fn.register_hook(lambda gi, go: ran.append(1))
    z.backward(inputs=[y, x])
    assert y.grad.tolist() == [3.0] and x.grad.tolist() == [6.0] and ran == [1]


@BACKWARD("retain_graph follows create_graph")
def _() -> None:
    x = leaf(1.0)
    y = (x * x).sum()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y.backward(create_graph=True)
    y.backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


@BACKWARD("create_graph without retain_graph")
def _() -> None:
    x = leaf(2.0)
    y = (x**3).sum()
    (first,) = rd.autograd.grad(y, x, create_graph=True, retain_graph=False)
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()
    assert first.requires_grad and first.tolist() == [12.0]


@BACKWARD("grad_variables is the old name of grad_tensors, and warns")
def _() -> None:
    x = leaf(1.0)
    one = rd.ones(1, dtype=rd.float64)
    with pytest.warns(FutureWarning, match="grad_variables"):
        rd.autograd.backward(x * 2, grad_variables=one)
    assert x.grad.tolist() == [2.0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(RuntimeError, match="grad_tensors"):
            rd.autograd.backward(x * 2, one, grad_variables=one)


@BACKWARD("backward with create_graph warns of a reference cycle")
def _() -> None:
    x = leaf(1.0)
    with pytest.warns(UserWarning, match="create_graph=True.*reference cycle"):
        (x * x).backward(create_graph=True)


@BACKWARD.each
def test_arguments_of_backward(check: Any) -> None:
    check()


# 7.2 grad ---------------------------------------------------------------------------------------

GRAD = Rules()
GRAD.refused(
    "an input that does not require grad",
    RuntimeError,
    "does not require grad",
    lambda: rd.autograd.grad(leaf().sum(), rd.ones(3)),
)
for _name, _value in {"a list with a number": [1], "a number": 1}.items():
    GRAD.refused(
        f"{_name} as inputs",
        (RuntimeError, TypeError),
        None,
        lambda v=_value: rd.autograd.grad(leaf().sum(), v),
    )
GRAD.refused(
    "no inputs", RuntimeError, "cannot be empty", lambda: rd.autograd.grad(leaf().sum(), [])
)


def _unused(**options: Any) -> Any:
    x, other = leaf(), leaf()
    return rd.autograd.grad(x.sum(), [x, other], **options)


GRAD.refused(
    "an unused input is refused, and its place said",
    RuntimeError,
    "(input|index) 1.*not have been used",
    _unused,
)
GRAD.refused(
    "materialize_grads contradicts allow_unused=False",
    ValueError,
    "allow_unused",
    lambda: _unused(materialize_grads=True, allow_unused=False),
)
GRAD.accepted("allow_unused gives None", lambda: _unused(allow_unused=True)[1] is None)


@GRAD("materialize_grads gives zeros that do not require grad")
def _() -> None:
    zeros = _unused(materialize_grads=True)[1]
    assert zeros.tolist() == [0.0, 0.0, 0.0] and not zeros.requires_grad


@GRAD("materialize_grads is refused for a gradient edge without gradient")
def _() -> None:
    x, other = leaf(), leaf()
    edge = rd.autograd.graph.get_gradient_edge(other)
    with pytest.raises(RuntimeError, match="GradientEdge"):
        rd.autograd.grad(x.sum(), [x, edge], materialize_grads=True)


@GRAD("no .grad is written, but that of tensors that retain it")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    y.retain_grad()
    rd.autograd.grad(y * 3, x)
    assert x.grad is None and y.grad.tolist() == [3.0]


@GRAD("the same input twice")
def _() -> None:
    x = leaf(1.0)
    a, b = rd.autograd.grad(x * 2, [x, x])
    assert a.tolist() == b.tolist() == [2.0]


@GRAD("of an output with respect to itself it is the gradient that was given")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    g = rd.ones(1, dtype=rd.float64)
    assert rd.autograd.grad(y, y, g)[0] is g
    assert rd.autograd.grad(x, x)[0].tolist() == [1.0]


@GRAD("a leaf and an intermediate value together")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    a, b = rd.autograd.grad(y * y, [x, y])
    assert (a.tolist(), b.tolist()) == ([8.0], [4.0])


@GRAD("after a write it is with respect to the new value")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    y.mul_(5)
    assert rd.autograd.grad(y * 3, y)[0].tolist() == [3.0]


@GRAD("a used input whose gradient is undefined counts as unused")
def _() -> None:
    x = leaf(1.0)
    with pytest.raises(RuntimeError, match="not have been used"):
        rd.autograd.grad(given(None)(x), x)
    assert rd.autograd.grad(given(None)(x), x, allow_unused=True)[0] is None


@GRAD("a view made aside is unused")
def _() -> None:
    x = leaf(1.0, 2.0)
    y, view = x * 1, x[:1]
    assert rd.autograd.grad(y.sum(), view, allow_unused=True)[0] is None


@GRAD("only_inputs=False warns and changes nothing")
def _() -> None:
    x, other = leaf(1.0), leaf(1.0)
    with pytest.warns(FutureWarning, match="only_inputs"):
        rd.autograd.grad((x * other).sum(), x, only_inputs=False)
    assert other.grad is None


@GRAD("the gradient of a linear function cannot be differentiated again")
def _() -> None:
    x = leaf(1.0)
    (g,) = rd.autograd.grad(x * 2, x, create_graph=True)
    assert not g.requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        rd.autograd.grad(g, x)


@GRAD("a gradient edge as output needs a gradient unless it has one element")
def _() -> None:
    x = leaf(1.0, 2.0)
    edge = rd.autograd.graph.get_gradient_edge(x * 2)
    with pytest.raises(RuntimeError, match=_implicit):
        rd.autograd.grad(edge, x)
    assert rd.autograd.grad(edge, x, rd.ones(2, dtype=rd.float64))[0].tolist() == [2.0, 2.0]
    one = rd.autograd.graph.get_gradient_edge((x * 3).sum())
    assert rd.autograd.grad(one, x)[0].tolist() == [3.0, 3.0]


@GRAD("is_grads_batched stacks gradients over the first dimension")
def _() -> None:
    x = leaf(1.0, 2.0)
    seeds = rd.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 3.0]], dtype=rd.float64)
    (g,) = rd.autograd.grad(x * x, x, seeds, is_grads_batched=True)
    assert g.tolist() == [[2.0, 0.0], [0.0, 4.0], [4.0, 12.0]]
    other = leaf(1.0)
    found = rd.autograd.grad(
        x * 1, [x, other], rd.ones(3, 2, dtype=rd.float64), is_grads_batched=True, allow_unused=True
    )
    assert found[1] is None


for _name, _seeds, _error, _match in (
    ("without that dimension", rd.ones(2, dtype=rd.float64), RuntimeError, "first dimension"),
    ("of other sizes", rd.ones(3, 5, dtype=rd.float64), RuntimeError, "first dimension"),
    ("that is None", [None], ValueError, "None"),
):
    GRAD.refused(
        f"is_grads_batched, a gradient {_name}",
        _error,
        _match,
        lambda s=_seeds: rd.autograd.grad((x := leaf(1.0, 2.0)) * x, x, s, is_grads_batched=True),
    )


@GRAD.each
def test_grad(check: Any) -> None:
    check()


# 7.3 accumulation -------------------------------------------------------------------------------

SUMS = Rules()


@SUMS("later gradients are added in place: same object, one version more, strides kept")
def _() -> None:
    x = leaf(1.0, 2.0)
    (x * 2).sum().backward()
    g, version = x.grad, x.grad._version
    (x * 3).sum().backward()
    assert x.grad is g and g._version == version + 1 and g.tolist() == [5.0, 5.0]


@SUMS("a gradient set by the user is added to in place, also one that requires grad")
def _() -> None:
    for flag in (False, True):
        x = leaf(1.0)
        x.grad = mine = (rd.ones(1, dtype=rd.float64, requires_grad=True) * 1 if flag
                         else rd.ones(1, dtype=rd.float64))  # fmt: skip
        (x * 2).backward()
        assert x.grad is mine and mine.tolist() == [3.0]


@SUMS("with create_graph a new tensor is made")
def _() -> None:
    x = leaf(1.0)
    (x * x).backward()
    g = x.grad
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x * x).backward(create_graph=True)
    assert x.grad is not g and g.tolist() == [2.0] and x.grad.tolist() == [4.0]
    assert x.grad.requires_grad


@SUMS("after .grad = None there is a new object")
def _() -> None:
    x = leaf(1.0)
    (x * 2).backward()
    g, x.grad = x.grad, None
    (x * 2).backward()
    assert x.grad is not g and x.grad.tolist() == g.tolist() == [2.0]


@SUMS("a + b: the gradients of two leaves share no memory")
def _() -> None:
    a, b = leaf(1.0), leaf(1.0)
    (a + b).backward()
    a.grad.zero_()
    assert b.grad.tolist() == [1.0]


@SUMS("the gradient a user gives is never taken over")
def _() -> None:
    makes: Any = (lambda x: x, lambda x: x + 1, lambda x: x.view(2), lambda x: x[:])
    for make in makes:
        x, g = leaf(1.0, 2.0), rd.ones(2, dtype=rd.float64)
        make(x).backward(g)
        x.grad.zero_()
        assert g.tolist() == [1.0, 1.0]


@SUMS("an expanded or transposed gradient is stored dense, in the strides of the leaf")
def _() -> None:
    x: Any = rd.ones(2, 3, dtype=rd.float64, requires_grad=True)
    x.sum().backward()
    assert x.grad.stride() == (3, 1)
    x.grad = None
    x.t().backward(rd.ones(3, 2, dtype=rd.float64))
    assert x.grad.stride() == (3, 1)
    y: Any = rd.ones(3, 2, dtype=rd.float64).t().requires_grad_()
    (y * 2).backward(rd.ones(2, 3, dtype=rd.float64))
    assert y.grad.stride() == (1, 2)


@SUMS("an undefined gradient leaves .grad alone")
def _() -> None:
    x = leaf(1.0)
    given(None)(x).backward()
    assert x.grad is None


@SUMS("hooks see the sum of all edges once")
def _() -> None:
    x = leaf(1.0)
    y = x * 1
    seen: list[Any] = []
    y.register_hook(lambda g: seen.append(g.tolist()))
    (y * 2 + y * 3 + y).backward()
    assert seen == [[6.0]]


@SUMS.each
def test_accumulation(check: Any) -> None:
    check()


# 7.4 what a node may return ---------------------------------------------------------------------

RETURNED = Rules()
for _shape, _sizes in (
    ((2,), (3, 2)), ((2,), (1, 2)), ((), (2,)), ((1, 2), (3, 2)), ((2, 1), (4, 2, 3)),
):  # fmt: skip

    @RETURNED(f"a gradient {_sizes} for {_shape} is summed")
    def _(shape: Any = _shape, sizes: Any = _sizes) -> None:
        x: Any = rd.ones(shape, dtype=rd.float64, requires_grad=True)
        given(lambda g: rd.ones(sizes, dtype=rd.float64))(x).sum().backward()
        assert tuple(x.grad.shape) == shape
        assert float(x.grad.sum()) == float(np.prod(sizes))


for _shape, _sizes in (((2,), (3,)), ((2,), ()), ((2,), (1,)), ((3, 2), (2,)), ((2, 2), (2, 3))):
    RETURNED.refused(
        f"a gradient {_sizes} for {_shape} is refused",
        RuntimeError,
        "(?s)got .*expected shape compatible with",
        lambda shape=_shape, sizes=_sizes: (
            given(lambda g: rd.ones(sizes, dtype=rd.float64))(
                rd.ones(shape, dtype=rd.float64, requires_grad=True)
            )
            .sum()
            .backward()
        ),
    )
for _dtype in (rd.float32, rd.float16, rd.int64, rd.bool):

    @RETURNED(f"a gradient of {str(_dtype).split('.')[-1]} is cast")
    def _(dtype: Any = _dtype) -> None:
        x = leaf(1.0)
        given(lambda g: rd.ones(1).to(dtype))(x).backward()
        assert x.grad.dtype is rd.float64 and x.grad.tolist() == [1.0]


RETURNED.refused(
    "a complex gradient for a real input is refused",
    RuntimeError,
    "complex",
    lambda: given(lambda g: rd.ones(1, dtype=rd.complex128))(leaf(1.0)).backward(),
)


@RETURNED("a real gradient for a complex input is cast")
def _() -> None:
    x: Any = rd.tensor([1j], dtype=rd.complex128, requires_grad=True)
    given(lambda g: rd.ones(1, dtype=rd.float64))(x).backward(rd.ones(1, dtype=rd.complex128))
    assert x.grad.dtype is rd.complex128


@RETURNED("a gradient for an input that does not require grad is ignored unchecked")
def _() -> None:
    x = leaf(1.0)
    given(lambda g: (g, rd.ones(5, 5)))(x, rd.ones(2)).backward()
    assert x.grad.tolist() == [1.0]


RETURNED.refused(
    "a wrong number of gradients is refused",
    RuntimeError,
    "incorrect number of gradients",
    lambda: given(lambda g: (g, g))(leaf(1.0)).backward(),
)


@RETURNED.each
def test_what_nodes_return(check: Any) -> None:
    check()


# 7.5 execution ----------------------------------------------------------------------------------

RUN = Rules()


@RUN("undefined gradients flow on as None: nodes run, hooks get None, .grad stays None")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    seen: list[Any] = []
    y.register_hook(seen.append)
    given(None)(y).backward()
    assert seen == [None] and x.grad is None


@RUN("hooks of outputs without a gradient get None")
def _() -> None:
    x = leaf(1.0, 2.0)
    a, b = x.unbind()
    seen: dict[str, Any] = {}
    a.register_hook(lambda g: seen.setdefault("a", g))
    b.register_hook(lambda g: seen.setdefault("b", g))
    a.grad_fn.register_prehook(lambda gs: seen.setdefault("pre", [g is None for g in gs]) and None)
    (a * 3).backward()
    assert float(seen["a"]) == 3.0 and seen["b"] is None and seen["pre"] == [False, True]


@RUN("with inputs= only nodes on a path to them run")
def _() -> None:
    x, other = leaf(1.0), leaf(2.0)
    a, b = x * 2, other * 3
    ran: list[str] = []
    a.grad_fn.register_hook(lambda gi, go: ran.append("a"))
    b.grad_fn.register_hook(lambda gi, go: ran.append("b"))
    (a * b).backward(inputs=[x])
    assert ran == ["a"] and other.grad is None and x.grad.tolist() == [12.0]


@RUN("grad mode is create_graph, whatever it is outside")
def _() -> None:
    for ambient in (True, False):
        for wanted in (True, False):
            x = leaf(1.0)
            seen: list[bool] = []
            y = x * x
            y.register_hook(lambda g, seen=seen: seen.append(rd.is_grad_enabled()))
            with rd.set_grad_enabled(ambient):
                rd.autograd.grad(y, x, create_graph=wanted)
                assert rd.is_grad_enabled() is ambient
            assert seen == [wanted]


@RUN("hooks run on the thread that called backward")
def _() -> None:
    x = leaf(1.0)
    seen: list[Any] = []
    x.register_hook(lambda g: seen.append(threading.get_ident()))
    (x * 2).backward()
    assert seen == [threading.get_ident()]


@RUN("an exception keeps its type, and what was accumulated stays")
def _() -> None:
    x, other = leaf(1.0), leaf(1.0)
    x.grad = rd.ones(1, dtype=rd.float64)

    def fail(g: Any) -> Any:
        raise KeyError("mine")

    y = other * 2
    y.register_hook(fail)
    with pytest.raises(KeyError, match="mine"):
        (x * y).backward()
    assert x.grad.tolist() in ([1.0], [3.0])
    (x * 2).backward()
    assert rd.is_grad_enabled()


@RUN("after an exception nodes that ran are released, others are not")
def _() -> None:
    x = leaf(2.0)
    a = x * x
    b = a.exp()

    def fail(g: Any) -> Any:
        raise KeyError("mine")

    handle = a.register_hook(fail)
    with pytest.raises(KeyError):
        b.backward()
    handle.remove()
    with pytest.raises(RuntimeError, match="second time"):
        b.backward()
    a.backward()
    assert x.grad.tolist() == [4.0]


@RUN("an exception stays in its thread")
def _() -> None:
    x = leaf(1.0)

    def fail(g: Any) -> Any:
        raise KeyError("mine")

    failing = x * 2
    failing.register_hook(fail)
    raised: list[BaseException] = []

    def work() -> None:
        try:
            failing.backward()
        except KeyError as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    (x * 3).backward()
    assert len(raised) == 1 and x.grad.tolist() == [3.0]


@RUN("queue_callback outside of backward is refused")
def _() -> None:
    with pytest.raises(RuntimeError, match="during backward"):
        rd.autograd.Variable._execution_engine.queue_callback(lambda: None)


@RUN("queue_callback: after all accumulation, and may queue more")
def _() -> None:
    queue = rd.autograd.Variable._execution_engine.queue_callback
    x = leaf(1.0)
    y = x * 2
    seen: list[Any] = []

    def first() -> None:
        seen.append(x.grad.tolist())
        queue(lambda: seen.append("second"))

    def hook(g: Any) -> None:
        queue(first)

    y.register_hook(hook)
    (y * 3).backward()
    assert seen == [[6.0], "second"]


@RUN("set_multithreading_enabled acts at once and as a context takes itself back")
def _() -> None:
    switch = rd.autograd.set_multithreading_enabled
    with switch(False):
        (leaf(1.0) * 2).backward()
    switch(True)


@RUN("a hook that leaves a mode on changes nothing outside")
def _() -> None:
    x = leaf(1.0)

    def hook(g: Any) -> None:
        rd.inference_mode().__enter__()
        rd.set_grad_enabled(False)

    y = x * 2
    y.register_hook(hook)
    y.backward()
    assert rd.is_grad_enabled() and not rd.is_inference_mode_enabled()
    assert x.grad.tolist() == [2.0]


@RUN("a grad_fn keeps its leaves alive, and knows where they are")
def _() -> None:
    def make() -> Any:
        return (leaf(7.0) * 2).grad_fn

    node = make()
    assert node.next_functions[0][0].variable.tolist() == [7.0]


@RUN("a long chain of Functions is run and freed without recursion")
def _() -> None:
    f = given(lambda g: g)
    for run in (True, False):
        x = leaf(1.0)
        y = x
        for _ in range(10_000):
            y = f(y)
        if run:
            y.backward()
            assert x.grad.tolist() == [1.0]


@RUN("backward in inference mode works")
def _() -> None:
    x = leaf(1.0)
    y = x * 2
    with rd.inference_mode():
        y.backward()
    assert x.grad.tolist() == [2.0]


@RUN("grad with create_graph in inference mode gives no graph")
def _() -> None:
    x = leaf(1.0)
    y = x * x
    with rd.inference_mode():
        (g,) = rd.autograd.grad(y, x, create_graph=True)
    assert not g.requires_grad and g.is_inference()


@RUN.each
def test_execution(check: Any) -> None:
    check()
