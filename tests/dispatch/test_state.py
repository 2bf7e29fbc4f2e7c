"""Scopes: what they change, for whom, and that they take back only what they added."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import inspect
import itertools
import random
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy import Toy

from redispatch.dispatch import DispatchKeySet, KeyGuard, current, facts, restore, snapshot
from redispatch.dispatch.current import _BY_NUMBER, _INTERNED
from redispatch.dispatch.current import scopes as current_scopes
from redispatch.dispatch.keys import AUTOGRAD, FORWARD_AD, PYTHON, TRACE, VERSION
from redispatch.dispatch.state import (
    DEFAULT,
    Facts,
    GradSwitch,
    InferenceSwitch,
    Scope,
    State,
    beside_state,
    change,
    excluding,
    facts_of,
    intern_state,
    set_state,
    settle,
    state_bits,
)

NO_GRAD, GRAD = GradSwitch(False), GradSwitch(True)
INFERENCE, NORMAL = InferenceSwitch(True), InferenceSwitch(False)
TRACED = KeyGuard(include=DispatchKeySet("Trace"))
UNVERSIONED = KeyGuard(exclude=DispatchKeySet("Version"))
SCOPES: list[Scope] = [NO_GRAD, GRAD, INFERENCE, NORMAL, TRACED, UNVERSIONED]


def in_thread(function: Callable[[], Any]) -> Any:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


# facts and masks --------------------------------------------------------------------------------


@given(st.booleans(), st.booleans(), st.integers(0, 255), st.integers(0, 255))
def test_masks_follow_from_facts(grad: bool, inference: bool, included: int, excluded: int) -> None:
    known = Facts(grad, inference, included, excluded)
    assert known.exclude_mask & excluded == excluded
    assert bool(known.exclude_mask & ~excluded & AUTOGRAD.bit) <= (not grad or inference)
    if not grad or inference:
        assert known.exclude_mask & AUTOGRAD.bit
    if inference:
        assert known.exclude_mask & FORWARD_AD.bit
        assert not known.exclude_mask & ~excluded & VERSION.bit


def test_a_state_is_the_number_of_its_facts() -> None:
    assert DEFAULT == 0
    many = [intern_state(Facts(flags=1 << 40 | i)) for i in range(300)]
    assert len({int(state) for state in many}) == 300
    for state in many:
        assert facts_of(state | VERSION.bit) is state.facts
        assert intern_state(Facts(*state.facts)) is state
        assert change(DEFAULT, flags=state.facts.flags) is state
    assert max(many) >= 2**64 > min(many)  # more than fit into the small field


def test_enable_grad_inside_inference_mode_is_reported_and_does_not_record() -> None:
    with INFERENCE, GRAD:
        assert facts().grad
        assert facts().exclude_mask & AUTOGRAD.bit


def test_leaving_inference_mode_inside_no_grad_switches_recording_on() -> None:
    with NO_GRAD, NORMAL:
        assert facts() == Facts(grad=True)


def test_what_a_guard_excluded_survives_enable_grad() -> None:
    with KeyGuard(exclude=DispatchKeySet("Autograd")), GRAD:
        assert facts().exclude_mask & AUTOGRAD.bit


def test_exclusion_wins() -> None:
    both = DispatchKeySet("Trace")
    with KeyGuard(include=both, exclude=both):
        known = facts()
        assert not known.include_mask & ~known.exclude_mask


@given(st.lists(st.sampled_from(SCOPES), max_size=4), st.lists(st.integers(-1, 8), max_size=8))
def test_settling_goes_back_to_an_earlier_moment(outer: list[Scope], then: list[int]) -> None:
    def run() -> None:
        for scope in outer:
            scope.__enter__()
        before, chain = state_bits(), current_scopes()
        open_ = list(outer)
        for number in then:  # -1 leaves the newest scope, also one from before that moment
            if number < 0 and open_:
                open_.pop().__exit__(None, None, None)
            elif number >= 0:
                open_.append(SCOPES[number % len(SCOPES)])
                open_[-1].__enter__()
        settle(before, chain)
        assert state_bits() is before
        for scope in reversed(outer):
            scope.__exit__(None, None, None)
        assert state_bits() is DEFAULT and current_scopes() is None

    contextvars.copy_context().run(run)


# blocks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", SCOPES)
def test_an_exception_leaves_the_scope(scope: Scope) -> None:
    with pytest.raises(ZeroDivisionError), scope, scope:
        1 / 0  # noqa: B018
    assert state_bits() is DEFAULT


@given(st.lists(st.sampled_from(SCOPES), max_size=6))
def test_nested_blocks_restore_every_state_on_the_way_out(scopes: list[Scope]) -> None:
    states = []
    for scope in scopes:  # instances repeat: one object may be entered again while it is in force
        states.append(state_bits())
        scope.__enter__()
    for scope, before in zip(reversed(scopes), reversed(states), strict=True):
        scope.__exit__(None, None, None)
        assert state_bits() is before
    assert state_bits() is DEFAULT


def entered(scopes: list[Scope]) -> State:
    """The state inside these scopes, in this order."""

    def enter() -> State:
        for scope in scopes:
            scope.__enter__()
        return state_bits()

    return contextvars.copy_context().run(enter)


def distinct() -> list[Scope]:
    """One scope of each kind, and guards that overlap."""
    overlapping = DispatchKeySet(["Version", "Python"])
    return [
        GradSwitch(False),
        GradSwitch(True),
        InferenceSwitch(True),
        KeyGuard(exclude=DispatchKeySet("Version")),
        KeyGuard(include=DispatchKeySet("Trace"), exclude=overlapping),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_left_in_any_order_each_scope_takes_back_only_its_own(seed: int) -> None:
    choose = random.Random(seed)
    scopes = choose.sample(distinct(), choose.randint(2, 5))
    for scope in scopes:
        scope.__enter__()
    left = list(scopes)
    for scope in choose.sample(scopes, len(scopes)):
        scope.__exit__(None, None, None)
        left.remove(scope)
        assert state_bits() is entered(left)  # as if it had never been entered
    assert state_bits() is DEFAULT


def test_a_scope_that_was_entered_elsewhere_changes_nothing_here() -> None:
    scope = GradSwitch(False)
    in_thread(scope.__enter__)
    scope.__exit__(None, None, None)
    with GRAD:
        scope.__exit__(None, None, None)
        assert facts().grad


def test_a_guard_takes_back_only_the_bits_it_added() -> None:
    version, both = DispatchKeySet("Version"), DispatchKeySet(["Version", "Trace"])
    with KeyGuard(exclude=version):
        with KeyGuard(exclude=both):
            assert facts().excluded == both.bits
        assert facts().excluded == version.bits


def test_a_switch_inside_a_block_is_undone_by_the_block_around_it() -> None:
    with GRAD:
        set_state(change(state_bits(), grad=False))
        with TRACED:
            pass
        assert not facts().grad
    assert state_bits() is DEFAULT


# decorators -------------------------------------------------------------------------------------


def test_a_decorated_function_keeps_its_name_and_signature() -> None:
    @NO_GRAD
    def function(a: int, *, b: str = "x") -> bool:
        """Its words."""
        return facts().grad

    assert function(1) is False
    assert (function.__name__, function.__doc__) == ("function", "Its words.")
    assert list(inspect.signature(function).parameters) == ["a", "b"]
    assert state_bits() is DEFAULT


def test_recursion_in_a_decorated_function() -> None:
    @NO_GRAD
    def countdown(n: int) -> list[bool]:
        with GRAD:
            inner = countdown(n - 1) if n else []
        return [*inner, facts().grad]

    assert countdown(5) == [False] * 6
    assert state_bits() is DEFAULT


def test_only_callables_can_be_decorated() -> None:
    with pytest.raises(TypeError, match="decorates functions, not int"):
        NO_GRAD(3)  # type: ignore[arg-type]


def test_a_generator_has_its_state_only_while_it_runs() -> None:
    @NO_GRAD
    def generator() -> Iterator[bool]:
        yield facts().grad
        with GRAD:
            yield facts().grad
            yield facts().grad  # what the body changed is still so after a pause
        yield facts().grad

    assert inspect.isgeneratorfunction(generator)
    seen = []
    for inside in generator():
        seen.append((inside, facts().grad))
    assert seen == [(False, True), (True, True), (True, True), (False, True)]


def test_a_generator_follows_whoever_resumes_it() -> None:
    @NO_GRAD
    def generator() -> Iterator[Facts]:
        with TRACED:
            while True:
                yield facts()

    running = generator()
    assert next(running) == Facts(grad=False, included=TRACE.bit)
    with KeyGuard(include=DispatchKeySet("Python"), exclude=DispatchKeySet("Version")):
        both = TRACE.bit | PYTHON.bit
        assert next(running) == Facts(grad=False, included=both, excluded=VERSION.bit)
    assert next(running) == Facts(grad=False, included=TRACE.bit)
    with INFERENCE, GRAD:
        assert next(running) == Facts(grad=False, inference=True, included=TRACE.bit)
    running.close()  # type: ignore[attr-defined]
    assert state_bits() is DEFAULT


def test_send_throw_return_and_close_reach_the_body() -> None:
    log: list[Any] = []

    @NO_GRAD
    def generator() -> Any:
        try:
            log.append((yield "first"))
            try:
                yield "second"
            except KeyError as error:
                log.append((error.args, facts().grad))
            yield "third"
        finally:
            log.append(("closed", facts().grad))

    running = generator()
    assert next(running) == "first"
    assert running.send("sent") == "second"
    assert running.throw(KeyError("thrown")) == "third"
    running.close()
    assert log == ["sent", (("thrown",), False), ("closed", False)]

    @NO_GRAD
    def returning() -> Any:
        yield 1
        return "result"

    def delegating() -> Any:
        return (yield from returning())

    running = delegating()
    next(running)
    with pytest.raises(StopIteration) as stop:
        next(running)
    assert stop.value.value == "result"


def test_an_exception_in_a_generator_leaves_the_callers_state() -> None:
    @NO_GRAD
    def generator() -> Iterator[int]:
        yield 1
        with INFERENCE:
            raise ZeroDivisionError

    running = generator()
    next(running)
    with pytest.raises(ZeroDivisionError):
        next(running)
    assert state_bits() is DEFAULT


def test_a_generator_that_is_dropped_while_it_is_paused() -> None:
    @NO_GRAD
    def generator() -> Iterator[int]:
        with INFERENCE:
            yield 1

    running = generator()
    next(running)
    del running
    gc.collect()
    assert state_bits() is DEFAULT


def test_a_generator_may_move_to_another_thread() -> None:
    @NO_GRAD
    def generator() -> Iterator[bool]:
        with TRACED:
            yield facts().grad
            yield facts().grad

    running = generator()
    next(running)
    assert in_thread(lambda: (next(running), facts())) == (False, Facts())
    with pytest.raises(StopIteration):
        next(running)
    assert state_bits() is DEFAULT


def test_interleaved_generators() -> None:
    def generator(scope: Scope, field: str) -> Iterator[Any]:
        @scope
        def steps() -> Iterator[Any]:
            for _ in range(3):
                yield getattr(facts(), field)

        return steps()

    running = [
        generator(GradSwitch(False), "grad"),
        generator(GradSwitch(True), "grad"),
        generator(InferenceSwitch(True), "inference"),
    ]
    for values in zip(*running, strict=True):
        assert values == (False, True, True)
        assert state_bits() is DEFAULT


def test_undecorated_generators_that_are_closed_out_of_order() -> None:
    def generator(scope: Scope) -> Iterator[None]:
        with scope:
            yield

    for order in itertools.permutations(range(3)):
        running = [generator(s) for s in (GradSwitch(False), InferenceSwitch(True), TRACED)]
        for each in running:
            next(each)
        for i in order:
            running[i].close()  # type: ignore[attr-defined]
        assert state_bits() is DEFAULT


# coroutines -------------------------------------------------------------------------------------


def test_coroutines_and_tasks_do_not_see_each_other() -> None:
    @NO_GRAD
    async def decorated(log: list[bool]) -> None:
        for _ in range(3):
            log.append(facts().grad)
            await asyncio.sleep(0)

    async def block(log: list[bool]) -> None:
        with INFERENCE:
            for _ in range(3):
                log.append(facts().inference)
                await asyncio.sleep(0)

    async def plain(log: list[bool]) -> None:
        for _ in range(3):
            log.append(state_bits() is DEFAULT)
            await asyncio.sleep(0)

    async def main() -> list[list[bool]]:
        logs: list[list[bool]] = [[], [], []]
        await asyncio.gather(decorated(logs[0]), block(logs[1]), plain(logs[2]))
        return logs

    assert inspect.iscoroutinefunction(decorated)
    assert asyncio.run(main()) == [[False] * 3, [True] * 3, [True] * 3]
    assert state_bits() is DEFAULT


def test_a_task_starts_with_the_state_of_whoever_makes_it() -> None:
    async def see() -> bool:
        return facts().grad

    async def main() -> tuple[bool, bool]:
        with NO_GRAD:
            task = asyncio.create_task(see())
        return await task, facts().grad

    assert asyncio.run(main()) == (False, True)


def test_awaiting_decorated_coroutines_in_one_task() -> None:
    @GRAD
    async def inner() -> bool:
        await asyncio.sleep(0)
        return facts().grad

    @NO_GRAD
    async def outer() -> list[bool]:
        before = facts().grad
        within = await inner()
        return [before, within, facts().grad]

    async def main() -> list[bool]:
        return [*await outer(), facts().grad]

    assert asyncio.run(main()) == [False, True, False, True]


def test_interleaved_coroutines_driven_by_hand() -> None:
    class Pause:
        def __await__(self) -> Any:
            return (yield "paused")

    def coroutine(scope: Scope, word: str) -> Any:
        @scope
        async def body() -> Any:
            first = await Pause()
            return first, facts()

        return body()

    a, b = coroutine(NO_GRAD, "a"), coroutine(INFERENCE, "b")
    assert (a.send(None), b.send(None)) == ("paused", "paused")
    assert state_bits() is DEFAULT
    results = []
    for each, value in ((a, 1), (b, 2)):
        with pytest.raises(StopIteration) as stop:
            each.send(value)
        results.append(stop.value.value)
    assert results == [(1, Facts(grad=False)), (2, Facts(grad=False, inference=True))]


def test_a_cancelled_coroutine_cleans_up_in_its_own_state() -> None:
    log = []

    @NO_GRAD
    async def body() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            log.append(facts().grad)

    async def main() -> None:
        task = asyncio.create_task(body())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        log.append(facts().grad)

    asyncio.run(main())
    assert log == [False, True]


def test_asynchronous_generators() -> None:
    log: list[Any] = []

    @NO_GRAD
    async def generator() -> AsyncIterator[Any]:
        try:
            log.append((yield facts().grad))
            await asyncio.sleep(0)
            with GRAD:
                try:
                    yield facts().grad
                except KeyError:
                    log.append("thrown")
                yield facts().grad
        finally:
            await asyncio.sleep(0)
            log.append(("closed", facts().grad))

    async def main() -> None:
        running: Any = generator()
        assert await running.asend(None) is False
        assert facts().grad
        assert await running.asend("sent") is True
        assert await running.athrow(KeyError("x")) is True
        await running.aclose()
        assert [value async for value in generator()] == [False, True, True]

    assert inspect.isasyncgenfunction(generator)
    asyncio.run(main())
    assert log == ["sent", "thrown", ("closed", False), None, ("closed", False)]


# threads, snapshots, what stands beside the state -----------------------------------------------


def test_new_threads_start_from_the_defaults() -> None:
    with NO_GRAD, INFERENCE, TRACED:
        assert in_thread(facts) == Facts()


def test_one_scope_object_in_several_threads_at_once() -> None:
    barrier = threading.Barrier(4)
    seen = []

    def enter() -> None:
        barrier.wait()
        for _ in range(200):
            with NO_GRAD, NO_GRAD:
                if facts().grad:
                    seen.append("grad was on inside")
            if not facts().grad:
                seen.append("grad was off outside")

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not seen


BESIDE = beside_state(contextvars.ContextVar("a_stack_of_the_tests", default=()))


class Pushed(Scope):
    """A scope that keeps a stack beside the state, as modes do."""

    def __init__(self, word: str) -> None:
        self.word = word

    def entered(self, before: State) -> State:
        BESIDE.set((*BESIDE.get(), self.word))
        return change(before, included=before.facts.included | PYTHON.bit)

    def left(self, now: State, remembered: Any) -> State:
        stack = list(BESIDE.get())
        del stack[len(stack) - 1 - stack[::-1].index(self.word)]
        BESIDE.set(tuple(stack))
        bits = now.facts.included
        return now if stack else change(now, included=bits & ~PYTHON.bit)


def test_a_snapshot_is_carried_to_another_thread() -> None:
    with NO_GRAD, TRACED, Pushed("a"):
        carried = snapshot()
        inside = facts()

    def elsewhere() -> tuple[Any, ...]:
        with GRAD:
            with restore(carried):
                with INFERENCE:
                    pass
                within = (facts(), BESIDE.get())
            return within, facts(), BESIDE.get()

    assert in_thread(elsewhere) == ((inside, ("a",)), Facts(), ())
    assert state_bits() is DEFAULT


def test_a_restored_state_is_left_by_an_exception() -> None:
    with NO_GRAD:
        carried = snapshot()
    with pytest.raises(ZeroDivisionError), restore(carried), restore(carried):
        1 / 0  # noqa: B018
    assert state_bits() is DEFAULT


def test_what_stands_beside_the_state_is_the_bodys_own_too() -> None:
    @Pushed("decorated")
    def generator() -> Iterator[Any]:
        with Pushed("within"):
            yield BESIDE.get()
            yield BESIDE.get()

    running = generator()
    assert next(running) == ("decorated", "within")
    assert (BESIDE.get(), facts()) == ((), Facts())
    assert next(running) == ("decorated", "within")
    running.close()  # type: ignore[attr-defined]
    assert (BESIDE.get(), facts()) == ((), Facts())


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_stacks_beside_the_state_are_left_in_any_order(order: tuple[int, ...]) -> None:
    scopes = [Pushed("a"), GradSwitch(False), Pushed("b")]
    for scope in scopes:
        scope.__enter__()
    left = [0, 1, 2]
    for i in order:
        scopes[i].__exit__(None, None, None)
        left.remove(i)
        assert BESIDE.get() == tuple("ab"[j // 2] for j in left if j != 1)
        assert facts().grad is (1 not in left)
    assert state_bits() is DEFAULT


def test_excluding_is_a_guard_for_one_call() -> None:
    def seen(word: str) -> tuple[str, Facts]:
        return word, facts()

    guarded = excluding(VERSION.bit, seen)
    with KeyGuard(exclude=DispatchKeySet("Autograd")):
        assert guarded("x") == ("x", Facts(excluded=VERSION.bit | AUTOGRAD.bit))
        assert facts().excluded == AUTOGRAD.bit
    with KeyGuard(exclude=DispatchKeySet("Version")):
        assert guarded("x") == ("x", Facts(excluded=VERSION.bit))
        assert facts().excluded == VERSION.bit

    def leaks() -> None:
        set_state(change(state_bits(), grad=False))

    excluding(VERSION.bit, leaks)()
    assert facts() == Facts(grad=False)
    set_state(DEFAULT)

    def fails() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        excluding(VERSION.bit, fails)()
    assert state_bits() is DEFAULT


# memory -----------------------------------------------------------------------------------------


def test_facts_that_mention_a_removed_key_are_forgotten() -> None:
    def use(i: int) -> None:
        with Toy(f"Loop{i}") as toy, KeyGuard(exclude=DispatchKeySet(toy.key)), NO_GRAD:
            pass

    use(0)
    use(1)
    known, numbers = len(_INTERNED), len(_BY_NUMBER)
    for i in range(20):
        use(i)
    assert (len(_INTERNED), len(_BY_NUMBER)) <= (known, numbers)


def test_variables_of_modules_that_are_loaded_later() -> None:
    before = snapshot()
    seen: list[int] = []
    late: list[contextvars.ContextVar[int]] = []

    @GradSwitch(False)
    def steps() -> Generator[None, None, None]:
        yield
        late.append(beside_state(contextvars.ContextVar("late", default=0)))
        late[0].set(1)
        yield  # what the body has set is not seen outside
        seen.append(late[0].get())
        yield

    body = steps()
    try:
        next(body)
        next(body)
        assert late[0].get() == 0 and snapshot() == before
        next(body)
        assert seen == [1] and late[0].get() == 0
        late[0].set(2)
        assert snapshot() != before
        with restore(before):
            assert late[0].get() == 0
        assert late[0].get() == 2
    finally:
        body.close()
        late[0].set(0)
        current.BESIDE.remove(late[0])
