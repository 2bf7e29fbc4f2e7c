"""The Autograd layer: from a derivative row to the function that records a call.

Decides when a call is recorded and which of the generated parts a walk uses. The source of those
parts is written in recording.py and node_source.py. Must not know any operator by name nor any
backend.

Note [Recording]
~~~~~~~~~~~~~~~~
The function that records a call: collect the edges of the inputs; without any, hand on to what is
below. Compute the value (below, or with the raw kernel built in). Make the node, with the edges;
save what the formulas of the inputs that have an edge ask for; take the node's number after its
edges; and give the result its edge. Edges come first, so whatever a node points at has an older
number.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.keys import AUTOGRAD
from ..dispatch.registry import OPERATORS
from ..dispatch.rules import LOCK, RULES, Rule
from ..dispatch.walk import Site, Step, layer_step
from .derivatives import row_of
from .hooked_recording import writer_for
from .missing import missing_step
from .noting import NOTES, noted
from .raw_formula import USED, forget_formulas
from .recording import MADE, recording_step


def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that records, or None where there is nothing to record."""
    if rule is not None:
        return layer_step(site, rule, below, AUTOGRAD)
    operator = site.operator
    if "nondifferentiable" in operator.tags:
        return None
    row = row_of(operator)
    if row is None:
        composite = site.composite(AUTOGRAD)
        if composite is not None:
            return composite
        step: Step | None = missing_step(site, below)
        return noted(step) if NOTES and step is not None else step
    if "out" in operator.tags:
        return _refuse_out(site, below)
    with LOCK:  # generated parts are made once
        step = recording_step(site, row, below, writer_for(site.facts.flags))
    return noted(step) if NOTES and step is not None else step


def _refuse_out(site: Site, below: Step) -> Step:
    """Return the step of an out= form: it refuses tensors that require grad."""
    from .meta import requires_grad

    name, lower = site.operator.name, below.call
    positions = [i for i, a in enumerate(site.operator.schema.arguments) if a.is_tensor]

    def refuse(*args: Any) -> Any:
        for i in positions:
            if i < len(args) and hasattr(args[i], "_autograd") and requires_grad(args[i]):
                raise RuntimeError(
                    f"{name.replace('.out', '')}(): functions with out=... arguments don't support "
                    "automatic differentiation, but one of the arguments requires grad"
                )
        return lower(*args)

    return Step(refuse, "refuses tensors that require grad", key=AUTOGRAD)


def _on_change(name: str) -> None:
    """Forget nodes over kernels that have changed: a kernel is built into other formulas too."""
    if name.startswith("*") or name in USED:
        MADE.clear()
        forget_formulas()
        for operator in OPERATORS.values():
            operator.walks.clear()


RULES.listeners.append(_on_change)

__all__ = ["adapter"]
