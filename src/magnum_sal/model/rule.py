"""The extension point of the engine: a rule is a kind of move and everything the engine knows about it."""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from .._internal.constructors import derive
from .._internal.immutable import Immutable
from ..errors import FAILURES, ExtensionError, MisuseError, Objection, blame_function
from ..errors.messages import brief
from ._event_base import Event
from .display import DisplayItem, show_nothing
from .mine import Mine
from .moves import ExtractSalt, Move
from .part_values import find_misfit
from .score import Score

if TYPE_CHECKING:
    # Only extensions have rule texts, so the class is not imported at runtime.
    from .rule_text import RuleText

    # This cycle of imports is inherent: a rule takes states, a state has a ruleset, and a ruleset consists of rules.
    from .ruleset import Ruleset
    from .state import Draft, GameState

__all__ = ["Building", "EventFold", "Notation", "Part", "Phrase", "Question", "Rule", "Rulings", "When"]


class When(enum.Enum):
    """The moments when the moves of a rule are allowed."""

    ACTION = "as one of the turn's actions"
    """As one of the turn's actions (TURN-1)."""
    AFTER_PLACING = "right after placing or moving a miner in the mine, within the same action"
    """Right after a miner was placed or moved in the mine, within the same action (ROPE-1)."""
    FREE = "at any time in the player's turn, without an action"
    """At any time during the player's own turn, without an action (TURN-2)."""
    TURN_END = "when no action is left"
    """When no actions are left, although a tool could still be used (TURN-2)."""
    ARRIVAL = "when a miner of the player has reached the castle"
    """When a miner of the player has reached the castle, before anything else (CASTLE-3)."""
    DUE = "when an extension waits for the answer, and before anything else"
    """When an extension needs the player's decision, before anything else."""


WITHOUT_ACTION: Final = frozenset((When.FREE, When.AFTER_PLACING))
"""Moves that need no action. While such a move is legal, the turn does not end automatically (TURN-2)."""


def _is_id(_owner: Any, field: attrs.Attribute[Any], given: object) -> None:
    kind, example = ("tool", "lantern") if field.name == "tool" else ("building", "smithy")
    if (given is not None or kind == "building") and (type(given) is not str or not given.isidentifier()):
        raise MisuseError(f"the id of a {kind} must be a text such as {example!r}, not {brief(given)}")


@attrs.frozen
class Building(Immutable):
    """A building in the town, or one that an extension adds."""

    id: str = attrs.field(validator=_is_id)
    """The id in moves and JSON, such as ``"smithy"``."""
    has_assistant_place: bool = False
    """Whether an assistant can work there (SET-BOARD)."""
    pays_on_visit: bool = True
    """Whether the assistant's owner is paid for visits. The castle's assistant earns from orders instead (ASST-2)."""
    display: Callable[[GameState], Iterable[DisplayItem]] = show_nothing
    """Yields the items to draw at the building; pictures add its name, the assistant and the visits."""

    def __attrs_post_init__(self) -> None:
        check_function(f"building {self.id!r}", "display", self.display)


def check_function(owner: str, name: str, given: object, *, may_be_none: bool = False) -> None:
    """Raise ``MisuseError`` if the argument *name* of *owner* is not a function, or None if it *may_be_none*."""
    if not callable(given) and not (may_be_none and given is None):
        raise MisuseError(f"{owner}: {name}: expected a function, got {brief(given)}")


def check_entries(owner: str, name: str, entries: object, kind: type) -> None:
    """Raise ``MisuseError`` if *entries*, the argument *name* of *owner*, is not a tuple of *kind*."""
    if not isinstance(entries, tuple) or not all(isinstance(entry, kind) for entry in entries):
        comma = "; a tuple with one entry needs a comma" if isinstance(entries, kind) else ""
        raise MisuseError(f"{owner}: {name}: expected a tuple of {kind.__name__}{comma}")


@attrs.frozen
class Notation(Immutable):
    """The notation of a rule's moves: how to format and parse them (see the notation page)."""

    format: Callable[[GameState, Any], str]
    """Returns the notation of a legal move."""
    parse: Callable[[GameState, str], Move | None]
    """
    Returns the move that a string represents, or None if the string does not belong to this rule. Runs of
    spaces have already been replaced by single spaces. Raises ``MalformedError`` if the string belongs to this rule but
    does not determine a move, for example because it is ambiguous.
    """
    example: str = ""
    """
    A move in this notation, such as ``"pump 1L2 3"``. The error for a string that begins with the same word shows it.
    """


