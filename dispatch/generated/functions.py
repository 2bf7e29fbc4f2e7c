"""The function of every operator.

Written by `make generate` from the declarations in dispatch/ops; edits are lost.
"""

# ruff: noqa: A001, A002, E501, F401
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ops as _ops
from ..operator import SCALAR_TYPES as SCALARS
from ..operator import TENSOR_TYPES as TENSORS
from ..operator import binary
from ..keys import SCALAR_BITS
from ..registry import lookup
from ..state import state_bits as state

if TYPE_CHECKING:
    from ..tensor import Tensor

Number = int | float | complex
Operand = Any
SCALAR_0, SCALAR_1 = SCALAR_BITS[:2]

__all__ = [
    "abs",
    "abs_",
    "add",
    "add_",
    "amax",
    "clone",
    "copy_",
    "cos",
    "cos_",
    "cross_entropy",
    "cross_entropy_backward",
    "cross_entropy_factor",
    "div",
    "div_",
    "eq",
    "exp",
    "exp_",
    "expand",
    "fill_",
    "full_like",
    "ge",
    "gt",
    "le",
    "log",
    "log_",
    "log_softmax",
    "log_softmax_backward",
    "logical_not",
    "lt",
    "matmul",
    "maximum",
    "mean",
    "minimum",
    "mul",
    "mul_",
    "ne",
    "neg",
    "neg_",
    "ones_like",
    "permute",
    "pow",
    "pow_",
    "relu",
    "relu_",
    "reshape",
    "select",
    "select_backward",
    "sigmoid",
    "sigmoid_",
    "sigmoid_backward",
    "sign",
    "sign_",
    "sin",
    "sin_",
    "slice",
    "slice_backward",
    "softmax",
    "softmax_backward",
    "sqrt",
    "sqrt_",
    "squeeze",
    "sub",
    "sub_",
    "sum",
    "tanh",
    "tanh_",
    "to_device",
    "transpose",
    "unsqueeze",
    "where",
    "zero_",
    "zeros_like",
]

