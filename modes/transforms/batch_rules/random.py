"""Batching rules of operators that draw random numbers: what `randomness` means.

"different" draws for each example, "same" once for all, and "error", the default, refuses: what a
random operator shall do on a batch is for the user to say. Such an operator belongs to the
innermost `vmap` in force also where no argument has its batch (see `Level.draws`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dispatch.errors import explain_error
from ....dispatch.generated import functions as rd
from ....dispatch.operator import Operator
from ....dispatch.registry import lookup
from ....dispatch.tensor import Tensor
from ..batching import BatchInfo, one_by_one, unbatched_target
from .common import batch_rule, in_front, ranks, with_rank


def check_randomness(operator: Operator, info: BatchInfo) -> None:
    """Raise RuntimeError in the mode "error"."""
    if info.randomness == "error":
        raise RuntimeError(
            explain_error(
                operator.name,
                "vmap: called random operation while in randomness error mode",
                accepted="the 'same' or 'different' randomness flags on vmap, or the call outside",
            )
        )


def _refuse_same(operator: Operator, what: str) -> RuntimeError:
    return RuntimeError(
        explain_error(
            operator.name,
            "Vmap does not currently support same randomness with a batched tensor input where "
            + what,
            accepted="randomness='different'",
        )
    )


@batch_rule("*random")
def random(operator: Operator, info: BatchInfo, in_dims: Any, *args: Any) -> Any:
    check_randomness(operator, info)
    if operator.schema.is_inplace:
        return _written(operator, info, in_dims, args)
    if not operator.tensors:
        return _factory(operator, info, args)
    dim, rest = in_dims[0], args[1:]
    if info.randomness == "same":
        if dim is None:
            return operator.call(args), None
        if not operator.schema.name.endswith("_like"):
            raise _refuse_same(operator, "what is drawn depends on the example")
        return operator.call((_example(args[0]), *rest)), None
    return operator.call((in_front(args[0], dim, info.batch_size), *rest)), 0


def _example(batch: Tensor) -> Tensor:
    """Return a tensor with the sizes and the dtype of one example."""
    empty: Tensor = batch.new_empty(batch.shape[1:])
    return empty


def _factory(operator: Operator, info: BatchInfo, args: tuple[Any, ...]) -> Any:
    """Call an operator that makes a tensor of sizes."""
    if info.randomness == "same":
        return operator.call(args), None
    names = [a.name for a in operator.schema.arguments]
    if "size" not in names:
        return one_by_one(operator, info, (None,) * len(args), args, counted=False)
    size = names.index("size")
    sizes = (info.batch_size, *args[size])
    return operator.call((*args[:size], sizes, *args[size + 1 :])), 0


def _written(operator: Operator, info: BatchInfo, in_dims: Any, args: tuple[Any, ...]) -> Any:
    """Fill a tensor with random numbers."""
    target, rest = args[0], args[1:]
    others = any(dim is not None for dim in in_dims[1:])
    if info.randomness == "same":
        if others:
            raise _refuse_same(operator, "an argument depends on the example")
        if in_dims[0] is None:
            operator.call(args)
        else:
            rd.copy_(target, operator.call((_example(target), *rest)))
        return target, in_dims[0]
    if in_dims[0] is None and others:
        raise unbatched_target(operator)
    if in_dims[0] is None:
        raise RuntimeError(
            explain_error(
                operator.name,
                "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This "
                "will appear like same randomness",
                accepted="an out of place function, as randn_like, or a tensor with a batch, as "
                "x.new_empty(...)",
            )
        )
    rank = ranks(args, in_dims)
    aligned: Sequence[Any] = [
        with_rank(value, rank) if dim == 0 else value
        for value, dim in zip(rest, in_dims[1:], strict=True)
    ]
    return operator.call((target, *aligned)), 0


@batch_rule("aten::randint")
def randint(info: BatchInfo, in_dims: Any, *args: Any) -> Any:
    operator = lookup("aten::randint")
    check_randomness(operator, info)
    if info.randomness == "same":
        return operator.call(args), None
    (*bounds, size), *rest = args
    return operator.call(((*bounds, (info.batch_size, *size)), *rest)), 0


@batch_rule("native_dropout")
def native_dropout(
    info: BatchInfo, in_dims: Any, self: Any, p: float, train: bool | None, generator: Any
) -> Any:
    operator = lookup("native_dropout")
    if train is not False:
        check_randomness(operator, info)
    dim = in_dims[0]
    if train is False or info.randomness == "different":
        whole = in_front(self, dim, info.batch_size)
        return operator.call((whole, p, train, generator)), (0, 0)
    if dim is None:
        return operator.call((self, p, train, generator)), (None, None)
    factors, mask = operator.call((rd.ones_like(_example(self)), p, train, generator))
    return (self * factors, mask), (0, None)


@batch_rule("multinomial")
def multinomial(
    info: BatchInfo, in_dims: Any, self: Any, num_samples: int, replacement: bool, generator: Any
) -> Any:
    operator = lookup("multinomial")
    check_randomness(operator, info)
    rest = (num_samples, replacement, generator)
    dim = in_dims[0]
    if info.randomness == "same":
        if dim is not None:
            raise _refuse_same(operator, "what is drawn depends on the example")
        return operator.call((self, *rest)), None
    whole = in_front(self, dim, info.batch_size)
    rows = whole.reshape((-1, whole.shape[-1]))
    return operator.call((rows, *rest)).reshape((*whole.shape[:-1], num_samples)), 0
