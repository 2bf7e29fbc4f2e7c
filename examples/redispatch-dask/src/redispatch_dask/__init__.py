"""The device "dask" for redispatch: tensors whose payload is a Dask array.

Installed, it is found by its entry point: `redispatch.tensor(data, device="dask")` needs no import
of this module. What it adds for programs of its own: `from_dask`, `to_dask`, `persist`.
"""

from __future__ import annotations

from redispatch.backends import register_backend
from redispatch.dispatch import Registration

from .backend import DaskBackend, from_dask, persist, to_dask


def register() -> Registration:
    """Register the backend with its kernels; undoing it removes both."""
    registration = register_backend(
        DaskBackend(), why="lazy expressions over chunks, on any cluster"
    )
    try:
        from . import kernels

        kernels.register()
    except BaseException:
        registration.undo()
        raise
    return registration


__all__ = ["DaskBackend", "from_dask", "persist", "register", "to_dask"]
