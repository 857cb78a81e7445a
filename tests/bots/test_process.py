"""Process bots: programs that play correctly, and every kind of faulty one."""

import contextlib
import os
import random
import select
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import scale

import magnum_sal as ms
from magnum_sal.arena import MatchResults, play_match
from magnum_sal.bots import BotError, make_bot
from magnum_sal.bots import _process as process
from magnum_sal.bots import pipes as pipe
from magnum_sal.bots._process import ProcessBot

PROGRAM = Path(__file__).parent / "faulty_program.py"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.js"


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Check that no process outlives its test."""
    yield
    assert not pipe._living


def asked(fault: str, *, move_seconds: float = 20.0) -> ms.Move:
    """Start the faulty program and ask it for one move."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    bot = ProcessBot([sys.executable, str(PROGRAM), fault], random.Random(1), move_seconds=move_seconds)
    try:
        bot.game_started(state.public(), state.turn_seat)
        return bot(state.public(), ms.legal_moves(state))
    finally:
        bot.close()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 1e300, 10**400, "x", True])
def test_the_time_limit_is_a_number_of_seconds(seconds: Any) -> None:
    """Any other value is refused before a program is started."""
    with pytest.raises(
        ms.MisuseError, match="the time for a move must be above 0 and at most 1000000000 seconds, not "
    ):
        make_bot(f"process:{shlex.quote(sys.executable)} -c pass", move_seconds=seconds)


@pytest.mark.parametrize("answer", ["sound", "by-move", "events"])
def test_a_sound_program(answer: str) -> None:
    """A program can answer with an index or a move, and can receive events instead of positions."""
    assert asked(answer) == ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=1))[0]


@pytest.mark.slow
def test_a_program_plays_game_after_game() -> None:
    """A program plays several games. It is started when needed, and refuses to move after it was closed."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    moves = ms.legal_moves(state)
    for fault in ("sound", "events"):
        bot = ProcessBot([sys.executable, str(PROGRAM), fault], random.Random(1), move_seconds=20.0)
        if fault == "sound":
            assert bot(state.public(), moves) == moves[0]
        bot.game_started(state.public(), 0)
        bot.game_started(state.public(), 1)
        assert bot(state.public(), moves) == moves[0]
        bot.game_ended(state.public())
        bot.close()
        bot.close()
        bot.game_started(state.public(), 0)
        with pytest.raises(BotError, match="is closed"):
            bot(state.public(), moves)


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "kind", "words", "seconds"),
    [
        ("hangs", "late", "did not answer in time", 0.3),
        ("slow-new-game", "late", "did not answer in time", 0.3),
        ("deaf", "late", "did not answer in time", 0.3),
        ("chatter", "late", "did not answer in time", 0.3),
        ("dies", "died", "exit status 3: out of salt", 20.0),
        (
            "rubbish",
            "rubbish",
            "wrote 'I resign', which is not JSON: JSON text: Expecting value: line 1 column 1 (char 0);",
            20.0,
        ),
        ("flood", "rubbish", "a line of more than", 20.0),
        ("wrong-type", "rubbish", "sent 'hello'; expected 'move'", 20.0),
        ("version", "rubbish", "speaks protocol 99", 20.0),
        ("next-id", "rubbish", "sent a move with the id 2; the question has the id 1", 20.0),
        ("text-id", "rubbish", "sent a move with the id '1'; the question has the id 1", 20.0),
        ("index", "illegal", "chose index", 20.0),
        ("move", "illegal", "which is not legal here: ", 20.0),
        ("no-move", "illegal", 'did not answer with a move: "pass" is not an object', 20.0),
    ],
)
def test_a_faulty_program(fault: str, kind: str, words: str, seconds: float) -> None:
    """Each fault has its kind and its message, and the process ends."""
    with pytest.raises(BotError) as caught:
        asked(fault, move_seconds=seconds)
    assert caught.value.kind == kind
    assert words in str(caught.value)


def test_an_answer_to_an_earlier_question_is_skipped() -> None:
    """A program that answers an earlier question again has not answered the current one."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    moves = ms.legal_moves(state)
    bot = ProcessBot([sys.executable, str(PROGRAM), "repeats"], random.Random(1), move_seconds=20.0)
    with contextlib.closing(bot):
        assert [bot(state.public(), moves) for _ in range(3)] == list(moves[:3])


def test_each_failure_raises_a_new_error() -> None:
    """A failed bot that is asked repeatedly keeps no frames of earlier calls."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    bot = ProcessBot([sys.executable, str(PROGRAM), "dies"], random.Random(1), move_seconds=20.0)
    errors = []
    try:
        for _ in range(3):
            with pytest.raises(BotError) as caught:
                bot(state.public(), ms.legal_moves(state))
            errors.append(caught.value)
    finally:
        bot.close()
    first, *later = errors
    assert [error.args for error in later] == [first.args] * 2
    assert len({id(error) for error in errors}) == 3


@pytest.mark.slow
def test_a_program_that_never_says_hello(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for the hello is limited too."""
    monkeypatch.setattr(process, "HELLO_SECONDS", 0.3)
    with pytest.raises(BotError, match="did not answer in time"):
        asked("silent")


