"""Telling what a move would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model.pieces import SALT_KINDS, SaltAmount
from ..model.state import GameState, check_state
from ..queries.effects import Effects
from ._lookup import count_in_words, find, label, with_noun
from ._narration import LONGEST_TOLD
from .filling import sentence


def effects_in_words(state: GameState, brought: Effects, language: str = "en") -> str:
    """
    Return what a move would bring, the player to move first and without a name; an empty text where it is none of that.

    >>> from magnum_sal import VisitInn, effects, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> effects_in_words(state, effects(state, VisitInn()))
    '-6 groszy'

    *state* is the position before the move, and *brought* what ``effects`` returned for it.

    Raises:
        MisuseError: *brought* is no ``Effects`` for so many players, or *language* is none of ``LANGUAGES``.
    """
    check_state(state)
    _check(brought, len(state.players))
    label("effects.tools", language)  # refuses a language that is not known
    return printable("; ".join(_told(state, brought, language)), LONGEST_TOLD)


def _check(brought: object, players: int) -> None:
    if not isinstance(brought, Effects) or len(brought.money) != players:
        raise MisuseError(f"{brief(brought)} is not what effects returns for a move of {players} players")


def _told(state: GameState, brought: Effects, language: str) -> Iterator[str]:
    own = state.turn_seat
    for seat in sorted(range(len(state.players)), key=lambda seat: seat != own):
        if changes := ", ".join(_changes(brought.money[seat], brought.salt[seat], language)):
            yield changes if seat == own else f"{state.players[seat].name} {changes}"
    if brought.tired:
        yield count_in_words(brought.tired, "miner_tires", language)
    if brought.rested:
        yield count_in_words(brought.rested, "miner_rests", language)
    if brought.tools:
        tools = [_cards(state, tool, cards, language) for tool, cards in Counter(brought.tools).items()]
        yield sentence("effects.tools", language, tools=", ".join(tools))
    for pile in brought.turns_up:
        yield label(f"effects.{pile}", language, state.ruleset)


def _changes(money: int, salt: SaltAmount, language: str) -> Iterator[str]:
    if money:
        yield f"{'+' if money > 0 else '-'}{count_in_words(abs(money), 'grosz', language)}"
    for sign in (1, -1):
        if cubes := SaltAmount(*(max(sign * salt.of(kind), 0) for kind in SALT_KINDS)):
            yield f"{'+' if sign > 0 else '-'}{cubes}"


def _cards(state: GameState, tool: str, cards: int, language: str) -> str:
    """Return a number of cards; of a tool that has no words for that, its name behind the number."""
    found = find(f"{tool}.count", language, state.ruleset)
    return with_noun(cards, *found) if found is not None else f"{cards} {label(tool, language, state.ruleset)}"
