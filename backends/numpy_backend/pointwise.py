"""NumPy kernels of the pointwise operators.

The adapter has promoted the operands to one dtype and made arrays of Python scalars. A kernel is a
ufunc wherever the ufunc agrees with PyTorch; the functions here say where it does not. Where a
`plain` ufunc refuses a dtype (TypeError), the full kernel is there to refuse it in PyTorch's words.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType
from ..promotion import Array, constant, promote, python_scalar, to_float

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

for _name, _ufunc in {
    "mul": np.multiply,
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
    "sqrt": np.sqrt,
    "abs": np.absolute,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "logical_not": np.logical_not,
}.items():
    kernel(_name)(_ufunc)

_ZERO: Final[dict[NpDType, Array]] = {
    np.dtype(code): constant(np.dtype(code), 0) for code in "bhilqBHILQefd"
}
_ONE: Final[dict[NpDType, Array]] = {
    np.dtype(code): constant(np.dtype(code), 1) for code in "efdFD"
}
_BOOL: Final[NpDType] = np.dtype(bool)
_FLOAT16: Final[NpDType] = np.dtype(np.float16)


_BITS: Final[dict[NpDType, NpDType]] = {np.dtype(f"f{n}"): np.dtype(f"i{n}") for n in (2, 4, 8)}


def _scaled(other: Array, alpha: object) -> Array:
    """Return `alpha * other`, having refused an alpha whose category is above the operands'."""
    number = python_scalar(alpha)
    kind = other.dtype.kind
    if isinstance(number, bool) and kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(number, (float, complex)) and kind not in "fc":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )
    if isinstance(number, complex) and kind != "c":
        raise RuntimeError(
            "For non-complex input tensors, argument alpha must not be a complex number."
        )
    if number == 1:
        return other
    scaled: Array = np.multiply(other, constant(other.dtype, number))
    return scaled


@kernel("add", plain=np.add)
def add(self: Array, other: Array, alpha: object = 1) -> Any:
    return np.add(self, _scaled(other, alpha))


@kernel("sub", plain=np.subtract)
def sub(self: Array, other: Array, alpha: object = 1) -> Any:
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Subtraction, the `-` operator, with bool tensors is not supported. "
            "Use the `^` or `logical_xor()` operator instead, or `~` to invert a mask."
        )
    return np.subtract(self, _scaled(other, alpha))


@kernel("neg")
def neg(self: Array) -> Any:
    if self.dtype is _BOOL:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        )
    return np.negative(self)


@kernel("div", plain=np.true_divide)
def div(self: Array, other: Array, rounding_mode: str | None = None) -> Any:
    if rounding_mode is None:
        return np.true_divide(to_float(self), to_float(other))
    if rounding_mode not in ("trunc", "floor"):
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' "
            f"but found '{rounding_mode}'"
        )
    kind = self.dtype.kind
    if kind in "bc":
        raise NotImplementedError(
            f"div with rounding_mode='{rounding_mode}' is not implemented for {self.dtype.name}"
        )
    if kind == "f":
        if rounding_mode == "floor":
            return np.floor_divide(self, other)
        return np.trunc(np.true_divide(self, other))
    if self.size and not np.logical_and.reduce(other, None):
        raise RuntimeError("ZeroDivisionError: integer division by zero")
    quotient = np.floor_divide(self, other)
    if rounding_mode == "trunc" and kind == "i":
        # The quotient was rounded away from zero where it is negative and not exact.
        inexact = np.not_equal(np.multiply(quotient, other), self)
        quotient = np.add(quotient, np.logical_and(np.less(quotient, 0), inexact))
    return quotient


# Note [Powers with a constant exponent]
# ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# A 0-d exponent is what a Python number has become. PyTorch computes the common ones without pow,
# which shows at special points ((-inf) ** 0.5 is nan) and in speed: for 1e6 float32, x ** 3 takes
# 1,150 us by np.power and 200 as x * x * x; x ** 2 takes 320 against 80.


@kernel("pow")
def pow(self: Array, exponent: Array) -> Any:
    if not (hasattr(self, "dtype") and hasattr(exponent, "dtype")):
        self, exponent = promote(self, exponent)  # formulas give Python scalars as they are
    kind = self.dtype.kind
    if kind == "f" or kind == "c":
        if exponent.ndim == 0:
            value = exponent.item()
            return np.square(self) if value == 2 else _pow_constant(self, exponent, value)
        return np.power(self, exponent)
    if kind == "b":
        raise NotImplementedError("pow is not implemented for bool")
    if exponent.ndim == 0 and exponent < 0:
        raise RuntimeError(
            "Integers to negative integer powers are not allowed. Convert the base to a floating "
            "type, for example x.to(redispatch.float32) ** -1."
        )
    try:
        return np.power(self, exponent)
    except ValueError:  # an exponent is negative; elementwise that rounds towards zero
        negative = np.less(exponent, 0)
        powers = np.power(self, np.where(negative, np.bitwise_and(exponent, 1), exponent))
        return np.where(np.logical_and(negative, np.not_equal(np.absolute(self), 1)), 0, powers)


