"""Walks over a tree of modules: what it holds, by name and in order.

Decides the order (depth first, as set) and that what is shared is found once. Must not know calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..dispatch.tensor import Tensor
from .parameter import Parameter

if TYPE_CHECKING:
    from .module import Module


class WalkedModule:
    """The part of Module that lists what is in it."""

    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Any]

    def children(self) -> Iterator[Module]:
        """Yield the modules set on this one."""
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield the modules set on this one with their names; one that is set twice, once."""
        seen: set[int] = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def modules(self) -> Iterator[Module]:
        """Yield this module and all within it."""
        for _, module in self.named_modules():
            yield module

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield this module and all within it, with their dotted names.

        Examples
        --------
        >>> import redispatch as rd
        >>> [name for name, module in rd.nn.Sequential(rd.nn.ReLU()).named_modules()]
        ['', '0']
        """
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self  # type: ignore[misc] # only Module has this base
        for name, module in self._modules.items():
            if module is not None:
                below = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, below, remove_duplicate)

    def _named_members(
        self,
        members: Callable[[Any], Any],
        prefix: str,
        recurse: bool,
        remove_duplicate: bool,
    ) -> Iterator[tuple[str, Any]]:
        """Yield what each module has in one of its tables."""
        seen: set[int] = set()
        found: Any = [(prefix, self)]
        if recurse:
            found = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in found:
            for name, value in members(module):
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield f"{path}.{name}" if path else name, value

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters of this module, and with `recurse` of all within it."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield the parameters with their dotted names; a shared one, under its first.

        Examples
        --------
        >>> import redispatch as rd
        >>> [name for name, p in rd.nn.Sequential(rd.nn.Linear(1, 1)).named_parameters()]
        ['0.weight', '0.bias']
        """
        return self._named_members(
            lambda m: m._parameters.items(), prefix, recurse, remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers of this module, and with `recurse` of all within it."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield the buffers with their dotted names."""
        return self._named_members(lambda m: m._buffers.items(), prefix, recurse, remove_duplicate)

    def get_submodule(self, target: str) -> Module:
        """Return the module with a dotted name.

        Raises
        ------
        AttributeError
            If there is none.
        """
        found: Any = self
        for name in target.split(".") if target else ():
            if name not in found._modules:
                if hasattr(found, name):
                    raise AttributeError(f"`{name}` is not an nn.Module")
                raise AttributeError(f"{type(found).__name__} has no attribute `{name}`")
            found = found._modules[name]
        module: Module = found
        return module

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter with a dotted name.

        Raises
        ------
        AttributeError
            If there is none.
        """
        parameter: Parameter = self._named(target, "_parameters")
        return parameter

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer with a dotted name.

        Raises
        ------
        AttributeError
            If there is none.
        """
        buffer: Tensor = self._named(target, "_buffers")
        return buffer

    def _named(self, target: str, table: str) -> Any:
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if name not in getattr(module, table):
            what = table.strip("_")
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}` in its {what}")
        return getattr(module, table)[name]
