"""The public names: adding one is a decision, which this file records."""

import inspect
import operator
import pkgutil
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from tests.amounts import select

import magnum_sal as ms
from magnum_sal import testing
from magnum_sal.engine import evolve
from magnum_sal.model import events, moves
from magnum_sal.model.events import StandardEvent
from magnum_sal.record.serialization import EVENT_TYPES
from magnum_sal.words import LANGUAGES, has_label

PUBLIC_NAMES = [
    "LOG_SCHEMA",
    "RULES_REVISION",
    "STANDARD",
    "Answer",
    "ChamberTile",
    "Choice",
    "CompleteOrder",
    "Effects",
    "EndTurn",
    "Ended",
    "Event",
    "ExtensionError",
    "ExtractSalt",
    "Game",
    "GameLog",
    "GameState",
    "HiddenPieceError",
    "IllegalMoveError",
    "LogError",
    "LookNoted",
    "MagnumSalError",
    "MalformedError",
    "MissingExtraError",
    "MisuseError",
    "Move",
    "Notice",
    "Objection",
    "Pass",
    "PayPenalty",
    "Pending",
    "Piece",
    "PlaceAssistant",
    "PlaceMiner",
    "Played",
    "Redone",
    "Rest",
    "Reveal",
    "Revealed",
    "RoyalOrder",
    "RuleText",
    "Ruleset",
    "Ruling",
    "SaltAmount",
    "SaltBalance",
    "Score",
    "Setup",
    "StandardMove",
    "Step",
    "ToolCard",
    "Transaction",
    "Transition",
    "Undone",
    "UseBucket",
    "UseFood",
    "UseRope",
    "VisitCastle",
    "VisitInn",
    "VisitMarket",
    "VisitPumpHouse",
    "VisitTownSquare",
    "VisitWorkshop",
    "__version__",
    "answers_of",
    "apply",
    "choices",
    "determinize",
    "effects",
    "evolve",
    "fold",
    "format_move",
    "from_dict",
    "from_json",
    "is_compiled",
    "is_legal",
    "json_schema",
    "legal_moves",
    "new_game",
    "objection",
    "open_table",
    "outcomes",
    "parse_move",
    "playout",
    "register",
    "reveal",
    "rule_texts",
    "sensible_moves",
    "to_dict",
    "to_json",
    "transcript",
    "why_not",
]

TESTING_NAMES = [
    "BrokenPromiseError",
    "Finding",
    "InvariantError",
    "Outcome",
    "Table",
    "broken_invariants",
    "check_extension",
    "check_invariants",
    "given",
    "position",
    "sketch",
]


def test_the_public_names_are_these() -> None:
    """The list has everything that programs may rely on, in the order of ``__all__``."""
    assert ms.__all__ == PUBLIC_NAMES


def test_each_name_exists() -> None:
    """This includes names that are loaded on first use. Each has a docstring, if it can have one."""
    for name in PUBLIC_NAMES:
        value = getattr(ms, name)
        assert isinstance(value, (str, int)) or value.__doc__, name


def test_a_missing_name() -> None:
    """A missing name raises ``AttributeError``."""
    assert not hasattr(ms, "no_such_name")


def test_the_names_for_tests_are_these() -> None:
    """Authors of rules, bots and front ends find these names in ``magnum_sal.testing``."""
    assert testing.__all__ == TESTING_NAMES
    for name in TESTING_NAMES:
        assert getattr(testing, name).__doc__, name


def kinds_in(module: ModuleType, base: type[object]) -> set[str]:
    """Return the names of the subclasses of *base* that a module defines."""
    return {
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, base) and value is not base
    }


def test_every_move_and_event_is_exported() -> None:
    """A new move is exported from the package, a new event from its module, and each is found by its type."""
    assert kinds_in(moves, ms.Move) <= set(PUBLIC_NAMES)
    assert kinds_in(events, ms.Event) <= set(events.__all__)
    assert kinds_in(moves, ms.Move) == {move.__name__ for move in ms.STANDARD.by_move}
    assert kinds_in(events, ms.Event) == {event.__name__ for event in EVENT_TYPES.values()}


def test_the_unions_hold_every_move_and_event() -> None:
    """Each class is there once, the moves in the order in which they are listed, so a ``match`` can be exhaustive."""
    assert get_args(ms.StandardMove) == tuple(ms.STANDARD.by_move)
    assert len(get_args(StandardEvent)) == len(EVENT_TYPES)
    assert set(get_args(StandardEvent)) == set(EVENT_TYPES.values())
    assert all(isinstance(move, ms.StandardMove) for move in ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=7)))


def test_the_unions_are_checked_for_each_class() -> None:
    """The program that the type checkers read names every move and event, so no union can lack one."""
    program = (Path(__file__).parents[1] / "typing" / "matching.py").read_text("utf-8")
    for kind in (*get_args(ms.StandardMove), *get_args(StandardEvent)):
        assert re.search(rf"\b{kind.__name__}\(", program), kind


