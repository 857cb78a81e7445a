"""The project's files beside the code can be read, and a fact that is in several files is the same in all."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import magnum_sal

ROOT = Path(__file__).parents[2]
NOXFILE = (ROOT / "noxfile.py").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]

RIGHTS = {
    ("release", "provenance"): {"id-token": "write", "attestations": "write"},
    ("release", "publish"): {"id-token": "write"},
    ("benchmarks", "comment"): {"pull-requests": "write"},
}
"""The permissions of jobs beyond reading the source, by workflow and job. None of these jobs checks anything out."""

AHEAD = {"next_python": "3.15-dev", "free_threaded": "3.14t"}
"""Jobs of the checks that run on a Python that the project does not promise."""

PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
"""The Pythons that the project promises, oldest first. Every other list must equal this one."""

SESSIONS = re.findall(r"^def (\w+)\(session", NOXFILE, re.MULTILINE)
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@cache
def read(name: str | Path) -> Any:
    """Return the contents of a YAML file of the project."""
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def jobs(workflow: str) -> dict[str, dict[str, Any]]:
    """Return the jobs of a workflow by their names."""
    found: dict[str, dict[str, Any]] = read(f".github/workflows/{workflow}.yml")["jobs"]
    return found


def values(data: Any, key: str) -> Iterator[Any]:
    """Yield all values under *key*, at any depth."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                yield value
            yield from values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from values(value, key)


