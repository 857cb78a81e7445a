"""What bots say of moves and games, in Polish."""

from __future__ import annotations

from typing import Final

ANALYSIS: Final = {
    "turn.count": "turę|tury|tur",
    "why.completes.now": "realizuje {order} w tej turze",
    "why.completes.next": "realizuje {order} w następnej turze",
    "why.completes.later": "realizuje {order} za {count:turn}",
    "why.tempo": "wcześniejsza następna tura",
    "why.money": "więcej pieniędzy w ręku",
    "why.salt": "więcej {kinds}",
    "why.kind.brown": "brązowej soli",
    "why.kind.green": "zielonej soli",
    "why.kind.white": "białej soli",
    "why.walks": "[więcej górników w drodze do zamku{more:if}][górnicy bliżej zamku{nearer:if}]",
    "why.miners": "więcej górników",
    "why.rest": "mniej zmęczonych górników",
    "why.work": "lepsza praca w zasięgu w kopalni",
    "why.chain": "lepszy łańcuch górników w szybie",
    "why.tools": "przydatne narzędzia",
    "why.assistants": "pomocnik na dobrym miejscu",
    "why.hinders": "mniej dla gracza {player}",
    "why.later": "opłaca się kilka tur później",
    "analysis.to_move": "Ruch ma {player}, faza {phase}, runda {round}. Szanse na zwycięstwo: {chances}.",
    "analysis.chances": "szanse na zwycięstwo",
    "analysis.chance": "{player} {chance} %",
    "analysis.worth": "szansa {chance} % (± {error}), {margin}",
    "analysis.ahead": "na końcu {groszy:grosz} przewagi",
    "analysis.behind": "na końcu {groszy:grosz} straty",
    "analysis.even": "na końcu równo",
    "analysis.why": "Dlaczego: {reasons}.",
    "analysis.expected": "Spodziewane: {moves}.",
    "review.chances": "Szanse na zwycięstwo, runda po rundzie:",
    "review.from": "Od fazy {phase}, rundy {round}:",
    "review.lost": "{player}: średnio {loss} % oddane na decyzję.",
    "review.turned": "Przełom: ruch {number} (faza {phase}, runda {round}), {player}: {move}. Odtąd prowadził(a) "
    "{winner}.",
    "review.led": "{winner}: prowadzenie od pierwszej decyzji.",
    "review.costliest": "Najdroższe ruchy:",
    "review.none": "Żaden pojedynczy ruch wiele nie kosztował.",
    "review.costly": "Ruch {number} (faza {phase}, runda {round}), {player}: {move}. Koszt: {loss} % (± {error}). "
    "Lepiej: {better}[ ({reasons})].",
}
