"""Transforms of functions of tensors, as in `torch.func`.

`vmap_fallbacks` counts, by operator, the calls under `vmap` that were made for one example after the
other, because the operator has no batching rule and is not made of others.
"""

from ..modes.transforms.batching import SLOWLY as vmap_fallbacks
from .vmap import vmap

__all__ = ["vmap", "vmap_fallbacks"]
