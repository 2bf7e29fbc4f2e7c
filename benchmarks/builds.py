"""The builds that are compared: where each lives, and a process for each.

It decides what may differ between the processes: the code and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORKTREE = HERE / ".worktree"
PRODUCT = os.environ.get("PRODUCT", "redispatch")  # `torch` tries the harness itself


@dataclass(frozen=True)
class Build:
    """A module to be timed, the interpreter for it, and the folder it is imported from."""

    module: str
    python: str = sys.executable
    src: Path | None = None

    def environment(self) -> dict[str, str]:
        """One thread, equal hashes, our folders only: and the BLAS kernels of this processor."""
        env = dict(os.environ, PYTHONHASHSEED="0", PYTHONSAFEPATH="1")
        for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
            env.pop(name, None)
        for name in ("OPENBLAS", "OMP", "MKL", "NUMBA"):
            env[f"{name}_NUM_THREADS"] = "1"
        env["PYTHONPATH"] = str(self.src or "")
        return env


class Client:
    """A worker process of one build.

    Raises
    ------
    RuntimeError
        If the build cannot be imported there, or something else was imported in its place.
    """

    def __init__(self, build: Build) -> None:
        self.process = subprocess.Popen(
            [build.python, str(HERE / "worker.py"), build.module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=build.environment(),
            text=True,
        )
        greeting = self.read()
        if "error" in greeting:
            self.close()
            raise RuntimeError(greeting["error"])
        self.version = str(greeting["version"])
        found = str(greeting["file"])
        if build.src is not None and not found.startswith(str(build.src)):
            self.close()
            raise RuntimeError(f"{found} was imported, not the build in {build.src}")

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "the worker died"}
        return answer

    def ask(self, verb: str, name: str) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({verb: name}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"error": "the worker died"}
        return self.read()

    def close(self) -> None:
        """End the process, by the end of its input."""
        self.process.communicate()


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def parent_revision() -> str:
    """The commit before this work: HEAD where something is not yet committed, else its parent."""
    return "HEAD" if git("status", "--porcelain", "--untracked-files=no") else "HEAD^"


@contextlib.contextmanager
def checked_out(revision: str) -> Iterator[tuple[Path, str]]:
    """Give the `src` folder and the short name of a revision, checked out beside this one."""
    name = git("log", "-1", "--format=%h", revision)
    remove_worktree()
    git("worktree", "add", "--detach", "--force", str(WORKTREE), revision)
    try:
        yield WORKTREE / "src", name
    finally:
        remove_worktree()


def remove_worktree() -> None:
    """Leave nothing behind, also of a run that was killed."""
    if WORKTREE.exists():
        git("worktree", "remove", "--force", str(WORKTREE))
    git("worktree", "prune")
