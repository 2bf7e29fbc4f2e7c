"""Keys: their bits, their order, sets of them, and what becomes of them when they are removed."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy import Toy

from redispatch.dispatch import (
    DispatchKey,
    DispatchKeySet,
    KeyGuard,
    KeyRemovedError,
    RegistrationError,
    register_layer,
    remove_key,
    restore,
    snapshot,
)
from redispatch.dispatch.keys import (
    AUTOGRAD,
    FACTS_MASK,
    INFERENCE,
    KEYS,
    SCALAR_MASK,
    VERSION,
    Kind,
)
from redispatch.dispatch.tensor import backend_of

LAYERS = [
    "FunctionMode",
    "Function",
    "Transforms",
    "Autocast",
    "ForwardAD",
    "Autograd",
    "Version",
    "Python",
    "Trace",
]


@contextmanager
def layer(name: str, **place: Any) -> Iterator[DispatchKey]:
    key = register_layer(name, "a test", **place)
    try:
        yield key
    finally:
        if not key.removed:
            remove_key(key)


def names() -> list[str]:
    return [key.name for key in KEYS.order]


def test_the_built_in_layers_stand_in_their_order() -> None:
    assert names()[: len(LAYERS)] == LAYERS
    assert all(key.why for key in KEYS.order)


def test_layers_markers_and_backends_stay_together(toy: Toy) -> None:
    with layer("Low"):
        kinds = [key.kind for key in KEYS.order]
        assert kinds == sorted(kinds, key=[Kind.LAYER, Kind.MARKER, Kind.BACKEND].index)
        assert names().index("Low") == len(LAYERS)


def test_no_bit_is_shared_with_facts_scalars_or_another_key() -> None:
    bits = [key.bit for key in KEYS.order]
    assert len(set(bits)) == len(bits)
    assert not sum(bits) & (FACTS_MASK | SCALAR_MASK)


def test_any_number_of_keys_can_exist() -> None:
    made = [register_layer(f"Many{i}", "a test") for i in range(90)]
    try:
        bits = [key.bit for key in KEYS.order]
        assert len(set(bits)) == len(bits)
        assert not sum(bits) & (FACTS_MASK | SCALAR_MASK)
        assert [key.name for key in DispatchKeySet(made)] == [key.name for key in made]
    finally:
        for key in made:
            remove_key(key)


def test_a_layer_is_placed_right_above_or_right_below() -> None:
    with layer("Up", above="Autograd"), layer("Down", below="Autograd"):
        at = names().index("Autograd")
        assert names()[at - 1 : at + 2] == ["Up", "Autograd", "Down"]
        with layer("Between", above="Down", below="Up"):
            assert names()[at - 1 : at + 3] == ["Up", "Autograd", "Between", "Down"]


def test_the_newest_backend_stands_above_the_older_ones() -> None:
    with Toy("ToyOld"), Toy("ToyNew"):
        assert names().index("ToyNew") == names().index("ToyOld") - 1


def test_a_layer_above_a_backend_is_above_all_of_them() -> None:
    with Toy("ToyOld"), Toy("ToyNew"), layer("Low", above="ToyOld"):
        assert names().index("Low") < names().index("ToyNew")


@pytest.mark.parametrize(
    ("name", "place", "message"),
    [
        ("Autograd", {}, "exists already"),
        ("no name", {}, "accepted: a Python identifier"),
        ("Composite", {}, "second meaning"),
        ("New", {"above": "Autogard"}, "did you mean Autograd"),
        ("New", {"below": "Inference"}, "cannot be placed below Inference"),
        ("New", {"above": "Autograd", "below": "Version"}, "cannot be placed above Autograd"),
    ],
)
def test_a_refused_key_leaves_no_trace(name: str, place: dict[str, str], message: str) -> None:
    bits = dict(KEYS.by_bit)
    with pytest.raises(RegistrationError, match=message):
        register_layer(name, "a test", **place)
    assert KEYS.by_bit == bits


def test_a_key_cannot_give_a_slot_a_second_meaning(toy: Toy) -> None:
    with pytest.raises(RegistrationError, match="'AutogradToy' a second meaning"):
        register_layer("AutogradToy", "a test")
    with layer("UnitsAuto"), Toy("gradToy2"):
        pass
    with layer("Units"), Toy("AutoToy"), pytest.raises(RegistrationError, match="second meaning"):
        register_layer("UnitsAuto", "would make UnitsAuto + Toy")


@pytest.mark.parametrize("key", [AUTOGRAD, VERSION, INFERENCE, "Python"])
def test_built_in_keys_cannot_be_removed(key: DispatchKey | str) -> None:
    with pytest.raises(RegistrationError, match="built in"):
        remove_key(key)


def test_keys_are_copied_and_pickled_as_themselves() -> None:
    assert copy.deepcopy(AUTOGRAD) is AUTOGRAD
    assert pickle.loads(pickle.dumps(AUTOGRAD)) is AUTOGRAD


# sets -------------------------------------------------------------------------------------------

some_keys = st.sets(st.sampled_from([*LAYERS, "Inference"]))


@given(some_keys, some_keys)
def test_sets_are_sets(left: set[str], right: set[str]) -> None:
    a, b = DispatchKeySet(left), DispatchKeySet(right)
    for mine, theirs in ((a | b, left | right), (a & b, left & right), (a - b, left - right)):
        assert {key.name for key in mine} == theirs
        assert len(mine) == len(theirs)
        assert bool(mine) == bool(theirs)
        assert mine == DispatchKeySet(theirs)
        assert hash(mine) == hash(DispatchKeySet(theirs))
        assert all(name in mine for name in theirs)
        assert pickle.loads(pickle.dumps(mine)) == mine
    ordered = [key.name for key in a]
    assert ordered == [name for name in names() if name in left]
    assert a.highest() == (KEYS.by_name[ordered[0]] if ordered else None)
    for name in LAYERS:
        lower = a.below(name)
        assert {key.name for key in lower} == set(names()[names().index(name) + 1 :]) & left


def test_a_set_cannot_be_changed() -> None:
    keys = DispatchKeySet("Autograd")
    with pytest.raises(AttributeError):
        keys.bits = 0
    with pytest.raises(AttributeError):
        del keys.bits
    assert repr(keys) == "DispatchKeySet(Autograd)"
    assert keys != 16


def test_a_set_of_unknown_names_is_refused() -> None:
    with pytest.raises(RegistrationError, match="did you mean Version"):
        DispatchKeySet("Verzion")


# removal ----------------------------------------------------------------------------------------


def test_a_tensor_of_a_removed_backend_says_so() -> None:
    with Toy() as toy:
        x = toy.tensor(1, 2)
        assert x.shape == (2,)
        keys = DispatchKeySet(x._keys)
    assert "Toy" not in names()
    assert repr(keys) == "DispatchKeySet(Version, Toy (removed))"
    for name in ("shape", "dtype", "device"):
        with pytest.raises(KeyRemovedError, match="backend Toy was removed"):
            getattr(x, name)
    with pytest.raises(KeyRemovedError, match="was removed"):
        remove_key(toy.key)


def test_a_bit_is_free_when_the_last_tensor_is_gone() -> None:
    with Toy() as first:
        x = first.tensor(1)
    with Toy() as second:  # the same name: only the bit tells them apart
        assert second.key.bit != first.key.bit
        with pytest.raises(KeyRemovedError):
            backend_of(x)
    del x
    with Toy() as third:
        assert third.key.bit == first.key.bit
        assert first.key not in KEYS.retired


@pytest.mark.parametrize("holder", ["state", "snapshot", "guard", "set"])
def test_a_bit_is_kept_by(holder: str) -> None:
    with Toy() as toy:
        bit = toy.key.bit
        keys = DispatchKeySet(toy.key)
        guard = KeyGuard(exclude=keys)
        with guard:
            carried = snapshot()
    if holder != "set":
        del keys
    if holder != "guard":
        del guard
    if holder == "state":
        with restore(carried):
            del carried
            KEYS.sweep()
            assert bit in KEYS.by_bit
    else:
        if holder != "snapshot":
            del carried
        KEYS.sweep()
        assert bit in KEYS.by_bit
    keys = guard = carried = None  # type: ignore[assignment]
    KEYS.sweep()
    assert bit not in KEYS.by_bit


def test_backends_in_a_loop_use_one_bit() -> None:
    def bit(i: int) -> int:
        with Toy(f"Loop{i}") as toy:
            toy.tensor(1)
            return toy.key.bit

    assert len({bit(i) for i in range(20)}) == 1
