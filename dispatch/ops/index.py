"""Declarations: operators that read or write elements by their indices."""

from __future__ import annotations

from .common import declare

LINEAR = ("linear",)
MOVES = (*LINEAR, "moves")
NONE = ("nondifferentiable",)
X = "rd.tensor([1, 2, 3])"
PLACES = "rd.tensor([2, 0])"
FUNCTIONS = ("embedding", "one_hot", "searchsorted", "bucketize", "scatter")  # no methods

for _text, _tags, _inplace, _doc, _example in (
    (
        "index(Tensor self, Tensor?[] indices) -> Tensor",
        MOVES,
        False,
        "Read by one tensor of indices, or mask, for each dimension; None takes a dimension whole.",
        f"rd.index({X}, [{PLACES}])\ntensor([3, 1])",
    ),
    (
        "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
        LINEAR,
        True,
        "Write, or add, values where `index` would read.",
        f"rd.index_put({X}, [{PLACES}], rd.tensor(7))\ntensor([7, 2, 7])",
    ),
    (
        "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
        MOVES,
        False,
        "Read along a dimension at indices given for each element of the result.",
        f"rd.gather({X}, 0, {PLACES})\ntensor([3, 1])",
    ),
    (
        "scatter(Tensor self, int dim, Tensor index, TensorOrScalar src, *, str? reduce=None) "
        "-> Tensor",
        (*LINEAR, "overloaded"),
        True,
        "Write along a dimension at indices given for each element of `src`.",
        f"rd.scatter({X}, 0, {PLACES}, 7)\ntensor([7, 2, 7])",
    ),
    (
        "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
        LINEAR,
        True,
        "Add along a dimension at indices given for each element of `src`.",
        f"rd.scatter_add({X}, 0, {PLACES}, rd.tensor([10, 20]))\ntensor([21,  2, 13])",
    ),
    (
        "scatter_reduce(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, "
        "bool include_self=True) -> Tensor",
        (),
        True,
        'Combine what falls on one place by "sum", "prod", "mean", "amax" or "amin".',
        f'rd.scatter_reduce({X}, 0, rd.tensor([0, 0]), rd.tensor([5, 4]), "amax")\n'
        "tensor([5, 2, 3])",
    ),
    (
        "index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, "
        "bool include_self=True) -> Tensor",
        (),
        True,
        'Combine the slices that fall on one index by "prod", "mean", "amax" or "amin".',
        f'rd.index_reduce({X}, 0, rd.tensor([0, 0]), rd.tensor([5, 4]), "amax")\ntensor([5, 2, 3])',
    ),
    (
        "index_select(Tensor self, int dim, Tensor index) -> Tensor",
        MOVES,
        False,
        "Read the given indices of a dimension.",
        f"rd.index_select({X}, 0, {PLACES})\ntensor([3, 1])",
    ),
    (
        "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
        LINEAR,
        True,
        "Add the slices of `source`, times `alpha`, at the given indices of a dimension.",
        f"rd.index_add({X}, 0, {PLACES}, rd.tensor([10, 20]))\ntensor([21,  2, 13])",
    ),
    (
        "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
        MOVES,
        True,
        "Write the slices of `source` at the given indices of a dimension.",
        f"rd.index_copy({X}, 0, {PLACES}, rd.tensor([10, 20]))\ntensor([20,  2, 10])",
    ),
    (
        "index_fill(Tensor self, int dim, Tensor index, TensorOrScalar value) -> Tensor",
        MOVES,
        True,
        "Write one value at the given indices of a dimension.",
        f"rd.index_fill({X}, 0, {PLACES}, 7)\ntensor([7, 2, 7])",
    ),
    (
        "take(Tensor self, Tensor index) -> Tensor",
        MOVES,
        False,
        "Read at indices that count all elements in a row.",
        f"rd.take({X}, {PLACES})\ntensor([3, 1])",
    ),
    (
        "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor",
        LINEAR,
        True,
        "Write, or add, at indices that count all elements in a row.",
        f"rd.put({X}, {PLACES}, rd.tensor([10, 20]))\ntensor([20,  2, 10])",
    ),
    (
        "masked_select(Tensor self, Tensor mask) -> Tensor",
        MOVES,
        False,
        "Read the elements where a mask holds, in a row.",
        f"rd.masked_select({X}, {X} > 1)\ntensor([2, 3])",
    ),
    (
        "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
        MOVES,
        True,
        "Write the elements of `source`, in a row, where a mask holds.",
        f"rd.masked_scatter({X}, {X} > 1, rd.tensor([7, 8]))\ntensor([1, 7, 8])",
    ),
    (
        "embedding(Tensor weight, Tensor indices, int padding_idx=-1, "
        "bool scale_grad_by_freq=False, bool sparse=False) -> Tensor",
        MOVES,
        False,
        "Read rows of a matrix; the row `padding_idx` gets no gradient.",
        "rd.embedding(rd.tensor([[1.], [2.]]), rd.tensor([1, 1]))\ntensor([[2.],\n        [2.]])",
    ),
    (
        "one_hot(Tensor self, int num_classes=-1) -> Tensor",
        NONE,
        False,
        "Return a row for each class index that is one there and else zero.",
        "rd.one_hot(rd.tensor([1, 0]))\ntensor([[0, 1],\n        [1, 0]])",
    ),
    (
        "argwhere(Tensor self) -> Tensor",
        NONE,
        False,
        "Return a row of indices for each element that is not zero.",
        "rd.argwhere(rd.tensor([0, 5]))\ntensor([[1]])",
    ),
    (
        "searchsorted(Tensor sorted_sequence, TensorOrScalar self, *, bool out_int32=False, "
        "bool right=False, str? side=None, Tensor? sorter=None) -> Tensor",
        NONE,
        False,
        "Return where values would have to be put into rows that are sorted.",
        f"rd.searchsorted({X}, 2)\ntensor(1)",
    ),
    (
        "bucketize(TensorOrScalar self, Tensor boundaries, *, bool out_int32=False, "
        "bool right=False) -> Tensor",
        NONE,
        False,
        "Return between which boundaries each value lies.",
        f"rd.bucketize({PLACES}, {X})\ntensor([1, 0])",
    ),
):
    declare(
        _text,
        tags=_tags,
        doc=_doc,
        example=">>> " + _example,
        inplace=_inplace,
        method=_text[: _text.index("(")] not in FUNCTIONS,
    )

declare(
    "nonzero(Tensor self) -> Tensor",
    tags=(*NONE, "overloaded"),
    method=False,
    doc="Return a row of indices for each element that is not zero.",
    example=">>> rd.nonzero(rd.tensor([0, 5]))\ntensor([[1]])",
)
declare(
    "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor",
    doc="Read along a dimension at indices that are broadcast; without one, of all elements.",
    example=f">>> rd.take_along_dim({X}, rd.tensor([2]), 0)\ntensor([3])",
)

# ----- what gradients are -----

declare(
    "embedding_backward(Tensor grad, Tensor indices, int num_weights, int padding_idx, "
    "bool scale_grad_by_freq) -> Tensor",
    tags=LINEAR,
    doc="Add up the gradients of the rows that embedding has read.",
    method=False,
)
declare(
    "masked_scatter_backward(Tensor grad, Tensor mask, int[] sizes) -> Tensor",
    tags=MOVES,
    doc="Return the elements of `grad` where a mask holds, then zeros, in the given sizes.",
    method=False,
)
