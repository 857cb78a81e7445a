"""The modules of the page in a folder from which Node can import them."""

from __future__ import annotations

import shutil
from pathlib import Path

from magnum_sal import web

STATIC = Path(web.__file__).with_name("static")


def copy_modules(folder: Path) -> Path:
    """Return a folder inside *folder* with the modules of the page. The one that needs a screen is replaced."""
    copied = folder / "static"
    shutil.copytree(STATIC, copied)
    (copied / "package.json").write_text('{"type": "module"}', "utf-8")
    shutil.copy(Path(__file__).with_name("page_elements.mjs"), copied / "elements.js")
    return copied
