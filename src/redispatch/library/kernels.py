"""`get_kernel`: the kernel that an operator has now, to call from the one that replaces it.

Decides that it stays what it was, whatever is registered later. Must not know what a kernel does.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import KEYS, Kind
from ..dispatch.operator import Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.walk import Site, tensor_step
from .registering import AnyOperator, found
from .slots import slot_of


class Kernel:
    """A kernel as it was when `get_kernel` was called; it is called with tensors."""

    def __init__(self, operator: Operator, slot: str, rule: Rule) -> None:
        self.operator = operator
        self.slot = slot
        self.rule = rule
        self._calls: dict[int, Any] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the kernel, without the layers above it."""
        operator, values = self.operator.resolve(args, kwargs)
        values, bits = operator.prepare(values)
        call = self._calls.get(bits)
        if call is None:
            call = self._calls[bits] = self._built(Site(operator, bits))
        return call(*values)

    def call_boxed(self, dispatch_keys: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call the kernel; the keys, which PyTorch's kernels get, are not needed here."""
        return self(*args, **kwargs)

    def _built(self, site: Site) -> Any:
        key = KEYS.by_name[self.slot] if self.slot in KEYS.by_name else site.backend
        if self.rule.kind == "tensor":
            return tensor_step(site, self.rule, key, own=True).call
        return key.owner.step(site, self.rule).call

    def __repr__(self) -> str:
        return f"<kernel {self.rule.qualname} of {self.operator.name} for {self.slot}>"


def get_kernel(op: AnyOperator, dispatch_key: str) -> Kernel:
    """Return the kernel that an operator has now for a key, to be called whatever comes later.

    Parameters
    ----------
    op : str, Operator or CustomOpDef
    dispatch_key : str
        A backend's, as `"CPU"`, or `"CompositeImplicitAutograd"` and the like.

    Raises
    ------
    RuntimeError
        If there is none.

    Examples
    --------
    >>> import redispatch as rd
    >>> old = rd.library.get_kernel("sinh", "CPU")
    >>> with rd.library.Library("rd", "IMPL") as lib:
    ...     lib.impl("sinh", lambda x: old(x) + 10, "CPU")
    ...     rd.sinh(rd.tensor([0.]))
    tensor([10.])
    """
    operator = found(op, "get_kernel")
    slot = slot_of(dispatch_key)
    rule = None if slot is None else RULES.active(operator.name, slot)
    backend = slot in KEYS.by_name and KEYS.by_name[slot].kind is Kind.BACKEND
    composite = slot in ("Composite", "CompositeExplicit")
    if slot is None or rule is None or not (backend or composite):
        raise RuntimeError(
            explain_error(
                operator.name,
                f"has no kernel for {dispatch_key}",
                accepted=f"a backend or composite among {', '.join(operator.rules()) or 'none'}",
            )
        )
    return Kernel(operator, slot, rule)
