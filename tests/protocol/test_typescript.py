"""The TypeScript types are generated from the schemas and up to date."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.rule import Building
from magnum_sal.protocol.message_forms import REQUESTS
from magnum_sal.protocol.schemas import PUBLISHED, TYPES, format_declarations, format_schema, typescript
from magnum_sal.protocol.table_forms import ANSWER_OF, TABLE_ANSWER_OF, TABLE_QUESTIONS, TABLE_REQUESTS

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
TSC = shutil.which("tsc")


@pytest.fixture(scope="module")
def types() -> str:
    """Return the types of the library's ruleset."""
    return typescript()


def declared(schema: dict[str, Any], **definitions: Any) -> str:
    """Return the declarations for a schema called Thing, without the head."""
    text = format_declarations({"Thing": {"$schema": "", "title": "Thing", **schema, "$defs": definitions}})
    return text.strip()


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 3}, "number"),
        ({"type": "string", "minLength": 1, "pattern": "^a$"}, "string"),
        ({"type": "boolean", "default": False}, "boolean"),
        ({"type": "null"}, "null"),
        ({}, "unknown"),
        ({"const": "fly"}, '"fly"'),
        ({"enum": ["a", 1, None]}, '"a" | 1 | null'),
        ({"$ref": "#/$defs/Other"}, "Other"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, "string[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array", "items": {}}, "unknown[]"),
        ({"type": "object"}, "Record<string, unknown>"),
        ({"type": "object", "additionalProperties": {"type": "null"}}, "Record<string, null>"),
    ],
)
def test_a_type(schema: dict[str, Any], expected: str) -> None:
    """Each construct of the library's schemas has a TypeScript type."""
    assert declared(schema, Other={"type": "null"}).splitlines()[-1] == f"export type Thing = {expected};"


def test_unions() -> None:
    """A union contains each type once and refers to named types by name."""
    options = {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "integer"}, {"type": "integer", "minimum": 0}]}
    holder = {
        "type": "object",
        "properties": {"one": options, "other": {"anyOf": [{"type": "integer"}, {"type": "integer", "minimum": 0}]}},
        "required": ["one"],
        "additionalProperties": False,
    }
    assert declared(options, A={"type": "null"}, Holder=holder) == (
        "export type A = null;\n\n"
        "export interface Holder {\n  one: Thing;\n  other?: number;\n}\n\n"
        "export type Thing =\n  | A\n  | number;"
    )


