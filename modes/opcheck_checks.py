"""The single checks of `opcheck`, each on sample arguments of one operator.

Decides what is compared and in which words a mismatch is told: always the first entry that is
wrong, with both values. Must not know which checks are made when (opcheck.py).

Note [Reaching a layer]
~~~~~~~~~~~~~~~~~~~~~~~
A check of kernels excludes the layers above them, so that neither a derivative nor a mode answers
in their place; a check of derivatives calls the operator as a user does.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..autograd.gradcheck import GradcheckError, gradcheck
from ..autograd.meta import current_edge, requires_grad
from ..autograd.missing import NotImplementedNode
from ..backends.backend import DEVICES, Backend
from ..dispatch.errors import NoKernelError
from ..dispatch.keys import AUTOGRAD, FORWARD_AD
from ..dispatch.operator import Operator
from ..dispatch.rules import RULES
from ..dispatch.state import KeyGuard
from ..dispatch.tensor import Tensor, backend_of
from .fake_context import DynamicSizes, with_stand_ins
from .opcheck_compare import differences, first_difference, values_of

_KERNELS = KeyGuard(exclude=AUTOGRAD.bit | FORWARD_AD.bit)
_SMALL = 200  # entries up to which every one is checked by differences


class Case(NamedTuple):
    """An operator with sample arguments and tolerances."""

    operator: Operator
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    atol: float | None
    rtol: float | None

    def fresh(self, change: Callable[[Tensor], Tensor] | None = None) -> Case:
        """Return the case with copies of its tensors, each changed by a function.

        A tensor that is given twice is one tensor in the copy too.
        """
        known: dict[int, Tensor] = {}

        def copy(value: Any) -> Any:
            if isinstance(value, Tensor):
                if id(value) not in known:
                    known[id(value)] = change(value) if change is not None else _copied(value)
                return known[id(value)]
            if value.__class__ in (list, tuple):
                return type(value)([copy(v) for v in value])
            return value

        args = tuple([copy(v) for v in self.args])
        return self._replace(args=args, kwargs={n: copy(v) for n, v in self.kwargs.items()})

    def on_device(self, device: Any, change: Callable[[Tensor], Tensor]) -> Case:
        """Return the case with its tensors changed, and with another device where it names one."""
        run = self.fresh(change)
        arguments = self.operator.schema.arguments
        names = [a.name for a in arguments if a.type.base == "device"]
        if not names:
            return run
        positional = self.operator.schema.positional
        args = [
            device if a.name in names else v for a, v in zip(positional, run.args, strict=False)
        ]
        by_name = {n for n in names if n not in {a.name for a in positional[: len(args)]}}
        return run._replace(
            args=tuple(args), kwargs={**run.kwargs, **dict.fromkeys(by_name, device)}
        )

    def call(self) -> Any:
        """Call the operator as a user does."""
        return self.operator(*self.args, **self.kwargs)

    def call_kernel(self) -> Any:
        """Call the kernel; see Note [Reaching a layer]."""
        with _KERNELS:
            return self.call()

    def bound(self) -> dict[str, Any]:
        """Return the arguments by name."""
        schema = self.operator.schema
        return dict(zip([a.name for a in schema.arguments], self._values(), strict=True))

    def _values(self) -> tuple[Any, ...]:
        meant, values = self.operator.resolve(self.args, self.kwargs)
        return values if meant is self.operator else values[:-1]

    def tensors(self) -> list[tuple[str, Tensor]]:
        """Return the tensors among the arguments, with the names of their arguments."""
        return [(n, t) for n, value in self.bound().items() for _, t in tensors_of(value, n)]


def tensors_of(value: Any, name: str) -> Iterator[tuple[str, Tensor]]:
    """Yield the tensors in a value, with what to call each."""
    if isinstance(value, Tensor):
        yield name, value
    elif isinstance(value, (list, tuple)):
        for place, each in enumerate(value):
            yield from tensors_of(each, f"{name}[{place}]")


def _copied(tensor: Tensor) -> Tensor:
    with KeyGuard(exclude=AUTOGRAD.bit | FORWARD_AD.bit):
        copy: Tensor = tensor.detach().clone()
    return copy.requires_grad_(requires_grad(tensor))


def outputs_of(result: Any) -> list[tuple[str, Tensor]]:
    """Return the tensors of a result, with what to call each."""
    return list(tensors_of(result, "output"))


def _fail(*lines: str) -> None:
    raise RuntimeError("\n".join(lines))


# schema -----------------------------------------------------------------------------------------


def check_schema(case: Case) -> None:
    """Check that nothing is written to or aliased that the schema does not say."""
    run = case.fresh()
    declared = {a.name: a for a in case.operator.schema.arguments}
    before = [(name, t, values_of(t)) for name, t in run.tensors()]
    result = run.call_kernel()
    for name, tensor, old in before:
        if declared[name].mutated or old is None:
            continue
        found = first_difference(old, values_of(tensor))
        if found is not None:
            _fail(
                f"Argument {name} is not defined as mutable but was mutated: {found.written()}",
                f"accepted: Tensor(a!) {name} in the schema, mutates_args={{{name!r}}} in "
                "custom_op, or a kernel that writes to a copy",
            )
    _check_aliases(run, result)


def _check_aliases(run: Case, result: Any) -> None:
    schema = run.operator.schema
    returns = schema.returns
    results = result if len(returns) > 1 else (result,)
    outputs = [
        (_called(place, len(returns)), returns[place].alias, tensor)
        for place, value in enumerate(results if returns else ())
        for _, tensor in tensors_of(value, "output")
    ]
    aliases = {a.name: a.alias for a in schema.arguments}
    for number, (which, alias, output) in enumerate(outputs):
        for name, tensor in run.tensors():
            if shares(output, tensor) and (alias is None or alias != aliases[name]):
                _fail(
                    f"Argument {name} is not defined to alias output but was aliasing: {which} "
                    "shares its memory",
                    f"accepted: a result of its own, or Tensor(a) {name} with -> Tensor(a) in the "
                    "schema of a view",
                )
        for other, other_alias, tensor in outputs[:number]:
            if shares(output, tensor) and (alias is None or alias != other_alias):
                _fail(
                    f"Outputs {other} and {which} alias each other unexpectedly: they share memory",
                    "accepted: results with memory of their own",
                )


def _called(place: int, count: int) -> str:
    return f"output {place}" if count > 1 else "the output"


def shares(tensor: Tensor, other: Tensor) -> bool:
    """Whether two tensors look at the same memory."""
    if tensor is other or tensor._data is other._data:
        return True
    backend = backend_of(tensor)
    if backend is not backend_of(other) or not tensor.numel() or not other.numel():
        return False
    return bool(backend.strided and backend.shares(tensor._data, other._data))


# registration of derivatives --------------------------------------------------------------------


def check_registration(case: Case) -> None:
    """Check that a derivative is registered, where an argument requires grad."""
    operator = case.operator
    if "nondifferentiable" in operator.tags or operator.schema.mutated_arguments:
        return
    run = case.fresh()
    if not any(requires_grad(t) for _, t in run.tensors()):
        return
    outputs = [t for _, t in outputs_of(run.call()) if _differentiable(t)]
    ways = (
        f"register_autograd({operator.name!r}, backward), derivative({operator.name!r}, ...), or "
        "the tag 'nondifferentiable'"
    )
    for tensor in outputs:
        edge = current_edge(tensor)
        if edge is None:
            continue
        node = edge[1] if edge.__class__ is tuple else None
        if isinstance(node, NotImplementedNode) or getattr(node, "formula", True) is None:
            _fail(
                f"{operator.name} does not have an autograd kernel: no derivative is registered, "
                "so backward through it raises",
                f"accepted: {ways}",
            )
    if outputs and not any(requires_grad(t) for t in outputs):
        _fail(
            f"{operator.name} is incorrectly registered: an argument requires grad, and no result "
            "does, though it is not declared nondifferentiable",
            f"accepted: {ways}",
        )


def _differentiable(tensor: Tensor) -> bool:
    return bool(backend_of(tensor).differentiable(tensor._data))


# tensors without data ---------------------------------------------------------------------------


def check_fake(case: Case) -> None:
    """Check that tensors without data give what the real result looks like."""
    real = case.fresh().call_kernel()
    run = case.on_device("meta", lambda t: t.detach().to("meta"))
    sizes = DynamicSizes(case.operator.name)
    fake = with_stand_ins(sizes, run.call_kernel)
    _compare_fake("output", real, fake, sizes)


def _compare_fake(where: str, real: Any, fake: Any, sizes: DynamicSizes) -> None:
    who = f"the fake implementation and the kernel disagree about {where}"
    if isinstance(real, Tensor):
        if not isinstance(fake, Tensor):
            _fail(f"{who}: {type(fake).__name__} is not a Tensor")
        _compare_like(who, real, fake, sizes)
    elif isinstance(real, (list, tuple)):
        if not isinstance(fake, (list, tuple)) or len(fake) != len(real):
            count = len(fake) if isinstance(fake, (list, tuple)) else type(fake).__name__
            _fail(f"{who}: {count} results in place of {len(real)}")
        for place, (r, f) in enumerate(zip(real, fake, strict=True)):
            _compare_fake(f"{where}[{place}]", r, f, sizes)
    elif real != fake and not (isinstance(fake, int) and sizes.matches(fake, real)):
        _fail(f"{who}: it is {fake!r}, and really {real!r}")


def _compare_like(who: str, real: Tensor, fake: Tensor, sizes: DynamicSizes) -> None:
    shapes = (tuple(fake.shape), tuple(real.shape))
    same = len(shapes[0]) == len(shapes[1]) and all(map(sizes.matches, *shapes))
    if not same:
        _fail(f"{who}: Shapes {shapes[0]} and {shapes[1]} are not equal (fake, real)")
    if fake.dtype is not real.dtype:
        _fail(f"{who}: dtypes {fake.dtype} and {real.dtype} are not equal (fake, real)")
    if fake.device.type != "meta":
        _fail(f"{who}: the fake result is on {fake.device}, not on meta: it has data")
    if not backend_of(real).strided or not real.numel() or shapes[0] != shapes[1]:
        return
    strides = (tuple(fake.stride()), tuple(real.stride()))
    counted = [d for d, n in enumerate(real.shape) if n > 1]
    if any(strides[0][d] != strides[1][d] for d in counted):
        _fail(f"{who}: strides {strides[0]} and {strides[1]} are not equal (fake, real)")


# the same through other layers --------------------------------------------------------------------


def _random(operator: Operator) -> bool:
    words = {"random", "nondeterministic_seeded", "nondeterministic_bitwise"}
    return bool(words & set(operator.tags))


def check_determinism(case: Case) -> None:
    """Check that a second call with the same arguments gives the same."""
    if _random(case.operator):
        return
    first, second = case.fresh().call_kernel(), case.fresh().call_kernel()
    for name, found in differences(first, second, exact=True):
        _fail(
            f"{case.operator.name} is not deterministic: two calls with the same arguments differ "
            f"in {name}: {found.told('first', 'second')}",
            "accepted: a kernel without state, or the tag 'random'",
        )


def check_backends(case: Case) -> None:
    """Check that the kernels of other backends agree with NumPy's."""
    host = Backend.host
    if _random(case.operator) or host is None or "uninitialized" in case.operator.tags:
        return
    own = {backend_of(t) for _, t in case.tensors()}
    others = [b for b in DEVICES.values() if b in own or _has_kernel(case.operator, b)]
    others = [b for b in others if b is not host and b.device.type != "meta"]
    if not others or not own:
        return
    try:
        expected = _moved(case, host).call_kernel()
    except NoKernelError:
        return  # nothing to compare with
    for backend in others:
        try:
            result = _moved(case, backend).call_kernel()
        except NoKernelError:
            continue
        _compare_backend(case, backend, result, expected)


