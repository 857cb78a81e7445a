"""The `Game` class: play, undo, redo, listeners and an agreed end."""

import copy
import logging
import pickle
import random
from collections import UserDict
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.testing.players import any_kind, finisher


def played(moves: int, seed: int = 4, choose: Callable[..., ms.Move] = finisher) -> ms.Game:
    """Return a two-player game after at most *moves* moves."""
    rng = random.Random(seed)
    game = ms.Game.new(["Ada", "Ben"], seed=seed)
    while len(game.moves) < moves and not game.is_over:
        game.play(choose(game.state, ms.legal_moves(game.state), rng))
    return game


def test_play_is_apply() -> None:
    """A `Game` has the states, events and moves of ``apply``, and starts from the position of ``new_game``."""
    game = played(60, choose=any_kind)
    state = ms.new_game(["Ada", "Ben"], seed=4)
    assert game.at(0) == state
    for number, step in enumerate(game.steps(), start=1):
        applied = ms.apply(state, step.move)
        assert step.transition == applied
        assert game.moves[number - 1] == step.move
        state = applied.state
        assert game.at(number) == state
    assert game.state == state == game.at(60)


def test_every_transition_of_a_game_has_the_step_of_its_move() -> None:
    """``play``, ``redo`` and ``history`` give transitions with the steps that ``steps`` yields."""
    game = played(6)
    steps = tuple(game.steps())
    assert tuple(transition.step for _, transition in game.history()) == steps
    game.undo(to=4)
    assert game.redo().step == steps[4]
    assert game.play(steps[5].move).step == steps[5]


def test_the_last_step() -> None:
    """The last step is None before the first move, follows undo and redo, and includes the pieces turned up later."""
    game, nothing = played(0), list[ms.Step | None]([None])
    assert [game.last_step] == nothing
    for number in range(1, 5):
        transition = game.play(ms.legal_moves(game.state)[0])
        assert game.last_step == transition.step == list(game.steps())[number - 1]
    game.undo()
    assert game.last_step == list(game.steps())[2]
    game.undo(to=0)
    assert [game.last_step] == nothing
    rng = random.Random(5)
    table = ms.Game.open_table(["Ada", "Ben"])
    seen = 0
    while len(table.moves) < 40:
        if table.state.pending is None:
            table.play(finisher(table.state, ms.legal_moves(table.state), rng))
        else:
            table.reveal(ms.outcomes(table.state)[0][0])
            seen += table.last_step is not None
        assert [table.last_step] == [*nothing, *table.steps()][-1:]
    assert seen


def test_a_game_says_where_the_facts_of_its_state_are() -> None:
    """A ``Game`` has few attributes. The error for an attribute of ``GameState`` names the place; others stay plain."""
    game: Any = played(0)
    with pytest.raises(AttributeError, match=r"^'Game' object has no attribute 'legal_moves'; use game\.state\.legal_"):
        game.legal_moves()
    with pytest.raises(AttributeError, match=r"has no attribute 'winners'; use game\.state\.winners$"):
        _ = game.winners
    for name in ("nosuch", "_moves", "__length_hint__"):
        with pytest.raises(AttributeError, match=f"^'Game' object has no attribute '{name}'$"):
            getattr(game, name)


def test_play_accepts_every_form_of_a_move() -> None:
    """Notation, JSON text and JSON data of a move have the same effect on the history, the log and the notices."""
    move = ms.PlaceMiner("stock", "S1")
    data = ms.to_dict(move)
    forms: list[ms.Move | str | Mapping[str, object]]
    forms = [move, ">S1", " stock>s1 ", ms.to_json(move), data, UserDict(data)]
    games = []
    for form in forms:
        game = ms.Game.new(["Ada", "Ben"], seed=7)
        told: list[object] = []
        game.subscribe(told.append)
        assert game.play(form) == ms.apply(game.at(0), move)
        assert game.moves == (move,)
        assert told == [ms.Played(next(game.steps()))]
        games.append(game.log.entries)
    assert all(entries == games[0] for entries in games)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", "'' is not a move in notation, such as >S1, S1>1L2, x1L2 BBG, inn or pass"),
        ("inm", "'inm' is not a move in notation, such as >S1, S1>1L2, x1L2 BBG, inn or pass; did you mean 'inn'?"),
        ('{"type": "pas"}', "type: \"pas\" is not a known move in the ruleset 'standard'"),
        ('{"type": "pass", "x": 1}', '"x": unknown field; expected only type'),
        ('{"type": "pass"', "JSON text: "),
        ({"type": "pas"}, "type: \"pas\" is not a known move in the ruleset 'standard'"),
        ({"type": "visit_workshop"}, "slot: the field is missing"),
        ({}, "type: expected the type of the move, got null"),
        ({1: 2}, "type: expected the type of the move, got null"),
    ],
)
def test_unreadable_moves_are_refused(given: Any, told: str) -> None:
    """The error says what could not be read, and the log stays unchanged."""
    game = played(5)
    entries = game.log.entries
    with pytest.raises(ms.MalformedError) as caught:
        game.play(given)
    assert str(caught.value).startswith(told)
    assert game.log.entries == entries


