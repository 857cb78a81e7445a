"""Transcripts: a whole game as text in notation, one line for each turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from ..engine.chance import Reveal
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.pieces import ORDER, TOOL
from ..model.state import GameState
from ..record.game import Game
from ..record.notation import format_move
from ..words import capitalize, count_in_words, early_end_in_words, label, pending_in_words, printable, ruleset_label
from .board_facts import list_score_parts, round_in_words
from .text_lines import columns

__all__ = ["transcript"]

LONGEST_COMMENT: Final = 2000
"""The maximum number of characters to show of a comment; the log keeps all of them."""


def transcript(game: Game, *, moves: int | None = None, language: str = "en") -> str:
    """
    Return the moves of *game* as text: one line for each turn, then the final standing. Undone moves are omitted.

    Args:
        game: The game, for example a recorded one from ``Game.from_log``.
        moves: The number of moves to show; None shows all.
        language: One of ``words.LANGUAGES``. The notation of moves is the same in all languages.

    Raises:
        MisuseError: *game* is not a ``Game``, *moves* is not a valid number, or the language is unknown.
    """
    if not isinstance(game, Game):
        raise MisuseError(f"game: expected a Game, got {brief(game)}")
    shown = game.step_count if moves is None else moves
    if type(shown) is not int or not 0 <= shown <= game.step_count:
        raise MisuseError(f"moves: expected 0 to {game.step_count} moves, got {brief(moves)}")
    return "\n".join(_lines(game, shown, language)) + "\n"


def _lines(game: Game, shown: int, language: str) -> Iterator[str]:
    opening = game.at(0)
    names = ", ".join(player.name for player in opening.players)
    yield f"Magnum Sal, {ruleset_label(opening.ruleset, language)}: {names}"
    comments = game.log.metadata.get("comments", [])
    # Metadata can be any JSON data, so comments need not be a list of texts.
    for comment in comments if isinstance(comments, list) else [comments]:
        yield f"# {printable(' '.join(str(comment).split()), LONGEST_COMMENT)}"
    longest = max(columns(player.name) for player in opening.players)
    stage: list[int] = []
    for (*new_stage, seat), turn in groupby(_texts(game, shown), key=lambda item: item[0]):
        if stage != new_stage:
            stage = new_stage
            phase, round_ = stage
            yield round_in_words(phase, round_, language)
        numbers, texts = zip(*((number, text) for _, number, text in turn), strict=True)
        name = opening.players[seat].name
        gap = " " * (longest - columns(name) + 2)
        yield f"{numbers[0]:4}. {name}{gap}{'; '.join(texts)}"
    yield from _standing(game, shown, language)


def _texts(game: Game, shown: int) -> Iterator[tuple[tuple[int, int, int], int, str]]:
    before = game.at(0)
    for number, (move, transition) in enumerate(game.history(), start=1):
        if number > shown:
            return
        text = _format_reveal(before, move) if isinstance(move, Reveal) else format_move(before, move)
        # A piece that was turned up belongs to the turn of the player who caused it. The position before it shows whose
        # turn that is.
        yield (before.phase, before.round, before.turn_seat), number, text
        before = transition.state


def _format_reveal(before: GameState, reveal: Reveal) -> str:
    """Format a revealed piece with its place: ``[1L2 BBG/1]``, ``[castle 2 BB=9]``."""
    pending = before.pending
    assert pending is not None
    row = {ORDER: "castle", TOOL: "workshop"}.get(pending.pile, pending.pile)
    place = pending.place if isinstance(pending.place, str) else f"{row} {pending.place + 1}"
    return f"[{place} {reveal.piece}]"


def _standing(game: Game, shown: int, language: str) -> Iterator[str]:
    state, reason = game.at(shown), game.end_reason_at(shown)
    if state.is_over:
        yield label("game_over", language)
    elif reason is not None:
        yield early_end_in_words(state, reason, language)
    elif state.pending is not None:
        yield capitalize(pending_in_words(state, language))
    else:
        yield f"{capitalize(label('to_move', language))}: {state.player.name}"
    recorded = _forfeit_ranks(game) if reason is not None else {}
    ranks = {score.seat: score.rank for score in state.ranking} | recorded
    for score in sorted(state.ranking, key=lambda score: ranks[score.seat]):
        sum_of = ", ".join(list_score_parts(state, score, language))
        name, total = state.players[score.seat].name, count_in_words(score.total, "grosz", language)
        orders = f"{label('orders', language)} {score.orders}"
        yield f"{ranks[score.seat]:4}. {name}: {total} ({sum_of}), {orders}"


def _forfeit_ranks(game: Game) -> dict[int, int]:
    """
    Return the rank of each seat that the arena recorded, if a bot lost the game because it failed.

    In this case, the bot ranks last, whatever its score is. The dict is empty for all other games, where the scores
    determine the ranks.
    """
    # Metadata can be any JSON data, so the ranks need not have this form. Must agree with `arena.match_logs`.
    match game.log.metadata.get("arena"):
        case {"ending": "forfeit", "seats": [*seats]} if len(seats) == len(game.state.players):
            ranks = [seat.get("rank") if isinstance(seat, dict) else None for seat in seats]
            known = {seat: rank for seat, rank in enumerate(ranks) if type(rank) is int and 1 <= rank <= len(ranks)}
            return known if len(known) == len(ranks) else {}
    return {}
