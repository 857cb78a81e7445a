"""The arena: matches between bots, with statistics on which bot is stronger and how certain the result is."""

from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from ._bootstrap import bootstrap_interval
from ._bot_failure import BotCall, BotFailedError, BotFailure
from ._early_stopping import Decision, anytime_interval
from ._game_result import Ending, GameResult
from ._match_play import play_match
from ._results_file import read_results
from ._results_format import ResultsError
from ._series import LadderResults, LadderStep, MatchOptions, PairsResults, RankedBot, play_ladder, play_pairs
from ._tallies import Quartiles
from .game import play_game
from .match import Match, Policy
from .statistics import IntervalKind, MatchResults, Standing, sign_test, wilson_interval

__all__ = [
    "BotCall",
    "BotFailedError",
    "BotFailure",
    "Decision",
    "Ending",
    "GameResult",
    "IntervalKind",
    "LadderResults",
    "LadderStep",
    "Match",
    "MatchOptions",
    "MatchResults",
    "PairsResults",
    "Policy",
    "Quartiles",
    "RankedBot",
    "ResultsError",
    "Standing",
    "anytime_interval",
    "bootstrap_interval",
    "play_game",
    "play_ladder",
    "play_match",
    "play_pairs",
    "read_results",
    "sign_test",
    "wilson_interval",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, modules=("table", "workers"))
