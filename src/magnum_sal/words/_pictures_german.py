"""What pictures say of the end, of what left the game and of their own marks, in German, by id."""

from __future__ import annotations

from typing import Final

_ENDING: Final = {
    "ending.wins": "{name} gewinnt mit {total:grosz}[: {parts}]",
    "ending.share": "{names} teilen sich den Sieg[ mit je {total:grosz}]",
    "ending.share_equal": "{names} teilen sich den Sieg mit je {total:grosz}: auch an Aufträgen, Bergleuten und "
    "Werkzeugen gleich",
    "ending.follows": "{name} belegt den {place} Platz mit {total:grosz}[, {behind} dahinter][: {parts}]",
    "ending.follow": "{names} belegen den {place} Platz[ mit je {total:grosz}][, {behind} dahinter]",
    "ending.place_2": "zweiten",
    "ending.place_3": "dritten",
    "ending.place_4": "vierten",
    "ending.money": "{groszy} an Geld",
    "ending.salt": "{groszy} für Salz",
    "ending.tools": "{groszy} für Werkzeuge",
    "ending.other": "{groszy} für anderes",
    "ending.tie_orders": "{names} haben je {total:grosz}; {ahead}[ liegt{one:if}][ liegen{several:if}] mit mehr "
    "erfüllten Aufträgen vorn: {upper} gegen {lower}",
    "ending.tie_miners": "{names} haben je {total:grosz} und gleich viele Aufträge; {ahead}[ liegt{one:if}]"
    "[ liegen{several:if}] mit weniger Bergleuten vorn: {upper} gegen {lower}",
    "ending.tie_tools": "{names} haben je {total:grosz}, gleich viele Aufträge und Bergleute; {ahead}[ liegt{one:if}]"
    "[ liegen{several:if}] mit weniger Werkzeugen vorn: {upper} gegen {lower}",
    "ending.phase": "Phase {phase} ist zu Ende[; alle Bergleute kehren in den Vorrat zurück{home:if}]",
    "ending.left": "Aus dem Spiel: {left}",
    "ending.face_down": "{count} verdeckt",
    "order_left.count": "Auftrag|Aufträge",
    "tool_left.count": "Werkzeug|Werkzeuge",
}
"""Who won and why, and what a phase ends with."""

_TABLE: Final = {
    "picture.left_unsold": "unverkauft aus dem Spiel",
    "picture.offered": "{thing} für {price}",
    "picture.price_now": "jetzt {price:grosz}",
    "picture.none_left": "nichts mehr",
    "picture.to_hire": "Bergleute zum Anwerben",
    "picture.legend": "Legende",
    "picture.chain": "Kette der Bergleute",
    "picture.more": "... und davor noch {count}",
}
"""What stands in the text of a table."""

_LEGEND: Final = {
    "picture.mark.space": "Felder des Bergwerks: S1 oben im Schacht, 1L2 auf Sohle 1 die zweite Kammer nach links",
    "picture.mark.miners": "Bergleute von Spieler A: A2 zwei ausgeruhte, a1 ein müder",
    "picture.mark.salt": "braunes, grünes und weißes Salz; B2 zwei braune Würfel",
    "picture.mark.chamber": "Salz in einer Kammer, hinter dem Schrägstrich ihr Wasser",
    "picture.mark.tile": "was auf dem Plättchen der Kammer gedruckt ist",
    "picture.mark.unreached": "eine Kammer, die noch niemand erreicht hat",
    "picture.mark.turned": "eine Kammer ohne Salz, ihr Plättchen wieder verdeckt",
    "picture.mark.nothing": "nichts oder niemand",
    "picture.mark.player": "wer jetzt entscheidet",
    "picture.mark.order": "ein Auftrag: welches Salz er verlangt und was er einbringt",
    "picture.mark.bar": "erfüllte Aufträge; links vom Strich die aus früheren Phasen",
    "picture.mark.track": "eine Reihe von Preisen; in Klammern der, der jetzt gilt",
    "picture.mark.market": "Marktpreise: verkauft wird beim ersten . und gekauft beim letzten #, wo ein Würfel liegt",
    "picture.mark.used": "ein Werkzeug, das in dieser Phase verbraucht ist",
}
"""What the marks in the text of a table mean."""

_TITLES: Final = {
    "title.section": "Schachtabschnitt {place}",
    "title.chamber": "Kammer {place}",
    "title.face_down": "ihr Plättchen liegt verdeckt, und niemand war dort",
    "title.not_reached": "ihr Plättchen ist {tile}, und niemand war dort",
    "title.printed": "ihr Plättchen ist {tile}",
    "title.emptied": "all ihr Salz ist abgebaut, und ihr Plättchen, {tile}, liegt wieder verdeckt",
    "title.no_salt": "kein Salz",
    "title.no_water": "kein Wasser",
    "title.nobody": "niemand ist dort",
    "title.slot": "{building}, Feld {number}",
    "title.in_stock": "im Vorrat {miners}",
    "title.empty": "leer",
    "brown_cube.count": "Würfel braunes Salz|Würfel braunes Salz",
    "green_cube.count": "Würfel grünes Salz|Würfel grünes Salz",
    "white_cube.count": "Würfel weißes Salz|Würfel weißes Salz",
    "tired_here.count": "müder Bergmann|müde Bergleute",
}
"""What screen readers say of a place in a picture."""

PICTURES: Final = {**_ENDING, **_TABLE, **_LEGEND, **_TITLES}
