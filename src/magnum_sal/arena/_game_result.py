"""The result of one game of a match, and checks that it is plausible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs
from attrs.validators import deep_iterable, optional

from .._internal.checks import refuse
from ..bots.protocol import MOST_SECONDS
from ..errors import MalformedError
from ..errors.messages import brief
from ..model.meaning import COUNT, NUMBER, Meaning, Validator
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ._bot_failure import FAILURES, BotFailure
from .match import Match

Ending: TypeAlias = Literal["over", "cap", "forfeit"]
"""How a game ended: normally, at the cap on moves, or because a bot's failure lost the game."""

_ENDINGS: Final[tuple[str, ...]] = get_args(Ending)
_Field = attrs.Attribute  # generic only for the type checker


def _are_seats(value: object) -> bool:
    return (
        type(value) is tuple
        and all(type(seat) is int for seat in value)
        and MIN_PLAYERS <= len(value) <= MAX_PLAYERS
        and sorted(value) == list(range(len(value)))
    )


def _has_one_for_each_bot(owner: object, field: _Field[Any], value: object) -> None:
    bots = len(owner.seats)  # type: ignore[attr-defined]  # the seats come first and have been checked
    if type(value) is not tuple or len(value) != bots:
        refuse(owner, field.name, value, f"a tuple of one entry for each of {bots} bots")


def _check_ranking(owner: object, field: _Field[Any], value: Any) -> None:
    """Check that each bot has a rank from 1 up; tied bots share a rank, and the next ranks are skipped."""
    _has_one_for_each_bot(owner, field, value)
    if any(type(rank) is not int for rank in value) or any(
        rank != 1 + sum(other < rank for other in value) for rank in value
    ):
        refuse(owner, field.name, value, "ranks from 1 up, with the same rank for ties")


def _check_rounds(owner: object, field: _Field[Any], value: object) -> None:
    if type(value) is not tuple or not value:
        refuse(owner, field.name, value, "the rounds of at least one phase")
    for rounds in value:
        if not rounds:
            refuse(owner, field.name, rounds, "a number of rounds above 0")
        _COUNT(owner, field, rounds)


def _check_failures(owner: object, field: _Field[Any], counts: object) -> None:
    if not isinstance(counts, Mapping):
        refuse(owner, field.name, counts, "counts of failures by kind")
    for kind, count in counts.items():
        if kind not in FAILURES:
            refuse(owner, field.name, kind, f"a kind of failure ({', '.join(FAILURES)})")
        if not count:
            refuse(owner, field.name, count, "a count above 0")
        _COUNT(owner, field, count)


_COUNT: Final = Validator(COUNT)
_SEATS: Final = Validator(Meaning("seats", f"{MIN_PLAYERS} to {MAX_PLAYERS} seats from 0 up, each once", _are_seats))
_SECONDS: Final = Validator(
    Meaning(
        "seconds",
        "a time in seconds, 0.0 or more",
        lambda value: type(value) is float and 0.0 <= value <= MOST_SECONDS,
    )
)
_ENDING: Final = Validator(Meaning("ending", f"an ending ({', '.join(_ENDINGS)})", lambda value: value in _ENDINGS))
_BOT_FAILURES: Final = Validator(
    Meaning(
        "failures",
        "a tuple of failures",
        lambda value: type(value) is tuple and all(type(one) is BotFailure for one in value),
    )
)
_COUNTS: Final = deep_iterable(_COUNT, _has_one_for_each_bot)
_NUMBERS: Final = deep_iterable(Validator(NUMBER), _has_one_for_each_bot)
_TIMES: Final = deep_iterable(_SECONDS, _has_one_for_each_bot)
_FAILURE_COUNTS: Final = deep_iterable(_check_failures, _has_one_for_each_bot)


