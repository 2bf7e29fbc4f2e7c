"""Dual numbers: what PyTorch does with them, and the tangents of every operator that has a row."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from samples import ROWS

import redispatch as rd
from redispatch.autograd import derivative, forward_ad
from redispatch.autograd.derivatives import row_of
from redispatch.autograd.forward_ad import dual_level, make_dual, unpack_dual
from redispatch.dispatch import (
    KeyGuard,
    Operator,
    declare,
    kernel,
    operators,
    restore,
    snapshot,
    undeclare,
)
from redispatch.dispatch.errors import RegistrationError


def t(*values: Any, **options: Any) -> rd.Tensor:
    return rd.tensor(list(values), dtype=rd.float64, **options)


def dual(*values: float, tangent: tuple[float, ...] | None = None) -> rd.Tensor:
    return make_dual(t(*values), t(*(tangent or (1.0,) * len(values))))


def tangent(x: rd.Tensor) -> Any:
    found = unpack_dual(x).tangent
    return None if found is None else found.tolist()


# ----- levels -----


def test_one_level_only() -> None:
    with dual_level(), pytest.raises(RuntimeError, match="Nested"):
        forward_ad.enter_dual_level()


def test_a_refused_inner_level_leaves_the_outer_one() -> None:
    with dual_level():
        x = dual(1.0)
        with pytest.raises(RuntimeError), dual_level():
            pass
        assert tangent(x * 2) == [2.0]


def test_make_dual_needs_a_level() -> None:
    with pytest.raises(RuntimeError, match="no level exists"):
        make_dual(t(1.0), t(1.0))


def test_exit_needs_a_level_and_its_number() -> None:
    with pytest.raises(RuntimeError):
        forward_ad.exit_dual_level()
    level = forward_ad.enter_dual_level()
    assert level == 0
    with pytest.raises(RuntimeError):
        forward_ad.exit_dual_level(level=1)
    x = dual(1.0)
    forward_ad.exit_dual_level(level=level)
    assert unpack_dual(x).tangent is None


def test_unpack_outside_gives_the_tensor_itself() -> None:
    x = t(1.0)
    found = unpack_dual(x)
    assert found.primal is x
    assert found.tangent is None


def test_tangents_go_at_the_end_of_the_level() -> None:
    with dual_level():
        x = dual(1.0, 2.0)
        y = x * x
        kept = weakref.ref(unpack_dual(y).tangent)
    gc.collect()
    assert kept() is None
    assert "_tangent" not in x.__dict__
    assert x._keys == t(1.0)._keys | x._keys & rd.dispatch.DispatchKeySet("Autograd").bits
    with dual_level():
        assert tangent(y) is None
        assert tangent(x * 2) is None


def test_the_level_keeps_no_tensor() -> None:
    with dual_level():
        x = dual(1.0)
        kept = weakref.ref(x)
        del x
        gc.collect()
        assert kept() is None


def test_an_exception_ends_the_level() -> None:
    with pytest.raises(KeyError), dual_level():
        raise KeyError
    with dual_level():
        pass


def test_decorator() -> None:
    @dual_level()
    def slope(x: float) -> Any:
        return tangent(rd.exp(dual(x)))

    assert slope(0.0) == [1.0]
    assert slope(0.0) == [1.0]
    with pytest.raises(TypeError, match="suspends"):

        @dual_level()
        def steps() -> Any:
            yield


def test_backward_after_the_level() -> None:
    p = t(2.0, 3.0, requires_grad=True)
    with dual_level():
        y = (make_dual(p, t(1.0, 1.0)) ** 2).sum()
    y.backward()
    assert p.grad.tolist() == [4.0, 6.0]  # type: ignore[union-attr]


# ----- make_dual and unpack_dual -----


def test_make_dual_is_a_view_and_leaves_the_primal() -> None:
    p = t(1.0, 2.0)
    with dual_level():
        x = make_dual(p, t(1.0, 0.0))
        assert x._base is p
        assert tangent(p) is None
        x.mul_(2.0)
        assert p.tolist() == [2.0, 4.0]
        assert tangent(p) is None


def test_the_tangent_is_kept_as_it_is() -> None:
    with dual_level():
        along = t(1.0, 0.0)
        assert unpack_dual(make_dual(t(1.0, 2.0), along)).tangent is along


def test_a_tangent_of_another_layout_is_copied() -> None:
    p = rd.tensor(np.arange(6.0).reshape(2, 3))
    along = rd.tensor(np.arange(6.0).reshape(3, 2)).transpose(0, 1)
    with dual_level():
        found = unpack_dual(make_dual(p, along)).tangent
        assert found is not along
        assert found.tolist() == along.tolist()  # type: ignore[union-attr]
        x = make_dual(p.transpose(0, 1), along.clone().transpose(0, 1))
        assert unpack_dual(x.transpose(0, 1).reshape(6)).tangent._base is not None  # type: ignore[union-attr]


def test_a_primal_that_requires_grad_is_recorded() -> None:
    p = t(1.0, requires_grad=True)
    with dual_level():
        x = make_dual(p, t(1.0))
        assert x.grad_fn is not None
        assert x.requires_grad


def test_refusals() -> None:
    with dual_level():
        with pytest.raises(ValueError, match="primal"):
            make_dual(rd.tensor([1]), t(1.0))
        with pytest.raises(ValueError, match="tangent"):
            make_dual(t(1.0), rd.tensor([1]))
        with pytest.raises(RuntimeError, match="different size"):
            make_dual(t(1.0), t(1.0, 2.0))
        with pytest.raises(RuntimeError, match="already"):
            make_dual(dual(1.0), t(1.0))
        with pytest.raises(TypeError):
            make_dual(t(1.0), 1.0)  # type: ignore[arg-type]


def test_dtypes_are_not_compared() -> None:
    with dual_level():
        x = make_dual(t(1.0), rd.tensor([2.0], dtype=rd.float32))
        assert tangent(x * 3) == [6.0]


def test_the_unpacked_primal_has_no_tangent() -> None:
    with dual_level():
        y = dual(1.0, 2.0) * 2
        primal, along = unpack_dual(y)
        assert along.tolist() == [2.0, 2.0]  # type: ignore[union-attr]
        assert primal.tolist() == [2.0, 4.0]
        for each in (primal, primal * 2, primal[:1], primal[:1] * 2, primal[:1][0]):
            assert tangent(each) is None
        assert tangent(y) == [2.0, 2.0]


# ----- what propagates, and what does not -----


def test_no_grad_does_not_stop_tangents() -> None:
    with dual_level(), rd.no_grad():
        y = dual(3.0) ** 2
        assert tangent(y) == [6.0]
        assert not y.requires_grad


def test_inference_mode_stops_them() -> None:
    with dual_level():
        x = dual(3.0)
        with rd.inference_mode():
            assert tangent(x * 2) is None
        assert tangent(x * 2) == [2.0]


def test_an_excluded_key_stops_them() -> None:
    with dual_level():
        x = dual(3.0)
        with KeyGuard(exclude=rd.dispatch.DispatchKeySet("ForwardAD")):
            assert tangent(x * 2) is None


def test_detach_drops_and_clone_keeps() -> None:
    with dual_level():
        x = dual(1.0)
        assert tangent(x.detach()) is None
        assert tangent(x.data) is None
        assert tangent(x.clone()) == [1.0]
        y = x * 2
        y.detach_()
        assert tangent(y) is None
        assert tangent(y * 2) is None


def test_what_has_no_derivative_has_no_tangent() -> None:
    with dual_level():
        x = dual(1.0, -2.0)
        for y in (x > 0, x == x, rd.zeros_like(x), rd.ones_like(x), x.to(rd.int64)):
            assert tangent(y) is None


def test_mixed_dtypes() -> None:
    with dual_level():
        x = make_dual(rd.tensor([3.0]), rd.tensor([1.0]))
        y = x * t(2.0, requires_grad=True)
        assert y.dtype is rd.float64
        found = unpack_dual(y).tangent
        assert found.dtype is rd.float64  # type: ignore[union-attr]
        assert found.tolist() == [2.0]  # type: ignore[union-attr]
        z = dual(2.0, tangent=(5.0,))
        z.mul_(x)
        assert tangent(z) == [17.0]


def test_broadcast() -> None:
    with dual_level():
        y = dual(1.0, 2.0) + rd.zeros(2, 2, dtype=rd.float64)
        assert tangent(y) == [[1.0, 1.0], [1.0, 1.0]]
        y[0].mul_(3.0)  # the tangent has memory of its own
        assert tangent(y) == [[3.0, 3.0], [1.0, 1.0]]


def test_a_result_does_not_share_the_tangent_of_an_input() -> None:
    with dual_level():
        x = dual(1.0)
        y = x + 1
        y.mul_(5.0)
        assert tangent(x) == [1.0]
        assert tangent(y) == [5.0]


def test_other_threads_see_tangents() -> None:
    found: list[Any] = []
    with dual_level():
        x, carried = dual(3.0), snapshot()

        def look() -> None:
            found.append(tangent(x))
            found.append(tangent(x * x))
            with restore(carried):
                found.append(tangent(dual(1.0) * x))

        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert found == [[1.0], [6.0], [4.0]]


def test_two_threads_have_levels_of_their_own() -> None:
    barrier, found = threading.Barrier(2), {}

    def run(value: float) -> None:
        with dual_level():
            x = dual(value)
            barrier.wait()
            found[value] = tangent(x * x)
            barrier.wait()

    threads = [threading.Thread(target=run, args=(v,)) for v in (1.0, 2.0)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == {1.0: [2.0], 2.0: [4.0]}


KINKS: list[tuple[str, Callable[[rd.Tensor], rd.Tensor], float, float]] = [
    ("abs", rd.abs, 0.0, 0.0),
    ("relu", rd.relu, 0.0, 0.0),
    ("sqrt", rd.sqrt, 0.0, np.inf),
    ("maximum", lambda x: rd.maximum(x, t(1.0)), 1.0, 0.5),
    ("amax", lambda x: rd.amax(x * rd.ones(2, dtype=rd.float64)), 1.0, 1.0),
]


@pytest.mark.parametrize(("name", "f", "at", "slope"), KINKS, ids=[k[0] for k in KINKS])
def test_kinks(name: str, f: Callable[[rd.Tensor], rd.Tensor], at: float, slope: float) -> None:
    with dual_level():
        assert np.ravel(tangent(f(dual(at)))).tolist() == [slope]


# ----- writes -----


def test_a_write_to_a_dual_writes_its_tangent() -> None:
    with dual_level():
        x = dual(1.0, 2.0)
        along = unpack_dual(x).tangent
        x.mul_(3.0)
        assert unpack_dual(x).tangent is along
        assert along.tolist() == [3.0, 3.0]  # type: ignore[union-attr]
        x.add_(x)
        assert tangent(x) == [6.0, 6.0]


def test_a_write_with_a_dual_gives_a_tangent() -> None:
    with dual_level():
        y, x = t(2.0), dual(3.0)
        y.mul_(x)
        assert tangent(y) == [2.0]
        y.mul_(5.0)
        assert tangent(y) == [10.0]
        assert tangent(x) == [1.0]


def test_constants_written_to_a_dual() -> None:
    with dual_level():
        writes: list[Callable[[rd.Tensor], Any]] = [
            lambda x: x.copy_(t(5.0)),
            lambda x: x.zero_(),
            lambda x: x.fill_(2.0),
        ]
        for write in writes:
            x = dual(1.0)
            along = unpack_dual(x).tangent
            write(x)
            assert unpack_dual(x).tangent is along
            assert tangent(x) == [0.0]


def test_a_dual_copied_into_a_tensor() -> None:
    with dual_level():
        x = dual(1.0, tangent=(4.0,))
        y = t(0.0, 0.0)
        y.copy_(x)
        assert tangent(y) == [4.0, 4.0]
        y.mul_(2.0)
        assert tangent(x) == [4.0]
        z = t(0.0)
        z.fill_(x[0])
        assert tangent(z) == [4.0]


def test_a_dual_written_to_a_view() -> None:
    with dual_level():
        base = t(0.0, 0.0, 0.0)
        older = base[1:]
        base[:2].copy_(dual(1.0, 2.0))
        assert tangent(base) == [1.0, 1.0, 0.0]
        assert tangent(older) == [1.0, 0.0]
        older.mul_(2.0)
        assert tangent(base) == [1.0, 2.0, 0.0]
        assert tangent(base[1:]) == [2.0, 0.0]


def test_a_base_that_is_written_later() -> None:
    with dual_level():
        base = t(1.0, 2.0)
        older = base[1]
        base.mul_(dual(3.0, 4.0))
        assert tangent(older * 1) == 2.0


def test_views_share_tangents() -> None:
    with dual_level():
        x = dual(1.0, 2.0, 3.0).clone()
        x[1:].mul_(2.0)
        assert tangent(x) == [1.0, 2.0, 2.0]
        x.mul_(2.0)
        assert tangent(x[1:]) == [4.0, 4.0]


def test_out_is_refused() -> None:
    with dual_level():
        x = dual(1.0)
        out = t(0.0)
        with pytest.raises(NotImplementedError, match="out"):
            rd.dispatch.lookup("exp.out")(x, out=out)
        with rd.no_grad(), pytest.raises(NotImplementedError, match="out"):
            rd.dispatch.lookup("exp.out")(t(1.0), out=x)
        assert out.tolist() == [0.0]


# ----- both modes -----


def test_reverse_over_forward() -> None:
    p, v = t(1.0, 2.0, requires_grad=True), t(3.0, 4.0, requires_grad=True)
    with dual_level():
        along = unpack_dual((make_dual(p, v) ** 3).sum()).tangent
        assert along is not None
        by_p, by_v = rd.autograd.grad(along, [p, v])
    assert by_p.tolist() == [18.0, 48.0]
    assert by_v.tolist() == [3.0, 12.0]


def test_reverse_over_forward_through_a_write() -> None:
    p, v, w = t(2.0, requires_grad=True), t(3.0, requires_grad=True), t(5.0, requires_grad=True)
    with dual_level():
        x = make_dual(p, v)
        y = x.clone()
        y.mul_(x * w)  # w p^2, tangent 2 w p v
        along = unpack_dual(y).tangent
        found = rd.autograd.grad(along.sum(), [p, v, w])  # type: ignore[union-attr]
    assert [g.item() for g in found] == [30.0, 20.0, 12.0]


@pytest.mark.parametrize("create_graph", [True, False])
def test_forward_over_reverse(create_graph: bool) -> None:
    p = t(1.0, 2.0, requires_grad=True)
    with dual_level():
        x = make_dual(p, t(1.0, 3.0))
        y = rd.exp(x) * x  # saves an output and an input
        (g,) = rd.autograd.grad(y.sum(), x, create_graph=create_graph)
        e = np.exp([1.0, 2.0])
        np.testing.assert_allclose(tangent(g), e * np.array([3.0, 4.0]) * [1.0, 3.0])


def test_forward_over_reverse_through_writes() -> None:
    p = t(1.0, 2.0, 3.0, requires_grad=True)
    with dual_level():
        x = make_dual(p, t(1.0, 0.0, 2.0))
        y = x.clone()
        y.mul_(x)
        y.mul_(y.clone().sin())
        (g,) = rd.autograd.grad(y.sum(), x, create_graph=True)
        expected = [3.7201, 0.0, -429.4078]  # PyTorch's
        np.testing.assert_allclose(tangent(g), expected, rtol=1e-4)


def test_forward_over_reverse_of_a_written_view() -> None:
    w = t(1.0, 2.0, 3.0, requires_grad=True)
    with dual_level():
        x = dual(1.0, 2.0, 3.0, tangent=(1.0, 0.0, 2.0))
        y = w.clone()
        y[:2].mul_(2.0)
        (g,) = rd.autograd.grad((y * x).sum(), w, create_graph=True)
        assert tangent(g) == [2.0, 0.0, 2.0]


def test_backward_stores_without_a_tangent() -> None:
    p = t(2.0, requires_grad=True)
    with dual_level():
        (make_dual(p, t(1.0)) ** 2).sum().backward()
        assert tangent(p.grad) is None  # type: ignore[arg-type]


# ----- users' operators -----


def test_an_operator_without_a_row_is_refused_by_name() -> None:
    op = declare("test::rowless(Tensor self) -> Tensor", method=False)
    done = kernel(op, "NumPy")
    done(lambda a: a * 2)
    try:
        with dual_level():
            assert op(t(1.0)).tolist() == [2.0]
            with pytest.raises(NotImplementedError, match="test::rowless"):
                op(dual(1.0))
    finally:
        done.registration.undo()  # type: ignore[union-attr]
        undeclare(op)


def test_an_input_without_a_forward_formula_is_refused() -> None:
    op = declare("test::halfway(Tensor self, Tensor other) -> Tensor", method=False)
    add = kernel(op, "NumPy")
    add(lambda a, b: a * b)

    def jvp(self_t: Any, other: Any) -> Any:
        return self_t * other

    row = derivative(op.name, self=lambda g, other: g * other, jvp=jvp)
    try:
        with dual_level():
            assert tangent(op(dual(1.0), t(3.0))) == [3.0]
            with pytest.raises(NotImplementedError, match="'other'"):
                op(t(1.0), dual(3.0))
    finally:
        row.undo()
        add.registration.undo()  # type: ignore[union-attr]
        undeclare(op)


def test_a_forward_formula_with_unknown_parameters_is_refused() -> None:
    with pytest.raises(RegistrationError, match="forward derivative"):
        derivative("exp", self=lambda g, result: g, jvp=lambda oops_t: oops_t, override=True)


def test_a_composite_has_the_tangents_of_its_parts() -> None:
    op = declare("test::square_sum(Tensor self) -> Tensor", method=False)
    rule = rd.dispatch.composite(op)
    rule(lambda self: (self * self).sum())
    try:
        with dual_level():
            assert tangent(op(dual(1.0, 2.0))) == 6.0
    finally:
        rule.registration.undo()  # type: ignore[union-attr]
        undeclare(op)


# ----- every operator with a row -----

SPECIAL: dict[str, tuple[list[tuple[int, ...]], Callable[..., Any]]] = {
    "where": ([(3,), (3,)], lambda a, b: rd.where(rd.tensor([True, False, True]), a, b)),
    "sum": ([(2, 3)], lambda a: rd.sum(a, 1)),
    "mean": ([(2, 3)], lambda a: rd.mean(a, (0, 1), True)),
    "amax": ([(2, 3)], lambda a: rd.amax(a, 1)),
    "softmax": ([(2, 3)], lambda a: rd.softmax(a, 1)),
    "log_softmax": ([(2, 3)], lambda a: rd.log_softmax(a, 0)),
    "reshape": ([(2, 3)], lambda a: a.reshape(3, 2)),
    "transpose": ([(2, 3)], lambda a: a.transpose(0, 1)),
    "permute": ([(2, 3)], lambda a: a.permute(1, 0)),
    "expand": ([(1, 3)], lambda a: a.expand(2, 3)),
    "select": ([(2, 3)], lambda a: rd.select(a, 1, 2)),
    "slice": ([(2, 3)], lambda a: a[:, 1:]),
    "squeeze": ([(1, 3)], lambda a: rd.squeeze(a)),
    "unsqueeze": ([(3,)], lambda a: rd.unsqueeze(a, 1)),
    "matmul": ([(2, 3), (3, 2)], rd.matmul),
    "cross_entropy": ([(2, 3)], lambda a: rd.cross_entropy(a, rd.tensor([0, 2]))),
    "cross_entropy_backward": (
        [(), (2, 3)],
        lambda g, a: rd.cross_entropy_backward(g, a, rd.tensor([0, 2]), None, "mean", -100, 0.1),
    ),
    "cross_entropy_factor": (
        [(), (2, 3)],
        lambda g, a: rd.cross_entropy_factor(g, a, rd.tensor([0, 2]), None, "sum", -100, 0.1),
    ),
    "to_device": ([(3,)], lambda a: rd.dispatch.lookup("to_device")(a, "numpy")),
    "_alias_on": ([(3,)], lambda a: rd.dispatch.lookup("_alias_on")(a, "numba").exp().cpu()),
    "_to_copy": ([(3,)], lambda a: a.to(rd.float32).to(rd.float64)),
    "select_backward": ([(2,)], lambda g: rd.select_backward(g, (2, 3), 1, 0)),
    "slice_backward": ([(2, 2)], lambda g: rd.slice_backward(g, (2, 5), 1, 0, 4, 2)),
    "copy_": ([(2, 3), (3,)], lambda a, b: a.clone().copy_(b)),
    "zero_": ([(3,)], lambda a: a.clone().zero_()),
    "fill_": ([(3,), ()], lambda a, b: a.clone().fill_(b)),
}


def elsewhere(operator: Operator) -> bool:
    """Whether test_every_op.py, or test_random.py, looks at the forward derivative."""
    name = (operator.functional or operator).schema.name
    if "copy" in operator.tags or "random" in operator.tags:
        return True
    return name in ROWS and name not in SPECIAL


def samples() -> list[Any]:
    found = []
    for operator in operators():
        name = operator.schema.name
        if row_of(operator) is None or "out" in operator.tags or elsewhere(operator):
            continue
        if operator.functional is not None:
            count = len(operator.tensors)

            def write(a: Any, *rest: Any, op: Any = operator) -> Any:
                return op(a.clone(), *rest)

            found.append(pytest.param(name, [(2, 3), (3,)][:count], write, id=name))
        elif name in SPECIAL:
            found.append(pytest.param(name, *SPECIAL[name], id=name))
        elif operator.schema.namespace == "rd":
            count = sum(a.default is rd.dispatch.schema.REQUIRED for a in operator.schema.arguments)
            pointwise = "pointwise" in operator.tags or name == "clone"
            if pointwise and count == len(operator.tensors):
                found.append(pytest.param(name, [(2, 3), (3,)][:count], operator, id=name))
    return found


@pytest.mark.parametrize("primal", ["a part", "whole"])
def test_a_tangent_lies_in_its_memory_as_its_tensor_does(primal: str) -> None:
    wide = rd.tensor([1.0, 2.0, 3.0, 4.0])
    x, t = (wide[1:3], rd.ones(2)) if primal == "a part" else (wide, rd.eye(4)[2])
    with dual_level():
        dual = make_dual(x, t)
        found = unpack_dual(dual.as_strided((4,), (1,), 0))
        assert unpack_dual(dual).tangent.tolist() == t.tolist()  # type: ignore[union-attr]
    assert found.primal.tolist() == [1.0, 2.0, 3.0, 4.0]
    wanted = [0.0, 1.0, 1.0, 0.0] if primal == "a part" else [0.0, 0.0, 1.0, 0.0]
    assert found.tangent.tolist() == wanted  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "primal",
    [rd.ones(1).expand(3), rd.from_numpy(np.ones(3, np.float32)[::-1]),
     rd.ones(4).as_strided((2, 2), (1, 1), 1), rd.ones(0)],
    ids=["expanded", "backwards", "windows", "empty"],
)  # fmt: skip
def test_a_tangent_of_what_has_no_place_of_its_own(primal: Any) -> None:
    tangent = rd.arange(4.0)[: primal.numel()].reshape(primal.shape)
    with dual_level():
        found = unpack_dual(make_dual(primal, tangent) * 2).tangent
    assert found is not None and found.tolist() == (tangent * 2).tolist()


@pytest.mark.parametrize(("name", "shapes", "f"), samples())
def test_every_row(name: str, shapes: list[tuple[int, ...]], f: Callable[..., Any]) -> None:
    random = np.random.default_rng(3)
    values = [random.uniform(0.5, 1.5, s) for s in shapes]
    along = [random.uniform(-1.0, 1.0, s) for s in shapes]
    with dual_level():
        inputs = [make_dual(rd.tensor(v), rd.tensor(d)) for v, d in zip(values, along, strict=True)]
        result = unpack_dual(f(*inputs))
        forward = result.tangent.numpy()  # type: ignore[union-attr]
    assert result.tangent.dtype is result.primal.dtype  # type: ignore[union-attr]

    leaves = [rd.tensor(v, requires_grad=True) for v in values]
    out = f(*leaves)
    weights = random.uniform(-1.0, 1.0, out.shape)
    if out.requires_grad:
        found = rd.autograd.grad(out, leaves, rd.tensor(weights), allow_unused=True)
        reverse = sum(
            (g.numpy() * d).sum() for g, d in zip(found, along, strict=True) if g is not None
        )
        np.testing.assert_allclose((weights * forward).sum(), reverse, rtol=1e-6, atol=1e-9)

    eps = 1e-3 if name == "_to_copy" else 1e-6
    plus, minus = (
        f(*[rd.tensor(v + sign * eps * d) for v, d in zip(values, along, strict=True)]).numpy()
        for sign in (1, -1)
    )
    tolerance = 1e-3 if name == "_to_copy" else 1e-6
    np.testing.assert_allclose(forward, (plus - minus) / (2 * eps), rtol=tolerance, atol=tolerance)


def test_every_row_has_a_sample() -> None:
    covered = {p.values[0] for p in samples()}
    rows = {
        op.schema.name
        for op in operators()
        if row_of(op) is not None and "out" not in op.tags and op.schema.namespace == "rd"
        if not elsewhere(op) and not op.schema.overload
        if "random" not in op.tags  # no two calls agree; tests/backends/test_random.py has those
    }
    assert rows <= covered
