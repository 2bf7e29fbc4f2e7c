"""Declarations: operators that only change how elements are arranged."""

from __future__ import annotations

from .common import declare

VIEW = ("view", "linear")
declare(
    "reshape(Tensor(a) self, int[] shape) -> Tensor(a)",
    tags=(*VIEW, "maybe_view", "variadic"),
    doc="Return the elements in another shape; a view where the strides allow it, else a copy.",
    example=">>> rd.reshape(rd.tensor([1, 2, 3, 4]), (2, -1))\ntensor([[1, 2],\n        [3, 4]])",
)
declare(
    "transpose(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    tags=VIEW,
    inplace=True,
    doc="Return a view with two dimensions swapped.",
    example=(
        ">>> rd.transpose(rd.tensor([[1, 2], [3, 4]]), 0, 1)\ntensor([[1, 3],\n        [2, 4]])"
    ),
)
declare(
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    tags=(*VIEW, "variadic"),
    doc="Return a view with the dimensions in another order.",
    example=">>> rd.permute(rd.zeros(2, 3), (1, 0)).shape\n(3, 2)",
)
declare(
    "expand(Tensor(a) self, int[] size) -> Tensor(a)",
    tags=(*VIEW, "variadic"),
    doc="Return a view in which dimensions of size one are repeated; -1 keeps a size.",
    example=">>> rd.tensor([[1], [2]]).expand(-1, 2)\ntensor([[1, 1],\n        [2, 2]])",
)
declare(
    "select(Tensor(a) self, int dim, int index) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view at one index of a dimension.",
    example=">>> rd.select(rd.tensor([[1, 2], [3, 4]]), 0, 1)\ntensor([3, 4])",
)
declare(
    "slice(Tensor(a) self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view of a range of a dimension.",
    example=">>> rd.tensor([1, 2, 3])[1:]\ntensor([2, 3])",
)
declare(
    "squeeze(Tensor(a) self, int[1]? dim=None) -> Tensor(a)",
    tags=VIEW,
    inplace=True,
    doc="Return a view without the dimensions of size one, or without those named.",
    example=">>> rd.squeeze(rd.zeros(1, 3)).shape\n(3,)",
)
declare(
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    tags=VIEW,
    inplace=True,
    doc="Return a view with a dimension of size one put in.",
    example=">>> rd.unsqueeze(rd.zeros(3), 0).shape\n(1, 3)",
)
declare(
    "clone(Tensor self, *, memory_format? memory_format=None) -> Tensor",
    tags=("linear", "moves"),
    doc="Return a copy; gradients flow back to the original.",
    example=">>> rd.clone(rd.tensor([1.]))\ntensor([1.])",
)
declare(
    "_to_copy(Tensor self, dtype dtype) -> Tensor",
    tags=("linear", "moves"),
    doc="Return a copy with another dtype.",
    method=False,
)
declare(
    "select_backward(Tensor grad, int[] sizes, int dim, int index) -> Tensor",
    tags=("linear", "moves"),
    doc="Return zeros of the given sizes with `grad` at one index of a dimension.",
    method=False,
)
declare(
    "slice_backward(Tensor grad, int[] sizes, int dim, int? start, int? end, int step) -> Tensor",
    tags=("linear", "moves"),
    doc="Return zeros of the given sizes with `grad` in a range of a dimension.",
    method=False,
)
declare(
    "to_device(Tensor self, device device) -> Tensor",
    tags=("linear", "transfer", "moves"),
    doc="Return a copy on another device; gradients are moved back.",
    method=False,
)
declare(
    "_alias_on(Tensor(a) self, device device) -> Tensor(a)",
    tags=VIEW,
    doc="Return a tensor of another device over the same memory.",
    method=False,
)
declare(
    "copy_(Tensor(a!) self, Tensor src) -> Tensor(a!)",
    tags=("inplace", "transfer", "moves"),
    doc="Write the elements of another tensor into this one, broadcast and cast.",
    example=">>> rd.zeros(2).copy_(rd.tensor([1, 2]))\ntensor([1., 2.])",
)
declare(
    "zero_(Tensor(a!) self) -> Tensor(a!)",
    tags=("inplace", "fill", "moves"),
    doc="Write zeros into a tensor.",
    example=">>> rd.tensor([1., 2.]).zero_()\ntensor([0., 0.])",
)
declare(
    "fill_(Tensor(a!) self, TensorOrScalar value) -> Tensor(a!)",
    tags=("inplace", "fill", "moves"),
    doc="Write one value everywhere into a tensor.",
    example=">>> rd.zeros(2).fill_(3)\ntensor([3., 3.])",
)
