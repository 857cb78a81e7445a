"""Failures of bots: what the results keep of the first of each kind, and how to reproduce it."""

import contextlib
import gc
import io
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import BotFailedError, BotFailure, GameResult, Match, MatchResults, play_game, play_match
from magnum_sal.arena._bot_failure import hint_on
from magnum_sal.arena._game_result import check_fits
from magnum_sal.testing import position

BOTS = Path(__file__).parents[1] / "bots"


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(BOTS)


def failed(bot: str, **changes: Any) -> tuple[Match, GameResult]:
    """Return a match and a game in which a bot of the tests plays against a random one."""
    match = Match((bot if ":" in bot else f"bots_of_tests:{bot}", "random"), 5, **({"most_moves": 24} | changes))
    return match, play_game(match, 0)


def first(bot: str, **changes: Any) -> BotFailure:
    """Return the only failure of the bot that the result of such a game keeps."""
    (failure,) = (one for one in failed(bot, **changes)[1].first_failures or () if one.bot == 0)
    return failure


def program(fault: str) -> str:
    """Return the name of a faulty process bot."""
    return f"process:{sys.executable} {BOTS / 'faulty_program.py'} {fault}"


def test_an_exception() -> None:
    """An exception is kept with its class, text, file and line. The traceback begins with the bot's own code."""
    match, result = failed("Raiser")
    (failure,) = result.first_failures or ()
    assert (failure.label, failure.name, failure.kind, failure.asked) == (
        *["bots_of_tests:Raiser"] * 2,
        "error",
        "move",
    )
    assert failure.sentence.startswith("ZeroDivisionError: a slip (bots_of_tests.py, line ")
    assert failure.details[0] == "Traceback (most recent call last):"
    assert "bots_of_tests.py" in failure.details[1]
    assert failure.details[-1] == "ZeroDivisionError: a slip"
    assert (failure.game, failure.bot, failure.seat) == (0, 0, 0)
    assert failure.setup_seed == match.setup_seed(0)
    assert failure.bot_seed == match.chance_seed("bot", 0, 0)


def test_the_line_is_the_bots_own() -> None:
    """If the library refuses a bot's request, the failure names the line of the bot. The traceback has the rest."""
    failure = first("Careless")
    assert failure.sentence.startswith("IllegalMoveError: ")
    assert "(bots_of_tests.py, line " in failure.sentence
    assert any("transitions.py" in line for line in failure.details)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "kind", "asked", "words"),
    [
        (
            "Cheat",
            "illegal",
            "move",
            "the bot chose CompleteOrder(slot=99), which is not legal here: none of your miners ",
        ),
        ("Moody", "error", "made", "RuntimeError: not today (bots_of_tests.py, line "),
        ("Deserter", "error", "observed", "ValueError: off (bots_of_tests.py, line "),
        ("Quitter", "error", "move", "SystemExit: 0 (bots_of_tests.py, line "),
        ("Deep", "error", "move", "RecursionError: maximum recursion depth exceeded"),
        ("late", "late", "move", " seconds, more than 1e-09"),
    ],
)
def test_where_a_bot_fails(bot: str, kind: str, asked: str, words: str) -> None:
    """
    A bot can fail when it is created, when it moves and when it observes events.

    `exit()` in a bot does not end the game.
    """
    failure = first("Witness", move_seconds=1e-9) if bot == "late" else first(bot, bot_seed=2)
    assert (failure.kind, failure.asked) == (kind, asked)
    assert words in failure.sentence
    assert len(failure.details) <= 24


@pytest.mark.parametrize("where", ["made", "game_started", "move", "observed", "game_ended"])
def test_an_error_that_is_not_an_exception(where: str) -> None:
    """`asyncio` and others raise errors outside of ``Exception``. They are failures of the bot, too."""
    failure = first(f"bots_of_tests:Cancelled:where={where}", most_moves=4)
    assert (failure.kind, failure.asked) == ("error", where)
    assert failure.sentence.startswith("CancelledError (bots_of_tests.py, line ")


@pytest.mark.parametrize("where", ["made", "game_started", "move", "observed", "game_ended", "close"])
def test_ctrl_c_in_a_bot_stops_the_game(where: str) -> None:
    """Ctrl+C is not a failure of the bot whose code it interrupts."""
    with pytest.raises(KeyboardInterrupt):
        failed(f"bots_of_tests:Cancelled:where={where},interrupt=true", most_moves=4)


