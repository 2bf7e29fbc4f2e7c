"""Embedding as a module: rows of a matrix that is learnt."""

from __future__ import annotations

from typing import Any

from ..backends.dtypes import dtype as DType
from ..dispatch.tensor import Tensor
from ..modes import no_grad
from . import functional as F  # noqa: N812 - as everybody names it
from . import init
from .linear import new_parameter
from .module import Module
from .parameter import Parameter


class Embedding(Module):
    """Reads rows of a matrix by their numbers.

    Parameters
    ----------
    num_embeddings, embedding_dim : int
        The sizes of the matrix.
    padding_idx : int, optional
        A row that starts with zeros and gets no gradient.
    max_norm, norm_type
        Rows that are read and have a larger norm are scaled down to it, in place.
    scale_grad_by_freq : bool
        Divide the gradient of a row by how often it was read.
    sparse : bool
        Accepted for PyTorch's sake: gradients are dense.
    device, dtype
        Of the matrix.

    Raises
    ------
    AssertionError
        If `padding_idx` names no row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Embedding(10, 3)(rd.tensor([[1, 2, 4]])).shape
    (1, 3, 3)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= num_embeddings
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        if _weight is None:
            self.weight = new_parameter(num_embeddings, embedding_dim, device=device, dtype=dtype)
            self.weight.requires_grad_(not _freeze)
            self.reset_parameters()
        else:
            if tuple(_weight.shape) != (num_embeddings, embedding_dim):
                raise AssertionError(
                    "Shape of weight does not match num_embeddings and embedding_dim"
                )
            self.weight = Parameter(_weight, requires_grad=not _freeze)

    def reset_parameters(self) -> None:
        """Draw the matrix anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].zero_()

    def forward(self, input: Tensor) -> Tensor:
        """Return the rows."""
        return F.embedding(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.sparse,
        )

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None, **kwargs: Any
    ) -> Embedding:
        """Return a module whose matrix is the given one, which is not trained if frozen.

        Examples
        --------
        >>> import redispatch as rd
        >>> rd.nn.Embedding.from_pretrained(rd.tensor([[1.], [2.]]))(rd.tensor(1))
        tensor([2.])
        """
        rows, columns = embeddings.shape
        return cls(rows, columns, padding_idx, _weight=embeddings, _freeze=freeze, **kwargs)

    def extra_repr(self) -> str:
        """Return the sizes and what was asked for."""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type}"
        if self.scale_grad_by_freq:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq}"
        return text + (", sparse=True" if self.sparse else "")
