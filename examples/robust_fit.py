"""Fits a curve to data with outliers, by a robust loss that is one function of numbers.

python examples/robust_fit.py [--device numba]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any

import numpy as np

import redispatch as rd

TRUE = (2.5, 1.3, 0.5)


@rd.elementwise
def general_loss(residual: Any, shape: Any, scale: Any = 1.0) -> Any:
    """Barron's loss: squares at 2, Charbonnier's at 1, Cauchy's at 0, Welsch's far below."""
    square = (residual / scale) ** 2
    if shape == 2:
        return 0.5 * square
    if shape == 0:
        return math.log1p(0.5 * square)
    if shape < -1000:
        return 1 - math.exp(-0.5 * square)
    b = abs(shape - 2)
    return b / shape * ((square / b + 1) ** (0.5 * shape) - 1)


@rd.elementwise
def curve(t: Any, height: Any, rate: Any, level: Any) -> Any:
    """A decay towards a level."""
    return height * math.exp(-rate * t) + level


def data(device: str) -> tuple[rd.Tensor, rd.Tensor]:
    """Return times and measurements, a fifth of them wrong."""
    draw = np.random.default_rng(0)
    t = np.linspace(0, 4, 400)
    y = TRUE[0] * np.exp(-TRUE[1] * t) + TRUE[2] + draw.normal(0, 0.05, t.size)
    y[::5] += draw.uniform(1, 6, y[::5].size)
    return rd.tensor(t, device=device), rd.tensor(y, device=device)


def fit(loss: Callable[[rd.Tensor], rd.Tensor], t: rd.Tensor, y: rd.Tensor) -> list[float]:
    """Return height, rate and level of the best curve."""
    parameters = [
        rd.tensor(1.0, dtype=rd.float64, device=t.device, requires_grad=True) for _ in TRUE
    ]
    optimizer = rd.optim.Adam(parameters, lr=0.03)
    for _ in range(600):
        optimizer.zero_grad()
        loss(curve(t, *parameters) - y).mean().backward()
        optimizer.step()
    return [p.item() for p in parameters]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    t, y = data(parser.parse_args().device)
    losses: dict[str, Any] = {"squares": 2.0, "Cauchy": 0.0, "shape -2": -2.0}
    print(f"{'true':10}" + "".join(f"{v:9.3f}" for v in TRUE))
    for name, shape in losses.items():
        found = fit(lambda r, shape=shape: general_loss(r, shape, 0.1), t, y)  # type: ignore[misc]
        worst = max(abs(a - b) for a, b in zip(found, TRUE, strict=True))
        print(f"{name:10}" + "".join(f"{v:9.3f}" for v in found) + f"   off by {worst:.3f}")


if __name__ == "__main__":
    main()
