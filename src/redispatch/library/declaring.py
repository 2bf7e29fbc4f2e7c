"""`define` and `impl`: declarations and kernels by name, without a library of one's own.

Decides which library keeps what is declared so. What a library does is in library.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..dispatch.rules import REGISTRARS
from .library import Library
from .slots import slots_of_devices

Function = Callable[..., Any]
REGISTRARS.add(__name__)
_KEPT: dict[str, Library] = {}  # libraries of operators that nobody else keeps


def define(
    qualname: str | Library,
    schema: str,
    alias_analysis: str = "",
    *,
    lib: Library | None = None,
    tags: str | Iterable[str] = (),
) -> Any:
    """Declare an operator that has no kernel yet.

    With a library as the first argument this is a decorator for its first kernel, written in other
    operators.

    Parameters
    ----------
    qualname : str
        "namespace::name".
    schema : str
        "(Tensor x, int n=1) -> Tensor".
    lib : Library, optional
        The operator goes when it goes.
    tags : str or iterable of str
        Words that give layers their default rules.

    Raises
    ------
    ValueError
        If the name has no namespace, or the schema is not of that form.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.library.Library("docs_d", "FRAGMENT") as lib:
    ...     rd.library.define("docs_d::plus", "(Tensor x, float by) -> Tensor", lib=lib)
    ...     rd.library.impl("docs_d::plus", "cpu", lambda x, by: x + by, lib=lib)
    ...     rd.ops.docs_d.plus(rd.tensor([1.]), 2.0)
    tensor([3.])
    """
    if isinstance(qualname, Library):
        library = qualname
        name = library.define(schema, alias_analysis, tags=tags)

        def decorate(function: Function) -> Function:
            library.impl(name, function)
            return function

        return decorate
    if not isinstance(qualname, str):
        raise ValueError(f"define: the name must be a string, got {type(qualname).__name__}")
    namespace, _, name = qualname.partition("::")
    if not name:
        raise ValueError(f"define: {qualname!r} has no namespace; write 'namespace::{qualname}'")
    if not re.fullmatch(r"\(.*\) -> .*", schema, re.DOTALL):
        raise ValueError(
            f"define {qualname}: expected schema to look like (Tensor x) -> Tensor, without the "
            f"name, but got {schema!r}"
        )
    if lib is None:
        lib = _KEPT.get(namespace) or _KEPT.setdefault(namespace, Library(namespace, "FRAGMENT"))
    lib.define(name + schema, alias_analysis, tags=tags)
    return None


def impl(
    qualname: str | Library,
    types: Any,
    func: Any = None,
    *,
    lib: Library | None = None,
) -> Any:
    """Register a kernel for devices or keys; usable as a decorator.

    With a library as the first argument: `impl(lib, name, dispatch_key="")`, as a decorator.

    Parameters
    ----------
    qualname : str
        "namespace::name"; it may be declared later.
    types : str or sequence of str
        Devices, `"default"` for all of them, or names of keys.
    func : callable, optional
        The kernel; gets its arguments without those that equal their defaults.
    lib : Library, optional
        The kernel goes when it goes.

    Raises
    ------
    RuntimeError
        If a device is unknown.
    """
    if isinstance(qualname, Library):
        library, name, key = qualname, types, func or ""

        def decorate(function: Function) -> Function:
            library.impl(name, function, key)
            return function

        return decorate
    slots = slots_of_devices(types)
    namespace, _, name = qualname.partition("::")
    if not name:
        raise ValueError(f"impl: {qualname!r} has no namespace; write 'namespace::{qualname}'")

    def make(function: Function) -> Function:
        owner = lib or _KEPT.get(namespace)
        if owner is None:
            owner = _KEPT.setdefault(namespace, Library(namespace, "FRAGMENT"))
        for slot in slots:
            owner.impl(qualname, function, slot)
        return function

    if func is None:
        return make
    make(func)
    return None
