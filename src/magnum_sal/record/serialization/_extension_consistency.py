"""Check that the data of extensions fit a state: their parts, decks, dice and looks, and the events still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...engine.evolve import MOST_REACTIONS
from ...errors import FAILURES, blame_function
from ...errors.messages import printable
from ...model.course import COURSE, CardPile, Course, RolledDie
from ...model.extension import Deck, Die
from ...model.looks import LOOKS, Looks
from ...model.rule import Part
from ...model.state import GameState
from ...model.state_frame import Fault
from .strict_fields import describe_unexpected_fields


def check_extension_data(state: GameState) -> Iterator[Fault]:
    """Yield faults in the data of extensions: their parts, their decks, and the events still to come."""
    extras = state.extras
    for part in state.ruleset.parts.values():
        yield from _check_part(state, part, extras[part.key])
    for deck in state.ruleset.decks.values():
        yield from _check_deck(state, deck, extras[deck.id])
    for die in state.ruleset.dice.values():
        yield from _check_die(state, die, extras[die.id])
    if state.ruleset.has_looks:
        yield from _check_looks(state, extras[LOOKS])
    course: Course | None = extras.get(COURSE)
    if course is not None:
        yield from _check_course(state, course)
    # While it is nobody's turn, ``turn_seat`` is the starting player's seat, unless an extension's card is pending.
    if state.turn is None and state.turn_seat != state.start_seat and not (course and course.cards):
        yield "to_move", f"it cannot be seat {state.turn_seat}'s turn, because it is nobody's turn (END-1, SETUP-2)"


def find_unknown_piles(state: GameState) -> Iterator[Fault]:
    """Yield faults for pending cards or rolls whose deck or die the ruleset does not have."""
    course: Course | None = state.extras.get(COURSE)
    for pile in course.cards if course is not None else ():
        if pile not in state.ruleset.decks and pile not in state.ruleset.dice:
            yield f"extras.{COURSE}.cards", f"{pile!r} is not a deck or a die"


def _check_part(state: GameState, part: Part, value: Any) -> Iterator[Fault]:
    place = f"extras.{part.key}"
    if strange := describe_unexpected_fields(value, state.ruleset):
        yield place, strange
        return
    try:
        complaint: Any = part.problem(state, value)
    except FAILURES as error:
        # A part's own check is extension code. If the check raises an error, the extension is faulty, and the data may
        # be valid.
        raise blame_function(f"part {part.key!r}: problem", error) from error
    if complaint is not None:
        yield place, printable(str(complaint))


def _check_deck(state: GameState, deck: Deck, pile: CardPile) -> Iterator[Fault]:
    place, box = f"extras.{deck.id}", Counter(deck.cards)
    if len(pile.up) + pile.down != len(deck.cards):
        yield place, f"{len(pile.up)} cards are face up and {pile.down} face down, but the deck has {len(deck.cards)}"
    if strange := Counter(pile.up) - box:
        yield f"{place}.up", f"too many {', '.join(sorted(strange))}"
    if state.is_public and pile.order:
        yield f"{place}.order", "a public state must not contain it"
    if not state.is_public and Counter(pile.order) != box - Counter(pile.up):
        yield f"{place}.order", "expected the face-down cards"
    if pile.shuffles and not deck.reshuffles:
        yield f"{place}.shuffles", "the deck does not reshuffle"
    if (pile.stream is None) == (deck.reshuffles and not state.is_public):
        yield f"{place}.stream", "must be given exactly in a full state of a deck that reshuffles"


def _check_die(state: GameState, die: Die, rolled: RolledDie) -> Iterator[Fault]:
    place = f"extras.{die.id}"
    if (rolled.face is None) != (not rolled.rolls) or rolled.face not in (None, *die.faces):
        yield f"{place}.face", "expected a face of the die, or null exactly if it has not been rolled"
    if (rolled.stream is None) != state.is_public:
        yield f"{place}.stream", "must be given exactly in a full state"
    if rolled.coming:
        yield f"{place}.coming", "allowed only while a game is set up"


def _check_looks(state: GameState, looks: Looks) -> Iterator[Fault]:
    place, seats = f"extras.{LOOKS}", len(state.players)
    if looks.viewer is not None and (looks.viewer >= seats or not state.is_public):
        yield f"{place}.viewer", "expected a seat, in a state without hidden pieces"
    for number, (look, copies) in enumerate(Counter((look.seat, look.chamber) for look in looks.made).items()):
        seat, chamber = look
        if seat >= seats or copies > 1:
            yield f"{place}.made[{number}]", "expected each look of a player once"
        elif state.mine.tile_in(chamber) is not None:
            yield f"{place}.made[{number}]", f"the tile of {chamber} lies face up"
    if any(look.tile is not None and look.seat != looks.viewer for look in looks.made):
        yield f"{place}.made", "only the viewer's own looks may have a tile"


def _check_course(state: GameState, course: Course) -> Iterator[Fault]:
    place, reactions = f"extras.{COURSE}", len(state.ruleset._reactions)
    if course.is_done or state.pending is None:
        yield place, "allowed only while a piece is pending that more events depend on"
    if course.stage is not None and state.turn is not None:
        yield f"{place}.stage", "allowed only between two phases"
    if course.seat != (state.turn_seat if course.cards else None):
        yield f"{place}.seat", "must be the seat of the turn while a card is pending, and null otherwise"
    if len(course.moments) > MOST_REACTIONS:
        yield f"{place}.moments", f"{len(course.moments)}, more than {MOST_REACTIONS}"
    if any(moment.reaction >= reactions for moment in course.moments):
        yield f"{place}.moments", f"{state.ruleset.name!r} has only {reactions} reactions"
    for deck, awaited in Counter(course.cards).items():
        if deck in state.ruleset.dice or (deck in state.ruleset.decks and state.ruleset.decks[deck].reshuffles):
            continue  # These never run out.
        if awaited > (down := state.extras[deck].down):
            yield f"{place}.cards", f"{awaited} of {deck}, but only {down} are face down"
