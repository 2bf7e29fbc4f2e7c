"""Kernels are built into derivative formulas: a registration must reach and leave those."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np

import redispatch as rd
from redispatch.backends import Backend, register_backend
from redispatch.dispatch import kernel
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
