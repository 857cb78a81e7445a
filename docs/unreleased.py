"""
Write the changes since the last version, as a part of the page about changes, during the build of the documentation.

The entries are the fragments in `changelog.d`, which towncrier combines: `nox -s changelog` prints the same text.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FRAGMENTS = ROOT / "changelog.d"
DRAFT = ROOT / "docs" / "_unreleased" / "changelog.md"


def write_draft(version: str, target: Path = DRAFT) -> None:
    """Write the entries of the unreleased *version*, or an empty file if there are none."""
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", version, "--date", "unreleased"]
    draft = ""
    if any(FRAGMENTS.glob("*.*.md")):
        # towncrier reports its progress on standard error, which matters only if it fails.
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise RuntimeError(f"towncrier cannot read {FRAGMENTS.name}:\n{done.stderr}")
        draft = done.stdout
    target.parent.mkdir(exist_ok=True)
    target.write_text(draft, "utf-8")
