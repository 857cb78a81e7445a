"""Single games of a match: seats, seeds, failures, and the cap on moves."""

import pickle
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from tests.amounts import select_pairs

import magnum_sal as ms
from magnum_sal.arena import Match, play_game, play_match
from magnum_sal.bots import BotError
from magnum_sal.bots.pipes import Pipe

BOTS = Path(__file__).parents[1] / "bots"


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(BOTS)


class Own:
    """A bot that is defined in a script."""

    def __init__(self, rng: object) -> None:
        self.rng = rng

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[-1]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_fair_seats(count: int) -> None:
    """Every setup is played in all rotations: each bot plays once in each seat, with the same cards."""
    match = Match(("random",) * count, 5)
    for setup in range(3):
        games = range(setup * count, (setup + 1) * count)
        assert {match.setup_of(game) for game in games} == {setup}
        for bot in range(count):
            assert {match.seats_of(game)[bot] for game in games} == set(range(count))


def test_the_cards_of_a_setup_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rotations of a setup use the same seed for the cards, and other setups use other seeds."""
    seeds = []

    def noted(names: list[str], *, seed: int, ruleset: ms.Ruleset) -> ms.GameState:
        seeds.append(seed)
        return ms.new_game(names, seed=seed, ruleset=ruleset)

    monkeypatch.setattr("magnum_sal.arena.game.new_game", noted)
    match = Match(("random", "random"), 5, most_moves=3)
    for game in range(4):
        play_game(match, game)
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_seeds_are_pinned() -> None:
    """Seeds are the same on every Python and machine, so that a match can be resumed elsewhere."""
    match = Match(("a", "b"), 7, bot_seed=8)
    assert match.setup_seed(0) == 5190279599060753131
    assert match.chance_seed("bot", 3, 1) == 3231582116397132105
    assert match.chance_seed("forced", 3, 1) == 1693260448779259663


@pytest.fixture
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal one setup whatever the match says, so that games differ only in the bots' part."""

    def dealt(names: list[str], *, seed: int, ruleset: ms.Ruleset) -> ms.GameState:
        return ms.new_game(names, seed=1, ruleset=ruleset)

    monkeypatch.setattr("magnum_sal.arena.game.new_game", dealt)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The seeds of all random sources given to bots, and all lines sent to process bots."""
    heard: list[object] = []

    class Overheard(random.Random):
        """A random source whose seed is noted."""

        def __init__(self, seed: int) -> None:
            heard.append(seed)
            super().__init__(seed)

    def sent(program: Pipe, line: str) -> None:
        heard.append(line)
        send(program, line)

    send = Pipe.send
    monkeypatch.setattr("magnum_sal.arena.game.random", SimpleNamespace(Random=Overheard))
    monkeypatch.setattr(Pipe, "send", sent)
    return heard


@pytest.mark.long
def test_the_seed_of_the_setup_is_hidden_from_bots(same_deal: None, heard: list[object]) -> None:
    """Apart from the setup, bots get the same input in matches of any seed, including moves made for failing bots."""
    program = f"process:{sys.executable} {BOTS / 'faulty_program.py'} sound"
    match = Match((program, "random", "bots_of_tests:Cheat"), 5, most_moves=30)
    told = []
    for seed, bot_seed in ((5, 0), (6, 0), (-(2**99), 0), (5, 7)):
        heard.clear()
        for game in range(4):
            play_game(attrs.evolve(match, seed=seed, bot_seed=bot_seed), game)
        told.append(list(heard))
    assert sum(isinstance(part, str) for part in told[0]) > 40
    assert told[0] == told[1] == told[2]
    seeds, others = ({part for part in parts if isinstance(part, int)} for parts in (told[0], told[3]))
    assert not seeds & others


@pytest.mark.long
@pytest.mark.parametrize(
    ("bot", "count"),
    select_pairs(["random", "greedy:width=2", "bots_of_tests:Cheat", "bots_of_tests:Unsteady"], [2, 3]),
)
def test_a_bot_is_as_strong_as_itself(bot: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot wins exactly its share against itself: the rotations of a setup have the same moves, with other seats."""
    games: list[list[ms.Move]] = []

    def dealt(names: list[str], *, seed: int, ruleset: ms.Ruleset) -> ms.GameState:
        games.append([])
        return ms.new_game(names, seed=seed, ruleset=ruleset)

    def noted(state: ms.GameState, move: ms.Move) -> ms.Transition:
        games[-1].append(move)
        return ms.apply(state, move)

    monkeypatch.setattr("magnum_sal.arena.game.new_game", dealt)
    monkeypatch.setattr("magnum_sal.arena.game.apply", noted)
    setups = 3
    most_moves = {"random": 150, "greedy:width=2": 12}.get(bot, 60)
    results = play_match([bot] * count, setups * count, 5, most_moves=most_moves)
    assert [standing.wins for standing in results.standings()] == pytest.approx([float(setups)] * count)
    rotations = [games[setup * count : (setup + 1) * count] for setup in range(setups)]
    assert all(game == first for first, *others in rotations for game in others)
    assert rotations[0][0] != rotations[1][0]
    failures = sum(sum(counts.values()) for result in results.games for counts in result.failures)
    assert (failures > 0) == bot.startswith("bots_of_tests")


def test_bots_that_fail_at_the_same_event() -> None:
    """If all bots fail at the same event, the first seat loses, whichever bot sits there."""
    results = play_match(["bots_of_tests:Deserter"] * 3, 6, 5, policy="lose", most_moves=20)
    assert [standing.wins for standing in results.standings()] == pytest.approx([2.0] * 3)
    assert [result.ranks[result.seats.index(0)] for result in results.games] == [3] * 6


