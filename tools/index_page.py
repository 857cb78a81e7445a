"""
Check how a package index shows a wheel: ``python -m tools.index_page dist/*.whl`` prints each link.

The index shows the README without the project around it. Addresses of the project are checked without a network: the
file must exist, and so must the heading that an anchor names. The files are those of the version's tag if it exists,
and the files here otherwise. Other addresses are only listed; ``--online`` requests each of them.
"""

import argparse
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
PICTURES = (".svg", ".webp", ".png")
SECONDS = 20.0


class Page(NamedTuple):
    """The data that the index has about a version."""

    version: str
    urls: Mapping[str, str]
    """The addresses in the metadata, by their labels."""
    text: str
    """The README as the build wrote it."""


class Link(NamedTuple):
    """An address in the README, or in the metadata."""

    address: str
    is_picture: bool = False


def page_of(wheel: Path) -> Page:
    """Return the page of a wheel."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(files.read(name).decode("utf-8"))
    urls = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL", []))
    return Page(metadata["Version"], urls, str(metadata.get_payload()))


def links(page: Page) -> Iterator[Link]:
    """Yield the addresses in the metadata, then those in the README in reading order."""
    yield from map(Link, page.urls.values())
    for block in MarkdownIt().parse(page.text):
        for token in block.children or ():
            if token.type == "link_open":
                yield Link(str(token.attrs["href"]))
            elif token.type == "image":
                yield Link(str(token.attrs["src"]), is_picture=True)


def fault(link: Link, page: Page) -> str | None:
    """Return what is wrong with a link according to the files of the project, or None if the link is right."""
    parts = urlsplit(link.address)
    if parts.scheme != "https":
        return "is not an https address; the index shows no files beside the README"
    place = own_file(link.address, page)
    if place is None:
        return "is a picture that is not the project's own" if link.is_picture else None
    path, ref = place
    if ref is not None and ref != f"v{page.version}":
        return f"names {ref}, which is not this version"
    if not path:
        return None
    text = read(path, f"v{page.version}")
    if text is None:
        return f"leads to {path}, which does not exist"
    if link.is_picture and not path.endswith(PICTURES):
        return f"shows {path}, which is not a picture"
    if parts.fragment and parts.fragment not in anchors(text):
        return f"names a heading that {path} does not have"
    return None


def own_file(address: str, page: Page) -> tuple[str, str | None] | None:
    """Return the file of the project that an address shows, and the ref that it names; None for other addresses."""
    source, documentation = page.urls["Source"], page.urls["Documentation"]
    plain = address.partition("#")[0]
    raw = source.replace("//github.com/", "//raw.githubusercontent.com/")
    for start in (f"{source}/blob/", f"{raw}/"):
        if plain.startswith(start):
            ref, _, path = plain.removeprefix(start).partition("/")
            return path, ref
    if plain.startswith(documentation):
        path = plain.removeprefix(documentation)
        return (f"docs/{path.removesuffix('.html')}.md" if path else "docs/index.md"), None
    return ("", None) if plain in (source, f"{source}/issues") else None


def read(path: str, tag: str) -> str | None:
    """Return the text of a file at a tag, or its current text if there is no tag; "" for a folder."""
    at_tag = subprocess.run(["git", "rev-parse", "-q", "--verify", tag], cwd=ROOT, capture_output=True, check=False)
    if at_tag.returncode == 0:
        shown = subprocess.run(["git", "show", f"{tag}:{path}"], cwd=ROOT, capture_output=True, check=False)
        return shown.stdout.decode("utf-8", "replace") if shown.returncode == 0 else None
    file = ROOT / path
    if not file.resolve().is_relative_to(ROOT) or not file.exists():
        return None
    return file.read_text("utf-8", "replace") if file.is_file() else ""


def anchors(text: str) -> set[str]:
    """Return the anchors of a Markdown page: those of its headings, and the explicit targets."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ +(.+?) *$", prose, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r"^\(([\w-]+)\)=$", prose, re.MULTILINE))


def answer(address: str) -> str | None:
    """Request an address, and return what is wrong with it, or None if the server answers."""
    request = urllib.request.Request(address, headers={"User-Agent": "magnum-sal index page check"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):
            return None
    except (urllib.error.URLError, TimeoutError) as error:
        return f"does not answer: {error}"


def rendering_fault(page: Page) -> str | None:
    """Return what the index's renderer omits from the README; None if it omits nothing or is not installed."""
    if find_spec("readme_renderer") is None:
        return None
    from readme_renderer.markdown import render

    shown = render(page.text)
    if shown is None:
        return "the index's renderer refuses the README"
    lost = [link.address for link in links(page._replace(urls={})) if link.address not in shown]
    return f"the index does not show {', '.join(lost)}" if lost else None


def check(page: Page, *, repository: str | None = None, is_online: bool = False) -> Iterator[tuple[str, str | None]]:
    """Yield each address once with its error, and at the end the errors of the page as a whole."""
    for link in dict.fromkeys(links(page)):
        found = fault(link, page)
        if found is None and is_online:
            found = answer(link.address)
        yield link.address, found
    if repository is not None and page.urls["Source"] != f"https://github.com/{repository}":
        yield page.urls["Source"], f"is not where this is built: {repository}"
    if (found := rendering_fault(page)) is not None:
        yield "README", found


def main() -> int:
    """Check the named wheels, print each link, and return 1 if one is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("wheels", nargs="+", type=Path, metavar="WHEEL")
    parser.add_argument("--online", action="store_true", help="request each address")
    parser.add_argument(
        "--anywhere", action="store_true", help="accept a build outside the repository it names, in a fork"
    )
    options = parser.parse_args()
    faults = 0
    for wheel in options.wheels:
        page = page_of(wheel)
        print(f"{wheel.name}: {len(page.text)} characters of README")
        repository = None if options.anywhere else os.environ.get("GITHUB_REPOSITORY")
        for address, found in check(page, repository=repository, is_online=options.online):
            is_foreign = own_file(address, page) is None and not options.online
            print(f"  {address}: {found or ('external, not requested' if is_foreign else 'fine')}")
            faults += found is not None
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
