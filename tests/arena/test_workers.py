"""Ways to play a match: one process, a pool or an executor. A lost game is played again, and none is played twice."""

import inspect
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import scale
from tests.scripts_with_processes import check_unguarded_call

from magnum_sal._internal.worker_processes import WorkerContext
from magnum_sal.arena import GameResult, Match, MatchResults, ResultsError, play_match, play_pairs, read_results
from magnum_sal.arena.game import play_game
from magnum_sal.arena.workers import Dispatcher, WorkerError, WorkerPool
from magnum_sal.bots import BotError

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 300}
BOTS = ["random", "random", "random"]


@cache
def undisturbed(games: int) -> list[GameResult]:
    """Return the results that every way of playing must have, without times."""
    return [game.without_times() for game in play_match(BOTS, games, **MATCH).games]


@pytest.mark.long
def test_a_pool_gives_the_same_results(tmp_path: Path) -> None:
    """Two processes have the same results as one, game by game, and each game is in the file once."""
    results = play_match(BOTS, 6, jobs=2, out=tmp_path / "file", **MATCH)
    assert [game.without_times() for game in results.games] == undisturbed(6)
    assert [game.without_times() for game in read_results(tmp_path / "file")[1]] == undisturbed(6)


@pytest.mark.long
def test_any_executor(tmp_path: Path) -> None:
    """A pool of threads can play a match, and stays open."""
    with ThreadPoolExecutor(3) as executor:
        results = play_match(BOTS, 6, executor=executor, out=tmp_path / "file", **MATCH)
        assert executor.submit(int, "7").result() == 7
    assert [game.without_times() for game in results.games] == undisturbed(6)


class Unreliable(Executor):
    """An executor that loses its first tasks, like one whose workers are taken away."""

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
    """Each game has one result, whatever an executor loses."""
    match = Match(("random", "random"), 3, most_moves=20)
    games = [result.game for result in Dispatcher(match, range(5), play_game, Unreliable(3)).play()]
    assert sorted(games) == [0, 1, 2, 3, 4]


def test_a_game_that_kills_its_workers() -> None:
    """After some attempts the arena gives up with an error that names the game."""
    match = Match(("random", "random"), 3, most_moves=20)
    with pytest.raises(
        WorkerError,
        match=r"game 0 was started 4 times, and its worker failed each time: ConnectionError\('worker gone'\)",
    ):
        list(Dispatcher(match, [0], play_game, Unreliable(99)).play())
    with pytest.raises(WorkerError, match="worker gone"):
        list(Dispatcher(match, [0], play_game, Unreliable(99, BrokenExecutor)).play())


class Broken(Unreliable):
    """An executor that breaks with its first task, like a pool of processes whose worker is killed."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.lost:
            raise BrokenExecutor("a child process terminated abruptly")
        return super().submit(fn, *args, **kwargs)


def test_an_executor_that_breaks() -> None:
    """If the caller's executor accepts no more games, the match ends with an error that advises to pass jobs."""
    match = Match(("random", "random"), 3, most_moves=20)
    with pytest.raises(WorkerError, match=r"accepts no more games: BrokenExecutor\('a child .*; .* if you pass jobs"):
        list(Dispatcher(match, range(5), play_game, Broken(1, BrokenExecutor)).play())


def test_a_bot_that_fails_is_no_lost_worker() -> None:
    """With the policy ``raise``, a bot's error in a worker is passed on."""
    with pytest.raises(BotError, match=r"game [01], move"):
        play_match([f"{__name__}:Suicide", "random"], 2, policy="raise", executor=ThreadPoolExecutor(1))


