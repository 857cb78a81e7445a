"""Constructors of frozen values that go beyond attrs: ``_internal/constructors.py``."""

import copy
import os
import pickle
import subprocess
import sys

import attrs
import pytest

import magnum_sal as ms
from magnum_sal._internal.constructors import make_changer, make_copier
from magnum_sal._internal.immutable import Immutable
from magnum_sal.engine import steps
from magnum_sal.model import events, mine, moves, parts, pieces, rule, ruleset, score, setup, state
from magnum_sal.model.events import MoneyMoved
from magnum_sal.queries import effects

VALUES: tuple[object, ...] = (
    ms.STANDARD,
    ms.STANDARD.rules[0],
    ms.STANDARD.rulings,
    ms.STANDARD.buildings[0],
    ms.SaltAmount(1, 2, 0),
    ms.ChamberTile.parse("BBG/1"),
    ms.RoyalOrder.parse("BB=9"),
    ms.ToolCard("rope"),
    ms.Transaction("sell", "green"),
    MoneyMoved(0, "bank", 3),
    ms.new_game(["Ada", "Ben"], seed=7),
    ms.new_game(["Ada", "Ben"], seed=7).scores[0],
    *(getattr(ms.new_game(["Ada", "Ben"], seed=7), part) for part in ("mine", "turn", "bank", "castle", "hidden")),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_copy_of_a_value_is_the_same_object(value: object) -> None:
    """An immutable value is its own copy, and its own deep copy."""
    assert copy.copy(value) is value
    assert copy.deepcopy({"kept": [value]})["kept"][0] is value


def test_every_frozen_value_of_a_game_copies_to_itself() -> None:
    """Every frozen class of values has the base class ``Immutable``."""
    modules = (parts, state, moves, events, pieces, mine.spaces, setup, score, ruleset, rule, steps, effects)
    classes = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    own = {cls for cls in classes if attrs.has(cls) and cls.__module__ in {module.__name__ for module in modules}}
    frozen = {cls for cls in own if cls.__setattr__ is not object.__setattr__}
    assert len(frozen) > 60
    assert {cls for cls in frozen if not issubclass(cls, Immutable)} == set()


def test_a_value_made_without_a_constructor_has_no_cached_hash() -> None:
    """The hash of a value from ``make_changer`` is that of its own fields, not the original's cached hash."""
    with_slot = make_changer(ms.CompleteOrder, "slot")
    first = ms.CompleteOrder(1)
    hash(first)
    second = with_slot(first, 2)
    assert second == ms.CompleteOrder(2)
    assert hash(second) == hash(ms.CompleteOrder(2)) != hash(first)
    assert hash(pickle.loads(pickle.dumps(second))) == hash(second)


def test_a_copy_of_another_class_has_the_fields() -> None:
    """``make_copier`` copies only the fields, without computed values such as the hash."""

    @attrs.define
    class Open:
        slot: int

    kept = ms.CompleteOrder(1)
    hash(kept)
    assert make_copier(ms.CompleteOrder, Open)(kept) == Open(1)


@pytest.mark.slow
def test_hashes_are_not_pickled() -> None:
    """A value that was pickled in another process, where texts hash differently, has the hash of this process."""
    code = (
        "import pickle, sys, magnum_sal as ms\n"
        "state = ms.new_game(['Ada', 'Ben'], seed=7)\n"
        "values = (state, state.castle.open[0], ms.legal_moves(state)[0], state.ruleset)\n"
        "hashes = [hash(value) for value in values]\n"
        "sys.stdout.buffer.write(pickle.dumps((hashes, values)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    sent = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout
    hashes, values = pickle.loads(sent)
    here = ms.new_game(["Ada", "Ben"], seed=7)
    own = (here, here.castle.open[0], ms.legal_moves(here)[0], here.ruleset)
    assert values == own
    assert [hash(value) for value in values] == [hash(value) for value in own] != hashes
