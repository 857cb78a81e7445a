"""Answer requests that change nothing: questions about positions and rules."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ..engine.chance import outcomes
from ..engine.determinize import determinize
from ..engine.steps import Step
from ..engine.transitions import apply, legal_moves, objection
from ..errors import MalformedError, MisuseError, Objection
from ..model.meaning import fields_of
from ..model.moves import Move
from ..model.state import GameState
from ..queries import facts
from ..queries.effects import effects
from ..queries.sensible import sensible_moves
from ..queries.why_not import why_not
from ..record.serialization import to_dict
from ..record.serialization.json_text import format_value
from ..render import THEMES, Box, svg, text
from ..words import label, move_in_words, objection_in_words, step_in_words
from ..words.rule_texts import rule_texts
from . import answers, progress_requests, requests
from ._choosing import answer_at_place, answer_choices, answer_question
from ._server import Server, answer_with_position
from .progress import answer_hint, answer_history, answer_standing
from .requests import Request


def _position(server: Server, request: requests.PositionRequest) -> answers.PositionAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    if request.session is not None:
        return answer_with_position(server, request, request.session, full=request.full, viewer=request.viewer)
    # The server knows nothing about the history of a state in the request.
    steps, undone, reason = None, 0, None
    if request.state is None:
        steps, undone, reason = server.position_steps, server.position_undone, server.position_end_reason
    return answers.PositionAnswer(
        id=request.id,
        state=state,
        scores=state.scores,
        winners=state.winners,
        steps=steps,
        undone=undone,
        end_reason=reason,
    )


def _legal_moves(server: Server, request: requests.LegalMovesRequest) -> answers.MovesAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    moves = legal_moves(state, type=request.kind, source=request.source, target=request.target)
    return _page(request, moves)


def _sensible_moves(server: Server, request: requests.SensibleMovesRequest) -> answers.MovesAnswer:
    return _page(request, sensible_moves(server.position_of(request.session, request.state, request.viewer)))


def _page(
    request: requests.LegalMovesRequest | requests.SensibleMovesRequest, moves: tuple[Move, ...]
) -> answers.MovesAnswer:
    page = moves[request.first : request.first + request.most]
    return answers.MovesAnswer(id=request.id, moves=page, first=request.first, total=len(moves))


def _log(server: Server, request: requests.LogRequest) -> answers.LogAnswer:
    lines = [
        line.rstrip("\n")
        for line in server.session(request.session).log(full=request.full, viewer=request.viewer).lines()
    ]
    page = tuple(lines[request.first : request.first + request.most])
    return answers.LogAnswer(id=request.id, lines=page, first=request.first, total=len(lines))


def _effects(server: Server, request: requests.EffectsRequest) -> answers.EffectsAnswer:
    return answers.EffectsAnswer(id=request.id, effects=effects(_position_for_preview(server, request), request.move))


def _position_for_preview(server: Server, request: requests.PositionedRequest) -> GameState:
    """Return the position of a request about a hypothetical move, without the hidden pieces of a session."""
    state = server.position_of(request.session, request.state, request.viewer)
    # A hypothetical move must not reveal a face-down piece (PUBLIC-1), and an extension's rule may read the piece. A
    # position in the request hides nothing from the client, and the view of a seat is public with what the seat knows.
    return state if state.is_public or request.session is None else state.public()


def _objection(server: Server, request: requests.ObjectionRequest) -> answers.ObjectionAnswer:
    found = objection(server.position_of(request.session, request.state, request.viewer), request.move)
    sentence = None if found is None else objection_in_words(found, request.language)
    return answers.ObjectionAnswer(id=request.id, objection=found, sentence=sentence)


def _unavailable(server: Server, request: requests.UnavailableRequest) -> answers.UnavailableAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    found = why_not(state)

    def kind(tag: str, against: Objection) -> answers.UnavailableKind:
        words = label(tag, request.language, state.ruleset)
        sentence = objection_in_words(against, request.language)
        return answers.UnavailableKind(kind=tag, words=words, objection=against, sentence=sentence)

    return answers.UnavailableAnswer(id=request.id, kinds=tuple(kind(*entry) for entry in found.items()))


def _outcomes(server: Server, request: requests.OutcomesRequest) -> answers.OutcomesAnswer:
    found = outcomes(server.position_of(request.session, request.state, request.viewer))
    pieces = (
        answers.Outcome(piece=piece, numerator=chance.numerator, denominator=chance.denominator)
        for piece, chance in found
    )
    return answers.OutcomesAnswer(id=request.id, outcomes=tuple(pieces))


def _determinize(server: Server, request: requests.DeterminizeRequest) -> answers.PositionAnswer:
    state = determinize(server.position_of(request.session, request.state, request.viewer), random.Random(request.seed))
    return answers.PositionAnswer(id=request.id, state=state, scores=state.scores, winners=state.winners)


def _options(request: Request, *aside: str) -> dict[str, Any]:
    """Return the fields of a request by name, except *aside* and the fields that all requests about positions share."""
    names = (field.name for field in fields_of(type(request)))
    return {name: getattr(request, name) for name in names if name not in ("id", "session", "state", "viewer", *aside)}


def _fact(server: Server, request: requests.FactRequest) -> answers.FactAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    # The signature of the function decides which fields belong to a fact. FACTS takes the names from the same module,
    # so a new fact needs no code here. The first parameter, which is the state, is not a field.
    function = getattr(facts, request.fact)
    parameters = dict(list(inspect.signature(function).parameters.items())[1:])
    given = {name: held for name, held in _options(request, "fact").items() if held is not None}
    for name in given:
        if name not in parameters:
            raise MalformedError(f"{name}: {request.fact} takes only {' and '.join(parameters) or 'a position'}")
    for name, parameter in parameters.items():
        if parameter.default is inspect.Parameter.empty and name not in given:
            raise MalformedError(f"{name}: {request.fact} needs this field")
    return answers.FactAnswer(id=request.id, value=_fact_data(function(state, **given)))


def _fact_data(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _fact_data(held) for name, held in value.items()}
    # MinersHere is a named tuple and not a value of the game, so to_dict() does not know it.
    return value._asdict() if isinstance(value, facts.MinersHere) else to_dict(value)


def _svg(server: Server, request: requests.SvgRequest) -> answers.SvgAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    theme = attrs.evolve(THEMES[request.theme], **request.colours)
    # All other fields are named after arguments of svg(), so they are not listed a second time.
    options = _options(request, "theme", "colours", "last")
    reason = server.end_reason_of(request.session, request.state)
    picture = svg(state, theme=theme, last=_last(server, request), end_reason=reason, **options)
    places = {place: _convert_rectangle(box) for place, box in picture.places.items()}
    return answers.SvgAnswer(id=request.id, svg=str(picture), places=places)


def _convert_rectangle(box: Box) -> dict[str, float]:
    """Convert a box to plain data, with its numbers rounded to hundredths."""
    return {name: round(size, 2) for name, size in attrs.asdict(box).items()}


def _text(server: Server, request: requests.TextRequest) -> answers.TextAnswer:
    state = server.position_of(request.session, request.state, request.viewer)
    options = _options(request, "last")
    reason = server.end_reason_of(request.session, request.state)
    table = text(state, last=_last(server, request), end_reason=reason, **options)
    return answers.TextAnswer(id=request.id, text=table)


def _last(server: Server, request: requests.SvgRequest | requests.TextRequest) -> tuple[Step, ...] | None:
    if request.last is None:
        return None
    if request.session is None:
        raise MalformedError("last: only a session has last moves, not a position")
    return server.session(request.session).last_steps(request.last)


def _moves_in_words(server: Server, request: requests.MovesInWordsRequest) -> answers.WordsAnswer:
    state = _position_for_preview(server, request)
    told = tuple(move_in_words(state, move, request.language) for move in request.moves)
    return answers.WordsAnswer(id=request.id, words=told)


def _step_in_words(server: Server, request: requests.StepInWordsRequest) -> answers.WordsAnswer:
    state = _position_for_preview(server, request)
    if request.move is not None:
        step: Step | None = apply(state, request.move).step
    elif request.session is None:
        raise MalformedError("move: the field is missing; only a session has a last move")
    else:
        step = server.session(request.session).last_step
    if step is None:
        raise MisuseError("this session has no moves yet")
    return answers.WordsAnswer(id=request.id, words=step_in_words(step, request.language))


def _labels(server: Server, request: requests.LabelsRequest) -> answers.WordsAnswer:
    ruleset = request.ruleset or server.ruleset_of(None)
    return answers.WordsAnswer(
        id=request.id, words=tuple(label(key, request.language, ruleset) for key in request.keys)
    )


def _objection_in_words(_: Server, request: requests.ObjectionInWordsRequest) -> answers.WordsAnswer:
    return answers.WordsAnswer(id=request.id, words=(objection_in_words(request.objection, request.language),))


def _rule_texts(server: Server, request: requests.RuleTextsRequest) -> answers.RuleTextsAnswer:
    ruleset = request.ruleset or server.ruleset_of(None)
    texts = rule_texts(ruleset, request.language)
    for index, rule in enumerate(request.rules or ()):
        if rule not in texts:
            raise MalformedError(f"rules[{index}]: {format_value(rule)} is not a rule with a text")
    wanted = texts if request.rules is None else dict.fromkeys(request.rules)
    # Several switches can belong to one rule. The rule counts as on if any of them is on.
    on = tuple(dict.fromkeys(switch.rule for switch in ruleset.switches if ruleset.setting(switch.name) != switch.off))
    off = tuple(dict.fromkeys(switch.rule for switch in ruleset.switches if switch.rule not in on))
    return answers.RuleTextsAnswer(
        id=request.id, texts=tuple(texts[rule] for rule in wanted), variants_on=on, variants_off=off
    )


ASKING: Final[Mapping[type[Request], Callable[[Server, Any], answers.Answer]]] = {
    requests.PositionRequest: _position,
    requests.LegalMovesRequest: _legal_moves,
    requests.SensibleMovesRequest: _sensible_moves,
    requests.ChoicesRequest: answer_choices,
    requests.QuestionRequest: answer_question,
    requests.AtPlaceRequest: answer_at_place,
    requests.LogRequest: _log,
    progress_requests.SessionHistoryRequest: answer_history,
    progress_requests.PositionStandingRequest: answer_standing,
    progress_requests.PositionHintRequest: answer_hint,
    requests.EffectsRequest: _effects,
    requests.ObjectionRequest: _objection,
    requests.UnavailableRequest: _unavailable,
    requests.OutcomesRequest: _outcomes,
    requests.DeterminizeRequest: _determinize,
    requests.FactRequest: _fact,
    requests.SvgRequest: _svg,
    requests.TextRequest: _text,
    requests.MovesInWordsRequest: _moves_in_words,
    requests.StepInWordsRequest: _step_in_words,
    requests.LabelsRequest: _labels,
    requests.ObjectionInWordsRequest: _objection_in_words,
    requests.RuleTextsRequest: _rule_texts,
}
"""The functions that answer requests and change nothing, by request class."""
