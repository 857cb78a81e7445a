"""``magnum-sal show``: positions of a recorded game, and invalid logs."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import IO

import pytest

import magnum_sal as ms
from magnum_sal import cli, render
from magnum_sal._internal import whole_files
from magnum_sal.record.game import Game


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a few moves."""
    path = tmp_path / "game.log"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    for _ in range(6):
        game.play(ms.legal_moves(game.state)[0])
    return path


def test_the_last_position_is_printed(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without options, the current position is printed."""
    assert cli.main(["show", str(log)]) == 0
    assert capsys.readouterr().out == render.text(Game.from_log(log).state) + "\n"


def test_an_earlier_position_is_drawn(log: Path, tmp_path: Path) -> None:
    """--at, --theme, --layout, --size, --lang, --seat, --no-legend and --next are passed to the picture."""
    target = tmp_path / "table.svg"
    options = ["--at", "2", "--svg", str(target), "--theme", "contrast", "--lang", "de", "--next"]
    options += ["--layout", "tall", "--size", "600", "--seat", "Ben", "--no-legend"]
    assert cli.main(["show", str(log), *options]) == 0
    game = Game.from_log(log)
    expected = render.svg(
        game.at(2),
        layout="tall",
        size=600,
        theme="contrast",
        language="de",
        highlight=game.moves[2],
        seat=1,
        legend=False,
    )
    assert target.read_text(encoding="utf-8") == expected


@pytest.mark.slow
def test_a_picture_without_options_is_that_of_the_library(log: Path, tmp_path: Path) -> None:
    """Without options the picture has a legend, as with ``--legend``."""
    for number, options in enumerate(([], ["--legend"])):
        target = tmp_path / f"{number}.svg"
        assert cli.main(["show", str(log), "--svg", str(target), *options]) == 0
        assert target.read_text(encoding="utf-8") == render.svg(Game.from_log(log).state)


def test_the_short_form_and_the_legend(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--short, --legend and --last are passed to the text."""
    game = Game.from_log(log)
    steps = list(game.steps())
    assert cli.main(["show", str(log), "--short", "--legend", "--last", "2", "--lang", "pl"]) == 0
    expected = render.text(game.state, form="short", legend=True, last=steps[-2:], language="pl")
    assert capsys.readouterr().out == expected + "\n"
    assert cli.main(["show", str(log), "--at", "3", "--last", "99"]) == 0
    assert capsys.readouterr().out == render.text(game.at(3), last=steps[:3]) + "\n"


def test_pieces_turned_up_belong_to_the_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    On a real table, the last step includes the pieces turned up after the move.

    Before the first move there is no step.
    """
    path = tmp_path / "table.log"
    with Game.open_table(["Ada", "Ben"], log=str(path)) as game:
        assert cli.main(["show", str(path), "--last", "1"]) == 0
        assert capsys.readouterr().out == render.text(game.state) + "\n"
        while game.state.pending is not None:
            game.reveal(ms.outcomes(game.state)[0][0])
        for written in (">S1", ">S2", ">1L1"):
            game.play(ms.parse_move(game.state, written))
        game.reveal(ms.outcomes(game.state)[0][0])
        assert cli.main(["show", str(path), "--last", "1"]) == 0
        told = capsys.readouterr().out
    assert told == render.text(game.state, last=game.last_step) + "\n"
    assert "1L1 is revealed: " in told


@pytest.mark.slow
def test_the_last_moves_are_marked_in_the_picture(log: Path, tmp_path: Path) -> None:
    """--last marks moves in the picture. Before the first move the picture has an empty list of moves."""
    target, game = tmp_path / "table.svg", Game.from_log(log)
    steps = list(game.steps())
    for at, last, shown in ((6, 1, steps[-1:]), (6, 3, steps[-3:]), (1, 3, steps[:1]), (0, 1, []), (6, 0, None)):
        options = ["--at", str(at), "--last", str(last), "--svg", str(target), "--force"]
        assert cli.main(["show", str(log), *options]) == 0
        assert target.read_text(encoding="utf-8") == render.svg(game.at(at), last=shown)


def test_all_moves_may_be_last_ones(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """More last moves than the game has are as many as it has."""
    assert cli.main(["show", str(log), "--last", "99999999999999999999"]) == 0
    text = capsys.readouterr().out
    assert cli.main(["show", str(log), "--last", str(ms.Game.from_log(log).step_count)]) == 0
    assert capsys.readouterr().out == text


def test_invalid_options(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options of the text for a picture, negative numbers, unknown players and invalid sizes are refused."""
    picture = ["--svg", str(tmp_path / "table.svg")]
    for options, told in (
        (["--short", *picture], "--short applies to text, but --svg writes a picture; leave out one of them"),
        (["--last", "-1"], "--last -1: expected 0 or more moves"),
        (["--seat", "Eve", *picture], "no player is called 'Eve'; the players are Ada, Ben"),
        (["--size", "0", *picture], "size: expected a whole number from 1 to 100000, got 0"),
    ):
        assert cli.main(["show", str(log), *options]) == 1
        assert told in capsys.readouterr().err


def test_colours_can_be_forced(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--color always adds colours to piped output, which has none by default."""
    cli.main(["show", str(log), "--color", "always"])
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\xff\xfe\x00", b'{"type":"header"}\n', b"[" * 10_000 + b"\n"], ids=str
)
def test_an_invalid_file_leads_to_a_message(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid log leads to one line on the error stream, without a traceback."""
    path = tmp_path / "foreign.log"
    path.write_bytes(content)
    assert cli.main(["show", str(path)]) == 1
    assert capsys.readouterr().err.startswith("magnum-sal: ")


def test_a_damaged_log_leads_to_a_message(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The checksum reveals a changed byte."""
    log.write_bytes(log.read_bytes().replace(b'"Ada"', b'"Eva"'))
    assert cli.main(["show", str(log)]) == 1
    assert "checksum" in capsys.readouterr().err


def test_a_missing_log_and_a_wrong_position_lead_to_messages(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The errors name the file and the number."""
    assert cli.main(["show", str(log.with_name("none.log"))]) == 1
    assert "none.log" in capsys.readouterr().err
    assert cli.main(["show", str(log), "--at", "99"]) == 1
    assert "99" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_leads_to_a_message(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error says that the file cannot be written."""
    assert cli.main(["show", str(log), "--svg", str(log.parent / "no" / "table.svg")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_an_existing_file_is_not_overwritten(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--force`` replaces an existing file, but never the log, whatever path leads to it."""
    target = tmp_path / "table.svg"
    target.write_text("mine")
    assert cli.main(["show", str(log), "--svg", str(target)]) == 1
    assert target.read_text() == "mine"
    assert "already exists; use --force to overwrite it" in capsys.readouterr().err
    assert cli.main(["show", str(log), "--svg", str(target), "--force"]) == 0
    assert target.read_text().startswith("<svg")
    recorded = log.read_bytes()
    (tmp_path / "link").symlink_to(log)
    for name in (log, tmp_path / "link", tmp_path / ".." / tmp_path.name / log.name):
        assert cli.main(["show", str(log), "--svg", str(name), "--force"]) == 1
        assert "which is the same file" in capsys.readouterr().err
    assert log.read_bytes() == recorded


def test_a_failed_picture_leaves_the_old_one(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the disk is full, the file that --force would replace is unchanged, and no other file is left."""
    target = tmp_path / "pictures" / "table.svg"
    target.parent.mkdir()
    target.write_text("mine")

    def fill(file: IO[bytes], content: bytes) -> None:
        file.write(content[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_files, "write_all", fill)
    assert cli.main(["show", str(log), "--svg", str(target), "--force"]) == 1
    assert capsys.readouterr().err.endswith("table.svg: No space left on device\n")
    assert [path.name for path in target.parent.iterdir()] == ["table.svg"]
    assert target.read_text() == "mine"


def test_the_agreed_end_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last position of a game that was ended early says so, and earlier positions do not."""
    path, picture = str(tmp_path / "bus.jsonl"), tmp_path / "bus.svg"
    with ms.Game.new(["Ada", "Ben"], seed=7, log=path) as game:
        game.play("inn")
        game.end("the last bus leaves")
    for arguments in (["show", path], ["show", path, "--short", "--at", "1"]):
        assert cli.main(arguments) == 0
        assert capsys.readouterr().out.splitlines()[1] == "Ended early: the last bus leaves"
    assert cli.main(["show", path, "--at", "0"]) == 0
    assert "Ended early" not in capsys.readouterr().out
    for at, is_ended in (("0", False), ("1", True)):
        assert cli.main(["show", path, "--at", at, "--svg", str(picture), "--force"]) == 0
        assert ("Ended early: the last bus leaves" in picture.read_text()) is is_ended


def test_a_state_as_json(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON is that of the library, for the whole or the public state after any move."""
    game = Game.from_log(log)
    for options, state in (([], game.state), (["--at", "2", "--public"], game.at(2).public())):
        assert cli.main(["show", str(log), "--json", *options]) == 0
        assert capsys.readouterr().out == ms.to_json(state) + "\n"
    for wrong in (["--public"], ["--json", "--short"], ["--json", "--last", "1"], ["--json", "--legend"]):
        assert cli.main(["show", str(log), *wrong]) == 1
        assert "--json" in capsys.readouterr().err
