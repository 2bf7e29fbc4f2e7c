"""One row of samples for each operator, by family as in dispatch/ops: inputs and what is expected.

Only functional operators have a row: in-place and out= forms are tested with that of the operator
they are made from. A new family is a module with a dict `ROWS`, named here.
"""

from __future__ import annotations

from . import (
    activations,
    choose,
    compare,
    complex,
    convolution,
    create,
    exponential,
    extremes,
    index,
    join,
    linalg,
    loss,
    losses,
    norm,
    order,
    pointwise,
    pooling,
    products,
    reduce,
    rounding,
    scan,
    select,
    shape,
    statistics,
    trig,
    view,
)
from .row import Row, Sample, arrays_in, as_dtype, each_array, result_dtype, turned

ROWS: dict[str, Row] = {}
for _family in (
    pointwise,
    trig,
    exponential,
    rounding,
    compare,
    complex,
    choose,
    activations,
    reduce,
    extremes,
    statistics,
    scan,
    shape,
    view,
    join,
    index,
    select,
    order,
    linalg,
    products,
    norm,
    convolution,
    pooling,
    loss,
    losses,
    create,
):
    ROWS.update(_family.ROWS)

__all__ = [
    "ROWS", "Row", "Sample", "arrays_in", "as_dtype", "each_array", "result_dtype", "turned",
]  # fmt: skip
