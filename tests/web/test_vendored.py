"""The libraries of others that the page contains, and their licences."""

from __future__ import annotations

from pathlib import Path

from magnum_sal import web

STATIC = Path(web.__file__).with_name("static")
VENDORED = sorted((STATIC / "vendor").glob("*.js"))


def test_each_library_has_its_licence_and_is_used() -> None:
    """Beside each library lies its licence, and a module of the page imports it."""
    licences = sorted((STATIC / "vendor").glob("*.LICENSE"))
    assert [path.stem for path in VENDORED] == [path.stem for path in licences] != []
    assert all("Permission" in path.read_text(encoding="utf-8") for path in licences)
    own = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    assert [path.name for path in VENDORED if f'from "./vendor/{path.name}"' not in own] == []
