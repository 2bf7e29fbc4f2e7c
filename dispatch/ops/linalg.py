"""Declarations: products of matrices and vectors."""

from __future__ import annotations

from .common import declare

A, B, V = "rd.tensor([[1., 2.]])", "rd.tensor([[3.], [4.]])", "rd.tensor([3., 4.])"
SCALED = "*, Scalar beta=1, Scalar alpha=1"

for _text, _doc, _example in (
    (
        "matmul(Tensor self, Tensor other) -> Tensor",
        "Multiply matrices, vectors, or batches of matrices.",
        f"rd.matmul({A}, {B})\ntensor([[11.]])",
    ),
    (
        "mm(Tensor self, Tensor mat2) -> Tensor",
        "Multiply two matrices.",
        f"rd.mm({A}, {B})\ntensor([[11.]])",
    ),
    (
        "bmm(Tensor self, Tensor mat2) -> Tensor",
        "Multiply two batches of matrices.",
        "rd.bmm(rd.ones(2, 1, 3), rd.ones(2, 3, 1)).shape\n(2, 1, 1)",
    ),
    (
        "mv(Tensor self, Tensor vec) -> Tensor",
        "Multiply a matrix and a vector.",
        f"rd.mv({A}, {V})\ntensor([11.])",
    ),
    (
        "dot(Tensor self, Tensor tensor) -> Tensor",
        "Return the sum of the products of the elements of two vectors.",
        f"rd.dot({V}, {V})\ntensor(25.)",
    ),
    (
        "vdot(Tensor self, Tensor other) -> Tensor",
        "Return the dot product of two vectors, the first conjugated.",
        f"rd.vdot({V}, {V})\ntensor(25.)",
    ),
    (
        "outer(Tensor self, Tensor vec2) -> Tensor",
        "Return the products of all pairs of elements of two vectors.",
        f"rd.outer({V}, {V})\ntensor([[ 9., 12.],\n        [12., 16.]])",
    ),
    (
        "linear(Tensor self, Tensor weight, Tensor? bias=None) -> Tensor",
        "Multiply by the transpose of `weight`, and add `bias`.",
        f"rd.linear({A}, rd.tensor([[3., 4.]]), rd.tensor([1.]))\ntensor([[12.]])",
    ),
    (
        "trace(Tensor self) -> Tensor",
        "Return the sum of the diagonal of a matrix.",
        "rd.trace(rd.tensor([[1., 2.], [3., 4.]]))\ntensor(5.)",
    ),
    # ----- in other words: each is a composite -----
    (
        "inner(Tensor self, Tensor other) -> Tensor",
        "Return the sums of products along the last dimensions of both.",
        f"rd.inner({V}, {V})\ntensor(25.)",
    ),
    (
        "ger(Tensor self, Tensor vec2) -> Tensor",
        "Return the products of all pairs of elements of two vectors, as outer does.",
        f"rd.ger({V}, {V}).shape\n(2, 2)",
    ),
    (
        "kron(Tensor self, Tensor other) -> Tensor",
        "Return the Kronecker product.",
        f"rd.kron({A}, {A})\ntensor([[1., 2., 2., 4.]])",
    ),
    (
        "tensordot(Tensor self, Tensor other, any dims=2) -> Tensor",
        "Return the sums of products over pairs of dimensions: so many, or those listed.",
        f"rd.tensordot({V}, {V}, 1)\ntensor(25.)",
    ),
    (
        "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor",
        "Return x1 W x2 + b along the last dimensions.",
        "rd.bilinear(rd.ones(4, 2), rd.ones(4, 3), rd.ones(5, 2, 3)).shape\n(4, 5)",
    ),
    (
        "einsum(str equation, Tensor[] operands) -> Tensor",
        "Return the sums of products that an equation of letters describes.",
        f'rd.einsum("ij,jk->ik", {A}, {B})\ntensor([[11.]])',
    ),
    (
        "chain_matmul(Tensor[] matrices) -> Tensor",
        "Multiply several matrices, in the order that costs least.",
        f"rd.chain_matmul({A}, {B})\ntensor([[11.]])",
    ),
):
    declare(
        _text,
        tags=("overloaded",) if _text.startswith(("einsum", "chain")) else (),
        doc=_doc,
        example=">>> " + _example,
        method=not _text.startswith(("linear", "bilinear", "einsum", "chain", "tensordot")),
    )
for _text, _doc, _example in (
    (
        f"addmm(Tensor self, Tensor mat1, Tensor mat2, {SCALED}) -> Tensor",
        "Return beta * input + alpha * (mat1 @ mat2), of matrices.",
        f"rd.addmm(rd.tensor([1.]), {A}, {B})\ntensor([[12.]])",
    ),
    (
        f"addmv(Tensor self, Tensor mat, Tensor vec, {SCALED}) -> Tensor",
        "Return beta * input + alpha * (mat @ vec).",
        f"rd.addmv(rd.tensor([1.]), {A}, {V})\ntensor([12.])",
    ),
    (
        f"baddbmm(Tensor self, Tensor batch1, Tensor batch2, {SCALED}) -> Tensor",
        "Return beta * input + alpha * (batch1 @ batch2), of batches of matrices.",
        "rd.baddbmm(rd.ones(1), rd.ones(2, 1, 3), rd.ones(2, 3, 1)).shape\n(2, 1, 1)",
    ),
    (
        f"addbmm(Tensor self, Tensor batch1, Tensor batch2, {SCALED}) -> Tensor",
        "Return beta * input + alpha * (the sum of the products of two batches of matrices).",
        "rd.addbmm(rd.ones(1), rd.ones(2, 1, 3), rd.ones(2, 3, 1))\ntensor([[7.]])",
    ),
    (
        f"addr(Tensor self, Tensor vec1, Tensor vec2, {SCALED}) -> Tensor",
        "Return beta * input + alpha * (the outer product of two vectors).",
        f"rd.addr(rd.ones(1), {V}, {V}).shape\n(2, 2)",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example, inplace=True)
