"""How the figures are shown: tables that read well in a terminal and are Markdown too.

It only writes; what is measured and what is worse was decided before.
"""

from __future__ import annotations

import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

LIMIT = 1.05  # a row that takes longer than this, against the parent commit, is marked
OURS, PARENT = "ours", "parent"


@dataclass
class Row:
    """One workload: our seconds an operation, our time over theirs, and what failed."""

    name: str
    seconds: float | None = None
    ratios: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def worse(self) -> bool:
        return self.ratios.get(PARENT, 0.0) > LIMIT

    def note(self) -> str:
        if OURS in self.errors:
            return "failed: " + self.errors[OURS]
        return "WORSE" if self.worse else ""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out a Markdown table whose columns line up; all but the first align to the right.

    Examples
    --------
    >>> print("\\n".join(table(["what", "n"], [["apples", "3"]])))
    | what   |  n |
    | ------ | -: |
    | apples |  3 |
    """
    widths = [max(2, *(len(row[i]) for row in [head, *rows])) for i in range(len(head))]
    rule = ["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]

    def line(cells: Sequence[str]) -> str:
        laid = [
            c.rjust(w) if i else c.ljust(w)
            for i, (c, w) in enumerate(zip(cells, widths, strict=True))
        ]
        return "| " + " | ".join(laid) + " |"

    return [line(head), line(rule), *(line(row) for row in rows)]


def workload_table(rows: Sequence[Row], sides: Sequence[str], with_times: bool) -> list[str]:
    """Show our time over theirs; the last row is the geometric mean of each column."""
    head = ["workload", *(["µs"] if with_times else []), *(f"/ {side}" for side in sides), "note"]
    body = []
    for row in rows:
        time = ["–" if row.seconds is None else f"{row.seconds * 1e6:.2f}"] if with_times else []
        ratios = [f"{row.ratios[s]:.2f}" if s in row.ratios else "–" for s in sides]
        body.append([row.name, *time, *ratios, row.note()])
    means = []
    for side in sides:
        known = [row.ratios[side] for row in rows if side in row.ratios]
        means.append(f"{statistics.geometric_mean(known):.2f}" if known else "–")
    body.append(["geometric mean", *([""] if with_times else []), *means, ""])
    return table(head, body)


def memory_table(figures: dict[str, dict[str, float]]) -> list[str]:
    """Show the figures of each build that has them."""
    names = list(dict.fromkeys(name for each in figures.values() for name in each))
    body = [[n, *(shown(n, figures[s].get(n)) for s in figures)] for n in names]
    return table(["memory", *figures], body)


def shown(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if name.endswith("bytes") else f"{value:.2f}"


def write(path: Path, tables: Sequence[Sequence[str]], remarks: Sequence[str]) -> None:
    """Write the page that is kept with the code: ratios, no times of this or that machine."""
    text = [
        "# Results of `make bench`",
        "",
        "Our time over theirs: below 1, we are faster. One thread, medians of interleaved rounds.",
        f"Python {platform.python_version()} on {platform.machine()}. " + " ".join(remarks),
    ]
    for lines in tables:
        text += ["", *lines]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
