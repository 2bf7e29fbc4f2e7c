"""Which slot of the rule tables a name of PyTorch's stands for: of a key, or of a device.

Decides that names of devices which PyTorch knows and nobody has registered here are no mistakes.
Must not know rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.backend import DEVICES, backend_named
from ..dispatch.errors import DeviceError, RegistrationError, explain_error
from ..dispatch.rules import check_slot

Devices = str | Iterable[str] | None

# PyTorch's names of keys, where they are not ours
SLOTS = {
    "": "Composite",
    "CompositeImplicitAutograd": "Composite",
    "CompositeExplicitAutograd": "CompositeExplicit",
    "CompositeExplicitAutogradNonFunctional": "CompositeExplicit",
    "CPU": "NumPy",
    "AutogradCPU": "AutogradNumPy",
    "ADInplaceOrView": "Version",
}
#: Devices of PyTorch: scripts register kernels for them, which are never called here.
ELSEWHERE = ("cuda", "xpu", "mps", "hpu", "mtia", "xla", "hip", "ipu", "ve", "privateuseone")
#: Keys of PyTorch that no tensor and no state has here: a kernel for one is never called either.
_ELSEWHERE_KEYS = frozenset(name.upper() for name in ELSEWHERE) | {
    "AutocastCPU", "AutocastCUDA", "AutogradFunctionality", "AutogradNestedTensor", "AutogradOther",
    "BackendSelect", "Batched", "Conjugate", "FPGA", "FuncTorchBatched", "FuncTorchGradWrapper",
    "FuncTorchVmapMode", "Functionalize", "Lazy", "MAIA", "Metal", "MkldnnCPU", "Negative",
    "NestedTensor", "NestedTensorCPU", "PreDispatch", "PrivateUse1", "PrivateUse2", "PrivateUse3",
    "PythonDispatcher", "PythonTLSSnapshot", "Quantized", "QuantizedCPU", "Sparse", "SparseCPU",
    "SparseCsr", "SparseCsrCPU", "TESTING_ONLY_GenericMode", "TESTING_ONLY_GenericWrapper",
    "Tracer", "Undefined", "VmapMode", "Vulkan", "ZeroTensor",
}  # fmt: skip


def slot_of(key: str) -> str | None:
    """Return the slot of a key under PyTorch's or our name; None for a key that is not here.

    Raises
    ------
    RegistrationError
        If nobody has such a key.
    """
    slot = SLOTS.get(key, key)
    if slot in _ELSEWHERE_KEYS or slot.removeprefix("Autograd") in _ELSEWHERE_KEYS:
        return None
    try:
        check_slot(slot)
    except RegistrationError as error:
        raise RegistrationError(f"could not parse dispatch key {key!r}: {error}") from None
    return slot


def slots_of_devices(devices: Devices) -> list[str]:
    """Return the slots of kernels for devices, `"default"` or None for all of them.

    Raises
    ------
    RuntimeError
        If a device is unknown.
    """
    if devices is None:
        return ["CompositeExplicit"]
    names = (devices,) if isinstance(devices, str) else tuple(devices)
    found = []
    for name in names:
        slot = _slot_of_device(name)
        if slot is not None:
            found.append(slot)
    return found


def _slot_of_device(name: str) -> str | None:
    if name == "default":
        return "CompositeExplicit"
    if name in ELSEWHERE:
        return None
    try:
        key: str = backend_named(name).key.name
    except (DeviceError, RuntimeError, TypeError):
        try:
            return slot_of(name)
        except RegistrationError:
            known = ", ".join(dict.fromkeys(["cpu", "cuda", *DEVICES]))
            raise DeviceError(
                explain_error(f"device {name!r}", f"is unknown. Expected one of {known}")
            ) from None
    return key
