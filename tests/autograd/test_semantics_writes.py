"""SEMANTICS 5.4 and 5.5, rule by rule: writes after saving, overlap, broadcasting, out=."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from cells import RE, VERSION, Cell, Refused, check, leaf, plain

import redispatch as rd

Call = Callable[[Any, Any], Any]  # of a library and a tensor


def square(t: Any) -> Any:
    return t.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=t.float64)


def methods(names: str, *args: Any) -> dict[str, Call]:
    """Return the calls of methods, by name."""

    def call(name: str) -> Call:
        return lambda t, x: getattr(x, name)(*args)

    return {name: call(name) for name in names.split()}


def functions(names: str, *args: Any) -> dict[str, Call]:
    """Return the calls of functions of networks, by name."""

    def call(name: str) -> Call:
        return lambda t, x: getattr(t.nn.functional, name)(x, *args)

    return {name: call(name) for name in names.split()}


# ----- 5.4: what is saved -----

BY_ITSELF = methods("neg log sin cos sinh cosh abs erf") | functions(
    "leaky_relu elu gelu silu softplus hardtanh hardswish"
)
BY_ITSELF |= functions("threshold", 1.0, 0.0) | methods("clamp", 1, 3) | methods("pow", 3)
INDEXED: dict[str, Call] = {
    "index": lambda t, x: x[t.tensor([1, 2])],
    "where": lambda t, x: t.where(plain(t) > 2, x, leaf(t)),
    "masked_fill": lambda t, x: x.masked_fill(plain(t) > 2, 0.0),
    "max(dim)": lambda t, x: x.max(0)[0],
    "sort": lambda t, x: x.sort()[0],
    "cat": lambda t, x: t.cat([x, x]),
}
TWO: dict[str, Call] = {
    "add": lambda t, x: x + leaf(t),
    "sub": lambda t, x: x - leaf(t),
}
OF_OUTPUTS = "exp sqrt rsqrt reciprocal sigmoid tanh tan relu"

OUTPUT_SAVED: dict[str, Call] = {
    **methods(OF_OUTPUTS + " exp2 expm1 norm amax amin std"),
    **methods("softmax log_softmax logsumexp", 0),
    "hypot": lambda t, x: x.hypot(plain(t)),
    "tensor**tensor": lambda t, x: x ** leaf(t),
    "scalar**tensor": lambda t, x: 2.0**x,
}
OUTPUT_FREE: dict[str, Call] = {
    **BY_ITSELF,
    **INDEXED,
    **TWO,
    **functions("celu selu"),
    **methods("clone sum mean var"),
    **methods("cumsum", 0),
    **functions("dropout", 0.5),
    **functions("layer_norm", (4,)),
    "mul": lambda t, x: x * leaf(t),
    "div": lambda t, x: x / leaf(t),
    "maximum": lambda t, x: t.maximum(x, leaf(t)),
    "stack": lambda t, x: t.stack([x, x]),
    "gather": lambda t, x: x.gather(0, t.tensor([1, 2])),
    "matmul": lambda t, x: x.view(2, 2) @ square(t),
    "fmod": lambda t, x: x.fmod(leaf(t)),
    "remainder": lambda t, x: x.remainder(leaf(t)),
}
INPUT_SAVED: dict[str, Call] = {
    **{name: call for name, call in BY_ITSELF.items() if name != "neg"},
    **methods("log1p prod norm amax std var atan nan_to_num"),
    **methods("logsumexp cumprod", 0),
    **functions("mish"),
    **functions("layer_norm", (4,)),
    "mul": lambda t, x: x * leaf(t),
    "maximum": lambda t, x: t.maximum(x, leaf(t)),
    "atan2": lambda t, x: x.atan2(leaf(t)),
    "hypot": lambda t, x: x.hypot(leaf(t)),
    "normalize": lambda t, x: t.nn.functional.normalize(x, dim=0),
}
INPUT_FREE: dict[str, Call] = {
    **methods(OF_OUTPUTS + " neg sum mean sign"),
    **methods("softmax cumsum", 0),
    **INDEXED,
    **TWO,
    "scalar mul": lambda t, x: x * 3,
    "scalar div": lambda t, x: x / 3,
    "remainder": lambda t, x: x.remainder(3.0),
}
# Where redispatch saves less than PyTorch does, a write is accepted that can do no harm.
OUTPUT_NOT_READ = methods("prod") | methods("cumprod", 0)


def output_written(call: Call) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        y = call(t, leaf(t))
        y.detach().mul_(1)
        y.sum().backward()
        return True

    return program


def input_written(call: Call) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        x = leaf(t) * 1
        y = call(t, x)
        x.detach().mul_(1)
        y.sum().backward()
        return True

    return program


def operand_written(
    call: Callable[[Any, Any, Any], Any], what: Callable[[Any], Any]
) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        operand = what(t)
        y = call(t, leaf(t), operand)
        operand.mul_(1)
        y.sum().backward()
        return True

    return program


def condition(t: Any) -> Any:
    return plain(t) > 2


def mask_written(call: Callable[[Any, Any, Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        mask = condition(t)
        y = call(t, leaf(t), mask)
        mask.fill_(False)
        y.sum().backward()
        return True

    return program


def in_place(*writes: Call) -> Callable[[Any], Any]:
    """Write, and return the gradient."""

    def program(t: Any) -> Any:
        r = leaf(t, 0.5)
        y = r * 1
        for write in writes:
            write(t, y)
        y.sum().backward()
        return round(r.grad.item(), 4)

    return program


W = methods("sin_ cos_ log_ abs_ atan_ erf_ exp_ sigmoid_ tanh_ sqrt_ relu_")
W |= methods("pow_", 3) | methods("clamp_", 0, 1) | methods("cumprod_", 0) | methods("mul_", 2)
W |= {
    "mul_ by 3": lambda t, y: y.mul_(3),
    "mul_ by itself": lambda t, y: y.mul_(y),
    "add_ itself": lambda t, y: y.add_(y),
    "sub_ itself": lambda t, y: y.sub_(y),
}


def turned(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        y = (leaf(t) * 1).view(1, 2, 2).clone()
        old = y.grad_fn
        change(y)
        return y._version, y.grad_fn is old, y.grad_fn.next_functions[0][0] is old

    return program


def hidden(t: Any) -> Any:
    y = leaf(t).exp()
    with t.autograd._unsafe_preserve_version_counter(y):
        y.detach().mul_(1)
    y.sum().backward()
    return y._version


def forced(t: Any) -> Any:
    y = leaf(t).exp()
    t.autograd.graph.increment_version(y)
    y.sum().backward()


def unseen(how: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        y = leaf(t).exp()
        how(y)
        y.sum().backward()
        return True

    return program


def by_numpy(y: Any) -> None:
    y.detach().numpy()[...] = 0.0


CELLS = [
    *[Cell(f"5.4 output saved: {n}", output_written(f), VERSION) for n, f in OUTPUT_SAVED.items()],
    *[
        Cell(f"5.4 output saved: {n}", output_written(f), VERSION, True)
        for n, f in OUTPUT_NOT_READ.items()
    ],
    Cell(
        "5.4 input saved: gather",
        input_written(lambda t, x: x.gather(0, t.tensor([1, 2]))),
        VERSION,
        True,
    ),
    *[Cell(f"5.4 output free: {n}", output_written(f), True) for n, f in OUTPUT_FREE.items()],
    *[Cell(f"5.4 input saved: {n}", input_written(f), VERSION) for n, f in INPUT_SAVED.items()],
    *[Cell(f"5.4 input free: {n}", input_written(f), True) for n, f in INPUT_FREE.items()],
    Cell("5.4 an operand: mul", operand_written(lambda t, a, c: a * c, plain), VERSION),
    Cell("5.4 an operand: add", operand_written(lambda t, a, c: a + c, plain), True),
    Cell(
        "5.4 an operand: index",
        operand_written(lambda t, a, i: a[i], lambda t: t.tensor([1, 2])),
        VERSION,
    ),
    Cell(
        "5.4 an operand: masked_fill", mask_written(lambda t, a, m: a.masked_fill(m, 0.0)), VERSION
    ),
    Cell("5.4 an operand: where", mask_written(lambda t, a, m: t.where(m, a, a)), VERSION),
    *[
        Cell(f"5.4 in place: {name}", in_place(W[name]), shown)
        for name, shown in {
            "sin_": 0.8776,
            "cos_": -0.4794,
            "log_": 2.0,
            "abs_": 1.0,
            "atan_": 0.8,
            "erf_": 0.8788,
            "cumprod_": 1.0,
            "exp_": 1.6487,
            "sigmoid_": 0.235,
            "tanh_": 0.7864,
            "sqrt_": 0.7071,
            "relu_": 1.0,
            "add_ itself": 2.0,
            "sub_ itself": 0.0,
        }.items()
    ],
    Cell("5.4 exp_, exp_", in_place(W["exp_"], W["exp_"]), VERSION),
    Cell("5.4 sigmoid_, mul_", in_place(W["sigmoid_"], W["mul_"]), VERSION),
    Cell("5.4 relu_, relu_", in_place(W["relu_"], W["relu_"]), VERSION),
    Cell("5.4 mul_, mul_", in_place(W["mul_"], W["mul_ by 3"]), 6.0),
    Cell("5.4 mul_ by itself", in_place(W["mul_ by itself"]), VERSION),
    Cell(
        "5.4 leaky_relu_ of a negative slope",
        in_place(lambda t, y: t.nn.functional.leaky_relu(y, -0.2, inplace=True)),
        Refused(RE, "negative slope"),
        1.0,
    ),
    *[
        Cell(f"5.4 turned: {name}", turned(change), (1, False, True))
        for name, change in {
            "transpose_": lambda y: y.transpose_(1, 2),
            "unsqueeze_": lambda y: y.unsqueeze_(0),
            "squeeze_": lambda y: y.squeeze_(0),
        }.items()
    ],
    Cell("5.4 detach is noticed", unseen(lambda y: y.detach().mul_(1)), VERSION),
    Cell("5.4 data is not", unseen(lambda y: y.data.mul_(1)), True),
    Cell("5.4 NumPy is not", unseen(by_numpy), True),
    Cell("5.4 _unsafe_preserve_version_counter", hidden, 0),
    Cell("5.4 increment_version", forced, VERSION),
]

# ----- 5.5: overlap, broadcasting, out= -----


def wide(t: Any) -> Any:
    return plain(t, 1.0).expand(4)


def out_into(make: Callable[[Any], Any], call: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        out = make(t)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = call(t, out)
        return result is out, out._version, tuple(out.shape), bool(caught)

    return program


def adding(into: str, of: str) -> Callable[[Any], Any]:
    def program(t: Any) -> Any:
        kind = getattr(t, into)
        return t.ones(2, dtype=kind).add_(t.ones(2, dtype=getattr(t, of))).dtype == kind

    return program


ONE_PLACE = Refused(RE, "more than one element")
PARTIAL = Refused(RE, "unsupported operation")
OUT = Refused(RE, "out=")
CELLS += [
    Cell("5.5 expanded: add_", lambda t: wide(t).add_(1), ONE_PLACE),
    Cell("5.5 expanded: copy_", lambda t: wide(t).copy_(plain(t)), ONE_PLACE),
    Cell("5.5 expanded: out=", lambda t: t.add(plain(t), 1, out=wide(t)), ONE_PLACE),
    Cell("5.5 expanded: fill_", lambda t: wide(t).fill_(2).tolist(), [2.0] * 4),
    Cell("5.5 expanded: zero_", lambda t: wide(t).zero_().tolist(), [0.0] * 4),
    Cell(
        "5.5 expensive to prove",
        lambda t: tuple(plain(t).as_strided((2, 2), (1, 1)).add_(1).shape),
        (2, 2),
    ),
    Cell("5.5 partial: shifted", lambda t: (lambda x: x[1:].add_(x[:-1]))(plain(t)), PARTIAL),
    Cell("5.5 partial: turned", lambda t: (lambda x: x.add_(x.t()))(square(t)), PARTIAL),
    Cell("5.5 partial: copy_", lambda t: (lambda x: x.t().copy_(x))(square(t)), PARTIAL),
    Cell("5.5 partial: out=", lambda t: (lambda x: t.add(x[1:], 1, out=x[:-1]))(plain(t)), PARTIAL),
    Cell("5.5 the same", lambda t: (lambda x: x.add_(x).tolist())(plain(t)), [2.0, 4.0, 6.0, 8.0]),
    Cell(
        "5.5 self is not broadcast",
        lambda t: plain(t, 1.0).add_(plain(t)),
        Refused(RE, "broadcast shape"),
    ),
    *[
        Cell(f"5.5 category: {into} += {of}", adding(into, of), Refused(RE, "can't be cast"))
        for into, of in (("int64", "float32"), ("bool", "int64"), ("float32", "complex64"))
    ],
    *[
        Cell(f"5.5 category: {into} += {of}", adding(into, of), True)
        for into, of in (("float32", "float64"), ("int32", "int64"), ("float32", "int64"))
    ],
    Cell(
        "5.5 copy_ casts anything",
        lambda t: t.ones(2, dtype=t.int64).copy_(t.tensor([1.7, 2.2])).tolist(),
        [1, 2],
    ),
    Cell("5.5 out= with an operand", lambda t: t.add(leaf(t), 1, out=plain(t)), OUT),
    Cell("5.5 out= that requires grad", lambda t: t.add(plain(t), 1, out=leaf(t)), OUT),
    Cell(
        "5.5 out= returns it",
        out_into(plain, lambda t, o: t.add(plain(t), 1, out=o)),
        (True, 1, (4,), False),
    ),
    Cell(
        "5.5 out= of another shape",
        out_into(lambda t: plain(t, 1.0), lambda t, o: t.add(plain(t), 1, out=o)),
        (True, 1, (4,), True),
    ),
    Cell(
        "5.5 out= that is empty",
        out_into(lambda t: t.empty(0, dtype=t.float64), lambda t, o: t.add(plain(t), 1, out=o)),
        (True, 1, (4,), False),
    ),
    Cell(
        "5.5 out= of ints",
        lambda t: t.add(plain(t), 1, out=t.ones(4, dtype=t.int64)),
        Refused(RE, "can't be cast"),
    ),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.rule)
def test_writes(cell: Cell) -> None:
    check(cell, rd)


@pytest.mark.slow
def test_these_are_pytorchs_rules() -> None:
    torch = pytest.importorskip("torch")
    for cell in CELLS:
        check(cell, torch, ours=False)
