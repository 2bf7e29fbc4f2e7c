"""Walks: which rule a layer uses, in which order layers are asked, what a rule finds around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from toy import Toy, added, bare, doubled, logged, operator

from redispatch.dispatch import (
    DeviceError,
    DispatchKey,
    DispatchKeySet,
    KeyGuard,
    KeyRemovedError,
    NoKernelError,
    Operator,
    Registration,
    facts,
    register_layer,
    remove_key,
)
from redispatch.dispatch.keys import AUTOGRAD, PYTHON, VERSION, Kind
from redispatch.dispatch.registry import register
from redispatch.dispatch.rules import RULES, Rule
from redispatch.dispatch.tensor import Tensor, make_tensor
from redispatch.dispatch.walk import Site, Step, layers_above


@pytest.fixture
def op(toy: Toy) -> Iterator[Operator]:
    with (
        operator(tags=["tagged", "tagged2"]) as made,
        register(made, "Toy", Rule(doubled, "raw")),
    ):
        yield made


@contextmanager
def units(**place: Any) -> Iterator[DispatchKey]:
    key = register_layer("Units", "a test", **(place or {"above": "Autograd"}))
    try:
        yield key
    finally:
        remove_key(key)


def layer(name: Any, slot: Any, fn: Callable[..., Any]) -> Registration:
    return register(name, slot, Rule(fn, "layer"))


def fallback(name: str, slot: Any, fn: Callable[..., Any]) -> Registration:
    return register(name, slot, Rule(fn, "fallback"))


# precedence -------------------------------------------------------------------------------------


def test_at_a_layer_the_more_particular_rule_comes_first(toy: Toy, op: Operator) -> None:
    log: list[str] = []

    def general(word: str) -> Callable[..., Any]:
        def rule(operator: Operator, below: Callable[..., Any], *args: Any) -> Any:
            log.append(f"{word} of {operator.schema.name}")
            return below(*args)

        return rule

    with units() as key:
        x = toy.tensor(1, keys=(key,))
        handles = [
            fallback("*", key, general("fallback")),
            fallback("*tagged2", key, general("second tag")),
            fallback("*tagged", key, general("first tag")),
            layer(op, key, logged(log, "operator")),
            layer(op, "UnitsToy", logged(log, "operator for Toy")),
        ]
        expected = [
            "operator for Toy",
            "operator",
            "first tag of f",
            "second tag of f",
            "fallback of f",
        ]
        for word, handle in zip(expected, reversed(handles), strict=True):
            assert op(x)._data == [2]
            assert log.pop() == word and not log
            handle.undo()
        assert op(x)._data == [2]
        assert not log  # without a rule the layer is not there


def test_a_layer_rule_for_one_backend_is_not_for_another(toy: Toy, op: Operator) -> None:
    log: list[str] = []
    with Toy("Toy2") as other, units() as key:
        register(op, "Toy2", Rule(doubled, "raw"))
        layer(op, "UnitsToy", logged(log, "for Toy"))
        op(other.tensor(1, keys=(key,)))
        assert not log
        op(toy.tensor(1, keys=(key,)))
        assert log == ["for Toy"]


def test_a_fallthrough_beats_tags_and_fallback(toy: Toy, op: Operator) -> None:
    log: list[str] = []

    def noted(operator: Operator, below: Callable[..., Any], *args: Any) -> Any:
        log.append("asked")
        return below(*args)

    with units() as key:
        fallback("*", key, noted)
        x = toy.tensor(1, keys=(key,))
        op(x)
        register(op, key, Rule(None, "fallthrough"))
        op(x)
        assert log == ["asked"]


def test_layers_are_asked_from_the_top(toy: Toy, op: Operator) -> None:
    log: list[str] = []
    with units(below="Autograd") as key:
        handles = [layer(op, k, logged(log, k.name)) for k in (PYTHON, key, AUTOGRAD)]
        op(toy.tensor(1, keys=(PYTHON, AUTOGRAD, key)))
        assert log == ["Autograd", "Units", "Python"]
        for handle in handles:
            handle.undo()


def test_a_layer_is_walked_only_if_a_key_says_so(toy: Toy, op: Operator) -> None:
    log: list[str] = []
    plain = toy.tensor(1)
    with units() as key:
        layer(op, key, logged(log, "walked"))
        mine = toy.tensor(1, keys=(key,))
        only = DispatchKeySet(key)
        op(plain)
        assert not log
        op(mine)
        with KeyGuard(include=only):
            op(plain)
        assert log == ["walked"] * 2
        with KeyGuard(exclude=only):
            op(mine)
            with KeyGuard(include=only):
                op(mine)
        assert log == ["walked"] * 2


def test_a_layer_can_change_arguments_and_result(toy: Toy, op: Operator) -> None:
    with units() as key:
        layer(op, key, lambda below, x: toy.tensor(*below(toy.tensor(10))._data, 7))
        assert op(toy.tensor(1, keys=(key,)))._data == [20, 7]


def test_an_owner_adapts_the_rules_of_its_layer(toy: Toy, op: Operator) -> None:
    seen: list[tuple[str, Rule | None]] = []

    def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
        seen.append((site.operator.name, rule))
        return None if rule is None else Step(lambda *args: "adapted", "adapts")

    with units() as key:
        key.owner = adapter
        x = toy.tensor(1, keys=(key,))
        assert op(x)._data == [2]
        with layer(op, key, logged([], "")) as handle:
            assert op(x) == "adapted"
        assert handle is not None
        assert op(x)._data == [2]
        assert [rule is None for _, rule in seen] == [True, False, True]


# the bottom -------------------------------------------------------------------------------------


def test_a_composite_stands_in_only_where_there_is_no_kernel(toy: Toy, op: Operator) -> None:
    def composed(x: Tensor) -> Any:
        return op(op(x))

    with operator() as whole, register(whole, "Composite", Rule(composed, "tensor")):
        assert whole(toy.tensor(1))._data == [4]
        with register(whole, "Toy", Rule(doubled, "raw")):
            assert whole(toy.tensor(1))._data == [2]
        assert whole(toy.tensor(1))._data == [4]


def test_no_kernel(toy: Toy, op: Operator) -> None:
    with operator() as lonely, units() as key:
        layer(lonely, key, logged([], ""))
        line = RULES.stack(lonely.name, "Units")[0].source
        with register(lonely, "Python", Rule(logged([], ""), "layer")):
            with pytest.raises(NoKernelError) as error:
                lonely(toy.tensor(1, keys=(key,)))
        words = str(error.value)
        assert words.startswith(f"{lonely.name}: has no rule for Toy")
        assert f"walk: Units ({line}) > " in words
        assert "Toy (nothing)" in words
        assert f"rules for: Units ({line}), Python (" in words
        assert f"kernel({lonely.name!r}, 'Toy')(function)" in words
        assert isinstance(error.value, NotImplementedError)


def test_nothing_names_a_backend(toy: Toy, op: Operator) -> None:
    with (
        operator("f(Tensor? self) -> Tensor") as made,
        pytest.raises(NoKernelError, match="no tensor arguments"),
    ):
        made(None)
    with KeyGuard(exclude=DispatchKeySet("Toy")), pytest.raises(NoKernelError):
        op(toy.tensor(1))


def test_two_backends_at_once_are_refused_or_left_to_a_rule(toy: Toy) -> None:
    with (
        operator("f(Tensor a, Tensor b) -> Tensor") as made,
        register(made, "Toy", Rule(added, "raw")),
        Toy("Toy2") as other,
    ):
        a, b = toy.tensor(1), other.tensor(2)
        kept = RULES.stack("*", "MixedDevices")
        RULES._put("*", "MixedDevices", ())
        made.walks.clear()
        try:
            with pytest.raises(DeviceError, match="got tensors of Toy2 and Toy"):
                made(a, b)

            def move(operator: Operator, backends: list[DispatchKey], *args: Tensor) -> Any:
                return operator.name, [key.name for key in backends], [x._data for x in args]

            with register("*", "MixedDevices", Rule(move, "layer")):
                assert made(a, b) == (made.name, ["Toy2", "Toy"], [[1], [2]])
            with pytest.raises(DeviceError):
                made(a, b)
        finally:
            RULES._put("*", "MixedDevices", kept)


def test_a_removed_backend_is_named_by_every_call() -> None:
    with operator() as op, operator("g(Tensor a, Tensor b) -> Tensor") as pair:
        with Toy() as gone:
            x = gone.tensor(1)
            register(op, "Toy", Rule(doubled, "raw"))
            op(x)
        with Toy("Toy2") as other:
            for call, args in ((op, (x,)), (pair, (other.tensor(1), x))):
                with pytest.raises(KeyRemovedError, match="backend Toy was removed"):
                    call(*args)
            with KeyGuard(include=DispatchKeySet(x._keys & ~VERSION.bit)):
                with pytest.raises(KeyRemovedError):
                    op(other.tensor(1))


# tensor rules -----------------------------------------------------------------------------------


def excluded_inside(op: Operator, slot: Any, x: Tensor) -> set[str]:
    """Names of the keys that a tensor rule in this slot runs without."""
    seen: list[int] = []

    def rule(x: Tensor) -> Tensor:
        seen.append(facts().excluded)
        return make_tensor(x._data, x._keys)

    with register(op, slot, Rule(rule, "tensor"), override=True):
        op(x)
    assert not facts().excluded
    return {key.name for key in DispatchKeySet(seen[0])}


def names_above(key: DispatchKey) -> set[str]:
    return {upper.name for upper in DispatchKeySet(layers_above(key))}


def test_a_tensor_rule_runs_without_the_keys_above_its_layer_and_its_own(
    toy: Toy, op: Operator
) -> None:
    with units(below="Autograd") as key:
        x = toy.tensor(1, keys=(key,))
        assert excluded_inside(op, key, x) == names_above(key) | {"Units"}
        assert {"Autograd", "ForwardAD"} < names_above(key)


def test_a_tensor_kernel_runs_without_any_layer(toy: Toy, op: Operator) -> None:
    layers = {key.name for key in DispatchKeySet(layers_above(toy.key)) if key.kind is Kind.LAYER}
    assert excluded_inside(op, "Toy", toy.tensor(1)) == layers


@pytest.mark.parametrize(
    "schema", ["f(Tensor(a!) self) -> Tensor(a!)", "f(Tensor(a) self) -> Tensor(a)"]
)
def test_a_kernel_that_writes_or_views_leaves_versions_to_the_operators_inside(
    toy: Toy, schema: str
) -> None:
    with operator(schema) as made:
        assert "Version" not in excluded_inside(made, "Toy", toy.tensor(1))


def test_a_composite_keeps_the_layer_whose_missing_row_it_stands_in_for(
    toy: Toy, op: Operator
) -> None:
    log: list[str] = []

    def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
        if rule is not None:
            return Step(lambda *args: logged(log, "inner rule")(below.call, *args), "notes")
        return site.composite(key)

    def composed(x: Tensor) -> Any:
        assert not facts().excluded & key.bit
        return op(x)

    with units() as key, operator() as whole:
        key.owner = adapter
        layer(op, key, logged([], ""))
        with register(whole, "Composite", Rule(composed, "tensor")):
            assert whole(toy.tensor(1, keys=(key,)))._data == [2]
        assert log == ["inner rule"]


def test_what_a_rule_brings_along_is_treated_alike_in_every_call(toy: Toy, op: Operator) -> None:
    log: list[str] = []
    with units() as key, operator() as whole, layer(op, key, logged(log, "walked")):
        mine = toy.tensor(5, keys=(key,))
        with register(whole, "Toy", Rule(lambda x: op(mine), "tensor")):
            whole(toy.tensor(1))
            whole(toy.tensor(1, keys=(key,)))
        assert not log


def test_an_exception_in_a_tensor_rule_restores_the_state(toy: Toy, op: Operator) -> None:
    def fails(x: Tensor) -> Tensor:
        raise ZeroDivisionError

    with (
        register(op, "Toy", Rule(fails, "tensor"), override=True),
        pytest.raises(ZeroDivisionError),
    ):
        op(toy.tensor(1))


# caches -----------------------------------------------------------------------------------------


def test_a_walk_is_built_once_for_the_same_keys_and_facts(toy: Toy, op: Operator) -> None:
    for _ in range(3):
        op(toy.tensor(1))
    assert len(op.walks) == 1
    with KeyGuard(exclude=DispatchKeySet("Autograd")):
        op(toy.tensor(1))
    assert len(op.walks) == 2


@pytest.mark.parametrize("form", ["f_", "f.out"])
def test_a_kernel_of_the_functional_form_makes_walks_of_its_forms_stale(
    toy: Toy, form: str
) -> None:
    def step(site: Site, rule: Rule | None) -> Step | None:
        functional = site.operator.functional
        assert functional is not None
        kernel = RULES.active(functional.name, "Toy")
        assert kernel is not None
        return Step(lambda *args: kernel.fn(args[0]._data), "computes the functional form")

    with operator(inplace=True, out=True) as op:
        other = {made.name.partition("::")[2]: made for made in op.forms}[form]
        args = (toy.tensor(1),) * len(other.schema.arguments)
        toy.step = step  # type: ignore[method-assign]
        with register(op, "Toy", Rule(doubled, "raw")):
            assert other.call(args) == [2]
            with register(op, "Toy", Rule(lambda p: ["new"], "raw"), override=True):
                assert other.call(args) == ["new"]
            assert other.call(args) == [2]


def test_trailing_defaults_may_be_left_out_of_a_walk(toy: Toy) -> None:
    schema = "f(Tensor self, int a=1, *, int b=2) -> Tensor"
    with operator(schema) as op, register(op, "Toy", Rule(lambda p, a, b: [a, b], "raw")):
        x = toy.tensor(0)
        op(x)
        (walk,) = op.walks.values()
        assert [walk(x)._data, walk(x, 5)._data, walk(x, 5, 6)._data] == [[1, 2], [5, 2], [5, 6]]


# without an array library -----------------------------------------------------------------------


def test_a_walk_needs_no_array_library() -> None:
    told = bare(
        """
        import redispatch.dispatch as d
        from redispatch.dispatch.registry import register_backend_key
        from redispatch.dispatch.tensor import make_tensor
        from redispatch.dispatch.walk import Step

        class Lists:
            device = "lists"
            def shape(self, payload): return (len(payload),)
            def step(self, site, rule):
                kernel = rule.fn
                return Step(lambda *a: wrap(kernel(*[x._data for x in a])), "runs it")

        key = register_backend_key("Lists", "a test", Lists())
        wrap = lambda payload: make_tensor(payload, key.bit)
        op = d.declare("mine::twice(Tensor self) -> Tensor")
        d.kernel(op, key)(lambda p: p + p)
        d.layer_rule(op, "Python")(lambda below, x: below(below(x)))
        with d.KeyGuard(include=d.DispatchKeySet("Python")):
            print(op(wrap([1])).shape)
        print(d.explain(op, wrap([1])).walk[0].does)
        """
    )
    assert told == "(4,)\nruns it\n"
