"""Backends whose payloads are NumPy arrays: how their kernels become steps of a walk.

Decides the source of the function that unwraps tensors, calls a kernel and wraps the result. Must
not know any operator by name: what an operator needs is in its schema and tags.

Note [Silent arithmetic]
~~~~~~~~~~~~~~~~~~~~~~~~
NumPy warns of overflow and of invalid values where PyTorch is silent. `np.errstate` around each
call costs 1,020 ns, setting NumPy's context variable 174; both are too dear for a 260 ns ufunc. A
warnings filter is undone by `-W error` and by test runners. So modules that call ufuncs set
`__warningregistry__ = 0`: NumPy's warning looks that name up in the globals of the calling frame,
finds no dict and raises TypeError *whatever the filters say*, after the result has been computed. A
`try` costs nothing, and on TypeError the call is repeated under `np.errstate(all="ignore")` (an
in-place call is not repeated: its output is complete). A real TypeError just happens again. A
user's own `np.errstate(all="raise")` raises FloatingPointError before any of this, and is so
honoured. If an interpreter ever stopped refusing such a registry, warnings would come through; a
test watches.

Note [Scalar operands]
~~~~~~~~~~~~~~~~~~~~~~
`np.add(x, 2.0)` costs 500 ns, `np.add(x, z)` with a 0-d array `z` 263. So Python scalars become 0-d
operands, and for float dtypes they are kept, by dtype and value; never zero (0.0 == -0.0) nor nan.
"""

from __future__ import annotations

__warningregistry__ = 0  # Note [Silent arithmetic]

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.walk import Site, Step
from .array_step import array_step, generated, recover, recover_other
from .backend import Backend
from .dtypes import BY_NUMPY
from .dtypes import from_numpy as dtype_of
from .forms import write_step
from .overlap import dense
from .payload_memory import ArrayMemory
from .promotion import SCALARS, Constants, promote, scalar_operand, to_float
from .strided import like_memory


