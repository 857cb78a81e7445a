"""The texts of the expansion's rules in three languages, with rulings on open questions."""

import magnum_sal as ms

FEAST_TEXTS = {
    "en": (
        ms.RuleText(
            "FEAST-1",
            "the feasts",
            "When a phase begins, a feast is turned up. It applies until the phase ends.",
            "On Saint Barbara's day hiring costs 1 grosz less, in Lent 1 grosz more. On Saint Florian's day each of "
            "the first cubes of water costs 1 grosz less. On a fair day, the town square pays 1 grosz more.",
        ),
    ),
    "pl": (
        ms.RuleText(
            "FEAST-1",
            "święta",
            "Na początku fazy odkrywa się święto, które trwa do jej końca.",
            "W dniu świętej Barbary zatrudnienie kosztuje o 1 grosz mniej, w wielkim poście o 1 grosz więcej. W dniu "
            "świętego Floriana każda z pierwszych kostek wody kosztuje o 1 grosz mniej. W dniu jarmarku rynek "
            "przynosi o 1 grosz więcej.",
        ),
    ),
    "de": (
        ms.RuleText(
            "FEAST-1",
            "die Festtage",
            "Zu Beginn einer Phase wird ein Festtag aufgedeckt, der bis zu ihrem Ende gilt.",
            "An Sankt Barbara kostet das Anwerben 1 Groschen weniger, in der Fastenzeit 1 Groschen mehr. An Sankt "
            "Florian kostet jeder der ersten Wasserwürfel 1 Groschen weniger. Am Jahrmarkt bringt der "
            "Rathausplatz 1 Groschen mehr.",
        ),
    ),
}

CRYSTAL_TEXTS = {
    "en": (
        ms.RuleText(
            "CRYSTAL-1",
            "finding crystals",
            "A player who reveals a chamber with water finds a crystal there, or two if it has 3 cubes of water.",
            "Players keep their crystals, which are worth nothing at the end.",
        ),
        ms.RuleText(
            "CHAPEL-1",
            "the chapel",
            "A visit turns in any number of crystals for 2 groszy each, or 3 on a fair day.",
            "The chapel has a place for an assistant.",
        ),
        ms.RuleText(
            "FOREMAN-1",
            "the foreman",
            "A visit to the chapel sends the player's foreman to a chamber for a crystal.",
            "The foreman goes to a chamber where the player has a miner, and stays until the phase ends. It makes the "
            "player's rested miners there 1 stronger in total, and never tires.",
            (
                ms.Ruling(
                    id="FOREMAN-1.chain",
                    rule="FOREMAN-1",
                    question="Does a foreman keep the chain connected?",
                    decision="No. A foreman is not a miner: spaces beyond it can be cut off, and it carries nothing.",
                    reason="So nobody has to look for foremen when checking the chain.",
                ),
                ms.Ruling(
                    id="FOREMAN-1.alone",
                    rule="FOREMAN-1",
                    question="What does a foreman do after its miners have left?",
                    decision="It waits, and helps miners who come back.",
                    reason="The foreman was paid for the whole phase.",
                ),
            ),
        ),
    ),
    "pl": (
        ms.RuleText(
            "CRYSTAL-1",
            "znajdowanie kryształów",
            "Kto odkryje komnatę z wodą, znajduje w niej kryształ, a dwa tam, gdzie są 3 kostki wody.",
            "Kryształy się zatrzymuje; na końcu gry nie są nic warte.",
        ),
        ms.RuleText(
            "CHAPEL-1",
            "kaplica",
            "Wizyta pozwala oddać dowolnie wiele kryształów po 2 grosze, a w dniu jarmarku po 3.",
            "W kaplicy jest miejsce dla pomocnika.",
        ),
        ms.RuleText(
            "FOREMAN-1",
            "sztygar",
            "Wizyta w kaplicy pozwala za kryształ wysłać własnego sztygara do komnaty.",
            "Idzie tam, gdzie gracz ma górnika, i zostaje do końca fazy. Wypoczętym górnikom gracza dodaje 1 "
            "do siły wydobycia; nigdy się nie męczy.",
            (
                ms.Ruling(
                    id="FOREMAN-1.chain",
                    rule="FOREMAN-1",
                    question="Czy sztygar podtrzymuje łańcuch?",
                    decision="Nie. Nie jest górnikiem: pola za nim można odciąć, a on sam niczego nie nosi.",
                    reason="Kto patrzy na łańcuch, nie musi więc szukać sztygarów.",
                ),
                ms.Ruling(
                    id="FOREMAN-1.alone",
                    rule="FOREMAN-1",
                    question="Co robi sztygar, od którego odeszli górnicy?",
                    decision="Czeka. Górnicy, którzy wrócą, mają jego pomoc.",
                    reason="Opłacono go na całą fazę.",
                ),
            ),
        ),
    ),
    "de": (
        ms.RuleText(
            "CRYSTAL-1",
            "Kristalle finden",
            "Wer eine Kammer mit Wasser aufdeckt, findet dort einen Kristall, zwei bei 3 Wasserwürfeln.",
            "Kristalle behält man; am Ende zählen sie nichts.",
        ),
        ms.RuleText(
            "CHAPEL-1",
            "die Kapelle",
            "Ein Besuch gibt beliebig viele Kristalle für je 2 Groschen ab, am Jahrmarkt für je 3.",
            "In der Kapelle hat ein Gehilfe Platz.",
        ),
        ms.RuleText(
            "FOREMAN-1",
            "der Steiger",
            "Ein Besuch der Kapelle schickt den eigenen Steiger für einen Kristall in eine Kammer.",
            "Er geht, wohin der Spieler einen Bergmann hat, und bleibt bis zum Ende der Phase. Ausgeruhten "
            "Bergleuten des Spielers gibt er 1 Arbeitskraft mehr; er wird nie müde.",
            (
                ms.Ruling(
                    id="FOREMAN-1.chain",
                    rule="FOREMAN-1",
                    question="Hält ein Steiger die Kette aufrecht?",
                    decision="Nein. Er ist kein Bergmann: Felder hinter ihm kann man abschneiden, und er trägt nichts.",
                    reason="So muss niemand nach Steigern suchen, der auf die Kette achtet.",
                ),
                ms.Ruling(
                    id="FOREMAN-1.alone",
                    rule="FOREMAN-1",
                    question="Was tut ein Steiger, dessen Bergleute gegangen sind?",
                    decision="Er wartet. Bergleute, die zurückkommen, haben seine Hilfe.",
                    reason="Er ist für die Phase bezahlt.",
                ),
            ),
        ),
    ),
}
