"""`autograd.Function` inside of transforms: how a user's pair of functions is mapped.

Decides which rule of a Function is asked and what it may return. Must not know operators.

Note [Functions of batches]
~~~~~~~~~~~~~~~~~~~~~~~~~~~
A Function is called at one level of `vmap` after the other, the innermost first. Its own `vmap` is
a function of the tensors beneath the level; it records whatever it calls. With
`generate_vmap_rule` another Function is called beneath the level: its forward, setup_context,
backward and jvp are those of the user, each called at a level of its own that lasts for the call.
What `ctx` saves are the tensors beneath; the user's functions get them with their batch put away.
An argument without a batch gets the sum of the gradients of all examples.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from ...autograd.function import TRANSFORMED, Function, FunctionMeta
from ...autograd.reduce import sum_to
from ...dispatch.errors import explain_error
from ...dispatch.operator import TENSOR_TYPES
from ...dispatch.state import facts
from ...dispatch.tensor import Tensor
from .batched import Batch, VmapLevel, batched
from .batching import BatchInfo
from .layer import adopting
from .levels import CONTENTS, LEVELS, Level

#: From a kind of level to what calls a Function there; without an entry the call goes on as usual.
FUNCTIONS: dict[type[Level], Callable[[Any, Any, tuple[Any, ...]], Any]] = {}


def transformed(cls: Any, args: tuple[Any, ...], split: bool) -> Any:
    """Return what the innermost level among the arguments makes of a call of a Function.

    Raises
    ------
    RuntimeError
        If its forward takes ctx: it would save tensors of a level that ends. While gradients of
        batches are computed, which records nothing, it goes on as usual.
    """
    level = adopting(_innermost(args, None))
    if not split:
        if all(getattr(each, "of_autograd", False) for each in LEVELS.get().modes) and not (
            facts().grad and _recorded(args)
        ):
            return NotImplemented
        raise RuntimeError(
            explain_error(
                f"{cls.__name__}.apply",
                "In order to use an autograd.Function with function transforms (vmap, grad, jvp, "
                "jacrev, ...), it must override the setup_context staticmethod",
                accepted="forward(*args) and setup_context(ctx, inputs, output) in the place of "
                "forward(ctx, *args)",
            )
        )
    handler = FUNCTIONS.get(level.__class__)  # type: ignore[arg-type]
    return NotImplemented if handler is None else handler(level, cls, args)


def _innermost(value: Any, found: Level | None) -> Level | None:
    if value.__class__ in (list, tuple, dict):
        for each in value.values() if value.__class__ is dict else value:
            found = _innermost(each, found)
    elif value.__class__ in TENSOR_TYPES and value._data.__class__ in CONTENTS:
        level: Level = value._data.level
        if found is None or level.depth > found.depth:
            return level
    return found


def _recorded(args: tuple[Any, ...]) -> bool:
    """Whether a tensor inside of an argument requires grad."""
    for value in args:
        while value.__class__ in TENSOR_TYPES and value._data.__class__ in CONTENTS:
            value = value._data.value
        if value.__class__ in TENSOR_TYPES and value.requires_grad:
            return True
    return False


# containers ---------------------------------------------------------------------------------------


def _taken_off(value: Any, level: Level) -> tuple[Any, Any]:
    """Return what is in containers without the wrappers of a level, and where the batch is."""
    if value.__class__ in TENSOR_TYPES:
        data = value._data
        return (data.value, 0) if data.__class__ is Batch and data.level is level else (value, None)
    if value.__class__ in (list, tuple):
        pairs = [_taken_off(each, level) for each in value]
        kind = value.__class__
        return kind([v for v, _ in pairs]), kind([d for _, d in pairs])
    if value.__class__ is dict:
        named = {name: _taken_off(each, level) for name, each in value.items()}
        return {n: v for n, (v, _) in named.items()}, {n: d for n, (_, d) in named.items()}
    return value, None


def _put_on(value: Any, dims: Any, level: VmapLevel) -> Any:
    """Return what is in containers as tensors of a level; without where the dimension is None."""
    if dims is None:
        return value
    if isinstance(value, Tensor):
        return batched(value, level, dims)
    if value.__class__ in (list, tuple):
        spread = dims if isinstance(dims, (list, tuple)) else [dims] * len(value)
        return value.__class__([_put_on(v, d, level) for v, d in zip(value, spread, strict=True)])
    if value.__class__ is dict:
        return {
            n: _put_on(v, dims[n] if isinstance(dims, dict) else dims, level)
            for n, v in value.items()
        }
    return value


def _any(dims: Any) -> bool:
    if dims.__class__ is dict:
        dims = list(dims.values())
    return any(map(_any, dims)) if dims.__class__ in (list, tuple) else dims is not None


# a Function at a level of vmap ----------------------------------------------------------------


def _mapped(level: VmapLevel, cls: Any, args: tuple[Any, ...]) -> Any:
    """Call a Function whose arguments have the batch of a level."""
    own = cls.vmap is not Function.vmap
    if own and cls.generate_vmap_rule:
        raise RuntimeError(
            explain_error(
                f"vmap of {cls.__name__}",
                "You tried to vmap over a Function that has both generate_vmap_rule=True and an "
                "overriden vmap staticmethod",
                accepted="one of them",
            )
        )
    if not own and not cls.generate_vmap_rule:
        raise RuntimeError(
            explain_error(
                f"vmap of {cls.__name__}",
                "You tried to vmap over a Function that does not have vmap support",
                accepted="a vmap staticmethod, or generate_vmap_rule=True",
            )
        )
    values, dims = _taken_off(args, level)
    info = BatchInfo(level.batch_size, level.randomness)
    if cls.generate_vmap_rule:
        how = _How(info, dims)
        with level.beneath:
            output = _generated(cls).apply(how, *values)
        return _put_on(output, how.out_dims, level)
    with level.beneath:
        answer = cls.vmap(info, dims, *values)
    return _checked(cls.__name__, answer, values, args, level)


def _checked(
    name: str, answer: Any, values: tuple[Any, ...], args: tuple[Any, ...], level: VmapLevel
) -> Any:
    """Return the results of a user's rule as tensors of a level; an argument as it was given."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise RuntimeError(
            explain_error(
                f"the vmap staticmethod of {name}",
                f"Expected it to have two returns, the output and out_dims; it returned "
                f"{type(answer).__name__}",
                accepted="a tuple (output, out_dims)",
            )
        )
    output, dims = answer
    if isinstance(output, Tensor):
        for value, given in zip(values, args, strict=True):
            if value is output:
                return given
    if not _fits(output, dims):
        raise RuntimeError(
            explain_error(
                f"the vmap staticmethod of {name}",
                "returned an incompatible (output, out_dims) tuple: expected out_dims to be "
                f"compatible with the structure of `output`, got {dims!r}",
                accepted="an int or None, or one for each output",
            )
        )
    if output.__class__ in (tuple, list):
        spread = dims if dims.__class__ in (tuple, list) else [dims] * len(output)
        found = []
        for each, dim in zip(output, spread, strict=True):
            same = [g for v, g in zip(values, args, strict=True) if v is each]
            found.append(
                same[0] if same and isinstance(each, Tensor) else _put_on(each, dim, level)
            )
        return output.__class__(found)
    return _put_on(output, dims, level)


