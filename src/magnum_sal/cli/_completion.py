"""``magnum-sal completion``: a shell script that completes commands with the Tab key (extra ``completion``)."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from typing import Final

from .._internal.entry_points import points
from .._internal.lazy_names import explain_missing
from ..bots import bot_names
from ..model.ruleset_registry import ENTRY_POINTS, ruleset_names
from ._seats import PEOPLE_OR_BOTS

SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = frozenset(("FILE", "LOG", "NEW"))
"""The placeholders for files in the help text."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print the shell code that enables Tab completion. Add "
        '`eval "$(magnum-sal completion bash)"` to ~/.bashrc, the same line with zsh to ~/.zshrc, or '
        "`magnum-sal completion fish | source` to ~/.config/fish/config.fish."
    )
    parser.add_argument("shell", choices=SHELLS, help="shell to print the setup for")


def run(options: argparse.Namespace) -> int:
    with explain_missing("completion", "completion"):
        from argcomplete.shell_integration import shellcode
    print(shellcode(["magnum-sal"], shell=options.shell))
    return 0


def complete(parser: argparse.ArgumentParser) -> None:
    """Print the completions for the shell, and end this process."""
    try:
        from argcomplete import autocomplete
    except ImportError:
        os._exit(1)
    # Any callable works; the annotation is narrower than the implementation.
    autocomplete(parser, default_completer=_values, always_complete_options="long")  # type: ignore[arg-type]


def _values(prefix: str, action: argparse.Action, **_: object) -> Iterable[str]:
    """Return the possible values of an option or argument without choices. argcomplete filters them by *prefix*."""
    match action.dest:
        case "ruleset":
            # The names of entry points are in metadata, so no package is imported while a person types.
            return sorted({*ruleset_names(), *(point.name for point in points(ENTRY_POINTS))})
        case "bots" | "bot":
            return bot_names()
        case "seat" if action.metavar == PEOPLE_OR_BOTS:
            name, given = prefix.partition("=")[:2]
            return [f"{name}={bot}" for bot in bot_names()] if given else ()
    if action.metavar in _FILES:
        from argcomplete.completers import FilesCompleter

        return FilesCompleter()(prefix)
    return ()