def _pow_constant(self: Array, exponent: Array, value: float) -> Any:
    """Return a power with a 0-d exponent. See Note [Powers with a constant exponent]."""
    if value == 3:
        return np.multiply(np.square(self), self)
    if value == 0.5:
        return np.sqrt(self)
    if value == -0.5:
        return np.reciprocal(np.sqrt(self))
    if value == -1:
        return np.reciprocal(self)
    if value == -2:
        return np.reciprocal(np.square(self))
    return np.power(self, exponent)


@kernel("sigmoid")
def sigmoid(self: Array) -> Any:
    d = self.dtype
    x = self if d is not _FLOAT16 else self.astype(np.float32)
    one = _ONE.get(x.dtype)
    if one is None:  # integers: the adapter looks at the dtype of the result, and casts them first
        return sigmoid(to_float(self))
    try:
        e = np.asarray(np.exp(np.negative(x)))
    except (TypeError, FloatingPointError):  # it overflows: Note [Silent arithmetic]
        e, numerator = _stable_parts(x)
    else:
        numerator = one
    np.add(e, one, e)
    result = np.true_divide(numerator, e, e)
    return result if x is self else result.astype(d)


def _stable_parts(x: Array) -> tuple[Array, Array]:
    """Return e = exp(-|x|) and n such that sigmoid(x) = n / (1 + e): n is 1 for x >= 0, else e."""
    if x.dtype.kind == "c":
        with np.errstate(all="ignore"):
            return np.asarray(np.exp(np.negative(x))), _ONE[x.dtype]
    e = np.asarray(np.absolute(x))
    np.negative(e, e)
    np.exp(e, e)
    # np.where would be 20 times as slow on unordered data
    numerator = np.asarray(np.greater_equal(x, _ZERO[x.dtype])).astype(x.dtype)
    np.maximum(numerator, e, out=numerator)
    return e, numerator


@kernel("relu")
def relu(self: Array) -> Any:
    # In this order -0 stays -0 where the processor's maximum says so, as in PyTorch; nan is kept.
    # With a 0-d operand NumPy does not vectorise: 1e6 float32 take 400 us, with zeros 190.
    zero = _ZERO.get(self.dtype)
    if zero is None:
        raise _no_relu(self.dtype)
    if self.size > 8192:
        zero = np.zeros_like(self)
    return np.maximum(zero, self)


def _no_relu(dtype: NpDType) -> RuntimeError:
    what = "Boolean" if dtype.kind == "b" else "Complex"
    return RuntimeError(f"{what} inputs not supported for relu")


@kernel("relu_backward")
def relu_backward(grad: Array, output: Array) -> Any:
    zero = _ZERO.get(output.dtype)
    if zero is None:
        raise _no_relu(output.dtype)
    return _zero_where(np.less_equal(output, zero), grad)


# Note [Zeros by a mask of bits]
# ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# np.where branches on each element: with a random condition 1e6 float32 take 3,800 us. Multiplying
# with the condition would make nan of inf and keep nan. An integer `and` with 0 or all ones takes
# 260.


def _zero_where(condition: Any, x: Any) -> Any:
    """Return 0 where the condition holds, else `x`. See Note [Zeros by a mask of bits]."""
    d = x.dtype
    bits = _BITS.get(d)
    if bits is None or x.size < 4096 or x.shape != condition.shape:
        return np.where(condition, np.zeros((), d), x)
    keep = np.logical_not(condition).view(np.int8)
    mask = np.negative(keep, keep).astype(bits)
    return np.bitwise_and(x.view(bits), mask, mask).view(d)


@kernel("sign")
def sign(self: Array) -> Any:
    kind = self.dtype.kind
    if kind == "f":
        result = np.asarray(np.sign(self))
        if result.size:  # argmax finds the first nan, in a tenth of the time of looking at all
            largest = result.item(result.argmax())
            if largest != largest:  # np.sign(nan) is nan, PyTorch's is 0
                result[np.isnan(result)] = 0
        return result
    if kind == "c":
        raise NotImplementedError("sign is not defined for complex numbers; use sgn instead")
    if kind == "b":
        return self.copy()
    return np.sign(self)


@kernel("where")
def where(condition: Array, self: Array, other: Array) -> Any:
    if condition.dtype is not _BOOL and condition.dtype != np.uint8:
        raise RuntimeError(
            "where expected condition to be a boolean tensor, "
            f"but got a tensor with dtype {condition.dtype.name}"
        )
    try:
        same = self.dtype is other.dtype
    except AttributeError:  # formulas give Python scalars as they are, which NumPy adapts
        same = True
        if isinstance(self, float) and self == 0:
            return _zero_where(condition, other)
    if not same:
        self, other = promote(self, other)
    return np.where(condition, self, other)
