"""`kernel`: an operator from a function that fills arrays, as NumPy's generalised ufuncs.

Decides what such an operator is declared as, how a batch is run, and how another kernel becomes its
derivative. Must not know Numba: compiled_kernel.py says what is compiled.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..autograd.derivatives import derivative as derivative_row
from ..autograd.reduce import sum_to
from ..dispatch.callers import user_caller
from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS, declare, register, undeclare
from ..dispatch.registry import kernel as raw_kernel
from ..dispatch.rules import LOCK, REGISTRARS, Registration, Rule
from ..dispatch.sources import exec_source
from .compiled_kernel import BatchLoop, real
from .core_dims import Signature

REGISTRARS.add(__name__)
NAMESPACE = "user"


def kernel(
    signature: str,
    *,
    derivative: Kernel | None = None,
    tangent: Kernel | None = None,
    name: str | None = None,
) -> Callable[[Callable[..., Any]], Kernel]:
    """Make an operator of a function that fills arrays, for each element of a batch.

    The function gets, for each input, an array of its core dimensions (a number where there are
    none), then for each output an array to fill (of one element where there are no core
    dimensions). Dimensions in front of the core ones are batch dimensions, which broadcast.
    Operands are promoted to one floating dtype, which the results have. On the device "numba" the
    function and what it calls are compiled.

    Parameters
    ----------
    signature : str
        Core dimensions of inputs and outputs, as "(m,n),(n)->(m)"; a number is a fixed size.
    derivative : Kernel, optional
        Of the gradients of the outputs, then the inputs, to the gradients of all inputs: for
        "(n),(n)->()" it has the signature "(),(n),(n)->(n),(n)".
    tangent : Kernel, optional
        Of the inputs, then their tangents, to the tangents of the outputs, for forward mode.
    name : str, optional
        "namespace::name"; by default the name of the function in the namespace "user".

    Returns
    -------
    callable
        A decorator, which returns a Kernel.

    Raises
    ------
    ValueError
        If the signature cannot be read.
    RegistrationError
        If the function has other parameters than the signature, or a derivative another signature
        than it needs.

    Examples
    --------
    >>> import redispatch as rd
    >>> @rd.kernel("(),(n),(n)->(n),(n)")
    ... def dot_backward(g, x, y, dx, dy):
    ...     for i in range(x.size):
    ...         dx[i] = g * y[i]
    ...         dy[i] = g * x[i]
    >>> @rd.kernel("(n),(n)->()", derivative=dot_backward)
    ... def dot(x, y, out):
    ...     s = 0.0
    ...     for i in range(x.size):
    ...         s += x[i] * y[i]
    ...     out[0] = s
    >>> x = rd.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    >>> y = dot(x, rd.tensor([1.0, 10.0]))
    >>> y
    tensor([21., 43.], grad_fn=<DotBackward0>)
    >>> y.sum().backward()
    >>> x.grad
    tensor([[ 1., 10.],
            [ 1., 10.]])
    """
    parsed = Signature(signature)

    def make(function: Callable[..., Any]) -> Kernel:
        if not isinstance(function, FunctionType):
            raise TypeError(f"kernel: expected a function, got {type(function).__name__}")
        return Kernel(function, parsed, derivative, tangent, name)

    return make


class Kernel:
    """What `kernel` returns: call it with tensors.

    Attributes
    ----------
    function : the function that fills arrays.
    signature : its core dimensions.
    operator : the operator, as other registrations name it.
    """

    def __init__(
        self,
        function: FunctionType,
        signature: Signature,
        derivative: Kernel | None,
        tangent: Kernel | None,
        name: str | None,
    ) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.signature = signature
        self.derivative = derivative
        self.tangent = tangent
        self._rules: list[Registration] = []
        params = list(inspect.signature(function).parameters)
        count = len(signature.inputs)
        if len(params) != count + len(signature.outputs):
            raise self._refused(
                f"has {len(params)} parameter(s), but {signature} has {count} input(s) and "
                f"{len(signature.outputs)} output(s)"
            )
        self.names = params[:count]
        ins, outs = signature.inputs, signature.outputs
        self._check("derivative", derivative, outs + ins, ins)
        self._check("tangent", tangent, ins + ins, outs)
        self.name = name or f"{NAMESPACE}::{function.__name__}"
        with LOCK:
            old = _MADE.pop(self.name, None)
            if old is not None:
                old.undo()
            elif self.name in OPERATORS:
                raise self._refused(f"would be {self.name}, which is declared already", "name=")
            self.operator: Operator = declare(self._schema(), tags=("promote",), method=False)
            self._register()
            _MADE[self.name] = self
        self._call = user_caller(self.operator, function.__module__)
        self.operator.caller = self._call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<kernel {self.name} {self.signature}>"

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def undo(self) -> None:
        """Take the operator and its rules away."""
        for rule in reversed(self._rules):
            rule.undo()
        self._rules.clear()
        undeclare(self.operator)
        if _MADE.get(self.name) is self:
            del _MADE[self.name]

    def _refused(self, why: str, accepted: str = "") -> RegistrationError:
        code = self.function.__code__
        where = f"{code.co_filename}:{code.co_firstlineno}"
        return RegistrationError(
            explain_error(self.function.__name__, why, where=where, accepted=accepted)
        )

    def _check(self, what: str, given: Kernel | None, ins: Any, outs: Any) -> None:
        if given is None:
            return
        wanted = "->".join(",".join(f"({','.join(c)})" for c in side) for side in (ins, outs))
        if not isinstance(given, Kernel) or str(given.signature) != wanted:
            found = getattr(given, "signature", type(given).__name__)
            raise self._refused(f"has {what}={found}", f"a kernel with the signature {wanted}")

    def _schema(self) -> str:
        given = ", ".join(f"Tensor {n}" for n in self.names)
        count = len(self.signature.outputs)
        returns = f"({', '.join(['Tensor'] * count)})" if count > 1 else "Tensor"
        return f"{self.name}({given}) -> {returns}"

    def _register(self) -> None:
        loop = BatchLoop(self.function, self.signature)
        ways = {"NumPy": loop.run_as_python, "Numba": loop.run, "Meta": self._meta}
        for slot, run in ways.items():
            decorator = raw_kernel(self.operator, slot)
            decorator(self._adapted(run, convert=slot != "Meta"))
            assert decorator.registration is not None
            self._rules.append(decorator.registration)
        if self.derivative is not None:
            self._rules.append(self._row())
        self._rules.append(register(self.operator, "Vmap", Rule(self._vmap, "row")))

    def _adapted(self, run: Callable[..., Any], *, convert: bool) -> Callable[..., Any]:
        """Return the raw kernel: sizes are checked, integers become floats, arrays are made."""
        signature, names, who = self.signature, self.names, self.name
        single = len(signature.outputs) == 1

        def raw(*args: Any) -> Any:
            batch, sizes = signature.bind(who, names, [a.shape for a in args])
            given = [real(who, a) for a in args] if convert else args
            found = run(given, batch, signature.results(batch, sizes))
            return found[0] if single else tuple(found)

        raw.__name__ = raw.__qualname__ = self.function.__name__
        return raw

    def _vmap(self, info: Any, in_dims: Any, *args: Any) -> Any:
        """Call with the batch of `vmap` as one more batch dimension, in front of those there are.

        What an example has fewer of them than others is made up for behind it.
        """
        from ..modes.transforms.batch_rules.pointwise import promote_as_examples

        shapes = [
            tuple(v.shape) if d is None else tuple(v.shape[1:])
            for v, d in zip(args, in_dims, strict=True)
        ]
        self.signature.bind(self.name, self.names, shapes)
        loops = [len(s) - len(core) for s, core in zip(shapes, self.signature.inputs, strict=True)]
        most = max(loops, default=0)
        values = [
            v if d is None else v.reshape((info.batch_size, *(1,) * (most - n), *shape))
            for v, d, n, shape in zip(args, in_dims, loops, shapes, strict=True)
        ]
        promote_as_examples(self.operator, values, [len(s) for s in shapes])
        return self.operator.call(tuple(values)), 0

    def _meta(self, args: Any, batch: Any, shapes: Any) -> Any:
        """Return payloads with the sizes and the dtype of the results."""
        from ..backends.dtypes import DEFAULT
        from ..backends.meta_backend.payload import MetaArray

        dtype = args[0].dtype if args[0].dtype.kind not in "biu" else DEFAULT.np_real
        return [MetaArray(tuple(s), dtype) for s in shapes]

    # ----- derivatives -----

    def _row(self) -> Registration:
        names = self.names
        needs, shapes = [f"needs_{n}" for n in names], [f"{n}_shape" for n in names]
        tangents = [f"{n}_t" for n in names]
        first = "g" if "g" not in names else "g_out"
        source = (
            f"def together({', '.join([first, *names, *shapes, *needs])}):\n"
            f"    return gradients_({first}, ({', '.join(names)},), ({', '.join(shapes)},), "
            f"({', '.join(needs)},))\n"
            f"def jvp({', '.join([*names, *tangents])}):\n"
            f"    return tangents_(({', '.join(names)},), ({', '.join(tangents)},))\n"
        )
        space: dict[str, Any] = {"gradients_": self._gradients, "tangents_": self._tangents}
        exec_source(source, f"<redispatch derivative {self.name} {id(self):#x}>", space)
        return derivative_row(
            self.name,
            together=(names, space["together"]),
            jvp=space["jvp"],
            many=len(self.signature.outputs) > 1,
        )

    def _gradients(self, g: Any, values: Any, shapes: Any, needs: Any) -> Any:
        """Return the gradients of the inputs, summed over dimensions that were broadcast."""
        assert self.derivative is not None
        given = [g]
        if len(self.signature.outputs) > 1:
            if all(each is None for each in g):
                return (None,) * len(needs)
            given = self._whole(g, values)
        found = self.derivative.operator.call((*given, *values))
        found = found if isinstance(found, tuple) else (found,)
        return tuple(
            [
                sum_to(each, tuple(shape)) if need else None
                for each, shape, need in zip(found, shapes, needs, strict=True)
            ]
        )

    def _whole(self, gs: Any, values: Any) -> list[Any]:
        """Return the gradients of all outputs, zeros where one has none."""
        from ..backends.factories import zeros

        like = next(g for g in gs if g is not None)
        shapes = [tuple(v.shape) for v in values]
        wanted = self.signature.results(*self.signature.bind(self.name, self.names, shapes))
        return [
            zeros(s, dtype=like.dtype, device=like.device) if g is None else g
            for g, s in zip(gs, wanted, strict=True)
        ]

    def _tangents(self, values: Any, tangents: Any) -> Any:
        if self.tangent is None:
            raise NotImplementedError(
                f"{self.name} was called with a tensor that has a tangent, but has no forward "
                "derivative: give kernel(..., tangent=) a kernel for it"
            )
        return self.tangent.operator.call((*values, *tangents))


_MADE: dict[str, Kernel] = {}
