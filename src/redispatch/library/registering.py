"""Rules for any operator by name: `register_kernel`, `register_fake` and others.

Decides what each of these calls accepts as an operator, and where its registration is kept: with
the `custom_op` it is for, with the library given, or for as long as the process runs. What a rule
is stands in rules.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import NAMESPACE, Operator
from ..dispatch.registry import lookup, register
from ..dispatch.rules import REGISTRARS, RULES, Registration, Rule, registering_place
from . import rules
from .convention import by_name, check_signature
from .custom_op import CustomOpDef, kernel_convention, made
from .library import Library
from .slots import Devices, slots_of_devices

Function = Callable[..., Any]
REGISTRARS.add(__name__)


class Overloads(Protocol):
    """All operators of a name, as `ops.namespace.name`."""

    @property
    def default(self) -> Operator:
        """The operator without an overload name."""
        ...


AnyOperator = str | Operator | CustomOpDef | Overloads


def found(op: AnyOperator, who: str) -> Operator:
    """Return the operator that is meant.

    Raises
    ------
    OperatorNotFound
        If no operator has the name.
    ValueError
        If it is something else: a function, say.
    """
    if isinstance(op, CustomOpDef):
        return op.operator
    if isinstance(op, Operator):
        return op
    if isinstance(op, str):
        return lookup(op.removesuffix(".default"))
    default = getattr(op, "default", None)
    if isinstance(default, Operator):
        return default
    raise ValueError(
        explain_error(
            who,
            f"{op!r} is no operator",
            accepted="its name, an OpOverload as ops.namespace.name.default, or what custom_op "
            "returned",
        )
    )


def _definition(op: AnyOperator, who: str) -> tuple[Operator, CustomOpDef | None]:
    """Return the operator, and what `custom_op` made of it, if that made it."""
    operator = found(op, who)
    return operator, op if isinstance(op, CustomOpDef) else made(operator.name)


def _keep(registration: Registration, lib: Library | None) -> None:
    if lib is not None:
        lib._own(registration)


# rules ----------------------------------------------------------------------------------------


def register_kernel(
    op: AnyOperator,
    device_types: Devices,
    func: Function | None = None,
    /,
    *,
    lib: Library | None = None,
    override: bool = False,
) -> Any:
    """Register a function of tensors as an operator's kernel for devices; usable as a decorator.

    Parameters
    ----------
    op : str, Operator or CustomOpDef
    device_types : str, sequence of str or None
        None for all devices.
    func : callable, optional
        Gets all arguments, keyword-only ones by name; runs beneath the layers.
    lib : Library, optional
        The kernel goes when it goes.
    override : bool
        Replace a kernel that is there on purpose; by accident it is an error.

    Raises
    ------
    RuntimeError
        If a device is unknown, the function does not fit, or there is a kernel already.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.library.Library("rd", "IMPL") as lib:
    ...     rd.library.register_kernel("cosh", "cpu", lambda x: x * 0, lib=lib, override=True)
    ...     rd.cosh(rd.tensor([1.]))
    tensor([0.])
    """
    operator, definition = _definition(op, "register_kernel")
    if definition is not None and lib is None:
        return definition.register_kernel(device_types, func)
    slots = slots_of_devices(device_types)

    def make(function: Function) -> Function:
        check_signature(operator, function, "a kernel")
        convention = kernel_convention if operator.schema.namespace != NAMESPACE else by_name
        done: list[Registration] = []
        try:
            for slot in slots:
                rule = Rule(function, "tensor", convention=convention)
                done.append(register(operator, slot, rule, override=override))
        except RegistrationError:
            for registration in done:
                registration.undo()
            raise
        for registration in done:
            _keep(registration, lib)
        return function

    if func is None:
        return make
    make(func)
    return None


def register_fake(
    op: AnyOperator,
    func: Function | None = None,
    /,
    *,
    lib: Library | None = None,
    override: bool = False,
) -> Any:
    """Register what gives the sizes and dtype of an operator's result, for tensors without data.

    Usable as a decorator. Within the function `get_ctx()` answers.

    Raises
    ------
    RegistrationError
        If there is one already and `override` is not given.
    """
    operator, definition = _definition(op, "register_fake")
    if definition is not None and lib is None:
        return definition.register_fake if func is None else definition.register_fake(func)

    def make(function: Function) -> Function:
        check_signature(operator, function, "a fake")
        there = RULES.active(operator.name, "Meta")
        rule = Rule(function, "tensor", convention=rules.fake_convention)
        if there is not None and not override and not rule.replaces(there):
            raise RegistrationError(
                explain_error(
                    operator.name,
                    f"already has a fake or Meta implementation, registered at {there.source}",
                    where=registering_place()[0],
                    accepted="override=True to replace it on purpose",
                )
            )
        _keep(register(operator, "Meta", rule, override=True), lib)
        return function

    return make if func is None else make(func)


def impl_abstract(
    qualname: AnyOperator, func: Function | None = None, *, lib: Library | None = None
) -> Any:
    """Register a fake: the older name of `register_fake`."""
    return register_fake(qualname, func, lib=lib)


def register_autograd(
    op: AnyOperator,
    backward: Function,
    /,
    *,
    setup_context: Function | None = None,
    lib: Library | None = None,
    override: bool = False,
) -> None:
    """Register the derivative of an operator: `backward(ctx, *grads)`, and what saves for it.

    `setup_context(ctx, inputs, output)` is called after the operator, with `keyword_only_inputs`
    if it has any. Backward returns a gradient, or None, for each argument that is not keyword-only,
    in a list where the argument is one.

    Raises
    ------
    OperatorNotFound
        If there is no such operator.
    RuntimeError
        If it writes to an argument, or has a derivative already and `override` is not given.
    """
    operator, definition = _definition(op, "register_autograd")
    if definition is not None and lib is None:
        definition.register_autograd(backward, setup_context=setup_context)
        return
    rules.check_derivative(operator, setup_context)
    rule = rules.autograd_rule(operator, backward, setup_context)
    there = RULES.active(operator.name, "Autograd")
    if not override and not (there is not None and rule.replaces(there)):
        rules.check_no_derivative(operator)
    _keep(register(operator, "Autograd", rule, override=True), lib)


def register_vmap(
    op: AnyOperator,
    func: Function | None = None,
    /,
    *,
    lib: Library | None = None,
    override: bool = False,
) -> Any:
    """Register how an operator is called on a batch: `func(info, in_dims, *args, **kwargs)`.

    It returns the result and the dimension of the batch in it. Usable as a decorator.

    Raises
    ------
    NotImplementedError
        If a keyword-only argument is a tensor.
    """
    operator, definition = _definition(op, "register_vmap")
    if definition is not None and lib is None:
        return definition.register_vmap(func)
    rules.refuse_keyword_tensors("register_vmap", operator)

    def make(function: Function) -> Function:
        _keep(rules.row(operator, "Vmap", function, override=override), lib)
        return function

    return make if func is None else make(func)


def register_torch_dispatch(
    op: AnyOperator,
    torch_dispatch_class: type,
    func: Function | None = None,
    /,
    *,
    lib: Library | None = None,
) -> Any:
    """Register what runs for an operator in place of one mode's or subclass's own handler.

    `func(mode_or_class, func, types, args, kwargs)`; exactly that class, none derived from it.
    Usable as a decorator.
    """
    operator, definition = _definition(op, "register_torch_dispatch")
    if definition is not None and lib is None:
        return definition.register_torch_dispatch(torch_dispatch_class, func)

    def make(function: Function) -> Function:
        _keep(rules.torch_dispatch_row(operator, torch_dispatch_class, function), lib)
        return function

    return make if func is None else make(func)


def opcheck(op: AnyOperator, args: Any, kwargs: Any = None, **options: Any) -> dict[str, Any]:
    """Check an operator's registrations on sample arguments; see `modes.opcheck`."""
    from ..modes.opcheck import opcheck as check

    return check(found(op, "opcheck"), args, kwargs, **options)
