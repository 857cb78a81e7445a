"""The contents of a recorded game: its end, events, moves, tools, switches, kinds of lines and refusals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

import attrs
from tests.sentences.asking import moves_to_ask

import magnum_sal as ms
from magnum_sal.model.events import CardTurnedUp, DieRolled, GameStarted, ToolMoved, ToolUsed
from magnum_sal.record.log import MoveLine, RevealLine, UndoLine
from magnum_sal.record.log.entries import SecretLine
from magnum_sal.rules.scoring import merit
from magnum_sal.words._ending import _TIES
from magnum_sal.words.agreement import agreement

Item: TypeAlias = tuple[str, str]
"""A kind and a name, such as ``("event", "salt_moved")``."""

Contents: TypeAlias = dict[Item, int]
"""The items of a game, each with the first step after which it occurs. 0 stands for the opening."""

Refusals: TypeAlias = dict[Item, tuple[int, ms.Move | None]]
"""The refusals of a game: the number of steps before each, and the move, or None if its whole kind is impossible."""

ASKED: Final = 400
"""The number of positions of a game that are searched for refusals."""

EACH: Final = 6
"""The number of moves of each kind that are tried in a position."""


def contents(game: ms.Game, schema: int) -> Contents:
    """Return all items of *game* except refusals. *schema* is that of its log."""
    found: Contents = {}
    for item, step in _all(game, schema):
        found.setdefault(item, step)
    return found


def _all(game: ms.Game, schema: int) -> Iterator[tuple[Item, int]]:
    opening = game.at(0)
    players, ruleset, is_table = len(opening.players), opening.ruleset, game.log.header.is_real_table
    table = " at a real table" if is_table else ""
    yield ("schema", f"{schema}{table}"), 0
    yield ("ruleset", f"{ruleset.name}{table}"), 0
    yield ("ruleset", f"{ruleset.name} with {players} players"), 0
    if is_table:
        yield ("real table", f"{players} players"), 0
    yield ("event", GameStarted.type), 0
    yield ("line", "header"), 0
    if game.log.header.position is not None:
        yield ("line", "header with a position"), 0
    for step, (move, (_, events)) in enumerate(game.history(), start=1):
        for event in events:
            yield ("event", event.type), step
            yield from ((item, step) for item in _of_event(event))
        if isinstance(move, ms.Move):
            yield ("move", move.type), step
    for entry in game.log.entries:
        if isinstance(entry, SecretLine):
            yield ("event", entry.event.type), entry.number
    yield from ((("ruleset", f"{ruleset.name} plays otherwise"), step) for step in _otherwise(game))
    for switch, step in _switches(game):
        yield ("switch", f"{switch} with {players} players"), step
        yield ("switch", f"{switch}{table}"), step
    for item in (*_lines(game), *endings(game)):
        yield item, game.step_count


def _of_event(event: ms.Event) -> Iterator[Item]:
    """Yield the tools and cards in an event."""
    match event:
        case ToolMoved(tool=tool, target=int()):
            yield "tool", f"{tool} bought"
        case ToolUsed(tool=tool):
            yield "tool", f"{tool} used"
        case CardTurnedUp(card=card):
            yield "card", card


def _otherwise(game: ms.Game) -> Iterator[int]:
    """Yield the first step with a sign of a non-standard rule: an unknown kind of move, a roll, or other moves."""
    ruleset, before = game.state.ruleset, game.at(0)
    if ruleset.name == ms.STANDARD.name:
        return
    has_own = ruleset.parts.keys() != ms.STANDARD.parts.keys()
    standard = ms.STANDARD.with_switches(**{switch: ruleset.setting(switch) for switch in ms.Ruleset.SWITCHES})
    for step, (move, (after, events)) in enumerate(game.history(), start=1):
        if has_own:
            is_own = isinstance(move, ms.Move) and move.type not in ms.STANDARD.by_type
            differs = is_own or any(isinstance(event, DieRolled) for event in events)
        else:
            by_standard = attrs.evolve(before.public(), ruleset=standard)
            differs = ms.legal_moves(by_standard) != ms.legal_moves(before)
        if differs:
            yield step
            return
        before = after


def _switches(game: ms.Game) -> Iterator[tuple[str, int]]:
    """Yield the switches that make a difference, each with the first step in which they do."""
    ruleset = game.state.ruleset
    for switch in ruleset.switches:
        if ruleset.setting(switch.name) != switch.off:
            off = ruleset.with_switches(**{switch.name: switch.off})
            before = game.at(0)
            for step, (move, (after, events)) in enumerate(game.history(), start=1):
                if _shows_face_up(before, off) or (isinstance(move, ms.Move) and _differs(before, move, events, off)):
                    yield switch.name, step
                    break
                before = after


def _shows_face_up(state: ms.GameState, ruleset: ms.Ruleset) -> bool:
    """Return whether a tile lies face up in an unentered chamber, where *ruleset* would keep it face down."""
    chambers = state.mine.chambers()
    return not ruleset.mapped_mine and any(here.tile is not None and not here.revealed for _, here in chambers)


def _differs(before: ms.GameState, move: ms.Move, events: tuple[ms.Event, ...], ruleset: ms.Ruleset) -> bool:
    """Return whether *ruleset* would forbid a move, or lead to other events."""
    state = attrs.evolve(before, ruleset=ruleset)
    return ms.objection(state, move) is not None or ms.apply(state, move).events != events


def _lines(game: ms.Game) -> Iterator[Item]:
    """Yield the kinds of lines of the log, and what is undone and redone."""
    standing: list[ms.Move | object] = []
    undone: list[ms.Move | object] = []
    for line in game.log.entries:
        yield "line", line.type
        if isinstance(line, UndoLine):
            undone = standing[line.to :][::-1]
            del standing[line.to :]
            for taken in undone:
                yield "line", "undo of a move" if isinstance(taken, ms.Move) else "undo of a reveal"
        elif isinstance(line, (MoveLine, RevealLine)):
            made = line.move if isinstance(line, MoveLine) else line.piece
            if undone and undone.pop() == made:
                yield "line", "redo of a move" if isinstance(line, MoveLine) else "redo of a reveal"
            else:
                undone = []
            standing.append(made)
    if game.log.torn:
        yield "line", "cut off"


def endings(game: ms.Game) -> Iterator[Item]:
    """Yield how the game ended, and what decided the winner."""
    state, reason = game.state, game.end_reason
    if reason is not None:
        arena = game.log.metadata.get("arena", {})
        names = [player.name for player in state.players]
        if arena:
            yield "end", f"arena: {arena['ending']}"
        elif any(reason == agreement(names[:count], names[count:]) for count in range(1, len(names) + 1)):
            yield "end", f"agreed at a server of tables{', somebody absent' if 'absent' in reason else ''}"
        else:
            yield "end", "agreed"
    elif not state.is_over:
        yield "end", "not over"
    else:
        yield "end", f"by the rules: {_winner(state)}"


def _winner(state: ms.GameState) -> str:
    """Return what the winners have more of: the total, a tie-breaker, or nothing."""
    groups = [[merit(score) for score in group] for _, group in groupby(state.ranking, key=lambda score: score.rank)]
    if len(groups[0]) > 1:
        return "ending.share_equal"
    if len(groups) == 1 or groups[0][0][0] > groups[1][0][0]:
        return "ending.wins"
    differing = next(
        number for number, (one, other) in enumerate(zip(groups[0][0], groups[1][0], strict=True)) if one != other
    )
    return _TIES[differing - 1]


def refusals(game: ms.Game, seed: str) -> Refusals:
    """Return the refusals of a sample of moves in a sample of the positions, each where it first occurs."""
    rng, found, last = random.Random(seed), Refusals(), game.step_count
    steps = sorted({last, *rng.sample(range(last), min(last, ASKED))})
    for step in steps:
        state = game.at(step)
        refused = [(kind, None, against) for kind, against in ms.why_not(state).items()]
        tried = ((move, ms.objection(state, move)) for move in moves_to_ask(state, rng, EACH))
        for kind, move, against in (*refused, *((move.type, move, against) for move, against in tried if against)):
            for item in refusal_items(state, kind, against):
                found.setdefault(item, (step, move))
    return found


def refusal_items(state: ms.GameState, kind: str, against: ms.Objection) -> tuple[Item, Item]:
    """
    Return the two items of a refusal.

    One names the kind of move in the standard game, or else the ruleset. The other is the reason.
    """
    of = kind if state.ruleset.name == ms.STANDARD.name else f"{state.ruleset.name}:"
    return ("refusal", f"{of} {against.rule} {against.reason}"), ("reason", against.reason)
