"""A dispatcher-centric autograd framework on NumPy and Numba, with PyTorch's semantics."""

from __future__ import annotations

from . import autograd, backends, dispatch, modes, nn
from ._version import __version__
from .backends.dtypes import *  # noqa: F403  # isort: skip - it has a from_numpy of its own
from .backends import as_tensor, device, from_numpy, full, ones, tensor, zeros
from .dispatch.generated.functions import *  # noqa: F403
from .dispatch.tensor import Tensor
from .modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from .backends.layout import channels_last, contiguous_format, memory_format, preserve_format
from .backends.random import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    normal,
    rand,
    randint,
    randn,
    randperm,
    seed,
    set_rng_state,
)
from .backends.ranges import (
    arange,
    empty,
    empty_strided,
    eye,
    linspace,
    logspace,
    scalar_tensor,
    tril_indices,
    triu_indices,
)
from .signatures import *  # noqa: F403
