"""Backends of other distributions, found by the entry-point group `redispatch.backends`.

Decides when one is loaded (when its device is first asked for by name), and what happens when that
fails. Must not know any backend.

Note [Entry points]
~~~~~~~~~~~~~~~~~~~
The name of an entry point is that of a device, its value a function without arguments that
registers the backend. Nothing is listed or imported before a device is asked for that no registered
backend has; then the entry points of that name are looked up, which takes about 2 ms. One that
fails warns, with the name of its distribution, each time it is asked for, and changes nothing: what
it had registered by then is taken back. While one thread loads a backend, others that ask for its
device wait, so nobody sees half of its kernels. The environment variable REDISPATCH_AUTOLOAD=0
switches this off, but for `load`.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..dispatch.errors import DeviceError, explain_error, suggest
from . import backend as backends
from .device import device

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "redispatch.backends"
LOCK = threading.RLock()


def _entries(name: str | None = None) -> list[EntryPoint]:
    """Return the entry points of the group, one for each distribution and name."""
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP) if name is None else entry_points(group=GROUP, name=name)
    unique = {(entry.name, entry.value, _owner(entry)): entry for entry in found}
    return list(unique.values())


def _owner(entry: EntryPoint) -> str:
    return "an unknown distribution" if entry.dist is None else str(entry.dist.name)


def available() -> dict[str, str]:
    """Return the devices: those registered, and those that are loaded when they are asked for.

    Returns
    -------
    dict
        From the name of each device to "registered", or to the distribution that provides it.

    Examples
    --------
    >>> from redispatch.backends import available
    >>> available()["numba"]
    'registered'
    """
    found = {entry.name: _owner(entry) for entry in _entries()}
    return found | dict.fromkeys(backends.DEVICES, "registered")


def load(name: str) -> None:
    """Load the backend of an installed distribution; nothing if it is registered already.

    Naming the device anywhere does the same. REDISPATCH_AUTOLOAD=0 does not concern this call.

    Parameters
    ----------
    name : str
        The name of the device.

    Raises
    ------
    DeviceError
        If no distribution provides it, two do, or the one that does fails.

    Examples
    --------
    >>> from redispatch.backends import load
    >>> load("numba")
    """
    name = device(name).type
    with LOCK:
        if name in backends.DEVICES:
            return
        entries = _entries(name)
        if len(entries) > 1:
            owners = " and ".join(f"{_owner(e)} ({e.value})" for e in entries)
            raise DeviceError(
                explain_error(
                    f"device {name!r}",
                    f"is provided by several distributions: {owners}",
                    accepted="one of them: uninstall the others",
                )
            )
        if not entries:
            raise absent(name)
        _register(name, entries[0])


def _register(name: str, entry: EntryPoint) -> None:
    """Call an entry point; DeviceError, and nothing left behind, if that registers no backend."""
    before = set(backends.DEVICES)
    backends.LOADING[name] = threading.get_ident()
    try:
        entry.load()()
        if name not in backends.DEVICES:
            raise LookupError(f"{entry.value} registered no backend with the device {name!r}")
    except Exception as error:
        for made in set(backends.DEVICES) - before:
            backends.remove_backend(backends.DEVICES[made])
        failed = f"the entry point {entry.value} of {_owner(entry)} failed"
        why = f"{type(error).__name__}: {error}"
        warnings.warn(f"redispatch: device {name!r}: {failed}: {why}", RuntimeWarning, stacklevel=5)
        raise DeviceError(explain_error(f"device {name!r}", f"{failed}: {why}")) from error
    finally:
        del backends.LOADING[name]


def find(where: Any, name: str) -> backends.Backend:
    """Return the backend of a device that was not registered a moment ago, loading it if it exists.

    Raises
    ------
    DeviceError
        If no backend has the device; the message says which there are.
    """
    with LOCK:  # which also waits for a thread that is loading it
        known = backends.DEVICES.get(name)
        if known is None and os.environ.get("REDISPATCH_AUTOLOAD", "1") != "0" and _entries(name):
            load(name)
            known = backends.DEVICES[name]
    if known is None:
        raise absent(str(where))
    return known


def absent(where: str) -> DeviceError:
    """Return the error for a device that nobody provides."""
    name, entries = device(where).type, _entries()
    waiting = sorted({f"{e.name} ({_owner(e)})" for e in entries if e.name not in backends.DEVICES})
    accepted: list[str] = ["one of " + ", ".join(backends.DEVICES)]
    if waiting:
        off = os.environ.get("REDISPATCH_AUTOLOAD", "1") == "0"
        how = "after redispatch.backends.load(name), " if off else ""
        accepted.append(f"{how}one that is installed: {', '.join(waiting)}")
    accepted.append(
        f"register_backend(...), or a distribution with the entry point {name!r} in {GROUP!r}"
    )
    known: Sequence[str] = [*backends.DEVICES, *[entry.name for entry in entries]]
    return DeviceError(
        explain_error(
            f"device {where!r}", "is not registered" + suggest(name, known), accepted=accepted
        )
    )


__all__ = ["available", "load"]
