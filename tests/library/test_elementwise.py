"""Operators made by @elementwise: operands, results, derivatives through autograd, redefinition."""

from __future__ import annotations

import gc
import math
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from scalars import function

import redispatch as rd
from redispatch.autograd import forward_ad
from redispatch.autograd.gradcheck import gradcheck, gradgradcheck
from redispatch.backends import Backend, register_backend
from redispatch.dispatch import errors, kernel
from redispatch.dispatch.registry import OPERATORS, lookup

Tensor = rd.Tensor


@rd.elementwise
def wave(x, y, width=2.0):  # type: ignore[no-untyped-def]
    """A wave that dies out."""
    if x > 0:
        return math.sin(y) * math.exp(-x / width)
    return x * y + y**2


def numpy_wave(x: Any, y: Any, width: float = 2.0) -> Any:
    return np.where(x > 0, np.sin(y) * np.exp(-x / width), x * y + y**2)


@rd.elementwise
def polar(x, y):  # type: ignore[no-untyped-def]
    return math.hypot(x, y), math.atan2(y, x)


def double(*shape: int, seed: int = 0) -> Tensor:
    values = np.random.default_rng(seed).normal(size=shape)
    return rd.tensor(values.tolist(), dtype=rd.float64, requires_grad=True)


# operands and results ------------------------------------------------------------------------


@pytest.mark.parametrize("shapes", [((3,), (3,)), ((2, 1), (3,)), ((), (4,)), ((), ()), ((0,), ())])
def test_operands_broadcast(shapes: Any) -> None:
    x, y = (np.random.default_rng(i).normal(size=s) for i, s in enumerate(shapes))
    found = wave(rd.from_numpy(np.asarray(x)), rd.from_numpy(np.asarray(y)))
    assert found.dtype is rd.float64 and tuple(found.shape) == np.broadcast_shapes(*shapes)
    np.testing.assert_allclose(found.numpy(), numpy_wave(x, y), rtol=1e-14)


def test_sizes_that_do_not_broadcast_are_refused() -> None:
    with pytest.raises(RuntimeError, match="size of tensor"):
        wave(rd.zeros(2), rd.zeros(3))


@pytest.mark.parametrize(
    ("x", "y", "dtype"),
    [
        (rd.zeros(2), rd.zeros(2, dtype=rd.float64), rd.float64),
        (rd.zeros(2), rd.zeros((), dtype=rd.float64), rd.float32),
        (rd.zeros(2, dtype=rd.int64), rd.zeros(2, dtype=rd.int32), rd.float32),
        (rd.zeros(2, dtype=rd.bool), rd.zeros(2, dtype=rd.float16), rd.float16),
        (rd.zeros(2, dtype=rd.float16), 1.5, rd.float16),
        (3, rd.zeros(2, dtype=rd.int64), rd.float32),
    ],
)
def test_dtypes_are_promoted_as_in_arithmetic(x: Any, y: Any, dtype: Any) -> None:
    assert wave(x, y).dtype is dtype


def test_complex_numbers_are_refused() -> None:
    with pytest.raises(RuntimeError, match="wave: is a function of real numbers, not of complex64"):
        wave(rd.zeros(2, dtype=rd.complex64), rd.zeros(2))


def test_defaults_and_keywords() -> None:
    x, y = rd.tensor([1.0]), rd.tensor([0.5])
    assert wave(y=y, x=x, width=4.0).item() == pytest.approx(math.sin(0.5) * math.exp(-0.25))
    assert wave(x, y).item() == pytest.approx(math.sin(0.5) * math.exp(-0.5))


def test_no_warning_reaches_the_user() -> None:
    @rd.elementwise
    def root(x):  # type: ignore[no-untyped-def]
        return math.sqrt(x) if x > 0 else 1.0 / x

    found = root(rd.tensor([-2.0, 0.0, 4.0]))
    np.testing.assert_array_equal(found.numpy(), [-0.5, np.inf, 2.0])


