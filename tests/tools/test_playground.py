"""The tool that builds the site without a server: the parts that need neither npm nor a network."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from tools import browser_runtime, playground, site_icons

from magnum_sal.lessons import load_lessons
from magnum_sal.words import LANGUAGES, label

ADDRESS = re.compile(r"(?:href|src)=\"([^\"]*)\"")
INN = Path(__file__).parents[2] / "examples" / "lessons" / "inn.toml"
IMPORT = re.compile(r"from \"(\.[^\"]+)\"")


def test_every_address_of_the_page_is_relative() -> None:
    """The site works at any path, so no address begins at the root of a server or names another one."""
    found = ADDRESS.findall(playground.build_page())
    assert "static/page.js" in found
    assert [address for address in found if address.startswith("/") or "//" in address] == []


def test_the_page_names_its_transport_and_its_policy() -> None:
    """The policy stands before everything that it is about, and allows no other server."""
    page = playground.build_page()
    assert 'data-transport="playground/worker_connection.js"' in page
    policy = page.index("Content-Security-Policy")
    assert policy < page.index("<link")
    assert policy < page.index("<script")
    assert "http:" not in playground.POLICY
    assert "unsafe-eval" not in playground.POLICY.replace("wasm-unsafe-eval", "")


def test_scripts_import_what_exists() -> None:
    """Each module that a script of the site imports is part of the site."""
    homes = {"playground": playground.PLAYGROUND, "static": playground.STATIC, "runtime": browser_runtime.BROWSER}
    for script in playground.PLAYGROUND.glob("*.js"):
        for name in IMPORT.findall(script.read_text("utf-8")):
            folder, _, module = name.removeprefix("./").removeprefix("../").rpartition("/")
            assert (homes[folder or "playground"] / module).exists(), (script.name, name)


def test_scripts_name_words_that_exist() -> None:
    """Each sentence of the site without a server exists in all languages."""
    texts = "".join(script.read_text("utf-8") for script in playground.PLAYGROUND.glob("*.js"))
    named = set(re.findall(r"\b(?:say|fail|word)\(\"([a-z_]+)\"", texts))
    assert {"no_webassembly", "not_loaded", "not_stored", "other_tab"} <= named
    for key in named | {"loading", "with_friends_here"}:
        for language in LANGUAGES:
            assert label(f"table.{key}", language) != f"table.{key}"


@pytest.mark.slow
def test_written_answers(tmp_path: Path) -> None:
    """The answers that never change exist in each language, and the page knows their files."""
    script = (playground.PLAYGROUND / "worker_connection.js").read_text("utf-8")
    (known,) = re.findall(r"const WRITTEN = \{ (.*) \};", script)
    assert dict(re.findall(r'(\w+): "(\w+)"', known)) == playground.WRITTEN
    playground.write_answers(tmp_path / "answers")
    assert len(list((tmp_path / "answers").iterdir())) == len(playground.WRITTEN) * len(LANGUAGES)
    welcome = json.loads((tmp_path / "answers" / "welcome.pl.json").read_text("utf-8"))
    assert (welcome["type"], welcome["language"], welcome["address"]) == ("welcome", "pl", None)
    assert (tmp_path / "answers" / "picture.en.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.slow
@pytest.mark.usefixtures("registered")
def test_rulesets_of_wheels_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runtime contains the wheel, and the written welcome lists its ruleset. The import path is restored."""
    wheel = tmp_path / "windy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        files.writestr(
            "windy.py",
            'import attrs\nimport magnum_sal as ms\nGAME = attrs.evolve(ms.STANDARD, name="windy_game", penalty=4)\n',
        )
        files.writestr("windy-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: windy\nVersion: 1.0\n")
        files.writestr("windy-1.0.dist-info/entry_points.txt", "[magnum_sal.rulesets]\nwindy_game = windy:GAME\n")
    packed: list[Path] = []

    def build_runtime(folder: Path, extensions: Sequence[Path], _: Sequence[Path]) -> None:
        folder.mkdir()
        packed.extend(extensions)

    monkeypatch.setattr(playground, "build_runtime", build_runtime)
    monkeypatch.setattr(site_icons, "PROGRAMS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    before = list(sys.path)
    assert playground.main([str(tmp_path / "site"), "--wheel", str(wheel)]) == 0
    assert packed == [wheel]
    assert sys.path == before
    for language in LANGUAGES:
        welcome = json.loads((tmp_path / "site" / "answers" / f"welcome.{language}.json").read_text("utf-8"))
        assert welcome["rulesets"][0]["name"] == "standard"
        assert "windy_game" in [ruleset["name"] for ruleset in welcome["rulesets"]]
    # Another test must be able to import a module with this name.
    monkeypatch.delitem(sys.modules, "windy")


@pytest.mark.slow
def test_lessons_of_a_folder_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runtime contains the files, and the written list has the lessons. One replaces a built-in lesson."""
    lesson = INN.read_text("utf-8")
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "inn.toml").write_text(lesson, "utf-8")
    (tmp_path / "lessons" / "chain.toml").write_text(lesson.replace("The inn", "Another chain"), "utf-8")
    (tmp_path / "lessons" / "notes.txt").write_text("not a lesson", "utf-8")
    packed: list[str] = []

    def build_runtime(folder: Path, _: Sequence[Path], lessons: Sequence[Path]) -> None:
        folder.mkdir()
        packed.extend(path.name for path in lessons)

    monkeypatch.setattr(playground, "build_runtime", build_runtime)
    monkeypatch.setattr(site_icons, "PROGRAMS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert playground.main([str(tmp_path / "site"), "--lessons", str(tmp_path / "lessons")]) == 0
    assert packed == ["chain.toml", "inn.toml"]
    built_in = {lesson.id for lesson in load_lessons()}
    for language in LANGUAGES:
        listed = json.loads((tmp_path / "site" / "answers" / f"lessons.{language}.json").read_text("utf-8"))["lessons"]
        titles = {lesson["id"]: lesson["title"] for lesson in listed}
        assert titles.keys() == built_in | {"inn"}
        assert titles["inn"] == ("Das Wirtshaus" if language == "de" else "The inn")
        assert (titles["chain"] == "Another chain") == (language != "de")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "is not a folder with TOML files"),
        ("order = 1", "inn.toml: lesson inn: position: the key is missing"),
        (
            INN.read_text("utf-8").replace('solution = ["inn"]', 'solution = ["square"]'),
            "solution: the task is not solved",
        ),
    ],
)
def test_a_wrong_lesson_ends_the_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, reason: str
) -> None:
    """A wrong lesson is reported before the older site is removed."""
    (tmp_path / "lessons").mkdir()
    if text is not None:
        (tmp_path / "lessons" / "inn.toml").write_text(text, "utf-8")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "manifest.webmanifest").write_text("{}", "utf-8")
    with pytest.raises(SystemExit) as ended:
        playground.main([str(tmp_path / "site"), "--lessons", str(tmp_path / "lessons")])
    assert ended.value.code == 1
    assert reason in capsys.readouterr().err
    assert (tmp_path / "site" / "manifest.webmanifest").exists()


def test_the_service_worker_stores_every_file(tmp_path: Path) -> None:
    """Its version changes with the content of any file, so that browsers replace the stored files."""
    (tmp_path / "index.html").write_text("one", "utf-8")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "page.js").write_text("two", "utf-8")
    first = playground.build_service_worker(tmp_path)
    assert 'FILES = ["./", "index.html", "static/page.js"]' in first
    assert playground.build_service_worker(tmp_path) == first
    (tmp_path / "static" / "page.js").write_text("three", "utf-8")
    assert playground.build_service_worker(tmp_path) != first


def test_the_icons_of_the_application_exist() -> None:
    """The manifest names files that the site contains."""
    homes = {"static": playground.STATIC, "playground": playground.PLAYGROUND}
    for icon in playground.MANIFEST["icons"]:
        folder, name = icon["src"].split("/")
        assert (homes[folder] / name).read_text("utf-8").startswith("<svg")


def test_other_files_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with other files stays as it is."""
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(SystemExit):
        playground.main([str(tmp_path)])
    assert "holds other files" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").exists()


def test_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest and the page name each icon, which has the size and the purpose that they say."""

    def draw(browser: str, drawing: Path, size: int, path: Path) -> None:
        assert browser == "/a/browser"
        assert drawing.exists()
        path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size.to_bytes(4) * 2)

    monkeypatch.setenv("CHROMIUM", "/a/browser")
    monkeypatch.setattr(site_icons, "draw_icon", draw)
    head, manifest = playground.build_icons(tmp_path)
    drawn = manifest["icons"][len(playground.MANIFEST["icons"]) :]
    assert [(icon["sizes"], icon["purpose"]) for icon in drawn] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in drawn:
        width, height = site_icons.measure_picture(tmp_path / icon["src"])
        assert f"{width}x{height}" == icon["sizes"]
    (apple,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', playground.build_page(head))
    assert site_icons.measure_picture(tmp_path / apple) == (180, 180)


@pytest.mark.parametrize("program", [None, "/nowhere/chromium", sys.executable])
def test_a_build_without_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None) -> None:
    """Without a browser that draws, the site is built all the same, and the tool says what it lacks."""
    if program is None:
        monkeypatch.delenv("CHROMIUM", raising=False)
        monkeypatch.setattr(site_icons, "PROGRAMS", ("no-such-browser",))
    else:
        monkeypatch.setenv("CHROMIUM", program)
    monkeypatch.setattr(playground, "build_runtime", lambda folder, *_: folder.mkdir())
    lack = playground.build_playground(tmp_path / "site")
    assert lack is not None
    assert lack.startswith("the site has no PNG icons, which iOS and some installers need: ")
    assert json.loads((tmp_path / "site" / "manifest.webmanifest").read_text("utf-8")) == playground.MANIFEST
    assert "apple-touch-icon" not in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert not (tmp_path / "site" / "icons").exists()


@pytest.mark.slow
def test_chromium_draws_an_icon(tmp_path: Path) -> None:
    """A drawing becomes a picture of the wanted size."""
    try:
        browser = site_icons.find_browser()
    except browser_runtime.MissingProgramError:
        pytest.skip("there is no Chromium")
    site_icons.draw_icon(browser, playground.STATIC / "icon.svg", 192, tmp_path / "icon.png")
    assert site_icons.measure_picture(tmp_path / "icon.png") == (192, 192)
    (tmp_path / "text.png").write_text("no picture", "utf-8")
    assert site_icons.measure_picture(tmp_path / "text.png") == (0, 0)