@attrs.frozen
class Part(Immutable):
    """The part of ``GameState.extras`` that belongs to a rule."""

    key: str
    """The key in ``extras``, the same for all rules that share the part."""
    value_type: Any
    """
    The type of the value. It must be hashable and consist of attrs classes, tuples, int, str, bool and None, so that
    the value has a JSON form. A plain int is a count; ``Number`` can be negative. Values that do not fit are refused.
    """
    first: Callable[[Ruleset, int], Any]
    """Returns the value at the start of a game, from the ruleset and the number of players."""
    public: Callable[[Any], Any] = lambda value: value
    """Returns the public form of a value; by default the value itself."""
    problem: Callable[[GameState, Any], str | None] = lambda _state, _value: None
    """
    Returns the reason why a value cannot be this part of a state, or None. It checks, for example, that there is an
    entry for each seat, and no more pieces than exist. Readers and ``check_invariants`` call it, so rules need no such
    checks.
    """
    display: Callable[[GameState], Iterable[DisplayItem]] | None = None
    """
    Yields the items that pictures draw beside the board, or at the building whose id is ``key``. None draws nothing.
    Use ``show_nothing`` to state that players need not see the part.
    """
    player_display: Callable[[GameState, int], Iterable[DisplayItem]] | None = None
    """Yields the items that pictures draw in front of the player in a seat. None draws nothing."""
    numbers: Callable[[GameState, int], Mapping[str, tuple[int, int]]] | None = None
    """
    Returns the numbers of the part that learning programs observe (see ``observe``), from a state and the observer's
    seat: by name, the current amount and the amount that is shown as 1. The names, their order and the second amounts
    must always be the same. The state is the observer's view. With None, nothing is observed.
    """

    def __attrs_post_init__(self) -> None:
        if type(self.key) is not str:
            raise MisuseError(f"the key of a part must be a text such as 'smithy', not {brief(self.key)}")
        for name in ("first", "public", "problem"):
            check_function(f"part {self.key!r}", name, getattr(self, name))
        for name in ("display", "player_display", "numbers"):
            check_function(f"part {self.key!r}", name, getattr(self, name), may_be_none=True)

    def first_value(self, ruleset: Ruleset, players: int, *, is_public: bool) -> Any:
        """Return the value at the start of a game, or its public form. Raises ``ExtensionError`` if it is invalid."""
        try:
            value = self.first(ruleset, players)
            hash(value)
        except FAILURES as error:
            raise blame_function(f"part {self.key!r}: first", error) from error
        if misfit := find_misfit(self.value_type, value):
            raise ExtensionError(f"part {self.key!r}: first returned {brief(value)}: {misfit}")
        return self.public_form(value) if is_public else value

    def public_form(self, value: Any) -> Any:
        """Return the public form of a value. Raises ``ExtensionError`` if ``public`` fails."""
        try:
            return self.public(value)
        except FAILURES as error:
            raise blame_function(f"part {self.key!r}: public", error) from error


@attrs.frozen
class Question(Immutable):
    """The next choice on the way to a move (see ``choices``)."""

    name: str
    """The field of the move, such as ``"salt"``, or an entry of the field, such as ``"payments[2]"``."""
    answers: tuple[Any, ...]
    """All answers that lead to a legal move, each once, in a stable order; empty if no move is legal."""
    default: Any = None
    """The answer if the player has no preference; None if there is no default."""


@attrs.frozen
class Phrase(Immutable):
    """A fact about a move that needs words and facts of its own, such as a trade at the market."""

    key: str
    """The id of the words in ``magnum_sal.words``, or in ``Rule.labels``."""
    facts: Mapping[str, Any] = MappingProxyType({})
    """The facts for the words, by name."""


EventFold: TypeAlias = "Callable[[Draft, Any], None]"
"""A function that applies an event by changing the draft of the next state."""

LANGUAGE_CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
"""The form of a language code, such as ``"en"`` or ``"pt-BR"``."""


def _is_move(_rule: Any, _field: attrs.Attribute[Any], given: object) -> None:
    check_tagged_class(given, Move)


def _is_when(rule: Any, _field: attrs.Attribute[Any], given: object) -> None:
    if not isinstance(given, When):
        raise MisuseError(f"the rule of {rule.move.type!r}: when: expected a When, got {brief(given)}")


