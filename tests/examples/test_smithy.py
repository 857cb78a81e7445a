"""The smithy and its barrel, an extension from outside, tested with ``magnum_sal.testing`` as its author would do."""

import json
import pickle
import random

import jsonschema
import pytest
import smithy
from hypothesis import find
from smithy import SMITHY_GAME, Smithy, UseBarrel, VisitSmithy
from tests.amounts import scale
from tests.protocol.clients import Client

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.events import ActionTaken, MinersMoved, MoneyMoved, PartChanged, ToolReadied, ToolUsed, WaterMoved
from magnum_sal.protocol import Server
from magnum_sal.testing import check_extension, given
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import moves
from magnum_sal.words import label, move_in_words, objection_in_words, step_in_words

MINE = "S1: A | S2: A | 1L1: Aa [BG/2]"


def test_the_smithy_mends_a_tool_for_a_rising_price() -> None:
    """SMITHY-1: mending costs 2 groszy for the first tool of a phase and 3 for the second, for any player."""
    table = given("A: rope used, cart used | B: food used", ruleset=SMITHY_GAME)
    first = table.when(VisitSmithy("rope"))
    first.then(
        ActionTaken(0, "visit_smithy", "smithy"),
        MoneyMoved(0, "bank", 2),
        ToolReadied(0, "rope"),
        PartChanged("smithy", Smithy(phase=1, mended=1)),
    )
    assert first.state.players[0].ready("rope") == 1
    second = first.when(ms.Pass()).when(VisitSmithy("food"))
    second.then(MoneyMoved(1, "bank", 3), PartChanged("smithy", Smithy(1, 2)))


def test_the_price_falls_with_a_new_phase() -> None:
    """SMITHY-1: tools mended in an earlier phase do not count."""
    state = given("A: rope used", phase=2, ruleset=SMITHY_GAME, completed=0).state
    assert smithy.price(state) == 2


def test_objections_to_a_visit() -> None:
    """SMITHY-1, TURN-3: a visit needs a used tool and the money, and is allowed once a turn."""
    given("A: rope", ruleset=SMITHY_GAME).when(VisitSmithy("rope")).is_refused("SMITHY-1", "no used rope")
    poor = given("A: 1 groszy, rope used", ruleset=SMITHY_GAME)
    poor.when(VisitSmithy("rope")).is_refused("SMITHY-1", "2 groszy", "you have only 1")
    visited = given("A: 2 rope used", ruleset=SMITHY_GAME).when(VisitSmithy("rope"))
    visited.when(VisitSmithy("rope")).is_refused("TURN-3", "smithy")


@pytest.mark.parametrize(
    ("belongings", "kind", "sentences"),
    [
        ("rope", "visit_smithy", ("none of your tools is used", "keines deiner Werkzeuge ist benutzt")),
        (
            "1 groszy, rope used",
            "visit_smithy",
            (
                "mending a tool costs 2 groszy, but you have only 1",
                "ein Werkzeug auszubessern kostet 2 Groschen, und du hast nur 1",
            ),
        ),
        (
            "barrel",
            "use_barrel",
            ("you have no miner in a chamber with water", "du hast keinen Bergmann in einer Kammer mit Wasser"),
        ),
        (
            "rope",
            "use_barrel",
            ("you have no barrel", "dieses Werkzeug hast du nicht: Fass"),
        ),
    ],
)
def test_reasons_why_a_move_is_unavailable(belongings: str, kind: str, sentences: tuple[str, str]) -> None:
    """SMITHY-1, BARREL-1, TOOL-1: the reason for a disabled button has words of the rule or of the library."""
    against = ms.why_not(given(f"A: {belongings}", ruleset=SMITHY_GAME).state)[kind]
    assert (against.sentence, objection_in_words(against, "de")) == sentences
    assert ms.from_json(ms.Objection, ms.to_json(against), ruleset=SMITHY_GAME).sentence == against.sentence


