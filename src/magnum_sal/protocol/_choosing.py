"""Guide a client to a move, question by question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..errors import MalformedError, Objection
from ..errors.messages import printable
from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..record.serialization import to_dict
from ..record.serialization.json_text import format_value
from ..render import choices_at, objection_at, place_of_answer
from ..render.board_facts import places_of
from ..words import answer_in_words, label, objection_in_words, path_in_words, preview_in_words, question_in_words
from . import answers, requests
from ._server import Server


def answer_choices(server: Server, request: requests.ChoicesRequest) -> answers.ChoiceAnswer:
    """Answer with the next question about the move, as plain data."""
    choice = _choice(server, request)
    if request.usual:
        choice = choice.take_default()
    said = to_dict(choice)
    return answers.ChoiceAnswer(
        id=request.id,
        question=choice.question,
        answers=said["answers"],
        taken=said["taken"],
        move=choice.move,
        usual=to_dict(choice.default),
    )


def answer_question(server: Server, request: requests.QuestionRequest) -> answers.QuestionAnswer:
    """Answer with the next question about the move, in words."""
    language = request.language
    choice = _choice(server, request)
    told = path_in_words(choice, language)
    move_told, brings = preview_in_words(choice, language) if choice.move is not None else ("", "")
    return answers.QuestionAnswer(
        id=request.id,
        question=choice.question,
        words=question_in_words(choice, language),
        taken=list_taken_answers(choice),
        told=told,
        offers=tuple(_offers(choice, language)),
        move=choice.move,
        move_told=move_told,
        brings=brings,
    )


def _offers(choice: Choice, language: str) -> Iterator[answers.Offer]:
    """Yield the answers as offers. If the usual answers cover several questions, the first offer combines them."""
    if choice.default is not None and choice.take(choice.default).move is None:
        yield offer(label("ui.usual_way", language), None, None, choice.take_default(), language)
    for answer in choice.answers:
        words, place = answer_in_words(choice, answer, language), place_of_answer(choice, answer)
        is_usual = choice.default is not None and answer == choice.default
        yield offer(words, answer, place, choice.take(answer), language, is_usual=is_usual)


def offer(
    words: str, answer: Any, place: str | None, after: Choice, language: str, *, is_usual: bool = False
) -> answers.Offer:
    told, brings = preview_in_words(after, language)
    return answers.Offer(
        words=words,
        answer=to_dict(answer),
        taken=list_taken_answers(after),
        place=place,
        move=after.move,
        told=told,
        brings=brings,
        is_usual=is_usual,
    )


def answer_at_place(server: Server, request: requests.AtPlaceRequest) -> answers.AtPlaceAnswer:
    """Answer with the possible actions at a place, or the reason why there are none."""
    state, language = server.position_of(request.session, request.state, request.viewer), request.language
    offers = tuple(_at_place(choice, request.place, language) for choice in choices_at(state, request.place))
    found, sentence = (None, None) if offers else explain_nothing(state, request.place, language)
    return answers.AtPlaceAnswer(id=request.id, offers=offers, objection=found, sentence=sentence)


def explain_nothing(state: GameState, place: str, language: str) -> tuple[Objection | None, str]:
    """Return why nothing is possible at a place: the objection, if there is one, and a sentence."""
    found = objection_at(state, place)
    if found is not None:
        return found, objection_in_words(found, language)
    return None, label("ui.nothing_there" if place in places_of(state) else "ui.no_such_place", language)


def _at_place(choice: Choice, place: str, language: str) -> answers.Offer:
    return offer(words_at_place(choice, language), None, place, choice, language)


def words_at_place(choice: Choice, language: str) -> str:
    """Return the words of an offer at a place: the kind of move, and its source."""
    return ": ".join(filter(None, path_in_words(choice, language)[:_TOLD_AT_PLACE]))


_TOLD_AT_PLACE: Final = 2
"""The number of answers that describe an offer at a place: the kind of move, and its source."""


def _choice(server: Server, request: requests.ChoicesRequest | requests.QuestionRequest) -> Choice:
    return take_answers(server.position_of(request.session, request.state, request.viewer), request.taken)


def take_answers(state: GameState, taken: Sequence[tuple[str, Any]]) -> Choice:
    """Return the choice after these answers, which are plain data. Raise ``MalformedError`` for an invalid one."""
    # Each request repeats all previous answers. They take a few hundred bytes, and a person who stops halfway leaves
    # nothing behind on the server.
    choice = choices(state)
    for index, (question, answer) in enumerate(taken):
        choice = _take_answer(choice, index, question, answer)
    return choice


def list_taken_answers(choice: Choice) -> Any:
    """Return the answers so far as plain data."""
    return [[question, to_dict(answer)] for question, answer in choice.taken]


def _take_answer(choice: Choice, index: int, question: str, answer: Any) -> Choice:
    """Return the choice after one more answer. The request may repeat answers that were given automatically."""
    place = f"taken[{index}]"
    if index < len(choice.taken):
        asked, given = choice.taken[index]
        if asked == question and _is_same(to_dict(given), answer):
            return choice
        raise MalformedError(f"{place}: {asked} has only one answer, {format_value(to_dict(given))}")
    if choice.question != question:
        asked = "no question is" if choice.question is None else f"the question {choice.question} is"
        raise MalformedError(f"{place}: {format_value(question)} is not the current question; {asked} open")
    for known in choice.answers:
        if _is_same(to_dict(known), answer):
            return choice.take(known)
    listed = ", ".join(printable(json.dumps(to_dict(known)), 80) for known in choice.answers)
    raise MalformedError(f"{place}: {format_value(answer)} is not an answer to {question}; the answers are {listed}")


def _is_same(known: Any, given: Any) -> bool:
    """Check whether two plain values are equal; the order of keys does not matter."""
    # Python considers True and 1 equal, but in JSON they differ.
    if type(known) is not type(given):
        return False
    if isinstance(known, dict):
        return known.keys() == given.keys() and all(_is_same(held, given[key]) for key, held in known.items())
    if isinstance(known, list):
        return len(known) == len(given) and all(map(_is_same, known, given))
    return bool(known == given)
