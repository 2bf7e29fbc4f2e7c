"""The older form of checkpointing: a Function whose backward runs another backward.

Decides its restrictions. Must not know the form without reentrant backward (checkpoint.py).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..dispatch.state import GradSwitch, snapshot
from ..dispatch.tensor import Tensor
from .backward import backward
from .checkpoint import carried, random_states, with_random_states
from .engine import current_run
from .function import Function


class CheckpointFunction(Function):
    """Calls a function without recording, and in backward calls and differentiates it."""

    @staticmethod
    def forward(ctx: Any, function: Callable[..., Any], keep_random: bool, *args: Any) -> Any:
        """Call the function; its tensor arguments are all that is kept."""
        ctx.called = function
        ctx.random = random_states() if keep_random else None
        ctx.surroundings = snapshot()
        ctx.places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.others = [None if isinstance(a, Tensor) else a for a in args]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        return function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Call the function again, recorded, and run backward through it."""
        run = current_run()
        if run is not None and (run.only is not None or not run.accumulating):
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or "
                "passing an `inputs` parameter to .backward(). Use use_reentrant=False, or call "
                ".backward() without passing `inputs`."
            )
        args = list(ctx.others)
        for place, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            args[place] = tensor.detach().requires_grad_(tensor.requires_grad)
        with carried(ctx.surroundings), with_random_states(ctx.random), GradSwitch(True):
            outputs = ctx.called(*args)
        listed = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [
            (o, g)
            for o, g in zip(listed, grads, strict=False)
            if isinstance(o, Tensor) and o.requires_grad
        ]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        backward([o for o, _ in pairs], [g for _, g in pairs])
        inner = [a.grad if isinstance(a, Tensor) else None for a in args]
        return (None, None, *inner)


def checkpoint_reentrant(
    function: Callable[..., Any], args: tuple[Any, ...], keep_random: bool
) -> Any:
    """Call a function so that it is called again in backward."""
    if not any(isinstance(a, Tensor) and a.requires_grad for a in args):
        warnings.warn(
            "None of the inputs have requires_grad=True. Gradients will be None",
            UserWarning,
            stacklevel=3,
        )
    return CheckpointFunction.apply(function, keep_random, *args)
