"""Backends and user operators that come and go, also in threads, and transfers that fail."""

from __future__ import annotations

import contextlib
import gc
import linecache
import os
import threading
from typing import Any

import numpy as np
import pytest
from box import load

import redispatch as rd
from redispatch.backends import backend_named, register_backend
from redispatch.backends.backend import DEVICES
from redispatch.dispatch import KeyRemovedError, declare, kernel, undeclare
from redispatch.dispatch import tensor as tensor_module
from redispatch.dispatch.current import _BY_NUMBER, _INTERNED
from redispatch.dispatch.keys import KEYS
from redispatch.dispatch.registry import OPERATORS
from redispatch.dispatch.rules import RULES
from redispatch.dispatch.sources import forget_sources

example = load()


def use(number: int, backends: int, operators: int) -> None:
    """Register backends and operators with kernels, call and differentiate, take all back."""
    with contextlib.ExitStack() as stack:
        toys = [example.Toy(f"Loop{number}x{i}") for i in range(backends)]
        for toy in toys:
            stack.enter_context(register_backend(toy))
            for name, fn in example.KERNELS.items():
                kernel(name, toy.name)(example.boxed(fn))
        made = [declare(f"loop{number}::f{i}(Tensor self) -> Tensor") for i in range(operators)]
        for i, operator in enumerate(made):
            toy = toys[i % backends]
            kernel(operator, toy.name)(example.boxed(np.negative))
            assert operator(rd.ones(2, device=toy.device)).tolist() == [-1.0, -1.0]
            stack.callback(undeclare, operator)
        for toy in toys:
            x = rd.ones(2, device=toy.device, requires_grad=True)
            view = (x * 2)[:1]
            (view.add_(1) * x[1:]).sum().backward()
            assert x.grad is not None and x.grad.tolist() == [2.0, 3.0]


def sizes() -> dict[str, int]:
    """How much is kept, in every place that could keep something."""
    gc.collect()
    KEYS.sweep()
    forget_sources()
    return {
        "keys": len(KEYS.order) + len(KEYS.by_name),
        "bits": len(KEYS.by_bit),
        "retired": len(KEYS.retired),
        "devices": len(DEVICES),
        "tables": sum(len(stack) for t in RULES.tables.values() for stack in t.values()),
        "operators": len(OPERATORS),
        "facts": len(_INTERNED) + len(_BY_NUMBER),
        "owners": len(tensor_module._BY_KEYS),
        "source": sum(name.startswith("<redispatch") for name in linecache.cache),
    }


def loop(times: int) -> None:
    use(0, 10, 50)
    before = sizes()
    gc.collect()
    objects = len(gc.get_objects())
    for number in range(times):
        use(number, 10, 50)
    assert sizes() == before
    gc.collect()
    assert len(gc.get_objects()) - objects < 300 + times  # one for each of 10 backends: 10 * times


def test_ten_backends_and_fifty_operators_leave_everything_as_it_was() -> None:
    loop(3)


@pytest.mark.slow
def test_many_times() -> None:
    loop(int(os.environ.get("REDISPATCH_TIMES", "60")))  # 1,000 take four minutes


def test_a_node_that_outlives_its_backend_and_tensors_stays_removed() -> None:
    """Its bit is not given away: it would run its formula with another backend's kernels."""
    with example.register(example.Toy("First")):
        x = rd.ones(2, device="first", requires_grad=True)
        node: Any = (x * 2).exp().grad_fn
        assert node is not None
    del x
    gc.collect()
    for number in range(3):
        with example.register(example.Toy(f"Next{number}")):
            assert not backend_named(f"next{number}").key.bit & node.keys
            with pytest.raises(KeyRemovedError, match="First was removed"):
                node(rd.ones(2, device=f"next{number}"))
    bit = node.keys
    del node
    gc.collect()
    KEYS.sweep()
    assert not any(key.bit & bit for key in KEYS.retired)


