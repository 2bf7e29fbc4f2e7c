"""Nested containers are taken apart and put together as they were."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from typing import Any, NamedTuple

import pytest

from redispatch.utils import _pytree as pytree


class Point(NamedTuple):
    x: Any
    y: Any


TREES: list[Any] = [
    1,
    (),
    [1, (2, [3])],
    {"b": 1, "a": [2]},
    Point(1, (2,)),
    OrderedDict([("z", 1), ("a", 2)]),
    defaultdict(list, {"k": [1]}),
    deque([1, 2], maxlen=5),
    None,
]


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_there_and_back(tree: Any) -> None:
    leaves, spec = pytree.tree_flatten(tree)
    again = pytree.tree_unflatten(leaves, spec)
    assert again == tree and type(again) is type(tree)
    assert spec == pytree.tree_structure(tree) and spec.num_leaves == len(leaves)
    if isinstance(tree, deque):
        assert again.maxlen == 5
    if isinstance(tree, defaultdict):
        assert again.default_factory is list


def test_functions_are_applied_to_leaves() -> None:
    tree = {"a": [1, "s"], "b": Point(2, None)}
    assert pytree.tree_map(str, tree) == {"a": ["1", "s"], "b": Point("2", "None")}
    assert pytree.tree_map_only(int, lambda n: -n, tree) == {"a": [-1, "s"], "b": Point(-2, None)}
    assert pytree.tree_map_only(lambda v: v is None, lambda _: 0, tree)["b"] == Point(2, 0)
    assert pytree.tree_map(lambda a, b: a + b, [1, (2,)], [10, (20,)]) == [11, (22,)]
    seen: list[Any] = []
    assert pytree.tree_map_(seen.append, tree) is tree and seen == [1, "s", 2, None]
    assert pytree.tree_leaves(tree) == seen
    assert pytree.arg_tree_leaves(1, [2], k=3) == [1, 2, 3]


def test_questions_about_leaves() -> None:
    tree = [1, (2, "s")]
    assert pytree.tree_any(lambda v: v == "s", tree)
    assert not pytree.tree_all(lambda v: v == "s", tree)
    assert pytree.tree_all_only(int, lambda n: n > 0, tree)
    assert not pytree.tree_any_only(int, lambda n: n > 5, tree)


def test_what_counts_as_a_leaf_can_be_said() -> None:
    leaves = pytree.tree_leaves([(1, 2), 3], is_leaf=lambda v: isinstance(v, tuple))
    assert leaves == [(1, 2), 3]


def test_a_class_can_be_registered_once() -> None:
    class Box:
        def __init__(self, content: Any) -> None:
            self.content = content

    pytree.register_pytree_node(
        Box, lambda box: ([box.content], None), lambda values, _: Box(*values)
    )
    try:
        assert pytree.tree_map(lambda n: n + 1, [Box(1)])[0].content == 2
        with pytest.raises(ValueError, match="already registered"):
            pytree.register_pytree_node(Box, lambda b: ([], None), lambda v, c: None)
    finally:
        del pytree.SUPPORTED_NODES[Box]
    assert len(pytree.tree_leaves(Box(1))) == 1


def test_a_wrong_number_of_leaves_is_refused() -> None:
    with pytest.raises(ValueError, match="1 leaves for a tree of 2"):
        pytree.tree_unflatten([1], pytree.tree_structure([1, 2]))
    assert repr(pytree.tree_structure([1])) == "TreeSpec(list, None, [*])"
