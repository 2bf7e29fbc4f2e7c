"""`opcheck`: each kind of mistake, made on purpose, is found and told with its first entry."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import derivative
from redispatch.backends import Backend, register_backend
from redispatch.dispatch import declare, kernel, lookup, undeclare
from redispatch.library import CustomOpDef, OpCheckError, custom_op, get_ctx, opcheck

FOUR = (
    "test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic"
)  # fmt: skip
Make = Callable[..., CustomOpDef]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make an operator `checks::op` of a function of x; everything else about it is right."""
    made: list[CustomOpDef] = []

    def op(function: Any, **options: Any) -> CustomOpDef:
        options.setdefault("mutates_args", ())
        options.setdefault("schema", "(Tensor x) -> Tensor")
        made.append(custom_op("checks::op", function, **options))
        made[-1].register_fake(lambda x: rd.empty_like(x))
        return made[-1]

    yield op
    for each in made[-1:]:
        each.undo()


def failure(op: Any, *args: Any, check: str, **options: Any) -> str:
    """Return what one check says; all others must pass."""
    found = opcheck(op, args, raise_exception=False, **options)
    assert {name for name, value in found.items() if value != "SUCCESS"} == {check}, found
    return str(found[check])


def square(x: rd.Tensor) -> rd.Tensor:
    return rd.from_numpy(np.square(x.numpy()))


def keep_x(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(inputs[0])


def double_x(ctx: Any, g: rd.Tensor) -> rd.Tensor:
    (x,) = ctx.saved_tensors
    return g * 2 * x  # type: ignore[no-any-return]


# what is right ------------------------------------------------------------------------------------


def test_a_right_operator_passes(make: Make) -> None:
    op = make(square)
    op.register_autograd(double_x, setup_context=keep_x)
    for x in (rd.tensor([1.0, 2.0]), rd.tensor([[1.0, 2.0]], requires_grad=True)):
        assert opcheck(op, (x,)) == dict.fromkeys(FOUR, "SUCCESS")


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sin", (rd.tensor([0.5, 2.0], requires_grad=True),)),
        ("rd::add", (rd.ones(3, requires_grad=True), rd.ones(2, 1, requires_grad=True))),
        ("matmul", (rd.ones(2, 3, requires_grad=True), rd.ones(3, 2))),
        ("transpose", (rd.ones(2, 3, requires_grad=True), 0, 1)),
        ("split", (rd.ones(5, requires_grad=True), 2)),
        ("cat", ([rd.ones(2), rd.ones(3, requires_grad=True)],)),
        ("add_", (rd.ones(3), 2.0)),
        ("nonzero", (rd.tensor([0.0, 3.0]),)),
        ("bernoulli", (rd.full((4,), 0.5),)),
        ("topk", (rd.tensor([3.0, 1.0, 2.0], requires_grad=True), 2)),
    ],
)  # fmt: skip
def test_built_in_operators_pass(name: str, args: tuple[Any, ...]) -> None:
    if name == "nonzero":  # its sizes depend on the data
        assert opcheck(name, args, test_utils="test_schema") == {"test_schema": "SUCCESS"}
    else:
        assert set(opcheck(name, args).values()) == {"SUCCESS"}


def test_the_samples_are_not_changed(make: Make) -> None:
    def spoil(x: rd.Tensor) -> rd.Tensor:
        x.numpy()[...] = 0
        return x + 1

    x = rd.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(OpCheckError):
        opcheck(make(spoil), (x,))
    assert (x.tolist(), x._version, x.grad) == ([1.0, 2.0], 0, None)


# what is wrong ------------------------------------------------------------------------------------


def test_undeclared_mutation(make: Make) -> None:
    def forgetful(x: rd.Tensor) -> rd.Tensor:
        x.numpy()[1, 1] = 7
        return x * 0

    said = failure(make(forgetful), rd.ones(2, 2), check="test_schema")
    assert "Argument x is not defined as mutable but was mutated" in said
    assert "entry [1, 1] was 1.0, now 7.0; 1 of 4 entries differ" in said


def test_undeclared_alias() -> None:
    op = declare("checks::tail(Tensor x) -> Tensor", tags=["nondifferentiable"])
    kernel(op, "NumPy")(lambda a: a[1:])
    kernel(op, "Meta")(lambda a: rd.backends.meta_backend.payload.MetaArray((2,), a.dtype))
    said = failure(op, rd.ones(3), check="test_schema")
    assert "Argument x is not defined to alias output but was aliasing" in said
    undeclare(op)


