"""The long-lived process in which one build is timed. It answers lines of JSON on standard input.

    python worker.py numpy|MODULE

A request is `{"build": NAME}` or `{"time": NAME}`; the answer holds `seconds` a call, or `error`.
It decides how a single figure is taken; with what it is compared, it does not know.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO

# With PYTHONSAFEPATH set, Python does not add a script's folder by itself.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from workloads import WORKLOADS, Run

BUDGET = 0.01  # seconds of processor time behind one figure


def calibrate(run: Run) -> int:
    """Return how many calls fill the budget, once what is made at the first call has been made."""
    run()
    run()
    calls = 1
    while True:
        seconds = sample(run, calls)
        if seconds > BUDGET / 2:
            return max(1, int(calls * BUDGET / seconds))
        calls *= 4


def sample(run: Run, calls: int) -> float:
    """Seconds of this process's own processor time: what others do meanwhile does not count."""
    start = time.process_time()
    for _ in range(calls):
        run()
    return time.process_time() - start


class Worker:
    """Builds each workload once, and times it as often as it is asked."""

    def __init__(self, module: str) -> None:
        self.module: Any = importlib.import_module(module) if module != "numpy" else None
        if self.module is not None and module == "torch":
            self.module.set_num_threads(1)
        self.built: dict[str, tuple[Run, int]] = {}

    def hello(self) -> dict[str, object]:
        return {"file": getattr(self.module, "__file__", None), "version": self.version()}

    def version(self) -> str:
        return str(getattr(self.module or importlib.import_module("numpy"), "__version__", "?"))

    def build(self, name: str) -> dict[str, object]:
        work = WORKLOADS[name]
        if self.module is not None:
            run = work.build(self.module)
        elif work.numpy is not None:
            run = work.numpy()
        else:
            return {"error": "no equivalent in NumPy"}
        self.built[name] = run, calibrate(run)
        return {}

    def time(self, name: str) -> dict[str, object]:
        run, calls = self.built[name]
        return {"seconds": sample(run, calls) / calls}

    def answer(self, request: dict[str, str]) -> dict[str, object]:
        """Do one request; an exception in a workload is an answer like another."""
        ((verb, name),) = request.items()
        try:
            return self.build(name) if verb == "build" else self.time(name)
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}


def main(module: str, replies: TextIO) -> None:
    if hasattr(os, "sched_setaffinity"):
        # Cores differ in speed while others use them. The workers take turns, so one serves all.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    def reply(message: dict[str, object]) -> None:
        replies.write(json.dumps(message) + "\n")
        replies.flush()

    try:
        worker = Worker(module)
    except Exception as error:
        reply({"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]})
        return
    reply(worker.hello())
    for line in sys.stdin:
        reply(worker.answer(json.loads(line)))


if __name__ == "__main__":
    # A workload that prints must not spoil the answers: they have a stream of their own.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    main(sys.argv[1], answers)
