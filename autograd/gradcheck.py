"""`gradcheck` and `gradgradcheck`: derivatives against finite differences.

Decides what may be asked for. What is checked is in gradcheck_checks.py, which is imported by the
first check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class GradcheckError(RuntimeError):
    """A derivative is not what finite differences say, or backward breaks a rule."""


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Check the derivatives of a function against finite differences.

    Parameters
    ----------
    func : callable
        Takes the inputs; returns a tensor, or several. What is no tensor of numbers is passed over.
    inputs : Tensor or sequence
        Those that require grad are checked, and should be float64 or complex128.
    eps : float
        The step of the central differences.
    atol, rtol : float
        How far an entry may be from the differences, absolutely and relatively.
    raise_exception : bool
        Raise on failure; otherwise return False. Other exceptions are raised in any case.
    nondet_tol : float
        How far two backward runs may be from each other.
    check_undefined_grad : bool
        Check that missing gradients of outputs act as zeros.
    check_grad_dtypes : bool
        Check that gradients have the dtypes of the inputs.
    check_batched_grad : bool
        Check gradients for a batch of gradients of the output; the batch is run in a loop.
    check_batched_forward_grad : bool
        Accepted; tangents are checked one by one.
    check_forward_ad, check_backward_ad : bool
        Check forward mode, and reverse mode.
    fast_mode : bool
        Compare one random projection instead of all entries; complex numbers take the slow way.

    Raises
    ------
    GradcheckError
        If a check fails.
    ValueError
        If no input requires grad.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([0.5, 2.0], dtype=rd.float64, requires_grad=True)
    >>> rd.autograd.gradcheck(lambda x: (x * x).sum(), (x,))
    True
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError(
            "Expected at least one of check_forward_ad or check_backward_ad to be True"
        )
    if check_batched_grad and not check_backward_ad:
        raise AssertionError(
            "Setting check_batched_grad=True requires check_backward_ad to be True"
        )
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError(
            "Setting check_batched_forward_grad=True requires check_forward_ad to be True"
        )
    from .gradcheck_checks import Options, as_tuple, check

    options = Options(
        eps, atol, rtol, nondet_tol, check_undefined_grad, check_grad_dtypes, check_batched_grad,
        check_forward_ad, check_backward_ad, fast_mode,
    )  # fmt: skip
    try:
        check(func, as_tuple(inputs), options)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
) -> bool:
    """Check second derivatives: `gradcheck` of the gradients, for the inputs and `grad_outputs`.

    Parameters
    ----------
    grad_outputs : Tensor or sequence, optional
        Gradients of the outputs that require grad; random ones if left out.
    gen_non_contig_grad_outputs : bool
        Make the random ones with gaps in memory.
    check_fwd_over_rev, check_rev_over_rev : bool
        Check forward mode of the gradients, and reverse mode.
    The others are those of `gradcheck`.

    Raises
    ------
    GradcheckError
        If a check fails.
    ValueError
        If no input requires grad.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([0.5, 2.0], dtype=rd.float64, requires_grad=True)
    >>> rd.autograd.gradgradcheck(lambda x: x * x * x, (x,), check_fwd_over_rev=True)
    True
    """
    if not (check_fwd_over_rev or check_rev_over_rev):
        raise AssertionError(
            "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"
        )
    for name, asked in (
        ("check_undefined_grad", check_undefined_grad),
        ("check_batched_grad", check_batched_grad),
    ):
        if asked and not check_rev_over_rev:
            raise AssertionError(f"Setting {name}=True requires check_rev_over_rev to be True")
    from .gradcheck_checks import as_tuple, gradients_of, random_seeds

    given = as_tuple(inputs)
    seeds = (
        random_seeds(func, given, gen_non_contig_grad_outputs)
        if grad_outputs is None
        else as_tuple(grad_outputs)
    )
    return gradcheck(
        gradients_of(func, given, seeds),
        (*given, *seeds),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
        fast_mode=fast_mode,
    )


__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]
