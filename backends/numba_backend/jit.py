"""What imports Numba, with jit_crew.py: it compiles loops and keeps the results on disk.

Decides the compiler's options, what the bit casts and the library functions become in compiled
code, and where and under what name compiled code is kept. Must not know operators; it is imported
when a kernel is first wanted (launch.py).

Note [Kept code]
~~~~~~~~~~~~~~~~
Numba's own cache asks whether a source file and the bytecode of a function have changed; it does
not see constants, nor the functions that are called. So compiled code is kept under a digest of
all that it is made from: the source of the loop and which functions its global names stand for,
the whole library (scalars.py and what it names, rowmath.py, and what lowers them here), the
options, the types, the versions and the processor. A changed source is another name, and two
signatures, programs or machines that share a folder never share an index: each file has one
content, written under a temporary name and moved. Whatever goes wrong costs a compilation.
"""

from __future__ import annotations

import hashlib
import inspect
import platform
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload

from . import launch, rowmath, scalars, vmath
from .cache import folder

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "fastmath": {"contract"},
}
REASSOCIATE = {"contract", "reassoc", "nsz"}

_PAIRS = {
    numba.float32: numba.int32,
    numba.float64: numba.int64,
    numba.int32: numba.float32,
    numba.int64: numba.float64,
}


@intrinsic  # type: ignore[untyped-decorator]
def _cast_bits(context: Any, value: Any) -> Any:
    """Look at the bits of a number as a number of the other kind."""
    target = _PAIRS.get(value)
    if target is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return target(value), generate


def _two_floats(instruction: str) -> Any:
    """Return an intrinsic of two floats that LLVM turns into a vector instruction."""

    @intrinsic  # type: ignore[untyped-decorator]
    def call(context: Any, a: Any, b: Any) -> Any:
        if a != b or a not in (numba.float32, numba.float64):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = args[0].type
            name = f"llvm.{instruction}.{'f32' if isinstance(kind, ir.FloatType) else 'f64'}"
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(kind, [kind, kind]), name
            )
            return builder.call(function, args)

        return a(a, b), generate

    return call


@intrinsic  # type: ignore[untyped-decorator]
def _widen(context: Any, bits: Any) -> Any:
    """Turn the bits of a float16 into a float32."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.fpext(builder.bitcast(args[0], ir.HalfType()), ir.FloatType())

    return numba.float32(bits), generate


@intrinsic  # type: ignore[untyped-decorator]
def _narrow(context: Any, x: Any) -> Any:
    """Turn a float32 into the bits of the nearest float16."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(builder.fptrunc(args[0], ir.HalfType()), ir.IntType(16))

    return numba.uint16(x), generate


_maximum = _two_floats("maximum")  # nan if one is
_minimum = _two_floats("minimum")
_copysign = _two_floats("copysign")


def _bits(x: Any) -> Any:
    def lowered(x: Any) -> Any:
        return _cast_bits(x)

    return lowered


def _bits_i(i: Any) -> Any:
    def lowered(i: Any) -> Any:
        return _cast_bits(i)

    return lowered


def _from_half(bits: Any) -> Any:
    def lowered(bits: Any) -> Any:
        return _widen(bits)

    return lowered if bits == numba.uint16 else None


def _to_half(x: Any) -> Any:
    def lowered(x: Any) -> Any:
        return _narrow(x)

    return lowered if x == numba.float32 else None


def _typed(x: Any, number: Any) -> Any:
    def single(x: Any, number: Any) -> Any:
        return np.float32(number)

    def double(x: Any, number: Any) -> Any:
        return np.float64(number)

    return {numba.float32: single, numba.float64: double}.get(x)


def _larger(a: Any, b: Any) -> Any:
    def lowered(a: Any, b: Any) -> Any:
        return _maximum(a, b)

    return lowered


def _smaller(a: Any, b: Any) -> Any:
    def lowered(a: Any, b: Any) -> Any:
        return _minimum(a, b)

    return lowered


def _with_sign(size: Any, x: Any) -> Any:
    def lowered(size: Any, x: Any) -> Any:
        return _copysign(size, x)

    return lowered


def _by_type(pair: tuple[Any, Any]) -> Any:
    def choose(x: Any) -> Any:
        return {numba.float32: pair[0], numba.float64: pair[1]}.get(x)

    def choose_two(x: Any, y: Any) -> Any:
        return choose(x) if x == y else None

    return choose if len(inspect.signature(pair[0]).parameters) == 1 else choose_two