def test_outputs_that_share_memory() -> None:
    op = declare("checks::pair(Tensor x) -> (Tensor, Tensor)", tags=["nondifferentiable"])

    @kernel(op, "NumPy")
    def pair(a: Any) -> Any:
        b = a + 1
        return b, b[:1]

    said = str(opcheck(op, (rd.ones(3),), test_utils="test_schema", raise_exception=False))
    assert "output 0 and output 1 alias each other" in said
    undeclare(op)


def test_a_declared_alias_is_none_of_these() -> None:
    assert opcheck("narrow", (rd.ones(4), 0, 1, 2))["test_schema"] == "SUCCESS"
    assert opcheck("mul_", (rd.ones(4), 3.0))["test_schema"] == "SUCCESS"


@pytest.mark.parametrize(
    ("fake", "said"),
    [
        (lambda x: x.new_empty(2, 1), r"Shapes \(2, 1\) and \(1, 2\) are not equal"),
        (lambda x: x.to(rd.float64), "dtypes redispatch.float64 and redispatch.float32"),
        (lambda x: rd.zeros(1, 2), "not on meta"),
        (lambda x: (x, x), "tuple"),
    ],
)  # fmt: skip
def test_a_wrong_fake(make: Make, fake: Any, said: str) -> None:
    op = make(square)
    op.register_fake(fake)
    found = opcheck(op, (rd.ones(1, 2),), raise_exception=False)
    assert found["test_schema"] == found["test_aot_dispatch_dynamic"] == "SUCCESS"
    with pytest.raises(RuntimeError, match=said):
        raise found["test_faketensor"]


def test_wrong_strides_of_a_fake(make: Make) -> None:
    op = make(square)
    op.register_fake(lambda x: x.new_empty(3, 2).t())
    said = failure(op, rd.ones(2, 3), check="test_faketensor")
    assert "strides (1, 2) and (3, 1) are not equal" in said


def test_a_missing_fake() -> None:
    op = custom_op("checks::nofake", square, mutates_args=())
    assert "register_fake" in failure(op, rd.ones(2), check="test_faketensor")
    op.undo()


def test_sizes_that_depend_on_data_match_within_their_bounds(make: Make) -> None:
    op = make(lambda x: rd.nonzero(x), tags="nondifferentiable")

    def fake(x: rd.Tensor) -> rd.Tensor:
        context = get_ctx()
        assert context is not None
        with pytest.raises(ValueError, match="greater than or equal to 0"):
            context.new_dynamic_size(min=-1)
        return x.new_empty(context.new_dynamic_size(min=1), x.dim(), dtype=rd.int64)

    op.register_fake(fake)
    assert opcheck(op, (rd.tensor([0.0, 1.0, 1.0]),))["test_faketensor"] == "SUCCESS"
    assert "Shapes" in failure(op, rd.zeros(3), check="test_faketensor")  # none is below the least
    with pytest.raises(RuntimeError, match="data-dependent shape"):
        op(rd.zeros(3, device="meta"))
    assert get_ctx() is None


def test_a_missing_derivative(make: Make) -> None:
    op = make(square)
    found = opcheck(op, (rd.ones(2, requires_grad=True),), raise_exception=False)
    assert "does not have an autograd kernel" in str(found["test_autograd_registration"])
    assert "no autograd formula" in str(found["test_aot_dispatch_dynamic"])
    bare = declare("checks::bare(Tensor x) -> Tensor")
    kernel(bare, "NumPy")(np.square)
    found = opcheck(bare, (rd.ones(2, requires_grad=True),), raise_exception=False)
    assert "does not have an autograd kernel" in str(found["test_autograd_registration"])
    undeclare(bare)


def test_a_derivative_that_loses_its_result(make: Make) -> None:
    op = make(square)
    with rd.library.Library("checks", "FRAGMENT") as lib:
        lib.impl("op", lambda x: square(x.detach()), "Autograd")
        found = opcheck(op, (rd.ones(2, requires_grad=True),), raise_exception=False)
        assert "incorrectly registered" in str(found["test_autograd_registration"])


def test_a_wrong_gradient(make: Make) -> None:
    op = make(square)
    op.register_autograd(
        lambda ctx, g: g * 2 * ctx.saved_tensors[0] * rd.tensor([1.0, 1.001], dtype=g.dtype),
        setup_context=keep_x,
    )
    x = rd.tensor([1.0, 3.0], requires_grad=True)
    said = failure(op, x, check="test_aot_dispatch_dynamic", rtol=1e-5)
    assert "the derivative of checks::op is wrong" in said
    assert "entry (1,) of the output and entry (1,) of the input: numerical 6" in said
    found = opcheck(op, (x,), test_utils=["test_gradients"], raise_exception=False)
    assert isinstance(found["test_gradients"], RuntimeError)


