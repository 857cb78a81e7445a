"""The state as a value: its hash, its key, ``play`` and the winners."""

import pickle
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.engine.unseen import unseen_orders
from magnum_sal.model.state import SeenPieces
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher, play


def walked(moves: int, seed: int = 3, chooser: Callable[..., ms.Move] = any_kind) -> ms.GameState:
    """Return a position of three players after this many moves, or at the end."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=seed)
    for *_, transition in play(state, chooser, random.Random(seed), moves):
        state = transition.state
    return state


def test_a_hash_is_cached_in_the_state() -> None:
    """
    The cached hash is not compared, pickled or written to JSON.

    Equal states have equal hashes, cached or not.
    """
    state = walked(40)
    fresh = attrs.evolve(state)
    assert hash(state) == state._hash == hash(state)
    assert fresh._hash is None
    assert fresh == state
    assert pickle.dumps(fresh) == pickle.dumps(state)
    assert pickle.loads(pickle.dumps(state))._hash is None
    assert ms.to_json(fresh) == ms.to_json(state)
    assert hash(fresh) == hash(state) == hash(ms.from_json(ms.GameState, ms.to_json(state)))
    assert len({state, fresh, state.public()}) == 2


def test_a_state_lists_its_moves() -> None:
    """The method lists what the function ``legal_moves`` lists, with the same filters and errors."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert state.legal_moves() == ms.legal_moves(state)
    assert state.legal_moves(type="place_miner", source="stock", target="S1") == (ms.PlaceMiner("stock", "S1"),)
    with pytest.raises(ms.MisuseError, match="type: 'nosuch' is not a known move"):
        state.legal_moves(type="nosuch")


def test_a_state_plays_every_form_of_a_move() -> None:
    """A state takes a move, its notation and its JSON form, as ``Game.play`` does, and suggests moves."""
    state, move = ms.new_game(["Ada", "Ben"], seed=7), ms.VisitInn()
    after = ms.apply(state, move).state
    forms: list[ms.Move | str | dict[str, object]] = [move, "inn", ms.to_json(move), ms.to_dict(move)]
    assert [state.play(form) for form in forms] == [after] * len(forms)
    with pytest.raises(ms.MalformedError, match=r"'in' is not a move in notation.*did you mean 'inn'\?"):
        state.play("in")
    with pytest.raises(ms.MalformedError, match="None is not a move in the ruleset 'standard'"):
        state.play(None)  # type: ignore[arg-type]
    with pytest.raises(ms.IllegalMoveError, match="S2 is not connected"):
        state.play(">S2")


def test_playing_is_applying() -> None:
    """``state.play`` returns the state of ``apply`` and refuses the same moves."""
    state = walked(10)
    for move in ms.legal_moves(state):
        assert state.play(move) == ms.apply(state, move).state
    with pytest.raises(ms.IllegalMoveError, match="none of your miners has reached the castle"):
        state.play(ms.CompleteOrder(0))


@pytest.mark.slow
def test_winners() -> None:
    """END-1: the winners are all players of rank 1; before the end there are none."""
    state = walked(3000, chooser=finisher)
    assert state.is_over
    assert state.winners == tuple(score.seat for score in state.scores if score.rank == 1)
    assert len(state.winners) == 1
    assert walked(50).winners == ()
    first = ms.new_game(["Ada", "Ben"], seed=1)
    poor = tuple(attrs.evolve(player, money=10) for player in first.players)
    tied = attrs.evolve(first, players=poor, is_over=True, turn=None)
    assert tied.winners == (0, 1)
    assert attrs.evolve(first, players=poor).winners == ()


def with_players(state: ms.GameState, **fields: Any) -> ms.GameState:
    """Return a state whose first player has other possessions."""
    first = attrs.evolve(state.players[0], **fields)
    return attrs.evolve(state, players=(first, *state.players[1:]))