def _inlined(function: Any, implementation: Any = None, fastmath: Any = None) -> None:
    """Say what a Python function becomes where compiled code calls it; by default, itself."""
    fastmath = OPTIONS["fastmath"] if fastmath is None else fastmath
    options = {**OPTIONS, "fastmath": fastmath, "forceinline": True}
    del options["nogil"]
    if implementation is None:
        name = ", ".join(inspect.signature(function).parameters)
        space: dict[str, Any] = {"function": function}
        exec(f"def choose({name}): return function", space)  # Numba compares the names
        implementation = space["choose"]
    overload(function, jit_options=options, strict=False)(implementation)


def lower_library() -> None:
    """Say what the functions of scalars.py and rowmath.py become in compiled code, once."""
    if _LOWERED:
        return
    _LOWERED.add(None)
    _inlined(vmath.bits_of, _bits)
    _inlined(vmath.from_bits, _bits_i)
    _inlined(vmath.from_half, _from_half)
    _inlined(vmath.to_half, _to_half)
    _inlined(vmath.typed, _typed)
    _inlined(vmath.with_sign, _with_sign)
    _inlined(vmath.larger, _larger)
    _inlined(vmath.smaller, _smaller)
    for generic, pair in scalars.BY_TYPE.items():
        _inlined(generic, _by_type(pair))
    for function in {f for pair in scalars.BY_TYPE.values() for f in pair} | {*scalars.INNER}:
        _inlined(function)
    for function in scalars.EXACT:
        _inlined(function, fastmath=False)
    for function in rowmath.TOTALS:
        _inlined(function)
    for reduction in rowmath.REDUCTIONS:
        _inlined(reduction, fastmath=REASSOCIATE)


_LIBRARY = (*scalars.MODULES, scalars, rowmath)
_LIBRARY_NAMES = {module.__name__ for module in _LIBRARY}
_LOWERED: set[Any] = set()


def library_source() -> str:
    """Return the source of everything that loops call."""
    files = [Path(m.__file__) for m in _LIBRARY if m.__file__]
    files += [Path(__file__), Path(__file__).with_name("jit_crew.py")]
    return "\n".join([file.read_text("utf-8") for file in files])


def names_of(function: FunctionType) -> list[tuple[str, Any]]:
    """Return the global names and closed-over variables of a function, and what they stand for."""
    code = function.__code__
    space = function.__globals__
    found = [(name, space[name]) for name in code.co_names if name in space]
    cells = function.__closure__ or ()
    return [
        *found,
        *((n, c.cell_contents) for n, c in zip(code.co_freevars, cells, strict=True)),
        *((n, getattr(m, n)) for _, m in found for n in code.co_names
          if isinstance(m, ModuleType) and hasattr(m, n)),
    ]  # fmt: skip


def reached(function: FunctionType) -> list[FunctionType]:
    """Return the functions outside of the library that a function calls, and those they call."""
    found: list[FunctionType] = []
    waiting = [function]
    while waiting:
        for _, value in names_of(waiting.pop()):
            if isinstance(value, FunctionType) and value not in (*found, function):
                own = value.__module__ not in _LIBRARY_NAMES
                if own and value.__module__.partition(".")[0] != "numba":
                    found.append(value)
                    waiting.append(value)
    return found


def _meaning(function: FunctionType) -> str:
    """Return what the names in a function stand for, which its source does not say."""
    shown = []
    for name, value in names_of(function):
        if isinstance(value, FunctionType):
            shown.append((name, value.__module__, value.__qualname__))
        elif isinstance(value, (bool, int, float, complex, str, tuple, np.generic)):
            shown.append((name, type(value).__name__, repr(value)))
    return repr(shown)