def test_results_of_other_kinds() -> None:
    @rd.elementwise
    def inside(x):  # type: ignore[no-untyped-def]
        return -1 < x < 1

    @rd.elementwise
    def digits(x):  # type: ignore[no-untyped-def]
        n, count = int(abs(x)), 0
        while n > 0:
            n, count = n // 10, count + 1
        return count

    x = rd.tensor([0.5, 20.0, -1234.0], requires_grad=True)
    assert inside(x).dtype is rd.bool and inside(x).tolist() == [True, False, False]
    assert digits(x).dtype is rd.int64 and digits(x).tolist() == [0, 2, 4]
    assert not inside(x).requires_grad


def test_results_are_new_memory_of_the_whole_size() -> None:
    @rd.elementwise
    def first(x, y):  # type: ignore[no-untyped-def]
        return x

    @rd.elementwise
    def three(x):  # type: ignore[no-untyped-def]
        return 3.0

    x = rd.tensor([1.0, 2.0])
    found = first(x, rd.zeros(2, 2))
    assert found.tolist() == [[1.0, 2.0], [1.0, 2.0]]
    found.zero_()
    assert x.tolist() == [1.0, 2.0]
    assert three(x).tolist() == [3.0, 3.0]


def test_numbers_of_the_whole_call() -> None:
    @rd.elementwise
    def power_series(x, n: int, odd: bool = False):  # type: ignore[no-untyped-def]
        s, term = 0.0, x if odd else 1.0
        for _ in range(n):
            s += term
            term = term * x * x
        return s

    x = rd.tensor([0.5], dtype=rd.float64, requires_grad=True)
    y = power_series(x, 3)
    assert y.item() == 1 + 0.25 + 0.0625
    y.backward()
    assert x.grad is not None and x.grad.item() == 2 * 0.5 + 4 * 0.125
    assert power_series(x, 2, odd=True).item() == 0.5 + 0.125
    with pytest.raises(TypeError, match="must be int"):
        power_series(x, 1.5)


# derivatives ---------------------------------------------------------------------------------


def test_gradients_and_tangents_of_first_and_second_order() -> None:
    inputs = (double(3, 1), double(2, seed=1), double(seed=2))
    assert gradcheck(lambda x, y, w: wave(x, y, 2 + w * w), inputs, check_forward_ad=True)
    assert gradgradcheck(lambda x, y, w: wave(x, y, 2 + w * w), inputs)


def test_several_results() -> None:
    x, y = double(3), double(3, seed=1)
    assert gradcheck(polar, (x, y), check_forward_ad=True)
    assert gradgradcheck(polar, (x, y))
    radius, _ = polar(x, y)
    (found,) = rd.autograd.grad(radius.sum(), [x])
    np.testing.assert_allclose(found.numpy(), (x / radius).detach().numpy(), rtol=1e-12)


def test_third_derivatives() -> None:
    @rd.elementwise
    def quartic(x):  # type: ignore[no-untyped-def]
        return x**4 if x > 0 else -(x**3)

    x = rd.tensor([2.0, -1.0], requires_grad=True)
    y = quartic(x)
    for _ in range(3):
        (y,) = rd.autograd.grad(y.sum(), [x], create_graph=True)
    assert y.tolist() == [48.0, -6.0]


def test_only_the_gradients_that_are_needed_are_computed() -> None:
    x, y = double(3), double(3, seed=1).detach()
    wave(x, y).sum().backward()
    made = [n for n in OPERATORS if n.startswith("user::wave_backward")]
    assert "user::wave_backward_x" in made
    assert x.grad is not None and y.grad is None


def test_a_gradient_may_not_alias_the_incoming_one() -> None:
    @rd.elementwise
    def total(x, y):  # type: ignore[no-untyped-def]
        return x + y

    x, y = double(2), double(2, seed=1)
    g = rd.ones(2, dtype=rd.float64)
    total(x, y).backward(g)
    assert x.grad is not None and y.grad is not None
    x.grad.zero_()
    assert y.grad.tolist() == [1.0, 1.0] and g.tolist() == [1.0, 1.0]


