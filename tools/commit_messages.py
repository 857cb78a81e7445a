"""
Check commit messages: the form of the title, its first word, and the English of the body.

A title is an imperative of at most 72 characters that names its subject; the body says why, in plain English. No
program can tell whether a title says what the commit does. The words are in ``plain_english.toml``.

python -m tools.commit_messages FILE_OR_RANGE, such as ``.git/COMMIT_EDITMSG`` or ``main..HEAD``
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.prose import TITLE_VERBS, find_habits, find_long_sentences

LONGEST_TITLE: Final = 72
"""The maximum number of characters in a title; lists of commits cut longer ones."""

FEWEST_WORDS: Final = 3
"""The minimum number of words in a title. "Fix bug" does not name a subject."""

WRITTEN_BY_GIT: Final = ("Merge ", 'Revert "', "fixup! ", "squash! ")
"""Beginnings of messages that git writes itself."""

_SCISSORS: Final = "\n# ------------------------ >8 ------------------------"
"""The line above the diff that ``git commit --verbose`` shows."""


def check_message(message: str) -> Iterator[str]:
    """Yield a complaint for each fault of a commit *message*."""
    title, _, rest = message.strip().partition("\n")
    if title.startswith(WRITTEN_BY_GIT):
        return
    if len(title) > LONGEST_TITLE:
        yield f"the title has {len(title)} characters; at most {LONGEST_TITLE} fit"
    if len(title.split()) < FEWEST_WORDS:
        yield "the title does not say what the commit does to what"
    if not title[:1].isupper():
        yield "the title does not start with a capital letter"
    elif (first := title.partition(" ")[0]) not in TITLE_VERBS:
        yield f"the title starts with {first!r}, which is not a listed verb (tools/plain_english.toml)"
    if title.endswith("."):
        yield "the title ends with a full stop"
    if rest and not rest.startswith("\n"):
        yield "there is no empty line after the title"
    if not rest.strip():
        yield "there is no body that says why"
    yield from find_long_sentences(rest)
    yield from (complaint for _, complaint in find_habits(message))


def read_messages(source: str) -> Iterator[str]:
    """Yield the message in a file, without git's hints, or the messages of a range of commits."""
    if ".." in source and not Path(source).exists():
        log = ["git", "log", "--format=%B%x00", source, "--"]
        found = subprocess.run(log, capture_output=True, encoding="utf-8", check=False)
        if found.returncode:
            sys.exit(f"git cannot list the commits of {source}: {found.stderr.strip()}")
        messages = [message for message in found.stdout.split("\0") if message.strip()]
        if not messages:
            # A person who has committed on main itself would otherwise think that the messages are right.
            sys.exit(f"{source} contains no commits; name the branch or commit from which yours start")
        yield from messages
    else:
        text, *_ = Path(source).read_text("utf-8").split(_SCISSORS)
        yield "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def main(arguments: list[str] | None = None) -> int:
    """
    Print the complaints about the messages, and return the exit status, which is 1 if there are any.

    Raises ``SystemExit`` with a message if git does not know the range, or if there are no commits in it.
    """
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("source", help="a file with a message, or a range of commits such as main..HEAD")
    failed = False
    for message in read_messages(parser.parse_args(arguments).source):
        for complaint in check_message(message):
            failed = True
            print(f"{message.strip().partition(chr(10))[0]!r}: {complaint}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
