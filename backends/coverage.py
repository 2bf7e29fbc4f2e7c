"""What a backend computes itself, and what others do for it: the coverage report.

Decides how that is counted and shown. It asks the walk of each operator, so it cannot say anything
else than what a call does. Must not know operators or backends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..dispatch.errors import NoKernelError
from ..dispatch.keys import VERSION
from ..dispatch.operator import Operator
from ..dispatch.registry import operators
from ..dispatch.walk import Site, Step, bottom
from .backend import Backend, backend_named

HOW = {
    "native": "a kernel of its own",
    "shared": "NumPy's kernel, on the same arrays",
    "composite": "written in other operators",
    "fallback": "runs on NumPy",
    "forced": "told to run on NumPy",
    "missing": "an error",
}


class Covered(NamedTuple):
    """How one operator is computed.

    `how` is a word of `HOW`, `does` and `source` are what `explain` says, and `fell_back` is how
    often the operator, or a form of it, has run on NumPy so far.
    """

    operator: str
    how: str
    does: str
    source: str
    fell_back: int


class CoverageReport:
    """How each operator is computed on one backend; printing it shows a table.

    Attributes
    ----------
    backend : name of the backend.
    rows : a `Covered` for each operator; in-place and out= forms follow theirs.
    """

    def __init__(self, backend: str, rows: tuple[Covered, ...]) -> None:
        self.backend = backend
        self.rows = rows

    def __iter__(self) -> Iterator[Covered]:
        return iter(self.rows)

    def __getitem__(self, operator: str) -> Covered:
        """Return the row of an operator; KeyError if there is none."""
        for row in self.rows:
            if operator in (row.operator, row.operator.removeprefix("rd::")):
                return row
        raise KeyError(operator)

    def counts(self) -> dict[str, int]:
        """Return how many operators are computed in each way."""
        found = Counter(row.how for row in self.rows)
        return {how: found[how] for how in HOW if found[how]}

    def names(self, how: str) -> list[str]:
        """Return the operators that are computed in one way."""
        return [row.operator for row in self.rows if row.how == how]

    def as_dict(self) -> dict[str, Any]:
        """Return the same as plain dicts, lists, strings and numbers."""
        rows = [row._asdict() for row in self.rows]
        return {"backend": self.backend, "counts": self.counts(), "rows": rows}

    def summary(self) -> str:
        """Return the counts, one way in a line."""
        width = max(map(len, HOW))
        lines = [f"{self.backend}: {len(self.rows)} operators"]
        for how, count in self.counts().items():
            lines.append(f"  {how.ljust(width)}  {count:4}  {HOW[how]}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        name = max((len(row.operator) for row in self.rows), default=0)
        lines = [self.summary()]
        for row in self.rows:
            times = f"  fell back {row.fell_back} times" if row.fell_back else ""
            lines.append(f"  {row.operator.ljust(name)}  {row.how.ljust(9)}  {row.does}{times}")
        return "\n".join(lines)


def coverage_report(name: Any) -> CoverageReport:
    """Tell how each operator is computed on a backend: natively, by others, or not at all.

    Parameters
    ----------
    name : str or device
        The device.

    Returns
    -------
    CoverageReport
        Prints a table; `rows`, `counts()` and `as_dict()` hold the same as data.

    Raises
    ------
    DeviceError
        If there is no such device.

    Examples
    --------
    >>> from redispatch.backends import coverage_report
    >>> report = coverage_report("numba")
    >>> report["sigmoid"].how, report["cos"].how, report["hstack"].how
    ('native', 'shared', 'composite')
    """
    backend = backend_named(name)
    rows = [covered(backend, each) for each in operators() if each.functional is None]
    return CoverageReport(backend.name, tuple(sorted(rows)))


def covered(backend: Backend, operator: Operator) -> Covered:
    """Return how an operator is computed on a backend, for tensors that nobody records."""
    try:
        step = bottom(Site(operator, backend.key.bit | VERSION.bit))
    except NoKernelError:
        step = Step(_nothing, "has no rule", how="missing")
    names = [operator.name, *(form.name for form in operator.forms)]
    fell_back = sum(backend.fallbacks.get(name, 0) for name in names)
    return Covered(operator.name, step.how, step.does, step.source, fell_back)


def _nothing(*args: Any) -> Any:
    raise AssertionError("a step that is only looked at is never called")


__all__ = ["Covered", "CoverageReport", "coverage_report"]
