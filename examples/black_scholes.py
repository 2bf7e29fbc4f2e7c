"""Prices a million options with their five Greeks, from one function of five numbers.

    python examples/black_scholes.py [--size 1000000] [--compare]

`--compare` measures a loop written by hand in Numba, and PyTorch and HIPS autograd where they are
installed, in the same process, each on one thread.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import redispatch as rd

GREEKS = ("delta", "by strike", "theta", "rho", "vega")


def cdf(x: Any) -> Any:
    return 0.5 * (1.0 + math.erf(x * math.sqrt(0.5)))


@rd.elementwise
def call_price(spot: Any, strike: Any, years: Any, rate: Any, volatility: Any) -> Any:
    """The price of a European call option."""
    spread = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread
    return spot * cdf(d1) - strike * math.exp(-rate * years) * cdf(d1 - spread)


def options(size: int) -> list[Any]:
    """Return spot, strike, years, rate and volatility of made-up options, in float32."""
    draw = np.random.default_rng(0)
    ranges = [(50, 150), (50, 150), (0.1, 2), (0.0, 0.1), (0.1, 0.5)]
    return [draw.uniform(*each, size).astype(np.float32) for each in ranges]


def by_hand(s: Any, k: Any, t: Any, r: Any, v: Any) -> list[Any]:
    """Return the price and the Greeks as textbooks give them, in float64."""
    s, k, t, r, v = (each.astype(np.float64) for each in (s, k, t, r, v))
    erf = np.vectorize(math.erf, otypes=[np.float64])
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    d2 = d1 - v * np.sqrt(t)
    n1, n2 = (0.5 * (1 + erf(d / np.sqrt(2))) for d in (d1, d2))
    density = np.exp(-d1 * d1 / 2) / np.sqrt(2 * np.pi)
    paid = k * np.exp(-r * t)
    theta = s * density * v / (2 * np.sqrt(t)) + r * paid * n2
    return [s * n1 - paid * n2, n1, -paid * n2 / k, theta, t * paid * n2, s * density * np.sqrt(t)]


def best(run: Callable[[], Any], rounds: int) -> float:
    """Return the milliseconds of the fastest of several runs, after one that is not counted."""
    run()
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times) * 1e3


def report(what: str, ms: float, ours: float) -> None:
    print(f"{what:44}{ms:9.2f} ms  x {ms / ours:5.2f}")


def with_gradients(arrays: list[Any]) -> Callable[[], Any]:
    """Return a run forward and backward, as for a loss."""
    inputs = [rd.tensor(a, device="numba", requires_grad=True) for a in arrays]

    def run() -> Any:
        return rd.autograd.grad(call_price(*inputs).sum(), inputs)

    return run


def in_numba(arrays: list[Any]) -> Callable[[], Any]:
    """Return the loop that one would write by hand."""
    import numba

    @numba.njit(error_model="numpy", fastmath={"contract"})  # type: ignore[untyped-decorator]
    def loop(spot: Any, strike: Any, years: Any, rate: Any, vol: Any, out: Any) -> None:
        half, one, root = np.float32(0.5), np.float32(1), np.float32(math.sqrt(0.5))
        density = np.float32(1 / math.sqrt(2 * math.pi))
        for i in range(spot.size):
            s, k, t, r, v = spot[i], strike[i], years[i], rate[i], vol[i]
            sqrt_t = math.sqrt(t)
            d1 = (math.log(s / k) + (r + half * v * v) * t) / (v * sqrt_t)
            n1 = half * (one + math.erf(d1 * root))
            n2 = half * (one + math.erf((d1 - v * sqrt_t) * root))
            discount = math.exp(-r * t)
            dense = density * math.exp(-half * d1 * d1)
            out[0, i] = s * n1 - k * discount * n2
            out[1, i] = n1
            out[2, i] = -discount * n2
            out[3, i] = half * s * dense * v / sqrt_t + r * k * discount * n2
            out[4, i] = t * k * discount * n2
            out[5, i] = s * dense * sqrt_t

    out = np.empty((6, arrays[0].size), np.float32)
    return lambda: loop(*arrays, out)


def in_torch(arrays: list[Any]) -> Callable[[], Any]:
    """Return the same in PyTorch, eager."""
    import torch

    torch.set_num_threads(1)
    inputs = [torch.from_numpy(a).requires_grad_() for a in arrays]

    def run() -> Any:
        s, k, t, r, v = inputs
        spread = v * t.sqrt()
        d1 = ((s / k).log() + (r + 0.5 * v**2) * t) / spread
        n1, n2 = (0.5 * (1 + torch.erf(d * math.sqrt(0.5))) for d in (d1, d1 - spread))
        return torch.autograd.grad((s * n1 - k * (-r * t).exp() * n2).sum(), inputs)

    return run


def in_hips(arrays: list[Any]) -> Callable[[], Any]:
    """Return the same in HIPS autograd."""
    import autograd
    import autograd.numpy as anp
    from autograd.scipy.special import erf

    def price(s: Any, k: Any, t: Any, r: Any, v: Any) -> Any:
        spread = v * anp.sqrt(t)
        d1 = (anp.log(s / k) + (r + 0.5 * v**2) * t) / spread
        n1, n2 = (0.5 * (1 + erf(d * math.sqrt(0.5))) for d in (d1, d1 - spread))
        return anp.sum(s * n1 - k * anp.exp(-r * t) * n2)

    gradient = autograd.grad(price, argnum=(0, 1, 2, 3, 4))
    return lambda: gradient(*arrays)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    arrays = options(asked.size)
    inputs = [rd.tensor(a, device="numba") for a in arrays]
    price, greeks = call_price.value_and_slopes(*inputs)
    expected = by_hand(*arrays)
    for name, found, exact in zip(("price", *GREEKS), (price, *greeks), expected, strict=True):
        error = np.max(np.abs(found.numpy() - exact)) / np.max(np.abs(exact))
        print(f"{name:10} mean {found.numpy().mean():9.4f}  largest error {error:.1e}")
    ours = best(lambda: call_price.value_and_slopes(*inputs), asked.rounds)
    report("price and Greeks in one call", ours, ours)
    report("price, then backward", best(with_gradients(arrays), asked.rounds), ours)
    if asked.compare:
        others = {
            "a loop by hand in Numba": in_numba,
            "PyTorch, eager": in_torch,
            "HIPS autograd": in_hips,
        }
        for what, make in others.items():
            try:
                run = make(arrays)
            except ImportError as error:
                print(f"{what:44}is not installed: {error}")
                continue
            report(what, best(run, asked.rounds), ours)


if __name__ == "__main__":
    main()