@pytest.mark.parametrize("where", ["close", "exit"])
def test_an_error_when_a_bot_is_closed(where: str) -> None:
    """A bot cannot stop the arena when it is closed, not even by `sys.exit`, and nothing is counted."""
    assert failed(f"bots_of_tests:Cancelled:where={where}", most_moves=4)[1].failures == ({}, {})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("forgetful", r"None is not one of the \d+ legal moves; is a return missing\?"),
        ("awaited", r"expected a move, got a coroutine: .* write def instead of async def"),
        ("offering", r"expected a move, got a generator: write return instead of yield in the bot's code"),
        ("offering_later", r"expected a move, got a generator: write return instead of yield in the bot's code"),
    ],
)
def test_hints_for_beginners(bot: str, words: str) -> None:
    """The sentence hints at a missing return or a wrong kind of function. Python prints no warning about the answer."""
    failure = first(bot)
    gc.collect()
    assert failure.kind == "illegal"
    assert re.fullmatch(words, failure.sentence)


def test_hints_and_places() -> None:
    """A wrong attribute of the state gets a hint. A hook with a wrong signature is reported with its file and line."""
    by_asked: dict[str, str] = {}
    for policy_moves in (1, 24):
        match = Match(("bots_of_tests:Mistaken", "random"), 5, most_moves=policy_moves)
        for game in (0, 1):
            for one in play_game(match, game).first_failures or ():
                by_asked.setdefault(one.asked, one.sentence)
    assert (
        "has no attribute 'money'; a state has state.players[seat].money (bots_of_tests.py, line " in by_asked["move"]
    )
    assert re.search(r"positional argument.* \(bots_of_tests\.py, line \d+\)$", by_asked["observed"])


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("salt", "; a state has state.players[seat].salt"),
        ("actions_left", "; a state has state.turn.actions_left"),
        ("chambers", "; a state has state.mine.chambers"),
        ("toll", "; a state has state.ruleset.toll"),
        ("total", "; a state has state.scores[seat].total"),
        ("_money", ""),
        ("what_is_nowhere", ""),
    ],
)
def test_hints_about_attributes(name: str, hint: str) -> None:
    """A hint names a part of the state that has the attribute. Errors of other objects get no hint."""
    with pytest.raises(AttributeError) as caught:
        getattr(ms.new_game(["Ada", "Ben"], seed=1), name)
    assert hint_on(caught.value) == hint
    with pytest.raises(AttributeError) as caught:
        getattr(Match(("random", "random"), 1), name)
    assert hint_on(caught.value) == ""


def test_answers_and_errors_without_a_representation() -> None:
    """A bot whose answers and errors raise an exception when they are formatted fails like any other."""
    by_kind = {failure.kind: failure.sentence for failure in failed("Unspeakable")[1].first_failures or ()}
    assert by_kind["illegal"].startswith("an object of _Hidden is not one of the ")
    assert by_kind["error"].startswith("_HiddenError, without a readable message (bots_of_tests.py, line ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "kind", "words", "details"),
    [
        ("dies", "died", "ended with exit status 3: out of salt", ("out of salt",)),
        ("raises", "died", "exit status 1: ValueError: no more salt", ("Traceback (most recent call last):",)),
        ("complains", "rubbish", "wrote 'I resign'", ("it began so", "noise 0")),
        ("index", "illegal", "chose index", ()),
    ],
)
def test_processes(fault: str, kind: str, words: str, details: tuple[str, ...]) -> None:
    """A long standard error of a program is cut to its first and last lines, 24 in all."""
    failure = first(program(fault), most_moves=6)
    assert failure.kind == kind
    assert words in failure.sentence
    assert failure.details[: len(details)] == details
    if fault == "complains":
        assert failure.details[11] == "..."
        assert len(failure.details) == 24


@pytest.mark.slow
def test_the_first_failure_of_each_kind() -> None:
    """All failures are counted. The first of each kind is kept, with the number of its move."""
    _, result = failed("Unsteady", most_moves=60)
    (failure,) = result.first_failures or ()
    assert result.failures[0]["error"] > 1
    assert failure.move <= 20
    results = MatchResults(*played_twice("Unsteady"))
    assert [(one.label, one.kind, one.game) for one in results.first_failures] == [
        ("bots_of_tests:Unsteady", "error", 0),
        ("bots_of_tests:Unsteady #2", "error", 0),
    ]


