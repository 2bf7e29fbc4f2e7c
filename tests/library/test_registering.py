"""Rules for operators by name: kernels, fakes, derivatives; scoped, undone, replaced on purpose."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import library
from redispatch.dispatch import OperatorNotFound, RegistrationError, lookup, operators
from redispatch.dispatch.rules import RULES
from redispatch.library import Library


@pytest.fixture
def lib() -> Iterator[Library]:
    with Library("reg", "FRAGMENT") as made:
        made.define("scale(Tensor x, float by=2.0, *, int plus=0) -> Tensor")
        made.impl("scale", lambda x, by=2.0, *, plus=0: x * by + plus, "CPU")
        yield made


def rules_of(name: str) -> dict[str, Any]:
    return dict(RULES.tables.get(name, {}))


# by name, by operator, scoped ---------------------------------------------------------------------


def test_an_operator_is_meant_by_its_name_or_itself(lib: Library) -> None:
    scale = lookup("reg::scale")
    for op in ("reg::scale", "reg::scale.default", scale):
        with Library("reg", "FRAGMENT") as scope:
            library.register_fake(op, lambda x, by, plus: rd.empty_like(x), lib=scope)
            assert scale(rd.ones(3, device="meta")).shape == (3,)
    with pytest.raises(OperatorNotFound):
        library.register_fake("reg::scael", lambda x: x)
    with pytest.raises(ValueError, match="OpOverload"):
        library.register_fake(rd.sin, lambda x: x)  # type: ignore[arg-type]


def test_a_library_takes_back_exactly_what_was_registered_through_it(lib: Library) -> None:
    before = rules_of("reg::scale")
    with Library("reg", "FRAGMENT") as scope:
        library.register_autograd("reg::scale", lambda ctx, g: (g, None), lib=scope)
        library.register_vmap("reg::scale", lambda info, dims, x, **k: (x, 0), lib=scope)
        library.register_kernel("reg::scale", "numba", lambda x, by, *, plus: x, lib=scope)
        assert set(rules_of("reg::scale")) > set(before)
    assert rules_of("reg::scale") == before


def test_a_library_that_nobody_has_is_taken_back_at_the_next_use() -> None:
    made = Library("reg_gone", "DEF")
    made.define("f(Tensor x) -> Tensor")
    del made
    gc.collect()
    with Library("reg_gone", "DEF") as again:
        again.define("f(Tensor x) -> Tensor")  # the name is free
    assert not [o for o in operators() if o.schema.namespace == "reg_gone"]


def test_define_and_impl_as_functions_and_as_decorators() -> None:
    with Library("reg_f", "FRAGMENT") as scope:
        library.define("reg_f::a", "(Tensor x) -> Tensor", lib=scope)

        @library.impl("reg_f::a", ["cpu", "cuda"], lib=scope)  # type: ignore[untyped-decorator]
        def kernel(x: rd.Tensor) -> rd.Tensor:
            return rd.from_numpy(x.numpy() + 1)

        assert lookup("reg_f::a")(rd.zeros(1)).tolist() == [1.0]

        @library.define(scope, "b(Tensor x) -> Tensor")  # type: ignore[untyped-decorator]
        def composed(x: rd.Tensor) -> rd.Tensor:
            return x * 3

        @library.impl(scope, "a", "Meta")  # type: ignore[untyped-decorator]
        def fake(x: rd.Tensor) -> rd.Tensor:
            return x.new_empty(5)

        assert lookup("reg_f::b")(rd.ones(1)).tolist() == [3.0]
        assert lookup("reg_f::a")(rd.ones(1, device="meta")).shape == (5,)
    for wrong in ("a", 3):
        with pytest.raises(ValueError, match=r"namespace|string"):
            library.define(wrong, "(Tensor x) -> Tensor")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="without the name"):
        library.define("reg_f::c", "c(Tensor x) -> Tensor")
    with pytest.raises(RuntimeError, match="Expected one of cpu"):
        library.impl("reg_f::c", "abacus")


# on purpose and by accident -----------------------------------------------------------------------


def test_a_built_in_kernel_is_replaced_on_purpose_only() -> None:
    x = rd.tensor([0.0])
    with pytest.raises(RegistrationError, match="override=True"):
        library.register_kernel("cos", "cpu", lambda x: x)
    assert rd.cos(x).tolist() == [1.0]
    with Library("rd", "IMPL") as scope:
        library.register_kernel("cos", "cpu", lambda x: x + 7, lib=scope, override=True)
        assert rd.cos(x).tolist() == [7.0]
    assert rd.cos(x).tolist() == [1.0]


def test_a_built_in_derivative_is_replaced_on_purpose_only() -> None:
    with pytest.raises(RegistrationError, match="derivative already"):
        library.register_autograd("exp", lambda ctx, g: g)
    with Library("rd", "IMPL") as scope:
        library.register_autograd("exp", lambda ctx, g: g * 5, lib=scope, override=True)
        x = rd.tensor([1.0], requires_grad=True)
        rd.exp(x).backward()
        assert x.grad is not None
        assert x.grad.tolist() == [5.0]
    x = rd.tensor([0.0], requires_grad=True)
    rd.exp(x).backward()
    assert x.grad is not None
    assert x.grad.tolist() == [1.0]


def test_a_second_fake_is_refused(lib: Library) -> None:
    def first(x: rd.Tensor, by: float, plus: int) -> rd.Tensor:
        return x.clone()

    def second(x: rd.Tensor, by: float, plus: int) -> rd.Tensor:
        return x

    library.register_fake("reg::scale", first, lib=lib)
    with pytest.raises(RegistrationError, match="already has .*Meta implementation"):
        library.register_fake("reg::scale", second, lib=lib)
    library.register_fake("reg::scale", first, lib=lib)  # the same again is a redefinition
    library.register_fake("reg::scale", lambda x, by, plus: x.new_empty(9), lib=lib, override=True)
    assert lookup("reg::scale")(rd.ones(1, device="meta")).shape == (9,)


def test_a_refused_registration_changes_nothing(lib: Library) -> None:
    before = rules_of("reg::scale")
    with pytest.raises(RegistrationError, match="cannot be called"):
        library.register_kernel("reg::scale", ("meta", "cpu"), lambda x: x, lib=lib)
    with pytest.raises(RegistrationError, match="override=True"):  # the second has one
        library.register_kernel("reg::scale", ("meta", "cpu"), lambda x, by, plus: x, lib=lib)
    with pytest.raises(TypeError, match="setup_context"):
        library.register_autograd(
            "reg::scale", lambda ctx, g: g, setup_context=lambda ctx: None, lib=lib
        )
    assert rules_of("reg::scale") == before


def test_a_kernel_can_call_the_one_it_replaces() -> None:
    old = library.get_kernel("rd::tan", "CPU")
    with Library("rd", "IMPL") as scope:
        scope.impl("tan", lambda x: old.call_boxed(None, x) * 2, "CPU")
        np.testing.assert_allclose(rd.tan(rd.tensor([1.0])).numpy(), 2 * np.tan([1.0]), rtol=1e-6)
    with pytest.raises(RuntimeError, match="no kernel for Autograd"):
        library.get_kernel("rd::tan", "Autograd")


def test_the_namespace_aten_is_that_of_what_is_built_in() -> None:
    x = rd.tensor([1, 2])
    with Library("aten", "IMPL") as scope:
        scope.impl("aten::sum", lambda x, dtype=None: x.clone(), "CPU")
        assert rd.sum(x).tolist() == [1, 2]
        scope.impl("mul.Tensor", lambda x, y: x - y, "CPU")
        assert (x * x).tolist() == [0, 0]
        scope.impl("mul", lambda x, y: x, "ZeroTensor")  # a key that nothing has here
    assert (rd.sum(x).tolist(), (x * x).tolist()) == (3, [1, 4])


# derivatives --------------------------------------------------------------------------------------


def test_keyword_only_inputs_and_defaults_reach_setup_context(lib: Library) -> None:
    seen: list[Any] = []

    def setup(ctx: Any, inputs: Any, keyword_only_inputs: Any, output: rd.Tensor) -> None:
        seen.append((len(inputs), inputs[1], keyword_only_inputs))
        ctx.by = inputs[1]

    library.register_autograd(
        "reg::scale", lambda ctx, g: (g * ctx.by, None), setup_context=setup, lib=lib
    )
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    lookup("reg::scale")(x, plus=3).sum().backward()
    assert seen == [(2, 2.0, {"plus": 3})]
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0]


def test_keyword_only_tensors_have_no_derivative_or_batching_rule() -> None:
    with Library("reg_k", "FRAGMENT") as scope:
        scope.define("f(Tensor x, *, Tensor y) -> Tensor")
        for refused in (
            lambda: library.register_autograd("reg_k::f", lambda ctx, g: g),
            lambda: library.register_vmap("reg_k::f", lambda info, dims, x, *, y: (x, 0)),
        ):
            with pytest.raises(NotImplementedError, match="kwarg-only Tensor args"):
                refused()


@pytest.fixture
def joined() -> Iterator[Library]:
    with Library("reg_l", "FRAGMENT") as made:
        made.define("join(Tensor[] xs, Tensor y) -> (Tensor, Tensor[])")
        made.impl("join", lambda xs, y: (rd.cat([*xs, y]), [x * 2 for x in xs]), "CPU")
        yield made


def test_gradients_of_lists_have_their_structure(joined: Library) -> None:
    needs: list[Any] = []

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        needs.append(ctx.needs_input_grad)
        ctx.sizes = [x.numel() for x in inputs[0]]

    def backward(ctx: Any, whole: rd.Tensor, doubled: list[Any]) -> Any:
        parts = whole.split([*ctx.sizes, whole.numel() - sum(ctx.sizes)])
        return [p + 2 * d for p, d in zip(parts, doubled, strict=False)], parts[-1]

    library.register_autograd("reg_l::join", backward, setup_context=setup, lib=joined)
    a, b = rd.tensor([1.0], requires_grad=True), rd.tensor([2.0, 3.0])
    y = rd.tensor([4.0], requires_grad=True)
    whole, doubled = lookup("reg_l::join")([a, b], y)
    assert needs == [([True, False], True)]
    (whole.sum() * 10 + doubled[0].sum()).backward()
    assert a.grad is not None
    assert y.grad is not None
    assert (a.grad.tolist(), y.grad.tolist()) == ([12.0], [10.0])


def test_setup_context_says_which_outputs_have_no_gradient() -> None:
    def f(x: rd.Tensor) -> tuple[rd.Tensor, rd.Tensor]:
        return x * 2, x * 3

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_non_differentiable(output[1])
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(output[0])

    seen: list[Any] = []

    def backward(ctx: Any, first: Any, second: Any) -> Any:
        seen.append((second, ctx.saved_tensors[0].tolist()))
        return first * 2

    with library.custom_op("reg_c::fixed", f, mutates_args=()) as op:
        op.register_autograd(backward, setup_context=setup)
        y, z = op(rd.ones(1, requires_grad=True))
        assert (y.requires_grad, z.requires_grad) == (True, False)
        y.backward()
    assert seen == [(None, [2.0])]


def test_a_wrong_structure_is_refused(joined: Library) -> None:
    wrong: dict[str, Any] = {
        "expected a list of 2 gradients": lambda ctx, g, gs: (g, None),
        "incorrect number of gradients": lambda ctx, g, gs: (None, None, None),
        "a list of 1 at position 0": lambda ctx, g, gs: ([None], None),
    }
    for message, backward in wrong.items():
        with Library("reg_l", "FRAGMENT") as scope:
            library.register_autograd("reg_l::join", backward, lib=scope)
            x = rd.tensor([1.0], requires_grad=True)
            whole, _ = lookup("reg_l::join")([x, x], x)
            with pytest.raises(RuntimeError, match=message):
                whole.sum().backward()


def test_a_function_called_by_a_kernel_for_autograd_is_recorded() -> None:
    with Library("reg_a", "FRAGMENT") as scope:
        scope.define("f(Tensor x) -> Tensor")
        scope.impl("f", lambda x: x * 1, "CPU")
        f = lookup("reg_a::f")

        class Times(rd.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: rd.Tensor) -> Any:
                return f(x)

            @staticmethod
            def backward(ctx: Any, g: rd.Tensor) -> Any:
                return g * 4

        scope.impl("f", Times.apply, "Autograd")
        x = rd.tensor([1.0], requires_grad=True)
        f(x).backward()
        assert x.grad is not None
        assert x.grad.tolist() == [4.0]


def test_fallthrough_and_keys() -> None:
    seen: list[str] = []

    def kernel(keys: Any, x: rd.Tensor) -> rd.Tensor:
        seen.append(str(keys))
        return x + 0

    with Library("reg_t", "FRAGMENT") as scope:
        scope.define("f(Tensor x) -> Tensor")
        scope.impl("f", kernel, "CPU", with_keyset=True)
        scope.impl("f", library.fallthrough_kernel, "Autograd")
        assert not lookup("reg_t::f")(rd.ones(1, requires_grad=True)).requires_grad
        assert "NumPy" in seen[0]
        with pytest.raises(RuntimeError, match="could not parse dispatch key"):
            scope.impl("f", kernel, "Autogard")
        scope.impl("f", kernel, "CUDA")  # a device that is not here
    with (
        Library("reg_t", "IMPL", "CPU") as only,
        pytest.raises(RuntimeError, match="inconsistent with the dispatch key"),
    ):
        only.impl("f", kernel, "Meta")


# custom_op ----------------------------------------------------------------------------------------


def test_rules_of_custom_op_go_with_it_and_replace() -> None:
    @library.custom_op("reg_c::f", mutates_args=())
    def f(x: rd.Tensor) -> rd.Tensor:
        return x + 1

    for factor in (2, 3):
        library.register_autograd("reg_c::f", lambda ctx, g, n=factor: g * n)
        x = rd.tensor([1.0], requires_grad=True)
        f(x).backward()
        assert x.grad is not None
        assert x.grad.tolist() == [factor]
    f.register_vmap(lambda info, dims, x: (f(x), 0))
    assert "Vmap" in rules_of("reg_c::f")
    f.undo()
    assert not rules_of("reg_c::f")


def test_a_definition_that_was_replaced_refuses_new_rules() -> None:
    def f(x: rd.Tensor) -> rd.Tensor:
        return x + 1

    old = library.custom_op("reg_c::g", f, mutates_args=())
    with library.custom_op("reg_c::g", f, mutates_args=()) as new:
        with pytest.raises(RegistrationError, match="replaced by a newer"):
            old.register_fake(lambda x: x)
        assert new(rd.zeros(1)).tolist() == [1.0]
    with pytest.raises(RegistrationError, match="undone"):
        new.register_kernel("cpu", f)


def test_a_refused_redefinition_leaves_the_old_one() -> None:
    def f(x: rd.Tensor) -> rd.Tensor:
        return x + 1

    with library.custom_op("reg_c::h", f, mutates_args=()) as old:
        for options in (
            {"schema": "(Tensr x) -> Tensor"},
            {"schema": "(Tensor x, Tensor y) -> Tensor"},
            {"device_types": "abacus"},
        ):
            with pytest.raises(RuntimeError):
                library.custom_op("reg_c::h", f, mutates_args=(), **options)
        assert lookup("reg_c::h") is old.operator
        assert old(rd.zeros(1)).tolist() == [1.0]


def test_a_cell_can_be_run_again() -> None:
    cell = (
        "lib = Library('reg_n', 'DEF')\n"
        "lib.define('f(Tensor x) -> Tensor')\n"
        "lib.impl('f', lambda x: x * N)\n"
        "declared = custom_op('reg_n::g', g, mutates_args=())\n"
    )

    def g(x: rd.Tensor) -> rd.Tensor:
        return x

    names: dict[str, Any] = {
        "__name__": "__main__", "Library": Library, "custom_op": library.custom_op, "g": g
    }  # fmt: skip
    for number in (1, 2):
        names["N"] = number
        exec(compile(cell, f"<cell {number}>", "exec"), names)
        assert lookup("reg_n::f")(rd.ones(1)).tolist() == [number]
    names["declared"].undo()
    names["lib"]._destroy()


def test_a_kernel_is_switched_off_and_on(caplog: pytest.LogCaptureFixture) -> None:
    @library.custom_op("reg_c::s", mutates_args=())
    def f(x: rd.Tensor) -> rd.Tensor:
        return x + 1

    f.register_kernel("cpu", lambda x: x + 2)
    x = rd.zeros(1)
    with f.set_kernel_enabled("cpu", False):
        assert f(x).tolist() == [1.0]
        with caplog.at_level(logging.WARNING), f.set_kernel_enabled("cpu", False):
            assert f(x).tolist() == [1.0]
        assert "already disabled" in caplog.text
        assert f(x).tolist() == [1.0]
    assert f(x).tolist() == [2.0]
    with caplog.at_level(logging.WARNING), f.set_kernel_enabled("abacus", False):
        assert f(x).tolist() == [2.0]
    assert "no kernel was registered for this device type" in caplog.text
    f.undo()


def test_without_tensors_the_device_chooses_the_kernel() -> None:
    def ones(device: rd.device) -> rd.Tensor:
        return rd.ones(2, device=device)

    with library.custom_op("reg_c::ones", ones, mutates_args=(), device_types="cpu") as op:
        assert op(device="cpu").tolist() == [1.0, 1.0]
        with pytest.raises(RuntimeError):
            op("cuda")

    def nothing() -> rd.Tensor:
        raise AssertionError

    with pytest.raises(ValueError, match="device: torch.device"):
        library.custom_op("reg_c::none", nothing, mutates_args=(), device_types="cpu")


def test_the_schema_and_mutates_args_must_agree() -> None:
    def f(x: rd.Tensor) -> None: ...

    with pytest.raises(ValueError, match="the op mutates {'x'}"):
        library.custom_op("reg_c::m", f, mutates_args=(), schema="(Tensor(a!) x) -> ()")
    with pytest.raises(ValueError, match="string"):
        library.custom_op("reg_c::m", f, mutates_args="x")


def test_unknown_counts_every_tensor_as_written() -> None:
    def f(
        x: rd.Tensor, y: rd.Tensor | None, z: list[rd.Tensor], w: list[rd.Tensor | None]
    ) -> None: ...

    with library.custom_op("reg_c::u", f, mutates_args="unknown") as op:
        tensors = [rd.ones(1) for _ in range(5)]
        x, y, z0, z1, w0 = tensors
        op(x, y, [z0, z1], [w0, None])
        assert [t._version for t in tensors] == [1] * 5
        op(x, None, [], [])
        assert x._version == 2
        with rd.autograd.graph.allow_mutation_on_saved_tensors():
            op(x, None, [z0], [None])
        assert z0._version == 2


def test_results_may_not_be_arguments_or_look_at_their_memory() -> None:
    kernels: list[Any] = [
        lambda x: x, lambda x: x[1:], lambda x: x.view(-1), lambda x: rd.from_numpy(x.numpy()),
        lambda x: x.detach(),
    ]  # fmt: skip

    for kernel in kernels:
        with library.custom_op(
            "reg_c::alias", kernel, mutates_args=(), schema="(Tensor x) -> Tensor"
        ) as op:
            for x in (rd.ones(3), rd.ones(4)[1:], rd.from_numpy(np.ones(3))):
                with pytest.raises(RuntimeError, match="may not alias"):
                    op(x)

    def twice(x: rd.Tensor) -> Any:
        y = x + 1
        return y, y

    schema = "(Tensor x) -> (Tensor, Tensor)"
    with library.custom_op("reg_c::twice", twice, mutates_args=(), schema=schema) as op:
        with pytest.raises(RuntimeError, match="result 1 may not alias result 0"):
            op(rd.ones(1))


def test_results_of_another_type_are_refused() -> None:
    wrong: list[tuple[str, Any]] = [
        ("-> Tensor", np.ones(1)), ("-> Tensor[]", rd.ones(1)), ("-> (Tensor, Tensor)", rd.ones(2)),
        ("-> ()", rd.ones(1)), ("-> (Tensor, Tensor)", (rd.ones(1),)),
    ]  # fmt: skip
    for returns, value in wrong:
        with library.custom_op(
            "reg_c::type", lambda x, v=value: v, mutates_args=(), schema=f"(Tensor x) {returns}"
        ) as op:
            with pytest.raises(RuntimeError, match="unable to cast"):
                op(rd.ones(1))


def test_a_kernel_sees_arrays_of_tensors_that_require_grad() -> None:
    def f(x: rd.Tensor) -> rd.Tensor:
        return rd.from_numpy(np.exp(x.numpy()))

    with library.custom_op("reg_c::np", f, mutates_args=()) as op:
        assert op(rd.zeros(1, requires_grad=True)).requires_grad


def test_keyword_only_arguments_come_by_name() -> None:
    def f(x: rd.Tensor, *, times: int = 2) -> rd.Tensor:
        return x * times

    with library.custom_op("reg_c::kw", f, mutates_args=()) as op:
        assert op(rd.ones(1)).tolist() == [2.0]
        assert op(rd.ones(1), times=5).tolist() == [5.0]


def test_what_runs_in_place_of_one_handler_is_kept_with_its_class() -> None:
    class Mode(rd.DispatchMode):
        pass

    def handler(*args: Any) -> Any: ...

    with Library("rd", "IMPL") as scope:
        library.register_torch_dispatch("sin", Mode, handler, lib=scope)
        (rule,) = RULES.stack("rd::sin", "TorchDispatch")
        assert rule.fn == (Mode, handler)
        with pytest.raises(RegistrationError, match="already"):
            library.register_torch_dispatch("sin", Mode, handler, lib=scope)
    assert not RULES.stack("rd::sin", "TorchDispatch")


def test_tags_are_words() -> None:
    with Library("reg_w", "FRAGMENT") as scope:
        scope.define("f(Tensor x) -> Tensor", tags=rd.Tag.nondifferentiable)
        scope.define("g(Tensor x) -> Tensor", tags=["pointwise", rd.Tag.core])
        assert lookup("reg_w::f").tags == ("nondifferentiable",)
        assert lookup("reg_w::g").tags == (rd.Tag.pointwise, "core")
