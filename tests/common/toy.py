"""A backend of lists of Python numbers: enough to walk with, and no array library."""

from __future__ import annotations

import itertools
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from redispatch.dispatch import DispatchKey, Operator, declare, remove_key, undeclare
from redispatch.dispatch.keys import VERSION
from redispatch.dispatch.registry import register_backend_key
from redispatch.dispatch.rules import Rule
from redispatch.dispatch.tensor import Tensor, make_tensor
from redispatch.dispatch.walk import Site, Step


class Toy:
    """The owner of a backend key; in a `with` block it is registered."""

    key: DispatchKey

    def __init__(self, name: str = "Toy") -> None:
        self.name = name
        self.device = name.lower()

    def __enter__(self) -> Toy:
        self.key = register_backend_key(self.name, "computes on lists", self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self.key.removed:
            remove_key(self.key)

    def shape(self, payload: list[Any]) -> tuple[int, ...]:
        return (len(payload),)

    def dtype(self, payload: list[Any]) -> str:
        return "number"

    def shares(self, payload: list[Any], other: list[Any]) -> bool:
        return payload is other

    def step(self, site: Site, rule: Rule | None) -> Step | None:
        if rule is None:
            return None
        kernel, wrap = rule.fn, self.wrap

        def call(*args: Any) -> Tensor:
            payloads = [a._data if isinstance(a, Tensor) else a for a in args]
            return wrap(kernel(*payloads))

        return Step(call, f"runs {rule.qualname}", rule.source, key=self.key)

    def wrap(self, payload: Any, *keys: DispatchKey) -> Tensor:
        bits = self.key.bit | VERSION.bit
        for key in keys:
            bits |= key.bit
        return make_tensor(payload, bits)

    def tensor(self, *numbers: float, keys: tuple[DispatchKey, ...] = ()) -> Tensor:
        return self.wrap(list(numbers), *keys)


def doubled(payload: list[float]) -> list[float]:
    return [2 * number for number in payload]


def added(left: list[float], right: list[float]) -> list[float]:
    return [a + b for a, b in zip(left, right, strict=True)]


_numbers = itertools.count()


@contextmanager
def operator(schema: str = "f(Tensor self) -> Tensor", **options: Any) -> Iterator[Operator]:
    """Declare an operator in a namespace of its own, for the length of a block."""
    made = declare(schema, namespace=f"toy{next(_numbers)}", **options)
    try:
        yield made
    finally:
        undeclare(made)


def logged(log: list[str], word: str) -> Callable[..., Any]:
    """Return a layer rule that notes that it was walked."""

    def rule(below: Callable[..., Any], *args: Any) -> Any:
        log.append(word)
        return below(*args)

    return rule


def bare(script: str) -> str:
    """Run a script in an interpreter with `redispatch.dispatch` alone, and no NumPy to import."""
    start = """
        import importlib.util, sys, types
        sys.modules["numpy"] = sys.modules["numba"] = None
        face = types.ModuleType("redispatch")
        face.__path__ = importlib.util.find_spec("redispatch").submodule_search_locations
        sys.modules["redispatch"] = face
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(start) + textwrap.dedent(script)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
