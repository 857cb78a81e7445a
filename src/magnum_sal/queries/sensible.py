"""Sensible moves: the legal ones without those that plainly waste something, so that random play comes to an end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias

from .._internal.caches import cached
from ..engine.timing import available_rules
from ..engine.transitions import legal_moves, moves_of
from ..model.fields import SOURCE
from ..model.meaning import fields_of
from ..model.mine import spaces_in
from ..model.moves import Move, Pass, VisitCastle, VisitMarket, VisitTownSquare
from ..model.rule import Question, Rule
from ..model.state import GameState, check_state

__all__ = ["sensible_moves"]

_Questions: TypeAlias = Callable[[GameState, Mapping[str, Any]], Question | Move]


def sensible_moves(state: GameState) -> tuple[Move, ...]:
    """
    Return the legal moves without those that plainly waste something; never none in a game that is not over.

    Who chooses among all legal moves at random never ends a game; among these, games end. Left out are, unless nothing
    else is left:

    - a visit to the castle where the player's salt completes no order beyond those that miners in line wait for
      (CASTLE-3);
    - a pass (TURN-4);
    - two trades that buy and sell one cube of the same kind (MARKET-2);
    - a miner's leaving a chamber that holds salt (MINE-1);
    - of extractions of the same cubes with the same tools, all but the one with the usual payments (HAUL-3), and of an
      extension's moves likewise those that answer a question otherwise than is usual; see ``Choice.default``.

    Other moves of extensions are kept, unless a miner leaves salt with them. The order is that of ``legal_moves``.

    Raises:
        MisuseError: *state* is none.
    """
    check_state(state)
    useful = tuple(chain.from_iterable(_useful_moves(state, rule) for rule in available_rules(state)))
    return useful or legal_moves(state)


def _useful_moves(state: GameState, rule: Rule) -> Iterable[Move]:
    """Return the moves of *rule* that waste nothing."""
    kind = rule.move
    if issubclass(kind, Pass) or (issubclass(kind, VisitCastle) and not is_awaited(state)):
        return ()
    moves = moves_of(state, rule) if rule.questions is None else _list_usual_moves(state, rule.questions, {})
    if issubclass(kind, VisitMarket):
        return (move for move in moves if not is_idle(move))
    sources, salty = _sources(kind), spaces_in(state.mine.salty)
    if not (sources and salty):
        return moves
    return (move for move in moves if not any(getattr(move, source) in salty for source in sources))


def _list_usual_moves(state: GameState, ask: _Questions, taken: dict[str, Any]) -> Iterator[Move]:
    """Yield the moves that answer each question as is usual, or in any way where nothing is."""
    asked = ask(state, taken)
    if isinstance(asked, Move):
        yield asked
        return
    for answer in asked.answers if asked.default is None else (asked.default,):
        yield from _list_usual_moves(state, ask, {**taken, asked.name: answer})


def without_useless_walks(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Return *moves* without visits to the castle by miners who would find no order to complete: the castle filter.

    Players who move at random queue at the castle without salt, and no phase ever ends (PHASE-1); with the filter
    it does.
    """
    if is_awaited(state):
        return moves
    return tuple(move for move in moves if not isinstance(move, VisitCastle))


def is_awaited(state: GameState) -> bool:
    """Say whether one more miner of the player in line would find an order at the castle that he can complete."""
    return _deliverable_orders(state) > state.player.line_left + state.player.line_right


def _deliverable_orders(state: GameState) -> int:
    """Return how many open orders the player's salt completes, one after another, those of the fewest cubes first."""
    salt, count = state.player.salt, 0
    for order in sorted(filter(None, state.castle.open), key=lambda order: order.salt.total):
        if salt.covers(order.salt):
            salt -= order.salt
            count += 1
    return count


def is_idle(move: Move) -> bool:
    """Say whether *move* passes the time: a pass, the town square, or a cube bought and sold again."""
    if isinstance(move, VisitMarket):
        trades = move.transactions
        return len(trades) == 2 and trades[0].salt == trades[1].salt and trades[0].type != trades[1].type
    return isinstance(move, VisitTownSquare | Pass)


@cached(most=256)
def _sources(kind: type[Move]) -> tuple[str, ...]:
    """Return the fields that say where a miner leaves."""
    return tuple(field.name for field in fields_of(kind) if field.meaning is SOURCE)
