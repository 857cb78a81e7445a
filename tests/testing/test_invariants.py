"""Each invariant, broken alone: the complaint of ``check_invariants``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.mine import Mine
from magnum_sal.model.state import SeenPieces
from magnum_sal.testing import InvariantError, broken_invariants, check_invariants, position

GOOD = position("S1: AB | S2: A | 1L1: Aa [BBG/1] | 1L2: B [G/0] | A: rope, order BB=9", round=2)
Change = Callable[[ms.GameState], ms.GameState]


def of_players(state: ms.GameState, seat: int = 0, **fields: Any) -> ms.GameState:
    """Return a state in which a player has other fields."""
    players = [*state.players]
    players[seat] = attrs.evolve(players[seat], **fields)
    return attrs.evolve(state, players=tuple(players))


def of_bank(state: ms.GameState, **fields: Any) -> ms.GameState:
    """Return a state whose bank has other fields."""
    return attrs.evolve(state, bank=attrs.evolve(state.bank, **fields))


def of_castle(state: ms.GameState, **fields: Any) -> ms.GameState:
    """Return a state whose castle has other fields."""
    return attrs.evolve(state, castle=attrs.evolve(state.castle, **fields))


def of_turn(state: ms.GameState, **fields: Any) -> ms.GameState:
    """Return a state whose turn has other fields."""
    assert state.turn is not None
    return attrs.evolve(state, turn=attrs.evolve(state.turn, **fields))


def of_space(state: ms.GameState, space: str, **fields: Any) -> ms.GameState:
    """Return a state with a space of the mine that has other fields."""
    spaces = tuple(attrs.evolve(here, **fields) if name == space else here for name, here in state.mine.items())
    return attrs.evolve(state, mine=Mine.of(spaces))


def owed(state: ms.GameState, *, brown: int = 0, green: int = 0, white: int = 0) -> ms.GameState:
    """Return a state whose bank has this many more cubes."""
    return of_bank(state, salt=state.bank.salt + ms.SaltBalance(brown, green, white))


BUCKET = (ms.ToolCard("bucket"),)
BY_VISITS = "turn: more visits and passes than used actions (TURN-3, TURN-4)"
BY_MINERS = "miners of A: a count is below 0"

BROKEN: tuple[tuple[str, Change, str], ...] = (
    ("a stock below 0", lambda s: of_bank(of_players(s, stock=-1), miners=(7, 5)), BY_MINERS),
    ("a right circle below 0", lambda s: of_bank(of_players(s, line_right=-1), miners=(6, 5)), BY_MINERS),
    ("a left circle below 0", lambda s: of_bank(of_players(s, line_left=-1), miners=(6, 5)), BY_MINERS),
    ("a bank's miners below 0", lambda s: of_bank(of_players(s, stock=7), miners=(-1, 5)), BY_MINERS),
    (
        "a second player's count below 0",
        lambda s: of_bank(of_players(s, 1, stock=-1), miners=(5, 9)),
        "miners of B: a count is below 0",
    ),
    ("less than no money", lambda s: of_players(of_players(s, money=-1), 1, money=21), "money: A has -1 groszy"),
    (
        "a chamber's water below 0",
        lambda s: of_space(of_space(s, "1L1", water=-1), "1L2", water=2),
        "water: a count is below 0",
    ),
    (
        "a grosz gone",
        lambda s: of_bank(s, money=s.bank.money - 1),
        "money: players hold 20 groszy and the bank 424, which is not 445 in total (SET-SUPPLY)",
    ),
    (
        "a grosz too many",
        lambda s: of_players(s, money=11),
        "money: players hold 21 groszy and the bank 425, which is not 445 in total (SET-SUPPLY)",
    ),
    ("a brown cube gone", lambda s: owed(s, brown=-1), "brown salt: 19 cubes in total, not 20 (SET-SUPPLY)"),
    ("a green cube gone", lambda s: owed(s, green=-1), "green salt: 14 cubes in total, not 15 (SET-SUPPLY)"),
    ("a white cube gone", lambda s: owed(s, white=-1), "white salt: 14 cubes in total, not 15 (SET-SUPPLY)"),
    (
        "a player's cube too many",
        lambda s: of_players(s, 1, salt=ms.SaltAmount(1)),
        "brown salt: 21 cubes in total, not 20 (SET-SUPPLY)",
    ),
    ("water gone", lambda s: of_bank(s, water=s.bank.water - 1), "water: 24 cubes in total, not 25 (SET-SUPPLY)"),
    ("water too much", lambda s: of_space(s, "1L2", water=1), "water: 26 cubes in total, not 25 (SET-SUPPLY)"),
    ("a miner gone", lambda s: of_players(s, 1, stock=2), "miners of B: 9 in total, not 10 (SET-SUPPLY)"),
    (
        "tools that were not dealt",
        lambda s: of_players(s.public(), 1, tools=BUCKET),
        "tools: 8 are in play in phase 1, more than were dealt (SETUP-2)",
    ),
    (
        "tools seen that were not dealt",
        lambda s: attrs.evolve(s.public(), extras_items=(("seen", SeenPieces(("bucket",), (0, 0))),)),
        "tools: 8 are in play in phase 1, more than were dealt (SETUP-2)",
    ),
    (
        "a hidden tool gone",
        lambda s: attrs.evolve(s, hidden=attrs.evolve(s.hidden, tools=s.hidden.tools[1:])) if s.hidden else s,
        "tools: 16 are face down, not the phase's 3 and 14 later ones (SETUP-2)",
    ),
    (
        "orders that nobody completed",
        lambda s: of_players(s.public(), orders=()),
        "orders: 1 completed in this phase, but players own 0 (CASTLE-3)",
    ),
    (
        "an open order gone",
        lambda s: of_castle(s, open=(None, *s.castle.open[1:])),
        "orders: 1 completed, 2 open and 4 stacked do not add up to the phase's 8 (SETUP-2)",
    ),
    (
        "a stacked order gone",
        lambda s: of_castle(s.public(), stack=3),
        "orders: 1 completed, 3 open and 3 stacked do not add up to the phase's 8 (SETUP-2)",
    ),
    (
        "a completed order forgotten",
        lambda s: of_castle(s, completed=0),
        "orders: 0 completed, 3 open and 4 stacked do not add up to the phase's 8 (SETUP-2)",
    ),
    (
        "more salt than the tile has",
        lambda s: owed(of_space(s, "1L1", salt=ms.SaltAmount(2, 2, 0)), green=-1),
        "mine.1L1: holds BBGG, more than the tile's BBG (REVEAL-1)",
    ),
    (
        "a chain that is broken",
        lambda s: of_players(of_players(of_space(s, "S1", rested=(0, 0)), stock=2), 1, stock=4),
        "S2, 1L1, 1L2: cut off from the entrance, but salt is still there (CHAIN-3)",
    ),
    ("actions too many", lambda s: of_turn(s, actions_left=3), f"turn: 3 actions left of 2 (TURN-1); {BY_VISITS}"),
    (
        "actions too many in the first round",
        lambda s: attrs.evolve(s, round=1),
        f"turn: 2 actions left of 1 (TURN-1); {BY_VISITS}",
    ),
    ("less than no action", lambda s: of_turn(s, actions_left=-1), "turn: -1 actions left of 2 (TURN-1)"),
    (
        "less than no arrival",
        lambda s: of_players(of_turn(s, arriving=-1), stock=2),
        "turn: fewer than 0 arrivals",
    ),
    (
        "a visit without an action",
        lambda s: of_turn(s, visited=("inn",)),
        BY_VISITS,
    ),
    (
        "a pass without an action",
        lambda s: of_turn(s, visited=("inn",), passes=1, actions_left=1),
        BY_VISITS,
    ),
    (
        "nothing that can be done",
        lambda s: attrs.evolve(s, ruleset=attrs.evolve(s.ruleset, name="without_rules", rules=())),
        "turn: the game is not over, but no move is legal (TURN-2)",
    ),
)
"""The change of a good position, and all complaints about it."""


@pytest.mark.parametrize(("change", "told"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_invariant_is_reported(change: Change, told: str) -> None:
    """Each broken invariant has one sentence, which is also the error's message."""
    state = change(GOOD)
    assert "; ".join(broken_invariants(state)) == told
    with pytest.raises(InvariantError, match=f"^{re.escape(told)}$"):
        check_invariants(state)