OP_zeros_like = lookup("rd::zeros_like")
W_zeros_like = OP_zeros_like.walks
OP_ones_like = lookup("rd::ones_like")
W_ones_like = OP_ones_like.walks
OP_full_like = lookup("rd::full_like")
W_full_like = OP_full_like.walks
OP_matmul = lookup("rd::matmul")
W_matmul = OP_matmul.walks
OP_cross_entropy = lookup("rd::cross_entropy")
W_cross_entropy = OP_cross_entropy.walks
OP_cross_entropy_backward = lookup("rd::cross_entropy_backward")
W_cross_entropy_backward = OP_cross_entropy_backward.walks
OP_cross_entropy_factor = lookup("rd::cross_entropy_factor")
W_cross_entropy_factor = OP_cross_entropy_factor.walks
OP_add = lookup("rd::add")
W_add = OP_add.walks
OP_add_ = lookup("rd::add_")
W_add_ = OP_add_.walks
OP_add_out = lookup("rd::add.out")
W_add_out = OP_add_out.walks
OP_sub = lookup("rd::sub")
W_sub = OP_sub.walks
OP_sub_ = lookup("rd::sub_")
W_sub_ = OP_sub_.walks
OP_sub_out = lookup("rd::sub.out")
W_sub_out = OP_sub_out.walks
OP_mul = lookup("rd::mul")
W_mul = OP_mul.walks
OP_mul_ = lookup("rd::mul_")
W_mul_ = OP_mul_.walks
OP_mul_out = lookup("rd::mul.out")
W_mul_out = OP_mul_out.walks
OP_div = lookup("rd::div")
W_div = OP_div.walks
OP_div_ = lookup("rd::div_")
W_div_ = OP_div_.walks
OP_div_out = lookup("rd::div.out")
W_div_out = OP_div_out.walks
OP_pow = lookup("rd::pow")
W_pow = OP_pow.walks
OP_pow_ = lookup("rd::pow_")
W_pow_ = OP_pow_.walks
OP_pow_out = lookup("rd::pow.out")
W_pow_out = OP_pow_out.walks
OP_maximum = lookup("rd::maximum")
W_maximum = OP_maximum.walks
OP_maximum_out = lookup("rd::maximum.out")
W_maximum_out = OP_maximum_out.walks
OP_minimum = lookup("rd::minimum")
W_minimum = OP_minimum.walks
OP_minimum_out = lookup("rd::minimum.out")
W_minimum_out = OP_minimum_out.walks
OP_neg = lookup("rd::neg")
W_neg = OP_neg.walks
OP_neg_ = lookup("rd::neg_")
W_neg_ = OP_neg_.walks
OP_neg_out = lookup("rd::neg.out")
W_neg_out = OP_neg_out.walks
OP_abs = lookup("rd::abs")
W_abs = OP_abs.walks
OP_abs_ = lookup("rd::abs_")
W_abs_ = OP_abs_.walks
OP_abs_out = lookup("rd::abs.out")
W_abs_out = OP_abs_out.walks
OP_sign = lookup("rd::sign")
W_sign = OP_sign.walks
OP_sign_ = lookup("rd::sign_")
W_sign_ = OP_sign_.walks
OP_sign_out = lookup("rd::sign.out")
W_sign_out = OP_sign_out.walks
OP_exp = lookup("rd::exp")
W_exp = OP_exp.walks
OP_exp_ = lookup("rd::exp_")
W_exp_ = OP_exp_.walks
OP_exp_out = lookup("rd::exp.out")
W_exp_out = OP_exp_out.walks
OP_log = lookup("rd::log")
W_log = OP_log.walks
OP_log_ = lookup("rd::log_")
W_log_ = OP_log_.walks
OP_log_out = lookup("rd::log.out")
W_log_out = OP_log_out.walks
OP_sqrt = lookup("rd::sqrt")
W_sqrt = OP_sqrt.walks
OP_sqrt_ = lookup("rd::sqrt_")
W_sqrt_ = OP_sqrt_.walks
OP_sqrt_out = lookup("rd::sqrt.out")
W_sqrt_out = OP_sqrt_out.walks
OP_sin = lookup("rd::sin")
W_sin = OP_sin.walks
OP_sin_ = lookup("rd::sin_")
W_sin_ = OP_sin_.walks
OP_sin_out = lookup("rd::sin.out")
W_sin_out = OP_sin_out.walks
OP_cos = lookup("rd::cos")
W_cos = OP_cos.walks
OP_cos_ = lookup("rd::cos_")
W_cos_ = OP_cos_.walks
OP_cos_out = lookup("rd::cos.out")
W_cos_out = OP_cos_out.walks
OP_tanh = lookup("rd::tanh")
W_tanh = OP_tanh.walks
OP_tanh_ = lookup("rd::tanh_")
W_tanh_ = OP_tanh_.walks
OP_tanh_out = lookup("rd::tanh.out")
W_tanh_out = OP_tanh_out.walks
OP_sigmoid = lookup("rd::sigmoid")
W_sigmoid = OP_sigmoid.walks
OP_sigmoid_ = lookup("rd::sigmoid_")
W_sigmoid_ = OP_sigmoid_.walks
OP_sigmoid_out = lookup("rd::sigmoid.out")
W_sigmoid_out = OP_sigmoid_out.walks
OP_relu = lookup("rd::relu")
W_relu = OP_relu.walks
OP_relu_ = lookup("rd::relu_")
W_relu_ = OP_relu_.walks
OP_relu_out = lookup("rd::relu.out")
W_relu_out = OP_relu_out.walks
OP_where = lookup("rd::where")
W_where = OP_where.walks
OP_eq = lookup("rd::eq")
W_eq = OP_eq.walks
OP_eq_out = lookup("rd::eq.out")
W_eq_out = OP_eq_out.walks
OP_ne = lookup("rd::ne")
W_ne = OP_ne.walks
OP_ne_out = lookup("rd::ne.out")
W_ne_out = OP_ne_out.walks
OP_lt = lookup("rd::lt")
W_lt = OP_lt.walks
OP_lt_out = lookup("rd::lt.out")
W_lt_out = OP_lt_out.walks
OP_le = lookup("rd::le")
W_le = OP_le.walks
OP_le_out = lookup("rd::le.out")
W_le_out = OP_le_out.walks
OP_gt = lookup("rd::gt")
W_gt = OP_gt.walks
OP_gt_out = lookup("rd::gt.out")
W_gt_out = OP_gt_out.walks
OP_ge = lookup("rd::ge")
W_ge = OP_ge.walks
OP_ge_out = lookup("rd::ge.out")
W_ge_out = OP_ge_out.walks
OP_logical_not = lookup("rd::logical_not")
W_logical_not = OP_logical_not.walks
OP_sum = lookup("rd::sum")
W_sum = OP_sum.walks
OP_mean = lookup("rd::mean")
W_mean = OP_mean.walks
OP_amax = lookup("rd::amax")
W_amax = OP_amax.walks
OP_softmax = lookup("rd::softmax")
W_softmax = OP_softmax.walks
OP_log_softmax = lookup("rd::log_softmax")
W_log_softmax = OP_log_softmax.walks
OP_reshape = lookup("rd::reshape")
W_reshape = OP_reshape.walks
OP_transpose = lookup("rd::transpose")
W_transpose = OP_transpose.walks
OP_permute = lookup("rd::permute")
W_permute = OP_permute.walks
OP_expand = lookup("rd::expand")
W_expand = OP_expand.walks
OP_select = lookup("rd::select")
W_select = OP_select.walks
OP_slice = lookup("rd::slice")
W_slice = OP_slice.walks
OP_squeeze = lookup("rd::squeeze")
W_squeeze = OP_squeeze.walks
OP_unsqueeze = lookup("rd::unsqueeze")
W_unsqueeze = OP_unsqueeze.walks
OP_clone = lookup("rd::clone")
W_clone = OP_clone.walks
OP__to_copy = lookup("rd::_to_copy")
W__to_copy = OP__to_copy.walks
OP_select_backward = lookup("rd::select_backward")
W_select_backward = OP_select_backward.walks
OP_slice_backward = lookup("rd::slice_backward")
W_slice_backward = OP_slice_backward.walks
OP_to_device = lookup("rd::to_device")
W_to_device = OP_to_device.walks
OP_copy_ = lookup("rd::copy_")
W_copy_ = OP_copy_.walks
OP_zero_ = lookup("rd::zero_")
W_zero_ = OP_zero_.walks
OP_fill_ = lookup("rd::fill_")
W_fill_ = OP_fill_.walks
OP_sigmoid_backward = lookup("rd::sigmoid_backward")
W_sigmoid_backward = OP_sigmoid_backward.walks
OP_softmax_backward = lookup("rd::softmax_backward")
W_softmax_backward = OP_softmax_backward.walks
OP_log_softmax_backward = lookup("rd::log_softmax_backward")
W_log_softmax_backward = OP_log_softmax_backward.walks


