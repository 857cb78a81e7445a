"""A rule: a kind of move and all that the engine has to know of it; the extension point, on one page."""

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
from ..errors import MisuseError, Objection
from ..errors.messages import brief
from ._event_base import Event
from .display import DisplayItem
from .mine import Mine
from .moves import ExtractSalt, Move
from .score import Score

if TYPE_CHECKING:
    # Extensions alone bring texts, so nobody else loads their class.
    from .rule_text import RuleText

    # The one true recursion: a rule is asked about states, a state has a ruleset, and that is made of rules.
    from .ruleset import Ruleset
    from .state import Draft, GameState

__all__ = ["Building", "EventFold", "Notation", "Part", "Phrase", "Question", "Rule", "Rulings", "When"]


class When(enum.Enum):
    """When the moves of a rule may be made."""

    ACTION = "as one of the turn's actions"
    """As one of the turn's actions (TURN-1)."""
    AFTER_PLACING = "directly after a miner was placed or moved in the mine, within the same action"
    """Directly after a miner was placed or moved in the mine, within the same action (ROPE-1)."""
    FREE = "at any time of the own turn, without an action"
    """At any time of the own turn, without an action (TURN-2)."""
    TURN_END = "when no action is left"
    """When no action is left, but some use of a tool (TURN-2)."""
    ARRIVAL = "when a miner of the player has reached the castle"
    """When a miner of the player has reached the castle, and before anything else (CASTLE-3)."""
    DUE = "when an extension waits for the answer, and before anything else"
    """When an extension waits for the answer, and before anything else."""


WITHOUT_ACTION: Final = frozenset((When.FREE, When.AFTER_PLACING))
"""Moves that need no action: while one is possible the turn does not end by itself (TURN-2)."""


def _is_building_id(_building: Any, _field: attrs.Attribute[Any], given: object) -> None:
    if type(given) is not str or not given.isidentifier():
        raise MisuseError(f"{brief(given)} is no id of a building: a text such as 'smithy'")


@attrs.frozen
class Building(Immutable):
    """A building of the town, or of an extension."""

    id: str = attrs.field(validator=_is_building_id)
    """What moves and JSON call it, such as ``"smithy"``."""
    has_assistant_place: bool = False
    """Whether an assistant can be sent there (SET-BOARD)."""
    pays_on_visit: bool = True
    """Whether the assistant's owner is paid for visits; the castle pays for orders instead (ASST-2)."""
    display: Callable[[GameState], Iterable[DisplayItem]] = lambda _: ()
    """Yields what lies there, for pictures; its name, the assistant and a visit are drawn without it."""

    def __attrs_post_init__(self) -> None:
        if not callable(self.display):
            raise MisuseError(f"building {self.id!r}: display: {brief(self.display)} is no function")


@attrs.frozen
class Notation(Immutable):
    """How the moves of a rule are written (see the notation page)."""

    format: Callable[[GameState, Any], str]
    """Returns the text of a legal move."""
    parse: Callable[[GameState, str], Move | None]
    """
    Returns the move that a text means, or None where it is not a text of this rule. Blanks come trimmed and single. It
    raises ``MalformedError`` where the text leaves open which move is meant.
    """


@attrs.frozen
class Part(Immutable):
    """The part of ``GameState.extras`` that belongs to a rule."""

    key: str
    """Its key in ``extras``, the same for all rules that share it."""
    value_type: Any
    """
    Type of the value: hashable, and built of attrs classes, tuples, int, str, bool and None, so that it has a JSON
    form.
    """
    first: Callable[[Ruleset, int], Any]
    """Returns the value when a game starts, from the ruleset and the number of players."""
    public: Callable[[Any], Any] = lambda value: value
    """Returns the public form of a value; what is kept there is public itself unless this says otherwise."""
    problem: Callable[[GameState, Any], str | None] = lambda _state, _value: None
    """
    Says why a value cannot be the part of a state, None where it can: whether it has an entry for each seat, and no
    more of anything than there is. Readers and ``check_invariants`` ask it, so that the rules need not.
    """


@attrs.frozen
class Question(Immutable):
    """What has to be chosen next, on the way to a move (see ``choices``)."""

    name: str
    """What is asked: the field of the move, such as ``"salt"``, or an entry of it, such as ``"payments[2]"``."""
    answers: tuple[Any, ...]
    """All that lead to a legal move, each once, in a stable order; none where no move is legal."""
    default: Any = None
    """The answer of somebody who does not care, None where there is no such."""


@attrs.frozen
class Phrase(Immutable):
    """Words within words: a fact of a move that is told in words of its own, such as each trade at the market."""

    key: str
    """The id of the words in ``magnum_sal.words``, or in ``Rule.labels``."""
    facts: Mapping[str, Any] = MappingProxyType({})
    """What they are filled with, by name."""


