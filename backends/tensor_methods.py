"""Methods of Tensor that are about its payload: conversion, printing, copying, indexing by parts.

Decides what leaves the world of tensors and how. Must not know layers: what needs the graph
(`requires_grad`, `detach`) is asked through the tensor's own attributes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import unbind
from ..dispatch.keys import AUTOGRAD
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.registry import OPERATORS
from ..dispatch.state import facts
from ..dispatch.tensor import Tensor, backend_of, bind
from .backend import backend_named
from .factories import from_numpy, new_tensor
from .printing import format_tensor
from .size import Size


def shape(self: Tensor) -> Size:
    """The sizes of all dimensions."""
    return Size(backend_of(self).shape(self._data))


def size(self: Tensor, dim: int | None = None) -> Any:
    """Return the sizes, or that of one dimension."""
    if self.__class__ is Tensor and dim is not None:  # a handler has no say in it
        return backend_of(self).shape(self._data)[dim]
    return self.shape if dim is None else self.shape[dim]


def dim(self: Tensor) -> int:
    """Return the number of dimensions."""
    return len(backend_of(self).shape(self._data))


def numel(self: Tensor) -> int:
    """Return the number of elements."""
    return self.shape.numel()  # type: ignore[no-any-return]


def is_floating_point(self: Tensor) -> bool:
    """Return whether the elements are floating-point numbers."""
    return bool(self.dtype.is_floating_point)


def is_complex(self: Tensor) -> bool:
    """Return whether the elements are complex numbers."""
    return bool(self.dtype.is_complex)


def never(self: Tensor) -> bool:
    """Return False: conjugates and negatives are computed at once, no tensor waits for one."""
    return False


def is_meta(self: Tensor) -> bool:
    """Whether the tensor has no elements, only sizes and a dtype."""
    return str(self.device) == "meta"


def host_array(tensor: Tensor) -> Any:
    """Return a NumPy array with the values of a tensor, whatever its backend or history."""
    return backend_of(tensor).to_numpy(tensor._data)


def numpy(self: Tensor, *, force: bool = False) -> Any:
    """Return the values as a NumPy array, which shares memory where the backend's payload is one.

    Raises
    ------
    RuntimeError
        If a gradient would be dropped without a word.
    """
    if not force and self.requires_grad and _recording():
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    array = host_array(self)
    return array.view() if array is self._data else array


def _recording() -> bool:
    known = facts()
    return known.grad and not known.inference and not known.excluded & AUTOGRAD.bit


def array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    """Return the values for NumPy; refuses where that would drop a gradient."""
    if self.requires_grad:
        raise RuntimeError(
            "Can't convert a Tensor that requires grad to a NumPy array: the gradient would be "
            "lost. Use tensor.detach() first."
        )
    return np.array(host_array(self), dtype=dtype, copy=copy)


def array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """Send a NumPy ufunc that meets a tensor to the operator that does the same."""
    name = UFUNCS.get(ufunc.__name__)
    operator = OPERATORS.get(f"rd::{name}") if name else None
    if operator is None or method != "__call__" or kwargs:
        return NotImplemented
    return operator(*inputs)


UFUNCS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "power": "pow",
    "negative": "neg", "exp": "exp", "log": "log", "tanh": "tanh", "sin": "sin", "cos": "cos",
    "sqrt": "sqrt", "absolute": "abs", "sign": "sign", "matmul": "matmul", "maximum": "maximum",
    "minimum": "minimum", "equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
    "greater": "gt", "greater_equal": "ge", "logical_not": "logical_not",
}  # fmt: skip


def item(self: Tensor) -> Any:
    """Return the value of a tensor of one element as a Python number."""
    array = host_array(self)
    if array.size != 1:
        raise RuntimeError(f"a Tensor with {array.size} elements cannot be converted to Scalar")
    return array.item()


def tolist(self: Tensor) -> Any:
    """Return the values as nested lists of Python numbers."""
    return host_array(self).tolist()


def to_bool(self: Tensor) -> bool:
    """Return the truth value of a tensor of one element."""
    array = host_array(self)
    if array.size > 1:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    if array.size == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return bool(array.item())


def to_float(self: Tensor) -> float:
    """Return the value of a tensor of one element as a float."""
    _warn_lost(self)
    return float(_real_item(self, "double"))


def to_int(self: Tensor) -> int:
    """Return the value of a tensor of one element as an int."""
    _warn_lost(self)
    return int(_real_item(self, "int64_t"))


def _real_item(self: Tensor, kind: str) -> Any:
    """Return the value of a tensor of one element, a real number."""
    value = item(self)
    if value.__class__ is not complex:
        return value
    if value.imag:
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
    return value.real


def to_complex(self: Tensor) -> complex:
    """Return the value of a tensor of one element as a complex number."""
    _warn_lost(self)
    return complex(item(self))


def to_index(self: Tensor) -> int:
    """Return the value of an integer tensor of one element, for use as an index."""
    value = item(self)
    if isinstance(value, float):
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(value)


def _warn_lost(self: Tensor) -> None:
    if self.requires_grad:
        warnings.warn(
            "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
            "behavior. Consider using tensor.detach() first.",
            UserWarning,
            stacklevel=3,
        )


def length(self: Tensor) -> int:
    """Return the size of the first dimension."""
    sizes = backend_of(self).shape(self._data)
    if not sizes:
        raise TypeError("len() of a 0-d tensor")
    return int(sizes[0])


def iterate(self: Tensor) -> Iterator[Tensor]:
    """Yield the slices along the first dimension."""
    if not backend_of(self).shape(self._data):
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self))


def contains(self: Tensor, value: Any) -> bool:
    """Return whether some element equals a value, which is broadcast if it is a tensor."""
    if not isinstance(value, (Tensor, int, float, complex, np.generic)):
        raise RuntimeError(
            "Tensor.__contains__ only supports Tensor or scalar, "
            f"but you passed in a {type(value)}."
        )
    return bool(host_array(self == value).any())


def show(self: Tensor) -> str:
    """Return the tensor as PyTorch would print it."""
    backend = backend_of(self)
    requires_grad, node = _history(self)
    extra = [f"grad_fn=<{node}>"] if node else ["requires_grad=True"] if requires_grad else []
    text = backend.describe(self._data, extra)
    if text is not None:
        return str(text)
    return format_tensor(
        backend.to_numpy(self._data),
        requires_grad=requires_grad,
        grad_fn_name=node,
        device=None if backend is backend.host else str(backend.device),
    )


def _history(self: Tensor) -> tuple[bool, str | None]:
    """Return what is shown of a tensor's place in the graph."""
    requires_grad = bool(self.requires_grad)
    try:
        grad_fn = self.grad_fn
    except RuntimeError:  # a view whose base was written to in a way that cannot be differentiated
        return requires_grad, "Invalid"
    return requires_grad, None if grad_fn is None else grad_fn.name()


