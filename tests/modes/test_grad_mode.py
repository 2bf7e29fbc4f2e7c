"""Grad mode and inference mode: SEMANTICS 2 (what they change) and 2.2 (how they are written)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

import redispatch as rd
from redispatch.dispatch import facts

SWITCHES = [rd.no_grad, rd.inference_mode]


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    before = facts()
    yield
    assert facts() == before


@pytest.fixture
def leaf() -> rd.Tensor:
    return rd.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)


def modes() -> tuple[bool, bool]:
    return rd.is_grad_enabled(), rd.is_inference_mode_enabled()


def tracks(tensor: rd.Tensor) -> bool:
    return (tensor * 2).requires_grad


# what they change (SEMANTICS 2) ---------------------------------------------------------------


def test_the_flags() -> None:
    assert modes() == (True, False)
    with rd.no_grad():
        assert modes() == (False, False)
    with rd.inference_mode():
        assert modes() == (False, True)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_result_has_no_history(leaf: rd.Tensor, switch: Any) -> None:
    assert type((leaf * 2).grad_fn).__name__ == "MulBackward0"
    with switch():
        y = leaf * 2
    assert not y.requires_grad and y.grad_fn is None and y.is_leaf
    assert y.is_inference() is (switch is rd.inference_mode)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_leaf_made_inside_requires_grad_but_is_not_tracked(switch: Any) -> None:
    with switch():
        made = [
            rd.tensor([1.0], requires_grad=True),
            rd.zeros(1, requires_grad=True),
            rd.tensor([1.0]).requires_grad_(),
        ]
        assert not any(tracks(t) for t in made)
    for t in made:
        assert t.requires_grad and t.is_leaf
        assert t.is_inference() is (switch is rd.inference_mode)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_view_of_what_requires_grad_reports_so_without_a_history(
    leaf: rd.Tensor, switch: Any
) -> None:
    outside = leaf[0]
    assert (outside.is_leaf, type(outside.grad_fn).__name__) == (False, "SelectBackward0")
    with switch():
        view = leaf[0]
    assert view.requires_grad and view.is_leaf and view.grad_fn is None
    assert not view.is_inference()


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_view_of_a_plain_tensor_is_a_normal_view(switch: Any) -> None:
    t = rd.tensor([1.0, 2.0])
    with switch():
        view = t[0]
        t.add_(1.0)
    assert not view.requires_grad and not view.is_inference()
    assert view._base is t and view._version == t._version == 1


@pytest.mark.parametrize("switch", SWITCHES)
def test_detach_and_data_are_normal_tensors(leaf: rd.Tensor, switch: Any) -> None:
    with switch():
        detached, data = leaf.detach(), leaf.data
    for t in (detached, data):
        assert not t.requires_grad and not t.is_inference()


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_copy_is_new(leaf: rd.Tensor, switch: Any) -> None:
    assert leaf.clone().requires_grad
    with switch():
        copy = leaf.clone()
    assert not copy.requires_grad
    assert copy.is_inference() is (switch is rd.inference_mode)


@pytest.mark.parametrize("switch", SWITCHES)
def test_in_place_on_a_leaf_is_counted_and_allowed(leaf: rd.Tensor, switch: Any) -> None:
    with pytest.raises(RuntimeError, match="leaf"):
        leaf.add_(1.0)
    assert leaf._version == 0
    with switch():
        leaf.add_(1.0)
    assert leaf._version == 1
    assert leaf.is_leaf and leaf.requires_grad
    assert leaf.tolist() == [[2.0, 3.0], [4.0, 5.0]]


@pytest.mark.parametrize("switch", SWITCHES)
def test_in_place_on_a_result_keeps_its_history(leaf: rd.Tensor, switch: Any) -> None:
    y = leaf + 1
    node = y.grad_fn
    with switch():
        y.mul_(3.0)
    assert y.grad_fn is node and y._version == 1
    y.mul_(3.0)
    assert type(y.grad_fn).__name__ == "MulBackward0"


@pytest.mark.parametrize("switch", SWITCHES)
def test_out_with_an_operand_that_requires_grad(leaf: rd.Tensor, switch: Any) -> None:
    from redispatch.dispatch import lookup

    out = rd.zeros(2, 2)
    add_out = lookup("add.out")
    with pytest.raises(RuntimeError, match="out=..."):
        add_out(leaf, 1.0, out=out)
    with switch():
        add_out(leaf, 1.0, out=out)
    assert not out.requires_grad
    assert out.tolist() == [[2.0, 3.0], [4.0, 5.0]]


@pytest.mark.parametrize("switch", SWITCHES)
def test_backward_of_a_graph_that_exists_works_inside(leaf: rd.Tensor, switch: Any) -> None:
    loss = (leaf * leaf).sum()
    with switch():
        loss.backward()
    assert leaf.grad is not None
    assert leaf.grad.tolist() == [[2.0, 4.0], [6.0, 8.0]]


def test_create_graph_records_under_no_grad(leaf: rd.Tensor) -> None:
    loss = (leaf * leaf).sum()
    with rd.no_grad():
        (g,) = rd.autograd.grad(loss, leaf, create_graph=True)
    assert g.requires_grad


def test_create_graph_does_not_record_in_inference_mode(leaf: rd.Tensor) -> None:
    loss = (leaf * leaf).sum()
    with rd.inference_mode():
        (g,) = rd.autograd.grad(loss, leaf, create_graph=True)
    assert not g.requires_grad and g.is_inference()


# inference tensors outside (2.1) --------------------------------------------------------------


@pytest.fixture
def inference() -> rd.Tensor:
    with rd.inference_mode():
        return rd.tensor([1.0, 2.0])


def test_what_an_inference_tensor_refuses_outside(inference: rd.Tensor) -> None:
    with pytest.raises(RuntimeError, match="do not track version"):
        _ = inference._version
    with pytest.raises(RuntimeError, match="requires_grad=True on inference tensor"):
        inference.requires_grad_()
    for context in (rd.enable_grad, rd.no_grad):
        with context(), pytest.raises(RuntimeError, match="[Ii]nplace update to inference tensor"):
            inference.add_(1.0)
    assert inference.tolist() == [1.0, 2.0]
    assert inference.requires_grad_(False) is inference


def test_what_comes_of_an_inference_tensor_outside(inference: rd.Tensor) -> None:
    assert not (inference + 1).is_inference()
    assert not inference.clone().is_inference()
    view = inference[0]
    assert view.is_inference() and not view._is_view()
    with rd.inference_mode():
        inference.add_(1.0)
    assert inference.tolist() == [2.0, 3.0]


def test_an_inference_tensor_cannot_be_saved_for_backward(inference: rd.Tensor) -> None:
    r = rd.tensor([1.0, 2.0], requires_grad=True)
    (r + inference).sum().backward()
    assert r.grad is not None and r.grad.tolist() == [1.0, 1.0]
    with pytest.raises(RuntimeError, match="(?i)inference tensors.* cannot be saved"):
        r * inference


# nesting (2.2) --------------------------------------------------------------------------------


def test_enable_grad_inside_no_grad(leaf: rd.Tensor) -> None:
    with rd.no_grad():
        with rd.enable_grad():
            assert modes() == (True, False) and tracks(leaf)
        assert modes() == (False, False) and not tracks(leaf)


def test_enable_grad_inside_inference_mode_reports_on_and_does_not_track(leaf: rd.Tensor) -> None:
    with rd.inference_mode(), rd.enable_grad():
        assert modes() == (True, True)
        y = leaf * 2
    assert not y.requires_grad and y.is_inference()


def test_leaving_inference_mode_inside_it(leaf: rd.Tensor) -> None:
    with rd.inference_mode(), rd.inference_mode(mode=False):
        assert modes() == (True, False)
        y = leaf * 2
    assert y.requires_grad and not y.is_inference()


def test_inference_mode_off_inside_no_grad_switches_recording_on(leaf: rd.Tensor) -> None:
    with rd.no_grad():
        with rd.inference_mode(mode=False):
            assert modes() == (True, False) and tracks(leaf)
        assert modes() == (False, False)
        with rd.inference_mode():
            assert modes() == (False, True)
        assert modes() == (False, False)


def test_scopes_left_out_of_order_take_back_only_their_own() -> None:
    grad, inference = rd.no_grad(), rd.inference_mode()
    grad.__enter__()
    inference.__enter__()
    grad.__exit__(None, None, None)
    assert rd.is_inference_mode_enabled()
    inference.__exit__(None, None, None)
    assert not rd.is_inference_mode_enabled()
    rd.set_grad_enabled(True)


@pytest.mark.parametrize("switch", SWITCHES)
def test_an_exception_restores(switch: Any) -> None:
    with pytest.raises(KeyError), switch():
        raise KeyError
    assert modes() == (True, False)


@pytest.mark.parametrize("make", [rd.no_grad, rd.inference_mode])
def test_one_instance_entered_twice(make: Any) -> None:
    # PyTorch loses the state of the outer entry here; a listed difference.
    scope = make()
    with scope:
        with scope:
            assert not rd.is_grad_enabled()
        assert not rd.is_grad_enabled()
    assert modes() == (True, False)


# forms: decorators ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decorate", "inside"),
    [
        (rd.no_grad, (False, False)),
        (rd.no_grad(), (False, False)),
        (rd.enable_grad, (True, False)),
        (rd.enable_grad(), (True, False)),
        (rd.inference_mode, (False, True)),
        (rd.inference_mode(), (False, True)),
        (rd.inference_mode(True), (False, True)),
        (rd.inference_mode(mode=False), (True, False)),
    ],
)
def test_spellings_as_a_decorator(decorate: Any, inside: tuple[bool, bool]) -> None:
    @decorate  # type: ignore[untyped-decorator]
    def function(a: int, *, b: int = 2) -> tuple[int, tuple[bool, bool]]:
        """Documented."""
        return a + b, modes()

    assert (function.__name__, function.__doc__) == ("function", "Documented.")
    assert function(1) == (3, inside)
    assert function(1, b=5) == (6, inside)
    assert modes() == (True, False)
    with rd.no_grad():
        assert function(1)[1] == inside
        assert modes() == (False, False)


def test_a_decorated_function_may_call_itself_and_raise() -> None:
    @rd.no_grad()
    def down(n: int) -> int:
        assert not rd.is_grad_enabled()
        if n == 0:
            raise ValueError
        with rd.enable_grad():
            return down(n - 1)

    with pytest.raises(ValueError):
        down(5)
    assert rd.is_grad_enabled()


@pytest.mark.parametrize("decorate", [rd.no_grad, rd.no_grad(), rd.inference_mode()])
def test_a_method_can_be_decorated(decorate: Any) -> None:
    class Model:
        @decorate  # type: ignore[untyped-decorator]
        def run(self, t: rd.Tensor) -> rd.Tensor:
            return t * 2

    assert not Model().run(rd.tensor([1.0], requires_grad=True)).requires_grad


# forms: set_grad_enabled ----------------------------------------------------------------------


def test_set_grad_enabled_acts_at_construction() -> None:
    rd.set_grad_enabled(False)
    assert not rd.is_grad_enabled()
    rd.set_grad_enabled(True)
    assert rd.is_grad_enabled()


def test_set_grad_enabled_as_a_context_restores_the_mode_before_construction() -> None:
    with rd.set_grad_enabled(False):
        assert not rd.is_grad_enabled()
        with rd.set_grad_enabled(True):
            assert rd.is_grad_enabled()
        assert not rd.is_grad_enabled()
    assert rd.is_grad_enabled()


def test_set_grad_enabled_as_a_decorator_acts_in_the_call_only() -> None:
    @rd.set_grad_enabled(False)
    def function() -> bool:
        return rd.is_grad_enabled()

    assert rd.is_grad_enabled()
    assert function() is False
    assert rd.is_grad_enabled()


def test_set_grad_enabled_refuses_what_is_no_bool() -> None:
    with pytest.raises(TypeError):
        rd.set_grad_enabled()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="must be bool, not int"):
        rd.set_grad_enabled(1)  # type: ignore[arg-type]
    assert rd.is_grad_enabled()


# forms: generators and coroutines -------------------------------------------------------------


@pytest.mark.parametrize("decorate", [rd.no_grad, rd.no_grad(), rd.set_grad_enabled])
def test_a_decorated_generator_leaves_its_caller_alone(decorate: Any) -> None:
    if decorate is rd.set_grad_enabled:
        decorate = rd.set_grad_enabled(False)

    @decorate  # type: ignore[untyped-decorator]
    def generator() -> Generator[tuple[bool, Any], Any, str]:
        sent = None
        try:
            for _ in range(2):
                sent = yield rd.is_grad_enabled(), sent
        except KeyError:
            yield rd.is_grad_enabled(), "caught"
        return "done"

    steps = generator()
    assert next(steps) == (False, None)
    assert rd.is_grad_enabled()
    assert steps.send("a") == (False, "a")
    assert steps.throw(KeyError()) == (False, "caught")
    assert rd.is_grad_enabled()
    with pytest.raises(StopIteration) as stop:
        next(steps)
    assert stop.value.value == "done"
    assert rd.is_grad_enabled()


def test_closing_a_decorated_generator_runs_its_clean_up_inside() -> None:
    seen = []

    @rd.no_grad()
    def generator() -> Iterator[int]:
        try:
            yield 1
        finally:
            seen.append(rd.is_grad_enabled())

    steps = generator()
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert seen == [False]


def test_a_decorated_generator_keeps_the_modes_it_enters() -> None:
    # PyTorch enters the decorator's mode anew at each step: [True, False]; a listed difference.
    @rd.no_grad()
    def generator() -> Iterator[bool]:
        with rd.enable_grad():
            yield rd.is_grad_enabled()
            yield rd.is_grad_enabled()
        yield rd.is_grad_enabled()

    assert list(generator()) == [True, True, False]
    assert rd.is_grad_enabled()


def test_a_generator_that_enters_by_itself_leaks_while_suspended() -> None:
    def generator() -> Iterator[None]:
        with rd.no_grad():
            yield

    steps = generator()
    next(steps)
    assert not rd.is_grad_enabled()
    assert next(steps, None) is None
    assert rd.is_grad_enabled()


def test_a_decorated_coroutine_runs_inside() -> None:
    # PyTorch runs the body with grad mode on; a listed difference.
    @rd.no_grad()
    async def coroutine() -> list[bool]:
        before = rd.is_grad_enabled()
        await asyncio.sleep(0)
        return [before, rd.is_grad_enabled()]

    async def main() -> list[Any]:
        task = asyncio.create_task(coroutine())
        await asyncio.sleep(0)
        assert rd.is_grad_enabled()
        inner = await coroutine()
        assert rd.is_grad_enabled()
        return [*inner, *await task]

    assert asyncio.run(main()) == [False] * 4


def test_a_decorated_asynchronous_generator_runs_inside() -> None:
    @rd.inference_mode()
    async def generator() -> Any:
        yield modes()
        await asyncio.sleep(0)
        yield modes()

    async def main() -> list[Any]:
        found = []
        async for inside in generator():
            found += [inside, modes()]
        return found

    assert asyncio.run(main()) == [(False, True), (True, False)] * 2


# threads and tasks ----------------------------------------------------------------------------


def in_thread(function: Callable[[], Any]) -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_thread_starts_with_the_defaults(switch: Any) -> None:
    with switch():
        assert in_thread(modes) == (True, False)


def test_a_thread_that_switches_is_alone_with_it() -> None:
    assert in_thread(lambda: (rd.set_grad_enabled(False), modes())[1]) == (False, False)
    assert modes() == (True, False)


def test_a_task_starts_with_a_copy_and_keeps_its_changes() -> None:
    async def off() -> bool:
        before = rd.is_grad_enabled()
        rd.set_grad_enabled(False)
        await asyncio.sleep(0)
        return before

    async def main() -> list[bool]:
        task = asyncio.create_task(off())
        await asyncio.sleep(0)
        found = [rd.is_grad_enabled(), await task]
        with rd.no_grad():
            found.append(await asyncio.create_task(off()))
        return found

    assert asyncio.run(main()) == [True, True, False]


def test_the_modes_are_under_autograd_too() -> None:
    from redispatch.autograd import anomaly_mode, grad_mode, no_grad, profiler

    assert no_grad is rd.no_grad and grad_mode.enable_grad is rd.enable_grad
    assert rd.autograd.set_grad_enabled is rd.set_grad_enabled
    assert rd.autograd.inference_mode is rd.inference_mode
    assert profiler is rd.profiler and anomaly_mode.detect_anomaly is rd.autograd.detect_anomaly
