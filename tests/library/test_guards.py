"""Guards under PyTorch's names: they hold from their making, until deleted or the block's end."""

from __future__ import annotations

import pytest

import redispatch as rd
from redispatch.dispatch import DispatchKeySet, facts


def test_a_guard_holds_until_it_is_deleted() -> None:
    before = facts()
    x = rd.ones(1, requires_grad=True)
    guard = rd._C._AutoDispatchBelowAutograd()
    assert not (x * 2).requires_grad
    del guard
    assert facts() == before
    with rd._C._AutoDispatchBelowAutograd():
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad


def test_keys_are_found_by_pytorchs_names() -> None:
    before = facts()
    version = rd._C.DispatchKey.ADInplaceOrView
    with rd._C._ExcludeDispatchKeyGuard(rd._C.DispatchKeySet(version)):
        x = rd.ones(1)
        x.add_(1)
        assert x._version == 0
    assert rd._C.DispatchKey.CPU is rd._C.DispatchKey.NumPy
    with pytest.raises(AttributeError):
        rd._C.DispatchKey.CUDA  # noqa: B018 - reading it is the test
    assert not hasattr(rd._C.DispatchKey, "__wrapped__")
    guard = rd._C._IncludeDispatchKeyGuard("Python")
    assert facts().included & DispatchKeySet("Python").bits
    guard.release()
    guard.release()
    assert facts() == before
