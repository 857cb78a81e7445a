"""The environment for Gymnasium: one learner against bots."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.bots.protocol import BotHooks
from magnum_sal.cli.terminal.seats import seats_of
from magnum_sal.envs.solo import SoloEnv
from magnum_sal.model.events import Event
from magnum_sal.testing import position


class Watcher(BotHooks):
    """A bot that plays at random and keeps all reports."""

    def __init__(self) -> None:
        """Begin without any notes."""
        self.told: list[Any] = []
        self.rng = random.Random(1)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        """Return a sensible move at random."""
        assert state.is_public
        return self.rng.choice(ms.sensible_moves(state))

    def game_started(self, state: ms.GameState, seat: int) -> None:
        """Keep the seat."""
        self.told.append(("started", state, seat))

    def observed(self, move: ms.Move, events: Sequence[Event]) -> None:
        """Keep the move and its events."""
        self.told.append((move, tuple(events)))

    def game_ended(self, state: ms.GameState) -> None:
        """Keep the last state."""
        self.told.append(("ended", state))

    def close(self) -> None:
        """Keep that the bot was closed."""
        self.told.append("closed")


def play_first(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
    """Return the first legal move."""
    return moves[0]


class FailingBot(BotHooks):
    """A bot whose class fails."""

    def __init__(self) -> None:
        raise KeyError("its file")

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[0]


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[int, float, bool]:
    """Play a game at random, and return the number of answers, the reward, and whether the game was truncated."""
    observation, _ = env.reset(seed=seed)
    rng, answers = random.Random(seed), 0
    while True:
        action = int(rng.choice(observation["action_mask"].nonzero()[0]))
        observation, reward, terminated, truncated, _ = env.step(action)
        answers += 1
        if terminated or truncated:
            return answers, float(reward), truncated


@pytest.mark.parametrize("opponents", [("random",), ("random", "random", "random")])
def test_the_suite_of_gymnasium(opponents: tuple[str, ...]) -> None:
    """``check_env`` finds nothing to complain about."""
    env = gymnasium.make("magnum_sal/Solo-v0", opponents=opponents, disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.long
def test_the_bots_take_the_other_seats() -> None:
    """The learner's seat is drawn for each game, or fixed; the log names the moves of all players."""
    env = SoloEnv(("random",), max_decisions=None, sensible=True)
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        assert info["seat"] == env.learner == env.episode.seat
    assert seats == {0, 1}
    fixed = SoloEnv(("random", "random"), max_decisions=None, seat=2, sensible=True)
    answers, reward, truncated = play(fixed, 1)
    assert (truncated, fixed.learner) == (False, 2)
    assert reward in (1, -0.5, 0.25)
    game = fixed.record()
    assert game.state.is_over
    assert {step.seat for step in game.steps()} == {0, 1, 2}
    assert answers < len(game.moves) * 3


def test_a_log_says_who_played(tmp_path: Path) -> None:
    """The metadata name the bots and the learner by seat, as the terminal application reads them."""
    env = SoloEnv(("novice", Watcher(), play_first), seat=1, max_decisions=5)
    env.reset(seed=1)
    env.save(tmp_path / "episode.jsonl")
    game = ms.Game.from_log(tmp_path / "episode.jsonl")
    watcher, function = f"{__name__}:Watcher", f"{__name__}:play_first"
    assert game.log.metadata["seats"] == ["novice", "agent", watcher, function]
    told = f"An episode: player_0 is novice, player_1 is agent, player_2 is {watcher}, player_3 is {function}."
    assert game.log.metadata["comments"] == [told]
    assert f"# {told}" in ms.transcript(game)
    assert game.log.public().metadata == {"comments": [told]}
    assert seats_of(game).players == ("novice", "human", "human", "human")


