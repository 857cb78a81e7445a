"""Games that came with a report: each log in `reported/` is found and replayed (see the README there)."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal import render, words
from magnum_sal.testing import check_invariants

FOLDER = Path(__file__).parent / "reported"


@pytest.fixture(scope="module", params=sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def game(request: pytest.FixtureRequest) -> ms.Game:
    """Return the game that a log records; reading it verifies it."""
    path: Path = request.param
    return ms.Game.from_log(path.read_bytes())  # not as a file, which would be held as long as the game


def steps(game: ms.Game) -> Iterator[tuple[ms.GameState, ms.Move, ms.Transition]]:
    """Yield the state before each move that stands, the move, and what came of it."""
    before = game.at(0)
    for step in game.steps():
        yield before, step.move, step.transition
        before = step.after


def test_what_holds_in_every_position(game: ms.Game) -> None:
    """No piece is missing, and what was played was listed, for everybody at the table."""
    for before, move, transition in steps(game):
        listed = ms.legal_moves(before)
        assert move in listed
        assert ms.legal_moves(before.public()) == listed
        assert ms.parse_move(before, ms.format_move(before, move)) == move
        check_invariants(transition.state)


def test_the_game_is_the_fold_of_its_events(game: ms.Game) -> None:
    """The events alone lead to the same state, and it goes through JSON as it is."""
    events = [event for _, _, transition in steps(game) for event in transition.events]
    state = ms.fold([game.log.started, *events])
    assert state == game.state
    assert ms.from_json(ms.GameState, ms.to_json(state), ruleset=state.ruleset) == state


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_game_can_be_shown(game: ms.Game, language: str) -> None:
    """Its last position as pictures, its moves and events in words."""
    assert render.svg(game.state, language=language)
    assert render.text(game.state, language=language)
    for before, move, transition in steps(game):
        assert words.move_in_words(before, move, language)
        assert all(words.step_in_words(ms.Step(before, move, transition.state, transition.events), language))


def test_a_game_is_recorded_anew(tmp_path: Path) -> None:
    """For a log of wrong rules: the same moves, by today's, and other names where they are given."""
    old, new = FOLDER / "broken_off.jsonl", tmp_path / "anew.jsonl"
    program = FOLDER.parent / "record_anew.py"
    subprocess.run([sys.executable, str(program), str(old), str(new), "A", "B", "C"], check=True)
    again = ms.Game.from_log(new.read_bytes())
    assert again.moves == ms.Game.from_log(old.read_bytes()).moves
    assert [player.name for player in again.state.players] == ["A", "B", "C"]


def test_every_log_has_its_line() -> None:
    """The README says what was wrong in each."""
    page = (FOLDER / "README.md").read_text("utf-8")
    assert [path.name for path in FOLDER.glob("*.jsonl") if f"| `{path.name}` |" not in page] == []
