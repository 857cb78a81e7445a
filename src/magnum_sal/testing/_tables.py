"""Given, when, then: a position, a move, and what is expected of it."""

from __future__ import annotations

from typing import Any

import attrs

from ..engine.transitions import apply, legal_moves, objection
from ..errors import Objection
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState
from ._invariants import check_invariants
from ._positions import position


@attrs.frozen
class Outcome:
    """What came of a move: the state and events of a legal one, the objection to another."""

    move: Move
    """The move that was tried."""
    before: GameState
    """The position it was tried in."""
    refusal: Objection | None
    """What speaks against it; None where it was legal."""
    after: GameState | None
    """The position after it; None where it was refused."""
    events: tuple[Event, ...]
    """What happened; empty where it was refused."""

    @property
    def state(self) -> GameState:
        """The state after the move, which must have been legal."""
        assert self.after is not None, f"{self.move} was refused: {self.refusal}"
        return self.after

    def is_refused(self, rule: str, *words: str) -> None:
        """Assert that the move breaks *rule*, and that the sentence for the player has all of *words* in it."""
        assert self.refusal is not None, f"{self.move} was not refused"
        assert self.refusal.rule == rule, f"refused for {self.refusal}, not for {rule}"
        for word in words:
            assert word in self.refusal.sentence, f"{word!r} is not in {self.refusal.sentence!r}"

    def then(self, *events: Event) -> Outcome:
        """Assert that the move was legal and that these *events* are among those it led to, in this order."""
        assert self.refusal is None, f"{self.move} was refused: {self.refusal}"
        rest = iter(self.events)
        for event in events:
            assert event in rest, f"{event} is missing, or too late, in {self.events}"
        return self

    def when(self, move: Move) -> Outcome:
        """Make the next *move*."""
        return Table(self.state).when(move)


@attrs.frozen
class Table:
    """A position to try moves in."""

    state: GameState
    """The position."""

    def when(self, move: Move) -> Outcome:
        """
        Make *move*, and check on the way that ``legal_moves``, ``objection`` and ``apply`` agree on it.

        Raises:
            InvariantError: the move led to a position that no game can lead to.
        """
        refusal = objection(self.state, move)
        listed = move in legal_moves(self.state)
        assert listed == (refusal is None), f"{move} is {'' if listed else 'not '}listed, but objected to: {refusal}"
        if refusal is not None:
            return Outcome(move, self.state, refusal, None, ())
        after, events = apply(self.state, move)
        check_invariants(after)
        return Outcome(move, self.state, None, after, events)

    def legal(self, **narrow: str) -> tuple[Move, ...]:
        """Return the legal moves, narrowed as in ``legal_moves``."""
        return legal_moves(self.state, **narrow)


def given(text: str = "", **options: Any) -> Table:
    """
    Return a table with the position that *text* and *options* describe; see ``position`` for both.

    >>> from magnum_sal import VisitTownSquare
    >>> given("A: 3 groszy").when(VisitTownSquare()).state.players[0].money
    4
    """
    return Table(position(text, **options))
