"""Full states drawn from public ones agree with what is known, and are uniform over what is not."""

import random
from collections import Counter
from collections.abc import Hashable, Sequence

import attrs
import pytest
from tests.amounts import select, select_pairs
from tests.frequencies import shares, surprise

import magnum_sal as ms
from magnum_sal.model.draws import shuffle_pieces
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.testing import given
from magnum_sal.testing.players import any_kind, finisher, play

DRAWS = 3000


def position_after(moves: int, players: int = 3, seed: int = 1, ruleset: ms.Ruleset = ms.STANDARD) -> ms.GameState:
    """Return a state of a game that reaches its end, after this many moves."""
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed, ruleset=ruleset)
    for _, _, transition in play(state, finisher, random.Random(seed), moves):
        state = transition.state
    return state


def test_the_measure_can_fail() -> None:
    """The bound of 5 deviations holds for fair dice, and fails for slightly loaded ones."""
    rng = random.Random(1)
    fair = Counter[Hashable](int(rng.random() * 6) for _ in range(DRAWS))
    loaded = Counter[Hashable](min(5, int(rng.random() * 6.4)) for _ in range(DRAWS))
    assert surprise(fair, shares(range(6))) < 5
    assert surprise(loaded, shares(range(6))) > 5
    assert surprise(fair, shares(range(5))) == float("inf")


@pytest.mark.long
@pytest.mark.parametrize(("players", "mapped_mine"), select_pairs([2, 3, 4], [False, True]))
def test_a_drawn_state_agrees_with_what_is_known(players: int, mapped_mine: bool) -> None:
    """
    In whole games, a drawn state has the same public state and legal moves, and each piece once.

    A game can continue from it.
    """
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine)
    start = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=players, ruleset=ruleset)
    rng = random.Random(players)
    phases = set()
    for number, (_, _, transition) in enumerate(play(start, finisher, rng, 2000)):
        state = transition.state
        if number % 15 and not state.is_over:
            continue
        phases.add(state.phase)
        drawn = ms.determinize(state.public(), rng)
        assert drawn.public() == state.public()
        assert ms.legal_moves(drawn) == ms.legal_moves(state)
        assert ms.from_json(ms.GameState, ms.to_json(drawn)) == drawn
        assert [len(pile) for pile in drawn.hidden.orders] == [len(pile) for pile in state.hidden.orders]  # type: ignore[union-attr]
        assert len(drawn.hidden.tools) == len(state.hidden.tools)  # type: ignore[union-attr]  # both are full states
        for _, _, later in play(drawn, any_kind, rng, 20):
            assert later.state.hidden is not None
    assert phases == {1, 2, 3}


def unseen_tools(state: ms.GameState) -> Counter[str]:
    """Return the tools that nobody has seen, including those that left the game face down."""
    owned = Counter(card.tool for player in state.players for card in player.tools)
    left = Counter(state.extras["seen"].tools if "seen" in state.extras else ())
    return Counter(ms.STANDARD.tools) - owned - left - Counter(filter(None, state.workshop.offer))


