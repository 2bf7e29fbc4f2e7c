"""Module: attributes, names, state dicts, changes of the whole tree, copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import redispatch as rd
from redispatch import nn


class Net(nn.Module):
    """A bit of everything."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.seq = nn.Sequential(nn.Linear(3, 3, bias=False), nn.ReLU())
        self.register_buffer("kept", rd.zeros(2))
        self.register_buffer("left", rd.zeros(1), persistent=False)
        self.tied = self.a
        self.p = nn.Parameter(rd.zeros(2))
        self.register_parameter("none", None)

    def forward(self, x: rd.Tensor) -> Any:
        return self.seq(self.a(x))


NAMES = ["p", "a.weight", "a.bias", "seq.0.weight"]


def test_names_in_the_order_of_pytorch() -> None:
    net = Net()
    assert [name for name, _ in net.named_parameters()] == NAMES
    both = [*NAMES, "tied.weight", "tied.bias"]
    assert [name for name, _ in net.named_parameters(remove_duplicate=False)] == both
    assert [name for name, _ in net.named_modules()] == ["", "a", "seq", "seq.0", "seq.1"]
    assert [name for name, _ in net.named_buffers()] == ["kept", "left"]
    assert [name for name, _ in net.named_children()] == ["a", "seq"]
    assert list(net.state_dict()) == [
        "p", "kept", "a.weight", "a.bias", "seq.0.weight", "tied.weight", "tied.bias",
    ]  # fmt: skip
    assert list(net.parameters(recurse=False)) == [net.p]
    assert net.get_parameter("seq.0.weight") is net.seq[0].weight
    assert net.get_submodule("seq.1") is net.seq[1]
    assert net.get_buffer("kept") is net.kept


@pytest.mark.parametrize("name", ["seq.7", "p.x"])
def test_a_module_that_is_not_there(name: str) -> None:
    with pytest.raises(AttributeError):
        Net().get_submodule(name)


def test_what_may_be_assigned() -> None:
    net: Any = Net()
    with pytest.raises(TypeError, match="cannot assign 'Tensor' as parameter 'p'"):
        net.p = rd.zeros(2)
    with pytest.raises(TypeError, match="cannot assign 'int' as child module 'a'"):
        net.a = 3
    with pytest.raises(TypeError, match="cannot assign 'int' as buffer 'kept'"):
        net.kept = 3
    net.kept = rd.ones(2)
    assert net.state_dict()["kept"].sum() == 2
    net.p = None
    assert net.p is None and "p" not in net.state_dict()
    net.a = nn.Parameter(rd.zeros(1))  # a parameter takes the place of a module
    assert "a" in net._parameters and "a" not in net._modules
    with pytest.raises(AttributeError, match="'Net' object has no attribute 'missing'"):
        _ = net.missing


def test_deleting() -> None:
    net = Net()
    del net.p, net.a, net.kept
    assert not hasattr(net, "p")
    assert list(net.state_dict()) == ["seq.0.weight", "tied.weight", "tied.bias"]
    net.other = 1
    del net.other
    with pytest.raises(AttributeError):
        del net.other


def test_assigning_before_init() -> None:
    class Early(nn.Module):
        def __init__(self) -> None:
            self.p = nn.Parameter(rd.zeros(1))

    with pytest.raises(AttributeError, match="before Module.__init__"):
        Early()


@pytest.mark.parametrize(
    ("name", "message"),
    [("a.b", "contain"), ("", "be empty"), ("forward", "already exists")],
)
def test_names_that_are_refused(name: str, message: str) -> None:
    net = Net()
    for register in (net.register_buffer, net.register_parameter, net.add_module):
        with pytest.raises(KeyError, match=message):
            register(name, None)
    for wrong in (rd.zeros(1), 3):
        with pytest.raises(TypeError):
            net.register_parameter("q", wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not a Module subclass"):
        net.add_module("q", nn.ReLU)  # type: ignore[arg-type]


def test_state_dict_round_trip() -> None:
    first, second = Net(), Net()
    found = second.load_state_dict(first.state_dict())
    assert repr(found) == "<All keys matched successfully>"
    for (_, a), (_, b) in zip(first.named_parameters(), second.named_parameters(), strict=True):
        assert bool((a == b).all()) and a is not b
    state = first.state_dict()
    assert not state["p"].requires_grad
    state["p"].add_(1.0)  # the memory is shared
    assert first.p.tolist() == [1.0, 1.0]
    assert first.state_dict(keep_vars=True)["p"] is first.p
    assert list(first.state_dict(prefix="x."))[0] == "x.p"


def test_every_mismatch_is_listed_and_the_rest_is_loaded() -> None:
    net = Net()
    state = {name: value + 1 for name, value in net.state_dict().items()}
    state["p"] = rd.zeros(3)
    state["a.extra"] = rd.zeros(1)
    del state["kept"]
    weight = state["a.weight"]
    with pytest.raises(RuntimeError) as caught:
        net.load_state_dict(state)
    text = str(caught.value)
    assert text.startswith("Error(s) in loading state_dict for Net:\n\tMissing key(s)")
    assert '"kept"' in text and 'Unexpected key(s) in state_dict: "a.extra"' in text
    assert "size mismatch for p" in text
    assert bool((net.a.weight == weight).all())
    del state["p"]
    found = net.load_state_dict(state, strict=False)
    assert found.missing_keys == ["p", "kept"] and found.unexpected_keys == ["a.extra"]
    with pytest.raises(TypeError, match="dict-like"):
        net.load_state_dict([])  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="expected a tensor"):
        net.load_state_dict({"p": 3}, strict=False)


