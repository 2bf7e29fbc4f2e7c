"""The steps of optimizers as operators: the same on every device, and by the composite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.dispatch.rules import RULES

Array = np.ndarray[Any, np.dtype[Any]]
ADAM = [(0.1, 0.9, 0.99, 1e-8, 0.0, False, 3.0), (0.1, 0.8, 0.9, 1e-3, 0.5, False, 1.0),
        (0.1, 0.9, 0.99, 1e-8, 0.5, True, 7.0)]  # fmt: skip
MOMENTUM = [(0.1, 0.9, 0.0, 0.0, False), (0.1, 0.9, 0.3, 0.5, False), (0.1, 0.9, 0.0, 0.2, True)]
CALLS = [("_adam_step_", 2, o) for o in ADAM] + [("_momentum_step_", 1, o) for o in MOMENTUM]


@pytest.fixture(scope="module", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    kept = request.config.cache
    assert kept is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(kept.mkdir("kernels")))
        yield


def adam(p: Array, g: Array, mean: Array, square: Array, *options: Any) -> list[Array]:
    """Kingma and Ba's step, and Loshchilov and Hutter's decay."""
    lr, beta1, beta2, eps, decay, decoupled, step = options
    p = p * (1 - lr * decay) if decoupled else p
    g = g if decoupled else g + decay * p
    mean, square = beta1 * mean + (1 - beta1) * g, beta2 * square + (1 - beta2) * g * g
    unbiased, spread = mean / (1 - beta1**step), square / (1 - beta2**step)
    return [p - lr * unbiased / (np.sqrt(spread) + eps), mean, square]


def momentum(p: Array, g: Array, running: Array, *options: Any) -> list[Array]:
    """The step of gradient descent with momentum, as PyTorch defines it."""
    lr, kept, dampening, decay, nesterov = options
    g = g + decay * p
    running = kept * running + (1 - dampening) * g
    return [p - lr * (g + kept * running if nesterov else running), running]


def operands(count: int, shape: tuple[int, ...], dtype: str) -> list[Array]:
    rng = np.random.default_rng(0)
    p, g = (rng.standard_normal(shape).astype(dtype) for _ in range(2))
    return [p, g, *(np.abs(rng.standard_normal(shape)).astype(dtype) for _ in range(count))]


@pytest.mark.parametrize("device", ["numpy", "numba"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (20, 30)], ids=str)
@pytest.mark.parametrize(("name", "count", "options"), CALLS, ids=str)
def test_a_step(name: str, count: int, options: Any, shape: tuple[int, ...], device: str) -> None:
    for dtype, tolerance in (("f8", 1e-12), ("f4", 1e-5)):
        given = operands(count, shape, dtype)
        wanted = (adam if count == 2 else momentum)(*given, *options)
        tensors = [rd.tensor(a, device=device) for a in given]
        versions = [t._version for t in tensors]
        result = getattr(rd.ops.rd, name)(*tensors, *options)
        assert result is tensors[0]
        written = [tensors[0], *tensors[2:]]
        for mine, theirs in zip(written, wanted, strict=True):
            np.testing.assert_allclose(mine.numpy(), theirs, tolerance, tolerance)
        np.testing.assert_array_equal(tensors[1].numpy(), given[1])
        counted = [t._version - v for t, v in zip(tensors, versions, strict=True)]
        assert counted == [1, 0, *[1] * count]


@pytest.mark.parametrize(("name", "count", "options"), CALLS, ids=str)
def test_the_composite(name: str, count: int, options: Any) -> None:
    given = operands(count, (4,), "f8")
    wanted = (adam if count == 2 else momentum)(*given, *options)
    tensors = [rd.tensor(a) for a in given]
    rule = RULES.active(f"rd::{name}", "Composite")
    assert rule is not None
    rule.fn(*tensors, *options)
    for mine, theirs in zip([tensors[0], *tensors[2:]], wanted, strict=True):
        np.testing.assert_allclose(mine.numpy(), theirs, 1e-12)


@pytest.mark.parametrize(("name", "count", "options"), CALLS, ids=str)
def test_what_is_not_in_a_row_or_shares_memory(name: str, count: int, options: Any) -> None:
    given = [np.repeat(a, 2, -1)[:, ::2] for a in operands(count, (20, 30), "f8")]
    wanted = (adam if count == 2 else momentum)(*given, *options)
    found = [a.copy() if i == 1 else np.repeat(a, 2, -1)[:, ::2] for i, a in enumerate(given)]
    rule = RULES.active(f"rd::{name}", "Numba")
    assert rule is not None
    rule.fn(*found, *options)
    for mine, theirs in zip([found[0], *found[2:]], wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, 1e-12)
    frozen = [np.ascontiguousarray(a) for a in given]
    frozen[0].flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        rule.fn(*frozen, *options)
