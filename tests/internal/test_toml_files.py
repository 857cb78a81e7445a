"""TOML files from untrusted sources: folders, sizes, lines and nesting."""

from pathlib import Path

import pytest

from magnum_sal._internal.toml_files import list_toml_files, parse_toml, read_text_file
from magnum_sal.errors import MisuseError


def test_the_files_of_a_folder_are_sorted(tmp_path: Path) -> None:
    """Other and hidden files are left out, and a folder without TOML files is an error that names the argument."""
    for name in ("b.toml", "a.toml", "README", "._b.toml", "a.toml~"):
        (tmp_path / name).touch()
    assert [path.name for path in list_toml_files("words", tmp_path)] == ["a.toml", "b.toml"]
    for folder in (tmp_path / "missing", tmp_path / "a.toml", "a\0b", 5):
        with pytest.raises(MisuseError, match=r"words: .* is not a folder with TOML files"):
            list_toml_files("words", folder)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["A.TOML", "a.toml.txt", "a.Toml.TXT"])
def test_a_misnamed_file_is_refused(name: str, tmp_path: Path) -> None:
    """Nothing would show that such a file is left out."""
    for each in ("b.toml", name):
        (tmp_path / each).touch()
    with pytest.raises(MisuseError, match=rf"words: '{name}': the name of a TOML file must end in .toml; rename the"):
        list_toml_files("words", tmp_path)


def test_the_size_of_a_file(tmp_path: Path) -> None:
    """The limit counts bytes, not characters, and a file of exactly this size is read."""
    path = tmp_path / "a.toml"
    path.write_text("# ł", "utf-8")
    assert read_text_file(path, 4) == "# ł"
    with pytest.raises(ValueError, match="a file can have at most 3 bytes"):
        read_text_file(path, 3)
    with pytest.raises(ValueError, match="this is not a file"):
        read_text_file(tmp_path, 3)


def test_lines_and_nesting() -> None:
    """A line that is too long, or arrays nested too deeply for the parser, are invalid like wrong TOML."""
    assert parse_toml("a = 1\nb = 2", 5) == {"a": 1, "b": 2}
    with pytest.raises(ValueError, match="a line can have at most 4 characters"):
        parse_toml("a = 1\nb = 2", 4)
    with pytest.raises(ValueError, match=r"recursion|nested"):
        parse_toml("a = " + "[\n" * 5_000, 100)
    with pytest.raises(ValueError, match="Invalid value"):
        parse_toml("a = ", 100)
