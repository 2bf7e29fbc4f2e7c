"""Both ends of a conflict: what saved a tensor and what overwrote it, with their lines."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import Function
from redispatch.autograd.graph import record_lines

BOTH = "It was saved by (?P<saved>.*), and overwritten by (?P<wrote>.*?)\\. Hint"


class Square(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 2 * x


def interior() -> Any:
    return rd.tensor([1.0, 2.0], requires_grad=True) * 1


def message(y: Any) -> str:
    with pytest.raises(RuntimeError, match="modified by an inplace operation") as caught:
        y.sum().backward()
    return str(caught.value)


def line() -> int:
    return sys._getframe(1).f_lineno


@pytest.mark.parametrize("how", ["input", "output", "function", "view"])
def test_both_lines_are_named(how: str) -> None:
    import re

    with record_lines():
        x = interior()
        x.name = "weights"
        save = {"output": lambda: x.exp(), "function": lambda: Square.apply(x)}
        y, saved = save.get(how, lambda: x.sin())(), line()
        target = y if how == "output" else x[0:1] if how == "view" else x
        (target.add_(1), wrote := line())
    text = message(y)
    found = re.search(BOTH, text)
    assert found is not None, text
    assert found["wrote"] == f"rd::add_ at {__file__}:{wrote}"
    names = {"output": "rd::exp", "function": "SquareBackward"}
    assert found["saved"].startswith(f"{names.get(how, 'rd::sin')} at {__file__}:")
    assert abs(int(found["saved"].rpartition(":")[2]) - saved) <= 1
    assert ("'weights' " in text) == (how != "output")
    assert "[redispatch.float32 [2]]" in text


def test_without_lines_the_message_says_how_to_get_them() -> None:
    x = interior()
    y = x.sin()
    x.add_(1)
    text = message(y)
    assert "record_lines()" in text and "REDISPATCH_RECORD_LINES=1" in text
    assert "saved by SinBackward0 as 'self'" in text


def test_only_one_end_was_recorded() -> None:
    x = interior()
    y = x.sin()
    with record_lines():
        x.add_(1)
    assert "saved by a call whose line was not kept, and overwritten by rd::add_ at" in message(y)


def test_scopes_nest_and_end() -> None:
    with record_lines():
        with record_lines():
            pass
        x = interior()
        y = x.sin()
        x.add_(1)
    assert "overwritten by rd::add_" in message(y)
    test_without_lines_the_message_says_how_to_get_them()


def test_the_environment_switches_lines_on() -> None:
    program = (
        "import redispatch as rd, threading\n"
        "def work():\n"
        "    x = rd.tensor([1.0], requires_grad=True)\n"
        "    y = x.exp()\n"
        "    y.add_(1)\n"
        "    try: y.sum().backward()\n"
        "    except RuntimeError as error: print(error)\n"
        "t = threading.Thread(target=work); t.start(); t.join()\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "REDISPATCH_RECORD_LINES": "1"},
    )
    assert (
        "saved by rd::exp at <string>:4, and overwritten by rd::add_ at <string>:5" in done.stdout
    )
