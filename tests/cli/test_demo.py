"""``magnum-sal demo``: a whole game, described so that a person can follow it."""

import re
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import select
from tests.cheap_bots import make_finisher

import magnum_sal as ms
from magnum_sal.cli import main
from magnum_sal.cli._demo import format_final_table
from magnum_sal.render.text_lines import columns

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def seats(*texts: str) -> list[str]:
    """Return the arguments that name who plays each seat."""
    return [argument for text in texts for argument in ("--seat", text)]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the bots by fast ones, because the tests check only the output."""
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)


@pytest.fixture(scope="module")
def run_as_module() -> subprocess.CompletedProcess[str]:
    """Return the result of ``python -m magnum_sal demo``, with the bots that users see."""
    command = [sys.executable, "-m", "magnum_sal", "demo", "--seed", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")


@pytest.fixture
def watched(run_as_module: subprocess.CompletedProcess[str]) -> str:
    """Return the output of that game."""
    return run_as_module.stdout


@pytest.mark.long
def test_the_module_is_the_command(run_as_module: subprocess.CompletedProcess[str]) -> None:
    """``python -m magnum_sal demo`` plays one game and ends with the table."""
    lines = run_as_module.stdout.splitlines()
    assert lines[0] == "A whole game of Magnum Sal between 3 bots (seed 1)."
    assert re.match(r"rank +player +money +salt +tools +total +orders +miners", lines[-4])
    assert run_as_module.stderr == ""


@cache
def print_game(players: int) -> str:
    """Return the output of a whole game between fast bots."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as printed:
        patch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)
        assert main(["demo", *seats(*NAMES[:players]), "--seed", "4"]) == 0
    return printed.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game(players: int) -> None:
    """The output has every turn, the ends of the phases, and the final table with ranks."""
    text = print_game(players)
    for phase in ("I", "II", "III"):
        assert f"Phase {phase} begins; " in text
        assert f"Phase {phase} is over" in text
    names = list(NAMES[:players])
    for letter, name in zip("ABCD", names, strict=False):
        assert re.search(rf"^{letter} {name}: ", text, flags=re.MULTILINE)
    assert all(len(line) <= 80 for line in text.splitlines())
    table = [line.split() for line in text.splitlines()[-players:]]
    assert sorted(row[1] for row in table) == names
    totals = [int(row[5]) for row in table]
    assert totals == sorted(totals, reverse=True)
    assert table[0][0] == "1"
    assert all(int(row[2]) + int(row[3]) + int(row[4]) == int(row[5]) for row in table)


@pytest.mark.long
def test_the_table_is_shown_at_the_start_of_each_phase() -> None:
    """
    At the start of each phase the table appears in the short form, which suits a terminal of 24 lines.

    Rounds are numbered, and the winner is named once.
    """
    text = print_game(2)
    for phase in ("I", "II", "III"):
        assert f"\nphase {phase}/III · round 1 · to move: " in text
    assert text.count("\nRound 2\n") == 3
    assert len(re.findall(r" wins with \d+ groszy: ", text)) == 1


@pytest.mark.long
def test_the_goal_and_the_signs_are_explained_first(watched: str) -> None:
    """The goal and the signs of the table are explained first, in fewer lines than the 24 of a terminal."""
    before, _ = watched.split("Phase I begins; ")
    assert "the most money after the last phase wins" in before.replace("\n", " ")
    assert "\nLEGEND\nS1  1L2 " in before
    assert len(before.splitlines()) < 24
    assert "Ctrl-C" not in before  # Only people get this hint.


@pytest.mark.long
def test_the_table_is_repeated_in_long_phases(watched: str) -> None:
    """The table appears every eight rounds, before the moves of the next one."""
    rounds = [int(number) for number in re.findall(r"^phase I+/III · round (\d+) · to move: ", watched, re.MULTILINE)]
    assert set(rounds) <= {1, 9, 17, 25, 33}
    assert rounds.count(1) == 3
    assert len(rounds) > 6


@pytest.mark.long
def test_players_do_not_waste_time(watched: str) -> None:
    """A game of three takes fewer than a thousand lines, and players rarely visit the town square."""
    lines = watched.splitlines()
    assert 400 < len(lines) < 1000
    assert sum("town square" in line for line in lines) < 40


