"""
A language of one's own: the commonest words of the game in Czech; what is missing is told in English.

``python czech.py`` tells a first move, and how many words are still missing.
"""

from typing import Final

import magnum_sal as ms
from magnum_sal.words import LANGUAGES, add_language, missing_words, move_in_words

WORDS: Final = {
    "brown": "hnědá sůl",
    "green": "zelená sůl",
    "white": "bílá sůl",
    "brown.object": "hnědou sůl",
    "green.object": "zelenou sůl",
    "white.object": "bílou sůl",
    "salt": "sůl",
    "water": "voda",
    "money": "peníze",
    "miners": "horníci",
    "mine": "důl",
    "shaft": "šachta",
    "bank": "banka",
    "stock": "zásoba",
    "inn": "hostinec",
    "workshop": "dílna",
    "market": "trh",
    "castle": "zámek",
    "rope": "lano",
    "pickaxe": "krumpáč",
    "cart": "vozík",
    "used_tool": "použitý",
    "used_tool.rope": "lano (použité)",
    "phase": "fáze",
    "round": "kolo",
    "and": "a",
    "or": "nebo",
    "grosz.count": "groš|groše|grošů",
    "miner.count": "horník|horníci|horníků",
    "action_had.count": "akci|akce|akcí",
    "rope.count": "lano|lana|lan",
    "pickaxe.count": "krumpáč|krumpáče|krumpáčů",
    "cart.count": "vozík|vozíky|vozíků",
    "paid": "{name} {groszy:grosz}",
    "from": "z {place}",
    "to": "do {place}",
    "from.stock": "ze zásoby",
    "from.workshop": "z dílny",
    "to.market": "na trh",
    "cards": "{cards:{tool}}",
    "place_miner.told": "posílá horníka {source:from} {target:to}",
    "extract_salt.told": "těží {salt} v {chamber}[ (nářadí: {tools})][ a platí: {payments:paid}]",
    "visit_inn.told": "najímá horníka[ za {price:grosz}]",
    "visit_market.told": "{trades}[, s obchodním privilegiem{commercial_privilege:if}]",
    "sell": "prodává {salt:object} za {price:grosz}",
    "buy": "kupuje {salt:object}[ za {price:grosz}]",
    "pass.told": "pasuje",
    "rest.told": "nechává horníky odpočinout",
    "end_turn.told": "končí tah",
    "visit_inn.pays": "{source} platí {groszy:grosz} za nového horníka",
    "turn_started": "Kolo {round}: {seat} má {actions:action_had}",
    "phase_started": "Začíná fáze {phase}; první hraje {start_seat}",
    "reason.not_connected": "{space} není spojeno se vchodem: {empty} je prázdné",
}


def plural(number: int) -> str:
    """Return the plural category of a whole number in Czech, by Unicode's CLDR."""
    if number == 1:
        return "one"
    return "few" if 2 <= number <= 4 else "other"


if __name__ == "__main__":
    add_language("cs", WORDS, plural=plural)
    state = ms.new_game(["Ada", "Ben"], seed=7)
    print(move_in_words(state, ms.VisitInn(), "cs"))
    print(len(missing_words("cs")) < len(LANGUAGES["en"]) - 50)