@attrs.frozen
class GameResult:
    """
    The result of one game. All sequences are in the order of the match's bots.

    Raises:
        MalformedError: no game can have this result.
    """

    game: int = attrs.field(validator=_COUNT)
    """The number of the game in the match, from 0."""
    setup: int = attrs.field(validator=_COUNT)
    """The number of the setup, from 0."""
    seats: tuple[int, ...] = attrs.field(validator=_SEATS)
    """The seat of each bot."""
    ranks: tuple[int, ...] = attrs.field(validator=_check_ranking)
    """The rank of each bot, 1 for the winner; tied bots share a rank."""
    totals: tuple[int, ...] = attrs.field(validator=_NUMBERS)
    """Each bot's points (END-1)."""
    orders: tuple[int, ...] = attrs.field(validator=_COUNTS)
    """Each bot's number of completed royal orders."""
    decisions: tuple[int, ...] = attrs.field(validator=_COUNTS)
    """Each bot's number of decisions."""
    seconds: tuple[float, ...] = attrs.field(validator=_TIMES)
    """Each bot's time for its decisions, in seconds; the times differ when the game is played again."""
    failures: tuple[Mapping[str, int], ...] = attrs.field(validator=_FAILURE_COUNTS, hash=False)
    """Each bot's number of failures, by kind."""
    moves: int = attrs.field(validator=_COUNT)
    """The total number of moves."""
    ending: Ending = attrs.field(validator=_ENDING)
    """How the game ended."""
    rounds: tuple[int, ...] | None = attrs.field(default=None, validator=optional(_check_rounds))
    """
    The number of rounds in each phase that started; the last phase is complete only if the game ended normally. This
    field and the next two are None in results from earlier versions, which did not count them.
    """
    actions: tuple[int, ...] | None = attrs.field(default=None, validator=optional(_COUNTS))
    """Each bot's number of moves that use an action, including moves made for the bot."""
    idle: tuple[int, ...] | None = attrs.field(default=None, validator=optional(_COUNTS))
    """
    Each bot's number of idle actions: passes, visits to the town square, and market visits that buy and sell the same
    kind of cube.
    """

    first_failures: tuple[BotFailure, ...] | None = attrs.field(default=None, validator=optional(_BOT_FAILURES))
    """Each bot's first failure of each kind, in order; None in results from earlier versions, which recorded none."""
    hook_failures: tuple[int, ...] | None = attrs.field(default=None, validator=optional(_COUNTS))
    """
    Each bot's number of failures in ``observed`` or another hook, which are not failed decisions. None in results from
    earlier versions, which did not count them separately.
    """

    def __attrs_post_init__(self) -> None:
        pace = (self.rounds, self.actions, self.idle)
        if None in pace and any(pace):
            raise MalformedError("GameResult: give all of rounds, actions and idle, or none of them")

    @property
    def shares(self) -> tuple[float, ...]:
        """Each bot's share of the victory, from 0 to 1; tied winners divide it equally."""
        winners = self.ranks.count(1)
        return tuple(1.0 / winners if rank == 1 else 0.0 for rank in self.ranks)

    def without_times(self) -> GameResult:
        """Return the result without the parts that differ between runs: times, and the descriptions of failures."""
        first = self.first_failures
        bare = None if first is None else tuple(failure.without_words() for failure in first)
        return attrs.evolve(self, seconds=(0.0,) * len(self.seconds), first_failures=bare)


# A line with a valid checksum may still be wrong: a file can be edited and sealed again, or written by a faulty
# program. A table of its values would look plausible. So the arena rejects every result that no game of the match can
# have, both when it writes a line and when it reads one.
def check_fits(match: Match, result: GameResult) -> None:
    """
    Check that *result* is a possible result of its game in *match*.

    Raises:
        MalformedError: the result is impossible.
    """
    for objection in _objections(match, result):
        raise MalformedError(f"game {result.game} of this match {objection}")


def _objections(match: Match, result: GameResult) -> Iterator[str]:
    """Yield the objections to *result*: conflicts with the match, the match's policy, or the course of a game."""
    failures = [sum(counts.values()) for counts in result.failures]
    yield from _objections_to_setup(match, result)
    yield from _objections_to_moves(match, result)
    yield from _objections_to_pace(match, result)
    if result.first_failures is not None:
        yield from _objections_to_first(match, result, result.first_failures)
    for hooks, count, own in zip(result.hook_failures or (), failures, result.decisions, strict=False):
        # A failure outside a hook belongs to a decision, and a decision has at most one.
        if hooks > count or count - hooks > own:
            yield f"cannot have had {hooks} of {count} failures in hooks, and the others in {own} decisions"
    if match.policy == "lose":
        yield from _objections_to_forfeit(result, failures)
    elif result.ending == "forfeit" or (match.policy == "raise" and any(failures)):
        yield f"cannot have had a {'forfeit' if result.ending == 'forfeit' else 'failure'} with policy {match.policy}"
    # A bot can fail once in each decision, in `observed` after each move, and in the hooks at the start and the end.
    elif any(count > own + result.moves + 2 for count, own in zip(failures, result.decisions, strict=True)):
        yield f"cannot have had {max(failures)} failures of a bot in {result.moves} moves"


