"""Sensible moves: the legal moves except the wasteful ones, so that random games come to an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from .._internal.caches import cached
from ..engine.timing import available_rules, moves_of
from ..engine.transitions import legal_moves
from ..errors import FAILURES, ExtensionError, blame_function
from ..errors.messages import brief
from ..model.fields import SOURCE
from ..model.meaning import fields_of
from ..model.mine import spaces_in
from ..model.moves import Move, Pass, VisitCastle, VisitMarket, VisitTownSquare
from ..model.pieces import SaltAmount
from ..model.rule import Question, Rule
from ..model.state import GameState, check_state

__all__ = ["sensible_moves"]


def sensible_moves(state: GameState) -> tuple[Move, ...]:
    """
    Return the legal moves except plainly wasteful ones. Until the game ends, at least one move is left.

    While a piece of a public state is pending, it is nobody's turn to move and the result is empty.

    Random players who choose among all legal moves never end a game. If they choose among sensible moves, games end.
    The following moves are left out, unless no other move is left:

    - a visit to the castle if the player's salt cannot complete an order in addition to the orders for miners
      already in line (CASTLE-3);
    - a pass (TURN-4);
    - two trades that buy and sell one cube of the same kind (MARKET-2);
    - a move in which a miner leaves a chamber that holds salt (MINE-1);
    - extractions of the same cubes with the same tools, except the one with the usual payments (HAUL-3);
    - moves of extensions that do not give the usual answer to a question (see ``Choice.default``).

    Other moves of extensions are kept, unless a miner leaves salt behind. The order is the same as in ``legal_moves``.

    Raises:
        MisuseError: *state* is not a ``GameState``.
    """
    check_state(state)
    useful = tuple(chain.from_iterable(useful_moves(state, rule) for rule in available_rules(state)))
    # A player must have a move, even if every move wastes something.
    return useful or legal_moves(state)


def useful_moves(state: GameState, rule: Rule) -> Iterable[Move]:
    """Return the moves of *rule* that waste nothing."""
    kind = rule.move
    if issubclass(kind, Pass) or (issubclass(kind, VisitCastle) and not is_awaited(state)):
        return ()
    moves = moves_of(state, rule) if rule.questions is None else _list_usual_moves(state, rule, {})
    if issubclass(kind, VisitMarket):
        return (move for move in moves if not is_idle(move))
    # A miner in a chamber with salt can extract the salt, so random players should not move the miner away.
    sources, salty = _sources(kind), spaces_in(state.mine.salty)
    if not (sources and salty):
        return moves
    return (move for move in moves if not any(getattr(move, source) in salty for source in sources))


def ask_rule(state: GameState, rule: Rule, taken: Mapping[str, Any]) -> Question | Move:
    """Return the next question of a rule with its own questions, or the move."""
    assert rule.questions is not None
    try:
        found: Any = rule.questions(state, taken)
    except FAILURES as error:
        raise blame_function(f"the rule of {rule.move.type!r}: questions", error) from error
    if isinstance(found, Question):
        return found
    if isinstance(found, Move):
        return found
    told = f"the rule of {rule.move.type!r}: questions returned {brief(found)}"
    raise ExtensionError(f"{told} instead of a Question or a move")


def _list_usual_moves(state: GameState, rule: Rule, taken: dict[str, Any]) -> Iterator[Move]:
    """Yield the moves with the usual answer to each question, and with every answer if there is no usual answer."""
    asked = ask_rule(state, rule, taken)
    # Following the usual answers in a loop saves a generator for each of them.
    while isinstance(asked, Question) and asked.default is not None:
        taken = {**taken, asked.name: asked.default}
        asked = ask_rule(state, rule, taken)
    if isinstance(asked, Move):
        yield asked
        return
    for answer in asked.answers:
        yield from _list_usual_moves(state, rule, {**taken, asked.name: answer})


@cached(most=256)
def has_usual_answers(kind: type[Move]) -> bool:
    """Check whether the usual answers to a rule's questions lead to sensible moves only, whatever the position is."""
    return not (issubclass(kind, Pass | VisitCastle | VisitMarket) or _sources(kind))


def without_useless_walks(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Apply the castle filter: return *moves* without visits to the castle by miners who would find no order to complete.

    Players who move at random queue at the castle without salt, so no phase ever ends (PHASE-1). With the filter,
    phases end.
    """
    if is_awaited(state):
        return moves
    return tuple(move for move in moves if not isinstance(move, VisitCastle))


def is_awaited(state: GameState) -> bool:
    """Check whether one more of the player's miners in the castle line would find an order to complete."""
    player = state.player
    salt, needed = player.salt, player.line_left + player.line_right + 1
    orders = [order.salt for order in state.castle.open if order is not None and salt.covers(order.salt)]
    # Bots call this often. Usually no order can be completed, or no miner is in line yet.
    if len(orders) < needed or needed == 1:
        return len(orders) >= needed
    return _count_orders(salt, orders) >= needed


def _count_orders(salt: SaltAmount, orders: Iterable[SaltAmount]) -> int:
    """Return the maximum number of *orders* that *salt* can complete together."""
    # This is the knapsack problem, solved by dynamic programming (R. Bellman, "Dynamic Programming", 1957). For each
    # amount of salt that can be left, the table has the maximum number of orders completed. The smallest orders first
    # would not always be best: BG and BB can both be smallest, but with BBGG, only BB leaves salt for GG.
    most = {salt: 0}
    for order in orders:
        for left, count in tuple(most.items()):
            if left.covers(order):
                rest = left - order
                most[rest] = max(most.get(rest, 0), count + 1)
    return max(most.values())


def is_idle(move: Move) -> bool:
    """Check whether *move* achieves little: a pass, the town square, or a cube both bought and sold."""
    if isinstance(move, VisitMarket):
        trades = move.transactions
        return len(trades) == 2 and trades[0].salt == trades[1].salt and trades[0].type != trades[1].type
    return isinstance(move, VisitTownSquare | Pass)


@cached(most=256)
def _sources(kind: type[Move]) -> tuple[str, ...]:
    """Return the names of the fields that hold the place that a miner leaves."""
    return tuple(field.name for field in fields_of(kind) if field.meaning is SOURCE)
