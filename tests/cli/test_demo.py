"""``magnum-sal demo``: a whole game, told so that a person can follow."""

import re
import subprocess
import sys

import pytest

import magnum_sal as ms
from magnum_sal.cli import main


def test_the_module_is_the_command() -> None:
    """``python -m magnum_sal demo`` plays one game and ends with the table."""
    command = [sys.executable, "-m", "magnum_sal", "demo", "--players", "2", "--seed", "1"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    lines = answer.stdout.splitlines()
    assert lines[0].startswith("Phase I begins; ")
    assert re.match(r"rank +player +money +salt +tools +total +orders +miners", lines[-3])
    assert answer.stderr == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Who does what each turn, the phase ends, and the final table with ranks."""
    assert main(["demo", "--players", str(players), "--seed", "4"]) == 0
    text = capsys.readouterr().out
    for phase in ("I", "II", "III"):
        assert f"Phase {phase} begins; " in text
        assert f"Phase {phase} is over" in text
    names = ["Ada", "Ben", "Cleo", "Dan"][:players]
    for name in names:
        assert f" Round 2: {name} has 2 actions" in text
        assert re.search(rf"^{name}: ", text, flags=re.MULTILINE)
    table = [line.split() for line in text.splitlines()[-players:]]
    assert sorted(row[1] for row in table) == names
    totals = [int(row[5]) for row in table]
    assert totals == sorted(totals, reverse=True)
    assert table[0][0] == "1"
    assert all(int(row[2]) + int(row[3]) + int(row[4]) == int(row[5]) for row in table)


def test_quiet_prints_the_table_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """The last lines of the told game, and nothing before them."""
    main(["demo", "--players", "3", "--seed", "2"])
    told = capsys.readouterr().out
    main(["demo", "--players", "3", "--seed", "2", "--quiet"])
    quiet = capsys.readouterr().out
    assert len(quiet.splitlines()) == 4
    assert told.endswith(quiet)


def test_the_same_seed_tells_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    """And another seed another one."""
    told = []
    for seed in ("5", "5", "6"):
        main(["demo", "--seed", seed])
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(
    "variant", [["--mapped-mine"], ["--cart-capacity", "2"], ["--mapped-mine", "--cart-capacity", "2"]]
)
def test_the_variants(variant: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """VAR-MAP, VAR-CART: each can be switched on."""
    assert main(["demo", "--quiet", *variant]) == 0
    assert "rank" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["demo", "--players", "5"], "argument --players: invalid choice: 5"),
        (["demo", "--players", "1"], "argument --players: invalid choice: 1"),
        (["demo", "--players", "two"], "argument --players: invalid int value: 'two'"),
        (["demo", "--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["demo", "--cart-capacity", "3"], "argument --cart-capacity: invalid choice: 3"),
        (["demo", "--fast"], "unrecognized arguments: --fast"),
        ([], "the following arguments are required: SUBCOMMAND"),
        (["juggle"], "invalid choice: 'juggle'"),
    ],
)
def test_bad_arguments(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2 and a line that names the argument and the value."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints the library's."""
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"magnum-sal {ms.__version__}\n"


def test_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """--lang tells the same game in Polish or German."""
    main(["demo", "--players", "2", "--seed", "1", "--lang", "de"])
    german = capsys.readouterr().out
    assert german.startswith("Phase I beginnt; Ada fängt an")
    assert "schickt einen Bergmann" in german
    assert "Platz" in german.splitlines()[-3]
    main(["demo", "--players", "2", "--seed", "1", "--lang", "pl"])
    assert "wysyła górnika" in capsys.readouterr().out