def test_forward_over_reverse() -> None:
    @rd.elementwise
    def cube(x):  # type: ignore[no-untyped-def]
        return x**3

    with forward_ad.dual_level():
        x = rd.tensor([2.0], requires_grad=True)
        dual = forward_ad.make_dual(x, rd.tensor([1.0]))
        (slope,) = rd.autograd.grad(cube(dual).sum(), [x], create_graph=True)
        tangent = forward_ad.unpack_dual(slope).tangent
        assert tangent is not None and tangent.tolist() == [12.0]


def test_value_and_slopes_are_one_call() -> None:
    x, y = double(4), double(4, seed=1)
    value, slopes = wave.value_and_slopes(x, y, wrt=("x", "y"))
    expected = rd.autograd.grad(wave(x, y).sum(), [x, y])
    np.testing.assert_allclose(value.detach().numpy(), wave(x, y).detach().numpy())
    for found, wanted in zip(slopes, expected, strict=True):
        np.testing.assert_allclose(found.detach().numpy(), wanted.numpy(), rtol=1e-12)
    _, by_x = wave.value_and_slopes(x, y, wrt="x")
    second = rd.autograd.grad(by_x.sum(), [y])[0]
    (once,) = rd.autograd.grad(wave(x, y).sum(), [x], create_graph=True)
    np.testing.assert_allclose(second.numpy(), rd.autograd.grad(once.sum(), [y])[0].numpy())
    with pytest.raises(RuntimeError, match="no slope for 'z'"):
        wave.value_and_slopes(x, y, wrt="z")


# derivatives by hand -------------------------------------------------------------------------


def test_slopes_given_by_hand_hold_in_functions_that_call_it() -> None:
    @rd.elementwise(derivative=lambda_one)
    def rounded(x):  # type: ignore[no-untyped-def]
        return math.floor(x + 0.5)

    @rd.elementwise
    def twice(x):  # type: ignore[no-untyped-def]
        return rounded(3 * x) * 2

    x = rd.tensor([1.3], requires_grad=True)
    y = twice(x)
    y.backward()
    assert y.item() == 8.0 and x.grad is not None and x.grad.item() == 6.0
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x.detach(), rd.tensor([1.0]))
        tangent = forward_ad.unpack_dual(twice(dual)).tangent
        assert tangent is not None and tangent.item() == 6.0


def lambda_one(x: float) -> float:
    return 1.0


def factorial_slope(n: float) -> float:
    return math.exp(math.lgamma(n + 1)) * 0.5


def test_a_function_that_cannot_be_read_needs_its_slopes_by_hand() -> None:
    def factorial(n: float) -> float:
        return 1.0 if n < 1 else n * factorial(n - 1)

    with pytest.raises(errors.RegistrationError, match="which calls itself"):
        rd.elementwise(factorial)
    found = rd.elementwise(factorial, derivative=factorial_slope, name="tests::factorial")
    n = rd.tensor([3.0, 4.0], requires_grad=True)
    y = found(n)
    assert y.tolist() == [6.0, 24.0]
    y.sum().backward()
    assert n.grad is not None and n.grad.tolist() == pytest.approx([3.0, 12.0])
    (once,) = rd.autograd.grad(found(n).sum(), [n], create_graph=True)
    assert rd.autograd.grad(once.sum(), [n])[0].shape == n.shape  # the slope can be read
    found.undo()


def test_by_hand_for_some_parameters() -> None:
    def slope(x, y):  # type: ignore[no-untyped-def]
        return 10.0 * y

    f = function("def product_by_hand(x, y):\n    return x * y\n")
    product = rd.elementwise(f, derivative={"x": slope})
    x, y = double(2), double(2, seed=1)
    product(x, y).sum().backward()
    assert x.grad is not None and y.grad is None
    np.testing.assert_allclose(x.grad.numpy(), 10 * y.detach().numpy())
    with pytest.raises(errors.RegistrationError, match="slope for 'z'"):
        rd.elementwise(f, derivative={"z": slope})
    with pytest.raises(errors.RegistrationError, match=r"takes 1 and returns 1"):
        rd.elementwise(f, derivative={"x": lambda_one})


def test_no_derivative_at_all() -> None:
    @rd.elementwise(derivative=False)
    def plain(x):  # type: ignore[no-untyped-def]
        return x * int(x)

    x = rd.tensor([2.5], requires_grad=True)
    assert not plain(x).requires_grad and plain(x).item() == 5.0