def _fits(output: Any, dims: Any) -> bool:
    """Whether out_dims has the structure of the results, or stands for all of them."""
    if dims is None or isinstance(dims, int):
        return True
    if output.__class__ is dict and dims.__class__ is dict:
        return output.keys() == dims.keys() and all(_fits(output[n], d) for n, d in dims.items())
    if output.__class__ is not dims.__class__ or output.__class__ not in (tuple, list):
        return False
    return len(output) == len(dims) and all(map(_fits, output, dims))


# generate_vmap_rule ---------------------------------------------------------------------------


class _How:
    """How one call was mapped: what the functions of the generated Function need to know.

    Attributes
    ----------
    info : the size of the batch, and the randomness.
    in_dims, out_dims : where arguments and results have it.
    shapes : the sizes of one example of each argument that is a tensor.
    saved, saved_for_forward : where saved tensors have it.
    """

    def __init__(self, info: BatchInfo, in_dims: Any) -> None:
        self.info = info
        self.in_dims = in_dims
        self.out_dims: Any = None
        self.shapes: list[Any] = []
        self.saved: dict[str, Any] = {}

    def level(self) -> VmapLevel:
        """Return a level like that of the call."""
        return VmapLevel(self.info.batch_size, self.info.randomness)


class _Context:
    """The context that the user's functions see: tensors in it are those of a level."""

    def __init__(self, ctx: Any, how: _How, level: VmapLevel) -> None:
        vars(self).update(_ctx=ctx, _how=how, _level=level)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ctx, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._ctx, name, value)

    def _save(self, what: str, tensors: tuple[Any, ...]) -> None:
        values, self._how.saved[what] = _taken_off(tensors, self._level)
        getattr(self._ctx, what)(*values)

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors for backward."""
        self._save("save_for_backward", tensors)

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors for jvp."""
        self._save("save_for_forward", tensors)

    def mark_dirty(self, *tensors: Any) -> None:
        """Say that forward wrote to these inputs."""
        self._ctx.mark_dirty(*_taken_off(tensors, self._level)[0])

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """Say that these outputs have no gradient."""
        self._ctx.mark_non_differentiable(*_taken_off(tensors, self._level)[0])

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What was saved for the function that runs."""
        what = "save_for_forward" if self._ctx.in_jvp else "save_for_backward"
        values = self._ctx.saved_tensors
        dims = self._how.saved.get(what, (None,) * len(values))
        found: tuple[Any, ...] = _put_on(tuple(values), dims, self._level)
        return found

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each argument, whether it needs a gradient."""
        needs: tuple[bool, ...] = self._ctx.needs_input_grad
        return needs[1:]


