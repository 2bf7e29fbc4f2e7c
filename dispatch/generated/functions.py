"""The function of every operator.

Written by `make generate` from the declarations in dispatch/ops; edits are lost.
"""

# ruff: noqa: A001, A002, E501, F401
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ops as _ops
from ..keys import SCALAR_BITS
from ..operator import DTYPE_TYPES as DTYPES
from ..operator import REAL_TYPES as SCALARS
from ..operator import TENSOR_TYPES as TENSORS
from ..operator import binary, keys_of, keys_or_none
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
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "add",
    "add_",
    "addbmm",
    "addbmm_",
    "addcdiv",
    "addcdiv_",
    "addcmul",
    "addcmul_",
    "addmm",
    "addmm_",
    "addmv",
    "addmv_",
    "addr",
    "addr_",
    "adjoint",
    "alias",
    "alias_copy",
    "all",
    "allclose",
    "amax",
    "amin",
    "aminmax",
    "angle",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_",
    "as_strided_backward",
    "as_strided_copy",
    "as_strided_scatter",
    "asin",
    "asin_",
    "asinh",
    "asinh_",
    "atan",
    "atan2",
    "atan2_",
    "atan_",
    "atanh",
    "atanh_",
    "baddbmm",
    "baddbmm_",
    "bernoulli",
    "bernoulli_",
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "bitwise_and",
    "bitwise_and_",
    "bitwise_left_shift",
    "bitwise_left_shift_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_right_shift",
    "bitwise_right_shift_",
    "bitwise_xor",
    "bitwise_xor_",
    "bmm",
    "broadcast_to",
    "bucketize",
    "cat",
    "ceil",
    "ceil_",
    "celu",
    "celu_",
    "chunk",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
    "clone",
    "column_stack",
    "complex",
    "concat",
    "concatenate",
    "conj",
    "conj_physical",
    "conj_physical_",
    "constant_pad_nd",
    "contiguous",
    "copy_",
    "copysign",
    "copysign_",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "count_nonzero",
    "cross_entropy",
    "cross_entropy_backward",
    "cross_entropy_factor",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "deg2rad",
    "deg2rad_",
    "detach",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_backward",
    "diagonal_copy",
    "diagonal_scatter",
    "digamma",
    "digamma_",
    "div",
    "div_",
    "dot",
    "dsplit",
    "dstack",
    "elu",
    "elu_",
    "elu_backward",
    "embedding",
    "embedding_backward",
    "empty_like",
    "eq",
    "equal",
    "erf",
    "erf_",
    "erfc",
    "erfc_",
    "erfinv",
    "erfinv_",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expand",
    "expand_as",
    "expand_copy",
    "expm1",
    "expm1_",
    "exponential_",
    "fill",
    "fill_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float_power",
    "float_power_",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmax",
    "fmin",
    "fmod",
    "fmod_",
    "frac",
    "frac_",
    "full_like",
    "gather",
    "ge",
    "gelu",
    "gelu_",
    "gelu_backward",
    "ger",
    "glu",
    "gt",
    "hardshrink",
    "hardshrink_",
    "hardshrink_backward",
    "hardsigmoid",
    "hardsigmoid_",
    "hardsigmoid_backward",
    "hardswish",
    "hardswish_",
    "hardswish_backward",
    "hardtanh",
    "hardtanh_",
    "hardtanh_backward",
    "heaviside",
    "heaviside_",
    "hsplit",
    "hstack",
    "huber_loss",
    "hypot",
    "hypot_",
    "imag",
    "index",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "inner",
    "isclose",
    "isfinite",
    "isin",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "kl_div",
    "kron",
    "kthvalue",
    "l1_loss",
    "layer_norm_backward",
    "layer_norm_bias_backward",
    "layer_norm_weight_backward",
    "le",
    "leaky_relu",
    "leaky_relu_",
    "leaky_relu_backward",
    "lerp",
    "lerp_",
    "lgamma",
    "lgamma_",
    "linalg_vector_norm",
    "linear",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "log_softmax",
    "log_softmax_backward",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "logit",
    "logit_",
    "logsigmoid",
    "logsigmoid_",
    "logsumexp",
    "lt",
    "masked_fill",
    "masked_fill_",
    "masked_scatter",
    "masked_scatter_",
    "masked_scatter_backward",
    "masked_select",
    "matmul",
    "maximum",
    "mean",
    "minimum",
    "mish",
    "mish_",
    "mish_backward",
    "mm",
    "moveaxis",
    "movedim",
    "mse_loss",
    "msort",
    "mul",
    "mul_",
    "multinomial",
    "mv",
    "nan_to_num",
    "nan_to_num_",
    "nanmean",
    "nansum",
    "narrow",
    "narrow_copy",
    "native_dropout",
    "native_layer_norm",
    "ne",
    "neg",
    "neg_",
    "nll_loss",
    "nll_loss_backward",
    "normal_",
    "one_hot",
    "ones_like",
    "outer",
    "permute",
    "permute_copy",
    "polar",
    "positive",
    "pow",
    "pow_",
    "prelu",
    "prod",
    "put",
    "put_",
    "rad2deg",
    "rad2deg_",
    "rand_like",
    "randn_like",
    "random_",
    "ravel",
    "real",
    "reciprocal",
    "reciprocal_",
    "relu",
    "relu6",
    "relu6_",
    "relu_",
    "relu_backward",
    "remainder",
    "remainder_",
    "repeat",
    "repeat_interleave",
    "reshape",
    "reshape_as",
    "resize_",
    "resize_as_",
    "resolve_conj",
    "resolve_neg",
    "roll",
    "rot90",
    "round",
    "round_",
    "row_stack",
    "rsqrt",
    "rsqrt_",
    "scatter_add",
    "scatter_add_",
    "scatter_reduce",
    "scatter_reduce_",
    "searchsorted",
    "select",
    "select_backward",
    "select_copy",
    "select_scatter",
    "selu",
    "selu_",
    "set_",
    "sgn",
    "sgn_",
    "sigmoid",
    "sigmoid_",
    "sigmoid_backward",
    "sign",
    "sign_",
    "signbit",
    "silu",
    "silu_",
    "silu_backward",
    "sin",
    "sin_",
    "sinc",
    "sinc_",
    "sinh",
    "sinh_",
    "slice",
    "slice_backward",
    "slice_copy",
    "slice_scatter",
    "smooth_l1_loss",
    "softmax",
    "softmax_backward",
    "softmin",
    "softplus",
    "softplus_",
    "softplus_backward",
    "softshrink",
    "softshrink_",
    "softsign",
    "softsign_",
    "sort",
    "split",
    "split_copy",
    "split_with_sizes",
    "split_with_sizes_copy",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "squeeze_",
    "squeeze_copy",
    "stack",
    "sub",
    "sub_",
    "sum",
    "swapaxes",
    "swapaxes_",
    "swapdims",
    "swapdims_",
    "t",
    "t_",
    "t_copy",
    "take",
    "take_along_dim",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "tanh_backward",
    "tanhshrink",
    "tanhshrink_",
    "tensor_split",
    "tensordot",
    "threshold",
    "threshold_",
    "threshold_backward",
    "tile",
    "to_device",
    "topk",
    "trace",
    "transpose",
    "transpose_",
    "transpose_copy",
    "tril",
    "tril_",
    "triu",
    "triu_",
    "true_divide",
    "true_divide_",
    "trunc",
    "trunc_",
    "unbind",
    "unbind_copy",
    "unflatten",
    "unfold",
    "unfold_backward",
    "unfold_copy",
    "uniform_",
    "unsafe_chunk",
    "unsafe_split",
    "unsafe_split_with_sizes",
    "unsqueeze",
    "unsqueeze_",
    "unsqueeze_copy",
    "vdot",
    "view",
    "view_as",
    "view_as_complex",
    "view_as_complex_copy",
    "view_as_real",
    "view_as_real_copy",
    "view_copy",
    "vsplit",
    "vstack",
    "xlogy",
    "xlogy_",
    "zero_",
    "zeros_like",
]