# Rules are compared by identity. Mappings have no hash, and a ruleset, which contains rules, needs one.
@attrs.frozen(eq=False)
class Rule(Immutable):
    """A kind of move and everything the engine knows about it; the extension point."""

    move: type[Move] = attrs.field(validator=_is_move)
    """The class of the moves."""
    when: When = attrs.field(validator=_is_when)
    """When the moves are allowed."""
    moves: Callable[[GameState], Iterable[Move]]
    """Yields the legal moves, each once, in a stable order. The engine calls it only when ``when`` allows the moves."""
    objection: Callable[[GameState, Any], Objection | None]
    """
    Returns the first objection to a move, or None if and only if ``moves`` yields the move. The engine calls it only
    when ``when`` allows the move.
    """
    decide: Callable[[GameState, Any], tuple[Event, ...]]
    """Returns the events of a legal move. For an action, the engine adds ``ActionTaken`` before them."""
    building: Building | str | None = None
    """
    The building that the moves visit. If they are actions (``When.ACTION`` with ``takes_action``), a turn may visit it
    once (TURN-3), and its assistant's owner is paid (ASST-2). A ``Building`` is added to the board with the rule; an id
    names an existing one.
    """
    takes_action: bool = True
    """False for a ``When.ACTION`` rule whose own events use up the actions (pass, rest)."""
    tool: str | None = attrs.field(default=None, validator=_is_id)
    """The tool that a move uses: the engine requires a ready card and turns it face down (TOOL-1)."""
    events: Mapping[type[Event], EventFold] = MappingProxyType({})
    """The rule's own event classes with their folds."""
    notation: Notation | None = None
    """The notation of the moves."""
    questions: Callable[[GameState, Mapping[str, Any]], Question | Move] | None = None
    """
    Returns the next question, or the move, given the previous answers by question. Set this function if listing all
    moves is too slow. By default, the questions ask for the fields of the listed moves one after another.
    """
    answers: Callable[[Ruleset, int], Mapping[str, Iterable[Any]]] | None = None
    """
    Returns all answers that a question about the moves can ever have, by group of questions, from the ruleset and the
    number of players (see ``answers_of``). Only fields without known bounds need it, such as counts, amounts of money
    and values of your own classes, and questions that are not fields.
    """
    told: Callable[[GameState, Any], Mapping[str, Any]] | None = None
    """
    Returns further facts about a legal move, besides its fields, by name: prices, income, the content of a slot. A fact
    with the name of a field replaces the field. The words that use these facts have an id such as
    ``"visit_smithy.told"``.
    """
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """
    Words by language and id: ``{"en": {"visit_smithy": "visit the smithy"}}``. The id for an
    ``Objection`` joins its rule and its reason: ``"SMITHY-1.nothing_used"``.
    """
    part: Part | None = None
    """The rule's own part of the state, if any."""
    texts: Mapping[str, tuple[RuleText, ...]] = MappingProxyType({})
    """Texts for ``rule_texts`` by language; English is required. A text replaces any other text with the same id."""
    why_not: Callable[[GameState], Objection | None] | None = None
    """
    Returns the reason why ``moves`` yields nothing (``magnum_sal.why_not``). It is called only when ``when`` allows the
    moves. By default, a kind of move without fields uses its ``objection``; other kinds get a general sentence.
    """
    due: Callable[[GameState], bool] | None = None
    """Checks whether the player must make a move of this rule now, before anything else; only for ``When.DUE``."""
    building_id: str | None = attrs.field(init=False)
    """The id of ``building``; None if there is no building."""

    def __attrs_post_init__(self) -> None:
        owner = f"the rule of {self.move.type!r}"
        check_folds(owner, self.events)
        for name in ("moves", "objection", "decide"):
            check_function(owner, name, getattr(self, name))
        for name in ("questions", "answers", "told", "why_not"):
            check_function(owner, name, getattr(self, name), may_be_none=True)
        if callable(self.due) != (self.when is When.DUE):
            raise MisuseError(f"{owner}: due must be a function if when is When.DUE, and None otherwise")
        check_texts(owner, self.texts)
        check_labels(owner, self.labels)
        derive(self, "building_id", self.building.id if isinstance(self.building, Building) else self.building)


def check_texts(owner: str, texts: object) -> None:
    """Check the rule texts of a rule or an extension."""
    if isinstance(texts, Mapping) and not texts:
        return
    # The module is needed only for the rare rules that have their own texts.
    from .rule_text import RuleText

    if not isinstance(texts, Mapping):
        raise MisuseError(f"{owner}: texts: expected tuples of RuleText by language, got {brief(texts)}")
    for language, some in texts.items():
        check_entries(owner, f"texts: {brief(language)}", some, RuleText)


def check_folds(owner: str, events: object) -> None:
    """Check the event classes of a rule or an extension, and their folds."""
    if not isinstance(events, Mapping):
        raise MisuseError(f"{owner}: events: expected folds by event class, got {brief(events)}")
    for event, fold_event in events.items():
        check_tagged_class(event, Event)
        check_function(f"{owner}: events", event.__name__, fold_event)


