"""Logs that differ from the rules: refused, reported, or accepted."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal._internal import versions
from magnum_sal.record.log.entries import HeaderLine
from magnum_sal.record.log.replay import Disagreement
from magnum_sal.record.log.sealing import seal_line


def recorded(*texts: str) -> ms.Game:
    """Return a game of these moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=2)
    for text in texts:
        game.play(ms.parse_move(game.state, text))
    return game


GAME = recorded(">S1", ">S2", "square")
LINES: list[dict[str, Any]] = [json.loads(line) for line in GAME.log.lines()]
SQUARE = LINES[3]
END = {"type": "end", "reason": "late", "scores": ms.to_dict(GAME.state.scores)}


def log_of(*lines: dict[str, Any]) -> bytes:
    """Return a log of these lines' data with correct checksums."""
    log, before = b"", ""
    for data in lines:
        body = json.dumps({key: value for key, value in data.items() if key != "checksum"}, separators=(",", ":"))
        line, before = seal_line(body[:-1].encode(), before)
        log += line
    return log


def reported(*lines: dict[str, Any]) -> tuple[str, ...]:
    """Return the disagreements that a report lists for the log with these lines after its header."""
    opened = ms.Game.from_log(log_of(LINES[0], *lines), verify="report")
    assert ms.Game.from_log(log_of(LINES[0], *lines), verify=False).log.disagreements == ()
    return tuple(map(str, opened.log.disagreements))


def test_a_log_that_agrees_has_nothing_to_report() -> None:
    """A log that agrees with the rules has no disagreements, whatever kinds of lines it has."""
    assert reported(*LINES[1:], {"type": "undo", "to": 2}, SQUARE, END) == ()


def test_a_move_against_the_rules_is_listed_with_the_objection() -> None:
    """The report lists the objection to an illegal move."""
    illegal = LINES[1] | {"move": {"type": "end_turn"}}
    told = reported(illegal, *LINES[2:])
    assert told == ("line 2: move: you have 1 action left; pass if you do not want to use it [TURN-2]",)
    assert ms.Game.from_log(log_of(LINES[0], illegal), verify="report").log.disagreements == (
        Disagreement(2, "move", "you have 1 action left; pass if you do not want to use it [TURN-2]"),
    )


def of_house(house: ms.Ruleset) -> dict[str, Any]:
    """Return the header with another ruleset's name."""
    ruleset = {"ruleset": LINES[0]["started"]["ruleset"] | {"name": house.name}}
    return LINES[0] | {"started": LINES[0]["started"] | ruleset, "opening": LINES[0]["opening"] | ruleset}


def test_a_rule_that_fails_is_listed() -> None:
    """Events outside the rules can lead to a state in which a rule fails. The report lists the failure."""
    broken = attrs.evolve(GAME.log.started.ruleset.by_type["visit_town_square"], decide=_fails)
    rules = tuple(broken if rule.move is ms.VisitTownSquare else rule for rule in ms.STANDARD.rules)
    house = attrs.evolve(ms.STANDARD, name="a house whose rule fails", rules=rules)
    log = log_of(of_house(house), *LINES[1:])
    opened = ms.Game.from_log(log, verify="report", ruleset=house)
    (difference,) = map(str, opened.log.disagreements)
    assert difference == (
        "line 4: move: the rule of 'visit_town_square': decide failed: "
        "ZeroDivisionError('integer division or modulo by zero')"
    )


def test_an_unregistered_ruleset_can_be_passed() -> None:
    """The caller can pass a ruleset however the log is verified. An impossible table is refused all the same."""
    house = attrs.evolve(ms.STANDARD, name="a house of its own", town_square_income=1)
    header = of_house(house)
    for verify in (True, "report", False):
        state = ms.Game.from_log(log_of(header, *LINES[1:]), verify=verify, ruleset=house).state
        assert state.ruleset is house
        assert state.players == GAME.state.players
    gone = SQUARE | {"events": [{"type": "inn_marker_moved", "source": 0, "target": 99}]}
    with pytest.raises(ms.LogError, match=r"line 4: events: they lead to an impossible position: inn\.hired: 99 on a"):
        ms.Game.from_log(log_of(header, *LINES[1:3], gone), verify=False, ruleset=house)


