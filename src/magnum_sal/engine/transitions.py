"""
The engine: starting a game, listing its legal moves, applying one.

It asks the rules of the state's ruleset, and names none of them but TOOL-1: that a card is ready, and is used up.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import Any, Final, NamedTuple

from .._internal.caches import cached
from .._internal.constructors import derive, make_changer
from ..errors import IllegalMoveError, MalformedError, MisuseError, Objection
from ..errors.messages import brief
from ..model.events import ActionClosed, ActionTaken, Event, GameStarted, MomentsPassed, TurnEnded
from ..model.meaning import Role, fields_of, places_of
from ..model.moves import Move
from ..model.pieces import ORDER, TOOL
from ..model.player_names import new_names
from ..model.rule import Rule, When
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState, check_state, play_states
from ..rules.standard import STANDARD
from ..rules.tools.used_cards import use_card
from ._reactions import describe_reaction, what_reacts
from .deal import check_setup, draw_setup
from .evolve import MOST_REACTIONS, evolve, evolve_all
from .timing import available, available_rules, due_types, kind_objection

__all__ = ["Transition", "apply", "is_legal", "legal_moves", "new_game", "objection", "start_event"]

_ACTION: Final = When.ACTION
_FREE: Final = When.FREE


class Transition(NamedTuple):
    """A move's outcome: the state after it and the events that led there."""

    state: GameState
    """The position after the move, in which somebody decides, a piece waits to be turned up, or the game is over."""
    events: tuple[Event, ...]
    """All that happened on the way, in order."""


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
        players: The names of 2 to 4 players by seat: 1 to 40 printable characters each, all different also without
            regard to capitals and to what does not show; blanks around a name are cut off.
        seed: Decides all that chance decides; the same seed, ruleset and number of players give the same setup on
            every Python. Whoever knows or guesses it knows every face-down piece, and a small one can be guessed from
            the pieces in sight: it is for tests, simulations and puzzles.
        setup: The setup itself, instead of a seed. With neither, the setup is drawn from the system's entropy, so that
            nobody can work it out.
        ruleset: The rules to play by.

    Raises:
        MalformedError: a wrong number of players, a bad name, or a setup that is no permutation of the pieces.
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
    """Return the first event of a game; arguments and errors are those of ``new_game``."""
    names = new_names(players)
    if not isinstance(ruleset, Ruleset):
        raise MalformedError(f"ruleset: {brief(ruleset)} is not a Ruleset")
    if seed is not None and setup is not None:
        raise MisuseError("a game starts from a seed or from a setup: give one of them at most")
    if setup is None:
        if seed is not None and type(seed) is not int:
            raise MalformedError(f"seed: {brief(seed)} is not a whole number")
        chance = random.SystemRandom() if seed is None else random.Random(seed)
        setup = draw_setup(ruleset, len(names), chance)
    elif isinstance(setup, Setup):
        check_setup(setup, ruleset, len(names))
    else:
        raise MalformedError(f"setup: {brief(setup)} is not a Setup")
    return GameStarted(ruleset, names, setup)


def legal_moves(
    state: GameState,
    *,
    type: str | builtins.type[Move] | None = None,
    source: str | None = None,
    target: str | None = None,
) -> tuple[Move, ...]:
    """
    Return every legal move of the player to move, each once; never none in a game that is not over.

    While a piece of a public state waits to be turned up there is no player to move, and no move.

    The order is stable: by rule in the order of the ruleset (the standard one's is that of the moves' table in the
    reference), then as that rule's module says. With arguments only the rules concerned are asked.

    Args:
        state: The position.
        type: List only the moves of this class, or of this ``"type"``.
        source: List only those with this ``source``, or which work in this ``chamber``.
        target: List only those with this ``target``, or which are about this building.

    Raises:
        MisuseError: the ruleset knows no such moves, or no such place.
    """
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
    """Return the rules whose moves can be of a *kind*, have a *source* and a *target*."""
    rules = [rule for rule in ruleset.rules if kind is None or kind in (rule.move, rule.move.type)]
    if not rules:
        raise MisuseError(f"type: {brief(kind)} is no move that the ruleset {ruleset.name!r} knows")
    for name, place, role in (("source", source, Role.FROM), ("target", target, Role.TO)):
        if place is None:
            continue
        asked = product(ruleset.rules, Role)
        if not (isinstance(place, str) and any(_knows_place(ruleset, rule, other, place) for rule, other in asked)):
            raise MisuseError(f"{name}: {brief(place)} is no place that a move of the ruleset {ruleset.name!r} names")
        rules = [rule for rule in rules if _knows_place(ruleset, rule, role, place)]
    return rules


