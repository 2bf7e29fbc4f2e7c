"""What the tests of the dispatcher share: a toy backend, and the promise to leave no trace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from toy import Toy

from redispatch.dispatch.keys import KEYS
from redispatch.dispatch.registry import OPERATORS
from redispatch.dispatch.rules import RULES
from redispatch.dispatch.state import DEFAULT, state_bits


@pytest.fixture
def toy() -> Iterator[Toy]:
    with Toy() as backend:
        yield backend


@pytest.fixture(autouse=True)
def no_trace() -> Iterator[None]:
    """Every test leaves keys, tables and the state as it found them."""
    before = (KEYS.order, list(OPERATORS), {n: dict(t) for n, t in RULES.tables.items()})
    yield
    assert (KEYS.order, list(OPERATORS), dict(RULES.tables)) == before
    assert state_bits() is DEFAULT
