"""``magnum-sal show``: positions of a recorded game, and logs that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal import cli, render
from magnum_sal.game import Game


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a few moves."""
    path = tmp_path / "game.log"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    for _ in range(6):
        game.play(ms.legal_moves(game.state)[0])
    return path


def test_the_last_position_is_printed(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without options the game is shown as it stands."""
    assert cli.main(["show", str(log)]) == 0
    assert capsys.readouterr().out == render.text(Game.from_log(log).state) + "\n"


def test_an_earlier_position_is_drawn(log: Path, tmp_path: Path) -> None:
    """--at, --svg, --theme, --lang and --next are those of the picture."""
    target = tmp_path / "table.svg"
    options = ["--at", "2", "--svg", str(target), "--theme", "dark", "--lang", "de", "--width", "600", "--next"]
    assert cli.main(["show", str(log), *options]) == 0
    game = Game.from_log(log)
    expected = render.svg(game.at(2), width=600, theme="dark", highlight=game.moves[2], language="de")
    assert target.read_text(encoding="utf-8") == expected


def test_colours_can_be_asked_for(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe gets none by itself."""
    cli.main(["show", str(log), "--color", "always"])
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\xff\xfe\x00", b'{"type":"header"}\n', b"[" * 10_000 + b"\n"], ids=str
)
def test_a_foreign_file_gives_a_message(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no log ends with one line on the error stream, and no traceback."""
    path = tmp_path / "foreign.log"
    path.write_bytes(content)
    assert cli.main(["show", str(path)]) == 1
    assert capsys.readouterr().err.startswith("magnum-sal: ")


def test_a_broken_log_gives_a_message(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed byte is found by the checksum."""
    log.write_bytes(log.read_bytes().replace(b'"Ada"', b'"Eva"'))
    assert cli.main(["show", str(log)]) == 1
    assert "checksum" in capsys.readouterr().err


def test_a_missing_log_and_a_position_too_far_give_messages(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither is a traceback."""
    assert cli.main(["show", str(log.with_name("none.log"))]) == 1
    assert "none.log" in capsys.readouterr().err
    assert cli.main(["show", str(log), "--at", "99"]) == 1
    assert "99" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_gives_a_message(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the file."""
    assert cli.main(["show", str(log), "--svg", str(log.parent / "no" / "table.svg")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_a_file_that_is_there_is_not_written_over_unasked(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--force`` lets the picture take its place, save that of the log itself, whatever that is called by."""
    target = tmp_path / "table.svg"
    target.write_text("mine")
    assert cli.main(["show", str(log), "--svg", str(target)]) == 1
    assert target.read_text() == "mine"
    assert "is there already; say --force to write over it" in capsys.readouterr().err
    assert cli.main(["show", str(log), "--svg", str(target), "--force"]) == 0
    assert target.read_text().startswith("<svg")
    recorded = log.read_bytes()
    (tmp_path / "link").symlink_to(log)
    for name in (log, tmp_path / "link", tmp_path / ".." / tmp_path.name / log.name):
        assert cli.main(["show", str(log), "--svg", str(name), "--force"]) == 1
        assert "which is the same file" in capsys.readouterr().err
    assert log.read_bytes() == recorded
