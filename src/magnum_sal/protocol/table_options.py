"""
Short lists of options for a player at a table: whole moves where there are few, and questions where there are many.

The questions of ``choices`` ask for one field of a move after another. A person who points at a board wants to get to a
move in as few steps as possible. So these lists skip questions: if at most ``most`` moves are left, they list the moves
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..render import choices_by_place, place_of_answer
from ..words import answer_in_words, label, path_in_words, preview_in_words, question_in_words
from ..words.languages import words_of
from . import answers
from ._choosing import explain_nothing, list_taken_answers, offer, take_answers, words_at_place
from .table_answers import OptionsAnswer
from .table_requests import OptionsRequest


def answer_options(state: GameState, request: OptionsRequest) -> OptionsAnswer:
    """
    Return the options after the answers in the request, or at its place.

    Raises:
        MalformedError: one of the answers is not an answer to the open question.
        MisuseError: the language is unknown.
    """
    words_of(request.language)
    return _at_place(state, request, request.place) if request.place is not None else _after_answers(state, request)


def _after_answers(state: GameState, request: OptionsRequest) -> OptionsAnswer:
    choice, language = take_answers(state, request.taken), request.language
    is_first = not request.taken
    told, brings = preview_in_words(choice, language) if choice.move is not None else ("", "")
    after = [choice.take(answer) for answer in choice.answers]
    # The first question asks for the kind of move. Its answers are the headings under which a player looks for a move,
    # so only a kind with a single move is replaced by the move.
    listed = [(one, one) for one in after] if is_first else list(_shorten(after, request.most))
    is_plain = all(option is parent or len(option.taken) == len(parent.taken) for parent, option in listed)
    return OptionsAnswer(
        words=question_in_words(choice, language) if is_plain else label("ui.which_move", language),
        taken=list_taken_answers(choice),
        told=path_in_words(choice, language),
        offers=tuple(_describe_option(choice, *one, language, is_plain=is_plain) for one in listed),
        places=tuple(sorted(choices_by_place(state))) if is_first else (),
        move=choice.move,
        move_told=told,
        brings=brings,
    )


def _describe_option(asked: Choice, parent: Choice, option: Choice, language: str, *, is_plain: bool) -> answers.Offer:
    """
    Return an offer for *option*: the choice after one answer to the open question (*parent*), or a move that follows.

    If *is_plain* is true, the list asks the open question. Otherwise, it asks for a move, and a single answer does not
    describe the move.
    """
    answer = parent.taken[len(asked.taken)][1]
    place, is_usual = _last_place(asked, option), asked.default is not None and answer == asked.default
    words = answer_in_words(asked, answer, language)
    if option.move is not None and not (is_plain and option is parent):
        words = preview_in_words(option, language)[0]
    return offer(words, answer, place, option, language, is_usual=is_usual)


def _last_place(asked: Choice, option: Choice) -> str | None:
    """Return the last place that the answers from the open question to *option* refer to, such as a miner's target."""
    choice, found = asked, None
    for question, answer in option.taken[len(asked.taken) :]:
        if choice.question == question:  # other answers were given automatically
            found = place_of_answer(choice, answer) or found
            choice = choice.take(answer)
    return found


def _at_place(state: GameState, request: OptionsRequest, place: str) -> OptionsAnswer:
    language, first = request.language, choices(state)
    found = sorted(choices_by_place(state).get(place, ()), key=lambda choice: _rank_at_place(choice, place))
    objection, sentence = (None, None) if found else explain_nothing(state, place, language)
    return OptionsAnswer(
        words="",
        taken=(),
        told=(),
        offers=tuple(
            offer(_words_at_place(option, language), None, _last_place(first, option) or place, option, language)
            for _, option in _shorten(found, request.most)
        ),
        objection=objection,
        sentence=sentence,
    )


def _rank_at_place(choice: Choice, place: str) -> int:
    """Return the rank of a choice in a place's list: work there, then miners that arrive, then miners that leave."""
    names = [answer for question, answer in choice.taken if question in ("source", "target", "building")]
    if place not in names:
        return 0
    return 1 if names[-1] == place else 2


def _words_at_place(option: Choice, language: str) -> str:
    return words_at_place(option, language) if option.move is None else preview_in_words(option, language)[0]


def _shorten(found: Sequence[Choice], most: int) -> Iterator[tuple[Choice, Choice]]:
    """
    Yield pairs of a choice and an entry of the shortened list that represents it.

    The moves of a choice replace it as long as the list has at most *most* entries; choices with the fewest moves come
    first. If a choice is not replaced but has a usual way to finish it, the resulting move precedes the choice.
    """
    moves = [tuple(islice(_finish(choice), most + 1)) for choice in found]
    room, replaced = most - len(found), set()
    for index in sorted(range(len(found)), key=lambda index: len(moves[index])):
        room -= len(moves[index]) - 1
        if room < 0 and len(moves[index]) > 1:
            break
        replaced.add(index)
    for index, choice in enumerate(found):
        usual = choice.take_shortest()
        if index in replaced:
            yield from ((choice, move) for move in moves[index])
        elif usual.move is not None:
            yield from ((choice, usual), (choice, choice))
        else:
            yield choice, choice


def _finish(choice: Choice) -> Iterator[Choice]:
    """Yield the finished choices below *choice*, those with usual answers first."""
    if choice.move is not None:
        yield choice
    for answer in sorted(choice.answers, key=lambda answer: choice.default is None or answer != choice.default):
        yield from _finish(choice.take(answer))
