"""
Draw the icons of the playground as PNG files, for iOS and for installers that do not read SVG.

A headless Chromium draws them when the site is built, so no picture is in the repository. A site without them works,
but iOS shows a picture of the page as its icon.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tools.browser_runtime import MissingProgramError

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 60
"""The maximum number of seconds for one icon."""
APPLE = "apple-touch-icon.png"
"""The icon for iOS, which rounds the corners itself and therefore needs an icon with square corners."""
PAGE = """<!doctype html>
<style>html, body { margin: 0; } img { display: block; width: 100vw; height: 100vh; }</style>
<img src="icon.svg" alt="">
"""


def find_browser() -> str:
    """Return the Chromium in the environment or an installed one. Raises ``MissingProgramError`` if there is none."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        raise MissingProgramError("there is no Chromium; name one in CHROMIUM=/path/to/it")
    return path


def draw_icons(any_icon: Path, maskable: Path, folder: Path) -> list[dict[str, Any]]:
    """
    Draw all icons into a folder, and return their entries in the manifest, which is one folder above.

    Raises:
        MissingProgramError: there is no Chromium, or it cannot draw the icons.
    """
    browser = find_browser()
    folder.mkdir()
    draw_icon(browser, maskable, 180, folder / APPLE)
    entries = []
    for drawing, size, purpose in ((any_icon, 192, "any"), (any_icon, 512, "any"), (maskable, 512, "maskable")):
        name = f"{purpose}-{size}.png"
        draw_icon(browser, drawing, size, folder / name)
        entries.append(
            {"src": f"{folder.name}/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        )
    return entries


def draw_icon(browser: str, drawing: Path, size: int, path: Path) -> None:
    """Draw an SVG file as a square PNG file whose sides have this many pixels."""
    with tempfile.TemporaryDirectory() as temporary:
        page = Path(temporary, "icon.html")
        page.write_text(PAGE, "utf-8")
        shutil.copyfile(drawing, page.with_name("icon.svg"))
        options = ["--headless", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium has no sandbox for root.
        options += ["--default-background-color=00000000", f"--window-size={size},{size}", f"--screenshot={path}"]
        options += [f"--user-data-dir={temporary}/profile", page.as_uri()]
        try:
            subprocess.run([browser, *options], check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            raise MissingProgramError(f"{browser} cannot draw icons: {error}") from error
    if not path.exists() or measure_picture(path) != (size, size):
        raise MissingProgramError(f"{browser} has not drawn {path.name} with {size} pixels")


def measure_picture(path: Path) -> tuple[int, int]:
    """Return the width and the height of a PNG file, from its first chunk; (0, 0) if it is not one."""
    head = path.read_bytes()[:24]
    if head[:8] != b"\x89PNG\r\n\x1a\n" or len(head) < 24:
        return 0, 0
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
