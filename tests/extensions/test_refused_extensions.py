"""Inconsistent extensions are reported when they are created, or when a ruleset includes them."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest
from tests.extensions.omens import OMENS

import magnum_sal as ms
from magnum_sal.model._event_base import library_event_types
from magnum_sal.model.events import GameStarted, MomentsPassed, MoneyMoved, StandardEvent, TileSeen
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.model.rule import Part


def keeping(name: str, kind: type) -> Extension:
    """Return an extension with a part of the state."""
    return Extension(name, part=Part("kept", kind, lambda *_: kind()))


def dealing(deck: str) -> Extension:
    """Return an extension with a deck."""
    return Extension("dealing", decks=(Deck(deck, ("card",), "X-1"),))


def told_by(name: str, tag: str = "heard") -> Extension:
    """Return an extension with its own event."""

    @attrs.frozen
    class Heard(ms.Event):
        type = tag

    return Extension(name, events={Heard: lambda *_: None})


def test_an_event_of_the_librarys_type_is_refused() -> None:
    """An extension's event with a type of the library is refused, since logs would be misread."""
    for extension in (told_by("thief", "money_moved"), Extension("thief", events={MoneyMoved: lambda *_: None})):
        with pytest.raises(
            ms.MisuseError, match="'thief_game': an event has the type 'money_moved', which the library us"
        ):
            ms.STANDARD.with_extensions(extension, name="thief_game")


def test_the_types_of_the_librarys_events() -> None:
    """All events of the library are known without a list of their own."""
    assert library_event_types() == {event.type for event in get_args(StandardEvent)}


@pytest.mark.parametrize("key", ["seen", "course", "looks", "tile"])
def test_a_part_of_a_rule_cannot_have_a_key_of_the_library(key: str) -> None:
    """Like the part of an extension, the part of a rule has its own key, since the library would overwrite it."""
    rule = attrs.evolve(ms.STANDARD.rules[0], part=Part(key, int, lambda *_: 0))
    with pytest.raises(ms.MisuseError, match=f"a part has the key '{key}', which the library uses"):
        attrs.evolve(ms.STANDARD, name="a house", rules=(rule, *ms.STANDARD.rules[1:]))


@pytest.mark.parametrize(
    ("extension", "told"),
    [
        (lambda: Extension("two words"), "the id of an extension must be a text such as 'omens', not 'two words'"),
        (
            lambda: Deck("seen", ("one",), "X-1"),
            "the id of a deck must be a text such as 'omens' that the game does not use",
        ),
        (lambda: Deck("deck", ("two words",), "X-1"), "cards: expected a tuple of ids"),
        (lambda: Reaction(int, len), "a reaction needs a class of Event"),  # type: ignore[arg-type]
        (
            lambda: Reaction(GameStarted, lambda *_: ()),
            "a reaction to GameStarted would never be called: react to PhaseStarted, whose phase is 1 when the game",
        ),
        (lambda: Reaction(MomentsPassed, lambda *_: ()), "a reaction to MomentsPassed would never be called: react"),
        (lambda: Reaction(TileSeen, lambda *_: ()), "a reaction to TileSeen would never be called: it is a secret; re"),
        (lambda: Extension("odd", rulings={"hiring": len}), "rulings: 'hiring' is not one of reachable"),
        (lambda: Extension("odd", rules=(1,)), "rules: expected a tuple of Rule"),  # type: ignore[arg-type]
        (lambda: ms.STANDARD.with_extensions(OMENS, OMENS, name="twice"), "two extensions share the id 'omens'"),
        (
            lambda: attrs.evolve(ms.STANDARD, name="twice", rules=(*ms.STANDARD.rules, ms.STANDARD.rules[3])),
            f"two rules share the move type {ms.STANDARD.rules[3].move.type!r}",
        ),
        (lambda: ms.STANDARD.with_extensions(keeping("a", int), keeping("b", str), name="two"), "share the key 'kept'"),
        (lambda: ms.STANDARD.with_extensions(dealing("kept"), keeping("b", str), name="two"), "a deck and a part"),
        (lambda: ms.STANDARD.with_extensions(told_by("a"), told_by("b"), name="two"), "two events share a type"),
        (lambda: ms.STANDARD.with_extensions(1, name="one"), "extensions: expected an Extension, got 1"),  # type: ignore[arg-type]
        (
            lambda: attrs.evolve(ms.STANDARD, name="crowd", miners_per_colour=64),
            "64 is not a whole number from 0 to 63",
        ),
        (lambda: attrs.evolve(ms.STANDARD, name="none", miners_per_colour=-1), "-1 is not a whole number from 0 to 63"),
        (
            lambda: attrs.evolve(OMENS.rules[0], due=None),
            r"the rule of 'blame': due must be a function if when is When\.DUE, and None otherwise",
        ),
    ],
)
def test_an_inconsistent_extension_is_reported(extension: object, told: str) -> None:
    """An inconsistent extension is reported when it is created, or when a ruleset includes it."""
    with pytest.raises(ms.MisuseError, match=told):
        extension()  # type: ignore[operator]
