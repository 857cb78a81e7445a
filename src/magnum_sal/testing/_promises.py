"""
Checks of the promises that a ruleset makes for every position.

Each check yields a sentence for each fault.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, get_args
from xml.etree import ElementTree as ET

import attrs

from ..engine.determinize import determinize
from ..engine.transitions import apply, legal_moves, objection
from ..errors import Objection, format_bare_reason
from ..errors.messages import brief
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import is_registered
from ..model.state import GameState
from ..queries.choices import choices
from ..queries.effects import effects
from ..queries.why_not import why_not
from ..record.notation import format_move, parse_move
from ..record.serialization import from_json, to_dict, to_json
from ..render import LayoutName, svg, text
from ..rules.standard import STANDARD
from ..words import (
    answer_in_words,
    effects_in_words,
    has_label,
    label,
    move_in_words,
    objection_in_words,
    question_in_words,
)
from ..words.languages import REASON, list_registered
from ..words.rule_texts import rule_texts
from ._invariants import broken_invariants

_Thing = TypeVar("_Thing")

Complaints: TypeAlias = Iterator[str]
"""An iterator with a sentence for each fault."""

MOST_MOVES: Final = 300
"""The maximum number of legal moves to check. If there are more, an even sample is checked."""

_UNFILLED: Final = re.compile(r"[{}_]|\bNone\b|\bTrue\b|\bFalse\b")


@attrs.frozen
class CheckedPosition:
    """A position to check."""

    state: GameState
    """The full state."""
    tried: tuple[Move, ...]
    """Moves to try besides the listed moves, legal or not."""
    rng: random.Random
    """The random source."""

    @property
    def listed(self) -> tuple[Move, ...]:
        """The legal moves."""
        return legal_moves(self.state)


def check_lists(asked: CheckedPosition) -> Complaints:
    """Check that exactly the moves without an objection are listed, once each, and that filtered lists agree."""
    state, listed = asked.state, asked.listed
    for move, number in Counter(listed).items():
        if number > 1:
            yield f"{shorten_move(move)} is listed {number} times"
    known = set(listed)
    for move in listed:
        if (against := objection(state, move)) is not None:
            yield f"{shorten_move(move)} is listed, but refused: {against}"
    for move in asked.tried:
        if move not in known and objection(state, move) is None:
            yield f"{shorten_move(move)} is legal, but not listed"
    # A filtered list may be computed without the full list, so the two can disagree.
    for kind in dict.fromkeys(type(move) for move in listed):
        if legal_moves(state, type=kind) != tuple(move for move in listed if type(move) is kind):
            yield f"legal_moves(type={kind.type!r}) differs from the whole list"


def check_answers(asked: CheckedPosition) -> Complaints:
    """Check that ``why_not`` has exactly the kinds without legal moves, and that ``effects`` accepts all states."""
    state, listed = asked.state, asked.listed
    possible, gone = {move.type for move in listed}, set(why_not(state))
    for kind in sorted(possible & gone):
        yield f"{kind!r} is unavailable, although such a move is legal"
    for kind in sorted(set(state.ruleset.by_type) - possible - gone):
        yield f"{kind!r} is neither legal nor unavailable"
    public = state.public()
    for move in some(listed, 12):
        brought = effects(state, move)
        effects(public, move)
        for language in list_registered():
            effects_in_words(state, brought, language)


def check_tree(asked: CheckedPosition) -> Complaints:
    """Check that the questions of ``choices`` lead to each legal move exactly once."""
    listed = asked.listed
    if len(listed) > MOST_MOVES:
        return
    # The questions may lead to more moves than the list can contain.
    found, expected = Counter(islice(choices(asked.state).moves(), MOST_MOVES + 1)), Counter(listed)
    for move in expected - found:
        yield f"no answers to the questions of choices lead to {shorten_move(move)}"
    for move in found - expected:
        yield f"the questions of choices lead to {shorten_move(move)}, which is not listed, or listed less often"


def check_public_form(asked: CheckedPosition) -> Complaints:
    """Check that the public form has the same legal moves and names no face-down piece."""
    state, public = asked.state, asked.state.public()
    if public.public() != public:
        yield "the public form of the public form differs from it"
    if legal_moves(public) != asked.listed:
        yield "the public form has other legal moves"
    ruleset = state.ruleset
    for deck in ruleset.decks:
        if public.extras[deck].order:
            yield f"the public form has the order of the deck {deck!r}"
    if public.hidden is not None:
        yield "the public form has hidden pieces"


def check_chance(asked: CheckedPosition) -> Complaints:
    """Check that a state sampled by ``determinize`` agrees with public knowledge and breaks no invariant."""
    public = asked.state.public()
    drawn = determinize(public, asked.rng)
    if drawn.public() != public:
        yield "determinize draws a state with a different public form"
    elif legal_moves(drawn) != asked.listed:
        yield "determinize draws a state with different legal moves: a rule depends on face-down pieces"
    for broken in broken_invariants(drawn):
        yield f"determinize draws an impossible state: {broken}"


def check_json_form(asked: CheckedPosition) -> Complaints:
    """Check that states, their public forms and legal moves survive a round trip through JSON."""
    ruleset = asked.state.ruleset
    for move in some_of_each_kind(asked.listed, 4):
        if (again := from_json(Move, to_json(move), ruleset=ruleset)) != move:
            yield f"{shorten_move(move)} comes back from JSON as {shorten_move(again)}"
    if not is_registered(ruleset):
        return
    for name, state in (("state", asked.state), ("public state", asked.state.public())):
        back = from_json(GameState, to_json(state), ruleset=ruleset)
        if back != state:
            yield f"the {name} comes back from JSON with a different {', '.join(differing(state, back))}"
        elif to_dict(back) != to_dict(state):
            yield f"the {name} comes back from JSON with another JSON form"


def check_values(asked: CheckedPosition) -> Complaints:
    """Check that a state and its parts can be hashed, copied and pickled."""
    state = asked.state
    for key, part in state.extras_items:
        try:
            hash(part)
        except TypeError:
            yield f"extras[{key!r}] cannot be hashed: {brief(part)}"
            return
    copies: dict[str, Callable[[Any], Any]] = {"a copy": copy.copy, "a deep copy": copy.deepcopy}
    if is_registered(state.ruleset):
        copies["a pickled copy"] = lambda state: pickle.loads(pickle.dumps(state))  # trusted data
    for name, copied in copies.items():
        other = copied(state)
        if other != state or hash(other) != hash(state):
            yield f"{name} of the state differs in {', '.join(differing(state, other))}"


def check_purity(asked: CheckedPosition) -> Complaints:
    """Check that a repeated query returns the same result, and that queries change nothing."""
    state, tried, made = asked.state, some(asked.tried, 30), some(asked.listed, 4)
    before, chance_before = _snapshot_fields(state), random.getstate()
    fresh = attrs.evolve(state)  # The copy has no cached results.
    # Each query runs on the state and on a copy without earlier queries. A rule that keeps its own memory, or looks at
    # a cached result, then gives two different answers.
    refused = [(objection(state, move), objection(fresh, move)) for move in tried]
    outcomes = [(apply(state, move), apply(fresh, move)) for move in made]
    if random.getstate() != chance_before:
        yield "the module random is used, but all randomness of a game must be in its setup"
    after = _snapshot_fields(state)
    if changed := [name for name, told in before.items() if after[name] != told]:
        yield f"a query of a state changes its {', '.join(changed)}"
    if legal_moves(fresh) != asked.listed:
        yield "legal_moves returns something else the second time"
    for move, (first, second) in zip(tried, refused, strict=True):
        if first != second:
            yield f"the objection to {shorten_move(move)} is {second} the second time, but was {first}"
    for move, (once, again) in zip(made, outcomes, strict=True):
        if once.events != again.events:
            other = _first_other(once.events, again.events)
            yield f"{shorten_move(move)}, made again in the same position, causes {other}"
        elif once.state != again.state:
            others = ", ".join(differing(once.state, again.state))
            yield f"{shorten_move(move)}, made again in the same position, leads to a different {others}"


def _first_other(first: Iterable[object], second: Iterable[object]) -> str:
    for one, other in zip(first, second, strict=False):
        if one != other:
            return f"{brief(other, 120)} instead of {brief(one, 120)}"
    return "more or fewer events"


def _snapshot_fields(state: GameState) -> dict[str, str]:
    fields = [field.name for field in attrs.fields(GameState) if field.eq and field.name != "ruleset"]
    return {name: repr(getattr(state, name)) for name in fields}


def check_pictures(asked: CheckedPosition) -> Complaints:
    """Check that text and SVG pictures hide face-down pieces and can be drawn in a random language and layout."""
    state, public, language = asked.state, asked.state.public(), asked.rng.choice(list_registered())
    layout: LayoutName = asked.rng.choice(get_args(LayoutName))
    drawn = {"svg": svg(state, layout=layout, language=language), "text": text(state, language=language)}
    ET.fromstring(drawn["svg"])  # trusted data
    # If the pictures of the full state and the public state differ, the former shows a face-down piece.
    for name, draw in (("svg", partial(svg, layout=layout)), ("text", text)):
        if str(draw(public, language=language)) != str(drawn[name]):
            yield f"render.{name} of the public state draws a different picture: it shows face-down pieces"


def check_refusals(asked: CheckedPosition) -> Complaints:
    """Check that each objection names a known rule and has complete words in every language."""
    state, texts = asked.state, rule_texts(asked.state.ruleset)
    found = [objection(state, move) for move in asked.tried]
    known = {(against.rule, against.reason): against for against in (*found, *why_not(state).values()) if against}
    for (rule, reason), against in known.items():
        if rule not in texts:
            yield f"the objection {reason!r} names {rule}, which has no text"
        yield from _untold(against)
        if is_registered(state.ruleset) or not against.values:
            again = from_json(Objection, to_json(against), ruleset=state.ruleset)
            if again != against:
                yield f"the objection {against!r} comes back from JSON as {again!r}"


def _untold(against: Objection) -> Complaints:
    key, ruleset = f"{against.rule}.{against.reason}", against.ruleset
    assert isinstance(ruleset, Ruleset)
    ids = [known for known in (key, f"{REASON}{against.reason}") if has_label(known, "en", ruleset)]
    if not ids and not against.is_told:
        yield f"the objection {key!r} has no words in English"
        return
    for language in list_registered():
        sentence = objection_in_words(against, language)
        bare = format_bare_reason(against.reason, against.values)
        is_bare = not against.is_told and sentence == bare != label(ids[0], language, ruleset)
        if is_bare:
            facts = ", ".join(against.values) or "none"
            yield f"the words for the objection {key!r} in {language!r} do not fit its facts: {facts}"
            return
        if not sentence or _UNFILLED.search(sentence):
            yield f"the objection {key!r} has the words {sentence!r} in {language!r}, with unfilled facts"
            return


def check_notation(asked: CheckedPosition) -> Complaints:
    """Check that the text of each legal move parses as the same move."""
    for move in some_of_each_kind(asked.listed, 12):
        written = format_move(asked.state, move)
        read = parse_move(asked.state, written)
        if read != move:
            yield f"{shorten_move(move)} is written {written!r}, which is parsed as {shorten_move(read)}"


def check_words(asked: CheckedPosition) -> Complaints:
    """Check that no two legal moves have the same sentence in a language."""
    listed = some(asked.listed, MOST_MOVES)
    for language in list_registered():
        told: dict[str, Move] = {}
        for move in listed:
            sentence = move_in_words(asked.state, move, language)
            other = told.setdefault(sentence, move)
            if other != move:
                yield f"{shorten_move(other)} and {shorten_move(move)} have the same words {sentence!r} in {language!r}"
                return
            if re.search("[{}]", sentence):
                yield f"{shorten_move(move)} has the words {sentence!r} in {language!r}"
                return


def check_questions(asked: CheckedPosition) -> Complaints:
    """Check that each question on a random path to a move has words, and that its answers have different words."""
    first = choice = choices(asked.state)
    while choice.question is not None:
        for language in list_registered():
            question_in_words(choice, language)
            told = Counter(answer_in_words(choice, answer, language) for answer in choice.answers)
            for sentence, number in told.items():
                if number > 1:
                    yield f"{number} answers to {choice.question!r} have the same words {sentence!r} in {language!r}"
        choice = choice.take(asked.rng.choice(choice.answers))
    # A random path may miss the questions of a rare kind of move, so each kind that the library does not know gets a
    # path of its own. The words for its questions are recorded.
    for kind in dict.fromkeys(type(move) for move in asked.listed if type(move) not in STANDARD.by_move):
        choice = first.take(kind.type) if kind.type in first.answers else first
        while choice.question is not None:
            for language in list_registered():
                question_in_words(choice, language)
            choice = choice.take(asked.rng.choice(choice.answers))


POSITION: Final = (
    ("lists", check_lists),
    ("words", check_refusals),
    ("words", check_words),
    ("words", check_questions),
    ("answers", check_answers),
    ("notation", check_notation),
    ("choices", check_tree),
    ("public", check_public_form),
    ("chance", check_chance),
    ("json", check_json_form),
    ("values", check_values),
    ("purity", check_purity),
    ("pictures", check_pictures),
)
"""The checks of a position, each with the name of its promise."""


def some(things: Iterable[_Thing], most: int) -> list[_Thing]:
    """Return an even sample of at most *most* items."""
    held = list(things)
    # The division rounds up, so that no more than *most* items remain. The first items alone would often all be of
    # one kind.
    return held[:: max(1, -(-len(held) // most))]


def some_of_each_kind(moves: Iterable[Move], most: int) -> list[Move]:
    """Return an even sample of at most *most* moves of each kind."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return [move for held in kinds.values() for move in some(held, most)]


