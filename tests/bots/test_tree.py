"""The tree of a search: ``_tree.py``."""

import random
from collections import Counter

import pytest
from tests.bots.positions import positions

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.bots._built_in_bots import SearchBot, _is_decided
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._judge import load_judge
from magnum_sal.bots._tree import Node, Search, pieces_turned_up
from magnum_sal.model.events import CardTurnedUp, OrderMoved, ToolMoved
from magnum_sal.testing import position


def search(**options: float) -> Search:
    """Return a search with a small horizon."""
    given = {"horizon": 2, "sample": 4, "exploration": 0.2, "sharpness": 4.0, "trust": 1.0, **options}
    return Search(
        load_judge(),
        random.Random(1),
        horizon=int(given["horizon"]),
        sample=int(given["sample"]),
        exploration=given["exploration"],
        sharpness=given["sharpness"],
        trust=given["trust"],
    )


def grown(state: ms.GameState, iterations: int, **options: float) -> Node:
    """Return the tree after *iterations* iterations, each in another full state."""
    found, root, rng = search(**options), Node(), random.Random(2)
    candidates = worth_considering(state, ms.legal_moves(state))
    found.rank_root(root, ms.determinize(state, rng), candidates, state, state.mine)
    for _ in range(iterations):
        found.iterate(root, ms.determinize(state, rng))
    return root


def nodes(root: Node) -> list[Node]:
    """Return all nodes of a tree."""
    below = [*root.children.values(), *root.revealed.values()]
    return [root, *(node for child in below for node in nodes(child))]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tree_after_some_iterations(players: int) -> None:
    """Each iteration visits one move of the root. Chances lie between 0 and 1, and the priors add up to 1."""
    state = positions(players, 9)[3].public()
    root = grown(state, 30)
    assert root.visits == sum(child.visits for child in root.children.values()) == 30
    assert set(root.ranked) == set(root.children) <= set(ms.legal_moves(state))
    assert sum(child.prior for child in root.children.values()) == pytest.approx(1)
    for node in nodes(root):
        assert 0 <= node.value <= node.visits
        assert 0 <= node.opinion <= 1


