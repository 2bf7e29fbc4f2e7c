"""Where compiled kernels are kept, and what has become of those this process wanted.

Decides the folder and what is removed from it. Must not import Numba: asking costs nothing, and
works where it is absent.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path  # 8 ms, which a program without compiled kernels need not pay


class CacheInfo(NamedTuple):
    """What has become of the kernels that this process wanted, and what is kept."""

    hits: int  # came from disk
    compiled: int  # were compiled here
    folder: str  # where they are kept
    problem: str | None  # why NumPy's kernels are used instead, if they are
    files: int  # kept by all programs
    bytes: int  # that these take


class Counts:
    """What has happened in this process."""

    hits = 0
    compiled = 0
    problem: str | None = None


def report(problem: str, words: str) -> None:
    """Remember the first problem and say it, in words that end with it; later ones are quiet."""
    if Counts.problem is None:
        import logging  # 2 ms, which most programs need not pay

        Counts.problem = problem
        logging.getLogger("redispatch").warning("device 'numba'%s%s", words, problem)


_CHOSEN: list[Path] = []


def folder() -> Path:
    """Return the folder of compiled code: chosen, or `$REDISPATCH_CACHE`, or the user's cache."""
    from pathlib import Path

    if _CHOSEN:
        return _CHOSEN[0]
    chosen = os.environ.get("REDISPATCH_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "redispatch"


def set_cache_folder(path: str | os.PathLike[str] | None) -> None:
    """Keep compiled code in this folder from now on; None for the default.

    It is made when something is kept there. Kernels that are loaded already stay in use.
    """
    from pathlib import Path

    _CHOSEN[:] = [] if path is None else [Path(path).expanduser()]


def cache_info() -> CacheInfo:
    """Return how many kernels came from disk and were compiled, and what the folder holds.

    Examples
    --------
    >>> from redispatch.backends import numba_backend
    >>> numba_backend.cache_info().compiled >= 0
    True
    """
    problem = Counts.problem
    if problem is None and not _has_numba():
        problem = "numba cannot be imported"
    kept = _kept()
    sizes = sum(size for _, _, size in kept)
    return CacheInfo(Counts.hits, Counts.compiled, str(folder()), problem, len(kept), sizes)


def _has_numba() -> bool:
    import importlib.util

    try:
        return importlib.util.find_spec("numba") is not None
    except ValueError:  # sys.modules holds None in its place
        return False


def _kept() -> list[tuple[Path, float, int]]:
    """Return the files of the folder, each with the time of its last use (s) and its size."""
    found = []
    try:
        for path in folder().iterdir():
            if path.suffix in (".nbi", ".nbc"):
                stat = path.stat()
                found.append((path, max(stat.st_atime, stat.st_mtime), stat.st_size))
    except OSError:  # none yet, or removed by another program meanwhile
        pass
    return found


def prune_cache(days: float = 30.0) -> int:
    """Remove compiled code that has not been used for some days; return how many bytes that freed.

    Code of older versions and of edited kernels has another name and is never asked for again: it
    goes this way. Other programs that run are not disturbed, they only compile again.

    Raises
    ------
    ValueError
        If the number of days is negative.
    """
    if not days >= 0:
        raise ValueError(f"prune_cache: days must be zero or more, got {days!r}")
    freed = 0
    oldest = time.time() - days * 86_400
    for path, used, size in _kept():
        if used <= oldest:
            path.unlink(missing_ok=True)
            freed += size
    return freed
