"""`explain`: what a call does, layer by layer, and why.

Decides what may be asked. The answer is put together in explanation.py, which is imported by the
first question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .operator import Operator

if TYPE_CHECKING:
    from .explanation import Explanation


def explain(
    operator: Operator | Callable[..., Any] | str, /, *args: Any, **kwargs: Any
) -> Explanation:
    """Tell what a call would do: the keys, each layer in order, and why other rules are not used.

    Parameters
    ----------
    operator : Operator, function or str
        An operator, the function of one, or its name.
    *args, **kwargs
        The arguments of the call. Without any, the walk is that of plain tensors.

    Returns
    -------
    Explanation
        Prints itself; nothing is computed.

    Raises
    ------
    OperatorNotFound
        If there is no such operator. ArgumentError if the arguments do not fit its schema.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1.], requires_grad=True)
    >>> [layer.key for layer in rd.explain(rd.exp, x).walk if layer.walked]
    ['Autograd', 'NumPy']
    >>> with rd.no_grad():
    ...     rd.explain("exp", x).excluded
    {'Autograd': 'grad mode is off'}
    """
    from .explanation import explanation, operator_of

    return explanation(operator_of(operator), args, kwargs)


__all__ = ["explain"]
