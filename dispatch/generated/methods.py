"""The methods of Tensor that are operators.

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


TENSOR: Any = None  # the class itself, when tensor.py has made it


class TensorMethods:
    """What Tensor gets from the declarations."""

    __slots__ = ()
    _keys: int

    def celu(self, alpha: Number = 1.0) -> Tensor:
        """Return x where it is positive, else alpha * (exp(x / alpha) - 1), element by element."""
        if alpha.__class__ in SCALARS:
            return W_celu[self._keys | state()](self, alpha)
        return OP_celu.call((self, alpha))

    def celu_(self, alpha: Number = 1.0) -> Tensor:
        """Return x where it is positive, else alpha * (exp(x / alpha) - 1), element by element."""
        if alpha.__class__ in SCALARS:
            return W_celu_[self._keys | state()](self, alpha)
        return OP_celu_.call((self, alpha))

    def selu(self) -> Tensor:
        """Return elu scaled so that mean and variance of a normal input are kept, element by element."""
        return W_selu[self._keys | state()](self)

    def selu_(self) -> Tensor:
        """Return elu scaled so that mean and variance of a normal input are kept, element by element."""
        return W_selu_[self._keys | state()](self)

    def hardshrink(self, lambd: Number = 0.5) -> Tensor:
        """Return x, 0 where it is between -lambd and lambd, element by element."""
        if lambd.__class__ in SCALARS:
            return W_hardshrink[self._keys | state()](self, lambd)
        return OP_hardshrink.call((self, lambd))

    def hardshrink_(self, lambd: Number = 0.5) -> Tensor:
        """Return x, 0 where it is between -lambd and lambd, element by element."""
        if lambd.__class__ in SCALARS:
            return W_hardshrink_[self._keys | state()](self, lambd)
        return OP_hardshrink_.call((self, lambd))

    def prelu(self, weight: Tensor) -> Tensor:
        """Return x where it is positive, else weight * x, with one weight or one per channel."""
        if weight.__class__ in TENSORS:
            return W_prelu[self._keys | weight._keys | state()](self, weight)
        return OP_prelu.call((self, weight))

    def detach(self) -> Tensor:
        """Return a tensor with the same memory and version, outside the graph."""
        return W_detach[self._keys | state()](self)

    def fmax(self, other: Tensor) -> Tensor:
        """Return the larger of two elements; nan only where both are."""
        if other.__class__ in TENSORS:
            return W_fmax[self._keys | other._keys | state()](self, other)
        return OP_fmax.call((self, other))

    def fmin(self, other: Tensor) -> Tensor:
        """Return the smaller of two elements; nan only where both are."""
        if other.__class__ in TENSORS:
            return W_fmin[self._keys | other._keys | state()](self, other)
        return OP_fmin.call((self, other))

    def clamp_min(self, min: Operand) -> Tensor:
        """Bring elements up to a bound."""
        if min.__class__ in TENSORS:
            return W_clamp_min[self._keys | min._keys | state()](self, min)
        if min.__class__ in SCALARS:
            return W_clamp_min[self._keys | SCALAR_1 | state()](self, min)
        return OP_clamp_min.call((self, min))

    def clamp_min_(self, min: Operand) -> Tensor:
        """Bring elements up to a bound."""
        if min.__class__ in TENSORS:
            return W_clamp_min_[self._keys | min._keys | state()](self, min)
        if min.__class__ in SCALARS:
            return W_clamp_min_[self._keys | SCALAR_0 | state()](self, min)
        return OP_clamp_min_.call((self, min))

    def clamp_max(self, max: Operand) -> Tensor:
        """Bring elements down to a bound."""
        if max.__class__ in TENSORS:
            return W_clamp_max[self._keys | max._keys | state()](self, max)
        if max.__class__ in SCALARS:
            return W_clamp_max[self._keys | SCALAR_1 | state()](self, max)
        return OP_clamp_max.call((self, max))

    def clamp_max_(self, max: Operand) -> Tensor:
        """Bring elements down to a bound."""
        if max.__class__ in TENSORS:
            return W_clamp_max_[self._keys | max._keys | state()](self, max)
        if max.__class__ in SCALARS:
            return W_clamp_max_[self._keys | SCALAR_0 | state()](self, max)
        return OP_clamp_max_.call((self, max))

    def nan_to_num(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
        """Replace nan (by 0) and the infinities (by the largest numbers) or by what is given."""
        if (nan is None or nan.__class__ is float) and (posinf is None or posinf.__class__ is float) and (neginf is None or neginf.__class__ is float):
            return W_nan_to_num[self._keys | state()](self, nan, posinf, neginf)
        return OP_nan_to_num.call((self, nan, posinf, neginf))

    def nan_to_num_(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
        """Replace nan (by 0) and the infinities (by the largest numbers) or by what is given."""
        if (nan is None or nan.__class__ is float) and (posinf is None or posinf.__class__ is float) and (neginf is None or neginf.__class__ is float):
            return W_nan_to_num_[self._keys | state()](self, nan, posinf, neginf)
        return OP_nan_to_num_.call((self, nan, posinf, neginf))

    def heaviside(self, values: Tensor) -> Tensor:
        """Return 0 for negative and 1 for positive elements, and `values` at 0."""
        if values.__class__ in TENSORS:
            return W_heaviside[self._keys | values._keys | state()](self, values)
        return OP_heaviside.call((self, values))

    def heaviside_(self, values: Tensor) -> Tensor:
        """Return 0 for negative and 1 for positive elements, and `values` at 0."""
        if values.__class__ in TENSORS:
            return W_heaviside_[self._keys | values._keys | state()](self, values)
        return OP_heaviside_.call((self, values))

    def masked_fill(self, mask: Tensor, value: Operand) -> Tensor:
        """Put one value where the mask is true."""
        if value.__class__ in TENSORS and mask.__class__ in TENSORS:
            return W_masked_fill[self._keys | mask._keys | value._keys | state()](self, mask, value)
        if value.__class__ in SCALARS and mask.__class__ in TENSORS:
            return W_masked_fill[self._keys | mask._keys | SCALAR_0 | state()](self, mask, value)
        return OP_masked_fill.call((self, mask, value))

    def masked_fill_(self, mask: Tensor, value: Operand) -> Tensor:
        """Put one value where the mask is true."""
        if value.__class__ in TENSORS and mask.__class__ in TENSORS:
            return W_masked_fill_[self._keys | mask._keys | value._keys | state()](self, mask, value)
        if value.__class__ in SCALARS and mask.__class__ in TENSORS:
            return W_masked_fill_[self._keys | mask._keys | SCALAR_0 | state()](self, mask, value)
        return OP_masked_fill_.call((self, mask, value))

    def lerp(self, end: Tensor, weight: Operand) -> Tensor:
        """Return input + weight * (end - input)."""
        if weight.__class__ in TENSORS and end.__class__ in TENSORS:
            return W_lerp[self._keys | end._keys | weight._keys | state()](self, end, weight)
        if weight.__class__ in SCALARS and end.__class__ in TENSORS:
            return W_lerp[self._keys | end._keys | SCALAR_0 | state()](self, end, weight)
        return OP_lerp.call((self, end, weight))

    def lerp_(self, end: Tensor, weight: Operand) -> Tensor:
        """Return input + weight * (end - input)."""
        if weight.__class__ in TENSORS and end.__class__ in TENSORS:
            return W_lerp_[self._keys | end._keys | weight._keys | state()](self, end, weight)
        if weight.__class__ in SCALARS and end.__class__ in TENSORS:
            return W_lerp_[self._keys | end._keys | SCALAR_0 | state()](self, end, weight)
        return OP_lerp_.call((self, end, weight))

    def addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
        """Add value * tensor1 * tensor2."""
        if tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
            return W_addcmul[self._keys | tensor1._keys | tensor2._keys | state()](self, tensor1, tensor2, value)
        return OP_addcmul.call((self, tensor1, tensor2, value))

    def addcmul_(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
        """Add value * tensor1 * tensor2."""
        if tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
            return W_addcmul_[self._keys | tensor1._keys | tensor2._keys | state()](self, tensor1, tensor2, value)
        return OP_addcmul_.call((self, tensor1, tensor2, value))

    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
        """Add value * tensor1 / tensor2."""
        if tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
            return W_addcdiv[self._keys | tensor1._keys | tensor2._keys | state()](self, tensor1, tensor2, value)
        return OP_addcdiv.call((self, tensor1, tensor2, value))

    def addcdiv_(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
        """Add value * tensor1 / tensor2."""
        if tensor1.__class__ in TENSORS and tensor2.__class__ in TENSORS and value.__class__ in SCALARS:
            return W_addcdiv_[self._keys | tensor1._keys | tensor2._keys | state()](self, tensor1, tensor2, value)
        return OP_addcdiv_.call((self, tensor1, tensor2, value))

    def isnan(self) -> Tensor:
        """Return whether elements are nan."""
        return W_isnan[self._keys | state()](self)

    def isinf(self) -> Tensor:
        """Return whether elements are infinite."""
        return W_isinf[self._keys | state()](self)

    def isfinite(self) -> Tensor:
        """Return whether elements are neither infinite nor nan."""
        return W_isfinite[self._keys | state()](self)

    def isposinf(self) -> Tensor:
        """Return whether elements are positive infinity."""
        return W_isposinf[self._keys | state()](self)

    def isneginf(self) -> Tensor:
        """Return whether elements are negative infinity."""
        return W_isneginf[self._keys | state()](self)

    def logical_and(self, other: Tensor) -> Tensor:
        """Return whether both elements are not zero."""
        if other.__class__ in TENSORS:
            return W_logical_and[self._keys | other._keys | state()](self, other)
        return OP_logical_and.call((self, other))

    def logical_and_(self, other: Tensor) -> Tensor:
        """Return whether both elements are not zero."""
        if other.__class__ in TENSORS:
            return W_logical_and_[self._keys | other._keys | state()](self, other)
        return OP_logical_and_.call((self, other))

    def logical_or(self, other: Tensor) -> Tensor:
        """Return whether an element is not zero."""
        if other.__class__ in TENSORS:
            return W_logical_or[self._keys | other._keys | state()](self, other)
        return OP_logical_or.call((self, other))

    def logical_or_(self, other: Tensor) -> Tensor:
        """Return whether an element is not zero."""
        if other.__class__ in TENSORS:
            return W_logical_or_[self._keys | other._keys | state()](self, other)
        return OP_logical_or_.call((self, other))

    def logical_xor(self, other: Tensor) -> Tensor:
        """Return whether exactly one element is not zero."""
        if other.__class__ in TENSORS:
            return W_logical_xor[self._keys | other._keys | state()](self, other)
        return OP_logical_xor.call((self, other))

    def logical_xor_(self, other: Tensor) -> Tensor:
        """Return whether exactly one element is not zero."""
        if other.__class__ in TENSORS:
            return W_logical_xor_[self._keys | other._keys | state()](self, other)
        return OP_logical_xor_.call((self, other))

    def bitwise_not(self) -> Tensor:
        """Invert the bits of integers, or booleans."""
        return W_bitwise_not[self._keys | state()](self)

    def bitwise_not_(self) -> Tensor:
        """Invert the bits of integers, or booleans."""
        return W_bitwise_not_[self._keys | state()](self)

    def bitwise_and(self, other: Operand) -> Tensor:
        """Return the bits that both have."""
        if other.__class__ in TENSORS:
            return W_bitwise_and[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_and[self._keys | SCALAR_1 | state()](self, other)
        return OP_bitwise_and.call((self, other))

    def bitwise_and_(self, other: Operand) -> Tensor:
        """Return the bits that both have."""
        if other.__class__ in TENSORS:
            return W_bitwise_and_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_and_[self._keys | SCALAR_0 | state()](self, other)
        return OP_bitwise_and_.call((self, other))

    def bitwise_or(self, other: Operand) -> Tensor:
        """Return the bits that one of both has."""
        if other.__class__ in TENSORS:
            return W_bitwise_or[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_or[self._keys | SCALAR_1 | state()](self, other)
        return OP_bitwise_or.call((self, other))

    def bitwise_or_(self, other: Operand) -> Tensor:
        """Return the bits that one of both has."""
        if other.__class__ in TENSORS:
            return W_bitwise_or_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_or_[self._keys | SCALAR_0 | state()](self, other)
        return OP_bitwise_or_.call((self, other))

    def bitwise_xor(self, other: Operand) -> Tensor:
        """Return the bits that exactly one has."""
        if other.__class__ in TENSORS:
            return W_bitwise_xor[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_xor[self._keys | SCALAR_1 | state()](self, other)
        return OP_bitwise_xor.call((self, other))

    def bitwise_xor_(self, other: Operand) -> Tensor:
        """Return the bits that exactly one has."""
        if other.__class__ in TENSORS:
            return W_bitwise_xor_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_xor_[self._keys | SCALAR_0 | state()](self, other)
        return OP_bitwise_xor_.call((self, other))

    def bitwise_left_shift(self, other: Operand) -> Tensor:
        """Shift the bits up by `other` places."""
        if other.__class__ in TENSORS:
            return W_bitwise_left_shift[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_left_shift[self._keys | SCALAR_1 | state()](self, other)
        return OP_bitwise_left_shift.call((self, other))

    def bitwise_left_shift_(self, other: Operand) -> Tensor:
        """Shift the bits up by `other` places."""
        if other.__class__ in TENSORS:
            return W_bitwise_left_shift_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_left_shift_[self._keys | SCALAR_0 | state()](self, other)
        return OP_bitwise_left_shift_.call((self, other))

    def bitwise_right_shift(self, other: Operand) -> Tensor:
        """Shift the bits down by `other` places, keeping the sign."""
        if other.__class__ in TENSORS:
            return W_bitwise_right_shift[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_right_shift[self._keys | SCALAR_1 | state()](self, other)
        return OP_bitwise_right_shift.call((self, other))

    def bitwise_right_shift_(self, other: Operand) -> Tensor:
        """Shift the bits down by `other` places, keeping the sign."""
        if other.__class__ in TENSORS:
            return W_bitwise_right_shift_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_bitwise_right_shift_[self._keys | SCALAR_0 | state()](self, other)
        return OP_bitwise_right_shift_.call((self, other))

    def isclose(self, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
        """Return whether elements differ by at most atol + rtol * |other|."""
        if other.__class__ in TENSORS and rtol.__class__ is float and atol.__class__ is float and equal_nan.__class__ is bool:
            return W_isclose[self._keys | other._keys | state()](self, other, rtol, atol, equal_nan)
        return OP_isclose.call((self, other, rtol, atol, equal_nan))

    def allclose(self, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
        """Return whether all elements differ by at most atol + rtol * |other|."""
        if other.__class__ in TENSORS and rtol.__class__ is float and atol.__class__ is float and equal_nan.__class__ is bool:
            return W_allclose[self._keys | other._keys | state()](self, other, rtol, atol, equal_nan)
        return OP_allclose.call((self, other, rtol, atol, equal_nan))

    def equal(self, other: Tensor) -> bool:
        """Return whether two tensors have the same sizes and elements."""
        if other.__class__ in TENSORS:
            return W_equal[self._keys | other._keys | state()](self, other)
        return OP_equal.call((self, other))

    def conj_physical(self) -> Tensor:
        """Return the conjugate in new memory; of real numbers a copy."""
        return W_conj_physical[self._keys | state()](self)

    def conj_physical_(self) -> Tensor:
        """Return the conjugate in new memory; of real numbers a copy."""
        return W_conj_physical_[self._keys | state()](self)

    def sgn(self) -> Tensor:
        """Return a number of length 1 in the same direction, 0 for 0; of a real number its sign."""
        return W_sgn[self._keys | state()](self)

    def sgn_(self) -> Tensor:
        """Return a number of length 1 in the same direction, 0 for 0; of a real number its sign."""
        return W_sgn_[self._keys | state()](self)

    def angle(self) -> Tensor:
        """Return the angle in radians between a number and the positive real axis."""
        return W_angle[self._keys | state()](self)

    def isreal(self) -> Tensor:
        """Return whether the imaginary part of each number is 0."""
        return W_isreal[self._keys | state()](self)

    def conj(self) -> Tensor:
        """Return the conjugate; of real numbers the tensor itself."""
        return W_conj[self._keys | state()](self)

    def resolve_conj(self) -> Tensor:
        """Return the tensor itself: conjugates are computed at once here."""
        return W_resolve_conj[self._keys | state()](self)

    def resolve_neg(self) -> Tensor:
        """Return the tensor itself: negatives are computed at once here."""
        return W_resolve_neg[self._keys | state()](self)

    def exp2(self) -> Tensor:
        """Return 2 to the power of each element."""
        return W_exp2[self._keys | state()](self)

    def exp2_(self) -> Tensor:
        """Return 2 to the power of each element."""
        return W_exp2_[self._keys | state()](self)

    def expm1(self) -> Tensor:
        """Return exp(x) - 1, exact near 0."""
        return W_expm1[self._keys | state()](self)

    def expm1_(self) -> Tensor:
        """Return exp(x) - 1, exact near 0."""
        return W_expm1_[self._keys | state()](self)

    def log2(self) -> Tensor:
        """Return the logarithm to base 2."""
        return W_log2[self._keys | state()](self)

    def log2_(self) -> Tensor:
        """Return the logarithm to base 2."""
        return W_log2_[self._keys | state()](self)

    def log10(self) -> Tensor:
        """Return the logarithm to base 10."""
        return W_log10[self._keys | state()](self)

    def log10_(self) -> Tensor:
        """Return the logarithm to base 10."""
        return W_log10_[self._keys | state()](self)

    def log1p(self) -> Tensor:
        """Return log(1 + x), exact near 0."""
        return W_log1p[self._keys | state()](self)

    def log1p_(self) -> Tensor:
        """Return log(1 + x), exact near 0."""
        return W_log1p_[self._keys | state()](self)

    def rsqrt(self) -> Tensor:
        """Return one over the square root."""
        return W_rsqrt[self._keys | state()](self)

    def rsqrt_(self) -> Tensor:
        """Return one over the square root."""
        return W_rsqrt_[self._keys | state()](self)

    def reciprocal(self) -> Tensor:
        """Return one over each element."""
        return W_reciprocal[self._keys | state()](self)

    def reciprocal_(self) -> Tensor:
        """Return one over each element."""
        return W_reciprocal_[self._keys | state()](self)

    def erf(self) -> Tensor:
        """Return the error function."""
        return W_erf[self._keys | state()](self)

    def erf_(self) -> Tensor:
        """Return the error function."""
        return W_erf_[self._keys | state()](self)

    def erfc(self) -> Tensor:
        """Return 1 - erf(x), exact for large x."""
        return W_erfc[self._keys | state()](self)

    def erfc_(self) -> Tensor:
        """Return 1 - erf(x), exact for large x."""
        return W_erfc_[self._keys | state()](self)

    def erfinv(self) -> Tensor:
        """Return the inverse of the error function."""
        return W_erfinv[self._keys | state()](self)

    def erfinv_(self) -> Tensor:
        """Return the inverse of the error function."""
        return W_erfinv_[self._keys | state()](self)

    def lgamma(self) -> Tensor:
        """Return the logarithm of the absolute value of the gamma function."""
        return W_lgamma[self._keys | state()](self)

    def lgamma_(self) -> Tensor:
        """Return the logarithm of the absolute value of the gamma function."""
        return W_lgamma_[self._keys | state()](self)

    def digamma(self) -> Tensor:
        """Return the derivative of lgamma."""
        return W_digamma[self._keys | state()](self)

    def digamma_(self) -> Tensor:
        """Return the derivative of lgamma."""
        return W_digamma_[self._keys | state()](self)

    def square(self) -> Tensor:
        """Return each element times itself."""
        return W_square[self._keys | state()](self)

    def square_(self) -> Tensor:
        """Return each element times itself."""
        return W_square_[self._keys | state()](self)

    def logit(self, eps: float | None = None) -> Tensor:
        """Return log(x / (1 - x)), with x first clamped to [eps, 1 - eps] where eps is given."""
        if (eps is None or eps.__class__ is float):
            return W_logit[self._keys | state()](self, eps)
        return OP_logit.call((self, eps))

    def logit_(self, eps: float | None = None) -> Tensor:
        """Return log(x / (1 - x)), with x first clamped to [eps, 1 - eps] where eps is given."""
        if (eps is None or eps.__class__ is float):
            return W_logit_[self._keys | state()](self, eps)
        return OP_logit_.call((self, eps))

    def logaddexp(self, other: Tensor) -> Tensor:
        """Return log(exp(input) + exp(other)) without overflow."""
        if other.__class__ in TENSORS:
            return W_logaddexp[self._keys | other._keys | state()](self, other)
        return OP_logaddexp.call((self, other))

    def logaddexp2(self, other: Tensor) -> Tensor:
        """Return log2(2 ** input + 2 ** other) without overflow."""
        if other.__class__ in TENSORS:
            return W_logaddexp2[self._keys | other._keys | state()](self, other)
        return OP_logaddexp2.call((self, other))

    def xlogy(self, other: Operand) -> Tensor:
        """Return input * log(other), 0 where input is 0."""
        if other.__class__ in TENSORS:
            return W_xlogy[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_xlogy[self._keys | SCALAR_1 | state()](self, other)
        return OP_xlogy.call((self, other))

    def xlogy_(self, other: Operand) -> Tensor:
        """Return input * log(other), 0 where input is 0."""
        if other.__class__ in TENSORS:
            return W_xlogy_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_xlogy_[self._keys | SCALAR_0 | state()](self, other)
        return OP_xlogy_.call((self, other))

    def float_power(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent` in float64."""
        if exponent.__class__ in TENSORS:
            return W_float_power[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_float_power[self._keys | SCALAR_1 | state()](self, exponent)
        return OP_float_power.call((self, exponent))

    def float_power_(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent` in float64."""
        if exponent.__class__ in TENSORS:
            return W_float_power_[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_float_power_[self._keys | SCALAR_0 | state()](self, exponent)
        return OP_float_power_.call((self, exponent))

    def amax(self, dim: Sequence[int] | int = (), keepdim: bool = False) -> Tensor:
        """Return the largest element along dimensions, or of all; nan wins."""
        if dim.__class__ is int:
            dim = (dim,)
        if dim.__class__ is tuple and keepdim.__class__ is bool:
            return W_amax[self._keys | state()](self, dim, keepdim)
        return OP_amax.call((self, dim, keepdim))

    def argmax(self, dim: int | None = None, keepdim: bool = False) -> Tensor:
        """Return where the largest element stands first, along a dimension or among all."""
        if (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
            return W_argmax[self._keys | state()](self, dim, keepdim)
        return OP_argmax.call((self, dim, keepdim))

    def amin(self, dim: Sequence[int] | int = (), keepdim: bool = False) -> Tensor:
        """Return the smallest element along dimensions, or of all; nan wins."""
        if dim.__class__ is int:
            dim = (dim,)
        if dim.__class__ is tuple and keepdim.__class__ is bool:
            return W_amin[self._keys | state()](self, dim, keepdim)
        return OP_amin.call((self, dim, keepdim))

    def argmin(self, dim: int | None = None, keepdim: bool = False) -> Tensor:
        """Return where the smallest element stands first, along a dimension or among all."""
        if (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
            return W_argmin[self._keys | state()](self, dim, keepdim)
        return OP_argmin.call((self, dim, keepdim))

    def aminmax(self, *, dim: int | None = None, keepdim: bool = False) -> Any:
        """Return the smallest and the largest element, along a dimension or of all."""
        if (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
            return W_aminmax[self._keys | state()](self, dim, keepdim)
        return OP_aminmax.call((self, dim, keepdim))

    def index(self, indices: Sequence[Tensor | None]) -> Tensor:
        """Read by one tensor of indices, or mask, for each dimension; None takes a dimension whole."""
        if (k_indices := keys_or_none(indices)):
            return W_index[self._keys | k_indices | state()](self, indices)
        return OP_index.call((self, indices))

    def index_put(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
        """Write, or add, values where `index` would read."""
        if (k_indices := keys_or_none(indices)) and values.__class__ in TENSORS and accumulate.__class__ is bool:
            return W_index_put[self._keys | k_indices | values._keys | state()](self, indices, values, accumulate)
        return OP_index_put.call((self, indices, values, accumulate))

    def index_put_(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
        """Write, or add, values where `index` would read."""
        if (k_indices := keys_or_none(indices)) and values.__class__ in TENSORS and accumulate.__class__ is bool:
            return W_index_put_[self._keys | k_indices | values._keys | state()](self, indices, values, accumulate)
        return OP_index_put_.call((self, indices, values, accumulate))

    def gather(self, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
        """Read along a dimension at indices given for each element of the result."""
        if dim.__class__ is int and index.__class__ in TENSORS and sparse_grad.__class__ is bool:
            return W_gather[self._keys | index._keys | state()](self, dim, index, sparse_grad)
        return OP_gather.call((self, dim, index, sparse_grad))

    def scatter_add(self, dim: int, index: Tensor, src: Tensor) -> Tensor:
        """Add along a dimension at indices given for each element of `src`."""
        if dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS:
            return W_scatter_add[self._keys | index._keys | src._keys | state()](self, dim, index, src)
        return OP_scatter_add.call((self, dim, index, src))

    def scatter_add_(self, dim: int, index: Tensor, src: Tensor) -> Tensor:
        """Add along a dimension at indices given for each element of `src`."""
        if dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS:
            return W_scatter_add_[self._keys | index._keys | src._keys | state()](self, dim, index, src)
        return OP_scatter_add_.call((self, dim, index, src))

    def scatter_reduce(self, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin"."""
        if dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
            return W_scatter_reduce[self._keys | index._keys | src._keys | state()](self, dim, index, src, reduce, include_self)
        return OP_scatter_reduce.call((self, dim, index, src, reduce, include_self))

    def scatter_reduce_(self, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin"."""
        if dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
            return W_scatter_reduce_[self._keys | index._keys | src._keys | state()](self, dim, index, src, reduce, include_self)
        return OP_scatter_reduce_.call((self, dim, index, src, reduce, include_self))

    def index_reduce(self, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """Combine the slices that fall on one index by "prod", "mean", "amax" or "amin"."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
            return W_index_reduce[self._keys | index._keys | source._keys | state()](self, dim, index, source, reduce, include_self)
        return OP_index_reduce.call((self, dim, index, source, reduce, include_self))

    def index_reduce_(self, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """Combine the slices that fall on one index by "prod", "mean", "amax" or "amin"."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
            return W_index_reduce_[self._keys | index._keys | source._keys | state()](self, dim, index, source, reduce, include_self)
        return OP_index_reduce_.call((self, dim, index, source, reduce, include_self))

    def index_select(self, dim: int, index: Tensor) -> Tensor:
        """Read the given indices of a dimension."""
        if dim.__class__ is int and index.__class__ in TENSORS:
            return W_index_select[self._keys | index._keys | state()](self, dim, index)
        return OP_index_select.call((self, dim, index))

    def index_add(self, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
        """Add the slices of `source`, times `alpha`, at the given indices of a dimension."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_index_add[self._keys | index._keys | source._keys | state()](self, dim, index, source, alpha)
        return OP_index_add.call((self, dim, index, source, alpha))

    def index_add_(self, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
        """Add the slices of `source`, times `alpha`, at the given indices of a dimension."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_index_add_[self._keys | index._keys | source._keys | state()](self, dim, index, source, alpha)
        return OP_index_add_.call((self, dim, index, source, alpha))

    def index_copy(self, dim: int, index: Tensor, source: Tensor) -> Tensor:
        """Write the slices of `source` at the given indices of a dimension."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS:
            return W_index_copy[self._keys | index._keys | source._keys | state()](self, dim, index, source)
        return OP_index_copy.call((self, dim, index, source))

    def index_copy_(self, dim: int, index: Tensor, source: Tensor) -> Tensor:
        """Write the slices of `source` at the given indices of a dimension."""
        if dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS:
            return W_index_copy_[self._keys | index._keys | source._keys | state()](self, dim, index, source)
        return OP_index_copy_.call((self, dim, index, source))

    def index_fill(self, dim: int, index: Tensor, value: Operand) -> Tensor:
        """Write one value at the given indices of a dimension."""
        if value.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
            return W_index_fill[self._keys | index._keys | value._keys | state()](self, dim, index, value)
        if value.__class__ in SCALARS and dim.__class__ is int and index.__class__ in TENSORS:
            return W_index_fill[self._keys | index._keys | SCALAR_0 | state()](self, dim, index, value)
        return OP_index_fill.call((self, dim, index, value))

    def index_fill_(self, dim: int, index: Tensor, value: Operand) -> Tensor:
        """Write one value at the given indices of a dimension."""
        if value.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
            return W_index_fill_[self._keys | index._keys | value._keys | state()](self, dim, index, value)
        if value.__class__ in SCALARS and dim.__class__ is int and index.__class__ in TENSORS:
            return W_index_fill_[self._keys | index._keys | SCALAR_0 | state()](self, dim, index, value)
        return OP_index_fill_.call((self, dim, index, value))

    def take(self, index: Tensor) -> Tensor:
        """Read at indices that count all elements in a row."""
        if index.__class__ in TENSORS:
            return W_take[self._keys | index._keys | state()](self, index)
        return OP_take.call((self, index))

    def put(self, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        """Write, or add, at indices that count all elements in a row."""
        if index.__class__ in TENSORS and source.__class__ in TENSORS and accumulate.__class__ is bool:
            return W_put[self._keys | index._keys | source._keys | state()](self, index, source, accumulate)
        return OP_put.call((self, index, source, accumulate))

    def put_(self, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        """Write, or add, at indices that count all elements in a row."""
        if index.__class__ in TENSORS and source.__class__ in TENSORS and accumulate.__class__ is bool:
            return W_put_[self._keys | index._keys | source._keys | state()](self, index, source, accumulate)
        return OP_put_.call((self, index, source, accumulate))

    def masked_select(self, mask: Tensor) -> Tensor:
        """Read the elements where a mask holds, in a row."""
        if mask.__class__ in TENSORS:
            return W_masked_select[self._keys | mask._keys | state()](self, mask)
        return OP_masked_select.call((self, mask))

    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """Write the elements of `source`, in a row, where a mask holds."""
        if mask.__class__ in TENSORS and source.__class__ in TENSORS:
            return W_masked_scatter[self._keys | mask._keys | source._keys | state()](self, mask, source)
        return OP_masked_scatter.call((self, mask, source))

    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """Write the elements of `source`, in a row, where a mask holds."""
        if mask.__class__ in TENSORS and source.__class__ in TENSORS:
            return W_masked_scatter_[self._keys | mask._keys | source._keys | state()](self, mask, source)
        return OP_masked_scatter_.call((self, mask, source))

    def argwhere(self) -> Tensor:
        """Return a row of indices for each element that is not zero."""
        return W_argwhere[self._keys | state()](self)

    def take_along_dim(self, indices: Tensor, dim: int | None = None) -> Tensor:
        """Read along a dimension at indices that are broadcast; without one, of all elements."""
        if indices.__class__ in TENSORS and (dim is None or dim.__class__ is int):
            return W_take_along_dim[self._keys | indices._keys | state()](self, indices, dim)
        return OP_take_along_dim.call((self, indices, dim))

    def flip(self, *dims: Any) -> Tensor:
        """Reverse dimensions."""
        if len(dims) == 1 and dims[0].__class__ is not int:
            dims = dims[0]
        if dims.__class__ is tuple:
            return W_flip[self._keys | state()](self, dims)
        return OP_flip.call((self, dims))

    def roll(self, shifts: Sequence[int] | int, dims: Sequence[int] | int = ()) -> Tensor:
        """Shift elements along dimensions; what leaves at the end comes in at the start."""
        if shifts.__class__ is int:
            shifts = (shifts,)
        if dims.__class__ is int:
            dims = (dims,)
        if shifts.__class__ is tuple and dims.__class__ is tuple:
            return W_roll[self._keys | state()](self, shifts, dims)
        return OP_roll.call((self, shifts, dims))

    def repeat(self, *repeats: Any) -> Tensor:
        """Repeat the whole tensor along each dimension."""
        if len(repeats) == 1 and repeats[0].__class__ is not int:
            repeats = repeats[0]
        if repeats.__class__ is tuple:
            return W_repeat[self._keys | state()](self, repeats)
        return OP_repeat.call((self, repeats))

    def tril(self, diagonal: int = 0) -> Tensor:
        """Return a copy with zeros above a diagonal."""
        if diagonal.__class__ is int:
            return W_tril[self._keys | state()](self, diagonal)
        return OP_tril.call((self, diagonal))

    def tril_(self, diagonal: int = 0) -> Tensor:
        """Return a copy with zeros above a diagonal."""
        if diagonal.__class__ is int:
            return W_tril_[self._keys | state()](self, diagonal)
        return OP_tril_.call((self, diagonal))

    def triu(self, diagonal: int = 0) -> Tensor:
        """Return a copy with zeros below a diagonal."""
        if diagonal.__class__ is int:
            return W_triu[self._keys | state()](self, diagonal)
        return OP_triu.call((self, diagonal))

    def triu_(self, diagonal: int = 0) -> Tensor:
        """Return a copy with zeros below a diagonal."""
        if diagonal.__class__ is int:
            return W_triu_[self._keys | state()](self, diagonal)
        return OP_triu_.call((self, diagonal))

    def diag_embed(self, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
        """Put the last dimension on a diagonal of two dimensions of a new tensor."""
        if offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
            return W_diag_embed[self._keys | state()](self, offset, dim1, dim2)
        return OP_diag_embed.call((self, offset, dim1, dim2))

    def constant_pad_nd(self, pad: Sequence[int] | int, value: Number = 0) -> Tensor:
        """Put a value around a tensor: before and after the last dimension, then the one before it."""
        if pad.__class__ is int:
            pad = (pad,)
        if pad.__class__ is tuple and value.__class__ in SCALARS:
            return W_constant_pad_nd[self._keys | state()](self, pad, value)
        return OP_constant_pad_nd.call((self, pad, value))

    def chunk(self, chunks: int, dim: int = 0) -> list[Tensor]:
        """Return views of at most so many pieces of a dimension, all but the last of one size."""
        if chunks.__class__ is int and dim.__class__ is int:
            return W_chunk[self._keys | state()](self, chunks, dim)
        return OP_chunk.call((self, chunks, dim))

    def unsafe_chunk(self, chunks: int, dim: int = 0) -> list[Tensor]:
        """Return what chunk gives, as views that may be written to one by one."""
        if chunks.__class__ is int and dim.__class__ is int:
            return W_unsafe_chunk[self._keys | state()](self, chunks, dim)
        return OP_unsafe_chunk.call((self, chunks, dim))

    def unsafe_split(self, split_size: int, dim: int = 0) -> list[Tensor]:
        """Return what split gives, as views that may be written to one by one."""
        if split_size.__class__ is int and dim.__class__ is int:
            return W_unsafe_split[self._keys | state()](self, split_size, dim)
        return OP_unsafe_split.call((self, split_size, dim))

    def unsafe_split_with_sizes(self, split_sizes: Sequence[int] | int, dim: int = 0) -> list[Tensor]:
        """Return what split_with_sizes gives, as views that may be written to one by one."""
        if split_sizes.__class__ is int:
            split_sizes = (split_sizes,)
        if split_sizes.__class__ is tuple and dim.__class__ is int:
            return W_unsafe_split_with_sizes[self._keys | state()](self, split_sizes, dim)
        return OP_unsafe_split_with_sizes.call((self, split_sizes, dim))

    def tensor_split(self, indices_or_sections: Any, dim: int = 0) -> list[Tensor]:
        """Return views of so many pieces of a dimension, or of those between indices."""
        if dim.__class__ is int:
            return W_tensor_split[self._keys | state()](self, indices_or_sections, dim)
        return OP_tensor_split.call((self, indices_or_sections, dim))

    def hsplit(self, indices_or_sections: Any) -> list[Tensor]:
        """Split along the second dimension, a vector along its only one."""
        return W_hsplit[self._keys | state()](self, indices_or_sections)

    def vsplit(self, indices_or_sections: Any) -> list[Tensor]:
        """Split along the first dimension."""
        return W_vsplit[self._keys | state()](self, indices_or_sections)

    def dsplit(self, indices_or_sections: Any) -> list[Tensor]:
        """Split along the third dimension."""
        return W_dsplit[self._keys | state()](self, indices_or_sections)

    def repeat_interleave(self, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
        """Repeat each element along a dimension; without one, of all elements in a row."""
        if (dim is None or dim.__class__ is int) and (output_size is None or output_size.__class__ is int):
            return W_repeat_interleave[self._keys | state()](self, repeats, dim, output_size)
        return OP_repeat_interleave.call((self, repeats, dim, output_size))

    def tile(self, *dims: Any) -> Tensor:
        """Repeat the whole tensor along each dimension; missing dimensions are put in front."""
        if len(dims) == 1 and dims[0].__class__ is not int:
            dims = dims[0]
        if dims.__class__ is tuple:
            return W_tile[self._keys | state()](self, dims)
        return OP_tile.call((self, dims))

    def matmul(self, other: Tensor) -> Tensor:
        """Multiply matrices, vectors, or batches of matrices."""
        if other.__class__ in TENSORS:
            return W_matmul[self._keys | other._keys | state()](self, other)
        return OP_matmul.call((self, other))

    def mm(self, mat2: Tensor) -> Tensor:
        """Multiply two matrices."""
        if mat2.__class__ in TENSORS:
            return W_mm[self._keys | mat2._keys | state()](self, mat2)
        return OP_mm.call((self, mat2))

    def bmm(self, mat2: Tensor) -> Tensor:
        """Multiply two batches of matrices."""
        if mat2.__class__ in TENSORS:
            return W_bmm[self._keys | mat2._keys | state()](self, mat2)
        return OP_bmm.call((self, mat2))

    def mv(self, vec: Tensor) -> Tensor:
        """Multiply a matrix and a vector."""
        if vec.__class__ in TENSORS:
            return W_mv[self._keys | vec._keys | state()](self, vec)
        return OP_mv.call((self, vec))

    def dot(self, tensor: Tensor) -> Tensor:
        """Return the sum of the products of the elements of two vectors."""
        if tensor.__class__ in TENSORS:
            return W_dot[self._keys | tensor._keys | state()](self, tensor)
        return OP_dot.call((self, tensor))

    def vdot(self, other: Tensor) -> Tensor:
        """Return the dot product of two vectors, the first conjugated."""
        if other.__class__ in TENSORS:
            return W_vdot[self._keys | other._keys | state()](self, other)
        return OP_vdot.call((self, other))

    def outer(self, vec2: Tensor) -> Tensor:
        """Return the products of all pairs of elements of two vectors."""
        if vec2.__class__ in TENSORS:
            return W_outer[self._keys | vec2._keys | state()](self, vec2)
        return OP_outer.call((self, vec2))

    def trace(self) -> Tensor:
        """Return the sum of the diagonal of a matrix."""
        return W_trace[self._keys | state()](self)

    def inner(self, other: Tensor) -> Tensor:
        """Return the sums of products along the last dimensions of both."""
        if other.__class__ in TENSORS:
            return W_inner[self._keys | other._keys | state()](self, other)
        return OP_inner.call((self, other))

    def ger(self, vec2: Tensor) -> Tensor:
        """Return the products of all pairs of elements of two vectors, as outer does."""
        if vec2.__class__ in TENSORS:
            return W_ger[self._keys | vec2._keys | state()](self, vec2)
        return OP_ger.call((self, vec2))

    def kron(self, other: Tensor) -> Tensor:
        """Return the Kronecker product."""
        if other.__class__ in TENSORS:
            return W_kron[self._keys | other._keys | state()](self, other)
        return OP_kron.call((self, other))

    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (mat1 @ mat2), of matrices."""
        if mat1.__class__ in TENSORS and mat2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addmm[self._keys | mat1._keys | mat2._keys | state()](self, mat1, mat2, beta, alpha)
        return OP_addmm.call((self, mat1, mat2, beta, alpha))

    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (mat1 @ mat2), of matrices."""
        if mat1.__class__ in TENSORS and mat2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addmm_[self._keys | mat1._keys | mat2._keys | state()](self, mat1, mat2, beta, alpha)
        return OP_addmm_.call((self, mat1, mat2, beta, alpha))

    def addmv(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (mat @ vec)."""
        if mat.__class__ in TENSORS and vec.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addmv[self._keys | mat._keys | vec._keys | state()](self, mat, vec, beta, alpha)
        return OP_addmv.call((self, mat, vec, beta, alpha))

    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (mat @ vec)."""
        if mat.__class__ in TENSORS and vec.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addmv_[self._keys | mat._keys | vec._keys | state()](self, mat, vec, beta, alpha)
        return OP_addmv_.call((self, mat, vec, beta, alpha))

    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (batch1 @ batch2), of batches of matrices."""
        if batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_baddbmm[self._keys | batch1._keys | batch2._keys | state()](self, batch1, batch2, beta, alpha)
        return OP_baddbmm.call((self, batch1, batch2, beta, alpha))

    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (batch1 @ batch2), of batches of matrices."""
        if batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_baddbmm_[self._keys | batch1._keys | batch2._keys | state()](self, batch1, batch2, beta, alpha)
        return OP_baddbmm_.call((self, batch1, batch2, beta, alpha))

    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (the sum of the products of two batches of matrices)."""
        if batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addbmm[self._keys | batch1._keys | batch2._keys | state()](self, batch1, batch2, beta, alpha)
        return OP_addbmm.call((self, batch1, batch2, beta, alpha))

    def addbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (the sum of the products of two batches of matrices)."""
        if batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addbmm_[self._keys | batch1._keys | batch2._keys | state()](self, batch1, batch2, beta, alpha)
        return OP_addbmm_.call((self, batch1, batch2, beta, alpha))

    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (the outer product of two vectors)."""
        if vec1.__class__ in TENSORS and vec2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addr[self._keys | vec1._keys | vec2._keys | state()](self, vec1, vec2, beta, alpha)
        return OP_addr.call((self, vec1, vec2, beta, alpha))

    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Return beta * input + alpha * (the outer product of two vectors)."""
        if vec1.__class__ in TENSORS and vec2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_addr_[self._keys | vec1._keys | vec2._keys | state()](self, vec1, vec2, beta, alpha)
        return OP_addr_.call((self, vec1, vec2, beta, alpha))

    def sort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
        """Put elements in order along a dimension; nan counts as the largest."""
        if dim.__class__ is int and descending.__class__ is bool and stable.__class__ is bool:
            return W_sort[self._keys | state()](self, dim, descending, stable)
        return OP_sort.call((self, dim, descending, stable))

    def topk(self, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
        """Return the k largest or smallest elements along a dimension."""
        if k.__class__ is int and dim.__class__ is int and largest.__class__ is bool and sorted.__class__ is bool:
            return W_topk[self._keys | state()](self, k, dim, largest, sorted)
        return OP_topk.call((self, k, dim, largest, sorted))

    def argsort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
        """Return the indices that put elements in order along a dimension."""
        if dim.__class__ is int and descending.__class__ is bool and stable.__class__ is bool:
            return W_argsort[self._keys | state()](self, dim, descending, stable)
        return OP_argsort.call((self, dim, descending, stable))

    def msort(self) -> Tensor:
        """Put elements in order along the first dimension."""
        return W_msort[self._keys | state()](self)

    def kthvalue(self, k: int, dim: int = -1, keepdim: bool = False) -> Any:
        """Return the k-th smallest element along a dimension, counted from one, and its place."""
        if k.__class__ is int and dim.__class__ is int and keepdim.__class__ is bool:
            return W_kthvalue[self._keys | state()](self, k, dim, keepdim)
        return OP_kthvalue.call((self, k, dim, keepdim))

    def add(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Add `other`, times `alpha`, to `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_add[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_add[self._keys | SCALAR_1 | state()](self, other, alpha)
        return OP_add.call((self, other, alpha))

    def add_(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Add `other`, times `alpha`, to `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_add_[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_add_[self._keys | SCALAR_0 | state()](self, other, alpha)
        return OP_add_.call((self, other, alpha))

    def sub(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Subtract `other`, times `alpha`, from `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_sub[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_sub[self._keys | SCALAR_1 | state()](self, other, alpha)
        return OP_sub.call((self, other, alpha))

    def sub_(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """Subtract `other`, times `alpha`, from `input`."""
        if other.__class__ in TENSORS and alpha.__class__ in SCALARS:
            return W_sub_[self._keys | other._keys | state()](self, other, alpha)
        if other.__class__ in SCALARS and alpha.__class__ in SCALARS:
            return W_sub_[self._keys | SCALAR_0 | state()](self, other, alpha)
        return OP_sub_.call((self, other, alpha))

    def mul(self, other: Operand) -> Tensor:
        """Multiply two tensors, element by element."""
        if other.__class__ in TENSORS:
            return W_mul[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_mul[self._keys | SCALAR_1 | state()](self, other)
        return OP_mul.call((self, other))

    def mul_(self, other: Operand) -> Tensor:
        """Multiply two tensors, element by element."""
        if other.__class__ in TENSORS:
            return W_mul_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_mul_[self._keys | SCALAR_0 | state()](self, other)
        return OP_mul_.call((self, other))

    def div(self, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
        """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
        if other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div[self._keys | other._keys | state()](self, other, rounding_mode)
        if other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div[self._keys | SCALAR_1 | state()](self, other, rounding_mode)
        return OP_div.call((self, other, rounding_mode))

    def div_(self, other: Operand, *, rounding_mode: str | None = None) -> Tensor:
        """Divide `input` by `other`; integers give floats unless `rounding_mode` is given."""
        if other.__class__ in TENSORS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div_[self._keys | other._keys | state()](self, other, rounding_mode)
        if other.__class__ in SCALARS and (rounding_mode is None or rounding_mode.__class__ is str):
            return W_div_[self._keys | SCALAR_0 | state()](self, other, rounding_mode)
        return OP_div_.call((self, other, rounding_mode))

    def pow(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent`."""
        if exponent.__class__ in TENSORS:
            return W_pow[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_pow[self._keys | SCALAR_1 | state()](self, exponent)
        return OP_pow.call((self, exponent))

    def pow_(self, exponent: Operand) -> Tensor:
        """Raise `input` to the power of `exponent`."""
        if exponent.__class__ in TENSORS:
            return W_pow_[self._keys | exponent._keys | state()](self, exponent)
        if exponent.__class__ in SCALARS:
            return W_pow_[self._keys | SCALAR_0 | state()](self, exponent)
        return OP_pow_.call((self, exponent))

    def maximum(self, other: Tensor) -> Tensor:
        """Return the larger of two tensors, element by element; nan wins."""
        if other.__class__ in TENSORS:
            return W_maximum[self._keys | other._keys | state()](self, other)
        return OP_maximum.call((self, other))

    def minimum(self, other: Tensor) -> Tensor:
        """Return the smaller of two tensors, element by element; nan wins."""
        if other.__class__ in TENSORS:
            return W_minimum[self._keys | other._keys | state()](self, other)
        return OP_minimum.call((self, other))

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
        return OP_eq.call((self, other))

    def ne(self, other: Operand) -> Tensor:
        """Whether elements differ."""
        if other.__class__ in TENSORS:
            return W_ne[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_ne[self._keys | SCALAR_1 | state()](self, other)
        return OP_ne.call((self, other))

    def lt(self, other: Operand) -> Tensor:
        """Whether elements of `input` are less."""
        if other.__class__ in TENSORS:
            return W_lt[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_lt[self._keys | SCALAR_1 | state()](self, other)
        return OP_lt.call((self, other))

    def le(self, other: Operand) -> Tensor:
        """Whether elements of `input` are less or equal."""
        if other.__class__ in TENSORS:
            return W_le[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_le[self._keys | SCALAR_1 | state()](self, other)
        return OP_le.call((self, other))

    def gt(self, other: Operand) -> Tensor:
        """Whether elements of `input` are greater."""
        if other.__class__ in TENSORS:
            return W_gt[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_gt[self._keys | SCALAR_1 | state()](self, other)
        return OP_gt.call((self, other))

    def ge(self, other: Operand) -> Tensor:
        """Whether elements of `input` are greater or equal."""
        if other.__class__ in TENSORS:
            return W_ge[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_ge[self._keys | SCALAR_1 | state()](self, other)
        return OP_ge.call((self, other))

    def logical_not(self) -> Tensor:
        """Return whether each element is zero."""
        return W_logical_not[self._keys | state()](self)

    def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
        """Write normal numbers."""
        if mean.__class__ is float and std.__class__ is float:
            return W_normal_[self._keys | state()](self, mean, std, generator)
        return OP_normal_.call((self, mean, std, generator))

    def uniform_(self, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> Tensor:
        """Write numbers drawn evenly from [low, high)."""
        if low.__class__ is float and high.__class__ is float:
            return W_uniform_[self._keys | state()](self, low, high, generator)
        return OP_uniform_.call((self, low, high, generator))

    def exponential_(self, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
        """Write exponentially distributed numbers."""
        if lambd.__class__ is float:
            return W_exponential_[self._keys | state()](self, lambd, generator)
        return OP_exponential_.call((self, lambd, generator))

    def random_(self, low: int | None = None, high: int | None = None, *, generator: Any = None) -> Tensor:
        """Write integers in [low, high)."""
        if (low is None or low.__class__ is int) and (high is None or high.__class__ is int):
            return W_random_[self._keys | state()](self, low, high, generator)
        return OP_random_.call((self, low, high, generator))

    def bernoulli_(self, p: Operand = 0.5, *, generator: Any = None) -> Tensor:
        """Write ones with the probability `p`, else zeros."""
        if p.__class__ in TENSORS:
            return W_bernoulli_[self._keys | p._keys | state()](self, p, generator)
        if p.__class__ in SCALARS:
            return W_bernoulli_[self._keys | SCALAR_0 | state()](self, p, generator)
        return OP_bernoulli_.call((self, p, generator))

    def bernoulli(self, p: float | None = None, *, generator: Any = None) -> Tensor:
        """Return ones with the probabilities that `input` holds (or `p`), else zeros."""
        if (p is None or p.__class__ is float):
            return W_bernoulli[self._keys | state()](self, p, generator)
        return OP_bernoulli.call((self, p, generator))

    def multinomial(self, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Tensor:
        """Draw indices with probabilities in proportion to the weights of each row."""
        if num_samples.__class__ is int and replacement.__class__ is bool:
            return W_multinomial[self._keys | state()](self, num_samples, replacement, generator)
        return OP_multinomial.call((self, num_samples, replacement, generator))

    def sum(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Add up the elements along dimensions, or all."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
            return W_sum[self._keys | state()](self, dim, keepdim, dtype)
        return OP_sum.call((self, dim, keepdim, dtype))

    def mean(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Return the mean along dimensions, or of all elements."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
            return W_mean[self._keys | state()](self, dim, keepdim, dtype)
        return OP_mean.call((self, dim, keepdim, dtype))

    def prod(self, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Multiply the elements along a dimension, or all."""
        if (dim is None or dim.__class__ is int) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
            return W_prod[self._keys | state()](self, dim, keepdim, dtype)
        return OP_prod.call((self, dim, keepdim, dtype))

    def nansum(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Add up the elements that are not nan."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
            return W_nansum[self._keys | state()](self, dim, keepdim, dtype)
        return OP_nansum.call((self, dim, keepdim, dtype))

    def nanmean(self, dim: Sequence[int] | int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """Return the mean of the elements that are not nan."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool and (dtype is None or dtype.__class__ in DTYPES):
            return W_nanmean[self._keys | state()](self, dim, keepdim, dtype)
        return OP_nanmean.call((self, dim, keepdim, dtype))

    def any(self, dim: Sequence[int] | int | None = None, keepdim: bool = False) -> Tensor:
        """Return whether an element is not zero, along dimensions or of all."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool:
            return W_any[self._keys | state()](self, dim, keepdim)
        return OP_any.call((self, dim, keepdim))

    def all(self, dim: Sequence[int] | int | None = None, keepdim: bool = False) -> Tensor:
        """Return whether no element is zero, along dimensions or of all."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple) and keepdim.__class__ is bool:
            return W_all[self._keys | state()](self, dim, keepdim)
        return OP_all.call((self, dim, keepdim))

    def count_nonzero(self, dim: Sequence[int] | int | None = None) -> Tensor:
        """Return how many elements are not zero, along dimensions or of all."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple):
            return W_count_nonzero[self._keys | state()](self, dim)
        return OP_count_nonzero.call((self, dim))

    def logsumexp(self, dim: Sequence[int] | int, keepdim: bool = False) -> Tensor:
        """Return log(sum(exp(x))) along dimensions without overflow."""
        if dim.__class__ is int:
            dim = (dim,)
        if dim.__class__ is tuple and keepdim.__class__ is bool:
            return W_logsumexp[self._keys | state()](self, dim, keepdim)
        return OP_logsumexp.call((self, dim, keepdim))

    def softmax(self, dim: int, dtype: Any = None) -> Tensor:
        """Return exp(x) scaled to sum to one along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_softmax[self._keys | state()](self, dim, dtype)
        return OP_softmax.call((self, dim, dtype))

    def log_softmax(self, dim: int, dtype: Any = None) -> Tensor:
        """Return the logarithm of softmax along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_log_softmax[self._keys | state()](self, dim, dtype)
        return OP_log_softmax.call((self, dim, dtype))

    def floor(self) -> Tensor:
        """Round downwards."""
        return W_floor[self._keys | state()](self)

    def floor_(self) -> Tensor:
        """Round downwards."""
        return W_floor_[self._keys | state()](self)

    def ceil(self) -> Tensor:
        """Round upwards."""
        return W_ceil[self._keys | state()](self)

    def ceil_(self) -> Tensor:
        """Round upwards."""
        return W_ceil_[self._keys | state()](self)

    def trunc(self) -> Tensor:
        """Round towards zero."""
        return W_trunc[self._keys | state()](self)

    def trunc_(self) -> Tensor:
        """Round towards zero."""
        return W_trunc_[self._keys | state()](self)

    def frac(self) -> Tensor:
        """Return what truncation takes away."""
        return W_frac[self._keys | state()](self)

    def frac_(self) -> Tensor:
        """Return what truncation takes away."""
        return W_frac_[self._keys | state()](self)

    def positive(self) -> Tensor:
        """Return the tensor, which may not hold booleans."""
        return W_positive[self._keys | state()](self)

    def round(self, *, decimals: int = 0) -> Tensor:
        """Round to the nearest number of so many decimals, halves to even."""
        if decimals.__class__ is int:
            return W_round[self._keys | state()](self, decimals)
        return OP_round.call((self, decimals))

    def round_(self, *, decimals: int = 0) -> Tensor:
        """Round to the nearest number of so many decimals, halves to even."""
        if decimals.__class__ is int:
            return W_round_[self._keys | state()](self, decimals)
        return OP_round_.call((self, decimals))

    def signbit(self) -> Tensor:
        """Return whether the sign is negative, also of -0."""
        return W_signbit[self._keys | state()](self)

    def remainder(self, other: Operand) -> Tensor:
        """Return the remainder of a division rounded down: its sign is that of `other`."""
        if other.__class__ in TENSORS:
            return W_remainder[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_remainder[self._keys | SCALAR_1 | state()](self, other)
        return OP_remainder.call((self, other))

    def remainder_(self, other: Operand) -> Tensor:
        """Return the remainder of a division rounded down: its sign is that of `other`."""
        if other.__class__ in TENSORS:
            return W_remainder_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_remainder_[self._keys | SCALAR_0 | state()](self, other)
        return OP_remainder_.call((self, other))

    def fmod(self, other: Operand) -> Tensor:
        """Return the remainder of a division rounded towards zero: its sign is that of `input`."""
        if other.__class__ in TENSORS:
            return W_fmod[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_fmod[self._keys | SCALAR_1 | state()](self, other)
        return OP_fmod.call((self, other))

    def fmod_(self, other: Operand) -> Tensor:
        """Return the remainder of a division rounded towards zero: its sign is that of `input`."""
        if other.__class__ in TENSORS:
            return W_fmod_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_fmod_[self._keys | SCALAR_0 | state()](self, other)
        return OP_fmod_.call((self, other))

    def floor_divide(self, other: Operand) -> Tensor:
        """Divide and round down."""
        if other.__class__ in TENSORS:
            return W_floor_divide[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_floor_divide[self._keys | SCALAR_1 | state()](self, other)
        return OP_floor_divide.call((self, other))

    def floor_divide_(self, other: Operand) -> Tensor:
        """Divide and round down."""
        if other.__class__ in TENSORS:
            return W_floor_divide_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_floor_divide_[self._keys | SCALAR_0 | state()](self, other)
        return OP_floor_divide_.call((self, other))

    def copysign(self, other: Operand) -> Tensor:
        """Return the magnitude of `input` with the sign of `other`."""
        if other.__class__ in TENSORS:
            return W_copysign[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_copysign[self._keys | SCALAR_1 | state()](self, other)
        return OP_copysign.call((self, other))

    def copysign_(self, other: Operand) -> Tensor:
        """Return the magnitude of `input` with the sign of `other`."""
        if other.__class__ in TENSORS:
            return W_copysign_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_copysign_[self._keys | SCALAR_0 | state()](self, other)
        return OP_copysign_.call((self, other))

    def true_divide(self, other: Operand) -> Tensor:
        """Divide; integers give floats."""
        if other.__class__ in TENSORS:
            return W_true_divide[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_true_divide[self._keys | SCALAR_0 | state()](self, other)
        return OP_true_divide.call((self, other))

    def true_divide_(self, other: Operand) -> Tensor:
        """Divide; integers give floats."""
        if other.__class__ in TENSORS:
            return W_true_divide_[self._keys | other._keys | state()](self, other)
        if other.__class__ in SCALARS:
            return W_true_divide_[self._keys | SCALAR_0 | state()](self, other)
        return OP_true_divide_.call((self, other))

    def cumsum(self, dim: int, *, dtype: Any = None) -> Tensor:
        """Return the running sum along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_cumsum[self._keys | state()](self, dim, dtype)
        return OP_cumsum.call((self, dim, dtype))

    def cumsum_(self, dim: int, *, dtype: Any = None) -> Tensor:
        """Return the running sum along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_cumsum_[self._keys | state()](self, dim, dtype)
        return OP_cumsum_.call((self, dim, dtype))

    def cumprod(self, dim: int, *, dtype: Any = None) -> Tensor:
        """Return the running product along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_cumprod[self._keys | state()](self, dim, dtype)
        return OP_cumprod.call((self, dim, dtype))

    def cumprod_(self, dim: int, *, dtype: Any = None) -> Tensor:
        """Return the running product along a dimension."""
        if dim.__class__ is int and (dtype is None or dtype.__class__ in DTYPES):
            return W_cumprod_[self._keys | state()](self, dim, dtype)
        return OP_cumprod_.call((self, dim, dtype))

    def reshape(self, *shape: Any) -> Tensor:
        """Return the elements in another shape; a view where the strides allow it, else a copy."""
        if len(shape) == 1 and shape[0].__class__ is not int:
            shape = shape[0]
        if shape.__class__ is tuple:
            return W_reshape[self._keys | state()](self, shape)
        return OP_reshape.call((self, shape))

    def transpose(self, dim0: int, dim1: int) -> Tensor:
        """Return a view with two dimensions swapped."""
        if dim0.__class__ is int and dim1.__class__ is int:
            return W_transpose[self._keys | state()](self, dim0, dim1)
        return OP_transpose.call((self, dim0, dim1))

    def transpose_(self, dim0: int, dim1: int) -> Tensor:
        """Make the tensor itself what `transpose` gives of it."""
        if dim0.__class__ is int and dim1.__class__ is int:
            return W_transpose_[self._keys | state()](self, dim0, dim1)
        return OP_transpose_.call((self, dim0, dim1))

    def permute(self, *dims: Any) -> Tensor:
        """Return a view with the dimensions in another order."""
        if len(dims) == 1 and dims[0].__class__ is not int:
            dims = dims[0]
        if dims.__class__ is tuple:
            return W_permute[self._keys | state()](self, dims)
        return OP_permute.call((self, dims))

    def expand(self, *size: Any) -> Tensor:
        """Return a view in which dimensions of size one are repeated; -1 keeps a size."""
        if len(size) == 1 and size[0].__class__ is not int:
            size = size[0]
        if size.__class__ is tuple:
            return W_expand[self._keys | state()](self, size)
        return OP_expand.call((self, size))

    def select(self, dim: int, index: int) -> Tensor:
        """Return the view at one index of a dimension."""
        if dim.__class__ is int and index.__class__ is int:
            return W_select[self._keys | state()](self, dim, index)
        return OP_select.call((self, dim, index))

    def slice(self, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor:
        """Return the view of a range of a dimension."""
        if dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
            return W_slice[self._keys | state()](self, dim, start, end, step)
        return OP_slice.call((self, dim, start, end, step))

    def squeeze(self, dim: Sequence[int] | int | None = None) -> Tensor:
        """Return a view without the dimensions of size one, or without those named."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple):
            return W_squeeze[self._keys | state()](self, dim)
        return OP_squeeze.call((self, dim))

    def squeeze_(self, dim: Sequence[int] | int | None = None) -> Tensor:
        """Make the tensor itself what `squeeze` gives of it."""
        if dim.__class__ is int:
            dim = (dim,)
        if (dim is None or dim.__class__ is tuple):
            return W_squeeze_[self._keys | state()](self, dim)
        return OP_squeeze_.call((self, dim))

    def unsqueeze(self, dim: int) -> Tensor:
        """Return a view with a dimension of size one put in."""
        if dim.__class__ is int:
            return W_unsqueeze[self._keys | state()](self, dim)
        return OP_unsqueeze.call((self, dim))

    def unsqueeze_(self, dim: int) -> Tensor:
        """Make the tensor itself what `unsqueeze` gives of it."""
        if dim.__class__ is int:
            return W_unsqueeze_[self._keys | state()](self, dim)
        return OP_unsqueeze_.call((self, dim))

    def clone(self, *, memory_format: Any = None) -> Tensor:
        """Return a copy; gradients flow back to the original."""
        return W_clone[self._keys | state()](self, memory_format)

    def copy_(self, src: Tensor) -> Tensor:
        """Write the elements of another tensor into this one, broadcast and cast."""
        if src.__class__ in TENSORS:
            return W_copy_[self._keys | src._keys | state()](self, src)
        return OP_copy_.call((self, src))

    def zero_(self) -> Tensor:
        """Write zeros into a tensor."""
        return W_zero_[self._keys | state()](self)

    def fill_(self, value: Operand) -> Tensor:
        """Write one value everywhere into a tensor."""
        if value.__class__ in TENSORS:
            return W_fill_[self._keys | value._keys | state()](self, value)
        if value.__class__ in SCALARS:
            return W_fill_[self._keys | SCALAR_0 | state()](self, value)
        return OP_fill_.call((self, value))

    def tan(self) -> Tensor:
        """Return the tangent of an angle in radians."""
        return W_tan[self._keys | state()](self)

    def tan_(self) -> Tensor:
        """Return the tangent of an angle in radians."""
        return W_tan_[self._keys | state()](self)

    def asin(self) -> Tensor:
        """Return the angle whose sine is given."""
        return W_asin[self._keys | state()](self)

    def asin_(self) -> Tensor:
        """Return the angle whose sine is given."""
        return W_asin_[self._keys | state()](self)

    def acos(self) -> Tensor:
        """Return the angle whose cosine is given."""
        return W_acos[self._keys | state()](self)

    def acos_(self) -> Tensor:
        """Return the angle whose cosine is given."""
        return W_acos_[self._keys | state()](self)

    def atan(self) -> Tensor:
        """Return the angle whose tangent is given."""
        return W_atan[self._keys | state()](self)

    def atan_(self) -> Tensor:
        """Return the angle whose tangent is given."""
        return W_atan_[self._keys | state()](self)

    def sinh(self) -> Tensor:
        """Return the hyperbolic sine."""
        return W_sinh[self._keys | state()](self)

    def sinh_(self) -> Tensor:
        """Return the hyperbolic sine."""
        return W_sinh_[self._keys | state()](self)

    def cosh(self) -> Tensor:
        """Return the hyperbolic cosine."""
        return W_cosh[self._keys | state()](self)

    def cosh_(self) -> Tensor:
        """Return the hyperbolic cosine."""
        return W_cosh_[self._keys | state()](self)

    def asinh(self) -> Tensor:
        """Return the inverse hyperbolic sine."""
        return W_asinh[self._keys | state()](self)

    def asinh_(self) -> Tensor:
        """Return the inverse hyperbolic sine."""
        return W_asinh_[self._keys | state()](self)

    def acosh(self) -> Tensor:
        """Return the inverse hyperbolic cosine."""
        return W_acosh[self._keys | state()](self)

    def acosh_(self) -> Tensor:
        """Return the inverse hyperbolic cosine."""
        return W_acosh_[self._keys | state()](self)

    def atanh(self) -> Tensor:
        """Return the inverse hyperbolic tangent."""
        return W_atanh[self._keys | state()](self)

    def atanh_(self) -> Tensor:
        """Return the inverse hyperbolic tangent."""
        return W_atanh_[self._keys | state()](self)

    def sinc(self) -> Tensor:
        """Return sin(pi x) / (pi x), 1 at 0."""
        return W_sinc[self._keys | state()](self)

    def sinc_(self) -> Tensor:
        """Return sin(pi x) / (pi x), 1 at 0."""
        return W_sinc_[self._keys | state()](self)

    def deg2rad(self) -> Tensor:
        """Return an angle of degrees in radians."""
        return W_deg2rad[self._keys | state()](self)

    def deg2rad_(self) -> Tensor:
        """Return an angle of degrees in radians."""
        return W_deg2rad_[self._keys | state()](self)

    def rad2deg(self) -> Tensor:
        """Return an angle of radians in degrees."""
        return W_rad2deg[self._keys | state()](self)

    def rad2deg_(self) -> Tensor:
        """Return an angle of radians in degrees."""
        return W_rad2deg_[self._keys | state()](self)

    def atan2(self, other: Tensor) -> Tensor:
        """Return the angle of the point (other, input), in the right quadrant."""
        if other.__class__ in TENSORS:
            return W_atan2[self._keys | other._keys | state()](self, other)
        return OP_atan2.call((self, other))

    def atan2_(self, other: Tensor) -> Tensor:
        """Return the angle of the point (other, input), in the right quadrant."""
        if other.__class__ in TENSORS:
            return W_atan2_[self._keys | other._keys | state()](self, other)
        return OP_atan2_.call((self, other))

    def hypot(self, other: Tensor) -> Tensor:
        """Return the length of the hypotenuse over two legs."""
        if other.__class__ in TENSORS:
            return W_hypot[self._keys | other._keys | state()](self, other)
        return OP_hypot.call((self, other))

    def hypot_(self, other: Tensor) -> Tensor:
        """Return the length of the hypotenuse over two legs."""
        if other.__class__ in TENSORS:
            return W_hypot_[self._keys | other._keys | state()](self, other)
        return OP_hypot_.call((self, other))

    def view(self, *size: Any) -> Tensor:
        """Return a view in another shape; an error where only a copy could have it."""
        if len(size) == 1 and size[0].__class__ is not int:
            size = size[0]
        if size.__class__ is tuple:
            return W_view[self._keys | state()](self, size)
        return OP_view.call((self, size))

    def diagonal(self, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """Return the view of a diagonal of two dimensions; it becomes the last dimension."""
        if offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
            return W_diagonal[self._keys | state()](self, offset, dim1, dim2)
        return OP_diagonal.call((self, offset, dim1, dim2))

    def unfold(self, dimension: int, size: int, step: int) -> Tensor:
        """Return the view of all windows of a dimension; a window becomes the last dimension."""
        if dimension.__class__ is int and size.__class__ is int and step.__class__ is int:
            return W_unfold[self._keys | state()](self, dimension, size, step)
        return OP_unfold.call((self, dimension, size, step))

    def as_strided(self, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
        """Return a view with any sizes and strides, counted in elements, over the same memory."""
        if size.__class__ is int:
            size = (size,)
        if stride.__class__ is int:
            stride = (stride,)
        if size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
            return W_as_strided[self._keys | state()](self, size, stride, storage_offset)
        return OP_as_strided.call((self, size, stride, storage_offset))

    def as_strided_(self, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
        """Make the tensor itself what `as_strided` gives of it."""
        if size.__class__ is int:
            size = (size,)
        if stride.__class__ is int:
            stride = (stride,)
        if size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
            return W_as_strided_[self._keys | state()](self, size, stride, storage_offset)
        return OP_as_strided_.call((self, size, stride, storage_offset))

    def unbind(self, dim: int = 0) -> list[Tensor]:
        """Return the views at all indices of a dimension."""
        if dim.__class__ is int:
            return W_unbind[self._keys | state()](self, dim)
        return OP_unbind.call((self, dim))

    def split(self, split_size_or_sections: Any, dim: int = 0) -> list[Tensor]:
        """Return views of pieces of a dimension: all of one size, or of the sizes given."""
        if dim.__class__ is int:
            return W_split[self._keys | state()](self, split_size_or_sections, dim)
        return OP_split.call((self, split_size_or_sections, dim))

    def view_as(self, other: Tensor) -> Tensor:
        """Return a view in the shape of another tensor."""
        if other.__class__ in TENSORS:
            return W_view_as[self._keys | other._keys | state()](self, other)
        return OP_view_as.call((self, other))

    def reshape_as(self, other: Tensor) -> Tensor:
        """Return the elements in the shape of another tensor."""
        if other.__class__ in TENSORS:
            return W_reshape_as[self._keys | other._keys | state()](self, other)
        return OP_reshape_as.call((self, other))

    def expand_as(self, other: Tensor) -> Tensor:
        """Return a view broadcast to the sizes of another tensor."""
        if other.__class__ in TENSORS:
            return W_expand_as[self._keys | other._keys | state()](self, other)
        return OP_expand_as.call((self, other))

    def broadcast_to(self, size: Sequence[int] | int) -> Tensor:
        """Return a view broadcast to the given sizes."""
        if size.__class__ is int:
            size = (size,)
        if size.__class__ is tuple:
            return W_broadcast_to[self._keys | state()](self, size)
        return OP_broadcast_to.call((self, size))

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """Make one dimension of a range of dimensions; the tensor itself if it is one already."""
        if start_dim.__class__ is int and end_dim.__class__ is int:
            return W_flatten[self._keys | state()](self, start_dim, end_dim)
        return OP_flatten.call((self, start_dim, end_dim))

    def unflatten(self, dim: int, sizes: Sequence[int] | int) -> Tensor:
        """Make several dimensions of one."""
        if sizes.__class__ is int:
            sizes = (sizes,)
        if dim.__class__ is int and sizes.__class__ is tuple:
            return W_unflatten[self._keys | state()](self, dim, sizes)
        return OP_unflatten.call((self, dim, sizes))

    def ravel(self) -> Tensor:
        """Return the elements in one dimension."""
        return W_ravel[self._keys | state()](self)

    def adjoint(self) -> Tensor:
        """Return the conjugate with the last two dimensions swapped."""
        return W_adjoint[self._keys | state()](self)

    def movedim(self, source: Sequence[int] | int, destination: Sequence[int] | int) -> Tensor:
        """Return the view with dimensions moved to other places."""
        if source.__class__ is int:
            source = (source,)
        if destination.__class__ is int:
            destination = (destination,)
        if source.__class__ is tuple and destination.__class__ is tuple:
            return W_movedim[self._keys | state()](self, source, destination)
        return OP_movedim.call((self, source, destination))

    def moveaxis(self, source: Sequence[int] | int, destination: Sequence[int] | int) -> Tensor:
        """Return the view with dimensions moved to other places, as movedim does."""
        if source.__class__ is int:
            source = (source,)
        if destination.__class__ is int:
            destination = (destination,)
        if source.__class__ is tuple and destination.__class__ is tuple:
            return W_moveaxis[self._keys | state()](self, source, destination)
        return OP_moveaxis.call((self, source, destination))

    def contiguous(self, *, memory_format: Any = None) -> Tensor:
        """Return the tensor itself if it is row-major in memory, else a copy that is."""
        return W_contiguous[self._keys | state()](self, memory_format)

    def rot90(self, k: int = 1, dims: Sequence[int] | int = (0, 1)) -> Tensor:
        """Rotate by 90 degrees, k times, in the plane of two dimensions."""
        if dims.__class__ is int:
            dims = (dims,)
        if k.__class__ is int and dims.__class__ is tuple:
            return W_rot90[self._keys | state()](self, k, dims)
        return OP_rot90.call((self, k, dims))

    def fliplr(self) -> Tensor:
        """Reverse the second dimension."""
        return W_fliplr[self._keys | state()](self)

    def flipud(self) -> Tensor:
        """Reverse the first dimension."""
        return W_flipud[self._keys | state()](self)

    def diag(self, diagonal: int = 0) -> Tensor:
        """Return the diagonal of a matrix, or the matrix with a vector on its diagonal."""
        if diagonal.__class__ is int:
            return W_diag[self._keys | state()](self, diagonal)
        return OP_diag.call((self, diagonal))

    def diagflat(self, offset: int = 0) -> Tensor:
        """Return the matrix with all elements on its diagonal."""
        if offset.__class__ is int:
            return W_diagflat[self._keys | state()](self, offset)
        return OP_diagflat.call((self, offset))

    def select_scatter(self, src: Tensor, dim: int, index: int) -> Tensor:
        """Return a copy in which one index of a dimension holds `src`."""
        if src.__class__ in TENSORS and dim.__class__ is int and index.__class__ is int:
            return W_select_scatter[self._keys | src._keys | state()](self, src, dim, index)
        return OP_select_scatter.call((self, src, dim, index))

    def slice_scatter(self, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor:
        """Return a copy in which a range of a dimension holds `src`."""
        if src.__class__ in TENSORS and dim.__class__ is int and (start is None or start.__class__ is int) and (end is None or end.__class__ is int) and step.__class__ is int:
            return W_slice_scatter[self._keys | src._keys | state()](self, src, dim, start, end, step)
        return OP_slice_scatter.call((self, src, dim, start, end, step))

    def diagonal_scatter(self, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """Return a copy in which a diagonal holds `src`."""
        if src.__class__ in TENSORS and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
            return W_diagonal_scatter[self._keys | src._keys | state()](self, src, offset, dim1, dim2)
        return OP_diagonal_scatter.call((self, src, offset, dim1, dim2))

    def as_strided_scatter(self, src: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None = None) -> Tensor:
        """Return a copy in which what as_strided would give holds `src`."""
        if size.__class__ is int:
            size = (size,)
        if stride.__class__ is int:
            stride = (stride,)
        if src.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
            return W_as_strided_scatter[self._keys | src._keys | state()](self, src, size, stride, storage_offset)
        return OP_as_strided_scatter.call((self, src, size, stride, storage_offset))

    def fill(self, value: Operand) -> Tensor:
        """Return a tensor of the same sizes in which every element has one value."""
        if value.__class__ in TENSORS:
            return W_fill[self._keys | value._keys | state()](self, value)
        if value.__class__ in SCALARS:
            return W_fill[self._keys | SCALAR_0 | state()](self, value)
        return OP_fill.call((self, value))

    def t(self) -> Tensor:
        """Return the view with its two dimensions swapped; of fewer dimensions, as they are."""
        return W_t[self._keys | state()](self)

    def t_(self) -> Tensor:
        """Make the tensor itself what `t` gives of it."""
        return W_t_[self._keys | state()](self)

    def narrow(self, dim: int, start: int, length: int) -> Tensor:
        """Return the view of a range of a dimension, given by where it starts and how long it is."""
        if dim.__class__ is int and start.__class__ is int and length.__class__ is int:
            return W_narrow[self._keys | state()](self, dim, start, length)
        return OP_narrow.call((self, dim, start, length))

    def split_with_sizes(self, split_sizes: Sequence[int] | int, dim: int = 0) -> list[Tensor]:
        """Return views of pieces of a dimension, of the sizes given."""
        if split_sizes.__class__ is int:
            split_sizes = (split_sizes,)
        if split_sizes.__class__ is tuple and dim.__class__ is int:
            return W_split_with_sizes[self._keys | state()](self, split_sizes, dim)
        return OP_split_with_sizes.call((self, split_sizes, dim))

    def swapaxes(self, axis0: int, axis1: int) -> Tensor:
        """Return the view with two dimensions swapped, as transpose does."""
        if axis0.__class__ is int and axis1.__class__ is int:
            return W_swapaxes[self._keys | state()](self, axis0, axis1)
        return OP_swapaxes.call((self, axis0, axis1))

    def swapaxes_(self, axis0: int, axis1: int) -> Tensor:
        """Make the tensor itself what `swapaxes` gives of it."""
        if axis0.__class__ is int and axis1.__class__ is int:
            return W_swapaxes_[self._keys | state()](self, axis0, axis1)
        return OP_swapaxes_.call((self, axis0, axis1))

    def swapdims(self, dim0: int, dim1: int) -> Tensor:
        """Return the view with two dimensions swapped, as transpose does."""
        if dim0.__class__ is int and dim1.__class__ is int:
            return W_swapdims[self._keys | state()](self, dim0, dim1)
        return OP_swapdims.call((self, dim0, dim1))

    def swapdims_(self, dim0: int, dim1: int) -> Tensor:
        """Make the tensor itself what `swapdims` gives of it."""
        if dim0.__class__ is int and dim1.__class__ is int:
            return W_swapdims_[self._keys | state()](self, dim0, dim1)
        return OP_swapdims_.call((self, dim0, dim1))

    def resize_(self, *size: Any, memory_format: Any = None) -> Tensor:
        """Give the tensor other sizes over its memory, or over more where that is too small."""
        if len(size) == 1 and size[0].__class__ is not int:
            size = size[0]
        if size.__class__ is tuple:
            return W_resize_[self._keys | state()](self, size, memory_format)
        return OP_resize_.call((self, size, memory_format))

    def resize_as_(self, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
        """Give the tensor the sizes of another one, as resize_ does."""
        if the_template.__class__ in TENSORS:
            return W_resize_as_[self._keys | the_template._keys | state()](self, the_template, memory_format)
        return OP_resize_as_.call((self, the_template, memory_format))

    def set_(self, source: Tensor | None = None, storage_offset: int = 0, size: Sequence[int] | int | None = None, stride: Sequence[int] | int | None = None) -> Tensor:
        """Let the tensor look at the memory of another tensor, or at a storage."""
        if size.__class__ is int:
            size = (size,)
        if stride.__class__ is int:
            stride = (stride,)
        if (source is None or source.__class__ in TENSORS) and storage_offset.__class__ is int and (size is None or size.__class__ is tuple) and (stride is None or stride.__class__ is tuple):
            return W_set_[self._keys | (0 if source is None else source._keys) | state()](self, source, storage_offset, size, stride)
        return OP_set_.call((self, source, storage_offset, size, stride))

    def __add__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_add[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_add[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_add, self, other, other)

    def __radd__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_add[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_add[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_add, other, self, other)

    def __sub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_sub[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_sub[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_sub, self, other, other)

    def __rsub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_sub[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_sub[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_sub, other, self, other)

    def __mul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_mul[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_mul[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_mul, self, other, other)

    def __rmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_mul[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_mul[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_mul, other, self, other)

    def __truediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_div[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_div, self, other, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_div[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_div, other, self, other)

    def __rdiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_div[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_div, other, self, other)

    def __floordiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_floor_divide[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_floor_divide[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_floor_divide, self, other, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_floor_divide[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_floor_divide[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_floor_divide, other, self, other)

    def __mod__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_remainder[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_remainder[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_remainder, self, other, other)

    def __rmod__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_remainder[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_remainder[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_remainder, other, self, other)

    def __pow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_pow[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_pow[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_pow, self, other, other)

    def __rpow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_pow[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_pow[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_pow, other, self, other)

    def __matmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_matmul[self._keys | other._keys | state()](self, other)
        return binary(OP_matmul, self, other, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_matmul[self._keys | other._keys | state()](other, self)
        return binary(OP_matmul, other, self, other)

    def __and__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_and[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_and[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_and, self, other, other)

    def __rand__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_and[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_bitwise_and[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_bitwise_and, other, self, other)

    def __or__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_or[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_or[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_or, self, other, other)

    def __ror__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_or[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_bitwise_or[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_bitwise_or, other, self, other)

    def __xor__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_xor[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_xor[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_xor, self, other, other)

    def __rxor__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_bitwise_xor[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_bitwise_xor[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_bitwise_xor, other, self, other)

    def __neg__(self) -> Tensor:
        return W_neg[self._keys | state()](self)

    def __abs__(self) -> Tensor:
        return W_abs[self._keys | state()](self)

    def __invert__(self) -> Tensor:
        return W_bitwise_not[self._keys | state()](self)

    def __eq__(self, other: Any) -> Tensor:  # type: ignore[override]
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_eq[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_eq[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_eq, self, other, other)

    def __ne__(self, other: Any) -> Tensor:  # type: ignore[override]
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_ne[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_ne[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_ne, self, other, other)

    def __lt__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_lt[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_lt[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_lt, self, other, other)

    def __le__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_le[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_le[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_le, self, other, other)

    def __gt__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_gt[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_gt[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_gt, self, other, other)

    def __ge__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_ge[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_ge[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_ge, self, other, other)

    def __iadd__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_add_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_add_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_add_, self, other, other)

    def __isub__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_sub_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_sub_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_sub_, self, other, other)

    def __imul__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_mul_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_mul_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_mul_, self, other, other)

    def __itruediv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_div_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_div_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_div_, self, other, other)

    def __ipow__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind is TENSOR or kind in TENSORS:
            return W_pow_[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_pow_[self._keys | SCALAR_0 | state()](self, other)
        return binary(OP_pow_, self, other, other)
