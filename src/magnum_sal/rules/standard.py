"""The standard game: its rules and rulings."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from ..model.rule import Rulings
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import add_ruleset
from . import (
    assistants,
    castle_line,
    chain,
    extraction,
    inn,
    market,
    passing,
    penalty,
    phases,
    placing,
    pump_house,
    royal_orders,
    scoring,
    town_square,
    transport,
    turn,
    workshop,
)
from .tools import bucket, food, rope

__all__ = ["STANDARD"]

# Programs rely on this order: ``legal_moves`` lists the moves in it. With a different order, a random player with a
# seed would play a different game. Board order follows from it, too, because each building comes with its rule.
RULES: Final = (
    placing.RULE,
    extraction.RULE,
    assistants.RULE,
    inn.RULE,
    workshop.RULE,
    pump_house.RULE,
    market.RULE,
    town_square.RULE,
    castle_line.RULE,
    passing.PASS,
    passing.REST,
    rope.RULE,
    bucket.RULE,
    food.RULE,
    turn.RULE,
    royal_orders.RULE,
    penalty.RULE,
)
"""The kinds of move in the order in which moves are listed, each with its building or tool."""

RULINGS: Final = Rulings(
    reachable=chain.reachable,
    cut_off=chain.cut_off,
    may_cut_off=chain.may_cut_off,
    toll_takers=transport.toll_takers,
    scoring=scoring.scores,
    other_value=scoring.no_other_value,
    assistant_paid=assistants.pay_assistant,
    hiring_price=inn.price_on_track,
    # ``attrgetter`` returns the ruleset's own tuple, not a copy. When the market and the workshop receive this object,
    # they use the highest price that the ruleset has stored.
    workshop_prices=attrgetter("ruleset.workshop_prices"),
    pump_prices=attrgetter("ruleset.pump_prices"),
    market_prices=attrgetter("ruleset.market_prices"),
    town_square_income=attrgetter("ruleset.town_square_income"),
    penalty=penalty.look_up_penalty,
    toll=transport.look_up_toll,
    strength=extraction.miners_strength,
    miners_tired=extraction.count_tired_workers,
    actions=turn.count_actions,
    is_phase_over=phases.is_order_track_done,
    after_turn=phases.after_turn,
)
"""The rulings of the booklet; prices and incomes come from the ruleset, as printed on the board."""

STANDARD: Final = Ruleset("standard", RULES, (), RULINGS)
"""The game of the rulebook. For its variants, call ``attrs.evolve(STANDARD, ...)`` with switches."""

# JSON and pickles name a ruleset instead of containing it, so it must be found by its name.
add_ruleset(STANDARD)
