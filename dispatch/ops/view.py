"""Declarations: the less common views, their gradients, and composites of views."""

from __future__ import annotations

from .common import declare

VIEW = ("view", "linear")
declare(
    "view(Tensor(a) self, int[] size) -> Tensor(a)",
    tags=(*VIEW, "variadic"),
    doc="Return a view in another shape; an error where only a copy could have it.",
    example=">>> rd.tensor([1, 2, 3, 4]).view(2, 2)\ntensor([[1, 2],\n        [3, 4]])",
)
declare(
    "view.dtype(Tensor(a) self, dtype dtype) -> Tensor(a)",
    tags=("view", "alternative", "nondifferentiable"),
    doc="Return the same memory read as another dtype; its writes are counted, not recorded.",
    example=">>> rd.tensor([1.]).view(rd.int32)\ntensor([1065353216], dtype=rd.int32)",
)
declare(
    "alias(Tensor(a) self) -> Tensor(a)",
    tags=VIEW,
    doc="Return a view of the whole tensor.",
    example=">>> rd.alias(rd.tensor([1, 2]))\ntensor([1, 2])",
    method=False,
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
    inplace=True,
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
    tags=("linear", "moves"),
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
    "as_strided_backward(Tensor grad, any geometry, int[] size, int[] stride, int? storage_offset) "
    "-> Tensor",
    tags=("linear",),
    doc="Add up what as_strided has read from a tensor that lies in memory like this.",
    method=False,
)
declare(
    "_as_strided_from(Tensor self, any geometry, int[] size, int[] stride, int? storage_offset) "
    "-> Tensor",
    tags=("linear", "moves"),
    doc="Return what as_strided would read of `self` if it lay in memory like this.",
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
        "contiguous(Tensor(a) self, *, memory_format? memory_format=None) -> Tensor(a)",
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
        "as_strided_scatter(Tensor self, Tensor src, int[] size, int[] stride, "
        "int? storage_offset=None) -> Tensor",
        "Return a copy in which what as_strided would give holds `src`.",
        "rd.as_strided_scatter(rd.zeros(4), rd.ones(2), (2,), (2,))\ntensor([1., 0., 1., 0.])",
    ),
    (
        "fill(Tensor self, TensorOrScalar value) -> Tensor",
        "Return a tensor of the same sizes in which every element has one value.",
        "rd.fill(rd.tensor([1, 2]), 3)\ntensor([3, 3])",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example)

for _text, _doc, _example in (  # what each gives is always a view
    (
        "t(Tensor(a) self) -> Tensor(a)",
        "Return the view with its two dimensions swapped; of fewer dimensions, as they are.",
        "rd.t(rd.tensor([[1, 2], [3, 4]]))\ntensor([[1, 3],\n        [2, 4]])",
    ),
    (
        "narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)",
        "Return the view of a range of a dimension, given by where it starts and how long it is.",
        "rd.narrow(rd.tensor([1, 2, 3]), 0, 1, 2)\ntensor([2, 3])",
    ),
    (
        "split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]",
        "Return views of pieces of a dimension, of the sizes given.",
        "rd.split_with_sizes(rd.tensor([1, 2, 3]), (1, 2))\n[tensor([1]), tensor([2, 3])]",
    ),
):
    declare(_text, tags=VIEW, inplace=_text[0] == "t", doc=_doc, example=">>> " + _example)

for _text, _doc, _example in (  # other words for transpose
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
):
    declare(_text, inplace=True, doc=_doc, example=">>> " + _example)

for _text, _doc, _example in (  # the tensor itself gets other memory, or more of it
    (
        "resize_(Tensor(a!) self, int[] size, *, memory_format? memory_format=None) -> Tensor(a!)",
        "Give the tensor other sizes over its memory, or over more where that is too small.",
        "rd.tensor([1, 2, 3, 4]).resize_(2)\ntensor([1, 2])",
    ),
    (
        "resize_as_(Tensor(a!) self, Tensor the_template, *, memory_format? memory_format=None) "
        "-> Tensor(a!)",
        "Give the tensor the sizes of another one, as resize_ does.",
        "rd.tensor([1, 2, 3]).resize_as_(rd.zeros(1, 2))\ntensor([[1, 2]])",
    ),
):
    declare(
        _text,
        tags=("inplace", "nondifferentiable", *(["variadic"] if "int[]" in _text else [])),
        doc=_doc,
        example=">>> " + _example,
    )
declare(
    "set_(Tensor(a!) self, Tensor? source=None, int storage_offset=0, int[]? size=None, "
    "int[]? stride=None) -> Tensor(a!)",
    tags=("inplace",),
    doc="Let the tensor look at the memory of another tensor, or at a storage.",
    example=">>> rd.zeros(2).set_(rd.tensor([1., 2., 3.]))\ntensor([1., 2., 3.])",
)
declare(
    "set_.storage(Tensor(a!) self, any source, int storage_offset=0, int[]? size=None, "
    "int[]? stride=None) -> Tensor(a!)",
    tags=("inplace", "alternative"),
    doc="Let the tensor look at a storage.",
    example=">>> rd.zeros(1).set_(rd.tensor([1., 2.]).untyped_storage())\ntensor([1., 2.])",
)
declare(
    "_clone_memory(Tensor self) -> Tensor",
    tags=("linear", "moves"),
    doc="Return the same look at a copy of the whole memory.",
    method=False,
)
declare(
    "_contiguous(Tensor self) -> Tensor",
    tags=("linear", "moves"),
    doc="Return a copy that is row-major in memory.",
    method=False,
)
