"""A dispatcher-centric autograd framework on NumPy and Numba, with PyTorch's semantics."""

from __future__ import annotations

from . import autograd, backends, dispatch, library, linalg, modes, nn
from ._version import __version__
from .backends import as_tensor, device, from_numpy, full, ones, tensor, zeros
from .backends.dtypes import (
    bool,
    cdouble,
    cfloat,
    complex64,
    complex128,
    double,
    dtype,
    finfo,
    float,
    float16,
    float32,
    float64,
    get_default_dtype,
    half,
    iinfo,
    int,
    int8,
    int16,
    int32,
    int64,
    long,
    set_default_dtype,
    short,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .dispatch import explain, overloads
from .dispatch.generated import functions
from .dispatch.generated.functions import *  # noqa: F403 - its __all__: one function per operator
from .dispatch.overloads import *  # noqa: F403 - one name for several operators
from .dispatch.tensor import Tensor
from .modes import (
    DispatchMode,
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)

__all__ = [
    "DispatchMode",
    "Tensor",
    "__version__",
    "as_tensor",
    "autograd",
    "backends",
    "bool",
    "cdouble",
    "cfloat",
    "complex64",
    "complex128",
    "device",
    "dispatch",
    "double",
    "dtype",
    "enable_grad",
    "explain",
    "finfo",
    "float",
    "float16",
    "float32",
    "float64",
    "from_numpy",
    "full",
    "get_default_dtype",
    "half",
    "iinfo",
    "inference_mode",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "library",
    "linalg",
    "long",
    "modes",
    "nn",
    "no_grad",
    "ones",
    "set_default_dtype",
    "set_grad_enabled",
    "short",
    "tensor",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "zeros",
]
__all__ += [*functions.__all__, *overloads.__all__]

# These take device= and requires_grad= too, which their operators do not.
full_like = backends.factories.full_like
ones_like = backends.factories.ones_like
zeros_like = backends.factories.zeros_like