@pytest.mark.parametrize("name", ["result", "_x", "needs_x", "x_"])
def test_names_that_formulas_keep_are_refused(name: str) -> None:
    with pytest.raises(errors.RegistrationError, match="a name that derivative formulas keep"):
        rd.elementwise(function(f"def named({name}):\n    return {name} * 2.0\n"))


@pytest.mark.parametrize("name", ["g", "shape", "self", "dtype", "v1", "t0", "g0"])
def test_parameters_may_have_any_other_name(name: str) -> None:
    fall = rd.elementwise(function(f"def fall(t, {name}):\n    return 0.5 * {name} * t * t\n"))
    t, other = double(2), double(2, seed=1)
    assert gradcheck(fall, (t, other), check_forward_ad=True)
    assert gradgradcheck(fall, (t, other))


# as an operator ------------------------------------------------------------------------------


def test_meta_tensors_have_sizes_and_dtypes() -> None:
    x, y = rd.zeros(3, 1, device="meta"), rd.zeros(2, device="meta", dtype=rd.float64)
    assert tuple(wave(x, y).shape) == (3, 2) and wave(x, y).dtype is rd.float64
    radius, angle = polar(x, y)
    assert tuple(radius.shape) == tuple(angle.shape) == (3, 2) and angle.device.type == "meta"


def test_explain_and_schema_name_the_users_line() -> None:
    text = str(rd.explain(wave.operator, rd.zeros(2), 1.0))
    assert "user::wave(TensorOrScalar x, TensorOrScalar y, TensorOrScalar width=2.0)" in text
    assert (
        "test_elementwise.py" in text and "library/elementwise" not in text.split("other rules")[0]
    )
    assert wave.__doc__ == "A wave that dies out." and wave.operator.doc == wave.__doc__
    assert "pointwise" in wave.operator.tags
    assert lookup("user::wave") is wave.operator


def test_modes_see_the_operator() -> None:
    seen = []

    class Note(rd.DispatchMode):
        def __torch_dispatch__(
            self, op: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen.append(op.name)
            return op(*args, **(kwargs or {}))

    x = rd.zeros(2)
    with Note():
        wave(x, 1.0)
    assert seen == ["user::wave"]


def test_opcheck_finds_nothing_wrong() -> None:
    x, y = double(3, 1), double(4, seed=1)
    for operator, args in ((wave.operator, (x, y, 1.5)), (polar.operator, (x, y))):
        found = rd.library.opcheck(operator, args)
        assert set(found.values()) == {"SUCCESS"}


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(wave)) is wave


def test_the_code_can_be_read() -> None:
    assert "exp_(" in wave.code() and "for at_ in range" in wave.code("numba")


def test_the_same_function_defined_again_replaces_its_operator() -> None:
    text = "def replaced(x):\n    return x * {}\n"
    first = rd.elementwise(function(text.format("2.0")))
    x = rd.tensor([1.0], requires_grad=True)
    y = first(x)
    second = rd.elementwise(function(text.format("3.0")))
    assert second.name == first.name and second(x).item() == 3.0
    y.backward()  # recorded with the first
    assert x.grad is not None and x.grad.item() == 2.0
    (again,) = rd.autograd.grad(second(x), [x])
    assert again.item() == 3.0
    second.undo()
    assert second.name not in OPERATORS


def test_functions_of_one_name_in_two_places_are_two_operators() -> None:
    def make() -> Any:
        def twin(x):  # type: ignore[no-untyped-def]
            return x + 1.0

        return twin

    def other() -> Any:
        def twin(x):  # type: ignore[no-untyped-def]
            return x + 2.0

        return twin

    a, b = rd.elementwise(make()), rd.elementwise(other())
    x = rd.zeros(1)
    assert (a(x).item(), b(x).item()) == (1.0, 2.0) and a.name != b.name


def test_a_refused_definition_changes_nothing() -> None:
    before = dict(OPERATORS)
    with pytest.raises(errors.RegistrationError):
        rd.elementwise(function("def wave(x):\n    return x.y\n"))
    with pytest.raises(ValueError, match="no namespace"):
        rd.elementwise(lambda_one, name="nameless")
    with pytest.raises(TypeError, match="expected a function"):
        rd.elementwise(math.sin)
    assert before == OPERATORS


