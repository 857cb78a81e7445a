"""What pytest sets up for the whole project: README and docs run as tests, Hypothesis's profiles."""

import json

import jsonschema
from hypothesis import settings
from sybil import Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser

import magnum_sal as ms
from magnum_sal.log import LogLine


def check_json(example: Example) -> None:
    """Parse a block tagged `json`; each value in it must fit the schema of a form that the library has."""
    data = json.loads(example.parsed)
    for value in data if isinstance(data, list) else [data]:
        schema = ms.json_schema(_kind(value))
        jsonschema.validate(value, schema)


def _kind(value: dict[str, object]) -> object:
    """Return the class of a JSON value, told by its fields."""
    if "checksum" in value:
        return LogLine
    if "type" in value:
        return ms.Move if value["type"] in ms.STANDARD.by_tag else ms.Event
    told_by = {"tiles": ms.Setup, "cart_capacity": ms.Ruleset, "phase": ms.GameState}
    return next(kind for field, kind in told_by.items() if field in value)


# A fenced block tagged `python` is executed; the blocks of one page share their names, from top to bottom.
pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), CodeBlockParser("json", check_json), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()

# pytest --hypothesis-profile=deep: many more examples, for `nox -s properties`.
settings.register_profile("default", deadline=None)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("default")
