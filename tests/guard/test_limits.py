"""The page on limits states the figures of the library."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import errors
from magnum_sal.bots import _policy_files, _process, pipes
from magnum_sal.bots.registry import MOST_FROM_FILE
from magnum_sal.errors import messages
from magnum_sal.model import player_names
from magnum_sal.model._ruleset_checks import LONGEST_NAME
from magnum_sal.model.parts import MOST_ACTIONS
from magnum_sal.model.player_names import LONGEST_BOT_NAME
from magnum_sal.model.ruleset import most_water
from magnum_sal.protocol import Limits
from magnum_sal.protocol.request_fields import MOST_LISTED
from magnum_sal.protocol.table_requests import LONGEST_ABSENCE, LONGEST_KEY
from magnum_sal.record import notation
from magnum_sal.record.log import entries as lines
from magnum_sal.record.serialization.consistency import compute_salt_in_play, most_salt
from magnum_sal.render import board_facts as facts
from magnum_sal.render.svg_arguments import LONGEST_DRAWING, LONGEST_STYLE, MOST_MARKS
from magnum_sal.render.transcript import LONGEST_COMMENT
from magnum_sal.web import ServerSettings
from magnum_sal.web._guard import _ALL, _ALL_PAGES, _LIMITS, _ONE, _ONE_PAGES
from magnum_sal.web._news import MOST_NEWS
from magnum_sal.web._pictures import _AT_ONCE, _MOST_WAITING
from magnum_sal.web._requests import LARGEST_BODY
from magnum_sal.web._reviews import _MOST_AT_ONCE
from magnum_sal.web._table import MOST_WATCHERS
from magnum_sal.web._thinking import MOST_CONSIDERED

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "limits.md").read_text("utf-8")


def on_page(what: str) -> str:
    """Return the value of a row of the page's tables."""
    (found,) = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", PAGE, re.MULTILINE)
    return str(found)