OP_gelu = lookup("rd::gelu")
W_gelu = OP_gelu.walks
OP_gelu_ = lookup("rd::gelu_")
W_gelu_ = OP_gelu_.walks
OP_silu = lookup("rd::silu")
W_silu = OP_silu.walks
OP_silu_ = lookup("rd::silu_")
W_silu_ = OP_silu_.walks
OP_mish = lookup("rd::mish")
W_mish = OP_mish.walks
OP_mish_ = lookup("rd::mish_")
W_mish_ = OP_mish_.walks
OP_softplus = lookup("rd::softplus")
W_softplus = OP_softplus.walks
OP_softplus_ = lookup("rd::softplus_")
W_softplus_ = OP_softplus_.walks
OP_elu = lookup("rd::elu")
W_elu = OP_elu.walks
OP_elu_ = lookup("rd::elu_")
W_elu_ = OP_elu_.walks
OP_celu = lookup("rd::celu")
W_celu = OP_celu.walks
OP_celu_ = lookup("rd::celu_")
W_celu_ = OP_celu_.walks
OP_selu = lookup("rd::selu")
W_selu = OP_selu.walks
OP_selu_ = lookup("rd::selu_")
W_selu_ = OP_selu_.walks
OP_leaky_relu = lookup("rd::leaky_relu")
W_leaky_relu = OP_leaky_relu.walks
OP_leaky_relu_ = lookup("rd::leaky_relu_")
W_leaky_relu_ = OP_leaky_relu_.walks
OP_hardtanh = lookup("rd::hardtanh")
W_hardtanh = OP_hardtanh.walks
OP_hardtanh_ = lookup("rd::hardtanh_")
W_hardtanh_ = OP_hardtanh_.walks
OP_relu6 = lookup("rd::relu6")
W_relu6 = OP_relu6.walks
OP_relu6_ = lookup("rd::relu6_")
W_relu6_ = OP_relu6_.walks
OP_hardsigmoid = lookup("rd::hardsigmoid")
W_hardsigmoid = OP_hardsigmoid.walks
OP_hardsigmoid_ = lookup("rd::hardsigmoid_")
W_hardsigmoid_ = OP_hardsigmoid_.walks
OP_hardswish = lookup("rd::hardswish")
W_hardswish = OP_hardswish.walks
OP_hardswish_ = lookup("rd::hardswish_")
W_hardswish_ = OP_hardswish_.walks
OP_hardshrink = lookup("rd::hardshrink")
W_hardshrink = OP_hardshrink.walks
OP_hardshrink_ = lookup("rd::hardshrink_")
W_hardshrink_ = OP_hardshrink_.walks
OP_softshrink = lookup("rd::softshrink")
W_softshrink = OP_softshrink.walks
OP_softshrink_ = lookup("rd::softshrink_")
W_softshrink_ = OP_softshrink_.walks
OP_tanhshrink = lookup("rd::tanhshrink")
W_tanhshrink = OP_tanhshrink.walks
OP_tanhshrink_ = lookup("rd::tanhshrink_")
W_tanhshrink_ = OP_tanhshrink_.walks
OP_softsign = lookup("rd::softsign")
W_softsign = OP_softsign.walks
OP_softsign_ = lookup("rd::softsign_")
W_softsign_ = OP_softsign_.walks
OP_logsigmoid = lookup("rd::logsigmoid")
W_logsigmoid = OP_logsigmoid.walks
OP_logsigmoid_ = lookup("rd::logsigmoid_")
W_logsigmoid_ = OP_logsigmoid_.walks
OP_threshold = lookup("rd::threshold")
W_threshold = OP_threshold.walks
OP_threshold_ = lookup("rd::threshold_")
W_threshold_ = OP_threshold_.walks
OP_prelu = lookup("rd::prelu")
W_prelu = OP_prelu.walks
OP__prelu_kernel = lookup("rd::_prelu_kernel")
W__prelu_kernel = OP__prelu_kernel.walks
OP_glu = lookup("rd::glu")
W_glu = OP_glu.walks
OP_softmin = lookup("rd::softmin")
W_softmin = OP_softmin.walks
OP_leaky_relu_backward = lookup("rd::leaky_relu_backward")
W_leaky_relu_backward = OP_leaky_relu_backward.walks
OP_hardtanh_backward = lookup("rd::hardtanh_backward")
W_hardtanh_backward = OP_hardtanh_backward.walks
OP_hardsigmoid_backward = lookup("rd::hardsigmoid_backward")
W_hardsigmoid_backward = OP_hardsigmoid_backward.walks
OP_hardshrink_backward = lookup("rd::hardshrink_backward")
W_hardshrink_backward = OP_hardshrink_backward.walks
OP_threshold_backward = lookup("rd::threshold_backward")
W_threshold_backward = OP_threshold_backward.walks
OP_detach = lookup("rd::detach")
W_detach = OP_detach.walks
OP_fmax = lookup("rd::fmax")
W_fmax = OP_fmax.walks
OP_fmax_out = lookup("rd::fmax.out")
W_fmax_out = OP_fmax_out.walks
OP_fmin = lookup("rd::fmin")
W_fmin = OP_fmin.walks
OP_fmin_out = lookup("rd::fmin.out")
W_fmin_out = OP_fmin_out.walks
OP_clamp = lookup("rd::clamp")
W_clamp = OP_clamp.walks
OP_clamp_ = lookup("rd::clamp_")
W_clamp_ = OP_clamp_.walks
OP_clamp_out = lookup("rd::clamp.out")
W_clamp_out = OP_clamp_out.walks
OP_clamp_Tensor = lookup("rd::clamp.Tensor")
W_clamp_Tensor = OP_clamp_Tensor.walks
OP_clamp__Tensor = lookup("rd::clamp_.Tensor")
W_clamp__Tensor = OP_clamp__Tensor.walks
OP_clamp_Tensor_out = lookup("rd::clamp.Tensor_out")
W_clamp_Tensor_out = OP_clamp_Tensor_out.walks
OP_clamp_min = lookup("rd::clamp_min")
W_clamp_min = OP_clamp_min.walks
OP_clamp_min_ = lookup("rd::clamp_min_")
W_clamp_min_ = OP_clamp_min_.walks
OP_clamp_min_out = lookup("rd::clamp_min.out")
W_clamp_min_out = OP_clamp_min_out.walks
OP_clamp_max = lookup("rd::clamp_max")
W_clamp_max = OP_clamp_max.walks
OP_clamp_max_ = lookup("rd::clamp_max_")
W_clamp_max_ = OP_clamp_max_.walks
OP_clamp_max_out = lookup("rd::clamp_max.out")
W_clamp_max_out = OP_clamp_max_out.walks
OP_nan_to_num = lookup("rd::nan_to_num")
W_nan_to_num = OP_nan_to_num.walks
OP_nan_to_num_ = lookup("rd::nan_to_num_")
W_nan_to_num_ = OP_nan_to_num_.walks
OP_nan_to_num_out = lookup("rd::nan_to_num.out")
W_nan_to_num_out = OP_nan_to_num_out.walks
OP_heaviside = lookup("rd::heaviside")
W_heaviside = OP_heaviside.walks
OP_heaviside_ = lookup("rd::heaviside_")
W_heaviside_ = OP_heaviside_.walks
OP_heaviside_out = lookup("rd::heaviside.out")
W_heaviside_out = OP_heaviside_out.walks
OP_masked_fill = lookup("rd::masked_fill")
W_masked_fill = OP_masked_fill.walks
OP_masked_fill_ = lookup("rd::masked_fill_")
W_masked_fill_ = OP_masked_fill_.walks
OP_lerp = lookup("rd::lerp")
W_lerp = OP_lerp.walks
OP_lerp_ = lookup("rd::lerp_")
W_lerp_ = OP_lerp_.walks
OP_lerp_out = lookup("rd::lerp.out")
W_lerp_out = OP_lerp_out.walks
OP_addcmul = lookup("rd::addcmul")
W_addcmul = OP_addcmul.walks
OP_addcmul_ = lookup("rd::addcmul_")
W_addcmul_ = OP_addcmul_.walks
OP_addcmul_out = lookup("rd::addcmul.out")
W_addcmul_out = OP_addcmul_out.walks
OP_addcdiv = lookup("rd::addcdiv")
W_addcdiv = OP_addcdiv.walks
OP_addcdiv_ = lookup("rd::addcdiv_")
W_addcdiv_ = OP_addcdiv_.walks
OP_addcdiv_out = lookup("rd::addcdiv.out")
W_addcdiv_out = OP_addcdiv_out.walks
OP_isnan = lookup("rd::isnan")
W_isnan = OP_isnan.walks
OP_isinf = lookup("rd::isinf")
W_isinf = OP_isinf.walks
OP_isfinite = lookup("rd::isfinite")
W_isfinite = OP_isfinite.walks
OP_isposinf = lookup("rd::isposinf")
W_isposinf = OP_isposinf.walks
OP_isposinf_out = lookup("rd::isposinf.out")
W_isposinf_out = OP_isposinf_out.walks
OP_isneginf = lookup("rd::isneginf")
W_isneginf = OP_isneginf.walks
OP_isneginf_out = lookup("rd::isneginf.out")
W_isneginf_out = OP_isneginf_out.walks
OP_logical_and = lookup("rd::logical_and")
W_logical_and = OP_logical_and.walks
OP_logical_and_ = lookup("rd::logical_and_")
W_logical_and_ = OP_logical_and_.walks
OP_logical_and_out = lookup("rd::logical_and.out")
W_logical_and_out = OP_logical_and_out.walks
OP_logical_or = lookup("rd::logical_or")
W_logical_or = OP_logical_or.walks
OP_logical_or_ = lookup("rd::logical_or_")
W_logical_or_ = OP_logical_or_.walks
OP_logical_or_out = lookup("rd::logical_or.out")
W_logical_or_out = OP_logical_or_out.walks
OP_logical_xor = lookup("rd::logical_xor")
W_logical_xor = OP_logical_xor.walks
OP_logical_xor_ = lookup("rd::logical_xor_")
W_logical_xor_ = OP_logical_xor_.walks
OP_logical_xor_out = lookup("rd::logical_xor.out")
W_logical_xor_out = OP_logical_xor_out.walks
OP_bitwise_not = lookup("rd::bitwise_not")
W_bitwise_not = OP_bitwise_not.walks
OP_bitwise_not_ = lookup("rd::bitwise_not_")
W_bitwise_not_ = OP_bitwise_not_.walks
OP_bitwise_not_out = lookup("rd::bitwise_not.out")
W_bitwise_not_out = OP_bitwise_not_out.walks
OP_bitwise_and = lookup("rd::bitwise_and")
W_bitwise_and = OP_bitwise_and.walks
OP_bitwise_and_ = lookup("rd::bitwise_and_")
W_bitwise_and_ = OP_bitwise_and_.walks
OP_bitwise_and_out = lookup("rd::bitwise_and.out")
W_bitwise_and_out = OP_bitwise_and_out.walks
OP_bitwise_or = lookup("rd::bitwise_or")
W_bitwise_or = OP_bitwise_or.walks
OP_bitwise_or_ = lookup("rd::bitwise_or_")
W_bitwise_or_ = OP_bitwise_or_.walks
OP_bitwise_or_out = lookup("rd::bitwise_or.out")
W_bitwise_or_out = OP_bitwise_or_out.walks
OP_bitwise_xor = lookup("rd::bitwise_xor")
W_bitwise_xor = OP_bitwise_xor.walks
OP_bitwise_xor_ = lookup("rd::bitwise_xor_")
W_bitwise_xor_ = OP_bitwise_xor_.walks
OP_bitwise_xor_out = lookup("rd::bitwise_xor.out")
W_bitwise_xor_out = OP_bitwise_xor_out.walks
OP_bitwise_left_shift = lookup("rd::bitwise_left_shift")
W_bitwise_left_shift = OP_bitwise_left_shift.walks
OP_bitwise_left_shift_ = lookup("rd::bitwise_left_shift_")
W_bitwise_left_shift_ = OP_bitwise_left_shift_.walks
OP_bitwise_left_shift_out = lookup("rd::bitwise_left_shift.out")
W_bitwise_left_shift_out = OP_bitwise_left_shift_out.walks
OP_bitwise_right_shift = lookup("rd::bitwise_right_shift")
W_bitwise_right_shift = OP_bitwise_right_shift.walks
OP_bitwise_right_shift_ = lookup("rd::bitwise_right_shift_")
W_bitwise_right_shift_ = OP_bitwise_right_shift_.walks
OP_bitwise_right_shift_out = lookup("rd::bitwise_right_shift.out")
W_bitwise_right_shift_out = OP_bitwise_right_shift_out.walks
OP_isin = lookup("rd::isin")
W_isin = OP_isin.walks
OP_isclose = lookup("rd::isclose")
W_isclose = OP_isclose.walks
OP_allclose = lookup("rd::allclose")
W_allclose = OP_allclose.walks
OP_equal = lookup("rd::equal")
W_equal = OP_equal.walks
OP_conj_physical = lookup("rd::conj_physical")
W_conj_physical = OP_conj_physical.walks
OP_conj_physical_ = lookup("rd::conj_physical_")
W_conj_physical_ = OP_conj_physical_.walks
OP_conj_physical_out = lookup("rd::conj_physical.out")
W_conj_physical_out = OP_conj_physical_out.walks
OP_sgn = lookup("rd::sgn")
W_sgn = OP_sgn.walks
OP_sgn_ = lookup("rd::sgn_")
W_sgn_ = OP_sgn_.walks
OP_sgn_out = lookup("rd::sgn.out")
W_sgn_out = OP_sgn_out.walks
OP_angle = lookup("rd::angle")
W_angle = OP_angle.walks
OP_angle_out = lookup("rd::angle.out")
W_angle_out = OP_angle_out.walks
OP_isreal = lookup("rd::isreal")
W_isreal = OP_isreal.walks
OP_view_as_real = lookup("rd::view_as_real")
W_view_as_real = OP_view_as_real.walks
OP_view_as_real_copy = lookup("rd::view_as_real_copy")
W_view_as_real_copy = OP_view_as_real_copy.walks
OP_view_as_real_copy_out = lookup("rd::view_as_real_copy.out")
W_view_as_real_copy_out = OP_view_as_real_copy_out.walks
OP_view_as_complex = lookup("rd::view_as_complex")
W_view_as_complex = OP_view_as_complex.walks
OP_view_as_complex_copy = lookup("rd::view_as_complex_copy")
W_view_as_complex_copy = OP_view_as_complex_copy.walks
OP_view_as_complex_copy_out = lookup("rd::view_as_complex_copy.out")
W_view_as_complex_copy_out = OP_view_as_complex_copy_out.walks
OP_complex = lookup("rd::complex")
W_complex = OP_complex.walks
OP_complex_out = lookup("rd::complex.out")
W_complex_out = OP_complex_out.walks
OP_polar = lookup("rd::polar")
W_polar = OP_polar.walks
OP_polar_out = lookup("rd::polar.out")
W_polar_out = OP_polar_out.walks
OP_conj = lookup("rd::conj")
W_conj = OP_conj.walks
OP_resolve_conj = lookup("rd::resolve_conj")
W_resolve_conj = OP_resolve_conj.walks
OP_resolve_neg = lookup("rd::resolve_neg")
W_resolve_neg = OP_resolve_neg.walks
OP_real = lookup("rd::real")
W_real = OP_real.walks
OP_imag = lookup("rd::imag")
W_imag = OP_imag.walks
OP__conv = lookup("rd::_conv")
W__conv = OP__conv.walks
OP__conv_input = lookup("rd::_conv_input")
W__conv_input = OP__conv_input.walks
OP__conv_bias = lookup("rd::_conv_bias")
W__conv_bias = OP__conv_bias.walks
OP__conv_weight = lookup("rd::_conv_weight")
W__conv_weight = OP__conv_weight.walks
OP_zeros_like = lookup("rd::zeros_like")
W_zeros_like = OP_zeros_like.walks
OP_ones_like = lookup("rd::ones_like")
W_ones_like = OP_ones_like.walks
OP_full_like = lookup("rd::full_like")
W_full_like = OP_full_like.walks
OP_empty_like = lookup("rd::empty_like")
W_empty_like = OP_empty_like.walks
OP__new_zeros = lookup("rd::_new_zeros")
W__new_zeros = OP__new_zeros.walks
OP_exp2 = lookup("rd::exp2")
W_exp2 = OP_exp2.walks
OP_exp2_ = lookup("rd::exp2_")
W_exp2_ = OP_exp2_.walks
OP_exp2_out = lookup("rd::exp2.out")
W_exp2_out = OP_exp2_out.walks
OP_expm1 = lookup("rd::expm1")
W_expm1 = OP_expm1.walks
OP_expm1_ = lookup("rd::expm1_")
W_expm1_ = OP_expm1_.walks
OP_expm1_out = lookup("rd::expm1.out")
W_expm1_out = OP_expm1_out.walks
OP_log2 = lookup("rd::log2")
W_log2 = OP_log2.walks
OP_log2_ = lookup("rd::log2_")
W_log2_ = OP_log2_.walks
OP_log2_out = lookup("rd::log2.out")
W_log2_out = OP_log2_out.walks
OP_log10 = lookup("rd::log10")
W_log10 = OP_log10.walks
OP_log10_ = lookup("rd::log10_")
W_log10_ = OP_log10_.walks
OP_log10_out = lookup("rd::log10.out")
W_log10_out = OP_log10_out.walks
OP_log1p = lookup("rd::log1p")
W_log1p = OP_log1p.walks
OP_log1p_ = lookup("rd::log1p_")
W_log1p_ = OP_log1p_.walks
OP_log1p_out = lookup("rd::log1p.out")
W_log1p_out = OP_log1p_out.walks
OP_rsqrt = lookup("rd::rsqrt")
W_rsqrt = OP_rsqrt.walks
OP_rsqrt_ = lookup("rd::rsqrt_")
W_rsqrt_ = OP_rsqrt_.walks
OP_rsqrt_out = lookup("rd::rsqrt.out")
W_rsqrt_out = OP_rsqrt_out.walks
OP_reciprocal = lookup("rd::reciprocal")
W_reciprocal = OP_reciprocal.walks
OP_reciprocal_ = lookup("rd::reciprocal_")
W_reciprocal_ = OP_reciprocal_.walks
OP_reciprocal_out = lookup("rd::reciprocal.out")
W_reciprocal_out = OP_reciprocal_out.walks
OP_erf = lookup("rd::erf")
W_erf = OP_erf.walks
OP_erf_ = lookup("rd::erf_")
W_erf_ = OP_erf_.walks
OP_erf_out = lookup("rd::erf.out")
W_erf_out = OP_erf_out.walks
OP_erfc = lookup("rd::erfc")
W_erfc = OP_erfc.walks
OP_erfc_ = lookup("rd::erfc_")
W_erfc_ = OP_erfc_.walks
OP_erfc_out = lookup("rd::erfc.out")
W_erfc_out = OP_erfc_out.walks
OP_erfinv = lookup("rd::erfinv")
W_erfinv = OP_erfinv.walks
OP_erfinv_ = lookup("rd::erfinv_")
W_erfinv_ = OP_erfinv_.walks
OP_erfinv_out = lookup("rd::erfinv.out")
W_erfinv_out = OP_erfinv_out.walks
OP_lgamma = lookup("rd::lgamma")
W_lgamma = OP_lgamma.walks
OP_lgamma_ = lookup("rd::lgamma_")
W_lgamma_ = OP_lgamma_.walks
OP_lgamma_out = lookup("rd::lgamma.out")
W_lgamma_out = OP_lgamma_out.walks
OP_digamma = lookup("rd::digamma")
W_digamma = OP_digamma.walks
OP_digamma_ = lookup("rd::digamma_")
W_digamma_ = OP_digamma_.walks
OP_digamma_out = lookup("rd::digamma.out")
W_digamma_out = OP_digamma_out.walks
OP_square = lookup("rd::square")
W_square = OP_square.walks
OP_square_ = lookup("rd::square_")
W_square_ = OP_square_.walks
OP_square_out = lookup("rd::square.out")
W_square_out = OP_square_out.walks
OP_logit = lookup("rd::logit")
W_logit = OP_logit.walks
OP_logit_ = lookup("rd::logit_")
W_logit_ = OP_logit_.walks
OP_logit_out = lookup("rd::logit.out")
W_logit_out = OP_logit_out.walks
OP__polygamma = lookup("rd::_polygamma")
W__polygamma = OP__polygamma.walks
OP_logaddexp = lookup("rd::logaddexp")
W_logaddexp = OP_logaddexp.walks
OP_logaddexp_out = lookup("rd::logaddexp.out")
W_logaddexp_out = OP_logaddexp_out.walks
OP_logaddexp2 = lookup("rd::logaddexp2")
W_logaddexp2 = OP_logaddexp2.walks
OP_logaddexp2_out = lookup("rd::logaddexp2.out")
W_logaddexp2_out = OP_logaddexp2_out.walks
OP_xlogy = lookup("rd::xlogy")
W_xlogy = OP_xlogy.walks
OP_xlogy_ = lookup("rd::xlogy_")
W_xlogy_ = OP_xlogy_.walks
OP_xlogy_out = lookup("rd::xlogy.out")
W_xlogy_out = OP_xlogy_out.walks
OP_float_power = lookup("rd::float_power")
W_float_power = OP_float_power.walks
OP_float_power_ = lookup("rd::float_power_")
W_float_power_ = OP_float_power_.walks
OP_amax = lookup("rd::amax")
W_amax = OP_amax.walks
OP_max = lookup("rd::max")
W_max = OP_max.walks
OP_max_dim = lookup("rd::max.dim")
W_max_dim = OP_max_dim.walks
OP_argmax = lookup("rd::argmax")
W_argmax = OP_argmax.walks
OP_amin = lookup("rd::amin")
W_amin = OP_amin.walks
OP_min = lookup("rd::min")
W_min = OP_min.walks
OP_min_dim = lookup("rd::min.dim")
W_min_dim = OP_min_dim.walks
OP_argmin = lookup("rd::argmin")
W_argmin = OP_argmin.walks
OP_aminmax = lookup("rd::aminmax")
W_aminmax = OP_aminmax.walks
OP__pick = lookup("rd::_pick")
W__pick = OP__pick.walks
OP__place = lookup("rd::_place")
W__place = OP__place.walks
OP_index = lookup("rd::index")
W_index = OP_index.walks
OP_index_put = lookup("rd::index_put")
W_index_put = OP_index_put.walks
OP_index_put_ = lookup("rd::index_put_")
W_index_put_ = OP_index_put_.walks
OP_gather = lookup("rd::gather")
W_gather = OP_gather.walks
OP_scatter = lookup("rd::scatter")
W_scatter = OP_scatter.walks
OP_scatter_ = lookup("rd::scatter_")
W_scatter_ = OP_scatter_.walks
OP_scatter_add = lookup("rd::scatter_add")
W_scatter_add = OP_scatter_add.walks
OP_scatter_add_ = lookup("rd::scatter_add_")
W_scatter_add_ = OP_scatter_add_.walks
OP_scatter_reduce = lookup("rd::scatter_reduce")
W_scatter_reduce = OP_scatter_reduce.walks
OP_scatter_reduce_ = lookup("rd::scatter_reduce_")
W_scatter_reduce_ = OP_scatter_reduce_.walks
OP_index_reduce = lookup("rd::index_reduce")
W_index_reduce = OP_index_reduce.walks
OP_index_reduce_ = lookup("rd::index_reduce_")
W_index_reduce_ = OP_index_reduce_.walks
OP_index_select = lookup("rd::index_select")
W_index_select = OP_index_select.walks
OP_index_add = lookup("rd::index_add")
W_index_add = OP_index_add.walks
OP_index_add_ = lookup("rd::index_add_")
W_index_add_ = OP_index_add_.walks
OP_index_copy = lookup("rd::index_copy")
W_index_copy = OP_index_copy.walks
OP_index_copy_ = lookup("rd::index_copy_")
W_index_copy_ = OP_index_copy_.walks
OP_index_fill = lookup("rd::index_fill")
W_index_fill = OP_index_fill.walks
OP_index_fill_ = lookup("rd::index_fill_")
W_index_fill_ = OP_index_fill_.walks
OP_take = lookup("rd::take")
W_take = OP_take.walks
OP_put = lookup("rd::put")
W_put = OP_put.walks
OP_put_ = lookup("rd::put_")
W_put_ = OP_put_.walks
OP_masked_select = lookup("rd::masked_select")
W_masked_select = OP_masked_select.walks
OP_masked_scatter = lookup("rd::masked_scatter")
W_masked_scatter = OP_masked_scatter.walks
OP_masked_scatter_ = lookup("rd::masked_scatter_")
W_masked_scatter_ = OP_masked_scatter_.walks
OP_embedding = lookup("rd::embedding")
W_embedding = OP_embedding.walks
OP_one_hot = lookup("rd::one_hot")
W_one_hot = OP_one_hot.walks
OP_argwhere = lookup("rd::argwhere")
W_argwhere = OP_argwhere.walks
OP_searchsorted = lookup("rd::searchsorted")
W_searchsorted = OP_searchsorted.walks
OP_bucketize = lookup("rd::bucketize")
W_bucketize = OP_bucketize.walks
OP_nonzero = lookup("rd::nonzero")
W_nonzero = OP_nonzero.walks
OP_take_along_dim = lookup("rd::take_along_dim")
W_take_along_dim = OP_take_along_dim.walks
OP_embedding_backward = lookup("rd::embedding_backward")
W_embedding_backward = OP_embedding_backward.walks
OP_masked_scatter_backward = lookup("rd::masked_scatter_backward")
W_masked_scatter_backward = OP_masked_scatter_backward.walks
OP_cat = lookup("rd::cat")
W_cat = OP_cat.walks
OP_stack = lookup("rd::stack")
W_stack = OP_stack.walks
OP_flip = lookup("rd::flip")
W_flip = OP_flip.walks
OP_roll = lookup("rd::roll")
W_roll = OP_roll.walks
OP_repeat = lookup("rd::repeat")
W_repeat = OP_repeat.walks
OP_tril = lookup("rd::tril")
W_tril = OP_tril.walks
OP_tril_ = lookup("rd::tril_")
W_tril_ = OP_tril_.walks
OP_triu = lookup("rd::triu")
W_triu = OP_triu.walks
OP_triu_ = lookup("rd::triu_")
W_triu_ = OP_triu_.walks
OP_diag_embed = lookup("rd::diag_embed")
W_diag_embed = OP_diag_embed.walks
OP_constant_pad_nd = lookup("rd::constant_pad_nd")
W_constant_pad_nd = OP_constant_pad_nd.walks
OP_concat = lookup("rd::concat")
W_concat = OP_concat.walks
OP_concatenate = lookup("rd::concatenate")
W_concatenate = OP_concatenate.walks
OP_hstack = lookup("rd::hstack")
W_hstack = OP_hstack.walks
OP_vstack = lookup("rd::vstack")
W_vstack = OP_vstack.walks
OP_row_stack = lookup("rd::row_stack")
W_row_stack = OP_row_stack.walks
OP_dstack = lookup("rd::dstack")
W_dstack = OP_dstack.walks
OP_column_stack = lookup("rd::column_stack")
W_column_stack = OP_column_stack.walks
OP_chunk = lookup("rd::chunk")
W_chunk = OP_chunk.walks
OP_unsafe_chunk = lookup("rd::unsafe_chunk")
W_unsafe_chunk = OP_unsafe_chunk.walks
OP_unsafe_split = lookup("rd::unsafe_split")
W_unsafe_split = OP_unsafe_split.walks
OP_unsafe_split_with_sizes = lookup("rd::unsafe_split_with_sizes")
W_unsafe_split_with_sizes = OP_unsafe_split_with_sizes.walks
OP_tensor_split = lookup("rd::tensor_split")
W_tensor_split = OP_tensor_split.walks
OP_hsplit = lookup("rd::hsplit")
W_hsplit = OP_hsplit.walks
OP_vsplit = lookup("rd::vsplit")
W_vsplit = OP_vsplit.walks
OP_dsplit = lookup("rd::dsplit")
W_dsplit = OP_dsplit.walks
OP_repeat_interleave = lookup("rd::repeat_interleave")
W_repeat_interleave = OP_repeat_interleave.walks
OP_tile = lookup("rd::tile")
W_tile = OP_tile.walks
OP_matmul = lookup("rd::matmul")
W_matmul = OP_matmul.walks
OP_mm = lookup("rd::mm")
W_mm = OP_mm.walks
OP_bmm = lookup("rd::bmm")
W_bmm = OP_bmm.walks
OP_mv = lookup("rd::mv")
W_mv = OP_mv.walks
OP_dot = lookup("rd::dot")
W_dot = OP_dot.walks
OP_vdot = lookup("rd::vdot")
W_vdot = OP_vdot.walks
OP_outer = lookup("rd::outer")
W_outer = OP_outer.walks
OP_linear = lookup("rd::linear")
W_linear = OP_linear.walks
OP_trace = lookup("rd::trace")
W_trace = OP_trace.walks
OP_inner = lookup("rd::inner")
W_inner = OP_inner.walks
OP_ger = lookup("rd::ger")
W_ger = OP_ger.walks
OP_kron = lookup("rd::kron")
W_kron = OP_kron.walks
OP_tensordot = lookup("rd::tensordot")
W_tensordot = OP_tensordot.walks
OP_bilinear = lookup("rd::bilinear")
W_bilinear = OP_bilinear.walks
OP_einsum = lookup("rd::einsum")
W_einsum = OP_einsum.walks
OP_chain_matmul = lookup("rd::chain_matmul")
W_chain_matmul = OP_chain_matmul.walks
OP_addmm = lookup("rd::addmm")
W_addmm = OP_addmm.walks
OP_addmm_ = lookup("rd::addmm_")
W_addmm_ = OP_addmm_.walks
OP_addmv = lookup("rd::addmv")
W_addmv = OP_addmv.walks
OP_addmv_ = lookup("rd::addmv_")
W_addmv_ = OP_addmv_.walks
OP_baddbmm = lookup("rd::baddbmm")
W_baddbmm = OP_baddbmm.walks
OP_baddbmm_ = lookup("rd::baddbmm_")
W_baddbmm_ = OP_baddbmm_.walks
OP_addbmm = lookup("rd::addbmm")
W_addbmm = OP_addbmm.walks
OP_addbmm_ = lookup("rd::addbmm_")
W_addbmm_ = OP_addbmm_.walks
OP_addr = lookup("rd::addr")
W_addr = OP_addr.walks
OP_addr_ = lookup("rd::addr_")
W_addr_ = OP_addr_.walks
OP_cross_entropy = lookup("rd::cross_entropy")
W_cross_entropy = OP_cross_entropy.walks
OP_cross_entropy_backward = lookup("rd::cross_entropy_backward")
W_cross_entropy_backward = OP_cross_entropy_backward.walks
OP_cross_entropy_factor = lookup("rd::cross_entropy_factor")
W_cross_entropy_factor = OP_cross_entropy_factor.walks
OP_mse_loss = lookup("rd::mse_loss")
W_mse_loss = OP_mse_loss.walks
OP_l1_loss = lookup("rd::l1_loss")
W_l1_loss = OP_l1_loss.walks
OP_smooth_l1_loss = lookup("rd::smooth_l1_loss")
W_smooth_l1_loss = OP_smooth_l1_loss.walks
OP_huber_loss = lookup("rd::huber_loss")
W_huber_loss = OP_huber_loss.walks
OP_kl_div = lookup("rd::kl_div")
W_kl_div = OP_kl_div.walks
OP_binary_cross_entropy = lookup("rd::binary_cross_entropy")
W_binary_cross_entropy = OP_binary_cross_entropy.walks
OP__cross_entropy_of_one = lookup("rd::_cross_entropy_of_one")
W__cross_entropy_of_one = OP__cross_entropy_of_one.walks
OP__smooth_l1 = lookup("rd::_smooth_l1")
W__smooth_l1 = OP__smooth_l1.walks
OP__smooth_l1_backward = lookup("rd::_smooth_l1_backward")
W__smooth_l1_backward = OP__smooth_l1_backward.walks
OP__mse_backward = lookup("rd::_mse_backward")
W__mse_backward = OP__mse_backward.walks
OP__cross_entropy_of_one_backward = lookup("rd::_cross_entropy_of_one_backward")
W__cross_entropy_of_one_backward = OP__cross_entropy_of_one_backward.walks
OP__cross_entropy_of_logit_backward = lookup("rd::_cross_entropy_of_logit_backward")
W__cross_entropy_of_logit_backward = OP__cross_entropy_of_logit_backward.walks
OP__cross_entropy_of_logit = lookup("rd::_cross_entropy_of_logit")
W__cross_entropy_of_logit = OP__cross_entropy_of_logit.walks
OP_binary_cross_entropy_with_logits = lookup("rd::binary_cross_entropy_with_logits")
W_binary_cross_entropy_with_logits = OP_binary_cross_entropy_with_logits.walks
OP_nll_loss = lookup("rd::nll_loss")
W_nll_loss = OP_nll_loss.walks
OP_nll_loss_backward = lookup("rd::nll_loss_backward")
W_nll_loss_backward = OP_nll_loss_backward.walks
OP_native_layer_norm = lookup("rd::native_layer_norm")
W_native_layer_norm = OP_native_layer_norm.walks
OP_layer_norm_backward = lookup("rd::layer_norm_backward")
W_layer_norm_backward = OP_layer_norm_backward.walks
OP_layer_norm_bias_backward = lookup("rd::layer_norm_bias_backward")
W_layer_norm_bias_backward = OP_layer_norm_bias_backward.walks
OP_layer_norm_weight_backward = lookup("rd::layer_norm_weight_backward")
W_layer_norm_weight_backward = OP_layer_norm_weight_backward.walks
OP_softmax_backward = lookup("rd::softmax_backward")
W_softmax_backward = OP_softmax_backward.walks
OP_log_softmax_backward = lookup("rd::log_softmax_backward")
W_log_softmax_backward = OP_log_softmax_backward.walks
OP__adam_step_ = lookup("rd::_adam_step_")
W__adam_step_ = OP__adam_step_.walks
OP__momentum_step_ = lookup("rd::_momentum_step_")
W__momentum_step_ = OP__momentum_step_.walks
OP_sort = lookup("rd::sort")
W_sort = OP_sort.walks
OP_topk = lookup("rd::topk")
W_topk = OP_topk.walks
OP_argsort = lookup("rd::argsort")
W_argsort = OP_argsort.walks
OP_msort = lookup("rd::msort")
W_msort = OP_msort.walks
OP_median = lookup("rd::median")
W_median = OP_median.walks
OP_median_dim = lookup("rd::median.dim")
W_median_dim = OP_median_dim.walks
OP_nanmedian = lookup("rd::nanmedian")
W_nanmedian = OP_nanmedian.walks
OP_nanmedian_dim = lookup("rd::nanmedian.dim")
W_nanmedian_dim = OP_nanmedian_dim.walks
OP_kthvalue = lookup("rd::kthvalue")
W_kthvalue = OP_kthvalue.walks
OP__unique = lookup("rd::_unique")
W__unique = OP__unique.walks
OP__unique_consecutive = lookup("rd::_unique_consecutive")
W__unique_consecutive = OP__unique_consecutive.walks
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
OP_relu_backward = lookup("rd::relu_backward")
W_relu_backward = OP_relu_backward.walks
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
OP__max_pool = lookup("rd::_max_pool")
W__max_pool = OP__max_pool.walks
OP__sum_pool = lookup("rd::_sum_pool")
W__sum_pool = OP__sum_pool.walks
OP__max_pool_backward = lookup("rd::_max_pool_backward")
W__max_pool_backward = OP__max_pool_backward.walks
OP__sum_pool_backward = lookup("rd::_sum_pool_backward")
W__sum_pool_backward = OP__sum_pool_backward.walks
OP_rand_like = lookup("rd::rand_like")
W_rand_like = OP_rand_like.walks
OP_randn_like = lookup("rd::randn_like")
W_randn_like = OP_randn_like.walks
OP__randint_like = lookup("rd::_randint_like")
W__randint_like = OP__randint_like.walks
OP_normal_ = lookup("rd::normal_")
W_normal_ = OP_normal_.walks
OP_uniform_ = lookup("rd::uniform_")
W_uniform_ = OP_uniform_.walks
OP_exponential_ = lookup("rd::exponential_")
W_exponential_ = OP_exponential_.walks
OP_random_ = lookup("rd::random_")
W_random_ = OP_random_.walks
OP_bernoulli_ = lookup("rd::bernoulli_")
W_bernoulli_ = OP_bernoulli_.walks
OP_bernoulli = lookup("rd::bernoulli")
W_bernoulli = OP_bernoulli.walks
OP_multinomial = lookup("rd::multinomial")
W_multinomial = OP_multinomial.walks
OP_native_dropout = lookup("rd::native_dropout")
W_native_dropout = OP_native_dropout.walks
OP_sum = lookup("rd::sum")
W_sum = OP_sum.walks
OP_mean = lookup("rd::mean")
W_mean = OP_mean.walks
OP_prod = lookup("rd::prod")
W_prod = OP_prod.walks
OP_nansum = lookup("rd::nansum")
W_nansum = OP_nansum.walks
OP_nanmean = lookup("rd::nanmean")
W_nanmean = OP_nanmean.walks
OP_any = lookup("rd::any")
W_any = OP_any.walks
OP_all = lookup("rd::all")
W_all = OP_all.walks
OP_count_nonzero = lookup("rd::count_nonzero")
W_count_nonzero = OP_count_nonzero.walks
OP_logsumexp = lookup("rd::logsumexp")
W_logsumexp = OP_logsumexp.walks
OP_softmax = lookup("rd::softmax")
W_softmax = OP_softmax.walks
OP_log_softmax = lookup("rd::log_softmax")
W_log_softmax = OP_log_softmax.walks
OP_floor = lookup("rd::floor")
W_floor = OP_floor.walks
OP_floor_ = lookup("rd::floor_")
W_floor_ = OP_floor_.walks
OP_floor_out = lookup("rd::floor.out")
W_floor_out = OP_floor_out.walks
OP_ceil = lookup("rd::ceil")
W_ceil = OP_ceil.walks
OP_ceil_ = lookup("rd::ceil_")
W_ceil_ = OP_ceil_.walks
OP_ceil_out = lookup("rd::ceil.out")
W_ceil_out = OP_ceil_out.walks
OP_trunc = lookup("rd::trunc")
W_trunc = OP_trunc.walks
OP_trunc_ = lookup("rd::trunc_")
W_trunc_ = OP_trunc_.walks
OP_trunc_out = lookup("rd::trunc.out")
W_trunc_out = OP_trunc_out.walks
OP_frac = lookup("rd::frac")
W_frac = OP_frac.walks
OP_frac_ = lookup("rd::frac_")
W_frac_ = OP_frac_.walks
OP_frac_out = lookup("rd::frac.out")
W_frac_out = OP_frac_out.walks
OP_positive = lookup("rd::positive")
W_positive = OP_positive.walks
OP_round = lookup("rd::round")
W_round = OP_round.walks
OP_round_ = lookup("rd::round_")
W_round_ = OP_round_.walks
OP_round_out = lookup("rd::round.out")
W_round_out = OP_round_out.walks
OP_signbit = lookup("rd::signbit")
W_signbit = OP_signbit.walks
OP_signbit_out = lookup("rd::signbit.out")
W_signbit_out = OP_signbit_out.walks
OP_remainder = lookup("rd::remainder")
W_remainder = OP_remainder.walks
OP_remainder_ = lookup("rd::remainder_")
W_remainder_ = OP_remainder_.walks
OP_remainder_out = lookup("rd::remainder.out")
W_remainder_out = OP_remainder_out.walks
OP_fmod = lookup("rd::fmod")
W_fmod = OP_fmod.walks
OP_fmod_ = lookup("rd::fmod_")
W_fmod_ = OP_fmod_.walks
OP_fmod_out = lookup("rd::fmod.out")
W_fmod_out = OP_fmod_out.walks
OP_floor_divide = lookup("rd::floor_divide")
W_floor_divide = OP_floor_divide.walks
OP_floor_divide_ = lookup("rd::floor_divide_")
W_floor_divide_ = OP_floor_divide_.walks
OP_floor_divide_out = lookup("rd::floor_divide.out")
W_floor_divide_out = OP_floor_divide_out.walks
OP_copysign = lookup("rd::copysign")
W_copysign = OP_copysign.walks
OP_copysign_ = lookup("rd::copysign_")
W_copysign_ = OP_copysign_.walks
OP_copysign_out = lookup("rd::copysign.out")
W_copysign_out = OP_copysign_out.walks
OP_true_divide = lookup("rd::true_divide")
W_true_divide = OP_true_divide.walks
OP_true_divide_ = lookup("rd::true_divide_")
W_true_divide_ = OP_true_divide_.walks
OP_cumsum = lookup("rd::cumsum")
W_cumsum = OP_cumsum.walks
OP_cumsum_ = lookup("rd::cumsum_")
W_cumsum_ = OP_cumsum_.walks
OP_cumprod = lookup("rd::cumprod")
W_cumprod = OP_cumprod.walks
OP_cumprod_ = lookup("rd::cumprod_")
W_cumprod_ = OP_cumprod_.walks
OP__reverse_cumsum = lookup("rd::_reverse_cumsum")
W__reverse_cumsum = OP__reverse_cumsum.walks
OP__cumprod_backward = lookup("rd::_cumprod_backward")
W__cumprod_backward = OP__cumprod_backward.walks
OP__prod_others = lookup("rd::_prod_others")
W__prod_others = OP__prod_others.walks
OP__fill_diagonal = lookup("rd::_fill_diagonal")
W__fill_diagonal = OP__fill_diagonal.walks
OP__upper = lookup("rd::_upper")
W__upper = OP__upper.walks
OP_reshape = lookup("rd::reshape")
W_reshape = OP_reshape.walks
OP_transpose = lookup("rd::transpose")
W_transpose = OP_transpose.walks
OP_transpose_ = lookup("rd::transpose_")
W_transpose_ = OP_transpose_.walks
OP_transpose_copy = lookup("rd::transpose_copy")
W_transpose_copy = OP_transpose_copy.walks
OP_transpose_copy_out = lookup("rd::transpose_copy.out")
W_transpose_copy_out = OP_transpose_copy_out.walks
OP_permute = lookup("rd::permute")
W_permute = OP_permute.walks
OP_permute_copy = lookup("rd::permute_copy")
W_permute_copy = OP_permute_copy.walks
OP_permute_copy_out = lookup("rd::permute_copy.out")
W_permute_copy_out = OP_permute_copy_out.walks
OP_expand = lookup("rd::expand")
W_expand = OP_expand.walks
OP_expand_copy = lookup("rd::expand_copy")
W_expand_copy = OP_expand_copy.walks
OP_expand_copy_out = lookup("rd::expand_copy.out")
W_expand_copy_out = OP_expand_copy_out.walks
OP_select = lookup("rd::select")
W_select = OP_select.walks
OP_select_copy = lookup("rd::select_copy")
W_select_copy = OP_select_copy.walks
OP_select_copy_out = lookup("rd::select_copy.out")
W_select_copy_out = OP_select_copy_out.walks
OP_slice = lookup("rd::slice")
W_slice = OP_slice.walks
OP_slice_copy = lookup("rd::slice_copy")
W_slice_copy = OP_slice_copy.walks
OP_slice_copy_out = lookup("rd::slice_copy.out")
W_slice_copy_out = OP_slice_copy_out.walks
OP_squeeze = lookup("rd::squeeze")
W_squeeze = OP_squeeze.walks
OP_squeeze_ = lookup("rd::squeeze_")
W_squeeze_ = OP_squeeze_.walks
OP_squeeze_copy = lookup("rd::squeeze_copy")
W_squeeze_copy = OP_squeeze_copy.walks
OP_squeeze_copy_out = lookup("rd::squeeze_copy.out")
W_squeeze_copy_out = OP_squeeze_copy_out.walks
OP_unsqueeze = lookup("rd::unsqueeze")
W_unsqueeze = OP_unsqueeze.walks
OP_unsqueeze_ = lookup("rd::unsqueeze_")
W_unsqueeze_ = OP_unsqueeze_.walks
OP_unsqueeze_copy = lookup("rd::unsqueeze_copy")
W_unsqueeze_copy = OP_unsqueeze_copy.walks
OP_unsqueeze_copy_out = lookup("rd::unsqueeze_copy.out")
W_unsqueeze_copy_out = OP_unsqueeze_copy_out.walks
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
OP__alias_on = lookup("rd::_alias_on")
W__alias_on = OP__alias_on.walks
OP__alias_on_copy = lookup("rd::_alias_on_copy")
W__alias_on_copy = OP__alias_on_copy.walks
OP__alias_on_copy_out = lookup("rd::_alias_on_copy.out")
W__alias_on_copy_out = OP__alias_on_copy_out.walks
OP_copy_ = lookup("rd::copy_")
W_copy_ = OP_copy_.walks
OP_zero_ = lookup("rd::zero_")
W_zero_ = OP_zero_.walks
OP_fill_ = lookup("rd::fill_")
W_fill_ = OP_fill_.walks
OP_sigmoid_backward = lookup("rd::sigmoid_backward")
W_sigmoid_backward = OP_sigmoid_backward.walks
OP_gelu_backward = lookup("rd::gelu_backward")
W_gelu_backward = OP_gelu_backward.walks
OP_tanh_backward = lookup("rd::tanh_backward")
W_tanh_backward = OP_tanh_backward.walks
OP_silu_backward = lookup("rd::silu_backward")
W_silu_backward = OP_silu_backward.walks
OP_mish_backward = lookup("rd::mish_backward")
W_mish_backward = OP_mish_backward.walks
OP_softplus_backward = lookup("rd::softplus_backward")
W_softplus_backward = OP_softplus_backward.walks
OP__logsigmoid_backward = lookup("rd::_logsigmoid_backward")
W__logsigmoid_backward = OP__logsigmoid_backward.walks
OP_elu_backward = lookup("rd::elu_backward")
W_elu_backward = OP_elu_backward.walks
OP_hardswish_backward = lookup("rd::hardswish_backward")
W_hardswish_backward = OP_hardswish_backward.walks
OP_var = lookup("rd::var")
W_var = OP_var.walks
OP_var_mean = lookup("rd::var_mean")
W_var_mean = OP_var_mean.walks
OP_std = lookup("rd::std")
W_std = OP_std.walks
OP_std_mean = lookup("rd::std_mean")
W_std_mean = OP_std_mean.walks
OP_linalg_vector_norm = lookup("rd::linalg_vector_norm")
W_linalg_vector_norm = OP_linalg_vector_norm.walks
OP_tan = lookup("rd::tan")
W_tan = OP_tan.walks
OP_tan_ = lookup("rd::tan_")
W_tan_ = OP_tan_.walks
OP_tan_out = lookup("rd::tan.out")
W_tan_out = OP_tan_out.walks
OP_asin = lookup("rd::asin")
W_asin = OP_asin.walks
OP_asin_ = lookup("rd::asin_")
W_asin_ = OP_asin_.walks
OP_asin_out = lookup("rd::asin.out")
W_asin_out = OP_asin_out.walks
OP_acos = lookup("rd::acos")
W_acos = OP_acos.walks
OP_acos_ = lookup("rd::acos_")
W_acos_ = OP_acos_.walks
OP_acos_out = lookup("rd::acos.out")
W_acos_out = OP_acos_out.walks
OP_atan = lookup("rd::atan")
W_atan = OP_atan.walks
OP_atan_ = lookup("rd::atan_")
W_atan_ = OP_atan_.walks
OP_atan_out = lookup("rd::atan.out")
W_atan_out = OP_atan_out.walks
OP_sinh = lookup("rd::sinh")
W_sinh = OP_sinh.walks
OP_sinh_ = lookup("rd::sinh_")
W_sinh_ = OP_sinh_.walks
OP_sinh_out = lookup("rd::sinh.out")
W_sinh_out = OP_sinh_out.walks
OP_cosh = lookup("rd::cosh")
W_cosh = OP_cosh.walks
OP_cosh_ = lookup("rd::cosh_")
W_cosh_ = OP_cosh_.walks
OP_cosh_out = lookup("rd::cosh.out")
W_cosh_out = OP_cosh_out.walks
OP_asinh = lookup("rd::asinh")
W_asinh = OP_asinh.walks
OP_asinh_ = lookup("rd::asinh_")
W_asinh_ = OP_asinh_.walks
OP_asinh_out = lookup("rd::asinh.out")
W_asinh_out = OP_asinh_out.walks
OP_acosh = lookup("rd::acosh")
W_acosh = OP_acosh.walks
OP_acosh_ = lookup("rd::acosh_")
W_acosh_ = OP_acosh_.walks
OP_acosh_out = lookup("rd::acosh.out")
W_acosh_out = OP_acosh_out.walks
OP_atanh = lookup("rd::atanh")
W_atanh = OP_atanh.walks
OP_atanh_ = lookup("rd::atanh_")
W_atanh_ = OP_atanh_.walks
OP_atanh_out = lookup("rd::atanh.out")
W_atanh_out = OP_atanh_out.walks
OP_sinc = lookup("rd::sinc")
W_sinc = OP_sinc.walks
OP_sinc_ = lookup("rd::sinc_")
W_sinc_ = OP_sinc_.walks
OP_sinc_out = lookup("rd::sinc.out")
W_sinc_out = OP_sinc_out.walks
OP_deg2rad = lookup("rd::deg2rad")
W_deg2rad = OP_deg2rad.walks
OP_deg2rad_ = lookup("rd::deg2rad_")
W_deg2rad_ = OP_deg2rad_.walks
OP_deg2rad_out = lookup("rd::deg2rad.out")
W_deg2rad_out = OP_deg2rad_out.walks
OP_rad2deg = lookup("rd::rad2deg")
W_rad2deg = OP_rad2deg.walks
OP_rad2deg_ = lookup("rd::rad2deg_")
W_rad2deg_ = OP_rad2deg_.walks
OP_rad2deg_out = lookup("rd::rad2deg.out")
W_rad2deg_out = OP_rad2deg_out.walks
OP_atan2 = lookup("rd::atan2")
W_atan2 = OP_atan2.walks
OP_atan2_ = lookup("rd::atan2_")
W_atan2_ = OP_atan2_.walks
OP_atan2_out = lookup("rd::atan2.out")
W_atan2_out = OP_atan2_out.walks
OP_hypot = lookup("rd::hypot")
W_hypot = OP_hypot.walks
OP_hypot_ = lookup("rd::hypot_")
W_hypot_ = OP_hypot_.walks
OP_hypot_out = lookup("rd::hypot.out")
W_hypot_out = OP_hypot_out.walks
OP_view = lookup("rd::view")
W_view = OP_view.walks
OP_view_copy = lookup("rd::view_copy")
W_view_copy = OP_view_copy.walks
OP_view_copy_out = lookup("rd::view_copy.out")
W_view_copy_out = OP_view_copy_out.walks
OP_view_dtype = lookup("rd::view.dtype")
W_view_dtype = OP_view_dtype.walks
OP_view_copy_dtype = lookup("rd::view_copy.dtype")
W_view_copy_dtype = OP_view_copy_dtype.walks
OP_view_copy_dtype_out = lookup("rd::view_copy.dtype_out")
W_view_copy_dtype_out = OP_view_copy_dtype_out.walks
OP_alias = lookup("rd::alias")
W_alias = OP_alias.walks
OP_alias_copy = lookup("rd::alias_copy")
W_alias_copy = OP_alias_copy.walks
OP_alias_copy_out = lookup("rd::alias_copy.out")
W_alias_copy_out = OP_alias_copy_out.walks
OP_diagonal = lookup("rd::diagonal")
W_diagonal = OP_diagonal.walks
OP_diagonal_copy = lookup("rd::diagonal_copy")
W_diagonal_copy = OP_diagonal_copy.walks
OP_diagonal_copy_out = lookup("rd::diagonal_copy.out")
W_diagonal_copy_out = OP_diagonal_copy_out.walks
OP_unfold = lookup("rd::unfold")
W_unfold = OP_unfold.walks
OP_unfold_copy = lookup("rd::unfold_copy")
W_unfold_copy = OP_unfold_copy.walks
OP_unfold_copy_out = lookup("rd::unfold_copy.out")
W_unfold_copy_out = OP_unfold_copy_out.walks
OP_as_strided = lookup("rd::as_strided")
W_as_strided = OP_as_strided.walks
OP_as_strided_ = lookup("rd::as_strided_")
W_as_strided_ = OP_as_strided_.walks
OP_as_strided_copy = lookup("rd::as_strided_copy")
W_as_strided_copy = OP_as_strided_copy.walks
OP_as_strided_copy_out = lookup("rd::as_strided_copy.out")
W_as_strided_copy_out = OP_as_strided_copy_out.walks
OP_unbind = lookup("rd::unbind")
W_unbind = OP_unbind.walks
OP_unbind_copy = lookup("rd::unbind_copy")
W_unbind_copy = OP_unbind_copy.walks
OP_split = lookup("rd::split")
W_split = OP_split.walks
OP_split_copy = lookup("rd::split_copy")
W_split_copy = OP_split_copy.walks
OP_diagonal_backward = lookup("rd::diagonal_backward")
W_diagonal_backward = OP_diagonal_backward.walks
OP_unfold_backward = lookup("rd::unfold_backward")
W_unfold_backward = OP_unfold_backward.walks
OP_as_strided_backward = lookup("rd::as_strided_backward")
W_as_strided_backward = OP_as_strided_backward.walks
OP__as_strided_from = lookup("rd::_as_strided_from")
W__as_strided_from = OP__as_strided_from.walks
OP_view_as = lookup("rd::view_as")
W_view_as = OP_view_as.walks
OP_reshape_as = lookup("rd::reshape_as")
W_reshape_as = OP_reshape_as.walks
OP_expand_as = lookup("rd::expand_as")
W_expand_as = OP_expand_as.walks
OP_broadcast_to = lookup("rd::broadcast_to")
W_broadcast_to = OP_broadcast_to.walks
OP_flatten = lookup("rd::flatten")
W_flatten = OP_flatten.walks
OP_unflatten = lookup("rd::unflatten")
W_unflatten = OP_unflatten.walks
OP_ravel = lookup("rd::ravel")
W_ravel = OP_ravel.walks
OP_adjoint = lookup("rd::adjoint")
W_adjoint = OP_adjoint.walks
OP_movedim = lookup("rd::movedim")
W_movedim = OP_movedim.walks
OP_moveaxis = lookup("rd::moveaxis")
W_moveaxis = OP_moveaxis.walks
OP_contiguous = lookup("rd::contiguous")
W_contiguous = OP_contiguous.walks
OP_rot90 = lookup("rd::rot90")
W_rot90 = OP_rot90.walks
OP_fliplr = lookup("rd::fliplr")
W_fliplr = OP_fliplr.walks
OP_flipud = lookup("rd::flipud")
W_flipud = OP_flipud.walks
OP_diag = lookup("rd::diag")
W_diag = OP_diag.walks
OP_diagflat = lookup("rd::diagflat")
W_diagflat = OP_diagflat.walks
OP_select_scatter = lookup("rd::select_scatter")
W_select_scatter = OP_select_scatter.walks
OP_slice_scatter = lookup("rd::slice_scatter")
W_slice_scatter = OP_slice_scatter.walks
OP_diagonal_scatter = lookup("rd::diagonal_scatter")
W_diagonal_scatter = OP_diagonal_scatter.walks
OP_as_strided_scatter = lookup("rd::as_strided_scatter")
W_as_strided_scatter = OP_as_strided_scatter.walks
OP_fill = lookup("rd::fill")
W_fill = OP_fill.walks
OP_t = lookup("rd::t")
W_t = OP_t.walks
OP_t_ = lookup("rd::t_")
W_t_ = OP_t_.walks
OP_t_copy = lookup("rd::t_copy")
W_t_copy = OP_t_copy.walks
OP_t_copy_out = lookup("rd::t_copy.out")
W_t_copy_out = OP_t_copy_out.walks
OP_narrow = lookup("rd::narrow")
W_narrow = OP_narrow.walks
OP_narrow_copy = lookup("rd::narrow_copy")
W_narrow_copy = OP_narrow_copy.walks
OP_narrow_copy_out = lookup("rd::narrow_copy.out")
W_narrow_copy_out = OP_narrow_copy_out.walks
OP_split_with_sizes = lookup("rd::split_with_sizes")
W_split_with_sizes = OP_split_with_sizes.walks
OP_split_with_sizes_copy = lookup("rd::split_with_sizes_copy")
W_split_with_sizes_copy = OP_split_with_sizes_copy.walks
OP_swapaxes = lookup("rd::swapaxes")
W_swapaxes = OP_swapaxes.walks
OP_swapaxes_ = lookup("rd::swapaxes_")
W_swapaxes_ = OP_swapaxes_.walks
OP_swapdims = lookup("rd::swapdims")
W_swapdims = OP_swapdims.walks
OP_swapdims_ = lookup("rd::swapdims_")
W_swapdims_ = OP_swapdims_.walks
OP_resize_ = lookup("rd::resize_")
W_resize_ = OP_resize_.walks
OP_resize_as_ = lookup("rd::resize_as_")
W_resize_as_ = OP_resize_as_.walks
OP_set_ = lookup("rd::set_")
W_set_ = OP_set_.walks
OP_set__storage = lookup("rd::set_.storage")
W_set__storage = OP_set__storage.walks
OP__clone_memory = lookup("rd::_clone_memory")
W__clone_memory = OP__clone_memory.walks
OP__contiguous = lookup("rd::_contiguous")
W__contiguous = OP__contiguous.walks