def digest(function: FunctionType, helpers: tuple[Any, ...], types: str, machine: str) -> str:
    """Return the name of compiled code; see Note [Kept code]."""
    parts = [
        *(_meaning(f) for f in (function, *helpers)),
        *(inspect.getsource(f) for f in (function, *helpers)),
        library_source(),
        repr(sorted(OPTIONS.items(), key=str)),
        repr(sorted(REASSOCIATE)),
        types,
        machine,
        numba.__version__,
        llvmlite.__version__,
        platform.python_implementation() + platform.python_version(),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


class _Locator(_CacheLocator):  # type: ignore[misc] # it has no annotations, like all of Numba
    """Says where the code of one loop is kept, and under what name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return self.name

    def get_disambiguator(self) -> str:
        return self.name

    def ensure_cache_path(self) -> None:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    """Serialises compiled code; the locator is ours whatever Numba is configured to."""

    def __init__(self, function: Any, name: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(name)
        self._filename_base = f"{function.__name__}-{name}"


class Cache(FunctionCache):  # type: ignore[misc]
    """The place on disk of one loop with one signature; it never fails, it only does not help."""

    def __init__(self, function: Any, name: str) -> None:
        self._impl_class = lambda f: _Kept(f, name)
        self.hit = False
        super().__init__(function)

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            found = super().load_overload(signature, context)
        except Exception:  # unreadable, cut short, by another program: compile
            return None
        self.hit = self.hit or found is not None
        return found

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            super().save_overload(signature, data)
        except OSError:  # a full or read-only disk
            pass
        except Exception:  # an unreadable index: begin anew
            self.flush()
            super().save_overload(signature, data)


_TYPES: dict[str, Callable[[Any], Any]] = {
    "v": lambda t: numba.types.Array(t, 1, "C"),
    "m": lambda t: numba.types.Array(t, 2, "C"),
    "s": lambda t: t,
    "i": lambda t: numba.int64,
    "o": lambda t: numba.int64,
    "d": lambda t: numba.float64,
    "n": lambda t: numba.types.Array(numba.int64, 1, "C"),
    "w": lambda t: numba.types.Array(numba.float64, 1, "C"),
    "b": lambda t: numba.types.Array(numba.boolean, 1, "C"),
    "h": lambda t: numba.types.Array(numba.uint16, 1, "C"),
}


def _type_of(letter: str, kind: Any) -> Any:
    """Return the type of an argument; a digit is a contiguous array of so many dimensions."""
    return numba.types.Array(kind, int(letter), "C") if letter.isdigit() else _TYPES[letter](kind)


def compiled(
    function: FunctionType, types: str, dtype: np.dtype[Any]
) -> tuple[Callable[..., Any], bool]:
    """Return the entry point of a loop, and whether it came from disk.

    Parameters
    ----------
    function : the loop.
    types : one letter for each argument: `v` and `m` are contiguous arrays of one and two
        dimensions, `s` a number of the dtype, `i` and `d` an int64 and a float64, `n`, `w` and
        `b` arrays of int64, float64 and bool, `h` one of the bits of float16; a digit is an array
        of the dtype with so many dimensions. `o` is the first step of a piece, zero where a call
        is not shared.
    dtype : float32 or float64.

    Notes
    -----
    The entry point checks nothing: an array of other type, layout or dimension gives garbage.
    """
    kind = numba.from_dtype(dtype)
    signature = tuple(_type_of(letter, kind) for letter in types)
    dispatcher = numba.njit(**OPTIONS)(function)
    dispatcher._cache = cache = _cache_of(function, f"{types} {dtype.name}")
    dispatcher.compile(signature)
    return dispatcher.overloads[signature].entry_point, cache.hit


def compiled_address(function: FunctionType, types: str) -> tuple[int, bool]:
    """Return the address of a function of four words, and whether it came from disk.

    `types` says what else than its source its code depends on.
    """
    words = ((numba.int64,) * 4, numba.void)
    made = numba.core.ccallback.CFunc(function, words, {}, {**OPTIONS, "nogil": False})
    made._cache = cache = _cache_of(function, f"address {types}")
    made.compile()
    _ADDRESSED.append(made)  # its code shall live as long as the process
    return made.address, cache.hit


_ADDRESSED: list[Any] = []


def _cache_of(function: FunctionType, types: str) -> Cache:
    """Return the place on disk of a function, whose helpers can be compiled with it from now on."""
    lower_library()
    helpers = tuple(reached(function))
    for helper in helpers:
        if helper not in _LOWERED:
            _inlined(helper)
            _LOWERED.add(helper)
    machine = repr(_target().codegen().magic_tuple())
    return Cache(function, digest(function, helpers, types, machine))


def _target() -> Any:
    """Return what Numba compiles for."""
    return numba.core.registry.cpu_target.target_context


launch.HELD_AT_FORK.append(global_compiler_lock)
