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
from .course import COURSE, CardPile, RolledDie
from .display import DisplayItem, PieceAt
from .draws import PLAIN_STREAM
from .looks import LOOKS, Looks
from .mine import CHAMBERS
from .parts import SEEN
from .pieces import LOOK, PENDING_PILES
from .rule import Part, Rule, Rulings, check_entries, check_folds, check_function, check_labels, check_texts
from .switches import Switch
from .symbol import Symbol

if TYPE_CHECKING:
    from .rule import EventFold
    from .rule_text import RuleText
    from .state import GameState

__all__ = ["CardPile", "Deck", "Die", "Extension", "Reaction", "RolledDie"]

# The last of these keys are values of ``Pending.pile``, so a deck or a die must not have one of them as its id.
RESERVED: Final = frozenset((COURSE, SEEN, LOOKS, LOOK, *PENDING_PILES))
"""Keys of ``extras`` that the library uses."""

# The module of ``GameStarted`` imports rulesets, which import this module. So the keys are the types of the events
# instead of their classes.
_NEVER_HEARD: Final = {
    "game_started": "react to PhaseStarted, whose phase is 1 when the game begins",
    "moments_passed": "react to the events that the reactions return",
    "tile_seen": "it is a secret; react to TileLookedAt",
}
"""The types of the events to which nothing can react, each with advice for authors of reactions."""


@attrs.frozen(eq=False)
class Reaction(Immutable):
    """
    An extension's reaction to a class of events.

    The engine calls reactions before the next decision, after all events of the rules. For each event in order, it
    calls the reactions in the order of the ruleset's extensions. The events that a reaction returns happen before the
    next reaction is called, and extensions can react to them, too.
    """

    to: type[Event]
    """
    The class of events to react to; ``Event`` stands for all classes that the engine lets extensions react to.

    The reaction gets the events of exactly this class, not of its subclasses. The engine lets extensions react to all
    classes except three, which are refused: ``GameStarted`` (react to ``PhaseStarted``, whose ``phase``
    is 1 when the game begins), ``TileSeen``, which is a secret, and ``MomentsPassed``, which counts events that have
    had their reactions.
    """
    react: Callable[[GameState, Any], Iterable[Event]]
    """Returns the events that follow from an event in the current state, if any."""

    def __attrs_post_init__(self) -> None:
        to: Any = self.to
        if not (inspect.isclass(to) and issubclass(to, Event)):
            raise MisuseError(f"a reaction needs a class of Event, not {brief(to)}")
        if advice := _NEVER_HEARD.get(getattr(to, "type", "")):
            raise MisuseError(f"a reaction to {self.to.__name__} would never be called: {advice}")
        check_function(f"a reaction to {self.to.__name__}", "react", self.react)


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
    reshuffles: bool = False
    """
    Whether the deck never runs out: if a card is awaited and the stack is empty, all face-up cards are shuffled to form
    a new stack. The setup of the game also fixes these shuffles. While a game is set up, the deck cannot be reshuffled:
    ``new_game`` then raises ``MisuseError``.
    """
    display: Callable[[GameState], Iterable[DisplayItem]] | None = None
    """Yields the items that pictures draw beside the board for the deck, as in ``Part.display``."""

    def __attrs_post_init__(self) -> None:
        _check_id(self.id, "deck", "omens")
        cards: Any = self.cards
        if not isinstance(cards, tuple) or not all(type(card) is str and card.isidentifier() for card in cards):
            raise MisuseError(f"deck {self.id!r}: cards: expected a tuple of ids such as 'flood', got {brief(cards)}")
        check_function(f"deck {self.id!r}", "display", self.display, may_be_none=True)

    @property
    def part(self) -> Part:
        """The part of the state for the deck in play. Without a setup, the cards are in the order of ``cards``."""
        stream = PLAIN_STREAM if self.reshuffles else None
        return Part(
            self.id,
            CardPile,
            lambda _ruleset, _players: CardPile((), len(self.cards), self.cards, 0, stream),
            public=CardPile.public,
            display=self.display,
            numbers=self._count_cards,
        )

    def _count_cards(self, state: GameState, _seat: int) -> Mapping[str, tuple[int, int]]:
        """Return the numbers of face-down cards and of each kind of face-up card."""
        pile: CardPile = state.extras[self.id]
        cards = {card: self.cards.count(card) for card in self.cards}
        return {"down": (pile.down, len(self.cards))} | {
            f"up.{card}": (pile.up.count(card), most) for card, most in cards.items()
        }