def gelu(input: Tensor, *, approximate: str = 'none') -> Tensor:
    """Return x times the normal distribution function of x, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.gelu(rd.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """
    if input.__class__ in TENSORS and approximate.__class__ is str:
        return W_gelu[input._keys | state()](input, approximate)
    return OP_gelu.call((input, approximate))


def gelu_(input: Tensor, *, approximate: str = 'none') -> Tensor:
    """Return x times the normal distribution function of x, element by element."""
    if input.__class__ in TENSORS and approximate.__class__ is str:
        return W_gelu_[input._keys | state()](input, approximate)
    return OP_gelu_.call((input, approximate))


def silu(input: Tensor) -> Tensor:
    """Return x * sigmoid(x), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.silu(rd.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """
    if input.__class__ in TENSORS:
        return W_silu[input._keys | state()](input)
    return OP_silu.call((input,))


def silu_(input: Tensor) -> Tensor:
    """Return x * sigmoid(x), element by element."""
    if input.__class__ in TENSORS:
        return W_silu_[input._keys | state()](input)
    return OP_silu_.call((input,))


def mish(input: Tensor) -> Tensor:
    """Return x * tanh(softplus(x)), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mish(rd.tensor([-1., 0., 2.]))
    tensor([-0.3034,  0.0000,  1.9440])
    """
    if input.__class__ in TENSORS:
        return W_mish[input._keys | state()](input)
    return OP_mish.call((input,))


def mish_(input: Tensor) -> Tensor:
    """Return x * tanh(softplus(x)), element by element."""
    if input.__class__ in TENSORS:
        return W_mish_[input._keys | state()](input)
    return OP_mish_.call((input,))


def softplus(input: Tensor, beta: Number = 1.0, threshold: Number = 20.0) -> Tensor:
    """Return log(1 + exp(beta x)) / beta, x where beta x is above the threshold, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softplus(rd.tensor([-1., 0., 2.]))
    tensor([0.3133, 0.6931, 2.1269])
    """
    if input.__class__ in TENSORS and beta.__class__ in SCALARS and threshold.__class__ in SCALARS:
        return W_softplus[input._keys | state()](input, beta, threshold)
    return OP_softplus.call((input, beta, threshold))


def softplus_(input: Tensor, beta: Number = 1.0, threshold: Number = 20.0) -> Tensor:
    """Return log(1 + exp(beta x)) / beta, x where beta x is above the threshold, element by element."""
    if input.__class__ in TENSORS and beta.__class__ in SCALARS and threshold.__class__ in SCALARS:
        return W_softplus_[input._keys | state()](input, beta, threshold)
    return OP_softplus_.call((input, beta, threshold))


def elu(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x) - 1), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.elu(rd.tensor([-1., 0., 2.]))
    tensor([-0.6321,  0.0000,  2.0000])
    """
    if input.__class__ in TENSORS and alpha.__class__ in SCALARS and scale.__class__ in SCALARS and input_scale.__class__ in SCALARS:
        return W_elu[input._keys | state()](input, alpha, scale, input_scale)
    return OP_elu.call((input, alpha, scale, input_scale))


def elu_(input: Tensor, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x) - 1), element by element."""
    if input.__class__ in TENSORS and alpha.__class__ in SCALARS and scale.__class__ in SCALARS and input_scale.__class__ in SCALARS:
        return W_elu_[input._keys | state()](input, alpha, scale, input_scale)
    return OP_elu_.call((input, alpha, scale, input_scale))


def celu(input: Tensor, alpha: Number = 1.0) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x / alpha) - 1), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.celu(rd.tensor([-1., 0., 2.]))
    tensor([-0.6321,  0.0000,  2.0000])
    """
    if input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_celu[input._keys | state()](input, alpha)
    return OP_celu.call((input, alpha))


def celu_(input: Tensor, alpha: Number = 1.0) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x / alpha) - 1), element by element."""
    if input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_celu_[input._keys | state()](input, alpha)
    return OP_celu_.call((input, alpha))


