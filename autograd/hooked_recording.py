"""The functions that record a call while saved-tensor hooks are in force.

Decides when the hooks get what is saved: inputs before anything is written, outputs after. Must not
know the hooks (saved_hooks.py) nor operators by name.
"""

from __future__ import annotations

from ..dispatch.current import SAVED_HOOKS
from ..dispatch.walk import Site, Step
from .node import Node
from .node_source import Plan, hooked_class
from .recording import Writer
from .saved_hooks import hold, hold_list, hold_result


class HookedWriter(Writer):
    """Writes a function whose node keeps what the hooks return; see Note [Packed values]."""

    also = ", with what it saves packed by hooks"

    def __init__(self, site: Site, plan: Plan, below: Step, node_class: type[Node]) -> None:
        super().__init__(site, plan, below._replace(inline=None), hooked_class(node_class))
        self.names.update(hold=hold, hold_list=hold_list, hold_result=hold_result)

    def _before(self) -> list[str]:
        lines: list[str] = []
        for name, users in self.plan.saved.items():
            pack = f"_p_{name} = _hold({name})"
            if name in self.plan.lists:
                pack = f"_p_{name} = _hold_list({name})"
            elif self.plan.inplace and name == self.arguments[0]:
                pack = f"_p_{name} = _hold(_original, _e_{name})"
            lines += self._when_needed(users, [pack])
        return lines

    def _save(self, name: str) -> list[str]:
        if name in self.plan.lists:
            return [f"_n.saved_{name}, _n.version_{name} = _p_{name}"]
        return [f"_n.saved_{name} = _p_{name}"]

    def _result(self) -> str:
        several = len(self.site.operator.schema.returns) > 1
        return f"_hold_result({'_r[0]' if several else '_r'})"

    def _output(self, place: int) -> str:
        return f"_hold(_r[{place}])"


def writer_for(flags: int) -> type[Writer]:
    """Return the writer of recording functions for these flags of the state."""
    return HookedWriter if flags & SAVED_HOOKS else Writer
