"""Derivatives of products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    bmm,
    diagonal_backward,
    expand,
    linear,
    matmul,
    mm,
    mv,
    outer,
    reshape,
    sum,
    transpose,
    unsqueeze,
    vdot,
)
from ..conjugate import conj
from ..derivatives import derivative
from ..reduce import sum_to


def matmul_self(g: Any, self_shape: Any, other: Any) -> Any:
    rank, other_rank = len(self_shape), len(other.shape)
    if rank == 2 and other_rank == 2:
        return matmul(g, transpose(conj(other), 0, 1))
    if other_rank == 1:
        g = unsqueeze(g, -1)
        other = unsqueeze(other, -1)
    if rank == 1:
        g = unsqueeze(g, -2)
    wide = matmul(g, transpose(conj(other), -2, -1))
    if rank == 1:
        return reshape(sum_to(wide, (1, *self_shape)), self_shape)
    return sum_to(wide, self_shape)


def matmul_other(g: Any, self: Any, other_shape: Any) -> Any:
    rank, other_rank = len(self.shape), len(other_shape)
    if rank == 2 and other_rank == 2:
        return matmul(transpose(conj(self), 0, 1), g)
    if other_rank == 1:
        g = unsqueeze(g, -1)
    if rank == 1:
        g = unsqueeze(g, -2)
        self = unsqueeze(self, 0)
    wide = matmul(transpose(conj(self), -2, -1), g)
    if other_rank == 1:
        return reshape(sum_to(wide, (*other_shape, 1)), other_shape)
    return sum_to(wide, other_shape)


def matmul_jvp(self_t: Any, other_t: Any, self: Any, other: Any) -> Any:
    return matmul(self_t, other) + matmul(self, other_t)


derivative("matmul", self=matmul_self, other=matmul_other, jvp=matmul_jvp)

# ----- products that say how many dimensions their operands have -----


def mm_self(g: Any, mat2: Any) -> Any:
    return mm(g, transpose(conj(mat2), 0, 1))


def mm_mat2(g: Any, self: Any) -> Any:
    return mm(transpose(conj(self), 0, 1), g)


def mm_jvp(self_t: Any, mat2_t: Any, self: Any, mat2: Any) -> Any:
    return mm(self_t, mat2) + mm(self, mat2_t)


def bmm_self(g: Any, mat2: Any) -> Any:
    return bmm(g, transpose(conj(mat2), 1, 2))


def bmm_mat2(g: Any, self: Any) -> Any:
    return bmm(transpose(conj(self), 1, 2), g)


def bmm_jvp(self_t: Any, mat2_t: Any, self: Any, mat2: Any) -> Any:
    return bmm(self_t, mat2) + bmm(self, mat2_t)


def mv_self(g: Any, vec: Any) -> Any:
    return outer(g, conj(vec))


def mv_vec(g: Any, self: Any) -> Any:
    return mv(transpose(conj(self), 0, 1), g)


def mv_jvp(self_t: Any, vec_t: Any, self: Any, vec: Any) -> Any:
    return mv(self_t, vec) + mv(self, vec_t)


def dot_self(g: Any, tensor: Any) -> Any:
    return g * conj(tensor)


def dot_tensor(g: Any, self: Any) -> Any:
    return g * conj(self)


def dot_jvp(self_t: Any, tensor_t: Any, self: Any, tensor: Any) -> Any:
    return sum(self_t * tensor) + sum(self * tensor_t)


def vdot_self(g: Any, other: Any) -> Any:
    return conj(g) * other


def vdot_other(g: Any, self: Any) -> Any:
    return g * self


def vdot_jvp(self_t: Any, other_t: Any, self: Any, other: Any) -> Any:
    return vdot(self_t, other) + vdot(self, other_t)


def outer_self(g: Any, vec2: Any) -> Any:
    return mv(g, conj(vec2))


def outer_vec2(g: Any, self: Any) -> Any:
    return mv(transpose(g, 0, 1), conj(self))


def outer_jvp(self_t: Any, vec2_t: Any, self: Any, vec2: Any) -> Any:
    return outer(self_t, vec2) + outer(self, vec2_t)


def trace_self(g: Any, self_shape: Any) -> Any:
    return diagonal_backward(expand(g, (min(self_shape),)), self_shape, 0, 0, 1)


derivative("mm", self=mm_self, mat2=mm_mat2, jvp=mm_jvp)
derivative("bmm", self=bmm_self, mat2=bmm_mat2, jvp=bmm_jvp)
derivative("mv", self=mv_self, vec=mv_vec, jvp=mv_jvp)
derivative("dot", self=dot_self, tensor=dot_tensor, jvp=dot_jvp)
derivative("vdot", self=vdot_self, other=vdot_other, jvp=vdot_jvp)
derivative("outer", self=outer_self, vec2=outer_vec2, jvp=outer_jvp)
derivative("trace", self=trace_self, linear=True)

# ----- linear -----


def flat(rows: Any) -> Any:
    """Return an operand of linear as a matrix."""
    return reshape(rows, (-1, rows.shape[-1])) if len(rows.shape) != 2 else rows


def linear_self(g: Any, self_shape: Any, weight: Any) -> Any:
    if len(weight.shape) == 1:
        return unsqueeze(g, -1) * conj(weight)
    return matmul(g, conj(weight))


def linear_weight(g: Any, self: Any, weight_shape: Any) -> Any:
    if len(weight_shape) == 1:
        return sum_to(unsqueeze(g, -1) * conj(self), weight_shape)
    if len(self.shape) == 1:
        return outer(g, conj(self))
    return mm(transpose(flat(g), 0, 1), flat(conj(self)))


def linear_bias(g: Any, bias_shape: Any) -> Any:
    return sum_to(g, bias_shape)


def linear_jvp(self_t: Any, weight_t: Any, bias_t: Any, self: Any, weight: Any) -> Any:
    total = linear(self_t, weight) + linear(self, weight_t)
    return total if bias_t is None else total + bias_t


derivative("linear", self=linear_self, weight=linear_weight, bias=linear_bias, jvp=linear_jvp)

# ----- beta * input + alpha * product -----


def scaled(value: Any, factor: Any) -> Any:
    return value if factor == 1 else value * factor


def added_self(g: Any, self_shape: Any, beta: Any) -> Any:
    return scaled(sum_to(g, self_shape), conj(beta))


def addmm_mat1(g: Any, mat2: Any, alpha: Any) -> Any:
    return scaled(mm(g, transpose(conj(mat2), 0, 1)), conj(alpha))


def addmm_mat2(g: Any, mat1: Any, alpha: Any) -> Any:
    return scaled(mm(transpose(conj(mat1), 0, 1), g), conj(alpha))


def addmv_mat(g: Any, vec: Any, alpha: Any) -> Any:
    return scaled(outer(g, conj(vec)), conj(alpha))


def addmv_vec(g: Any, mat: Any, alpha: Any) -> Any:
    return scaled(mv(transpose(conj(mat), 0, 1), g), conj(alpha))


def baddbmm_batch1(g: Any, batch2: Any, alpha: Any) -> Any:
    return scaled(bmm(g, transpose(conj(batch2), 1, 2)), conj(alpha))


def baddbmm_batch2(g: Any, batch1: Any, alpha: Any) -> Any:
    return scaled(bmm(transpose(conj(batch1), 1, 2), g), conj(alpha))


def addbmm_batch1(g: Any, batch2: Any, alpha: Any) -> Any:
    return scaled(matmul(g, transpose(conj(batch2), 1, 2)), conj(alpha))


def addbmm_batch2(g: Any, batch1: Any, alpha: Any) -> Any:
    return scaled(matmul(transpose(conj(batch1), 1, 2), g), conj(alpha))


def addr_vec1(g: Any, vec2: Any, alpha: Any) -> Any:
    return scaled(mv(g, conj(vec2)), conj(alpha))


def addr_vec2(g: Any, vec1: Any, alpha: Any) -> Any:
    return scaled(mv(transpose(g, 0, 1), conj(vec1)), conj(alpha))


def total(self_t: Any, product_t: Any, beta: Any, alpha: Any) -> Any:
    return scaled(self_t, beta) + scaled(product_t, alpha)


def addmm_jvp(
    self_t: Any, mat1_t: Any, mat2_t: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any
) -> Any:
    return total(self_t, mm(mat1_t, mat2) + mm(mat1, mat2_t), beta, alpha)


def addmv_jvp(
    self_t: Any, mat_t: Any, vec_t: Any, mat: Any, vec: Any, beta: Any, alpha: Any
) -> Any:
    return total(self_t, mv(mat_t, vec) + mv(mat, vec_t), beta, alpha)


def baddbmm_jvp(
    self_t: Any, batch1_t: Any, batch2_t: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any
) -> Any:
    return total(self_t, bmm(batch1_t, batch2) + bmm(batch1, batch2_t), beta, alpha)


def addbmm_jvp(
    self_t: Any, batch1_t: Any, batch2_t: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any
) -> Any:
    products = bmm(batch1_t, batch2) + bmm(batch1, batch2_t)
    return total(self_t, sum(products, (0,)), beta, alpha)


def addr_jvp(
    self_t: Any, vec1_t: Any, vec2_t: Any, vec1: Any, vec2: Any, beta: Any, alpha: Any
) -> Any:
    return total(self_t, outer(vec1_t, vec2) + outer(vec1, vec2_t), beta, alpha)


derivative("addmm", self=added_self, mat1=addmm_mat1, mat2=addmm_mat2, jvp=addmm_jvp)
derivative("addmv", self=added_self, mat=addmv_mat, vec=addmv_vec, jvp=addmv_jvp)
derivative(
    "baddbmm", self=added_self, batch1=baddbmm_batch1, batch2=baddbmm_batch2, jvp=baddbmm_jvp
)
derivative("addbmm", self=added_self, batch1=addbmm_batch1, batch2=addbmm_batch2, jvp=addbmm_jvp)
derivative("addr", self=added_self, vec1=addr_vec1, vec2=addr_vec2, jvp=addr_jvp)
