"""16 bits on the device "numba": conversions of every pattern, loops over bits, other kernels."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn
from redispatch.backends import numba_backend
from redispatch.backends.numba_backend import halves, scalar_ops
from redispatch.backends.numba_backend.choices import ON_BITS, POINTWISE

pytest.importorskip("numba")
RNG = np.random.default_rng(3)
PATTERNS = np.arange(65536, dtype=np.uint16)
KINDS = ["float16", "bfloat16"]
BOTH = pytest.mark.parametrize("name", KINDS)


def dtype_of(name: str) -> Any:
    """Return NumPy's dtype; skip where there is none."""
    if name == "bfloat16":
        return np.dtype(pytest.importorskip("ml_dtypes").bfloat16)
    return np.dtype(name)


def same(a: Any, b: Any) -> None:
    """Assert that float arrays are equal, also in the signs of zeros and in nan."""
    with np.errstate(invalid="ignore"):  # nan that signals
        a, b = np.asarray(a).astype(np.float64), np.asarray(b).astype(np.float64)
    np.testing.assert_array_equal(a, b)
    real = ~np.isnan(a)
    np.testing.assert_array_equal(np.signbit(a)[real], np.signbit(b)[real])


def rounded(x: Any, d: Any) -> Any:
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(np.float32).astype(d)


# Conversions. ------------------------------------------------------------------------------------


@BOTH
def test_every_pattern_is_widened_exactly(name: str) -> None:
    d = dtype_of(name)
    found = halves.wide(PATTERNS.view(d))
    assert found.dtype == np.float32
    same(found, PATTERNS.view(d).astype(np.float32))
    if name == "bfloat16":  # by definition the upper half
        upper = PATTERNS.astype(np.uint32) << 16
        np.testing.assert_array_equal(found.view(np.uint32), upper)


@BOTH
def test_every_pattern_comes_back(name: str) -> None:
    x = PATTERNS.view(dtype_of(name))
    back = halves.narrow(halves.wide(x), x.dtype)
    assert back.dtype == x.dtype
    real = ~np.isnan(x.astype(np.float32))
    np.testing.assert_array_equal(back.view(np.uint16)[real], PATTERNS[real])
    assert np.isnan(back.astype(np.float32)[~real]).all()


@BOTH
def test_between_two_neighbours_the_nearer_one_or_the_even_one(name: str) -> None:
    d = dtype_of(name)
    low = PATTERNS[PATTERNS < (0x7C00 if name == "float16" else 0x7F80) - 1]  # finite, positive
    a, b = low.view(d).astype(np.float64), (low + np.uint16(1)).view(d).astype(np.float64)
    middle = (a + b) / 2  # float32 holds it exactly
    even = np.where(low & 1, low + 1, low)
    for sign, bit in ((1.0, 0), (-1.0, 0x8000)):
        for x, right in (
            (middle, even),
            (np.nextafter(middle.astype(np.float32), np.float32(0)), low),
            (np.nextafter(middle.astype(np.float32), np.float32(np.inf)), low + 1),
        ):
            found = halves.narrow((sign * x).astype(np.float32), d).view(np.uint16)
            np.testing.assert_array_equal(found, right | bit)


@BOTH
def test_any_float32_is_rounded_as_numpy_rounds_it(name: str) -> None:
    d = dtype_of(name)
    bits = RNG.integers(0, 2**32, 1 << 20, np.uint32)
    edge = np.array([0, 1, 0x7F800000, 0x7F7FFFFF, 0x7F800001, 0x7FFFFFFF, 0x00800000], np.uint32)
    x = np.concatenate([bits, edge, edge | np.uint32(1 << 31)]).view(np.float32)
    same(halves.narrow(x, d), rounded(x, d))


@BOTH
def test_layouts(name: str) -> None:
    d = dtype_of(name)
    x = RNG.standard_normal((6, 20, 30)).astype(np.float32)
    for a in (x, x.transpose(2, 0, 1), x[:, ::2], x[::-1, :, ::-3], np.asfortranarray(x),
              np.broadcast_to(x[:1], (4, 20, 30)), x[:, :0], x[0, 0, 0]):  # fmt: skip
        narrow = halves.narrow(a, d)
        same(narrow, a.astype(d))
        wide = halves.wide(a.astype(d, order="K"))
        same(wide, a.astype(d).astype(np.float32))
        assert narrow.shape == wide.shape == a.shape
    across = x.transpose(2, 0, 1)
    assert halves.narrow(across, d).strides == tuple(s // 2 for s in across.strides)
    assert halves.wide(across.astype(d, order="K")).strides == across.strides


def test_without_compiled_loops_numpy_converts() -> None:
    x = RNG.standard_normal(1000).astype(np.float32)
    before = numba_backend.get_policy()
    saved = {k: halves.HalfLoop("narrow", "VH", n) for k, n in halves.NAMES.items()}
    kept, halves.NARROW = halves.NARROW, saved
    try:
        numba_backend.set_policy("off")
        same(halves.narrow(x, np.dtype("f2")), x.astype("f2"))
    finally:
        numba_backend.set_policy(before)
        halves.NARROW = kept


# Loops over bits. --------------------------------------------------------------------------------

EXACT: dict[str, Any] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative,
    "maximum": np.maximum, "minimum": np.minimum, "abs": np.abs, "square": np.square,
    "sqrt": np.sqrt, "reciprocal": np.reciprocal, "relu": lambda x: np.maximum(x, 0),
}  # fmt: skip
SHAPE = (20, 30)


