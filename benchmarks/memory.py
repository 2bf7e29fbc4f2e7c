"""What a tensor and a recorded operation weigh, and how a very long chain behaves.

    python memory.py MODULE [--deep]

Prints one line of JSON: figure by name. Bytes are those that Python's allocator hands out
(tracemalloc), so for a module whose objects live elsewhere they say little. It runs in a process of
its own, since it counts everything.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

COUNT = 2000  # objects behind one figure
SHORT, LONG = 10_000, 1_000_000  # operations in the chains of --deep


def weight(make: Callable[[int], object]) -> float:
    """Bytes that one more result of `make` keeps."""
    make(0)  # whatever is made once (caches, lazy imports) is not counted
    kept: list[object] = [None] * COUNT
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for i in range(COUNT):
        kept[i] = make(i)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / COUNT


def weights(m: Any) -> dict[str, float]:
    """Bytes an object, for tensors of four float32."""
    arrays = [np.ones(4, np.float32) for _ in range(COUNT)]
    payload = weight(lambda i: arrays[i].copy())
    x, y = m.tensor(arrays[0]).requires_grad_(True), m.tensor(arrays[1])
    operation = weight(lambda i: x + y)
    return {
        "payload (array of four float32), bytes": payload,
        "plain tensor without its payload, bytes": weight(lambda i: m.from_numpy(arrays[i])),
        "plain tensor with its payload, bytes": weight(lambda i: m.tensor(arrays[i])),
        "tensor that requires grad, without its payload, bytes": weight(
            lambda i: m.from_numpy(arrays[i]).requires_grad_(True)
        ),
        "recorded operation (result and node), with payload, bytes": operation,
        "recorded operation (result and node), without payload, bytes": operation - payload,
    }


def chain(m: Any, length: int) -> dict[str, float]:
    """Seconds to record a chain of operations, to go back along it, and to free it."""
    x, one = m.tensor(np.ones(4, np.float32)).requires_grad_(True), m.tensor(np.ones(4, np.float32))
    marks = [time.perf_counter()]
    v = x
    for _ in range(length):
        v = v * 1.0
    marks.append(time.perf_counter())
    v.backward(one)
    marks.append(time.perf_counter())
    x.grad = None
    del v  # without a backward pass nothing was released yet: measured by the second chain
    v = x
    for _ in range(length):
        v = v * 1.0
    start = time.perf_counter()
    del v
    freed = time.perf_counter() - start
    return {"forward": marks[1] - marks[0], "backward": marks[2] - marks[1], "free": freed}


def deep(m: Any) -> dict[str, float]:
    """The long chain, with the collector on and off, and how an operation fares in a short one."""
    figures: dict[str, float] = {}
    chain(m, SHORT)
    for state, switch in (("on", gc.enable), ("off", gc.disable)):
        switch()
        try:
            short, long = chain(m, SHORT), chain(m, LONG)
        finally:
            gc.enable()
        for phase, seconds in long.items():
            name = f"chain of {LONG:,} operations, collector {state}: {phase}"
            figures[f"{name}, seconds"] = seconds
            each = (seconds / LONG) / (short[phase] / SHORT)
            figures[f"{name}, an operation against a chain of {SHORT:,}, times"] = each
    return figures


def main(module: str, *options: str) -> None:
    m = importlib.import_module(module)
    print(json.dumps(weights(m) | (deep(m) if "--deep" in options else {})))


if __name__ == "__main__":
    main(*sys.argv[1:])
