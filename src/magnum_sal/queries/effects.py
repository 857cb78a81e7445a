"""What a move brings its player and the others, asked before it is made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from .._internal.constructors import derive
from .._internal.immutable import Immutable
from ..engine import transitions
from ..engine.determinize import determinize
from ..model.events import ChamberRevealed, Event, OrderMoved, ToolMoved
from ..model.fields import BySeat, Miners, Number, Pile, SignedSalt, Tool
from ..model.moves import Move
from ..model.pieces import ORDER, ORDER_STACK, TILE, TOOL, TOOL_STACK
from ..model.state import GameState, Player

__all__ = ["Effects", "effects"]


@attrs.frozen
class Effects(Immutable):
    """What a move brings, as ``effects`` returns it."""

    money: BySeat[Number]
    """What each seat gains in groszy, by seat; below 0 where it pays more than it gets."""
    salt: BySeat[SignedSalt]
    """What each seat gains in cubes, by seat; a count is below 0 where cubes of the kind go."""
    tired: Miners
    """How many miners of the player lie down (MINE-2)."""
    rested: Miners
    """How many miners of the player stand up (TURN-4, FOOD-1)."""
    tools: tuple[Tool, ...]
    """The tools whose cards the player uses up, one entry a card, in the order of purchase (TOOL-1)."""
    turns_up: tuple[Pile, ...]
    """
    The piles that a piece is turned up from, in that order: ``"tile"``, ``"order"``, ``"tool"``. A tile that lies face
    up already (VAR-MAP) is from no pile.
    """


def effects(state: GameState, move: Move) -> Effects:
    """
    Return what a legal *move* brings.

    >>> import magnum_sal as ms
    >>> state = ms.new_game(["Ada", "Ben"], seed=7)
    >>> effects(state, ms.VisitInn()).money
    (-6, 0)

    It is what the move itself brings: its price and yield, the miners it tires, the tools it uses up, what others are
    paid for it, the assistant's owner included (ASST-2). What follows by itself does not belong to it: the end of the
    turn, the next player's castle line, the end of a phase (``apply`` tells all that).

    A public state will do. By the rules of the game nothing here depends on a piece that is turned up, so that the
    answer is that of the full state. Where an extension makes it so, a piece is assumed that can lie there.

    Args:
        state: The position, public or full.
        move: A move of the player to move.

    Raises:
        IllegalMoveError: the rules do not allow the move; it names the rule and says why.
        MalformedError: *move* is no move of the state's ruleset.
        MisuseError: the state is public, and the pieces in sight are not those of its ruleset; or the rule of an
            extension decides what cannot happen.
    """
    transitions.check_legal(state, move)
    full = _guess_state(state) if state.is_public else state
    events = transitions._decide_move(full, full.ruleset.by_move[move.__class__], move)
    after = transitions._fold_events(full, events, move.type)
    seat, changes = state.turn_seat, tuple(zip(state.players, after.players, strict=True))
    lying = [now.tired[seat] - here.tired[seat] for here, now in zip(state.mine.spaces, after.mine.spaces, strict=True)]
    return Effects(
        money=tuple(now.money - player.money for player, now in changes),
        salt=tuple(now.salt - player.salt for player, now in changes),
        tired=sum(max(0, more) for more in lying),
        rested=sum(max(0, -more) for more in lying),
        tools=tuple((_count_used_tools(after.players[seat]) - _count_used_tools(state.players[seat])).elements()),
        turns_up=tuple(dict.fromkeys(list_revealed_piles(state, events))),
    )


def _guess_state(state: GameState) -> GameState:
    """Return a full state that agrees with a public one, the same each time."""
    found = state._guess
    if found is None:
        found = determinize(state, random.Random(0))
        derive(state, "_guess", found)
    return found


def _count_used_tools(player: Player) -> Counter[str]:
    return Counter(card.tool for card in player.tools if card.used)


def list_revealed_piles(state: GameState, events: Iterable[Event]) -> Iterator[str]:
    """Yield the piles of the pieces that *events* turn up."""
    for event in events:
        match event:
            case ChamberRevealed() if state.mine.chamber(event.chamber).tile is None:
                yield TILE
            case OrderMoved(source=source) if source == ORDER_STACK:
                yield ORDER
            case ToolMoved(source=source) if source == TOOL_STACK:
                yield TOOL
