"""The step of a raw kernel over NumPy arrays: one generated function that unwraps, calls and wraps.

Decides the source of that function. Must not know any operator by name: what an operator needs is
in its schema and tags. Notes [Silent arithmetic] and [Scalar operands] are in array_backend.py.
"""

from __future__ import annotations

__warningregistry__ = 0  # Note [Silent arithmetic]

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..dispatch.argument import Argument
from ..dispatch.callers import compile_walk, signature
from ..dispatch.keys import COMPLEX_NUMBER
from ..dispatch.operator import Operator
from ..dispatch.rules import Rule
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Inline, Site, Step
from .kernels import kernel_step, output_keys, outputs_type, promoted_arguments
from .promotion import SCALARS, scalar_operand
from .shapes import broadcast_shapes

if TYPE_CHECKING:
    from .array_backend import ArrayBackend


class Few(NamedTuple):
    """What answers instead of a kernel, whose attribute `few` it is, for few elements.

    A kernel that hands over to another one costs 0.2 us more than that one; a test here, 0.04.
    """

    least: int  # elements from which on the kernel is called
    kernel: Callable[..., Any]  # takes the same arguments
    argument: str = ""  # the tensor whose elements count; by default the first


def recover(error: Exception, kernel: Callable[..., Any], *args: Any) -> Any:
    """Repeat a pointwise kernel in silence, or refuse shapes that do not broadcast.

    The full kernel is called even where its `plain` form failed: that is a ufunc, and it is the
    full kernel that refuses a dtype in PyTorch's words.
    """
    if isinstance(error, ValueError):
        broadcast_shapes(*[a.shape for a in args if isinstance(a, np.ndarray)])
        try:
            raise error
        finally:
            del error  # its traceback holds this frame
    with np.errstate(all="ignore"):
        return kernel(*args)


def recover_other(error: Exception, kernel: Callable[..., Any], *args: Any) -> Any:
    """Repeat any other kernel in silence; what it refuses, it refuses in its own words."""
    if isinstance(error, ValueError):
        try:
            raise error
        finally:
            del error  # its traceback holds this frame
    with np.errstate(all="ignore"):
        return kernel(*args)


def generated(operator: Operator) -> bool:
    """Whether a function can be generated: for every operator that writes to no argument."""
    return bool(operator.schema.returns) and not operator.schema.mutated_arguments


def array_step(backend: ArrayBackend, site: Site, rule: Rule) -> Step:
    """Return the generated step of a raw kernel, with its source for the layers above."""
    operator = site.operator
    keys, version = output_keys(backend, site)
    arguments = operator.schema.arguments
    promoted = [arguments[i].name for i in promoted_arguments(operator)]
    payload = {
        a.name: f"{a.name}_"
        for a in arguments
        if (a.is_tensor or a.is_tensor_list) and a.name not in site.scalars
    }
    operands = [name for name in promoted if name in payload]
    slow = kernel_step(backend, site, rule)
    if promoted and not operands:  # scalars only: the common dtype is theirs
        return slow
    load = _load_lines(site, payload, promoted, operands)
    mixed = " or ".join(f"{operands[0]}_.dtype is not {n}_.dtype" for n in operands[1:]) or None
    names: dict[str, Any] = {
        "kernel": rule.fn,
        "scalars": SCALARS,
        "scalar_operand": scalar_operand,
        "ndarray": np.ndarray,
        "asarray": np.asarray,
        "slow": slow.call,
        "Tensor": Tensor,
        "keys": keys,
        "version": version,
        "__warningregistry__": 0,  # Note [Silent arithmetic]
        "__name__": __name__,
    }
    inline = Inline(
        load=tuple(load),
        mixed=mixed,
        compute=tuple(_compute_lines(site, rule, payload, promoted, names)),
        payload=payload,
        names=names,
        keys=keys,
        version=version,
        shares=_shares(operator, payload),
    )
    call = _compile(site, inline, "int_to_float" in operator.tags, operands)
    shown = inline if _is_one_tensor(operator) else None
    return Step(call, f"runs {rule.qualname}", rule.source, shown, defaults=True, key=backend.key)


def _is_one_tensor(operator: Operator) -> bool:
    """Whether tensors go in and one comes out, so that layers above can take the source over."""
    returns = operator.schema.returns
    return (
        len(returns) == 1
        and returns[0].type.base == "Tensor"
        and not returns[0].type.list
        and not any(a.is_tensor_list for a in operator.schema.arguments)
    )


def _shares(operator: Operator, payload: dict[str, str]) -> str | None:
    """Return the expression for "the result looks at the memory of the argument".

    The base of a view is the array that owns the memory, so two comparisons decide; the general
    test of NumPy costs ten times as much.
    """
    if "maybe_view" not in operator.tags:
        return None
    own = next(iter(payload.values()))
    return f"(_d.base is {own} or (_d.base is not None and _d.base is {own}.base))"


