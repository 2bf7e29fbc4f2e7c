"""Arguments of operators may have any names: generated code keeps its own names apart."""

from __future__ import annotations

import pytest

import redispatch as rd
from redispatch.autograd import derivative
from redispatch.dispatch import declare, kernel, undeclare

# names that the generated functions use for themselves, without the underscore in front
OWN = "n s v r d m c i t shape keys version kernel below plain slow operator error creation".split()


@pytest.mark.parametrize("name", OWN)
def test_an_argument_may_be_called_like_a_local_name(name: str) -> None:
    op = declare(f"names::scale(Tensor self, Tensor {name}, int by=3) -> Tensor")

    def back(g: rd.Tensor, by: int) -> rd.Tensor:
        return g * by

    try:
        with (
            _registered(op),
            derivative(op.name, self=back, jvp=lambda self_t, by: self_t * by),
        ):
            x = rd.tensor([1.0, 2.0], requires_grad=True)
            y = op(x, rd.tensor([10.0, 20.0]))
            assert y.tolist() == [13.0, 26.0]
            y.sum().backward()
            assert x.grad is not None
            assert x.grad.tolist() == [3.0, 3.0]
    finally:
        undeclare(op)


def _registered(op: rd.dispatch.Operator) -> rd.dispatch.Registration:
    decorator = kernel(op, "NumPy")
    decorator(lambda a, b, by: a * by + b)
    assert decorator.registration is not None
    return decorator.registration
