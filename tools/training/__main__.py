"""Train the judge, and write the weights to a file: ``python -m tools.training --help``."""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from math import inf
from pathlib import Path
from statistics import median

from magnum_sal.arena import play_match
from magnum_sal.model.pieces import MAX_PLAYERS, MIN_PLAYERS

from ..bot_argument import parse_bot
from .adjusting import adjust_weights
from .comparing import Comparison, compare_turns
from .comparison_store import ComparisonStore
from .examining import examine_moves
from .fitting import fit_weights
from .judge_file import KnownJudge, format_judge, read_judge_file
from .measuring import measure_judge
from .replay_buffer import ReplayBuffer
from .selfplay import Episode, Plan, episodes_of, run_games

_GATE_WIDTH = 4
"""The width of the players in matches between two judges."""

_DEFAULTS = Plan(players=2, games=0, seed=0)
"""A plan whose other settings have their defaults."""


def main(words: list[str]) -> None:
    """Play and fit, and write the current weights after each round."""
    asked = _arguments(words)
    try:
        known = KnownJudge({}, {}, {}, {}, []) if asked.start is None else read_judge_file(asked.start)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    strangers = set(asked.players) - set(known.weights)
    if strangers and (asked.calibrate or asked.correct or asked.compare or asked.examine):
        raise SystemExit(f"{asked.start} has no weights for {min(strangers)} players: learn these first")
    known.commands.append("python -m tools.training " + " ".join(words))
    with _workers(asked) as workers:
        for players, rounds in zip(asked.players, asked.rounds, strict=False):
            _train(asked, known, players, rounds, workers)


@contextmanager
def _workers(asked: argparse.Namespace) -> Iterator[int | Executor]:
    """Provide the workers that play the games: a number of local processes, or the executor of a cluster."""
    if asked.cluster is None:
        yield asked.jobs
        return
    from distributed import Client  # needs the extra "cluster"

    try:
        client = Client(asked.cluster, timeout=20)
    except (OSError, ValueError) as error:
        raise SystemExit(f"cannot connect to a Dask scheduler at {asked.cluster}: {error}") from None
    with client:
        yield client.get_executor()


def _train(asked: argparse.Namespace, known: KnownJudge, players: int, rounds: int, workers: int | Executor) -> None:
    """Play and learn for one number of players, and write the file after each round."""
    try:
        buffer = ReplayBuffer(players, asked.memory, asked.buffer)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    for number in range(1, rounds + 1):
        began = time.perf_counter()
        seed = asked.seed + 1000 * players + number
        judge = known.judge(players)
        opponents = tuple(asked.opponents)
        plan = Plan(
            players,
            asked.games,
            seed,
            whims=asked.whims,
            judge=judge,
            opponents=opponents,
            width=asked.width,
            iterations=asked.examine,
            is_deep=asked.deep,
            most_moves=asked.most_moves,
        )
        if asked.compare or asked.examine:
            told = _adjust(asked, known, players, plan, workers)
        else:
            played = episodes_of(plan, workers)
            buffer.add(played)
            learn = _correct if asked.correct else _fit
            told = f"{_describe(played)}, {learn(asked, known, players, buffer.games)}"
        seconds = time.perf_counter() - began
        print(f"{players} players, round {number}: {told}; {seconds:.0f} s", flush=True)
        asked.to.write_text(format_judge(known))


def _fit(asked: argparse.Namespace, known: KnownJudge, players: int, games: list[Episode]) -> str:
    """Fit the weights to games, and return a description."""
    if asked.calibrate:
        fit = measure_judge(known.weights[players], known.corrections.get(players), games)
    else:
        fit = fit_weights(games, trace=asked.trace, ridge=asked.ridge, shared=asked.shared)
        for learned in (known.corrections, known.priors):  # they belong to the old weights
            learned.pop(players, None)
    known.weights[players], known.scales[players] = fit.weights, fit.scales
    return f"explained {_numbers(fit.explained)}, scales {fit.scales}"


