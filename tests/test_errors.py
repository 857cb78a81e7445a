"""The errors, one family: ``errors.py``."""

import copy
import inspect
import pickle

import pytest

import magnum_sal as ms
from magnum_sal import errors

FAMILY = [cls for cls in vars(errors).values() if inspect.isclass(cls) and issubclass(cls, Exception)]


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


def test_an_objection_is_a_value() -> None:
    """Compared, hashed and pickled like any other."""
    against = ms.Objection("END-1", "the game is over")
    assert pickle.loads(pickle.dumps(against)) == against
    assert len({against, ms.Objection("END-1", "the game is over")}) == 1
