"""
The desk: open games, and the answers to the calls of a language model.

A desk knows neither the protocol nor its SDK. Each call takes plain data and returns a text. A call that fails changes
nothing, except that moves of bots that were made before the failure remain.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ..errors import LogError, MagnumSalError, MisuseError
from ..errors.messages import printable
from ..model.state import GameState
from ..record.notation import format_move
from ..words import LANGUAGES, error_in_words, label, sentence, step_in_words
from . import _rule_search as rule_search
from . import _views as views
from ._arguments import read_arguments
from ._fitting import LONGEST_ANSWER, fit_lines, join_blocks
from ._saved_games import SavedGames
from ._seated_game import SeatedGame, resume_game, start_game
from ._settings import DeskSettings
from ._tools import MOST_MOVES, TOOLS, ToolDescription, describe_tools

_TOOLS: Final = {tool.name: tool for tool in TOOLS}
_LONGEST_HEAD: Final = 400
"""The number of characters reserved for the heading of an answer and the lines around a list."""
_LONGEST_TABLE: Final = 1800
"""The number of characters reserved for the short table after a move."""
_LEAST_STORY: Final = 600
"""The number of characters reserved for what happened, beside a table in another form."""
_LOG_PART: Final = 3800
"""The number of characters of a log in one answer."""


@attrs.frozen
class Reply:
    """The answer to a call."""

    text: str
    """At most 4,000 characters; at most 500 printable ones if the call failed."""
    is_error: bool = False
    """Whether the call was refused. The text is then the reason."""


class Desk:
    """
    The games of a client, and the answers to its calls.

    Calls from several threads are answered one after another.

    >>> desk = Desk(rng=random.Random(1))
    >>> print(desk.call("new_game", {"players": ["Ada", "Ben"], "seed": 7}).text.partition(".")[0])
    game-1, position 0
    >>> print(desk.call("play_move", {"game": "game-1", "position": 3, "move": "inn"}).text)
    the game is at position 0, not at position 3; call show_table before you move
    """

    def __init__(
        self,
        settings: DeskSettings | None = None,
        *,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Create a desk without games.

        Args:
            settings: The settings and limits; None for the defaults.
            rng: The source of the bots' randomness; None for the system's.
            clock: Returns the time in seconds, to limit the bots' thinking.
        """
        self.settings = settings or DeskSettings()
        self._rng = rng or random.SystemRandom()
        self._clock = clock
        self._games: dict[str, SeatedGame] = {}
        self._opened = 0
        self._saved = SavedGames(self.settings.folder, self.settings.files)
        self._lock = threading.RLock()

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        """
        Return the answer to a call of a tool.

        An invalid call raises no error. Its answer is a refusal with the reason.

        Args:
            tool: The name of one of ``list_tools``.
            arguments: The arguments as plain JSON data, as the schema of the tool describes them.
        """
        given = dict(arguments or {})
        asked = given.get("language")
        language = asked if type(asked) is str and asked in LANGUAGES else self.settings.language
        with self._lock:
            try:
                if tool not in _TOOLS:
                    names = ", ".join(_TOOLS)
                    raise MisuseError(f"there is no tool {printable(repr(tool), 40)}; the tools are {names}")
                read = read_arguments(_TOOLS[tool].arguments, given)
                read.pop("language", None)
                return Reply(getattr(self, f"_{tool}")(language, **read))
            except MagnumSalError as error:
                return Reply(error_in_words(error, language), is_error=True)

    def list_tools(self) -> tuple[ToolDescription, ...]:
        """
        Return the descriptions of the tools, in the order in which a server lists them.

        >>> [tool.name for tool in Desk().list_tools()][:3]
        ['new_game', 'show_table', 'choose_move']
        """
        return describe_tools()

    def list_games(self) -> tuple[str, ...]:
        """Return the ids of the open games."""
        with self._lock:
            return tuple(self._games)

    def public_log(self, game: str) -> str:
        """
        Return the log of a game as spectators may read it.

        Raises:
            MisuseError: no open game has this id.
        """
        with self._lock:
            return "".join(self._find_game(game, self.settings.language).game.log.public().lines())

    def _new_game(self, language: str, players: tuple[str, ...], seed: int | None = None) -> str:
        self._check_room(language)
        seated = start_game(f"game-{self._opened + 1}", players, seed, self.settings, language)
        return self._open(seated, language)

    def _show_table(
        self,
        language: str,
        game: str | None = None,
        player: str | None = None,
        form: str | None = None,
        moves: int | None = None,
    ) -> str:
        if game is None:
            lines = [self._head(seated, language) for seated in self._games.values()]
            return fit_lines(lines or [sentence("mcp.no_games", language)], LONGEST_ANSWER, language)
        seated = self._find_game(game, language)
        seat = seated.find_seat(player, language)
        if moves is None:
            head = self._describe_seat(seated, seat, language)
            lines = views.describe_table(seated.view(seat), seated.game.end_reason, form or "full", language)
            return self._with_head(head, lines, language)
        told = seated.tell_last_moves(moves, language) or [sentence("mcp.no_moves", language)]
        return self._report(seated, told, language, seat=seat, form=form or "short")

    def _choose_move(self, language: str, game: str, answers: tuple[int, ...] = (), first: int = 1) -> str:
        seated = self._find_game(game, language)
        view = self._view_to_move(seated, language)
        choice = views.find_choice(view, answers, language)
        head = self._head(seated, language)
        if choice.move is not None:
            notation = format_move(view, choice.move)
            lines = views.describe_move(view, notation, language)
            play = sentence("mcp.play_it", language, game=game, position=seated.position, move=notation)
            return self._with_head(head, [*lines, play], language)
        if first > len(choice.answers):
            raise MisuseError(sentence("mcp.no_such_first", language, number=first, most=len(choice.answers)))
        lines = views.describe_question(choice, language)
        room = LONGEST_ANSWER - 2 * _LONGEST_HEAD - len(head) - sum(map(len, lines))
        number = first
        for line in views.describe_answers(choice, first, language):
            room -= len(line) + 1
            if room < 0:
                lines.append(sentence("mcp.more_answers", language, first=number))
                break
            number += not line.startswith("0. ")
            lines.append(line)
        given = ", ".join(map(str, answers))
        lines.append(sentence("mcp.answer_it" if given else "mcp.answer_first", language, answers=given))
        return self._with_head(head, lines, language)

    def _preview_move(self, language: str, game: str, move: str) -> str:
        seated = self._find_game(game, language)
        lines = views.describe_move(self._view_to_move(seated, language), move, language)
        return self._with_head(self._head(seated, language), lines, language)

    def _play_move(self, language: str, game: str, position: int, move: str, player: str | None = None) -> str:
        seated = self._find_game(game, language)
        self._check_position(seated, position, language)
        view = self._view_to_move(seated, language)
        if player is not None and (seat := seated.find_seat(player, language)) != view.turn_seat:
            facts = {"player": view.player.name, "other": view.players[seat or 0].name}
            raise MisuseError(sentence("mcp.other_turn", language, **facts))
        self._check_length(seated, language)
        told = list(step_in_words(seated.game.play(move).step, language))
        told += seated.play_bots(self.settings, self._rng, self._clock, language)
        return self._report(seated, told, language)

    def _let_bots_play(self, language: str, game: str, position: int) -> str:
        seated = self._find_game(game, language)
        self._check_position(seated, position, language)
        self._check_length(seated, language)
        told = seated.play_bots(self.settings, self._rng, self._clock, language)
        return self._report(seated, told or [sentence("mcp.nothing_happened", language)], language)

    def _undo_move(self, language: str, game: str, position: int, player: str | None = None) -> str:
        seated = self._find_game(game, language)
        self._check_position(seated, position, language)
        self._check_length(seated, language)
        first, *later = seated.undo(player, self.settings, language)
        move = step_in_words(first, language)[0]
        told = sentence("mcp.undone", language, move=move, later=len(later) or None)
        return self._report(seated, [told], language)

    def _explain_refusal(self, language: str, game: str, move: str | None = None) -> str:
        seated = self._find_game(game, language)
        view = self._view_to_move(seated, language)
        lines = views.explain_kinds(view, language) if move is None else views.describe_move(view, move, language)
        return self._with_head(self._head(seated, language), lines, language)

    def _look_up_rules(
        self, language: str, rules: tuple[str, ...] = (), words: str | None = None, game: str | None = None
    ) -> str:
        # A game from a log can have other rules than new games.
        ruleset = self.settings.ruleset if game is None else self._find_game(game, language).state.ruleset
        if rules:
            found = [rule_search.find_rule(ruleset, rule, language) for rule in rules]
        elif words is not None:
            found = rule_search.search_rules(ruleset, words, language)
            if not found:
                raise MisuseError(sentence("mcp.nothing_found", language, words=printable(words, 100)))
        else:
            return fit_lines(rule_search.list_rules(ruleset, language), LONGEST_ANSWER, language)
        is_of_game = game is not None
        texts = [rule_search.describe_rule(ruleset, rule, language, is_of_game=is_of_game) for rule in found]
        return fit_lines((line for text in texts for line in (*text, "")), LONGEST_ANSWER, language).rstrip()

    def _hint(self, language: str, game: str) -> str:
        seated = self._find_game(game, language)
        view = self._view_to_move(seated, language)
        lines = views.find_hints(view, self.settings.hint_seconds, language)
        return self._with_head(self._head(seated, language), lines, language)

    def _save_game(
        self, language: str, game: str, player: str | None = None, file: str | None = None, part: int = 1
    ) -> str:
        seated = self._find_game(game, language)
        if file is not None:
            self._saved.save(file, "".join(seated.game.log.lines()).encode(), language)
            return sentence("mcp.saved", language, game=game, file=file)
        seat = seated.find_seat(player, language)
        log = seated.game.log
        lines = (log.public() if seat is None else log.seen_by(seat)).lines()
        return _format_log_part("".join(lines), part, language)

    def _load_game(
        self, language: str, file: str | None = None, log: str | None = None, players: tuple[str, ...] | None = None
    ) -> str:
        if file is None and log is None:
            names = self._saved.list_names(language)
            return fit_lines(names or [sentence("mcp.no_files", language)], LONGEST_ANSWER, language)
        if file is not None and log is not None:
            raise MisuseError("file: give either a file or a log, not both")
        self._check_room(language)
        content = _encode_log(log or "") if file is None else self._saved.load(file, language)
        name, is_file = f"game-{self._opened + 1}", file is not None
        try:
            seated, is_shuffled = resume_game(
                name, content, players, self.settings, self._rng, language, is_file=is_file
            )
        except LogError as error:
            if is_file or error.field != "checksum":
                raise
            told = error_in_words(error, language)
            raise MisuseError(f"{told}. {sentence('mcp.join_parts', language)}") from error
        told = "mcp.shuffled_fairly" if self.settings.is_fair_play else "mcp.shuffled"
        notice = sentence(told, language) if is_shuffled else ""
        return self._open(seated, language, notice)

    def _close_game(self, language: str, game: str) -> str:
        del self._games[self._find_game(game, language).id]
        return sentence("mcp.closed", language, game=game)

    def _check_room(self, language: str) -> None:
        if len(self._games) >= self.settings.games:
            raise MisuseError(sentence("mcp.too_many", language, count=len(self._games)))

    def _open(self, seated: SeatedGame, language: str, notice: str = "") -> str:
        """Add a game, let the bots play first if it is their turn, and describe the table."""
        told = seated.play_bots(self.settings, self._rng, self._clock, language)
        # Ids are never used again, so a late call for a closed game cannot reach another game.
        self._opened += 1
        self._games[seated.id] = seated
        return self._report(seated, told, language, notice)

    def _find_game(self, name: str, language: str) -> SeatedGame:
        if name not in self._games:
            if not self._games:
                raise MisuseError(sentence("mcp.no_game_open", language, game=name))
            raise MisuseError(sentence("mcp.no_game", language, game=name, games=", ".join(self._games)))
        return self._games[name]

    def _check_position(self, seated: SeatedGame, position: int, language: str) -> None:
        if position != seated.position:
            # A position number that does not exist yet has missed no moves.
            missed = min(seated.position - position, MOST_MOVES)
            facts = {"position": position, "now": seated.position, "missed": missed if missed > 0 else None}
            raise MisuseError(sentence("mcp.late", language, **facts))

    def _check_length(self, seated: SeatedGame, language: str) -> None:
        # Undone moves stay in memory, so they count, too. Otherwise, a client could evade the limit by undoing moves.
        if seated.position >= self.settings.steps:
            raise MisuseError(sentence("mcp.too_long", language, most=self.settings.steps))

    def _view_to_move(self, seated: SeatedGame, language: str) -> GameState:
        """Return the view of the client's seat that is to move; raise ``MisuseError`` if there is none."""
        if seated.game.is_over or seated.is_bots_turn:
            raise MisuseError(_describe_turn(seated, language))
        return seated.view(seated.state.turn_seat)

    def _head(self, seated: SeatedGame, language: str) -> str:
        """Return the line with the id, the position number, and who is to move."""
        whose = _describe_turn(seated, language)
        return sentence("mcp.head", language, game=seated.id, position=seated.position, whose=whose)

    def _describe_seat(self, seated: SeatedGame, seat: int | None, language: str) -> str:
        if seat is None:
            return f"{self._head(seated, language)} {label('mcp.spectator', language)}"
        name = seated.state.players[seat].name
        return f"{self._head(seated, language)} {sentence('mcp.seen_as', language, player=name)}"

    def _report(
        self,
        seated: SeatedGame,
        told: list[str],
        language: str,
        notice: str = "",
        *,
        seat: int | None = None,
        form: str = "short",
    ) -> str:
        """
        Return the heading, a notice if there is one, what happened, and the table in one of its forms.

        The table is that of a *seat* of the client; None for the default of ``SeatedGame.find_seat``.
        """
        # The heading comes first in every answer about a table, because programs read the id from the first line.
        seat = seated.find_seat(None, language) if seat is None else seat
        head = self._describe_seat(seated, seat, language)
        lines = views.describe_table(seated.view(seat), seated.game.end_reason, form, language)
        most = _LONGEST_TABLE if form == "short" else LONGEST_ANSWER - _LONGEST_HEAD - _LEAST_STORY
        table = fit_lines(lines, most, language)
        room = LONGEST_ANSWER - len(head) - len(notice) - len(table) - 6
        return join_blocks([head, notice, fit_lines(told, room, language, keeps_end=True), table])

    def _with_head(self, head: str, lines: list[str], language: str) -> str:
        return join_blocks([head, fit_lines(lines, LONGEST_ANSWER - len(head) - 2, language)])


def _describe_turn(seated: SeatedGame, language: str) -> str:
    """Return who is to move, or that the game is over."""
    if seated.game.is_over:
        return label("mcp.over", language)
    seat = seated.state.turn_seat
    facts = {"player": seated.state.players[seat].name, "bot": seated.players[seat]}
    return sentence("mcp.bot_moves" if seated.is_bots_turn else "mcp.you_move", language, **facts)


def _encode_log(log: str) -> bytes:
    try:
        return f"{log.rstrip()}\n".encode()
    except UnicodeEncodeError:
        # JSON can contain half of a surrogate pair, which UTF-8 cannot encode.
        raise MisuseError("log: the text cannot be encoded in UTF-8") from None


def _format_log_part(log: str, part: int, language: str) -> str:
    """Return a part of a log after a sentence and a blank line. The parts, joined, are exactly the log."""
    # The first line of a log can be longer than an answer, so parts do not end at line ends.
    count = -(-len(log) // _LOG_PART)
    if part > count:
        raise MisuseError(sentence("mcp.no_part", language, part=part, count=count))
    begins = (part - 1) * _LOG_PART
    told = sentence("mcp.log_part", language, part=part, count=count)
    return f"{told}\n\n{log[begins : begins + _LOG_PART]}"
