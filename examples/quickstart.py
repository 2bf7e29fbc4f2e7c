"""A two-layer network of plain tensors: data, loss, backward, update.

The import below is the only line that differs from the same program for PyTorch.
"""

from __future__ import annotations

import redispatch as torch

torch.manual_seed(0)

# Data: points of two interleaved half circles, and which of them each belongs to.
n = 400
angle = torch.rand(n) * 3.14159
label = (torch.arange(n) % 2).long()
side = label.float()
x = torch.stack(
    [
        torch.cos(angle) * (1 - 2 * side) + side,
        torch.sin(angle) * (1 - 2 * side) + 0.5 * side,
    ],
    dim=1,
)
x = x + 0.1 * torch.randn(n, 2)

# Parameters: leaves that require grad.
hidden = 16
w1 = (torch.randn(2, hidden) * 0.7).requires_grad_()
b1 = torch.zeros(hidden, requires_grad=True)
w2 = (torch.randn(hidden, 2) * 0.3).requires_grad_()
b2 = torch.zeros(2, requires_grad=True)
parameters = [w1, b1, w2, b2]


def forward(points: torch.Tensor) -> torch.Tensor:
    return torch.relu(points @ w1 + b1) @ w2 + b2


rate = 0.5
for step in range(301):
    loss = torch.nn.functional.cross_entropy(forward(x), label)
    loss.backward()
    with torch.no_grad():
        for p in parameters:
            assert p.grad is not None
            p -= rate * p.grad
            p.grad.zero_()
    if step % 100 == 0:
        print(f"step {step:3}: loss {loss.item():.4f}")

with torch.no_grad():
    guess = forward(x).argmax(dim=1)
    accuracy = (guess == label).float().mean().item()
print(f"{100 * accuracy:.1f} % of the points are on the right side")
