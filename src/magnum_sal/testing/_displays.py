"""Check whether pictures show each part of the state that a ruleset adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import attrs

from ..engine.steps import Step
from ..model.display import show_nothing
from ..model.rule import Building, Part, Rule
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..render.board_facts import houses, player_items
from ._promises import Complaints

_ENOUGH: Final = 3
"""The number of changes of a part after which it counts as not shown, if no display changed with it."""
_MOST: Final = 30
"""The maximum number of changes of a part to look at."""


class DisplayWatch:
    """
    The parts of a ruleset that have no display of their own and that no other display has shown so far.

    A building may show the part of its rule, and a part may show another one. A display shows a part if it changes
    when only the value of the part changes.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        parts = ruleset.parts.values()
        self.unseen = [part.key for part in parts if part.display is None and part.player_display is None]
        """The keys of the parts that nothing has shown yet."""
        self.changes: Counter[str] = Counter()
        """The number of changes that no display showed, by key."""

    def watch(self, step: Step) -> Complaints:
        """Compare the displays of the position after a step with those for the old value of each changed part."""
        for key in [*self.unseen]:
            old, new = step.before.extras.get(key), step.after.extras.get(key)
            if old == new or self.changes[key] >= _MOST:
                continue
            if _shows_change(step.after, key, old):
                self.unseen.remove(key)
            else:
                self.changes[key] += 1
        yield from ()

    def report(self) -> Complaints:
        """Yield a complaint for each part that no picture shows."""
        for key in self.unseen:
            # A single change may be invisible, for example because the phase ended with it. If there were few changes,
            # another display of the same extension is trusted to show the part.
            if self.changes[key] >= _ENOUGH or not _has_neighbour(self.ruleset, key):
                kind, fields = "part", "display or player_display"
                if key in self.ruleset.decks or key in self.ruleset.dice:
                    kind, fields = "deck" if key in self.ruleset.decks else "die", "display"
                yield f"no picture shows the {kind} {key!r}: set its {fields}, or display=show_nothing to hide it"


def _shows_change(state: GameState, key: str, old: Any) -> bool:
    extras = tuple((name, old if name == key else value) for name, value in state.extras_items)
    try:
        return _list_items(attrs.evolve(state, extras_items=extras)) != _list_items(state)
    except Exception:  # The display uses the part in some way, and the old value does not fit.
        return True


def _list_items(state: GameState) -> list[Any]:
    items: list[Any] = [tuple(house.display(state)) for house in houses(state.ruleset)]
    return items + [tuple(player_items(state, seat)) for seat in range(len(state.players))]


def _has_neighbour(ruleset: Ruleset, key: str) -> bool:
    """Return whether the rule or the extension that adds the part also displays something else."""
    for extension in ruleset.extensions:
        if any(part.key == key for part in extension.parts):
            return _have_display(extension.rules) or any(map(_has_display, extension.parts))
    return _have_display([rule for rule in ruleset.rules if rule.part is not None and rule.part.key == key])


def _have_display(rules: Iterable[Rule]) -> bool:
    buildings = (rule.building for rule in rules)
    return any(isinstance(place, Building) and place.display is not show_nothing for place in buildings)


def _has_display(part: Part) -> bool:
    return part.display not in (None, show_nothing) or part.player_display is not None
