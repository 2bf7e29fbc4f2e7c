"""Scalar functions as programs: values, slopes and refusals, without any operator."""

from __future__ import annotations

import linecache
import math
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scalars import exact_slope, function, texts

from redispatch.backends.numba_backend.made import function_of
from redispatch.dispatch.errors import RegistrationError
from redispatch.library.elementwise import derive, forward, reverse
from redispatch.library.elementwise.derive import Slopes
from redispatch.library.elementwise.loop_source import LoopWriter
from redispatch.library.elementwise.numpy_source import numpy_kernel
from redispatch.library.elementwise.primitives import fold
from redispatch.library.elementwise.program import Builder, Const, Loop, Program, Value

POINTS = (np.array([-1.31, 0.43, 2.17, 0.71]), np.array([0.93, -0.61, 1.73, 0.29]))


def values(program: Program, *args: Any) -> Any:
    with np.errstate(all="ignore"):
        return numpy_kernel(program)(*args)


def by_elements(program: Program, *args: Any) -> Any:
    """Run the loop that would be compiled, as Python."""
    writer = LoopWriter(program, "v" * len(program.operands))
    outs = [np.empty(args[0].shape) for _ in program.results]
    with np.errstate(all="ignore"):
        function_of(writer.source(), "f", np.dtype(np.float64))(*args, *outs)
    return outs[0] if program.single else outs


