"""Describing: what has to be said of a state, so that the text's reader comes to the same one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from ...errors import MalformedError, MisuseError
from ...errors.messages import brief
from ...model.mine import Chamber
from ...model.pieces import MAX_PLAYERS, SEAT_LETTERS, ChamberTile
from ...model.state import GameState, check_state
from ...rules.standard import STANDARD
from ._parsing import read_into
from ._said import Belongings, Contents, Said
from ._table import table
from ._writing import lines


def sketch(state: GameState) -> str:
    r"""
    Return a short text of *state*, from which ``position`` makes the same state again.

    It says what ``position`` would not fill in by itself: the bank follows from the rest, and so does the tile of a
    chamber that nothing was taken from. What lies face down is said where it lies otherwise than the box lists it.

    >>> from magnum_sal.testing import position
    >>> sketch(position("S2: B | S1: AB", to_move="B", players=3))
    'players: A, B, C | turn: B\nS1: AB | S2: B'

    Args:
        state: The state, a full or a public one.

    Raises:
        MisuseError: the ruleset is not registered, so that its name would mean another game; or no text says the
            state, because a part of an extension has no JSON form, or a count is below 0.
    """
    check_state(state)
    try:
        text = "\n".join(lines(_described(state)))
        said = Said(STANDARD)
        read_into(said, text)
        is_told = table(said) == state
    except MalformedError as error:
        raise MisuseError(f"the state has no text: {error}") from None
    if not is_told:
        raise MisuseError(f"the state has no text: {brief(text)} would be another one")
    return text


def _described(state: GameState) -> Said:
    """Return what has to be said of *state*: the plain facts, then each part that would not follow from them."""
    said = _facts(state)
    told = table(said)
    for part, say in _FOLLOWING:
        if part(told) != part(state):
            say(said, told, state)
            told = table(said)
    said.belongings = {seat: owned for seat, owned in said.belongings.items() if owned != Belongings()}
    if said.names == tuple(SEAT_LETTERS[: said.seats_named()]):
        said.names = None
    return said


def _facts(state: GameState) -> Said:
    turn = state.turn
    if len(state.players) > MAX_PLAYERS:
        raise MisuseError(f"the state has no text: {len(state.players)} players, and {MAX_PLAYERS} can play")
    said = Said(
        state.ruleset,
        is_public=state.is_public,
        names=tuple(player.name for player in state.players),
        phase=state.phase,
        round=state.round,
        start_seat=state.start_seat,
        turn_seat=state.turn_seat,
        is_over=state.is_over,
        is_setup=turn is None and not state.is_over,
        belongings={
            seat: Belongings(
                money=player.money,
                salt=player.salt,
                right=player.line_right,
                left=player.line_left,
                tools=list(player.tools),
                orders=list(player.orders),
            )
            for seat, player in enumerate(state.players)
        },
        assistants={building: seat for building, seat in state.assistants.items() if seat is not None},
        hired=state.inn.hired,
    )
    if turn is not None:
        said.visited, said.passes, said.arriving, said.arrived = turn.visited, turn.passes, turn.arriving, turn.arrived
    if turn is None and state.turn_seat == state.start_seat:
        said.turn_seat = None
    for space, here in state.mine.items():
        said.miners[space] = _letters(here.rested) + _letters(here.tired).lower()
        if isinstance(here, Chamber) and (here.revealed or here.water or here.miners):
            said.contents[space] = Contents.of(here)
    return said


def _letters(miners: tuple[int, ...]) -> str:
    return "".join(letter * count for letter, count in zip(SEAT_LETTERS, miners, strict=False))


def _covered_tiles(state: GameState) -> list[ChamberTile | None]:
    """Return the tiles of the chambers that are not revealed, as far as anybody can know them."""
    hidden = state.hidden
    return [
        here.tile if hidden is None or here.tile is not None else hidden.tile_of(chamber)
        for chamber, here in state.mine.chambers()
        if not here.revealed
    ]


def _say_tiles(said: Said, _: GameState, state: GameState) -> None:
    said.tiles = [tile for tile in _covered_tiles(state) if tile is not None]


def _say_stocks(said: Said, told: GameState, state: GameState) -> None:
    for seat, player in enumerate(state.players):
        if told.players[seat].stock != player.stock:
            said.belongings[seat].stock = player.stock


def _say_actions(said: Said, _: GameState, state: GameState) -> None:
    said.actions_left = None if state.turn is None else state.turn.actions_left


def _say_market(said: Said, _: GameState, state: GameState) -> None:
    said.market = state.market


def _say_completed(said: Said, _: GameState, state: GameState) -> None:
    said.completed = state.castle.completed


def _say_open_orders(said: Said, _: GameState, state: GameState) -> None:
    said.open_orders = list(state.castle.open)


def _say_orders(said: Said, told: GameState, state: GameState) -> None:
    if state.hidden is not None and told.hidden is not None:
        for phase, (expected, pile) in enumerate(zip(told.hidden.orders, state.hidden.orders, strict=True), start=1):
            if expected != pile:
                said.orders[phase] = list(pile)


def _say_order_stack(said: Said, _: GameState, state: GameState) -> None:
    said.order_stack = state.castle.stack
    if state.hidden is not None:
        said.orders[state.phase] = list(state.hidden.orders[state.phase - 1])


def _say_offer(said: Said, _: GameState, state: GameState) -> None:
    said.offer = list(state.workshop.offer)


def _say_tool_stack(said: Said, _: GameState, state: GameState) -> None:
    said.tool_stack = state.workshop.stack


def _say_tools(said: Said, _: GameState, state: GameState) -> None:
    said.tools = None if state.hidden is None else list(state.hidden.tools)


def _say_extras(said: Said, told: GameState, state: GameState) -> None:
    for key, value in state.extras_items:
        if told.extras.get(key) != value:
            if key == "seen":
                said.seen = value
            elif key in state.ruleset.decks:
                said.decks[key] = (value.up, value.order)
            else:
                said.extras[key] = _json(value)


def _json(value: object) -> str:
    from ..serialization import to_json  # what extensions alone need, and takes long to import

    return to_json(value)


def _say_bank(said: Said, told: GameState, state: GameState) -> None:
    for name in ("money", "salt", "water", "miners"):
        if getattr(told.bank, name) != (held := getattr(state.bank, name)):
            setattr(said.bank, name, held)


_Part: TypeAlias = Callable[[GameState], Any]
_Say: TypeAlias = Callable[[Said, GameState, GameState], None]

_FOLLOWING: Final[tuple[tuple[_Part, _Say], ...]] = (
    (lambda state: state.turn, _say_actions),
    (lambda state: state.market, _say_market),
    (lambda state: [player.stock for player in state.players], _say_stocks),
    (_covered_tiles, _say_tiles),
    (lambda state: state.castle.completed, _say_completed),
    (lambda state: state.extras_items, _say_extras),
    (lambda state: state.castle.open, _say_open_orders),
    (lambda state: state.hidden and state.hidden.orders, _say_orders),
    (lambda state: state.castle.stack, _say_order_stack),
    (lambda state: state.workshop.offer, _say_offer),
    (lambda state: state.workshop.stack, _say_tool_stack),
    (lambda state: state.hidden and state.hidden.tools, _say_tools),
    (lambda state: state.bank, _say_bank),
)
"""The parts that follow from the others, each after those that it follows from, and how each is said."""
