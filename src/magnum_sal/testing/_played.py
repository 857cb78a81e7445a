"""Checks of a ruleset's games: each step, the log, and repeated games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import attrs

from ..engine.chance import outcomes, reveal
from ..engine.determinize import lying
from ..engine.evolve import evolve, evolve_all, public_start_event
from ..engine.steps import Step
from ..engine.transitions import apply, start_event
from ..errors import HiddenPieceError, MagnumSalError
from ..errors.messages import brief
from ..model.course import COURSE
from ..model.events import Event, GameStarted
from ..model.pieces import PENDING_PILES
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import is_registered
from ..model.state import GameState
from ..record.game import Game
from ..record.log import GameLog, MoveLine
from ..record.serialization import from_json, to_dict, to_json
from ..words import event_in_words, step_in_words
from ..words.languages import list_registered
from ..words.template_faults import record_faults
from ._invariants import broken_invariants
from ._promises import Complaints, differing, find_changed_parts, shorten_move

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")


@attrs.frozen
class CheckedGame:
    """A game played for the checks."""

    started: GameStarted
    """The first event."""
    opening: GameState
    """The first position."""
    steps: list[Step] = attrs.Factory(list)
    """The steps so far, in order."""


def start_game(ruleset: Ruleset, seed: int, seats: int) -> CheckedGame:
    """Start a game."""
    started = start_event(NAMES[:seats], seed=seed, ruleset=ruleset)
    return CheckedGame(started, evolve(None, started))


def check_opening(played: CheckedGame) -> Complaints:
    """Check that the first position is valid, and that its public form can be derived from the public setup."""
    started, first = played.started, played.opening
    for broken in broken_invariants(first):
        yield f"the first position: {broken}"
    public = evolve(None, public_start_event(started))
    if public != first.public():
        others = ", ".join(differing(public, first.public()))
        yield f"the public form of the first position differs in {others}: something depends on face-down pieces"


def check_opening_json(played: CheckedGame) -> Complaints:
    """Check that the first event and its public form survive a round trip through JSON."""
    started = played.started
    if is_registered(started.ruleset):
        for event in (started, public_start_event(started)):
            if from_json(Event, to_json(event), ruleset=started.ruleset) != event:
                yield f"the setup changes in a round trip through JSON: {brief(event, 120)}"


def check_conservation(step: Step) -> Complaints:
    """Check that no piece is created or lost, and that the parts match each other."""
    for broken in broken_invariants(step.after):
        yield f"after {shorten_move(step.move)}: {broken}"


def check_events(step: Step) -> Complaints:
    """Check that the events lead to the state, and that an extension's events change only parts of extensions."""
    ruleset, state = step.before.ruleset, step.before
    if any(type(event) in ruleset._folds for event in step.events):
        for event in step.events:
            before, state = state, evolve_all(state, (event,))
            if type(event) in ruleset._folds:
                # An extension may change its own parts. Only events of the engine change its decks, its dice and the
                # looks. The course may change with any event, because the engine stores pending reactions in it.
                for key in sorted(find_changed_parts(before, state) - {*ruleset.own_parts, COURSE}):
                    yield f"the fold of {type(event).__name__} changes extras[{key!r}], which belongs to no extension"
    else:
        state = evolve_all(state, step.events)
    if state != step.after:
        yield f"the events of {shorten_move(step.move)} lead to a different {', '.join(differing(state, step.after))}"


def check_events_json(step: Step) -> Complaints:
    """Check that the events survive a round trip through JSON, which also checks the values of their fields."""
    ruleset = step.before.ruleset
    for event in step.events:
        try:
            again = from_json(Event, to_json(event), ruleset=ruleset)
        except MagnumSalError as error:
            yield f"{brief(event, 120)}, an event of {shorten_move(step.move)}, cannot be read back from JSON: {error}"
            continue
        if again != event:
            yield f"{brief(event, 120)} comes back from JSON as {brief(again, 120)}"


