"""A small network trained data-parallel, on data larger than a worker's memory.

    python network.py

Modules, losses and optimizers are redispatch's own. Each step is one pass over the data: chunks are
computed where they are, and only gradients, as small as the parameters, come together.
"""

from __future__ import annotations

import numpy as np
from common import CHUNK, COLUMNS, ROWS, cluster, data
from redispatch_dask import from_dask, persist

import redispatch as rd
from redispatch import nn


def network(device: str) -> nn.Module:
    """Return the same network on any device."""
    rd.manual_seed(0)
    model = nn.Sequential(nn.Linear(COLUMNS, 16), nn.Tanh(), nn.Linear(16, 1)).double()
    return model.to(device)


def train(model: nn.Module, x: rd.Tensor, y: rd.Tensor, steps: int) -> list[float]:
    """Train with Adam; return the losses."""
    optimizer, losses = rd.optim.Adam(model.parameters(), lr=0.05), []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(model(x), y)
        loss.backward()
        optimizer.step()
        state = [
            b for s in optimizer.state.values() for b in s.values() if isinstance(b, rd.Tensor)
        ]
        persist(model.parameters(), state, loss)
        losses.append(loss.item())
    return losses


def main(rows: int = ROWS, chunk: int = CHUNK, steps: int = 4) -> None:
    """Compare with NumPy on a subset, then train on everything."""
    place, client = cluster()
    with place, client:
        x, y = data(chunk, COLUMNS, chunk // 4)
        ours, theirs = network("dask"), network("numpy")
        losses = train(ours, from_dask(x), from_dask(y), steps)
        right = train(theirs, rd.tensor(x.compute()), rd.tensor(y.compute()), steps)
        assert np.allclose(losses, right)
        for a, b in zip(ours.parameters(), theirs.parameters(), strict=True):
            assert np.allclose(a.detach().cpu().numpy(), b.detach().numpy(), atol=1e-6)
        print(f"{chunk} rows: the same as NumPy, loss {losses[-1]:.4f}")
        x, y = data(rows, COLUMNS, chunk)
        losses = train(network("dask"), from_dask(x), from_dask(y), steps)
        assert losses == sorted(losses, reverse=True)
        print(f"{rows} rows, {x.nbytes >> 20} MB, losses", " ".join(f"{v:.4f}" for v in losses))


if __name__ == "__main__":
    main()
