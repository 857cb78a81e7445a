"""Continued games: preparing the game in a log from a client for a table, or refusing it."""

from __future__ import annotations

import random

import attrs

from ..errors import MagnumSalError, MalformedError, MisuseError
from ..protocol import table_answers as answers
from ..record.game import Game
from ..render.board_facts import turn_in_words
from ..words import early_end_in_words, error_in_words, ruleset_label
from ._dealt_logs import deal_log
from ._replay_drawing import read_sent_game


@attrs.frozen
class ContinuedGame:
    """The game with which a table begins."""

    log: bytes
    """The log, whose lines the table continues. It names all pieces."""
    players: tuple[str, ...]
    """The names of the players, by seat."""


def prepare_game(log: bytes, rng: random.Random) -> ContinuedGame:
    """
    Return the game that a table resumes. *rng* deals the pieces that a public log leaves out.

    If the log names all pieces, its lines change only as far as the schema of this version requires. In a public log,
    the header and the checksums also change.

    Raises:
        MalformedError: the log is too long or invalid, its game is over, or its face-down pieces cannot be dealt.
    """
    game = read_sent_game(log)
    try:
        return _prepare(game, rng)
    except MisuseError as error:
        raise MalformedError(f"log: {error}") from None


def _prepare(game: Game, rng: random.Random) -> ContinuedGame:
    if game.is_over:
        raise MisuseError("game_over", {})
    dealt = "".join(deal_log(game.log, rng).lines()).encode()
    if game.log.is_public:
        read_sent_game(dealt)  # a public log has not been checked against the rules yet
    return ContinuedGame(dealt, _names_of(game))


def describe_log(log: bytes, language: str) -> answers.LogSummaryAnswer:
    """
    Return what a log holds, and whether a table can resume its game.

    Raises:
        MalformedError: the log is too long or invalid. The message is the one that the command line shows.
    """
    game = read_sent_game(log)
    objection = None
    try:
        _prepare(game, random.Random(0))
    except MagnumSalError as error:
        objection = error_in_words(error, language)
    state, reason = game.state.public(), game.end_reason
    return answers.LogSummaryAnswer(
        players=_names_of(game),
        to_move=None if game.is_over else state.to_move,
        steps=game.step_count,
        is_over=game.is_over,
        is_public=game.log.is_public,
        objection=objection,
        turn_words=turn_in_words(state, language) if reason is None else early_end_in_words(state, reason, language),
        ruleset_words=ruleset_label(state.ruleset, language),
    )


def _names_of(game: Game) -> tuple[str, ...]:
    return tuple(player.name for player in game.state.players)
