"""What is said of operators about batches, by family; see Note [Batching rules] in batching.py."""

from . import (
    index,
    join,
    linalg,
    loss,
    move,
    pointwise,
    random,
    reduce,
    refused,
    shape,
    slow,
    windows,
)

__all__ = [
    "index",
    "join",
    "linalg",
    "loss",
    "move",
    "pointwise",
    "random",
    "reduce",
    "refused",
    "shape",
    "slow",
    "windows",
]