@settings(max_examples=60)
@given(texts())
def test_values_are_those_of_the_function(text: str) -> None:
    f = function(text)
    program = derive.read(f, "f")
    expected = [f(*point) for point in zip(*map(list, POINTS), strict=True)]
    np.testing.assert_allclose(values(program, *POINTS), expected, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(by_elements(program, *POINTS), expected, rtol=1e-12, atol=1e-13)


@settings(max_examples=60)
@given(texts())
def test_slopes_are_those_of_exact_differences(text: str) -> None:
    gradient = Slopes(derive.read(function(text), "f")).gradient(["x", "y"], [True])
    found = values(gradient, np.full(4, 2.0), *POINTS)
    np.testing.assert_allclose(
        by_elements(gradient, np.full(4, 2.0), *POINTS), found, rtol=1e-11, atol=1e-12
    )
    for place in range(2):
        for i, point in enumerate(zip(*map(list, POINTS), strict=True)):
            expected = 2 * exact_slope(text, point, place)
            assert found[place][i] == pytest.approx(expected, rel=1e-9, abs=1e-10), (place, point)


@settings(max_examples=25)
@given(texts())
def test_slopes_of_slopes_are_those_of_exact_differences(text: str) -> None:
    once = Slopes(derive.read(function(text), "f")).gradient(["x"], [True])
    twice = Slopes(once).gradient(["x"], [True])
    found = values(twice, np.ones(4), np.ones(4), *POINTS)
    for i, point in enumerate(zip(*map(list, POINTS), strict=True)):
        expected = exact_slope(text, point, 0, order=2)
        assert found[i] == pytest.approx(expected, rel=1e-7, abs=1e-8), point


@settings(max_examples=25)
@given(texts())
def test_the_tangent_is_the_gradient_times_the_direction(text: str) -> None:
    slopes = Slopes(derive.read(function(text), "f"))
    gx, gy = values(slopes.gradient(["x", "y"], [True]), np.ones(4), *POINTS)
    t = values(slopes.tangent(["x", "y"]), *POINTS, np.full(4, 0.3), np.full(4, -2.0))
    np.testing.assert_allclose(t, 0.3 * gx - 2.0 * gy, rtol=1e-10, atol=1e-12)


def black_scholes(s: float, k: float, t: float, r: float, v: float) -> float:
    root = v * math.sqrt(t)
    d1 = (math.log(s / k) + (r + 0.5 * v**2) * t) / root
    n1 = 0.5 * (1 + math.erf(d1 / math.sqrt(2)))
    n2 = 0.5 * (1 + math.erf((d1 - root) / math.sqrt(2)))
    return s * n1 - k * math.exp(-r * t) * n2


def test_straight_functions_go_back_and_forward_with_one_result() -> None:
    program = derive.read(black_scholes, "f")
    assert program.straight
    found = []
    for way in (forward, reverse):
        builder = Builder(fold)
        params = [Value(p.name, p.kind) for p in program.params]
        wanted = [p.name for p in params]
        results = way.gradients(builder, program, params, [Const(1.0, "f")], wanted)
        found.append(Program("g", params, builder.body, results, single=False))
    given = [np.array([a]) for a in (100.0, 95.0, 0.5, 0.03, 0.25)]
    first, second = (values(p, *given) for p in found)
    np.testing.assert_allclose(first, second, rtol=1e-12)
    d1 = (math.log(100 / 95) + (0.03 + 0.5 * 0.0625) * 0.5) / (0.25 * math.sqrt(0.5))
    assert first[0] == pytest.approx(NormalDist().cdf(d1), rel=1e-12)


# one function for each form ------------------------------------------------------------------


def variables(x: float, y: float) -> float:
    a, (b, c) = x, (y, 2.0)
    a += b
    a -= c
    a *= 3
    a /= 2
    d: float = a**2
    return d


def chained(x: float) -> float:
    return 1.0 if 0 < x <= 1 or x == 3 else (2.0 if not x else 0.0)


COEFFICIENTS = (1.0, -0.5, 0.25)


def polynomial(x: float) -> float:
    s = 0.0
    for n, c in enumerate(COEFFICIENTS):
        s += c * x**n + sum(COEFFICIENTS) * len(COEFFICIENTS) - COEFFICIENTS[-1]
    return s


def nested(x: float) -> float:
    total = 0.0
    for i in range(3):
        for j in range(i, 4):
            if j == 2:
                continue
            if i * j > 4:
                break
            total += x * (i + j)
    return total


def newton(x: float) -> float:
    r = x
    while abs(r * r - x) > 1e-14 * x:
        r = 0.5 * (r + x / r)
    return r


def never_for_negative(x: float) -> float:
    return newton(x) if x > 0 else 0.0


def whole_numbers(x: float) -> float:
    n = int(x)
    return x + n // 2 + n % 2 + 2**3


def numpy_names(x: float) -> float:
    clipped = np.clip(x, -1.0, 1.0)
    return float(np.where(x > 0, np.log1p(x * x), np.maximum(x, -2.0)) + clipped * np.pi)


def fallen_through(x: float) -> float:
    while True:
        x = x * 0.5
        if x < 1.0:
            return x


@pytest.mark.parametrize(
    "f", [chained, polynomial, nested, whole_numbers, numpy_names, fallen_through]
)
def test_forms_of_one_number(f: Any) -> None:
    points = np.array([0.0, 0.5, 1.0, 3.0, 7.5])
    expected = [float(f(float(p))) for p in points]
    program = derive.read(f, "f")
    np.testing.assert_allclose(values(program, points), expected, rtol=1e-14)
    np.testing.assert_allclose(by_elements(program, points), expected, rtol=1e-14)


def test_assignments() -> None:
    found = values(derive.read(variables, "f"), *POINTS)
    np.testing.assert_allclose(found, [variables(*p) for p in zip(*POINTS, strict=True)])


def test_a_loop_that_would_not_end_on_the_other_side_is_not_entered_there() -> None:
    found = values(derive.read(never_for_negative, "f"), np.array([-1.0, 0.0, 2.0, 9.0]))
    np.testing.assert_allclose(found, [0.0, 0.0, math.sqrt(2.0), 3.0], rtol=1e-15)
    slope = Slopes(derive.read(never_for_negative, "f")).gradient(["x"], [True])
    found = values(slope, np.ones(3), np.array([-1.0, 4.0, 9.0]))
    np.testing.assert_allclose(found, [0.0, 0.25, 1 / 6], rtol=1e-12)


def test_what_nothing_depends_on_is_not_computed() -> None:
    def f(x, y):  # type: ignore[no-untyped-def]
        unused = math.exp(y)
        for _ in range(100):
            unused = unused * y
        return math.sin(x) + 0 * len((1, 2))

    gradient = Slopes(derive.read(f, "f")).gradient(["x"], [True])
    assert [s.op for s in gradient.body if not isinstance(s, Loop)] == ["cos", "mul"]
    assert not any(isinstance(s, Loop) for s in gradient.body)


def test_a_long_range_stays_a_loop() -> None:
    def f(x, n: int):  # type: ignore[no-untyped-def]
        s, term = 0, 1
        for i in range(1, n):
            s += term
            term = term * x / i
        return s

    program = derive.read(f, "f")
    assert any(isinstance(s, Loop) for s in program.body)
    x = np.array([-1.0, 0.5, 2.0])
    np.testing.assert_allclose(values(program, x, 40), np.exp(x), rtol=1e-13)
    gradient = Slopes(program).gradient(["x"], [True])
    np.testing.assert_allclose(values(gradient, np.ones(3), x, 40), np.exp(x), rtol=1e-13)


def test_the_side_that_is_not_taken_leaves_no_nan() -> None:
    def f(x):  # type: ignore[no-untyped-def]
        return math.sqrt(x) if x > 0 else 0.0

    gradient = Slopes(derive.read(f, "f")).gradient(["x"], [True])
    np.testing.assert_array_equal(
        values(gradient, np.ones(3), np.array([-1.0, 0, 4])), [0, 0, 0.25]
    )


KINKS = [
    ("abs(x)", 0.0, 0.0),  # torch.abs
    ("max(x, 1.0)", 1.0, 0.5),  # torch.maximum shares a tie
    ("min(x, 1.0)", 1.0, 0.5),
    ("(x if x > 0 else 0.0)", 0.0, 0.0),  # torch.relu
    ("math.floor(x) * x", 2.5, 2.0),  # torch.floor has slope 0
    ("x % 2.0", 3.0, 1.0),
    ("x ** 0", 0.0, 0.0),
    ("x ** 2.5", 0.0, 0.0),
    ("math.copysign(x, -1.0)", 0.0, 0.0),
    ("math.sqrt(x)", 0.0, math.inf),
]


@pytest.mark.parametrize(("text", "at", "expected"), KINKS)
def test_slopes_at_kinks_are_those_of_pytorch(text: str, at: float, expected: float) -> None:
    program = derive.read(function(f"def f(x):\n    return {text}\n"), "f")
    found = values(Slopes(program).gradient(["x"], [True]), np.ones(1), np.array([at]))
    assert found[0] == expected


PRIMITIVES = {
    "exp": 0.3, "exp2": 0.3, "expm1": 0.3, "log": 1.7, "log2": 1.7, "log10": 1.7, "log1p": 0.4,
    "sin": 0.6, "cos": 0.6, "tan": 0.6, "asin": 0.4, "acos": 0.4, "atan": 0.4, "sinh": 0.7,
    "cosh": 0.7, "tanh": 0.7, "asinh": 0.7, "acosh": 1.7, "atanh": 0.4, "sqrt": 1.9, "cbrt": 1.9,
    "erf": 0.4, "erfc": 0.4, "lgamma": 2.4, "fabs": -0.8,
}  # fmt: skip


@pytest.mark.parametrize("name", [n for n in PRIMITIVES if hasattr(math, n)])
def test_slopes_of_the_functions_of_math(name: str) -> None:
    import mpmath

    known = {"asin": "asin", "expm1": "expm1", "lgamma": "loggamma", "fabs": "fabs"}
    exact = {
        "exp2": lambda x: mpmath.mpf(2) ** x,
        "log2": lambda x: mpmath.log(x, 2),
        "log1p": lambda x: mpmath.log(1 + x),
    }.get(name) or getattr(mpmath, known.get(name, name))
    at = PRIMITIVES[name]
    program = derive.read(function(f"def f(x):\n    return math.{name}(x)\n"), "f")
    assert values(program, np.array([at]))[0] == pytest.approx(float(exact(at)), rel=1e-14)
    once = Slopes(program).gradient(["x"], [True])
    twice = Slopes(once).gradient(["x"], [True])
    with mpmath.workdps(40):
        first, second = (float(mpmath.diff(exact, mpmath.mpf(at), n)) for n in (1, 2))
    assert values(once, np.ones(1), np.array([at]))[0] == pytest.approx(first, rel=1e-12)
    ones = np.ones(1)
    assert values(twice, ones, ones, np.array([at]))[0] == pytest.approx(
        second, rel=1e-11, abs=1e-15
    )


@pytest.mark.parametrize(
    ("text", "dx", "dy"),
    [
        ("x ** y", 1.5 * 0.7**0.5, 0.7**1.5 * math.log(0.7)),
        ("math.atan2(x, y)", 1.5 / (0.49 + 2.25), -0.7 / (0.49 + 2.25)),
        ("math.hypot(x, y)", 0.7 / math.hypot(0.7, 1.5), 1.5 / math.hypot(0.7, 1.5)),
        ("x / y", 1 / 1.5, -0.7 / 2.25),
        ("math.fmod(y, x)", -2.0, 1.0),
    ],
)
def test_slopes_of_functions_of_two_numbers(text: str, dx: float, dy: float) -> None:
    program = derive.read(function(f"def f(x, y):\n    return {text}\n"), "f")
    found = values(
        Slopes(program).gradient(["x", "y"], [True]), np.ones(1), np.array([0.7]), np.array([1.5])
    )
    assert [float(f[0]) for f in found] == pytest.approx([dx, dy], rel=1e-13)


# refusals ------------------------------------------------------------------------------------

REFUSED = [
    ("return f(x - 1) if x > 0 else 0.0", "calls f, which calls itself"),
    ("return print(x)", "calls 'print'"),
    ("return x.real", "attribute 'real'"),
    ("return x @ x", "operator of whole numbers or matrices"),
    ("return x & 1", "operator of whole numbers or matrices"),
    ("return unknown(x)", "uses 'unknown', which is not defined"),
    ("if x > 0:\n        return x", "may end without a return"),
    ("try:\n        return x\n    finally:\n        x = 1", "a statement that is not read: try"),
    ("for i in range(x):\n        pass\n    return x", "a range of floats"),
    ("while True:\n        x = x + 1\n    return x", "a loop that never ends"),
    ("for c in x:\n        pass\n    return x", "neither a range nor a constant sequence"),
    ("return 'a'", "the constant 'a'"),
    ("return [v for v in (x, x)]", "an expression that is not read: listcomp"),
    ("assert x > 0\n    return x", "an assert"),
    ("a, b = x, x, x\n    return a", "unpacks 3 values into 2 names"),
    ("if x > 0:\n        y = x\n    z = (1, 2) if x > 0 else x\n    return z", "one value"),
    ("return math.gamma(x)", "calls 'gamma'"),
    ("del x\n    return 1.0", "a statement that is not read: delete"),
    ("global g\n    return x", "a statement that is not read: global"),
    ("return helper", "returns something that is no number"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), REFUSED)
def test_what_is_not_understood_is_refused_with_the_line(body: str, reason: str) -> None:
    text = f"def helper(x):\n    return x\n\n\ndef f(x):\n    {body}\n"
    f = function(text, helper=abs)
    with pytest.raises(RegistrationError) as caught:
        derive.read(f, "f")
    message = str(caught.value)
    assert reason in message
    line = int(message.split(f"{f.__code__.co_filename}:")[1].split("\n")[0])
    assert 5 <= line <= 5 + body.count("\n") + 1


def test_source_that_is_no_longer_that_of_the_function_is_refused() -> None:
    f = function("def f(x):\n    return x * 2.0\n")
    lines = ["def f(x):\n", "    return x * 3.0\n"]
    linecache.cache[f.__code__.co_filename] = (2, None, lines, f.__code__.co_filename)
    with pytest.raises(RegistrationError, match="other code than the source says"):
        derive.read(f, "f")


def test_functions_without_source_or_name_are_refused() -> None:
    space: dict[str, Any] = {}
    exec("def hidden(x):\n    return x\n", space)
    with pytest.raises(RegistrationError, match="no source that can be read"):
        derive.read(space["hidden"], "f")
    with pytest.raises(RegistrationError, match="not written with def"):
        derive.read(lambda x: x, "f")


def test_an_error_in_a_called_function_names_its_line() -> None:
    f = function("def g(x):\n    y = x\n    return print(y)\n\ndef f(x):\n    return g(x)\n")
    with pytest.raises(RegistrationError, match=r"g: calls 'print'.*\n.*:3\b"):
        derive.read(f, "f")


def test_whole_numbers_made_of_operands_have_no_slope() -> None:
    f = function("def f(x):\n    n = int(x)\n    return x * n\n")
    program = derive.read(f, "f")
    with pytest.raises(RegistrationError, match=r"makes a whole number of a float.*\n.*:2\b"):
        derive.check(program)


def test_whole_numbers_that_only_count_or_choose_are_fine() -> None:
    f = function(
        "def f(x):\n    s = 0.0\n    for i in range(int(x)):\n        s += x\n    return s\n"
    )
    program = derive.read(f, "f")
    derive.check(program)
    found = values(Slopes(program).gradient(["x"], [True]), np.ones(2), np.array([2.5, 5.0]))
    np.testing.assert_array_equal(found, [2.0, 5.0])
