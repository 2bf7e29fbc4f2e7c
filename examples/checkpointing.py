"""Four layers with and without checkpoints: what each graph keeps, and that gradients are equal.

    python examples/checkpointing.py

A checkpointed layer keeps its input only and is computed again in backward, with the same random
numbers, so dropout drops the same places and the gradients agree bit for bit. A policy may say of
each operator whether its result is kept after all.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import redispatch as rd
from redispatch import nn
from redispatch.autograd import graph
from redispatch.utils.checkpoint import (
    CheckpointPolicy,
    checkpoint,
    create_selective_checkpoint_contexts,
)

LAYERS, WIDTH, ROWS = 4, 256, 2048

Run = Callable[[nn.Module, rd.Tensor], rd.Tensor]


def network() -> nn.Sequential:
    rd.manual_seed(0)
    return nn.Sequential(
        *[nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU(), nn.Dropout(0.1)) for _ in range(LAYERS)]
    )


# Three ways to call a layer -----------------------------------------------------------------------


def plainly(layer: nn.Module, x: rd.Tensor) -> rd.Tensor:
    result: rd.Tensor = layer(x)
    return result


def checkpointed(layer: nn.Module, x: rd.Tensor) -> rd.Tensor:
    result: rd.Tensor = checkpoint(layer, x, use_reentrant=False)
    return result


def keep_products(ctx: object, operator: object, *args: object, **kw: object) -> CheckpointPolicy:
    """Keep what is slow to compute again: the product with the weights."""
    if getattr(operator, "name", "") == "rd::linear":
        return CheckpointPolicy.MUST_SAVE
    return CheckpointPolicy.PREFER_RECOMPUTE


def with_products_kept(layer: nn.Module, x: rd.Tensor) -> rd.Tensor:
    contexts = functools.partial(create_selective_checkpoint_contexts, keep_products)
    result: rd.Tensor = checkpoint(layer, x, use_reentrant=False, context_fn=contexts)
    return result


# What each keeps, and its gradients ---------------------------------------------------------------


def measured(model: nn.Sequential, data: rd.Tensor, run: Run) -> tuple[int, list[bytes]]:
    """Return the bytes that the graph of a loss keeps, and the gradients as bytes."""
    model.zero_grad()
    rd.manual_seed(1)  # the same dropout each time
    hidden = data
    for layer in model:
        hidden = run(layer, hidden)
    loss = (hidden * hidden).mean()
    del hidden
    kept = graph.memory(loss).graph
    loss.backward()
    gradients = [p.grad for p in model.parameters()]
    return kept, [g.numpy().tobytes() for g in gradients if g is not None]


def main() -> None:
    model, data = network(), rd.randn(ROWS, WIDTH)
    whole, expected = measured(model, data, plainly)
    print(f"{'plain':22} keeps {whole:>12,} bytes")
    for name, run in (
        ("checkpointed", checkpointed), ("with products kept", with_products_kept),
    ):  # fmt: skip
        kept, gradients = measured(model, data, run)
        print(
            f"{name:22} keeps {kept:>12,} bytes, {100 * kept / whole:.0f} % of these; "
            f"gradients bit for bit the same: {gradients == expected}"
        )


if __name__ == "__main__":
    main()
