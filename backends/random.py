"""Random numbers: generators, the default one, and functions that make tensors of random numbers.

Decides where randomness comes from: NumPy's bit generators, each behind a lock of its own. The
default generator belongs to the process, not to a thread. Must not know layers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor
from .device import device as Device
from .dtypes import FLOATING, finfo, int64
from .dtypes import dtype as DType
from .dtypes import from_numpy as dtype_of
from .factories import from_numpy, made, np_dtype, sizes

STATE_BYTES = 16 + 16 + 8 + 1 + 4  # state, increment, seed, and the half of a number left over


class _Lent:
    """The scope of a generator's lock, which costs a third of a generator function's."""

    __slots__ = ("_owner",)

    def __init__(self, owner: Generator) -> None:
        self._owner = owner

    def __enter__(self) -> Any:
        self._owner._lock.acquire()
        try:
            return self._owner._numbers()
        except BaseException:
            self._owner._lock.release()
            raise

    def __exit__(self, *exc: object) -> None:
        self._owner._lock.release()


class Generator:
    """A source of random numbers with a state of its own.

    Parameters
    ----------
    device : device or str
        Accepted for PyTorch's sake.

    Examples
    --------
    >>> import redispatch as rd
    >>> g = rd.Generator().manual_seed(0)
    >>> first = rd.rand(2, generator=g)
    >>> bool((rd.rand(2, generator=g.manual_seed(0)) == first).all())
    True
    """

    def __init__(self, device: Device | str | None = None) -> None:
        self.device = Device("cpu" if device is None else device)
        self._lock = threading.RLock()
        self._seed = 0
        self._lent = _Lent(self)
        self._source: Any = None  # made when first drawn from: importing numpy.random takes time

    def _numbers(self) -> Any:
        if self._source is None:
            self.seed()
        return self._source

    def drawing(self) -> _Lent:
        """Return a scope that lends the NumPy generator to one thread at a time."""
        return self._lent

    def manual_seed(self, seed: int) -> Generator:
        """Start again from a number.

        Raises
        ------
        RuntimeError
            If it has more than 64 bits.
        """
        seed = int(seed)
        if not -(2**63) <= seed < 2**64:
            raise RuntimeError(
                explain_error("manual_seed", f"got {seed}", accepted="an int of at most 64 bits")
            )
        with self._lock:
            self._seed = seed % 2**64
            self._source = np.random.Generator(np.random.PCG64(self._seed))
        return self

    def seed(self) -> int:
        """Start again from a number nobody knows, and return it."""
        import secrets  # 5 ms that `import redispatch` need not wait for

        seed = secrets.randbits(63)
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """Return the number that was last started from."""
        with self._lock:
            self._numbers()
            return self._seed

    def get_state(self) -> Tensor:
        """Return the state as a tensor of bytes."""
        with self.drawing() as source:
            state = source.bit_generator.state
            seed = self._seed
        inner = state["state"]
        data = inner["state"].to_bytes(16, "little") + inner["inc"].to_bytes(16, "little")
        data += seed.to_bytes(8, "little") + bytes([state["has_uint32"]])
        data += state["uinteger"].to_bytes(4, "little")
        return from_numpy(np.frombuffer(data, np.uint8).copy())

    def set_state(self, state: Tensor) -> Generator:
        """Go back to a state that `get_state` returned."""
        data = bytes(np.asarray(state.numpy(), np.uint8))
        if len(data) != STATE_BYTES:
            raise RuntimeError(
                explain_error(
                    "set_state", f"got {len(data)} bytes", accepted="what get_state returned"
                )
            )

        def number(start: int, end: int) -> int:
            return int.from_bytes(data[start:end], "little")

        with self._lock:
            self.manual_seed(number(32, 40))
            self._source.bit_generator.state = {
                "bit_generator": "PCG64",
                "state": {"state": number(0, 16), "inc": number(16, 32)},
                "has_uint32": data[40],
                "uinteger": number(41, 45),
            }
        return self

    def clone_state(self) -> Generator:
        """Return another generator that will give the same numbers."""
        return Generator(self.device).set_state(self.get_state())

    def __repr__(self) -> str:
        return f"<Generator device={self.device}>"


default_generator = Generator()


def drawing(generator: Generator | None) -> _Lent:
    """Return a scope with the NumPy generator of a generator, or of the default one."""
    return (default_generator if generator is None else generator).drawing()


def manual_seed(seed: int) -> Generator:
    """Start the default generator again from a number.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.manual_seed(0)
    <Generator device=numpy>
    """
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Start the default generator again from a number nobody knows, and return it."""
    return default_generator.seed()


