"""The command `python -m redispatch.backends`: what there is, what it covers, what is wrong."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from .checks.conformance import conformance
from .checks.report import CHECKS
from .coverage import coverage_report
from .plugins import available


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 1 if a backend is wrong somewhere."""
    parser = argparse.ArgumentParser(prog="python -m redispatch.backends", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the devices, and who provides them")
    covers = commands.add_parser("coverage", help="how each operator is computed")
    covers.add_argument("name", help="a device")
    conforms = commands.add_parser("conformance", help="every operator against NumPy")
    conforms.add_argument("name", help="a device")
    conforms.add_argument("--only", default="", metavar="OP,OP", help="these operators")
    conforms.add_argument("--checks", default=",".join(CHECKS), metavar="CHECK,CHECK")
    given = parser.parse_args(arguments)
    if given.command == "list":
        for name, owner in available().items():
            print(f"{name}  {owner}")
        return 0
    if given.command == "coverage":
        print(coverage_report(given.name))
        return 0
    only = [name for name in given.only.split(",") if name]
    report = conformance(given.name, only=only, checks=given.checks.split(","))
    print(report)
    return 0 if report.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