class ArrayBackend(ArrayMemory, Backend):
    """A backend whose payload is exactly `np.ndarray`.

    Numba's device is one too, so arrays move between the two without a copy.
    """

    mutable = True
    strided = True
    native_dtypes = True
    declines = False
    fallback = "count"
    narrow_dtypes: Collection[Any] = ()  # those that are computed in float32: narrow.py
    adding: Callable[..., Any] = np.add  # of two gradients

    def from_numpy(self, array: Any) -> Any:
        """Return the array itself."""
        return array

    def to_numpy(self, payload: Any) -> Any:
        """Return the array itself."""
        return payload

    def shape(self, payload: Any) -> tuple[int, ...]:
        """Return the sizes."""
        shape: tuple[int, ...] = payload.shape
        return shape

    def dtype(self, payload: Any) -> Any:
        """Return the dtype."""
        try:
            return BY_NUMPY[payload.dtype]
        except KeyError:
            return dtype_of(payload.dtype)  # which refuses it

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return zeros."""
        return np.zeros(shape, dtype.dtype)

    def is_contiguous(self, payload: Any) -> bool:
        """Whether the array is row-major: NumPy counts dimensions of size one as we do."""
        return bool(payload.flags.c_contiguous)

    def like(self, payload: Any) -> Any:
        """Return sizes and NumPy's dtype, which costs half as much as ours."""
        return (payload.shape, payload.dtype)

    def described(self, like: Any) -> tuple[tuple[int, ...], Any]:
        """Return sizes and our dtype."""
        return (like[0], dtype_of(like[1]))

    def differentiable(self, payload: Any) -> bool:
        """Whether the elements are floating-point or complex numbers."""
        return payload.dtype.kind in "fcV"

    @staticmethod
    def is_complex(payload: Any) -> bool:
        """Whether an array holds complex numbers."""
        return payload.dtype.kind == "c"  # type: ignore[no-any-return]

    def normal(self, payload: Any) -> Any:
        """Make an array of a NumPy scalar: 0-d results are arrays here."""
        return payload if payload.__class__ is np.ndarray else np.asarray(payload)

    def cast(self, payload: Any, to: Any) -> Any:
        """Return the array with another dtype."""
        return payload.astype(to.dtype)

    def copy(self, payload: Any) -> Any:
        """Return an array of its own."""
        return payload.copy()

    def for_host(self, payload: Any, written: bool) -> Any:
        """Return the array itself: NumPy computes on it, and writes to it."""
        return payload

    def from_host(self, payload: Any) -> Any:
        """Return the array itself."""
        return payload

    def operand(self, like: Any, value: Any) -> Any:
        """Return a 0-d operand; see Note [Scalar operands]."""
        try:
            return SCALARS[like.dtype][value]
        except KeyError:
            if value.__class__ in TENSOR_TYPES:  # a formula has made it
                return value._data
            return scalar_operand(like.dtype, value)

    def add_payloads(self, old: Any, new: Any, owned: bool) -> Any:
        """Add in place where the caller owns the array: 97 us against 152 for 1e6 elements."""
        try:
            return self.adding(old, new, old) if owned and old.ndim else self.adding(old, new)
        except TypeError:  # Note [Silent arithmetic]: in place the sum is complete
            if owned and old.ndim:
                return old
            return self.quiet(self.adding, old, new)

    def fits(self, gradient: Any, leaf: Any) -> bool:
        """Whether the strides are those of a dense leaf, else row-major."""
        if gradient.__class__ is not np.ndarray or not gradient.flags.writeable:
            return False
        if gradient.shape != leaf.shape:
            return False
        if gradient.strides == leaf.strides:
            return True
        return bool(gradient.flags.c_contiguous and (leaf.flags.c_contiguous or not dense(leaf)))

    def copy_like(self, gradient: Any, leaf: Any) -> Any:
        """Return a copy with the strides of a dense leaf, else row-major."""
        array = np.asarray(gradient)
        if leaf.flags.c_contiguous or not dense(leaf):
            return array.copy()  # row-major; half the price of np.array with its keywords
        return self.like_strides(array, leaf)

    def like_strides(self, payload: Any, like: Any) -> Any:
        """Return a writable copy with the order of strides of another array."""
        copy = like_memory(like, payload.dtype)
        np.copyto(copy, payload)
        return copy

    def shares(self, payload: Any, other: Any) -> bool:
        """Whether two arrays look at the same memory."""
        return bool(np.may_share_memory(payload, other))

    def same_place(self, payload: Any, other: Any) -> bool:
        """Whether two views of one memory are the same elements in the same order."""
        return bool(
            payload.shape == other.shape
            and payload.strides == other.strides
            and payload.ctypes.data == other.ctypes.data
        )

    def run(self, kernel: Callable[..., Any], args: Sequence[Any], pointwise: bool) -> Any:
        """Call a kernel; see Note [Silent arithmetic]."""
        try:
            return kernel(*args)
        except (TypeError, ValueError) as error:
            return (recover if pointwise else recover_other)(error, kernel, *args)

    def to_float(self, payload: Any) -> Any:
        """Return integers and booleans in the default floating-point dtype."""
        return to_float(payload)

    def quiet(self, fn: Callable[..., Any], *args: Any) -> Any:
        """Repeat a kernel in silence; see Note [Silent arithmetic]."""
        with np.errstate(all="ignore"):
            return fn(*args)

    def promote(
        self, payloads: list[Any], positions: tuple[int, ...], args: tuple[Any, ...]
    ) -> None:
        """Cast operands to their common dtype, in place in the list."""
        present = [i for i in positions if payloads[i] is not None]
        for i, array in zip(present, promote(*[payloads[i] for i in present]), strict=True):
            payloads[i] = array

    def constants(self, value: Any) -> Constants:
        """Return the operands that a number is beside arrays, made once for each dtype."""
        return Constants(value)

    def takes_numbers(self, kernel: Callable[..., Any]) -> bool:
        """Whether a kernel takes Python numbers: ufuncs do, and combine them by PyTorch's rule.

        Not beside bfloat16, which NumPy does not know.
        """
        return isinstance(kernel, np.ufunc) and not self.narrow_dtypes

    def raw(self, operator: Operator) -> Callable[..., Any] | None:
        """Return the raw kernel for formulas; NumPy's where this backend shares it."""
        found = super().raw(operator)
        if found is None and self.shares_kernel(operator):
            rule = self.host_rule(operator)
            return None if rule is None else rule.fn
        return found

    def write_step(self, site: Site) -> Step | None:
        """Write into the memory of the array."""
        return write_step(self, site)

    def shares_kernel(self, operator: Operator) -> bool:
        """Whether NumPy's kernel serves here too: its payloads are the same arrays."""
        if self.host is None or self.host is self:
            return False
        rule = RULES.active(operator.name, self.host.name)
        return rule is not None and rule.kind == "raw"

    def step(self, site: Site, rule: Rule | None) -> Step | None:
        """Adapt a raw kernel: as one generated function where the schema allows, else generally."""
        shared = rule is None and self.shares_kernel(site.operator)
        if shared:
            rule = self.host_rule(site.operator)
        if rule is None or rule.kind != "raw" or not generated(site.operator):
            step = super().step(site, rule)
        else:
            step = array_step(self, site, rule)
        return step._replace(how="shared") if shared and step is not None else step
