"""Rules of anomaly mode, gradcheck and checkpoint."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rules import Rules

import redispatch as rd
from redispatch.autograd import GradcheckError
from redispatch.utils.checkpoint import CheckpointError, checkpoint, set_checkpoint_early_stop

autograd: Any = rd.autograd


def leaf(*values: float, dtype: Any = rd.float64) -> Any:
    """Return a leaf that requires grad."""
    return rd.tensor(list(values) or [1.0, 2.0], dtype=dtype, requires_grad=True)


# 10.1 anomaly mode ------------------------------------------------------------------------------

ANOMALY = Rules()


def detect(**options: Any) -> Any:
    """Return anomaly mode without its warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return autograd.detect_anomaly(**options)


@ANOMALY("detect_anomaly warns when it is made; set_detect_anomaly acts at once")
def _() -> None:
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled"):
        autograd.detect_anomaly()
    autograd.set_detect_anomaly(False)
    with autograd.set_detect_anomaly(True):
        with pytest.warns(UserWarning), pytest.raises(RuntimeError, match="nan"):
            (leaf(0.0) * float("nan")).sum().backward()
    (leaf(0.0) * float("nan")).sum().backward()


@ANOMALY("forward inside notes a traceback, nodes of a backward their parent")
def _() -> None:
    with detect():
        x = leaf(2.0)
        y = x * x
        (g,) = autograd.grad(y, x, create_graph=True)
        assert any("x * x" in line for line in y.grad_fn.metadata["traceback_"])
        assert "parent_" in g.grad_fn.metadata
    assert not (leaf() * 2).grad_fn.metadata


