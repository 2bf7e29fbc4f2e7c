"""What an operator is and how a call is routed; imports no array library."""

from typing import TYPE_CHECKING

if __name__ != "redispatch.dispatch":
    raise ImportError("import redispatch.dispatch; the repository root must not be on sys.path")

from .errors import (
    ArgumentError,
    DeviceError,
    DispatchError,
    KeyRemovedError,
    NoKernelError,
    OperatorNotFound,
    RegistrationError,
    SchemaError,
)
from .explain import explain
from .keys import DispatchKey, DispatchKeySet
from .later import later
from .operator import Operator
from .registry import (
    composite,
    declare,
    fallthrough,
    kernel,
    layer_fallback,
    layer_rule,
    lookup,
    operators,
    register_layer,
    remove_key,
    tensor_rule,
    undeclare,
)
from .rules import Registration
from .state import Facts, KeyGuard, facts, restore, snapshot
from .tensor import put_layer

if TYPE_CHECKING:
    from .explanation import Explanation
    from .tags import Tag

__getattr__, __dir__ = later(__name__, {"explanation": "Explanation", "tags": "Tag"})

__all__ = [
    "ArgumentError",
    "DeviceError",
    "DispatchError",
    "DispatchKey",
    "DispatchKeySet",
    "Explanation",
    "Facts",
    "KeyGuard",
    "KeyRemovedError",
    "NoKernelError",
    "Operator",
    "OperatorNotFound",
    "Registration",
    "RegistrationError",
    "SchemaError",
    "Tag",
    "composite",
    "declare",
    "explain",
    "facts",
    "fallthrough",
    "kernel",
    "layer_fallback",
    "layer_rule",
    "lookup",
    "operators",
    "put_layer",
    "register_layer",
    "remove_key",
    "restore",
    "snapshot",
    "tensor_rule",
    "undeclare",
]
