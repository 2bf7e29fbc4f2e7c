"""SEMANTICS 2, cell by cell: what the modes change, inference tensors outside, nesting."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from cells import INFERENCE, LEAF, RE, SAME, VERSION, Cell, Refused, check, leaf, node, plain

import redispatch as rd

COLUMNS = ("normal", "no_grad", "inference_mode")


def scope(t: Any, mode: str) -> Any:
    return contextlib.nullcontext() if mode == "normal" else getattr(t, mode)()


# ----- the table: a program for each row, what it shows in each column -----


def result(t: Any, mode: str) -> Any:
    r = leaf(t)
    with scope(t, mode):
        y = r * 2
    return y.requires_grad, node(y), y.is_inference()


def made(how: Callable[[Any], Any]) -> Callable[[Any, str], Any]:
    def program(t: Any, mode: str) -> Any:
        with scope(t, mode):
            x = how(t)
            tracked = (x * 2).requires_grad
        return x.requires_grad, x.is_leaf, x.is_inference(), tracked

    return program


def view_of_what_requires_grad(t: Any, mode: str) -> Any:
    r = leaf(t)
    with scope(t, mode):
        v = r.view(2, 2)
    return v.requires_grad, v.is_leaf, node(v), v._is_view(), v.is_inference()


def view_of_a_view(t: Any, mode: str) -> Any:
    y = leaf(t) * 1
    with scope(t, mode):
        v = y.view(2, 2)[0]
    v.add_(1)  # creation metadata is inherited
    return node(y)


def view_of_what_does_not(t: Any, mode: str) -> Any:
    x = plain(t)
    with scope(t, mode):
        v = x[1:]
    x.add_(1)
    return v.requires_grad, v._is_view(), v._base is x, v._version, v.is_inference()


def detached(how: str) -> Callable[[Any, str], Any]:
    def program(t: Any, mode: str) -> Any:
        r = leaf(t)
        with scope(t, mode):
            x = r.detach() if how == "detach" else r.data
        return x.requires_grad, x._is_view(), x.is_inference(), x.data_ptr() == r.data_ptr()

    return program


def copied(how: Callable[[Any], Any]) -> Callable[[Any, str], Any]:
    def program(t: Any, mode: str) -> Any:
        r = (leaf(t) * 1).view(2, 2)
        with scope(t, mode):
            y = how(r)
        return y.requires_grad, y.is_inference()

    return program


def contiguous_of_contiguous(t: Any, mode: str) -> Any:
    r = leaf(t)
    with scope(t, mode):
        return r.contiguous() is r


def write_to_a_plain_tensor(t: Any, mode: str) -> Any:
    x = plain(t)
    with scope(t, mode):
        x.add_(1)
    return x._version, x.requires_grad, x.is_inference()


def write_what_requires_grad(t: Any, mode: str) -> Any:
    x, r = plain(t), leaf(t)
    with scope(t, mode):
        x.mul_(r)
    return x._version, node(x)


def write_to_a_leaf(t: Any, mode: str) -> Any:
    r = leaf(t)
    with scope(t, mode):
        r.add_(1)
    return r._version, r.is_leaf, r.requires_grad


def write_to_an_output(t: Any, mode: str) -> Any:
    r = leaf(t)
    y = r * 2
    with scope(t, mode):
        y.add_(1)
    y.sum().backward()
    return y._version, node(y), r.grad.tolist()


def a_gradient_that_is_wrong(t: Any, mode: str) -> Any:
    r = leaf(t, 1.0)
    y = r * 2
    with scope(t, mode):
        y.mul_(5)
    y.sum().backward()
    return r.grad.item()


def write_to_a_saved_output(t: Any, mode: str) -> Any:
    y = leaf(t).exp()
    with scope(t, mode):
        y.mul_(2)
    y.sum().backward()


def out_with_an_operand(t: Any, mode: str) -> Any:
    r, out = leaf(t), plain(t)
    with scope(t, mode):
        t.add(r, r, out=out)
    return out.requires_grad, out._version


def flags(t: Any, mode: str) -> Any:
    with scope(t, mode):
        return t.is_grad_enabled(), t.is_inference_mode_enabled()


def forward_mode(t: Any, mode: str) -> Any:
    fw = t.autograd.forward_ad
    with fw.dual_level():
        x = fw.make_dual(plain(t, 3.0), plain(t, 1.0))
        with scope(t, mode):
            y = x * x
        return fw.unpack_dual(y).tangent is not None


def backward_of_an_existing_graph(t: Any, mode: str) -> Any:
    r = leaf(t, 3.0)
    y = r * r
    with scope(t, mode):
        y.backward(plain(t, 1.0))
    return r.grad.item(), r.grad.requires_grad, r.grad.is_inference()


def create_graph(t: Any, mode: str) -> Any:
    r = leaf(t, 3.0)
    y = r * r
    with scope(t, mode):
        (g,) = t.autograd.grad(y, r, plain(t, 1.0), create_graph=True)
    return g.requires_grad, g.is_inference()


NEW_LEAF = ((True, True, False, True), (True, True, False, False), (True, True, True, False))
TABLE: dict[str, tuple[Callable[[Any, str], Any], tuple[Any, Any, Any]]] = {
    "result": (
        result,
        ((True, "MulBackward0", False), (False, None, False), (False, None, True)),
    ),
    "factory": (made(lambda t: t.ones(2, requires_grad=True)), NEW_LEAF),
    "tensor": (made(lambda t: t.tensor([1.0], requires_grad=True)), NEW_LEAF),
    "requires_grad_()": (made(lambda t: t.ones(2).requires_grad_()), NEW_LEAF),
    "Parameter": (made(lambda t: t.nn.Parameter(t.ones(2))), NEW_LEAF),
    "view of what requires grad": (
        view_of_what_requires_grad,
        (
            (True, False, "ViewBackward0", True, False),
            (True, True, None, True, False),
            (True, True, None, True, False),
        ),
    ),
    "creation metadata": (
        view_of_a_view,
        ("CopySlices", Refused(RE, "no_grad mode"), Refused(RE, "inference")),
    ),
    "view of what does not": (view_of_what_does_not, ((False, True, True, 1, False),) * 3),
    "detach": (detached("detach"), ((False, False, False, True),) * 3),
    "data": (detached("data"), ((False, False, False, True),) * 3),
    "clone": (copied(lambda x: x.clone()), ((True, False), (False, False), (False, True))),
    "contiguous copy": (
        copied(lambda x: x.t().contiguous()),
        ((True, False), (False, False), (False, True)),
    ),
    "contiguous of contiguous": (contiguous_of_contiguous, (True, True, True)),
    "write to a plain tensor": (write_to_a_plain_tensor, ((1, False, False),) * 3),
    "write of what requires grad": (
        write_what_requires_grad,
        ((1, "MulBackward0"), (1, None), (1, None)),
    ),
    "write to a leaf": (write_to_a_leaf, (LEAF, (1, True, True), (1, True, True))),
    "write to an output": (
        write_to_an_output,
        (
            (1, "AddBackward0", [2.0] * 4),
            (1, "MulBackward0", [2.0] * 4),
            (1, "MulBackward0", [2.0] * 4),
        ),
    ),
    "a gradient that is wrong": (a_gradient_that_is_wrong, (10.0, 2.0, 2.0)),
    "write to a saved output": (write_to_a_saved_output, (VERSION, VERSION, VERSION)),
    "out=": (out_with_an_operand, (Refused(RE, "out="), (False, 1), (False, 1))),
    "flags": (flags, ((True, False), (False, False), (False, True))),
    "forward mode": (forward_mode, (True, True, False)),
    "backward": (
        backward_of_an_existing_graph,
        ((6.0, False, False), (6.0, False, False), (6.0, False, True)),
    ),
    "create_graph": (create_graph, ((True, False), (True, False), (False, True))),
}
OURS = {"backward, inference_mode": (6.0, False, False)}  # `.grad` is a normal tensor


def cell(rule: str, program: Callable[[Any, str], Any], mode: str, shown: Any) -> Cell:
    return Cell(rule, lambda t: program(t, mode), shown, OURS.get(rule, SAME))


CELLS = [
    cell(f"{row}, {mode}", program, mode, shown)
    for row, (program, columns) in TABLE.items()
    for mode, shown in zip(COLUMNS, columns, strict=True)
]

# ----- inference tensors outside (2.1) -----


def inference(t: Any, *, requires_grad: bool = False) -> Any:
    with t.inference_mode():
        return t.tensor([1.0, 2.0, 3.0, 4.0], dtype=t.float64, requires_grad=requires_grad)


def with_inference(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda t: change(t, inference(t))


def under_no_grad(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        with t.no_grad():
            return change(t, inference(t))

    return program


def assign(x: Any, place: Any, value: Any) -> Any:
    x[place] = value
    return x


def accumulate_into(t: Any, i: Any) -> Any:
    r = leaf(t)
    r.grad = i
    assert r.grad is i
    (r * 2).sum().backward()


def saved_by_a_function(t: Any, i: Any) -> Any:
    class Keeps(t.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(y)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2, None

    return Keeps.apply(leaf(t), i)


def data_swapped(t: Any, i: Any) -> Any:
    x = plain(t)
    x.data = i
    y = inference(t)
    y.data = plain(t)
    return x.is_inference(), y.is_inference()


def read_only_view(t: Any) -> Any:
    x = plain(t)
    with t.inference_mode():
        v = x[1:]
        v.add_(1)
    assert x._version == 1 and not v.is_inference()
    v.add_(leaf(t)[1:])


def gradient(t: Any, i: Any) -> Any:
    r = leaf(t)
    (r * 2).backward(i)
    return r.grad.tolist()


def leaf_of_inference(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        r = inference(t, requires_grad=True)
        change(r).sum().backward()
        return r.grad.tolist()

    return program


WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "add_": lambda t, i: i.add_(1),
    "zero_": lambda t, i: i.zero_(),
    "assignment": lambda t, i: assign(i, 0, 1.0),
    "through a view": lambda t, i: i[0].add_(1),
    "copy_ into": lambda t, i: i.copy_(plain(t)),
    "out=": lambda t, i: t.add(plain(t), 1, out=i),
    "resize_": lambda t, i: i.resize_(5),
    "set_": lambda t, i: i.set_(plain(t)),
    "transpose_": lambda t, i: i.unsqueeze_(0),
}
CELLS += [
    Cell("2.1 no version", with_inference(lambda t, i: i._version), INFERENCE),
    Cell("2.1 requires_grad_(True)", with_inference(lambda t, i: i.requires_grad_()), INFERENCE),
    Cell(
        "2.1 the setter",
        with_inference(lambda t, i: setattr(i, "requires_grad", True)),
        INFERENCE,
    ),
    Cell(
        "2.1 requires_grad_(False)",
        with_inference(lambda t, i: i.requires_grad_(False).requires_grad),
        False,
    ),
    *[Cell(f"2.1 {n}", with_inference(f), INFERENCE) for n, f in WRITES.items()],
    *[Cell(f"2.1 {n}, no_grad", under_no_grad(f), INFERENCE) for n, f in WRITES.items()],
    Cell("2.1 resize_ to the same size", with_inference(lambda t, i: i.resize_(4) is i), True),
    Cell("2.1 detach_", with_inference(lambda t, i: i.detach_() is i), True),
    Cell("2.1 a function gives a normal one", with_inference(lambda t, i: (i + 1)._version), 0),
    Cell(
        "2.1 clone gives a normal one", with_inference(lambda t, i: i.clone().is_inference()), False
    ),
    Cell(
        "2.1 a view is inference and no view",
        with_inference(lambda t, i: (i[1:].is_inference(), i[1:]._is_view())),
        (True, False),
    ),
    *[
        Cell(f"2.1 saved: {name}", with_inference(call), INFERENCE)
        for name, call in {
            "mul": lambda t, i: leaf(t) * i,
            "matmul": lambda t, i: leaf(t) @ i,
            "where": lambda t, i: saved_condition(t),
            "mul_": lambda t, i: (leaf(t) * 1).mul_(i),
            "save_for_backward": saved_by_a_function,
        }.items()
    ],
    *[
        Cell(f"2.1 not saved: {name}", with_inference(call), True)
        for name, call in {
            "add": lambda t, i: (leaf(t) + i).requires_grad,
            "cat": lambda t, i: t.cat([leaf(t), i]).requires_grad,
            "add_": lambda t, i: (leaf(t) * 1).add_(i).requires_grad,
        }.items()
    ],
    Cell("2.1 a leaf in a write", lambda t: inference(t, requires_grad=True).add_(1), LEAF),
    Cell("2.1 a leaf and a scalar", leaf_of_inference(lambda r: r * 2), [2.0] * 4),
    Cell(
        "2.1 a leaf without one",
        leaf_of_inference(lambda r: r),
        Refused(RE, "does not require grad"),
        [1.0] * 4,
    ),
    Cell("2.1 .data swaps it", with_inference(data_swapped), (True, False)),
    Cell("2.1 the next accumulation", with_inference(accumulate_into), INFERENCE),
    Cell("2.1 as a gradient", with_inference(gradient), [2.0, 4.0, 6.0, 8.0]),
    Cell("2.1 a view made inside", read_only_view, INFERENCE),
]


def saved_condition(t: Any) -> Any:
    with t.inference_mode():
        condition = plain(t) > 2
    r = leaf(t)
    return t.where(condition, r, r)


# ----- nesting (2.2) -----


def nested(*names: Any) -> Callable[[Any], Any]:
    """Return what a result is inside these scopes."""

    def program(t: Any) -> Any:
        r = leaf(t)
        with contextlib.ExitStack() as stack:
            for name in names:
                mode = t.inference_mode(False) if name == "not inference" else getattr(t, name)()
                stack.enter_context(mode)
            y = r * 2
            return t.is_grad_enabled(), y.requires_grad, y.is_inference()

    return program


def after_an_inner_block(t: Any) -> Any:
    with t.no_grad():
        with t.inference_mode():
            pass
        return t.is_grad_enabled(), t.is_inference_mode_enabled()


def re_entered(t: Any) -> Any:
    i = inference(t)
    with t.inference_mode():
        i.add_(1)
    return i.tolist()


def made_in_a_normal_block_inside(t: Any) -> Any:
    with t.inference_mode():
        i = plain(t)
        with t.inference_mode(False):
            i.add_(1)


CELLS += [
    Cell("2.2 no_grad, enable_grad", nested("no_grad", "enable_grad"), (True, True, False)),
    Cell(
        "2.2 inference, enable_grad", nested("inference_mode", "enable_grad"), (True, False, True)
    ),
    Cell(
        "2.2 inference, not inference",
        nested("inference_mode", "not inference"),
        (True, True, False),
    ),
    Cell("2.2 no_grad, not inference", nested("no_grad", "not inference"), (True, True, False)),
    Cell("2.2 an inner block restores", after_an_inner_block, (False, False)),
    Cell("2.2 re-entered", re_entered, [2.0, 3.0, 4.0, 5.0]),
    Cell("2.2 an inner normal block", made_in_a_normal_block_inside, INFERENCE),
    Cell("2.2 set_grad_enabled()", lambda t: t.set_grad_enabled(), Refused(TypeError, "")),
    Cell("2.2 set_grad_enabled(1)", lambda t: t.set_grad_enabled(1), Refused(TypeError, "bool")),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.rule)
def test_modes(cell: Cell) -> None:
    check(cell, rd)


@pytest.mark.slow
def test_these_are_pytorchs_rules() -> None:
    torch = pytest.importorskip("torch")
    for cell in CELLS:
        check(cell, torch, ours=False)
