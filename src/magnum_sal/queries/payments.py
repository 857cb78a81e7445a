"""Payments: who paid whom during a step of a game, and what for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

import attrs

from .._internal.field_help import provide_field_help
from .._internal.immutable import Immutable
from ..engine.evolve import evolve_all
from ..engine.steps import Step
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import Event, MomentsPassed, MoneyMoved, OrderTrackMoved, TurnEnded
from ..model.moves import Move
from ..model.pieces import Place
from ..model.state import GameState

__all__ = ["Payment", "payments_of"]

AFTER_MOVE: Final = (TurnEnded, MomentsPassed)
"""The events that follow a move. Payments after them are not part of the move."""


@attrs.frozen
class Payment(Immutable):
    """A payment and its reason, as returned by ``payments_of``."""

    source: Place
    """The payer: a seat, or ``"bank"``."""
    target: Place
    """The payee: a seat, or ``"bank"``."""
    groszy: int
    """The amount in groszy."""
    move: str | None
    """
    The type of the move that this payment is part of, such as ``"visit_market"`` for a price and ``"extract_salt"`` for
    the transport of salt. None if an assistant earns it, or if it follows the move in a game with an extension.
    """
    assistant: str | None
    """The id of the building whose assistant earns this payment from the bank (ASST-2); None for other payments."""


provide_field_help(Payment)


def payments_of(step: Step) -> tuple[Payment, ...]:
    """
    Return all payments of a step in order, each with its reason.

    ``Effects.money`` and the column ``money_change`` of ``Game.to_rows`` are sums. This function lists the single
    payments, for example to separate a visitor's gain at the market from the grosz that the assistant there earns.

    >>> from magnum_sal import apply, legal_moves
    >>> from magnum_sal.testing import position
    >>> state = position("A: B | market: G | assistant market: A")
    >>> sale = legal_moves(state, type="visit_market")[0]
    >>> for payment in payments_of(apply(state, sale).step):
    ...     print(payment.source, payment.target, payment.groszy, payment.move, payment.assistant)
    bank 0 5 visit_market None
    bank 0 1 None market

    Raises:
        MisuseError: *step* is not a ``Step``.
    """
    given: object = step
    if not isinstance(given, Step):
        raise MisuseError(f"step: expected a Step, got {brief(given)}")
    assistants = find_assistant_payments(step.before, step.events, step.move)
    kind: str | None = step.move.type
    found: list[Payment] = []
    for number, event in enumerate(step.events):
        if isinstance(event, AFTER_MOVE):
            kind = None
        elif isinstance(event, MoneyMoved):
            building = assistants.get(number)
            move = None if building is not None else kind
            found.append(Payment(event.source, event.target, event.groszy, move, building))
    return tuple(found)


def find_assistant_payments(before: GameState, happened: Sequence[Event], move: Move | None) -> dict[int, str]:
    """
    Return the buildings whose assistants earned something, by the index of the event.

    Args:
        before: The position before the events.
        happened: The events of a move, or of a revealed piece.
        move: The move; None for a revealed piece.
    """
    found: dict[int, str] = {}
    paying = _buildings_paying(before, happened, move)
    if not paying:
        return found
    own = tuple(takewhile(lambda event: not isinstance(event, AFTER_MOVE), happened))
    states = [before]
    for event in own:
        states.append(evolve_all(states[-1], (event,)))
    ruling = before.ruleset.rulings.assistant_paid
    for building in paying:
        # The ruling gets the state directly before the payment, as in the engine. The payment comes last.
        for start in reversed(range(len(own))):
            paid = tuple(ruling(states[start], building))
            numbers = range(start, start + len(paid))
            if paid and own[start : start + len(paid)] == paid and found.keys().isdisjoint(numbers):
                found.update(dict.fromkeys(numbers, building))
                break
    return found


def _buildings_paying(before: GameState, happened: Sequence[Event], move: Move | None) -> tuple[str, ...]:
    """Return the paying buildings: the visited one or, for an order, those that do not pay on visits (ASST-2)."""
    ruleset, turn = before.ruleset, before.turn
    # This function must agree with the engine, which pays the assistant after each visit to a building with
    # ``pays_on_visit``. The castle is the exception: its assistant earns for each completed order, and not for the
    # visit. After a revealed tool, the visit of its purchase pays.
    building = None if move is None else ruleset.by_move[type(move)].building_id
    if move is None and turn is not None and turn.visited and not turn.arriving:
        building = turn.visited[-1]
    if building is not None:
        return (building,) if building in ruleset.paying_buildings else ()
    if move is not None and not any(isinstance(event, OrderTrackMoved) for event in happened):
        return ()
    return tuple(place for place in ruleset.assistant_places if place not in ruleset.paying_buildings)
