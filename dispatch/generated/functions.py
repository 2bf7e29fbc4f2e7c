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
    "addbmm",
    "addbmm_",
    "addmm",
    "addmm_",
    "addmv",
    "addmv_",
    "addr",
    "addr_",
    "adjoint",
    "amax",
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_backward",
    "baddbmm",
    "baddbmm_",
    "bernoulli",
    "bernoulli_",
    "bilinear",
    "bmm",
    "broadcast_to",
    "bucketize",
    "cat",
    "chain_matmul",
    "chunk",
    "clone",
    "column_stack",
    "concat",
    "concatenate",
    "constant_pad_nd",
    "contiguous",
    "copy_",
    "cos",
    "cos_",
    "cross_entropy",
    "cross_entropy_backward",
    "cross_entropy_factor",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_backward",
    "diagonal_scatter",
    "div",
    "div_",
    "dot",
    "dsplit",
    "dstack",
    "einsum",
    "embedding",
    "embedding_backward",
    "empty_like",
    "eq",
    "exp",
    "exp_",
    "expand",
    "expand_as",
    "exponential_",
    "fill",
    "fill_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "full_like",
    "gather",
    "ge",
    "ger",
    "gt",
    "hsplit",
    "hstack",
    "index",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "index_select",
    "inner",
    "kron",
    "layer_norm_backward",
    "layer_norm_bias_backward",
    "layer_norm_weight_backward",
    "le",
    "linear",
    "log",
    "log_",
    "log_softmax",
    "log_softmax_backward",
    "logical_not",
    "lt",
    "masked_scatter",
    "masked_scatter_",
    "masked_scatter_backward",
    "masked_select",
    "matmul",
    "maximum",
    "mean",
    "minimum",
    "mm",
    "moveaxis",
    "movedim",
    "msort",
    "mul",
    "mul_",
    "multinomial",
    "mv",
    "narrow",
    "native_dropout",
    "native_layer_norm",
    "ne",
    "neg",
    "neg_",
    "nonzero",
    "normal_",
    "one_hot",
    "ones_like",
    "outer",
    "permute",
    "pow",
    "pow_",
    "put",
    "put_",
    "rand_like",
    "randn_like",
    "random_",
    "ravel",
    "relu",
    "relu_",
    "relu_backward",
    "repeat",
    "repeat_interleave",
    "reshape",
    "reshape_as",
    "resolve_conj",
    "resolve_neg",
    "roll",
    "rot90",
    "row_stack",
    "scatter",
    "scatter_",
    "scatter_add",
    "scatter_add_",
    "scatter_reduce",
    "scatter_reduce_",
    "searchsorted",
    "select",
    "select_backward",
    "select_scatter",
    "sigmoid",
    "sigmoid_",
    "sign",
    "sign_",
    "sin",
    "sin_",
    "slice",
    "slice_backward",
    "slice_scatter",
    "softmax",
    "softmax_backward",
    "sort",
    "split",
    "split_with_sizes",
    "sqrt",
    "sqrt_",
    "squeeze",
    "stack",
    "sub",
    "sub_",
    "sum",
    "swapaxes",
    "swapdims",
    "t",
    "take",
    "take_along_dim",
    "tanh",
    "tanh_",
    "tensor_split",
    "tensordot",
    "tile",
    "to_device",
    "topk",
    "trace",
    "transpose",
    "tril",
    "tril_",
    "triu",
    "triu_",
    "unbind",
    "unflatten",
    "unfold",
    "unfold_backward",
    "uniform_",
    "unsqueeze",
    "vdot",
    "view",
    "view_as",
    "vsplit",
    "vstack",
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
OP_empty_like = lookup("rd::empty_like")
W_empty_like = OP_empty_like.walks
OP__new_zeros = lookup("rd::_new_zeros")
W__new_zeros = OP__new_zeros.walks
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
OP_split_with_sizes = lookup("rd::split_with_sizes")
W_split_with_sizes = OP_split_with_sizes.walks
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
OP_sort = lookup("rd::sort")
W_sort = OP_sort.walks
OP_topk = lookup("rd::topk")
W_topk = OP_topk.walks
OP_argsort = lookup("rd::argsort")
W_argsort = OP_argsort.walks
OP_msort = lookup("rd::msort")
W_msort = OP_msort.walks
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
OP_view = lookup("rd::view")
W_view = OP_view.walks
OP_diagonal = lookup("rd::diagonal")
W_diagonal = OP_diagonal.walks
OP_unfold = lookup("rd::unfold")
W_unfold = OP_unfold.walks
OP_as_strided = lookup("rd::as_strided")
W_as_strided = OP_as_strided.walks
OP_unbind = lookup("rd::unbind")
W_unbind = OP_unbind.walks
OP_split = lookup("rd::split")
W_split = OP_split.walks
OP_diagonal_backward = lookup("rd::diagonal_backward")
W_diagonal_backward = OP_diagonal_backward.walks
OP_unfold_backward = lookup("rd::unfold_backward")
W_unfold_backward = OP_unfold_backward.walks
OP_as_strided_backward = lookup("rd::as_strided_backward")
W_as_strided_backward = OP_as_strided_backward.walks
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
OP_t = lookup("rd::t")
W_t = OP_t.walks
OP_adjoint = lookup("rd::adjoint")
W_adjoint = OP_adjoint.walks
OP_movedim = lookup("rd::movedim")
W_movedim = OP_movedim.walks
OP_moveaxis = lookup("rd::moveaxis")
W_moveaxis = OP_moveaxis.walks
OP_swapaxes = lookup("rd::swapaxes")
W_swapaxes = OP_swapaxes.walks
OP_swapdims = lookup("rd::swapdims")
W_swapdims = OP_swapdims.walks
OP_narrow = lookup("rd::narrow")
W_narrow = OP_narrow.walks
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
OP_resolve_conj = lookup("rd::resolve_conj")
W_resolve_conj = OP_resolve_conj.walks
OP_resolve_neg = lookup("rd::resolve_neg")
W_resolve_neg = OP_resolve_neg.walks
OP_fill = lookup("rd::fill")
W_fill = OP_fill.walks
OP__contiguous = lookup("rd::_contiguous")
W__contiguous = OP__contiguous.walks


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


