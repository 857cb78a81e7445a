"""Parse the text of a position, entry by entry, and quote the words of an entry."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from ...errors import MalformedError
from ...errors.messages import brief
from ...errors.suggestions import did_you_mean, find_similar, fold
from ...model.mine import SECTIONS
from ...model.mine.geometry import INDEX
from ...model.pieces import SEAT_LETTERS, ChamberTile, RoyalOrder, SaltAmount, SaltBalance, ToolCard
from ...model.ruleset_registry import find_ruleset
from ...model.state import SeenPieces
from ._position_text import Belongings, Contents, PositionText

_T = TypeVar("_T")

LONGEST_TEXT: Final = 10_000
"""The maximum number of characters in a position's text. Positions from real games need less than a fifth."""

NOTHING: Final = "-"
"""Stands for an empty slot or an empty pile."""

MOST_CARDS: Final = 100
"""The maximum number of cards in one item, such as ``2 rope``."""

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_BARE_NAME: Final = re.compile(r'[^|,"\n]+')
_BARE_ID: Final = re.compile(r"[a-z][a-z_]*[a-z]")
_TAKEN: Final = frozenset(("grosz", "groszy", "stock", "right", "left", "order", "orders", "stack", "next"))
"""Keywords that can appear where the id of a tool or a card is expected."""


def read_into(said: PositionText, text: str) -> None:
    """
    Parse *text* and store its values in *said*.

    Raises:
        MalformedError: an entry is invalid or appears twice. The message names it.
        MisuseError: the text names a ruleset that is not registered.
    """
    # The grammar is designed so that a text can be parsed in three simple splits. Bars and line ends separate entries,
    # the first colon separates the subject from its value, and commas and spaces separate the parts of a value. Only
    # the last split has to respect quotation marks: ``quote`` and ``escape_bars`` escape bars and colons within them,
    # and JSON escapes line ends.
    keys: set[str] = set()
    for entry in entries(text):
        key, colon, value = _split_entry(entry)
        try:
            if key in keys and not is_letter(key):  # The possessions of a player may be split into several entries.
                raise MalformedError(f"{brief(key)} appears twice")
            if colon:
                _read_entry(said, key, value, text)
            elif key == "public":
                said.is_public = True
            else:
                raise MalformedError("expected a name and a colon")
        except ValueError as error:  # This includes MalformedError, and the error of JSON for a setting such as 007.
            raise MalformedError(f"entry {brief(entry)}: {error}") from None
        keys.add(key)


def entries_by_name(text: str) -> dict[str, str]:
    """Return the entries of a text by subject, such as ``"1L2"`` or ``"assistant market"``."""
    return {_split_entry(entry)[0]: entry for entry in entries(text)}


def _split_entry(entry: str) -> tuple[str, str, str]:
    """Split an entry into its subject, the colon (or an empty string), and its value."""
    name, colon, value = entry.partition(":")
    return " ".join(name.split(None, 1)).strip(), colon, value.strip()


def is_letter(word: object) -> bool:
    """Check whether *word* is the letter of a seat."""
    return isinstance(word, str) and len(word) == 1 and word in SEAT_LETTERS


def seat(letter: str) -> int:
    """Return the seat with this *letter*."""
    if not is_letter(letter):
        raise MalformedError(f"{brief(letter)} is not a seat; the seats are {SEAT_LETTERS[0]} to {SEAT_LETTERS[-1]}")
    return SEAT_LETTERS.index(letter)


def _read_entry(said: PositionText, key: str, value: str, text: str) -> None:
    head, _, of = key.partition(" ")
    if key in INDEX:
        _read_space(said, key, value)
    elif is_letter(key):
        belongings = said.belongings.setdefault(SEAT_LETTERS.index(key), Belongings())
        for item in split_items(value):
            _read_belonging(belongings, item)
    elif of and head in _KEYED:
        field, read_key, read = _KEYED[head]
        getattr(said, field)[read_key(of)] = read(value)
    elif key in _FIELDS:
        field, read = _FIELDS[key]
        setattr(said, field, read(value))
    elif key in _READERS:
        _READERS[key](said, value)
    else:
        if letter := _find_letter(key, text):
            raise MalformedError(f"unknown entry; entries of players begin with the letter of the seat{letter}")
        meant = did_you_mean(find_similar(key, (*INDEX, *_FIELDS, *_READERS, *_KEYED)))
        raise MalformedError(f"unknown entry{meant}")


def _find_letter(key: str, text: str) -> str:
    """Return a hint with the letter of the player whose name is *key*, or an empty string."""
    _, _, players = _split_entry(entries_by_name(text).get("players", ""))
    # The ``players`` entry can be wrong, too, but the error is about the entry with this key.
    with suppress(MalformedError):
        name = fold(unquote(key))
        seats = zip(SEAT_LETTERS, split_items(players), strict=False)
        return did_you_mean(letter for letter, word in seats if fold(unquote(word)) == name)
    return ""


