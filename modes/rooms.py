"""Where the package's own rules of the slots stand that modes bring; see Note [Rooms].

Decides the names of the files. Must not import them: only transforms need them.
"""

from __future__ import annotations

from ..dispatch.rooms import Room
from ..dispatch.rules import RULES

BATCH_RULES = RULES.rooms["Vmap"] = Room(
    f"{__package__}.transforms.batch_rules",
    (
        "index", "join", "linalg", "loss", "move", "pointwise", "random", "reduce", "refused",
        "shape", "slow", "windows",
    ),
    whole=True,
)  # fmt: skip

__all__ = ["BATCH_RULES"]
