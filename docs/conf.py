"""The configuration of Sphinx for the documentation: `sphinx-build -W -n docs docs/_build/html`."""

import gc
import importlib.util
import re
import runpy
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.ext.autodoc.mock import _MockModule

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "docs" / "_extensions"), str(ROOT / "src")]

project = "magnum_sal"
author = "magnum_sal contributors"
copyright = "2026, magnum_sal contributors"
release = version = runpy.run_path(str(ROOT / "src" / "magnum_sal" / "_internal" / "versions.py"))["__version__"]

# The pages describe the game for OpenSpiel even if this large package is not installed.
if importlib.util.find_spec("pyspiel") is None:
    sys.modules["pyspiel"] = _MockModule("pyspiel")

# Draw the gallery's pictures and collect the changes before Sphinx reads the pages.
runpy.run_path(str(ROOT / "docs" / "pictures.py"), run_name="__main__")
runpy.run_path(str(ROOT / "docs" / "unreleased.py"))["write_draft"](release)

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "sphinx_design"]
extensions += [
    "api_entries",
    "api_links",
    "changed_names",
    "enlargeable",
    "public_names",
    "rule_index",
    "rule_links",
    "rule_texts",
    "run_buttons",
    "worked_examples",
]
exclude_patterns = ["_build", "_extensions", "_live", "_pictures", "_playground", "_unreleased"]
nitpicky = True
nitpick_ignore_regex = [(r"py:(class|exc)", r"(numpy|npt?|gymnasium|spaces)\..*")]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"magnum_sal {release}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("accessible.js", {"defer": "defer"})]
# `nox -s playground` builds the site without a server. If it exists, it is part of the pages, which then link to it.
# Examples that run use its runtime (run_buttons.py).
if (ROOT / "docs" / "_playground" / "play").is_dir():
    html_extra_path = ["_playground"]
    tags.add("playground")  # noqa: F821 - Sphinx defines the tags
html_search_scorer = str(ROOT / "docs" / "search_order.js")
html_favicon = str(ROOT / "src" / "magnum_sal" / "web" / "static" / "icon.svg")  # the icon of the tables in the browser
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/addresses.html",
        "sidebar/scroll-end.html",
    ]
}

# pyproject.toml has the addresses of the project, for the package index and for these pages.
urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})
html_context = {"addresses": {name: urls[name] for name in ("Source", "Issues") if name in urls}}
html_theme_options = {}
if urlsplit(urls.get("Source", "")).hostname == "github.com":
    html_theme_options = {
        "source_repository": urls["Source"],
        "source_branch": "main",
        "source_directory": "docs/",
        "top_of_page_buttons": ["view"],
    }

if tags.has("check"):  # noqa: F821 - Sphinx defines the tags that `-t` sets
    # Warnings do not depend on the theme, and Sphinx needs more time for the menu of a page than for the page.
    html_theme, html_theme_options, html_sidebars = "basic", {}, {}
    gc.disable()  # It would examine all pages again and again.

    def setup(app: Sphinx) -> None:
        """Build no search index, because it causes no warnings, either."""
        app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))

else:
    extensions.append("sphinx.ext.viewcode")  # its pages are more than half of all, and contain nothing to warn about

# `nox -s links` requests external addresses. It leaves out the project's own addresses until the first release (then
# remove that line), servers on the reader's machine, and links between pages.
linkcheck_ignore = [re.escape(address) for address in urls.values()]
linkcheck_ignore += [r"http://(localhost|127\.0\.0\.1)[:/]", r"(?!https?://)"]
linkcheck_timeout = 20
linkcheck_retries = 3

# The copy button copies only what the reader types, without outputs.
copybutton_selector = "div:not(.highlight-output) > div.highlight > pre"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
