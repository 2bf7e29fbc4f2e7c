"""Functions that make tensors whose elements follow a rule: ranges, the identity, indices.

Decides sizes and dtypes of ranges. Must not know layers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..dispatch.errors import ArgumentError, explain_error
from ..dispatch.keys import TRANSFORMS
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.tensor import Tensor, backend_of, bind
from .dtypes import as_dtype, get_default_dtype, int64
from .dtypes import dtype as DType
from .factories import Place, full, made, np_dtype, sizes, tensor


def _number(value: Any) -> Any:
    """Return a number, also of a 0-d tensor or of NumPy's."""
    if value.__class__ is int or value.__class__ is float:
        return value
    return value.item() if hasattr(value, "item") else value


def arange(
    start: Any,
    end: Any = None,
    step: Any = 1,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the numbers from `start` up to, not including, `end`, `step` apart.

    With one number, that is `end` and `start` is 0.

    Raises
    ------
    RuntimeError
        If the step is zero or leads away from `end`, or a bound is not finite.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.arange(3), rd.arange(1, 2, 0.5)
    (tensor([0, 1, 2]), tensor([1.0000, 1.5000]))
    """
    if end is None:
        start, end = 0, start
    start, end, step = _number(start), _number(end), _number(step)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    whole = all(isinstance(v, int) for v in (start, end, step))
    target = (int64 if whole else get_default_dtype()) if dtype is None else as_dtype(dtype)
    if target is int64:  # the bounds are cut off first
        start, end, step, whole = int(start), int(end), int(step), True
        if step == 0:
            raise RuntimeError("step must be nonzero")
    count = max(0, -((start - end) // step)) if whole else math.ceil((end - start) / step)
    if target.kind in "iu":
        start, step = int(start), int(step)
    wide = np.int64 if target.kind in "iu" else np.float64
    array: Any = np.arange(max(0, int(count)), dtype=wide)
    if start or step != 1:
        array *= step
        array += start
    if array.dtype is not target.dtype:
        with np.errstate(all="ignore"):
            array = array.astype(target.dtype)
    return made(array, device, requires_grad)


def _count(steps: Any, name: str) -> int:
    steps = _number(steps)
    if not isinstance(steps, int) or isinstance(steps, bool):
        raise ArgumentError(explain_error(name, f"got steps={steps!r}", accepted="an int"))
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    return steps


def linspace(
    start: Any,
    end: Any,
    steps: int,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return numbers evenly spaced from `start` to `end`, both included.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.linspace(0, 1, 3)
    tensor([0.0000, 0.5000, 1.0000])
    """
    start, end, n = _number(start), _number(end), _count(steps, "linspace")
    target = np_dtype(dtype)
    if dtype is None and complex in (start.__class__, end.__class__):
        target = get_default_dtype().to_complex().dtype
    array = _line(start, end, n, target)
    return made(array, device, requires_grad)


def _line(start: Any, end: Any, n: int, target: np.dtype[Any]) -> Any:
    if target.kind in "iu":
        start, end = int(start), int(end)
    kind = np.complex128 if target.kind == "c" else np.float64
    line = np.linspace(start, end, n, dtype=kind)
    return line.astype(target)


def logspace(
    start: Any,
    end: Any,
    steps: int,
    base: float = 10.0,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return powers of `base` whose exponents are evenly spaced from `start` to `end`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    target, n = np_dtype(dtype), _count(steps, "logspace")
    wide = np.dtype(np.complex128 if target.kind == "c" else np.float64)
    line = _line(_number(start), _number(end), n, wide)
    with np.errstate(all="ignore"):
        powers = np.power(wide.type(base), line)
        return made(powers.astype(target), device, requires_grad)


def eye(
    n: int,
    m: int | None = None,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a matrix with ones on the diagonal and zeros elsewhere.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.eye(2)
    tensor([[1., 0.],
            [0., 1.]])
    """
    for name, value in (("n", n), ("m", m)):
        if value is not None and value < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    return made(np.eye(n, m, dtype=np_dtype(dtype)), device, requires_grad)


def empty(
    *size: Any,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return memory of the given sizes; what it holds is not said.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.empty(2, 3).shape
    (2, 3)
    """
    del memory_format
    return made(np.empty(sizes("empty", size), np_dtype(dtype)), device, requires_grad)


def empty_strided(
    size: Any,
    stride: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return memory of the given sizes and strides; what it holds is not said.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    shape, steps = sizes("empty_strided", (size,)), sizes("empty_strided", (stride,))
    reach = 1 + sum((n - 1) * s for n, s in zip(shape, steps, strict=True))
    whole = empty(0 if 0 in shape else reach, dtype=dtype, device=device)
    made = whole.as_strided(shape, steps).detach()
    if requires_grad:
        made.requires_grad = True
    return made


def scalar_tensor(
    s: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a number as a 0-d tensor of the default floating-point dtype.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.scalar_tensor(2)
    tensor(2.)
    """
    kind = get_default_dtype() if dtype is None else dtype
    return full((), s, dtype=kind, device=device, requires_grad=requires_grad)


def tril_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None, device: Place = None
) -> Tensor:
    """Return the indices of the elements of a matrix on and below a diagonal, as two rows.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    places = np.stack(np.tril_indices(row, offset, col))
    return made(places.astype(np_dtype(dtype, int64)), device)


def triu_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None, device: Place = None
) -> Tensor:
    """Return the indices of the elements of a matrix on and above a diagonal, as two rows.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    places = np.stack(np.triu_indices(row, offset, col))
    return made(places.astype(np_dtype(dtype, int64)), device)


# ----- methods: like this tensor in dtype and device, unless told otherwise -----


def _like(self: Tensor, dtype: DType | None, device: Place) -> dict[str, Any]:
    return {"dtype": self.dtype if dtype is None else dtype, "device": device or self.device}


def _beside(self: Tensor, fresh: Tensor, requires_grad: bool) -> Tensor:
    """Return what was made for a tensor as one of its kind: with a batch, where it has one."""
    if self._keys & TRANSFORMS.bit:
        fresh = backend_of(self).beside(self, fresh)
    if requires_grad:
        fresh.requires_grad = True
    return fresh


def new_full(
    self: Tensor,
    size: Any,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    device: Place = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of one value, with the dtype and on the device of this one."""
    made = full(size, fill_value, **_like(self, dtype, device))
    return _beside(self, made, requires_grad)


def new_zeros(self: Tensor, *size: Any, dtype: DType | None = None, device: Place = None,
              requires_grad: bool = False) -> Tensor:  # fmt: skip
    """Return zeros, with the dtype and on the device of this tensor."""
    return new_full(
        self, sizes("new_zeros", size), 0, dtype=dtype, device=device, requires_grad=requires_grad
    )


def new_ones(self: Tensor, *size: Any, dtype: DType | None = None, device: Place = None,
             requires_grad: bool = False) -> Tensor:  # fmt: skip
    """Return ones, with the dtype and on the device of this tensor."""
    return new_full(
        self, sizes("new_ones", size), 1, dtype=dtype, device=device, requires_grad=requires_grad
    )


def new_empty(self: Tensor, *size: Any, dtype: DType | None = None, device: Place = None,
              requires_grad: bool = False) -> Tensor:  # fmt: skip
    """Return memory of other sizes, with the dtype and on the device of this tensor."""
    return _beside(self, empty(*size, **_like(self, dtype, device)), requires_grad)


def new_empty_strided(self: Tensor, size: Any, stride: Any, *, dtype: DType | None = None,
                      device: Place = None, requires_grad: bool = False) -> Tensor:  # fmt: skip
    """Return memory of other sizes and strides, with the dtype and on the device of this tensor."""
    made = empty_strided(size, stride, **_like(self, dtype, device))
    return _beside(self, made, requires_grad)


def new_tensor_method(self: Tensor, data: Any, *, dtype: DType | None = None,
                      device: Place = None, requires_grad: bool = False) -> Tensor:  # fmt: skip
    """Return a tensor with a copy of the data, with the dtype and on the device of this one."""
    if data.__class__ in TENSOR_TYPES:
        data = data.detach().numpy()
    return tensor(data, requires_grad=requires_grad, **_like(self, dtype, device))


for _name, _method in {
    "new_full": new_full,
    "new_zeros": new_zeros,
    "new_ones": new_ones,
    "new_empty": new_empty,
    "new_empty_strided": new_empty_strided,
    "new_tensor": new_tensor_method,
}.items():
    bind(_name, _method)
