"""Logistic regression on data larger than a worker's memory, on two processes.

    python logistic_regression.py

The model and the loop are what one writes for NumPy; only `persist` is new. The same program on the
first rows gives the same numbers on the device "numpy". Half way one of the two workers is killed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from common import CHUNK, COLUMNS, ROWS, cluster, data
from redispatch_dask import from_dask, persist

import redispatch as rd
from redispatch.nn import functional as F


def train(x: rd.Tensor, y: rd.Tensor, steps: int, after: Any = None) -> tuple[Any, list[float]]:
    """Fit weights by gradient descent on the device of the data; return them and the losses."""
    weight = rd.zeros(x.shape[1], 1, dtype=rd.float64, device=x.device, requires_grad=True)
    bias = rd.zeros(1, dtype=rd.float64, device=x.device, requires_grad=True)
    optimizer, losses = rd.optim.SGD([weight, bias], lr=0.5, momentum=0.9), []
    for step in range(steps):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(x @ weight + bias, y)
        loss.backward()
        optimizer.step()
        state = [
            b for s in optimizer.state.values() for b in s.values() if isinstance(b, rd.Tensor)
        ]
        persist(weight, bias, loss, state)  # one computation for all: one pass over the data
        losses.append(loss.item())
        if after is not None:
            after(step)
    return [weight.detach().cpu().numpy(), bias.detach().cpu().numpy()], losses


def main(rows: int = ROWS, chunk: int = CHUNK, steps: int = 6) -> None:
    """Compare with NumPy on a subset, then train on everything while a worker dies."""
    place, client = cluster()
    with place, client:
        x, y = data(chunk, COLUMNS, chunk // 4)
        ours, losses = train(from_dask(x), from_dask(y), steps)
        theirs, right = train(rd.tensor(x.compute()), rd.tensor(y.compute()), steps)
        assert np.allclose(losses, right) and all(map(np.allclose, ours, theirs))
        print(f"{chunk} rows: the same as NumPy, loss {losses[-1]:.4f}")

        def kill(step: int) -> None:
            if step == steps // 2:
                import os
                import signal

                os.kill(client.run(os.getpid).popitem()[1], signal.SIGKILL)
                print("killed a worker")

        x, y = data(rows, COLUMNS, chunk)
        _, losses = train(from_dask(x), from_dask(y), steps, kill)
        assert losses == sorted(losses, reverse=True)
        print(f"{rows} rows, {x.nbytes >> 20} MB, losses", " ".join(f"{v:.4f}" for v in losses))


if __name__ == "__main__":
    main()
