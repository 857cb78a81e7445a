"""Setups, drawn or passed, and the table that they lead to: ``setup.py``, ``deal.py``, ``open_tiles.py``."""

import random
from collections import Counter
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.engine.deal import check_setup, draw_setup
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.engine.transitions import start_event
from magnum_sal.model.draws import shuffle_pieces
from magnum_sal.model.events import ChamberRevealed, GameStarted, SaltMoved
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.model.open_tiles import is_turned_down
from magnum_sal.testing import check_invariants, given

NAMES = ("Ada", "Ben", "Cleo", "Dan")

PINNED_TILES = (
    "BGG/2 BG/1 BBB/1 BB/0 BG/1 BBG/1 BBB/1 BBG/1 GGW/2 BBGW/2 BGGW/2 BGGG/2 BWW/3 BBBG/2 GWWW/3 GGWWW/3 GGGWW/3 WWWW/3"
)
PINNED_ORDERS = (
    "BG=11 GG=13 BB=9 BBG=17 BB=9 BG=11 BBG=17 BBB=15",
    "BGW=23 BGG=19 BBW=21 GW=17 GGG=21 GG=13 BW=15 BW=15",
    "GWW=29 BGG=19 WWW=33 GGW=25 GW=17 WW=21 BBW=21 BWW=27",
)
PINNED_TOOLS = (
    "commercial_privilege pickaxe rope royal_privilege food commercial_privilege rope "
    "food rope commercial_privilege cart royal_privilege bucket pickaxe "
    "cart food pickaxe royal_privilege cart bucket bucket"
)


def setup_of_seed(seed: int, players: int, ruleset: ms.Ruleset = ms.STANDARD) -> ms.Setup:
    """Return the setup that a seed stands for."""
    return draw_setup(ruleset, players, random.Random(seed))


def dealt(players: int = 2, seed: int = 7, **switches: Any) -> ms.GameState:
    """Return the first position of a game."""
    return ms.new_game(NAMES[:players], seed=seed, ruleset=attrs.evolve(ms.STANDARD, **switches))


@pytest.mark.parametrize(("players", "start_seat"), [(2, 0), (3, 0), (4, 1)])
def test_the_setup_of_a_seed_is_pinned(players: int, start_seat: int) -> None:
    """SETUP-1, SETUP-2: the same seed, ruleset and number of players give the same setup on every Python."""
    setup = ms.Setup(
        start_seat,
        tuple(map(ms.ChamberTile.parse, PINNED_TILES.split())),
        tuple(tuple(map(ms.RoyalOrder.parse, orders.split())) for orders in PINNED_ORDERS),
        tuple(PINNED_TOOLS.split()),
    )
    assert setup_of_seed(7, players) == setup
    assert dealt(players) == ms.new_game(NAMES[:players], setup=setup)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_of_each_player(players: int) -> None:
    """SETUP-1: players get 4 miners (5 with two players), 1 brown salt, and 10, 12, 14, 16 groszy by turn order."""
    for seed in range(12):
        state = dealt(players, seed)
        in_turn_order = [state.players[(state.start_seat + turn) % players] for turn in range(players)]
        assert [player.money for player in in_turn_order] == [10, 12, 14, 16][:players]
        for player in state.players:
            assert (player.stock, player.salt) == (5 if players == 2 else 4, ms.SaltAmount(brown=1))
            assert (player.tools, player.orders, player.line_left, player.line_right) == ((), (), 0, 0)
        check_invariants(state)


def test_the_starting_player_is_drawn() -> None:
    """SETUP-1: every seat can be the starting player, who has the first move."""
    starts = Counter(dealt(4, seed).start_seat for seed in range(80))
    assert set(starts) == {0, 1, 2, 3}
    state = dealt(4, 7)
    assert (state.start_seat, state.to_move, state.phase, state.round) == (1, 1, 1, 1)


def test_the_market_at_the_start() -> None:
    """SETUP-1: brown cubes are on 5 and 4, and a green cube is on 6."""
    assert dealt().market == ms.SaltAmount(brown=2, green=1, white=0)