@pytest.mark.long
def test_payments_are_not_repeated(watched: str) -> None:
    """A player's payments are part of the move's sentence. Earnings of others are listed below."""
    assert ": buys a tool from space 1 for 3 groszy" in watched
    assert "pays 3 groszy for the tool" not in watched
    assert re.search(r"^   \w+'s assistant earns 1 grosz \(\w+\)$", watched, flags=re.MULTILINE)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_the_short_form_joins_turns(capsys: pytest.CaptureFixture[str]) -> None:
    """With --short, the moves of a turn form one sentence, and the same game takes fewer lines."""
    main(["demo", "--seed", "1"])
    told = capsys.readouterr().out
    main(["demo", "--seed", "1", "--short"])
    short = capsys.readouterr().out
    assert re.search(r"^A Ada: sends a miner from \w+ to [^;]+; buys ", short, flags=re.MULTILINE)
    assert "is revealed" not in short
    assert "   Phase II is over\n" in short
    assert len(short.splitlines()) < 0.7 * len(told.splitlines())
    assert short.splitlines()[-4:] == told.splitlines()[-4:]


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waiting times, which are noted without waiting."""
    noted: list[float] = []
    monkeypatch.setattr("magnum_sal.cli._demo.time.sleep", noted.append)
    return noted


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_the_pace(waits: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With --pace, the demo waits after each move and longer after a table.

    By default, the whole game is printed at once.
    """
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4"])
    assert not any(waits)
    waits.clear()
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4", "--pace", "2"])
    assert {0.0, 2.0, 20.0, 40.0} == set(waits)
    assert waits[0] == 40.0  # The introduction before the game.
    moves = waits.count(2.0)
    waits.clear()
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4", "--pace", "2", "--short"])
    assert sum(waits) == 2.0 * moves + 40.0 + 3 * 20.0
    waits.clear()
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4", "--quiet"])
    assert waits == []


@pytest.mark.parametrize("pace", ["-1", "61", "nan", "inf"])
def test_invalid_paces(pace: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid pace is refused before anything is played."""
    assert main(["demo", "--pace", pace]) == 1
    error = f"magnum-sal: --pace {pace}: expected seconds from 0 to 60\n"
    assert capsys.readouterr() == ("", error)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Players have the colours of the table on a terminal. Other output and NO_COLOR have none."""
    command = ["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4", "--pace", "0"]
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(command)
    plain = capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    main(command)
    coloured = capsys.readouterr().out
    assert "\x1b[1;38;5;214mA Ada: \x1b[0m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    main(command)
    uncoloured = capsys.readouterr().out
    assert re.sub(r"\x1b\[[\d;]+m", "", coloured) == uncoloured
    assert set(plain.splitlines()) < set(uncoloured.splitlines())  # The terminal also has hints for people.


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("language", select(["en", "pl", "de"]))
def test_people_get_hints_on_what_to_do_next(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal, hints say how to stop the game and what to run next, and how to install missing extras."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    missing = {"textual"}
    monkeypatch.setattr("magnum_sal.cli._demo.find_spec", lambda package: None if package in missing else package)
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "4", "--pace", "0", "--lang", language])
    told = capsys.readouterr().out
    assert re.search(r"(Ctrl|Strg)-C .*[.;] --pace 0\.1 ", told)
    browser, terminal, another = told.splitlines()[-3:]
    assert browser.endswith("  magnum-sal serve")
    assert re.search(r"  magnum-sal play  \(.+: pip install 'magnum-sal\[tui\]'\)$", terminal)
    assert another.endswith("  magnum-sal demo --seed 5")
    assert all(len(line) <= 80 for line in told.splitlines())