def format_value(self: Tensor, spec: str) -> str:
    """Format a 0-d tensor like its number; others as they print."""
    backend = backend_of(self)
    if not backend.shape(self._data) and backend.describe(self._data, ()) is None:
        return format(item(self), spec)
    return object.__format__(self, spec)


def reduce(self: Tensor, protocol: Any) -> Any:
    """Pickle the values, the dtype, the device and whether grad is required; not the graph."""
    del protocol
    backend = backend_of(self)
    state = {k: v for k, v in self.__dict__.items() if not k.startswith("_")}
    return (
        rebuild,
        (backend.pack(self._data), str(backend.device), bool(self.requires_grad), state),
    )


def rebuild(packed: Any, where: str, requires_grad: bool, state: dict[str, Any]) -> Tensor:
    """Make a tensor of what was pickled."""
    backend = backend_named(where)
    t = new_tensor(backend.unpack(packed), backend, requires_grad)
    t.__dict__.update(state)
    return t


def deepcopy(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """Copy a leaf with its data and `.grad`; a tensor inside a graph refuses."""
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
            "protocol at the moment; use .detach().clone()"
        )
    if id(self) in memo:
        done: Tensor = memo[id(self)]
        return done
    backend = backend_of(self)
    payload = backend.copy(self._data)
    t = new_tensor(payload, backend, self.requires_grad)
    memo[id(self)] = t
    if self.grad is not None:
        t.grad = deepcopy(self.grad, memo)
    t.__dict__.update({k: v for k, v in self.__dict__.items() if not k.startswith("_")})
    return t


def convert(operator: Operator, argument: Any, value: Any) -> Any:
    """Turn an operand that is no tensor into one, or into a Python number."""
    if argument.type.base == "TensorOrScalar" and isinstance(
        value, (int, float, complex, np.generic)
    ):
        number: Any = value.item() if isinstance(value, np.generic) else value
        kinds: tuple[Any, ...] = (bool, int, float, complex)
        return next(kind(number) for kind in kinds if isinstance(number, kind))
    if isinstance(value, (np.ndarray, np.generic)):
        return from_numpy(np.asarray(value))
    if value.__class__ in TENSOR_TYPES:
        return value
    raise TypeError(
        explain_error(
            operator.name,
            f"argument {argument.name!r} is {type(value).__name__}",
            accepted=f"{argument.type}",
        )
    )


Operator.convert = staticmethod(convert)

for _name, _value in {
    "shape": property(shape),
    "size": size,
    "dim": dim,
    "ndim": property(dim),
    "ndimension": dim,
    "numel": numel,
    "nelement": numel,
    "is_floating_point": is_floating_point,
    "is_complex": is_complex,
    "is_conj": never,
    "is_neg": never,
    "is_meta": property(is_meta),
    "numpy": numpy,
    "__array__": array,
    "__array_ufunc__": array_ufunc,
    "item": item,
    "tolist": tolist,
    "__bool__": to_bool,
    "__float__": to_float,
    "__int__": to_int,
    "__complex__": to_complex,
    "__index__": to_index,
    "__len__": length,
    "__iter__": iterate,
    "__contains__": contains,
    "__repr__": show,
    "__format__": format_value,
    "__reduce_ex__": reduce,
    "__deepcopy__": deepcopy,
}.items():
    bind(_name, _value)
