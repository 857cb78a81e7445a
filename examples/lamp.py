"""
A tool that gives its owner a secret: the lamp, the eighth kind of tool.

LAMP-1: During your turn, look at the face-down tile of one chamber, and put it back face down. The other players see
which chamber you choose, but not the tile. Like every tool, a lamp can be used once in a phase.

``python lamp.py`` uses a lamp and prints what its owner knows, and what the others know.
"""

from collections.abc import Iterator
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.events import TileLookedAt
from magnum_sal.model.extension import Extension
from magnum_sal.model.fields import ChamberId, From
from magnum_sal.model.rule import Notation, Rule, When
from magnum_sal.render import Symbol


@attrs.frozen
class UseLamp(ms.Move):
    """Look at a face-down tile, at any time during your turn (LAMP-1)."""

    type: ClassVar[str] = "use_lamp"
    chamber: From[ChamberId]


def has_seen(state: ms.GameState, chamber: str) -> bool:
    """Check whether the player to move has looked at the tile of *chamber* before. Everybody can see this."""
    return state.extras["looks"].find_look(state.turn_seat, chamber) is not None


def lamp_moves(state: ms.GameState) -> Iterator[UseLamp]:
    """Yield the legal moves in mine order: the chambers with a face-down tile that the player has not seen."""
    for chamber, here in state.mine.chambers():
        if here.tile is None and not has_seen(state, chamber):
            yield UseLamp(chamber)


def lamp_objection(state: ms.GameState, move: UseLamp) -> ms.Objection | None:
    """Return the first objection to *move* in the order in which a player would check it, or None."""
    if state.mine.chamber(move.chamber).tile is not None:
        return ms.Objection("LAMP-1", "lies_face_up", {"space": move.chamber})
    if has_seen(state, move.chamber):
        return ms.Objection("LAMP-1", "seen_already", {"space": move.chamber})
    return None


def lamp_unavailable(_: ms.GameState) -> ms.Objection:
    """Return the reason why no use of the lamp is legal."""
    return ms.Objection("LAMP-1", "nothing_unseen")


def decide_lamp(state: ms.GameState, move: UseLamp) -> tuple[ms.Event, ...]:
    """Return the events of a legal *move*. The event does not name the tile, because everybody reads it."""
    return (TileLookedAt(state.turn_seat, move.chamber),)


def format_lamp(_: ms.GameState, move: UseLamp) -> str:
    """Return the move in notation: ``lamp 1L2``."""
    return f"lamp {move.chamber}"


def parse_lamp(_: ms.GameState, text: str) -> ms.Move | None:
    """Return the move that *text* stands for, or None if it is not a move of this kind."""
    match text.split():
        case [word, chamber] if word.lower() == "lamp":
            return UseLamp(chamber.upper())
    return None


USE_LAMP = Rule(
    UseLamp,
    When.FREE,
    lamp_moves,
    lamp_objection,
    decide_lamp,
    tool="lamp",
    notation=Notation(format_lamp, parse_lamp),
    labels={
        "en": {
            "lamp_game": "game with lamps",
            "lamp": "lamp",
            "use_lamp": "use a lamp",
            "use_lamp.told": "looks at the tile of {chamber} with a lamp",
            "LAMP-1.lies_face_up": "the tile of {space} lies face up",
            "LAMP-1.seen_already": "you have already seen the tile of {space}",
            "LAMP-1.nothing_unseen": "there is no tile left that you have not seen",
        },
        "pl": {
            "lamp_game": "gra z lampami",
            "lamp": "lampa",
            "used_tool.lamp": "lampa (użyta)",
            "use_lamp": "użycie lampy",
            "use_lamp.told": "ogląda przy lampie żeton komnaty {chamber}",
            "LAMP-1.lies_face_up": "żeton komnaty {space} leży odkryty",
            "LAMP-1.seen_already": "żeton komnaty {space} już znasz",
            "LAMP-1.nothing_unseen": "nie ma już żetonu, którego nie znasz",
        },
        "de": {
            "lamp_game": "Spiel mit Lampen",
            "lamp": "Lampe",
            "used_tool.lamp": "Lampe (benutzt)",
            "use_lamp": "Lampe einsetzen",
            "use_lamp.told": "sieht sich mit einer Lampe das Plättchen von {chamber} an",
            "LAMP-1.lies_face_up": "das Plättchen von {space} liegt offen",
            "LAMP-1.seen_already": "das Plättchen von {space} kennst du schon",
            "LAMP-1.nothing_unseen": "es gibt kein Plättchen mehr, das du nicht kennst",
        },
    },
    texts={
        "en": (
            ms.RuleText(
                "LAMP-1",
                "the lamp",
                "With a lamp, a player looks at one face-down tile, alone, and puts it back face down.",
                "It is used in the owner's turn, before, between or after the actions. Everybody sees which chamber is "
                "looked at, but only the owner of the lamp sees the tile.",
            ),
        ),
        "pl": (
            ms.RuleText(
                "LAMP-1",
                "lampa",
                "Z lampą gracz ogląda w tajemnicy jeden zakryty żeton i odkłada go zakryty na miejsce.",
                "Używa się jej we własnej turze, przed akcjami, między nimi lub po nich. Wszyscy widzą, którą komnatę "
                "gracz wybrał, ale żeton widzi tylko on.",
            ),
        ),
        "de": (
            ms.RuleText(
                "LAMP-1",
                "die Lampe",
                "Mit einer Lampe sieht man sich allein ein verdecktes Plättchen an und legt es verdeckt zurück.",
                "Man nutzt sie im eigenen Spielzug vor, zwischen oder nach den Aktionen. Alle sehen, welche Kammer man "
                "wählt, aber nur wer die Lampe hat, sieht das Plättchen.",
            ),
        ),
    },
    why_not=lamp_unavailable,
)

# Pictures draw the lamp on its cards. Without a drawing, they would draw a plain card.
DRAWING = Symbol(
    32,
    32,
    """<g stroke="#231a12" stroke-width="1.3" stroke-linejoin="round">
    <path d="M11 8Q16 -2 21 8" fill="none" stroke="#8a5a2b" stroke-width="2"/>
    <path d="M10.5 11H21.5V24H10.5Z" fill="#ffe9a8"/>
    <path d="M16 13.5Q19.5 17.5 16 21.5Q12.5 17.5 16 13.5Z" fill="#e8912d"/>
    <path d="M9 11L12 7H20L23 11ZM9 24H23V28H9Z" fill="#8a5a2b"/></g>""",
)

# ``has_looks`` tells the library that players can have secrets, so that each of them gets a view of the game.
LAMP = Extension("lamp", rules=(USE_LAMP,), has_looks=True, symbols={"lamp": DRAWING})

LAMP_GAME = ms.STANDARD.with_extensions(
    LAMP, name="lamp_game", tools=(*ms.STANDARD.tools, "lamp", "lamp", "lamp"), tools_per_phase=8
)
ms.register(LAMP_GAME)

if __name__ == "__main__":
    from magnum_sal.testing import position

    state = position("A: lamp | S1: A", ruleset=LAMP_GAME)
    after, events = ms.apply(state, UseLamp("1L1"))
    print(*events, sep="\n")
    print("Ada knows", after.seen_by(0).find_tile("1L1"))
    print("Ben knows", after.seen_by(1).find_tile("1L1"))
