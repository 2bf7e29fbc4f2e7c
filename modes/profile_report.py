"""Notes of the profiler as sums, tables, traces and stacks.

Decides how events are added up and written. Must not know how they were noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

MICRO = 1000


@dataclass
class Sums:
    """The sums over the events of one name, kind, backend and sizes."""

    name: str
    kind: str
    backend: str
    keys: str
    shapes: Any
    calls: int = 0
    total: int = 0
    own: int = 0
    nbytes: int = 0
    moved: int = 0


class Averages(list[Sums]):
    """Sums, and the table of them."""

    def table(self, sort_by: str = "own", row_limit: int = 100) -> str:
        """Return the sums as a table; see `profile.table`."""
        return table(self, sort_by, row_limit)


def grouped(events: Iterable[Any], by_shapes: bool) -> Averages:
    """Return the sums, those with the most time of their own first."""
    found: dict[Any, Sums] = {}
    for e in events:
        shapes = e.shapes if by_shapes else None
        key = (e.name, e.kind, e.backend, e.keys, shapes)
        sums = found.get(key)
        if sums is None:
            sums = found[key] = Sums(e.name, e.kind, e.backend, e.keys, shapes)
        sums.calls += 1
        sums.total += e.total
        sums.own += e.own
        sums.nbytes += e.nbytes
        sums.moved += e.moved
    return Averages(sorted(found.values(), key=lambda s: -s.own))


_AS_PYTORCH_SAYS = {
    "self_cpu_time_total": "own", "cpu_time_total": "total", "count": "calls",
    "self_cpu_memory_usage": "nbytes", "cpu_memory_usage": "nbytes",
}  # fmt: skip


def table(sums: list[Sums], sort_by: str, limit: int) -> str:
    """Return the sums as a table of text; ValueError for an unknown order."""
    sort_by = _AS_PYTORCH_SAYS.get(sort_by, sort_by)
    orders = ("own", "total", "calls", "nbytes", "name")
    if sort_by not in orders:
        raise ValueError(f"sort_by is {sort_by!r}; it may be one of {', '.join(orders)}")
    rows = sorted(sums, key=lambda s: getattr(s, sort_by), reverse=sort_by != "name")
    if limit >= 0:
        rows = rows[:limit]
    head = ("name", "keys", "calls", "self us", "total us", "us/call", "bytes", "shapes")
    lines = [head]
    for s in rows:
        keys = s.keys or s.kind
        if s.kind == "transfer":
            keys = f"transfer {s.backend}"
        lines.append(
            (
                s.name,
                keys + (f", moved {s.moved}" if s.moved and s.keys else ""),
                str(s.calls),
                f"{s.own / MICRO:.1f}",
                f"{s.total / MICRO:.1f}",
                f"{s.total / MICRO / s.calls:.2f}",
                f"{s.nbytes:,}",
                "" if s.shapes is None else str(list(s.shapes)),
            )
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    text = []
    for line in lines:
        cells = [
            cell.ljust(width) if i in (0, 1, 7) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        text.append("  ".join(cells).rstrip())
    whole = sum(s.own for s in sums)
    return "\n".join([*text, f"self time in all: {whole / MICRO:.1f} us"])


def chrome_trace(events: Sequence[Any]) -> dict[str, Any]:
    """Return the events in the format of Chrome's and Perfetto's viewers."""
    zero = min((e.start for e in events), default=0)
    threads = {t: i for i, t in enumerate(dict.fromkeys(e.thread for e in events))}
    written: list[dict[str, Any]] = []
    forward = {e.link: e for e in events if e.kind == "operator" and e.link}
    for e in events:
        at = {"pid": 0, "tid": threads[e.thread], "ts": (e.start - zero) / MICRO}
        args: dict[str, Any] = {"self us": e.own / MICRO}
        if e.kind == "transfer":
            args = {"unasked": e.backend, "bytes": e.nbytes}
        if e.kind == "operator":
            args |= {
                "keys": e.keys,
                "backend": e.backend,
                "shapes": [None if s is None else list(s) for s in e.shapes],
                "bytes": e.nbytes,
            }
        if e.moved:
            args["moved between devices"] = True
        if e.stack:
            args["stack"] = list(e.stack)
        written.append(
            {"ph": "X", "name": e.name, "cat": e.kind, "dur": e.total / MICRO, "args": args, **at}
        )
        if e.kind == "transfer":  # a mark, as it takes no time
            written[-1] = {"ph": "i", "s": "t", "name": e.name, "cat": e.kind, "args": args, **at}
        if e.kind == "backward" and e.link in forward:
            written += _arrow(forward[e.link], e, zero, threads)
    names = [
        {"ph": "M", "name": "thread_name", "pid": 0, "tid": i, "args": {"name": f"thread {t}"}}
        for t, i in threads.items()
    ]
    return {"traceEvents": names + written, "displayTimeUnit": "ns"}


def _arrow(start: Any, end: Any, zero: int, threads: dict[int, int]) -> list[dict[str, Any]]:
    """Return the two events of an arrow from a forward call to the node of backward."""
    both = {"name": "forward to backward", "cat": "flow", "id": start.link, "pid": 0}
    return [
        {"ph": "s", **both, "tid": threads[start.thread], "ts": (start.start - zero) / MICRO},
        {
            "ph": "f",
            "bp": "e",
            **both,
            "tid": threads[end.thread],
            "ts": (end.start - zero) / MICRO,
        },
    ]


def collapsed(events: Iterable[Any]) -> str:
    """Return lines `outer;inner;name microseconds` with the time of each stack's own."""
    sums: dict[str, int] = {}
    for e in events:
        parts = [part.replace(";", ":") for part in (*e.stack, *e.path, e.name)]
        line = ";".join(parts)
        sums[line] = sums.get(line, 0) + e.own
    return "\n".join(f"{line} {max(1, round(own / MICRO))}" for line, own in sums.items())
