"""The notation at its edges: omitted parts, invalid places, and texts that are almost moves."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.rules import notations
from magnum_sal.testing import position

START = ms.new_game(["Ada", "Ben", "Cleo"], seed=3)
ORDER = ms.RoyalOrder.parse("BBG=17")


@pytest.mark.parametrize(
    "text",
    [
        *("pump S1 1", "pump 1L2 x", "pump 9L9 1", "pump 1L2", "dump 1L2 3", "pump 1L2 3 4", "pump x y"),
        *("x1L2 X", "x1L2 BBX", "x9L9 BB", "xS1 BB", "x1L2 -", f"x1L2 {'B' * 51}", "x1L2 BB +2q", "x1L2 BB pay 3=1"),
        *("castle moon", "castles", "castle! moon", "food S1", "food 1L1 S1", "feed 1L1", "bucket S1>1L1"),
        *("bucket 1L1>S1", "pail 1L1>1L2", "deliver", "deliver BB=99", "deliver BBG=17 7", "delivers 2"),
        *("workshop", "workshop spade", "workshop rope 7", "workshops 2", ">S7", "S1>", "S1>S9", "moon>S1", "S1 S2"),
        *("@moon", "moon@market", "market@", "square market", "rope S1", "ropes >S1", "penalty", "penalty X"),
    ],
)
def test_texts_that_are_almost_moves_are_refused(text: str) -> None:
    """A text with a wrong word, place or kind is refused as a whole."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(START, text)
    assert caught.value.reason is not None


