"""`library.custom_op`: what the decorator makes, and what it refuses."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.dispatch import lookup
from redispatch.dispatch.errors import OperatorNotFound
from redispatch.dispatch.registry import OPERATORS
from redispatch.dispatch.rules import RULES
from redispatch.dispatch.sources import forget_sources
from redispatch.library import CustomOpDef, Library, custom_op, infer_schema


@pytest.fixture
def scaled_sine() -> Iterator[CustomOpDef]:
    @custom_op("tests::scaled_sine", mutates_args=())
    def scaled_sine(x: rd.Tensor, by: float = 1.0) -> rd.Tensor:
        return rd.from_numpy(np.sin(x.numpy()) * np.float32(by))

    yield scaled_sine
    scaled_sine.undo()


def test_values_with_and_without_the_default(scaled_sine: CustomOpDef) -> None:
    x = rd.tensor([0.0, 1.0])
    np.testing.assert_allclose(scaled_sine(x).numpy(), np.sin([0.0, 1.0]), rtol=1e-6)
    np.testing.assert_allclose(scaled_sine(x, by=3.0).numpy(), 3 * np.sin([0.0, 1.0]), rtol=1e-6)


def test_without_a_formula_backward_raises_and_says_what_to_register(
    scaled_sine: CustomOpDef,
) -> None:
    x = rd.tensor([1.0], requires_grad=True)
    y = scaled_sine(x)
    assert y.requires_grad
    with pytest.raises(RuntimeError, match="no autograd formula was registered"):
        y.backward()


def test_a_registered_formula(scaled_sine: CustomOpDef) -> None:
    def setup(ctx: Any, inputs: tuple[Any, ...], output: rd.Tensor) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.by = inputs[1]

    def backward(ctx: Any, g: rd.Tensor) -> tuple[Any, ...]:
        (x,) = ctx.saved_tensors
        return g * x.cos() * ctx.by, None

    scaled_sine.register_autograd(backward, setup_context=setup)
    x = rd.tensor([0.5, 2.0], requires_grad=True)
    scaled_sine(x, 2.0).sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.cos([0.5, 2.0]), rtol=1e-6)


def test_tensors_without_data_need_a_fake(scaled_sine: CustomOpDef) -> None:
    x = rd.zeros(3, device="meta")
    with pytest.raises(NotImplementedError, match="register_fake"):
        scaled_sine(x)
    scaled_sine.register_fake(lambda x, by: rd.zeros_like(x))
    assert tuple(scaled_sine(x).shape) == (3,)


def test_a_declared_write_is_counted() -> None:
    @custom_op("tests::increment", mutates_args={"x"})
    def increment(x: rd.Tensor) -> None:
        x.numpy()[...] += 1

    x = rd.tensor([1.0])
    assert increment(x) is None
    assert (x.tolist(), x._version) == ([2.0], 1)
    with pytest.raises(RuntimeError, match="writes to an argument"):
        increment.register_autograd(lambda ctx, g: g)
    increment.undo()


def test_explain_tells_of_it(scaled_sine: CustomOpDef) -> None:
    scaled_sine.register_vmap(lambda info, dims, x, by: (x, 0))
    told = rd.explain(scaled_sine, rd.ones(2, requires_grad=True))
    assert [layer.key for layer in told.walk if layer.walked] == ["Autograd", "NumPy"]
    assert all(__file__ in line.source for line in told.rules if not line.lost)
    (batching,) = [line for line in told.rules if line.slot == "Vmap"]
    assert "read by others" in batching.lost


def test_redefinition_replaces_and_undo_removes(scaled_sine: CustomOpDef) -> None:
    @custom_op("tests::scaled_sine", mutates_args=())
    def again(x: rd.Tensor) -> rd.Tensor:
        return x * 0

    assert lookup("tests::scaled_sine") is again.operator
    again.undo()
    with pytest.raises(OperatorNotFound):
        lookup("tests::scaled_sine")


def schemas() -> list[tuple[Any, str]]:
    def plain(x: rd.Tensor, n: int, f: float = 0.5, s: str = "a") -> rd.Tensor:
        raise AssertionError

    def optional(x: rd.Tensor | None, *, dims: Sequence[int] | None = None) -> None: ...

    def lists(xs: Sequence[rd.Tensor], d: rd.dtype) -> tuple[rd.Tensor, rd.Tensor]:
        raise AssertionError

    return [
        (plain, "(Tensor x, int n, float f=0.5, str s='a') -> Tensor"),
        (optional, "(Tensor? x, *, int[]? dims=None) -> ()"),
        (lists, "(Tensor[] xs, dtype d) -> (Tensor, Tensor)"),
    ]


def test_schemas_of_hints() -> None:
    for function, expected in schemas():
        assert infer_schema(function, mutates_args=()) == expected


def test_refused_hints() -> None:
    def no_hint(x) -> rd.Tensor:  # type: ignore[no-untyped-def]
        raise AssertionError

    def no_result(x: rd.Tensor): ...  # type: ignore[no-untyped-def]

    def variadic(*xs: rd.Tensor) -> rd.Tensor:
        raise AssertionError

    def good(x: rd.Tensor) -> rd.Tensor:
        raise AssertionError

    for function in (no_hint, no_result, variadic):
        with pytest.raises(ValueError, match="infer_schema"):
            infer_schema(function, mutates_args=())
    with pytest.raises(ValueError, match="were not found"):
        infer_schema(good, mutates_args={"y"})
    with pytest.raises(ValueError, match="namespace"):
        custom_op("good", good, mutates_args=())


def test_arguments_may_have_the_names_of_helpers() -> None:
    def f(state: rd.Tensor, keys_of: list[rd.Tensor], TENSORS: int = 1) -> rd.Tensor:  # noqa: N803
        return state + keys_of[0] * TENSORS

    with custom_op("tests::named", f, mutates_args=()) as op:
        assert op(rd.ones(1), [rd.ones(1)]).tolist() == [2.0]
        assert op.operator(rd.ones(1), [rd.ones(1)], 4).tolist() == [5.0]


def test_operators_made_and_undone_leave_tables_and_memory() -> None:
    def kernel(x: rd.Tensor, *, by: float = 2.0) -> rd.Tensor:
        return x * by

    def use() -> None:
        for number in range(5):
            with custom_op(f"tests_loop::f{number}", kernel, mutates_args=()) as op:
                op.register_fake(kernel)
                op.register_kernel("cpu", kernel)
                op.register_autograd(lambda ctx, g: g)
                op(rd.ones(1, requires_grad=True)).backward()
                op(rd.ones(1, device="meta"), by=3.0)
        with Library("tests_loop", "DEF") as lib:
            lib.define("g(Tensor x) -> Tensor")
            lib.impl("g", lambda x: x * 2)
            lookup("tests_loop::g")(rd.ones(1))

    def kept() -> tuple[int, int, int]:
        gc.collect()
        forget_sources()
        return len(RULES.tables), len(OPERATORS), len(gc.get_objects())

    for _ in range(3):
        use()
    tables, operators, objects = kept()
    for _ in range(20):
        use()
    after = kept()
    assert after[:2] == (tables, operators)
    assert after[2] - objects < 60  # one object for each operator would be 120
