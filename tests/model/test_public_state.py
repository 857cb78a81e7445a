"""The public view of a state (RULES PUBLIC-1): ``GameState.public`` and ``is_public``."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import given

NAMES = ("Ada", "Ben", "Cleo")


def test_hidden_pieces_are_left_out() -> None:
    """PUBLIC-1: unrevealed tiles, the order stacks and the tool deck are left out; one view serves every seat."""
    state = ms.new_game(NAMES, seed=7)
    public = state.public()
    assert public.is_public
    assert not state.is_public
    assert public.hidden is None
    assert ms.to_dict(public) == {**ms.to_dict(state), "hidden": None, "pending": None}


def test_a_players_possessions_are_public() -> None:
    """PUBLIC-1: the view has the money, salt, tools, orders and miners of all players."""
    state = given("S1: AB | A: BG, rope used, order BB=9 | B: 3 groszy, food | assistant market: B").state
    public = state.public()
    assert public.players == state.players
    assert (public.mine, public.assistants, public.market) == (state.mine, state.assistants, state.market)
    assert (public.castle, public.workshop, public.bank, public.turn) == (
        state.castle,
        state.workshop,
        state.bank,
        state.turn,
    )


def test_the_public_form_of_a_public_state_is_itself() -> None:
    """PUBLIC-1: a public state has nothing left to hide."""
    public = ms.new_game(NAMES, seed=7).public()
    assert public.public() is public


def test_legal_moves_never_depend_on_hidden_pieces() -> None:
    """PUBLIC-1: full and public states have the same moves in the same order, throughout an opening."""
    state = ms.new_game(NAMES, seed=7)
    for number in range(60):
        moves = ms.legal_moves(state)
        assert ms.legal_moves(state.public()) == moves
        state = ms.apply(state, moves[number * 7 % len(moves)]).state


def test_two_deals_that_differ_in_hidden_pieces_look_alike() -> None:
    """PUBLIC-1: exchanging two face-down tiles, stacked orders or tools changes only the full state."""
    state = ms.new_game(NAMES, seed=7)
    assert state.hidden is not None
    hidden = state.hidden
    others = (
        attrs.evolve(hidden, tiles=(hidden.tiles[1], hidden.tiles[0], *hidden.tiles[2:])),
        attrs.evolve(hidden, orders=(hidden.orders[0][::-1], *hidden.orders[1:])),
        attrs.evolve(hidden, tools=hidden.tools[::-1]),
    )
    for other in others:
        changed = attrs.evolve(state, hidden=other)
        assert changed != state
        assert changed.public() == state.public()
        assert hash(changed.public()) == hash(state.public())


def test_a_move_that_reveals_nothing_is_the_same_on_both() -> None:
    """PUBLIC-1: applied to the public state, the move gives the public form of the next state and the same events."""
    state = given("S1: A | S2: A | 1L1: AA [BB/1] | A: bucket").state
    for move in (
        ms.VisitTownSquare(),
        ms.PlaceMiner("stock", "S1"),
        ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0)),
        ms.UseBucket("1L1", "1L2"),
    ):
        full, public = ms.apply(state, move), ms.apply(state.public(), move)
        assert public.state == full.state.public()
        assert public.events == full.events


def test_an_illegal_move_is_refused_on_both() -> None:
    """PUBLIC-1: the rules are checked before hidden pieces are needed."""
    state = ms.new_game(NAMES, seed=7)
    for table in (state, state.public()):
        with pytest.raises(ms.IllegalMoveError, match="3R2 is not connected"):
            ms.apply(table, ms.PlaceMiner("stock", "3R2"))


def test_the_events_of_a_public_start_fold_to_the_public_state() -> None:
    """PUBLIC-1: only GameStarted names face-down pieces, so all later events are public."""
    state = ms.new_game(NAMES, seed=7)
    public = state.public()
    for _ in range(40):
        moves = ms.legal_moves(state)
        state, events = ms.apply(state, moves[len(moves) // 2])
        for event in events:
            public = ms.evolve(public, event)
        assert public == state.public()
