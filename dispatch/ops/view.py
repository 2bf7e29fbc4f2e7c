"""Declarations: the less common views, their gradients, and composites of views."""

from __future__ import annotations

from ..registry import declare

VIEW = ("view", "linear")
declare(
    "view(Tensor(a) self, int[] size) -> Tensor(a)",
    tags=(*VIEW, "variadic"),
    doc="Return a view in another shape; an error where only a copy could have it.",
    example=">>> rd.tensor([1, 2, 3, 4]).view(2, 2)\ntensor([[1, 2],\n        [3, 4]])",
)
declare(
    "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view of a diagonal of two dimensions; it becomes the last dimension.",
    example=">>> rd.diagonal(rd.tensor([[1, 2], [3, 4]]))\ntensor([1, 4])",
)
declare(
    "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view of all windows of a dimension; a window becomes the last dimension.",
    example=">>> rd.tensor([1, 2, 3]).unfold(0, 2, 1)\ntensor([[1, 2],\n        [2, 3]])",
)
declare(
    "as_strided(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)",
    tags=VIEW,
    doc="Return a view with any sizes and strides, counted in elements, over the same memory.",
    example=">>> rd.as_strided(rd.tensor([1, 2, 3]), (2, 2), (1, 1))\n"
    "tensor([[1, 2],\n        [2, 3]])",
)
declare(
    "unbind(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
    tags=VIEW,
    doc="Return the views at all indices of a dimension.",
    example=">>> rd.unbind(rd.tensor([[1, 2], [3, 4]]))\n[tensor([1, 2]), tensor([3, 4])]",
)
declare(
    "split(Tensor(a -> *) self, any split_size_or_sections, int dim=0) -> Tensor(a)[]",
    tags=VIEW,
    doc="Return views of pieces of a dimension: all of one size, or of the sizes given.",
    example=">>> rd.split(rd.tensor([1, 2, 3]), 2)\n[tensor([1, 2]), tensor([3])]",
)

# ----- what the gradients of views are -----

declare(
    "diagonal_backward(Tensor grad, int[] sizes, int offset, int dim1, int dim2) -> Tensor",
    tags=("linear",),
    doc="Return zeros of the given sizes with `grad` on a diagonal.",
    method=False,
)
declare(
    "unfold_backward(Tensor grad, int[] sizes, int dimension, int size, int step) -> Tensor",
    tags=("linear",),
    doc="Return zeros of the given sizes to which windows have been added.",
    method=False,
)
declare(
    "as_strided_backward(Tensor grad, Tensor self, int[] size, int[] stride, int? storage_offset) "
    "-> Tensor",
    tags=("linear",),
    doc="Add up in the sizes of `self` what as_strided has read there.",
    method=False,
)

# ----- in other words: each is a composite -----

