"""How fast the compiled kernels are beside those of NumPy that they replace.

    python benchmarks/kernels.py [--only sigmoid,softmax] [--elements 100000]

One row for each kernel: nanoseconds an element in float32 and float64, compiled and NumPy's. What
loses does not belong in backends/numba_backend/choices.py. One thread; the best of many runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import redispatch as rd
from redispatch.backends.numba_backend.choices import POINTWISE
from redispatch.dispatch.rules import RULES

NUMBERS: dict[int, tuple[float, ...]] = {0: (), 1: (0.5,), 2: (0.5, 2.0), 3: (1.5, 2.0, 0.5)}


def best(call: Callable[[], Any], budget: float = 0.05) -> float:
    """Return the seconds of the fastest call."""
    call()
    found, end = float("inf"), time.perf_counter() + budget
    while time.perf_counter() < end:
        start = time.thread_time()  # other processes count less in it
        call()
        found = min(found, time.thread_time() - start)
    return found


def arguments(count: int, dtype: str) -> dict[str, tuple[Any, ...]]:
    """Return what each operator is called with."""
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(count).astype(dtype) for _ in range(2))
    rows, g = x.reshape(-1, 250), y.reshape(-1, 250)
    classes, places = rng.integers(0, 250, len(rows)), rng.integers(0, len(rows), len(rows))
    many = rng.integers(0, len(rows), rows.shape)
    made: dict[str, tuple[Any, ...]] = {
        name: ((x, y, y)[: choice.arrays] + NUMBERS[choice.numbers])
        for name, choice in POINTWISE.items()
    }
    made |= {
        "gelu": (x, "none"),
        "gelu_backward": (y, x, "none"),
        "softmax": (rows, 1),
        "log_softmax": (rows, 1),
        "softmax_backward": (g, rows, 1),
        "log_softmax_backward": (g, rows, 1),
        "native_layer_norm": (rows, (250,), rows[0], rows[1], 1e-5),
        "sum": (rows, (0,), False, None),
        "mean": (rows, (1,), False, None),
        "var": (rows, (1,), 1, False),
        "logsumexp": (rows, (1,), False),
        "cumsum": (rows, 1, None),
        "cross_entropy": (rows, classes, None, "mean", -100, 0.0),
        "cross_entropy_backward": (x[:1], rows, classes, None, "mean", -100, 0.0),
        "index_add": (rows, 0, places, g, 1),
        "scatter_add": (rows, 0, many, g),
        "_max_pool": (rows[None, None], (2, 2), (2, 2), (0, 0), (1, 1), (len(rows) // 2, 125)),
        "_momentum_step_": (x.copy(), y, x.copy(), 0.1, 0.9, 0.0, 0.0, False),
        "_adam_step_": (x.copy(), y, x.copy(), x * x, 0.1, 0.9, 0.999, 1e-8, 0.0, False, 3.0),
    }
    return made


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAMES")
    parser.add_argument("--elements", type=int, default=100_000)
    options = parser.parse_args()
    rd.set_num_threads(1)
    wanted = options.only.split(",") if options.only else list(arguments(500, "f4"))
    print(f"{'ns an element':24s}{'f32':>8s}{'NumPy':>8s}{'f64':>8s}{'NumPy':>8s}")
    for name in wanted:
        shown = []
        for dtype in ("f4", "f8"):
            args = arguments(options.elements, dtype)[name]
            for backend in ("Numba", "NumPy"):
                rule = RULES.active(f"rd::{name}", backend)
                assert rule is not None
                with np.errstate(all="ignore"):
                    seconds = best(partial(rule.fn, *args))
                shown.append(f"{seconds * 1e9 / options.elements:8.2f}")
        print(f"{name:24s}{''.join(shown)}", flush=True)


if __name__ == "__main__":
    main()
