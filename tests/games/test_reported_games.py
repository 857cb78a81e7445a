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
    """Return the game of a log. Reading it verifies each line."""
    path: Path = request.param
    return ms.Game.from_log(path.read_bytes())  # A game that is read from a file would hold that file.


def steps(game: ms.Game) -> Iterator[tuple[ms.GameState, ms.Move, ms.Transition]]:
    """Yield each move that stands, with the state before it and its transition."""
    before = game.at(0)
    for step in game.steps():
        yield before, step.move, step.transition
        before = step.after


@pytest.mark.slow
def test_every_position_is_consistent(game: ms.Game) -> None:
    """The invariants hold, the played move is legal in full and public states, and its text can be parsed."""
    for before, move, transition in steps(game):
        listed = ms.legal_moves(before)
        assert move in listed
        assert ms.legal_moves(before.public()) == listed
        assert ms.parse_move(before, ms.format_move(before, move)) == move
        check_invariants(transition.state)


def test_the_game_is_the_fold_of_its_events(game: ms.Game) -> None:
    """Folding only the events yields the same state, which can be written and read as JSON."""
    events = [event for _, _, transition in steps(game) for event in transition.events]
    state = ms.fold([game.log.started, *events])
    assert state == game.state
    assert ms.from_json(ms.GameState, ms.to_json(state), ruleset=state.ruleset) == state


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_game_can_be_shown(game: ms.Game, language: str) -> None:
    """The last position can be drawn, and all moves and events described, in each language."""
    assert render.svg(game.state, language=language)
    assert render.text(game.state, language=language)
    for before, move, transition in steps(game):
        assert words.move_in_words(before, move, language)
        assert all(words.step_in_words(ms.Step(before, move, transition.state, transition.events), language))


@pytest.mark.long
def test_a_game_is_recorded_again(tmp_path: Path) -> None:
    """A log of wrong rules can be recorded again with the same moves, and with other names."""
    old, new = FOLDER / "broken_off.jsonl", tmp_path / "anew.jsonl"
    program = FOLDER.parent / "record_anew.py"
    subprocess.run([sys.executable, str(program), str(old), str(new), "A", "B", "C"], check=True)
    again = ms.Game.from_log(new.read_bytes())
    assert again.moves == ms.Game.from_log(old.read_bytes()).moves
    assert [player.name for player in again.state.players] == ["A", "B", "C"]


def test_every_log_is_listed() -> None:
    """The README says what was wrong in each log."""
    page = (FOLDER / "README.md").read_text("utf-8")
    assert [path.name for path in FOLDER.glob("*.jsonl") if f"| `{path.name}` |" not in page] == []
