"""Notes on new nodes that the tools for graphs show: sizes, source lines, names.

Decides what is noted while a user asks for it. Must not know how graphs are shown.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.tensor import Tensor
from ..input_metadata import note_output
from ..node import Node
from ..noting import stop_notes, take_notes, users_frame

SOURCE = "source"  # in the metadata of a node: file:line
CODE = "code"


class record:  # noqa: N801 - used like a function
    """Within this scope new nodes note the sizes of their output and the source line.

    `describe`, `to_dot`, `to_mermaid` and `memory` show them. The scope holds for the whole
    process, and costs nothing where it is not used.

    Parameters
    ----------
    lines : bool
        Whether to note the line of the user's code that made each node, in its `metadata`.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with rd.autograd.graph.record(lines=False):
    ...     loss = (x * x).sum()
    >>> print(rd.autograd.graph.describe(loss))
    SumBackward0 [redispatch.float32 []]
      MulBackward0 [redispatch.float32 [2]]
        AccumulateGrad [redispatch.float32 [2]]
        AccumulateGrad [redispatch.float32 [2]]
    """

    def __init__(self, *, lines: bool = True) -> None:
        self.lines = lines

    def _note(self, node: Node, output: Any) -> None:
        if isinstance(output, Tensor):
            note_output(node, 0, output)
        frame = users_frame() if self.lines else None
        if frame is not None:
            node.metadata.setdefault(SOURCE, f"{frame.f_code.co_filename}:{frame.f_lineno}")
            node.metadata.setdefault(CODE, frame.f_code.co_qualname)

    def __enter__(self) -> record:
        self._taken = self._note
        take_notes(self._taken)
        return self

    def __exit__(self, *exc: object) -> None:
        stop_notes(self._taken)
