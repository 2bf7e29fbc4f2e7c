"""Functions that make tensors: from data, and of given sizes.

Decides what users may pass and what they get. Must not know layers: a new tensor that requires grad
is made by a hook that the Autograd layer sets.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dispatch.errors import ArgumentError, explain_error
from ..dispatch.generated import functions
from ..dispatch.keys import TRANSFORMS, VERSION
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.state import state_bits
from ..dispatch.tensor import Tensor, backend_of, make_tensor
from ..dispatch.versions import INFERENCE_VERSION
from .backend import Backend, backend_named
from .create import NUMBERS, infer_array, plain_array
from .device import device as Device
from .dtypes import DEFAULT, NpDType, as_dtype
from .dtypes import dtype as DType
from .dtypes import from_numpy as from_numpy_dtype

Place = Device | str | None


#: Makes of a new tensor one of the transforms in force; set by modes/transforms.
ADOPT: list[Callable[[Tensor], Tensor]] = []


def new_tensor(payload: Any, backend: Backend, requires_grad: bool = False) -> Tensor:
    """Wrap a payload: a normal tensor, or in inference mode an inference tensor."""
    known = state_bits().facts
    if known.inference:
        t = make_tensor(payload, backend.key.bit, INFERENCE_VERSION)
    else:
        t = make_tensor(payload, backend.key.bit | VERSION.bit)
    if known.included & TRANSFORMS.bit:
        for adopt in ADOPT:
            t = adopt(t)
    if requires_grad:
        t.requires_grad = True
    return t


def made(array: Any, device: Place = None, requires_grad: bool = False) -> Tensor:
    """Wrap a new array as a tensor on a device: the last step of every factory."""
    backend = backend_named(device)
    if requires_grad:
        _check_grad(from_numpy_dtype(array.dtype))
    return new_tensor(backend.from_numpy(array), backend, requires_grad)


def np_dtype(dtype: DType | None, default: DType | None = None) -> NpDType:
    """Return NumPy's dtype for a `dtype=` argument; None is the default, a floating-point one."""
    if dtype is None:
        return DEFAULT.np_real if default is None else default.dtype
    return as_dtype(dtype).dtype