def test_a_program_that_stays_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After bye and the end of its input a program has a moment to exit. Then it is killed."""
    monkeypatch.setattr(pipe, "_GRACE_SECONDS", 0.2)
    assert asked("stays") is not None


def test_a_line_is_not_awaited_after_the_deadline() -> None:
    """Reading a line stops at the deadline."""
    line = pipe.Pipe([sys.executable, str(PROGRAM), "silent"])
    with pytest.raises(BotError):
        line.receive(time.monotonic() - 1.0)
    line.close(by_force=True)


posix_only = pytest.mark.skipif(os.name != "posix", reason="there are no sessions, and pipes cannot be polled")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_forked_process_kills_no_program_of_its_parent() -> None:
    """A bot may fork processes, for example with `multiprocessing`. Their end leaves the arena's programs alone."""
    echo = pipe.Pipe([sys.executable, "-c", "import sys; sys.stdout.write(sys.stdin.readline())"])
    try:
        child = os.fork()
        if child == 0:
            try:
                pipe.end_all()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        echo.send("still there")
        assert echo.receive(time.monotonic() + 20.0) == b"still there\n"
    finally:
        echo.close()


@pytest.fixture
def left_behind(tmp_path: Path) -> Iterator[Path]:
    """The file in which a bot notes the processes that it leaves behind. They are killed after the test."""
    note = tmp_path / "left"
    yield note
    for number in note.read_text().split() if note.exists() else ():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(number), signal.SIGKILL)


def leaving(sleep: str, note: Path, then: str) -> str:
    """Return the name of a bot that leaves behind a sleeping process with its pipes open, and then runs *then*."""
    faulty = f"exec {shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))}"
    script = f"{sleep} <&0 & echo $! >> {shlex.quote(str(note))}; {then.replace('PROGRAM', faulty)}"
    return f"process:sh -c {shlex.quote(script)}"


@pytest.mark.long
@posix_only
@pytest.mark.parametrize("sleep", ["sleep 300", "setsid sleep 300"])
@pytest.mark.parametrize(
    ("then", "failure"),
    [
        ("exit 0", "died"),
        ("PROGRAM dies", "died"),
        ("PROGRAM hangs", "late"),
        ("PROGRAM deaf", "late"),
        ("PROGRAM stays", None),
        ("PROGRAM sound", None),
    ],
)
def test_processes_left_behind_delay_nothing(sleep: str, then: str, failure: str | None, left_behind: Path) -> None:
    """The end of a bot is noticed, although a process that it started keeps the pipes open for five minutes."""
    if "setsid" in sleep and shutil.which("setsid") is None:
        pytest.skip("there is no setsid")
    start = time.monotonic()
    bots = [leaving(sleep, left_behind, then), "random"]
    (game,) = play_match(bots, 1, most_moves=6, move_seconds=1.0 if failure == "late" else 60.0).games
    assert time.monotonic() - start < 60.0
    assert game.failures == ({failure: game.decisions[0]} if failure else {}, {})
    assert left_behind.exists()


