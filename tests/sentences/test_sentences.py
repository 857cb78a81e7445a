"""Objections to moves, compared with an oracle that reads the sentence, in daily games and constructed positions."""

from __future__ import annotations

import pytest
from tests.sentences.__main__ import FIRST_SEED, main, play_and_ask
from tests.sentences.asking import one_of_each_kind
from tests.sentences.checking import Report, Wrong, ask
from tests.sentences.combinations import COMBINATIONS, GAPS, GAPS_OF_KINDS
from tests.sentences.constructed import constructed
from tests.sentences.facts import TYPES
from tests.sentences.patterns import PATTERNS
from tests.vocabulary import REASONS

import magnum_sal as ms
from magnum_sal.testing import position

GAMES = 18
"""The number of daily games, six for each number of players. ``nox -s sentences`` plays hundreds."""


def found(report: Report) -> str:
    """Return the differences of a report, one of each kind."""
    each: dict[tuple[str, ...], Wrong] = {}
    for wrong in report.found:
        each.setdefault((wrong.what, *wrong.combination), wrong)
    return "\n".join(f"{wrong.what}: {wrong.sentence}\n    {wrong.told}" for wrong in each.values())


@pytest.fixture(scope="module")
def built() -> Report:
    """Return the report on the constructed positions."""
    report = Report()
    for state, moves in constructed():
        ask(state, moves, report)
    return report


@pytest.mark.long
def test_sentences_are_true_in_games() -> None:
    """Legality, rule, values and claim agree with the oracle throughout games, in each language."""
    report = Report()
    play_and_ask(report, GAMES, FIRST_SEED, asked=10, each=6)
    assert report.moves > 5_000
    assert len(report.covered) > 100
    assert not set(report.covered) - COMBINATIONS
    assert not report.found, found(report)


@pytest.mark.long
def test_sentences_are_true_in_constructed_positions(built: Report) -> None:
    """Objections agree with the oracle in positions that games seldom or never lead to."""
    assert not built.found, found(built)


@pytest.mark.long
def test_every_combination_is_covered(built: Report) -> None:
    """Every combination of move, rule and reason that the rules allow occurs, and no other."""
    assert set(built.covered) == COMBINATIONS
    assert not COMBINATIONS & GAPS_OF_KINDS.keys()


def test_every_gap_is_named() -> None:
    """Each reason with words in the library is covered, or named as a gap."""
    reasons = {name.partition(".")[0] for name in REASONS}
    covered = {reason for _, _, reason in COMBINATIONS}
    assert reasons - covered == GAPS.keys()
    assert not covered - reasons


@pytest.mark.long
def test_every_pattern_is_needed(built: Report) -> None:
    """Each sentence that the oracle can read occurs in some constructed position."""
    unused = {pattern.template for pattern in PATTERNS} - built.read
    assert not unused


def test_the_oracle_knows_each_kind_of_move() -> None:
    """The oracle's kinds of move are those of the standard game."""
    assert tuple(ms.STANDARD.by_type) == TYPES == tuple(move.type for move in one_of_each_kind(2))


@pytest.mark.long
def test_the_program_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    """The program counts combinations, names each gap, and succeeds if nothing differs."""
    assert main(["--games", "0"]) == 0
    told = capsys.readouterr().out
    assert f"{len(COMBINATIONS)} combinations of move, rule and reason (0 in play)" in told
    assert all(f"gap: {reason}: " in told for reason in GAPS)
    assert "\n0 differences\n" in told


NO_ASSISTANT = ("MOVE-1", "no_assistant_there")


@pytest.mark.parametrize(
    ("against", "what"),
    [
        (ms.Objection(*NO_ASSISTANT, {"building": "market"}), set()),
        (ms.Objection(*NO_ASSISTANT, {"building": "castle"}), {"claim"}),
        (ms.Objection(*NO_ASSISTANT, {"building": "market", "owner": "Ben"}), {"value"}),
        (ms.Objection("CASTLE-1", "no_assistant_there", {"building": "market"}), {"rule"}),
        (ms.Objection("MOVE-1", "you have an assistant at the market"), {"unread"}),
        (ms.Objection("MOVE-1", "no_salt_to_sell", {"kind": "brown"}), {"claim"}),
        (None, {"legality"}),
    ],
)
def test_the_oracle_finds_errors(against: ms.Objection | None, what: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle finds a wrong place, fact or rule, unknown words, and a sentence about something else."""
    monkeypatch.setattr(ms, "objection", lambda *_: against)
    monkeypatch.setattr(ms, "why_not", lambda _: {})
    report = Report()
    ask(position(""), [ms.PlaceMiner("market", "S1")], report)
    assert {wrong.what for wrong in report.found} == what, found(report)
