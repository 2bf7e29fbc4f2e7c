"""How a level of `vmap` computes an operator: a rule for whole batches, or one example at a time.

Decides which rule is asked and how tensors get into and out of it. Must not know operators by name
(batch_rules/ holds what is said of them).

Note [Batching rules]
~~~~~~~~~~~~~~~~~~~~~
A rule has PyTorch's form, for our operators as for yours:

    rule(info, in_dims, *args) -> (result, out_dims)

`args` are the arguments of the schema, all of them, and tensors in it are those of the levels
around: `in_dims` has for each argument the dimension that is the batch, None where there is none,
and a tuple of those for a list of tensors. Of ours that dimension is always 0. `out_dims` has the
dimension of each result; an int or None goes for all. The rule of a tag gets the operator first. A
rule may return NotImplemented. A rule of ours may also be the operator in terms of others, for one
example. Is asked for, in this order:

    1. the operator's own rule              4. its functional form, copied into place
    2. the rule of one of its tags          5. one example after the other, and their results
    3. the operators it is made of             stacked: always right, counted, and slow

where 5 does not exist for views, which must share memory, and for results whose sizes depend on the
data. An operator that writes writes to all examples of its target; if other arguments have a batch
and the target none, that is refused, for every example would write to the same place.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import copy_, select, stack
from ...dispatch.keys import TRANSFORMS
from ...dispatch.operator import TENSOR_TYPES, Operator
from ...dispatch.rules import RULES, Rule
from ...dispatch.tensor import Tensor
from ...dispatch.walk import Site, Step, tensor_step
from .batched import Batch, VmapLevel, batched
from .levels import add_kind

BatchRule = Callable[..., Any]
SLOWLY: Counter[str] = Counter()  # how often an operator was called for one example at a time


class NotForBatches(RuntimeError):
    """Raised by a rule for arguments that do not fit: an example then says what is wrong."""


class RefusedByVmap(RuntimeError):
    """Raised by a rule for what has a meaning for an example, but none for a batch of them."""


class BatchInfo(NamedTuple):
    """What a rule is told beside the arguments.

    Attributes
    ----------
    batch_size : the number of examples.
    randomness : "error", "different" or "same".
    """

    batch_size: int
    randomness: str


class Batching:
    """The call of one operator at levels of `vmap`."""

    def __init__(self, site: Site, below: Step) -> None:
        operator = self.operator = site.operator
        schema = operator.schema
        self.written = [i for i, a in enumerate(schema.arguments) if a.mutated]
        self.returns_target = bool(schema.returns) and (schema.is_inplace or schema.is_out)
        # the rule of random operators knows what may be written to, and nothing is written to out=
        self.checks_target = "random" not in operator.tags and not schema.is_out
        own = RULES.active(operator.name, "Vmap")
        self.ours = own is None or own.ours
        self.rules: list[BatchRule] = []
        parts: Step | None = None
        if own is not None and own.kind == "tensor":
            parts = tensor_step(site, own, TRANSFORMS, own=False)
        elif schema.is_out:
            parts = Step(_refusing_out(operator), "refuses to write to what is given for out=")
        elif _rearranges(operator):
            parts = Step(_rearranging(operator), "looks at its elements in another way")
        else:
            self.rules = list(_rules(operator, own))
            written = schema.is_inplace and operator.functional is not None
            if not self.rules and not (written and not RULES.active(operator.name, "Composite")):
                parts = site.composite(TRANSFORMS)
        self.parts = parts
        self.functional = operator.functional if schema.is_inplace else None

    def __call__(self, level: VmapLevel, args: tuple[Any, ...]) -> Any:
        """Return what the operator gives for arguments of which some are of this level."""
        if not level.alive:
            raise RuntimeError(
                explain_error(
                    self.operator.name,
                    "got a tensor of a vmap that has ended: it may have escaped from inside a "
                    "function being vmapped",
                    accepted="tensors that the mapped function returned",
                )
            )
        if self.written and self.checks_target:
            self._check_target(level, args)
        if self.parts is not None:
            return self.parts.call(*args)
        values, in_dims = opened(args, level)
        info, beneath = BatchInfo(level.batch_size, level.randomness), level.beneath.call
        for rule in self.rules:
            try:
                answer = beneath(rule, info, in_dims, *values)
            except RefusedByVmap:
                raise
            except (RuntimeError, IndexError, ValueError, TypeError) as error:
                if not self.ours:
                    raise
                asked = (self.operator, error, in_dims, values)
                raise beneath(error_of_example, *asked) from None
            if answer is not NotImplemented:
                if self.returns_target:
                    return self._targets(args)
                return self._wrapped(answer, level, values, args)
        if self.functional is not None:
            return self._write(args[0], self.functional.call(args))
        answer = beneath(one_by_one, self.operator, info, in_dims, values)
        if self.returns_target:
            return self._targets(args)
        return self._wrapped(answer, level, values, args)

    def tells(self, level: VmapLevel, args: Sequence[Any]) -> str:
        """Return how the operator is computed, and where that was registered, for `explain`."""
        operator = self.operator
        who = f"vmap level {level.depth}, {level.batch_size} examples: "
        if self.parts is not None:
            return f"{who}{self.parts.does} {self.parts.source}".rstrip()
        for place in (operator.name, *[f"*{tag}" for tag in operator.tags]):
            rule = RULES.active(place, "Vmap")
            if rule is not None:
                own = "its own rule" if place == operator.name else f"the rule of tag {place[1:]}"
                return f"{who}{own}, {rule.qualname} {rule.source}"
        if self.functional is not None:
            return f"{who}computes {self.functional.name} and copies it into place"
        if operator.schema.is_view or operator.schema.is_out:
            return f"{who}refuses: there is no rule"
        return f"{who}one example after the other: there is no rule"

    def _write(self, target: Tensor, result: Tensor) -> Tensor:
        """Copy a result into place, where it fits as it would have to for one example."""
        Operator.check_written(self.operator.name, target, result)
        copy_(target, result)
        return target

    def _targets(self, args: tuple[Any, ...]) -> Any:
        targets = [args[i] for i in self.written]
        return targets[0] if len(targets) == 1 else tuple(targets)

    def _check_target(self, level: VmapLevel, args: tuple[Any, ...]) -> None:
        for i in self.written:
            if not _belongs(args[i], level):
                raise unbatched_target(self.operator)

    def _wrapped(
        self, answer: Any, level: VmapLevel, values: tuple[Any, ...], args: tuple[Any, ...]
    ) -> Any:
        """Return the results of a rule as tensors of the level; an argument as it was given."""
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise RuntimeError(
                explain_error(
                    f"the batching rule of {self.operator.name}",
                    f"returned {type(answer).__name__}; Expected it to have two returns",
                    accepted="a tuple of two: the results, and the dimension of the batch in each",
                )
            )
        result, dims = answer
        if not isinstance(result, Tensor):
            return wrapped(result, dims, level)
        for value, given in zip(values, args, strict=True):
            if value is result:
                return given
        return result if dims is None else batched(result, level, dims)


def _rules(operator: Operator, own: Rule | None) -> Iterator[BatchRule]:
    """Yield the rules of an operator and those of its tags."""
    if own is not None:
        yield own.fn if own.convention is None else own.convention(operator, own.fn)
    for tag in operator.tags:
        rule = RULES.active("*" + tag, "Vmap")
        if rule is not None:
            yield _of_tag(rule.fn, operator)


def _rearranges(operator: Operator) -> bool:
    """Whether an operator makes a tensor a view of itself, as `transpose_` does."""
    functional = operator.functional
    return operator.schema.is_inplace and functional is not None and functional.schema.is_view


def _refusing_out(operator: Operator) -> Callable[..., Any]:
    def refuse(*args: Any) -> NoReturn:
        raise no_rule(operator)

    return refuse


def _rearranging(operator: Operator) -> Callable[..., Any]:
    """Return what gives a batched tensor the payload of a view of it."""
    view = operator.functional
    assert view is not None

    def rearrange(*args: Any) -> Any:
        args[0]._data = view.call(args)._data
        return args[0]

    return rearrange


def _of_tag(fn: BatchRule, operator: Operator) -> BatchRule:
    def bound(info: BatchInfo, in_dims: Any, *args: Any) -> Any:
        return fn(operator, info, in_dims, *args)

    return bound


def unbatched_target(operator: Operator) -> RuntimeError:
    """Return the error of a write, for every example another one, to what has no batch."""
    return RuntimeError(
        explain_error(
            f"vmap: {operator.name}",
            "inplace arithmetic(self, *extra_args) is not possible because there exists a Tensor "
            "`other` in extra_args that has more elements than `self`: it has a batch and self has "
            "none",
            accepted="a self that has one too, as other.new_zeros(...), or the form that returns a "
            "new tensor",
        )
    )


def _belongs(value: Any, level: VmapLevel) -> bool:
    if value.__class__ in (list, tuple):
        return all(_belongs(each, level) for each in value)
    if value.__class__ not in TENSOR_TYPES:
        return True
    return value._data.__class__ is Batch and value._data.level is level


def opened(args: Sequence[Any], level: VmapLevel) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return arguments with the wrappers of a level taken off, and where they have their batch."""
    values: list[Any] = list(args)
    dims: list[Any] = [None] * len(values)
    for i, value in enumerate(args):
        if value.__class__ in TENSOR_TYPES:
            data = value._data
            if data.__class__ is Batch and data.level is level:
                values[i] = data.value
                dims[i] = 0
        elif value.__class__ in (list, tuple):
            values[i], places = opened(value, level)
            if any(p is not None for p in places):
                dims[i] = places
    return tuple(values), tuple(dims)