def position_with_tools_gone() -> ms.GameState:
    """Return a state after a phase in which nobody bought a tool: three left the game face up, four face down."""

    def frugal(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
        return finisher(state, [move for move in moves if not isinstance(move, ms.VisitWorkshop)], rng)

    for _, _, (state, _) in play(ms.new_game(["Ada", "Ben"], seed=1), frugal, random.Random(1), 2000):
        if state.phase == 2 and state.castle.completed:
            break
    assert state.hidden is not None
    assert len(state.extras["seen"].tools) == 3
    assert unseen_tools(state).total() == len(state.hidden.tools) + 4
    return state


@pytest.mark.long
@pytest.mark.parametrize(
    "state",
    select(
        [
            pytest.param(position_with_tools_gone(), id="with tools gone unseen"),
            pytest.param(position_after(0), id="at the start"),
            pytest.param(position_after(120), id="in phase 1"),
            pytest.param(position_after(300), id="in phase 2"),
        ]
    ),
)
def test_all_unseen_pieces_are_equally_likely(state: ms.GameState) -> None:
    """Tiles by level and chamber, orders by phase and place, and tools by place: all unseen ones are equally likely."""
    assert not state.is_over
    public, rng = state.public(), random.Random(state.phase)
    tiles: dict[str, Counter[Hashable]] = {chamber: Counter() for chamber in CHAMBERS}
    orders: dict[tuple[int, int], Counter[Hashable]] = {}
    tools: dict[int, Counter[Hashable]] = {}
    for _ in range(DRAWS):
        hidden = ms.determinize(public, rng).hidden
        assert hidden is not None
        for chamber, tile in zip(CHAMBERS, hidden.tiles, strict=True):
            tiles[chamber][tile] += 1
        for phase, pile in enumerate(hidden.orders):
            for place, order in enumerate(pile):
                orders.setdefault((phase, place), Counter())[order] += 1
        for place, tool in enumerate(hidden.tools):
            tools.setdefault(place, Counter())[tool] += 1

    for level, printed in enumerate(ms.STANDARD.tiles, start=1):
        chambers = [chamber for chamber in CHAMBERS if chamber[0] == str(level)]
        unseen = Counter(printed) - Counter(tile for c in chambers if (tile := state.mine.chamber(c).tile) is not None)
        for chamber in chambers:
            expected = shares([None]) if state.mine.chamber(chamber).tile else shares(unseen.elements())
            assert surprise(tiles[chamber], expected) < 5, chamber

    assert state.hidden is not None
    for (phase, place), counted in orders.items():
        # Whatever its order, a pile consists of the orders of its phase that nobody has seen.
        assert surprise(counted, shares(state.hidden.orders[phase])) < 5, (phase, place)
    assert len(orders) == sum(map(len, state.hidden.orders))

    assert unseen_tools(state).total() >= len(state.hidden.tools)
    for place, counted in tools.items():
        assert surprise(counted, shares(unseen_tools(state).elements())) < 5, place
    assert len(tools) == len(state.hidden.tools)


def test_a_waiting_state_is_completed_up_to_a_decision() -> None:
    """SETUP-2, RULES 12: the drawn state has as many face-down pieces as a game that was dealt at once."""
    names = ["Ada", "Ben"]
    dealt, table = ms.new_game(names, seed=1), ms.open_table(names)
    while table.pending is not None:
        drawn = ms.determinize(table, random.Random(2))
        assert (drawn.to_move, drawn.turn, face_down(drawn)) == (0, dealt.turn, face_down(dealt))
        table, _ = ms.reveal(table, ms.outcomes(table)[-1][0])
    assert face_down(ms.determinize(table, random.Random(2))) == face_down(dealt)


@pytest.mark.parametrize("stack", [0, 4])
def test_a_pending_order_in_a_turn_deals_no_tools(stack: int) -> None:
    """SETUP-2: the tools of the phase were dealt before the turn."""
    text = f"A: BB | castle: BB=9 BG=11 GG=13 | workshop: rope cart food, stack {stack}"
    before = given(text, arriving=1).state
    waiting = ms.apply(before.public(), ms.CompleteOrder(0)).state
    assert waiting.pending is not None
    assert waiting.pending.pile == "order"
    after = ms.determinize(waiting, random.Random(2))
    assert face_down(after)[-1] == face_down(before)[-1]
    assert sum(face_down(after)) == sum(face_down(before)) - 1


def face_down(state: ms.GameState) -> tuple[int, ...]:
    """Return how many tiles, orders of each phase and tools are face down in a full state."""
    hidden = state.hidden
    assert hidden is not None
    return sum(tile is not None for tile in hidden.tiles), *map(len, hidden.orders), len(hidden.tools)


@pytest.mark.long
def test_whole_arrangements_are_equally_likely() -> None:
    """All 24 layouts of the four tiles of level III are equally likely, not only the tiles of each place."""
    public, rng = ms.new_game(["Ada", "Ben"], seed=1).public(), random.Random(5)
    layouts = Counter[Hashable]()
    for _ in range(DRAWS):
        hidden = ms.determinize(public, rng).hidden
        assert hidden is not None
        layouts[hidden.tiles[-4:]] += 1
    assert len(layouts) == 24
    assert surprise(layouts, shares(layouts.keys())) < 5


def test_a_seed_gives_the_same_draw_for_full_and_public_states() -> None:
    """The draw depends only on the public form of the state and on the generator."""
    state = position_after(40)
    assert ms.determinize(state, random.Random(8)) == ms.determinize(state.public(), random.Random(8))
    assert ms.determinize(state, random.Random(8)) != ms.determinize(state, random.Random(9))


def test_invalid_arguments_are_refused() -> None:
    """Both arguments must be of the right class."""
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got 'state'"):
        ms.determinize("state", random.Random(1))  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match=r"rng: expected a random\.Random, got 5"):
        ms.determinize(position_after(0), 5)  # type: ignore[arg-type]


def test_impossible_states_are_refused() -> None:
    """More visible pieces than the ruleset has raise ``MisuseError``."""
    state = ms.new_game(["Ada", "Ben"], seed=1).public()
    order = state.castle.open[0]
    assert order is not None
    wrong = [
        attrs.evolve(state, castle=attrs.evolve(state.castle, open=(order,) * 3)),
        attrs.evolve(state, castle=attrs.evolve(state.castle, stack=9)),
        attrs.evolve(state, workshop=attrs.evolve(state.workshop, offer=("rope",) * 3, stack=20)),
        attrs.evolve(state, players=(attrs.evolve(state.players[0], orders=(order,) * 3), *state.players[1:])),
    ]
    for state in wrong:
        with pytest.raises(ms.MisuseError):
            ms.determinize(state, random.Random(1))


def test_the_shuffle_is_fair() -> None:
    """All orders of three pieces are equally likely. The draws use this shuffle."""
    rng = random.Random(2)
    drawn = Counter[Hashable](tuple(shuffle_pieces("abc", rng)) for _ in range(DRAWS))
    assert len(drawn) == 6
    assert surprise(drawn, shares(drawn.keys())) < 5