class Suicide:
    """A bot that kills its process once: if the mark exists, it plays on."""

    def __init__(self, rng: random.Random, *, mark: str = "") -> None:
        self.mark = Path(mark) if mark else None

    def __call__(self, state: Any, moves: Any) -> Any:
        if self.mark is None:
            raise RuntimeError("no")
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return moves[0]


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_a_worker_is_killed_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new pool replaces the old one, and no game is lost or counted twice."""
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
    """
    A pool whose worker dies in the game *lost*, and fails all games in progress, as a real pool does.

    If the pool *is_slow*, no game ends before the worker dies. Otherwise, each game ends before the next one begins.
    """

    def __init__(self, lost: int, *, is_slow: bool = False) -> None:
        super().__init__(0)
        self.guilty, self.is_slow = lost, is_slow
        self.given: list[int] = []
        """The games that were submitted."""
        self.in_progress: list[Future[Any]] = []
        self.is_open = True

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args[1])
        if self.guilty not in self.given and not self.is_slow:
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        self.in_progress.append(future)
        if self.guilty in self.given:
            for broken in self.in_progress:
                broken.set_exception(BrokenExecutor("worker gone"))
            self.in_progress.clear()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_open = False


HEALTHY = -1
"""The number of no game, for a pool whose workers live."""


def pools_of(monkeypatch: pytest.MonkeyPatch, *pools: Dying) -> None:
    """Make the arena use these pools, one after the other."""
    waiting = iter(pools)
    monkeypatch.setattr(WorkerContext, "make_pool", lambda *_: next(waiting))


def test_games_in_progress_are_played_by_the_next_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies breaks its pool. All games of that pool are submitted again, before others."""
    match, dead, alive = Match(("random", "random"), 3, most_moves=20), Dying(3, is_slow=True), Dying(HEALTHY)
    pools_of(monkeypatch, dead, alive)
    with WorkerPool(2) as pool:
        games = [result.game for result in Dispatcher(match, range(1, 8), play_game, pool).play()]
    assert dead.given == [1, 2, 3, 4]
    assert alive.given == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(games) == [1, 2, 3, 4, 5, 6, 7]
    assert not dead.is_open
    assert not alive.is_open


def test_the_game_that_ends_its_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a pool has broken, its games are played one at a time, and only the guilty game is blamed."""
    match = Match(("random", "random"), 3, most_moves=20)
    pools = [Dying(3, is_slow=True), *(Dying(3) for _ in range(4))]
    pools_of(monkeypatch, *pools)
    reason = r"game 3 was started 4 times, .*worker gone'\)$"
    with WorkerPool(2) as pool, pytest.raises(WorkerError, match=reason):
        list(Dispatcher(match, range(1, 8), play_game, pool).play())
    assert [pool.given for pool in pools] == [[1, 2, 3, 4], [1, 2, 3], [3], [3], [3]]
    assert not any(pool.is_open for pool in pools)


def test_games_whose_workers_die_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that runs alone may lose a few workers before it is blamed."""
    match = Match(("random", "random"), 3, most_moves=20)
    pools = [Dying(2, is_slow=True), Dying(1), Dying(2), Dying(HEALTHY)]
    pools_of(monkeypatch, *pools)
    with WorkerPool(1) as pool:
        games = [result.game for result in Dispatcher(match, [1, 2, 3], play_game, pool).play()]
    assert games == [1, 2, 3]
    assert [pool.given for pool in pools] == [[1, 2], [1], [1, 2], [2, 3]]


@pytest.mark.slow
def test_the_matches_of_a_series_share_one_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started once for a series, because their start takes longer than a short match."""
    pool = Dying(HEALTHY)
    pools_of(monkeypatch, pool)
    bots = ["random", "greedy:width=0", "greedy:width=1"]
    results = play_pairs(bots, 3, most_moves=5, jobs=2)
    assert pool.given == [0, 1, 2] * 3
    assert not pool.is_open
    alone = play_pairs(bots, 3, most_moves=5)
    for match, other in zip(results.matches, alone.matches, strict=True):
        assert [game.without_times() for game in match.games] == [game.without_times() for game in other.games]


@pytest.mark.slow
def test_a_series_replaces_its_pool_if_a_worker_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new pool also plays the matches that follow. No game is lost or counted twice."""
    dead, alive = Dying(2), Dying(HEALTHY)
    pools_of(monkeypatch, dead, alive)
    results = play_pairs(["random", "greedy:width=0", "greedy:width=1"], 3, most_moves=5, jobs=2)
    assert (dead.given, alive.given) == ([0, 1, 2], [2, 0, 1, 2, 0, 1, 2])
    assert [[game.game for game in match.games] for match in results.matches] == [[0, 1, 2]] * 3
    assert not dead.is_open
    assert not alive.is_open


