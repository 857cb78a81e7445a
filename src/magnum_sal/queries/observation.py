"""
Observations: a position and an open question as a row of numbers, as one seat sees them.

Programs that learn read positions as numbers of fixed length. ``features_of`` names each number, and ``observe``
computes them. The seats are turned: seat 0 of an observation is the observer, seat 1 the next player in turn order, and
so on. Every number lies between 0 and 1: an amount is divided by the largest usual amount, and larger amounts count as
1. An observation contains only what the observer can see, so a full state and its public form have the same one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import getitem
from typing import Any, Final

from ..errors import ExtensionError, MisuseError
from ..errors.messages import brief
from ..model.mine import CHAMBERS, SPACES
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..model.state import GameState, check_seat, check_state
from ..rules.standard import STANDARD
from ._features import LARGEST, PAYMENTS, Feature, Layout, Scale, features_of, layout_of, numbers_of_parts
from .answer_space import describe_unstated_answer
from .choices import Choice, split_question

__all__ = ["FEATURES", "Feature", "amounts_of", "features_of", "observe", "pack_table"]


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
    Return the amounts that an observation shows, by feature name. This is the inverse of ``observe``.

    An amount larger than ``Feature.most`` cannot be recovered, and is returned as ``Feature.most``.

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
    """Check whether each answer has the same index in both states."""
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
    """Raise ``MisuseError`` if *state* is not a position, or *seat* is not a seat in it."""
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
    turned = [*range(seat, len(state.players)), *range(seat)]
    amounts = _list_amounts(state, turned, layout)
    # There are more scales than amounts: those of the miners, the parts and the question follow. Amounts
    # beyond a scale are rare, so they are looked for only if there is one.
    try:
        found = list(map(getitem, layout.scales, amounts))
    except IndexError:
        found = [scale[min(amount, LARGEST)] for scale, amount in zip(layout.scales, amounts, strict=False)]
    _add_counts(found, state, turned, layout)
    _add_parts(found, state, seat, layout)
    return found


def _list_amounts(state: GameState, turned: list[int], layout: Layout) -> list[int]:
    """Return the amounts of the features before those of the miners in the mine. A flag is an amount of 0 or 1."""
    amounts: list[int] = [state.phase == phase for phase in range(1, state.ruleset.phases + 1)]
    amounts += (state.round, state.is_over)
    amounts += [not state.is_over and other == state.turn_seat for other in turned]
    amounts += [other == state.start_seat for other in turned]
    turn = state.turn
    if turn is None:
        amounts += [0] * (4 + len(layout.buildings))
    else:
        amounts += (turn.actions_left, turn.passes, turn.arriving, len(turn.arrived))
        amounts += [building in turn.visited for building in layout.buildings]
    for other in turned:
        _add_player(amounts, state, other, layout)
    _add_town(amounts, state, layout)
    _add_chambers(amounts, state)
    return amounts


def _add_player(amounts: list[int], state: GameState, seat: int, layout: Layout) -> None:
    """Add the amounts of the player in *seat*."""
    player, tools = state.players[seat], layout.tools
    amounts += (player.money, player.salt.brown, player.salt.green, player.salt.white)
    amounts.append(max(0, state.ruleset.miners_per_colour - state.bank.miners[seat]))
    amounts += (player.stock, player.line_right, player.line_left, len(player.orders))
    held = [0] * (2 * len(tools))
    for card in player.tools:
        index = tools[card.tool]
        held[index + len(tools) if card.used else index] += 1
    amounts += held
    amounts += [owner == seat for owner in state.assistant_seats]


def _add_town(amounts: list[int], state: GameState, layout: Layout) -> None:
    """Add the amounts of the inn, the workshop, the market and the castle."""
    tools, market, castle = layout.tools, state.market, state.castle
    amounts.append(state.inn.hired)
    for offered in state.workshop.offer:
        start = len(amounts)
        amounts += [0] * len(tools)
        if offered is not None:
            amounts[start + tools[offered]] = 1
    amounts += (state.workshop.stack, market.brown, market.green, market.white)
    for order in castle.open:
        if order is None:
            amounts += (0, 0, 0, 0)
        else:
            amounts += (order.salt.brown, order.salt.green, order.salt.white, order.payment)
    amounts += (castle.stack, castle.completed)


def _add_chambers(amounts: list[int], state: GameState) -> None:
    """Add the amounts of the chambers."""
    mine = state.mine
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
        amounts += (is_revealed, salt.brown, salt.green, salt.white, water)


def _add_counts(found: list[float], state: GameState, turned: list[int], layout: Layout) -> None:
    """Add the numbers of each player's miners in the mine, space by space."""
    # The counts have a row of spaces for each seat's rested miners, then one for each seat's tired miners. Most spaces
    # are empty, so only those with miners are looked up.
    mine, seats, spaces, place = state.mine, len(turned), len(SPACES), len(found)
    counts, scale = mine._counts, layout.scales[place]
    found += [0.0] * (2 * seats * spaces)
    for seat in turned:
        _set_miners(found, place, mine.rested[seat], counts, seat * spaces, scale)
        _set_miners(found, place + spaces, mine.tired[seat], counts, (seats + seat) * spaces, scale)
        place += 2 * spaces


def _set_miners(found: list[float], place: int, bits: int, counts: bytes, row: int, scale: Scale) -> None:
    """Set the counts of miners in a set of spaces. *place* and *row* index the first space in *found* and *counts*."""
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
            numbers[entries] = layout.scales[entries][min(entry, LARGEST)]
    for asked, answer in choice.taken:
        group, entry = split_question(asked)
        if group == PAYMENTS and entry is not None and isinstance(answer, int):
            place = payments + (entry - seat) % players
            numbers[place] = layout.scales[place][min(answer, LARGEST)]
        index = layout.answers.get((group, type(answer), answer))
        # A question that answers itself may have an answer that nobody could ever choose.
        if index is not None:
            numbers[answers + index] = min(1.0, numbers[answers + index] + 1 / layout.features[answers + index].most)


FEATURES: Final = {players: features_of(STANDARD, players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
"""The features of the standard game by number of players."""
