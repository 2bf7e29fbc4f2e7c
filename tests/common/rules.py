"""Tables of rules: one test for each, named by the words of the rule.

RULES = Rules()

@RULES("what holds")
def _() -> None: ...

RULES.refused("what is refused", RuntimeError, "part of the message", lambda: ...)

@RULES.each
def test_rule(check): check()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Check = Any  # a function without arguments; lambdas with defaults confuse checkers


class Rules(dict[str, Check]):
    """Rules by their words."""

    def __call__(self, words: str) -> Callable[[Check], Check]:
        """Decorate the function that checks a rule."""

        def keep(check: Check) -> Check:
            assert words not in self, f"there are two rules {words!r}"
            self[words] = check
            return check

        return keep

    def refused(
        self,
        words: str,
        error: type[BaseException] | tuple[type[BaseException], ...],
        match: str | None,
        call: Check,
    ) -> None:
        """Add the rule that a call is refused."""

        def check() -> None:
            with pytest.raises(error, match=match):
                call()

        self(words)(check)

    def accepted(self, words: str, call: Check) -> None:
        """Add the rule that an expression is true."""

        def check() -> None:
            assert call()

        self(words)(check)

    def each(self, test: Any) -> Any:
        """Decorate the test that takes each rule as its argument `check`."""
        return pytest.mark.parametrize("check", self.values(), ids=self.keys())(test)
