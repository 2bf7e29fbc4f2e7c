"""Reverse and forward derivatives: the Autograd, Version and ForwardAD layers, and the engine."""

if __name__ != "redispatch.autograd":
    raise ImportError("import redispatch.autograd; the repository root must not be on sys.path")

import importlib
from typing import TYPE_CHECKING, Any

from ..dispatch.later import later
from . import formulas, layers, memory, tensor_methods, turned
from .backward import backward, grad
from .engine import queue_callback
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .node import Node
from .threads import set_multithreading_enabled

# PyTorch has these here too. They stand above, so `redispatch` itself fills them in.
enable_grad: Any
grad_mode: Any
inference_mode: Any
no_grad: Any
profiler: Any
set_grad_enabled: Any
ABOVE: dict[str, str] = {}  # modules of that kind, which wait until they are asked for

if TYPE_CHECKING:
    from . import anomaly as anomaly_mode
    from . import forward_ad, functional, graph, layer, version
    from .anomaly import (
        detect_anomaly,
        is_anomaly_check_nan_enabled,
        is_anomaly_enabled,
        set_detect_anomaly,
    )
    from .derivatives import derivative
    from .function import Function, once_differentiable
    from .graph.versions import unsafe_preserve_version_counter as _unsafe_preserve_version_counter
    from .parallel import parallel_backward
    from .saved_values import SavedTensor
    from .variable import Variable

_LATER = {
    "anomaly": "detect_anomaly is_anomaly_check_nan_enabled is_anomaly_enabled set_detect_anomaly",
    "derivatives": "derivative",
    "function": "Function once_differentiable",
    "graph.versions": "_unsafe_preserve_version_counter=unsafe_preserve_version_counter",
    "parallel": "parallel_backward",
    "saved_values": "SavedTensor",
    "variable": "Variable",
}
_found, __dir__ = later(
    __name__, _LATER, "anomaly_mode=anomaly forward_ad functional graph layer version"
)

__all__ = [
    "Function",
    "GradcheckError",
    "Node",
    "SavedTensor",
    "Variable",
    "_unsafe_preserve_version_counter",
    "anomaly_mode",
    "backward",
    "derivative",
    "detect_anomaly",
    "formulas",
    "forward_ad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "layer",
    "layers",
    "memory",
    "once_differentiable",
    "parallel_backward",
    "queue_callback",
    "set_detect_anomaly",
    "set_multithreading_enabled",
    "tensor_methods",
    "turned",
    "version",
]


def __getattr__(name: str) -> Any:
    if name in ABOVE:
        return importlib.import_module(ABOVE[name])
    return _found(name)