def _load_lines(
    site: Site, payload: dict[str, str], promoted: list[str], operands: list[str]
) -> list[str]:
    """Return the lines that fetch payloads and make 0-d operands of scalars."""
    arguments = site.operator.schema.arguments
    lines = [f"{a.name}_ = {_fetch(a)}" for a in arguments if a.name in payload]
    for name in promoted:
        if name not in payload:
            lines += scalar_lines(site, name, f"{operands[0]}_")
            operands.append(name)  # its dtype is that of the result: a float for ints, say
    return lines


def scalar_lines(site: Site, name: str, beside: str) -> list[str]:
    """Return the lines that make a 0-d operand of a number: kept ones are looked up by its value.

    A complex number is not looked up: it may be equal to a real one.
    """
    made = f"{name}_ = _scalar_operand({beside}.dtype, {name})"
    if site.bits & COMPLEX_NUMBER.bit:
        return [made]
    kept = f"{name}_ = _scalars[{beside}.dtype][{name}]"
    return ["try:", f"    {kept}", "except KeyError:", f"    {made}"]


def _fetch(argument: Argument) -> str:
    """Return the expression for the payload of a tensor, or of the tensors in a list."""
    name = argument.name
    if not argument.is_tensor_list:
        fetch = f"{name}._data"
    elif argument.type.element_optional:
        fetch = f"[None if _t is None else _t._data for _t in {name}]"
    else:
        fetch = f"[_t._data for _t in {name}]"
    return f"None if {name} is None else {fetch}" if argument.type.optional else fetch


def _compute_lines(
    site: Site, rule: Rule, payload: dict[str, str], promoted: list[str], names: dict[str, Any]
) -> list[str]:
    """Return the lines that call the kernel and leave an array in `d`."""
    arguments = site.operator.schema.arguments
    given = [payload.get(a.name, f"{a.name}_" if a.name in promoted else a.name) for a in arguments]
    called = "_kernel"
    few: Few | None = getattr(rule.fn, "few", None)
    if few is not None:
        names["few"] = few.kernel
        counted = payload.get(few.argument) or next(iter(payload.values()))
        called = f"(_few if {counted}.size < {few.least} else _kernel)"
    call = f"{called}({', '.join(given)})"
    keywords = [a for a in arguments if a.kwarg_only]
    if rule.plain is not None and keywords:
        plain = [g for g, a in zip(given, arguments, strict=True) if not a.kwarg_only]
        names["plain"] = rule.plain
        for argument in keywords:
            names[f"default_{argument.name}"] = argument.default
        test = " and ".join(f"{a.name} is _default_{a.name}" for a in keywords)
        call = f"_plain({', '.join(plain)}) if {test} else {call}"
    names["recover"] = recover if "pointwise" in site.operator.tags else recover_other
    lines = [
        "try:",
        f"    _d = {call}",
        "except (TypeError, ValueError) as _error:",
        f"    _d = _recover(_error, _kernel, {', '.join(given)})",
    ]
    if _is_one_tensor(site.operator) and not site.operator.schema.is_view:
        lines += ARRAY_LINES
    return lines


ARRAY_LINES = ("if _d.__class__ is not _ndarray:", "    _d = _asarray(_d)")
WRAP_LINES = (
    "_r = _Tensor()",
    "_r._data = _d",
    "_r._keys = _keys",
    "_r._autograd = None",
    "_r._counter = _version",
)


def _result_lines(operator: Operator, names: dict[str, Any]) -> list[str]:
    """Return the lines that make the result of what the kernel has left in `d`."""
    returns = operator.schema.returns
    if len(returns) == 1 and not returns[0].type.list:
        if returns[0].type.base != "Tensor":
            return ["return _d"]
        array = [] if operator.schema.is_view or _is_one_tensor(operator) else ARRAY_LINES
        return [*array, *WRAP_LINES, "return _r"]
    lines = ["_out = []", "for _d in _d:"]
    lines += [f"    {line}" for line in (*ARRAY_LINES, *WRAP_LINES, "_out.append(_r)")]
    if len(returns) == 1:
        return [*lines, "return _out"]
    outputs = outputs_type(operator)
    if isinstance(outputs, type):  # a named tuple: made of a tuple it costs half
        names["outputs"], names["new"] = outputs, tuple.__new__
        return [*lines, "return _new(_outputs, _out)"]
    return [*lines, "return tuple(_out)"]


def _compile(
    site: Site, inline: Inline, int_to_float: bool, operands: list[str]
) -> Callable[..., Any]:
    """Compile the walk that is this one kernel."""
    operator = site.operator
    names = dict(inline.names)
    arguments = ", ".join(a.name for a in operator.schema.arguments)
    lines = [*inline.load]
    if inline.mixed is not None:
        lines += [f"if {inline.mixed}:", f"    return _slow({arguments})"]
    lines += inline.compute
    if int_to_float:
        first = operands[0] if operands else next(iter(inline.payload))
        lines += [f"if _d.dtype is not {first}_.dtype:", f"    return _slow({arguments})"]
    lines += _result_lines(operator, names)
    head = signature(operator, names)
    walk: Callable[..., Any] = compile_walk(
        head, lines, f"walk {operator.name} {site.bits:#x}", names
    )
    return walk
