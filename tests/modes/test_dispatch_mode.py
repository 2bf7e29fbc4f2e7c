"""Dispatch modes: what a handler sees, what it may return, and how the stack is kept."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import redispatch as rd
from redispatch.dispatch import (
    DispatchKeySet,
    KeyGuard,
    Operator,
    composite,
    declare,
    facts,
    kernel,
    lookup,
    restore,
    snapshot,
    undeclare,
)
from redispatch.modes.mode_stack import DISPATCH

Handler = Callable[..., Any]


class Mode(rd.DispatchMode):
    """Hands every call to a function `(func, args, kwargs) -> result`."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler

    def __torch_dispatch__(
        self, func: Operator, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        assert isinstance(args, tuple) and isinstance(kwargs, dict)
        return self.handler(func, args, kwargs)


class Log(rd.DispatchMode):
    """Keeps the names of the operators that pass, with a mark of its own."""

    def __init__(self, seen: list[str] | None = None, mark: str = "") -> None:
        self.seen: list[str] = [] if seen is None else seen
        self.mark = mark

    def __torch_dispatch__(
        self, func: Operator, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.seen.append(self.mark + func.schema.name)
        return func(*args, **(kwargs or {}))


def pass_on(func: Operator, args: Any, kwargs: Any) -> Any:
    return func(*args, **kwargs)


def depth() -> int:
    return len(DISPATCH.get().modes)


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    before = facts()
    yield
    assert depth() == 0
    assert facts() == before


@pytest.fixture
def x() -> rd.Tensor:
    return rd.tensor([1.0, 2.0], requires_grad=True)


# what a handler sees --------------------------------------------------------------------------


def test_logging_sees_functions_methods_and_pythons_operators() -> None:
    t = rd.tensor([[1.0, 2.0], [3.0, 4.0]])
    with Log() as log:
        (t + 1).exp()
        rd.matmul(t, t)
        t[0].mul_(2.0)
    assert log.seen == ["add", "exp", "matmul", "select", "mul_"]
    assert t.tolist() == [[2.0, 4.0], [3.0, 4.0]]
    t.exp()
    assert len(log.seen) == 5


def test_counting() -> None:
    counts: Counter[str] = Counter()

    def count(func: Operator, args: Any, kwargs: Any) -> Any:
        counts[func.name] += 1
        return func(*args, **kwargs)

    t = rd.tensor([1.0])
    with Mode(count):
        for _ in range(3):
            t = t * t + 1
    assert counts == {"rd::mul": 3, "rd::add": 3}


@pytest.mark.parametrize(
    ("call", "args", "kwargs"),
    [
        (lambda t: rd.add(t, 2, alpha=1), 2, {}),
        (lambda t: rd.add(t, 2, alpha=3), 2, {"alpha": 3}),
        (lambda t: rd.add(t, 2, alpha=1.0), 2, {"alpha": 1.0}),  # no int: not the default
        (lambda t: rd.add(t, other=2), 2, {}),
        (lambda t: t.sum(), 1, {}),
        (lambda t: t.sum(None, False), 1, {}),
        (lambda t: t.sum(0, keepdim=False), 2, {}),
        (lambda t: t.sum(None, True), 3, {}),  # a default before a given one is kept
        (lambda t: rd.div(t, 2, rounding_mode=None), 2, {}),
        (lambda t: rd.div(t, 2, rounding_mode="floor"), 2, {"rounding_mode": "floor"}),
    ],
)
def test_defaults_are_dropped_and_keyword_only_arguments_are_keywords(
    call: Callable[[rd.Tensor], rd.Tensor], args: int, kwargs: dict[str, Any]
) -> None:
    calls: list[Any] = []

    def note(func: Operator, args: Any, kwargs: Any) -> Any:
        calls.append((len(args), kwargs))
        return func(*args, **kwargs)

    t = rd.tensor([4.0, 6.0])
    with Mode(note):
        seen = call(t)
    assert calls == [(args, kwargs)]
    assert seen.tolist() == call(t).tolist()


def test_types_are_empty_for_plain_tensors() -> None:
    class Types(rd.DispatchMode):
        def __torch_dispatch__(
            self, func: Operator, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            assert tuple(types) == ()
            return func(*args, **(kwargs or {}))

    with Types():
        rd.tensor([1.0]).exp()


def test_a_scalar_operand_arrives_as_a_number() -> None:
    def note(func: Operator, args: Any, kwargs: Any) -> Any:
        assert args[1].__class__ is float
        return func(*args, **kwargs)

    t = rd.tensor([1.0])
    with Mode(note):
        assert (t * 2.5).tolist() == [2.5]


# autograd stands above ------------------------------------------------------------------------


def test_inputs_require_grad_and_results_do_not_yet(x: rd.Tensor) -> None:
    def note(func: Operator, args: Any, kwargs: Any) -> Any:
        assert rd.is_grad_enabled()
        assert args[0].requires_grad
        result = func(*args, **kwargs)
        assert not result.requires_grad and result.grad_fn is None
        return result

    with Mode(note):
        y = x * 2
    assert y.requires_grad
    assert type(y.grad_fn).__name__ == "MulBackward0"
    y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 2.0]


def test_backward_is_seen_with_grad_mode_off(x: rd.Tensor) -> None:
    seen = []

    def note(func: Operator, args: Any, kwargs: Any) -> Any:
        seen.append((func.schema.name, rd.is_grad_enabled()))
        return func(*args, **kwargs)

    loss = (x * x).sum()
    with Mode(note):
        loss.backward()
    assert ("mul", False) in seen
    assert all(not on for name, on in seen if name != "ones_like")
    assert x.grad is not None and x.grad.tolist() == [2.0, 4.0]


def test_a_second_derivative_under_a_mode(x: rd.Tensor) -> None:
    with Log() as log:
        (first,) = rd.autograd.grad((x * x * x).sum(), x, create_graph=True)
        (second,) = rd.autograd.grad(first.sum(), x)
    assert second.tolist() == [6.0, 12.0]
    assert log.seen.count("mul") > 4


def test_backward_through_a_write_to_a_view_under_a_mode(x: rd.Tensor) -> None:
    with Log() as log:
        y = x * x
        y[0].mul_(3.0)
        y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [6.0, 4.0]
    assert "copy_" in log.seen


@pytest.mark.parametrize("switch", [rd.no_grad, rd.inference_mode])
@pytest.mark.parametrize("outside", [True, False])
def test_under_no_grad_and_inference_mode(x: rd.Tensor, switch: Any, outside: bool) -> None:
    log = Log()
    first, second = (log, switch()) if outside else (switch(), log)
    with first, second:
        y = x * 2
        view = x[0]
    assert log.seen == ["mul", "select"]
    assert not y.requires_grad
    assert y.is_inference() is (switch is rd.inference_mode)
    assert not view.is_inference()


def test_a_mode_may_switch_grad_mode_for_the_caller(x: rd.Tensor) -> None:
    def off(func: Operator, args: Any, kwargs: Any) -> Any:
        rd.set_grad_enabled(False)
        return func(*args, **kwargs)

    with rd.enable_grad():
        with Mode(off):
            x.exp()
        assert not rd.is_grad_enabled()  # leaving takes back the mode, and nothing else
    assert rd.is_grad_enabled()


def test_writes_are_counted_once_and_views_are_views() -> None:
    t = rd.tensor([[1.0, 2.0], [3.0, 4.0]])
    with Log():
        view = t.transpose(0, 1)
        view.add_(1.0)
    assert t._version == view._version == 1
    assert view._base is t
    assert not view.is_inference()
    assert t.tolist() == [[2.0, 3.0], [4.0, 5.0]]


def test_a_view_that_a_handler_keeps_is_a_normal_tensor() -> None:
    kept = []

    def keep(func: Operator, args: Any, kwargs: Any) -> Any:
        kept.append(args[0][0])
        return func(*args, **kwargs)

    with Mode(keep):
        rd.tensor([1.0, 2.0]).exp()
    assert not kept[0].is_inference()


# the stack ------------------------------------------------------------------------------------


def test_the_innermost_mode_is_first_and_the_others_follow() -> None:
    seen: list[str] = []
    t = rd.tensor([1.0])
    with Log(seen, "outer "), Log(seen, "inner "):
        t.exp()
    assert seen == ["inner exp", "outer exp"]


def test_operators_of_a_handler_go_to_the_outer_mode_only() -> None:
    outer = Log()

    def square(func: Operator, args: Any, kwargs: Any) -> Any:
        assert depth() == 1
        return args[0] * args[0]

    t = rd.tensor([3.0])
    with outer, Mode(square):
        y = t.exp()
        assert depth() == 2
    assert y.tolist() == [9.0]
    assert outer.seen == ["mul"]


def test_a_handler_may_enter_its_own_mode_again() -> None:
    seen = []

    class Again(rd.DispatchMode):
        def __torch_dispatch__(
            self, func: Operator, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen.append(func.schema.name)
            if func is lookup("exp"):
                with self:
                    return args[0] + args[0]
            return func(*args, **(kwargs or {}))

    t = rd.tensor([3.0])
    with Again():
        assert t.exp().tolist() == [6.0]
    assert seen == ["exp", "add"]


def test_one_instance_entered_twice_is_asked_twice() -> None:
    log = Log()
    t = rd.tensor([1.0])
    with log, log:
        t.exp()
        assert depth() == 2
    assert log.seen == ["exp", "exp"]


def test_modes_may_be_left_out_of_order() -> None:
    seen: list[str] = []
    first, second = Log(seen, "first "), Log(seen, "second ")
    t = rd.tensor([1.0])
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    t.exp()
    second.__exit__(None, None, None)
    t.exp()
    assert seen == ["second exp"]


def test_an_exception_keeps_its_type_and_the_stack_is_restored() -> None:
    class Fault(Exception):
        pass

    def fail_on_exp(func: Operator, args: Any, kwargs: Any) -> Any:
        if func is lookup("exp"):
            raise Fault(func.name)
        return func(*args, **kwargs)

    t = rd.tensor([1.0])
    with Log() as log, Mode(fail_on_exp):
        with pytest.raises(Fault, match="rd::exp"):
            t.exp()
        assert depth() == 2
        assert (t + 1).tolist() == [2.0]
    assert log.seen == ["add"]
    with pytest.raises(Fault), Mode(fail_on_exp):
        t.exp()


def test_a_fault_injected_into_backward_reaches_the_caller(x: rd.Tensor) -> None:
    def fail(func: Operator, args: Any, kwargs: Any) -> Any:
        if func is lookup("mul"):
            raise OverflowError("injected")
        return func(*args, **kwargs)

    loss = (x * x).sum()
    with pytest.raises(OverflowError, match="injected"), Mode(fail):
        loss.backward(retain_graph=True)
    assert x.grad is None
    loss.backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 4.0]


def test_the_key_that_somebody_else_included_stays() -> None:
    python = DispatchKeySet("Python")
    with KeyGuard(include=python):
        assert rd.tensor([1.0]).exp().numel() == 1  # no mode: the kernels
        with Log():
            rd.tensor([1.0]).exp()
        assert DispatchKeySet(facts().included) == python


def test_excluding_the_python_key_hides_calls_from_modes() -> None:
    with Log() as log, KeyGuard(exclude=DispatchKeySet("Python")):
        rd.tensor([1.0]).exp()
    assert log.seen == []


# threads, tasks, decorators -------------------------------------------------------------------


def test_a_new_thread_starts_without_modes_and_a_snapshot_carries_them() -> None:
    log = Log()
    found: list[int] = []
    t = rd.tensor([1.0])

    def plain() -> None:
        found.append(depth())
        t.exp()

    with log:
        carried = snapshot()
        thread = threading.Thread(target=plain)
        thread.start()
        thread.join()
    assert (found, log.seen) == ([0], [])

    def carrying() -> None:
        with restore(carried):
            t.exp()
        found.append(depth())

    thread = threading.Thread(target=carrying)
    thread.start()
    thread.join()
    assert (found, log.seen) == ([0, 0], ["exp"])


def test_tasks_do_not_see_each_others_modes() -> None:
    t = rd.tensor([1.0])

    async def work(log: Log, rounds: int) -> None:
        with log:
            for _ in range(rounds):
                t.exp()
                await asyncio.sleep(0)

    async def main() -> tuple[Log, Log]:
        one, two = Log(), Log()
        await asyncio.gather(work(one, 3), work(two, 5))
        assert depth() == 0
        return one, two

    one, two = asyncio.run(main())
    assert (len(one.seen), len(two.seen)) == (3, 5)


def test_as_a_decorator_of_a_function_a_generator_and_a_coroutine() -> None:
    log = Log()
    t = rd.tensor([1.0])

    @log
    def function() -> None:
        t.exp()

    @log
    def generator() -> Iterator[int]:
        t.sin()
        yield depth()
        t.cos()
        yield depth()

    @log
    async def coroutine() -> None:
        t.tanh()
        await asyncio.sleep(0)
        t.sqrt()

    function()
    t.log()
    for inside in generator():
        assert (inside, depth()) == (1, 0)
        t.log()
    asyncio.run(coroutine())
    assert log.seen == ["exp", "sin", "cos", "tanh", "sqrt"]


# what a handler may return --------------------------------------------------------------------


def returning(value: Any) -> Mode:
    return Mode(lambda func, args, kwargs: value)


def test_a_refusal_is_an_error_and_outer_modes_are_not_asked() -> None:
    log = Log()
    with log, returning(NotImplemented), pytest.raises(TypeError, match="Multiple dispatch failed"):
        rd.tensor([1.0]).exp()
    assert log.seen == []


def test_a_mode_without_a_handler_says_so() -> None:
    class Empty(rd.DispatchMode):
        pass

    with Empty(), pytest.raises(NotImplementedError, match="(?s)Empty.*__torch_dispatch__"):
        rd.tensor([1.0]).exp()


def test_a_result_of_another_kind_is_refused(x: rd.Tensor) -> None:
    with returning(3), pytest.raises(RuntimeError, match="unable to cast.*int"):
        x.exp()
    plain = x.detach()
    with returning(None):
        assert plain.exp() is None
    with returning(None), pytest.raises(RuntimeError, match="unable to cast.*NoneType"):
        x.exp()  # a history cannot be given to nothing


def test_an_argument_that_is_returned_keeps_its_own_history(x: rd.Tensor) -> None:
    def same(func: Operator, args: Any, kwargs: Any) -> Any:
        return args[0] if func is lookup("exp") else func(*args, **kwargs)

    with Mode(same):
        y = x.exp()
        view_of = x * 1
    assert x.is_leaf and x.grad_fn is None
    assert y is not x and type(y.grad_fn).__name__ == "ExpBackward0"
    assert view_of.requires_grad
    with Mode(same), rd.no_grad():
        assert x.exp() is x


def test_an_in_place_call_gives_its_argument_whatever_the_handler_returns() -> None:
    t = rd.tensor([1.0])
    with returning(rd.zeros(1)):
        assert t.add_(1.0) is t
    assert (t.tolist(), t._version) == ([1.0], 1)


# composites -----------------------------------------------------------------------------------


@pytest.fixture
def twice() -> Iterator[Operator]:
    operator = declare("modetest::twice(Tensor self) -> Tensor", method=False)
    rule = composite(operator)
    rule(lambda self: rd.add(self, self))
    yield operator
    assert rule.registration is not None
    rule.registration.undo()
    undeclare(operator)


@pytest.mark.parametrize("requires_grad", [True, False])
def test_a_composite_is_seen_as_its_parts(twice: Operator, requires_grad: bool) -> None:
    t = rd.tensor([1.0], requires_grad=requires_grad)
    with Log() as log:
        y = twice(t)
    assert log.seen == ["add"]
    assert (y.tolist(), y.requires_grad) == ([2.0], requires_grad)


def test_a_composite_with_a_derivative_or_a_kernel_is_seen_whole(twice: Operator) -> None:
    t = rd.tensor([1.0], requires_grad=True)

    def twice_self(g: Any) -> Any:
        return g * 2

    with rd.autograd.derivative("modetest::twice", linear=True, self=twice_self), Log() as log:
        twice(t).backward()
    assert log.seen[0] == "twice"
    decorator = kernel(twice, "NumPy")
    decorator(lambda a: a + a)
    assert decorator.registration is not None
    plain = t.detach()
    with decorator.registration, Log() as log:
        twice(plain)
    assert log.seen == ["twice"]


@pytest.mark.parametrize("requires_grad", [False, True])
def test_several_outputs_keep_their_names(requires_grad: bool) -> None:
    class AsTuple(rd.DispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            out = func(*args, **(kwargs or {}))
            return tuple(out) if isinstance(out, tuple) else out

    x = rd.tensor([[1.0, 3.0, 2.0]], requires_grad=requires_grad)
    for mode in (Log(), AsTuple()):
        with mode:
            top, most = rd.topk(x, 2), x.max(dim=1)
        assert top.values.tolist() == [[3.0, 2.0]] and top.indices.tolist() == [[1, 2]]
        assert most.values.tolist() == [3.0] and most.indices.tolist() == [1]
        assert type(top) is type(rd.topk(x, 2))
