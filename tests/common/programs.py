"""Random programs of views, writes, detaches and reads, and an interpreter that never aliases.

A program is a list of steps over a growing list of variables; it runs on any library with PyTorch's
names (`Run`). The reference keeps no views: memory is an array of numbers, a variable is a list of
places in it, a write makes a new array. It computes everything three times, for derivatives by
central differences: as it is, and with the leaves moved a little along one direction. What a
variable's gradient sees is its difference from the plain values, kept apart from them: a write that
is not recorded changes values and leaves the differences; a detached alias has differences of its
own.

The reference also says why a step may be refused. Where the library refuses without such a reason,
or does not refuse and has another value or derivative, the test fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

Array = Any
SHAPE = (2, 3)
EPS = 1e-5


class Step(NamedTuple):
    """One step: what to do, to which variables, with which constants, and whether under no_grad."""

    kind: str
    args: tuple[int, ...]
    extra: tuple[Any, ...] = ()
    quiet: bool = False


# ----- what the steps do, on tensors and on arrays -----

POINTWISE: dict[str, tuple[Callable[..., Any], Callable[..., Any], str]] = {
    # name: on tensors, on arrays, what backward needs of input and output
    "sin": (lambda t: t.sin(), np.sin, "i"),
    "tanh": (lambda t: t.tanh(), np.tanh, "o"),
    "scale": (lambda t: t * 0.7, lambda a: a * 0.7, ""),
    "neg": (lambda t: -t, lambda a: -a, ""),
    "clone": (lambda t: t.clone(), lambda a: a.copy(), ""),
    "square": (lambda t: t * t, lambda a: a * a, "i"),
    "total": (lambda t: t.sum(), lambda a: np.sum(a), ""),
}
BINARY: dict[str, tuple[Callable[..., Any], Callable[..., Any], str]] = {
    "add": (lambda a, b: a + b, lambda a, b: a + b, ""),
    "mul": (lambda a, b: a * b, lambda a, b: a * b, "i"),
}
VIEWS: dict[str, Callable[..., Any]] = {  # the same expression on tensors and on arrays
    "row": lambda t, n: t[n % t.shape[0]],
    "rows": lambda t, n: t[n % t.shape[0] :],
    "item": lambda t, n: t[..., n % t.shape[-1]],
    "flat": lambda t, n: t.reshape(-1),
    "turn": lambda t, n: t.T,
    "new": lambda t, n: t[None],
    "whole": lambda t, n: t[:],
    "wide": lambda t, n: t[..., None, :],
}
WRITES: dict[str, tuple[Callable[..., Any], Callable[..., Any], str]] = {
    "scale_": (lambda t: t.mul_(0.7), lambda a: a * 0.7, ""),
    "sin_": (lambda t: t.sin_(), np.sin, "c"),
    "tanh_": (lambda t: t.tanh_(), np.tanh, "o"),
    "zero_": (lambda t: t.zero_(), np.zeros_like, ""),
    "neg_": (lambda t: t.neg_(), lambda a: -a, ""),
}
WRITES_FROM: dict[str, tuple[Callable[..., Any], Callable[..., Any], str]] = {
    "add_": (lambda t, u: t.add_(u), lambda a, b: a + b, ""),
    "mul_": (lambda t, u: t.mul_(u), lambda a, b: a * b, "i"),
    "copy_": (lambda t, u: t.copy_(u), lambda a, b: np.broadcast_to(b, a.shape), ""),
}


ALL = {**POINTWISE, **BINARY, **WRITES, **WRITES_FROM}


def generate(seed: int, length: int = 12) -> list[Step]:
    """Return a random program."""
    draw = random.Random(seed)
    steps = [Step("pointwise", (n,), ("clone",)) for n in (0, 1)]  # leaves cannot be written to
    count = 5  # two leaves, a plain tensor, and the copies
    for _ in range(draw.randint(3, length)):
        i, j = [draw.randrange(3 if draw.random() < 0.9 else 0, count) for _ in range(2)]
        number, quiet = draw.randrange(3), draw.random() < 0.15
        roll = draw.random()
        if roll < 0.26:
            steps.append(Step("view", (i,), (draw.choice([*VIEWS]), number), quiet))
        elif roll < 0.30:
            steps.append(Step("unbind", (i,), (number,), quiet))
        elif roll < 0.48:
            steps.append(Step("pointwise", (i,), (draw.choice([*POINTWISE]),), quiet))
        elif roll < 0.60:
            steps.append(Step("binary", (i, j), (draw.choice([*BINARY]),), quiet))
        elif roll < 0.68:
            steps.append(Step("detach", (i,)))
        elif roll < 0.84:
            steps.append(Step("write", (i,), (draw.choice([*WRITES]),), quiet))
            continue
        else:
            steps.append(Step("write from", (i, j), (draw.choice([*WRITES_FROM]),), quiet))
            continue
        count += 1
    return steps


def leaf_values(seed: int) -> list[Array]:
    """Return the values of two leaves and a plain tensor, and the direction for derivatives."""
    values = np.random.default_rng(seed)
    return [np.round(values.uniform(-1.0, 1.0, SHAPE), 3) for _ in range(5)]


# ----- on a library -----


class Run:
    """A program run on a library; `refused` tells for each step and read whether it was refused."""

    def __init__(self, library: Any, seed: int, steps: list[Step]) -> None:
        self.library = library
        a, b, c, *self.directions = leaf_values(seed)
        make, kind = library.tensor, library.float64
        self.leaves = [make(v.tolist(), dtype=kind, requires_grad=True) for v in (a, b)]
        self.variables: list[Any] = [*self.leaves, make(c.tolist(), dtype=kind)]
        self.refused: list[str | None] = []
        for step in steps:
            self.refused.append(self.step(step))

    def step(self, step: Step) -> str | None:
        """Run one step; a refused one makes a variable that is None, if it makes any."""
        makes = not step.kind.startswith("write")
        args = [self.variables[i] for i in step.args]
        made = None
        error = None
        if any(a is None for a in args):
            error = "an operand was refused"
        else:
            try:
                if step.quiet:
                    with self.library.no_grad():
                        made = self.call(step, args)
                else:
                    made = self.call(step, args)
            except RuntimeError as caught:
                error = str(caught)
            except (IndexError, TypeError, ValueError):
                error = "the shapes do not fit"
        if makes:
            self.variables.append(made)
        return error

    def call(self, step: Step, args: list[Any]) -> Any:
        if step.kind == "view":
            if step.extra[0] == "turn" and args[0].dim() != 2:
                raise IndexError
            return VIEWS[step.extra[0]](args[0], step.extra[1])
        if step.kind == "unbind":
            parts = args[0].unbind(0)
            return parts[step.extra[0] % len(parts)]
        if step.kind == "detach":
            return args[0].detach()
        function: Callable[..., Any] = ALL[step.extra[0]][0]
        return function(*args)

    def read(self, place: int) -> tuple[Array, float | None, str | None]:
        """Return a variable's values, its derivative along the direction, and a refusal."""
        t = self.variables[place]
        values = np.array(t.detach().tolist())
        try:
            y = (t * 1.5).sum()
            if not y.requires_grad:
                return values, 0.0, None
            grads = self.library.autograd.grad(y, self.leaves, retain_graph=True, allow_unused=True)
        except RuntimeError as caught:
            return values, None, str(caught)
        pairs = zip(grads, self.directions, strict=True)
        along = [float((np.array(g.tolist()) * d).sum()) for g, d in pairs if g is not None]
        return values, sum(along), None


