"""The state of a game: an immutable position, and the facts derived from it (RULES PUBLIC-1)."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import attrs

from .._internal.checks import hint_at_int
from .._internal.constructors import derive, make_copier, make_sealer
from .._internal.immutable import Immutable
from ..errors import MisuseError
from ..errors.messages import brief
from ._known_parts import KnownParts
from .fields import BySeat, Phase, Round, Seat
from .functions_above import FROM_ABOVE, as_picture
from .looks import LOOKS, Looks
from .mine import Mine
from .moves import Move
from .parts import SEEN, Bank, Castle, Hidden, Inn, Pending, Player, SeenPieces, Turn, Workshop
from .pending import find_pending
from .pieces import ChamberTile, RoyalOrder, SaltAmount
from .ruleset import Ruleset, by_players
from .score import Score
from .state_frame import check_frame

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


# States and drafts are siblings on this base. In the pure build, a draft becomes a state by changing its class,
# which needs the same slots. If states derived from drafts, they would offer the methods that folds use.
@attrs.define(init=False, eq=False, repr=False)
class _Table(Immutable):
    """The fields that states and drafts have in common."""

    ruleset: Ruleset
    """The rules of the game."""
    phase: Phase
    """The current phase, 1 for the first (TURN-1)."""
    round: Round
    """The round of the phase, 1 for the first."""
    start_seat: Seat
    """The seat that holds the starting-player marker."""
    turn_seat: Seat
    """
    The seat whose turn it is or, between two turns, was last. Before a phase's first turn, and when the game is over,
    it is ``start_seat``. ``to_move`` is the seat that must decide, if any.
    """
    is_over: bool
    """Whether the game is over (END-1)."""
    turn: Turn | None
    """
    The current turn: actions left, buildings visited. None when the game is over, before a phase's first turn, and
    between two turns.
    """
    players: BySeat[Player]
    """The possessions of each player, by seat."""
    mine: Mine
    """The mine: miners, salt, water and tiles by space."""
    assistant_seats: tuple[Seat | None, ...]
    """The owners of the assistants in the order of ``ruleset.assistant_places``; see ``assistants`` for a mapping."""
    market: SaltAmount
    """Cubes of salt in the three columns of the market."""
    inn: Inn
    """The inn: miners hired in this phase."""
    workshop: Workshop
    """The workshop: tools on offer, and their stack."""
    castle: Castle
    """The castle: open orders, their stack, and the number of completed orders."""
    bank: Bank
    """The bank: money, salt, water, and miners that can be hired."""
    # Sorted pairs are hashable and equal by value; a dictionary has no hash.
    extras_items: tuple[tuple[str, Any], ...]
    """The parts of the state that rules add, as sorted pairs; ``extras`` maps keys to them."""
    hidden: Hidden | None
    """The face-down pieces; None in a public state."""
    # These fields cache results that are computed on demand. They are not part of the value.
    _moves: tuple[Move, ...] | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """The legal moves."""
    _sources: _Sources | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """The places that a rested miner of the player may leave, and the spaces occupied afterwards (``rules.chain``)."""
    _hash: int | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """The hash, which differs between processes."""
    _guess: GameState | None = attrs.field(init=False, default=None, eq=False, repr=False)
    """
    For a public state, a full state that agrees with it. It answers questions that do not depend on unknown pieces.
    """


class Draft(_Table):
    """
    A mutable state with the fields of ``GameState``. The folds of events write to it.

    Sealing costs nothing: the draft itself becomes the state. Building a new state would take a fifth of the time of
    ``apply``.
    """

    __slots__ = ()

    def __copy__(self) -> Draft:
        return drafted(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Draft:
        return drafted(self)

    def set_part(self, key: str, value: Any) -> None:
        """Replace a part of ``extras``; the value must be hashable."""
        self.drop_part(key)
        self.extras_items = tuple(sorted((*self.extras_items, (key, value)), key=itemgetter(0)))

    def drop_part(self, key: str) -> None:
        """Remove a part from ``extras``, if it exists."""
        self.extras_items = tuple(item for item in self.extras_items if item[0] != key)

    def part(self, key: str) -> Any:
        """Return a part of ``extras``, or None if it does not exist."""
        return dict(self.extras_items).get(key)


drafted: Final[Callable[[_Table], Draft]] = make_copier(_Table, Draft)
"""Returns a draft with the fields of a state."""


@attrs.frozen
class GameState(_Table):
    """
    A position: immutable, hashable, compared by value. You can read everything on the table from it.

    Properties return facts that follow from the position, such as whose decision it is. ``print(state)`` shows the
    table as ``render.text`` draws it. The repr is a call that recreates the state.
    """

    def __attrs_post_init__(self) -> None:
        check_frame(self)  # drafts become states without this constructor

    def __reduce__(self) -> tuple[Any, ...]:
        return GameState, _fields_of(self)

    def __hash__(self) -> int:
        found = self._hash
        if found is None:
            found = hash(_fields_of(self))
            derive(self, "_hash", found)
        return found

    def __repr__(self) -> str:
        return str(FROM_ABOVE["text"](self))

    def __str__(self) -> str:
        return str(FROM_ABOVE["table"](self))

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return as_picture(self)

    @property
    def to_move(self) -> int | None:
        """The seat that must decide; None if the game is over or a piece must be turned up first."""
        return None if self.is_over or self.pending is not None else self.turn_seat

    @property
    def pending(self) -> Pending | None:
        """
        The piece that must be turned up before anybody decides; None if there is no such piece, as in every full state.

        The piece follows from the position. During a turn, it is one of these:

        - the unknown tile of a chamber with a miner
        - the order for an empty slot, if a miner delivers and orders are left in the stack
        - the tool for the slot with the highest price, if a purchase emptied the slot and tools are left in the stack

        Before the first turn of a phase, it is the first piece not yet laid out: a tile of a mapped mine, an order, or
        a tool. In the view of a seat, a tile that the seat has looked at comes next, if the view does not contain its
        face yet. The cards and rolls that extensions await come last.
        """
        return None if self.hidden is not None or self.is_over else find_pending(self)

    @property
    def is_public(self) -> bool:
        """Whether the face-down pieces are left out, as in the public form and in the view of a seat."""
        return self.hidden is None

    @property
    def viewer(self) -> int | None:
        """The seat whose view this state is (see ``seen_by``); None for full and public states."""
        looks: Looks | None = dict(self.extras_items).get(LOOKS) if self.ruleset.has_looks else None
        return None if looks is None else looks.viewer

    def find_tile(self, chamber: str) -> ChamberTile | None:
        """
        Return the face of a chamber's tile if the viewer of this state knows it, or None.

        Everybody knows a tile that lies face up. In the view of a seat, the tiles that the seat has looked at are
        known, too. A full state answers like its public form. Raises ``MisuseError`` if there is no such chamber.
        """
        tile = self.mine.tile_in(chamber)
        if tile is not None or not self.ruleset.has_looks:
            return tile
        looks: Looks = dict(self.extras_items)[LOOKS]
        return looks.find_tile(chamber)

    @property
    def player(self) -> Player:
        """The player in ``turn_seat``: the player whose turn it is or, when the game is over, the starting player."""
        return self.players[self.turn_seat]

    @property
    def assistants(self) -> Mapping[str, int | None]:
        """For each building with an assistant's place, the owner's seat, or None (ASST-1)."""
        return MappingProxyType(dict(zip(self.ruleset.assistant_places, self.assistant_seats, strict=True)))

    @property
    def extras(self) -> Mapping[str, Any]:
        """
        The parts of the state that rules add, by key.

        An unknown key raises a ``MisuseError`` that is also a ``KeyError``.
        """
        return MappingProxyType(KnownParts(self.extras_items, self.ruleset.name))

    @property
    def scores(self) -> tuple[Score, ...]:
        """The current standing of all seats (END-1)."""
        return self.ruleset.rulings.scoring(self)

    @property
    def ranking(self) -> tuple[Score, ...]:
        """The standing of all seats, best first; seats of equal rank are in seat order (END-1)."""
        return tuple(sorted(self.scores, key=attrgetter("rank")))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1 once the game is over; empty until then. Seats can share the victory (END-1)."""
        return tuple(score.seat for score in self.scores if score.rank == 1) if self.is_over else ()

    @property
    def orders_to_end(self) -> int:
        """The number of completed orders that ends the phase (PHASE-1)."""
        return by_players(self.ruleset.orders_to_end, len(self.players))

    @property
    def inn_start(self) -> int:
        """The space where the inn's marker starts, counted from 0 (SETUP-2)."""
        return by_players(self.ruleset.inn_start, len(self.players))

    @property
    def inn_marker(self) -> int:
        """The space of the inn's marker, counted from 0; past the last space if no more miners can be hired (INN-1)."""
        return by_players(self.ruleset.inn_start, len(self.players)) + self.inn.hired

    def assistant(self, building: str) -> int | None:
        """Return the seat that owns the assistant at *building*, or None if there is no assistant."""
        places = self.ruleset.assistant_places
        return self.assistant_seats[places.index(building)] if building in places else None

    def miners_on_table(self, seat: int) -> int:
        """
        Return the number of *seat*'s miners outside the bank.

        These are the miners in stock, in the mine, in the town, in the castle line and in the castle.
        """
        player = self.players[seat]
        arriving = self.turn.arriving if self.turn is not None and seat == self.turn_seat else 0
        in_mine = self.mine.miners_of(seat)
        in_line = player.line_right + player.line_left + arriving
        return player.stock + in_mine + self.assistant_seats.count(seat) + in_line

    @property
    def salt_on_table(self) -> SaltAmount:
        """The cubes of salt outside the bank: in the market, in the mine and with the players."""
        return sum((*self.mine.salt, *(player.salt for player in self.players)), self.market)

    @property
    def water_on_table(self) -> int:
        """The number of water cubes outside the bank, all of them in the mine."""
        return sum(self.mine.water)

    def legal_moves(
        self, *, type: str | builtins.type[Move] | None = None, source: str | None = None, target: str | None = None
    ) -> tuple[Move, ...]:
        """
        Return every legal move of the player to move, as the function ``legal_moves`` does.

        >>> from magnum_sal import new_game
        >>> [str(move) for move in new_game(["Ada", "Ben"], seed=7).legal_moves(type="place_miner")]
        ["PlaceMiner(source='stock', target='S1')"]
        """
        moves: tuple[Move, ...] = FROM_ABOVE["moves"](self, type=type, source=source, target=target)
        return moves

    def play(self, move: Move | str | Mapping[str, object]) -> GameState:
        """
        Return the state after a legal *move*, which is ``apply(state, move).state``.

        >>> from magnum_sal import PlaceMiner, new_game
        >>> state = new_game(["Ada", "Ben"], seed=7)
        >>> state.play(PlaceMiner("stock", "S1")) == state.play(">S1")
        True

        Args:
            move: A move, its notation such as ``"x1L1 B"``, or its JSON form as text or plain data.

        Raises:
            IllegalMoveError: the move is illegal.
            HiddenPieceError: the state is public, and the rule of an extension turns up a piece directly.
            MalformedError: *move* is not a move of the ruleset in any of these forms. The message suggests moves.
        """
        made = move if isinstance(move, Move) else FROM_ABOVE["read"](self, move)
        after: GameState = FROM_ABOVE["play"](self, made)
        return after

    def key(self) -> Hashable:
        """
        Return a key for the position in lookup tables. It ignores the order in which tools and orders were acquired.

        Two keys are equal if the states differ only in the order of these cards:

        - the tools of a player
        - the royal orders that a player delivered in this phase, and those delivered earlier
        - the tools that left the game unsold

        Everything else counts, such as the slots of cards on offer, the order of visited buildings, names and ruleset,
        and in a full state the order of the piles. Keys are valid only within one process; do not store them in files.
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
        Return the public form of the state, without the face-down pieces.

        All seats share one public state, which has the same legal moves. The public form of a seat's view does not
        contain what only this seat knows (PUBLIC-1).
        """
        if self.hidden is None and self.viewer is None:
            return self
        parts = self.ruleset.parts
        public = drafted(self)
        public.hidden = None
        public.extras_items = tuple(
            [(key, parts[key].public_form(value) if key in parts else value) for key, value in self.extras_items]
        )
        return sealed(public)

    def seen_by(self, seat: int | None) -> GameState:
        """
        Return the view of a seat: the public form, with the face-down tiles that this seat has looked at.

        For None, which stands for spectators, the view is the public form.

        Only extensions let players look at tiles (``Extension.has_looks``). In every other game, the view of each seat
        is the public form. The legal moves are those of the public form.

        A public state does not contain the tiles that the seat has seen, unless it is already the view of this seat. In
        the view, the tile of each look is then ``pending`` until ``reveal`` names it. Until then, the view has no legal
        moves.

        Raises:
            MisuseError: *seat* is not a seat of this game.
        """
        if seat is not None:
            check_seat(seat, len(self.players))
        public = self.public()
        if seat is None or not self.ruleset.has_looks:
            return public
        looks: Looks = dict(self.extras_items)[LOOKS]
        view = looks.with_viewer(seat)
        if self.hidden is not None:
            for look in view.made:
                if look.seat == seat and (tile := self.hidden.tile_of(look.chamber)) is not None:
                    view = view.with_tile(seat, look.chamber, tile)
        return attrs.evolve(
            public, extras_items=tuple((key, view if key == LOOKS else part) for key, part in public.extras_items)
        )