@attrs.frozen
class Die(Immutable):
    """
    A die of an extension. Each of its faces is equally likely, however often the die is rolled.

    The event ``DieAwaited`` requests a roll. ``extras`` stores the die in play as a ``RolledDie`` under its id. The
    setup of a game fixes all rolls, so undo and redo give the same roll again. In a public state, nobody knows the next
    roll, and the die is the ``pending`` piece.

    Raises ``MisuseError`` if the id is not an identifier or belongs to the library, or if a face is not an id.
    """

    id: str
    """The id in setups, states and events, such as ``"weather"``."""
    faces: tuple[str, ...]
    """The ids of the faces, such as ``("1", "2", "3", "4", "5", "6")``; a face listed twice is twice as likely."""
    rule: str
    """The id of the rule that describes when the die is rolled."""
    display: Callable[[GameState], Iterable[DisplayItem]] | None = None
    """Yields the items that pictures draw beside the board for the die, such as ``DieFace``, as in ``Part.display``."""

    def __attrs_post_init__(self) -> None:
        _check_id(self.id, "die", "weather")
        faces: Any = self.faces
        if not isinstance(faces, tuple) or not faces or not all(_is_face(face) for face in faces):
            raise MisuseError(
                f"die {self.id!r}: faces: expected a tuple of ids (letters, digits and _) such as '6' or 'rain', "
                f"got {brief(faces)}"
            )
        check_function(f"die {self.id!r}", "display", self.display, may_be_none=True)

    @property
    def part(self) -> Part:
        """The part of the state for the die in play."""
        return Part(
            self.id,
            RolledDie,
            lambda _ruleset, _players: RolledDie(None, 0, PLAIN_STREAM),
            public=RolledDie.public,
            display=self.display,
            numbers=self._show_face,
        )

    def _show_face(self, state: GameState, _seat: int) -> Mapping[str, tuple[int, int]]:
        """Return a number for each face: 1 if the last roll shows it, and 0 otherwise."""
        die: RolledDie = state.extras[self.id]
        return {f"face.{face}": (int(face == die.face), 1) for face in self.faces}


def _check_id(given: object, kind: str, example: str) -> None:
    if type(given) is not str or not given.isidentifier() or given in RESERVED:
        raise MisuseError(
            f"the id of a {kind} must be a text such as {example!r} that the game does not use, not {brief(given)}"
        )


def _is_face(face: object) -> bool:
    return type(face) is str and f"_{face}".isidentifier() and face != ""


def _looks_of(state: GameState, seat: int) -> Iterable[DisplayItem]:
    """Yield the chambers whose face-down tiles *seat* has looked at, which everybody may know."""
    looks: Looks = state.extras[LOOKS]
    return (PieceAt("looked_at", look.chamber) for look in looks.made if look.seat == seat)


def _count_looks(state: GameState, seat: int) -> Mapping[str, tuple[int, int]]:
    """Return who has looked at which tile, which everybody may know. In the names, ``seat_0`` is the observer."""
    looks: Looks = state.extras[LOOKS]
    count = len(state.players)
    return {
        f"seat_{place}.{chamber}": (int(looks.find_look((seat + place) % count, chamber) is not None), 1)
        for place in range(count)
        for chamber in CHAMBERS
    }


LOOKS_PART: Final = Part(
    LOOKS,
    Looks,
    lambda _ruleset, _players: Looks(),
    public=Looks.public,
    player_display=_looks_of,
    numbers=_count_looks,
)
"""The part of the state for looks, which all extensions with ``has_looks`` share."""


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
    dice: tuple[Die, ...] = ()
    """The dice."""
    has_looks: bool = False
    """
    Whether its rules let players look at face-down tiles, with the event ``TileLookedAt``. Each player then has a view
    of the game with the tiles seen so far (``GameState.seen_by``, PUBLIC-1).
    """
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
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Words by language and id, as in ``Rule.labels``. They may include the words of the extension's rules."""
    texts: Mapping[str, tuple[RuleText, ...]] = MappingProxyType({})
    """Rule texts, as in ``Rule.texts``."""
    symbols: Mapping[str, Symbol] = MappingProxyType({})
    """
    Drawings of the extension's tools and buildings by id, as ``magnum_sal.render.Symbol``. Pictures show a tool without
    a drawing as a card, and a building as a house. The drawing of a piece of the standard game replaces the library's.
    """

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not str or not self.id.isidentifier():
            raise MisuseError(f"the id of an extension must be a text such as 'omens', not {brief(self.id)}")
        kinds = {"rules": Rule, "reactions": Reaction, "decks": Deck, "dice": Die, "switches": Switch}
        for name, kind in kinds.items():
            check_entries(f"extension {self.id!r}", name, getattr(self, name), kind)
        known = [field.name for field in attrs.fields(Rulings)]
        rulings: Any = self.rulings
        if not isinstance(rulings, Mapping):
            raise MisuseError(f"extension {self.id!r}: rulings: expected functions by name, got {brief(rulings)}")
        for ruling, wrap in rulings.items():
            if ruling not in known or not callable(wrap):
                raise MisuseError(
                    f"extension {self.id!r}: rulings: {brief(ruling)} is not one of {', '.join(known)} with a function"
                )
        if type(self.has_looks) is not bool:
            raise MisuseError(f"extension {self.id!r}: has_looks: expected True or False, got {brief(self.has_looks)}")
        check_folds(f"extension {self.id!r}", self.events)
        check_labels(f"extension {self.id!r}", self.labels)
        check_texts(f"extension {self.id!r}", self.texts)
        symbols: Any = self.symbols
        if not isinstance(symbols, Mapping) or not all(isinstance(symbol, Symbol) for symbol in symbols.values()):
            raise MisuseError(
                f"extension {self.id!r}: symbols: expected drawings (render.Symbol) by id, got {brief(symbols)}"
            )
        part: Any = self.part
        if part is not None and (not isinstance(part, Part) or part.key in RESERVED):
            raise MisuseError(f"extension {self.id!r}: part: expected a Part with its own key, got {brief(part)}")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the state that the extension adds: its own part, and those for decks, dice and looks."""
        own = () if self.part is None else (self.part,)
        looks = (LOOKS_PART,) if self.has_looks else ()
        return (*own, *(deck.part for deck in self.decks), *(die.part for die in self.dice), *looks)
