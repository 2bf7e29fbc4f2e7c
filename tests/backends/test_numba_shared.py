"""The device "numba" with several threads: large calls of NumPy's loops are shared; who may call.

The values are NumPy's, computed by one thread on arrays of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import blas_threads, thread_info, threads
from redispatch.backends.numba_backend import crew
from redispatch.backends.numba_backend.ufuncs import shared_form
from redispatch.dispatch import operators
from redispatch.dispatch.rules import RULES

RNG = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def sharing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let calls of 8 elements, or 24 of light ones, be shared by three threads; count them."""
    before = thread_info()
    monkeypatch.setattr(threads, "WORTH", 8)
    shared: list[int] = []
    share = threads.share

    def counted(call: Any, args: Any, places: Any) -> None:
        shared.append(len(args[places[-1]]))
        share(call, args, places)

    monkeypatch.setattr(threads, "share", counted)
    offer = crew.Crew.share

    def counted_offer(self: crew.Crew, call: crew.Call) -> bool:
        shared.append(call.steps)
        return offer(self, call)

    monkeypatch.setattr(crew.Crew, "share", counted_offer)
    rd.set_num_threads(3)
    yield shared
    rd.set_num_threads(before.threads)
    if before.blas_threads is not None:
        blas_threads.set_number(before.blas_threads)


def on(array: Any, **options: Any) -> rd.Tensor:
    return rd.tensor(array, device="numba", **options)


def grad(leaf: rd.Tensor) -> Any:
    assert leaf.grad is not None
    return leaf.grad.numpy()


def array(*shape: int, dtype: str = "f4") -> Any:
    return RNG.standard_normal(shape).astype(dtype)


# Which calls are shared -----------------------------------------------------------------------

A, B, ROW, COLUMN = array(10, 7), array(10, 7), array(7), array(10, 1)
WHOLE, HALF = (9 * A).astype("i8"), A.astype("f2")
SHARED: dict[str, tuple[Any, Any, Any]] = {
    "one array": (lambda a: a.tanh(), (A,), np.tanh(A)),
    "two arrays": (lambda a, b: a + b, (A, B), A + B),
    "a number": (lambda a: a * 2.5, (A,), A * np.float32(2.5)),
    "a number in front": (lambda a: 1.5 - a, (A,), np.float32(1.5) - A),
    "an array of one number": (lambda a, b: a * b, (A, np.float32(3)), A * np.float32(3)),
    "a row": (lambda a, b: a + b, (A, ROW), A + ROW),
    "a row in front": (lambda b, a: b - a, (ROW, A), ROW - A),
    "a column": (lambda a, b: a / b, (A, COLUMN), A / COLUMN),
    "an expanded number": (
        lambda a, b: a * b.expand(10, 7), (A, np.float32(3)), A * np.float32(3),
    ),
    "a comparison": (lambda a, b: a < b, (A, B), A < B),
    "integers": (lambda a, b: a * b, (WHOLE, WHOLE), WHOLE * WHOLE),
    "two dtypes": (lambda a, b: a * b, (A, B.astype("f8")), A * B.astype("f8")),
    "complex numbers": (lambda a, b: a * b, (A + 1j * B, A - 1j * B), (A + 1j * B) * (A - 1j * B)),
    "float16": (lambda a, b: a + b, (HALF, HALF), HALF + HALF),
    "a square whose row is as long": (lambda a, b: a * b, (A[:7], ROW), A[:7] * ROW),
}  # fmt: skip


@pytest.mark.parametrize("name", SHARED)
def test_a_large_call_is_shared_and_gives_numpys_result(name: str, sharing: list[int]) -> None:
    call, given, expected = SHARED[name]
    result = call(*map(on, given))
    assert sharing
    assert result.numpy().dtype == expected.dtype
    assert result.is_contiguous()
    np.testing.assert_allclose(result.numpy(), expected, rtol=1e-6)


UFUNCS = sorted(
    {
        ufunc
        for operator in operators()
        if (rule := RULES.active(operator.name, "NumPy")) is not None
        for ufunc in (rule.fn, rule.plain)
        if isinstance(ufunc, np.ufunc) and ufunc.nin <= 2
    },
    key=lambda ufunc: ufunc.__name__,
)


