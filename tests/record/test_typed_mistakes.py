"""The reasons why typed texts are not moves: ``magnum_sal.record._typed_mistakes``."""

from __future__ import annotations

import copy
import pickle

import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.testing import position
from magnum_sal.words import error_in_words

STATE = ms.new_game(["Ada", "Ben", "Cleo"], seed=3)
"""The workshop offers a pickaxe and two ropes. The open orders are GG=13, BB=9 and BB=9."""
CHAMBERS = "1L1-1L4, 1R1-1R4, 2L1-2L3, 2R1-2R3, 3L1-3L2, 3R1-3R2"
SPACES = f"S1-S6, {CHAMBERS}"
OFFER, GERMAN_OFFER = "pickaxe, rope", "pickaxe (Spitzhacke), rope (Seil)"

ROWS = [
    (
        "S9",
        "unknown_space",
        f"there is no space S9 in the mine, only {SPACES}",
        "das Feld S9 gibt es im Bergwerk nicht",
    ),
    ("x9L9 B", "unknown_space", f"there is no space 9L9 in the mine, only {SPACES}", f"nicht, nur {SPACES}"),
    ("go to 1M2 now", "unknown_space", "there is no space 1M2", "das Feld 1M2 gibt es"),
    ("rope S1>9L9", "unknown_space", "there is no space 9L9", "das Feld 9L9 gibt es"),
    (">moon", "unknown_space", "there is no space moon", "das Feld moon gibt es"),
    (
        "pump S1 1",
        "not_a_chamber",
        f"S1 is a section of the shaft, not a chamber; the chambers are {CHAMBERS}",
        "keine",
    ),
    ("xS2 B", "not_a_chamber", "S2 is a section of the shaft", "S2 gehört zum Schacht und ist keine Kammer"),
    ("food S1", "not_a_chamber", "S1 is a section of the shaft", "S1 gehört zum Schacht"),
    ("bucket S1>S2", "not_a_chamber", "S1 is a section of the shaft", "S1 gehört zum Schacht"),
    ("moon>S1", "unknown_source", "no miner can come from 'moon'", "von 'moon' kann kein Bergmann kommen"),
    (
        "castle moon",
        "unknown_source",
        "no miner can come from 'moon'",
        "von 'moon' kann kein Bergmann kommen",
    ),
    ("@square", "unknown_building", "did you mean 'town_square'?", "town_square (Rathausplatz)"),
    ("@pump", "unknown_building", "workshop, pump_house, market, town_square", "pump_house (Pumpe)"),
    (
        "workshop cart",
        "tool_not_offered",
        f"offer cart now; it offers {OFFER}",
        f"cart (Karren); zu kaufen gibt es {GERMAN_OFFER}",
    ),
    ("workshop cart 0", "tool_not_offered", "does not offer cart now", "liegt nicht aus: cart (Karren)"),
    ("workshop rop", "no_such_tool", "did you mean 'rope'?", "meintest du 'rope'?"),
    ("workshop karren", "no_such_tool", "; did you mean 'cart'?", "; meintest du 'cart'?"),
    (
        "workshop rope 0",
        "not_in_slot",
        "is not in slot 0, but in slot 1 or 2",
        "nicht die Nummer 0, sondern 1 oder 2 (in Notation ab 0 gezählt)",
    ),
    (
        "buy Karren",
        "tool_not_at_hand",
        f"the workshop does not offer it now; it offers {OFFER}",
        GERMAN_OFFER,
    ),
    ("use food 1L1", "tool_not_at_hand", "do not own the tool food", "food (Proviant)"),
    (
        "deliver BBB=99",
        "order_not_open",
        "BBB=99 is not open now; the open orders are GG=13, BB=9, BB=9",
        "offen liegen GG=13, BB=9, BB=9",
    ),
    (
        "x1L2 BB pay 7=1",
        "unknown_payee",
        "there is no seat 7; the seats are 0 (Ada), 1 (Ben), 2 (Cleo)",
        "den Platz 7 gibt es nicht",
    ),
    ("x1L2 BB pay Cleo=2", "unknown_payee", "there is no seat Cleo; the seats are 0 (Ada)", "Cleo gibt es nicht"),
    ("x1L2 BB pay 1=1 c=2", "unknown_payee", "no seat c; the seats are 0 (Ada)", "den Platz c gibt es nicht"),
    ("x1L2 BB pay Mary Ann=2", "unknown_payee", "there is no seat Mary Ann;", "den Platz Mary Ann"),
    (
        "pump 1L2",
        "wrong_form",
        "this kind of move is written like pump 1L2 3",
        "schreibt man wie pump 1L2 3",
    ),
    ("rope", "wrong_form", "written like rope S1>S2", "schreibt man wie rope S1>S2"),
    ("pass S1", "wrong_form", "written like pass; did you mean 'pass'?", "meintest du 'pass'?"),
    ("visit_inn x", "not_a_move", "did you mean 'inn'?", "meintest du 'inn'?"),
    ("use_rope", "not_a_move", "did you mean 'workshop rope 2' or 'workshop rope 1'?", "meintest du"),
    ("take rope", "not_a_move", "did you mean 'workshop rope 2' or 'workshop rope 1'?", "meintest du"),
]
"""A text, the reason, and words of the English and the German sentence."""


