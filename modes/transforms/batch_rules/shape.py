"""Batching rules of operators that arrange elements, of views, and of what their gradients are."""

from __future__ import annotations

from typing import Any

from ....backends.layout import contiguous_format, preserve_format
from ....backends.shapes import wrap_dim
from ....dispatch.generated import functions as rd
from ..batching import RefusedByVmap
from .common import Row, batch_rule, in_front, inferred, moved, needs, rows, with_rank

#: names, arguments that are dimensions, arguments that are the sizes of an example
rows(
    (
        ("select slice unbind split narrow split_with_sizes", "dim"),
        ("diagonal", "dim1 dim2", {"rank": 2}),
    ),
    scalars=False,
)
rows(
    (
        ("transpose", "dim0 dim1"),
        ("unfold", "dimension"),
        ("unsqueeze", "dim", {"more": 1}),
        ("diag_embed", "dim1 dim2", {"more": 1, "rank": 1}),
        ("select_scatter slice_scatter", "dim", {"scalars": None, "rank": 1}),
        ("diagonal_scatter", "dim1 dim2", {"scalars": None, "rank": 2}),
        # what acts on the last dimensions, or on all elements alike
        ("detach alias view_as_real _contiguous _to_copy zero_",),
        ("zeros_like ones_like full_like empty_like",),
        ("view_as_complex", {"rank": 1}),
        ("tril triu _upper _fill_diagonal", {"rank": 2}),
        ("_new_zeros", "", "size"),
    )
)


class OfSizes(Row):
    """The rule of a gradient whose dimensions are those of its sizes, not of its first tensor."""

    def __call__(self, info: Any, in_dims: Any, *args: Any) -> Any:
        values = list(args)
        at = self.sizes[0]
        if not len(args[at]):
            return NotImplemented
        for i, _ in self.dims:
            values[i] = wrap_dim(values[i], len(args[at])) + 1
        values[at] = (info.batch_size, *args[at])
        return self.operator.call(tuple(values)), 0


for _name, _dims in (
    ("select_backward", "dim"),
    ("slice_backward", "dim"),
    ("diagonal_backward", "dim1 dim2"),
    ("unfold_backward", "dimension"),
):
    batch_rule(_name)(OfSizes(_name, _dims, "sizes"))


@batch_rule("reshape")
def reshape(info: Any, in_dims: Any, self: Any, shape: Any) -> Any:
    return rd.reshape(self, (info.batch_size, *inferred(self, shape))), 0


@batch_rule("view")
def view(info: Any, in_dims: Any, self: Any, size: Any) -> Any:
    return rd.view(self, (info.batch_size, *inferred(self, size))), 0


@batch_rule("view.dtype")
def view_dtype(info: Any, in_dims: Any, self: Any, dtype: Any) -> Any:
    needs(self.dim() > 1 or dtype.itemsize == self.dtype.itemsize)
    return self.view(dtype), 0


@batch_rule("flip")
def flip(info: Any, in_dims: Any, self: Any, dims: Any) -> Any:
    at = tuple([moved(d, self) for d in dims])
    return (rd.flip(self, at) if self.dim() > 1 else rd.clone(self)), 0


@batch_rule("permute")
def permute(info: Any, in_dims: Any, self: Any, dims: Any) -> Any:
    return rd.permute(self, (0, *[moved(d, self) for d in dims])), 0


@batch_rule("expand")
def expand(info: Any, in_dims: Any, self: Any, size: Any) -> Any:
    needs(len(size) >= self.dim() - 1)
    missing = len(size) - (self.dim() - 1)
    needs(-1 not in size[:missing])
    return rd.expand(with_rank(self, len(size)), (info.batch_size, *size)), 0


@batch_rule("squeeze")
def squeeze(info: Any, in_dims: Any, self: Any, dim: Any) -> Any:
    shape = self.shape
    if len(shape) == 1:
        for each in dim or ():
            wrap_dim(each, 0)
        return rd.alias(self), 0
    dims = range(1, len(shape)) if dim is None else [moved(d, self) for d in dim]
    ones = tuple([d for d in dims if shape[d] == 1])
    return (rd.squeeze(self, ones) if ones else rd.alias(self)), 0


@batch_rule("as_strided")
def as_strided(
    info: Any, in_dims: Any, self: Any, size: Any, stride: Any, storage_offset: Any
) -> Any:
    needs(len(size) == len(stride))
    sizes, strides = (info.batch_size, *size), (self.stride()[0], *stride)
    return rd.as_strided(self, sizes, strides, storage_offset), 0


@batch_rule("clone")
def clone(info: Any, in_dims: Any, self: Any, memory_format: Any) -> Any:
    if memory_format not in (None, contiguous_format, preserve_format):
        raise RefusedByVmap(
            "NYI: Tensor.clone(memory_format) inside vmap is only supported with memory_format "
            f"preserve_format or contiguous_format (got {memory_format})"
        )
    return rd.clone(self, memory_format=memory_format), 0


@batch_rule("copy_")
def copy_(info: Any, in_dims: Any, self: Any, src: Any) -> Any:
    rank = self.dim() - 1
    if in_dims[1] is not None:
        needs(src.dim() - 1 <= rank)
        src = with_rank(src, rank)
    else:
        needs(src.dim() <= rank)
    return rd.copy_(self, src), 0


@batch_rule("fill")
def fill(info: Any, in_dims: Any, self: Any, value: Any) -> Any:
    if in_dims[1] is None:
        return rd.fill(self, value), 0
    needs(value.dim() == 1)
    whole = in_front(self, in_dims[0], info.batch_size)
    return rd.copy_(rd.empty_like(whole), with_rank(value, whole.dim() - 1)), 0


@batch_rule("fill_")
def fill_(info: Any, in_dims: Any, self: Any, value: Any) -> Any:
    if in_dims[1] is None:
        return rd.fill_(self, value), 0
    needs(value.dim() == 1)
    return rd.copy_(self, with_rank(value, self.dim() - 1)), 0
