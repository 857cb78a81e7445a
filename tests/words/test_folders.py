"""A language in a folder of a program, which is read file by file and never trusted."""

import os
from pathlib import Path

import czech
import pytest

import magnum_sal as ms
from magnum_sal.words import LANGUAGES, add_language, label, missing_words
from magnum_sal.words._adding import LARGEST_FILE, LONGEST_LINE
from magnum_sal.words.languages import tongue_of


def refused(folder: Path | str) -> str:
    """Return the error's message for a folder that is refused. No language is added then."""
    with pytest.raises((ms.MalformedError, ms.MisuseError)) as caught:
        add_language("cs", folder, plural=czech.plural)
    assert tuple(LANGUAGES) == ("en", "pl", "de")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 500
    return str(caught.value)


@pytest.mark.parametrize("as_text", [False, True])
def test_a_folder_has_a_file_for_each_topic(tmp_path: Path, as_text: bool) -> None:
    """The words equal those of a mapping with the same ids; other files and the rules' texts are ignored."""
    (tmp_path / "places.toml").write_text('# Places.\n\ninn = """\nhostinec\nu cesty"""\n', "utf-8")
    (tmp_path / "refusals.toml").write_text('game_over = "hra skončila"\n', "utf-8")
    (tmp_path / "README").write_text("not a file of words", "utf-8")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mine.toml").write_text("not TOML", "utf-8")
    add_language("cs", str(tmp_path) if as_text else tmp_path, plural=czech.plural)
    assert LANGUAGES["cs"] == {"inn": "hostinec u cesty", "reason.game_over": "hra skončila"}
    assert label("inn", "cs") == "hostinec u cesty"
    assert set(missing_words("cs")) == set(LANGUAGES["en"]) - {"inn", "reason.game_over"}
    with pytest.raises(TypeError):
        LANGUAGES["cs"]["inn"] = "x"  # type: ignore[index]


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_a_copy_of_a_built_in_folder_is_complete(language: str) -> None:
    """A translator can begin with a copy of the English folder, and the sentences of other languages may be longer."""
    folder = Path(ms.words.__file__).parent / language
    add_language("cs", folder, plural=tongue_of(language).plural)
    assert LANGUAGES["cs"] == LANGUAGES[language]
    assert missing_words("cs") == ()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("inn = ", "places.toml: Invalid value (at end of document)"),
        ('inn = "hostinec"\ninn = "krčma"', "places.toml: Cannot overwrite a value"),
        (b'inn = "\xff"', "places.toml: 'utf-8' codec can't decode byte 0xff"),
        ('inn = "\x1b[2J"', "places.toml: Illegal character '\\x1b'"),
        ('inn = "\\u001b[2J"', "places.toml: inn: '\\x1b[2J' contains U+001B, which is not printable"),
        ('inn = "\\u202e"', "places.toml: inn: '\\u202e' contains U+202E RIGHT-TO-LEFT OVERRIDE, which is"),
        ("inn = 5", "places.toml: inn: 5 is not a text"),
        (f"inn = {'9' * 900}", "places.toml: inn: 999"),
        ("inn = ['a']", "places.toml: inn: ['a'] is not a text"),
        ('tavern = "x"', "places.toml: English has no words for the id 'tavern'"),
        ('"\\u001b" = "x"', "places.toml: English has no words for the id '\\x1b'"),
        (
            'order.pile = "x"',
            "places.toml: 'order' is a table: a file of words has no headings in brackets, and an id that",
        ),
        ('[town]\ninn = "x"', "places.toml: 'town' is a table"),
        ('inn = "{seat}"', "places.toml: inn: '{seat}' must have in braces: nothing"),
        ('"visit_inn.told" = "{price.__class__}"', "places.toml: visit_inn.told: '{price.__class__}': "),
        ('"miner.count" = "horník"', "places.toml: miner.count: 'horník' does not have the form 'one|few|other'"),
        (f'inn = """{"x" * 990}\n{"x" * 10}"""', "is not a text of 1 to 1000 characters"),
        ("a." * 32_000 + "a = 1", f"places.toml: a line can have at most {LONGEST_LINE} characters"),
        ("x\n" * LARGEST_FILE, f"places.toml: a file can have at most {LARGEST_FILE} bytes"),
        ("inn = " + ("[" * 900 + "\n") * 60, "places.toml: "),
    ],
    ids=range(20),
)
def test_a_damaged_file_is_refused_with_its_name(tmp_path: Path, content: str | bytes, said: str) -> None:
    """The error names the file, the id and the reason, and nothing in the file is executed."""
    (tmp_path / "places.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "tools.toml").write_text('rope = "lano"', "utf-8")
    assert said in refused(tmp_path)


def test_a_file_is_named_after_its_topic(tmp_path: Path) -> None:
    """A file with another name would be ignored, so it is refused. The error shows the name in printable form."""
    (tmp_path / "piece.toml").write_text('brown = "hnědá sůl"', "utf-8")
    assert refused(tmp_path).startswith(
        "piece.toml: a file of words must have the name of its topic: pieces, places, tools, "
    )
    (tmp_path / "piece.toml").rename(tmp_path / ("\x1b[2J" * 40 + ".toml"))
    assert refused(tmp_path).startswith("\\x1b[2J")


def test_an_id_is_in_one_file(tmp_path: Path) -> None:
    """Otherwise the names of the files would decide which of two translations is used."""
    for name in ("moves.toml", "places.toml"):
        (tmp_path / name).write_text('inn = "hostinec"', "utf-8")
    assert refused(tmp_path) == "places.toml: inn: there are already words for this id"


def test_a_path_that_is_not_a_folder_with_files(tmp_path: Path) -> None:
    """A wrong path is refused rather than read as a language without words."""
    (tmp_path / "places.toml").write_text('inn = "hostinec"', "utf-8")
    for folder in (tmp_path / "cs", tmp_path / "places.toml", "\0", "x" * 9999, "\x1b[2J"):
        assert "is not a folder with TOML files" in refused(folder)


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_a_topic_that_is_not_a_regular_file(tmp_path: Path) -> None:
    """Folders, pipes and devices are refused, so the library neither waits for a pipe nor reads a device."""
    for make in (Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        make(tmp_path / "places.toml")
        assert refused(tmp_path) == "places.toml: this is not a file"
        path = tmp_path / "places.toml"
        path.rmdir() if path.is_dir() else path.unlink()