@pytest.mark.usefixtures("quick")
def test_ctrl_c_stops_the_demo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and the usual exit status follow Ctrl-C. On a terminal the standings are printed too."""

    def pressed(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("magnum_sal.cli._demo.time.sleep", pressed)
    assert main(["demo"]) == 130
    told = capsys.readouterr()
    assert told.err == "magnum-sal: interrupted\n"
    assert "rank" not in told.out.splitlines()[-1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["demo", "--seat", "Ada", "--seat", "Ben"]) == 130
    *_, standing, head, first, second = capsys.readouterr().out.splitlines()
    assert standing == "Standings:"
    assert head.split()[:2] == ["rank", "player"]
    assert [first.split()[0], second.split()[0]] == ["1", "2"]


def test_wide_names_do_not_shift_the_final_table() -> None:
    """A wide letter takes two columns of a terminal, and a combining accent none."""
    state = ms.new_game(["李雷", "Rene\N{COMBINING ACUTE ACCENT}e", "Bartholomew"], seed=7)
    assert len({columns(line) for line in format_final_table(state).splitlines()}) == 1


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_quiet_prints_only_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """With --quiet, the output is the last lines of the whole output."""
    main(["demo", "--seed", "2"])
    told = capsys.readouterr().out
    main(["demo", "--seed", "2", "--quiet"])
    quiet = capsys.readouterr().out
    assert len(quiet.splitlines()) == 4
    assert told.endswith(quiet)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_the_same_seed_leads_to_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed leads to the same output, and another seed to another one."""
    told = []
    for seed in ("5", "5", "6"):
        main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", seed])
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "variant", [["--mapped-mine"], ["--cart-capacity", "2"], ["--mapped-mine", "--cart-capacity", "2"]]
)
def test_the_variants(variant: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """VAR-MAP, VAR-CART: each variant can be switched on."""
    assert main(["demo", "--quiet", *variant]) == 0
    assert "rank" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["demo", "--seed", "x"], "argument --seed: 'x' is not a whole number"),
        (["demo", "--cart-capacity", "3"], "argument --cart-capacity: invalid choice: 3"),
        (["demo", "--fast"], "unrecognized arguments: --fast"),
        ([], "the following arguments are required: SUBCOMMAND"),
        (["juggle"], "invalid choice: 'juggle'"),
    ],
)
def test_invalid_arguments(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 2, and a line names the argument and the value."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (NAMES[:1], "expected 2 to 4 players, got 1"),
        ((*NAMES, "Eve"), "expected 2 to 4 players, got 5"),
        (("Ada", "Ada"), "player 2: 'Ada' is already taken"),
        (("Ada", "Ben=nobody"), "nobody"),
    ],
)
def test_invalid_seats(
    names: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong number of seats, a name that is taken or an unknown bot is refused before a log is created."""
    assert main(["demo", *seats(*names), "--log", str(tmp_path / "game.jsonl")]) == 1
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_each_seat_has_its_bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``--seat`` names the players and their bots. A name alone is played by the fast bot."""
    made: list[str] = []

    def make_bot(name: str, **options: Any) -> ms.bots.Bot:
        made.append(name)
        return make_finisher(name, **options)

    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_bot)
    assert main(["demo", "--quiet", *seats("Zoe", "Kim=novice", "=random")]) == 0
    assert made == ["greedy:width=0", "novice", "random"]
    rows = capsys.readouterr().out.splitlines()[1:]
    assert sorted(row.split()[1] for row in rows) == ["Kim", "Player", "Zoe"]


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints the library's version."""
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"magnum-sal {ms.__version__}\n"


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """--lang describes the same game in Polish or German."""
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "1", "--lang", "de"])
    german = capsys.readouterr().out
    assert german.startswith("Ein ganzes Spiel Magnum Sal zwischen 2 Bots (Startwert 1).\n")
    assert "\nPhase I beginnt; Ada fängt an\n" in german
    assert "schickt einen Bergmann" in german
    assert "Platz" in german.splitlines()[-3]
    main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "1", "--lang", "pl"])
    assert "wysyła górnika" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Raiser", r"move 1, Ada \(bots_of_tests:Raiser\): ZeroDivisionError: a slip \(bots_of_tests\.py, line \d+\)"),
        ("forgetful", r"move 1, Ada \(bots_of_tests:forgetful\): None is not one of the \d+ legal moves; .*"),
        (
            "Cheat",
            r"move 1, Ada \(bots_of_tests:Cheat\): the bot chose CompleteOrder\(slot=99\), which is not legal .*",
        ),
        (
            "Plumber",
            r"move 1, Ada \(bots_of_tests:Plumber\): BrokenPipeError: no water \(bots_of_tests\.py, line \d+\)",
        ),
        ("Quitter", r"move 1, Ada \(bots_of_tests:Quitter\): SystemExit: 0 \(bots_of_tests\.py, line \d+\)"),
        ("Unmakeable", r"bot 'bots_of_tests:Unmakeable' cannot be created: RuntimeError: no \(bots_of_tests\.py, .*"),
    ],
)
def test_a_bot_that_fails(
    bot: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error names the move, the player and the bot, and says what the bot did."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")
    assert main(["demo", *seats(f"Ada=bots_of_tests:{bot}", "Ben"), "--quiet"]) == 1
    assert re.fullmatch(f"magnum-sal: {words}\n", capsys.readouterr().err)
