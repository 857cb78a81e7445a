"""
Observations: a position and an open question as a row of numbers, as one seat sees them.

Programs that learn read positions as numbers of fixed length. ``features_of`` names each number, and ``observe``
computes them. The seats are turned: seat 0 of an observation is the observer, seat 1 the next player in turn order, and
so on. Every number lies between 0 and 1: an amount is divided by the largest usual amount, and larger amounts count as
1. An observation contains what the observer can see, and nothing else, so full and public states have the same one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Final

from ..errors import ExtensionError, MisuseError
from ..errors.messages import brief
from ..model.mine import CHAMBERS, SPACES
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS, SaltAmount
from ..model.ruleset import Ruleset
from ..model.state import GameState, check_seat, check_state
from ..rules.standard import STANDARD
from ._features import LARGEST, PAYMENTS, Feature, Layout, Scale, Shares, features_of, layout_of, numbers_of_parts
from .answer_space import describe_unstated_answer
from .choices import Choice, split_question

__all__ = ["FEATURES", "Feature", "amounts_of", "features_of", "observe", "pack_table"]

_FLAGS: Final = (0.0, 1.0)


def observe(state: GameState, choice: Choice | None, seat: int, out: Any = None, *, table: bytes | None = None) -> Any:
    """
    Return the position and the open question as numbers, as *seat* sees them.

    The numbers are those of ``features_of``, in the same order, in single precision.

    >>> from magnum_sal import choices, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> numbers = observe(state, choices(state), seat=0)
    >>> names = [feature.name for feature in FEATURES[2]]
    >>> numbers[names.index("seat_0.miners")], numbers[names.index("question.type")]
    (0.5, 1.0)

    Args:
        state: The position. Face-down pieces are not read. Where an extension lets players look at tiles, the
            observation contains the tiles that *seat* has looked at.
        choice: The question that is open, with the answers so far; None if there is none.
        seat: The observer.
        out: The buffer to write to: any writable object with room for exactly these numbers in single precision, such
            as a one-dimensional NumPy array of ``float32``. None returns a new ``array.array``.
        table: What ``pack_table`` returned for this position and seat. Passing it saves time if several questions are
            asked in one position.

    Returns:
        *out*, or the new array.

    Raises:
        MisuseError: an argument is invalid, or *out* has another size or format.
        ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``), or those to the open question
            are not among them.
    """
    if table is None:
        table = pack_table(state, seat)
    else:
        _check_observer(state, seat)
    players = len(state.players)
    layout = layout_of(state.ruleset, players)
    asked: Any = choice
    if asked is not None and not (isinstance(asked, Choice) and _has_same_answers(asked.state, state)):
        raise MisuseError(
            f"choice: expected a Choice in a game of {players} players with the ruleset {state.ruleset.name!r}, "
            f"or None, got {brief(choice)}"
        )
    written = array("f", bytes(4 * len(layout.features))) if out is None else out
    numbers = _check_buffer(written, len(layout.features))
    plain = numbers.cast("B")
    packed: Any = table
    if not isinstance(packed, bytes) or len(packed) != 4 * layout.table:
        raise MisuseError(f"table: expected the {4 * layout.table} bytes of pack_table, got {brief(table)}")
    plain[: len(table)] = table
    plain[len(table) :] = layout.blank
    if choice is not None:
        _write_choice(numbers, choice, seat, players, layout)
    return written


def amounts_of(ruleset: Ruleset, players: int, numbers: Iterable[float]) -> dict[str, int]:
    """
    Return the amounts that an observation shows, by the names of the features: the reverse of ``observe``.

    An amount above the largest usual one is not known. ``Feature.most`` takes its place.

    >>> from magnum_sal import STANDARD, choices, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> amounts = amounts_of(STANDARD, 2, observe(state, choices(state), seat=0))
    >>> amounts["seat_0.money"], amounts["seat_1.money"], amounts["question.type"]
    (10, 12, 1)

    Args:
        ruleset: The rules.
        players: The number of players, 2 to 4.
        numbers: The observation, such as what ``observe`` returned.

    Raises:
        MisuseError: *ruleset* or *players* is invalid, or *numbers* are not as many numbers as the features.
        ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
    """
    features = features_of(ruleset, players)
    try:
        return {
            feature.name: round(float(number) * feature.most) for feature, number in zip(features, numbers, strict=True)
        }
    except (TypeError, ValueError, OverflowError):
        raise MisuseError(f"numbers: expected {len(features)} numbers, got {brief(numbers)}") from None


def _has_same_answers(asked: GameState, state: GameState) -> bool:
    """Check whether the answers in both states have the same numbers."""
    # Looking up the layout takes time, and the ruleset is nearly always the same object.
    players = len(state.players)
    return len(asked.players) == players and (
        asked.ruleset is state.ruleset or layout_of(asked.ruleset, players) is layout_of(state.ruleset, players)
    )


def pack_table(state: GameState, seat: int) -> bytes:
    """
    Return the numbers of the table as *seat* sees it, in single precision: an observation without the question.

    Raises:
        MisuseError: an argument is invalid.
        ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
    """
    _check_observer(state, seat)
    layout = layout_of(state.ruleset, len(state.players))
    packed: bytes = layout.packed.pack(*_observe_table(state, seat, layout))
    return packed


def _check_observer(state: GameState, seat: int) -> None:
    """Raise ``MisuseError`` if there is no such position, or no such seat in it."""
    check_state(state)
    check_seat(seat, len(state.players))


def _check_buffer(out: Any, length: int) -> memoryview[float]:
    """Return the numbers of a writable buffer with room for *length* of them. Raise ``MisuseError`` for others."""
    try:
        view: memoryview[Any] = memoryview(out)
    except (TypeError, ValueError, BufferError):
        raise MisuseError(f"out: expected a writable buffer, got {brief(out)}") from None
    if view.readonly or not view.c_contiguous or view.ndim != 1 or view.format != "f" or view.nbytes != 4 * length:
        raise MisuseError(
            f"out: expected a writable, contiguous buffer of {length} numbers in single precision, got "
            f"{'a read-only' if view.readonly else 'a'} buffer of {view.nbytes} bytes with format {view.format!r}"
        )
    return view


def _observe_table(state: GameState, seat: int, layout: Layout) -> list[float]:
    """Return the numbers of the table. The order must agree with ``_table_features``."""
    # The functions of extensions see only what the observer sees.
    if state.ruleset.parts:
        state = state.seen_by(seat)
    ruleset, players, shares = state.ruleset, state.players, layout.shares
    turned = [*range(seat, len(players)), *range(seat)]
    found = [_FLAGS[state.phase == phase] for phase in range(1, ruleset.phases + 1)]
    found.append(shares.rounds[min(state.round, LARGEST)])
    found.append(_FLAGS[state.is_over])
    found += [_FLAGS[not state.is_over and other == state.turn_seat] for other in turned]
    found += [_FLAGS[other == state.start_seat] for other in turned]
    turn = state.turn
    if turn is None:
        found += [0.0] * (4 + len(layout.buildings))
    else:
        found.append(shares.actions[min(turn.actions_left, LARGEST)])
        found.append(shares.actions[min(turn.passes, LARGEST)])
        found.append(shares.miners[min(turn.arriving, LARGEST)])
        found.append(shares.miners[min(len(turn.arrived), LARGEST)])
        visited = turn.visited
        found += [_FLAGS[building in visited] for building in layout.buildings]
    for other in turned:
        _add_player(found, state, other, layout)
    _add_town(found, state, layout)
    _add_mine(found, state, turned, shares)
    _add_parts(found, state, seat, layout)
    return found


def _add_player(found: list[float], state: GameState, seat: int, layout: Layout) -> None:
    """Add the numbers of the player in *seat*."""
    player, shares, tools = state.players[seat], layout.shares, layout.tools
    found.append(shares.money[min(player.money, LARGEST)])
    _add_salt(found, player.salt, shares.salt)
    found.append(shares.miners[max(0, min(state.ruleset.miners_per_colour - state.bank.miners[seat], LARGEST))])
    found.append(shares.miners[min(player.stock, LARGEST)])
    found.append(shares.miners[min(player.line_right, LARGEST)])
    found.append(shares.miners[min(player.line_left, LARGEST)])
    found.append(shares.orders[min(len(player.orders), LARGEST)])
    held = [0] * len(layout.cards)
    for card in player.tools:
        index = tools[card.tool]
        held[index + len(tools) if card.used else index] += 1
    found += [scale[min(cards, LARGEST)] for scale, cards in zip(layout.cards, held, strict=True)]
    found += [_FLAGS[owner == seat] for owner in state.assistant_seats]


def _add_town(found: list[float], state: GameState, layout: Layout) -> None:
    """Add the numbers of the inn, the workshop, the market and the castle."""
    shares, tools = layout.shares, layout.tools
    found.append(shares.hired[min(state.inn.hired, LARGEST)])
    for offered in state.workshop.offer:
        start = len(found)
        found += [0.0] * len(tools)
        if offered is not None:
            found[start + tools[offered]] = 1.0
    found.append(shares.stack[min(state.workshop.stack, LARGEST)])
    found.append(shares.columns[0][min(state.market.brown, LARGEST)])
    found.append(shares.columns[1][min(state.market.green, LARGEST)])
    found.append(shares.columns[2][min(state.market.white, LARGEST)])
    for order in state.castle.open:
        if order is None:
            found += (0.0, 0.0, 0.0, 0.0)
        else:
            _add_salt(found, order.salt, shares.cubes)
            found.append(shares.price[min(order.payment, LARGEST)])
    found.append(shares.pile[min(state.castle.stack, LARGEST)])
    found.append(shares.pile[min(state.castle.completed, LARGEST)])


def _add_mine(found: list[float], state: GameState, turned: list[int], shares: Shares) -> None:
    """Add the numbers of the chambers, then those of each player's miners, space by space."""
    mine, cubes = state.mine, shares.cubes
    revealed = mine.revealed >> (len(SPACES) - len(CHAMBERS))
    knows_more = state.ruleset.mapped_mine or state.ruleset.has_looks
    for number in range(len(CHAMBERS)):
        salt, water = mine.salt[number], mine.water[number]
        is_revealed = revealed >> number & 1 == 1
        if not is_revealed and knows_more:
            # In a mapped mine all tiles lie face up (VAR-MAP). The observer may have looked at others (PUBLIC-1).
            tile = state.find_tile(CHAMBERS[number])
            if tile is not None:
                # Water that buckets brought stays when the tile is turned up (REVEAL-1).
                salt, water = tile.salt, tile.water + water
        if not (is_revealed or salt or water):
            found += _UNKNOWN
        else:
            found.append(_FLAGS[is_revealed])
            _add_salt(found, salt, cubes)
            found.append(cubes[min(water, LARGEST)])
    # The counts have a row of spaces for each seat's rested miners, then one for each seat's tired miners. Most spaces
    # are empty, so only those with miners are looked up.
    counts, spaces, miners, seats = mine._counts, len(SPACES), shares.miners, len(turned)
    place = len(found)
    found += [0.0] * (2 * seats * spaces)
    for seat in turned:
        _set_miners(found, place, mine.rested[seat], counts, seat * spaces, miners)
        _set_miners(found, place + spaces, mine.tired[seat], counts, (seats + seat) * spaces, miners)
        place += 2 * spaces