@posix_only
def test_processes_in_a_bots_group_are_killed(left_behind: Path, tmp_path: Path) -> None:
    """A process in the bot's own process group is killed with the bot. One that has left the group cannot be found."""
    os.mkfifo(tmp_path / "fifo")
    with os.fdopen(os.open(tmp_path / "fifo", os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as fifo:
        here = tmp_path / "here"
        sleep = f"(: > {shlex.quote(str(here))}; exec sleep 300) 3>{shlex.quote(str(tmp_path / 'fifo'))}"
        begun = f"until [ -e {shlex.quote(str(here))} ]; do sleep 0.01; done; PROGRAM sound"
        play_match([leaving(sleep, left_behind, begun), "random"], 1, most_moves=4)
        assert here.exists()
        # The sleeper holds the fifo open, so its end can be read only after the sleeper has ended.
        os.set_blocking(fifo.fileno(), True)
        assert select.select([fifo], [], [], 60.0)[0]
        assert fifo.read(5) == b""


@pytest.mark.long
@posix_only
@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="open descriptors cannot be counted")
def test_games_leave_no_thread_and_no_descriptor(left_behind: Path) -> None:
    """After many games with bots of every kind no new thread and no new descriptor is left."""

    def held() -> set[object]:
        return {*threading.enumerate(), *(path.name for path in Path("/dev/fd").iterdir())}

    sleep = "setsid sleep 300" if shutil.which("setsid") else "sleep 300"
    endings = ("exit 0", "PROGRAM sound", "PROGRAM dies", "PROGRAM flood", "PROGRAM deaf")
    bots = [leaving(sleep, left_behind, then) for then in endings]
    before = held()
    for _ in range(4):
        for bot in bots:
            play_match([bot, "random"], 1, most_moves=3, move_seconds=0.5)
    with pytest.raises(BotError):
        ProcessBot(["/dev/null"], random.Random(1))(ms.new_game(["Ada", "Ben"], seed=1).public(), ())
    assert held() <= before


@pytest.mark.slow
@posix_only
def test_an_answer_before_the_end_is_not_lost(left_behind: Path) -> None:
    """Lines that a program wrote before it ended are read, although the pipe stays open."""
    words = shlex.split(leaving("sleep 300", left_behind, "for i in 1 2 3; do echo $i; done").partition(":")[2])
    program = pipe.Pipe(words)
    deadline = time.monotonic() + 60.0
    assert [program.receive(deadline) for _ in range(3)] == [b"1\n", b"2\n", b"3\n"]
    for _ in range(2):
        with pytest.raises(BotError, match="ended with exit status 0") as caught:
            program.receive(deadline)
        assert caught.value.kind == "died"
    program.close()


@posix_only
def test_a_program_that_does_not_read(left_behind: Path) -> None:
    """More text than a pipe holds is sent without waiting for a reader, and closing does not wait either."""
    words = shlex.split(leaving("setsid sleep 300", left_behind, "sleep 300").partition(":")[2])
    program = pipe.Pipe(words)
    start = time.monotonic()
    program.send("x" * 1_000_000)
    program.close(by_force=True)
    assert time.monotonic() - start < 60.0
    assert not any(thread.is_alive() for thread in program._threads)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_random_move(fault: str) -> None:
    """A random move is made for the bot, its failures are counted, and the game continues to its end or cap."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    seconds = 0.5 if fault == "hangs" else 60.0  # A busy machine may need long to start and end the program.
    results = play_match([name, "random"], 1, policy="random_move", most_moves=40, move_seconds=seconds)
    (game,) = results.games
    kind = {"hangs": "late", "dies": "died", "rubbish": "rubbish", "index": "illegal"}[fault]
    assert game.failures == ({kind: game.decisions[0]}, {})
    assert (game.moves, game.ending) == (40, "cap")


@pytest.mark.long
@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_lose(fault: str) -> None:
    """The game stops, and the failing bot ranks last. The others are ranked by their scores."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    results = play_match(["random", name, "random"], 3, policy="lose", most_moves=40, move_seconds=0.5)
    for game in results.games:
        assert game.ending == "forfeit"
        assert game.ranks[1] == 3
        assert sorted(game.ranks) in ([1, 2, 3], [1, 1, 3])
    assert results.standings()[1].wins == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_raise(fault: str) -> None:
    """The error names the game, the move and the bot."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    with pytest.raises(BotError, match=r"game 0, move \d+, process:"):
        play_match([name, "random"], 1, policy="raise", move_seconds=0.5)


BY_JAVASCRIPT: dict[str, Any] = {"seed": 2, "most_moves": 1000, "policy": "raise"}


@cache
def by_javascript() -> MatchResults:
    """Return whole games of the example in JavaScript against random, which several tests read."""
    return play_match([f"process:node {EXAMPLE}", "random"], scale(8, 4), **BY_JAVASCRIPT)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript() -> None:
    """The example plays whole games without a failure, and the same game again with the same seed."""
    results, again = by_javascript(), play_match([f"process:node {EXAMPLE}", "random"], 1, **BY_JAVASCRIPT)
    assert [game.ending for game in results.games] == ["over"] * len(results.games)
    assert results.games[0].without_times() == again.games[0].without_times()


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript_beats_the_random_bot() -> None:
    """The example delivers orders, so its games end well before the cap, and it wins most of them."""
    results = by_javascript()
    example, _ = results.standings()
    assert [game.ending for game in results.games] == ["over"] * len(results.games)
    assert example.win_share >= 0.75


@pytest.mark.parametrize(
    ("written", "gist"),
    [
        ([], ""),
        (["", "out of salt", "and of water"], "out of salt"),
        (
            ["reading", "Traceback (most recent call last):", '  File "b.py", line 1', "ValueError: no"],
            "ValueError: no",
        ),
        (
            ["/b.js:3", "  throw 1", "  ^", "", "TypeError: no salt", "    at f (/b.js:3:9)", "", "Node.js v18.1.0"],
            "TypeError: no salt",
        ),
        (["thinking", "Uncaught Error: no", "    at /b.js:3:9"], "Uncaught Error: no"),
        (["Errors are told below", "nothing"], "Errors are told below"),
    ],
)
def test_the_most_helpful_line_of_an_error(written: list[str], gist: str) -> None:
    """The line is the last one of a Python traceback, the one that names the error in other traces, or the first."""
    complaints = pipe.ErrorLines()
    for line in written:
        complaints.add(line)
    assert complaints.gist == gist


def test_standard_output_is_for_the_protocol() -> None:
    """A line that is not JSON raises an error that says where to write diagnostic output."""
    words = r"'here', which is not JSON: .*write debug output to standard error \(console\.error, or print "
    state = ms.new_game(["Ada", "Ben"], seed=1)
    with (
        contextlib.closing(ProcessBot([sys.executable, "-c", "print('here')"], random.Random(1))) as bot,
        pytest.raises(BotError, match=words),
    ):
        bot(state.public(), ms.legal_moves(state))