@pytest.mark.long
def test_bots_are_told_what_happens() -> None:
    """The hooks of a bot are called as in the arena, also for the moves of the learner and for forced moves."""
    watcher = Watcher()
    env = SoloEnv((watcher,), max_decisions=None, seat=1, sensible=True)
    play(env, 3)
    started, *moves, ended = watcher.told
    game = env.record()
    assert started == ("started", next(game.steps()).before.public(), 0)
    assert moves == [(step.move, step.events) for step in game.steps()]
    assert ended == ("ended", game.state.public())


def test_bots_that_were_passed_are_not_closed() -> None:
    """A bot that the caller created may play in the next game, too."""
    watcher = Watcher()
    env = SoloEnv((watcher,), seat=0)
    env.reset(seed=1)
    env.reset(seed=2)
    env.close()
    assert "closed" not in watcher.told
    assert sum(entry[0] == "started" for entry in watcher.told if entry != "closed") == 2


def test_all_bots_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while a bot closes changes no result, and the other bots are closed, too."""
    bots: list[Watcher] = []

    class FragileBot(Watcher):
        def __init__(self, rng: random.Random) -> None:
            super().__init__()
            self.rng = rng
            bots.append(self)

        def close(self) -> None:
            super().close()
            if len(bots) == 2 and self is bots[0]:
                raise OSError("it is gone")

    monkeypatch.setattr(sys.modules[__name__], "FragileBot", FragileBot, raising=False)
    env = SoloEnv((f"{__name__}:FragileBot",) * 2, seat=0)
    bots.clear()
    env.reset(seed=1)
    assert env.step(-1)[1:4] == (-1, True, False)
    assert [bot.told[-1] for bot in bots] == ["closed", "closed"]


@pytest.mark.parametrize("hook", ["game_started", "observed"])
def test_all_bots_are_closed_if_one_fails_at_the_start(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a hook fails before the learner's first question, the bots that exist are closed, and there is no game."""
    bots: list[Watcher] = []

    class BotWithFailingHook(Watcher):
        def __init__(self, rng: random.Random) -> None:
            super().__init__()
            bots.append(self)
            if len(bots) == 2:
                setattr(self, hook, fail)

    def fail(*_: object) -> None:
        raise RuntimeError("tired")

    monkeypatch.setattr(sys.modules[__name__], "BotWithFailingHook", BotWithFailingHook, raising=False)
    env = SoloEnv((f"{__name__}:BotWithFailingHook",) * 2, seat=0, sensible=True)
    bots.clear()
    # The learner has only one move in this position, so the environment makes it before the first question.
    state = position("A: 2 groszy, - | C: 5 groszy", arriving=1)
    with pytest.raises(RuntimeError, match="tired"):
        env.reset(seed=1, options={"state": state})
    assert [bot.told[-1] for bot in bots] == ["closed", "closed"]
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        env.step(0)


def test_bots_see_only_what_their_seat_may_know() -> None:
    """PUBLIC-1: a bot gets the view of its seat, also in games with secrets."""
    watcher = Watcher()
    env = SoloEnv((watcher,), LAMP_GAME, max_decisions=60, seat=1, sensible=True)
    play(env, 5)
    _, view, seat = watcher.told[0]
    assert view.viewer == seat == 0


