"""Extensions: what an expansion adds to a game beside kinds of moves: reactions, decks, numbers by position."""

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

_RESERVED: Final = frozenset((COURSE, "seen", *PENDING_PILES))
"""Ids that parts of the state have already."""


@attrs.frozen(eq=False)
class Reaction(Immutable):
    """
    What an extension makes happen when something has happened.

    It is asked once all that the rules bring by themselves is there, and before the next decision: in the order of the
    events, and for each of them in the order of the ruleset's extensions. What it returns happens before the next
    reaction is asked, and can be reacted to as well.
    """

    to: type[Event]
    """The class of the events; ``Event`` stands for all of them."""
    react: Callable[[GameState, Any], Iterable[Event]]
    """Returns what follows on an event, from the state as it is by then; no events where nothing does."""

    def __attrs_post_init__(self) -> None:
        to: Any = self.to
        if not (inspect.isclass(to) and issubclass(to, Event)):
            raise MisuseError(f"a reaction to {brief(to)}, which is no class of Event")
        if not callable(self.react):
            raise MisuseError(f"a reaction to {self.to.__name__}: react: {brief(self.react)} is no function")


@attrs.frozen
class Deck(Immutable):
    """
    Cards of an extension that lie face down, shuffled when a game is set up.

    One is turned up by the event ``CardAwaited``; ``extras`` holds the deck in play, a ``CardPile``, under its id.
    """

    id: str
    """What setups, states and events call it, such as ``"omens"``."""
    cards: tuple[str, ...]
    """The ids of its cards, as often as there are cards."""
    rule: str
    """The id of the rule that tells when one is turned up."""

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not str or not self.id.isidentifier() or self.id in _RESERVED:
            raise MisuseError(
                f"{brief(self.id)} is no id of a deck: a text such as 'omens', and none of the game's own"
            )
        cards: Any = self.cards
        if not isinstance(cards, tuple) or not all(type(card) is str and card.isidentifier() for card in cards):
            raise MisuseError(f"deck {self.id!r}: cards: {brief(cards)} is no tuple of ids such as 'flood'")

    @property
    def part(self) -> Part:
        """The part of the state that it is in play; the order is that of ``cards`` where no setup says it."""
        return Part(
            self.id,
            CardPile,
            lambda _ruleset, _players: CardPile((), len(self.cards), self.cards),
            public=CardPile.public,
        )


@attrs.frozen(eq=False)
class Extension(Immutable):
    """
    All that is added to a game as one, such as a published expansion; ``Ruleset.with_extensions`` takes it in.

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
    """One word for it, such as ``"omens"``."""
    rules: tuple[Rule, ...] = ()
    """The kinds of moves that it brings, with their buildings and tools."""
    reactions: tuple[Reaction, ...] = ()
    """What it makes happen by itself, in the order in which it is asked."""
    decks: tuple[Deck, ...] = ()
    """Its cards that lie face down."""
    rulings: Mapping[str, Callable[[Any], Any]] = MappingProxyType({})
    """
    What it changes of the ruleset's ``Rulings``, by name: a function that takes the ruling there is, and returns the
    one in its place. So several extensions can change one number, each asking the one before.
    """
    part: Part | None = None
    """Its own part of the state."""
    switches: tuple[Switch, ...] = ()
    """What a table can choose about it; ``state.ruleset.setting("name")`` says how."""
    events: Mapping[type[Event], EventFold] = MappingProxyType({})
    """Its own events with their fold."""
    display: Callable[[GameState], Iterable[DisplayItem]] | None = None
    """Yields what lies beside the board, for pictures."""
    player_display: Callable[[GameState, int], Iterable[DisplayItem]] | None = None
    """Yields what a seat has of it, for pictures of what the players own."""
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Its words by language and id, as ``Rule.labels`` are; those of its rules may stand here, too."""
    texts: Mapping[str, tuple[RuleText, ...]] = MappingProxyType({})
    """What ``rule_texts`` tells of it, as ``Rule.texts`` do."""

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not str or not self.id.isidentifier():
            raise MisuseError(f"{brief(self.id)} is no id of an extension: a text such as 'omens'")
        kinds = {"rules": Rule, "reactions": Reaction, "decks": Deck, "switches": Switch}
        for name, kind in kinds.items():
            held = getattr(self, name)
            if not isinstance(held, tuple) or not all(isinstance(entry, kind) for entry in held):
                raise MisuseError(f"extension {self.id!r}: {name} is not a tuple with a {kind.__name__} in each place")
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
            raise MisuseError(f"extension {self.id!r}: part: {brief(part)} is no Part with a key of its own")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the state that it brings: its own, and one for each deck."""
        own = () if self.part is None else (self.part,)
        return (*own, *(deck.part for deck in self.decks))
