"""Replaying a log: folding its lines into a history and comparing them with the current rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

import attrs

from ..._internal import versions
from ...engine.chance import Reveal, reveal
from ...engine.evolve import evolve_all
from ...engine.secrets import repetition_error
from ...engine.steps import Transition
from ...engine.transitions import apply
from ...errors import LogError, MagnumSalError, MisuseError
from ...model.events import Event, TileSeen
from ...model.moves import Move
from ...model.ruleset import Ruleset
from ...model.state import GameState
from ..serialization import from_dict, to_dict
from ..serialization.forms import form_of
from ..serialization.json_text import format_value
from .entries import (
    EndLine,
    HeaderLine,
    MoveLine,
    RevealLine,
    SecretLine,
    UndoLine,
    line_fields,
    parse_entry,
)
from .history import History, RecordedStep
from .sealing import line_body

Verify: TypeAlias = bool | Literal["report"]
"""How a log is checked against the rules: strictly (True), not at all (False), or by listing differences."""


@attrs.frozen
class Disagreement:
    """A difference between a line and the current rules."""

    line: int
    """The number of the line."""
    field: str
    """The field, such as ``"events[2]"``."""
    difference: str
    """The recorded value and the value under the current rules."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: {self.difference}"


class Replay:
    """
    A game that is read from its log, line by line.

    Attributes:
        history: The game's history so far, with its lines.
        disagreements: The differences from the current rules, if ``verify="report"``.
    """

    def __init__(self, header: HeaderLine, *, verify: Verify) -> None:
        # A log contains both moves and events, and the state can be rebuilt from either. So there are three modes.
        # ``verify=True`` plays each move again under the rules and requires the recorded events, which proves the log.
        # ``"report"`` accepts the recorded events and lists each difference from the rules, which shows a game as it
        # was played under other rulings. False folds the events without checking any rule. The order of the checks is
        # always the same: first the form of the line, then its place in the game, then the rules.
        self.header = header
        self.ruleset: Ruleset = header.started.ruleset
        self.verify: Verify = verify if header.is_verifiable else False
        self.history = History(
            header.first_position, header.started, header.metadata, is_from_position=header.position is not None
        )
        self.disagreements: list[Disagreement] = []
        # The opening follows from the pieces that lie face up, or from the position that the game started from. So it
        # is also compared in a public log. That is why *verify* counts here, not ``self.verify``.
        if verify and (difference := self._describe_other_opening()):
            if verify is True:
                raise LogError(1, "opening", difference + self._other_revision())
            self.disagreements.append(Disagreement(1, "opening", difference))

    def _describe_other_opening(self) -> str | None:
        """Describe how the recorded opening differs from the first position, or return None."""
        recorded, ruled = self.header.opening, self.history.opening.public()
        if recorded == ruled:
            return None
        # Use the names of the fields in the file, because some fields have different names in the class.
        names = {part.name: part.key for part in form_of(GameState).parts}
        fields = [field.name for field in attrs.fields(GameState) if field.eq]
        differing = [names.get(name, name) for name in fields if getattr(recorded, name) != getattr(ruled, name)]
        source = "setup" if self.header.position is None else "position"
        return f"does not follow from the {source}: {', '.join(differing)}"

    def take(self, number: int, data: Any, body: bytes | None) -> None:
        """
        Apply the next line. *body* contains the bytes from which *data* was read, or is None if *data* was migrated.

        Raises:
            LogError: the line is malformed, does not fit the game, or fails verification.
        """
        kind = data.get("type") if isinstance(data, dict) else None
        # Everybody has agreed that the game is over, so even an undo cannot follow.
        if self.history.end_reason is not None:
            raise LogError(number, "type", "no line can follow the one that ends the game by agreement")
        if kind == MoveLine.type and self.verify is True:
            self._verify_move(number, data, body)
        elif kind == MoveLine.type:
            self._fold_move(number, data, body)
        elif kind == RevealLine.type:
            self._reveal(number, data, body)
        else:
            entry = parse_entry(number, data, self.ruleset)
            if isinstance(entry, UndoLine):
                self._undo(number, entry)
            elif isinstance(entry, EndLine):
                self._end(number, entry)
            elif isinstance(entry, SecretLine):
                self._note_secret(number, entry)

    def _verify_move(self, number: int, data: Any, body: bytes | None) -> None:
        fields = line_fields(number, MoveLine, data)
        self._check_place(number, fields["number"], fields["seat"])
        try:
            after = self._play_recorded_move(fields)
        except MagnumSalError as error:
            raise LogError(number, "move", f"{error}{self._other_revision()}") from None
        self._compare(number, data, body, after)
        self.history = after

    def _play_recorded_move(self, fields: dict[str, Any]) -> History:
        """Play the move in *fields* under the current rules, ignoring the recorded events."""
        after, _ = self.history.play(from_dict(Move, fields["move"], ruleset=self.ruleset))
        # The secrets of a move have lines of their own, which follow in the log.
        return attrs.evolve(after, entries=after.entries[: len(self.history.entries) + 1])

    def _compare(self, number: int, data: Any, body: bytes | None, after: History) -> None:
        """Check that the events in *data* match the events that the rules produced in the last step of *after*."""
        line = after.entries[-1]
        # Lines that match this version's output byte for byte need no parsing. Other writers may place spaces
        # differently.
        if body != line_body(line):
            recorded = parse_entry(number, data, self.ruleset)
            assert isinstance(recorded, (MoveLine, RevealLine))
            if differing := next(_differences(recorded.events, after.steps[-1].transition.events), None):
                raise LogError(number, differing[0], differing[1] + self._other_revision())

    def _fold_move(self, number: int, data: Any, body: bytes | None) -> None:
        # In most lines the rules and the record agree. The rules then produce both the events and the state, and the
        # recorded events need not be read. This makes ``"report"`` about as fast as verifying.
        if self.verify == "report" and (ruled := self._play_if_identical(number, data, body)) is not None:
            self.history = ruled
            return
        line = parse_entry(number, data, self.ruleset)
        assert isinstance(line, MoveLine)
        before = self.history.state
        self._check_place(number, line.number, line.seat)
        if self.verify == "report":
            self._report(number, "move", lambda: apply(before, line.move), line.events)
        self.history = self.history.with_step(
            RecordedStep(line.move, fold_log_events(number, before, line.events)), line
        )

    def _play_if_identical(self, number: int, data: Any, body: bytes | None) -> History | None:
        """Play the recorded move, or return None if this version would write a different line for the move."""
        try:
            after = self._play_recorded_move(line_fields(number, MoveLine, data))
        except Exception:  # The caller reads the whole line next and reports any error.
            return None
        return after if body == line_body(after.entries[-1]) else None

    def _reveal(self, number: int, data: Any, body: bytes | None) -> None:
        line = parse_entry(number, data, self.ruleset)
        assert isinstance(line, RevealLine)
        before = self.history.state
        self._check_number(number, line.number)
        # A piece is turned up only when the table waits for one. All other pieces come with the events of moves.
        if before.pending is None:
            raise LogError(number, "type", "a piece is recorded, but none is pending")
        if self.verify is True:
            try:
                after, _ = self.history.reveal(line.piece)
            except MagnumSalError as error:
                raise LogError(number, "piece", f"{error}{self._other_revision()}") from None
            self._compare(number, data, body, after)
        else:
            if self.verify == "report":
                self._report(number, "piece", lambda: reveal(before, line.piece), line.events)
            step = RecordedStep(Reveal(line.piece), fold_log_events(number, before, line.events))
            after = self.history.with_step(step, line)
        self.history = after

    def _check_place(self, number: int, recorded: object, seat: object) -> None:
        self._check_number(number, recorded)
        to_move = self.history.state.to_move
        # In Python, ``True == 1``, but true is not a seat in JSON. The same applies to the number below.
        if type(seat) is not int or seat != to_move:
            whose = "nobody" if to_move is None else f"seat {to_move}"
            raise LogError(number, "seat", f"{format_value(seat)} is recorded, but {whose} is to move")

    def _check_number(self, number: int, recorded: object) -> None:
        expected = len(self.history.steps) + 1
        if type(recorded) is not int or recorded != expected:
            raise LogError(number, "number", f"{format_value(recorded)} is recorded, but the next move is {expected}")

    def _report(self, number: int, field: str, ruled: Callable[[], Transition], recorded: tuple[Event, ...]) -> None:
        """Add disagreements if the events under the current rules differ from *recorded*."""
        try:
            events = ruled().events
        except MagnumSalError as error:
            self.disagreements.append(Disagreement(number, field, str(error)))
        except Exception as error:  # Recorded events can lead to a state that no rule expects.
            self.disagreements.append(Disagreement(number, field, f"the rules failed: {error!r}"))
        else:
            self.disagreements += (Disagreement(number, *found) for found in _differences(recorded, events))

    def _undo(self, number: int, line: UndoLine) -> None:
        # ``History.undo`` would refuse this as a misuse of the API. In a file, the line is at fault.
        if line.to >= len(self.history.steps):
            raise LogError(number, "to", f"{line.to} is not less than the {len(self.history.steps)} current moves")
        self.history = self.history.undo(line.to)

    def _note_secret(self, number: int, line: SecretLine) -> None:
        history, event = self.history, line.event
        if line.number > len(history.steps) or not history.is_looked_at(line.number, event):
            raise LogError(number, "number", f"seat {event.seat} did not look at {event.chamber} in that move")
        # In a dealt game, the setup or the position already contains the tile.
        dealt = history.find_dealt_tile(event.chamber)
        try:
            if dealt not in (None, event.tile):
                raise MisuseError(f"the tile of {event.chamber} is {dealt}, not {event.tile}")
            if history.is_recorded(line):
                raise repetition_error(history.state, event)
            # A player may look at the same tile again in a later move.
            if dealt is None and history.find_view(event.seat).find_tile(event.chamber) != event.tile:
                history.check_secret(event)
        except MisuseError as error:
            raise LogError(number, "event", str(error)) from None
        self.history = history.with_secret(line.number, event)

    def _end(self, number: int, line: EndLine) -> None:
        state = self.history.state
        # END-1: a game that has ended under the rules is already scored, so there is nothing left to agree on.
        if state.is_over:
            raise LogError(number, "type", "the game is already over, so it cannot be ended by agreement")
        # END-1: the last position is scored. The scores are recorded so that a program without the rules knows the
        # result.
        if self.verify and line.scores != state.scores:
            difference = f"recorded: {to_dict(line.scores)}, according to the rules: {to_dict(state.scores)}"
            if self.verify is True:
                raise LogError(number, "scores", difference)
            self.disagreements.append(Disagreement(number, "scores", difference))
        self.history = self.history.with_end(line)

    def _other_revision(self) -> str:
        if self.header.rules == versions.RULES_REVISION:
            return ""
        return (
            f" (recorded under rules revision {self.header.rules}, but this is revision {versions.RULES_REVISION}; "
            'verify="report" opens it and lists the differences)'
        )


def fold_log_events(number: int, state: GameState, events: tuple[Event, ...]) -> Transition:
    """
    Apply recorded *events* to *state* without checking them against the rules.

    Raises:
        LogError: the events do not fit *state*, a count becomes negative, or an event is a secret.
    """
    if any(isinstance(event, TileSeen) for event in events):
        raise LogError(number, "events", "a tile that one player has seen alone belongs in a secret line")
    try:
        return Transition(evolve_all(state, events), events)
    except Exception as error:
        # The fold trusts its events. The events of a log may name any seat and space in any order, so the fold can fail
        # in any way.
        shown = str(error) if isinstance(error, MagnumSalError) else repr(error)
        raise LogError(number, "events", f"they cannot happen here: {shown}") from None


def _differences(recorded: tuple[Event, ...], ruled: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
    """Yield each field in which *recorded* and *ruled* events differ, with the difference."""
    for index, (found, right) in enumerate(zip(recorded, ruled, strict=False)):
        if found != right:
            yield f"events[{index}]", f"recorded: {found!r}, according to the rules: {right!r}"
    if len(recorded) != len(ruled):
        yield "events", f"{len(recorded)} are recorded, but according to the rules there are {len(ruled)}"