def _knows_place(ruleset: Ruleset, rule: Rule, role: Role, place: object) -> bool:
    if role is Role.TO and rule.building_id == place:
        return True
    fields = [field for field in fields_of(rule.move) if field.role is role]
    return any(field.meaning is None or field.meaning.is_known(place, ruleset) for field in fields)


def moves_of(state: GameState, rule: Rule) -> Iterable[Move]:
    """Return what *rule* lists, given that its kind of move can be made now; a rule that lists None is told so."""
    moves = rule.moves(state)
    if moves is None:
        raise _no_list(rule)
    return moves


def _no_list(rule: Rule) -> MisuseError:
    return MisuseError(f"the rule of {rule.move.type!r}: moves returned None where moves belong")


def _list_all_moves(state: GameState) -> tuple[Move, ...]:
    listed = state._moves
    if listed is None:
        found: list[Move] = []
        for rule in available(state)[0]:
            moves = rule.moves(state)  # not by moves_of, which would cost a call for each rule
            if moves is None:
                raise _no_list(rule)
            found += moves
        listed = tuple(found)
        derive(state, "_moves", listed)
    return listed


def objection(state: GameState, move: Move) -> Objection | None:
    """
    Say what speaks against *move* in *state*: the broken rule and the reason, or None.

    Raises:
        MalformedError: *move* is no move of the state's ruleset.
        MisuseError: the rule of an extension answers with anything but an objection or None.
    """
    if state.__class__ is not GameState:
        check_state(state)
    rule = state.ruleset.by_move.get(move.__class__)
    if rule is None:
        raise _no_move(state, move)
    found = kind_objection(state, rule) or rule.objection(state, move)
    return None if found is None else attach_ruleset(state.ruleset, rule, found)


def _no_move(state: GameState, given: object) -> MalformedError:
    """Return the error for what is no move, with how it becomes one."""
    told = f"{brief(given)} is no move that the ruleset {state.ruleset.name!r} knows"
    if isinstance(given, str):
        told += "; parse_move(state, text) reads a text"
    elif isinstance(given, dict):
        told += "; from_dict(Move, data) reads the JSON form"
    elif isinstance(given, type):
        told += "; it is a class, of which a move is made by a call"
    return MalformedError(told)


def attach_ruleset(ruleset: Ruleset, rule: Rule, found: Objection) -> Objection:
    """Return what was *found* to speak against moves of *rule*, with the ruleset whose words tell it."""
    if not isinstance(found, Objection):
        raise MisuseError(f"the rule of {rule.move.type!r}: {brief(found)} is no Objection")
    return _with_ruleset(found, ruleset)


_with_ruleset = make_changer(Objection, "ruleset")


def is_legal(state: GameState, move: Move) -> bool:
    """Say whether ``apply`` accepts *move*; raises like ``objection``."""
    return objection(state, move) is None


def check_legal(state: GameState, move: Move) -> None:
    """Raise what ``apply`` raises where the rules do not allow *move* in *state*."""
    against = objection(state, move)
    if against is not None:
        raise IllegalMoveError(against)


def apply(state: GameState, move: Move) -> Transition:
    """
    Return the state after a legal *move*, up to the next decision, and all events on the way; *state* stays as it is.

    From a public state it goes no further than to the first piece that must be turned up, which nobody knows: it is
    the ``pending`` of the state returned, and ``reveal`` goes on from there.

    Raises:
        IllegalMoveError: the rules do not allow the move; it names the rule and says why.
        HiddenPieceError: the state is public, and the rule of an extension turns up a piece by itself.
        MalformedError: *move* is no move of the state's ruleset.
        MisuseError: the rule of an extension decides what cannot happen, such as more coins leaving than there are.
    """
    if state.__class__ is not GameState:
        check_state(state)
    # An object that was listed for this very state need not be examined again; a plain loop takes half the time of any.
    for listed in state._moves or ():
        if listed is move:
            break
    else:
        check_legal(state, move)
    return resolve_events(state, _decide_move(state, state.ruleset.by_move[move.__class__], move), move.type)


