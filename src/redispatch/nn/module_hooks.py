"""How a module is called, and the hooks around the call.

Decides their order and what each may replace. Must not know parameters.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Self

from ..autograd.function import Function
from ..dispatch.tensor import Tensor
from ..modes import is_grad_enabled

Hook = Callable[..., Any]
_NUMBERS = itertools.count()


class HookHandle:
    """What registering a hook returns: `remove()`, or leave its `with` block."""

    __slots__ = ("_tables", "id")

    def __init__(self, hook: Any, table: dict[int, Any], *more: dict[int, Any]) -> None:
        self.id = next(_NUMBERS)
        self._tables = (table, *more)
        table[self.id] = hook

    def remove(self) -> None:
        """Take the hook away; further calls do nothing."""
        for table in self._tables:
            table.pop(self.id, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


class HookedCall:
    """The part of Module that calls `forward` and the hooks."""

    forward: Callable[..., Any]
    _forward_pre_hooks: OrderedDict[int, tuple[Hook, bool]]
    _forward_hooks: OrderedDict[int, tuple[Hook, bool, bool]]
    _backward_pre_hooks: OrderedDict[int, Hook]
    _backward_hooks: OrderedDict[int, Hook]

    def _make_hook_tables(self) -> None:
        for name in HOOK_TABLES:
            object.__setattr__(self, name, OrderedDict())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the hooks and `forward`."""
        d = self.__dict__
        try:
            hooked = (
                d["_forward_hooks"]
                or d["_forward_pre_hooks"]
                or d["_backward_hooks"]
                or d["_backward_pre_hooks"]
            )
        except KeyError:
            raise AttributeError(
                f"{type(self).__name__}.__init__ must call super().__init__() first"
            ) from None
        if not hooked:
            return self.forward(*args, **kwargs)
        return self._call_hooked(args, kwargs)

    def _call_hooked(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        called: set[int] = set()
        try:
            return self._hooks_and_forward(args, kwargs, called)
        except Exception:
            # hooks that asked for it see the failure too; what they raise does not hide it
            for number, (hook, with_kwargs, always) in list(self._forward_hooks.items()):
                if always and number not in called:
                    given = (self, args, kwargs, None) if with_kwargs else (self, args, None)
                    hook(*given)
            raise

    def _hooks_and_forward(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], called: set[int]
    ) -> Any:
        for hook, with_kwargs in list(self._forward_pre_hooks.values()):
            args, kwargs = self._before(hook, with_kwargs, args, kwargs)
        backward = None
        if self._backward_hooks or self._backward_pre_hooks:
            backward = BackwardHooks(self)
            args = backward.watch_inputs(args)
        result = self.forward(*args, **kwargs)
        for number, (hook, with_kwargs, _) in list(self._forward_hooks.items()):
            called.add(number)
            given = (self, args, kwargs, result) if with_kwargs else (self, args, result)
            found = hook(*given)
            if found is not None:
                result = found
        return result if backward is None else backward.watch_outputs(result)

    def _before(
        self, hook: Hook, with_kwargs: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        if not with_kwargs:
            found = hook(self, args)
            if found is None:
                return args, kwargs
            return (found if isinstance(found, tuple) else (found,)), kwargs
        found = hook(self, args, kwargs)
        if found is None:
            return args, kwargs
        if not (isinstance(found, tuple) and len(found) == 2):
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got "
                f"{found}."
            )
        return found

    def register_forward_pre_hook(
        self, hook: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Call `hook(module, args)` before `forward`; what it returns replaces the arguments.

        With `with_kwargs` it is `hook(module, args, kwargs)`, and it returns both.

        Examples
        --------
        >>> import redispatch as rd
        >>> layer = rd.nn.Identity()
        >>> with layer.register_forward_pre_hook(lambda module, args: args[0] * 2):
        ...     layer(rd.tensor([1.]))
        tensor([2.])
        """
        handle = HookHandle((hook, with_kwargs), self._forward_pre_hooks)
        if prepend:
            self._forward_pre_hooks.move_to_end(handle.id, last=False)
        return handle

    def register_forward_hook(
        self,
        hook: Hook,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> HookHandle:
        """Call `hook(module, args, output)` after `forward`; what it returns replaces the output.

        With `with_kwargs` it is `hook(module, args, kwargs, output)`; with `always_call` it is
        called also when an exception was raised, with None for the output.

        Examples
        --------
        >>> import redispatch as rd
        >>> layer = rd.nn.Identity()
        >>> with layer.register_forward_hook(lambda module, args, output: output + 1):
        ...     layer(rd.tensor([1.]))
        tensor([2.])
        """
        handle = HookHandle((hook, with_kwargs, always_call), self._forward_hooks)
        if prepend:
            self._forward_hooks.move_to_end(handle.id, last=False)
        return handle

    def register_full_backward_pre_hook(self, hook: Hook, prepend: bool = False) -> HookHandle:
        """Call `hook(module, grad_output)` before the gradients for the module are computed.

        What it returns, a tensor or a tuple, is used in place of `grad_output`.

        Examples
        --------
        >>> import redispatch as rd
        >>> layer, x = rd.nn.Identity(), rd.tensor([1.], requires_grad=True)
        >>> handle = layer.register_full_backward_pre_hook(lambda module, grads: grads[0] * 10)
        >>> layer(x).backward()
        >>> x.grad
        tensor([10.])
        """
        handle = HookHandle(hook, self._backward_pre_hooks)
        if prepend:
            self._backward_pre_hooks.move_to_end(handle.id, last=False)
        return handle

    def register_full_backward_hook(self, hook: Hook, prepend: bool = False) -> HookHandle:
        """Call `hook(module, grad_input, grad_output)` when the gradients for the inputs are known.

        What it returns, a tensor or a tuple, is used in place of `grad_input`. The inputs and
        outputs that are watched are tensors given by position and returned in a tuple or alone.

        Examples
        --------
        >>> import redispatch as rd
        >>> layer, x = rd.nn.Identity(), rd.tensor([1.], requires_grad=True)
        >>> handle = layer.register_full_backward_hook(lambda module, gi, go: (gi[0] * 10,))
        >>> layer(x).backward()
        >>> x.grad
        tensor([10.])
        """
        handle = HookHandle(hook, self._backward_hooks)
        if prepend:
            self._backward_hooks.move_to_end(handle.id, last=False)
        return handle


HOOK_TABLES = ("_forward_pre_hooks", "_forward_hooks", "_backward_pre_hooks", "_backward_hooks")


class _Watch(Function):
    """The identity on several tensors: one node, whose gradients arrive together."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        """Return aliases of the tensors."""
        ctx.set_materialize_grads(False)
        ctx.mark_non_differentiable(*[t for t in tensors if not t.requires_grad])
        return tuple([t.detach() for t in tensors])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradients as they came."""
        return grads


class BackwardHooks:
    """The backward hooks of one call of a module."""

    def __init__(self, module: HookedCall) -> None:
        self.module = module
        self.inputs_count = 0
        self.input_places: tuple[int, ...] = ()
        self.grad_output: tuple[Any, ...] | None = None
        self.watches_inputs = False

    def watch_inputs(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments with the tensors among them behind one node."""
        self.inputs_count = len(args)
        found, node, places = _watched(args)
        if node is not None:
            self.watches_inputs, self.input_places = True, places
            node.register_hook(self._on_inputs)
        return found

    def watch_outputs(self, result: Any) -> Any:
        """Return the result with the tensors in it behind one node."""
        alone = not isinstance(result, tuple)
        found, node, places = _watched((result,) if alone else result)
        if node is not None:
            count = len(found)

            def on_outputs(grads: tuple[Any, ...]) -> Any:
                return self._on_outputs(grads, places, count)

            node.register_prehook(on_outputs)
        return found[0] if alone else found

    def _on_outputs(self, grads: tuple[Any, ...], places: tuple[int, ...], count: int) -> Any:
        whole = _spread(grads, places, count)
        for hook in list(self.module._backward_pre_hooks.values()):
            whole = _replaced(whole, hook(self.module, whole), "Backward pre hook")
        self.grad_output = whole
        if not self.watches_inputs:  # no input requires grad: this is all there will be
            self.grad_output = None
            nothing = (None,) * self.inputs_count
            for hook in list(self.module._backward_hooks.values()):
                hook(self.module, nothing, whole)
        return tuple([whole[i] for i in places])

    def _on_inputs(self, grad_inputs: tuple[Any, ...], _: Any) -> Any:
        grad_output, self.grad_output = self.grad_output, None
        if grad_output is None:  # this gradient passed by the outputs, as in double backward
            return None
        whole = _spread(grad_inputs, self.input_places, self.inputs_count)
        for hook in list(self.module._backward_hooks.values()):
            found = hook(self.module, whole, grad_output)
            whole = _replaced(whole, found, "Backward hook")
        return tuple([whole[i] for i in self.input_places])


def _watched(values: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any, tuple[int, ...]]:
    """Return the values behind one node, that node or None, and the places of the tensors."""
    places = tuple([i for i, v in enumerate(values) if isinstance(v, Tensor)])
    if not is_grad_enabled() or not any(values[i].requires_grad for i in places):
        return values, None, ()
    watched = _Watch.apply(*[values[i] for i in places])
    replaced = dict(zip(places, watched, strict=True))
    node = next(t.grad_fn for t in watched if t.grad_fn is not None)
    return tuple([replaced.get(i, v) for i, v in enumerate(values)]), node, places


def _spread(grads: tuple[Any, ...], places: tuple[int, ...], count: int) -> tuple[Any, ...]:
    found: list[Any] = [None] * count
    for place, grad in zip(places, grads, strict=True):
        found[place] = grad
    return tuple(found)


def _replaced(old: tuple[Any, ...], new: Any, who: str) -> tuple[Any, ...]:
    if new is None:
        return old
    found = new if isinstance(new, tuple) else (new,)
    if len(found) != len(old):
        raise RuntimeError(
            f"{who} returned an invalid number of grad, got {len(found)}, but expected {len(old)}"
        )
    return found
