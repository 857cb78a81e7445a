"""Pieces that the text leaves open: which tile lies where, what is on offer, what lies face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar

from ...errors import MalformedError
from ...model.mine import CHAMBERS, level_of
from ...model.open_tiles import tiles_lie_open
from ...model.pieces import ChamberTile, RoyalOrder, SaltAmount
from ...model.ruleset import by_players
from ...model.state import Castle, Player, Workshop
from ._said import Contents, Said

_P = TypeVar("_P")

COVERED = Contents(None, 0)
"""A chamber that the text does not mention."""


def laid_tiles(said: Said, contents: dict[str, Contents]) -> dict[str, ChamberTile]:
    """
    Return the tile of each chamber of which anybody can know it, as far as the text says it, else one that fits.

    Args:
        said: What the text says; its ``tiles`` are those of the chambers that are not revealed.
        contents: What lies in each chamber.

    Raises:
        MalformedError: there are not such tiles.
    """
    covered = [chamber for chamber in CHAMBERS if contents[chamber].salt is None]
    faces = {chamber: here.tile for chamber, here in contents.items() if here.tile is not None}
    is_secret = said.is_public and not tiles_lie_open(said.ruleset)
    if said.tiles is not None:
        if is_secret:
            raise MalformedError("tiles: in a public position nobody knows the tiles that lie face down")
        is_too_few = len(said.tiles) < len(covered) and not said.is_setup
        if is_too_few or len(said.tiles) > len(covered):
            raise MalformedError(f"tiles: {len(said.tiles)} for the {len(covered)} chambers that are not revealed")
        faces |= zip(covered, said.tiles, strict=False)
    for level, pieces in enumerate(said.ruleset.tiles, start=1):
        chambers = [chamber for chamber in CHAMBERS if level_of(chamber) == level]
        rest = without(pieces, [faces[chamber] for chamber in chambers if chamber in faces], "tiles")
        opened = {chamber: contents[chamber] for chamber in chambers if chamber not in {*faces, *covered}}
        faces |= _faces(opened, rest)
        if not is_secret and not (said.is_setup and said.tiles is not None):
            rest = without(pieces, [faces[chamber] for chamber in chambers if chamber in faces], "tiles")
            faces |= zip([chamber for chamber in chambers if chamber not in faces], rest, strict=False)
    return faces


def _faces(opened: dict[str, Contents], pieces: Sequence[ChamberTile]) -> dict[str, ChamberTile]:
    """Lay tiles on revealed chambers so that each covers its salt; one that nothing was taken from lies as printed."""
    rest = list(pieces)
    held: dict[str, SaltAmount] = {}
    laid: dict[str, ChamberTile] = {}
    for chamber, here in opened.items():
        if here.salt is None:
            continue
        as_printed = ChamberTile(here.salt, here.water)
        if as_printed in rest:
            rest.remove(as_printed)
            laid[chamber] = as_printed
        else:
            held[chamber] = here.salt
    # The fullest chambers choose first, and take the smallest tile that will do: with few tiles this always succeeds
    # where any way does, unless two amounts cannot be compared; then the search goes back and tries the next tile.
    order = sorted(held, key=lambda chamber: -held[chamber].total)

    def lay(index: int, rest: list[ChamberTile]) -> dict[str, ChamberTile] | None:
        if index == len(order):
            return {}
        chamber = order[index]
        for tile in sorted(set(rest), key=lambda tile: (tile.salt.total, str(tile))):
            if tile.salt.covers(held[chamber]):
                left = without(rest, [tile], "tiles")
                if (others := lay(index + 1, left)) is not None:
                    return {chamber: tile, **others}
        return None

    searched = lay(0, rest)
    if searched is None:
        amounts = ", ".join(f"{chamber} {here.salt}" for chamber, here in opened.items() if here.salt)
        raise MalformedError(f"no tiles of the level can have held this salt: {amounts}")
    return laid | searched


def castle_of(said: Said, players: Sequence[Player]) -> tuple[Castle, tuple[tuple[RoyalOrder, ...], ...]]:
    """Return the castle and the royal orders that lie face down, by phase."""
    ruleset, phase = said.ruleset, said.phase
    pieces = ruleset.orders[phase - 1]
    completed = said.completed
    if completed is None:
        completed = sum(len(player.orders) for player in players) if phase == 1 else 0
    # What no earlier phase can have brought was completed in this one.
    owned = Counter(order for player in players for order in player.orders)
    done = owned - Counter(order for orders in ruleset.orders[: phase - 1] for order in orders)
    rest = without(pieces, done.elements(), "orders")
    slots = by_players(ruleset.open_orders, len(players))
    opened: list[RoyalOrder | None] = list(rest[:slots]) if said.open_orders is None else list(said.open_orders)
    shown = [order for order in opened if order is not None]
    without(pieces, shown, "orders")
    left = max(0, len(pieces) - completed - len(shown))
    default = remaining(rest, shown)[: left if said.order_stack is None else said.order_stack]
    piles = tuple(
        tuple(said.orders[number])
        if number in said.orders
        else (() if number < phase else tuple(default) if number == phase else orders)
        for number, orders in enumerate(ruleset.orders, start=1)
    )
    if strange := set(said.orders) - set(range(1, ruleset.phases + 1)):
        raise MalformedError(f"orders {min(strange)}: there are {ruleset.phases} phases")
    stack = len(piles[phase - 1]) if said.order_stack is None else said.order_stack
    opened += [None] * (slots - len(opened))
    return Castle(tuple(opened), stack, completed), piles


def workshop_of(said: Said, players: Sequence[Player]) -> tuple[Workshop, tuple[str, ...]]:
    """Return the workshop and the tools that lie face down: the phase's stack, then the deck."""
    ruleset = said.ruleset
    owned = [card.tool for player in players for card in player.tools]
    gone = () if said.seen is None else said.seen.tools
    rest = without(ruleset.tools, (*owned, *gone), "tools")
    slots = len(ruleset.workshop_prices)
    unsold = max(0, min(ruleset.tools_per_phase, said.phase * ruleset.tools_per_phase - len(owned)))
    offer: list[str | None] = list(rest[: min(slots, unsold)]) if said.offer is None else list(said.offer)
    shown = [tool for tool in offer if tool is not None]
    rest = without(rest, shown, "tools")
    stack = said.tool_stack
    if stack is None:
        stack = max(0, unsold - len(shown)) if None not in offer else 0
    to_come = len(ruleset.tools) - said.phase * ruleset.tools_per_phase
    offer += [None] * (slots - len(offer))
    face_down = tuple(rest[: stack + to_come]) if said.tools is None else tuple(said.tools)
    return Workshop(tuple(offer), stack), face_down


_AMOUNTS: Final = ("groszy", "grosz", "stock")
"""What is counted beside tools where a player's things are listed."""


def without(pieces: Iterable[_P], taken: Iterable[_P], name: str) -> list[_P]:
    """
    Return *pieces* less those *taken*, in their order.

    Raises:
        MalformedError: there are not so many of one of them.
    """
    rest = list(pieces)
    known = {str(piece) for piece in rest}
    for piece in taken:
        if piece not in rest:
            near = get_close_matches(str(piece), (*known, *_AMOUNTS), 1) if str(piece) not in known else []
            meant = f"; did you mean {near[0]}?" if near else ""
            raise MalformedError(f"there are not so many {name} {piece} in the box{meant}")
        rest.remove(piece)
    return rest


def remaining(pieces: Iterable[_P], taken: Iterable[_P]) -> list[_P]:
    """Return *pieces* less those *taken* that are among them, in their order."""
    gone = Counter(taken)
    rest = []
    for piece in pieces:
        if gone[piece]:
            gone[piece] -= 1
        else:
            rest.append(piece)
    return rest
