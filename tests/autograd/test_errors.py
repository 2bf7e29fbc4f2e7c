"""Refusals: each says who, what and what would be accepted, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import grad
from redispatch.autograd.derivatives import derivative
from redispatch.dispatch.errors import RegistrationError
from redispatch.dispatch.registry import declare, raw_kernel, undeclare


class World:
    """Tensors of every kind, and a picture of all that a refusal must leave as it was."""

    def __init__(self) -> None:
        self.leaf: Any = rd.tensor([1.0, 2.0], dtype=rd.float64, requires_grad=True)
        self.leaf.name = "weight"
        self.y = self.leaf * 3
        self.row = self.y[0:1]
        with rd.no_grad():
            self.hidden = self.y[1:]
        self.plain = rd.ones(2, dtype=rd.float64)
        self.count = rd.tensor([1, 2])
        self.wide = self.plain[0:1].expand(4)
        with rd.inference_mode():
            self.frozen = rd.ones(2, dtype=rd.float64)
        self.leaf.grad = rd.zeros(2, dtype=rd.float64)

    def picture(self) -> list[Any]:
        found: list[Any] = [rd.is_grad_enabled(), rd.is_inference_mode_enabled()]
        for name, t in vars(self).items():
            version = None if t.is_inference() else t._version
            node = None if name == "hidden" else t.grad_fn
            found.append((name, t.tolist(), t.requires_grad, version, node))
        found.append((self.leaf.grad, self.leaf.grad.tolist(), self.leaf.grad._version))
        return found


LEAF = "leaf Variable that requires grad"

REFUSALS: list[tuple[str, Callable[[World], Any], type[Exception], tuple[str, ...]]] = [
    ("write to a leaf", lambda w: w.leaf.add_(1), RuntimeError, ("add_", LEAF, "no_grad()")),
    ("copy to a leaf", lambda w: w.leaf.copy_(w.plain), RuntimeError, ("copy_", LEAF, "no_grad()")),
    (
        "write to a view of a leaf", lambda w: w.leaf[0:1].mul_(2), RuntimeError,
        ("mul_", "view of a leaf", "out-of-place"),
    ),
    (
        "write to a hidden view", lambda w: w.hidden.mul_(2), RuntimeError,
        ("mul_", "created in no_grad mode", "clone"),
    ),
    (
        "write to repeated memory", lambda w: w.wide.add_(1), RuntimeError,
        ("add_", "single memory location", "clone"),
    ),
    (
        "write a broader result", lambda w: w.y.add_(rd.ones(3, 2)), RuntimeError,
        ("add_", "[2]", "[3, 2]", "broadcast shape"),
    ),
    (
        "write floats into ints", lambda w: w.count.mul_(w.plain), RuntimeError,
        ("mul_", "float64", "int64", "can't be cast"),
    ),
    (
        "write to an inference tensor", lambda w: w.frozen.add_(1), RuntimeError,
        ("add_", "inference tensor", "clone"),
    ),
    (
        "save an inference tensor", lambda w: w.leaf * w.frozen, RuntimeError,
        ("nference tensors", "clone"),
    ),
    (
        "let ints require grad", lambda w: w.count.requires_grad_(), RuntimeError,
        ("floating point",),
    ),
    (
        "let an inference tensor require grad", lambda w: w.frozen.requires_grad_(), RuntimeError,
        ("inference",),
    ),
    (
        "stop an interior tensor", lambda w: w.y.requires_grad_(False), RuntimeError,
        ("leaf", "detach"),
    ),
    ("detach a view in place", lambda w: w.row.detach_(), RuntimeError, ("view", "detach()")),
    (
        "backward without a gradient", lambda w: w.y.backward(), RuntimeError,
        ("scalar outputs",),
    ),
    (
        "backward of what has no history", lambda w: w.plain.sum().backward(), RuntimeError,
        ("element 0", "does not require grad"),
    ),
    (
        "a gradient of another shape", lambda w: w.y.backward(rd.ones(3, dtype=rd.float64)),
        RuntimeError, ("(3,)", "(2,)", "shape"),
    ),
    (
        "a gradient that is a number", lambda w: w.y.sum().backward(1.0), TypeError, ("float",),
    ),
    (
        "grad of something unused",
        lambda w: grad(w.y.sum(), rd.ones(1, requires_grad=True)),
        RuntimeError, ("input 0", "allow_unused=True"),
    ),
    (
        "grad for what needs none", lambda w: grad(w.y.sum(), w.plain), RuntimeError,
        ("does not require grad",),
    ),
    (
        "retain what needs none", lambda w: w.plain.retain_grad(), RuntimeError,
        ("retain_grad", "requires_grad=False"),
    ),
    (
        "hook what needs none", lambda w: w.plain.register_hook(print), RuntimeError,
        ("hook", "require"),
    ),
    (
        "a post-accumulate hook inside", lambda w: w.y.register_post_accumulate_grad_hook(print),
        RuntimeError, ("post accumulate", "non-leaf"),
    ),
    (
        "a .grad of another shape", lambda w: setattr(w.leaf, "grad", rd.ones(3, dtype=rd.float64)),
        RuntimeError, ("assigned grad", "(3,)", "(2,)"),
    ),
    (
        "a .grad of another dtype", lambda w: setattr(w.leaf, "grad", rd.ones(2)), RuntimeError,
        ("assigned grad", "float32", "float64"),
    ),
    (
        "a .grad that is an array", lambda w: setattr(w.leaf, "grad", [1.0]), TypeError,
        ("list", "Tensor or None"),
    ),
    ("numpy() of a leaf", lambda w: w.leaf.numpy(), RuntimeError, ("numpy()", "detach()")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "error", "parts"), [r[1:] for r in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_refusals(
    call: Callable[[World], Any], error: type[Exception], parts: tuple[str, ...]
) -> None:
    world = World()
    before = world.picture()
    with pytest.raises(error) as caught:
        call(world)
    for part in parts:
        assert part in str(caught.value)
    assert world.picture() == before
    world.y.sum().backward()  # all still works
    assert world.leaf.grad.tolist() == [3.0, 3.0]


def test_saved_values_written_to_name_everything() -> None:
    world = World()
    z = world.y * world.plain
    world.plain.name = "scale"
    world.plain.add_(1)
    with pytest.raises(RuntimeError) as caught:
        z.sum().backward()
    for part in ("'scale'", "float64", "[2]", "MulBackward0", "'other'", "version 1", "version 0"):
        assert part in str(caught.value)
    assert world.leaf.grad.tolist() == [0.0, 0.0]


def test_a_second_backward_says_how_to_allow_it() -> None:
    world = World()
    loss = world.y.exp().sum()
    loss.backward()
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        loss.backward()


def test_hooks_that_return_something_wrong_are_named() -> None:
    world = World()

    def my_hook(g: Any) -> Any:
        return 5

    world.y.register_hook(my_hook)
    with pytest.raises(TypeError, match="my_hook.*returned int"):
        world.y.sum().backward()


@pytest.mark.parametrize(
    ("formulas", "match"),
    [
        ({"nothing": lambda g: g}, "no tensor argument"),
        ({"self": lambda x: x}, "g first"),
        ({"self": lambda g, unknown: g}, "unknown"),
        ({"self": lambda: None}, "g first"),
    ],
)
def test_rows_that_make_no_sense_are_refused(formulas: Any, match: str) -> None:
    with pytest.raises(RegistrationError, match=match):
        derivative("exp", override=True, **formulas)
    x = rd.tensor([0.0], requires_grad=True)
    x.exp().backward()
    assert x.grad is not None and x.grad.tolist() == [1.0]


def test_an_operator_without_a_derivative_raises_in_backward() -> None:
    twice = declare("tests::twice(Tensor self) -> Tensor", method=False)
    try:
        raw_kernel("NumPy")("tests::twice")(lambda self: self * 2)
        x = rd.tensor([1.0], requires_grad=True)
        y = twice(x)
        assert y.tolist() == [2.0] and y.requires_grad
        with pytest.raises(NotImplementedError, match="tests::twice.*nondifferentiable"):
            y.backward()
        assert x.grad is None
        (x * 3).backward()
        assert x.grad is not None and x.grad.tolist() == [3.0]
    finally:
        undeclare(twice)


def test_complex_numbers_beside_real_tensors_are_recorded() -> None:
    """A number may decide the dtype that the only tensor operand is cast to."""
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    y = x * 0.5j
    assert y.dtype is rd.complex64 and y.tolist() == [0.5j, 1j]
    with pytest.raises(RuntimeError, match="only for real scalar outputs"):
        y[0].backward()
    (g,) = rd.autograd.grad((y * y).sum(), x, rd.tensor(1 + 0j))  # of -x ** 2 / 4
    assert g.tolist() == [-0.5, -1.0]


GRAPH = rd.autograd.graph
TAKE_TENSORS: list[Callable[[Any], Any]] = [
    GRAPH.describe, GRAPH.to_dot, GRAPH.to_mermaid, GRAPH.to_svg, GRAPH.memory,
    GRAPH.get_gradient_edge, GRAPH.increment_version, rd.autograd._unsafe_preserve_version_counter,
    rd.autograd.Variable, rd.autograd.forward_ad.unpack_dual, GRAPH.save_compressed,
    rd.autograd.backward, lambda x: rd.autograd.grad(x, rd.ones(1, requires_grad=True)),
    lambda x: GRAPH.register_multi_grad_hook(x, print), lambda x: rd.autograd.derivative(x),
    lambda x: GRAPH.register_multi_grad_hook([x], print, mode="any"),
]  # fmt: skip


@pytest.mark.parametrize("call", TAKE_TENSORS)
@pytest.mark.parametrize(
    "given", [None, 3, object(), {1: 2}, [None], b"x"], ids=lambda v: type(v).__name__
)
def test_what_is_no_tensor_is_refused_in_words(call: Callable[[Any], Any], given: Any) -> None:
    with pytest.raises((TypeError, RuntimeError)) as caught:
        call(given)
    assert "object has no attribute" not in str(caught.value)
