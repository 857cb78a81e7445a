"""Names that look like markup stay names in everything that produces SVG, terminal text or JSON."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.amounts import scale, select, select_pairs
from tests.cli.terminal.screen import session, typed
from tests.guard.hostile import NAMES, REFUSED, check_picture, harmless, html_skeleton, played, strings
from textual.widgets import RichLog

import magnum_sal as ms
from magnum_sal import bots, cli, protocol, render, words
from magnum_sal.bots import HUMAN
from magnum_sal.cli.terminal._application import Application
from magnum_sal.render.line_graph import Mark, line_graph
from magnum_sal.web._drawing import graph

LAYOUTS = get_args(render.LayoutName)
LOOKS = list(product(get_args(render.Form), (False, True)))
"""The forms of a table as text, without and with colours."""
COLOURS = re.compile("\x1b\\[[0-9;]*m")

Draw = Callable[[ms.Game], str]


@cache
def game_of(name: str) -> ms.Game:
    """Return the game that is drawn."""
    return played(name)


@cache
def ended(name: str) -> ms.Game:
    """Return a game that is over, with ranked seats."""
    game = played(name, 8)
    game.end("supper")
    return game


@cache
def reviewed(name: str) -> bots.Review:
    """Return a review of a short game."""
    return bots.review(played(name, scale(4, 2)), iterations=1)


def _at_work(layout: Any) -> Draw:
    return lambda game: render.svg(game.state, layout=layout, last=list(game.steps())[-3:])


PICTURES: dict[str, Draw] = {
    **{f"svg {layout}": _at_work(layout) for layout in LAYOUTS},
    "svg wide, a move shown": lambda game: render.svg(
        game.state, highlight=ms.legal_moves(game.state)[0], targets_of="stock", language="de"
    ),
    "svg wide, ended": lambda game: render.svg(ended(game.state.players[0].name).state),
    "svg tall, ended": lambda game: render.svg(ended(game.state.players[0].name).state, layout="tall", language="pl"),
    "svg tall, by the protocol": lambda game: str(served(game, type="svg", layout="tall", last=2)["svg"]),
    "graph": lambda game: graph(game.at(0), list(game.steps()), "en"),
    "review graph": lambda game: bots.review_graph(reviewed(game.state.players[0].name)),
    "line graph": lambda game: line_graph([Mark(1, 0)], [], "", game.state.players[0].name, "en"),
    "GameState._repr_svg_": lambda game: game.state._repr_svg_(),
    "Step._repr_svg_": lambda game: list(game.steps())[-1]._repr_svg_(),
    "Game._repr_svg_": lambda game: game._repr_svg_(),
    "Svg._repr_svg_": lambda game: render.svg(game.state)._repr_svg_(),
}
"""Everything that draws a game."""


def served(game: ms.Game, **request: Any) -> Any:
    """Return the response of a protocol server about a game."""
    server, _ = protocol.answer(protocol.Server(), {"type": "hello", "id": 0, "protocol": protocol.PROTOCOL})
    server, loaded = protocol.answer(
        server, {"type": "load", "id": 1, "lines": [line.rstrip() for line in game.log.lines()]}
    )
    _, said = protocol.answer(server, {"id": 2, "session": loaded["session"], **request})
    assert said["type"] != "error", said
    return said


@pytest.mark.long
@pytest.mark.parametrize(("name", "producer"), select_pairs(NAMES, [*PICTURES]), ids=ascii)
def test_a_picture_is_the_same_except_for_the_name(name: str, producer: str) -> None:
    """A picture has the same elements and attributes as with a harmless name of the same width, in XML and in HTML."""
    draw = PICTURES[producer]
    check_picture(draw(game_of(name)), draw(game_of(harmless(name))), name, is_told="svg mine" not in producer)


def commands(tmp_path: Path, log: Path) -> dict[str, list[str]]:
    """Return commands that write a picture."""
    return {
        "show": ["show", str(log), "--svg", str(tmp_path / "show.svg")],
        "review": ["review", str(log), "--iterations", "1", "--svg", str(tmp_path / "review.svg")],
    }


@pytest.mark.long
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_pictures_and_text_of_the_command_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``show`` and ``review`` write the pictures, and everything that they print is fit for a terminal."""
    drawn: dict[tuple[str, str], str] = {}
    for player in (name, harmless(name)):
        log = tmp_path / f"{len(drawn)}.jsonl"
        played(player, scale(4, 2)).log.save(log)
        folder = tmp_path / str(len(drawn))
        folder.mkdir()
        for command, arguments in commands(folder, log).items():
            assert cli.main(arguments) == 0
            drawn[player, command] = (folder / f"{command}.svg").read_text("utf-8")
    for command in ("show", "review"):
        check_picture(drawn[name, command], drawn[harmless(name), command], name)
    capsys.readouterr()
    log = tmp_path / "0.jsonl"
    for arguments in (["show"], ["show", "--short"], ["show", "--last", "3"], ["replay"], ["replay", "--report"]):
        assert cli.main([arguments[0], str(log), *arguments[1:]]) == 0
        check_text(capsys.readouterr().out, name)


