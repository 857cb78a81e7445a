"""The state of a game: what lies where, as immutable values, and the facts that follow from it (RULES PUBLIC-1)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import attrs

from .._internal.constructors import derive, make_copier, make_sealer
from .._internal.immutable import Immutable
from ..errors import MisuseError
from ..errors.messages import brief
from .course import COURSE
from .fields import BySeat, Phase, Round, Seat
from .mine import CHAMBERS, Mine, spaces_in
from .mine.geometry import CHAMBER_BITS
from .moves import Move
from .parts import SEEN, Bank, Castle, Hidden, Inn, Pending, Player, SeenPieces, Turn, Workshop
from .pieces import ORDER, TILE, TOOL, RoyalOrder, SaltAmount
from .ruleset import Ruleset, by_players
from .score import Score

__all__ = [
    "Bank",
    "Castle",
    "Draft",
    "GameState",
    "Hidden",
    "Inn",
    "Pending",
    "Player",
    "SeenPieces",
    "Turn",
    "Workshop",
]


_Sources: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]


@attrs.define(init=False, eq=False, repr=False)
class _Table(Immutable):
    """The fields that a state and the draft of one have in common."""

    ruleset: Ruleset
    """The rules of the game."""
    phase: Phase
    """The phase in hand, 1 for the first (TURN-1)."""
    round: Round
    """The round of the phase, 1 for the first."""
    start_seat: Seat
    """The seat that holds the starting-player marker."""
    turn_seat: Seat
    """The seat whose turn it is, or was last; ``to_move`` says whether somebody decides."""
    is_over: bool
    """Whether the game is over (END-1)."""
    turn: Turn | None
    """The turn in hand: actions left, buildings visited. None when the game is over, and before a phase's first."""
    players: BySeat[Player]
    """What each player owns, by seat."""
    mine: Mine
    """The mine: miners, salt, water and tiles by space."""
    assistant_seats: tuple[Seat | None, ...]
    """The owners of the assistants, as ``ruleset.assistant_places`` lists them; ``assistants`` has them by building."""
    market: SaltAmount
    """Cubes of salt in the three columns of the market."""
    inn: Inn
    """The inn: miners hired in this phase."""
    workshop: Workshop
    """The workshop: tools on offer, and their stack."""
    castle: Castle
    """The castle: open orders, their stack, and how many are completed."""
    bank: Bank
    """The bank: money, salt, water, and miners that can be hired."""
    extras_items: tuple[tuple[str, Any], ...]
    """The parts of the state that rules have added, as sorted pairs; ``extras`` has them by key."""
    hidden: Hidden | None
    """The face-down pieces, None in a public state."""
    # What is worked out when it is asked for, and is no part of the value.
    _moves: tuple[Move, ...] | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """Its legal moves."""
    _sources: _Sources | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """The places that a rested miner of the player may leave, and the spaces occupied then (``rules.chain``)."""
    _hash: int | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """Its hash, which is another number in another process."""
    _guess: GameState | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """Of a public state a full one that agrees with it, for what does not depend on the pieces guessed."""