def zeros_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return zeros in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and dtype is None:
        return W_zeros_like[input._keys | state()](input, dtype)
    return OP_zeros_like.call((input, dtype,))


def ones_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return ones in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ones_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and dtype is None:
        return W_ones_like[input._keys | state()](input, dtype)
    return OP_ones_like.call((input, dtype,))


def full_like(input: Tensor, fill_value: Number, *, dtype: Any = None) -> Tensor:
    """Return a tensor of one value in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.full_like(rd.tensor([1., 2.]), 3)
    tensor([3., 3.])
    """
    if input.__class__ in TENSORS and fill_value.__class__ in SCALARS and dtype is None:
        return W_full_like[input._keys | state()](input, fill_value, dtype)
    return OP_full_like.call((input, fill_value, dtype,))


def matmul(input: Tensor, other: Tensor) -> Tensor:
    """Multiply matrices, vectors, or batches of matrices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.matmul(rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[11.]])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_matmul[input._keys | other._keys | state()](input, other)
    return OP_matmul.call((input, other,))


def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = 'mean', ignore_index: int = -100, label_smoothing: float = 0.0) -> Tensor:
    """Return the cross entropy between logits (N, C, ...) and class indices or probabilities.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cross_entropy(rd.tensor([[0., 0.]]), rd.tensor([1]))
    tensor(0.6931)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and ignore_index.__class__ is int and label_smoothing.__class__ is float:
        return W_cross_entropy[input._keys | target._keys | (0 if weight is None else weight._keys) | state()](input, target, weight, reduction, ignore_index, label_smoothing)
    return OP_cross_entropy.call((input, target, weight, reduction, ignore_index, label_smoothing,))


def cross_entropy_backward(grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: str, ignore_index: int, label_smoothing: float) -> Tensor:
    """Return the gradient of cross_entropy for the logits."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and ignore_index.__class__ is int and label_smoothing.__class__ is float:
        return W_cross_entropy_backward[grad._keys | self._keys | target._keys | (0 if weight is None else weight._keys) | state()](grad, self, target, weight, reduction, ignore_index, label_smoothing)
    return OP_cross_entropy_backward.call((grad, self, target, weight, reduction, ignore_index, label_smoothing,))


def cross_entropy_factor(grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: str, ignore_index: int, label_smoothing: float) -> Tensor:
    """Return what softmax is multiplied with in cross_entropy_backward, with one class."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and ignore_index.__class__ is int and label_smoothing.__class__ is float:
        return W_cross_entropy_factor[grad._keys | self._keys | target._keys | (0 if weight is None else weight._keys) | state()](grad, self, target, weight, reduction, ignore_index, label_smoothing)
    return OP_cross_entropy_factor.call((grad, self, target, weight, reduction, ignore_index, label_smoothing,))


