"""Effects: a preview of the changes that a move makes for its player and the others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from .._internal.constructors import derive
from .._internal.immutable import Immutable
from ..engine import transitions
from ..engine.determinize import determinize
from ..engine.evolve import evolve_or_blame
from ..engine.steps import Step
from ..model.events import (
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    DieAwaited,
    DieRolled,
    Event,
    OrderMoved,
    TileLookedAt,
    ToolMoved,
)
from ..model.fields import BySeat, Miners, Number, Pile, SignedSalt, Tool
from ..model.moves import Move
from ..model.pieces import ORDER, ORDER_STACK, TILE, TOOL, TOOL_STACK, SaltBalance
from ..model.state import GameState, Player

__all__ = ["Effects", "effects"]


@attrs.frozen
class Effects(Immutable):
    """The effects of a move, as returned by ``effects``."""

    money: BySeat[Number]
    """The amount of groszy that each seat gains, by seat. Negative if the seat pays more than it receives."""
    salt: BySeat[SignedSalt]
    """The salt cubes that each seat gains, by seat. A count is negative if the seat loses cubes of that kind."""
    tired: Miners
    """The number of the player's miners that become tired (MINE-2)."""
    rested: Miners
    """The number of the player's miners that become rested (TURN-4, FOOD-1)."""
    tools: tuple[Tool, ...]
    """The tool cards that the player uses up, with one entry for each card; cards of one tool are together (TOOL-1)."""
    turns_up: tuple[Pile, ...]
    """
    The piles from which a piece is turned up, in this order: ``"tile"``, ``"order"``, ``"tool"``, and the ids of the
    extensions' decks and dice that the move requests. A tile that already lies face up (VAR-MAP) does not count.
    Neither do the pieces of a new phase, which are turned up after the move.
    """


def effects(state: GameState, move: Move) -> Effects:
    """
    Return the effects of a legal *move*.

    >>> import magnum_sal as ms
    >>> state = ms.new_game(["Ada", "Ben"], seed=7)
    >>> effects(state, ms.VisitInn()).money
    (-6, 0)

    The effects cover only the move itself: its price and yield, the tired miners, the tools used up, and the payments
    to others, including the assistant's owner (ASST-2). Automatic consequences are left out: the end of the turn, the
    next player's castle line, the end of a phase. Use ``apply`` to get them.

    The state may be public. In the standard rules no effect depends on a piece that is turned up, so the result is the
    same as for the full state. If an extension adds such an effect, the result assumes one of the possible pieces.

    Args:
        state: The position, public or full.
        move: A move of the player to move.

    Raises:
        IllegalMoveError: the move is illegal. The message names the rule and the reason.
        MalformedError: *move* is not a move of the state's ruleset.
        MisuseError: the state is public and its visible pieces do not match its ruleset, or the rule of an extension
            returns impossible events.
    """
    # Only the events of the move itself count. A player who asks what a visit costs does not ask about the end of the
    # turn or of the phase. Effects are differences between states, not sums of events, because only an
    # extension's fold knows what its events change.
    transitions.check_legal(state, move)
    full = _guess_state(state) if state.is_public else state
    events = transitions._decide_move(full, full.ruleset.by_move[move.__class__], move)
    after = evolve_or_blame(full, events, move.type)
    seat, changes = state.turn_seat, tuple(zip(state.players, after.players, strict=True))
    lying = [now.tired[seat] - here.tired[seat] for here, now in zip(state.mine.spaces, after.mine.spaces, strict=True)]
    return Effects(
        money=tuple(now.money - player.money for player, now in changes),
        salt=tuple(SaltBalance.of(now.salt) - player.salt for player, now in changes),
        tired=sum(max(0, more) for more in lying),
        rested=sum(max(0, -more) for more in lying),
        tools=tuple((_count_used_tools(after.players[seat]) - _count_used_tools(state.players[seat])).elements()),
        turns_up=tuple(dict.fromkeys((*list_revealed_piles(state, events), *_list_requests(events)))),
    )


def _guess_state(state: GameState) -> GameState:
    """Return a full state that agrees with a public one. The seed is fixed, so the result is always the same."""
    # Without a full state, the effects would end at the first unknown piece. Trying every piece would be exact for
    # extensions whose prices depend on the piece, but would cost as many folds in all other games.
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


def turns_up(step: Step) -> bool:
    """Return whether a step revealed a piece and so gave somebody new information."""
    # Tiles, orders and tools come from piles. Extensions report cards, rolls and looks with events of their own.
    return any(True for _ in list_revealed_piles(step.before, step.events)) or any(
        isinstance(event, (CardTurnedUp, DieRolled, TileLookedAt)) for event in step.events
    )


def _list_requests(events: Iterable[Event]) -> Iterator[str]:
    """Yield the ids of the decks and dice of extensions that *events* request."""
    # The engine turns up the cards and rolls the dice only after these events.
    for event in events:
        if isinstance(event, CardAwaited):
            yield event.deck
        elif isinstance(event, DieAwaited):
            yield event.die
