"""Selective checkpointing: a policy says of each operator whether its output is kept.

Decides what is kept in forward and taken from there in recomputation. Must not know how
recomputation works.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.operator import Operator
from ..dispatch.tensor import Tensor
from .dispatch_mode import DispatchMode


class CheckpointPolicy(enum.Enum):
    """What a policy may say of an operator."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3


class SelectiveCheckpointContext:
    """What a policy is told besides the operator: whether this is the recomputation."""

    def __init__(self, *, is_recompute: bool) -> None:
        self.is_recompute = is_recompute


Policy = Callable[..., CheckpointPolicy | bool]


def _saves(answer: CheckpointPolicy | bool) -> bool:
    if isinstance(answer, bool):
        return answer
    return answer in (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)


class _Kept:
    """An output that was kept, with the versions of its tensors."""

    def __init__(self, output: Any, free: bool) -> None:
        self.free = free
        self.several = isinstance(output, (list, tuple))
        items = list(output) if self.several else [output]
        self.items = [t.detach() if isinstance(t, Tensor) else t for t in items]
        self.versions = [t._version if isinstance(t, Tensor) else 0 for t in self.items]
        self.kind = type(output)

    def value(self) -> Any:
        """Return the output; RuntimeError if it was written to since."""
        for item, version in zip(self.items, self.versions, strict=True):
            if isinstance(item, Tensor) and item._version != version and not self.free:
                raise RuntimeError(
                    "Tensor cached during selective activation checkpoint has been mutated; pass "
                    "allow_cache_entry_mutation=True if that is meant"
                )
        fresh = [t.detach() if isinstance(t, Tensor) else t for t in self.items]
        if not self.several:
            return fresh[0]
        named = getattr(self.kind, "_make", self.kind)  # of a tuple with names
        return named(fresh)


class _Keeping(DispatchMode):
    def __init__(self, policy: Policy, kept: dict[Operator, list[_Kept]], free: bool) -> None:
        self.policy = policy
        self.kept = kept
        self.free = free

    def __torch_dispatch__(
        self,
        func: Operator,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Call the operator, and keep its output if the policy says so."""
        out = func(*args, **(kwargs or {}))
        told = SelectiveCheckpointContext(is_recompute=False)
        if _saves(self.policy(told, func, *args, **(kwargs or {}))):
            self.kept.setdefault(func, []).append(_Kept(out, self.free))
        return out


class _Taking(DispatchMode):
    def __init__(self, policy: Policy, kept: dict[Operator, list[_Kept]]) -> None:
        self.policy = policy
        self.kept = kept

    def held(self) -> list[list[Any]]:
        """Return what is kept for recomputation, for the ledger of a graph's memory."""
        return [kept.items for several in self.kept.values() for kept in several]

    def __torch_dispatch__(
        self,
        func: Operator,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Take the output from what was kept, if the policy says so; else call the operator."""
        told = SelectiveCheckpointContext(is_recompute=True)
        if not _saves(self.policy(told, func, *args, **(kwargs or {}))):
            return func(*args, **(kwargs or {}))
        kept = self.kept.get(func)
        if kept is None:
            raise RuntimeError(f"{func.name} encountered during recomputation, but not in forward")
        if not kept:
            raise RuntimeError(
                "Trying to backward an extra time: what selective checkpointing has kept is used up"
            )
        return kept.pop(0).value()


def create_selective_checkpoint_contexts(
    policy_fn_or_list: Policy | Sequence[Any], allow_cache_entry_mutation: bool = False
) -> tuple[DispatchMode, DispatchMode]:
    """Return the two contexts for `checkpoint(context_fn=...)` that keep some operators' outputs.

    Parameters
    ----------
    policy_fn_or_list : callable or sequence of operators
        `policy(ctx, operator, *args, **kwargs)` returns a CheckpointPolicy or bool; a list names
        the operators whose outputs are kept.
    allow_cache_entry_mutation : bool
        Do not raise if what was kept has been written to.

    Examples
    --------
    >>> import functools
    >>> import redispatch as rd
    >>> from redispatch.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts
    >>> contexts = functools.partial(
    ...     create_selective_checkpoint_contexts, [rd.dispatch.lookup("matmul")])
    >>> w = rd.ones((2, 2), requires_grad=True)
    >>> y = checkpoint(lambda t: (t @ t).exp(), w, use_reentrant=False, context_fn=contexts)
    >>> y.sum().backward()
    """
    if callable(policy_fn_or_list):
        policy: Policy = policy_fn_or_list
    elif isinstance(policy_fn_or_list, (list, tuple)):
        named = list(policy_fn_or_list)
        for operator in named:
            if not isinstance(operator, Operator):
                raise ValueError(
                    f"Expected a list of operators, but one of them is {type(operator).__name__}"
                )

        def policy(ctx: Any, func: Operator, *args: Any, **kwargs: Any) -> CheckpointPolicy:
            if func in named:
                return CheckpointPolicy.MUST_SAVE
            return CheckpointPolicy.PREFER_RECOMPUTE

    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of operators")
    kept: dict[Operator, list[_Kept]] = {}
    return _Keeping(policy, kept, allow_cache_entry_mutation), _Taking(policy, kept)
