"""bfloat16: the dtype, what becomes of it, and every kind of operator in it.

Expected values are computed by NumPy in float32 or float64 and then rounded.
"""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn
from redispatch.backends import dtypes, promotion

ml_dtypes = pytest.importorskip("ml_dtypes")
BF = np.dtype(ml_dtypes.bfloat16)
RNG = np.random.default_rng(7)
DEVICES = pytest.mark.parametrize("device", ["numpy", "numba"])


def rounded(x: Any) -> Any:
    """Return numbers rounded to bfloat16, in float64."""
    return np.asarray(x).astype(np.float32).astype(BF).astype(np.float64)


def numbers(t: Any) -> Any:
    """Return the numbers of a bfloat16 tensor in float64."""
    assert t.dtype is rd.bfloat16
    return t.detach().numpy().astype(np.float64)


def near(t: Any, exact: Any, ulps: float = 1) -> None:
    """Assert that a bfloat16 tensor is right to so many units in the last place."""
    found, exact = numbers(t), np.asarray(exact, np.float64)
    assert found.shape == exact.shape
    unit = 2.0 ** (np.floor(np.log2(np.maximum(np.abs(exact), 1e-30))) - 7)
    assert (np.abs(found - exact) <= ulps * 0.5 * unit * 1.001 + 1e-7).all()


def tensor(x: Any, device: str = "numpy", **how: Any) -> Any:
    return rd.tensor(x, dtype=rd.bfloat16, device=device, **how)


# The dtype. --------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_package_is_imported_by_the_first_use_only() -> None:
    code = """
import sys, redispatch as rd
d = rd.bfloat16
assert (d.name, d.itemsize, d.is_floating_point, repr(d)) == (
    "bfloat16", 2, True, "redispatch.bfloat16")
rd.finfo(d), d is rd.float32, d.to_complex(), rd.zeros(2).sum()
assert "ml_dtypes" not in sys.modules
rd.zeros(2, dtype=d)
print("ml_dtypes" in sys.modules)
"""
    assert run(code) == "True"


def test_without_the_package_its_use_names_it() -> None:
    code = """
import sys
sys.modules["ml_dtypes"] = None
import numpy as np, redispatch as rd
assert len({rd.bfloat16, rd.float32}) == 2 and rd.bfloat16 == rd.bfloat16
for use in (lambda: rd.zeros(2, dtype=rd.bfloat16), lambda: rd.ones(2).bfloat16(),
            lambda: rd.ones(2).to(rd.bfloat16), lambda: rd.set_default_dtype(rd.bfloat16)):
    try:
        use()
    except ImportError as error:
        assert "ml_dtypes" in str(error) and "redispatch.bfloat16" in str(error)
    else:
        raise AssertionError
print((rd.ones(2).half() + 1).tolist(), rd.get_default_dtype())
"""
    assert run(code) == "[2.0, 2.0] redispatch.float32"


def test_numpy_and_the_dtype_object_agree() -> None:
    d = rd.bfloat16
    assert np.zeros(2, dtype=d).dtype == BF and np.dtype(d) == BF == d
    assert hash(d) == hash(BF)
    assert dtypes.from_numpy(BF) is d and dtypes.as_dtype(ml_dtypes.bfloat16) is d
    assert pickle.loads(pickle.dumps(d)) is d and copy.deepcopy(d) is d
    assert d.to_complex() is rd.complex64 and d.to_real() is d and d.is_signed
    with pytest.raises(TypeError, match="bfloat16"):
        dtypes.from_numpy(np.dtype(ml_dtypes.float8_e5m2))


def test_limits() -> None:
    info, theirs = rd.finfo(rd.bfloat16), ml_dtypes.finfo(BF)
    assert (info.bits, info.dtype) == (16, "bfloat16")
    for name in ("eps", "max", "min", "tiny", "smallest_normal"):
        assert getattr(info, name) == float(getattr(theirs, name)), name
    assert info.resolution == 0.01


