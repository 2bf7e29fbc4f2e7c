"""Operators of the user's own, under PyTorch's names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..modes.fake_context import FakeImplCtx, get_ctx
from .custom_op import CustomOpDef, custom_op
from .declaring import define, impl
from .infer import infer_schema
from .kernels import Kernel, get_kernel
from .library import Library, fallthrough_kernel
from .registering import (
    impl_abstract,
    opcheck,
    register_autograd,
    register_fake,
    register_kernel,
    register_torch_dispatch,
    register_vmap,
)

if TYPE_CHECKING:
    from ..modes.opcheck import OpCheckError

__all__ = [
    "CustomOpDef",
    "FakeImplCtx",
    "Kernel",
    "Library",
    "OpCheckError",
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


def __getattr__(name: str) -> Any:
    if name == "OpCheckError":
        from ..modes.opcheck import OpCheckError

        return OpCheckError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