@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda ufunc: ufunc.__name__)
def test_every_loop_of_numpys_that_the_device_uses(ufunc: np.ufunc, sharing: list[int]) -> None:
    shared = shared_form(ufunc)
    for kind in "fd?l":
        given = [(3 * each).astype(kind) for each in (A, B)[: ufunc.nin]]
        sharing.clear()
        try:
            with np.errstate(all="ignore"):
                expected = ufunc(*given)
        except TypeError:
            with pytest.raises(TypeError):
                shared(*given)
            continue
        result = shared(*given)
        assert sharing == [70]
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result, expected)
        out = np.zeros_like(expected)
        assert shared(*given, out) is out
        np.testing.assert_array_equal(out, expected)
        few = [each[0, :2] for each in given]
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(shared(*few), ufunc(*few))
            np.testing.assert_array_equal(shared(*few, out[0, :2]), ufunc(*few))


NOT_SHARED: dict[str, tuple[Any, Any, Any]] = {
    "few elements": (lambda a: a.tanh(), (A[0],), np.tanh(A[0])),
    "few elements of a light loop": (lambda a, b: a + b, (A[:3], B[:3]), A[:3] + B[:3]),
    "a transposed array": (lambda a: a.t().tanh(), (A,), np.tanh(A.T)),
    "a transposed operand": (lambda a, b: a.t() + b.t(), (A, B), A.T + B.T),
    "one operand transposed": (lambda a, b: a + b.t(), (A[:7], B[:7]), A[:7] + B[:7].T),
    "every other row": (lambda a: a[::2] * 2.0, (A,), A[::2] * np.float32(2)),
    "a result larger than any operand": (
        lambda a, b: a + b, (A[:, None, :1], B), A[:, None, :1] + B,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_SHARED)
def test_other_calls_are_numpys(name: str, sharing: list[int]) -> None:
    call, given, expected = NOT_SHARED[name]
    result = call(*map(on, given)).numpy()
    assert not sharing
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    assert result.strides == expected.strides


def test_shapes_that_do_not_fit_are_refused_as_before(sharing: list[int]) -> None:
    with pytest.raises(RuntimeError, match=r"\[10, 7\].*\[10, 6\]|must match"):
        on(A) + on(A[:, :6])
    with pytest.raises(RuntimeError):
        on(A.astype("f8") > 0) - on(B > 0)
    assert not sharing


def test_with_one_thread_the_kernels_are_numpys_own(sharing: list[int]) -> None:
    assert "shared by threads" in str(rd.explain(rd.tanh, on(A)))
    rd.set_num_threads(1)
    assert "shared by threads" not in str(rd.explain(rd.tanh, on(A)))
    on(A).tanh()
    rd.set_num_threads(2)
    assert not sharing
    on(A).tanh()
    assert sharing == [70]


def test_the_default_device_is_left_alone(sharing: list[int]) -> None:
    rd.tensor(A).tanh()
    assert not sharing


# Writing --------------------------------------------------------------------------------------


def test_in_place_forms_write_into_the_memory_of_their_tensor(sharing: list[int]) -> None:
    x = on(A.copy())
    view, version = x.view(70), x._version
    assert x.mul_(on(B)) is x
    np.testing.assert_array_equal(view.numpy(), (A * B).reshape(-1))
    assert sharing == [70]
    x.add_(0.5)
    x.exp_()
    x.sub_(on(ROW))
    assert x._version == version + 4
    np.testing.assert_allclose(x.numpy(), np.exp(A * B + np.float32(0.5)) - ROW, rtol=2e-6)


def test_writing_to_a_part_or_from_a_part_of_oneself(sharing: list[int]) -> None:
    x = on(A.copy())
    x[:, 1:4].mul_(2.0)
    expected = A.copy()
    expected[:, 1:4] *= 2
    np.testing.assert_array_equal(x.numpy(), expected)
    square = on(A[:7].copy())
    square.mul_(square)
    np.testing.assert_array_equal(square.numpy(), A[:7] * A[:7])
    with pytest.raises(RuntimeError, match="single memory location"):
        square.add_(square.t())
    np.testing.assert_array_equal(square.numpy(), A[:7] * A[:7])


@pytest.mark.parametrize("form", ["the same", "empty", "another dtype", "transposed"])
def test_out_gets_the_result(form: str) -> None:
    out = {
        "the same": lambda: on(np.zeros((10, 7), "f4")),
        "empty": lambda: on(np.zeros((0,), "f4")),
        "another dtype": lambda: on(np.zeros((10, 7))),
        "transposed": lambda: on(np.zeros((7, 10), "f4")).t(),
    }[form]()
    assert rd.mul(on(A), on(B), out=out) is out
    np.testing.assert_allclose(out.numpy(), A * B)


# Warnings and errors of arithmetic ------------------------------------------------------------


def test_no_piece_warns(recwarn: pytest.WarningsRecorder, sharing: list[int]) -> None:
    x = on(np.full(70, -1.0))
    assert bool(x.log().isnan().all()) and bool((x / 0.0).isinf().all())
    x.sub_(x).div_(0.0)
    assert bool(x.isnan().all())
    assert sharing and not recwarn.list


def test_a_user_who_asks_numpy_to_raise_gets_the_error(sharing: list[int]) -> None:
    x = on(np.full(70, -1.0))
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        x.log()
    assert not sharing


# Derivatives ----------------------------------------------------------------------------------


def test_gradients_are_shared_and_right(sharing: list[int]) -> None:
    x, y = on(A, requires_grad=True), on(B, requires_grad=True)
    ((x * y + x).tanh() * y).sum().backward()
    u = A.astype("f8") * B + A
    slope = (1 - np.tanh(u) ** 2) * B
    assert len(sharing) > 5
    np.testing.assert_allclose(grad(x), slope * (B + 1), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(grad(y), slope * A + np.tanh(u), rtol=1e-4, atol=1e-5)


def test_gradients_that_meet_are_added_by_threads(sharing: list[int]) -> None:
    x = on(A.reshape(-1).copy(), requires_grad=True)
    a, b = x * 1.0, x * 2.0
    sharing.clear()
    rd.autograd.backward([a, b, a], [on(B.reshape(-1)) for _ in range(3)])
    np.testing.assert_allclose(grad(x), 4 * B.reshape(-1), rtol=1e-6)
    assert sharing


def test_derivatives_of_derivatives(sharing: list[int]) -> None:
    x = on(A.astype("f8"), requires_grad=True)
    (first,) = rd.autograd.grad((x.exp() * x).sum(), x, create_graph=True)
    (second,) = rd.autograd.grad((first * first).sum(), x)
    a = A.astype("f8")
    np.testing.assert_allclose(first.detach().numpy(), np.exp(a) * (a + 1), rtol=1e-12)
    expected = 2 * np.exp(a) * (a + 1) * np.exp(a) * (a + 2)
    np.testing.assert_allclose(second.numpy(), expected, rtol=1e-12)
    assert sharing


def test_a_graph_of_before_the_change_is_run_after_it(sharing: list[int]) -> None:
    rd.set_num_threads(1)
    x = on(A.astype("f8"), requires_grad=True)
    loss = (x.exp() * x).sum()
    rd.set_num_threads(2)
    loss.backward()
    np.testing.assert_allclose(grad(x), np.exp(x.detach().numpy()) * (A + 1.0), rtol=1e-6)
    del sharing


# Who may call ---------------------------------------------------------------------------------

CALLS = 10_000


def from_eight_threads(calls: int) -> int:
    """Call shared kernels from eight threads at once; return how many results are right."""
    x, y = on(np.linspace(-2, 2, 300)), on(np.linspace(1, 2, 300))
    sigmoid, product = 1 / (1 + np.exp(-x.numpy())), x.numpy() * y.numpy()
    right = [0] * 8

    def work(place: int) -> None:
        for _ in range(calls // 16):
            right[place] += np.allclose(x.sigmoid().numpy(), sigmoid, rtol=1e-14)
            right[place] += np.array_equal((x * y).numpy(), product)

    started = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for each in started:
        each.start()
    for each in started:
        each.join()
    return sum(right)


def test_eight_threads_make_ten_thousand_calls(sharing: list[int]) -> None:
    assert from_eight_threads(CALLS) == CALLS
    assert len(sharing) == CALLS


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_so_do_eight_threads_of_a_forked_child() -> None:
    assert from_eight_threads(160) == 160
    child = os.fork()
    if not child:
        right = -1
        try:
            right = from_eight_threads(CALLS)
        finally:
            os._exit(0 if right == CALLS else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert from_eight_threads(160) == 160
