"""Transforms of functions of tensors, as in `torch.func`."""

from .vmap import vmap

__all__ = ["vmap"]
