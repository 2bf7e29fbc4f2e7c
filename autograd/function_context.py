"""The context of a `Function`, which is also its node: what is saved, and what backward may return.

Decides how saved tensors are kept and checked, and how gradients of user code are validated. Must
not know how outputs get their place in the graph (function.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dispatch.current import RECORD_LINES, facts, without_grad
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import _to_copy
from ..dispatch.keys import AUTOGRAD
from ..dispatch.tensor import Tensor, backend_of_keys
from .conjugate import BecomesComplex
from .lines import note_saved
from .meta import Edge, current_edge
from .node import Node, gradient_tensor, second_time
from .reduce import sum_to
from .saved import counter_of, kept, stale, tensor_of_kept
from .saved_hooks import Packed, hold, hold_result, hooks_in_force
from .saved_values import SavedTensor

Like = Any  # sizes and dtype of a payload, as its backend compares them, with the backend's keys


class FunctionCtx:
    """What forward and backward of a `Function` share."""

    needs_input_grad: tuple[bool, ...]
    to_save: tuple[Any, ...]
    saved_for_forward: tuple[Any, ...]
    unmaterialized: tuple[int, ...]
    dirty_tensors: tuple[Any, ...]
    fixed_tensors: tuple[Any, ...]
    materialize: bool
    _materialize_non_diff_grads = True  # whether outputs marked non-differentiable get zeros too

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors for backward; the last call wins, None is allowed."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors for `jvp`."""
        for t in tensors:
            assert isinstance(t, Tensor) or t is None, "save_for_forward expects tensors or None"
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say that forward wrote to these inputs; they must be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say that these outputs have no gradient."""
        self.fixed_tensors = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward gets zeros for outputs without a gradient (the default), or None."""
        self.materialize = value


def _number(edge: Any) -> int:
    """Return which output of its node an edge stands for."""
    return edge[2] if len(edge) > 2 else 0


BENEATH = ~AUTOGRAD.bit
UNWANTED = False  # stands for a tensor that needs no gradient, where others have a `Like`


def like_of(tensor: Any) -> Like:
    """Return what a gradient of a tensor must look like."""
    if not isinstance(tensor, Tensor):
        return None
    keys = tensor._keys & BENEATH
    return (backend_of_keys(keys).like(tensor._data), keys)


