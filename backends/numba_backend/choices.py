"""Which operators have a compiled kernel, and from which size on it is used: one table.

Decides nothing but that; whatever is not here, or does not fit, is NumPy's kernel. Measured by
`benchmarks/kernels.py`, whose figures are on the docs page "The device numba"; where a loop of
NumPy's is as good (a single ufunc of float32, matmul through BLAS, argmax, sort, integers), its
kernel is shared and the operator has no row.

Note [When a compiled loop pays]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A launch costs what a ufunc costs, so a kernel that replaces several passes pays from a few hundred
elements on, and one that replaces a single pass only where the data no longer fit in the nearest
cache, if at all. It costs a compilation of 0.1 to 0.5 s, once for each machine.
"""

from __future__ import annotations

from typing import NamedTuple

SMALL = 256  # elements below which NumPy is as fast, and need not be compiled
LARGE = 16384  # the same for a kernel that NumPy has in one pass

CHANNEL = 16  # elements of a channel of one sample from which on batch norm is compiled

# A convolution is done directly if a result has at most so many terms, or a group so many outputs;
# else as a product of matrices.
CONV_TAPS = 32
CONV_OUTPUTS = 4
CONV_WEIGHT_OUTPUTS = 4


# How many times more elements than threads.WORTH a call has that threads share, by the name of the
# ufunc or loop; once as many for all others. Two threads, float32, calls that follow each other
# (us, shared and not): np.add of 2**18 elements 36 and 34, 2**19 52 and 65, 2**20 86 and 158; a
# copy of 2**17 14 and 12, 2**18 22 and 23; sums of all or of rows of 2**18 18 and 18, 2**19 26 and
# 29, 2**20 37 and 50; of columns of 2**19 37 and 35, 2**20 54 and 68.
SHARED_TIMES: dict[str, int] = {
    **dict.fromkeys(
        (
            "absolute add conjugate divide equal greater greater_equal isfinite isinf isnan less "
            "less_equal logical_and logical_not logical_or logical_xor maximum minimum multiply "
            "negative not_equal positive reciprocal square subtract sum_parts sum_rows mean_rows "
            "sigmoid_backward tanh_backward relu relu_backward leaky_relu leaky_relu_backward "
            "hardtanh_backward hardsigmoid hardsigmoid_backward hardswish hardswish_backward "
            "hardshrink hardshrink_backward softshrink threshold threshold_backward smooth_l1 "
            "smooth_l1_backward mse_backward softmax_backward var_rows std_rows momentum"
        ).split(),
        4,
    ),
    **dict.fromkeys(("copy", "fill"), 2),
    **dict.fromkeys(("sum_columns", "sum_blocks"), 6),
}


class Choice(NamedTuple):
    """How a pointwise operator is compiled.

    Attributes
    ----------
    arrays : 1 to 3; the operands, in front. Of 3, the first is a gradient.
    numbers : how many numbers follow.
    dtypes : letters of the dtypes for which it is faster: f and d are float32 and float64, e stands
        for both of 16 bits, whose loops compute on the bits.
    least : elements from which on it is used.
    function : its name in scalar_ops.py, if not the operator's.
    """

    arrays: int
    numbers: int
    dtypes: str = "efd"
    least: int = SMALL
    function: str = ""


POINTWISE: dict[str, Choice] = {
    "sigmoid": Choice(1, 0),
    "silu": Choice(1, 0),
    "mish": Choice(1, 0),
    "softplus": Choice(1, 2),
    "logsigmoid": Choice(1, 0),
    "elu": Choice(1, 3),
    "erf": Choice(1, 0),
    "exp": Choice(1, 0, "f", LARGE),  # 298 us for 2**20 elements; NumPy 454
    "leaky_relu": Choice(1, 1),
    "hardsigmoid": Choice(1, 0),
    "hardswish": Choice(1, 0),
    "hardshrink": Choice(1, 1),
    "softshrink": Choice(1, 1),
    "threshold": Choice(1, 2),
    "logaddexp": Choice(2, 0),
    "xlogy": Choice(2, 0),
    "_smooth_l1": Choice(2, 1, function="smooth_l1"),
    "_smooth_l1_backward": Choice(3, 1, "fd", function="smooth_l1_backward"),
    "_mse_backward": Choice(3, 1, "fd", function="mse_backward"),
    "_cross_entropy_of_one_backward": Choice(3, 0, "fd", function="cross_entropy_of_one_backward"),
    "_cross_entropy_of_logit": Choice(2, 0, function="cross_entropy_of_logit"),
    "_cross_entropy_of_logit_backward": Choice(
        3, 0, "fd", function="cross_entropy_of_logit_backward"
    ),
    "sigmoid_backward": Choice(2, 0),
    "tanh_backward": Choice(2, 0),
    "relu_backward": Choice(2, 0),
    "silu_backward": Choice(2, 0),
    "mish_backward": Choice(2, 0),
    "softplus_backward": Choice(2, 2),
    "_logsigmoid_backward": Choice(2, 0, function="logsigmoid_backward"),
    "elu_backward": Choice(2, 3),
    "leaky_relu_backward": Choice(2, 1),
    "hardtanh_backward": Choice(2, 2),
    "hardsigmoid_backward": Choice(2, 0),
    "hardswish_backward": Choice(2, 0),
    "hardshrink_backward": Choice(2, 1),
    "threshold_backward": Choice(2, 1),
}

# Operators that NumPy computes in one fast pass unless elements have 16 bits, which loops over the
# bits are for. Microseconds for 2**20 of float16, by way of float32 arrays, and by NumPy: add 117,
# 441, 5717; relu 86, 434, 6360; sqrt 187, -, 5434; exp 454, 490, 299 (10 times as many where NumPy
# has no vector code for it). Whatever is not here goes by way of float32.
ON_BITS: dict[str, Choice] = {
    "add": Choice(2, 0, "e"),
    "sub": Choice(2, 0, "e"),
    "mul": Choice(2, 0, "e"),
    "div": Choice(2, 0, "e"),
    "maximum": Choice(2, 0, "e"),
    "minimum": Choice(2, 0, "e"),
    "neg": Choice(1, 0, "e"),
    "abs": Choice(1, 0, "e", function="absolute"),
    "square": Choice(1, 0, "e"),
    "sqrt": Choice(1, 0, "e"),
    "rsqrt": Choice(1, 0, "e"),
    "reciprocal": Choice(1, 0, "e"),
    "relu": Choice(1, 0, "e"),
    "exp": Choice(1, 0, "e"),
    "log": Choice(1, 0, "e"),
    "tanh": Choice(1, 0, "e"),
}
