"""Single games of a match: seats, seeds, failures, the cap."""

import pickle
from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import Match, play_game, play_match
from magnum_sal.bots import BotError

BOTS = Path(__file__).parents[1] / "bots"


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of the tests be found."""
    monkeypatch.syspath_prepend(BOTS)


class Own:
    """A bot that a script defines itself."""

    def __init__(self, rng: object) -> None:
        self.rng = rng

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[-1]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_fair_seats(count: int) -> None:
    """Every setup is played in all rotations: each bot once in each seat, with the same cards."""
    match = Match(("random",) * count, 5)
    for setup in range(3):
        games = range(setup * count, (setup + 1) * count)
        assert {match.setup_of(game) for game in games} == {setup}
        for bot in range(count):
            assert {match.seats_of(game)[bot] for game in games} == set(range(count))


def test_the_cards_of_a_setup_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rotations of a setup start from equal setups, other setups from others."""
    seeds = []

    def noted(names: list[str], *, seed: int, ruleset: ms.Ruleset) -> ms.GameState:
        seeds.append(seed)
        return ms.new_game(names, seed=seed, ruleset=ruleset)

    monkeypatch.setattr("magnum_sal.arena.match.new_game", noted)
    match = Match(("random", "random"), 5, most_moves=3)
    for game in range(4):
        play_game(match, game)
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_seeds_are_pinned() -> None:
    """They are the same on every Python and machine, or no match could be gone on with elsewhere."""
    assert Match(("a", "b"), 7).derived_seed("setup", 0) == 5190279599060753131
    assert Match(("a", "b"), 7).derived_seed("bot", 3, 1) == 13702481998040002822


def test_a_game_is_the_same_again() -> None:
    """Times aside, a result follows from the match and the number."""
    match = Match(("bots_of_tests:Witness", "random"), 5, most_moves=60)
    assert play_game(match, 3).without_times() == play_game(match, 3).without_times()


def test_the_cap_is_flagged() -> None:
    """A game that meets it is scored as it stands."""
    match = Match(("bots_of_tests:first", "random", "random"), 5, most_moves=10)
    game = play_game(match, 0)
    assert (game.ending, game.moves, sum(game.decisions)) == ("cap", 10, 10)
    assert min(game.ranks) == 1


@pytest.mark.parametrize(("bot", "kind"), [("Raiser", "error"), ("Cheat", "illegal")])
def test_faulty_python_bots(bot: str, kind: str) -> None:
    """They fail by the policy, like those in processes."""
    bots = (f"bots_of_tests:{bot}", "random")
    match = Match(bots, 5, most_moves=20)
    game = play_game(match, 0)
    assert game.failures == ({kind: game.decisions[0]}, {})
    lost = play_game(attrs.evolve(match, policy="lose"), 0)
    assert (lost.ending, lost.ranks) == ("forfeit", (2, 1))
    with pytest.raises(BotError, match=f"bots_of_tests:{bot}: ") as caught:
        play_game(attrs.evolve(match, policy="raise"), 0)
    assert caught.value.kind == kind
    assert pickle.loads(pickle.dumps(caught.value)).sentence == caught.value.sentence


def test_late_python_bots() -> None:
    """A move that took too long is not made, though nobody could interrupt the bot."""
    match = Match(("greedy", "random"), 5, most_moves=6, move_seconds=1e-9)
    game = play_game(match, 0)
    assert game.failures == ({"late": game.decisions[0]}, {"late": game.decisions[1]})


def test_one_bot_twice() -> None:
    """Bots of the same name are told apart in the table."""
    assert Match(("greedy", "random", "greedy", "greedy"), 1).labels == ("greedy", "random", "greedy #2", "greedy #3")


def test_a_class_of_a_script() -> None:
    """A class is found again by its module and name; one within a function cannot be."""
    results = play_match([Own, "random"], 2, most_moves=5)
    assert results.match.bots[0] == f"{__name__}:Own"

    class Local(Own):
        """Not on the top level."""

    with pytest.raises(ms.MisuseError, match="nor a class on the top level of a module"):
        play_match([Local, "random"], 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bots": ("random",)}, "between 2 to 4 bots, not 1"),
        ({"bots": ("random",) * 5}, "between 2 to 4 bots, not 5"),
        ({"seed": 1.5}, "a whole number, not 1.5"),
        ({"most_moves": 0}, "above 0, not 0"),
        ({"policy": "forgive"}, "policy 'forgive' is none of raise, random_move, lose"),
        ({"move_seconds": 0}, "above 0 seconds, not 0"),
        ({"games": 0}, "games: 0 is not a whole number above 0"),
        ({"jobs": 0}, "jobs: 0 is not a whole number above 0"),
        ({"bots": ("random", "nobody")}, "no bot is called 'nobody'"),
    ],
)
def test_matches_that_make_no_sense(arguments: dict[str, object], words: str) -> None:
    """They are refused in words before anything is played."""
    given: dict[str, object] = {"bots": ("random", "random"), "games": 2} | arguments
    with pytest.raises(ms.MisuseError) as caught:
        play_match(**given)  # type: ignore[arg-type]  # wrong on purpose
    assert words in str(caught.value)
