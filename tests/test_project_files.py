"""The files beside the code: each can be read, and a fact that stands in several of them is the same in all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import magnum_sal

ROOT = Path(__file__).parent.parent
NOXFILE = (ROOT / "noxfile.py").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]

PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
"""The Pythons that the project promises, oldest first; every other list has to be this one."""

SESSIONS = re.findall(r"^def (\w+)\(session", NOXFILE, re.MULTILINE)
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(name: str | Path) -> Any:
    """Return what a YAML file of the project says."""
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all jobs of all workflows, with their names."""
    for path in WORKFLOWS:
        yield from read(path)["jobs"].items()


def steps() -> Iterator[dict[str, Any]]:
    """Yield all steps of all jobs."""
    for _, job in jobs():
        yield from job["steps"]


def values(data: Any, key: str) -> Iterator[Any]:
    """Yield all that stands under *key*, however deep."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                yield value
            yield from values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from values(value, key)


def test_the_pythons_are_the_same_everywhere() -> None:
    """Metadata, sessions, workflows, tools."""
    oldest = PYTHONS[0]
    assert PROJECT["requires-python"] == f">={oldest}"
    assert PYPROJECT["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert PYPROJECT["tool"]["pyright"]["pythonVersion"] == oldest
    (listed,) = re.findall(r"^PYTHONS = \((.*)\)$", NOXFILE, re.MULTILINE)
    assert re.findall(r"[\d.]+", listed) == PYTHONS
    assert dict(jobs())["tests"]["strategy"]["matrix"]["python"] == PYTHONS
    assert dict(jobs())["build"]["steps"][1]["with"]["python-version"].split() == PYTHONS
    compiled = PYPROJECT["tool"]["cibuildwheel"]["build"].split()
    assert compiled == [f"cp{version.replace('.', '')}-*" for version in PYTHONS]
    for version in values([read(path) for path in WORKFLOWS], "python-version"):
        assert version.startswith("$") or set(version.split()) <= set(PYTHONS)
    assert read(".readthedocs.yaml")["build"]["tools"]["python"] in PYTHONS


def test_each_system_is_tested() -> None:
    """Versions and promises names three."""
    systems = dict(jobs())["tests"]["strategy"]["matrix"]["system"]
    assert [system.partition("-")[0] for system in systems] == ["ubuntu", "macos", "windows"]


def test_the_sessions_that_workflows_run_are_there() -> None:
    """By name, or out of a matrix."""
    named = set(dict(jobs())["sessions"]["strategy"]["matrix"]["session"])
    for step in steps():
        named |= set(re.findall(r"nox -s (\w+)", step.get("run", "")))
    assert named <= set(SESSIONS)


def test_each_group_is_that_of_a_session() -> None:
    """A dependency group that nothing installs is left over."""
    groups = set(PYPROJECT["dependency-groups"])
    assert groups <= set(SESSIONS)
    assert set(re.findall(r'group\("(\w+)"\)', NOXFILE)) == groups


def test_the_extras_that_are_installed_are_there() -> None:
    """In sessions, workflows, the documentation's build and the check before landing."""
    files = [*WORKFLOWS, ROOT / "noxfile.py", ROOT / ".readthedocs.yaml", ROOT / ".ci" / "run"]
    for path in files:
        for extras in re.findall(r'(?:\.|\.whl\)|")\[([a-z,]+)\]"', path.read_text("utf-8")):
            assert set(extras.split(",")) <= set(EXTRAS), path.name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_little(path: Path) -> None:
    """It reads the source; to publish is one job's right, and actions are of a version that is named."""
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    more = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert more in ({}, {"publish": {"id-token": "write"}})
    for used in values(workflow, "uses"):
        assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+|[0-9a-f]{40})", used), used
    for command in values(workflow, "run"):
        assert "${{ github" not in str(command), "what others write is given as a variable, never put into a command"
        assert "\n" not in str(command)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks(path: Path) -> None:
    """Each form has a name, says when to take it, and every question an id and a label."""
    form = read(path)
    assert form["name"]
    assert form["description"]
    questions = [item for item in form["body"] if item["type"] != "markdown"]
    assert len({item["id"] for item in questions}) == len(questions) > 0
    assert all(item["attributes"]["label"] for item in questions)


def test_a_report_asks_for_what_is_needed() -> None:
    """The log above all."""
    report = read(".github/ISSUE_TEMPLATE/bug.yml")
    asked = [item["id"] for item in report["body"] if "id" in item]
    assert asked == ["log", "happened", "expected", "rule", "command", "version"]


def test_the_citation_is_that_of_the_project() -> None:
    """Version and date are the changelog's, the words those of the metadata; what is not released has no date."""
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == magnum_sal.__version__
    released = dict(re.findall(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE))
    released = {version: date.fromisoformat(day) for version, day in released.items()}
    assert citation.get("date-released") == released.get(citation["version"])
    assert Version(citation["version"]).is_devrelease == ("date-released" not in citation)
    assert Version(citation["version"]) >= max(map(Version, released))
    assert citation["abstract"] == PROJECT["description"]
    assert citation["license"] == PROJECT["license"]
    assert citation["keywords"] == PROJECT["keywords"]
    assert citation["url"] == PROJECT["urls"]["Documentation"]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]
    assert citation["authors"] == PROJECT["authors"]


def test_the_hooks_run_what_is_installed() -> None:
    """So the versions of the tools stand in one place; the last hook is a program of this project."""
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}
    programs = [hook["entry"].split() for hook in repository["hooks"]]
    assert {words[0] for words in programs} == {"ruff", "mypy", "python"}
    assert all((ROOT / words[1]).exists() for words in programs if words[0] == "python")


def requirements(extra: str) -> Iterator[Requirement]:
    """Yield what an extra of this project asks for, through the extras that it is made of."""
    for text in EXTRAS[extra]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            for further in requirement.extras:
                yield from requirements(further)
        else:
            yield requirement


def test_the_constraints_fit_the_requirements() -> None:
    """Names and versions alone; one for everything that a developer installs, within the bounds of the metadata."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert all(re.fullmatch(r"[a-z0-9._-]+", name) for name in pins)
    assert all(re.fullmatch(r"[0-9a-z.+!]+", version) for version in pins.values())
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    for requirement in (*map(Requirement, PROJECT["dependencies"]), *requirements("dev")):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_files_that_are_too_long_are_in_the_catalogue() -> None:
    """The style guide lists the files with more than 400 lines, and those alone."""
    page = (ROOT / "docs" / "style.md").read_text("utf-8")
    homes = {f"{folder}/": ROOT / folder for folder in ("tests", "examples", "benchmarks", "tools")}
    homes["src/magnum_sal/"] = Path(magnum_sal.__file__).parent  # which may be installed, and src not there
    long = {
        home + path.relative_to(folder).as_posix()
        for home, folder in homes.items()
        for path in folder.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > 400
    }
    assert set(re.findall(r"^\| over 400 lines.*\| `(.+)` \|$", page, re.MULTILINE)) == long