sealed: Final[Callable[[Draft], GameState]] = make_sealer(GameState, Draft)
"""Returns the state that a draft becomes. Do not write to the draft afterwards."""


def check_state(state: object) -> None:
    """Raise ``MisuseError`` if *state* is not a ``GameState``."""
    if not isinstance(state, GameState):
        hint = "; pass its .state" if isinstance(getattr(state, "state", None), GameState) else ""
        raise MisuseError(f"state: expected a GameState, got {brief(state)}{hint}")


def check_seat(seat: object, players: int) -> None:
    """Raise ``MisuseError`` if *seat* is not a seat of a game with this number of *players*."""
    if type(seat) is not int or not 0 <= seat < players:
        raise MisuseError(f"seat: {brief(seat)} is not a seat of {players} players{hint_at_int(seat)}")


STATE_FIELDS: Final = tuple(field.name for field in attrs.fields(GameState) if field.init)
_fields_of: Final = attrgetter(*STATE_FIELDS)

_KEPT: Final = attrgetter(*(name for name in STATE_FIELDS if name not in ("players", "extras_items")))
_UNORDERED: Final = attrgetter("name", "money", "salt", "stock", "line_right", "line_left")
_BY_TOOL: Final = attrgetter("tool", "used")
_BY_PAYMENT: Final = attrgetter("payment", "salt.brown", "salt.green", "salt.white")


def _orders_in_order(orders: tuple[RoyalOrder, ...], earlier: int) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Return the first *earlier* royal orders and the remaining ones as two tuples, each of them sorted."""
    return tuple(tuple(sorted(some, key=_BY_PAYMENT)) for some in (orders[:earlier], orders[earlier:]))
