"""Gradients of complex numbers: the convention, where they become complex, mixed dtypes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import grad, gradcheck, gradgradcheck
from redispatch.autograd.derivatives import derivative
from redispatch.dispatch import declare, kernel, lookup, undeclare
from redispatch.dispatch.generated.functions import conj
from redispatch.dispatch.keys import COMPLEX_NUMBER

POINT = np.array([0.6 + 1.1j, -0.4 + 0.7j, 1.3 - 0.2j])


def leaf(values: Any = POINT, dtype: Any = rd.complex128) -> rd.Tensor:
    return rd.tensor(values, dtype=dtype, requires_grad=True)


def both_orders(fn: Callable[..., Any], *inputs: rd.Tensor) -> None:
    """Compare first and second derivatives with finite differences, forward and reverse."""
    gradcheck(fn, inputs, check_forward_ad=True)
    gradgradcheck(fn, inputs, check_fwd_over_rev=True)


# ----- the convention: for a real L of z = x + iy the gradient is dL/dx + i dL/dy -----


@pytest.mark.parametrize(
    ("f", "right"),
    [
        (lambda z: (z * z.conj()).real, lambda z: 2 * z),
        (lambda z: (z * z).real, lambda z: 2 * np.conj(z)),
        (lambda z: z.real, lambda z: np.ones_like(z)),
        (lambda z: z.imag, lambda z: 1j * np.ones_like(z)),
        (lambda z: z.abs(), lambda z: z / np.abs(z)),
        (lambda z: z.abs() ** 2, lambda z: 2 * z),
        (lambda z: z.exp().real, lambda z: np.conj(np.exp(z))),
        (lambda z: z.exp().imag, lambda z: 1j * np.conj(np.exp(z))),
        (lambda z: z.angle(), lambda z: 1j * z / np.abs(z) ** 2),
    ],
)
def test_the_gradient_of_a_real_function_has_the_derivatives_by_both_parts(
    f: Callable[[Any], Any], right: Callable[[Any], Any]
) -> None:
    z = leaf()
    f(z).sum().backward()
    assert z.grad is not None
    np.testing.assert_allclose(z.grad.numpy(), right(POINT), rtol=1e-12)
    (by_tensors,) = grad(f(z).sum(), z, create_graph=True)
    np.testing.assert_allclose(by_tensors.detach().numpy(), right(POINT), rtol=1e-12)


HOLOMORPHIC = [
    "exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan",
    "asinh", "acosh", "atanh",
]  # fmt: skip


@pytest.mark.parametrize("name", HOLOMORPHIC)
def test_a_holomorphic_function_multiplies_with_the_conjugate_of_its_derivative(name: str) -> None:
    z = leaf([*POINT, -1.7 - 0.4j, -0.3 - 1.2j])
    out = lookup(name)(z)
    seed = rd.tensor([1 - 2j, 0.5j, 3, -1j, 1 + 1j], dtype=rd.complex128)
    (found,) = grad(out, z, seed)
    of = getattr(mpmath, name)
    with mpmath.workdps(30):
        slopes = np.array([complex(mpmath.diff(of, v)) for v in z.tolist()])
    np.testing.assert_allclose(found.numpy(), seed.numpy() * slopes.conj(), rtol=1e-9)


def test_slopes_at_zero_are_zero() -> None:
    """Of the length, the direction, the angle and the powers."""
    functions: list[Callable[[Any], Any]] = [
        lambda z: z.abs(), lambda z: z.sgn().real, lambda z: z.angle(), lambda z: (z**0).real,
        lambda z: (z**2).real, lambda z: z.norm(),
    ]  # fmt: skip
    for f in functions:
        z = leaf([0j])
        f(z).sum().backward()
        assert z.grad is not None and z.grad.tolist() == [0j]


def test_roots_must_be_real_and_seeds_complex() -> None:
    z = leaf()
    with pytest.raises(RuntimeError, match="only for real scalar outputs"):
        (z * z).sum().backward()
    with pytest.raises(RuntimeError, match="same dtype"):
        (z * z).backward(rd.ones(3, dtype=rd.float64))


# ----- where gradients become complex -----


def in_dtype(name: str) -> Callable[[Any], Any]:
    """Return what reduces complex numbers to real ones."""
    return lambda z: lookup(name)(z, 0, dtype=rd.float64)


REAL_OF_COMPLEX: dict[str, Callable[[Any], Any]] = {
    "abs": lambda z: z.abs(),
    "angle": lambda z: z.angle(),
    "real": lambda z: z.real,
    "imag": lambda z: z.imag,
    "view_as_real": rd.view_as_real,
    "var": lambda z: z.var(),
    "std": lambda z: z.std(),
    "norm": lambda z: z.norm(),
    "norm 1": lambda z: rd.linalg.vector_norm(z, 1),
    "norm 3": lambda z: rd.linalg.vector_norm(z, 3),
    "cast": lambda z: lookup("_to_copy")(z, rd.float64),
    "copy": lambda z: rd.zeros(3, dtype=rd.float64).copy_(z),
    "fill": lambda z: rd.zeros(3, dtype=rd.float64).fill_(z[0].real),
    **{
        f"{name} dtype": in_dtype(name)
        for name in ("sum", "mean", "prod", "cumsum", "cumprod", "softmax", "log_softmax")
    },
}


@pytest.mark.parametrize("name", REAL_OF_COMPLEX)
def test_from_there_on_formulas_conjugate(name: str) -> None:
    """The product with a complex constant comes after a real result, so it must conjugate."""
    f = REAL_OF_COMPLEX[name]
    both_orders(lambda z: f(z * (0.8 + 0.6j)), leaf())


class Length(rd.autograd.Function):
    """A user's function from complex to real numbers."""

    @staticmethod
    def forward(ctx: Any, z: Any) -> Any:
        ctx.save_for_backward(z)
        return z.abs()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (z,) = ctx.saved_tensors
        return g * z.sgn()


