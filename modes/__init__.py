"""What changes calls within a scope."""

if __name__ != "redispatch.modes":
    raise ImportError("import redispatch.modes; the repository root must not be on sys.path")

from . import function_layer, python_layer, rooms, seen_functions, subclass
from .dispatch_mode import DispatchMode
from .function_mode import TorchFunctionMode
from .grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .inference import inference_mode, is_inference, is_inference_mode_enabled

__all__ = [
    "DispatchMode",
    "TorchFunctionMode",
    "enable_grad",
    "function_layer",
    "inference_mode",
    "is_grad_enabled",
    "is_inference",
    "is_inference_mode_enabled",
    "no_grad",
    "python_layer",
    "rooms",
    "seen_functions",
    "set_grad_enabled",
    "subclass",
]
