"""The JSON forms at their edges: largest numbers, long values, texts of any language, types of extensions."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import GameStarted, MoneyMoved
from magnum_sal.model.fields import BuildingId, MinerSource, Tool
from magnum_sal.record.serialization import read_value
from magnum_sal.record.serialization.json_text import read_json
from magnum_sal.record.serialization.strict_fields import starts_with_field
from magnum_sal.render import svg
from magnum_sal.testing import position

LARGEST = 2**53 - 1
STATE: dict[str, Any] = ms.to_dict(position("S1: A"))
STARTED: dict[str, Any] = ms.to_dict(ms.Game.new(["Ada", "Ben"], seed=2).log.started)


def refusal(kind: type[Any], data: Any) -> str:
    """Return the message of the error that refuses the data."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(kind, data)
    return str(caught.value)


def test_the_largest_numbers_are_read() -> None:
    """Numbers are read up to the largest that other languages' JSON readers hold. One more is refused, also below 0."""
    coins = {"type": "money_moved", "source": "bank", "target": 0, "groszy": LARGEST}
    assert ms.from_dict(ms.Event, coins) == MoneyMoved("bank", 0, LARGEST)
    for groszy in (LARGEST + 1, 10**30):
        told = f"groszy: {groszy} is too large; the largest number is {LARGEST}"
        assert refusal(ms.Event, coins | {"groszy": groszy}) == told
    assert "is not a count" in refusal(ms.Event, coins | {"groszy": -LARGEST - 1})
    for money in (LARGEST, -LARGEST):
        data = STATE | {"bank": STATE["bank"] | {"money": money}}
        assert ms.from_dict(ms.GameState, data).bank.money == money
    too_large = f"is too large; the largest number is {LARGEST}"
    for money, told in ((LARGEST, too_large), (-LARGEST, "is not a whole number")):
        for other in (money + money // LARGEST, money * 2):
            beyond = STATE | {"bank": STATE["bank"] | {"money": other}}
            assert refusal(ms.GameState, beyond) == f"bank.money: {other} {told}"


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("money", 'bank.money: "x" is not a whole number'),
        ("water", 'bank.water: "x" is not a whole number'),
        ("miners", 'bank.miners: "x" is not a list'),
        ("salt", 'bank.salt: "x" is not an object'),
    ],
)
def test_the_fields_of_the_bank_are_named_in_messages(field: str, message: str) -> None:
    """SET-SUPPLY: the bank's counts can be below 0, and messages name each of its fields."""
    assert refusal(ms.GameState, STATE | {"bank": STATE["bank"] | {field: "x"}}) == message


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x" * 58, f'"{"x" * 58}"'),
        ("x" * 59, f'"{"x" * 56}...'),
        ("Łukasz\n", '"Łukasz\\n"'),
        (None, "null"),
        (False, "false"),
        ({}, "an object"),
        ([1], "a list"),
        (1.5, "1.5"),
        (b"", "a bytes"),
        (float("nan"), "NaN"),
    ],
)
def test_how_a_message_shows_a_value(value: object, shown: str) -> None:
    """A message shows a value as JSON, in any language, and shortens long ones."""
    told = f"slot: {shown} is not a slot (a whole number, 0 for the first)"
    assert refusal(ms.Move, {"type": "visit_workshop", "slot": value}) == told


def test_a_message_lists_the_known_fields() -> None:
    """The message about a strange field lists the known ones, whether there are several, one or none."""
    assert refusal(ms.Setup, {"start_seat": 0}) == "tiles: the field is missing"
    assert refusal(ms.Move, {"type": "pass", "x": 1}) == '"x": unknown field; expected only type'
    rest = {"type": "place_miner", "source": "stock", "target": "S1", "x": 1}
    assert refusal(ms.Move, rest) == '"x": unknown field; expected one of type, source, target'
    assert refusal(ms.GameState, STATE | {"extras": {"x": 1}}) == 'extras: "x": unknown field; expected no fields'
    assert refusal(ms.GameState, STATE | {"extras": []}) == "extras: a list is not an object"