WAYS: dict[str, Callable[[Callable[[], Any]], Any]] = {
    "plain": lambda run: run(),
    "watched": lambda run: _within(rd.autograd.detect_anomaly, run),
    "packed": lambda run: _within(
        lambda: rd.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t), run
    ),
}


def _within(scope: Callable[[], Any], run: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with scope():
            return run()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("length", [Length.apply, lambda z: z.abs()])
def test_in_every_kind_of_run(way: str, length: Callable[[Any], Any]) -> None:
    z = leaf()
    right = POINT / np.abs(POINT)  # |(2 - i) z| = |2 - i| |z|

    def run() -> None:
        length(z * (2 - 1j)).sum().backward()

    WAYS[way](run)
    assert z.grad is not None
    np.testing.assert_allclose(z.grad.numpy(), np.sqrt(5) * right, rtol=1e-12)


def test_hooks_see_complex_gradients() -> None:
    z, seen = leaf(), []
    y = z * (2 - 1j)
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.register_hook(lambda g: g * 2)
    y.abs().sum().backward()
    sizes = (POINT * (2 - 1j)) / np.abs(POINT * (2 - 1j))
    np.testing.assert_allclose(seen, [sizes], rtol=1e-12)
    assert z.grad is not None
    np.testing.assert_allclose(z.grad.numpy(), 2 * sizes * (2 + 1j), rtol=1e-12)


def test_a_run_may_be_real_and_complex_in_branches() -> None:
    both_orders(
        lambda x, z: (x * x).sum() + (z * x).abs().sum() + (x * (1 + 2j)).imag.sum(),
        leaf([0.3, 0.7, -0.5], rd.float64),
        leaf(),
    )


# ----- real inputs of complex operators -----

MIXED: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, z: x + z,
    "mul": lambda x, z: x * z,
    "div": lambda x, z: z / x,
    "div by complex": lambda x, z: x / z,
    "pow": lambda x, z: z**x,
    "pow of real": lambda x, z: x**z,
    "a number": lambda x, z: x * 1j,
    "a number equal to a real one": lambda x, z: x * (1 + 0j) * z,
    "pow of a number": lambda x, z: x**1j,
    "number to the power": lambda x, z: (1 + 1j) ** x,
    "negative number to the power": lambda x, z: (-2) ** z,
    "where": lambda x, z: rd.where(rd.tensor([True, False, True]), x, z),
    "addcmul": lambda x, z: rd.addcmul(x, z, z),
    "cat": lambda x, z: rd.cat([x, z]),
    "sum to complex": lambda x, z: rd.sum(x, dtype=rd.complex128) * 1j,
    "complex": lambda x, z: rd.complex(x, x * x) * z,
    "polar": lambda x, z: rd.polar(x, x * 2) * z,
    "scaled": lambda x, z: rd.add(z, z * z, alpha=2j),
}


@pytest.mark.parametrize("name", MIXED)
def test_a_real_input_gets_the_real_part(name: str) -> None:
    x, z = leaf([0.6, 1.4, 0.9], rd.float64), leaf()
    both_orders(MIXED[name], x, z)
    out = MIXED[name](x, z)
    found = grad(out, x, rd.ones_like(out), allow_unused=True)[0]
    assert found is None or found.dtype is rd.float64


@pytest.mark.parametrize("narrow", [rd.float32, rd.complex64])
def test_gradients_have_the_dtype_of_the_input(narrow: Any) -> None:
    x = leaf([1.0, 2.0, 3.0], narrow)
    (x * leaf()).abs().sum().backward()
    assert x.grad is not None and x.grad.dtype is narrow