def _fails(state: ms.GameState, move: ms.Move) -> tuple[ms.Event, ...]:
    return (1 // 0,)  # type: ignore[return-value]  # The call never returns.


def test_differing_events_are_listed() -> None:
    """The report lists a wrong number of events, or an event that differs."""
    changed = [SQUARE["events"][0], {"type": "money_moved", "source": "bank", "target": 1, "groszy": 2}]
    told = reported(*LINES[1:3], SQUARE | {"events": changed[:1]})
    assert told == (f"line 4: events: 1 are recorded, but according to the rules there are {len(SQUARE['events'])}",)
    opened = reported(*LINES[1:3], SQUARE | {"events": [*changed, *SQUARE["events"][2:]]})
    right = ms.from_dict(ms.Event, SQUARE["events"][1])
    (first,) = opened
    assert first.startswith(
        "line 4: events[1]: recorded: MoneyMoved(source='bank', target=1, groszy=2), according to the rules"
    )
    assert first.endswith(f"according to the rules: {right!r}")


def test_other_scores_are_refused_or_listed() -> None:
    """END-1: the scores in the end line must be those of the rules."""
    poorer = END | {"scores": [score | {"money": 0} for score in END["scores"]]}
    difference = f"recorded: {poorer['scores']}, according to the rules: {END['scores']}"
    (told,) = reported(*LINES[1:], poorer)
    assert told == f"line 5: scores: {difference}"
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log_of(*LINES, poorer))
    assert (caught.value.line, caught.value.field) == (5, "scores")
    assert caught.value.difference.startswith(difference[:300])
    assert ms.Game.from_log(log_of(*LINES, poorer), verify=False).end_reason == "late"


@pytest.mark.parametrize("verify", [False, "report"])
@pytest.mark.parametrize(
    ("changes", "field", "difference"),
    [
        ({"number": 7}, "number", "7 is recorded, but the next move is 3"),
        (
            {"seat": 1 - SQUARE["seat"]},
            "seat",
            f"{1 - SQUARE['seat']} is recorded, but seat {SQUARE['seat']} is to move",
        ),
    ],
)
def test_a_line_out_of_order_is_refused(verify: Any, changes: dict[str, Any], field: str, difference: str) -> None:
    """A line with a wrong number or seat is refused, whatever the rules say about its move."""
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log_of(*LINES[:3], SQUARE | changes), verify=verify)
    assert (caught.value.line, caught.value.field, caught.value.difference) == (4, field, difference)


def test_another_rules_revision_is_mentioned() -> None:
    """An error mentions the log's rules revision only if it differs from the current one."""
    wrong = SQUARE | {"events": []}
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log_of(*LINES[:3], wrong))
    assert caught.value.difference == f"0 are recorded, but according to the rules there are {len(SQUARE['events'])}"
    illegal = SQUARE | {"move": {"type": "end_turn"}}
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log_of(*LINES[:3], illegal))
    assert caught.value.difference.endswith("[TURN-2]")
    for line in (wrong, illegal):
        with pytest.raises(ms.LogError) as caught:
            ms.Game.from_log(log_of(LINES[0] | {"rules": 77}, *LINES[1:3], line))
        assert caught.value.difference.endswith(
            f" (recorded under rules revision 77, but this is revision {versions.RULES_REVISION}; "
            'verify="report" opens it and lists the differences)'
        )


def test_only_the_header_has_a_schema() -> None:
    """In any other line, a field "schema" is unknown and a byte order mark is ordinary damage."""
    undo = {"type": "undo", "to": 1, "schema": versions.LOG_SCHEMA + 1}
    with pytest.raises(ms.LogError, match="line 5: schema: unknown field; undo lines have to"):
        ms.Game.from_log(log_of(*LINES, undo))
    with pytest.raises(ms.LogError, match='line 1: schema: "1" is not a count'):
        ms.Game.from_log(log_of(LINES[0] | {"schema": "1"}, *LINES[1:]))
    marked = log_of(*LINES[:2]) + b"\xef\xbb\xbf" + log_of(*LINES[2:])
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(marked, verify=False)
    assert caught.value.line == 3
    assert "an editor" not in caught.value.difference


def test_a_header_keeps_its_values() -> None:
    """The schema, library and rules revision of a log come back as values."""
    header = ms.Game.from_log(log_of(LINES[0] | {"rules": 77, "library": "9.9"}, *LINES[1:])).log.header
    assert header == HeaderLine(versions.LOG_SCHEMA, "9.9", 77, GAME.log.started, GAME.log.header.opening, {})
