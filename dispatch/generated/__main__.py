"""Run as `python dispatch/generated`: writes the modules beside this file from the declarations.

The package itself cannot be imported for that: derivatives import functions that are yet to be
written. So only `redispatch.dispatch` is, under a package that has nothing but its name and place.
"""

from __future__ import annotations

import pathlib
import sys
import types

if "redispatch" not in sys.modules:
    bare = types.ModuleType("redispatch")
    bare.__path__ = [str(pathlib.Path(__file__).resolve().parents[2])]
    sys.modules["redispatch"] = bare

from redispatch.dispatch.generate import main

main()
