"""Moving tensors between devices, and calls whose arguments are on several.

Decides what is moved without being asked, and the words of the refusal. Must not know any operator
by name but `to_device`, nor what is inside a payload.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..dispatch.errors import DeviceError, explain_error
from ..dispatch.keys import DispatchKey
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.registry import composite, lookup, register, tensor_rule
from ..dispatch.rules import Rule
from ..dispatch.tensor import Tensor, backend_of
from .array_backend import ArrayBackend
from .backend import Backend, backend_named
from .factories import new_tensor
from .unasked import tell


@composite("to_device")
def to_device(self: Tensor, device: Any) -> Tensor:
    """Copy a tensor to another device by way of a NumPy array; works for every pair of backends."""
    target = backend_named(device)
    array = backend_of(self).to_numpy(self._data)
    return new_tensor(target.adopt(array), target)


def can_alias(source: Backend, target: Backend) -> bool:
    """Whether tensors of two backends can be views of one memory: both keep NumPy arrays."""
    return isinstance(source, ArrayBackend) and isinstance(target, ArrayBackend)


@tensor_rule("_alias_on", "CompositeExplicit")
def alias_on(self: Tensor, device: Any) -> Tensor:
    """Give the array of a tensor to another backend."""
    source, target = backend_of(self), backend_named(device)
    if not can_alias(source, target):
        raise DeviceError(
            explain_error(
                "to",
                f"copy=False asks for a view on {target.device} of a tensor on {source.device}, "
                "and their payloads share no memory",
                accepted="two devices of NumPy arrays, or copy=True",
            )
        )
    return new_tensor(target.alias(self._data), target)


class _Given(NamedTuple):
    """A tensor among the arguments of a call."""

    position: int
    item: int | None  # its place in a list of tensors
    name: str
    tensor: Tensor
    written: bool

    @property
    def backend(self) -> Backend:
        found: Backend = backend_of(self.tensor)
        return found

    @property
    def movable(self) -> bool:
        """Whether it is moved without being asked: 0-d, in NumPy arrays, and not written to."""
        plain = isinstance(self.backend, ArrayBackend) and not self.tensor.shape
        return plain and not self.written


def _tensors(operator: Operator, args: tuple[Any, ...]) -> Iterator[_Given]:
    for position, argument in operator.tensors:
        value = args[position]
        if value.__class__ in TENSOR_TYPES:
            tensor: Any = value
            yield _Given(position, None, argument.name, tensor, argument.mutated)
        elif argument.is_tensor_list:
            for i, each in enumerate(value or ()):
                if each is not None:
                    yield _Given(position, i, f"{argument.name}[{i}]", each, argument.mutated)


def mixed_devices(operator: Operator, backends: list[DispatchKey], *args: Any) -> Any:
    """Move 0-d tensors to the device of the others and call again, recorded like any call.

    An operator tagged "transfer" that writes takes tensors of all devices.

    Raises
    ------
    DeviceError
        If anything else would have to move.
    """
    del backends
    given = list(_tensors(operator, args))
    fixed = [g for g in given if g.written] if "transfer" in operator.tags else []
    fixed = fixed or [g for g in given if not g.movable] or given[:1]
    target = fixed[0].backend
    if any(g.backend is not target for g in fixed):
        raise _refusal(operator, given, fixed)
    moved = list(args)
    for g in given:
        if g.backend is target:
            continue
        size = int(getattr(g.tensor._data, "nbytes", 0))
        tell(operator.name, g.backend.name, target.name, size)
        tensor = lookup("to_device").call((g.tensor, target.device))
        if g.item is None:
            moved[g.position] = tensor
        else:
            moved[g.position] = [*moved[g.position]]
            moved[g.position][g.item] = tensor
    return operator.call(tuple(moved))


def _refusal(operator: Operator, given: list[_Given], fixed: list[_Given]) -> DeviceError:
    shown = ", ".join(f"{g.name} {list(g.tensor.shape)} on {g.backend.device}" for g in given)
    first = fixed[0]
    ways = [
        f"{g.name}.to({str(first.backend.device)!r})"
        for g in given
        if g.backend is not first.backend and not g.written
    ]
    return DeviceError(
        explain_error(
            operator.name,
            f"arguments are on different devices: {shown}",
            accepted=[
                *(ways or [f"{first.name} on the device of the others"]),
                "0-d tensors of NumPy arrays, which are moved by themselves unless written to",
            ],
        )
    )


register("*", "MixedDevices", Rule(mixed_devices, "layer"))

__all__ = ["can_alias", "mixed_devices", "to_device"]
