"""The parts of the night: the commands of each part, and why they do not run by day."""

from __future__ import annotations

import hashlib
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs

NOTHING: Mapping[str, str] = MappingProxyType({})


@attrs.frozen
class Step:
    """
    One command of the night.

    In `words`, `{seed}` stands for the seed of the step, `{commit}` for the commit that is checked, and `{python}` for
    the running version, such as 3.13.
    The first word is `nox` or `python`; both are run by the interpreter that runs the night.
    """

    name: str
    words: tuple[str, ...]
    environment: Mapping[str, str] = NOTHING
    seed_name: str = attrs.field(kw_only=True, default=attrs.Factory(lambda step: step.name, takes_self=True))
    """The name from which its seed is derived. Steps that share one sample have the same name."""

    @property
    def session(self) -> str | None:
        """Return the name of the nox session, without Python and parameters, or None for other commands."""
        if self.words[0] != "nox":
            return None
        return self.words[self.words.index("-s") + 1].partition("-")[0].partition("(")[0]

    def fill(self, seed: int, commit: str) -> tuple[str, ...]:
        """Return the words of the command with the step's *seed*, as a person would type them."""
        values = {"seed": str(seed), "commit": commit, "python": f"{sys.version_info.major}.{sys.version_info.minor}"}
        return tuple(word.format_map(values) for word in self.words)

    def command_line(self, seed: int, commit: str) -> str:
        """Return the shell command that repeats the step with its *seed*."""
        settings = [f"{name}={shlex.quote(value)}" for name, value in self.environment.items()]
        return " ".join([*settings, *map(_quote, self.fill(seed, commit))])

    def program(self, seed: int, commit: str) -> list[str]:
        """Return the command to start; `nox` and `python` are those that run the night."""
        first, *others = self.fill(seed, commit)
        return [sys.executable, *(("-m", "nox") if first == "nox" else ()), *others]


def _quote(word: str) -> str:
    """Return a word quoted for a shell. A session with parameters, such as tests(build='pure'), stays readable."""
    return f'"{word}"' if re.fullmatch(r"[\w.,()='-]*'[\w.,()='-]*", word) else shlex.quote(word)


@attrs.frozen
class Part:
    """Steps that one machine runs one after another in less than an hour."""

    name: str
    reason: str
    """Why the part does not run by day: what would be lost without it, or what it costs."""
    steps: tuple[Step, ...]
    cpu_minutes: int = attrs.field(kw_only=True, default=0)
    """Processor time of a whole run, including the installation, as the table at the end of a night reports it."""


def nox(session: str, *arguments: str) -> tuple[str, ...]:
    """Return the words that run a nox session. A missing interpreter is a failure: nothing would be checked."""
    return ("nox", "--error-on-missing-interpreters", "-s", session, *(("--", *arguments) if arguments else ()))


MUTANTS = 300
MUTANT_MINUTES = (71, 37, 4, 11, 12, 7)
"""
The processor time of each part, in minutes. On one machine, the first part records the tests, and the others use its
records.
"""
MUTANT_PARTS = len(MUTANT_MINUTES)


def choose_mutants(number: int) -> tuple[str, ...]:
    """Return the words that try one part of the mutants, without those that were tried for this commit before."""
    results = f"build/nightly/mutants-{{commit}}-{{seed}}-{number}.jsonl"
    sample = ("--sample", str(MUTANTS), "--seed", "{seed}", "--part", f"{number}/{MUTANT_PARTS}")
    return nox("mutants", *sample, "--minutes", "50", "--results", results)


WHOLE = ("-n", "4", "--hypothesis-profile=night", "--hypothesis-seed={seed}")
"""Options of pytest: everything that is scaled down by day runs in full, with other examples each night."""
SLOW = ("-n", "4", "-m", "slow and not long")
FEW_LONG = ("-n", "4", "--dist", "worksteal")
"""Options of pytest for tests that take minutes. A process without tests takes over tests of other processes."""
PURE, COMPILED = "tests-{python}(build='pure')", "tests-{python}(build='compiled')"
DEBUG_ALLOCATOR = MappingProxyType({"PYTHONMALLOC": "debug"})

