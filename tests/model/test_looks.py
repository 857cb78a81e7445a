"""Looks at face-down tiles and the views of seats (RULES PUBLIC-1): ``model/looks.py`` and ``GameState.seen_by``."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from lamp import LAMP_GAME, UseLamp
from tests.extensions.night_shift import NIGHT_SHIFT, play_night

import magnum_sal as ms
from magnum_sal.model.events import TileLookedAt, TileSeen
from magnum_sal.model.looks import Look, Looks
from magnum_sal.testing import position

TILE, OTHER = ms.ChamberTile.parse("BG/1"), ms.ChamberTile.parse("BB/0")


def after_lamp() -> ms.GameState:
    """Return a full state in which seat 0 has looked at 1L1."""
    return ms.apply(position("A: lamp | S1: A | S2: A", ruleset=LAMP_GAME), UseLamp("1L1")).state


def hidden_tile(state: ms.GameState, chamber: str) -> ms.ChamberTile:
    """Return a face-down tile of a full state."""
    assert state.hidden is not None
    tile = state.hidden.tile_of(chamber)
    assert tile is not None
    return tile


def test_looks_are_listed_in_order_each_once() -> None:
    """A second look of a seat at the same tile changes nothing. Another seat's look is another one."""
    looks = Looks().with_look(1, "1L1").with_look(0, "1L1")
    assert looks.made == (Look(1, "1L1"), Look(0, "1L1"))
    assert looks.with_look(1, "1L1") is looks
    assert looks.find_look(0, "1L1") == Look(0, "1L1")
    assert looks.find_look(0, "1L2") is None


def test_only_the_viewers_looks_have_a_tile() -> None:
    """PUBLIC-1: a tile enters only the view of the seat that has looked at it."""
    made = Looks().with_look(0, "1L1").with_look(1, "1L2")
    view = made.with_viewer(0)
    assert view.awaited == Look(0, "1L1")
    known = view.with_tile(0, "1L1", TILE)
    assert (known.awaited, known.find_tile("1L1"), known.tiles) == (None, TILE, {"1L1": TILE})
    assert known.with_tile(0, "1L1", TILE) == known
    assert known.public() == made
    assert known.with_viewer(0) is known
    assert known.with_viewer(1) == made.with_viewer(1)
    assert known.with_viewer(1).tiles == {}
    assert made.find_tile("1L1") is None
    assert made.awaited is None


@pytest.mark.parametrize(
    ("viewer", "seat", "chamber", "tile", "message"),
    [
        (0, 0, "1L3", TILE, "1L3: seat 0 has not looked at the tile there"),
        (0, 1, "1L2", TILE, "only the view of seat 1 may contain the tile"),
        (None, 0, "1L1", TILE, "only the view of seat 0 may contain the tile"),
    ],
)
def test_a_tile_that_the_view_cannot_contain(
    viewer: int | None, seat: int, chamber: str, tile: ms.ChamberTile, message: str
) -> None:
    """PUBLIC-1: a tile is refused without a look, and in another view."""
    looks = Looks().with_look(0, "1L1").with_look(1, "1L2")
    view = looks if viewer is None else looks.with_viewer(viewer)
    if viewer == 0:
        view = view.with_tile(0, "1L1", TILE)
    with pytest.raises(ms.MisuseError, match=message):
        view.with_tile(seat, chamber, tile)


def test_another_tile_replaces_the_first() -> None:
    """A player at a real table can name another tile for the same look."""
    view = Looks().with_look(0, "1L1").with_viewer(0).with_tile(0, "1L1", TILE)
    assert view.with_tile(0, "1L1", OTHER).tiles == {"1L1": OTHER}


@pytest.mark.parametrize(
    ("face_down", "tiles"),
    [
        ({TILE: 2}, {"1L1": TILE, "1L2": TILE, "2L1": TILE}),
        ({TILE: 1, OTHER: 3}, {"1L1": TILE, "2L1": TILE}),
        ({OTHER: 1}, {"2L1": TILE}),
    ],
)
def test_tiles_without_a_copy_are_forgotten(
    face_down: dict[ms.ChamberTile, int], tiles: dict[str, ms.ChamberTile]
) -> None:
    """The earliest looks keep their tiles. The looks at other levels, and the looks themselves, stay."""
    looks = Looks().with_look(0, "1L1").with_look(0, "2L1").with_look(0, "1L2").with_viewer(0)
    for chamber in ("1L1", "1L2", "2L1"):
        looks = looks.with_tile(0, chamber, TILE)
    left = looks.without_impossible_tiles(1, face_down)
    assert left.tiles == tiles
    assert left.public() == looks.public()