def _correct(asked: argparse.Namespace, known: KnownJudge, players: int, games: list[Episode]) -> str:
    """Fit a step of a correction to games, keep it if it wins a match, and return a description."""
    from .correcting import fit_correction  # needs PyTorch

    present = known.corrections.get(players)
    fit = fit_correction(
        games,
        known.weights[players],
        present,
        units=asked.correct,
        trace=asked.trace,
        seed=asked.seed,
        **_step_of(asked),
    )
    candidate = known._replace(corrections=known.corrections | {players: fit.correction})
    is_better, won = _play_gate(asked, known, candidate, players)
    if is_better:
        known.corrections[players] = fit.correction
    return f"explained {_numbers(fit.before)} and with the correction {_numbers(fit.after)}, {won}"


def _adjust(asked: argparse.Namespace, known: KnownJudge, players: int, plan: Plan, workers: int | Executor) -> str:
    """Fit the weights to turns or moves that compete, keep them if they win a match, and return a description."""
    comparisons = [comparison for of_game in _compare(asked.buffer, plan, workers) for comparison in of_game]
    fit = adjust_weights(known.weights[players], comparisons, **_step_of(asked))
    candidate = known._replace(weights=known.weights | {players: fit.weights})
    is_better, won = _play_gate(asked, known, candidate, players)
    if is_better:
        known.weights[players] = fit.weights
    return f"{len(comparisons)} comparisons, removed {_numbers(fit.explained)} of the errors, {won}"


def _step_of(asked: argparse.Namespace) -> dict[str, float]:
    """Return the argument for the step. If the user gave none, each way of learning has its own default."""
    return {} if asked.step is None else {"step": asked.step}


def _compare(folder: Path | None, plan: Plan, workers: int | Executor) -> list[list[Comparison]]:
    """Return the comparisons of each game of a plan. Games that are stored in *folder* are not played again."""
    play = examine_moves if plan.iterations else compare_turns
    if folder is None:
        return list(run_games(play, plan, workers))
    try:
        store = ComparisonStore(folder, play.__name__, plan)
        stored = {game: found for game in range(plan.games) if (found := store.read(game)) is not None}
    except ValueError as error:
        raise SystemExit(str(error)) from None
    missing = [game for game in range(plan.games) if game not in stored]
    for game, found in zip(missing, run_games(play, plan, workers, missing), strict=True):
        store.write(game, found)
        stored[game] = found
    return [stored[game] for game in range(plan.games)]