_UNKNOWN: Final = (0.0, 0.0, 0.0, 0.0, 0.0)
"""The numbers of a chamber that nobody has entered, without cubes."""


def _set_miners(found: list[float], place: int, bits: int, counts: bytes, row: int, scale: Scale) -> None:
    """Set the numbers of miners in the spaces of a set. *place* is that of the first space, *row* its count."""
    while bits:
        lowest = bits & -bits
        index = lowest.bit_length() - 1
        found[place + index] = scale[counts[row + index]]
        bits ^= lowest


def _add_parts(found: list[float], state: GameState, seat: int, layout: Layout) -> None:
    """Add the numbers of the parts of extensions."""
    if not state.ruleset.parts:
        return
    for part, numbers in numbers_of_parts(state, seat):
        for name, (amount, most) in numbers.items():
            if layout.names.get(f"{part.key}.{name}") != len(found):
                raise ExtensionError(f"part {part.key!r}: numbers: {brief(name)} is not where it was in a new game")
            found.append(max(0, min(amount, most)) / most)
    if len(found) != layout.table:
        raise ExtensionError("the parts of the extensions return fewer numbers than in a new game")


def _add_salt(found: list[float], salt: SaltAmount, scale: Scale) -> None:
    found.append(scale[min(salt.brown, LARGEST)])
    found.append(scale[min(salt.green, LARGEST)])
    found.append(scale[min(salt.white, LARGEST)])


