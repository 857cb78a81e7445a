"""``magnum-sal demo`` on a terminal: pages of 24 lines that wait for Enter."""

from __future__ import annotations

import io
import re

import pytest
from tests.cheap_bots import make_finisher

from magnum_sal.cli import main
from magnum_sal.words import LANGUAGES, label

COMMAND = ["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4"]


class Keyboard(io.StringIO):
    """Lines that a person types at a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.fixture(autouse=True)
def _without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print in 80 columns without colours, with fast bots."""
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


def pages(
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *options: str,
    language: str = "en",
) -> list[str]:
    """Return the texts between the prompts. The last one follows the last command."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", Keyboard("".join(f"{line}\n" for line in typed)))
    assert main([*COMMAND, *options, "--lang", language]) == 0
    prompts = [re.escape(f"{label(name, language)} ") for name in ("demo.keys", "demo.result")]
    return re.split("|".join(prompts), capsys.readouterr().out)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_fits_a_terminal(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each page has at most 23 lines of 80 columns, which leaves a line of 24 for the prompt and the command."""
    shown = pages([""] * 400, monkeypatch, capsys, language=language)
    assert len(shown) > 60
    assert all(page.count("\n") <= 23 for page in shown)
    assert all(len(line) <= 80 for page in shown for line in page.splitlines())
    assert all(len(label(name, language)) <= 77 for name in ("demo.keys", "demo.result"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_says_how_to_see_more(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The introduction names the options that show the game otherwise, and fits the terminal."""
    introduction, result = pages(["q"], monkeypatch, capsys, language=language)
    assert all(option in introduction for option in ("--pace 1", "--pace 0", "--quiet"))
    assert introduction.count("\n") <= 23
    assert label("demo.standing", language) in result
    assert "magnum-sal serve" in result


@pytest.mark.slow
def test_a_page_shows_the_table_after_a_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter shows the next turn, and ``r``, ``p`` and ``e`` skip to the next round, the next phase and the end."""
    typed = ["", "x", "r", "R", "p", "e", ""]
    _, first, nothing, second, third, phase, last, result = pages(typed, monkeypatch, capsys)
    assert re.match(r"phase I/III · round 1 · to move: \w .*\n\w \w+: ", first)
    assert nothing == ""  # An unknown command shows the prompt again.
    assert [page.splitlines()[0].split(" · ")[1] for page in (second, third)] == ["round 2", "round 3"]
    assert phase.startswith("phase II/III · round 1 ")
    assert "The game is over" in last
    assert [line.split()[0] for line in result.splitlines()[1:4]] == ["rank", "1", "2"]


@pytest.mark.parametrize("typed", [["", "q"], ["", "Q"], [""]])
def test_a_person_can_quit(
    typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``q`` and the end of the input show the standings of the unfinished game."""
    *_, page, result = pages(typed, monkeypatch, capsys)
    assert "round 1" in page
    assert result.lstrip().startswith("Standings:\n")


@pytest.mark.long
@pytest.mark.parametrize("option", [["--pace", "0"], ["--brief"], ["--quiet"]])
def test_options_print_without_pages(
    option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --pace, --brief or --quiet, the demo prints everything and asks for nothing."""
    (told,) = pages([], monkeypatch, capsys, *option)
    assert told.count("rank  player") == 1


@pytest.mark.long
def test_pages_need_a_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal for the input, the whole game is printed."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(COMMAND) == 0
    assert "Phase III begins; " in capsys.readouterr().out
