"""What an operator is and how a call is routed; imports no array library."""

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
from .explain import Explanation, explain
from .keys import DispatchKey, DispatchKeySet
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
from .tags import Tag
from .tensor import put_layer

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