def initial_seed() -> int:
    """Return the number that the default generator was last started from."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the state of the default generator as a tensor of bytes."""
    return default_generator.get_state()


def set_rng_state(state: Tensor) -> None:
    """Bring the default generator back to a state that `get_rng_state` returned."""
    default_generator.set_state(state)


@contextmanager
def fork_rng(enabled: bool = True, **_: Any) -> Iterator[None]:
    """Bring the default generator back to its state at the end of the scope."""
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if state is not None:
            set_rng_state(state)


def uniform(source: Any, shape: tuple[int, ...], d: np.dtype[Any]) -> Any:
    """Return numbers drawn evenly from [0, 1)."""
    if d.kind == "c":
        parts = uniform(source, (*shape, 2), np.dtype(f"f{d.itemsize // 2}"))
        return parts.view(d).reshape(shape)
    if d.kind not in FLOATING:
        raise NotImplementedError(f"rand is not implemented for {d.name}")
    if d.itemsize == 2:
        steps = round(2 / finfo(dtype_of(d)).eps)  # all of them are numbers of the type
        return (source.integers(0, steps, shape) / steps).astype(d)
    return source.random(shape, d)


def standard_normal(source: Any, shape: tuple[int, ...], d: np.dtype[Any]) -> Any:
    """Return standard normal numbers; complex ones have variance 1 in all."""
    if d.kind == "c":
        parts = standard_normal(source, (*shape, 2), np.dtype(f"f{d.itemsize // 2}"))
        return parts.view(d).reshape(shape) * d.type(0.5**0.5)
    if d.kind not in FLOATING:
        raise NotImplementedError(f"randn is not implemented for {d.name}")
    if d.itemsize == 2:
        return source.standard_normal(shape, np.float32).astype(d)
    return source.standard_normal(shape, d)


def rand(
    *size: Any,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Device | str | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return numbers drawn evenly from [0, 1).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.rand(2, 3).shape
    (2, 3)
    """
    with drawing(generator) as source:
        array = uniform(source, sizes("rand", size), np_dtype(dtype))
    return made(array, device, requires_grad)


def randn(
    *size: Any,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Device | str | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return standard normal numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.randn(2, 3).shape
    (2, 3)
    """
    with drawing(generator) as source:
        array = standard_normal(source, sizes("randn", size), np_dtype(dtype))
    return made(array, device, requires_grad)


def randint(
    *args: Any,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Device | str | None = None,
    requires_grad: bool = False,
    **named: Any,
) -> Tensor:
    """Return integers from [low, high): `randint(high, size)` or `randint(low, high, size)`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.randint(3, 4, (2,))
    tensor([3, 3])
    """
    names = ["low", "high", "size"]
    rest = [n for n in names if n not in named]
    if len(args) == len(rest) - 1 and "low" in rest:
        named["low"] = 0
        rest.remove("low")
    if len(args) != len(rest) or set(named) - set(names):
        raise TypeError(
            explain_error("randint", "got other arguments", accepted="randint([low,] high, size)")
        )
    named.update(zip(rest, args, strict=True))
    low, high = int(named["low"]), int(named["high"])
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    target = np_dtype(dtype, int64)
    with drawing(generator) as source:
        array = source.integers(low, high, sizes("randint", (named["size"],)))
    return made(array.astype(target), device, requires_grad)


def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Device | str | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the integers below n in random order.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.randperm(1)
    tensor([0])
    """
    if n < 0:
        raise RuntimeError(f"n must be non-negative, got {n}")
    target = np_dtype(dtype, int64)
    with drawing(generator) as source:
        array = source.permutation(n)
    return made(array.astype(target), device, requires_grad)


def normal(
    mean: Any,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Device | str | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return normal numbers with the given means and standard deviations.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.normal(0., 1., (2, 3)).shape
    (2, 3)
    """
    if size is not None:
        shape: tuple[int, ...] = sizes("normal", (size,))
    else:
        shape = np.broadcast_shapes(getattr(mean, "shape", ()), getattr(std, "shape", ()))
    if dtype is None:
        dtype = next((v.dtype for v in (mean, std) if isinstance(v, Tensor)), None)
    made = randn(shape, generator=generator, dtype=dtype, device=device)
    shifted: Tensor = (made * std + mean).detach()
    return shifted.requires_grad_(True) if requires_grad else shifted
