"""Nested containers: what is in them, and the same containers with other things in them.

Decides which containers are looked into (tuples, named tuples, lists, dicts, ordered and default
dicts, deques, and what is registered). Must not know tensors. The names are PyTorch's, for code
that handles the arguments of modes and tensor subclasses.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

PyTree = Any
Flatten = Callable[[Any], tuple[list[Any], Any]]
Unflatten = Callable[[Iterable[Any], Any], Any]
IsLeaf = Callable[[Any], bool] | None


class _Node(NamedTuple):
    """How one kind of container is taken apart and put together."""

    flatten: Flatten
    unflatten: Unflatten


SUPPORTED_NODES: dict[type, _Node] = {}


def register_pytree_node(
    cls: type, flatten_fn: Flatten, unflatten_fn: Unflatten, **_ignored: Any
) -> None:
    """Let containers of a class be looked into.

    Parameters
    ----------
    cls : type
        Exactly this class, not what is derived from it.
    flatten_fn : callable
        From an instance to the list of its children and a context.
    unflatten_fn : callable
        From children and context to an instance.

    Raises
    ------
    ValueError
        If the class is registered already.
    """
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls.__qualname__} is already registered as pytree node")
    SUPPORTED_NODES[cls] = _Node(flatten_fn, unflatten_fn)


def _dict_node(make: Callable[[Any, Any], Any]) -> _Node:
    def flatten(d: Any) -> tuple[list[Any], Any]:
        extra = d.default_factory if isinstance(d, defaultdict) else None
        return list(d.values()), (extra, list(d))

    def unflatten(values: Iterable[Any], context: Any) -> Any:
        return make(context[0], zip(context[1], values, strict=True))

    return _Node(flatten, unflatten)


SUPPORTED_NODES |= {
    tuple: _Node(lambda t: (list(t), None), lambda values, _: tuple(values)),
    list: _Node(lambda t: (list(t), None), lambda values, _: list(values)),
    dict: _dict_node(lambda _, pairs: dict(pairs)),
    OrderedDict: _dict_node(lambda _, pairs: OrderedDict(pairs)),
    defaultdict: _dict_node(defaultdict),
    deque: _Node(lambda d: (list(d), d.maxlen), deque),
}
_NAMED = _Node(lambda t: (list(t), type(t)), lambda values, cls: cls(*values))


def _is_named(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _node_of(tree: Any, is_leaf: IsLeaf) -> _Node | None:
    """Return how a value is taken apart, or None for a leaf."""
    if is_leaf is not None and is_leaf(tree):
        return None
    found = SUPPORTED_NODES.get(tree.__class__)
    return _NAMED if found is None and _is_named(tree) else found


class TreeSpec:
    """The containers of a tree without its leaves.

    Attributes
    ----------
    type, context : the kind of the outermost container; None for a leaf.
    children_specs : the trees within.
    num_leaves : how many leaves there are.
    """

    __slots__ = ("children_specs", "context", "num_leaves", "type")

    def __init__(self, type: Any, context: Any, children_specs: list[TreeSpec]) -> None:
        self.type = type
        self.context = context
        self.children_specs = children_specs
        leaf = type is None
        self.num_leaves: int = 1 if leaf else sum(c.num_leaves for c in children_specs)

    def is_leaf(self) -> bool:
        """Whether it stands for one leaf."""
        return self.type is None

    def unflatten(self, leaves: Iterable[Any]) -> PyTree:
        """Return the containers with these leaves in them."""
        return tree_unflatten(leaves, self)

    def _parts(self) -> tuple[Any, ...]:
        return self.type, self.context, self.children_specs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeSpec) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.type, self.num_leaves))

    def __repr__(self) -> str:
        if self.is_leaf():
            return "*"
        inner = ", ".join(map(repr, self.children_specs))
        return f"TreeSpec({self.type.__name__}, {self.context}, [{inner}])"


LeafSpec = TreeSpec(None, None, [])


def tree_flatten(tree: PyTree, is_leaf: IsLeaf = None) -> tuple[list[Any], TreeSpec]:
    """Return the leaves of a tree, and what puts them together again.

    Examples
    --------
    >>> leaves, spec = tree_flatten({"a": [1, 2], "b": (3,)})
    >>> leaves, tree_unflatten([10 * n for n in leaves], spec)
    ([1, 2, 3], {'a': [10, 20], 'b': (30,)})
    """
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree: PyTree, leaves: list[Any], is_leaf: IsLeaf) -> TreeSpec:
    node = _node_of(tree, is_leaf)
    if node is None:
        leaves.append(tree)
        return LeafSpec
    children, context = node.flatten(tree)
    return TreeSpec(tree.__class__, context, [_flatten(c, leaves, is_leaf) for c in children])


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> PyTree:
    """Return the containers of a spec with these leaves in them.

    Raises
    ------
    ValueError
        If the number of leaves is another.
    """
    given = list(leaves)
    if len(given) != treespec.num_leaves:
        raise ValueError(f"tree_unflatten: {len(given)} leaves for a tree of {treespec.num_leaves}")
    return _unflatten(iter(given), treespec)


def _unflatten(leaves: Iterator[Any], spec: TreeSpec) -> PyTree:
    if spec.is_leaf():
        return next(leaves)
    children = [_unflatten(leaves, child) for child in spec.children_specs]
    return SUPPORTED_NODES.get(spec.type, _NAMED).unflatten(children, spec.context)


def tree_iter(tree: PyTree, is_leaf: IsLeaf = None) -> Iterator[Any]:
    """Yield the leaves of a tree."""
    node = _node_of(tree, is_leaf)
    if node is None:
        yield tree
        return
    for child in node.flatten(tree)[0]:
        yield from tree_iter(child, is_leaf)


def tree_leaves(tree: PyTree, is_leaf: IsLeaf = None) -> list[Any]:
    """Return the leaves of a tree."""
    return list(tree_iter(tree, is_leaf))


def arg_tree_leaves(*args: PyTree, **kwargs: PyTree) -> list[Any]:
    """Return the leaves of the arguments of a call."""
    return [*tree_iter(args), *tree_iter(kwargs)]


def tree_structure(tree: PyTree, is_leaf: IsLeaf = None) -> TreeSpec:
    """Return the containers of a tree without its leaves."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(
    func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: IsLeaf = None
) -> PyTree:
    """Return the tree with a function applied to each leaf, and to those of others of its shape.

    Examples
    --------
    >>> tree_map(lambda x, y: x + y, (1, [2]), (10, [20]))
    (11, [22])
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_flatten(rest, is_leaf)[0] for rest in rests]
    return tree_unflatten(map(func, leaves, *others), spec)


def tree_map_(
    func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: IsLeaf = None
) -> PyTree:
    """Apply a function to each leaf for what it does, and return the tree itself."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def _only(kind: Any, func: Callable[..., Any]) -> Callable[[Any], Any]:
    chosen = kind if callable(kind) and not isinstance(kind, type) else None

    def applied(value: Any) -> Any:
        fits = chosen(value) if chosen is not None else isinstance(value, kind)
        return func(value) if fits else value

    return applied


