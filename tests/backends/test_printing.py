"""Printing against what PyTorch 2.13 prints for the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from redispatch.backends.create import infer_array
from redispatch.backends.printing import format_shape, format_tensor

nan, inf = float("nan"), float("inf")

# Recorded as repr(torch.tensor(data)).
DATA: list[tuple[Any, str]] = [
    ([1.0, 2.0], "tensor([1., 2.])"),
    ([1.0, 2.5], "tensor([1.0000, 2.5000])"),
    ([1, 2, 300], "tensor([  1,   2, 300])"),
    ([True, False], "tensor([ True, False])"),
    (
        [[1.0, 2.0], [3.0, 4.0]],
        """tensor([[1., 2.],
        [3., 4.]])""",
    ),
    (3.5, "tensor(3.5000)"),
    (3.0, "tensor(3.)"),
    (-0.0, "tensor(-0.)"),
    (7, "tensor(7)"),
    (True, "tensor(True)"),
    (nan, "tensor(nan)"),
    (inf, "tensor(inf)"),
    ([nan, inf, -inf], "tensor([nan, inf, -inf])"),
    ([nan, 1.0], "tensor([nan, 1.])"),
    ([nan, 1.5, -inf], "tensor([   nan, 1.5000,   -inf])"),
    ([0.0, -0.0], "tensor([0., -0.])"),
    ([1e-5, 1.0], "tensor([1.0000e-05, 1.0000e+00])"),
    ([1e-5], "tensor([1.0000e-05])"),
    ([1e8, 1.0], "tensor([1.0000e+08, 1.0000e+00])"),
    ([1e9], "tensor([1.0000e+09])"),
    ([123456789.0], "tensor([1.2346e+08])"),
    ([1000.0, 1.0], "tensor([1000.,    1.])"),
    ([1001.0, 1.0], "tensor([1.0010e+03, 1.0000e+00])"),
    ([1000.5, 1.0], "tensor([1.0005e+03, 1.0000e+00])"),
    ([0.0001, 0.05], "tensor([1.0000e-04, 5.0000e-02])"),
    ([1e10, nan, 0.0], "tensor([1.0000e+10,        nan, 0.0000e+00])"),
    ([12345.678], "tensor([12345.6777])"),
    (
        [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        """tensor([[[1, 2],
         [3, 4]],

        [[5, 6],
         [7, 8]]])""",
    ),
    ([1 + 2j, -0.5j], "tensor([1.+2.0000j, -0.-0.5000j])"),
    ([1e-6j, 1000.0 + 1j], "tensor([   0.+1.0000e-06j, 1000.+1.0000e+00j])"),
    ([complex(nan, 1.0), complex(1.0, -inf)], "tensor([nan+1.j, 1.-infj])"),
    (2 - 3j, "tensor(2.-3.j)"),
    ([-1, 10, -100], "tensor([  -1,   10, -100])"),
    ([], "tensor([])"),
    ([[], []], "tensor([], size=(2, 0))"),
    (
        [[1.0], [-22.5]],
        """tensor([[  1.0000],
        [-22.5000]])""",
    ),
]

# Recorded as repr(torch.from_numpy(array)).
ARRAYS: list[tuple[Any, str]] = [
    (
        np.zeros((2, 3), np.float64),
        """tensor([[0., 0., 0.],
        [0., 0., 0.]], dtype=redispatch.float64)""",
    ),
    (
        np.ones(2, np.float16),
        "tensor([1., 1.], dtype=redispatch.float16)",
    ),
    (
        np.array([1, 2], np.int32),
        "tensor([1, 2], dtype=redispatch.int32)",
    ),
    (
        np.zeros((0, 3), np.int64),
        "tensor([], size=(0, 3), dtype=redispatch.int64)",
    ),
    (
        np.zeros(0, np.float64),
        "tensor([], dtype=redispatch.float64)",
    ),
    (
        np.zeros((2, 0), bool),
        "tensor([], size=(2, 0), dtype=redispatch.bool)",
    ),
    (
        np.arange(12.0, dtype=np.float32) * 1.25,
        """tensor([ 0.0000,  1.2500,  2.5000,  3.7500,  5.0000,  6.2500,  7.5000,  8.7500,
        10.0000, 11.2500, 12.5000, 13.7500])""",
    ),
    (
        np.arange(30),
        """tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])""",
    ),
    (
        np.arange(60).reshape(2, 30),
        """tensor([[ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
         18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
        [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
         48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59]])""",
    ),
    (
        np.arange(1001),
        "tensor([   0,    1,    2,  ...,  998,  999, 1000])",
    ),
    (
        np.arange(1200.0, dtype=np.float32).reshape(2, 600),
        """tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 5.9700e+02, 5.9800e+02,
         5.9900e+02],
        [6.0000e+02, 6.0100e+02, 6.0200e+02,  ..., 1.1970e+03, 1.1980e+03,
         1.1990e+03]])""",
    ),
    (
        np.arange(3000.0, dtype=np.float32).reshape(10, 10, 30),
        """tensor([[[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 2.7000e+01,
          2.8000e+01, 2.9000e+01],
         [3.0000e+01, 3.1000e+01, 3.2000e+01,  ..., 5.7000e+01,
          5.8000e+01, 5.9000e+01],
         [6.0000e+01, 6.1000e+01, 6.2000e+01,  ..., 8.7000e+01,
          8.8000e+01, 8.9000e+01],
         ...,
         [2.1000e+02, 2.1100e+02, 2.1200e+02,  ..., 2.3700e+02,
          2.3800e+02, 2.3900e+02],
         [2.4000e+02, 2.4100e+02, 2.4200e+02,  ..., 2.6700e+02,
          2.6800e+02, 2.6900e+02],
         [2.7000e+02, 2.7100e+02, 2.7200e+02,  ..., 2.9700e+02,
          2.9800e+02, 2.9900e+02]],

        [[3.0000e+02, 3.0100e+02, 3.0200e+02,  ..., 3.2700e+02,
          3.2800e+02, 3.2900e+02],
         [3.3000e+02, 3.3100e+02, 3.3200e+02,  ..., 3.5700e+02,
          3.5800e+02, 3.5900e+02],
         [3.6000e+02, 3.6100e+02, 3.6200e+02,  ..., 3.8700e+02,
          3.8800e+02, 3.8900e+02],
         ...,
         [5.1000e+02, 5.1100e+02, 5.1200e+02,  ..., 5.3700e+02,
          5.3800e+02, 5.3900e+02],
         [5.4000e+02, 5.4100e+02, 5.4200e+02,  ..., 5.6700e+02,
          5.6800e+02, 5.6900e+02],
         [5.7000e+02, 5.7100e+02, 5.7200e+02,  ..., 5.9700e+02,
          5.9800e+02, 5.9900e+02]],

        [[6.0000e+02, 6.0100e+02, 6.0200e+02,  ..., 6.2700e+02,
          6.2800e+02, 6.2900e+02],
         [6.3000e+02, 6.3100e+02, 6.3200e+02,  ..., 6.5700e+02,
          6.5800e+02, 6.5900e+02],
         [6.6000e+02, 6.6100e+02, 6.6200e+02,  ..., 6.8700e+02,
          6.8800e+02, 6.8900e+02],
         ...,
         [8.1000e+02, 8.1100e+02, 8.1200e+02,  ..., 8.3700e+02,
          8.3800e+02, 8.3900e+02],
         [8.4000e+02, 8.4100e+02, 8.4200e+02,  ..., 8.6700e+02,
          8.6800e+02, 8.6900e+02],
         [8.7000e+02, 8.7100e+02, 8.7200e+02,  ..., 8.9700e+02,
          8.9800e+02, 8.9900e+02]],

        ...,

        [[2.1000e+03, 2.1010e+03, 2.1020e+03,  ..., 2.1270e+03,
          2.1280e+03, 2.1290e+03],
         [2.1300e+03, 2.1310e+03, 2.1320e+03,  ..., 2.1570e+03,
          2.1580e+03, 2.1590e+03],
         [2.1600e+03, 2.1610e+03, 2.1620e+03,  ..., 2.1870e+03,
          2.1880e+03, 2.1890e+03],
         ...,
         [2.3100e+03, 2.3110e+03, 2.3120e+03,  ..., 2.3370e+03,
          2.3380e+03, 2.3390e+03],
         [2.3400e+03, 2.3410e+03, 2.3420e+03,  ..., 2.3670e+03,
          2.3680e+03, 2.3690e+03],
         [2.3700e+03, 2.3710e+03, 2.3720e+03,  ..., 2.3970e+03,
          2.3980e+03, 2.3990e+03]],

        [[2.4000e+03, 2.4010e+03, 2.4020e+03,  ..., 2.4270e+03,
          2.4280e+03, 2.4290e+03],
         [2.4300e+03, 2.4310e+03, 2.4320e+03,  ..., 2.4570e+03,
          2.4580e+03, 2.4590e+03],
         [2.4600e+03, 2.4610e+03, 2.4620e+03,  ..., 2.4870e+03,
          2.4880e+03, 2.4890e+03],
         ...,
         [2.6100e+03, 2.6110e+03, 2.6120e+03,  ..., 2.6370e+03,
          2.6380e+03, 2.6390e+03],
         [2.6400e+03, 2.6410e+03, 2.6420e+03,  ..., 2.6670e+03,
          2.6680e+03, 2.6690e+03],
         [2.6700e+03, 2.6710e+03, 2.6720e+03,  ..., 2.6970e+03,
          2.6980e+03, 2.6990e+03]],

        [[2.7000e+03, 2.7010e+03, 2.7020e+03,  ..., 2.7270e+03,
          2.7280e+03, 2.7290e+03],
         [2.7300e+03, 2.7310e+03, 2.7320e+03,  ..., 2.7570e+03,
          2.7580e+03, 2.7590e+03],
         [2.7600e+03, 2.7610e+03, 2.7620e+03,  ..., 2.7870e+03,
          2.7880e+03, 2.7890e+03],
         ...,
         [2.9100e+03, 2.9110e+03, 2.9120e+03,  ..., 2.9370e+03,
          2.9380e+03, 2.9390e+03],
         [2.9400e+03, 2.9410e+03, 2.9420e+03,  ..., 2.9670e+03,
          2.9680e+03, 2.9690e+03],
         [2.9700e+03, 2.9710e+03, 2.9720e+03,  ..., 2.9970e+03,
          2.9980e+03, 2.9990e+03]]])""",
    ),
    (
        np.arange(1000)[::-1][:40] * 1000,
        """tensor([999000, 998000, 997000, 996000, 995000, 994000, 993000, 992000, 991000,
        990000, 989000, 988000, 987000, 986000, 985000, 984000, 983000, 982000,
        981000, 980000, 979000, 978000, 977000, 976000, 975000, 974000, 973000,
        972000, 971000, 970000, 969000, 968000, 967000, 966000, 965000, 964000,
        963000, 962000, 961000, 960000])""",
    ),
    (
        np.array([1, 255], np.uint8),
        "tensor([  1, 255], dtype=redispatch.uint8)",
    ),
    (
        np.eye(3, dtype=np.float32).T,
        """tensor([[1., 0., 0.],
        [0., 1., 0.],
        [0., 0., 1.]])""",
    ),
    (
        np.arange(6, dtype=np.complex64) * (1 + 0.5j),
        "tensor([0.+0.0000j, 1.+0.5000j, 2.+1.0000j, 3.+1.5000j, 4.+2.0000j, 5.+2.5000j])",
    ),
]

GRADS: list[tuple[Any, dict[str, Any], str]] = [
    (
        np.ones(2, np.float32),
        {"requires_grad": True},
        "tensor([1., 1.], requires_grad=True)",
    ),
    (
        np.ones(2, np.float64),
        {"requires_grad": True},
        "tensor([1., 1.], dtype=redispatch.float64, requires_grad=True)",
    ),
    (
        np.ones(2, np.float32),
        {"requires_grad": True, "grad_fn_name": "AddBackward0"},
        "tensor([1., 1.], grad_fn=<AddBackward0>)",
    ),
    (
        np.linspace(0, 1, 9, dtype=np.float32),
        {"requires_grad": True},
        """tensor([0.0000, 0.1250, 0.2500, 0.3750, 0.5000, 0.6250, 0.7500, 0.8750, 1.0000],
       requires_grad=True)""",
    ),
    (
        np.linspace(0, 1, 8, dtype=np.float32),
        {"grad_fn_name": "MulBackward0", "requires_grad": True},
        """tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000],
       grad_fn=<MulBackward0>)""",
    ),
    (
        np.ones((3, 2), np.float32),
        {"grad_fn_name": "MulBackward0", "requires_grad": True},
        """tensor([[1., 1.],
        [1., 1.],
        [1., 1.]], grad_fn=<MulBackward0>)""",
    ),
]


@pytest.mark.parametrize(("data", "want"), DATA, ids=[str(d) for d, _ in DATA])
def test_data_prints_as_in_pytorch(data: Any, want: str) -> None:
    assert format_tensor(infer_array(data)) == want


@pytest.mark.parametrize(("array", "want"), ARRAYS)
def test_arrays_print_as_in_pytorch(array: Any, want: str) -> None:
    assert format_tensor(array) == want


@pytest.mark.parametrize(("array", "facts", "want"), GRADS)
def test_gradient_facts_come_last(array: Any, facts: dict[str, Any], want: str) -> None:
    assert format_tensor(array, **facts) == want


def test_further_facts() -> None:
    one = np.ones(1, np.float32)
    assert format_tensor(one, device="numba") == "tensor([1.], device='numba')"
    assert format_tensor(one, dtype_is_default=False) == "tensor([1.], dtype=redispatch.float32)"
    assert format_tensor(np.ones(1), dtype_is_default=True) == "tensor([1.])"
    assert format_tensor(one, prefix="Parameter(") == "Parameter([1.])"
    assert format_tensor(one, extra=["tangent=tensor([2.])"]) == (
        "tensor([1.], tangent=tensor([2.]))"
    )


def test_no_numbers() -> None:
    # as repr(torch.zeros(2, 3, device="meta", dtype=...))
    want = "tensor(..., device='meta', size=(2, 3)"
    assert format_shape((2, 3), np.dtype("f4"), device="meta") == want + ")"
    assert format_shape((2, 3), np.dtype("i8"), device="meta") == want + ", dtype=redispatch.int64)"


def test_subclass_rows_line_up() -> None:
    # as repr(torch.nn.Parameter) shows its data: the numbers stand under each other
    assert format_tensor(np.ones((2, 1), np.float32), prefix="MyTensor(") == (
        "MyTensor([[1.],\n          [1.]])"
    )
