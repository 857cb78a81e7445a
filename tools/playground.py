"""
Build the playground: ``python -m tools.playground FOLDER`` writes a site on which people can play without a server.

The site is the page of the table server with another transport: a worker of the page holds the tables. Any server of
static files can offer the folder, at any path. The page requests nothing from other servers.

``--wheel FILE`` adds the wheel of another package, whose rulesets the page then offers. Repeat the option for each
further package that the extension needs.

``--lessons FOLDER`` adds the lessons of a folder. A file with the name of a built-in lesson replaces this lesson.
"""

import argparse
import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from tools.browser_runtime import ROOT, MissingProgramError, build_runtime, check_wheel
from tools.site_icons import APPLE, draw_icons

from magnum_sal._internal.toml_files import list_toml_files
from magnum_sal.errors import MagnumSalError
from magnum_sal.lessons import Lesson, check_lesson, load_lessons
from magnum_sal.record.serialization import to_dict
from magnum_sal.render import defs
from magnum_sal.render.theme_css import themes_css
from magnum_sal.web._parameters import Parameters  # the site is built from the parts of the server
from magnum_sal.web._readings import READINGS
from magnum_sal.web._server_settings import ServerSettings
from magnum_sal.words import LANGUAGES

STATIC = ROOT / "src" / "magnum_sal" / "web" / "static"
PLAYGROUND = ROOT / "browser" / "playground"
WRITTEN = {"welcome": "json", "lessons": "json", "picture": "svg"}
"""The answers that never change. The page shows them before the engine has loaded."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'"
)
"""
The content security policy of the page: nothing is loaded from other sites, and the page has no inline scripts.

Pyodide, which runs in workers, reads Python's standard library from a ``blob:`` address. Workers obey this policy only
if the server sends it as a header, too.
"""
ROOT_ADDRESS = re.compile(r'(?<=href=")/(?!/)|(?<=src=")/(?!/)')
FIRST = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
"""The beginning of the head. The policy must precede everything to which it applies."""
HEAD = """\
<meta name="description" content="Play Magnum Sal in the browser, alone or with friends at one screen.">
<link rel="manifest" href="manifest.webmanifest">
<link rel="stylesheet" href="playground/playground.css">
<script type="module" src="playground/start.js"></script>
"""
MANIFEST: dict[str, Any] = {
    "name": "Magnum Sal",
    "short_name": "Magnum Sal",
    "description": "The board game about salt miners, against bots or with friends at one screen.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f4ecd8",
    "theme_color": "#5b3a1e",
    "icons": [
        {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": "playground/icon-maskable.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "maskable"},
    ],
}


def build_page(head: str = HEAD) -> str:
    """Return the page of the server, with relative addresses and the transport of the playground."""
    page = (STATIC / "page.html").read_text("utf-8")
    page = ROOT_ADDRESS.sub("", page).replace('id="home" href=""', 'id="home" href="#/"')
    opening = '<html lang="en" data-transport="playground/worker_connection.js" data-routes="fragment">'
    page = page.replace('<html lang="en">', opening).replace('<meta charset="utf-8">', FIRST)
    return page.replace("</head>", f"{head}</head>")


def build_icons(folder: Path) -> tuple[str, dict[str, Any]]:
    """
    Draw the icons into the site, and return the head of the page and the manifest that name them.

    Raises:
        MissingProgramError: no program can draw them.
    """
    drawn = draw_icons(STATIC / "icon.svg", PLAYGROUND / "icon-maskable.svg", folder / "icons")
    head = f'<link rel="apple-touch-icon" href="icons/{APPLE}">\n{HEAD}'
    return head, {**MANIFEST, "icons": [*MANIFEST["icons"], *drawn]}


def load_checked_lessons(folder: Path | None) -> tuple[Lesson, ...]:
    """
    Return the built-in lessons and those of a folder. All are checked if there is a folder.

    Raises:
        MagnumSalError: the folder contains no lessons, a file is not a lesson, or a solution or a mistake is wrong.
    """
    lessons = load_lessons(folder)
    if folder is not None:
        for lesson in lessons:
            check_lesson(lesson)
    return lessons


def write_answers(folder: Path, lessons: tuple[Lesson, ...] | None = None) -> None:
    """Write the answers that never change, in each language. By default, they list the built-in lessons."""
    folder.mkdir()
    settings = ServerSettings(lessons=load_lessons() if lessons is None else lessons)
    for name, form in WRITTEN.items():
        for language in LANGUAGES:
            found = READINGS[name](settings, Parameters({"language": language}))
            text = found if isinstance(found, str) else json.dumps(to_dict(found), separators=(",", ":"))
            (folder / f"{name}.{language}.{form}").write_text(text, "utf-8")


@contextmanager
def import_path_of(wheels: Sequence[Path]) -> Iterator[None]:
    """Put the content of *wheels* on the import path, so that lessons and written answers can use their rulesets."""
    before = list(sys.path)
    with tempfile.TemporaryDirectory() as temporary:
        for wheel in wheels:
            with ZipFile(wheel) as files:
                files.extractall(temporary)
        sys.path.insert(0, temporary)
        try:
            yield
        finally:
            sys.path[:] = before


def build_service_worker(folder: Path) -> str:
    """Return the service worker, which stores all files that are in the folder now."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    worker = (PLAYGROUND / "service_worker.js").read_text("utf-8")
    version = json.dumps(digest.hexdigest()[:16])
    return worker.replace('VERSION = ""', f"VERSION = {version}").replace("FILES = []", f"FILES = {json.dumps(names)}")