def empty_like(input: Tensor, *, dtype: Any = None) -> Tensor:
    """Return memory in the sizes of another tensor; what it holds is not said.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.empty_like(rd.tensor([1., 2.])).shape
    (2,)
    """
    if input.__class__ in TENSORS and dtype is None:
        return W_empty_like[input._keys | state()](input, dtype)
    return OP_empty_like.call((input, dtype,))


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
    return OP__new_zeros.call((input, size,))


def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """Read by one tensor of indices, or mask, for each dimension; None takes a dimension whole.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index(rd.tensor([1, 2, 3]), [rd.tensor([2, 0])])
    tensor([3, 1])
    """
    return OP_index.call((input, indices,))


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, values where `index` would read.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.index_put(rd.tensor([1, 2, 3]), [rd.tensor([2, 0])], rd.tensor(7))
    tensor([7, 2, 7])
    """
    return OP_index_put.call((input, indices, values, accumulate,))


def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, values where `index` would read."""
    return OP_index_put_.call((input, indices, values, accumulate,))


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
    return OP_gather.call((input, dim, index, sparse_grad,))


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
    return OP_scatter.call((input, dim, index, src, reduce,))


def scatter_(input: Tensor, dim: int, index: Tensor, src: Operand, *, reduce: str | None = None) -> Tensor:
    """Write along a dimension at indices given for each element of `src`."""
    if src.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter_[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce)
    if src.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and (reduce is None or reduce.__class__ is str):
        return W_scatter_[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, src, reduce)
    return OP_scatter_.call((input, dim, index, src, reduce,))


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
    return OP_scatter_add.call((input, dim, index, src,))


def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add along a dimension at indices given for each element of `src`."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_scatter_add_[input._keys | index._keys | src._keys | state()](input, dim, index, src)
    return OP_scatter_add_.call((input, dim, index, src,))


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
    return OP_scatter_reduce.call((input, dim, index, src, reduce, include_self,))


