"""Dealing: a setup drawn from a seed, or checked piece by piece."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from ..errors import MalformedError
from ..model.mine import CHAMBERS, level_of
from ..model.open_tiles import tiles_lie_open
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.ruleset import Ruleset, by_players
from ..model.setup import Setup

_T = TypeVar("_T")

_Pile: TypeAlias = tuple[str, Sequence[Hashable], Sequence[Hashable], type[Hashable], int]
"""A pile's name, its pieces, the ruleset's pieces for it, their class, and how many lie face up when a game begins."""


def shuffled(pieces: Iterable[_T], rng: random.Random) -> list[_T]:
    """
    Return *pieces* in random order.

    Only ``rng.random()`` is used, whose sequence for a seed is the same on every Python; that of ``shuffle`` is not
    promised.
    """
    rest = list(pieces)
    for last in range(len(rest) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return rest


def draw_setup(ruleset: Ruleset, players: int, rng: random.Random) -> Setup:
    """Return a setup of *ruleset*'s pieces for this number of *players*, all of them equally likely."""
    start_seat = int(rng.random() * players)
    tiles = {level: iter(shuffled(pieces, rng)) for level, pieces in enumerate(ruleset.tiles, start=1)}
    return Setup(
        start_seat=start_seat,
        tiles=tuple(next(tiles[level_of(chamber)]) for chamber in CHAMBERS),
        orders=tuple(tuple(shuffled(orders, rng)) for orders in ruleset.orders),
        tools=tuple(shuffled(ruleset.tools, rng)),
        decks=tuple((deck, tuple(shuffled(ruleset.decks[deck].cards, rng))) for deck in sorted(ruleset.decks)),
    )


def check_setup(setup: Setup, ruleset: Ruleset, players: int) -> None:
    """
    Check that *setup* is a permutation of *ruleset*'s pieces for this number of *players* (SETUP-2).

    Raises:
        MalformedError: it is not; the message names the first wrong pile, and what is missing or too many there.
    """
    _check_start_seat(setup, players)
    _check_number_of_tiles(setup)
    for name, laid, pieces, kind, _ in _piles(setup, ruleset, players):
        _check_pile(name, laid, pieces, kind)


def check_public_setup(setup: Setup, ruleset: Ruleset, players: int) -> None:
    """
    Check that *setup* is the public form of a permutation of *ruleset*'s pieces: what lies face down is None.

    At an open table nothing was turned up yet, so that all of it is None.

    Raises:
        MalformedError: it is not; the message names the first pile that is wrong.
    """
    _check_start_seat(setup, players)
    for name, laid, pieces, _, face_up in _piles(setup, ruleset, players):
        _check_public_pile(name, laid, pieces, 0 if setup.is_unseen else face_up)


def _piles(setup: Setup, ruleset: Ruleset, players: int) -> Iterator[_Pile]:
    """Yield the piles of *setup*, which are those of *ruleset*."""
    is_open = tiles_lie_open(ruleset)
    for level, tiles in enumerate(ruleset.tiles, start=1):
        laid = [tile for chamber, tile in zip(CHAMBERS, setup.tiles, strict=False) if level_of(chamber) == level]
        yield f"setup.tiles of level {level}", laid, tiles, ChamberTile, len(tiles) if is_open else 0
    _check_number_of_tiles(setup)
    if len(setup.orders) != ruleset.phases:
        raise MalformedError(f"setup.orders: {len(setup.orders)} stacks for {ruleset.phases} phases")
    for phase, orders in enumerate(ruleset.orders):
        face_up = 0 if phase else min(by_players(ruleset.open_orders, players), len(orders))
        yield f"setup.orders[{phase}]", setup.orders[phase], orders, RoyalOrder, face_up
    face_up = min(len(ruleset.workshop_prices), ruleset.tools_per_phase)
    yield "setup.tools", setup.tools, ruleset.tools, str, face_up
    decks, wanted = [deck for deck, _ in setup.decks], sorted(ruleset.decks)
    if decks != wanted:
        given, asked = (", ".join(map(str, ids)) or "none" for ids in (decks, wanted))
        raise MalformedError(f"setup.decks: {given} in place of {asked}")
    for deck, cards in setup.decks:
        # Of a public setup those cards are known that lie face up when the game begins.
        face_up = cards.index(None) if None in cards else len(cards)
        yield f"setup.decks.{deck}", cards, ruleset.decks[deck].cards, str, face_up


def _check_number_of_tiles(setup: Setup) -> None:
    if len(setup.tiles) != len(CHAMBERS):
        raise MalformedError(f"setup.tiles: {len(setup.tiles)} tiles for {len(CHAMBERS)} chambers")


def _check_start_seat(setup: Setup, players: int) -> None:
    if type(setup.start_seat) is not int or not 0 <= setup.start_seat < players:
        raise MalformedError(
            f"setup.start_seat: {setup.start_seat!r} is not a seat of {players} players (0 to {players - 1})"
        )


def _check_public_pile(name: str, pile: Sequence[Hashable], pieces: Sequence[Hashable], face_up: int) -> None:
    if len(pile) != len(pieces):
        raise MalformedError(f"{name}: {len(pile)} entries for {len(pieces)} pieces")
    if None in pile[:face_up] or any(piece is not None for piece in pile[face_up:]):
        raise MalformedError(f"{name}: the first {face_up} of a public setup lie face up, and no others")
    if strange := Counter(pile[:face_up]) - Counter(pieces):
        raise MalformedError(f"{name}: there are not so many {min(map(str, strange))} among the ruleset's pieces")


def _check_pile(name: str, pile: Sequence[Hashable], pieces: Sequence[Hashable], kind: type[Hashable]) -> None:
    for piece in pile:
        if not isinstance(piece, kind):
            raise MalformedError(f"{name}: {piece!r} is no piece of this pile")
    laid, wanted = Counter(pile), Counter(pieces)
    if laid == wanted:
        return
    missing = ", ".join(sorted(str(piece) for piece in (wanted - laid).elements()))
    extra = ", ".join(sorted(str(piece) for piece in (laid - wanted).elements()))
    complaints = [f"missing {missing}"] * bool(missing) + [f"too many {extra}"] * bool(extra)
    raise MalformedError(f"{name} is not a permutation of the ruleset's pieces: {'; '.join(complaints)}")