def check_words(step: Step) -> Complaints:
    """Check that each event and the whole step have words in every language."""
    # Players see the events only in the words for the step, so ids without words do not count here.
    with record_faults():
        sentences = [
            (event, language, event_in_words(step.before, event, language))
            for event in step.events
            for language in list_registered()
        ]
    for event, language, sentence in sentences:
        if not sentence or re.search("[{}]", sentence):
            yield f"the event {brief(event, 120)} has the words {sentence!r} in {language!r}"
    for language in list_registered():
        for sentence in step_in_words(step, language):
            if not sentence or re.search("[{}]", sentence):
                yield f"an effect of {shorten_move(step.move)} has the words {sentence!r} in {language!r}"


def _comes_back(state: GameState) -> bool:
    ruleset = state.ruleset
    return not is_registered(ruleset) or from_json(GameState, to_json(state), ruleset=ruleset) == state


def check_public_game(step: Step) -> Complaints:
    """Check that a step in the public game with revealed pieces has the same events and leads to the same state."""
    try:
        state, events = apply(step.before.public(), step.move)
    except HiddenPieceError:
        return  # A rule that turns up a piece directly must raise this error in a public game.
    # The public game stops at each face-down piece. The check turns up the piece that lies there in the full game,
    # until nothing is pending. If the two games have different events, a rule has looked at a hidden piece.
    full = step.before if state.pending is None else evolve_all(step.before, events)
    while state.pending is not None:
        piece = lying(full, state.pending)
        chances = dict(outcomes(state))
        if sum(chances.values()) != 1 or piece not in chances:
            yield f"outcomes of the {state.pending} are not all possible pieces"
        if state.pending.pile not in PENDING_PILES and not _comes_back(state):
            yield f"the public state with the pending {state.pending} changes in a round trip through JSON"
        state, more = reveal(state, piece)
        full = evolve_all(full, more)
        events += more
    for one, other in zip_longest(step.events, events):
        if one != other:
            yield f"{shorten_move(step.move)} causes {brief(one, 120)}, but in a public game {brief(other, 120)}"
            return
    if state != step.after.public():
        others = ", ".join(differing(state, step.after.public()))
        move = shorten_move(step.move)
        yield f"after {move}, a public game differs in {others}: something depends on face-down pieces"


def check_logs(played: CheckedGame) -> Complaints:
    """Check that the full and public logs lead to the same state, and that reading a log changes no line."""
    ruleset = played.started.ruleset
    if not is_registered(ruleset):
        return
    last = played.steps[-1].after if played.steps else played.opening
    log = GameLog(played.started)
    for number, step in enumerate(played.steps, start=1):
        log.append(MoveLine(number, step.before.turn_seat, step.move, step.events))
    for name, written, state in (("log", log, last), ("public log", log.public(), last.public())):
        data = "".join(written.lines()).encode()
        # A log is read in two ways: verified, by playing its moves under the rules, or trusted, by only folding its
        # events.
        for verify in (True, False):
            game = Game.from_log(data, verify=verify, ruleset=ruleset)
            if game.state != state:
                yield f"the {name} leads to a different {', '.join(differing(game.state, state))}"
            elif to_dict(game.log.header.opening) != to_dict(played.opening.public()):
                yield f"the {name} has another opening"
            elif name == "log" and not verify and game.log.entries != log.entries:
                yield "the lines of the log change when they are read back"


def check_repeatability(games: Sequence[CheckedGame], most: int) -> Complaints:
    """Check that the first *most* steps of each game stay the same if the games are replayed alternately."""
    states = [evolve(None, played.started) for played in games]
    for state, played in zip(states, games, strict=True):
        if state != played.opening:
            yield "a game with the same setup starts differently the second time"
            return
    # Playing the games alternately finds rules that store something outside the state, for example in a global
    # variable. If the games are played one after another, this storage may go unnoticed.
    for number in range(most):
        for index, played in enumerate(games):
            if number < len(played.steps):
                step = played.steps[number]
                states[index], events = apply(states[index], step.move)
                if events != step.events or states[index] != step.after:
                    game = f"game {index + 1}, decision {number + 1}"
                    yield f"{shorten_move(step.move)} has other effects while other games are in progress ({game})"
                    return
