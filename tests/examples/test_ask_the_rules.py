"""The JavaScript client prints the output that its page shows."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "howto" / "from-another-language.md").read_text("utf-8")
NODE = shutil.which("node")


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_output_on_the_page() -> None:
    """The client talks to the command, prints the page's output, and ends with the command."""
    assert NODE is not None
    script = str(ROOT / "examples" / "ask_the_rules.js")
    server = f"{sys.executable} -m magnum_sal serve --stdio"
    done = subprocess.run([NODE, script, server], capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == PAGE.split("```output\n")[1].split("```")[0]
