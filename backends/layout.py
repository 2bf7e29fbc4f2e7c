"""How a tensor lies in memory: strides, contiguity, addresses; and the words for layouts.

Decides what users see of a payload's memory. Must not know operators.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import copy_, fill_, imag, real
from ..dispatch.tensor import Tensor, backend_of, bind
from .strides import channels_last_strides, contiguous_strides
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
channels_last_3d = memory_format("channels_last_3d")
RANKS = {channels_last: 4, channels_last_3d: 5}


def format_strides(shape: tuple[int, ...], wanted: Any) -> tuple[int, ...]:
    """Return the strides that a format gives to sizes.

    Raises
    ------
    RuntimeError
        If the format is for another number of dimensions, or gives no strides.
    """
    if wanted is None or wanted is contiguous_format:
        return contiguous_strides(shape)
    rank = RANKS.get(wanted)
    if rank is None:
        accepted = "contiguous_format, channels_last or channels_last_3d"
        raise RuntimeError(explain_error(f"{wanted!r}", "gives no strides", accepted=accepted))
    if len(shape) != rank:
        raise RuntimeError(
            f"required rank {rank} tensor to use {wanted.name} format, got {len(shape)} dimensions"
        )
    return channels_last_strides(shape)


def suggested_format(shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """Return the format that strides are in: row-major unless they can only be another one."""
    if not laid_out(shape, strides):
        for wanted in RANKS:
            if laid_out(shape, strides, wanted):
                return wanted
    return contiguous_format


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
    backend, payload = backend_of(self), self._data
    if memory_format is None:
        return bool(backend.is_contiguous(payload))
    return laid_out(backend.shape(payload), backend.strides(payload), memory_format)


def laid_out(shape: tuple[int, ...], strides: tuple[int, ...], wanted: Any = None) -> bool:
    """Whether strides are those of a format; dimensions of size one do not count."""
    if RANKS.get(wanted) == len(shape):
        order = (0, *range(2, len(shape)), 1)
        shape, strides = tuple([shape[i] for i in order]), tuple([strides[i] for i in order])
    elif wanted in RANKS:
        return False
    return contiguous(shape, strides)


def is_set_to(self: Tensor, tensor: Tensor) -> bool:
    """Return whether two tensors look at the same memory with the same sizes and strides.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.zeros(3)
    >>> x.is_set_to(x.view(3)), x.is_set_to(x.clone())
    (True, False)
    """
    if backend_of(self) is not backend_of(tensor) or self.dtype != tensor.dtype:
        return False
    same = self.shape == tensor.shape and stride(self) == stride(tensor)
    return bool(
        same
        and storage_offset(self) == storage_offset(tensor)
        and self.untyped_storage() is tensor.untyped_storage()
    )


def storage_offset(self: Tensor) -> int:
    """Return how many elements into its memory the first element is."""
    return int(backend_of(self).storage_offset(self._data))


def geometry(self: Tensor) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """How the tensor lies in its memory: sizes, strides and offset, in elements."""
    return tuple(self.shape), tuple(stride(self)), storage_offset(self)


def data_ptr(self: Tensor) -> int:
    """Return the address of the first element, or 0 where there is none."""
    return int(backend_of(self).data_ptr(self._data))


def dim_order(self: Tensor) -> tuple[int, ...]:
    """Return the dimensions as they stand in memory, outermost first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).t().dim_order()
    (1, 0)
    """
    steps = stride(self)
    return tuple(sorted(range(len(steps)), key=lambda dim: -steps[dim]))


def is_same_size(self: Tensor, other: Tensor) -> bool:
    """Return whether two tensors have the same sizes."""
    return bool(self.shape == other.shape)


def element_size(self: Tensor) -> int:
    """Return the number of bytes of an element."""
    return int(self.dtype.itemsize)


def nbytes(self: Tensor) -> int:
    """The number of bytes of all elements."""
    return int(self.numel()) * element_size(self)


def turned(self: Tensor) -> Tensor:
    """The view with all dimensions in reverse order."""
    if self.dim() == 2:
        return self.transpose(0, 1)
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
    return self.adjoint() if self.dim() else self.conj()


def matrix_adjoint(self: Tensor) -> Tensor:
    """The conjugate with the last two dimensions swapped."""
    return self.adjoint() if self.dim() else self.conj()


def get_real(self: Tensor) -> Tensor:
    """The view of the real parts; of real numbers the tensor itself. Assigning writes to it."""
    parts: Tensor = real(self)
    return parts


def set_real(self: Tensor, value: Any) -> None:
    """Write to the real parts."""
    _write(real(self), value)


def get_imag(self: Tensor) -> Tensor:
    """The view of the imaginary parts of complex numbers. Assigning writes to it."""
    parts: Tensor = imag(self)
    return parts


def set_imag(self: Tensor, value: Any) -> None:
    """Write to the imaginary parts."""
    _write(imag(self), value)


def _write(parts: Tensor, value: Any) -> None:
    """Write a tensor or a number to parts of a tensor."""
    if isinstance(value, Tensor):
        copy_(parts, value)
    else:
        fill_(parts, value)


for _name, _value in {
    "stride": stride,
    "is_contiguous": is_contiguous,
    "is_set_to": is_set_to,
    "storage_offset": storage_offset,
    "_geometry": property(geometry),
    "data_ptr": data_ptr,
    "dim_order": dim_order,
    "is_same_size": is_same_size,
    "element_size": element_size,
    "itemsize": property(element_size),
    "nbytes": property(nbytes),
    "T": property(turned),
    "mT": property(matrix_turned),
    "H": property(conjugate_turned),
    "mH": property(matrix_adjoint),
    "layout": property(layout_of),
    "real": property(get_real, set_real),
    "imag": property(get_imag, set_imag),
}.items():
    bind(_name, _value)
