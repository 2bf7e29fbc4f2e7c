"""Raw kernels of the device "numba" for scalar programs.

Decides which calls go to a compiled loop, and what shape its arguments are given. Must not know
operators nor Numba: the loops are compiled when they are first wanted, by the backend's `Loop`.

Note [Patterns]
~~~~~~~~~~~~~~~
A loop takes each operand as a row of all elements, or as one number. There is a loop for each
pattern of these that occurs, up to a few; after that, numbers are spread into rows, as operands
that are broadcast along some dimensions only always are. Few elements go to the function of NumPy,
which needs no compiler, unless the program has loops.
"""

from __future__ import annotations

from math import prod
from types import FunctionType
from typing import Any

import numpy as np

from ...backends.numba_backend.launch import CONTIGUOUS
from ...backends.numba_backend.made import MadeLoop
from ...dispatch.sources import exec_source
from .loop_source import LoopWriter, letters, writable
from .program import Loop as ProgramLoop
from .program import Program

PATTERNS = 8
SMALL = 256  # elements below which a program without loops is not worth a compilation
Array = np.ndarray[Any, Any]


class Loops:
    """The loops of one program by pattern, and the way of a call that is not the usual one."""

    def __init__(self, program: Program, numpy: FunctionType) -> None:
        self.program = program
        self.numpy = numpy
        self.made: dict[str, MadeLoop] = {}
        self.whole = "v" * len(program.operands)
        self.places = [(i, p.name in program.numbers) for i, p in enumerate(program.params)]
        self.dtypes = [{"f": None, "b": np.bool_, "i": np.int64}[r.kind] for r in program.results]
        loops = any(isinstance(s, ProgramLoop) for s in program.body)
        self.smallest = 1 if loops else SMALL
        used = program.used
        self.used = [p.name in used for p in program.operands]

    def __getitem__(self, pattern: str) -> MadeLoop:
        """Return the loop of a pattern."""
        found = self.made.get(pattern)
        if found is None:
            writer = LoopWriter(self.program, pattern)
            types = letters(self.program, pattern)
            found = self.made[pattern] = MadeLoop(
                self.program.name, types, lambda dtype: writer.source()
            )
        return found

    def general(self, *args: Any) -> Any:
        """Run a call whose operands are not all contiguous and of one shape."""
        operands = [a for a, (_, number) in zip(args, self.places, strict=True) if not number]
        shape = np.broadcast_shapes(*[a.shape for a in operands])
        size = prod(shape)
        if size < self.smallest:
            return self.numpy(*args)
        pattern = "".join(
            "v" if used and a.size != 1 and any(a.strides) else "s"
            for a, used in zip(operands, self.used, strict=True)
        )
        if pattern not in self.made and len(self.made) >= PATTERNS:
            pattern = self.whole
        run = self[pattern][operands[0].dtype]
        if run is None:
            return self.numpy(*args)
        given, letter = list(args), iter(pattern)
        for place, number in self.places:
            if number:
                continue
            if next(letter) == "s":
                given[place] = args[place].item(0) if args[place].size else 0.0
            else:
                row = np.broadcast_to(args[place], shape)
                given[place] = np.require(row, requirements=("C", "A")).reshape(-1)
        dtype = operands[0].dtype
        outs = [np.empty(shape, d or dtype) for d in self.dtypes]
        run(*given, *[o.reshape(-1) for o in outs])
        return outs[0] if self.program.single else tuple(outs)


def numba_kernel(program: Program, numpy: FunctionType) -> FunctionType | None:
    """Return the kernel of a program, or None where it has no compiled form.

    The usual call, with rows of one shape, is written out: it costs some 500 ns beside the loop.
    """
    if not writable(program):
        return None
    loops = Loops(program, numpy)
    params = [p.name for p in program.params]
    first, *others = [p.name for p in program.operands]
    flags = " & ".join(f"{n}.flags.num" for n in (first, *others))
    tests = [f"{first}.size >= {loops.smallest}", *(f"{n}.shape == shape_" for n in others)]
    tests.append(f"{flags} & {CONTIGUOUS} == {CONTIGUOUS}")
    outs = [f"out{i}_" for i in range(len(program.results))]
    dtypes = [d or f"{first}.dtype" for d in loops.dtypes]
    names: dict[str, Any] = {
        "whole_": loops[loops.whole],
        "general_": loops.general,
        "empty_": np.empty,
        "__warningregistry__": 0,
        "__name__": __name__,
    }
    lines = [
        f"def kernel({', '.join(params)}):",
        f"    shape_ = {first}.shape",
        f"    if {' and '.join(tests)}:",
        f"        run_ = whole_[{first}.dtype]",
        "        if run_ is not None:",
    ]
    for i, (out, dtype) in enumerate(zip(outs, dtypes, strict=True)):
        if not isinstance(dtype, str):
            names[f"dtype{i}_"] = dtype
            dtype = f"dtype{i}_"
        lines.append(f"            {out} = empty_(shape_, {dtype})")
    flat = [p if p in program.numbers else f"{p}.reshape(-1)" for p in (*params, *outs)]
    end = outs[0] if program.single else f"({', '.join(outs)},)"
    lines += [
        "            if len(shape_) == 1:",
        f"                run_({', '.join((*params, *outs))})",
        "            else:",
        f"                run_({', '.join(flat)})",
        f"            return {end}",
        f"    return general_({', '.join(params)})",
    ]
    source = "\n".join(lines) + "\n"
    exec_source(source, f"<redispatch numba kernel {program.name} {id(loops):#x}>", names)
    made: FunctionType = names["kernel"]
    made.__name__ = made.__qualname__ = program.name
    return made
