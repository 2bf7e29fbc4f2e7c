"""`custom_op`: an operator from one Python function.

Decides what the decorator registers in which slot, and that a redefinition replaces. What a rule
of an operator is, however the operator was made, is in rules.py.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any, overload

from ..dispatch.callers import user_caller
from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS, declare, register, undeclare
from ..dispatch.rules import LOCK, REGISTRARS, Registration, Rule, registering_place
from ..dispatch.schema import Schema, parse
from . import rules
from .convention import by_name, check_signature, guarded
from .infer import infer_schema
from .slots import Devices, slots_of_devices

Function = Callable[..., Any]
REGISTRARS.add(__name__)  # the line of a rule is the user's
_LOG = logging.getLogger(__name__)


@overload
def custom_op(
    name: str,
    fn: None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
    tags: str | Iterable[str] = (),
) -> Callable[[Function], CustomOpDef]: ...


@overload
def custom_op(
    name: str,
    fn: Function,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
    tags: str | Iterable[str] = (),
) -> CustomOpDef: ...


def custom_op(
    name: str,
    fn: Function | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: Devices = None,
    schema: str | None = None,
    tags: str | Iterable[str] = (),
) -> Any:
    """Make an operator of a function of tensors; usable as a decorator.

    An operator of that name made by `custom_op` before is replaced: a cell of a notebook can be run
    again.

    Parameters
    ----------
    name : str
        "namespace::name" or "namespace::name.overload".
    fn : callable
        Gets and returns tensors; runs beneath Autograd.
    mutates_args : iterable of str, or "unknown"
        The parameters that it writes to. "unknown" is pessimistic: every tensor counts as written.
    device_types : str, iterable of str or None
        The devices it is for; None for all.
    schema : str, optional
        The signature, `"(Tensor x, float by) -> Tensor"`; inferred from type hints otherwise.
    tags : str or iterable of str
        Words that give layers their default rules, as `"nondifferentiable"` or `"random"`.

    Returns
    -------
    CustomOpDef

    Raises
    ------
    ValueError
        If the name has no namespace, or the hints do not make a schema, or `mutates_args` and a
        given schema disagree. Nothing is changed then.
    NotImplementedError
        If a keyword-only argument is a tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> @rd.library.custom_op("docs::double", mutates_args=())
    ... def double(x: rd.Tensor) -> rd.Tensor:
    ...     return x * 2
    >>> double(rd.tensor([1., 2.]))
    tensor([2., 4.])
    >>> double.undo()
    """
    if not isinstance(name, str) or "::" not in name:
        raise ValueError(f"custom_op: {name!r} has no namespace; write it as 'namespace::{name}'")

    def make(function: Function) -> CustomOpDef:
        text = schema
        if text is None:
            text = infer_schema(function, mutates_args=mutates_args)
        else:
            _check_mutated(name, parse(f"{name}{text}"), mutates_args)
        return CustomOpDef(name, text, function, device_types, tags)

    return make if fn is None else make(fn)


def _check_mutated(name: str, schema: Schema, mutates_args: str | Iterable[str]) -> None:
    """Raise ValueError unless a schema and `mutates_args` name the same arguments."""
    written = {a.name for a in schema.mutated_arguments}
    if mutates_args == "unknown":
        return
    named = {mutates_args} if isinstance(mutates_args, str) else set(mutates_args)
    if written != named:
        says, given = (f"{{{', '.join(map(repr, sorted(s)))}}}" for s in (written, named))
        raise ValueError(
            f"custom_op {name}: by its schema {schema} the op mutates {says}, by mutates_args "
            f"{given}; they must name the same arguments"
        )


class CustomOpDef:
    """An operator made by `custom_op`: call it, and register more rules for it.

    As a context manager it lasts for a block. A second registration of one kind replaces the first.

    Examples
    --------
    >>> import redispatch as rd
    >>> def triple(x: rd.Tensor) -> rd.Tensor:
    ...     return x * 3
    >>> with rd.library.custom_op("docs::triple", triple, mutates_args=()) as op:
    ...     op(rd.tensor([1.]))
    tensor([3.])
    """

    def __init__(
        self,
        name: str,
        schema: str,
        function: Function,
        device_types: Devices,
        tags: str | Iterable[str] = (),
    ) -> None:
        self._name = name
        self._registrations: dict[str, Registration] = {}
        self._kernels: dict[str, Function] = {}
        self._disabled: set[str] = set()
        self._first = function
        # whatever may be refused is refused before anything changes
        parsed = parse(f"{name}{schema}")
        probe = Operator(parsed)
        rules.refuse_keyword_tensors("custom_op", probe)
        check_signature(probe, function, "the function")
        slots = self._slots(parsed, device_types)
        with LOCK:
            old = _MADE.get(name)
            if old is None and name in OPERATORS:
                rules.refuse_taken(OPERATORS[name])
            if old is not None:
                old.undo()
            words = (tags,) if isinstance(tags, str) else tags
            self._operator = declare(f"{name}{schema}", method=False, tags=words)
            _MADE[name] = self
            for slot in slots:
                self._put_kernel(slot, function)
            self._put("Meta", _no_fake(name), None)
            if "nondifferentiable" not in self._operator.tags:
                self._put_autograd(None, None)
        self._call = user_caller(self._operator, getattr(function, "__module__", "redispatch"))
        self._operator.caller = self._call
        self.__name__ = parsed.name
        self.__doc__ = getattr(function, "__doc__", None)
        self.__wrapped__ = function

    @property
    def operator(self) -> Operator:
        """The operator of the dispatcher."""
        return self._operator

    _opoverload = operator

    @property
    def name(self) -> str:
        """The name, with its namespace."""
        return self._name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<custom operator {self._operator.schema}>"

    def __enter__(self) -> CustomOpDef:
        return self

    def __exit__(self, *exc: object) -> None:
        self.undo()

    # registering ------------------------------------------------------------------------------

    def register_kernel(self, device_types: Devices, fn: Function | None = None, /) -> Any:
        """Register the function for devices, or for all with None; a second call replaces.

        Raises
        ------
        RuntimeError
            If a device is unknown, or the function cannot be called as the schema says.
        ValueError
            If no argument says on which device a call is: neither a tensor nor `device`.
        """

        def make(function: Function) -> Function:
            self._check_alive("register_kernel")
            slots = self._slots(self._operator.schema, device_types)
            check_signature(self._operator, function, "a kernel")
            for slot in slots:
                self._put_kernel(slot, function)
            return function

        return make if fn is None else make(fn)

    def register_fake(self, fn: Function, /) -> Function:
        """Register what gives the sizes and dtype of the result, for tensors without data."""
        self._check_alive("register_fake")
        check_signature(self._operator, fn, "a fake")
        self._put("Meta", fn, rules.fake_convention)
        return fn

    def register_autograd(
        self, backward: Function, /, *, setup_context: Function | None = None
    ) -> None:
        """Register the derivative: `backward(ctx, *grads)`, and what saves for it.

        `setup_context(ctx, inputs, output)` is called after the operator, with
        `keyword_only_inputs` if it has any; a second call of `register_autograd` replaces the
        first.

        Raises
        ------
        RuntimeError
            If the operator writes to an argument.
        """
        self._check_alive("register_autograd")
        rules.check_derivative(self._operator, setup_context)
        self._put_autograd(backward, setup_context)

    def register_vmap(self, func: Function | None = None, /) -> Any:
        """Register how it is called on batches: `func(info, in_dims, *args)`.

        It returns the result and the dimension of the batch in it. Usable as a decorator.
        """

        def make(function: Function) -> Function:
            self._check_alive("register_vmap")
            rules.refuse_keyword_tensors("register_vmap", self._operator)
            self._keep("Vmap", rules.row(self._operator, "Vmap", function, override=True))
            return function

        return make if func is None else make(func)

    def register_torch_dispatch(
        self, torch_dispatch_class: type, func: Function | None = None, /
    ) -> Any:
        """Register what runs instead of the handler of one mode or subclass for this operator.

        `func(mode_or_class, func, types, args, kwargs)`; usable as a decorator.
        """

        def make(function: Function) -> Function:
            self._check_alive("register_torch_dispatch")
            self._keep(
                f"TorchDispatch {torch_dispatch_class!r}",
                rules.torch_dispatch_row(self._operator, torch_dispatch_class, function),
            )
            return function

        return make if func is None else make(func)

    @contextlib.contextmanager
    def set_kernel_enabled(self, device_type: str, enabled: bool = True) -> Iterator[None]:
        """Within its scope, switch the kernel of a device on or off, in the whole process.

        Without it the function that the operator was made from is called.

        Examples
        --------
        >>> import redispatch as rd
        >>> @rd.library.custom_op("docs::next", mutates_args=())
        ... def following(x: rd.Tensor) -> rd.Tensor:
        ...     return x + 1
        >>> _ = following.register_kernel("cpu", lambda x: x + 1.5)  # a bad one
        >>> with following.set_kernel_enabled("cpu", False):
        ...     following(rd.tensor([1.]))
        tensor([2.])
        >>> following.undo()
        """
        changed = self._switch(device_type, enabled)
        try:
            yield
        finally:
            if changed:
                self._switch(device_type, not enabled)

    def _switch(self, device_type: str, enabled: bool) -> bool:
        """Switch the kernel of a device; returns whether that changed anything."""
        with LOCK:
            try:
                slots = slots_of_devices(device_type)
            except RuntimeError:
                slots = []
            slot = slots[0] if slots else ""
            if slot not in self._kernels:
                _LOG.warning(
                    "set_kernel_enabled(%r) of %s: no kernel was registered for this device type",
                    device_type, self._name,
                )  # fmt: skip
                return False
            if (slot not in self._disabled) == enabled:
                word = "enabled" if enabled else "disabled"
                _LOG.warning("the kernel of %s for %s was already %s", self._name, slot, word)
                return False
            if enabled:
                self._disabled.discard(slot)
            else:
                self._disabled.add(slot)
            self._put_kernel(slot, self._kernels[slot])
            return True

    def undo(self) -> None:
        """Take the operator and all its rules away."""
        with LOCK:
            for registration in self._registrations.values():
                registration.undo()
            self._registrations.clear()
            if OPERATORS.get(self._operator.name) is self._operator:
                undeclare(self._operator)
            if _MADE.get(self._name) is self:
                del _MADE[self._name]

    # tables -----------------------------------------------------------------------------------

    def _check_alive(self, what: str) -> None:
        """Raise RegistrationError if the operator was undone, or replaced by a newer one."""
        if _MADE.get(self._name) is not self:
            raise RegistrationError(
                explain_error(
                    f"{what} of {self._name}",
                    "this definition was undone or replaced by a newer one",
                    where=registering_place()[0],
                    accepted="the newer definition",
                )
            )

    def _slots(self, schema: Schema, device_types: Devices) -> list[str]:
        """Return the slots of kernels for devices, if calls will say on which device they are."""
        slots = slots_of_devices(device_types)
        if device_types is not None and not schema.tensor_arguments:
            if not any(a.type.base == "device" for a in schema.arguments):
                raise ValueError(
                    f"{self._name}: a kernel for {device_types!r} would never be chosen: Functions "
                    "without tensor inputs are required to have a `device: torch.device` argument"
                )
        return slots

    def _put_kernel(self, slot: str, function: Function) -> None:
        with LOCK:
            self._kernels[slot] = function
            used = self._first if slot in self._disabled else function
            self._put(slot, used, kernel_convention)

    def _put_autograd(self, backward: Function | None, setup: Function | None) -> None:
        rule = rules.autograd_rule(self._operator, backward, setup)
        self._keep("Autograd", register(self._operator, "Autograd", rule, override=True))

    def _put(self, slot: str, fn: Function, convention: Any) -> None:
        """Put a function of tensors into a slot, in place of the one that was there."""
        rule = Rule(fn, "tensor", convention=convention)
        self._keep(slot, register(self._operator, slot, rule, override=True))

    def _keep(self, what: str, registration: Registration) -> None:
        with LOCK:
            old = self._registrations.pop(what, None)
            self._registrations[what] = registration
            if old is not None:
                old.undo()


_MADE: dict[str, CustomOpDef] = {}


def made(name: str) -> CustomOpDef | None:
    """Return the operator of a name, if `custom_op` made it."""
    return _MADE.get(name)


def kernel_convention(operator: Operator, function: Function) -> Function:
    """Return a kernel with all arguments by position, whose results are checked."""
    return guarded(operator, by_name(operator, function))


def _no_fake(name: str) -> Function:
    """Return what stands for the missing function of sizes and dtype."""

    def refuse(*args: Any) -> Any:
        raise NotImplementedError(
            f"{name} was called with tensors that have no data, but there is no fake impl or Meta "
            f"kernel for it: register one with register_fake"
        )

    return refuse


__all__ = ["CustomOpDef", "custom_op"]
