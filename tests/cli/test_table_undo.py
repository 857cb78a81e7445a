"""``undo`` in ``magnum-sal table``: take back one step or several, and name them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_table import run
from tests.cli.test_table_corrections import TYPED, read_game

from magnum_sal.words import label


@pytest.mark.parametrize(
    ("language", "loss"),
    [
        ("en", "this would take back 3 steps, from step 10 on"),
        ("de", "das würde 3 Schritte zurücknehmen, ab Schritt 10"),
        ("pl", "to cofnęłoby 3 kroki, począwszy od kroku 10"),
    ],
)
def test_several_steps_are_taken_back(
    language: str, loss: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``undo`` with a number keeps this step, and needs the same line again. It lists the steps that it takes back."""
    log, seats = tmp_path / "table.jsonl", ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    _, shown = run(monkeypatch, capsys, [*TYPED, "undo 9", "no", "q"], str(log), *seats)
    assert f"{loss}\n{label('ui.table_confirm', language)}\n" in shown
    assert read_game(log).step_count == 12
    _, shown = run(monkeypatch, capsys, ["undo 9", "undo 9", "q"], str(log), "--lang", language)
    head, *removed, last, kept = shown.partition(f"{label('ui.undo_removed', language)}\n")[2].splitlines()[:5]
    assert [line[:5] for line in (head, *removed)] == ["  10 ", "  11 ", "  12 "]
    assert (last, kept.split()[:3]) == (label("ui.table_last_step", language), ["9", "Ada:", ">1L1"])
    assert read_game(log).step_count == 9


def test_one_step_is_taken_back_at_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The last step can be entered again quickly. If no step remains, none is named."""
    seats = ("--seat", "Ada", "--seat", "Ben")
    _, shown = run(monkeypatch, capsys, ["BB=9", "BG=11", "undo 1", "undo", "undo"], *seats)
    assert shown.count("taken back:") == 2
    assert shown.count("the last recorded step:\n   1 New order in space 1 of the castle: BB=9\n") == 1
    assert "there is no move to undo" in shown


@pytest.mark.parametrize("line", ["undo 12", "undo 99", "undo -1", "undo it"])
def test_a_number_that_is_no_earlier_step(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any other number or text changes nothing, and the program explains the command."""
    _, shown = run(monkeypatch, capsys, [*TYPED, line, "correct"], "--seat", "Ada", "--seat", "Ben")
    assert "for example: undo 10\n" in shown
    assert "\n  12 Ben: inn " in shown
