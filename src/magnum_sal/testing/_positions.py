"""Positions from a short text, and moves tried in them: given, when, then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from ..engine.transitions import apply, legal_moves, objection
from ..errors import MisuseError, Objection
from ..errors.messages import brief
from ..model.events import Event
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..record.positions import PositionText, read_into, seat, table
from ..record.serialization.consistency import check_parts
from ..rules.standard import STANDARD
from ._invariants import check_invariants


def position(
    text: str = "",
    *,
    to_move: str = "A",
    players: int | None = None,
    phase: int = 1,
    round: int = 2,
    start: str = "A",
    actions_left: int | None = None,
    visited: Sequence[str] = (),
    passes: int = 0,
    arriving: int = 0,
    arrived: Sequence[str] = (),
    completed: int | None = None,
    ruleset: Ruleset = STANDARD,
) -> GameState:
    """
    Return the position that *text* describes, with the bank balanced and the invariants checked.

    The text is a list of entries, separated by ``|`` or line ends. What is not said is as plain as it can be: 10 groszy
    and no salt each, miners who are not on the board in stock, cards in the order in which the box lists them. These
    are the usual entries; the page "Positions as text" has them all.

    ============================================== ==================================================================
    ``S1: AAB``                                    two rested miners of seat 0 and one of seat 1 in ``S1``
    ``1L2: Aa [BG/1]``                             one of seat 0's miners is tired; a brown and a green cube, 1 water
    ``1L3: [?/1]``                                 not revealed, with 1 water that a bucket brought
    ``A: 12 groszy, BBG, stock 3, left 1``         what seat 0 owns: money, salt, stock, miners in the castle line
    ``B: rope, 2 pickaxe, cart used, order BB=9``  tools and completed orders
    ``assistant market: C``                        seat 2's assistant at the market
    ``market: BBG``                                cubes at the market
    ``inn: 2``                                     miners hired in this phase
    ``workshop: rope cart -``                      tools on offer by slot, ``-`` for an empty one
    ``castle: BB=9 - GG=13, stack 2``              open orders by slot, and the size of the stack
    ``turn: B, phase 2, round 3, actions 1``       whose turn it is, and how far it has come
    ============================================== ==================================================================

    A chamber with miners and without brackets is revealed and empty.

    >>> state = position("S1: A | S2: B | 1L1: AA [BBG/1]", to_move="B")
    >>> state.mine["1L1"].rested, state.to_move
    ((2, 0), 1)

    Args:
        text: The entries; where they say what an argument says as well, they count.
        to_move: The letter of the seat whose turn it is.
        players: The number of players; if not given, as many as letters appear, and at least 2.
        phase: 1 to 3.
        round: The round of the phase; in round 1 a turn has one action.
        start: The letter of the phase's starting player.
        actions_left: Actions left in the turn; all of them if not given.
        visited: Buildings visited in this turn.
        passes: Actions passed in this turn.
        arriving: Miners who wait at the castle for a delivery.
        arrived: Spaces that miners entered in the action a rope may continue.
        completed: Orders completed in this phase; all that the players own if not given and the phase is the first.
        ruleset: The rules to play by. Serves also where the text names a ruleset of this name; others are found among
            the registered ones.

    Raises:
        MalformedError: the text cannot be read, or no table looks like that; the message names the entry.
        MisuseError: an argument makes no sense, or the text names a ruleset that is not registered.
        InvariantError: no game can lead there.
    """
    if not isinstance(text, str):
        raise MisuseError(f"{brief(text)} is no text of a position")
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: {brief(ruleset)} is not a Ruleset")
    if players is not None and players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise MisuseError(f"{brief(players)} players; {MIN_PLAYERS} to {MAX_PLAYERS} can play")
    numbers = {"phase": phase, "round": round, "passes": passes, "arriving": arriving}
    open_numbers = {"actions_left": actions_left, "completed": completed}
    for name, number in (*numbers.items(), *open_numbers.items()):
        if type(number) is not int and not (number is None and name in open_numbers):
            raise MisuseError(f"{name}: {brief(number)} is not a whole number")
    said = PositionText(
        ruleset,
        players=players,
        phase=phase,
        round=round,
        start_seat=seat(start),
        turn_seat=seat(to_move),
        actions_left=actions_left,
        visited=tuple(visited),
        passes=passes,
        arriving=arriving,
        arrived=tuple(arrived),
        completed=completed,
    )
    read_into(said, text)
    state = table(said)
    if said.bank.is_silent:
        check_invariants(state)
    else:
        # Pieces may be kept where only an extension counts them.
        check_parts(state)
    return state


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
