"""What is said of operators about batches, by family; see Note [Batching rules] in batching.py.

Read when the rules of an operator are first looked at: the room is in modes/rooms.py.
"""

from ....dispatch.later import later
from ...rooms import BATCH_RULES

__getattr__, __dir__ = later(__name__, {}, " ".join(BATCH_RULES.files))

__all__: list[str] = []
