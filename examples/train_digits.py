"""Train a classifier of handwritten digits from bare tensors, then look under the floor.

    python examples/train_digits.py

It shows what is recorded and what is not, trains with an operator and on a backend of the user's
own, and prints how one call is routed and what the graph of the loss looks like. The parts are
functions of their own: the data, the model, one step of training, the evaluation, each showing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# With PYTHONSAFEPATH set, Python does not add a script's folder by itself.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from progress import Progress
from toy_backend import register
from user_operator import smooth_relu

import redispatch as rd

Digits = tuple[NDArray[np.float32], NDArray[np.int64]]
Activation = Callable[[rd.Tensor], rd.Tensor]

DATA = Path(__file__).resolve().parent / "data" / "digits.npz"
SEED = 0
HIDDEN = 128
EPOCHS = 30
BATCH = 64
LEARNING_RATE = 0.05
MOMENTUM = 0.9
WANTED = 0.96  # of the digits it has not seen
TOY_STEPS = 5


# The data ------------------------------------------------------------------------------------


def load_digits() -> Digits:
    """Return the 1,797 images, as rows of 64 numbers from 0 to 1, and their labels."""
    with np.load(DATA) as data:
        images, labels = data["images"], data["labels"]
    return images.reshape(len(images), -1).astype(np.float32) / 16, labels.astype(np.int64)


def split(images: NDArray[np.float32], labels: NDArray[np.int64]) -> tuple[Digits, Digits]:
    """Return four fifths of the digits, in a fixed random order, and the other fifth."""
    order = np.random.default_rng(SEED).permutation(len(images))
    held_out = len(images) // 5
    test, train = order[:held_out], order[held_out:]
    return (images[train], labels[train]), (images[test], labels[test])


def batches(
    data: Digits, rng: np.random.Generator, device: str = "numpy"
) -> Iterator[tuple[rd.Tensor, rd.Tensor]]:
    """Yield the data once, in a new order, as pairs of tensors."""
    images, labels = data
    order = rng.permutation(len(images))
    for start in range(0, len(order), BATCH):
        chosen = order[start : start + BATCH]
        yield rd.tensor(images[chosen], device=device), rd.tensor(labels[chosen], device=device)


# The model -----------------------------------------------------------------------------------


def make_parameters(
    rng: np.random.Generator, *widths: int, device: str = "numpy"
) -> list[rd.Tensor]:
    """Return weight, bias, weight, bias … for layers of these widths."""
    parameters: list[rd.Tensor] = []
    for before, after in zip(widths, widths[1:], strict=False):
        weight = rng.standard_normal((before, after)) * np.sqrt(2 / before)
        for name, values in ("weight", weight), ("bias", np.zeros(after)):
            p = rd.tensor(values.astype(np.float32), device=device, requires_grad=True)
            p.name = f"{name}{len(parameters) // 2 + 1}"
            parameters.append(p)
    return parameters


def logits(
    parameters: list[rd.Tensor], images: rd.Tensor, activation: Activation = rd.relu
) -> rd.Tensor:
    """Return one number for each image and digit; the largest is the guess."""
    weight1, bias1, weight2, bias2 = parameters
    return activation(images @ weight1 + bias1) @ weight2 + bias2


# Training ------------------------------------------------------------------------------------


def step(
    parameters: list[rd.Tensor],
    velocities: list[rd.Tensor],
    images: rd.Tensor,
    labels: rd.Tensor,
    activation: Activation = rd.relu,
) -> float:
    """Move every parameter against its gradient, with momentum; return the loss before."""
    loss = rd.nn.functional.cross_entropy(logits(parameters, images, activation), labels)
    loss.backward()
    with rd.no_grad():
        for i, parameter in enumerate(parameters):
            assert parameter.grad is not None
            velocities[i] = velocities[i] * MOMENTUM + parameter.grad
            parameter -= velocities[i] * LEARNING_RATE
            parameter.grad = None
    return float(loss.item())


def train(data: Digits, activation: Activation = rd.relu) -> list[rd.Tensor]:
    """Return the parameters after all epochs."""
    rng = np.random.default_rng(SEED)
    parameters = make_parameters(rng, data[0].shape[1], HIDDEN, 10)
    velocities = [rd.zeros_like(p) for p in parameters]
    curve = []
    with Progress(EPOCHS) as progress:
        for epoch in range(1, EPOCHS + 1):
            total = 0.0
            for images, labels in batches(data, rng):
                total += step(parameters, velocities, images, labels, activation) * len(labels)
            curve.append(total / len(data[0]))
            progress.update(epoch, f"loss {curve[-1]:.4f}")
    draw(curve)
    return parameters


def draw(curve: list[float]) -> None:
    """Draw the loss of each epoch into learning_curve.png, where matplotlib is there to do it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    axes = (figure := Figure(figsize=(5, 3))).subplots()
    axes.semilogy(range(1, len(curve) + 1), curve)
    axes.set(xlabel="epoch", ylabel="cross entropy", title="Handwritten digits")
    figure.savefig("learning_curve.png", dpi=120, bbox_inches="tight")
    print("the learning curve is in learning_curve.png")


