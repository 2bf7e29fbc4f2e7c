"""In-place and out= forms: how they are computed from the functional kernel.

Decides what is checked before memory is written (shape, dtype category, inference tensors) and how
a result gets into place. Must not know versions or graphs: the layers above count and record.
"""

from __future__ import annotations

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..dispatch.errors import explain_error
from ..dispatch.half_written import REFUSALS, half_written, written_names
from ..dispatch.keys import VERSION
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Inline, Site, Step, composite_rule, no_kernel
from .array_step import scalar_lines
from .backend import Backend
from .dtypes import NpDType
from .kernels import preparation, unwrap
from .overlap import check_overlap, check_partial_overlap, needs_care
from .promotion import SCALARS, can_cast_inplace, scalar_operand


def write_step(backend: Backend, site: Site) -> Step | None:
    """Return the step of an in-place or out= form, made from the kernel of the functional form."""
    operator = site.operator
    functional = operator.functional
    assert functional is not None
    rule = RULES.active(functional.name, backend.name)
    if (
        rule is None
        and backend.host is not backend
        and backend.mutable
        and backend.host is not None
    ):
        rule = backend.host_rule(functional)
    walked = rule is not None and rule.kind != "raw"  # its own walk then computes it
    if walked:
        rule = None
    if rule is None and not walked and composite_rule(functional) is None:
        return None
    compute = _functional(backend, site, functional, rule)
    refuse_inference = not site.facts.inference
    if "inplace" in operator.tags:
        kernels = () if rule is None else (rule.plain, rule.fn)
        fast = next((kernel for kernel in kernels if _writes_last(kernel)), None)
        return _inplace(backend, site, compute, fast, refuse_inference)
    return _out(backend, operator, compute, refuse_inference)


def _writes_last(kernel: Callable[..., Any] | None) -> bool:
    """Whether a kernel takes the array to write to as one more argument: a ufunc, or its form."""
    return isinstance(kernel, np.ufunc) or hasattr(kernel, "ufunc")


def _functional(
    backend: Backend, site: Site, functional: Operator, rule: Rule | None
) -> Callable[..., Any]:
    """Return what computes the payload of the result from the arguments of the functional form."""
    if rule is None:
        walks = functional.walks

        def composed(*args: Any) -> Any:
            bits = 0
            for value in args:
                if value.__class__ in TENSOR_TYPES:
                    bits |= value._keys
            return walks[bits & (VERSION.bit | backend.key.bit)](*args)._data

        return composed
    prepare = preparation(backend, functional, rule)
    kernel, pointwise = rule.fn, "pointwise" in functional.tags

    def compute(*args: Any) -> Any:
        result = backend.run(kernel, prepare(args), pointwise)
        if result is NotImplemented:
            raise no_kernel(site)
        return backend.normal(result)

    return compute


def check_inference(name: str, tensor: Any) -> None:
    """Refuse to write to an inference tensor outside inference mode."""
    if not tensor._keys & VERSION.bit:
        raise RuntimeError(
            explain_error(
                name,
                "Inplace update to inference tensor outside InferenceMode is not allowed",
                accepted="a normal tensor: make a .clone() of it",
            )
        )


def check_result(name: str, target: Any, result: Any, *, inplace: bool) -> None:
    """Refuse a result whose shape or dtype category does not fit the memory it is written to."""
    if inplace and result.shape != target.shape:
        raise RuntimeError(
            explain_error(
                name,
                f"output with shape {list(target.shape)} doesn't match the broadcast shape "
                f"{list(result.shape)}",
            )
        )
    if not can_cast_inplace(result.dtype, target.dtype):
        raise RuntimeError(
            explain_error(
                name,
                f"result type {result.dtype} can't be cast to the desired output type "
                f"{target.dtype}",
            )
        )


class _Facts(NamedTuple):
    """What `check_result` looks at."""

    shape: tuple[int, ...]
    dtype: NpDType


def check_written(name: str, target: Tensor, result: Tensor) -> None:
    """Refuse to write a tensor into another in place, as `check_result` does of payloads."""
    if result.dtype is not target.dtype or result.shape != target.shape:
        mine, given = [_Facts(tuple(t.shape), t.dtype.dtype) for t in (target, result)]
        check_result(name, mine, given, inplace=True)


Operator.check_written = staticmethod(check_written)


def _inplace(
    backend: Backend,
    site: Site,
    compute: Callable[..., Any],
    fast: Callable[..., Any] | None,
    refuse_inference: bool,
) -> Step:
    """Return the step of an in-place form."""
    name, arguments = site.operator.name, written_names(site.operator)

    def write(self: Any, *rest: Any) -> Any:
        if refuse_inference:
            check_inference(name, self)
        result = compute(self, *rest)
        target = self._data
        check_result(name, target, result, inplace=True)
        check_overlap(name, target)
        check_partial_overlap(name, target, map(payload_of, rest))
        try:
            np.copyto(target, result, casting="unsafe")
        except ValueError as error:
            finished(error)
        except BaseException as error:
            half_written(error, name, arguments)
            raise
        return self

    if fast is None:
        return Step(write, "computes and writes", key=backend.key, how="form")
    inline = _inline_write(backend, site, fast, write, refuse_inference)
    return Step(
        write, f"writes through {fast.__name__}", inline=inline, key=backend.key, how="form"
    )