def test_a_function_keeps_the_bits_of_its_inputs() -> None:
    class Move(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.cpu()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.to("first")

    with example.register(example.Toy("First")):
        first = backend_named("first").key
        y = Move.apply(rd.ones(2, device="first", requires_grad=True))
        assert str(y.device) == "numpy"
    KEYS.sweep()
    assert first in KEYS.retired and y.grad_fn.held_bits() & first.bit
    del y
    gc.collect()
    KEYS.sweep()
    assert first not in KEYS.retired


def test_eight_threads_register_use_and_remove_at_once() -> None:
    errors: list[BaseException] = []
    start = threading.Barrier(8)
    use(0, 2, 6)

    def plain() -> None:
        x = rd.ones(3, requires_grad=True)
        (x.exp() * x).sum().backward()
        assert x.grad is not None and np.allclose(x.grad.tolist(), [2 * np.e] * 3)

    plain()
    before = sizes()

    def work(number: int) -> None:
        try:
            start.wait()
            for turn in range(3):
                use(1000 * number + turn, 2, 6)
                plain()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    after = sizes()
    assert after.pop("source") <= before.pop("source")  # lines of what came before may go now
    assert after == before


# transfers that fail ------------------------------------------------------------------------------


class Failing(example.Toy):  # type: ignore[name-defined, misc]
    """Fails at the n-th transfer."""

    at = 0
    count = 0

    def _step(self) -> None:
        self.count += 1
        if self.count == self.at:
            raise OSError("the line is cut")

    def from_numpy(self, array: Any) -> Any:
        self._step()
        return super().from_numpy(array)

    def to_numpy(self, payload: Any) -> Any:
        self._step()
        return super().to_numpy(payload)


def to_and_back(x: Any, y: Any) -> Any:
    return (x.to("failing") + 1).cpu() + y.cpu()


def mixed(x: Any, y: Any) -> Any:
    return y * x.sum()


def fallback(x: Any, y: Any) -> Any:
    return y.sort()[0].sqrt_().zero_()


def view_written(x: Any, y: Any) -> Any:
    return y[1:].add_(y[:1])


def gradient(x: Any, y: Any) -> Any:
    (x.to("failing").exp() * y).sum().backward()


@pytest.mark.parametrize("program", [to_and_back, mixed, fallback, view_written, gradient])
def test_a_transfer_that_fails_leaves_all_as_it_was(program: Any) -> None:
    backend = Failing("Failing")
    with example.register(backend):
        for at in range(1, 60):
            backend.at = 0
            x = rd.tensor([1.0, 2.0], requires_grad=True)
            y = rd.tensor([3.0, 4.0], device="failing")
            state, order, rules = rd.dispatch.snapshot(), KEYS.order, dict(RULES.tables)
            backend.at, backend.count = at, 0
            try:
                program(x, y)
            except OSError:
                done = False
            else:
                done = True
            backend.at = 0
            assert rd.dispatch.snapshot() == state and KEYS.order == order
            assert dict(RULES.tables) == rules
            if done:
                break
            assert (x.tolist(), y.tolist()) == ([1.0, 2.0], [3.0, 4.0])
            assert x.grad is None and x._version == 0
            program(x, y)  # and it works again
        else:
            pytest.fail("it never came through")
        assert at > 1


def test_a_module_that_cannot_be_moved_stays_whole() -> None:
    backend = Failing("Failing")
    with example.register(backend):
        model = rd.nn.Sequential(rd.nn.Linear(2, 3), rd.nn.Linear(3, 1))
        parameters = list(model.parameters())
        backend.at = 3
        with pytest.raises(OSError, match="the line is cut"):
            model.to("failing")
        assert [str(p.device) for p in model.parameters()] == ["numpy"] * 4
        assert list(model.parameters()) == parameters or all(
            a is b for a, b in zip(model.parameters(), parameters, strict=True)
        )
        backend.at = 0
        assert {str(p.device) for p in model.to("failing").parameters()} == {"failing"}
