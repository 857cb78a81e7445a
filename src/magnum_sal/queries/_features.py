"""The features of observations: the names and scales of the numbers, and the layout of an observation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from struct import Struct
from typing import Any, Final, NamedTuple, TypeAlias

import attrs

from .._internal.caches import cached
from .._internal.field_help import provide_field_help
from ..engine.transitions import new_game
from ..errors import FAILURES, ExtensionError, blame_function
from ..errors.messages import brief
from ..model.mine import CHAMBERS, SPACES
from ..model.pieces import SALT_KINDS
from ..model.rule import Part
from ..model.ruleset import Ruleset, by_players
from ..model.state import GameState
from .answer_space import answers_of, check_game, number_answers

_MONEY: Final = 100
_ROUNDS: Final = 20
_CUBES: Final = 6
"""The usual maximum of cubes in a chamber or an order."""
_PAYMENT: Final = 30
"""The usual maximum in groszy that one player receives for a transport (HAUL-3)."""
PAYMENTS: Final = "payments"
"""The group whose entries belong to seats (HAUL-3), so that the index of an entry is turned like a seat."""


class Feature(NamedTuple):
    """One number of an observation."""

    name: str
    """The name, such as ``"seat_0.money"`` or ``"1L2.water"``; unique in the observation."""
    most: int
    """The amount that is shown as 1.0. A feature with ``most`` 1 is usually 0 or 1."""


provide_field_help(Feature)

Scale: TypeAlias = tuple[float, ...]
"""The numbers that show the amounts from 0 to 255. Looking a number up takes less time than dividing."""


@attrs.frozen(eq=False)
class Layout:
    """The facts about a ruleset and a number of players that ``observe`` needs."""

    tools: dict[str, int]
    """The index of each kind of tool."""
    scales: tuple[Scale, ...]
    """The scale of each feature of an observation, in order."""
    buildings: tuple[str, ...]
    """The ids of the buildings, in board order."""
    groups: dict[str, int]
    """The index of each group of questions."""
    answers: Mapping[tuple[str, type[Any], Any], int]
    """The index of each answer, by group, type and value."""
    table: int
    """The number of features of the table, before those of the question."""
    features: tuple[Feature, ...]
    """The features of an observation."""
    names: dict[str, int]
    """The index of each feature of the table, by name."""
    packed: Struct
    """Writes the numbers of the table in single precision."""
    blank: bytes
    """The numbers of the question, all 0."""


@cached(most=64)
def layout_of(ruleset: Ruleset, players: int) -> Layout:
    """Return the layout of the observations of a ruleset with this number of players."""
    answers = answers_of(ruleset, players)
    table = (*_table_features(ruleset, players), *_part_features(ruleset, players))
    groups = tuple(dict.fromkeys(answer.group for answer in answers))
    asked = (
        *(Feature(f"question.{group}", 1) for group in groups),
        *(Feature(f"question.seat_{seat}", 1) for seat in range(players)),
        Feature("question.entry", 2),
        *(Feature(f"seat_{seat}.payment", _PAYMENT) for seat in range(players)),
        *(Feature(f"taken.{group}.{value}", _most_repeats(group, players)) for group, value in answers),
    )
    features = (*table, *asked)
    return Layout(
        {tool: index for index, tool in enumerate(ruleset.tool_kinds)},
        tuple(_scale_to(feature.most) for feature in features),
        ruleset.building_order,
        {group: index for index, group in enumerate(groups)},
        number_answers(ruleset, players),
        len(table),
        features,
        {feature.name: index for index, feature in enumerate(table)},
        Struct(f"{len(table)}f"),
        bytes(4 * len(asked)),
    )


def features_of(ruleset: Ruleset, players: int) -> tuple[Feature, ...]:
    """
    Return the name and the scale of each number of an observation, in order.

    The table comes first: the course of the game, the players, the town and the mine. The features of the open question
    come last: its group, the seat to pay, and the answers taken so far.

    >>> from magnum_sal import STANDARD
    >>> features = features_of(STANDARD, 2)
    >>> [feature.name for feature in features[:4]]
    ['phase_1', 'phase_2', 'phase_3', 'round']

    Args:
        ruleset: The rules.
        players: The number of players, 2 to 4.

    Raises:
        MisuseError: *ruleset* is not a ``Ruleset``, or the number of players is invalid.
        ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
    """
    check_game(ruleset, players)
    return layout_of(ruleset, players).features


def _table_features(ruleset: Ruleset, players: int) -> Iterator[Feature]:
    """Yield the features of the table. The order must agree with ``_observe_table``."""
    kinds, seats, supply = ruleset.tool_kinds, range(players), ruleset.salt_supply
    most_salt = max(supply.brown, supply.green, supply.white, 1)
    # A pile is the limit of one phase. One player may complete the orders of all phases.
    pile, all_orders = max(map(len, ruleset.orders)), sum(map(len, ruleset.orders))
    highest_payment = max((order.payment for orders in ruleset.orders for order in orders), default=0)
    for phase in range(1, ruleset.phases + 1):
        yield Feature(f"phase_{phase}", 1)
    yield Feature("round", _ROUNDS)
    yield Feature("is_over", 1)
    for name in ("turn", "starting_player"):
        for seat in seats:
            yield Feature(f"{name}.seat_{seat}", 1)
    yield Feature("actions_left", ruleset.actions)
    yield Feature("passes", ruleset.actions)
    yield Feature("arriving", ruleset.miners_per_colour)
    yield Feature("just_placed", ruleset.miners_per_colour)
    for building in ruleset.building_order:
        yield Feature(f"visited.{building}", 1)
    for seat in seats:
        yield Feature(f"seat_{seat}.money", _MONEY)
        for kind in SALT_KINDS:
            yield Feature(f"seat_{seat}.{kind}", most_salt)
        for name in ("miners", "stock", "line_right", "line_left"):
            yield Feature(f"seat_{seat}.{name}", ruleset.miners_per_colour)
        yield Feature(f"seat_{seat}.orders", all_orders)
        for condition in ("ready", "used"):
            for tool in kinds:
                yield Feature(f"seat_{seat}.{condition}.{tool}", ruleset.tools.count(tool))
        for building in ruleset.assistant_places:
            yield Feature(f"seat_{seat}.assistant.{building}", 1)
    yield Feature("inn.hired", len(ruleset.inn_track))
    for slot in range(len(ruleset.workshop_prices)):
        for tool in kinds:
            yield Feature(f"workshop_{slot}.{tool}", 1)
    yield Feature("workshop.stack", ruleset.tools_per_phase)
    for kind, prices in zip(SALT_KINDS, ruleset.market_prices, strict=True):
        yield Feature(f"market.{kind}", len(prices))
    for slot in range(by_players(ruleset.open_orders, players)):
        for kind in SALT_KINDS:
            yield Feature(f"castle_{slot}.{kind}", _CUBES)
        yield Feature(f"castle_{slot}.payment", highest_payment)
    yield Feature("castle.stack", pile)
    # The visit that ends a phase may complete more orders than the phase needs (PHASE-1).
    yield Feature("castle.completed", pile)
    for chamber in CHAMBERS:
        yield Feature(f"{chamber}.revealed", 1)
        for kind in SALT_KINDS:
            yield Feature(f"{chamber}.{kind}", _CUBES)
        yield Feature(f"{chamber}.water", _CUBES)
    for seat in seats:
        for name in ("rested", "tired"):
            for space in SPACES:
                yield Feature(f"{space}.{name}.seat_{seat}", ruleset.miners_per_colour)


def _part_features(ruleset: Ruleset, players: int) -> Iterator[Feature]:
    """Yield the features of the parts of extensions. The order must agree with ``_add_parts``."""
    if any(part.numbers is not None for part in ruleset.parts.values()):
        first = new_game([f"Player {seat}" for seat in range(players)], seed=0, ruleset=ruleset)
        for part, numbers in numbers_of_parts(first.public(), 0):
            for name, (_, most) in numbers.items():
                yield Feature(f"{part.key}.{name}", most)


def numbers_of_parts(state: GameState, seat: int) -> Iterator[tuple[Part, Mapping[str, tuple[int, int]]]]:
    """
    Yield the parts of extensions that can be observed, with their numbers by name: an amount and the largest amount.

    Raises:
        ExtensionError: the function of a part fails, or returns something else.
    """
    for part in state.ruleset.parts.values():
        if part.numbers is not None:
            try:
                numbers = {
                    str(name): (int(amount), int(most)) for name, (amount, most) in part.numbers(state, seat).items()
                }
            except FAILURES as error:
                raise blame_function(f"part {part.key!r}: numbers", error) from error
            for name, (_, most) in numbers.items():
                if most < 1:
                    raise ExtensionError(
                        f"part {part.key!r}: numbers: the largest {brief(name)} is {most}, not 1 or more"
                    )
            yield part, numbers


def _most_repeats(group: str, players: int) -> int:
    """Return the usual number of times that one move has the same answer to a group of questions."""
    return max(players, 2) if group == PAYMENTS else 2


@cached(most=256)
def _scale_to(most: int) -> Scale:
    """Return the scale on which *most* is shown as 1."""
    return tuple([min(amount, most) / max(most, 1) for amount in range(LARGEST + 1)])


LARGEST: Final = 255
"""Larger amounts count as this one. The counts of miners in the mine are never larger."""
