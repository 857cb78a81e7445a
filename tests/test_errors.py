"""The errors, one family: ``errors.py``."""

import copy
import inspect
import pickle

import pytest

import magnum_sal as ms
from magnum_sal import errors
from magnum_sal.arena import ResultsError
from magnum_sal.arena.workers import WorkerError
from magnum_sal.bots import BotError
from magnum_sal.testing import InvariantError

FAMILY = [
    *(cls for cls in vars(errors).values() if inspect.isclass(cls) and issubclass(cls, Exception)),
    *(ResultsError, WorkerError, BotError, InvariantError),
]


@pytest.mark.parametrize("cls", FAMILY)
def test_there_is_one_family(cls: type[Exception]) -> None:
    """Whoever catches MagnumSalError catches all that the library raises on purpose."""
    assert issubclass(cls, ms.MagnumSalError)


def test_the_kinds_of_error_differ() -> None:
    """Malformed input, an illegal move and misuse are told apart."""
    kinds = (ms.MalformedError, ms.MisuseError, ms.IllegalMoveError, ms.HiddenPieceError)
    for kind in kinds:
        assert [issubclass(kind, other) for other in kinds].count(True) == 1
    assert issubclass(ms.MalformedError, ValueError)


def test_an_illegal_move_names_rule_and_sentence() -> None:
    """As attributes, and both in the text."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with pytest.raises(ms.IllegalMoveError) as caught:
        ms.apply(state, ms.PlaceMiner("stock", "S2"))
    error = caught.value
    assert error.rule == "CHAIN-1"
    assert error.sentence == "S2 is not connected to the entrance: S1 is empty"
    assert str(error) == "S2 is not connected to the entrance: S1 is empty [CHAIN-1]"
    against = ms.objection(state, ms.PlaceMiner("stock", "S2"))
    assert against == ms.Objection(error.rule, error.sentence)
    assert str(against) == str(error)


@pytest.mark.parametrize(
    "error",
    [
        ms.MagnumSalError("text"),
        ms.MalformedError("field: value is not right"),
        ms.MisuseError("text"),
        ms.HiddenPieceError("text"),
        ms.IllegalMoveError("CHAIN-1", "S2 is empty"),
    ],
)
def test_errors_can_be_pickled_and_copied(error: ms.MagnumSalError) -> None:
    """So they travel between processes."""
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)


HOSTILE = "\x1b[2J\x9b\u202e\u2066\n\r\u2028\ud800\U000e0001" * 1000
"""What must reach no terminal, and more of it than anybody wants to read."""


@pytest.mark.parametrize("cls", FAMILY)
def test_a_message_is_one_short_printable_line(cls: type[Exception]) -> None:
    """Whatever it is about: 500 characters at most, and none that a terminal would obey, in the parts of it neither."""
    kept: dict[type[Exception], tuple[object, ...]] = {ms.LogError: (12,), BotError: ("died",)}
    for text in (HOSTILE, "a" * 10_000_000):
        own = kept.get(cls, ())  # arguments that no text from outside comes to
        error = cls(*own, *[text] * (len(inspect.signature(cls).parameters) - len(own)))
        for shown in (str(error), *(part for part in (*error.args, *vars(error).values()) if isinstance(part, str))):
            assert len(shown) <= 500
            assert shown.isprintable()
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_ends_of_a_message_are_not_cut_off() -> None:
    """What stands before and behind a long part is still there: the line and the field, the rule's id."""
    error = ms.LogError(12, "events[2].seat", "x" * 9999)
    assert str(error).startswith("line 12: events[2].seat: xxx")
    assert str(error).endswith("xxx...")
    assert str(ms.LogError(12, "y" * 9999, "is no field")).endswith("yyy...: is no field")
    assert str(ms.IllegalMoveError("CHAIN-1", "x" * 9999)).endswith("xxx... [CHAIN-1]")
    assert str(ms.Objection("CHAIN-1", "x" * 9999)).endswith("xxx... [CHAIN-1]")


def test_an_objection_is_a_value() -> None:
    """Compared, hashed and pickled like any other."""
    against = ms.Objection("END-1", "the game is over")
    assert pickle.loads(pickle.dumps(against)) == against
    assert len({against, ms.Objection("END-1", "the game is over")}) == 1
