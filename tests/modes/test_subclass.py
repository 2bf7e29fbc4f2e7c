"""Tensor subclasses with `__torch_dispatch__`: making them, who is asked, autograd, copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

import redispatch as rd
from redispatch.autograd import GradcheckError, gradcheck, gradgradcheck
from redispatch.dispatch import snapshot
from redispatch.utils._mode_utils import no_dispatch
from redispatch.utils._python_dispatch import (
    TorchDispatchMode,
    is_traceable_wrapper_subclass,
    return_and_correct_aliasing,
    transform_subclass,
)
from redispatch.utils._pytree import tree_map, tree_map_only

aten = rd.ops.aten


class Wrapper(rd.Tensor):
    """Keeps its data in `elem` and notes what it is asked."""

    elem: rd.Tensor
    __slots__ = ("elem",)
    asked: ClassVar[list[str]] = []

    @staticmethod
    def __new__(cls: Any, elem: rd.Tensor, requires_grad: bool = False) -> Any:
        made = rd.Tensor._make_wrapper_subclass(
            cls,
            elem.size(),
            strides=elem.stride(),
            storage_offset=elem.storage_offset(),
            dtype=elem.dtype,
            device=elem.device,
            requires_grad=requires_grad,
        )
        made.elem = elem
        return made

    def __repr__(self, *, tensor_contents: str | None = None) -> str:
        return f"Wrapper({self.elem!r})"

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.asked.append(func.overloadpacket.__name__)
        args, kwargs = tree_map_only(Wrapper, lambda t: t.elem, (args, kwargs or {}))
        return tree_map_only(rd.Tensor, cls, func(*args, **kwargs))


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    Wrapper.asked.clear()
    before = snapshot()
    yield
    assert snapshot() == before


def wrap(*values: float, requires_grad: bool = False) -> Any:
    made = Wrapper(rd.tensor(list(values)), requires_grad)
    Wrapper.asked.clear()
    return made


# making them --------------------------------------------------------------------------------------


def test_a_wrapper_reports_what_it_was_given_and_holds_nothing() -> None:
    elem = rd.zeros(4, 6).t().diagonal(offset=-2)
    w = Wrapper(elem)
    assert (w.shape, w.stride(), w.storage_offset()) == ((4,), (7,), 2)
    assert (w.dtype, w.device, w.layout, w.requires_grad) == (
        rd.float32, elem.device, rd.strided, False,
    )  # fmt: skip
    huge = rd.Tensor._make_wrapper_subclass(Wrapper, (10**12,))
    assert huge.numel() == 10**12


def test_a_wrapper_needs_a_handler() -> None:
    class Silent(rd.Tensor):
        pass

    with pytest.raises(TypeError, match="Silent must define __torch_dispatch__"):
        rd.Tensor._make_wrapper_subclass(Silent, (2,))
    with pytest.raises(TypeError, match="a class derived from Tensor"):
        rd.Tensor._make_subclass(int, rd.ones(2))


def test_values_of_a_wrapper_cannot_be_read_past_its_handler() -> None:
    w = wrap(1.0)
    for read in (w.numpy, w.tolist):
        with pytest.raises(RuntimeError, match="not supported for tensor subclasses"):
            read()
    with pytest.raises(rd.dispatch.NoKernelError, match="was not asked"), no_dispatch():
        w + 1


def test_an_instance_over_real_memory_shares_it_and_its_version() -> None:
    class Plain(rd.Tensor):
        pass

    x = rd.tensor([1.0, 2.0])
    p = rd.Tensor._make_subclass(Plain, x, True)
    assert type(p) is Plain and p.requires_grad and not x.requires_grad
    x.add_(1)
    assert p.detach().tolist() == [2.0, 3.0] and p._version == x._version == 1


def test_a_class_with_a_handler_is_not_made_into_another() -> None:
    class Other(rd.Tensor):
        pass

    for make in (Other, lambda t: t.as_subclass(Other)):
        with pytest.raises(RuntimeError, match="Other but .* of type Wrapper"):
            make(wrap(1.0))


def test_the_legacy_constructor_takes_sizes_data_or_a_tensor() -> None:
    class Made(rd.Tensor):
        def __new__(cls, *args: Any, tag: str = "") -> Any:
            made = super().__new__(cls, *args)
            made.tag = tag  # type: ignore[attr-defined]
            return made

    assert Made().shape == (0,) and Made(2, 3).shape == (2, 3)
    assert Made([1, 2]).tolist() == [1, 2]
    ints = Made(rd.tensor([1, 2]), tag="t")
    assert (ints.dtype, ints.tag) == (rd.int64, "t")


# who is asked -------------------------------------------------------------------------------------


def test_the_handler_gets_the_operator_and_the_arguments_without_defaults() -> None:
    seen: list[Any] = []

    class Nosy(Wrapper):
        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen.append((func, types, args, kwargs))
            return super().__torch_dispatch__(func, types, args, kwargs)

    a = Nosy(rd.ones(2))
    rd.add(a, 1, alpha=1)
    rd.add(a, 1, alpha=3)
    assert seen[0] == (aten.add.Tensor, (Nosy,), (a, 1), {})
    assert seen[1][3] == {"alpha": 3}


def test_operands_in_lists_are_found() -> None:
    joined = rd.cat([rd.ones(1), wrap(2.0)])
    assert type(joined) is Wrapper and joined.elem.tolist() == [1.0, 2.0]
    parts = wrap(1.0, 2.0).split(1)
    assert [type(p) for p in parts] == [Wrapper, Wrapper]


def make_class(name: str, base: Any, answer: Any) -> Any:
    def handler(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return answer(cls, types)

    return type(name, (base,), {"__torch_dispatch__": classmethod(handler)})


def test_subclasses_come_before_superclasses_and_then_the_left() -> None:
    order: list[str] = []

    def refuse(cls: Any, types: Any) -> Any:
        order.append(cls.__name__)
        return NotImplemented

    base = make_class("Base", rd.Tensor, refuse)
    derived = make_class("Derived", base, refuse)
    other = make_class("Other", rd.Tensor, refuse)
    b, d, o = base(1), derived(1), other(1)
    with pytest.raises(TypeError, match="Multiple dispatch failed for aten.cat.*Base, Other"):
        rd.cat([b, o, d, b])
    assert order == ["Derived", "Base", "Other"]


def test_not_implemented_goes_on_to_the_next_class() -> None:
    asked: list[Any] = []

    def answer(cls: Any, types: Any) -> Any:
        asked.append(types)
        return rd.tensor([5.0])

    polite = make_class("Polite", rd.Tensor, lambda cls, types: NotImplemented)
    helpful = make_class("Helpful", rd.Tensor, answer)
    assert rd.add(polite(1), helpful(1)).tolist() == [5.0]
    assert asked == [(polite, helpful)]


def test_a_handler_may_be_a_static_method_or_one_of_the_instance() -> None:
    class Static(rd.Tensor):
        @staticmethod
        def __torch_dispatch__(func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return rd.tensor([5.0])

    class Own(rd.Tensor):
        def __torch_dispatch__(  # type: ignore[override]
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            return rd.full((1,), float(self.number))  # type: ignore[attr-defined]

    assert Static(1).exp().tolist() == [5.0]
    own = Own(1)
    own.number = 7  # type: ignore[attr-defined]
    assert own.exp().tolist() == [7.0]


def test_super_calls_the_kernel_on_the_instance_itself() -> None:
    called: list[Any] = []

    class Counted(rd.Tensor):
        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            called.append(func)
            assert args[0].requires_grad
            result = super().__torch_dispatch__(func, types, list(args), kwargs)
            assert not result.requires_grad
            return result

    x = rd.Tensor._make_subclass(Counted, rd.tensor([2.0]), True)
    y = -x
    assert called == [aten.neg.default] and y.requires_grad and type(y) is rd.Tensor


def test_modes_are_asked_first_and_may_leave_it_to_the_subclass() -> None:
    counts = {"asked": 0, "answered": 0}

    class Polite(TorchDispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            counts["asked"] += 1
            if types:
                return NotImplemented
            counts["answered"] += 1
            return func(*args, **(kwargs or {}))

    w = wrap(-1.0)
    with Polite():
        assert w.abs().elem.tolist() == [1.0]
    assert counts == {"asked": 2, "answered": 1} and Wrapper.asked == ["abs"]
    with Polite(), Polite():
        w.abs()


def test_plain_tensors_carry_no_key_and_no_mode_leaves_one_behind() -> None:
    x = rd.ones(2)
    keys = x._keys
    with TorchDispatchMode():
        pass
    assert x._keys == keys and (x + 1)._keys == keys
    layers = [layer.key for layer in rd.explain("add", x, x).walk if layer.walked]
    assert layers == ["NumPy"]


def test_a_handler_decides_about_tensors_of_another_device() -> None:
    w = wrap(1.0, 2.0)
    assert (w * rd.tensor(3.0)).elem.tolist() == [3.0, 6.0]
    assert type(w) is Wrapper and w.device == rd.ones(1).device


# autograd -----------------------------------------------------------------------------------------


def test_the_gradient_of_a_wrapper_is_computed_by_its_handler() -> None:
    x = wrap(1.0, 2.0, requires_grad=True)
    (x * x).sum().backward()
    assert type(x.grad) is Wrapper and x.grad.elem.tolist() == [2.0, 4.0]
    (x * x).sum().backward()
    assert x.grad.elem.tolist() == [4.0, 8.0]
    assert Wrapper.asked[-1] == "add_"  # the second one is added into the first


def test_wrappers_keep_their_class_through_saved_outputs_and_second_derivatives() -> None:
    x = wrap(0.5, requires_grad=True)
    (slope,) = rd.autograd.grad(x.exp().sum(), x, create_graph=True)
    (curvature,) = rd.autograd.grad(slope.sum(), x)
    expected = rd.tensor([0.5]).exp().tolist()
    assert slope.elem.tolist() == expected and curvature.elem.tolist() == expected  # type: ignore[attr-defined]
    assert type(curvature) is Wrapper


def test_a_plain_leaf_gets_its_gradient_through_wrapped_operators() -> None:
    class Unwraps(Wrapper):
        """Returns plain tensors, so that the root of the graph is one."""

        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            args, kwargs = tree_map_only(Unwraps, lambda t: t.elem, (args, kwargs or {}))
            return func(*args, **kwargs)

    x = rd.tensor([3.0], requires_grad=True)
    y = (x * Unwraps(rd.tensor([2.0]))).sum()
    assert type(y) is rd.Tensor
    y.backward()
    assert x.grad is not None and x.grad.tolist() == [2.0]


def test_writes_count_and_views_share_the_count() -> None:
    w = wrap(1.0, 2.0)
    before = w._version
    w.detach().add_(1)
    assert w._version == before + 1 and w.elem.tolist() == [2.0, 3.0]
    w.data.add_(1)
    assert w._version == before + 1
    w[0].mul_(10)
    assert w._version == before + 2 and w.elem.tolist() == [30.0, 4.0]


def test_turning_to_other_memory_is_seen_whole_and_counted_once() -> None:
    class Direct(rd.Tensor):
        seen: ClassVar[list[str]] = []

        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            cls.seen.append(func.overloadpacket.__name__)
            return super().__torch_dispatch__(func, types, args, kwargs)

    x = Direct(rd.ones(2))
    plain = rd.ones(2)
    x.set_(rd.tensor([5.0]))
    plain.set_(rd.tensor([5.0]))
    assert Direct.seen == ["set_"] and type(x) is Direct
    assert Direct.data.__get__(x).tolist() == [5.0] and x._version == plain._version


def test_in_place_operators_record_the_value_before() -> None:
    x = wrap(2.0, requires_grad=True)
    y = x * 1
    y.pow_(3)
    y.sum().backward()
    assert x.grad is not None and x.grad.elem.tolist() == [12.0]


def test_a_saved_wrapper_that_was_written_to_is_refused() -> None:
    x = wrap(2.0, requires_grad=True)
    other = wrap(3.0)
    y = x * other
    other.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_a_saved_output_that_was_written_to_is_refused_also_over_real_memory() -> None:
    class Direct(rd.Tensor):
        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            result = super().__torch_dispatch__(func, types, args, kwargs)
            if type(result) is not rd.Tensor:
                return result
            return rd.Tensor._make_subclass(cls, result)

    x = rd.Tensor._make_subclass(Direct, rd.tensor([1.0]), True)
    y = x.exp()
    y.sum().backward()  # in order
    y = x.exp()
    y.detach().mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_functions_keep_wrappers() -> None:
    class Square(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x * x
            ctx.save_for_backward(x, y)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, y = ctx.saved_tensors
            assert type(x) is Wrapper and type(y) is Wrapper
            return g * 2 * x

    x = wrap(3.0, requires_grad=True)
    Square.apply(x).sum().backward()
    assert x.grad is not None and x.grad.elem.tolist() == [6.0]


def test_the_handler_runs_below_autograd_unless_it_asks_for_more() -> None:
    from redispatch.overrides import enable_reentrant_dispatch

    found: list[bool] = []

    class Inner(Wrapper):
        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            elem = args[0].elem
            found.append(func(elem).requires_grad)
            with enable_reentrant_dispatch():
                found.append(func(elem).requires_grad)
            found.append(func(elem).requires_grad)
            return cls(func(elem))

    Inner(rd.tensor([1.0], requires_grad=True)).exp()
    assert found == [False, True, False]


def test_the_handler_of_a_mode_may_ask_for_more_too() -> None:
    from redispatch.overrides import enable_reentrant_dispatch

    found: list[bool] = []

    class Asks(TorchDispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            found.append(func(*args).requires_grad)
            with enable_reentrant_dispatch():
                found.append(func(*args).requires_grad)
            out = func(*args)
            found.append(out.requires_grad)
            return out

    x = rd.tensor([1.0], requires_grad=True)
    with Asks():
        assert x.exp().requires_grad
    assert found == [False, True, False]


# copies, parameters, helpers ----------------------------------------------------------------------


def test_a_wrapper_is_copied_by_its_own_clone_and_pickled_with_what_it_keeps() -> None:
    w = wrap(1.0, 2.0)
    copied = copy.deepcopy(w)
    assert type(copied) is Wrapper and copied is not w
    copied.elem.zero_()
    assert w.elem.tolist() == [1.0, 2.0]
    again = pickle.loads(pickle.dumps(w))
    assert type(again) is Wrapper and again.elem.tolist() == [1.0, 2.0]
    assert again.shape == (2,)


def test_instances_are_saved_and_loaded_where_their_class_is_allowed(tmp_path: Path) -> None:
    class Kept(rd.Tensor):
        pass

    kept = Kept([1, 2])
    kept.unit = "m"  # type: ignore[attr-defined]
    rd.save({"w": wrap(1.0, 2.0, requires_grad=True), "k": kept}, tmp_path / "f")
    with pytest.raises(ValueError, match="holds a tensor of the class .*Wrapper"):
        rd.load(tmp_path / "f")
    with rd.serialization.safe_globals([Wrapper, Kept]):
        found = rd.load(tmp_path / "f")
    w, k = found["w"], found["k"]
    assert type(w) is Wrapper and w.elem.tolist() == [1.0, 2.0] and w.requires_grad
    assert type(k) is Kept and k.tolist() == [1, 2] and k.unit == "m"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="is trusted"):  # no longer
        rd.load(tmp_path / "f")


def test_a_copy_of_another_class_is_refused() -> None:
    class Forgets(Wrapper):
        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            return args[0].elem.clone()

    with pytest.raises(RuntimeError, match="cloning returns another instance of the same"):
        copy.deepcopy(Forgets(rd.ones(1)))

    class NoMaker(rd.Tensor):
        def new_empty(self, *size: Any, **options: Any) -> Any:
            return rd.empty(*size)

    with pytest.raises(RuntimeError, match="that function returns another instance"):
        copy.deepcopy(NoMaker(1))


def test_a_parameter_may_be_of_a_subclass() -> None:
    p = rd.nn.Parameter(wrap(1.0))
    assert type(p) is Wrapper and isinstance(p, rd.nn.Parameter) and p.requires_grad
    assert not isinstance(wrap(1.0), rd.nn.Parameter)
    module = rd.nn.Module()
    module.weight = p
    assert dict(module.named_parameters()) == {"weight": p}


def test_factories_like_an_instance_are_asked_of_its_handler() -> None:
    w = wrap(1.0)
    assert type(w.new_zeros(3)) is Wrapper
    assert type(rd.ones_like(w)) is Wrapper
    assert Wrapper.asked == ["new_zeros", "ones_like"]


def test_one_number_is_asked_of_the_handler() -> None:
    w = wrap(2.5)
    assert (w.item(), float(w), int(w), bool(w)) == (2.5, 2.5, 2, True)
    assert Wrapper.asked == ["_local_scalar_dense"] * 4
    assert bool((w == 2.5).all()) and not rd.equal(rd.ones(1), rd.zeros(1))
    with pytest.raises(RuntimeError, match="2 elements cannot be converted to Scalar"):
        wrap(1.0, 2.0).item()
    assert [10, 20, 30][Wrapper(rd.tensor(1))] == 20


@pytest.mark.parametrize("fast", [False, True])
def test_derivatives_through_a_wrapper_are_checked(fast: bool) -> None:
    class Wrong(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = Wrapper(rd.tensor([[1.0, 2.0]], dtype=rd.float64), requires_grad=True)
    assert gradcheck(lambda t: (t * t).exp(), x, fast_mode=fast)
    assert gradgradcheck(lambda t: t * t * t, x, fast_mode=fast)
    with pytest.raises(GradcheckError, match="numerical 3"):
        gradcheck(Wrong.apply, x, fast_mode=fast)
    assert x._version == 0 and x.elem.tolist() == [[1.0, 2.0]]  # as before


def test_metadata_is_asked_for_where_a_policy_says_so() -> None:
    class Ragged(rd.Tensor):
        @staticmethod
        def __new__(cls: Any) -> Any:
            return rd.Tensor._make_wrapper_subclass(
                cls, (2,), dispatch_sizes_strides_policy="sizes", dispatch_layout=True
            )

        @classmethod
        def __torch_dispatch__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            if func.overloadpacket == aten.sym_size:
                return (5, 3)
            if func.overloadpacket == aten.dim:
                return 2
            if func.overloadpacket == rd.ops.prim.layout:
                return rd.sparse_csr
            if func.overloadpacket == aten.sym_stride:
                return None
            return NotImplemented

    r = Ragged()
    assert (r.size(), r.shape, r.size(1), r.dim()) == ((5, 3), (5, 3), 3, 2)
    assert r.layout is rd.sparse_csr
    assert r.stride() == (1,)  # None: as it was made
    with pytest.raises(TypeError, match=r"Multiple dispatch failed for aten.numel"):
        r.numel()
    with pytest.raises(RuntimeError, match="accepted: .sizes., .strides. or None"):
        rd.Tensor._make_wrapper_subclass(Ragged, (2,), dispatch_sizes_strides_policy="all")


class Two(rd.Tensor):
    """Runs every operator on both of two tensors, and promises the aliasing of the operator."""

    @staticmethod
    def __new__(cls: Any, a: rd.Tensor, b: rd.Tensor, size: Any = None, stride: Any = None) -> Any:
        return rd.Tensor._make_wrapper_subclass(cls, a.size() if size is None else size)

    def __init__(self, a: rd.Tensor, b: rd.Tensor, size: Any = None, stride: Any = None) -> None:
        self.a, self.b = a, b

    def __tensor_flatten__(self) -> Any:
        return ["a", "b"], None

    @staticmethod
    def __tensor_unflatten__(elem: Any, meta: Any, size: Any, stride: Any) -> Any:
        return Two(elem["a"], elem["b"], size, stride)

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        first, second = (
            func(*tree_map_only(Two, pick, args), **tree_map_only(Two, pick, kwargs))
            for pick in (lambda t: t.a, lambda t: t.b)
        )
        both = tree_map(lambda x, y: cls(x, y), first, second)
        return return_and_correct_aliasing(func, args, kwargs, both)


def test_aliasing_is_as_the_operator_promises() -> None:
    t = Two(rd.ones(2), rd.zeros(2))
    assert t.mul_(3) is t and t.a.tolist() == [3.0, 3.0]
    out = Two(rd.zeros(2), rd.zeros(2))
    assert rd.add(t, 1, out=out) is out and out.b.tolist() == [1.0, 1.0]
    view, fresh = t.view(2, 1), t + 1
    assert view.untyped_storage() is t.untyped_storage()
    assert fresh.untyped_storage()._cdata != t.untyped_storage()._cdata


def test_wrappers_are_taken_apart_and_put_together() -> None:
    t = Two(rd.ones(2), rd.zeros(2))
    assert is_traceable_wrapper_subclass(t) and not is_traceable_wrapper_subclass(wrap(1.0))
    made = transform_subclass(t, lambda name, elem: elem + (1 if name == "a" else 5))
    assert (made.a.tolist(), made.b.tolist()) == ([2.0, 2.0], [5.0, 5.0])


def test_explain_names_the_handlers_in_the_order_they_are_asked() -> None:
    class Outer(TorchDispatchMode):
        pass

    class Inner(TorchDispatchMode):
        pass

    w = wrap(1.0)
    with Outer(), Inner():
        told = rd.explain("add", w, 1)
    (layer,) = [layer for layer in told.walk if layer.key == "Python"]
    kinds = [each.split(" (")[0].replace(".", " ").split()[-1] for each in layer.asks]
    assert kinds == ["Inner", "Outer", "Wrapper"]
    assert layer.asks[2].startswith("subclass Wrapper (") and __file__ in layer.asks[2]
    assert "handlers, first asked first" in repr(told)
    assert list(layer.asks) in [each["asks"] for each in told.as_dict()["walk"]]
    assert told.arguments[0] == ("self", ("Version", "Python", "WrappedNumPy"))