def resolve_events(state: GameState, events: tuple[Event, ...], cause: str) -> Transition:
    """
    Return the state after *events* and all that follows on them by itself, up to a decision or a pending piece.

    Args:
        state: The state before.
        events: What a rule has decided.
        cause: What brought them, for the error.

    Raises:
        MisuseError: they cannot happen.
    """
    after = _fold_events(state, events, cause)
    steps = 0
    while following := _consequences(after):
        events += following
        after = _fold_events(after, following, cause)
        steps += 1
        if steps > MOST_REACTIONS:
            raise _in_a_circle(state.ruleset, cause, following)
    return tuple.__new__(Transition, (after, events))  # half the time of a named tuple's constructor


def _in_a_circle(ruleset: Ruleset, cause: str, following: tuple[Event, ...]) -> MisuseError:
    kinds = ", ".join(dict.fromkeys(type(event).__name__ for event in following if type(event) is not MomentsPassed))
    names = ", ".join(extension.id for extension in ruleset.extensions)
    return MisuseError(
        f"what {cause!r} brings has no end: the reactions of {names} go round in a circle, bringing {kinds} again"
    )


def _fold_events(state: GameState, events: tuple[Event, ...], cause: str) -> GameState:
    """Return the state after what a rule has decided; who decides what cannot happen is told so."""
    try:
        return evolve_all(state, events)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError, MisuseError) as error:
        told = describe_reaction(state, events) or f"what {cause!r} brings"
        raise MisuseError(f"{told} cannot happen here: {error}") from error


def _decide_move(state: GameState, rule: Rule, move: Any) -> tuple[Event, ...]:
    """Return the events of *move* itself, with the books kept and the assistant paid."""
    decide: Any = rule.decide
    returned = decide(state, move)
    if returned.__class__ is not tuple:
        raise MisuseError(
            f"the rule of {move.type!r}: decide returned {brief(returned)} where a tuple of events belongs"
        )
    decided: tuple[Event, ...] = returned
    if rule.tool is not None:
        decided = (*use_card(state.turn_seat, rule.tool), *decided)
    seat, building = state.turn_seat, rule.building_id
    if rule.when is _ACTION and rule.takes_action:
        events = (_action_taken(seat, move.type, building), *decided)
        if building is not None and building in state.ruleset.paying_buildings:
            paid = state.ruleset.rulings.assistant_paid(state, building)
            if paid and state.hidden is None:
                waiting = _fold_events(state, events, move.type).pending
                if waiting is not None and waiting.pile in (ORDER, TOOL):
                    return events  # he is paid after the visit's effects, the card turned up among them
            return (*events, *paid)
        return events
    assert state.turn is not None
    if state.turn.arrived and rule.when is _FREE:
        return (ActionClosed(seat), *decided)
    return decided


def _consequences(state: GameState) -> tuple[Event, ...]:
    """Return what follows by itself before the next decision (TURN-2, PHASE-1); nothing when one is due, or a piece."""
    if state.hidden is None and state.pending is not None:
        return ()
    ruleset = state.ruleset
    if ruleset.extensions and (brought := what_reacts(state)):
        return brought
    if state.is_over:
        return ()
    turn = state.turn
    if turn is None:
        return ruleset.rulings.after_turn(state)
    if turn.arriving or turn.actions_left or (ruleset._due_rules and due_types(state)) or _can_go_on(state):
        return ()
    ended = _turn_ended(state.turn_seat)
    return (ended,) if ruleset._moments else (ended, *ruleset.rulings.after_turn(state))


def _can_go_on(state: GameState) -> bool:
    """Say whether a move is left that needs no action, so that the player has to end the turn (TURN-2)."""
    if not (state.players[state.turn_seat].ready_tools or state.ruleset._free_rules):
        return False
    _, rules = available(state)
    return bool(rules) and any(next(iter(rule.moves(state)), None) is not None for rule in rules)


_action_taken = cached(most=1024)(ActionTaken)
_turn_ended = cached(most=16)(TurnEnded)


def _play_move(state: GameState, move: Move) -> GameState:
    return apply(state, move).state


play_states(_play_move)
