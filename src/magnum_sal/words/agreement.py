"""Describe how a game ended, and an agreement to end it early (PHASE-1): who agreed, and who was absent."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.state import GameState
from ._ending import ending_in_words
from ._lookup import check_state_first, names_of
from .filling import sentence

_DELIMITERS: Final = frozenset(',;:"')
"""The characters that separate names in an agreement. A name that contains one of them is quoted."""


def agreement(agreed: Sequence[str], absent: Sequence[str], language: str = "en") -> str:
    """
    Return who agreed to an early end, and who was absent. The English text is the reason that a log records.

    >>> agreement(["Ada", "Ben"], ["Cleo"])
    'agreed by Ada, Ben; absent: Cleo'

    *agreed* names the players who agreed, and *absent* the people who could not be asked, both in seat order. Bots are
    not named.
    """
    key = "agreement.absent" if absent else "agreement"
    named, missing = (", ".join(map(_quote_name, names)) for names in (agreed, absent))
    return sentence(key, language, agreed=named, absent=missing)


def early_end_in_words(state: GameState, reason: str, language: str = "en") -> str:
    """
    Return a sentence about the early end of a game and its reason.

    A reason of the form ``"agreed by Ada, Ben; absent: Cleo"`` is translated. Any other reason stays unchanged.

    >>> from magnum_sal import new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> early_end_in_words(state, "agreed by Ada; absent: Ben", "de")
    'Vorzeitig beendet: mit Zustimmung von Ada; abwesend: Ben'
    >>> early_end_in_words(state, "supper")
    'Ended early: supper'

    *state* is any position of the game, and *reason* is the value of ``Game.end_reason``.

    Raises:
        MisuseError: *state* is not a ``GameState``, *reason* is not a string, or *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "early_end_in_words(state, reason, language)")
    if not isinstance(reason, str):
        raise MisuseError(f"reason: expected a text, got {brief(reason)}")
    return sentence("agreed_end", language, reason=translate_reason(names_of(state), reason, language))


def translate_reason(players: Sequence[str], reason: str, language: str) -> str:
    """Translate the reason of an early end if it is an agreement of *players*. Any other reason stays unchanged."""
    # Names may contain anything, so the reason is not parsed but compared with every possible agreement of these
    # players. Four players have 81 possible agreements.
    return next((agreement(*sides, language) for sides in _sides(players) if agreement(*sides) == reason), reason)


def describe_ending(state: GameState, reason: str | None, language: str = "en") -> tuple[str, ...]:
    """
    Return how a game ended, in sentences; empty until it is over.

    *state* is the last position, and *reason* is the value of ``Game.end_reason``. A game that was ended early has no
    result, so the only sentence is the one about its end.
    """
    return ending_in_words(state, language) if reason is None else (early_end_in_words(state, reason, language),)


def _sides(players: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield all ways to divide the players into those who agreed, those who were absent, and the others."""
    for parts in itertools.product(range(3), repeat=len(players)):
        agreed, absent = ([name for name, own in zip(players, parts, strict=True) if own == part] for part in (0, 1))
        yield agreed, absent


def _quote_name(name: str) -> str:
    """Quote a name if it could be mistaken for several names or for another part of the sentence."""
    if _DELIMITERS.isdisjoint(name):
        return name
    # A quotation mark inside the name would end the quotation.
    inner = name.replace('"', "'")
    return f'"{inner}"'
