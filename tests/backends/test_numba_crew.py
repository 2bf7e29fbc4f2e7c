"""Threads that share calls without the interpreter: what they compute, when they come and go.

The values are NumPy's, computed by one thread.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import blas_threads, numba_backend, thread_info, threads
from redispatch.backends.numba_backend import crew, launch, offers
from redispatch.backends.numba_backend.launch import Loop
from redispatch.backends.numba_backend.ufuncs import copied, shared_form

pytestmark = pytest.mark.skipif(not crew.possible(), reason="needs the semaphores of Linux")

RNG = np.random.default_rng(11)
SHARE = crew.Crew.share


@pytest.fixture(autouse=True)
def two_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[crew.Call]]:
    """Let two threads share calls of 8 elements (more of light ones); keep what they share."""
    before = thread_info()
    monkeypatch.setattr(threads, "WORTH", 8)
    made: list[crew.Call] = []

    def kept(self: crew.Crew, call: crew.Call) -> bool:
        made.append(call)
        return SHARE(self, call._replace(long=True))

    monkeypatch.setattr(crew.Crew, "share", kept)
    rd.set_num_threads(2)
    yield made
    rd.set_num_threads(before.threads)
    if before.blas_threads is not None:
        blas_threads.set_number(before.blas_threads)


def array(*shape: int, dtype: str = "f4") -> Any:
    return RNG.standard_normal(shape).astype(dtype)


def found() -> crew.Crew:
    there = launch.find_crew()
    assert there is not None
    return there


# What is shared -------------------------------------------------------------------------------


def test_the_loops_of_a_ufunc_are_found_under_their_types() -> None:
    loops = offers.inner_loops(np.add)
    assert {"ff->f", "dd->d", "ll->l", "FF->F"} <= set(loops)
    assert not any(set("OMmSU") & set(types) for types in loops)
    assert len({address for address, _ in loops.values()}) > 5


def test_a_ufunc_that_is_no_structure_of_numpys_has_no_loops() -> None:
    made = np.frompyfunc(lambda x: x, 1, 1)
    assert offers.inner_loops(made) == {}


@pytest.mark.parametrize("size", [9, 64, 127, 128, 1000, 4096, 16 * 128, 16 * 128 + 1, 100_003])
@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "c8"])
def test_pieces_cover_every_element_once(
    size: int, dtype: str, two_threads: list[crew.Call]
) -> None:
    x = (10 * array(size)).astype(dtype)
    result = np.zeros(size, dtype)
    np.testing.assert_array_equal(shared_form(np.add)(x, x, result), x + x)
    if size >= 32:
        assert [call.steps for call in two_threads] == [size]


def test_unaligned_arrays_and_foreign_byte_orders_are_computed_right() -> None:
    memory = np.zeros(4001, np.uint8)
    odd = memory[1:].view(np.float32)
    odd[:] = array(1000)
    swapped = odd.astype(">f4")
    np.testing.assert_array_equal(shared_form(np.multiply)(odd, odd), odd.copy() * odd.copy())
    np.testing.assert_array_equal(shared_form(np.add)(swapped, swapped), odd + odd)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_loops_with_every_kind_of_argument(dtype: str, two_threads: list[crew.Call]) -> None:
    x, row = array(50, 30, dtype=dtype), array(30, dtype=dtype)
    given = rd.tensor(x, device="numba")
    normal = rd.nn.functional.layer_norm(
        given, (30,), rd.tensor(row, device="numba"), rd.tensor(row, device="numba")
    )
    centred = x.astype("f8") - x.mean(1, keepdims=True, dtype="f8")
    spread = np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(normal.numpy(), centred / spread * row + row, rtol=2e-5, atol=2e-6)
    np.testing.assert_allclose(given.var(1, correction=3).numpy(), x.var(1, ddof=3), rtol=2e-5)
    np.testing.assert_allclose(
        rd.nn.functional.elu(given, 0.5).numpy(), np.where(x > 0, x, 0.5 * np.expm1(x)), rtol=1e-5
    )
    assert len(two_threads) >= 3


def test_float16_is_shared_by_its_bits(two_threads: list[crew.Call]) -> None:
    x = array(3000).astype("f2")
    result = rd.tensor(x, device="numba").sigmoid().numpy()
    np.testing.assert_allclose(result, 1 / (1 + np.exp(-x.astype("f8"))), rtol=1e-3)
    assert two_threads


@pytest.mark.parametrize(
    "shape", [(1000, 100), (7, 40_000), (3, 300, 90), (129, 1000), (2, 64, 8000)]
)
@pytest.mark.parametrize("dims", [None, 0, -1, (0, 1)])
def test_sums_and_means_are_bit_for_bit_those_of_one_thread(
    shape: tuple[int, ...], dims: Any, two_threads: list[crew.Call]
) -> None:
    x = rd.tensor(array(*shape), device="numba")
    given = [] if dims is None else [dims]
    both = x.sum(*given).numpy(), x.mean(*given).numpy()
    assert two_threads
    rd.set_num_threads(1)
    np.testing.assert_array_equal(both[0], x.sum(*given).numpy())
    np.testing.assert_array_equal(both[1], x.mean(*given).numpy())
    exact = x.numpy().astype("f8").sum(axis=dims)
    np.testing.assert_allclose(both[0], exact, rtol=1e-4, atol=1e-2)


def test_copies_of_rows_and_of_one_number(two_threads: list[crew.Call]) -> None:
    x = array(40, 25)
    for given in (x, np.broadcast_to(np.float32(3), (40, 25)), x.T, x[:, :20], x.astype("i4")):
        copy = copied(given)
        assert copy.flags.c_contiguous and copy.flags.owndata and copy.flags.writeable
        np.testing.assert_array_equal(copy, given)
    assert len(two_threads) == 2


LIGHT_AND_HEAVY = ("sigmoid", "tanh", "exp", "erf", "silu", "sin", "log1p", "neg", "square")


@pytest.mark.parametrize("name", LIGHT_AND_HEAVY)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_pointwise_results_are_bit_for_bit_those_of_one_thread(name: str, dtype: str) -> None:
    """Pieces begin where the vectors of the whole do."""
    x = rd.tensor(abs(array(70_000 + 13, dtype=dtype)), device="numba")
    function = getattr(rd, name, None) or getattr(rd.nn.functional, name)
    both = function(x).numpy()
    rd.set_num_threads(1)
    np.testing.assert_array_equal(both, function(x).numpy())


# Who comes, and when --------------------------------------------------------------------------


def test_a_worker_comes_and_sleeps_when_there_is_nothing_for_a_while() -> None:
    there = found()
    x = array(10_000)
    for _ in range(3):
        shared_form(np.add)(x, x)
    for _ in range(2000):
        if not there.away and there.asleep.all():
            break
        time.sleep(1e-3)
    assert not there.away
    assert there.asleep.all()
    np.testing.assert_array_equal(shared_form(np.add)(x, x), x + x)  # which wakes it


def test_a_short_call_that_comes_alone_does_not_wake_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = found()
    woken: list[int] = []
    monkeypatch.setattr(there, "post", lambda *args: woken.append(1))
    monkeypatch.setattr(there, "work", lambda *args: 0)
    there.asleep[:] = 1
    there.before = 0.0
    call = crew.Call(0, 0, 100, False, False, [], [])
    try:
        assert not SHARE(there, call)
        assert not woken
        assert SHARE(there, call)  # it follows the other at once
        assert SHARE(there, call._replace(long=True))
        assert len(woken) == 2
    finally:
        there.asleep[:] = 0
        there.close()
        crew._CREWS[0] = None


def test_without_workers_the_caller_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rd.set_num_threads(3)
    monkeypatch.setattr(threads, "ask", lambda *args: False)
    x = array(10_000)
    np.testing.assert_array_equal(shared_form(np.add)(x, x), x + x)
    assert len(found().away) == 2


def test_a_full_board_leaves_a_call_to_its_own_thread() -> None:
    there = found()
    x = array(10_000)
    taken = [there.places.pop() for _ in range(len(there.places))]
    try:
        np.testing.assert_array_equal(shared_form(np.add)(x, x), x + x)
        np.testing.assert_allclose(
            rd.tensor(x, device="numba").sigmoid().numpy(), 1 / (1 + np.exp(-x)), rtol=1e-5
        )
    finally:
        there.places.extend(taken)


def test_python_shares_what_has_no_loop_while_workers_wait(two_threads: list[crew.Call]) -> None:
    x, row = array(100, 200), array(200)
    for _ in range(20):
        np.testing.assert_array_equal(shared_form(np.add)(x, row), x + row)  # by rows
        np.testing.assert_array_equal(shared_form(np.add)(x, x), x + x)
    assert len(two_threads) == 20


def test_the_number_may_change_while_others_call() -> None:
    x = array(5000)
    expected, wrong, ends = x + x, [], threading.Event()

    def work() -> None:
        while not ends.is_set():
            if not np.array_equal(shared_form(np.add)(x, x), expected):
                wrong.append(1)

    callers = [threading.Thread(target=work) for _ in range(3)]
    for each in callers:
        each.start()
    for number in (3, 1, 4, 2) * 10:
        rd.set_num_threads(number)
        time.sleep(2e-3)
    ends.set()
    for each in callers:
        each.join()
    assert not wrong


def test_under_the_policy_off_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_CREWS", [None])
    for loop in (*launch.CREW, launch.ADDRESS_OF):
        monkeypatch.setattr(loop, "compiled", {})
        loop.clear()
    numba_backend.set_policy("off")
    try:
        x = array(10_000)
        np.testing.assert_array_equal(shared_form(np.add)(x, x), x + x)
        assert launch.find_crew() is None
    finally:
        numba_backend.set_policy("blocking")


def test_a_loop_whose_pieces_cannot_be_compiled_is_shared_by_python() -> None:
    loop = Loop("pointwise_loops.sigmoid", "VV")
    loop.pieces[np.dtype("f4")] = 0
    entry = loop.load(np.dtype("f4"))
    assert entry is not None
    x, out = array(1000), np.empty(1000, "f4")
    entry(x, out)
    np.testing.assert_allclose(out, 1 / (1 + np.exp(-x)), rtol=1e-5)


# Ends -----------------------------------------------------------------------------------------

START = """
import os, signal, sys, threading, time, numpy as np, redispatch as rd
from redispatch.backends import threads
threads.WORTH = 8
rd.set_num_threads(2)
x = rd.tensor(np.ones(100_000, np.float32), device="numba")
for _ in range(50):
    (x.tanh() + x).sum()
