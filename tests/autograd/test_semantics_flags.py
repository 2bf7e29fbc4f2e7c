"""SEMANTICS 3, rule by rule: requires_grad, leaves, detach, data, clone, retain_grad, grad."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from cells import RE, VERSION, Cell, Refused, check, leaf, node, plain

import redispatch as rd

FLOATING = Refused(RE, "floating point")
NON_LEAF = Refused(RE, "leaf variables")
BOOL = Refused(RE, "must be a bool")


def assigned(name: str, value: Any) -> Callable[[Any], Any]:
    """Return a program that sets an attribute of what it is given, and returns that."""

    def change(x: Any) -> Any:
        setattr(x, name, value)
        return x

    return change


on, off = assigned("requires_grad", True), assigned("requires_grad", False)


def unset(x: Any, name: str) -> None:
    delattr(x, name)


def names_of(t: Any, x: Any, calls: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    return {name: (call(x).requires_grad, node(call(x))) for name, call in calls.items()}


# ----- which tensors may require grad -----

INTS = ("bool", "uint8", "int8", "int16", "int32", "int64")
FLOATS = ("float16", "float32", "float64", "complex64", "complex128")
WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "factory": lambda t, kind: t.ones(2, dtype=kind, requires_grad=True),
    "tensor": lambda t, kind: t.tensor([1], dtype=kind, requires_grad=True),
    "setter": lambda t, kind: on(t.ones(2, dtype=kind)),
    "requires_grad_": lambda t, kind: t.ones(2, dtype=kind).requires_grad_(),
    "Parameter": lambda t, kind: t.nn.Parameter(t.ones(2, dtype=kind)),
}


def of_kind(kind: str, how: str) -> Callable[[Any], Any]:
    return lambda t: WAYS[how](t, getattr(t, kind)).requires_grad


CELLS = [
    *[Cell(f"{kind}: {how}", of_kind(kind, how), True) for kind in FLOATS for how in WAYS],
    *[Cell(f"{kind}: {how}", of_kind(kind, how), FLOATING) for kind in INTS for how in WAYS],
    Cell(
        "requires_grad_(False) on int",
        lambda t: t.ones(2, dtype=t.int64).requires_grad_(False).requires_grad,
        False,
    ),
]

# ----- results without a gradient, and with one that is zero -----

WITHOUT: dict[str, Callable[[Any], Any]] = {
    "cast to int": lambda x: x.long(),
    "cast to bool": lambda x: x.bool(),
    "comparison": lambda x: x > 2,
    "argmax": lambda x: x.argmax(),
    "indices of max": lambda x: x.max(0)[1],
    "indices of sort": lambda x: x.sort()[1],
    "nonzero": lambda x: x.nonzero(),
    "isnan": lambda x: x.isnan(),
    "multinomial": lambda x: x.multinomial(1),
    "new_ones": lambda x: x.new_ones(2),
    "new_tensor": lambda x: x.new_tensor([1.0]),
}


def without(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        y = call(leaf(t))
        return y.requires_grad, node(y)

    return program


def alike(name: str, *more: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda t: getattr(t, name)(leaf(t), *[make(t) for make in more]).requires_grad


LIKE = ("zeros_like", "ones_like", "rand_like", "empty_like")
CELLS += [Cell(f"no gradient: {n}", without(f), (False, None)) for n, f in WITHOUT.items()]
CELLS += [Cell(f"no gradient: {n}", alike(n), False) for n in LIKE]
CELLS += [Cell("no gradient: bucketize", alike("bucketize", plain), False)]


def zero_gradient(name: str) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        r = leaf(t)
        y = getattr(r, name)()
        y.sum().backward()
        return y.requires_grad, r.grad.tolist()

    return program


CELLS += [
    Cell(f"zero gradient: {n}", zero_gradient(n), (True, [0.0] * 4))
    for n in ("sign", "floor", "round", "ceil", "trunc")
]

# ----- the flag -----


def returns_self(t: Any) -> Any:
    y = leaf(t) * 2
    return y.requires_grad_(True) is y


def flag_of_a_view(t: Any) -> Any:
    base = plain(t)
    view = base[1:]
    view.requires_grad_()
    (view * 2).sum().backward()
    return view.requires_grad, view.is_leaf, base.requires_grad, view.grad.tolist()


def base_later(t: Any) -> Any:
    base = plain(t)
    view, inner = base[1:], base[1:][0]
    base.requires_grad_()
    return view.requires_grad, view.grad_fn, view.is_leaf, inner.requires_grad


def off_after_the_forward(t: Any) -> Any:
    r = leaf(t)
    y = (r * 2).sum()
    r.requires_grad_(False)
    y.backward()
    return r.grad


def leaves(t: Any) -> Any:
    r = leaf(t)
    return plain(t).is_leaf, (plain(t) * 2).is_leaf, r.is_leaf, (r * 2).is_leaf, r.detach().is_leaf


CELLS += [
    Cell("requires_grad_(True) on an output", returns_self, True),
    Cell("the setter on an output, True", lambda t: on(leaf(t) * 2), NON_LEAF),
    Cell("the setter on an output, False", lambda t: off(leaf(t) * 2), Refused(RE, "detach")),
    Cell(
        "requires_grad_(False) on an output",
        lambda t: (leaf(t) * 2).requires_grad_(False),
        Refused(RE, "detach"),
    ),
    Cell("not a bool", lambda t: assigned("requires_grad", 1)(plain(t)), BOOL),
    Cell("None", lambda t: assigned("requires_grad", None)(plain(t)), BOOL),
    Cell("del", lambda t: unset(plain(t), "requires_grad"), Refused(RE, "")),
    Cell("a view of a plain base", flag_of_a_view, (True, True, False, [2.0] * 3)),
    Cell("a base that comes to require grad", base_later, (True, None, True, True)),
    Cell("a leaf switched off after the forward", off_after_the_forward, None),
    Cell("is_leaf", leaves, (True, True, True, False, True)),
]

# ----- detach -----


def detach(t: Any) -> Any:
    y = leaf(t) * 1
    x = y.view(2, 2).detach()
    x[0, 0] = 9.0
    return x.requires_grad, x._is_view(), x._base, x._version, y._version, y[0].item()


def detach_is_untracked_and_noticed(t: Any) -> Any:
    y = leaf(t).exp()
    name = node(y)
    y.detach().mul_(2)
    assert node(y) == name
    y.sum().backward()


def detach_drops_tangents(t: Any) -> Any:
    fw = t.autograd.forward_ad
    with fw.dual_level():
        x = fw.make_dual(plain(t), plain(t))
        return fw.unpack_dual(x.detach()).tangent is None


def shape_of_a_detached(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        r = leaf(t)
        x = r.detach()
        change(x)
        return tuple(x.shape), tuple(r.shape), r._version

    return program


CELLS += [
    Cell("detach", detach, (False, False, None, 1, 1, 9.0)),
    Cell("a write through detach is noticed", detach_is_untracked_and_noticed, VERSION),
    Cell("detach drops tangents", detach_drops_tangents, True),
    Cell("resize_ of a detached", shape_of_a_detached(lambda x: x.resize_(2)), ((2,), (4,), 1)),
    Cell(
        "unsqueeze_ of a detached",
        shape_of_a_detached(lambda x: x.unsqueeze_(0)),
        ((1, 4), (4,), 1),
    ),
    Cell("t_ of a detached", shape_of_a_detached(lambda x: x.t_()), ((4,), (4,), 1)),
]

# ----- data -----


def data(t: Any) -> Any:
    r = leaf(t)
    r.detach().mul_(2)
    x = r.data
    x.add_(1)
    return x._version, r._version, x.requires_grad, r.tolist()


def never_noticed(t: Any) -> Any:
    r = leaf(t, 2.0)
    y = r * r
    r.data.fill_(5.0)
    y.backward(plain(t, 1.0))
    return r.grad.item()  # wrong, and nobody says so


def set_data(t: Any) -> Any:
    y = leaf(t) * 2
    y.add_(1)
    before = node(y)
    y.data = t.zeros(2, 3, dtype=t.float32)
    return y._version, y.requires_grad, node(y) == before, tuple(y.shape), y.dtype == t.float32


def graph_reads_new_data(t: Any) -> Any:
    r = leaf(t, 2.0)
    y = r * r
    r.data = plain(t, 5.0)
    y.backward(plain(t, 1.0))
    return r.grad.item()


def graph_keeps_an_output(t: Any) -> Any:
    r = leaf(t, 0.0)
    y = r.exp()
    y.data = plain(t, 5.0)
    y.backward(plain(t, 1.0))
    return r.grad.item()


CELLS += [
    Cell("data has a version of its own", data, (1, 1, False, [3.0, 5.0, 7.0, 9.0])),
    Cell("a write through data is never noticed", never_noticed, 10.0),
    Cell("setting data", set_data, (1, True, True, (2, 3), True)),
    Cell(
        "setting data to meta",
        lambda t: assigned("data", t.zeros(2, device="meta"))(plain(t)),
        Refused(RE, "incompatible tensor type"),
    ),
    Cell(
        "setting data to what is no tensor",
        lambda t: assigned("data", 1.0)(plain(t)),
        Refused(TypeError, ""),
    ),
    Cell(
        "setting data to ints",
        lambda t: assigned("data", t.ones(4, dtype=t.int64))(leaf(t)),
        Refused(RE, "floating point"),
    ),
    Cell("a graph that saved a leaf", graph_reads_new_data, 10.0),
    Cell("a graph that saved an output", graph_keeps_an_output, 1.0),
]

# ----- detach_ -----


def detach_(t: Any) -> Any:
    r = leaf(t)
    y = r * 2
    view, consumer = y[1:], y + 1
    y.detach_()
    consumer.sum().backward()
    return y.requires_grad, y.grad_fn, y._version, view.requires_grad, node(view), r.grad.tolist()


def detach_leaf(t: Any) -> Any:
    r = leaf(t)
    r.detach_()
    return r.requires_grad, r._version


def detach_saved(create_graph: bool) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        r = leaf(t, 3.0)
        y = r * 2
        z = y * y
        y.detach_()
        z.backward(plain(t, 1.0), create_graph=create_graph)
        return r.grad.item()

    return program


IN_PLACE = Refused(RE, "detached in-place")
CELLS += [
    Cell("detach_", detach_, (False, None, 0, True, "SliceBackward0", [2.0] * 4)),
    Cell("detach_ of a leaf", detach_leaf, (False, 0)),
    Cell(
        "detach_ of a view",
        lambda t: (leaf(t) * 2)[1:].detach_(),
        Refused(RE, "detach views in-place"),
    ),
    Cell(
        "detach_ of a plain view",
        lambda t: plain(t)[1:].detach_(),
        Refused(RE, "detach views in-place"),
    ),
    Cell("detach_ of a saved input", detach_saved(False), IN_PLACE),
    Cell("detach_ of a saved input, with a graph", detach_saved(True), IN_PLACE),
]

# ----- clone and copies -----


def clone(t: Any) -> Any:
    r = leaf(t)
    turned = (r * 1).view(2, 2).t()
    wide = r.view(4, 1).expand(4, 2).clone()
    (turned.clone().sum() + wide.sum()).backward()
    return turned.clone().stride(), wide.stride(), r.grad.tolist()


def deepcopy(t: Any) -> Any:
    r = leaf(t)
    r.grad = plain(t)
    c = copy.deepcopy(r)
    return (
        c.requires_grad,
        c.is_leaf,
        c.grad.tolist(),
        c.grad is r.grad,
        c.data_ptr() == r.data_ptr(),
    )


def shallow(how: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        c = how(leaf(t) * 2)
        return c.requires_grad, c.is_leaf, c.tolist()

    return program


CELLS += [
    Cell("clone", clone, ((1, 2), (2, 1), [3.0] * 4)),
    Cell("deepcopy of a leaf", deepcopy, (True, True, [1.0, 2.0, 3.0, 4.0], False, False)),
    Cell(
        "deepcopy of an output", lambda t: copy.deepcopy(leaf(t) * 2), Refused(RE, "graph leaves")
    ),
    Cell("copy.copy of an output", shallow(copy.copy), (True, True, [2.0, 4.0, 6.0, 8.0])),
    Cell(
        "pickle of an output",
        shallow(lambda x: pickle.loads(pickle.dumps(x))),
        (True, True, [2.0, 4.0, 6.0, 8.0]),
    ),
]

# ----- retain_grad -----


def shown(x: Any) -> Any:
    return x.tolist()


def retain(t: Any) -> Any:
    r = leaf(t)
    y = r * 2
    y.retain_grad()
    y.retain_grad()
    first = None
    for i in range(2):
        (y * 3).sum().backward(retain_graph=True)
        if i == 0:
            first = y.grad
    return y.retains_grad, y.grad.tolist(), first is y.grad, first.tolist()  # type: ignore[union-attr]


def retain_of_a_leaf(t: Any) -> Any:
    r = leaf(t)
    r.retain_grad()
    return r.retains_grad


def retain_follows(t: Any) -> Any:
    y = leaf(t) * 2
    y.retain_grad()
    y.mul_(5)
    y.sum().backward()
    return shown(y.grad)


def retain_fires(of: str) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        r = leaf(t)
        y = r * 2
        y.retain_grad()
        t.autograd.grad(y.sum(), r if of == "other" else y)
        return shown(y.grad)

    return program


def warned(t: Any) -> Any:
    y = leaf(t) * 2
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = y.grad
    return found, [w.category for w in caught]


CELLS += [
    Cell("retain_grad", retain, (True, [6.0] * 4, False, [3.0] * 4)),
    Cell("retain_grad of a leaf", retain_of_a_leaf, False),
    Cell(
        "retain_grad of a plain tensor",
        lambda t: plain(t).retain_grad(),
        Refused(RE, "retain_grad"),
    ),
    Cell("retain_grad follows the newest value", retain_follows, [1.0] * 4),
    Cell("retain_grad fires for other inputs", retain_fires("other"), [1.0] * 4),
    Cell("retain_grad fires for itself", retain_fires("itself"), [1.0] * 4),
    Cell("reading grad of an output", warned, (None, [UserWarning])),
]

# ----- grad -----


def setting(name: str) -> Callable[[Any], Any]:
    return lambda t: assigned(name, None)(plain(t))


def grad_set(make: Callable[[Any], Any], value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        x, g = make(t), value(t)
        x.grad = g
        return x.grad is g

    return program


def grad_itself(t: Any) -> None:
    r = leaf(t)
    r.grad = r


def grad_cleared(t: Any) -> Any:
    r = leaf(t)
    r.grad = plain(t)
    r.grad = None
    first = r.grad
    r.grad = plain(t)
    del r.grad
    return first, r.grad


CELLS += [
    Cell("grad: no tensor", lambda t: assigned("grad", 1.0)(leaf(t)), Refused(TypeError, "")),
    Cell("grad: itself", grad_itself, Refused(RE, "own grad")),
    Cell(
        "grad: size",
        grad_set(leaf, lambda t: t.ones(1, dtype=t.float64)),
        Refused(RE, "size|shape"),
    ),
    Cell("grad: dtype", grad_set(leaf, lambda t: t.ones(4)), Refused(RE, "dtype|type")),
    Cell(
        "grad: device",
        grad_set(leaf, lambda t: t.ones(4, dtype=t.float64, device="meta")),
        Refused(RE, "device"),
    ),
    Cell("grad of a plain tensor", grad_set(plain, plain), True),
    Cell(
        "grad of ints",
        grad_set(lambda t: t.ones(2, dtype=t.int64), lambda t: t.ones(2, dtype=t.int64)),
        True,
    ),
    Cell("grad that requires grad", grad_set(leaf, lambda t: leaf(t) * 2), True),
    Cell(
        "grad with other strides",
        grad_set(
            lambda t: leaf(t).detach().view(2, 2).requires_grad_(),
            lambda t: plain(t).view(2, 2).t(),
        ),
        True,
    ),
    Cell("grad cleared", grad_cleared, (None, None)),
    *[
        Cell(f"{n} is read-only", setting(n), Refused(AttributeError, ""))
        for n in ("is_leaf", "_version")
    ],
    Cell(
        "grad_fn is read-only",
        lambda t: assigned("grad_fn", None)(plain(t)),
        Refused(AttributeError, ""),
    ),
]

# ----- out of the world of tensors -----


def under_no_grad(t: Any) -> Any:
    with t.no_grad():
        return leaf(t).numpy().tolist()


def in_forward(t: Any) -> Any:
    class Reads(t.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return t.from_numpy(x.numpy() * 2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    return Reads.apply(leaf(t)).tolist()


def warns(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call(leaf(t, 2.0))
        return bool(caught)

    return program


def tensor_of_a_tensor(t: Any) -> Any:
    r = leaf(t)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        x = t.tensor(r)
    return x.requires_grad, x.data_ptr() == r.data_ptr(), bool(caught), t.as_tensor(r) is r


CELLS += [
    Cell("numpy", lambda t: leaf(t).numpy(), Refused(RE, "detach")),
    Cell("numpy under no_grad", under_no_grad, [1.0, 2.0, 3.0, 4.0]),
    Cell("numpy in forward", in_forward, [2.0, 4.0, 6.0, 8.0]),
    Cell("numpy, forced", lambda t: leaf(t).numpy(force=True).tolist(), [1.0, 2.0, 3.0, 4.0]),
    Cell("float warns", warns(float), True),
    Cell("item does not", warns(lambda x: x.item()), False),
    Cell("tolist does not", warns(lambda x: x.tolist()), False),
    Cell("bool of several", lambda t: bool(plain(t)), Refused(RE, "ambiguous")),
    Cell("tensor of a tensor", tensor_of_a_tensor, (False, False, True, True)),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.rule)
def test_flags(cell: Cell) -> None:
    check(cell, rd)


@pytest.mark.slow
def test_these_are_pytorchs_rules() -> None:
    torch = pytest.importorskip("torch")
    for cell in CELLS:
        check(cell, torch, ours=False)