def _play_gate(asked: argparse.Namespace, known: KnownJudge, candidate: KnownJudge, players: int) -> tuple[bool, str]:
    """Play a match of a player with the candidate's judge against players with the present one; describe the result."""
    files = [asked.to.with_suffix(f".{name}").resolve() for name in ("present", "candidate")]
    for path, judge in zip(files, (known, candidate), strict=True):
        path.write_text(format_judge(judge))
    old, new = (f"tools.training.judged_players:Greedy:judge={path},width={_GATE_WIDTH}" for path in files)
    match = play_match(
        [new, *[old] * (players - 1)], asked.gate, asked.seed, most_moves=asked.most_moves, until=0.95, jobs=asked.jobs
    )
    standing = match.standings()[0]
    # With three or four players, a copy of the old judge may win less than its share because of its neighbours.
    is_better = match.decision is not None and match.decision.label == new and match.decision.is_more
    interval = f"{100 * standing.low:.1f} % to {100 * standing.high:.1f} %"
    outcome = "kept" if is_better else "dropped"
    return is_better, f"won {standing.wins:g} of {standing.games} games ({interval}): {outcome}"


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.training", description=__doc__)
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2, 3, 4], help="numbers of players, one after another"
    )
    parser.add_argument("--games", type=int, default=300, help="games of a round")
    parser.add_argument("--rounds", type=int, nargs="+", default=[5, 3, 3], help="rounds for each number of players")
    parser.add_argument("--memory", type=int, default=3, help="number of rounds whose games to learn from")
    parser.add_argument(
        "--buffer",
        type=Path,
        metavar="FOLDER",
        help="store the games of each round here, and learn from earlier ones; with --compare and --examine, store "
        "what each game shows, so that a command that is repeated plays only the missing games",
    )
    parser.add_argument(
        "--opponents",
        nargs="+",
        type=parse_bot,
        default=list(_DEFAULTS.opponents),
        metavar="BOT",
        help="bots that take one of ten seats (default %(default)s)",
    )
    parser.add_argument("--whims", type=float, default=_DEFAULTS.whims, help="fraction of random moves")
    parser.add_argument(
        "--width", type=int, default=_DEFAULTS.width, help="number of moves that the players examine twice"
    )
    parser.add_argument(
        "--most-moves", type=int, default=_DEFAULTS.most_moves, help="moves after which an unfinished game is scored"
    )
    parser.add_argument("--trace", type=float, default=0.9, help="how far back to credit a result, 0 to 1")
    parser.add_argument("--ridge", type=float, default=300.0, help="how strongly weights are pulled towards 0")
    parser.add_argument("--shared", type=float, default=2.0, help="how readily phases share a weight")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--calibrate", action="store_true", help="keep the weights of --start, and learn how leads turn into chances"
    )
    ways.add_argument(
        "--correct",
        type=_parse_positive,
        default=0,
        help="keep the weights of --start, and learn this number of units of a correction",
    )
    ways.add_argument(
        "--compare", action="store_true", help="adjust the weights of --start to turns that are compared in the games"
    )
    ways.add_argument(
        "--examine",
        type=_parse_positive,
        default=0,
        metavar="ITERATIONS",
        help="adjust the weights of --start to what searches find out about all moves, played or not",
    )
    parser.add_argument(
        "--deep", action="store_true", help="with --examine, learn from the positions inside the search trees, too"
    )
    parser.add_argument(
        "--step",
        type=float,
        help="the part of a correction, or of the change of weights, that is added, 0 to 1",
    )
    parser.add_argument("--gate", type=int, default=400, help="maximum games in the match that decides what is kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play the games, but not the match, on a Dask cluster (tcp://host:8786)"
    )
    parser.add_argument("--start", type=Path, help="a file of weights to start from")
    parser.add_argument("--to", type=Path, required=True, help="the file to write")
    asked = parser.parse_args(words)
    if (asked.calibrate or asked.correct or asked.compare or asked.examine) and asked.start is None:
        parser.error("--calibrate, --correct, --compare and --examine need --start: they begin with known weights")
    if asked.deep and not asked.examine:
        parser.error("--deep needs --examine")
    if len(asked.rounds) < len(asked.players):
        parser.error("--rounds: expected a number for each of --players")
    if asked.memory < 1:
        parser.error("--memory: expected at least 1 round")
    for name in ("games", "jobs", "gate", "most_moves"):
        if getattr(asked, name) < 1:
            parser.error(f"--{name.replace('_', '-')}: expected at least 1")
    if min(asked.rounds) < 1:
        parser.error("--rounds: expected at least 1")
    for name in ("whims", "trace", "step"):
        if not 0.0 <= (getattr(asked, name) or 0.0) <= 1.0:
            parser.error(f"--{name}: expected a number from 0 to 1")
    for name in ("ridge", "shared"):
        if not 0.0 < getattr(asked, name) < inf:
            parser.error(f"--{name}: expected a number above 0")
    if not set(asked.players) <= set(range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        parser.error(f"--players: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    if not asked.to.parent.is_dir() or asked.to.is_dir() or "," in str(asked.to.resolve()):
        parser.error(f"--to: {asked.to} is not a file in a folder, or contains a comma")
    if asked.correct and find_spec("torch") is None:
        parser.error("--correct needs PyTorch: pip install torch")
    return asked


def _parse_positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("expected at least 1")
    return int(text)


def _describe(played: list[Episode]) -> str:
    over = sum(episode.is_over for episode in played)
    rounds = [median(found) for found in zip(*(episode.rounds for episode in played if episode.is_over), strict=True)]
    decisions = sum(len(episode.phases) for episode in played) / len(played)
    return f"{over} of {len(played)} games over, {decisions:.0f} decisions a game, rounds a phase {rounds}"


def _numbers(found: tuple[float, ...]) -> str:
    return ", ".join(f"{part:.2f}" for part in found)


if __name__ == "__main__":
    main(sys.argv[1:])
