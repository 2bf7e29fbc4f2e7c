"""SEMANTICS 5.1 to 5.3, rule by rule: views, writes through them, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cells import LEAF, RE, Cell, Refused, check, leaf, node, plain

import redispatch as rd

View = Callable[[Any], Any]


def square(t: Any) -> Any:
    return t.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=t.float64)


def output(t: Any) -> Any:
    """Return an output that may be written to, in two dimensions."""
    return (leaf(t) * 1).view(2, 2).clone()


# ----- 5.1: what is a view -----


def is_view(call: View, make: Callable[[Any], Any] = square) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        x = make(t)
        found = call(x)
        many = found if isinstance(found, (list, tuple)) else [found]
        x.add_(1)
        return [(v._is_view(), v._base is x, v._version) for v in many][:1]

    return program


def returns_itself(call: View, make: Callable[[Any], Any] = square) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        x = make(t)
        return call(x) is x

    return program


def no_view(call: View) -> Callable[[Any], Any]:
    return lambda t: (call(square(t))._is_view(), call(square(t))._base)


VIEWS: dict[str, View] = {
    "view": lambda x: x.view(4),
    "reshape": lambda x: x.reshape(4),
    "flatten": lambda x: x.flatten(),
    "ravel": lambda x: x.ravel(),
    "squeeze": lambda x: x.squeeze(),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "permute": lambda x: x.permute(1, 0),
    "T": lambda x: x.T,
    "t": lambda x: x.t(),
    "mT": lambda x: x.mT,
    "movedim": lambda x: x.movedim(0, 1),
    "moveaxis": lambda x: x.moveaxis(0, 1),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "swapdims": lambda x: x.swapdims(0, 1),
    "expand": lambda x: x.expand(3, 2, 2),
    "expand to the same size": lambda x: x.expand(2, 2),
    "expand_as": lambda x: x.expand_as(x),
    "slice": lambda x: x[1:],
    "ellipsis": lambda x: x[...],
    "colon": lambda x: x[:],
    "int index": lambda x: x[0],
    "narrow": lambda x: x.narrow(0, 0, 1),
    "select": lambda x: x.select(0, 1),
    "diagonal": lambda x: x.diagonal(),
    "unfold": lambda x: x.unfold(0, 1, 1),
    "as_strided": lambda x: x.as_strided((2,), (3,)),
    "split": lambda x: x.split(1),
    "chunk": lambda x: x.chunk(2),
    "tensor_split": lambda x: x.tensor_split(2),
    "hsplit": lambda x: x.hsplit(2),
    "vsplit": lambda x: x.vsplit(2),
    "unbind": lambda x: x.unbind(),
    "view_as": lambda x: x.view_as(x),
    "unflatten": lambda x: x.unflatten(0, (2, 1)),
}
SELF: dict[str, View] = {
    "contiguous": lambda x: x.contiguous(),
    "to the same dtype": lambda x: x.to(x.dtype),
    "to the same device": lambda x: x.to(x.device),
    "double": lambda x: x.double(),
    "type": lambda x: x.type(x.dtype),
}
COPIES: dict[str, View] = {
    "detach": lambda x: x.detach(),
    "list index": lambda x: x[[0, 1]],
    "bool index": lambda x: x[x > 0],
    "clone": lambda x: x.clone(),
    "a contiguous copy": lambda x: x.t().contiguous(),
    "a cast": lambda x: x.float(),
    "a reshape that copies": lambda x: x.t().reshape(4),
    "another dtype": lambda x: x.view(x.long().dtype),
    "data": lambda x: x.data,
}


def chain(t: Any) -> Any:
    x = square(t)
    v = x[0]
    w = v[1:]
    w.add_(1)
    return v._base is x, w._base is x, x._version, v._version, w._version


def from_numpy_twice(t: Any) -> Any:
    array = square(t).numpy()
    a, b = t.from_numpy(array), t.from_numpy(array)
    a.add_(1)
    array[0, 0] = 7.0
    return b[0, 0].item(), a._version, b._version


def set_shares_no_counter(t: Any) -> Any:
    x, y = square(t), square(t)
    x.set_(y)
    y.add_(1)
    return x._version, y._version, x[0, 0].item()


CELLS = [
    *[Cell(f"5.1 a view: {n}", is_view(f), [(True, True, 1)]) for n, f in VIEWS.items()],
    Cell("5.1 a view: atleast_3d", lambda t: t.atleast_3d(square(t))._is_view(), True),
    Cell(
        "5.1 a view: alias",
        lambda t: (t if hasattr(t, "alias") else t.ops.aten).alias(square(t))._is_view(),
        True,
    ),
    *[Cell(f"5.1 itself: {n}", returns_itself(f), True) for n, f in SELF.items()],
    Cell(
        "5.1 itself: flatten of one dimension", returns_itself(lambda x: x.flatten(), plain), True
    ),
    Cell("5.1 itself: atleast_1d", lambda t: (lambda x: t.atleast_1d(x) is x)(plain(t)), True),
    *[Cell(f"5.1 no view: {n}", no_view(f), (False, None)) for n, f in COPIES.items()],
    Cell("5.1 view of a leaf", lambda t: (lambda r: r[0]._base is r)(leaf(t)), True),
    Cell("5.1 a chain of views", chain, (True, True, 1, 1, 1)),
    Cell("5.1 from_numpy twice", from_numpy_twice, (7.0, 1, 0)),
    Cell("5.1 set_ shares no counter", set_shares_no_counter, (1, 1, 2.0)),
]

# ----- 5.2: what a write through a view does -----


def structure(t: Any) -> Any:
    r, w = leaf(t), leaf(t, 5.0, 6.0)
    base = (r * 2).view(2, 2).clone()
    old = base.grad_fn
    row, other = base[0], base[1]
    row.mul_(w)
    nexts = [fn for fn, _ in base.grad_fn.next_functions]
    return node(base), nexts[0] is old, len(nexts), row.grad_fn is not old, other.requires_grad


def gradients(t: Any) -> Any:
    r, w = leaf(t), leaf(t, 5.0, 6.0)
    base = (r * 1).view(2, 2).clone()
    base[0].mul_(w)
    base.sum().backward()
    return r.grad.tolist(), w.grad.tolist()


def released(t: Any) -> Any:
    base = output(t)
    base[0].exp_()
    loss = base.sum()
    loss.backward()
    loss.backward()


def into_a_plain_base(t: Any) -> Any:
    w, base = leaf(t, 5.0, 6.0), square(t)
    row, other = base[0], base[1]
    row.mul_(w)
    other.sum().backward()
    return base.requires_grad, base.is_leaf, other.requires_grad, w.grad.tolist()


def on_the_base(t: Any) -> Any:
    base = output(t)
    view = base[0]
    base.mul_(3)
    return node(base), view.grad_fn.next_functions[0][0] is base.grad_fn


def same_until_written(t: Any) -> Any:
    base = output(t)
    view = base[0]
    first = view.grad_fn
    same = view.grad_fn is first
    base.mul_(3)
    return same, view.grad_fn is first, view.grad_fn is view.grad_fn


def retained_on_the_base(t: Any) -> Any:
    base = output(t)
    base.retain_grad()
    base[0].mul_(3)
    (base * 2).sum().backward()
    return base.grad.tolist()


def retained_on_a_view(t: Any) -> Any:
    base = output(t)
    view = base[0]
    view.retain_grad()
    view.mul_(3)
    (view * 2).sum().backward()
    return view.grad.tolist()


def hooks_stay(t: Any) -> Any:
    seen: list[Any] = []
    y = leaf(t) * 1
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.mul_(3)
    y.sum().backward()
    return seen  # the gradient of the old value


def hook_on_a_view_of_a_written_base(t: Any) -> Any:
    seen: list[Any] = []
    base = output(t)
    view = base[0]
    view.register_hook(lambda g: seen.append(g.tolist()))
    base.mul_(3)
    view.sum().backward()
    return seen


class TwoOutputs:
    """A Function with several outputs that writes to a view."""

    @staticmethod
    def program(t: Any) -> Any:
        class Writes(t.autograd.Function):  # type: ignore[misc]
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.mark_dirty(x)
                return x.mul_(2), x.clone()

            @staticmethod
            def backward(ctx: Any, g: Any, h: Any) -> Any:
                return g

        return Writes.apply(output(t)[0])


CELLS += [
    Cell("5.2 structure", structure, ("CopySlices", True, 2, True, True)),
    Cell("5.2 gradients", gradients, ([5.0, 6.0, 1.0, 1.0], [1.0, 2.0])),
    Cell("5.2 released", released, Refused(RE, "second time")),
    Cell("5.2 a plain base", into_a_plain_base, (True, False, True, [0.0, 0.0])),
    Cell("5.2 a write to the base", on_the_base, ("MulBackward0", True)),
    Cell("5.2 lazily, when read", same_until_written, (True, False, True)),
    Cell("5.2 retain_grad on the base moves", retained_on_the_base, [[2.0, 2.0], [2.0, 2.0]]),
    Cell("5.2 retain_grad on a view moves", retained_on_a_view, [2.0, 2.0]),
    Cell("5.2 hooks stay with the old node", hooks_stay, [[3.0] * 4]),
    Cell("5.2 a hook on a view whose base was written to", hook_on_a_view_of_a_written_base, []),
    Cell(
        "5.2 one differentiable output",
        TwoOutputs.program,
        Refused(RE, "several|more than one Tensor"),
    ),
]

# ----- 5.3: what is refused -----


def on_leaf(write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda t: write(leaf(t).detach().view(2, 2).requires_grad_())


def assign(x: Any, place: Any, value: Any) -> Any:
    x[place] = value
    return x


def iadd(x: Any) -> Any:
    x += 1
    return x


LEAF_WRITES: dict[str, Callable[[Any], Any]] = {
    "add_": lambda r: r.add_(1),
    "+=": iadd,
    "copy_": lambda r: r.copy_(r.detach()),
    "zero_": lambda r: r.zero_(),
    "normal_": lambda r: r.normal_(),
    "t_": lambda r: r.t_(),
    "squeeze_": lambda r: r.squeeze_(),
    "unsqueeze_": lambda r: r.unsqueeze_(0),
    "as_strided_": lambda r: r.as_strided_((2,), (1,)),
    "set_": lambda r: r.set_(r.detach().clone()),
    "assignment": lambda r: assign(r, 0, 1.0),
    "through a view": lambda r: r.view(4).add_(1),
}


def made_in_no_grad(write: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        base = output(t)
        with t.no_grad():
            view = base[0]
        return write(t, view)

    return program


def nothing_requires_grad(t: Any) -> Any:
    base = square(t)
    with t.no_grad():
        view = base[0]
    view.add_(1)
    return base._version


def several(
    call: View, make: Callable[[Any], Any] = output, value: Any = 1
) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        part = call(make(t))
        part = part[0] if isinstance(part, (list, tuple)) else part
        return node(part.mul_(value(t) if callable(value) else value))

    return program


def iterated(t: Any) -> None:
    for row in output(t):
        row.mul_(2)


class Functions:
    """Custom Functions whose outputs are written to."""

    @staticmethod
    def written(
        forward: Callable[[Any, Any], Any], *, pick: int | None = None
    ) -> Callable[[Any], Any]:
        def program(t: Any) -> Any:
            class Custom(t.autograd.Function):  # type: ignore[misc]
                @staticmethod
                def forward(ctx: Any, x: Any) -> Any:
                    return forward(t, x)

                @staticmethod
                def backward(ctx: Any, g: Any, *more: Any) -> Any:
                    return g

            result = Custom.apply(output(t))
            (result if pick is None else result[pick]).mul_(2)

        return program


def read_after(read: Callable[[Any, Any], Any], *, quiet: bool = False) -> Callable[[Any], Any]:
    """A view made under no_grad, its base written to afterwards, then read."""

    def program(t: Any) -> Any:
        base = output(t)
        with t.no_grad():
            view = base[0]
        base.mul_(2)
        if quiet:
            with t.no_grad():
                return read(t, view)
        return read(t, view)

    return program


def made_and_written_in_one_block(t: Any) -> Any:
    p = output(t)
    with t.no_grad():
        v = p[0]
        v.mul_(0)
    return v * 2


def chunk_after_a_write(t: Any) -> Any:
    base = output(t)
    part = base.chunk(2)[0]
    base.mul_(2)
    return part.grad_fn


def never_written(t: Any) -> Any:
    r = leaf(t)
    with t.no_grad():
        v = r[1:]
    y = v * 2
    y.sum().backward()
    return v.requires_grad, v.is_leaf, y.requires_grad, r.grad


def view_written_in_no_grad(t: Any) -> Any:
    base = output(t)
    view = base[0]
    before = base.grad_fn
    with t.no_grad():
        view.mul_(2)
    return base.grad_fn is before, view.grad_fn is not None, base._version


NO_GRAD = Refused(RE, "no_grad mode")
MULTI = Refused(RE, "returns multiple views|multiple views")
FUNCTION = Refused(RE, "inside a custom Function")
READ = Refused(RE, "base or another view")
CELLS += [
    *[Cell(f"5.3 a leaf: {n}", on_leaf(f), LEAF) for n, f in LEAF_WRITES.items()],
    Cell("5.3 resize_", lambda t: output(t).resize_(2), Refused(RE, "cannot resize variables")),
    Cell("5.3 made in no_grad", made_in_no_grad(lambda t, v: v.mul_(2)), NO_GRAD),
    Cell("5.3 made in no_grad, a view of it", made_in_no_grad(lambda t, v: v[0].mul_(2)), NO_GRAD),
    Cell("5.3 nothing requires grad", nothing_requires_grad, 1),
    Cell("5.3 unbind", several(lambda x: x.unbind()), MULTI),
    Cell("5.3 split", several(lambda x: x.split(1)), MULTI),
    Cell("5.3 chunk", several(lambda x: x.chunk(2)), MULTI),
    Cell("5.3 one chunk", several(lambda x: x.chunk(1)), MULTI),
    Cell("5.3 a view of a chunk", several(lambda x: x.chunk(2)[0][0]), MULTI),
    Cell("5.3 iteration", iterated, MULTI),
    Cell(
        "5.3 tensor_split",
        several(lambda x: x.tensor_split(2)),
        "AsStridedBackward0",
        "SliceBackward0",
    ),
    Cell(
        "5.3 unsafe_chunk",
        lambda t: [part.mul_(2).requires_grad for part in t.unsafe_chunk(output(t), 2)],
        [True, True],
    ),
    Cell("5.3 hsplit", several(lambda x: x.hsplit(2)), "AsStridedBackward0", "SliceBackward0"),
    Cell(
        "5.3 unbind of a plain tensor, with gradients",
        several(lambda x: x.unbind(), square, lambda t: leaf(t, 1.0, 2.0)),
        Refused(RE, "view"),
    ),
    Cell("5.3 unbind of a plain tensor", several(lambda x: x.unbind(), square), None),
    Cell("5.3 a view of a Function", Functions.written(lambda t, x: x.view(4)), FUNCTION),
    Cell("5.3 an input returned as it is", Functions.written(lambda t, x: x), FUNCTION),
    Cell(
        "5.3 two outputs, a view", Functions.written(lambda t, x: (x.view(4), x * 2), pick=0), MULTI
    ),
    Cell(
        "5.3 two outputs, no view", Functions.written(lambda t, x: (x.view(4), x * 2), pick=1), None
    ),
    *[
        Cell(f"5.3 on read: {name}", read_after(read), READ)
        for name, read in {
            "grad_fn": lambda t, v: v.grad_fn,
            "is_leaf": lambda t, v: v.is_leaf,
            "an operator": lambda t, v: v * 2,
            "a view": lambda t, v: v.view(2, 1),
        }.items()
    ],
    Cell("5.3 on read: requires_grad", read_after(lambda t, v: v.requires_grad), True),
    Cell("5.3 on read: detach", read_after(lambda t, v: v.detach().tolist()), [2.0, 4.0]),
    Cell("5.3 on read: no_grad", read_after(lambda t, v: (v * 2).tolist(), quiet=True), [4.0, 8.0]),
    Cell("5.3 on read: repr", read_after(lambda t, v: "Invalid" in repr(v)), True),
    Cell("5.3 made and written in one block", made_and_written_in_one_block, READ),
    Cell("5.3 a chunk after a write", chunk_after_a_write, Refused(RE, "multiple views")),
    Cell("5.3 made in no_grad, never written", never_written, (True, True, True, None)),
    Cell("5.3 written in no_grad", view_written_in_no_grad, (True, True, 1)),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.rule)
def test_views(cell: Cell) -> None:
    check(cell, rd)


@pytest.mark.slow
def test_these_are_pytorchs_rules() -> None:
    torch = pytest.importorskip("torch")
    for cell in CELLS:
        check(cell, torch, ours=False)