@pytest.mark.parametrize(
    ("other", "result"),
    [
        *((n, "bfloat16") for n in "bool uint8 int8 int16 int64 uint32 bfloat16".split()),
        ("float16", "float32"), ("float32", "float32"), ("float64", "float64"),
        ("complex64", "complex64"), ("complex128", "complex128"),
    ],
)  # fmt: skip
def test_promotion(other: str, result: str) -> None:
    d = getattr(rd, other)
    assert (
        rd.promote_types(rd.bfloat16, d) is rd.promote_types(d, rd.bfloat16) is getattr(rd, result)
    )
    assert (tensor([1, 2]) * rd.ones(2, dtype=d)).dtype is getattr(rd, result)


def test_promotion_with_numbers() -> None:
    x = tensor([1.5, 2])
    assert (x + 1).dtype is (x * 2.5).dtype is (2.5 - x).dtype is (x / True).dtype is rd.bfloat16
    assert (x * 1j).dtype is rd.complex64
    assert (x + rd.tensor(1.0, dtype=rd.float64)).dtype is rd.bfloat16
    assert promotion.python_scalar(ml_dtypes.bfloat16(1.5)) == 1.5
    assert (x + ml_dtypes.bfloat16(1.5)).tolist() == [3.0, 3.5]
    assert not rd.can_cast(rd.bfloat16, rd.int64) and rd.can_cast(rd.bfloat16, rd.float16)


# Tensors. ----------------------------------------------------------------------------------------


def test_what_makes_tensors() -> None:
    assert tensor([1.00390625, 1.01171875, -2]).tolist() == [1.0, 1.015625, -2.0]  # halves to even
    assert tensor([1e39, -1e39]).tolist() == [float("inf"), -float("inf")]
    assert rd.arange(3, dtype=rd.bfloat16).tolist() == [0, 1, 2]
    assert rd.linspace(0, 1, 3, dtype=rd.bfloat16).tolist() == [0, 0.5, 1]
    assert rd.full((2,), 3, dtype=rd.bfloat16).tolist() == [3, 3]
    assert rd.eye(2, dtype=rd.bfloat16).tolist() == [[1, 0], [0, 1]]
    assert rd.ones_like(rd.zeros(2), dtype=rd.bfloat16).dtype is rd.bfloat16
    with pytest.raises(RuntimeError, match="without overflow"):
        rd.full((2,), 1e39, dtype=rd.bfloat16)
    array = np.array([1, 2], BF)
    shared = rd.from_numpy(array)
    array[0] = 5
    assert shared.dtype is rd.bfloat16 and shared.tolist() == [5, 2]
    assert rd.tensor([array[0], array[1]]).dtype is rd.bfloat16


def test_it_can_be_the_default() -> None:
    try:
        rd.set_default_dtype(rd.bfloat16)
        assert rd.tensor([1.5]).dtype is (rd.tensor([1]) / 2).dtype is rd.bfloat16
        assert repr(rd.tensor([1.5])) == "tensor([1.5000])"
    finally:
        rd.set_default_dtype(rd.float32)


def test_printing() -> None:
    assert repr(tensor([1.0, 2.5])) == "tensor([1.0000, 2.5000], dtype=redispatch.bfloat16)"
    assert repr(tensor([1.0, 2.0])) == "tensor([1., 2.], dtype=redispatch.bfloat16)"
    assert repr(tensor([])) == "tensor([], dtype=redispatch.bfloat16)"
    assert f"{tensor(2.5):.2f}" == "2.50"
    meta = rd.empty(2, dtype=rd.bfloat16, device="meta")
    assert repr(meta) == "tensor(..., device='meta', size=(2,), dtype=redispatch.bfloat16)"


