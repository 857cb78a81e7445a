"""Whole games played through a server: its answers are those of the library."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.protocol.clients import Client
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.model.switches import Switch
from magnum_sal.testing.players import any_kind, finisher
from magnum_sal.testing.strategies import NAMES, VARIANTS


def plain(value: Any) -> Any:
    """Return a value as JSON decodes it."""
    return json.loads(ms.to_json(value))


@pytest.mark.long
@pytest.mark.parametrize("number", range(3))
def test_a_game_through_a_server_is_a_game_of_the_library(number: int) -> None:
    """Position, moves, events and log agree after each move and undo, by session and by position."""
    rng, ruleset = random.Random(number), VARIANTS[number]
    game = ms.Game.new(NAMES[: 2 + number], seed=number, ruleset=ruleset)
    client = Client()
    session = client.begun(players=list(game.log.started.players), seed=number, ruleset=plain(ruleset))
    for made in range(80):
        state = game.state
        moves = ms.legal_moves(state)
        move = finisher(state, moves, rng)
        if made % 10 == 0:
            seen = plain(state.public())
            assert client.ask("position", session=session)["state"] == seen
            listed = client.ask("legal_moves", state=seen)
            assert listed["moves"] == [plain(each) for each in moves[:1000]]
            assert listed["total"] == len(moves)
            alone = client.ask("apply", state=seen, move=plain(move))
            after, events = ms.apply(state.public(), move)
            assert (alone["state"], alone["events"]) == (plain(after), [plain(event) for event in events])
        after, events = game.play(move)
        told = client.ask("apply", session=session, move=plain(move))
        assert told["events"] == [plain(event) for event in events]
        assert told["state"] == plain(after.public())
        if rng.random() < 0.1:
            to = rng.randrange(game.step_count)
            assert client.ask("undo", session=session, to=to)["state"] == plain(game.undo(to=to).public())
            assert client.ask("redo", session=session)["state"] == plain(game.redo().state.public())
    assert client.ask("position", session=session, full=True)["state"] == plain(game.state)
    for log, full in ((game.log, True), (game.log.public(), False)):
        assert read_log(client, session, full=full) == "".join(log.lines())


def read_log(client: Client, session: str, *, full: bool) -> str:
    """Return the text of a log, requested page by page."""
    lines: list[str] = []
    while True:
        page = client.ask("log", session=session, full=full, first=len(lines), most=40)
        lines += page["lines"]
        if len(lines) == page["total"]:
            return "".join(f"{line}\n" for line in lines)


@settings(max_examples=settings().max_examples // 20)
@given(seed=st.integers(0, 2**32), moves=st.integers(1, 20))
def test_answering_questions_leads_to_legal_moves(seed: int, moves: int) -> None:
    """A client that answers one question after another, sending all answers so far, ends with a legal move."""
    rng, client = random.Random(seed), Client()
    session = client.begun(seed=seed)
    for _ in range(moves):
        state = client.ask("position", session=session, full=True)["state"]
        choice = client.ask("choices", session=session)
        while choice["move"] is None:
            taken = [*choice["taken"], [choice["question"], rng.choice(choice["answers"])]]
            choice = client.ask("choices", session=session, taken=taken)
        move = ms.from_dict(ms.Move, choice["move"])
        assert ms.is_legal(ms.from_dict(ms.GameState, state), move)
        client.ask("apply", session=session, move=choice["move"])


@pytest.mark.long
def test_recording_a_real_table() -> None:
    """Pending pieces, outcomes, reveals and the log are the same as with `Game.open_table`."""
    rng = random.Random(4)
    game, client = ms.Game.open_table(["Ada", "Ben"], start_seat=1), Client()
    session = client.ask("open_table", players=["Ada", "Ben"], start_seat=1)["session"]
    for _ in range(60):
        state = game.state
        if state.pending is not None:
            found = client.ask("outcomes", session=session)["outcomes"]
            assert [(each["piece"], each["numerator"], each["denominator"]) for each in found] == [
                (plain(piece), chance.numerator, chance.denominator) for piece, chance in ms.outcomes(state)
            ]
            piece = rng.choice(ms.outcomes(state))[0]
            after, events = game.reveal(piece)
            told = client.ask("reveal", session=session, piece=plain(piece))
            assert client.ask("reveal", state=plain(state), piece=plain(piece))["state"] == plain(after)
        else:
            move = finisher(state, ms.legal_moves(state), rng)
            after, events = game.play(move)
            told = client.ask("apply", session=session, move=plain(move))
        assert (told["state"], told["events"]) == (plain(after), [plain(event) for event in events])
    assert client.ask("position", session=session)["steps"] == game.step_count
    client.ask("undo", session=session)
    client.ask("redo", session=session)
    game.undo()
    game.redo()
    assert read_log(client, session, full=False) == "".join(game.log.lines())


def test_a_session_is_loaded_from_a_log_or_a_position() -> None:
    """After loading a log, undone moves can be redone. A session loaded from a position has no log."""
    rng, game, client = random.Random(5), ms.Game.new(["Ada", "Ben"], seed=5), Client()
    while game.step_count < 30:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=20)
    lines = [line.rstrip("\n") for line in game.log.lines()]
    loaded = client.ask("load", lines=lines)
    assert (loaded["steps"], loaded["undone"], loaded["state"]) == (20, 10, plain(game.state.public()))
    assert client.ask("redo", session=loaded["session"])["events"] == [plain(event) for event in game.redo().events]
    assert read_log(client, loaded["session"], full=True) == "".join(game.log.lines())
    alone = client.ask("load", state=plain(game.state.public()))
    assert (alone["session"], alone["steps"]) == ("game-2", 0)
    assert client.refused("log", session=alone["session"]) == (
        "misuse",
        "the game was loaded from a position, so it has no log",
    )


def test_a_log_with_deep_metadata_is_loaded_and_read() -> None:
    """The metadata of another program's log may be nested deeper than those of a new log."""
    header, *lines = map(json.loads, ms.Game.new(["Ada", "Ben"], seed=5).log.lines())
    deep: Any = "x"
    for _ in range(150):
        deep = [deep]
    log = resealed([header | {"metadata": {"public": deep}}, *lines]).decode()
    client = Client()
    session = client.ask("load", lines=log.splitlines())["session"]
    assert read_log(client, session, full=True) == log
    assert json.loads(read_log(client, session, full=False).splitlines()[0])["metadata"] == {"public": deep}


