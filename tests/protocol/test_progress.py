"""Hints, the standing and the history of a game: what a server and a table say in the same words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lamp import LAMP_GAME
from tests.protocol.clients import Client

import magnum_sal as ms
from magnum_sal import bots
from magnum_sal.protocol import Advice, Server
from magnum_sal.testing import position
from magnum_sal.words import early_end_in_words, ending_in_words, standing_in_words, step_in_words

TO_S1 = {"type": "place_miner", "source": "stock", "target": "S1"}
INN = {"type": "visit_inn"}


def plain(value: Any) -> Any:
    """Return a value as JSON decodes it."""
    return json.loads(ms.to_json(value))


class Adviser:
    """An adviser that recommends nothing, and remembers what it was asked."""

    def __init__(self) -> None:
        self.states: list[ms.GameState] = []
        self.options: list[dict[str, Any]] = []

    def __call__(self, state: ms.GameState, **options: Any) -> tuple[Advice, ...]:
        self.states.append(state)
        self.options.append(options)
        return ()


@pytest.mark.slow
@pytest.mark.parametrize("is_session", [True, False], ids=["session", "state"])
def test_a_hint_is_an_analysis(is_session: bool) -> None:
    """A hint has the moves of the library's analysis, best first, in words and with reasons."""
    client = Client(Server(advise=bots.advise, is_greeted=True))
    state = ms.new_game(["Ada", "Ben"], seed=7)
    at = {"session": client.begun()} if is_session else {"state": plain(state)}
    said = client.ask("hint", **at, iterations=30, lines=2, seed=5, language="de")
    analysis = bots.analyse(state.public(), iterations=30, lines=2, seed=5)
    assert [ms.from_dict(ms.Move, one["move"]) for one in said["advice"]] == [line.move for line in analysis.lines]
    assert [one["chance"] for one in said["advice"]] == [round(100 * line.chance) for line in analysis.lines]
    for one, line, words in zip(said["advice"], analysis.lines, said["words"], strict=True):
        assert tuple(one["told"]) == bots.line_in_words(analysis.state, line, "de")
        assert words == " ".join([f"{one['words']}.", *one["told"]])


def test_a_hint_knows_what_its_reader_knows() -> None:
    """PUBLIC-1: the adviser sees the public position, or the view of the viewer, but never a face-down piece."""
    adviser = Adviser()
    client = Client(Server(advise=adviser, ruleset=LAMP_GAME, is_greeted=True))
    before = position("A: lamp | S1: A", ruleset=LAMP_GAME)
    session = client.ask("load", state=plain(before))["session"]
    client.ask("apply", session=session, move={"type": "use_lamp", "chamber": "1L1"})
    state = client.server.session(session).state
    assert not state.is_public
    client.ask("hint", session=session)
    client.ask("hint", state=plain(state))
    client.ask("hint", session=session, viewer=0)
    assert adviser.states == [state.public(), state.public(), state.seen_by(0)]
    assert state.public() != state.seen_by(0)
    assert adviser.options[0] == {"iterations": 60, "lines": 3, "seed": 0, "language": "en"}


def test_when_there_is_no_hint() -> None:
    """A server without an adviser gives no hints. No hint is possible if nobody can move, or in a strange language."""
    client = Client(Server(advise=bots.advise, is_greeted=True))
    alone = Client()
    assert alone.refused("hint", session=alone.begun()) == ("misuse", "this server gives no hints")
    session = client.begun()
    assert client.refused("hint", session=session, language="xx")[0] == "misuse"
    assert client.refused("hint", session=session, iterations=1001) == (
        "malformed",
        "iterations: expected 1 to 1000, got 1001",
    )
    assert client.refused("hint", session=session, lines=11) == ("malformed", "lines: expected 1 to 10, got 11")
    client.ask("end", session=session, reason="supper")
    assert client.refused("hint", session=session) == ("misuse", "the game was ended by agreement: supper")
    table = client.ask("open_table", players=["Ada", "Ben"])["session"]
    code, sentence = client.refused("hint", session=table)
    assert (code, "turned up" in sentence) == ("misuse", True)