@pytest.mark.parametrize(("text", "reason", "english", "german"), ROWS, ids=[row[0] for row in ROWS])
def test_the_error_names_what_the_game_does_not_have(text: str, reason: str, english: str, german: str) -> None:
    """The reason fits the text, and ``parse_move``, the state and the game raise the same error."""
    calls = (lambda: ms.parse_move(STATE, text), lambda: STATE.play(text))
    for call in calls:
        with pytest.raises(ms.MalformedError) as caught:
            call()
        assert caught.value.reason == reason
        assert english in str(caught.value)
        assert german in error_in_words(caught.value, "de")
        assert error_in_words(caught.value, "pl") not in (str(caught.value), error_in_words(caught.value, "de"))


def test_an_empty_workshop_and_castle_are_described() -> None:
    """Without any tool or order on offer, the sentence says so."""
    empty = position("workshop: - - - | castle: - - -")
    for text, english in (
        ("workshop cart", "the workshop does not offer cart now; it offers no tools"),
        ("buy cart", "the workshop does not offer it now; it offers no tools"),
        ("deliver BBB=99", "the royal order BBB=99 is not open now; no orders are open"),
        ("give GB=11", "the royal order GB=11 is not open now; no orders are open"),
    ):
        with pytest.raises(ms.MalformedError) as caught:
            ms.parse_move(empty, text)
        assert str(caught.value).endswith(english)


@pytest.mark.parametrize("text", ["give GB=11", "give bg=11"])
def test_an_open_order_is_not_called_closed(text: str) -> None:
    """The letters of an order may be in any order and case."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(position("castle: BG=11 - -"), text)
    assert caught.value.reason == "not_a_move"


def test_a_tool_at_hand_is_not_missing() -> None:
    """A player who owns a tool, or can buy it, gets suggestions instead."""
    state = position("S1: A | A: cart | workshop: rope - -")
    for text in ("use cart", "use rope"):
        with pytest.raises(ms.MalformedError) as caught:
            ms.parse_move(state, text)
        assert caught.value.reason == "not_a_move"


def test_the_words_of_an_extension_describe_its_tools() -> None:
    """The error carries its ruleset, also after pickling and copying."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(position("workshop: - - -", ruleset=LAMP_GAME), "workshop lamp")
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value)), copy.deepcopy(caught.value)):
        assert error_in_words(error, "de").startswith("dieses Werkzeug liegt nicht aus: lamp (Lampe)")


@pytest.mark.parametrize(
    ("given", "german"),
    [
        ("lamp S1", "'S1' passt hier nicht; erwartet wird eine Kammer (1L1 bis 3R2)"),
        ('use_lamp {"chamber":"9L9"}', "'9L9' passt hier nicht; erwartet wird eine Kammer (1L1 bis 3R2)"),
        ({"type": "use_lamp", "chamber": "9L9"}, "'9L9' passt hier nicht; erwartet wird eine Kammer (1L1 bis 3R2)"),
        ("lamp 9L9", f"das Feld 9L9 gibt es im Bergwerk nicht, nur {SPACES}"),
    ],
)
def test_a_mistyped_field_of_an_extension_is_described(given: str | dict[str, object], german: str) -> None:
    """A field of an extension's move has a reason in notation and in JSON."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.Game.new(["Ada", "Ben"], seed=1, ruleset=LAMP_GAME).play(given)
    assert error_in_words(caught.value, "de") == german


def test_a_later_rule_may_read_what_an_earlier_rule_refuses() -> None:
    """An extension's notation can use a word of the library in its own way."""
    assert ms.parse_move(position("S1: A", ruleset=LAMP_GAME), "lamp 1L2").type == "use_lamp"
