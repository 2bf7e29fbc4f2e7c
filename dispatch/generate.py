"""Writes generated/functions.py and generated/methods.py from the declarations.

Decides the frame of those two modules; callers.py decides the callers. Run as
`python dispatch/generated`, which works also where a derivative names an operator that was declared
just now; a test regenerates and compares.
"""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterable

from . import ops
from .callers import DUNDERS, dunder_source, function_source, ident, method_source
from .operator import NAMESPACE, Operator
from .registry import OPERATORS, operators

__all__ = ["functions", "methods", "ops", "write"]

HEAD = '''"""{title}

Written by `make generate` from the declarations in dispatch/ops; edits are lost.
"""

# ruff: noqa: A001, A002, E501, F401
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ops as _ops
from ..keys import SCALAR_BITS
from ..operator import DTYPE_TYPES as DTYPES
from ..operator import REAL_TYPES as SCALARS
from ..operator import TENSOR_TYPES as TENSORS
from ..operator import binary, keys_of, keys_or_none
from ..registry import lookup
from ..state import state_bits as state

if TYPE_CHECKING:
    from ..tensor import Tensor

Number = int | float | complex
Operand = Any
SCALAR_0, SCALAR_1 = SCALAR_BITS[:2]
'''


def _own() -> list[Operator]:
    return [op for op in operators() if op.schema.namespace == NAMESPACE]


def _links(operators: Iterable[Operator]) -> str:
    lines = []
    for op in operators:
        lines.append(f'OP_{ident(op)} = lookup("{op.name}")')
        lines.append(f"W_{ident(op)} = OP_{ident(op)}.walks")
    return "\n".join(lines) + "\n"


def functions() -> str:
    """Return the source of the module of functions."""
    chosen = [op for op in _own() if not op.schema.overload]
    # A name that stands for several operators is given by overloads.py.
    named = [op.schema.name for op in chosen if "overloaded" not in op.tags]
    public = [name for name in named if not name.startswith("_")]
    names = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(public)) + "]\n"
    parts = [HEAD.format(title="The function of every operator."), names, _links(_own()), ""]
    parts += [function_source(op) + "\n" for op in chosen]
    parts.append("\n".join(f"OP_{ident(op)}.caller = {op.schema.name}" for op in chosen) + "\n")
    return "\n".join(parts)


def methods() -> str:
    """Return the source of the module of Tensor methods."""
    chosen = [op for op in _own() if op.method and not op.schema.overload]
    title = "The methods of Tensor that are operators."
    parts = [HEAD.format(title=title), _links(_own()), ""]
    parts.append("TENSOR: Any = None  # the class itself, when tensor.py has made it\n\n")
    parts.append('class TensorMethods:\n    """What Tensor gets from the declarations."""\n')
    parts.append("    __slots__ = ()\n    _keys: int\n")
    parts += [method_source(op) for op in chosen]
    for name, (target, reflected) in DUNDERS.items():
        op = OPERATORS.get(f"{NAMESPACE}::{target}")
        if op is not None:
            parts.append(dunder_source(name, op, reflected))
    return "\n".join(parts)


def write(folder: pathlib.Path) -> list[pathlib.Path]:
    """Write both modules into a folder."""
    written = []
    for name, text in (("functions.py", functions()), ("methods.py", methods())):
        path = folder / name
        path.write_text(text)
        written.append(path)
    return written


def main() -> None:
    """Write the modules beside this file."""
    folder = pathlib.Path(__file__).resolve().parent / "generated"
    for path in write(folder):
        print(path.relative_to(folder.parent.parent), file=sys.stdout)


if __name__ == "__main__":
    main()
