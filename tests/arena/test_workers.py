"""Who plays: one process, a pool, an executor; what is killed is played again, and nothing twice."""

import inspect
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import scale

from magnum_sal.arena import GameResult, Match, MatchResults, ResultsError, play_match, read_results, workers
from magnum_sal.arena.game import play_game
from magnum_sal.arena.workers import WorkerError, play_by_executor, play_by_pool
from magnum_sal.bots import BotError

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 300}
BOTS = ["random", "random", "random"]


@cache
def undisturbed(games: int) -> list[GameResult]:
    """The results that every way of playing must give, times aside."""
    return [game.without_times() for game in play_match(BOTS, games, **MATCH).games]


@pytest.mark.slow
def test_a_pool_gives_the_same_results(tmp_path: Path) -> None:
    """Two processes, game by game the same as one; each game once in the file."""
    results = play_match(BOTS, 6, jobs=2, out=tmp_path / "file", **MATCH)
    assert [game.without_times() for game in results.games] == undisturbed(6)
    assert [game.without_times() for game in read_results(tmp_path / "file")[1]] == undisturbed(6)


def test_any_executor(tmp_path: Path) -> None:
    """A pool of threads will do, and stays open."""
    with ThreadPoolExecutor(3) as executor:
        results = play_match(BOTS, 6, executor=executor, out=tmp_path / "file", **MATCH)
        assert executor.submit(int, "7").result() == 7
    assert [game.without_times() for game in results.games] == undisturbed(6)


