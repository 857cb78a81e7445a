"""A table: a game with the people and bots who play it, and what each of them may do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import attrs

from ..bots import HUMAN
from ..engine.transitions import Transition
from ..errors import MisuseError
from ..model.moves import Move
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..queries.steps import Step
from ..record.game import Game
from ..record.log import MoveLine, UndoLine
from ..words.agreement import agreement
from ._arrangement import END, UNDO, Arrangement, Chair, Proposal, new_link, unknown_table
from ._standings import Standing
from ._undoing import FREE, REFUSED, consent_to_undo, last_own

_STAND_IN: Final = "a bot plays for you now; sit down again first"
MOST_RECENT: Final = 40
"""How many of the last moves a table keeps as public copies. News and pictures need these again and again."""


class Table:
    """
    A game at a table. What browsers ask is checked here, and nothing here knows of HTTP.

    Args:
        arrangement: Who sits where.
        game: The game, recorded in the table's log.
        keep: Keeps the arrangement whenever it has changed, before that counts.
    """

    def __init__(self, arrangement: Arrangement, game: Game, keep: Callable[[Arrangement], None]) -> None:
        self._arrangement = arrangement
        self._keep = keep
        self._seats: tuple[int, ...] = ()
        self._recent: tuple[Step, ...] = ()
        self.game = game
        self.trouble: str | None = None
        """What went wrong with a bot, until the next move."""

    @property
    def arrangement(self) -> Arrangement:
        """Who sits where."""
        return self._arrangement

    @property
    def proposal(self) -> Proposal | None:
        """What waits for everybody's consent; what was proposed of another position does not any more."""
        proposal = self._arrangement.proposal
        return proposal if proposal is not None and proposal.number == self.number else None

    @property
    def standing(self) -> Standing:
        """How the game stands."""
        return Standing.of(self.game)

    @property
    def number(self) -> int:
        """The number of the position: lines of the log, which only grow."""
        return len(self.game.log.entries)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that made each of the moves that stand."""
        self._catch_up()
        return self._seats

    def steps(self, first: int = 0, to: int | None = None) -> tuple[Step, ...]:
        """
        Return the moves that stand as everybody may see them, or some of them.

        A public state costs memory of its own, and games have hundreds of moves. So all but the last ``MOST_RECENT``
        are made whenever they are asked for.

        Args:
            first: The first move that is wanted; 0 is the first of the game.
            to: The move before which to stop, None for all to the last one.
        """
        self._catch_up()
        kept_from = len(self._seats) - len(self._recent)
        if first >= kept_from:
            return self._recent[first - kept_from : None if to is None else max(to - kept_from, 0)]
        return tuple(_make_public(itertools.islice(self.game.steps(), first, to)))

    def _catch_up(self) -> None:
        """Note the moves that were made since the last call. ``_taken_back`` forgets those that were taken back."""
        known = len(self._seats)
        if known == self.game.step_count:
            return
        new = tuple(itertools.islice(self.game.steps(), known, None))
        self._seats += tuple(step.seat for step in new)
        before = self._recent[-1].after if self._recent and len(new) <= MOST_RECENT else None
        self._recent = (*self._recent, *_make_public(new[-MOST_RECENT:], before))[-MOST_RECENT:]

    @property
    def bot(self) -> str | None:
        """The bot whose turn it is, None where it is a person's or nobody's."""
        if self.game.is_over or self._arrangement.is_closed:
            return None
        return self._arrangement.chairs[self.game.state.turn_seat].bot

    @property
    def opening(self) -> GameState:
        """The public first position."""
        return self.game.at(0).public()

    def steps_before(self, number: int) -> int:
        """Return how many of the moves that stood in the position of this number still stand."""
        entries = self.game.log.entries
        made = least = 0
        for index, entry in enumerate(entries):
            made = entry.to if isinstance(entry, UndoLine) else made + isinstance(entry, MoveLine)
            least = made if index < number else min(least, made)
        return least

    def at(self, steps: int) -> GameState:
        """Return the public position after so many moves; ``RefusedError`` where so many do not stand."""
        if steps > self.game.step_count:
            raise RefusedError("stale", f"at: {steps} moves do not stand; {self.game.step_count} do")
        return self.game.at(steps).public()

    def check_seen_by(self, browser: str) -> None:
        """Refuse a browser that was not let in, in the words for a table that is not there."""
        if not self._arrangement.may_see(browser):
            raise unknown_table()

    def undo_of(self, browser: str) -> str | None:
        """Return whether a browser may take back its last move: ``"free"``, ``"ask"``, or None where it may not."""
        found = self._last_move_of(browser)
        return None if found is None or found[1] == REFUSED else found[1]

    def _last_move_of(self, browser: str) -> tuple[int, str] | None:
        """Return how many moves stood before a browser's last one, and what consent it takes to take that back."""
        seats = self._arrangement.seats_played_by(browser)
        to = last_own(self.seats, seats)
        if to is None or self.game.end_reason is not None or self._arrangement.is_closed:
            return None
        return to, consent_to_undo(self.steps(to), seats, self._arrangement)

    def since(self, browser: str) -> int:
        """Return how many moves stood when a browser's last move was made, that included; all but one for others."""
        own = last_own(self.seats, self._arrangement.seats_of(browser))
        return max(len(self.seats) - 1, 0) if own is None else own + 1

    def check_to_move(self, browser: str, number: int) -> None:
        """Refuse a browser that has no decision to make in the position of this number."""
        self._check_open(number)
        if self.game.is_over:
            raise MisuseError("the game is over")
        self._check_own(browser, self.game.state.turn_seat)

    # what a browser does

    def play(self, browser: str, number: int, move: Move) -> Transition:
        """Make a move for a seat of the browser's; errors are those of ``Game.play`` besides."""
        self.check_to_move(browser, number)
        seat = self.game.state.turn_seat
        if self._arrangement.chairs[seat].stand_in is not None:
            raise RefusedError("not_yours", _STAND_IN)
        return self.made(move)

    def made(self, move: Move) -> Transition:
        """Make a move, whoever has chosen it."""
        transition = self.game.play(move)
        self.trouble = None
        return transition

    def take_back(self, browser: str, number: int) -> None:
        """
        Take back the browser's last move, or propose it to the others.

        Raises:
            MisuseError: there is none, or somebody would have to agree who cannot be asked.
        """
        self._check_open(number)
        found = self._last_move_of(browser)
        if found is None:
            raise MisuseError("no move of yours stands that could be taken back")
        to, consent = found
        self._check_all_can_agree(consent)
        if consent == FREE:
            self._taken_back(to)
        else:
            seats = self._arrangement.seats_played_by(browser)
            self._propose(Proposal(self.number, UNDO, self.seats[to], to, seats))

    def end(self, browser: str, number: int) -> None:
        """End the game as it stands, or propose it to the others who play now."""
        self._check_open(number)
        seats = self._checked_seats(browser, "who watches cannot end the game")
        if self.game.is_over:
            raise MisuseError("the game is over already")
        self._propose(Proposal(self.number, END, seats[0], 0, seats))

    def agree(self, browser: str, number: int, *, is_agreed: bool) -> None:
        """Agree to what was proposed, or refuse it, for all seats of the browser's where no bot stands in."""
        self._check_open(number)
        proposal = self.proposal
        if proposal is None:
            raise RefusedError("stale", "nothing waits for your consent any more")
        watching = "who watches has no say in it"
        if not is_agreed:
            if not self._arrangement.seats_of(browser):
                raise RefusedError("not_yours", watching)
            self._put(attrs.evolve(self._arrangement, proposal=None))
            return
        seats = self._checked_seats(browser, watching)
        if proposal.kind == UNDO:
            # Whoever leaves makes a proposal void, but an older version may have kept this one.
            undone = self.steps(proposal.to)
            self._check_all_can_agree(consent_to_undo(undone, proposal.agreed, self._arrangement))
        self._propose(attrs.evolve(proposal, agreed=tuple(dict.fromkeys((*proposal.agreed, *seats)))))

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats whose consent is missing; an absent person is not waited for."""
        proposal = self.proposal
        agreed = () if proposal is None else proposal.agreed
        return tuple(seat for seat in self._arrangement.people() if proposal is not None and seat not in agreed)

    def join(self, browser: str, link: str) -> int | None:
        """Take the seat of a link, and return it; None where the link is for who watches."""
        self._check_not_closed()
        seat = self._arrangement.seat_of_link(link)
        self._put(self._arrangement.joined(link, browser))
        return seat

    def leave(self, browser: str, seat: int) -> None:
        """Let a bot play a seat of the browser's."""
        self._check_not_closed()
        self._check_own(browser, seat)
        if self._arrangement.chairs[seat].stand_in is None:
            self._put(self._arrangement.left(seat))

    def sit(self, browser: str, seat: int) -> None:
        """Play a seat of the browser's again."""
        self._check_not_closed()
        self._check_own(browser, seat)
        self._put(self._arrangement.returned(seat))

    # what the host does

    def give_link(self, browser: str, seat: int | None) -> str:
        """Give a seat, or the watchers' link, anew; return the link."""
        self._check_not_closed()
        self._check_host(browser)
        if seat is not None:
            self._check_seat(seat)
            if self._arrangement.chairs[seat].player != HUMAN:
                raise MisuseError("a bot plays this seat; let a person play it first")
        self._put(self._arrangement.with_new_link(seat))
        link = self._arrangement.watch_link if seat is None else self._arrangement.chairs[seat].link
        assert link is not None
        return link

    def link_of(self, browser: str, seat: int | None) -> str:
        """Return the link of a seat that nobody has taken, or the watchers'."""
        self._check_host(browser)
        if seat is None:
            return self._arrangement.watch_link
        self._check_seat(seat)
        link = self._arrangement.chairs[seat].link
        if link is None:
            raise RefusedError("unknown_link", "the seat is taken; give it anew for another link")
        return link

    def set_player(self, browser: str, seat: int, player: str | None) -> None:
        """Let a bot play a seat, a person who comes by a link, or for None the host."""
        self._check_not_closed()
        self._check_host(browser)
        self._check_seat(seat)
        if player is None:
            chair = Chair(HUMAN, holder=browser)
        else:
            chair = Chair(HUMAN, link=new_link()) if player == HUMAN else Chair(player)
        self._put(self._arrangement.with_chair(seat, chair))

    def close(self, browser: str | None) -> None:
        """Close the table for good, which its host may do, and nobody (None) where nobody has come for long."""
        if browser is not None:
            self._check_host(browser)
        self._put(self._arrangement.closed())

    # how it is done

    def _propose(self, proposal: Proposal) -> None:
        self._put(attrs.evolve(self._arrangement, proposal=proposal))
        self._settle()

    def _settle(self) -> None:
        """Do what was proposed once everybody agrees who plays now."""
        proposal = self.proposal
        if proposal is None or self.waits_for():
            return
        if proposal.kind == UNDO:
            self._taken_back(proposal.to)
        else:
            absent = self._arrangement.absent()
            agreed = sorted(set(proposal.agreed) - set(absent))
            self.game.end(agreement(self._names(agreed), self._names(absent)))

    def _check_all_can_agree(self, consent: str) -> None:
        """Refuse to take back a piece while a person is absent, who would have to agree."""
        if consent == REFUSED:
            names = ", ".join(self._names(self._arrangement.absent()))
            raise MisuseError(
                "a piece was turned up since that move, so everybody would have to agree to take it back; "
                f"not at the table: {names}"
            )

    def _taken_back(self, to: int) -> None:
        self.game.undo(to=to)
        kept = max(to - len(self._seats) + len(self._recent), 0)
        self._seats, self._recent, self.trouble = self._seats[:to], self._recent[:kept], None

    def _put(self, arrangement: Arrangement) -> None:
        if arrangement != self._arrangement:
            self._keep(arrangement)
            self._arrangement = arrangement

    def _check_open(self, number: int) -> None:
        self._check_not_closed()
        if number != self.number:
            raise RefusedError("stale", f"number: {number} is not the position now, which is {self.number}; look again")

    def _check_not_closed(self) -> None:
        if self._arrangement.is_closed:
            raise RefusedError("closed", "the table is closed; its log is kept")

    def _checked_seats(self, browser: str, otherwise: str) -> tuple[int, ...]:
        """Return the seats that a browser plays; refuse it where it has none, *otherwise* saying what watchers hear."""
        seats = self._arrangement.seats_played_by(browser)
        if not seats and self._arrangement.seats_of(browser):
            raise RefusedError("not_yours", _STAND_IN)
        if not seats:
            raise RefusedError("not_yours", otherwise)
        return seats

    def _names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.game.state.players[seat].name for seat in seats)

    def _check_own(self, browser: str, seat: int) -> None:
        self._check_seat(seat)
        if self._arrangement.chairs[seat].holder != browser:
            name = self.game.state.players[seat].name
            raise RefusedError("not_yours", f"that is the seat of {name}, and not yours")

    def _check_seat(self, seat: int) -> None:
        if seat >= len(self._arrangement.chairs):
            raise MisuseError(f"seat: {seat} is not one of the {len(self._arrangement.chairs)} seats")

    def _check_host(self, browser: str) -> None:
        if browser != self._arrangement.host:
            raise RefusedError("not_host", "only who has opened the table can do that")


def _make_public(steps: Iterable[Step], before: GameState | None = None) -> Iterator[Step]:
    """
    Yield steps that follow each other as everybody may see them. Two neighbours share the position between them.

    Args:
        steps: The steps as the table has them.
        before: The public position before the first step, None where it is still to be made.
    """
    for step in steps:
        after = step.after.public()
        yield Step(before or step.before.public(), step.move, after, step.events)
        before = after
