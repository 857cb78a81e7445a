"""The JSON Schemas are up to date and match what the library writes."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from smithy import SMITHY_GAME
from tests.extensions.omens import OMENS_GAME
from tests.protocol.clients import published_validator

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.extension import Extension
from magnum_sal.model.mine import SPACES
from magnum_sal.model.parts import SEEN
from magnum_sal.model.pieces import SALT_KINDS
from magnum_sal.model.rule import Building, Part
from magnum_sal.model.ruleset_registry import register
from magnum_sal.protocol.schemas import PUBLISHED, TYPES, format_schema, typescript, write_schemas
from magnum_sal.protocol.table_answers import NewsAnswer, SeatStatus
from magnum_sal.record.log import LogLine
from magnum_sal.testing.players import any_kind, finisher, play
from magnum_sal.words import LANGUAGES

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
IDS = {*SALT_KINDS, *SPACES, *ms.STANDARD.building_ids, *ms.STANDARD.parts, SEEN, *LANGUAGES}
"""The ids of the game and of languages, which objects have as keys: an entry for each kind of salt, for example."""


def is_valid(name: str, data: Any) -> bool:
    """Return whether data match the schema with the given name."""
    return published_validator(name).is_valid(data)


def find_objects(schema: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the fields of all objects in a schema, also of those inside fields and lists, each with its place."""
    if isinstance(schema, list):
        for entry in schema:
            yield from find_objects(entry, place)
    if isinstance(schema, dict):
        # A field can be called "properties", too. Its name is among the fields of an object, which have no type.
        if schema.get("type") == "object" and "properties" in schema:
            yield place, schema["properties"]
        for key, value in schema.items():
            yield from find_objects(value, f"{place}/{key}")


def list_fields(schema: Any) -> list[dict[str, Any]]:
    """Return the schemas of all fields in a schema."""
    return [field for _, fields in find_objects(schema) for field in fields.values()]