def operands(name: str, count: int) -> list[Any]:
    d = dtype_of(name)
    return [rounded(RNG.standard_normal(SHAPE) * 2, d) for _ in range(count)]


@BOTH
@pytest.mark.parametrize("operator", EXACT)
def test_what_float32_rounds_once_is_exact(operator: str, name: str) -> None:
    given = operands(name, ON_BITS[operator].arrays)
    if operator in ("sqrt", "reciprocal"):
        given = [np.abs(given[0].astype("f4")).astype(given[0].dtype)]
    given[0].reshape(-1)[:4] = [np.nan, np.inf, 1e-7, 3e4]
    with np.errstate(all="ignore"):
        right = rounded(EXACT[operator](*[g.astype(np.float32) for g in given]), given[0].dtype)
    tensors = [rd.tensor(g, device="numba") for g in given]
    found = getattr(rd, operator)(*tensors)
    assert found.dtype is tensors[0].dtype and str(found.device) == "numba"
    same(found.numpy(), right)
    direct = halves.BY_NAME[operator](*given)
    assert direct is not NotImplemented
    same(direct, right)


@BOTH
@pytest.mark.parametrize(
    ("operator", "exact"), [("exp", np.exp), ("log", np.log), ("tanh", np.tanh)]
)
def test_functions_are_right_to_the_last_bit_but_one(operator: str, exact: Any, name: str) -> None:
    (x,) = operands(name, 1)
    x = np.abs(x.astype("f4")).astype(x.dtype)
    found = getattr(rd.tensor(x, device="numba"), operator)().double().numpy()
    right = exact(x.astype(np.float64))
    eps = 2.0**-10 if name == "float16" else 2.0**-7
    assert (np.abs(found - right) <= 0.51 * eps * np.abs(right) + 6e-8).all()


@BOTH
def test_one_number_beside_an_array(name: str) -> None:
    (x,) = operands(name, 1)
    t, number = rd.tensor(x, device="numba"), rounded(2.3, x.dtype)
    for ours, right in ((t * 2.3, np.multiply), (t - 2.3, np.subtract), (t / 2.3, np.divide)):
        same(ours.numpy(), rounded(right(x.astype("f4"), np.float32(number)), x.dtype))
    same((2.3 - t).numpy(), rounded(np.float32(number) - x.astype("f4"), x.dtype))


@BOTH
def test_writes_in_place(name: str) -> None:
    x, y = operands(name, 2)
    t = rd.tensor(x, device="numba")
    memory = t.data_ptr()
    t += rd.tensor(y, device="numba")
    same(t.numpy(), rounded(x.astype("f4") + y.astype("f4"), x.dtype))
    t.add_(t)
    t.mul_(rd.tensor(0.5, dtype=t.dtype, device="numba")).sub_(1.5)
    once = rounded(x.astype("f4") + y.astype("f4"), x.dtype)
    same(t.numpy(), rounded(once.astype("f4") - 1.5, x.dtype))
    assert t.data_ptr() == memory


@BOTH
def test_what_does_not_fit_is_computed_all_the_same(name: str) -> None:
    x, y = operands(name, 2)
    a, b = rd.tensor(x, device="numba"), rd.tensor(y, device="numba")
    right = x.T.astype("f4")
    same((a.t() + b.t()).numpy(), rounded(right + y.T.astype("f4"), x.dtype))
    same((a[:, ::2] * 2).numpy(), rounded(x[:, ::2].astype("f4") * 2, x.dtype))
    same((a + b[0]).numpy(), rounded(x.astype("f4") + y[0].astype("f4"), x.dtype))
    same(
        (a[:2, :2] + b[:2, :2]).numpy(),
        rounded(x[:2, :2].astype("f4") + y[:2, :2].astype("f4"), x.dtype),
    )
    assert (a + b.float()).dtype is rd.float32
    assert (a > b).tolist() == (x.astype("f4") > y.astype("f4")).tolist()


@BOTH
def test_kernels_over_bits_decline_what_is_not_theirs(name: str) -> None:
    x, y = operands(name, 2)
    add = halves.BY_NAME["add"]
    for second in (y.astype(np.float32), y[0], y.T, y[:, ::-1]):
        assert add(x, second) is NotImplemented
    assert add(x[:2, :2], y[:2, :2]) is NotImplemented and add(x.T, y.T) is NotImplemented


