"""Whether what extensions add to a state fits it: their decks, and what is still to come before the next decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...engine.evolve import MOST_REACTIONS
from ...errors import MisuseError
from ...errors.messages import printable
from ...model.course import COURSE, CardPile, Course
from ...model.extension import Deck
from ...model.rule import ExtrasPart
from ...model.state import GameState
from ._strange import strange_in
from ._waiting import Misfit


def extended_misfits(state: GameState) -> Iterator[Misfit]:
    """Yield what does not fit; nothing in a game without extensions."""
    extras = state.extras
    for part in state.ruleset.extras_parts.values():
        yield from _part(state, part, extras[part.key])
    for deck in state.ruleset.decks.values():
        yield from _deck(state, deck, extras[deck.id])
    course = extras.get(COURSE)
    if course is not None:
        yield from _course(state, course)


def _part(state: GameState, part: ExtrasPart, value: Any) -> Iterator[Misfit]:
    place = f"extras.{part.key}"
    if strange := strange_in(value, state.ruleset):
        yield place, strange
        return
    try:
        complaint: Any = part.misfit(state, value)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise MisuseError(f"the part {part.key!r} of {state.ruleset.name!r}: misfit fails: {error!r}") from error
    if complaint is not None:
        yield place, printable(str(complaint))


def _deck(state: GameState, deck: Deck, pile: CardPile) -> Iterator[Misfit]:
    place, box = f"extras.{deck.id}", Counter(deck.cards)
    if len(pile.up) + pile.down != len(deck.cards):
        yield place, f"{len(pile.up)} cards are up and {pile.down} down, of {len(deck.cards)}"
    if strange := Counter(pile.up) - box:
        yield f"{place}.up", f"too many {', '.join(sorted(strange))}"
    if state.is_public and pile.order:
        yield f"{place}.order", "nobody knows it in a public state"
    if not state.is_public and Counter(pile.order) != box - Counter(pile.up):
        yield f"{place}.order", "not the cards that lie face down"


def _course(state: GameState, course: Course) -> Iterator[Misfit]:
    place, reactions = f"extras.{COURSE}", len(state.ruleset._reactions)
    if course.is_done or state.pending is None:
        yield place, "it is there only while a piece is to be turned up that something follows on"
    if course.stage is not None and state.turn is not None:
        yield f"{place}.stage", "it is there between two phases alone"
    if course.seat != (state.turn_seat if course.cards else None):
        yield f"{place}.seat", "it is that of the turn, exactly while a card is to be turned up"
    if len(course.moments) > MOST_REACTIONS:
        yield f"{place}.moments", f"{len(course.moments)}, more than {MOST_REACTIONS}"
    if any(moment.reaction >= reactions for moment in course.moments):
        yield f"{place}.moments", f"there are {reactions} reactions in {state.ruleset.name!r}"
    for deck, awaited in Counter(course.cards).items():
        if deck not in state.ruleset.decks:
            yield f"{place}.cards", f"{deck!r} is no deck"
        elif awaited > (down := state.extras[deck].down):
            yield f"{place}.cards", f"{awaited} of {deck}, of which {down} lie face down"
