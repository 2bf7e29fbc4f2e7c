"""What a user's function becomes in the tables of rules, however its operator was made.

Decides for which operators a derivative, a batching rule or a fake can be registered, and what is
then in the slot. Must not know who registers (`custom_op`, a Library, a plain call) nor who calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.user_operator import check_setup, recorder
from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import Operator
from ..dispatch.registry import register
from ..dispatch.rules import LOCK, REGISTRARS, RULES, Registration, Rule, registering_place
from ..modes.fake_context import in_context
from .convention import by_name

Function = Callable[..., Any]
REGISTRARS.add(__name__)


def fake_convention(operator: Operator, function: Function) -> Function:
    """Return a fake with all arguments by position, in which `get_ctx` answers."""
    return in_context(operator, by_name(operator, function))


# derivatives ----------------------------------------------------------------------------------


def autograd_rule(operator: Operator, backward: Function | None, setup: Function | None) -> Rule:
    """Return the rule of the Autograd layer that records calls with the user's functions."""
    rule = Rule(recorder(operator, backward, setup), "layer")
    if backward is not None:
        rule.qualname = getattr(backward, "__qualname__", rule.qualname)
    return rule


def check_derivative(operator: Operator, setup: Function | None) -> None:
    """Raise unless a derivative can be registered for an operator with this setup_context."""
    if operator.schema.mutated_arguments:
        raise RuntimeError(
            explain_error(
                operator.name,
                "writes to an argument, so no derivative can be registered for it: "
                f"{operator.schema} is not functional",
                where=registering_place()[0],
                accepted="a functional operator, which returns what it computes",
            )
        )
    refuse_keyword_tensors("register_autograd", operator)
    check_setup(operator, setup)


def check_no_derivative(operator: Operator) -> None:
    """Raise RegistrationError if an operator has a derivative already."""
    for slot in ("Derivative", "Autograd"):
        rule = RULES.active(operator.name, slot)
        if rule is not None:
            raise RegistrationError(
                explain_error(
                    operator.name,
                    f"has a derivative already, registered at {rule.source}",
                    where=registering_place()[0],
                    accepted="override=True to replace it on purpose",
                )
            )


def refuse_keyword_tensors(who: str, operator: Operator) -> None:
    """Raise NotImplementedError if a keyword-only argument is a tensor or a list of them."""
    for argument in operator.schema.arguments:
        if argument.kwarg_only and (argument.is_tensor or argument.is_tensor_list):
            raise NotImplementedError(
                explain_error(
                    f"{who} of {operator.name}",
                    f"kwarg-only Tensor args are not supported, and {argument.name!r} is one",
                    accepted="tensors that can be given by position",
                )
            )


def refuse_taken(operator: Operator) -> None:
    """Raise the error of a name that was declared otherwise than by `custom_op`."""
    raise RegistrationError(
        explain_error(
            operator.name,
            f"is declared already, at {operator.source}",
            where=registering_place()[0],
            accepted="another name, or undo of the first declaration",
        )
    )


# rows that other parts read -------------------------------------------------------------------


def row(operator: Operator, slot: str, function: Any, *, override: bool = False) -> Registration:
    """Register a function as a row of a slot that no walk calls by itself."""
    if not callable(function):
        raise TypeError(
            explain_error(
                f"{operator.name} for {slot}",
                f"a rule must be callable, not {type(function).__name__}",
                where=registering_place()[0],
            )
        )
    convention = vmap_convention if slot == "Vmap" else None
    rule = Rule(function, "row", convention=convention)
    return register(operator, slot, rule, override=override)


def vmap_convention(operator: Operator, function: Function) -> Function:
    """Return a user's batching rule with all arguments by position.

    It gets keyword-only ones by name, and `in_dims` is about the others: they hold no tensors.
    """
    schema = operator.schema
    count = len(schema.positional)
    names = [a.name for a in schema.arguments[count:]]

    def call(info: Any, in_dims: tuple[Any, ...], *args: Any) -> Any:
        named = dict(zip(names, args[count:], strict=True))
        return function(info, in_dims[:count], *args[:count], **named)

    return call


def torch_dispatch_row(operator: Operator, handler_class: type, function: Function) -> Registration:
    """Register what runs in place of the handler of a mode's or subclass's own, exactly."""
    if not isinstance(handler_class, type):
        raise ValueError(
            f"register_torch_dispatch of {operator.name}: {handler_class!r} is no class of modes "
            "or of tensors"
        )
    if not callable(function):
        raise TypeError(f"register_torch_dispatch of {operator.name}: {function!r} is not callable")
    with LOCK:
        for rule in RULES.stack(operator.name, "TorchDispatch"):
            if rule.fn[0] is handler_class:
                raise RegistrationError(
                    explain_error(
                        operator.name,
                        f"has a rule for {handler_class.__qualname__} already, registered at "
                        f"{rule.source}",
                        where=registering_place()[0],
                        accepted="undo of the first",
                    )
                )
        rule = Rule((handler_class, function), "row")
        rule.qualname = f"{handler_class.__qualname__}: {getattr(function, '__qualname__', '')}"
        return register(operator, "TorchDispatch", rule, override=True)
