"""The rows of samples, which the package holds: its checks of backends use the same list."""

from redispatch.backends.checks.samples import (
    ROWS,
    Row,
    Sample,
    arrays_in,
    as_dtype,
    each_array,
    result_dtype,
    turned,
)

__all__ = [
    "ROWS",
    "Row",
    "Sample",
    "arrays_in",
    "as_dtype",
    "each_array",
    "result_dtype",
    "turned",
]
