"""The Hypothesis strategies for authors of extensions, bots and front ends."""

from functools import partial
from typing import ClassVar

import attrs
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.model.fields import BySeat, ChamberId, Count, Seat
from magnum_sal.model.rule import Rule, When
from magnum_sal.testing import check_invariants
from magnum_sal.testing.strategies import VARIANTS, games, moves, near_misses, openings, rulesets, setups, states

FEW = settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
ANY = settings(max_examples=2000, phases=[Phase.generate])
"""Take the first example that is found, since its size does not matter."""


@attrs.frozen
class Greet(ms.Move):
    """A move of an extension with fields that need not be known ids."""

    type: ClassVar[str] = "greet"
    player: Seat
    groszy: Count | None
    counts: tuple[Count, ...]
    chamber: ChamberId | None
    by_seat: BySeat  # type: ignore[type-arg]  # the strategies must also support a field without the type of its entries


GREETINGS = ms.STANDARD.with_extensions(
    Extension("greetings", rules=(Rule(Greet, When.FREE, lambda _: (), lambda *_: None, lambda *_: ()),)),
    name="greetings",
)


@pytest.mark.long
@FEW
@given(games())
def test_whole_games(game: ms.Game) -> None:
    """The moves of a generated game lead from its first state to its last one."""
    state = game.at(0)
    for move in game.moves:
        assert move in ms.legal_moves(state)
        state, _ = ms.apply(state, move)
    assert state == game.state
    check_invariants(state)


@FEW
@given(states(), moves(), setups(), openings(rulesets()))
def test_states_moves_and_setups(state: ms.GameState, move: ms.Move, setup: ms.Setup, opening: ms.GameState) -> None:
    """Generated states are sound, setups start games, and openings have known rulesets; a move need not be legal."""
    check_invariants(state)
    assert ms.objection(state, move) is None or move not in ms.legal_moves(state)
    assert ms.new_game(["Ada", "Ben", "Cleo"], setup=setup).round == 1
    assert opening.ruleset in VARIANTS


@pytest.mark.long
def test_every_kind_of_move_is_found() -> None:
    """Every kind of move is generated, and a near miss differs in one field."""
    for kind in ms.STANDARD.by_move:
        assert isinstance(find(moves(), partial(_is_a, kind), settings=ANY), kind)
    near = find(near_misses(ms.VisitPumpHouse("1L1", 2)), lambda _: True, settings=ANY)
    assert isinstance(near, ms.VisitPumpHouse)
    assert near != ms.VisitPumpHouse("1L1", 2)
    assert sum(a != b for a, b in zip(attrs.astuple(near), ("1L1", 2), strict=True)) == 1


@pytest.mark.slow
@settings(max_examples=200, phases=[Phase.generate])
@given(moves(2, GREETINGS))
def test_moves_of_an_extension_are_well_formed(move: ms.Move) -> None:
    """Seats are those of the players, and other numbers are small, even in tuples and in optional fields."""
    if not isinstance(move, Greet):
        return
    assert move.player < 2
    assert move.groszy in (None, 0, 1, 2, 3, 4)
    assert {*move.counts, *move.by_seat} <= {0, 1, 2, 3, 4}
    assert len(move.by_seat) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("is_none", [True, False])
def test_optional_fields_have_both_kinds_of_values(is_none: bool) -> None:
    """A field that accepts None is generated with None and with a value."""

    def fits(move: ms.Move) -> bool:
        return isinstance(move, Greet) and (move.groszy is None, move.chamber is None) == (is_none, is_none)

    assert fits(find(moves(2, GREETINGS), fits, settings=ANY))


def _is_a(kind: type[ms.Move], move: ms.Move) -> bool:
    return isinstance(move, kind)
