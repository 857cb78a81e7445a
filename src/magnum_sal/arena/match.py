"""Matches: the bots and rules, fair seats, seeds for all randomness, and the differences between two matches."""

from __future__ import annotations

import hashlib
import inspect
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from .._internal.checks import check_whole
from ..bots.protocol import PASS_THE_CLASS, check_move_seconds
from ..engine.deal import draw_start_seat
from ..errors import MisuseError
from ..errors.messages import brief, cut, printable
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD

Policy: TypeAlias = Literal["raise", "random_move", "lose"]
"""
What happens when a bot fails: the error is raised, a random legal move is made for the bot, or the game stops. If the
game stops, the bot ranks last, and the others rank by their scores.
"""

POLICIES: Final[tuple[str, ...]] = get_args(Policy)
MOST_MOVES: Final = 4000
"""The default cap on a game's moves, which is needed because the rules do not force a game to end (PHASE-1)."""

_LARGEST_CAP: Final = 10**9
"""The maximum cap on a game's moves."""

MOST_GAMES: Final = 1_000_000
"""The maximum number of games in a match."""

LARGEST_SEED: Final = 2**256
"""The upper bound for seeds. It is so high that nobody can try all seeds."""

LONGEST_NAME: Final = 1000
"""The maximum length of a bot's name, including its options."""

_LONGEST_VALUE: Final = 40
"""The maximum length of a value in a message."""

_LONGEST_DIFFERENCES: Final = 280
"""The maximum length of all differences, which leaves room for a file name in the message."""


def bot_name(bot: str | Callable[..., Any]) -> str:
    """
    Return the name for importing *bot*, here or in a worker: ``module:Class``, or ``module:function``.

    Raises:
        MisuseError: *bot* is neither a string nor a class or function that can be imported by its name.
    """
    if isinstance(bot, str):
        return bot
    if not inspect.isclass(bot) and not inspect.isfunction(bot):
        raise MisuseError(f"{brief(bot)} is not the name of a bot, a class or a function; {PASS_THE_CLASS}")
    name = f"{bot.__module__}:{bot.__qualname__}"
    # A name with "<" belongs to a lambda or to a class inside a function, which no worker can import. The name must
    # also resolve to the bot itself, which is not the case if the function was decorated afterwards.
    if "<" in name or _find_in_module(bot) is not bot:
        what = "class" if inspect.isclass(bot) else "function"
        raise MisuseError(
            f"{brief(bot)} is not the name of a bot or a {what} at the top level of a module, "
            "from which games and workers can import it; move it there"
        )
    return name


def bot_names(bots: Sequence[str | Callable[..., Any]]) -> tuple[str, ...]:
    """
    Return the names of several bots.

    Raises:
        MisuseError: *bots* is not a sequence, or a bot cannot be imported by its name.
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise MisuseError(f"bots: expected a list of bots, got {brief(bots)}")
    return tuple(map(bot_name, bots))


def _find_in_module(bot: Callable[..., Any]) -> object:
    """Return the object that the bot's own name refers to in its module, or None."""
    found: object = sys.modules.get(bot.__module__)
    for part in bot.__qualname__.split("."):
        found = getattr(found, part, None)
    return found


def check_found_by_workers(bots: tuple[str, ...]) -> None:
    """
    Check that worker processes can import the bots.

    Raises:
        MisuseError: a bot was defined in a notebook or at a prompt.
    """
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    for bot in bots:
        if bot.startswith("__main__:") and (script is None or not Path(script).is_file()):
            raise MisuseError(
                f"{brief(bot)} was defined in a notebook or at a prompt, where other processes cannot import it: "
                "move it to a file and import it from there, or play with jobs=1"
            )


