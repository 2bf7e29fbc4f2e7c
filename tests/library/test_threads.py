"""Operators made, changed, called and undone by eight threads at once."""

from __future__ import annotations

import threading
from typing import Any

import redispatch as rd
from redispatch.dispatch.registry import OPERATORS
from redispatch.dispatch.rules import RULES
from redispatch.library import Library, custom_op, opcheck, register_kernel

ROUNDS = 15


def together(*work: Any) -> None:
    """Run functions in a thread each, and raise what any of them raises."""
    failed: list[BaseException] = []
    start = threading.Barrier(len(work))

    def run(each: Any) -> None:
        try:
            start.wait()
            each()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def times(factor: int) -> Any:
    def kernel(x: rd.Tensor) -> rd.Tensor:
        return x * factor

    return kernel


def test_a_kernel_that_is_replaced_is_never_missing() -> None:
    with custom_op("threads::shared", times(1), mutates_args=()) as op:
        seen = set()

        def call() -> None:
            for _ in range(40 * ROUNDS):
                seen.add(op(rd.ones(1)).item())

        def replace(first: int) -> Any:
            def run() -> None:
                for factor in range(first, first + ROUNDS):
                    op.register_kernel(None, times(factor))
                    op.register_autograd(lambda ctx, g: g)

            return run

        together(*[call] * 4, *[replace(100 * n) for n in range(1, 5)])
        allowed = {1} | {100 * n + i for n in range(1, 5) for i in range(ROUNDS)}
        assert seen <= allowed
        assert len(RULES.stack("threads::shared", "CompositeExplicit")) == 1


def test_each_thread_makes_checks_and_undoes_its_own() -> None:
    tables, known = len(RULES.tables), len(OPERATORS)

    def work(number: int) -> Any:
        def run() -> None:
            for _ in range(ROUNDS):
                with custom_op(f"threads::own{number}", times(number), mutates_args=()) as op:
                    op.register_fake(lambda x: rd.empty_like(x))
                    assert op(rd.ones(2)).tolist() == [number, number]
                    opcheck(op, (rd.ones(2),), test_utils=["test_schema", "test_faketensor"])
                with Library(f"threads_{number}", "DEF") as lib:
                    lib.define("f(Tensor x) -> Tensor")
                    register_kernel(f"threads_{number}::f", "cpu", times(2), lib=lib)
                    (op_f,) = [
                        o for o in list(OPERATORS.values()) if o.name == f"threads_{number}::f"
                    ]
                    assert op_f(rd.ones(1)).tolist() == [2.0]

        return run

    together(*[work(n) for n in range(1, 9)])
    assert (len(RULES.tables), len(OPERATORS)) == (tables, known)