def test_looks_end_when_the_tile_is_turned_up() -> None:
    """All looks at a tile are forgotten once everybody knows it, and no others."""
    looks = Looks().with_look(0, "1L1").with_look(1, "1L1").with_look(1, "1L2").with_viewer(1)
    assert looks.without_chamber("1L1") == Looks((Look(1, "1L2"),), 1)
    assert looks.without_chamber("1L3") is looks


def test_the_view_of_a_seat() -> None:
    """PUBLIC-1: only the view of the seat that has looked contains the tile; everybody sees who looked where."""
    full = after_lamp()
    tile, view = hidden_tile(full, "1L1"), full.seen_by(0)
    assert (view.viewer, view.is_public, view.hidden) == (0, True, None)
    assert view.find_tile("1L1") == tile
    assert view.extras["looks"] == Looks((Look(0, "1L1", tile),), 0)
    for other in (full, full.public(), full.seen_by(1), full.seen_by(None), view.seen_by(1), view.public()):
        assert other.find_tile("1L1") is None
        assert other.extras["looks"].made == (Look(0, "1L1"),)
    assert full.seen_by(None) == full.public() == view.public() == full.seen_by(1).public()
    assert (full.viewer, full.public().viewer, full.seen_by(1).viewer) == (None, None, 1)


def test_views_of_views() -> None:
    """A view keeps its own secrets. The view of another seat, made from it, knows nothing and waits for nothing."""
    view = after_lamp().seen_by(0)
    assert view.seen_by(0) == view
    assert view.seen_by(1) == after_lamp().seen_by(1)
    assert view.seen_by(1).pending is None
    assert view.seen_by(1).seen_by(0) == after_lamp().public().seen_by(0)


def test_a_public_state_does_not_know_the_tile() -> None:
    """Made from a public state, the view of the seat waits for the tile that it has seen."""
    waiting = after_lamp().public().seen_by(0)
    assert waiting.pending == ms.Pending("look", "1L1")
    assert str(waiting.pending) == "tile seen in 1L1"
    assert (waiting.to_move, waiting.find_tile("1L1"), ms.legal_moves(waiting)) == (None, None, ())
    assert waiting.public() == after_lamp().public()


def test_a_view_has_the_legal_moves_of_the_public_form() -> None:
    """PUBLIC-1: in games with looks, each seat's view has the same moves as the full and the public state."""
    game = play_night(3, 5, 120)
    for number in range(0, 120, 6):
        state = game.at(number)
        for seat in range(3):
            assert ms.legal_moves(state.seen_by(seat)) == ms.legal_moves(state) == ms.legal_moves(state.public())


def test_find_tiles_lie_face_up_or_were_seen() -> None:
    """Everybody knows a face-up tile. Without looks, nobody knows another one. An unknown chamber is a misuse."""
    state = position("S1: A | S2: A | 1L1: A [BG/1]")
    assert state.find_tile("1L1") == state.public().find_tile("1L1") == TILE
    assert state.find_tile("1L2") is None
    for table in (state, after_lamp().seen_by(0)):
        with pytest.raises(ms.MisuseError, match="S1"):
            table.find_tile("S1")


def test_without_looks_every_view_is_the_public_form() -> None:
    """PUBLIC-1: in the standard game nobody has secrets."""
    state = ms.new_game(["Ada", "Ben"], seed=4)
    for seat in (None, 0, 1):
        assert state.seen_by(seat) == state.public()
    assert state.seen_by(0).viewer is None


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    """Only seats of the game have a view."""
    with pytest.raises(ms.MisuseError, match="is not a seat of 2 players"):
        after_lamp().seen_by(seat)
    with pytest.raises(ms.MisuseError, match="is not a seat of 2 players"):
        ms.new_game(["Ada", "Ben"], seed=4).seen_by(seat)


def test_views_are_values() -> None:
    """Views are compared, hashed, copied and pickled with their secrets."""
    view = after_lamp().seen_by(0)
    for twin in (after_lamp().seen_by(0), pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)):
        assert twin == view
        assert hash(twin) == hash(view)
        assert twin.find_tile("1L1") == view.find_tile("1L1")
    assert view != view.public()
    assert view != after_lamp().seen_by(1)
    for event in (TileLookedAt(0, "1L1"), TileSeen(0, "1L1", TILE)):
        assert pickle.loads(pickle.dumps(event)) == event
        assert ms.from_json(ms.Event, ms.to_json(event)) == event


@pytest.mark.slow
def test_views_survive_json() -> None:
    """The JSON of a view comes back as the same view, and fits the schema of the ruleset."""
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.GameState, ruleset=NIGHT_SHIFT))
    game = play_night(2, 8, 80)
    for number in (0, 40, 80):
        full = game.at(number)
        for state in (full, full.public(), full.seen_by(0), full.seen_by(1), full.public().seen_by(0)):
            schema.validate(ms.to_dict(state))
            assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert game.state.seen_by(0).extras["looks"].tiles


