"""Meta kernels that read and write elements by their indices; whether those exist is not known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.registry import lookup, raw_kernel
from ..shapes import Shape, broadcast_error, broadcast_shapes, wrap_dim
from .asking import ask_all
from .payload import MetaArray
from .sized import depends_on_values, same_as, sized, with_dim

kernel = raw_kernel("Meta")


def indexed_shape(shape: Shape, indices: Sequence[MetaArray | None]) -> Shape:
    """Return the sizes that reading by a list of indices gives.

    Raises
    ------
    NotImplementedError
        If one is a mask.
    IndexError
        If there are too many, or they do not broadcast.
    """
    if any(index is not None and index.dtype.kind not in "i" for index in indices):
        raise NotImplementedError(
            "indexing by a mask has no result on meta tensors: its sizes depend on the elements"
        )
    if len(indices) > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    places = [i for i, index in enumerate(indices) if index is not None]
    given = [index.shape for index in indices if index is not None]
    try:
        common = broadcast_shapes(*given)
    except RuntimeError:
        shown = ", ".join(str(list(s)) for s in given)
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shown}"
        ) from None
    rest = [n for i, n in enumerate(shape) if i not in places]
    if places and places[-1] - places[0] == len(places) - 1:
        start = places[0]
        return (*rest[:start], *common, *rest[start:])
    return (*common, *rest)


@kernel("index")
def index(self: MetaArray, indices: Sequence[MetaArray | None]) -> MetaArray:
    return MetaArray(indexed_shape(self.shape, indices), self.dtype)


@kernel("index_put")
def index_put(
    self: MetaArray,
    indices: Sequence[MetaArray | None],
    values: MetaArray,
    accumulate: bool = False,
) -> MetaArray:
    if all(i is None or i.dtype.kind == "i" for i in indices):
        target = indexed_shape(self.shape, indices)
        if broadcast_error(target, values.shape) is not None:
            raise RuntimeError(
                f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast "
                f"to indexing result of shape {list(target)}"
            )
    return MetaArray(self.shape, self.dtype)


@kernel("gather")
def gather(self: MetaArray, dim: int, index: MetaArray, sparse_grad: bool = False) -> MetaArray:
    wrap_dim(dim, self.ndim)
    return MetaArray(index.shape, self.dtype)


for _name in (
    "scatter", "scatter_add", "scatter_reduce", "index_add", "index_copy", "index_fill", "put",
):  # fmt: skip
    same_as(_name)


@kernel("index_select")
def index_select(self: MetaArray, dim: int, index: MetaArray) -> MetaArray:
    axis = wrap_dim(dim, self.ndim)
    return MetaArray(with_dim(self.shape, axis, index.size), self.dtype)


@kernel("take")
def take(self: MetaArray, index: MetaArray) -> MetaArray:
    return MetaArray(index.shape, self.dtype)


@kernel("masked_scatter")
def masked_scatter(self: MetaArray, mask: MetaArray, source: MetaArray) -> MetaArray:
    return MetaArray(broadcast_shapes(self.shape, mask.shape), self.dtype)


@kernel("masked_scatter_backward")
def masked_scatter_backward(grad: MetaArray, mask: MetaArray, sizes: Sequence[int]) -> MetaArray:
    return MetaArray(tuple(sizes), grad.dtype)


@sized("embedding")
def embedding(
    weight: MetaArray,
    indices: MetaArray,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Shape:
    return (*indices.shape, *weight.shape[1:])


@kernel("embedding_backward")
def embedding_backward(
    grad: MetaArray, indices: MetaArray, num_weights: int, padding_idx: int, by_freq: bool
) -> MetaArray:
    return MetaArray((num_weights, grad.shape[-1]), grad.dtype)


@sized("one_hot")
def one_hot(self: MetaArray, num_classes: int = -1) -> Shape:
    if num_classes < 0:
        raise NotImplementedError("one_hot of meta tensors needs num_classes")
    return (*self.shape, num_classes)


@sized("searchsorted")
def searchsorted(sorted_sequence: MetaArray, self: Any, *options: Any) -> Shape:
    return self.shape if self.__class__ is MetaArray else ()


@sized("bucketize")
def bucketize(self: Any, boundaries: MetaArray, *options: Any) -> Shape:
    return self.shape if self.__class__ is MetaArray else ()


depends_on_values("masked_select", "nonzero", "argwhere", "_unique", "_unique_consecutive")


@sized("isin")
def isin(elements: Any, test_elements: Any, *options: bool) -> Shape:
    return elements.shape if isinstance(elements, MetaArray) else ()


# ----- in order -----


@sized("sort")
def sort(self: MetaArray, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    wrap_dim(dim, self.ndim)
    return [self.shape, self.shape]


@sized("argsort")
def argsort(self: MetaArray, dim: int = -1, *options: bool) -> Shape:
    wrap_dim(dim, self.ndim)
    return self.shape


@kernel("kthvalue")
def kthvalue(
    self: MetaArray, k: int, dim: int = -1, keepdim: bool = False
) -> tuple[MetaArray, MetaArray]:
    axis = wrap_dim(dim, self.ndim)
    if not 1 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    kept = with_dim(self.shape, axis, 1) if self.ndim else ()
    shape = kept if keepdim else (*kept[:axis], *kept[axis + 1 :])
    dtypes = ask_all(lookup("kthvalue"), (self, 1, dim), 0)
    return MetaArray(shape, dtypes[0]), MetaArray(shape, dtypes[1])


@kernel("topk")
def topk(
    self: MetaArray, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[MetaArray, MetaArray]:
    axis = wrap_dim(dim, self.ndim)
    if not 0 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError("selected index k out of range")
    shape = with_dim(self.shape, axis, k) if self.ndim or k else (0,)
    dtypes = ask_all(lookup("topk"), (self, 0, dim), 0)
    return MetaArray(shape, dtypes[0]), MetaArray(shape, dtypes[1])