def _has_kernel(operator: Operator, backend: Any) -> bool:
    return RULES.active(operator.name, backend.key.name) is not None


def _moved(case: Case, backend: Any) -> Case:
    device = backend.device
    return case.on_device(device, lambda t: t.detach().to(device, copy=True))


def _compare_backend(case: Case, backend: Any, result: Any, expected: Any) -> None:
    where = f"{case.operator.name} on {backend.device.type}"
    for name, tensor in outputs_of(result):
        if backend_of(tensor) is not backend:
            _fail(f"{where}: {name} is on {tensor.device.type}, where its arguments are not")
    pairs = zip(outputs_of(result), outputs_of(expected), strict=False)
    for (name, tensor), (_, other) in pairs:
        if tensor.dtype is not other.dtype:
            _fail(f"{where}: {name} is {tensor.dtype}, on NumPy it is {other.dtype}")
    for name, found in differences(result, expected, atol=case.atol, rtol=case.rtol):
        _fail(f"{where} disagrees with NumPy in {name}: {found.told(backend.device.type, 'numpy')}")


def check_gradients(case: Case) -> None:
    """Check the derivative by finite differences, in double precision if the operator takes it."""
    operator = case.operator
    if _random(operator) or "nondifferentiable" in operator.tags:
        return
    if operator.schema.mutated_arguments:
        return
    if not any(requires_grad(t) and _differentiable(t) for _, t in case.tensors()):
        return
    run, exact = _in_double(case)
    inputs = [t for _, t in run.tensors() if requires_grad(t)]
    atol, rtol = (1e-5, 1e-4) if exact else (3e-2, 3e-2)
    eps = 1e-6 if exact else 1e-2

    def func(*given: Tensor) -> Any:
        places = {id(t): g for t, g in zip(inputs, given, strict=True)}
        result = run.fresh(lambda t: places.get(id(t), t)).call()
        return tuple([t for _, t in outputs_of(result) if _differentiable(t)])

    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*double precision")
            gradcheck(
                func,
                inputs,
                eps=eps,
                atol=case.atol or atol,
                rtol=case.rtol or rtol,
                nondet_tol=0.0 if exact else 1e-3,
                fast_mode=sum(t.numel() for t in inputs) > _SMALL,
            )
    except GradcheckError as error:
        raise RuntimeError(f"the derivative of {operator.name} is wrong: {error}") from None


def _in_double(case: Case) -> tuple[Case, bool]:
    """Return the case in double precision, or as it is where the operator does not keep that."""

    def double(tensor: Tensor) -> Tensor:
        kind = tensor.dtype
        wide = np.complex128 if kind.is_complex else np.float64
        if not (kind.is_complex or kind.is_floating_point):
            return _copied(tensor)
        copy: Tensor = tensor.detach().to(wide, copy=True)
        return copy.requires_grad_(requires_grad(tensor))

    try:
        run = case.fresh(double)
        results = outputs_of(run.call_kernel())
    except Exception:
        return case.fresh(), False
    wide = all(t.dtype.itemsize >= 8 for _, t in results if _differentiable(t))
    return (run, True) if wide else (case.fresh(), False)


__all__: Sequence[str] = ["Case"]
