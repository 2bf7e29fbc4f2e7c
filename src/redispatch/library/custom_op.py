"""`custom_op`: an operator from one Python function.

Decides what the decorator registers in which slot, and how a user's backward becomes the rule of
the Autograd layer. Must not know how walks are built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, overload

from ..autograd.function import Function
from ..backends.backend import backend_named
from ..dispatch.callers import user_caller
from ..dispatch.errors import explain_error
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS, declare, layer_rule, tensor_rule, undeclare
from ..dispatch.rules import LOCK, REGISTRARS, Registration
from .infer import infer_schema

Devices = str | Iterable[str] | None
REGISTRARS.add(__name__)  # the line of a rule is the user's


@overload
def custom_op(
    name: str,
    fn: None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
) -> Callable[[Callable[..., Any]], CustomOp]: ...


@overload
def custom_op(
    name: str,
    fn: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
) -> CustomOp: ...


def custom_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
) -> Any:
    """Make an operator of a function of tensors; usable as a decorator.

    Parameters
    ----------
    name : str
        "namespace::name"; an operator of that name made by `custom_op` before is replaced.
    fn : callable
        Gets and returns tensors; runs beneath Autograd.
    mutates_args : iterable of str, or "unknown"
        The parameters that it writes to.
    device_types : str, iterable of str or None
        The devices it is for; None for all.
    schema : str, optional
        The signature; inferred from type hints otherwise.

    Returns
    -------
    CustomOp

    Raises
    ------
    ValueError
        If the name has no namespace or the hints do not make a schema.

    Examples
    --------
    >>> import redispatch as rd
    >>> @rd.library.custom_op("docs::double", mutates_args=())
    ... def double(x: rd.Tensor) -> rd.Tensor:
    ...     return x * 2
    >>> double(rd.tensor([1., 2.]))
    tensor([2., 4.])
    """
    if "::" not in name:
        raise ValueError(f"custom_op: {name!r} has no namespace; write it as 'namespace::{name}'")

    def make(function: Callable[..., Any]) -> CustomOp:
        text = schema or infer_schema(function, mutates_args=mutates_args)
        return CustomOp(name, text, function, device_types)

    return make if fn is None else make(fn)


class CustomOp:
    """An operator made by `custom_op`: call it, and register more rules for it."""

    def __init__(
        self, name: str, schema: str, function: Callable[..., Any], device_types: Devices
    ) -> None:
        self.name = name
        self._registrations: dict[str, Registration] = {}
        with LOCK:
            old = _MADE.pop(name, None)
            if old is not None:
                old.undo()
            self.operator: Operator = declare(f"{name}{schema}", method=False)
            _MADE[name] = self
        self.register_kernel(device_types, function)
        self.register_fake(_no_fake(name))
        self._install(None, None)
        self._call = user_caller(self.operator)
        self.operator.caller = self._call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<custom operator {self.operator.schema}>"

    def _keep(self, what: str, registration: Registration | None) -> None:
        old = self._registrations.pop(what, None)
        if old is not None:
            old.undo()
        if registration is not None:
            self._registrations[what] = registration

    def register_kernel(self, device_types: Devices, fn: Callable[..., Any] | None = None) -> Any:
        """Register the function for devices, or for all with None; a second call replaces."""

        def make(function: Callable[..., Any]) -> Callable[..., Any]:
            names = [device_types] if isinstance(device_types, str) else device_types
            slots = (
                ["CompositeExplicit"]
                if names is None
                else [backend_named(n).key.name for n in names]
            )
            for slot in slots:
                self._keep(slot, None)
                rule = tensor_rule(self.operator, slot)
                rule(function)
                self._keep(slot, rule.registration)
            return function

        return make if fn is None else make(fn)

    def register_fake(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """Register what gives the sizes and dtype of the result, for tensors without data."""
        self._keep("Meta", None)
        rule = tensor_rule(self.operator, "Meta")
        rule(fn)
        self._keep("Meta", rule.registration)
        return fn

    def register_autograd(
        self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None
    ) -> None:
        """Register the derivative: `backward(ctx, *grads)`, and what saves for it.

        `setup_context(ctx, inputs, output)` is called after the operator; a second call of
        `register_autograd` replaces the first.
        """
        if self.operator.schema.mutated_arguments:
            raise RuntimeError(
                explain_error(
                    self.name,
                    "writes to an argument, so no derivative can be registered for it",
                    accepted="a functional operator",
                )
            )
        self._install(backward, setup_context)

    def _install(
        self, backward: Callable[..., Any] | None, setup: Callable[..., Any] | None
    ) -> None:
        """Put the user's backward into the Autograd layer, as a Function around what is below."""
        if self.operator.schema.mutated_arguments:
            return
        name = self.name
        made = _function(name, backward, setup)
        self._keep("Autograd", None)

        def record(below: Callable[..., Any], *args: Any) -> Any:
            return made.apply(below, *args)

        record.__name__ = record.__qualname__ = f"autograd of {name}"
        rule = layer_rule(self.operator, "Autograd")
        rule(record)
        self._keep("Autograd", rule.registration)

    def undo(self) -> None:
        """Take the operator and all its rules away."""
        for registration in self._registrations.values():
            registration.undo()
        self._registrations.clear()
        if OPERATORS.get(self.operator.name) is self.operator:
            undeclare(self.operator)
        _MADE.pop(self.name, None)


_MADE: dict[str, CustomOp] = {}


def _no_fake(name: str) -> Callable[..., Any]:
    """Return what stands for the missing function of sizes and dtype."""

    def refuse(*args: Any) -> Any:
        raise NotImplementedError(
            f"{name} was called with tensors that have no data, but there is no fake "
            "implementation for it: register one with register_fake"
        )

    return refuse


def _function(
    name: str, backward: Callable[..., Any] | None, setup: Callable[..., Any] | None
) -> type[Function]:
    """Return the Function that calls what is below in forward and the user's in backward."""

    def forward(below: Callable[..., Any], *args: Any) -> Any:
        result = below(*args)
        return tuple(result) if isinstance(result, list) else result

    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        if setup is not None:
            setup(ctx, inputs[1:], output)

    def run(ctx: Any, *grads: Any) -> Any:
        if backward is None:
            raise RuntimeError(
                f"Trying to backward through {name} but no autograd formula was registered. "
                "Please use register_autograd to add one."
            )
        given = backward(ctx, *grads)
        return (None, *given) if isinstance(given, tuple) else (None, given)

    body = {
        "forward": staticmethod(forward),
        "setup_context": staticmethod(setup_context),
        "backward": staticmethod(run),
    }
    return type(name.replace("::", "_"), (Function,), body)
