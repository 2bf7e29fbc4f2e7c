"""Kernels: NumPy's on each chunk where elements do not mix, Dask's expressions where they do.

Nothing here computes: each kernel returns an expression. What a kernel cannot do lazily it declines
(`NotImplemented`), and what has none at all is an error, since the backend's policy is to raise.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import dask.array as da
import numpy as np

from redispatch.backends.kernels import promoted_arguments
from redispatch.dispatch import kernel, lookup, operators
from redispatch.dispatch.rules import RULES

Array = Any  # a Dask array
KERNELS: dict[str, Callable[..., Any]] = {}


def of(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Note a function as the kernel of an operator."""

    def note(fn: Callable[..., Any]) -> Callable[..., Any]:
        KERNELS[name] = fn
        return fn

    return note


# NumPy's kernels on chunks -----------------------------------------------------------------------


def on_chunk(name: str, pattern: tuple[Any, ...], *chunks: Any) -> Any:
    """Run NumPy's kernel on chunks; what travels to a worker is the operator's name.

    `pattern` holds the arguments, with None where the chunks belong.
    """
    from redispatch.backends import backend_named

    numpy = backend_named("numpy")
    rest = iter(chunks)
    args = [next(rest) if is_chunk else value for is_chunk, value in pattern]
    rule = RULES.active(lookup(name).name, "NumPy")
    assert rule is not None
    return np.asarray(numpy.run(rule.fn, args, True))


@functools.cache
def promoted(name: str) -> tuple[int, ...]:
    """Return the positions at which a number stands for a tensor, and takes its dtype."""
    return promoted_arguments(lookup(name))


def pointwise(name: str, *args: Any) -> Any:
    """Return the expression of an elementwise operator: NumPy's kernel, chunk by chunk."""
    arrays = [a for a in args if isinstance(a, da.Array)]
    if not arrays:
        return NotImplemented
    args = tuple(_with_operands(args, promoted(name)))
    pattern = tuple(
        [(isinstance(a, da.Array), None if isinstance(a, da.Array) else a) for a in args]
    )
    call = functools.partial(on_chunk, name, pattern)
    dtype = call(*[np.ones((1,) * a.ndim, a.dtype) for a in arrays]).dtype
    return da.core.elemwise(call, *arrays, dtype=dtype)


def _with_operands(args: Sequence[Any], places: tuple[int, ...]) -> Iterator[Any]:
    """Yield arguments with arrays in place of numbers that stand beside promoted tensors."""
    kinds = [args[i].dtype for i in places if isinstance(args[i], da.Array)]
    for i, value in enumerate(args):
        if kinds and i in places and isinstance(value, (int, float, complex)):
            yield np.asarray(value).astype(kinds[0])
        else:
            yield value


def along(name: str, arrays: Sequence[Array], dim: int, *rest: Any) -> Any:
    """Return NumPy's kernel on chunks that hold one dimension whole; sizes stay."""
    ndim = arrays[0].ndim
    whole = [a.rechunk({dim % ndim: -1}) if ndim else a for a in arrays]
    return pointwise(name, *whole, dim, *rest)


# elements that mix -------------------------------------------------------------------------------


def axes(self: Array, dim: Any) -> tuple[int, ...] | None:
    """Return the axes that `dim` names; None for all of them."""
    if dim is None or not self.ndim or dim == [] or dim == ():
        return None
    return tuple([d % self.ndim for d in ([dim] if isinstance(dim, int) else dim)])


def _accumulated(dtype: Any, own: Any) -> Any:
    if dtype is not None:
        return dtype.dtype
    return np.dtype(np.int64) if own.kind in "biu" else own


@of("sum")
def sum_(self: Array, dim: Any, keepdim: bool, dtype: Any) -> Any:
    return self.sum(axes(self, dim), dtype=_accumulated(dtype, self.dtype), keepdims=keepdim)


@of("prod")
def prod(self: Array, dim: Any, keepdim: bool, dtype: Any) -> Any:
    return self.prod(axes(self, dim), dtype=_accumulated(dtype, self.dtype), keepdims=keepdim)


@of("mean")
def mean(self: Array, dim: Any, keepdim: bool, dtype: Any) -> Any:
    kind = self.dtype if dtype is None else dtype.dtype
    if kind.kind not in "fc":
        return NotImplemented
    given = self.astype(kind)
    count = _count(self, dim)
    return (given.sum(axes(self, dim), dtype=kind, keepdims=keepdim) / _number(count, kind)).astype(
        kind
    )


def _count(self: Array, dim: Any) -> int:
    which = axes(self, dim)
    return int(np.prod(self.shape if which is None else [self.shape[i] for i in which]))


def _number(value: Any, kind: Any) -> Any:
    return np.asarray(value).astype(kind)


def _extreme(name: str, fn: Callable[..., Any]) -> None:
    @of(name)
    def extreme(self: Array, dim: Any, keepdim: bool) -> Any:
        if 0 in self.shape:
            return NotImplemented
        return fn(self, axes(self, dim), keepdims=keepdim)


