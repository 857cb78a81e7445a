"""Check the results of rulings. Otherwise, a fraction or a missing price could enter a game or break some rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from .._internal.immutable import Immutable
from ..errors import FAILURES, ExtensionError, blame_function
from ..errors.messages import brief
from ._event_base import Event
from .parts import MOST_ACTIONS
from .pieces import SALT_KINDS
from .score import Score

_Check: TypeAlias = Callable[[Any, Any], str]
"""A check of a ruling's result in a state. It returns what was expected instead, or an empty text."""

_AMOUNTS: Final = "whole numbers from 0 up"


# The engine calls rulings for every list of moves. So a valid result costs one call and a few comparisons.
def _check_amount(amount: Any, _state: Any) -> str:
    return "" if type(amount) is int and amount >= 0 else _name_number(amount, _AMOUNTS)


def _check_balance(number: Any, _state: Any) -> str:
    # Any whole number is valid: pickaxes and water are added to and subtracted from ``strength`` later, and
    # ``other_value`` may be a loss.
    return "" if type(number) is int else _name_number(number, "whole numbers")


def _check_hiring_price(price: Any, state: Any) -> str:
    # Nobody can be hired if there is no price.
    if price is None:
        return ""
    # Each hired miner moves the marker, which cannot go beyond the space after the track.
    if state.inn_marker >= len(state.ruleset.inn_track):
        return "None because the marker has left the track"
    return _check_amount(price, state)


def _check_actions(actions: Any, state: Any) -> str:
    # With more actions, the game could be played, but its log could not be loaded.
    if type(actions) is int and actions > MOST_ACTIONS:
        return f"at most {MOST_ACTIONS} actions per turn"
    return _check_amount(actions, state)


def _check_tool_prices(prices: Any, state: Any) -> str:
    slots = len(state.ruleset.workshop_prices)
    if not isinstance(prices, tuple) or len(prices) != slots:
        return f"a tuple of {slots} prices, one for each slot"
    return _check_amounts(prices)


def _check_pump_prices(prices: Any, _state: Any) -> str:
    if not isinstance(prices, tuple) or not prices:
        return "a tuple of at least one price"
    return _check_amounts(prices)


def _check_market_prices(columns: Any, state: Any) -> str:
    if not isinstance(columns, tuple) or len(columns) != len(SALT_KINDS):
        return f"a tuple of {len(SALT_KINDS)} columns, each a tuple of prices"
    market = state.market
    cubes_by_kind, printed = (market.brown, market.green, market.white), state.ruleset.market_prices
    for kind, column, cubes, spaces in zip(SALT_KINDS, columns, cubes_by_kind, printed, strict=True):
        # Each cube in the market lies on a space with a price.
        if not isinstance(column, tuple) or len(column) < max(1, cubes):
            return f"a tuple of {len(SALT_KINDS)} columns, each a tuple with a price for each space"
        # A cube on a further space would not fit on the table, so the state could not be loaded.
        if len(column) > len(spaces):
            return f"at most {len(spaces)} prices for {kind} salt"
        if expected := _check_amounts(column):
            return expected
    return ""


def _check_amounts(amounts: tuple[Any, ...]) -> str:
    for amount in amounts:
        if type(amount) is not int or amount < 0:
            return _AMOUNTS
    return ""


def _check_answer(is_over: Any, _state: Any) -> str:
    # Python regards any value as true or false, but None is usually a forgotten ``return``.
    return "True or False" if is_over is None else ""


def _check_events(events: Any, _state: Any) -> str:
    is_right = isinstance(events, tuple) and all(isinstance(event, Event) for event in events)
    return "" if is_right else "a tuple of events"


def _check_scores(scores: Any, state: Any) -> str:
    seats = len(state.players)
    is_right = isinstance(scores, tuple) and all(isinstance(score, Score) for score in scores)
    return "" if is_right and len(scores) == seats else f"a tuple of {seats} Scores, one for each seat"


def _name_number(given: Any, expected: str) -> str:
    return "one number" if isinstance(given, (tuple, list)) else expected


_CHECKS: Final[Mapping[str, _Check]] = {
    **dict.fromkeys(("town_square_income", "penalty", "toll", "miners_tired"), _check_amount),
    **dict.fromkeys(("strength", "other_value"), _check_balance),
    "hiring_price": _check_hiring_price,
    "workshop_prices": _check_tool_prices,
    "pump_prices": _check_pump_prices,
    "market_prices": _check_market_prices,
    "actions": _check_actions,
    "is_phase_over": _check_answer,
    **dict.fromkeys(("assistant_paid", "after_turn"), _check_events),
    "scoring": _check_scores,
}
"""The checks of the rulings. Rulings about sets of spaces and seats have none, because they are called very often."""


def check_results(owner: str, name: str, ruling: Callable[..., Any]) -> Callable[..., Any]:
    """
    Return the *ruling* of *owner* with a check of its results, or unchanged if there is no check for it.

    The returned function raises ``ExtensionError`` if the ruling fails, or if its result does not have the right form:
    for example, if a number is not whole, such as half of a price, or is negative where this makes no sense.
    """
    return ruling if name not in _CHECKS or isinstance(ruling, _CheckedRuling) else _CheckedRuling(name, ruling, owner)


def check_own_rulings(owner: str, own: Any, standard: Any) -> Any:  # Any: this module lies below the class of rulings
    """Return the rulings of *owner*, with a check of the results of those that differ from the *standard* ones."""
    # The rulings of the standard game need no check, so they stay fast.
    rulings = {name: getattr(own, name) for name in _CHECKS if getattr(own, name) is not getattr(standard, name)}
    if not rulings:
        return own
    return attrs.evolve(own, **{name: check_results(owner, name, ruling) for name, ruling in rulings.items()})


# Rulesets are compared by their rulings, so two checks of the same function must be equal.
@attrs.frozen
class _CheckedRuling(Immutable):
    name: str
    ruling: Callable[..., Any]
    owner: str = attrs.field(eq=False)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        try:
            result = self.ruling(*arguments, **named)
        except FAILURES as error:
            raise blame_function(f"{self.owner}: rulings: {self.name}", error) from error
        # The first argument of these rulings is the state.
        state = arguments[0] if arguments else next(iter(named.values()), None)
        if expected := _CHECKS[self.name](result, state):
            raise ExtensionError(
                f"{self.owner}: rulings: {self.name}: expected {expected}, but it returned {brief(result)}"
            )
        return result
