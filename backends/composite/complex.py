"""Conjugates and parts of complex numbers in terms of other operators."""

from __future__ import annotations

from ...dispatch.generated.functions import conj_physical, select, view_as_real
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor


@composite("conj")
def conj(self: Tensor) -> Tensor:
    return conj_physical(self) if self.dtype.is_complex else self


@composite("resolve_conj")
def resolve_conj(self: Tensor) -> Tensor:
    return self


composite("resolve_neg")(resolve_conj)


@composite("real")
def real(self: Tensor) -> Tensor:
    return select(view_as_real(self), -1, 0) if self.dtype.is_complex else self


@composite("imag")
def imag(self: Tensor) -> Tensor:
    if not self.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return select(view_as_real(self), -1, 1)
