"""Reverse and forward derivatives: the Autograd, Version and ForwardAD layers, and the engine."""

if __name__ != "redispatch.autograd":
    raise ImportError("import redispatch.autograd; the repository root must not be on sys.path")

from . import formulas, forward_ad, graph, layer, tensor_methods, turned, version
from .backward import backward, grad
from .derivatives import derivative
from .function import Function, once_differentiable
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .node import Node

__all__ = [
    "Function",
    "GradcheckError",
    "Node",
    "backward",
    "derivative",
    "formulas",
    "forward_ad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "layer",
    "once_differentiable",
    "tensor_methods",
    "turned",
    "version",
]
