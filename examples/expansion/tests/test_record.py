"""Games with the expansion: logs, public games, clients without rules; lists and refusals agree."""

import json
import pickle
import random

import attrs
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from crystal_chapel.chapel import VisitChapel
from crystal_chapel.foreman import SendForeman
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.events import CardTurnedUp, ChamberRevealed, OrderMoved, ToolMoved
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.testing import check_invariants, position, sketch
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import moves, states

OWN: tuple[ms.Move, ...] = (*map(VisitChapel, range(4)), *map(SendForeman, CHAMBERS))


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    """Logs, public logs, positions as text and JSON give the same state; guesses agree with public facts."""
    rng = random.Random(players)
    game = ms.Game.new(
        ["Ada", "Ben", "Cleo", "Dan"][:players], seed=players, ruleset=CRYSTAL_CHAPEL
    )
    made = set()
    for number, (before, move, after) in enumerate(play(game.state, finisher, rng, 2000)):
        assert game.play(move).state == after.state
        made.add(move.type)
        if number % 60 == 0:
            check_invariants(after.state)
            assert ms.from_json(ms.GameState, ms.to_json(after.state)) == after.state
            assert pickle.loads(pickle.dumps(after.state)) == after.state
            assert position(sketch(after.state)) == after.state
            assert ms.parse_move(before, ms.format_move(before, move)) == move
            guess = ms.determinize(after.state.public(), rng)
            assert guess.public() == after.state.public()
            assert ms.legal_moves(guess) == ms.legal_moves(after.state)
    assert made >= {"visit_chapel", "send_foreman"}
    assert game.is_over
    assert len(game.state.extras["feasts"].up) == 3
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == game.state
    public = "".join(game.log.public().lines())
    assert ms.Game.from_log(public.encode()).state == game.state.public()
    events = [
        ms.from_json(ms.Event, ms.to_json(event), ruleset=CRYSTAL_CHAPEL)
        for event in _public_events(game)
    ]
    assert ms.fold(events) == game.state.public()


def _public_events(game: ms.Game) -> list[ms.Event]:
    return [
        public_start_event(game.log.started),
        *(event for step in game.steps() for event in step.events),
    ]


@pytest.mark.slow
def test_a_client_that_does_not_know_the_rules_keeps_up() -> None:
    """A client can track parts and cards from the JSON of the events alone."""
    game = ms.Game.new(["Ada", "Ben"], seed=5, ruleset=CRYSTAL_CHAPEL)
    kept, heard = ms.to_dict(game.state.public())["extras"], set()
    for _, move, _ in play(game.state, finisher, random.Random(5), 300):
        for event in game.play(move).events:
            data = json.loads(ms.to_json(event))
            heard.add(data["type"])
            if data["type"] == "part_changed":
                kept[data["part"]] = data["value"]
            elif data["type"] == "card_turned_up":
                pile = kept[data["deck"]]
                kept[data["deck"]] = {
                    **pile,
                    "up": [*pile["up"], data["card"]],
                    "down": pile["down"] - 1,
                }
        shown = ms.to_dict(game.state.public())["extras"]
        assert {key: kept[key] for key in ("chests", "feasts")} == {
            key: shown[key] for key in ("chests", "feasts")
        }
    assert "part_changed" in heard


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_played_publicly_is_the_same(players: int) -> None:
    """A public game with the revealed pieces of the full game has the same events and public states."""
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=8, ruleset=CRYSTAL_CHAPEL)
    public, revealed = state.public(), set()
    for _, move, (after, events) in play(state, finisher, random.Random(players), 250):
        public, told = ms.apply(public, move)
        while public.pending is not None:
            revealed.add(public.pending.pile)
            public, more = ms.reveal(public, _turned_up(public.pending, events[len(told) :]))
            told += more
        assert told == events
        assert public == after.public()
    assert revealed >= {"tile", "order", "tool", "feasts"} - (
        set() if public.phase > 1 else {"feasts"}
    )


def _turned_up(
    pending: ms.Pending, events: tuple[ms.Event, ...]
) -> ms.ChamberTile | ms.RoyalOrder | str:
    kinds = {
        "tile": (ChamberRevealed, "tile"),
        "order": (OrderMoved, "order"),
        "tool": (ToolMoved, "tool"),
    }
    kind, field = kinds.get(pending.pile, (CardTurnedUp, "card"))
    piece: ms.ChamberTile | ms.RoyalOrder | str = next(
        getattr(event, field) for event in events if isinstance(event, kind)
    )
    return piece


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(states(150, st.just(CRYSTAL_CHAPEL)), st.lists(moves(ruleset=CRYSTAL_CHAPEL), max_size=10))
def test_listed_if_and_only_if_legal(state: ms.GameState, tries: list[ms.Move]) -> None:
    """``legal_moves`` and ``objection`` agree on moves of every kind, at any point of a game."""
    listed = ms.legal_moves(state)
    assert len(set(listed)) == len(listed)
    for move in [*listed, *tries, *OWN]:
        assert (move in listed) == (not state.is_over and ms.is_legal(state, move)), move


@pytest.mark.long
def test_schemas() -> None:
    """States, moves and lines of the log match the schemas of the ruleset."""
    game = ms.Game.new(
        ["Ada", "Ben"], seed=4, ruleset=attrs.evolve(CRYSTAL_CHAPEL, mapped_mine=True)
    )
    for _, move, _ in play(game.state, finisher, random.Random(4), 40):
        game.play(move)
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.GameState, ruleset=CRYSTAL_CHAPEL))
    schema.validate(ms.to_dict(game.state))
    schema = jsonschema.Draft202012Validator(
        ms.json_schema(ms.record.log.LogLine, ruleset=CRYSTAL_CHAPEL)
    )
    for line in game.log.lines():
        schema.validate(json.loads(line))
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.Move, ruleset=CRYSTAL_CHAPEL))
    for own in OWN:
        schema.validate(ms.to_dict(own))
        assert ms.from_json(ms.Move, ms.to_json(own), ruleset=CRYSTAL_CHAPEL) == own