class Draft(_Table):
    """
    A state in the making, with the fields of ``GameState``: folds of events write to it.

    Sealing one costs nothing: it becomes the state. Building a frozen one field by field took a fifth of the time of
    ``apply``.
    """

    __slots__ = ()

    def __copy__(self) -> Draft:
        return drafted(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Draft:
        return drafted(self)

    def set_part(self, key: str, value: Any) -> None:
        """Replace a part of ``extras``; values must be hashable."""
        self.drop_part(key)
        self.extras_items = tuple(sorted((*self.extras_items, (key, value)), key=itemgetter(0)))

    def drop_part(self, key: str) -> None:
        """Take a part out of ``extras``, if it is there."""
        self.extras_items = tuple(item for item in self.extras_items if item[0] != key)

    def part(self, key: str) -> Any:
        """Return a part of ``extras``, None where there is none."""
        return dict(self.extras_items).get(key)


drafted: Final[Callable[[_Table], Draft]] = make_copier(_Table, Draft)
"""Returns a draft that begins as a state."""


@attrs.frozen
class GameState(_Table):
    """
    A position: immutable, hashable, compared by value. Everything on the table is readable here.

    What follows from it, such as whose decision it is, is told by its properties. ``print(state)`` shows the table as
    ``render.text`` draws it, and the repr is a call that makes the state again.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return GameState, _fields_of(self)

    def __hash__(self) -> int:
        found = self._hash
        if found is None:
            found = hash(_fields_of(self))
            derive(self, "_hash", found)
        return found

    def __repr__(self) -> str:
        return str(_FROM_ABOVE["text"](self))

    def __str__(self) -> str:
        return str(_FROM_ABOVE["table"](self))

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return as_picture(self)

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over, or a piece must be turned up first."""
        return None if self.is_over or self.pending is not None else self.turn_seat

    @property
    def pending(self) -> Pending | None:
        """
        The piece that must be turned up before anybody decides; None where there is none, and in every full state.

        It follows from the position. In a turn a miner stands on a chamber whose tile nobody knows; or one space of the
        open orders is empty though the stack is not, and a miner delivers; or so is the dearest space of the tools, and
        a building was visited. Before the first turn of a phase it is the first piece not laid out yet: of the tiles of
        a mapped mine, the orders, the tools. After all these come the cards of extensions that are awaited.
        """
        if self.hidden is not None or self.is_over:
            return None
        found = self._pending_in_setup() if self.turn is None else self._pending_in(self.turn)
        return self._pending_card() if found is None and self.ruleset.decks else found

    def _pending_card(self) -> Pending | None:
        extras = dict(self.extras_items)
        course = extras.get(COURSE)
        if course is None or not course.cards:
            return None
        pile = extras[course.cards[0]]
        return None if pile.order else Pending(course.cards[0], len(pile.up))

    def _pending_in(self, turn: Turn) -> Pending | None:
        mine = self.mine
        for chamber in spaces_in(mine.occupied & CHAMBER_BITS & ~mine.revealed):
            if mine.tile_in(chamber) is None:
                return Pending(TILE, chamber)
        opened, offer = self.castle.open, self.workshop.offer
        if self.castle.stack and turn.arriving and opened.count(None) == 1:
            return Pending(ORDER, opened.index(None))
        dearest = len(offer) - 1  # the space that a purchase leaves empty; fewer tools than the phase's are left then
        is_bought = turn.visited != () and self.workshop.stack + dearest < self.ruleset.tools_per_phase
        if self.workshop.stack and is_bought and None in offer and offer.index(None) == dearest:
            return Pending(TOOL, dearest)
        return None

    def _pending_in_setup(self) -> Pending | None:
        if self.ruleset.mapped_mine and None in self.mine.tiles:
            return Pending(TILE, CHAMBERS[self.mine.tiles.index(None)])
        for pile, stack, row in (
            (ORDER, self.castle.stack, self.castle.open),
            (TOOL, self.workshop.stack, self.workshop.offer),
        ):
            if stack and None in row:
                return Pending(pile, row.index(None))
        return None

    @property
    def is_public(self) -> bool:
        """Whether the face-down pieces are left out."""
        return self.hidden is None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn_seat]

    @property
    def assistants(self) -> Mapping[str, int | None]:
        """For each building with an assistant's place the owner's seat, or None (ASST-1)."""
        return MappingProxyType(dict(zip(self.ruleset.assistant_places, self.assistant_seats, strict=True)))

    @property
    def extras(self) -> Mapping[str, Any]:
        """The parts of the state that rules have added, by key."""
        return MappingProxyType(dict(self.extras_items))

    @property
    def scores(self) -> tuple[Score, ...]:
        """The standing of all seats, as things stand (END-1)."""
        return self.ruleset.rulings.scoring(self)

    @property
    def ranking(self) -> tuple[Score, ...]:
        """The standing of all seats, the best first (END-1); those who share a rank in seat order."""
        return tuple(sorted(self.scores, key=attrgetter("rank")))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1 once the game is over, several where they share the victory (END-1); none before."""
        return tuple(score.seat for score in self.scores if score.rank == 1) if self.is_over else ()

    @property
    def orders_to_end(self) -> int:
        """The number of completed orders that ends the phase (PHASE-1)."""
        return by_players(self.ruleset.orders_to_end, len(self.players))

    @property
    def inn_start(self) -> int:
        """The first space of the inn's marker, counted from 0 (SETUP-2)."""
        return by_players(self.ruleset.inn_start, len(self.players))

    @property
    def inn_marker(self) -> int:
        """The space of the inn's marker, counted from 0; past the last one when nobody can be hired (INN-1)."""
        return by_players(self.ruleset.inn_start, len(self.players)) + self.inn.hired

    def assistant(self, building: str) -> int | None:
        """Return the seat of the assistant's owner at *building*, None where there is none."""
        places = self.ruleset.assistant_places
        return self.assistant_seats[places.index(building)] if building in places else None

    def miners_on_table(self, seat: int) -> int:
        """Return how many miners of *seat* are not in the bank: those in stock, mine, town, castle line and castle."""
        player = self.players[seat]
        arriving = self.turn.arriving if self.turn is not None and seat == self.turn_seat else 0
        in_mine = self.mine.miners_of(seat)
        in_line = player.line_right + player.line_left + arriving
        return player.stock + in_mine + self.assistant_seats.count(seat) + in_line

    @property
    def salt_on_table(self) -> SaltAmount:
        """The cubes of salt that are not in the bank: those of the market, the mine and the players."""
        return sum((*self.mine.salt, *(player.salt for player in self.players)), self.market)

    @property
    def water_on_table(self) -> int:
        """The cubes of water that are not in the bank: those in the mine."""
        return sum(self.mine.water)

    def play(self, move: Move) -> GameState:
        """
        Return the state after a legal *move*: ``apply(state, move).state``, and raises like it.

        >>> from magnum_sal import PlaceMiner, new_game
        >>> new_game(["Ada", "Ben"], seed=7).play(PlaceMiner("stock", "S1")).player.name
        'Ben'
        """
        after: GameState = _FROM_ABOVE["play"](self, move)
        return after

    def key(self) -> Hashable:
        """
        Return the position without the order in which tools and orders came, to find it again in a table.

        Two keys are equal where the states differ in nothing but this: in which order a player bought their tools, in
        which order they delivered the royal orders of this phase, and those of earlier ones, and in which order tools
        left the game unsold. All else counts: the slots of tools and orders on offer, the buildings visited in this
        turn in their order, names and ruleset, and in a state that is not public the piles in drawing order. Keys hold
        within a process; they are not for files.
        """
        seen = dict(self.extras_items).get(SEEN)
        players = tuple(
            (
                *_UNORDERED(player),
                tuple(sorted(player.tools, key=_BY_TOOL)),
                *_orders_in_order(player.orders, seen.orders[seat] if seen else 0),
            )
            for seat, player in enumerate(self.players)
        )
        extras = tuple(
            (key, (tuple(sorted(value.tools)), value.orders) if key == SEEN else value)
            for key, value in self.extras_items
        )
        return (*_KEPT(self), players, extras)

    def public(self) -> GameState:
        """
        Return what everybody may know: the same state without the face-down pieces.

        One public state serves every seat; it has the same legal moves.
        """
        if self.hidden is None:
            return self
        parts = self.ruleset.parts
        extras = tuple((key, parts[key].public(value) if key in parts else value) for key, value in self.extras_items)
        return attrs.evolve(self, extras_items=extras, hidden=None)


