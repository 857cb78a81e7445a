"""Put the code of a mutant into the existing functions."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import TypeAlias

_Place: TypeAlias = tuple[str, int]
"""The place of a function in its file: its qualified name and its first line."""


class CannotSwapError(Exception):
    """An error for code that the existing functions cannot take; the module must be imported again."""


class Functions:
    """
    The functions of some files that exist when this object is created, wherever they are referenced.

    Other modules have imported them by name, and caches and tables hold them. Therefore ``swap`` replaces their code.
    """

    def __init__(self, filenames: Iterable[str]) -> None:
        self.by_file: dict[str, list[FunctionType]] = {filename: [] for filename in filenames}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in self.by_file:
                self.by_file[thing.__code__.co_filename].append(thing)

    def swap(self, filename: str, source: bytes) -> None:
        """
        Replace the code of a file's functions by the code that they have in another version of the file.

        Args:
            filename: The file of the functions.
            source: The other version, with every function on the same line.

        Raises:
            CannotSwapError: two functions are in one place, a function takes other variables from an enclosing
                scope, or no existing function has different code.
        """
        codes = list(_codes(compile(source, filename, "exec", dont_inherit=True)))
        count = Counter(map(_place, codes))
        new = {_place(code): code for code in codes}
        is_changed = False
        for function in self.by_file[filename]:
            place = _place(function.__code__)
            if count[place] != 1:
                raise CannotSwapError(f"{place} occurs {count[place]} times")
            is_changed |= function.__code__ != new[place]
            try:
                function.__code__ = new[place]
            except ValueError as error:
                raise CannotSwapError(f"{place}: {error}") from error
        if not is_changed:
            raise CannotSwapError("no existing function has different code")


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the functions in *code*, at any depth."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _place(code: CodeType) -> _Place:
    return code.co_qualname, code.co_firstlineno
