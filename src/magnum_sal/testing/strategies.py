"""
Hypothesis strategies for setups, moves, states and whole games (needs the extra ``testing``).

>>> from hypothesis import given
>>> from magnum_sal import legal_moves
>>> @given(states(most_moves=30))
... def test_a_move_is_always_left(state):
...     assert state.is_over or legal_moves(state)
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final

from .._internal.lazy_names import explain_missing
from ..engine.deal import draw_setup
from ..engine.transitions import new_game
from ..model import moves as m
from ..model.fields import SALT, SEAT, BySeat
from ..model.meaning import Field, fields_of, plain_type
from ..model.mine import CHAMBERS
from ..model.moves import Move
from ..model.pieces import SALT_KINDS, SaltAmount
from ..model.ruleset import Ruleset, with_switches
from ..model.setup import Setup
from ..model.state import GameState
from ..model.switches import SWITCHES
from ..record.game import Game
from ..rules.standard import STANDARD
from ._near_misses import list_near_misses, type_besides_none
from .players import Chooser, any_kind, any_move, finisher, play

__all__ = [
    "NAMES",
    "VARIANTS",
    "choosers",
    "games",
    "moves",
    "near_misses",
    "openings",
    "rulesets",
    "salt_amounts",
    "setups",
    "states",
]

with explain_missing("a strategy for tests", "testing"):
    from hypothesis import strategies as st

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")

VARIANTS: Final = tuple(
    with_switches(STANDARD, settings) for settings in product(*((switch.off, switch.on) for switch in SWITCHES))
)
"""The standard game with each combination of its switches."""


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Generate the standard game and its variants."""
    return st.sampled_from(VARIANTS)


def setups(ruleset: Ruleset = STANDARD, players: int = 3) -> st.SearchStrategy[Setup]:
    """Generate setups for *players* players with the pieces of *ruleset*."""
    return st.integers(0, 2**32).map(lambda seed: draw_setup(ruleset, players, random.Random(seed)))


@st.composite
def openings(draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset] | None = None) -> GameState:
    """Generate first positions for 2 to 4 players under *rulesets*, by default the standard game's variants."""
    ruleset = draw(st.sampled_from(VARIANTS) if rulesets is None else rulesets)
    players = draw(st.integers(2, 4))
    return new_game(NAMES[:players], setup=draw(setups(ruleset, players)), ruleset=ruleset)


def salt_amounts(most: int = 5) -> st.SearchStrategy[SaltAmount]:
    """Generate amounts of up to *most* cubes of each kind."""
    counts = st.integers(0, most)
    return st.builds(SaltAmount, counts, counts, counts)


def moves(players: int = 4, ruleset: Ruleset = STANDARD) -> st.SearchStrategy[Move]:
    """
    Generate well-formed moves of every kind in *ruleset*. Most of them are illegal.

    Moves of extensions are built from the meanings of their fields (``magnum_sal.model.fields``): known ids, seats of
    *players* players, counts from 0 to 4, and the default strategies of Hypothesis for other types. The entries of a
    tuple follow the same rules, and an optional field can be None.
    """
    kinds, few = st.sampled_from(SALT_KINDS), st.integers(0, 4)
    trades = st.builds(m.Transaction, st.sampled_from(("sell", "buy")), kinds)
    payments = st.lists(st.integers(0, 12), min_size=players - 1, max_size=players).map(tuple)
    one_or_two = st.lists(st.sampled_from(CHAMBERS), min_size=1, max_size=2)
    # The meaning of a field does not define how many entries a list has, or which of two fields must be empty.
    built: dict[type[Move], st.SearchStrategy[Move]] = {
        m.ExtractSalt: st.builds(m.ExtractSalt, st.sampled_from(CHAMBERS), salt_amounts(3), few, few, payments),
        m.VisitMarket: st.builds(m.VisitMarket, st.lists(trades, min_size=1, max_size=2), st.booleans()),
        m.UseFood: st.builds(m.UseFood, one_or_two),
        m.PayPenalty: st.builds(m.PayPenalty, few, st.none() | kinds),
    }
    return st.one_of([built[kind] if kind in built else _moves_of(kind, players, ruleset) for kind in ruleset.by_move])


def _moves_of(kind: type[Move], players: int, ruleset: Ruleset) -> st.SearchStrategy[Move]:
    """Generate moves of a kind from the meanings of its fields."""
    return st.builds(kind, **{field.name: _values_of(field, players, ruleset) for field in fields_of(kind)})


def _values_of(field: Field, players: int, ruleset: Ruleset) -> st.SearchStrategy[Any]:
    """Generate values of a field, and None if the field accepts it."""
    values = _values_besides_none(field, players, ruleset)
    return st.none() | values if field.may_be_none else values


def _values_besides_none(field: Field, players: int, ruleset: Ruleset) -> st.SearchStrategy[Any]:
    meaning, kind = field.meaning, type_besides_none(field)
    if meaning is not None and meaning.ids is not None:
        ids = st.sampled_from(tuple(meaning.ids(ruleset)))
        return st.lists(ids, max_size=3).map(tuple) if field.is_tuple else ids
    if meaning is SALT:
        return salt_amounts(3)
    numbers = st.integers(0, players - 1 if meaning is SEAT else 4)
    if kind is int:
        return numbers
    # The entries of a bare ``BySeat`` have no type, and are numbers as well.
    if kind in (tuple[int, ...], plain_type(BySeat)):
        return st.lists(numbers, max_size=players).map(tuple)
    return st.from_type(kind)


def near_misses(move: Move) -> st.SearchStrategy[Move]:
    """
    Generate moves that differ slightly from *move* in one field. Faulty rules are most likely to accept these.

    A move without fields has no near misses, so the move itself is generated.
    """
    return st.sampled_from(list_near_misses(move) or [move])


def choosers() -> st.SearchStrategy[Chooser]:
    """Generate choosers that finish games, and choosers that try everything."""
    # Games of random moves practically never end, so half of the games are played by finishers.
    return st.sampled_from((finisher, finisher, any_kind, any_move))


@st.composite
def states(draw: st.DrawFn, most_moves: int = 250, rulesets: st.SearchStrategy[Ruleset] | None = None) -> GameState:
    """Generate positions from games of up to *most_moves* moves under *rulesets*, as in ``openings``."""
    state = draw(openings(rulesets))
    chooser, seed = draw(choosers()), draw(st.integers(0, 2**32))
    for _, _, transition in play(state, chooser, random.Random(seed), draw(st.integers(0, most_moves))):
        state = transition.state
    return state


@st.composite
def games(draw: st.DrawFn, most_moves: int = 600, rulesets: st.SearchStrategy[Ruleset] | None = None) -> Game:
    """
    Generate whole games of up to *most_moves* moves under *rulesets*, as in ``openings``.

    Nearly all games end within 600 moves. Each game is kept in memory. Its moves can be undone and replayed
    (``history``), and the game can be saved.
    """
    ruleset = draw(st.sampled_from(VARIANTS) if rulesets is None else rulesets)
    players = draw(st.integers(2, 4))
    game = Game.new(NAMES[:players], setup=draw(setups(ruleset, players)), ruleset=ruleset)
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _, move, _ in play(game.state, finisher, rng, most_moves):
        game.play(move)
    return game
