"""`Function.jvp`: the user's rule is what gives tangents."""

from __future__ import annotations

from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import Function, forward_ad, gradcheck


class Cube(Function):
    """x ** 3, whose jvp leaves a mark: nobody derives it from forward."""

    factor = 3.0

    @staticmethod
    def forward(ctx: Any, x: Any, other: Any = None) -> Any:
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 3 * x * x, None

    @classmethod
    def jvp(cls, ctx: Any, t: Any, other: Any = None) -> Any:
        (x,) = ctx.saved_tensors
        return t * cls.factor * x * x


def one(value: float) -> Any:
    return rd.tensor([value], dtype=rd.float64)


def test_jvp_gives_the_tangent() -> None:
    with forward_ad.dual_level():
        y = Cube.apply(forward_ad.make_dual(one(2.0), one(5.0)))
        assert forward_ad.unpack_dual(y).tangent.tolist() == [60.0]  # type: ignore[union-attr]
        assert forward_ad.unpack_dual(Cube.apply(one(2.0))).tangent is None


def test_a_wrong_jvp_is_found() -> None:
    class Wrong(Cube):
        factor = 4.0

    x = one(2.0).requires_grad_(True)
    assert gradcheck(Cube.apply, (x,), check_forward_ad=True)
    with pytest.raises(RuntimeError, match="forward mode mismatch"):
        gradcheck(Wrong.apply, (x,), check_forward_ad=True)


def test_tangents_can_be_differentiated() -> None:
    x = one(2.0).requires_grad_(True)
    with forward_ad.dual_level():
        tangent: Any = forward_ad.unpack_dual(Cube.apply(forward_ad.make_dual(x, one(1.0)))).tangent
        assert rd.autograd.grad(tangent, x)[0].tolist() == [12.0]


def test_missing_tangents_are_zeros_or_none() -> None:
    seen: list[Any] = []

    class Sees(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any, n: Any, materialize: bool) -> Any:
            ctx.set_materialize_grads(materialize)
            return x * 1

        @staticmethod
        def jvp(ctx: Any, *tangents: Any) -> Any:
            seen.append([None if t is None else t.tolist() for t in tangents])
            return tangents[0]

    with forward_ad.dual_level():
        x = forward_ad.make_dual(one(2.0), one(1.0))
        for materialize in (True, False):
            Sees.apply(x, one(3.0), rd.tensor([1]), materialize)
    assert seen == [[[1.0], [0.0], None, None], [[1.0], None, None, None]]


def returning(result: Any, fixed: bool = False) -> Any:
    class Returns(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            out = x * 2
            if fixed:
                ctx.mark_non_differentiable(out)
            return out

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return result(t)

    with forward_ad.dual_level():
        return Returns.apply(forward_ad.make_dual(one(2.0), one(1.0)))


def test_what_jvp_may_return() -> None:
    returning(lambda t: None)
    returning(lambda t: None, fixed=True)
    with pytest.raises(RuntimeError, match="incorrect number of forward gradients"):
        returning(lambda t: (t, t))
    with pytest.raises(RuntimeError, match="invalid tangent"):
        returning(lambda t: rd.ones(3))
    with pytest.raises(RuntimeError, match="return None at that position"):
        returning(lambda t: t, fixed=True)


@pytest.mark.parametrize("inside", [True, False])
def test_functions_that_write(inside: bool) -> None:
    class Doubles(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            x.mul_(2)
            return x

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return t.mul_(2) if inside else t * 2

    with forward_ad.dual_level():
        x = forward_ad.make_dual(one(2.0), one(1.0)).clone()
        if inside:
            y = Doubles.apply(x)
            assert y is x
            assert forward_ad.unpack_dual(x).tangent.tolist() == [2.0]  # type: ignore[union-attr]
        else:
            with pytest.raises(RuntimeError, match="not modifying the forward mode gradients"):
                Doubles.apply(x)


@pytest.mark.parametrize("views", [True, False])
def test_functions_that_return_views(views: bool) -> None:
    class First(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x[:1]

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return t[:1] if views else t[:1] * 1

    with forward_ad.dual_level():
        x = forward_ad.make_dual(rd.tensor([1.0, 2.0]), rd.tensor([3.0, 4.0]))
        if views:
            found: Any = forward_ad.unpack_dual(First.apply(x)).tangent
            assert found.tolist() == [3.0]
        else:
            with pytest.raises(RuntimeError, match="not returning a view of the given"):
                First.apply(x)


def test_only_what_is_saved_for_forward_is_seen_in_jvp() -> None:
    seen: list[int] = []

    class Sees(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            seen.append(len(ctx.saved_tensors))
            return t

        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            seen.append(len(ctx.saved_tensors))
            return g

    x = one(2.0).requires_grad_(True)
    with forward_ad.dual_level():
        Sees.apply(forward_ad.make_dual(x, one(1.0))).backward()
    assert seen == [0, 1] and x.grad.tolist() == [1.0]


def test_a_function_without_jvp_says_so() -> None:
    class Without(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

    with forward_ad.dual_level():
        with pytest.raises(NotImplementedError, match="jvp"):
            Without.apply(forward_ad.make_dual(one(2.0), one(1.0)))


def test_tangents_of_tangents_are_refused() -> None:
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(one(2.0), one(1.0))
        with pytest.raises(RuntimeError, match="at the same level"):
            forward_ad.make_dual(one(3.0), dual)
