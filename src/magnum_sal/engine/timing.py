"""Timing: the available kinds of move, depending on actions left, visits, waiting miners and pending pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from ..errors import FAILURES, ExtensionError, Objection, blame_function
from ..model.moves import Move
from ..model.pieces import LOOK, ORDER, TILE, TOOL
from ..model.rule import WITHOUT_ACTION, Rule, When
from ..model.state import GameState
from ..rules.tools.used_cards import card_objection


def available_rules(state: GameState) -> tuple[Rule, ...]:
    """Return the rules whose kind of move is available now, even if no such move is legal (TURN-2, TURN-3, TOOL-1)."""
    return available(state)[0]


Occasion: TypeAlias = tuple[int, tuple[str, ...], bool, bool, tuple[str, ...], frozenset[str]]
"""
The facts that decide which kinds of move are available: actions left, visited buildings, whether a miner has arrived,
whether a miner was just placed, the kinds that an extension waits for, and the ready tools.
"""


_MOST_OCCASIONS: Final = 4096
"""The maximum number of occasions in the cache. A game has a few hundred, but external positions can add more."""


def _occasion_of(state: GameState) -> Occasion | None:
    """Return the occasion of a state, or None if nobody decides: it is nobody's turn, or a piece is pending."""
    turn = state.turn
    if turn is None or (state.hidden is None and state.pending is not None):
        return None
    ready = state.players[state.turn_seat].ready_tools
    due = due_types(state) if state.ruleset._due_rules else ()
    return (turn.actions_left, turn.visited, turn.arriving > 0, turn.arrived != (), due, ready)


def due_types(state: GameState) -> tuple[str, ...]:
    """Return the kinds of move that an extension requires before any others."""
    due: list[str] = []
    for rule in state.ruleset._due_rules:
        try:
            if rule.due is not None and rule.due(state):
                due.append(rule.move.type)
        except FAILURES as error:
            raise blame_function(f"the rule of {rule.move.type!r}: due", error) from error
    return tuple(due)


def available(state: GameState) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return the rules of the available kinds of move (TURN-2, TURN-3, TOOL-1), and those that need no action."""
    # The result depends only on the occasion, so each ruleset caches it. A full cache is simply emptied.
    ruleset, occasion = state.ruleset, _occasion_of(state)
    known = ruleset._available
    rules = known.get(occasion)
    if rules is None:
        ready = frozenset[str]() if occasion is None else occasion[-1]
        usable = [rule for rule in ruleset.rules if rule.tool is None or rule.tool in ready]
        now = [] if occasion is None else [rule for rule in usable if _not_now(rule, occasion) is None]
        rules = tuple(now), tuple(rule for rule in now if rule.when in WITHOUT_ACTION)
        if len(known) >= _MOST_OCCASIONS:
            known.clear()
        known[occasion] = rules
    return rules


def moves_of(state: GameState, rule: Rule) -> Iterable[Move]:
    """Return the moves of an available *rule*. Raises ``ExtensionError`` if the rule fails or returns None."""
    try:
        moves = rule.moves(state)
    except FAILURES as error:
        raise blame_function(f"the rule of {rule.move.type!r}: moves", error) from error
    if moves is None:
        raise no_list(rule)
    # A generator may fail later, when its moves are listed. Nearly all built-in rules return lists or tuples.
    return moves if moves.__class__ is list or moves.__class__ is tuple else _list_later(rule, moves)


def no_list(rule: Rule) -> ExtensionError:
    """Return the error for a rule whose ``moves`` returned None."""
    return ExtensionError(f"the rule of {rule.move.type!r}: moves returned None instead of moves")


def _list_later(rule: Rule, moves: Iterable[Move]) -> Iterator[Move]:
    """Yield *moves*, which may be a generator of *rule* that fails."""
    try:
        yield from moves
    except FAILURES as error:
        raise blame_function(f"the rule of {rule.move.type!r}: moves", error) from error


# The engine decides these objections for all rules, from ``when`` and ``building`` alone. If each rule made the checks,
# an extension would have to repeat them and could forget one. A front end could also no longer use the id of the rule
# to distinguish "not now" from "not like this".
def _not_now(rule: Rule, occasion: Occasion) -> tuple[str, str] | None:
    """Return the rule id and the reason why no move of *rule* is possible now, or None if its moves are available."""
    actions_left, visited, is_arrival, is_placing, due, _ = occasion
    # A decision that an extension requires comes before everything else.
    if due and rule.move.type not in due:
        return "TURN-2", "decision_due"
    # Each miner who has reached the castle delivers or pays before anything else, even before tools are used.
    if is_arrival and not due and rule.when is not When.ARRIVAL:
        return "CASTLE-3", "arrival_waits"
    match rule.when:
        case When.DUE if not due:
            return "TURN-2", "nothing_due"
        case When.ARRIVAL if not is_arrival:
            return "TURN-2", "nobody_arrived"
        # A turn has a fixed number of actions, and the last one has been used.
        case When.ACTION if not actions_left:
            return "TURN-2", "no_action_left"
        # A building is visited at most once in a turn.
        case When.ACTION if rule.building_id in visited:
            return "TURN-3", "visited_already"
        # A rope continues the placing directly before it. Any other move in between ends the placing.
        case When.AFTER_PLACING if not is_placing:
            return "TURN-2", "no_miner_just_placed"
        # You must pass the actions that you do not want; the turn cannot end earlier.
        case When.TURN_END if actions_left:
            return "TURN-2", "actions_left"
    return None


_FACTS: Final[dict[str, Callable[[Rule, tuple[Any, ...], GameState], dict[str, Any]]]] = {
    "visited_already": lambda rule, *_: {"building": rule.building_id},
    "decision_due": lambda _, occasion, __: {"type": occasion[-2][0]},
    "nothing_due": lambda rule, *_: {"type": rule.move.type},
    "no_miner_just_placed": lambda rule, _, state: {"type": rule.move.type, **_missing_tool(rule, state)},
    "actions_left": lambda _, occasion, __: {"actions": occasion[0]},
}
"""Functions that return the facts of an objection, by the objection's reason."""


