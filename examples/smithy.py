"""
An extension with a building and a tool: the smithy, the seventh building, and the barrel, the eighth kind of tool.

SMITHY-1: A visit to the smithy mends one used tool of the player, who can then use it again in this phase. The first
tool of a phase costs 2 groszy. Each further tool costs 1 grosz more, no matter who pays. The smithy has a place for an
assistant.

BARREL-1: During your turn, carry 1 or 2 water from a chamber with one of your miners to the surface.

``python smithy.py`` prints the table and makes one move of each kind.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.display import DisplayItem, Price, Tally
from magnum_sal.model.events import MoneyMoved, PartChanged, ToolReadied, WaterMoved
from magnum_sal.model.fields import ChamberId, Count, From, Phase, Tool, Water
from magnum_sal.model.rule import Building, Notation, Part, Rule, When

FIRST_PRICE = 2


@attrs.frozen
class Smithy:
    """The part that the smithy adds to a state: the phase of its last work, and the number of tools mended in it."""

    phase: Phase
    mended: Count


# The building: its move, and the functions that the engine calls.


@attrs.frozen
class VisitSmithy(ms.Move):
    """Mend a used tool; an action (SMITHY-1)."""

    type: ClassVar[str] = "visit_smithy"
    tool: Tool


def mended_in_phase(state: ms.GameState) -> int:
    """Return the number of tools that the smithy has mended in this phase."""
    smithy: Smithy = state.extras["smithy"]
    return smithy.mended if smithy.phase == state.phase else 0


def price(state: ms.GameState) -> int:
    """Return the price of mending a tool now, in groszy."""
    return FIRST_PRICE + mended_in_phase(state)


def smithy_moves(state: ms.GameState) -> Iterator[VisitSmithy]:
    """Yield the legal visits, with the tools in the order of purchase."""
    if price(state) <= state.player.money:
        for tool in dict.fromkeys(card.tool for card in state.player.tools if card.used):
            yield VisitSmithy(tool)


def smithy_objection(state: ms.GameState, move: VisitSmithy) -> ms.Objection | None:
    """Return the first objection to *move* in the order in which a player would check it, or None."""
    if not any(card.tool == move.tool and card.used for card in state.player.tools):
        return ms.Objection("SMITHY-1", "tool_not_used", {"tool": move.tool})
    return too_dear(state)


def too_dear(state: ms.GameState) -> ms.Objection | None:
    """Return an objection if the player cannot pay the smithy."""
    facts = {"price": price(state), "money": state.player.money}
    return ms.Objection("SMITHY-1", "too_dear", facts) if facts["price"] > facts["money"] else None


def smithy_unavailable(state: ms.GameState) -> ms.Objection:
    """Return the reason why no visit is legal."""
    return too_dear(state) or ms.Objection("SMITHY-1", "nothing_used")


def decide_smithy(state: ms.GameState, move: VisitSmithy) -> tuple[ms.Event, ...]:
    """Return the events of a legal *move*."""
    seat = state.turn_seat
    return (
        MoneyMoved(seat, "bank", price(state)),
        ToolReadied(seat, move.tool),
        PartChanged("smithy", Smithy(state.phase, mended_in_phase(state) + 1)),
    )


def smithy_shown(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the display of the smithy: the price of the next tool, and the number of mended tools."""
    return Price("mending", price(state)), Tally("mended", mended_in_phase(state))


def told_of_smithy(state: ms.GameState, _: VisitSmithy) -> Mapping[str, int]:
    """Return the facts for the words of a visit besides the tool: the price."""
    return {"price": price(state)}


def format_smithy(_: ms.GameState, move: VisitSmithy) -> str:
    """Return the move in notation: ``smithy rope``."""
    return f"smithy {move.tool}"


def parse_smithy(state: ms.GameState, text: str) -> ms.Move | None:
    """Return the move that *text* stands for, or None if it is not a move of this kind."""
    word, _, rest = text.lower().partition(" ")
    tool = rest.replace(" ", "_")
    return VisitSmithy(tool) if word == "smithy" and tool in state.ruleset.tools else None