@BOTH
def test_they_are_made_ready_when_their_dtype_is_named(name: str) -> None:
    kernels = {row.kernel for row in numba_backend.warmup(["neg", "narrow"], [name])}
    assert kernels == {f"half_loops.narrow_{name}", f"half_loops.neg_{name}"}
    assert numba_backend.warmup(["neg"]) == []


def test_the_tables_agree_with_the_functions() -> None:
    for name, choice in {**POINTWISE, **ON_BITS}.items():
        function = getattr(scalar_ops, choice.function or name)
        count = len(inspect.signature(function).parameters)
        assert count == choice.arrays + choice.numbers, name
    assert {c.dtypes for c in ON_BITS.values()} == {"e"}


# Other kernels. ----------------------------------------------------------------------------------

F = nn.functional


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def normal(x: Any) -> Any:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)


OTHERS: dict[str, tuple[Any, Any]] = {
    "sigmoid": (lambda x: x.sigmoid(), lambda x: 1 / (1 + np.exp(-x))),
    "leaky_relu": (F.leaky_relu, lambda x: np.where(x > 0, x, x * np.float32(0.01))),
    "gelu": (
        lambda x: F.gelu(x, approximate="tanh"),
        lambda x: x / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))),
    ),
    "cos": (lambda x: x.cos(), np.cos),
    "softmax": (lambda x: x.softmax(1), softmax),
    "log_softmax": (lambda x: x.log_softmax(1), lambda x: np.log(softmax(x))),
    "layer_norm": (lambda x: F.layer_norm(x, (30,)), normal),
    "sum": (lambda x: x.sum(1), lambda x: x.sum(1)),
    "mean": (lambda x: x.mean(0), lambda x: x.mean(0)),
    "var": (lambda x: x.var(1), lambda x: x.var(1, ddof=1)),
    "cumsum": (lambda x: x.cumsum(1), lambda x: x.cumsum(1)),
    "matmul": (lambda x: x @ x.t(), lambda x: x @ x.T),
    "mse": (lambda x: F.mse_loss(x, x.flip(0)), lambda x: ((x - x[::-1]) ** 2).mean()),
    "max_pool": (
        lambda x: F.max_pool2d(x[None, None], 2)[0, 0],
        lambda x: x.reshape(10, 2, 15, 2).max((1, 3)),
    ),
    "sort": (lambda x: x.sort(1).values, lambda x: np.sort(x, 1)),
}


@BOTH
@pytest.mark.parametrize("operator", OTHERS)
def test_computed_in_float32_and_rounded_once(operator: str, name: str) -> None:
    ours, exact = OTHERS[operator]
    (x,) = operands(name, 1)
    found = ours(rd.tensor(x, device="numba"))
    assert found.dtype is getattr(rd, name)
    right = np.asarray(exact(x.astype(np.float64)))
    eps = 2.0**-10 if name == "float16" else 2.0**-7
    assert found.shape == right.shape
    assert (np.abs(found.double().numpy() - right) <= 0.51 * eps * np.abs(right) + 2e-6).all()


@BOTH
def test_gradients(name: str) -> None:
    (x,) = operands(name, 1)
    t = rd.tensor(x, device="numba", requires_grad=True)
    for _ in range(2):  # the second is added to the first
        t.log_softmax(1)[:, 0].sum().backward()
    right = -softmax(x.astype(np.float64))
    right[:, 0] += 1
    assert t.grad is not None and t.grad.dtype is t.dtype
    eps = 2.0**-8 if name == "float16" else 2.0**-5
    assert (np.abs(t.grad.double().numpy() - 2 * right) <= eps).all()


@BOTH
def test_steps_of_optimizers(name: str) -> None:
    x, g = operands(name, 2)
    p = rd.tensor(x, device="numba", requires_grad=True)
    p.grad = rd.tensor(g, device="numba")
    rd.optim.SGD([p], lr=0.5).step()
    right = x.astype(np.float64) - 0.5 * g.astype(np.float64)
    eps = 2.0**-10 if name == "float16" else 2.0**-7
    assert p.dtype is getattr(rd, name)
    assert (np.abs(p.detach().double().numpy() - right) <= eps * (np.abs(x.astype("f8")) + 2)).all()


def test_a_process_without_them_computes_as_before() -> None:
    import subprocess
    import sys

    code = """
import redispatch as rd
from redispatch.backends import backend_named, dtypes
from redispatch.dispatch.registry import lookup
backend = backend_named("numba")
x = rd.ones(400, device="numba")
(x.softmax(0) + x).sum()
assert backend.narrowing is None
rule = backend.host_rule(lookup("add"))
import numpy as np
assert rule.plain is np.add and backend.adding is np.add
y = x.half()
assert {d.name for d in backend.narrowing.dtypes} == {"float16"}
assert "16 bits in float32" in rd.backends.coverage_report("numba")["add"].does
print((y + y).sum().item(), (x + x).sum().item())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "800.0 800.0", done.stderr
