"""Imports of modules, beyond the contracts between rooms in ``pyproject.toml``."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import magnum_sal

SOURCE = Path(magnum_sal.__file__).parent

SHARED_RULES = {
    "rules.chain": "who may leave a space is asked by every move that takes a miner from the mine (CHAIN-1 to CHAIN-3)",
    "rules.placing": "the rope enters the mine as any placing does (MOVE-1, ROPE-1), and others move miners, too",
    "rules.transport": "an extraction carries its salt up at once (HAUL-1)",
    "rules.notations": "what moves of all kinds are written with",
    "rules.tools.used_cards": "a tool is used up the same way by whatever uses it (TOOL-1)",
    "rules.tools.pickaxe": "it changes an extraction (PICK-1)",
    "rules.tools.cart": "it changes the transport (CART-1)",
    "rules.tools.privileges": "they change a visit to the market and to the castle (MARKET-3, CASTLE-1)",
}
"""The rule modules that other modules import, and why."""

CONSEQUENCES = {
    ("rules.royal_orders", "rules.castle_line"): "the castle of the line is that of the orders (CASTLE-3)",
    ("rules.royal_orders", "rules.assistants"): "a completed order pays the castle's assistant (ASST-2)",
    ("rules.penalty", "rules.royal_orders"): "who can complete an order must, and pays no penalty (CASTLE-3)",
    ("rules.turn", "rules.castle_line"): "a turn begins with the line's move (CASTLE-2)",
    ("rules.phases", "rules.turn"): "what follows a turn's end is the next turn (TURN-1)",
    ("rules.phases", "rules.passing"): "the end of a phase lets miners rise as a rest does (TURN-4)",
}
"""The rules that trigger another rule, and why."""

PACKAGES = {"rules", "rules.tools"}


def modules() -> dict[str, Path]:
    """Return all modules of the package except its top ``__init__``, by dotted name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = list(path.relative_to(SOURCE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if parts:
            found[".".join(parts)] = path
    return found


MODULES = modules()


def is_type_checking(node: ast.AST) -> bool:
    """Check whether *node* is the block that only type checkers read."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def import_nodes(node: ast.AST, types: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports in *node* that run. With *types*, include those that only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child
        elif types or not is_type_checking(child):
            yield from import_nodes(child, types)


def imported(name: str, types: bool = False) -> set[str]:
    """Return the modules of the package that module *name* imports. With *types*, include those for type checkers."""
    path = MODULES[name]
    package = ["magnum_sal", *name.split(".")]
    if path.name != "__init__.py":
        package.pop()
    found = set()
    for node in import_nodes(ast.parse(path.read_text("utf-8")), types):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        else:
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            # `from . import box` imports a module, `from .box import TILES` a name from a module.
            targets = [f"{origin}.{alias.name}" for alias in node.names]
            targets = [target if target.removeprefix("magnum_sal.") in MODULES else origin for target in targets]
        for target in targets:
            own = target.removeprefix("magnum_sal.")
            if target != own and own in MODULES:
                found.add(own)
    return found - {name}


def room(name: str) -> str:
    """Return the top-level module or package that *name* belongs to."""
    return name.partition(".")[0]


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Return the groups of modules that import each other, directly or through other modules."""
    reached = {name: set(others) for name, others in imports.items()}
    for middle in imports:
        for others in reached.values():
            if middle in others:
                others.update(reached[middle])
    rings = [{other for other in reached[name] if name in reached[other]} for name in imports if name in reached[name]]
    return [ring for number, ring in enumerate(rings) if ring not in rings[:number]]


@pytest.mark.long
def test_only_one_import_cycle_is_left() -> None:
    """This includes imports for type checkers: rules and extensions need states, whose rulesets contain them."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]
    # A package's `__init__` names its late names for type checkers, which imports nothing when the program runs.
    within = {name: imported(name, types=path.name != "__init__.py") for name, path in MODULES.items()}
    contract = {"model._ruleset_checks", "model.extension", "model.rule", "model.ruleset", "model.state"}
    # These modules hold what a state or a ruleset delegates, and name its class only for type checkers.
    delegates = {"model._registered_rulesets", "model.functions_above", "model.pending", "model.state_frame"}
    assert circles(within) == [contract | delegates]


@pytest.mark.parametrize("name", sorted(name for name in MODULES if room(name) == "rules" and name != "rules.standard"))
def test_rule_modules_do_not_import_each_other(name: str) -> None:
    """Rule modules import only the shared ones, and trigger only the listed consequences."""
    others = {other for other in imported(name) if room(other) == "rules"} - PACKAGES - set(SHARED_RULES)
    wrong = [other for other in sorted(others) if (name, other) not in CONSEQUENCES]
    assert wrong == [], f"{name} imports {', '.join(wrong)}"


def test_the_lists_of_exceptions_have_no_unused_entry() -> None:
    """Every exception is used; an unused one must be deleted."""
    names = [name for name in MODULES if room(name) == "rules" and name != "rules.standard"]
    imports = {(name, other) for name in names for other in imported(name)}
    assert set(SHARED_RULES) <= {other for _, other in imports}
    assert set(CONSEQUENCES) <= imports


HEAVY = (
    "cattrs",
    "hypothesis",
    "textual",
    "rich",
    "pytest",
    "openskill",
    "matplotlib",
    "distributed",
    "starlette",
    "uvicorn",
    "limits",
    "argcomplete",
    "jsonschema",
    "magnum_sal.record.serialization",
    "magnum_sal.testing",
    "magnum_sal.bots",
    "magnum_sal.render._svg_picture",
    "magnum_sal.render._text_table",
    "magnum_sal.words",
    "magnum_sal.words.rule_texts",
    "magnum_sal.web",
    "magnum_sal.model.rule_text",
    "tomllib",
    "importlib.resources",
    "magnum_sal.cli",
)
"""Modules that take long to import, and extras that may be missing."""


@pytest.mark.slow
@pytest.mark.parametrize("first", ["import magnum_sal", "from magnum_sal.cli import main"])
def test_importing_the_library_is_cheap(first: str) -> None:
    """Neither the library nor its command line loads modules that only some programs need."""
    heavy = HEAVY if first == "import magnum_sal" else tuple(name for name in HEAVY if "." not in name)
    code = f"{first}\nimport sys\nprint(sorted(set(sys.modules) & set({heavy!r})))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["recover", "game.jsonl", "new.jsonl"], ["magnum_sal.arena", "multiprocessing"]),
        (["replay", "game.jsonl"], ["magnum_sal.render._svg_picture", "magnum_sal.bots._judge"]),
        (["table", "--help"], ["magnum_sal.bots._tree", "multiprocessing"]),
        (["hint", "--at", "-1", "game.jsonl"], ["magnum_sal.bots._tree", "multiprocessing"]),
        (["review", "--costliest", "-1", "game.jsonl"], ["magnum_sal.bots._tree", "multiprocessing"]),
    ],
)
def test_a_command_imports_only_what_it_uses(arguments: list[str], heavy: list[str], tmp_path: Path) -> None:
    """A command that draws, judges or measures nothing does not load the modules for it."""
    with magnum_sal.Game.new(["Ada", "Ben"], seed=1, log=tmp_path / "game.jsonl"):
        pass
    code = (
        "import contextlib, sys; from magnum_sal import cli\n"
        f"with contextlib.suppress(SystemExit): cli.main({arguments!r})\n"
        f"print(sorted(set(sys.modules) & set({heavy!r})))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert answer.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_bots_load_no_words() -> None:
    """Every process of a bot loads the bots, and few need words."""
    program = "import sys; from magnum_sal.bots import make_bot; make_bot('greedy', seed=1); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "magnum_sal.bots" in loaded
    assert [name for name in loaded if name.startswith("magnum_sal.words")] == []


def test_the_engine_names_no_building_tool_or_price() -> None:
    """The engine asks the rules of the ruleset, and knows only the words of a turn."""
    standard = magnum_sal.STANDARD
    words = {building.id for building in standard.buildings} | set(standard.tools)
    words |= {tag for tag in standard.by_type if tag not in {"pass", "rest"}}
    tree = ast.parse((SOURCE / "engine" / "transitions.py").read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
    }
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not words & (texts | names)
    assert not {
        text for text in texts - docstrings if any(f" {word.replace('_', ' ')}" in text for word in words - {"castle"})
    }
    money = re.compile("price|cost|fee|toll|penalty|income|groszy|money")
    assert not {name for name in names if money.search(name)}


def test_few_files_name_one_building() -> None:
    """
    The pump house appears in its move, rule, list of rules, words by language, price, a bot's guess, symbol, and front.

    One screen also has its text.
    """
    naming = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.*")
        if path.suffix in {".py", ".toml"} and re.search("pump_house|PumpHouse", path.read_text("utf-8"))
    }
    topics = ("places", "directions", "moves", "payments")
    languages = {f"words/{language}/{topic}.toml" for language in ("en", "pl", "de") for topic in topics}
    # Buildings of the box have their own drawings, so a table selects the drawing by id.
    assert naming == languages | {
        "__init__.py", "model/moves.py", "rules/pump_house.py", "rules/standard.py", "queries/facts.py",
        "bots/_plans.py", "render/_svg_fronts.py", "render/_svg_symbols.py",
        "cli/terminal/_rules_screen.py",
    }  # fmt: skip