_extreme("amax", da.max)
_extreme("amin", da.min)


@of("max")
def max_(self: Array) -> Any:
    return NotImplemented if 0 in self.shape else self.max()


@of("min")
def min_(self: Array) -> Any:
    return NotImplemented if 0 in self.shape else self.min()


@of("any")
def any_(self: Array, dim: Any, keepdim: bool) -> Any:
    return _truth(self).any(axes(self, dim), keepdims=keepdim).astype(_truth_dtype(self))


@of("all")
def all_(self: Array, dim: Any, keepdim: bool) -> Any:
    return _truth(self).all(axes(self, dim), keepdims=keepdim).astype(_truth_dtype(self))


def _truth(self: Array) -> Array:
    return self if self.dtype == bool else self != 0


def _truth_dtype(self: Array) -> Any:
    return np.dtype(np.uint8) if self.dtype == np.uint8 else np.dtype(bool)


@of("count_nonzero")
def count_nonzero(self: Array, dim: Any) -> Any:
    return _truth(self).sum(axes(self, dim), dtype=np.int64)


for _name in ("softmax", "log_softmax", "cumsum", "cumprod"):
    KERNELS[_name] = lambda self, dim, dtype, _name=_name: along("rd::" + _name, [self], dim, dtype)
KERNELS["_reverse_cumsum"] = lambda self, dim: along("rd::_reverse_cumsum", [self], dim)
for _name in ("softmax_backward", "log_softmax_backward"):
    KERNELS[_name] = lambda grad, output, dim, _name=_name: along(
        "rd::" + _name, [grad, output], dim
    )


@of("logsumexp")
def logsumexp(self: Array, dim: Any, keepdim: bool) -> Any:
    if 0 in self.shape or self.dtype.kind != "f":
        return NotImplemented
    which = axes(self, dim)
    top = self.max(which, keepdims=True)
    top = da.where(da.isfinite(top), top, _number(0, self.dtype))
    total = da.log(da.exp(self - top).sum(which, keepdims=True)) + top
    return total if keepdim or not self.ndim else total.squeeze(which)


# products ----------------------------------------------------------------------------------------


def product(self: Array, other: Array) -> Any:
    """Return the matrix product; with no elements, or of other than numbers, it is declined."""
    if 0 in self.shape or 0 in other.shape or "b" in (self.dtype.kind, other.dtype.kind):
        return NotImplemented
    if self.dtype != other.dtype or not self.ndim or not other.ndim:
        return NotImplemented
    if self.dtype == np.float16:
        return NotImplemented
    if self.ndim == other.ndim == 1:
        if self.shape != other.shape:
            return NotImplemented
        return (self * other).sum(dtype=self.dtype)
    return da.matmul(self, other)


KERNELS["matmul"] = KERNELS["mm"] = KERNELS["mv"] = KERNELS["dot"] = product


def _sizes_are(*ndims: int) -> Callable[..., Any]:
    def strict(self: Array, other: Array) -> Any:
        if (self.ndim, other.ndim) != ndims:
            return NotImplemented
        if self.shape[-1] != other.shape[-2 if other.ndim > 1 else 0]:
            return NotImplemented
        return product(self, other)

    return strict


KERNELS["mm"], KERNELS["mv"], KERNELS["dot"] = _sizes_are(2, 2), _sizes_are(2, 1), _sizes_are(1, 1)


@of("linear")
def linear(self: Array, weight: Array, bias: Array | None) -> Any:
    result = product(self, weight.T) if weight.ndim else NotImplemented
    if result is NotImplemented or bias is None:
        return result
    return result + bias if bias.dtype == self.dtype else NotImplemented


@of("addmm")
def addmm(self: Array, a: Array, b: Array, beta: Any, alpha: Any) -> Any:
    result = KERNELS["mm"](a, b)
    if result is NotImplemented or self.dtype != a.dtype:
        return NotImplemented
    return self * _number(beta, self.dtype) + result * _number(alpha, self.dtype)


@of("mse_loss")
def mse_loss(self: Array, target: Array, reduction: str) -> Any:
    if self.dtype.kind != "f" or self.shape != target.shape:
        return NotImplemented
    squares = pointwise("rd::square", self - target)
    if reduction == "none":
        return squares
    total = squares.sum(dtype=self.dtype)
    count = _number(int(np.prod(self.shape)), self.dtype)
    return total if reduction == "sum" else total / count if reduction == "mean" else NotImplemented


# making ------------------------------------------------------------------------------------------


def _like(self: Array, value: Any, dtype: Any) -> Any:
    kind = self.dtype if dtype is None else dtype.dtype
    return da.full(self.shape, np.asarray(value).astype(kind), dtype=kind, chunks=self.chunks)


KERNELS["zeros_like"] = KERNELS["empty_like"] = lambda self, dtype: _like(self, 0, dtype)
KERNELS["ones_like"] = lambda self, dtype: _like(self, 1, dtype)
KERNELS["full_like"] = _like
KERNELS["_new_zeros"] = lambda self, size: da.zeros(tuple(size), dtype=self.dtype)
KERNELS["clone"] = lambda self, memory_format: self
KERNELS["_contiguous"] = lambda self: self
KERNELS["_to_copy"] = lambda self, dtype: self.astype(dtype.dtype)