def test_a_match_waits_for_its_games_before_the_next_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A match that stops early does not leave a running game in a shared pool.

    If the game ended its worker later, a game of the next match would be suspected.
    """
    begun: Future[int] = Future()
    begun.set_running_or_notify_cancel()
    ended: Future[int] = Future()
    ended.set_result(0)
    waiting = iter((ended, begun))
    monkeypatch.setattr(WorkerPool, "submit", lambda *_: next(waiting))

    def end_all(futures: Iterable[Future[int]], **how: Any) -> Any:
        waited = list(futures)
        if ended not in waited:
            begun.set_result(1)
        return wait(waited, **how)

    monkeypatch.setattr("magnum_sal.arena.workers.wait", end_all)
    games = Dispatcher(Match(("random", "random"), 3), [0, 1], end_worker_in_game_3, WorkerPool(2)).play()
    assert next(games) == 0
    games.close()
    assert begun.done()


def end_worker_in_game_3(_: Match, game: int) -> int:
    """Return the number of the game, unless the game ends its worker."""
    if game == 3:
        os._exit(1)
    return game


@pytest.mark.long
def test_a_real_pool_names_the_game_that_ends_its_workers() -> None:
    """The error names the game, although every worker's end also fails other games."""
    match = Match(("random", "random"), 3)
    reason = r"^game 3 was started 4 times, and its worker failed each time"
    with WorkerPool(2) as pool, pytest.raises(WorkerError, match=reason):
        list(Dispatcher(match, range(8), end_worker_in_game_3, pool).play())


@pytest.mark.long
@pytest.mark.parametrize(
    "call",
    [
        'play_match(["random", "random"], 4, most_moves=20, jobs=2, out="results.jsonl", logs="logs")',
        'play_pairs(["random", "greedy"], 4, most_moves=20, jobs=2, folder="results", logs="logs")',
    ],
    ids=["match", "pairs"],
)
def test_a_script_without_the_guard(call: str, tmp_path: Path) -> None:
    """A script that starts workers while it is imported gets one error that names the missing line."""
    check_unguarded_call("from magnum_sal.arena import play_match, play_pairs", call, tmp_path)


@pytest.mark.long
def test_a_guarded_script(tmp_path: Path) -> None:
    """With the guard, the same script plays the match, also if it plays a match with one job before."""
    script = tmp_path / "script.py"
    script.write_text(
        "from magnum_sal.arena import play_match\n"
        "games = len(play_match(['random', 'random'], 2, most_moves=5).games)\n"
        "if __name__ == '__main__':\n"
        "    print(games, len(play_match(['random', 'random'], 4, most_moves=20, jobs=2).games))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("2 4\n", "")


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_the_arena_is_killed_at_random_moments(tmp_path: Path) -> None:
    """A match that is resumed after each kill has the results of an undisturbed match. Workers die with the arena."""
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
        # The kill comes at a random moment after the arena has begun to write.
        while arena.poll() is None and (not path.exists() or path.stat().st_size <= size):
            time.sleep(0.01)
        time.sleep(rng.random() * 0.05)
        arena.kill()
        arena.wait()
        kills += 1
    assert [game.without_times() for game in go_on(path).games] == undisturbed(24)
    assert [game.game for game in read_results(path)[1]] == list(range(24))


def go_on(path: Path) -> MatchResults:
    """Resume the match of a killed arena. A worker that was just being started may hold the file for a moment."""
    for _ in range(100):
        try:
            return play_match(BOTS, 24, out=path, **MATCH)
        except ResultsError as error:
            if "in use by another program" not in str(error):
                raise
            time.sleep(0.1)
    pytest.fail("the file stays in use although nobody uses it")


def test_tasks_can_be_pickled() -> None:
    """The task of a worker can be pickled and run."""
    import pickle

    match = Match(("random", "random"), 3, most_moves=10)
    function, (sent, game) = pickle.loads(pickle.dumps((play_game, (match, 4))))
    assert function(sent, game).without_times() == play_game(match, 4).without_times()
