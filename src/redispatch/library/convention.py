"""How a user's Python function is called as a rule: its arguments, and what it may return.

Decides which arguments are passed by name, which are left out, and what a kernel must not do with
memory that is not its own. Must not know how rules are registered or walks are built.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from ..backends.forms import check_inference
from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.half_written import half_written, written_names
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.schema import Argument, Return
from ..dispatch.state import facts
from ..modes.python_layer import handler_arguments

Function = Callable[..., Any]


def by_name(operator: Operator, fn: Function) -> Function:
    """Return what calls a function with every argument: keyword-only ones by name."""
    schema = operator.schema
    count = len(schema.positional)
    names = tuple(a.name for a in schema.arguments[count:])
    if not names:
        return fn

    def call(*args: Any) -> Any:
        return fn(*args[:count], **dict(zip(names, args[count:], strict=True)))

    return call


def as_in_pytorch(operator: Operator, fn: Function) -> Function:
    """Return what calls a function without the arguments that equal their defaults."""
    schema = operator.schema
    if all(a.is_required and not a.kwarg_only for a in schema.arguments):
        return fn

    def call(*args: Any) -> Any:
        args, kwargs = handler_arguments(schema, args)
        return fn(*args, **kwargs)

    return call


def check_signature(operator: Operator, fn: Function, what: str) -> None:
    """Raise RegistrationError if a function cannot be called as `by_name` will call it."""
    schema = operator.schema
    names = [a.name for a in schema.arguments]
    count = len(schema.positional)
    try:
        inspect.signature(fn).bind(*names[:count], **{n: n for n in names[count:]})
    except TypeError as error:
        wanted = ", ".join([*names[:count], *(["*"] if names[count:] else []), *names[count:]])
        raise RegistrationError(
            explain_error(
                f"{what} of {operator.name}",
                f"cannot be called as the operator will: {error}",
                accepted=f"a function of ({wanted})",
            )
        ) from None
    except ValueError:  # it has no signature to ask
        return


# what a kernel must not do --------------------------------------------------------------------


def guarded(operator: Operator, fn: Function) -> Function:
    """Return a kernel whose results are checked: by type, and for memory of arguments.

    Operators that write to inference tensors outside inference mode are refused before.
    """
    schema = operator.schema
    if schema.mutated_arguments:
        return _guarded_write(operator, fn)
    if not schema.returns:
        return lambda *args: _checked(operator, fn(*args), args)
    one = len(schema.returns) == 1 and str(schema.returns[0].type) == "Tensor"
    alone = one and not any(a.is_tensor_list for a in schema.arguments)
    tensors = TENSOR_TYPES

    def call(*args: Any) -> Any:
        result = fn(*args)
        if alone and result.__class__ in tensors:
            data = result._data
            base = getattr(data, "base", None)
            for value in args:
                if value.__class__ in tensors:
                    other = value._data
                    if other is data or (base is not None and _same_memory(base, other)):
                        _refuse_alias(operator, result, args)
            return result
        return _checked(operator, result, args)

    return call


def _guarded_write(operator: Operator, fn: Function) -> Function:
    """Return the same of a kernel that writes: a result that is refused comes after the write."""
    name, arguments = operator.name, written_names(operator)
    positions = [i for i, a in enumerate(operator.schema.arguments) if a.mutated]

    def write(*args: Any) -> Any:
        if not facts().inference:
            for i in positions:
                value = args[i]
                for each in value if value.__class__ in (list, tuple) else (value,):
                    if each.__class__ in TENSOR_TYPES:
                        check_inference(name, each)
        result = fn(*args)
        try:
            return _checked(operator, result, args)
        except RuntimeError as error:
            half_written(error, name, arguments)
            raise

    return write


def _same_memory(base: Any, other: Any) -> bool:
    """Whether an array whose memory belongs to `base` looks at the memory of another array."""
    return base is other or base is getattr(other, "base", None)


def shares_memory(tensor: Any, other: Any) -> bool:
    """Whether two tensors look at the same memory, as far as their payloads say."""
    data, payload = tensor._data, other._data
    base = getattr(data, "base", None)
    return data is payload or data is getattr(payload, "base", None) or (
        base is not None and _same_memory(base, payload)
    )  # fmt: skip


def tensors_in(values: Sequence[Any], kinds: Sequence[Argument | Return]) -> Iterator[Any]:
    """Yield the tensors among values, each with the name or number of its argument or result."""
    for place, (value, kind) in enumerate(zip(values, kinds, strict=True)):
        name = kind.name if kind.name is not None else place
        for each in value if value.__class__ in (list, tuple) else (value,):
            if each.__class__ in TENSOR_TYPES:
                yield name, each


def _checked(operator: Operator, result: Any, args: Sequence[Any]) -> Any:
    """Return what a kernel returned if the schema and the memory of its tensors allow it."""
    returns = operator.schema.returns
    if not returns:
        if result is not None:
            _refuse_type(operator, result, "None: the operator returns nothing")
        return None
    results: Any = (result,)
    if len(returns) > 1:
        if result.__class__ not in (tuple, list) and not isinstance(result, tuple):
            _refuse_type(operator, result, f"a tuple of {len(returns)}")
        results = result
        if len(results) != len(returns):
            _refuse_type(operator, result, f"{len(returns)} results, not {len(results)}")
    for value, kind in zip(results, returns, strict=True):
        if kind.type.list and kind.type.base == "Tensor":
            if value.__class__ not in (list, tuple) or not all(
                v.__class__ in TENSOR_TYPES for v in value
            ):
                _refuse_type(operator, value, str(kind.type))
        elif kind.type.base == "Tensor" and value is not None:
            if value.__class__ not in TENSOR_TYPES:
                _refuse_type(operator, value, str(kind.type))
    _refuse_alias(operator, result, args)
    return result


def _refuse_alias(operator: Operator, result: Any, args: Sequence[Any]) -> None:
    schema = operator.schema
    results = result if len(schema.returns) > 1 else (result,)
    outputs = list(tensors_in(results, schema.returns))
    for place, (which, output) in enumerate(outputs):
        others = [(f"argument {n!r}", t) for n, t in tensors_in(args, schema.arguments)]
        others += [(f"result {n}", t) for n, t in outputs[:place]]
        for name, other in others:
            if output is other or shares_memory(output, other):
                raise RuntimeError(
                    explain_error(
                        operator.name,
                        f"result {which} may not alias {name}: they share memory, and the schema "
                        f"{schema} does not say so",
                        accepted="a result of its own: return a .clone()",
                    )
                )


def _refuse_type(operator: Operator, value: Any, accepted: str) -> NoReturn:
    raise RuntimeError(
        explain_error(
            operator.name,
            f"its kernel returned {type(value).__name__}: unable to cast that to what the schema "
            f"{operator.schema} says",
            accepted=accepted,
        )
    )