@pytest.mark.slow
def test_questions_about_a_position() -> None:
    """Every question about a position gets the library's answer."""
    rng, client = random.Random(6), Client()
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=6)
    for _ in range(80):
        state, _ = ms.apply(state, finisher(state, ms.legal_moves(state), rng))
    seen, at = state.public(), {"state": plain(state.public())}
    moves = ms.legal_moves(seen)
    assert client.ask("sensible_moves", **at)["moves"] == [plain(move) for move in ms.sensible_moves(seen)]
    narrowed = client.ask("legal_moves", **at, source="stock", target="S1")["moves"]
    assert narrowed == [plain(move) for move in ms.legal_moves(seen, source="stock", target="S1")]
    told = client.ask("moves_in_words", **at, moves=[plain(move) for move in moves], language="pl")["words"]
    assert told == [labels.move_in_words(seen, move, "pl") for move in moves]
    for move in moves[::3]:
        assert client.ask("effects", **at, move=plain(move))["effects"] == plain(ms.effects(seen, move))
        assert client.ask("objection", **at, move=plain(move))["objection"] is None
    move = ms.CompleteOrder(0)
    against = ms.objection(seen, move)
    assert against is not None
    found = client.ask("objection", **at, move=plain(move), language="de")
    assert found["objection"] == plain(against)
    assert found["sentence"] == labels.objection_in_words(against, "de")
    words = client.ask("objection_in_words", objection=plain(against), language="pl")["words"]
    assert words == [labels.objection_in_words(against, "pl")]
    closed = client.ask("unavailable", **at)["kinds"]
    assert {kind["kind"]: kind["objection"] for kind in closed} == {
        kind: plain(found) for kind, found in ms.why_not(seen).items()
    }
    drawn = client.ask("determinize", **at, seed=3)["state"]
    assert drawn == plain(ms.determinize(seen, random.Random(3)))
    assert client.ask("text", **at, language="de")["text"] == render.text(seen, language="de")
    asked = client.ask("text", **at, form="short", legend=True)["text"]
    assert asked == render.text(seen, form="short", legend=True)
    assert client.ask("labels", keys=["rope", "no_such"], language="de")["words"] == ["Seil", "no such"]
    texts = client.ask("rule_texts", language="de", rules=["CASTLE-4"])["texts"]
    assert texts == [plain(ms.rule_texts(language="de")["CASTLE-4"])]
    assert len(client.ask("rule_texts")["texts"]) == len(ms.rule_texts())
    scores = client.ask("position", **at)
    assert (scores["scores"], scores["winners"]) == ([plain(score) for score in seen.scores], [])


