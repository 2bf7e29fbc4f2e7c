"""The layers of derivatives, and the files that make their steps.

Owns the keys of the layers: a file is imported when a walk with its layer is planned for the first
time. Must not know how any of them makes a step.
"""

from __future__ import annotations

from importlib import import_module

from ..dispatch.keys import AUTOGRAD, FORWARD_AD, VERSION
from ..dispatch.rooms import Room
from ..dispatch.rules import RULES, Rule
from ..dispatch.walk import Adapter, Site, Step

FILES = {AUTOGRAD: "layer", FORWARD_AD: "forward_layer", VERSION: "version"}


def _owner(file: str) -> Adapter:
    """Return an adapter that asks the one in a file."""

    def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
        made: Step | None = import_module(f"{__package__}.{file}").adapter(site, rule, below)
        return made

    return adapter


for _key, _file in FILES.items():
    _key.owner = _owner(_file)

# The writes that have a forward rule of their own are registered by the layer's file.
RULES.rooms[FORWARD_AD.name] = Room(str(__package__), (FILES[FORWARD_AD],), whole=True)

__all__ = ["FILES"]
