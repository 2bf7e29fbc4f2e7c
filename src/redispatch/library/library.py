"""`Library`: operators and kernels under a namespace, in PyTorch's spelling.

Decides what a library may define, and what it takes back when it goes. Must not know how rules are
adapted; which slot a key stands for is in slots.py.

Note [Libraries that are gone]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A library takes everything back when it is destroyed: by `with`, by `_destroy`, or when nobody has
it any more, as in a notebook whose cell is run again. A finalizer may run anywhere, also within a
registration, so it only notes what is to be taken back; the next use of a library does it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from typing import Any, Literal

from ..dispatch.errors import OperatorNotFound, RegistrationError, explain_error
from ..dispatch.operator import ATEN, NAMESPACE, Operator
from ..dispatch.registry import (
    OPERATORS,
    declare,
    fallthrough,
    layer_fallback,
    lookup,
    register,
    undeclare,
)
from ..dispatch.rules import LOCK, REGISTRARS, Registration, Rule, registering_place
from ..dispatch.schema import parse
from ..modes.python_layer import handler_arguments
from . import rules
from .convention import as_in_pytorch
from .slots import slot_of

REGISTRARS.add(__name__)
Kind = Literal["DEF", "FRAGMENT", "IMPL"]
RESERVED = frozenset({"prim"})


class _Owned:
    """What a library has registered, and where it was made; outlives it for a moment."""

    def __init__(self, ns: str, kind: str) -> None:
        self.ns = ns
        self.kind = kind
        self.operators: list[Operator] = []
        self.registrations: list[Registration] = []
        self.place, self.module = registering_place()

    def take_back(self) -> None:
        """Undo everything, newest first."""
        with LOCK:
            for registration in reversed(self.registrations):
                registration.undo()
            self.registrations.clear()
            for operator in self.operators:
                if OPERATORS.get(operator.name) is operator:
                    undeclare(operator)
            self.operators.clear()
            if _DEFINING.get(self.ns) is self:
                del _DEFINING[self.ns]

    def replaces(self, older: _Owned) -> bool:
        """Whether this is the same definition run again: a module reloaded, a notebook's cell."""
        if self.module != older.module:
            return False
        own_file, older_file = (o.place.rpartition(":")[0] for o in (self, older))
        return self.place == older.place or (self.module == "__main__" and own_file != older_file)


_DEFINING: dict[str, _Owned] = {}
_GONE: list[_Owned] = []


def sweep() -> None:
    """Take back what is left of libraries; see Note [Libraries that are gone]."""
    while _GONE:
        _GONE.pop().take_back()


def fallthrough_kernel(*args: Any, **kwargs: Any) -> Any:
    """Stand for "this layer has nothing to do": given to `Library.impl` in place of a kernel."""
    raise NotImplementedError("fallthrough_kernel is not called; give it to Library.impl")


