"""The tool that builds what the examples of the documentation need to run in the browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from tools import live_examples
from tools.browser_runtime import MissingProgramError


def test_the_archive_has_the_files_that_examples_import(tmp_path: Path) -> None:
    """The archive has modules, packages and their data. It has no tests and no files in other languages."""
    live_examples.pack_examples(tmp_path / "examples.zip")
    with ZipFile(tmp_path / "examples.zip") as archive:
        names = set(archive.namelist())
    assert {"smithy.py", "czech_words/grammar.toml", "expansion/src/crystal_chapel/__init__.py"} <= names
    assert [name for name in names if "__pycache__" in name or "tests/" in name or name.endswith(".js")] == []


def test_a_machine_without_npm_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without npm the command fails with a sentence that says where it comes from."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(MissingProgramError, match="npm is not installed"):
        live_examples.bundle_editor(tmp_path / "editor.js")
    with pytest.raises(SystemExit) as ended:
        live_examples.main([str(tmp_path / "live")])
    assert ended.value.code == 1
    assert "npm is not installed; it comes with Node.js" in capsys.readouterr().err