def test_the_tiles_are_face_down_on_their_level() -> None:
    """SETUP-1: tiles are shuffled for each level and hidden, and no cube is on them."""
    state = dealt()
    assert state.hidden is not None
    for (chamber, here), tile in zip(state.mine.chambers(), state.hidden.tiles, strict=True):
        assert (here.revealed, here.tile, here.water, bool(here.salt)) == (False, None, 0, False)
        assert tile in ms.STANDARD.tiles[int(chamber[0]) - 1]


@pytest.mark.parametrize(("players", "open_orders"), [(2, 3), (3, 3), (4, 4)])
def test_the_cards_of_the_first_phase(players: int, open_orders: int) -> None:
    """SETUP-2: 3 open orders (4 with four players), 3 tools on offer, the rest stacked; marker and track at 0."""
    state = dealt(players)
    orders = tuple(map(ms.RoyalOrder.parse, PINNED_ORDERS[0].split()))
    assert state.castle.open == orders[:open_orders]
    assert (state.castle.stack, state.castle.completed, state.inn.hired) == (8 - open_orders, 0, 0)
    assert state.workshop.offer == tuple(PINNED_TOOLS.split()[:3])
    assert state.workshop.stack == 4
    assert state.hidden is not None
    assert state.hidden.orders[0] == orders[open_orders:]
    assert len(state.hidden.tools) == 18


def test_the_number_of_hires_by_players() -> None:
    """SETUP-2: the inn marker starts on the 5th, 3rd or 1st space, for 3, 5 or 7 hires with 2, 3 or 4 players."""
    starts = ms.STANDARD.inn_start
    assert [len(ms.STANDARD.inn_track) - start for start in starts] == [3, 5, 7]


def test_every_setup_is_a_permutation() -> None:
    """SETUP-2: drawing keeps tiles within their level and orders within their phase."""
    for seed in range(20):
        ms.new_game(NAMES, setup=setup_of_seed(seed, 4))
    assert len({setup_of_seed(seed, 4) for seed in range(20)}) == 20


def test_shuffling_is_fair() -> None:
    """SETUP-1: each order of three pieces is about as frequent as the others."""
    rng = random.Random(3)
    counts = Counter(tuple(shuffle_pieces("abc", rng)) for _ in range(1200))
    assert len(counts) == 6
    assert min(counts.values()) > 150


PERMUTED = setup_of_seed(1, 2)


def swapped(pile: tuple[Any, ...], first: int, second: int) -> tuple[Any, ...]:
    """Return *pile* with two pieces exchanged."""
    pieces = list(pile)
    pieces[first], pieces[second] = pieces[second], pieces[first]
    return tuple(pieces)


def test_another_permutation_is_accepted() -> None:
    """SETUP-2: tiles may be exchanged within a level, orders within a phase, and tools anywhere in their deck."""
    other = attrs.evolve(
        PERMUTED,
        tiles=swapped(PERMUTED.tiles, 0, 7),
        orders=(swapped(PERMUTED.orders[0], 0, 7), *PERMUTED.orders[1:]),
        tools=swapped(PERMUTED.tools, 0, 20),
    )
    assert ms.new_game(NAMES[:2], setup=other).hidden is not None