def test_gradients_of_an_operator_that_computes_in_single_precision(make: Make) -> None:
    op = make(lambda x: rd.from_numpy(np.square(x.numpy()).astype(np.float32)))
    op.register_fake(lambda x: rd.empty_like(x, dtype=rd.float32))
    op.register_autograd(double_x, setup_context=keep_x)
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    assert opcheck(op, (x,))["test_aot_dispatch_dynamic"] == "SUCCESS"
    op.register_autograd(lambda ctx, g: g * 2.5 * ctx.saved_tensors[0], setup_context=keep_x)
    assert "wrong" in failure(op, x, check="test_aot_dispatch_dynamic")


def test_state_in_a_kernel(make: Make) -> None:
    count = itertools.count()
    op = make(lambda x: x + rd.tensor([0.0, float(next(count))]))
    said = failure(op, rd.zeros(2), check="test_aot_dispatch_dynamic")
    assert "not deterministic" in said
    assert "entry [1] is 2.0 (first), 3.0 (second)" in said
    op = make(lambda x: x + float(next(count)), tags="random")
    assert opcheck(op, (rd.zeros(2),))["test_aot_dispatch_dynamic"] == "SUCCESS"


class Shelf(Backend):
    """Keeps arrays as they are, under another name."""

    name, fallback = "Shelf", "numpy"

    def from_numpy(self, array: Any) -> Any:
        return array

    def to_numpy(self, payload: Any) -> Any:
        return payload


def test_a_backend_that_computes_something_else(make: Make) -> None:
    op = make(square)
    with register_backend(Shelf()):
        op.register_kernel("shelf", lambda x: x * x + rd.tensor([0.0, 0.0, 0.5], device="shelf"))
        x = rd.tensor([1.0, 2.0, 3.0])
        said = failure(op, x, check="test_aot_dispatch_dynamic")
        assert "checks::op on shelf disagrees with NumPy in output: entry [2] is 9.5" in said
        op.register_kernel("shelf", lambda x: x * x)
        assert set(opcheck(op, (x,)).values()) == {"SUCCESS"}
        op.register_kernel("shelf", lambda x: rd.ones(3))
        said = failure(op, x, check="test_aot_dispatch_dynamic")
        assert "output is on numpy" in said


def test_several_failures_are_told_together(make: Make) -> None:
    def wrong(x: rd.Tensor) -> rd.Tensor:
        x.numpy()[0] = -5
        return x + 1

    op = make(wrong)
    op.register_fake(lambda x: x.new_empty(7))
    with pytest.raises(OpCheckError) as caught:
        opcheck(op, (rd.ones(2),))
    said = str(caught.value)
    assert "2 of 4 checks failed" in said
    assert "test_schema: Argument x" in said
    assert "test_faketensor: " in said


# what is checked, and what is refused -------------------------------------------------------------


def test_names_of_operators_and_of_checks() -> None:
    x = rd.ones(1)
    for op in ("sin", "rd::sin", lookup("sin")):
        assert opcheck(op, (x,), test_utils="test_schema") == {"test_schema": "SUCCESS"}
    with pytest.raises(ValueError, match="OpOverload"):
        opcheck(rd.sin, (x,))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="test_utils to be subset of"):
        opcheck("sin", (x,), test_utils="test_everything")
    with pytest.raises(ValueError, match="args must be a tuple"):
        opcheck("sin", x)


def test_an_operator_that_raises_is_told_with_its_exception(make: Make) -> None:
    def broken(x: rd.Tensor) -> rd.Tensor:
        raise KeyError("lost")

    found = opcheck(make(broken), (rd.ones(1),), test_utils="test_schema", raise_exception=False)
    assert isinstance(found["test_schema"], KeyError)


def test_a_row_and_a_raw_kernel_are_checked_alike() -> None:
    op = declare("checks::raw(Tensor self) -> Tensor", tags=["pointwise"])
    kernel(op, "NumPy")(lambda a: a * a)
    handle = derivative("checks::raw", self=lambda g, self: g * self)
    found = opcheck(op, (rd.ones(2, requires_grad=True),), raise_exception=False)
    assert "the derivative of checks::raw is wrong" in str(found["test_aot_dispatch_dynamic"])
    handle.undo()
    undeclare(op)