def tree_map_only(
    type_or_types_or_pred: Any,
    func: Callable[..., Any],
    tree: PyTree,
    is_leaf: IsLeaf = None,
) -> PyTree:
    """Return the tree with a function applied to leaves of some types, the others as they are.

    Examples
    --------
    >>> tree_map_only(int, lambda n: -n, [1, "a", (2,)])
    [-1, 'a', (-2,)]
    """
    return tree_map(_only(type_or_types_or_pred, func), tree, is_leaf=is_leaf)


def tree_map_only_(
    type_or_types_or_pred: Any,
    func: Callable[..., Any],
    tree: PyTree,
    is_leaf: IsLeaf = None,
) -> PyTree:
    """Apply a function to leaves of some types for what it does, and return the tree itself."""
    return tree_map_(_only(type_or_types_or_pred, func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether something holds of all leaves."""
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None) -> bool:
    """Return whether something holds of one of the leaves."""
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(
    kind: Any, pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None
) -> bool:
    """Return whether something holds of all leaves of some types."""
    return all(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, kind))


def tree_any_only(
    kind: Any, pred: Callable[[Any], bool], tree: PyTree, is_leaf: IsLeaf = None
) -> bool:
    """Return whether something holds of one leaf of some types."""
    return any(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, kind))


def _broadcast_to_and_flatten(
    tree: PyTree, treespec: TreeSpec, is_leaf: IsLeaf = None
) -> list[Any] | None:
    """Return one value for each leaf of a spec, where a leaf of the tree stands for all below it.

    Examples
    --------
    >>> _broadcast_to_and_flatten((0, 1), tree_structure(("a", ["b", "c"])))
    [0, 1, 1]

    Returns
    -------
    list or None
        None if the tree has containers that the spec does not have.
    """
    node = _node_of(tree, is_leaf)
    if node is None:
        return [tree] * treespec.num_leaves
    if treespec.is_leaf() or tree.__class__ is not treespec.type:
        return None
    children, context = node.flatten(tree)
    if len(children) != len(treespec.children_specs) or context != treespec.context:
        return None
    found: list[Any] = []
    for child, spec in zip(children, treespec.children_specs, strict=True):
        inner = _broadcast_to_and_flatten(child, spec, is_leaf)
        if inner is None:
            return None
        found += inner
    return found