_GENERATED: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()


def _generated(cls: Any) -> Any:
    """Return the Function that maps another one."""
    made = _GENERATED.get(cls)
    if made is None:
        kept = weakref.ref(cls)  # or the dictionary would keep its own keys
        body = {
            "__module__": cls.__module__,
            "generate_vmap_rule": True,
            "how": f"{getattr(cls, 'how', '_how')}_",  # where ctx has it: one for each level
            "forward": staticmethod(lambda how, *args: _forward(kept(), how, args)),
            "setup_context": staticmethod(
                lambda ctx, inputs, output: _setup_context(kept(), ctx, inputs, output)
            ),
            "backward": staticmethod(lambda ctx, *grads: _backward(kept(), ctx, grads)),
            "jvp": staticmethod(lambda ctx, how, *tangents: _jvp(kept(), ctx, tangents)),
        }
        made = _GENERATED[cls] = FunctionMeta(f"Vmapped{cls.__name__}", (Function,), body)
    return made


def _shape(value: Any, dim: Any) -> Any:
    if not isinstance(value, Tensor):
        return None
    return tuple(value.shape) if dim is None else tuple(value.shape[1:])


def _forward(cls: Any, how: _How, args: tuple[Any, ...]) -> Any:
    how.shapes = [_shape(value, dim) for value, dim in zip(args, how.in_dims, strict=True)]
    with how.level() as level:
        output = cls.forward(*_put_on(args, how.in_dims, level))
        values, dims = _taken_off(output, level)
    several = isinstance(values, tuple)
    pairs = zip(values, dims, strict=True) if several else [(values, dims)]
    spread = [_for_all(value, dim, args, how) for value, dim in pairs]
    how.out_dims = tuple([d for _, d in spread]) if several else spread[0][1]
    return tuple([v for v, _ in spread]) if several else spread[0][0]


def _for_all(value: Any, dim: Any, args: tuple[Any, ...], how: _How) -> tuple[Any, Any]:
    """Return a result with a batch, so that its gradient says what each example contributes.

    A gradient without a batch would be added once for every example to what has one, and the sum
    over the batch would count it so often.
    """
    if not isinstance(value, Tensor) or dim is not None or any(value is each for each in args):
        return value, dim
    return value.expand((how.info.batch_size, *value.shape)), 0


def _setup_context(cls: Any, ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    how = inputs[0]
    setattr(ctx, _generated(cls).how, how)
    with how.level() as level:
        inside = _put_on(tuple(inputs[1:]), how.in_dims, level)
        cls.setup_context(_Context(ctx, how, level), inside, _put_on(output, how.out_dims, level))


def _tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _backward(cls: Any, ctx: Any, grads: tuple[Any, ...]) -> Any:
    how: _How = getattr(ctx, _generated(cls).how)
    with how.level() as level:
        given = _put_on(grads, _tuple(how.out_dims), level)
        function = cls.vjp if cls.vjp is not Function.vjp else cls.backward
        result = _tuple(function(_Context(ctx, how, level), *given))
        fitted = [_fitted(value, shape) for value, shape in zip(result, how.shapes, strict=False)]
        values, dims = _taken_off(tuple([*fitted, *result[len(fitted) :]]), level)
    found = []
    for place, value in enumerate(values):
        own = how.in_dims[place] if place < len(how.in_dims) else None
        found.append(_with_dim(value, dims[place], own, how))
    return (None, *found)


def _fitted(value: Any, shape: Any) -> Any:
    """Return a gradient of one example with the sizes of its argument, as the engine would."""
    if not isinstance(value, Tensor) or shape is None or tuple(value.shape) == shape:
        return value
    return sum_to(value, shape)


def _with_dim(value: Any, dim: Any, wanted: Any, how: _How) -> Any:
    """Return a gradient with a batch where its argument has one; summed over it where not."""
    if not isinstance(value, Tensor) or (dim is None) is (wanted is None):
        return value
    if wanted is None:
        return value.sum(0)
    return value.expand((how.info.batch_size, *value.shape))


def _jvp(cls: Any, ctx: Any, tangents: tuple[Any, ...]) -> Any:
    how: _How = getattr(ctx, _generated(cls).how)
    with how.level() as level:
        inside = _put_on(tangents, how.in_dims, level)
        result = cls.jvp(_Context(ctx, how, level), *inside)
        values, dims = _taken_off(result, level)
    if not isinstance(values, tuple):
        return _tangent(values, dims, how.out_dims, how)
    outer = how.out_dims if isinstance(how.out_dims, (list, tuple)) else (how.out_dims,)
    return tuple([_tangent(v, d, o, how) for v, d, o in zip(values, dims, outer, strict=True)])


def _tangent(value: Any, dim: Any, wanted: Any, how: _How) -> Any:
    if isinstance(value, Tensor) and dim is None and wanted is not None:
        return value.expand((how.info.batch_size, *value.shape))
    return value


FUNCTIONS[VmapLevel] = _mapped
TRANSFORMED.append(transformed)
