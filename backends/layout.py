"""How a tensor lies in memory: strides, contiguity, addresses; and the words for layouts.

Decides what users see of a payload's memory. Must not know operators.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.tensor import Tensor, backend_of, bind
from .strides import is_contiguous as contiguous


class memory_format:  # noqa: N801 - PyTorch's name
    """A word for an order of dimensions in memory; accepted, and heeded where that is said."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"redispatch.{self.name}"


class layout:  # noqa: N801 - PyTorch's name
    """A word for how elements are kept; all tensors here are `strided`.

    The others are there for tensor subclasses that report them.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"redispatch.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return layout_named, (self.name,)


_LAYOUTS = {n: layout(n) for n in ("strided", "sparse_coo", "sparse_csr", "sparse_csc")}
strided = _LAYOUTS["strided"]
sparse_coo = _LAYOUTS["sparse_coo"]
sparse_csr = _LAYOUTS["sparse_csr"]
sparse_csc = _LAYOUTS["sparse_csc"]


def layout_named(name: str) -> layout:
    """Return the word of a name."""
    return _LAYOUTS[name]


def layout_of(self: Tensor) -> layout:
    """How the elements are kept."""
    return getattr(self._data, "layout", None) or strided


contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")


def stride(self: Tensor, dim: int | None = None) -> Any:
    """Return how many elements further the next one along each dimension is, or along one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).stride()
    (3, 1)
    """
    strides = backend_of(self).strides(self._data)
    return strides if dim is None else strides[dim]


def is_contiguous(self: Tensor, memory_format: Any = None) -> bool:
    """Return whether the elements are row-major in memory without gaps.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).t().is_contiguous()
    False
    """
    if memory_format is channels_last and self.dim() == 4:
        return is_contiguous(self.permute(0, 2, 3, 1))
    return contiguous(tuple(self.shape), stride(self))


def storage_offset(self: Tensor) -> int:
    """Return how many elements into its memory the first element is."""
    return int(backend_of(self).storage_offset(self._data))


def data_ptr(self: Tensor) -> int:
    """Return the address of the first element, or 0 where there is none."""
    return int(backend_of(self).data_ptr(self._data))


def element_size(self: Tensor) -> int:
    """Return the number of bytes of an element."""
    return int(self.dtype.itemsize)


def nbytes(self: Tensor) -> int:
    """The number of bytes of all elements."""
    return int(self.numel()) * element_size(self)


def turned(self: Tensor) -> Tensor:
    """The view with all dimensions in reverse order."""
    return self.permute(tuple(range(self.dim() - 1, -1, -1)))


def matrix_turned(self: Tensor) -> Tensor:
    """The view with the last two dimensions swapped."""
    if self.dim() < 2:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. "
            f"Got {self.dim()}-D tensor."
        )
    return self.transpose(-2, -1)


def conjugate_turned(self: Tensor) -> Tensor:
    """The conjugate of a matrix with its dimensions swapped."""
    if self.dim() not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {self.dim()}-D tensor."
        )
    return self.adjoint() if self.dim() else self.t()


def matrix_adjoint(self: Tensor) -> Tensor:
    """The conjugate with the last two dimensions swapped."""
    return self.adjoint()


for _name, _value in {
    "stride": stride,
    "is_contiguous": is_contiguous,
    "storage_offset": storage_offset,
    "data_ptr": data_ptr,
    "element_size": element_size,
    "itemsize": property(element_size),
    "nbytes": property(nbytes),
    "T": property(turned),
    "mT": property(matrix_turned),
    "H": property(conjugate_turned),
    "mH": property(matrix_adjoint),
    "layout": property(layout_of),
}.items():
    bind(_name, _value)