EventFold: TypeAlias = "Callable[[Draft, Any], None]"
"""How an event changes a state: it writes to the draft of the next one."""

LANGUAGE_CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
"""What the code of a language looks like, such as ``"en"`` or ``"pt-BR"``."""

_NO_TEXTS: Mapping[str, tuple[RuleText, ...]] = MappingProxyType({})


def _is_move(_rule: Any, _field: attrs.Attribute[Any], given: object) -> None:
    check_tagged_class(given, Move)


def _is_when(rule: Any, _field: attrs.Attribute[Any], given: object) -> None:
    if not isinstance(given, When):
        raise MisuseError(f"the rule of {rule.move.type!r}: when: {given!r} is not a When")


@attrs.frozen(eq=False)
class Rule(Immutable):
    """A kind of move and everything the engine has to know of it; the extension point."""

    move: type[Move] = attrs.field(validator=_is_move)
    """The class of the moves."""
    when: When = attrs.field(validator=_is_when)
    """When they may be made."""
    moves: Callable[[GameState], Iterable[Move]]
    """Yields the legal ones, each once, in a stable order, given that ``when`` allows them."""
    objection: Callable[[GameState, Any], Objection | None]
    """Says what speaks against one, given that ``when`` allows it; None exactly for those that ``moves`` yields."""
    decide: Callable[[GameState, Any], tuple[Event, ...]]
    """Returns the events of a legal one. For an action they come after ``ActionTaken``, which the engine adds."""
    building: Building | str | None = None
    """
    The building that the moves visit: once a turn (TURN-3), and its assistant's owner is paid (ASST-2). A ``Building``
    comes to the board with the rule; an id names one that is there already.
    """
    takes_action: bool = True
    """False for a ``When.ACTION`` rule whose own events say how the actions are used (pass, rest)."""
    tool: str | None = None
    """The tool of which a move uses up a card: the engine asks for a ready one and turns it down (TOOL-1)."""
    events: Mapping[type[Event], EventFold] = MappingProxyType({})
    """The rule's own events with their fold."""
    notation: Notation | None = None
    """How the moves are written."""
    questions: Callable[[GameState, Mapping[str, Any]], Question | Move] | None = None
    """
    How a move is chosen step by step, where listing all moves takes too long: from the answers so far, by what was
    asked, what is asked next, or the move. None asks for the fields of the listed moves one after another.
    """
    told: Callable[[GameState, Any], Mapping[str, Any]] | None = None
    """
    Returns what the words for a legal move tell beside its fields, by name: prices, income, what lies in a slot. A fact
    with the name of a field takes its place. The words are those of ``magnum_sal.words`` for ``"visit_smithy.told"``.
    """
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """
    Words by language and id: ``{"en": {"visit_smithy": "visit the smithy"}}``. The id of a reason is that of its
    ``Objection``, after the rule's: ``"SMITHY-1.nothing_used"``.
    """
    part: Part | None = None
    """The rule's own part of the state."""
    texts: Mapping[str, tuple[RuleText, ...]] = _NO_TEXTS
    """What ``rule_texts`` tells of it, by language, in English at least; one with the id of another takes its place."""
    why_not: Callable[[GameState], Objection | None] | None = None
    """
    Says why ``moves`` yields none, given that ``when`` allows them (``magnum_sal.why_not``). Without it the
    ``objection`` to the one move of a kind without fields says so; of another kind it is said in general.
    """
    due: Callable[[GameState], bool] | None = None
    """Says whether the player must make such a move now, before anything else; for ``When.DUE`` alone."""
    building_id: str | None = attrs.field(init=False)
    """The id of ``building``."""

    def __attrs_post_init__(self) -> None:
        for event in self.events:
            check_tagged_class(event, Event)
        for name in ("moves", "objection", "decide", "why_not", "told"):
            may_be_none = name in ("why_not", "told")
            if not callable(getattr(self, name)) and not (may_be_none and getattr(self, name) is None):
                raise MisuseError(f"the rule of {self.move.type!r}: {name}: {getattr(self, name)!r} is no function")
        if callable(self.due) != (self.when is When.DUE):
            raise MisuseError(f"the rule of {self.move.type!r}: due is a function exactly where when is When.DUE")
        if self.texts is not _NO_TEXTS and not _are_texts(self.texts):
            raise MisuseError(f"the rule of {self.move.type!r}: texts: {brief(self.texts)} are no texts by language")
        check_labels(f"the rule of {self.move.type!r}", self.labels)
        derive(self, "building_id", self.building.id if isinstance(self.building, Building) else self.building)