def test_the_assistant_earns_money() -> None:
    """ASST-1, ASST-2: the smithy has an assistant's place, and visits pay its owner."""
    table = given("A: rope used | assistant smithy: B", ruleset=SMITHY_GAME)
    table.when(VisitSmithy("rope")).then(ToolReadied(0, "rope"), MoneyMoved("bank", 1, 1))
    given(ruleset=SMITHY_GAME).when(ms.PlaceAssistant("stock", "smithy")).then(MinersMoved(0, "stock", "smithy", 1))


def test_the_barrel_carries_water() -> None:
    """BARREL-1: the barrel takes 1 or 2 water from a chamber with a miner of the player, once per card and phase."""
    table = given(f"{MINE} | A: barrel", ruleset=SMITHY_GAME)
    assert [move for move in table.legal() if isinstance(move, UseBarrel)] == [UseBarrel("1L1", 1), UseBarrel("1L1", 2)]
    used = table.when(UseBarrel("1L1", 2))
    used.then(ToolUsed(0, "barrel"), WaterMoved("1L1", "bank", 2))
    used.when(UseBarrel("1L1", 1)).is_refused("TOOL-1", "barrel")
    table.when(UseBarrel("1L1", 3)).is_refused("BARREL-1", "1 or 2")
    table.when(UseBarrel("1L2", 1)).is_refused("BARREL-1", "1L2")
    given(f"{MINE.replace('/2', '/1')} | A: barrel", ruleset=SMITHY_GAME).when(UseBarrel("1L1", 2)).is_refused(
        "BARREL-1", "holds 1"
    )


def test_the_barrel_is_used_after_the_last_action() -> None:
    """TURN-2: an available free move keeps the turn open."""
    after = given(f"{MINE} | A: barrel", actions_left=1, ruleset=SMITHY_GAME).when(ms.Pass()).state
    assert after.to_move == 0
    assert ms.EndTurn() in ms.legal_moves(after)


@pytest.mark.parametrize(
    ("move", "text"), [(VisitSmithy("rope"), "smithy rope"), (UseBarrel("1L1", 2), "barrel 1L1 2")]
)
def test_notation(move: ms.Move, text: str) -> None:
    """Both moves have a short notation, which survives a round trip."""
    state = given(f"{MINE} | A: barrel, rope used", ruleset=SMITHY_GAME).state
    assert ms.format_move(state, move) == text
    assert ms.parse_move(state, text.upper()) == move


def test_words_in_three_languages() -> None:
    """Moves and pieces are described in English, Polish and German."""
    state = given(f"{MINE} | A: barrel, rope used", ruleset=SMITHY_GAME).state
    told = {language: move_in_words(state, VisitSmithy("rope"), language) for language in ("en", "pl", "de")}
    assert told["en"] == "has a tool mended for 2 groszy: rope"
    assert len(set(told.values())) == 3
    assert label("barrel", "de", SMITHY_GAME) == "Fass"
    after = ms.apply(state, VisitSmithy("rope"))
    sentences = step_in_words(ms.Step(state, VisitSmithy("rope"), *after))
    assert sentences[1:] == ("Tools mended in phase I: 1",)


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_pictures_show_the_extension(language: str) -> None:
    """Both renderers show the building, its assistant, the tool and the extension's part of the state."""
    state = given("A: barrel, rope used | assistant smithy: B", ruleset=SMITHY_GAME).state
    shown = render.text(state, language=language)
    picture = render.svg(state, language=language)
    for key in ("smithy", "barrel"):
        assert label(key, language, SMITHY_GAME).lower() in shown.lower()
        assert label(key, language, SMITHY_GAME).lower() in picture.lower()
    assert 'data-place="smithy"' in picture
    assert f"{label('mending', language, SMITHY_GAME)} 2  {label('mended', language, SMITHY_GAME)} 0" in shown
    assert f"{label('mending', language, SMITHY_GAME)}: 2 " in picture


