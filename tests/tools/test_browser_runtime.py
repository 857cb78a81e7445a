"""The tool that builds the engine for the browser: the parts that need neither npm nor a network."""

from __future__ import annotations

import io
import json
import runpy
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from tests.installing import install
from tools import browser_runtime


def write_wheel(path: Path) -> Path:
    """Write the wheel of a package with two modules, and return its path."""
    with zipfile.ZipFile(path, "w") as files:
        files.writestr("example/b.py", "b = 2")
        files.writestr("example/a.py", "a = 1")
    return path


def test_npm_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without npm, the tool says what is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit):
        browser_runtime.main([str(tmp_path / "runtime")])
    assert "npm is not installed" in capsys.readouterr().err


def test_the_licences_of_others_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the files of Pyodide, a notice names its version and that of CPython, with their licences and sources."""

    def pack_package(command: list[str], *, cwd: Path, **_: object) -> None:
        with tarfile.open(cwd / f"pyodide-{browser_runtime.PYODIDE}.tgz", "w:gz") as package:
            for name in (*browser_runtime.PARTS, browser_runtime.LOCK):
                member = tarfile.TarInfo(f"package/{name}")
                content = b'{"info": {"python": "3.99.1"}}'
                member.size = len(content)
                package.addfile(member, io.BytesIO(content))

    monkeypatch.setattr(browser_runtime, "find_program", lambda name, _reason: name)
    monkeypatch.setattr(subprocess, "run", pack_package)
    folder, temporary = tmp_path / "runtime", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    assert browser_runtime.copy_pyodide(folder, temporary) == "3.99.1"
    notice = (folder / browser_runtime.NOTICES).read_text("utf-8")
    for fact in (
        f"tag {browser_runtime.PYODIDE}",
        "Mozilla Public License",
        "tag v3.99.1",
        "PSF License",
        "packages.tar.gz",
    ):
        assert fact in notice


def test_wheels_are_packed_without_what_depends_on_the_machine(tmp_path: Path) -> None:
    """The archive has the files of the wheels in order, and is the same each time."""
    wheel = write_wheel(tmp_path / "example-1-py3-none-any.whl")
    read = []
    for number in range(2):
        browser_runtime.pack([wheel], tmp_path / "packed.tar.gz", tmp_path / str(number))
        with tarfile.open(tmp_path / "packed.tar.gz") as packed:
            read.append([(member.name, member.mtime, member.uname) for member in packed])
            content = packed.extractfile("example/a.py")
            assert isinstance(content, io.BufferedReader)
            assert content.read() == b"a = 1"
    assert read[0] == read[1] == [("example/a.py", 0, ""), ("example/b.py", 0, "")]


def test_lessons_are_packed_with_the_library(tmp_path: Path) -> None:
    """A lesson joins the built-in ones or replaces one of them. The page reads it without a byte order mark."""
    library, home = tmp_path / "magnum_sal-9.0-py3-none-any.whl", browser_runtime.LESSONS.as_posix()
    with zipfile.ZipFile(library, "w") as files:
        for name in ("chain", "water"):
            files.writestr(f"{home}/{name}.toml", "order = 1")
    lessons = [tmp_path / "chain.toml", tmp_path / "inn.toml"]
    for lesson in lessons:
        lesson.write_text("order = 2", "utf-8-sig")
    browser_runtime.pack([library], tmp_path / "packed.tar.gz", tmp_path / "site", lessons)
    with tarfile.open(tmp_path / "packed.tar.gz") as packed:
        packed.extractall(tmp_path / "page", filter="data")
    found = {path.name: path.read_bytes() for path in (tmp_path / "page" / browser_runtime.LESSONS).iterdir()}
    assert found == {"chain.toml": b"order = 2", "inn.toml": b"order = 2", "water.toml": b"order = 1"}
    # The library reads its lessons from this place.
    assert (browser_runtime.ROOT / "src" / browser_runtime.LESSONS / "chain.toml").is_file()


def test_further_wheels_are_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The archive and the list of the runtime contain the packages that the options name, after the library."""

    def copy_pyodide(folder: Path, _: Path) -> str:
        for name in (*browser_runtime.PARTS, browser_runtime.LOCK):
            (folder / name).touch()
        return "3.14.2"

    library = write_wheel(tmp_path / "magnum_sal-9.0-py3-none-any.whl")
    monkeypatch.setattr(browser_runtime, "copy_pyodide", copy_pyodide)
    monkeypatch.setattr(browser_runtime, "build_wheel", lambda _: [library])
    monkeypatch.setattr(browser_runtime, "download_wheels", lambda *_: [])
    monkeypatch.setattr(browser_runtime, "write_snapshot", lambda folder: (folder / browser_runtime.SNAPSHOT).touch())
    options = []
    for name in ("first", "second"):
        wheel = tmp_path / f"{name}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as files:
            files.writestr(f"{name}-1.0.dist-info/entry_points.txt", "")
        options += ["--wheel", str(wheel)]
    assert browser_runtime.main([str(tmp_path / "runtime"), *options]) == 0
    assert "magnum_sal 9.0" in capsys.readouterr().out
    facts = json.loads((tmp_path / "runtime" / "runtime.json").read_text("utf-8"))
    assert facts["wheels"] == [library.name, "first-1.0-py3-none-any.whl", "second-1.0-py3-none-any.whl"]
    with tarfile.open(tmp_path / "runtime" / facts["packages"]) as packed:
        assert {f"{name}-1.0.dist-info/entry_points.txt" for name in ("first", "second")} < set(packed.getnames())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing-1-py3-none-any.whl", "there is no file "),
        ("text-1-py3-none-any.whl", "is not a pure wheel"),
        ("source-1.zip", "is not a pure wheel, whose name ends with -none-any.whl; build one in the folder"),
        ("compiled-1-cp314-cp314-linux_x86_64.whl", "is not a pure wheel"),
    ],
)
def test_other_files_are_not_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, reason: str) -> None:
    """A file that is not a wheel, or one with compiled code, is refused before the folder is created."""
    write_wheel(tmp_path / "source-1.zip")
    write_wheel(tmp_path / "compiled-1-cp314-cp314-linux_x86_64.whl")
    (tmp_path / "text-1-py3-none-any.whl").write_text("a text", "utf-8")
    with pytest.raises(SystemExit) as ended:
        browser_runtime.main([str(tmp_path / "runtime"), "--wheel", str(tmp_path / name)])
    assert ended.value.code == 2
    assert reason in (told := capsys.readouterr().err)
    assert name in told
    assert not (tmp_path / "runtime").exists()


def test_a_snapshot_needs_the_rulesets_of_all_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the ruleset of a package cannot be loaded, the program that fills the snapshot fails with the reason."""
    install(tmp_path, {"magnum_sal.rulesets": {"lost_game": "lost_package:GAME"}}, name="lost-package")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match="No module named 'lost_package'"):
        runpy.run_path(str(browser_runtime.BROWSER / "warming_up.py"))
