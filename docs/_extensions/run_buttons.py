"""
Examples that run: mark the Python examples that get a Run button.

If the folder of `tools.live_examples` exists, each Python example on the first page, the quick start, the tutorial and
the how-to pages gets an element around it that `_static/live/run.js` finds. Without the folder the pages stay as they
are, so that a build needs no npm. `live_examples.toml` lists the examples that cannot run. An excerpt of a file does
not run either.

The runtime is large, so the pages hold it once. If they contain the playground, the examples use its runtime.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.writers.html5 import HTML5Translator

LIST = Path(__file__).parent.parent / "live_examples.toml"
TAG = "live"
"""The tag of a build with buttons: ``{only} live`` shows a text in such a build only."""
SHARED = Path("play", "runtime", "engine.js")
"""The module of the playground that loads the engine, in the finished pages."""
PASS_ON = f'export * from "../../../{SHARED.as_posix()}"; // the pages hold the runtime once, in the playground\n'
"""The only module in the examples' own folder of the runtime if the pages contain the playground."""


class LiveExample(nodes.General, nodes.Element):
    """The element around an example that can run, with the data for the script."""


def is_live_page(page: str) -> bool:
    """Return whether the examples of a page get buttons."""
    return page in ("index", "quickstart", "tutorial") or page.startswith("howto/")


def live_folder(app: Sphinx) -> Path:
    """Return the folder of `tools.live_examples`, which may not exist."""
    return Path(app.confdir, app.config.live_folder)


def has_playground(app: Sphinx) -> bool:
    """Return whether the finished pages will contain the playground with its runtime."""
    return any(Path(app.confdir, folder, SHARED).is_file() for folder in app.config.html_extra_path)


def set_tag(app: Sphinx, _: Config) -> None:
    """Set the tag if the folder exists."""
    if live_folder(app).is_dir():
        app.tags.add(TAG)


def mark_examples(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put an element around each example of a page that can run."""
    if app.builder.format != "html" or TAG not in app.tags or not is_live_page(page):
        return
    listed = tomllib.loads(LIST.read_text("utf-8"))
    lines = {row["line"] for row in listed["cannot_run"] if row["page"] == page}
    packages = " ".join(listed["packages"].get(page, ()))
    for number, (example, file) in enumerate(_list_runnable(doctree, lines), start=1):
        facts = {"data-number": str(number), "data-file": file, "data-packages": packages}
        marked = LiveExample("", facts={name: value for name, value in facts.items() if value})
        # replace_self() would give the id of the example to both elements.
        example.parent.replace(example, marked)
        marked += example


def _list_runnable(doctree: nodes.document, lines: set[str]) -> Iterator[tuple[nodes.Element, str]]:
    """Yield the examples without one of *lines*, each with the name of its file, or an empty string."""
    for block in list(doctree.findall(nodes.literal_block)):
        is_excerpt = "source" in block
        if block.get("language") != "python" or is_excerpt or lines & set(block.astext().splitlines()):
            continue
        parent = block.parent
        if isinstance(parent, nodes.container) and parent.get("literal_block"):
            yield parent, next(parent.findall(nodes.caption)).astext()
        else:
            yield block, ""


def visit_example(writer: HTML5Translator, node: LiveExample) -> None:
    """Write the start of the element."""
    writer.body.append(writer.starttag(node, "div", CLASS="live-example", **node["facts"]))


def depart_example(writer: HTML5Translator, _: LiveExample) -> None:
    """Write the end of the element."""
    writer.body.append("</div>\n")


def add_script(app: Sphinx, *facts: Any) -> None:
    """Add script and styles to the pages with marked examples."""
    doctree = facts[-1]  # None for pages without a text of ours
    if doctree is not None and any(doctree.findall(LiveExample)):
        app.add_css_file("live/run.css")
        app.add_js_file("live/run.js", type="module", loading_method=None)


def copy_folder(app: Sphinx, error: Exception | None) -> None:
    """Copy the files that the examples need to the finished pages, without a second copy of the runtime."""
    if error is not None or app.builder.format != "html" or TAG not in app.tags:
        return
    source, target = live_folder(app), Path(app.outdir, "_static", "live")
    runtime = target / "runtime"
    shutil.rmtree(runtime, ignore_errors=True)  # an earlier build may have had no playground
    is_shared = has_playground(app)
    ignored = shutil.ignore_patterns("runtime") if is_shared else None
    shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
    if is_shared:
        runtime.mkdir()
        (runtime / "engine.js").write_text(PASS_ON, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the handlers."""
    app.add_config_value("live_folder", "_live", "html")
    app.add_node(LiveExample, html=(visit_example, depart_example))
    app.connect("config-inited", set_tag)
    app.connect("doctree-resolved", mark_examples)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", copy_folder)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
