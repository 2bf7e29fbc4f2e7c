"""What `in_dims` and `out_dims` of a mapped function mean, for containers of tensors.

Decides which arguments and results fit them. Must not know how a mapped function is called.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import movedim
from ..dispatch.tensor import Tensor
from ..modes.transforms.batched import Batch, VmapLevel
from ..utils._pytree import TreeSpec, _broadcast_to_and_flatten, tree_flatten, tree_map_

InDims = int | tuple[Any, ...]
OutDims = int | tuple[Any, ...] | dict[Any, Any] | list[Any] | None


class Mapped(NamedTuple):
    """The arguments of a mapped function.

    Attributes
    ----------
    leaves, spec : what is in the containers, and the containers.
    dims : the dimension of each leaf that is mapped, counted from the front, or None.
    size : the size that these dimensions have.
    """

    leaves: list[Any]
    dims: list[int | None]
    spec: TreeSpec
    size: int


def name_of(func: Any) -> str:
    """Return what messages call a function."""
    if hasattr(func, "__name__"):
        return str(func.__name__)
    if isinstance(func, functools.partial):
        return f"functools.partial({name_of(func.func)}, ...)"
    return repr(func)


def mapped_inputs(func: Any, in_dims: InDims, args: tuple[Any, ...]) -> Mapped:
    """Return the arguments with the dimension that is mapped in each.

    Raises
    ------
    ValueError
        If there are none to map, or they do not fit `in_dims`.
    """
    who = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            explain_error(
                who,
                "expected `in_dims` to be int or a (potentially nested) tuple matching the "
                f"structure of inputs, got: {type(in_dims)}",
            )
        )
    if not args:
        raise ValueError(
            explain_error(
                who,
                "got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
                "function with no inputs; the latter is unsupported",
                accepted="at least one tensor as a positional argument",
            )
        )
    leaves, spec = tree_flatten(args)
    dims = _broadcast_to_and_flatten(in_dims, spec)
    if dims is None:
        raise ValueError(
            explain_error(
                who,
                "in_dims is not compatible with the structure of `inputs`. in_dims has structure "
                f"{tree_flatten(in_dims)[1]} but inputs has structure {spec}",
            )
        )
    places = [_place(who, leaf, dim) for leaf, dim in zip(leaves, dims, strict=True)]
    return Mapped(leaves, places, spec, _common_size(leaves, places))


def _place(who: str, value: Any, dim: Any) -> int | None:
    """Return the dimension of one argument that is mapped, counted from the front."""
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(
            explain_error(
                who,
                f"Got in_dim={dim} for an input but in_dim must be either an integer dimension or "
                "None",
            )
        )
    if not isinstance(value, Tensor):
        raise ValueError(
            explain_error(
                who,
                f"Got in_dim={dim} for an input but the input is of type {type(value)}. We cannot "
                "vmap over non-Tensor arguments, please use None as the respective in_dim",
            )
        )
    rank = value.dim()
    if not -rank <= dim < rank:
        raise ValueError(
            explain_error(
                who,
                f"Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
                f"{rank} so expected in_dim to satisfy -{rank} <= in_dim < {rank}",
            )
        )
    return dim % rank


def _common_size(leaves: Sequence[Any], dims: Sequence[int | None]) -> int:
    sizes = [v.shape[d] for v, d in zip(leaves, dims, strict=True) if d is not None]
    if not sizes:
        raise ValueError(
            explain_error(
                "vmap",
                "Expected at least one Tensor to vmap over",
                accepted="in_dims that is not None for one of the arguments",
            )
        )
    if any(size != sizes[0] for size in sizes):
        raise ValueError(
            explain_error(
                "vmap",
                "Expected all tensors to have the same size in the mapped dimension, got sizes "
                f"{sizes} for the mapped dimension",
            )
        )
    return int(sizes[0])


def check_out_dims(func: Any, out_dims: OutDims) -> None:
    """Raise ValueError unless there are only ints and None in `out_dims`."""

    def check(dim: Any) -> None:
        if dim is not None and not isinstance(dim, int):
            raise ValueError(
                explain_error(
                    f"vmap({name_of(func)}, ..., out_dims={out_dims})",
                    "`out_dims` must be an int, None or a python collection of ints representing "
                    "where in the outputs the vmapped dimension should appear",
                )
            )

    tree_map_(check, out_dims)


def mapped_outputs(
    func: Any, out_dims: OutDims, outputs: Any, level: VmapLevel
) -> tuple[list[Any], list[int | None], TreeSpec]:
    """Return the results for all examples, where each has its batch, and the containers.

    Raises
    ------
    ValueError
        If they do not fit `out_dims`, or one is no tensor.
    IndexError
        If a dimension in `out_dims` is out of range.
    """
    found, spec = tree_flatten(outputs)
    dims: list[int | None] | None
    if isinstance(outputs, Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = list(out_dims)
    else:
        dims = _broadcast_to_and_flatten(out_dims, spec)
    if dims is None:
        _refuse_structure(func, out_dims, spec)
    values = [_with_batch(func, value, dim, level) for value, dim in zip(found, dims, strict=True)]
    return values, dims, spec


def _refuse_structure(func: Any, out_dims: OutDims, spec: TreeSpec) -> NoReturn:
    raise ValueError(
        explain_error(
            f"vmap({name_of(func)}, ..., out_dims={out_dims})(<inputs>)",
            "out_dims is not compatible with the structure of `outputs`. out_dims has structure "
            f"{tree_flatten(out_dims)[1]} but outputs has structure {spec}",
        )
    )


def _with_batch(func: Any, value: Any, dim: int | None, level: VmapLevel) -> Any:
    """Return one result for all examples, with the batch in a dimension."""
    name = name_of(func)
    is_batch = isinstance(value, Tensor) and _is_batch(value, level)
    if dim is None:
        if is_batch:
            raise ValueError(
                explain_error(
                    f"vmap({name}, ...)",
                    f"`{name}` can not return a BatchedTensor when out_dim is None",
                    accepted="a result that does not depend on the mapped arguments",
                )
            )
        return value
    if not isinstance(value, Tensor):
        raise ValueError(
            explain_error(
                f"vmap({name}, ...)",
                f"`{name}` must only return Tensors, got type {type(value)}. Did you mean to set "
                "out_dims= to None for output?",
            )
        )
    whole = value._data.value if is_batch else value.expand((level.batch_size, *value.shape))
    return movedim(whole, 0, dim) if dim else whole


def _is_batch(value: Tensor, level: VmapLevel) -> bool:
    return value._data.__class__ is Batch and value._data.level is level