def check_labels(owner: str, labels: object) -> None:
    """Check the words of a rule or an extension."""
    by_language = labels.items() if isinstance(labels, Mapping) else ((None, None),)
    for language, words in by_language:
        is_words = isinstance(words, Mapping) and all(type(text) is str for pair in words.items() for text in pair)
        if type(language) is not str or words is None or not is_words:
            raise MisuseError(
                f"{owner}: labels: {brief(labels)} are not words by language and id, such as "
                "{'en': {'smithy': 'smithy'}}"
            )
        if not LANGUAGE_CODE.fullmatch(language):
            raise MisuseError(
                f"{owner}: labels: expected the code of a language, such as 'en' or 'pt-BR', got {brief(language)}"
            )
        for key, text in words.items():
            # A terminal might interpret some of these characters, and a picture cannot contain them.
            if not text.isprintable():
                raise MisuseError(f"{owner}: labels: {brief(key)}: {brief(text)} is not printable")


def check_tagged_class(cls: object, base: type) -> None:
    """Check that *cls* is a class of moves or events with a name for JSON."""
    if not (inspect.isclass(cls) and issubclass(cls, base)):
        raise MisuseError(f"expected a class of {base.__name__}, got {brief(cls)}")
    tag = getattr(cls, "type", None)
    if not isinstance(tag, str) or not tag.isidentifier():
        raise MisuseError(f"{cls.__name__}.type: expected a name for JSON such as 'visit_inn', got {tag!r}")


@attrs.frozen
class Rulings(Immutable):
    """The rulings that a group of players may change: functions that rule modules call through the ruleset."""

    reachable: Callable[[int], int]
    """Returns the set of spaces (bits in mine order) that a miner can enter, given the occupied ones (CHAIN-1)."""
    cut_off: Callable[[Mine, str], int]
    """Returns the set of spaces whose miners lose their connection if the last miner leaves a space (CHAIN-2)."""
    may_cut_off: Callable[[Mine, str], bool]
    """Checks whether the last miner may leave a space despite CHAIN-2 (CHAIN-3)."""
    toll_takers: Callable[[tuple[int, ...], int], tuple[int, ...] | None]
    """
    Returns the seats that can be paid for a cube carried through a space, or None if the space is free (HAUL-1). The
    arguments are the seats with miners there and the carrier.
    """
    scoring: Callable[[GameState], tuple[Score, ...]]
    """Returns the standing of all seats (END-1)."""
    other_value: Callable[[GameState, int], int]
    """Returns a seat's value besides money, salt and tools, in groszy; 0 in the standard game (END-1)."""
    assistant_paid: Callable[[GameState, str], tuple[Event, ...]]
    """Returns an assistant's pay at a building, from the state after all effects but tiles, cards and dice (ASST-2)."""
    hiring_price: Callable[[GameState], int | None]
    """Returns the current player's price for the next miner, in groszy; None if no more can be hired (INN-1)."""
    workshop_prices: Callable[[GameState], tuple[int, ...]]
    """Returns the current player's prices for the tools, in groszy by slot (SHOP-1)."""
    pump_prices: Callable[[GameState], tuple[int, ...]]
    """Returns the current player's prices for the first cubes of water; each further cube costs 1 more (PUMP-1)."""
    market_prices: Callable[[GameState], tuple[tuple[int, ...], ...]]
    """Returns the current player's prices for cubes, in groszy, by the spaces of the three columns (MARKET-1)."""
    town_square_income: Callable[[GameState], int]
    """Returns the current player's income from a visit to the town square, in groszy (SQUARE-1)."""
    penalty: Callable[[GameState], int]
    """Returns the current player's penalty for a failed delivery, in groszy (CASTLE-4)."""
    toll: Callable[[GameState, int], int]
    """Returns the amount in groszy that a seat pays for a cube carried through a space that others occupy (HAUL-1)."""
    strength: Callable[[GameState, str, int], int]
    """Returns the strength of a seat's rested miners in a chamber, ignoring pickaxes and water (MINE-1)."""
    miners_tired: Callable[[GameState, ExtractSalt], int]
    """Returns the number of miners that become tired from a legal extraction (MINE-2, VAR-TIRE)."""
    actions: Callable[[GameState, int, int], int]
    """Returns the number of actions in a seat's turn, given the round. A phase's first round is round 1 (TURN-1)."""
    is_phase_over: Callable[[GameState], bool]
    """Checks whether the phase ends with the current round (PHASE-1)."""
    after_turn: Callable[[GameState], tuple[Event, ...]]
    """
    Returns the events after a turn: the next turn, the next phase, or the end of the game (PHASE-1, PHASE-2). A phase's
    first turn is not among them, because the engine starts it once the phase is set up. In a public state, the
    events stop where a phase's first card must be turned up, and the engine continues from there.
    """