PARTS = (
    Part(
        "suite",
        "all tests, long ones included; fails if a test takes too much time for its mark, or for having none",
        (
            Step("tests, by day", nox(PURE, "-n", "4", "-m", "not slow", "--most-cpu=0.3")),
            # One test in the browser is not marked as long, although it is.
            Step("slow tests, by day", nox(PURE, *SLOW, "--ignore=tests/browser", "--most-cpu=0.5")),
            Step("tests, pure", nox(PURE, *WHOLE)),
        ),
        cpu_minutes=64,
    ),
    Part(
        "shuffled",
        "all tests in a different order each night",
        (Step("shuffled", nox("shuffled", "--hypothesis-profile=night", "--randomly-seed={seed}")),),
        cpu_minutes=37,
    ),
    Part(
        "compiled",
        "all tests on a build compiled with full optimization; 200 games on both builds",
        (
            Step("builds", nox("builds-{python}", "--games", "200", "--first", "{seed}")),
            Step("tests, compiled", nox(COMPILED, *WHOLE)),
        ),
        cpu_minutes=53,
    ),
    Part(
        "memory-pure",
        "all tests with Python's debug allocator, which detects use of freed memory",
        (Step("tests, pure, debug allocator", nox(PURE, *WHOLE), DEBUG_ALLOCATOR),),
        cpu_minutes=64,
    ),
    Part(
        "memory-compiled",
        "the same on the compiled build, in which our own code could misuse memory",
        (Step("tests, compiled, debug allocator", nox(COMPILED, *WHOLE), DEBUG_ALLOCATOR),),
        cpu_minutes=52,
    ),
    Part(
        "extras",
        "tests that are skipped if few packages are installed or npm is missing",
        (
            Step("extras", nox("extras", *WHOLE)),
            Step("notebooks", nox("notebooks")),
            # On each Python that is found; the interpreter of the night is always among them.
            Step("rl", ("nox", "-s", "rl", "--", "-n", "4")),
            Step("site", nox("site")),
            Step("playground", nox("playground")),
            Step("typescript", nox("typescript")),
            Step("javascript", nox("javascript")),
        ),
        cpu_minutes=27,
    ),
    Part(
        "browser",
        "whole games in Chromium take minutes; other runs stop after nine moves",
        (Step("browser", nox("browser", "-n", "4")),),
        cpu_minutes=21,
    ),
    Part(
        "outages",
        "fifty whole games over a server that is killed every few seconds",
        (Step("outages", nox("outages", "--games", "50", "--seed", "{seed}")),),
        cpu_minutes=28,
    ),
    Part(
        "deep",
        "up to twenty times as many examples for each property and each reader",
        (
            Step("properties", nox("properties", *FEW_LONG, "--hypothesis-seed={seed}")),
            Step("fuzz", nox("fuzz", *FEW_LONG, "--hypothesis-seed={seed}")),
        ),
        cpu_minutes=61,
    ),
    Part(
        "games",
        "thousands of games: chance, answers, choices, words and refusals; the recorded games, played again",
        (
            Step("chance", nox("chance", "--seed", "{seed}")),
            Step("answers", nox("answers", "--seed", "{seed}")),
            Step("walks", nox("walks", "--seed", "{seed}")),
            Step("sentences", nox("sentences", "--seed", "{seed}")),
            Step("recorded games", nox("games")),
            Step("playthroughs", nox("playthroughs")),
        ),
        cpu_minutes=20,
    ),
    Part(
        "train",
        "trains a player from nothing for half an hour; it must beat bots",
        (Step("train", nox("train")),),
        cpu_minutes=56,
    ),
    Part(
        "storm",
        "a hundred thousand damaged states and logs; programs that compete for one file",
        (Step("storm", nox("storm", "--inputs", "100000", "--seed", "{seed}")),),
        cpu_minutes=28,
    ),
    Part(
        "lowest",
        "the lowest versions that the metadata admits, each installed in a new environment",
        (
            Step("lowest, tests", nox("lowest(extras='tests,plot,cluster,pixels,policy')", *WHOLE)),
            Step("lowest, docs", nox("lowest(extras='docs')")),
            Step("lowest, lint", nox("lowest(extras='lint')")),
            Step("lowest, typing", nox("lowest(extras='typing')")),
        ),
        cpu_minutes=60,
    ),
    Part(
        "load",
        "a server under load for minutes, on an otherwise idle machine",
        (Step("load", nox("load")),),
        cpu_minutes=4,
    ),
    *(
        Part(
            f"mutants-{number}",
            f"changes to the code that tests must notice: {MUTANTS} new ones each night, in {MUTANT_PARTS} parts",
            (Step(f"mutants {number}", choose_mutants(number), seed_name="mutants"),),
            cpu_minutes=minutes,
        )
        for number, minutes in enumerate(MUTANT_MINUTES, start=1)
    ),
    Part(
        "release",
        "wheel and source archive: built, installed into an empty environment, and played with on each Python",
        (Step("release", nox("release", "--anywhere")),),
        cpu_minutes=2,
    ),
)

