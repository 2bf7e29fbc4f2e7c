"""The words that give layers their default rules for an operator.

Decides their names. Any other word may be a tag too: a rule registered for it says what it means.
"""

from __future__ import annotations

from enum import StrEnum


class Tag(StrEnum):
    """A tag of an operator; equal to its name as a string.

    Examples
    --------
    >>> import redispatch as rd
    >>> "pointwise" == rd.Tag.pointwise
    True
    """

    # with default rules here
    pointwise = "pointwise"
    reduction = "reduction"
    view = "view"
    linear = "linear"
    promote = "promote"
    int_to_float = "int_to_float"
    nondifferentiable = "nondifferentiable"
    random = "random"
    moves = "moves"  # elements are moved or filled in: nothing is computed in their dtype
    # PyTorch's, which say nothing to any layer here beyond what opcheck makes of them
    core = "core"
    cudagraph_unsafe = "cudagraph_unsafe"
    data_dependent_output = "data_dependent_output"
    dynamic_output_shape = "dynamic_output_shape"
    flexible_layout = "flexible_layout"
    generated = "generated"
    inplace_view = "inplace_view"
    maybe_aliasing_or_mutating = "maybe_aliasing_or_mutating"
    needs_contiguous_strides = "needs_contiguous_strides"
    needs_exact_strides = "needs_exact_strides"
    needs_fixed_stride_order = "needs_fixed_stride_order"
    nondeterministic_bitwise = "nondeterministic_bitwise"
    nondeterministic_seeded = "nondeterministic_seeded"
    pt2_compliant_tag = "pt2_compliant_tag"
    view_copy = "view_copy"