def test_a_written_move_against_the_rules() -> None:
    """An illegal move in notation raises the same error as the move object."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    with pytest.raises(ms.IllegalMoveError, match="CHAIN-1"):
        game.play(">3L1")


@pytest.mark.long
def test_undo_and_redo_over_turns_and_phases_to_the_start() -> None:
    """
    Every move of a whole game can be undone and redone, across turns, phases and the end.

    The states stay the same.
    """
    game = played(2000)
    assert game.state.is_over
    moves, states = game.moves, [game.at(n) for n in range(len(game.moves) + 1)]
    for left in reversed(range(len(moves))):
        assert game.undo() == states[left] == game.state
    assert (game.moves, game.undone, game.state) == ((), moves, states[0])
    for number in range(1, len(moves) + 1):
        assert game.redo().state == states[number]
    assert (game.moves, game.undone) == (moves, ())
    assert game.undo(to=10) == states[10]
    assert game.undo(to=0) == states[0]
    assert [game.redo().state for _ in moves] == states[1:]
    again = ms.Game.from_log("".join(game.log.lines()).encode())
    assert [again.at(n) for n in range(len(moves) + 1)] == states
    assert again.log.entries == game.log.entries


def test_another_move_drops_the_undone_moves() -> None:
    """Playing the move that was undone keeps the later ones for redo. Any other move drops them."""
    game = played(10)
    undo = game.moves[6:]
    game.undo(to=6)
    game.play(undo[0])
    assert game.undone == undo[1:]
    other = next(move for move in ms.legal_moves(game.state) if move != undo[1])
    game.play(other)
    assert game.undone == ()
    with pytest.raises(ms.MisuseError, match="there is no move to redo"):
        game.redo()


def test_a_refused_call_changes_nothing() -> None:
    """
    Illegal moves and invalid arguments raise an error.

    The state, the moves and the log stay the same; listeners hear nothing.
    """
    game = played(5)
    told: list[object] = []
    game.subscribe(told.append)
    before = (game.state, game.moves, game.log.entries)
    with pytest.raises(ms.IllegalMoveError):
        game.play(ms.PayPenalty(3))
    for no_move in (None, 3, b"pass", ms.Pass, ["pass"]):
        with pytest.raises(ms.MalformedError, match="is not a move in the ruleset 'standard'"):
            game.play(no_move)  # type: ignore[arg-type]  # A caller without type checks may pass this.
    for to in (5, 6, -1, True, 1.0):
        with pytest.raises(ms.MisuseError, match="to: expected 0 to 4 moves, got"):
            game.undo(to=to)  # type: ignore[arg-type]  # As above.
    for number in (6, -1, True, None):
        with pytest.raises(ms.MisuseError, match="expected 0 to 5 moves, got"):
            game.at(number)  # type: ignore[arg-type]  # As above.
    for reason in ("", " ", "a\nb", "x" * 1001, None, "\ud800"):
        with pytest.raises(ms.MalformedError, match="reason"):
            game.end(reason)  # type: ignore[arg-type]  # As above.
    assert (game.state, game.moves, game.log.entries) == before
    assert told == []
    with pytest.raises(ms.MisuseError, match="there is no move to undo"):
        played(0).undo()


@pytest.mark.slow
def test_an_agreed_end_keeps_the_current_state() -> None:
    """After an agreed end, `play`, `undo`, `redo` and `end` raise an error, and the state stays unchanged."""
    game = played(20)
    state = game.state
    game.end("  the last bus ")
    assert (game.is_over, game.end_reason, game.state) == (True, "the last bus", state)
    assert not game.state.is_over
    assert [game.end_reason_at(number) for number in (0, game.step_count - 1, game.step_count)] == [
        None,
        None,
        "the last bus",
    ]
    for number in (-1, game.step_count + 1, True):
        with pytest.raises(ms.MisuseError, match=f"expected 0 to {game.step_count} moves, got {number}"):
            game.end_reason_at(number)
    calls: list[Callable[[], object]] = [
        lambda: game.play(ms.legal_moves(state)[0]),
        game.undo,
        game.redo,
        lambda: game.end("again"),
    ]
    for call in calls:
        with pytest.raises(ms.MisuseError, match="ended by agreement: the last bus"):
            call()
    finished = played(2000)
    with pytest.raises(ms.MisuseError, match="the game is already over, so it cannot be ended by agreement"):
        finished.end("late")


def test_listeners_receive_every_notice() -> None:
    """Each listener receives moves, undone and redone moves, and the end, until it unsubscribes."""
    game = played(3)
    told: list[object] = []
    unsubscribe = game.subscribe(told.append)
    transition = game.play(ms.legal_moves(game.state)[0])
    game.undo()
    again = game.redo()
    game.end("enough")
    step = list(game.steps())[3]
    assert told == [ms.Played(step), ms.Undone(3), ms.Redone(step), ms.Ended("enough")]
    assert step.transition == transition
    assert again == transition
    unsubscribe()
    unsubscribe()
    other = played(1)
    stop = other.subscribe(told.append)
    stop()
    other.undo()
    assert len(told) == 4


def test_each_subscription_of_a_listener_ends_alone() -> None:
    """A listener that is subscribed twice is called twice, until both functions have been called."""
    game = played(0)
    told: list[object] = []
    first, second = game.subscribe(told.append), game.subscribe(told.append)
    calls = []
    for unsubscribe in (first, first, second):
        game.play(ms.legal_moves(game.state)[0])
        calls.append(len(told))
        unsubscribe()
    game.play(ms.legal_moves(game.state)[0])
    assert calls == [2, 3, 4]
    assert len(told) == 4


def test_a_failing_listener_hurts_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """The logger gets the error of a listener that fails. The move counts, and the other listeners are called."""
    game = played(3)
    told: list[object] = []

    def fails(notice: object) -> None:
        raise RuntimeError("the window is gone")

    game.subscribe(fails)
    game.subscribe(told.append)
    with caplog.at_level(logging.ERROR, logger="magnum_sal.record.game"):
        transition = game.play(ms.legal_moves(game.state)[0])
    assert game.state == transition.state
    assert [notice.transition for notice in told if isinstance(notice, ms.Played)] == [transition]
    assert "the window is gone" in caplog.text
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == game.state


def test_an_async_listener_is_refused() -> None:
    """Nobody would await it, so it would never hear of a move."""

    async def tell(_: object) -> None:
        pass

    with pytest.raises(ms.MisuseError, match=r"^listener: nobody would await an async function; pass a function that"):
        played(0).subscribe(tell)


def test_a_listener_that_plays_keeps_the_order_of_notices() -> None:
    """If a listener plays a move, all listeners receive the current notice first and the new one second."""
    game = played(0)
    told: list[tuple[str, object]] = []

    def plays_on(notice: object) -> None:
        told.append(("first", notice))
        if len(game.moves) < 3:
            game.play(ms.legal_moves(game.state)[0])

    game.subscribe(plays_on)
    game.subscribe(lambda notice: told.append(("second", notice)))
    game.play(ms.legal_moves(game.state)[0])
    notices = [ms.Played(step) for step in game.steps()]
    assert told == [(who, notice) for notice in notices for who in ("first", "second")]


def test_each_step_starts_where_the_last_one_ends() -> None:
    """
    A step starts with the state in which the previous step ended.

    Its move, state and events are those of the game.
    """
    game = played(60, choose=any_kind)
    steps = list(game.steps())
    assert [step.before for step in steps] == [game.at(number) for number in range(60)]
    assert all(one.after is other.before for one, other in pairwise(steps))
    assert [(step.move, step.transition) for step in steps] == list(game.history())
    assert all(step.transition == ms.apply(step.before, step.move) for step in steps)
    assert [step.seat for step in steps] == [game.at(number).to_move for number in range(60)]
    assert copy.deepcopy(steps[3]) is steps[3]
    assert pickle.loads(pickle.dumps(steps[3])) == steps[3]
    assert repr(steps[0]) == f"Step(move={steps[0].move!r}, events={steps[0].events!r})"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_of_a_game_is_another_game(copied: Callable[[ms.Game], ms.Game], tmp_path: Path) -> None:
    """Moves in a copy change neither the game nor its file, and its listeners do not hear of them."""
    told: list[object] = []
    with ms.Game.new(["Ada", "Ben"], seed=7, log=tmp_path / "log") as game:
        game.play("inn")
        game.subscribe(told.append)
        twin = copied(game)
        twin.undo()
        twin.play("square")
        twin.log.header.metadata["public"] = "a try"  # type: ignore[index]  # It is a dict.
        assert game.log.metadata == {}
        assert (twin.log.target, game.log.target) == (None, tmp_path / "log")
        game.play("inn")
    assert len(told) == 1
    assert [move.type for move in twin.moves] == ["visit_town_square"]
    assert ms.Game.from_log(tmp_path / "log").moves == game.moves
    assert ms.Game.from_log("".join(twin.log.lines()).encode()).moves == twin.moves


def test_a_notice_holds_the_step() -> None:
    """
    Notices of played and redone moves hold the step.

    A match pattern yields the transition, as before steps existed.
    """
    game = played(5)
    told: list[object] = []
    game.subscribe(told.append)
    before, move = game.state, ms.legal_moves(game.state)[0]
    game.play(move)
    game.undo(to=3)
    game.redo()
    match told:
        case [ms.Played(transition, step=step), ms.Undone(), ms.Redone(again, step=second)]:
            assert step == ms.Step(before, move, *transition)
            assert transition == ms.apply(before, move)
            assert second == ms.Step(game.at(3), game.moves[3], *again)
        case _:
            raise AssertionError(told)


def test_history_drops_cached_moves() -> None:
    """A state that is kept only for the history drops its cached legal moves."""
    game = played(30, choose=any_kind)
    assert all(game.at(number)._moves is None for number in range(29))
