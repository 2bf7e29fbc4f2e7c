"""Layers and functions: values against loops over NumPy arrays and numbers of PyTorch 2.13.

Derivatives of first and second order are checked against finite differences.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn
from redispatch.autograd import gradcheck, gradgradcheck

F = nn.functional
Array = np.ndarray[Any, Any]
GENERATOR = np.random.default_rng(0)


def numbers(*shape: int) -> Array:
    return GENERATOR.standard_normal(shape)


def leaves(*arrays: Array) -> list[rd.Tensor]:
    return [rd.tensor(a, requires_grad=True) for a in arrays]


def near(found: rd.Tensor, wanted: Any, tolerance: float = 1e-9) -> None:
    np.testing.assert_allclose(found.detach().numpy(), wanted, tolerance, tolerance)


def convolved(x: Array, w: Array, stride: int, padding: int, dilation: int, groups: int) -> Array:
    """Convolve by loops over all places."""
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    (n, _, h, width), (out, per, kh, kw) = x.shape, w.shape
    oh = (h - dilation * (kh - 1) - 1) // stride + 1
    ow = (width - dilation * (kw - 1) - 1) // stride + 1
    y = np.zeros((n, out, oh, ow))
    for o, i, j in itertools.product(range(out), range(oh), range(ow)):
        first = o // (out // groups) * per
        rows = slice(i * stride, i * stride + dilation * (kh - 1) + 1, dilation)
        columns = slice(j * stride, j * stride + dilation * (kw - 1) + 1, dilation)
        y[:, o, i, j] = (x[:, first : first + per, rows, columns] * w[o]).sum((1, 2, 3))
    return y


CASES = list(itertools.product((1, 2), (0, 1), (1, 2), (1, 2)))


@pytest.mark.parametrize(("stride", "padding", "dilation", "groups"), CASES)
def test_conv2d(stride: int, padding: int, dilation: int, groups: int) -> None:
    x, w = numbers(2, 4, 6, 5), numbers(6, 4 // groups, 3, 2)
    found = F.conv2d(rd.tensor(x), rd.tensor(w), None, stride, padding, dilation, groups)
    near(found, convolved(x, w, stride, padding, dilation, groups))


def test_conv2d_as_pytorch_computes_it() -> None:
    x = rd.arange(16.0, dtype=rd.float64).reshape(1, 1, 4, 4) / 8 - 1
    w = rd.tensor([[[[1.0, -0.5], [0.25, 2.0]]]], dtype=rd.float64, requires_grad=True)
    y = F.conv2d(x, w, rd.tensor([0.5], dtype=rd.float64), stride=2, padding=1)
    near(y, [[[[-1.5, -1.21875, 0.34375], [0.75, 0.78125, 0.46875], [0.25, 0.75, 1.375]]]])
    (y**2).sum().backward()
    assert w.grad is not None
    near(w.grad, [[[[2.640625, 0.234375], [2.25, 5.21875]]]])


@pytest.mark.parametrize(
    "function",
    [
        lambda x, w: F.conv2d(x, w, stride=2, padding=1, groups=2),
        lambda x, w: F.conv2d(x, w, padding="same", dilation=2, groups=2),
        lambda x, w: F.conv_transpose2d(x[:, :2], w.reshape(2, 2, 2, 2), None, 2, 1, 1),
        lambda x, w: F.max_pool2d(x * w.sum(), 2, 1, 1),
        lambda x, w: F.avg_pool2d(x * w.sum(), 2, 2, 1, ceil_mode=True),
        lambda x, w: F.adaptive_avg_pool2d(x * w.sum(), (2, 3)),
        lambda x, w: F.unfold(x * w.sum(), 2, dilation=2),
        lambda x, w: F.batch_norm(x, None, None, w.reshape(-1)[:4], training=True),
        lambda x, w: F.group_norm(x, 2, w.reshape(-1)[:4]),
        lambda x, w: F.rms_norm(x, (4,), w.reshape(-1)[:4]),
        lambda x, w: F.normalize(x * w.sum()),
        lambda x, w: F.cosine_similarity(x, x.flip(0) * w.reshape(-1)[:4]),
        lambda x, w: F.scaled_dot_product_attention(x, x * w.sum(), x, is_causal=True),
    ],
)
def test_first_and_second_derivatives(function: Any) -> None:
    x, w = leaves(numbers(2, 4, 4, 4), numbers(4, 2, 2, 1))
    if function(x, w).numel() == 0:
        raise AssertionError("the case tests nothing")
    assert gradcheck(function, (x, w))
    assert gradgradcheck(function, (x, w))


def test_transposed_convolution_is_the_transpose() -> None:
    x, w, y = numbers(1, 2, 7, 6), numbers(3, 2, 3, 2), numbers(1, 3, 4, 4)
    forward = F.conv2d(rd.tensor(x), rd.tensor(w), stride=2, padding=1)
    back = F.conv_transpose2d(rd.tensor(y), rd.tensor(w), stride=2, padding=1)
    assert forward.shape == y.shape and back.shape == x.shape
    near((forward * rd.tensor(y)).sum(), (back.numpy() * x).sum())


def test_other_dimensions_and_no_batch() -> None:
    x, w = numbers(2, 3, 5), numbers(4, 3, 2)
    near(
        F.conv1d(rd.tensor(x), rd.tensor(w)),
        convolved(x[:, :, None], w[:, :, None], 1, 0, 1, 1)[:, :, 0],
    )
    image = rd.tensor(numbers(3, 5, 5))
    kernel = rd.tensor(numbers(2, 3, 3, 3))
    near(F.conv2d(image, kernel), F.conv2d(image.unsqueeze(0), kernel)[0].numpy())


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((1, 2, 5, 5), "to have 3 channels, but got 2 channels"),
        ((1, 3, 2, 5), "Kernel size can't be greater"),
        ((3, 3), r"Expected 3D \(unbatched\) or 4D \(batched\) input to conv2d"),
    ],
)
def test_what_conv2d_refuses(sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        nn.Conv2d(3, 4, 3)(rd.zeros(*sizes))


def test_settings_that_are_refused() -> None:
    for make in (
        lambda: nn.Conv2d(3, 4, 3, groups=2),
        lambda: nn.Conv2d(4, 3, 3, groups=2),
        lambda: nn.Conv2d(3, 4, 3, padding="odd"),
        lambda: nn.Conv2d(3, 4, 3, padding_mode="odd"),
        lambda: nn.Dropout(2.0),
        lambda: nn.GroupNorm(3, 4),
    ):
        with pytest.raises(ValueError):
            make()


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_padding_modes(mode: str) -> None:
    layer = nn.Conv2d(1, 1, 3, padding=1, padding_mode=mode, bias=False)
    x = numbers(1, 1, 4, 4).astype(np.float32)
    padded = np.pad(x[0, 0], 1, {"circular": "wrap", "replicate": "edge"}.get(mode, mode))  # type: ignore[call-overload]
    wanted = convolved(padded[None, None], layer.weight.detach().numpy(), 1, 0, 1, 1)
    near(layer(rd.tensor(x)), wanted, 1e-5)


def test_pools_by_hand() -> None:
    x = rd.tensor([[[1.0, 3.0, 2.0, 0.0, 5.0]]])
    assert F.max_pool1d(x, 2).tolist() == [[[3.0, 2.0]]]
    assert F.max_pool1d(x, 2, ceil_mode=True).tolist() == [[[3.0, 2.0, 5.0]]]
    values, places = F.max_pool1d(x, 3, stride=1, padding=1, return_indices=True)
    assert values.tolist() == [[[3.0, 3.0, 3.0, 5.0, 5.0]]]
    assert places.tolist() == [[[1, 1, 1, 4, 4]]]
    assert F.avg_pool1d(x, 2, padding=1).tolist() == [[[0.5, 2.5, 2.5]]]
    counted = F.avg_pool1d(x, 2, padding=1, count_include_pad=False)
    assert counted.tolist() == [[[1.0, 2.5, 2.5]]]
    image = rd.arange(16.0).reshape(1, 1, 4, 4)
    assert F.avg_pool2d(image, 2, divisor_override=1)[0, 0, 0, 0].item() == 10.0
    assert F.adaptive_max_pool2d(image, (3, 1)).flatten().tolist() == [7.0, 11.0, 15.0]
    with pytest.raises(RuntimeError, match="at most half"):
        F.max_pool2d(image, 2, padding=2)
    ints = F.max_pool1d(rd.tensor([[[1, -3, 2]]]), 3, padding=1)
    assert ints.tolist() == [[[1]]]


@pytest.mark.parametrize("size", [(2, 2), (3, 1), (None, 4), 5])
def test_adaptive_max_pool_tells_places(size: Any) -> None:
    image = numbers(2, 3, 7, 5).round(0)  # with equal elements
    wanted = size if isinstance(size, tuple) else (size, size)
    shape = [n if w is None else w for n, w in zip((7, 5), wanted, strict=True)]
    values, places = F.adaptive_max_pool2d(rd.tensor(image), size, return_indices=True)
    assert values.shape == places.shape == (2, 3, *shape) and places.dtype is rd.int64
    for n, c, i, j in itertools.product(range(2), range(3), *map(range, shape)):
        rows = range(i * 7 // shape[0], -(-(i + 1) * 7 // shape[0]))
        columns = range(j * 5 // shape[1], -(-(j + 1) * 5 // shape[1]))
        best = max(((r, q) for r in rows for q in columns), key=lambda at: image[n, c][at])
        assert places[n, c, i, j].item() == best[0] * 5 + best[1]
        assert values[n, c, i, j].item() == image[n, c][best]
    image[0, 0, 1, 1] = np.nan
    pool = nn.AdaptiveMaxPool2d(1, return_indices=True)
    values, places = pool(rd.tensor(image))
    assert np.isnan(values[0, 0].item()) and places[0, 0].item() == 6


def test_cosine_similarity_broadcasts_before_it_counts_dimensions() -> None:
    a, b = numbers(1, 2, 3), numbers(2, 1, 3)
    wide = [np.broadcast_to(each, (2, 2, 3)) for each in (a, b)]
    dot = (wide[0] * wide[1]).sum(1)
    lengths = [np.sqrt((each * each).sum(1)) for each in wide]
    near(F.cosine_similarity(rd.tensor(a), rd.tensor(b), dim=-2), dot / lengths[0] / lengths[1])


def test_batch_norm_without_a_channel() -> None:
    assert F.batch_norm(rd.zeros(0), rd.zeros(0), rd.ones(0), training=True).shape == (0,)
    with pytest.raises(RuntimeError, match="running_mean should contain 0 elements not 3"):
        F.batch_norm(rd.ones(3), rd.zeros(3), rd.ones(3))


def test_fold_undoes_unfold_up_to_counts() -> None:
    x = rd.tensor(numbers(2, 3, 5, 4))
    once = F.fold(F.unfold(x, 2, padding=1), (5, 4), 2, padding=1)
    near(once, x.numpy() * 4)  # each element lies in four windows
    with pytest.raises(RuntimeError, match="the columns have sizes"):
        F.fold(rd.zeros(1, 4, 3), 3, 2)


def test_batch_norm_in_training_and_evaluation() -> None:
    layer = nn.BatchNorm1d(2)
    x = rd.tensor([[1.0, 2.0], [3.0, 6.0], [5.0, 1.0]])
    y = layer(x)
    near(y.mean(0), [0.0, 0.0], 1e-6)
    near((y * y).mean(0), [1.0, 1.0], 1e-5)
    near(layer.running_mean, [0.3, 0.3], 1e-6)  # recorded from PyTorch, as all here
    near(layer.running_var, [1.3, 1.6], 1e-6)
    assert layer.num_batches_tracked.item() == 1
    layer.eval()
    near(layer(rd.tensor([[1.0, 2.0]])), [[0.6139382719993591, 1.343963861465454]], 1e-6)
    layer.reset_parameters()
    assert layer.running_mean.tolist() == [0.0, 0.0] and layer.running_var.tolist() == [1.0, 1.0]


def test_batch_norm_by_its_settings() -> None:
    x = rd.tensor(numbers(4, 3, 2, 2).astype(np.float32))
    whole = nn.BatchNorm2d(3, momentum=None)
    whole(x)
    whole(x * 3)
    near(whole.running_mean, 2 * x.mean((0, 2, 3)).numpy(), 1e-5)  # the mean of all batches
    plain = nn.BatchNorm2d(3, affine=False, track_running_stats=False).eval()
    near(plain(x).mean((0, 2, 3)), [0, 0, 0], 1e-6)
    assert list(plain.state_dict()) == []
    assert nn.BatchNorm1d(2, bias=False).bias is None
    with pytest.raises(ValueError, match="more than 1 value per channel"):
        nn.BatchNorm1d(2)(rd.zeros(1, 2))
    with pytest.raises(ValueError, match="expected 4D input"):
        nn.BatchNorm2d(2)(rd.zeros(1, 2))
    with pytest.raises(RuntimeError, match="no running statistics"):
        F.batch_norm(x, None, None)
    with pytest.raises(RuntimeError, match="weight should contain 3 elements not 2"):
        F.batch_norm(x, None, None, rd.zeros(2), training=True)


def test_running_variance_is_never_negative() -> None:
    layer = nn.BatchNorm1d(1, momentum=1.0)
    layer(rd.full((4, 1), 1e4))
    assert layer.running_var.item() >= 0.0


@pytest.mark.parametrize("affine", [True, False])
def test_layer_norm(affine: bool) -> None:
    x = numbers(3, 4)
    layer = nn.LayerNorm(4, elementwise_affine=affine, dtype=rd.float64)
    wanted = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    near(layer(rd.tensor(x)), wanted)
    assert len(list(layer.parameters())) == 2 * affine


def test_embedding() -> None:
    layer = nn.Embedding(4, 2, padding_idx=-1)
    assert layer.padding_idx == 3 and layer.weight[3].tolist() == [0.0, 0.0]
    layer(rd.tensor([0, 0, 3])).sum().backward()
    assert layer.weight.grad is not None
    assert layer.weight.grad.tolist() == [[2.0, 2.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
    frozen = nn.Embedding.from_pretrained(rd.tensor([[1.0], [2.0]]))
    assert not frozen.weight.requires_grad and frozen(rd.tensor([1])).tolist() == [[2.0]]
    for wrong in (4, -5):
        with pytest.raises(AssertionError, match="Padding_idx"):
            nn.Embedding(4, 2, padding_idx=wrong)


def test_dropout() -> None:
    rd.manual_seed(0)
    x = rd.ones(200, 50)
    for layer in (nn.Dropout(0.25), nn.AlphaDropout(0.25)):
        assert layer.eval()(x) is x
    kept = nn.Dropout(0.25)(x)
    assert set(np.unique(kept.numpy()).round(2)) == {np.float32(0), np.float32(1.33)}
    assert abs(kept.mean().item() - 1.0) < 0.02
    channels = nn.Dropout2d(0.5)(rd.ones(4, 8, 3, 3)).flatten(2)
    assert set(np.unique(channels.sum(2).numpy())) == {0.0, 18.0}
    normal = rd.randn(200, 200)
    after = nn.AlphaDropout(0.3)(normal)
    assert abs(after.mean().item()) < 0.02 and abs(after.std().item() - 1.0) < 0.02


def test_attention_as_pytorch_computes_it() -> None:
    q = rd.linspace(-1, 1, 6).reshape(1, 2, 3)
    found = F.scaled_dot_product_attention(q, q, q, is_causal=True)
    wanted = [[[-1.0, -0.6, -0.2], [-0.067848, 0.332152, 0.732152]]]
    near(found, wanted, 1e-5)
    mask = rd.tensor([[True, False], [True, True]])
    near(F.scaled_dot_product_attention(q, q, q, mask), wanted, 1e-5)
    numbers_ = rd.zeros(2, 2).masked_fill(mask.logical_not(), float("-inf"))
    near(F.scaled_dot_product_attention(q, q, q, numbers_), wanted, 1e-5)
    with pytest.raises(RuntimeError, match="is_causal"):
        F.scaled_dot_product_attention(q, q, q, mask, is_causal=True)


HOMES = f"{nn._HOMES['activation']} {nn._HOMES['rectifiers']}"
ACTIVATIONS = sorted(set(HOMES.split()) - {"GLU", "PReLU"})


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_as_modules_are_the_functions(name: str) -> None:
    x = rd.tensor([-2.0, -0.3, 0.0, 0.4, 7.0])
    settings: Any = {"Softmax": (0,), "Softmin": (0,), "LogSoftmax": (0,), "Threshold": (0.1, 9.0)}
    layer = getattr(nn, name)(*settings.get(name, ()))
    words = {
        "ReLU": "relu",
        "ReLU6": "relu6",
        "LeakyReLU": "leaky_relu",
        "LogSoftmax": "log_softmax",
    }
    function = getattr(F, words.get(name, name.lower()))
    near(layer(x), function(x, *settings.get(name, ())).numpy())
    assert repr(layer).startswith(f"{name}(")


def test_losses_as_modules_pass_their_settings() -> None:
    x, y = rd.tensor([[0.2, 0.9]]), rd.tensor([[0.0, 1.0]])
    assert nn.MSELoss(reduction="sum")(x, y).item() == pytest.approx(0.05)
    assert nn.L1Loss(reduction="none")(x, y).shape == (1, 2)
    weighted = nn.CrossEntropyLoss(weight=rd.tensor([1.0, 3.0]), label_smoothing=0.1)
    assert list(weighted.state_dict()) == ["weight"]
    wanted = F.cross_entropy(x, rd.tensor([0]), rd.tensor([1.0, 3.0]), label_smoothing=0.1)
    assert weighted(x, rd.tensor([0])).item() == wanted.item()
    positive = nn.BCEWithLogitsLoss(pos_weight=rd.tensor([2.0, 2.0]))
    assert positive(x, y).item() > nn.BCEWithLogitsLoss()(x, y).item()
    with pytest.raises(ValueError, match="not a valid value for reduction"):
        F.soft_margin_loss(x, y, reduction="odd")


def test_gumbel_softmax() -> None:
    rd.manual_seed(0)
    logits = rd.tensor([2.0, 0.0, -2.0]).expand(4000, 3).clone().requires_grad_()
    drawn = F.gumbel_softmax(logits, hard=True)
    share = drawn.detach().numpy().mean(0)
    np.testing.assert_allclose(share, rd.softmax(rd.tensor([2.0, 0.0, -2.0]), 0).numpy(), 0, 0.03)
    drawn[:, 0].sum().backward()
    assert logits.grad is not None and bool((logits.grad[:, 0] > 0).any())


def test_linear_starts_as_in_pytorch() -> None:
    rd.manual_seed(0)
    layer: Any = nn.Linear(100, 300)
    bound = 0.1
    for parameter in layer.parameters():
        values = parameter.detach().numpy()
        assert np.abs(values).max() <= bound and np.abs(values).max() > 0.95 * bound
    assert nn.Linear(3, 2, bias=False).bias is None
    assert nn.Linear(3, 2, dtype=rd.float64).weight.dtype is rd.float64
    del layer.bias
    layer.bias = None
    assert layer(rd.zeros(1, 100)).sum().item() == 0.0
