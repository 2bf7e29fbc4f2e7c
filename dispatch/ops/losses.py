"""Declarations: losses other than the cross entropy."""

from __future__ import annotations

from .common import declare

REDUCTION = "str reduction='mean'"
_PAIR = "rd.tensor([1., 2.]), rd.tensor([1., 4.])"
for _name, _extra, _doc, _result in (
    ("mse_loss", "", "squared differences", "2."),
    ("l1_loss", "", "absolute differences", "1."),
    ("smooth_l1_loss", ", float beta=1.0",
     "squared differences below beta, over 2 beta, and of absolute ones, less beta / 2, above",
     "0.7500"),
    ("huber_loss", ", float delta=1.0",
     "half squared differences below delta, and of absolute ones, continued straight, above",
     "0.7500"),
):  # fmt: skip
    declare(
        f"{_name}(Tensor self, Tensor target, *, {REDUCTION}{_extra}) -> Tensor",
        tags=("promote",) if _name == "mse_loss" else (),
        doc=f"Return the mean or sum of {_doc}.",
        example=f">>> rd.{_name}({_PAIR})\ntensor({_result})",
        method=False,
    )
declare(
    f"kl_div(Tensor self, Tensor target, *, {REDUCTION}, bool log_target=False) -> Tensor",
    doc="Return the Kullback-Leibler divergence of logarithmic probabilities from a target.",
    example=">>> rd.kl_div(rd.tensor([0., 0.]), rd.tensor([1., 1.]), reduction='sum')\ntensor(0.)",
    method=False,
)
declare(
    "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, *, "
    f"{REDUCTION}) -> Tensor",
    doc="Return the cross entropy between probabilities of one class and their targets.",
    example=">>> rd.binary_cross_entropy(rd.tensor([0.5]), rd.tensor([1.]))\ntensor(0.6931)",
    method=False,
)
declare(
    "_cross_entropy_of_one(Tensor self, Tensor target) -> Tensor",
    tags=("pointwise",),
    doc="Return the cross entropy between each probability and its target, at most 100.",
    method=False,
)
declare(
    "_smooth_l1(Tensor self, Tensor target, Scalar beta) -> Tensor",
    tags=("pointwise", "promote"),
    doc="Return squared differences below beta, over 2 beta, else absolute ones less beta / 2.",
    method=False,
)
for _name, _more, _doc in (
    ("_smooth_l1", ", Scalar beta", "_smooth_l1 for its first argument"),
    ("_mse", ", Scalar factor", "half of factor times squared differences for the first operand"),
    ("_cross_entropy_of_one", "", "_cross_entropy_of_one for the probabilities"),
    ("_cross_entropy_of_logit", "", "_cross_entropy_of_logit for the logits"),
):
    declare(
        f"{_name}_backward(Tensor grad, Tensor self, Tensor target{_more}) -> Tensor",
        tags=("pointwise", "promote"),
        doc=f"Return the gradient of {_doc}.",
        method=False,
    )
declare(
    "_cross_entropy_of_logit(Tensor self, Tensor target) -> Tensor",
    tags=("pointwise", "promote"),
    doc="Return the cross entropy between the sigmoid of each logit and its target.",
    method=False,
)
declare(
    "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, *, "
    f"{REDUCTION}, Tensor? pos_weight=None) -> Tensor",
    doc="Return the cross entropy between the sigmoid of logits and targets, without overflow.",
    example=">>> rd.binary_cross_entropy_with_logits(rd.tensor([0.]), rd.tensor([1.]))\n"
    "tensor(0.6931)",
    method=False,
)
declare(
    "nll_loss(Tensor self, Tensor target, Tensor? weight=None, *, int ignore_index=-100, "
    f"{REDUCTION}) -> Tensor",
    doc="Return minus the logarithmic probabilities (N, C, ...) of the target classes.",
    example=">>> rd.nll_loss(rd.tensor([[-1., -2.]]), rd.tensor([1]))\ntensor(2.)",
    method=False,
)
declare(
    "nll_loss_backward(Tensor grad, Tensor self, Tensor target, Tensor? weight, int ignore_index, "
    "str reduction) -> Tensor",
    doc="Return the gradient of nll_loss for the logarithmic probabilities.",
    method=False,
)
