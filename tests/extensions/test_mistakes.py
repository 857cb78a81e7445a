"""Typical mistakes of an author of an extension are reported with the function or the event at fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.events import ActionTaken, DieAwaited, MoneyMoved, PartChanged, PhaseStarted
from magnum_sal.model.extension import Die, Extension, Reaction
from magnum_sal.model.rule import Building, Part, Question, Rule, When
from magnum_sal.testing import position


@attrs.frozen
class Ring(ms.Move):
    """Ring a bell."""

    type: ClassVar[str] = "ring"


@attrs.frozen
class Rang(ms.Event):
    """A bell rang."""

    type: ClassVar[str] = "rang"
    times: int


def fail(*_: object) -> Any:
    """Fail like a function with a typing error."""
    raise KeyError("omens")


def ringing(**changes: Any) -> Extension:
    """Return an extension whose rule has these changes."""
    rule: dict[str, Any] = {
        "when": When.ACTION,
        "moves": lambda _: (Ring(),),
        "objection": lambda *_: None,
        "decide": lambda *_: (),
    }
    return Extension("bells", rules=(Rule(Ring, **{**rule, **changes}),))


def deciding(*events: Any, **changes: Any) -> Extension:
    """Return an extension whose move causes *events*."""
    return attrs.evolve(ringing(decide=lambda *_: events), **changes)


def reacting(to: type[ms.Event], react: Callable[..., Any], **changes: Any) -> Extension:
    """Return an extension with a reaction."""
    return attrs.evolve(ringing(), reactions=(Reaction(to, react),), **changes)


def keeping(**changes: Any) -> Extension:
    """Return an extension whose part has these changes."""
    part: dict[str, Any] = {"key": "bells", "value_type": int, "first": lambda *_: 0}
    return Extension("bells", part=Part(**{**part, **changes}))


def with_bells(extension: Extension) -> ms.Ruleset:
    """Return the standard ruleset with the extension."""
    return ms.STANDARD.with_extensions(extension, name="bells_game")


def started(extension: Extension) -> ms.GameState:
    """Return the first position of a game with the extension."""
    return ms.new_game(["Ada", "Ben"], seed=1, ruleset=with_bells(extension))


def ring(extension: Extension) -> ms.GameState:
    """Ring in the first position."""
    return ms.apply(started(extension), Ring()).state


def pass_turn(extension: Extension) -> ms.GameState:
    """Pass in the first position."""
    return ms.apply(started(extension), ms.Pass()).state


def ring_and_fail(_state: ms.GameState) -> Iterator[Ring]:
    """Yield a move, and fail instead of yielding another."""
    yield Ring()
    fail()


WEATHER = (Die("weather", ("sun", "rain"), "BELL-1"),)
START = "GameStarted: a game of 'bells_game' cannot start: "
REACTION = "the reaction of extension 'bells' to PhaseStarted cannot happen here: "
MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "decide fails": (lambda: ring(ringing(decide=fail)), "the rule of 'ring': decide failed: KeyError('omens')"),
    "decide divides by zero": (
        lambda: ring(ringing(decide=lambda *_: (1 // 0,))),
        "the rule of 'ring': decide failed: ZeroDivisionError(",
    ),
    "decide takes one argument": (
        lambda: ring(ringing(decide=lambda _: ())),
        "the rule of 'ring': decide failed: TypeError('<lambda>",
    ),
    "moves fails": (
        lambda: ms.legal_moves(started(ringing(moves=fail))),
        "the rule of 'ring': moves failed: KeyError('omens')",
    ),
    "moves returns one move": (
        lambda: ms.legal_moves(started(ringing(moves=lambda _: Ring()))),
        "the rule of 'ring': moves failed: TypeError(\"'Ring' object is not iterable\")",
    ),
    "moves returns a class": (
        lambda: ms.choices(started(ringing(moves=lambda _: (Ring,)))).take("ring"),
        "the rule of 'ring': moves returned <class 'tests.extensions.test_mistakes.Ring'>, which is not a Ring",
    ),
    "moves fails, and choices asks for the kind of move": (
        lambda: ms.choices(started(ringing(moves=fail))),
        "the rule of 'ring': moves failed: KeyError('omens')",
    ),
    "moves fails, and only these moves are listed": (
        lambda: ms.legal_moves(started(ringing(moves=fail)), type="ring"),
        "the rule of 'ring': moves failed: KeyError('omens')",
    ),
    "moves fails after a turn": (
        lambda: pass_turn(ringing(moves=fail, when=When.FREE)),
        "the rule of 'ring': moves failed: KeyError('omens')",
    ),
    "moves fails after its first move": (
        lambda: ms.choices(started(ringing(moves=ring_and_fail))).take("ring"),
        "the rule of 'ring': moves failed: KeyError('omens')",
    ),
    "moves returns one move, and choices asks for the kind of move": (
        lambda: ms.choices(started(ringing(moves=lambda _: Ring()))),
        "the rule of 'ring': moves failed: TypeError(",
    ),
    "due fails": (
        lambda: ms.legal_moves(started(ringing(when=When.DUE, due=fail))),
        "the rule of 'ring': due failed: KeyError('omens')",
    ),
    "objection takes one argument": (
        lambda: ms.objection(started(ringing(objection=lambda _: None)), Ring()),
        "the rule of 'ring': objection failed: TypeError('<lambda>",
    ),
    "questions fails": (
        lambda: ms.choices(started(ringing(questions=fail))),
        "the rule of 'ring': questions failed: KeyError('omens')",
    ),
    "questions fails, and sensible moves are listed": (
        lambda: ms.sensible_moves(started(ringing(questions=fail))),
        "the rule of 'ring': questions failed: KeyError('omens')",
    ),
    "questions returns None, and sensible moves are listed": (
        lambda: ms.sensible_moves(started(ringing(questions=lambda *_: None))),
        "the rule of 'ring': questions returned None instead of a Question or a move",
    ),
    "questions returns None": (
        lambda: ms.choices(started(ringing(questions=lambda *_: None))),
        "the rule of 'ring': questions returned None instead of a Question or a move",
    ),
    "why_not fails": (
        lambda: ms.why_not(started(ringing(moves=lambda _: (), why_not=fail))),
        "the rule of 'ring': why_not failed: KeyError('omens')",
    ),
    "objection fails, and is the reason why no move is possible": (
        lambda: ms.why_not(started(ringing(moves=lambda _: (), objection=fail))),
        "the rule of 'ring': objection failed: KeyError('omens')",
    ),
    "an event class": (
        lambda: ring(deciding(MoneyMoved)),
        "effect of 'ring' cannot happen here: <class 'magnum_sal.model.events.MoneyMoved'>: MoneyMoved is a",
    ),
    "a seat as text": (
        lambda: ring(deciding(MoneyMoved("0", "bank", 1))),
        "effect of 'ring' cannot happen here: MoneyMoved(source='0', target='bank', groszy=1): '0' cannot hold money",
    ),
    "a seat that does not exist": (
        lambda: ring(deciding(MoneyMoved(7, "bank", 1))),
        "effect of 'ring' cannot happen here: MoneyMoved(source=7, target='bank', groszy=1): seat: 7 is not a seat",
    ),
    "an event without a fold": (
        lambda: ring(deciding(Rang(1))),
        "effect of 'ring' cannot happen here: Rang(times=1): the ruleset 'bells_game' has no event Rang: add the ",
    ),
    "a fold with one argument": (
        lambda: ring(deciding(Rang(1), events={Rang: lambda _: None})),
        "effect of 'ring' cannot happen here: Rang(times=1): the fold of Rang failed: TypeError(",
    ),
    "a fold that returns the draft": (
        lambda: ring(deciding(Rang(1), events={Rang: lambda *_: 5})),
        "effect of 'ring' cannot happen here: Rang(times=1): the fold of Rang returned 5: a fold changes the draft ",
    ),
    "a fold of None": (
        lambda: Extension("bells", events={Rang: None}),  # type: ignore[dict-item]
        "extension 'bells': events: Rang: expected a function, got None",
    ),
    "events in a tuple": (
        lambda: Extension("bells", events=(Rang,)),  # type: ignore[arg-type]
        "extension 'bells': events: expected folds by event class, got (<class ",
    ),
    "rulings in a tuple": (
        lambda: Extension("bells", rulings=()),  # type: ignore[arg-type]
        "extension 'bells': rulings: expected functions by name, got ()",
    ),
    "a ruling that is not returned": (
        lambda: started(Extension("bells", rulings={"actions": lambda _: None})),
        "extension 'bells': rulings: actions: expected a function that returns the new ruling, but it returned None",
    ),
    "a function that makes a ruling fails": (
        lambda: started(Extension("bells", rulings={"actions": fail})),
        "extension 'bells': rulings: actions failed: KeyError('omens')",
    ),
    "a ruling that fails": (
        lambda: started(Extension("bells", rulings={"actions": lambda _: fail})),
        f"{START}extension 'bells': rulings: actions failed: KeyError('omens')",
    ),
    "a reaction returns None": (
        lambda: started(reacting(PhaseStarted, lambda *_: None)),
        f"{START}extension 'bells': the reaction to PhaseStarted returned None instead of events: return () for no",
    ),
    "a reaction changes the state": (
        lambda: ring(reacting(ActionTaken, lambda state, _: setattr(state, "phase", 2))),
        "extension 'bells': the reaction to ActionTaken failed: FrozenInstanceError(",
    ),
    "a reaction divides by zero": (
        lambda: ring(reacting(ActionTaken, lambda *_: (1 // 0,))),
        "extension 'bells': the reaction to ActionTaken failed: ZeroDivisionError(",
    ),
    "a misspelt die": (
        lambda: started(reacting(PhaseStarted, lambda *_: (DieAwaited("waether"),), dice=WEATHER)),
        f"{START}{REACTION}DieAwaited(die='waether'): ",
    ),
    "a misspelt part": (
        lambda: started(reacting(PhaseStarted, lambda *_: (PartChanged("bels", 1),))),
        f"{START}{REACTION}PartChanged(part='bels', value=1): part 'bels' does not belong to an extension of",
    ),
    "a part that is halved with /": (
        lambda: started(reacting(PhaseStarted, lambda *_: (PartChanged("bells", 1 / 2),), part=keeping().part)),
        f"{START}{REACTION}PartChanged(part='bells', value=0.5): part 'bells': 0.5 is not a count (a whole number, ",
    ),
    "a move that halves a part with /": (
        lambda: ring(deciding(PartChanged("bells", 1 / 2), part=keeping().part)),
        "effect of 'ring' cannot happen here: PartChanged(part='bells', value=0.5): part 'bells': 0.5 is not a count",
    ),
    "a fold that halves a part with /": (
        lambda: ring(
            deciding(
                Rang(1),
                events={Rang: lambda draft, event: draft.set_part("bells", event.times / 2)},
                part=keeping().part,
            )
        ),
        "effect of 'ring' cannot happen here: Rang(times=1): part 'bells': 0.5 is not a count",
    ),
    "first halves with /": (
        lambda: started(keeping(first=lambda *_: 1 / 2)),
        f"{START}part 'bells': first returned 0.5: 0.5 is not a count (a whole number, 0 or more)",
    ),
    "reactions without an end": (
        lambda: started(reacting(PhaseStarted, lambda *_: (PhaseStarted(1, 0),))),
        f"{START}the extensions never stop reacting to the start of the game: the reactions of bells cause Phase",
    ),
    "first fails": (lambda: started(keeping(first=fail)), f"{START}part 'bells': first failed: KeyError('omens')"),
    "first returns a list": (
        lambda: started(keeping(first=lambda *_: [])),
        f"{START}part 'bells': first failed: TypeError(\"unhashable type: 'list'\")",
    ),
    "first is a value": (lambda: keeping(first=0), "part 'bells': first: expected a function, got 0"),
    "first fails for a position": (
        lambda: position(ruleset=with_bells(keeping(first=fail))),
        "part 'bells': first failed: KeyError('omens')",
    ),
    "public fails for a position": (
        lambda: position("public", ruleset=with_bells(keeping(public=fail))),
        "part 'bells': public failed: KeyError('omens')",
    ),
    "problem fails": (
        lambda: position(ruleset=with_bells(keeping(problem=lambda *_: 1 // 0))),
        "part 'bells': problem failed: ZeroDivisionError(",
    ),
    "public fails": (
        lambda: started(keeping(public=fail)).public(),
        "part 'bells': public failed: KeyError('omens')",
    ),
    "a display fails": (
        lambda: render.svg(started(keeping(display=fail))),
        "the display of 'bells' failed: KeyError('omens')",
    ),
    "a display returns None": (
        lambda: render.text(started(keeping(display=lambda _: None))),
        "the display of 'bells' failed: TypeError(",
    ),
    "a display before a player fails": (
        lambda: render.svg(started(keeping(player_display=fail))),
        "part 'bells': player_display failed: KeyError('omens')",
    ),
    "a building's display fails": (
        lambda: render.text(started(ringing(building=Building("belfry", display=fail))), form="short"),
        "the display of 'belfry' failed: KeyError('omens')",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported(name: str) -> None:
    """The message is short, and begins with the function or the event at fault."""
    make, told = MISTAKES[name]
    with pytest.raises(ms.MisuseError) as error:
        make()
    assert str(error.value).startswith(told)
    assert len(str(error.value)) <= 500
    # What is wrong in the definition of an extension is misuse. Only a function that is called can fail.
    if told.startswith(("the rule of", "effect of", "the display of", "part 'bells': problem", START)):
        assert isinstance(error.value, ms.ExtensionError)


@pytest.mark.parametrize(
    ("listed", "told"), [(Ring, "it is a class: call it"), ("ring", "use parse_move(state, text)")]
)
def test_a_listed_object_that_is_not_a_move_cannot_be_played(listed: object, told: str) -> None:
    """A rule that lists the class of a move or a text gets the same advice as a caller who passes one."""
    state = started(ringing(moves=lambda _: (listed,)))
    assert listed in ms.legal_moves(state)
    with pytest.raises(ms.MalformedError, match=f"is not a move in the ruleset 'bells_game'; {re.escape(told)}"):
        ms.apply(state, listed)


def test_the_original_error_is_kept() -> None:
    """The traceback of the original error shows the line at fault."""
    with pytest.raises(ms.MisuseError) as error:
        ring(ringing(decide=fail))
    # The compiled build ignores ``from`` and sets only the context.
    assert isinstance(error.value.__cause__ or error.value.__context__, KeyError)


def test_questions_may_be_moves() -> None:
    """A rule with its own questions may answer with a question or a move."""
    asked = ms.choices(started(ringing(questions=lambda *_: Ring())))
    assert asked.take("ring").move == Ring()
    empty = ms.choices(started(ringing(questions=lambda *_: Question("bell", ()))))
    assert "ring" not in empty.answers


@pytest.mark.usefixtures("registered")
def test_a_part_that_does_not_fit_leaves_the_log_readable(tmp_path: Path) -> None:
    """A move that would write an unreadable line is refused, so the log contains all earlier moves."""
    halving = attrs.evolve(ringing(decide=lambda *_: (PartChanged("bells", 1 / 2),)), part=keeping().part)
    ruleset = with_bells(halving)
    ms.register(ruleset)
    with ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ruleset, log=tmp_path / "game.jsonl") as game:
        game.play(ms.Pass())
        with pytest.raises(ms.ExtensionError, match=r"part 'bells': 0\.5 is not a count"):
            game.play(Ring())
    again = ms.Game.from_log(tmp_path / "game.jsonl")
    assert again.state == game.state
    assert again.step_count == 1
