"""Declarations: angles, their functions, and the hyperbolic functions."""

from __future__ import annotations

from .common import FLOAT, binary, unaries

unaries(
    {
        "tan": (
            "Return the tangent of an angle in radians.",
            "[0., 1.]",
            "tensor([0.0000, 1.5574])",
        ),
        "asin": ("Return the angle whose sine is given.", "[0., 1.]", "tensor([0.0000, 1.5708])"),
        "acos": ("Return the angle whose cosine is given.", "[1., 0.]", "tensor([0.0000, 1.5708])"),
        "atan": (
            "Return the angle whose tangent is given.",
            "[0., 1.]",
            "tensor([0.0000, 0.7854])",
        ),
        "sinh": ("Return the hyperbolic sine.", "[0., 1.]", "tensor([0.0000, 1.1752])"),
        "cosh": ("Return the hyperbolic cosine.", "[0., 1.]", "tensor([1.0000, 1.5431])"),
        "asinh": ("Return the inverse hyperbolic sine.", "[0., 1.]", "tensor([0.0000, 0.8814])"),
        "acosh": ("Return the inverse hyperbolic cosine.", "[1., 2.]", "tensor([0.0000, 1.3170])"),
        "atanh": ("Return the inverse hyperbolic tangent.", "[0., .5]", "tensor([0.0000, 0.5493])"),
        "sinc": ("Return sin(pi x) / (pi x), 1 at 0.", "[0., .5]", "tensor([1.0000, 0.6366])"),
        "deg2rad": ("Return an angle of degrees in radians.", "[180.]", "tensor([3.1416])"),
        "rad2deg": ("Return an angle of radians in degrees.", "[1.]", "tensor([57.2958])"),
    }
)
binary(
    "atan2",
    "Return the angle of the point (other, input), in the right quadrant.",
    ">>> rd.atan2(rd.tensor([1.]), rd.tensor([-1.]))\ntensor([2.3562])",
    FLOAT,
)
binary(
    "hypot",
    "Return the length of the hypotenuse over two legs.",
    ">>> rd.hypot(rd.tensor([3.]), rd.tensor([4.]))\ntensor([5.])",
)
