"""A network with an activation of one's own, written as a function of one number.

python examples/custom_activation.py [--device numba]
"""

from __future__ import annotations

import argparse
import math
from typing import Any

import redispatch as rd
from redispatch import nn


@rd.elementwise
def snake(x: Any, frequency: Any = 1.0) -> Any:
    """x plus a wave: learns periodic functions, where relu and tanh go straight on."""
    wave = math.sin(frequency * x)
    return x + wave * wave / frequency


class Snake(nn.Module):
    """The activation as a module, whose frequencies are learned."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.frequency = nn.Parameter(rd.ones(width) * 2)

    def forward(self, x: rd.Tensor) -> rd.Tensor:
        y: rd.Tensor = snake(x, self.frequency)
        return y


def train(activation: nn.Module, device: str) -> tuple[float, float]:
    """Fit a wave, and return the mean square error within and beyond what was seen."""
    rd.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 32), activation, nn.Linear(32, 1)).to(device)
    seen = rd.linspace(-6.0, 6.0, 200, device=device).reshape(-1, 1)
    beyond = rd.linspace(6.0, 9.0, 50, device=device).reshape(-1, 1)
    optimizer = rd.optim.Adam(model.parameters(), lr=0.01)
    loss = rd.tensor(0.0)
    for _ in range(800):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(seen), rd.sin(seen))
        loss.backward()
        optimizer.step()
    with rd.no_grad():
        outside = nn.functional.mse_loss(model(beyond), rd.sin(beyond))
    return loss.item(), outside.item()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    device = parser.parse_args().device
    x = rd.linspace(-2.0, 2.0, 7, dtype=rd.float64, requires_grad=True)
    print("slopes agree with differences:", rd.autograd.gradcheck(snake, (x, 1.5)))
    for name, activation in (("snake", Snake(32)), ("tanh", nn.Tanh())):
        inside, outside = train(activation, device)
        print(f"{name:6} error within {inside:.5f}, beyond {outside:.5f}")


if __name__ == "__main__":
    main()
