"""The files of words: the same in each language, in the same order, and read on first use."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from magnum_sal import words
from magnum_sal.words import LANGUAGES
from magnum_sal.words.languages import REASON, TOPICS, list_entries, load_file

FOLDER = Path(words.__file__).parent
FILES = [f"{topic}.toml" for topic in TOPICS]


def read_topic(language: str, topic: str) -> list[tuple[str, Any]]:
    """Return the ids and words of one file, in their order."""
    return list(list_entries(topic, load_file(f"{language}/{topic}.toml")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_same_files(language: str) -> None:
    """Each language has a file for each topic, and a folder with the texts of the rules."""
    assert sorted(path.name for path in (FOLDER / language).glob("*")) == sorted([*FILES, "rules"])
    rules = sorted(path.name for path in (FOLDER / language / "rules").glob("*"))
    assert rules == ["mine.toml", "phrases.toml", "pieces.toml", "tools.toml", "town.toml"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_each_language_has_the_same_ids_in_the_same_order(topic: str, language: str) -> None:
    """Each file has the English order, so that a translator can compare two files line by line."""
    assert [key for key, _ in read_topic(language, topic)] == [key for key, _ in read_topic("en", topic)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_id_is_in_one_file(language: str) -> None:
    """``LANGUAGES`` has the words of all files, in the order of the topics."""
    entries = [entry for topic in TOPICS for entry in read_topic(language, topic)]
    assert entries == list(LANGUAGES[language].items())
    reasons = [entry for entry in entries if entry[0].startswith(REASON)]
    assert reasons == read_topic(language, "refusals")


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_readable(language: str) -> None:
    """A comment describes the file, lines fit on a screen, and no words have a line end or surrounding blanks."""
    for name in FILES:
        lines = (FOLDER / language / name).read_text("utf-8").splitlines()
        assert lines[0].startswith("# "), name
        assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == [], name
    assert {key for key, text in LANGUAGES[language].items() if text != text.strip() or not text.isprintable()} == set()


def test_a_text_of_several_lines_becomes_one_sentence() -> None:
    """Line ends become single blanks, and blanks within a line are kept."""
    assert dict(list_entries("hints", {"hint.rope": "one\nand  two\n", "and": "and"})) == {
        "hint.rope": "one and  two",
        "and": "and",
    }
    assert dict(list_entries("refusals", {"game_over": "the game\r\nis over"})) == {
        "reason.game_over": "the game is over"
    }


FIRST_WORDS = """
import sys
from pathlib import Path
import magnum_sal.words.rule_texts
from magnum_sal.words import LANGUAGES, count_in_words, label
print(tuple(LANGUAGES), "de" in LANGUAGES, "fr" in LANGUAGES, len(LANGUAGES), "tomllib" in sys.modules)
opened = []
sys.addaudithook(lambda event, values: opened.append(str(values[0])) if event == "open" else None)
print(label("rope", "de"), count_in_words(2, "rope", "de"), label("rope", "de"))
print([Path(path).parent.name for path in opened if path.endswith(".toml")].count("de"))
print({Path(path).parent.name for path in opened if path.endswith(".toml")})
"""


@pytest.mark.slow
def test_words_are_read_on_first_use() -> None:
    """Only the files of the requested language are read, once. Listing the languages reads no file."""
    run = subprocess.run([sys.executable, "-c", FIRST_WORDS], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "('en', 'pl', 'de') True False 3 False",
        "Seil 2 Seile Seil",
        str(len(TOPICS)),
        "{'de'}",
    ]


def test_languages_are_a_read_only_mapping() -> None:
    """Neither the languages nor their words can be changed."""
    assert LANGUAGES["de"] is LANGUAGES["de"]
    assert LANGUAGES.get("fr") is None
    assert list(LANGUAGES.items()) == [(language, LANGUAGES[language]) for language in ("en", "pl", "de")]
    with pytest.raises(KeyError, match="fr"):
        LANGUAGES["fr"]
    with pytest.raises(TypeError):
        LANGUAGES["fr"] = {}  # type: ignore[index]
    with pytest.raises(TypeError):
        LANGUAGES["de"]["inn"] = "x"  # type: ignore[index]
