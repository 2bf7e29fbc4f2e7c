"""Transforms of functions of tensors, as in `torch.func`.

`vmap_fallbacks` counts, by operator, the calls under `vmap` that were made for one example after
the other, because the operator has no batching rule and is not made of others.
"""

from ..modes.transforms.batching import SLOWLY as vmap_fallbacks
from .functional_call import functional_call, stack_module_state
from .grad import grad, grad_and_value
from .jacobians import hessian, jacfwd, jacrev
from .jvp import jvp, linearize
from .vjp import vjp
from .vmap import vmap

__all__ = [
    "functional_call",
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "linearize",
    "stack_module_state",
    "vjp",
    "vmap",
    "vmap_fallbacks",
]
