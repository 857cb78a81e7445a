"""Reports about a table: news, the game in words, pictures, the graph, and the first page's choices and colours."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from smithy import SMITHY_GAME
from tests.installing import install_czech
from tests.protocol.clients import published_validator
from tests.web.tables import PATIENCE, Browser, Tables

import magnum_sal as ms
from magnum_sal.render import THEMES, properties_of, svg
from magnum_sal.render.theme_css import themes_css
from magnum_sal.web import ServerSettings, _pictures
from magnum_sal.web._drawing import Look, draw_board
from magnum_sal.web._news import MOST_NEWS, bot_words, describe_welcome
from magnum_sal.web._pictures import Rendering
from magnum_sal.web._work_queue import Client
from magnum_sal.words import LANGUAGES, ruleset_label

ANSWERS = published_validator("table-answer")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Serve a lobby with a custom ruleset."""
    with Tables(tmp_path_factory.mktemp("lobby"), ruleset=SMITHY_GAME, bots=("greedy", "search:seconds=4")) as found:
        yield found


@pytest.fixture(scope="module")
def host(tables: Tables) -> Browser:
    """Return the browser that opens the table."""
    return tables.browser("host")


@pytest.fixture(scope="module")
def table(host: Browser) -> str:
    """Open a table and make sixty moves."""
    found = host.open("here", "here", "here")
    host.plays(found, 60)
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_match_the_schema(tables: Tables, host: Browser, table: str, language: str) -> None:
    """In each language, every report matches the published schema and has no unfilled placeholder."""
    at = f"/api/tables/{table}"
    for path in ("/api/welcome", "/api/tables", at, f"{at}/history", f"{at}/standing"):
        said = host.get(f"{path}?language={language}")
        assert said.status == 200
        ANSWERS.validate(said.data)
        if path != "/api/welcome":
            assert not re.search(r"[{}]|None", " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', said.body.decode())))


@pytest.mark.parametrize("seconds", [0, 90])
def test_the_time_until_a_bot_takes_over(host: Browser, seconds: int) -> None:
    """The news contain the seconds of absence with which the table was opened, so that a page can open another one."""
    assert host.news(host.open("here", "link", absent_seconds=seconds))["absent_seconds"] == seconds


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_of_a_table(tables: Tables, host: Browser, language: str) -> None:
    """News and invitations name the ruleset of the table and the variants that are on, in the reader's language."""
    ruleset = SMITHY_GAME.with_switches(mapped_mine=True)
    opened = host.open("here", "link", ruleset=ms.to_dict(ruleset))
    words = ruleset_label(ruleset, language)
    assert words != ruleset_label(SMITHY_GAME, language)
    news = host.get(f"/api/tables/{opened}?language={language}").data
    assert (news["ruleset_words"], news["is_standard"]) == (words, False)
    for link in (news["chairs"][1]["link"], news["watch_link"]):
        path = link.replace("/join/", "/api/invitations/")
        assert tables.browser("friend").get(f"{path}?language={language}").data["ruleset_words"] == words
    plain = host.open("here", "link", ruleset=ms.to_dict(ms.STANDARD))
    assert host.news(plain)["is_standard"]


@pytest.mark.slow
def test_news_of_what_was_missed(tables: Tables, host: Browser, table: str) -> None:
    """News include the missed moves if they are few enough. Otherwise the client has to read the history."""
    for known, told in ((60, 0), (57, 3), (60 - MOST_NEWS, MOST_NEWS), (59 - MOST_NEWS, 0)):
        with host.watches(table, **{"last-event-id": str(known)}) as stream:
            news = stream.next()
        assert (news["kept"], len(news["happened"])) == (known, told)
        assert [entry["step"] for entry in news["happened"]] == list(range(known + 1, known + told + 1))
    with host.watches(table) as stream:
        assert (stream.next()["kept"], stream.seen[0]["happened"]) == (60, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "numbers"), [("0", range(1, 61)), ("1", range(1, 61)), ("58", range(58, 61)), ("99", [])]
)
def test_the_game_in_words(host: Browser, table: str, first: str, numbers: range) -> None:
    """The history starts at the requested step, and each entry has its number."""
    said = host.get(f"/api/tables/{table}/history?first={first}").data
    assert [entry["step"] for entry in said["steps"]] == list(numbers)
    assert all(entry["words"] for entry in said["steps"])


