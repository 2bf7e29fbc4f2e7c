"""The layer of function transforms: finds the level a call belongs to, and hands the call to it.

Decides who acts. Must not know what any kind of level does.
"""

from __future__ import annotations

from typing import Any

from ...backends.factories import ADOPT
from ...dispatch.keys import TRANSFORMS
from ...dispatch.operator import TENSOR_TYPES
from ...dispatch.rules import Rule
from ...dispatch.tensor import Tensor
from ...dispatch.walk import Site, Step, layer_step
from .levels import CONTENTS, KINDS, LEVELS, Level


def transforms_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that hands a call to the level it belongs to; others go on below."""
    if rule is not None:
        return layer_step(site, rule, below, TRANSFORMS)
    places = tuple([i for i, _ in site.operator.tensors])
    handlers = {kind: handler(site, below) for kind, (_, handler) in KINDS.items()}
    lower = below.call

    def hand(*args: Any) -> Any:
        level = innermost(args, places)
        for other in reversed(LEVELS.get().modes):
            if other.adopts:
                if level is None or other.depth > level.depth:
                    level = other
                break
        if level is None:
            return lower(*args)
        return handlers[level.__class__](level, args)

    return Step(hand, "hands the call to the innermost transform of its tensors", key=TRANSFORMS)


def innermost(args: tuple[Any, ...], places: tuple[int, ...]) -> Level | None:
    """Return the innermost level among the tensor arguments, or None."""
    found: Level | None = None
    for i in places:
        value = args[i]
        for each in value if value.__class__ in (list, tuple) else (value,):
            if each.__class__ in TENSOR_TYPES and each._data.__class__ in CONTENTS:
                level: Level = each._data.level
                if found is None or level.depth > found.depth:
                    found = level
    return found


def adopted(tensor: Tensor) -> Tensor:
    """Return a new tensor as a constant of the levels that take in what is made within them."""
    for level in LEVELS.get().modes:
        if level.adopts:
            tensor = level.adopt(tensor)
    return tensor


TRANSFORMS.owner = transforms_adapter
ADOPT.append(adopted)
