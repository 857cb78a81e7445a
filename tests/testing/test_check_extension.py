"""``check_extension`` accepts good rulesets and reports each broken promise in words."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
import pytest
from own_ruleset import SHORT_AND_RICH
from tests.amounts import scale, select
from tests.testing.lamps import (
    EXTENSION,
    PART,
    RULE,
    WORDS,
    LampBroke,
    Lamps,
    LightLamp,
    breaking,
    decide,
    displaying,
    findings,
    game,
    lamps,
    moves,
    objection,
    reacting,
    with_rule,
    with_words,
)

import magnum_sal as ms
from magnum_sal.model.display import FaceUp
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.events import ActionTaken, MoneyMoved, PartChanged, PhaseStarted, TurnStarted
from magnum_sal.model.extension import CardPile, Die, Extension, Reaction, RolledDie
from magnum_sal.model.fields import Count
from magnum_sal.model.looks import Look, Looks
from magnum_sal.model.rule import Notation, Part, Question
from magnum_sal.model.state import Draft
from magnum_sal.testing import check_extension
from magnum_sal.testing._played import check_repeatability, start_game

pytestmark = pytest.mark.usefixtures("registered")

LUCK = Die("luck", ("1", "2"), "LAMP-1")


def enriched(draft: Draft, _: LampBroke) -> None:
    """Pay a grosz to the first player without taking it from anyone."""
    first, *others = draft.players
    draft.players = (attrs.evolve(first, money=first.money + 1), *others)


def peeked(state: ms.GameState, event: PhaseStarted | TurnStarted) -> Iterable[ms.Event]:
    """Store how many of the next moths are golden."""
    number = state.extras["moths"].order[:4].count("golden")
    return (PartChanged("lamps", Lamps(lamps(state).lit, number)),)


def counting() -> Callable[[ms.GameState, ms.Event], Iterable[ms.Event]]:
    """Return a reaction that pays every third time, according to its own counter."""
    turns = itertools.count()
    return lambda state, _: (MoneyMoved("bank", state.turn_seat, 1),) if next(turns) % 3 == 0 else ()


def by_chance(state: ms.GameState, _: ms.Event) -> Iterable[ms.Event]:
    """Pay or do not pay, by chance."""
    return (MoneyMoved("bank", state.turn_seat, 1),) if random.random() < 0.5 else ()


def clinging(state: ms.GameState, move: LightLamp) -> ms.Objection | None:
    """Remember in the state which moves were asked about, which a pure function does not."""
    asked: list[int] = state.extras["asked"].sizes
    asked.append(move.size)
    return objection(state, move)


@attrs.frozen
class BotCall:
    """A mutable part: a list within a value."""

    sizes: list[int] = attrs.field(hash=False)


@attrs.frozen(eq=False)
class Lost:
    """A part that equals none of its copies."""

    lit: Count
    moths: Count


@attrs.frozen
class Restless:
    """A part that equals its copies but has another hash."""

    lit: Count
    moths: Count

    def __hash__(self) -> int:
        """Return another number for each copy."""
        return id(self)


@attrs.frozen
class Strange:
    """A part with a field that JSON does not know."""

    lit: Count
    moths: Count
    share: Any = 0.5


def nobody_said_why(_: ms.GameState) -> ms.Objection:
    """Return a reason without words."""
    return ms.Objection("LAMP-1", "nobody_said_why")


def asked_by(state: ms.GameState, answers: Mapping[str, Any]) -> Question | ms.Move:
    """Ask for the size, without the second one."""
    return (
        LightLamp(answers["size"]) if "size" in answers else Question("size", tuple(m.size for m in moves(state))[:1])
    )


def with_strange(part: type[Any]) -> ms.Ruleset:
    """Return the game with a part of another class, and a rule that fits it."""
    return game(
        attrs.evolve(
            EXTENSION,
            part=Part("lamps", part, lambda *_: part(0, 0)),
            reactions=(),
            rules=(attrs.evolve(RULE, decide=lambda state, move: decide(state, move)[:1]),),
        )
    )


def unequal(state: ms.GameState, _: LightLamp) -> dict[str, int]:
    """Describe all lamps alike."""
    return {"size": 1}


BROKEN: dict[str, tuple[Callable[[], ms.Ruleset], str, str]] = {
    "the list misses a move": (
        lambda: with_rule(moves=lambda state: itertools.islice(moves(state), 1)),
        "lists",
        "LightLamp(size=2) is legal, but not listed",
    ),
    "the list has too many": (
        lambda: with_rule(moves=lambda state: (*moves(state), LightLamp(3))),
        "lists",
        "LightLamp(size=3) is listed, but refused: there is no lamp of size 3 [LAMP-1]",
    ),
    "the list has one twice": (
        lambda: with_rule(moves=lambda state: (*moves(state), *moves(state))),
        "lists",
        "LightLamp(size=1) is listed 2 times",
    ),
    "an objection fails": (
        lambda: with_rule(objection=lambda _state, move: {1: None, 2: None}[move.size]),
        "lists",
        "the rule of 'light_lamp': objection failed: KeyError(0) (in <lambda>, test_check_extension.py:",
    ),
    "an objection without words": (
        lambda: with_words(LAMP__no_such_lamp=None),
        "words",
        "the objection 'LAMP-1.no_such_lamp' has no words in English",
    ),
    "words that do not fit the facts": (
        lambda: with_words(LAMP__no_such_lamp="there is no lamp of {colour}"),
        "words",
        "do not fit its facts: size",
    ),
    "an id is left in the words": (
        lambda: with_words(LAMP__no_such_lamp="there is no big_lamp"),
        "words",
        "'there is no big_lamp' in 'en', with unfilled facts",
    ),
    "an objection by a rule that no text is about": (
        lambda: game(attrs.evolve(EXTENSION, texts={}, decks=(attrs.evolve(EXTENSION.decks[0], rule="TURN-1"),))),
        "words",
        "names LAMP-1, which has no text",
    ),
    "a deck by a rule that no text is about": (
        lambda: game(attrs.evolve(EXTENSION, decks=(attrs.evolve(EXTENSION.decks[0], rule="MOTH-1"),))),
        "answers",
        "the deck 'moths' names MOTH-1, which has no text",
    ),
    "moves are told alike": (
        lambda: with_rule(told=unequal),
        "words",
        "LightLamp(size=1) and LightLamp(size=2) have the same words 'lights a lamp of size 1' in 'en'",
    ),
    "a kind of move is unavailable for no reason that can be told": (
        lambda: with_rule(why_not=nobody_said_why),
        "words",
        "the objection 'LAMP-1.nobody_said_why' has no words in English",
    ),
    "a text of another move": (
        lambda: with_rule(notation=Notation(lambda *_: "lamp 1", RULE.notation.parse)),  # type: ignore[union-attr]
        "notation",
        "LightLamp(size=2) is written 'lamp 1', which is parsed as LightLamp(size=1)",
    ),
    "a text that nobody reads": (
        lambda: with_rule(notation=Notation(lambda _, move: f"lamp{move.size}", RULE.notation.parse)),  # type: ignore[union-attr]
        "notation",
        "failed: MalformedError: 'lamp1' is not a move in notation, such as >S1, S1>1L2, x1L2 BBG, inn or pass",
    ),
    "questions that lead to some moves alone": (
        lambda: with_rule(questions=asked_by),
        "choices",
        "no answers to the questions of choices lead to LightLamp(size=2)",
    ),
    "money out of nothing": (lambda: breaking(enriched), "conservation", "which is not 445 in total (SET-SUPPLY)"),
    "a fold of the wrong part": (
        lambda: breaking(lambda draft, event: draft.set_part("lanterns", event.lamps)),
        "events",
        "the fold of LampBroke changes extras['lanterns'], which belongs to no extension",
    ),
    "a fold of the library's part": (
        lambda: breaking(lambda draft, _: draft.set_part("moths", CardPile((), 12, ("grey", "golden") * 6))),
        "events",
        "the fold of LampBroke changes extras['moths'], which belongs to no extension",
    ),
    "a fold that rolls a die": (
        lambda: breaking(lambda draft, _: draft.set_part("luck", RolledDie("1", 1, PLAIN_STREAM)), dice=(LUCK,)),
        "events",
        "the fold of LampBroke changes extras['luck'], which belongs to no extension",
    ),
    "a fold that records a look": (
        lambda: breaking(lambda draft, _: draft.set_part("looks", Looks((Look(0, "1L1"),))), has_looks=True),
        "events",
        "the fold of LampBroke changes extras['looks'], which belongs to no extension",
    ),
    "reactions in a circle": (
        lambda: reacting(PartChanged, lambda state, _: (PartChanged("lamps", lamps(state)),)),
        "events",
        "the reactions of lamps cause PartChanged again and again",
    ),
    "a reaction that fails": (
        lambda: reacting(ActionTaken, lambda state, _: state.extras["lanterns"]),
        "events",
        "the reaction to ActionTaken failed: extras: 'lanterns' is not a part of this state of",
    ),
    "a game that does not begin": (
        lambda: game(Extension("sizes", part=Part("sizes", int, lambda *_: 1 // 0))),
        "events",
        "part 'sizes': first failed: ZeroDivisionError('integer division or modulo by zero') (in <lambda>, test_",
    ),
    "a deck that is looked into": (
        lambda: reacting(TurnStarted, peeked),
        "public",
        "in a public game",
    ),
    "a deck that is looked into when the game begins": (
        lambda: reacting(PhaseStarted, peeked),
        "public",
        "the public form of the first position differs in extras['lamps']: something depends on face-down pieces",
    ),
    "a list that goes by what lies face down": (
        lambda: with_rule(moves=lambda state: moves(state) if state.extras["moths"].order[:1] == ("grey",) else ()),
        "public",
        "the public form has other legal moves",
    ),
    "a picture of what lies face down": (
        lambda: displaying(lambda state: (FaceUp("moths", state.extras["moths"].order),)),
        "pictures",
        "it shows face-down pieces",
    ),
    "a picture that cannot be drawn": (
        lambda: displaying(lambda state: (state.extras["lanterns"],)),
        "pictures",
        "failed: ",
    ),
    "a reaction with a counter": (
        lambda: reacting(ActionTaken, counting()),
        "purity",
        "made again in the same position",
    ),
    "chance from elsewhere": (
        lambda: reacting(ActionTaken, by_chance),
        "purity",
        "the module random is used, but all randomness of a game must be in its setup",
    ),
    "a field that JSON does not know": (lambda: with_strange(Strange), "json", "failed: "),
    "a part that no copy is equal to": (
        lambda: with_strange(Lost),
        "values",
        "a pickled copy of the state differs in extras['lamps']",
    ),
    "a part with a hash of its own for each copy": (
        lambda: with_strange(Restless),
        "values",
        "a pickled copy of the state differs in hashes",
    ),
    "a part that cannot be hashed": (
        lambda: game(
            Extension(
                "sizes",
                part=Part("sizes", object, lambda *_: 0),
                reactions=(Reaction(TurnStarted, lambda *_: (PartChanged("sizes", [0]),)),),
            )
        ),
        "values",
        "extras['sizes'] cannot be hashed: [0]",
    ),
    "a part that cannot be hashed at the start": (
        lambda: game(Extension("sizes", part=Part("sizes", list, lambda *_: [0]))),
        "events",
        "first failed: TypeError(\"unhashable type: 'list'\")",
    ),
    "a state that is changed by asking": (
        lambda: game(
            attrs.evolve(
                EXTENSION,
                rules=(attrs.evolve(RULE, objection=clinging, part=Part("asked", BotCall, lambda *_: BotCall([]))),),
            )
        ),
        "purity",
        "a query of a state changes its extras_items",
    ),
    "a field without bounds": (
        lambda: with_rule(answers=None),
        "learning",
        "the answers to the question 'size' cannot be listed, because its values have no known bound; state them ",
    ),
    "an answer that the rule does not state": (
        lambda: with_rule(answers=lambda *_: {"size": (2, 3)}),
        "learning",
        "answers_of lacks the answer 1 to the question 'size'",
    ),
    "numbers that depend on the position": (
        lambda: game(
            attrs.evolve(
                EXTENSION,
                part=attrs.evolve(PART, numbers=lambda state, _: {f"lit_{lamps(state).lit}": (1, 1)}),
            )
        ),
        "learning",
        "part 'lamps': numbers: 'lit_1' is not where it was in a new game",
    ),
    "effects that look into the deck": (
        lambda: with_rule(decide=lambda state, move: decide(state, move) if state.hidden else 1 // 0),
        "public",
        "failed: ",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", select(BROKEN))
def test_a_broken_promise_is_reported(name: str) -> None:
    """A broken promise is reported by its name and in words, with the game and the decision."""
    ruleset, promise, words = BROKEN[name]
    found = findings(ruleset())
    assert words in " | ".join(finding.complaint for finding in found if finding.promise == promise), found
    assert all(finding.where for finding in found)
    assert max(sum(other.promise == finding.promise for other in found) for finding in found) <= 3


@pytest.mark.long
def test_a_good_extension_passes() -> None:
    """The extension that the broken ones are made from passes."""
    check_extension(game(EXTENSION), seeds=[1, 2], players=[2, 4], decisions=scale(60, 24))


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [ms.STANDARD, SHORT_AND_RICH], ids=lambda ruleset: ruleset.name)
def test_existing_rulesets_pass(ruleset: ms.Ruleset) -> None:
    """The standard game and one with other numbers pass; the smithy and the omens have their own tests."""
    check_extension(ruleset, seeds=[1], players=[3], decisions=scale(120))


@pytest.mark.long
def test_an_unregistered_ruleset_passes() -> None:
    """An unregistered ruleset passes without checks of writing and pickling."""
    named = attrs.evolve(EXTENSION, labels={"en": {**WORDS, "nobody_registered": "lamps"}})
    ruleset = ms.STANDARD.with_extensions(named, name="nobody_registered")
    check_extension(ruleset, seeds=[2], players=[3], decisions=30)


@pytest.mark.long
def test_a_rule_that_reveals_pieces_is_reported() -> None:
    """A rule that raises ``HiddenPieceError`` in a public state is reported, because bots cannot analyse its moves."""

    def looking(state: ms.GameState, move: LightLamp) -> tuple[ms.Event, ...]:
        if state.hidden is None:
            raise ms.HiddenPieceError("the next moth")
        return decide(state, move)

    (found,) = findings(with_rule(decide=looking))
    assert found.promise == "bots"
    assert found.complaint == (
        "bots.analyse cannot look at the next moth, which lies face down: an event such as CardAwaited must "
        "await the piece"
    )


def test_games_that_influence_each_other_are_reported() -> None:
    """A reaction that stores something outside the state is reported when the games are played again."""
    pays = [1]
    ruleset = reacting(TurnStarted, lambda state, _: (MoneyMoved("bank", state.turn_seat, pays[0]),))
    games = [start_game(ruleset, seed, 2) for seed in (1, 2)]
    for played in games:
        after, events = ms.apply(played.opening, ms.Pass())
        played.steps.append(ms.Step(played.opening, ms.Pass(), after, events))
    assert not [*check_repeatability(games, 5)]
    pays[0] = 2
    assert [*check_repeatability(games, 5)] == ["a game with the same setup starts differently the second time"]
    steady = [attrs.evolve(played, opening=ms.fold([played.started])) for played in games]
    assert [*check_repeatability(steady, 5)] == [
        "Pass() has other effects while other games are in progress (game 1, decision 1)",
    ]
