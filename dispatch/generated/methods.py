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
from ..operator import SCALAR_TYPES as SCALARS
from ..operator import TENSOR_TYPES as TENSORS
from ..operator import binary
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
OP_isclose = lookup("rd::isclose")
W_isclose = OP_isclose.walks
OP_allclose = lookup("rd::allclose")
W_allclose = OP_allclose.walks
OP_equal = lookup("rd::equal")
W_equal = OP_equal.walks
OP_zeros_like = lookup("rd::zeros_like")
W_zeros_like = OP_zeros_like.walks
OP_ones_like = lookup("rd::ones_like")
W_ones_like = OP_ones_like.walks
OP_full_like = lookup("rd::full_like")
W_full_like = OP_full_like.walks
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
OP_matmul = lookup("rd::matmul")
W_matmul = OP_matmul.walks
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
OP_binary_cross_entropy_with_logits = lookup("rd::binary_cross_entropy_with_logits")
W_binary_cross_entropy_with_logits = OP_binary_cross_entropy_with_logits.walks
OP_nll_loss = lookup("rd::nll_loss")
W_nll_loss = OP_nll_loss.walks
OP_nll_loss_backward = lookup("rd::nll_loss_backward")
W_nll_loss_backward = OP_nll_loss_backward.walks
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

    def aminmax(self, *, dim: int | None = None, keepdim: bool = False) -> tuple[Tensor, Tensor]:
        """Return the smallest and the largest element, along a dimension or of all."""
        if (dim is None or dim.__class__ is int) and keepdim.__class__ is bool:
            return W_aminmax[self._keys | state()](self, dim, keepdim)
        return OP_aminmax.call((self, dim, keepdim))

    def matmul(self, other: Tensor) -> Tensor:
        """Multiply matrices, vectors, or batches of matrices."""
        if other.__class__ in TENSORS:
            return W_matmul[self._keys | other._keys | state()](self, other)
        return OP_matmul.call((self, other))

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

    def unsqueeze(self, dim: int) -> Tensor:
        """Return a view with a dimension of size one put in."""
        if dim.__class__ is int:
            return W_unsqueeze[self._keys | state()](self, dim)
        return OP_unsqueeze.call((self, dim))

    def clone(self) -> Tensor:
        """Return a copy; gradients flow back to the original."""
        return W_clone[self._keys | state()](self)

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

    def __rdiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_div[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_div[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_div, other, self, other)

    def __floordiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_floor_divide[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_floor_divide[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_floor_divide, self, other, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_floor_divide[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_floor_divide[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_floor_divide, other, self, other)

    def __mod__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_remainder[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_remainder[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_remainder, self, other, other)

    def __rmod__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_remainder[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_remainder[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_remainder, other, self, other)

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

    def __and__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_bitwise_and[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_and[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_and, self, other, other)

    def __rand__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_bitwise_and[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_bitwise_and[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_bitwise_and, other, self, other)

    def __or__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_bitwise_or[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_or[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_or, self, other, other)

    def __ror__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_bitwise_or[self._keys | other._keys | state()](other, self)
        if kind in SCALARS:
            return W_bitwise_or[self._keys | SCALAR_0 | state()](other, self)
        return binary(OP_bitwise_or, other, self, other)

    def __xor__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
            return W_bitwise_xor[self._keys | other._keys | state()](self, other)
        if kind in SCALARS:
            return W_bitwise_xor[self._keys | SCALAR_1 | state()](self, other)
        return binary(OP_bitwise_xor, self, other, other)

    def __rxor__(self, other: Any) -> Tensor:
        kind = other.__class__
        if kind in TENSORS:
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
