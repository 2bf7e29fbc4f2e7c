"""`python -m redispatch.backends.numba_backend warmup [names]`, `info`, `prune [days]`.

Decides what can be asked for from a shell.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from .ahead import DTYPES, SIXTEEN, compile_named, warmup
from .cache import cache_info, prune_cache


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(
        prog="python -m redispatch.backends.numba_backend",
        description="Compiled kernels of the device 'numba': make them, look at them, remove them.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    warm = commands.add_parser("warmup", help="compile kernels, or see that they are kept")
    warm.add_argument("names", nargs="*", help="kernels or beginnings of names; all by default")
    warm.add_argument(
        "--dtype", action="append", choices=DTYPES + SIXTEEN, help="the first two by default"
    )
    commands.add_parser("info", help="the folder, and what it holds")
    prune = commands.add_parser("prune", help="remove what has not been used for some days")
    prune.add_argument("days", nargs="?", type=float, default=30.0)
    commands.add_parser("compile").add_argument("wanted", nargs="+")  # asked for by ahead.py
    given = parser.parse_args(argv)
    if given.command == "warmup":
        print(warmup(given.names or None, given.dtype or DTYPES))
    elif given.command == "info":
        info = cache_info()
        print(f"{info.folder}: {info.files} files, {info.bytes / 1e6:.1f} MB")
    elif given.command == "prune":
        print(f"{prune_cache(given.days) / 1e6:.1f} MB freed")
    else:
        compile_named(given.wanted)


if __name__ == "__main__":
    main()
