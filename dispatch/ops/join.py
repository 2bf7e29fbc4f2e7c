"""Declarations: operators that put tensors together, repeat them, or move elements about."""

from __future__ import annotations

from .common import declare

MOVES = ("linear", "moves")
MATRIX = "rd.tensor([[1, 2], [3, 4]])"

for _text, _tags, _doc, _example in (
    (
        "cat(Tensor[] tensors, int dim=0) -> Tensor",
        MOVES,
        "Put tensors one after the other along a dimension.",
        "rd.cat([rd.tensor([1, 2]), rd.tensor([3])])\ntensor([1, 2, 3])",
    ),
    (
        "stack(Tensor[] tensors, int dim=0) -> Tensor",
        MOVES,
        "Put tensors of one shape beside each other along a new dimension.",
        "rd.stack([rd.tensor([1, 2]), rd.tensor([3, 4])])\ntensor([[1, 2],\n        [3, 4]])",
    ),
    (
        "flip(Tensor self, int[] dims) -> Tensor",
        (*MOVES, "variadic"),
        "Reverse dimensions.",
        "rd.flip(rd.tensor([1, 2, 3]), (0,))\ntensor([3, 2, 1])",
    ),
    (
        "roll(Tensor self, int[] shifts, int[] dims=[]) -> Tensor",
        MOVES,
        "Shift elements along dimensions; what leaves at the end comes in at the start.",
        "rd.roll(rd.tensor([1, 2, 3]), 1)\ntensor([3, 1, 2])",
    ),
    (
        "repeat(Tensor self, int[] repeats) -> Tensor",
        (*MOVES, "variadic"),
        "Repeat the whole tensor along each dimension.",
        "rd.tensor([1, 2]).repeat(2, 2)\ntensor([[1, 2, 1, 2],\n        [1, 2, 1, 2]])",
    ),
    (
        "tril(Tensor self, int diagonal=0) -> Tensor",
        MOVES,
        "Return a copy with zeros above a diagonal.",
        f"rd.tril({MATRIX})\ntensor([[1, 0],\n        [3, 4]])",
    ),
    (
        "triu(Tensor self, int diagonal=0) -> Tensor",
        MOVES,
        "Return a copy with zeros below a diagonal.",
        f"rd.triu({MATRIX})\ntensor([[1, 2],\n        [0, 4]])",
    ),
    (
        "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
        MOVES,
        "Put the last dimension on a diagonal of two dimensions of a new tensor.",
        "rd.diag_embed(rd.tensor([1, 2]))\ntensor([[1, 0],\n        [0, 2]])",
    ),
    (
        "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor",
        ("moves",),
        "Put a value around a tensor: before and after the last dimension, then the one before it.",
        "rd.constant_pad_nd(rd.tensor([1, 2]), (1, 1))\ntensor([0, 1, 2, 0])",
    ),
):
    declare(
        _text,
        tags=_tags,
        doc=_doc,
        example=">>> " + _example,
        inplace=_text.startswith("tri"),
        method="(Tensor[] " not in _text,
    )

# ----- in other words: each is a composite -----

for _text, _doc, _example in (
    (
        "concat(Tensor[] tensors, int dim=0) -> Tensor",
        "Put tensors one after the other along a dimension, as cat does.",
        "rd.concat([rd.tensor([1]), rd.tensor([3])])\ntensor([1, 3])",
    ),
    (
        "concatenate(Tensor[] tensors, int dim=0) -> Tensor",
        "Put tensors one after the other along a dimension, as cat does.",
        "rd.concatenate([rd.tensor([1]), rd.tensor([3])])\ntensor([1, 3])",
    ),
    (
        "hstack(Tensor[] tensors) -> Tensor",
        "Put tensors one after the other along the second dimension, vectors along the first.",
        "rd.hstack([rd.tensor([1]), rd.tensor([3])])\ntensor([1, 3])",
    ),
    (
        "vstack(Tensor[] tensors) -> Tensor",
        "Put tensors below each other; vectors become rows.",
        "rd.vstack([rd.tensor([1, 2]), rd.tensor([3, 4])])\ntensor([[1, 2],\n        [3, 4]])",
    ),
    (
        "row_stack(Tensor[] tensors) -> Tensor",
        "Put tensors below each other, as vstack does.",
        "rd.row_stack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape\n(2, 2)",
    ),
    (
        "dstack(Tensor[] tensors) -> Tensor",
        "Put tensors one after the other along the third dimension.",
        "rd.dstack([rd.tensor([1, 2]), rd.tensor([3, 4])]).shape\n(1, 2, 2)",
    ),
    (
        "column_stack(Tensor[] tensors) -> Tensor",
        "Put tensors beside each other; vectors become columns.",
        "rd.column_stack([rd.tensor([1, 2]), rd.tensor([3, 4])])\n"
        "tensor([[1, 3],\n        [2, 4]])",
    ),
    (
        "chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]",
        "Return views of at most so many pieces of a dimension, all but the last of one size.",
        "rd.chunk(rd.tensor([1, 2, 3]), 2)\n[tensor([1, 2]), tensor([3])]",
    ),
    (
        "unsafe_chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]",
        "Return what chunk gives, as views that may be written to one by one.",
        "rd.unsafe_chunk(rd.tensor([1, 2, 3]), 2)\n[tensor([1, 2]), tensor([3])]",
    ),
    (
        "unsafe_split(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]",
        "Return what split gives, as views that may be written to one by one.",
        "rd.unsafe_split(rd.tensor([1, 2, 3]), 2)\n[tensor([1, 2]), tensor([3])]",
    ),
    (
        "unsafe_split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]",
        "Return what split_with_sizes gives, as views that may be written to one by one.",
        "rd.unsafe_split_with_sizes(rd.tensor([1, 2, 3]), (1, 2))\n[tensor([1]), tensor([2, 3])]",
    ),
    (
        "tensor_split(Tensor(a -> *) self, any indices_or_sections, int dim=0) -> Tensor(a)[]",
        "Return views of so many pieces of a dimension, or of those between indices.",
        "rd.tensor_split(rd.tensor([1, 2, 3]), 2)\n[tensor([1, 2]), tensor([3])]",
    ),
    (
        "hsplit(Tensor(a -> *) self, any indices_or_sections) -> Tensor(a)[]",
        "Split along the second dimension, a vector along its only one.",
        "rd.hsplit(rd.tensor([1, 2]), 2)\n[tensor([1]), tensor([2])]",
    ),
    (
        "vsplit(Tensor(a -> *) self, any indices_or_sections) -> Tensor(a)[]",
        "Split along the first dimension.",
        "rd.vsplit(rd.zeros(2, 3), 2)[0].shape\n(1, 3)",
    ),
    (
        "dsplit(Tensor(a -> *) self, any indices_or_sections) -> Tensor(a)[]",
        "Split along the third dimension.",
        "rd.dsplit(rd.zeros(2, 3, 2), 2)[0].shape\n(2, 3, 1)",
    ),
    (
        "repeat_interleave(Tensor self, any repeats, int? dim=None, *, int? output_size=None) "
        "-> Tensor",
        "Repeat each element along a dimension; without one, of all elements in a row.",
        "rd.repeat_interleave(rd.tensor([1, 2]), 2)\ntensor([1, 1, 2, 2])",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example, method="(Tensor[] " not in _text)
declare(
    "tile(Tensor self, int[] dims) -> Tensor",
    tags=("variadic",),
    doc="Repeat the whole tensor along each dimension; missing dimensions are put in front.",
    example=">>> rd.tile(rd.tensor([1, 2]), (2,))\ntensor([1, 2, 1, 2])",
)