# ----- views and writes -----

WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "real part": lambda c, x: setattr(c, "real", x),
    "imaginary part": lambda c, x: setattr(c, "imag", x),
    "through the real part": lambda c, x: c.real.mul_(x),
    "through pairs": lambda c, x: rd.view_as_real(c)[..., 1].add_(x),
    "the length": lambda c, x: c.abs_(),
    "a product": lambda c, x: c.mul_(x),
    "zeros": lambda c, x: c.imag.zero_(),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes(name: str) -> None:
    def f(z: Any, x: Any) -> Any:
        c = z * (0.8 + 0.6j)
        WRITES[name](c, x)
        return c * c

    both_orders(f, leaf(), leaf([0.6, 1.4, 0.9], rd.float64))


def test_a_write_through_pairs_as_complex_numbers() -> None:
    def f(x: Any, z: Any) -> Any:
        pairs = x * 1.0
        rd.view_as_complex(pairs).mul_(z)
        return pairs * pairs

    both_orders(f, leaf([[0.6, 1.4], [0.9, -0.3], [0.2, 0.5]], rd.float64), leaf())


def test_parts_are_views_with_a_base() -> None:
    z = leaf()
    for part in (z.real, z.imag, rd.view_as_real(z)):
        assert part._is_view() and part._base is z
    assert z.real.grad_fn is not None and z.real.dtype is rd.float64


# ----- formulas and numbers -----


def test_formulas_for_real_gradients_call_nothing_to_conjugate() -> None:
    """What is compiled for them has no trace of complex numbers: real programs pay nothing."""
    from redispatch.autograd.derivatives import row_of
    from redispatch.autograd.raw_formula import raw_formula
    from redispatch.backends.backend import backend_named

    numpy = backend_named(None)
    for name, of in (("mul", "self"), ("exp", "self"), ("matmul", "self"), ("div", "other")):
        row = row_of(lookup(name))
        assert row is not None
        formula = row.formulas[of]
        payloads = frozenset({"g", "self", "other", "result"})
        real = raw_formula(formula, payloads, numpy).__code__.co_names
        conjugating = raw_formula(formula, payloads, numpy, True).__code__.co_names
        assert "k_conj_physical" not in real and "k_conj_physical" in conjugating


def test_a_complex_number_has_walks_of_its_own() -> None:
    """1 + 0j is equal to 1.0, but its result is complex, also after 1.0 has been used."""
    x = rd.tensor([1.5])
    assert (x * 1.0).dtype is rd.float32
    assert (x * (1 + 0j)).dtype is rd.complex64
    with pytest.raises(RuntimeError, match="can't be cast"):
        x.mul_(1 + 0j)
    assert any(bits & COMPLEX_NUMBER.bit for bits in lookup("mul").walks)


def test_a_wrong_conjugate_is_found() -> None:
    class Forgets(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, z: Any) -> Any:
            ctx.save_for_backward(z)
            return z * z

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2 * ctx.saved_tensors[0]

    with pytest.raises(rd.autograd.GradcheckError, match="part of complex outputs only"):
        gradcheck(Forgets.apply, (leaf(),))


@pytest.fixture
def own_operators() -> Iterator[tuple[Any, Any]]:
    cube = declare("conjugating::cube(Tensor self) -> Tensor", tags=("pointwise",))
    power = declare("conjugating::power(Tensor self) -> Tensor", tags=())
    yield cube, power
    undeclare(cube)
    undeclare(power)


def test_operators_of_users_conjugate(own_operators: tuple[Any, Any]) -> None:
    """A row says `rd.conj`, and need not say where gradients become complex."""
    cube, power = own_operators
    kernel(cube, "NumPy")(lambda a: a * a * a)
    kernel(power, "NumPy")(lambda a: (a * a.conj()).real)

    def cube_self(g: Any, self: Any) -> Any:
        return g * conj(3 * self * self)

    def power_self(g: Any, self: Any) -> Any:
        return g * (2 * self)

    def power_jvp(self_t: Any, self: Any) -> Any:
        return rd.real(self_t * conj(self)) * 2

    derivative("conjugating::cube", self=cube_self)
    derivative("conjugating::power", self=power_self, jvp=power_jvp)
    both_orders(lambda z: cube(z), leaf())
    both_orders(lambda z: power(cube(z * 1j)), leaf())


def test_double_backward_of_a_gradient_that_is_real_again() -> None:
    """A real input, complex inside, a real result: all orders are real."""
    x = leaf([0.4, 0.8], rd.float64)
    both_orders(lambda x: (x * (1 + 2j)).exp().abs(), x)
    (found,) = grad((x * (1 + 2j)).exp().abs().sum(), x)
    np.testing.assert_allclose(found.numpy(), np.exp(x.detach().numpy()), rtol=1e-12)
