"""``magnum-sal table`` with lines from a pipe or a file, where nobody can react to a refusal."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

import pytest
from tests.cli.test_table_corrections import TYPED

import magnum_sal as ms
from magnum_sal.cli import main
from magnum_sal.words import label


def read_file(
    content: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str, str]:
    """Return the exit status, the output and the errors if the input is a file."""
    monkeypatch.setattr("sys.stdin", io.StringIO(content))
    status = main(["table", *arguments])
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "line 3 was refused, so the lines after it were not read"),
        ("de", "Zeile 3 wurde abgelehnt"),
        ("pl", "wiersz 3 odrzucono"),
    ],
)
@pytest.mark.parametrize("line", ["nonsense", "correct 9 BB=9", "save", "stop"])
def test_a_refused_line_of_a_file_ends_the_input(
    line: str, language: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Otherwise the next line would take its place. The steps before it are recorded."""
    log = tmp_path / "table.jsonl"
    players = (str(log), "--seat", "Ada", "--seat", "Ben", "--lang", language)
    status, shown, error = read_file(f"BB=9\n?\n{line}\nBG=11\n", monkeypatch, capsys, *players)
    assert (status, error.count("\n")) == (1, 1)
    assert error.startswith(f"magnum-sal: {told}")
    assert "BG=11\n" not in shown.rpartition("(")[2]
    assert shown.endswith("\n")
    assert [step for step, _ in ms.Game.from_log(log).history()] == [ms.Reveal(ms.RoyalOrder.parse("BB=9"))]


def test_a_file_drops_no_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can confirm a correction that drops later steps, so the line is refused."""
    log = tmp_path / "table.jsonl"
    content = "\n".join([*TYPED, "correct 10 BB/0", "correct 10 BB/0", "square\n"])
    status, _, error = read_file(content, monkeypatch, capsys, str(log), "--seat", "Ada", "--seat", "Ben")
    assert status == 1
    assert error.startswith("magnum-sal: line 13 was refused, so the lines after it were not read: this correction")
    assert label("ui.table_confirm") not in error
    assert ms.Game.from_log(log).step_count == 12


def test_a_file_takes_back_several_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``undo`` with a number needs no confirmation, because it loses exactly the steps that it names."""
    log = tmp_path / "table.jsonl"
    content = "\n".join([*TYPED, "undo 9", "BG/1\n"])
    status, _, _ = read_file(content, monkeypatch, capsys, str(log), "--seat", "Ada", "--seat", "Ben")
    assert (status, ms.Game.from_log(log).step_count) == (0, 10)


def test_a_byte_order_mark_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The mark at the beginning of a file is not part of the first order, whatever encoding the input has."""
    content = codecs.BOM_UTF8 + b"BB=9\nBG=11\n"
    for encoding in ("utf-8", "cp1250"):
        log = tmp_path / f"{encoding}.jsonl"
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding))
        assert main(["table", str(log), "--seat", "Ada", "--seat", "Ben"]) == 0
        assert ms.Game.from_log(log).step_count == 2
    capsys.readouterr()
