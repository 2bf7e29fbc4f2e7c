"""What all optimizers share: groups of parameters, states, state dicts, hooks.

Decides how parameters are grouped, and that a step is not recorded. Must not know update rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import Any

from ..autograd.hooks import RemovableHandle
from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor
from ..modes import enable_grad, no_grad

Group = dict[str, Any]
Closure = Callable[[], Any]
Hook = Callable[..., Any]


class Optimizer:
    """The base of optimizers: a subclass gives defaults, and `update`, which changes parameters.

    Parameters
    ----------
    params : iterable
        Tensors; or pairs of name and tensor, as of `named_parameters`; or dicts with "params" and
        options of the group.
    defaults : dict
        Options of groups that do not have them.

    Attributes
    ----------
    param_groups : list of dict
    state : dict
        By parameter: what an update remembers.

    Raises
    ------
    TypeError
        If something else than tensors is given.
    ValueError
        If there are no parameters, one is no leaf, or stands in two groups.
    """

    def __init__(self, params: Any, defaults: Group) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {type(params).__name__}"
            )
        self.defaults = defaults
        self.state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[Group] = []
        self._step_pre_hooks: dict[int, Hook] = {}
        self._step_post_hooks: dict[int, Hook] = {}
        found = list(params)
        if not found:
            raise ValueError("optimizer got an empty parameter list")
        for group in found if isinstance(found[0], dict) else [{"params": found}]:
            self.add_param_group(group)

    def update(self, group: Group) -> None:
        """Change the parameters of one group; grad mode is off meanwhile.

        Raises
        ------
        NotImplementedError
            If the subclass has none.
        """
        raise NotImplementedError(
            explain_error(type(self).__name__, "has no update", accepted="update(self, group)")
        )

    def step(self, closure: Closure | None = None) -> Any:
        """Change all parameters once, by their gradients.

        Parameters
        ----------
        closure : function, optional
            Computes the loss again, with gradients; it is called first, and recorded.

        Returns
        -------
        What the closure returned, or None.
        """
        if self._step_pre_hooks:
            for hook in list(self._step_pre_hooks.values()):
                hook(self, (closure,), {})
        with no_grad():
            loss = None
            if closure is not None:
                with enable_grad():
                    loss = closure()
            for group in self.param_groups:
                self.update(group)
        if self._step_post_hooks:
            for hook in list(self._step_post_hooks.values()):
                hook(self, (closure,), {})
        return loss

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or with False set them to zeros."""
        for group in self.param_groups:
            for p in group["params"]:
                grad = p.grad
                if grad is None:
                    continue
                if set_to_none:
                    p.grad = None
                    continue
                if grad.grad_fn is not None:
                    grad.detach_()
                else:
                    grad.requires_grad_(False)
                grad.zero_()

    def register_step_pre_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return RemovableHandle(self._step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return RemovableHandle(self._step_post_hooks, hook)

    # ----- groups -----

    def add_param_group(self, param_group: Group) -> None:
        """Add parameters with options of their own.

        Raises
        ------
        TypeError, ValueError
            As when the optimizer is made.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group).__name__}")
        group = dict(param_group)
        given = group["params"]
        if isinstance(given, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the "
                "ordering of tensors in sets will change between runs. Please use a list instead."
            )
        members = [given] if isinstance(given, Tensor) else list(given)
        if members and all(isinstance(m, tuple) for m in members):
            group["param_names"] = [name for name, _ in members]
            members = [p for _, p in members]
        self._check_members(members)
        group["params"] = members
        for name, default in self.defaults.items():
            group.setdefault(name, default)
        self.param_groups.append(group)

    def _check_members(self, members: list[Any]) -> None:
        for p in members:
            if not isinstance(p, Tensor):
                raise TypeError(
                    f"optimizer can only optimize Tensors, but one of the params is "
                    f"{type(p).__name__}"
                )
            if not (p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        if len({id(p) for p in members}) != len(members):
            raise ValueError("optimizer contains a parameter group with duplicate parameters")
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in members):
            raise ValueError("some parameters appear in more than one parameter group")

    # ----- state dicts -----

    def state_dict(self) -> dict[str, Any]:
        """Return groups and states, with numbers in place of parameters.

        The tensors in it are those of the optimizer, not copies.
        """
        numbers: dict[int, int] = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {k: v for k, v in group.items() if k != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(p)]: s for p, s in self.state.items() if id(p) in numbers}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take groups and states from what `state_dict` returned; tensors are copied.

        Raises
        ------
        ValueError
            If the groups are not as many, or not as large; nothing is changed then.
        """
        mine, theirs = self.param_groups, deepcopy(state_dict["param_groups"])
        if len(mine) != len(theirs):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(m["params"]) != len(t["params"]) for m, t in zip(mine, theirs, strict=True)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group"
            )
        numbers = chain.from_iterable(g["params"] for g in theirs)
        params = dict(zip(numbers, chain.from_iterable(g["params"] for g in mine), strict=True))
        state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        for number, values in state_dict["state"].items():
            p = params.get(number)
            if p is not None:
                state[p] = {name: _for_parameter(v, p, name) for name, v in values.items()}
        for m, t in zip(mine, theirs, strict=True):
            t["params"] = m["params"]
        self.state, self.param_groups = state, theirs

    def __getstate__(self) -> dict[str, Any]:
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._step_pre_hooks = {}
        self._step_post_hooks = {}

    def __repr__(self) -> str:
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for key in sorted(group):
                if key != "params":
                    text += f"    {key}: {group[key]}\n"
        return text + ")"


def _for_parameter(value: Any, parameter: Tensor, name: str) -> Any:
    """Return a copy of part of a state, on the device and in the dtype of its parameter."""
    if not isinstance(value, Tensor):
        return deepcopy(value)
    copied = value.detach().clone()
    if name == "step" or not parameter.is_floating_point():
        return copied
    return copied.to(device=parameter.device, dtype=parameter.dtype)


def gradients(group: Group) -> list[tuple[Tensor, Tensor]]:
    """Return the parameters of a group that have a gradient, with it; negated to go uphill."""
    found = [(p, p.grad) for p in group["params"] if p.grad is not None]
    return [(p, -g) for p, g in found] if group.get("maximize") else found


def check_number(name: str, value: Any, accepted: bool) -> None:
    """Refuse an option.

    Raises
    ------
    ValueError
        If it is not accepted.
    """
    if not accepted:
        raise ValueError(f"Invalid {name}: {value}")


Params = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]
