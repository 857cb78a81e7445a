"""The public judge: ``_judgement.py``."""

import subprocess
import sys

import attrs
import pytest
from tests.bots.positions import positions

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from crystal_chapel.chests import Chest, chest_changed
from magnum_sal.bots import analyse, judge, judge_game
from magnum_sal.errors import MisuseError
from magnum_sal.testing import position

TWO_PHASES = attrs.evolve(ms.STANDARD, name="two_phases", orders=ms.STANDARD.orders[1:])
FOUR_PHASES = attrs.evolve(
    ms.STANDARD,
    name="four_phases",
    orders=(*ms.STANDARD.orders, ms.STANDARD.orders[2]),
    tools=2 * ms.STANDARD.tools,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_by_seat(players: int) -> None:
    """Each seat has a margin and a chance of winning; margins add up to 0 and chances to 1."""
    for state in positions(players, 4)[::3]:
        judgement = judge(state)
        assert len(judgement.margins) == len(judgement.chances) == players
        assert sum(judgement.margins) == pytest.approx(0)
        assert sum(judgement.chances) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in judgement.chances)


@pytest.mark.parametrize("ruleset", [ms.STANDARD, ms.STANDARD.with_switches(mapped_mine=True), CRYSTAL_CHAPEL])
def test_hidden_pieces_are_ignored(ruleset: ms.Ruleset) -> None:
    """A full state and its public state are judged alike, with any ruleset."""
    for state in positions(3, 5, ruleset)[::3]:
        assert state.hidden is not None
        assert judge(state) == judge(state.public())


@pytest.mark.slow
def test_it_agrees_with_an_analysis() -> None:
    """The margin of the seat to move is the estimate that an analysis reports beside its search."""
    state = position("players: A, B, C | turn: B, phase 2 | B: 20 groszy, BGW | castle: BGG=19").public()
    assert judge(state).margins[1] == analyse(state, iterations=1, lines=1).margin


def test_a_pending_piece_counts_as_unknown() -> None:
    """
    While a tile is pending, the judge's margin lies between the margins after the best and the worst tile.

    Setups at a real table are judged as well, before the first order is turned up.
    """
    # With two players, a correction is added that is not linear, so the margin can lie a little outside.
    state = position("players: A, B, C | turn: A | S1: A | S2: A").public().play(ms.PlaceMiner("stock", "1L1"))
    assert state.pending == ms.Pending("tile", "1L1")
    after = [judge(ms.reveal(state, tile).state).margins[0] for tile, _ in ms.outcomes(state)]
    assert min(after) < judge(state).margins[0] < max(after)
    setup = ms.open_table(["Ada", "Ben"])
    assert setup.pending is not None
    assert sum(judge(setup).chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "margins", "chances"),
    [
        ("players: A, B | A: 30 groszy | B: 21 groszy", (9.0, -9.0), (1.0, 0.0)),
        ("players: A, B | A: 30 groszy | B: 30 groszy, order BG=11", (0.0, 0.0), (0.0, 1.0)),
        ("players: A, B, C | A: 30 groszy | B: 30 groszy | C: 12 groszy", (9.0, 9.0, -18.0), (0.5, 0.5, 0.0)),
    ],
)
def test_a_finished_game_is_judged_exactly(text: str, margins: tuple[float, ...], chances: tuple[float, ...]) -> None:
    """END-1: a finished game has its final margins; ties are broken, and a shared victory counts in equal parts."""
    state = position(f"turn: over, phase 3 | {text}")
    assert state.is_over
    assert judge(state).margins == margins
    assert judge(state).chances == chances


def test_actions_left_matter_and_visited_buildings_do_not() -> None:
    """During a turn, the judge knows how many actions are left, but not which buildings were visited (TURN-3)."""
    text = "turn: A, actions {} | A: 20 groszy"
    assert judge(position(text.format(2))) != judge(position(text.format(1)))
    assert judge(position(text.format("1, visited inn"))) == judge(position(text.format(1)))


@pytest.mark.parametrize("ruleset", [TWO_PHASES, FOUR_PHASES, CRYSTAL_CHAPEL])
def test_other_rulesets_are_judged(ruleset: ms.Ruleset) -> None:
    """Rulesets with fewer or more phases and with extensions are judged, and more money is better in each phase."""
    for phase in range(1, ruleset.phases + 1):
        text = f"turn: A, phase {phase} | A: {{}} groszy"
        poor, rich = (judge(position(text.format(groszy), ruleset=ruleset)) for groszy in (5, 25))
        assert rich.margins[0] > poor.margins[0]
        assert rich.chances[0] > poor.chances[0]


def test_a_part_of_an_extension_is_not_seen() -> None:
    """The judge does not see what an extension adds until it scores: crystals in a chest change nothing."""
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=CRYSTAL_CHAPEL)
    changed = ms.evolve(state, chest_changed(state, 0, Chest(crystals=3)))
    assert changed != state
    assert judge(changed) == judge(state)


def test_a_judgement_is_an_immutable_value() -> None:
    """Judgements are equal by value, hashable, and cannot be changed."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    judgement = judge(state)
    assert judgement == judge(state)
    assert hash(judgement) == hash(judge(state))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        judgement.margins = ()  # type: ignore[misc] # the assignment is what the test refuses


def test_steps_to_judge_must_follow_each_other() -> None:
    """Steps in another order or with a gap are no game."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(4):
        game.play(ms.legal_moves(game.state)[0])
    steps = list(game.steps())
    assert judge_game(steps) == judge_game(game)
    for wrong in (steps[::-1], [*steps[:1], *steps[2:]]):
        with pytest.raises(MisuseError, match=r"game: step 2, .*, does not start from the position after step 1"):
            judge_game(wrong)


@pytest.mark.parametrize("wrong", [None, "state", ms.Game.new(["Ada", "Ben"], seed=1)])
def test_something_else_is_refused(wrong: object) -> None:
    """A value that is not a state is refused, and the message contains it."""
    with pytest.raises(MisuseError, match="state: expected a GameState, got "):
        judge(wrong)  # type: ignore[arg-type] # the wrong argument is the point


@pytest.mark.long
def test_the_weights_are_loaded_on_first_use() -> None:
    """Importing ``magnum_sal.bots`` and listing its names loads neither the judge nor its weights."""
    code = (
        "import sys, magnum_sal.bots as bots; dir(bots); "
        "loaded = [name for name in sys.modules if name.startswith('magnum_sal.bots._judge')]; "
        "print(loaded); bots.judge; print('magnum_sal.bots._judgement' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "True"]
