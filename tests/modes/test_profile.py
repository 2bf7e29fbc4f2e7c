"""The profiler: what is noted, and the forms in which it is given."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import Backend, register_backend
from redispatch.backends.dtypes import as_dtype
from redispatch.dispatch import facts, kernel, remove_key
from redispatch.dispatch.keys import KEYS
from redispatch.profiler import profile, record_function


@pytest.fixture(autouse=True, scope="module")
def no_key_is_left() -> Iterator[None]:
    yield
    remove_key(KEYS.by_name["Profile"])


def step(x: Any) -> None:
    ((x @ x).exp() * 2).sum().backward()


def profiled() -> profile:
    x = rd.ones((4, 4), requires_grad=True)
    with profile() as prof:
        step(x)
    return prof


def test_operators_of_forward_and_backward_are_noted() -> None:
    events = profiled().events
    names = [e.name for e in events if e.kind == "operator"]
    assert names[:4] == ["rd::matmul", "rd::exp", "rd::mul", "rd::sum"]
    nodes = [e.name for e in events if e.kind == "backward"]
    assert nodes == ["SumBackward0", "MulBackward0", "ExpBackward0", "MatmulBackward0"]
    first = events[0]
    assert first.shapes == ((4, 4), (4, 4)) and first.nbytes == 64
    assert first.backend == "NumPy" and "Autograd" in first.keys
    inner = [e for e in events if e.path == ("MatmulBackward0",)]
    assert {e.name for e in inner} == {"rd::matmul", "rd::transpose"}


def test_own_time_is_without_what_was_called() -> None:
    events = profiled().events
    for e in events:
        inner = [i for i in events if i.path == (*e.path, e.name) and e.kind == "backward"]
        assert 0 <= e.own <= e.total
        if inner:
            assert e.own == e.total - sum(i.total for i in inner)


def test_results_are_the_same_and_nothing_stays_on() -> None:
    before = facts()
    x = rd.ones((4, 4), requires_grad=True)
    with profile():
        step(x)
        assert facts() != before
    assert facts() == before
    y = rd.ones((4, 4), requires_grad=True)
    step(y)
    assert x.grad is not None and y.grad is not None
    assert x.grad.tolist() == y.grad.tolist()


def test_chrome_trace_links_forward_and_backward(tmp_path: Path) -> None:
    prof = profiled()
    prof.export_chrome_trace(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    events = trace["traceEvents"]
    for e in events:
        assert e["ph"] in "XsfM" and {"name", "pid", "tid"} <= e.keys()
        if e["ph"] == "X":
            assert e["dur"] >= 0 and e["ts"] >= 0
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert starts.keys() == ends.keys() and len(starts) == 4
    assert all(starts[i]["ts"] < ends[i]["ts"] for i in starts)


def test_table() -> None:
    prof = profiled()
    text = prof.table(sort_by="calls")
    assert "rd::matmul" in text and "self us" in text
    assert "[(4, 4), (4, 4)]" in prof.table(group_by_input_shape=True)
    assert len(prof.table(row_limit=1).splitlines()) == 3
    sums = prof.key_averages()
    assert sum(s.calls for s in sums) == len(prof.events)
    with pytest.raises(ValueError, match="sort_by"):
        prof.table(sort_by="colour")


def test_a_program_for_pytorch_profiles() -> None:
    x = rd.ones((4, 4), requires_grad=True)
    activities = [rd.profiler.ProfilerActivity.CPU]
    with profile(activities=activities, record_shapes=True, profile_memory=True) as prof:
        step(x)
    text = prof.key_averages(group_by_input_shape=True).table("self_cpu_time_total", row_limit=-1)
    assert text == prof.table("own", group_by_input_shape=True)
    assert len(text.splitlines()) == 2 + len(prof.key_averages(group_by_input_shape=True))
    for order in ("cpu_time_total", "count", "self_cpu_memory_usage"):
        assert "rd::matmul" in prof.key_averages().table(sort_by=order)


def test_ranges_and_collapsed_stacks() -> None:
    x = rd.ones(2)
    with profile(with_stack=True) as prof:
        with record_function("outer"), record_function("inner;part"):
            x * 2
    lines = prof.collapsed_stacks().splitlines()
    assert any(line.rpartition(" ")[0].endswith("outer;inner:part;rd::mul") for line in lines)
    assert any("test_ranges_and_collapsed_stacks" in line for line in lines)
    assert all(int(line.rpartition(" ")[2]) > 0 for line in lines)
    with record_function("nobody listens"):
        pass


def test_nested_profiles() -> None:
    x = rd.ones(2)
    with profile() as outer:
        x * 2
        with profile() as inner:
            x + 2
        x - 2
    assert [e.name for e in inner.events] == ["rd::add"]
    assert [e.name for e in outer.events] == ["rd::mul", "rd::sub"]


def test_one_profile_is_active_once_but_may_be_used_again() -> None:
    x = rd.ones(2)
    before = facts()
    prof = profile()
    with prof:
        with pytest.raises(RuntimeError, match="active already"), prof:
            pass
        x * 2
    assert facts() == before
    with prof:
        x + 2
    x - 2
    assert [e.name for e in prof.events] == ["rd::mul", "rd::add"]


def test_errors_leave_it_usable() -> None:
    x = rd.ones(2, requires_grad=True)
    with profile() as prof:
        with pytest.raises(Exception, match="."):
            x + rd.ones(3)
        y = x * 2
        y.register_hook(lambda g: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            y.sum().backward()
        x.exp()
    assert prof.events[-1].name == "rd::exp" and prof.events[-1].path == ()


def test_other_threads_are_not_noted() -> None:
    with profile() as prof:
        thread = threading.Thread(target=lambda: step(rd.ones((2, 2), requires_grad=True)))
        thread.start()
        thread.join()
    assert prof.events == []


@dataclass(frozen=True)
class Box:
    """A payload that is no array."""

    values: Any


class Far(Backend):
    """A device with one kernel; all else runs on its host."""

    name, fallback = "Far", "numpy"

    def from_numpy(self, array: Any) -> Box:
        return Box(array)

    def to_numpy(self, payload: Any) -> Any:
        return payload.values

    def shape(self, payload: Any) -> tuple[int, ...]:
        return tuple(payload.values.shape)

    def dtype(self, payload: Any) -> rd.dtype:
        return as_dtype(payload.values.dtype)


@pytest.fixture
def far() -> Iterator[str]:
    with register_backend(Far()):
        kernel("mul", "Far")(lambda a, b: Box(np.multiply(a.values, b.values)))
        yield "far"


NUMBER = (int, float)
PHASES: dict[str, dict[str, Any]] = {  # the Trace Event Format, as its viewers read it
    "X": {"name": str, "cat": str, "ts": NUMBER, "dur": NUMBER, "args": dict},
    "s": {"name": str, "cat": str, "ts": NUMBER, "id": int},
    "f": {"name": str, "cat": str, "ts": NUMBER, "id": int, "bp": str},
    "i": {"name": str, "ts": NUMBER, "s": str},
    "M": {"name": str, "args": dict},
}


def check_trace(trace: Any) -> None:
    """Raise AssertionError unless viewers can read a trace and draw its arrows."""
    assert set(trace) <= {"traceEvents", "displayTimeUnit"}
    assert trace["displayTimeUnit"] in ("ms", "ns")
    events = trace["traceEvents"]
    slices = [e for e in events if e["ph"] == "X"]
    for e in events:
        for name, kind in {**PHASES[e["ph"]], "pid": int, "tid": int}.items():
            assert isinstance(e[name], kind) and not isinstance(e[name], bool), (name, e)
        assert e.get("ts", 0) >= 0 and e.get("dur", 0) >= 0
        if e["ph"] in "sf":  # an arrow is drawn between slices: each end is bound to the one around
            around = [
                each for each in slices
                if each["tid"] == e["tid"] and each["ts"] <= e["ts"] <= each["ts"] + each["dur"]
            ]  # fmt: skip
            assert around, e
    for e in events:
        if e["ph"] == "s":
            (end,) = [x for x in events if x["ph"] == "f" and x["id"] == e["id"]]
            assert (end["name"], end["cat"]) == (e["name"], e["cat"]) and end["ts"] >= e["ts"]


def test_a_trace_is_what_viewers_read(far: str, tmp_path: Path) -> None:
    x = rd.ones((4, 4), requires_grad=True)
    with profile(with_stack=True) as prof, record_function("step"):
        step(x)
        rd.ones(3, device=far) * rd.tensor(2.0)
    prof.export_chrome_trace(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    check_trace(trace)
    assert {e["ph"] for e in trace["traceEvents"]} == set(PHASES)


def test_transfers_that_nobody_asked_for(far: str) -> None:
    x = rd.ones(3)
    y = rd.ones(3, device=far)
    with profile() as prof:
        x.to(far)  # asked for
        y * x[0]  # a 0-d operand follows the others
        y.cos()  # the device has no kernel
        x * x[0]
    assert [(e.name, e.backend, e.nbytes, e.path) for e in prof.transfers] == [
        ("rd::mul", "NumPy -> Far", 4, ()),
        ("rd::cos", "Far -> NumPy", 12, ("rd::cos",)),
    ]
    assert "transfer Far -> NumPy" in prof.table()
    assert [e.nbytes for e in prof.events if e.name == "rd::cos" and e.keys] == [12]
    with profile() as prof:
        x * x[0]
    assert prof.transfers == []


def test_moves_between_devices_are_flagged() -> None:
    x = rd.ones(2)
    with profile() as prof:
        x.to("meta")
        x * 2
    assert [e.moved for e in prof.events if e.name == "rd::mul"] == [False]
    assert any(e.moved for e in prof.events)
