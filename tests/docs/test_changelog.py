"""The changelog: its versions, and the fragments with the entries for the next version."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from packaging.version import Version

import magnum_sal as ms

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOWNCRIER = PYPROJECT["tool"]["towncrier"]
FOLDER = ROOT / TOWNCRIER["directory"]
CATEGORIES = {kind["directory"]: kind["name"] for kind in TOWNCRIER["type"]}
BESIDES = {"README.md", Path(TOWNCRIER["template"]).name}
FRAGMENTS = sorted(path for path in FOLDER.iterdir() if path.name not in BESIDES)


def test_the_categories_are_those_of_keep_a_changelog() -> None:
    """The highlights come before them. Then security comes first, so that nobody misses it."""
    assert list(CATEGORIES.values()) == ["Highlights", "Security", "Added", "Changed", "Deprecated", "Removed", "Fixed"]


def test_a_version_uses_only_these_categories() -> None:
    """No version in the file has another category."""
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= set(CATEGORIES.values())


def test_a_release_is_written_above_the_last_version() -> None:
    """The start mark occurs once, above all versions, and the versions are in descending order."""
    head, _, versions = CHANGELOG.partition(TOWNCRIER["start_string"])
    assert head.startswith("# Changelog\n")
    assert "\n## " not in head
    listed = [Version(version) for version in re.findall(r"^## \[(.+?)\]", versions, re.MULTILINE)]
    assert listed == sorted(set(listed), reverse=True)
    assert listed[-1] == Version("0.1.0")


def test_only_an_unreleased_version_has_fragments() -> None:
    """A released version has no fragments left."""
    assert Version(ms.__version__).is_devrelease or not FRAGMENTS


@pytest.mark.slow
def test_a_fragment_is_an_entry() -> None:
    """A fragment is named ``+subject.category.md`` and contains one paragraph or one list, in whole sentences."""
    texts = {path.name: path.read_text("utf-8") for path in FRAGMENTS}
    assert [(name, fault) for name, text in texts.items() for fault in list_faults(name, text)] == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("market.fixed.md", "One.\n", "the name must begin with +"),
        ("+Market.fixed.md", "One.\n", "the name must begin with +"),
        ("+market.mended.md", "One.\n", "mended is not a category"),
        ("+market.fixed.md", "One.\n\n- Two.\n", "found ['paragraph_open', 'bullet_list_open']"),
        ("+market.fixed.md", "- One.\n- Two\n- Three.\n", "no full stop: Two\n"),
        ("+market.fixed.md", "One, as [told](howto/tables.md).\n", "a relative link: howto/tables.md"),
    ],
)
def test_a_wrong_fragment(name: str, text: str, fault: str) -> None:
    """A wrong name, category, form or end of a sentence is found."""
    (found,) = list_faults(name, text)
    assert fault in found


MARKDOWN = MarkdownIt()


def list_faults(name: str, text: str) -> Iterator[str]:
    """Yield what is wrong with a fragment."""
    named = re.fullmatch(r"\+[a-z0-9]+(-[a-z0-9]+)*\.(\w+)\.md", name)
    if named is None:
        yield "the name must begin with +, and consist of small letters, figures and hyphens"
    elif named[2] not in CATEGORIES:
        yield f"{named[2]} is not a category"
    blocks = [token.type for token in MARKDOWN.parse(text) if token.level == 0 and token.nesting >= 0]
    if blocks not in (["paragraph_open"], ["bullet_list_open"]):
        yield f"expected one paragraph or one list, found {blocks}"
    for entry in re.split(r"^- ", text, flags=re.MULTILINE):
        if entry and not entry.rstrip().endswith((".", ".)")):
            yield f"no full stop: {entry}"
    # The text is shown in several places, so a relative link would be broken in some of them.
    for link in re.findall(r"\]\((?!https?:)(.+?)\)", text):
        yield f"a relative link: {link}"


@pytest.mark.slow
def test_the_page_shows_every_fragment(tmp_path: Path) -> None:
    """The page shows every line of each fragment below the version's heading. Without fragments it has no heading."""
    pytest.importorskip("towncrier", reason="towncrier comes with the extra docs")
    write_draft = runpy.run_path(str(ROOT / "docs" / "unreleased.py"))["write_draft"]
    write_draft("42.0.dev0", tmp_path / "draft" / "changelog.md")
    draft = (tmp_path / "draft" / "changelog.md").read_text("utf-8").splitlines()
    assert draft[:1] == (["## [42.0.dev0] - unreleased"] if FRAGMENTS else [])
    shown = {line.removeprefix("- ").strip() for line in draft}
    for path in FRAGMENTS:
        assert {line.removeprefix("- ").strip() for line in path.read_text("utf-8").splitlines()} <= shown, path.name


def test_the_source_archive_contains_the_changelog() -> None:
    """The source archive contains everything that the page of the changelog is built from."""
    contents = PYPROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert {TOWNCRIER["directory"], TOWNCRIER["filename"]} <= set(contents)
    assert {path.name for path in FOLDER.iterdir()} >= BESIDES