def _inline_write(
    backend: Backend,
    site: Site,
    ufunc: Callable[..., Any],
    general: Callable[..., Any],
    refuse_inference: bool,
) -> Inline:
    """Return the common case as source: one ufunc that writes into a dense array of its own dtype.

    Whatever it does not cover (`mixed`) goes to the general function.
    """
    arguments = site.operator.schema.arguments
    names: dict[str, Any] = {
        "ufunc": ufunc,
        "finished": finished,
        "general": general,
        "half_written": half_written,
        "operator_name": site.operator.name,
        "written": written_names(site.operator),
        "scalars": SCALARS,
        "scalar_operand": scalar_operand,
        "VERSION": VERSION.bit,
        "__warningregistry__": 0,
    }
    operands, load, tests = ["self_"], ["self_ = self._data"], []
    for argument in arguments[1:]:
        name = argument.name
        if not argument.is_tensor:
            names[f"default_{name}"] = argument.default
            tests.append(f"{name} is not _default_{name}")
            continue
        operands.append(f"{name}_")
        if name in site.scalars:
            load += scalar_lines(site, name, "self_")
            tests.append(f"self_.dtype is not {name}_.dtype")
        else:
            load.append(f"{name}_ = {name}._data")
            tests.append(f"self_.dtype is not {name}_.dtype or self_.shape != {name}_.shape")
    if refuse_inference:
        tests.append("not self._keys & _VERSION")
    if len(operands) > 1 and not site.scalars:  # arrays without a base own their memory
        names["needs_care"] = needs_care
        views = "(self_.base is not None or {0}.base is not None)"
        care = f"{views} and _needs_care(self_, {{0}})"
        tests += [care.format(other) for other in operands[1:]]
    else:
        tests.append("self_.base is not None and not self_.flags.c_contiguous")
    compute = (
        "try:",
        f"    _ufunc({', '.join(operands)}, self_)",
        "except (TypeError, ValueError) as _error:",
        f"    _finished(_error, _general, {', '.join(a.name for a in arguments)})",
        "except BaseException as _error:",
        "    _half_written(_error, _operator_name, _written)",
        "    raise",
    )
    return Inline(
        load=tuple(load),
        mixed=" or ".join(tests),
        compute=compute,
        payload={"self": "self_"},
        names=names,
        keys=backend.key.bit,
        version=None,
        writes=True,
    )


def finished(error: Exception, general: Callable[..., Any] | None = None, *args: Any) -> None:
    """Pass over what NumPy wanted to warn of; see Note [Silent arithmetic] in array_backend.py.

    The ufunc had written its whole output by then. Where it refused the dtype, the general function
    is called, which refuses it in PyTorch's words. Any other error is raised.
    """
    if isinstance(error, TypeError):
        if "registry" in str(error):
            return
        if general is not None:
            general(*args)
            return
    if isinstance(error, ValueError) and "read-only" in str(error):
        raise RuntimeError(
            "the memory of this tensor is read-only (it was taken from a read-only NumPy array); "
            "write to a .clone() of it"
        ) from None
    try:
        raise error
    finally:
        del error  # its traceback holds this frame


def payload_of(value: Any) -> Any:
    """Return the payload of a tensor, or what is none as it is."""
    return value._data if value.__class__ in TENSOR_TYPES else value


def _out(
    backend: Backend, operator: Operator, compute: Callable[..., Any], refuse_inference: bool
) -> Step:
    """Return the step of an out= form."""
    name = operator.name

    def write(*args: Any) -> Any:
        out = args[-1]
        if refuse_inference:
            check_inference(name, out)
        result = compute(*args[:-1])
        target = out._data
        check_result(name, target, result, inplace=False)
        if target.shape != result.shape:
            if target.size:
                warnings.warn(
                    f"{name}: an output with one or more elements was resized from "
                    f"{list(target.shape)} to {list(result.shape)}",
                    UserWarning,
                    stacklevel=4,
                )
            out._data = backend.cast(result, out.dtype) if result.dtype != target.dtype else result
            return out
        check_overlap(name, target)
        check_partial_overlap(name, target, map(payload_of, args[:-1]))
        try:
            np.copyto(target, result, casting="unsafe")
        except BaseException as error:
            if not isinstance(error, REFUSALS):
                half_written(error, name, "'out'")
            raise
        return out

    return Step(write, "computes and writes to out", key=backend.key, how="form")


__all__ = ["check_inference", "check_overlap", "unwrap", "write_step"]
