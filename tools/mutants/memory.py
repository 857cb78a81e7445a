"""Caches of the code under test, which keep values between calls, and a way to empty them."""

from __future__ import annotations

import gc
import os
import sys
from functools import _lru_cache_wrapper
from typing import Any

from .sessions import ROOT


class Memory:
    """The caches of functions and of values that exist when this object is created."""

    def __init__(self) -> None:
        folders = tuple(f"{ROOT / folder}{os.sep}" for folder in ("src", "tests", "examples"))
        ours = {
            name
            for name, module in list(sys.modules.items())
            if str(getattr(module, "__file__", "")).startswith(folders)
        }
        alive = gc.get_objects()
        self.functions: list[Any] = [
            thing for thing in alive if isinstance(thing, _lru_cache_wrapper) and thing.__module__ in ours
        ]
        library = sys.modules.get("magnum_sal._internal.caches")
        self.caches: list[Any] = [] if library is None else list(library.CACHES)
        own = [thing for thing in alive if type(thing).__module__ in ours]
        # States and rulesets cache some results in attributes.
        self.states: list[Any] = [thing for thing in own if hasattr(thing, "_guess")]
        self.tables: list[Any] = [thing._available for thing in own if hasattr(thing, "_available")]

    def forget(self) -> None:
        """Clear all caches."""
        for function in self.functions:
            function.cache_clear()
        for cache in self.caches:
            cache.forget()
        for state in self.states:
            for name in ("_moves", "_sources", "_hash", "_guess"):
                object.__setattr__(state, name, None)
        for table in self.tables:
            table.clear()