def looks_of(data: dict[str, Any]) -> dict[str, Any]:
    """Return the looks in the JSON form of a state."""
    looks: dict[str, Any] = data["extras"]["looks"]
    return looks


def first_look(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change of the first look."""
    return lambda data: looks_of(data)["made"][0].update(changes)


def looks(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change of the looks."""
    return lambda data: looks_of(data).update(changes)


def more(**look: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change that adds a look."""
    return lambda data: looks_of(data)["made"].append(look)


def more_of(*chambers: str) -> Callable[[dict[str, Any]], None]:
    """Return a change that adds looks of seat 0, all with the tile that lies in 1L1."""
    return lambda data: looks_of(data)["made"].extend({"seat": 0, "chamber": name, "tile": SEEN} for name in chambers)


LEVEL_3 = ms.to_dict(LAMP_GAME.tiles[2][0])
SEEN = ms.to_dict(hidden_tile(after_lamp(), "1L1"))

IMPOSSIBLE: dict[str, tuple[Callable[[ms.GameState], ms.GameState], Callable[[dict[str, Any]], None], str]] = {
    "viewer beyond the players": (
        lambda full: full.seen_by(0),
        looks(viewer=2),
        "extras.looks.viewer: expected a seat, in a state without hidden pieces",
    ),
    "viewer beyond all seats": (lambda full: full.seen_by(0), looks(viewer=4), "4 is not a seat"),
    "viewer is a text": (lambda full: full.seen_by(0), looks(viewer="0"), "extras.looks.viewer"),
    "viewer of a full state": (lambda full: full, looks(viewer=0), "in a state without hidden pieces"),
    "tile in a public state": (
        lambda full: full.public(),
        first_look(tile=SEEN),
        "extras.looks.made: only the viewer's own looks may have a tile",
    ),
    "tile in a full state": (lambda full: full, first_look(tile=SEEN), "only the viewer's own looks"),
    "tile in another view": (lambda full: full.seen_by(1), first_look(tile=SEEN), "only the viewer's own looks"),
    "tile of another level": (
        lambda full: full.seen_by(0),
        first_look(tile=LEVEL_3),
        "the tiles of level 1: more GGGWW/3 have been seen than exist",
    ),
    "tile seen too often": (
        lambda full: full.seen_by(0),
        more_of("1L2", "1L3"),
        "more BBG/1 have been seen than exist",
    ),
    "look at a face-up tile": (
        lambda _: position("S1: A | S2: A | 1L1: A [BG/1]", ruleset=LAMP_GAME).public(),
        more(seat=0, chamber="1L1", tile=None),
        "extras.looks.made[0]: the tile of 1L1 lies face up",
    ),
    "look twice": (
        lambda full: full.public(),
        more(seat=0, chamber="1L1", tile=None),
        "expected each look of a player once",
    ),
    "look of nobody": (lambda full: full.public(), first_look(seat=3), "expected each look of a player once"),
    "no chamber": (lambda full: full.public(), first_look(chamber="S1"), "'S1' is not a chamber"),
    "no tile": (lambda full: full.public(), first_look(tile=5), "extras.looks.made[0].tile"),
    "no looks": (lambda full: full, lambda data: data["extras"].pop("looks"), "looks: the field is missing"),
    "no viewer": (lambda full: full, lambda data: looks_of(data).pop("viewer"), "viewer: the field is missing"),
    "unknown field": (lambda full: full, looks(spy=1), "unknown field"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_looks_are_refused(name: str) -> None:
    """PUBLIC-1: JSON is refused with looks that no game leads to, and with tiles that a state must not contain."""
    state, change, message = IMPOSSIBLE[name]
    data = ms.to_dict(state(after_lamp()))
    change(data)
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(ms.GameState, data, ruleset=LAMP_GAME)
    assert message in str(caught.value)


def test_only_rulesets_with_looks_have_the_part() -> None:
    """``Ruleset.has_looks`` follows from the extensions. The standard game has no part for looks, and no pile."""
    assert LAMP_GAME.has_looks
    assert not ms.STANDARD.has_looks
    assert "looks" not in ms.new_game(["Ada", "Ben"], seed=1).extras
    assert "look" in LAMP_GAME.pending_piles
    assert "look" not in ms.STANDARD.pending_piles
    with pytest.raises(ms.MisuseError, match="no extension of 'standard' has looks"):
        ms.evolve(ms.new_game(["Ada", "Ben"], seed=1), TileLookedAt(0, "1L1"))
