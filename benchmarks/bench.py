"""How fast this build is beside NumPy, PyTorch and the commit before it.

    python benchmarks/bench.py [--only add,mlp_step] [--against REV | --no-parent] [--write]

Each side is timed in a process of its own, all in turn, round after round; a ratio is the median
over the rounds. No test depends on what comes out. PyTorch is taken from this interpreter, or from
the one named by BENCH_PYTHON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

# With PYTHONSAFEPATH set, Python does not add a script's folder by itself.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from builds import HERE, PRODUCT, ROOT, Build, Client, checked_out, parent_revision
from report import OURS, PARENT, Row, memory_table, workload_table, write
from workloads import WORKLOADS

RESULTS = HERE / "RESULTS.md"
NUMPY, TORCH = "NumPy", "PyTorch"


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", help="workloads, with commas between them", metavar="NAMES")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--against", help="the revision that counts as the parent", metavar="REV")
    parser.add_argument("--no-parent", action="store_true", help="do not compare with a revision")
    parser.add_argument(
        "--deep", action="store_true", help="also the chain of a million operations"
    )
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    chosen = parser.parse_args()
    chosen.names = chosen.only.split(",") if chosen.only else list(WORKLOADS)
    if unknown := set(chosen.names) - set(WORKLOADS):
        parser.error(f"no workload {', '.join(sorted(unknown))}; there are {', '.join(WORKLOADS)}")
    return chosen


def product(src: Path) -> Build:
    """The build whose code is in this folder."""
    return Build(PRODUCT, src=src if PRODUCT == "redispatch" else None)


def start(sides: dict[str, Build], remarks: list[str]) -> dict[str, Client]:
    """Start a worker for each side that can be had; say of the others why not."""
    clients: dict[str, Client] = {}
    for side, build in sides.items():
        try:
            clients[side] = Client(build)
        except (RuntimeError, OSError) as error:
            if side == OURS:
                raise SystemExit(f"this build cannot be imported: {error}") from None
            remarks.append(f"Not compared with {side} ({error}).")
        else:
            if side in (NUMPY, TORCH):
                remarks.append(f"{side} {clients[side].version}.")
    if TORCH not in clients:
        remarks.append("BENCH_PYTHON names an interpreter that has PyTorch.")
    return clients


def measure(name: str, clients: dict[str, Client], rounds: int) -> Row:
    """Time one workload on all sides, in turn and back again, so that a drift meets all alike."""
    row = Row(name)
    seconds: dict[str, list[float]] = {}
    for side, client in clients.items():
        answer = client.ask("build", name)
        if "error" in answer:
            row.errors[side] = answer["error"]
        else:
            seconds[side] = []
    for i in range(rounds):
        for side in list(seconds) if i % 2 else reversed(list(seconds)):
            answer = clients[side].ask("time", name)
            if "error" in answer:
                row.errors[side] = answer["error"]
                del seconds[side]
            else:
                seconds[side].append(answer["seconds"])
    if ours := seconds.pop(OURS, None):
        row.seconds = statistics.median(ours) / WORKLOADS[name].per
        for side, theirs in seconds.items():
            row.ratios[side] = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    return row


def second_opinion(row: Row, sides: dict[str, Build], rounds: int) -> None:
    """Look again, in new processes, at a row that seems worse: where code lies is luck."""
    pair = start({side: sides[side] for side in (OURS, PARENT)}, [])
    again = measure(row.name, pair, rounds).ratios.get(PARENT)
    for client in pair.values():
        client.close()
    if again is not None:
        row.ratios[PARENT] = min(row.ratios[PARENT], again)


def memory(build: Build, deep: bool) -> dict[str, float]:
    """What memory.py finds for a build; nothing where it fails."""
    command = [build.python, str(HERE / "memory.py"), build.module, *(["--deep"] if deep else [])]
    done = subprocess.run(command, env=build.environment(), capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1], file=sys.stderr)
        return {}
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> int:
    chosen = options()
    remarks: list[str] = []
    sides = {OURS: product(ROOT / "src"), NUMPY: Build("numpy")}
    sides[TORCH] = Build("torch", python=os.environ.get("BENCH_PYTHON", sys.executable))
    with contextlib.ExitStack() as stack:
        if not chosen.no_parent:
            revision = chosen.against or parent_revision()
            try:
                src, name = stack.enter_context(checked_out(revision))
            except subprocess.CalledProcessError as error:
                remarks.append(f"Not compared with {revision}: {error.stderr.splitlines()[0]}.")
            else:
                sides[PARENT] = product(src)
                remarks.append(f"The parent is {name}.")
        clients = start(sides, remarks)
        rows = []
        for name in chosen.names:
            row = measure(name, clients, chosen.rounds)
            if row.worse:
                second_opinion(row, sides, chosen.rounds)
            rows.append(row)
            print(f"  {name}", file=sys.stderr, flush=True)
        others = [side for side in clients if side != OURS]
        for client in clients.values():
            client.close()
        builds = [side for side in (OURS, PARENT) if side in clients]
        figures = {side: memory(sides[side], chosen.deep) for side in builds}
    print("\n".join(["", *remarks, "", *workload_table(rows, others, with_times=True)]))
    print("\n".join(["", *memory_table(figures)]))
    if chosen.write:
        write(
            RESULTS,
            [workload_table(rows, others, with_times=False), memory_table(figures)],
            remarks,
        )
    return 1 if any(OURS in row.errors for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