def build_playground(folder: Path, extensions: Sequence[Path] = (), lessons: Path | None = None) -> str | None:
    """
    Build the site in a folder, which is created. An older site in the folder is replaced.

    Return what the site lacks, in a sentence, or None.

    Args:
        folder: The folder of the site.
        extensions: The pure wheels of further packages, whose rulesets the page offers.
        lessons: A folder with lessons in addition to the built-in ones; None for no others.
    """
    with import_path_of(extensions):
        offered = load_checked_lessons(lessons)
        clear_folder(folder)
        files = () if lessons is None else list_toml_files("lessons", lessons)
        build_runtime(folder / "runtime", extensions, files)
        lack = write_page(folder)
        write_answers(folder / "answers", offered)
    (folder / "service_worker.js").write_text(build_service_worker(folder), "utf-8")
    return lack


def clear_folder(folder: Path) -> None:
    """Create an empty folder, or remove the older site from it. Raises ``FileExistsError`` if it holds other files."""
    if folder.exists():
        if not (folder / "manifest.webmanifest").exists() and any(folder.iterdir()):
            raise FileExistsError(f"{folder} holds other files; name a new folder")
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def write_page(folder: Path) -> str | None:
    """Write the page with its scripts, styles and icons. Return what it lacks, in a sentence, or None."""
    shutil.copytree(STATIC, folder / "static", ignore=shutil.ignore_patterns("page.html"))
    shutil.copytree(PLAYGROUND, folder / "playground", ignore=shutil.ignore_patterns("service_worker.js"))
    head, manifest, lack = HEAD, MANIFEST, None
    try:
        head, manifest = build_icons(folder)
    except MissingProgramError as error:
        shutil.rmtree(folder / "icons", ignore_errors=True)
        lack = f"the site has no PNG icons, which iOS and some installers need: {error}"
    (folder / "index.html").write_text(build_page(head), "utf-8")
    (folder / "themes.css").write_text(themes_css(), "utf-8")
    (folder / "symbols.svg").write_text(defs(), "utf-8")
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return lack


def main(arguments: list[str] | None = None) -> int:
    """Build the site, and report its size."""
    parser = argparse.ArgumentParser(description="Build a site on which people play without a server.")
    parser.add_argument("folder", type=Path, help="where to put the files")
    further = "add the wheel of another package, whose rulesets the page offers; may be repeated"
    parser.add_argument("--wheel", type=check_wheel, action="append", default=[], metavar="FILE", help=further)
    own = "add the lessons of a folder; a file with the name of a built-in lesson replaces it"
    parser.add_argument("--lessons", type=Path, metavar="FOLDER", help=own)
    wanted = parser.parse_args(arguments)
    try:
        lack = build_playground(wanted.folder, wanted.wheel, wanted.lessons)
    except (MissingProgramError, FileExistsError, MagnumSalError) as error:
        parser.exit(1, f"{error}\n")
    files = [path for path in wanted.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    sys.stdout.write(f"{wanted.folder}: {len(files)} files, {size:,} bytes\n")
    if lack is not None:
        sys.stderr.write(f"{lack}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