class CustomNode(FunctionCtx, Node):
    """The node class of a `Function`; see Note [The node is the context] in function.py."""

    __slots__ = (
        "dirty_tensors", "fixed_tensors", "inputs_like", "many",
        "materialize", "needs_input_grad", "next_edges", "outputs", "outputs_like", "released",
        "saved", "saved_for_forward", "saves", "to_save", "unmaterialized",
    )  # fmt: skip
    function: Any = None
    gradient: Any = None  # the user's backward or vjp
    in_jvp = False

    # made ready by Function.apply -------------------------------------------------------------

    def begin(self) -> None:
        """Fill the slots that forward may set."""
        self.extra = None
        self.released = self.saves = False
        self.materialize = True
        self.to_save = self.dirty_tensors = self.fixed_tensors = self.unmaterialized = ()
        self.saved_for_forward = ()

    def connect(self, args: tuple[Any, ...], edges: list[Edge], outputs: Sequence[Any]) -> None:
        """Note the edges, and what the gradients of inputs and outputs must look like."""
        self.next_edges = tuple(edges)
        likes: list[Like] = []
        self.inputs_like = likes
        for argument, edge in zip(args, edges, strict=False):
            if edge is not None:
                likes.append(like_of(argument))
            else:  # no tensor, or one that needs no gradient
                likes.append(UNWANTED if isinstance(argument, Tensor) else None)
        self.outputs_like = found = [like_of(each) for each in outputs]
        self.outputs = count = len(outputs)
        self.many = count > 1
        self.keys = 0
        for like in found:
            if like is not None:
                self.keys = like[1]
                break

    def marked(self, tensors: tuple[Any, ...]) -> dict[int, Any]:
        """Return the tensors marked dirty or non-differentiable, by identity."""
        for t in tensors:
            if not isinstance(t, Tensor):
                raise TypeError(
                    f"{self.name()}: only tensors can be marked, got {type(t).__name__}"
                )
        return {id(t): t for t in tensors}

    def finish(self, recorded: bool) -> None:
        """Keep the saved tensors, once it is known which of them are outputs."""
        kept = tuple([self._keep(t) for t in self.to_save]) if recorded else ()
        if kept and facts().flags & RECORD_LINES:
            note_saved(self, self.name())
        self.saved = kept
        self.saves = bool(kept)
        self.to_save = self.dirty_tensors = self.fixed_tensors = ()

    def _keep(self, tensor: Any) -> Any:
        if tensor is None:
            return None
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"save_for_backward can only save variables, but argument is of type "
                f"{type(tensor).__name__}"
            )
        edge = tensor._autograd
        if edge is not None and edge.__class__ is not tuple:
            edge = current_edge(tensor)
        is_output = edge.__class__ is tuple and edge[1] is self
        if hooks_in_force():
            return hold_result(tensor, _number(edge)) if is_output else hold(tensor, edge)
        if is_output:  # kept without its place
            counter = counter_of(tensor)
            return (None, kept(tensor), counter, counter.value, edge, tensor._keys)
        counter = tensor._counter
        return (tensor, None, None, 0 if counter is None else counter.value, None, 0)

    def held_bits(self) -> int:
        """Return the bits of the keys of all inputs and outputs."""
        bits = super().held_bits()
        for name in ("inputs_like", "outputs_like"):
            for like in getattr(self, name, ()):
                bits |= like[1] if like else 0  # UNWANTED has no keys
        return bits

    # reading back -----------------------------------------------------------------------------

    def _unpack(self, kept: Any) -> Any:
        if kept is None:
            return None
        if kept.__class__ is Packed:
            return kept.unpacked(self)
        tensor, payload, counter, expected, edge, keys = kept
        if tensor is None:
            t = tensor_of_kept(payload, keys, counter)
            if counter.value != expected:
                stale(self, "output", counter.value, expected, t)
            t._autograd = (self.seq, self, *edge[2:])
            return t
        counter = tensor._counter
        found = 0 if counter is None else counter.value
        if found != expected:
            stale(self, "saved tensor", found, expected, tensor)
        return tensor

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors kept for backward."""
        if self.in_jvp:
            return self.saved_for_forward
        if self.released:
            second_time()
        return tuple([self._unpack(k) for k in getattr(self, "saved", ())])

    saved_variables = saved_tensors

    @property
    def _raw_saved_tensors(self) -> tuple[SavedTensor, ...]:
        """What `saved_tensors` returns, as it is kept: see `SavedTensor.register_hooks`."""
        if self.released:
            second_time()
        return tuple([self._raw(place) for place in range(len(getattr(self, "saved", ())))])

    def _raw(self, place: int) -> SavedTensor:
        def get() -> Any:
            return None if self.released else self.saved[place]

        def put(pack: Any) -> None:
            tensor = self._unpack(self.saved[place])
            edge = current_edge(tensor)
            if edge.__class__ is tuple and edge[1] is self:
                edge = _number(edge)
            packed = pack(tensor.detach(), edge)
            self.saved = (*self.saved[:place], packed, *self.saved[place + 1 :])

        return SavedTensor(self, get, put)

    # as a node ----------------------------------------------------------------------------------

    def edges(self) -> tuple[Edge, ...]:
        """Return an edge for each argument of forward."""
        return self.next_edges

    def release(self) -> None:
        """Let go of the saved tensors; without any, backward may run again."""
        if self.saved:
            self.saved = ()
            self.released = True

    def raw(self, g: Any) -> Any:
        """Return the gradients of the inputs as payloads; see Note [Two currencies].

        The commonest case, one argument and one gradient that fits it, is done here in one go, 0.5
        us faster than by `Node.raw`. Such a gradient has the dtype of its input.
        """
        likes = self.inputs_like
        if g is None or self.many or len(likes) != 1:
            return super().raw(g)
        wrapped = gradient_tensor(g, self.keys)
        given = without_grad(self.gradient, wrapped)
        like = likes[0]
        if like and given.__class__ is Tensor:
            backend, payload = backend_of_keys(given._keys), given._data
            if given._keys & BENEATH == like[1] and backend.like(payload) == like[0]:
                if backend.is_complex(payload):
                    raise BecomesComplex((payload,))
                return (payload,)
        return self._unwrapped(without_grad(self._checked, given))

    def apply(self, g: Any) -> Any:
        """Call the user's backward with a gradient for each output, and check what it returns."""
        if g is not None and not self.many:
            given = self.gradient(g)
        else:
            given = self.gradient(*self._materialized(g))
        return self._checked(given)

    def _checked(self, given: Any) -> Any:
        """Return what the user's backward gave as a tuple of gradients that fit, or refuse it."""
        if given.__class__ is not tuple:
            given = (given,)
        likes = self.inputs_like
        if len(given) == 1 == len(likes) and given[0] is not None:
            if likes[0] is not None and like_of(given[0]) == likes[0]:
                return given  # the commonest case, one argument and a gradient that fits
        return self._validate(given)

    def _materialized(self, g: Any) -> list[Any]:
        """Return the gradients of the outputs, zeros for those without one if that is wanted."""
        grads = list(g) if self.many else [g]
        if self.materialize:
            for place, like in enumerate(self.outputs_like):
                if grads[place] is None and like is not None and place not in self.unmaterialized:
                    grads[place] = _zeros(like)
        return grads

    def _validate(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        likes = self.inputs_like
        if len(given) != len(likes):
            given = self._right_number(given)
        for value, like in zip(given, likes, strict=True):
            if value is not None and (like is None or like_of(value) != like):
                break
        else:  # the common case: every gradient is just what its input asks for
            return given
        return tuple(
            [self._fit(i, v, like) for i, (v, like) in enumerate(zip(given, likes, strict=True))]
        )

    def _right_number(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        count = len(self.inputs_like)
        if len(given) > count and all(g is None for g in given[count:]):
            return given[:count]
        raise RuntimeError(
            f"function {self.name()} returned an incorrect number of gradients (expected {count}, "
            f"got {len(given)})"
        )

    def _fit(self, place: int, value: Any, like: Like) -> Any:
        """Return one gradient in the form of its input, or refuse it."""
        if value is None:
            return None
        if not isinstance(value, Tensor):
            raise RuntimeError(
                f"function {self.name()} returned a gradient of type {type(value).__name__} at "
                f"position {place}, but expected a Variable or None"
            )
        if like is None:
            raise RuntimeError(
                f"function {self.name()} returned a gradient different from None at position "
                f"{place}, but the corresponding forward input was not a Variable"
            )
        return None if like is UNWANTED else fit(self, value, place, like)


def _zeros(like: Like) -> Tensor:
    backend = backend_of_keys(like[1])
    zeros: Tensor = backend.tensor(backend.zeros(*backend.described(like[0])))
    return zeros


def fit(node: Node, value: Tensor, place: int, like: Any) -> Tensor:
    """Return a gradient in the sizes and dtype of its input, or refuse it."""
    shape, kind = backend_of_keys(like[1]).described(like[0])
    own = tuple(value.shape)
    if own != shape:
        lead = len(own) - len(shape)
        fits = lead >= 0 and all(s == 1 or s == n for s, n in zip(shape, own[lead:], strict=True))
        if not fits:
            raise RuntimeError(
                explain_error(
                    f"Function {node.name()}",
                    f"returned an invalid gradient at index {place} - got {list(own)} but expected "
                    f"shape compatible with {list(shape)}",
                )
            )
        value = sum_to(value, shape)
    if value.dtype is not kind:
        if value.dtype.is_complex and not kind.is_complex:
            raise RuntimeError(
                f"Function {node.name()} returned a complex gradient at index {place}, but its "
                "input is real"
            )
        value = _to_copy(value, kind)
    return value
