"""Reverse and forward derivatives: the Autograd, Version and ForwardAD layers, and the engine."""

if __name__ != "redispatch.autograd":
    raise ImportError("import redispatch.autograd; the repository root must not be on sys.path")

import importlib
from typing import TYPE_CHECKING, Any

from . import anomaly as anomaly_mode
from . import formulas, forward_ad, graph, layer, memory, tensor_methods, turned, version
from .anomaly import (
    detect_anomaly,
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
    set_detect_anomaly,
)
from .backward import backward, grad
from .derivatives import derivative
from .engine import queue_callback
from .function import Function, once_differentiable
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .graph.versions import unsafe_preserve_version_counter as _unsafe_preserve_version_counter
from .node import Node
from .saved_values import SavedTensor
from .threads import set_multithreading_enabled
from .variable import Variable

# PyTorch has these here too. They stand above, so `redispatch` itself fills them in.
enable_grad: Any
grad_mode: Any
inference_mode: Any
no_grad: Any
profiler: Any
set_grad_enabled: Any
ABOVE: dict[str, str] = {}  # modules of that kind, which wait until they are asked for

if TYPE_CHECKING:
    from . import functional
    from .parallel import parallel_backward

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
    if name == "functional":
        return importlib.import_module(f"{__name__}.functional")
    if name == "parallel_backward":
        from .parallel import parallel_backward

        return parallel_backward
    if name in ABOVE:
        return importlib.import_module(ABOVE[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
