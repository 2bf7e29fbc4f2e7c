"""Index arithmetic that all backends share: dimensions and shapes, and PyTorch's errors about them.

Works on plain ints and tuples; must not know about arrays or tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

Shape = tuple[int, ...]


def wrap_dim(dim: int, ndim: int) -> int:
    """Return `dim` counted from the front; a 0-d operand counts as having one dimension.

    Raises
    ------
    IndexError
        If the dimension does not exist.
    """
    n = ndim or 1
    if -n <= dim < n:
        return dim + n if dim < 0 else dim
    raise IndexError(
        f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})"
    )


def wrap_dims(dims: int | Sequence[int], ndim: int) -> Shape:
    """Return the dimensions counted from the front, each at most once.

    Raises
    ------
    IndexError
        If a dimension does not exist.
    RuntimeError
        If one is named twice.
    """
    if isinstance(dims, int):
        return (wrap_dim(dims, ndim),)
    if len(dims) == 1:
        return (wrap_dim(dims[0], ndim),)
    wrapped = tuple([wrap_dim(d, ndim) for d in dims])
    if len(set(wrapped)) != len(wrapped):
        twice = next(d for d in wrapped if wrapped.count(d) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    return wrapped


def reduced_axes(dim: int | Sequence[int] | None, ndim: int) -> Shape | None:
    """Return the axes that a reduction over `dim` runs over, None for all of them."""
    if dim is None or (not isinstance(dim, int) and len(dim) == 0):
        return None
    axes = wrap_dims(dim, ndim)
    return axes if ndim else None


def infer_shape(shape: Sequence[int], size: int) -> Shape:
    """Return `shape` with its -1 worked out for `size` elements.

    Raises
    ------
    RuntimeError
        If the shape does not hold `size` elements, or has a negative or more than one open
        dimension.
    """
    known, hole = 1, -1
    for i, n in enumerate(shape):
        if n >= 0:
            known *= n
        elif n != -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {i} of shape {list(shape)}")
        elif hole >= 0:
            raise RuntimeError("only one dimension can be inferred")
        else:
            hole = i
    if hole < 0:
        if known != size:
            raise _invalid_shape(shape, size)
        return tuple(shape)
    if known == 0:
        if size:
            raise _invalid_shape(shape, size)
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified "
            "dimension size -1 can be any value and is ambiguous"
        )
    if size % known:
        raise _invalid_shape(shape, size)
    return (*shape[:hole], size // known, *shape[hole + 1 :])


def _invalid_shape(shape: Sequence[int], size: int) -> RuntimeError:
    return RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")


def expanded_shape(shape: Shape, sizes: Sequence[int]) -> Shape:
    """Return the shape that `expand(sizes)` gives an operand of `shape`; -1 keeps a dimension.

    Raises
    ------
    RuntimeError
        If a dimension that is not 1 would change, or -1 stands for a new dimension.
    """
    new = len(sizes) - len(shape)
    if new < 0:
        raise RuntimeError(
            f"expand(size={list(sizes)}): the number of sizes provided ({len(sizes)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    result = list(sizes)
    for i, n in enumerate(sizes):
        if i < new:
            if n < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) isn't allowed in a leading, "
                    f"non-existing dimension {i}"
                )
            continue
        old = shape[i - new]
        if n == -1:
            result[i] = old
        elif n != old and (old != 1 or n < 0):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({old}) "
                f"at non-singleton dimension {i}.  Target sizes: {list(sizes)}.  "
                f"Tensor sizes: {list(shape)}"
            )
    return tuple(result)


def broadcast_error(a: Shape, b: Shape) -> RuntimeError | None:
    """Return PyTorch's error if the two shapes do not broadcast, None if they do."""
    n = max(len(a), len(b))
    for back in range(1, min(len(a), len(b)) + 1):
        x, y = a[-back], b[-back]
        if x != y and x != 1 and y != 1:
            return RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) "
                f"at non-singleton dimension {n - back}"
            )
    return None


