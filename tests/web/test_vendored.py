"""The libraries of others that the page contains, and their licences."""

from __future__ import annotations

import tomllib
from pathlib import Path

from magnum_sal import web

ROOT = Path(__file__).parents[2]
STATIC = Path(web.__file__).with_name("static")
VENDORED = sorted((STATIC / "vendor").glob("*.js"))


def test_each_library_has_its_licence_and_is_used() -> None:
    """Beside each library lies its licence, and a module of the page imports it."""
    licences = sorted((STATIC / "vendor").glob("*.LICENSE"))
    assert [path.stem for path in VENDORED] == [path.stem for path in licences] != []
    assert all("Permission" in path.read_text(encoding="utf-8") for path in licences)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = {path.name for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    assert stated == {"LICENSE", *(path.name for path in licences)}
    assert set(project["license"].split(" AND ")) == {"MIT", "ISC", "BSD-3-Clause", "0BSD"}
    own = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    assert [path.name for path in VENDORED if f'from "./vendor/{path.name}"' not in own] == []