sealed: Final[Callable[[Draft], GameState]] = make_sealer(GameState, Draft)
"""Returns the state that a draft now is; nobody may write to it any more."""

_FROM_ABOVE: Final[dict[str, Callable[..., Any]]] = {}
# What plays, writes and draws a state stands above this module, which therefore cannot import it; it is handed down.


def show_states(
    *, text: Callable[[GameState], str], table: Callable[[GameState], str], svg: Callable[[GameState, object], str]
) -> None:
    """Say how states show themselves: *text* is their repr, *table* is printed, *svg* is seen in a notebook."""
    _FROM_ABOVE.update(text=text, table=table, svg=svg)


def as_picture(state: GameState, last: object = None) -> str:
    """Return the picture of a state, and of the steps that led to it."""
    return str(_FROM_ABOVE["svg"](state, last))


def play_states(play: Callable[[GameState, Move], GameState]) -> None:
    """Say what *play* makes of a state and a move."""
    _FROM_ABOVE.update(play=play)


def check_state(state: object) -> None:
    """Raise ``MisuseError`` where *state* is no ``GameState``."""
    if not isinstance(state, GameState):
        raise MisuseError(f"state: {brief(state)} is not a GameState")


STATE_FIELDS: Final = tuple(field.name for field in attrs.fields(GameState) if field.init)
_fields_of: Final = attrgetter(*STATE_FIELDS)

_KEPT: Final = attrgetter(*(name for name in STATE_FIELDS if name not in ("players", "extras_items")))
_UNORDERED: Final = attrgetter("name", "money", "salt", "stock", "line_right", "line_left")
_BY_TOOL: Final = attrgetter("tool", "used")
_BY_PAYMENT: Final = attrgetter("payment", "salt.brown", "salt.green", "salt.white")


def _orders_in_order(orders: tuple[RoyalOrder, ...], earlier: int) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Return the royal orders of *earlier* phases, so many of the first, and those of this one, each in order."""
    return tuple(tuple(sorted(some, key=_BY_PAYMENT)) for some in (orders[:earlier], orders[earlier:]))
