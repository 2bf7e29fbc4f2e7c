"""Batching rules: `vmap` of every operator is what calling it for each example gives.

That oracle is the definition of `vmap`. The samples are those that backends are checked with; three
examples are made of each by moving its elements around, so that values stay in the domain.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from samples import ROWS, Sample, as_dtype

import redispatch as rd
from redispatch.dispatch import lookup
from redispatch.dispatch.registry import operators
from redispatch.dispatch.rules import RULES
from redispatch.dispatch.walk import composite_rule
from redispatch.func import vmap
from redispatch.modes.transforms.batch_rules.refused import REFUSED
from redispatch.modes.transforms.batch_rules.slow import ONE_BY_ONE
from redispatch.modes.transforms.batching import SLOWLY

pytestmark = pytest.mark.filterwarnings("ignore:.*performance drop")

Array = np.ndarray[Any, Any]
COUNT = 3
pytestmark = pytest.mark.filterwarnings("ignore:.*performance drop")
SORTED = {"searchsorted", "bucketize"}  # whose operands must stay in order

# With an offset it counts from the start of the memory, which the examples of a batch share.
OTHERWISE = {("as_strided", 4)}


def examples(array: Array, name: str, place: int) -> list[Array]:
    """Return three arrays with the elements of one."""
    if name in SORTED:
        return [array + 0.01 * i if array.dtype.kind == "f" else array for i in range(COUNT)]
    return [np.roll(array.reshape(-1), i * (place + 1)).reshape(array.shape) for i in range(COUNT)]


def leaves(value: Any) -> list[Any]:
    """Return the arrays of arguments, in order; those in lists too."""
    if isinstance(value, (list, tuple)):
        return [found for each in value for found in leaves(each)]
    return [value] if isinstance(value, np.ndarray) else []


def filled(value: Any, arrays: Iterator[Any]) -> Any:
    """Return arguments with what comes next in place of each array."""
    if isinstance(value, (list, tuple)):
        return type(value)([filled(each, arrays) for each in value])
    return next(arrays) if isinstance(value, np.ndarray) else value


def subsets(count: int) -> list[tuple[bool, ...]]:
    """Return which of so many tensors have a batch: all ways, or each alone and all of them."""
    if count <= 3:
        return [s for s in itertools.product((True, False), repeat=count) if any(s)]
    alone = [tuple(i == j for i in range(count)) for j in range(count)]
    return [(True,) * count, *alone]


def parts(result: Any) -> list[Any]:
    """Return the tensors among the results of a call."""
    return list(result) if isinstance(result, (list, tuple)) else [result]


def agree(found: Any, right: list[Any], where: str) -> None:
    """Compare the results for a batch with those for its examples."""
    found = parts(found)
    columns = [list(column) for column in zip(*map(parts, right), strict=True)]
    assert len(found) == len(columns), where
    for each, column in zip(found, columns, strict=True):
        array, wanted = each.numpy(), np.stack([c.numpy() for c in column])
        assert array.dtype == wanted.dtype, f"{where}: {array.dtype}, right is {wanted.dtype}"
        assert array.shape == wanted.shape, f"{where}: {array.shape}, right is {wanted.shape}"
        tolerance = 2e-5 if wanted.dtype.name in ("float32", "complex64") else 1e-12
        np.testing.assert_allclose(array, wanted, rtol=tolerance, atol=tolerance, err_msg=where)


def cases(name: str) -> Iterator[tuple[Sample, str]]:
    """Yield the samples of an operator with one dtype each, and the first with all of them."""
    seen = set()
    for sample, dtype in ROWS[name].cases():
        if id(sample) not in seen or sample is ROWS[name].samples[0]:
            yield sample, dtype
        seen.add(id(sample))


def has_no_meaning(name: str, args: list[Any], kwargs: dict[str, Any], chosen: Any) -> bool:
    """Whether the sizes of a result would depend on the values of each example."""
    if name in REFUSED:
        return True
    if name in ("index", "index_put"):
        masks = [array.dtype.kind == "b" for array in leaves(args[1])]
        return any(mask and batched for mask, batched in zip(masks, chosen[1:], strict=False))
    return name == "one_hot" and len(args) + len(kwargs) == 1


def check(name: str, operator: Any, sample: Sample, dtype: str, depth: int = 1) -> None:
    """Compare an operator under `vmap` with the calls of single examples."""
    args = [as_dtype(a, dtype) for a in sample.args]
    arrays = leaves(args)
    batches = [np.stack(examples(a, name, i)) for i, a in enumerate(arrays)]
    writes = operator.schema.is_mutable

    def call(*tensors: Any) -> Any:
        if writes:
            tensors = (tensors[0].clone(), *tensors[1:])
        return operator(*filled(args, iter(tensors)), **sample.kwargs)

    for chosen in subsets(len(arrays)):
        if writes and not chosen[0]:
            continue
        where = f"{operator.name}{sample} {dtype} batched {chosen}"
        given = [rd.tensor(b if c else a) for a, b, c in zip(arrays, batches, chosen, strict=True)]
        singles = [
            [g[i] if c else g for g, c in zip(given, chosen, strict=True)] for i in range(COUNT)
        ]
        mapped = vmap(call, in_dims=tuple(0 if c else None for c in chosen))
        if has_no_meaning(name, args, sample.kwargs, chosen):
            with pytest.raises(RuntimeError, match="vmap"):
                mapped(*given)
            continue
        try:
            right = [call(*each) for each in singles]
        except Exception as error:
            with pytest.raises(type(error)):
                mapped(*given)
            continue
        agree(mapped(*given), right, where)


@pytest.mark.parametrize("name", ROWS)
def test_a_batch_is_its_examples(name: str) -> None:
    for sample, dtype in cases(name):
        if leaves(sample.args) and (name, len(sample.args)) not in OTHERWISE:
            check(name, lookup(name), sample, dtype)


def inplace_form(name: str) -> Any:
    """Return the in-place form of an operator, or None."""
    return next((f for f in lookup(name).forms if f.schema.is_inplace), None)


@pytest.mark.parametrize("name", [name for name in ROWS if inplace_form(name) is not None])
def test_forms_write_to_each_example(name: str) -> None:
    """The in-place form gives, and leaves in its target, what it does for single examples."""
    for sample, dtype in cases(name):
        if isinstance(sample.args[0], np.ndarray):
            check(name, inplace_form(name), sample, dtype)


VIEWS = [n for n in ROWS if lookup(n).schema.is_view and "maybe_view" not in lookup(n).tags]


@pytest.mark.parametrize("name", VIEWS)
def test_views_share_memory(name: str) -> None:
    """What is written through a view of a batched tensor reaches what was mapped over."""
    for sample, dtype in cases(name):
        if dtype == "bool" or (name, len(sample.args)) in OTHERWISE:
            continue
        args = [as_dtype(a, dtype) for a in sample.args]
        batch = rd.tensor(np.stack(examples(leaves(args)[0], name, 0)))
        base, right = batch.clone(), batch.clone()

        rest = list(map(rd.tensor, leaves(args[1:])))

        def mapped(x: Any, rest: Any = rest, args: Any = args, sample: Sample = sample) -> Any:
            given = filled(args, iter([x, *rest]))
            for view in parts(lookup(name)(*given, **sample.kwargs)):
                view.zero_()
            return x.clone()

        try:
            for i in range(COUNT):
                mapped(right[i])
        except RuntimeError:
            continue  # it may not be written to
        vmap(mapped)(base)
        np.testing.assert_array_equal(base.numpy(), right.numpy(), err_msg=f"{name}{sample}")


def all_batched(name: str) -> Iterator[tuple[Sample, Callable[..., Any], list[Array]]]:
    """Yield the calls of an operator as functions of tensors, and the arrays that they are for."""
    operator = lookup(name)
    for sample, dtype in cases(name):
        args = [as_dtype(a, dtype) for a in sample.args]
        arrays = leaves(args)
        if not arrays or (name, len(args)) in OTHERWISE:
            continue
        if has_no_meaning(name, args, sample.kwargs, (True,) * len(arrays)):
            continue

        def call(*tensors: Any, args: Any = args, sample: Sample = sample) -> Any:
            first = tensors[0].clone() if operator.schema.is_mutable else tensors[0]
            return operator(*filled(args, iter((first, *tensors[1:]))), **sample.kwargs)

        yield sample, call, arrays


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_levels_within_levels(name: str) -> None:
    """`vmap` within `vmap`, the inner batch last in memory: as calling for each pair."""
    for sample, call, arrays in all_batched(name):
        batches = []
        for i, array in enumerate(arrays):
            pair = [np.stack(examples(a, name, i)) for a in examples(array, name, i)[:2]]
            batches.append(rd.tensor(np.moveaxis(np.stack(pair), 1, -1)))
        try:
            rows = [[[b[i][..., j] for b in batches] for j in range(COUNT)] for i in range(2)]
            right = [[parts(call(*each)) for each in row] for row in rows]
        except Exception:
            continue  # test_a_batch_is_its_examples has compared the errors
        found = vmap(vmap(call, in_dims=-1))(*batches)
        stacked = [
            [rd.stack([row[j][k] for j in range(COUNT)]) for k in range(len(row[0]))]
            for row in right
        ]
        agree(found, stacked, f"{name}{sample}")


@pytest.mark.parametrize("name", ROWS)
def test_no_examples(name: str) -> None:
    """A batch of none gives a batch of none, of the same sizes and dtypes."""
    for sample, call, arrays in all_batched(name):
        try:
            right = parts(call(*[rd.tensor(np.zeros_like(a)) for a in arrays]))
        except Exception:
            continue
        found = parts(vmap(call)(*[rd.tensor(np.stack([a])[:0]) for a in arrays]))
        for each, one in zip(found, right, strict=True):
            assert tuple(each.shape) == (0, *one.shape), f"{name}{sample}"
            assert each.dtype is one.dtype, f"{name}{sample}"


# ----- gradients -----


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.differentiable])
def test_batches_of_gradients(name: str) -> None:
    """The gradients for a batch of directions are those for each of them."""
    operator = lookup(name)
    for sample, dtype in cases(name):
        if np.dtype(dtype).kind not in "fc":
            continue
        tensors = [rd.tensor(a) for a in leaves([as_dtype(a, dtype) for a in sample.args])]
        inputs = [t.requires_grad_() for t in tensors if t.dtype.is_floating_point]
        first = [tensors[0].clone()] if operator.schema.is_mutable else tensors[:1]
        result = operator(*filled(sample.args, iter((*first, *tensors[1:]))), **sample.kwargs)
        outputs = [r for r in parts(result) if isinstance(r, rd.Tensor) and r.requires_grad]
        if not outputs or not inputs:
            continue
        output = outputs[0]
        size = (COUNT, *output.shape)
        directions = rd.tensor(np.random.default_rng(0).normal(size=size)).to(output.dtype)

        def gradients(g: Any, output: Any = output, inputs: Any = inputs) -> Any:
            found = rd.autograd.grad(output, inputs, g, retain_graph=True, allow_unused=True)
            return tuple([f for f in found if f is not None])

        try:
            right = [gradients(each) for each in directions]
        except (NotImplementedError, RuntimeError):
            continue  # it has no such gradient
        agree(vmap(gradients)(directions), right, f"{name}{sample}")


# ----- by hand -----


def test_every_operator_is_accounted_for() -> None:
    """Each has a rule, the rule of a tag, other operators that it is made of, or another form.

    What is in another namespace is declared for handlers only: factories, and questions about
    sizes, which vmap answers otherwise.
    """
    missing = []
    for operator in operators():
        if operator.schema.namespace != "rd" or operator.schema.is_out:
            continue
        ways = [RULES.active(operator.name, "Vmap"), composite_rule(operator)]
        ways += [RULES.active(f"*{tag}", "Vmap") for tag in operator.tags]
        if operator.functional is not None:  # computed and copied into place
            ways += [RULES.active(operator.functional.name, "Vmap")]
        if not any(ways):
            missing.append(operator.name)
    assert not missing


def test_what_goes_one_by_one_is_listed() -> None:
    """A call is counted; nothing is but what is listed, for arguments as in most programs."""
    SLOWLY.clear()
    x = rd.rand(COUNT, 4, 5)
    vmap(lambda x: (x @ x.t()).softmax(-1).sort(0)[0].index_select(0, rd.tensor([1])))(x)
    assert not SLOWLY
    vmap(lambda x: lookup("_clone_memory")(x))(x)
    assert SLOWLY == {"rd::_clone_memory": 1}
    assert "_clone_memory" in ONE_BY_ONE


@pytest.mark.parametrize(
    ("vector", "number", "wanted"),
    [
        ("float32", "float64", "float32"),
        ("int32", "int64", "int32"),
        ("int64", "float64", "float64"),
        ("bool", "int32", "int32"),
        ("float32", "complex128", "complex64"),
    ],
)
def test_a_number_for_each_example_yields_to_vectors(vector: str, number: str, wanted: str) -> None:
    """A 0-d example promotes as a 0-d tensor does, though a batch of such has a dimension."""
    vectors = np.ones((COUNT, 2), vector)
    numbers = np.arange(COUNT).astype(number)
    found = vmap(lambda x, y: x * y)(rd.tensor(vectors), rd.tensor(numbers))
    assert found.numpy().dtype.name == wanted
    np.testing.assert_array_equal(found.numpy(), vectors * numbers[:, None])
    found = vmap(lambda y: rd.where(y > 0, rd.tensor(vectors[0]), y))(rd.tensor(numbers.real))
    assert found.shape == (COUNT, 2)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x: x.sum(-3), IndexError, r"\[-2, 1\], but got -3"),
        (lambda x: x.select(2, 0), IndexError, r"\[-2, 1\], but got 2"),
        (lambda x: x.reshape(5), RuntimeError, r"'\[5\]' is invalid for input of size 6"),
        (lambda x: x + rd.ones(2), RuntimeError, r"size of tensor a \(3\)"),
        (lambda x: x.mm(x), RuntimeError, r"2x3 and 2x3"),
        (lambda x: x.permute(0, 1, 2), RuntimeError, r"."),
        (lambda x: x[0, 0].select(0, 0), (IndexError, RuntimeError), r"0-dim"),
        (lambda x: x.tril()[0].tril(), RuntimeError, r"2 dimensions"),
        (lambda x: x.sum((0, 0)), RuntimeError, r"dim 0 appears multiple times"),
    ],
)
def test_errors_speak_of_an_example(call: Any, error: Any, words: str) -> None:
    """A mistake is told in the sizes that the mapped function sees."""
    with pytest.raises(error, match=words):
        vmap(call)(rd.ones(COUNT, 2, 3))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: x.nonzero(), "dynamic shape"),
        (lambda x: x[x > 0], "dynamic shape"),
        (lambda x: x.unique(), "dynamic shape"),
        (lambda x: rd.equal(x, x), "Batching rule not implemented"),
        (lambda x: rd.allclose(x, x), "isn't supported yet"),
        (lambda x: rd.sin(x, out=rd.empty(4)), "out= or view ops"),
        (lambda x: x.resize_(2), "other memory"),
        (lambda x: rd.zeros(4).add_(x), "inplace arithmetic"),
        (lambda x: rd.one_hot((x > 0).long()), "num_classes"),
        (lambda x: x.clone(memory_format=rd.channels_last), "memory_format"),
    ],
)
def test_what_has_no_meaning_is_refused(call: Any, words: str) -> None:
    """Refusals are RuntimeErrors, and leave what was mapped over as it was."""
    x = rd.ones(COUNT, 4)
    with pytest.raises(RuntimeError, match=words):
        vmap(call)(x)
    assert x.shape == (COUNT, 4)
    np.testing.assert_array_equal(x.numpy(), np.ones((COUNT, 4)))


def test_tensors_that_turn_in_place() -> None:
    """`transpose_` and the like change how the tensor of an example sees its memory."""
    base = np.arange(24.0).reshape(COUNT, 2, 4)

    def turn(x: Any) -> Any:
        y = x.view(2, 4)
        assert y.t_() is y
        assert y.shape == (4, 2)
        y.unsqueeze_(0).squeeze_(0)[0].fill_(-1)
        return y

    x = rd.tensor(base)
    found = vmap(turn)(x)
    np.testing.assert_array_equal(x.numpy()[:, :, 0], np.full((COUNT, 2), -1.0))
    np.testing.assert_array_equal(found.numpy(), x.numpy().swapaxes(1, 2))


def test_indices_of_each_example() -> None:
    """Values by NumPy: rows that each example picks, and places that each writes to."""
    table = np.arange(COUNT * 12.0).reshape(COUNT, 4, 3)
    rows = np.array([[0, 3], [1, 1], [2, 0]])
    found = vmap(lambda t, i: t[i])(rd.tensor(table), rd.tensor(rows))
    np.testing.assert_array_equal(found.numpy(), np.take_along_axis(table, rows[..., None], 1))
    found = vmap(lambda t, i: t[:, i % 3])(rd.tensor(table), rd.tensor(rows))
    right = np.stack([t[:, i % 3] for t, i in zip(table, rows, strict=True)])
    np.testing.assert_array_equal(found.numpy(), right)
    target = rd.zeros(COUNT, 4, dtype=rd.float64)
    vmap(lambda t, i: t.index_put_((i,), rd.tensor([1.0, 2.0], dtype=t.dtype), accumulate=True))(
        target, rd.tensor(rows)
    )
    wanted = np.zeros((COUNT, 4))
    for each, places in zip(wanted, rows, strict=True):
        np.add.at(each, places, [1.0, 2.0])
    np.testing.assert_array_equal(target.numpy(), wanted)


def test_convolutions_with_a_weight_for_each_example() -> None:
    """Values by NumPy's `convolve`, for each way in which input and weight have a batch."""
    x = np.random.default_rng(0).normal(size=(COUNT, 7))
    w = np.random.default_rng(1).normal(size=(COUNT, 3))

    def conv(x: Any, w: Any) -> Any:
        return rd.nn.functional.conv1d(x.reshape(1, 1, -1), w.reshape(1, 1, -1)).reshape(-1)

    for dims in ((0, 0), (0, None), (None, 0)):
        a, b = (v if d == 0 else v[0] for v, d in zip((x, w), dims, strict=True))
        found = vmap(conv, in_dims=dims)(rd.tensor(a), rd.tensor(b))
        pairs = zip(*(v if d == 0 else [v[0]] * COUNT for v, d in zip((x, w), dims, strict=True)),
                    strict=True)  # fmt: skip
        right = np.stack([np.convolve(p, q[::-1], "valid") for p, q in pairs])
        np.testing.assert_allclose(found.numpy(), right, rtol=1e-12)


def test_means_over_classes_leave_out_what_each_example_ignores() -> None:
    """The mean of a cross entropy divides by what each example has counted."""
    logits = np.random.default_rng(0).normal(size=(2, 3, 4))
    target = np.array([[0, -100, 2], [1, 1, 3]])
    found = vmap(lambda x, t: rd.cross_entropy(x, t))(rd.tensor(logits), rd.tensor(target))
    logp = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    right = [
        -np.mean([row[t] for row, t in zip(rows, ts, strict=True) if t >= 0])
        for rows, ts in zip(logp, target, strict=True)
    ]
    np.testing.assert_allclose(found.numpy(), right, rtol=1e-12)


def test_a_view_by_a_composite_on_a_view_is_checked() -> None:
    """The in-place form of a composite refuses what does not fit, whatever layers are live."""
    base = rd.tensor([[1, 2], [3, 4]])
    for target in (base, base[0]):
        with pytest.raises(RuntimeError, match="can't be cast"):
            target.true_divide_(2)
        with pytest.raises(RuntimeError, match="can't be cast"):
            vmap(lambda x: x.true_divide_(2))(target)
    np.testing.assert_array_equal(base.numpy(), [[1, 2], [3, 4]])