class Library:
    """Defines operators of a namespace and registers kernels for them, until it is destroyed.

    It is destroyed at the end of a `with` block, by `_destroy`, or when nobody has it any more.

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
    ValueError
        If the kind is unknown, or the namespace is reserved.

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
        sweep()
        if kind not in ("DEF", "FRAGMENT", "IMPL"):
            raise ValueError(f"Library: Unsupported kind {kind!r}; use DEF, FRAGMENT or IMPL")
        if ns in RESERVED and kind != "IMPL":
            raise ValueError(f"Library: {ns} is a reserved namespace; choose another")
        self.ns = ns
        self._space = NAMESPACE if ns == ATEN else ns
        self.kind = kind
        self.dispatch_key = dispatch_key
        if dispatch_key:
            slot_of(dispatch_key)
        self._owned = _Owned(ns, kind)
        if kind == "DEF":
            self._own_namespace()
        weakref.finalize(self, _GONE.append, self._owned).atexit = False

    def _own_namespace(self) -> None:
        with LOCK:
            older = _DEFINING.get(self.ns)
            if older is not None:
                if not self._owned.replaces(older):
                    raise RegistrationError(
                        explain_error(
                            f"Library({self.ns!r}, 'DEF')",
                            f"only a single library may define a namespace, and one at "
                            f"{older.place} does",
                            where=self._owned.place,
                            accepted="FRAGMENT, which may add to it",
                        )
                    )
                older.take_back()
            _DEFINING[self.ns] = self._owned

    def __repr__(self) -> str:
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key!r})"

    def define(
        self, schema: str, alias_analysis: str = "", *, tags: str | Iterable[str] = ()
    ) -> str:
        """Declare an operator; returns its name.

        Raises
        ------
        SchemaError
            If the text is no schema; a caret shows where.
        RegistrationError
            If the library is of kind IMPL, or the name is taken, or of another namespace.
        """
        sweep()
        if self.kind == "IMPL":
            raise RegistrationError("cannot define an operator in a library of kind IMPL")
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"unknown alias_analysis {alias_analysis!r}")
        parsed = parse(schema, self._space)
        if parsed.namespace not in (self.ns, self._space):
            raise RegistrationError(
                explain_error(schema, f"names the namespace {parsed.namespace}", accepted=self.ns)
            )
        words = (tags,) if isinstance(tags, str) else tuple(tags)
        self._owned.operators.append(
            declare(schema, tags=words, method=False, namespace=self._space)
        )
        return parsed.name + (f".{parsed.overload}" if parsed.overload else "")

    def impl(
        self,
        op_name: str | Operator,
        fn: Callable[..., Any],
        dispatch_key: str = "",
        *,
        with_keyset: bool = False,
        allow_override: bool = True,
    ) -> None:
        """Register a kernel of tensors for a key; the operator may be defined later.

        The newest kernel is in force, also over a built-in one; when the library goes, the one
        from before is back. The kernel gets its arguments without those that equal their defaults.

        Parameters
        ----------
        op_name : str or Operator
        fn : callable
            The kernel, or `fallthrough_kernel`.
        dispatch_key : str
            As `"CPU"`, `"Autograd"`, `"CompositeExplicitAutograd"`; without one the operator is
            thereby written in others.
        with_keyset : bool
            The kernel gets the keys of the call as its first argument.
        allow_override : bool
            Whether a kernel that is there already may be replaced.

        Raises
        ------
        TypeError
            If the kernel is not callable.
        RuntimeError
            If the namespace is another, the key unknown, or not that of the library.
        """
        sweep()
        if not callable(fn):
            raise TypeError(
                "Library.impl: Input function is required to be a callable, got "
                f"{type(fn).__name__}"
            )
        name = self._qualified(op_name)
        slot = slot_of(self._key(dispatch_key))
        if slot is None:
            return  # a device that nobody has here
        if fn is fallthrough_kernel:
            self._own(fallthrough(name, slot))
            return
        kernel = with_keys(fn) if with_keyset else fn
        rule = Rule(kernel, "tensor", convention=as_in_pytorch, keeps_layer=True)
        rule.qualname = getattr(fn, "__qualname__", repr(fn))
        rule.module = f"{rule.module}, library {id(self._owned):#x}"  # replaces its own only
        self._own(register(name, slot, rule, override=allow_override))

    def _key(self, dispatch_key: str) -> str:
        if self.dispatch_key and dispatch_key and dispatch_key != self.dispatch_key:
            raise RegistrationError(
                explain_error(
                    f"Library.impl for {dispatch_key}",
                    f"is inconsistent with the dispatch key of the library, {self.dispatch_key}",
                    accepted="a library without a key",
                )
            )
        return dispatch_key or self.dispatch_key

    def _qualified(self, op_name: str | Operator) -> str:
        if isinstance(op_name, Operator):
            name = str(op_name.name)
        elif isinstance(op_name, str):
            name = op_name
        else:
            raise RuntimeError(
                f"Library.impl: the operator must be a name or an Operator, got {op_name!r}"
            )
        name = name.removesuffix(".default")
        if "::" not in name:
            name = f"{self.ns}::{name}"
        if not name.startswith((f"{self.ns}::", f"{self._space}::")):
            raise RegistrationError(explain_error(name, f"is not of the namespace {self.ns}"))
        if self._space == self.ns:
            return name
        try:
            return str(lookup(name).name)  # by PyTorch's name of its overload
        except OperatorNotFound:
            return name.replace(f"{self.ns}::", f"{self._space}::", 1)

    def _own(self, registration: Registration) -> None:
        self._owned.registrations.append(registration)

    def fallback(
        self, fn: Callable[..., Any], dispatch_key: str = "", *, with_keyset: bool = False
    ) -> None:
        """Register `fn(op, *args, **kwargs)` for operators that have no rule at a layer.

        Raises
        ------
        RegistrationError
            If the library is not `Library("_", "IMPL")`, or the layer has a fallback already.
        """
        sweep()
        if (self.ns, self.kind) != ("_", "IMPL"):
            raise RegistrationError("fallbacks are registered on Library('_', 'IMPL')")
        slot = slot_of(self._key(dispatch_key))
        if slot is None:
            return
        if fn is fallthrough_kernel:
            self._own(fallthrough("*", slot))
            return
        call = with_keys(fn) if with_keyset else fn

        def through(operator: Operator, below: Callable[..., Any], *values: Any) -> Any:
            args, kwargs = handler_arguments(operator.schema, values)
            return call(operator, *args, **kwargs)

        decorator = layer_fallback(slot)
        decorator(through)
        if decorator.registration is not None:
            self._own(decorator.registration)

    def _register_fake(self, op_name: str, fn: Callable[..., Any]) -> None:
        """Register a fake for an operator of this namespace."""
        operator = lookup(self._qualified(op_name))
        rule = Rule(fn, "tensor", convention=rules.fake_convention)
        self._own(register(operator, "Meta", rule, override=True))

    def _register_torch_dispatch_rule(
        self, op_name: str, torch_dispatch_class: type, fn: Callable[..., Any]
    ) -> None:
        """Register what runs for an operator in place of a mode's or subclass's own handler."""
        operator = lookup(self._qualified(op_name))
        self._own(rules.torch_dispatch_row(operator, torch_dispatch_class, fn))

    def _destroy(self) -> None:
        """Take back everything that was registered through this library."""
        self._owned.take_back()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exc: object) -> None:
        self._destroy()


def with_keys(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return what calls a kernel with the keys of its tensor arguments in front."""
    from ..dispatch.keys import DispatchKeySet
    from ..dispatch.operator import TENSOR_TYPES
    from ..dispatch.state import facts

    def kernel(*args: Any, **kwargs: Any) -> Any:
        bits = 0
        for value in (*args, *kwargs.values()):
            for each in value if value.__class__ in (list, tuple) else (value,):
                if each.__class__ in TENSOR_TYPES:
                    bits |= each._keys
        known = facts()
        live = (bits | known.include_mask) & ~known.exclude_mask
        return fn(DispatchKeySet(live), *args, **kwargs)

    kernel.__qualname__ = getattr(fn, "__qualname__", "kernel")
    return kernel
