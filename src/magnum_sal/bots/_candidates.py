"""The moves that a player considers, and the judge's credits for them."""

from __future__ import annotations

import random
from typing import Final

from ..engine.transitions import legal_moves
from ..model.moves import (
    ExtractSalt,
    Move,
    Pass,
    PlaceAssistant,
    PlaceMiner,
    Rest,
    UseBucket,
    UseFood,
    UseRope,
    VisitCastle,
    VisitTownSquare,
)
from ..model.rule import WITHOUT_ACTION, Rule
from ..model.state import GameState
from ..queries.sensible import without_useless_walks
from ..rules.standard import STANDARD
from ._judge import IDLENESS, Judge
from ._last_turn import has_plain_rules, is_last_turn_of_phase

_DECISIONS_WITHOUT: Final = 0.1
"""The share of decisions in which a bot ignores the moves of extensions that need no action."""


def list_candidates(state: GameState) -> tuple[Move, ...]:
    """List the legal moves in a position that a sensible player would consider, at least one."""
    return worth_considering(state, legal_moves(state))


def worth_considering(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Return the *moves* that a sensible player would consider, at least one, in the given order.

    Useless walks to the castle are left out, and so is a pass if there is another move. In the last turn of a phase, a
    pass is kept, and moves that can no longer earn anything in this phase, such as a rest, are left out. Of extractions
    of the same cubes with the same tools, only the cheapest is kept. If several are equally cheap, the one that pays
    the poorest players is kept.
    """
    sensible = without_useless_walks(state, moves)
    cheapest: dict[tuple[object, ...], tuple[tuple[int, int], Move]] = {}
    for move in sensible:
        # Extractions of the same cubes with the same tools differ only in their payments, and there can be thousands of
        # payments (HAUL-3). One extraction represents all of them, which keeps the list of moves short.
        if isinstance(move, ExtractSalt):
            key = (move.chamber, move.salt, move.pickaxes, move.carts)
            helped = sum(
                groszy * player.money for groszy, player in zip(move.payments, state.players, strict=True) if groszy
            )
            cost = (sum(move.payments), helped)
            known = cheapest.get(key)
            if known is None or cost < known[0]:
                cheapest[key] = cost, move
    kept = {move for _, move in cheapest.values()}
    # In the last turn of a phase, a pass is considered, because there is often nothing else to gain.
    is_last = is_last_turn_of_phase(state) and has_plain_rules(state.ruleset)
    if is_last:
        sensible = _without_vain_moves(state, sensible)
    chosen = tuple(
        move
        for move in sensible
        if (move in kept if isinstance(move, ExtractSalt) else is_last or not isinstance(move, Pass))
    )
    return chosen or sensible


def _without_vain_moves(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return *moves* without those that cannot earn anything in the last turn of a phase."""
    # When the phase ends, all miners leave the mine, the buildings and the castle line, and stand up (PHASE-2). No
    # other player has a turn before that. So miners are moved in vain unless an extraction can follow. A placement may
    # still turn up a tile, and a bucket may move water. Both stay for the next phase, but for all players alike.
    vain: tuple[type[Move], ...] = (Rest,)
    turn, rules = state.turn, state.ruleset
    # In one variant, the castle line stays for the next phase (VAR-LINE).
    if state.phase == rules.phases or not rules.castle_line_stays:
        vain += (VisitCastle,)
    if turn is not None and turn.actions_left == 1:
        vain += (PlaceMiner, PlaceAssistant)
    if turn is not None and turn.actions_left == 0:
        vain += (UseRope, UseBucket, UseFood)
    return tuple([move for move in moves if not isinstance(move, vain)]) or moves


def without_endless_moves(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> tuple[Move, ...]:
    """
    Return *moves*; in one of ten decisions, leave out the moves of extensions that may be repeated forever.

    These moves need no action, so a turn in which a bot prefers them every time would never end. A server may create a
    new bot for each decision, so a bot cannot count the moves of its turn. Games without such moves draw no random
    number.
    """
    if state.ruleset.rules == STANDARD.rules:
        return moves
    kept = tuple([move for move in moves if not _needs_no_action(state.ruleset.by_move[type(move)])])
    if not kept or len(kept) == len(moves):
        return moves
    return kept if rng.random() < _DECISIONS_WITHOUT else moves


def _needs_no_action(rule: Rule) -> bool:
    if rule.move in STANDARD.by_move:
        return False
    return rule.when in WITHOUT_ACTION or not rule.takes_action


def credit(state: GameState, move: Move, judge: Judge) -> float:
    """Return the judge's credit for a move, in groszy."""
    return judge.credit(state, move) + _refund(state, move)


def liking(state: GameState, move: Move, judge: Judge) -> float:
    """Return the judge's liking for a move, in groszy."""
    return judge.liking(move) + _refund(state, move)


def _refund(state: GameState, move: Move) -> float:
    """Return the idleness charge to refund: a visit to the town square in a phase's last turn wastes no time."""
    return IDLENESS if isinstance(move, VisitTownSquare) and is_last_turn_of_phase(state) else 0.0