# ----- the reference -----


class Memory:
    """Numbers that variables share, and how often they were written."""

    def __init__(self, values: Array) -> None:
        self.values = values
        self.version = 0


@dataclass
class Group:
    """The variables that one gradient belongs to: a tensor and its views."""

    memory: Memory
    moved: tuple[Array, Array]  # how far the moved runs are from the plain values
    tracked: bool = False  # requires grad
    leaf: bool = False
    saved: set[tuple[Memory, int]] = field(default_factory=set)  # what backward needs


@dataclass
class Variable:
    """A variable of the reference: places in memory, and what reading it may do."""

    group: Group
    places: Array
    cut: bool = False  # made under no_grad: no gradient passes
    fixed: bool = False  # refuses recorded writes, and reads after the base was written to
    seen: int = 0

    @property
    def expanded(self) -> bool:
        return bool(len(np.unique(self.places)) != self.places.size)


def memory_order(args: list[Variable]) -> Array:
    """Return the places of a result: operators keep the order of dimensions of their operands."""
    like = sum((v.places for v in args[1:]), start=np.positive(args[0].places))
    counted = np.arange(like.size)
    return np.lib.stride_tricks.as_strided(counted, like.shape, like.strides).copy(order="K")


def laid_out(values: Array, places: Array) -> Array:
    """Return values as they lie in memory."""
    flat = np.empty(values.size)
    flat[places] = values
    return flat