def test_an_object() -> None:
    """Objects support optional fields, quoted keys and nested objects. A description cannot end its comment."""
    inner = {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": False}
    schema = {
        "description": "What */ ends.",
        "type": "object",
        "properties": {"1L1": inner, "b": {"type": "boolean"}},
        "required": ["1L1"],
        "additionalProperties": False,
    }
    assert declared(schema) == (
        '/** What * / ends. */\nexport interface Thing {\n  "1L1": {\n    a: null;\n  };\n  b?: boolean;\n}'
    )


def test_fields_have_comments() -> None:
    """The description of a field is a comment above it, in lines of at most 120 characters."""
    inner = {
        "type": "object",
        "properties": {"a": {"type": "null", "description": "x " * 58 + "*/"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    text = declared(inner | {"properties": {"b": inner | {"description": "What b is."}}, "required": ["b"]})
    assert text.splitlines() == [
        "export interface Thing {",
        "  /** What b is. */",
        "  b: {",
        "    /**",
        f"     * {'x ' * 56}x",
        "     * x * /",
        "     */",
        "    a: null;",
        "  };",
        "}",
    ]


@pytest.mark.slow
def test_the_published_types_describe_the_fields(types: str) -> None:
    """Web authors learn units from the types."""
    assert "  /** The chance of winning after the move, in percent. */\n  chance: number;\n" in types


def test_lists_of_strings_have_names() -> None:
    """A list of strings that many fields share has a name, unless a definition is called the same."""
    tool = {"enum": ["rope", "cart"]}

    def holder(field: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": {"tool": field}, "required": ["tool"], "additionalProperties": False}

    text = declared({"anyOf": [tool, {"type": "null"}]}, ToolUsed=holder(tool))
    assert text == (
        "export type Thing =\n  | ToolName\n  | null;\n\n"
        'export type ToolName = "rope" | "cart";\n\nexport interface ToolUsed {\n  tool: ToolName;\n}'
    )
    text = declared({"type": "null"}, ToolUsed=holder(tool), ToolName={"type": "boolean"})
    assert "export type ToolName = boolean;" in text
    assert 'tool: "rope" | "cart";' in text


@pytest.mark.slow
def test_each_request_has_its_answer(types: str) -> None:
    """The maps of answers contain every request, and the published types contain the maps."""
    assert {form.tag for form in REQUESTS.values()} == ANSWER_OF.keys()
    assert {form.tag for form in (*TABLE_REQUESTS.values(), *TABLE_QUESTIONS.values())} == TABLE_ANSWER_OF.keys()
    for name, answers in (("AnswerTo", ANSWER_OF), ("TableAnswerTo", TABLE_ANSWER_OF)):
        (listed,) = re.findall(rf"export interface {name} {{\n(.*?)\n}}", types, re.DOTALL)
        assert listed.splitlines() == [f"  {tag}: {answers[tag].__name__};" for tag in sorted(answers)]


def test_constructs_without_a_type() -> None:
    """A construct without a TypeScript type is refused, not omitted, so that nothing in a schema gets lost."""
    odd: tuple[dict[str, Any], ...] = ({"type": "array", "prefixItems": []}, {"not": {}}, {"type": ["null", "string"]})
    for schema in odd:
        with pytest.raises(ms.MisuseError, match=r"cannot convert a schema with .* to a type"):
            declared({"anyOf": [schema]})
    with pytest.raises(ms.MisuseError, match="two schemas use the name A for different types"):
        format_declarations({"A": {"type": "null", "$defs": {}}, "B": {"$defs": {"A": {"type": "string"}}}})


def test_the_published_types_are_up_to_date(types: str) -> None:
    """The published file next to the schemas is the one that the schemas produce."""
    assert (SCHEMAS / TYPES).read_text("utf-8") == types


def test_each_published_schema_has_its_type(types: str) -> None:
    """Each published schema and its parts have a type, and each type that is used is declared."""
    names = re.findall(r"^export (?:interface|type) (\w+)", types, re.MULTILINE)
    assert len(names) == len(set(names))
    for kind in PUBLISHED.values():
        schema = ms.json_schema(kind)
        assert {schema["title"], *schema["$defs"]} <= set(names)
    bare = re.sub(r'/\*\*[\s\S]*?\*/|"[^"]*"|//.*', "", types)
    used = set(re.findall(r"\b[A-Z][a-z]\w*\b", bare))
    assert used - {"Record"} <= set(names)


@pytest.mark.skipif(TSC is None, reason="tsc is not installed; nox -s typescript brings it")
def test_programs_that_use_the_types(tmp_path: Path) -> None:
    """The compiler accepts the programs on the pages, and finds the mistakes that are marked in ``messages.ts``."""
    assert TSC is not None
    (tmp_path / TYPES).write_text((SCHEMAS / TYPES).read_text("utf-8"), "utf-8")
    read = [ROOT / "tests" / "typing" / "messages.ts"]
    for page in ("from-another-language", "web-authors"):
        (block,) = re.findall(
            r"```typescript\n(.*?)```", (ROOT / f"docs/howto/{page}.md").read_text("utf-8"), re.DOTALL
        )
        read.append(tmp_path / f"{page}.ts")
        read[-1].write_text(block, "utf-8")
    options = ("--noEmit", "--strict", "--typeRoots", "none", "--target", "es2022", "--lib", "es2022,dom")
    told = subprocess.run([TSC, *options, *map(str, read)], capture_output=True, encoding="utf-8", check=False)
    assert (told.returncode, told.stdout) == (0, "")


@pytest.mark.slow
def test_a_custom_ruleset_has_its_own_types(types: str) -> None:
    """The types of a custom ruleset contain its buildings."""
    chapel = Building("chapel", has_assistant_place=True)
    with_chapel = attrs.evolve(ms.STANDARD, name="a chapel", buildings=(*ms.STANDARD.buildings, chapel))
    assert '"chapel"' in typescript(ruleset=with_chapel)
    assert '"chapel"' not in types


@pytest.mark.parametrize("name", PUBLISHED)
def test_schemas_use_what_converters_support(name: str) -> None:
    """No schema uses lists with a schema for each entry or dynamic references, and no root is only a reference."""

    def parts(data: Any) -> Any:
        yield data
        for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
            yield from parts(part)

    schema = json.loads(format_schema(name))
    assert "$ref" not in schema
    # json-schema-to-typescript would copy the type of each reference that has a description.
    assert all(
        part.keys() <= {"$ref", "default"} for part in parts(schema) if isinstance(part, dict) and "$ref" in part
    )
    assert not any(isinstance(part, dict) and {"prefixItems", "$dynamicRef"} & part.keys() for part in parts(schema))
