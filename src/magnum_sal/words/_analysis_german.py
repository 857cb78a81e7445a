"""What bots say of moves and games, in German."""

from __future__ import annotations

from typing import Final

ANALYSIS: Final = {
    "turn.count": "Spielzug|Spielzügen",
    "why.completes.now": "erfüllt {order} in diesem Spielzug",
    "why.completes.next": "erfüllt {order} im nächsten Spielzug",
    "why.completes.later": "erfüllt {order} in {count:turn}",
    "why.tempo": "früher wieder am Zug",
    "why.money": "mehr Geld in der Hand",
    "why.salt": "mehr {kinds}",
    "why.kind.brown": "braunes Salz",
    "why.kind.green": "grünes Salz",
    "why.kind.white": "weißes Salz",
    "why.walks": "[mehr Bergleute auf dem Weg zur Burg{more:if}][Bergleute näher bei der Burg{nearer:if}]",
    "why.miners": "mehr Bergleute",
    "why.rest": "weniger müde Bergleute",
    "why.work": "bessere Arbeit im Bergwerk in Reichweite",
    "why.chain": "eine bessere Kette von Bergleuten im Schacht",
    "why.tools": "nützliche Werkzeuge",
    "why.assistants": "ein Gehilfe am guten Platz",
    "why.hinders": "weniger für {player}",
    "why.later": "zahlt sich einige Spielzüge später aus",
    "analysis.to_move": "{player} ist am Zug, Phase {phase}, Runde {round}. Gewinnchancen: {chances}.",
    "analysis.chances": "Gewinnchancen",
    "analysis.chance": "{player} {chance} %",
    "analysis.worth": "Gewinnchance {chance} % (± {error}), {margin}",
    "analysis.ahead": "am Ende {groszy:grosz} vorn",
    "analysis.behind": "am Ende {groszy:grosz} zurück",
    "analysis.even": "am Ende gleichauf",
    "analysis.why": "Warum: {reasons}.",
    "analysis.expected": "Erwartet: {moves}.",
    "review.chances": "Gewinnchancen, Runde für Runde:",
    "review.from": "Ab Phase {phase}, Runde {round}:",
    "review.lost": "{player} gab je Entscheidung {loss} % her.",
    "review.turned": "Die Wende kam mit Zug {number} (Phase {phase}, Runde {round}), {player}: {move}. Seither lag "
    "{winner} vorn.",
    "review.led": "{winner} lag von der ersten Entscheidung an vorn.",
    "review.costliest": "Die teuersten Züge:",
    "review.none": "Kein einzelner Zug gab viel her.",
    "review.costly": "Zug {number} (Phase {phase}, Runde {round}), {player}: {move}. Das kostete {loss} % "
    "(± {error}). Besser: {better}[ ({reasons})].",
}
