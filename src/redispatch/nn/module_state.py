"""State dicts: the parameters and buffers of a module by name, out and in again.

Decides what stands in a state dict, what loading accepts and how it complains. Must not know files.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..dispatch.tensor import Tensor
from ..modes import no_grad
from .parameter import Parameter

EXTRA_STATE = "_extra_state"


class _Keys(NamedTuple):
    missing_keys: list[str]
    unexpected_keys: list[str]


class IncompatibleKeys(_Keys):
    """What loading a state dict found amiss."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class StatefulModule:
    """The part of Module that reads and writes state dicts."""

    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]
    _version = 1

    def get_extra_state(self) -> Any:
        """Return what else belongs into the state dict; to be written by a subclass.

        With `set_extra_state`, which gets it back on loading.
        """
        raise RuntimeError("get_extra_state is implemented by a subclass that has such a state")

    def set_extra_state(self, state: Any) -> None:
        """Take what `get_extra_state` returned; to be written by a subclass."""
        raise RuntimeError("set_extra_state is implemented by a subclass that has such a state")

    def _has_extra_state(self) -> bool:
        return type(self).get_extra_state is not StatefulModule.get_extra_state

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        """Put the parameters and buffers of this module itself into a dict."""
        for name, found in self._own_state():
            destination[prefix + name] = found if keep_vars else found.detach()
        if self._has_extra_state():
            destination[prefix + EXTRA_STATE] = self.get_extra_state()

    def _own_state(self) -> list[tuple[str, Tensor]]:
        buffers = (p for p in self._buffers.items() if p[0] not in self._non_persistent_buffers_set)
        both: Any = itertools.chain(self._parameters.items(), buffers)
        return [(name, t) for name, t in both if t is not None]

    def state_dict(
        self, *, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> dict[str, Any]:
        """Return the parameters and persistent buffers of this module and those in it, by name.

        Parameters
        ----------
        destination : dict, optional
            Is filled and returned.
        prefix : str
            Stands before every name.
        keep_vars : bool
            Return the parameters themselves. Otherwise tensors that share their memory and stand
            outside the graph: copy them to keep the values of this moment.

        Examples
        --------
        >>> import redispatch as rd
        >>> list(rd.nn.Sequential(rd.nn.Linear(1, 1)).state_dict())
        ['0.weight', '0.bias']
        """
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = {"version": self._version}
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        result: dict[str, Any] = destination
        return result

    def _load_from_state_dict(
        self,
        state_dict: Mapping[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Take the parameters and buffers of this module itself from a dict."""
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, found in self._own_state():
            key = prefix + name
            if key in state_dict:
                error = self._load_one(name, found, key, state_dict[key], assign)
                if error:
                    error_msgs.append(error)
            else:
                missing_keys.append(key)
        if self._has_extra_state():
            if prefix + EXTRA_STATE in state_dict:
                self.set_extra_state(state_dict[prefix + EXTRA_STATE])
            else:
                missing_keys.append(prefix + EXTRA_STATE)
        unexpected_keys.extend(self._unknown(state_dict, prefix))

    def _unknown(self, state_dict: Mapping[str, Any], prefix: str) -> list[str]:
        """Return the keys below a prefix for which this module itself has no place."""
        known = {name for name, _ in self._own_state()}
        if self._has_extra_state():
            known.add(EXTRA_STATE)
        found = []
        for key in state_dict:
            if key.startswith(prefix):
                first, dot, _ = key[len(prefix) :].partition(".")
                if not (first in self._modules if dot else first in known):
                    found.append(key)
        return found

    def _load_one(self, name: str, mine: Tensor, key: str, given: Any, assign: bool) -> str | None:
        """Copy or assign one tensor; return what is wrong with it, or None."""
        if not isinstance(given, Tensor):
            return (
                f'While copying the parameter named "{key}", expected a tensor from checkpoint but '
                f"received {type(given).__name__}"
            )
        if tuple(mine.shape) != tuple(given.shape):
            return (
                f"size mismatch for {key}: copying a param with shape {tuple(given.shape)} from "
                f"checkpoint, the shape in current model is {tuple(mine.shape)}."
            )
        try:
            with no_grad():
                if not assign:
                    mine.copy_(given)
                elif isinstance(mine, Parameter):
                    kept = isinstance(given, Parameter)
                    setattr(self, name, given if kept else Parameter(given, mine.requires_grad))
                else:
                    setattr(self, name, given)
        except Exception as error:
            return (
                f'While copying the parameter named "{key}", whose dimensions in the model are '
                f"{tuple(mine.shape)} and whose dimensions in the checkpoint are "
                f"{tuple(given.shape)}, an exception occurred: {error}"
            )
        return None

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copy parameters and buffers from a dict that `state_dict` returned.

        Parameters
        ----------
        state_dict : mapping
        strict : bool
            Refuse keys that are missing or that the module has no place for; otherwise return them.
        assign : bool
            Take the tensors themselves in place of copying their values.

        Raises
        ------
        RuntimeError
            If keys or sizes do not match; it lists every one. What matches has then been loaded.
        TypeError
            If it is no mapping.

        Examples
        --------
        >>> import redispatch as rd
        >>> a, b = rd.nn.Linear(2, 1), rd.nn.Linear(2, 1)
        >>> b.load_state_dict(a.state_dict())
        <All keys matched successfully>
        >>> bool((a.weight == b.weight).all())
        True
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(
                f"Expected state_dict to be dict-like, got {type(state_dict).__name__}."
            )
        missing: list[str] = []
        unexpected: list[str] = []
        errors: list[str] = []
        metadata = getattr(state_dict, "_metadata", {})
        lists = (missing, unexpected, errors)
        _load(self, state_dict, "", metadata, strict, assign, lists)
        if strict:
            for words, keys in (("Unexpected", unexpected), ("Missing", missing)):
                if keys:
                    listed = ", ".join(f'"{k}"' for k in keys)
                    errors.insert(0, f"{words} key(s) in state_dict: {listed}. ")
        if errors:
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(errors)
            )
        return IncompatibleKeys(missing, unexpected)


def _load(
    module: Any,
    state_dict: Mapping[str, Any],
    prefix: str,
    metadata: Mapping[str, Any],
    strict: bool,
    assign: bool,
    lists: tuple[list[str], list[str], list[str]],
) -> None:
    """Load a module and those in it."""
    local = dict(metadata.get(prefix[:-1], {}), assign_to_params_buffers=assign)
    module._load_from_state_dict(state_dict, prefix, local, strict, *lists)
    for name, child in module._modules.items():
        if child is not None:
            _load(child, state_dict, f"{prefix}{name}.", metadata, strict, assign, lists)
