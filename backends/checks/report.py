"""The report of a conformance run: a table, the failures, and both as data.

Decides how results are shown. Must not know how they came about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

CHECKS = {
    "values": "samples against NumPy, inputs left alone",
    "dtypes": "half precision, 32-bit and unsigned integers",
    "strides": "inputs with gaps, backwards, column-major, read-only",
    "empty": "inputs without elements",
    "0-d": "inputs without dimensions",
    "alias": "one tensor given twice; writes to an input or result afterwards",
    "writes": "in-place and out= forms",
    "large": "more elements than special loops begin with",
    "gradients": "of a weighed sum of the results",
}


@dataclass(frozen=True)
class Failure:
    """A call that does not give what NumPy gives: `words` are its arguments."""

    operator: str
    check: str
    words: str
    problem: str
    size: int

    def __str__(self) -> str:
        return f"{self.operator}{self.words} ({self.check}): {self.problem}"


@dataclass
class OperatorResult:
    """How one operator did: calls that agreed, that the backend declined, and that failed."""

    operator: str
    how: str
    passed: Counter[str] = field(default_factory=Counter)
    declined: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    @property
    def status(self) -> str:
        """One of "wrong", "right", "partly" (it declines some calls), "missing" and "untested"."""
        if self.failures:
            return "wrong"
        if self.passed:
            return "partly" if self.declined else "right"
        return "missing" if self.declined else "untested"

    def smallest(self) -> Failure:
        """Return the failure with the fewest elements."""
        return min(self.failures, key=lambda failure: failure.size)

    def cell(self, check: str) -> str:
        """Return how one check went, in a few letters."""
        wrong = sum(failure.check == check for failure in self.failures)
        if wrong:
            return f"{wrong} WRONG"
        passed, declined = self.passed[check], self.declined[check]
        return f"{passed}" + (f"-{declined}" if declined else "") if passed or declined else "."


class ConformanceReport:
    """What a backend claims and whether it is right; printing it shows a table.

    A cell holds the number of calls that agree with NumPy, then, behind a minus, of those that the
    backend declines.

    Attributes
    ----------
    backend : name of the backend.
    results : an `OperatorResult` for each operator.
    unsampled : operators that have no samples, as those that draw random numbers.
    """

    def __init__(
        self,
        backend: str,
        results: tuple[OperatorResult, ...],
        unsampled: tuple[str, ...],
        checks: tuple[str, ...],
    ) -> None:
        self.backend = backend
        self.results = results
        self.unsampled = unsampled
        self.checks = checks

    @property
    def ok(self) -> bool:
        """Whether no operator is wrong; what is declined or missing is not claimed."""
        return not self.failures

    @property
    def failures(self) -> list[Failure]:
        """The smallest failing call of each operator that is wrong."""
        return [result.smallest() for result in self.results if result.failures]

    def counts(self) -> dict[str, int]:
        """Return how many operators are right, partly there, wrong, missing, untested."""
        return dict(Counter(result.status for result in self.results))

    def __getitem__(self, operator: str) -> OperatorResult:
        """Return the result of an operator; KeyError if it was not run."""
        for result in self.results:
            if operator in (result.operator, result.operator.removeprefix("rd::")):
                return result
        raise KeyError(operator)

    def as_dict(self) -> dict[str, Any]:
        """Return the same as plain dicts, lists, strings and numbers."""
        return {
            "backend": self.backend,
            "counts": self.counts(),
            "results": [
                {
                    "operator": r.operator,
                    "how": r.how,
                    "status": r.status,
                    "passed": dict(r.passed),
                    "declined": dict(r.declined),
                    "failures": [vars(f) for f in r.failures],
                }
                for r in self.results
            ],
            "unsampled": list(self.unsampled),
        }

    def summary(self) -> str:
        """Return the counts in one line."""
        counts = ", ".join(f"{count} {status}" for status, count in self.counts().items())
        calls = sum(sum(r.passed.values()) for r in self.results)
        more = f"; {len(self.unsampled)} have no samples" if self.unsampled else ""
        return f"{self.backend}: {counts}{more}; {calls} calls agree with NumPy"

    def __repr__(self) -> str:
        head = ("operator", "how", "status", *self.checks)
        rows = [
            (r.operator, r.how, r.status, *[r.cell(check) for check in self.checks])
            for r in self.results
        ]
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in (head, *rows)
        ]
        lines += ["", self.summary()]
        if self.failures:
            lines += ["wrong, the smallest arguments that show it:"]
            lines += [f"  {failure}" for failure in self.failures]
        return "\n".join(lines)


__all__ = ["CHECKS", "ConformanceReport", "Failure", "OperatorResult"]
