"""One row of samples for each operator, by family as in dispatch/ops: inputs and what is expected.

Only functional operators have a row: in-place and out= forms are tested with that of the operator
they are made from. A new family is a module with a dict `ROWS`, named here.
"""

from __future__ import annotations

from . import create, linalg, loss, pointwise, reduce, shape
from .row import Row, Sample, as_dtype, result_dtype

ROWS: dict[str, Row] = {}
for _family in (pointwise, reduce, shape, linalg, loss, create):
    ROWS.update(_family.ROWS)

__all__ = ["ROWS", "Row", "Sample", "as_dtype", "result_dtype"]
