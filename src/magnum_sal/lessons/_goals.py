"""Goals: patterns that a task compares with moves, events and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..engine.steps import Step
from ..errors import MalformedError
from ..errors.messages import brief
from ..errors.suggestions import did_you_mean, find_similar
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..record.serialization import EVENT_TYPES, to_dict
from ..record.serialization.forms import form_of

KINDS: Final = ("move", "event", "position")
"""The keys of which each goal has exactly one."""
_CONDITIONS: Final = ("equals", "at_least", "at_most", "one_of")
"""The keys of a table that compares a single value."""


@attrs.frozen
class Goal:
    """A pattern for a move of the learner, for an event, or for a fact about the position."""

    kind: str
    """The kind of value that the pattern is compared with: ``"move"``, ``"event"`` or ``"position"``."""
    name: str
    """The type of the move or event in JSON, or the path to a value in the JSON form of the position."""
    wanted: Mapping[str, Any] = attrs.field(factory=dict)
    """The values of the fields. For a position, the conditions for the value, such as ``{"at_least": 20}``."""

    def is_met_by(self, step: Step, seat: int) -> bool:
        """Return whether *step* meets a goal about a move of *seat* or an event."""
        if self.kind == "move":
            return step.seat == seat and step.move.type == self.name and is_match(self.wanted, to_dict(step.move))
        return self.kind == "event" and any(
            event.type == self.name and is_match(self.wanted, to_dict(event)) for event in step.events
        )

    def is_met_in(self, state: GameState) -> bool:
        """Return whether *state* meets a goal about the position."""
        if self.kind != "position":
            return False
        try:
            return is_match(self.wanted, find_value(to_dict(state), self.name))
        except MalformedError:
            # A later position may lack this value, although the first one had it: a slot is empty, or the game is over.
            return False


def is_match(wanted: Any, found: Any) -> bool:
    """
    Return whether plain JSON data fit a pattern.

    A table with conditions compares a value. Any other table names the fields that must fit, and ignores other fields.
    """
    if isinstance(wanted, Mapping):
        if wanted and all(key in _CONDITIONS for key in wanted):
            return all(_holds(condition, value, found) for condition, value in wanted.items())
        return isinstance(found, Mapping) and all(key in found and is_match(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(is_match, wanted, found))
    # JSON distinguishes true from 1, but Python does not.
    return type(wanted) is type(found) and bool(wanted == found)


def _holds(condition: str, value: Any, found: Any) -> bool:
    if condition == "one_of":
        return any(is_match(choice, found) for choice in value)
    if condition == "equals":
        return is_match(value, found)
    is_number = type(found) is int
    return is_number and bool(found >= value if condition == "at_least" else found <= value)


def find_value(data: Any, path: str) -> Any:
    """Return the value at a *path* such as ``"players.0.money"``. Raises ``MalformedError`` if there is none."""
    for number, key in enumerate(path.split("."), start=1):
        place = ".".join(path.split(".")[:number])
        if isinstance(data, list):
            if not key.isdecimal() or int(key) >= len(data):
                raise MalformedError(f"position: {brief(place)}: expected a number below {len(data)}")
            data = data[int(key)]
        elif isinstance(data, Mapping) and key in data:
            data = data[key]
        else:
            known = tuple(data) if isinstance(data, Mapping) else ()
            raise MalformedError(f"position: the position has no {brief(place)}{_suggest(key, known)}")
    return data


def read_goal(data: Any, state: GameState) -> Goal:
    """Parse a goal from a TOML table. Raises ``MalformedError`` for an unknown name or an invalid condition."""
    if not isinstance(data, dict):
        raise MalformedError(f'expected a table such as {{ move = "visit_inn" }}, got {brief(data)}')
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        raise MalformedError(f"expected exactly one of the keys {', '.join(KINDS)}, got {', '.join(kinds) or 'none'}")
    kind, name = kinds[0], data[kinds[0]]
    if not isinstance(name, str):
        raise MalformedError(f"{kind}: expected a text, got {brief(name)}")
    goal = Goal(kind, name, {key: value for key, value in data.items() if key != kind})
    if kind == "position":
        _check_conditions(goal, find_value(to_dict(state), name))
    else:
        _check_fields(goal, state.ruleset)
    return goal


def _check_conditions(goal: Goal, value: Any) -> None:
    if not goal.wanted:
        raise MalformedError(f"position: expected a condition, one of {', '.join(_CONDITIONS)}")
    for condition in goal.wanted:
        if condition not in _CONDITIONS:
            raise MalformedError(f"{brief(condition)} is not a condition{_suggest(condition, _CONDITIONS)}")
    _check_values(goal.wanted)
    if isinstance(value, (dict, list)) and ("at_least" in goal.wanted or "at_most" in goal.wanted):
        raise MalformedError(f"position: {goal.name} is not a number; name one of its parts")


def _check_fields(goal: Goal, ruleset: Ruleset) -> None:
    classes: dict[str, type[Any]] = (
        {tag: rule.move for tag, rule in ruleset.by_type.items()}
        if goal.kind == "move"
        else {**EVENT_TYPES, **ruleset.event_types}
    )
    if goal.name not in classes:
        raise MalformedError(f"{goal.kind}: {brief(goal.name)} is unknown{_suggest(goal.name, classes)}")
    keys = [part.key for part in form_of(classes[goal.name]).parts]
    for key in goal.wanted:
        if key not in keys:
            expected = f"one of {', '.join(keys)}" if keys else "no fields"
            raise MalformedError(f"{goal.name} has no field {brief(key)}; expected {expected}")
    _check_values(goal.wanted)


def _check_values(wanted: Any) -> None:
    """Check that the conditions in a pattern have values of the right type."""
    if isinstance(wanted, list):
        for entry in wanted:
            _check_values(entry)
    for key, value in wanted.items() if isinstance(wanted, dict) else ():
        if key in ("at_least", "at_most") and type(value) is not int:
            raise MalformedError(f"{key}: expected a whole number, got {brief(value)}")
        if key == "one_of" and not isinstance(value, list):
            raise MalformedError(f"one_of: expected a list, got {brief(value)}")
        _check_values(value)


def _suggest(name: str, known: Any) -> str:
    return did_you_mean(map(brief, find_similar(name, known)))
