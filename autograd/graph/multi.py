"""One hook over several tensors.

Decides when such a hook is called. Must not know the order of a run.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from ...dispatch.tensor import Tensor
from ..arguments import want_tensors
from ..engine import Run, current_run
from ..hooks import register_hook
from ..meta import Edge, current_edge, requires_grad
from ..reach import reachable

Hook = Callable[..., Any]


class MultiHandle:
    """What `register_multi_grad_hook` returns: `remove()`, or leave its `with` block."""

    def __init__(self, handles: Sequence[Any]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        """Take the hook away from all tensors; further calls do nothing."""
        for handle in self.handles:
            handle.remove()

    def __enter__(self) -> MultiHandle:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


class _Gathered:
    """What has arrived in one run for a hook that waits for all."""

    def __init__(self, count: int, expected: int) -> None:
        self.grads: list[Any] = [None] * count
        self.missing = expected


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Hook, *, mode: str = "all"
) -> MultiHandle:
    """Call a function once for each backward, with the gradients of several tensors.

    Parameters
    ----------
    tensors : sequence of Tensor
    fn : callable
        With mode "all" it gets a sequence with a gradient or None for each tensor, when those that
        take part in the backward all have theirs; with "any" the first gradient that arrives.
    mode : "all" or "any"

    Raises
    ------
    ValueError
        For another mode.
    TypeError
        For something that is no tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = (rd.tensor(v, requires_grad=True) for v in (2., 3.))
    >>> with rd.autograd.graph.register_multi_grad_hook((a, b), print):
    ...     (a * b).backward()
    [tensor(3.), tensor(2.)]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    tensors = want_tensors("register_multi_grad_hook", "tensors", tensors)
    if mode == "any":
        return _on_any(tensors, fn)
    return _on_all(tensors, fn)


def _on_any(tensors: Sequence[Tensor], fn: Hook) -> MultiHandle:
    called: weakref.WeakSet[Run] = weakref.WeakSet()
    lock = threading.Lock()

    def first(grad: Any) -> None:
        run = current_run()
        assert run is not None
        with lock:
            if run in called:
                return
            called.add(run)
        fn(grad)

    return MultiHandle([register_hook(t, first) for t in tensors if requires_grad(t)])


def _on_all(tensors: Sequence[Tensor], fn: Hook) -> MultiHandle:
    assert all(requires_grad(t) for t in tensors), (
        "Expected all of the tensors of a multi-grad hook to require grad"
    )
    edges = [current_edge(t) for t in tensors]
    runs: weakref.WeakKeyDictionary[Run, _Gathered] = weakref.WeakKeyDictionary()
    lock = threading.Lock()

    def hook_of(place: int) -> Hook:
        def one(grad: Any) -> None:
            run = current_run()
            assert run is not None
            with lock:
                gathered = runs.get(run)
                if gathered is None:
                    expected = sum(_taking_part(run, edges))
                    gathered = runs[run] = _Gathered(len(edges), expected)
                gathered.grads[place] = grad
                gathered.missing -= 1
                complete = not gathered.missing
            if complete:
                del runs[run]
                fn(gathered.grads)

        return one

    return MultiHandle([register_hook(t, hook_of(i)) for i, t in enumerate(tensors)])


def _taking_part(run: Run, edges: list[Edge]) -> list[bool]:
    """Return which of the edges the run delivers to."""
    roots = [edge for edge, _ in run.roots]
    found = reachable(roots, run.only)
    leaves = {e for e in (*roots, *sum(found.values(), ())) if isinstance(e, Tensor)}
    if run.only is not None:
        if not run.accumulating and any(e in run.wanted_leaves for e in edges if _is_leaf(e)):
            raise RuntimeError(
                "Multi-grad hooks on leaves are not supported where autograd.grad is asked for the "
                "gradients of those leaves. Use backward with inputs= instead"
            )
        leaves &= set(run.wanted_leaves)
    return [e in leaves if _is_leaf(e) else e[1] in found for e in edges]


def _is_leaf(edge: Edge) -> bool:
    return isinstance(edge, Tensor)
