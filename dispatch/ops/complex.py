"""Declarations: complex numbers, their parts, and conjugates."""

from __future__ import annotations

from .common import FLOAT, POINTWISE, TEST, declare, unary

Z = "rd.tensor([3+4j])"
VIEW = ("view", "linear")

unary(
    "conj_physical",
    "Return the conjugate in new memory; of real numbers a copy.",
    f">>> rd.conj_physical({Z})\ntensor([3.-4.j])",
    POINTWISE,
)
unary(
    "sgn",
    "Return a number of length 1 in the same direction, 0 for 0; of a real number its sign.",
    f">>> rd.sgn({Z})\ntensor([0.6000+0.8000j])",
    POINTWISE,
)
unary(
    "angle",
    "Return the angle in radians between a number and the positive real axis.",
    ">>> rd.angle(rd.tensor([1j, 2, -1]))\ntensor([1.5708, 0.0000, 3.1416])",
    FLOAT,
    inplace=False,
)
unary(
    "isreal",
    "Return whether the imaginary part of each number is 0.",
    ">>> rd.isreal(rd.tensor([1, 1+1j]))\ntensor([ True, False])",
    TEST,
    inplace=False,
    out=False,
)
declare(
    "view_as_real(Tensor(a) self) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view of complex numbers as pairs of real ones, in a new last dimension.",
    example=f">>> rd.view_as_real({Z})\ntensor([[3., 4.]])",
    method=False,
)
declare(
    "view_as_complex(Tensor(a) self) -> Tensor(a)",
    tags=VIEW,
    doc="Return the view of pairs of real numbers, in the last dimension, as complex ones.",
    example=">>> rd.view_as_complex(rd.tensor([[3., 4.]]))\ntensor([3.+4.j])",
    method=False,
)
for _text, _doc, _example, _tags in (
    (
        "complex(Tensor real, Tensor imag) -> Tensor",
        "Return complex numbers of their real and imaginary parts, which have one dtype.",
        "rd.complex(rd.tensor([3.]), rd.tensor([4.]))\ntensor([3.+4.j])",
        ("pointwise", "linear"),
    ),
    (
        "polar(Tensor abs, Tensor angle) -> Tensor",
        "Return complex numbers of their lengths and their angles in radians, of one dtype.",
        "rd.polar(rd.tensor([2.]), rd.tensor([0.]))\ntensor([2.+0.j])",
        ("pointwise",),
    ),
):
    declare(
        _text, tags=_tags, doc=_doc, example=">>> " + _example, method=False, inplace=False,
        out=True,
    )  # fmt: skip

# ----- in other words: each is a composite -----

for _text, _doc, _example in (
    (
        "conj(Tensor(a) self) -> Tensor(a)",
        "Return the conjugate; of real numbers the tensor itself.",
        f"rd.conj({Z})\ntensor([3.-4.j])",
    ),
    (
        "resolve_conj(Tensor(a) self) -> Tensor(a)",
        "Return the tensor itself: conjugates are computed at once here.",
        f"rd.resolve_conj({Z}.conj())\ntensor([3.-4.j])",
    ),
    (
        "resolve_neg(Tensor(a) self) -> Tensor(a)",
        "Return the tensor itself: negatives are computed at once here.",
        "rd.resolve_neg(rd.tensor([1]))\ntensor([1])",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example)
for _text, _doc, _example in (
    (
        "real(Tensor(a) self) -> Tensor(a)",
        "Return the view of the real parts; of real numbers the tensor itself.",
        f"rd.real({Z})\ntensor([3.])",
    ),
    (
        "imag(Tensor(a) self) -> Tensor(a)",
        "Return the view of the imaginary parts of complex numbers.",
        f"rd.imag({Z})\ntensor([4.])",
    ),
):
    declare(_text, doc=_doc, example=">>> " + _example, method=False)
