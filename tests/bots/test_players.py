"""The built-in bots: random, greedy, search."""

import random
from typing import Any

import attrs
import pytest
from tests.amounts import select_pairs

import magnum_sal as ms
from magnum_sal.bots import Bot, make_bot
from magnum_sal.bots._built_in_bots import SearchBot
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._move_choice import choose_hasty_move
from magnum_sal.model.switches import SWITCHES

NAMES = ("Ada", "Ben", "Cleo", "Dan")
ON: dict[str, Any] = {switch.name: switch.on for switch in SWITCHES}
VARIANTS = [
    pytest.param(ms.STANDARD, id="standard"),
    *(pytest.param(attrs.evolve(ms.STANDARD, **{name: setting}), id=name) for name, setting in ON.items()),
    pytest.param(attrs.evolve(ms.STANDARD, **ON), id="all switches"),
]
VARIANTS_WITH_PLAYERS = pytest.mark.parametrize(
    ("players", "ruleset"),
    [
        pytest.param(players, *variant.values, id=f"{players}, {variant.id}")
        for variant, players in select_pairs(VARIANTS, [2, 3, 4])
    ],
)


def played(bots: list[Bot], state: ms.GameState, most: int) -> tuple[ms.GameState, list[ms.Move]]:
    """Play at most *most* moves, with bots that see only the public state."""
    moves: list[ms.Move] = []
    while not state.is_over and len(moves) < most:
        move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
        moves.append(move)
        state, _ = ms.apply(state, move)
    return state, moves


@pytest.mark.slow
@VARIANTS_WITH_PLAYERS
def test_random_bots_finish_their_games(players: int, ruleset: ms.Ruleset) -> None:
    """Random bots finish every game well within a high cap, because they avoid useless visits to the castle."""
    state = ms.new_game(NAMES[:players], seed=players, ruleset=ruleset)
    state, _ = played([make_bot("random", seed=seat) for seat in range(players)], state, 20000)
    assert state.is_over


@pytest.mark.long
@VARIANTS_WITH_PLAYERS
@pytest.mark.parametrize("name", ["greedy", "search:iterations=3"])
def test_legal_moves_in_all_variants(name: str, players: int, ruleset: ms.Ruleset) -> None:
    """
    Each bot plays legal moves in every variant with every number of players.

    An illegal move would raise an error.
    """
    state = ms.new_game(NAMES[:players], seed=players, ruleset=ruleset)
    bots = [make_bot(name if seat == 0 else "random", seed=seat) for seat in range(players)]
    _, moves = played(bots, state, 18)
    assert len(moves) == 18


@pytest.mark.long
def test_greedy_bots_finish_their_game() -> None:
    """Two bots that both wait for a better turn still finish the game."""
    bots = [make_bot("greedy:width=1", seed=seat) for seat in (1, 2)]
    state, _ = played(bots, ms.new_game(NAMES[:2], seed=3), 4000)
    assert state.is_over


@pytest.mark.long
@pytest.mark.parametrize("name", ["random", "greedy", "search:iterations=5"])
def test_same_seed_same_moves(name: str) -> None:
    """A bot's moves are determined by the positions and its seed."""
    start = ms.new_game(NAMES[:2], seed=4)
    first, second = (played([make_bot(name, seed=seat) for seat in (1, 2)], start, 12)[1] for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_wasteful_moves_are_not_considered() -> None:
    """Of several ways to pay for one load only the cheapest is considered. Some move is always considered."""
    rng = random.Random(3)
    state = ms.new_game(NAMES, seed=3)
    for _ in range(600):
        if state.is_over:
            break
        moves = ms.legal_moves(state)
        considered = worth_considering(state, moves)
        assert considered
        assert set(considered) <= set(moves)
        loads = [
            (move.chamber, move.salt, move.pickaxes, move.carts)
            for move in considered
            if isinstance(move, ms.ExtractSalt)
        ]
        assert len(loads) == len(set(loads))
        state, _ = ms.apply(state, choose_hasty_move(state, moves, rng))


def test_greedy_delivers_the_most_valuable_order() -> None:
    """If the greedy bot can complete several orders, it chooses the one with the highest payment."""
    state = ms.new_game(NAMES[:2], seed=1)
    seat = state.turn_seat
    assert state.turn is not None
    ready = attrs.evolve(
        state,
        players=tuple(
            attrs.evolve(player, salt=ms.SaltAmount(3, 3, 3)) if at == seat else player
            for at, player in enumerate(state.players)
        ),
        turn=attrs.evolve(state.turn, arriving=1),
    )
    move = make_bot("greedy", seed=1)(ready.public(), ms.legal_moves(ready))
    assert isinstance(move, ms.CompleteOrder)
    chosen = ready.castle.open[move.slot]
    assert chosen is not None
    assert chosen.payment == max(order.payment for order in ready.castle.open if order is not None)


def test_search_keeps_its_tree() -> None:
    """A bot keeps the tree below the moves that it observes. Without observing moves, a new game starts a new tree."""
    state = ms.new_game(NAMES[:2], seed=6)
    bot = SearchBot(random.Random(1), iterations=12)
    bot.game_started(state.public(), state.turn_seat)
    move = bot(state.public(), ms.legal_moves(state))
    state, events = ms.apply(state, move)
    bot.observed(move, events)
    assert bot.tree_size > 0
    forgetful = SearchBot(random.Random(1), iterations=12)
    forgetful(state.public(), ms.legal_moves(state))
    size = forgetful.tree_size
    forgetful.game_started(state.public(), 0)
    assert size > 0
    assert forgetful.tree_size == 0


def test_a_search_stops_when_no_move_can_catch_up() -> None:
    """Iterations that could not change the choice are skipped. If all of them try one move, half are enough."""
    state = ms.new_game(NAMES[:2], seed=6)
    bot = SearchBot(random.Random(1), iterations=60, exploration=0.0, sharpness=0.01, trust=1000.0)
    bot(state.public(), ms.legal_moves(state))
    assert 30 < bot.tree_size < 40


def test_search_with_a_budget_of_time() -> None:
    """At least one iteration is made, however short the time."""
    state = ms.new_game(NAMES[:2], seed=6)
    assert make_bot("search:seconds=0.000001", seed=1)(state.public(), ms.legal_moves(state)) in ms.legal_moves(state)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search:iterations=0", "search: iterations: expected a whole number from 1 up, got 0"),
        (
            "search:iterations=many",
            "bot 'search:iterations=many': iterations must be a whole number or none, not 'many'",
        ),
        ("search:seconds=0", ": seconds: expected a number above 0, got 0.0"),
        ("search:exploration=-1", ": exploration: expected a number from 0 up, got -1.0"),
        ("search:horizon=1.5", "bot 'search:horizon=1.5': horizon must be a whole number, not '1.5'"),
        ("greedy:width=-1", "greedy: width: expected a whole number from 0 up, got -1"),
        ("greedy:noise=much", "bot 'greedy:noise=much': noise must be a number, not 'much'"),
    ],
)
def test_invalid_options(name: str, words: str) -> None:
    """Invalid options are refused with a message when the bot is created."""
    with pytest.raises(ms.MisuseError) as caught:
        make_bot(name)
    assert words in str(caught.value)
