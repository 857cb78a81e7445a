"""
An extension that keeps all promises, and tools to break each of them.

LAMP-1: a player with enough groszy lights lamps of two sizes, up to 40 in a game. Some lamps attract a moth, which is a
card of a deck; a golden moth earns a grosz.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, FaceUp, Tally
from magnum_sal.model.events import CardAwaited, CardTurnedUp, MoneyMoved, PartChanged
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.model.fields import Count
from magnum_sal.model.rule import Notation, Part, Rule, When
from magnum_sal.model.state import Draft
from magnum_sal.testing import BrokenPromiseError, Finding, check_extension


@attrs.frozen
class LightLamp(ms.Move):
    """Light a lamp of a size, at any time (LAMP-1)."""

    type: ClassVar[str] = "light_lamp"
    size: Count


@attrs.frozen
class Lamps:
    """The extension's part of the state: the lamps lit, and the moths that came."""

    lit: Count
    moths: Count


@attrs.frozen
class LampBroke(ms.Event):
    """A lamp broke; some of the broken extensions return this event."""

    type: ClassVar[str] = "lamp_broke"
    lamps: Count


def lamps(state: ms.GameState) -> Lamps:
    """Return the extension's part of the state."""
    kept: Lamps = state.extras["lamps"]
    return kept


def moves(state: ms.GameState) -> Iterator[LightLamp]:
    """Yield the lamps that the player can light."""
    return (LightLamp(size) for size in (1, 2) if size <= state.player.money and lamps(state).lit < 40)


def objection(state: ms.GameState, move: LightLamp) -> ms.Objection | None:
    """Return the objection to a lamp, or None."""
    if lamps(state).lit >= 40:
        return ms.Objection("LAMP-1", "no_lamp_left")
    if move.size not in (1, 2):
        return ms.Objection("LAMP-1", "no_such_lamp", {"size": move.size})
    if move.size > state.player.money:
        return ms.Objection("LAMP-1", "too_dear_a_lamp", {"price": move.size, "money": state.player.money})
    return None


def decide(state: ms.GameState, move: LightLamp) -> tuple[ms.Event, ...]:
    """Return the events of lighting a lamp."""
    more = attrs.evolve(lamps(state), lit=lamps(state).lit + 1)
    return (MoneyMoved(state.turn_seat, "bank", move.size), PartChanged("lamps", more))


def awaited(state: ms.GameState, event: PartChanged) -> Iterable[ms.Event]:
    """Request a moth with every third lamp."""
    is_lit = isinstance(event.value, Lamps) and event.value.lit % 3 == 1 and event.value.moths * 3 < event.value.lit
    return (CardAwaited("moths"),) if is_lit and state.extras["moths"].down else ()


