"""Reasons why kinds of move are unavailable, for example for the tooltip of a disabled button."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..engine.timing import kind_objection
from ..engine.transitions import attach_ruleset, objection
from ..errors import FAILURES, Objection, blame_function
from ..model.rule import Rule
from ..model.state import GameState, check_state
from .choices import possible_types

__all__ = ["why_not"]


def why_not(state: GameState) -> Mapping[str, Objection]:
    """
    Return the objection to each kind of move that has no legal move now.

    >>> from magnum_sal import new_game
    >>> for kind, against in why_not(new_game(["Ada", "Ben"], seed=7)).items():
    ...     if kind in ("extract_salt", "use_rope", "pay_penalty"):
    ...         print(f"{kind}: {against}")
    extract_salt: you have no miner in a chamber with salt [MINE-1]
    use_rope: you have no rope, and it can be used only right after placing or moving a miner in the mine [TURN-2]
    pay_penalty: none of your miners has reached the castle [TURN-2]

    The keys are the ``"type"`` values of these kinds, in the order of the ruleset. Kinds that are missing have a legal
    move.
    """
    check_state(state)
    possible = possible_types(state)
    return {tag: _against(state, rule) for tag, rule in state.ruleset.by_type.items() if tag not in possible}


def _against(state: GameState, rule: Rule) -> Objection:
    # The engine's objections come first, because a rule may assume that its moves are available. A kind of move without
    # fields has a single move, whose objection is the reason.
    found = kind_objection(state, rule)
    if found is None and rule.why_not is not None:
        try:
            found = rule.why_not(state)
        except FAILURES as error:
            raise blame_function(f"the rule of {rule.move.type!r}: why_not", error) from error
    elif found is None and not attrs.fields(rule.move):
        found = objection(state, rule.move())
    return attach_ruleset(state.ruleset, rule, found or Objection("TURN-2", "none_possible"))