@pytest.mark.slow
def test_the_standing(tables: Tables, host: Browser, table: str) -> None:
    """The standing lists the best player first, with the totals of the scores."""
    said = host.get(f"/api/tables/{table}/standing").data
    state = tables.lobby._tables[table].game.state
    ranks = [int(row[0]) for row in said["rows"]]
    assert ranks == sorted(ranks)
    assert len(said["rows"]) == 3
    assert all(len(row) == len(said["headings"]) for row in said["rows"])
    totals = {row[1]: int(row[5]) for row in said["rows"]}
    assert totals == {state.players[score.seat].name: score.total for score in state.scores}


@pytest.mark.slow
def test_a_picture_is_the_librarys(tables: Tables, host: Browser, table: str) -> None:
    """
    A picture equals the library's, with the last moves marked, the player's own panel first, and the layout in its ids.

    With several seats that is the panel of the seat to move.
    """
    game = tables.lobby._tables[table].game
    steps = tables.lobby._tables[table].steps()
    own = tables.lobby._tables[table].arrangement.seats_of(host.name)
    seat = game.state.turn_seat if game.state.turn_seat in own else min(own)
    for at, last in ((60, 1), (60, 3), (0, 1), (2, 5), (31, 2)):
        said = host.get(f"/api/tables/{table}/board.svg?layout=tall&language=pl&at={at}&last={last}")
        drawn = svg(
            game.at(at).public(),
            layout="tall",
            language="pl",
            last=steps[max(at - last, 0) : at],
            seat=seat,
            title=False,
            legend=False,
            prefix="ms-tall",
        )
        assert said.body.decode() == str(drawn)


