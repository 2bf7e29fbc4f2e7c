"""Checkpointing: less memory for saved values, which are computed again in backward."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

from ..autograd.checkpoint import (
    RANDOM,
    CheckpointError,
    checkpoint_without_reentrant,
    noop_context_fn,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
)
from ..autograd.checkpoint_reentrant import CheckpointFunction, checkpoint_reentrant
from ..backends.random import get_rng_state, set_rng_state
from ..modes.selective_checkpoint import (
    CheckpointPolicy,
    SelectiveCheckpointContext,
    create_selective_checkpoint_contexts,
)

__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "CheckpointPolicy",
    "SelectiveCheckpointContext",
    "checkpoint",
    "checkpoint_sequential",
    "create_selective_checkpoint_contexts",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]

RANDOM.append((get_rng_state, set_rng_state))


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[Any, Any]] = noop_context_fn,
    determinism_check: str = "default",
    debug: bool = False,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function without keeping what it saves for backward: it is called again then.

    Parameters
    ----------
    function : callable
        It must do the same when it is called again; random numbers are repeated.
    use_reentrant : bool
        False is recommended: everything works in it. True runs a backward within backward; it wants
        an argument that requires grad, and knows neither `autograd.grad` nor keyword arguments.
    context_fn : callable, optional
        Returns two contexts, for the call and for its repetition.
    determinism_check : "default" or "none"
        Whether sizes, dtype and device of what is saved are compared.
    debug : bool
        Note the operators, so that the error of a repetition that differs shows where.
    preserve_rng_state : bool
        Repeat random numbers.

    Raises
    ------
    ValueError
        For arguments that the form does not know.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.utils.checkpoint import checkpoint
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> y = checkpoint(lambda t: t.exp().exp(), x, use_reentrant=False)
    >>> rd.autograd.graph.memory(y).graph
    0
    >>> y.sum().backward()
    >>> x.grad
    tensor([   41.1936, 11956.8027])
    """
    if use_reentrant is None:
        warnings.warn(
            "checkpoint: the use_reentrant parameter should be passed explicitly; it is True now. "
            "use_reentrant=False is recommended",
            UserWarning,
            stacklevel=2,
        )
        use_reentrant = True
    if not use_reentrant:
        return checkpoint_without_reentrant(
            function, args, kwargs, preserve_rng_state, context_fn, determinism_check, debug
        )
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug:
        raise ValueError(
            "Passing `context_fn` or `debug` is only supported when use_reentrant=False."
        )
    return checkpoint_reentrant(function, args, preserve_rng_state)


def checkpoint_sequential(
    functions: Iterable[Callable[..., Any]],
    segments: int,
    input: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
) -> Any:
    """Call functions one after the other, each segment of them but the last as a checkpoint.

    Parameters
    ----------
    functions : iterable of callables
        A Sequential, or a list.
    segments : int
        How many parts to make; each keeps its input only.
    input : what the first function gets.
    use_reentrant, preserve_rng_state : as for `checkpoint`.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.utils.checkpoint import checkpoint_sequential
    >>> x = rd.tensor([0.5], requires_grad=True)
    >>> checkpoint_sequential([rd.sin] * 4, 2, x, use_reentrant=False).detach()
    tensor([0.4305])
    """
    if use_reentrant is None:
        warnings.warn(
            "checkpoint_sequential: the use_reentrant parameter should be passed explicitly; it is "
            "True now. use_reentrant=False is recommended",
            UserWarning,
            stacklevel=2,
        )
        use_reentrant = True
    listed = list(functions)

    def run(start: int, end: int) -> Callable[[Any], Any]:
        def part(value: Any) -> Any:
            for function in listed[start:end]:
                value = function(value)
            return value

        return part

    size = len(listed) // segments
    for number in range(segments - 1):
        input = checkpoint(
            run(number * size, (number + 1) * size),
            input,
            use_reentrant=use_reentrant,
            preserve_rng_state=preserve_rng_state,
        )
    return run((segments - 1) * size, len(listed))(input)
