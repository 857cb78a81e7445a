"""In what two matches differ, in words: the one in a results file, and the one that somebody asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

import attrs

from ..errors.messages import brief, cut, printable
from ..model.ruleset import Ruleset
from .match import Match

_ROOM: Final = 40
"""Characters of a value that is shown, at most."""

_MOST: Final = 280
"""Characters of all that is told, at most; a message has a file's name besides."""


def differences(there: Match, here: Match) -> str:
    """
    Return each field in which two matches differ, with what it is; empty where they are the same.

    >>> differences(Match(("random", "greedy"), 1, most_moves=60), Match(("random", "search"), 1))
    "its bot 2 is 'greedy', not 'search'; its most_moves is 60, not 4000"

    Args:
        there: The match of a file.
        here: The match that is asked for.
    """
    names = [field.name for field in attrs.fields(Match)]
    told = (one for name in names for one in _of_field(name, getattr(there, name), getattr(here, name)))
    return cut("; ".join(told), _MOST)


def _of_field(name: str, there: object, here: object) -> Iterator[str]:
    if there == here:
        return
    match there, here:
        case (tuple(), tuple()):
            yield from _of_bots(there, here)
        case (Ruleset(), Ruleset()) if there.name == here.name:
            yield from _of_rules(there, here)
        case (Ruleset(), Ruleset()):
            yield _apart(f"its {name} is", there.name, here.name)
        case _:
            yield _apart(f"its {name} is", there, here)


def _of_bots(there: tuple[str, ...], here: tuple[str, ...]) -> Iterator[str]:
    if len(there) != len(here):
        yield f"it has {len(there)} bots, not {len(here)}"
        return
    for number, (its, ours) in enumerate(zip(there, here, strict=True), start=1):
        if its != ours:
            yield _apart(f"its bot {number} is", its, ours)


def _of_rules(there: Ruleset, here: Ruleset) -> Iterator[str]:
    """Yield the switches in which rulesets of one name differ."""
    its, ours = ({switch.name: of.setting(switch.name) for switch in of.switches} for of in (there, here))
    if its == ours:
        yield f"its ruleset is another one of the name {brief(there.name, _ROOM)}"
    for name in dict.fromkeys((*its, *ours)):
        if its.get(name) != ours.get(name):
            yield _apart(f"its {name} is", its.get(name), ours.get(name))


def _apart(words: str, there: object, here: object) -> str:
    """Return what two values are; of long ones that begin alike, what comes after that."""
    its, ours = brief(there, 10_000), brief(here, 10_000)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(its, ours, strict=False)))
    if max(len(its), len(ours)) > _ROOM and alike > _ROOM // 2:
        its, ours = (f"...{text[alike - 3 :]}" for text in (its, ours))
    return f"{words} {printable(its, _ROOM)}, not {printable(ours, _ROOM)}"