class Reference:
    """The interpreter that never aliases; `reasons` has for each step why it may be refused."""

    def __init__(self, seed: int) -> None:
        a, b, c, *directions = leaf_values(seed)
        self.variables: list[Variable | None] = []
        for value, direction in ((a, directions[0]), (b, directions[1]), (c, None)):
            shift = np.zeros(value.size) if direction is None else EPS * direction.ravel()
            group = Group(Memory(value.ravel()), (shift, -shift))
            group.tracked = group.leaf = direction is not None
            self.variables.append(Variable(group, np.arange(value.size).reshape(value.shape)))

    # reading: the plain values, and the two moved ones

    def worlds(self, v: Variable, quiet: bool) -> list[Array]:
        plain = v.group.memory.values[v.places]
        if quiet or v.cut:
            return [plain] * 3
        return [plain, *(plain + d[v.places] for d in v.group.moved)]

    def why_not_read(self, v: Variable, quiet: bool) -> str | None:
        if not quiet and v.fixed and v.seen != v.group.memory.version:
            return "its base was written to"
        return None

    def why_not_write(self, step: Step, args: list[Variable]) -> str | None:
        target = args[0]
        if target.expanded and step.extra[0] != "zero_":
            return "several elements are one"
        for other in args[1:]:
            same = np.array_equal(other.places, target.places)
            if other.group.memory is target.group.memory and not same:
                return "an operand shares the memory"
        if step.quiet:
            return None
        if target.group.leaf or target.fixed:
            return "a leaf, or a view that must not be written to"
        return None

    def reason(self, step: Step) -> str | None:
        """Return why a step may be refused."""
        found = [self.variables[i] for i in step.args]
        args = [v for v in found if v is not None]
        if len(args) != len(found):
            return "an operand was refused"
        if not self.fits(step, args):
            return "the shapes do not fit"
        if step.kind.startswith("write"):
            why = self.why_not_write(step, args)
            if why is not None:
                return why
        for v in args:
            why = self.why_not_read(v, step.quiet)
            if why is not None and step.kind != "detach":
                return why
        return None

    def fits(self, step: Step, args: list[Variable]) -> bool:
        first = args[0].places
        if step.kind == "view":
            name, number = step.extra
            if name == "turn" and first.ndim != 2:
                return False
            try:
                VIEWS[name](first, number)
            except (IndexError, ZeroDivisionError):
                return False
        if step.kind == "unbind":
            return bool(first.ndim > 0)
        if len(args) == 2:
            try:
                shape = np.broadcast_shapes(first.shape, args[1].places.shape)
            except ValueError:
                return False
            return bool(step.kind == "binary" or shape == first.shape)
        return True

    # steps that were not refused

    def step(self, step: Step) -> None:
        found = [self.variables[i] for i in step.args]
        args = [v for v in found if v is not None]
        assert len(args) == len(found)
        if step.kind in ("view", "unbind"):
            self.variables.append(self.view(step, args[0]))
        elif step.kind == "detach":
            memory = args[0].group.memory
            zero = np.zeros_like(memory.values)
            self.variables.append(Variable(Group(memory, (zero, zero)), args[0].places))
        elif step.kind.startswith("write"):
            self.write(step, args)
        else:
            self.variables.append(self.compute(step, args))

    def view(self, step: Step, v: Variable) -> Variable:
        if step.kind == "unbind":
            number = step.extra[0] % v.places.shape[0]
            return Variable(v.group, v.places[number], v.cut or step.quiet, True, self.version(v))
        name, number = step.extra
        places = VIEWS[name](v.places, number)
        if name == "flat" and not v.places.flags.c_contiguous and self.copies(v):
            return self.compute(Step("pointwise", step.args, ("clone",), step.quiet), [v], places)
        cut, fixed = v.cut or step.quiet, v.fixed or step.quiet
        return Variable(v.group, places, cut, fixed, self.version(v))

    def copies(self, v: Variable) -> bool:
        """Whether flattening a variable must copy: its places are not evenly spaced."""
        flat = v.places.reshape(-1)
        return flat.size > 1 and len(set(np.diff(flat).tolist())) > 1

    def version(self, v: Variable) -> int:
        return v.group.memory.version

    def tracked(self, args: list[Variable], quiet: bool) -> bool:
        return not quiet and any(v.group.tracked for v in args)

    def compute(self, step: Step, args: list[Variable], like: Array = None) -> Variable:
        _, on_arrays, needs = ALL[step.extra[0]]
        worlds = [
            np.asarray(on_arrays(*w))
            for w in zip(*[self.worlds(v, step.quiet) for v in args], strict=True)
        ]
        places = memory_order(args) if like is None and worlds[0].ndim else None
        if places is None:
            shape = worlds[0].shape if like is None else like.shape
            places = np.arange(worlds[0].size).reshape(shape)
        worlds = [world.reshape(places.shape) for world in worlds]
        memory = Memory(laid_out(worlds[0], places))
        moved = tuple(laid_out(w - worlds[0], places) for w in worlds[1:])
        group = Group(memory, (moved[0], moved[1]), self.tracked(args, step.quiet))
        if group.tracked:
            for v in args:
                group.saved |= v.group.saved
                if "i" in needs:
                    group.saved.add((v.group.memory, v.group.memory.version))
            if "o" in needs:
                group.saved.add((memory, 0))
        return Variable(group, places)

    def write(self, step: Step, args: list[Variable]) -> None:
        _, on_arrays, needs = ALL[step.extra[0]]
        target, memory, group = args[0], args[0].group.memory, args[0].group
        recorded = self.tracked(args, step.quiet)
        worlds = [
            on_arrays(*w) for w in zip(*[self.worlds(v, step.quiet) for v in args], strict=True)
        ]
        if recorded and "i" in needs:
            for v in args[1:]:
                group.saved.add((v.group.memory, v.group.memory.version))
        values = memory.values.copy()
        values[target.places] = worlds[0]
        memory.values = values
        memory.version += 1
        if recorded:
            moved = [d.copy() for d in group.moved]
            for difference, world in zip(moved, worlds[1:], strict=True):
                difference[target.places] = world - worlds[0]
            group.moved = (moved[0], moved[1])
            for v in args[1:]:
                group.saved |= v.group.saved
            if "o" in needs:
                group.saved.add((memory, memory.version))
            group.tracked = True

    def read(self, place: int) -> tuple[Array, float, str | None]:
        """Return values and derivative of a variable, and why reading it may be refused."""
        v = self.variables[place]
        assert v is not None
        plain, up, down = self.worlds(v, False)
        slope = 1.5 * float((up - down).sum()) / (2 * EPS)
        why = self.why_not_read(v, False)
        if why is None and any(memory.version != n for memory, n in v.group.saved):
            why = "a saved value was written to"
        return plain, slope, why


