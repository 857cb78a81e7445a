"""The view of the table: the board, the question with its answers, the log, and the layout of the screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text
from textual import containers, events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, RichLog, Static

from ...engine.steps import Step
from ...model.events import TileSeen
from ...model.state import GameState
from ...queries.choices import Choice
from ...record.game import Game
from ...render import text
from ...words import event_in_words, label, step_in_words
from ._answers import AnswerList, InputLine, MessageLine, describe_row, heading
from ._hints import Guide, HintLine
from ._keys import KeyLine
from ._seated_bot import SeatedBot

_LEAST_WHOLE: Final = 36
"""The minimum number of lines for the whole board. Trying with fewer would waste a third of the time per question."""
_LEAST_EXPLAINED: Final = 24
"""The minimum number of lines for the short form with its legend."""
_MOST_NEWS: Final = 8
"""The maximum number of recent moves that the board describes."""


def board(
    state: GameState, news: Sequence[Step], language: str, room: int, *, has_log: bool, end_reason: str | None = None
) -> str:
    """
    Return the fullest form of the board that fits in *room* lines: the whole board, or the short form with the legend.

    The board begins with *end_reason*, the reason why the players ended the game early, and with the *news*. The whole
    board may omit the news if there is a log beside it (*has_log*). If no form fits, the result is the short form,
    which then scrolls.
    """
    drawn = ""
    # _forms() is lazy: a form is drawn only if the ones before it do not fit.
    draw = partial(text, state, color=True, language=language, end_reason=end_reason)
    for drawn in _forms(draw, tuple(news), room, has_log):
        if drawn.count("\n") < room:
            break
    return drawn


def _forms(draw: Callable[..., str], news: tuple[Step, ...], room: int, has_log: bool) -> Iterator[str]:
    if room >= _LEAST_WHOLE:
        yield draw(last=news)
        if has_log:
            yield draw()
    if room >= _LEAST_EXPLAINED:
        yield draw(last=news, form="short", legend=True)
    yield draw(last=news, form="short")


def legend(state: GameState, language: str) -> str:
    """Return the legend without the board: the lines that ``text`` adds below the board if ``legend`` is true."""
    whole, board_alone = (text(state, color=True, language=language, legend=has) for has in (True, False))
    return whole.removeprefix(board_alone).strip("\n")


def news_of(steps: Sequence[Step], bots: Container[int]) -> list[Step]:
    """Return the last move of a person among *steps*, and the moves of *bots* since."""
    news: list[Step] = []
    for step in steps:
        news = news_with(news, step, bots)
    return news


def news_with(news: Sequence[Step], step: Step, bots: Container[int]) -> list[Step]:
    """Return the last move of a person and the moves of *bots* since, including *step*."""
    return [*(news if step.seat in bots else ()), step][-_MOST_NEWS:]


class LogPane(RichLog, can_focus=False):
    """The moves so far with their effects. If bots play, a horizontal rule precedes each move of a person."""

    _columns = 0
    _has_unwritten = False

    def __init__(self, bots: Collection[int]) -> None:
        super().__init__(id="log", wrap=True, markup=False, max_lines=2000, min_width=0)
        self._bots = bots
        self._told: list[RenderableType] = []

    def retell(self, steps: Iterable[Step], language: str, secrets: Iterable[tuple[int, TileSeen]]) -> None:
        self.clear()
        self._told.clear()
        seen = tuple(secrets)
        for made, step in enumerate(steps, start=1):
            self.tell(step, language, [event for number, event in seen if number == made])

    def tell(self, step: Step, language: str, secrets: Iterable[TileSeen]) -> None:
        """Describe a step, with the tiles that only the person at this screen has seen in it."""
        if self._bots and step.seat not in self._bots:
            self._put(Rule(style="dim"))
        first, *others = step_in_words(step, language)
        self._put(Text(first, style="bold"))
        own = (event_in_words(step.before, event, language) for event in secrets)
        for line in (*own, *others):
            self._put(Text(f"  {line}"))

    def warn(self, words: str) -> None:
        self._put(Text(words, style="bold red"))

    def _put(self, told: RenderableType) -> None:
        self._told.append(told)
        # RichLog wraps a line when it is written. A hidden pane has no columns, so the line would be empty.
        if self._columns and not self.size.width:
            self._has_unwritten = True
        else:
            self.write(told, expand=True)

    def on_resize(self, event: events.Resize) -> None:
        """Write all lines again if the width has changed, or if lines were added while the pane was hidden."""
        is_changed = self._columns and event.size.width != self._columns
        if event.size.width and (is_changed or self._has_unwritten):
            self._has_unwritten = False
            self.clear()
            for told in self._told:
                self.write(told, expand=True)
        self._columns = event.size.width or self._columns


NARROW: Final = "narrow"
"""The board above the answers; the log replaces the board on demand."""
MEDIUM: Final = "medium"
"""The log beside the board, the answers below both."""
WIDE: Final = "wide"
"""The log and the answers beside the board."""
_ARRANGEMENTS: Final = [(0, NARROW), (100, MEDIUM), (132, WIDE)]
"""The arrangements, each with its minimum number of columns."""
BOARD: Final = 82
"""The width of the board in columns if something is beside it."""
FRAME: Final = 4
"""The lines below the answers: two for messages, one for input, one for the keys."""
_LEAST: Final = 5
"""The minimum number of lines for the question with its answers, so that the board rarely moves."""
_USUAL: Final = 12
"""The number of lines that most questions need with their answers. The remaining lines determine the board's form."""