@DEVICES
def test_casts(device: str) -> None:
    exact = np.concatenate([RNG.standard_normal(500), [np.inf, -np.inf, 0.0, -0.0, 1e-40]])
    x = rd.tensor(exact.astype("f4"), device=device)
    for made in (x.bfloat16(), x.to(rd.bfloat16), x.type(rd.bfloat16), x.type("BFloat16Tensor")):
        assert numbers(made).tolist() == rounded(exact).tolist()
    b = x.bfloat16()
    assert b.bfloat16() is b and b.type() == "redispatch.BFloat16Tensor"
    assert isinstance(b, rd.BFloat16Tensor) and not isinstance(x, rd.BFloat16Tensor)
    assert b.float().tolist() == b.double().tolist() == rounded(exact).tolist()
    assert b[:500].half().tolist() == rounded(exact)[:500].astype("f2").tolist()
    assert tensor([1.5, -2.5], device).long().tolist() == [1, -2]
    assert rd.tensor([1, 300], device=device).bfloat16().tolist() == [1, 300]
    across = rd.tensor(RNG.standard_normal((30, 20)).astype("f4"), device=device).t()
    assert across.bfloat16().stride() == across.bfloat16().float().stride() == across.stride()
    assert (numbers(across.bfloat16()) == rounded(across.numpy())).all()
    wide = tensor([1.5], device).expand(300, 1).float()
    wide[0] = 2  # memory of its own
    assert wide.tolist()[:2] == [[2.0], [1.5]]


def test_views_share_the_memory() -> None:
    x = tensor([[1, 2], [3, 4]])
    bits = x.view(rd.int16)
    assert bits.tolist() == (np.array([[1, 2], [3, 4]], "f4").view("i4") >> 16).tolist()
    bits[0, 0] = 0
    x.t()[1, 1] = 7
    assert x.reshape(-1).tolist() == [0, 2, 3, 7]
    assert rd.zeros(4, dtype=rd.uint8).view(rd.bfloat16).tolist() == [0, 0]


def test_what_leaves() -> None:
    x = tensor([1.5, -2])
    assert x.numpy().dtype == BF and isinstance(x[0].item(), float) and int(x[1]) == -2
    assert np.asarray(x.float()).tolist() == [1.5, -2]
    with pytest.raises(BufferError):
        x.__dlpack__()
    other = pickle.loads(pickle.dumps(x))
    assert other.dtype is rd.bfloat16 and other.tolist() == [1.5, -2]
    assert (other + x).dtype is rd.bfloat16
    assert copy.deepcopy(x).tolist() == [1.5, -2]


def test_save_and_load() -> None:
    x = tensor([[1.5, 2], [3, 4]], requires_grad=True)
    file = io.BytesIO()
    rd.save({"x": x, "t": x.detach().t(), "dtype": rd.bfloat16, "array": x.detach().numpy()}, file)
    file.seek(0)
    found = rd.load(file)
    assert found["dtype"] is rd.bfloat16 and found["array"].dtype == BF
    assert found["x"].requires_grad and found["x"].dtype is rd.bfloat16
    assert found["x"].tolist() == [[1.5, 2], [3, 4]] and found["t"].tolist() == [[1.5, 3], [2, 4]]
    file.seek(0)
    assert np.load(file)["x"].dtype == np.uint16


def test_random_numbers() -> None:
    x = rd.rand(20_000, dtype=rd.bfloat16)
    assert x.max().item() == 1 - 2**-8 and x.min().item() == 0
    assert abs(x.float().mean().item() - 0.5) < 0.02
    assert abs(rd.randn(20_000, dtype=rd.bfloat16).float().std().item() - 1) < 0.05
    y = tensor(np.zeros(2000))
    assert y.uniform_().max().item() < 1 and y.normal_().dtype is rd.bfloat16
    assert y.random_().max().item() <= 256 and y.exponential_().min().item() >= 0
    assert set(nn.functional.dropout(tensor(np.ones(500)), 0.5).tolist()) == {0.0, 2.0}
    assert set(y.bernoulli_(0.5).tolist()) == {0.0, 1.0}


# Operators. --------------------------------------------------------------------------------------

A = rounded(RNG.standard_normal((24, 16)))
B = rounded(RNG.standard_normal((24, 16)))
P = rounded(RNG.random((24, 16)) + 0.5)


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def erf(x: Any) -> Any:
    import math

    return np.vectorize(math.erf)(x)


def normal(x: Any) -> Any:
    spread = np.sqrt(x.var(1, keepdims=True) + 1e-5)
    return (x - x.mean(1, keepdims=True)) / spread