"""


def script(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", START + code], capture_output=True, text=True, timeout=120,
        env={**os.environ, **env}, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "code",
    [
        "",
        "sys.exit(0)",
        "time.sleep(0.05)",
        # threads of the user's still call when the interpreter ends
        "def go():\n    while True: x.tanh()\nfor _ in range(4):\n"
        "    threading.Thread(target=go, daemon=True).start()\ntime.sleep(0.05)",
        # what is registered to run at the end may call
        "import atexit\natexit.register(lambda: x.tanh().sum())",
        # one core for all
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "for _ in range(50): (x.tanh() + x).sum()",
        # a forked child, in which another thread was calling
        "def go():\n    while True: x.tanh()\nthreading.Thread(target=go, daemon=True).start()\n"
        "for _ in range(5):\n    pid = os.fork()\n    if not pid:\n"
        "        right = abs(x.tanh().sum().item() - 76159.4) < 1\n        os._exit(not right)\n"
        "    assert os.waitpid(pid, 0)[1] == 0",
    ],
    ids=["at once", "exit", "asleep", "busy threads", "at exit", "one core", "fork"],
)
def test_a_process_ends_in_peace(code: str) -> None:
    done = script(code, PYTHONWARNINGS="ignore")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupt_waits_for_what_others_have_begun() -> None:
    code = """
big = rd.tensor(np.full(3_000_000, 0.5), device="numba")
caught = 0
main = threading.get_ident()
def kick():
    for _ in range(200):
        time.sleep(2e-3)
        signal.pthread_kill(main, signal.SIGINT)
t = threading.Thread(target=kick)
started = False
while caught < 200:
    try:
        if not started:
            started = True; t.start()
        r = big.tanh().numpy()
        assert np.array_equal(r, np.tanh(big.numpy()))
        if not t.is_alive(): break
    except KeyboardInterrupt:
        caught += 1
while True:
    try:
        t.join(); break
    except KeyboardInterrupt:
        pass
print(caught > 0)
"""
    done = script(code)
    assert (done.stdout.strip(), done.stderr) == ("True", "")