def cards(*tools: str, used: str = "") -> tuple[ms.ToolCard, ...]:
    """Return tool cards, of which only *used* is used."""
    return tuple(ms.ToolCard(tool, tool == used) for tool in tools)


def orders(*texts: str) -> tuple[ms.RoyalOrder, ...]:
    """Return royal orders."""
    return tuple(map(ms.RoyalOrder.parse, texts))


def test_a_key_ignores_the_order_of_tools_and_orders() -> None:
    """The rest of the game depends on which tools and orders players own and which are used, not on their order."""
    state = walked(30)
    one = with_players(state, tools=cards("rope", "cart", used="cart"), orders=orders("BB=9", "GG=13"))
    other = with_players(state, tools=cards("cart", "rope", used="cart"), orders=orders("GG=13", "BB=9"))
    assert one != other
    assert one.key() == other.key()
    assert hash(one.key()) == hash(other.key())
    assert one.public().key() == other.public().key() != one.key()
    for different in (
        with_players(state, tools=cards("cart", "rope", used="rope"), orders=orders("GG=13", "BB=9")),
        with_players(state, tools=cards("cart", "rope"), orders=orders("GG=13", "BB=9")),
        with_players(state, tools=cards("cart", "rope", "rope", used="cart"), orders=orders("GG=13", "BB=9")),
        with_players(state, tools=cards("cart", "rope", used="cart"), orders=orders("GG=13", "BG=11")),
        attrs.evolve(other, round=other.round + 1),
    ):
        assert different.key() != one.key()


def test_a_key_distinguishes_the_orders_of_earlier_phases() -> None:
    """Section 12: this phase's completed orders decide which orders may be in the stack."""
    state = attrs.evolve(walked(30), phase=3)

    def seen(state: ms.GameState, tools: tuple[str, ...]) -> ms.GameState:
        return attrs.evolve(state, extras_items=(("seen", SeenPieces(tools, (1, 0, 0))),))

    one = seen(with_players(state, orders=orders("GW=17", "BGG=19")), ("rope", "cart"))
    other = seen(with_players(state, orders=orders("BGG=19", "GW=17")), ("cart", "rope"))
    assert one.key() != other.key()
    assert seen(one, ("cart", "rope")).key() == one.key()
    late = attrs.evolve(one.castle, open=(None,) * 3)
    assert unseen_orders(attrs.evolve(one, castle=late)) != unseen_orders(attrs.evolve(other, castle=late))


def test_positions_with_one_key_continue_alike() -> None:
    """After the same moves, their keys are equal again, and the same moves are legal."""
    rng = random.Random(5)
    one = walked(200, chooser=finisher)
    turned = tuple(attrs.evolve(player, tools=player.tools[::-1], orders=player.orders[::-1]) for player in one.players)
    other = attrs.evolve(one, players=turned)
    assert one != other
    for _ in range(60):
        assert one.key() == other.key()
        assert ms.legal_moves(one) == ms.legal_moves(other)
        move = any_kind(one, ms.legal_moves(one), rng)
        one, other = one.play(move), other.play(move)


def test_a_key_includes_the_parts_of_extensions() -> None:
    """Parts of the state that rules have added are compared unchanged."""
    state = walked(0)
    assert state.key() == walked(0).key()
    added = attrs.evolve(state, extras_items=(("chapel", (1, 0)),))
    assert added.key() != state.key()


def test_the_ranking_is_in_order() -> None:
    """END-1: the scores are sorted, the best first; players who share a rank are in seat order."""
    state = position("players: Ada, Ben, Cleo, Dan | A: 10 groszy | B: 30 groszy | C: 10 groszy | D: 20 groszy")
    assert [(score.rank, score.seat) for score in state.ranking] == [(1, 1), (2, 3), (3, 0), (3, 2)]
    assert sorted(state.ranking, key=lambda score: score.seat) == list(state.scores)
    assert state.public().ranking == state.ranking
