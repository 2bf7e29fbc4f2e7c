"""In-place and out= forms: how they are computed from the functional kernel.

Decides what is checked before memory is written (shape, dtype category, inference tensors) and how a
result gets into place. Must not know versions or graphs: the layers above count and record.
"""

from __future__ import annotations

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dispatch.errors import explain_error
from ..dispatch.keys import VERSION
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.walk import Site, Step, no_kernel
from .backend import Backend, preparation, unwrap
from .promotion import can_cast_inplace


def write_step(backend: Backend, site: Site) -> Step | None:
    """Return the step of an in-place or out= form, made from the kernel of the functional form."""
    operator = site.operator
    functional = operator.functional
    assert functional is not None
    rule = RULES.active(functional.name, backend.name)
    if rule is None and backend.host is not backend and backend.mutable and backend.host is not None:
        rule = RULES.active(functional.name, backend.host.name)
    if rule is not None and rule.kind != "raw":
        rule = None
    composite = RULES.active(functional.name, "Composite")
    if rule is None and composite is None:
        return None
    compute = _functional(backend, site, functional, rule, composite)
    refuse_inference = not site.facts.inference
    if "inplace" in operator.tags:
        fast = rule.fn if rule is not None and isinstance(rule.fn, np.ufunc) else None
        if rule is not None and rule.plain is not None and isinstance(rule.plain, np.ufunc):
            fast = rule.plain
        return _inplace(backend, site, compute, fast, refuse_inference)
    return _out(backend, operator, compute, refuse_inference)


def _functional(
    backend: Backend, site: Site, functional: Operator, rule: Rule | None, composite: Rule | None
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
                "Inplace update to inference tensor outside inference mode is not allowed",
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


def _inplace(
    backend: Backend,
    site: Site,
    compute: Callable[..., Any],
    fast: Callable[..., Any] | None,
    refuse_inference: bool,
) -> Step:
    """Return the step of an in-place form."""
    name = site.operator.name
    first = site.operator.schema.arguments[0].name
    two = len(site.tensors) == 2 and len(site.operator.schema.arguments) <= 3
    number = site.operator.schema.arguments

    def write(self: Any, *rest: Any) -> Any:
        if refuse_inference:
            check_inference(name, self)
        result = compute(self, *rest)
        target = self._data
        check_result(name, target, result, inplace=True)
        check_overlap(name, target)
        np.copyto(target, result, casting="unsafe")
        return self

    if fast is None or not backend.mutable:
        return Step(write, "computes and writes", key=backend.key)
    from .promotion import SCALARS

    ufunc = fast

    def write_pair(self: Any, other: Any, *rest: Any) -> Any:
        """The common case: one ufunc, equal dtypes, no keyword argument, written directly."""
        target = self._data
        operand = other._data
        if rest and rest != plain or target.dtype is not operand.dtype:
            return write(self, other, *rest)
        if refuse_inference and not self._keys & VERSION.bit:
            check_inference(name, self)
        if not target.flags.c_contiguous or target.shape != operand.shape:
            return write(self, other, *rest)
        try:
            ufunc(target, operand, target)
        except TypeError:  # the output is complete; see Note [Silent arithmetic]
            pass
        return self

    def write_scalar(self: Any, other: Any, *rest: Any) -> Any:
        target = self._data
        operand = SCALARS.get(target.dtype, {}).get(other)
        if operand is None or (rest and rest != plain) or not target.flags.c_contiguous:
            return write(self, other, *rest)
        if refuse_inference and not self._keys & VERSION.bit:
            check_inference(name, self)
        try:
            ufunc(target, operand, target)
        except TypeError:  # the output is complete; see Note [Silent arithmetic]
            pass
        return self

    plain = tuple(a.default for a in number[2:])
    if len(number) >= 2 and number[1].type.base in ("TensorOrScalar", "Tensor"):
        call = write_pair if number[1].name not in site.scalars else write_scalar
        return Step(call, f"writes through {ufunc.__name__}", key=backend.key)
    del two, first
    return Step(write, "computes and writes", key=backend.key)


def check_overlap(name: str, target: Any) -> None:
    """Refuse to write where several elements are one memory location (an expanded tensor)."""
    if 0 in target.strides and any(
        s == 0 and n > 1 for s, n in zip(target.strides, target.shape, strict=True)
    ):
        raise RuntimeError(
            explain_error(
                name,
                "unsupported operation: more than one element of the written-to tensor refers to a "
                "single memory location",
                accepted="a dense tensor: write to its .clone()",
            )
        )


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
        np.copyto(target, result, casting="unsafe")
        return out

    return Step(write, "computes and writes to out", key=backend.key)


__all__ = ["check_inference", "unwrap", "write_step"]
