"""Declarations: operators that draw random numbers."""

from __future__ import annotations

from .common import declare

for _name, _arguments, _doc in (
    ("rand_like", "", "Return numbers drawn evenly from [0, 1) in the sizes of a tensor."),
    ("randn_like", "", "Return standard normal numbers in the sizes of a tensor."),
    (
        "_randint_like",
        ", int low, int high",
        "Return integers in [low, high) in the sizes of a tensor.",
    ),
):
    declare(
        f"{_name}(Tensor self{_arguments}, *, dtype? dtype=None, Generator? generator=None) "
        "-> Tensor",
        tags=("random", "nondifferentiable"),
        doc=_doc,
        method=False,
    )
for _name, _arguments, _doc in (
    ("normal_", "float mean=0.0, float std=1.0", "Write normal numbers."),
    ("uniform_", "float low=0.0, float high=1.0", "Write numbers drawn evenly from [low, high)."),
    ("exponential_", "float lambd=1.0", "Write exponentially distributed numbers."),
    ("random_", "int? low=None, int? high=None", "Write integers in [low, high)."),
):
    declare(
        f"{_name}(Tensor(a!) self, {_arguments}, *, Generator? generator=None) -> Tensor(a!)",
        tags=("random", "inplace"),
        doc=_doc,
    )
declare(
    "bernoulli_(Tensor(a!) self, TensorOrScalar p=0.5, *, Generator? generator=None) -> Tensor(a!)",
    tags=("random", "inplace"),
    doc="Write ones with the probability `p`, else zeros.",
)
declare(
    "bernoulli(Tensor self, float? p=None, *, Generator? generator=None) -> Tensor",
    tags=("random",),
    doc="Return ones with the probabilities that `input` holds (or `p`), else zeros.",
    example=">>> rd.bernoulli(rd.tensor([0., 1.]))\ntensor([0., 1.])",
)
declare(
    "multinomial(Tensor self, int num_samples, bool replacement=False, *, "
    "Generator? generator=None) -> Tensor",
    tags=("random", "nondifferentiable"),
    doc="Draw indices with probabilities in proportion to the weights of each row.",
    example=">>> rd.multinomial(rd.tensor([0., 1.]), 1)\ntensor([1])",
)
declare(
    "native_dropout(Tensor self, float p, bool? train=True, *, Generator? generator=None) "
    "-> (Tensor output, Tensor mask)",
    tags=("random",),
    doc="Set elements to zero with the probability p, scale the others; also return which.",
    example=">>> rd.native_dropout(rd.tensor([1.]), 0.)[0]\ntensor([1.])",
    method=False,
)