FIRST_TILE, SECOND_ORDER = PERMUTED.tiles[0], PERMUTED.orders[1][0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start_seat": 2}, r"setup\.start_seat: 2 is not a seat of 2 players \(0 to 1\)"),
        ({"start_seat": -1}, r"setup\.start_seat: -1 is not"),
        ({"start_seat": True}, r"start_seat: True is not"),
        ({"start_seat": "0"}, r"start_seat: '0' is not"),
        ({"tiles": PERMUTED.tiles[:-1]}, r"setup\.tiles: 17 tiles for 18 chambers"),
        ({"tiles": swapped(PERMUTED.tiles, 0, 17)}, r"setup\.tiles of level 1 is not a permutation.*missing.*too many"),
        (
            {"tiles": (ms.ChamberTile.parse("WWWW/0"), *PERMUTED.tiles[1:])},
            rf"level 1 is not a permutation of the ruleset's pieces: missing {FIRST_TILE}; too many WWWW/0",
        ),
        ({"tiles": (None, *PERMUTED.tiles[1:])}, r"setup\.tiles of level 1: None is not a piece of this pile"),
        ({"orders": PERMUTED.orders[:2]}, r"setup\.orders: 2 stacks for 3 phases"),
        ({"orders": (*PERMUTED.orders[:2], PERMUTED.orders[1])}, r"setup\.orders\[2\] is not a permutation"),
        (
            {"orders": (PERMUTED.orders[0], PERMUTED.orders[1][1:], PERMUTED.orders[2])},
            rf"setup\.orders\[1\] is not a permutation of the ruleset's pieces: missing {SECOND_ORDER}",
        ),
        ({"tools": ("rope",) * 21}, r"setup\.tools is not a permutation.*too many rope"),
        ({"tools": PERMUTED.tools[:-1]}, r"setup\.tools is not a permutation.*missing"),
        ({"tools": (*PERMUTED.tools[1:], "spade")}, r"setup\.tools is not a permutation.*too many spade"),
        ({"tools": (None, *PERMUTED.tools[1:])}, r"setup\.tools: None is not a piece of this pile"),
    ],
)
def test_setups_that_are_not_permutations_are_refused(change: dict[str, Any], message: str) -> None:
    """SETUP-2: only permutations of the ruleset's pieces are accepted; the message names the pile and the pieces."""
    with pytest.raises(ms.MalformedError, match=message):
        ms.new_game(NAMES[:2], setup=attrs.evolve(PERMUTED, **change))


def test_lists_create_the_same_setup_as_tuples() -> None:
    """SETUP-2: a setup built from lists equals the one built from tuples, and so does its game."""
    lists: Any = [list(orders) for orders in PERMUTED.orders]
    setup = ms.Setup(PERMUTED.start_seat, list(PERMUTED.tiles), lists, list(PERMUTED.tools))
    assert setup == PERMUTED
    assert hash(ms.new_game(NAMES[:2], setup=setup)) == hash(ms.new_game(NAMES[:2], setup=PERMUTED))


@pytest.mark.parametrize(
    ("field", "value"),
    [("tiles", 3), ("tiles", "1L1"), ("orders", None), ("orders", (1, 2, 3)), ("tools", "rope"), ("tools", 21)],
)
def test_a_setup_of_the_wrong_types(field: str, value: Any) -> None:
    """SETUP-2: a pile that is not a list of pieces raises ``MalformedError``."""
    with pytest.raises(ms.MalformedError, match=f"Setup.{field}"):
        attrs.evolve(PERMUTED, **{field: value})


def test_mapped_tiles_are_known_from_the_start() -> None:
    """VAR-MAP: tiles are face up without their cubes, and no chamber counts as revealed."""
    state = dealt(mapped_mine=True)
    tiles = tuple(here.tile for _, here in state.mine.chambers())
    assert " ".join(map(str, tiles)) == PINNED_TILES
    assert not any(here.revealed or here.salt or here.water for _, here in state.mine.chambers())
    assert state.hidden is not None
    assert set(state.hidden.tiles) == {None}
    check_invariants(state)


def test_mapped_cubes_appear_with_the_first_miner() -> None:
    """VAR-MAP: cubes appear when a miner enters the chamber; until then, CHAIN-3 does not count it as revealed."""
    mapped = attrs.evolve(ms.STANDARD, mapped_mine=True)
    table = given("S1: A | S2: A", ruleset=mapped)
    tile = table.state.mine.chamber("1L1").tile
    assert tile is not None
    outcome = table.when(ms.PlaceMiner("stock", "1L1")).then(
        ChamberRevealed("1L1", tile), SaltMoved("bank", "1L1", tile.salt)
    )
    assert outcome.state.mine.chamber("1L1").salt == tile.salt
    text = "S1: B | S2: B | 1L1: A [-/0] | 1L2: B [-/0] | 1L3: [-/0]"
    given(text, ruleset=mapped).when(ms.VisitCastle("1L1")).is_refused("CHAIN-2", "1L2")
    given(text + " | 1L4: [-/0]", ruleset=mapped).when(ms.VisitCastle("1L1")).then()


