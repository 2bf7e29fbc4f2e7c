"""Kernels for dtypes that NumPy does not compute in: computed in float32, rounded once.

Decides which kernels are called so, on which arrays, and which of their results are rounded. Must
not know any operator by name: what is needed is in its schema and tags.

Note [Narrow dtypes]
~~~~~~~~~~~~~~~~~~~~
A backend says which dtypes it computes in float32: bfloat16, of which NumPy has arrays and most
ufuncs but no more. From the moment on when there can be such arrays (`when_used`), every kernel of
the package's own that has no loop for them is a function that looks at its operands first; nobody
who does not use the dtype pays for that. Operands are made float32, results that come out as
float32 are rounded to the operands' dtype, and what the kernel writes to is rounded into place
afterwards, so that a refusal has changed nothing. That is PyTorch's rule for 16 bits on a CPU: each
operator rounds once.

A dtype argument decides alone: `sum(x, dtype=float32)` of a bfloat16 tensor is not rounded, `sum(x,
dtype=bfloat16)` of any tensor is. Where operands of several floating-point types meet, the kernel
is called with them as they are: it refuses them, or knows what to do. Kernels that only look at
elements, move them or draw them compute in no dtype, and are called directly: those of operators
tagged "view", "moves" or "random".
"""

from __future__ import annotations

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

import numpy as np

from ..dispatch.argument import REQUIRED, Argument
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS
from ..dispatch.rules import LOCK, RULES
from ..dispatch.sources import exec_source
from .dtypes import NpDType, float32
from .dtypes import dtype as DType

Array = np.ndarray[Any, Any]
Kernel = Callable[..., Any]

FLOAT32: Final = np.dtype(np.float32)
_DIRECT: Final = {"moves", "random", "view"}


def widen(array: Array) -> Array:
    """Return an array in float32; what was one element for many stays that."""
    if 0 in array.strides and array.size > 1:
        once = array[tuple([slice(1) if s == 0 else slice(None) for s in array.strides])]
        return np.broadcast_to(once.astype(FLOAT32), array.shape)
    return array.astype(FLOAT32)


def narrowed(array: Array, to: NpDType) -> Array:
    """Return a float32 array rounded to a narrower dtype; what is too large becomes inf."""
    with np.errstate(all="ignore"):
        return array.astype(to)