def check_text(text: str, name: str, *, is_coloured: bool = False) -> None:
    """Check that lines are fit for a terminal, and show *name* or, if space is short, its beginning."""
    bare = COLOURS.sub("", text) if is_coloured else text
    assert all(line.isprintable() for line in bare.split("\n"))
    assert squeezed(name)[:3] in squeezed(bare)


def squeezed(text: str) -> str:
    """Return a text without spaces and line ends, at which it may be broken."""
    return "".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "look"), select_pairs(NAMES, LOOKS), ids=ascii)
def test_the_table_as_text(name: str, look: tuple[render.Form, bool]) -> None:
    """Both forms of the table are printable, and contain no escapes except those of the library's own colours."""
    game, (form, is_coloured) = game_of(name), look
    for state in (game.state, ended(name).state):
        for language in words.LANGUAGES:
            told = render.text(state, form=form, color=is_coloured, language=language, last=None)
            check_text(told, name, is_coloured=is_coloured)


@pytest.mark.long
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_sentences(name: str) -> None:
    """Steps, endings and reviews name a player by the exact name, including its braces."""
    found = [
        *(sentence for step in game_of(name).steps() for sentence in words.step_in_words(step, "en")),
        *words.ending_in_words(ended(name).state, "en"),
        *bots.review_in_words(reviewed(name), "en"),
    ]
    usual = [
        *(sentence for step in game_of(harmless(name)).steps() for sentence in words.step_in_words(step, "en")),
        *words.ending_in_words(ended(harmless(name)).state, "en"),
        *bots.review_in_words(reviewed(harmless(name)), "en"),
    ]
    assert all(sentence.isprintable() for sentence in found)
    assert [line.lower() for line in found] == [
        line.lower().replace(harmless(name).lower(), name.lower()) for line in usual
    ]
    assert any(name in sentence for sentence in found)


@pytest.mark.long
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_the_terminal_application(name: str) -> None:
    """The application shows the exact name in board, head and log, even if Rich or Textual would interpret it."""

    def first_move(state: ms.GameState, moves: object) -> ms.Move:
        return ms.legal_moves(state)[0]

    app = Application(ms.Game.new([name, "Ben"], seed=3), players=(HUMAN, first_move), bot_pause=0)

    async def act(pilot: Any) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        log = "\n".join(line.text for line in app.screen.query_one("#log", RichLog).lines)
        check_text(log, name)
        assert squeezed(f"{name}: sends") in squeezed(log)
        screen = "\n".join(
            "".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()
        )
        check_text(screen, name)

    session(app, act, (150, 45))


