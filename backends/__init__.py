"""Kernels: the backends, and what is made of payloads."""

if __name__ != "redispatch.backends":
    raise ImportError("import redispatch.backends; the repository root must not be on sys.path")

from ..dispatch.later import later

from . import numpy_backend, numba_backend, meta_backend, composite, tensor_methods  # isort: skip
from . import conversion, dlpack, transfer, layout, random, ranges, legacy, indexing, storage  # isort: skip
from .backend import Backend, backend_named, register_backend, warmup
from .device import device
from .factories import as_tensor, from_numpy, full, ones, tensor, zeros
from .memory import keep_freed_memory
from .threads import ThreadInfo, get_num_threads, set_num_threads, thread_info

keep_freed_memory()

__getattr__, __dir__ = later(
    __name__,
    {  # what few programs need
        "checks.conformance": "conformance",
        "coverage": "coverage_report",
        "fallback": "force_fallback set_fallback",
        "plugins": "available load",
    },
)

__all__ = [
    "Backend",
    "ThreadInfo",
    "as_tensor",
    "available",
    "backend_named",
    "composite",
    "conformance",
    "conversion",
    "coverage_report",
    "dlpack",
    "legacy",
    "device",
    "force_fallback",
    "from_numpy",
    "full",
    "get_num_threads",
    "indexing",
    "layout",
    "load",
    "meta_backend",
    "numba_backend",
    "numpy_backend",
    "ones",
    "random",
    "ranges",
    "register_backend",
    "set_fallback",
    "set_num_threads",
    "storage",
    "tensor",
    "tensor_methods",
    "thread_info",
    "transfer",
    "warmup",
    "zeros",
]