@pytest.mark.parametrize("bot", ["Deserter", "Mourner"])
def test_a_hook_that_fails_after_the_end_loses_no_game(bot: str) -> None:
    """With the policy ``lose`` a bot keeps its rank if it fails at the last move or in `game_ended`."""
    match = Match((f"bots_of_tests:{bot}", "bots_of_tests:first"), 5, most_moves=10)
    usual, result = play_game(match, 0), play_game(attrs.evolve(match, policy="lose"), 0)
    assert (result.ending, result.failures, result.hook_failures) == ("cap", ({"error": 1}, {}), (1, 0))
    assert result.without_times() == usual.without_times()


def test_a_game_can_be_reproduced() -> None:
    """Apart from times, a result follows from the match and the number of the game."""
    match = Match(("bots_of_tests:Witness", "random"), 5, most_moves=60)
    assert play_game(match, 3).without_times() == play_game(match, 3).without_times()


@pytest.mark.parametrize("game", [-1, 1.5, "0", None])
def test_impossible_numbers_of_games(game: Any) -> None:
    """Games are counted from 0."""
    with pytest.raises(ms.MisuseError, match="game: expected a whole number from 0 up"):
        play_game(Match(("random", "random"), 5), game)


def test_the_cap_is_flagged() -> None:
    """A game that reaches the cap is marked, and scored in its current position."""
    match = Match(("bots_of_tests:first", "random", "random"), 5, most_moves=10)
    game = play_game(match, 0)
    assert (game.ending, game.moves, sum(game.decisions)) == ("cap", 10, 10)
    assert min(game.ranks) == 1


@pytest.mark.parametrize(("bot", "kind"), [("Raiser", "error"), ("Cheat", "illegal"), ("Incomparable", "illegal")])
def test_failing_python_bots(bot: str, kind: str) -> None:
    """Python bots fail according to the policy, like process bots."""
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
    """A move that took too long is not played, although the bot cannot be interrupted."""
    match = Match(("greedy", "random"), 5, most_moves=6, move_seconds=1e-9)
    game = play_game(match, 0)
    assert game.failures == ({"late": game.decisions[0]}, {"late": game.decisions[1]})


def test_one_bot_twice() -> None:
    """Bots of the same name get numbered labels in the table."""
    assert Match(("greedy", "random", "greedy", "greedy"), 1).labels == ("greedy", "random", "greedy #2", "greedy #3")


def test_a_class_of_a_script() -> None:
    """A class is found by its module and name. A class within a function cannot be."""
    results = play_match([Own, "random"], 2, most_moves=5)
    assert results.match.bots[0] == f"{__name__}:Own"

    class Local(Own):
        """A class that is not on the top level."""

    with pytest.raises(
        ms.MisuseError,
        match="is not the name of a bot or a class at the top level of a module, from which",
    ):
        play_match([Local, "random"], 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bots": ("random",)}, "a match needs 2 to 4 bots, not"),
        ({"bots": ("random",) * 5}, "a match needs 2 to 4 bots, not 5"),
        ({"seed": 1.5}, "a whole number, not 1.5"),
        ({"most_moves": 0}, "most_moves: expected a whole number from 1 to 1000000000, got 0"),
        ({"seed": 2**256}, "a whole number of at most 256 bits"),
        ({"bot_seed": "x"}, "the seed of a match's bots must be a whole number, not 'x'"),
        ({"bot_seed": True}, "the seed of a match's bots must be a whole number, not True"),
        ({"bots": ("random", "a\x1b[31mb")}, "1 to 1000 printable characters, not 'a\\x1b[31mb'"),
        ({"bots": ("random", "a" * 1001)}, "1 to 1000 printable characters, not 'aaa"),
        ({"ruleset": "standard"}, "the ruleset of a match must be a Ruleset, not 'standard'"),
        ({"move_seconds": float("inf")}, "at most 1000000000 seconds, not inf"),
        ({"move_seconds": float("nan")}, "at most 1000000000 seconds, not nan"),
        ({"move_seconds": "1"}, "at most 1000000000 seconds, not '1'"),
        ({"most_moves": 10**5000}, "from 1 to 1000000000, got a number of thousands of digits"),
        ({"policy": "forgive"}, "policy: expected one of raise, random_move, lose, got 'forgive'"),
        ({"move_seconds": 0}, "at most 1000000000 seconds, not 0"),
        ({"games": 0}, "games: expected a whole number from 1 to 1000000, got 0"),
        ({"jobs": 0}, "jobs: expected a whole number from 1 up, got 0"),
        ({"jobs": np.int64(2)}, "jobs: expected a whole number from 1 up, got np.int64(2); convert it with int()"),
        (
            {"jobs": 2, "ruleset": attrs.evolve(ms.STANDARD, name="nobody's rules", penalty=4)},
            "is not registered, so a worker process cannot name it: give it its own name and register it",
        ),
        ({"jobs": "2"}, "jobs: expected a whole number from 1 up, got '2'"),
        ({"bots": ("random", "nobody")}, "no bot is called 'nobody'"),
    ],
)
def test_invalid_matches(arguments: dict[str, object], words: str) -> None:
    """Invalid arguments are refused before anything is played."""
    given: dict[str, object] = {"bots": ("random", "random"), "games": 2} | arguments
    with pytest.raises(ms.MisuseError) as caught:
        play_match(**given)  # type: ignore[arg-type]  # The arguments are wrong on purpose.
    assert words in str(caught.value)