@pytest.mark.parametrize("field", ["counts", *(field.alias for field in attrs.fields(Mine) if not field.eq)])
def test_derived_fields_of_the_mine_match_its_spaces(field: str) -> None:
    """A set of spaces, or a number of miners, that the mine derives from its spaces and that is wrong is reported."""
    name = next(known.name for known in attrs.fields(Mine) if known.alias == field)
    fresh = getattr(GOOD.mine, name)
    wrong: Any
    if isinstance(fresh, bytes):
        wrong = fresh[:-1] + bytes((fresh[-1] + 1,))
    else:
        wrong = tuple(bits ^ 1 << 5 for bits in fresh) if isinstance(fresh, tuple) else fresh ^ 1 << 5
    state = attrs.evolve(GOOD, mine=attrs.evolve(GOOD.mine, **{field: wrong}))
    assert broken_invariants(state)[0] == f"mine.{field}: does not match the spaces"


def test_good_positions_have_no_complaints() -> None:
    """Good positions have no complaints, even public ones, those without rules, and those at the bounds."""
    without_rules = attrs.evolve(GOOD, ruleset=attrs.evolve(GOOD.ruleset, name="without_rules", rules=()))
    for good in (
        GOOD,
        GOOD.public(),
        without_rules.public(),
        of_turn(GOOD, actions_left=0, visited=("inn",), passes=1),
        of_turn(attrs.evolve(GOOD, round=1), actions_left=1),
        of_players(of_players(GOOD, money=0), 1, money=20),
        of_bank(of_players(GOOD, money=500), money=-65),
        attrs.evolve(without_rules, is_over=True, turn=None),
    ):
        assert broken_invariants(good) == []


def test_a_house_ruleset_may_have_another_chain() -> None:
    """CHAIN-3: if the rulings define connections differently, no miner counts as cut off by the usual ones."""
    loose = of_players(of_players(of_space(GOOD, "S1", rested=(0, 0)), stock=2), 1, stock=4)
    for ruling in ("reachable", "may_cut_off"):
        usual: Any = getattr(ms.STANDARD.rulings, ruling)
        other = attrs.evolve(ms.STANDARD.rulings, **{ruling: lambda *given, usual=usual: usual(*given)})
        house = attrs.evolve(ms.STANDARD, name="other chains", rulings=other)
        assert broken_invariants(attrs.evolve(loose, ruleset=house)) == []