def selu(input: Tensor) -> Tensor:
    """Return elu scaled so that mean and variance of a normal input are kept, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.selu(rd.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    if input.__class__ in TENSORS:
        return W_selu[input._keys | state()](input)
    return OP_selu.call((input,))


def selu_(input: Tensor) -> Tensor:
    """Return elu scaled so that mean and variance of a normal input are kept, element by element."""
    if input.__class__ in TENSORS:
        return W_selu_[input._keys | state()](input)
    return OP_selu_.call((input,))


def leaky_relu(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    """Return x where it is positive, else negative_slope * x, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.leaky_relu(rd.tensor([-1., 0., 2.]))
    tensor([-0.0100,  0.0000,  2.0000])
    """
    if input.__class__ in TENSORS and negative_slope.__class__ in SCALARS:
        return W_leaky_relu[input._keys | state()](input, negative_slope)
    return OP_leaky_relu.call((input, negative_slope))


def leaky_relu_(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    """Return x where it is positive, else negative_slope * x, element by element."""
    if input.__class__ in TENSORS and negative_slope.__class__ in SCALARS:
        return W_leaky_relu_[input._keys | state()](input, negative_slope)
    return OP_leaky_relu_.call((input, negative_slope))


def hardtanh(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    """Return x clamped between two numbers, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hardtanh(rd.tensor([-1., 0., 2.]))
    tensor([-1.,  0.,  1.])
    """
    if input.__class__ in TENSORS and min_val.__class__ in SCALARS and max_val.__class__ in SCALARS:
        return W_hardtanh[input._keys | state()](input, min_val, max_val)
    return OP_hardtanh.call((input, min_val, max_val))


def hardtanh_(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    """Return x clamped between two numbers, element by element."""
    if input.__class__ in TENSORS and min_val.__class__ in SCALARS and max_val.__class__ in SCALARS:
        return W_hardtanh_[input._keys | state()](input, min_val, max_val)
    return OP_hardtanh_.call((input, min_val, max_val))


def relu6(input: Tensor) -> Tensor:
    """Return x clamped between 0 and 6, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.relu6(rd.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    if input.__class__ in TENSORS:
        return W_relu6[input._keys | state()](input)
    return OP_relu6.call((input,))


def relu6_(input: Tensor) -> Tensor:
    """Return x clamped between 0 and 6, element by element."""
    if input.__class__ in TENSORS:
        return W_relu6_[input._keys | state()](input)
    return OP_relu6_.call((input,))


def hardsigmoid(input: Tensor) -> Tensor:
    """Return x / 6 + 1/2 clamped between 0 and 1, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hardsigmoid(rd.tensor([-1., 0., 2.]))
    tensor([0.3333, 0.5000, 0.8333])
    """
    if input.__class__ in TENSORS:
        return W_hardsigmoid[input._keys | state()](input)
    return OP_hardsigmoid.call((input,))


def hardsigmoid_(input: Tensor) -> Tensor:
    """Return x / 6 + 1/2 clamped between 0 and 1, element by element."""
    if input.__class__ in TENSORS:
        return W_hardsigmoid_[input._keys | state()](input)
    return OP_hardsigmoid_.call((input,))


def hardswish(input: Tensor) -> Tensor:
    """Return x * hardsigmoid(x), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hardswish(rd.tensor([-1., 0., 2.]))
    tensor([-0.3333,  0.0000,  1.6667])
    """
    if input.__class__ in TENSORS:
        return W_hardswish[input._keys | state()](input)
    return OP_hardswish.call((input,))


def hardswish_(input: Tensor) -> Tensor:
    """Return x * hardsigmoid(x), element by element."""
    if input.__class__ in TENSORS:
        return W_hardswish_[input._keys | state()](input)
    return OP_hardswish_.call((input,))


def hardshrink(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """Return x, 0 where it is between -lambd and lambd, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hardshrink(rd.tensor([-1., 0., 2.]))
    tensor([-1.,  0.,  2.])
    """
    if input.__class__ in TENSORS and lambd.__class__ in SCALARS:
        return W_hardshrink[input._keys | state()](input, lambd)
    return OP_hardshrink.call((input, lambd))


def hardshrink_(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """Return x, 0 where it is between -lambd and lambd, element by element."""
    if input.__class__ in TENSORS and lambd.__class__ in SCALARS:
        return W_hardshrink_[input._keys | state()](input, lambd)
    return OP_hardshrink_.call((input, lambd))


def softshrink(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """Return x moved by lambd towards 0, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softshrink(rd.tensor([-1., 0., 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """
    if input.__class__ in TENSORS and lambd.__class__ in SCALARS:
        return W_softshrink[input._keys | state()](input, lambd)
    return OP_softshrink.call((input, lambd))


def softshrink_(input: Tensor, lambd: Number = 0.5) -> Tensor:
    """Return x moved by lambd towards 0, element by element."""
    if input.__class__ in TENSORS and lambd.__class__ in SCALARS:
        return W_softshrink_[input._keys | state()](input, lambd)
    return OP_softshrink_.call((input, lambd))


def tanhshrink(input: Tensor) -> Tensor:
    """Return x - tanh(x), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tanhshrink(rd.tensor([-1., 0., 2.]))
    tensor([-0.2384,  0.0000,  1.0360])
    """
    if input.__class__ in TENSORS:
        return W_tanhshrink[input._keys | state()](input)
    return OP_tanhshrink.call((input,))


def tanhshrink_(input: Tensor) -> Tensor:
    """Return x - tanh(x), element by element."""
    if input.__class__ in TENSORS:
        return W_tanhshrink_[input._keys | state()](input)
    return OP_tanhshrink_.call((input,))


def softsign(input: Tensor) -> Tensor:
    """Return x / (1 + |x|), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softsign(rd.tensor([-1., 0., 2.]))
    tensor([-0.5000,  0.0000,  0.6667])
    """
    if input.__class__ in TENSORS:
        return W_softsign[input._keys | state()](input)
    return OP_softsign.call((input,))


def softsign_(input: Tensor) -> Tensor:
    """Return x / (1 + |x|), element by element."""
    if input.__class__ in TENSORS:
        return W_softsign_[input._keys | state()](input)
    return OP_softsign_.call((input,))


def logsigmoid(input: Tensor) -> Tensor:
    """Return log(sigmoid(x)) without overflow, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logsigmoid(rd.tensor([-1., 0., 2.]))
    tensor([-1.3133, -0.6931, -0.1269])
    """
    if input.__class__ in TENSORS:
        return W_logsigmoid[input._keys | state()](input)
    return OP_logsigmoid.call((input,))


def logsigmoid_(input: Tensor) -> Tensor:
    """Return log(sigmoid(x)) without overflow, element by element."""
    if input.__class__ in TENSORS:
        return W_logsigmoid_[input._keys | state()](input)
    return OP_logsigmoid_.call((input,))


def threshold(input: Tensor, threshold: Number, value: Number) -> Tensor:
    """Return x where it is above a threshold, else a value, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.threshold(rd.tensor([-1., 2.]), 0, 9)
    tensor([9., 2.])
    """
    if input.__class__ in TENSORS and threshold.__class__ in SCALARS and value.__class__ in SCALARS:
        return W_threshold[input._keys | state()](input, threshold, value)
    return OP_threshold.call((input, threshold, value))


def threshold_(input: Tensor, threshold: Number, value: Number) -> Tensor:
    """Return x where it is above a threshold, else a value, element by element."""
    if input.__class__ in TENSORS and threshold.__class__ in SCALARS and value.__class__ in SCALARS:
        return W_threshold_[input._keys | state()](input, threshold, value)
    return OP_threshold_.call((input, threshold, value))


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Return x where it is positive, else weight * x, with one weight or one per channel.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.prelu(rd.tensor([-1., 2.]), rd.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    if input.__class__ in TENSORS and weight.__class__ in TENSORS:
        return W_prelu[input._keys | weight._keys | state()](input, weight)
    return OP_prelu.call((input, weight))


def _prelu_kernel(input: Tensor, weight: Tensor) -> Tensor:
    """Return prelu with a weight that broadcasts."""
    if input.__class__ in TENSORS and weight.__class__ in TENSORS:
        return W__prelu_kernel[input._keys | weight._keys | state()](input, weight)
    return OP__prelu_kernel.call((input, weight))


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """Return the first half along a dimension, times the sigmoid of the second.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.glu(rd.tensor([2., 0.]))
    tensor([1.])
    """
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_glu[input._keys | state()](input, dim)
    return OP_glu.call((input, dim))


def softmin(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Return exp(-x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softmin(rd.tensor([0., 0.]), 0)
    tensor([0.5000, 0.5000])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_softmin[input._keys | state()](input, dim, dtype)
    return OP_softmin.call((input, dim, dtype))


def leaky_relu_backward(grad: Tensor, self: Tensor, negative_slope: Number) -> Tensor:
    """Return `grad` times the slope where x is not positive."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and negative_slope.__class__ in SCALARS:
        return W_leaky_relu_backward[grad._keys | self._keys | state()](grad, self, negative_slope)
    return OP_leaky_relu_backward.call((grad, self, negative_slope))


def hardtanh_backward(grad: Tensor, self: Tensor, min_val: Number, max_val: Number) -> Tensor:
    """Return `grad` where x is between the bounds, else 0."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and min_val.__class__ in SCALARS and max_val.__class__ in SCALARS:
        return W_hardtanh_backward[grad._keys | self._keys | state()](grad, self, min_val, max_val)
    return OP_hardtanh_backward.call((grad, self, min_val, max_val))


def hardsigmoid_backward(grad: Tensor, self: Tensor) -> Tensor:
    """Return `grad` / 6 where x is between -3 and 3, else 0."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W_hardsigmoid_backward[grad._keys | self._keys | state()](grad, self)
    return OP_hardsigmoid_backward.call((grad, self))


def hardshrink_backward(grad: Tensor, self: Tensor, lambd: Number) -> Tensor:
    """Return `grad` where x is not between -lambd and lambd, else 0."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and lambd.__class__ in SCALARS:
        return W_hardshrink_backward[grad._keys | self._keys | state()](grad, self, lambd)
    return OP_hardshrink_backward.call((grad, self, lambd))


def threshold_backward(grad: Tensor, self: Tensor, threshold: Number) -> Tensor:
    """Return `grad` where x is above the threshold, else 0."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and threshold.__class__ in SCALARS:
        return W_threshold_backward[grad._keys | self._keys | state()](grad, self, threshold)
    return OP_threshold_backward.call((grad, self, threshold))


def detach(input: Tensor) -> Tensor:
    """Return a tensor with the same memory and version, outside the graph.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.detach(rd.tensor([1.], requires_grad=True))
    tensor([1.])
    """
    if input.__class__ in TENSORS:
        return W_detach[input._keys | state()](input)
    return OP_detach.call((input,))


def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the larger of two elements; nan only where both are.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.fmax(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([3., 4.])
    """
    if out is not None:
        return OP_fmax_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_fmax[input._keys | other._keys | state()](input, other)
    return OP_fmax.call((input, other))


def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the smaller of two elements; nan only where both are.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.fmin(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([1., 2.])
    """
    if out is not None:
        return OP_fmin_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_fmin[input._keys | other._keys | state()](input, other)
    return OP_fmin.call((input, other))


def clamp(input: Tensor, min: Number | None = None, max: Number | None = None, *, out: Tensor | None = None) -> Tensor:
    """Bring elements between two numbers, of which one may be left out.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clamp(rd.tensor([-2., 0.5, 2.]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if out is not None:
        return OP_clamp_out.call((input, min, max, out))
    if input.__class__ in TENSORS and (min is None or min.__class__ in SCALARS) and (max is None or max.__class__ in SCALARS):
        return W_clamp[input._keys | state()](input, min, max)
    return OP_clamp.call((input, min, max))


def clamp_(input: Tensor, min: Number | None = None, max: Number | None = None) -> Tensor:
    """Bring elements between two numbers, of which one may be left out."""
    if input.__class__ in TENSORS and (min is None or min.__class__ in SCALARS) and (max is None or max.__class__ in SCALARS):
        return W_clamp_[input._keys | state()](input, min, max)
    return OP_clamp_.call((input, min, max))


def clamp_min(input: Operand, min: Operand, *, out: Tensor | None = None) -> Tensor:
    """Bring elements up to a bound.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clamp_min(rd.tensor([-2., 2.]), 0)
    tensor([0., 2.])
    """
    if out is not None:
        return OP_clamp_min_out.call((input, min, out))
    if input.__class__ in TENSORS and min.__class__ in TENSORS:
        return W_clamp_min[input._keys | min._keys | state()](input, min)
    if input.__class__ in TENSORS and min.__class__ in SCALARS:
        return W_clamp_min[input._keys | SCALAR_1 | state()](input, min)
    if input.__class__ in SCALARS and min.__class__ in TENSORS:
        return W_clamp_min[SCALAR_0 | min._keys | state()](input, min)
    return OP_clamp_min.call((input, min))


def clamp_min_(input: Tensor, min: Operand) -> Tensor:
    """Bring elements up to a bound."""
    if min.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_clamp_min_[input._keys | min._keys | state()](input, min)
    if min.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_clamp_min_[input._keys | SCALAR_0 | state()](input, min)
    return OP_clamp_min_.call((input, min))


def clamp_max(input: Operand, max: Operand, *, out: Tensor | None = None) -> Tensor:
    """Bring elements down to a bound.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clamp_max(rd.tensor([-2., 2.]), 0)
    tensor([-2.,  0.])
    """
    if out is not None:
        return OP_clamp_max_out.call((input, max, out))
    if input.__class__ in TENSORS and max.__class__ in TENSORS:
        return W_clamp_max[input._keys | max._keys | state()](input, max)
    if input.__class__ in TENSORS and max.__class__ in SCALARS:
        return W_clamp_max[input._keys | SCALAR_1 | state()](input, max)
    if input.__class__ in SCALARS and max.__class__ in TENSORS:
        return W_clamp_max[SCALAR_0 | max._keys | state()](input, max)
    return OP_clamp_max.call((input, max))


def clamp_max_(input: Tensor, max: Operand) -> Tensor:
    """Bring elements down to a bound."""
    if max.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_clamp_max_[input._keys | max._keys | state()](input, max)
    if max.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_clamp_max_[input._keys | SCALAR_0 | state()](input, max)
    return OP_clamp_max_.call((input, max))


def nan_to_num(input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None, *, out: Tensor | None = None) -> Tensor:
    """Replace nan (by 0) and the infinities (by the largest numbers) or by what is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nan_to_num(rd.tensor([float('nan'), float('inf'), 1.]), posinf=9.)
    tensor([0., 9., 1.])
    """
    if out is not None:
        return OP_nan_to_num_out.call((input, nan, posinf, neginf, out))
    if input.__class__ in TENSORS and (nan is None or nan.__class__ is float) and (posinf is None or posinf.__class__ is float) and (neginf is None or neginf.__class__ is float):
        return W_nan_to_num[input._keys | state()](input, nan, posinf, neginf)
    return OP_nan_to_num.call((input, nan, posinf, neginf))


def nan_to_num_(input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
    """Replace nan (by 0) and the infinities (by the largest numbers) or by what is given."""
    if input.__class__ in TENSORS and (nan is None or nan.__class__ is float) and (posinf is None or posinf.__class__ is float) and (neginf is None or neginf.__class__ is float):
        return W_nan_to_num_[input._keys | state()](input, nan, posinf, neginf)
    return OP_nan_to_num_.call((input, nan, posinf, neginf))


def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return 0 for negative and 1 for positive elements, and `values` at 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.heaviside(rd.tensor([-1., 0., 2.]), rd.tensor(0.5))
    tensor([0.0000, 0.5000, 1.0000])
    """
    if out is not None:
        return OP_heaviside_out.call((input, values, out))
    if input.__class__ in TENSORS and values.__class__ in TENSORS:
        return W_heaviside[input._keys | values._keys | state()](input, values)
    return OP_heaviside.call((input, values))


def heaviside_(input: Tensor, values: Tensor) -> Tensor:
    """Return 0 for negative and 1 for positive elements, and `values` at 0."""
    if input.__class__ in TENSORS and values.__class__ in TENSORS:
        return W_heaviside_[input._keys | values._keys | state()](input, values)
    return OP_heaviside_.call((input, values))


def masked_fill(input: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """Put one value where the mask is true.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.masked_fill(rd.tensor([1., 2.]), rd.tensor([True, False]), 0.)
    tensor([0., 2.])
    """
    if value.__class__ in TENSORS and input.__class__ in TENSORS and mask.__class__ in TENSORS:
        return W_masked_fill[input._keys | mask._keys | value._keys | state()](input, mask, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS and mask.__class__ in TENSORS:
        return W_masked_fill[input._keys | mask._keys | SCALAR_0 | state()](input, mask, value)
    return OP_masked_fill.call((input, mask, value))


def masked_fill_(input: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """Put one value where the mask is true."""
    if value.__class__ in TENSORS and input.__class__ in TENSORS and mask.__class__ in TENSORS:
        return W_masked_fill_[input._keys | mask._keys | value._keys | state()](input, mask, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS and mask.__class__ in TENSORS:
        return W_masked_fill_[input._keys | mask._keys | SCALAR_0 | state()](input, mask, value)
    return OP_masked_fill_.call((input, mask, value))


def lerp(input: Tensor, end: Tensor, weight: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return input + weight * (end - input).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.lerp(rd.tensor([0., 2.]), rd.tensor([1., 4.]), 0.5)
    tensor([0.5000, 3.0000])
    """
    if out is not None:
        return OP_lerp_out.call((input, end, weight, out))
    if weight.__class__ in TENSORS and input.__class__ in TENSORS and end.__class__ in TENSORS:
        return W_lerp[input._keys | end._keys | weight._keys | state()](input, end, weight)
    if weight.__class__ in SCALARS and input.__class__ in TENSORS and end.__class__ in TENSORS:
        return W_lerp[input._keys | end._keys | SCALAR_0 | state()](input, end, weight)
    return OP_lerp.call((input, end, weight))


def lerp_(input: Tensor, end: Tensor, weight: Operand) -> Tensor:
    """Return input + weight * (end - input)."""
    if weight.__class__ in TENSORS and input.__class__ in TENSORS and end.__class__ in TENSORS:
        return W_lerp_[input._keys | end._keys | weight._keys | state()](input, end, weight)
    if weight.__class__ in SCALARS and input.__class__ in TENSORS and end.__class__ in TENSORS:
        return W_lerp_[input._keys | end._keys | SCALAR_0 | state()](input, end, weight)
    return OP_lerp_.call((input, end, weight))


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Add value * tensor1 * tensor2.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addcmul(rd.tensor([1.]), rd.tensor([3.]), rd.tensor([2.]))
    tensor([7.])
    """
    if out is not None:
        return OP_addcmul_out.call((input, tensor1, tensor2, value, out))
    if input.__class__ in TENSORS and tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
        return W_addcmul[input._keys | tensor1._keys | tensor2._keys | state()](input, tensor1, tensor2, value)
    return OP_addcmul.call((input, tensor1, tensor2, value))


def addcmul_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """Add value * tensor1 * tensor2."""
    if input.__class__ in TENSORS and tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
        return W_addcmul_[input._keys | tensor1._keys | tensor2._keys | state()](input, tensor1, tensor2, value)
    return OP_addcmul_.call((input, tensor1, tensor2, value))


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Add value * tensor1 / tensor2.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addcdiv(rd.tensor([1.]), rd.tensor([3.]), rd.tensor([2.]))
    tensor([2.5000])
    """
    if out is not None:
        return OP_addcdiv_out.call((input, tensor1, tensor2, value, out))
    if input.__class__ in TENSORS and tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
        return W_addcdiv[input._keys | tensor1._keys | tensor2._keys | state()](input, tensor1, tensor2, value)
    return OP_addcdiv.call((input, tensor1, tensor2, value))


def addcdiv_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """Add value * tensor1 / tensor2."""
    if input.__class__ in TENSORS and tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
        return W_addcdiv_[input._keys | tensor1._keys | tensor2._keys | state()](input, tensor1, tensor2, value)
    return OP_addcdiv_.call((input, tensor1, tensor2, value))


def isnan(input: Tensor) -> Tensor:
    """Return whether elements are nan.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isnan(rd.tensor([1., float('nan'), float('inf')]))
    tensor([False,  True, False])
    """
    if input.__class__ in TENSORS:
        return W_isnan[input._keys | state()](input)
    return OP_isnan.call((input,))


def isinf(input: Tensor) -> Tensor:
    """Return whether elements are infinite.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isinf(rd.tensor([1., float('nan'), float('inf')]))
    tensor([False, False,  True])
    """
    if input.__class__ in TENSORS:
        return W_isinf[input._keys | state()](input)
    return OP_isinf.call((input,))


def isfinite(input: Tensor) -> Tensor:
    """Return whether elements are neither infinite nor nan.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isfinite(rd.tensor([1., float('nan'), float('inf')]))
    tensor([ True, False, False])
    """
    if input.__class__ in TENSORS:
        return W_isfinite[input._keys | state()](input)
    return OP_isfinite.call((input,))


def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether elements are positive infinity.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isposinf(rd.tensor([1., float('nan'), float('inf')]))
    tensor([False, False,  True])
    """
    if out is not None:
        return OP_isposinf_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_isposinf[input._keys | state()](input)
    return OP_isposinf.call((input,))


def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether elements are negative infinity.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isneginf(rd.tensor([1., float('nan'), float('inf')]))
    tensor([False, False, False])
    """
    if out is not None:
        return OP_isneginf_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_isneginf[input._keys | state()](input)
    return OP_isneginf.call((input,))


def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether both elements are not zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logical_and(rd.tensor([1, 1, 0]), rd.tensor([2, 0, 0]))
    tensor([ True, False, False])
    """
    if out is not None:
        return OP_logical_and_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_and[input._keys | other._keys | state()](input, other)
    return OP_logical_and.call((input, other))


def logical_and_(input: Tensor, other: Tensor) -> Tensor:
    """Return whether both elements are not zero."""
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_and_[input._keys | other._keys | state()](input, other)
    return OP_logical_and_.call((input, other))


def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether an element is not zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logical_or(rd.tensor([1, 1, 0]), rd.tensor([2, 0, 0]))
    tensor([ True,  True, False])
    """
    if out is not None:
        return OP_logical_or_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_or[input._keys | other._keys | state()](input, other)
    return OP_logical_or.call((input, other))


def logical_or_(input: Tensor, other: Tensor) -> Tensor:
    """Return whether an element is not zero."""
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_or_[input._keys | other._keys | state()](input, other)
    return OP_logical_or_.call((input, other))


def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether exactly one element is not zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logical_xor(rd.tensor([1, 1, 0]), rd.tensor([2, 0, 0]))
    tensor([False,  True, False])
    """
    if out is not None:
        return OP_logical_xor_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_xor[input._keys | other._keys | state()](input, other)
    return OP_logical_xor.call((input, other))


def logical_xor_(input: Tensor, other: Tensor) -> Tensor:
    """Return whether exactly one element is not zero."""
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logical_xor_[input._keys | other._keys | state()](input, other)
    return OP_logical_xor_.call((input, other))


def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Invert the bits of integers, or booleans.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_not(rd.tensor([0, 1]))
    tensor([-1, -2])
    """
    if out is not None:
        return OP_bitwise_not_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_bitwise_not[input._keys | state()](input)
    return OP_bitwise_not.call((input,))


def bitwise_not_(input: Tensor) -> Tensor:
    """Invert the bits of integers, or booleans."""
    if input.__class__ in TENSORS:
        return W_bitwise_not_[input._keys | state()](input)
    return OP_bitwise_not_.call((input,))


def bitwise_and(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the bits that both have.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_and(rd.tensor([6]), rd.tensor([3]))
    tensor([2])
    """
    if out is not None:
        return OP_bitwise_and_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_bitwise_and[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_bitwise_and[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_bitwise_and[SCALAR_0 | other._keys | state()](input, other)
    return OP_bitwise_and.call((input, other))


def bitwise_and_(input: Tensor, other: Operand) -> Tensor:
    """Return the bits that both have."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bitwise_and_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bitwise_and_[input._keys | SCALAR_0 | state()](input, other)
    return OP_bitwise_and_.call((input, other))


def bitwise_or(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the bits that one of both has.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_or(rd.tensor([6]), rd.tensor([3]))
    tensor([7])
    """
    if out is not None:
        return OP_bitwise_or_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_bitwise_or[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_bitwise_or[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_bitwise_or[SCALAR_0 | other._keys | state()](input, other)
    return OP_bitwise_or.call((input, other))


def bitwise_or_(input: Tensor, other: Operand) -> Tensor:
    """Return the bits that one of both has."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bitwise_or_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bitwise_or_[input._keys | SCALAR_0 | state()](input, other)
    return OP_bitwise_or_.call((input, other))


def bitwise_xor(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the bits that exactly one has.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_xor(rd.tensor([6]), rd.tensor([3]))
    tensor([5])
    """
    if out is not None:
        return OP_bitwise_xor_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_bitwise_xor[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_bitwise_xor[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_bitwise_xor[SCALAR_0 | other._keys | state()](input, other)
    return OP_bitwise_xor.call((input, other))


def bitwise_xor_(input: Tensor, other: Operand) -> Tensor:
    """Return the bits that exactly one has."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bitwise_xor_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bitwise_xor_[input._keys | SCALAR_0 | state()](input, other)
    return OP_bitwise_xor_.call((input, other))


def bitwise_left_shift(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Shift the bits up by `other` places.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_left_shift(rd.tensor([6]), rd.tensor([3]))
    tensor([48])
    """
    if out is not None:
        return OP_bitwise_left_shift_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_bitwise_left_shift[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_bitwise_left_shift[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_bitwise_left_shift[SCALAR_0 | other._keys | state()](input, other)
    return OP_bitwise_left_shift.call((input, other))


def bitwise_left_shift_(input: Tensor, other: Operand) -> Tensor:
    """Shift the bits up by `other` places."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bitwise_left_shift_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bitwise_left_shift_[input._keys | SCALAR_0 | state()](input, other)
    return OP_bitwise_left_shift_.call((input, other))


def bitwise_right_shift(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Shift the bits down by `other` places, keeping the sign.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bitwise_right_shift(rd.tensor([6]), rd.tensor([3]))
    tensor([0])
    """
    if out is not None:
        return OP_bitwise_right_shift_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_bitwise_right_shift[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_bitwise_right_shift[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_bitwise_right_shift[SCALAR_0 | other._keys | state()](input, other)
    return OP_bitwise_right_shift.call((input, other))


def bitwise_right_shift_(input: Tensor, other: Operand) -> Tensor:
    """Shift the bits down by `other` places, keeping the sign."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bitwise_right_shift_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bitwise_right_shift_[input._keys | SCALAR_0 | state()](input, other)
    return OP_bitwise_right_shift_.call((input, other))


def isin(elements: Operand, test_elements: Operand, *, assume_unique: bool = False, invert: bool = False) -> Tensor:
    """Return which elements are among the others; with `invert`, which are not.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isin(rd.tensor([1, 2, 3]), rd.tensor([3, 1]))
    tensor([ True, False,  True])
    """
    if elements.__class__ in TENSORS and test_elements.__class__ in TENSORS and assume_unique.__class__ is bool and invert.__class__ is bool:
        return W_isin[elements._keys | test_elements._keys | state()](elements, test_elements, assume_unique, invert)
    if elements.__class__ in TENSORS and test_elements.__class__ in SCALARS and assume_unique.__class__ is bool and invert.__class__ is bool:
        return W_isin[elements._keys | SCALAR_1 | state()](elements, test_elements, assume_unique, invert)
    if elements.__class__ in SCALARS and test_elements.__class__ in TENSORS and assume_unique.__class__ is bool and invert.__class__ is bool:
        return W_isin[SCALAR_0 | test_elements._keys | state()](elements, test_elements, assume_unique, invert)
    return OP_isin.call((elements, test_elements, assume_unique, invert))


def isclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Return whether elements differ by at most atol + rtol * |other|.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isclose(rd.tensor([1., 2.]), rd.tensor([1., 2.1]))
    tensor([ True, False])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS and rtol.__class__ is float and atol.__class__ is float and equal_nan.__class__ is bool:
        return W_isclose[input._keys | other._keys | state()](input, other, rtol, atol, equal_nan)
    return OP_isclose.call((input, other, rtol, atol, equal_nan))


def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Return whether all elements differ by at most atol + rtol * |other|.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.allclose(rd.tensor([1.]), rd.tensor([1. + 1e-9]))
    True
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS and rtol.__class__ is float and atol.__class__ is float and equal_nan.__class__ is bool:
        return W_allclose[input._keys | other._keys | state()](input, other, rtol, atol, equal_nan)
    return OP_allclose.call((input, other, rtol, atol, equal_nan))


def equal(input: Tensor, other: Tensor) -> bool:
    """Return whether two tensors have the same sizes and elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.equal(rd.tensor([1, 2]), rd.tensor([1, 2]))
    True
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_equal[input._keys | other._keys | state()](input, other)
    return OP_equal.call((input, other))


def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the conjugate in new memory; of real numbers a copy.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.conj_physical(rd.tensor([3+4j]))
    tensor([3.-4.j])
    """
    if out is not None:
        return OP_conj_physical_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_conj_physical[input._keys | state()](input)
    return OP_conj_physical.call((input,))


def conj_physical_(input: Tensor) -> Tensor:
    """Return the conjugate in new memory; of real numbers a copy."""
    if input.__class__ in TENSORS:
        return W_conj_physical_[input._keys | state()](input)
    return OP_conj_physical_.call((input,))


def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return a number of length 1 in the same direction, 0 for 0; of a real number its sign.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sgn(rd.tensor([3+4j]))
    tensor([0.6000+0.8000j])
    """
    if out is not None:
        return OP_sgn_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sgn[input._keys | state()](input)
    return OP_sgn.call((input,))


def sgn_(input: Tensor) -> Tensor:
    """Return a number of length 1 in the same direction, 0 for 0; of a real number its sign."""
    if input.__class__ in TENSORS:
        return W_sgn_[input._keys | state()](input)
    return OP_sgn_.call((input,))


def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle in radians between a number and the positive real axis.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.angle(rd.tensor([1j, 2, -1]))
    tensor([1.5708, 0.0000, 3.1416])
    """
    if out is not None:
        return OP_angle_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_angle[input._keys | state()](input)
    return OP_angle.call((input,))


def isreal(input: Tensor) -> Tensor:
    """Return whether the imaginary part of each number is 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.isreal(rd.tensor([1, 1+1j]))
    tensor([ True, False])
    """
    if input.__class__ in TENSORS:
        return W_isreal[input._keys | state()](input)
    return OP_isreal.call((input,))


def view_as_real(input: Tensor) -> Tensor:
    """Return the view of complex numbers as pairs of real ones, in a new last dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.view_as_real(rd.tensor([3+4j]))
    tensor([[3., 4.]])
    """
    if input.__class__ in TENSORS:
        return W_view_as_real[input._keys | state()](input)
    return OP_view_as_real.call((input,))


def view_as_real_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return what `view_as_real` gives, in memory of its own."""
    if out is not None:
        return OP_view_as_real_copy_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_view_as_real_copy[input._keys | state()](input)
    return OP_view_as_real_copy.call((input,))


def view_as_complex(input: Tensor) -> Tensor:
    """Return the view of pairs of real numbers, in the last dimension, as complex ones.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.view_as_complex(rd.tensor([[3., 4.]]))
    tensor([3.+4.j])
    """
    if input.__class__ in TENSORS:
        return W_view_as_complex[input._keys | state()](input)
    return OP_view_as_complex.call((input,))


def view_as_complex_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return what `view_as_complex` gives, in memory of its own."""
    if out is not None:
        return OP_view_as_complex_copy_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_view_as_complex_copy[input._keys | state()](input)
    return OP_view_as_complex_copy.call((input,))


def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return complex numbers of their real and imaginary parts, which have one dtype.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.complex(rd.tensor([3.]), rd.tensor([4.]))
    tensor([3.+4.j])
    """
    if out is not None:
        return OP_complex_out.call((real, imag, out))
    if real.__class__ in TENSORS and imag.__class__ in TENSORS:
        return W_complex[real._keys | imag._keys | state()](real, imag)
    return OP_complex.call((real, imag))


def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return complex numbers of their lengths and their angles in radians, of one dtype.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.polar(rd.tensor([2.]), rd.tensor([0.]))
    tensor([2.+0.j])
    """
    if out is not None:
        return OP_polar_out.call((abs, angle, out))
    if abs.__class__ in TENSORS and angle.__class__ in TENSORS:
        return W_polar[abs._keys | angle._keys | state()](abs, angle)
    return OP_polar.call((abs, angle))


def conj(input: Tensor) -> Tensor:
    """Return the conjugate; of real numbers the tensor itself.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.conj(rd.tensor([3+4j]))
    tensor([3.-4.j])
    """
    if input.__class__ in TENSORS:
        return W_conj[input._keys | state()](input)
    return OP_conj.call((input,))


def resolve_conj(input: Tensor) -> Tensor:
    """Return the tensor itself: conjugates are computed at once here.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.resolve_conj(rd.tensor([3+4j]).conj())
    tensor([3.-4.j])
    """
    if input.__class__ in TENSORS:
        return W_resolve_conj[input._keys | state()](input)
    return OP_resolve_conj.call((input,))


def resolve_neg(input: Tensor) -> Tensor:
    """Return the tensor itself: negatives are computed at once here.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.resolve_neg(rd.tensor([1]))
    tensor([1])
    """
    if input.__class__ in TENSORS:
        return W_resolve_neg[input._keys | state()](input)
    return OP_resolve_neg.call((input,))


def real(input: Tensor) -> Tensor:
    """Return the view of the real parts; of real numbers the tensor itself.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.real(rd.tensor([3+4j]))
    tensor([3.])
    """
    if input.__class__ in TENSORS:
        return W_real[input._keys | state()](input)
    return OP_real.call((input,))


def imag(input: Tensor) -> Tensor:
    """Return the view of the imaginary parts of complex numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.imag(rd.tensor([3+4j]))
    tensor([4.])
    """
    if input.__class__ in TENSORS:
        return W_imag[input._keys | state()](input)
    return OP_imag.call((input,))


def _conv(input: Tensor, weight: Tensor, bias: Tensor | None, stride: Sequence[int] | int, padding: Sequence[int] | int, dilation: Sequence[int] | int, groups: int) -> Tensor:
    """Convolve (N, C, sizes...) with weights (out, C / groups, window...).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ops.rd._conv(rd.ones(1, 1, 3), rd.ones(1, 1, 2), None, (1,), (0,), (1,), 1)
    tensor([[[2., 2.]]])
    """
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if dilation.__class__ is int:
        dilation = (dilation,)
    if input.__class__ in TENSORS and weight.__class__ in TENSORS and (bias is None or bias.__class__ in TENSORS) and stride.__class__ is tuple and padding.__class__ is tuple and dilation.__class__ is tuple and groups.__class__ is int:
        return W__conv[input._keys | weight._keys | (0 if bias is None else bias._keys) | state()](input, weight, bias, stride, padding, dilation, groups)
    return OP__conv.call((input, weight, bias, stride, padding, dilation, groups))


def _conv_input(grad: Tensor, weight: Tensor, shape: Sequence[int] | int, stride: Sequence[int] | int, padding: Sequence[int] | int, dilation: Sequence[int] | int, groups: int) -> Tensor:
    """Return the gradient of _conv for an input of the given sizes: the transposed convolution."""
    if shape.__class__ is int:
        shape = (shape,)
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if dilation.__class__ is int:
        dilation = (dilation,)
    if grad.__class__ in TENSORS and weight.__class__ in TENSORS and shape.__class__ is tuple and stride.__class__ is tuple and padding.__class__ is tuple and dilation.__class__ is tuple and groups.__class__ is int:
        return W__conv_input[grad._keys | weight._keys | state()](grad, weight, shape, stride, padding, dilation, groups)
    return OP__conv_input.call((grad, weight, shape, stride, padding, dilation, groups))


def _conv_bias(grad: Tensor, self: Tensor) -> Tensor:
    """Return the gradient of _conv for the bias; it is said to depend on the input, as all are."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W__conv_bias[grad._keys | self._keys | state()](grad, self)
    return OP__conv_bias.call((grad, self))


def _conv_weight(grad: Tensor, self: Tensor, shape: Sequence[int] | int, stride: Sequence[int] | int, padding: Sequence[int] | int, dilation: Sequence[int] | int, groups: int) -> Tensor:
    """Return the gradient of _conv for weights of the given sizes."""
    if shape.__class__ is int:
        shape = (shape,)
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if dilation.__class__ is int:
        dilation = (dilation,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and shape.__class__ is tuple and stride.__class__ is tuple and padding.__class__ is tuple and dilation.__class__ is tuple and groups.__class__ is int:
        return W__conv_weight[grad._keys | self._keys | state()](grad, self, shape, stride, padding, dilation, groups)
    return OP__conv_weight.call((grad, self, shape, stride, padding, dilation, groups))


def zeros_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return zeros in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and (dtype is None or dtype.__class__ in DTYPES):
        return W_zeros_like[input._keys | state()](input, dtype)
    return OP_zeros_like.call((input, dtype))


def ones_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return ones in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ones_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and (dtype is None or dtype.__class__ in DTYPES):
        return W_ones_like[input._keys | state()](input, dtype)
    return OP_ones_like.call((input, dtype))


def full_like(input: Tensor, fill_value: Number, *, dtype: Any = None) -> Tensor:
    """Return a tensor of one value in the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.full_like(rd.tensor([1., 2.]), 3)
    tensor([3., 3.])
    """
    if input.__class__ in TENSORS and fill_value.__class__ in SCALARS and (dtype is None or dtype.__class__ in DTYPES):
        return W_full_like[input._keys | state()](input, fill_value, dtype)
    return OP_full_like.call((input, fill_value, dtype))


def empty_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return memory in the sizes of another tensor; what it holds is not said.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.empty_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and (dtype is None or dtype.__class__ in DTYPES):
        return W_empty_like[input._keys | state()](input, dtype)
    return OP_empty_like.call((input, dtype))


def _new_zeros(input: Tensor, size: Sequence[int] | int) -> Tensor:
    """Return zeros of other sizes with the dtype and the device of a tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1.]).new_zeros(2)
    tensor([0., 0.])
    """
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W__new_zeros[input._keys | state()](input, size)
    return OP__new_zeros.call((input, size))


def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return 2 to the power of each element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.exp2(rd.tensor([1., 3.]))
    tensor([2., 8.])
    """
    if out is not None:
        return OP_exp2_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_exp2[input._keys | state()](input)
    return OP_exp2.call((input,))


def exp2_(input: Tensor) -> Tensor:
    """Return 2 to the power of each element."""
    if input.__class__ in TENSORS:
        return W_exp2_[input._keys | state()](input)
    return OP_exp2_.call((input,))


def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return exp(x) - 1, exact near 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.expm1(rd.tensor([0., 1.]))
    tensor([0.0000, 1.7183])
    """
    if out is not None:
        return OP_expm1_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_expm1[input._keys | state()](input)
    return OP_expm1.call((input,))


def expm1_(input: Tensor) -> Tensor:
    """Return exp(x) - 1, exact near 0."""
    if input.__class__ in TENSORS:
        return W_expm1_[input._keys | state()](input)
    return OP_expm1_.call((input,))


def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the logarithm to base 2.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log2(rd.tensor([1., 8.]))
    tensor([0., 3.])
    """
    if out is not None:
        return OP_log2_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_log2[input._keys | state()](input)
    return OP_log2.call((input,))


def log2_(input: Tensor) -> Tensor:
    """Return the logarithm to base 2."""
    if input.__class__ in TENSORS:
        return W_log2_[input._keys | state()](input)
    return OP_log2_.call((input,))


def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the logarithm to base 10.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log10(rd.tensor([1., 100.]))
    tensor([0., 2.])
    """
    if out is not None:
        return OP_log10_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_log10[input._keys | state()](input)
    return OP_log10.call((input,))


def log10_(input: Tensor) -> Tensor:
    """Return the logarithm to base 10."""
    if input.__class__ in TENSORS:
        return W_log10_[input._keys | state()](input)
    return OP_log10_.call((input,))


def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return log(1 + x), exact near 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log1p(rd.tensor([0., 1.]))
    tensor([0.0000, 0.6931])
    """
    if out is not None:
        return OP_log1p_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_log1p[input._keys | state()](input)
    return OP_log1p.call((input,))


def log1p_(input: Tensor) -> Tensor:
    """Return log(1 + x), exact near 0."""
    if input.__class__ in TENSORS:
        return W_log1p_[input._keys | state()](input)
    return OP_log1p_.call((input,))


def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return one over the square root.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.rsqrt(rd.tensor([4., 1.]))
    tensor([0.5000, 1.0000])
    """
    if out is not None:
        return OP_rsqrt_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_rsqrt[input._keys | state()](input)
    return OP_rsqrt.call((input,))


def rsqrt_(input: Tensor) -> Tensor:
    """Return one over the square root."""
    if input.__class__ in TENSORS:
        return W_rsqrt_[input._keys | state()](input)
    return OP_rsqrt_.call((input,))


def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return one over each element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.reciprocal(rd.tensor([4., 1.]))
    tensor([0.2500, 1.0000])
    """
    if out is not None:
        return OP_reciprocal_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_reciprocal[input._keys | state()](input)
    return OP_reciprocal.call((input,))


def reciprocal_(input: Tensor) -> Tensor:
    """Return one over each element."""
    if input.__class__ in TENSORS:
        return W_reciprocal_[input._keys | state()](input)
    return OP_reciprocal_.call((input,))


def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the error function.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.erf(rd.tensor([0., 1.]))
    tensor([0.0000, 0.8427])
    """
    if out is not None:
        return OP_erf_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_erf[input._keys | state()](input)
    return OP_erf.call((input,))


def erf_(input: Tensor) -> Tensor:
    """Return the error function."""
    if input.__class__ in TENSORS:
        return W_erf_[input._keys | state()](input)
    return OP_erf_.call((input,))


def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return 1 - erf(x), exact for large x.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.erfc(rd.tensor([0., 1.]))
    tensor([1.0000, 0.1573])
    """
    if out is not None:
        return OP_erfc_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_erfc[input._keys | state()](input)
    return OP_erfc.call((input,))


def erfc_(input: Tensor) -> Tensor:
    """Return 1 - erf(x), exact for large x."""
    if input.__class__ in TENSORS:
        return W_erfc_[input._keys | state()](input)
    return OP_erfc_.call((input,))


def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse of the error function.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.erfinv(rd.tensor([0., .5]))
    tensor([0.0000, 0.4769])
    """
    if out is not None:
        return OP_erfinv_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_erfinv[input._keys | state()](input)
    return OP_erfinv.call((input,))


def erfinv_(input: Tensor) -> Tensor:
    """Return the inverse of the error function."""
    if input.__class__ in TENSORS:
        return W_erfinv_[input._keys | state()](input)
    return OP_erfinv_.call((input,))


def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the logarithm of the absolute value of the gamma function.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.lgamma(rd.tensor([1., 4.]))
    tensor([0.0000, 1.7918])
    """
    if out is not None:
        return OP_lgamma_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_lgamma[input._keys | state()](input)
    return OP_lgamma.call((input,))


def lgamma_(input: Tensor) -> Tensor:
    """Return the logarithm of the absolute value of the gamma function."""
    if input.__class__ in TENSORS:
        return W_lgamma_[input._keys | state()](input)
    return OP_lgamma_.call((input,))


def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the derivative of lgamma.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.digamma(rd.tensor([1., 2.]))
    tensor([-0.5772,  0.4228])
    """
    if out is not None:
        return OP_digamma_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_digamma[input._keys | state()](input)
    return OP_digamma.call((input,))


def digamma_(input: Tensor) -> Tensor:
    """Return the derivative of lgamma."""
    if input.__class__ in TENSORS:
        return W_digamma_[input._keys | state()](input)
    return OP_digamma_.call((input,))


def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return each element times itself.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.square(rd.tensor([2., -3.]))
    tensor([4., 9.])
    """
    if out is not None:
        return OP_square_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_square[input._keys | state()](input)
    return OP_square.call((input,))


def square_(input: Tensor) -> Tensor:
    """Return each element times itself."""
    if input.__class__ in TENSORS:
        return W_square_[input._keys | state()](input)
    return OP_square_.call((input,))


def logit(input: Tensor, eps: float | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return log(x / (1 - x)), with x first clamped to [eps, 1 - eps] where eps is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logit(rd.tensor([.5, .75]))
    tensor([0.0000, 1.0986])
    """
    if out is not None:
        return OP_logit_out.call((input, eps, out))
    if input.__class__ in TENSORS and (eps is None or eps.__class__ is float):
        return W_logit[input._keys | state()](input, eps)
    return OP_logit.call((input, eps))


def logit_(input: Tensor, eps: float | None = None) -> Tensor:
    """Return log(x / (1 - x)), with x first clamped to [eps, 1 - eps] where eps is given."""
    if input.__class__ in TENSORS and (eps is None or eps.__class__ is float):
        return W_logit_[input._keys | state()](input, eps)
    return OP_logit_.call((input, eps))


def _polygamma(input: Tensor, order: int) -> Tensor:
    """Return a higher derivative of digamma."""
    if input.__class__ in TENSORS and order.__class__ is int:
        return W__polygamma[input._keys | state()](input, order)
    return OP__polygamma.call((input, order))


def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return log(exp(input) + exp(other)) without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logaddexp(rd.tensor([0.]), rd.tensor([0.]))
    tensor([0.6931])
    """
    if out is not None:
        return OP_logaddexp_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logaddexp[input._keys | other._keys | state()](input, other)
    return OP_logaddexp.call((input, other))


def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return log2(2 ** input + 2 ** other) without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logaddexp2(rd.tensor([0.]), rd.tensor([0.]))
    tensor([1.])
    """
    if out is not None:
        return OP_logaddexp2_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_logaddexp2[input._keys | other._keys | state()](input, other)
    return OP_logaddexp2.call((input, other))


def xlogy(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return input * log(other), 0 where input is 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.xlogy(rd.tensor([0., 2.]), rd.tensor([0., 1.]))
    tensor([0., 0.])
    """
    if out is not None:
        return OP_xlogy_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_xlogy[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_xlogy[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_xlogy[SCALAR_0 | other._keys | state()](input, other)
    return OP_xlogy.call((input, other))


def xlogy_(input: Tensor, other: Operand) -> Tensor:
    """Return input * log(other), 0 where input is 0."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_xlogy_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_xlogy_[input._keys | SCALAR_0 | state()](input, other)
    return OP_xlogy_.call((input, other))


def float_power(input: Operand, exponent: Operand) -> Tensor:
    """Raise `input` to the power of `exponent` in float64.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.float_power(rd.tensor([2]), 3)
    tensor([8.], dtype=redispatch.float64)
    """
    if input.__class__ in TENSORS and exponent.__class__ in TENSORS:
        return W_float_power[input._keys | exponent._keys | state()](input, exponent)
    if input.__class__ in TENSORS and exponent.__class__ in SCALARS:
        return W_float_power[input._keys | SCALAR_1 | state()](input, exponent)
    if input.__class__ in SCALARS and exponent.__class__ in TENSORS:
        return W_float_power[SCALAR_0 | exponent._keys | state()](input, exponent)
    return OP_float_power.call((input, exponent))


def float_power_(input: Tensor, exponent: Operand) -> Tensor:
    """Raise `input` to the power of `exponent` in float64."""
    if exponent.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_float_power_[input._keys | exponent._keys | state()](input, exponent)
    if exponent.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_float_power_[input._keys | SCALAR_0 | state()](input, exponent)
    return OP_float_power_.call((input, exponent))


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
    return OP_amax.call((input, dim, keepdim))


def max(input: Tensor) -> Tensor:
    """Return the largest element; with a dimension also where it stands.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.max(rd.tensor([[1., 4.], [3., 2.]]))
    tensor(4.)
    """
    if input.__class__ in TENSORS:
        return W_max[input._keys | state()](input)
    return OP_max.call((input,))


def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return where the largest element stands first, along a dimension or among all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.argmax(rd.tensor([[1., 4.], [3., 2.]]), 1)
    tensor([1, 0])
    """
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
        return W_argmax[input._keys | state()](input, dim, keepdim)
    return OP_argmax.call((input, dim, keepdim))


def amin(input: Tensor, dim: Sequence[int] | int = (), keepdim: bool = False) -> Tensor:
    """Return the smallest element along dimensions, or of all; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.amin(rd.tensor([[1., 4.], [3., 2.]]), 1)
    tensor([1., 2.])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and dim.__class__ is tuple and keepdim.__class__ is bool:
        return W_amin[input._keys | state()](input, dim, keepdim)
    return OP_amin.call((input, dim, keepdim))


def min(input: Tensor) -> Tensor:
    """Return the smallest element; with a dimension also where it stands.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.min(rd.tensor([[1., 4.], [3., 2.]]))
    tensor(1.)
    """
    if input.__class__ in TENSORS:
        return W_min[input._keys | state()](input)
    return OP_min.call((input,))


def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return where the smallest element stands first, along a dimension or among all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.argmin(rd.tensor([[1., 4.], [3., 2.]]), 1)
    tensor([0, 1])
    """
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
        return W_argmin[input._keys | state()](input, dim, keepdim)
    return OP_argmin.call((input, dim, keepdim))


def aminmax(input: Tensor, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the smallest and the largest element, along a dimension or of all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.aminmax(rd.tensor([3., 1., 2.])).max
    tensor(3.)
    """
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
        return W_aminmax[input._keys | state()](input, dim, keepdim)
    return OP_aminmax.call((input, dim, keepdim))


def _pick(input: Tensor, indices: Tensor, dim: int, keepdim: bool = False) -> Tensor:
    """Return the elements that stand at the indices along a dimension."""
    if input.__class__ in TENSORS and indices.__class__ in TENSORS and dim.__class__ is int and keepdim.__class__ is bool:
        return W__pick[input._keys | indices._keys | state()](input, indices, dim, keepdim)
    return OP__pick.call((input, indices, dim, keepdim))


def _place(grad: Tensor, indices: Tensor, sizes: Sequence[int] | int, dim: int, keepdim: bool = False) -> Tensor:
    """Return zeros of the given sizes with `grad` at the indices along a dimension."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and indices.__class__ in TENSORS and sizes.__class__ is tuple and dim.__class__ is int and keepdim.__class__ is bool:
        return W__place[grad._keys | indices._keys | state()](grad, indices, sizes, dim, keepdim)
    return OP__place.call((grad, indices, sizes, dim, keepdim))


def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """Read by one tensor of indices, or mask, for each dimension; None takes a dimension whole.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index(rd.tensor([1, 2, 3]), [rd.tensor([2, 0])])
    tensor([3, 1])
    """
    if input.__class__ in TENSORS and (k_indices := keys_or_none(indices)):
        return W_index[input._keys | k_indices | state()](input, indices)
    return OP_index.call((input, indices))


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, values where `index` would read.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_put(rd.tensor([1, 2, 3]), [rd.tensor([2, 0])], rd.tensor(7))
    tensor([7, 2, 7])
    """
    if input.__class__ in TENSORS and (k_indices := keys_or_none(indices)) and values.__class__ in TENSORS and accumulate.__class__ is bool:
        return W_index_put[input._keys | k_indices | values._keys | state()](input, indices, values, accumulate)
    return OP_index_put.call((input, indices, values, accumulate))


def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, values where `index` would read."""
    if input.__class__ in TENSORS and (k_indices := keys_or_none(indices)) and values.__class__ in TENSORS and accumulate.__class__ is bool:
        return W_index_put_[input._keys | k_indices | values._keys | state()](input, indices, values, accumulate)
    return OP_index_put_.call((input, indices, values, accumulate))


def gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
    """Read along a dimension at indices given for each element of the result.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.gather(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]))
    tensor([3, 1])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and sparse_grad.__class__ is bool:
        return W_gather[input._keys | index._keys | state()](input, dim, index, sparse_grad)
    return OP_gather.call((input, dim, index, sparse_grad))


def scatter(input: Tensor, dim: int, index: Tensor, src: Operand, *, reduce: str | None = None) -> Tensor:
    """Write along a dimension at indices given for each element of `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.scatter(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]), 7)
    tensor([7, 2, 7])
    """
    if src.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce)
    if src.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, src, reduce)
    return OP_scatter.call((input, dim, index, src, reduce))


def scatter_(input: Tensor, dim: int, index: Tensor, src: Operand, *, reduce: str | None = None) -> Tensor:
    """Write along a dimension at indices given for each element of `src`."""
    if src.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter_[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce)
    if src.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter_[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, src, reduce)
    return OP_scatter_.call((input, dim, index, src, reduce))


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add along a dimension at indices given for each element of `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.scatter_add(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]), rd.tensor([10, 20]))
    tensor([21,  2, 13])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_scatter_add[input._keys | index._keys | src._keys | state()](input, dim, index, src)
    return OP_scatter_add.call((input, dim, index, src))


def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add along a dimension at indices given for each element of `src`."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_scatter_add_[input._keys | index._keys | src._keys | state()](input, dim, index, src)
    return OP_scatter_add_.call((input, dim, index, src))


def scatter_reduce(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    """Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin".

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.scatter_reduce(rd.tensor([1, 2, 3]), 0, rd.tensor([0, 0]), rd.tensor([5, 4]), "amax")
    tensor([5, 2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
        return W_scatter_reduce[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce, include_self)
    return OP_scatter_reduce.call((input, dim, index, src, reduce, include_self))


def scatter_reduce_(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    """Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin"."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
        return W_scatter_reduce_[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce, include_self)
    return OP_scatter_reduce_.call((input, dim, index, src, reduce, include_self))


def index_reduce(input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    """Combine the slices that fall on one index by "prod", "mean", "amax" or "amin".

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_reduce(rd.tensor([1, 2, 3]), 0, rd.tensor([0, 0]), rd.tensor([5, 4]), "amax")
    tensor([5, 2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
        return W_index_reduce[input._keys | index._keys | source._keys | state()](input, dim, index, source, reduce, include_self)
    return OP_index_reduce.call((input, dim, index, source, reduce, include_self))


def index_reduce_(input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    """Combine the slices that fall on one index by "prod", "mean", "amax" or "amin"."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
        return W_index_reduce_[input._keys | index._keys | source._keys | state()](input, dim, index, source, reduce, include_self)
    return OP_index_reduce_.call((input, dim, index, source, reduce, include_self))


def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Read the given indices of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_select(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]))
    tensor([3, 1])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_select[input._keys | index._keys | state()](input, dim, index)
    return OP_index_select.call((input, dim, index))


def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    """Add the slices of `source`, times `alpha`, at the given indices of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_add(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]), rd.tensor([10, 20]))
    tensor([21,  2, 13])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_index_add[input._keys | index._keys | source._keys | state()](input, dim, index, source, alpha)
    return OP_index_add.call((input, dim, index, source, alpha))


def index_add_(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    """Add the slices of `source`, times `alpha`, at the given indices of a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_index_add_[input._keys | index._keys | source._keys | state()](input, dim, index, source, alpha)
    return OP_index_add_.call((input, dim, index, source, alpha))


def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """Write the slices of `source` at the given indices of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_copy(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]), rd.tensor([10, 20]))
    tensor([20,  2, 10])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_index_copy[input._keys | index._keys | source._keys | state()](input, dim, index, source)
    return OP_index_copy.call((input, dim, index, source))


def index_copy_(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """Write the slices of `source` at the given indices of a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_index_copy_[input._keys | index._keys | source._keys | state()](input, dim, index, source)
    return OP_index_copy_.call((input, dim, index, source))


def index_fill(input: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    """Write one value at the given indices of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_fill(rd.tensor([1, 2, 3]), 0, rd.tensor([2, 0]), 7)
    tensor([7, 2, 7])
    """
    if value.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill[input._keys | index._keys | value._keys | state()](input, dim, index, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, value)
    return OP_index_fill.call((input, dim, index, value))


def index_fill_(input: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    """Write one value at the given indices of a dimension."""
    if value.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill_[input._keys | index._keys | value._keys | state()](input, dim, index, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill_[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, value)
    return OP_index_fill_.call((input, dim, index, value))


def take(input: Tensor, index: Tensor) -> Tensor:
    """Read at indices that count all elements in a row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.take(rd.tensor([1, 2, 3]), rd.tensor([2, 0]))
    tensor([3, 1])
    """
    if input.__class__ in TENSORS and index.__class__ in TENSORS:
        return W_take[input._keys | index._keys | state()](input, index)
    return OP_take.call((input, index))


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, at indices that count all elements in a row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.put(rd.tensor([1, 2, 3]), rd.tensor([2, 0]), rd.tensor([10, 20]))
    tensor([20,  2, 10])
    """
    if input.__class__ in TENSORS and index.__class__ in TENSORS and source.__class__ in TENSORS and accumulate.__class__ is bool:
        return W_put[input._keys | index._keys | source._keys | state()](input, index, source, accumulate)
    return OP_put.call((input, index, source, accumulate))


def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, at indices that count all elements in a row."""
    if input.__class__ in TENSORS and index.__class__ in TENSORS and source.__class__ in TENSORS and accumulate.__class__ is bool:
        return W_put_[input._keys | index._keys | source._keys | state()](input, index, source, accumulate)
    return OP_put_.call((input, index, source, accumulate))


def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """Read the elements where a mask holds, in a row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.masked_select(rd.tensor([1, 2, 3]), rd.tensor([1, 2, 3]) > 1)
    tensor([2, 3])
    """
    if input.__class__ in TENSORS and mask.__class__ in TENSORS:
        return W_masked_select[input._keys | mask._keys | state()](input, mask)
    return OP_masked_select.call((input, mask))


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of `source`, in a row, where a mask holds.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.masked_scatter(rd.tensor([1, 2, 3]), rd.tensor([1, 2, 3]) > 1, rd.tensor([7, 8]))
    tensor([1, 7, 8])
    """
    if input.__class__ in TENSORS and mask.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_masked_scatter[input._keys | mask._keys | source._keys | state()](input, mask, source)
    return OP_masked_scatter.call((input, mask, source))


def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of `source`, in a row, where a mask holds."""
    if input.__class__ in TENSORS and mask.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_masked_scatter_[input._keys | mask._keys | source._keys | state()](input, mask, source)
    return OP_masked_scatter_.call((input, mask, source))


def embedding(weight: Tensor, indices: Tensor, padding_idx: int = -1, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """Read rows of a matrix; the row `padding_idx` gets no gradient.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.embedding(rd.tensor([[1.], [2.]]), rd.tensor([1, 1]))
    tensor([[2.],
            [2.]])
    """
    if weight.__class__ in TENSORS and indices.__class__ in TENSORS and padding_idx.__class__ is int and scale_grad_by_freq.__class__ is bool and sparse.__class__ is bool:
        return W_embedding[weight._keys | indices._keys | state()](weight, indices, padding_idx, scale_grad_by_freq, sparse)
    return OP_embedding.call((weight, indices, padding_idx, scale_grad_by_freq, sparse))


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """Return a row for each class index that is one there and else zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.one_hot(rd.tensor([1, 0]))
    tensor([[0, 1],
            [1, 0]])
    """
    if input.__class__ in TENSORS and num_classes.__class__ is int:
        return W_one_hot[input._keys | state()](input, num_classes)
    return OP_one_hot.call((input, num_classes))


def argwhere(input: Tensor) -> Tensor:
    """Return a row of indices for each element that is not zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.argwhere(rd.tensor([0, 5]))
    tensor([[1]])
    """
    if input.__class__ in TENSORS:
        return W_argwhere[input._keys | state()](input)
    return OP_argwhere.call((input,))


def searchsorted(sorted_sequence: Tensor, self: Operand, *, out_int32: bool = False, right: bool = False, side: str | None = None, sorter: Tensor | None = None) -> Tensor:
    """Return where values would have to be put into rows that are sorted.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.searchsorted(rd.tensor([1, 2, 3]), 2)
    tensor(1)
    """
    if self.__class__ in TENSORS and sorted_sequence.__class__ in TENSORS and out_int32.__class__ is bool and right.__class__ is bool and (side is None or side.__class__ is str) and (sorter is None or sorter.__class__ in TENSORS):
        return W_searchsorted[sorted_sequence._keys | (0 if sorter is None else sorter._keys) | self._keys | state()](sorted_sequence, self, out_int32, right, side, sorter)
    if self.__class__ in SCALARS and sorted_sequence.__class__ in TENSORS and out_int32.__class__ is bool and right.__class__ is bool and (side is None or side.__class__ is str) and (sorter is None or sorter.__class__ in TENSORS):
        return W_searchsorted[sorted_sequence._keys | (0 if sorter is None else sorter._keys) | SCALAR_0 | state()](sorted_sequence, self, out_int32, right, side, sorter)
    return OP_searchsorted.call((sorted_sequence, self, out_int32, right, side, sorter))


def bucketize(input: Operand, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """Return between which boundaries each value lies.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bucketize(rd.tensor([2, 0]), rd.tensor([1, 2, 3]))
    tensor([1, 0])
    """
    if input.__class__ in TENSORS and boundaries.__class__ in TENSORS and out_int32.__class__ is bool and right.__class__ is bool:
        return W_bucketize[boundaries._keys | input._keys | state()](input, boundaries, out_int32, right)
    if input.__class__ in SCALARS and boundaries.__class__ in TENSORS and out_int32.__class__ is bool and right.__class__ is bool:
        return W_bucketize[boundaries._keys | SCALAR_0 | state()](input, boundaries, out_int32, right)
    return OP_bucketize.call((input, boundaries, out_int32, right))


def nonzero(input: Tensor) -> Tensor:
    """Return a row of indices for each element that is not zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nonzero(rd.tensor([0, 5]))
    tensor([[1]])
    """
    if input.__class__ in TENSORS:
        return W_nonzero[input._keys | state()](input)
    return OP_nonzero.call((input,))


def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """Read along a dimension at indices that are broadcast; without one, of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.take_along_dim(rd.tensor([1, 2, 3]), rd.tensor([2]), 0)
    tensor([3])
    """
    if input.__class__ in TENSORS and indices.__class__ in TENSORS and (dim is None or dim.__class__ is int):
        return W_take_along_dim[input._keys | indices._keys | state()](input, indices, dim)
    return OP_take_along_dim.call((input, indices, dim))


def embedding_backward(grad: Tensor, indices: Tensor, num_weights: int, padding_idx: int, scale_grad_by_freq: bool) -> Tensor:
    """Add up the gradients of the rows that embedding has read."""
    if grad.__class__ in TENSORS and indices.__class__ in TENSORS and num_weights.__class__ is int and padding_idx.__class__ is int and scale_grad_by_freq.__class__ is bool:
        return W_embedding_backward[grad._keys | indices._keys | state()](grad, indices, num_weights, padding_idx, scale_grad_by_freq)
    return OP_embedding_backward.call((grad, indices, num_weights, padding_idx, scale_grad_by_freq))


def masked_scatter_backward(grad: Tensor, mask: Tensor, sizes: Sequence[int] | int) -> Tensor:
    """Return the elements of `grad` where a mask holds, then zeros, in the given sizes."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and mask.__class__ in TENSORS and sizes.__class__ is tuple:
        return W_masked_scatter_backward[grad._keys | mask._keys | state()](grad, mask, sizes)
    return OP_masked_scatter_backward.call((grad, mask, sizes))


def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cat([rd.tensor([1, 2]), rd.tensor([3])])
    tensor([1, 2, 3])
    """
    if (k_tensors := keys_of(tensors)) and dim.__class__ is int:
        return W_cat[k_tensors | state()](tensors, dim)
    return OP_cat.call((tensors, dim))


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors of one shape beside each other along a new dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.stack([rd.tensor([1, 2]), rd.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    if (k_tensors := keys_of(tensors)) and dim.__class__ is int:
        return W_stack[k_tensors | state()](tensors, dim)
    return OP_stack.call((tensors, dim))


def flip(input: Tensor, dims: Sequence[int] | int) -> Tensor:
    """Reverse dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.flip(rd.tensor([1, 2, 3]), (0,))
    tensor([3, 2, 1])
    """
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and dims.__class__ is tuple:
        return W_flip[input._keys | state()](input, dims)
    return OP_flip.call((input, dims))


def roll(input: Tensor, shifts: Sequence[int] | int, dims: Sequence[int] | int = ()) -> Tensor:
    """Shift elements along dimensions; what leaves at the end comes in at the start.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.roll(rd.tensor([1, 2, 3]), 1)
    tensor([3, 1, 2])
    """
    if shifts.__class__ is int:
        shifts = (shifts,)
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and shifts.__class__ is tuple and dims.__class__ is tuple:
        return W_roll[input._keys | state()](input, shifts, dims)
    return OP_roll.call((input, shifts, dims))


def repeat(input: Tensor, repeats: Sequence[int] | int) -> Tensor:
    """Repeat the whole tensor along each dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    if repeats.__class__ is int:
        repeats = (repeats,)
    if input.__class__ in TENSORS and repeats.__class__ is tuple:
        return W_repeat[input._keys | state()](input, repeats)
    return OP_repeat.call((input, repeats))


def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros above a diagonal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tril(rd.tensor([[1, 2], [3, 4]]))
    tensor([[1, 0],
            [3, 4]])
    """
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_tril[input._keys | state()](input, diagonal)
    return OP_tril.call((input, diagonal))


def tril_(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros above a diagonal."""
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_tril_[input._keys | state()](input, diagonal)
    return OP_tril_.call((input, diagonal))


def triu(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros below a diagonal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.triu(rd.tensor([[1, 2], [3, 4]]))
    tensor([[1, 2],
            [0, 4]])
    """
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_triu[input._keys | state()](input, diagonal)
    return OP_triu.call((input, diagonal))


def triu_(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros below a diagonal."""
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_triu_[input._keys | state()](input, diagonal)
    return OP_triu_.call((input, diagonal))


def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Put the last dimension on a diagonal of two dimensions of a new tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.diag_embed(rd.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    if input.__class__ in TENSORS and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diag_embed[input._keys | state()](input, offset, dim1, dim2)
    return OP_diag_embed.call((input, offset, dim1, dim2))


def constant_pad_nd(input: Tensor, pad: Sequence[int] | int, value: Number = 0) -> Tensor:
    """Put a value around a tensor: before and after the last dimension, then the one before it.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.constant_pad_nd(rd.tensor([1, 2]), (1, 1))
    tensor([0, 1, 2, 0])
    """
    if pad.__class__ is int:
        pad = (pad,)
    if input.__class__ in TENSORS and pad.__class__ is tuple and value.__class__ in SCALARS:
        return W_constant_pad_nd[input._keys | state()](input, pad, value)
    return OP_constant_pad_nd.call((input, pad, value))


def concat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension, as cat does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.concat([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
    if (k_tensors := keys_of(tensors)) and dim.__class__ is int:
        return W_concat[k_tensors | state()](tensors, dim)
    return OP_concat.call((tensors, dim))


def concatenate(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension, as cat does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.concatenate([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
    if (k_tensors := keys_of(tensors)) and dim.__class__ is int:
        return W_concatenate[k_tensors | state()](tensors, dim)
    return OP_concatenate.call((tensors, dim))


def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors one after the other along the second dimension, vectors along the first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hstack([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
    if (k_tensors := keys_of(tensors)):
        return W_hstack[k_tensors | state()](tensors)
    return OP_hstack.call((tensors,))


def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors below each other; vectors become rows.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.vstack([rd.tensor([1, 2]), rd.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    if (k_tensors := keys_of(tensors)):
        return W_vstack[k_tensors | state()](tensors)
    return OP_vstack.call((tensors,))


def row_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors below each other, as vstack does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.row_stack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape
    (2, 2)
    """
    if (k_tensors := keys_of(tensors)):
        return W_row_stack[k_tensors | state()](tensors)
    return OP_row_stack.call((tensors,))


def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors one after the other along the third dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.dstack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape
    (1, 2, 2)
    """
    if (k_tensors := keys_of(tensors)):
        return W_dstack[k_tensors | state()](tensors)
    return OP_dstack.call((tensors,))


def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors beside each other; vectors become columns.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.column_stack([rd.tensor([1, 2]), rd.tensor([3, 4])])
    tensor([[1, 3],
            [2, 4]])
    """
    if (k_tensors := keys_of(tensors)):
        return W_column_stack[k_tensors | state()](tensors)
    return OP_column_stack.call((tensors,))


def chunk(input: Tensor, chunks: int, dim: int = 0) -> list[Tensor]:
    """Return views of at most so many pieces of a dimension, all but the last of one size.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.chunk(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    if input.__class__ in TENSORS and chunks.__class__ is int and dim.__class__ is int:
        return W_chunk[input._keys | state()](input, chunks, dim)
    return OP_chunk.call((input, chunks, dim))


def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> list[Tensor]:
    """Return what chunk gives, as views that may be written to one by one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unsafe_chunk(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    if input.__class__ in TENSORS and chunks.__class__ is int and dim.__class__ is int:
        return W_unsafe_chunk[input._keys | state()](input, chunks, dim)
    return OP_unsafe_chunk.call((input, chunks, dim))


def unsafe_split(input: Tensor, split_size: int, dim: int = 0) -> list[Tensor]:
    """Return what split gives, as views that may be written to one by one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unsafe_split(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    if input.__class__ in TENSORS and split_size.__class__ is int and dim.__class__ is int:
        return W_unsafe_split[input._keys | state()](input, split_size, dim)
    return OP_unsafe_split.call((input, split_size, dim))


def unsafe_split_with_sizes(input: Tensor, split_sizes: Sequence[int] | int, dim: int = 0) -> list[Tensor]:
    """Return what split_with_sizes gives, as views that may be written to one by one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unsafe_split_with_sizes(rd.tensor([1, 2, 3]), (1, 2))
    [tensor([1]), tensor([2, 3])]
    """
    if split_sizes.__class__ is int:
        split_sizes = (split_sizes,)
    if input.__class__ in TENSORS and split_sizes.__class__ is tuple and dim.__class__ is int:
        return W_unsafe_split_with_sizes[input._keys | state()](input, split_sizes, dim)
    return OP_unsafe_split_with_sizes.call((input, split_sizes, dim))


def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> list[Tensor]:
    """Return views of so many pieces of a dimension, or of those between indices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor_split(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_tensor_split[input._keys | state()](input, indices_or_sections, dim)
    return OP_tensor_split.call((input, indices_or_sections, dim))


def hsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the second dimension, a vector along its only one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hsplit(rd.tensor([1, 2]), 2)
    [tensor([1]), tensor([2])]
    """
    if input.__class__ in TENSORS:
        return W_hsplit[input._keys | state()](input, indices_or_sections)
    return OP_hsplit.call((input, indices_or_sections))


def vsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the first dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.vsplit(rd.zeros(2, 3), 2)[0].shape
    (1, 3)
    """
    if input.__class__ in TENSORS:
        return W_vsplit[input._keys | state()](input, indices_or_sections)
    return OP_vsplit.call((input, indices_or_sections))


def dsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the third dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.dsplit(rd.zeros(2, 3, 2), 2)[0].shape
    (2, 3, 1)
    """
    if input.__class__ in TENSORS:
        return W_dsplit[input._keys | state()](input, indices_or_sections)
    return OP_dsplit.call((input, indices_or_sections))


def repeat_interleave(input: Tensor, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
    """Repeat each element along a dimension; without one, of all elements in a row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.repeat_interleave(rd.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    """
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int) and (output_size is None or output_size.__class__ is int):
        return W_repeat_interleave[input._keys | state()](input, repeats, dim, output_size)
    return OP_repeat_interleave.call((input, repeats, dim, output_size))


def tile(input: Tensor, dims: Sequence[int] | int) -> Tensor:
    """Repeat the whole tensor along each dimension; missing dimensions are put in front.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tile(rd.tensor([1, 2]), (2,))
    tensor([1, 2, 1, 2])
    """
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and dims.__class__ is tuple:
        return W_tile[input._keys | state()](input, dims)
    return OP_tile.call((input, dims))


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
    return OP_matmul.call((input, other))


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two matrices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mm(rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[11.]])
    """
    if input.__class__ in TENSORS and mat2.__class__ in TENSORS:
        return W_mm[input._keys | mat2._keys | state()](input, mat2)
    return OP_mm.call((input, mat2))


def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two batches of matrices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bmm(rd.ones(2, 1, 3), rd.ones(2, 3, 1)).shape
    (2, 1, 1)
    """
    if input.__class__ in TENSORS and mat2.__class__ in TENSORS:
        return W_bmm[input._keys | mat2._keys | state()](input, mat2)
    return OP_bmm.call((input, mat2))


def mv(input: Tensor, vec: Tensor) -> Tensor:
    """Multiply a matrix and a vector.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mv(rd.tensor([[1., 2.]]), rd.tensor([3., 4.]))
    tensor([11.])
    """
    if input.__class__ in TENSORS and vec.__class__ in TENSORS:
        return W_mv[input._keys | vec._keys | state()](input, vec)
    return OP_mv.call((input, vec))


def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """Return the sum of the products of the elements of two vectors.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.dot(rd.tensor([3., 4.]), rd.tensor([3., 4.]))
    tensor(25.)
    """
    if input.__class__ in TENSORS and tensor.__class__ in TENSORS:
        return W_dot[input._keys | tensor._keys | state()](input, tensor)
    return OP_dot.call((input, tensor))


def vdot(input: Tensor, other: Tensor) -> Tensor:
    """Return the dot product of two vectors, the first conjugated.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.vdot(rd.tensor([3., 4.]), rd.tensor([3., 4.]))
    tensor(25.)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_vdot[input._keys | other._keys | state()](input, other)
    return OP_vdot.call((input, other))


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Return the products of all pairs of elements of two vectors.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.outer(rd.tensor([3., 4.]), rd.tensor([3., 4.]))
    tensor([[ 9., 12.],
            [12., 16.]])
    """
    if input.__class__ in TENSORS and vec2.__class__ in TENSORS:
        return W_outer[input._keys | vec2._keys | state()](input, vec2)
    return OP_outer.call((input, vec2))


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Multiply by the transpose of `weight`, and add `bias`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.linear(rd.tensor([[1., 2.]]), rd.tensor([[3., 4.]]), rd.tensor([1.]))
    tensor([[12.]])
    """
    if input.__class__ in TENSORS and weight.__class__ in TENSORS and (bias is None or bias.__class__ in TENSORS):
        return W_linear[input._keys | weight._keys | (0 if bias is None else bias._keys) | state()](input, weight, bias)
    return OP_linear.call((input, weight, bias))


def trace(input: Tensor) -> Tensor:
    """Return the sum of the diagonal of a matrix.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.trace(rd.tensor([[1., 2.], [3., 4.]]))
    tensor(5.)
    """
    if input.__class__ in TENSORS:
        return W_trace[input._keys | state()](input)
    return OP_trace.call((input,))


def inner(input: Tensor, other: Tensor) -> Tensor:
    """Return the sums of products along the last dimensions of both.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.inner(rd.tensor([3., 4.]), rd.tensor([3., 4.]))
    tensor(25.)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_inner[input._keys | other._keys | state()](input, other)
    return OP_inner.call((input, other))


def ger(input: Tensor, vec2: Tensor) -> Tensor:
    """Return the products of all pairs of elements of two vectors, as outer does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ger(rd.tensor([3., 4.]), rd.tensor([3., 4.])).shape
    (2, 2)
    """
    if input.__class__ in TENSORS and vec2.__class__ in TENSORS:
        return W_ger[input._keys | vec2._keys | state()](input, vec2)
    return OP_ger.call((input, vec2))


def kron(input: Tensor, other: Tensor) -> Tensor:
    """Return the Kronecker product.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.kron(rd.tensor([[1., 2.]]), rd.tensor([[1., 2.]]))
    tensor([[1., 2., 2., 4.]])
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_kron[input._keys | other._keys | state()](input, other)
    return OP_kron.call((input, other))


def tensordot(input: Tensor, other: Tensor, dims: Any = 2) -> Tensor:
    """Return the sums of products over pairs of dimensions: so many, or those listed.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensordot(rd.tensor([3., 4.]), rd.tensor([3., 4.]), 1)
    tensor(25.)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_tensordot[input._keys | other._keys | state()](input, other, dims)
    return OP_tensordot.call((input, other, dims))


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return x1 W x2 + b along the last dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bilinear(rd.ones(4, 2), rd.ones(4, 3), rd.ones(5, 2, 3)).shape
    (4, 5)
    """
    if input1.__class__ in TENSORS and input2.__class__ in TENSORS and weight.__class__ in TENSORS and (bias is None or bias.__class__ in TENSORS):
        return W_bilinear[input1._keys | input2._keys | weight._keys | (0 if bias is None else bias._keys) | state()](input1, input2, weight, bias)
    return OP_bilinear.call((input1, input2, weight, bias))


def einsum(equation: str, operands: Sequence[Tensor]) -> Tensor:
    """Return the sums of products that an equation of letters describes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.einsum("ij,jk->ik", rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[11.]])
    """
    if equation.__class__ is str and (k_operands := keys_of(operands)):
        return W_einsum[k_operands | state()](equation, operands)
    return OP_einsum.call((equation, operands))


def chain_matmul(matrices: Sequence[Tensor]) -> Tensor:
    """Multiply several matrices, in the order that costs least.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.chain_matmul(rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[11.]])
    """
    if (k_matrices := keys_of(matrices)):
        return W_chain_matmul[k_matrices | state()](matrices)
    return OP_chain_matmul.call((matrices,))


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat1 @ mat2), of matrices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addmm(rd.tensor([1.]), rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[12.]])
    """
    if input.__class__ in TENSORS and mat1.__class__ in TENSORS and mat2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmm[input._keys | mat1._keys | mat2._keys | state()](input, mat1, mat2, beta, alpha)
    return OP_addmm.call((input, mat1, mat2, beta, alpha))


def addmm_(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat1 @ mat2), of matrices."""
    if input.__class__ in TENSORS and mat1.__class__ in TENSORS and mat2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmm_[input._keys | mat1._keys | mat2._keys | state()](input, mat1, mat2, beta, alpha)
    return OP_addmm_.call((input, mat1, mat2, beta, alpha))


def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat @ vec).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addmv(rd.tensor([1.]), rd.tensor([[1., 2.]]), rd.tensor([3., 4.]))
    tensor([12.])
    """
    if input.__class__ in TENSORS and mat.__class__ in TENSORS and vec.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmv[input._keys | mat._keys | vec._keys | state()](input, mat, vec, beta, alpha)
    return OP_addmv.call((input, mat, vec, beta, alpha))


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat @ vec)."""
    if input.__class__ in TENSORS and mat.__class__ in TENSORS and vec.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmv_[input._keys | mat._keys | vec._keys | state()](input, mat, vec, beta, alpha)
    return OP_addmv_.call((input, mat, vec, beta, alpha))


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (batch1 @ batch2), of batches of matrices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.baddbmm(rd.ones(1), rd.ones(2, 1, 3), rd.ones(2, 3, 1)).shape
    (2, 1, 1)
    """
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_baddbmm[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_baddbmm.call((input, batch1, batch2, beta, alpha))


def baddbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (batch1 @ batch2), of batches of matrices."""
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_baddbmm_[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_baddbmm_.call((input, batch1, batch2, beta, alpha))


def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the sum of the products of two batches of matrices).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addbmm(rd.ones(1), rd.ones(2, 1, 3), rd.ones(2, 3, 1))
    tensor([[7.]])
    """
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addbmm[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_addbmm.call((input, batch1, batch2, beta, alpha))


def addbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the sum of the products of two batches of matrices)."""
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addbmm_[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_addbmm_.call((input, batch1, batch2, beta, alpha))


def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the outer product of two vectors).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.addr(rd.ones(1), rd.tensor([3., 4.]), rd.tensor([3., 4.])).shape
    (2, 2)
    """
    if input.__class__ in TENSORS and vec1.__class__ in TENSORS and vec2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addr[input._keys | vec1._keys | vec2._keys | state()](input, vec1, vec2, beta, alpha)
    return OP_addr.call((input, vec1, vec2, beta, alpha))


def addr_(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the outer product of two vectors)."""
    if input.__class__ in TENSORS and vec1.__class__ in TENSORS and vec2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addr_[input._keys | vec1._keys | vec2._keys | state()](input, vec1, vec2, beta, alpha)
    return OP_addr_.call((input, vec1, vec2, beta, alpha))


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
    return OP_cross_entropy.call((input, target, weight, reduction, ignore_index, label_smoothing))


def cross_entropy_backward(grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: str, ignore_index: int, label_smoothing: float) -> Tensor:
    """Return the gradient of cross_entropy for the logits."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and ignore_index.__class__ is int and label_smoothing.__class__ is float:
        return W_cross_entropy_backward[grad._keys | self._keys | target._keys | (0 if weight is None else weight._keys) | state()](grad, self, target, weight, reduction, ignore_index, label_smoothing)
    return OP_cross_entropy_backward.call((grad, self, target, weight, reduction, ignore_index, label_smoothing))


def cross_entropy_factor(grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: str, ignore_index: int, label_smoothing: float) -> Tensor:
    """Return what softmax is multiplied with in cross_entropy_backward, with one class."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and ignore_index.__class__ is int and label_smoothing.__class__ is float:
        return W_cross_entropy_factor[grad._keys | self._keys | target._keys | (0 if weight is None else weight._keys) | state()](grad, self, target, weight, reduction, ignore_index, label_smoothing)
    return OP_cross_entropy_factor.call((grad, self, target, weight, reduction, ignore_index, label_smoothing))


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = 'mean') -> Tensor:
    """Return the mean or sum of squared differences.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mse_loss(rd.tensor([1., 2.]), rd.tensor([1., 4.]))
    tensor(2.)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and reduction.__class__ is str:
        return W_mse_loss[input._keys | target._keys | state()](input, target, reduction)
    return OP_mse_loss.call((input, target, reduction))


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = 'mean') -> Tensor:
    """Return the mean or sum of absolute differences.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.l1_loss(rd.tensor([1., 2.]), rd.tensor([1., 4.]))
    tensor(1.)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and reduction.__class__ is str:
        return W_l1_loss[input._keys | target._keys | state()](input, target, reduction)
    return OP_l1_loss.call((input, target, reduction))


def smooth_l1_loss(input: Tensor, target: Tensor, *, reduction: str = 'mean', beta: float = 1.0) -> Tensor:
    """Return the mean or sum of squared differences below beta, over 2 beta, and of absolute ones, less beta / 2, above.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.smooth_l1_loss(rd.tensor([1., 2.]), rd.tensor([1., 4.]))
    tensor(0.7500)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and reduction.__class__ is str and beta.__class__ is float:
        return W_smooth_l1_loss[input._keys | target._keys | state()](input, target, reduction, beta)
    return OP_smooth_l1_loss.call((input, target, reduction, beta))


def huber_loss(input: Tensor, target: Tensor, *, reduction: str = 'mean', delta: float = 1.0) -> Tensor:
    """Return the mean or sum of half squared differences below delta, and of absolute ones, continued straight, above.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.huber_loss(rd.tensor([1., 2.]), rd.tensor([1., 4.]))
    tensor(0.7500)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and reduction.__class__ is str and delta.__class__ is float:
        return W_huber_loss[input._keys | target._keys | state()](input, target, reduction, delta)
    return OP_huber_loss.call((input, target, reduction, delta))


def kl_div(input: Tensor, target: Tensor, *, reduction: str = 'mean', log_target: bool = False) -> Tensor:
    """Return the Kullback-Leibler divergence of logarithmic probabilities from a target.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.kl_div(rd.tensor([0., 0.]), rd.tensor([1., 1.]), reduction='sum')
    tensor(0.)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and reduction.__class__ is str and log_target.__class__ is bool:
        return W_kl_div[input._keys | target._keys | state()](input, target, reduction, log_target)
    return OP_kl_div.call((input, target, reduction, log_target))


def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = 'mean') -> Tensor:
    """Return the cross entropy between probabilities of one class and their targets.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.binary_cross_entropy(rd.tensor([0.5]), rd.tensor([1.]))
    tensor(0.6931)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str:
        return W_binary_cross_entropy[input._keys | target._keys | (0 if weight is None else weight._keys) | state()](input, target, weight, reduction)
    return OP_binary_cross_entropy.call((input, target, weight, reduction))


def _cross_entropy_of_one(input: Tensor, target: Tensor) -> Tensor:
    """Return the cross entropy between each probability and its target, at most 100."""
    if input.__class__ in TENSORS and target.__class__ in TENSORS:
        return W__cross_entropy_of_one[input._keys | target._keys | state()](input, target)
    return OP__cross_entropy_of_one.call((input, target))


def _smooth_l1(input: Tensor, target: Tensor, beta: Number) -> Tensor:
    """Return squared differences below beta, over 2 beta, else absolute ones less beta / 2."""
    if input.__class__ in TENSORS and target.__class__ in TENSORS and beta.__class__ in SCALARS:
        return W__smooth_l1[input._keys | target._keys | state()](input, target, beta)
    return OP__smooth_l1.call((input, target, beta))


def _smooth_l1_backward(grad: Tensor, self: Tensor, target: Tensor, beta: Number) -> Tensor:
    """Return the gradient of _smooth_l1 for its first argument."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and beta.__class__ in SCALARS:
        return W__smooth_l1_backward[grad._keys | self._keys | target._keys | state()](grad, self, target, beta)
    return OP__smooth_l1_backward.call((grad, self, target, beta))


def _mse_backward(grad: Tensor, self: Tensor, target: Tensor, factor: Number) -> Tensor:
    """Return the gradient of half of factor times squared differences for the first operand."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and factor.__class__ in SCALARS:
        return W__mse_backward[grad._keys | self._keys | target._keys | state()](grad, self, target, factor)
    return OP__mse_backward.call((grad, self, target, factor))


def _cross_entropy_of_one_backward(grad: Tensor, self: Tensor, target: Tensor) -> Tensor:
    """Return the gradient of _cross_entropy_of_one for the probabilities."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS:
        return W__cross_entropy_of_one_backward[grad._keys | self._keys | target._keys | state()](grad, self, target)
    return OP__cross_entropy_of_one_backward.call((grad, self, target))


def _cross_entropy_of_logit_backward(grad: Tensor, self: Tensor, target: Tensor) -> Tensor:
    """Return the gradient of _cross_entropy_of_logit for the logits."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS:
        return W__cross_entropy_of_logit_backward[grad._keys | self._keys | target._keys | state()](grad, self, target)
    return OP__cross_entropy_of_logit_backward.call((grad, self, target))


def _cross_entropy_of_logit(input: Tensor, target: Tensor) -> Tensor:
    """Return the cross entropy between the sigmoid of each logit and its target."""
    if input.__class__ in TENSORS and target.__class__ in TENSORS:
        return W__cross_entropy_of_logit[input._keys | target._keys | state()](input, target)
    return OP__cross_entropy_of_logit.call((input, target))


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = 'mean', pos_weight: Tensor | None = None) -> Tensor:
    """Return the cross entropy between the sigmoid of logits and targets, without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.binary_cross_entropy_with_logits(rd.tensor([0.]), rd.tensor([1.]))
    tensor(0.6931)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and reduction.__class__ is str and (pos_weight is None or pos_weight.__class__ in TENSORS):
        return W_binary_cross_entropy_with_logits[input._keys | target._keys | (0 if weight is None else weight._keys) | (0 if pos_weight is None else pos_weight._keys) | state()](input, target, weight, reduction, pos_weight)
    return OP_binary_cross_entropy_with_logits.call((input, target, weight, reduction, pos_weight))


def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int = -100, reduction: str = 'mean') -> Tensor:
    """Return minus the logarithmic probabilities (N, C, ...) of the target classes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nll_loss(rd.tensor([[-1., -2.]]), rd.tensor([1]))
    tensor(2.)
    """
    if input.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and ignore_index.__class__ is int and reduction.__class__ is str:
        return W_nll_loss[input._keys | target._keys | (0 if weight is None else weight._keys) | state()](input, target, weight, ignore_index, reduction)
    return OP_nll_loss.call((input, target, weight, ignore_index, reduction))


def nll_loss_backward(grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int, reduction: str) -> Tensor:
    """Return the gradient of nll_loss for the logarithmic probabilities."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and target.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and ignore_index.__class__ is int and reduction.__class__ is str:
        return W_nll_loss_backward[grad._keys | self._keys | target._keys | (0 if weight is None else weight._keys) | state()](grad, self, target, weight, ignore_index, reduction)
    return OP_nll_loss_backward.call((grad, self, target, weight, ignore_index, reduction))


def native_layer_norm(input: Tensor, normalized_shape: Sequence[int] | int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-05) -> Any:
    """Bring the last dimensions to mean 0 and variance 1, scale and shift; also what did it.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.native_layer_norm(rd.tensor([[1., 3.]]), (2,)).mean
    tensor([[2.]])
    """
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if input.__class__ in TENSORS and normalized_shape.__class__ is tuple and (weight is None or weight.__class__ in TENSORS) and (bias is None or bias.__class__ in TENSORS) and eps.__class__ is float:
        return W_native_layer_norm[input._keys | (0 if weight is None else weight._keys) | (0 if bias is None else bias._keys) | state()](input, normalized_shape, weight, bias, eps)
    return OP_native_layer_norm.call((input, normalized_shape, weight, bias, eps))


def layer_norm_backward(grad: Tensor, self: Tensor, mean: Tensor, rstd: Tensor, weight: Tensor | None, normalized_shape: Sequence[int] | int, eps: float) -> Tensor:
    """Return the gradient of native_layer_norm for what it normalises."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and mean.__class__ in TENSORS and rstd.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and normalized_shape.__class__ is tuple and eps.__class__ is float:
        return W_layer_norm_backward[grad._keys | self._keys | mean._keys | rstd._keys | (0 if weight is None else weight._keys) | state()](grad, self, mean, rstd, weight, normalized_shape, eps)
    return OP_layer_norm_backward.call((grad, self, mean, rstd, weight, normalized_shape, eps))


def layer_norm_bias_backward(grad: Tensor, self: Tensor, normalized_shape: Sequence[int] | int) -> Tensor:
    """Return the gradient of native_layer_norm for its bias."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and normalized_shape.__class__ is tuple:
        return W_layer_norm_bias_backward[grad._keys | self._keys | state()](grad, self, normalized_shape)
    return OP_layer_norm_bias_backward.call((grad, self, normalized_shape))


def layer_norm_weight_backward(grad: Tensor, self: Tensor, mean: Tensor, rstd: Tensor, normalized_shape: Sequence[int] | int, eps: float) -> Tensor:
    """Return the gradient of native_layer_norm for its weight."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and mean.__class__ in TENSORS and rstd.__class__ in TENSORS and normalized_shape.__class__ is tuple and eps.__class__ is float:
        return W_layer_norm_weight_backward[grad._keys | self._keys | mean._keys | rstd._keys | state()](grad, self, mean, rstd, normalized_shape, eps)
    return OP_layer_norm_weight_backward.call((grad, self, mean, rstd, normalized_shape, eps))


def softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of softmax along a dimension, from what it returned."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_softmax_backward.call((grad, output, dim))


def log_softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of log_softmax along a dimension, from what it returned."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_log_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_log_softmax_backward.call((grad, output, dim))


def _adam_step_(input: Tensor, grad: Tensor, mean: Tensor, square: Tensor, lr: float, beta1: float, beta2: float, eps: float, decay: float, decoupled: bool, step: float) -> Tensor:
    """Move parameters, and the running means of gradients and squares, by one step of Adam."""
    if input.__class__ in TENSORS and grad.__class__ in TENSORS and mean.__class__ in TENSORS and square.__class__ in TENSORS and lr.__class__ is float and beta1.__class__ is float and beta2.__class__ is float and eps.__class__ is float and decay.__class__ is float and decoupled.__class__ is bool and step.__class__ is float:
        return W__adam_step_[input._keys | grad._keys | mean._keys | square._keys | state()](input, grad, mean, square, lr, beta1, beta2, eps, decay, decoupled, step)
    return OP__adam_step_.call((input, grad, mean, square, lr, beta1, beta2, eps, decay, decoupled, step))


def _momentum_step_(input: Tensor, grad: Tensor, running: Tensor, lr: float, momentum: float, dampening: float, decay: float, nesterov: bool) -> Tensor:
    """Move parameters, and the running sum of gradients, by one step of descent with momentum."""
    if input.__class__ in TENSORS and grad.__class__ in TENSORS and running.__class__ in TENSORS and lr.__class__ is float and momentum.__class__ is float and dampening.__class__ is float and decay.__class__ is float and nesterov.__class__ is bool:
        return W__momentum_step_[input._keys | grad._keys | running._keys | state()](input, grad, running, lr, momentum, dampening, decay, nesterov)
    return OP__momentum_step_.call((input, grad, running, lr, momentum, dampening, decay, nesterov))


def sort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """Put elements in order along a dimension; nan counts as the largest.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sort(rd.tensor([3, 1, 2])).values
    tensor([1, 2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and descending.__class__ is bool and stable.__class__ is bool:
        return W_sort[input._keys | state()](input, dim, descending, stable)
    return OP_sort.call((input, dim, descending, stable))


def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """Return the k largest or smallest elements along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.topk(rd.tensor([3, 1, 2]), 2).values
    tensor([3, 2])
    """
    if input.__class__ in TENSORS and k.__class__ is int and dim.__class__ is int and largest.__class__ is bool and sorted.__class__ is bool:
        return W_topk[input._keys | state()](input, k, dim, largest, sorted)
    return OP_topk.call((input, k, dim, largest, sorted))


def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """Return the indices that put elements in order along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.argsort(rd.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and descending.__class__ is bool and stable.__class__ is bool:
        return W_argsort[input._keys | state()](input, dim, descending, stable)
    return OP_argsort.call((input, dim, descending, stable))


def msort(input: Tensor) -> Tensor:
    """Put elements in order along the first dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.msort(rd.tensor([3, 1, 2]))
    tensor([1, 2, 3])
    """
    if input.__class__ in TENSORS:
        return W_msort[input._keys | state()](input)
    return OP_msort.call((input,))


def median(input: Tensor) -> Tensor:
    """Return the element in the middle, the lower of the two in the middle of an even number; nan wins; with a dimension also where it stands.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.median(rd.tensor([3, 1, 2]))
    tensor(2)
    """
    if input.__class__ in TENSORS:
        return W_median[input._keys | state()](input)
    return OP_median.call((input,))


def nanmedian(input: Tensor) -> Tensor:
    """Return the element in the middle, of those that are not nan; with a dimension also where it stands.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nanmedian(rd.tensor([3, 1, 2]))
    tensor(2)
    """
    if input.__class__ in TENSORS:
        return W_nanmedian[input._keys | state()](input)
    return OP_nanmedian.call((input,))


def kthvalue(input: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """Return the k-th smallest element along a dimension, counted from one, and its place.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.kthvalue(rd.tensor([3, 1, 2]), 2).values
    tensor(2)
    """
    if input.__class__ in TENSORS and k.__class__ is int and dim.__class__ is int and keepdim.__class__ is bool:
        return W_kthvalue[input._keys | state()](input, k, dim, keepdim)
    return OP_kthvalue.call((input, k, dim, keepdim))


def _unique(input: Tensor, dim: int | None = None) -> Any:
    """Return the different elements, or slices, in order, which each is, and how often it is."""
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int):
        return W__unique[input._keys | state()](input, dim)
    return OP__unique.call((input, dim))


def _unique_consecutive(input: Tensor, dim: int | None = None) -> Any:
    """Return the elements, or slices, that differ from the one before, as `_unique` does."""
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int):
        return W__unique_consecutive[input._keys | state()](input, dim)
    return OP__unique_consecutive.call((input, dim))


def add(input: Operand, other: Operand, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """Add `other`, times `alpha`, to `input`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.add(rd.tensor([1., 2.]), rd.tensor([3., 4.]), alpha=2)
    tensor([ 7., 10.])
    """
    if out is not None:
        return OP_add_out.call((input, other, alpha, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add[input._keys | other._keys | state()](input, other, alpha)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_add[input._keys | SCALAR_1 | state()](input, other, alpha)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add[SCALAR_0 | other._keys | state()](input, other, alpha)
    return OP_add.call((input, other, alpha))


def add_(input: Tensor, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Add `other`, times `alpha`, to `input`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add_[input._keys | other._keys | state()](input, other, alpha)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_add_[input._keys | SCALAR_0 | state()](input, other, alpha)
    return OP_add_.call((input, other, alpha))


def sub(input: Operand, other: Operand, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """Subtract `other`, times `alpha`, from `input`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sub(rd.tensor([1., 2.]), 1)
    tensor([0., 1.])
    """
    if out is not None:
        return OP_sub_out.call((input, other, alpha, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub[input._keys | other._keys | state()](input, other, alpha)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_sub[input._keys | SCALAR_1 | state()](input, other, alpha)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub[SCALAR_0 | other._keys | state()](input, other, alpha)
    return OP_sub.call((input, other, alpha))


def sub_(input: Tensor, other: Operand, *, alpha: Number = 1) -> Tensor:
    """Subtract `other`, times `alpha`, from `input`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub_[input._keys | other._keys | state()](input, other, alpha)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_sub_[input._keys | SCALAR_0 | state()](input, other, alpha)
    return OP_sub_.call((input, other, alpha))


def mul(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Multiply two tensors, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.mul(rd.tensor([1., 2.]), rd.tensor([3., 4.]))
    tensor([3., 8.])
    """
    if out is not None:
        return OP_mul_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_mul[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_mul[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_mul[SCALAR_0 | other._keys | state()](input, other)
    return OP_mul.call((input, other))


def mul_(input: Tensor, other: Operand) -> Tensor:
    """Multiply two tensors, element by element."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_mul_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_mul_[input._keys | SCALAR_0 | state()](input, other)
    return OP_mul_.call((input, other))


def div(input: Operand, other: Operand, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
    """Divide `input` by `other`; integers give floats unless `rounding_mode` is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.div(rd.tensor([7, 8]), 2)
    tensor([3.5000, 4.0000])
    """
    if out is not None:
        return OP_div_out.call((input, other, rounding_mode, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[input._keys | other._keys | state()](input, other, rounding_mode)
    if input.__class__ in TENSORS and other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[input._keys | SCALAR_1 | state()](input, other, rounding_mode)
    if input.__class__ in SCALARS and other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div[SCALAR_0 | other._keys | state()](input, other, rounding_mode)
    return OP_div.call((input, other, rounding_mode))


def div_(input: Tensor, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
    """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div_[input._keys | other._keys | state()](input, other, rounding_mode)
    if other.__class__ in SCALARS and input.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
        return W_div_[input._keys | SCALAR_0 | state()](input, other, rounding_mode)
    return OP_div_.call((input, other, rounding_mode))


def pow(input: Operand, exponent: Operand, *, out: Tensor | None = None) -> Tensor:
    """Raise `input` to the power of `exponent`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.pow(rd.tensor([2., 3.]), 2)
    tensor([4., 9.])
    """
    if out is not None:
        return OP_pow_out.call((input, exponent, out))
    if input.__class__ in TENSORS and exponent.__class__ in TENSORS:
        return W_pow[input._keys | exponent._keys | state()](input, exponent)
    if input.__class__ in TENSORS and exponent.__class__ in SCALARS:
        return W_pow[input._keys | SCALAR_1 | state()](input, exponent)
    if input.__class__ in SCALARS and exponent.__class__ in TENSORS:
        return W_pow[SCALAR_0 | exponent._keys | state()](input, exponent)
    return OP_pow.call((input, exponent))


def pow_(input: Tensor, exponent: Operand) -> Tensor:
    """Raise `input` to the power of `exponent`."""
    if exponent.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_pow_[input._keys | exponent._keys | state()](input, exponent)
    if exponent.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_pow_[input._keys | SCALAR_0 | state()](input, exponent)
    return OP_pow_.call((input, exponent))


def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the larger of two tensors, element by element; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.maximum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([3., 4.])
    """
    if out is not None:
        return OP_maximum_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_maximum[input._keys | other._keys | state()](input, other)
    return OP_maximum.call((input, other))


def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the smaller of two tensors, element by element; nan wins.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.minimum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))
    tensor([1., 2.])
    """
    if out is not None:
        return OP_minimum_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_minimum[input._keys | other._keys | state()](input, other)
    return OP_minimum.call((input, other))


def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the negative.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.neg(rd.tensor([1., -2.]))
    tensor([-1.,  2.])
    """
    if out is not None:
        return OP_neg_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_neg[input._keys | state()](input)
    return OP_neg.call((input,))


def neg_(input: Tensor) -> Tensor:
    """Return the negative."""
    if input.__class__ in TENSORS:
        return W_neg_[input._keys | state()](input)
    return OP_neg_.call((input,))


def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the absolute value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.abs(rd.tensor([-1., 2.]))
    tensor([1., 2.])
    """
    if out is not None:
        return OP_abs_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_abs[input._keys | state()](input)
    return OP_abs.call((input,))


def abs_(input: Tensor) -> Tensor:
    """Return the absolute value."""
    if input.__class__ in TENSORS:
        return W_abs_[input._keys | state()](input)
    return OP_abs_.call((input,))


def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return -1, 0 or 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sign(rd.tensor([-3., 0., 2.]))
    tensor([-1.,  0.,  1.])
    """
    if out is not None:
        return OP_sign_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sign[input._keys | state()](input)
    return OP_sign.call((input,))


def sign_(input: Tensor) -> Tensor:
    """Return -1, 0 or 1."""
    if input.__class__ in TENSORS:
        return W_sign_[input._keys | state()](input)
    return OP_sign_.call((input,))


def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return e to the power of each element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.exp(rd.tensor([0., 1.]))
    tensor([1.0000, 2.7183])
    """
    if out is not None:
        return OP_exp_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_exp[input._keys | state()](input)
    return OP_exp.call((input,))


def exp_(input: Tensor) -> Tensor:
    """Return e to the power of each element."""
    if input.__class__ in TENSORS:
        return W_exp_[input._keys | state()](input)
    return OP_exp_.call((input,))


def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the natural logarithm.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log(rd.tensor([1., 2.]))
    tensor([0.0000, 0.6931])
    """
    if out is not None:
        return OP_log_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_log[input._keys | state()](input)
    return OP_log.call((input,))


def log_(input: Tensor) -> Tensor:
    """Return the natural logarithm."""
    if input.__class__ in TENSORS:
        return W_log_[input._keys | state()](input)
    return OP_log_.call((input,))


def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the square root.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sqrt(rd.tensor([4., 2.]))
    tensor([2.0000, 1.4142])
    """
    if out is not None:
        return OP_sqrt_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sqrt[input._keys | state()](input)
    return OP_sqrt.call((input,))


def sqrt_(input: Tensor) -> Tensor:
    """Return the square root."""
    if input.__class__ in TENSORS:
        return W_sqrt_[input._keys | state()](input)
    return OP_sqrt_.call((input,))


def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the sine of an angle in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sin(rd.tensor([0., 1.]))
    tensor([0.0000, 0.8415])
    """
    if out is not None:
        return OP_sin_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sin[input._keys | state()](input)
    return OP_sin.call((input,))


def sin_(input: Tensor) -> Tensor:
    """Return the sine of an angle in radians."""
    if input.__class__ in TENSORS:
        return W_sin_[input._keys | state()](input)
    return OP_sin_.call((input,))


def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the cosine of an angle in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cos(rd.tensor([0., 1.]))
    tensor([1.0000, 0.5403])
    """
    if out is not None:
        return OP_cos_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_cos[input._keys | state()](input)
    return OP_cos.call((input,))


def cos_(input: Tensor) -> Tensor:
    """Return the cosine of an angle in radians."""
    if input.__class__ in TENSORS:
        return W_cos_[input._keys | state()](input)
    return OP_cos_.call((input,))


def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic tangent.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tanh(rd.tensor([0., 1.]))
    tensor([0.0000, 0.7616])
    """
    if out is not None:
        return OP_tanh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_tanh[input._keys | state()](input)
    return OP_tanh.call((input,))


def tanh_(input: Tensor) -> Tensor:
    """Return the hyperbolic tangent."""
    if input.__class__ in TENSORS:
        return W_tanh_[input._keys | state()](input)
    return OP_tanh_.call((input,))


def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return 1 / (1 + exp(-x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sigmoid(rd.tensor([0., 1.]))
    tensor([0.5000, 0.7311])
    """
    if out is not None:
        return OP_sigmoid_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sigmoid[input._keys | state()](input)
    return OP_sigmoid.call((input,))


def sigmoid_(input: Tensor) -> Tensor:
    """Return 1 / (1 + exp(-x))."""
    if input.__class__ in TENSORS:
        return W_sigmoid_[input._keys | state()](input)
    return OP_sigmoid_.call((input,))


def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the larger of each element and zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.relu(rd.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    if out is not None:
        return OP_relu_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_relu[input._keys | state()](input)
    return OP_relu.call((input,))


def relu_(input: Tensor) -> Tensor:
    """Return the larger of each element and zero."""
    if input.__class__ in TENSORS:
        return W_relu_[input._keys | state()](input)
    return OP_relu_.call((input,))


def relu_backward(grad: Tensor, output: Tensor) -> Tensor:
    """Return `grad` where the output of relu is positive (or nan), else zero."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS:
        return W_relu_backward[grad._keys | output._keys | state()](grad, output)
    return OP_relu_backward.call((grad, output))


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
    if self.__class__ in TENSORS and other.__class__ in SCALARS and condition.__class__ in TENSORS:
        return W_where[condition._keys | self._keys | SCALAR_1 | state()](condition, self, other)
    if self.__class__ in SCALARS and other.__class__ in TENSORS and condition.__class__ in TENSORS:
        return W_where[condition._keys | SCALAR_0 | other._keys | state()](condition, self, other)
    if self.__class__ in SCALARS and other.__class__ in SCALARS and condition.__class__ in TENSORS:
        return W_where[condition._keys | SCALAR_0 | SCALAR_1 | state()](condition, self, other)
    return OP_where.call((condition, self, other))


def eq(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements are equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.eq(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_eq_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_eq[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_eq[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_eq[SCALAR_0 | other._keys | state()](input, other)
    return OP_eq.call((input, other))


def ne(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements differ.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ne(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_ne_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_ne[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_ne[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_ne[SCALAR_0 | other._keys | state()](input, other)
    return OP_ne.call((input, other))


def lt(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements of `input` are less.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.lt(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_lt_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_lt[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_lt[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_lt[SCALAR_0 | other._keys | state()](input, other)
    return OP_lt.call((input, other))


def le(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements of `input` are less or equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.le(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_le_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_le[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_le[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_le[SCALAR_0 | other._keys | state()](input, other)
    return OP_le.call((input, other))


def gt(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements of `input` are greater.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.gt(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_gt_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_gt[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_gt[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_gt[SCALAR_0 | other._keys | state()](input, other)
    return OP_gt.call((input, other))


def ge(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Whether elements of `input` are greater or equal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ge(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype
    redispatch.bool
    """
    if out is not None:
        return OP_ge_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_ge[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_ge[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_ge[SCALAR_0 | other._keys | state()](input, other)
    return OP_ge.call((input, other))


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


def _max_pool(input: Tensor, kernel: Sequence[int] | int, stride: Sequence[int] | int, padding: Sequence[int] | int, dilation: Sequence[int] | int, places: Sequence[int] | int) -> Any:
    """Return the largest element of each window of (N, C, sizes...), and where it stands."""
    if kernel.__class__ is int:
        kernel = (kernel,)
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if dilation.__class__ is int:
        dilation = (dilation,)
    if places.__class__ is int:
        places = (places,)
    if input.__class__ in TENSORS and kernel.__class__ is tuple and stride.__class__ is tuple and padding.__class__ is tuple and dilation.__class__ is tuple and places.__class__ is tuple:
        return W__max_pool[input._keys | state()](input, kernel, stride, padding, dilation, places)
    return OP__max_pool.call((input, kernel, stride, padding, dilation, places))


def _sum_pool(input: Tensor, kernel: Sequence[int] | int, stride: Sequence[int] | int, padding: Sequence[int] | int, places: Sequence[int] | int) -> Tensor:
    """Return the sum of each window of (N, C, sizes...)."""
    if kernel.__class__ is int:
        kernel = (kernel,)
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if places.__class__ is int:
        places = (places,)
    if input.__class__ in TENSORS and kernel.__class__ is tuple and stride.__class__ is tuple and padding.__class__ is tuple and places.__class__ is tuple:
        return W__sum_pool[input._keys | state()](input, kernel, stride, padding, places)
    return OP__sum_pool.call((input, kernel, stride, padding, places))


def _max_pool_backward(grad: Tensor, self: Tensor, indices: Tensor) -> Tensor:
    """Return the gradient of _max_pool."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and indices.__class__ in TENSORS:
        return W__max_pool_backward[grad._keys | self._keys | indices._keys | state()](grad, self, indices)
    return OP__max_pool_backward.call((grad, self, indices))


def _sum_pool_backward(grad: Tensor, self: Tensor, kernel: Sequence[int] | int, stride: Sequence[int] | int, padding: Sequence[int] | int) -> Tensor:
    """Return the gradient of _sum_pool."""
    if kernel.__class__ is int:
        kernel = (kernel,)
    if stride.__class__ is int:
        stride = (stride,)
    if padding.__class__ is int:
        padding = (padding,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and kernel.__class__ is tuple and stride.__class__ is tuple and padding.__class__ is tuple:
        return W__sum_pool_backward[grad._keys | self._keys | state()](grad, self, kernel, stride, padding)
    return OP__sum_pool_backward.call((grad, self, kernel, stride, padding))


def rand_like(input: Tensor, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return numbers drawn evenly from [0, 1) in the sizes of a tensor."""
    if input.__class__ in TENSORS and (dtype is None or dtype.__class__ in DTYPES):
        return W_rand_like[input._keys | state()](input, dtype, generator)
    return OP_rand_like.call((input, dtype, generator))


def randn_like(input: Tensor, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return standard normal numbers in the sizes of a tensor."""
    if input.__class__ in TENSORS and (dtype is None or dtype.__class__ in DTYPES):
        return W_randn_like[input._keys | state()](input, dtype, generator)
    return OP_randn_like.call((input, dtype, generator))


def _randint_like(input: Tensor, low: int, high: int, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return integers in [low, high) in the sizes of a tensor."""
    if input.__class__ in TENSORS and low.__class__ is int and high.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W__randint_like[input._keys | state()](input, low, high, dtype, generator)
    return OP__randint_like.call((input, low, high, dtype, generator))


def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write normal numbers."""
    if input.__class__ in TENSORS and mean.__class__ is float and std.__class__ is float:
        return W_normal_[input._keys | state()](input, mean, std, generator)
    return OP_normal_.call((input, mean, std, generator))


def uniform_(input: Tensor, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write numbers drawn evenly from [low, high)."""
    if input.__class__ in TENSORS and low.__class__ is float and high.__class__ is float:
        return W_uniform_[input._keys | state()](input, low, high, generator)
    return OP_uniform_.call((input, low, high, generator))


def exponential_(input: Tensor, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write exponentially distributed numbers."""
    if input.__class__ in TENSORS and lambd.__class__ is float:
        return W_exponential_[input._keys | state()](input, lambd, generator)
    return OP_exponential_.call((input, lambd, generator))


def random_(input: Tensor, low: int | None = None, high: int | None = None, *, generator: Any = None) -> Tensor:
    """Write integers in [low, high)."""
    if input.__class__ in TENSORS and (low is None or low.__class__ is int) and (high is None or high.__class__ is int):
        return W_random_[input._keys | state()](input, low, high, generator)
    return OP_random_.call((input, low, high, generator))


def bernoulli_(input: Tensor, p: Operand = 0.5, *, generator: Any = None) -> Tensor:
    """Write ones with the probability `p`, else zeros."""
    if p.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_bernoulli_[input._keys | p._keys | state()](input, p, generator)
    if p.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_bernoulli_[input._keys | SCALAR_0 | state()](input, p, generator)
    return OP_bernoulli_.call((input, p, generator))


def bernoulli(input: Tensor, p: float | None = None, *, generator: Any = None) -> Tensor:
    """Return ones with the probabilities that `input` holds (or `p`), else zeros.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bernoulli(rd.tensor([0., 1.]))
    tensor([0., 1.])
    """
    if input.__class__ in TENSORS and (p is None or p.__class__ is float):
        return W_bernoulli[input._keys | state()](input, p, generator)
    return OP_bernoulli.call((input, p, generator))


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Tensor:
    """Draw indices with probabilities in proportion to the weights of each row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.multinomial(rd.tensor([0., 1.]), 1)
    tensor([1])
    """
    if input.__class__ in TENSORS and num_samples.__class__ is int and replacement.__class__ is bool:
        return W_multinomial[input._keys | state()](input, num_samples, replacement, generator)
    return OP_multinomial.call((input, num_samples, replacement, generator))


def native_dropout(input: Tensor, p: float, train: bool | None = True, *, generator: Any = None) -> Any:
    """Set elements to zero with the probability p, scale the others; also return which.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.native_dropout(rd.tensor([1.]), 0.)[0]
    tensor([1.])
    """
    if input.__class__ in TENSORS and p.__class__ is float and (train is None or train.__class__ is bool):
        return W_native_dropout[input._keys | state()](input, p, train, generator)
    return OP_native_dropout.call((input, p, train, generator))


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
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_sum[input._keys | state()](input, dim, keepdim, dtype)
    return OP_sum.call((input, dim, keepdim, dtype))


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
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_mean[input._keys | state()](input, dim, keepdim, dtype)
    return OP_mean.call((input, dim, keepdim, dtype))


def prod(input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Multiply the elements along a dimension, or all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.prod(rd.tensor([[1., 2.], [3., 4.]]), 0)
    tensor([3., 8.])
    """
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_prod[input._keys | state()](input, dim, keepdim, dtype)
    return OP_prod.call((input, dim, keepdim, dtype))


def nansum(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Add up the elements that are not nan.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nansum(rd.tensor([1., 2., float('nan')]))
    tensor(3.)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_nansum[input._keys | state()](input, dim, keepdim, dtype)
    return OP_nansum.call((input, dim, keepdim, dtype))


def nanmean(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Return the mean of the elements that are not nan.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nanmean(rd.tensor([1., 2., float('nan')]))
    tensor(1.5000)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_nanmean[input._keys | state()](input, dim, keepdim, dtype)
    return OP_nanmean.call((input, dim, keepdim, dtype))


def any(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False) -> Tensor:
    """Return whether an element is not zero, along dimensions or of all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.any(rd.tensor([[1, 0], [0, 0]]), 1)
    tensor([ True, False])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool:
        return W_any[input._keys | state()](input, dim, keepdim)
    return OP_any.call((input, dim, keepdim))


def all(input: Tensor, dim: Sequence[int] | int | None = None, keepdim: bool = False) -> Tensor:
    """Return whether no element is zero, along dimensions or of all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.all(rd.tensor([[1, 0], [0, 0]]), 1)
    tensor([False, False])
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool:
        return W_all[input._keys | state()](input, dim, keepdim)
    return OP_all.call((input, dim, keepdim))


def count_nonzero(input: Tensor, dim: Sequence[int] | int | None = None) -> Tensor:
    """Return how many elements are not zero, along dimensions or of all.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.count_nonzero(rd.tensor([1, 0, 2]))
    tensor(2)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple):
        return W_count_nonzero[input._keys | state()](input, dim)
    return OP_count_nonzero.call((input, dim))


def logsumexp(input: Tensor, dim: Sequence[int] | int, keepdim: bool = False) -> Tensor:
    """Return log(sum(exp(x))) along dimensions without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logsumexp(rd.tensor([0., 0.]), 0)
    tensor(0.6931)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and dim.__class__ is tuple and keepdim.__class__ is bool:
        return W_logsumexp[input._keys | state()](input, dim, keepdim)
    return OP_logsumexp.call((input, dim, keepdim))


def softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return exp(x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.softmax(rd.tensor([[0., 0.]]), 1).shape
    (1, 2)
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_softmax[input._keys | state()](input, dim, dtype)
    return OP_softmax.call((input, dim, dtype))


def log_softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return the logarithm of softmax along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.log_softmax(rd.tensor([[0., 0.]]), 1).shape
    (1, 2)
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_log_softmax[input._keys | state()](input, dim, dtype)
    return OP_log_softmax.call((input, dim, dtype))


def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round downwards.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.floor(rd.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    if out is not None:
        return OP_floor_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_floor[input._keys | state()](input)
    return OP_floor.call((input,))


def floor_(input: Tensor) -> Tensor:
    """Round downwards."""
    if input.__class__ in TENSORS:
        return W_floor_[input._keys | state()](input)
    return OP_floor_.call((input,))


def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round upwards.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ceil(rd.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    if out is not None:
        return OP_ceil_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_ceil[input._keys | state()](input)
    return OP_ceil.call((input,))


def ceil_(input: Tensor) -> Tensor:
    """Round upwards."""
    if input.__class__ in TENSORS:
        return W_ceil_[input._keys | state()](input)
    return OP_ceil_.call((input,))


def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Round towards zero.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.trunc(rd.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    if out is not None:
        return OP_trunc_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_trunc[input._keys | state()](input)
    return OP_trunc.call((input,))


def trunc_(input: Tensor) -> Tensor:
    """Round towards zero."""
    if input.__class__ in TENSORS:
        return W_trunc_[input._keys | state()](input)
    return OP_trunc_.call((input,))


def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return what truncation takes away.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.frac(rd.tensor([1.5, -1.5]))
    tensor([ 0.5000, -0.5000])
    """
    if out is not None:
        return OP_frac_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_frac[input._keys | state()](input)
    return OP_frac.call((input,))


def frac_(input: Tensor) -> Tensor:
    """Return what truncation takes away."""
    if input.__class__ in TENSORS:
        return W_frac_[input._keys | state()](input)
    return OP_frac_.call((input,))


def positive(input: Tensor) -> Tensor:
    """Return the tensor, which may not hold booleans.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.positive(rd.tensor([-1., 2.]))
    tensor([-1.,  2.])
    """
    if input.__class__ in TENSORS:
        return W_positive[input._keys | state()](input)
    return OP_positive.call((input,))


def round(input: Tensor, *, decimals: int = 0, out: Tensor | None = None) -> Tensor:
    """Round to the nearest number of so many decimals, halves to even.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.round(rd.tensor([0.5, 1.25]), decimals=1)
    tensor([0.5000, 1.2000])
    """
    if out is not None:
        return OP_round_out.call((input, decimals, out))
    if input.__class__ in TENSORS and decimals.__class__ is int:
        return W_round[input._keys | state()](input, decimals)
    return OP_round.call((input, decimals))


def round_(input: Tensor, *, decimals: int = 0) -> Tensor:
    """Round to the nearest number of so many decimals, halves to even."""
    if input.__class__ in TENSORS and decimals.__class__ is int:
        return W_round_[input._keys | state()](input, decimals)
    return OP_round_.call((input, decimals))


def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return whether the sign is negative, also of -0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.signbit(rd.tensor([-0., 1.]))
    tensor([ True, False])
    """
    if out is not None:
        return OP_signbit_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_signbit[input._keys | state()](input)
    return OP_signbit.call((input,))


def remainder(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the remainder of a division rounded down: its sign is that of `other`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.remainder(rd.tensor([7., -7.]), 3)
    tensor([1., 2.])
    """
    if out is not None:
        return OP_remainder_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_remainder[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_remainder[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_remainder[SCALAR_0 | other._keys | state()](input, other)
    return OP_remainder.call((input, other))


def remainder_(input: Tensor, other: Operand) -> Tensor:
    """Return the remainder of a division rounded down: its sign is that of `other`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_remainder_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_remainder_[input._keys | SCALAR_0 | state()](input, other)
    return OP_remainder_.call((input, other))


def fmod(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the remainder of a division rounded towards zero: its sign is that of `input`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.fmod(rd.tensor([7., -7.]), 3)
    tensor([ 1., -1.])
    """
    if out is not None:
        return OP_fmod_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_fmod[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_fmod[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_fmod[SCALAR_0 | other._keys | state()](input, other)
    return OP_fmod.call((input, other))


def fmod_(input: Tensor, other: Operand) -> Tensor:
    """Return the remainder of a division rounded towards zero: its sign is that of `input`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_fmod_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_fmod_[input._keys | SCALAR_0 | state()](input, other)
    return OP_fmod_.call((input, other))


def floor_divide(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Divide and round down.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.floor_divide(rd.tensor([7., -7.]), 3)
    tensor([ 2., -3.])
    """
    if out is not None:
        return OP_floor_divide_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_floor_divide[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_floor_divide[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_floor_divide[SCALAR_0 | other._keys | state()](input, other)
    return OP_floor_divide.call((input, other))


def floor_divide_(input: Tensor, other: Operand) -> Tensor:
    """Divide and round down."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_floor_divide_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_floor_divide_[input._keys | SCALAR_0 | state()](input, other)
    return OP_floor_divide_.call((input, other))


def copysign(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Return the magnitude of `input` with the sign of `other`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.copysign(rd.tensor([1., 2.]), -1.)
    tensor([-1., -2.])
    """
    if out is not None:
        return OP_copysign_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_copysign[input._keys | other._keys | state()](input, other)
    if input.__class__ in TENSORS and other.__class__ in SCALARS:
        return W_copysign[input._keys | SCALAR_1 | state()](input, other)
    if input.__class__ in SCALARS and other.__class__ in TENSORS:
        return W_copysign[SCALAR_0 | other._keys | state()](input, other)
    return OP_copysign.call((input, other))


def copysign_(input: Tensor, other: Operand) -> Tensor:
    """Return the magnitude of `input` with the sign of `other`."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_copysign_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_copysign_[input._keys | SCALAR_0 | state()](input, other)
    return OP_copysign_.call((input, other))


def true_divide(input: Tensor, other: Operand) -> Tensor:
    """Divide; integers give floats.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.true_divide(rd.tensor([7]), 2)
    tensor([3.5000])
    """
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_true_divide[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_true_divide[input._keys | SCALAR_0 | state()](input, other)
    return OP_true_divide.call((input, other))


def true_divide_(input: Tensor, other: Operand) -> Tensor:
    """Divide; integers give floats."""
    if other.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_true_divide_[input._keys | other._keys | state()](input, other)
    if other.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_true_divide_[input._keys | SCALAR_0 | state()](input, other)
    return OP_true_divide_.call((input, other))


def cumsum(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Return the running sum along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cumsum(rd.tensor([1., 2., 3.]), 0)
    tensor([1., 3., 6.])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_cumsum[input._keys | state()](input, dim, dtype)
    return OP_cumsum.call((input, dim, dtype))


def cumsum_(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Return the running sum along a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_cumsum_[input._keys | state()](input, dim, dtype)
    return OP_cumsum_.call((input, dim, dtype))


def cumprod(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Return the running product along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cumprod(rd.tensor([1., 2., 3.]), 0)
    tensor([1., 2., 6.])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_cumprod[input._keys | state()](input, dim, dtype)
    return OP_cumprod.call((input, dim, dtype))


def cumprod_(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Return the running product along a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
        return W_cumprod_[input._keys | state()](input, dim, dtype)
    return OP_cumprod_.call((input, dim, dtype))


def _reverse_cumsum(input: Tensor, dim: int) -> Tensor:
    """Return the running sum along a dimension from its end."""
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W__reverse_cumsum[input._keys | state()](input, dim)
    return OP__reverse_cumsum.call((input, dim))


def _cumprod_backward(grad: Tensor, self: Tensor, dim: int) -> Tensor:
    """Return the gradient of cumprod, exact also where elements are zero."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and dim.__class__ is int:
        return W__cumprod_backward[grad._keys | self._keys | state()](grad, self, dim)
    return OP__cumprod_backward.call((grad, self, dim))


def _prod_others(input: Tensor, dim: int) -> Tensor:
    """Return for each element the product of the others along a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W__prod_others[input._keys | state()](input, dim)
    return OP__prod_others.call((input, dim))


def _fill_diagonal(input: Tensor, value: Number) -> Tensor:
    """Return the matrices in the last two dimensions with one value on their diagonals."""
    if input.__class__ in TENSORS and value.__class__ in SCALARS:
        return W__fill_diagonal[input._keys | state()](input, value)
    return OP__fill_diagonal.call((input, value))


def _upper(input: Tensor) -> Tensor:
    """Return the matrices in the last two dimensions with zeros below their diagonals."""
    if input.__class__ in TENSORS:
        return W__upper[input._keys | state()](input)
    return OP__upper.call((input,))


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
    return OP_reshape.call((input, shape))


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
    return OP_transpose.call((input, dim0, dim1))


def transpose_(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Make the tensor itself what `transpose` gives of it."""
    if input.__class__ in TENSORS and dim0.__class__ is int and dim1.__class__ is int:
        return W_transpose_[input._keys | state()](input, dim0, dim1)
    return OP_transpose_.call((input, dim0, dim1))


def transpose_copy(input: Tensor, dim0: int, dim1: int, *, out: Tensor | None = None) -> Tensor:
    """Return what `transpose` gives, in memory of its own."""
    if out is not None:
        return OP_transpose_copy_out.call((input, dim0, dim1, out))
    if input.__class__ in TENSORS and dim0.__class__ is int and dim1.__class__ is int:
        return W_transpose_copy[input._keys | state()](input, dim0, dim1)
    return OP_transpose_copy.call((input, dim0, dim1))


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
    return OP_permute.call((input, dims))


def permute_copy(input: Tensor, dims: Sequence[int] | int, *, out: Tensor | None = None) -> Tensor:
    """Return what `permute` gives, in memory of its own."""
    if out is not None:
        return OP_permute_copy_out.call((input, dims, out))
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and dims.__class__ is tuple:
        return W_permute_copy[input._keys | state()](input, dims)
    return OP_permute_copy.call((input, dims))


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
    return OP_expand.call((input, size))


def expand_copy(input: Tensor, size: Sequence[int] | int, *, out: Tensor | None = None) -> Tensor:
    """Return what `expand` gives, in memory of its own."""
    if out is not None:
        return OP_expand_copy_out.call((input, size, out))
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_expand_copy[input._keys | state()](input, size)
    return OP_expand_copy.call((input, size))


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
    return OP_select.call((input, dim, index))


def select_copy(input: Tensor, dim: int, index: int, *, out: Tensor | None = None) -> Tensor:
    """Return what `select` gives, in memory of its own."""
    if out is not None:
        return OP_select_copy_out.call((input, dim, index, out))
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ is int:
        return W_select_copy[input._keys | state()](input, dim, index)
    return OP_select_copy.call((input, dim, index))


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
    return OP_slice.call((input, dim, start, end, step))


def slice_copy(input: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1, *, out: Tensor | None = None) -> Tensor:
    """Return what `slice` gives, in memory of its own."""
    if out is not None:
        return OP_slice_copy_out.call((input, dim, start, end, step, out))
    if input.__class__ in TENSORS and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
        return W_slice_copy[input._keys | state()](input, dim, start, end, step)
    return OP_slice_copy.call((input, dim, start, end, step))


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
    return OP_squeeze.call((input, dim))


def squeeze_(input: Tensor, dim: Sequence[int] | int | None = None) -> Tensor:
    """Make the tensor itself what `squeeze` gives of it."""
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple):
        return W_squeeze_[input._keys | state()](input, dim)
    return OP_squeeze_.call((input, dim))


def squeeze_copy(input: Tensor, dim: Sequence[int] | int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return what `squeeze` gives, in memory of its own."""
    if out is not None:
        return OP_squeeze_copy_out.call((input, dim, out))
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple):
        return W_squeeze_copy[input._keys | state()](input, dim)
    return OP_squeeze_copy.call((input, dim))


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
    return OP_unsqueeze.call((input, dim))


def unsqueeze_(input: Tensor, dim: int) -> Tensor:
    """Make the tensor itself what `unsqueeze` gives of it."""
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_unsqueeze_[input._keys | state()](input, dim)
    return OP_unsqueeze_.call((input, dim))


def unsqueeze_copy(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor:
    """Return what `unsqueeze` gives, in memory of its own."""
    if out is not None:
        return OP_unsqueeze_copy_out.call((input, dim, out))
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_unsqueeze_copy[input._keys | state()](input, dim)
    return OP_unsqueeze_copy.call((input, dim))


def clone(input: Tensor, *, memory_format: Any = None) -> Tensor:
    """Return a copy; gradients flow back to the original.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clone(rd.tensor([1.]))
    tensor([1.])
    """
    if input.__class__ in TENSORS:
        return W_clone[input._keys | state()](input, memory_format)
    return OP_clone.call((input, memory_format))


def _to_copy(input: Tensor, dtype: Any) -> Tensor:
    """Return a copy with another dtype."""
    if input.__class__ in TENSORS and dtype.__class__ in DTYPES:
        return W__to_copy[input._keys | state()](input, dtype)
    return OP__to_copy.call((input, dtype))


def select_backward(grad: Tensor, sizes: Sequence[int] | int, dim: int, index: int) -> Tensor:
    """Return zeros of the given sizes with `grad` at one index of a dimension."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dim.__class__ is int and index.__class__ is int:
        return W_select_backward[grad._keys | state()](grad, sizes, dim, index)
    return OP_select_backward.call((grad, sizes, dim, index))


def slice_backward(grad: Tensor, sizes: Sequence[int] | int, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    """Return zeros of the given sizes with `grad` in a range of a dimension."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
        return W_slice_backward[grad._keys | state()](grad, sizes, dim, start, end, step)
    return OP_slice_backward.call((grad, sizes, dim, start, end, step))


def to_device(input: Tensor, device: Any) -> Tensor:
    """Return a copy on another device; gradients are moved back."""
    return OP_to_device.call((input, device))


def _alias_on(input: Tensor, device: Any) -> Tensor:
    """Return a tensor of another device over the same memory."""
    return OP__alias_on.call((input, device))


def _alias_on_copy(input: Tensor, device: Any, *, out: Tensor | None = None) -> Tensor:
    """Return what `_alias_on` gives, in memory of its own."""
    if out is not None:
        return OP__alias_on_copy_out.call((input, device, out))
    return OP__alias_on_copy.call((input, device))


def copy_(input: Tensor, src: Tensor) -> Tensor:
    """Write the elements of another tensor into this one, broadcast and cast.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2).copy_(rd.tensor([1, 2]))
    tensor([1., 2.])
    """
    if input.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_copy_[input._keys | src._keys | state()](input, src)
    return OP_copy_.call((input, src))


def zero_(input: Tensor) -> Tensor:
    """Write zeros into a tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1., 2.]).zero_()
    tensor([0., 0.])
    """
    if input.__class__ in TENSORS:
        return W_zero_[input._keys | state()](input)
    return OP_zero_.call((input,))


def fill_(input: Tensor, value: Operand) -> Tensor:
    """Write one value everywhere into a tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2).fill_(3)
    tensor([3., 3.])
    """
    if value.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_fill_[input._keys | value._keys | state()](input, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_fill_[input._keys | SCALAR_0 | state()](input, value)
    return OP_fill_.call((input, value))


def sigmoid_backward(grad: Tensor, output: Tensor) -> Tensor:
    """Return the gradient of sigmoid, from its result."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS:
        return W_sigmoid_backward[grad._keys | output._keys | state()](grad, output)
    return OP_sigmoid_backward.call((grad, output))


def gelu_backward(grad: Tensor, self: Tensor, *, approximate: str = 'none') -> Tensor:
    """Return the gradient of gelu."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and approximate.__class__ is str:
        return W_gelu_backward[grad._keys | self._keys | state()](grad, self, approximate)
    return OP_gelu_backward.call((grad, self, approximate))


def tanh_backward(grad: Tensor, output: Tensor) -> Tensor:
    """Return the gradient of tanh, from its result."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS:
        return W_tanh_backward[grad._keys | output._keys | state()](grad, output)
    return OP_tanh_backward.call((grad, output))


def silu_backward(grad: Tensor, self: Tensor) -> Tensor:
    """Return the gradient of silu."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W_silu_backward[grad._keys | self._keys | state()](grad, self)
    return OP_silu_backward.call((grad, self))


def mish_backward(grad: Tensor, self: Tensor) -> Tensor:
    """Return the gradient of mish."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W_mish_backward[grad._keys | self._keys | state()](grad, self)
    return OP_mish_backward.call((grad, self))


def softplus_backward(grad: Tensor, self: Tensor, beta: Number, threshold: Number) -> Tensor:
    """Return the gradient of softplus."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and beta.__class__ in SCALARS and threshold.__class__ in SCALARS:
        return W_softplus_backward[grad._keys | self._keys | state()](grad, self, beta, threshold)
    return OP_softplus_backward.call((grad, self, beta, threshold))


def _logsigmoid_backward(grad: Tensor, self: Tensor) -> Tensor:
    """Return the gradient of logsigmoid."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W__logsigmoid_backward[grad._keys | self._keys | state()](grad, self)
    return OP__logsigmoid_backward.call((grad, self))


def elu_backward(grad: Tensor, self: Tensor, alpha: Number, scale: Number, input_scale: Number) -> Tensor:
    """Return the gradient of elu."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and alpha.__class__ in SCALARS and scale.__class__ in SCALARS and input_scale.__class__ in SCALARS:
        return W_elu_backward[grad._keys | self._keys | state()](grad, self, alpha, scale, input_scale)
    return OP_elu_backward.call((grad, self, alpha, scale, input_scale))


def hardswish_backward(grad: Tensor, self: Tensor) -> Tensor:
    """Return the gradient of hardswish."""
    if grad.__class__ in TENSORS and self.__class__ in TENSORS:
        return W_hardswish_backward[grad._keys | self._keys | state()](grad, self)
    return OP_hardswish_backward.call((grad, self))


def var(input: Tensor, dim: Sequence[int] | int | None = None, *, correction: Number | None = 1, keepdim: bool = False) -> Tensor:
    """Return the variance along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.var(rd.tensor([1., 2., 3.]))
    tensor(1.)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and (correction is None or correction.__class__ in SCALARS) and keepdim.__class__ is bool:
        return W_var[input._keys | state()](input, dim, correction, keepdim)
    return OP_var.call((input, dim, correction, keepdim))


def var_mean(input: Tensor, dim: Sequence[int] | int | None = None, *, correction: Number | None = 1, keepdim: bool = False) -> Any:
    """Return the variance and the mean along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.var_mean(rd.tensor([1., 2., 3.]))
    (tensor(1.), tensor(2.))
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and (correction is None or correction.__class__ in SCALARS) and keepdim.__class__ is bool:
        return W_var_mean[input._keys | state()](input, dim, correction, keepdim)
    return OP_var_mean.call((input, dim, correction, keepdim))


def std(input: Tensor, dim: Sequence[int] | int | None = None, *, correction: Number | None = 1, keepdim: bool = False) -> Tensor:
    """Return the standard deviation along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.std(rd.tensor([1., 2., 3.]))
    tensor(1.)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and (correction is None or correction.__class__ in SCALARS) and keepdim.__class__ is bool:
        return W_std[input._keys | state()](input, dim, correction, keepdim)
    return OP_std.call((input, dim, correction, keepdim))


def std_mean(input: Tensor, dim: Sequence[int] | int | None = None, *, correction: Number | None = 1, keepdim: bool = False) -> Any:
    """Return the standard deviation and the mean along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.std_mean(rd.tensor([1., 2., 3.]))
    (tensor(1.), tensor(2.))
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is tuple) and (correction is None or correction.__class__ in SCALARS) and keepdim.__class__ is bool:
        return W_std_mean[input._keys | state()](input, dim, correction, keepdim)
    return OP_std_mean.call((input, dim, correction, keepdim))


def linalg_vector_norm(input: Tensor, ord: Number = 2, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Return (sum |x| ** ord) ** (1 / ord) along dimensions, or of all elements.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.linalg.vector_norm(rd.tensor([3., 4.]))
    tensor(5.)
    """
    if dim.__class__ is int:
        dim = (dim,)
    if input.__class__ in TENSORS and ord.__class__ in SCALARS and (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
        return W_linalg_vector_norm[input._keys | state()](input, ord, dim, keepdim, dtype)
    return OP_linalg_vector_norm.call((input, ord, dim, keepdim, dtype))


def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the tangent of an angle in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tan(rd.tensor([0., 1.]))
    tensor([0.0000, 1.5574])
    """
    if out is not None:
        return OP_tan_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_tan[input._keys | state()](input)
    return OP_tan.call((input,))


def tan_(input: Tensor) -> Tensor:
    """Return the tangent of an angle in radians."""
    if input.__class__ in TENSORS:
        return W_tan_[input._keys | state()](input)
    return OP_tan_.call((input,))


def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose sine is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.asin(rd.tensor([0., 1.]))
    tensor([0.0000, 1.5708])
    """
    if out is not None:
        return OP_asin_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_asin[input._keys | state()](input)
    return OP_asin.call((input,))


def asin_(input: Tensor) -> Tensor:
    """Return the angle whose sine is given."""
    if input.__class__ in TENSORS:
        return W_asin_[input._keys | state()](input)
    return OP_asin_.call((input,))


def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose cosine is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.acos(rd.tensor([1., 0.]))
    tensor([0.0000, 1.5708])
    """
    if out is not None:
        return OP_acos_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_acos[input._keys | state()](input)
    return OP_acos.call((input,))


def acos_(input: Tensor) -> Tensor:
    """Return the angle whose cosine is given."""
    if input.__class__ in TENSORS:
        return W_acos_[input._keys | state()](input)
    return OP_acos_.call((input,))


def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle whose tangent is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atan(rd.tensor([0., 1.]))
    tensor([0.0000, 0.7854])
    """
    if out is not None:
        return OP_atan_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_atan[input._keys | state()](input)
    return OP_atan.call((input,))


def atan_(input: Tensor) -> Tensor:
    """Return the angle whose tangent is given."""
    if input.__class__ in TENSORS:
        return W_atan_[input._keys | state()](input)
    return OP_atan_.call((input,))


def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic sine.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sinh(rd.tensor([0., 1.]))
    tensor([0.0000, 1.1752])
    """
    if out is not None:
        return OP_sinh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sinh[input._keys | state()](input)
    return OP_sinh.call((input,))


def sinh_(input: Tensor) -> Tensor:
    """Return the hyperbolic sine."""
    if input.__class__ in TENSORS:
        return W_sinh_[input._keys | state()](input)
    return OP_sinh_.call((input,))


def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the hyperbolic cosine.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cosh(rd.tensor([0., 1.]))
    tensor([1.0000, 1.5431])
    """
    if out is not None:
        return OP_cosh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_cosh[input._keys | state()](input)
    return OP_cosh.call((input,))


def cosh_(input: Tensor) -> Tensor:
    """Return the hyperbolic cosine."""
    if input.__class__ in TENSORS:
        return W_cosh_[input._keys | state()](input)
    return OP_cosh_.call((input,))


def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse hyperbolic sine.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.asinh(rd.tensor([0., 1.]))
    tensor([0.0000, 0.8814])
    """
    if out is not None:
        return OP_asinh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_asinh[input._keys | state()](input)
    return OP_asinh.call((input,))


def asinh_(input: Tensor) -> Tensor:
    """Return the inverse hyperbolic sine."""
    if input.__class__ in TENSORS:
        return W_asinh_[input._keys | state()](input)
    return OP_asinh_.call((input,))


def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse hyperbolic cosine.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.acosh(rd.tensor([1., 2.]))
    tensor([0.0000, 1.3170])
    """
    if out is not None:
        return OP_acosh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_acosh[input._keys | state()](input)
    return OP_acosh.call((input,))


def acosh_(input: Tensor) -> Tensor:
    """Return the inverse hyperbolic cosine."""
    if input.__class__ in TENSORS:
        return W_acosh_[input._keys | state()](input)
    return OP_acosh_.call((input,))


def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse hyperbolic tangent.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atanh(rd.tensor([0., .5]))
    tensor([0.0000, 0.5493])
    """
    if out is not None:
        return OP_atanh_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_atanh[input._keys | state()](input)
    return OP_atanh.call((input,))


def atanh_(input: Tensor) -> Tensor:
    """Return the inverse hyperbolic tangent."""
    if input.__class__ in TENSORS:
        return W_atanh_[input._keys | state()](input)
    return OP_atanh_.call((input,))


def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return sin(pi x) / (pi x), 1 at 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sinc(rd.tensor([0., .5]))
    tensor([1.0000, 0.6366])
    """
    if out is not None:
        return OP_sinc_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_sinc[input._keys | state()](input)
    return OP_sinc.call((input,))


def sinc_(input: Tensor) -> Tensor:
    """Return sin(pi x) / (pi x), 1 at 0."""
    if input.__class__ in TENSORS:
        return W_sinc_[input._keys | state()](input)
    return OP_sinc_.call((input,))


def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return an angle of degrees in radians.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.deg2rad(rd.tensor([180.]))
    tensor([3.1416])
    """
    if out is not None:
        return OP_deg2rad_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_deg2rad[input._keys | state()](input)
    return OP_deg2rad.call((input,))


def deg2rad_(input: Tensor) -> Tensor:
    """Return an angle of degrees in radians."""
    if input.__class__ in TENSORS:
        return W_deg2rad_[input._keys | state()](input)
    return OP_deg2rad_.call((input,))


def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return an angle of radians in degrees.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.rad2deg(rd.tensor([1.]))
    tensor([57.2958])
    """
    if out is not None:
        return OP_rad2deg_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_rad2deg[input._keys | state()](input)
    return OP_rad2deg.call((input,))


def rad2deg_(input: Tensor) -> Tensor:
    """Return an angle of radians in degrees."""
    if input.__class__ in TENSORS:
        return W_rad2deg_[input._keys | state()](input)
    return OP_rad2deg_.call((input,))


def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the angle of the point (other, input), in the right quadrant.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atan2(rd.tensor([1.]), rd.tensor([-1.]))
    tensor([2.3562])
    """
    if out is not None:
        return OP_atan2_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_atan2[input._keys | other._keys | state()](input, other)
    return OP_atan2.call((input, other))


def atan2_(input: Tensor, other: Tensor) -> Tensor:
    """Return the angle of the point (other, input), in the right quadrant."""
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_atan2_[input._keys | other._keys | state()](input, other)
    return OP_atan2_.call((input, other))


def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the length of the hypotenuse over two legs.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hypot(rd.tensor([3.]), rd.tensor([4.]))
    tensor([5.])
    """
    if out is not None:
        return OP_hypot_out.call((input, other, out))
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_hypot[input._keys | other._keys | state()](input, other)
    return OP_hypot.call((input, other))


def hypot_(input: Tensor, other: Tensor) -> Tensor:
    """Return the length of the hypotenuse over two legs."""
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_hypot_[input._keys | other._keys | state()](input, other)
    return OP_hypot_.call((input, other))


def view(input: Tensor, size: Sequence[int] | int) -> Tensor:
    """Return a view in another shape; an error where only a copy could have it.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2, 3, 4]).view(2, 2)
    tensor([[1, 2],
            [3, 4]])
    """
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_view[input._keys | state()](input, size)
    return OP_view.call((input, size))


def view_copy(input: Tensor, size: Sequence[int] | int, *, out: Tensor | None = None) -> Tensor:
    """Return what `view` gives, in memory of its own."""
    if out is not None:
        return OP_view_copy_out.call((input, size, out))
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_view_copy[input._keys | state()](input, size)
    return OP_view_copy.call((input, size))


def alias(input: Tensor) -> Tensor:
    """Return a view of the whole tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.alias(rd.tensor([1, 2]))
    tensor([1, 2])
    """
    if input.__class__ in TENSORS:
        return W_alias[input._keys | state()](input)
    return OP_alias.call((input,))


def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return what `alias` gives, in memory of its own."""
    if out is not None:
        return OP_alias_copy_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_alias_copy[input._keys | state()](input)
    return OP_alias_copy.call((input,))


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return the view of a diagonal of two dimensions; it becomes the last dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.diagonal(rd.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if input.__class__ in TENSORS and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diagonal[input._keys | state()](input, offset, dim1, dim2)
    return OP_diagonal.call((input, offset, dim1, dim2))


def diagonal_copy(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1, *, out: Tensor | None = None) -> Tensor:
    """Return what `diagonal` gives, in memory of its own."""
    if out is not None:
        return OP_diagonal_copy_out.call((input, offset, dim1, dim2, out))
    if input.__class__ in TENSORS and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diagonal_copy[input._keys | state()](input, offset, dim1, dim2)
    return OP_diagonal_copy.call((input, offset, dim1, dim2))


def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """Return the view of all windows of a dimension; a window becomes the last dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2, 3]).unfold(0, 2, 1)
    tensor([[1, 2],
            [2, 3]])
    """
    if input.__class__ in TENSORS and dimension.__class__ is int and size.__class__ is int and step.__class__ is int:
        return W_unfold[input._keys | state()](input, dimension, size, step)
    return OP_unfold.call((input, dimension, size, step))


def unfold_copy(input: Tensor, dimension: int, size: int, step: int, *, out: Tensor | None = None) -> Tensor:
    """Return what `unfold` gives, in memory of its own."""
    if out is not None:
        return OP_unfold_copy_out.call((input, dimension, size, step, out))
    if input.__class__ in TENSORS and dimension.__class__ is int and size.__class__ is int and step.__class__ is int:
        return W_unfold_copy[input._keys | state()](input, dimension, size, step)
    return OP_unfold_copy.call((input, dimension, size, step))


def as_strided(input: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
    """Return a view with any sizes and strides, counted in elements, over the same memory.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.as_strided(rd.tensor([1, 2, 3]), (2, 2), (1, 1))
    tensor([[1, 2],
            [2, 3]])
    """
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided[input._keys | state()](input, size, stride, storage_offset)
    return OP_as_strided.call((input, size, stride, storage_offset))


def as_strided_(input: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
    """Make the tensor itself what `as_strided` gives of it."""
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided_[input._keys | state()](input, size, stride, storage_offset)
    return OP_as_strided_.call((input, size, stride, storage_offset))


def as_strided_copy(input: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return what `as_strided` gives, in memory of its own."""
    if out is not None:
        return OP_as_strided_copy_out.call((input, size, stride, storage_offset, out))
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided_copy[input._keys | state()](input, size, stride, storage_offset)
    return OP_as_strided_copy.call((input, size, stride, storage_offset))


def unbind(input: Tensor, dim: int = 0) -> list[Tensor]:
    """Return the views at all indices of a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unbind(rd.tensor([[1, 2], [3, 4]]))
    [tensor([1, 2]), tensor([3, 4])]
    """
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_unbind[input._keys | state()](input, dim)
    return OP_unbind.call((input, dim))


def unbind_copy(input: Tensor, dim: int = 0) -> list[Tensor]:
    """Return what `unbind` gives, in memory of its own."""
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_unbind_copy[input._keys | state()](input, dim)
    return OP_unbind_copy.call((input, dim))


def split(input: Tensor, split_size_or_sections: Any, dim: int = 0) -> list[Tensor]:
    """Return views of pieces of a dimension: all of one size, or of the sizes given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.split(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_split[input._keys | state()](input, split_size_or_sections, dim)
    return OP_split.call((input, split_size_or_sections, dim))


def split_copy(input: Tensor, split_size_or_sections: Any, dim: int = 0) -> list[Tensor]:
    """Return what `split` gives, in memory of its own."""
    if input.__class__ in TENSORS and dim.__class__ is int:
        return W_split_copy[input._keys | state()](input, split_size_or_sections, dim)
    return OP_split_copy.call((input, split_size_or_sections, dim))


def diagonal_backward(grad: Tensor, sizes: Sequence[int] | int, offset: int, dim1: int, dim2: int) -> Tensor:
    """Return zeros of the given sizes with `grad` on a diagonal."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diagonal_backward[grad._keys | state()](grad, sizes, offset, dim1, dim2)
    return OP_diagonal_backward.call((grad, sizes, offset, dim1, dim2))


def unfold_backward(grad: Tensor, sizes: Sequence[int] | int, dimension: int, size: int, step: int) -> Tensor:
    """Return zeros of the given sizes to which windows have been added."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dimension.__class__ is int and size.__class__ is int and step.__class__ is int:
        return W_unfold_backward[grad._keys | state()](grad, sizes, dimension, size, step)
    return OP_unfold_backward.call((grad, sizes, dimension, size, step))


def as_strided_backward(grad: Tensor, geometry: Any, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None) -> Tensor:
    """Add up what as_strided has read from a tensor that lies in memory like this."""
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if grad.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided_backward[grad._keys | state()](grad, geometry, size, stride, storage_offset)
    return OP_as_strided_backward.call((grad, geometry, size, stride, storage_offset))


def _as_strided_from(input: Tensor, geometry: Any, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None) -> Tensor:
    """Return what as_strided would read of `self` if it lay in memory like this."""
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W__as_strided_from[input._keys | state()](input, geometry, size, stride, storage_offset)
    return OP__as_strided_from.call((input, geometry, size, stride, storage_offset))


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """Return a view in the shape of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2]).view_as(rd.zeros(2, 1)).shape
    (2, 1)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_view_as[input._keys | other._keys | state()](input, other)
    return OP_view_as.call((input, other))


def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """Return the elements in the shape of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2]).reshape_as(rd.zeros(2, 1)).shape
    (2, 1)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_reshape_as[input._keys | other._keys | state()](input, other)
    return OP_reshape_as.call((input, other))


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """Return a view broadcast to the sizes of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2]).expand_as(rd.zeros(3, 2)).shape
    (3, 2)
    """
    if input.__class__ in TENSORS and other.__class__ in TENSORS:
        return W_expand_as[input._keys | other._keys | state()](input, other)
    return OP_expand_as.call((input, other))


def broadcast_to(input: Tensor, size: Sequence[int] | int) -> Tensor:
    """Return a view broadcast to the given sizes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.broadcast_to(rd.tensor([1, 2]), (3, 2)).shape
    (3, 2)
    """
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_broadcast_to[input._keys | state()](input, size)
    return OP_broadcast_to.call((input, size))


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Make one dimension of a range of dimensions; the tensor itself if it is one already.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.flatten(rd.zeros(2, 3, 4), 1).shape
    (2, 12)
    """
    if input.__class__ in TENSORS and start_dim.__class__ is int and end_dim.__class__ is int:
        return W_flatten[input._keys | state()](input, start_dim, end_dim)
    return OP_flatten.call((input, start_dim, end_dim))


def unflatten(input: Tensor, dim: int, sizes: Sequence[int] | int) -> Tensor:
    """Make several dimensions of one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unflatten(rd.zeros(6, 2), 0, (2, -1)).shape
    (2, 3, 2)
    """
    if sizes.__class__ is int:
        sizes = (sizes,)
    if input.__class__ in TENSORS and dim.__class__ is int and sizes.__class__ is tuple:
        return W_unflatten[input._keys | state()](input, dim, sizes)
    return OP_unflatten.call((input, dim, sizes))


def ravel(input: Tensor) -> Tensor:
    """Return the elements in one dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ravel(rd.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    if input.__class__ in TENSORS:
        return W_ravel[input._keys | state()](input)
    return OP_ravel.call((input,))


def adjoint(input: Tensor) -> Tensor:
    """Return the conjugate with the last two dimensions swapped.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.adjoint(rd.zeros(2, 3)).shape
    (3, 2)
    """
    if input.__class__ in TENSORS:
        return W_adjoint[input._keys | state()](input)
    return OP_adjoint.call((input,))


def movedim(input: Tensor, source: Sequence[int] | int, destination: Sequence[int] | int) -> Tensor:
    """Return the view with dimensions moved to other places.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.movedim(rd.zeros(2, 3, 4), 0, -1).shape
    (3, 4, 2)
    """
    if source.__class__ is int:
        source = (source,)
    if destination.__class__ is int:
        destination = (destination,)
    if input.__class__ in TENSORS and source.__class__ is tuple and destination.__class__ is tuple:
        return W_movedim[input._keys | state()](input, source, destination)
    return OP_movedim.call((input, source, destination))


def moveaxis(input: Tensor, source: Sequence[int] | int, destination: Sequence[int] | int) -> Tensor:
    """Return the view with dimensions moved to other places, as movedim does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.moveaxis(rd.zeros(2, 3, 4), 0, -1).shape
    (3, 4, 2)
    """
    if source.__class__ is int:
        source = (source,)
    if destination.__class__ is int:
        destination = (destination,)
    if input.__class__ in TENSORS and source.__class__ is tuple and destination.__class__ is tuple:
        return W_moveaxis[input._keys | state()](input, source, destination)
    return OP_moveaxis.call((input, source, destination))


def contiguous(input: Tensor, *, memory_format: Any = None) -> Tensor:
    """Return the tensor itself if it is row-major in memory, else a copy that is.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).t().contiguous().stride()
    (2, 1)
    """
    if input.__class__ in TENSORS:
        return W_contiguous[input._keys | state()](input, memory_format)
    return OP_contiguous.call((input, memory_format))


def rot90(input: Tensor, k: int = 1, dims: Sequence[int] | int = (0, 1)) -> Tensor:
    """Rotate by 90 degrees, k times, in the plane of two dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.rot90(rd.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if dims.__class__ is int:
        dims = (dims,)
    if input.__class__ in TENSORS and k.__class__ is int and dims.__class__ is tuple:
        return W_rot90[input._keys | state()](input, k, dims)
    return OP_rot90.call((input, k, dims))


def fliplr(input: Tensor) -> Tensor:
    """Reverse the second dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.fliplr(rd.tensor([[1, 2]]))
    tensor([[2, 1]])
    """
    if input.__class__ in TENSORS:
        return W_fliplr[input._keys | state()](input)
    return OP_fliplr.call((input,))


def flipud(input: Tensor) -> Tensor:
    """Reverse the first dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.flipud(rd.tensor([1, 2]))
    tensor([2, 1])
    """
    if input.__class__ in TENSORS:
        return W_flipud[input._keys | state()](input)
    return OP_flipud.call((input,))


def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return the diagonal of a matrix, or the matrix with a vector on its diagonal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.diag(rd.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_diag[input._keys | state()](input, diagonal)
    return OP_diag.call((input, diagonal))


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """Return the matrix with all elements on its diagonal.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.diagflat(rd.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    if input.__class__ in TENSORS and offset.__class__ is int:
        return W_diagflat[input._keys | state()](input, offset)
    return OP_diagflat.call((input, offset))


def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """Return a copy in which one index of a dimension holds `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.select_scatter(rd.zeros(2), rd.tensor(5.), 0, 1)
    tensor([0., 5.])
    """
    if input.__class__ in TENSORS and src.__class__ in TENSORS and dim.__class__ is int and index.__class__ is int:
        return W_select_scatter[input._keys | src._keys | state()](input, src, dim, index)
    return OP_select_scatter.call((input, src, dim, index))


def slice_scatter(input: Tensor, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor:
    """Return a copy in which a range of a dimension holds `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.slice_scatter(rd.zeros(3), rd.ones(2), 0, 1)
    tensor([0., 1., 1.])
    """
    if input.__class__ in TENSORS and src.__class__ in TENSORS and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
        return W_slice_scatter[input._keys | src._keys | state()](input, src, dim, start, end, step)
    return OP_slice_scatter.call((input, src, dim, start, end, step))


def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return a copy in which a diagonal holds `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.diagonal_scatter(rd.zeros(2, 2), rd.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if input.__class__ in TENSORS and src.__class__ in TENSORS and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diagonal_scatter[input._keys | src._keys | state()](input, src, offset, dim1, dim2)
    return OP_diagonal_scatter.call((input, src, offset, dim1, dim2))


def as_strided_scatter(input: Tensor, src: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
    """Return a copy in which what as_strided would give holds `src`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.as_strided_scatter(rd.zeros(4), rd.ones(2), (2,), (2,))
    tensor([1., 0., 1., 0.])
    """
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and src.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided_scatter[input._keys | src._keys | state()](input, src, size, stride, storage_offset)
    return OP_as_strided_scatter.call((input, src, size, stride, storage_offset))


def fill(input: Tensor, value: Operand) -> Tensor:
    """Return a tensor of the same sizes in which every element has one value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.fill(rd.tensor([1, 2]), 3)
    tensor([3, 3])
    """
    if value.__class__ in TENSORS and input.__class__ in TENSORS:
        return W_fill[input._keys | value._keys | state()](input, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS:
        return W_fill[input._keys | SCALAR_0 | state()](input, value)
    return OP_fill.call((input, value))


def t(input: Tensor) -> Tensor:
    """Return the view with its two dimensions swapped; of fewer dimensions, as they are.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.t(rd.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    if input.__class__ in TENSORS:
        return W_t[input._keys | state()](input)
    return OP_t.call((input,))


def t_(input: Tensor) -> Tensor:
    """Make the tensor itself what `t` gives of it."""
    if input.__class__ in TENSORS:
        return W_t_[input._keys | state()](input)
    return OP_t_.call((input,))


def t_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return what `t` gives, in memory of its own."""
    if out is not None:
        return OP_t_copy_out.call((input, out))
    if input.__class__ in TENSORS:
        return W_t_copy[input._keys | state()](input)
    return OP_t_copy.call((input,))


def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """Return the view of a range of a dimension, given by where it starts and how long it is.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.narrow(rd.tensor([1, 2, 3]), 0, 1, 2)
    tensor([2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and start.__class__ is int and length.__class__ is int:
        return W_narrow[input._keys | state()](input, dim, start, length)
    return OP_narrow.call((input, dim, start, length))


def narrow_copy(input: Tensor, dim: int, start: int, length: int, *, out: Tensor | None = None) -> Tensor:
    """Return what `narrow` gives, in memory of its own."""
    if out is not None:
        return OP_narrow_copy_out.call((input, dim, start, length, out))
    if input.__class__ in TENSORS and dim.__class__ is int and start.__class__ is int and length.__class__ is int:
        return W_narrow_copy[input._keys | state()](input, dim, start, length)
    return OP_narrow_copy.call((input, dim, start, length))


def split_with_sizes(input: Tensor, split_sizes: Sequence[int] | int, dim: int = 0) -> list[Tensor]:
    """Return views of pieces of a dimension, of the sizes given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.split_with_sizes(rd.tensor([1, 2, 3]), (1, 2))
    [tensor([1]), tensor([2, 3])]
    """
    if split_sizes.__class__ is int:
        split_sizes = (split_sizes,)
    if input.__class__ in TENSORS and split_sizes.__class__ is tuple and dim.__class__ is int:
        return W_split_with_sizes[input._keys | state()](input, split_sizes, dim)
    return OP_split_with_sizes.call((input, split_sizes, dim))


def split_with_sizes_copy(input: Tensor, split_sizes: Sequence[int] | int, dim: int = 0) -> list[Tensor]:
    """Return what `split_with_sizes` gives, in memory of its own."""
    if split_sizes.__class__ is int:
        split_sizes = (split_sizes,)
    if input.__class__ in TENSORS and split_sizes.__class__ is tuple and dim.__class__ is int:
        return W_split_with_sizes_copy[input._keys | state()](input, split_sizes, dim)
    return OP_split_with_sizes_copy.call((input, split_sizes, dim))


def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """Return the view with two dimensions swapped, as transpose does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.swapaxes(rd.zeros(2, 3), 0, 1).shape
    (3, 2)
    """
    if input.__class__ in TENSORS and axis0.__class__ is int and axis1.__class__ is int:
        return W_swapaxes[input._keys | state()](input, axis0, axis1)
    return OP_swapaxes.call((input, axis0, axis1))


def swapaxes_(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """Make the tensor itself what `swapaxes` gives of it."""
    if input.__class__ in TENSORS and axis0.__class__ is int and axis1.__class__ is int:
        return W_swapaxes_[input._keys | state()](input, axis0, axis1)
    return OP_swapaxes_.call((input, axis0, axis1))


def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Return the view with two dimensions swapped, as transpose does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.swapdims(rd.zeros(2, 3), 0, 1).shape
    (3, 2)
    """
    if input.__class__ in TENSORS and dim0.__class__ is int and dim1.__class__ is int:
        return W_swapdims[input._keys | state()](input, dim0, dim1)
    return OP_swapdims.call((input, dim0, dim1))


def swapdims_(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Make the tensor itself what `swapdims` gives of it."""
    if input.__class__ in TENSORS and dim0.__class__ is int and dim1.__class__ is int:
        return W_swapdims_[input._keys | state()](input, dim0, dim1)
    return OP_swapdims_.call((input, dim0, dim1))


def resize_(input: Tensor, size: Sequence[int] | int, *, memory_format: Any = None) -> Tensor:
    """Give the tensor other sizes over its memory, or over more where that is too small.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2, 3, 4]).resize_(2)
    tensor([1, 2])
    """
    if size.__class__ is int:
        size = (size,)
    if input.__class__ in TENSORS and size.__class__ is tuple:
        return W_resize_[input._keys | state()](input, size, memory_format)
    return OP_resize_.call((input, size, memory_format))


def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
    """Give the tensor the sizes of another one, as resize_ does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1, 2, 3]).resize_as_(rd.zeros(1, 2))
    tensor([[1, 2]])
    """
    if input.__class__ in TENSORS and the_template.__class__ in TENSORS:
        return W_resize_as_[input._keys | the_template._keys | state()](input, the_template, memory_format)
    return OP_resize_as_.call((input, the_template, memory_format))


def set_(input: Tensor, source: Tensor | None = None, storage_offset: int = 0, size: Sequence[int] | int | None = None, stride: Sequence[int] | int | None = None) -> Tensor:
    """Let the tensor look at the memory of another tensor, or at a storage.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2).set_(rd.tensor([1., 2., 3.]))
    tensor([1., 2., 3.])
    """
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if input.__class__ in TENSORS and (source is None or source.__class__ in TENSORS) and storage_offset.__class__ is int and (size is None or size.__class__ is tuple) and (stride is None or stride.__class__ is tuple):
        return W_set_[input._keys | (0 if source is None else source._keys) | state()](input, source, storage_offset, size, stride)
    return OP_set_.call((input, source, storage_offset, size, stride))


def _clone_memory(input: Tensor) -> Tensor:
    """Return the same look at a copy of the whole memory."""
    if input.__class__ in TENSORS:
        return W__clone_memory[input._keys | state()](input)
    return OP__clone_memory.call((input,))


def _contiguous(input: Tensor) -> Tensor:
    """Return a copy that is row-major in memory."""
    if input.__class__ in TENSORS:
        return W__contiguous[input._keys | state()](input)
    return OP__contiguous.call((input,))


OP_gelu.caller = gelu
OP_gelu_.caller = gelu_
OP_silu.caller = silu
OP_silu_.caller = silu_
OP_mish.caller = mish
OP_mish_.caller = mish_
OP_softplus.caller = softplus
OP_softplus_.caller = softplus_
OP_elu.caller = elu
OP_elu_.caller = elu_
OP_celu.caller = celu
OP_celu_.caller = celu_
OP_selu.caller = selu
OP_selu_.caller = selu_
OP_leaky_relu.caller = leaky_relu
OP_leaky_relu_.caller = leaky_relu_
OP_hardtanh.caller = hardtanh
OP_hardtanh_.caller = hardtanh_
OP_relu6.caller = relu6
OP_relu6_.caller = relu6_
OP_hardsigmoid.caller = hardsigmoid
OP_hardsigmoid_.caller = hardsigmoid_
OP_hardswish.caller = hardswish
OP_hardswish_.caller = hardswish_
OP_hardshrink.caller = hardshrink
OP_hardshrink_.caller = hardshrink_
OP_softshrink.caller = softshrink
OP_softshrink_.caller = softshrink_
OP_tanhshrink.caller = tanhshrink
OP_tanhshrink_.caller = tanhshrink_
OP_softsign.caller = softsign
OP_softsign_.caller = softsign_
OP_logsigmoid.caller = logsigmoid
OP_logsigmoid_.caller = logsigmoid_
OP_threshold.caller = threshold
OP_threshold_.caller = threshold_
OP_prelu.caller = prelu
OP__prelu_kernel.caller = _prelu_kernel
OP_glu.caller = glu
OP_softmin.caller = softmin
OP_leaky_relu_backward.caller = leaky_relu_backward
OP_hardtanh_backward.caller = hardtanh_backward
OP_hardsigmoid_backward.caller = hardsigmoid_backward
OP_hardshrink_backward.caller = hardshrink_backward
OP_threshold_backward.caller = threshold_backward
OP_detach.caller = detach
OP_fmax.caller = fmax
OP_fmin.caller = fmin
OP_clamp.caller = clamp
OP_clamp_.caller = clamp_
OP_clamp_min.caller = clamp_min
OP_clamp_min_.caller = clamp_min_
OP_clamp_max.caller = clamp_max
OP_clamp_max_.caller = clamp_max_
OP_nan_to_num.caller = nan_to_num
OP_nan_to_num_.caller = nan_to_num_
OP_heaviside.caller = heaviside
OP_heaviside_.caller = heaviside_
OP_masked_fill.caller = masked_fill
OP_masked_fill_.caller = masked_fill_
OP_lerp.caller = lerp
OP_lerp_.caller = lerp_
OP_addcmul.caller = addcmul
OP_addcmul_.caller = addcmul_
OP_addcdiv.caller = addcdiv
OP_addcdiv_.caller = addcdiv_
OP_isnan.caller = isnan
OP_isinf.caller = isinf
OP_isfinite.caller = isfinite
OP_isposinf.caller = isposinf
OP_isneginf.caller = isneginf
OP_logical_and.caller = logical_and
OP_logical_and_.caller = logical_and_
OP_logical_or.caller = logical_or
OP_logical_or_.caller = logical_or_
OP_logical_xor.caller = logical_xor
OP_logical_xor_.caller = logical_xor_
OP_bitwise_not.caller = bitwise_not
OP_bitwise_not_.caller = bitwise_not_
OP_bitwise_and.caller = bitwise_and
OP_bitwise_and_.caller = bitwise_and_
OP_bitwise_or.caller = bitwise_or
OP_bitwise_or_.caller = bitwise_or_
OP_bitwise_xor.caller = bitwise_xor
OP_bitwise_xor_.caller = bitwise_xor_
OP_bitwise_left_shift.caller = bitwise_left_shift
OP_bitwise_left_shift_.caller = bitwise_left_shift_
OP_bitwise_right_shift.caller = bitwise_right_shift
OP_bitwise_right_shift_.caller = bitwise_right_shift_
OP_isin.caller = isin
OP_isclose.caller = isclose
OP_allclose.caller = allclose
OP_equal.caller = equal
OP_conj_physical.caller = conj_physical
OP_conj_physical_.caller = conj_physical_
OP_sgn.caller = sgn
OP_sgn_.caller = sgn_
OP_angle.caller = angle
OP_isreal.caller = isreal
OP_view_as_real.caller = view_as_real
OP_view_as_real_copy.caller = view_as_real_copy
OP_view_as_complex.caller = view_as_complex
OP_view_as_complex_copy.caller = view_as_complex_copy
OP_complex.caller = complex
OP_polar.caller = polar
OP_conj.caller = conj
OP_resolve_conj.caller = resolve_conj
OP_resolve_neg.caller = resolve_neg
OP_real.caller = real
OP_imag.caller = imag
OP__conv.caller = _conv
OP__conv_input.caller = _conv_input
OP__conv_bias.caller = _conv_bias
OP__conv_weight.caller = _conv_weight
OP_zeros_like.caller = zeros_like
OP_ones_like.caller = ones_like
OP_full_like.caller = full_like
OP_empty_like.caller = empty_like
OP__new_zeros.caller = _new_zeros
OP_exp2.caller = exp2
OP_exp2_.caller = exp2_
OP_expm1.caller = expm1
OP_expm1_.caller = expm1_
OP_log2.caller = log2
OP_log2_.caller = log2_
OP_log10.caller = log10
OP_log10_.caller = log10_
OP_log1p.caller = log1p
OP_log1p_.caller = log1p_
OP_rsqrt.caller = rsqrt
OP_rsqrt_.caller = rsqrt_
OP_reciprocal.caller = reciprocal
OP_reciprocal_.caller = reciprocal_
OP_erf.caller = erf
OP_erf_.caller = erf_
OP_erfc.caller = erfc
OP_erfc_.caller = erfc_
OP_erfinv.caller = erfinv
OP_erfinv_.caller = erfinv_
OP_lgamma.caller = lgamma
OP_lgamma_.caller = lgamma_
OP_digamma.caller = digamma
OP_digamma_.caller = digamma_
OP_square.caller = square
OP_square_.caller = square_
OP_logit.caller = logit
OP_logit_.caller = logit_
OP__polygamma.caller = _polygamma
OP_logaddexp.caller = logaddexp
OP_logaddexp2.caller = logaddexp2
OP_xlogy.caller = xlogy
OP_xlogy_.caller = xlogy_
OP_float_power.caller = float_power
OP_float_power_.caller = float_power_
OP_amax.caller = amax
OP_max.caller = max
OP_argmax.caller = argmax
OP_amin.caller = amin
OP_min.caller = min
OP_argmin.caller = argmin
OP_aminmax.caller = aminmax
OP__pick.caller = _pick
OP__place.caller = _place
OP_index.caller = index
OP_index_put.caller = index_put
OP_index_put_.caller = index_put_
OP_gather.caller = gather
OP_scatter.caller = scatter
OP_scatter_.caller = scatter_
OP_scatter_add.caller = scatter_add
OP_scatter_add_.caller = scatter_add_
OP_scatter_reduce.caller = scatter_reduce
OP_scatter_reduce_.caller = scatter_reduce_
OP_index_reduce.caller = index_reduce
OP_index_reduce_.caller = index_reduce_
OP_index_select.caller = index_select
OP_index_add.caller = index_add
OP_index_add_.caller = index_add_
OP_index_copy.caller = index_copy
OP_index_copy_.caller = index_copy_
OP_index_fill.caller = index_fill
OP_index_fill_.caller = index_fill_
OP_take.caller = take
OP_put.caller = put
OP_put_.caller = put_
OP_masked_select.caller = masked_select
OP_masked_scatter.caller = masked_scatter
OP_masked_scatter_.caller = masked_scatter_
OP_embedding.caller = embedding
OP_one_hot.caller = one_hot
OP_argwhere.caller = argwhere
OP_searchsorted.caller = searchsorted
OP_bucketize.caller = bucketize
OP_nonzero.caller = nonzero
OP_take_along_dim.caller = take_along_dim
OP_embedding_backward.caller = embedding_backward
OP_masked_scatter_backward.caller = masked_scatter_backward
OP_cat.caller = cat
OP_stack.caller = stack
OP_flip.caller = flip
OP_roll.caller = roll
OP_repeat.caller = repeat
OP_tril.caller = tril
OP_tril_.caller = tril_
OP_triu.caller = triu
OP_triu_.caller = triu_
OP_diag_embed.caller = diag_embed
OP_constant_pad_nd.caller = constant_pad_nd
OP_concat.caller = concat
OP_concatenate.caller = concatenate
OP_hstack.caller = hstack
OP_vstack.caller = vstack
OP_row_stack.caller = row_stack
OP_dstack.caller = dstack
OP_column_stack.caller = column_stack
OP_chunk.caller = chunk
OP_unsafe_chunk.caller = unsafe_chunk
OP_unsafe_split.caller = unsafe_split
OP_unsafe_split_with_sizes.caller = unsafe_split_with_sizes
OP_tensor_split.caller = tensor_split
OP_hsplit.caller = hsplit
OP_vsplit.caller = vsplit
OP_dsplit.caller = dsplit
OP_repeat_interleave.caller = repeat_interleave
OP_tile.caller = tile
OP_matmul.caller = matmul
OP_mm.caller = mm
OP_bmm.caller = bmm
OP_mv.caller = mv
OP_dot.caller = dot
OP_vdot.caller = vdot
OP_outer.caller = outer
OP_linear.caller = linear
OP_trace.caller = trace
OP_inner.caller = inner
OP_ger.caller = ger
OP_kron.caller = kron
OP_tensordot.caller = tensordot
OP_bilinear.caller = bilinear
OP_einsum.caller = einsum
OP_chain_matmul.caller = chain_matmul
OP_addmm.caller = addmm
OP_addmm_.caller = addmm_
OP_addmv.caller = addmv
OP_addmv_.caller = addmv_
OP_baddbmm.caller = baddbmm
OP_baddbmm_.caller = baddbmm_
OP_addbmm.caller = addbmm
OP_addbmm_.caller = addbmm_
OP_addr.caller = addr
OP_addr_.caller = addr_
OP_cross_entropy.caller = cross_entropy
OP_cross_entropy_backward.caller = cross_entropy_backward
OP_cross_entropy_factor.caller = cross_entropy_factor
OP_mse_loss.caller = mse_loss
OP_l1_loss.caller = l1_loss
OP_smooth_l1_loss.caller = smooth_l1_loss
OP_huber_loss.caller = huber_loss
OP_kl_div.caller = kl_div
OP_binary_cross_entropy.caller = binary_cross_entropy
OP__cross_entropy_of_one.caller = _cross_entropy_of_one
OP__smooth_l1.caller = _smooth_l1
OP__smooth_l1_backward.caller = _smooth_l1_backward
OP__mse_backward.caller = _mse_backward
OP__cross_entropy_of_one_backward.caller = _cross_entropy_of_one_backward
OP__cross_entropy_of_logit_backward.caller = _cross_entropy_of_logit_backward
OP__cross_entropy_of_logit.caller = _cross_entropy_of_logit
OP_binary_cross_entropy_with_logits.caller = binary_cross_entropy_with_logits
OP_nll_loss.caller = nll_loss
OP_nll_loss_backward.caller = nll_loss_backward
OP_native_layer_norm.caller = native_layer_norm
OP_layer_norm_backward.caller = layer_norm_backward
OP_layer_norm_bias_backward.caller = layer_norm_bias_backward
OP_layer_norm_weight_backward.caller = layer_norm_weight_backward
OP_softmax_backward.caller = softmax_backward
OP_log_softmax_backward.caller = log_softmax_backward
OP__adam_step_.caller = _adam_step_
OP__momentum_step_.caller = _momentum_step_
OP_sort.caller = sort
OP_topk.caller = topk
OP_argsort.caller = argsort
OP_msort.caller = msort
OP_median.caller = median
OP_nanmedian.caller = nanmedian
OP_kthvalue.caller = kthvalue
OP__unique.caller = _unique
OP__unique_consecutive.caller = _unique_consecutive
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
OP_relu_backward.caller = relu_backward
OP_where.caller = where
OP_eq.caller = eq
OP_ne.caller = ne
OP_lt.caller = lt
OP_le.caller = le
OP_gt.caller = gt
OP_ge.caller = ge
OP_logical_not.caller = logical_not
OP__max_pool.caller = _max_pool
OP__sum_pool.caller = _sum_pool
OP__max_pool_backward.caller = _max_pool_backward
OP__sum_pool_backward.caller = _sum_pool_backward
OP_rand_like.caller = rand_like
OP_randn_like.caller = randn_like
OP__randint_like.caller = _randint_like
OP_normal_.caller = normal_
OP_uniform_.caller = uniform_
OP_exponential_.caller = exponential_
OP_random_.caller = random_
OP_bernoulli_.caller = bernoulli_
OP_bernoulli.caller = bernoulli
OP_multinomial.caller = multinomial
OP_native_dropout.caller = native_dropout
OP_sum.caller = sum
OP_mean.caller = mean
OP_prod.caller = prod
OP_nansum.caller = nansum
OP_nanmean.caller = nanmean
OP_any.caller = any
OP_all.caller = all
OP_count_nonzero.caller = count_nonzero
OP_logsumexp.caller = logsumexp
OP_softmax.caller = softmax
OP_log_softmax.caller = log_softmax
OP_floor.caller = floor
OP_floor_.caller = floor_
OP_ceil.caller = ceil
OP_ceil_.caller = ceil_
OP_trunc.caller = trunc
OP_trunc_.caller = trunc_
OP_frac.caller = frac
OP_frac_.caller = frac_
OP_positive.caller = positive
OP_round.caller = round
OP_round_.caller = round_
OP_signbit.caller = signbit
OP_remainder.caller = remainder
OP_remainder_.caller = remainder_
OP_fmod.caller = fmod
OP_fmod_.caller = fmod_
OP_floor_divide.caller = floor_divide
OP_floor_divide_.caller = floor_divide_
OP_copysign.caller = copysign
OP_copysign_.caller = copysign_
OP_true_divide.caller = true_divide
OP_true_divide_.caller = true_divide_
OP_cumsum.caller = cumsum
OP_cumsum_.caller = cumsum_
OP_cumprod.caller = cumprod
OP_cumprod_.caller = cumprod_
OP__reverse_cumsum.caller = _reverse_cumsum
OP__cumprod_backward.caller = _cumprod_backward
OP__prod_others.caller = _prod_others
OP__fill_diagonal.caller = _fill_diagonal
OP__upper.caller = _upper
OP_reshape.caller = reshape
OP_transpose.caller = transpose
OP_transpose_.caller = transpose_
OP_transpose_copy.caller = transpose_copy
OP_permute.caller = permute
OP_permute_copy.caller = permute_copy
OP_expand.caller = expand
OP_expand_copy.caller = expand_copy
OP_select.caller = select
OP_select_copy.caller = select_copy
OP_slice.caller = slice
OP_slice_copy.caller = slice_copy
OP_squeeze.caller = squeeze
OP_squeeze_.caller = squeeze_
OP_squeeze_copy.caller = squeeze_copy
OP_unsqueeze.caller = unsqueeze
OP_unsqueeze_.caller = unsqueeze_
OP_unsqueeze_copy.caller = unsqueeze_copy
OP_clone.caller = clone
OP__to_copy.caller = _to_copy
OP_select_backward.caller = select_backward
OP_slice_backward.caller = slice_backward
OP_to_device.caller = to_device
OP__alias_on.caller = _alias_on
OP__alias_on_copy.caller = _alias_on_copy
OP_copy_.caller = copy_
OP_zero_.caller = zero_
OP_fill_.caller = fill_
OP_sigmoid_backward.caller = sigmoid_backward
OP_gelu_backward.caller = gelu_backward
OP_tanh_backward.caller = tanh_backward
OP_silu_backward.caller = silu_backward
OP_mish_backward.caller = mish_backward
OP_softplus_backward.caller = softplus_backward
OP__logsigmoid_backward.caller = _logsigmoid_backward
OP_elu_backward.caller = elu_backward
OP_hardswish_backward.caller = hardswish_backward
OP_var.caller = var
OP_var_mean.caller = var_mean
OP_std.caller = std
OP_std_mean.caller = std_mean
OP_linalg_vector_norm.caller = linalg_vector_norm
OP_tan.caller = tan
OP_tan_.caller = tan_
OP_asin.caller = asin
OP_asin_.caller = asin_
OP_acos.caller = acos
OP_acos_.caller = acos_
OP_atan.caller = atan
OP_atan_.caller = atan_
OP_sinh.caller = sinh
OP_sinh_.caller = sinh_
OP_cosh.caller = cosh
OP_cosh_.caller = cosh_
OP_asinh.caller = asinh
OP_asinh_.caller = asinh_
OP_acosh.caller = acosh
OP_acosh_.caller = acosh_
OP_atanh.caller = atanh
OP_atanh_.caller = atanh_
OP_sinc.caller = sinc
OP_sinc_.caller = sinc_
OP_deg2rad.caller = deg2rad
OP_deg2rad_.caller = deg2rad_
OP_rad2deg.caller = rad2deg
OP_rad2deg_.caller = rad2deg_
OP_atan2.caller = atan2
OP_atan2_.caller = atan2_
OP_hypot.caller = hypot
OP_hypot_.caller = hypot_
OP_view.caller = view
OP_view_copy.caller = view_copy
OP_alias.caller = alias
OP_alias_copy.caller = alias_copy
OP_diagonal.caller = diagonal
OP_diagonal_copy.caller = diagonal_copy
OP_unfold.caller = unfold
OP_unfold_copy.caller = unfold_copy
OP_as_strided.caller = as_strided
OP_as_strided_.caller = as_strided_
OP_as_strided_copy.caller = as_strided_copy
OP_unbind.caller = unbind
OP_unbind_copy.caller = unbind_copy
OP_split.caller = split
OP_split_copy.caller = split_copy
OP_diagonal_backward.caller = diagonal_backward
OP_unfold_backward.caller = unfold_backward
OP_as_strided_backward.caller = as_strided_backward
OP__as_strided_from.caller = _as_strided_from
OP_view_as.caller = view_as
OP_reshape_as.caller = reshape_as
OP_expand_as.caller = expand_as
OP_broadcast_to.caller = broadcast_to
OP_flatten.caller = flatten
OP_unflatten.caller = unflatten
OP_ravel.caller = ravel
OP_adjoint.caller = adjoint
OP_movedim.caller = movedim
OP_moveaxis.caller = moveaxis
OP_contiguous.caller = contiguous
OP_rot90.caller = rot90
OP_fliplr.caller = fliplr
OP_flipud.caller = flipud
OP_diag.caller = diag
OP_diagflat.caller = diagflat
OP_select_scatter.caller = select_scatter
OP_slice_scatter.caller = slice_scatter
OP_diagonal_scatter.caller = diagonal_scatter
OP_as_strided_scatter.caller = as_strided_scatter
OP_fill.caller = fill
OP_t.caller = t
OP_t_.caller = t_
OP_t_copy.caller = t_copy
OP_narrow.caller = narrow
OP_narrow_copy.caller = narrow_copy
OP_split_with_sizes.caller = split_with_sizes
OP_split_with_sizes_copy.caller = split_with_sizes_copy
OP_swapaxes.caller = swapaxes
OP_swapaxes_.caller = swapaxes_
OP_swapdims.caller = swapdims
OP_swapdims_.caller = swapdims_
OP_resize_.caller = resize_
OP_resize_as_.caller = resize_as_
OP_set_.caller = set_
OP__clone_memory.caller = _clone_memory
OP__contiguous.caller = _contiguous
