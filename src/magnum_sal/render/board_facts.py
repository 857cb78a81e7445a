"""Facts for both renderers: valid sizes, the last steps, and what extensions display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import attrs

from .._internal.caches import cached
from .._internal.checks import check_whole
from ..engine.steps import Step, check_order, look_the_same
from ..errors import FAILURES, ExtensionError, MisuseError, blame_function
from ..errors.messages import brief, printable
from ..model.display import DisplayItem, Offer, Orders, PieceAt, SaltColumn, Stack, Waiting, show_nothing
from ..model.looks import LOOKS, Looks
from ..model.mine import SPACES, Chamber
from ..model.parts import SEEN, SeenPieces
from ..model.pieces import BANK, BOX, ORDER_STACK, TOOL_STACK
from ..model.rule import Building, Rule, When
from ..model.ruleset import Ruleset
from ..model.score import Score
from ..model.state import GameState, check_state
from ..rules.castle_line import CASTLE
from ..words import capitalize, early_end_in_words, ending_in_words, has_label, label, pending_in_words, roman
from ._item_faults import find_fault

LARGEST_SIZE: Final = 100_000
"""The maximum number of pixels or columns."""
MOST_STEPS: Final = 1000
"""The maximum number of steps that a picture shows."""

STANDARD_STACKS: Final = (TOOL_STACK, ORDER_STACK)
"""The stacks of the library. They lie among the cards that they refill, so a short caption is enough there."""

_Display: TypeAlias = Callable[[GameState], Iterable[DisplayItem]]


def check_size(name: str, size: object) -> None:
    """Raise ``MisuseError`` if *size* is not a valid number of pixels or columns."""
    check_whole(name, size, 1, LARGEST_SIZE)


def check_last(state: GameState, last: object) -> tuple[Step, ...]:
    """
    Return the steps that led to *state*. *last* is a step, a list or tuple of steps, or None.

    Raises ``MisuseError`` if *last* is anything else, or if a step does not lead to the next position. Hidden pieces
    may differ.
    """
    if last is None:
        return ()
    steps = tuple(last) if isinstance(last, list | tuple) else (last,)
    if len(steps) > MOST_STEPS:
        raise MisuseError(f"last: expected at most {MOST_STEPS} steps, got {len(steps)}")
    found: list[Step] = []
    for step in steps:
        if not isinstance(step, Step):
            raise MisuseError(f"last: expected a Step (see Game.last_step), got {brief(step)}")
        check_state(step.before)
        check_state(step.after)
        found.append(step)
    check_order("last", found)
    if found and not look_the_same(found[-1].after, state):
        told = "does not lead to this position"
        raise MisuseError(f"last: {brief(found[-1].move)} {told}")
    return tuple(found)


@cached(most=64)
def houses(ruleset: Ruleset) -> tuple[Building, ...]:
    """Return the buildings, and a building for each part that displays something beside the board."""
    shown = {part.key: part.display for part in ruleset.parts.values() if part.display not in (None, show_nothing)}
    buildings = [_with_items(building, shown.pop(building.id, None)) for building in ruleset.buildings]
    return (*buildings, *(_with_items(Building(key), display) for key, display in shown.items()))


def _with_items(building: Building, more: _Display | None) -> Building:
    """Return a building that also displays the items from *more*."""
    if more is None:
        return building
    own = building.display
    return attrs.evolve(building, display=lambda state: (*own(state), *more(state)))


def building_items(state: GameState, building: Building) -> tuple[DisplayItem, ...]:
    """Return the items that a building displays. Raises ``ExtensionError`` if the display fails or is faulty."""
    function = f"the display of {building.id!r}"
    try:
        items = tuple(building.display(state))
    except FAILURES as error:
        raise blame_function(function, error) from error
    return _check_items(state, items, function)


def player_items(state: GameState, seat: int) -> Iterator[DisplayItem]:
    """
    Yield the items that parts of the state display in front of a player.

    Raises ``ExtensionError`` if a display fails or is faulty.
    """
    for key, part in state.ruleset.parts.items():
        if part.player_display is not None:
            function = f"part {key!r}: player_display"
            try:
                items = tuple(part.player_display(state, seat))
            except FAILURES as error:
                raise blame_function(function, error) from error
            yield from _check_items(state, items, function)


def _check_items(state: GameState, items: tuple[DisplayItem, ...], function: str) -> tuple[DisplayItem, ...]:
    """Return *items*. Raises an ``ExtensionError`` that names the *function* if an item cannot be drawn."""
    # An extension can return anything here. Both renderers trust the items from now on.
    for item in items:
        if (fault := find_fault(item, len(state.players))) is not None:
            raise ExtensionError(f"{function} shows {fault}")
    return items


def house_of(rule: Rule) -> str | None:
    """Return the building where the moves of a rule are made, or None. Arrivals are made at the castle."""
    return rule.building_id or (CASTLE.id if rule.when is When.ARRIVAL else None)


def phase_and_round(state: GameState, language: str) -> tuple[str, str]:
    """Return the phase with the number of phases, and the round, in words."""
    phase = f"{label('phase', language)} {roman(state.phase)}/{roman(state.ruleset.phases)}"
    return phase, f"{label('round', language)} {state.round}"


def round_in_words(phase: int, round_: int, language: str) -> str:
    """Return the phase and the round as a heading, such as ``Phase I, round 2``."""
    return f"{capitalize(label('phase', language))} {roman(phase)}, {label('round', language)} {round_}"


def check_end_reason(state: GameState, reason: object) -> str | None:
    """
    Return why the players ended the game in *state* early, in printable form; or None if they did not.

    Raises ``MisuseError`` if *reason* is not a text, or the game in *state* was played to its end.
    """
    if reason is None:
        return None
    if not isinstance(reason, str):
        raise MisuseError(f"end_reason: expected a text (see Game.end_reason), got {brief(reason)}")
    if state.is_over:
        raise MisuseError("end_reason: this game was played to its end, so nobody ended it early")
    return printable(reason)


def find_mover(state: GameState, end_reason: str | None) -> int | None:
    """Return the seat that must move, or None if there is none, as after an early end of the game."""
    return None if end_reason is not None else state.to_move


def turn_in_words(state: GameState, language: str = "en", end_reason: str | None = None) -> str:
    """
    Return the state of the game in a sentence: phase, round, whose turn it is, and actions left; or how it ended.

    *end_reason* is why the players ended the game early, or None.
    """
    course = capitalize(", ".join(phase_and_round(state, language)))
    if end_reason is not None:
        return f"{course}. {early_end_in_words(state, end_reason, language)}"
    if state.is_over:
        return f"{label('game_over', language)}. {ending_in_words(state, language)[0]}"
    if state.pending is not None:
        return f"{course}. {capitalize(pending_in_words(state, language))}"
    if state.turn is None:
        return course
    to_move = f"{capitalize(label('to_move', language))}: {state.player.name}"
    return f"{course}. {to_move}, {label('actions_left', language)}: {state.turn.actions_left}"


def places_of(state: GameState) -> frozenset[str]:
    """Return the ids of all places that a picture of the table can show."""
    # This function must agree with the SVG: an arrow or a colour may name exactly the places that appear in some
    # picture of this state.
    places = {*SPACES, BANK, BOX}
    for house in houses(state.ruleset):
        places.add(house.id)
        for thing in building_items(state, house):
            places.update(_places_at(house.id, thing))
    for seat, player in enumerate(state.players):
        places.update(f"{what}:{seat}" for what in ("player", "stock", "money", "salt"))
        places.update(f"tool:{seat}:{number}" for number in range(len(player.tools)))
        places.update(f"order:{seat}:{number}" for number in range(len(player.orders)))
    return frozenset(places)


def _places_at(building: str, thing: DisplayItem) -> Iterator[str]:
    match thing:
        case Offer(_, things) | Orders(things):
            yield from (f"{building}:{slot}" for slot in range(len(things)))
        case SaltColumn(kind=kind):
            yield f"{building}:{kind}"
        case Stack(name=name) | Waiting(name=name):
            yield name


def label_of_stack(name: str, ruleset: Ruleset, language: str) -> str:
    """Return the caption of a stack: its own label, or "stack" at the library's buildings and for names without one."""
    is_own = name not in STANDARD_STACKS and has_label(name, language, ruleset)
    return label(name if is_own else "stack", language, ruleset)


