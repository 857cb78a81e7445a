"""Positions from short texts, and moves tried in them: given, when, then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import attrs

from .._internal.checks import check_whole
from ..engine.transitions import apply, legal_moves, objection
from ..errors import MalformedError, MisuseError, Objection
from ..errors.messages import brief
from ..model.events import Event
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset, check_ruleset
from ..model.state import GameState
from ..record.positions import PositionText, build_table, check_offer, read_into, seat
from ..record.serialization.consistency import check_parts
from ..rules.standard import STANDARD
from ._invariants import InvariantError, check_invariants

_PILE_OF_ORDERS: Final = re.compile(r"hidden\.orders\[([0-9]+)\]:")
"""The place of a pile of orders in a state, as error messages name it."""


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
    Build the position that *text* describes, balance the bank, and check the invariants.

    The invariants hold in every position of a game. They do not prove that a game can lead to the position.

    The text is a list of entries, separated by ``|`` or line ends. By default, each player has no salt, and as much
    money as the ruleset gives the starting player of a game (10 groszy in the standard game). Miners that are not on
    the board are in stock, and cards are in the order of the box. The table shows the usual entries. The page
    "Positions as text" lists all entries.

    ============================================== ==================================================================
    ``S1: AAB``                                    two rested miners of seat 0 and one of seat 1 in ``S1``
    ``1L2: Aa [BG/1]``                             one of seat 0's miners is tired; a brown and a green cube, 1 water
    ``1L3: [?/1]``                                 not revealed, with 1 water from a bucket
    ``A: 12 groszy, BBG, stock 3, left 1``         what seat 0 owns: money, salt, stock, miners in the castle line
    ``B: rope, 2 pickaxe, cart used, order BB=9``  tools and completed orders
    ``assistant market: C``                        seat 2's assistant at the market
    ``market: BBG``                                cubes at the market
    ``inn: 2``                                     miners hired in this phase
    ``workshop: rope cart -``                      tools on offer by slot, ``-`` for an empty one
    ``castle: BB=9 - GG=13, stack 2``              open orders by slot, and the size of the stack
    ``turn: B, phase 2, round 3, actions 1``       whose turn it is, and the progress of the game
    ============================================== ==================================================================

    A chamber with miners and without brackets is revealed and empty.

    >>> state = position("S1: A | S2: B | 1L1: AA [BBG/1]", to_move="B")
    >>> state.mine["1L1"].rested, state.to_move
    ((2, 0), 1)

    Args:
        text: The entries. They override the other arguments.
        to_move: The letter of the seat whose turn it is.
        players: The number of players. By default, at least 2 and enough for all letters in the text.
        phase: The phase, from 1 to 3.
        round: The round of the phase. In round 1, a turn has one action.
        start: The letter of the phase's starting player.
        actions_left: The number of actions left in the turn. By default, all.
        visited: Buildings visited in this turn.
        passes: The number of actions passed in this turn.
        arriving: The number of miners waiting at the castle for a delivery.
        arrived: Spaces that miners entered in the action that a rope may continue.
        completed: The number of orders completed in this phase. By default, an order of a player counts if no earlier
            phase contains it, and so do all later orders of this player.
        ruleset: The ruleset of the game, also used if the text contains the name of this ruleset. Other names are
            looked up in the registry.

    Raises:
        MalformedError: the text cannot be parsed or describes an impossible table. The message names the entry.
        MisuseError: an argument is invalid, or the text names a ruleset that is not registered.
        InvariantError: the position breaks an invariant.
    """
    if not isinstance(text, str):
        raise MisuseError(f"expected the text of a position, got {brief(text)}")
    check_ruleset(ruleset)
    if players is not None:
        check_whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
    numbers = {"phase": phase, "round": round, "passes": passes, "arriving": arriving}
    open_numbers = {"actions_left": actions_left, "completed": completed}
    for name, number in (*numbers.items(), *open_numbers.items()):
        if type(number) is not int and not (number is None and name in open_numbers):
            raise MisuseError(f"{name}: {brief(number)} is not a whole number")
    lists: dict[str, object] = {"visited": visited, "arrived": arrived}
    for name, ids in lists.items():
        if not isinstance(ids, (list, tuple)) or not all(isinstance(entry, str) for entry in ids):
            raise MisuseError(f"{name}: expected a list of ids, got {brief(ids)}")
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
    state = build_table(said)
    check_offer(state)
    try:
        if said.bank.is_silent:
            check_invariants(state)
        else:
            # If the text defines the bank, do not count pieces: an extension may keep some where the invariants do not
            # look.
            check_parts(state)
    except (InvariantError, MalformedError) as error:
        raise type(error)(_name_entries(str(error), said)) from None
    return state