def scatter_reduce_(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    """Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin"."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and src.__class__ in TENSORS and reduce.__class__ is str and include_self.__class__ is bool:
        return W_scatter_reduce_[input._keys | index._keys | src._keys | state()](input, dim, index, src, reduce, include_self)
    return OP_scatter_reduce_.call((input, dim, index, src, reduce, include_self,))


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
    return OP_index_select.call((input, dim, index,))


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
    return OP_index_add.call((input, dim, index, source, alpha,))


def index_add_(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    """Add the slices of `source`, times `alpha`, at the given indices of a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS and alpha.__class__ in SCALARS:
        return W_index_add_[input._keys | index._keys | source._keys | state()](input, dim, index, source, alpha)
    return OP_index_add_.call((input, dim, index, source, alpha,))


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
    return OP_index_copy.call((input, dim, index, source,))


def index_copy_(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """Write the slices of `source` at the given indices of a dimension."""
    if input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_index_copy_[input._keys | index._keys | source._keys | state()](input, dim, index, source)
    return OP_index_copy_.call((input, dim, index, source,))


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
    return OP_index_fill.call((input, dim, index, value,))


def index_fill_(input: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    """Write one value at the given indices of a dimension."""
    if value.__class__ in TENSORS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill_[input._keys | index._keys | value._keys | state()](input, dim, index, value)
    if value.__class__ in SCALARS and input.__class__ in TENSORS and dim.__class__ is int and index.__class__ in TENSORS:
        return W_index_fill_[input._keys | index._keys | SCALAR_0 | state()](input, dim, index, value)
    return OP_index_fill_.call((input, dim, index, value,))


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
    return OP_take.call((input, index,))


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
    return OP_put.call((input, index, source, accumulate,))


def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, at indices that count all elements in a row."""
    if input.__class__ in TENSORS and index.__class__ in TENSORS and source.__class__ in TENSORS and accumulate.__class__ is bool:
        return W_put_[input._keys | index._keys | source._keys | state()](input, index, source, accumulate)
    return OP_put_.call((input, index, source, accumulate,))


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
    return OP_masked_select.call((input, mask,))


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
    return OP_masked_scatter.call((input, mask, source,))


def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of `source`, in a row, where a mask holds."""
    if input.__class__ in TENSORS and mask.__class__ in TENSORS and source.__class__ in TENSORS:
        return W_masked_scatter_[input._keys | mask._keys | source._keys | state()](input, mask, source)
    return OP_masked_scatter_.call((input, mask, source,))


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
    return OP_embedding.call((weight, indices, padding_idx, scale_grad_by_freq, sparse,))


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
    return OP_one_hot.call((input, num_classes,))


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
    return OP_searchsorted.call((sorted_sequence, self, out_int32, right, side, sorter,))


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
    return OP_bucketize.call((input, boundaries, out_int32, right,))


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
    return OP_take_along_dim.call((input, indices, dim,))


def embedding_backward(grad: Tensor, indices: Tensor, num_weights: int, padding_idx: int, scale_grad_by_freq: bool) -> Tensor:
    """Add up the gradients of the rows that embedding has read."""
    if grad.__class__ in TENSORS and indices.__class__ in TENSORS and num_weights.__class__ is int and padding_idx.__class__ is int and scale_grad_by_freq.__class__ is bool:
        return W_embedding_backward[grad._keys | indices._keys | state()](grad, indices, num_weights, padding_idx, scale_grad_by_freq)
    return OP_embedding_backward.call((grad, indices, num_weights, padding_idx, scale_grad_by_freq,))


def masked_scatter_backward(grad: Tensor, mask: Tensor, sizes: Sequence[int] | int) -> Tensor:
    """Return the elements of `grad` where a mask holds, then zeros, in the given sizes."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and mask.__class__ in TENSORS and sizes.__class__ is tuple:
        return W_masked_scatter_backward[grad._keys | mask._keys | state()](grad, mask, sizes)
    return OP_masked_scatter_backward.call((grad, mask, sizes,))


def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cat([rd.tensor([1, 2]), rd.tensor([3])])
    tensor([1, 2, 3])
    """
    return OP_cat.call((tensors, dim,))


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors of one shape beside each other along a new dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.stack([rd.tensor([1, 2]), rd.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    return OP_stack.call((tensors, dim,))


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
    return OP_flip.call((input, dims,))


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
    return OP_roll.call((input, shifts, dims,))


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
    return OP_repeat.call((input, repeats,))


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
    return OP_tril.call((input, diagonal,))


def tril_(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros above a diagonal."""
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_tril_[input._keys | state()](input, diagonal)
    return OP_tril_.call((input, diagonal,))


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
    return OP_triu.call((input, diagonal,))


def triu_(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return a copy with zeros below a diagonal."""
    if input.__class__ in TENSORS and diagonal.__class__ is int:
        return W_triu_[input._keys | state()](input, diagonal)
    return OP_triu_.call((input, diagonal,))


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
    return OP_diag_embed.call((input, offset, dim1, dim2,))


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
    return OP_constant_pad_nd.call((input, pad, value,))


def concat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension, as cat does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.concat([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
    return OP_concat.call((tensors, dim,))


def concatenate(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Put tensors one after the other along a dimension, as cat does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.concatenate([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
    return OP_concatenate.call((tensors, dim,))


def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors one after the other along the second dimension, vectors along the first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hstack([rd.tensor([1]), rd.tensor([3])])
    tensor([1, 3])
    """
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
    return OP_vstack.call((tensors,))


def row_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors below each other, as vstack does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.row_stack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape
    (2, 2)
    """
    return OP_row_stack.call((tensors,))


def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """Put tensors one after the other along the third dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.dstack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape
    (1, 2, 2)
    """
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
    return OP_chunk.call((input, chunks, dim,))


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
    return OP_split_with_sizes.call((input, split_sizes, dim,))


def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> list[Tensor]:
    """Return views of so many pieces of a dimension, or of those between indices.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor_split(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    return OP_tensor_split.call((input, indices_or_sections, dim,))


def hsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the second dimension, a vector along its only one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.hsplit(rd.tensor([1, 2]), 2)
    [tensor([1]), tensor([2])]
    """
    return OP_hsplit.call((input, indices_or_sections,))


def vsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the first dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.vsplit(rd.zeros(2, 3), 2)[0].shape
    (1, 3)
    """
    return OP_vsplit.call((input, indices_or_sections,))


def dsplit(input: Tensor, indices_or_sections: Any) -> list[Tensor]:
    """Split along the third dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.dsplit(rd.zeros(2, 3, 2), 2)[0].shape
    (2, 3, 1)
    """
    return OP_dsplit.call((input, indices_or_sections,))


def repeat_interleave(input: Tensor, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
    """Repeat each element along a dimension; without one, of all elements in a row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.repeat_interleave(rd.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    """
    return OP_repeat_interleave.call((input, repeats, dim, output_size,))


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
    return OP_tile.call((input, dims,))


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
    return OP_mm.call((input, mat2,))


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
    return OP_bmm.call((input, mat2,))


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
    return OP_mv.call((input, vec,))


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
    return OP_dot.call((input, tensor,))


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
    return OP_vdot.call((input, other,))


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
    return OP_outer.call((input, vec2,))


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
    return OP_linear.call((input, weight, bias,))


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
    return OP_inner.call((input, other,))


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
    return OP_ger.call((input, vec2,))


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
    return OP_kron.call((input, other,))


def tensordot(input: Tensor, other: Tensor, dims: Any = 2) -> Tensor:
    """Return the sums of products over pairs of dimensions: so many, or those listed.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensordot(rd.tensor([3., 4.]), rd.tensor([3., 4.]), 1)
    tensor(25.)
    """
    return OP_tensordot.call((input, other, dims,))


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
    return OP_bilinear.call((input1, input2, weight, bias,))


def einsum(equation: str, operands: Sequence[Tensor]) -> Tensor:
    """Return the sums of products that an equation of letters describes."""
    return OP_einsum.call((equation, operands,))


def chain_matmul(matrices: Sequence[Tensor]) -> Tensor:
    """Multiply several matrices, in the order that costs least.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.chain_matmul(rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))
    tensor([[11.]])
    """
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
    return OP_addmm.call((input, mat1, mat2, beta, alpha,))


def addmm_(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat1 @ mat2), of matrices."""
    if input.__class__ in TENSORS and mat1.__class__ in TENSORS and mat2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmm_[input._keys | mat1._keys | mat2._keys | state()](input, mat1, mat2, beta, alpha)
    return OP_addmm_.call((input, mat1, mat2, beta, alpha,))


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
    return OP_addmv.call((input, mat, vec, beta, alpha,))


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (mat @ vec)."""
    if input.__class__ in TENSORS and mat.__class__ in TENSORS and vec.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addmv_[input._keys | mat._keys | vec._keys | state()](input, mat, vec, beta, alpha)
    return OP_addmv_.call((input, mat, vec, beta, alpha,))


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
    return OP_baddbmm.call((input, batch1, batch2, beta, alpha,))


def baddbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (batch1 @ batch2), of batches of matrices."""
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_baddbmm_[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_baddbmm_.call((input, batch1, batch2, beta, alpha,))


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
    return OP_addbmm.call((input, batch1, batch2, beta, alpha,))


def addbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the sum of the products of two batches of matrices)."""
    if input.__class__ in TENSORS and batch1.__class__ in TENSORS and batch2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addbmm_[input._keys | batch1._keys | batch2._keys | state()](input, batch1, batch2, beta, alpha)
    return OP_addbmm_.call((input, batch1, batch2, beta, alpha,))


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
    return OP_addr.call((input, vec1, vec2, beta, alpha,))


def addr_(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Return beta * input + alpha * (the outer product of two vectors)."""
    if input.__class__ in TENSORS and vec1.__class__ in TENSORS and vec2.__class__ in TENSORS and beta.__class__ in SCALARS and alpha.__class__ in SCALARS:
        return W_addr_[input._keys | vec1._keys | vec2._keys | state()](input, vec1, vec2, beta, alpha)
    return OP_addr_.call((input, vec1, vec2, beta, alpha,))


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


def native_layer_norm(input: Tensor, normalized_shape: Sequence[int] | int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-05) -> tuple[Tensor, Tensor, Tensor]:
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
    return OP_native_layer_norm.call((input, normalized_shape, weight, bias, eps,))


def layer_norm_backward(grad: Tensor, self: Tensor, mean: Tensor, rstd: Tensor, weight: Tensor | None, normalized_shape: Sequence[int] | int, eps: float) -> Tensor:
    """Return the gradient of native_layer_norm for what it normalises."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and mean.__class__ in TENSORS and rstd.__class__ in TENSORS and (weight is None or weight.__class__ in TENSORS) and normalized_shape.__class__ is tuple and eps.__class__ is float:
        return W_layer_norm_backward[grad._keys | self._keys | mean._keys | rstd._keys | (0 if weight is None else weight._keys) | state()](grad, self, mean, rstd, weight, normalized_shape, eps)
    return OP_layer_norm_backward.call((grad, self, mean, rstd, weight, normalized_shape, eps,))


def layer_norm_bias_backward(grad: Tensor, self: Tensor, normalized_shape: Sequence[int] | int) -> Tensor:
    """Return the gradient of native_layer_norm for its bias."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and normalized_shape.__class__ is tuple:
        return W_layer_norm_bias_backward[grad._keys | self._keys | state()](grad, self, normalized_shape)
    return OP_layer_norm_bias_backward.call((grad, self, normalized_shape,))


def layer_norm_weight_backward(grad: Tensor, self: Tensor, mean: Tensor, rstd: Tensor, normalized_shape: Sequence[int] | int, eps: float) -> Tensor:
    """Return the gradient of native_layer_norm for its weight."""
    if normalized_shape.__class__ is int:
        normalized_shape = (normalized_shape,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and mean.__class__ in TENSORS and rstd.__class__ in TENSORS and normalized_shape.__class__ is tuple and eps.__class__ is float:
        return W_layer_norm_weight_backward[grad._keys | self._keys | mean._keys | rstd._keys | state()](grad, self, mean, rstd, normalized_shape, eps)
    return OP_layer_norm_weight_backward.call((grad, self, mean, rstd, normalized_shape, eps,))


def softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of softmax along a dimension, from what it returned."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_softmax_backward.call((grad, output, dim,))


def log_softmax_backward(grad: Tensor, output: Tensor, dim: int) -> Tensor:
    """Return the gradient of log_softmax along a dimension, from what it returned."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS and dim.__class__ is int:
        return W_log_softmax_backward[grad._keys | output._keys | state()](grad, output, dim)
    return OP_log_softmax_backward.call((grad, output, dim,))


def sort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Tensor, Tensor]:
    """Put elements in order along a dimension; nan counts as the largest.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.sort(rd.tensor([3, 1, 2])).values
    tensor([1, 2, 3])
    """
    if input.__class__ in TENSORS and dim.__class__ is int and descending.__class__ is bool and stable.__class__ is bool:
        return W_sort[input._keys | state()](input, dim, descending, stable)
    return OP_sort.call((input, dim, descending, stable,))


def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Tensor, Tensor]:
    """Return the k largest or smallest elements along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.topk(rd.tensor([3, 1, 2]), 2).values
    tensor([3, 2])
    """
    if input.__class__ in TENSORS and k.__class__ is int and dim.__class__ is int and largest.__class__ is bool and sorted.__class__ is bool:
        return W_topk[input._keys | state()](input, k, dim, largest, sorted)
    return OP_topk.call((input, k, dim, largest, sorted,))


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
    return OP_argsort.call((input, dim, descending, stable,))


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


def _unique(input: Tensor, dim: int | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Return the different elements, or slices, in order, which each is, and how often it is."""
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int):
        return W__unique[input._keys | state()](input, dim)
    return OP__unique.call((input, dim,))


def _unique_consecutive(input: Tensor, dim: int | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Return the elements, or slices, that differ from the one before, as `_unique` does."""
    if input.__class__ in TENSORS and (dim is None or dim.__class__ is int):
        return W__unique_consecutive[input._keys | state()](input, dim)
    return OP__unique_consecutive.call((input, dim,))


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


def relu_backward(grad: Tensor, output: Tensor) -> Tensor:
    """Return `grad` where the output of relu is positive (or nan), else zero."""
    if grad.__class__ in TENSORS and output.__class__ in TENSORS:
        return W_relu_backward[grad._keys | output._keys | state()](grad, output)
    return OP_relu_backward.call((grad, output,))


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


def rand_like(input: Tensor, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return numbers drawn evenly from [0, 1) in the sizes of a tensor."""
    if input.__class__ in TENSORS and dtype is None and generator is None:
        return W_rand_like[input._keys | state()](input, dtype, generator)
    return OP_rand_like.call((input, dtype, generator,))


def randn_like(input: Tensor, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return standard normal numbers in the sizes of a tensor."""
    if input.__class__ in TENSORS and dtype is None and generator is None:
        return W_randn_like[input._keys | state()](input, dtype, generator)
    return OP_randn_like.call((input, dtype, generator,))


def _randint_like(input: Tensor, low: int, high: int, *, dtype: Any = None, generator: Any = None) -> Tensor:
    """Return integers in [low, high) in the sizes of a tensor."""
    if input.__class__ in TENSORS and low.__class__ is int and high.__class__ is int and dtype is None and generator is None:
        return W__randint_like[input._keys | state()](input, low, high, dtype, generator)
    return OP__randint_like.call((input, low, high, dtype, generator,))


def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write normal numbers."""
    if input.__class__ in TENSORS and mean.__class__ is float and std.__class__ is float and generator is None:
        return W_normal_[input._keys | state()](input, mean, std, generator)
    return OP_normal_.call((input, mean, std, generator,))


def uniform_(input: Tensor, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write numbers drawn evenly from [low, high)."""
    if input.__class__ in TENSORS and low.__class__ is float and high.__class__ is float and generator is None:
        return W_uniform_[input._keys | state()](input, low, high, generator)
    return OP_uniform_.call((input, low, high, generator,))


def exponential_(input: Tensor, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
    """Write exponentially distributed numbers."""
    if input.__class__ in TENSORS and lambd.__class__ is float and generator is None:
        return W_exponential_[input._keys | state()](input, lambd, generator)
    return OP_exponential_.call((input, lambd, generator,))


def random_(input: Tensor, low: int | None = None, high: int | None = None, *, generator: Any = None) -> Tensor:
    """Write integers in [low, high)."""
    if input.__class__ in TENSORS and (low is None or low.__class__ is int) and (high is None or high.__class__ is int) and generator is None:
        return W_random_[input._keys | state()](input, low, high, generator)
    return OP_random_.call((input, low, high, generator,))


def bernoulli_(input: Tensor, p: Operand = 0.5, *, generator: Any = None) -> Tensor:
    """Write ones with the probability `p`, else zeros."""
    if p.__class__ in TENSORS and input.__class__ in TENSORS and generator is None:
        return W_bernoulli_[input._keys | p._keys | state()](input, p, generator)
    if p.__class__ in SCALARS and input.__class__ in TENSORS and generator is None:
        return W_bernoulli_[input._keys | SCALAR_0 | state()](input, p, generator)
    return OP_bernoulli_.call((input, p, generator,))


def bernoulli(input: Tensor, p: float | None = None, *, generator: Any = None) -> Tensor:
    """Return ones with the probabilities that `input` holds (or `p`), else zeros.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.bernoulli(rd.tensor([0., 1.]))
    tensor([0., 1.])
    """
    if input.__class__ in TENSORS and (p is None or p.__class__ is float) and generator is None:
        return W_bernoulli[input._keys | state()](input, p, generator)
    return OP_bernoulli.call((input, p, generator,))


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Tensor:
    """Draw indices with probabilities in proportion to the weights of each row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.multinomial(rd.tensor([0., 1.]), 1)
    tensor([1])
    """
    if input.__class__ in TENSORS and num_samples.__class__ is int and replacement.__class__ is bool and generator is None:
        return W_multinomial[input._keys | state()](input, num_samples, replacement, generator)
    return OP_multinomial.call((input, num_samples, replacement, generator,))


def native_dropout(input: Tensor, p: float, train: bool | None = True, *, generator: Any = None) -> tuple[Tensor, Tensor]:
    """Return elements set to zero with the probability p, else scaled by 1 / (1 - p), and which.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.native_dropout(rd.tensor([1.]), 0.)[0]
    tensor([1.])
    """
    if input.__class__ in TENSORS and p.__class__ is float and (train is None or train.__class__ is bool) and generator is None:
        return W_native_dropout[input._keys | state()](input, p, train, generator)
    return OP_native_dropout.call((input, p, train, generator,))


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
    """Write the elements of another tensor into this one, broadcast and cast.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2).copy_(rd.tensor([1, 2]))
    tensor([1., 2.])
    """
    if input.__class__ in TENSORS and src.__class__ in TENSORS:
        return W_copy_[input._keys | src._keys | state()](input, src)
    return OP_copy_.call((input, src,))


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
    return OP_fill_.call((input, value,))


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
    return OP_view.call((input, size,))


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
    return OP_diagonal.call((input, offset, dim1, dim2,))


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
    return OP_unfold.call((input, dimension, size, step,))


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
    return OP_as_strided.call((input, size, stride, storage_offset,))


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
    return OP_unbind.call((input, dim,))


def split(input: Tensor, split_size_or_sections: Any, dim: int = 0) -> list[Tensor]:
    """Return views of pieces of a dimension: all of one size, or of the sizes given.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.split(rd.tensor([1, 2, 3]), 2)
    [tensor([1, 2]), tensor([3])]
    """
    return OP_split.call((input, split_size_or_sections, dim,))


def diagonal_backward(grad: Tensor, sizes: Sequence[int] | int, offset: int, dim1: int, dim2: int) -> Tensor:
    """Return zeros of the given sizes with `grad` on a diagonal."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and offset.__class__ is int and dim1.__class__ is int and dim2.__class__ is int:
        return W_diagonal_backward[grad._keys | state()](grad, sizes, offset, dim1, dim2)
    return OP_diagonal_backward.call((grad, sizes, offset, dim1, dim2,))


def unfold_backward(grad: Tensor, sizes: Sequence[int] | int, dimension: int, size: int, step: int) -> Tensor:
    """Return zeros of the given sizes to which windows have been added."""
    if sizes.__class__ is int:
        sizes = (sizes,)
    if grad.__class__ in TENSORS and sizes.__class__ is tuple and dimension.__class__ is int and size.__class__ is int and step.__class__ is int:
        return W_unfold_backward[grad._keys | state()](grad, sizes, dimension, size, step)
    return OP_unfold_backward.call((grad, sizes, dimension, size, step,))


def as_strided_backward(grad: Tensor, self: Tensor, size: Sequence[int] | int, stride: Sequence[int] | int, storage_offset: int | None) -> Tensor:
    """Add up in the sizes of `self` what as_strided has read there."""
    if size.__class__ is int:
        size = (size,)
    if stride.__class__ is int:
        stride = (stride,)
    if grad.__class__ in TENSORS and self.__class__ in TENSORS and size.__class__ is tuple and stride.__class__ is tuple and (storage_offset is None or storage_offset.__class__ is int):
        return W_as_strided_backward[grad._keys | self._keys | state()](grad, self, size, stride, storage_offset)
    return OP_as_strided_backward.call((grad, self, size, stride, storage_offset,))


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
    return OP_view_as.call((input, other,))


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
    return OP_reshape_as.call((input, other,))


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
    return OP_expand_as.call((input, other,))


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
    return OP_broadcast_to.call((input, size,))


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
    return OP_flatten.call((input, start_dim, end_dim,))


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
    return OP_unflatten.call((input, dim, sizes,))


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
    return OP_movedim.call((input, source, destination,))


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
    return OP_moveaxis.call((input, source, destination,))


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
    return OP_swapaxes.call((input, axis0, axis1,))


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
    return OP_swapdims.call((input, dim0, dim1,))


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
    return OP_narrow.call((input, dim, start, length,))


def contiguous(input: Tensor) -> Tensor:
    """Return the tensor itself if it is row-major in memory, else a copy that is.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).t().contiguous().stride()
    (2, 1)
    """
    if input.__class__ in TENSORS:
        return W_contiguous[input._keys | state()](input)
    return OP_contiguous.call((input,))


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
    return OP_rot90.call((input, k, dims,))


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
    return OP_diag.call((input, diagonal,))


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
    return OP_diagflat.call((input, offset,))


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
    return OP_select_scatter.call((input, src, dim, index,))


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
    return OP_slice_scatter.call((input, src, dim, start, end, step,))


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
    return OP_diagonal_scatter.call((input, src, offset, dim1, dim2,))


def resolve_conj(input: Tensor) -> Tensor:
    """Return the tensor itself: conjugates are computed at once here.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.resolve_conj(rd.tensor([1]))
    tensor([1])
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
    return OP_fill.call((input, value,))


def _contiguous(input: Tensor) -> Tensor:
    """Return a copy that is row-major in memory."""
    if input.__class__ in TENSORS:
        return W__contiguous[input._keys | state()](input)
    return OP__contiguous.call((input,))


OP_zeros_like.caller = zeros_like
OP_ones_like.caller = ones_like
OP_full_like.caller = full_like
OP_empty_like.caller = empty_like
OP__new_zeros.caller = _new_zeros
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
OP_split_with_sizes.caller = split_with_sizes
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
OP_native_layer_norm.caller = native_layer_norm
OP_layer_norm_backward.caller = layer_norm_backward
OP_layer_norm_bias_backward.caller = layer_norm_bias_backward
OP_layer_norm_weight_backward.caller = layer_norm_weight_backward
OP_softmax_backward.caller = softmax_backward
OP_log_softmax_backward.caller = log_softmax_backward
OP_sort.caller = sort
OP_topk.caller = topk
OP_argsort.caller = argsort
OP_msort.caller = msort
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
OP_view.caller = view
OP_diagonal.caller = diagonal
OP_unfold.caller = unfold
OP_as_strided.caller = as_strided
OP_unbind.caller = unbind
OP_split.caller = split
OP_diagonal_backward.caller = diagonal_backward
OP_unfold_backward.caller = unfold_backward
OP_as_strided_backward.caller = as_strided_backward
OP_view_as.caller = view_as
OP_reshape_as.caller = reshape_as
OP_expand_as.caller = expand_as
OP_broadcast_to.caller = broadcast_to
OP_flatten.caller = flatten
OP_unflatten.caller = unflatten
OP_ravel.caller = ravel
OP_t.caller = t
OP_adjoint.caller = adjoint
OP_movedim.caller = movedim
OP_moveaxis.caller = moveaxis
OP_swapaxes.caller = swapaxes
OP_swapdims.caller = swapdims
OP_narrow.caller = narrow
OP_contiguous.caller = contiguous
OP_rot90.caller = rot90
OP_fliplr.caller = fliplr
OP_flipud.caller = flipud
OP_diag.caller = diag
OP_diagflat.caller = diagflat
OP_select_scatter.caller = select_scatter
OP_slice_scatter.caller = slice_scatter
OP_diagonal_scatter.caller = diagonal_scatter
OP_resolve_conj.caller = resolve_conj
OP_resolve_neg.caller = resolve_neg
OP_fill.caller = fill
OP__contiguous.caller = _contiguous
