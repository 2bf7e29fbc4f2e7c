"""How an example tells how far it is: a bar on a terminal, plain lines elsewhere.

It knows nothing of what is counted.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self, TextIO

WIDTH = 30


class Progress:
    """Reports up to `total` steps on `stream`; in a file or a pipe, one line for each tenth.

    Examples
    --------
    >>> import sys
    >>> with Progress(2, stream=sys.stdout) as progress:
    ...     progress.update(1, "loss 0.5")
    ...     progress.update(2, "loss 0.2")
      1/2  loss 0.5
      2/2  loss 0.2
    """

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.stream = sys.stderr if stream is None else stream
        self.redraws = self.stream.isatty()

    def update(self, done: int, note: str = "") -> None:
        """Say that `done` steps are behind us."""
        count = f"{done:{len(str(self.total)) + 2}}/{self.total}  {note}"
        if self.redraws:
            full = WIDTH * done // self.total
            bar = "█" * full + "·" * (WIDTH - full)
            self.stream.write(f"\r\x1b[K{bar}{count}")
            self.stream.flush()
        elif done == self.total or done % max(1, self.total // 10) == 0:
            self.stream.write(count + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.redraws:
            self.stream.write("\n")
