"""
The folds of the events that extensions need: moments, cards, dice, looks and parts of the state.

Like ``_folds``, these functions write to the draft of the next state, and each is named after its event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from ..errors import MisuseError
from ..errors.suggestions import did_you_mean, find_similar
from ..model import events
from ..model.course import COURSE, CardPile, Course, Moment, RolledDie, Stage
from ..model.looks import LOOKS, Looks
from ..model.mine import CHAMBERS, level_of
from ..model.part_values import find_misfit
from ..model.rule import Part
from ..model.state import Draft, check_seat


def moment_reached(draft: Draft, event: events.Event) -> None:
    """Record *event* for the extensions that react to it."""
    reactions = draft.ruleset._reactions_to(event.__class__)
    # A reaction to ``MomentsPassed`` would record a new moment each time, in an endless loop. ``TileSeen`` is a secret
    # that is never applied to most states, so nothing may follow from it.
    if reactions and not isinstance(event, (events.MomentsPassed, events.TileSeen)):
        _go_on(draft, moments=(*_course_of(draft).moments, *(Moment(event, number) for number in reactions)))


def moments_passed(draft: Draft, event: events.MomentsPassed) -> None:
    waiting = _course_of(draft).moments
    if not 1 <= event.moments <= len(waiting):
        raise MisuseError(f"{event.moments} moments cannot pass: {len(waiting)} wait for a reaction")
    _go_on(draft, moments=waiting[event.moments :])


def record_stage(draft: Draft, stage: Stage | None) -> None:
    """Record the stage between two phases if the ruleset has reactions, because they can run after each stage."""
    if draft.ruleset._moments:
        _go_on(draft, stage=stage)


def _course_of(draft: Draft) -> Course:
    return draft.part(COURSE) or Course()


def _go_on(draft: Draft, **changes: Any) -> None:
    """Change the ``Course`` in ``extras``, and drop it once nothing is pending."""
    course = attrs.evolve(_course_of(draft), **changes)
    if course.is_done:
        draft.drop_part(COURSE)
    else:
        draft.set_part(COURSE, course)


def uncover_tile(draft: Draft, chamber: str) -> None:
    """Remove a tile that now lies face up from the hidden pieces, and from the tiles that only some seats know."""
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tile(chamber)
    if draft.ruleset.has_looks:
        _set_looks(draft, draft.part(LOOKS).without_chamber(chamber), level_of(chamber))


def _set_looks(draft: Draft, looks: Looks, level: int) -> None:
    """Set *looks* without the tiles of *level* that no longer have a face-down copy."""
    tiles = (draft.mine.tile_in(chamber) for chamber in CHAMBERS if level_of(chamber) == level)
    face_down = Counter(draft.ruleset.tiles[level - 1]) - Counter(tile for tile in tiles if tile is not None)
    draft.set_part(LOOKS, looks.without_impossible_tiles(level, face_down))


def tile_looked_at(draft: Draft, event: events.TileLookedAt) -> None:
    looks = _looks_of(draft, event)
    check_seat(event.seat, len(draft.players))
    if draft.mine.tile_in(event.chamber) is not None:
        raise MisuseError(f"{event.chamber}: the tile lies face up, so there is nothing to look at")
    draft.set_part(LOOKS, looks.with_look(event.seat, event.chamber))


def tile_seen(draft: Draft, event: events.TileSeen) -> None:
    looks = _looks_of(draft, event)
    if draft.hidden is None:
        _set_looks(draft, looks.with_tile(event.seat, event.chamber, event.tile), level_of(event.chamber))
    # A full state already contains the tile, so the event can only confirm it.
    elif looks.find_look(event.seat, event.chamber) is None or draft.hidden.tile_of(event.chamber) != event.tile:
        raise MisuseError(f"{event.chamber}: seat {event.seat} has not seen {event.tile} there")


def _looks_of(draft: Draft, event: events.Event) -> Looks:
    """Return the looks. Raises ``MisuseError`` if no extension of the ruleset allows any."""
    looks = draft.part(LOOKS)
    if not isinstance(looks, Looks):
        raise MisuseError(
            f"no extension of {draft.ruleset.name!r} has looks, so {event.type!r} cannot happen; "
            "pass has_looks=True to the Extension"
        )
    return looks


def part_changed(draft: Draft, event: events.PartChanged) -> None:
    part = draft.ruleset.own_parts.get(event.part)
    if part is None:
        raise MisuseError(f"part {event.part!r} does not belong to an extension of {draft.ruleset.name!r}")
    _check_value(part, event.value)
    draft.set_part(event.part, event.value)


def check_new_values(draft: Draft, before: tuple[tuple[str, Any], ...]) -> None:
    """Check the values that the fold of an extension set. Raises ``MisuseError`` if one does not fit its part."""
    old = dict(before)
    for key, part in draft.ruleset.own_parts.items():
        value = draft.part(key)
        if value is not old.get(key):
            _check_value(part, value)


def _check_value(part: Part, value: object) -> None:
    if misfit := find_misfit(part.value_type, value):
        raise MisuseError(f"part {part.key!r}: {misfit}")


def card_awaited(draft: Draft, event: events.CardAwaited) -> None:
    course, pile = _course_of(draft), _pile_of(draft, event.deck)
    is_endless = draft.ruleset.decks[event.deck].reshuffles and (pile.up or pile.down)
    if draft.is_over:
        raise MisuseError(f"{event.deck}: no card is turned up after the game")
    if course.cards.count(event.deck) >= pile.down and not is_endless:
        raise MisuseError(f"{event.deck}: a card must be turned up, but none is left")
    _go_on(draft, cards=(*course.cards, event.deck), seat=draft.turn_seat)


def card_turned_up(draft: Draft, event: events.CardTurnedUp) -> None:
    course = _course_of(draft)
    if course.cards[:1] != (event.deck,):
        raise MisuseError(f"{event.deck}: a card is turned up, but none is pending")
    draft.set_part(event.deck, _pile_of(draft, event.deck).with_next_up(event.card))
    _end_waiting(draft, course)


def _end_waiting(draft: Draft, course: Course) -> None:
    """Record that the first awaited card or roll is no longer awaited."""
    rest = course.cards[1:]
    _go_on(draft, cards=rest, seat=course.seat if rest else None)


def deck_reshuffled(draft: Draft, event: events.DeckReshuffled) -> None:
    pile = _pile_of(draft, event.deck)
    if not draft.ruleset.decks[event.deck].reshuffles or len(pile.up) != event.cards:
        raise MisuseError(f"{event.deck}: {event.cards} cards cannot be shuffled to form a new stack")
    draft.set_part(event.deck, pile.with_new_stack())


def die_awaited(draft: Draft, event: events.DieAwaited) -> None:
    course = _course_of(draft)
    _die_of(draft, event.die)
    if draft.is_over:
        raise MisuseError(f"{event.die}: no die is rolled after the game")
    _go_on(draft, cards=(*course.cards, event.die), seat=draft.turn_seat)


def die_rolled(draft: Draft, event: events.DieRolled) -> None:
    course, die = _course_of(draft), _die_of(draft, event.die)
    if course.cards[:1] != (event.die,):
        raise MisuseError(f"{event.die}: the die is rolled, but no roll is pending")
    faces = draft.ruleset.dice[event.die].faces
    if event.face not in faces or die.next_face(faces) not in (None, event.face):
        raise MisuseError(f"{event.die}: the roll cannot show {event.face!r}")
    draft.set_part(event.die, die.with_roll(event.face))
    _end_waiting(draft, course)


def _die_of(draft: Draft, die: str) -> RolledDie:
    """Return a die in play. Raises ``MisuseError`` if the ruleset has no die with this id."""
    found = draft.part(die) if die in draft.ruleset.dice else None
    if not isinstance(found, RolledDie):
        raise MisuseError(_describe_missing("a die", die, draft.ruleset.dice, "dice", draft.ruleset.name))
    return found


def _pile_of(draft: Draft, deck: str) -> CardPile:
    """Return the pile of a deck. Raises ``MisuseError`` if the ruleset has no deck with this id."""
    pile = draft.part(deck) if deck in draft.ruleset.decks else None
    if not isinstance(pile, CardPile):
        raise MisuseError(_describe_missing("a deck", deck, draft.ruleset.decks, "decks", draft.ruleset.name))
    return pile


def _describe_missing(what: str, asked: str, known: Iterable[str], field: str, ruleset: str) -> str:
    """Describe a die or a deck that the ruleset does not have, with the known ids and the remedy."""
    known = tuple(known)
    there = f"the {field} are {', '.join(known)}" if known else f"there are no {field}"
    return (
        f"{asked!r} is not {what} of {ruleset!r}{did_you_mean(find_similar(asked, known)) or f'; {there}'}; "
        f"an Extension lists its {field} in {field}=(...)"
    )
