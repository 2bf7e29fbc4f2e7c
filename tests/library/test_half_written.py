"""Writes that raise: a refusal has changed nothing, half a write is counted and said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.dispatch import facts, kernel, lookup, snapshot, tensor_rule
from redispatch.dispatch.rules import RULES
from redispatch.library import Library, custom_op


class Injected(Exception):
    """What the faults of these tests raise."""


def half(array: Any) -> None:
    """Write to the first element, then raise."""
    array[0] = 99
    raise Injected("half way")


def notes_of(error: BaseException) -> str:
    return "\n".join(getattr(error, "__notes__", []))


# user operators -----------------------------------------------------------------------------------


def in_custom_op() -> Iterator[Callable[[rd.Tensor], Any]]:
    def write(x: rd.Tensor) -> None:
        half(x.numpy())

    with custom_op("half::custom", write, mutates_args={"x"}) as op:
        yield op


def in_library() -> Iterator[Callable[[rd.Tensor], Any]]:
    with Library("half", "FRAGMENT") as lib:
        lib.define("lib(Tensor(a!) x) -> Tensor(a!)")
        lib.impl("lib", lambda x: half(x.numpy()), "CPU")
        yield lookup("half::lib")


def in_a_raw_kernel() -> Iterator[Callable[[rd.Tensor], Any]]:
    decorator = kernel("relu_", "NumPy", override=True)
    decorator(lambda a: half(a))
    yield rd.relu_
    assert decorator.registration is not None
    decorator.registration.undo()


WAYS = pytest.mark.parametrize("way", [in_custom_op, in_library, in_a_raw_kernel])


@WAYS
def test_half_a_write_is_counted_and_said(way: Any) -> None:
    x = rd.tensor([1.0, 2.0])
    for op in way():
        with pytest.raises(Injected) as caught:
            op(x)
        assert str(caught.value) == "half way"
        assert "may be partly written" in notes_of(caught.value)
        assert notes_of(caught.value).count("partly written") == 1
    assert (x.tolist(), x._version) == ([99.0, 2.0], 1)


@WAYS
def test_what_was_saved_before_half_a_write_is_refused_in_backward(way: Any) -> None:
    for op in way():
        x = rd.tensor([1.0, 2.0], requires_grad=True)
        y = x * 1
        z = (y * y).sum()
        with pytest.raises(Injected), rd.no_grad():
            op(y)
        with pytest.raises(RuntimeError, match="modified by an inplace"):
            z.backward()


@WAYS
def test_the_state_is_what_it_was(way: Any) -> None:
    for op in way():
        before, x = snapshot(), rd.ones(2)
        for scope in (rd.enable_grad, rd.no_grad, rd.inference_mode):
            with scope():
                inside = facts()
                with pytest.raises(Injected):
                    op(x)
                assert facts() == inside
        assert snapshot() == before


def test_views_see_the_count() -> None:
    for op in in_custom_op():
        base = rd.zeros(4)
        view = base[1:]
        with pytest.raises(Injected):
            op(view)
        assert (base.tolist(), base._version) == ([0.0, 99.0, 0.0, 0.0], 1)


def test_every_written_argument_is_counted_and_named() -> None:
    def write(xs: list[rd.Tensor], y: rd.Tensor, z: rd.Tensor) -> None:
        half(xs[0].numpy())

    xs, y, z = [rd.ones(2), rd.ones(2)], rd.ones(2), rd.ones(2)
    with custom_op("half::several", write, mutates_args={"xs", "z"}) as op:
        with pytest.raises(Injected) as caught:
            op(xs, y, z)
    assert "'xs' and 'z'" in notes_of(caught.value)
    assert [t._version for t in (*xs, y, z)] == [1, 1, 0, 1]


def test_a_result_that_is_refused_comes_after_the_write() -> None:
    def write(x: rd.Tensor) -> rd.Tensor:
        x.numpy()[...] = 5
        return x

    x = rd.ones(2)
    with custom_op("half::alias", write, mutates_args={"x"}) as op:
        with pytest.raises(RuntimeError, match="may not alias"):
            op(x)
    assert (x.tolist(), x._version) == ([5.0, 5.0], 1)


# built-in operators -------------------------------------------------------------------------------


def test_an_arithmetic_error_that_numpy_raises_after_writing() -> None:
    for write in (
        lambda x: x.div_(rd.tensor([0.0, 2.0])), lambda x: x.log_(), lambda x: rd.add(x, 1, out=x)
    ):  # fmt: skip
        x = rd.tensor([0.0, 4.0])
        try:
            with np.errstate(all="raise"):
                write(x)
        except FloatingPointError as error:
            if x.tolist() != [0.0, 4.0]:
                assert "may be partly written" in notes_of(error)
                assert x._version == 1


REFUSED: list[Callable[[rd.Tensor], Any]] = [
    lambda x: x.add_(rd.ones(5)),
    lambda x: x.mul_(rd.tensor([1j, 1j])),
    lambda x: x.index_add_(0, rd.tensor([7]), rd.ones(1)),
    lambda x: x.scatter_(0, rd.tensor([9]), rd.ones(1)),
    lambda x: x.copy_(rd.ones(3)),
    lambda x: x.index_fill_(0, rd.tensor([5]), 1.0),
    lambda x: x.masked_fill_(rd.tensor([True, False, True]), 1.0),
    lambda x: x.add_("a"),
    lambda x: x.clamp_(),
    lambda x: x.expand(2, 2).add_(1),
    lambda x: rd.exp(rd.ones(2), out=x.expand(3, 2)),
]


@pytest.mark.parametrize("write", REFUSED, ids=range(len(REFUSED)))
def test_a_refusal_has_changed_nothing(write: Any) -> None:
    x = rd.tensor([1.0, 2.0])
    alias = x.detach()
    state = snapshot()
    with pytest.raises(Exception) as caught:  # noqa: PT011 - of any type
        write(x)
    assert (x.tolist(), x._version, alias._version) == ([1.0, 2.0], 0, 0)
    assert not notes_of(caught.value)
    assert snapshot() == state


def test_a_refusal_of_a_users_operator_has_changed_nothing() -> None:
    def write(x: rd.Tensor, y: rd.Tensor) -> None:
        raise AssertionError("never reached")

    with custom_op("half::refuse", write, mutates_args={"x"}) as op:
        x = rd.ones(2)
        for wrong in ((), (x,), (x, "y"), (x, x, x)):
            with pytest.raises(TypeError):
                op(*wrong)
        with rd.inference_mode():
            y = rd.ones(2)
        with pytest.raises(RuntimeError, match="inference tensor"):
            op(y, x)
        assert (x._version, x.tolist()) == (0, [1.0, 1.0])


def test_a_refused_write_to_a_leaf_is_none() -> None:
    x = rd.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf"):
        x.add_(1)
    assert (x.tolist(), x._version) == ([1.0, 1.0], 0)


# faults anywhere ----------------------------------------------------------------------------------


def tables() -> dict[str, Any]:
    return {name: dict(table) for name, table in RULES.tables.items()}


def fault(*args: Any, **kwargs: Any) -> Any:
    raise Injected("here")


def x_of(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(*inputs)


@pytest.mark.parametrize("where", ["kernel", "setup", "backward", "fake", "autograd", "composite"])
def test_a_fault_leaves_state_stacks_and_tables(where: str) -> None:
    def right(x: rd.Tensor) -> rd.Tensor:
        return x + 1

    with custom_op("half::fault", right, mutates_args=()) as op:
        op.register_fake(right)
        op.register_autograd(lambda ctx, g: g, setup_context=x_of)
        if where == "kernel":
            op.register_kernel("cpu", fault)
        elif where == "setup":
            op.register_autograd(
                lambda ctx, g: g, setup_context=lambda ctx, inputs, output: fault()
            )
        elif where == "backward":
            op.register_autograd(fault, setup_context=x_of)
        elif where == "fake":
            op.register_fake(lambda x: fault())
        elif where == "autograd":
            tensor_rule("half::fault", "AutogradNumPy")(fault)
        else:
            op = Library("half_c", "FRAGMENT")  # type: ignore[assignment]
            op.define("f(Tensor x) -> Tensor")  # type: ignore[attr-defined]
            op.impl("f", fault)  # type: ignore[attr-defined]
        called = lookup("half_c::f" if where == "composite" else "half::fault")
        seen = []

        class Watch(rd.DispatchMode):
            def __torch_dispatch__(
                self, func: Any, types: Any, args: Any = (), kw: Any = None
            ) -> Any:
                seen.append(func)
                return func(*args, **(kw or {}))

        with Watch():  # the stack of modes has been used once
            pass
        known, before = tables(), snapshot()
        x = rd.ones(2, requires_grad=where != "fake", device="meta" if where == "fake" else "cpu")
        for _ in range(2):
            with Watch(), rd.autograd.forward_ad.dual_level():
                inside = facts()
                with pytest.raises(Injected) as caught:
                    called(x).sum().backward()
                assert facts() == inside
            assert snapshot() == before
            assert rd.library.get_ctx() is None
            assert not notes_of(caught.value)
        assert tables() == known
        assert (x._version, x.grad) == (0, None)
        del called
        if where == "composite":
            op._destroy()  # type: ignore[attr-defined]
