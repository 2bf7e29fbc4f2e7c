"""Modules as functions of their parameters: `functional_call`, `stack_module_state`.

Decides whose tensors a module has during a call. Must not know what any module computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import stack
from ..dispatch.state import GradSwitch
from ..dispatch.tensor import Tensor
from ..nn.module import Module

State = dict[str, Tensor]


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: State | Sequence[State],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other tensors in the place of its parameters and buffers.

    Parameters
    ----------
    module : Module
        It has its own again after the call, also after one that raised.
    parameter_and_buffer_dicts : dict, or sequence of dicts
        From names, as `named_parameters` and `named_buffers` give them, to tensors; what is not
        there stays. A buffer that the call replaces is replaced there.
    args : object or tuple
        Positional arguments; what is no tuple is one argument.
    kwargs : dict, optional
    tie_weights : bool
        Whether a tensor that the module has under several names is replaced under all of them.
    strict : bool
        Whether all names must be there, and no others.

    Raises
    ------
    ValueError
        If a name is in several dicts, or tied names get different tensors.
    RuntimeError
        If `strict` and names are missing or unknown.

    Examples
    --------
    >>> import redispatch as rd
    >>> layer = rd.nn.Linear(2, 1)
    >>> state = {"weight": rd.tensor([[1., 10.]]), "bias": rd.tensor([0.])}
    >>> rd.func.functional_call(layer, state, rd.tensor([3., 4.]))
    tensor([43.])
    """
    given = _merged(parameter_and_buffer_dicts)
    with _in_place_of(module, given, tie_weights, strict):
        return module(
            *(args if isinstance(args, tuple) else () if args is None else (args,)),
            **(kwargs or {}),
        )


def _merged(dicts: Any) -> State:
    """Return one dict of several that share no name; one alone is returned as it is."""
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, Sequence):
        raise ValueError(
            explain_error(
                "functional_call",
                "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but "
                f"got {type(dicts)}",
            )
        )
    if not all(isinstance(each, dict) for each in dicts):
        raise ValueError(
            explain_error(
                "functional_call",
                "Expected all elements of parameter_and_buffer_dicts to be dictionaries",
            )
        )
    counts = Counter(name for each in dicts for name in each)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        raise ValueError(
            explain_error(
                "functional_call",
                f"{repeated} appeared in multiple dictionaries; behavior of functional call is "
                "ambiguous",
            )
        )
    return {name: value for each in dicts for name, value in each.items()}


def _own(module: Module) -> State:
    """Return the tensors of a module under all of their names."""
    found = dict(module.named_parameters(remove_duplicate=False))
    return cast("State", found | dict(module.named_buffers(remove_duplicate=False)))


def _with_ties(own: State, given: State) -> State:
    """Return the replacements under all names that the replaced tensors have.

    Raises
    ------
    ValueError
        If the names of one tensor get different ones.
    """
    groups: dict[int, list[str]] = {}
    for name, value in own.items():
        groups.setdefault(id(value), []).append(name)
    found = dict(given)
    for names in groups.values():
        named = [name for name in names if name in given]
        if len({id(given[name]) for name in named}) > 1:
            raise ValueError(
                explain_error(
                    "functional_call",
                    f"functional_call got multiple values for keys {sorted(named)}, which are tied",
                    accepted="the same tensor for all of them, or tie_weights=False",
                )
            )
        if named:
            found |= dict.fromkeys(names, given[named[0]])
    return found


def _check_names(module: Module, own: State, given: State) -> None:
    unexpected = [name for name in given if name not in own]
    missing = [name for name in own if name not in given]
    if unexpected or missing:
        said = [f"Unexpected key(s): {', '.join(unexpected)}."] if unexpected else []
        said += [f"Missing key(s): {', '.join(missing)}."] if missing else []
        raise RuntimeError(
            explain_error(
                "functional_call",
                f"Error(s) in reparametrizing for {type(module).__name__}: {' '.join(said)}",
            )
        )


@contextmanager
def _in_place_of(module: Module, given: State, tie: bool, strict: bool) -> Iterator[None]:
    """Put tensors in the places of a module's own for a while."""
    own = _own(module)
    chosen = _with_ties(own, given) if tie else dict(given)
    if strict:
        _check_names(module, own, chosen)
    places = [(name, *_place(module, name)) for name in own if name in chosen]
    before = [(table, key, table[key]) for _, table, key in places]
    for name, table, key in places:
        table[key] = chosen[name]
    try:
        yield
    finally:
        for name, table, key in places:
            if name in given and key in table:
                given[name] = table[key]
        for table, key, value in before:
            table[key] = value


def _place(module: Module, name: str) -> tuple[dict[str, Any], str]:
    """Return the table that a tensor stands in, and its name there."""
    path, _, key = name.rpartition(".")
    owner = module.get_submodule(path)
    parameters = owner.__dict__["_parameters"]
    return (parameters if key in parameters else owner.__dict__["_buffers"]), key


def stack_module_state(models: Sequence[Module]) -> tuple[State, State]:
    """Return the parameters and the buffers of several modules of one kind, stacked.

    Use them with `functional_call` under `vmap`, to call all modules at once.

    Parameters
    ----------
    models : sequence of Module
        Of one class, all of them in training or all of them not.

    Returns
    -------
    tuple of dict
        From names to leaves, with the modules along a new first dimension.

    Raises
    ------
    RuntimeError
        If there are none, or they are not alike.

    Examples
    --------
    >>> import redispatch as rd
    >>> parameters, _ = rd.func.stack_module_state([rd.nn.Linear(2, 3) for _ in range(4)])
    >>> {name: tuple(value.shape) for name, value in parameters.items()}
    {'weight': (4, 3, 2), 'bias': (4, 3)}
    """
    if not models:
        raise RuntimeError(
            explain_error("stack_module_state", "Expected at least one model, got 0.")
        )
    if len({m.training for m in models}) > 1:
        raise RuntimeError(
            explain_error(
                "stack_module_state", "Expected all models to have the same training/eval mode."
            )
        )
    if len({type(m) for m in models}) > 1:
        raise RuntimeError(
            explain_error("stack_module_state", "Expected all models to be of the same class.")
        )
    parameters = [dict(m.named_parameters()) for m in models]
    buffers = [dict(m.named_buffers()) for m in models]
    return _stacked(parameters), _stacked(buffers)


def _stacked(states: Sequence[dict[str, Any]]) -> State:
    return {name: _stacked_leaf(name, [s[name] for s in states]) for name in states[0]}


def _stacked_leaf(name: str, tensors: list[Tensor]) -> Tensor:
    """Return a leaf that requires grad if they do.

    Raises
    ------
    RuntimeError
        If only some of them do.
    """
    wanted = {t.requires_grad for t in tensors}
    if len(wanted) > 1:
        raise RuntimeError(
            explain_error(
                "stack_module_state",
                f"Expected {name} from each model to have the same .requires_grad",
            )
        )
    with GradSwitch(False):
        found = stack(tensors, 0)
    return found.requires_grad_(wanted.pop())


__all__ = ["functional_call", "stack_module_state"]
