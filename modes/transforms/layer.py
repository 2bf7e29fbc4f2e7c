"""The layer of function transforms: finds the level a call belongs to, and hands the call to it.

Decides who acts. Must not know what any kind of level does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...backends.factories import ADOPT
from ...dispatch.keys import TRANSFORMS
from ...dispatch.operator import TENSOR_TYPES, Operator
from ...dispatch.rules import Rule
from ...dispatch.tensor import Tensor
from ...dispatch.walk import HANDLERS, Site, Step, layer_step
from .levels import CONTENTS, KINDS, LEVELS, Level


def transforms_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that hands a call to the level it belongs to; others go on below."""
    if rule is not None:
        return layer_step(site, rule, below, TRANSFORMS)
    places = tuple([i for i, _ in site.operator.tensors])
    random = "random" in site.operator.tags
    handlers = {kind: handler(site, below) for kind, (_, handler) in KINDS.items()}
    lower = below.call

    def hand(*args: Any) -> Any:
        level = innermost(args, places)
        modes = LEVELS.get().modes
        if modes and modes[-1] is not level:
            level = _drawing(level) if random else adopting(level)
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


def adopting(found: Level | None) -> Level | None:
    """Return the innermost level of an operator: one may take in what others computed."""
    for level in reversed(LEVELS.get().modes):
        if level is found:
            break
        if level.adopts:
            return level if found is None or level.depth > found.depth else found
    return found


def adopted(tensor: Tensor) -> Tensor:
    """Return a new tensor as a constant of the levels that take in what is made within them."""
    for level in LEVELS.get().modes:
        if level.adopts:
            tensor = level.adopt(tensor)
    return tensor


def _drawing(found: Level | None) -> Level | None:
    """Return the innermost level of a random operator: one may have a say without any argument."""
    for level in reversed(LEVELS.get().modes):
        if level is found:
            break
        if level.draws or level.adopts:
            return level  # type: ignore[no-any-return]
    return found


def tell(operator: Operator, values: Sequence[Any]) -> tuple[str, ...]:
    """Return which level a call belongs to, and what that does with it, for `explain`."""
    level = innermost(tuple(values), tuple([i for i, _ in operator.tensors])) if values else None
    level = _drawing(level) if "random" in operator.tags else adopting(level)
    if level is None:
        return ()
    bits = operator.prepare(tuple(values))[1]
    handler = KINDS[level.__class__][1](Site(operator, bits), NOTHING)
    tells = getattr(handler, "tells", None)
    return (f"{level.name} level {level.depth}",) if tells is None else (tells(level, values),)


NOTHING = Step(tell, "nothing: for what explains a call and makes none")
HANDLERS[TRANSFORMS] = tell
TRANSFORMS.owner = transforms_adapter
ADOPT.append(adopted)