def describe_failure(error: Exception) -> str:
    """Describe an error and the innermost place in the traceback of its first cause."""
    # The engine names the function at fault in an error of its own. Only the cause leads to the line of the extension.
    # The compiled build sets the context instead of the cause.
    first: BaseException | None = error
    place = ""
    while first is not None:
        # An exception that was only created, as in ``raise ... from LookupError()``, has no place in the code.
        if frames := traceback.extract_tb(first.__traceback__):
            place = f" (in {frames[-1].name}, {Path(frames[-1].filename).name}:{frames[-1].lineno})"
        first = first.__cause__ or (None if first.__suppress_context__ else first.__context__)
    return f"failed: {type(error).__name__}: {error}{place}"


def shorten_move(move: object) -> str:
    """Format a move for a complaint."""
    return brief(move, 120)


def differing(one: GameState, other: GameState) -> list[str]:
    """Return the names of the fields and the parts of extensions in which two states differ."""
    fields = [field.name for field in attrs.fields(GameState) if field.eq and field.name != "extras_items"]
    differ = [name for name in fields if getattr(one, name) != getattr(other, name)]
    return [*differ, *(f"extras[{key!r}]" for key in sorted(find_changed_parts(one, other)))] or ["hashes"]


def find_changed_parts(one: GameState, other: GameState) -> set[str]:
    """Return the keys of the parts in ``extras`` in which two states differ."""
    before, after = dict(one.extras_items), dict(other.extras_items)
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