def tensor(
    data: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor with a copy of the data.

    Parameters
    ----------
    data : number, nested sequence, ndarray or Tensor
        Python floats get the default dtype, ints int64; arrays keep theirs.
    dtype : dtype, optional
    device : device or str, optional
        `"numpy"` unless another backend is named.
    requires_grad : bool
        Whether operators on it are recorded.

    Raises
    ------
    ValueError, TypeError
        If the data is ragged, or nothing a tensor can hold.
    RuntimeError
        If it shall require grad and its dtype is neither floating point nor complex.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([[1., 2.], [3., 4.]])
    tensor([[1., 2.],
            [3., 4.]])
    """
    kind = None if dtype is None else as_dtype(dtype)
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.detach().clone() or sourceTensor.detach().clone().requires_grad_(True), "
            "rather than tensor(sourceTensor).",
            UserWarning,
            stacklevel=2,
        )
        copied = data.detach().to(device=device, dtype=kind)
        if copied._keys & TRANSFORMS.bit:
            return copied.clone()
        payload = copied._data if copied._data is not data._data else _copy(data)
        backend = backend_of(copied)
        if requires_grad:
            _check_grad(copied.dtype)
        return new_tensor(payload, backend, requires_grad)
    backend_named(device)  # a device that is unknown is refused before the data is read
    return made(infer_array(_without_tensors(data), kind), device, requires_grad)


def _copy(tensor: Tensor) -> Any:
    return backend_of(tensor).copy(tensor._data)


def _without_tensors(data: Any) -> Any:
    """Return nested sequences with an array in place of each tensor, which loses its history."""
    if isinstance(data, Tensor):
        return backend_of(data).to_numpy(data._data)
    if data.__class__ in (list, tuple) and NUMBERS.issuperset(map(type, data)):
        return data
    if isinstance(data, (list, tuple)) and any(isinstance(v, (Tensor, list, tuple)) for v in data):
        return [_without_tensors(v) for v in data]
    return data


def _check_grad(kind: DType) -> None:
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients, "
            f"this one would be {kind.name}"
        )


def as_tensor(data: Any, dtype: DType | None = None, device: Place = None) -> Tensor:
    """Return the data as a tensor, which shares memory where it can and keeps its history.

    Examples
    --------
    >>> import redispatch as rd
    >>> t = rd.tensor([1., 2.])
    >>> rd.as_tensor(t) is t
    True
    """
    kind = None if dtype is None else as_dtype(dtype)
    if isinstance(data, Tensor):
        moved: Tensor = data.to(device=device, dtype=kind)
        return moved
    backend_named(device)  # a device that is unknown is refused before the data is read
    return made(infer_array(_without_tensors(data), kind, copy=False), device)


def from_numpy(array: np.ndarray[Any, Any]) -> Tensor:
    """Return a tensor that shares the memory of an array.

    Writes to either are seen in the other; those through the array are not counted, so autograd
    cannot notice them. A read-only array gives a tensor that refuses to be written.

    Raises
    ------
    TypeError
        If it is no ndarray, or of a dtype that tensors do not hold.

    Examples
    --------
    >>> import numpy as np, redispatch as rd
    >>> a = np.zeros(2)
    >>> t = rd.from_numpy(a)
    >>> a[0] = 1
    >>> t
    tensor([1., 0.], dtype=redispatch.float64)
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(
            explain_error("from_numpy", f"got {type(array).__name__}", accepted="a NumPy array")
        )
    return made(plain_array(array).view())


def sizes(name: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """Return sizes given as separate ints or as one sequence.

    Raises
    ------
    ArgumentError
        If they are neither.
    RuntimeError
        If one is negative.
    """
    given: Any = size
    if len(size) == 1 and size[0].__class__ is not int and not hasattr(size[0], "__index__"):
        given = size[0]
        if given.__class__ is tuple and not given:
            return given
    if given.__class__ is tuple and given:  # ints as they should be cost a third of the general way
        for n in given:
            if n.__class__ is not int or n < 0:
                break
        else:
            return given
    if not size or not isinstance(given, (tuple, list)):
        raise _bad_size(name, size)
    found = []
    for n in given:
        if isinstance(n, bool) or not hasattr(n, "__index__"):
            raise _bad_size(name, size)
        found.append(n.__index__())
    if any(n < 0 for n in found):
        raise RuntimeError(f"{name}: Dimension size must be non-negative, got {found}")
    return tuple(found)


def _bad_size(name: str, size: tuple[Any, ...]) -> ArgumentError:
    got = ", ".join(repr(n) for n in size) or "nothing"
    return ArgumentError(
        explain_error(name, f"the size is {got}", accepted="ints, or one tuple or list of ints")
    )


def full(
    size: Any,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of the given sizes, filled with one value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.full((2,), 3.)
    tensor([3., 3.])
    """
    if not isinstance(size, (tuple, list)):
        raise _bad_size("full", (size,))
    if fill_value.__class__ in TENSOR_TYPES:
        fill_value = fill_value.item()
    return _filled("full", (tuple(size),), fill_value, dtype, device, requires_grad)


def _filled(
    name: str,
    size: tuple[Any, ...],
    value: Any,
    dtype: DType | None,
    device: Place,
    requires_grad: bool,
) -> Tensor:
    backend = backend_named(device)
    kind = None if dtype is None else as_dtype(dtype)
    payload = backend.full(sizes(name, size), value, kind)
    if requires_grad:
        _check_grad(backend.dtype(payload))
    return new_tensor(payload, backend, requires_grad)


def zeros(
    *size: Any, dtype: DType | None = None, device: Place = None, requires_grad: bool = False
) -> Tensor:
    """Return zeros of the given sizes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 2)
    tensor([[0., 0.],
            [0., 0.]])
    """
    backend = backend_named(device)
    kind = DEFAULT.real if dtype is None else as_dtype(dtype)
    payload = backend.zeros(sizes("zeros", size), kind)
    if requires_grad:
        _check_grad(kind)
    return new_tensor(payload, backend, requires_grad)


def ones(
    *size: Any, dtype: DType | None = None, device: Place = None, requires_grad: bool = False
) -> Tensor:
    """Return ones of the given sizes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ones(2)
    tensor([1., 1.])
    """
    return _filled("ones", size, 1.0, dtype, device, requires_grad)


def full_like(
    input: Tensor,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of one value in the sizes, the dtype and on the device of another.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.full_like(rd.tensor([1., 2.]), 3)
    tensor([3., 3.])
    """
    return _finished(functions.full_like(input, fill_value, dtype=dtype), device, requires_grad)


def zeros_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return zeros in the sizes, the dtype and on the device of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros_like(rd.tensor([1, 2]))
    tensor([0, 0])
    """
    return _finished(functions.zeros_like(input, dtype=dtype), device, requires_grad)


def ones_like(
    input: Tensor,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return ones in the sizes, the dtype and on the device of another tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ones_like(rd.tensor([1, 2]), dtype=rd.float32)
    tensor([1., 1.])
    """
    return _finished(functions.ones_like(input, dtype=dtype), device, requires_grad)


def _finished(result: Tensor, device: Place, requires_grad: bool) -> Tensor:
    """Do to the result of an operator what is no operator's business."""
    if device is not None and backend_named(device) is not backend_of(result).home:
        result = result.to(device)
    if requires_grad:
        _check_grad(result.dtype)
        result.requires_grad = True
    return result
