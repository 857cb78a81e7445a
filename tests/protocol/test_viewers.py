"""Requests with a ``viewer``: the server shows a seat what this seat has seen alone (PUBLIC-1)."""

import json
import random
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from lamp import LAMP_GAME
from tests.extensions.night_shift import NAMES, NIGHT_SHIFT
from tests.protocol.clients import Client

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.protocol import Server
from magnum_sal.testing import position

LOOK = {"type": "use_lamp", "chamber": "1L1"}
BEFORE = position("A: lamp | S1: A", ruleset=LAMP_GAME)
TILE = {"salt": {"brown": 2, "green": 1, "white": 0}, "water": 1}


def client() -> Client:
    """Return a client of a server for games with lamps."""
    return Client(Server(ruleset=LAMP_GAME, is_greeted=True))


def list_seen_tiles(state: dict[str, Any]) -> list[Any]:
    """Return the tiles of the looks in a state."""
    return [look["tile"] for look in state["extras"]["looks"]["made"]]


def look_at_tile(asking: Client, **fields: Any) -> tuple[str, dict[str, Any]]:
    """Load the position in which Ada has a lamp, use it, and return the session and the answer."""
    session = asking.ask("load", state=ms.to_dict(BEFORE))["session"]
    return session, asking.ask("apply", session=session, move=LOOK, **fields)


def test_a_seat_sees_the_tile_that_it_has_looked_at() -> None:
    """The answer for the viewer contains the tile, in its state and as the last of its events."""
    asking = client()
    session, said = look_at_tile(asking, viewer=0)
    assert list_seen_tiles(said["state"]) == [TILE]
    assert said["events"][-1] == {"type": "tile_seen", "seat": 0, "chamber": "1L1", "tile": TILE}
    assert list_seen_tiles(asking.ask("position", session=session, viewer=0)["state"]) == [TILE]


@pytest.mark.parametrize("fields", [{}, {"viewer": 1}])
def test_nobody_else_sees_the_tile(fields: dict[str, int]) -> None:
    """Neither the public answer nor the answer for another seat contains the tile."""
    asking = client()
    session, said = look_at_tile(asking, **fields)
    assert list_seen_tiles(said["state"]) == [None]
    assert [event["type"] for event in said["events"]] == ["tool_used", "tile_looked_at"]
    assert list_seen_tiles(asking.ask("position", session=session, **fields)["state"]) == [None]


def test_undo_and_redo_for_a_viewer() -> None:
    """An undo takes the look back, and a redo shows the tile again."""
    asking = client()
    session, _ = look_at_tile(asking)
    assert list_seen_tiles(asking.ask("undo", session=session, viewer=0)["state"]) == []
    again = asking.ask("redo", session=session, viewer=0)
    assert (list_seen_tiles(again["state"]), again["events"][-1]["type"]) == ([TILE], "tile_seen")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"viewer": 0, "full": True}, "full: give either full or a viewer, not both"),
        ({"viewer": 2}, "viewer: 2 is not a seat of 2 players (0 to 1)"),
        ({"viewer": 9}, "viewer: 9 is not a seat (0 to 3)"),
    ],
)
def test_wrong_viewers_are_refused(fields: dict[str, Any], sentence: str) -> None:
    """A viewer must be a seat of the game, and cannot be combined with ``full``."""
    asking = client()
    session = asking.ask("new_game", players=["Ada", "Ben"], seed=1)["session"]
    for kind in ("position", "log"):
        said = asking.say(json.dumps({"type": kind, "id": 1, "session": session, **fields}))
        assert (said["type"], said["sentence"]) == ("error", sentence)