F = nn.functional
CASES: dict[str, tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]] = {
    "add": (lambda x, y: x + y, np.add, (A, B)),
    "sub a number": (lambda x: 1 - x, lambda x: 1 - x, (A,)),
    "mul": (lambda x, y: x * y, np.multiply, (A, B)),
    "div": (lambda x, y: x / y, np.divide, (A, P)),
    "pow": (lambda x: x**1.5, lambda x: x**1.5, (P,)),
    "neg": (lambda x: -x, np.negative, (A,)),
    "exp": (lambda x: x.exp(), np.exp, (A,)),
    "log": (lambda x: x.log(), np.log, (P,)),
    "tanh": (lambda x: x.tanh(), np.tanh, (A,)),
    "sqrt": (lambda x: x.sqrt(), np.sqrt, (P,)),
    "rsqrt": (lambda x: x.rsqrt(), lambda x: x**-0.5, (P,)),
    "erf": (lambda x: x.erf(), erf, (A,)),
    "sigmoid": (lambda x: x.sigmoid(), lambda x: 1 / (1 + np.exp(-x)), (A,)),
    "relu": (lambda x: x.relu(), lambda x: np.maximum(x, 0), (A,)),
    "gelu": (F.gelu, lambda x: x * (1 + erf(x / 2**0.5)) / 2, (A,)),
    "silu": (F.silu, lambda x: x / (1 + np.exp(-x)), (A,)),
    "clamp": (lambda x: x.clamp(-0.5, 0.5), lambda x: x.clip(-0.5, 0.5), (A,)),
    "where": (lambda x, y: rd.where(x > y, x, 0.0), lambda x, y: np.where(x > y, x, 0), (A, B)),
    "maximum": (rd.maximum, np.maximum, (A, B)),
    "fmod": (rd.fmod, np.fmod, (A, P)),
    "floor_divide": (lambda x, y: x // y, np.floor_divide, (A, P)),
    "round": (lambda x: x.round(), np.round, (A,)),
    "sum": (lambda x: x.sum(), np.sum, (A,)),
    "sum of rows": (lambda x: x.sum(1), lambda x: x.sum(1), (A,)),
    "mean": (lambda x: x.mean(0), lambda x: x.mean(0), (A,)),
    "prod": (lambda x: x.prod(1), lambda x: x.prod(1), (P,)),
    "var": (lambda x: x.var(1), lambda x: x.var(1, ddof=1), (A,)),
    "norm": (lambda x: x.norm(), lambda x: np.sqrt((x * x).sum()), (A,)),
    "amax": (lambda x: x.amax(1), lambda x: x.max(1), (A,)),
    "logsumexp": (lambda x: x.logsumexp(1), lambda x: np.log(np.exp(x).sum(1)), (A,)),
    "cumsum": (lambda x: x.cumsum(1), lambda x: x.cumsum(1), (A,)),
    "softmax": (lambda x: x.softmax(1), softmax, (A,)),
    "log_softmax": (lambda x: x.log_softmax(1), lambda x: np.log(softmax(x)), (A,)),
    "layer_norm": (lambda x: F.layer_norm(x, (16,)), normal, (A,)),
    "matmul": (lambda x, y: x @ y.t(), lambda x, y: x @ y.T, (A, B)),
    "addmm": (
        lambda x, y: rd.addmm(x[:, 0], x, y.t()), lambda x, y: x[:, 0] + x @ y.T, (A, B),
    ),
    "einsum": (
        lambda x, y: rd.einsum("ij,kj->ik", x, y), lambda x, y: x @ y.T, (A, B),
    ),
    "mse_loss": (F.mse_loss, lambda x, y: ((x - y) ** 2).mean(), (A, B)),
    "sort": (lambda x: x.sort(1).values, lambda x: np.sort(x, 1), (A,)),
    "median": (lambda x: x.median(1).values, lambda x: np.sort(x, 1)[:, 7], (A,)),
    "cat": (lambda x, y: rd.cat([x, y], 1), lambda x, y: np.concatenate([x, y], 1), (A, B)),
    "flip": (lambda x: x.flip(0), lambda x: x[::-1], (A,)),
    "tril": (lambda x: x.tril(), np.tril, (A,)),
    "pad": (lambda x: F.pad(x, (1, 1)), lambda x: np.pad(x, ((0, 0), (1, 1))), (A,)),
    "masked_fill": (
        lambda x: x.masked_fill(x > 0, 0.5), lambda x: np.where(x > 0, 0.5, x), (A,),
    ),
    "index_add": (
        lambda x, y: x.index_add(0, rd.zeros(24, dtype=rd.int64, device=x.device), y),
        lambda x, y: np.concatenate([x[:1] + y.sum(0), x[1:]]), (A, B),
    ),
    "max_pool": (
        lambda x: F.max_pool2d(x[None, None], 2)[0, 0],
        lambda x: x.reshape(12, 2, 8, 2).max((1, 3)), (A,),
    ),
    "avg_pool": (
        lambda x: F.avg_pool2d(x[None, None], 2)[0, 0],
        lambda x: x.reshape(12, 2, 8, 2).mean((1, 3)), (A,),
    ),
    "conv": (
        lambda x, y: F.conv2d(x[None, None], y[None, None, :2, :2])[0, 0],
        lambda x, y: sum(
            y[i, j] * x[i : 23 + i, j : 15 + j] for i in range(2) for j in range(2)
        ), (A, B),
    ),
}  # fmt: skip


@DEVICES
@pytest.mark.parametrize("name", CASES)
def test_each_operator_rounds_once(name: str, device: str) -> None:
    ours, exact, operands = CASES[name]
    near(ours(*(tensor(x, device) for x in operands)), exact(*operands), 1.1)


@DEVICES
def test_results_of_other_dtypes(device: str) -> None:
    x, y = tensor(A, device), tensor(B, device)
    assert (x > y).tolist() == (A > B).tolist() and (x == x).all().item()
    assert x.argmax(1).tolist() == A.argmax(1).tolist()
    assert x.isnan().any().item() is False
    assert x.max(1).indices.tolist() == A.argmax(1).tolist()
    assert rd.nonzero(x > 0).tolist() == np.argwhere(A > 0).tolist()


@DEVICES
def test_a_dtype_argument_decides(device: str) -> None:
    x = tensor(A, device)
    total = x.sum(dtype=rd.float32)
    assert total.dtype is rd.float32 and abs(total.item() - A.sum()) < 1e-4
    assert x.softmax(1, dtype=rd.float64).dtype is rd.float64
    near(rd.tensor(A, device=device).sum(0, dtype=rd.bfloat16), A.sum(0))


@DEVICES
def test_sums_are_added_up_in_float32(device: str) -> None:
    x = rd.full((5000,), 0.0625, dtype=rd.bfloat16, device=device)
    assert x.sum().item() == rounded(312.5) and x.mean().item() == 0.0625
    assert x.reshape(5, 1000).sum(1).tolist() == [rounded(62.5)] * 5


@DEVICES
def test_writes_are_rounded_and_keep_the_tensor(device: str) -> None:
    x = tensor(A, device)
    same = x
    x += tensor(B, device)
    near(x, A + B)
    x.mul_(0.5).index_add_(0, rd.tensor([0], device=device), tensor(P[:1], device))
    assert x is same and x.dtype is rd.bfloat16
    out = rd.empty(24, 16, dtype=rd.bfloat16, device=device)
    rd.exp(tensor(A, device), out=out)
    near(out, np.exp(A))
    f = rd.zeros(24, 16, device=device)
    f += tensor(A, device)
    assert f.dtype is rd.float32 and (f.numpy() == A).all()


def test_refusals() -> None:
    x = tensor(A)
    with pytest.raises(RuntimeError, match="same dtype, but got: bfloat16 != float32"):
        x @ x.float().t()
    with pytest.raises(NotImplementedError, match="complex is not implemented for bfloat16"):
        rd.complex(x, x)
    for device in ("numpy", "meta"):
        with pytest.raises(RuntimeError, match="weight to have the dtype of the input, bf"):
            F.layer_norm(x.to(device), (16,), rd.ones(16, device=device))
    with pytest.raises(RuntimeError, match="bfloat16"):
        rd.ones(2, dtype=rd.int64).add_(tensor([1, 2]))


def test_small_and_empty_and_scalar() -> None:
    assert tensor(1.5).softmax(0).item() == 1 and tensor([]).sum().item() == 0
    assert tensor(np.ones((0, 3))).softmax(1).shape == (0, 3)
    assert (tensor(1.5) + tensor(2)).item() == 3.5 and tensor(1.5).exp().dtype is rd.bfloat16


# Gradients. --------------------------------------------------------------------------------------


@DEVICES
def test_gradients_are_bfloat16(device: str) -> None:
    x, w = (tensor(v, device, requires_grad=True) for v in (A, B))
    (x @ w.t()).sum().backward()
    near(x.grad, np.broadcast_to(B.sum(0), A.shape))
    near(w.grad, np.broadcast_to(A.sum(0), B.shape))
    y = tensor(A, device, requires_grad=True)
    F.gelu(y).sum().backward()
    near(y.grad, (1 + erf(A / 2**0.5)) / 2 + A * np.exp(-A * A / 2) / (2 * np.pi) ** 0.5, 2)


@DEVICES
@pytest.mark.parametrize("shape", [(), (3,), (30, 20)])
def test_second_gradients_stay_bfloat16(shape: tuple[int, ...], device: str) -> None:
    for f in (lambda x: x.softmax(-1), F.elu, lambda x: x.var() if shape else x, lambda x: 2.5 / x):
        x = tensor(RNG.random(shape) + 0.5, device, requires_grad=True)
        y = f(x)
        (g,) = rd.autograd.grad((y * y).sum(), x, create_graph=True)
        (gg,) = rd.autograd.grad((g * g).sum(), x)
        assert g.dtype is gg.dtype is rd.bfloat16


def test_a_cast_casts_the_gradient_back() -> None:
    x = rd.tensor([1.0, 3.0], requires_grad=True)
    (x.bfloat16() * (1 / 3)).float().sum().backward()
    assert x.grad is not None and x.grad.dtype is rd.float32
    assert x.grad.tolist() == rounded([1 / 3] * 2).tolist()


@DEVICES
def test_gradients_accumulate(device: str) -> None:
    x = tensor(A, device, requires_grad=True)
    for _ in range(2):
        (x * tensor(B, device)).sum().backward()
    near(x.grad, 2 * B)


@DEVICES
@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_a_module_learns(name: str, device: str) -> None:
    net = nn.Linear(16, 1).to(device).bfloat16()
    assert {p.dtype for p in net.parameters()} == {rd.bfloat16}
    optimizer = getattr(rd.optim, name)(net.parameters(), lr=0.05)
    x = tensor(A, device)
    y = tensor(A.sum(1, keepdims=True), device)
    losses = []
    for _ in range(40):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0] and net.weight.dtype is rd.bfloat16


