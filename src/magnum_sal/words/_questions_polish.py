"""What is asked on the way to a move, the answers, and what these bring, in Polish, by id."""

from __future__ import annotations

from typing import Final

_QUESTIONS: Final = {
    "asks.type": "Co robisz?",
    "asks.source": "Skąd?",
    "asks.target": "Dokąd?",
    "asks.building": "Do którego budynku?",
    "asks.chamber": "Która komnata?",
    "asks.chambers": "Gdzie posila się zmęczony górnik?",
    "asks.chambers.next": "A gdzie jeszcze jeden?",
    "asks.salt": "Jaka sól?",
    "asks.pickaxes": "Ile kilofów?",
    "asks.carts": "Ile wózków?",
    "asks.water": "Ile wody?",
    "asks.money": "Ile pieniędzy?",
    "asks.tool": "Jakie narzędzie?",
    "asks.slot": "Które miejsce?",
    "asks.transactions": "Co sprzedajesz lub kupujesz?",
    "asks.transactions.next": "A potem?",
    "asks.commercial_privilege": "Z glejtem handlowym?",
    "asks.royal_privilege": "Z glejtem królewskim?",
    "extract_salt.asks.payments": "Ile płacisz graczowi {player}?",
    "visit_workshop.asks.slot": "Które narzędzie?",
    "complete_order.asks.slot": "Które zamówienie?",
}
"""What is asked on the way to a move, by its fields."""

_ANSWERS: Final = {
    "answers.end": "nic więcej",
    "answers.source": "{answer:from}",
    "answers.target": "{answer:to}",
    "answers.building": "{answer:to}",
    "answers.sell": "sprzedaj {salt:object}",
    "answers.buy": "kup {salt:object}",
    "answers.pickaxes": "{answer:pickaxe}",
    "answers.pickaxes.none": "bez kilofa",
    "answers.carts": "{answer:cart}",
    "answers.carts.none": "bez wózka",
    "answers.water": "{answer:water_pumped}[ za {price:grosz}]",
    "answers.money.none": "bez pieniędzy",
    "answers.slot": "miejsce {answer:slot}",
    "answers.commercial_privilege": "z glejtem handlowym",
    "answers.commercial_privilege.none": "bez glejtu handlowego",
    "answers.royal_privilege": "z glejtem królewskim",
    "answers.royal_privilege.none": "bez glejtu królewskiego",
    "extract_salt.answers.payments": "{answer:grosz} dla gracza {player}",
    "extract_salt.answers.payments.none": "nic dla gracza {player}",
    "visit_workshop.answers.slot": "{tool:id}[ za {price:grosz}] (miejsce {slot:slot})",
    "complete_order.answers.slot": "{salt} za {payment:grosz} (miejsce {slot:slot})",
}
"""The answers, by the fields of a move; what is not here is told by what its field means."""

_EFFECTS: Final = {
    "effects.tools": "używa: {tools}",
    "effects.tile": "odkrywa żeton kopalni",
    "effects.order": "odkrywa zamówienie",
    "effects.tool": "odkrywa narzędzie",
}
"""What a move brings beside money, salt and miners."""

QUESTIONS: Final = {**_QUESTIONS, **_ANSWERS, **_EFFECTS}
