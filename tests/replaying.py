"""Replays a full game as one on a real table, where a person reports the pieces that are turned up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import attrs

import magnum_sal as ms
from magnum_sal.model.events import CardTurnedUp, ChamberRevealed, DieRolled, OrderMoved, ToolMoved
from magnum_sal.testing.players import finisher, play

NAMES = ("Ada", "Ben", "Cleo", "Dora")
VARIANTS = {
    "standard": ms.STANDARD,
    "mapped mine": attrs.evolve(ms.STANDARD, mapped_mine=True),
    "cart": attrs.evolve(ms.STANDARD, cart_capacity=2),
    "all tire": attrs.evolve(ms.STANDARD, all_miners_tire=True),
    "line stays": attrs.evolve(ms.STANDARD, castle_line_stays=True, lowest_price_bonus=True),
}

Piece = ms.ChamberTile | ms.RoyalOrder | str


def lying(opening: ms.GameState, pending: ms.Pending) -> Piece | None:
    """Return the piece that lies face up at a pending place in the first position of a full game."""
    if pending.pile == "tile":
        return opening.mine.chamber(str(pending.place)).tile
    row = opening.castle.open if pending.pile == "order" else opening.workshop.offer
    return row[int(pending.place)]


def turned_up(event: ms.Event) -> Piece:
    """Return the piece that an event of a full game turned up."""
    match event:
        case ChamberRevealed(tile=tile):
            return tile
        case OrderMoved(order=order):
            return order
        case ToolMoved(tool=tool):
            return tool
        case CardTurnedUp(card=card):
            return card
        case DieRolled(face=face):
            return face
    raise AssertionError(f"{event} turns up nothing")


def laid_out(opening: ms.GameState) -> Iterator[ms.GameState]:
    """Yield the states of a real table while a full game is set up, until its first decision."""
    state = ms.open_table(
        [player.name for player in opening.players], start_seat=opening.start_seat, ruleset=opening.ruleset
    )
    yield state
    while state.pending is not None:
        piece = lying(opening, state.pending)
        assert piece is not None
        assert dict(ms.outcomes(state))[piece] > 0
        state, _ = ms.reveal(state, piece)
        yield state


def replayed(seed: int, players: int, ruleset: ms.Ruleset) -> Iterator[ms.GameState]:
    """
    Yield the pending states of a whole game that is replayed publicly.

    Check that it equals the full game, event by event.
    """
    full = ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset)
    *waiting, public = laid_out(full)
    yield from waiting
    assert public == full.public()
    for _, move, (state, happened) in play(full, finisher, random.Random(seed), 3000):
        public, events = ms.apply(public, move)
        while public.pending is not None:
            assert sum(chance for _, chance in ms.outcomes(public)) == Fraction(1)
            assert (ms.legal_moves(public), public.to_move, public.is_over) == ((), None, False)
            yield public
            public, more = ms.reveal(public, turned_up(happened[len(events)]))
            events += more
        assert events == happened
        assert public == state.public()
    assert public.is_over


def replay_games(games: int, seed: int) -> int:
    """Replay games in all variants and with all numbers of players in turn. Return the number of pieces turned up."""
    pieces = 0
    for number in range(games):
        ruleset = tuple(VARIANTS.values())[number // 3 % len(VARIANTS)]
        pieces += sum(1 for _ in replayed(seed + number, 2 + number % 3, ruleset))
    return pieces
