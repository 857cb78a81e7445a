"""The page on the package index: the built README, and ``tools/index_page.py``, which checks its links."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from tools import index_page
from tools.index_page import Link, Page

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
URLS: dict[str, str] = PROJECT["project"]["urls"]
HOOK = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
SOURCE, DOCUMENTATION = URLS["Source"], URLS["Documentation"]
VERSION = "42.0"
"""The plugin uses this version if it is asked only for the text."""


@pytest.fixture(scope="module")
def page() -> Page:
    """Return the page as a build would produce it."""
    command = [sys.executable, "-m", "hatch_fancy_pypi_readme"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return Page(VERSION, URLS, built.stdout)


@pytest.mark.slow
def test_each_link_of_the_readme_is_valid(page: Page) -> None:
    """Each link is absolute, and the file and the heading that it names exist."""
    checked = dict(index_page.check(page))
    assert len(checked) > 20
    assert {address: found for address, found in checked.items() if found is not None} == {}


@pytest.mark.slow
def test_pictures_belong_to_the_version(page: Page) -> None:
    """Pictures are files of this version, at addresses from which the index's proxy can fetch them."""
    pictures = [link.address for link in index_page.links(page) if link.is_picture]
    start = f"{SOURCE.replace('//github.com/', '//raw.githubusercontent.com/')}/v{VERSION}/docs/images/"
    assert pictures == [f"{start}table.svg", f"{start}browser.webp"]


def test_readers_of_the_index_page_install_from_the_index(page: Page) -> None:
    """The page installs from the index, except for the tests, and says that these need a copy of the project."""
    commands = re.findall(r"^python3 .*$", page.text, re.MULTILINE)
    installed = [re.findall(r"pip install (\S+)", command) for command in commands]
    assert installed == [["your-package"], ['"your-package[web]"'], ["--no-binary"], ['".[tests]"']]
    assert "MAGNUM_SAL_COMPILE=1 .venv/bin/pip install --no-binary your-package your-package\n" in page.text
    assert "The usual Python on Linux, macOS or Windows gets the compiled build, which is" in page.text
    assert page.text.count("copy of this project") == 1
    assert "docs/_build" not in page.text


def test_the_addresses_are_those_of_the_metadata() -> None:
    """The addresses that the build puts into the README are those of the metadata, which name one project."""
    raw = SOURCE.replace("//github.com/", "//raw.githubusercontent.com/")
    for substitution in HOOK["substitutions"]:
        for address in re.findall(r"https://[^)$\\]+", substitution["replacement"]):
            assert address in (f"{raw}/v", f"{SOURCE}/blob/v", DOCUMENTATION), address
    assert URLS["Issues"] == f"{SOURCE}/issues"
    assert URLS["Changelog"] == f"{DOCUMENTATION}changelog.html"
    assert (ROOT / "docs" / "changelog.md").exists()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("docs/quickstart.md", "is not an https address"),
        ("#credits", "is not an https address"),
        ("http://example.org/", "is not an https address"),
        (f"{SOURCE}/blob/v41.0/LICENSE", "names v41.0, which is not this version"),
        (f"{SOURCE}/blob/main/LICENSE", "names main, which is not this version"),
        (f"{SOURCE}/blob/v42.0/LICENCE", "leads to LICENCE, which does not exist"),
        (f"{SOURCE}/blob/v42.0/../../etc/passwd", "leads to ../../etc/passwd, which does not exist"),
        (f"{DOCUMENTATION}quikstart.html", "leads to docs/quikstart.md, which does not exist"),
        (f"{DOCUMENTATION}quickstart.html#a-last-loop", "names a heading that docs/quickstart.md does not have"),
        (f"{SOURCE}/blob/v42.0/CHANGELOG.md#chandelog", "names a heading that CHANGELOG.md does not have"),
    ],
)
def test_an_invalid_link(address: str, told: str) -> None:
    """The fault of an invalid link is described."""
    page = Page(VERSION, URLS, f"A [link]({address}).")
    assert list(index_page.links(page))[len(URLS) :] == [Link(address)]
    found = index_page.fault(Link(address), page)
    assert found is not None
    assert found.startswith(told)


@pytest.mark.parametrize(
    "address",
    [
        SOURCE,
        DOCUMENTATION,
        f"{SOURCE}/blob/v42.0/tests",
        f"{SOURCE}/blob/v42.0/CHANGELOG.md#changelog",
        f"{DOCUMENTATION}quickstart.html#a-first-loop",
        "https://example.org/",
    ],
)
def test_a_valid_link(address: str) -> None:
    """A valid link has no fault, and links to other sites are not requested."""
    assert index_page.fault(Link(address), Page(VERSION, URLS, "")) is None


@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", f"{SOURCE}/blob/v42.0/LICENSE", "docs/images/table.svg"]
)
def test_a_picture_that_is_not_a_file_of_the_project(address: str) -> None:
    """A picture has to be a file of the project, at an address where browsers display it."""
    page = Page(VERSION, URLS, f"![A picture]({address})")
    (picture,) = [link for link in index_page.links(page) if link.is_picture]
    assert index_page.fault(picture, page) is not None


def test_the_repository_of_a_release() -> None:
    """The repository that builds the release has to be the one in the metadata."""
    page = Page(VERSION, URLS, "A text.\n")
    home = SOURCE.removeprefix("https://github.com/")
    assert all(found is None for _, found in index_page.check(page, repository=home))
    (wrong,) = [found for _, found in index_page.check(page, repository="somebody/else") if found is not None]
    assert wrong == "is not where this is built: somebody/else"


def test_the_page_of_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command reads the metadata of a wheel, prints each link, and returns 1 if a link is invalid."""
    metadata = io.StringIO()
    metadata.write("Metadata-Version: 2.4\nName: magnum-sal\nVersion: 42.0\n")
    for label, address in URLS.items():
        metadata.write(f"Project-URL: {label}, {address}\n")
    metadata.write("\nRead [this](https://example.org/) and [that](docs/quickstart.md).\n")
    wheel = tmp_path / "magnum_sal-42.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        files.writestr("magnum_sal-42.0.dist-info/METADATA", metadata.getvalue())
    monkeypatch.setattr(sys, "argv", ["index_page", str(wheel)])
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert index_page.main() == 1
    told = capsys.readouterr().out
    assert "  https://example.org/: external, not requested\n" in told
    assert "  docs/quickstart.md: is not an https address" in told
    assert told.count(": fine\n") == len(URLS)


@pytest.mark.parametrize(("options", "faults"), [([], 1), (["--anywhere"], 0)])
def test_a_build_in_a_fork(
    options: list[str], faults: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fork's build fails because of its repository, unless ``--anywhere`` allows it."""
    metadata = io.StringIO()
    metadata.write("Metadata-Version: 2.4\nName: magnum-sal\nVersion: 42.0\n")
    for label, address in URLS.items():
        metadata.write(f"Project-URL: {label}, {address}\n")
    wheel = tmp_path / "magnum_sal-42.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        files.writestr("magnum_sal-42.0.dist-info/METADATA", metadata.getvalue() + "\nA game.\n")
    monkeypatch.setattr(sys, "argv", ["index_page", *options, str(wheel)])
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/magnum-sal")
    assert index_page.main() == faults
    assert capsys.readouterr().out.count("is not where this is built: somebody/magnum-sal") == faults
