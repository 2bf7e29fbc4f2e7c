"""Kernels are built into derivative formulas: a registration must reach and leave those."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import Backend, register_backend
from redispatch.dispatch import declare, kernel, undeclare
from redispatch.dispatch.errors import RegistrationError
from redispatch.dispatch.keys import KEYS


def gradient_of_sin() -> list[float]:
    x = rd.tensor([0.0, 0.0], requires_grad=True)
    rd.sin(x).backward(rd.ones(2))
    assert x.grad is not None
    return list(x.grad.numpy())


def test_a_new_kernel_reaches_the_formulas_of_other_operators() -> None:
    assert gradient_of_sin() == [1.0, 1.0]
    decorator = kernel("cos", "NumPy", override=True)
    decorator(lambda array: np.full_like(array, 7.0))
    assert decorator.registration is not None
    try:
        assert gradient_of_sin() == [7.0, 7.0]
    finally:
        decorator.registration.undo()
    assert gradient_of_sin() == [1.0, 1.0]


class Box:
    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)
        self.shape, self.dtype = self.array.shape, self.array.dtype


class Boxes(Backend):
    def from_numpy(self, array: Any) -> Box:
        return Box(array)

    def to_numpy(self, payload: Box) -> Any:
        return payload.array


def times(a: Any, b: Any) -> Box:
    return Box(getattr(a, "array", a) * getattr(b, "array", b))


def plus(a: Any, b: Any, alpha: Any) -> Box:
    return Box(getattr(a, "array", a) + alpha * getattr(b, "array", b))


def test_a_removed_backend_is_not_kept_by_what_autograd_compiled() -> None:
    def use() -> weakref.ref[Boxes]:
        backend = Boxes("Boxes")
        with register_backend(backend):
            kernel("mul", "Boxes")(times)
            kernel("add", "Boxes")(plus)
            x = rd.tensor([3.0], device="boxes", requires_grad=True)
            (x * x).backward(rd.tensor([1.0], device="boxes"))
            assert x.grad is not None
            assert x.grad.numpy().tolist() == [6.0]
        return weakref.ref(backend)

    references = [use() for _ in range(3)]
    KEYS.sweep()
    gc.collect()
    assert [reference() for reference in references] == [None] * 3
    assert not KEYS.retired


def test_one_formula_may_give_several_gradients_together() -> None:
    calls = []

    def both(g: Any, x: Any, y: Any, needs_x: Any, needs_y: Any) -> Any:
        calls.append((needs_x, needs_y))
        return g * y if needs_x else None, g * x if needs_y else None

    def jvp(x: Any, y: Any, x_t: Any, y_t: Any) -> Any:
        return x_t * y + x * y_t

    operator = declare("tests::both(Tensor x, TensorOrScalar y) -> Tensor", tags=("pointwise",))
    kernel(operator, "NumPy")(np.multiply)
    row = rd.autograd.derivative("tests::both", together=(("x", "y"), both), jvp=jvp)
    try:
        x = rd.tensor([2.0, 3.0], requires_grad=True)
        y = rd.tensor([[5.0], [7.0]], requires_grad=True)
        gx, gy = rd.autograd.grad(operator(x, y).sum(), [x, y], create_graph=True)
        assert gx.tolist() == [12.0, 12.0] and gy.tolist() == [[5.0], [5.0]]
        (gx,) = rd.autograd.grad(operator(x, 4.0).sum(), [x], create_graph=True)
        assert gx.tolist() == [4.0, 4.0]
        (gx,) = rd.autograd.grad(operator(x, y.detach()).sum(), [x], create_graph=True)
        assert gx.tolist() == [12.0, 12.0]
        assert calls == [(True, True), (True, False), (True, False)]
        operator(x, y).sum().backward()  # over payloads
        assert y.grad is not None and y.grad.tolist() == [[5.0], [5.0]]
        with pytest.raises(RegistrationError, match="one formula for several inputs"):
            rd.autograd.derivative("tests::both", together=(("x", "y"), both), override=True)
    finally:
        row.undo()
        undeclare(operator)