def _read_space(said: PositionText, space: str, value: str) -> None:
    match = re.fullmatch(r"([A-Da-d\s]*)(?:\[(.*)\])?", value)
    if match is None:
        raise MalformedError("expected miners such as 'AAb' and contents such as '[BBG/1]'")
    said.miners[space] = re.sub(r"\s", "", match[1])
    if match[2] is not None:
        if space in SECTIONS:
            raise MalformedError("a shaft section cannot hold cubes")
        said.contents[space] = _contents(match[2].strip())


def _contents(text: str) -> Contents:
    if covered := re.fullmatch(r"\?(?:/([0-9]{1,9}))?", text):
        return Contents(None, int(covered[1] or 0))
    face, of, printed = text.partition(" of ")
    here = ChamberTile.parse(face.strip())
    return Contents(here.salt, here.water, ChamberTile.parse(printed.strip()) if of else None)


def _read_belonging(belongings: Belongings, item: str) -> None:
    match split_words(item):
        case [count, "grosz" | "groszy"]:
            belongings.money = number(count)
        case ["stock" | "right" | "left" as place, count]:
            setattr(belongings, place, number(count))
        case ["order" | "orders", *orders]:
            belongings.orders += map(RoyalOrder.parse, orders)
        case [salt] if re.fullmatch(r"[BGW]+|-", item):
            belongings.salt = SaltAmount.parse(salt)
        case _:
            belongings.tools += _cards(item)


def _cards(item: str) -> list[ToolCard]:
    """Return the tool cards of an item such as ``2 rope used``."""
    match = re.fullmatch(r'(?:([0-9]{1,9}) +)?([a-z_]+|".*")( +used)?', item)
    if match is None:
        meant = did_you_mean([f"'{item} groszy'"] if item.isdigit() else [])
        raise MalformedError(f"{brief(item)} is not something a player owns{meant}")
    # The number comes from a text and sets the length of the list, so it is limited.
    if (cards := int(match[1] or 1)) > MOST_CARDS:
        raise MalformedError(f"{cards} cards of one tool exceed the limit of {MOST_CARDS}")
    return [ToolCard(unquote(match[2]), bool(match[3]))] * cards


def _read_ruleset(said: PositionText, value: str) -> None:
    first, *settings = split_items(value) or [""]
    ruleset_name = unquote(first)
    # A ruleset of this name from the caller takes precedence, so a position can use an unregistered ruleset.
    ruleset = said.ruleset if said.ruleset.name == ruleset_name else find_ruleset(ruleset_name)
    switches = {switch.name: ruleset.setting(switch.name) for switch in ruleset.switches}
    for setting in settings:
        switch, _, given = setting.partition(" ")
        if switch not in switches:
            raise MalformedError(f"{brief(switch)} is not a switch; the switches are {', '.join(switches)}")
        switches[switch] = _parse_setting(given.strip())
    said.ruleset = ruleset.with_switches(**switches)


def _parse_setting(text: str) -> Any:
    """Parse the value of a switch. An empty string means True."""
    if re.fullmatch(r"true|false|null|[0-9]{1,9}|", text) is None:
        raise MalformedError(f"expected true, false, null or a number as the setting, got {brief(text)}")
    return json.loads(text or "true")


def _read_turn(said: PositionText, value: str) -> None:
    course = split_items(value)
    # These two items come first, because the letter of a seat among the other items overrides them. A text names a seat
    # in addition to them only if an extension's card is pending.
    if "over" in course:  # It is nobody's turn then.
        said.is_over, said.turn_seat = True, None
        course.remove("over")
    if "setup" in course:  # It is nobody's turn before the first turn.
        said.is_setup, said.turn_seat = True, None
        course.remove("setup")
    for item in course:
        match split_words(item):
            case [letter]:
                said.turn_seat = seat(letter)
            case ["start", letter]:
                said.start_seat = seat(letter)
            case ["actions", count]:
                said.actions_left = number(count)
            case ["phase" | "round" | "passes" | "arriving" as field, count]:
                setattr(said, field, number(count))
            case ["visited" | "arrived" as field, *ids]:
                setattr(said, field, tuple(ids))
            case _:
                raise MalformedError(f"{brief(item)} is not part of a turn")


def _read_workshop(said: PositionText, value: str) -> None:
    for item in split_items(value):
        match split_words(item):
            case ["stack", count]:
                said.tool_stack = number(count)
            case _:
                said.offer = parse_slots(item, str)


def _read_castle(said: PositionText, value: str) -> None:
    for item in split_items(value):
        match split_words(item):
            case ["stack", count]:
                said.order_stack = number(count)
            case ["completed", count]:
                said.completed = number(count)
            case _:
                said.open_orders = parse_slots(item, RoyalOrder.parse)


def _read_seen(value: str) -> SeenPieces:
    tools: tuple[str, ...] = ()
    orders: tuple[int, ...] = ()
    for item in split_items(value):
        match split_words(item):
            case ["tools", *names]:
                tools = tuple(map(unquote, names))
            case ["orders", *counts]:
                orders = tuple(map(number, counts))
            case _:
                raise MalformedError(f"{brief(item)}: expected 'tools' with ids, or 'orders' with a number per seat")
    return SeenPieces(tools, orders)