@pytest.mark.slow
def test_a_picture() -> None:
    """A picture supports all options of the library, and the answer has the location of each place."""
    client, state = Client(), ms.new_game(["Ada", "Ben", "Cleo"], seed=6).public()
    at, move = {"state": plain(state)}, ms.legal_moves(state)[0]
    assert client.ask("svg", **at)["svg"] == render.svg(state)
    said = client.ask(
        "svg",
        **at,
        layout="tall",
        size=600,
        theme="dark",
        colours={"coin": "#ffcc33", "seats": ["#111111", "#222222", "#333333", "#444444"], "sky": ["#555555"] * 3},
        language="de",
        highlight=plain(move),
        targets_of="stock",
        arrows=[{"source": "S1", "target": "1L2"}, {"source": "S1", "target": "market", "colour": "#123456"}],
        fill={"castle:0": "#654321"},
        seat=2,
        title=False,
        legend=False,
        coordinates=False,
        properties=False,
        prefix="one",
    )
    colours = ("#111111", "#222222", "#333333", "#444444")
    picture = render.svg(
        state,
        layout="tall",
        size=600,
        theme=attrs.evolve(render.THEMES["dark"], coin="#ffcc33", seats=colours, sky=("#555555",) * 3),
        language="de",
        highlight=move,
        targets_of="stock",
        arrows=[("S1", "1L2"), render.Arrow("S1", "market", "#123456")],
        fill={"castle:0": "#654321"},
        seat=2,
        title=False,
        legend=False,
        coordinates=False,
        properties=False,
        prefix="one",
    )
    assert said["svg"] == picture
    assert said["places"].keys() == picture.places.keys() > {"S1", "1L2", "castle:0", "player:2"}
    for place, drawn in picture.places.items():
        assert said["places"][place] == pytest.approx(attrs.asdict(drawn), abs=0.006)


FACTS = [
    ("hiring_price", {}),
    ("tool_price", {"slot": 1}),
    ("selling_price", {"kind": "green", "commercial_privilege": True}),
    ("buying_price", {"kind": "white"}),
    ("pumping_price", {"water": 3}),
    ("toll", {"chamber": "1L2", "seat": 1}),
    ("strength", {"chamber": "1L1", "pickaxes": 2}),
    ("completable_orders", {"seat": 0}),
    ("reachable_spaces", {"source": "stock"}),
]


