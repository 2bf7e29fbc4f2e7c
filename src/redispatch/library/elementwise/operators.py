"""Operators of scalar programs: declared and given their rules through the public tables.

Decides which rules an operator of a program has, and which further operators its derivatives are.
Must not know how programs are read or run.

Note [Derived operators]
~~~~~~~~~~~~~~~~~~~~~~~~
The gradients of an operator are an operator themselves, made when they are first wanted: one for
each set of inputs that need a gradient and outputs that have one, which computes all of these
gradients in one pass. It is made like any other, so it has derivatives in turn, and derivatives
of any order need no further rule. Its arguments are tensors: numbers of the call become 0-d ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...autograd.derivatives import derivative
from ...autograd.raw_formula import USED
from ...backends.factories import full
from ...backends.rebinding import below_layers
from ...dispatch.operator import SCALAR_TYPES, TENSOR_TYPES, Operator
from ...dispatch.registry import OPERATORS, declare, kernel, undeclare
from ...dispatch.rules import LOCK, REGISTRARS, Registration
from ...dispatch.sources import exec_source
from .derive import Slopes, unused
from .forward import Unknown, expanded
from .numba_kernel import numba_kernel
from .numpy_source import numpy_kernel
from .program import Program

REGISTRARS.add(__name__)
LARGEST = 10  # arguments that may be tensors or numbers; the dispatcher's limit


class ProgramOperator:
    """One operator, with the operators of its derivatives.

    Parameters
    ----------
    name : "namespace::name".
    program : what it computes.
    slopes : where its gradients come from, or None if it is not differentiable.
    defaults : the parameters that may be left out.
    numbers_too : whether tensor arguments may be numbers.
    """

    def __init__(
        self,
        name: str,
        program: Program,
        slopes: Slopes | None,
        *,
        defaults: dict[str, Any] | None = None,
        numbers_too: bool = False,
        doc: str = "",
    ) -> None:
        self.program = program
        self.slopes = slopes
        self.derived: dict[Any, ProgramOperator] = {}
        self.rules: list[Registration] = []
        kinds = "TensorOrScalar" if numbers_too and len(program.operands) <= LARGEST else "Tensor"
        tags = ["pointwise", "promote"] + (["nondifferentiable"] if slopes is None else [])
        text = f"{name}{_schema(program, kinds, defaults or {})}"
        self.operator: Operator = declare(text, tags=tags, method=False, doc=doc)
        self.runs = expanded(program)
        self.numpy = numpy_kernel(self.runs)
        self._rule("NumPy", self.numpy)
        numba = numba_kernel(self.runs, self.numpy)
        if numba is not None:
            self._rule("Numba", numba)
        if len(program.results) > 1:
            self._rule("Meta", self._meta())
        if slopes is not None:
            self.rules.append(self._row(slopes))

    def _rule(self, slot: str, fn: Any) -> None:
        decorator = kernel(self.operator, slot)
        decorator(fn)
        assert decorator.registration is not None
        self.rules.append(decorator.registration)

    def _meta(self) -> Callable[..., Any]:
        """Return the kernel of sizes and dtypes; one output has that of all pointwise ones."""
        operator = self.operator

        def meta(*args: Any) -> Any:
            from ...backends.meta_backend.asking import ask_all
            from ...backends.meta_backend.payload import MetaArray, combined
            from ...backends.shapes import broadcast_shapes

            operands = [a for a in args if a.__class__ is MetaArray]
            shape = broadcast_shapes(*[a.shape for a in operands])
            return tuple([combined(shape, d, operands) for d in ask_all(operator, args)])

        return meta

    def undo(self) -> None:
        """Take the operator and its derivatives away."""
        for each in self.derived.values():
            each.undo()
        self.derived = {}  # what was recorded before makes them anew, under other names
        for rule in reversed(self.rules):
            rule.undo()
        self.rules.clear()
        undeclare(self.operator)

    # ----- derivatives -----

    def gradient(self, wanted: tuple[str, ...], outputs: tuple[bool, ...]) -> ProgramOperator:
        """Return the operator of the gradients; see Note [Derived operators]."""
        assert self.slopes is not None
        slopes = self.slopes
        suffix = "backward_" + "_".join(wanted)
        if not all(outputs):
            suffix += "_of_" + "_".join(str(i) for i, o in enumerate(outputs) if o)
        return self._derived(suffix, lambda: slopes.gradient(wanted, outputs))

    def tangent(self, wanted: tuple[str, ...]) -> ProgramOperator:
        """Return the operator of the tangents of the results."""
        assert self.slopes is not None
        slopes = self.slopes
        return self._derived("tangent_" + "_".join(wanted), lambda: slopes.tangent(wanted))

    def with_slopes(self, wanted: tuple[str, ...]) -> ProgramOperator:
        """Return the operator of the value and its slopes."""
        assert self.slopes is not None
        slopes = self.slopes
        return self._derived("slopes_" + "_".join(wanted), lambda: slopes.with_slopes(wanted))

    def _derived(self, suffix: str, make: Callable[[], Program]) -> ProgramOperator:
        found = self.derived.get(suffix)
        if found is None:
            with LOCK:
                if suffix not in self.derived:
                    try:
                        program = make()
                    except Unknown as error:
                        raise RuntimeError(
                            f"{self.operator.name} has no further derivative: what is used at "
                            f"{error.line} has none"
                        ) from None
                    name = unused(f"{self.operator.name}_{suffix}", OPERATORS)
                    self.derived[suffix] = ProgramOperator(name, program, Slopes(program))
                found = self.derived[suffix]
        return found

    def _row(self, slopes: Slopes) -> Registration:
        inputs = slopes.inputs
        params = [p.name for p in self.program.params]
        first = unused("g", params)
        needs = [f"needs_{n}" for n in inputs]
        tangents = [f"{n}_t" for n in inputs]
        source = (
            f"def together({', '.join([first, *params, *needs])}):\n"
            f"    return gradients_({first}, ({', '.join(params)},), ({', '.join(needs)},))\n"
            f"def jvp({', '.join([*params, *tangents])}):\n"
            f"    return tangents_(({', '.join(params)},), ({', '.join(tangents)},))\n"
        )
        names: dict[str, Any] = {"gradients_": self._gradients, "tangents_": self._tangents}
        exec_source(source, f"<redispatch derivative {self.operator.name} {id(self):#x}>", names)
        formula = names["together"]
        formula.over_kernels = self._over_kernels
        formula.fresh = True
        return derivative(
            self.operator.name,
            together=(inputs, formula),
            jvp=names["jvp"],
            many=len(self.program.results) > 1,
        )

    def _gradients(self, g: Any, values: tuple[Any, ...], needs: tuple[bool, ...]) -> Any:
        """Return the gradients as tensors, None where none is needed."""
        assert self.slopes is not None
        outputs = (True,) if len(self.program.results) == 1 else tuple([t is not None for t in g])
        given = [g] if len(self.program.results) == 1 else [t for t in g if t is not None]
        if not given:
            return (None,) * len(needs)
        wanted = tuple([n for n, need in zip(self.slopes.inputs, needs, strict=True) if need])
        made = self.gradient(wanted, outputs)
        found = made.operator.call((*given, *self._as_tensors(values, given[0])))
        return _in_places(found, needs)

    def _over_kernels(self, backend: Any) -> Callable[..., Any]:
        """Return the same over the payloads of a backend, through its kernels."""
        assert self.slopes is not None
        params = [p.name for p in self.program.params]
        first = unused("g", params)
        given = ", ".join([first, *params])
        lines = [f"def raw({given}, *needs_):", "    run_ = kernels_[needs_]"]
        for p in self.program.operands:
            n = p.name
            lines += [f"    if {n}.__class__ in scalars_:", f"        {n} = operand_({first}, {n})"]
        lines.append(f"    return run_({given})")
        names: dict[str, Any] = {
            "kernels_": _Kernels(self, backend),
            "scalars_": SCALAR_TYPES,
            "operand_": _operands(backend),
            "__warningregistry__": 0,
        }
        exec_source("\n".join(lines) + "\n", f"<redispatch raw {self.operator.name}>", names)
        return names["raw"]  # type: ignore[no-any-return]

    def _tangents(self, values: tuple[Any, ...], tangents: tuple[Any, ...]) -> Any:
        """Return the tangents of the results; numbers have none."""
        assert self.slopes is not None
        inputs = self.slopes.inputs
        there = [t.__class__ in TENSOR_TYPES for t in tangents]
        made = self.tangent(tuple([n for n, t in zip(inputs, there, strict=True) if t]))
        given = [t for t, is_there in zip(tangents, there, strict=True) if is_there]
        return made.operator.call((*self._as_tensors(values, given[0]), *given))

    def _as_tensors(self, values: Sequence[Any], like: Any) -> list[Any]:
        """Return the arguments with numbers as 0-d tensors, where operands are meant."""
        return [
            full((), v, dtype=like.dtype, device=like.device)
            if p.name not in self.program.numbers and v.__class__ not in TENSOR_TYPES
            else v
            for p, v in zip(self.program.params, values, strict=True)
        ]


class _Kernels(dict[tuple[bool, ...], Any]):
    """The kernels of a backend for the gradients that are needed, each made when first asked for.

    They return a tuple, with None in the place of what is not needed.
    """

    def __init__(self, of: ProgramOperator, backend: Any) -> None:
        super().__init__()
        self.of = of
        self.backend = backend

    def __missing__(self, needs: tuple[bool, ...]) -> Any:
        assert self.of.slopes is not None
        wanted = tuple([n for n, need in zip(self.of.slopes.inputs, needs, strict=True) if need])
        operator = self.of.gradient(wanted, (True,)).operator
        USED.add(operator.name)  # a kernel that is registered for it later must be found
        run = self.backend.raw(operator) or _through_tensors(operator, self.backend)
        made = run
        if len(wanted) == 1:
            place = needs.index(True)
            before, after = (None,) * place, (None,) * (len(needs) - place - 1)

            def made(*args: Any) -> Any:
                return (*before, run(*args), *after)

        elif not all(needs):

            def made(*args: Any) -> Any:
                return _in_places(run(*args), needs)

        self[needs] = made
        return made


def _operands(backend: Any) -> Callable[[Any, Any], Any]:
    """Return what makes a payload of a number, to stand beside another payload."""

    def operand(like: Any, value: Any) -> Any:
        made = backend.operand(like, value)
        if made.__class__ in SCALAR_TYPES:  # this backend's kernels would take the number
            made = full((), value, dtype=backend.dtype(like), device=backend.device)._data
        return made

    return operand


def _through_tensors(operator: Operator, backend: Any) -> Callable[..., Any]:
    """Return the call of an operator over payloads, for a backend that has no kernel for it."""

    def run(*args: Any) -> Any:
        values = [
            backend.tensor(v) if a.is_tensor else v
            for v, a in zip(args, operator.schema.arguments, strict=True)
        ]
        with below_layers():
            found = operator.call(tuple(values))
        return tuple([t._data for t in found]) if isinstance(found, tuple) else found._data

    return run


def _in_places(found: Any, needs: Sequence[bool]) -> tuple[Any, ...]:
    """Return gradients where they are needed, None elsewhere."""
    if not isinstance(found, tuple):
        return tuple([found if need else None for need in needs])
    given = iter(found)
    return tuple([next(given) if need else None for need in needs])


def _schema(program: Program, kinds: str, defaults: dict[str, Any]) -> str:
    """Return the signature of a program's operator."""
    parts = []
    for p in program.params:
        kind = {"f": kinds, "i": "int", "b": "bool"}[p.kind]
        default = f"={defaults[p.name]!r}" if p.name in defaults else ""
        parts.append(f"{kind} {p.name}{default}")
    many = len(program.results) > 1
    returns = f"({', '.join(['Tensor'] * len(program.results))})" if many else "Tensor"
    return f"({', '.join(parts)}) -> {returns}"
