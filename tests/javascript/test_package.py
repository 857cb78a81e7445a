"""The files of the package for npm: generated parts, version, contents and size."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from packaging.version import Version
from tests.javascript.building import PACKAGE, PATIENCE, ROOT, build_package, find_program
from tools.javascript_client import MANIFEST, MESSAGES, format_manifest, format_messages, main, npm_version

import magnum_sal
from magnum_sal import __version__
from magnum_sal.protocol.schemas import typescript

LARGEST = 60_000
"""The most bytes that the package may have when it is downloaded."""
SOURCES = sorted(path.stem for path in (PACKAGE / "src").glob("*.ts"))


def address_of(name: str) -> str:
    """Return one of the project's addresses, as the metadata of the library name it."""
    found = re.search(rf'^{name} = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.mark.slow
def test_the_types_are_up_to_date() -> None:
    """The committed types are those that ``python -m tools.javascript_client`` writes."""
    assert MESSAGES.read_text("utf-8") == format_messages()


@pytest.mark.slow
def test_the_client_has_one_vocabulary() -> None:
    """The types of the client differ from the published ones only in the name of one field."""
    published, ours = typescript().splitlines(), format_messages().splitlines()
    assert len(published) == len(ours)
    different = [pair for pair in zip(published, ours, strict=True) if pair[0] != pair[1]]
    assert different == [("  over: boolean;", "  is_over: boolean;")]


def test_another_installed_library_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the imported library is not the one beside the package, for example an earlier version, nothing is written."""
    before = MANIFEST.read_bytes(), MESSAGES.read_bytes()
    monkeypatch.setattr(magnum_sal, "__file__", str(tmp_path / "magnum_sal" / "__init__.py"))
    with pytest.raises(SystemExit, match=r"this would copy from .*magnum_sal; install this copy of the project with: "):
        main()
    assert (MANIFEST.read_bytes(), MESSAGES.read_bytes()) == before


def test_the_version_is_that_of_the_library() -> None:
    """The manifest has the version of the library, in the form that npm requires."""
    text = MANIFEST.read_text("utf-8")
    assert text == format_manifest(text)
    assert json.loads(text)["version"] == npm_version(__version__)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("0.2.0.dev0", "0.2.0-dev.0"),
        ("0.2.0a1", "0.2.0-alpha.1"),
        ("1.0.0rc2.dev3", "1.0.0-rc.2.dev.3"),
        ("1.0.0", "1.0.0"),
    ],
)
def test_versions(version: str, expected: str) -> None:
    """Stages before a release come after a hyphen, with a dot before their numbers, so npm orders them correctly."""
    assert str(Version(version)) == version
    assert npm_version(version) == expected


def test_the_manifest() -> None:
    """The package needs no other package, exports only files that have sources, and names the project's addresses."""
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    assert "dependencies" not in manifest
    assert manifest["peerDependenciesMeta"] == {name: {"optional": True} for name in manifest["peerDependencies"]}
    for paths in manifest["exports"].values():
        assert set(paths) == {"types", "default"}
        for path in paths.values():
            name = re.fullmatch(r"\./dist/(\w+)\.(?:d\.ts|js)", path)
            assert name is not None
            assert name[1] in SOURCES
    assert manifest["repository"]["url"] == f"git+{address_of('Source')}.git"
    host = address_of("Documentation").partition("/en/")[0]
    linked = re.findall(r"https://[\w./-]+", (PACKAGE / "README.md").read_text("utf-8"))
    assert linked
    assert [address for address in linked if not address.startswith((host, address_of("Source")))] == []


def test_only_typescript_is_committed() -> None:
    """The sources import each other by the names of compiled files, and no compiled file lies beside them."""
    for path in (PACKAGE / "src").iterdir():
        assert path.suffix == ".ts", path
        for name in re.findall(r'from "\./(.*?)"', path.read_text("utf-8")):
            assert name.removesuffix(".js") in SOURCES, f"{path.name} imports {name}"


@pytest.mark.long
def test_what_npm_would_publish() -> None:
    """The package contains the compiled files, the README and the license, and is small."""
    folder = build_package()
    done = subprocess.run(
        [find_program("npm"), "pack", "--dry-run", "--json"],
        cwd=folder,
        env=os.environ | {"npm_config_offline": "true", "npm_config_update_notifier": "false"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    (packed,) = json.loads(done.stdout[done.stdout.index("[\n") :])
    assert packed["version"] == npm_version(__version__)
    compiled = {f"dist/{name}{ending}" for name in SOURCES for ending in (".js", ".d.ts")}
    assert {file["path"] for file in packed["files"]} == {"package.json", "README.md", "LICENSE"} | compiled
    assert packed["size"] < LARGEST
