"""Modules that hold modules or parameters: Sequential, ModuleList, ModuleDict and their like.

Decides how they are indexed and changed. Must not know what is in them.
"""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, overload

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor
from .module import Module
from .parameter import Parameter


def place_of(index: Any, count: int) -> int:
    """Return an index counted from the start.

    Raises
    ------
    IndexError
        If it is out of range.
    """
    place = operator.index(index)
    if not -count <= place < count:
        raise IndexError(f"index {place} is out of range")
    return place % count


class _Numbered(Module):
    """What Sequential and ModuleList share: modules under the names "0", "1" and so on."""

    def _list(self) -> list[Any]:
        return list(self._modules.values())

    def _set_list(self, modules: Iterable[Any]) -> None:
        found: dict[str, Any] = {}
        for i, module in enumerate(modules):
            if not isinstance(module, Module):
                raise TypeError(f"{type(module).__name__} is not a Module subclass")
            found[str(i)] = module
        self._modules = found

    def _name_at(self, index: Any) -> str:
        return list(self._modules)[place_of(index, len(self._modules))]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __setitem__(self, index: int, module: Module) -> None:
        if not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._modules[self._name_at(index)] = module

    def __delitem__(self, index: int | slice) -> None:
        modules = self._list()
        if not isinstance(index, slice):
            index = place_of(index, len(modules))
        del modules[index]
        self._set_list(modules)

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Add a module before the one with this index."""
        modules = self._list()
        modules.insert(index, module)
        self._set_list(modules)
        return self

    def pop(self, index: int = -1) -> Any:
        """Take out a module and return it."""
        found = self._modules[self._name_at(index)]
        del self[index]
        return found


class Sequential(_Numbered):
    """Modules called one after the other, each with what the one before returned.

    Parameters
    ----------
    *args
        The modules, or one dict of them by name.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Sequential(rd.nn.Flatten(), rd.nn.Linear(4, 2))
    Sequential(
      (0): Flatten(start_dim=1, end_dim=-1)
      (1): Linear(in_features=4, out_features=2, bias=True)
    )
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], Mapping):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def forward(self, input: Any) -> Any:
        """Call the modules in order."""
        for module in self._modules.values():
            input = module(input)
        return input

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._name_at(index)]

    def __add__(self, other: Sequential) -> Sequential:
        return Sequential(*self, *other)

    def __iadd__(self, other: Iterable[Module]) -> Self:  # type: ignore[misc] # takes more
        return self.extend(other)

    def __mul__(self, count: int) -> Sequential:
        return Sequential(*(list(self) * count))


class ModuleList(_Numbered):
    """A list of modules; it has no `forward` of its own.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ModuleList([rd.nn.ReLU(), rd.nn.ReLU()])
    ModuleList(
      (0-1): 2 x ReLU()
    )
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(self._list()[index])
        return self._modules[self._name_at(index)]

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def __iadd__(self, other: Iterable[Module]) -> Self:
        return self.extend(other)

    def __repr__(self) -> str:
        groups: list[tuple[int, int, str]] = []
        for i, module in enumerate(self):
            text = repr(module)
            if groups and groups[-1][2] == text:
                groups[-1] = (groups[-1][0], i, text)
            else:
                groups.append((i, i, text))
        if not groups:
            return f"{self._get_name()}()"
        lines = []
        for first, last, text in groups:
            text = text.replace("\n", "\n  ")
            many = f"({first}-{last}): {last - first + 1} x {text}"
            lines.append(f"({first}): {text}" if first == last else many)
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(Module):
    """A dict of modules; it has no `forward` of its own.

    Examples
    --------
    >>> import redispatch as rd
    >>> layers = rd.nn.ModuleDict({"act": rd.nn.ReLU()})
    >>> layers["act"]
    ReLU()
    """

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Take out all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Take out a module and return it."""
        return self._modules.pop(key)

    def keys(self) -> Any:
        """Return the names."""
        return self._modules.keys()

    def values(self) -> Any:
        """Return the modules."""
        return self._modules.values()

    def items(self) -> Any:
        """Return pairs of name and module."""
        return self._modules.items()

    def update(self, modules: Any) -> None:
        """Add modules from a mapping or from pairs of name and module."""
        for name, module in pairs(modules, "ModuleDict.update"):
            self[name] = module


def pairs(given: Any, who: str) -> list[tuple[str, Any]]:
    """Return the pairs of a mapping, or those given.

    Raises
    ------
    TypeError
        If they are neither.
    """
    if hasattr(given, "items"):
        return list(given.items())
    if not isinstance(given, Iterable):
        raise TypeError(
            explain_error(who, f"got {type(given).__name__}", accepted="a mapping, or pairs")
        )
    return [(name, value) for name, value in given]


def _as_parameter(value: Any) -> Any:
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _describe(name: str, value: Any) -> str:
    if isinstance(value, Tensor):
        sizes = "x".join(str(n) for n in value.shape)
        kind = type(value).__name__
        return f"({name}): {kind} containing: [{value.dtype} of size {sizes}]"
    return f"({name}): Object of type: {type(value).__name__}"


class ParameterList(Module):
    """A list of parameters; tensors put into it become parameters.

    Examples
    --------
    >>> import redispatch as rd
    >>> weights = rd.nn.ParameterList([rd.zeros(2)])
    >>> weights[0].requires_grad
    True
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> ParameterList: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, str(place_of(index, self._size)))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, str(place_of(index, self._size)), _as_parameter(value))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter([self[i] for i in range(self._size)])

    def append(self, value: Any) -> Self:
        """Add a parameter at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        """Add parameters at the end."""
        for value in list(values):
            self.append(value)
        return self

    def __iadd__(self, values: Iterable[Any]) -> Self:
        return self.extend(values)

    def extra_repr(self) -> str:
        """Return a line for each parameter."""
        return "\n".join(_describe(str(i), value) for i, value in enumerate(self))


class ParameterDict(Module):
    """A dict of parameters; tensors put into it become parameters.

    Examples
    --------
    >>> import redispatch as rd
    >>> weights = rd.nn.ParameterDict({"left": rd.zeros(2)})
    >>> [name for name, parameter in weights.named_parameters()]
    ['left']
    """

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[key] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def keys(self) -> Any:
        """Return the names."""
        return self._keys.keys()

    def values(self) -> list[Any]:
        """Return the parameters."""
        return [self[k] for k in self._keys]

    def items(self) -> list[tuple[str, Any]]:
        """Return pairs of name and parameter."""
        return [(k, self[k]) for k in self._keys]

    def update(self, parameters: Any) -> None:
        """Add parameters from a mapping or from pairs of name and parameter."""
        for name, value in pairs(parameters, "ParameterDict.update"):
            self[name] = value

    def extra_repr(self) -> str:
        """Return a line for each parameter."""
        return "\n".join(_describe(name, value) for name, value in self.items())
