"""
Add a language: the most common words of the game in Czech. Missing words appear in English.

The words are in the folder ``czech_words``. ``python czech.py`` describes a first move with them.
"""

from pathlib import Path
from typing import Final

import magnum_sal as ms
from magnum_sal.words import LANGUAGES, add_language, missing_words, move_in_words

FOLDER: Final = Path(__file__).with_name("czech_words")
"""The folder with a TOML file for each topic. The files have the same names as those of the library."""


def plural(number: int) -> str:
    """Return the plural category of a whole number in Czech, according to Unicode's CLDR."""
    if number == 1:
        return "one"
    return "few" if 2 <= number <= 4 else "other"


def add() -> None:
    """Add the language. The entry point of an installed package can name this function."""
    add_language("cs", FOLDER, plural=plural)


if __name__ == "__main__":
    add()
    state = ms.new_game(["Ada", "Ben"], seed=7)
    print(move_in_words(state, ms.VisitInn(), "cs"))
    print(len(missing_words("cs")) < len(LANGUAGES["en"]) - 50)
