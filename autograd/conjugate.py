"""Complex gradients: what formulas conjugate, and when a run begins to do so.

Decides what `conj` and `perhaps_complex` mean in a formula. Must not know formulas, nor how they
are compiled (raw_formula.py).

Note [Complex gradients]
~~~~~~~~~~~~~~~~~~~~~~~~
The gradient of a real L for z = x + iy is dL/dx + i dL/dy, so a holomorphic function takes g to
g * conj(f'(z)), and a formula writes `conj(...)` around what the gradient is multiplied with. Of
real numbers that is nothing, and must cost nothing: a formula is compiled in two forms, one where
`conj(x)` is x, and one where it is computed. A run over payloads uses the first until a gradient is
complex, and the second from then on. A gradient becomes complex only at the root, which is looked
at, or where a real result was computed from complex inputs. The formula of such an operator says
so, by `perhaps_complex(gradient)`: the real form raises `BecomesComplex` there, and the run goes on
with that node in the other form. What formulas and nodes of users return is always looked at.
Over tensors `conj` asks for the dtype. A user's formula may say `rd.conj` for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.generated.functions import _to_copy, conj_physical
from ..dispatch.tensor import Tensor


class BecomesComplex(TypeError):
    """A node got real gradients and gives complex ones; `out` holds them, if they are right.

    A TypeError, because the engine looks at those in any case: see `repetition` in engine.py.
    """

    def __init__(self, out: Any = None) -> None:
        super().__init__("a gradient became complex")
        self.out = out


def conj(value: Any) -> Any:
    """Return the conjugate of a tensor or number in a formula; what is real as it is."""
    if isinstance(value, Tensor):
        return conj_physical(value) if value.dtype.is_complex else value
    return value.conjugate() if value.__class__ is complex else value


def complex_gradient(g: Any) -> bool:
    """Whether the gradient that a formula gets is complex; costs nothing where it is real.

    It must be the gradient itself that is asked for, not another tensor.
    """
    return bool(g.dtype.is_complex)


def perhaps_complex(gradient: Any) -> Any:
    """Return a gradient that may be complex although that of the result is real."""
    return gradient


def cast_back(g: Any, self_dtype: Any) -> Any:
    """Return a gradient in the dtype of an input, which may be complex where the result was not."""
    if self_dtype.is_complex:
        return perhaps_complex(_to_copy(g, self_dtype))
    return _to_copy(g, self_dtype)


def real_form(backend: Any) -> Any:
    """Return what stands for `perhaps_complex` where conjugates are left out."""

    is_complex = backend.is_complex

    def real_only(gradient: Any) -> Any:
        if is_complex(gradient):
            raise BecomesComplex
        return gradient

    return real_only


def checked(formula: Callable[..., Any], backend: Any) -> Callable[..., Any]:
    """Return a user's formula for real gradients that notices when its result is complex."""

    def compute(*given: Any) -> Any:
        gradient = formula(*given)
        if gradient.__class__ is tuple:  # of several inputs together
            if any(each is not None and backend.is_complex(each) for each in gradient):
                raise BecomesComplex
        elif gradient is not None and backend.is_complex(gradient):
            raise BecomesComplex
        return gradient

    return compute


__all__ = [
    "BecomesComplex",
    "cast_back",
    "checked",
    "complex_gradient",
    "conj",
    "perhaps_complex",
    "real_form",
]
