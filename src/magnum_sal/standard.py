"""The standard game: which rules make it."""

from __future__ import annotations

from typing import Final

from . import moves as m
from .rule import Building, Rule, Rulings, When
from .rules import (
    assistants,
    castle_line,
    chain,
    extraction,
    inn,
    market,
    miners,
    notation,
    phases,
    pump_house,
    royal_orders,
    scoring,
    town_square,
    transport,
    turn,
    workshop,
)
from .rules.tools import bucket, food, rope
from .ruleset import Ruleset, register

RULES: Final = (
    Rule(
        m.PlaceMiner,
        When.ACTION,
        miners.moves,
        miners.objection,
        miners.decide,
        notation=notation.PLACE_MINER,
    ),
    Rule(
        m.ExtractSalt,
        When.ACTION,
        extraction.moves,
        extraction.objection,
        extraction.decide,
        notation=notation.EXTRACT_SALT,
    ),
    Rule(
        m.PlaceAssistant,
        When.ACTION,
        assistants.moves,
        assistants.objection,
        assistants.decide,
        notation=notation.PLACE_ASSISTANT,
    ),
    Rule(
        m.VisitInn,
        When.ACTION,
        inn.moves,
        inn.objection,
        inn.decide,
        building="inn",
        notation=notation.VISIT_INN,
    ),
    Rule(
        m.VisitWorkshop,
        When.ACTION,
        workshop.moves,
        workshop.objection,
        workshop.decide,
        building="workshop",
        notation=notation.VISIT_WORKSHOP,
    ),
    Rule(
        m.VisitPumpHouse,
        When.ACTION,
        pump_house.moves,
        pump_house.objection,
        pump_house.decide,
        building="pump_house",
        notation=notation.VISIT_PUMP_HOUSE,
    ),
    Rule(
        m.VisitMarket,
        When.ACTION,
        market.moves,
        market.objection,
        market.decide,
        building="market",
        notation=notation.VISIT_MARKET,
    ),
    Rule(
        m.VisitTownSquare,
        When.ACTION,
        town_square.moves,
        town_square.objection,
        town_square.decide,
        building="town_square",
        notation=notation.VISIT_TOWN_SQUARE,
    ),
    Rule(
        m.VisitCastle,
        When.ACTION,
        castle_line.moves,
        castle_line.objection,
        castle_line.decide,
        building=royal_orders.CASTLE,
        notation=notation.VISIT_CASTLE,
    ),
    Rule(
        m.Pass,
        When.ACTION,
        turn.pass_moves,
        turn.pass_objection,
        turn.decide_pass,
        takes_action=False,
        notation=notation.PASS,
    ),
    Rule(
        m.Rest,
        When.ACTION,
        turn.rest_moves,
        turn.rest_objection,
        turn.decide_rest,
        takes_action=False,
        notation=notation.REST,
    ),
    Rule(
        m.UseRope,
        When.AFTER_PLACING,
        rope.moves,
        rope.objection,
        rope.decide,
        tool=rope.TOOL,
        notation=notation.USE_ROPE,
    ),
    Rule(
        m.UseBucket,
        When.FREE,
        bucket.moves,
        bucket.objection,
        bucket.decide,
        tool=bucket.TOOL,
        notation=notation.USE_BUCKET,
    ),
    Rule(
        m.UseFood,
        When.FREE,
        food.moves,
        food.objection,
        food.decide,
        tool=food.TOOL,
        notation=notation.USE_FOOD,
    ),
    Rule(
        m.EndTurn,
        When.TURN_END,
        turn.end_turn_moves,
        turn.end_turn_objection,
        turn.decide_end_turn,
        notation=notation.END_TURN,
    ),
    Rule(
        m.CompleteOrder,
        When.ARRIVAL,
        royal_orders.order_moves,
        royal_orders.order_objection,
        royal_orders.decide_order,
        notation=notation.COMPLETE_ORDER,
    ),
    Rule(
        m.PayPenalty,
        When.ARRIVAL,
        royal_orders.penalty_moves,
        royal_orders.penalty_objection,
        royal_orders.decide_penalty,
        notation=notation.PAY_PENALTY,
    ),
)

BUILDINGS: Final = (
    Building("inn"),
    Building("workshop", has_assistant_place=True),
    Building("pump_house", has_assistant_place=True),
    Building("market", has_assistant_place=True),
    Building("town_square"),
    Building(royal_orders.CASTLE, has_assistant_place=True, pays_on_visit=False),
)

RULINGS: Final = Rulings(
    reachable=chain.reachable,
    cut_off=chain.cut_off,
    may_cut_off=chain.may_cut_off,
    toll_takers=transport.toll_takers,
    scoring=scoring.scores,
    assistant_paid=assistants.assistant_paid,
    after_turn=phases.after_turn,
)

STANDARD: Final = Ruleset("standard", RULES, BUILDINGS, RULINGS)
"""The game as the rulebook has it; its variants are ``attrs.evolve(STANDARD, ...)`` with switches."""

register(STANDARD)
