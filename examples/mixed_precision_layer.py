"""A layer of one's own: matrix products in a narrow dtype, sums in a wide one.

    python examples/mixed_precision_layer.py

No tensor carries the key: a context includes it for all calls. The casts are operators, so they are
recorded, and the gradients come back in the dtype of the parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import redispatch as rd
from redispatch.dispatch import KeyGuard, layer_fallback, layer_rule, register_layer

NARROW, WIDE = rd.float16, rd.float32
# Above the derivative layers, which record what the layer makes of a call.
MIXED = register_layer("MixedPrecision", "casts before anything is recorded", above="ForwardAD")


def mixed_precision() -> KeyGuard:
    """Return the context in which calls walk the layer."""
    return KeyGuard(include=MIXED.bit)


def cast(value: Any, dtype: rd.dtype) -> Any:
    """Return a floating-point tensor in another dtype, anything else as it is."""
    if isinstance(value, rd.Tensor) and value.is_floating_point():
        return value.to(dtype)
    return value


@layer_rule("matmul", MIXED)
def matmul(below: Callable[..., Any], self: Any, other: Any) -> Any:
    return below(cast(self, NARROW), cast(other, NARROW))


@layer_rule("linear", MIXED)
def linear(below: Callable[..., Any], input: Any, weight: Any, bias: Any = None) -> Any:
    return below(cast(input, NARROW), cast(weight, NARROW), cast(bias, NARROW))


@layer_fallback(MIXED, tag="reduction")
def reduction(operator: Any, below: Callable[..., Any], *args: Any) -> Any:
    """Sums lose most in a narrow dtype: whatever is a reduction runs in the wide one."""
    return below(*[cast(value, WIDE) for value in args])


def main() -> None:
    rd.manual_seed(0)
    x = rd.randn(64, 32)
    weight = rd.randn(8, 32, requires_grad=True)
    with mixed_precision():
        y = rd.nn.functional.linear(x, weight)
        loss = (y * y).mean()
        print(rd.explain("linear", x, weight))
    loss.backward()
    assert weight.grad is not None
    print("product in", y.dtype, "mean in", loss.dtype, "gradient in", weight.grad.dtype)
    exact = rd.nn.functional.linear(x, weight)
    print("largest difference", float((y.to(WIDE) - exact).abs().max().detach()))


if __name__ == "__main__":
    main()
