"""Every operator is whole: rules, derivative, words, an example, samples, formulas over payloads.

What is missing on purpose has a written reason here; a reason that no longer holds fails too.
"""

from __future__ import annotations

import pathlib
from typing import Any

import pytest
from samples import ROWS

from redispatch.autograd.derivatives import Row, parameters, row_of
from redispatch.autograd.raw_formula import CannotCompile, raw_formula
from redispatch.backends import backend_named
from redispatch.dispatch import Operator, lookup, operators
from redispatch.dispatch.rules import RULES

OURS = [o for o in operators() if o.schema.namespace == "rd" and o.functional is None]
NAMES = [o.schema.name for o in OURS if not o.schema.overload]
WITH_ROW = [n for n in NAMES if row_of(lookup(n)) is not None]


def differentiable(name: str) -> bool:
    """Whether an operator has a derivative: a row, or that of what it is composed of."""
    composed = RULES.active(f"rd::{name}", "Composite") is not None
    return name in WITH_ROW or (composed and "nondifferentiable" not in lookup(name).tags)


NO_RULE: dict[str, str] = {}
TIES = "equal elements share one result: which of them gets its gradient is not defined"
NO_DERIVATIVE = {"_unique": TIES, "_unique_consecutive": TIES}
SEVERAL = "has several results; tested with the reductions"
NO_SAMPLES = {
    "aminmax": SEVERAL,
    "var_mean": SEVERAL,
    "std_mean": SEVERAL,
    "allclose": "returns a bool; tested with the reductions",
    "equal": "returns a bool; tested with the reductions",
    "positive": "returns its input",
    "to_device": "needs a second backend; tested with the devices",
    "_alias_on": "needs a second backend; tested with the devices",
}
RANDOM = "draws random numbers; tested in backends/test_random.py"
NO_SAMPLES |= {
    name: RANDOM
    for name in (
        "rand_like", "randn_like", "_randint_like", "normal_", "uniform_", "exponential_",
        "random_",
        "bernoulli", "bernoulli_", "multinomial", "native_dropout",
    )
}  # fmt: skip
NO_SAMPLES |= {
    name: "writes several tensors; tested in optim/test_steps.py"
    for name in ("_adam_step_", "_momentum_step_")
}
NO_SAMPLES["empty_like"] = "what it holds is not said"
NO_SAMPLES |= {
    name: "changes which memory the tensor looks at; tested in autograd/test_memory.py"
    for name in ("resize_", "resize_as_", "set_")
}
NO_EXAMPLE = {
    "to_device": "is used as Tensor.to",
    **{
        name: "shows nothing: the numbers are random"
        for name in (
            "rand_like", "randn_like", "normal_", "uniform_", "exponential_", "random_",
            "bernoulli_",
        )
    },
}  # fmt: skip
NO_FORMULA = {
    ("where", "condition"): "holds truth values",
    ("cross_entropy_factor", "self"): "only its sizes matter",
    **{(name, "target"): "holds classes" for name in ("nll_loss", "nll_loss_backward")},
    **{(name, "weight"): "PyTorch has none" for name in ("nll_loss", "nll_loss_backward")},
    **{
        (name, "index"): "holds places"
        for name in (
            "gather", "scatter", "scatter_add", "scatter_reduce", "index_select", "index_add",
            "index_copy", "index_fill", "take", "put",
        )
    },
    **{
        (name, "indices"): "holds places"
        for name in (
            "_pick", "_place", "index", "index_put", "embedding", "embedding_backward",
            "_max_pool_backward",
        )
    },
    **{
        (name, "mask"): "holds truth values"
        for name in ("masked_fill", "masked_select", "masked_scatter", "masked_scatter_backward")
    },
    **{
        (name, saved): "is computed again where derivatives of it are asked for"
        for name in ("layer_norm_backward", "layer_norm_weight_backward")
        for saved in ("mean", "rstd")
    },
    ("bernoulli_", "p"): "has no slope",
}  # fmt: skip
LISTS = "handles lists"
NOT_RAW = {
    ("cat", "tensors"): LISTS,
    ("split", "self"): LISTS,
    ("scatter_reduce", "self"): "names several values at once",
    ("scatter_reduce", "src"): "names several values at once",
    **{
        (name, of): "is a second derivative, written for any order of it"
        for name, inputs in (
            ("layer_norm_backward", ("grad", "self", "weight")),
            ("layer_norm_weight_backward", ("grad", "self")),
        )
        for of in inputs
    },
    ("to_device", "self"): "sends the gradient to another backend, which raw kernels cannot",
    ("_alias_on", "self"): "sends the gradient to another backend, which raw kernels cannot",
}