def test_json_and_schema() -> None:
    """Moves, events and states survive a JSON round trip and fit the ruleset's schemas."""
    state, events = ms.apply(given(f"{MINE} | A: barrel, rope used", ruleset=SMITHY_GAME).state, VisitSmithy("rope"))
    assert ms.to_dict(state)["extras"]["smithy"] == {"phase": 1, "mended": 1}
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    states = jsonschema.Draft202012Validator(ms.json_schema(ms.GameState, ruleset=SMITHY_GAME))
    states.validate(ms.to_dict(state))
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.Move, ruleset=SMITHY_GAME))
    for move in ms.legal_moves(state):
        schema.validate(ms.to_dict(move))
        assert ms.from_json(ms.Move, ms.to_json(move), ruleset=SMITHY_GAME) == move
    for event in events:
        assert ms.from_json(ms.Event, ms.to_json(event), ruleset=SMITHY_GAME) == event
    for wrong in ({"type": "visit_smithy", "tool": "anvil"}, {"type": "visit_smithy", "tool": 1}):
        with pytest.raises(ms.MalformedError, match="tool"):
            ms.from_dict(ms.Move, wrong, ruleset=SMITHY_GAME)
        with pytest.raises(jsonschema.ValidationError):
            schema.validate(wrong)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_the_extension_keeps_its_promises(players: int) -> None:
    """The smithy passes ``check_extension`` with two and four players."""
    check_extension(SMITHY_GAME, seeds=[1], players=[players], decisions=scale(200))


@pytest.mark.slow
def test_games_end_and_fit_the_schema() -> None:
    """A whole game with visits and barrels ends, and its log fits the schema."""
    game = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=SMITHY_GAME)
    for _, move, _ in play(game.state, finisher, random.Random(3), 900):
        game.play(move)
    assert game.is_over
    assert {VisitSmithy, UseBarrel} & {type(move) for move in game.moves}
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.record.log.LogLine, ruleset=SMITHY_GAME))
    for line in [*game.log.lines()][::50]:
        schema.validate(json.loads(line))


@pytest.mark.long
def test_the_strategy_builds_the_extensions_moves() -> None:
    """The strategy builds moves of extensions from their fields."""
    assert find(moves(ruleset=SMITHY_GAME), lambda move: isinstance(move, UseBarrel)).type == "use_barrel"
    assert find(moves(ruleset=SMITHY_GAME), lambda move: isinstance(move, VisitSmithy)).type == "visit_smithy"


def test_the_extensions_part_is_a_value() -> None:
    """The extension's part of a state is compared and hashed with the state."""
    state = given(ruleset=SMITHY_GAME).state
    assert state.extras["smithy"] == Smithy(1, 0)
    assert hash(state) == hash(given(ruleset=SMITHY_GAME).state)


@pytest.mark.long
def test_a_server_plays_the_extension() -> None:
    """Building, tool and events go through requests and answers, and fit the schemas of the ruleset."""
    rng, client = random.Random(2), Client(Server(is_greeted=True, ruleset=SMITHY_GAME))
    game = ms.Game.new(["Ada", "Ben"], seed=2, ruleset=SMITHY_GAME)
    session = client.begun(seed=2)
    for _ in range(150):
        wanted = [move for move in ms.legal_moves(game.state) if isinstance(move, (VisitSmithy, UseBarrel))]
        move = wanted[0] if wanted else finisher(game.state, ms.legal_moves(game.state), rng)
        after, events = game.play(move)
        told = client.ask("apply", session=session, move=ms.to_dict(move))
        assert told["state"] == json.loads(ms.to_json(after.public()))
        assert told["events"] == json.loads(ms.to_json(events))
    assert any(isinstance(move, VisitSmithy) for move in game.moves)
    choice = client.ask("choices", state=ms.to_dict(table_with_used_tool()), taken=[["type", "visit_smithy"]])
    assert choice["move"] == {"type": "visit_smithy", "tool": "rope"}


def table_with_used_tool() -> ms.GameState:
    """Return a position in which one tool can be mended."""
    return given("A: rope used", ruleset=SMITHY_GAME).state.public()
