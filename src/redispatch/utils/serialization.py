"""Saving and loading: tensors, numbers and text in nested dicts and lists, in one npz file.

Decides the format. Must not know modules: they give and take state dicts.

Note [A file that runs nothing]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
The file is a zip of `.npy` members, as `numpy.savez` writes it: one array for each tensor, named as
in the dict it stands in, so that `numpy.load` can read it too. What cannot be an array stands in
the member `STRUCTURE`, as JSON: the tree of dicts, lists, tuples, numbers and text, with the names
of arrays at its leaves. Nothing is pickled and loading never unpickles: a file cannot run code. A
tensor subclass is named, and made again only if the program allows its class (safe_globals.py).
The format of arrays has no bfloat16: its bits are written as uint16 under a tree that says so, and
such a file has a higher version, so that a reader who does not know refuses it.
"""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..backends.backend import backend_named
from ..backends.device import device as Device
from ..backends.dtypes import as_dtype, bfloat16
from ..backends.dtypes import dtype as DType
from ..backends.dtypes import from_numpy as dtype_of
from ..backends.factories import from_numpy
from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor, backend_of
from ..modes.subclass import rebuild_subclass, rebuild_wrapper
from .safe_globals import (
    add_safe_globals,
    class_named,
    clear_safe_globals,
    get_safe_globals,
    name_of,
    safe_globals,
)

__all__ = [
    "add_safe_globals",
    "clear_safe_globals",
    "get_safe_globals",
    "load",
    "safe_globals",
    "save",
]

STRUCTURE = "__redispatch__"
FORMAT = 2  # what can be read; a file has 1 unless it holds bfloat16
Target = str | Path | BinaryIO


def save(obj: Any, f: Target) -> None:
    """Write tensors, numbers and text, in dicts, lists and tuples, to an npz file.

    State dicts of modules, optimizers and schedules are such objects. Tensors that share their
    memory as a whole share it again when they are loaded. The graph is not saved.

    Parameters
    ----------
    obj : nested dicts, lists and tuples
    f : path, or file open for writing bytes

    Raises
    ------
    TypeError
        If something else is in it; the message says where. Nothing is written then.

    Examples
    --------
    >>> import io, redispatch as rd
    >>> file = io.BytesIO()
    >>> rd.save({"weight": rd.tensor([1., 2.]), "epoch": 3}, file)
    >>> _ = file.seek(0)
    >>> rd.load(file)
    {'weight': tensor([1., 2.]), 'epoch': 3}
    """
    packer = _Packer()
    tree = packer.pack(obj, "")
    text = json.dumps({"format": packer.format, "object": tree})
    arrays = {**packer.arrays, STRUCTURE: np.frombuffer(text.encode(), np.uint8)}
    if isinstance(f, (str, Path)):
        with open(f, "wb") as file:
            _write(file, arrays)
    else:
        _write(f, arrays)