@pytest.mark.slow
def test_a_picture_is_drawn_once(tables: Tables, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is drawn once for the same view, while it stays in the cache."""
    drawn: list[int] = []
    plain = draw_board

    def counted(state: ms.GameState, last: Sequence[ms.Step], look: Look) -> str:
        drawn.append(look.at)
        return plain(state, last, look)

    monkeypatch.setattr(_pictures, "draw_board", counted)
    monkeypatch.setattr(_pictures, "_MOST_KEPT", 2)
    boards, shown = Rendering(), tables.lobby._tables[table]

    def ask(number: int, language: str, at: int) -> None:
        asker = Client("ada", table, True)
        tables.wait_for(boards.render_board, shown, number, Look("mine", language, None, None, at, 1), asker)

    for at in (10, 10, 11, 10, 12, 10, 11):  # Look 11 was requested the longest time ago.
        ask(60, "en", at)
    assert drawn == [10, 11, 12, 11]
    ask(60, "pl", 10)
    ask(61, "pl", 10)
    assert drawn[4:] == [10, 10]


@pytest.mark.slow
def test_pictures_are_drawn_outside_the_event_loop(
    tables: Tables, table: str, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests are answered while pictures are drawn, and twenty requests for the same picture share one drawing."""
    begun, go = threading.Semaphore(0), threading.Event()
    drawn: list[Look] = []

    def slow(state: ms.GameState, last: Sequence[ms.Step], look: Look) -> str:
        drawn.append(look)
        begun.release()
        assert go.wait(PATIENCE)
        return "<svg/>"

    monkeypatch.setattr(_pictures, "draw_board", slow)
    path = f"/api/tables/{table}/board.svg?layout="
    with ThreadPoolExecutor(21) as pool:
        same = [pool.submit(host.get, f"{path}town") for _ in range(20)]
        assert begun.acquire(timeout=PATIENCE)
        assert host.news(table)["number"] == 60
        other = pool.submit(host.get, f"{path}mine")  # It waits: one picture at a time for each browser.
        tables.rest()
        assert host.news(table)["number"] == 60
        go.set()
        assert {said.result().body for said in same} == {b"<svg/>"}
        assert other.result().status == 200
    assert [look.layout for look in drawn] == ["town", "mine"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moves", [0, 1, 60])
def test_the_graph(host: Browser, table: str, language: str, moves: int) -> None:
    """
    The graph has a line for each player's money and one for the salt.

    They differ without colours and are described in words.
    """
    if moves < 60:
        table = host.open("here", "here", "here")
        host.plays(table, moves)
    root = ET.fromstring(host.get(f"/api/tables/{table}/graph.svg?language={language}").body)
    space = "{http://www.w3.org/2000/svg}"
    lines = [path for path in root.iter(f"{space}path") if path.get("stroke-width") == "3"]
    assert len(lines) == 6
    assert len({path.get("stroke-dasharray") for path in lines}) == 3
    about = root.find(f"{space}desc")
    assert about is not None
    assert re.fullmatch(r"Ada: .* \d+, .* \d+\. Ben: .*\. Cleo: .*\.", about.text or "")
    assert root.get("role") == "img"
    assert "nan" not in json.dumps([dict(path.attrib) for path in lines])


def test_the_welcome_in_an_installed_language(host: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu of the pages offers the language of an installed package, and all answers can be in it."""
    install_czech(tmp_path, monkeypatch)
    said = host.get("/api/welcome?language=cs").data
    assert (said["language"], said["languages"]) == ("cs", ["en", "pl", "de", "cs"])
    assert host.get("/api/welcome?language=sk").status == 400


def test_the_welcome_choices(host: Browser) -> None:
    """The welcome lists languages, described bots, rulesets with switches, the lobby's first, and the page's words."""
    said = host.get("/api/welcome?language=de").data
    assert said["languages"] == list(LANGUAGES)
    assert [bot["name"] for bot in said["bots"]] == ["greedy", "search:seconds=4"]
    assert [bot["words"] for bot in said["bots"]] == [bot_words("greedy", "de"), bot_words("search:seconds=4", "de")]
    assert said["rulesets"][0]["name"] == SMITHY_GAME.name
    switches = {switch["name"]: switch for switch in said["rulesets"][0]["switches"]}
    assert {"mapped_mine", "cart_capacity"} <= switches.keys()
    assert not any(switch["is_on"] for switch in switches.values())
    assert [name for name, switch in switches.items() if switch["is_own"]] == [
        switch.name for switch in SMITHY_GAME.own_switches
    ]
    words = dict(zip(said["keys"], said["words"], strict=True))
    assert words["table.lead"]


def test_the_welcome_has_the_settings_of_the_server() -> None:
    """A page can preselect the variants of the server's rules, with their numbers."""
    settings = ServerSettings(ruleset=ms.STANDARD.with_switches(mapped_mine=True, cart_capacity=3))
    (standard, *_) = describe_welcome(settings, "en").rulesets
    assert {switch.name: switch.on for switch in standard.switches if switch.is_on} == {
        "mapped_mine": 1,
        "cart_capacity": 3,
    }
    with pytest.raises(ms.MisuseError, match="bots: expected at least one bot"):
        ServerSettings(bots=())


def test_bots_in_words() -> None:
    """
    A bot's description includes its time.

    A bot without a description keeps its name, shortened if it is too long.
    """
    assert bot_words("search:seconds=4", "en") == "thinking bot (4 s)"
    assert bot_words("search:seconds=5,iterations=3", "en") == "thinking bot (seconds=5,iterations=3)"
    assert bot_words("search:iterations=10", "de") != bot_words("search:iterations=1000", "de")
    assert bot_words("greedy", "en") == "quick bot"
    assert bot_words("human", "en") == "person"
    assert bot_words("my.module:Bot", "en") == "my.module:Bot"
    assert bot_words("x" * 200, "en") == "x" * 77 + "..."


def test_words_that_the_scripts_use(tables: Tables) -> None:
    """Every word that the page's scripts look up exists."""
    folder = Path(_pictures.__file__).parent / "static"
    asked = set()
    for script in folder.glob("*.js"):
        asked |= set(re.findall(r'\bword\(\s*"([a-z_0-9.]+)"', script.read_text("utf-8")))
    assert len(asked) > 20
    assert {name for name in asked if f"table.{name}" not in LANGUAGES["en"]} == set()


def test_the_colours_of_the_page() -> None:
    """The page uses the colours of the pictures, in the chosen theme or else in the theme that the device prefers."""
    css = themes_css()
    themes: tuple[Any, ...] = tuple(THEMES)
    for theme in themes:
        (rule,) = re.findall(rf':root\[data-theme="{theme}"\] {{(.*?)}}', css)
        for name, colour in properties_of(theme).items():
            assert f"{name}: {colour}" in rule
    assert css.count("{") == css.count("}")
    for query, theme in (("color-scheme: dark", "dark"), ("contrast: more", "contrast")):
        (rule,) = re.findall(rf"@media \(prefers-{query}\) {{ :root:not\(\[data-theme\]\) {{(.*?)}}\s+}}", css)
        assert rule == re.findall(rf':root\[data-theme="{theme}"\] {{(.*?)}}', css)[0]
    # A device that prefers dark colours and more contrast gets the contrast theme, because that rule comes last.
    assert css.startswith(":root:not([data-theme]) {")
    assert css.index("prefers-color-scheme: dark") < css.index("prefers-contrast: more")


def test_native_controls_fit_the_theme() -> None:
    """Only the dark theme makes native scroll bars and menus dark: dark fields on a light page are illegible."""
    schemes = dict(re.findall(r':root\[data-theme="(\w+)"\] { color-scheme: (\w+);', themes_css()))
    assert schemes == {"light": "light", "dark": "dark", "contrast": "light"}
    assert re.match(r":root:not\(\[data-theme\]\) { color-scheme: light;", themes_css())