def test_a_duplicate_key_is_named() -> None:
    """The message names the duplicate key at any depth, even if other keys come first."""
    for text in ('{"a":1,"b":2,"b":2}', '[{"c":{"a":1,"b":2,"a":3,"b":2}}]'):
        with pytest.raises(ms.MalformedError, match=r'^JSON text: key "[ab]" appears twice in one object$') as caught:
            read_json(text)
        assert ('"b"' in str(caught.value)) == (text[0] == "{")
    assert read_json('{"a":1,"b":{"a":1}}') == {"a": 1, "b": {"a": 1}}
    assert read_json('"Łukasz"'.encode()) == "Łukasz"
    with pytest.raises(ms.MalformedError, match=r"^JSON text: a number has too many digits$"):
        read_json("9" * 5000)
    with pytest.raises(ms.MalformedError, match=r"^JSON text: not UTF-8 at byte 1$"):
        read_json('"Ł"'.encode("latin2"))


def test_a_picture_is_written_as_its_text() -> None:
    """Texts of a subclass of `str` are written. Other subclasses of plain types are refused."""
    picture = svg(ms.new_game(["Ada", "Ben"], seed=7))
    assert type(picture) is not str
    assert ms.to_dict([picture]) == [picture]
    assert json.loads(ms.to_json(picture)) == picture
    with pytest.raises(ms.MisuseError, match="has no JSON form"):
        ms.to_dict(Counter(a=1))


def test_a_read_only_mapping_is_written_as_an_object() -> None:
    """The facts of an error and of an objection, and the texts of all rules, are written like a dict of them."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.Game.new(["Ada", "Ben"]).play("hire")
    assert ms.to_dict(caught.value.values) == {"near": ["inn"], "text": "hire"}
    state = ms.new_game(["Ada", "Ben"], seed=7)
    objection = ms.objection(state, ms.PlaceMiner("stock", "S3"))
    assert objection is not None
    assert ms.to_json(objection.values) == '{"empty":"S1","space":"S3"}'
    assert ms.to_dict(ms.rule_texts()) == ms.to_dict(dict(ms.rule_texts()))


def test_json_text_keeps_letters_and_refuses_nan() -> None:
    """Letters of any language are written unescaped. `to_json` refuses NaN and infinity inside a list or an object."""
    assert ms.to_json(["Łukasz", {"é": None}]) == '["Łukasz",{"é":null}]'
    for value in ({"a": float("nan")}, [float("inf")]):
        with pytest.raises(ms.MisuseError, match=r"^(dict|list) has no JSON form: Out of range float values"):
            ms.to_json(value)


@pytest.mark.parametrize(
    ("message", "is_placed"),
    [
        ("salt: 3 is not", True),
        ("salt.brown: 3 is not", True),
        ("1L2.salt[2].brown: 3: 4", True),
        ("S1: tired", True),
        ("[2]: 3 is not", False),
        ('"x": unknown field', False),
        ("no colon", False),
        ("word", False),
        ("two words: and a colon", False),
        ("4L4.salt: no chamber", False),
    ],
)
def test_whether_a_message_begins_with_a_place(message: str, is_placed: bool) -> None:
    """Only fields and mine spaces before a colon count as places."""
    assert starts_with_field(message) is is_placed


def test_tuples_of_a_fixed_length() -> None:
    """A type of an extension's event can be a tuple of fixed length. Its entries must match in number and type."""
    pair = tuple[int, str]
    assert read_value(pair, [1, "a"], ms.STANDARD) == (1, "a")
    for data, message in (
        ([1], "expected a list of 2, got 1"),
        ([1, "a", 2], "expected a list of 2, got 3"),
        ([], "expected a list of 2, got 0"),
        (["a", 1], '[0]: "a" is not a count (a whole number, 0 or more)'),
        ([1, 1], "[1]: 1 is not a text"),
        ({}, "an object is not a list"),
    ):
        with pytest.raises(ms.MalformedError) as caught:
            read_value(pair, data, ms.STANDARD)
        assert str(caught.value) == message
    assert read_value(tuple[int, ...], [], ms.STANDARD) == ()
    assert read_value(tuple[int], [1], ms.STANDARD) == (1,)
    assert read_value(tuple[tuple[int, int], ...], [[1, 2], [3, 4]], ms.STANDARD) == ((1, 2), (3, 4))


