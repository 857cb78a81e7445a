"""
Dealt logs: completing a public log, so that its game can be resumed (RULES section 12).

A public log does not name the pieces that were face down when the game began. Its lines name those that have been
turned up since, including those in moves that were undone later. This module deals the others at random, and puts the
known ones where they were turned up. The moves of the public log, played from the new header, then produce
exactly its lines.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import attrs

from ..engine.determinize import determinize
from ..engine.unseen import unseen_orders, unseen_tiles, unseen_tools
from ..errors import MalformedError, MisuseError
from ..model.draws import shuffle_pieces
from ..model.events import ChamberRevealed, Event, OrderMoved, PhaseStarted, PileMoved, TileLaid, ToolMoved
from ..model.mine import CHAMBERS, level_of
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.setup import Setup
from ..model.state import GameState, Hidden
from ..record.log import GameLog, MoveLine, RevealLine, UndoLine

_P = TypeVar("_P", bound=object)
_Place = TypeVar("_Place")


def deal_log(log: GameLog, rng: random.Random) -> GameLog:
    """
    Return a log that names all pieces. Its public copy has the lines of *log*.

    If *log* names all pieces, it is returned unchanged. The lines are not checked against the rules; read the text of
    the result to check them.

    Raises:
        MisuseError: the pieces lie on a real table, or *log* is public and its ruleset has decks, dice or looks.
        MalformedError: the lines turn up pieces that cannot lie where they do.
    """
    header = log.header
    if header.is_real_table or header.opening.pending is not None or _has_reveals(log):
        raise MisuseError("log_real_table", {})
    if not log.is_public:
        return log
    ruleset = header.started.ruleset
    # The faces of a die do not reveal its stream of random numbers, and what only one player has seen is not public.
    if ruleset.decks or ruleset.dice or ruleset.has_looks:
        raise MisuseError("log_pieces_missing", {})
    opening = header.opening
    hidden = _deal(opening, _collect_pieces(log, opening.phase), rng)
    if header.position is None:
        started = attrs.evolve(header.started, setup=_fill_setup(header.started.setup, hidden))
        dealt = GameLog(started, metadata=log.metadata)
    else:
        position = attrs.evolve(determinize(header.position, rng), hidden=hidden)
        dealt = GameLog(header.started, position=position, metadata=log.metadata)
    dealt.extend(log.entries)
    return dealt


def _has_reveals(log: GameLog) -> bool:
    return any(isinstance(entry, RevealLine) for entry in log.entries)


@attrs.frozen
class _Progress:
    """How much of the piles has been turned up."""

    phase: int
    orders: int = 0
    """The number of orders of the phase."""
    tools: int = 0
    """The number of tools, including those that left the game face down."""


@attrs.define(eq=False)
class _Known:
    """The pieces that were turned up after the first position, each with its place in its pile."""

    tiles: dict[str, ChamberTile] = attrs.Factory(dict)
    orders: dict[tuple[int, int], RoyalOrder] = attrs.Factory(dict)
    tools: dict[int, str] = attrs.Factory(dict)

    def follow(self, progress: _Progress, event: Event) -> _Progress:
        """Return the progress after an event, and note the piece that the event turns up."""
        match event:
            case ChamberRevealed(chamber=chamber, tile=tile) | TileLaid(chamber=chamber, tile=tile):
                _note(self.tiles, chamber, tile)
            case OrderMoved(order=order, source="order_stack"):
                _note(self.orders, (progress.phase, progress.orders), order)
                return attrs.evolve(progress, orders=progress.orders + 1)
            case ToolMoved(tool=tool, source="tool_stack"):
                _note(self.tools, progress.tools, tool)
                return attrs.evolve(progress, tools=progress.tools + 1)
            case PileMoved(source="tool_stack", cards=cards):
                return attrs.evolve(progress, tools=progress.tools + cards)
            case PhaseStarted(phase=phase):
                return attrs.evolve(progress, phase=phase, orders=0)
        return progress


def _note(known: dict[_Place, _P], place: _Place, piece: _P) -> None:
    # An undone move turned up the same piece as a later one, because both drew from the same pile.
    if known.setdefault(place, piece) != piece:
        raise MalformedError("the log turns up two different pieces in one place, which cannot happen in a game")


def _collect_pieces(log: GameLog, phase: int) -> _Known:
    known = _Known()
    course = [_Progress(phase)]
    for entry in log.entries:
        if isinstance(entry, UndoLine):
            del course[entry.to + 1 :]
        elif isinstance(entry, MoveLine):
            progress = course[-1]
            for event in entry.events:
                progress = known.follow(progress, event)
            course.append(progress)
    return known


def _deal(opening: GameState, known: _Known, rng: random.Random) -> Hidden:
    """Return the face-down pieces of the first position, drawn uniformly from all that agree with the known ones."""
    dealt = determinize(opening, rng).hidden  # it shows how many pieces each pile has
    assert dealt is not None
    orders = []
    for phase, pile in enumerate(dealt.orders, start=1):
        pool = unseen_orders(opening) if phase == opening.phase else opening.ruleset.orders[phase - 1]
        drawn = {place: order for (other, place), order in known.orders.items() if other == phase}
        orders.append(_fill_pile(shuffle_pieces(pool, rng) if pile else (), drawn, range(len(pile))))
    tools = _fill_pile(shuffle_pieces(unseen_tools(opening), rng), known.tools, range(len(dealt.tools)))
    return Hidden(tiles=_deal_tiles(opening, known.tiles, rng), orders=tuple(orders), tools=tools)


def _deal_tiles(
    opening: GameState, known: Mapping[str, ChamberTile], rng: random.Random
) -> tuple[ChamberTile | None, ...]:
    dealt: dict[str, ChamberTile] = {}
    for level in range(1, len(opening.ruleset.tiles) + 1):
        covered = [name for name in CHAMBERS if level_of(name) == level and opening.find_tile(name) is None]
        drawn = {name: known[name] for name in covered if name in known}
        pool = shuffle_pieces(unseen_tiles(opening, level), rng)
        dealt |= zip(covered, _fill_pile(pool, drawn, covered), strict=True)
    return tuple(dealt.get(name) for name in CHAMBERS)


def _fill_pile(pool: Sequence[_P], known: Mapping[_Place, _P], places: Iterable[_Place]) -> tuple[_P, ...]:
    """Return the pieces for *places*: the known ones, and otherwise pieces from *pool*, in its order."""
    rest = list(pool)
    places = tuple(places)
    strange = MalformedError("the log turns up a piece that its piles do not hold, which cannot happen in a game")
    if any(place not in places for place in known):
        raise strange
    for piece in known.values():
        if piece not in rest:
            raise strange
        rest.remove(piece)
    if len(rest) < len(places) - len(known):
        raise strange
    coming = iter(rest)
    return tuple(known[place] if place in known else next(coming) for place in places)


def _fill_setup(setup: Setup, hidden: Hidden) -> Setup:
    """Return a public setup with the face-down pieces of its first position."""
    return attrs.evolve(
        setup,
        tiles=_uncover(setup.tiles, (tile for tile in hidden.tiles if tile is not None)),
        orders=tuple(_uncover(pile, dealt) for pile, dealt in zip(setup.orders, hidden.orders, strict=True)),
        tools=_uncover(setup.tools, hidden.tools),
    )


def _uncover(pile: Sequence[_P | None], dealt: Iterable[_P]) -> tuple[_P | None, ...]:
    coming = iter(dealt)
    return tuple(next(coming) if piece is None else piece for piece in pile)