@pytest.mark.slow
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_json(name: str) -> None:
    """States, events, logs and answers of the protocol survive a round trip, one line each."""
    game = game_of(name)
    for state in (game.state, game.state.public()):
        assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    for log in (game.log, game.log.public()):
        lines = list(log.lines())
        assert all(len(line.splitlines()) == 1 and line.removesuffix("\n").isprintable() for line in lines)
        assert name in strings([json.loads(line) for line in lines])
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == game.state
    for event in (event for step in game.steps() for event in step.events):
        assert ms.from_json(ms.Event, ms.to_json(event)) == event
    for request in (
        {"type": "position", "full": True},
        {"type": "position"},
        {"type": "step_in_words"},
        {"type": "text"},
        {"type": "log"},
        {"type": "effects", "move": ms.to_dict(ms.legal_moves(game.state)[0])},
    ):
        said = served(game, **request)
        assert json.loads(json.dumps(said)) == said
        if request["type"] not in ("effects", "log"):
            assert any(name in text for text in strings(said)), request


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_forbidden_names(name: str) -> None:
    """Forbidden names are refused at the entrance, so that writers need not handle them."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.Game.new([name, "Ben"], seed=3)
    assert str(caught.value).isprintable()


@pytest.mark.long
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_a_replay_is_the_same_page_except_for_the_name(name: str) -> None:
    """The page of a replay has the same elements as with a harmless name; ``test_replay_page`` checks its data."""
    pages = [html_skeleton(render.replay_html(list(game_of(shown).steps())[:1]))[0] for shown in (name, harmless(name))]
    assert pages[0] == pages[1]


# Every function that makes a picture or a text must be tried above.

NO_NAMES = {
    "choices_at": "returns moves",
    "choices_by_place": "returns moves",
    "defs": "returns drawings of pieces",
    "objection_at": "returns an objection",
    "place_of_answer": "returns a place",
    "properties_of": "returns colours",
    "symbols_of": "returns drawings of pieces",
}
"""Functions of ``magnum_sal.render`` that show no player, each with the reason."""


def test_all_functions_of_the_pictures_are_tried() -> None:
    """Each public function of ``magnum_sal.render`` is tried above, or shows no player."""
    functions = {name for name in render.__all__ if inspect.isfunction(getattr(render, name))}
    assert functions == {"svg", "text", "replay_html", *NO_NAMES}
    assert {re.match(r"svg (\w+)", name)[1] for name in PICTURES if name.startswith("svg ")} == {*LAYOUTS}  # type: ignore[index]  # each matches


HOME = Path(ms.__file__).parent


def methods_and_users() -> tuple[set[str], set[str]]:
    """Return the methods by which notebooks show a value, and the modules that call functions that write SVG."""
    methods, users = set(), set()
    for path in HOME.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                methods |= {
                    f"{node.name}.{part.name}"
                    for part in node.body
                    if isinstance(part, ast.FunctionDef) and re.fullmatch("_repr_(?!pretty)[a-z]+_", part.name)
                }
            elif isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in ("svg", "line_graph", "graph", "review_graph"):
                    users.add(path.relative_to(HOME).as_posix())
    return methods, users


@pytest.mark.long
def test_all_drawing_code_is_tried() -> None:
    """The producers include all methods for notebooks, and tests cover each module that requests a picture."""
    methods, users = methods_and_users()
    assert methods == {name for name in PICTURES if "_repr_" in name}
    assert users == {
        "render/reprs.py",  # the methods for notebooks
        "bots/game_review.py",
        "envs/_rendering.py",  # only passes on the picture of ``render.svg``
        "cli/_show.py", "cli/_review.py",
        "protocol/_asking.py",
        "testing/_promises.py",  # draws to check that drawing works, and keeps nothing
        "render/replay_views.py",  # tried as a page above; ``test_replay_page.py``
        "web/_drawing.py", "web/_news.py",  # ``test_hostile_tables.py``
        "web/_home_picture.py",  # its players are in the module
    }  # fmt: skip


def test_counts() -> None:
    """The numbers of names and producers do not shrink by accident."""
    assert len(NAMES) >= 20
    assert len(PICTURES) >= 16
