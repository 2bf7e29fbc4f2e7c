"""Anomaly mode: which forward call belongs to an error of backward, and where a nan arises.

Decides what is noted on nodes in forward and what is checked in backward while the mode is on. Must
not know how nodes are noted (noting.py) or run (careful.py). The mode belongs to the process.
"""

from __future__ import annotations

import warnings
from types import TracebackType
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import ne
from ..dispatch.generated.functions import sum as _sum
from ..dispatch.state import GradSwitch
from ..dispatch.tensor import Tensor
from .careful import NODE, Watcher, unwatch, watch
from .graph.text import describe_tensor
from .lines import is_ours
from .node import Node
from .noting import stop_notes, take_notes

TRACEBACK, PARENT = "traceback_", "parent_"


class _Anomaly(Watcher):
    """The mode, while it is on: notes tracebacks, warns with them, and looks for nan."""

    tensors = True  # nan is looked for by operators
    on = False
    check_nan = True

    def end(self, node: Node, begun: Any, out: Any) -> None:
        """Raise if a gradient that a node has computed holds nan."""
        if not self.check_nan:
            return
        given = (out,) if node.single else out
        for place, (edge, g) in enumerate(zip(node.edges(), given, strict=False)):
            if edge is not None and isinstance(g, Tensor) and _has_nan(g):
                raise RuntimeError(
                    explain_error(
                        f"Function '{node.name()}' returned nan values in its {place}th output",
                        f"the gradient {describe_tensor(g)}",
                    )
                )

    def failed(self, node: Node, error: BaseException) -> None:
        """Warn with the traceback of the forward call."""
        made = node.metadata.get(TRACEBACK)
        if made is None:
            text = (
                f"Error detected in {node.name()}. No forward pass information available. Enable "
                "detect anomaly during forward pass for more information."
            )
        else:
            text = (
                f"Error detected in {node.name()}. Traceback of forward call that caused the "
                f"error:\n{''.join(made)}"
            )
        warnings.warn(text, UserWarning, stacklevel=2)
        parent = node.metadata.get(PARENT)
        while parent is not None:
            warnings.warn(
                f"\n\nPrevious calculation was induced by {parent.name()}. Traceback of forward "
                f"call that induced the previous calculation:\n"
                f"{''.join(parent.metadata.get(TRACEBACK) or ['(not recorded)'])}",
                UserWarning,
                stacklevel=2,
            )
            parent = parent.metadata.get(PARENT)

    def note(self, node: Node, output: Any) -> None:
        """Keep the traceback of the forward call, and the node that was running, if any."""
        metadata = node.metadata
        if TRACEBACK not in metadata:
            metadata[TRACEBACK] = _users_stack()
            parent = NODE.get()
            if parent is not None and parent is not node:
                metadata[PARENT] = parent

    def switch(self, on: bool, check_nan: bool) -> None:
        """Switch the mode on or off."""
        self.check_nan = check_nan
        if on == self.on:
            return
        self.on = on
        if on:
            self._noting = self.note
            take_notes(self._noting)
            watch(self)
        else:
            stop_notes(self._noting)
            unwatch(self)


_MODE = _Anomaly()


def _has_nan(g: Tensor) -> bool:
    if not (g.dtype.is_floating_point or g.dtype.is_complex):
        return False
    with GradSwitch(False):
        return bool(_sum(ne(g, g)).item())


def _users_stack() -> list[str]:
    """Return the stack down to the call of the user, as lines of text."""
    import traceback

    frames = list(traceback.walk_stack(None))
    kept = [(f, line) for f, line in reversed(frames) if not is_ours(f)]
    return traceback.StackSummary.extract(iter(kept)).format()


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return _MODE.on


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode, when it is on, looks for nan."""
    return _MODE.check_nan


class set_detect_anomaly:  # noqa: N801 - used like a function
    """Switch anomaly mode on or off: at once, and back at the end if used in a `with` statement.

    Parameters
    ----------
    mode : bool
        Whether to note the traceback of every recorded call, and to show it with any error that
        its node, or a hook on it, raises in backward. For the whole process.
    check_nan : bool
        Whether a node that gives nan in backward is an error.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([0.], requires_grad=True)
    >>> with rd.autograd.set_detect_anomaly(True):
    ...     y = (x.sqrt() * 0.).sum()
    >>> "x.sqrt()" in "".join(y.grad_fn.metadata["traceback_"])
    False
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.previous = (_MODE.on, _MODE.check_nan)
        _MODE.switch(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        _MODE.switch(*self.previous)


class detect_anomaly:  # noqa: N801 - used like a function
    """Within this scope errors of backward come with the traceback of the forward call.

    Also, a gradient that is nan is an error which names the operator. For the whole process, and
    slow: meant for looking for mistakes.

    Parameters
    ----------
    check_nan : bool
        Whether a node that gives nan in backward is an error.

    Examples
    --------
    >>> import redispatch as rd, warnings
    >>> x = rd.tensor([0.], requires_grad=True)
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     with rd.autograd.detect_anomaly():
    ...         (x.sqrt() * 0.).sum().backward()
    Traceback (most recent call last):
        ...
    RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output...
    """

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should "
            "only be enabled for debugging.",
            UserWarning,
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self.previous = (_MODE.on, _MODE.check_nan)
        _MODE.switch(True, self.check_nan)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        _MODE.switch(*self.previous)