def check(library: Any, seed: int, steps: list[Step] | None = None) -> list[str | None]:
    """Run a program on the library and on the reference; return the library's refusals.

    Raises
    ------
    AssertionError
        If they differ.
    """
    steps = generate(seed) if steps is None else steps
    reference = Reference(seed)
    run = Run(library, seed, [])
    verdicts: list[str | None] = []
    for number, step in enumerate(steps):
        where = f"program {seed}, step {number} {step}"
        why = reference.reason(step)
        refusal = run.step(step)
        verdicts.append(refusal)
        if refusal is not None:
            assert why is not None, f"{where} was refused without a reason: {refusal}"
            if not step.kind.startswith("write"):
                reference.variables.append(None)
        else:
            assert why not in ("the shapes do not fit", "an operand was refused"), where
            assert why != "several elements are one", where
            reference.step(step)
    for place, variable in enumerate(reference.variables):
        if variable is None:
            continue
        where = f"program {seed}, variable {place} of {steps}"
        values, slope, refusal = run.read(place)
        plain, expected, why = reference.read(place)
        assert values.shape == plain.shape, where
        assert np.allclose(values, plain, rtol=1e-12, atol=1e-12), f"{where}: {values} {plain}"
        verdicts.append(refusal)
        if refusal is not None:
            assert why is not None, f"{where} was refused without a reason: {refusal}"
        else:
            close = abs(slope - expected) <= 1e-6 * (1 + abs(expected))  # type: ignore[operator]
            assert close, f"{where}: {slope} instead of {expected}"
    return verdicts