def _read_deck(value: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    up: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    for item in split_items(value):
        match split_words(item):
            case ["next", *cards]:
                following = tuple(map(unquote, cards))
            case _:
                up = tuple(parse_pile(item, str))
    return up, following


def _read_bank(said: PositionText, value: str) -> None:
    for item in split_items(value):
        match split_words(item):
            case [count, "grosz" | "groszy"]:
                said.bank.money = parse_whole(count)
            case ["salt", brown, green, white]:
                said.bank.salt = SaltBalance(parse_whole(brown), parse_whole(green), parse_whole(white))
            case ["water", count]:
                said.bank.water = parse_whole(count)
            case ["miners", *counts]:
                said.bank.miners = tuple(map(number, counts))
            case _:
                raise MalformedError(f"{brief(item)} is not part of the bank")


def entries(text: str) -> Iterator[str]:
    """Yield the entries of *text*, which are separated by bars or line ends."""
    if len(text) > LONGEST_TEXT:
        raise MalformedError(f"the text of a position has {len(text)} characters; the limit is {LONGEST_TEXT}")
    return filter(None, map(str.strip, re.split(r"[|\n]", text)))


def split_items(text: str) -> list[str]:
    """Split *text* at commas and remove spaces around the parts."""
    return [item for item in map(str.strip, _parts(text, ",")) if item]


def split_words(text: str) -> list[str]:
    """Split *text* at spaces."""
    return _parts(text, r"\s")


def _parts(text: str, between: str) -> list[str]:
    # A quotation mark outside the quoted parts means that a quotation is not closed. The second pattern keeps quoted
    # parts whole, including any separators in them.
    if re.fullmatch(rf'(?:{_QUOTED}|[^"])*', text) is None:
        raise MalformedError('a quotation mark (") is not closed')
    return re.findall(rf'(?:{_QUOTED}|[^{between}"])+', text)


def unquote(word: str) -> str:
    """Return *word*, decoded as a JSON string if it begins with a quotation mark."""
    if not word.startswith('"'):
        return word
    try:
        value = json.loads(word)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise MalformedError(f"{brief(word)} is not a text in quotation marks")
    return value


def format_name(text: str) -> str:
    """Format the name of a player or ruleset, in quotation marks if it contains separators."""
    # Parsing would strip spaces at the ends, so names with such spaces need quotation marks, too.
    return text if _BARE_NAME.fullmatch(text) and text == text.strip() else quote(text)


def format_identifier(text: str) -> str:
    """Format an id, in quotation marks unless it consists of lower-case letters and is not a keyword."""
    return text if _BARE_ID.fullmatch(text) and text not in _TAKEN else quote(text)


def quote(text: str) -> str:
    """Quote *text*, and escape the colons that would end an entry's name."""
    return escape_bars(json.dumps(text, ensure_ascii=False)).replace(":", r"\u003a")


def escape_bars(text: str) -> str:
    """Escape the bars in JSON *text*, because a bar would end the entry. In JSON, bars appear only inside strings."""
    return text.replace("|", r"\u007c")


def number(word: str) -> int:
    """Parse *word* as a count."""
    # ``int`` would also accept signs, spaces, underscores and digits of other scripts. Nine digits are more than a game
    # needs.
    if re.fullmatch(r"[0-9]{1,9}", word) is None:
        raise MalformedError(f"{brief(word)} is not a number")
    return int(word)


def parse_whole(word: str) -> int:
    """Parse *word* as an integer, which may be negative."""
    return -number(word[1:]) if word.startswith("-") else number(word)


def parse_slots(text: str, read: Callable[[str], _T]) -> list[_T | None]:
    """Parse the contents of slots, with None for an empty slot."""
    return [None if word == NOTHING else read(unquote(word)) for word in split_words(text)]


def parse_pile(text: str, read: Callable[[str], _T]) -> list[_T]:
    """Parse the pieces of a pile, the next one first."""
    return [] if text == NOTHING else [read(unquote(word)) for word in split_words(text)]


_FIELDS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "players": ("names", lambda value: tuple(map(unquote, split_items(value)))),
    "market": ("market", SaltAmount.parse),
    "inn": ("hired", number),
    "tiles": ("tiles", partial(parse_pile, read=ChamberTile.parse)),
    "tools": ("tools", partial(parse_pile, read=str)),
    "seen": ("seen", _read_seen),
}
"""The entries that each fill one field of ``PositionText``, with the names of the fields and the parsers."""

_READERS: Final[Mapping[str, Callable[[PositionText, str], None]]] = {
    "ruleset": _read_ruleset,
    "turn": _read_turn,
    "workshop": _read_workshop,
    "castle": _read_castle,
    "bank": _read_bank,
}
"""The parsers of the other entries that appear at most once."""

_KEYED: Final[Mapping[str, tuple[str, Callable[[str], Any], Callable[[str], Any]]]] = {
    "assistant": ("assistants", str, seat),
    "orders": ("orders", number, partial(parse_pile, read=RoyalOrder.parse)),
    "extra": ("extras", unquote, str),
    "deck": ("decks", unquote, _read_deck),
}
"""The entries with a key, such as ``assistant market``: the dict in ``PositionText``, and the key and value parsers."""