def test_every_event_has_a_fold_and_words() -> None:
    """Every event but ``GameStarted`` has a fold, and all have words in each language."""
    assert kinds_in(events, ms.Event) == {"GameStarted", *(event.__name__ for event in evolve._FOLDS)}
    for event in EVENT_TYPES.values():
        assert all(has_label(event.type, language) for language in LANGUAGES), event
    for move in ms.STANDARD.by_move:
        assert all(has_label(f"{move.type}.told", language) for language in LANGUAGES), move


@pytest.mark.long
def test_words_are_loaded_on_first_use() -> None:
    """``import magnum_sal`` loads no words, but ``magnum_sal.words`` is available."""
    program = (
        "import sys, magnum_sal as ms; before = 'magnum_sal.words' in sys.modules; "
        "print(before, ms.words.label('rope', 'de'), ms.transcript.__name__)"
    )
    assert in_a_fresh_python(program).split() == ["False", "Seil", "transcript"]


def in_a_fresh_python(program: str) -> str:
    """Return the output of a program that has loaded nothing yet."""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


def public_modules() -> set[str]:
    """Return the modules of the package that can be imported by a path without an underscore."""
    return {module.name for module in pkgutil.iter_modules(ms.__path__) if not module.name.startswith("_")}


@pytest.mark.slow
def test_dir_lists_exactly_the_public_names() -> None:
    """``dir`` lists all names, including late ones, and the modules, both before and after their first use."""
    offered = sorted({*PUBLIC_NAMES, *public_modules()})
    assert in_a_fresh_python("import magnum_sal as ms; print(*dir(ms))").split() == offered
    assert [name for name, _ in inspect.getmembers(ms)] == dir(ms) == offered


@pytest.mark.long
def test_each_public_module_can_be_named() -> None:
    """``import magnum_sal as ms; ms.render.text(...)`` works, whatever was imported before."""
    for name in select(sorted(public_modules())):
        program = f"import magnum_sal as ms; print(ms.{name}.__name__)"
        assert in_a_fresh_python(program) == f"magnum_sal.{name}"


@pytest.mark.parametrize(
    ("name", "nested"),
    [
        ("words", ("rule_texts",)), ("render", ("transcript",)), ("queries.facts", ()), ("record.log", ()),
        ("protocol", ()), ("web", ()), ("words.rule_texts", ()), ("cli.terminal", ()), ("bots.installed", ()),
        ("model.mine", ()), ("model.switches", ()), ("model.fields", ()), ("record.game", ()),
        ("bots", ("installed", "protocol", "registry")),
        ("arena", ("table", "workers")), ("testing", ("players", "plugin")),
    ],
)  # fmt: skip
def test_dir_of_a_module_lists_the_public_names(name: str, nested: tuple[str, ...]) -> None:
    """``dir`` lists the module's ``__all__`` and its public modules, and each of them exists."""
    module = operator.attrgetter(name)(ms)
    assert dir(module) == sorted({*module.__all__, *nested})
    assert [member for member, _ in inspect.getmembers(module)] == dir(module)


@pytest.mark.long
def test_help_describes_every_name() -> None:
    """This includes names that are loaded late, after a section about where to begin."""
    told = pydoc.plain(pydoc.render_doc(ms))
    head, _ = told.split("PACKAGE CONTENTS")
    assert "Where to begin" in head
    for name in ("class Game(", "to_json(", "from_dict(", "sensible_moves(", "class Choice("):
        assert name in told, name


@pytest.mark.long
@pytest.mark.parametrize(
    ("slip", "meant"), [("ms.to_jsn", "to_json"), ("ms.rendr", "render"), ("ms.bots.analyze", "analyse")]
)
def test_a_misspelt_name_gets_a_suggestion(slip: str, meant: str) -> None:
    """Python suggests the most similar public name, even one that is not loaded yet."""
    answer = subprocess.run(
        [sys.executable, "-c", f"import magnum_sal as ms; {slip}"], capture_output=True, text=True, check=False
    )
    *_, said = answer.stderr.splitlines()
    name = slip.rpartition(".")[2]
    assert f"has no attribute '{name}'. Did you mean: '{meant}'?" in said


VAGUE = {"Choice", "HiddenPieceError", "MagnumSalError", "MalformedError", "MisuseError", "Objection"}
"""Classes that take any object: answers, arguments of errors, and the ruleset, which the room of errors cannot know."""


def test_constructors_have_real_types() -> None:
    """No parameter of a constructor is just an object or anything, so editors show what a program can pass."""
    classes = [cls for name in PUBLIC_NAMES if inspect.isclass(cls := getattr(ms, name)) and name not in VAGUE]
    assert len(classes) > 40
    parameters = [(cls, parameter) for cls in classes for parameter in inspect.signature(cls).parameters.values()]
    assert [row for row in parameters if row[1].annotation in ("object", "Any", object)] == []