for _text, _doc, _example in (
    (
        "view_as(Tensor(a) self, Tensor other) -> Tensor(a)",
        "Return a view in the shape of another tensor.",
        "rd.tensor([1, 2]).view_as(rd.zeros(2, 1)).shape\n(2, 1)",
    ),
    (
        "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)",
        "Return the elements in the shape of another tensor.",
        "rd.tensor([1, 2]).reshape_as(rd.zeros(2, 1)).shape\n(2, 1)",
    ),
    (
        "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
        "Return a view broadcast to the sizes of another tensor.",
        "rd.tensor([1, 2]).expand_as(rd.zeros(3, 2)).shape\n(3, 2)",
    ),
    (
        "broadcast_to(Tensor(a) self, int[] size) -> Tensor(a)",
        "Return a view broadcast to the given sizes.",
        "rd.broadcast_to(rd.tensor([1, 2]), (3, 2)).shape\n(3, 2)",
    ),
    (
        "flatten(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)",
        "Make one dimension of a range of dimensions; the tensor itself if it is one already.",
        "rd.flatten(rd.zeros(2, 3, 4), 1).shape\n(2, 12)",
    ),
    (
        "unflatten(Tensor(a) self, int dim, int[] sizes) -> Tensor(a)",
        "Make several dimensions of one.",
        "rd.unflatten(rd.zeros(6, 2), 0, (2, -1)).shape\n(2, 3, 2)",
    ),
    (
        "ravel(Tensor(a) self) -> Tensor(a)",
        "Return the elements in one dimension.",
        "rd.ravel(rd.tensor([[1, 2], [3, 4]]))\ntensor([1, 2, 3, 4])",
    ),
    (
        "t(Tensor(a) self) -> Tensor(a)",
        "Return the view with its two dimensions swapped; of fewer dimensions, as they are.",
        "rd.t(rd.tensor([[1, 2], [3, 4]]))\ntensor([[1, 3],\n        [2, 4]])",
    ),
    (
        "adjoint(Tensor(a) self) -> Tensor(a)",
        "Return the conjugate with the last two dimensions swapped.",
        "rd.adjoint(rd.zeros(2, 3)).shape\n(3, 2)",
    ),
    (
        "movedim(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
        "Return the view with dimensions moved to other places.",
        "rd.movedim(rd.zeros(2, 3, 4), 0, -1).shape\n(3, 4, 2)",
    ),
    (
        "moveaxis(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
        "Return the view with dimensions moved to other places, as movedim does.",
        "rd.moveaxis(rd.zeros(2, 3, 4), 0, -1).shape\n(3, 4, 2)",
    ),
    (
        "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)",
        "Return the view with two dimensions swapped, as transpose does.",
        "rd.swapaxes(rd.zeros(2, 3), 0, 1).shape\n(3, 2)",
    ),
    (
        "swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
        "Return the view with two dimensions swapped, as transpose does.",
        "rd.swapdims(rd.zeros(2, 3), 0, 1).shape\n(3, 2)",
    ),
    (
        "narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)",
        "Return the view of a range of a dimension, given by where it starts and how long it is.",
        "rd.narrow(rd.tensor([1, 2, 3]), 0, 1, 2)\ntensor([2, 3])",
    ),
    (
        "contiguous(Tensor(a) self) -> Tensor(a)",
        "Return the tensor itself if it is row-major in memory, else a copy that is.",
        "rd.zeros(2, 3).t().contiguous().stride()\n(2, 1)",
    ),
    (
        "rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor",
        "Rotate by 90 degrees, k times, in the plane of two dimensions.",
        "rd.rot90(rd.tensor([[1, 2], [3, 4]]))\ntensor([[2, 4],\n        [1, 3]])",
    ),
    (
        "fliplr(Tensor self) -> Tensor",
        "Reverse the second dimension.",
        "rd.fliplr(rd.tensor([[1, 2]]))\ntensor([[2, 1]])",
    ),
    (
        "flipud(Tensor self) -> Tensor",
        "Reverse the first dimension.",
        "rd.flipud(rd.tensor([1, 2]))\ntensor([2, 1])",
    ),
    (
        "diag(Tensor self, int diagonal=0) -> Tensor",
        "Return the diagonal of a matrix, or the matrix with a vector on its diagonal.",
        "rd.diag(rd.tensor([1, 2]))\ntensor([[1, 0],\n        [0, 2]])",
    ),
    (
        "diagflat(Tensor self, int offset=0) -> Tensor",
        "Return the matrix with all elements on its diagonal.",
        "rd.diagflat(rd.tensor([1, 2]))\ntensor([[1, 0],\n        [0, 2]])",
    ),
    (
        "select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor",
        "Return a copy in which one index of a dimension holds `src`.",
        "rd.select_scatter(rd.zeros(2), rd.tensor(5.), 0, 1)\ntensor([0., 5.])",
    ),
    (
        "slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, "
        "int step=1) -> Tensor",
        "Return a copy in which a range of a dimension holds `src`.",
        "rd.slice_scatter(rd.zeros(3), rd.ones(2), 0, 1)\ntensor([0., 1., 1.])",
    ),
    (
        "diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor",
        "Return a copy in which a diagonal holds `src`.",
        "rd.diagonal_scatter(rd.zeros(2, 2), rd.ones(2))\ntensor([[1., 0.],\n        [0., 1.]])",
    ),
    (
        "fill(Tensor self, TensorOrScalar value) -> Tensor",
        "Return a tensor of the same sizes in which every element has one value.",
        "rd.fill(rd.tensor([1, 2]), 3)\ntensor([3, 3])",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example)
declare(
    "_contiguous(Tensor self) -> Tensor",
    tags=("linear",),
    doc="Return a copy that is row-major in memory.",
    method=False,
)

# ----- the same in place: the tensor itself becomes the view -----

_EXAMPLES = {
    "transpose_": ("0, 1", "(3, 2)"),
    "t_": ("", "(3, 2)"),
    "swapaxes_": ("0, 1", "(3, 2)"),
    "swapdims_": ("0, 1", "(3, 2)"),
    "squeeze_": ("", "(2, 3)"),
    "unsqueeze_": ("0", "(1, 2, 3)"),
}
for _text, _doc in (
    (
        "transpose_(Tensor(a!) self, int dim0, int dim1)",
        "Swap two dimensions of the tensor itself.",
    ),
    ("t_(Tensor(a!) self)", "Swap the two dimensions of the tensor itself."),
    (
        "swapaxes_(Tensor(a!) self, int axis0, int axis1)",
        "Swap two dimensions of the tensor itself.",
    ),
    ("swapdims_(Tensor(a!) self, int dim0, int dim1)", "Swap two dimensions of the tensor itself."),
    (
        "squeeze_(Tensor(a!) self, int[]? dim=None)",
        "Take sizes of one away from the tensor itself.",
    ),
    ("unsqueeze_(Tensor(a!) self, int dim)", "Put a size of one into the tensor itself."),
):
    _name = _text[: _text.index("(")]
    declare(
        f"{_text} -> Tensor(a!)",
        tags=("inplace",),
        doc=_doc,
        example=f">>> rd.zeros(2, 3).{_name}({_EXAMPLES[_name][0]}).shape\n{_EXAMPLES[_name][1]}",
    )