class TableView(Screen[None]):
    """The view of a game. ``TableScreen`` adds the actions."""

    HORIZONTAL_BREAKPOINTS = _ARRANGEMENTS

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, SeatedBot],
        language: str,
        *,
        bot_pause: float,
        is_guided: bool = False,
        warnings: Iterable[str] = (),
    ) -> None:
        """Create the view of *game*, with the *bots* by seat. With *is_guided*, hints explain the game."""
        super().__init__()
        self.game = game
        self.language = language
        self._bots = bots
        self._bot_pause = bot_pause
        self._warnings = warnings
        self._guide = Guide() if is_guided else None
        self._asked: list[Choice] = []
        """The questions to the person, the open one last; empty while others decide."""
        self._is_chosen = False
        """Whether the arrow keys have marked a row since the last input."""
        self._wanted = 0
        """The number of lines that the question and its answers need."""
        self._divided: tuple[str, int, int] | None = None
        """The division of the screen: the arrangement, and the numbers of lines for the hint and below the board."""
        self._news: list[Step] = []
        """The last move of a person, and the moves of bots since."""

    @property
    def _people(self) -> list[int]:
        return [seat for seat in range(len(self.game.state.players)) if seat not in self._bots]

    @property
    def _viewer(self) -> int | None:
        """The seat whose secrets the board shows: that of the person to move, or of the only person."""
        people, turn_seat = self._people, self.game.state.turn_seat
        return turn_seat if turn_seat in people else people[0] if len(people) == 1 else None

    def _secrets(self) -> list[tuple[int, TileSeen]]:
        """
        List the tiles that only the person has seen, each with the number of the move.

        The list is empty if there are several people, because they share the log.
        """
        people = self._people
        return list(self.game.secrets(people[0])) if len(people) == 1 else []

    def compose(self) -> ComposeResult:
        with containers.Container(id="table"):
            with VerticalScroll(id="board-pane", can_focus=False):
                yield Static(id="board")
            yield LogPane(self._bots)
            with Vertical(id="side"):
                yield HintLine(id="hint")
                yield Static(id="question")
                yield AnswerList(id="moves", compact=True, markup=False)
                yield MessageLine(id="message")
                yield InputLine(id="typed", compact=True)
                yield KeyLine(id="keys")

    def on_resize(self) -> None:
        self._name_question()
        self._draw_table()

    def _draw_table(self) -> None:
        """Divide the screen between the board and the widgets around it, and draw the board."""
        columns, lines = self.size
        name = arrangement(columns)
        hint = self.query_one(HintLine)
        explained = hint.lines(self._side_columns())
        room = room_for_board(name, lines)
        drawn = board(
            self.game.state.seen_by(self._viewer), self._news, self.language, room, has_log=name != NARROW,
            end_reason=self.game.end_reason,
        )  # fmt: skip
        drawn_lines = drawn.count("\n") + 1
        below = FRAME + lines_below(name, lines, drawn_lines, explained + self._wanted)
        # A new layout is the slowest part of a move, so change it only if a size has changed.
        divided = (name, explained, below)
        if divided != self._divided:
            self._divided = divided
            hint.styles.height = explained
            self.query_one("#side").styles.height = below if name == NARROW else "100%"
            rows = {NARROW: "1fr", MEDIUM: f"1fr {below}", WIDE: "2fr 3fr"}
            self.query_one("#table").styles.grid_rows = rows[name]
        shown = self.query_one("#board", Static)
        shown.update(Text.from_ansi(drawn), layout=drawn_lines != shown.size.height)

    def _side_columns(self) -> int:
        return self.size.width - BOARD - 2 if arrangement(self.size.width) == WIDE else self.size.width

    def _ask(self) -> None:
        """Show the open question with its answers, and an empty input line."""
        self._empty_line(label("ui.type_here", self.language) if self._asked else "")
        open_question = self._asked[-1] if self._asked else None
        listed = self.query_one(AnswerList)
        listed.ask(open_question, self.language, says_impossible=len(self._asked) == 1)
        self._name_question()
        self._explain()
        self._make_room()
        self._draw_table()
        self._show_preview()

    def _make_room(self) -> bool:
        """Compute how many lines the question and its rows need, and return whether the number has changed."""
        if not self._asked:
            return False  # keep the number while others decide, so that the board does not move
        listed, before = self.query_one(AnswerList), self._wanted
        self._wanted = 1 + min(listed.choosable + 1, listed.option_count)
        return self._wanted != before

    def _explain(self) -> None:
        """Show the hint for the open question. The hint stays while others decide."""
        if self._guide is None:
            self.query_one(HintLine).show_hint("", self.language)
        elif self._asked:
            words = self._guide.hint(self._asked[-1], self.game.step_count, self.language)
            self.query_one(HintLine).show_hint(words, self.language)

    def _empty_line(self, placeholder: str) -> None:
        typed = self.query_one(InputLine)
        typed.placeholder = placeholder
        # Emptying the line is not input from the person, so it must not filter the answers.
        with typed.prevent(Input.Changed):
            typed.value = ""
        self._is_chosen = False

    def _name_question(self) -> None:
        asked = heading(self._asked[-1], self.language, self._side_columns()) if self._asked else ""
        self.query_one("#question", Static).update(Text(asked, no_wrap=True, overflow="ellipsis"), layout=False)

    def _show_preview(self) -> None:
        marked = self.query_one(AnswerList).marked
        self.query_one(MessageLine).show_preview("" if marked is None else describe_row(marked, self.language))

    def _say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        self.query_one(MessageLine).say(words, is_refusal=is_refusal, rule=rule)

    def _rewrite_log(self) -> None:
        """Rewrite the log pane from the game's moves, and find the latest news."""
        steps = tuple(self.game.steps())
        self._news = news_of(steps, self._bots)
        self.query_one(LogPane).retell(steps, self.language, self._secrets())

    def warn(self, words: str) -> None:
        self.query_one(LogPane).warn(words)
        self._say(words, is_refusal=True)


def arrangement(columns: int) -> str:
    """Return the arrangement of a screen with this many columns."""
    return next(name for least, name in reversed(_ARRANGEMENTS) if columns >= least)


def room_for_board(name: str, lines: int) -> int:
    """Return how many of a screen's *lines* the board may take, regardless of the question."""
    # The form of the board depends on the room that most questions leave, and not on the open question. Otherwise the
    # board would change its form from question to question.
    return lines if name == WIDE else lines - FRAME - _USUAL


def lines_below(name: str, lines: int, board: int, wanted: int) -> int:
    """
    Return how many of a screen's *lines* the hint, the question and its answers get below a board of this height.

    If the board fits, they get all remaining lines. Otherwise, they get *wanted* lines, but at most half the screen.
    """
    if board <= room_for_board(name, lines):
        return lines - FRAME - board
    return max(min(wanted, lines // 2), _LEAST)
