"""Parts of progress displays: ``_internal/progress_lines.py``. ``tests/arena/test_progress_bar.py`` tests notebooks."""

import io
import sys

import pytest

from magnum_sal._internal.progress_lines import RewrittenLine, WinTally


def test_a_line_covers_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each version has the same width, and only the last one ends the line."""
    output = io.StringIO()
    monkeypatch.setattr(output, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", output)
    monkeypatch.setenv("COLUMNS", "11")
    line = RewrittenLine()
    line.write("a long version")
    line.write("a short", is_last=True)
    assert output.getvalue() == "\ra long ver\ra short   \n"


def test_a_line_ends_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a line that has been begun is ended."""
    output = io.StringIO()
    monkeypatch.setattr(output, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", output)
    monkeypatch.setenv("COLUMNS", "5")
    line = RewrittenLine()
    line.end()
    line.write("text")
    line.end()
    line.end()
    assert output.getvalue() == "\rtext\n"


def test_a_log_file_has_no_lines_that_are_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    """Outputs that cannot replace a line stay empty."""
    RewrittenLine().write("a version", is_last=True)
    assert capsys.readouterr() == ("", "")


def test_a_tally_of_wins() -> None:
    """The wins of each bot are added, and a shared victory counts in parts."""
    tally = WinTally()
    assert str(tally) == ""
    tally.add((1.0, 0.0))
    tally.add((0.5, 0.5))
    assert str(tally) == "1.5 : 0.5"
