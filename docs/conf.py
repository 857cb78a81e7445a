"""How Sphinx builds the documentation: `sphinx-build -W -n docs docs/_build/html`."""

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "docs" / "_extensions"), str(ROOT / "src")]

project = "magnum_sal"
author = "magnum_sal contributors"
copyright = "2026, magnum_sal contributors"
release = version = runpy.run_path(str(ROOT / "src" / "magnum_sal" / "versions.py"))["__version__"]

# The gallery's pictures are drawn before the pages are read.
runpy.run_path(str(ROOT / "docs" / "pictures.py"), run_name="__main__")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
extensions += ["api_entries", "api_links", "rule_index", "rule_links", "rule_texts", "worked_examples"]
exclude_patterns = ["_build", "_extensions", "_pictures"]
nitpicky = True

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"magnum_sal {release}"
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
