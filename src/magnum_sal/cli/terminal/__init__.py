"""The terminal application for playing on one screen with people and bots (extra ``tui``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..._internal.field_help import provide_field_help
from ..._internal.lazy_names import explain_missing
from ...rules.standard import STANDARD
from .seats import NewGame, check_players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...bots import Bot
    from ...model.ruleset import Ruleset
    from ...record.game import Game

__all__ = ["NewGame", "last_game", "play"]


def __dir__() -> list[str]:
    return __all__


provide_field_help(NewGame)


_WHAT: Final = "the terminal application"


def play(
    game: Game | None = None,
    *,
    players: Sequence[str | Bot] = (),
    refused: Sequence[tuple[int, str]] = (),
    ruleset: Ruleset = STANDARD,
    language: str = "en",
    autosave: bool = True,
) -> None:
    """
    Run the application until the person quits.

    Args:
        game: A game to resume. By default, the application asks for players first.
        players: The players of *game* by seat: ``bots.HUMAN``, a bot's name (see ``make_bot``), or a bot; empty if
            all are people. The application starts every bot named here, so do not pass names from an untrusted file.
        refused: Pairs of a seat and the refused bot that a file names for it. The application warns about them.
        ruleset: The ruleset that the setup screen proposes.
        language: One of ``words.LANGUAGES``, such as ``"en"``.
        autosave: Whether to record games without a log in the user's state folder, where ``last_game`` finds them. The
            twenty newest games are kept.

    Raises:
        MissingExtraError: the packages of the extra ``tui`` are not installed.
        MisuseError: a bot is unknown or cannot be created.
    """
    with explain_missing(_WHAT, "tui"):
        from ._application import Application
        from ._autosaves import user_autosaves
    check_players(players)  # before the screen changes
    autosaves = user_autosaves() if autosave else None
    Application(game, players=players, refused=refused, ruleset=ruleset, language=language, autosaves=autosaves).run()


def last_game() -> Game:
    """
    Return the last autosaved game that is not over, so that you can resume it.

    Raises:
        MissingExtraError: the packages of the extra ``tui`` are not installed.
        MisuseError: there is no such game.
        LogError: the log is unreadable, does not verify, or is in use elsewhere.
    """
    with explain_missing(_WHAT, "tui"):
        from ._autosaves import user_autosaves
    return user_autosaves().last_game()