def _are_texts(texts: object) -> bool:
    from .rule_text import RuleText

    told = texts.values() if isinstance(texts, Mapping) else (None,)
    return all(isinstance(some, tuple) and all(isinstance(text, RuleText) for text in some) for some in told)


def check_labels(owner: str, labels: object) -> None:
    """Check the words that a rule or an extension brings."""
    by_language = labels.items() if isinstance(labels, Mapping) else ((None, None),)
    for language, words in by_language:
        is_words = isinstance(words, Mapping) and all(type(text) is str for pair in words.items() for text in pair)
        if type(language) is not str or words is None or not is_words:
            raise MisuseError(
                f"{owner}: labels: {brief(labels)} are no words by language and id, as in "
                "{'en': {'smithy': 'smithy'}}"
            )
        if not LANGUAGE_CODE.fullmatch(language):
            raise MisuseError(f"{owner}: labels: {brief(language)} is no code of a language, such as 'en' or 'pt-BR'")
        for key, text in words.items():
            # A terminal would obey some of these characters, and a picture could not hold them.
            if not text.isprintable():
                raise MisuseError(f"{owner}: labels: {brief(key)}: {brief(text)} is not a printable text")


def check_tagged_class(cls: object, base: type) -> None:
    """Check that *cls* is a class of moves or events that JSON can name."""
    if not (inspect.isclass(cls) and issubclass(cls, base)):
        raise MisuseError(f"{brief(cls)} is no class of {base.__name__}")
    tag = getattr(cls, "type", None)
    if not isinstance(tag, str) or not tag.isidentifier():
        raise MisuseError(f"{cls.__name__}.type: {tag!r} is no text such as 'visit_inn', by which JSON names the class")


@attrs.frozen
class Rulings(Immutable):
    """The rulings that a house may change: functions that rule modules call through the ruleset."""

    reachable: Callable[[int], int]
    """The set of spaces (bits in mine order) a miner can enter, from the set of occupied ones (CHAIN-1)."""
    cut_off: Callable[[Mine, str], int]
    """The set of spaces whose miners would lose their connection if the last miner left a space (CHAIN-2)."""
    may_cut_off: Callable[[Mine, str], bool]
    """Whether the last miner may leave a space all the same (CHAIN-3)."""
    toll_takers: Callable[[tuple[int, ...], int], tuple[int, ...] | None]
    """
    The seats that can be paid for a cube carried through a space, from the seats with miners there and the carrier's;
    None where it is free (HAUL-1).
    """
    scoring: Callable[[GameState], tuple[Score, ...]]
    """The standing of all seats (END-1)."""
    other_value: Callable[[GameState, int], int]
    """What else of a seat counts, in groszy, beside money, salt and tools: nothing in the standard game (END-1)."""
    assistant_paid: Callable[[GameState, str], tuple[Event, ...]]
    """What the assistant at a building brings his owner once, for a visit or a completed order (ASST-2)."""
    hiring_price: Callable[[GameState], int | None]
    """What the next miner costs the player whose turn it is, in groszy; None when nobody is left to hire (INN-1)."""
    workshop_prices: Callable[[GameState], tuple[int, ...]]
    """What the tools cost the player whose turn it is, in groszy by slot (SHOP-1)."""
    pump_prices: Callable[[GameState], tuple[int, ...]]
    """What the first cubes of water cost that player, in groszy; each further one costs 1 more (PUMP-1)."""
    market_prices: Callable[[GameState], tuple[tuple[int, ...], ...]]
    """What cubes cost that player and bring, in groszy, by the spaces of the three columns (MARKET-1)."""
    town_square_income: Callable[[GameState], int]
    """What a visit to the town square brings that player, in groszy (SQUARE-1)."""
    penalty: Callable[[GameState], int]
    """What that player pays for a delivery that fails, in groszy (CASTLE-4)."""
    toll: Callable[[GameState, int], int]
    """What a seat pays for a cube carried through a space of others, in groszy (HAUL-1)."""
    strength: Callable[[GameState, str, int], int]
    """How strong the rested miners of a seat are in a chamber, pickaxes and water left aside (MINE-1)."""
    miners_tired: Callable[[GameState, ExtractSalt], int]
    """How many miners a legal extraction tires (MINE-2, VAR-TIRE)."""
    actions: Callable[[GameState, int, int], int]
    """How many actions a seat has in a turn of a round of the phase, 1 for the first (TURN-1)."""
    is_phase_over: Callable[[GameState], bool]
    """Whether the phase ends with the round in hand (PHASE-1)."""
    after_turn: Callable[[GameState], tuple[Event, ...]]
    """
    What follows once nothing of a turn is left: the next turn, the next phase, or the end of the game (PHASE-1,
    PHASE-2). Of a public state it ends where a phase's first card is to be turned up; the engine goes on from there.
    """
