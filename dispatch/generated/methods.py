"""The methods of Tensor that are operators.

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


class TensorMethods:
    """What Tensor gets from the declarations."""

    __slots__ = ()
    _keys: int

    def matmul(self, other: Tensor) -> Tensor:
        """Multiply matrices, vectors, or batches of matrices."""
        if other.__class__ in TENSORS:
            return W_matmul[self._keys | other._keys | state()](self, other)
        return OP_matmul.call((self, other,))

    def add(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Add `other`, times `alpha`, to `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_add[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_add[self._keys | SCALAR_1 | state()](self, other, alpha)
        return OP_add.call((self, other, alpha,))

    def add_(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Add `other`, times `alpha`, to `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_add_[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_add_[self._keys | SCALAR_0 | state()](self, other, alpha)
        return OP_add_.call((self, other, alpha,))

    def sub(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Subtract `other`, times `alpha`, from `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_sub[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_sub[self._keys | SCALAR_1 | state()](self, other, alpha)
        return OP_sub.call((self, other, alpha,))

    def sub_(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Subtract `other`, times `alpha`, from `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_sub_[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_sub_[self._keys | SCALAR_0 | state()](self, other, alpha)
        return OP_sub_.call((self, other, alpha,))

    def mul(self, other: Operand) -> Tensor:
        """Multiply two tensors, element by element."""
        if other.__class__ in TENSORS:
            return W_mul[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_mul[self._keys | SCALAR_1 | state()](self, other)
        return OP_mul.call((self, other,))

    def mul_(self, other: Operand) -> Tensor:
        """Multiply two tensors, element by element."""
        if other.__class__ in TENSORS:
            return W_mul_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_mul_[self._keys | SCALAR_0 | state()](self, other)
        return OP_mul_.call((self, other,))

    def div(self, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
        """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
        if other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div[self._keys | other._keys | state()](self, other, rounding_mode)
        if other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div[self._keys | SCALAR_1 | state()](self, other, rounding_mode)
        return OP_div.call((self, other, rounding_mode,))

    def div_(self, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
        """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
        if other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div_[self._keys | other._keys | state()](self, other, rounding_mode)
        if other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div_[self._keys | SCALAR_0 | state()](self, other, rounding_mode)
        return OP_div_.call((self, other, rounding_mode,))

    def pow(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent`."""
        if exponent.__class__ in TENSORS:
            return W_pow[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_pow[self._keys | SCALAR_1 | state()](self, exponent)
        return OP_pow.call((self, exponent,))

    def pow_(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent`."""
        if exponent.__class__ in TENSORS:
            return W_pow_[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_pow_[self._keys | SCALAR_0 | state()](self, exponent)
        return OP_pow_.call((self, exponent,))

    def maximum(self, other: Tensor) -> Tensor:
        """Return the larger of two tensors, element by element; nan wins."""
        if other.__class__ in TENSORS:
            return W_maximum[self._keys | other._keys | state()](self, other)
        return OP_maximum.call((self, other,))

    def minimum(self, other: Tensor) -> Tensor:
        """Return the smaller of two tensors, element by element; nan wins."""
        if other.__class__ in TENSORS:
            return W_minimum[self._keys | other._keys | state()](self, other)
        return OP_minimum.call((self, other,))

    def neg(self) -> Tensor:
        """Return the negative."""
        return W_neg[self._keys | state()](self)

    def neg_(self) -> Tensor:
        """Return the negative."""
        return W_neg_[self._keys | state()](self)

    def abs(self) -> Tensor:
        """Return the absolute value."""
        return W_abs[self._keys | state()](self)

    def abs_(self) -> Tensor:
        """Return the absolute value."""
        return W_abs_[self._keys | state()](self)

    def sign(self) -> Tensor:
        """Return -1, 0 or 1."""
        return W_sign[self._keys | state()](self)

    def sign_(self) -> Tensor:
        """Return -1, 0 or 1."""
        return W_sign_[self._keys | state()](self)

    def exp(self) -> Tensor:
        """Return e to the power of each element."""
        return W_exp[self._keys | state()](self)

    def exp_(self) -> Tensor:
        """Return e to the power of each element."""
        return W_exp_[self._keys | state()](self)

    def log(self) -> Tensor:
        """Return the natural logarithm."""
        return W_log[self._keys | state()](self)

    def log_(self) -> Tensor:
        """Return the natural logarithm."""
        return W_log_[self._keys | state()](self)

    def sqrt(self) -> Tensor:
        """Return the square root."""
        return W_sqrt[self._keys | state()](self)

    def sqrt_(self) -> Tensor:
        """Return the square root."""
        return W_sqrt_[self._keys | state()](self)

    def sin(self) -> Tensor:
        """Return the sine of an angle in radians."""
        return W_sin[self._keys | state()](self)

    def sin_(self) -> Tensor:
        """Return the sine of an angle in radians."""
        return W_sin_[self._keys | state()](self)

    def cos(self) -> Tensor:
        """Return the cosine of an angle in radians."""
        return W_cos[self._keys | state()](self)

    def cos_(self) -> Tensor:
        """Return the cosine of an angle in radians."""
        return W_cos_[self._keys | state()](self)

    def tanh(self) -> Tensor:
        """Return the hyperbolic tangent."""
        return W_tanh[self._keys | state()](self)

    def tanh_(self) -> Tensor:
        """Return the hyperbolic tangent."""
        return W_tanh_[self._keys | state()](self)

    def sigmoid(self) -> Tensor:
        """Return 1 / (1 + exp(-x))."""
        return W_sigmoid[self._keys | state()](self)

    def sigmoid_(self) -> Tensor:
        """Return 1 / (1 + exp(-x))."""
        return W_sigmoid_[self._keys | state()](self)

    def relu(self) -> Tensor:
        """Return the larger of each element and zero."""
        return W_relu[self._keys | state()](self)

    def relu_(self) -> Tensor:
        """Return the larger of each element and zero."""
        return W_relu_[self._keys | state()](self)

    def eq(self, other: Operand) -> Tensor:
        """Whether elements are equal."""
        if other.__class__ in TENSORS:
            return W_eq[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_eq[self._keys | SCALAR_1 | state()](self, other)
        return OP_eq.call((self, other,))

    def ne(self, other: Operand) -> Tensor:
        """Whether elements differ."""
        if other.__class__ in TENSORS:
            return W_ne[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_ne[self._keys | SCALAR_1 | state()](self, other)
        return OP_ne.call((self, other,))

    def lt(self, other: Operand) -> Tensor:
        """Whether elements of `input` are less."""
        if other.__class__ in TENSORS:
            return W_lt[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_lt[self._keys | SCALAR_1 | state()](self, other)
        return OP_lt.call((self, other,))

    def le(self, other: Operand) -> Tensor:
        """Whether elements of `input` are less or equal."""
        if other.__class__ in TENSORS:
            return W_le[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_le[self._keys | SCALAR_1 | state()](self, other)
        return OP_le.call((self, other,))

    def gt(self, other: Operand) -> Tensor:
        """Whether elements of `input` are greater."""
        if other.__class__ in TENSORS:
            return W_gt[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_gt[self._keys | SCALAR_1 | state()](self, other)
        return OP_gt.call((self, other,))

    def ge(self, other: Operand) -> Tensor:
        """Whether elements of `input` are greater or equal."""
        if other.__class__ in TENSORS:
            return W_ge[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_ge[self._keys | SCALAR_1 | state()](self, other)
        return OP_ge.call((self, other,))

    def logical_not(self) -> Tensor:
        """Return whether each element is zero."""
        return W_logical_not[self._keys | state()](self)

    def sum(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Add up the elements along dimensions, or all."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and dtype is None:
            return W_sum[self._keys | state()](self, dim, keepdim, dtype)
        return OP_sum.call((self, dim, keepdim, dtype,))

    def mean(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Return the mean along dimensions, or of all elements."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and dtype is None:
            return W_mean[self._keys | state()](self, dim, keepdim, dtype)
        return OP_mean.call((self, dim, keepdim, dtype,))

    def amax(self, dim: Sequence[int] | int = (), keepdim: bool = False) -> Tensor:
        """Return the largest element along dimensions, or of all; nan wins."""
        if dim.__class__ is int:
            dim = (dim,)
        if dim.__class__ is tuple and keepdim.__class__ is bool:
            return W_amax[self._keys | state()](self, dim, keepdim)
        return OP_amax.call((self, dim, keepdim,))

    def softmax(self, dim: int, dtype: Any = None) -> Tensor:
        """Return exp(x) scaled to sum to one along a dimension."""
        if dim.__class__ is int and dtype is None:
            return W_softmax[self._keys | state()](self, dim, dtype)
        return OP_softmax.call((self, dim, dtype,))

    def log_softmax(self, dim: int, dtype: Any = None) -> Tensor:
        """Return the logarithm of softmax along a dimension."""
        if dim.__class__ is int and dtype is None:
            return W_log_softmax[self._keys | state()](self, dim, dtype)
        return OP_log_softmax.call((self, dim, dtype,))

    def reshape(self, *shape: Any) -> Tensor:
        """Return the elements in another shape; a view where the strides allow it, else a copy."""
        if len(shape) == 1 and shape[0].__class__ is not int:
            shape = shape[0]
        if shape.__class__ is tuple:
            return W_reshape[self._keys | state()](self, shape)
        return OP_reshape.call((self, shape,))

    def transpose(self, dim0: int, dim1: int) -> Tensor:
        """Return a view with two dimensions swapped."""
        if dim0.__class__ is int and dim1.__class__ is int:
            return W_transpose[self._keys | state()](self, dim0, dim1)
        return OP_transpose.call((self, dim0, dim1,))

    def permute(self, *dims: Any) -> Tensor:
        """Return a view with the dimensions in another order."""
        if len(dims) == 1 and dims[0].__class__ is not int:
            dims = dims[0]
        if dims.__class__ is tuple:
            return W_permute[self._keys | state()](self, dims)
        return OP_permute.call((self, dims,))

    def expand(self, *size: Any) -> Tensor:
        """Return a view in which dimensions of size one are repeated; -1 keeps a size."""
        if len(size) == 1 and size[0].__class__ is not int:
            size = size[0]
        if size.__class__ is tuple:
            return W_expand[self._keys | state()](self, size)
        return OP_expand.call((self, size,))

    def select(self, dim: int, index: int) -> Tensor:
        """Return the view at one index of a dimension."""
        if dim.__class__ is int and index.__class__ is int:
            return W_select[self._keys | state()](self, dim, index)
        return OP_select.call((self, dim, index,))

    def slice(self, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor:
        """Return the view of a range of a dimension."""
        if dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
            return W_slice[self._keys | state()](self, dim, start, end, step)
        return OP_slice.call((self, dim, start, end, step,))

    def squeeze(self, dim: Sequence[int] | int | None = None) -> Tensor:
        """Return a view without the dimensions of size one, or without those named."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple):
            return W_squeeze[self._keys | state()](self, dim)
        return OP_squeeze.call((self, dim,))

    def unsqueeze(self, dim: int) -> Tensor:
        """Return a view with a dimension of size one put in."""
        if dim.__class__ is int:
            return W_unsqueeze[self._keys | state()](self, dim)
        return OP_unsqueeze.call((self, dim,))

    def clone(self) -> Tensor:
        """Return a copy; gradients flow back to the original."""
        return W_clone[self._keys | state()](self)

    def copy_(self, src: Tensor) -> Tensor:
        """Write the elements of another tensor into this one, broadcast and cast."""
        if src.__class__ in TENSORS:
            return W_copy_[self._keys | src._keys | state()](self, src)
        return OP_copy_.call((self, src,))

    def zero_(self) -> Tensor:
        """Write zeros."""
        return W_zero_[self._keys | state()](self)

    def fill_(self, value: Operand) -> Tensor:
        """Write one value everywhere."""
        if value.__class__ in TENSORS:
            return W_fill_[self._keys | value._keys | state()](self, value)
        if value.__class__ in SCALARS:
            return W_fill_[self._keys | SCALAR_0 | state()](self, value)
        return OP_fill_.call((self, value,))

    def __add__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_add[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_add[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_add, self, other, other)

    def __radd__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_add[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_add[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_add, other, self, other)

    def __sub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_sub[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_sub[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_sub, self, other, other)

    def __rsub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_sub[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_sub[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_sub, other, self, other)

    def __mul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_mul[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_mul[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_mul, self, other, other)

    def __rmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_mul[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_mul[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_mul, other, self, other)

    def __truediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_div[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_div, self, other, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_div[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_div, other, self, other)

    def __pow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_pow[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_pow[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_pow, self, other, other)

    def __rpow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_pow[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_pow[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_pow, other, self, other)

    def __matmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_matmul[self._keys | other._keys | state()](self, other)
        return binary(OP_matmul, self, other, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_matmul[self._keys | other._keys | state()](other, self)
        return binary(OP_matmul, other, self, other)

    def __neg__(self) -> Tensor:
        return W_neg[self._keys | state()](self)

    def __abs__(self) -> Tensor:
        return W_abs[self._keys | state()](self)

    def __eq__(self, other: Any) -> Tensor:  # type: ignore[override]
        kind = other.__class__
        if kind in TENSORS:
            return W_eq[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_eq[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_eq, self, other, other)

    def __ne__(self, other: Any) -> Tensor:  # type: ignore[override]
        kind = other.__class__
        if kind in TENSORS:
            return W_ne[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_ne[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_ne, self, other, other)

    def __lt__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_lt[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_lt[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_lt, self, other, other)

    def __le__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_le[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_le[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_le, self, other, other)

    def __gt__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_gt[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_gt[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_gt, self, other, other)

    def __ge__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_ge[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_ge[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_ge, self, other, other)

    def __iadd__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_add_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_add_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_add_, self, other, other)

    def __isub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_sub_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_sub_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_sub_, self, other, other)

    def __imul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_mul_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_mul_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_mul_, self, other, other)

    def __itruediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_div_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_div_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_div_, self, other, other)

    def __ipow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_pow_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_pow_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_pow_, self, other, other)
