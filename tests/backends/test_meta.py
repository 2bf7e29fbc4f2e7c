"""Meta tensors: every operator has the sizes, strides, dtype and refusals of the NumPy backend."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from samples import ROWS, as_dtype, each_array

import redispatch as rd
from redispatch.backends.meta_backend import BACKEND as META
from redispatch.backends.meta_backend import MetaArray
from redispatch.backends.strides import contiguous_strides, reshaped_strides
from redispatch.dispatch import Operator, lookup, operators

Case = tuple[Any, ...]
RNG = np.random.default_rng(0)


def a(*shape: int, dtype: str = "float32") -> rd.Tensor:
    """A tensor of small positive numbers."""
    return rd.tensor((RNG.random(shape) * 3 + 1).astype(dtype))


def layouts(t: rd.Tensor) -> list[rd.Tensor]:
    """The same sizes with other strides."""
    shape = tuple(t.shape)
    wide = rd.zeros(*(n * 2 for n in shape), dtype=t.dtype)
    for d, n in enumerate(shape):
        wide = wide.slice(d, 0, 2 * n, 2)
    dims = tuple(range(len(shape)))
    turned = t.permute(dims[::-1]).clone().permute(dims[::-1]) if dims else t
    return [t, wide, turned]


UNARY = [
    (a(3, 4),), (a(),), (a(0, 3),), (a(2, 3, 4).transpose(0, 2),), (a(4, 1).expand(4, 3),),
    (a(3, dtype="float64"),), (a(3, dtype="float16"),), (a(3, dtype="int32"),),
    (a(3, dtype="bool"),), (a(3, dtype="complex64"),),
]  # fmt: skip
BINARY = [
    (a(3, 4), a(3, 4)), (a(3, 4), a(4)), (a(3, 1), a(1, 4)), (a(3, 4), a()), (a(), a(3)),
    (a(3, 4), 2.5), (2, a(3)), (a(3, dtype="int32"), 2.5), (a(3, dtype="int32"), a(3)),
    (a(3), a(dtype="float64")), (a(3, dtype="uint8"), a(3, dtype="int8")), (a(0, 3), a(3)),
    (a(3, dtype="int64"), a(3, dtype="int64")), (a(3, dtype="bool"), a(3, dtype="bool")),
    (a(3, dtype="complex64"), a(3, dtype="float64")), (a(4, 3).transpose(0, 1), a(3, 4)),
    (a(4, 3).transpose(0, 1), a(4, 3).transpose(0, 1)), (a(4, 3).transpose(0, 1), 1.0),
    (a(2, 3), a(4)), (a(2, 3), a(3, 2)),
]  # fmt: skip
TENSORS = [case for case in BINARY if all(isinstance(v, rd.Tensor) for v in case)]
LOSS: list[Case] = [
    (a(5, 3), rd.tensor([0, 1, 2, 0, 1])), (a(3), rd.tensor(1)),
    (a(2, 3, 4), rd.zeros(2, 4, dtype=rd.int64)),
    (a(5, 3), a(5, 3)), (a(5, 3, dtype="float16"), rd.tensor([0, 1, 2, 0, 1])),
    (a(5, 3), a(5, 3, dtype="float64")), (a(5, 3), rd.tensor([0, 1, 2, 0, 1]), a(3)),
    (a(5, 3), rd.tensor([0, 1, 2])), (a(5, 3), rd.tensor([0, 1, 2, 0, 1]), a(4)),
    (a(), rd.tensor(0)),
    (a(5, 3), rd.tensor([0, 1, 2, 0, 1], dtype=rd.int32)), (a(5, 3, dtype="int64"), a(5, 3)),
]  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {}, {"reduction": "none"}, {"reduction": "sum"}, {"label_smoothing": 0.1},
    {"reduction": "max"}, {"label_smoothing": 2.0},
]  # fmt: skip
REDUCE: list[Case] = [
    (t, dim, keep)
    for t, dim in [
        (a(2, 3, 4), [1]), (a(2, 3, 4), [0, -1]), (a(2, 3), []), (a(), []), (a(), [0]),
        (a(0, 3), [0]), (a(0, 3), [1]), (a(2, 3), [2]), (a(2, 3), [0, 0]), (a(0), []),
        (a(3, dtype="int32"), [0]), (a(3, dtype="bool"), [0]), (a(3, dtype="float16"), [0]),
        (a(3, dtype="complex64"), [0]), (a(2, 3, 4).transpose(0, 2), [1]),
    ]
    for keep in (False, True)
]  # fmt: skip
SOFTMAX = [
    (a(2, 3), 1), (a(2, 3), -2), (a(2, 3), 2), (a(), 0), (a(0, 3), 0), (a(3, dtype="int64"), 0),
    (a(3, dtype="int64"), 0, rd.float32), (a(3, dtype="float16"), 0), (a(3, 2).transpose(0, 1), 1),
]  # fmt: skip
MATMUL = [
    (a(2, 3), a(3, 4)), (a(3), a(3)), (a(2, 3), a(3)), (a(3), a(3, 2)), (a(5, 2, 3), a(3, 4)),
    (a(5, 2, 3), a(5, 3, 4)), (a(5, 1, 2, 3), a(4, 3, 2)), (a(5, 2, 3), a(3)), (a(3), a(5, 3, 2)),
    (a(2, 0), a(0, 3)), (a(2, 3), a(2, 3)), (a(3), a(4)), (a(2, 3), a(4)), (a(), a(3)),
    (a(2, 3), a()),
    (a(5, 2, 3), a(4, 3, 2)), (a(2, 3), a(3, 4, dtype="float64")),
    (a(2, 3, dtype="int64"), a(3, 4, dtype="int64")),
    (a(2, 2, dtype="bool"), a(2, 2, dtype="bool")),
]  # fmt: skip

SAMPLES: dict[str, list[Case]] = {
    "where": [
        (rd.tensor([True, False, True]), *pair)
        for pair in [
            (a(3), a(3)), (a(3), 1.0), (a(2, 1), a(3)), (a(3, dtype="int32"), a(3)), (a(2), a(4)),
        ]
    ] + [(a(3), a(3), a(3)), (a(3, dtype="uint8"), a(3), a(3))],
    "zeros_like": UNARY, "ones_like": UNARY, "logical_not": UNARY, "clone": UNARY,
    "full_like": [(t[0], 3) for t in UNARY] + [(a(2, dtype="int8"), 300), (a(2), 1j)],
    "_to_copy": [(t[0], d) for t in UNARY for d in (rd.float64, rd.int32, rd.bool)],
    "maximum": TENSORS, "minimum": TENSORS, "relu_backward": TENSORS,
    "amax": [c for c in REDUCE if c[1] is not None],
    "softmax": SOFTMAX, "log_softmax": SOFTMAX, "matmul": MATMUL,
    "cross_entropy": LOSS,
    "reshape": [
        (t, shape)
        for base in (a(2, 3, 4), a(4, 6), a(1, 6, 1))
        for t in layouts(base)
        for shape in [
            (24,), (6,), (2, 12), (6, 4), (2, 3, 2, 2), (-1,), (3, -1), (5, -1), (-1, -1), (2, -2),
        ]
    ] + [(a(), (1, 1)), (a(), ()), (a(0, 3), (3, 0)), (a(0, 3), (-1, 3)), (a(0), (-1, 0))],
    "transpose": [(a(2, 3, 4), 0, 2), (a(2, 3), -1, 0), (a(), 0, -1), (a(2, 3), 0, 2)],
    "permute": [(a(2, 3, 4), (2, 0, 1)), (a(2, 3), (-1, 0)), (a(), ()), (a(2, 3), (0,)),
                (a(2, 3), (0, 0)), (a(2, 3), (0, 2))],
    "expand": [(a(2, 1), (2, 3)), (a(3), (2, -1)), (a(), (2, 3)), (a(2, 1), (-1, 4)),
               (a(2, 3), (3, 3)),
               (a(2, 3), (3,)), (a(3), (-1, 3)), (a(2, 3), (2, -2))],
    "select": [(a(2, 3), 0, 1), (a(2, 3), -1, -3), (a(2, 3), 0, 2), (a(), 0, 0), (a(2, 3), 2, 0)],
    "slice": [(a(5, 2), 0, 1, 4, 2), (a(5), 0, -2, None, 1), (a(5), 0, 4, 2, 1),
              (a(5), 0, 0, 99, 3),
              (a(5), 0, 0, 3, 0), (a(), 0, None, None, 1), (a(5), 1, None, None, 1)],
    "squeeze": [(a(1, 3, 1),), (a(1, 3, 1), [0]), (a(1, 3), [1]), (a(1, 3, 1), [0, 2]),
                (a(), []), (a(), [0]), (a(1, 3), [2])],
    "unsqueeze": [(a(2, 3), d) for d in (-4, -3, -1, 0, 1, 2, 3)] + [(a(), 0)],
    "select_backward": [(a(3), [2, 3], 0, 1), (a(2), [2, 3], 1, -1), (a(3), [2, 3], 0, 5)],
    "slice_backward": [(a(2, 3), [4, 3], 0, 0, 4, 2), (a(3), [4], 0, 1, None, 1)],
    "copy_": [(a(2, 3), a(3)), (a(2, 3), a(2, 3, dtype="int32")), (a(2, 3), a(4)), (a(3), a(2, 3)),
              (a(1), a(3)), (a(1).expand(3), a(3))],
    "zero_": [(a(2, 3),), (a(),)],
    "fill_": [(a(2, 3), 1.0), (a(2, 3), a()), (a(2, 3), a(3)), (a(2, dtype="uint8"), 400)],
}  # fmt: skip


def samples(operator: Operator) -> list[tuple[Case, dict[str, Any]]]:
    """Arguments of an operator: those above, or general ones for pointwise operators."""
    name = operator.schema.name
    if name in ("cross_entropy_backward", "cross_entropy_factor"):
        return [
            ((_loss_grad(case, options), *_loss_args(case, options)), {})
            for case, options in itertools.product(LOSS, OPTIONS[:4])
        ]
    if name == "cross_entropy":
        return list(itertools.product(LOSS, OPTIONS))
    if name in ("sum", "mean"):
        dtypes: list[dict[str, Any]] = [{}, {"dtype": rd.float64}, {"dtype": rd.int32}]
        return list(itertools.product([*REDUCE, (a(2, 3), None, True)], dtypes))
    if name in SAMPLES:
        return [(case, {}) for case in SAMPLES[name]]
    required = [arg for arg in operator.schema.arguments if arg.is_required]
    if "pointwise" not in operator.tags or [a for a in required[2:] or required if not a.is_tensor]:
        return [
            (tuple([tensor(v, dtype) for v in sample.args]), sample.kwargs)
            for sample, dtype in ROWS[name].cases()
        ]
    either = any(arg.type.base == "TensorOrScalar" for arg in required)
    general: list[Any] = UNARY if len(required) == 1 else BINARY if either else TENSORS
    if len(required) == 3:
        general = [(*c, c[0]) for c in TENSORS]
    found: list[tuple[Case, dict[str, Any]]] = [(c, {}) for c in general]
    if name in ("add", "sub"):
        found += [(c, {"alpha": alpha}) for c in BINARY for alpha in (2, 0.5, True)]
    if name == "div":
        found += [(c, {"rounding_mode": m}) for c in BINARY for m in ("floor", "trunc", "up")]
    return found


def tensor(value: Any, dtype: str) -> Any:
    """An argument of a sample; arrays become tensors in the tested dtype."""
    return each_array(rd.from_numpy, as_dtype(value, dtype))


def _loss_args(case: Case, options: dict[str, Any]) -> Case:
    x, target, *weight = case
    return (x, target, weight[0] if weight else None, options.get("reduction", "mean"), -100,
            options.get("label_smoothing", 0.0))  # fmt: skip


def _loss_grad(case: Case, options: dict[str, Any]) -> rd.Tensor:
    shape = tuple(case[0].shape)
    losses = shape[:1] + shape[2:] if len(shape) > 1 else ()
    return a(*losses) if options.get("reduction") == "none" else a()


def to_meta(value: Any) -> Any:
    """The same without numbers."""
    if isinstance(value, list):
        return [to_meta(v) for v in value]
    return value.to("meta") if isinstance(value, rd.Tensor) else value


def outcome(call: Callable[[], Any]) -> Any:
    """What is known of a result without its numbers, or of the error."""
    try:
        result = call()
    except (RuntimeError, IndexError, ValueError) as error:
        return type(error), str(error)
    if isinstance(result, (list, tuple)):
        return "several", [known(r) for r in result]
    return known(result)


def known(result: rd.Tensor) -> Any:
    """What is known of a tensor without its numbers."""
    payload = result._data
    strides = [
        s // (1 if isinstance(payload, MetaArray) else payload.itemsize)
        for s, n in zip(payload.strides, payload.shape, strict=True)
        if n > 1 and payload.size
    ]
    return tuple(result.shape), result.dtype, strides, result._is_view()


ALL = [o for o in operators() if o.name.startswith("rd::") and o.functional is None]
NAMED = {*ROWS, *SAMPLES, "sum", "mean", "cross_entropy_backward", "cross_entropy_factor"}
BUILT_IN = [o for o in ALL if "pointwise" in o.tags or o.schema.name in NAMED]
BUILT_IN = [o for o in BUILT_IN if not o.schema.overload]
FORMS = [o for o in operators() if o.functional in BUILT_IN]
# Whether numbers are out of range or zero cannot be known without them.
BY_VALUE = ("integer division by zero", "out of bounds", "between 0 and 1")
# Nor what depends on them: such kernels refuse.
NO_RESULT = ("depend on the elements", "needs num_classes")
# Strides of results that NumPy computes through copies in its own order.
LAYOUT_FREE = {"index", "cross_entropy", "cross_entropy_backward", "cross_entropy_factor"}


def test_every_operator_has_a_meta_rule() -> None:
    """Its own, that of its tag, or the composite."""
    by_value = {"rd::equal"}  # whose result is a bool that depends on the elements
    missing = [
        o.name
        for o in ALL
        if o.name not in by_value
        and META.raw(o) is None
        and not {"Meta", "Composite", "CompositeExplicit"} & set(o.rules())
    ]
    assert missing == []


@pytest.mark.parametrize("operator", BUILT_IN, ids=lambda o: o.name)
def test_like_numpy(operator: Operator) -> None:
    for args, options in samples(operator):
        expected = outcome(lambda: operator(*args, **options))  # noqa: B023
        if isinstance(expected[1], str) and any(text in expected[1] for text in BY_VALUE):
            continue
        found = outcome(lambda: operator(*map(to_meta, args), **options))  # noqa: B023
        if isinstance(found[1], str) and any(text in found[1] for text in NO_RESULT):
            continue
        if operator.schema.name in LAYOUT_FREE and not isinstance(expected[1], str):
            expected, found = expected[:2], found[:2]
        assert found == expected, (args, options)


@pytest.mark.parametrize("operator", FORMS, ids=lambda o: o.name)
def test_forms_like_numpy(operator: Operator) -> None:
    functional = operator.functional
    assert functional is not None
    for args, options in samples(functional):
        if "inplace" in operator.tags:
            if not isinstance(args[0], rd.Tensor):
                continue
            real = (args[0].clone(), *args[1:])
            meta = [to_meta(value) for value in real]
            expected = outcome(lambda: operator(*real, **options))  # noqa: B023
            found = outcome(lambda: operator(*meta, **options))  # noqa: B023
        else:
            out = rd.zeros(3, 4)
            if outcome(lambda: functional(*args, **options))[0] == (3, 4):  # noqa: B023
                expected = outcome(lambda: operator(*args, **options, out=out))  # noqa: B023
                options = {**options, "out": out.to("meta")}
                found = outcome(lambda: operator(*map(to_meta, args), **options))  # noqa: B023
            else:
                continue
        if isinstance(expected[1], str) and any(text in expected[1] for text in BY_VALUE):
            continue
        assert found == expected, (args, options)


def test_an_in_place_form_returns_its_tensor_and_counts() -> None:
    x = rd.zeros(2, 3, device="meta")
    assert x.add_(1) is x
    assert x._version == 1
    out = rd.zeros(0, device="meta")
    assert lookup("add.out")(x, 1, out=out) is out
    assert out.shape == (2, 3)


def test_printing() -> None:
    x = rd.zeros(2, 3, device="meta")
    assert repr(x) == "tensor(..., device='meta', size=(2, 3))"
    assert repr(x.double()) == ("tensor(..., device='meta', size=(2, 3), dtype=redispatch.float64)")
    x.requires_grad_()
    assert repr(x) == "tensor(..., device='meta', size=(2, 3), requires_grad=True)"
    assert repr(x * 2) == "tensor(..., device='meta', size=(2, 3), grad_fn=<MulBackward0>)"
    assert f"{x.detach().sum()}" == "tensor(..., device='meta', size=())"


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x.item(),
        lambda x: x.numpy(),
        lambda x: x.tolist(),
        lambda x: bool(x),
        lambda x: float(x),
        lambda x: np.asarray(x),
        lambda x: x.cpu(),
        lambda x: x.to("numpy"),
        lambda x: 1.0 in x,
    ],
)
def test_there_is_nothing_to_read(read: Callable[[rd.Tensor], Any]) -> None:
    with pytest.raises(RuntimeError, match="Cannot copy out of meta tensor; no data!"):
        read(rd.zeros(1, device="meta"))


def test_gradients_have_sizes() -> None:
    x = rd.zeros(5, 4, device="meta")
    weight = rd.zeros(4, 3, device="meta", requires_grad=True)
    bias = rd.zeros(3, device="meta", requires_grad=True)
    target = rd.zeros(5, dtype=rd.int64, device="meta")
    loss = rd.nn.functional.cross_entropy((x @ weight + bias).relu(), target)
    loss.backward()
    assert weight.grad is not None and bias.grad is not None
    assert (weight.grad.shape, bias.grad.shape) == ((4, 3), (3,))
    assert repr(weight.grad) == "tensor(..., device='meta', size=(4, 3))"
    (weight * 2).sum().backward()  # accumulates
    assert weight.grad.shape == (4, 3)


def test_second_derivatives_and_writes_through_views() -> None:
    x = rd.zeros(3, 2, device="meta", requires_grad=True)
    (g,) = rd.autograd.grad((x * x * x).sum(), x, create_graph=True)
    (h,) = rd.autograd.grad(g.sum(), x)
    assert h.shape == (3, 2) and h.is_meta
    y = x * 1
    y[0].mul_(2)
    assert y.grad_fn is not None and y.grad_fn.name() == "torch::autograd::CopySlices"
    y.sum().backward()
    assert x.grad is not None and x.grad.shape == (3, 2)


def test_nothing_is_allocated() -> None:
    x = rd.zeros(10**6, 10**6, device="meta")
    assert (x + 1).sum(0).shape == (10**6,)
    assert rd.full((10**6, 10**6), 2, device="meta").dtype is rd.int64


def test_making_moving_copying() -> None:
    assert rd.tensor([[1, 2]], device="meta").dtype is rd.int64
    x = rd.zeros(2, 3).transpose(0, 1).to("meta", rd.float64)
    assert x._data.strides == (1, 3) and x.dtype is rd.float64
    assert x.to("meta") is x
    again = pickle.loads(pickle.dumps(x))
    assert repr(again) == repr(x) and again._data.strides == (1, 3)
    twin = copy.deepcopy(x)
    assert twin.shape == x.shape and twin._data.storage is not x._data.storage


def test_payloads_are_immutable() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        MetaArray((2,), np.dtype("float32")).shape = (3,)  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(20))
def test_reshaped_strides_like_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.choice([1, 2, 3, 4], rng.integers(1, 5)).tolist())
    array = np.zeros(shape).transpose(rng.permutation(len(shape)))
    if seed % 3 == 0:
        array = array[::2]
    n = array.size
    for k in range(1, 5):
        for cut in itertools.product([1, 2, 3, 4, 6, 8], repeat=k - 1):
            rest = n // int(np.prod(cut, dtype=int))
            if rest * int(np.prod(cut, dtype=int)) != n:
                continue
            target = (*cut, rest)
            view = array.reshape(target)
            is_view = np.may_share_memory(view, array)
            found = reshaped_strides(array.shape, tuple(s // 8 for s in array.strides), target)
            assert (found is not None) == is_view, (array.shape, array.strides, target)
            if found is not None:
                for mine, its, size in zip(found, view.strides, target, strict=True):
                    assert size == 1 or mine * 8 == its
    assert contiguous_strides(shape) == tuple(s // 8 for s in np.zeros(shape).strides)
