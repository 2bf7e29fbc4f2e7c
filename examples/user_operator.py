"""An operator of one's own: declared, with a kernel and a derivative, then called like any other.

    python examples/user_operator.py

`smooth_relu(x) = x * sigmoid(x)`, also known as swish or SiLU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import redispatch as rd
from redispatch import sigmoid
from redispatch.autograd import derivative
from redispatch.dispatch import declare, kernel
from redispatch.dispatch.callers import user_caller

# The signature. The tag lets layers derive rules of their own, as the one for forward mode.
SMOOTH_RELU = declare(
    "examples::smooth_relu(Tensor self) -> Tensor",
    tags=["pointwise"],
    doc="Multiply each element with its sigmoid.",
)


# The kernel: an array in, an array out. It is `x / (1 + exp(-x))`, written so as not to overflow.
@kernel(SMOOTH_RELU, "NumPy")
def smooth_relu_kernel(x: Any) -> Any:
    return x * (0.5 + 0.5 * np.tanh(0.5 * x))


# The derivative. Its parameters say what is saved for it: the input `self` and the `result`. It is
# written in operators, so that it can be differentiated again.
def smooth_relu_self(g: Any, self: Any, result: Any) -> Any:
    slope = sigmoid(self)
    return g * (slope + result * (1 - slope))


derivative("examples::smooth_relu", self=smooth_relu_self)

# The operator can be called as it is; a caller made for its signature is faster.
smooth_relu = user_caller(SMOOTH_RELU)


def main() -> None:
    x = rd.tensor([-2.0, 0.0, 2.0], requires_grad=True)
    y = smooth_relu(x)
    print("smooth_relu ", y)
    (slope,) = rd.autograd.grad(y.sum(), x, create_graph=True)
    print("its slope   ", slope)
    (curvature,) = rd.autograd.grad(slope.sum(), x)
    print("and of that ", curvature)

    composed = x * rd.sigmoid(x)  # the same from operators that have derivatives
    (expected,) = rd.autograd.grad(composed.sum(), x)
    assert np.allclose(slope.detach().numpy(), expected.numpy())


if __name__ == "__main__":
    main()