TURNING_UP = {
    "tile": ("turn: A, actions 2 | A: stock 6 | S1: A | S2: A | castle: BB=9", ms.PlaceMiner("stock", "1L1")),
    "order": (
        "turn: A, actions 1, visited castle, arriving 2 | A: BBG, stock 2 | S1: A | castle: BB=9 BG=11 GG=13",
        ms.CompleteOrder(0),
    ),
    "tool": ("turn: A, actions 2 | A: 20 groszy, BB, stock 2 | S1: A", ms.VisitWorkshop(0)),
}
"""For each kind of piece: a position and a move that turns up a piece, after which the same player moves again."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", TURNING_UP)
def test_a_piece_turned_up_splits_the_tree(kind: str) -> None:
    """REVEAL-1, CASTLE-3, SHOP-1: below a move that turns up a piece, the tree has a node for each piece seen there."""
    text, move = TURNING_UP[kind]
    state = position(text).public()
    found, root, rng = search(), Node(), random.Random(2)
    pieces: Counter[tuple[ms.Event, ...]] = Counter()
    for _ in range(40):
        world = ms.determinize(state, rng)
        pieces[pieces_turned_up(ms.apply(world, move).events)] += 1
        if not root.ranked:
            found.rank_root(root, world, (move,), state, state.mine)
        found.iterate(root, world)
    opened = root.children[move]
    assert len(opened.revealed) > 1
    assert not opened.children
    assert set(opened.revealed) <= set(pieces)
    for revealed, node in opened.revealed.items():
        assert sum(child.visits for child in node.children.values()) <= pieces[revealed]


def test_a_style_counts_in_the_tree() -> None:
    """The value of a move includes what the style likes about it. After the last move of a turn, nothing else does."""
    state = position("turn: A, actions 1 | A: stock 3, 12 groszy | castle: BB=9")
    move = ms.VisitCastle("stock", False)
    leads = []
    for liked in (0.0, 3.0):
        found, root = search(horizon=1), Node()
        found.judge = load_judge().of_style({"visit_castle": liked})
        found.rank_root(root, state, (move,), state, state.mine)
        found.iterate(root, state)
        leads.append(root.children[move].groszy)
    assert leads[1] - leads[0] == pytest.approx(3.0)


def test_which_events_turn_up_a_piece() -> None:
    """Cards from a stack and cards of extensions were unknown before. Cards that leave a slot were already face up."""
    order = ms.RoyalOrder.parse("BB=9")
    unknown = (
        OrderMoved(order, "order_stack", "castle:0"),
        ToolMoved("rope", "tool_stack", "workshop:2"),
        CardTurnedUp("omens", "calm"),
    )
    known = (OrderMoved(order, "castle:0", "box"), ToolMoved("rope", "workshop:2", "workshop:1"))
    assert pieces_turned_up((*known, *unknown)) == unknown


@pytest.mark.slow
@pytest.mark.parametrize("kind", TURNING_UP)
def test_a_decision_uses_no_visits_made_under_another_piece(kind: str) -> None:
    """A bot keeps its tree only if it searched with the piece that is turned up."""
    text, move = TURNING_UP[kind]
    state = position(text).public()
    thought_of = ms.apply(ms.determinize(state, random.Random(1)), move)
    others = (ms.apply(ms.determinize(state, random.Random(seed)), move) for seed in range(2, 100))
    other = next(after for after in others if after.events != thought_of.events)
    for after, is_kept in ((thought_of, True), (other, False)):
        bot = SearchBot(random.Random(1), iterations=20, worlds=1)  # It searches only the first full state it draws.
        bot.think(state, (move,))
        bot.observed(move, after.events)
        assert (bot.tree_size > 0) == is_kept


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_an_unexpected_order_does_not_mislead_the_next_delivery(seed: int) -> None:
    """CASTLE-3: iterations that found a better order in the slot of BB=9 do not make the search deliver BB=9."""
    state = position(
        "turn: A, phase 1, round 5, actions 1, visited castle, arriving 2 | S1: AA | S2: A | "
        "A: BBBBBGG, stock 3, 12 groszy | B: 75 groszy, BGW | "
        "castle: BG=11 BG=11 GG=13 | orders 1: BB=9 BB=9 BBB=15 BBG=17 BBG=17"
    )
    bot = SearchBot(random.Random(seed), iterations=200, worlds=1)  # With these seeds it assumes another order.
    bot(state.public(), ms.legal_moves(state))
    move = ms.CompleteOrder(0)
    state, events = ms.apply(state, move)
    bot.observed(move, events)
    assert set(ms.legal_moves(state)) == {ms.CompleteOrder(0), ms.CompleteOrder(1)}
    # With 750 iterations each, BG=11 in slot 1 was better by 1.6 groszy.
    assert bot(state.public(), ms.legal_moves(state)) == ms.CompleteOrder(1)


def test_illegal_moves_of_another_world_are_skipped() -> None:
    """A node was ranked in one full state. Moves that are illegal in the next state are skipped."""
    state = positions(2, 9)[2].public()
    root = grown(state, 1)
    stranger = ms.UseFood(("1L1",))
    assert stranger not in ms.legal_moves(state)
    root.ranked.insert(0, stranger)
    root.children[stranger] = Node(prior=1.0, opinion=1.0)
    search().iterate(root, ms.determinize(state, random.Random(3)))
    assert root.children[stranger].visits == 0
    assert root.visits == 2


def test_the_judges_opinion_fades() -> None:
    """The opinion weighs as many visits as the trust says. A bias shifts it equally for all moves."""
    node = Node(opinion=0.9)
    found = search(trust=2.0)
    assert found.mean(node) == pytest.approx(0.9)
    assert found.mean(node, -0.1) == pytest.approx(0.8)
    node.visits, node.value = 8, 4.0
    assert found.mean(node) == pytest.approx((4 + 2 * 0.9) / 10)


@pytest.mark.slow
def test_a_won_game_is_worth_more_than_a_margin() -> None:
    """At the end of a game, an iteration values winning more than the margin (END-1)."""
    state = ms.new_game(["Ada", "Ben"], seed=3)
    bots = [make_bot("random", seed=seat) for seat in (0, 1)]
    before = state
    while not state.is_over:
        before, state = state, ms.apply(state, bots[state.turn_seat](state.public(), ms.legal_moves(state))).state
    found, root, seat = search(horizon=50), Node(), before.turn_seat
    candidates = worth_considering(before, ms.legal_moves(before))
    found.rank_root(root, before, candidates, before, before.mine)
    for _ in range(len(candidates) + 8):
        found.iterate(root, before)
    ends = {move: ms.apply(before, move).state for move in root.ranked if root.children[move].visits}
    over = {move: end for move, end in ends.items() if end.is_over}
    assert over
    for move, end in over.items():
        child, score = root.children[move], end.scores[seat]
        assert (child.value / child.visits > 0.6) == (score.rank == 1)
        others = [other.total for other in end.scores if other.seat != seat]
        assert child.groszy / child.visits == pytest.approx(score.total - sum(others) / len(others))


@pytest.mark.parametrize("visits", [(9, 5, 3), (3, 5, 9), (5, 9, 3)])
def test_a_search_ends_early_if_no_move_can_overtake(visits: tuple[int, ...]) -> None:
    """The second most visited move needs more than its distance to the first, wherever both are in the list."""
    root = Node()
    for move, count in zip(ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=1)), visits, strict=False):
        root.children[move] = Node()
        root.children[move].visits = count
    assert _is_decided(root, 3)
    assert not _is_decided(root, 4)
