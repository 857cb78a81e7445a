"""How Sphinx builds the documentation: `sphinx-build -W -n docs docs/_build/html`."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent

project = "magnum_sal"
author = "magnum_sal contributors"
copyright = "2026, magnum_sal contributors"
release = version = runpy.run_path(str(ROOT / "src" / "magnum_sal" / "_version.py"))["__version__"]

# The gallery's pictures are drawn before the pages are read.
runpy.run_path(str(ROOT / "docs" / "pictures.py"), run_name="__main__")

extensions = ["myst_parser"]
exclude_patterns = ["_build", "_pictures"]
nitpicky = True

myst_enable_extensions = ["colon_fence"]

html_theme = "furo"
html_title = f"magnum_sal {release}"
html_copy_source = False