def test_assign_takes_the_tensors_themselves() -> None:
    net = Net()
    state = {name: value + 1 for name, value in net.state_dict().items()}
    net.load_state_dict(state, assign=True)
    assert isinstance(net.p, nn.Parameter) and net.p.requires_grad
    assert net.p._data is state["p"]._data and net.kept is state["kept"]


def test_loading_leaves_the_graph_alone() -> None:
    net = nn.Linear(2, 1)
    net.load_state_dict({"weight": rd.ones(1, 2, requires_grad=True), "bias": rd.zeros(1)})
    assert net.weight.is_leaf and net.weight.requires_grad


def test_extra_state() -> None:
    class Counting(nn.Module):
        count = 3

        def get_extra_state(self) -> Any:
            return {"count": self.count}

        def set_extra_state(self, state: Any) -> None:
            self.count = state["count"] + 1

    module = Counting()
    assert list(module.state_dict()) == ["_extra_state"]
    module.load_state_dict(module.state_dict())
    assert module.count == 4
    with pytest.raises(RuntimeError, match="_extra_state"):
        module.load_state_dict({})


def test_train_eval_apply() -> None:
    net = Net()
    assert net.eval() is net and not net.seq[1].training
    assert net.train().seq[1].training
    with pytest.raises(ValueError, match="boolean"):
        net.train("yes")  # type: ignore[arg-type]
    seen: list[str] = []
    assert net.apply(lambda m: seen.append(type(m).__name__)) is net
    assert seen == ["Linear", "Linear", "ReLU", "Sequential", "Net"]
    assert not any(p.requires_grad for p in net.requires_grad_(False).parameters())


def test_to_changes_floats_in_place() -> None:
    net = Net()
    net.register_buffer("count", rd.tensor(3))
    weight = net.a.weight
    net(rd.ones(1, 2)).sum().backward()
    assert net.to(rd.float64) is net
    assert net.a.weight is weight and weight.dtype is rd.float64 and weight.requires_grad
    assert weight.grad is not None and weight.grad.dtype is rd.float64
    assert net.kept.dtype is rd.float64 and net.count.dtype is rd.int64
    net(rd.ones(1, 2, dtype=rd.float64)).sum().backward()
    assert net.float().p.dtype is rd.float32 and net.half().p.dtype is rd.float16
    assert net.double().p.dtype is rd.float64 and net.cpu() is net
    with pytest.raises(TypeError, match="floating point"):
        net.to(rd.int64)


def test_to_another_device_keeps_the_parameters() -> None:
    net = nn.Linear(2, 1)
    weight = net.weight
    net.to("meta")
    assert net.weight is weight and str(weight.device) == "meta" and weight.requires_grad
    assert str(net(rd.ones(3, 2, device="meta")).device) == "meta"


def test_zero_grad() -> None:
    net = nn.Linear(2, 1)
    net(rd.ones(1, 2)).sum().backward()
    net.zero_grad(set_to_none=False)
    assert net.weight.grad is not None and not net.weight.grad.any()
    net.zero_grad()
    assert net.weight.grad is None


def test_copies_and_pickles() -> None:
    net = Net()
    net(rd.ones(1, 2)).sum().backward()
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other.tied is other.a and other.a.weight is not net.a.weight
        assert isinstance(other.p, nn.Parameter) and other.p.requires_grad
        assert bool((other.a.weight == net.a.weight).all())
        other(rd.ones(1, 2)).sum().backward()
    assert copy.deepcopy(net).a.weight.grad is None


def test_printing() -> None:
    assert repr(Net()).split("\n") == [
        "Net(",
        "  (a): Linear(in_features=2, out_features=3, bias=True)",
        "  (seq): Sequential(",
        "    (0): Linear(in_features=3, out_features=3, bias=False)",
        "    (1): ReLU()",
        "  )",
        "  (tied): Linear(in_features=2, out_features=3, bias=True)",
        ")",
    ]


def test_a_module_without_forward() -> None:
    with pytest.raises(NotImplementedError, match='missing the required "forward"'):
        nn.Module()(1)


def test_everything_named_is_there() -> None:
    for name in nn.__all__:
        assert getattr(nn, name) is getattr(nn, name)
    assert set(nn.__all__) <= set(dir(nn))
    with pytest.raises(AttributeError, match="Nothing"):
        _ = nn.Nothing
