"""
Local thinking: the slow answers for a page without a server, in a second worker of the page.

``Thinker.think`` takes a line of JSON from ``_local_tables.py`` or from the page, and returns one. A review takes
minutes, so each line judges only one decision, and other lines can come between.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..bots import Review
from ..bots.game_review import Decision, JudgedMove, judge_decision, list_decisions
from ..errors import MagnumSalError, MalformedError
from ..model.state import GameState
from ..protocol import table_answers as answers
from ..protocol.table_forms import convert_table_answer
from ..record.game import Game
from ..record.serialization import from_dict, to_dict
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES
from . import _news as news
from ._parameters import Parameters, check_language
from ._refusals import refusal
from ._replay_drawing import LARGEST_LOG, draw_replay, read_options
from ._thinking import REVIEW_ITERATIONS, analyse_position, answer_request, choose_move, describe_failure

_LOGGER: Final = logging.getLogger(__name__)
_FAILED: Final = "internal error; the details are in the console of the browser"


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
        language = "en"
        try:
            asked = object_fields(read_json(line))
            named = asked.get("language")
            language = str(named) if named in LANGUAGES else "en"
            reply = self._reply(asked)
        except MagnumSalError as error:
            reply = _reply_with(refusal(error, language))
        except Exception:
            _LOGGER.exception("a line failed")
            reply = _reply_with(answers.RefusalAnswer(code="internal", sentence=_FAILED))
        return json.dumps(reply, separators=(",", ":"))

    def _reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked["kind"]:
            case "move":
                return _move(asked)
            case "hint":
                state = _state_of(asked)
                found = analyse_position(asked["seed"], state, asked["seconds"])
                return _reply_with(news.describe_hint(state, asked["number"], found, asked["language"]))
            case "question":
                return {"answer": answer_request(_state_of(asked), asked["data"])}
            case "replay":
                options = read_options(Parameters({name: str(value) for name, value in asked["parameters"].items()}))
                if len(asked["log"]) > LARGEST_LOG:
                    raise MalformedError(f"the log is longer than {LARGEST_LOG} bytes")
                return {"text": draw_replay(asked["log"].encode(), options)}
            case "review":
                return self._begin(asked)
            case "review_next":
                return self._go_on()
        raise MalformedError("kind: unknown")

    def _begin(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        language = check_language(asked["language"])
        steps = tuple(Game.from_log(asked["log"].encode()).steps())
        # Use seed 0 and a budget in iterations, as a server does, so that the review is reproducible.
        decisions = list_decisions(steps, iterations=REVIEW_ITERATIONS)
        self._review = _ReviewTask(decisions, steps[-1].after.public(), language)
        return {"done": 0, "total": len(decisions)}

    def _go_on(self) -> dict[str, Any]:
        """Judge one more decision. The answer to the last one is the review."""
        task = self._review
        if task is None:
            raise MalformedError("there is no review in progress")
        task.judged.append(judge_decision(task.decisions[len(task.judged)]))
        done, total = len(task.judged), len(task.decisions)
        if done < total:
            return {"done": done, "total": total}
        self._review = None
        return _reply_with(news.describe_review(Review(tuple(task.judged), task.final), task.language))


def _move(asked: Mapping[str, Any]) -> dict[str, Any]:
    # A bot can fail in any way. The tables then play a sensible move, and show what went wrong.
    try:
        return {"move": to_dict(choose_move(asked["bot"], asked["seed"], _state_of(asked)))}
    except Exception as error:
        return {"failure": describe_failure(error)}


def _state_of(asked: Mapping[str, Any]) -> GameState:
    state: GameState = from_dict(GameState, asked["state"])
    return state


def _reply_with(answer: answers.TableAnswer) -> dict[str, Any]:
    return {"answer": convert_table_answer(answer)}
