"""gradcheck: what it refuses, what its report says, and that a derivative off by 0.1 % fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import GradcheckError, derivative, gradcheck, gradgradcheck
from redispatch.dispatch import declare, kernel, undeclare

OFF = 1.001


def leaf(*shape: int, seed: int = 0, low: float = 0.5) -> rd.Tensor:
    values = np.random.default_rng(seed).uniform(low, 1.5, shape)
    return rd.tensor(values, requires_grad=True)


@contextmanager
def cube(**row: Any) -> Iterator[Callable[[rd.Tensor], rd.Tensor]]:
    """Register an operator for x ** 3 with this derivative row, for a while."""
    operator = declare("test::cube(Tensor self) -> Tensor", method=False)
    done = kernel(operator, "NumPy")
    done(lambda a: a * a * a)
    registration = derivative(operator.name, **row)
    try:
        yield operator
    finally:
        registration.undo()
        done.registration.undo()  # type: ignore[union-attr]
        undeclare(operator)


def right(g: Any, self: Any) -> Any:
    return g * (3 * self * self)


def right_jvp(self_t: Any, self: Any) -> Any:
    return self_t * (3 * self * self)


def off(g: Any, self: Any) -> Any:
    return g * (3 * OFF * self * self)


def off_jvp(self_t: Any, self: Any) -> Any:
    return self_t * (3 * OFF * self * self)


def off_second(g: Any, self: Any) -> Any:
    # Right at first order: what it adds has the value 0, and the slope 0.006 x.
    return g * (3 * self * self + (OFF - 1) * 3 * (self * self - self.detach() * self.detach()))


# ----- the checker is checked -----


@pytest.mark.parametrize("fast", [False, True])
def test_a_right_row_passes(fast: bool) -> None:
    with cube(self=right, jvp=right_jvp) as f:
        x = leaf(2, 3)
        assert gradcheck(f, x, check_forward_ad=True, fast_mode=fast)
        assert gradgradcheck(f, x, check_fwd_over_rev=True, fast_mode=fast)


@pytest.mark.parametrize("fast", [False, True])
def test_reverse_off_by_a_thousandth_fails(fast: bool) -> None:
    with cube(self=off, jvp=right_jvp) as f:
        with pytest.raises(GradcheckError, match="Jacobian mismatch for output 0"):
            gradcheck(f, leaf(3), rtol=1e-4, fast_mode=fast)
        assert not gradcheck(f, leaf(3), rtol=1e-4, raise_exception=False)


@pytest.mark.parametrize("fast", [False, True])
def test_forward_off_by_a_thousandth_fails(fast: bool) -> None:
    with cube(self=right, jvp=off_jvp) as f:
        assert gradcheck(f, leaf(3), rtol=1e-4)
        with pytest.raises(GradcheckError, match="computed with forward mode"):
            gradcheck(f, leaf(3), rtol=1e-4, check_forward_ad=True, fast_mode=fast)
        with pytest.raises(GradcheckError, match="computed with forward mode"):
            gradcheck(f, leaf(3), rtol=1e-4, check_forward_ad=True, check_backward_ad=False)


@pytest.mark.parametrize("fast", [False, True])
def test_second_order_off_by_a_thousandth_fails(fast: bool) -> None:
    with cube(self=off_second, jvp=right_jvp) as f:
        x = leaf(3)
        assert gradcheck(f, x, rtol=1e-4)
        with pytest.raises(GradcheckError, match="mismatch"):
            gradgradcheck(f, x, rtol=1e-4, fast_mode=fast)


def test_second_order_forward_off_by_a_thousandth_fails() -> None:
    def second(g: Any, self: Any) -> Any:
        return g * f_slope(self)

    slope = declare("test::cube_slope(Tensor self) -> Tensor", method=False)
    done = kernel(slope, "NumPy")
    done(lambda a: 3 * a * a)
    row = derivative(
        slope.name,
        self=lambda g, self: g * (6 * self),
        jvp=lambda self_t, self: self_t * (6 * OFF * self),
    )
    f_slope = slope
    try:
        with cube(self=second, jvp=right_jvp) as f:
            assert gradgradcheck(f, leaf(3), rtol=1e-4)
            with pytest.raises(GradcheckError, match="computed with forward mode"):
                gradgradcheck(f, leaf(3), rtol=1e-4, check_fwd_over_rev=True)
    finally:
        row.undo()
        done.registration.undo()  # type: ignore[union-attr]
        undeclare(slope)


def test_the_default_tolerance_lets_a_thousandth_pass_but_not_two() -> None:
    with cube(self=lambda g, self: g * (3.007 * self * self), jvp=right_jvp) as f:
        with pytest.raises(GradcheckError):
            gradcheck(f, leaf(3))


def test_nothing_is_left_behind() -> None:
    with cube(self=right, jvp=right_jvp):
        pass
    with pytest.raises(rd.dispatch.OperatorNotFound):
        rd.dispatch.lookup("test::cube")


def test_a_missing_conjugate_fails() -> None:
    values = np.array([1.0 + 2.0j, 0.5 - 1.0j])
    x = rd.tensor(values, requires_grad=True)
    assert gradcheck(lambda x: x + x, x, check_forward_ad=True)
    with cube(self=right, jvp=right_jvp) as f:
        assert gradcheck(f, x, check_backward_ad=False, check_forward_ad=True)
        with pytest.raises(GradcheckError, match="imaginary part of complex outputs"):
            gradcheck(f, x)
    real = rd.tensor(values.real.copy(), requires_grad=True)
    with cube(self=right, jvp=off_jvp) as f:
        with pytest.raises(GradcheckError, match="part of complex inputs"):
            gradcheck(f, x, rtol=1e-4, check_backward_ad=False, check_forward_ad=True)
    assert gradcheck(lambda x: x + rd.tensor(values), real, check_forward_ad=True)


# ----- the report -----


def test_the_report_names_the_worst_entry() -> None:
    def bent(g: Any, self: Any) -> Any:
        return g * (3 * self * self) * rd.tensor([[1.0, 1.0], [1.5, 1.0]], dtype=rd.float64)

    with cube(self=bent, jvp=right_jvp) as f:
        other = leaf(1)
        x = rd.ones(2, 2, dtype=rd.float64).requires_grad_()
        with pytest.raises(GradcheckError) as caught:
            gradcheck(lambda a, b: (a * 2, f(b)), (other, x))
    text = str(caught.value)
    assert "output 1 with respect to input 1" in text
    assert "entry (1, 0) of the output and entry (1, 0) of the input" in text
    assert re.search(r"numerical 3(\.0\d*)?, analytical 4\.5, error 1\.5 ", text)
    assert "numerical:" in text and "analytical:" in text


# ----- inputs -----


def test_some_input_must_require_grad() -> None:
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        gradcheck(rd.exp, rd.tensor([1.0], dtype=rd.float64))
    with pytest.raises(ValueError, match="at least one"):
        gradcheck(rd.exp, rd.tensor([1.0]), raise_exception=False)


def test_single_precision_is_warned_of() -> None:
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    with pytest.warns(UserWarning, match="Input #0"):
        assert not gradcheck(rd.exp, x, raise_exception=False)


def test_an_expanded_input_is_refused() -> None:
    x = rd.ones(1, 2, dtype=rd.float64).expand(3, 2).requires_grad_()
    with pytest.raises(RuntimeError, match="stride 0"):
        gradcheck(rd.exp, x)


def test_other_arguments_and_outputs() -> None:
    def f(x: rd.Tensor, n: int, labels: rd.Tensor) -> Any:
        return x * n, labels, "text", x > 0, None

    assert gradcheck(f, (leaf(2), 3, rd.tensor([1, 2])), check_forward_ad=True)
    assert gradcheck(lambda x: (), leaf(2))


def test_an_input_that_is_not_used() -> None:
    assert gradcheck(lambda a, b: a * 2, (leaf(2), leaf(3)), check_forward_ad=True)


def test_strided_empty_and_0d_inputs() -> None:
    square = leaf(4, 4).detach()[::2, 1:].transpose(0, 1).requires_grad_()
    for x in (square, leaf(0), leaf(2, 0), leaf()):
        for fast in (False, True):
            assert gradcheck(lambda x: x * x, x, check_forward_ad=True, fast_mode=fast)
            assert gradgradcheck(lambda x: x * x, x, check_fwd_over_rev=True, fast_mode=fast)


def test_inputs_are_left_as_they_were() -> None:
    x = leaf(3)
    before, version = x.tolist(), x._version
    gradcheck(rd.exp, x)
    assert x.tolist() == before
    assert x._version == version
    assert x.grad is None


def test_a_closure_is_perturbed_too() -> None:
    x = leaf(2)
    assert gradcheck(lambda _: x * x, x)


# ----- what backward must do -----


def noisy() -> Callable[..., Any]:
    random = np.random.default_rng(0)

    def formula(g: Any, self: Any) -> Any:
        return g * (3 * self * self) * (1 + 1e-9 * random.uniform())

    return formula


def test_backward_must_be_reentrant() -> None:
    with cube(self=noisy(), jvp=right_jvp) as f:
        with pytest.raises(GradcheckError, match="not reentrant"):
            gradcheck(f, leaf(2))
        assert gradcheck(f, leaf(2), nondet_tol=1e-6)


def test_backward_must_be_multiplied() -> None:
    def shifted(g: Any, self: Any) -> Any:
        return g * (3 * self * self) + 1e-7

    with cube(self=shifted, jvp=right_jvp) as f:
        with pytest.raises(GradcheckError, match="not multiplied by grad_output"):
            gradcheck(f, leaf(2))


def test_undefined_gradients_must_act_as_zeros() -> None:
    from redispatch.autograd.meta import current_edge, next_seq
    from redispatch.autograd.node import Node

    class Strict(Node):
        __slots__ = ("next_", "outputs")
        many = single = True

        def edges(self) -> Any:
            return (self.next_,)

        def apply(self, g: Any) -> Any:
            return g[0] * 2 + g[1] * 3  # fails on None

    def f(x: rd.Tensor) -> Any:
        node = Strict()
        node.extra, node.next_, node.keys, node.seq = None, current_edge(x), x._keys, next_seq()
        node.outputs = 2
        made = []
        for number, factor in enumerate((2, 3)):
            out = (x.detach() * factor).requires_grad_()
            out._autograd = (node.seq, node, number)
            made.append(out)
        return tuple(made)

    def added(x: rd.Tensor) -> rd.Tensor:
        first, second = f(x)
        total: rd.Tensor = first + second
        return total

    assert gradcheck(added, leaf(2), check_undefined_grad=False)
    for func in (added, f):
        with pytest.raises((GradcheckError, TypeError), match="NoneType"):
            gradcheck(func, leaf(2))


def test_gradient_dtypes() -> None:
    assert gradcheck(rd.exp, leaf(2), check_grad_dtypes=True)


def test_an_output_without_gradient_must_not_depend_on_the_input() -> None:
    with pytest.raises(GradcheckError, match="expected to be zero"):
        gradcheck(lambda x: x.detach() * 2, leaf(2))
    with pytest.raises(GradcheckError, match="expected to be zero"):
        gradcheck(lambda x: x.detach() * 2, leaf(2), fast_mode=True)
    assert gradcheck(lambda x: rd.zeros(2, dtype=rd.float64), leaf(2))
    assert gradcheck(rd.sign, leaf(2))


def test_an_output_must_keep_its_shape() -> None:
    calls = iter(range(100))
    with pytest.raises(AssertionError, match="with the same shape when inputs are perturbed"):
        gradcheck(lambda x: x[: 1 + next(calls) % 2], leaf(3))


def test_kinks() -> None:
    x = rd.tensor([0.0, 1.0], dtype=rd.float64, requires_grad=True)
    assert gradcheck(rd.abs, x)
    with pytest.raises(GradcheckError, match=r"numerical 0\.5, analytical 0,"):
        gradcheck(rd.relu, x)


# ----- options -----


def test_options_that_contradict() -> None:
    x = leaf(2)
    with pytest.raises(AssertionError):
        gradcheck(rd.exp, x, check_backward_ad=False)
    with pytest.raises(AssertionError):
        gradcheck(
            rd.exp, x, check_backward_ad=False, check_forward_ad=True, check_batched_grad=True
        )
    with pytest.raises(AssertionError):
        gradgradcheck(rd.exp, x, check_rev_over_rev=False)
    with pytest.raises(AssertionError):
        gradgradcheck(rd.exp, x, check_rev_over_rev=False, check_fwd_over_rev=True)
    assert gradgradcheck(
        rd.exp, x, check_rev_over_rev=False, check_fwd_over_rev=True, check_undefined_grad=False
    )


def test_errors_of_the_user_escape() -> None:
    def broken(x: rd.Tensor) -> rd.Tensor:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        gradcheck(broken, leaf(2), raise_exception=False)


def test_batched() -> None:
    assert gradcheck(lambda x: (x * x, x.sum()), leaf(3), check_batched_grad=True)


def test_second_order_with_given_and_strided_gradients() -> None:
    x = leaf(2, 3)
    given = leaf(2, 3, seed=1)
    assert gradgradcheck(lambda x: x * x * x, x, given)
    assert gradgradcheck(
        lambda x: x * x.sum(), x, gen_non_contig_grad_outputs=True, check_fwd_over_rev=True
    )


def test_saved_values_that_are_not_part_of_the_graph_fail_at_second_order() -> None:
    def detached(g: Any, self: Any) -> Any:
        d = self.detach()
        return g * (3 * d * d)

    with cube(self=detached, jvp=right_jvp) as f:
        assert gradcheck(f, leaf(2))
        with pytest.raises(GradcheckError):
            gradgradcheck(f, leaf(2))