SMITHY = Rule(
    VisitSmithy,
    When.ACTION,
    smithy_moves,
    smithy_objection,
    decide_smithy,
    building=Building("smithy", has_assistant_place=True, display=smithy_shown),
    notation=Notation(format_smithy, parse_smithy),
    part=Part(
        "smithy",
        Smithy,
        lambda _ruleset, _players: Smithy(phase=1, mended=0),
        numbers=lambda state, _seat: {"mended": (mended_in_phase(state), 3)},
    ),
    labels={
        "en": {
            "smithy_game": "game with a smithy",
            "smithy": "smithy",
            "from.smithy": "from the smithy",
            "to.smithy": "to the smithy",
            "mended": "mended",
            "mending": "mending costs",
            "visit_smithy": "visit the smithy",
            "visit_smithy.told": "has a tool mended for {price:grosz}: {tool}",
            "visit_smithy.pays": "{source} pays {groszy:grosz} for the mending",
            "part_changed.smithy": "Tools mended in phase {phase}: {mended}",
            "SMITHY-1.tool_not_used": "you have no used {tool:id}",
            "SMITHY-1.too_dear": "mending a tool costs {price:grosz}, but you have only {money}",
            "SMITHY-1.nothing_used": "none of your tools is used",
        },
        "pl": {
            "smithy_game": "gra z kuźnią",
            "smithy": "kuźnia",
            "from.smithy": "z kuźni",
            "to.smithy": "do kuźni",
            "mended": "naprawione",
            "mending": "naprawa kosztuje",
            "visit_smithy": "wizyta w kuźni",
            "visit_smithy.told": "oddaje za {price:grosz} narzędzie do naprawy: {tool}",
            "visit_smithy.pays": "{source} płaci {groszy:grosz} za naprawę",
            "part_changed.smithy": "Narzędzia naprawione w fazie {phase}: {mended}",
            "SMITHY-1.tool_not_used": "nie masz takiego użytego narzędzia: {tool:id}",
            "SMITHY-1.too_dear": "naprawa kosztuje {price:grosz}, a masz tylko {money}",
            "SMITHY-1.nothing_used": "żadne twoje narzędzie nie jest użyte",
        },
        "de": {
            "smithy_game": "Spiel mit Schmiede",
            "smithy": "Schmiede",
            "mended": "ausgebessert",
            "mending": "Ausbessern kostet",
            "visit_smithy": "Schmiede besuchen",
            "visit_smithy.told": "lässt für {price:grosz} ein Werkzeug ausbessern: {tool}",
            "visit_smithy.pays": "{source} zahlt {groszy:grosz} für das Ausbessern",
            "from.smithy": "aus der Schmiede",
            "to.smithy": "in die Schmiede",
            "part_changed.smithy": "In Phase {phase} ausgebesserte Werkzeuge: {mended}",
            "SMITHY-1.tool_not_used": "ein benutztes Werkzeug dieser Art hast du nicht: {tool:id}",
            "SMITHY-1.too_dear": "ein Werkzeug auszubessern kostet {price:grosz}, und du hast nur {money}",
            "SMITHY-1.nothing_used": "keines deiner Werkzeuge ist benutzt",
        },
    },
    texts={
        "en": (
            ms.RuleText(
                "SMITHY-1",
                "the smithy",
                "A visit has one used tool of the player's mended, so that it can be used again in this phase.",
                f"The first tool of a phase costs {FIRST_PRICE} groszy, each further one 1 grosz more, whoever pays. "
                "The smithy has a place for an assistant.",
            ),
        ),
        "pl": (
            ms.RuleText(
                "SMITHY-1",
                "kuźnia",
                "Wizyta naprawia jedno użyte narzędzie gracza, którego można potem użyć w tej fazie jeszcze raz.",
                f"Za pierwsze narzędzie fazy płaci się {FIRST_PRICE} grosze, za każde następne o 1 grosz więcej, "
                "niezależnie od tego, kto płaci. W kuźni jest miejsce dla pomocnika.",
            ),
        ),
        "de": (
            ms.RuleText(
                "SMITHY-1",
                "die Schmiede",
                "Ein Besuch bessert ein benutztes Werkzeug aus, das dann in dieser Phase noch einmal einsetzbar ist.",
                f"Das erste Werkzeug einer Phase kostet {FIRST_PRICE} Groschen, jedes weitere 1 Groschen mehr, gleich "
                "wer zahlt. In der Schmiede hat ein Gehilfe Platz.",
            ),
        ),
    },
    why_not=smithy_unavailable,
    told=told_of_smithy,
)


# The tool: a move that uses a card. Existing events describe its effect, so it needs no new ones.


@attrs.frozen
class UseBarrel(ms.Move):
    """Carry water to the surface, at any time during your turn (BARREL-1)."""

    type: ClassVar[str] = "use_barrel"
    chamber: From[ChamberId]
    water: Water


def barrel_moves(state: ms.GameState) -> Iterator[UseBarrel]:
    """Yield the legal moves: the chambers in mine order, and for each the smaller amount of water first."""
    for chamber, here in state.mine.chambers():
        if here.miners_of(state.turn_seat):
            for water in range(1, min(2, here.water) + 1):
                yield UseBarrel(chamber, water)


