"""Bots: programs that play the game, their names, and the analyses and reviews that they make for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from .protocol import Bot, BotError, BotFactory, BotHooks, Failure
from .registry import HUMAN, LEVELS, bot_factory, bot_names, check_name_from_file, make_bot

if TYPE_CHECKING:
    from . import installed as installed
    from ._analysis import Analysis, Line, analyse
    from ._descriptions import analysis_in_words, judged_move_in_words, line_in_words, review_in_words, review_summary
    from ._judge import STYLES
    from ._judged_move import JudgedMove
    from ._judgement import Judgement, judge, judge_game
    from ._policies import AnswerPolicy, PolicyBot
    from ._reasons import Reason
    from ._solution import Solution, SolvedMove, solve, solve_last_turn
    from .advice import advise
    from .game_review import Review, review, review_graph

_LATE = {
    "_analysis": ("Analysis", "Line", "analyse"),
    "_descriptions": (
        "analysis_in_words",
        "judged_move_in_words",
        "line_in_words",
        "review_in_words",
        "review_summary",
    ),
    "_policies": ("AnswerPolicy", "PolicyBot"),
    "_reasons": ("Reason",),
    "_solution": ("Solution", "SolvedMove", "solve", "solve_last_turn"),
    "_judged_move": ("JudgedMove",),
    "advice": ("advise",),
    "game_review": ("Review", "review", "review_graph"),
    "_judge": ("STYLES",),
    "_judgement": ("Judgement", "judge", "judge_game"),
}
"""Names imported on first use, by module, because the modules load the search and the texts."""

__all__ = [
    "HUMAN",
    "LEVELS",
    "STYLES",
    "Analysis",
    "AnswerPolicy",
    "Bot",
    "BotError",
    "BotFactory",
    "BotHooks",
    "Failure",
    "JudgedMove",
    "Judgement",
    "Line",
    "PolicyBot",
    "Reason",
    "Review",
    "Solution",
    "SolvedMove",
    "advise",
    "analyse",
    "analysis_in_words",
    "bot_factory",
    "bot_names",
    "check_name_from_file",
    "judge",
    "judge_game",
    "judged_move_in_words",
    "line_in_words",
    "make_bot",
    "review",
    "review_graph",
    "review_in_words",
    "review_summary",
    "solve",
    "solve_last_turn",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, late=_LATE, modules=("installed", "protocol", "registry"))
