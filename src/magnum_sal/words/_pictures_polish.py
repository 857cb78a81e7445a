"""What pictures say of the end, of what left the game and of their own marks, in Polish, by id."""

from __future__ import annotations

from typing import Final

_ENDING: Final = {
    "ending.wins": "Wygrywa {name}, ma {total:grosz}[: {parts}]",
    "ending.share": "{names} wygrywają wspólnie[, każdy ma {total:grosz}]",
    "ending.share_equal": "{names} wygrywają wspólnie, każdy ma {total:grosz} i tyle samo zamówień, górników "
    "i narzędzi",
    "ending.follows": "{name} zajmuje {place} miejsce, ma {total:grosz}[, o {behind} mniej][: {parts}]",
    "ending.follow": "{names} zajmują {place} miejsce[, każdy ma {total:grosz}][, o {behind} mniej]",
    "ending.place_2": "drugie",
    "ending.place_3": "trzecie",
    "ending.place_4": "czwarte",
    "ending.money": "{groszy} w pieniądzach",
    "ending.salt": "{groszy} za sól",
    "ending.tools": "{groszy} za narzędzia",
    "ending.other": "{groszy} za inne rzeczy",
    "ending.tie_orders": "{names} mają tyle samo: {total:grosz}; {ahead}[ jest{one:if}][ są{several:if}] wyżej dzięki "
    "większej liczbie zrealizowanych zamówień: {upper} do {lower}",
    "ending.tie_miners": "{names} mają tyle samo, {total:grosz}, i tyle samo zamówień; {ahead}[ jest{one:if}]"
    "[ są{several:if}] wyżej dzięki mniejszej liczbie górników: {upper} do {lower}",
    "ending.tie_tools": "{names} mają tyle samo, {total:grosz}, tyle samo zamówień i górników; {ahead}[ jest{one:if}]"
    "[ są{several:if}] wyżej dzięki mniejszej liczbie narzędzi: {upper} do {lower}",
    "ending.phase": "Koniec fazy {phase}[; wszyscy górnicy wracają do zasobu{home:if}]",
    "ending.left": "Poza grą: {left}",
    "ending.face_down": "zakryte: {count}",
    "order_left.count": "zamówienie|zamówienia|zamówień",
    "tool_left.count": "narzędzie|narzędzia|narzędzi",
}
"""Who won and why, and what a phase ends with."""

_TABLE: Final = {
    "picture.left_unsold": "niesprzedane odeszły z gry",
    "picture.offered": "{thing} za {price}",
    "picture.price_now": "teraz {price:grosz}",
    "picture.none_left": "już nic",
    "picture.to_hire": "górnicy do zatrudnienia",
    "picture.legend": "legenda",
    "picture.chain": "łańcuch górników",
    "picture.more": "... a wcześniej jeszcze: {count}",
}
"""What stands in the text of a table."""

_LEGEND: Final = {
    "picture.mark.space": "pola kopalni: S1 pierwsza sekcja szybu, 1L2 na poziomie 1 druga komnata w lewo",
    "picture.mark.miners": "górnicy gracza A: A2 dwóch wypoczętych, a1 jeden zmęczony",
    "picture.mark.salt": "brązowa, zielona i biała sól; B2 dwie brązowe kostki",
    "picture.mark.chamber": "sól w komnacie, a za kreską kostki wody",
    "picture.mark.tile": "co wydrukowano na żetonie komnaty",
    "picture.mark.unreached": "komnata, do której nikt jeszcze nie dotarł",
    "picture.mark.turned": "komnata bez soli, jej żeton znów jest zakryty",
    "picture.mark.nothing": "nic lub nikt",
    "picture.mark.player": "kto teraz decyduje",
    "picture.mark.order": "zamówienie: jakiej soli wymaga i ile płaci",
    "picture.mark.bar": "zrealizowane zamówienia; na lewo od kreski te z poprzednich faz",
    "picture.mark.track": "rząd cen; w nawiasie ta, która teraz obowiązuje",
    "picture.mark.market": "ceny na targu: sprzedaje się za pierwszą . a kupuje za ostatnią #, gdzie leży kostka",
    "picture.mark.used": "narzędzie użyte w tej fazie",
}
"""What the marks in the text of a table mean."""

_TITLES: Final = {
    "title.section": "Sekcja szybu {place}",
    "title.chamber": "Komnata {place}",
    "title.face_down": "jej żeton leży zakryty i nikogo tam nie było",
    "title.not_reached": "jej żeton to {tile} i nikogo tam nie było",
    "title.printed": "jej żeton to {tile}",
    "title.emptied": "cała jej sól jest wydobyta, a jej żeton, {tile}, leży znowu zakryty",
    "title.no_salt": "bez soli",
    "title.no_water": "bez wody",
    "title.nobody": "nikogo tam nie ma",
    "title.slot": "{building}, pole {number}",
    "title.in_stock": "w zasobie {miners}",
    "title.empty": "puste",
    "brown_cube.count": "kostka brązowej soli|kostki brązowej soli|kostek brązowej soli",
    "green_cube.count": "kostka zielonej soli|kostki zielonej soli|kostek zielonej soli",
    "white_cube.count": "kostka białej soli|kostki białej soli|kostek białej soli",
    "tired_here.count": "zmęczony górnik|zmęczeni górnicy|zmęczonych górników",
}
"""What screen readers say of a place in a picture."""

PICTURES: Final = {**_ENDING, **_TABLE, **_LEGEND, **_TITLES}
