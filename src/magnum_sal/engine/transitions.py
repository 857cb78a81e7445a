"""
The engine: start a game, list its legal moves, and apply a move.

The engine calls the rules of the state's ruleset. It implements only what concerns every kind of move: when a kind is
available (TURN-2, TURN-3, CASTLE-3), the card of a tool (TOOL-1), the end of a placing (ROPE-1), the assistant of a
visited building (ASST-2), and the end of a turn.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import Any, Final

from .._internal.caches import cached
from .._internal.checks import hint_at_int
from .._internal.constructors import derive, make_changer
from ..errors import FAILURES, ExtensionError, IllegalMoveError, MalformedError, MisuseError, Objection, blame_function
from ..errors.messages import brief
from ..errors.suggestions import find_similar
from ..model.events import ActionClosed, ActionTaken, Event, GameStarted, TurnEnded
from ..model.functions_above import play_states
from ..model.meaning import Role, fields_of, places_of
from ..model.mine.geometry import INDEX
from ..model.moves import Move
from ..model.pieces import STOCK
from ..model.player_names import new_names
from ..model.rule import Rule, When
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState, check_state
from ..rules.phases import start_first_turn
from ..rules.standard import STANDARD
from ..rules.tools.used_cards import use_card
from ._assistant_pay import with_assistant_paid
from ._reactions import describe_circle, what_reacts
from .deal import check_setup, draw_setup
from .evolve import MOST_REACTIONS, evolve, evolve_all, evolve_or_blame
from .secrets import check_no_secret
from .steps import Transition
from .timing import available, available_rules, due_types, kind_objection, moves_of, no_list

__all__ = ["apply", "is_legal", "legal_moves", "new_game", "objection", "start_event"]

_ACTION: Final = When.ACTION
_FREE: Final = When.FREE


def new_game(
    players: Sequence[str],
    *,
    seed: int | None = None,
    setup: Setup | None = None,
    ruleset: Ruleset = STANDARD,
) -> GameState:
    """
    Return the first position of a game (SETUP-1, SETUP-2).

    Args:
        players: The names of the players by seat: 2 to 4 names of 1 to 40 printable characters. They must differ even
            if case and invisible characters are ignored. Spaces around a name are removed.
        seed: The seed for all random draws. The same seed, ruleset and number of players give the same setup on every
            Python version. A player who knows the seed knows every face-down piece, and a small seed can be guessed
            from the pieces in sight. Use seeds for tests, simulations and puzzles.
        setup: The setup to use instead of a seed. With neither, the setup is drawn from the system's entropy, which
            nobody can predict.
        ruleset: The rules of the game.

    Raises:
        MalformedError: the number of players or a name is invalid, or the setup is not a permutation of the pieces.
        MisuseError: both *seed* and *setup* are given.
    """
    return evolve(None, start_event(players, seed=seed, setup=setup, ruleset=ruleset))


def start_event(
    players: Sequence[str],
    *,
    seed: int | None = None,
    setup: Setup | None = None,
    ruleset: Ruleset = STANDARD,
) -> GameStarted:
    """Return the first event of a game. Takes the arguments and raises the errors of ``new_game``."""
    names = new_names(players)
    if not isinstance(ruleset, Ruleset):
        raise MalformedError(f"ruleset: expected a Ruleset, got {brief(ruleset)}")
    if seed is not None and setup is not None:
        raise MisuseError("pass either seed or setup, not both")
    if setup is None:
        # True is an ``int``, too, but is hardly meant as a seed.
        if seed is not None and type(seed) is not int:
            raise MalformedError(f"seed: expected a whole number, got {brief(seed)}{hint_at_int(seed)}")
        chance = random.SystemRandom() if seed is None else random.Random(seed)
        setup = draw_setup(ruleset, len(names), chance)
    elif isinstance(setup, Setup):
        check_setup(setup, ruleset, len(names))
    else:
        raise MalformedError(f"setup: expected a Setup, got {brief(setup)}")
    return GameStarted(ruleset, names, setup)


def legal_moves(
    state: GameState,
    *,
    type: str | builtins.type[Move] | None = None,
    source: str | None = None,
    target: str | None = None,
) -> tuple[Move, ...]:
    """
    Return every legal move of the player to move, each once. Until the game ends, at least one move is legal.

    While a piece of a public state is pending, it is nobody's turn to move and the list is empty.

    The order is stable. Moves are sorted by rule in the order of the ruleset, and then in the order that the
    rule's module documents. The table of moves in the reference follows the standard ruleset. With filters, only the
    rules concerned are called.

    Args:
        state: The position.
        type: List only the moves of this class or ``"type"``.
        source: List only the moves that have this ``source`` or take effect in this ``chamber``.
        target: List only the moves that have this ``target`` or concern this building.

    Raises:
        MisuseError: the ruleset does not know the type or the place.
    """
    # Nearly every argument is a state, so the check is called only for other types.
    if state.__class__ is not GameState:
        check_state(state)
    if type is source is target is None:
        return _list_all_moves(state)
    rules = _select_rules(state.ruleset, type, source, target)
    listed: Iterable[Move] | None = state._moves
    if listed is None:
        listed = chain.from_iterable(moves_of(state, rule) for rule in available_rules(state) if rule in rules)
    classes = {rule.move for rule in rules}
    return tuple(
        move
        for move in listed
        if move.__class__ in classes
        and (source is None or source in places_of(move, Role.FROM))
        and (target is None or target in _aims(state.ruleset, move))
    )


def _aims(ruleset: Ruleset, move: Move) -> tuple[object, ...]:
    return (ruleset.by_move[move.__class__].building_id, *places_of(move, Role.TO))


def _select_rules(ruleset: Ruleset, kind: object, source: object, target: object) -> list[Rule]:
    """Return the rules whose moves can match *kind*, *source* and *target*. A filter of None matches everything."""
    rules = [rule for rule in ruleset.rules if kind is None or kind in (rule.move, rule.move.type)]
    if not rules:
        # A caller who asks for a class of the wrong ruleset needs the list, too.
        types = tuple(ruleset.by_type)
        near = tuple(find_similar(kind, types))
        raise MisuseError(
            "unknown_move_type", {"type": brief(kind), "ruleset": ruleset.name, "near": near, "types": types}
        )
    for name, place, role in (("source", source, Role.FROM), ("target", target, Role.TO)):
        if place is None:
            continue
        asked = product(ruleset.rules, Role)
        # A place that no move of the ruleset can name is the caller's mistake. An empty list would hide the mistake.
        if not (isinstance(place, str) and any(_knows_place(ruleset, rule, other, place) for rule, other in asked)):
            near = tuple(find_similar(place, (STOCK, *ruleset.building_order, *INDEX)))
            facts = {"field": name, "place": brief(place), "ruleset": ruleset.name, "near": near}
            raise MisuseError("unknown_place", facts)
        rules = [rule for rule in rules if _knows_place(ruleset, rule, role, place)]
    return rules


def _knows_place(ruleset: Ruleset, rule: Rule, role: Role, place: object) -> bool:
    if role is Role.TO and rule.building_id == place:
        return True
    fields = [field for field in fields_of(rule.move) if field.role is role]
    return any(field.meaning is None or field.meaning.is_known(place, ruleset) for field in fields)


def _list_all_moves(state: GameState) -> tuple[Move, ...]:
    # A state is immutable, so its moves are computed once and stored with it.
    listed = state._moves
    if listed is None:
        found: list[Move] = []
        for rule in available(state)[0]:
            try:
                moves = rule.moves(state)  # moves_of() would cost one more call for each rule.
                if moves is None:
                    raise no_list(rule)
                found += moves
            except FAILURES as error:
                raise blame_function(f"the rule of {rule.move.type!r}: moves", error) from error
        listed = tuple(found)
        derive(state, "_moves", listed)
    return listed


def objection(state: GameState, move: Move) -> Objection | None:
    """
    Return the rule that *move* breaks in *state* and the reason, or None if the move is legal.

    Raises:
        MalformedError: *move* is not a move of the state's ruleset.
        MisuseError: the rule of an extension returns anything but an objection or None.
    """
    if state.__class__ is not GameState:
        check_state(state)
    rule = state.ruleset.by_move.get(move.__class__)
    if rule is None:
        raise no_move(state, move)
    found = kind_objection(state, rule)
    if found is None:
        try:
            found = rule.objection(state, move)
        except FAILURES as error:
            raise blame_function(f"the rule of {move.type!r}: objection", error) from error
    return None if found is None else attach_ruleset(state.ruleset, rule, found)


def no_move(state: GameState, given: object) -> MalformedError:
    """Return the error for an object that is not a move, with a hint on how to get a move."""
    told = f"{brief(given)} is not a move in the ruleset {state.ruleset.name!r}"
    if isinstance(given, str):
        told += "; use parse_move(state, text) to parse a text"
    elif isinstance(given, dict):
        told += "; use from_dict(Move, data) to read the JSON form"
    elif isinstance(given, type):
        told += "; it is a class: call it to create a move"
    return MalformedError(told)


def attach_ruleset(ruleset: Ruleset, rule: Rule, found: Objection) -> Objection:
    """Return the objection *found* by *rule*, with the ruleset that provides its words."""
    if not isinstance(found, Objection):
        raise ExtensionError(f"the rule of {rule.move.type!r}: expected an Objection or None, got {brief(found)}")
    return _with_ruleset(found, ruleset)


_with_ruleset = make_changer(Objection, "ruleset")


def is_legal(state: GameState, move: Move) -> bool:
    """Check whether ``apply`` accepts *move*. Raises the errors of ``objection``."""
    return objection(state, move) is None


def check_legal(state: GameState, move: Move) -> None:
    """Raise the error of ``apply`` if *move* is illegal in *state*."""
    against = objection(state, move)
    if against is not None:
        raise IllegalMoveError(against)


def apply(state: GameState, move: Move) -> Transition:
    """
    Apply a legal *move* and return the state of the next decision, with all events up to it.

    *state* does not change. A public state stops at the first piece that must be turned up, because nobody knows it.
    This piece is the returned state's ``pending``; continue with ``reveal``.

    The result can be unpacked as ``state, events``. Functions that describe or draw a move take its ``step``.

    Raises:
        IllegalMoveError: the move is illegal. The message names the rule and the reason.
        HiddenPieceError: the state is public, and the rule of an extension turns up a piece directly.
        MalformedError: *move* is not a move of the state's ruleset.
        MisuseError: the rule of an extension returns impossible events, such as a payment that the payer cannot make.
    """
    if state.__class__ is not GameState:
        check_state(state)
    # A move object from legal_moves() for this state needs no second check. A plain loop takes half the time of any().
    for listed in state._moves or ():
        if listed is move:
            break
    else:
        check_legal(state, move)
    return apply_legal(state, move)


def apply_legal(state: GameState, move: Move) -> Transition:
    """Return what ``apply`` returns for a move that is known to be legal. The move is not checked again."""
    try:
        rule = state.ruleset.by_move[move.__class__]
    except KeyError:
        # The list of a rule may contain other objects, such as the class of a move that was not called.
        raise no_move(state, move) from None
    decided = _decide_move(state, rule, move)
    transition = resolve_events(state, decided, move.type)
    transition.__dict__["_made"] = state, move  # the same as ``steps.of_move``, without the cost of a call
    return transition


def resolve_events(state: GameState, events: tuple[Event, ...], cause: str) -> Transition:
    """
    Return the state after *events* and their automatic consequences, up to a decision or a pending piece.

    Args:
        state: The state before the events.
        events: The events that the move or the reveal causes directly.
        cause: The type of the move, or ``"reveal"``, for error messages.

    Raises:
        MisuseError: the events do not fit the position, or extensions react endlessly.
    """
    # Consequences come in steps, and each step is decided in the state after the previous step. The standard game
    # takes one step from a turn to the next. Only extensions can react to their own events endlessly.
    after = evolve_or_blame(state, events, cause)
    steps = 0
    while following := _consequences(after, state.phase):
        events += following
        after = evolve_or_blame(after, following, cause)
        steps += 1
        if steps > MOST_REACTIONS:
            raise ExtensionError(f"the effects of {cause!r} never end: {describe_circle(state.ruleset, following)}")
    return tuple.__new__(Transition, (after, events))  # This takes half the time of Transition(after, events).


def _decide_move(state: GameState, rule: Rule, move: Any) -> tuple[Event, ...]:
    """Return the events of *move* itself, including the action taken, the tool used and the assistant paid."""
    decide: Any = rule.decide
    try:
        returned = decide(state, move)
    except FAILURES as error:
        raise blame_function(f"the rule of {move.type!r}: decide", error) from error
    if returned.__class__ is not tuple:
        told = f"the rule of {move.type!r}: decide returned {brief(returned)}"
        raise ExtensionError(f"{told} instead of a tuple of events")
    decided: tuple[Event, ...] = returned
    if state.ruleset.has_looks:
        check_no_secret(decided, f"the rule of {move.type!r}")
    # A move made with a tool uses up a card, which lies face down until the phase ends (TOOL-1).
    if rule.tool is not None:
        decided = (*use_card(state.turn_seat, rule.tool), *decided)
    seat, building = state.turn_seat, rule.building_id
    # The action is the first event: it ends the previous placing, and this move may begin a new one.
    if rule.when is _ACTION and rule.takes_action:
        events = (_action_taken(seat, move.type, building), *decided)
        if building is not None and building in state.ruleset.paying_buildings:
            return with_assistant_paid(state, building, events, move.type)
        return events
    assert state.turn is not None
    # Bucket and food end the previous action, so no rope can continue it (ROPE-1).
    if state.turn.arrived and rule.when is _FREE:
        return (ActionClosed(seat), *decided)
    return decided


def _consequences(state: GameState, phase: int) -> tuple[Event, ...]:
    """Return the next automatic events of a move made in *phase* (TURN-2, PHASE-1), or nothing if a decision is due."""
    # Nothing follows until the pending piece is turned up.
    if state.hidden is None and state.pending is not None:
        return ()
    ruleset = state.ruleset
    # Extensions react before the turn, the phase or the game continues.
    if ruleset.extensions and (brought := what_reacts(state)):
        return brought
    if state.is_over:
        return ()
    turn = state.turn
    if turn is None:
        # A phase that began with this move is set up by now. Its first turn follows in the state that the setup left,
        # as it does if the cards are turned up one by one. With reactions, the state itself records this stage.
        if state.phase != phase and not ruleset._moments:
            return start_first_turn(state)
        return ruleset.rulings.after_turn(state)
    # The turn ends automatically when nothing is left to decide: no arrivals, actions, decisions that an extension
    # requires, or tools that need no action. While such a tool can be used, the player must end the turn explicitly.
    if turn.arriving or turn.actions_left or (ruleset._due_rules and due_types(state)) or _can_go_on(state):
        return ()
    ended = _turn_ended(state.turn_seat)
    # Extensions can react between two turns, so their games take one step at a time.
    return (ended,) if ruleset._moments else (ended, *ruleset.rulings.after_turn(state))


def _can_go_on(state: GameState) -> bool:
    """Check whether the player has a move that needs no action, so that only ``EndTurn`` ends the turn (TURN-2)."""
    if not (state.players[state.turn_seat].ready_tools or state.ruleset._free_rules):
        return False
    _, rules = available(state)
    return bool(rules) and any(next(iter(moves_of(state, rule)), None) is not None for rule in rules)


_action_taken = cached(most=1024)(ActionTaken)
_turn_ended = cached(most=16)(TurnEnded)


# The methods of ``GameState`` and some rules need the engine, which a module below it cannot import.
play_states(moves=legal_moves, play=lambda state, move: apply(state, move).state, evolve=evolve_all)