def _write(file: BinaryIO, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
    import zipfile

    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                # numpy types it as a file, and needs only its `write`
                np.lib.format.write_array(member, np.asanyarray(array), allow_pickle=False)


class _Packer:
    """Turns an object into a tree for JSON and arrays by name."""

    def __init__(self) -> None:
        self.arrays: dict[str, np.ndarray[Any, Any]] = {}
        self._known: dict[Any, str] = {}
        self._kept: list[Any] = []  # so that no address is used twice
        self.format = 1

    def pack(self, value: Any, path: str) -> Any:
        """Return the tree for a value that stands at a path.

        Raises
        ------
        TypeError
            If it is of a type that is not saved.
        """
        kind = value.__class__
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if isinstance(value, Tensor):
            return self._tensor(value, path)
        if isinstance(value, np.ndarray) and value.dtype.kind in "biufcV":
            return {"array": self._add(value, path), **self._bits(value)}
        if isinstance(value, Mapping):
            return self._mapping(value, path)
        if isinstance(value, (list, tuple)) and kind.__name__ in ("list", "tuple", "Size"):
            items = [self.pack(v, f"{path}.{i}".lstrip(".")) for i, v in enumerate(value)]
            return {"list" if kind is list else "tuple": items}
        return self._other(value, path)

    def _other(self, value: Any, path: str) -> Any:
        if isinstance(value, np.generic) and value.dtype.kind in "biufcV":
            return self.pack(value.item(), path)
        if isinstance(value, complex):
            return {"complex": [repr(value.real), repr(value.imag)]}
        if isinstance(value, DType):
            return {"dtype": value.name}
        if isinstance(value, Device):
            return {"device": str(value)}
        hint = "save its state_dict()" if hasattr(value, "state_dict") else None
        raise TypeError(
            explain_error(
                "save",
                f"what stands at {path or 'the top'!r} is {type(value).__name__}",
                accepted=hint
                or "tensors, arrays, numbers, text, dtypes, devices, None; dicts, lists and tuples",
            )
        )

    def _mapping(self, value: Mapping[Any, Any], path: str) -> Any:
        pairs = []
        for key, item in value.items():
            if key.__class__ not in (str, int, float, bool, type(None)):
                raise TypeError(
                    explain_error(
                        "save",
                        f"a key at {path or 'the top'!r} is {type(key).__name__}",
                        accepted="text, numbers and None as keys",
                    )
                )
            pairs.append([self.pack(key, path), self.pack(item, f"{path}.{key}".lstrip("."))])
        tree: dict[str, Any] = {"dict": pairs}
        if isinstance(value, OrderedDict):
            tree["ordered"] = True
            metadata = getattr(value, "_metadata", None)
            if metadata is not None:
                tree["metadata"] = self.pack(dict(metadata), f"{path}._metadata".lstrip("."))
        return tree

    def _tensor(self, value: Tensor, path: str) -> Any:
        if getattr(type(value), "_brings", 0):
            _, (cls, *parts) = value.__reduce_ex__(2)
            named = {"subclass": name_of(cls), "wrapper": len(parts) > 3}
            return {**named, "parts": self.pack(tuple(parts), path)}
        backend = backend_of(value)
        if str(backend.device) == "meta":
            raise TypeError(explain_error("save", f"{path!r} is on the device meta: has no values"))
        array = backend.to_numpy(value._data)
        tree: dict[str, Any] = {"tensor": self._add(array, path), **self._bits(array)}
        if value.requires_grad:
            tree["requires_grad"] = True
        if type(value).__name__ == "Parameter":
            tree["parameter"] = True
        if backend is not backend.host:
            tree["device"] = str(backend.device)
        return tree

    def _bits(self, array: np.ndarray[Any, Any]) -> dict[str, str]:
        """Return what is said of an array whose bits are written."""
        if array.dtype.kind != "V":
            return {}
        self.format = 2
        return {"bits_of": dtype_of(array.dtype).name}

    def _add(self, array: np.ndarray[Any, Any], path: str) -> str:
        """Keep an array under the path, or find the name it already has."""
        place = (
            array.__array_interface__["data"][0],
            array.shape,
            array.strides,
            array.dtype,
        )
        found = self._known.get(place) if array.size else None
        if found is None:
            found = path or "object"
            while found in self.arrays or found == STRUCTURE:
                found += "_"
            self.arrays[found] = array.view(np.uint16) if array.dtype.kind == "V" else array
            self._known[place] = found
            self._kept.append(array)
        return found


def load(f: Target, map_location: Any = None, *, weights_only: bool = True) -> Any:
    """Return what `save` wrote; of any other npz file, its arrays as a dict of tensors.

    Nothing is ever unpickled, so a file from anywhere can be loaded.

    Parameters
    ----------
    f : path, or file open for reading bytes
    map_location : device, str, or function of tensor and device, optional
        Where tensors go; back to where they were if left out.
    weights_only : bool
        Always so; False is refused.

    Raises
    ------
    ValueError
        If the file is no npz file, holds pickled objects, or is of a later version.

    Examples
    --------
    >>> import io, redispatch as rd
    >>> a, b = rd.nn.Linear(2, 1), rd.nn.Linear(2, 1)
    >>> file = io.BytesIO()
    >>> rd.save(a.state_dict(), file)
    >>> _ = file.seek(0)
    >>> b.load_state_dict(rd.load(file))
    <All keys matched successfully>
    """
    if not weights_only:
        raise ValueError(
            explain_error("load", "weights_only=False would unpickle", accepted="weights_only=True")
        )
    arrays = _read(f)
    raw = arrays.pop(STRUCTURE, None)
    unpacker = _Unpacker(arrays, map_location)
    if raw is None:
        return {name: unpacker.tensor({"tensor": name}) for name in arrays}
    whole = json.loads(raw.tobytes())
    if whole["format"] > FORMAT:
        raise ValueError(
            explain_error(
                "load", f"the file has format {whole['format']}", accepted=f"formats up to {FORMAT}"
            )
        )
    return unpacker.unpack(whole["object"])


def _read(f: Target) -> dict[str, np.ndarray[Any, Any]]:
    import zipfile

    accepted = "an npz file, as save and numpy.savez write it"
    try:
        found: Any = np.load(f, allow_pickle=False)
        if isinstance(found, np.ndarray):
            raise ValueError(explain_error("load", "this is a single array", accepted=accepted))
        with found:
            return {name: found[name] for name in found.files}
    except (zipfile.BadZipFile, EOFError) as error:
        raise ValueError(explain_error("load", str(error), accepted=accepted)) from None
    except ValueError as error:
        if "pickle" not in str(error):
            raise
        message = "the file is pickled, or holds pickled objects; they are never loaded"
        raise ValueError(explain_error("load", message, accepted=accepted)) from None


class _Unpacker:
    """Turns a tree and arrays into the object they were made of."""

    def __init__(self, arrays: dict[str, np.ndarray[Any, Any]], map_location: Any) -> None:
        self.arrays = arrays
        self.map_location = map_location
        self._made: dict[str, Tensor] = {}

    def unpack(self, tree: Any) -> Any:
        """Return the value of a tree."""
        if not isinstance(tree, dict):
            return tree
        if "dict" in tree:
            return self._mapping(tree)
        if "tensor" in tree:
            return self.tensor(tree)
        if "subclass" in tree:
            rebuild = rebuild_wrapper if tree["wrapper"] else rebuild_subclass
            return rebuild(class_named(tree["subclass"]), *self.unpack(tree["parts"]))
        kind, value = next(iter(tree.items()))
        if kind in ("list", "tuple"):
            items = [self.unpack(v) for v in value]
            return items if kind == "list" else tuple(items)
        if kind == "array":
            return self._array(tree, value)
        if kind == "complex":
            return complex(*map(float, value))
        makers: dict[str, Any] = {"float": float, "dtype": _dtype_named, "device": Device}
        return makers[kind](value)

    def _array(self, tree: Any, name: str) -> np.ndarray[Any, Any]:
        """Return an array in its own dtype."""
        array, bits_of = self.arrays[name], tree.get("bits_of")
        return array if bits_of is None else array.view(_dtype_named(bits_of).dtype)

    def _mapping(self, tree: Any) -> Any:
        pairs = [(self.unpack(k), self.unpack(v)) for k, v in tree["dict"]]
        if not tree.get("ordered"):
            return dict(pairs)
        found: Any = OrderedDict(pairs)
        if "metadata" in tree:
            found._metadata = OrderedDict(self.unpack(tree["metadata"]))
        return found

    def tensor(self, tree: Any) -> Tensor:
        """Return the tensor of an array; tensors of the same array share its memory."""
        name = tree["tensor"]
        if name not in self._made:
            made = from_numpy(self._array(tree, name))
            self._made[name] = self._placed(made, tree.get("device"))
        value = self._made[name].detach()
        if tree.get("parameter"):
            from ..nn.parameter import Parameter

            return Parameter(value, bool(tree.get("requires_grad")))
        return value.requires_grad_(True) if tree.get("requires_grad") else value

    def _placed(self, value: Tensor, where: str | None) -> Tensor:
        wanted = self.map_location
        if callable(wanted):
            moved = wanted(value, where or str(value.device))
            return value if moved is None else moved
        if isinstance(wanted, Mapping):
            wanted = wanted.get(where or str(value.device), where)
        target = where if wanted is None else wanted
        if target is None or backend_named(target) is backend_of(value):
            return value
        return value.to(target)


def _dtype_named(name: str) -> DType:
    return bfloat16 if name == bfloat16.name else as_dtype(np.dtype(name))
