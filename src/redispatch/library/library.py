"""`Library`: operators and kernels under a namespace, in PyTorch's spelling.

Decides which slot a PyTorch key name stands for, and what a library takes back when it goes. Must
not know how rules are adapted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS, declare, layer_fallback, register, undeclare
from ..dispatch.rules import LOCK, REGISTRARS, Registration, Rule
from ..dispatch.schema import parse
from ..modes.python_layer import handler_arguments

REGISTRARS.add(__name__)

# PyTorch's names of keys, where they are not ours
SLOTS = {
    "": "Composite",
    "CompositeImplicitAutograd": "Composite",
    "CompositeExplicitAutograd": "CompositeExplicit",
    "CPU": "NumPy",
    "AutogradCPU": "AutogradNumPy",
    "ADInplaceOrView": "Version",
}
Kind = Literal["DEF", "FRAGMENT", "IMPL"]
_DEFINING: dict[str, Library] = {}


class Library:
    """Defines operators of a namespace and registers kernels for them, until it is destroyed.

    Parameters
    ----------
    ns : str
        The namespace.
    kind : {"DEF", "FRAGMENT", "IMPL"}
        "DEF" owns the namespace, one at a time; "FRAGMENT" adds operators; "IMPL" only kernels.
    dispatch_key : str
        The key of `impl` where it names none.

    Raises
    ------
    RegistrationError
        If the namespace has an owner already.

    Examples
    --------
    >>> import redispatch as rd
    >>> lib = rd.library.Library("pages", "DEF")
    >>> lib.define("triple(Tensor x) -> Tensor")
    'triple'
    >>> lib.impl("triple", lambda x: x * 3)
    >>> rd.ops.pages.triple(rd.tensor([1.]))
    tensor([3.])
    >>> lib._destroy()
    """

    def __init__(self, ns: str, kind: Kind, dispatch_key: str = "") -> None:
        if kind not in ("DEF", "FRAGMENT", "IMPL"):
            raise ValueError(f"Library: unknown kind {kind!r}; use DEF, FRAGMENT or IMPL")
        if kind == "DEF":
            with LOCK:
                if ns in _DEFINING:
                    raise RegistrationError(
                        explain_error(
                            f"Library({ns!r}, 'DEF')",
                            "only a single library may define a namespace",
                            accepted="FRAGMENT, which may add to it",
                        )
                    )
                _DEFINING[ns] = self
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key
        self._operators: list[Operator] = []
        self._registrations: list[Registration] = []

    def define(self, schema: str, alias_analysis: str = "", *, tags: Iterable[str] = ()) -> str:
        """Declare an operator; returns its name."""
        if self.kind == "IMPL":
            raise RegistrationError("cannot define an operator in a library of kind IMPL")
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"unknown alias_analysis {alias_analysis!r}")
        parsed = parse(schema, self.ns)
        if parsed.namespace != self.ns:
            raise RegistrationError(
                explain_error(schema, f"names the namespace {parsed.namespace}", accepted=self.ns)
            )
        operator = declare(schema, tags=tags, method=False, namespace=self.ns)
        self._operators.append(operator)
        return parsed.name + (f".{parsed.overload}" if parsed.overload else "")

    def impl(self, op_name: str | Operator, fn: Callable[..., Any], dispatch_key: str = "") -> None:
        """Register a kernel of tensors for a key; the operator may be defined later."""
        if not callable(fn):
            raise TypeError(f"Library.impl: a kernel must be callable, got {type(fn).__name__}")
        name = op_name.name if isinstance(op_name, Operator) else op_name
        if "::" not in name:
            name = f"{self.ns}::{name}"
        if not name.startswith(f"{self.ns}::"):
            raise RegistrationError(explain_error(name, f"is not of the namespace {self.ns}"))
        key = dispatch_key or self.dispatch_key
        rule = Rule(_with_convention(name, fn), "tensor")
        rule.qualname = getattr(fn, "__qualname__", repr(fn))
        rule.module = f"{rule.module}, library {id(self):#x}"  # replaces its own kernels only
        self._registrations.append(register(name, SLOTS.get(key, key), rule, override=True))

    def fallback(self, fn: Callable[..., Any], dispatch_key: str = "") -> None:
        """Register `fn(op, *args, **kwargs)` for operators that have no rule at a layer."""
        if (self.ns, self.kind) != ("_", "IMPL"):
            raise RegistrationError("fallbacks are registered on Library('_', 'IMPL')")
        key = SLOTS.get(dispatch_key or self.dispatch_key, dispatch_key or self.dispatch_key)

        def through(operator: Operator, below: Callable[..., Any], *values: Any) -> Any:
            args, kwargs = handler_arguments(operator.schema, values)
            return fn(operator, *args, **kwargs)

        decorator = layer_fallback(key)
        decorator(through)
        if decorator.registration is not None:
            self._registrations.append(decorator.registration)

    def _destroy(self) -> None:
        """Take back everything that was registered through this library."""
        for registration in reversed(self._registrations):
            registration.undo()
        self._registrations.clear()
        for operator in self._operators:
            if OPERATORS.get(operator.name) is operator:
                undeclare(operator)
        self._operators.clear()
        with LOCK:
            if _DEFINING.get(self.ns) is self:
                del _DEFINING[self.ns]

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exc: object) -> None:
        self._destroy()


def _with_convention(name: str, fn: Callable[..., Any]) -> Callable[..., Any]:
    """Call a kernel as PyTorch does: defaults dropped, keyword-only arguments by name."""

    def kernel(*values: Any) -> Any:
        args, kwargs = handler_arguments(OPERATORS[name].schema, values)
        return fn(*args, **kwargs)

    return kernel
