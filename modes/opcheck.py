"""`opcheck`: whether what is registered for an operator fits what its kernels do.

Decides which checks there are, under PyTorch's names, and how failures are told. What each looks at
is in opcheck_checks.py. It checks registrations; whether a formula is right is `gradcheck`'s work,
which it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..dispatch.operator import Operator
from .opcheck_checks import (
    Case,
    check_backends,
    check_determinism,
    check_fake,
    check_gradients,
    check_registration,
    check_schema,
)

Check = Callable[[Case], None]


class OpCheckError(RuntimeError):
    """What an operator does is not what is registered for it."""


def _other_layers(case: Case) -> None:
    """Do what PyTorch does by tracing: compare the operator with itself through other layers."""
    check_determinism(case)
    check_backends(case)
    check_gradients(case)


CHECKS: dict[str, Check] = {
    "test_schema": check_schema,
    "test_autograd_registration": check_registration,
    "test_faketensor": check_fake,
    "test_aot_dispatch_dynamic": _other_layers,
    "test_determinism": check_determinism,
    "test_backends": check_backends,
    "test_gradients": check_gradients,
}
DEFAULT = (
    "test_schema",
    "test_autograd_registration",
    "test_faketensor",
    "test_aot_dispatch_dynamic",
)


def opcheck(
    op: Operator,
    args: Sequence[Any],
    kwargs: dict[str, Any] | None = None,
    *,
    test_utils: str | Iterable[str] = DEFAULT,
    raise_exception: bool = True,
    atol: float | None = None,
    rtol: float | None = None,
) -> dict[str, Any]:
    """Run an operator on sample arguments and check what is registered for it.

    Parameters
    ----------
    op : str, Operator or CustomOpDef
        The name of the operator, an overload as `ops.namespace.name.default`, or what `custom_op`
        returned.
    args, kwargs
        Sample arguments. They are copied; derivatives are checked for those that require grad.
    test_utils : str or sequence of str
        Which checks are made:

        ``"test_schema"``
            nothing is written to or aliased that the schema does not say, and the results are of
            its types;
        ``"test_autograd_registration"``
            where an argument requires grad, a derivative is registered;
        ``"test_faketensor"``
            tensors without data give the sizes, dtypes and strides of the real result;
        ``"test_aot_dispatch_dynamic"``
            (PyTorch's name) all of ``"test_determinism"``: a second call gives the same;
            ``"test_backends"``: the kernels of other backends give what NumPy's gives;
            ``"test_gradients"``: the derivative agrees with finite differences.
    raise_exception : bool
        Raise on failure; otherwise the exceptions are in the result.
    atol, rtol : float, optional
        How far backends may be from NumPy, and gradients from differences; by dtype otherwise.

    Returns
    -------
    dict
        From the name of each check to ``"SUCCESS"`` or an exception.

    Raises
    ------
    OpCheckError
        With every failed check, and for each the first entry that is wrong.
    ValueError
        If `op` is no operator, or a check is unknown.

    Examples
    --------
    >>> import redispatch as rd
    >>> @rd.library.custom_op("docs::forgetful", mutates_args=())
    ... def forgetful(x: rd.Tensor) -> rd.Tensor:
    ...     x.numpy()[1] += 1
    ...     return x * 2
    >>> rd.library.opcheck(forgetful, (rd.tensor([1., 2.]),), test_utils="test_schema")
    Traceback (most recent call last):
    redispatch.modes.opcheck.OpCheckError: opcheck of docs::forgetful(Tensor x) -> Tensor...
      test_schema: Argument x is not defined as mutable but was mutated: entry [1] was 2.0...
    >>> forgetful.undo()
    """
    names = (test_utils,) if isinstance(test_utils, str) else tuple(test_utils)
    if not set(names) <= set(CHECKS):
        raise ValueError(
            f"opcheck: expected test_utils to be subset of {', '.join(CHECKS)}, got {names}"
        )
    if not isinstance(args, (tuple, list)):
        raise ValueError(f"opcheck: args must be a tuple, got {type(args).__name__}")
    case = Case(op, tuple(args), dict(kwargs or {}), atol, rtol)
    found: dict[str, Any] = {}
    for name in names:
        try:
            CHECKS[name](case)
        except Exception as error:
            found[name] = error
        else:
            found[name] = "SUCCESS"
    failed = {name: error for name, error in found.items() if error != "SUCCESS"}
    if failed and raise_exception:
        raise OpCheckError(_told(op, failed, len(names))) from next(iter(failed.values()))
    return found


def _told(op: Operator, failed: dict[str, Exception], count: int) -> str:
    """Return the message of all failures."""
    lines = [f"opcheck of {op.schema}: {len(failed)} of {count} checks failed"]
    for name, error in failed.items():
        kind = "" if isinstance(error, (AssertionError, RuntimeError)) else type(error).__name__
        said = str(error).strip().replace("\n", "\n    ")
        lines.append(f"  {name}: {f'{kind}: ' if kind else ''}{said}")
    return "\n".join(lines)
