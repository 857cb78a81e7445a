"""Telling a whole game while it is played: what is seen, the table from time to time, and who does what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.events import MoneyMoved, PhaseStarted
from magnum_sal.words import event_in_words, label, sentence, titled

from ..render.step_texts import Told, told_steps
from ..render.text_course import heading_of, step_lines
from ..render.text_legend import legend_lines
from ..render.text_lines import Line, Span, paragraph, printed
from ._output import columns

_LOOK: Final = 10
"""A table is looked at for as long as so many moves are."""
_READ: Final = 20
"""What is said before the game is read for as long as so many moves are."""
_ROUNDS_UNSEEN: Final = 8
"""After so many rounds of a phase the table is shown again: by then it has scrolled out of sight."""


@attrs.frozen
class Passage:
    """A piece of the telling."""

    text: str
    moves: int = 0
    """For as many moves somebody who watches needs time."""


@attrs.frozen
class Telling:
    """How a game is told: in which language, turn by turn or each move with what came of it, in colours or without."""

    language: str
    is_short: bool
    color: bool

    def introduction(self, state: ms.GameState, seed: int, *, is_watched: bool) -> Passage:
        """Return what is said before the game: what it is, how to end it on a terminal, what the signs mean."""
        width = columns()
        begins = sentence("demo.begins", self.language, count=len(state.players), seed=seed)
        ids = ("demo.aim", "demo.watching") if is_watched else ("demo.aim",)
        told = [line for name in ids for line in paragraph((), label(name, self.language), width, indent=0)]
        return self._printed(
            [(Span(begins, "bold"),), *told, (), *legend_lines(state, self.language, width, "short"), ()], _READ
        )

    def of(self, state: ms.GameState, steps: Iterable[ms.Step]) -> Iterator[Passage]:
        """Yield a game that begins in *state*, passage by passage."""
        yield from self._phase(state)
        turn: list[Told] = []
        for step in steps:
            before, after = step.before, step.after
            (told,) = told_steps([_without_known(step)], self.language)
            turn.append(told)
            has_ended = after.is_over or _turn(before) != _turn(after)
            if not self.is_short:
                yield self._printed(step_lines(told, columns()), 1)
            elif has_ended:
                yield self._printed(_sentence(turn, columns()), len(turn))
            if has_ended:
                turn = []
            if after.is_over:
                yield self._board(after)
            elif after.phase != before.phase:
                yield from self._phase(after)
            elif after.round != before.round and not self.is_short:
                is_unseen = after.round % _ROUNDS_UNSEEN == 1
                if is_unseen:
                    yield self._board(after)
                yield self._round(after, above="\n" if is_unseen else "")

    def _phase(self, state: ms.GameState) -> Iterator[Passage]:
        """Yield that a phase begins, and how the table looks then."""
        names = [player.name for player in state.players]
        begun = PhaseStarted(phase=state.phase, start_seat=state.start_seat)
        yield self._heading(event_in_words(begun, names, self.language, state.ruleset))
        yield self._board(state)
        yield Passage("") if self.is_short else self._round(state, above="\n")

    def _board(self, state: ms.GameState) -> Passage:
        """Return the table, below which a terminal of 24 lines has room for the cursor and nothing else."""
        text = render.text(state, form="short", color=self.color, language=self.language, width=columns())
        return Passage(f"\n{text}", 0 if state.is_over else _LOOK)

    def _round(self, state: ms.GameState, above: str = "") -> Passage:
        heading = self._heading(f"{titled(label('round', self.language))} {state.round}")
        return attrs.evolve(heading, text=above + heading.text)

    def _heading(self, text: str) -> Passage:
        return self._printed([(Span(text, "bold"),)], 0)

    def _printed(self, lines: Iterable[Line], moves: int) -> Passage:
        return Passage(printed(lines, color=self.color), moves)


def _turn(state: ms.GameState) -> tuple[int, int, int]:
    return state.phase, state.round, state.turn_seat


def _sentence(turn: list[Told], width: int) -> list[Line]:
    """Return the moves of a turn one behind the other, and below them that a phase is over."""
    moves = paragraph(heading_of(turn[0]), "; ".join(told.move for told in turn), width)
    return [*moves, *(line for ended in turn[-1].ended for line in paragraph((Span("   "),), ended, width, indent=5))]


def _without_known(step: ms.Step) -> ms.Step:
    """Return a step without what the words of the move say, the player's payments, and what the next heading does."""
    return attrs.evolve(step, events=tuple(event for event in step.events if not _is_known(event, step.seat)))


def _is_known(event: ms.Event, seat: int) -> bool:
    match event:
        case MoneyMoved(source=source, target=target):
            return seat in (source, target)
        case _:
            return isinstance(event, PhaseStarted)
