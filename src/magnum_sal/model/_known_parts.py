"""The parts of a state by key, with an error that names the remedy if a part does not exist."""

from __future__ import annotations

from typing import Any, NoReturn

from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..errors.suggestions import did_you_mean, find_similar
from .looks import LOOKS
from .parts import SEEN


class MissingPartError(MisuseError, KeyError):
    """No part of the state has the key. It is also a ``KeyError``, which a mapping raises for an unknown key."""

    def __str__(self) -> str:
        # A KeyError would show the repr of its message.
        return printable(Exception.__str__(self))


class KnownParts(dict[str, Any]):
    """The parts of a state by key."""

    def __init__(self, items: tuple[tuple[str, Any], ...], ruleset: str) -> None:
        super().__init__(items)
        self._ruleset = ruleset

    def __missing__(self, key: object) -> NoReturn:
        told = f"extras: {brief(key)} is not a part of this state of {self._ruleset!r}"
        if key == LOOKS:
            raise MissingPartError(f"{told}; it exists if an Extension of the ruleset has has_looks=True")
        if key == SEEN:
            raise MissingPartError(f"{told}; it exists from the second phase on")
        there = f"the parts are {', '.join(self)}" if self else "there are no parts"
        raise MissingPartError(f"{told}{did_you_mean(find_similar(key, self)) or f'; {there}'}")