def test_a_bot_is_asked_for_every_move() -> None:
    """``sensible`` limits the learner only: a bot chooses among all legal moves, even if only one is sensible."""
    asked = []

    def bot(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        asked.append(moves)
        return moves[-1]

    state = position("A: 2 groszy, -", arriving=1)
    assert len(ms.legal_moves(state)) == 1
    env = SoloEnv((bot,), seat=1, sensible=True)
    env.reset(seed=1, options={"state": state})
    assert asked[0] == (ms.PayPenalty(2),)
    assert env.record().moves[: len(asked)] == tuple(moves[-1] for moves in asked)


@pytest.mark.parametrize("failure", [RuntimeError("tired"), KeyboardInterrupt()])
def test_after_an_error_of_a_bot_only_a_new_game_is_left(failure: BaseException) -> None:
    """Nobody can move for the bot. The game so far can be recorded."""
    calls = []

    def bot(_: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        calls.append(moves)
        if len(calls) == 3:
            raise failure
        return moves[0]

    env = SoloEnv((bot,), seat=0, sensible=True)
    observation, _ = env.reset(seed=1)
    with pytest.raises(type(failure)):  # noqa: PT012  # Several questions may come before the bot's next move.
        while True:
            observation, *_ = env.step(int(observation["action_mask"].nonzero()[0][0]))
    made = env.record().moves
    with pytest.raises(ms.MisuseError, match=r"the game has ended: call reset\(\)"):
        env.step(0)
    assert env.record().moves == made
    env.reset(seed=1)


def test_a_refused_reset_changes_nothing() -> None:
    """The game goes on after invalid options. After ``close``, there is no game."""
    env = SoloEnv(("random",), seat=0)
    observation, _ = env.reset(seed=1)
    wrong: Any
    for wrong in ({"state": 1}, "state", 5):
        with pytest.raises(ms.MisuseError, match="options: "):
            env.reset(options=wrong)
    env.step(int(observation["action_mask"].nonzero()[0][0]))
    env.close()
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        env.step(0)


@pytest.mark.parametrize("action", [None, "3", 2.7, [3], float("nan")])
def test_an_action_is_a_number(action: Any) -> None:
    """Anything but a whole number is refused, and changes nothing."""
    env = SoloEnv(("random",), seat=0)
    env.reset(seed=1)
    with pytest.raises(ms.MisuseError, match="action: expected a whole number, got "):
        env.step(action)
    assert env.episode.answers == 0


def test_bots_learn_of_every_end() -> None:
    """The hook ``game_ended`` is called once, also if the game is truncated or ends by an impossible action."""
    for action, most in ((None, 5), (-1, None)):
        watcher = Watcher()
        env = SoloEnv((watcher,), max_decisions=most, seat=0)
        observation, _ = env.reset(seed=1)
        is_over = False
        while not is_over:
            given = int(observation["action_mask"].nonzero()[0][0]) if action is None else action
            observation, _, terminated, truncated, _ = env.step(given)
            is_over = terminated or truncated
        assert [entry for entry in watcher.told if entry[0] == "ended"] == [("ended", env.episode.state.public())]


def test_a_solo_game_ends_after_impossible_actions() -> None:
    """The learner earns -1."""
    env = SoloEnv(("random",), seat=0)
    observation, _ = env.reset(seed=1)
    impossible = int((observation["action_mask"] == 0).nonzero()[0][0])
    _, reward, terminated, truncated, _ = env.step(impossible)
    assert (reward, terminated, truncated) == (-1, True, False)
    with pytest.raises(ms.MisuseError, match=r"the game has ended: call reset\(\)"):
        env.step(impossible)


def test_truncated_solo_games_pay_nothing() -> None:
    """``max_decisions`` counts the learner's answers only."""
    answers, reward, truncated = play(SoloEnv(("random",), max_decisions=12), 1)
    assert (answers, reward, truncated) == (12, 0, True)


@pytest.mark.long
def test_a_seed_decides_everything() -> None:
    """The same seed gives the same game, seats and bots; without a seed, the draws go on."""
    first, second = SoloEnv(("random",)), SoloEnv(("random",))
    assert play(first, 9) == play(second, 9)
    assert first.record().state == second.record().state
    one, _ = first.reset()
    other, _ = second.reset()
    assert (one["observation"] == other["observation"]).all()


def test_a_solo_game_may_begin_in_a_position() -> None:
    """The bots move first if it is their turn."""
    env = SoloEnv((Watcher(),), seat=0)
    state = position("B: 40 groszy | turn: B")
    _, info = env.reset(seed=1, options={"state": state})
    assert info["seat"] == env.episode.seat == 0
    assert next(env.record().steps()).before == state


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (
            {"opponents": "novice"},
            r"opponents: expected a sequence of 1 to 3 bots, such as \('novice',\), got 'novice'",
        ),
        ({"opponents": ()}, r"opponents: expected a sequence of 1 to 3 bots, such as \('novice',\), got \(\)"),
        ({"opponents": ["novice"] * 4}, "opponents: expected a sequence of 1 to 3 bots"),
        ({"opponents": ("nobody",)}, "nobody"),
        ({"opponents": (5,)}, "opponents: 5 is neither the name of a bot nor a bot"),
        (
            {"opponents": (Watcher,)},
            f"Watcher'> is a class: pass an instance, or the name '{__name__}:Watcher'",
        ),
        ({"opponents": (f"{__name__}:FailingBot",)}, "FailingBot' cannot be created: KeyError"),
        ({"seat": 2}, "seat: expected 0 to 1, or None to draw it, got 2"),
        ({"seat": True}, "seat: expected 0 to 1, or None to draw it, got True"),
        ({"render_mode": "video"}, "render_mode: expected 'human', 'ansi', 'svg', 'rgb_array' or None, got 'video'"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any], complaint: str) -> None:
    """The message names the argument."""
    with pytest.raises(ms.MagnumSalError, match=complaint):
        SoloEnv(**settings)


@pytest.mark.long
@pytest.mark.parametrize(
    "copied_by", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("opponent", ["novice", "random"])
def test_a_copy_of_a_solo_game_goes_its_own_way(opponent: str, copied_by: Callable[[Any], Any]) -> None:
    """The copy has its own game and its own bots with the same random source, so equal answers give equal games."""
    env: Any = gymnasium.make("magnum_sal/Solo-v0", opponents=(opponent, opponent), sensible=True, max_decisions=60)
    env.reset(seed=5)
    answer_at_random(env, random.Random(5), 20)
    copied, again = copied_by(env), copied_by(env)
    ended = answer_at_random(env, random.Random(6), 100)
    assert answer_at_random(copied, random.Random(6), 100) == ended
    assert answer_at_random(again, random.Random(7), 100) != ended
    assert copied.unwrapped.episode.state is not env.unwrapped.episode.state


def answer_at_random(env: Any, rng: random.Random, answers: int) -> list[ms.Move]:
    """Answer at random, at most to the end of the game, and return all moves of the game."""
    episode = env.unwrapped.episode
    while not episode.is_over and answers:
        env.step(int(rng.choice(env.unwrapped.action_masks().nonzero()[0])))
        answers -= 1
    return list(episode.moves)


def test_a_copied_bot_may_be_an_object() -> None:
    """A bot that the program passed is copied, too, and only the copy hears of the copied game."""
    watcher = Watcher()
    env = SoloEnv((watcher,), seat=0, sensible=True)
    env.reset(seed=1)
    told = len(watcher.told)
    copied = copy.deepcopy(env)
    assert copied.opponents[0] is copied._bots[1] is not watcher
    answer_at_random(copied, random.Random(1), 30)
    assert len(watcher.told) == told
    assert len(copied._bots[1].told) > told  # type: ignore[attr-defined]


def test_a_bot_that_cannot_be_copied_is_named() -> None:
    """A bot with a lock, such as one in a process of its own, refuses the copy with a sentence."""
    watcher = Watcher()
    watcher.lock = threading.Lock()  # type: ignore[attr-defined]
    env = SoloEnv((watcher,))
    env.reset(seed=1)
    with pytest.raises(ms.MisuseError, match=r"the environment cannot be copied, because a bot cannot: .*lock"):
        copy.deepcopy(env)
    with pytest.raises(ms.MisuseError, match=r"the environment cannot be copied, because a bot cannot: .*lock"):
        copy.deepcopy(SoloEnv((watcher,)))