def barrel_objection(state: ms.GameState, move: UseBarrel) -> ms.Objection | None:
    """Return the first objection to *move* in the order in which a player would check it, or None."""
    here = state.mine.chamber(move.chamber)
    if not here.miners_of(state.turn_seat):
        return ms.Objection("BARREL-1", "no_miner_there", {"space": move.chamber})
    if not 1 <= move.water <= 2:
        return ms.Objection("BARREL-1", "not_one_or_two", {"wanted": move.water})
    if move.water > here.water:
        facts = {"space": move.chamber, "held": here.water, "wanted": move.water}
        return ms.Objection("BARREL-1", "too_little_water", facts)
    return None


def barrel_unavailable(_: ms.GameState) -> ms.Objection:
    """Return the reason why no use of the barrel is legal."""
    return ms.Objection("BARREL-1", "no_miner_at_water")


def decide_barrel(_: ms.GameState, move: UseBarrel) -> tuple[ms.Event, ...]:
    """Return the events of a legal *move*."""
    return (WaterMoved(move.chamber, "bank", move.water),)


def format_barrel(_: ms.GameState, move: UseBarrel) -> str:
    """Return the move in notation: ``barrel 1L2 2``."""
    return f"barrel {move.chamber} {move.water}"


def parse_barrel(_: ms.GameState, text: str) -> ms.Move | None:
    """Return the move that *text* stands for, or None if it is not a move of this kind."""
    match text.split():
        case [word, chamber, water] if word.lower() == "barrel" and water.isdecimal():
            return UseBarrel(chamber.upper(), int(water))
    return None


BARREL = Rule(
    UseBarrel,
    When.FREE,
    barrel_moves,
    barrel_objection,
    decide_barrel,
    tool="barrel",
    notation=Notation(format_barrel, parse_barrel),
    labels={
        "en": {
            "barrel": "barrel",
            "use_barrel": "use a barrel",
            "use_barrel.told": "carries {water:water} out of {chamber} with a barrel",
            "BARREL-1.not_one_or_two": "a barrel takes 1 or 2 water, not {wanted}",
        },
        "pl": {
            "barrel": "beczka",
            "used_tool.barrel": "beczka (użyta)",
            "use_barrel": "użycie beczki",
            "use_barrel.told": "wynosi beczką {water:water_pumped} z {chamber}",
            "BARREL-1.not_one_or_two": "beczka mieści 1 lub 2 kostki wody, a nie {wanted}",
        },
        "de": {
            "barrel": "Fass",
            "use_barrel": "Fass einsetzen",
            "use_barrel.told": "trägt mit dem Fass {water:water_pumped} aus {chamber}",
            "BARREL-1.not_one_or_two": "ein Fass fasst 1 oder 2 Wasserwürfel, nicht {wanted}",
        },
    },
    texts={
        "en": (
            ms.RuleText(
                "BARREL-1",
                "the barrel",
                "A barrel carries 1 or 2 water out of a chamber with a miner of the player's to the surface.",
                "It is used in the owner's turn, before, between or after the actions; the miner may be tired.",
            ),
        ),
        "pl": (
            ms.RuleText(
                "BARREL-1",
                "beczka",
                "Beczka wynosi na powierzchnię 1 lub 2 kostki wody z komnaty, w której gracz ma górnika.",
                "Używa się jej we własnej turze, przed akcjami, między nimi lub po nich; górnik może być zmęczony.",
            ),
        ),
        "de": (
            ms.RuleText(
                "BARREL-1",
                "das Fass",
                "Ein Fass bringt 1 oder 2 Wasserwürfel aus einer Kammer mit eigenem Bergmann nach oben.",
                "Man nutzt es im eigenen Spielzug vor, zwischen oder nach den Aktionen; der Bergmann darf müde sein.",
            ),
        ),
    },
    why_not=barrel_unavailable,
)

SMITHY_GAME = attrs.evolve(
    ms.STANDARD,
    name="smithy_game",
    rules=(*ms.STANDARD.rules, SMITHY, BARREL),
    tools=(*ms.STANDARD.tools, "barrel", "barrel", "barrel"),
    tools_per_phase=8,
)
ms.register(SMITHY_GAME)

if __name__ == "__main__":
    from magnum_sal.testing import given

    table = given("S1: A | S2: A | 1L1: Aa [BG/2] | A: barrel, rope used", ruleset=SMITHY_GAME)
    print(render.text(table.state))
    for text in ("barrel 1L1 2", "smithy rope"):
        outcome = table.when(ms.parse_move(table.state, text))
        print(text, *outcome.events, sep="\n    ")
