"""The two builds of the library: the choice between them, and their equal behaviour."""

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
    """Return a process's report of its build and its engine's file if MAGNUM_SAL_PURE is *choice*."""
    program = "import magnum_sal as ms; print(ms.is_compiled, ms.engine.transitions.__file__)"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MAGNUM_SAL_PURE": choice},
    )
    return answer.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["", "0"])
def test_the_installed_build_runs(choice: str) -> None:
    """An empty MAGNUM_SAL_PURE, or 0, selects the installed build."""
    assert build_by(choice).startswith(f"{ms.is_compiled} ")


@pytest.mark.slow
def test_the_pure_build_can_always_be_chosen() -> None:
    """The pure build can be selected by the environment, and then imports the sources."""
    said = build_by("1")
    assert said.startswith("False ")
    assert said.endswith("transitions.py")


def test_modules_to_compile_exist() -> None:
    """Each pattern of the build hook matches modules of the library."""
    assert [pattern for pattern in HOOK["custom"]["modules"] if not any(PACKAGE.glob(pattern))] == []


def test_modules_that_users_call_are_compiled() -> None:
    """The front of the library is among the compiled modules."""
    compiled = {path for pattern in HOOK["custom"]["modules"] for path in PACKAGE.glob(pattern)}
    assert {PACKAGE / name for name in HOOK["custom"]["front"]} < compiled


@pytest.mark.long  # `.ci/run` plays these games with `python -m tests.both_builds`.
@compiled_alone
def test_both_builds_play_the_same_games() -> None:
    """Every list, event, state, refusal and score is the same in both builds, at night in all variants."""
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
    """Values have attrs fields, refuse assignments, equal their copies and pickles, and can be evolved."""
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


def test_constructors_have_the_signatures_of_attrs() -> None:
    """Constructors take positional and named arguments with defaults, and refuse everything else."""
    assert ms.SaltAmount(1, white=2) == ms.SaltAmount(brown=1, green=0, white=2)
    assert repr(ms.SaltAmount(1)) == "SaltAmount(brown=1, green=0, white=0)"
    assert ms.ToolCard("rope") == ms.ToolCard(tool="rope", used=False)
    with pytest.raises(TypeError):
        ms.ToolCard()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        ms.ToolCard("rope", colour="red")  # type: ignore[call-arg]
    with pytest.raises(ms.MalformedError, match=r"^SaltAmount\.green: 'x' is not a count "):
        ms.SaltAmount(1, "x")  # type: ignore[arg-type]


def test_moves_and_events_can_be_subclassed() -> None:
    """Subclasses of moves and events, as extensions define them, are values like the library's own."""

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


@pytest.mark.slow
def test_an_event_of_an_extension_in_a_circle_is_freed() -> None:
    """The garbage collector frees a cycle through an event that is a subclass of a compiled class."""

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


def test_a_section_differs_from_a_chamber() -> None:
    """A value never equals a value of another class, not even of one with more fields."""
    section, chamber = (
        ms.model.mine.Section((0,), (0,)),
        ms.model.mine.Chamber((0,), (0,), False, ms.SaltAmount(), 0, None),
    )
    assert section != chamber
    assert chamber != section


@pytest.mark.long
@compiled_alone
def test_each_build_reads_pickles_of_the_other() -> None:
    """Pickles of one build are read by the other, in both directions, since a pool may have workers of both."""
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
