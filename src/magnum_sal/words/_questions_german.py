"""What is asked on the way to a move, the answers, and what these bring, in German, by id."""

from __future__ import annotations

from typing import Final

_QUESTIONS: Final = {
    "asks.type": "Was tust du?",
    "asks.source": "Woher?",
    "asks.target": "Wohin?",
    "asks.building": "Zu welchem Gebäude?",
    "asks.chamber": "Welche Kammer?",
    "asks.chambers": "Wo isst ein müder Bergmann?",
    "asks.chambers.next": "Und wo noch einer?",
    "asks.salt": "Welches Salz?",
    "asks.pickaxes": "Wie viele Spitzhacken?",
    "asks.carts": "Wie viele Karren?",
    "asks.water": "Wie viel Wasser?",
    "asks.money": "Wie viel Geld?",
    "asks.tool": "Welches Werkzeug?",
    "asks.slot": "Welches Feld?",
    "asks.transactions": "Was verkaufst oder kaufst du?",
    "asks.transactions.next": "Und danach?",
    "asks.commercial_privilege": "Mit Handelsbrief?",
    "asks.royal_privilege": "Mit Geleitbrief?",
    "extract_salt.asks.payments": "Wie viel zahlst du {player}?",
    "visit_workshop.asks.slot": "Welches Werkzeug?",
    "complete_order.asks.slot": "Welchen Auftrag?",
}
"""What is asked on the way to a move, by its fields."""

_ANSWERS: Final = {
    "answers.end": "nichts mehr",
    "answers.source": "{answer:from}",
    "answers.target": "{answer:to}",
    "answers.building": "{answer:to}",
    "answers.sell": "{salt:object} verkaufen",
    "answers.buy": "{salt:object} kaufen",
    "answers.pickaxes": "{answer:pickaxe}",
    "answers.pickaxes.none": "keine Spitzhacke",
    "answers.carts": "{answer:cart}",
    "answers.carts.none": "kein Karren",
    "answers.water": "{answer:water_pumped}[ für {price:grosz}]",
    "answers.money.none": "kein Geld",
    "answers.slot": "Feld {answer:slot}",
    "answers.commercial_privilege": "mit Handelsbrief",
    "answers.commercial_privilege.none": "ohne Handelsbrief",
    "answers.royal_privilege": "mit Geleitbrief",
    "answers.royal_privilege.none": "ohne Geleitbrief",
    "extract_salt.answers.payments": "{player} {answer:grosz} zahlen",
    "extract_salt.answers.payments.none": "{player} nichts zahlen",
    "visit_workshop.answers.slot": "{tool:id}[ für {price:grosz}] (Feld {slot:slot})",
    "complete_order.answers.slot": "{salt} für {payment:grosz} (Feld {slot:slot})",
}
"""The answers, by the fields of a move; what is not here is told by what its field means."""

_EFFECTS: Final = {
    "effects.tools": "benutzt {tools}",
    "effects.tile": "deckt ein Plättchen auf",
    "effects.order": "deckt einen Auftrag auf",
    "effects.tool": "deckt ein Werkzeug auf",
}
"""What a move brings beside money, salt and miners."""

QUESTIONS: Final = {**_QUESTIONS, **_ANSWERS, **_EFFECTS}
