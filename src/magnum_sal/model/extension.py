"""Extensions: everything that an expansion adds to a game, such as rules, reactions, decks and rulings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from ..errors.messages import brief
from ._event_base import Event
from .course import COURSE, CardPile
from .display import DisplayItem
from .pieces import PENDING_PILES
from .rule import Part, Rule, Rulings, check_labels, check_tagged_class
from .switches import Switch

if TYPE_CHECKING:
    from .rule import EventFold
    from .rule_text import RuleText
    from .state import GameState

__all__ = ["CardPile", "Deck", "Extension", "Reaction"]

# A pending piece names its pile with one of the last three words, so no deck may use one of them as its id.
_RESERVED: Final = frozenset((COURSE, "seen", *PENDING_PILES))
"""Keys of ``extras`` that the library uses."""


@attrs.frozen(eq=False)
class Reaction(Immutable):
    """
    An extension's reaction to a class of events.

    The engine calls reactions before the next decision, after all events of the rules. For each event in order, it
    calls the reactions in the order of the ruleset's extensions. The events that a reaction returns happen before the
    next reaction is called, and extensions can react to them, too.
    """

    to: type[Event]
    """The class of events to react to; ``Event`` stands for all classes."""
    react: Callable[[GameState, Any], Iterable[Event]]
    """Returns the events that follow from an event in the current state, if any."""

    def __attrs_post_init__(self) -> None:
        to: Any = self.to
        if not (inspect.isclass(to) and issubclass(to, Event)):
            raise MisuseError(f"a reaction needs a class of Event, not {brief(to)}")
        if not callable(self.react):
            raise MisuseError(f"a reaction to {self.to.__name__}: react: expected a function, got {brief(self.react)}")


@attrs.frozen
class Deck(Immutable):
    """
    The face-down cards of an extension, which are shuffled when a game is set up.

    The event ``CardAwaited`` requests the next card. ``extras`` stores the deck in play as a ``CardPile`` under its id.
    """

    id: str
    """The id in setups, states and events, such as ``"omens"``."""
    cards: tuple[str, ...]
    """The ids of the cards, one entry per card."""
    rule: str
    """The id of the rule that describes when a card is turned up."""

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not str or not self.id.isidentifier() or self.id in _RESERVED:
            raise MisuseError(
                f"the id of a deck must be a text such as 'omens' that the game does not use, not {brief(self.id)}"
            )
        cards: Any = self.cards
        if not isinstance(cards, tuple) or not all(type(card) is str and card.isidentifier() for card in cards):
            raise MisuseError(f"deck {self.id!r}: cards: expected a tuple of ids such as 'flood', got {brief(cards)}")

    @property
    def part(self) -> Part:
        """The part of the state for the deck in play. Without a setup, the cards are in the order of ``cards``."""
        return Part(
            self.id,
            CardPile,
            lambda _ruleset, _players: CardPile((), len(self.cards), self.cards),
            public=CardPile.public,
        )


@attrs.frozen(eq=False)
class Extension(Immutable):
    """
    Everything that an expansion adds to a game; pass it to ``Ruleset.with_extensions``.

    >>> import magnum_sal as ms
    >>> from magnum_sal.model.events import ChamberRevealed, MoneyMoved
    >>> def grosz_for_revealing(state, event):
    ...     return (MoneyMoved("bank", state.turn_seat, 1),)
    >>> finders = Extension("finders", reactions=(Reaction(ChamberRevealed, grosz_for_revealing),))
    >>> game = ms.STANDARD.with_extensions(finders, name="finders_game")
    >>> from magnum_sal.testing import position
    >>> state = position("S1: A | S2: A | A: 3 groszy", ruleset=game)
    >>> state.play(ms.PlaceMiner("stock", "1L1")).players[0].money
    4
    """

    id: str
    """An identifier, such as ``"omens"``."""
    rules: tuple[Rule, ...] = ()
    """The kinds of moves that the extension adds, with their buildings and tools."""
    reactions: tuple[Reaction, ...] = ()
    """The reactions to events, in calling order."""
    decks: tuple[Deck, ...] = ()
    """The decks of face-down cards."""
    rulings: Mapping[str, Callable[[Any], Any]] = MappingProxyType({})
    """
    Functions that wrap the ruleset's ``Rulings``, by name. Each takes the current ruling and returns the
    replacement. So several extensions can change the same ruling, each building on the previous result.
    """
    part: Part | None = None
    """The extension's own part of the state; None if it needs no part."""
    switches: tuple[Switch, ...] = ()
    """The switches that players can set; read them with ``state.ruleset.setting("name")``."""
    events: Mapping[type[Event], EventFold] = MappingProxyType({})
    """The extension's own event classes with their folds."""
    display: Callable[[GameState], Iterable[DisplayItem]] | None = None
    """Yields the items beside the board, for pictures."""
    player_display: Callable[[GameState, int], Iterable[DisplayItem]] | None = None
    """Yields a seat's items, for pictures of the player's possessions."""
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Words by language and id, as in ``Rule.labels``. They may include the words of the extension's rules."""
    texts: Mapping[str, tuple[RuleText, ...]] = MappingProxyType({})
    """Rule texts, as in ``Rule.texts``."""

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not str or not self.id.isidentifier():
            raise MisuseError(f"the id of an extension must be a text such as 'omens', not {brief(self.id)}")
        kinds = {"rules": Rule, "reactions": Reaction, "decks": Deck, "switches": Switch}
        for name, kind in kinds.items():
            held = getattr(self, name)
            if not isinstance(held, tuple) or not all(isinstance(entry, kind) for entry in held):
                raise MisuseError(f"extension {self.id!r}: {name}: expected a tuple of {kind.__name__}")
        known = [field.name for field in attrs.fields(Rulings)]
        for ruling, wrap in self.rulings.items():
            if ruling not in known or not callable(wrap):
                raise MisuseError(
                    f"extension {self.id!r}: rulings: {brief(ruling)} is not one of {', '.join(known)} with a function"
                )
        for event in self.events:
            check_tagged_class(event, Event)
        check_labels(f"extension {self.id!r}", self.labels)
        part: Any = self.part
        if part is not None and (not isinstance(part, Part) or part.key in _RESERVED):
            raise MisuseError(f"extension {self.id!r}: part: expected a Part with its own key, got {brief(part)}")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the state that the extension adds: its own part, and one for each deck."""
        own = () if self.part is None else (self.part,)
        return (*own, *(deck.part for deck in self.decks))
