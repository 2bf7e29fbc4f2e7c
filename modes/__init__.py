"""What changes calls within a scope."""

if __name__ != "redispatch.modes":
    raise ImportError("import redispatch.modes; the repository root must not be on sys.path")

from .dispatch_mode import DispatchMode
from .grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .inference import inference_mode, is_inference, is_inference_mode_enabled

__all__ = [
    "DispatchMode",
    "enable_grad",
    "inference_mode",
    "is_grad_enabled",
    "is_inference",
    "is_inference_mode_enabled",
    "no_grad",
    "set_grad_enabled",
]
