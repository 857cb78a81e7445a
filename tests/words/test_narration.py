"""The grammar of moves and events in words, shown by examples in three languages."""

from __future__ import annotations

from typing import ClassVar

import attrs
import pytest
from tests.trading import trade

import magnum_sal as ms
from magnum_sal.model.events import (
    MinersMoved,
    MinersRested,
    MinersTired,
    MoneyMoved,
    OrderMoved,
    PileMoved,
    ToolMoved,
    TurnStarted,
    WaterMoved,
)
from magnum_sal.model.extension import Extension
from magnum_sal.testing import given, position
from magnum_sal.words import LANGUAGES, event_in_words, move_in_words, tool_label

NAMES = ("Ada", "Ben", "Cleo")
MINE = "S1: BC | S2: BC | 1L1: AAaa [BBG/2] | 1R1: a"
OWNED = "20 groszy, BBG"


def told(table: str, move: ms.Move) -> tuple[str, ...]:
    """Return *move* in English, Polish and German."""
    state = given(table).state
    return tuple(move_in_words(state, move, language) for language in LANGUAGES)


def trades(*written: str) -> tuple[ms.Transaction, ...]:
    """Return trades from texts such as ``"sell brown"``."""
    return tuple(trade(words) for words in written)


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        (
            ms.PlaceMiner("stock", "S3"),
            (
                "sends a miner from stock to S3",
                "wysyła górnika z zasobu do S3",
                "schickt einen Bergmann aus dem Vorrat nach S3",
            ),
        ),
        (
            ms.PlaceMiner("workshop", "S1"),
            (
                "sends a miner from the workshop to S1",
                "wysyła górnika z warsztatu do S1",
                "schickt einen Bergmann aus der Werkstatt nach S1",
            ),
        ),
        (
            ms.PlaceAssistant("1L1", "market"),
            (
                "sends a miner from 1L1 to the market as an assistant",
                "wysyła górnika z 1L1 jako pomocnika na targ",
                "schickt einen Bergmann aus 1L1 als Gehilfen auf den Markt",
            ),
        ),
        (
            ms.ExtractSalt("1L1", ms.SaltAmount(green=1), 0, 0, (0, 2, 0)),
            (
                "extracts G from 1L1 and pays Ben 2 groszy",
                "wydobywa G z 1L1 i płaci za wyniesienie: Ben 2 grosze",
                "baut G in 1L1 ab und zahlt Ben 2 Groschen",
            ),
        ),
        (
            ms.ExtractSalt("1L1", ms.SaltAmount(green=1, white=1), 2, 1, (0, 2, 1)),
            (
                "extracts GW from 1L1 with 2 pickaxes and 1 cart and pays Ben 2 groszy and Cleo 1 grosz",
                "wydobywa GW z 1L1 (narzędzia: 2 kilofy i 1 wózek) i płaci za wyniesienie: Ben 2 grosze i Cleo 1 grosz",
                "baut GW in 1L1 mit 2 Spitzhacken und 1 Karren ab und zahlt Ben 2 Groschen und Cleo 1 Groschen",
            ),
        ),
        (
            ms.ExtractSalt("1L1", ms.SaltAmount(green=1), 0, 0, (0, 0, 0)),
            ("extracts G from 1L1", "wydobywa G z 1L1", "baut G in 1L1 ab"),
        ),
        (
            ms.VisitInn(),
            ("hires a miner for 5 groszy", "zatrudnia górnika za 5 groszy", "wirbt für 5 Groschen einen Bergmann an"),
        ),
        (
            ms.VisitWorkshop(1),
            (
                "buys a tool from space 2 for 4 groszy: rope",
                "kupuje za 4 grosze narzędzie z pola 2: linę",
                "kauft für 4 Groschen das Werkzeug von Feld 2: Seil",
            ),
        ),
        (
            ms.VisitPumpHouse("1L1", 1),
            ("pumps 1 cube of water out of 1L1", "wypompowuje 1 kostkę wody z 1L1", "pumpt 1 Wasserwürfel aus 1L1"),
        ),
        (
            ms.VisitPumpHouse("1L1", 3),
            (
                "pumps 3 cubes of water out of 1L1 for 5 groszy",
                "wypompowuje za 5 groszy 3 kostki wody z 1L1",
                "pumpt für 5 Groschen 3 Wasserwürfel aus 1L1",
            ),
        ),
        (
            ms.VisitMarket(trades("sell brown", "buy green")),
            (
                "sells brown salt for 3 groszy and buys green salt for 6 groszy",
                "sprzedaje brązową sól za 3 grosze i kupuje zieloną sól za 6 groszy",
                "verkauft braunes Salz für 3 Groschen und kauft grünes Salz für 6 Groschen",
            ),
        ),
        (
            ms.VisitMarket(trades("sell brown"), commercial_privilege=True),
            (
                "sells brown salt for 4 groszy, with a commercial privilege",
                "sprzedaje brązową sól za 4 grosze, z glejtem handlowym",
                "verkauft braunes Salz für 4 Groschen, mit Handelsbrief",
            ),
        ),
        (
            ms.VisitTownSquare(),
            (
                "visits the town square and earns 1 grosz",
                "korzysta z rynku i zarabia 1 grosz",
                "besucht den Rathausplatz und erhält 1 Groschen",
            ),
        ),
        (
            ms.VisitCastle("stock", royal_privilege=True),
            (
                "sends a miner from stock to the castle line with a royal privilege",
                "wysyła górnika z zasobu do kolejki do zamku z glejtem królewskim",
                "schickt einen Bergmann aus dem Vorrat in die Warteschlange, mit Geleitbrief",
            ),
        ),
        (ms.Pass(), ("passes", "pasuje", "passt")),
        (ms.Rest(), ("lets the miners rest", "daje wolne górnikom", "gönnt den Bergleuten eine Pause")),
        (
            ms.UseRope("stock", "1L1"),
            (
                "with a rope, sends a miner from stock to 1L1",
                "używa liny i wysyła górnika z zasobu do 1L1",
                "schickt mit einem Seil einen Bergmann aus dem Vorrat nach 1L1",
            ),
        ),
        (
            ms.UseBucket("1L1", "1L2"),
            (
                "carries a bucket of water from 1L1 to 1L2",
                "przenosi czerpakiem kostkę wody z 1L1 do 1L2",
                "bringt mit einer Schöpfkelle einen Wasserwürfel aus 1L1 nach 1L2",
            ),
        ),
        (
            ms.UseFood(("1L1", "1L1")),
            (
                "feeds 2 tired miners in 1L1",
                "używa prowiantu i stawia na nogi 2 zmęczonych górników w 1L1",
                "stellt mit Proviant 2 müde Bergleute in 1L1 wieder auf",
            ),
        ),
        (
            ms.UseFood(("1L1", "1R1")),
            (
                "feeds 1 tired miner in 1L1 and 1 tired miner in 1R1",
                "używa prowiantu i stawia na nogi 1 zmęczonego górnika w 1L1 i 1 zmęczonego górnika w 1R1",
                "stellt mit Proviant 1 müden Bergmann in 1L1 und 1 müden Bergmann in 1R1 wieder auf",
            ),
        ),
        (ms.EndTurn(), ("ends the turn", "kończy turę", "beendet den Spielzug")),
        (
            ms.CompleteOrder(1),
            (
                "completes the order for BBG in space 2 and gets 17 groszy",
                "realizuje zamówienie na BBG z pola 2 i dostaje 17 groszy",
                "erfüllt den Auftrag über BBG auf Feld 2 und erhält 17 Groschen",
            ),
        ),
        (
            ms.PayPenalty(3),
            ("pays 3 groszy as the penalty", "płaci 3 grosze kary", "zahlt 3 Groschen Strafe"),
        ),
        (
            ms.PayPenalty(0, "white"),
            (
                "pays the penalty with a cube of white salt",
                "oddaje jako karę kostkę: białą sól",
                "gibt als Strafe einen Würfel ab: weißes Salz",
            ),
        ),
        (
            ms.PayPenalty(0),
            (
                "has nothing to pay the penalty with",
                "nie ma czym zapłacić kary",
                "kann die Strafe nicht zahlen",
            ),
        ),
    ],
    ids=str,
)
def test_moves_in_three_languages(move: ms.Move, sentences: tuple[str, ...]) -> None:
    """Nouns are counted and declined, verbs are in the right place, and nothing costs 0 groszy."""
    table = f"players: Ada, Ben, Cleo | {MINE} | A: {OWNED} | workshop: cart rope cart | castle: GG=13 BBG=17"
    assert told(table, move) == sentences


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (
            MoneyMoved(0, "bank", 5),
            (
                "Ada pays the bank 5 groszy",
                "Ada płaci do banku 5 groszy",
                "Ada zahlt 5 Groschen in den allgemeinen Vorrat",
            ),
        ),
        (
            MoneyMoved("bank", 1, 1),
            (
                "Ben gets 1 grosz from the bank",
                "Ben dostaje z banku 1 grosz",
                "Ben erhält 1 Groschen aus dem allgemeinen Vorrat",
            ),
        ),
        (
            MoneyMoved(0, 2, 2),
            ("Ada pays Cleo 2 groszy", "Ada płaci graczowi Cleo 2 grosze", "Ada zahlt Cleo 2 Groschen"),
        ),
        (
            MinersTired(0, "1L1", 1),
            ("Ada: 1 miner lies down in 1L1", "Ada: 1 górnik męczy się w 1L1", "Ada: 1 Bergmann ermüdet in 1L1"),
        ),
        (
            MinersRested(0, "1L1", 2),
            (
                "Ada: 2 miners stand up in 1L1",
                "Ada: 2 górników wstaje w 1L1",
                "Ada: 2 Bergleute erholen sich in 1L1",
            ),
        ),
        (
            MinersMoved(1, "line_left", "arriving", 1),
            ("Ben: 1 miner reaches the castle", "Ben: 1 górnik dociera do zamku", "Ben: 1 Bergmann erreicht die Burg"),
        ),
        (
            MinersMoved(1, "workshop", "stock", 1),
            (
                "Ben moves 1 miner from the workshop to stock",
                "Ben przenosi 1 górnika z warsztatu do zasobu",
                "Ben bewegt 1 Bergmann aus der Werkstatt in den Vorrat",
            ),
        ),
        (
            ToolMoved("rope", "tool_stack", "workshop:2"),
            (
                "On offer in space 3 of the workshop: rope",
                "Nowe narzędzie w warsztacie, pole 3: lina",
                "Im Angebot auf Feld 3 der Werkstatt: Seil",
            ),
        ),
        (
            OrderMoved(ms.RoyalOrder.parse("BB=9"), "order_stack", "castle:0"),
            (
                "New order in space 1 of the castle: BB=9",
                "Nowe zamówienie w zamku, pole 1: BB=9",
                "Neu auf Feld 1 der Burg: der Auftrag BB=9",
            ),
        ),
        (
            ToolMoved("rope", "workshop:2", "workshop:1"),
            (
                "A tool goes from space 3 (workshop) to space 2 (workshop): rope",
                "Narzędzie trafia z pola 3 (warsztat) na pole 2 (warsztat): lina",
                "Ein Werkzeug geht von Feld 3 (Werkstatt) auf Feld 2 (Werkstatt): Seil",
            ),
        ),
        (
            PileMoved("orders:2", "order_stack", 5),
            (
                "5 cards go face down from the orders of phase II to the order stack",
                "5 zakrytych kart trafia z zamówień fazy II na stos zamówień",
                "5 Karten kommen verdeckt von den Aufträgen der Phase II auf den Auftragsstapel",
            ),
        ),
        (
            TurnStarted(2, 3, 1),
            ("Round 3: Cleo has 1 action", "Runda 3: Cleo ma 1 akcję", "Runde 3: Cleo hat 1 Aktion"),
        ),
        (
            WaterMoved("1L1", "bank", 2),
            (
                "2 cubes of water go from 1L1 to the bank",
                "2 kostki wody trafiają z 1L1 do banku",
                "2 Wasserwürfel kommen aus 1L1 in den allgemeinen Vorrat",
            ),
        ),
    ],
    ids=repr,
)
def test_events_in_three_languages(event: ms.Event, sentences: tuple[str, ...]) -> None:
    """Events are sentences without arrows, and slots are counted from 1."""
    state = ms.new_game(NAMES, seed=5)
    assert tuple(event_in_words(state, event, language) for language in LANGUAGES) == sentences


