"""Every rule has one home in the source, named in a module's first line, and tests that name it."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import magnum_sal
from magnum_sal.words.rule_texts import LANGUAGES

RULE_IDS = (
    "SET-MINE",
    "SET-TILES",
    "SET-ORDERS",
    "SET-TOOLS",
    "SET-BOARD",
    "SET-SUPPLY",
    "SETUP-1",
    "SETUP-2",
    "TURN-1",
    "TURN-2",
    "TURN-3",
    "TURN-4",
    "MOVE-1",
    "CHAIN-1",
    "CHAIN-2",
    "CHAIN-3",
    "REVEAL-1",
    "MINE-1",
    "MINE-2",
    "MINE-3",
    "HAUL-1",
    "HAUL-2",
    "HAUL-3",
    "ASST-1",
    "ASST-2",
    "INN-1",
    "SHOP-1",
    "PUMP-1",
    "SQUARE-1",
    "MARKET-1",
    "MARKET-2",
    "MARKET-3",
    "MARKET-4",
    "CASTLE-1",
    "CASTLE-2",
    "CASTLE-3",
    "CASTLE-4",
    "CASTLE-5",
    "CASTLE-6",
    "TOOL-1",
    "ROPE-1",
    "PICK-1",
    "CART-1",
    "BUCKET-1",
    "FOOD-1",
    "PHASE-1",
    "PHASE-2",
    "END-1",
    "VAR-MAP",
    "VAR-TIRE",
    "VAR-LINE",
    "VAR-SALE",
    "VAR-CART",
    "PUBLIC-1",
)
"""The ids of the rules, in the order of the rules page."""

SOURCE = Path(magnum_sal.__file__).parent
TESTS = Path(__file__).parents[1]
RULE_ID = re.compile(r"\b[A-Z]{2,}-(?:\d+|[A-Z]{2,})\b")


def first_line(module: Path) -> str:
    """Return the first line of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return docstring.partition("\n")[0]


@lru_cache(maxsize=1)
def homes() -> dict[str, list[str]]:
    """Return for each rule id the modules that name it in parentheses in their first line."""
    found = defaultdict(list)
    for module in sorted(SOURCE.rglob("*.py")):
        for named in re.findall(r"\(RULES ([^)]*)\)", first_line(module)):
            for rule in RULE_ID.findall(named):
                found[rule].append(module.relative_to(SOURCE).as_posix())
    return found


def docstrings_of_tests() -> Iterator[str]:
    """Yield the docstrings of all test functions and test classes."""
    for module in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.lower().startswith("test"):
                yield ast.get_docstring(node) or ""


@pytest.mark.long
@pytest.mark.parametrize("rule", RULE_IDS)
def test_each_rule_has_exactly_one_home(rule: str) -> None:
    """Each rule is implemented in one place, whose first line says so."""
    assert len(homes().get(rule, [])) == 1, f"{rule} lives in {homes().get(rule, 'no module')}"


@pytest.mark.slow
def test_no_module_names_an_unknown_rule() -> None:
    """The first lines name only rules of the rules page."""
    assert set(homes()) <= set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_has_a_text(language: str) -> None:
    """The texts that an app can show are those of the existing rules, in this order."""
    assert tuple(magnum_sal.rule_texts(language=language)) == RULE_IDS


def test_the_rules_page_shows_each_text_under_its_title() -> None:
    """The project's rules page has an anchor, a heading and the text for each id, in this order."""
    page = (TESTS.parent / "docs" / "rules.md").read_text("utf-8")
    places = "".join(
        f"(rule-{text.id})=\n### {text.id}: {text.title}\n\n```{{rule-text}} {text.id}\n```\n"
        for text in magnum_sal.rule_texts().values()
    )
    shown = r"^\(rule-.*\)=\n### .*\n\n```\{rule-text\} .*\n```\n"
    assert "".join(re.findall(shown, page, flags=re.MULTILINE)) == places
    assert page.count("\n### ") == len(RULE_IDS) + 2  # the other two: a sample turn, and the actions of a turn


@pytest.mark.long
def test_each_rule_is_named_by_a_test() -> None:
    """Each id is in the docstring of a test."""
    named = {rule for docstring in docstrings_of_tests() for rule in RULE_ID.findall(docstring)}
    assert [rule for rule in RULE_IDS if rule not in named] == []


@pytest.mark.long
def test_every_test_has_a_docstring() -> None:
    """A docstring states the fact that its test checks, and the id if the fact is about a rule."""
    silent = [
        f"{module.relative_to(TESTS).as_posix()}: {node.name}"
        for module in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_every_test_of_a_rule_module_begins_with_an_id() -> None:
    """In ``tests/rules``, each docstring begins with the id of the rule that the test is about."""
    vague = [
        f"{module.name}: {node.name}"
        for module in sorted((TESTS / "rules").rglob("test_*.py"))
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not RULE_ID.match(ast.get_docstring(node) or "")
    ]
    assert vague == []


def test_every_rule_module_has_its_tests() -> None:
    """``tests/rules`` mirrors ``src/magnum_sal/rules``, except the modules listed here."""
    elsewhere = {"notations.py", "standard.py"}  # the notations of moves, and the list of all rules
    modules = {path.relative_to(SOURCE / "rules") for path in (SOURCE / "rules").rglob("*.py")}
    expected = {path.with_name(f"test_{path.name}") for path in modules if path.name not in {"__init__.py", *elsewhere}}
    found = {path.relative_to(TESTS / "rules") for path in (TESTS / "rules").rglob("test_*.py")}
    assert expected <= found
