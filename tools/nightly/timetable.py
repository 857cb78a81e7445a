"""The timetable of the checks: read it from the files that run them, and write it into docs/checks.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from .parts import PARTS
from .records import ROOT

PAGE = ROOT / "docs" / "checks.md"
RELEASING = ROOT / "docs" / "releasing.md"

PROGRAMS = {"pytest": "tests", "mypy": "typing", "ruff": "lint", "sphinx-build": "docs"}
"""The programs that `.ci/run` and workflows start without nox, each with the equivalent session."""
COLUMNS = ("README's tests", "`.ci/run`", "pull request", "week", "night", "release")


def read_sessions() -> list[str]:
    """Return the names of all nox sessions, in the order of noxfile.py."""
    return re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE)


def sessions_run_by(text: str) -> set[str]:
    """Return the nox sessions that lines of a shell script run, or whose programs they start."""
    named = {name for names in re.findall(r"nox -s ((?:\w+ ?)+)", text) for name in names.split()}
    started = {session for program, session in PROGRAMS.items() if re.search(rf"(?<![\w-]){program}(?![\w-])", text)}
    compared = {"builds"} if re.search(r"tests\.both_builds|cibuildwheel ", text) else set()
    return named | started | compared


def read_workflows() -> dict[str, set[str]]:
    """Return the nox sessions that workflows other than the night run, by column."""
    import yaml  # needed only to write or test the tables

    found: dict[str, set[str]] = {"pull request": set(), "week": set(), "release": set()}
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        workflow = yaml.safe_load(path.read_text("utf-8"))
        triggers = workflow[True]  # YAML reads the key `on` as true
        for job in workflow["jobs"].values() if path.name != "nightly.yml" else ():
            sessions = set(job.get("strategy", {}).get("matrix", {}).get("session", ()))
            for step in job.get("steps", ()):
                sessions |= sessions_run_by(step.get("run", ""))
                if ".ci/run" in step.get("run", ""):
                    sessions |= sessions_run_by(read_gate())
            if "pull_request" in triggers:
                found["pull request"] |= sessions
            if any(time["cron"].split()[-1] != "*" for time in triggers.get("schedule", ())):
                found["week"] |= sessions
            if "tags" in (triggers.get("push") or {}):
                found["release"] |= sessions
    return found


def read_gate() -> str:
    """Return the text of `.ci/run`, without comments."""
    text = (ROOT / ".ci" / "run").read_text("utf-8")
    return re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)


def release_steps() -> str:
    """Return the steps of a release, from the page for maintainers."""
    _, _, text = RELEASING.read_text("utf-8").partition("\n## Make a release\n")
    return text.partition("\n## ")[0]


def read_times() -> dict[str, Mapping[str, str]]:
    """Return the cells of each column by session: `yes`, or the parts of the night."""
    workflows = read_workflows()
    night: dict[str, list[str]] = {}
    for part in PARTS:
        for step in part.steps:
            if step.session is not None and part.name not in night.setdefault(step.session, []):
                night[step.session].append(part.name)
    columns: list[Mapping[str, str]] = [
        {"tests": "fast"},
        dict.fromkeys(sessions_run_by(read_gate()), "yes") | {"tests": "all but the long ones"},
        dict.fromkeys(workflows["pull request"], "yes"),
        dict.fromkeys(workflows["week"], "yes"),
        {session: _join_names(parts) for session, parts in night.items()},
        dict.fromkeys(workflows["release"] | sessions_run_by(release_steps()), "yes"),
    ]
    return dict(zip(COLUMNS, columns, strict=True))


def timetable_rows() -> Iterator[str]:
    """Yield the table of what runs when: a row for each session that runs automatically somewhere."""
    times = read_times()
    yield from _head(("session", *COLUMNS))
    for session in read_sessions():
        cells = [times[column].get(session, "") for column in COLUMNS]
        if any(cells):
            yield _row((f"`{session}`", *cells))


def part_rows() -> Iterator[str]:
    """Yield the table of the parts of the night."""
    yield from _head(("part", "what it runs", "what it adds", "CPU minutes per part"))
    for reason, group in groupby(PARTS, lambda part: part.reason):  # parts of one sample share a row
        parts = tuple(group)
        steps = "; ".join(step.name for part in parts for step in part.steps)
        minutes = ", ".join(str(part.cpu_minutes) for part in parts)
        yield _row((_join_names([part.name for part in parts]), steps, reason, minutes))


def _join_names(names: Sequence[str]) -> str:
    """Return the names of parts as one text; a numbered series becomes its first and last name."""
    numbered = len(names) > 1 and len({re.sub(r"\d+$", "", name) for name in names}) == 1
    return f"{names[0]} to {names[-1]}" if numbered else ", ".join(names)


def _head(names: Iterable[str]) -> tuple[str, str]:
    names = tuple(names)
    return _row(names), "|" + "---|" * len(names)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def replace_tables(page: str) -> str:
    """Return the page of checks with both tables up to date."""
    for name, rows in (("what runs when", timetable_rows()), ("parts of the night", part_rows())):
        begin, end = f"<!-- {name}: `python -m tools.nightly --timetable` -->\n\n", f"\n<!-- end: {name} -->"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"{PAGE} has no place for the table {name!r}")
        page = before + begin + "".join(f"{row}\n" for row in rows) + end + after
    return page


def write_timetable() -> None:
    """Write both tables into the page of checks."""
    PAGE.write_text(replace_tables(PAGE.read_text("utf-8")), "utf-8")