# Evaluation ----------------------------------------------------------------------------------


def accuracy(guesses: rd.Tensor, labels: NDArray[np.int64]) -> float:
    """Return the share of the images whose largest logit is at the right digit."""
    return float((guesses.numpy().argmax(1) == labels).mean())


def evaluate(parameters: list[rd.Tensor], data: Digits) -> float:
    """Compute the logits plainly, under no_grad and in inference mode; print what each left."""
    images, labels = rd.from_numpy(data[0]), data[1]
    recorded = logits(parameters, images)
    with rd.no_grad():
        untracked = logits(parameters, images)
    with rd.inference_mode():
        inference = logits(parameters, images)

    print(f"{'evaluated':16}  requires_grad  grad_fn")
    for name, result in [
        ("plainly", recorded),
        ("no_grad", untracked),
        ("inference_mode", inference),
    ]:
        node = "None" if result.grad_fn is None else type(result.grad_fn).__name__
        print(f"{name:16}  {result.requires_grad!s:13}  {node}")
    for result in (untracked, inference):
        assert result.grad_fn is None and not result.requires_grad, "something was recorded"
    assert (untracked.numpy() == inference.numpy()).all()
    return accuracy(untracked, labels)


# Under the floor -----------------------------------------------------------------------------


def train_with_own_operator(train_data: Digits, test_data: Digits) -> float:
    """Train again with the activation of user_operator.py; return what is recognised."""
    parameters = train(train_data, smooth_relu)
    with rd.inference_mode():
        guesses = logits(parameters, rd.from_numpy(test_data[0]), smooth_relu)
    return accuracy(guesses, test_data[1])


def first_losses(data: Digits, device: str, steps: int = TOY_STEPS) -> list[float]:
    """Return the losses of the first steps of training on a device, within one epoch."""
    rng = np.random.default_rng(SEED)
    parameters = make_parameters(rng, data[0].shape[1], HIDDEN, 10, device=device)
    velocities = [rd.zeros_like(p) for p in parameters]
    return [
        step(parameters, velocities, images, labels)
        for images, labels in islice(batches(data, rng, device), steps)
    ]


def train_on_own_backend(data: Digits) -> None:
    """Train a few steps on the backend of toy_backend.py, and compare the losses with NumPy's."""
    with register():
        toy = first_losses(data, "toy")
    reference = first_losses(data, "numpy")
    print(f"{'step':>4}  {'toy':>8}  {'numpy':>8}")
    for number, (mine, theirs) in enumerate(zip(toy, reference, strict=True), 1):
        print(f"{number:4}  {mine:8.5f}  {theirs:8.5f}")
    assert np.allclose(toy, reference, rtol=1e-5), "the backends disagree"


def compare_devices(data: Digits) -> None:
    """Train an epoch on NumPy's and on Numba's device; compare the losses, print the times."""
    losses = {}
    for device in ("numpy", "numba"):
        first_losses(data, device, 1)  # the first step compiles
        start = time.perf_counter()
        losses[device] = first_losses(data, device, len(data[0]))
        spent = time.perf_counter() - start
        print(f"{device:5}  {spent * 1000:6.1f} ms an epoch, last loss {losses[device][-1]:.5f}")
    assert np.allclose(losses["numba"], losses["numpy"], atol=1e-4), "the devices disagree"


def show_walk_and_graph(parameters: list[rd.Tensor], data: Digits) -> None:
    """Print how one call is routed, and the graph of a loss."""
    images, labels = next(batches(data, np.random.default_rng(SEED)))
    print(rd.explain(rd.matmul, images, parameters[0]))
    loss = rd.nn.functional.cross_entropy(logits(parameters, images), labels)
    print("\nThe graph of the loss:\n")
    print(rd.autograd.graph.describe(loss))


def title(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def main() -> int:
    train_data, test_data = split(*load_digits())
    print(f"{len(train_data[0])} digits to learn from, {len(test_data[0])} held out")
    start = time.perf_counter()
    parameters = train(train_data)
    print(f"trained {EPOCHS} epochs in {time.perf_counter() - start:.1f} s\n")
    share = evaluate(parameters, test_data)
    print(f"\n{share:.2%} of the held-out digits are recognised")

    title("With an operator of our own")
    own = train_with_own_operator(train_data, test_data)
    print(f"{own:.2%} are recognised with smooth_relu in place of relu")

    title("On a backend of our own")
    train_on_own_backend(train_data)

    title("On Numba's device")
    compare_devices(train_data)

    title("How one call is routed")
    show_walk_and_graph(parameters, train_data)

    if min(share, own) < WANTED:
        print(f"that is less than the {WANTED:.0%} that this program should reach", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