@ANOMALY("an error in backward warns with the forward line and keeps its type")
def _() -> None:
    class Fails(autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            raise ZeroDivisionError("mine")

    with detect(), pytest.warns(UserWarning, match=r"(?s)Traceback of forward call.*Fails\.apply"):
        y = Fails.apply(leaf())
        with pytest.raises(ZeroDivisionError):
            y.sum().backward()
    y = Fails.apply(leaf())
    with detect(), pytest.warns(UserWarning, match="[Nn]o forward pass information"):
        with pytest.raises(ZeroDivisionError):
            y.sum().backward()


@ANOMALY("nan names the function and the output, also where it only passes through")
def _() -> None:
    x = leaf(-1.0)
    with detect(), pytest.warns(UserWarning):
        y = x.sqrt()
        with pytest.raises(RuntimeError, match="Function 'Sqrt.*returned nan values in its 0th"):
            y.sum().backward()
        z = x * 3
        with pytest.raises(RuntimeError, match="Function 'Mul.*returned nan values in its 0th"):
            z.backward(rd.tensor([float("nan")], dtype=rd.float64))


@ANOMALY("nan in the branch that where leaves out is found; inf is fine; the check can be off")
def _() -> None:
    x = leaf(-1.0)
    with detect(), pytest.warns(UserWarning), pytest.raises(RuntimeError, match="nan values"):
        rd.where(x > 0, x.sqrt(), rd.zeros(1, dtype=rd.float64)).sum().backward()
    with detect():
        leaf(0.0).sqrt().sum().backward()
    with detect(check_nan=False):
        leaf(-1.0).sqrt().sum().backward()


@ANOMALY("it holds for the whole process")
def _() -> None:
    raised: list[BaseException] = []

    def work() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                leaf(-1.0).sqrt().sum().backward()
        except RuntimeError as error:
            raised.append(error)

    with detect():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert len(raised) == 1 and "nan" in str(raised[0])


@ANOMALY.each
def test_anomaly_mode(check: Any) -> None:
    check()


# 10.2 gradcheck ---------------------------------------------------------------------------------

CHECKS = Rules()
gradcheck: Any = autograd.gradcheck
gradgradcheck: Any = autograd.gradgradcheck


def function(forward: Any, backward: Any) -> Any:
    """Return apply of a Function with these methods."""
    body = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    made: Any = type("Mine", (autograd.Function,), body)
    return made.apply


def square(factor: float = 2.0, **how: Any) -> Any:
    """Return a square whose derivative is `factor` times x."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    return function(forward, lambda ctx, g: g * factor * ctx.saved_tensors[0])


CHECKS.accepted("a right derivative passes", lambda: gradcheck(square(), leaf()))
CHECKS.accepted(
    "GradcheckError is a RuntimeError", lambda: issubclass(GradcheckError, RuntimeError)
)
CHECKS.refused("a wrong one names output, input and both Jacobians", RuntimeError,
               "(?s)mismatch for output 0 with respect to input 0.*numerical:.*analytical:",
               lambda: gradcheck(square(2.1), leaf()))  # fmt: skip
CHECKS.accepted("raise_exception=False returns False",
                lambda: gradcheck(square(2.1), leaf(), raise_exception=False) is False)  # fmt: skip


def _fails(*_: Any) -> Any:
    raise ZeroDivisionError("mine")


CHECKS.refused("errors of the user escape", ZeroDivisionError, "mine",
               lambda: gradcheck(_fails, leaf(), raise_exception=False))  # fmt: skip
CHECKS.refused("no input requires grad", ValueError, "require gradient",
               lambda: gradcheck(lambda x: x, rd.ones(2)))  # fmt: skip
CHECKS.refused(
    "an expanded input",
    RuntimeError,
    "stride 0",
    lambda: gradcheck(lambda x: x * 2, leaf(1.0).detach().expand(3).requires_grad_()),
)


@CHECKS("single precision is warned of")
def _() -> None:
    with pytest.warns(UserWarning, match="double precision"):
        gradcheck(lambda x: x * 2, leaf(dtype=rd.float32), atol=1, rtol=1)


@CHECKS("backward that differs between runs is not reentrant, within nondet_tol it is")
def _() -> None:
    count: list[int] = []

    def backward(ctx: Any, g: Any) -> Any:
        count.append(1)
        return g * 2 + g * (1e-8 * len(count))

    f = function(lambda ctx, x: x * 2, backward)
    with pytest.raises(RuntimeError, match="not reentrant"):
        gradcheck(f, leaf())
    assert gradcheck(f, leaf(), nondet_tol=1e-5)


CHECKS.refused(
    "backward not multiplied by the gradient",
    RuntimeError,
    None,
    lambda: gradcheck(function(lambda ctx, x: x * 2, lambda ctx, g: rd.full_like(g, 2.0)), leaf()),
)
CHECKS.refused(
    "an output without gradient that depends on the input",
    RuntimeError,
    "expected to be zero",
    lambda: gradcheck(lambda x: x.detach() * 2, leaf()),
)
CHECKS.accepted("no outputs are fine", lambda: gradcheck(lambda x: (), leaf()))
CHECKS.accepted("int outputs and other arguments are passed over",
                lambda: gradcheck(lambda x, n: (x * n, x.to(rd.int64)), (leaf(), 3)))  # fmt: skip
CHECKS.accepted("abs at 0 passes", lambda: gradcheck(lambda x: x.abs(), leaf(0.0)))
CHECKS.refused("relu at 0 fails", RuntimeError, "mismatch",
               lambda: gradcheck(lambda x: x.relu(), leaf(0.0)))  # fmt: skip
for _words, _options in {
    "neither direction": {"check_backward_ad": False},
    "batched gradients without backward": {
        "check_backward_ad": False, "check_forward_ad": True, "check_batched_grad": True,
    },
    "batched tangents without forward": {"check_batched_forward_grad": True},
}.items():  # fmt: skip
    CHECKS.refused(
        f"options that contradict: {_words}",
        AssertionError,
        None,
        lambda options=_options: gradcheck(lambda x: x * 2, leaf(), **options),
    )


@CHECKS("fast_mode finds the same, and reports like the slow one")
def _() -> None:
    assert gradcheck(square(), leaf(), fast_mode=True)
    with pytest.raises(
        RuntimeError, match="Jacobian mismatch for output 0 with respect to input 0"
    ):
        gradcheck(square(2.1), leaf(), fast_mode=True)


@CHECKS("a complex function without conj fails in the imaginary part")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    f = function(forward, lambda ctx, g: g * 2 * ctx.saved_tensors[0])
    x = rd.tensor([1.0 + 2.0j], requires_grad=True, dtype=rd.complex128)
    with pytest.raises(RuntimeError, match="imaginary part of complex outputs"):
        gradcheck(f, x)


@CHECKS("undefined gradients must act as zeros")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    f = function(forward, lambda ctx, g, h: g * 2 + h * 3)
    with pytest.raises((RuntimeError, TypeError)), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gradcheck(f, leaf())
    assert gradcheck(function(forward, lambda ctx, g, h: sum(
        t * n for t, n in ((g, 2), (h, 3)) if t is not None) if (g, h) != (None, None) else None
    ), leaf())  # fmt: skip


CHECKS.accepted("gradgradcheck of a right function", lambda: gradgradcheck(square(), leaf()))


@CHECKS("gradgradcheck catches saved intermediate values and once_differentiable")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(2 * x)
        return x * x

    with pytest.raises(RuntimeError):
        gradgradcheck(function(forward, lambda ctx, g: g * ctx.saved_tensors[0]), leaf())
    once = autograd.function.once_differentiable(lambda ctx, g: g * 2)
    twice = function(lambda ctx, x: x * 2, once)
    with pytest.raises(RuntimeError):
        gradgradcheck(lambda x: twice(x) * x, leaf())


@CHECKS.each
def test_gradcheck(check: Any) -> None:
    check()


# 10.3 checkpoint --------------------------------------------------------------------------------

CHECKPOINT = Rules()


def both(words: str) -> Callable[[Callable[[bool], None]], Callable[[bool], None]]:
    """Decorate a rule of both variants: it is called with use_reentrant."""

    def keep(check: Callable[[bool], None]) -> Callable[[bool], None]:
        for reentrant in (True, False):
            name = "reentrant" if reentrant else "not reentrant"
            CHECKPOINT(f"{name}: {words}")(lambda r=reentrant: check(r))
        return check

    return keep


@both("gradients are those without it; values too")
def _(reentrant: bool) -> None:
    x = leaf()
    y = checkpoint(lambda t: (t * t).exp(), x, use_reentrant=reentrant)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.array([1, 2]) * np.exp([1.0, 4.0]))


@both("grad mode in forward")
def _(reentrant: bool) -> None:
    seen: list[bool] = []

    def f(t: Any) -> Any:
        seen.append(rd.is_grad_enabled())
        return t * t

    checkpoint(f, leaf(), use_reentrant=reentrant)
    assert seen == [not reentrant]


@CHECKPOINT("reentrant: without an input that requires grad it warns, and nothing is tracked")
def _() -> None:
    w = leaf()
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True"):
        y = checkpoint(lambda t: t * w, rd.ones(2, dtype=rd.float64), use_reentrant=True)
    assert not y.requires_grad


@CHECKPOINT("not reentrant: parameters of the closure, tensors in lists and dicts are tracked")
def _() -> None:
    w, x = leaf(), leaf()
    f = lambda t, ts, d: t * w * ts[0] * d["x"]  # noqa: E731
    checkpoint(f, rd.ones(2, dtype=rd.float64), [x], {"x": x}, use_reentrant=False).sum().backward()
    assert w.grad.tolist() == [1.0, 4.0] and x.grad.tolist() == [2.0, 8.0]


@CHECKPOINT("reentrant: tensors in lists are ignored")
def _() -> None:
    x, y = leaf(), leaf()
    out = checkpoint(lambda t, ts: t * ts[0].detach(), x, [y], use_reentrant=True)
    out.sum().backward()
    assert y.grad is None and x.grad.tolist() == [1.0, 2.0]


@CHECKPOINT("reentrant: outputs require grad; none of them on recomputation is an error")
def _() -> None:
    y = checkpoint(lambda t: t.detach() * 2, leaf(), use_reentrant=True)
    assert y.requires_grad
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True"):
        y.sum().backward()
    assert not checkpoint(lambda t: t.detach() * 2, leaf(), use_reentrant=False).requires_grad


@CHECKPOINT("reentrant: grad() and inputs= are refused")
def _() -> None:
    x = leaf()
    y = checkpoint(lambda t: t * t, x, use_reentrant=True).sum()
    with pytest.raises(RuntimeError, match="incompatible with .grad|autograd.grad"):
        autograd.grad(y, x)
    y = checkpoint(lambda t: t * t, x, use_reentrant=True).sum()
    with pytest.raises(RuntimeError, match="incompatible with .grad|inputs"):
        y.backward(inputs=[x])


@CHECKPOINT("not reentrant: grad(), inputs= and double backward work")
def _() -> None:
    x = leaf(2.0)
    y = checkpoint(lambda t: t * t * t, x, use_reentrant=False)
    (first,) = autograd.grad(y, x, create_graph=True)
    assert first.tolist() == [12.0] and autograd.grad(first, x)[0].tolist() == [12.0]


_refused: dict[str, Any] = {
    "keywords": {"other": 1},
    "context_fn": {"context_fn": lambda: None},
    "debug": {"debug": True},
}
for _words, _options in _refused.items():
    CHECKPOINT.refused(
        f"reentrant: {_words} are refused",
        ValueError,
        None,
        lambda options=_options: checkpoint(
            lambda t, other=0: t, leaf(), use_reentrant=True, **options
        ),
    )


@CHECKPOINT("not reentrant: recomputation stops once all that is needed is there")
def _() -> None:
    log: list[str] = []

    def f(t: Any) -> Any:
        y = t * t
        log.append("middle")
        y = y.exp()
        log.append("end")
        return y + 1

    checkpoint(f, leaf(), use_reentrant=False).sum().backward()
    early = list(log)
    log.clear()
    with set_checkpoint_early_stop(False):
        y = checkpoint(f, leaf(), use_reentrant=False)
    y.sum().backward()
    assert early == ["middle", "end", "middle"] and log == ["middle", "end"] * 2


@CHECKPOINT("use_reentrant left out warns, and means True")
def _() -> None:
    seen: list[bool] = []

    def f(t: Any) -> Any:
        seen.append(rd.is_grad_enabled())
        return t * t

    with pytest.warns(UserWarning, match="use_reentrant"):
        checkpoint(f, leaf())
    assert seen == [False]


@both("random numbers are repeated, and the outer ones go on as if nothing had been")
def _(reentrant: bool) -> None:
    masks: list[Any] = []

    def f(t: Any) -> Any:
        mask = rd.rand(2)
        masks.append(mask.tolist())
        return t * mask.to(rd.float64)

    rd.manual_seed(3)
    y = checkpoint(f, leaf(), use_reentrant=reentrant).sum()
    before = rd.get_rng_state().tolist()
    y.backward()
    assert masks[0] == masks[1] and rd.get_rng_state().tolist() == before
    masks.clear()
    checkpoint(f, leaf(), use_reentrant=reentrant, preserve_rng_state=False).sum().backward()
    assert masks[0] != masks[1]


@both("retain_graph allows a second backward, which computes again; without, it is refused")
def _(reentrant: bool) -> None:
    count: list[int] = []

    def f(t: Any) -> Any:
        count.append(1)
        return t * t

    x = leaf()
    y = checkpoint(f, x, use_reentrant=reentrant).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert len(count) == 3 and x.grad.tolist() == [4.0, 8.0]
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


@both("an input that was written to since is noticed")
def _(reentrant: bool) -> None:
    x = leaf() * 1
    y = checkpoint(lambda t: t * t, x, use_reentrant=reentrant).sum()
    x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace|version"):
        y.backward()


@both("exceptions keep their type, in forward and when computing again")
def _(reentrant: bool) -> None:
    with pytest.raises(ZeroDivisionError):
        checkpoint(_fails, leaf(), use_reentrant=reentrant)
    count: list[int] = []

    def second(t: Any) -> Any:
        count.append(1)
        if len(count) == 2:
            raise KeyError("mine")
        return t * t

    y = checkpoint(second, leaf(), use_reentrant=reentrant).sum()
    with pytest.raises(KeyError):
        y.backward()
    assert rd.is_grad_enabled()


for _outer in (True, False):
    for _inner in (True, False):

        @CHECKPOINT(f"nesting: use_reentrant={_inner} inside {_outer}")
        def _(outer: bool = _outer, inner: bool = _inner) -> None:
            # the inner one of two reentrant ones is called first where nothing is recorded
            warnings.filterwarnings("ignore", message="None of the inputs")

            def f(t: Any) -> Any:
                return checkpoint(lambda u: u * u, t * 1, use_reentrant=inner) * t

            x = leaf(2.0)
            checkpoint(f, x, use_reentrant=outer).sum().backward()
            assert x.grad.tolist() == [12.0]


def _differing(first: Any, then: Any) -> Any:
    """Return a function that computes something else the second time."""
    count: list[int] = []

    def f(t: Any) -> Any:
        count.append(1)
        return (first if len(count) == 1 else then)(t)

    return f


def _check(first: Any, then: Any, **options: Any) -> Any:
    f = _differing(first, then)
    checkpoint(f, leaf(), use_reentrant=False, **options).sum().backward()


CHECKPOINT.refused("determinism: fewer saved tensors", CheckpointError, "different number",
                   lambda: _check(lambda t: (t * t).exp(), lambda t: t * t))  # fmt: skip
CHECKPOINT.accepted("determinism: more saved tensors are hidden by the early stop",
                    lambda: _check(lambda t: t * t, lambda t: (t * t).exp()) is None)  # fmt: skip


@CHECKPOINT("determinism: more saved tensors are an error without early stop")
def _() -> None:
    with set_checkpoint_early_stop(False):
        y = checkpoint(
            _differing(lambda t: t * t, lambda t: (t * t).exp()), leaf(), use_reentrant=False
        )
    with pytest.raises(CheckpointError, match="different number|more"):
        y.sum().backward()


CHECKPOINT.refused("determinism: another shape", CheckpointError, "different metadata",
                   lambda: _check(lambda t: t.exp(), lambda t: t[:1].exp()))  # fmt: skip
CHECKPOINT.refused("determinism: another dtype", CheckpointError, "different metadata",
                   lambda: _check(lambda t: t.exp(), lambda t: t.to(rd.float32).exp()))  # fmt: skip
CHECKPOINT.accepted("determinism: other values are never noticed",
                    lambda: _check(lambda t: t.exp(), lambda t: (t + 1).exp()) is None)  # fmt: skip
CHECKPOINT.refused("determinism_check: an unknown value", ValueError, None,
                   lambda: _check(lambda t: t, lambda t: t, determinism_check="some"))  # fmt: skip


@CHECKPOINT("determinism_check='none' lets other dtypes pass")
def _() -> None:
    _check(lambda t: t.exp(), lambda t: t.to(rd.float32).exp(), determinism_check="none")


@CHECKPOINT("unpacking one tensor twice in a backward is refused, outside of one it is fine")
def _() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2

    def backward(ctx: Any, g: Any) -> Any:
        _ = ctx.saved_tensors
        return g * ctx.saved_tensors[0]

    f = function(forward, backward)
    y = checkpoint(lambda t: f(t * 1), leaf(), use_reentrant=False)
    _ = y.grad_fn.saved_tensors
    _ = y.grad_fn.saved_tensors
    y = checkpoint(lambda t: f(t * 1), leaf(), use_reentrant=False)
    with pytest.raises(CheckpointError, match="[Uu]npack"):
        y.sum().backward()


@CHECKPOINT.each
def test_checkpoint(check: Any) -> None:
    with warnings.catch_warnings():
        check()
