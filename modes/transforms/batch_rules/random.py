"""Batching rules of operators that draw random numbers: what a level's `randomness` means for them.

With "different" the numbers of all examples are drawn in one call, with "same" those of one example
are drawn and go for all. What is drawn is then the same as for one example outside of `vmap`.
"""

from __future__ import annotations

from typing import Any

from ....dispatch.errors import explain_error
from ....dispatch.generated import functions as rd
from ....dispatch.operator import Operator
from ....dispatch.tensor import Tensor
from .common import batch_rule, in_front, needs


def check_randomness(name: str, randomness: str) -> None:
    """Raise RuntimeError unless random numbers may be drawn at a level."""
    if randomness == "error":
        raise RuntimeError(
            explain_error(
                name,
                "vmap: called random operation while in randomness error mode. Please either use "
                "the 'same' or 'different' randomness flags on vmap or perform the randomness "
                "operation out of vmap",
            )
        )


def _refuse_same(name: str) -> None:
    raise RuntimeError(
        explain_error(
            name,
            "Vmap does not currently support same randomness with a batched tensor input",
            accepted='randomness="different", or probabilities that all examples share',
        )
    )


@batch_rule("*random")
def random(operator: Operator, info: Any, in_dims: Any, *args: Any) -> Any:
    check_randomness(operator.name, info.randomness)
    first = args[0]
    if info.randomness == "different":
        whole = [
            in_front(v, d, info.batch_size) if isinstance(v, Tensor) else v
            for v, d in zip(args, in_dims, strict=True)
        ]
        return operator.call(tuple(whole)), 0
    if not operator.schema.is_inplace:  # of the first argument the sizes are used
        return operator.call((first.new_empty(first.shape[1:]), *args[1:])), None
    if any(d is not None for d in in_dims[1:]):
        _refuse_same(operator.name)
    one = operator.call((first.new_empty(first.shape[1:]), *args[1:]))
    return rd.copy_(first, one), 0


@batch_rule("bernoulli")
def bernoulli(info: Any, in_dims: Any, self: Any, p: Any, generator: Any) -> Any:
    check_randomness("bernoulli", info.randomness)
    if info.randomness == "same":
        _refuse_same("bernoulli")
    return rd.bernoulli(self, p, generator=generator), 0


@batch_rule("bernoulli_")
def bernoulli_(info: Any, in_dims: Any, self: Any, p: Any, generator: Any) -> Any:
    if isinstance(p, Tensor) and info.randomness == "different" and in_dims[1] is not None:
        p = rd.expand(rd.reshape(p, (p.shape[0], *(1,) * (self.dim() - p.dim()), *p.shape[1:])),
                      tuple(self.shape))
        return rd.bernoulli_(self, p, generator=generator), 0
    return NotImplemented


@batch_rule("multinomial")
def multinomial(
    info: Any, in_dims: Any, self: Any, num_samples: int, replacement: bool, generator: Any
) -> Any:
    check_randomness("multinomial", info.randomness)
    if info.randomness == "same":
        _refuse_same("multinomial")
    needs(self.dim() in (2, 3))
    rows = rd.reshape(self, (-1, self.shape[-1])) if self.dim() == 3 else self
    found = rd.multinomial(rows, num_samples, replacement, generator=generator)
    return rd.reshape(found, (*self.shape[:-1], num_samples)), 0


@batch_rule("native_dropout")
def native_dropout(info: Any, in_dims: Any, self: Any, p: float, train: Any, generator: Any) -> Any:
    if train is False:
        return tuple(rd.native_dropout(self, p, train, generator=generator)), 0
    check_randomness("native_dropout", info.randomness)
    if info.randomness == "different":
        return tuple(rd.native_dropout(self, p, train, generator=generator)), 0
    factors, mask = rd.native_dropout(self.new_ones(self.shape[1:]), p, train, generator=generator)
    return (self * factors, mask), (0, None)