def private(name: str) -> bool:
    """Whether an operator is made for formulas, not for users."""
    return name.startswith("_") or name.endswith(("_backward", "_factor"))


def waived(missing: bool, waivers: dict[Any, str], key: Any, what: str) -> None:
    """Fail where something is missing without a reason, or has a reason that is not needed."""
    if key in waivers:
        assert missing, f"{key} has {what} now: take its waiver away"
    else:
        assert not missing, f"{key} has no {what}"


@pytest.mark.parametrize("name", NAMES)
def test_rule(name: str) -> None:
    rules = {slot for slot, _ in RULES.of(f"rd::{name}")}
    waived(
        not rules & {"NumPy", "Composite", "CompositeExplicit"},
        NO_RULE,
        name,
        "rule for NumPy, nor a composite",
    )


@pytest.mark.parametrize("name", NAMES)
def test_derivative(name: str) -> None:
    operator = lookup(name)
    missing = (
        row_of(operator) is None
        and "nondifferentiable" not in operator.tags
        and RULES.active(operator.name, "Composite") is None
    )
    waived(missing, NO_DERIVATIVE, name, "derivative, nor the word nondifferentiable")
    assert row_of(operator) is None or "nondifferentiable" not in operator.tags


@pytest.mark.parametrize("name", NAMES)
def test_words(name: str) -> None:
    operator: Operator = lookup(name)
    assert operator.doc[:1].isupper() and operator.doc.endswith("."), operator.doc
    assert len(operator.doc) > 10
    if not private(name):
        waived(not operator.example, NO_EXAMPLE, name, "example")
    if operator.example:
        assert operator.example.startswith(">>> ")


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    waived(name not in ROWS, NO_SAMPLES, name, "row of samples")
    if name in ROWS:
        assert ROWS[name].differentiable == differentiable(name), name


def test_no_row_without_an_operator() -> None:
    assert set(ROWS) <= set(NAMES)
    for waivers in (NO_RULE, NO_DERIVATIVE, NO_SAMPLES, NO_EXAMPLE):
        assert set(waivers) <= set(NAMES)


@pytest.mark.parametrize("name", WITH_ROW)
def test_formulas_over_payloads(name: str) -> None:
    """Each reverse formula compiles to calls of raw kernels, which backward() needs to be fast."""
    operator, row = lookup(name), row_of(lookup(name))
    assert isinstance(row, Row)
    tensors = {a.name for a in operator.schema.arguments if a.is_tensor or a.is_tensor_list}
    for target, formula in row.formulas.items():
        payloads = frozenset(p for p in parameters(formula) if p in tensors or p in ("g", "result"))
        try:
            raw_formula(formula, payloads, backend_named(None))
        except CannotCompile as error:
            waived(True, NOT_RAW, (name, target), f"raw form ({error})")
        else:
            waived(False, NOT_RAW, (name, target), "raw form")


@pytest.mark.parametrize("name", WITH_ROW)
def test_derivatives_of_all_inputs(name: str) -> None:
    row = row_of(lookup(name))
    assert isinstance(row, Row)
    for argument in lookup(name).schema.tensor_arguments:
        missing = argument.name not in row.formulas
        waived(missing, NO_FORMULA, (name, argument.name), "formula")


def test_generated_modules_are_up_to_date() -> None:
    from redispatch.dispatch import generate, generated

    folder = pathlib.Path(next(iter(generated.__path__)))
    assert (folder / "functions.py").read_text() == generate.functions()
    assert (folder / "methods.py").read_text() == generate.methods()
