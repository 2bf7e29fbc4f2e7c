"""Derivatives of layer_norm, and of the gradients of softmax.

Note [Layer norm]
~~~~~~~~~~~~~~~~~
With c = x - mean(x), r = 1 / sqrt(mean(c * c) + eps), n = c * r, the gradient for x of s (the
gradient of n) is L(s) = r * (s - mean(s) - n * mean(n * s)). L is its own transpose, so what it
needs from a second gradient v for s is L(v). Of x, the sum of v * L(s) depends through r and n:
    -r * (n * r * (mean(v * s) - mean(v) * mean(s) - p * q) + q * L(v) + p * L(s))
with p = mean(n * v), q = mean(n * s). The mean and rstd that layer_norm saved are numbers only;
here they are computed again from x, so that derivatives of any order find their way.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    exp,
    expand,
    layer_norm_backward,
    layer_norm_bias_backward,
    layer_norm_weight_backward,
    log_softmax_backward,
    mean,
    softmax_backward,
    sum,
    zeros_like,
)
from ..derivatives import derivative
from ..reduce import sum_to


def last(shape: Any) -> tuple[int, ...]:
    """Return the dimensions that are normalised."""
    return tuple(range(-len(shape), 0))


def normal(self: Any, dims: Any, eps: Any) -> Any:
    """Return n and r of Note [Layer norm]."""
    centred = self - mean(self, dims, True)
    scale = (mean(centred * centred, dims, True) + eps) ** -0.5
    return centred * scale, scale


def project(s: Any, n: Any, r: Any, dims: Any) -> Any:
    """Return L(s) of Note [Layer norm]."""
    return r * (s - mean(s, dims, True) - n * mean(n * s, dims, True))


# ----- layer_norm -----


def norm_self(
    g: Any, self: Any, mean: Any, rstd: Any, weight: Any, normalized_shape: Any, eps: Any
) -> Any:
    return layer_norm_backward(g, self, mean, rstd, weight, normalized_shape, eps)


def norm_weight(g: Any, self: Any, mean: Any, rstd: Any, normalized_shape: Any, eps: Any) -> Any:
    return layer_norm_weight_backward(g, self, mean, rstd, normalized_shape, eps)


def norm_bias(g: Any, self: Any, normalized_shape: Any) -> Any:
    return layer_norm_bias_backward(g, self, normalized_shape)


def norm_jvp(
    self_t: Any, weight_t: Any, bias_t: Any, self: Any, weight: Any, normalized_shape: Any, eps: Any
) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    total = project(self_t, n, r, dims)
    if weight is not None:
        total = total * weight
    if weight_t is not None:
        total = total + n * weight_t
    return total if bias_t is None else total + bias_t


derivative("native_layer_norm", self=norm_self, weight=norm_weight, bias=norm_bias, jvp=norm_jvp)

# ----- its gradient for what it normalises -----


def back_grad(g: Any, self: Any, weight: Any, normalized_shape: Any, eps: Any) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    found = project(g, n, r, dims)
    return found if weight is None else found * weight


def bend(g: Any, s: Any, self: Any, dims: Any, eps: Any) -> Any:
    """Return the gradient for x of the sum of g * L(s)."""
    n, r = normal(self, dims, eps)
    p, q = mean(n * g, dims, True), mean(n * s, dims, True)
    rest = mean(g * s, dims, True) - mean(g, dims, True) * mean(s, dims, True) - p * q
    return -r * (n * r * rest + q * project(g, n, r, dims) + p * project(s, n, r, dims))


def back_self(g: Any, grad: Any, self: Any, weight: Any, normalized_shape: Any, eps: Any) -> Any:
    slopes = grad if weight is None else grad * weight
    return bend(g, slopes, self, last(normalized_shape), eps)


def back_weight(g: Any, grad: Any, self: Any, normalized_shape: Any, eps: Any) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    return sum_to(project(g, n, r, dims) * grad, normalized_shape)


def back_jvp(
    grad_t: Any,
    self_t: Any,
    weight_t: Any,
    grad: Any,
    self: Any,
    weight: Any,
    normalized_shape: Any,
    eps: Any,
) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    slopes, moved = (grad, grad_t) if weight is None else (grad * weight, grad_t * weight)
    if weight_t is not None:
        moved = moved + grad * weight_t
    turned = project(self_t, n, r, dims)
    change = -r * mean(n * self_t, dims, True)
    along = slopes - mean(slopes, dims, True) - n * mean(n * slopes, dims, True)
    bent = turned * mean(n * slopes, dims, True) + n * mean(turned * slopes, dims, True)
    return project(moved, n, r, dims) + r * (change * along - bent)


derivative("layer_norm_backward", grad=back_grad, self=back_self, weight=back_weight, jvp=back_jvp)

# ----- its gradient for the weight -----


def scaled_grad(g: Any, self: Any, normalized_shape: Any, eps: Any) -> Any:
    n, r = normal(self, last(normalized_shape), eps)
    return g * n


def scaled_self(g: Any, grad: Any, self: Any, normalized_shape: Any, eps: Any) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    return project(g * grad, n, r, dims)


def rows(shape: Any, normalized_shape: Any) -> tuple[int, ...]:
    """Return the dimensions that are not normalised."""
    return tuple(range(len(shape) - len(normalized_shape)))


def scaled_jvp(
    grad_t: Any, self_t: Any, grad: Any, self: Any, normalized_shape: Any, eps: Any
) -> Any:
    dims = last(normalized_shape)
    n, r = normal(self, dims, eps)
    total = grad_t * n + grad * project(self_t, n, r, dims)
    outer = rows(self.shape, normalized_shape)
    return sum(total, outer) if outer else total


derivative("layer_norm_weight_backward", grad=scaled_grad, self=scaled_self, jvp=scaled_jvp)


# ----- its gradient for the bias: it does not depend on what is normalised, but is said to, so that
# all three gradients require grad together, as in PyTorch -----


def bias_grad(g: Any, grad_shape: Any) -> Any:
    return expand(g, grad_shape)


def bias_self(g: Any, self: Any) -> Any:
    return zeros_like(self)


def bias_jvp(grad_t: Any, self_t: Any, normalized_shape: Any) -> Any:
    return sum_to(grad_t, normalized_shape)


derivative("layer_norm_bias_backward", grad=bias_grad, self=bias_self, jvp=bias_jvp)

# ----- the gradients of softmax and log_softmax -----


def soft_grad(g: Any, output: Any, dim: Any) -> Any:
    return softmax_backward(g, output, dim)


def soft_output(g: Any, grad: Any, output: Any, dim: Any) -> Any:
    inner = grad - sum(grad * output, (dim,), True)
    return g * inner - grad * sum(g * output, (dim,), True)


def soft_jvp(grad_t: Any, output_t: Any, grad: Any, output: Any, dim: Any) -> Any:
    return softmax_backward(grad_t, output, dim) + (
        output_t * (grad - sum(grad * output, (dim,), True))
        - output * sum(grad * output_t, (dim,), True)
    )


def log_soft_grad(g: Any, output: Any, dim: Any) -> Any:
    return g - sum(g * exp(output), (dim,), True)


def log_soft_output(g: Any, grad: Any, output: Any, dim: Any) -> Any:
    return -g * exp(output) * sum(grad, (dim,), True)


def log_soft_jvp(grad_t: Any, output_t: Any, grad: Any, output: Any, dim: Any) -> Any:
    bent = exp(output) * output_t * sum(grad, (dim,), True)
    return log_softmax_backward(grad_t, output, dim) - bent


derivative("softmax_backward", grad=soft_grad, output=soft_output, jvp=soft_jvp)
derivative("log_softmax_backward", grad=log_soft_grad, output=log_soft_output, jvp=log_soft_jvp)