def test_calling_from_several_threads() -> None:
    f = rd.elementwise(function("def threaded(x, y):\n    return x * y + x\n"))
    found: list[Any] = []

    def work() -> None:
        x = rd.tensor([2.0], requires_grad=True)
        for _ in range(50):
            x.grad = None
            f(x, x).sum().backward()
        found.append(None if x.grad is None else x.grad.item())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [5.0] * 4


def test_an_operator_that_was_undone_leaves_no_cycle_behind() -> None:
    f = rd.elementwise(function("def leaving(x):\n    return x * x\n"))
    f(rd.ones(2, requires_grad=True)).sum().backward()
    names = [n for n in OPERATORS if n.startswith("user::leaving")]
    assert len(names) == 2
    f.undo()
    gc.collect()
    assert not [n for n in OPERATORS if n.startswith("user::leaving")]


def test_the_functions_of_redispatch_are_known() -> None:
    f = rd.elementwise(
        function("def ours(x):\n    return rd.where(x > 0, rd.sigmoid(x), rd.exp(x))\n", rd=rd)
    )
    x = np.array([-1.0, 2.0])
    expected = np.where(x > 0, 1 / (1 + np.exp(-x)), np.exp(x))
    np.testing.assert_allclose(f(rd.from_numpy(x)).numpy(), expected)


def test_many_parameters() -> None:
    names = [f"p{i}" for i in range(12)]
    f = rd.elementwise(function(f"def wide({', '.join(names)}):\n    return {' * '.join(names)}\n"))
    given = [rd.tensor([1.5], requires_grad=True) for _ in names]
    f(*given).backward()
    assert given[3].grad is not None and given[3].grad.item() == pytest.approx(1.5**11)


# beside other parts --------------------------------------------------------------------------


class Box:
    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)
        self.shape, self.dtype = self.array.shape, self.array.dtype


class Boxes(Backend):
    fallback = "numpy"

    def from_numpy(self, array: Any) -> Any:
        return Box(array)

    def to_numpy(self, payload: Any) -> Any:
        return payload.array


def test_on_a_backend_without_kernels_for_it() -> None:
    backend = Boxes("Boxed")
    with register_backend(backend, why="a test"):
        x = rd.tensor([1.0, -2.0], device="boxed", requires_grad=True)
        y = wave(x, 2.0)
        y.backward(rd.ones(2, device="boxed"))
        assert x.grad is not None and x.grad.device.type == "boxed"
        expected = [-math.sin(2.0) * math.exp(-0.5) / 2, 2.0]
        np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-6)


def test_meta_tensors_have_gradients() -> None:
    x = rd.zeros(3, device="meta", requires_grad=True)
    y = rd.zeros(2, 1, device="meta", requires_grad=True)
    wave(x, y).sum().backward()
    assert x.grad is not None and tuple(x.grad.shape) == (3,)
    assert y.grad is not None and tuple(y.grad.shape) == (2, 1)


def test_a_kernel_that_is_registered_later_is_used_in_gradients() -> None:
    f = rd.elementwise(function("def halved(x):\n    return x * 0.5\n"))
    x = rd.ones(2, requires_grad=True)
    f(x).sum().backward()
    decorator = kernel("user::halved_backward_x", "NumPy", override=True)
    decorator(lambda g, x: g * 7.0)
    x.grad = None
    f(x).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [7.0, 7.0]
    f.undo()


def test_saved_operands_are_watched_and_may_be_packed() -> None:
    x, y = double(2), double(2, seed=1)
    z = wave(x, y)
    with rd.no_grad():
        x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()
    packed = []

    def pack(t: Tensor) -> Any:
        packed.append(t)
        return t.detach().numpy().copy()

    with rd.autograd.graph.saved_tensors_hooks(pack, rd.from_numpy):
        z = wave(x, y)
    assert len(packed) == 2
    found = rd.autograd.grad(z.sum(), [x, y])
    expected = rd.autograd.grad(wave(x, y).sum(), [x, y])
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy())
