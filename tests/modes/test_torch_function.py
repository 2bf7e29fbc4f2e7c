"""`__torch_function__`: subclasses, foreign objects, modes; who is asked, with which function."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

import pytest

import redispatch as rd
from redispatch.dispatch import snapshot
from redispatch.overrides import (
    DisableTorchFunction,
    DisableTorchFunctionSubclass,
    TorchFunctionMode,
    get_overridable_functions,
    handle_torch_function,
    has_torch_function,
    is_tensor_like,
    is_tensor_method_or_property,
    resolve_name,
    wrap_torch_function,
)

F = TypeVar("F", bound=Callable[..., Any])


class Named(rd.Tensor):
    """Leaves everything to the default."""


class Noting(rd.Tensor):
    """Notes which function is called, and leaves the rest to the default."""

    seen: ClassVar[list[Any]] = []

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.seen.append(func)
        return super().__torch_function__(func, types, args, kwargs)


class Log(TorchFunctionMode):
    def __init__(self, seen: list[str] | None = None, prefix: str = "") -> None:
        self.seen: list[str] = [] if seen is None else seen
        self.prefix = prefix

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.seen.append(self.prefix + func.__name__)
        return func(*args, **(kwargs or {}))


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    Noting.seen.clear()
    before = snapshot()
    yield
    assert snapshot() == before


# the default --------------------------------------------------------------------------------------


def test_results_are_of_the_class_also_inside_tuples() -> None:
    x = Named([3.0, 1.0])
    assert type(x + 1) is Named and type(1 - x) is Named and type(rd.exp(x)) is Named
    assert [type(t) for t in x.split(1)] == [Named, Named]
    values, indices = x.sort()
    assert type(values) is Named and type(indices) is Named
    assert type(x.max(0)).__name__ == "ValuesIndices" and type(x.max(0).values) is Named
    assert type(x.shape) is type(rd.ones(1).shape) and x.numel() == 2


def test_in_place_operators_return_the_tensor_itself() -> None:
    x = Named([1.0])
    assert x.add_(1) is x and x.tolist() == [2.0]


def test_gradients_flow_through_results_of_the_class() -> None:
    leaf = rd.tensor([1.0, 2.0], requires_grad=True)
    x = leaf.as_subclass(Named)
    y = (x * x).sum()
    assert type(y) is Named
    y.backward()
    assert type(leaf.grad) is rd.Tensor and leaf.grad.tolist() == [2.0, 4.0]


def test_unrelated_subclasses_refuse_each_other_and_related_ones_do_not() -> None:
    class Other(rd.Tensor):
        pass

    class Derived(Named):
        pass

    with pytest.raises(TypeError, match="no implementation found.*add.*Named, .*Other"):
        rd.add(Named(1), Other(1))
    assert type(rd.add(Named([1.0]), Derived([1.0]))) is Derived


def test_results_of_parameters_are_plain_tensors() -> None:
    assert type(rd.nn.Parameter(rd.ones(1)) + 1) is rd.Tensor


def test_disabled_subclasses_give_plain_tensors() -> None:
    x = Named([1.0])
    with DisableTorchFunctionSubclass():
        assert type(x + 1) is rd.Tensor
    with DisableTorchFunction():
        assert type(x + 1) is rd.Tensor
    assert type(x + 1) is Named

    class Off(rd.Tensor):
        __torch_function__ = rd._C._disabled_torch_function_impl

    assert type(Off([1.0]) + 1) is rd.Tensor


# what the handler is told -------------------------------------------------------------------------


def test_the_handler_gets_the_function_that_was_called() -> None:
    x = Noting([1.0, 2.0])
    for call, func in (
        (lambda: rd.add(x, 1), rd.add),
        (lambda: x.add(1), rd.Tensor.add),
        (lambda: x + 1, rd.Tensor.add),
        (lambda: 1 - x, rd.Tensor.__rsub__),
        (lambda: x.size(), rd.Tensor.size),
        (lambda: x.shape, rd.Tensor.shape.__get__),
        (lambda: x[0], rd.Tensor.__getitem__),
        (lambda: rd.where(x > 5, x, 0.0), rd.where),
        (lambda: rd.max(x), rd.max),
        (lambda: rd.nn.functional.normalize(x, dim=0), rd.nn.functional.normalize),
        (lambda: rd.ops.aten.exp(x), rd.ops.aten.exp.default),
    ):
        Noting.seen.clear()
        call()
        assert Noting.seen[-1] == func


def test_arguments_reach_the_handler_with_keywords_by_name() -> None:
    told: list[Any] = []

    class Told(rd.Tensor):
        @classmethod
        def __torch_function__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            told.append((func, types, args, kwargs))
            return "answer"

    x, out = Told([1.0]), rd.ones(1)
    assert rd.add(x, 2, alpha=3) == "answer"
    assert told == [(rd.add, (Told,), (x, 2), {"alpha": 3})]
    assert rd.add(rd.ones(1), x, out=out) == "answer"
    assert told[1][3] == {"out": out}
    assert rd.ones(3)[[x, x]] == "answer"
    assert told[2][0] is rd.Tensor.__getitem__


def test_a_table_of_implementations_as_in_pytorchs_guide() -> None:
    handled: dict[Any, Any] = {}

    def implements(function: Any) -> Callable[[F], F]:
        def keep(own: F) -> F:
            handled[function] = functools.wraps(function)(own)
            return own

        return keep

    class Scaled:
        def __init__(self, factor: float) -> None:
            self.factor = factor

        @classmethod
        def __torch_function__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            if func not in handled or not all(issubclass(t, (rd.Tensor, cls)) for t in types):
                return NotImplemented
            return handled[func](*args, **(kwargs or {}))

    @implements(rd.mean)
    def mean(input: Scaled) -> float:
        return input.factor

    @implements(rd.add)
    def add(input: Any, other: Any) -> Scaled:
        first, second = (getattr(v, "factor", v) for v in (input, other))
        return Scaled(float(first) + float(second))

    assert rd.mean(Scaled(3.0)) == 3.0  # type: ignore[arg-type]
    assert rd.add(Scaled(1.0), rd.tensor(2.0)).factor == 3.0  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="no implementation found.*exp.*Scaled"):
        rd.exp(Scaled(1.0))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        rd.exp(object())  # type: ignore[arg-type]


# modes --------------------------------------------------------------------------------------------


def test_a_mode_sees_functions_factories_and_functions_written_by_hand() -> None:
    log = Log()
    with log:
        x = rd.zeros(2)
        rd.where(x > 0, x, 1.0)
        rd.nn.functional.normalize(x, dim=0)
        rd.tensor([1.0])
    assert log.seen == ["zeros", "gt", "where", "normalize", "tensor"]


def test_the_innermost_mode_is_asked_first_and_its_calls_go_outward() -> None:
    seen: list[str] = []
    x = rd.ones(1)
    with Log(seen, "outer "), Log(seen, "inner "):
        rd.exp(x)
    assert seen == ["inner exp", "outer exp"]


def test_modes_come_before_subclasses_and_may_leave_it_to_them() -> None:
    class Shy(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            return NotImplemented if types else func(*args, **(kwargs or {}))

    class Refuses(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            return NotImplemented

    x = Noting([1.0])
    with Shy():
        rd.exp(x)
    assert Noting.seen == [rd.exp]
    log = Log()
    with log, DisableTorchFunctionSubclass():
        rd.exp(x)
    assert log.seen == ["exp"]
    with log, DisableTorchFunction():
        rd.exp(x)
    assert log.seen == ["exp"]
    with Refuses(), pytest.raises(TypeError, match="no implementation found.*Refuses"):
        rd.exp(rd.ones(1))


def test_a_mode_without_a_handler_or_with_a_classmethod_is_refused() -> None:
    with TorchFunctionMode(), pytest.raises(NotImplementedError, match="__torch_function__"):
        rd.exp(rd.ones(1))

    class Wrong(TorchFunctionMode):
        @classmethod
        def __torch_function__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any: ...

    with pytest.raises(RuntimeError, match="classmethod is not supported"):
        Wrong().__enter__()


# the helpers --------------------------------------------------------------------------------------


def test_a_function_of_the_users_own_is_overridden_like_the_librarys() -> None:
    @wrap_torch_function(lambda a, b=None: (a, b))
    def pair(a: Any, b: Any = None) -> str:
        return "plain"

    x = Noting(1)
    assert pair(1) == "plain" and pair(rd.ones(1)) == "plain"
    assert pair(1, b=x) == "plain"  # by the default, after the handler was asked
    assert Noting.seen == [pair]
    log = Log()
    with log:
        pair(1)
    assert log.seen == ["pair"]
    with pytest.raises(TypeError, match="no implementation found"):
        handle_torch_function(pair, ())


def test_who_overrides_is_found() -> None:
    class Foreign:
        @classmethod
        def __torch_function__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any: ...

    assert not has_torch_function((rd.ones(1), 2, rd.nn.Parameter(rd.ones(1))))
    assert has_torch_function((1, Foreign())) and has_torch_function([Named(1)])
    assert is_tensor_like(Named(1)) and is_tensor_like(Foreign()) and not is_tensor_like(1)


def test_functions_are_found_and_named() -> None:
    known = get_overridable_functions()
    assert rd.exp in known[rd] and rd.where in known[rd] and rd.Tensor.add in known[rd.Tensor]
    assert rd.is_grad_enabled not in known[rd]
    assert resolve_name(rd.Tensor.__getitem__) == "Tensor.__getitem__"
    assert resolve_name(rd.Tensor.shape.__get__) == "Tensor.shape.__get__"
    assert resolve_name(rd.nn.functional.normalize) == "nn.functional.normalize"
    assert resolve_name(rd.ops.aten.add.Tensor) == "aten.add.Tensor" and resolve_name(print) is None
    assert is_tensor_method_or_property(rd.Tensor.shape.__get__)
    assert not is_tensor_method_or_property(rd.exp)


def test_explain_names_function_handlers() -> None:
    with Log():
        told = rd.explain("exp", Noting([1.0]))
    asks = {layer.key: layer.asks for layer in told.walk if layer.asks}
    assert list(asks) == ["FunctionMode", "Function"]
    assert asks["FunctionMode"][0].startswith("mode Log (")
    assert asks["Function"][0].startswith("subclass Noting (")