def add(input: Operand, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Add `other`, times `alpha`, to `input`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.add(rd.tensor([1., 2.]), rd.tensor([3., 4.]), alpha=2)
    tensor([ 7., 10.])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add[input._keys | other._keys | state()](input, other, alpha)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add[SCALAR_0 | other._keys | state()](input, other, alpha)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_add[input._keys | SCALAR_1 | state()](input, other, alpha)
    return OP_add.call((input, other, alpha,))


def add_(input: Tensor, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Add `other`, times `alpha`, to `input`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add_[input._keys | other._keys | state()](input, other, alpha)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add_[input._keys | SCALAR_0 | state()](input, other, alpha)
    return OP_add_.call((input, other, alpha,))


def sub(input: Operand, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Subtract `other`, times `alpha`, from `input`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sub(rd.tensor([1., 2.]), 1)
    tensor([0., 1.])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub[input._keys | other._keys | state()](input, other, alpha)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub[SCALAR_0 | other._keys | state()](input, other, alpha)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_sub[input._keys | SCALAR_1 | state()](input, other, alpha)
    return OP_sub.call((input, other, alpha,))


def sub_(input: Tensor, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Subtract `other`, times `alpha`, from `input`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub_[input._keys | other._keys | state()](input, other, alpha)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub_[input._keys | SCALAR_0 | state()](input, other, alpha)
    return OP_sub_.call((input, other, alpha,))


def mul(input: Operand, other: Operand) -> Tensor:
    """Multiply two tensors, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mul(rd.tensor([1., 2.]), rd.tensor([3., 4.]))
    tensor([3., 8.])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_mul[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_mul[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_mul[input._keys | SCALAR_1 | state()](input, other)
    return OP_mul.call((input, other,))


def mul_(input: Tensor, other: Operand) -> Tensor:
    """Multiply two tensors, element by element."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_mul_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_mul_[input._keys | SCALAR_0 | state()](input, other)
    return OP_mul_.call((input, other,))


def div(input: Operand, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
    """Divide `input` by `other`; integers give floats unless `rounding_mode` is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.div(rd.tensor([7, 8]), 2)
    tensor([3.5000, 4.0000])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[input._keys | other._keys | state()](input, other, rounding_mode)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[SCALAR_0 | other._keys | state()](input, other, rounding_mode)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[input._keys | SCALAR_1 | state()](input, other, rounding_mode)
    return OP_div.call((input, other, rounding_mode,))


def div_(input: Tensor, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
    """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div_[input._keys | other._keys | state()](input, other, rounding_mode)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div_[input._keys | SCALAR_0 | state()](input, other, rounding_mode)
    return OP_div_.call((input, other, rounding_mode,))


def pow(input: Operand, exponent: Operand) -> Tensor:
    """Raise `input` to the power of `exponent`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.pow(rd.tensor([2., 3.]), 2)
    tensor([4., 9.])
    """
    if input.__class__ in TENSORS and exponent.__class__ in TENSORS:
        return W_pow[input._keys | exponent._keys | state()](input, exponent)
    if input.__class__ in SCALARS and exponent.__class__ in TENSORS:
        return W_pow[SCALAR_0 | exponent._keys | state()](input, exponent)
    if input.__class__ in TENSORS and exponent.__class__ in SCALARS:
        return W_pow[input._keys | SCALAR_1 | state()](input, exponent)
    return OP_pow.call((input, exponent,))


def pow_(input: Tensor, exponent: Operand) -> Tensor:
    """Raise `input` to the power of `exponent`."""
    if exponent.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_pow_[input._keys | exponent._keys | state()](input, exponent)
    if exponent.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_pow_[input._keys | SCALAR_0 | state()](input, exponent)
    return OP_pow_.call((input, exponent,))


def maximum(input: Tensor, other: Tensor) -> Tensor:
    """Return the larger of two tensors, element by element; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.maximum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([3., 4.])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_maximum[input._keys | other._keys | state()](input, other)
    return OP_maximum.call((input, other,))


def minimum(input: Tensor, other: Tensor) -> Tensor:
    """Return the smaller of two tensors, element by element; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.minimum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([1., 2.])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_minimum[input._keys | other._keys | state()](input, other)
    return OP_minimum.call((input, other,))


def neg(input: Tensor) -> Tensor:
    """Return the negative.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.neg(rd.tensor([1., -2.]))
    tensor([-1.,  2.])
    """
    if input.__class__ in TENSORS:
        return W_neg[input._keys | state()](input)
    return OP_neg.call((input,))


def neg_(input: Tensor) -> Tensor:
    """Return the negative."""
    if input.__class__ in TENSORS:
        return W_neg_[input._keys | state()](input)
    return OP_neg_.call((input,))


def abs(input: Tensor) -> Tensor:
    """Return the absolute value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.abs(rd.tensor([-1., 2.]))
    tensor([1., 2.])
    """
    if input.__class__ in TENSORS:
        return W_abs[input._keys | state()](input)
    return OP_abs.call((input,))


def abs_(input: Tensor) -> Tensor:
    """Return the absolute value."""
    if input.__class__ in TENSORS:
        return W_abs_[input._keys | state()](input)
    return OP_abs_.call((input,))


def sign(input: Tensor) -> Tensor:
    """Return -1, 0 or 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sign(rd.tensor([-3., 0., 2.]))
    tensor([-1.,  0.,  1.])
    """
    if input.__class__ in TENSORS:
        return W_sign[input._keys | state()](input)
    return OP_sign.call((input,))


def sign_(input: Tensor) -> Tensor:
    """Return -1, 0 or 1."""
    if input.__class__ in TENSORS:
        return W_sign_[input._keys | state()](input)
    return OP_sign_.call((input,))


def exp(input: Tensor) -> Tensor:
    """Return e to the power of each element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.exp(rd.tensor([0., 1.]))
    tensor([1.0000, 2.7183])
    """
    if input.__class__ in TENSORS:
        return W_exp[input._keys | state()](input)
    return OP_exp.call((input,))


def exp_(input: Tensor) -> Tensor:
    """Return e to the power of each element."""
    if input.__class__ in TENSORS:
        return W_exp_[input._keys | state()](input)
    return OP_exp_.call((input,))


def log(input: Tensor) -> Tensor:
    """Return the natural logarithm.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log(rd.tensor([1., 2.]))
    tensor([0.0000, 0.6931])
    """
    if input.__class__ in TENSORS:
        return W_log[input._keys | state()](input)
    return OP_log.call((input,))


def log_(input: Tensor) -> Tensor:
    """Return the natural logarithm."""
    if input.__class__ in TENSORS:
        return W_log_[input._keys | state()](input)
    return OP_log_.call((input,))


def sqrt(input: Tensor) -> Tensor:
    """Return the square root.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sqrt(rd.tensor([4., 2.]))
    tensor([2.0000, 1.4142])
    """
    if input.__class__ in TENSORS:
        return W_sqrt[input._keys | state()](input)
    return OP_sqrt.call((input,))


def sqrt_(input: Tensor) -> Tensor:
    """Return the square root."""
    if input.__class__ in TENSORS:
        return W_sqrt_[input._keys | state()](input)
    return OP_sqrt_.call((input,))


def sin(input: Tensor) -> Tensor:
    """Return the sine of an angle in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sin(rd.tensor([0., 1.]))
    tensor([0.0000, 0.8415])
    """
    if input.__class__ in TENSORS:
        return W_sin[input._keys | state()](input)
    return OP_sin.call((input,))


def sin_(input: Tensor) -> Tensor:
    """Return the sine of an angle in radians."""
    if input.__class__ in TENSORS:
        return W_sin_[input._keys | state()](input)
    return OP_sin_.call((input,))


def cos(input: Tensor) -> Tensor:
    """Return the cosine of an angle in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cos(rd.tensor([0., 1.]))
    tensor([1.0000, 0.5403])
    """
    if input.__class__ in TENSORS:
        return W_cos[input._keys | state()](input)
    return OP_cos.call((input,))


def cos_(input: Tensor) -> Tensor:
    """Return the cosine of an angle in radians."""
    if input.__class__ in TENSORS:
        return W_cos_[input._keys | state()](input)
    return OP_cos_.call((input,))


def tanh(input: Tensor) -> Tensor:
    """Return the hyperbolic tangent.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tanh(rd.tensor([0., 1.]))
    tensor([0.0000, 0.7616])
    """
    if input.__class__ in TENSORS:
        return W_tanh[input._keys | state()](input)
    return OP_tanh.call((input,))


def tanh_(input: Tensor) -> Tensor:
    """Return the hyperbolic tangent."""
    if input.__class__ in TENSORS:
        return W_tanh_[input._keys | state()](input)
    return OP_tanh_.call((input,))


def sigmoid(input: Tensor) -> Tensor:
    """Return 1 / (1 + exp(-x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sigmoid(rd.tensor([0., 1.]))
    tensor([0.5000, 0.7311])
    """
    if input.__class__ in TENSORS:
        return W_sigmoid[input._keys | state()](input)
    return OP_sigmoid.call((input,))


def sigmoid_(input: Tensor) -> Tensor:
    """Return 1 / (1 + exp(-x))."""
    if input.__class__ in TENSORS:
        return W_sigmoid_[input._keys | state()](input)
    return OP_sigmoid_.call((input,))


def relu(input: Tensor) -> Tensor:
    """Return the larger of each element and zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.relu(rd.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    if input.__class__ in TENSORS:
        return W_relu[input._keys | state()](input)
    return OP_relu.call((input,))


def relu_(input: Tensor) -> Tensor:
    """Return the larger of each element and zero."""
    if input.__class__ in TENSORS:
        return W_relu_[input._keys | state()](input)
    return OP_relu_.call((input,))


def where(condition: Tensor, self: Operand, other: Operand) -> Tensor:
    """Take elements of `input` where the condition holds, else of `other`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.where(rd.tensor([True, False]), rd.tensor([1., 2.]), 0.)
    tensor([1., 0.])
    """
    if self.__class__ in TENSORS and other.__class__ in TENSORS and condition.__class__ in TENSORS:
        return W_where[condition._keys | self._keys | other._keys | state()](condition, self, other)
    if self.__class__ in SCALARS and other.__class__ in TENSORS and condition.__class__ in TENSORS:
        return W_where[condition._keys | SCALAR_0 | other._keys | state()](condition, self, other)
    if self.__class__ in TENSORS and other.__class__ in SCALARS and condition.__class__ in TENSORS:
        return W_where[condition._keys | self._keys | SCALAR_1 | state()](condition, self, other)
    return OP_where.call((condition, self, other,))


def eq(input: Operand, other: Operand) -> Tensor:
    """Whether elements are equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.eq(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_eq[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_eq[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_eq[input._keys | SCALAR_1 | state()](input, other)
    return OP_eq.call((input, other,))


def ne(input: Operand, other: Operand) -> Tensor:
    """Whether elements differ.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ne(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_ne[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_ne[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_ne[input._keys | SCALAR_1 | state()](input, other)
    return OP_ne.call((input, other,))


def lt(input: Operand, other: Operand) -> Tensor:
    """Whether elements of `input` are less.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.lt(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_lt[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_lt[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_lt[input._keys | SCALAR_1 | state()](input, other)
    return OP_lt.call((input, other,))


def le(input: Operand, other: Operand) -> Tensor:
    """Whether elements of `input` are less or equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.le(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_le[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_le[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_le[input._keys | SCALAR_1 | state()](input, other)
    return OP_le.call((input, other,))


def gt(input: Operand, other: Operand) -> Tensor:
    """Whether elements of `input` are greater.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.gt(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_gt[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_gt[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_gt[input._keys | SCALAR_1 | state()](input, other)
    return OP_gt.call((input, other,))


def ge(input: Operand, other: Operand) -> Tensor:
    """Whether elements of `input` are greater or equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ge(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_ge[input._keys | other._keys | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_ge[SCALAR_0 | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_ge[input._keys | SCALAR_1 | state()](input, other)
    return OP_ge.call((input, other,))


def logical_not(input: Tensor) -> Tensor:
    """Return whether each element is zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logical_not(rd.tensor([True, False]))
    tensor([False,  True])
    """
    if input.__class__ in TENSORS:
        return W_logical_not[input._keys | state()](input)
    return OP_logical_not.call((input,))


def sum(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Add up the elements along dimensions, or all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sum(rd.tensor([[1., 2.], [3., 4.]]), 0)
    tensor([4., 6.])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and dtype is None:
        return W_sum[input._keys | state()](input, dim, keepdim, dtype)
    return OP_sum.call((input, dim, keepdim, dtype,))


def mean(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Return the mean along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mean(rd.tensor([[1., 2.], [3., 4.]]), 0)
    tensor([2., 3.])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and dtype is None:
        return W_mean[input._keys | state()](input, dim, keepdim, dtype)
    return OP_mean.call((input, dim, keepdim, dtype,))


def amax(input: Tensor, dim: Sequence[int] | int = (), keepdim: bool = False) -> Tensor:
    """Return the largest element along dimensions, or of all; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.amax(rd.tensor([[1., 4.], [3., 2.]]), 1)
    tensor([4., 3.])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and dim.__class__ is tuple and keepdim.__class__ is bool:
        return W_amax[input._keys | state()](input, dim, keepdim)
    return OP_amax.call((input, dim, keepdim,))


def softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return exp(x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softmax(rd.tensor([[0., 0.]]), 1).shape
    (1, 2)
    """
    if input.__class__ in TENSORS and dim.__class__ is int and dtype is None:
        return W_softmax[input._keys | state()](input, dim, dtype)
    return OP_softmax.call((input, dim, dtype,))


def log_softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return the logarithm of softmax along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log_softmax(rd.tensor([[0., 0.]]), 1).shape
    (1, 2)
    """
    if input.__class__ in TENSORS and dim.__class__ is int and dtype is None:
        return W_log_softmax[input._keys | state()](input, dim, dtype)
    return OP_log_softmax.call((input, dim, dtype,))


def reshape(input: Tensor, shape: Sequence[int] | int) -> Tensor:
    """Return the elements in another shape; a view where the strides allow it, else a copy.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.reshape(rd.tensor([1, 2, 3, 4]), (2, -1))
    tensor([[1, 2],
            [3, 4]])
    """
    if shape.__class__ is int:
        shape = (shape,)
    if input.__class__ in TENSORS and shape.__class__ is tuple:
        return W_reshape[input._keys | state()](input, shape)
    return OP_reshape.call((input, shape,))


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Return a view with two dimensions swapped.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.transpose(rd.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if input.__class__ in TENSORS and dim0.__class__ is int and dim1.__class__ is int:
        return W_transpose[input._keys | state()](input, dim0, dim1)
    return OP_transpose.call((input, dim0, dim1,))


def permute(input: Tensor, dims: Sequence[int] | int) -> Tensor:
    """Return a view with the dimensions in another order.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.permute(rd.zeros(2, 3), (1, 0)).shape
    (3, 2)
    """
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and dims.__class__ is tuple:
        return W_permute[input._keys | state()](input, dims)
    return OP_permute.call((input, dims,))


def expand(input: Tensor, size: Sequence[int] | int) -> Tensor:
    """Return a view in which dimensions of size one are repeated; -1 keeps a size.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([[1], [2]]).expand(-1, 2)
    tensor([[1, 1],
            [2, 2]])
    """
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_expand[input._keys | state()](input, size)
    return OP_expand.call((input, size,))


def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Return the view at one index of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.select(rd.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([3, 4])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ is int:
        return W_select[input._keys | state()](input, dim, index)
    return OP_select.call((input, dim, index,))


def slice(input: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor:
    """Return the view of a range of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2, 3])[1:]
    tensor([2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
        return W_slice[input._keys | state()](input, dim, start, end, step)
    return OP_slice.call((input, dim, start, end, step,))


def squeeze(input: Tensor, dim: Sequence[int] | int | None = None) -> Tensor:
    """Return a view without the dimensions of size one, or without those named.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.squeeze(rd.zeros(1, 3)).shape
    (3,)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple):
        return W_squeeze[input._keys | state()](input, dim)
    return OP_squeeze.call((input, dim,))


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Return a view with a dimension of size one put in.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unsqueeze(rd.zeros(3), 0).shape
    (1, 3)
    """
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_unsqueeze[input._keys | state()](input, dim)
    return OP_unsqueeze.call((input, dim,))


def clone(input: Tensor) -> Tensor:
    """Return a copy; gradients flow back to the original.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clone(rd.tensor([1.]))
    tensor([1.])
    """
    if input.__class__ in TENSORS:
        return W_clone[input._keys | state()](input)
    return OP_clone.call((input,))


def _to_copy(input: Tensor, dtype: Any) -> Tensor:
    """Return a copy with another dtype."""
    return OP__to_copy.call((input, dtype,))


def select_backward(grad: Tensor, sizes: Sequence[int] | int, dim: int, index: int) -> Tensor:
    """Return zeros of the given sizes with `grad` at one index of a dimension."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dim.__class__ is int and index.__class__ is int:
        return W_select_backward[grad._keys | state()](grad, sizes, dim, index)
    return OP_select_backward.call((grad, sizes, dim, index,))


def slice_backward(grad: Tensor, sizes: Sequence[int] | int, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    """Return zeros of the given sizes with `grad` in a range of a dimension."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
        return W_slice_backward[grad._keys | state()](grad, sizes, dim, start, end, step)
    return OP_slice_backward.call((grad, sizes, dim, start, end, step,))


def to_device(input: Tensor, device: Any) -> Tensor:
    """Return a copy on another device; gradients are moved back."""
    return OP_to_device.call((input, device,))


def copy_(input: Tensor, src: Tensor) -> Tensor:
    """Write the elements of another tensor into this one, broadcast and cast."""
    if input.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_copy_[input._keys | src._keys | state()](input, src)
    return OP_copy_.call((input, src,))


def zero_(input: Tensor) -> Tensor:
    """Write zeros."""
    if input.__class__ in TENSORS:
        return W_zero_[input._keys | state()](input)
    return OP_zero_.call((input,))


def fill_(input: Tensor, value: Operand) -> Tensor:
    """Write one value everywhere."""
    if value.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_fill_[input._keys | value._keys | state()](input, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_fill_[input._keys | SCALAR_0 | state()](input, value)
    return OP_fill_.call((input, value,))


def sigmoid_backward(grad: Tensor, output: Tensor) -> Tensor:
    """Return the gradient of sigmoid, from its result."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS:
        return W_sigmoid_backward[grad._keys | output._keys | state()](grad, output)
    return OP_sigmoid_backward.call((grad, output,))


def softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of softmax, from its result."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_softmax_backward.call((grad, output, dim,))


def log_softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of log_softmax, from its result."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_log_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_log_softmax_backward.call((grad, output, dim,))


OP_zeros_like.caller = zeros_like
OP_ones_like.caller = ones_like
OP_full_like.caller = full_like
OP_matmul.caller = matmul
OP_cross_entropy.caller = cross_entropy
OP_cross_entropy_backward.caller = cross_entropy_backward
OP_cross_entropy_factor.caller = cross_entropy_factor
OP_add.caller = add
OP_add_.caller = add_
OP_sub.caller = sub
OP_sub_.caller = sub_
OP_mul.caller = mul
OP_mul_.caller = mul_
OP_div.caller = div
OP_div_.caller = div_
OP_pow.caller = pow
OP_pow_.caller = pow_
OP_maximum.caller = maximum
OP_minimum.caller = minimum
OP_neg.caller = neg
OP_neg_.caller = neg_
OP_abs.caller = abs
OP_abs_.caller = abs_
OP_sign.caller = sign
OP_sign_.caller = sign_
OP_exp.caller = exp
OP_exp_.caller = exp_
OP_log.caller = log
OP_log_.caller = log_
OP_sqrt.caller = sqrt
OP_sqrt_.caller = sqrt_
OP_sin.caller = sin
OP_sin_.caller = sin_
OP_cos.caller = cos
OP_cos_.caller = cos_
OP_tanh.caller = tanh
OP_tanh_.caller = tanh_
OP_sigmoid.caller = sigmoid
OP_sigmoid_.caller = sigmoid_
OP_relu.caller = relu
OP_relu_.caller = relu_
OP_where.caller = where
OP_eq.caller = eq
OP_ne.caller = ne
OP_lt.caller = lt
OP_le.caller = le
OP_gt.caller = gt
OP_ge.caller = ge
OP_logical_not.caller = logical_not
OP_sum.caller = sum
OP_mean.caller = mean
OP_amax.caller = amax
OP_softmax.caller = softmax
OP_log_softmax.caller = log_softmax
OP_reshape.caller = reshape
OP_transpose.caller = transpose
OP_permute.caller = permute
OP_expand.caller = expand
OP_select.caller = select
OP_slice.caller = slice
OP_squeeze.caller = squeeze
OP_unsqueeze.caller = unsqueeze
OP_clone.caller = clone
OP__to_copy.caller = _to_copy
OP_select_backward.caller = select_backward
OP_slice_backward.caller = slice_backward
OP_to_device.caller = to_device
OP_copy_.caller = copy_
OP_zero_.caller = zero_
OP_fill_.caller = fill_
OP_sigmoid_backward.caller = sigmoid_backward
OP_softmax_backward.caller = softmax_backward
OP_log_softmax_backward.caller = log_softmax_backward
