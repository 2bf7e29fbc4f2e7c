"""A small convolutional network with modules, an optimizer, a schedule and a data loader.

The imports below are the only lines that differ from the same program for PyTorch.
"""

from __future__ import annotations

import io

import redispatch as torch
from redispatch import nn
from redispatch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(0)
device = torch.device("cpu")

# Data: noisy 8 x 8 images of a horizontal, a vertical or a diagonal line, and which one it is.
count = 600
kind = torch.randint(0, 3, (count,))
place = torch.randint(1, 7, (count,))
images = 0.3 * torch.randn(count, 1, 8, 8)
for i in range(count):
    where = int(place[i])
    if kind[i] == 0:
        images[i, 0, where] += 1.0
    elif kind[i] == 1:
        images[i, 0, :, where] += 1.0
    else:
        images[i, 0] += torch.eye(8)

source = torch.Generator().manual_seed(1)
train_set, test_set = random_split(TensorDataset(images, kind), [0.8, 0.2], generator=source)
train_loader = DataLoader(train_set, batch_size=32, shuffle=True, generator=source)
test_loader = DataLoader(test_set, batch_size=120)


class Net(nn.Module):
    """Two convolutions, then a linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, kernel_size=3, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(8, 16, kernel_size=3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scores: torch.Tensor = self.head(self.features(x))
        return scores


def train(model: nn.Module, epochs: int) -> None:
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    model.train()
    for epoch in range(epochs):
        total = 0.0
        for inputs, targets in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(inputs.to(device)), targets.to(device))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            total += loss.item() * len(inputs)
        schedule.step()
        print(f"epoch {epoch + 1}: loss {total / len(train_set):.4f}")


@torch.no_grad()
def accuracy(model: nn.Module) -> float:
    model.eval()
    right = 0.0
    for inputs, targets in test_loader:
        right += (model(inputs).argmax(1) == targets).sum().item()
    return right / len(test_set)


model = Net().to(device)
print(model)
print(f"{sum(p.numel() for p in model.parameters())} parameters")
train(model, epochs=4)
before = accuracy(model)
print(f"{100 * before:.1f} % of the held-out lines are recognised")

file = io.BytesIO()
torch.save(model.state_dict(), file)
file.seek(0)
again = Net()
again.load_state_dict(torch.load(file))
print("the same after saving and loading:", accuracy(again) == before)
