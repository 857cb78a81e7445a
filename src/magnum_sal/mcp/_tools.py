"""The tools that a language model can call: names, descriptions and arguments."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ..errors import LARGEST_NUMBER
from ..model.pieces import MAX_PLAYERS
from ..model.player_names import LONGEST_BOT_NAME, LONGEST_NAME
from ..words import LANGUAGES
from ._arguments import Argument, ListOf, OneOf, Text, Whole, build_schema
from ._settings import LONGEST_LOG

LONGEST_GAME: Final = 20
"""The maximum number of characters in the id of a game."""
LONGEST_MOVE: Final = 1000
"""The maximum number of characters in a move."""
LONGEST_SEARCH: Final = 200
"""The maximum number of characters in the words that a rule is searched by."""
MOST_ANSWERS: Final = 64
"""The maximum number of answers that lead to a move."""
MOST_MOVES: Final = 20
"""The maximum number of last moves that show_table describes."""
MOST_RULES: Final = 10
"""The maximum number of rules in one lookup."""
FILE: Final = r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}"
"""The pattern of the name of a saved game."""
FORMS: Final = ("full", "short", "legend")
"""The forms in which a table is shown."""

LANGUAGE: Final = Argument("language", OneOf(LANGUAGES), "Language of the answer.")
GAME: Final = Argument("game", Text(LONGEST_GAME), "Id of the game, such as game-1.", is_required=True)
_PLAYER: Final = Argument("player", Text(LONGEST_NAME), "The player of yours through whose eyes you look.")
_POSITION: Final = Argument(
    "position",
    Whole(0, LARGEST_NUMBER),
    "The position number that you saw last. A late move is refused.",
    is_required=True,
)
_MOVE: Final = Argument(
    "move", Text(LONGEST_MOVE), "Move in notation, such as >S1 or inn, or as JSON.", is_required=True
)
_PLAYERS: Final = ListOf(Text(LONGEST_NAME + 1 + LONGEST_BOT_NAME), MAX_PLAYERS)
_FILE_NAME: Final = Text(60)


@attrs.frozen
class ToolDescription:
    """A tool as a program describes it to a language model."""

    name: str
    """The name to pass to ``Desk.call``."""
    description: str
    """The purpose of the tool, in English."""
    schema: dict[str, Any] = attrs.field(hash=False)  # Any: JSON
    """The JSON Schema of the arguments: an object with a description of each argument."""
    is_read_only: bool
    """Whether a call changes neither games nor files."""
    is_destructive: bool
    """Whether a call can remove something: it closes a game or undoes moves."""


@attrs.frozen
class Tool:
    """A tool of a desk. ``Desk`` has a method for each."""

    name: str
    description: str
    arguments: tuple[Argument, ...]
    is_read_only: bool = True
    """Whether a call changes neither games nor files."""


TOOLS: Final = tuple(
    Tool(name, description, (*arguments, LANGUAGE), is_read_only)
    for name, description, arguments, is_read_only in (
        (
            "new_game",
            "Start a game of Magnum Sal for 2 to 4 players. You move for every player without a bot.",
            (
                Argument(
                    "players",
                    _PLAYERS,
                    "Players by seat: NAME for you or a person, NAME=BOT for a bot, as in Ben=journeyman.",
                    is_required=True,
                ),
                Argument("seed", Whole(0, LARGEST_NUMBER), "Seed of the setup, to repeat a game. Random by default."),
            ),
            False,
        ),
        (
            "show_table",
            "Describe the table of a game as text. Without a game, list the open games.",
            (
                attrs.evolve(GAME, is_required=False),
                _PLAYER,
                Argument(
                    "form",
                    OneOf(FORMS),
                    "full (default; with moves: short), short, or legend: short with the marks explained.",
                ),
                Argument("moves", Whole(1, MOST_MOVES), "Number of last moves to describe before the table."),
            ),
            True,
        ),
        (
            "choose_move",
            "Find a move question by question. Pass the numbers of all answers so far; the last answer gives the move.",
            (
                GAME,
                Argument(
                    "answers",
                    ListOf(Whole(0, LARGEST_NUMBER), MOST_ANSWERS),
                    "Numbers of your answers so far, in order; 0 takes the usual answers. Empty asks what to do.",
                ),
                Argument("first", Whole(1, LARGEST_NUMBER), "Number of the first answer to list. Default: 1."),
            ),
            True,
        ),
        (
            "preview_move",
            "Describe what a move would do and change, without playing it.",
            (GAME, _MOVE),
            True,
        ),
        (
            "play_move",
            "Play a move for the player of yours who is to move. Then the bots play.",
            (
                GAME,
                _POSITION,
                _MOVE,
                Argument("player", Text(LONGEST_NAME), "The player who moves, if you want it checked."),
            ),
            False,
        ),
        (
            "let_bots_play",
            "Let the bots play on when it is a bot's turn, until one of your players is to move.",
            (GAME, _POSITION),
            False,
        ),
        (
            "undo_move",
            "Undo your last move and all moves after it, such as the bots' moves. To go further back, call it again.",
            (
                GAME,
                _POSITION,
                Argument("player", Text(LONGEST_NAME), "The player of yours whose last move is undone. Default: any."),
            ),
            False,
        ),
        (
            "explain_refusal",
            "Explain why a move is not allowed. Without a move, explain which kinds of moves are not available.",
            (GAME, Argument("move", Text(LONGEST_MOVE), "Move in notation or as JSON.")),
            True,
        ),
        (
            "look_up_rules",
            "Look up rules by id, such as CASTLE-4, or by words. Without arguments, list all rules.",
            (
                Argument("rules", ListOf(Text(LONGEST_GAME), MOST_RULES), "Ids of rules."),
                Argument("words", Text(LONGEST_SEARCH), "Words to search for, in the language of the answer."),
                attrs.evolve(
                    GAME, description="Id of the game whose rules you want. Default: new games.", is_required=False
                ),
            ),
            True,
        ),
        (
            "hint",
            "Ask a strong bot for the best moves of your player who is to move, with reasons. Takes a few seconds.",
            (GAME,),
            True,
        ),
        (
            "save_game",
            "Save a game to a file of the server, or read its log in parts. A log shows only what your player knows.",
            (
                GAME,
                _PLAYER,
                Argument("file", _FILE_NAME, "Name of the file: letters, digits, - and _."),
                Argument(
                    "part", Whole(1, LARGEST_NUMBER), "Without a file: number of the part of the log. Default: 1."
                ),
            ),
            False,
        ),
        (
            "load_game",
            "Continue a game from a saved file or from the text of a log. Without both, list the saved files.",
            (
                Argument("file", _FILE_NAME, "Name of a saved file."),
                Argument(
                    "log",
                    Text(LONGEST_LOG, has_lines=True),
                    "The complete log: the parts that save_game returned, joined.",
                ),
                Argument("players", _PLAYERS, "Who plays, as in new_game. By default, as recorded in the log."),
            ),
            False,
        ),
        ("close_game", "Close a game that you no longer need. Save it first to keep it.", (GAME,), False),
    )
)
"""The tools in the order in which clients list them."""


def describe_tools() -> tuple[ToolDescription, ...]:
    """Return a description of each of ``TOOLS``, with the languages that exist now."""
    return tuple(
        ToolDescription(
            tool.name,
            tool.description,
            build_schema(tool.arguments),
            is_read_only=tool.is_read_only,
            is_destructive=tool.name in ("close_game", "undo_move"),
        )
        for tool in TOOLS
    )