def test_a_mapped_tile_can_be_revealed_in_a_public_state() -> None:
    """VAR-MAP: the tile is known, so applying the move reveals nothing hidden."""
    public = given("S1: A | S2: A", ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True)).state.public()
    assert ms.apply(public, ms.PlaceMiner("stock", "1L1")).state.mine.chamber("1L1").revealed


def test_a_used_tile_is_turned_face_down() -> None:
    """
    VAR-MAP: once a chamber has no salt left, its tile is turned, with or without water and miners.

    In other games it is not turned.
    """
    mapped = attrs.evolve(ms.STANDARD, mapped_mine=True)
    text = "S1: A | S2: A | 1L1: AA [B/0] | 1R1: b [-/1]"
    before = given(text, ruleset=mapped)
    after = before.when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))).state
    plain = given(text).when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))).state
    for state, turned in ((before.state, ["1R1"]), (after, ["1L1", "1R1"]), (plain, [])):
        chambers = state.mine.chambers()
        assert [name for name, here in chambers if is_turned_down(state.ruleset, here)] == turned
    assert [name for name, here in plain.mine.chambers() if here.is_emptied] == ["1L1", "1R1"]
    assert set(ms.legal_moves(after)) == set(ms.legal_moves(plain))


def test_the_variants_are_off_by_default() -> None:
    """VAR-MAP, VAR-CART: both variants are off in the standard ruleset."""
    assert (ms.STANDARD.mapped_mine, ms.STANDARD.cart_capacity) == (False, None)


def test_each_chamber_has_its_tile() -> None:
    """SETUP-1: a setup has one tile for each chamber, in mine order."""
    assert str(PERMUTED.tile_of("1L1")) == str(FIRST_TILE)
    assert [PERMUTED.tile_of(chamber) for chamber in CHAMBERS] == list(PERMUTED.tiles)


def public_of(setup: ms.Setup, *, players: int = 2, mapped_mine: bool = False) -> ms.Setup:
    """Return a setup with only the pieces that are face up when the game starts."""
    return setup.public(4 if players == 4 else 3, 3, tiles_lie_open=mapped_mine)