def played_twice(bot: str) -> tuple[Match, tuple[GameResult, ...]]:
    """Return a match of a bot of the tests against itself, and its games."""
    results = play_match([f"bots_of_tests:{bot}"] * 2, 4, 5, most_moves=60)
    return results.match, results.games


def test_the_position_can_be_pasted() -> None:
    """The position's text is the public position of the failure. The program asks the bot there, and it fails again."""
    failure = first("Raiser")
    state = position(failure.position)
    assert state.is_public
    assert state.turn_seat == failure.seat
    with pytest.raises(ZeroDivisionError, match="a slip"):
        exec(failure.program, {})  # The lines are what the test checks.
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(first("Cheat").program, {})
    assert told.getvalue() == "CompleteOrder(slot=99)\n"
    with pytest.raises(RuntimeError, match="not today"):
        exec(first("Moody", bot_seed=2).program, {})
    assert first("Deserter").program == ""


def test_the_program_has_the_time_limit_of_the_match() -> None:
    """A program gets the same time again. Without a limit in the match, the line has none."""
    failure = first("Raiser", move_seconds=1.5)
    assert failure.move_seconds == 1.5
    line = f"bot = make_bot('bots_of_tests:Raiser', seed={failure.bot_seed}, move_seconds=1.5)"
    assert line in failure.program.split("\n")
    assert "move_seconds" not in first("Raiser").program
    with pytest.raises(ms.MalformedError, match=r"BotFailure\.move_seconds: 0 is not a number of seconds above 0 "):
        attrs.evolve(failure, move_seconds=0)


def test_a_program_runs_no_text_of_a_results_file() -> None:
    """Text from a results file stays a string in the program that users paste."""
    failure = attrs.evolve(first("Raiser"), position="S1: A'''\"\"\"\n'); raise SystemExit\n\\", name="x'); exit('")
    spaces: dict[str, Any] = {"position": str, "make_bot": lambda name, **_: name, "print": lambda *_: None}
    lines = [
        line for line in failure.program.split("\n") if not line.startswith(("import", "from", "getattr", "print"))
    ]
    exec("\n".join(lines), spaces)
    assert spaces["state"] == failure.position
    assert spaces["bot"] == failure.name


@pytest.mark.parametrize("policy", ["random_move", "lose"])
@pytest.mark.parametrize("bot", ["Raiser", "Cheat", "Unsteady", "Deserter", "Moody", "Unspeakable"])
def test_failures_can_be_reproduced(bot: str, policy: Any) -> None:
    """A game played again has the same failures, except for words that may contain times and addresses."""
    once, again = failed(bot, policy=policy)[1], failed(bot, policy=policy)[1]
    assert once.without_times() == again.without_times()
    assert once.first_failures is not None


@pytest.mark.slow
def test_a_failing_bot_draws_against_itself() -> None:
    """A bot that sometimes fails wins exactly its share against itself, and fails at the same moves."""
    match, games = played_twice("Unsteady")
    for game in range(0, 4, 2):
        by_seat = [
            {(one.seat, one.kind, one.move, one.position) for one in result.first_failures or ()}
            for result in games[game : game + 2]
        ]
        assert by_seat[0] == by_seat[1]
    assert sum(game.shares[0] for game in games) == 2.0
    assert match.bots[0] == match.bots[1]


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_policy_raise(jobs: int) -> None:
    """The error holds the kept failure of the first game, also if a worker played it."""
    with pytest.raises(BotFailedError) as caught:
        play_match(["bots_of_tests:Raiser", "random"], 6, 5, policy="raise", jobs=jobs)
    error = caught.value
    assert str(error).startswith("game 0, move ")
    assert "bots_of_tests:Raiser: ZeroDivisionError: a slip (bots_of_tests.py, line " in str(error)
    assert error.failure == failed("Raiser")[1].first_failures[0]  # type: ignore[index]  # The first failure exists.
    assert error.details == error.failure.details
    assert pickle.loads(pickle.dumps(error)).failure == error.failure
    with pytest.raises(BotFailedError, match=r"random: in observed|Deserter: in observed: ValueError: off"):
        play_match(["bots_of_tests:Deserter", "random"], 2, 5, policy="raise")


