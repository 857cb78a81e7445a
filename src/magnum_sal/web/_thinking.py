"""
Thinking: the slow answers about a position. A server runs these functions in processes, a page in a worker.

Nothing here waits or opens anything, and all arguments and results are immutable values.
"""

from __future__ import annotations

from typing import Any, Final

from ..bots import Line, analyse, make_bot
from ..bots.protocol import close_bot
from ..engine.transitions import check_legal, legal_moves
from ..errors import MagnumSalError
from ..errors.messages import printable
from ..model.moves import Move
from ..model.state import GameState
from ..protocol import Limits, Server, answer
from ..queries.sensible import sensible_moves

MOST_CONSIDERED: Final = 3
"""The maximum number of moves in a hint."""
REVIEW_ITERATIONS: Final = 16
"""The number of search iterations for each decision in a review."""
QUESTION_SECONDS: Final = 10.0
"""The maximum time for the answer to a slow question."""
_LONGEST_TROUBLE: Final = 300


def choose_move(bot: str, seed: int, state: GameState) -> Move:
    player = make_bot(bot, seed=seed)
    try:
        return player(state, legal_moves(state))
    finally:
        # Here, a bot plays only this move. The program of a process bot would otherwise run until the server ends.
        close_bot(player)


def analyse_position(seed: int, state: GameState, seconds: float) -> tuple[Line, ...]:
    return analyse(state, seconds=seconds, lines=MOST_CONSIDERED, seed=seed).lines


def find_hint_limit(seconds: float) -> float:
    """Return the time after which a search for *seconds* counts as hung, because it should have stopped earlier."""
    return 3 * seconds + 5


def answer_request(state: GameState, request: dict[str, Any]) -> dict[str, Any]:
    return answer(build_server(state), request)[1]


def build_server(state: GameState) -> Server:
    """Return a server that answers questions about a public state, but plays no games."""
    return Server(ruleset=state.ruleset, limits=Limits(sessions=0), position=state, is_greeted=True)


def describe_delay(seconds: float) -> str:
    """Return a sentence about work that was stopped after this many *seconds*."""
    return f"it took longer than {seconds:g} seconds"


def check_move(state: GameState, move: Move) -> Move:
    """Return the move of a bot. Raises ``MagnumSalError`` if the move is illegal."""
    check_legal(state, move)
    return move


def replace_move(state: GameState, bot: str, failure: str) -> tuple[Move, str]:
    """Return the move that a table makes instead of a bot that has failed, and a sentence about the failure."""
    # A bot is third-party code that can fail in any way. The table continues with a sensible move.
    return sensible_moves(state.public())[0], printable(f"{bot}: {failure}", _LONGEST_TROUBLE)


def describe_failure(error: BaseException) -> str:
    """Return a sentence about an error: the message, after the error's type unless the library defines that type."""
    kind, message = type(error).__name__, str(error)
    if isinstance(error, SystemExit):
        return f"it ended its own process ({kind}: {message})" if message else f"it ended its own process ({kind})"
    if not message:
        return f"it raised {kind} without a message"
    return message if isinstance(error, MagnumSalError) else f"{kind}: {message}"