@attrs.frozen
class Match:
    """
    Everything that determines the games of a match, so that the match can be interrupted and resumed.

    Raises:
        MisuseError: a field has an invalid value.
    """

    bots: tuple[str, ...]
    """The names of the 2 to 4 bots, all of which play in every game."""
    seed: int
    """The seed of the setups, and of nothing else."""
    ruleset: Ruleset = STANDARD
    """The rules to play by."""
    most_moves: int = MOST_MOVES
    """The cap on a game's moves."""
    policy: Policy = "random_move"
    """How to handle bot failures."""
    move_seconds: float | None = None
    """
    The time limit for a move, in seconds; with None, only process bots have a limit. A bot in Python is not
    interrupted, but a late move does not count.
    """
    bot_seed: int = 0
    """
    The seed of the bots' random sources, and of the moves made for bots that fail. It is independent of *seed*, so that
    no bot can infer a setup from its own seed.
    """

    def __attrs_post_init__(self) -> None:
        _check_bots(self.bots)
        for seed, what in ((self.seed, "seed of a match"), (self.bot_seed, "seed of a match's bots")):
            if type(seed) is not int:
                raise MisuseError(f"the {what} must be a whole number, not {brief(seed)}")
            if not -LARGEST_SEED < seed < LARGEST_SEED:
                raise MisuseError(f"the {what} must be a whole number of at most 256 bits")
        if not isinstance(self.ruleset, Ruleset):
            raise MisuseError(f"the ruleset of a match must be a Ruleset, not {brief(self.ruleset)}")
        check_whole("most_moves", self.most_moves, 1, _LARGEST_CAP)
        if self.policy not in POLICIES:
            raise MisuseError(f"policy: expected one of {', '.join(POLICIES)}, got {brief(self.policy)}")
        check_move_seconds(self.move_seconds)

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names. If the match lists a bot several times, repeats get a number, as in ``greedy #2``."""
        counts = [self.bots[:index].count(bot) + 1 for index, bot in enumerate(self.bots)]
        return tuple(bot if count == 1 else f"{bot} #{count}" for bot, count in zip(self.bots, counts, strict=True))

    def setup_of(self, game: int) -> int:
        """Return the number of *game*'s setup; each setup is played once in every rotation of the seats."""
        return game // len(self.bots)

    def seats_of(self, game: int) -> tuple[int, ...]:
        """Return the seat of each bot in *game*."""
        count = len(self.bots)
        # In the games of a setup, every bot sits in every seat once, so neither the cards nor the seats favour a bot.
        return tuple((bot + game) % count for bot in range(count))

    def setup_seed(self, setup: int) -> int:
        """Return the seed of the setup with this number; it is the same on every machine and in every process."""
        return _derive_seed(self.seed, "setup", setup)

    def start_seat(self, setup: int) -> int:
        """Return the seat of the starting player in the setup with this number (SETUP-1)."""
        return draw_start_seat(len(self.bots), random.Random(self.setup_seed(setup)))

    def chance_seed(self, purpose: Literal["bot", "forced"], setup: int, seat: int) -> int:
        """
        Return a seed for the randomness at a *seat*, the same in every rotation of the seats.

        Args:
            purpose: ``"bot"`` for the bot's own random source, ``"forced"`` for the moves made for a bot that fails.
            setup: The number of the setup.
            seat: The seat.
        """
        return _derive_seed(self.bot_seed, purpose, setup, seat)


def _derive_seed(*key: int | str) -> int:
    # A bot that knows a derived seed cannot compute the seed of the match or other derived seeds. It can only try small
    # seeds. The purpose is part of the input, so the bots' randomness is independent of the replacement moves. Python's
    # hash() is unsuitable, because for texts it differs between processes.
    digest = hashlib.sha256(repr(key).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _check_bots(bots: object) -> None:
    if type(bots) is not tuple:
        raise MisuseError(f"the bots of a match must be a tuple of names, not {brief(bots)}")
    if not MIN_PLAYERS <= len(bots) <= MAX_PLAYERS:
        raise MisuseError(f"a match needs {MIN_PLAYERS} to {MAX_PLAYERS} bots, not {len(bots)}")
    for bot in bots:
        if type(bot) is not str or not bot.isprintable() or not 1 <= len(bot) <= LONGEST_NAME:
            raise MisuseError(f"a bot's name must have 1 to {LONGEST_NAME} printable characters, not {brief(bot)}")


def describe_differences(there: Match, here: Match) -> str:
    """
    Describe each field in which two matches differ; return an empty string if they are equal.

    >>> describe_differences(Match(("random", "greedy"), 1, most_moves=60), Match(("random", "search"), 1))
    "its bot 2 is 'greedy', not 'search'; its most_moves is 60, not 4000"

    Args:
        there: The match in a file.
        here: The requested match.
    """
    names = [field.name for field in attrs.fields(Match)]
    told = (one for name in names for one in _differences_of_field(name, getattr(there, name), getattr(here, name)))
    return cut("; ".join(told), _LONGEST_DIFFERENCES)


def _differences_of_field(name: str, there: object, here: object) -> Iterator[str]:
    if there == here:
        return
    match there, here:
        case (tuple(), tuple()):
            yield from _differences_of_bots(there, here)
        case (Ruleset(), Ruleset()) if there.name == here.name:
            yield from _differences_of_rules(there, here)
        case (Ruleset(), Ruleset()):
            yield _format_apart(f"its {name} is", there.name, here.name)
        case _:
            yield _format_apart(f"its {name} is", there, here)


def _differences_of_bots(there: tuple[str, ...], here: tuple[str, ...]) -> Iterator[str]:
    if len(there) != len(here):
        yield f"it has {len(there)} bots, not {len(here)}"
        return
    for number, (its, ours) in enumerate(zip(there, here, strict=True), start=1):
        if its != ours:
            yield _format_apart(f"its bot {number} is", its, ours)


def _differences_of_rules(there: Ruleset, here: Ruleset) -> Iterator[str]:
    """Yield the switches in which two rulesets with the same name differ."""
    its, ours = ({switch.name: of.setting(switch.name) for switch in of.switches} for of in (there, here))
    if its == ours:
        yield f"its ruleset is a different one called {brief(there.name, _LONGEST_VALUE)}"
    for name in dict.fromkeys((*its, *ours)):
        if its.get(name) != ours.get(name):
            yield _format_apart(f"its {name} is", its.get(name), ours.get(name))


def _format_apart(words: str, there: object, here: object) -> str:
    """Format two different values; shorten long values with a common beginning to the part where they differ."""
    its, ours = brief(there, 10_000), brief(here, 10_000)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(its, ours, strict=False)))
    if max(len(its), len(ours)) > _LONGEST_VALUE and alike > _LONGEST_VALUE // 2:
        its, ours = (f"...{text[alike - 3 :]}" for text in (its, ours))
    return f"{words} {printable(its, _LONGEST_VALUE)}, not {printable(ours, _LONGEST_VALUE)}"