def test_a_bot_that_cannot_be_created_is_refused_before_play() -> None:
    """The error says where the bot fails. A bot that can only sometimes be created still plays."""
    with pytest.raises(
        ms.MisuseError,
        match=r"bot 'bots_of_tests:Unmakeable' cannot be created: RuntimeError: no \(bots_of_tests\.py, line 157\)",
    ):
        play_match(["bots_of_tests:Unmakeable", "random"], 2)
    results = play_match(["bots_of_tests:Moody", "random"], 8, 5, bot_seed=3, most_moves=10)
    made = [not game.failures[0] for game in results.games]
    assert True in made
    assert False in made


FAILURE: dict[str, Any] = {
    "kind": "late",
    "asked": "move",
    "move": 3,
    "sentence": "too late",
    "details": ("a line",),
    "position": "S1: A\nS2: B",
}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("kind", "tired", "'tired' is not one of illegal, late, died"),
        ("kind", ["late"], "['late'] is not one of"),
        ("asked", "close", "'close' is not one of made, game_started, move, observed, game_ended"),
        ("move", -1, "-1 is not a count"),
        ("sentence", "a\nb", "is not a printable line"),
        ("sentence", "\x1b[2J", "is not a printable line"),
        ("sentence", "a" * 501, "is not a printable line of at most 500 characters"),
        ("sentence", None, "None is not a printable line"),
        ("details", ["a"], "is not at most 24 printable lines"),
        ("details", ("a",) * 25, "is not at most 24 printable lines"),
        ("details", ("a\nb",), "is not at most 24 printable lines"),
        ("details", ("a" * 201,), "is not at most 24 printable lines of 200 characters"),
        ("details", (1,), "is not at most 24 printable lines"),
        ("position", "S1: \x07", "is not printable lines"),
        ("position", "S" * 10_001, "is not printable lines of at most 10000 characters"),
        ("position", 7, "7 is not printable lines"),
    ],
)
def test_an_invalid_failure(field: str, value: Any, words: str) -> None:
    """The texts of a failure must be short and printable. The error names the field."""
    match = Match(("a", "b"), 1)
    BotFailure.of(match, 0, 0, **FAILURE)
    with pytest.raises(ms.MalformedError) as caught:
        BotFailure.of(match, 0, 0, **(FAILURE | {field: value}))
    assert str(caught.value).startswith(f"BotFailure.{field}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("bot", [2, -1, True, "0"])
def test_a_failure_of_an_unknown_bot(bot: Any) -> None:
    """A failure must belong to one of the match's bots."""
    with pytest.raises(ms.MalformedError, match=r"BotFailure\.bot: the match has bots 0 to 1"):
        BotFailure.of(Match(("a", "b"), 1), 0, bot, **FAILURE)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"first_failures": ()}, "has first failures of the kinds [], but [(0, 'error')] were counted"),
        ({"failures": ({}, {})}, "has first failures of the kinds [(0, 'error')], but [] were counted"),
        ({"seat": 1}, "cannot have had a failure of 'bots_of_tests:Raiser' in game 0 with its seat and seeds"),
        ({"game": 2}, "cannot have had a failure of 'bots_of_tests:Raiser' in game 2 with its seat and seeds"),
        ({"bot_seed": 7}, "cannot have had a failure of 'bots_of_tests:Raiser' in game 0 with its seat and seeds"),
        ({"move": 26}, "cannot have had a failure at move 26 of 24"),
    ],
)
def test_a_failure_that_does_not_fit_its_game(changes: dict[str, Any], words: str) -> None:
    """The first failures of a game must agree with the counted ones, and follow from the match."""
    match, result = failed("Raiser")
    check_fits(match, result)
    if changes.keys() <= {"first_failures", "failures"}:
        wrong = attrs.evolve(result, **changes)
    else:
        (failure,) = result.first_failures or ()
        wrong = attrs.evolve(result, first_failures=(attrs.evolve(failure, **changes),))
    with pytest.raises(ms.MalformedError) as caught:
        check_fits(match, wrong)
    assert words in str(caught.value)
