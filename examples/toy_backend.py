"""A backend of your own, in one file: payloads are small objects, kernels are plain functions.

Everything here goes through public calls; nothing in redispatch knows this file.

    python examples/toy_backend.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import redispatch as rd
from redispatch.backends import Backend, register_backend
from redispatch.dispatch import Registration, kernel


@dataclass(frozen=True)
class Box:
    """The payload: any object will do; a frozen one: in-place forms give the tensor a new one."""

    values: np.ndarray[Any, Any]


class Toy(Backend):
    """What redispatch must know: how numbers get in and out, and what shape and dtype they have."""

    name, fallback = "Toy", "numpy"  # a missing kernel runs on NumPy and is counted

    def from_numpy(self, array: Any) -> Box:
        return Box(array)

    def to_numpy(self, payload: Any) -> Any:
        return payload.values

    def shape(self, payload: Any) -> tuple[int, ...]:
        return tuple(payload.values.shape)

    def dtype(self, payload: Any) -> rd.dtype:
        return rd.backends.dtypes.as_dtype(payload.values.dtype)


def boxed(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Make a kernel of a NumPy function: operands are boxes or Python numbers."""
    return lambda *args: Box(np.asarray(fn(*[a.values if isinstance(a, Box) else a for a in args])))


def arithmetic(ufunc: np.ufunc) -> Callable[..., Any]:
    """Return a kernel in which numbers have the dtype of the array beside them, and wrap."""

    def run(a: Any, b: Any, alpha: Any = 1) -> Any:
        dtype = getattr(a, "dtype", None) or b.dtype
        a, b, alpha = (np.asarray(v).astype(dtype) for v in (a, b, alpha))
        return ufunc(a, b * alpha)

    return run


def expand(a: Any, sizes: Any) -> Any:
    """Repeat an array; a size of -1 stays what it is."""
    own = (1,) * (len(sizes) - a.ndim) + a.shape
    return np.broadcast_to(a, [o if n == -1 else n for o, n in zip(own, sizes, strict=True)])


WIDE = dict.fromkeys("biu", np.int64)  # what integers and booleans are summed in
KERNELS: dict[str, Callable[..., Any]] = {
    "add": arithmetic(np.add), "sub": arithmetic(np.subtract), "mul": arithmetic(np.multiply),
    "neg": np.negative, "exp": np.exp, "log": np.log, "tanh": np.tanh,
    "matmul": np.matmul, "transpose": lambda a, i, j: np.swapaxes(a, i, j) if a.ndim else a,
    "reshape": np.reshape, "expand": expand,
    "sum": lambda a, dim, keep, dtype: np.sum(
        a, tuple(dim) if a.ndim and dim else None, dtype.dtype if dtype else WIDE.get(a.dtype.kind),
        keepdims=keep,
    ),
}  # fmt: skip


def train(device: str, steps: int = 200) -> float:
    """Fit a line through noise-free points on a device, and return the last loss."""
    x = rd.tensor([[0.0], [1.0], [2.0], [3.0]], device=device)
    y = x * 2 - 1
    weight = rd.zeros(1, 1, device=device, requires_grad=True)
    bias = rd.zeros(1, device=device, requires_grad=True)
    for _ in range(steps):
        loss = ((x @ weight + bias - y) ** 2).mean()
        loss.backward()
        with rd.no_grad():
            for parameter in (weight, bias):
                parameter.sub_(parameter.grad, alpha=0.1)
                parameter.grad = None
    print(f"weight {weight.item():.3f}, bias {bias.item():.3f} on {weight.device}")
    return float(loss.item())


def register(toy: Backend | None = None) -> Registration:
    """Register the backend with its kernels; undoing that takes both away."""
    toy = Toy() if toy is None else toy
    registration = register_backend(toy)
    for name, function in KERNELS.items():
        kernel(name, toy.name)(boxed(function))
    return registration


if __name__ == "__main__":
    toy = Toy()
    with register(toy):
        print(rd.ones(2, 2, device="toy") + 1)
        train("toy")
        print("ran on NumPy:", toy.fallbacks)
