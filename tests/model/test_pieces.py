"""Salt, tiles, orders and tool cards: ``pieces.py``."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.model.pieces import SALT_KINDS, at_most, castle_slot, orders_of_phase, slot_of, workshop_slot

BBG = ms.SaltAmount(brown=2, green=1)


@pytest.mark.parametrize(
    ("letters", "counts"),
    [("", (0, 0, 0)), ("-", (0, 0, 0)), ("BBG", (2, 1, 0)), ("GBWB", (2, 1, 1)), ("W", (0, 0, 1))],
)
def test_salt_is_parsed_from_letters(letters: str, counts: tuple[int, int, int]) -> None:
    """B is brown, G is green and W is white, in any order. The text is written in this order."""
    amount = ms.SaltAmount.parse(letters)
    assert (amount.brown, amount.green, amount.white) == counts
    assert amount.total == sum(counts)
    assert ms.SaltAmount.parse(str(amount)) == amount


def test_salt_is_limited_to_a_number_of_cubes_of_each_kind() -> None:
    """Amounts that do not differ up to the limit become equal."""
    for cubes, expected in ((3, "BBBGW"), (2, "BBGW"), (1, "BGW"), (0, "-")):
        assert at_most(cubes, ms.SaltAmount.parse("BBBGW")) == ms.SaltAmount.parse(expected)
    assert at_most(1, ms.SaltAmount.parse("BGGWWW")) == at_most(1, ms.SaltAmount.parse("BGGGW"))


def test_salt_is_added_and_subtracted() -> None:
    """Each kind is added and subtracted separately."""
    white = ms.SaltAmount.of("white")
    assert BBG + white == ms.SaltAmount(2, 1, 1)
    assert BBG + white - white == BBG
    assert BBG.covers(ms.SaltAmount(brown=2))
    assert not BBG.covers(white)
    assert list(BBG.kinds()) == ["brown", "green"]
    assert [BBG.count(kind) for kind in ("brown", "green", "white")] == [2, 1, 0]
    assert not ms.SaltAmount()
    assert white


def test_an_amount_of_one_kind() -> None:
    """One cube is the default. Neither an unknown kind nor fewer than 0 cubes are accepted."""
    assert ms.SaltAmount.of("brown") == ms.SaltAmount(1, 0, 0)
    assert ms.SaltAmount.of("green", 3) == ms.SaltAmount(0, 3, 0)
    assert ms.SaltAmount.of("white", 0) == ms.SaltAmount()
    with pytest.raises(ms.MalformedError, match=r"SaltAmount\.white: -1 is not a count"):
        ms.SaltAmount.of("white", -1)


def test_salt_is_multiplied_and_summed() -> None:
    """An amount can be multiplied by a count from both sides, and ``sum`` needs no start."""
    assert BBG * 2 == 2 * BBG == sum([BBG, BBG]) == ms.SaltAmount(4, 2, 0)
    assert ms.SaltAmount() == BBG * 0
    salt: Any = BBG
    attempts: list[Callable[[], object]]
    attempts = [lambda: salt * 1.5, lambda: salt * True, lambda: "x" * salt, lambda: 1 + salt, lambda: False + salt]
    for wrong in attempts:
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize(
    ("compute", "message"),
    [
        (lambda: BBG - ms.SaltAmount.of("white"), r"BBG does not contain W, .* subtract from SaltBalance\.of\(salt\)"),
        (lambda: ms.SaltAmount(2) - ms.SaltAmount(3), "BB does not contain BBB, and an amount of salt cannot be"),
        (lambda: ms.SaltAmount(0, 1) - ms.SaltAmount(0, 2), "G does not contain GG"),
        (lambda: BBG * -1, "-1 times BBG: an amount of salt cannot be negative"),
    ],
)
def test_an_amount_is_never_negative(compute: Callable[[], object], message: str) -> None:
    """Only the bank can owe salt (SET-SUPPLY), so a result below 0 is an error and not an amount."""
    with pytest.raises(ms.MisuseError, match=message):
        compute()


def test_a_balance_may_be_negative() -> None:
    """SET-SUPPLY: a balance adds and subtracts amounts and balances, and its numbers may be below 0."""
    white = ms.SaltAmount.of("white")
    balance = ms.SaltBalance.of(BBG) - white - white
    assert balance == ms.SaltBalance(2, 1, -2)
    assert balance + white == white + balance == balance - (ms.SaltBalance() - white) == ms.SaltBalance(2, 1, -1)
    assert (balance.surplus, balance.debt) == (BBG, ms.SaltAmount(white=2))
    assert white - balance == ms.SaltBalance(-2, -1, 3)
    assert sum([balance, balance]) == ms.SaltBalance(4, 2, -4)
    assert [balance.count(kind) for kind in SALT_KINDS] == [2, 1, -2]
    assert balance
    assert not ms.SaltBalance()
    other: Any = balance
    attempts: list[Callable[[], object]]
    attempts = [lambda: other + 1, lambda: 1 + other, lambda: other - "B", lambda: 0 - other, lambda: "B" + other]
    for wrong in attempts:
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ms.MisuseError, match="'red' is not a kind of salt"):
        other.count("red")


@pytest.mark.parametrize(
    ("balance", "text"),
    [((0, 0, 0), "0"), ((2, 0, 1), "+BBW"), ((0, -1, 0), "-G"), ((1, -2, -1), "+B -GGW"), ((-60, 51, 0), "+51G -60B")],
)
def test_a_balance_as_text(balance: tuple[int, int, int], text: str) -> None:
    """A balance shows its signs. In amounts, a bare ``-`` stands for no cubes, so no balance is written like that."""
    assert str(ms.SaltBalance(*balance)) == text


@pytest.mark.parametrize("text", ["BB/0", "BGG/2", "GGGWW/3", "-/1"])
def test_tiles_are_parsed_and_formatted(text: str) -> None:
    """SET-TILES: a tile is salt, a slash and water."""
    assert str(ms.ChamberTile.parse(text)) == text


@pytest.mark.parametrize("text", ["BB=9", "BBG=17", "WWW=33"])
def test_orders_are_parsed_and_formatted(text: str) -> None:
    """SET-ORDERS: an order is salt, an equals sign and the payment."""
    assert str(ms.RoyalOrder.parse(text)) == text


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (ms.SaltAmount.parse, "BX", "salt 'BX': 'X' is not B, G or W"),
        (ms.SaltAmount.parse, "B-B", "salt 'B-B': '-' is not B, G or W"),
        (ms.SaltAmount.parse, None, "salt None: expected a text of the letters B, G and W"),
        (ms.SaltAmount.parse, "bb", "salt 'bb': 'b' is not B, G or W"),
        (ms.ChamberTile.parse, "BB", "tile 'BB': expected salt and water such as 'BGG/2'"),
        (ms.ChamberTile.parse, "BB/x", "tile 'BB/x'"),
        (ms.ChamberTile.parse, "BB/-1", "tile 'BB/-1'"),
        (ms.ChamberTile.parse, "BB/\u00b2", "tile 'BB/\u00b2'"),
        (ms.RoyalOrder.parse, "BB", "order 'BB': expected salt and payment such as 'BBG=17'"),
        (ms.RoyalOrder.parse, "BB=", "order 'BB='"),
        (ms.RoyalOrder.parse, "X=3", "salt 'X': 'X' is not B, G or W"),
    ],
)
def test_malformed_texts_of_pieces(read: Any, text: Any, message: str) -> None:
    """The message has the text and an example of the form."""
    with pytest.raises(ms.MalformedError, match=message):
        read(text)


@pytest.mark.parametrize(
    ("cls", "fields", "message"),
    [
        (ms.SaltAmount, (1.0,), r"SaltAmount\.brown: 1\.0 is not a count"),
        (ms.SaltAmount, (0, 0, -1), r"SaltAmount\.white: -1 is not a count"),
        (ms.SaltBalance, (1.0,), r"SaltBalance\.brown: 1\.0 is not a whole number"),
        (ms.SaltAmount, (0, True), r"SaltAmount\.green: True is not"),
        (ms.SaltAmount, (0, 0, "2"), r"SaltAmount\.white: '2' is not"),
        (ms.ChamberTile, ("BB", 0), r"ChamberTile\.salt: 'BB' is not an amount of salt"),
        (ms.ChamberTile, (ms.SaltBalance(1), 0), r"ChamberTile\.salt: .* is not an amount of salt"),
        (ms.ChamberTile, (BBG, -1), r"ChamberTile\.water: -1 is not a count"),
        (ms.RoyalOrder, (BBG, True), r"RoyalOrder\.payment: True is not a count"),
    ],
)
def test_pieces_check_their_fields(cls: Any, fields: tuple[Any, ...], message: str) -> None:
    """Types must be exact and counts not negative."""
    with pytest.raises(ms.MalformedError, match=message):
        cls(*fields)


@pytest.mark.parametrize(
    "piece", [BBG, ms.ChamberTile.parse("BGG/2"), ms.RoyalOrder.parse("BB=9"), ms.ToolCard("rope", used=True)]
)
def test_pieces_are_values(piece: object) -> None:
    """Pieces can be pickled, copied, compared and hashed."""
    for twin in (pickle.loads(pickle.dumps(piece)), copy.copy(piece), copy.deepcopy(piece)):
        assert twin == piece
        assert hash(twin) == hash(piece)


def test_the_names_of_numbered_places() -> None:
    """Events use these names for the spaces of tools and orders, and for the orders of a phase."""
    assert (workshop_slot(0), castle_slot(2), orders_of_phase(3)) == ("workshop:0", "castle:2", "orders:3")
    assert [slot_of(place) for place in ("workshop:0", "castle:2", "orders:3")] == [0, 2, 3]
