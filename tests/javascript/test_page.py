"""The page about the client: its code runs, prints what the page shows, and its tables are complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.javascript.building import MODULES, PACKAGE, PATIENCE, ROOT, build_package, environment, find_program
from tests.javascript.pages import POLICY
from tests.serving import ServedTables

from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.protocol.schemas import typescript

PAGE = (ROOT / "docs" / "howto" / "javascript-client.md").read_text("utf-8")
BOARD = (PACKAGE / "src" / "board.ts").read_text("utf-8")


def rows(heading: str) -> set[str]:
    """Return the names in the first column of the table with this heading."""
    (table,) = re.findall(rf"^\| {heading} \|.*\n\|---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return set(re.findall(r"^\| `([\w-]+)", table, re.MULTILINE))


def test_the_tables_about_the_board_are_complete() -> None:
    """The page lists every attribute, property and event of the board, and the policy that the tests use."""
    (observed,) = re.findall(r'observedAttributes = \(\s*"(.*?)"', BOARD)
    assert rows("attribute") == set(observed.split())
    assert rows("property") == {*re.findall(r"^  get (\w+)\(", BOARD, re.MULTILINE), "ask"}
    assert rows("event") == set(re.findall(r'new CustomEvent\("([\w-]+)"', BOARD))
    assert POLICY in PAGE


def test_the_limits_of_the_page() -> None:
    """The page has the numbers of the code: the longest answer and silence, and the time for a process to end."""
    names = ("answers", "process", "event_stream")
    sources = {name: (PACKAGE / "src" / f"{name}.ts").read_text("utf-8") for name in names}
    (bits,) = re.findall(r"LONGEST_ANSWER = 1 << (\d+);", sources["answers"])
    assert f"at most {1 << int(bits):,} characters" in PAGE
    assert "PATIENCE = 5000;" in sources["process"]
    assert "five seconds after `close()`" in PAGE
    assert "LONGEST_SILENCE = 45_000;" in sources["event_stream"]
    assert "nothing has arrived for 45 seconds" in PAGE


@pytest.mark.long
def test_the_code_of_the_page(tmp_path: Path) -> None:
    """All blocks together are one program. It prints what the blocks of text after them show."""
    blocks = re.findall(r"```javascript\n(.*?)```(?:\s*```text\n(.*?)```)?", PAGE, re.DOTALL)
    code = "".join(block for block, _ in blocks)
    with ServedTables(tmp_path / "tables") as served:
        for written, meant in (
            ('"magnum-sal", "serve"', json.dumps([sys.executable, "-m", "magnum_sal", "serve"])[1:-1]),
            ("http://localhost:1368/", f"{served.address}/"),
        ):
            assert written in code
            code = code.replace(written, meant)
        program = build_package() / "build" / "page.mjs"
        program.write_text(code, "utf-8")
        command = [find_program("node"), str(program)]
        done = subprocess.run(
            command, env=environment(), capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE
        )
    assert (done.stderr, done.stdout) == ("", "".join(shown for _, shown in blocks))


@pytest.mark.long
def test_the_types_of_an_extension() -> None:
    """The compiler accepts the program that casts moves to the types of an extension, and back."""
    (program,) = re.findall(r"```typescript\n(.*?)```", PAGE, re.DOTALL)
    folder = build_package() / "build"
    (folder / "crystal_chapel.d.ts").write_text(typescript(ruleset=CRYSTAL_CHAPEL), "utf-8")
    (folder / "visit_chapel.ts").write_text(program, "utf-8")
    compiler = str(MODULES / "typescript" / "bin" / "tsc")
    options = ("--noEmit", "--strict", "--module", "nodenext", "--target", "es2022")
    command = [find_program("node"), compiler, *options, "visit_chapel.ts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "")