@pytest.mark.parametrize(("fact", "arguments"), FACTS, ids=[name for name, _ in FACTS])
def test_a_fact(fact: str, arguments: dict[str, Any]) -> None:
    """Each function of `facts` can be requested by name."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    found = getattr(ms.queries.facts, fact)(state, **arguments)
    value = Client().ask("fact", state=plain(state.public()), fact=fact, **arguments)["value"]
    assert value == (list(found) if isinstance(found, tuple) else found)


def test_the_fact_of_miners_by_space() -> None:
    """The fact ``miners_by_space`` is the only one whose entries have names."""
    client = Client()
    session = client.begun()
    client.ask("apply", session=session, move={"type": "place_miner", "source": "stock", "target": "S1"})
    found = client.ask("fact", session=session, fact="miners_by_space", seat=0)["value"]
    assert found == {"S1": {"rested": 1, "tired": 0}}


@pytest.mark.slow
def test_the_last_move_of_a_session() -> None:
    """A session describes and draws its last steps. The words for a move not yet made reveal nothing hidden."""
    game, client = ms.Game.new(["Ada", "Ben"], seed=7), Client()
    session = client.begun()
    assert client.refused("step_in_words", session=session) == ("misuse", "this session has no moves yet")
    assert client.ask("svg", session=session, last=1)["svg"] == render.svg(game.state, last=())
    for move in (ms.PlaceMiner("stock", "S1"), ms.Pass()):
        game.play(move)
        client.ask("apply", session=session, move=plain(move))
    (*_, last) = game.steps()
    assert client.ask("step_in_words", session=session, language="de")["words"] == list(
        labels.step_in_words(last, "de")
    )
    assert client.ask("text", session=session, last=1)["text"] == render.text(game.state, last=last)
    steps = list(game.steps())
    for most, shown in ((0, []), (1, steps[-1:]), (2, steps), (9, steps)):
        assert client.ask("svg", session=session, last=most)["svg"] == render.svg(game.state, last=shown)
    assert client.ask("svg", session=session)["svg"] == render.svg(game.state)
    seen = game.state.public()
    entering = ms.PlaceMiner("stock", "S2")
    told = client.ask("step_in_words", session=session, move=plain(entering))["words"]
    assert told == list(labels.step_in_words(ms.apply(seen, entering).step))


@pytest.mark.slow
def test_a_session_hides_face_down_pieces() -> None:
    """Answers hide face-down pieces unless the request asks for the full state."""
    client = Client()
    began = client.ask("new_game", players=["Ada", "Ben"], seed=7)
    session, move = began["session"], {"type": "pass"}
    answers = [began, client.ask("apply", session=session, move=move), client.ask("undo", session=session)]
    answers += [client.ask("redo", session=session), client.ask("position", session=session)]
    answers += [client.ask("end", session=session, reason="supper")]
    assert [said["state"]["hidden"] for said in answers] == [None] * 6
    assert answers[-1]["end_reason"] == "supper"
    assert "Ended early: supper" in client.ask("text", session=session)["text"]
    assert "Ended early: supper" in client.ask("svg", session=session)["svg"]
    assert "end_reason" in client.refused("svg", session=session, end_reason="breakfast")[1]
    assert client.ask("new_game", players=["Ada", "Ben"], seed=7, full=True)["state"]["hidden"] is not None
    header = json.loads(client.ask("log", session=session)["lines"][0])
    assert header["started"]["setup"]["tools"][3:] == [None] * 18


def test_a_game_from_a_setup() -> None:
    """A setup determines a game as a seed does."""
    setup = ms.Game.new(["Ada", "Ben"], seed=9).log.started.setup
    client = Client()
    assert (
        client.ask("new_game", players=["Ada", "Ben"], setup=plain(setup), full=True)["state"]
        == client.ask("new_game", players=["Ada", "Ben"], seed=9, full=True)["state"]
    )
    drawn = [client.ask("new_game", players=["Ada", "Ben"], full=True)["state"]["hidden"] for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_the_default_ruleset_of_a_server() -> None:
    """A server uses its own ruleset if a request names none."""
    mapped = attrs.evolve(ms.STANDARD, mapped_mine=True)
    client = Client(attrs.evolve(Client().server, ruleset=mapped))
    for kind in ("new_game", "open_table"):
        assert client.ask(kind, players=["Ada", "Ben"])["state"]["ruleset"]["mapped_mine"]
    plain_game = client.ask("new_game", players=["Ada", "Ben"], ruleset={"name": "standard"})
    assert not plain_game["state"]["ruleset"]["mapped_mine"]


def test_variants_with_the_texts_of_rules() -> None:
    """The answer with any rules names the variants. A rule with several switches is on if one of them is on."""
    own = (Switch("free_square", "VAR-MAP", "the square is free"), Switch("wells", "HOUSE-1", "wells take water"))
    house = attrs.evolve(ms.STANDARD, name="house", own_switches=own, cart_capacity=2)
    client = Client(attrs.evolve(Client().server, ruleset=house.with_switches(free_square=True)))
    said = client.ask("rule_texts", rules=["CASTLE-4"])
    assert said["variants_on"] == ["VAR-CART", "VAR-MAP"]
    assert said["variants_off"] == ["VAR-TIRE", "VAR-LINE", "VAR-SALE", "HOUSE-1"]
    mapped = plain(ms.STANDARD.with_switches(mapped_mine=True))
    assert client.ask("rule_texts", ruleset=mapped)["variants_on"] == ["VAR-MAP"]


def test_servers_are_immutable() -> None:
    """An older server value still gives its previous answers, because no request changes it."""
    client = Client()
    session = client.begun()
    older = client.server
    client.ask("apply", session=session, move={"type": "pass"})
    client.ask("close", session=session)
    assert client.refused("position", session=session)[0] == "unknown_session"
    assert client.begun() == "game-2"
    assert Client(older).ask("position", session=session)["steps"] == 0


@pytest.mark.slow
def test_a_finished_game_cannot_be_ended_early() -> None:
    """Otherwise its log would say that the players ended a game early that they had played to the end."""
    client = Client()
    lines = (Path(__file__).parent.parent / "games" / "two_players.jsonl").read_text("utf-8").splitlines()
    session = client.ask("load", lines=lines)["session"]
    code, sentence = client.refused("end", session=session, reason="supper")
    assert (code, "the game is already over, so it cannot be ended by agreement" in sentence) == ("misuse", True)