def counted(state: ms.GameState, event: CardTurnedUp) -> Iterable[ms.Event]:
    """Count a moth that came; a golden one earns a grosz."""
    came = (PartChanged("lamps", attrs.evolve(lamps(state), moths=lamps(state).moths + 1)),)
    return came if event.card == "grey" else (*came, MoneyMoved("bank", state.turn_seat, 1))


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the number of lamps, and the moths."""
    return Tally("lamps", lamps(state).lit), FaceUp("moths", state.extras["moths"].up)


RULE = Rule(
    LightLamp,
    When.FREE,
    moves,
    objection,
    decide,
    notation=Notation(
        lambda _, move: f"lamp {move.size}",
        lambda _, text: LightLamp(int(text[5:])) if text.startswith("lamp ") and text[5:].isdecimal() else None,
    ),
    why_not=lambda state: objection(state, LightLamp(1)) or ms.Objection("LAMP-1", "no_lamp_left"),
    answers=lambda *_: {"size": (1, 2)},
)

WORDS = {
    "light_lamp": "light a lamp",
    "lamps": "lamps",
    "moths": "moths",
    "grey": "grey moth",
    "golden": "golden moth",
    "light_lamp.told": "lights a lamp of size {size}",
    "light_lamp.asks.size": "How large?",
    "LAMP-1.no_lamp_left": "no lamp is left",
    "LAMP-1.no_such_lamp": "there is no lamp of size {size}",
    "LAMP-1.too_dear_a_lamp": "a lamp costs {price:grosz}, but you have only {money}",
}

GERMAN = {
    "light_lamp": "Lampe anzünden",
    "lamps": "Lampen",
    "moths": "Motten",
    "grey": "graue Motte",
    "golden": "goldene Motte",
    "light_lamp.told": "zündet eine Lampe der Größe {size} an",
    "light_lamp.asks.size": "Wie groß?",
    "LAMP-1.no_lamp_left": "es ist keine Lampe mehr da",
    "LAMP-1.no_such_lamp": "eine Lampe der Größe {size} gibt es nicht",
    "LAMP-1.too_dear_a_lamp": "eine Lampe kostet {price:grosz}, du hast aber nur {money}",
}

PART = Part("lamps", Lamps, lambda *_: Lamps(0, 0), display=beside_the_board)

EXTENSION = Extension(
    "lamps",
    rules=(RULE,),
    reactions=(Reaction(PartChanged, awaited), Reaction(CardTurnedUp, counted)),
    decks=(Deck("moths", ("grey", "golden") * 6, "LAMP-1"),),
    part=PART,
    labels={"en": WORDS},
    texts={"en": (ms.RuleText("LAMP-1", "lamps", "Lamps are lit.", "Moths come."),)},
)

GERMAN_TEXT = ms.RuleText("LAMP-1", "Lampen", "Man zündet Lampen an.", "Motten kommen.")
"""The text of the rule in German, for extensions with German words."""

_numbers = itertools.count(1)


def game(extension: Extension, **changes: Any) -> ms.Ruleset:
    """Return the standard game with an extension, registered under a new name that the extension has words for."""
    name = f"lamps_{next(_numbers)}"
    labels = {language: {name: "game with lamps", **words} for language, words in extension.labels.items()}
    ruleset = ms.STANDARD.with_extensions(attrs.evolve(extension, labels=labels), name=name, **changes)
    ms.register(ruleset)
    return ruleset


def with_rule(**changes: Any) -> ms.Ruleset:
    """Return the game with changes to the rule of the lamps."""
    return game(attrs.evolve(EXTENSION, rules=(attrs.evolve(RULE, **changes),)))


def with_words(**words: str | None) -> ms.Ruleset:
    """Return the game with other words; ``__`` in a keyword stands for ``-1.``."""
    changed = WORDS | {key.replace("__", "-1."): told for key, told in words.items()}
    return game(attrs.evolve(EXTENSION, labels={"en": {key: told for key, told in changed.items() if told}}))


def displaying(display: Callable[[ms.GameState], Iterable[DisplayItem]] | None, **changes: Any) -> ms.Ruleset:
    """Return the game with another display of the lamps, and other changes to the extension."""
    part = attrs.evolve(PART, display=display)
    return game(attrs.evolve(EXTENSION, part=part, **changes))


def reacting(to: type[ms.Event], react: Callable[[ms.GameState, Any], Iterable[ms.Event]]) -> ms.Ruleset:
    """Return the game with one more reaction."""
    return game(attrs.evolve(EXTENSION, reactions=(*EXTENSION.reactions, Reaction(to, react))))


def breaking(fold: Callable[[Draft, LampBroke], None], **changes: Any) -> ms.Ruleset:
    """Return the game in which each lamp breaks at once, by an event with its own fold, and with other changes."""
    rule = attrs.evolve(RULE, decide=lambda state, move: (*decide(state, move), LampBroke(1)))
    return game(attrs.evolve(EXTENSION, rules=(rule,), events={LampBroke: fold}, **changes))


def findings(ruleset: ms.Ruleset, **options: Any) -> tuple[Finding, ...]:
    """Return the findings of ``check_extension``."""
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(ruleset, players=[2], **{"seeds": [1], "decisions": 24, "most": 50, **options})
    return caught.value.findings
