"""`library.Library` and `ops`: PyTorch's spelling of declarations and kernels."""

from __future__ import annotations

from typing import Any

import pytest

import redispatch as rd
from redispatch.dispatch import NoKernelError, OperatorNotFound, RegistrationError
from redispatch.library import Library


def test_define_and_impl_in_either_order() -> None:
    with Library("lib_a", "DEF") as lib:
        lib.impl("late", lambda x: x + 1)
        assert lib.define("late(Tensor x) -> Tensor") == "late"
        assert rd.ops.lib_a.late(rd.tensor([1.0])).tolist() == [2.0]
    with pytest.raises(OperatorNotFound):
        rd.ops.lib_a.late  # noqa: B018 - reading it is the test


def test_a_composite_is_differentiable_and_a_backend_kernel_is_not() -> None:
    with Library("lib_b", "DEF") as lib:
        lib.define("cube(Tensor x) -> Tensor")
        lib.impl("cube", lambda x: x * x * x)
        x = rd.tensor([2.0], requires_grad=True)
        rd.ops.lib_b.cube(x).backward()
        assert x.grad is not None
        assert x.grad.tolist() == [12.0]


def test_defaults_are_dropped_and_keyword_only_arguments_come_by_name() -> None:
    seen: list[tuple[Any, ...]] = []

    def kernel(x: rd.Tensor, n: int = 3, *, flag: bool = False) -> rd.Tensor:
        return x * n if not flag else -x

    def recording(*args: Any, **kwargs: Any) -> rd.Tensor:
        seen.append((len(args), kwargs))
        return kernel(*args, **kwargs)

    with Library("lib_c", "DEF") as lib:
        lib.define("f(Tensor x, int n=3, *, bool flag=False) -> Tensor")
        lib.impl("f", recording, "CPU")
        x = rd.tensor([1.0])
        assert rd.ops.lib_c.f(x, 3).tolist() == [3.0]
        assert rd.ops.lib_c.f(x, 2).tolist() == [2.0]
        assert rd.ops.lib_c.f(x, flag=True).tolist() == [-1.0]
    assert seen == [(1, {}), (2, {}), (1, {"flag": True})]


def test_kinds_and_namespaces() -> None:
    with Library("lib_d", "DEF") as lib:
        with pytest.raises(RegistrationError, match="single library"):
            Library("lib_d", "DEF")
        with Library("lib_d", "FRAGMENT") as more:
            more.define("g(Tensor x) -> Tensor")
            with pytest.raises(NoKernelError):
                rd.ops.lib_d.g(rd.tensor([1.0]))
        with pytest.raises(RegistrationError, match="namespace"):
            lib.define("other::g(Tensor x) -> Tensor")
        with pytest.raises(TypeError, match="callable"):
            lib.impl("g", 3)  # type: ignore[arg-type]
    with pytest.raises(RegistrationError, match="IMPL"):
        Library("lib_d", "IMPL").define("g(Tensor x) -> Tensor")
    with pytest.raises(ValueError, match="kind"):
        Library("lib_d", "OTHER")  # type: ignore[arg-type]
    Library("lib_d", "DEF")._destroy()  # free again


def test_destroying_brings_the_older_kernel_back() -> None:
    with Library("lib_e", "DEF") as lib:
        lib.define("h(Tensor x) -> Tensor")
        lib.impl("h", lambda x: x, "CPU")
        with Library("lib_e", "IMPL") as over:
            over.impl("h", lambda x: x * 10, "CPU")
            assert rd.ops.lib_e.h(rd.tensor([1.0])).tolist() == [10.0]
        assert rd.ops.lib_e.h(rd.tensor([1.0])).tolist() == [1.0]