@pytest.mark.parametrize("kind", [int | None, None | int])
def test_an_optional_value_is_described_by_its_other_type(kind: Any) -> None:
    """The message names the type that an optional value can have besides null, in either order of the union."""
    assert read_value(kind, None, ms.STANDARD) is None
    assert read_value(kind, 3, ms.STANDARD) == 3
    with pytest.raises(ms.MalformedError, match=r'^"x" is not a count'):
        read_value(kind, "x", ms.STANDARD)
    # Types that differ only in their order are equal and cached, so this one has to be new.
    with pytest.raises(ms.MalformedError, match=r'^"x" is not a list'):
        read_value(None | tuple[int, int, int], "x", ms.STANDARD)


@attrs.frozen
class Lend(ms.Move):
    """A move of an extension that refers to a tool and a building."""

    type: ClassVar[str] = "lend"
    tool: Tool
    building: BuildingId | None
    source: MinerSource | None


@attrs.frozen
class Lent(ms.Event):
    """An event of an extension."""

    type: ClassVar[str] = "lent"
    tools: tuple[str, str]


def lending() -> ms.Ruleset:
    """Return a ruleset with that move and event."""
    rule = attrs.evolve(
        ms.STANDARD.by_type["rest"], move=Lend, notation=None, events={Lent: lambda _draft, _event: None}
    )
    return attrs.evolve(ms.STANDARD, name="lending", rules=(*ms.STANDARD.rules, rule))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"building": None, "source": None}, None),
        ({"source": "stock"}, None),
        ({"source": "market"}, None),
        ({"tool": "spade"}, "tool: \"spade\" is not a known tool of 'lending'"),
        ({"building": "smithy"}, "building: \"smithy\" is not a known building of 'lending'"),
        ({"source": "smithy"}, "source: \"smithy\" is not a mine space, a building or 'stock'"),
    ],
)
def test_the_ids_in_a_move_of_an_extension(change: dict[str, Any], message: str | None) -> None:
    """The ruleset of an extension knows the ids of tools, buildings and sources in its moves."""
    data = {"type": "lend", "tool": "rope", "building": "inn", "source": "S1"} | change
    if message is None:
        assert ms.to_dict(ms.from_dict(ms.Move, data, ruleset=lending())) == data
    else:
        with pytest.raises(ms.MalformedError) as caught:
            ms.from_dict(ms.Move, data, ruleset=lending())
        assert str(caught.value) == message
    with pytest.raises(ms.MalformedError, match="is not a known move in the ruleset 'standard'"):
        ms.from_dict(ms.Move, data)


def test_an_event_of_an_extension() -> None:
    """Only the extension's ruleset reads its event."""
    data = {"type": "lent", "tools": ["rope", "cart"]}
    assert ms.from_dict(ms.Event, data, ruleset=lending()) == Lent(("rope", "cart"))
    assert ms.to_dict(Lent(("rope", "cart"))) == data
    with pytest.raises(ms.MalformedError, match="type: \"lent\" is not a known event in the ruleset 'standard'"):
        ms.from_dict(ms.Event, data)


def test_a_game_start_of_another_type() -> None:
    """A game start is refused if its type is another one."""
    assert refusal(GameStarted, STARTED | {"type": "game_ended"}) == 'type: expected "game_started", got "game_ended"'
    assert refusal(GameStarted, STARTED | {"players": ["Ada", " Ben"]}) == (
        'players[1]: " Ben" has spaces around the name'
    )
    assert ms.to_dict(ms.from_dict(GameStarted, STARTED)) == STARTED


def test_a_setup_for_another_mine_has_no_form() -> None:
    """A setup needs one tile for each chamber, because its form names tiles by chamber."""
    setup = ms.from_dict(ms.Setup, STARTED["setup"])
    with pytest.raises(ms.MalformedError, match=r"^setup\.tiles: 17 tiles for 18 chambers$"):
        ms.to_dict(attrs.evolve(setup, tiles=setup.tiles[1:]))


def test_plain_data_and_pieces_are_written_too() -> None:
    """Pieces, and lists and objects of them, have JSON forms."""
    tile = {"salt": {"brown": 2, "green": 0, "white": 0}, "water": 1}
    assert ms.to_dict({"a": [ms.ChamberTile.parse("BB/1"), None], "b": ms.ToolCard("rope")}) == {
        "a": [tile, None],
        "b": {"tool": "rope", "used": False},
    }
    assert ms.from_dict(ms.ChamberTile, tile) == ms.ChamberTile.parse("BB/1")
    assert ms.from_dict(ms.ToolCard, {"tool": "rope", "used": True}) == ms.ToolCard("rope", used=True)