@of("copy_")
def copy_(self: Array, src: Array) -> Any:
    return da.broadcast_to(src, self.shape).astype(self.dtype)


KERNELS["zero_"] = lambda self: da.zeros_like(self)


@of("fill_")
def fill_(self: Array, value: Any) -> Any:
    if isinstance(value, da.Array):
        if value.ndim:
            return NotImplemented
        return da.broadcast_to(value.astype(self.dtype), self.shape)
    return _like(self, value, None)


# shapes ------------------------------------------------------------------------------------------


def _fits(size: Sequence[int], count: int) -> tuple[int, ...] | None:
    """Return sizes with -1 worked out, or None if that is not possible."""
    known = int(np.prod([n for n in size if n != -1]))
    if list(size).count(-1) > 1 or (-1 in size and (not known or count % known)):
        return None
    done = tuple([count // known if n == -1 else n for n in size])
    return done if int(np.prod(done)) == count and min(done, default=0) >= 0 else None


@of("reshape")
def reshape(self: Array, size: Sequence[int]) -> Any:
    done = _fits(size, self.size)
    return NotImplemented if done is None else self.reshape(done)


KERNELS["view"] = reshape


@of("transpose")
def transpose(self: Array, dim0: int, dim1: int) -> Any:
    return da.swapaxes(self, dim0, dim1) if self.ndim else self


@of("permute")
def permute(self: Array, dims: Sequence[int]) -> Any:
    return self.transpose(tuple(dims)) if self.ndim else self


@of("expand")
def expand(self: Array, size: Sequence[int]) -> Any:
    if len(size) < self.ndim:
        return NotImplemented
    own = (1,) * (len(size) - self.ndim) + self.shape
    return da.broadcast_to(
        self, tuple([o if n == -1 else n for o, n in zip(own, size, strict=True)])
    )


@of("select")
def select(self: Array, dim: int, index: int) -> Any:
    return self[(*(slice(None),) * (dim % self.ndim), index)] if self.ndim else NotImplemented


@of("slice")
def slice_(self: Array, dim: int, start: Any, end: Any, step: int) -> Any:
    if not self.ndim:
        return NotImplemented
    return self[(*(slice(None),) * (dim % self.ndim), slice(start, end, step))]


@of("squeeze")
def squeeze(self: Array, dim: Any) -> Any:
    which = range(self.ndim) if dim is None else axes(self, dim) or ()
    return self.reshape([n for i, n in enumerate(self.shape) if i not in which or n != 1])


@of("unsqueeze")
def unsqueeze(self: Array, dim: int) -> Any:
    place = dim % (self.ndim + 1)
    return self[(*(slice(None),) * place, None)]


@of("unbind")
def unbind(self: Array, dim: int) -> Any:
    return [select(self, dim, i) for i in range(self.shape[dim])] if self.ndim else NotImplemented


@of("cat")
def cat(tensors: Sequence[Array], dim: int) -> Any:
    kept = [t for t in tensors if t.shape != (0,)]
    if not kept or len({t.dtype for t in tensors}) > 1 or not kept[0].ndim:
        return NotImplemented
    return da.concatenate(kept, dim % kept[0].ndim)


@of("stack")
def stack(tensors: Sequence[Array], dim: int) -> Any:
    if len({(t.dtype, t.shape) for t in tensors}) != 1:
        return NotImplemented
    return da.stack(tensors, dim % (tensors[0].ndim + 1))


@of("flip")
def flip(self: Array, dims: Sequence[int]) -> Any:
    return da.flip(self, tuple([d % self.ndim for d in dims])) if self.ndim and dims else self


@of("select_backward")
def select_backward(grad: Array, sizes: Sequence[int], dim: int, index: int) -> Any:
    result = da.zeros(tuple(sizes), dtype=grad.dtype)
    result[(*(slice(None),) * (dim % len(sizes)), index)] = grad
    return result


@of("slice_backward")
def slice_backward(
    grad: Array, sizes: Sequence[int], dim: int, start: Any, end: Any, step: int
) -> Any:
    result = da.zeros(tuple(sizes), dtype=grad.dtype)
    if 0 not in grad.shape:
        result[(*(slice(None),) * (dim % len(sizes)), slice(start, end, step))] = grad
    return result


def register() -> None:
    """Register every kernel: those above, and one for each elementwise operator of NumPy."""
    for operator in list(operators()):
        rule = RULES.active(operator.name, "NumPy")
        if rule is None or rule.kind != "raw" or operator.schema.mutated_arguments:
            continue
        if "pointwise" in operator.tags and operator.functional is None:
            whole = functools.partial(pointwise, str(operator.name))
            # one with a `plain` form decides itself whether integers become floats
            kernel(operator, "Dask", plain=None if rule.plain is None else whole)(whole)
    for name, fn in KERNELS.items():
        kernel(name, "Dask")(fn)
