"""The public names: adding one is a decision, and is written down here."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import get_args

import magnum_sal as ms
from magnum_sal import _evolve, events, moves, testing
from magnum_sal.labels import LANGUAGES, has_label
from magnum_sal.serialization import EVENT_TYPES

PUBLIC_NAMES = [
    "LOG_SCHEMA",
    "RULES_REVISION",
    "STANDARD",
    "ActionClosed",
    "ActionPassed",
    "ActionTaken",
    "Building",
    "CardAwaited",
    "CardPile",
    "CardTurnedUp",
    "ChamberRevealed",
    "ChamberTile",
    "Choice",
    "CompleteOrder",
    "Deck",
    "Effects",
    "EndTurn",
    "Ended",
    "Event",
    "Extension",
    "ExtractSalt",
    "ExtrasPart",
    "Game",
    "GameEnded",
    "GameLog",
    "GameStarted",
    "GameState",
    "HiddenPieceError",
    "IllegalMoveError",
    "InnMarkerMoved",
    "LogError",
    "MagnumSalError",
    "MalformedError",
    "MinersMoved",
    "MinersRested",
    "MinersTired",
    "MissingExtraError",
    "MisuseError",
    "MomentsPassed",
    "MoneyMoved",
    "Move",
    "Notation",
    "Notice",
    "Objection",
    "OrderMoved",
    "OrderTrackMoved",
    "PartChanged",
    "Pass",
    "PayPenalty",
    "Pending",
    "PhaseEnded",
    "PhaseStarted",
    "Phrase",
    "Piece",
    "PileMoved",
    "PlaceAssistant",
    "PlaceMiner",
    "Played",
    "Question",
    "Reaction",
    "Redone",
    "Rest",
    "Reveal",
    "Revealed",
    "RoyalOrder",
    "Rule",
    "RuleText",
    "Ruleset",
    "Ruling",
    "Rulings",
    "SaltAmount",
    "SaltMoved",
    "Score",
    "Setup",
    "StandardEvent",
    "StandardMove",
    "Step",
    "TileLaid",
    "ToolCard",
    "ToolMoved",
    "ToolReadied",
    "ToolUsed",
    "Transaction",
    "Transition",
    "TurnEnded",
    "TurnStarted",
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
    "WaterMoved",
    "When",
    "__version__",
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
    "public_started",
    "register",
    "reveal",
    "rule_texts",
    "sensible_moves",
    "to_dict",
    "to_json",
    "transcript",
    "unavailable",
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
    """Everything a program may rely on, in the order of ``__all__``."""
    assert ms.__all__ == PUBLIC_NAMES


def test_each_name_is_there() -> None:
    """Also those that are loaded when first asked for; each has a docstring, if it can have one."""
    for name in PUBLIC_NAMES:
        value = getattr(ms, name)
        assert isinstance(value, (str, int)) or value.__doc__, name


def test_a_name_that_is_not_there() -> None:
    """It is an AttributeError like any other's."""
    assert not hasattr(ms, "no_such_name")


def test_the_names_for_tests_are_these() -> None:
    """What authors of rules, bots and front ends find in ``magnum_sal.testing``."""
    assert testing.__all__ == TESTING_NAMES
    for name in TESTING_NAMES:
        assert getattr(testing, name).__doc__, name


def kinds_in(module: ModuleType, base: type[object]) -> set[str]:
    """Return the names of the classes of a kind that a module defines."""
    return {
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, base) and value is not base
    }


def test_every_move_and_event_is_exported() -> None:
    """A new one is found at the top, where the others are, and by its type."""
    assert kinds_in(moves, ms.Move) <= set(PUBLIC_NAMES)
    assert kinds_in(events, ms.Event) <= set(PUBLIC_NAMES)
    assert kinds_in(moves, ms.Move) == {move.__name__ for move in ms.STANDARD.by_move}
    assert kinds_in(events, ms.Event) == {event.__name__ for event in EVENT_TYPES.values()}


def test_the_unions_hold_every_move_and_event() -> None:
    """Each class once, the moves in the order in which they are listed; so a ``match`` over one is exhaustive."""
    assert get_args(ms.StandardMove) == tuple(ms.STANDARD.by_move)
    assert len(get_args(ms.StandardEvent)) == len(EVENT_TYPES)
    assert set(get_args(ms.StandardEvent)) == set(EVENT_TYPES.values())
    assert all(isinstance(move, ms.StandardMove) for move in ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=7)))


def test_the_unions_are_checked_for_each_class() -> None:
    """The program that the type checkers read names every move and event, so none can be left out of a union."""
    program = (Path(__file__).parent / "typing" / "matching.py").read_text("utf-8")
    for kind in (*get_args(ms.StandardMove), *get_args(ms.StandardEvent)):
        assert f"ms.{kind.__name__}(" in program, kind


def test_every_event_has_a_fold_and_words() -> None:
    """A new one is known to the fold, but for the one that begins a game; and it is told in each language."""
    assert kinds_in(events, ms.Event) == {"GameStarted", *(event.__name__ for event in _evolve._FOLDS)}
    for event in EVENT_TYPES.values():
        assert all(has_label(event.type, language) for language in LANGUAGES), event
    for move in ms.STANDARD.by_move:
        assert all(has_label(f"{move.type}.told", language) for language in LANGUAGES), move


def test_labels_are_there_when_asked_for_and_not_before() -> None:
    """``import magnum_sal`` loads no words; ``magnum_sal.labels`` is there all the same."""
    program = (
        "import sys, magnum_sal as ms; before = 'magnum_sal.labels' in sys.modules; "
        "print(before, ms.labels.label('rope', 'de'), ms.transcript.__name__)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "Seil", "transcript"]
