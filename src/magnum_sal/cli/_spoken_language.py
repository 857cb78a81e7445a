"""The option for the language of the words: the one of the environment, unless another is named."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Final

from ..words import LANGUAGES

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What names the language of messages; the first one that is set decides, as everywhere."""
_FALLBACK: Final = "en"


def language_of_environment(environment: Mapping[str, str] | None = None) -> str:
    """
    Return the language that an environment asks for, English where it asks for none that there are words in.

    >>> language_of_environment({"LANG": "pl_PL.UTF-8"}), language_of_environment({"LC_ALL": "C", "LANG": "de_DE"})
    ('pl', 'en')

    Args:
        environment: Its variables; those of the program when left out.
    """
    variables = os.environ if environment is None else environment
    named = next((value for name in _VARIABLES if (value := variables.get(name, ""))), "")
    language = named.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return language if language in LANGUAGES else _FALLBACK


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        default=language_of_environment(),
        help="language of the words (default: that of the environment, or else English)",
    )
