"""Two builds of one library: which of them runs, and that they play the same game."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import tomllib
import weakref
from pathlib import Path

import attrs
import pytest
from smithy import VisitSmithy
from tests import both_builds
from tests.amounts import scale

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.testing import position
from magnum_sal.testing.strategies import VARIANTS

ROOT = Path(__file__).parents[2]
PACKAGE = Path(ms.__file__).parent
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
    "hooks"
]
compiled_alone = pytest.mark.skipif(not ms.is_compiled, reason="needs the compiled library")


def build_by(choice: str) -> str:
    """Return what a process says of its build and its engine's file where MAGNUM_SAL_PURE is *choice*."""
    program = "import magnum_sal as ms; print(ms.is_compiled, ms.engine.transitions.__file__)"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MAGNUM_SAL_PURE": choice},
    )
    return answer.stdout.strip()


@pytest.mark.parametrize("choice", ["", "0"])
def test_the_build_that_is_installed_runs(choice: str) -> None:
    """An empty text, or 0, chooses nothing."""
    assert build_by(choice).startswith(f"{ms.is_compiled} ")


def test_the_pure_build_can_always_be_chosen() -> None:
    """By the environment; the modules come from their sources then."""
    said = build_by("1")
    assert said.startswith("False ")
    assert said.endswith("transitions.py")


@pytest.mark.parametrize("pattern", HOOK["custom"]["modules"])
def test_what_is_to_be_compiled_is_there(pattern: str) -> None:
    """Each pattern of the hook names modules of the library."""
    assert list(PACKAGE.glob(pattern))


def test_modules_that_users_call_are_among_them() -> None:
    """The front of the library is a part of what is compiled."""
    compiled = {path for pattern in HOOK["custom"]["modules"] for path in PACKAGE.glob(pattern)}
    assert {PACKAGE / name for name in HOOK["custom"]["front"]} < compiled


@compiled_alone
def test_both_builds_play_the_same_games() -> None:
    """Every list, event, state, refusal and score is the same, at night in all variants."""
    assert both_builds.differences(scale(len(VARIANTS))) == []


STATE = position("S1: AB | S2: A | 1L1: A [BG/1] | A: rope, 12 groszy")
VALUES = (
    STATE,
    STATE.players[0],
    STATE.mine,
    STATE.turn,
    STATE.bank,
    STATE.market,
    MoneyMoved("bank", 0, 3),
    ms.STANDARD,
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_those_of_attrs(value: object) -> None:
    """They have fields, cannot be written to, are equal to their copies and pickles, and are evolved."""
    cls = type(value)
    assert attrs.has(cls)
    name = attrs.fields(cls)[0].name
    for setter in (setattr, object.__getattribute__(value, "__class__").__setattr__):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setter(value, name, None)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        delattr(value, name)
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert hash(again) == hash(value)
    assert copy.copy(value) is copy.deepcopy(value) is value
    other = attrs.evolve(value)  # type: ignore[misc]  # an attrs class, whichever it is
    assert other == value
    assert value != object()
    assert cls.__doc__


def test_constructors_take_what_attrs_says() -> None:
    """By position and by name, with defaults; and nothing else."""
    assert ms.SaltAmount(1, white=2) == ms.SaltAmount(brown=1, green=0, white=2)
    assert repr(ms.SaltAmount(1)) == "SaltAmount(brown=1, green=0, white=0)"
    assert ms.ToolCard("rope") == ms.ToolCard(tool="rope", used=False)
    with pytest.raises(TypeError):
        ms.ToolCard()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        ms.ToolCard("rope", colour="red")  # type: ignore[call-arg]
    with pytest.raises(ms.MalformedError, match=r"^SaltAmount\.green: 'x' is not a whole number$"):
        ms.SaltAmount(1, "x")  # type: ignore[arg-type]


def test_moves_and_events_can_be_subclassed() -> None:
    """As extensions do: the classes of the example are values like the library's."""

    @attrs.frozen
    class BellRung(ms.Event):
        type = "bell_rung"
        seat: int

    bell = BellRung(1)
    assert (bell, bell.seat, hash(bell)) == (BellRung(1), 1, hash(BellRung(1)))
    assert copy.copy(bell) is bell
    assert VisitSmithy("rope") == VisitSmithy("rope")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        bell.seat = 2  # type: ignore[misc]


def test_an_event_of_an_extension_in_a_circle_is_freed() -> None:
    """The garbage collector finds a circle through an event that is a subclass of a compiled class."""

    @attrs.frozen
    class Echo(ms.Event):
        type = "echo"
        heard: list[object]

    echo = Echo([])
    echo.heard.append(echo)
    here = weakref.ref(echo)
    del echo
    gc.collect()
    assert here() is None


def test_a_section_is_no_chamber() -> None:
    """A value is equal to none of another class, not even of one that has more fields."""
    section, chamber = (
        ms.model.mine.Section((0,), (0,)),
        ms.model.mine.Chamber((0,), (0,), False, ms.SaltAmount(), 0, None),
    )
    assert section != chamber
    assert chamber != section


@compiled_alone
def test_pickles_of_one_build_are_read_by_the_other() -> None:
    """In both directions; a pool may have workers of either."""
    program = "import pickle, sys; sys.stdout.buffer.write(pickle.dumps(pickle.load(sys.stdin.buffer)))"
    for choice in ("", "1"):
        answer = subprocess.run(
            [sys.executable, "-c", program],
            input=pickle.dumps(VALUES),
            capture_output=True,
            check=True,
            env={**os.environ, "MAGNUM_SAL_PURE": choice},
        )
        assert pickle.loads(answer.stdout) == VALUES
