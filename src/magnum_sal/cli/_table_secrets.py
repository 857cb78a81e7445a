"""Secrets at a real table: ``note``, ``view`` and ``hint`` on a screen that all players share (PUBLIC-1)."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Iterator
from getpass import getpass
from typing import Final, TextIO

import attrs

import magnum_sal as ms

from .. import bots
from .._internal.checks import parse_digits
from ..engine.unseen import unseen_tiles
from ..model.events import TileLookedAt
from ..model.looks import LOOKS, Look, Looks
from ..model.mine import level_of
from ..model.player_names import find_seat
from ..words import label, sentence
from ._hint import HINT_SECONDS, OVER, find_hint_view
from ._output import Boards, print_text

HINT_MOVES: Final = 2
"""How many moves a hint explains, so that it fits a terminal of 24 lines."""

_OPEN, _CLEAR, _CLOSE = "\x1b[?1049h\x1b[H", "\x1b[2J\x1b[H", "\x1b[?1049l"


@attrs.define
class TypedLines(Iterator[str]):
    """An iterator over typed lines that numbers them from 1, as an editor does."""

    source: Iterator[str]
    number: int = 0
    """The number of the last line that was read."""

    def __next__(self) -> str:
        line = next(self.source)
        self.number += 1
        return line


@attrs.frozen
class SharedScreen:
    """
    The terminal in the middle of a real table, with the typed *lines*.

    A tile that a player types does not appear on the screen. A view appears on the terminal's alternate screen, so it
    leaves no trace in the scrollback. Without a terminal, for example in a pipe, both are plain lines.
    """

    lines: TypedLines = attrs.field(converter=TypedLines)
    is_typed: bool = False
    """Whether a person types the lines at a terminal."""
    hides_output: bool = False
    """Whether the output goes to a terminal that has an alternate screen."""

    @classmethod
    def of_streams(cls) -> SharedScreen:
        is_typed = sys.stdin.isatty()
        hides_output = is_typed and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return cls(_skip_byte_order_mark(sys.stdin), is_typed, hides_output)

    def read_secret(self, question: str) -> str:
        """Return the line that one player types, without the line end. It is empty at the end of the input."""
        sys.stdout.flush()
        if not self.is_typed:
            return self._read_line(question) or ""
        try:
            return getpass(question)
        except EOFError:
            return ""

    def show_secret(self, text: str, name: str, language: str) -> None:
        """
        Show *text* to the player called *name* alone. The player first confirms this, and later hides the text.

        At the end of the input, nobody can confirm, so nothing is shown.
        """
        if not self.hides_output:
            print_text(text)
            return
        print_text(_OPEN, end="")
        try:
            if self._read_line(f"{sentence('ui.view_ask', language, name=name)} ") is not None:
                print_text(f"{_CLEAR}{text}")
                self._read_line(f"{label('ui.view_hide', language)} ")
        finally:
            print_text(_CLOSE, end="")
            sys.stdout.flush()

    def _read_line(self, question: str) -> str | None:
        print_text(question, end="")
        sys.stdout.flush()
        line = next(self.lines, None)
        return None if line is None else line.rstrip("\n")


def _skip_byte_order_mark(stream: TextIO) -> Iterator[str]:
    """Yield the lines of *stream*. Some editors begin a file with a mark, which is not part of the first line."""
    # An encoding other than UTF-8 decodes the mark as other letters.
    mark = codecs.BOM_UTF8.decode(stream.encoding or "utf-8", "surrogateescape")
    for number, line in enumerate(stream):
        yield line if number else line.removeprefix(mark)


def remind_of_notes(state: ms.GameState, events: Iterable[ms.Event], language: str) -> Iterator[str]:
    """Yield a reminder of ``note`` for each look among *events*."""
    for event in events:
        if isinstance(event, TileLookedAt):
            name = state.players[event.seat].name
            yield sentence("ui.note_reminder", language, name=name, chamber=event.chamber)


def find_recorded_looks(game: ms.Game) -> tuple[Look, ...]:
    """Return the looks whose tile is recorded, without the tiles."""
    looks: Looks | None = game.state.extras.get(LOOKS)
    made = () if looks is None else looks.made
    return tuple(look for look in made if game.seen_by(look.seat).find_tile(look.chamber) is not None)


def remind_of_wrong_notes(game: ms.Game, recorded: Iterable[Look], language: str) -> tuple[str, ...]:
    """Return a reminder for each of the *recorded* looks whose tile has been proved wrong since."""
    looks: Looks | None = game.state.extras.get(LOOKS)
    standing, right = set(() if looks is None else looks.made), find_recorded_looks(game)
    names = [player.name for player in game.state.players]
    wrong = [look for look in recorded if look in standing and look not in right]
    return tuple(sentence("ui.note_wrong", language, **_facts(look, names)) for look in wrong)


def note_tile(game: ms.Game, typed: str, screen: SharedScreen, language: str) -> Iterator[str]:
    """
    Ask for the tile that a player has seen and record it. Yield what everybody may read, which never names the tile.

    The text is a chamber and, if several players have looked there, a name. Without it, yield the looks.
    """
    state = game.state
    looks, names = state.extras[LOOKS].made, [player.name for player in state.players]
    if not looks:
        yield label("ui.note_nobody", language)
        return
    if not typed:
        recorded = find_recorded_looks(game)
        for look in looks:
            yield sentence("ui.note_recorded" if look in recorded else "ui.note_open", language, **_facts(look, names))
        yield sentence("ui.note_which", language, chamber=looks[-1].chamber)
        return
    place, _, name = typed.partition(" ")
    here = [look for look in looks if look.chamber == place.upper()]
    if not here:
        yield sentence("ui.note_elsewhere", language, place=place)
        return
    # The player who has just looked is usually still the player in turn.
    default = next((look for look in here if look.seat == state.turn_seat), here[0] if len(here) == 1 else None)
    seat = find_seat(names, name) if name else default and default.seat
    look = next((look for look in here if look.seat == seat), None)
    if look is None:
        key = "ui.note_whose" if seat is None else "ui.note_by_others"
        yield sentence(key, language, **_facts(here[0], names))
        return
    # Everybody may read this list: it follows from the tiles that lie face up.
    tiles = list(dict.fromkeys(unseen_tiles(state, level_of(look.chamber))))
    for number, tile in enumerate(tiles, start=1):
        print_text(f"{number:>2} {tile}")
    answer = screen.read_secret(f"{sentence('ui.note_ask', language, **_facts(look, names))} ").strip()
    yield _record_tile(game, look, answer, tiles, language)


def _record_tile(game: ms.Game, look: Look, answer: str, tiles: list[ms.ChamberTile], language: str) -> str:
    """Record the tile that a player's *answer* names, and return what everybody may read."""
    facts = _facts(look, [player.name for player in game.state.players])
    if not answer:
        return label("ui.note_cancelled", language)
    if (number := parse_digits(answer)) is not None:
        tile = dict(enumerate(tiles, start=1)).get(number)
    else:
        tile = next((tile for tile in tiles if str(tile) == answer.upper()), None)
    try:
        if tile is not None:
            if tile != game.seen_by(look.seat).find_tile(look.chamber):
                game.note_look(look.seat, look.chamber, tile)
            return sentence("ui.note_done", language, **facts)
    except ms.MisuseError:
        # The player has seen all such tiles elsewhere. The library's message would name the tile.
        pass
    return sentence("ui.note_impossible", language, **facts)