@pytest.mark.parametrize(
    ("changes", "text", "move"),
    [
        (
            {"tools": ("pickaxe",) * 21, "tools_per_phase": 21, "orders": ms.STANDARD.orders[:1]},
            "S1: A | S2: A | 1L1: AA [BBB/12] | A: 9 groszy, 12 pickaxe",
            ms.ExtractSalt("1L1", ms.SaltAmount(1), 11, 0, (0, 0)),
        ),
        (
            {"orders": tuple((ms.RoyalOrder(ms.SaltAmount(), 5), *orders[1:]) for orders in ms.STANDARD.orders)},
            "turn: A, arriving 1 | castle: -=5 - -",
            ms.CompleteOrder(0),
        ),
    ],
    ids=["more than nine pickaxes", "an order without salt"],
)
def test_moves_of_unusual_rulesets_have_a_notation(changes: dict[str, Any], text: str, move: ms.Move) -> None:
    """A house rule may have many tools of a kind, and orders that ask for no salt. Their moves are parsed again."""
    state = position(text, ruleset=attrs.evolve(ms.STANDARD, name="an unusual house", **changes))
    assert ms.parse_move(state, ms.format_move(state, move)) == move


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("inm", "'inn'"),
        (" PASSS ", "'pass'"),
        ("x1L1", "'x1L1 G' or 'x1L1 B'"),
        ("1L1 B", "'x1L1 B' or 'x1L1 G' or '>1L1'"),
        ("S1->S2", "'S1>S2'"),
        ("town square", "'square'"),
        ("hire", "'inn'"),
        ("visit inn", "'inn'"),
        ("sell B", "'market -B' or 'market -G +B' or 'market -B -G'"),
        ("hello world", None),
        ("inn" * 20, None),
        ("", None),
    ],
)
def test_similar_moves_are_suggested(text: str, near: str | None) -> None:
    """The error suggests up to three legal moves whose texts are similar."""
    state = position("turn: A, phase 2 | S1: AB | S2: A | 1L1: AAb [BBG/1] | 1R1: B [B/0] | A: 12 groszy, BBG, rope")
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(state, text)
    assert caught.value.reason == ("wrong_form" if text == "x1L1" else "not_a_move")
    assert str(caught.value).endswith("inn or pass" if near is None else f"; did you mean {near}?")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("cart", ("workshop cart",)),
        ("Karren", ("workshop cart",)),
        ("czerpak", ("workshop bucket",)),
        ("karczma", ("inn",)),
        ("wozek", ("workshop cart",)),
        ("Rynek", ("square",)),
        ("castel", ("castle", "@castle")),
    ],
)
def test_names_in_every_language_are_suggested(text: str, near: tuple[str, ...]) -> None:
    """A tool or a building that is named in full comes before a similar text: a cart is not a castle."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(position("workshop: cart bucket -"), text)
    assert caught.value.values.get("near") == near


@pytest.mark.parametrize(("text", "near"), [("inm", ("inn",)), ("Karren", ("workshop cart",))])
def test_extractions_do_not_displace_other_suggestions(text: str, near: tuple[str, ...]) -> None:
    """The limit of compared moves applies to each kind of move: here, over 1000 extractions come before the visits."""
    state = position(
        "S1: BCD | S2: BCD | S3: BCD | S4: BCD | 2L1: AAAAA [BBGW/0] | workshop: cart - - | A: 90 groszy, cart"
    )
    assert len(ms.legal_moves(state, type="extract_salt")) > 1000
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(state, text)
    assert caught.value.values["near"] == near


@pytest.mark.slow
def test_suggestions_among_many_moves_or_none() -> None:
    """The error has at most 500 characters, whether tens of thousands of moves are legal or none."""
    crowd = position(
        "S1: BCD | S2: BC | S3: CD | S4: BD | S5: B | S6: BCD | 3L1: BCD [/0 of GGGWW/3] |"
        " 3L2: AAAAAA [GGWWW/0 of GGWWW/3] | A: 3 pickaxe, 3 cart, 90 groszy"
    )
    for state in (crowd, ms.open_table(["Ada", "Ben"])):
        with pytest.raises(ms.MalformedError) as caught:
            ms.parse_move(state, "x3L2")
        assert len(str(caught.value)) <= 500


def test_the_json_form_is_accepted_as_notation() -> None:
    """The JSON text of every legal move parses as notation, and is read as strictly as elsewhere."""
    for move in ms.legal_moves(START):
        assert ms.parse_move(START, f" {ms.to_json(move)}") == move
    with pytest.raises(ms.MalformedError, match="twice"):
        ms.parse_move(START, '{"type": "pass", "type": "pass"}')


def test_the_general_form_has_one_type() -> None:
    """The fields after the type may repeat it, but not contradict it."""
    state = position()
    assert ms.parse_move(state, 'visit_inn {"type":"visit_inn"}') == ms.VisitInn()
    with pytest.raises(ms.MalformedError, match=r"^visit_inn: its fields have another type, 'rest'$"):
        ms.parse_move(state, 'visit_inn {"type":"rest"}')


def test_a_forced_payment_is_left_out() -> None:
    """HAUL-1: the text leaves out payments if only one seat can be paid, or if no toll is due."""
    paid = position("S1: B | 1L1: A [BB/0] | S2: B", to_move="A")
    (one,) = [move for move in ms.legal_moves(paid, type="extract_salt") if isinstance(move, ms.ExtractSalt)]
    assert any(one.payments)
    assert ms.format_move(paid, one) == "x1L1 B"
    assert ms.parse_move(paid, "x1L1 B") == one
    free = position("S1: A | 1L1: AA [BBG/0] | S2: A", to_move="A")
    texts = [ms.format_move(free, move) for move in ms.legal_moves(free, type="extract_salt")]
    assert texts == ["x1L1 G", "x1L1 B", "x1L1 BG", "x1L1 BB"]
    other = ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 3))
    assert ms.format_move(free, other) == "x1L1 B pay 1=3"
    assert ms.parse_move(free, "x1L1 B pay 1=3") == other


def test_an_omitted_payment_is_written() -> None:
    """HAUL-1: the text of a move that pays nothing although a toll is due says "pay 0"."""
    paid = position("S1: B | 1L1: A [BB/0] | S2: B", to_move="A")
    nothing = ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 0))
    assert ms.format_move(paid, nothing) == "x1L1 B pay 0"
    assert ms.parse_move(paid, "x1L1 B pay 0") == nothing


def test_a_long_choice_is_cut_short() -> None:
    """The error lists four of the possible payments, the usual ones first, and says that there are more."""
    text = "S1: BC | S2: BC | 1L1: BC | 1L2: AAA [BBB/0]"
    state = position(text, to_move="A", players=3, start="A")
    rich = attrs.evolve(state, players=(attrs.evolve(state.players[0], money=40), *state.players[1:]))
    alike = [
        move for move in ms.legal_moves(rich, type="extract_salt") if getattr(move, "salt", None) == ms.SaltAmount(2)
    ]
    assert len(alike) > 5
    usual = ms.choices(rich).take("extract_salt").take(ms.SaltAmount(2)).take_default().move
    assert usual is not None
    assert usual not in alike[:3]
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(rich, "x1L2 BB")
    ways = " or ".join(ms.format_move(rich, move) for move in (usual, *alike[:3]))
    seats = ", ".join(f"{seat} ({player.name})" for seat, player in enumerate(rich.players))
    assert str(caught.value) == f"'x1L2 BB' does not say who is paid: {ways} or ...; the seats are {seats}"


def test_a_move_after_the_end_has_its_text() -> None:
    """END-1: after the end no move is legal, so the text of an extraction leaves nothing out and parses again."""
    over = attrs.evolve(START, is_over=True, turn=None)
    move = ms.ExtractSalt("1L2", ms.SaltAmount(1), 0, 0, (0, 0, 0))
    assert ms.format_move(over, move) == "x1L2 B"
    assert ms.parse_move(over, "x1L2 B") == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (ms.VisitWorkshop(3), "workshop 3"),
        (ms.VisitWorkshop(99), "workshop 99"),
        (ms.CompleteOrder(3), "deliver 3"),
        (ms.CompleteOrder(99), "deliver 99"),
        (ms.PayPenalty(3, "brown"), "penalty 3 B"),
        (ms.PayPenalty(0), "penalty 0"),
        (ms.PayPenalty(0, "white"), "penalty W"),
        (ms.ExtractSalt("1L2", ms.SaltAmount(0, 0, 3), 1, 2, (0, 0, 0)), "x1L2 WWW +p +2c"),
    ],
)
def test_moves_that_are_never_legal_have_texts_too(move: ms.Move, text: str) -> None:
    """A slot that does not exist is named by its number, and a penalty can be both money and salt."""
    assert ms.format_move(START, move) == text
    assert ms.parse_move(START, text) == move


def test_tool_names_of_several_words() -> None:
    """A tool's name can be typed with spaces, and with its slot or without."""
    offer = ("royal_privilege", "rope", "royal_privilege")
    state = attrs.evolve(START, workshop=attrs.evolve(START.workshop, offer=offer))
    assert ms.format_move(state, ms.VisitWorkshop(2)) == "workshop royal_privilege 2"
    for text in ("workshop royal_privilege 2", "workshop Royal Privilege 2", "WORKSHOP ROYAL_PRIVILEGE 2"):
        assert ms.parse_move(state, text) == ms.VisitWorkshop(2)
    with pytest.raises(ms.MalformedError, match="add the slot, 0 or 2"):
        ms.parse_move(state, "workshop royal privilege")
    with pytest.raises(
        ms.MalformedError, match="'workshop royal privilege 1': this card is not in slot 1, but in slot 0 or 2"
    ):
        ms.parse_move(state, "workshop royal privilege 1")


def test_an_order_that_lies_open_twice_needs_its_slot() -> None:
    """An order in two open slots is written with its slot. An order in one slot needs none."""
    other = ms.RoyalOrder.parse("BB=9")
    state = attrs.evolve(START, castle=attrs.evolve(START.castle, open=(ORDER, other, ORDER)))
    texts = [ms.format_move(state, ms.CompleteOrder(slot)) for slot in range(3)]
    assert texts == ["deliver BBG=17 0", "deliver BB=9", "deliver BBG=17 2"]
    assert [ms.parse_move(state, text) for text in texts] == [ms.CompleteOrder(slot) for slot in range(3)]


def test_a_kind_of_move_that_is_one_word() -> None:
    """A one-word move is formatted as its word, is read in any case, and does not match another word."""
    lamp = notations.one_word("lamp", ms.Pass())
    assert lamp.format(START, ms.Pass()) == "lamp"
    assert lamp.parse(START, "Lamp") == ms.Pass()
    assert lamp.parse(START, "lamps") is None
