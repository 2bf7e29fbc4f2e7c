"""`elementwise`: an operator from one scalar function.

Decides what the decorator accepts, under which name the operator is declared, and when a
definition replaces another. Must not know programs beyond making them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, overload

from ...dispatch.callers import user_caller
from ...dispatch.errors import RegistrationError, explain_error
from ...dispatch.registry import OPERATORS
from ...dispatch.rules import LOCK, REGISTRARS
from . import derive
from .derive import Slopes
from .loop_source import LoopWriter, writable
from .operators import ProgramOperator
from .program import Const, Let, Program, Value

REGISTRARS.update((__name__, derive.__name__))
Derivative = Callable[..., Any] | Mapping[str, Callable[..., Any]] | bool | None
NAMESPACE = "user"


@overload
def elementwise(
    fn: Callable[..., Any], /, *, name: str | None = None, derivative: Derivative = None
) -> ElementwiseFunction: ...


@overload
def elementwise(
    fn: None = None, /, *, name: str | None = None, derivative: Derivative = None
) -> Callable[[Callable[..., Any]], ElementwiseFunction]: ...


def elementwise(
    fn: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    derivative: Derivative = None,
) -> Any:
    """Make a differentiable operator of tensors from a function of numbers; usable as a decorator.

    The function is read once, when it is defined, with the values that its outer names have then:
    arithmetic, comparisons, conditions, loops, variables, functions of `math` and NumPy, and calls
    of other such functions. The operator broadcasts and promotes its operands as the operators of
    PyTorch do; integers count as floats. It has kernels for NumPy and for the device "numba", and
    derivatives of any order, reverse and forward. Arithmetic is NumPy's: `1 / 0` is inf and
    `math.log(-1)` is nan.

    Parameters
    ----------
    fn : callable
        Its parameters are elements of tensors, or numbers of the whole call where they are
        annotated `int` or `bool`. It returns a number or a tuple of numbers.
    name : str, optional
        "namespace::name"; by default the name of the function in the namespace "user". The same
        function defined again replaces its operator.
    derivative : callable, mapping of str to callable, or False, optional
        The slope for the one parameter, or for each of several by name, as functions of the same
        parameters, instead of those made from the function. False: it has none. With it, `fn` may
        be any function of Python numbers; one that cannot be read is called for each element.

    Returns
    -------
    ElementwiseFunction

    Raises
    ------
    RegistrationError
        If the function cannot be read or differentiated: with the line and the reason.

    Examples
    --------
    >>> import math
    >>> import redispatch as rd
    >>> @rd.elementwise
    ... def bump(x, width=1.0):
    ...     u = x / width
    ...     return math.exp(-u * u) if u > 0 else 1.0
    >>> x = rd.tensor([-1.0, 1.0], requires_grad=True)
    >>> y = bump(x, width=2.0)
    >>> y.sum().backward()
    >>> x.grad
    tensor([ 0.0000, -0.3894])
    """

    def make(function: Callable[..., Any]) -> ElementwiseFunction:
        if not isinstance(function, FunctionType):
            raise TypeError(f"elementwise: expected a function, got {type(function).__name__}")
        return ElementwiseFunction(function, name, derivative)

    return make if fn is None else make(fn)


class ElementwiseFunction:
    """What `elementwise` returns: call it with tensors and numbers.

    Attributes
    ----------
    function : the function of numbers.
    operator : the operator, as other registrations name it.
    """

    def __init__(self, function: FunctionType, name: str | None, derivative: Derivative) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.by_hand = derivative is not None
        self._identity = (function.__module__, function.__qualname__)
        short = function.__name__
        program, slopes = _read(function, short, derivative)
        _check_names(function, program)
        defaults = {
            n: p.default
            for n, p in inspect.signature(function).parameters.items()
            if p.default is not p.empty
        }
        doc = (inspect.getdoc(function) or "").partition("\n")[0]
        with LOCK:
            self.name = _free_name(name, short, self._identity)
            old = _MADE.pop(self.name, None)
            if old is not None:
                old.undo()
            self._made = ProgramOperator(
                self.name, program, slopes, defaults=defaults, numbers_too=True, doc=doc
            )
            _MADE[self.name] = self
        self.operator = self._made.operator
        caller = user_caller(self.operator, function.__module__)
        self.operator.caller = caller
        # Python calls what the class has: without a method in between, which costs 100 ns
        own = {
            "__call__": staticmethod(caller),
            "__doc__": function.__doc__,
            "__module__": __name__,
        }
        self.__class__ = type("ElementwiseFunction", (ElementwiseFunction,), own)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self.operator(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<elementwise function {self.operator.schema}>"

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def value_and_slopes(
        self, *args: Any, wrt: str | Sequence[str] | None = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        """Return the value and its slopes, from one kernel that computes them together.

        Parameters
        ----------
        *args, **kwargs
            The arguments of the function.
        wrt : str or sequence of str, optional
            The parameters for which slopes are wanted; all tensor parameters by default.

        Returns
        -------
        value : Tensor
        slopes : tuple of Tensor
            One for each parameter, in order; a tensor if `wrt` is one name. They have derivatives
            like any result.

        Raises
        ------
        RuntimeError
            If the function has several results or no derivative.

        Examples
        --------
        >>> import redispatch as rd
        >>> @rd.elementwise
        ... def area(width, height):
        ...     return width * height
        >>> value, (by_width, by_height) = area.value_and_slopes(rd.tensor([2.0]), rd.tensor([5.0]))
        >>> by_width
        tensor([5.])
        """
        slopes = self._made.slopes
        if slopes is None or not self._made.program.single:
            raise RuntimeError(f"{self.name} has no slopes: it needs one result, with a derivative")
        wanted = slopes.inputs if wrt is None else [wrt] if isinstance(wrt, str) else list(wrt)
        for each in wanted:
            if each not in slopes.inputs:
                raise RuntimeError(
                    f"{self.name} has no slope for {each!r}, only for {', '.join(slopes.inputs)}"
                )
        values = self.operator.schema.bind(args, kwargs)
        made = self._made.with_slopes(tuple(wanted))
        like = next((v for v in values if hasattr(v, "_keys")), None)
        if like is None:
            raise RuntimeError(f"{self.name}.value_and_slopes needs a tensor among its arguments")
        value, *found = made.operator.call(tuple(self._made._as_tensors(values, like)))
        return value, found[0] if isinstance(wrt, str) else tuple(found)

    def code(self, device: str = "numpy") -> str:
        """Return what is run on a device, as text.

        Parameters
        ----------
        device : {"numpy", "numba"}
        """
        if device == "numpy":
            return inspect.getsource(self._made.numpy)
        if not writable(self._made.runs):
            raise RuntimeError(f"{self.name} has no compiled form; NumPy's is used")
        return LoopWriter(self._made.runs, "v" * len(self._made.runs.operands)).source()

    def undo(self) -> None:
        """Take the operator and its derivatives away."""
        self._made.undo()
        if _MADE.get(self.name) is self:
            del _MADE[self.name]


_MADE: dict[str, ElementwiseFunction] = {}


def _free_name(name: str | None, short: str, identity: tuple[str, str]) -> str:
    """Return the name of the operator: free, or that of an earlier definition of the function."""
    wanted = name or f"{NAMESPACE}::{short}"
    if "::" not in wanted:
        raise ValueError(f"elementwise: {name!r} has no namespace; write 'namespace::{name}'")
    found, count = wanted, 1
    while found in OPERATORS:
        known = _MADE.get(found)
        if known is not None and (name is not None or known._identity == identity):
            return found
        if name is not None:
            raise RegistrationError(
                explain_error(found, f"is declared already, at {OPERATORS[found].source}")
            )
        count += 1
        found = f"{wanted}_{count}"
    return found


def _read(
    function: FunctionType, name: str, derivative: Derivative
) -> tuple[Program, Slopes | None]:
    """Return the program of a function, and where its gradients come from."""
    try:
        program = derive.read(function, name)
    except RegistrationError:
        if derivative is None:
            raise
        program = _opaque(function, name)
    if derivative is False or not derive.differentiable(program):
        return program, None
    if derivative is None or derivative is True:
        derive.check(program)
        return program, Slopes(program)
    operands = [p.name for p in program.operands]
    if not isinstance(derivative, Mapping):
        derivative = {operands[0]: derivative}
    for each in derivative:
        if each not in operands:
            raise RegistrationError(
                explain_error(
                    f"derivative of {name}",
                    f"has a slope for {each!r}, which is no parameter",
                    accepted=f"one of {', '.join(operands)}",
                )
            )
    return program, Slopes(program, {n: _slope(program, n, f) for n, f in derivative.items()})


def _slope(program: Program, name: str, function: Any) -> Program:
    """Return the program of a slope that is given by hand."""
    function = getattr(function, "function", function)
    try:
        slope = derive.read(function, f"{program.name}_slope_{name}")
    except RegistrationError:
        slope = _opaque(function, f"{program.name}_slope_{name}")
    if len(slope.params) != len(program.params) or len(slope.results) != len(program.results):
        raise RegistrationError(
            explain_error(
                f"derivative of {program.name} for {name!r}",
                f"takes {len(slope.params)} and returns {len(slope.results)} number(s)",
                accepted=f"{len(program.params)} and {len(program.results)}, as the function",
            )
        )
    return slope


def _opaque(function: FunctionType, name: str) -> Program:
    """Return the program that calls a function of Python for each element."""
    params = [
        Value(n, derive.KINDS.get(function.__annotations__.get(n), "f"))
        for n in inspect.signature(function).parameters
    ]
    result = Value("v1_", "f")
    code = function.__code__
    line = f"{code.co_filename}:{code.co_firstlineno}"
    body: list[Any] = [Let(result, "opaque", (Const(function, "o"), *params), line)]
    numbers = [p.name for p in params if p.kind != "f"]
    return Program(name, params, body, [result], single=True, numbers=numbers)


def _check_names(function: FunctionType, program: Program) -> None:
    """Refuse parameters whose names mean something else in derivative formulas."""
    names = [p.name for p in program.params]
    for n in names:
        taken = n in ("result", "out") or n.startswith(("_", "needs_")) or n.endswith("_")
        whose = n.rpartition("_")
        if taken or (whose[0] in names and whose[2] in ("t", "shape", "dtype", "device")):
            code = function.__code__
            raise RegistrationError(
                explain_error(
                    program.name,
                    f"has a parameter {n!r}, a name that derivative formulas keep for themselves",
                    where=f"{code.co_filename}:{code.co_firstlineno}",
                    accepted="another name",
                )
            )
