"""The lowest versions that the metadata allow, and the constraints for the installed versions."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from tools import pin_versions
from tools.lowest_versions import PYPROJECT, lowest_versions, main

PROJECT: dict[str, Any] = {  # The metadata as parsed from TOML.
    "name": "game",
    "dependencies": ["attrs>=24.2"],
    "optional-dependencies": {
        "web": ["starlette>=0.47,<1", "attrs>=25.1"],
        "tests": ["game[web]", "pytest>=8.3"],
        "loose": ["rich"],
    },
}


def test_the_lowest_versions_are_the_lower_bounds() -> None:
    """
    The lower bounds of the library and its extras are used, through nested extras.

    The highest bound of a package counts.
    """
    assert lowest_versions(PROJECT, []) == ["attrs==24.2"]
    assert lowest_versions(PROJECT, ["tests"]) == ["attrs==25.1", "pytest==8.3", "starlette==0.47"]


def test_a_dependency_has_one_lower_bound() -> None:
    """A dependency without a lower bound is an error, because no version could be chosen."""
    with pytest.raises(ValueError, match="rich has no lower bound, or more than one"):
        lowest_versions(PROJECT, ["loose"])


def test_each_dependency_of_the_project_has_a_lower_bound(tmp_path: Path) -> None:
    """All dependencies in all extras have a lower bound."""
    extras = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    main(",".join(extras), str(tmp_path / "lowest.txt"))
    lines = (tmp_path / "lowest.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\d.]+", line) for line in lines)
    assert {"attrs==24.2", "cattrs==24.1"} <= set(lines)


@pytest.mark.slow
def test_constraints_are_the_installed_versions(tmp_path: Path) -> None:
    """The file starts with its reason and lists the installed versions without the library and without installers."""
    pin_versions.main([str(tmp_path / "constraints.txt")])
    head, *lines = (tmp_path / "constraints.txt").read_text("utf-8").splitlines()
    assert head.startswith("# The versions that the checks run with")
    assert f"pytest=={version('pytest')}" in lines
    assert {line.partition("==")[0] for line in lines} & {"magnum-sal", "pip"} == set()
    assert lines[1:] == sorted(lines[1:], key=lambda line: line.partition("==")[0])