def _objections_to_setup(match: Match, result: GameResult) -> Iterator[str]:
    game = result.game
    if len(result.seats) != len(match.bots):
        yield f"has {len(match.bots)} bots, not {len(result.seats)}"
    elif result.seats != match.seats_of(game):
        yield f"does not have the seats {result.seats!r}"
    if result.setup != match.setup_of(game):
        yield f"has setup {match.setup_of(game)}, not {result.setup}"


def _objections_to_moves(match: Match, result: GameResult) -> Iterator[str]:
    moves, decisions = result.moves, sum(result.decisions)
    if moves > match.most_moves:
        yield f"has at most {match.most_moves} moves, not {moves}"
    # The cap is checked before each move, so a game that reaches the cap has exactly that number of moves.
    if result.ending == "cap" and moves != match.most_moves:
        yield f"cannot have reached the cap of {match.most_moves} moves after {moves}"
    # A bot that forfeits by its answer has made a decision, but no move.
    if decisions not in ((moves, moves + 1) if result.ending == "forfeit" else (moves,)):
        yield f"cannot have had {decisions} decisions in {moves} moves"


def _objections_to_pace(match: Match, result: GameResult) -> Iterator[str]:
    phases = match.ruleset.phases
    for bot, (idle, actions, decisions) in enumerate(
        zip(result.idle or (), result.actions or (), result.decisions, strict=False)
    ):
        # An action is a move, and a move belongs to a decision of its bot.
        if actions > decisions:
            yield f"cannot have had {actions} actions in {decisions} decisions of bot {bot + 1}"
        if idle > actions:
            yield f"cannot have had {idle} idle actions among {actions} actions of bot {bot + 1}"
    if result.rounds is not None and len(result.rounds) > phases:
        yield f"has at most {phases} phases, not {len(result.rounds)}"
    # At least one move is made in each round, except in a round that has just begun.
    if result.rounds is not None and sum(result.rounds) > result.moves + 1:
        yield f"cannot have begun {sum(result.rounds)} rounds in {result.moves} moves"


def _objections_to_first(match: Match, result: GameResult, first: tuple[BotFailure, ...]) -> Iterator[str]:
    """Yield the objections to the first failures of *result*. Each counted kind must have exactly one failure."""
    told = sorted((one.bot, one.kind) for one in first)
    counted = sorted((bot, kind) for bot, counts in enumerate(result.failures) for kind in counts)
    if told != counted:
        yield f"has first failures of the kinds {told!r}, but {counted!r} were counted"
        return
    for one in first:
        its = {name: getattr(one, name) for name in ("kind", "asked", "move", "sentence", "details", "position")}
        if one != BotFailure.of(match, result.game, one.bot, **its):
            yield f"cannot have had a failure of {brief(one.label)} in game {one.game} with its seat and seeds"
        if one.move > result.moves + 1:
            yield f"cannot have had a failure at move {one.move} of {result.moves}"


def _objections_to_forfeit(result: GameResult, failures: list[int]) -> Iterator[str]:
    """Yield the objections to *result* if a failure loses the game; *failures* is each bot's number of failures."""
    # Under this policy the first failure ends the game, so a forfeited game has exactly one failure. In any other game,
    # a bot can only fail after the end: when it observes the last move, and in `game_ended`.
    hooks = result.hook_failures or (0,) * len(failures)
    is_forfeit = result.ending == "forfeit"
    after = all(count == hook <= 2 for count, hook in zip(failures, hooks, strict=True))
    if not (sum(failures) == 1 if is_forfeit else after):
        yield f"cannot have ended by {result.ending!r} with {sum(failures)} failures: the first failure ends the game"
    elif is_forfeit and result.ranks[failures.index(1)] != len(failures):
        yield "does not rank the losing bot last"


def sort_games(games: Iterable[GameResult]) -> tuple[GameResult, ...]:
    """Return the results in the order of the games' numbers."""
    return tuple(sorted(games, key=lambda game: game.game))