PUBLIC = public_of(PERMUTED)
OPEN, CLOSED = PUBLIC.orders[0][:3], (None,) * 8


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mapped_mine", [False, True])
def test_a_public_setup_is_accepted(players: int, mapped_mine: bool) -> None:
    """
    SETUP-2: the first orders, three tools and the tiles of a mapped mine are face up.

    The number of players decides how many orders.
    """
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine)
    setup = setup_of_seed(3, players)
    public = public_of(setup, players=players, mapped_mine=mapped_mine)
    check_setup(public, ruleset, players, is_public=True)
    assert public == public_start_event(GameStarted(ruleset, NAMES[:players], setup)).setup
    assert [order is not None for order in public.orders[0]] == [True] * (4 if players == 4 else 3) + [False] * (
        5 - (players == 4)
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start_seat": 2}, "setup.start_seat: 2 is not a seat of 2 players (0 to 1)"),
        ({"tiles": (None,) * 17}, "setup.tiles: 17 tiles for 18 chambers"),
        ({"tiles": (None,) * 19}, "setup.tiles: 19 tiles for 18 chambers"),
        (
            {"tiles": (FIRST_TILE, *(None,) * 17)},
            "setup.tiles of level 1: in a public setup, exactly the first 0 must be face up",
        ),
        (
            {"tiles": (*(None,) * 17, FIRST_TILE)},
            "setup.tiles of level 3: in a public setup, exactly the first 0 must be face up",
        ),
        ({"orders": PUBLIC.orders[:2]}, "setup.orders: 2 stacks for 3 phases"),
        ({"orders": (*PUBLIC.orders, ())}, "setup.orders: 4 stacks for 3 phases"),
        ({"orders": (PUBLIC.orders[0][:-1], CLOSED, CLOSED)}, "setup.orders[0]: 7 entries for 8 pieces"),
        ({"orders": ((*PUBLIC.orders[0], None), CLOSED, CLOSED)}, "setup.orders[0]: 9 entries for 8 pieces"),
        ({"orders": (PUBLIC.orders[0], CLOSED, CLOSED[1:])}, "setup.orders[2]: 7 entries for 8 pieces"),
        (
            {"orders": ((*OPEN[:2], *(None,) * 6), CLOSED, CLOSED)},
            "setup.orders[0]: in a public setup, exactly the first 3 must be face up",
        ),
        (
            {"orders": ((*OPEN, SECOND_ORDER, *(None,) * 4), CLOSED, CLOSED)},
            "setup.orders[0]: in a public setup, exactly the first 3 must be face up",
        ),
        (
            {"orders": (PUBLIC.orders[0], (SECOND_ORDER, *CLOSED[1:]), CLOSED)},
            "setup.orders[1]: in a public setup, exactly the first 0 must be face up",
        ),
        (
            {"orders": ((ms.RoyalOrder.parse("WWW=33"), *PUBLIC.orders[0][1:]), CLOSED, CLOSED)},
            "setup.orders[0]: the ruleset does not have that many WWW=33",
        ),
        (
            {"orders": ((ms.RoyalOrder.parse("BB=9"),) * 3 + (None,) * 5, CLOSED, CLOSED)},
            "setup.orders[0]: the ruleset does not have that many BB=9",
        ),
        ({"tools": PUBLIC.tools[:-1]}, "setup.tools: 20 entries for 21 pieces"),
        ({"tools": (*PUBLIC.tools, None)}, "setup.tools: 22 entries for 21 pieces"),
        ({"tools": (None,) * 21}, "setup.tools: in a public setup, exactly the first 3 must be face up"),
        (
            {"tools": (*PUBLIC.tools[:3], "rope", *(None,) * 17)},
            "setup.tools: in a public setup, exactly the first 3 must be face up",
        ),
        (
            {"tools": ("spade", *PUBLIC.tools[1:])},
            "setup.tools: the ruleset does not have that many spade",
        ),
    ],
)
def test_invalid_public_setups_are_refused(change: dict[str, Any], message: str) -> None:
    """SETUP-2: a setup with too many or too few pieces, an unexpected face-up piece, or an unknown piece is refused."""
    setup = attrs.evolve(PUBLIC, **change)
    with pytest.raises(ms.MalformedError) as caught:
        check_setup(setup, ms.STANDARD, 2, is_public=True)
    assert str(caught.value) == message


def test_a_setup_is_public_if_only_orders_lie_face_down() -> None:
    """SETUP-2, VAR-MAP: with all tiles and tools face up, the stack of royal orders is still unknown."""
    pieces: dict[str, Any] = {"orders": ms.STANDARD.orders[:1], "tools": ("rope",) * 3, "tools_per_phase": 3}
    house = attrs.evolve(ms.STANDARD, name="one phase of three tools", mapped_mine=True, **pieces)
    started = start_event(["Ada", "Ben"], seed=1, ruleset=house)
    public = public_start_event(started)
    assert (started.setup.is_public, public.setup.is_public, public.setup.is_unseen) == (False, True, False)
    check_setup(public.setup, house, 2, is_public=True)
    assert ms.evolve(None, public) == ms.evolve(None, started).public()


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        (PERMUTED.tiles[:17], "setup.tiles: 17 tiles for 18 chambers"),
        ((*PERMUTED.tiles, FIRST_TILE), "setup.tiles: 19 tiles for 18 chambers"),
        (
            (None, *PERMUTED.tiles[1:]),
            "setup.tiles of level 1: in a public setup, exactly the first 8 must be face up",
        ),
        (swapped(PERMUTED.tiles, 0, 17), "setup.tiles of level 1: the ruleset does not have that many"),
    ],
)
def test_invalid_public_setups_of_a_mapped_mine_are_refused(tiles: tuple[Any, ...], message: str) -> None:
    """VAR-MAP: in a mapped mine all tiles are face up, each on its level."""
    setup = attrs.evolve(public_of(PERMUTED, mapped_mine=True), tiles=tiles)
    with pytest.raises(ms.MalformedError) as caught:
        check_setup(setup, attrs.evolve(ms.STANDARD, mapped_mine=True), 2, is_public=True)
    assert str(caught.value).startswith(message)