def show_view(game: ms.Game, name: str, screen: SharedScreen, boards: Boards) -> None:
    """Show a player (by default, the player in turn) the board with the tiles that this player has seen."""
    names = [player.name for player in game.state.players]
    seat = find_seat(names, name) if name else game.state.turn_seat
    view = game.seen_by(seat)
    # The alternate screen does not scroll, so on it the form depends on the terminal's height even with --no-short.
    boards = attrs.evolve(boards, is_short=boards.is_short or None) if screen.hides_output else boards
    text = boards.whole(view, [""]) or boards.short(view)
    screen.show_secret(text.rstrip("\n"), names[seat], boards.language)


def show_hint(game: ms.Game, screen: SharedScreen, language: str) -> None:
    """
    Show the player in turn a hint, alone if the hint uses tiles that only this player has seen.

    Raises:
        MisuseError: the game is over.
    """
    # After an agreed end, the state alone does not show that the game is over.
    if game.is_over:
        raise ms.MisuseError(OVER)
    state = game.state
    if state.pending is not None:
        print_text(label("ui.hint_pending", language))
        return
    known = find_hint_view(game)
    print_text(label("ui.advice.thinking", language))
    analysis = bots.analyse(known, seconds=HINT_SECONDS, lines=HINT_MOVES)
    text = "\n".join(bots.analysis_in_words(analysis, language))
    if known.ruleset.has_looks and known.viewer is not None and known.extras[LOOKS].tiles:
        screen.show_secret(text, state.player.name, language)
    else:
        print_text(text)


def _facts(look: Look, names: list[str]) -> dict[str, str]:
    return {"chamber": look.chamber, "name": names[look.seat]}