ONLY_ON_REQUEST = MappingProxyType(
    {
        "nightly": "runs the night itself",
        "firefox": "needs Firefox; `site` and `playground` check more in Chromium",
        "perft": "its tests are among those of `tests`",
        "record": "only measures",
        "tables": "only measures",
        "bench": "only measures",
        "environments": "only measures",
        "constraints": "only updates a file",
        "changelog": "prints the notes of the next release; the tests check each entry",
    }
)
"""The nox sessions that no automatic run includes, each with the reason."""

SKIPPED_ELSEWHERE = MappingProxyType(
    {
        r"compiled classes (have no slots|refuse or convert)": "tests, pure",
        r"compiled modules cannot be loaded again": "tests, pure",
        r"needs the compiled library": "tests, compiled",
        r"could not import '(pandas|polars|matplotlib)'": "extras",
        r"the extra cluster is not installed": "extras",
        r"(needs|comes with) the extra docs": "extras",
        r"needs (matplotlib|distributed)$": "extras",
        r"needs what `nox -s notebooks` installs": "notebooks",
        r"needs what `nox -s rl` installs": "rl",
        r"needs what `nox -s train` installs": "train",
        r"`nox -s site` does both": "site",
        r"`nox -s playground` does both": "playground",
        r"tsc is not installed; nox -s typescript brings it": "typescript",
        r"the packages of the client are not installed; nox -s javascript installs them": "javascript",
        r"an everyday run .*; --whole-games ": "browser",
    }
)
"""
Why tests may be skipped in a step of the night, and the step that runs them.

Any other reason is a failure. A reason is also a failure in the step that must run these tests, so no test is skipped
everywhere.
"""

MACHINES = (r"this machine has no IPv6",)
"""Why tests may be skipped in every step: no package can provide what is missing."""


def derive_seed(night: int, step: Step) -> int:
    """Return the seed of a step, derived from the night's seed. The number is below a million and thus easy to type."""
    digest = hashlib.sha256(f"{night}: {step.seed_name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % 1_000_000


def choose_parts(names: Sequence[str], parts: Sequence[Part]) -> list[Part]:
    """
    Return the parts with these names in the order of the night, or all parts if there are no names.

    Exit with a list of the names if a name is unknown.
    """
    known = [part.name for part in parts]
    if wrong := [name for name in names if name not in known]:
        sys.exit(f"there is no part {', '.join(map(repr, wrong))}; there are: {', '.join(known)}")
    return [part for part in parts if not names or part.name in names]
