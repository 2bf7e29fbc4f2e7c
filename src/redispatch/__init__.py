"""A dispatcher-centric autograd framework on NumPy and Numba, with PyTorch's semantics."""

from __future__ import annotations

from . import autograd, backends, dispatch, modes, nn
from ._version import __version__
from .backends import as_tensor, device, from_numpy, full, ones, tensor, zeros
from .backends.dtypes import *  # noqa: F403
from .dispatch.generated.functions import *  # noqa: F403
from .backends.factories import full_like, ones_like, zeros_like  # isort: skip - over the operators
from .dispatch.tensor import Tensor
from .modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
