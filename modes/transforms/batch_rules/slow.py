"""Operators that are deliberately computed for one example at a time under `vmap`.

They are rare, or what they give depends on the memory of each example. Each call is counted (SLOWLY
in batching.py). Others go one by one for a few of their arguments only: a matrix of embeddings with
a batch and a padding index, weights of classes with a batch, an index of slices of a number.
"""

from __future__ import annotations

from typing import Any

from .common import batch_rule

ONE_BY_ONE = {
    "as_strided_scatter": "writes to a copy of the memory that an example lies in",
    "as_strided_backward": "adds up what was read of the memory that an example lies in",
    "_as_strided_from": "reads as if an example lay in memory like another tensor",
    "_clone_memory": "copies the memory that an example lies in",
}


def one_by_one(info: Any, in_dims: Any, *args: Any) -> Any:
    """Leave a call to the loop."""
    return NotImplemented


for _name in ONE_BY_ONE:
    batch_rule(_name)(one_by_one)