@pytest.fixture(scope="module")
def schemas_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all schemas in their published form."""
    folder = tmp_path_factory.mktemp("schemas")
    write_schemas(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schemas_are_up_to_date(name: str, schemas_folder: Path) -> None:
    """The files in docs/schemas are those that ``python -m magnum_sal.protocol.schemas docs/schemas`` writes."""
    jsonschema.Draft202012Validator.check_schema(published_validator(name).schema)
    assert (SCHEMAS / f"{name}.json").read_text(encoding="utf-8") == format_schema(name)
    assert (schemas_folder / f"{name}.json").read_bytes() == (SCHEMAS / f"{name}.json").read_bytes()


@pytest.mark.long
def test_the_published_types_are_written(schemas_folder: Path) -> None:
    """The same command writes the published types for TypeScript."""
    assert (schemas_folder / TYPES).read_bytes() == (SCHEMAS / TYPES).read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [SMITHY_GAME, CRYSTAL_CHAPEL, OMENS_GAME], ids=lambda ruleset: ruleset.name)
def test_the_schemas_of_extensions_are_schemas(ruleset: ms.Ruleset) -> None:
    """The schema of a log line, which includes moves, events and states, is valid for rulesets with extensions."""
    jsonschema.Draft202012Validator.check_schema(ms.json_schema(LogLine, ruleset=ruleset))


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)])
def test_the_librarys_output_is_valid(ruleset: ms.Ruleset) -> None:
    """The rulesets, setups, states, moves, events and log lines of a whole game are valid, in full and public form."""
    game = ms.Game.new(["Ada", "Ben", "Cleo"], seed=3, ruleset=ruleset)
    for _, move, _ in play(game.state, finisher, random.Random(3), 2000):
        game.play(move)
    assert game.state.is_over
    assert is_valid("ruleset", ms.to_dict(ruleset))
    assert is_valid("setup", ms.to_dict(game.log.started.setup))
    assert is_valid("setup", ms.to_dict(public_start_event(game.log.started).setup))
    for number in range(0, len(game.moves) + 1, 25):
        assert is_valid("state", ms.to_dict(game.at(number)))
        assert is_valid("state", ms.to_dict(game.at(number).public()))
    assert is_valid("state", ms.to_dict(game.state))
    for step in list(game.steps())[::7]:
        assert is_valid("move", ms.to_dict(step.move))
        assert all(is_valid("event", ms.to_dict(event)) for event in step.events)
    game.undo(to=len(game.moves) - 10)
    game.redo()
    game.end("late")
    for log in (game.log, game.log.public()):
        lines = [json.loads(line) for line in log.lines()]
        for line in [*lines[::20], *lines[-3:]]:
            published_validator("log-line").validate(line)


@pytest.mark.parametrize(
    ("name", "definition", "field", "said"),
    [
        ("table-answer", "Advice", "chance", "The chance of winning after the move, in percent."),
        ("table-answer", "Advice", "error", "The standard error of the chance, in percent."),
        (
            "table-answer",
            "Advice",
            "margin",
            "player's expected final lead over the mean of the other players, in groszy.",
        ),
        ("table-answer", "Costly", "step", "In the news and the history, step also counts the move itself."),
        ("table-answer", "WelcomeAnswer", "keys", "The ids of the entries in words, in the same order."),
        ("table-answer", "NewsAnswer", "to_move", "The seat that decides next; null once the game is over."),
        ("table-answer", "NewsAnswer", "lesson", "The progress in the table's lesson; null for an ordinary game."),
        ("table-answer", "PlaceMiner", "source", '"stock", a mine space, or the building that an assistant leaves.'),
        ("log-line", "TurnInHand", "actions_left", "actions"),
        ("log-line", "GameState", "to_move", "The seat that must decide; null if the game is over"),
        ("log-line", "GameState", "over", "Whether the game is over (END-1)."),
        ("log-line", "EndLine", "checksum", "The checksum of the line and of all lines before it"),
        ("request", "ApplyRequest", "session", "null for the position in state or the default position of the server."),
        ("table-request", "TableEffectsRequest", "state", "at a table, the current one."),
    ],
)
def test_published_fields_have_descriptions(name: str, definition: str, field: str, said: str) -> None:
    """A published schema describes a field as its docstring does, also if the field is inherited or a property."""
    schema = json.loads(format_schema(name))
    assert said in schema["$defs"][definition]["properties"][field]["description"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_descriptions_are_plain_text(name: str) -> None:
    """Other programs do not know the markup of docstrings. ``json_schema`` needs no source and describes no fields."""
    schema = json.loads(format_schema(name))
    told = [field["description"] for field in list_fields(schema) if "description" in field]
    assert told
    told += [definition["description"] for definition in schema["$defs"].values() if "description" in definition]
    assert not [said for said in told if "`" in said or re.search(r"\*\w|\bNone\b|\n", said)]
    # Schemas for other programs have the same descriptions of classes, and none of fields.
    generated = ms.json_schema(PUBLISHED[name])
    assert not any("description" in field for field in list_fields(generated))
    for cls, definition in generated["$defs"].items():
        assert definition["description"] == schema["$defs"][cls]["description"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_published_field_has_a_description(name: str) -> None:
    """A client's author reads the meaning of every field in the schema. Ids of the game and types are clear already."""
    bare = [
        f"{place}.{key}"
        for place, fields in find_objects(json.loads(format_schema(name)))
        if not fields.keys() <= IDS
        for key, field in fields.items()
        if "description" not in field and "const" not in field
    ]
    assert not bare


