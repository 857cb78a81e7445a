"""
Check commit messages: ``python tools/commit_messages.py FILE``, or a range of commits such as ``main..HEAD``.

What a title means no program can tell; this one sees that it is there, that it fits into a list, and that it is told
apart from the body.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST_TITLE = 72
FEWEST_WORDS = 3
WRITTEN_BY_GIT = ("Merge ", 'Revert "', "fixup! ", "squash! ")


def objections(message: str) -> Iterator[str]:
    """Yield what speaks against *message*."""
    title, _, rest = message.strip().partition("\n")
    if title.startswith(WRITTEN_BY_GIT):
        return
    if len(title) > LONGEST_TITLE:
        yield f"the title has {len(title)} characters, {len(title) - LONGEST_TITLE} more than fit"
    if len(title.split()) < FEWEST_WORDS:
        yield "the title does not say what is done to what"
    if not title[:1].isupper():
        yield "the title begins with no capital letter"
    if title.endswith("."):
        yield "the title ends in a full stop"
    if rest and not rest.startswith("\n"):
        yield "no empty line follows the title"


def messages(source: str) -> Iterator[str]:
    """Yield the message in a file, without git's hints, or those of a range of commits."""
    if ".." in source and not Path(source).exists():
        log = ["git", "log", "--format=%B%x00", source, "--"]
        found = subprocess.run(log, capture_output=True, encoding="utf-8", check=True).stdout
        yield from (message for message in found.split("\0") if message.strip())
    else:
        lines = Path(source).read_text("utf-8").splitlines()
        yield "\n".join(line for line in lines if not line.startswith("#"))


def main(source: str) -> int:
    """Print what speaks against the messages, and return how many of them are not in order."""
    failed = 0
    for message in messages(source):
        found = list(objections(message))
        failed += bool(found)
        for objection in found:
            print(f"{message.strip().partition(chr(10))[0]!r}: {objection}")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1]), 1))
