"""What the derivatives of functions are taken of: `argnums`, and the tensors in the arguments.

Decides which arguments and results are accepted, and in which words others are refused. Must not
know how a derivative is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor
from ..modes.transforms.tracked import TrackedLevel, lift, unwrap
from ..utils._pytree import TreeSpec, tree_flatten, tree_map, tree_unflatten

Function = Callable[..., Any]
Argnums = int | tuple[int, ...]


def places(who: str, argnums: Any, count: int) -> tuple[int, ...]:
    """Return the positions that `argnums` means among so many arguments.

    Raises
    ------
    RuntimeError
        If it is neither an int nor a tuple of ints, or one is out of range or there twice.
    """
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(
            explain_error(who, f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
        )
    given = (argnums,) if isinstance(argnums, int) else argnums
    if not given:
        raise RuntimeError(explain_error(who, "argnums must be non-empty, got an empty tuple"))
    for number in given:
        if not isinstance(number, int):
            raise RuntimeError(explain_error(who, f"argnum must be int, got: {type(number)}"))
        if not -count <= number < count:
            raise RuntimeError(
                explain_error(who, f"Got argnum={number}, but only {count} positional inputs")
            )
    found = tuple([number % count for number in given])
    if len(set(found)) != len(found):
        raise RuntimeError(explain_error(who, f"argnums elements must be unique, got {found}"))
    return found


class Inputs:
    """The arguments of a function, and those that its derivative is taken by.

    Attributes
    ----------
    args, kwargs : the arguments of the call.
    leaves, spec : the tensors in what is differentiated by, and the containers around them.
    """

    def __init__(
        self, who: str, args: tuple[Any, ...], argnums: Argnums | None, kwargs: dict[str, Any]
    ) -> None:
        self.args, self.kwargs = args, kwargs
        self.argnums = argnums
        self.places = None if argnums is None else places(who, argnums, len(args))
        self.leaves, self.spec = tree_flatten(self.chosen(args))
        check_inputs(who, self.leaves)

    def chosen(self, args: Sequence[Any]) -> Any:
        """Return of some arguments those that are differentiated by."""
        if self.argnums is None:
            return tuple(args)
        if isinstance(self.argnums, int):
            assert self.places is not None
            return args[self.places[0]]
        return tuple([args[i] for i in self.places or ()])

    def call(self, func: Function, inside: list[Tensor], level: TrackedLevel) -> Any:
        """Call a function with tensors of a level; other arguments are constants of it."""
        given = tree_unflatten(inside, self.spec)
        kwargs = tree_map(lambda v: lifted(v, level), self.kwargs) if self.kwargs else {}
        if self.places is None:
            return func(*given, **kwargs)
        own = dict(
            zip(self.places, (given,) if isinstance(self.argnums, int) else given, strict=True)
        )
        args = [
            own[i] if i in own else tree_map(lambda v: lifted(v, level), arg)
            for i, arg in enumerate(self.args)
        ]
        return func(*args, **kwargs)


def lifted(value: Any, level: TrackedLevel) -> Any:
    """Return a tensor as a constant of a level, and anything else as it is."""
    return lift(value, level) if isinstance(value, Tensor) else value


def check_inputs(who: str, leaves: list[Any]) -> None:
    """Raise ValueError unless all leaves are tensors, RuntimeError unless they may be tracked."""
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise ValueError(
                explain_error(
                    who,
                    f"Thing passed to transform API must be Tensor, got {type(leaf)}",
                    accepted="tensors, or containers of them, where the derivative is taken by",
                )
            )


def with_aux(who: str, found: Any, has_aux: bool) -> tuple[Any, Any]:
    """Return what a function gave as its output and what it hands on beside it.

    Raises
    ------
    RuntimeError
        If `has_aux` was said, and it returned no tuple of two.
    """
    if not has_aux:
        return found, None
    if not (isinstance(found, tuple) and len(found) == 2):
        raise RuntimeError(
            explain_error(
                who, "output of function f should be a tuple: (output, aux) if has_aux is True"
            )
        )
    return found


def unwrapped_aux(aux: Any, level: TrackedLevel) -> Any:
    """Return what is handed on beside the output with the wrappers of a level taken off.

    Raises
    ------
    RuntimeError
        If there is something that is no tensor in it.
    """

    def take_off(value: Any) -> Any:
        if not isinstance(value, Tensor):
            raise RuntimeError(
                explain_error("aux", f"Expected tensors, got unsupported type {type(value)}")
            )
        return unwrap(value, level)

    return tree_map(take_off, aux)


def outputs_of(who: str, found: Any) -> tuple[list[Tensor], TreeSpec]:
    """Return the tensors that a function returned, and the containers around them.

    Raises
    ------
    RuntimeError
        If there are none, or something else.
    """
    leaves, spec = tree_flatten(found)
    if not leaves or leaves == [None]:
        raise RuntimeError(
            explain_error(
                who, f"Expected f to be a function that has non-empty output (got output = {found})"
            )
        )
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                explain_error(
                    who,
                    "expected f(*primals) to return only tensors, got unsupported type "
                    f"{type(leaf)}",
                )
            )
    return leaves, spec
