"""Custom rulesets: changed numbers, a replaced ruling, and lookup by name in an installed package."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from own_ruleset import SHORT_AND_RICH
from stranded_miners_block import STRANDED_BLOCK
from tests.installing import install

import magnum_sal as ms
from magnum_sal.model.events import MinersMoved, MoneyMoved
from magnum_sal.model.ruleset_registry import find_ruleset
from magnum_sal.testing import check_invariants, given
from magnum_sal.testing.players import finisher, play

STRANDED = "S1: A | S2: A | 1L1: A [BG/1] | 1L2: [-/0] | 1L3: B | 1L4: [-/0]"


@pytest.mark.slow
def test_a_game_of_two_phases() -> None:
    """A game with changed numbers ends after its second phase, and its log opens again."""
    game = ms.Game.new(["Ada", "Ben", "Cleo"], seed=4, ruleset=SHORT_AND_RICH)
    for _, move, _ in play(game.state, finisher, random.Random(4), 600):
        game.play(move)
    assert game.state.is_over
    assert game.state.phase == 2
    check_invariants(game.state)
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == game.state


def test_the_market_is_richer() -> None:
    """The most expensive of three brown cubes sells for the changed price."""
    table = given("A: B | market: BB", ruleset=SHORT_AND_RICH)
    sold = table.when(ms.VisitMarket((ms.Transaction("sell", "brown"),)))
    sold.then(MoneyMoved("bank", 0, 5))


def test_one_ruling_is_replaced() -> None:
    """CHAIN-2: under the house ruling a miner beyond a gap blocks a move, but not under the standard ruling."""
    leaving = ms.PlaceMiner("1L1", "S3")
    given(STRANDED).when(leaving).then(MinersMoved(0, "1L1", "S3", 1))
    given(STRANDED, ruleset=STRANDED_BLOCK).when(leaving).is_refused("CHAIN-2", "1L3")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder with an installed distribution that names its rulesets by entry points."""
    (tmp_path / "two_days.py").write_text(
        "import attrs, magnum_sal as ms\n"
        "TWO_DAYS = attrs.evolve(ms.STANDARD, name='two_days', orders=ms.STANDARD.orders[:2])\n"
        "IMPOSTOR = ms.STANDARD\n",
        encoding="utf-8",
    )
    places = {"two_days": "two_days:TWO_DAYS", "impostor": "two_days:IMPOSTOR", "lost": "two_days:LOST"}
    install(tmp_path, {"magnum_sal.rulesets": places}, name="two-days")
    return tmp_path


@pytest.mark.long
def test_a_log_opens_if_its_ruleset_is_installed(site: Path) -> None:
    """A log's ruleset is found by its entry point; without the package, the error says what to install."""
    write = "import two_days, magnum_sal as ms\ngame = ms.Game.new(['Ada', 'Ben'], seed=1, ruleset=two_days.TWO_DAYS)\n"
    path = site / "game.jsonl"
    run = f"ms.register(two_days.TWO_DAYS); game.log.save({str(path)!r}); game.play(ms.VisitTownSquare())"
    python(site, write + run)
    read = f"import magnum_sal as ms; game = ms.Game.from_log({str(path)!r}); print(game.state.ruleset.phases)"
    assert python(site, read) == "2"
    with pytest.raises(ms.LogError, match=r"no ruleset 'two_days' is registered here.* Install the package"):
        ms.Game.from_log(path)


def test_a_package_with_wrong_entry_points(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error about an entry point that names something else, or nothing, names the package."""
    monkeypatch.syspath_prepend(str(site))
    with pytest.raises(ms.MisuseError, match="'impostor': the package two-days names two_days:IMPOSTOR"):
        find_ruleset("impostor")
    with pytest.raises(ms.MisuseError, match=r"'lost': the package two-days .*LOST"):
        find_ruleset("lost")


def python(site: Path, code: str) -> str:
    """Run *code* in a Python that finds the packages in *site*, and return what it prints."""
    source = Path(ms.__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(source)])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
