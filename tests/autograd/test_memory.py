"""`resize_`, `set_`, `view(dtype)` and storages: which memory a tensor looks at."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd


def arange(n: int, **how: Any) -> rd.Tensor:
    return rd.from_numpy(np.arange(float(n))).clone() if not how else rd.arange(float(n), **how)


# ----- storages -----


def test_one_storage_for_all_that_look_at_the_memory() -> None:
    x = rd.zeros(3, 4)
    storage = x.untyped_storage()
    looks = [x, x[1:], x.t(), x[0].detach(), x.data, x.as_strided((2,), (5,), 1), x.view(rd.int32)]
    assert all(look.untyped_storage() is storage for look in looks)
    assert x.clone().untyped_storage() is not storage
    assert (storage.nbytes(), storage.size(), len(storage)) == (48, 48, 48)
    assert storage.data_ptr() == x.data_ptr() == x[1].data_ptr() - 16
    assert [look.storage_offset() for look in looks[:2]] == [0, 4]


def test_a_storage_outlives_its_tensors() -> None:
    x = arange(3)
    storage = x.storage()
    del x
    gc.collect()
    assert storage.tolist() == [0, 1, 2]


def test_a_typed_storage_counts_elements() -> None:
    x = arange(6).view(2, 3)
    storage = x[1].storage()
    assert (storage.size(), storage.nbytes(), storage.dtype) == (6, 48, rd.float64)
    assert storage == x.storage() and storage.untyped() is x.untyped_storage()
    assert storage[4] == 4.0 and list(storage) == [0, 1, 2, 3, 4, 5]
    storage[4] = 7.0
    assert x[1, 1] == 7
    assert rd.is_storage(storage) and rd.is_storage(storage.untyped()) and not rd.is_storage(x)


def test_bytes_of_a_storage() -> None:
    storage = rd.tensor([1, 258], dtype=rd.int16).untyped_storage()
    assert storage.tolist() == [1, 0, 2, 1]
    copy = storage.clone()
    assert copy is not storage and copy.tolist() == storage.tolist() and copy[3] == 1


def test_a_storage_keeps_its_size() -> None:
    x = rd.zeros(3)
    assert x.untyped_storage().resize_(12) is x.untyped_storage()
    for size in (0, 24):
        with pytest.raises(RuntimeError, match="resize_ of a tensor"):
            x.untyped_storage().resize_(size)
    assert x.untyped_storage().nbytes() == 12


def test_storages_of_meta_tensors_know_their_size() -> None:
    x = rd.zeros(2, 3, device="meta")
    assert x.untyped_storage() is x.t().untyped_storage()
    assert (x.untyped_storage().nbytes(), x.untyped_storage().data_ptr()) == (24, 0)


OFFSETS: dict[str, Callable[[Any], Any]] = {
    "select": lambda x: x[-1],
    "slice": lambda x: x[1:, 2:],
    "a step": lambda x: x[:, 1::2],
    "unbind": lambda x: x.unbind(1)[2],
    "split": lambda x: x.split(1)[2],
    "a diagonal above": lambda x: x.diagonal(1),
    "a diagonal below": lambda x: x.diagonal(-1),
    "no diagonal": lambda x: x.diagonal(9),
    "turned": lambda x: x.t()[1],
    "as_strided": lambda x: x[1:].as_strided((2,), (2,)),
    "as_strided somewhere": lambda x: x[1:].as_strided((2,), (2,), 3),
    "another dtype": lambda x: x[1:].view(rd.int32),
    "set_": lambda x: x.set_(x, 5, (2,), (3,)),
    "resized": lambda x: x[1:].resize_(2),
    "resized beyond": lambda x: x[1:].resize_(5, 5),
    "a copy": lambda x: x[1:].clone(),
}


@pytest.mark.parametrize("name", OFFSETS)
def test_where_in_its_memory_a_tensor_begins(name: str) -> None:
    array = np.arange(12, dtype=np.float32).reshape(3, 4)
    x, meta = rd.from_numpy(array), rd.from_numpy(array).to("meta")
    real, shadow = OFFSETS[name](x), OFFSETS[name](meta)
    assert shadow.storage_offset() == real.storage_offset()
    assert shadow.stride() == real.stride() and shadow.shape == real.shape
    assert shadow.untyped_storage().nbytes() == real.untyped_storage().nbytes()
    if real.dtype is rd.float32 and real.numel() and "beyond" not in name:
        first = real.reshape(-1)[0].item()
        assert real.storage()[real.storage_offset()] == first


def test_memory_with_gaps_and_negative_strides_is_found() -> None:
    base = np.arange(12.0).reshape(3, 4)
    for array in (base[::2, 1:3], base.T, base[::-1], np.asfortranarray(base)[1:]):
        x = rd.from_numpy(array)
        whole = x.untyped_storage()
        assert x[0].untyped_storage() is whole and whole.nbytes() == 96
        first = x.storage()[x.storage_offset()]
        assert first == array[0, 0]


def test_is_set_to() -> None:
    x = rd.zeros(2, 3)
    assert x.is_set_to(x) and x.is_set_to(x.view(2, 3)) and x.is_set_to(x.detach())
    for other in (x.view(3, 2), x.t(), x[1:], x.clone(), x.view(rd.int32)):
        assert not x.is_set_to(other)


# ----- sizes -----


def test_sizes_stay_sizes() -> None:
    shape = rd.zeros(2, 3, 4).shape
    parts = [shape, shape + (5,), (5,) + shape, shape * 2, 2 * shape, rd.Size([2])]
    assert all(type(part) is rd.Size for part in parts)
    assert [part.numel() for part in parts] == [24, 120, 120, 576, 576, 2]
    assert shape == (2, 3, 4) and shape[0] == 2 and rd.zeros(2).size() == rd.Size([2])
    assert shape[1:] == (3, 4)


# ----- resize_ -----


def test_smaller_sizes_look_at_the_same_memory() -> None:
    x = arange(6).view(2, 3).t()
    memory = x.untyped_storage()
    assert x.resize_(2, 2) is x
    np.testing.assert_array_equal(x.numpy(), [[0, 1], [2, 3]])
    assert x.stride() == (2, 1) and x.untyped_storage() is memory


def test_resizing_counts_as_a_write_unless_the_sizes_are_the_same() -> None:
    x = arange(6)
    x.resize_(6)
    x.resize_as_(rd.zeros(6))
    assert x._version == 0
    x.resize_(2, 3)
    assert x._version == 1
    x.resize_as_(rd.zeros(3))
    assert x._version == 2 and x.shape == (3,)


def test_larger_sizes_keep_what_was_there_in_memory_of_their_own() -> None:
    x = arange(6)
    part = x[2:]
    part.resize_(6)
    np.testing.assert_array_equal(part[:4].numpy(), [2, 3, 4, 5])
    assert part.storage_offset() == 2 and part.untyped_storage().nbytes() == 64
    part.fill_(9)
    np.testing.assert_array_equal(x.numpy(), np.arange(6.0))  # PyTorch's would see the 9


def test_a_view_that_was_resized_within_its_memory_still_writes_there() -> None:
    x = arange(6)
    part = x[2:].resize_(3)
    part[0] = 9
    np.testing.assert_array_equal(x.numpy(), [0, 1, 9, 3, 4, 5])
    assert x._version == 2


def test_to_no_dimensions_and_none_at_all() -> None:
    assert arange(3).resize_(()) == 0.0
    x = arange(3)
    assert x.resize_(0).shape == (0,) and x.untyped_storage().nbytes() == 24
    assert rd.zeros(2, device="meta").resize_(3, 4).shape == (3, 4)


FORMATS: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "row-major": (lambda: rd.zeros(1, 2, 3, 4).resize_(1, 3, 3, 4), (36, 12, 4, 1)),
    "channels last": (
        lambda: rd.zeros(1, 2, 3, 4).resize_(1, 3, 3, 4, memory_format=rd.channels_last),
        (36, 1, 12, 3),
    ),
    "in three dimensions": (
        lambda: rd.zeros(8).resize_(1, 2, 2, 2, 1, memory_format=rd.channels_last_3d),
        (8, 1, 4, 2, 2),
    ),
    "as another": (
        lambda: rd.zeros(8).resize_as_(
            rd.zeros(1, 2, 2, 2).contiguous(memory_format=rd.channels_last),
            memory_format=rd.preserve_format,
        ),
        (8, 1, 4, 2),
    ),
    "only the sizes of another": (
        lambda: rd.zeros(8).resize_as_(
            rd.zeros(1, 2, 2, 2).contiguous(memory_format=rd.channels_last)
        ),
        (8, 4, 2, 1),
    ),
}


@pytest.mark.parametrize("name", FORMATS)
def test_resizing_into_a_format(name: str) -> None:
    make, strides = FORMATS[name]
    assert make().stride() == strides


REFUSED: dict[str, Callable[[], Any]] = {
    "a leaf": lambda: rd.ones(3, requires_grad=True).resize_(2),
    "to the same size": lambda: rd.ones(3, requires_grad=True).resize_(3),
    "an output": lambda: (rd.ones(3, requires_grad=True) * 1).resize_(2),
    "under no_grad": lambda: rd.no_grad()(rd.ones(3, requires_grad=True).resize_)(2),
    "a base": lambda: rd.ones(2, requires_grad=True).clone().resize_as_(rd.ones(1)),
}


def test_in_inference_mode_what_requires_grad_is_resized() -> None:
    with rd.inference_mode():
        x = rd.ones(3, requires_grad=True)
        assert x.resize_(2).shape == (2,) and x.requires_grad and x.is_inference()


@pytest.mark.parametrize("name", REFUSED)
def test_what_requires_grad_is_not_resized(name: str) -> None:
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        REFUSED[name]()


def test_impossible_sizes_are_refused() -> None:
    x = arange(3)
    for size in ((-1,), (2**40, 2**40), (0, 4, 2305843009213693952)):
        with pytest.raises(RuntimeError, match=r"negative|[Ss]t.* calculation overflowed"):
            x.resize_(size)
    with pytest.raises(RuntimeError, match="rank 4"):
        x.resize_(2, 2, memory_format=rd.channels_last)
    with pytest.raises(RuntimeError, match="no strides"):
        x.resize_(2, 2, memory_format=rd.preserve_format)
    assert x.shape == (3,) and x._version == 0


def test_a_detached_alias_may_be_resized() -> None:
    leaf = rd.ones(3, requires_grad=True)
    alias = leaf.detach()
    alias.resize_(2)
    assert leaf.shape == (3,) and alias.shape == (2,) and leaf._version == 1


def test_a_base_that_was_resized_has_lost_its_views() -> None:
    base = arange(6)
    view = base[3:]
    base.resize_(2)
    view.mul_(2)  # its memory is still there
    with pytest.raises(RuntimeError, match="view"):
        view.add_(rd.ones(3, dtype=rd.float64, requires_grad=True))
    np.testing.assert_array_equal(view.numpy(), [6, 8, 10])


def test_a_view_that_was_resized_records_no_writes() -> None:
    base = arange(6)
    view = base[3:].resize_(2)
    with pytest.raises(RuntimeError, match="resized or set to other memory"):
        view.add_(rd.ones(2, dtype=rd.float64, requires_grad=True))
    assert not base.requires_grad


# ----- set_ -----


def test_set_looks_at_the_memory_of_another() -> None:
    x, y = rd.zeros(3), rd.ones(2, 2)
    assert x.set_(y) is x
    y[0, 0] = 5
    assert x.shape == (2, 2) and x[0, 0] == 5
    assert (x._version, y._version) == (1, 1), "the counters are not shared"
    assert x.untyped_storage() is y.untyped_storage()


def test_set_to_a_part_of_a_storage() -> None:
    y = arange(6)
    for source in (y, y.untyped_storage(), y.storage()):
        x = rd.zeros(1, dtype=rd.float64).set_(source, 1, (2, 2), (1, 2))
        np.testing.assert_array_equal(x.numpy(), [[1, 3], [2, 4]])
        assert x.storage_offset() == 1
    assert rd.zeros(1, dtype=rd.float64).set_(y.untyped_storage()).shape == (6,)
    assert rd.zeros(1, dtype=rd.float64).set_(y.storage(), 0, (2, 2)).stride() == (2, 1)


def test_set_to_nothing() -> None:
    x = rd.zeros(3)
    x.set_()
    assert x.shape == (0,) and x._version == 1


WRONG: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "dtype": (lambda x: x.set_(rd.zeros(1, dtype=rd.int64)), RuntimeError, "int64"),
    "storage": (lambda x: x.set_(rd.zeros(1).storage()), RuntimeError, "float32"),
    "reach": (lambda x: x.set_(x, 0, (9,), (1,)), RuntimeError, "beyond the 3 elements"),
    "offset": (lambda x: x.set_(x, 3, (1,), (1,)), RuntimeError, "beyond the 3 elements"),
    "negative": (lambda x: x.set_(x, -1, (1,), (1,)), RuntimeError, "offset -1"),
    "lengths": (lambda x: x.set_(x, 0, (1, 1), (1,)), RuntimeError, "length"),
    "text": (lambda x: x.set_("text"), TypeError, "storage"),
}


@pytest.mark.parametrize("name", WRONG)
def test_set_refuses_and_changes_nothing(name: str) -> None:
    call, error, match = WRONG[name]
    x = arange(3)
    with pytest.raises(error, match=match):
        call(x)
    np.testing.assert_array_equal(x.numpy(), [0, 1, 2])
    assert x._version == 0


def test_set_of_a_leaf() -> None:
    leaf = rd.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf"):
        leaf.set_(rd.zeros(2))
    with rd.no_grad():
        leaf.set_(rd.zeros(2))
    assert leaf.requires_grad and leaf.shape == (2,) and leaf._version == 1


@pytest.mark.parametrize("who", ["target", "source"])
def test_no_gradient_goes_through_set(who: str) -> None:
    made = rd.ones(2, requires_grad=True) * 1
    x = made if who == "target" else rd.ones(3)
    x.set_(rd.zeros(2) if who == "target" else made)
    assert x.requires_grad
    with pytest.raises(NotImplementedError, match="set_"):
        x.sum().backward()


def test_set_is_noticed_by_what_was_saved() -> None:
    a, b = rd.ones(3, requires_grad=True), rd.zeros(3)
    y = a * b
    b.set_(rd.ones(3))
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        y.sum().backward()


def test_inference_tensors_outside() -> None:
    with rd.inference_mode():
        x = rd.ones(3)
        x.resize_(2)
        x.set_(rd.ones(3))
    assert x.resize_(3) is x
    changes: list[Callable[[], Any]] = [
        lambda: x.resize_(4),
        lambda: x.set_(rd.ones(2)),
        lambda: x.as_strided_((1,), (1,)),
    ]
    for change in changes:
        with pytest.raises(RuntimeError, match="inference tensor"):
            change()
    y = rd.ones(1).set_(x)
    assert not y.is_inference() and y.data_ptr() == x.data_ptr()


# ----- view(dtype) -----


@pytest.mark.parametrize("requires_grad", [False, True])
def test_another_dtype_shares_memory_and_version_without_being_a_view(requires_grad: bool) -> None:
    x = rd.ones(4, requires_grad=requires_grad)
    y = x.view(rd.int32)
    assert not y._is_view() and y._base is None and not y.requires_grad
    y[0] = 0
    np.testing.assert_array_equal(x.detach().numpy(), [0, 1, 1, 1])
    assert x._version == y._version == 1


def test_writes_through_another_dtype_are_noticed() -> None:
    a, b = rd.ones(3, requires_grad=True), rd.ones(3)
    y = a * b
    b.view(rd.int32).zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        y.sum().backward()


REINTERPRETED: dict[str, tuple[Any, str]] = {
    "same size": (np.arange(4, dtype=np.float32), "int32"),
    "same size with gaps": (np.arange(8, dtype=np.float32)[::2], "int32"),
    "same size, turned": (np.arange(6, dtype=np.float32).reshape(2, 3).T, "int32"),
    "smaller": (np.arange(4, dtype=np.float32), "float16"),
    "larger": (np.arange(4, dtype=np.float32), "float64"),
    "larger, rows with gaps": (np.arange(16, dtype=np.float32).reshape(4, 4)[::2], "float64"),
    "complex": (np.arange(8, dtype=np.float32).reshape(2, 4), "complex64"),
    "bool": (np.array([True, False]), "uint8"),
    "no dimensions": (np.array(1, np.float32), "int32"),
}


@pytest.mark.parametrize("name", REINTERPRETED)
def test_bytes_are_read_as_numpy_reads_them(name: str) -> None:
    array, to = REINTERPRETED[name]
    y = rd.from_numpy(array).view(getattr(rd, to))
    right = array.view(to)
    np.testing.assert_array_equal(y.numpy(), right)
    assert y.stride() == tuple(s // right.itemsize for s in right.strides)
    meta = rd.from_numpy(array).to("meta").view(getattr(rd, to))
    assert meta.shape == right.shape and meta.dtype is y.dtype


MISFITS: dict[str, tuple[Any, str, str]] = {
    "an odd size": (np.ones((4, 3), np.float32), "float64", r"size\(-1\) must be divisible by 2"),
    "turned": (np.ones((4, 4), np.float32).T, "float64", r"stride\(-1\) must be 1"),
    "an odd start": (np.ones((4, 4), np.float32)[:, 1:3], "float64", "storage_offset"),
    "odd rows": (np.ones((4, 5), np.float32)[:, :4], "float64", r"stride\(0\)"),
    "no dimensions": (np.array(1, np.float32), "float64", "cannot be 0"),
    "no dimensions, smaller": (np.array(1, np.float32), "float16", "cannot be 0"),
    "gaps": (np.ones((4, 4), np.float32)[:, ::2], "float16", r"stride\(-1\) must be 1"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_elements_that_do_not_fit_are_refused(name: str) -> None:
    array, to, match = MISFITS[name]
    with pytest.raises(RuntimeError, match=match):
        rd.from_numpy(array).view(getattr(rd, to))


def test_view_copy_of_another_dtype() -> None:
    x = rd.ones(2, 2)
    y = rd.view_copy(x, rd.int32)  # type: ignore[arg-type]
    assert y.dtype is rd.int32 and y.untyped_storage() is not x.untyped_storage()
    with pytest.raises(TypeError, match="list of ints"):
        x.view("text")


# ----- as_strided -----


def test_as_strided_keeps_where_it_lay_and_not_what_was_there() -> None:
    leaf = rd.ones(6, requires_grad=True)
    base = leaf * 1
    out = base.as_strided((2, 2), (1, 2)) * 1
    base.mul_(3)  # as_strided has saved no values
    out.sum().backward()
    np.testing.assert_array_equal(leaf.grad.numpy(), [1, 1, 1, 1, 0, 0])  # type: ignore[union-attr]


PLACES: dict[str, Callable[[Any], Any]] = {
    "row-major": lambda t: t.view(4, 6),
    "turned": lambda t: t.view(4, 6).t(),
    "a part": lambda t: t.view(4, 6)[1:, 1:5].detach(),
    "a part that begins later": lambda t: t[3:15].detach(),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_write_through_as_strided_reaches_its_own_places(name: str) -> None:
    # Places are counted in the memory of the base, wherever the base lies in it; each holds its
    # own number here, and a place that the base does not show has no gradient.
    base = PLACES[name](arange(24))
    shown = set(base.numpy().reshape(-1).tolist())
    start = base.storage_offset()
    weights = rd.ones(3, dtype=rd.float64, requires_grad=True)
    base.as_strided((3,), (4,), start).mul_(weights)
    base.sum().backward()
    right = [n if n in shown else 0 for n in (start, start + 4, start + 8)]
    np.testing.assert_array_equal(weights.grad.numpy(), right)  # type: ignore[union-attr]


def test_as_strided_of_as_strided_sees_the_whole_memory() -> None:
    x = arange(6)
    y = x.as_strided((2,), (1,), 4).as_strided((3,), (2,), 1)
    np.testing.assert_array_equal(y.numpy(), [1, 3, 5])
    assert y._base is x


def test_as_strided_beyond_the_memory_is_refused() -> None:
    x = arange(6)[2:]
    for size, stride, offset in (((5,), (1,), None), ((2,), (1,), 5), ((1,), (1,), -1)):
        with pytest.raises(RuntimeError, match=r"out of bounds|offset -1"):
            x.as_strided(size, stride, offset)
    with pytest.raises(RuntimeError, match="Negative strides"):
        x.as_strided((2,), (-1,))
    with pytest.raises(RuntimeError, match="length"):
        x.as_strided((2, 2), (1,))


# ----- formats -----


def test_contiguous_in_a_format() -> None:
    x = rd.from_numpy(np.arange(24.0).reshape(1, 2, 3, 4))
    y = x.contiguous(memory_format=rd.channels_last)
    np.testing.assert_array_equal(y.numpy(), x.numpy())
    assert y.stride() == (24, 1, 8, 2) and not y._is_view() and y.dim_order() == (0, 2, 3, 1)
    assert y.is_contiguous(memory_format=rd.channels_last) and not y.is_contiguous()
    assert y.contiguous(memory_format=rd.channels_last) is y
    assert y.contiguous().stride() == (24, 12, 4, 1) and x.contiguous() is x
    assert x.clone(memory_format=rd.channels_last).stride() == y.stride() == y.clone().stride()
    for wrong, match in ((rd.channels_last_3d, "rank 5"), (rd.preserve_format, "preserve_format")):
        with pytest.raises(RuntimeError, match=match):
            x.contiguous(memory_format=wrong)
    assert not x.is_contiguous(memory_format=rd.channels_last_3d)


def test_the_gradient_of_a_format_is_passed_on() -> None:
    leaf = rd.ones(1, 2, 2, 2, requires_grad=True)
    (leaf.contiguous(memory_format=rd.channels_last) * 2).sum().backward()
    np.testing.assert_array_equal(leaf.grad.numpy(), np.full((1, 2, 2, 2), 2))  # type: ignore[union-attr]
