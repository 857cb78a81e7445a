"""``magnum-sal demo``: one whole game between built-in bots, described move by move; also an example of the API."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final

import attrs

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import HUMAN, Bot, BotError, make_bot
from magnum_sal.bots.protocol import FailureCatcher, find_move
from magnum_sal.bots.registry import check_bot
from magnum_sal.model.events import MoneyMoved, PhaseStarted
from magnum_sal.words import capitalize, event_in_words, label, sentence, standing_in_words

from ..errors.messages import printable
from ..render import text_lines
from ..render.step_texts import StepText, describe_steps
from ..render.text_course import heading_of, step_lines
from ..render.text_legend import legend_lines
from ..render.text_lines import Line, Span, paragraph, render_lines
from ._demo_pages import show_pages, turn_of
from ._options import add_language, add_rules, build_ruleset
from ._output import columns, print_text, takes_colours
from ._seats import SeatChoice, add_seats, read_seats

SEATS: Final = (SeatChoice("Ada"), SeatChoice("Ben"), SeatChoice("Cleo"))
"""The players by default."""
BOT: Final = "greedy:width=0"
"""
The default bot for a seat. It decides fast.

Fifteen three-player games averaged 319 moves (8 at the town square) and 52 rounds.
"""
LONGEST_PACE: Final = 60.0
_LOOK: Final = 10
"""The time for looking at a table, as a number of pauses (``--pace``)."""
_READ: Final = 20
"""The time for reading the introduction, as a number of pauses (``--pace``)."""
_ROUNDS_UNSEEN: Final = 8
"""The number of rounds after which the table is shown again, because it has scrolled out of sight."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Watch a game between bots. A terminal shows the table after each turn, in at most 24 lines, and waits for "
        "Enter. With --pace or --brief, or if the output goes elsewhere, the whole game is printed: each move with its "
        "effects, and the table at the start of each phase and every eight rounds. Press Ctrl-C to stop."
    )
    add_seats(
        parser,
        "name of a player, played by a fast bot, or name and bot such as Ben=novice; repeat for each seat (default: "
        f"{', '.join(seat.name for seat in SEATS)})",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the setup and of the bots' choices")
    add_rules(parser)
    parser.add_argument(
        "--log", metavar="FILE", help="record the game in a new file, which you can print with `replay`"
    )
    add_language(parser)
    parser.add_argument(
        "--pace",
        type=float,
        metavar="SECONDS",
        help="print the whole game, and wait this long after each move; 0 prints everything at once",
    )
    how = parser.add_mutually_exclusive_group()
    # --short makes tables small in the other commands. Here it is the old name of --brief.
    brief = "print the whole game, each turn in a sentence, without its effects"
    how.add_argument("--brief", "--short", dest="short", action="store_true", help=brief)
    how.add_argument("--quiet", action="store_true", help="print only the final table")


def run(options: argparse.Namespace) -> int:
    pace = _pace(options)
    ruleset = build_ruleset(options)
    seats = read_seats(options) or SEATS
    # Create the bots first, so that an unknown bot leaves no log behind.
    players = [BOT if seat.player == HUMAN else seat.player for seat in seats]
    bots = make_bots(players, options.seed)
    game = ms.Game.new([seat.name for seat in seats], seed=options.seed, ruleset=ruleset, log=options.log)
    is_watched = sys.stdout.isatty() and not options.quiet
    is_paged = is_watched and sys.stdin.isatty() and options.pace is None and not options.short
    telling = Narrator(options.lang, is_short=options.short, color=takes_colours())
    hint = "demo.paging" if is_paged else "demo.watching" if is_watched else None
    introduction = telling.introduction(game.state, options.seed, hint)
    steps = play_steps(game, bots, players)
    try:
        if is_paged:
            show_pages(introduction.text, steps, language=options.lang, color=telling.color)
        else:
            for passage in chain((introduction,), telling.of(game.state, steps)):
                if not options.quiet:
                    print_text(passage.text)
                    sys.stdout.flush()
                    time.sleep(pace * passage.moves)
    except KeyboardInterrupt:
        # A person who stops the demo still sees who is ahead. Then main() reports the interruption.
        if is_watched:
            print_text(f"\n\n{label('demo.standing', options.lang)}\n{format_final_table(game.state, options.lang)}")
        raise
    if not options.quiet:
        print()
    if not game.is_over:
        print_text(label("demo.standing", options.lang))
    print_text(format_final_table(game.state, options.lang))
    if is_watched:
        print_text(f"\n{further(options.seed, options.lang)}")
    return 0


def _pace(options: argparse.Namespace) -> float:
    """Return the number of seconds to wait after a move, by default 0."""
    if options.quiet or options.pace is None:
        return 0.0
    pace: float = options.pace
    if not 0.0 <= pace <= LONGEST_PACE:
        raise ms.MisuseError(f"--pace {pace:g}: expected seconds from 0 to {LONGEST_PACE:g}")
    return pace


def make_bots(players: Sequence[str], seed: int) -> list[Bot]:
    """Create the bots with these names, by seat."""
    for player in dict.fromkeys(players):
        check_bot(player)
    rng = random.Random(f"the players of game {seed}")  # so that the bots' choices reveal nothing about the setup
    return [make_bot(player, rng=rng) for player in players]


def play_steps(game: ms.Game, bots: Sequence[Bot], players: Sequence[str]) -> Iterator[ms.Step]:
    """
    Play a game between *bots* to its end, and yield each step.

    Args:
        game: The game.
        bots: The bots, by seat.
        players: The names of the bots, by seat.

    Raises:
        BotError: a bot failed; the message names the move and the bot.
    """
    while not game.is_over:
        seat = game.state.turn_seat
        view = game.seen_by(seat)
        try:
            move = _choose_move(bots[seat], view)
        except BotError as error:
            player = f"{view.players[seat].name} ({printable(players[seat], 100)})"
            place = f"move {len(game.moves) + 1}, {player}"
            raise BotError(error.kind, f"{place}: {error.sentence}", error.details) from error
        yield game.play(move).step


def _choose_move(bot: Bot, view: ms.GameState) -> ms.Move:
    """Return the move of *bot*; raise ``BotError`` if it fails in a way that counts as a failure in the arena."""
    moves = ms.legal_moves(view)
    answer: Any = None  # a bot may answer with anything
    with FailureCatcher() as caught:
        answer = bot(view, moves)
    move = find_move(answer, moves)
    if move is None:
        # Only failures need the arena, whose import would delay the start of the demo.
        from ..arena.game import describe_failure

        raise describe_failure(bot, caught.error, answer, view, moves)
    return move


def format_final_table(state: ms.GameState, language: str = "en") -> str:
    """Format the standing of all players as a table, best first."""
    rows = standing_in_words(state, language)
    widths = [max(map(text_lines.columns, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text_lines.pad_text(cell, width, is_right=column != 1)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def further(seed: int, language: str = "en") -> str:
    """Return suggestions for what to do after the demo: play, or watch another game."""
    offers = (
        ("demo.browser", "serve", "web", "starlette"),
        ("demo.terminal", "play", "tui", "textual"),
        ("demo.another", f"demo --seed {seed + 1}", None, None),
    )
    titles = [capitalize(label(name, language)) for name, *_ in offers]
    lines = []
    for title, (_, subcommand, extra, package) in zip(titles, offers, strict=True):
        command = f"magnum-sal {subcommand}"
        # find_spec() finds a package without importing it.
        if package is not None and find_spec(package) is None:
            command = sentence("demo.needs", language, command=command, install=f"pip install 'magnum-sal[{extra}]'")
        lines.append(f"{title:{max(map(len, titles))}}  {command}")
    return "\n".join(lines)


@attrs.frozen
class Passage:
    text: str
    moves: int = 0
    """The time for reading the passage, as a number of pauses (``--pace``)."""


@attrs.frozen
class Narrator:
    """A narrator that describes a game: move by move with the effects or, if *is_short*, turn by turn."""

    language: str
    is_short: bool
    color: bool

    def introduction(self, state: ms.GameState, seed: int, hint: str | None) -> Passage:
        """Return the introduction: the game's aim, the label *hint* on how to watch the game, and the legend."""
        width = columns()
        begins = sentence("demo.begins", self.language, count=len(state.players), seed=seed)
        ids = ("demo.aim",) if hint is None else ("demo.aim", hint)
        told = [line for name in ids for line in paragraph((), label(name, self.language), width, indent=0)]
        return self._build_passage(
            [(Span(begins, "bold"),), *told, (), *legend_lines(state, self.language, width, "short"), ()], _READ
        )

    def of(self, state: ms.GameState, steps: Iterable[ms.Step]) -> Iterator[Passage]:
        """Yield the passages of a game that begins in *state*."""
        yield from self._phase(state)
        turn: list[StepText] = []
        for step in steps:
            before, after = step.before, step.after
            (told,) = describe_steps([_without_known_events(step)], self.language)
            turn.append(told)
            has_ended = after.is_over or turn_of(before) != turn_of(after)
            if not self.is_short:
                yield self._build_passage(step_lines(told, columns()), 1)
            elif has_ended:
                yield self._build_passage(_sentence(turn, columns()), len(turn))
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
        begun = PhaseStarted(phase=state.phase, start_seat=state.start_seat)
        yield self._heading(event_in_words(state, begun, self.language))
        yield self._board(state)
        yield Passage("") if self.is_short else self._round(state, above="\n")

    def _board(self, state: ms.GameState) -> Passage:
        """Return the table in its short form. With the cursor, it may fill a terminal of 24 lines."""
        text = render.text(state, form="short", color=self.color, language=self.language, width=columns())
        return Passage(f"\n{text}", 0 if state.is_over else _LOOK)

    def _round(self, state: ms.GameState, above: str = "") -> Passage:
        return self._heading(f"{capitalize(label('round', self.language))} {state.round}", above)

    def _heading(self, text: str, above: str = "") -> Passage:
        return Passage(above + render_lines([(Span(text, "bold"),)], color=self.color))

    def _build_passage(self, lines: Iterable[Line], moves: int) -> Passage:
        return Passage(render_lines(lines, color=self.color), moves)


def _sentence(turn: list[StepText], width: int) -> list[Line]:
    """Return the moves of a turn as running text, followed by the end of the phase, if any."""
    moves = paragraph(heading_of(turn[0]), "; ".join(told.move for told in turn), width)
    return [*moves, *(line for ended in turn[-1].ended for line in paragraph((Span("   "),), ended, width, indent=5))]


def _without_known_events(step: ms.Step) -> ms.Step:
    """Return a step without the events that the move's description or the next heading covers, such as payments."""
    return attrs.evolve(step, events=tuple(event for event in step.events if not _is_known(event, step.seat)))


def _is_known(event: ms.Event, seat: int) -> bool:
    match event:
        case MoneyMoved(source=source, target=target):
            return seat in (source, target)
        case _:
            return isinstance(event, PhaseStarted)
