"""
Local thinking: the slow answers for a page without a server, in a second worker of the page.

``Thinker.think`` takes a line of JSON from ``_local_tables.py`` or from the page, and returns one. A review takes
minutes, so the page requests its decisions one by one, and other lines can be answered in between.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import attrs

from ..bots import JudgedMove, Review
from ..bots.game_review import Decision, judge_decision, list_decisions
from ..errors import MalformedError
from ..model.state import GameState
from ..record.game import Game
from ..record.serialization import from_dict, to_dict
from . import _news as news
from ._continued_games import describe_log
from ._local_lines import Reply, parameters_of, reply_to, reply_with
from ._parameters import check_language
from ._replay_drawing import draw_replay, read_options
from ._thinking import REVIEW_ITERATIONS, analyse_position, answer_request, choose_move, describe_failure


@attrs.define(eq=False)
class _ReviewTask:
    """A review in progress."""

    decisions: list[Decision]
    final: GameState
    language: str
    judged: list[JudgedMove] = attrs.Factory(list)


class Thinker:
    """Answers lines one after another, and keeps the review in progress."""

    def __init__(self) -> None:
        self._review: _ReviewTask | None = None

    def think(self, line: str) -> str:
        """
        Return the answer to a line.

        The answer has the key ``move`` or ``failure`` for the move of a bot, ``done`` and ``total`` while a review is
        in progress, ``text`` for a replay, and otherwise ``answer``. Every error becomes a refusal.
        """
        return json.dumps(reply_to(line, self._reply), separators=(",", ":"))

    def _reply(self, asked: Mapping[str, Any]) -> Reply:
        match asked["kind"]:
            case "move":
                return _move(asked)
            case "hint":
                state = _state_of(asked)
                found = analyse_position(asked["seed"], state, asked["seconds"])
                return reply_with(news.describe_hint(state, asked["number"], found, asked["language"]))
            case "question":
                return {"answer": answer_request(_state_of(asked), asked["data"])}
            case "replay":
                return reply_with(draw_replay(_log_of(asked), read_options(parameters_of(asked))))
            case "log_summary":
                return reply_with(describe_log(_log_of(asked), parameters_of(asked).language))
            case "review":
                return self._begin(asked)
            case "review_next":
                return self._go_on()
        raise MalformedError("kind: unknown")

    def _begin(self, asked: Mapping[str, Any]) -> Reply:
        language = check_language(asked["language"])
        steps = tuple(Game.from_log(asked["log"].encode()).steps())
        # Use seed 0 and a budget in iterations, as a server does, so that the review is reproducible.
        decisions = list_decisions(steps, iterations=REVIEW_ITERATIONS)
        self._review = _ReviewTask(decisions, steps[-1].after.public(), language)
        return {"done": 0, "total": len(decisions)}

    def _go_on(self) -> Reply:
        """Judge one more decision. The answer to the last one is the review."""
        task = self._review
        if task is None:
            raise MalformedError("there is no review in progress")
        task.judged.append(judge_decision(task.decisions[len(task.judged)]))
        done, total = len(task.judged), len(task.decisions)
        if done < total:
            return {"done": done, "total": total}
        self._review = None
        return reply_with(news.describe_review(Review(tuple(task.judged), task.final), task.language))


def _move(asked: Mapping[str, Any]) -> Reply:
    # A bot can fail in any way. ``LocalTables`` then plays a sensible move, and the page shows what went wrong.
    try:
        return {"move": to_dict(choose_move(asked["bot"], asked["seed"], _state_of(asked)))}
    except Exception as error:
        return {"failure": describe_failure(error)}


def _log_of(asked: Mapping[str, Any]) -> bytes:
    log: bytes = asked["log"].encode("utf-8", "surrogatepass")
    return log


def _state_of(asked: Mapping[str, Any]) -> GameState:
    state: GameState = from_dict(GameState, asked["state"])
    return state
