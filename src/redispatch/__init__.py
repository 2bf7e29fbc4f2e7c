"""A dispatcher-centric autograd framework on NumPy and Numba, with PyTorch's semantics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import autograd, backends, dispatch, linalg, modes, nn, ops
from ._version import __version__
from .backends import as_tensor, device, from_numpy, full, ones, tensor, zeros
from .backends.casts import (
    can_cast,
    is_complex,
    is_conj,
    is_floating_point,
    is_neg,
    promote_types,
    result_type,
)
from .backends.dlpack import from_dlpack
from .backends.dtypes import (
    bfloat16,
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
from .backends.layout import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    layout,
    memory_format,
    preserve_format,
    sparse_coo,
    sparse_csc,
    sparse_csr,
    strided,
)
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
from .backends.size import Size
from .backends.storage import TypedStorage, UntypedStorage, is_storage
from .backends.threads import get_num_threads, set_num_threads
from .dispatch import explain, overloads
from .dispatch.generated import functions
from .dispatch.generated.functions import *  # noqa: F403 - its __all__: one function per operator
from .dispatch.later import later
from .dispatch.overloads import *  # noqa: F403 - one name for several operators
from .dispatch.tensor import Tensor
from .modes import (
    DispatchMode,
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)

if TYPE_CHECKING:
    from . import _C as _C
    from . import library, optim, overrides, profiler, utils
    from .dispatch.tags import Tag
    from .library.elementwise import elementwise
    from .library.kernel import kernel
    from .utils import serialization
    from .utils.serialization import load, save

__all__ = [
    "DispatchMode",
    "Generator",
    "Size",
    "Tag",
    "Tensor",
    "TypedStorage",
    "UntypedStorage",
    "__version__",
    "arange",
    "as_tensor",
    "autograd",
    "backends",
    "bfloat16",
    "bool",
    "cdouble",
    "cfloat",
    "can_cast",
    "channels_last",
    "channels_last_3d",
    "complex128",
    "complex64",
    "contiguous_format",
    "default_generator",
    "device",
    "dispatch",
    "double",
    "dtype",
    "elementwise",
    "empty",
    "empty_strided",
    "enable_grad",
    "explain",
    "eye",
    "finfo",
    "float",
    "float16",
    "float32",
    "float64",
    "from_dlpack",
    "from_numpy",
    "full",
    "get_default_dtype",
    "get_num_threads",
    "get_rng_state",
    "half",
    "iinfo",
    "inference_mode",
    "initial_seed",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "is_complex",
    "is_conj",
    "is_floating_point",
    "kernel",
    "is_grad_enabled",
    "is_inference",
    "is_inference_mode_enabled",
    "is_neg",
    "is_storage",
    "library",
    "linalg",
    "layout",
    "linspace",
    "load",
    "logspace",
    "long",
    "manual_seed",
    "memory_format",
    "modes",
    "nn",
    "profiler",
    "utils",
    "no_grad",
    "normal",
    "ones",
    "ops",
    "optim",
    "overrides",
    "preserve_format",
    "promote_types",
    "rand",
    "randint",
    "randn",
    "randperm",
    "result_type",
    "save",
    "scalar_tensor",
    "seed",
    "serialization",
    "set_default_dtype",
    "set_grad_enabled",
    "set_num_threads",
    "set_rng_state",
    "short",
    "sparse_coo",
    "sparse_csc",
    "sparse_csr",
    "strided",
    "tensor",
    "tril_indices",
    "triu_indices",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "utils",
    "zeros",
]
__all__ += [*functions.__all__, *overloads.__all__]

# The numbers that PyTorch names, and the index that adds a dimension.
from math import e, inf, nan, pi  # noqa: E402

newaxis = None

# Legacy types, one per dtype.
_TYPED = tuple([f"{name}Tensor" for name in backends.conversion.TYPE_NAMES.values()])
__all__ += ["e", "inf", "nan", "newaxis", "pi", *_TYPED]

# These take device= and requires_grad= too, which their operators do not.
full_like = backends.factories.full_like
ones_like = backends.factories.ones_like
zeros_like = backends.factories.zeros_like


# These have several signatures.
from . import signatures  # noqa: E402
from .signatures import *  # noqa: E402, F403

__all__ += signatures.__all__

# Handlers of functions and modes are asked for these too, though they are no operators.
modes.seen_functions.make_seen(
    globals(),
    (
        "arange", "empty", "empty_strided", "eye", "full", "linspace", "logspace", "ones", "rand",
        "randint", "randn", "randperm", "scalar_tensor", "tensor", "tril_indices", "triu_indices",
        "zeros",
    ),
)  # fmt: skip
modes.seen_functions.make_overridable(
    globals(),
    (*overloads.__all__, *signatures.__all__, "full_like", "ones_like", "zeros_like", "as_tensor"),
)

# PyTorch has these under autograd too, which stands below the modes and cannot import them.
vars(autograd).update(
    enable_grad=enable_grad, grad_mode=modes.grad_mode, inference_mode=inference_mode,
    no_grad=no_grad, set_grad_enabled=set_grad_enabled,
)  # fmt: skip
autograd.ABOVE["profiler"] = f"{__name__}.profiler"

# Loaded when they are first asked for: `import redispatch` does not wait for them.
__getattr__, __dir__ = later(
    __name__,
    {
        "dispatch.tags": "Tag",
        "library.elementwise": "elementwise",
        "library.kernel": "kernel",
        "typed": " ".join(_TYPED),
        "utils.serialization": "load save",
    },
    "_C library optim overrides profiler serialization=utils.serialization utils",
)