@pytest.mark.parametrize(
    ("tool", "told"),
    [
        ("rope", ("rope (used)", "lina (użyta)", "Seil (benutzt)")),
        ("bucket", ("bucket (used)", "czerpak (użyty)", "Schöpfkelle (benutzt)")),
        ("food", ("food (used)", "suchy prowiant (użyty)", "Proviant (benutzt)")),
    ],
)
def test_used_agrees_with_the_tool(tool: str, told: tuple[str, ...]) -> None:
    """Polish has a form for each gender. Ready tools have only their name."""
    assert tuple(tool_label(tool, language, is_used=True) for language in LANGUAGES) == told
    assert tuple(tool_label(tool, language) for language in LANGUAGES) == tuple(
        name.partition(" (")[0] for name in told
    )


@attrs.frozen
class Wander(ms.Move):
    """A move of an extension without words of its own."""

    type: ClassVar[str] = "wander"
    spaces: tuple[str, ...]
    salt: ms.SaltAmount | None = None
    trade: ms.Transaction | None = None
    slowly: bool = False
    others: tuple[str, ...] = ()


def test_moves_without_words_differ_too() -> None:
    """Such moves show the heading and all fields, so that lists, missing values and nested values differ."""
    rule = attrs.evolve(ms.STANDARD.rules[0], move=Wander, notation=None, told=None, building=None)
    ruleset = attrs.evolve(ms.STANDARD, name="wandering", rules=(*ms.STANDARD.rules, rule))
    state = attrs.evolve(ms.new_game(NAMES, seed=1), ruleset=ruleset)
    moves = [
        Wander(()),
        Wander(("S1",)),
        Wander(("S1", "S2")),
        Wander(("S1",), others=("S2",)),
        Wander(("S1",), slowly=True),
        Wander(("S1",), ms.SaltAmount(green=1)),
        Wander(("S1",), ms.SaltAmount(white=1)),
        Wander(("S1",), None, ms.Transaction("sell", "green")),
        Wander(("S1",), None, ms.Transaction("buy", "green")),
    ]
    for language in LANGUAGES:
        assert len({move_in_words(state, move, language) for move in moves}) == len(moves)
    assert move_in_words(state, moves[2]) == "wander: spaces: (S1, S2); salt: none; trade: none; slowly: no; others: ()"


def test_the_ids_of_an_extension_do_not_change_the_words_of_moves() -> None:
    """The sentences of trades, tools, meals and payments have ids that no card, move or building can have."""
    labels = {"en": dict.fromkeys(("sell", "buy", "cards", "fed", "paid", "share"), "a label")}
    ruleset = ms.STANDARD.with_extensions(Extension("stall", labels=labels), name="stall")
    text = "players: Ada, Ben | S1: A | S2: B | 1L1: AAa [BG/1] | A: 9 groszy, BB, pickaxe, food"
    moves = (
        ms.VisitMarket(trades("sell brown", "buy green")),
        ms.ExtractSalt("1L1", ms.SaltAmount(1), 1, 0, (0, 1)),
        ms.UseFood(("1L1",)),
    )
    state, own = (position(text, ruleset=rules) for rules in (ms.STANDARD, ruleset))
    assert [move_in_words(own, move) for move in moves] == [move_in_words(state, move) for move in moves]