def _missing_tool(rule: Rule, state: GameState) -> dict[str, Any]:
    """Return the tool that *rule* needs, as a fact for an objection, if the player owns no such card."""
    if rule.tool is None or any(card.tool == rule.tool for card in state.player.tools):
        return {}
    return {"tool": rule.tool, "not_owned": True}


def _nobody_decides(state: GameState) -> tuple[str, str]:
    """Return the rule id and the reason why it is nobody's turn."""
    if state.is_over:
        return "END-1", "game_over"
    # The engine never stops between two turns, but a client that folds single events does.
    return "TURN-1", "no_turn_yet"


def kind_objection(state: GameState, rule: Rule) -> Objection | None:
    """Return the objection to all moves of *rule* in *state* (a pending piece, wrong timing or no tool), or None."""
    if (waiting := _chance_first(state)) is not None:
        return waiting
    occasion = _occasion_of(state)
    if occasion is None:
        return Objection(*_nobody_decides(state))
    if (found := _not_now(rule, occasion)) is not None:
        facts = _FACTS.get(found[1])
        return Objection(*found, {} if facts is None else facts(rule, occasion, state))
    return None if rule.tool is None else card_objection(state, rule.tool)


def _chance_first(state: GameState) -> Objection | None:
    """Return the objection that a piece must be turned up first, or None if no piece is pending."""
    pending = state.pending
    if pending is None:
        return None
    ruleset = state.ruleset
    if pending.pile in ruleset.decks:
        return Objection(ruleset.decks[pending.pile].rule, "card_waits", {"deck": pending.pile})
    if pending.pile in ruleset.dice:
        return Objection(ruleset.dice[pending.pile].rule, "roll_waits", {"die": pending.pile})
    if pending.pile == LOOK:
        return Objection("PUBLIC-1", "look_waits", {"space": pending.place})
    # During a turn, the objection names the rule that turns the piece up. Without a turn, a phase is being set up.
    rule = {TILE: "REVEAL-1", ORDER: "CASTLE-3", TOOL: "SHOP-1"}[pending.pile] if state.turn is not None else "SETUP-2"
    if pending.pile == TILE:
        return Objection(rule, "tile_waits", {"space": pending.place})
    return Objection(rule, "order_waits" if pending.pile == ORDER else "tool_waits", {"slot": pending.place})