def wrapped(result: Any, dims: Any, level: VmapLevel) -> Any:
    """Return results as tensors of a level; those whose dimension is None have no batch."""
    if isinstance(result, Tensor):
        return result if dims is None else batched(result, level, dims)
    if result.__class__ in (list, tuple) or hasattr(result, "_fields"):
        spread = dims if isinstance(dims, (list, tuple)) else [dims] * len(result)
        each = [wrapped(r, d, level) for r, d in zip(result, spread, strict=True)]
        return type(result)(*each) if hasattr(result, "_fields") else type(result)(each)
    return result


def one_by_one(
    operator: Operator,
    info: BatchInfo,
    in_dims: Sequence[Any],
    args: Sequence[Any],
    counted: bool = True,
) -> tuple[Any, Any]:
    """Call an operator for one example after the other, and stack what it returns.

    Raises
    ------
    RuntimeError
        If it returns views, whose memory a stack would not share.
    """
    if operator.schema.is_view:
        raise error_of_example(operator, no_rule(operator), in_dims, args)
    if counted:
        _tell_slow(operator)
    if not info.batch_size:
        none: tuple[Any, Any] = _of_no_example(operator, in_dims, args)
        return none
    found = [operator.call(_example(args, in_dims, i)) for i in range(info.batch_size)]
    return _stacked(found), 0


