"""Neural networks, under PyTorch's names.

Everything is loaded when it is first asked for, so that `import redispatch` does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dispatch.later import later

if TYPE_CHECKING:
    from . import functional, init, parameter, utils
    from .activation import (
        GELU,
        GLU,
        LogSigmoid,
        LogSoftmax,
        Mish,
        Sigmoid,
        SiLU,
        Softmax,
        Softmin,
        Softplus,
        Softsign,
        Tanh,
        Tanhshrink,
    )
    from .containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
    from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose2d
    from .dropout import AlphaDropout, Dropout, Dropout1d, Dropout2d
    from .embedding import Embedding
    from .linear import Bilinear, Flatten, Identity, Linear, Unflatten
    from .loss import (
        BCELoss,
        BCEWithLogitsLoss,
        CrossEntropyLoss,
        HuberLoss,
        KLDivLoss,
        L1Loss,
        MSELoss,
        NLLLoss,
        SmoothL1Loss,
    )
    from .loss_margins import (
        CosineEmbeddingLoss,
        GaussianNLLLoss,
        HingeEmbeddingLoss,
        MarginRankingLoss,
        PoissonNLLLoss,
        SoftMarginLoss,
        TripletMarginLoss,
    )
    from .module import Module
    from .norm import BatchNorm1d, BatchNorm2d, GroupNorm, LayerNorm, RMSNorm
    from .parameter import Parameter
    from .pool import (
        AdaptiveAvgPool2d,
        AdaptiveMaxPool2d,
        AvgPool1d,
        AvgPool2d,
        CosineSimilarity,
        MaxPool1d,
        MaxPool2d,
        PairwiseDistance,
        Unfold,
    )
    from .rectifiers import (
        CELU,
        ELU,
        SELU,
        Hardshrink,
        Hardsigmoid,
        Hardswish,
        Hardtanh,
        LeakyReLU,
        PReLU,
        ReLU,
        ReLU6,
        Softshrink,
        Threshold,
    )

_HOMES = {
    "activation": "GELU GLU LogSigmoid LogSoftmax Mish SiLU Sigmoid Softmax Softmin Softplus "
    "Softsign Tanh Tanhshrink",
    "containers": "ModuleDict ModuleList ParameterDict ParameterList Sequential",
    "conv": "Conv1d Conv2d Conv3d ConvTranspose2d",
    "dropout": "AlphaDropout Dropout Dropout1d Dropout2d",
    "embedding": "Embedding",
    "linear": "Bilinear Flatten Identity Linear Unflatten",
    "loss": "BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss "
    "NLLLoss SmoothL1Loss",
    "loss_margins": "CosineEmbeddingLoss GaussianNLLLoss HingeEmbeddingLoss MarginRankingLoss "
    "PoissonNLLLoss SoftMarginLoss TripletMarginLoss",
    "module": "Module",
    "norm": "BatchNorm1d BatchNorm2d GroupNorm LayerNorm RMSNorm",
    "parameter": "Parameter",
    "pool": "AdaptiveAvgPool2d AdaptiveMaxPool2d AvgPool1d AvgPool2d CosineSimilarity "
    "MaxPool1d MaxPool2d PairwiseDistance Unfold",
    "rectifiers": "CELU ELU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU PReLU ReLU ReLU6 "
    "SELU Softshrink Threshold",
}

__all__ = [
    "AdaptiveAvgPool2d",
    "AdaptiveMaxPool2d",
    "AlphaDropout",
    "AvgPool1d",
    "AvgPool2d",
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "BatchNorm2d",
    "Bilinear",
    "CELU",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose2d",
    "CosineEmbeddingLoss",
    "CosineSimilarity",
    "CrossEntropyLoss",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "ELU",
    "Embedding",
    "Flatten",
    "GELU",
    "GLU",
    "GaussianNLLLoss",
    "GroupNorm",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "Identity",
    "KLDivLoss",
    "L1Loss",
    "LayerNorm",
    "LeakyReLU",
    "Linear",
    "LogSigmoid",
    "LogSoftmax",
    "MSELoss",
    "MarginRankingLoss",
    "MaxPool1d",
    "MaxPool2d",
    "Mish",
    "Module",
    "ModuleDict",
    "ModuleList",
    "NLLLoss",
    "PReLU",
    "PairwiseDistance",
    "Parameter",
    "ParameterDict",
    "ParameterList",
    "PoissonNLLLoss",
    "RMSNorm",
    "ReLU",
    "ReLU6",
    "SELU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "Softmax",
    "Softmin",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
    "TripletMarginLoss",
    "Unflatten",
    "Unfold",
    "functional",
    "init",
    "parameter",
    "utils",
]

__getattr__, __dir__ = later(__name__, _HOMES, "functional init parameter utils")