def _name_entries(complaint: str, said: PositionText) -> str:
    """Return *complaint* about a state, naming the entries with piles of orders as the text of a position does."""
    named = _PILE_OF_ORDERS.sub(lambda match: f"orders {int(match[1]) + 1}:", complaint)
    # An order can exist in several phases. If the text does not say when a player completed it, it may have been
    # counted in the wrong phase.
    is_guessed = said.seen is None and said.phase > 1 and f"orders {said.phase}: too many" in named
    hint = "; if a player completed it before this phase, add an entry such as 'seen: orders 1 0'"
    return named + hint if is_guessed else named


@attrs.frozen
class Outcome:
    """The outcome of a move: the state and events if it was legal, or else the objection."""

    move: Move
    """The move that was tried."""
    before: GameState
    """The position before the move."""
    refusal: Objection | None
    """The objection to the move, or None if it was legal."""
    after: GameState | None
    """The position after the move, or None if the move was refused."""
    events: tuple[Event, ...]
    """The events of the move. Empty if the move was refused."""

    @property
    def state(self) -> GameState:
        """The state after the move, which must have been legal."""
        assert self.after is not None, f"{self.move} was refused: {self.refusal}"
        return self.after

    def is_refused(self, rule: str, *words: str) -> None:
        """Assert that the move breaks *rule*, and that the sentence for the player contains all of *words*."""
        assert self.refusal is not None, f"{self.move} was not refused"
        assert self.refusal.rule == rule, f"refused for {self.refusal}, not for {rule}"
        for word in words:
            assert word in self.refusal.sentence, f"{word!r} is not in {self.refusal.sentence!r}"

    def then(self, *events: Event) -> Outcome:
        """Assert that the move was legal and that its events include *events*, in this order."""
        assert self.refusal is None, f"{self.move} was refused: {self.refusal}"
        rest = iter(self.events)
        # The membership test moves the iterator forward to the event that it finds. So each event must follow the
        # previous one.
        for event in events:
            assert event in rest, f"{event} is missing or out of order in {self.events}"
        return self

    def when(self, move: Move) -> Outcome:
        """Play the next *move*."""
        return Table(self.state).when(move)


@attrs.frozen
class Table:
    """A position in which to try moves."""

    state: GameState
    """The position."""

    def when(self, move: Move) -> Outcome:
        """
        Play *move*, and assert that ``legal_moves``, ``objection`` and ``apply`` agree on it.

        Raises:
            InvariantError: the position after the move breaks an invariant.
        """
        refusal = objection(self.state, move)
        listed = move in legal_moves(self.state)
        assert listed == (refusal is None), (
            f"{move} is {'' if listed else 'not '}listed, but its objection is {refusal}"
        )
        if refusal is not None:
            return Outcome(move, self.state, refusal, None, ())
        after, events = apply(self.state, move)
        check_invariants(after)
        return Outcome(move, self.state, None, after, events)

    def legal(self, **narrow: str) -> tuple[Move, ...]:
        """Return the legal moves, filtered as in ``legal_moves``."""
        return legal_moves(self.state, **narrow)


def given(text: str = "", **options: Any) -> Table:
    """
    Return a table with the position that *text* and *options* describe. See ``position`` for these arguments.

    >>> from magnum_sal import VisitTownSquare
    >>> given("A: 3 groszy").when(VisitTownSquare()).state.players[0].money
    4
    """
    return Table(position(text, **options))