def no_rule(operator: Operator) -> RuntimeError:
    """Return the error of an operator for which there is no other way than a rule."""
    return RuntimeError(
        explain_error(
            f"vmap: {operator.name}",
            f"Batching rule not implemented for {operator.name()}; the fallback path doesn't "
            "work on out= or view ops",
            accepted="the form that returns a new tensor"
            if operator.schema.is_out
            else f"library.register_vmap({operator.name()!r}, rule)",
        )
    )


def _tell_slow(operator: Operator) -> None:
    """Count a call that is made for one example after the other; warn of the first."""
    SLOWLY[operator.name] += 1
    if SLOWLY[operator.name] == 1:
        warnings.warn(
            explain_error(
                f"vmap: {operator.name}",
                "There is a performance drop because we have not yet implemented the batching rule "
                f"for {operator.name()}: it is called for one example after the other",
                accepted=f"library.register_vmap({operator.name()!r}, rule)",
            ),
            UserWarning,
            stacklevel=_outside(),
        )


def _outside() -> int:
    """Return how far up the stack the nearest frame is that is not of this package."""
    package = __name__.partition(".")[0]
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None:
        name = str(frame.f_globals.get("__name__", package))
        if name.partition(".")[0] != package and not frame.f_code.co_filename.startswith("<"):
            return level
        frame, level = frame.f_back, level + 1
    return 1


def error_of_example(
    operator: Operator, error: Exception, in_dims: Sequence[Any], args: Sequence[Any]
) -> Exception:
    """Return what the operator raises for an example, or else the error of the whole batch.

    Its message speaks of the sizes that the mapped function sees. An operator that writes is asked
    in the form that does not.
    """
    asked: Operator | None = operator.functional if operator.schema.is_mutable else operator
    if asked is None or "random" in operator.tags or operator.schema.is_out:
        return error
    try:
        asked.call(tuple(_of_zeros(v, d) for v, d in zip(args, in_dims, strict=True)))
    except Exception as known:
        return known
    return error


def _example(args: Sequence[Any], in_dims: Sequence[Any], number: int) -> tuple[Any, ...]:
    """Return the arguments of one example."""
    picked = []
    for value, dim in zip(args, in_dims, strict=True):
        if dim is None:
            picked.append(value)
        elif isinstance(value, Tensor):
            picked.append(select(value, dim, number))
        else:
            picked.append(_example(value, dim, number))
    return tuple(picked)


def _stacked(results: list[Any]) -> Any:
    first = results[0]
    if isinstance(first, Tensor):
        if any(each.shape != first.shape for each in results):
            raise _per_example("results of other sizes")
        return stack(results, 0)
    if first.__class__ in (list, tuple) or hasattr(first, "_fields"):
        each = [_stacked(list(column)) for column in zip(*results, strict=True)]
        return type(first)(*each) if hasattr(first, "_fields") else type(first)(each)
    if first is not None:
        raise _per_example("results that are no tensors")
    return first


def _of_zeros(value: Any, dim: Any) -> Any:
    """Return an argument of an example in which all numbers are zero."""
    if dim is None:
        return value
    if isinstance(value, Tensor):
        return value.new_zeros(value.shape[1:])
    return tuple([_of_zeros(v, d) for v, d in zip(value, dim, strict=True)])


def _per_example(what: str) -> RuntimeError:
    return RuntimeError(
        explain_error(
            "vmap",
            f"We do not support batching operators that can output dynamic shape, or have {what} "
            "for each example",
            accepted="operators whose results have the same sizes for every example",
        )
    )


def _of_no_example(operator: Operator, in_dims: Sequence[Any], args: Sequence[Any]) -> Any:
    """Return results for a batch of none: their sizes are those of an example of zeros."""

    def none_of(value: Any) -> Any:
        return value.unsqueeze(0)[:0] if isinstance(value, Tensor) else value

    result = operator.call(tuple([_of_zeros(v, d) for v, d in zip(args, in_dims, strict=True)]))
    if isinstance(result, (list, tuple)):
        each = [none_of(r) for r in result]
        return (type(result)(*each) if hasattr(result, "_fields") else type(result)(each)), 0
    return none_of(result), 0


add_kind(VmapLevel, Batch, Batching)