def test_every_kind_of_move_is_valid() -> None:
    """All kinds of moves in random games are valid."""
    seen: dict[str, ms.Move] = {}
    for seed in range(3):
        start = ms.new_game(["Ada", "Ben"], seed=seed)
        for state, _, _ in play(start, any_kind, random.Random(seed), 250):
            for move in ms.legal_moves(state):
                seen.setdefault(move.type, move)
    assert len(seen) >= 15
    for move in seen.values():
        assert is_valid("move", ms.to_dict(move))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("move", {"type": "fly"}),
        ("move", {"type": "place_miner", "source": "stock"}),
        ("move", {"type": "place_miner", "source": "stock", "target": "S7"}),
        ("move", {"type": "place_miner", "source": "moon", "target": "S1"}),
        ("move", {"type": "visit_workshop", "slot": -1}),
        ("move", {"type": "visit_workshop", "slot": True}),
        ("move", {"type": "pass", "more": 1}),
        ("move", {"type": "use_food", "chambers": []}),
        ("move", {"type": "visit_market", "transactions": [], "commercial_privilege": False}),
        ("event", {"type": "turn_ended", "seat": None}),
        ("event", {"type": "chamber_revealed", "chamber": "S1", "tile": None}),
        ("ruleset", {"name": "standard", "mapped_mine": False, "cart_capacity": 0}),
        ("setup", {}),
        ("state", {"phase": 1}),
        ("log-line", {"type": "undo", "to": 3}),
        ("log-line", {"type": "undo", "to": 3, "checksum": "0"}),
    ],
)
def test_malformed_data_are_invalid(name: str, data: Any) -> None:
    """The schemas reject the data that the parsers reject."""
    assert not is_valid(name, data)
    kinds: dict[str, type[Any]] = {"move": ms.Move, "event": ms.Event, "setup": ms.Setup, "state": ms.GameState}
    if name in kinds:
        with pytest.raises(ms.MalformedError):
            ms.from_dict(kinds[name], data)


def test_a_definition_keeps_its_name_if_its_class_gets_another() -> None:
    """Programs in other languages have types with the names of the published definitions."""
    assert ms.json_schema(SeatStatus)["title"] == "ChairTold"
    assert "ChairTold" in ms.json_schema(NewsAnswer)["$defs"]
    assert "SeatStatus" not in json.dumps(ms.json_schema(NewsAnswer))


def test_a_custom_ruleset_has_its_own_schemas() -> None:
    """The schema of a custom ruleset contains its buildings, and classes without a JSON form have no schema."""
    chapel = attrs.evolve(
        ms.STANDARD,
        name="with a chapel",
        buildings=(*ms.STANDARD.buildings, Building("chapel", has_assistant_place=True)),
    )
    data = {"type": "place_assistant", "source": "stock", "building": "chapel"}
    assert not is_valid("move", data)
    assert jsonschema.Draft202012Validator(ms.json_schema(ms.Move, ruleset=chapel)).is_valid(data)
    assert ms.json_schema(ms.SaltAmount)["title"] == "SaltAmount"
    with pytest.raises(ms.MisuseError, match="has no JSON form"):
        ms.json_schema(dict)
    with pytest.raises(ms.MisuseError, match=r"\[\] is not a class with its own JSON form"):
        ms.json_schema([])


@attrs.frozen
class Inn:
    """A part of an extension, named like a class of the library."""

    guests: tuple[int, ...]


@pytest.mark.slow
def test_an_extensions_class_may_be_named_like_one_of_the_library() -> None:
    """The library's definition keeps its name, and the other one is named with its module."""
    guests = Part("guests", Inn, lambda _ruleset, players: Inn((1,) * players))
    house = ms.STANDARD.with_extensions(Extension("guests", part=guests), name="house with guests")
    register(house)
    data = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1, ruleset=house))
    schema = ms.json_schema(ms.GameState, ruleset=house)
    assert jsonschema.Draft202012Validator(schema).is_valid(data)
    data["extras"]["guests"] = data["inn"]
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)
    assert schema["$defs"]["Inn"] == ms.json_schema(ms.GameState)["$defs"]["Inn"]
    assert schema["$defs"]["tests_protocol_test_schemas_Inn"]["properties"].keys() == {"guests"}
    assert "export interface tests_protocol_test_schemas_Inn {" in typescript(ruleset=house)


def test_two_classes_of_extensions_may_share_a_name() -> None:
    """Both are named with their modules, and a class defined in the same place as another gets a number."""

    def lamps_of(key: str, kind: Any) -> Extension:
        lamps = attrs.make_class("Lamps", {key: attrs.field(type=kind)}, frozen=True)
        lamps.__module__ = "lamps"
        return Extension(key, part=Part(key, lamps, lambda *_: lamps(1)))

    house = ms.STANDARD.with_extensions(lamps_of("oil", int), lamps_of("candles", bool), name="house with lamps")
    definitions = ms.json_schema(ms.GameState, ruleset=house)["$defs"]
    found = {name: [*told["properties"]] for name, told in definitions.items() if "amps" in name}
    assert found == {"lamps_Lamps": ["oil"], "lamps_Lamps2": ["candles"]}
