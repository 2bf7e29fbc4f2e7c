"""Kernels: the backends, and what is made of payloads."""

from typing import Any

if __name__ != "redispatch.backends":
    raise ImportError("import redispatch.backends; the repository root must not be on sys.path")

from . import numpy_backend, numba_backend, meta_backend, composite, tensor_methods  # isort: skip
from . import conversion, dlpack, transfer, layout, random, ranges, legacy, indexing, storage  # isort: skip
from .backend import Backend, backend_named, register_backend, warmup
from .device import device
from .factories import as_tensor, from_numpy, full, ones, tensor, zeros
from .memory import keep_freed_memory
from .threads import ThreadInfo, get_num_threads, set_num_threads, thread_info

keep_freed_memory()

LATER = {  # what few programs need is imported when it is first named
    "available": "plugins",
    "conformance": "checks.conformance",
    "coverage_report": "coverage",
    "force_fallback": "fallback",
    "load": "plugins",
    "set_fallback": "fallback",
}


def __getattr__(name: str) -> Any:
    """Import what is in `LATER`."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f".{LATER[name]}", __name__), name)
    return found


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
