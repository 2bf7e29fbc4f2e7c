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
from samples import ROWS, Sample, as_dtype, each_array

import redispatch as rd
from redispatch.dispatch import OperatorNotFound, lookup
from redispatch.func import vmap
from redispatch.modes.transforms.batch_rules.refused import REFUSED

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
