"""The elementary functions that compiled loops call: one table, for our kernels and for a user's.

Decides which there are, and what each is for float32 and for float64. Must not know arrays, nor
Numba.

Note [Elementary functions]
~~~~~~~~~~~~~~~~~~~~~~~~~~~
`SCALAR["exp"]` is a Python function of one NumPy scalar (`pow` has two, of one type) that returns
one of the same type. In plain Python it works as it stands, slowly. In compiled code a call of it
is replaced by `BY_TYPE[SCALAR["exp"]]`, a pair of functions for float32 and float64, which is
inlined: a loop over an array whose body calls nothing else becomes vector instructions. A loop
may call them by any global name, and so may the helpers it names, functions that jit.py inlines
as well::

    from redispatch.backends.numba_backend import jit
    from redispatch.backends.numba_backend.scalars import SCALAR

    exp = SCALAR["exp"]

    def bump(x):                       # a helper: Python on NumPy scalars
        return exp(-x * x)

    def loop(x, out):
        for i in range(x.size):        # `range(size)`: another start costs the vectorisation
            out[i] = bump(x[i])

    entry, was_kept = jit.compiled(loop, "vv", np.dtype("float32"))

`jit.compiled` makes the table known to Numba; whoever compiles by other means calls
`jit.lower_library()` first. Constants must have the type of the element: `typed(x, 0.5)` is 0.5 as
a float32 beside a float32 (a Python float would widen the whole expression, which halves the
speed). `larger` and `smaller` propagate nan as `np.maximum` does; `with_sign` is copysign.
What a digest of compiled code must cover is `jit.library_source()` and what `jit.reached` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import verf, vmath, vpower, vtrig

MODULES = (vmath, verf, vtrig, vpower)

SCALAR: dict[str, Callable[..., Any]] = {
    "exp": vmath.exp,
    "expm1": vmath.expm1,
    "log": vmath.log,
    "log1p": vmath.log1p,
    "tanh": vmath.tanh,
    "sigmoid": vmath.sigmoid,
    "erf": verf.erf,
    "sin": vtrig.sin,
    "cos": vtrig.cos,
    "pow": vpower.pow,
}
BY_TYPE: dict[Callable[..., Any], tuple[Callable[..., Any], Callable[..., Any]]] = {
    generic: pair for module in MODULES for generic, pair in module.BY_TYPE.items()
}
INNER: tuple[Callable[..., Any], ...] = tuple(f for module in MODULES for f in module.INNER)
EXACT: tuple[Callable[..., Any], ...] = tuple(f for module in MODULES for f in module.EXACT)