def test_a_look_on_a_real_table_waits_for_the_tile_in_the_view_alone() -> None:
    """The public game goes on. The view has a pending look until ``reveal`` names the tile, a secret in the log."""
    asking = client()
    session = asking.ask("open_table", players=["Ada", "Ben"])["session"]

    def turn_up(*wanted: str) -> None:
        while asking.ask("position", session=session)["state"]["pending"] is not None:
            pieces = [outcome["piece"] for outcome in asking.ask("outcomes", session=session)["outcomes"]]
            asking.ask("reveal", session=session, piece=next((one for one in wanted if one in pieces), pieces[0]))

    turn_up("lamp")
    asking.ask("apply", session=session, move={"type": "visit_workshop", "slot": 0})
    turn_up()
    said = asking.ask("apply", session=session, move=LOOK, viewer=0)
    assert said["state"]["pending"] == {"pile": "look", "place": "1L1"}
    assert asking.ask("position", session=session)["state"]["pending"] is None
    assert asking.ask("question", session=session)["question"] == "type"
    told = asking.ask("reveal", session=session, viewer=0, piece=TILE)
    assert (list_seen_tiles(told["state"]), told["state"]["pending"]) == ([TILE], None)
    for viewer, secrets in ((None, 0), (0, 1), (1, 0)):
        lines = asking.ask("log", session=session, viewer=viewer)["lines"]
        assert sum('"type":"secret"' in line for line in lines) == secrets


@pytest.mark.parametrize("seat", range(3))
def test_the_log_of_a_seat_has_its_looks_during_the_setup(seat: int) -> None:
    """The looks of a seat while the game was set up are in its log and the full log, as in a game in Python."""
    asking = Client(Server(ruleset=NIGHT_SHIFT, is_greeted=True))
    session = asking.ask("new_game", players=list(NAMES[:3]), seed=1)["session"]
    game = ms.Game.new(NAMES[:3], seed=1, ruleset=NIGHT_SHIFT)
    for fields, log in (
        ({}, game.log.public()),
        ({"viewer": seat}, game.log.seen_by(seat)),
        ({"full": True}, game.log),
    ):
        assert asking.ask("log", session=session, **fields)["lines"] == [line.strip() for line in log.lines()]


def count_cubes(state: ms.GameState, _: ms.Move) -> Mapping[str, Any]:
    """Return the income of a rule that pays for the cubes on the face-down tile of 1L1."""
    tile = None if state.hidden is None else state.hidden.tile_of("1L1")
    return {"income": "unknown" if tile is None else tile.salt.total}


def pay_for_cubes(state: ms.GameState, move: ms.Move) -> tuple[ms.Event, ...]:
    """Pay 1 grosz for each cube on the face-down tile of 1L1."""
    if state.hidden is None:
        raise ms.HiddenPieceError("the tile of 1L1 lies face down")
    return (MoneyMoved("bank", state.turn_seat, count_cubes(state, move)["income"]),)


@pytest.mark.slow
def test_a_previewed_move_does_not_reveal_a_tile_that_a_rule_reads(registered: dict[str, ms.Ruleset]) -> None:
    """PUBLIC-1: without a viewer, answers about a move are the same for every tile that may lie there."""
    square = attrs.evolve(
        ms.STANDARD.by_type["visit_town_square"],
        decide=pay_for_cubes,
        told=count_cubes,
        labels={"en": {"visit_town_square.told": "earns {income}"}},
    )
    rules = tuple(square if rule.move is square.move else rule for rule in ms.STANDARD.rules)
    ruleset = attrs.evolve(ms.STANDARD, name="a square that pays for cubes", rules=rules)
    registered[ruleset.name] = ruleset
    public = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset).public()
    dealt = [ms.determinize(public, random.Random(seed)) for seed in range(9)]
    assert len({ms.effects(state, ms.VisitTownSquare()).money for state in dealt}) > 1
    visit, told = {"type": "visit_town_square"}, set()
    for state in dealt:
        asking = Client(Server(ruleset=ruleset, is_greeted=True))
        at = {"session": asking.ask("load", state=ms.to_dict(state))["session"]}
        effects = asking.ask("effects", **at, move=visit)["effects"]["money"]
        told.add((*effects, *asking.ask("moves_in_words", **at, moves=[visit])["words"]))
    assert told == {(*ms.effects(public, ms.VisitTownSquare()).money, "earns unknown")}
