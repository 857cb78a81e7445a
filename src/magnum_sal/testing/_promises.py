"""
What a ruleset promises in each of its positions, and the questions that show whether it does.

Each question yields a sentence for everything that is not as promised.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any, Final, get_args
from xml.etree import ElementTree as ET

import attrs

from ..engine.determinize import determinize
from ..engine.transitions import apply, legal_moves, objection
from ..errors.messages import brief
from ..model.moves import Move
from ..model.ruleset import is_registered
from ..model.state import GameState
from ..queries.choices import choices
from ..queries.effects import effects
from ..queries.why_not import why_not
from ..record.serialization import from_json, to_dict, to_json
from ..render import LayoutName, svg, text
from ..words import LANGUAGES, effects_in_words
from ._asked import MOST_MOVES, BotCall, Complaints, differing, named, some, some_of_each_kind
from ._invariants import broken_invariants
from ._words_promised import notation, questions, refusals, words


def lists(asked: BotCall) -> Complaints:
    """The listed moves are those that nothing speaks against, each once; narrowed lists are parts of the whole one."""
    state, listed = asked.state, asked.listed
    for move, number in Counter(listed).items():
        if number > 1:
            yield f"{named(move)} is listed {number} times"
    known = set(listed)
    for move in listed:
        if (against := objection(state, move)) is not None:
            yield f"{named(move)} is listed, but refused: {against}"
    for move in asked.tried:
        if move not in known and objection(state, move) is None:
            yield f"{named(move)} is legal, but not listed"
    for kind in dict.fromkeys(type(move) for move in listed):
        if legal_moves(state, type=kind) != tuple(move for move in listed if type(move) is kind):
            yield f"legal_moves(type={kind.type!r}) are not those in the whole list"


def answers(asked: BotCall) -> Complaints:
    """``why_not`` has exactly the kinds without a legal move, and ``effects`` answers of full and public states."""
    state, listed = asked.state, asked.listed
    possible, gone = {move.type for move in listed}, set(why_not(state))
    for kind in sorted(possible & gone):
        yield f"{kind!r} is unavailable, though such a move is legal"
    for kind in sorted(set(state.ruleset.by_type) - possible - gone):
        yield f"{kind!r} is neither among the legal moves nor unavailable"
    public = state.public()
    for move in some(listed, 12):
        brought = effects(state, move)
        effects(public, move)
        for language in LANGUAGES:
            effects_in_words(state, brought, language)


def tree(asked: BotCall) -> Complaints:
    """The questions of ``choices`` lead to each legal move, once."""
    listed = asked.listed
    if len(listed) > MOST_MOVES:
        return
    left, found = [choices(asked.state)], Counter[Move]()
    while left and found.total() <= MOST_MOVES:
        choice = left.pop()
        if choice.move is not None:
            found[choice.move] += 1
        left += [choice.take(answer) for answer in choice.answers]
    expected = Counter(listed)
    for move in expected - found:
        yield f"no answers to the questions of choices lead to {named(move)}"
    for move in found - expected:
        yield f"the questions of choices lead to {named(move)}, which is not listed, or listed less often"


def public_form(asked: BotCall) -> Complaints:
    """The public form has the same legal moves and pictures, and nothing in it lies face down."""
    state, public = asked.state, asked.state.public()
    if public.public() != public:
        yield "the public form of the public form is another one"
    if legal_moves(public) != asked.listed:
        yield "the public form has other legal moves"
    ruleset = state.ruleset
    for deck in ruleset.decks:
        if public.extras[deck].order:
            yield f"the public form has the order of the deck {deck!r}"
    if public.hidden is not None:
        yield "the public form has hidden pieces"


def chance(asked: BotCall) -> Complaints:
    """A state drawn by ``determinize`` agrees with all that is known, and is a table like any other."""
    public = asked.state.public()
    drawn = determinize(public, asked.rng)
    if drawn.public() != public:
        yield "determinize draws a state with another public form"
    elif legal_moves(drawn) != asked.listed:
        yield "determinize draws a state with other legal moves: a rule looks at what lies face down"
    for broken in broken_invariants(drawn):
        yield f"determinize draws a state that cannot be: {broken}"


def json_form(asked: BotCall) -> Complaints:
    """States, their public forms and legal moves come back from JSON."""
    ruleset = asked.state.ruleset
    for move in some_of_each_kind(asked.listed, 4):
        if (again := from_json(Move, to_json(move), ruleset=ruleset)) != move:
            yield f"{named(move)} comes back from JSON as {named(again)}"
    if not is_registered(ruleset):
        return
    for name, state in (("state", asked.state), ("public state", asked.state.public())):
        back = from_json(GameState, to_json(state), ruleset=ruleset)
        if back != state:
            yield f"the {name} comes back from JSON with other {', '.join(differing(state, back))}"
        elif to_dict(back) != to_dict(state):
            yield f"the {name} comes back from JSON with another JSON form"


def values(asked: BotCall) -> Complaints:
    """A state and what extensions keep in it can be hashed, copied and pickled."""
    state = asked.state
    for key, part in state.extras_items:
        if not _is_hashable(part):
            yield f"extras[{key!r}] cannot be hashed: {brief(part)}"
            return
    copies: dict[str, Callable[[Any], Any]] = {"a copy": copy.copy, "a deep copy": copy.deepcopy}
    if is_registered(state.ruleset):
        copies["a pickled copy"] = lambda state: pickle.loads(pickle.dumps(state))  # made here
    for name, copied in copies.items():
        other = copied(state)
        if other != state or hash(other) != hash(state):
            yield f"{name} of the state has other {', '.join(differing(state, other))}"


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return isinstance(value, Hashable)


def purity(asked: BotCall) -> Complaints:
    """The same question has the same answer twice, and asking changes nothing."""
    state, tried, made = asked.state, some(asked.tried, 30), some(asked.listed, 4)
    before, chance_before = _told_apart(state), random.getstate()
    fresh = attrs.evolve(state)  # one that nobody has asked, so that nothing is remembered
    refused = [(objection(state, move), objection(fresh, move)) for move in tried]
    outcomes = [(apply(state, move), apply(fresh, move)) for move in made]
    if random.getstate() != chance_before:
        yield "chance is taken from the module random: in a game all chance is in the setup"
    after = _told_apart(state)
    if changed := [name for name, told in before.items() if after[name] != told]:
        yield f"asking about a state changes its {', '.join(changed)}"
    if legal_moves(fresh) != asked.listed:
        yield "legal_moves, asked again, has another answer"
    for move, (first, second) in zip(tried, refused, strict=True):
        if first != second:
            yield f"objection to {named(move)}, asked again, is {second}, and was {first}"
    for move, (once, again) in zip(made, outcomes, strict=True):
        if once.events != again.events:
            yield f"{named(move)}, made again in the same position, brings {_first_other(once.events, again.events)}"
        elif once.state != again.state:
            others = ", ".join(differing(once.state, again.state))
            yield f"{named(move)}, made again in the same position, leads to other {others}"


def _first_other(first: Iterable[object], second: Iterable[object]) -> str:
    for one, other in zip(first, second, strict=False):
        if one != other:
            return f"{brief(other, 120)} where it was {brief(one, 120)}"
    return "more events, or fewer"


def _told_apart(state: GameState) -> dict[str, str]:
    fields = [field.name for field in attrs.fields(GameState) if field.eq and field.name != "ruleset"]
    return {name: repr(getattr(state, name)) for name in fields}


def pictures(asked: BotCall) -> Complaints:
    """Both pictures can be drawn, in one language and layout or another, and show nothing that lies face down."""
    state, public, language = asked.state, asked.state.public(), asked.rng.choice(tuple(LANGUAGES))
    layout: LayoutName = asked.rng.choice(get_args(LayoutName))
    drawn = {"svg": svg(state, layout=layout, language=language), "text": text(state, language=language)}
    ET.fromstring(drawn["svg"])  # made here
    for name, draw in (("svg", partial(svg, layout=layout)), ("text", text)):
        if str(draw(public, language=language)) != str(drawn[name]):
            yield f"render.{name} of the public state is another picture: what lies face down is shown"


POSITION: Final[Mapping[str, tuple[Callable[[BotCall], Complaints], ...]]] = {
    "lists": (lists,),
    "words": (refusals, words, questions),
    "answers": (answers,),
    "notation": (notation,),
    "choices": (tree,),
    "public": (public_form,),
    "chance": (chance,),
    "json": (json_form,),
    "values": (values,),
    "purity": (purity,),
    "pictures": (pictures,),
}
"""What is asked of a position, by promise."""
