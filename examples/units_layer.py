"""A layer of one's own: it checks units of measurement, above everything that computes.

    python examples/units_layer.py

Tensors with a unit carry the key of the layer, so only calls with them walk it. The layer has rules
for single operators, for tags, and a fallback for the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import redispatch as rd
from redispatch.dispatch import (
    fallthrough,
    layer_fallback,
    layer_rule,
    put_layer,
    register_layer,
)

# Above Autograd: what is recorded beneath knows nothing of units.
UNITS = register_layer("Units", "checks units before anything is recorded", above="ForwardAD")

Unit = dict[str, int]  # from a base unit to its power


def unit_of(value: Any) -> Unit:
    """Return the unit of an operand; numbers and tensors without one are pure numbers."""
    return getattr(value, "unit", {})


def quantity(tensor: rd.Tensor, unit: Unit) -> rd.Tensor:
    """Give a tensor a unit: an attribute, and the key that makes calls walk the layer."""
    tensor.unit = {base: power for base, power in unit.items() if power}  # type: ignore[attr-defined]
    return put_layer(tensor, UNITS)


def show(unit: Unit) -> str:
    return " ".join(f"{base}^{p}" if p != 1 else base for base, p in sorted(unit.items())) or "1"


def combined(left: Unit, right: Unit, sign: int) -> Unit:
    powers = Counter(left)
    for base, power in right.items():
        powers[base] += sign * power
    return dict(powers)


# Rules for single operators. `below` is the rest of the walk; the arguments follow in the order of
# the schema.


@layer_rule("mul", UNITS)
def mul(below: Callable[..., Any], self: Any, other: Any) -> Any:
    return quantity(below(self, other), combined(unit_of(self), unit_of(other), 1))


@layer_rule("div", UNITS)
def div(below: Callable[..., Any], self: Any, other: Any, rounding_mode: Any = None) -> Any:
    unit = combined(unit_of(self), unit_of(other), -1)
    return quantity(below(self, other, rounding_mode), unit)


@layer_rule("matmul", UNITS)
def matmul(below: Callable[..., Any], self: Any, other: Any) -> Any:
    return quantity(below(self, other), combined(unit_of(self), unit_of(other), 1))


@layer_rule("sqrt", UNITS)
def sqrt(below: Callable[..., Any], self: Any) -> Any:
    if any(power % 2 for power in unit_of(self).values()):
        raise TypeError(f"sqrt: {show(unit_of(self))} has no root")
    return quantity(below(self), {base: p // 2 for base, p in unit_of(self).items()})


@layer_rule("detach", UNITS)
def detach(below: Callable[..., Any], self: Any) -> Any:
    return quantity(below(self), unit_of(self))


# `backward()` starts with ones of the root's sizes: a gradient, which is no quantity of this kind.
fallthrough("ones_like", UNITS)

# Rules for tags: whatever is a view or a reduction keeps the unit.


@layer_fallback(UNITS, tag="view")
@layer_fallback(UNITS, tag="reduction")
@layer_fallback(UNITS, tag="linear")
def keep(operator: Any, below: Callable[..., Any], *args: Any) -> Any:
    result = below(*args)
    for each in result if isinstance(result, (list, tuple)) else (result,):
        quantity(each, unit_of(args[0]))
    return result


@layer_fallback(UNITS, tag="pointwise")
def alike(operator: Any, below: Callable[..., Any], *args: Any) -> Any:
    """Addition, comparison and the like: all operands have one unit; exp and its kind want none."""
    operands = [unit_of(args[i]) for i, _ in operator.tensors]
    if len(operands) == 1 and operands[0] and operator.schema.name not in ("abs", "neg"):
        raise TypeError(f"{operator.schema.name}: wants a pure number, got {show(operands[0])}")
    if any(unit != operands[0] for unit in operands):
        units = " and ".join(map(show, operands))
        raise TypeError(f"{operator.schema.name}: the units differ: {units}")
    result = below(*args)
    return result if result.dtype is rd.bool else quantity(result, operands[0])


# And a fallback for all the rest, so that no unit is lost without a word.


@layer_fallback(UNITS)
def unknown(operator: Any, below: Callable[..., Any], *args: Any) -> Any:
    raise TypeError(f"{operator.schema.name}: nothing is known of its units")


def main() -> None:
    way = quantity(rd.tensor([100.0, 200.0], requires_grad=True), {"m": 1})
    time = quantity(rd.tensor([9.58, 19.19]), {"s": 1})
    speed = way / time
    print("speed   ", speed.detach().numpy(), show(unit_of(speed)))
    energy = (speed * speed).sum() * 0.5
    print("energy  ", energy.item(), show(unit_of(energy)))
    energy.backward()
    print("gradient", way.grad)
    try:
        way + time
    except TypeError as error:
        print("refused ", error)
    walked = [layer.key for layer in rd.explain("add", way, way).walk if layer.walked]
    print("walk    ", " > ".join(walked))


if __name__ == "__main__":
    main()