def pieces_in_mine(state: GameState) -> dict[str, tuple[str, ...]]:
    """Return the ids of the extension pieces in the mine, by space."""
    found: dict[str, tuple[str, ...]] = {}
    shown = [thing for house in houses(state.ruleset) for thing in building_items(state, house)]
    shown += [thing for seat in range(len(state.players)) for thing in player_items(state, seat)]
    for thing in shown:
        # Looks are not pieces. The picture shows them in the chamber, with the letters of the players (find_lookers).
        if isinstance(thing, PieceAt) and thing.place in SPACES and thing.name != "looked_at":
            found[thing.place] = (*found.get(thing.place, ()), thing.name)
    return found


def find_chamber(state: GameState, name: str) -> tuple[Chamber, bool]:
    """
    Return a chamber, and whether its tile is a secret of the state's viewer, who has looked at it (PUBLIC-1).

    The returned chamber has its tile if the viewer knows it.
    """
    chamber = state.mine.chamber(name)
    seen = None if chamber.tile is not None else state.find_tile(name)
    return (chamber, False) if seen is None else (attrs.evolve(chamber, tile=seen), True)


def find_lookers(state: GameState, chamber: str) -> tuple[int, ...]:
    """Return the seats that have looked at the face-down tile of a chamber, in order. Everybody may know this."""
    looks: Looks | None = state.extras.get(LOOKS)
    return () if looks is None else tuple(sorted(look.seat for look in looks.made if look.chamber == chamber))


def find_seen_pieces(state: GameState) -> SeenPieces | None:
    """Return the unsold tools and the numbers of orders from earlier phases, or None in the first phase."""
    found = state.extras.get(SEEN)
    return found if isinstance(found, SeenPieces) else None


def unsold(state: GameState) -> tuple[str, ...]:
    """Return the tools that left the game face up in earlier phases (PHASE-2)."""
    seen = find_seen_pieces(state)
    return seen.tools if seen else ()


def earlier_orders(state: GameState, seat: int) -> int:
    """Return how many royal orders a player completed before this phase."""
    seen = find_seen_pieces(state)
    return seen.orders[seat] if seen else 0


def list_score_parts(state: GameState, score: Score, language: str) -> list[str]:
    """Return the parts of a total in groszy, such as ``money 13``. Points from extensions are omitted if they are 0."""
    parts = {"money": score.money, "salt": score.salt_value, "tools": score.tool_value}
    if score.other_value:
        parts["other_value"] = score.other_value
    # The number comes last, because the form of a Polish word after a number depends on the number.
    return [f"{label(part, language, state.ruleset)} {value}" for part, value in parts.items()]