class Narrowing:
    """How a backend computes in narrow dtypes: which those are, and how they are converted."""

    def __init__(
        self, dtypes: Collection[NpDType], wide: Kernel = widen, narrow: Kernel = narrowed
    ) -> None:
        self.dtypes = frozenset(dtypes)
        self.wide, self.narrow = wide, narrow
        self.forms: dict[tuple[str, Kernel], Kernel] = {}

    def form(self, operator: Operator, kernel: Kernel) -> Kernel:
        """Return a kernel that also takes narrow dtypes; itself if it does already."""
        if operator.schema.is_view or not _DIRECT.isdisjoint(operator.tags):
            return kernel
        found = self.forms.get((operator.name, kernel))
        if found is None:
            found = self.forms[operator.name, kernel] = self.make(operator, kernel)
        return found

    def make(self, operator: Operator, kernel: Kernel) -> Kernel:
        """Return the form of a kernel; the same one each time is asked of `form`."""
        if isinstance(kernel, np.ufunc) and all(has_loop(kernel, d) for d in self.dtypes):
            return kernel
        return self.looking(operator, kernel, self.call)

    def looking(self, operator: Operator, kernel: Kernel, own: Kernel) -> Kernel:
        """Return a function that calls `own` where an operand is narrow, else the kernel.

        It is generated: others pay 40 ns for each operand that is looked at, a loop took ten times
        that. `own` gets the kernel, its arguments, and the places of those that are written.
        """
        arguments = operator.schema.arguments
        names = {
            "kernel": kernel,
            "own": own,
            "any_narrow": self.any_narrow,
            "written": tuple([i for i, a in enumerate(arguments) if a.mutated]),
            "__name__": __name__,
            "__warningregistry__": 0,
        }
        source = LOOKING.format(test=" or ".join(_tests(arguments)) or "False")
        exec_source(source, f"<redispatch narrow {operator.name} {id(kernel):#x}>", names)
        call: Any = names["call"]
        call.__name__ = getattr(kernel, "__name__", operator.schema.name)
        call.__qualname__ = getattr(kernel, "__qualname__", call.__name__)
        call.kernel = kernel
        return call  # type: ignore[no-any-return]

    def any_narrow(self, args: Any) -> bool:
        """Whether an argument is or holds or names what is computed in float32."""
        for value in args:
            if value.__class__ is list or value.__class__ is tuple:
                if self.any_narrow(value):
                    return True
            elif getattr(value, "itemsize", 0) and getattr(value, "dtype", value) in self.dtypes:
                return True
        return False

    def call(self, kernel: Kernel, args: tuple[Any, ...], written: tuple[int, ...]) -> Any:
        """Call a kernel in float32 and round what it returns and writes."""
        dtypes, args = self.dtypes, tuple(map(as_array, args))
        given = [a for a in args if isinstance(a, (DType, np.dtype))]
        arrays = [a for v in args for a in (v if v.__class__ is list else (v,))]
        floats = {a.dtype for a in arrays if a.__class__ is np.ndarray and a.dtype.kind in "fcV"}
        if len(floats) > 1:
            return kernel(*args)
        to: Any = getattr(given[0], "dtype", given[0]) if given else next(iter(floats))
        wide = [self._wide(a) for a in args]
        result = kernel(*wide)
        for place in written:
            if wide[place] is not args[place]:
                args[place][...] = self.narrow(wide[place], args[place].dtype)
        if result is None or to not in dtypes:
            return result
        if not given and _is_complex(result) and not any(map(_is_complex, arrays)):
            raise NotImplementedError(
                f"{kernel.__name__.strip('_')} is not implemented for {to.name}: no complex type "
                "has such parts; convert the operands with .to(redispatch.float32)"
            )
        own = {id(w): a for w, a in zip(wide, args, strict=True)}
        if result.__class__ is list or isinstance(result, tuple):
            return [self._rounded(r, to, own) for r in result]
        return self._rounded(result, to, own)

    def _wide(self, value: Any) -> Any:
        if value.__class__ is np.ndarray:
            return self.wide(value) if value.dtype in self.dtypes else value
        if value.__class__ is list:
            return [self._wide(v) for v in value]
        if isinstance(value, np.dtype):
            return FLOAT32 if value in self.dtypes else value
        return float32 if value.__class__ is DType and value.dtype in self.dtypes else value

    def _rounded(self, result: Any, to: NpDType, own: dict[int, Any]) -> Any:
        if id(result) in own:  # the operand itself: nothing was to be done
            return own[id(result)]
        if isinstance(result, (np.ndarray, np.generic)) and result.dtype is FLOAT32:
            return self.narrow(np.asarray(result), to)
        return result


LOOKING = """
def call(*args):
    try:
        perhaps = {test}
    except AttributeError:  # a number where there is mostly an array
        perhaps = True
    if perhaps and any_narrow(args):
        return own(kernel, args, written)
    return kernel(*args)
"""


def _tests(arguments: Sequence[Argument]) -> Iterator[str]:
    """Yield an expression for each argument that may be narrow; others are false at a glance."""
    for i, argument in enumerate(arguments):
        value = f"args[{i}]"
        if argument.is_tensor_list:
            test = f"any_narrow({value} or ())"
        elif argument.type.base in ("Tensor", "TensorOrScalar"):
            test = f"{value}.dtype.itemsize == 2"
        elif argument.type.base == "dtype":
            test = f"{value}.itemsize == 2"
        else:
            continue
        if argument.type.optional:
            test = f"{value} is not None and {test}"
        yield f"(len(args) > {i} and {test})" if argument.default is not REQUIRED else f"({test})"


def as_array(value: Any) -> Any:
    """Return a number of NumPy's as an array, anything else as it is."""
    return np.asarray(value) if isinstance(value, np.generic) else value


def _is_complex(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "c"


def has_loop(ufunc: np.ufunc, dtype: NpDType) -> bool:
    """Whether a ufunc computes in a dtype itself, instead of in a wider one."""
    try:
        found = ufunc.resolve_dtypes((*(dtype,) * ufunc.nin, *(None,) * ufunc.nout))
    except TypeError:
        return False
    return found[: ufunc.nin] == (dtype,) * ufunc.nin and FLOAT32 not in found[ufunc.nin :]


def compute_wide(backend: Any, how: Narrowing) -> None:
    """Give the package's own kernels of a backend the form that takes narrow dtypes."""
    with LOCK:
        backend.narrow_dtypes = how.dtypes
        for name, stack in RULES.of_slot(backend.name):
            for rule in stack:
                if rule.kind == "raw" and rule.ours and name in OPERATORS:
                    rule.fn = how.form(OPERATORS[name], getattr(rule.fn, "kernel", rule.fn))
                    if rule.plain is not None:
                        plain = getattr(rule.plain, "kernel", rule.plain)
                        rule.plain = how.form(OPERATORS[name], plain)
        RULES.changed("*")
