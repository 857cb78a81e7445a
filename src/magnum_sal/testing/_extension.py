"""Check that a ruleset keeps the extension contract, with a single call in an extension's tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

import attrs

from .._internal.checks import check_whole
from ..engine.steps import Step
from ..engine.transitions import apply, legal_moves
from ..errors import MisuseError
from ..errors.messages import LONGEST_MESSAGE, brief, printable
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..record.positions import sketch
from ..rules.standard import STANDARD
from ..words.template_faults import FaultRecorder, record_faults
from . import _played
from ._displays import DisplayWatch
from ._invariants import InvariantError
from ._labels_promised import check_rule_texts, check_words_fit, check_words_skipped, check_words_used
from ._languages import (
    check_languages,
    check_plain_facts,
    check_plurals,
    check_question_words,
    check_text_languages,
    load_languages,
)
from ._near_misses import generate_moves, list_near_misses, of_other_ids
from ._played import CheckedGame
from ._programs_promised import check_bots, check_learning
from ._promises import POSITION, CheckedPosition, Complaints, describe_failure, some
from ._secrets_promised import check_secrets
from ._turns import check_turns
from .players import Chooser, any_kind, finisher

_Made = TypeVar("_Made")

_EACH: Final = 3
"""The maximum number of findings for each promise. Further findings would usually be repetitions."""
_ASKED_EVERY: Final = 20
"""The number of decisions between two runs of all checks."""
_ASKED_BY_KIND: Final = 3
"""For each kind of move, all checks also run in this many positions in which the kind is legal."""
_KEPT: Final = 8
"""The maximum number of moves of each kind to try in other positions."""
_AGAIN: Final = 40
"""The number of steps of each game that are replayed alternately with other games."""


@attrs.frozen
class Finding:
    """A promise that a ruleset breaks."""

    promise: str
    """The name of the promise, such as ``"lists"``. The reference lists all promises."""
    complaint: str
    """A sentence that describes the fault."""
    where: str
    """The game and the decision, such as ``"seed 1, 2 players, after 17 decisions"``."""
    position: str
    """The position as text for ``testing.position``, or an empty string if it cannot be written as text."""

    def __str__(self) -> str:
        return f"{self.promise}: {self.complaint} [{self.where}]"


class BrokenPromiseError(InvariantError):
    """
    The error that ``check_extension`` raises if a ruleset breaks a promise.

    The message contains the first findings, up to 500 characters. The notes, which a traceback and pytest print,
    contain all findings with their positions.
    """

    name: str
    """The name of the ruleset."""
    findings: tuple[Finding, ...]
    """The findings, in the order of discovery."""

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        self.name = name
        self.findings = tuple(findings)
        # The base class keeps the constructor's arguments, so that test runners with several processes can pickle the
        # error.
        super().__init__(name, self.findings)
        for finding in findings:
            self.add_note(f"{finding}\n{finding.position}".rstrip())

    def __str__(self) -> str:
        number = "1 promise is" if len(self.findings) == 1 else f"{len(self.findings)} promises are"
        told = "; ".join(map(str, self.findings))
        return printable(f"{self.name}: {number} broken: {told}", LONGEST_MESSAGE)


def check_extension(
    ruleset: Ruleset,
    *,
    seeds: Iterable[int] = (1, 2),
    players: Iterable[int] = (2, 3, 4),
    decisions: int = 240,
    most: int = 20,
) -> None:
    """
    Play games with *ruleset* and check whether their positions and steps keep all promises of the ruleset.

    >>> from magnum_sal import STANDARD
    >>> check_extension(STANDARD, seeds=[1], players=[2], decisions=20)

    The same arguments always give the same games. Longer games and more seeds find more faults. Words that short games
    do not use may be reported as unused. Logs and pickles are tested only if the ruleset is registered. To check that a
    game is the same for every value of ``PYTHONHASHSEED``, a test must start processes itself.

    Args:
        ruleset: The ruleset with the extension.
        seeds: The seeds. One game is played for each seed and each number of players.
        players: The numbers of players.
        decisions: The maximum number of decisions in a game.
        most: The number of findings after which the check stops.

    Raises:
        BrokenPromiseError: a promise is broken. The error lists the findings, each with its position, seed and number
            of decisions.
        MisuseError: an argument is invalid.
    """
    tables = _tables(ruleset, seeds, players, decisions, most)
    load_languages(ruleset)
    check = _Check(ruleset, decisions, most)
    check.ask("answers", "the ruleset", None, check_rule_texts, ruleset)
    check.ask("tools", "the ruleset", None, _check_tools, ruleset)
    check.ask("words", "the labels", None, check_words_fit, ruleset)
    # Words and the facts that fill them come from many places, such as functions of rules, so no list of keys could be
    # complete. Therefore all lookups of the ruleset's words are recorded during the games, and unused words are
    # reported afterwards.
    with record_faults() as heard:
        games = [game for seed, seats in tables if (game := check.play(seed, seats, heard)) is not None]
    check.ask("purity", "the games played once more, in turns", None, _played.check_repeatability, games, _AGAIN)
    for promise, complete in _WORDS:
        check.ask(promise, "the labels", None, complete, ruleset, heard)
    check.ask("languages", "the rule texts", None, check_text_languages, ruleset)
    check.ask("displays", "the parts of the state", None, check.displays.report)
    check.ask_bots()
    if check.found:
        raise BrokenPromiseError(ruleset.name, check.found)


def _tables(
    ruleset: object, seeds: Iterable[int], players: Iterable[int], decisions: int, most: int
) -> list[tuple[int, int]]:
    """Return the seed and the number of players of each game. Raises ``MisuseError`` if an argument is invalid."""
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"check_extension: expected a Ruleset, got {brief(ruleset)}")
    for name, several in (("seeds", seeds), ("players", players)):
        if not isinstance(several, Iterable):
            raise MisuseError(f"check_extension: {name}: expected a tuple, a list or a range, got {brief(several)}")
    seeded, seated = list(seeds), list(players)
    for name, given in (("seeds", seeded), ("players", seated)):
        # Without a game, all words would look unused, and hardly anything else would be checked.
        if not given:
            raise MisuseError(f"check_extension: {name}: expected at least one number")
    check_whole("check_extension: decisions", decisions, 1)
    check_whole("check_extension: most", most, 1)
    for seed in seeded:
        if type(seed) is not int:
            raise MisuseError(f"check_extension: seeds: expected whole numbers, got {brief(seed)}")
    for count in seated:
        check_whole("check_extension: players", count, MIN_PLAYERS, MAX_PLAYERS)
    return [(seed, seats) for seats in seated for seed in seeded]


def _check_tools(ruleset: Ruleset) -> Complaints:
    """Check that the game has a card of each tool that a rule uses. Only moves of the library may lack their tool."""
    for tag, rule in ruleset.by_type.items():
        if rule.tool not in (None, *ruleset.tools) and rule.move not in STANDARD.by_move:
            yield f"the rule of {tag!r} needs the tool {rule.tool!r}, but no card has it: add {rule.tool!r} to tools"


def _try_sketch(state: GameState | None) -> str:
    try:
        return "" if state is None else sketch(state)
    except Exception:  # The state itself may be faulty.
        return ""


class _Check:
    """
    A check of a ruleset, with the moves seen in its games and the findings.

    The number of findings is limited for each promise and in total.
    """

    def __init__(self, ruleset: Ruleset, decisions: int, most: int) -> None:
        self.ruleset = ruleset
        self.decisions = decisions
        self.most = most
        self.found: list[Finding] = []
        self.kept: Counter[str] = Counter()
        self.known: set[tuple[str, str]] = set()
        self.met: dict[type[Move], dict[Move, None]] = {kind: {} for kind in ruleset.by_move}
        self.asked: Counter[type[Move]] = Counter()
        self.displays = DisplayWatch(ruleset)
        self.judged: list[tuple[str, CheckedPosition]] = []

    def play(self, seed: int, seats: int, heard: FaultRecorder) -> CheckedGame | None:
        """Play a game and run the checks along the way. Return None if the game fails to start."""
        where = f"seed {seed}, {seats} players"
        place = f"{where}, at the start"
        played = self.attempt("events", place, None, _played.start_game, self.ruleset, seed, seats)
        if played is None:
            return None
        self.ask("public", place, played.opening, _played.check_opening, played)
        self.ask("json", place, played.opening, _played.check_opening_json, played)
        # Games that end cover the ends of phases and the scores. Games with random kinds of moves cover the tools and
        # buildings, which a player in a hurry ignores.
        rng, choose = random.Random(seed), finisher if seed % 2 else any_kind
        while True:
            number = len(played.steps)
            state = played.steps[-1].after if number else played.opening
            place = f"{where}, after {number} decision{'s' * (number != 1)}"
            if len(self.found) >= self.most or number >= self.decisions:
                break
            listed = self.attempt("lists", place, state, legal_moves, state)
            if listed is None:
                break
            self._look(state, listed, place, is_due=number % _ASKED_EVERY == 0)
            if state.is_over:
                break
            step = self.attempt("events", place, state, _make_step, state, listed, choose, rng)
            if step is None:
                break
            played.steps.append(step)
            for promise, check in _STEP.items():
                self.ask(promise, place, state, check, step)
            self.ask("words", place, state, check_words_skipped, self.ruleset, heard)
            self.ask("displays", place, state, self.displays.watch, step)
        self.ask("logs", place, state, _played.check_logs, played)
        return played

    def _look(self, state: GameState, listed: Sequence[Move], place: str, *, is_due: bool) -> None:
        """Store some moves. Run all checks if *is_due*, if the game is over, or if a rarely checked kind is legal."""
        # A full check of every position would take too long. So besides the regular checks, only positions with a
        # rarely checked kind of legal move are checked.
        rare = {type(move) for move in listed if self.asked[type(move)] < _ASKED_BY_KIND}
        for move in listed:
            if type(move) not in self.met:
                complaint = f"legal_moves returned {brief(move, 120)}, which is not a move in the ruleset"
                self.keep("lists", complaint, place, state)
                continue
            kept = self.met[type(move)]
            if len(kept) < _KEPT:
                kept[move] = None
        if not (rare or is_due or state.is_over):
            return
        self.asked.update(rare)
        # The place is the seed, so that the check of a position does not depend on earlier checks. A text is a valid
        # seed for this, because random.Random() hashes it identically in every process.
        rng = random.Random(place)
        tried = self.attempt("lists", place, state, self._list_candidates, listed, rng) or []
        asked = CheckedPosition(state, tuple(tried), rng)
        for promise, check in (*POSITION, *_POSITION):
            self.ask(promise, place, state, check, asked)
        # The bots take much longer than the other checks. So they get only the first position of a game, and those in
        # which a kind of move that the library does not know is legal for the first time.
        is_new = any(kind not in STANDARD.by_move and self.asked[kind] == 1 for kind in rare)
        if is_new or place.endswith(" 0 decisions"):
            self.judged.append((place, asked))

    def ask_bots(self) -> None:
        """Run the checks of the bots if there are no findings. In a turn that need never end, a bot may run forever."""
        for place, asked in () if self.found else self.judged:
            self.ask("bots", place, asked.state, check_bots, asked)

    def _list_candidates(self, listed: Sequence[Move], rng: random.Random) -> list[Move]:
        """Return moves to try: near misses of legal moves, moves from other positions, and random moves by kind."""
        tried: list[Move] = []
        for move in some(listed, 12):
            tried += [*list_near_misses(move), *of_other_ids(move, self.ruleset)]
        for kind, kept in self.met.items():
            # A move that was legal elsewhere is well-formed and plausible, so it reveals checks that a rule lacks.
            tried += kept
            for _ in range(3):
                tried += generate_moves(kind, self.ruleset, rng)
        return tried

    def attempt(
        self, promise: str, where: str, state: GameState | None, make: Callable[..., _Made], *arguments: Any
    ) -> _Made | None:
        """Return the result of *make*. If it raises an error, record a finding and return None."""
        try:
            return make(*arguments)
        except Exception as error:  # The code of an extension can fail in any way.
            self.keep(promise, describe_failure(error), where, state)
            return None

    def ask(
        self, promise: str, where: str, state: GameState | None, check: Callable[..., Complaints], *arguments: Any
    ) -> None:
        """Run a check and record its complaints or its error, unless there are enough findings."""
        if self._has_enough(promise):
            return
        try:
            for complaint in islice(check(*arguments), _EACH):
                self.keep(promise, complaint, where, state)
        except Exception as error:  # The code of an extension can fail in any way.
            self.keep(promise, describe_failure(error), where, state)

    def _has_enough(self, promise: str) -> bool:
        return len(self.found) >= self.most or self.kept[promise] >= _EACH

    def keep(self, promise: str, complaint: str, where: str, state: GameState | None) -> None:
        """Record a complaint, unless it is a duplicate or there are enough findings."""
        if (promise, complaint) in self.known or self._has_enough(promise):
            return
        self.known.add((promise, complaint))
        self.kept[promise] += 1
        self.found.append(Finding(promise, printable(complaint, LONGEST_MESSAGE), where, _try_sketch(state)))


def _make_step(state: GameState, listed: Sequence[Move], choose: Chooser, rng: random.Random) -> Step:
    if not listed:
        raise MisuseError("the game is not over, but no move is legal")
    return apply(state, choose(state, listed, rng)).step


_POSITION: Final = (
    ("public", check_secrets),
    ("turns", check_turns),
    ("learning", check_learning),
)
"""The checks of a position that other modules define, each with the name of its promise."""

_STEP: Final[Mapping[str, Callable[[Step], Complaints]]] = {
    "conservation": _played.check_conservation,
    "events": _played.check_events,
    "json": _played.check_events_json,
    "public": _played.check_public_game,
    "words": _played.check_words,
}
"""The checks of a step, by promise."""

_WORDS: Final[tuple[tuple[str, Callable[[Ruleset, FaultRecorder], Complaints]], ...]] = (
    ("words", check_words_used),
    ("words", check_plain_facts),
    ("words", check_plurals),
    ("languages", check_question_words),
    ("languages", check_languages),
)
"""The checks of the words after all games, each with the name of its promise."""