def test_the_pythons_are_the_same_everywhere() -> None:
    """Metadata, sessions, workflows and tools name the same Pythons."""
    oldest = PYTHONS[0]
    assert PROJECT["requires-python"] == f">={oldest}"
    assert PYPROJECT["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert PYPROJECT["tool"]["pyright"]["pythonVersion"] == oldest
    (listed,) = re.findall(r"^PYTHONS = \((.*)\)$", NOXFILE, re.MULTILINE)
    assert re.findall(r"[\d.]+", listed) == PYTHONS
    assert jobs("checks")["tests"]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs("release")["build"]["steps"][1]["with"]["python-version"].split() == PYTHONS
    # The last Python of the night is the one of the command `python`, so the order differs.
    assert sorted(jobs("nightly")["night"]["steps"][1]["with"]["python-version"].split()) == sorted(PYTHONS)
    compiled = PYPROJECT["tool"]["cibuildwheel"]["build"].split()
    assert compiled == [f"cp{version.replace('.', '')}-*" for version in PYTHONS]
    for name, version in AHEAD.items():
        assert [*values(jobs("checks")[name], "python-version")] == [version]
    assert AHEAD["next_python"].removesuffix("-dev") not in PYTHONS
    for version in values([read(path) for path in WORKFLOWS], "python-version"):
        assert version.startswith("$") or set(version.split()) <= {*PYTHONS, *AHEAD.values()}
    assert read(".readthedocs.yaml")["build"]["tools"]["python"] in PYTHONS


def test_each_system_is_tested() -> None:
    """The checks run on the three systems that "Versions and promises" names: Linux, macOS and Windows."""
    systems = jobs("checks")["tests"]["strategy"]["matrix"]["system"]
    assert [system.partition("-")[0] for system in systems] == ["ubuntu", "macos", "windows"]


def test_the_sessions_that_workflows_run_exist() -> None:
    """All workflows run only existing sessions, named in a command or in a matrix."""
    workflows = [read(path) for path in WORKFLOWS]
    commands = "\n".join(map(str, values(workflows, "run")))
    named = {word for words in re.findall(r"nox -s((?: \w+)+)", commands) for word in words.split()}
    for listed in values(workflows, "session"):
        named |= {listed} if isinstance(listed, str) else set(listed)
    assert named <= set(SESSIONS)
    assert named >= {"lint", "typing", "docs", "release", "links", "compare"}


def test_each_dependency_group_belongs_to_a_session() -> None:
    """A dependency group that no session installs is unused."""
    groups = set(PYPROJECT["dependency-groups"])
    assert groups <= set(SESSIONS)
    assert set(re.findall(r'group\("(\w+)"\)', NOXFILE)) == groups


def test_the_extras_that_are_installed_exist() -> None:
    """Sessions, workflows, the documentation's build and the check before landing install only existing extras."""
    files = [*WORKFLOWS, ROOT / "noxfile.py", ROOT / ".readthedocs.yaml", ROOT / ".ci" / "run"]
    for path in files:
        for extras in re.findall(r'(?:\.|\.whl\)|")\[([a-z,]+)\]"', path.read_text("utf-8")):
            assert set(extras.split(",")) <= set(EXTRAS), path.name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_few_permissions(path: Path) -> None:
    """A workflow has none, and a job may only read the source, except jobs that publish or post."""
    workflow = read(path)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        checks_out = any("checkout" in step.get("uses", "") for step in job["steps"])
        expected = RIGHTS.get((path.stem, name), {"contents": "read"} if checks_out else {})
        assert job.get("permissions", {}) == expected, name
        assert not (checks_out and "write" in expected.values()), "what has rights runs no code of a branch"
    for step in (step for job in workflow["jobs"].values() for step in job["steps"]):
        if "checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False
    for command in values(workflow, "run"):
        if isinstance(command, str):
            assert "${{" not in command, "what others write is given as a variable, never put into a command"
            assert "\n" not in command


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_each_action_is_pinned(path: Path) -> None:
    """An action is pinned to a commit, which nobody can move, with its version in a comment."""
    written = re.findall(r"uses: (.*)", path.read_text("utf-8"))
    assert written
    for used in written:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used
    assert len(written) == len([*values(read(path), "uses")])


def test_an_action_has_one_version() -> None:
    """All workflows use the same version, which dependabot raises in all of them at once."""
    lines = {line for path in WORKFLOWS for line in re.findall(r"uses: (.*)", path.read_text("utf-8"))}
    assert len(lines) == len({line.partition("@")[0] for line in lines})


def test_one_check_requires_all_others() -> None:
    """This check waits for every job of the checks except those that may fail, and gets the result of each."""
    required = jobs("checks")["required"]
    checks = {name: job for name, job in jobs("checks").items() if name != "required"}
    assert required["needs"] == [name for name, job in checks.items() if not job.get("continue-on-error")]
    assert [name for name, job in checks.items() if job.get("continue-on-error")] == ["next_python"]
    assert required["if"] == "always()"
    assert required["env"] == {"RESULTS": "${{ join(needs.*.result, ' ') }}"}


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="the workflow has a bash of Linux")
@pytest.mark.parametrize(
    ("results", "passes"),
    [
        ("success success", True),
        ("success skipped", True),
        ("success failure", False),
        ("failure skipped skipped", False),
        ("success cancelled", False),
    ],
)
def test_the_required_check_fails_if_another_one_fails(results: str, passes: bool) -> None:
    """Its command runs as on the hosting site. A job that runs only for another event counts as skipped."""
    (step,) = jobs("checks")["required"]["steps"]
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    environment = {"PATH": os.environ["PATH"], "RESULTS": results}
    assert (subprocess.run(command, env=environment, check=False, capture_output=True).returncode == 0) is passes


def test_updates_are_few_and_wait() -> None:
    """There is one pull request a month for each kind, after a week in which others would have noticed problems."""
    updates = {update["package-ecosystem"]: update for update in read(".github/dependabot.yml")["updates"]}
    assert sorted(updates) == ["github-actions", "pip"]
    for update in updates.values():
        assert update["cooldown"]["default-days"] >= 7
        assert [group["patterns"] for group in update["groups"].values()] == [["*"]]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_is_complete(path: Path) -> None:
    """Each form has a name and says when to use it, and every question has an id and a label."""
    form = read(path)
    assert form["name"]
    assert form["description"]
    questions = [item for item in form["body"] if item["type"] != "markdown"]
    assert len({item["id"] for item in questions}) == len(questions) > 0
    assert all(item["attributes"]["label"] for item in questions)


