"""Operators of the user's own, under PyTorch's names."""

from __future__ import annotations

from ..modes.fake_context import FakeImplCtx, get_ctx
from .custom_op import CustomOpDef, custom_op
from .infer import infer_schema
from .kernels import Kernel, get_kernel
from .library import Library, fallthrough_kernel
from .registering import (
    define,
    impl,
    impl_abstract,
    opcheck,
    register_autograd,
    register_fake,
    register_kernel,
    register_torch_dispatch,
    register_vmap,
)

__all__ = [
    "CustomOpDef",
    "FakeImplCtx",
    "Kernel",
    "Library",
    "custom_op",
    "define",
    "fallthrough_kernel",
    "get_ctx",
    "get_kernel",
    "impl",
    "impl_abstract",
    "infer_schema",
    "opcheck",
    "register_autograd",
    "register_fake",
    "register_kernel",
    "register_torch_dispatch",
    "register_vmap",
]