def number_in(what: str) -> int:
    """Return the first number of a row of the page's tables."""
    return int(re.findall(r"[\d,]+", on_page(what))[0].replace(",", ""))


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("an error's message", messages.LONGEST_MESSAGE),
        ("the facts of an objection", errors.MOST_FACTS),
        ("a player's name", player_names.LONGEST_NAME),
        ("a ruleset's name", LONGEST_NAME),
        ("a move's text in notation", notation.LONGEST_TEXT),
        ("the reason for an agreed end", lines.LONGEST_REASON),
        ("a line of a log", lines.LONGEST_LINE),
        ("the metadata of a log", lines.LONGEST_LINE // 2),
        ("the events of a move", lines.MOST_EVENTS),
        ("a comment in a transcript", LONGEST_COMMENT),
        ("a picture's width", facts.LARGEST_SIZE),
        ("the last steps that a picture describes", facts.MOST_STEPS),
        ("the arrows or coloured places of a picture", MOST_MARKS),
        ("the style sheet of a picture", LONGEST_STYLE),
        ("a custom drawing in a picture", LONGEST_DRAWING),
        ("a bot's name from a file", LONGEST_BOT_NAME),
        ("a line from a bot's program", pipes.LONGEST_LINE),
        ("the requests from a bot's program for a move", _process.MOST_REQUESTS),
        ("the file of a policy", _policy_files.MOST_BYTES),
        ("a request to a server", Limits().line),
        ("the sessions of a server", Limits().sessions),
        ("the steps of a session, and the lines of its log", Limits().steps),
        ("the moves, lines or words in a server's answer", MOST_LISTED),
        ("a request to a table", LARGEST_BODY),
        ("tables that are open at once", ServerSettings().tables),
        ("tables that one browser hosts", ServerSettings().tables_of_one),
        ("connections to the news of a table", ServerSettings().onlookers),
        ("connections from one browser to the news of a table", ServerSettings().connections_of_one_at_table),
        ("connections from one browser to the news of all tables", ServerSettings().connections_of_one),
        ("browsers that may watch a table", MOST_WATCHERS),
        ("connections to the news of all tables", ServerSettings().connections),
        ("seconds that a bot has for a move", ServerSettings().bot_seconds),
        ("bots that think at once", ServerSettings().processes),
        ("hints, long lists and parts of reviews that are computed at once", max(1, ServerSettings().processes // 2)),
        ("hints and long lists that wait", ServerSettings().queue),
        ("unfinished reviews", _MOST_AT_ONCE),
        ("seconds of thinking for a review", ServerSettings().review_seconds),
        ("pictures, graphs and histories that are rendered at once", _AT_ONCE),
        ("pictures, graphs and histories that wait", _MOST_WAITING),
        ("days without a move", ServerSettings().idle_days),
        ("steps that the news describes", MOST_NEWS),
        ("moves in a hint", MOST_CONSIDERED),
        ("a key, a link or a table's id", LONGEST_KEY),
        ("seconds until a bot takes over", LONGEST_ABSENCE),
        ("miners of a colour", ms.STANDARD.miners_per_colour),
        ("cubes of water in the mine", most_water(ms.STANDARD)),
        ("actions left, or passed, in a turn", MOST_ACTIONS),
    ],
)
def test_a_figure_of_the_page(what: str, limit: int) -> None:
    """A figure on the page is the limit in the source."""
    assert number_in(what) == limit


def test_the_fields_of_the_house_rules() -> None:
    """The page lists all fields of the server's settings, with their defaults if these are numbers."""
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", PAGE, re.MULTILINE))
    fields = attrs.fields(ServerSettings)
    assert list(rows) == [field.name for field in fields]
    numbers = {field.name: field.default for field in fields if type(field.default) in (int, float)}
    assert {name: float(rows[name].replace(",", "")) for name in numbers} == numbers


def test_the_rates_of_the_page() -> None:
    """The page states how often a browser may send each kind of request, and which kinds are counted by address."""
    rates = {kind: (limit.rate.amount, limit.rate.GRANULARITY.name) for kind, limit in _LIMITS.items()}
    assert rates == {
        "question": (60, "second"),
        "move": (20, "second"),
        "hint": (20, "minute"),
        "slow": (30, "minute"),
        "replay": (10, "minute"),
        "log": (10, "minute"),
        "news": (120, "minute"),
        "link": (30, "minute"),
        "open": (30, "hour"),
        "lesson": (120, "hour"),
    }
    assert [kind for kind, limit in _LIMITS.items() if limit.is_by_address] == [
        *("open", "lesson", "link", "replay", "log")
    ]
    for words in (
        "The server counts links, replays, summaries, lessons and new tables by address.",
        f"A browser may send {_ONE.amount} requests a second",
        f"load {_ONE_PAGES.amount} pages and static files a second",
        f"a limit of {_ALL_PAGES.amount} pages and static files a second",
        "60 questions and 20 moves a second",
        "20 hints, 30 long lists, 30 links, 10 replays, 10 summaries of logs and 120 news connections a minute",
        "30 new tables and 120 lessons an hour",
        f"may send {_ALL.amount} requests a second together",
    ):
        assert words in " ".join(PAGE.split())


def test_the_most_salt_outside_the_bank() -> None:
    """SET-SUPPLY: start, tiles and market of a game of four contain more salt than the box."""
    most = most_salt(ms.STANDARD, 4)
    row = on_page("cubes of salt outside the bank")
    assert f"{most.brown} brown, {most.green} green, {most.white} white" in row
    assert most.covers(ms.STANDARD.salt_supply)
    assert most == compute_salt_in_play(ms.STANDARD, 4)  # so a chamber holds no more than its tile
    assert set(MOST_FROM_FILE) == {"random", "greedy", "search"}


def heaviest(capacity: int | None) -> dict[str, Any]:
    """Return the position with the longest list of moves, as JSON data."""
    ruleset = attrs.evolve(ms.STANDARD, cart_capacity=capacity)
    data: dict[str, Any] = ms.to_dict(ms.new_game(["A", "B", "C", "D"], seed=1, ruleset=ruleset).public())
    others = {"rested": [0, 1, 1, 1], "tired": [0] * 4}
    tiles = [{"salt": {"brown": 0, "green": green, "white": white}, "water": water} for green, white, water in TILES]
    for space in ("S1", "S2", "S3", "S4", "S5", "S6"):
        data["mine"][space] = others
    for number, chamber in enumerate(("3L1", "3R1", "3L2", "3R2")):
        tile, is_own = tiles[number], chamber[2] == "2"
        data["mine"][chamber] = {
            "rested": [5, 0, 0, 0] if is_own else [0, 1, 1, 1],
            "tired": [0] * 4,
            "revealed": True,
            "salt": tile["salt"] if is_own else {"brown": 0, "green": 0, "white": 0},
            "water": int(is_own),
            "tile": tile,
        }
    tools = [{"tool": tool, "used": False} for tool in ("pickaxe", "cart") * 3]
    data["players"][0] |= {"stock": 0, "money": 500, "tools": tools}
    for player in data["players"][1:]:
        player["stock"] = 0
    data["bank"]["miners"] = [0, 2, 2, 2]
    data["workshop"] = {"offer": [None] * 3, "stack": 0}
    return data | {"to_move": 0, "start_seat": 0}


TILES = ((1, 3, 3), (0, 4, 3), (3, 2, 3), (2, 3, 3))
"""Green, white and water of the four tiles of level III."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("row", "capacity"),
    [
        ("of the first edition", None),
        ("of the second edition (`cart_capacity=2`)", 2),
        ("that frees one cube (`cart_capacity=1`)", 1),
    ],
)
def test_the_longest_list_of_moves(row: str, capacity: int | None) -> None:
    """The page states the length of the longest list of moves."""
    assert len(ms.legal_moves(ms.from_dict(ms.GameState, heaviest(capacity)))) == number_in(row)
