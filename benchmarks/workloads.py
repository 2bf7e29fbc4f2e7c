"""What is timed: each workload over any torch-like module, and by hand in NumPy where that is fair.

A builder gets the module (or nothing, for NumPy) and returns the function to call; whatever it sets
up is not timed.
This file knows neither clocks nor processes.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Run = Callable[[], object]
Array = NDArray[np.float32]

LINKS = 100  # operations in a chain, halved between * and +
REPEATS = 50  # calls within one scope of no_grad or inference_mode


@dataclass
class Workload:
    """One row of the table: how to build it, and how many operations one call of it stands for."""

    build: Callable[[Any], Run]
    numpy: Callable[[], Run] | None = None
    per: int = 1


WORKLOADS: dict[str, Workload] = {}


def workload(per: int = 1) -> Callable[[Callable[[Any], Run]], Callable[[Any], Run]]:
    """Add the builder to the table, under its own name."""

    def add(build: Callable[[Any], Run]) -> Callable[[Any], Run]:
        WORKLOADS[build.__name__] = Workload(build, per=per)
        return build

    return add


def by_hand(*names: str) -> Callable[[Callable[[], Run]], Callable[[], Run]]:
    """Set the NumPy equivalent of the workloads named."""

    def add(build: Callable[[], Run]) -> Callable[[], Run]:
        for name in names:
            WORKLOADS[name].numpy = build
        return build

    return add


def normal(*shape: int, scale: float = 1.0) -> Array:
    """The same numbers in every process."""
    values = np.random.default_rng(sum(shape)).standard_normal(shape) * scale
    return values.astype(np.float32)


def leaf(m: Any, values: Array) -> Any:
    return m.tensor(values).requires_grad_(True)


# One operation on four elements: what a call costs ----------------------------------------------


@workload()
def add(m: Any) -> Run:
    x, y = m.tensor(normal(4)), m.tensor(normal(4))
    return lambda: x + y


@workload()
def add_grad(m: Any) -> Run:
    x, y = leaf(m, normal(4)), leaf(m, normal(4))
    return lambda: x + y


@workload(per=REPEATS)
def add_no_grad(m: Any) -> Run:
    x, y = leaf(m, normal(4)), leaf(m, normal(4))

    def run() -> None:
        with m.no_grad():
            for _ in range(REPEATS):
                x + y

    return run


@workload(per=REPEATS)
def add_inference(m: Any) -> Run:
    x, y = m.tensor(normal(4)), m.tensor(normal(4))

    def run() -> None:
        with m.inference_mode():
            for _ in range(REPEATS):
                x + y

    return run


@by_hand("add", "add_grad")
def numpy_add() -> Run:
    x, y = normal(4), normal(4)
    return lambda: x + y


@by_hand("add_no_grad", "add_inference")
def numpy_adds() -> Run:
    x, y = normal(4), normal(4)

    def run() -> None:
        for _ in range(REPEATS):
            x + y

    return run


@workload()
def sum0d(m: Any) -> Run:
    x = leaf(m, normal(4))
    return lambda: x.sum()


@by_hand("sum0d")
def numpy_sum0d() -> Run:
    x = normal(4)
    return lambda: x.sum()


@workload(per=2)
def inplace(m: Any) -> Run:
    x = m.tensor(normal(4))
    return lambda: x.mul_(1.0).add_(0.0)


@by_hand("inplace")
def numpy_inplace() -> Run:
    x = normal(4)

    def run() -> None:
        nonlocal x
        x *= 1.0
        x += 0.0

    return run


@workload(per=4)
def view_chain(m: Any) -> Run:
    x = leaf(m, normal(4, 6))
    return lambda: x.reshape(6, 4).transpose(0, 1)[1:3].unsqueeze(0)


@by_hand("view_chain")
def numpy_view_chain() -> Run:
    x = normal(4, 6)
    return lambda: x.reshape(6, 4).swapaxes(0, 1)[1:3][None]


# Chains: what recording and the backward pass cost an operation ----------------------------------


def links(v: Any) -> Any:
    for _ in range(LINKS // 2):
        v = v * 1.01 + 0.1
    return v


@workload(per=LINKS)
def chain_forward(m: Any) -> Run:
    x = leaf(m, normal(4))
    return lambda: links(x)


@by_hand("chain_forward")
def numpy_chain_forward() -> Run:
    x = normal(4)
    return lambda: links(x)


@workload(per=LINKS)
def chain_backward(m: Any) -> Run:
    x, one = leaf(m, normal(4)), m.tensor(np.ones(4, np.float32))

    def run() -> None:
        links(x).backward(one)
        x.grad = None

    return run


@by_hand("chain_backward")
def numpy_chain_backward() -> Run:
    x, one = normal(4), np.ones(4, np.float32)

    def run() -> object:
        links(x)
        grad: Any = one
        for _ in range(LINKS // 2):
            grad = grad * 1.01
        return grad

    return run


@workload()
def mixed_backward(m: Any) -> Run:
    x, w = leaf(m, normal(8, 8)), leaf(m, normal(8, 8, scale=0.1))

    def run() -> None:
        v = x
        for _ in range(10):
            v = (v @ w).tanh() + v.sigmoid() * w.exp().sum(0) - v.mean()
        v.sum().backward()
        x.grad = w.grad = None

    return run


@workload()
def double_backward(m: Any) -> Run:
    x = leaf(m, normal(8))

    def run() -> None:
        y = (x.sin() * x * x).sum()
        (slope,) = m.autograd.grad(y, x, create_graph=True)
        m.autograd.grad((slope * slope).sum(), x)

    return run


# A whole step of training ------------------------------------------------------------------------

ROWS, INPUTS, HIDDEN, CLASSES, RATE = 32, 64, 128, 10, 0.01


def network() -> tuple[Array, NDArray[np.int64], list[Array]]:
    """Inputs, classes and parameters of a two-layer network."""
    targets = np.arange(ROWS, dtype=np.int64) % CLASSES
    weights = [normal(INPUTS, HIDDEN, scale=0.1), np.zeros(HIDDEN, np.float32)]
    weights += [normal(HIDDEN, CLASSES, scale=0.1), np.zeros(CLASSES, np.float32)]
    return normal(ROWS, INPUTS), targets, weights


@workload()
def mlp_step(m: Any) -> Run:
    inputs, targets, weights = network()
    x, t = m.tensor(inputs), m.tensor(targets)
    parameters = [leaf(m, w) for w in weights]
    w1, b1, w2, b2 = parameters

    def run() -> None:
        loss = m.nn.functional.cross_entropy((x @ w1 + b1).relu() @ w2 + b2, t)
        loss.backward()
        with m.no_grad():
            for p in parameters:
                p -= RATE * p.grad
                p.grad = None

    return run


@by_hand("mlp_step")
def numpy_mlp_step() -> Run:
    x, t, (w1, b1, w2, b2) = network()
    rows = np.arange(ROWS)

    def run() -> object:
        nonlocal w1, b1, w2, b2
        hidden = np.maximum(x @ w1 + b1, 0)
        out = hidden @ w2 + b2
        out -= out.max(1, keepdims=True)
        grad = np.exp(out)
        total = grad.sum(1, keepdims=True)
        loss = (np.log(total[:, 0]) - out[rows, t]).mean()
        grad /= total
        grad[rows, t] -= 1
        grad /= ROWS
        back = (grad @ w2.T) * (hidden > 0)
        w2 -= RATE * (hidden.T @ grad)
        b2 -= RATE * grad.sum(0)
        w1 -= RATE * (x.T @ back)
        b1 -= RATE * back.sum(0)
        return loss

    return run


# What users add: an operator of their own, and a mode that sees every call ------------------------


def user_add(m: Any, name: str) -> Any:
    """Make an operator of NumPy's sum, with a derivative."""

    def kernel(x: Any, y: Any) -> Any:
        return m.from_numpy(x.numpy() + y.numpy())

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)

    operator = m.library.custom_op(
        f"bench::{name}", kernel, mutates_args=(), schema="(Tensor x, Tensor y) -> Tensor"
    )
    operator.register_autograd(lambda ctx, g: (g, g), setup_context=setup)
    return operator


@workload()
def user_operator(m: Any) -> Run:
    x, y, operator = m.tensor(normal(4)), m.tensor(normal(4)), user_add(m, "add")
    return lambda: operator(x, y)


@workload()
def user_operator_grad(m: Any) -> Run:
    x, y, operator = leaf(m, normal(4)), leaf(m, normal(4)), user_add(m, "add_grad")
    return lambda: operator(x, y)


@by_hand("user_operator", "user_operator_grad")
def numpy_user_operator() -> Run:
    x, y = normal(4), normal(4)
    return lambda: x + y


@workload(per=REPEATS)
def add_mode(m: Any) -> Run:
    x, y = m.tensor(normal(4)), m.tensor(normal(4))
    base = getattr(m, "DispatchMode", None)
    if base is None:
        base = importlib.import_module("torch.utils._python_dispatch").TorchDispatchMode

    def handler(self: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))

    mode = type("Through", (base,), {"__torch_dispatch__": handler})

    def run() -> None:
        with mode():
            for _ in range(REPEATS):
                x + y

    return run


@by_hand("add_mode")
def numpy_add_mode() -> Run:
    return numpy_adds()
