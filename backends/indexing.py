"""Indexing: reading by a key, and assignment to one.

Decides which operators a key stands for: ints, slices, None and the ellipsis are views; tensors,
arrays, lists and masks are `index` and `index_put_`. Must not know kernels.

Note [Keys]
~~~~~~~~~~~
As in PyTorch, ints and 0-d integer tensors are taken first, as views; what is left of the key goes
to `index`. So `x[:, 0, :, [1, 2]]` leaves the new dimension where the list stood; NumPy, which
counts the int among the arrays, puts it first. A list in a key is always an array, as in NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dispatch.generated.functions import (
    copy_,
    expand,
    fill_,
    index,
    index_put_,
    reshape,
    select,
    unsqueeze,
)
from ..dispatch.generated.functions import slice as slice_view
from ..dispatch.operator import SCALAR_TYPES, TENSOR_TYPES
from ..dispatch.tensor import Tensor, backend_of, bind
from .dtypes import bool as bool_dtype
from .dtypes import int64, uint8
from .factories import from_numpy, full, new_tensor, tensor

ADVANCED = {list, np.ndarray, range}
MASKS = (bool_dtype, uint8)
KINDS = (
    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
    "indices"
)


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _consumed(part: Any) -> int:
    """Return how many dimensions a part of a key stands for."""
    if part is None or part is Ellipsis or isinstance(part, (bool, np.bool_)):
        return 0
    if part.__class__ in TENSOR_TYPES or isinstance(part, np.ndarray):
        if part.dtype == bool_dtype or part.dtype == uint8 or part.dtype == np.uint8:
            return len(part.shape)
    return 1


def expand_ellipsis(key: Any, rank: int) -> list[Any]:
    """Return the parts of a key with the first ellipsis written out, and others as whole slices."""
    parts = list(_parts(key))
    used = sum(map(_consumed, parts))
    if used > rank:
        raise IndexError(f"too many indices for tensor of dimension {rank}")
    for place, part in enumerate(parts):
        if part is Ellipsis:
            parts[place : place + 1] = [slice(None)] * (rank - used)
            break
    return [p for p in parts if p is not Ellipsis]


def _integer(part: Any) -> int | None:
    """Return an index as an int, or None if it is nothing like one."""
    if isinstance(part, (bool, np.bool_)):
        return None
    if isinstance(part, (int, np.integer)):
        return int(part)
    if part.__class__ in TENSOR_TYPES or isinstance(part, np.ndarray):
        if len(part.shape) == 0 and np.dtype(part.dtype).kind == "i":
            return int(part.item())
        return None
    if hasattr(part, "__index__") and not hasattr(part, "__array__"):
        return int(part.__index__())
    return None


def _as_indices(part: Any, like: Tensor) -> Tensor:
    """Return a part of a key as a tensor of indices or a mask.

    Raises
    ------
    IndexError
        If it cannot be one.
    """
    if part.__class__ in TENSOR_TYPES:
        found: Tensor = part
    elif isinstance(part, np.ndarray):
        found = from_numpy(part)
    elif isinstance(part, (list, tuple, range)):
        try:
            found = tensor(list(part), dtype=None if len(part) else int64)
        except (TypeError, ValueError, RuntimeError):
            raise IndexError(f"{KINDS} (got a {type(part).__name__} that is no array)") from None
    elif isinstance(part, str):
        raise TypeError(f"{KINDS} (got str)")
    else:
        raise IndexError(f"{KINDS} (got {type(part).__name__})")
    dtype = found.dtype
    if dtype.kind not in "ib" and dtype is not uint8:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return found if backend_of(found) is backend_of(like) else found.to(like.device)


def get(self: Tensor, key: Any) -> Tensor:
    """Read by a key: a view for ints, slices, None and the ellipsis, else a copy."""
    kind = key.__class__
    if kind is int:
        try:
            return select(self, 0, key)
        except IndexError:
            return get_parts(self, key)  # which refuses in the words of an index
    if kind is slice and key.step is None:  # the two commonest indices need nothing further
        start, stop = key.start, key.stop
        if (start is None or start.__class__ is int) and (stop is None or stop.__class__ is int):
            return slice_view(self, 0, start, stop)
    elif key is None:
        return unsqueeze(self, 0)
    if kind is tuple:
        try:
            found = _get_plain(self, key)
        except IndexError:
            found = None
        if found is not None:
            return found
    return get_parts(self, key)


def _get_plain(self: Tensor, key: tuple[Any, ...]) -> Tensor | None:
    """Read by ints, None, `...` and slices without steps, in half the time; None for other keys."""
    result, at, written = self, 0, False
    for part in key:
        if part is Ellipsis:
            at = -1 if written else _after_ellipsis(key, at, result.dim())
            if at < 0:
                return None
            written = True
            continue
        kind = part.__class__
        if kind is int:
            result = select(result, at, part)
            continue
        if kind is slice:
            start, stop = part.start, part.stop
            if part.step is not None:
                return None
            if start is not None or stop is not None:
                if (start is not None and start.__class__ is not int) or (
                    stop is not None and stop.__class__ is not int
                ):
                    return None
                result = slice_view(result, at, start, stop)
        elif part is None:
            result = unsqueeze(result, at)
        else:
            return None
        at += 1
    return None if result is self or at > result.dim() else result


def _after_ellipsis(key: tuple[Any, ...], at: int, rank: int) -> int:
    """Return the dimension that the part after the ellipsis stands for; negative for other keys."""
    left = rank
    for part in reversed(key):
        if part is Ellipsis:
            break
        if part.__class__ is int or part.__class__ is slice:
            left -= 1
        elif part is not None:
            return -1
    return left if left >= at else -1


#: What asks, where tensors in a key override functions; set by modes, and None before that.
OVERRIDES: list[Any] = []


def get_parts(self: Tensor, key: Any) -> Tensor:
    """Read by any key."""
    for ask in OVERRIDES:
        answer = ask(self, key)
        if answer is not None:
            return answer[0]  # type: ignore[no-any-return]
    result, indices = resolve(self, key)
    if indices is not None:
        return index(result, indices)
    if result is not self:
        return result
    return slice_view(self, 0) if self.dim() else reshape(self, ())


def resolve(self: Tensor, key: Any) -> tuple[Tensor, list[Tensor | None] | None]:
    """Return the view that the simple parts of a key stand for, and the indices that are left.

    Without any part that is a tensor, an array, a list or a mask, the second is None; the first is
    `self` itself where the key changes nothing.
    """
    kind = key.__class__
    if kind in TENSOR_TYPES or kind in ADVANCED:
        indices = _as_indices(key, self)
        rank, dims = indices.dim(), self.dim()
        if rank:
            if not 0 < rank <= dims and (rank if indices.dtype in MASKS else 1) > dims:
                raise IndexError(f"too many indices for tensor of dimension {dims}")
            return self, [indices]
    rank = self.dim()
    _check_rank_zero(key, rank)
    result, at = self, 0
    left: list[Tensor | None] = []
    advanced = False
    for part in expand_ellipsis(key, rank):
        if part is None:
            result = unsqueeze(result, at)
        elif isinstance(part, slice):
            result = _slice(result, at, part)
        elif isinstance(part, (bool, np.bool_)) or _is_flag(part):
            result = unsqueeze(result, at)
            left += [None] * (at - len(left)) + [_chosen(bool(part), self)]
            advanced = True
        else:
            number = _integer(part)
            if number is not None:
                result = _select(result, at, number)
                continue
            indices = _as_indices(part, self)
            left += [None] * (at - len(left)) + [indices]
            advanced = True
            at += max(1, _consumed(indices)) - 1
            left += [PLACE] * (max(1, _consumed(indices)) - 1)
        at += 1
    return result, [each for each in left if each is not PLACE] if advanced else None


PLACE: Any = object()  # a dimension that the mask before it covers


def _is_flag(part: Any) -> bool:
    """Whether a part is a 0-d mask."""
    known = part.__class__ in TENSOR_TYPES or isinstance(part, np.ndarray)
    return known and len(part.shape) == 0 and np.dtype(part.dtype).kind in "bu"


def _chosen(flag: bool, like: Tensor) -> Tensor:
    """Return the indices that a flag stands for: of the one new element, or of none."""
    return tensor([0] if flag else [], dtype=int64, device=like.device)


def _check_rank_zero(key: Any, rank: int) -> None:
    if rank == 0 and isinstance(key, (int, np.integer)) and not isinstance(key, (bool, np.bool_)):
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` to convert it to a number"
        )
    if rank == 0 and isinstance(key, slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")


def _select(tensor: Tensor, dim: int, number: int) -> Tensor:
    size = tensor.shape[dim]
    if not -size <= number < size:
        raise IndexError(f"index {number} is out of bounds for dimension {dim} with size {size}")
    return select(tensor, dim, number)


def _slice(tensor: Tensor, dim: int, part: slice) -> Tensor:
    bounds = [None if v is None else v.__index__() for v in (part.start, part.stop, part.step)]
    step = 1 if bounds[2] is None else bounds[2]
    if step <= 0:
        raise ValueError("step must be greater than zero")
    if bounds == [None, None, None]:
        return tensor
    start, end = bounds[0], bounds[1]
    return slice_view(tensor, dim, start, end, step)


# ----- assignment -----


def put(self: Tensor, key: Any, value: Any) -> None:
    """Write by a key: to the view it stands for, or by indices.

    The value is a number, an array or a tensor; it is broadcast and cast.
    """
    if key is False:
        return
    target, indices = None, None
    if key.__class__ is int:
        target = get(self, key)
    elif key.__class__ in (tuple, slice):
        try:
            target = _get_plain(self, (key,) if isinstance(key, slice) else key)
        except IndexError:
            pass
    if target is None:
        target, indices = resolve(self, key)
    if indices is None:
        if value.__class__ in SCALAR_TYPES:
            fill_(target, value)
        else:
            given = _trimmed(_as_value(value, target), target.dim())
            if given._counter is not None and given._counter is target._counter:
                given = expand(given, tuple(target.shape))  # `x[:] = x[0]` is clear, says PyTorch
            copy_(target, given)
        return
    if value.__class__ in SCALAR_TYPES:
        backend = backend_of(target).home
        payload = backend.full((), value, target.dtype)
        index_put_(target, indices, new_tensor(payload, backend))
        return
    filled = _as_value(value, target)
    if filled.dtype is not target.dtype:
        filled = filled.to(target.dtype)
    index_put_(target, indices, _trimmed(filled, 0))


def _as_value(value: Any, target: Tensor) -> Tensor:
    if value.__class__ in TENSOR_TYPES:
        found: Tensor = value
    elif isinstance(value, (np.ndarray, np.generic)):
        found = from_numpy(np.asarray(value))
    elif isinstance(value, (int, float, complex)):
        return full((), value, dtype=target.dtype, device=target.device)
    elif isinstance(value, (list, tuple)):
        found = tensor(value)
    else:
        raise TypeError(f"can't assign a {type(value).__name__} to a tensor of {target.dtype}")
    return found if backend_of(found) is backend_of(target) else found.to(target.device)


def _trimmed(value: Tensor, rank: int) -> Tensor:
    """Drop sizes of one in front, which may be more than the place that is written to has."""
    shape = tuple(value.shape)
    extra = 0
    while extra < len(shape) - rank and shape[extra] == 1:
        extra += 1
    return reshape(value, shape[extra:]) if extra else value


bind("__getitem__", get)
bind("__setitem__", put)
