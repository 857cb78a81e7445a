"""What is asked on the way to a move, the answers, and what these bring, in English, by id."""

from __future__ import annotations

from typing import Final

_QUESTIONS: Final = {
    "asks.type": "What do you do?",
    "asks.source": "From where?",
    "asks.target": "Where to?",
    "asks.building": "To which building?",
    "asks.chamber": "Which chamber?",
    "asks.chambers": "Where does a tired miner eat?",
    "asks.chambers.next": "And where another one?",
    "asks.salt": "Which salt?",
    "asks.pickaxes": "How many pickaxes?",
    "asks.carts": "How many carts?",
    "asks.water": "How much water?",
    "asks.money": "How much money?",
    "asks.tool": "Which tool?",
    "asks.slot": "Which space?",
    "asks.transactions": "What do you sell or buy?",
    "asks.transactions.next": "And then?",
    "asks.commercial_privilege": "With a commercial privilege?",
    "asks.royal_privilege": "With a royal privilege?",
    "extract_salt.asks.payments": "How much do you pay {player}?",
    "visit_workshop.asks.slot": "Which tool?",
    "complete_order.asks.slot": "Which order?",
}
"""What is asked on the way to a move, by its fields."""

_ANSWERS: Final = {
    "answers.end": "no more",
    "answers.source": "{answer:from}",
    "answers.target": "{answer:to}",
    "answers.building": "{answer:to}",
    "answers.sell": "sell {salt:object}",
    "answers.buy": "buy {salt:object}",
    "answers.pickaxes": "{answer:pickaxe}",
    "answers.pickaxes.none": "no pickaxe",
    "answers.carts": "{answer:cart}",
    "answers.carts.none": "no cart",
    "answers.water": "{answer:water_pumped}[ for {price:grosz}]",
    "answers.money.none": "no money",
    "answers.slot": "space {answer:slot}",
    "answers.commercial_privilege": "with a commercial privilege",
    "answers.commercial_privilege.none": "without a commercial privilege",
    "answers.royal_privilege": "with a royal privilege",
    "answers.royal_privilege.none": "without a royal privilege",
    "extract_salt.answers.payments": "pay {player} {answer:grosz}",
    "extract_salt.answers.payments.none": "pay {player} nothing",
    "visit_workshop.answers.slot": "{tool:id}[ for {price:grosz}] (space {slot:slot})",
    "complete_order.answers.slot": "{salt} for {payment:grosz} (space {slot:slot})",
}
"""The answers, by the fields of a move; what is not here is told by what its field means."""

_EFFECTS: Final = {
    "effects.tools": "uses {tools}",
    "effects.tile": "turns up a tile",
    "effects.order": "turns up an order",
    "effects.tool": "turns up a tool",
}
"""What a move brings beside money, salt and miners."""

QUESTIONS: Final = {**_QUESTIONS, **_ANSWERS, **_EFFECTS}