def test_a_bug_report_asks_for_the_details() -> None:
    """The first question is the one for the log."""
    report = read(".github/ISSUE_TEMPLATE/bug.yml")
    asked = [item["id"] for item in report["body"] if "id" in item]
    assert asked == ["log", "happened", "expected", "rule", "command", "version"]


def test_the_citation_matches_the_project() -> None:
    """
    Version and date are the changelog's, and the words are those of the metadata.

    An unreleased version has no date.
    """
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == magnum_sal.__version__
    released = dict(re.findall(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE))
    released = {version: date.fromisoformat(day) for version, day in released.items()}
    assert citation.get("date-released") == released.get(citation["version"])
    assert Version(citation["version"]).is_devrelease == ("date-released" not in citation)
    assert Version(citation["version"]) >= max(map(Version, released))
    assert citation["abstract"] == PROJECT["description"]
    # People cite the library itself. The packages also contain libraries of others.
    assert citation["license"] == PROJECT["license"].split(" AND ")[0]
    assert citation["keywords"] == PROJECT["keywords"]
    assert citation["url"] == PROJECT["urls"]["Documentation"]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]
    assert citation["authors"] == PROJECT["authors"]


def test_the_hooks_run_installed_programs() -> None:
    """The versions of the tools are therefore in one place. The last hook is a program of this project."""
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}
    programs = [hook["entry"].split() for hook in repository["hooks"]]
    assert {words[0] for words in programs} == {"ruff", "codespell", "mypy", "python"}
    modules = [words[2] for words in programs if words[:2] == ["python", "-m"]]
    assert modules == ["tools.commit_messages"]
    assert (ROOT / f"{modules[0].replace('.', '/')}.py").exists()


def test_the_gate_checks_style_like_nox() -> None:
    """``.ci/run`` needs no nox, so it repeats the commands of ``nox -s lint`` in the same order."""
    assigned = {
        node.targets[0].id: node.value
        for node in ast.parse(NOXFILE).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    text = (ROOT / ".ci" / "run").read_text("utf-8").partition("check_style() {")[2].partition("}")[0]
    commands = [tuple(line.split()) for line in text.replace(".venv-tools/bin/", "").splitlines() if line.strip()]
    assert commands == [*ast.literal_eval(assigned["LINTERS"])]


def requirements(extra: str) -> Iterator[Requirement]:
    """Yield the requirements of an extra of this project, including those of the extras that it consists of."""
    for text in EXTRAS[extra]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            for further in requirement.extras:
                yield from requirements(further)
        else:
            yield requirement


def test_the_constraints_fit_the_requirements() -> None:
    """The file has only names and versions: one for each package to install, within the bounds of the metadata."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert all(re.fullmatch(r"[a-z0-9._-]+", name) for name in pins)
    assert all(re.fullmatch(r"[0-9a-z.+!]+", version) for version in pins.values())
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    for requirement in (*map(Requirement, PROJECT["dependencies"]), *requirements("dev")):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_files_that_are_too_long_are_in_the_style_guide() -> None:
    """The style guide lists exactly the files with more than 400 lines."""
    page = (ROOT / "docs" / "style.md").read_text("utf-8")
    homes = {f"{folder}/": ROOT / folder for folder in ("tests", "examples", "benchmarks", "tools")}
    homes["src/magnum_sal/"] = Path(magnum_sal.__file__).parent  # which may be installed, without a folder src
    long = {
        home + path.relative_to(folder).as_posix()
        for home, folder in homes.items()
        for path in folder.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > 400
    }
    long |= {path.name for path in ROOT.glob("*.py") if len(path.read_text("utf-8").splitlines()) > 400}
    assert set(re.findall(r"^\| over 400 lines.*\| `(.+)` \|$", page, re.MULTILINE)) == long