@pytest.mark.long
def test_hints_cost_nothing_before_the_first_one() -> None:
    """The protocol does not import the bots, and a server with an adviser does not import the search."""
    code = """
import sys
import magnum_sal.protocol
print("magnum_sal.bots" in sys.modules)
from magnum_sal.bots import advise
magnum_sal.protocol.Server(advise=advise)
print("magnum_sal.bots._analysis" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\nFalse\n"


def test_the_standing_of_a_game() -> None:
    """The standing has the scores as a table, the sentence about the turn, and sentences about an early end."""
    client = Client()
    session = client.begun()
    state = ms.new_game(["Ada", "Ben"], seed=7)
    headings, *rows = standing_in_words(state, "pl")
    said = client.ask("standing", session=session, language="pl")
    assert (said["headings"], said["rows"]) == (list(headings), [list(row) for row in rows])
    assert (said["words"], said["turn_words"]) == ([], "Faza I/III, runda 1. Na ruchu: Ada, pozostałe akcje: 1")
    assert client.ask("standing", state=plain(state.public()), language="pl")["turn_words"] == said["turn_words"]
    client.ask("end", session=session, reason="supper")
    said = client.ask("standing", session=session)
    assert said["words"] == [early_end_in_words(state, "supper")] == ["Ended early: supper"]
    assert said["turn_words"] == "Phase I/III, round 1. Ended early: supper"
    assert client.refused("standing", session=session, language="xx")[0] == "misuse"


@pytest.mark.slow
def test_the_standing_after_the_end() -> None:
    """After the last phase, the standing says who has won."""
    client = Client(Server(advise=bots.advise, is_greeted=True))
    lines = (Path(__file__).parent.parent / "games" / "two_players.jsonl").read_text("utf-8").splitlines()
    session = client.ask("load", lines=lines)["session"]
    state = client.server.session(session).state
    for at in ({"session": session}, {"state": plain(state)}):
        said = client.ask("standing", **at)
        assert tuple(said["words"]) == ending_in_words(state)
        assert said["words"][0] in said["turn_words"]
        assert client.refused("hint", **at) == ("misuse", "the game is over, so there is no move to analyse")


def test_the_history_of_a_session() -> None:
    """The history has the seat, the move and the sentences of each move that was not undone, in pages."""
    client = Client()
    session = client.begun()
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for move in (TO_S1, INN, INN):
        client.ask("apply", session=session, move=move)
        game.play(ms.from_dict(ms.Move, move))
    client.ask("undo", session=session)
    game.undo()
    said = client.ask("history", session=session, language="de")
    assert (said["first"], said["total"]) == (0, 2)
    for number, (told, step) in enumerate(zip(said["steps"], game.steps(), strict=True), start=1):
        assert (told["step"], told["seat"], told["move"]) == (number, step.seat, plain(step.move))
        assert tuple(told["words"]) == step_in_words(step, "de")
        assert told["events"] == [plain(event) for event in step.events]
    page = client.ask("history", session=session, first=1, most=1, language="de")
    assert (page["first"], page["total"], page["steps"]) == (1, 2, said["steps"][1:])
    assert client.ask("history", session=session, first=5)["steps"] == []
    empty = client.ask("history", session=client.begun())
    assert (empty["steps"], empty["total"]) == ([], 0)
    assert client.refused("history", session=session, most=1001)[0] == "malformed"
    assert client.refused("history", session="elsewhere")[0] == "unknown_session"


def test_the_history_of_a_real_table() -> None:
    """The pieces that were turned up belong to the move before them, and an undo to its number keeps the move."""
    client = Client()
    session = client.ask("open_table", players=["Ada", "Ben"])["session"]
    while len(client.ask("history", session=session)["steps"]) < 3:
        state = client.ask("position", session=session)["state"]
        if state["pending"] is None:
            moves = client.ask("sensible_moves", session=session)["moves"]
            move = next((move for move in moves if move["type"] == "visit_workshop"), moves[0])
            client.ask("apply", session=session, move=move)
        else:
            client.ask("reveal", session=session, piece=client.ask("outcomes", session=session)["outcomes"][0]["piece"])
    steps = client.ask("history", session=session)["steps"]
    numbers = [told["step"] for told in steps]
    assert numbers == sorted(set(numbers))
    assert numbers[0] > 1  # The pieces of the opening were turned up first, and count.
    for told in reversed(steps[:-1]):
        client.ask("undo", session=session, to=told["step"])
        assert client.ask("history", session=session)["steps"][-1] == told