class Unreliable(Executor):
    """Loses its first tasks, as an executor whose workers are taken away."""

    def __init__(self, lost: int, error: type[Exception] = ConnectionError) -> None:
        self.lost, self.error = lost, error

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.lost:
            self.lost -= 1
            future.set_exception(self.error("worker gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_lost_games_are_played_again() -> None:
    """Every game comes once, whatever an executor loses on the way."""
    match = Match(("random", "random"), 3, most_moves=20)
    games = [result.game for result in play_by_executor(match, range(5), play_game, Unreliable(3))]
    assert sorted(games) == [0, 1, 2, 3, 4]


def test_a_game_that_kills_its_workers() -> None:
    """After some attempts the arena gives up, with the game's number."""
    match = Match(("random", "random"), 3, most_moves=20)
    with pytest.raises(WorkerError, match="game 0 was handed out 4 times"):
        list(play_by_executor(match, [0], play_game, Unreliable(99)))
    with pytest.raises(WorkerError, match="worker gone"):
        list(play_by_executor(match, [0], play_game, Unreliable(99, BrokenExecutor)))


def test_a_bot_that_fails_is_no_lost_worker() -> None:
    """Under the policy ``raise`` its error comes through from the worker."""
    with pytest.raises(BotError, match=r"game [01], move"):
        play_match([f"{__name__}:Suicide", "random"], 2, policy="raise", executor=ThreadPoolExecutor(1))


class Suicide:
    """Kills the process it plays in, once: the second time the mark is there."""

    def __init__(self, rng: random.Random, *, mark: str = "") -> None:
        self.mark = Path(mark) if mark else None

    def __call__(self, state: Any, moves: Any) -> Any:
        if self.mark is None:
            raise RuntimeError("no")
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return moves[0]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_a_worker_is_killed_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool is made anew; no game is lost, none is counted twice."""
    imports = "import os\nimport random\nimport signal\nfrom pathlib import Path\nfrom typing import Any\n"
    (tmp_path / "suicidal.py").write_text(imports + inspect.getsource(Suicide), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    name = f"suicidal:Suicide:mark={tmp_path / 'mark'}"
    results = play_match([name, "random"], 6, jobs=2, seed=3, most_moves=40, out=tmp_path / "file")
    assert (tmp_path / "mark").exists()
    assert [game.game for game in results.games] == [0, 1, 2, 3, 4, 5]
    again = play_match([name, "random"], 6, seed=3, most_moves=40)
    assert [game.without_times() for game in results.games] == [game.without_times() for game in again.games]


class Dying(Unreliable):
    """A pool whose first worker dies: one game fails, and of the games in hand with it nothing is heard again."""

    def __init__(self, lost: int) -> None:
        super().__init__(lost)
        self.given: list[int] = []
        """The games that it was given."""
        self.is_open = True

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args[1])
        if not self.lost:
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        if self.given[-1] == self.lost:
            future.set_exception(BrokenExecutor("worker gone"))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_open = False


def pools_of(monkeypatch: pytest.MonkeyPatch, *pools: Dying) -> None:
    """Have the arena make these pools, one after the other."""
    waiting = iter(pools)
    monkeypatch.setattr(workers, "ProcessPoolExecutor", lambda *_, **__: next(waiting))


def test_games_in_hand_are_played_by_the_next_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies takes its pool along; all games that the pool had are handed out again, before others."""
    match, dead, alive = Match(("random", "random"), 3, most_moves=20), Dying(3), Dying(0)
    pools_of(monkeypatch, dead, alive)
    games = [result.game for result in play_by_pool(match, range(1, 8), play_game, jobs=2)]
    assert dead.given == [1, 2, 3, 4]
    assert sorted(alive.given[:4]) == dead.given
    assert alive.given[4:] == [5, 6, 7]
    assert sorted(games) == [1, 2, 3, 4, 5, 6, 7]
    assert not dead.is_open
    assert not alive.is_open


@pytest.mark.parametrize(("failing", "named"), [((2, 2, 2, 2), 2), ((2, 1, 2, 1), 1)], ids=["one", "by turns"])
def test_pools_that_die_again_and_again(failing: tuple[int, ...], named: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After four of them the arena gives up, names the game that failed last, and says what a script has to do."""
    match, pools = Match(("random", "random"), 3, most_moves=20), [Dying(game) for game in failing]
    pools_of(monkeypatch, *pools)
    with pytest.raises(WorkerError, match=rf"game {named} was handed out 4 times, .*worker gone.*__main__"):
        list(play_by_pool(match, [1, 2], play_game, jobs=1))
    assert [sorted(pool.given) for pool in pools] == [[1, 2], [1, 2], [1, 2], [1, 2]]
    assert not any(pool.is_open for pool in pools)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_the_arena_is_killed_at_random_moments(tmp_path: Path) -> None:
    """Gone on with as often as it takes, it ends with the results of an undisturbed match; its workers die with it."""
    path = tmp_path / "results.jsonl"
    script = (
        "from magnum_sal.arena import play_game, play_match\n"
        "if __name__ == '__main__':\n"
        f"    play_match({BOTS!r}, 24, {MATCH['seed']}, most_moves={MATCH['most_moves']}, jobs=2, out={str(path)!r})\n"
    )
    (tmp_path / "script.py").write_text(script)
    rng = random.Random(1)
    kills = 0
    while kills < scale(3):
        size = path.stat().st_size if path.exists() else 0
        arena = subprocess.Popen([sys.executable, str(tmp_path / "script.py")])
        # Killed some time after it has begun to write, at a moment that follows no rule.
        while arena.poll() is None and (not path.exists() or path.stat().st_size <= size):
            time.sleep(0.01)
        time.sleep(rng.random() * 0.05)
        arena.kill()
        arena.wait()
        kills += 1
    assert [game.without_times() for game in go_on(path).games] == undisturbed(24)
    assert [game.game for game in read_results(path)[1]] == list(range(24))


def go_on(path: Path) -> MatchResults:
    """Go on with a killed arena's match: a worker that was just being started may hold the file a moment longer."""
    for _ in range(100):
        try:
            return play_match(BOTS, 24, out=path, **MATCH)
        except ResultsError as error:
            if "in use by another program" not in str(error):
                raise
            time.sleep(0.1)
    pytest.fail("the file stays in use although nobody uses it")


def test_play_game_travels() -> None:
    """What is handed to a worker can be pickled, the variants included."""
    import pickle

    match = Match(("random", "random"), 3, most_moves=10)
    function, (sent, game) = pickle.loads(pickle.dumps((play_game, (match, 4))))
    assert function(sent, game).without_times() == play_game(match, 4).without_times()
