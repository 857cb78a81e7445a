"""How what belongs to extensions changes: their parts of the state, and their decks."""

from __future__ import annotations

import attrs

from ...errors import MisuseError
from ...model import events
from ...model.course import CardPile
from ...model.state import Draft
from .course import course_of, go_on


def part_changed(draft: Draft, event: events.PartChanged) -> None:
    if event.part not in draft.ruleset.parts or event.part in draft.ruleset.decks:
        raise MisuseError(f"part {event.part!r} is none that an extension of {draft.ruleset.name!r} keeps")
    draft.set_part(event.part, event.value)


def card_awaited(draft: Draft, event: events.CardAwaited) -> None:
    course = course_of(draft)
    if draft.is_over or course.cards.count(event.deck) >= pile_of(draft, event.deck).down:
        raise MisuseError(f"{event.deck}: a card is to be turned up where none is left")
    go_on(draft, attrs.evolve(course, cards=(*course.cards, event.deck), seat=draft.turn_seat))


def card_turned_up(draft: Draft, event: events.CardTurnedUp) -> None:
    course = course_of(draft)
    if course.cards[:1] != (event.deck,):
        raise MisuseError(f"{event.deck}: a card is turned up that nobody waits for")
    draft.set_part(event.deck, pile_of(draft, event.deck).with_next_up(event.card))
    rest = course.cards[1:]
    go_on(draft, attrs.evolve(course, cards=rest, seat=course.seat if rest else None))


def pile_of(draft: Draft, deck: str) -> CardPile:
    """Return a deck in play; ``MisuseError`` where the ruleset has none of this id."""
    pile = draft.part(deck) if deck in draft.ruleset.decks else None
    if not isinstance(pile, CardPile):
        raise MisuseError(f"{deck!r} is no deck of {draft.ruleset.name!r}")
    return pile
