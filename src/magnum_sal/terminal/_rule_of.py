"""Which rule a kind of move, or a question on the way to one, is about."""

from __future__ import annotations

from typing import Final

from ..model.ruleset import Ruleset
from ..queries.choices import Choice
from ._rows import Row

_KINDS: Final = {
    "place_miner": "MOVE-1",
    "extract_salt": "MINE-1",
    "place_assistant": "ASST-1",
    "visit_inn": "INN-1",
    "visit_workshop": "SHOP-1",
    "visit_pump_house": "PUMP-1",
    "visit_market": "MARKET-1",
    "visit_town_square": "SQUARE-1",
    "visit_castle": "CASTLE-1",
    "pass": "TURN-4",
    "rest": "TURN-4",
    "use_rope": "ROPE-1",
    "use_bucket": "BUCKET-1",
    "use_food": "FOOD-1",
    "end_turn": "TURN-2",
    "complete_order": "CASTLE-3",
    "pay_penalty": "CASTLE-4",
}
_QUESTIONS: Final = {
    ("place_miner", "source"): "CHAIN-2",
    ("place_miner", "target"): "CHAIN-1",
    ("extract_salt", "pickaxes"): "PICK-1",
    ("extract_salt", "carts"): "CART-1",
    ("extract_salt", "payments"): "HAUL-1",
    ("visit_market", "commercial_privilege"): "MARKET-3",
}
"""The rules of single questions, by kind of move and field."""


def rule_asked(choice: Choice) -> str | None:
    """Return the id of the rule that an open question, or the move that is left, is about; None before any kind."""
    kind = _kind(choice)
    if kind is None:
        return None
    field = (choice.question or "").partition("[")[0]
    return _QUESTIONS.get((kind, field)) or rule_of(choice.state.ruleset, kind)


def rule_marked(choice: Choice, marked: Row) -> str | None:
    """Return the id of the rule that a marked line is about: that of its kind of move, later that of the question."""
    kind = _kind(marked.after)
    if kind is not None and (choice.question == "type" or marked.is_whole):
        return rule_of(choice.state.ruleset, kind)
    return rule_asked(choice)


def _kind(choice: Choice) -> str | None:
    """Return the kind of move that was chosen, None before that."""
    return choice.move.type if choice.move is not None else dict(choice.taken).get("type")


def rule_of(ruleset: Ruleset, kind: str) -> str | None:
    """Return the id of the rule about a *kind* of move; that of an extension is the first it has a text for."""
    if kind in _KINDS:
        return _KINDS[kind]
    texts = ruleset.by_tag[kind].texts.values()
    return next((text.id for brought in texts for text in brought), None)