@rd.elementwise
def scaled_in_bfloat16(x: float, y: float) -> float:
    return x * y + 0.25


@DEVICES
def test_functions_of_users(device: str) -> None:
    x = tensor(A, device, requires_grad=True)
    y = scaled_in_bfloat16(x, tensor(B, device))
    near(y, A * B + 0.25)
    y.sum().backward()
    near(x.grad, B)


def test_meta_tensors_know_the_dtype() -> None:
    x = rd.empty(4, 3, dtype=rd.bfloat16, device="meta")
    for y in (x + 1, x.softmax(1), x.sum(0), x @ x.t(), F.layer_norm(x, (3,)), 0.5 * x):
        assert y.dtype is rd.bfloat16
    target = rd.zeros(4, dtype=rd.int64, device="meta")
    assert F.cross_entropy(x, target).dtype is F.cross_entropy(x, x).dtype is rd.bfloat16
    assert (x > 0).dtype is rd.bool and (x + rd.empty(3, device="meta")).dtype is rd.float32


def test_files_of_the_format_safetensors() -> None:
    pytest.importorskip("safetensors")
    from redispatch.utils import safetensors

    given = {"x": tensor([[1.5, -2]]), "none": tensor(np.ones((0, 2))), "one": rd.tensor(2.0)}
    found = safetensors.load(safetensors.save(given))
    assert {n: (t.dtype, t.tolist()) for n, t in found.items()} == {
        n: (t.dtype, t.tolist()) for n, t in given.items()
    }