def broadcast_shapes(*shapes: Shape | int) -> Shape:
    """Return the shape that the shapes broadcast to; a lone number is a shape of one dimension.

    Raises
    ------
    RuntimeError
        If they do not, or a size is negative.
    """
    result: Shape = ()
    for given in shapes:
        shape = (given,) if isinstance(given, int) else given
        if min(shape, default=0) < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}")
        error = broadcast_error(result, shape)
        if error is not None:
            try:
                raise error
            finally:
                del error  # its traceback holds this frame
        short, long = sorted((result, shape), key=len)
        head = len(long) - len(short)
        result = long[:head] + tuple(
            y if x == 1 else x for x, y in zip(long[head:], short, strict=True)
        )
    return result


def numel(shape: Sequence[int]) -> int:
    """Return the number of elements of a shape."""
    return prod(shape)


def reduced_shape(shape: Shape, axes: Shape | None, keepdim: bool) -> Shape:
    """Return the shape of a reduction over `axes` (as `reduced_axes` gives them)."""
    gone = range(len(shape)) if axes is None else axes
    if keepdim:
        return tuple([1 if i in gone else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in gone])


def permute_error(ndim: int, dims: Sequence[int]) -> Exception:
    """Return PyTorch's error for dimensions that are no permutation of `ndim` ones."""
    if len(dims) != ndim:
        return RuntimeError(
            "permute(): number of dimensions in the tensor input does not match the length of the "
            f"desired ordering of dimensions i.e. input.dim() = {ndim} is not equal to "
            f"len(dims) = {len(dims)}"
        )
    try:
        for d in dims:
            wrap_dim(d, ndim)
    except IndexError as error:
        return error
    return RuntimeError("permute(): duplicate dims are not allowed.")


def no_dims_error(name: str) -> IndexError:
    """Return PyTorch's error for a 0-d operand where a dimension is needed."""
    return IndexError(f"{name}() cannot be applied to a 0-dim tensor.")


def select_error(shape: Shape, axis: int, index: int) -> IndexError:
    """Return PyTorch's error for an index that the dimension does not have."""
    return IndexError(
        f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {axis}"
    )


def copy_error(target: Shape, source: Shape) -> RuntimeError:
    """Return the error for a source that does not broadcast to what it is copied to."""
    return broadcast_error(target, source) or RuntimeError(
        f"output with shape {list(target)} doesn't match the broadcast shape "
        f"{list(broadcast_shapes(target, source))}"
    )


def fill_error(ndim: int) -> RuntimeError:
    """Return PyTorch's error for a value to fill with that has dimensions."""
    return RuntimeError(
        f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions."
    )


def matmul_shape(a: Shape, b: Shape) -> Shape:
    """Return the shape of the product of two operands of these shapes.

    Raises
    ------
    RuntimeError
        If they cannot be multiplied.
    """
    if not a or not b:
        raise matmul_error(a, b)
    rows = a if len(a) > 1 else (1, *a)
    columns = b if len(b) > 1 else (*b, 1)
    if rows[-1] != columns[-2] or broadcast_error(rows[:-2], columns[:-2]) is not None:
        raise matmul_error(a, b)
    batch = broadcast_shapes(rows[:-2], columns[:-2])
    return (*batch, *rows[-2:-1][: len(a) - 1], *columns[-1:][: len(b) - 1])


def matmul_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError:
    """Return PyTorch's error for two shapes that cannot be multiplied."""
    if not a or not b:
        return RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(a)}D and {len(b)}D"
        )
    if len(a) == 1 and len(b) == 1:
        return RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same "
            f"number of elements, but got {a[0]} and {b[0]} elements respectively"
        )
    if len(a) == 2 and len(b) == 1:
        return RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    rows = a if len(a) > 1 else (1, *a)
    columns = b if len(b) > 1 else (*b, 1)
    if len(a) <= 2 and len(b) <= 2 or rows[-1] == columns[-2]:
        error = broadcast_error(a[:-2], b[:-2])
        if error is not None:
            return error
    mat1 = "x".join(map(str, rows[-2:]))
    mat2 = "x".join(map(str, columns[-2:]))
    whole = "" if len(a) <= 2 and len(b) <= 2 else f", from shapes {list(a)} and {list(b)}"
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({mat1} and {mat2}){whole}")
