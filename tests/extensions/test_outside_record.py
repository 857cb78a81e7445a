"""The record of a building from outside: its moves and events in logs, notation, schemas and public views."""

import json
import random
from collections.abc import Iterator

import attrs
import jsonschema
import pytest

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.model.fields import ChamberId, Tool
from magnum_sal.model.rule import Building, Notation, Part, Rule, When
from magnum_sal.model.state import Draft
from magnum_sal.record.log import LogLine


@attrs.frozen
class ShoeHorse(ms.Move):
    """Have a horse shod; it gets a name and a number of shoes."""

    type = "shoe_horse"
    horse: str
    shoes: int


@attrs.frozen
class HorseShod(ms.Event):
    """A horse was shod."""

    type = "horse_shod"
    seat: int
    horse: str


def moves(state: ms.GameState) -> Iterator[ShoeHorse]:
    """Yield the horses that can be shod."""
    return (ShoeHorse(horse, shoes) for horse in ("Bay", "old Grey") for shoes in (2, 4))


def objection(state: ms.GameState, move: ShoeHorse) -> ms.Objection | None:
    """Return an objection to any horse that is not listed."""
    return None if move in moves(state) else ms.Objection("SMITHY-1", f"nobody knows {move.horse}")


def decide(state: ms.GameState, move: ShoeHorse) -> tuple[ms.Event, ...]:
    """Return the event that a horse was shod."""
    return (HorseShod(state.turn_seat, move.horse),)


def fold_shod(draft: Draft, event: HorseShod) -> None:
    """Store the horse."""
    draft.set_part("smithy", (*draft.part("smithy"), event.horse))


def smithy(notation: Notation | None) -> Rule:
    """Return the smithy's rule, with or without a notation."""
    return Rule(
        ShoeHorse,
        When.ACTION,
        moves,
        objection,
        decide,
        building="smithy",
        events={HorseShod: fold_shod},
        notation=notation,
        part=Part("smithy", tuple[str, ...], lambda *_: ()),
    )


def with_smithy(name: str, notation: Notation | None) -> ms.Ruleset:
    """Return the standard rules with the smithy."""
    return attrs.evolve(
        ms.STANDARD,
        name=name,
        rules=(*ms.STANDARD.rules, smithy(notation)),
        buildings=(*ms.STANDARD.buildings, Building("smithy", has_assistant_place=True)),
    )


def parse_shoes(state: ms.GameState, text: str) -> ms.Move | None:
    """Parse ``shoe old Grey 4``."""
    word, *rest = text.split(" ")
    names = [horse for horse in ("Bay", "old Grey") if " ".join(rest[:-1]).lower() == horse.lower()]
    return ShoeHorse(names[0], int(rest[-1])) if word == "shoe" and names and rest[-1].isdigit() else None


PLAIN = with_smithy("smithy", None)
WITH_NOTATION = with_smithy(
    "smithy with notation", Notation(lambda _, move: f"shoe {move.horse} {move.shoes}", parse_shoes)
)
ms.register(PLAIN)


def played(ruleset: ms.Ruleset) -> ms.Game:
    """Return a game in which horses are shod."""
    rng = random.Random(1)
    game = ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ruleset)
    while len(game.moves) < 60:
        legal = ms.legal_moves(game.state)
        game.play(rng.choice([move for move in legal if isinstance(move, ShoeHorse)] or legal))
    assert len(game.state.extras["smithy"]) > 20
    return game


def test_moves_have_a_text_without_a_notation() -> None:
    """The general form is the move's type and the JSON of its fields; names with blanks survive a round trip."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=PLAIN)
    move = ShoeHorse("old Grey", 4)
    assert ms.format_move(state, move) == 'shoe_horse {"horse":"old Grey","shoes":4}'
    for legal in ms.legal_moves(state):
        assert ms.parse_move(state, ms.format_move(state, legal)) == legal
    assert ms.parse_move(state, "@SMITHY") == ms.PlaceAssistant("stock", "smithy")
    with pytest.raises(ms.MalformedError, match="shoes"):
        ms.parse_move(state, 'shoe_horse {"horse":"Bay"}')


def test_a_rule_has_a_notation() -> None:
    """A rule with a notation writes and reads it, and still reads the general form."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=WITH_NOTATION)
    move = ShoeHorse("old Grey", 4)
    assert ms.format_move(state, move) == "shoe old Grey 4"
    assert ms.parse_move(state, "shoe  old grey 4") == move
    assert ms.parse_move(state, 'shoe_horse {"horse":"old Grey","shoes":4}') == move
    assert "shoe Bay 2" in ms.transcript(played(WITH_NOTATION))


@pytest.mark.slow
def test_games_are_recorded() -> None:
    """Full and public logs survive a round trip with moves, events and the part of the state, and fit the schemas."""
    game = played(PLAIN)
    text = "".join(game.log.lines())
    for verify in (True, False):
        assert ms.Game.from_log(text.encode(), verify=verify).state == game.state
    assert ms.Game.from_log("".join(game.log.public().lines()).encode()).state == game.state.public()
    drawn = ms.determinize(game.state.public(), random.Random(1))
    assert drawn.extras["smithy"] == game.state.extras["smithy"]
    lines = jsonschema.Draft202012Validator(ms.json_schema(LogLine, ruleset=PLAIN))
    states = jsonschema.Draft202012Validator(ms.json_schema(ms.GameState, ruleset=PLAIN))
    for line in text.splitlines()[::10]:
        lines.validate(json.loads(line))
    states.validate(ms.to_dict(game.state))


def test_games_of_unregistered_rules_are_not_recorded() -> None:
    """A game with unregistered rules can be played, but its log cannot be written, since nobody could read it."""
    with pytest.raises(ms.MisuseError, match="is not registered"):
        list(played(WITH_NOTATION).log.lines())


def test_ids_in_a_part_are_checked() -> None:
    """Chambers and tools in an extension's part must exist, in states and events from outside, at any depth."""

    @attrs.frozen
    class Lamp:
        chamber: ChamberId | None
        tool: Tool

    part = Part("lamps", tuple[Lamp, ...], lambda *_: ())
    game = ms.STANDARD.with_extensions(Extension("lamps", part=part), name="lamps_game")
    ms.register(game)
    data = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1, ruleset=game))
    for lamp, told in (
        ({"chamber": "9L9", "tool": "rope"}, "Lamp.chamber: '9L9' is not a chamber"),
        ({"chamber": None, "tool": "spoon"}, "Lamp.tool: .spoon. is not a known tool of 'lamps_game'"),
    ):
        with pytest.raises(ms.MalformedError, match=f"extras.lamps: {told}"):
            ms.from_dict(ms.GameState, {**data, "extras": {**data["extras"], "lamps": [lamp]}})
        with pytest.raises(ms.MalformedError, match=f"value: {told}"):
            ms.from_dict(ms.Event, {"type": "part_changed", "part": "lamps", "value": [lamp]}, ruleset=game)
