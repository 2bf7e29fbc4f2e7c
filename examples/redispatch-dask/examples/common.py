"""Data that does not fit into a worker, and the cluster of two processes that computes with it."""

from __future__ import annotations

from typing import Any

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

ROWS, COLUMNS, CHUNK = 1_200_000, 64, 50_000  # 614 MB of float64; a chunk is 26 MB
LIMIT = "400MB"  # of each worker


def cluster(limit: str = LIMIT) -> tuple[Any, Any]:
    """Start two worker processes of one thread each; return the cluster and its client."""
    found = LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=limit, dashboard_address=None
    )
    return found, Client(found)


def rows_of(start: int, count: int, columns: int) -> Any:
    """Return rows that depend on their numbers alone, so that any of them can be made anywhere."""
    rng = np.random.default_rng(start)
    return rng.standard_normal((count, columns))


def truth(columns: int) -> Any:
    """Return the weights that the labels come from."""
    return np.linspace(-1, 1, columns)[:, None]


def _block(block_info: Any = None, columns: int = COLUMNS) -> Any:
    (start, end), _ = block_info[None]["array-location"]
    return rows_of(start, end - start, columns)


def data(rows: int = ROWS, columns: int = COLUMNS, chunk: int = CHUNK) -> tuple[Any, Any]:
    """Return features and labels as Dask arrays; each chunk is made where it is needed."""
    chunks = (tuple([min(chunk, rows - at) for at in range(0, rows, chunk)]), (columns,))
    x = da.map_blocks(_block, chunks=chunks, dtype=np.float64, columns=columns)
    y = (x.dot(truth(columns)) > 0).astype(np.float64)
    return x, y
