"""The arena: matches between bots, who is stronger, and how sure that is."""

from .game import play_game
from .lines import ResultsError
from .match import Match, Policy
from .outcome import GameResult
from .play import play_match
from .results import read_results
from .statistics import MatchResults, Standing, bootstrap_interval, sign_test, wilson_interval

__all__ = [
    "GameResult",
    "Match",
    "MatchResults",
    "Policy",
    "ResultsError",
    "Standing",
    "bootstrap_interval",
    "play_game",
    "play_match",
    "read_results",
    "sign_test",
    "wilson_interval",
]
