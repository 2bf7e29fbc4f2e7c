"""Saved-tensor hooks: what they see, which place in the graph values get back, and errors."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import Function, grad
from redispatch.autograd.graph import disable_saved_tensors_hooks, saved_tensors_hooks


def leaf(*values: float) -> Any:
    return rd.tensor(list(values) or [0.5, 0.7], dtype=rd.float64, requires_grad=True)


class Log:
    """Hooks that note what they see; pack clones."""

    def __init__(self, factor: float = 1.0) -> None:
        self.packed: list[Any] = []
        self.unpacked: list[Any] = []
        self.factor = factor

    def pack(self, t: Any) -> Any:
        self.packed.append((t.requires_grad, t.grad_fn, t.tolist(), rd.is_grad_enabled()))
        return t.detach() * self.factor

    def unpack(self, packed: Any) -> Any:
        self.unpacked.append(packed)
        return packed

    def hooks(self) -> saved_tensors_hooks:
        return saved_tensors_hooks(self.pack, self.unpack)


def identity() -> saved_tensors_hooks:
    return saved_tensors_hooks(lambda t: t, lambda t: t)


class Triple(Function):
    """Saves an input, an output and None."""

    @staticmethod
    def forward(ctx: Any, x: Any, n: int) -> Any:
        y = x * x * x
        ctx.save_for_backward(x, y, None)
        return y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, y, nothing = ctx.saved_tensors
        assert nothing is None
        return g * 3 * y / x, None


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "inputs": lambda x: (x * x.sin()).sum(),
    "outputs": lambda x: x.exp().tanh().sum(),
    "a leaf used twice": lambda x: (x * x * x).sum(),
    "a plain operand": lambda x: (x * rd.tensor([2.0, 3.0], dtype=rd.float64)).sin().sum(),
    "a view": lambda x: (x[0] * x[1:] * x).sum(),
    "products": lambda x: (x.reshape(1, 2) @ x.reshape(2, 1)).exp().sum(),
    "in place, input saved": lambda x: (x * 1).sin_().mul_(x).exp().sum(),
    "in place, result saved": lambda x: (x * 1).exp_().mul(x).sum(),
    "in place by itself": lambda x: _squared((x * 1).exp()).sum(),
    "a write to a view": lambda x: _written(x).sum(),
    "a Function": lambda x: (Triple.apply(x, 2) * x.exp()).sum(),
    "several dtypes": lambda x: (x.to(rd.float32) * x).exp().sum(),
}


def _squared(b: Any) -> Any:
    return b.clone().mul_(b).sin()


def _written(x: Any) -> Any:
    y = (x * x).exp()
    z = y * 1
    z[0:1].sin_()
    z[1].mul_(x[0])
    return z * z.tanh()


def derivatives(program: Any, hooks: Any = None) -> list[Any]:
    x = leaf()
    if hooks is None:
        y = program(x)
    else:
        with hooks:
            y = program(x)
    (first,) = grad(y, x, create_graph=True)
    (second,) = grad((first * first).sum(), x)
    return [y.item(), first.tolist(), second.tolist()]


@pytest.mark.parametrize("name", PROGRAMS)
def test_first_and_second_derivatives_are_those_without_hooks(name: str) -> None:
    expected = derivatives(PROGRAMS[name])
    for hooks in (Log().hooks(), identity()):
        found = derivatives(PROGRAMS[name], hooks)
        for a, b in zip(found, expected, strict=True):
            assert a == pytest.approx(b, rel=1e-12), name


def test_backward_uses_what_unpack_returns() -> None:
    x = leaf(1.0, 2.0)
    with saved_tensors_hooks(lambda t: t, lambda t: t * 10):
        y = x * x
    y.sum().backward()
    assert x.grad.tolist() == [20.0, 40.0]


def test_every_saved_tensor_is_packed_and_nothing_else() -> None:
    x, log = leaf(2.0), Log()
    mask = rd.tensor([True])
    with log.hooks():
        x + x, x * 2, -x, x.sum(), x.clone(), x.reshape(1, 1)
        assert log.packed == []
        x.exp()  # its output
        x * rd.tensor([3.0], dtype=rd.float64)  # only the operand that the input's formula names
        rd.where(mask, x, 0.0)
        Triple.apply(x, 2)
    assert [entry[2] for entry in log.packed] == [
        [pytest.approx(7.389056)], [3.0], [True], [2.0], [8.0],
    ]  # fmt: skip
    assert [entry[0] for entry in log.packed] == [True, False, False, True, True]
    assert not any(entry[3] for entry in log.packed)  # grad mode is off


def test_nothing_is_packed_where_nothing_is_recorded() -> None:
    log = Log()
    with log.hooks():
        leaf().detach().exp()
        with rd.no_grad():
            leaf().exp()
            Triple.apply(leaf(), 2)
    assert log.packed == []


def test_an_input_is_packed_as_the_object_that_it_is() -> None:
    x = leaf()
    seen = []
    with saved_tensors_hooks(lambda t: seen.append(t) or t, lambda t: t):  # type: ignore[func-returns-value]
        x.sin()
    assert seen[0] is x


def test_the_innermost_pair_alone_is_used() -> None:
    x, outer, inner = leaf(), Log(), Log()
    with outer.hooks():
        with inner.hooks():
            a = x.exp()
        b = x.exp()
    assert len(outer.packed) == len(inner.packed) == 1
    (a + b).sum().backward()
    assert len(outer.unpacked) == len(inner.unpacked) == 1
    x.exp().sum().backward()
    assert len(outer.packed) == 1


def test_unpack_is_called_for_each_use() -> None:
    x, log = leaf(), Log()
    with log.hooks():
        y = x.exp()
    y.sum().backward(retain_graph=True)
    y.sum().backward(retain_graph=True)
    assert y.grad_fn._saved_result.grad_fn is y.grad_fn
    assert len(log.unpacked) == 3


def test_hooks_do_not_pack_what_they_compute() -> None:
    x, log = leaf(), Log()
    with saved_tensors_hooks(lambda t: (log.pack(t), (t * t).exp())[1], lambda t: t):
        x.exp()
    assert len(log.packed) == 1


def test_a_pack_hook_that_records_packs_forever() -> None:
    x = leaf()

    def pack(t: Any) -> Any:
        with rd.enable_grad():
            return t * x

    with pytest.raises(RecursionError), saved_tensors_hooks(pack, lambda t: t):
        x * x


@pytest.mark.parametrize("alias", [lambda t: t, lambda t: t.detach(), lambda t: t[0]])
@pytest.mark.parametrize("save", [lambda x: x.exp(), lambda x: (x * 1).sin()])
def test_a_pack_hook_must_not_write_to_its_input(alias: Any, save: Any) -> None:
    def pack(t: Any) -> Any:
        return alias(t).mul_(2)

    with pytest.raises(RuntimeError, match="pack hook is modifying its input in place"):
        with saved_tensors_hooks(pack, lambda t: t):
            save(leaf())


@pytest.mark.parametrize("where", ["pack", "unpack"])
def test_errors_of_hooks_keep_their_type(where: str) -> None:
    class Wrong(Exception):
        pass

    def fail(_: Any) -> Any:
        raise Wrong("here")

    x = leaf()
    pack, unpack = (fail, lambda t: t) if where == "pack" else (lambda t: t, fail)
    if where == "pack":
        with pytest.raises(Wrong), saved_tensors_hooks(pack, unpack):
            x.exp()
    else:
        with saved_tensors_hooks(pack, unpack):
            y = x.exp()
        with pytest.raises(Wrong):
            y.sum().backward()
        with pytest.raises(Wrong):
            _ = y.grad_fn._saved_result
    x.exp().sum().backward()  # the hooks are not in force any more


def test_unpack_must_return_a_tensor() -> None:
    x = leaf()
    with saved_tensors_hooks(lambda t: t, lambda t: 1.0):  # type: ignore[arg-type,return-value]
        y = x.exp()
    with pytest.raises(TypeError, match="expected to be a Tensor but got result of type float"):
        y.sum().backward()


def test_an_unpacked_tensor_of_another_dtype_is_cast_back() -> None:
    x: Any = rd.tensor([1.0, 2.0], requires_grad=True)
    with saved_tensors_hooks(lambda t: t, lambda t: t.to(rd.float64)):
        y = x * x
    y.sum().backward()
    assert x.grad.dtype is rd.float32 and x.grad.tolist() == [2.0, 4.0]


def test_with_hooks_versions_are_not_compared() -> None:
    x = leaf(1.0, 2.0)
    a = x * 1
    with identity():
        y = a * a
    with rd.no_grad():
        a.mul_(10)
    y.sum().backward()
    assert x.grad.tolist() == [20.0, 40.0]


def test_no_reference_cycle_even_if_pack_keeps_what_it_gets() -> None:
    gc.collect()
    gc.disable()
    try:
        with identity():
            y = Triple.apply(leaf().exp(), 1)
            z = (y * 1).exp_()
        node = weakref.ref(z.grad_fn), weakref.ref(y.grad_fn)
        del y, z
        assert [n() for n in node] == [None, None]
    finally:
        gc.enable()


def test_release_lets_go_of_packed_values() -> None:
    class Token:
        pass

    tokens: list[Any] = []

    def pack(t: Any) -> Any:
        token = Token()
        tokens.append(weakref.ref(token))
        return token, t

    x = leaf()
    with saved_tensors_hooks(pack, lambda kept: kept[1]):
        y = Triple.apply(x, 1).exp()
    y.sum().backward()
    assert tokens and all(token() is None for token in tokens)
    with pytest.raises(RuntimeError, match="second time"):
        _ = y.grad_fn._saved_result


def test_hooks_are_local_to_a_thread() -> None:
    log, other = Log(), []
    with log.hooks():
        thread = threading.Thread(target=lambda: other.append(leaf().exp()))
        thread.start()
        thread.join()
    assert other and log.packed == []


def test_hooks_as_a_decorator() -> None:
    log = Log()

    @log.hooks()
    def compute(x: Any) -> Any:
        return x.exp()

    compute(leaf())
    leaf().exp()
    assert len(log.packed) == 1


def test_lists_of_tensors_are_packed_one_by_one() -> None:
    x, log = leaf(3.0, 4.0), Log()
    places = rd.tensor([1, 1])
    with log.hooks():
        y = x[places]
    assert [entry[2] for entry in log.packed] == [[1, 1]]
    places.fill_(0)
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 2.0]
    z: Any = x[places]
    z.grad_fn._raw_saved_indices[0].register_hooks(lambda t: t, lambda t: 1 - t)
    x.grad = None
    z.sum().backward()
    assert x.grad.tolist() == [0.0, 2.0]


# ----- raw saved tensors -----


def test_hooks_on_one_saved_tensor() -> None:
    x = leaf(1.0, 2.0)
    y = x * x.detach()
    node: Any = y.grad_fn
    seen = []
    node._raw_saved_other.register_hooks(
        lambda t: seen.append(t.tolist()), lambda _: x.detach() * 5
    )
    assert seen == [[1.0, 2.0]]  # at once
    assert node._saved_other.tolist() == [5.0, 10.0]
    y.sum().backward()
    assert x.grad.tolist() == [5.0, 10.0]


def test_hooks_on_a_saved_output_keep_second_derivatives() -> None:
    x = leaf(1.0)
    y = x.exp()
    node: Any = y.grad_fn
    node._raw_saved_result.register_hooks(lambda t: t.tolist(), lambda v: rd.tensor(v).double())
    (first,) = grad(y.sum(), x, create_graph=True)
    (second,) = grad(first.sum(), x)
    assert second.tolist() == pytest.approx([2.718281828459045], rel=1e-6)


def test_hooks_on_what_a_function_saved() -> None:
    x = leaf(2.0)
    y = Triple.apply(x, 1)
    raw = y.grad_fn._raw_saved_tensors
    raw[1].register_hooks(lambda t: t * 2, lambda t: t)
    y.sum().backward()
    assert x.grad.tolist() == [24.0]


def test_refusals_of_raw_saved_tensors() -> None:
    x = leaf()
    y = x * x.detach()
    node: Any = y.grad_fn
    raw = node._raw_saved_other
    for pair in ((1, lambda t: t), (lambda t: t, None)):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            raw.register_hooks(*pair)
    with pytest.raises(RuntimeError, match="pack hook is modifying its input"):
        raw.register_hooks(lambda t: t.add_(1), lambda t: t)
    with pytest.raises(RuntimeError, match="value None is forbidden"):
        node._raw_saved_self.register_hooks(lambda t: t, lambda t: t)
    raw.register_hooks(lambda t: t, lambda t: t)
    with pytest.raises(RuntimeError, match="already been set"):
        raw.register_hooks(lambda t: t, lambda t: t)
    with identity():
        z: Any = x.exp()
    with pytest.raises(RuntimeError, match="already been set"):
        z.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)
    z.sum().backward()
    with pytest.raises(RuntimeError, match="after it has been freed"):
        z.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)


def test_saved_tensors_are_not_made_by_hand() -> None:
    with pytest.raises(RuntimeError, match="create a SavedTensor object from Python is forbidden"):
        rd.autograd.SavedTensor()


# ----- where hooks are forbidden -----


def test_hooks_can_be_forbidden() -> None:
    with disable_saved_tensors_hooks("outer"):
        with pytest.raises(RuntimeError, match="outer"), identity():
            pass
        with disable_saved_tensors_hooks("inner"):
            with pytest.raises(RuntimeError, match="inner"), identity():
                pass
        with pytest.raises(RuntimeError, match="outer"), identity():
            pass
    with identity():
        with pytest.raises(RuntimeError, match="while active"):
            with disable_saved_tensors_hooks("while active"):
                pass
    with disable_saved_tensors_hooks("again"):
        pass
    with identity():
        pass