def _write_choice(numbers: memoryview[float], choice: Choice, seat: int, players: int, layout: Layout) -> None:
    """Write the numbers of the open question, which were 0. The order must agree with ``layout_of``."""
    seats = layout.table + len(layout.groups)
    entries = seats + players
    payments = entries + 1
    answers = payments + players
    if choice.question is not None:
        group, entry = split_question(choice.question)
        if group not in layout.groups:
            raise describe_unstated_answer(choice, layout.answers)
        numbers[layout.table + layout.groups[group]] = 1.0
        if group == PAYMENTS and entry is not None:
            numbers[seats + (entry - seat) % players] = 1.0
        elif entry is not None:
            numbers[entries] = layout.shares.pairs[min(entry, LARGEST)]
    for asked, answer in choice.taken:
        group, entry = split_question(asked)
        if group == PAYMENTS and entry is not None and isinstance(answer, int):
            numbers[payments + (entry - seat) % players] = layout.shares.payment[min(answer, LARGEST)]
        index = layout.answers.get((group, type(answer), answer))
        # A question that answers itself may have an answer that nobody could ever choose.
        if index is not None:
            numbers[answers + index] = min(1.0, numbers[answers + index] + 1 / layout.features[answers + index].most)


FEATURES: Final = {players: features_of(STANDARD, players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
"""The features of the standard game by number of players."""
