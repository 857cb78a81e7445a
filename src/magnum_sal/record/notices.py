"""The notices that a game sends to its listeners."""

from __future__ import annotations

import inspect
import logging
from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from ..engine.chance import Piece
from ..engine.steps import Step, Transition
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import TileSeen

_LOGGER: Final = logging.getLogger("magnum_sal.record.game")
"""The logger for errors in listeners. Its name is public: it is the name of the module that defines ``Game``."""


@attrs.frozen
class _StepNotice:
    """A notice of a move. A positional pattern binds the transition."""

    # These notices had a transition before they had a step. Patterns in listeners must still bind the transition,
    # although it is now a property. For the same reason, attrs must not generate ``__match_args__`` for the subclasses.
    __match_args__ = ("transition",)

    step: Step
    """The move, with the positions before and after it."""

    @property
    def transition(self) -> Transition:
        """The state after the move and its events, as returned by ``play`` and ``redo``."""
        return self.step.transition


@attrs.frozen(match_args=False)
class Played(_StepNotice):
    """
    A move was made.

    As a pattern, ``Played(transition)`` binds the transition and ``Played(step=step)`` the whole step.
    """


@attrs.frozen
class Revealed:
    """A piece was turned up on a real table, possibly again after an undo or a correction."""

    __match_args__ = ("transition",)

    piece: Piece
    """The piece."""
    transition: Transition
    """The state after the reveal and its events, as returned by ``reveal``."""


@attrs.frozen
class Undone:
    """Moves and reveals were undone."""

    to: int
    """The number of moves and reveals that remain."""


@attrs.frozen(match_args=False)
class Redone(_StepNotice):
    """A move was redone, or repeated after a correction. As a pattern, it works like ``Played``."""


@attrs.frozen
class Ended:
    """The game was ended by agreement."""

    reason: str
    """The reason passed to ``Game.end``."""


@attrs.frozen
class LookNoted:
    """The tile that a player saw alone was recorded on a real table. Pass it on to this player only (PUBLIC-1)."""

    event: TileSeen
    """The player, the chamber and the tile."""


Notice: TypeAlias = Played | Revealed | Undone | Redone | Ended | LookNoted
"""A notice to a listener."""

Listener: TypeAlias = Callable[[Notice], object]
"""A callback that takes a notice. The return value is ignored."""


class Listeners:
    """The listeners of one game, with the notices that they have not received yet."""

    def __init__(self) -> None:
        self._listeners: dict[object, Listener] = {}
        self._notices: deque[Notice] = deque()
        self._is_telling = False

    def add(self, listener: Listener) -> Callable[[], None]:
        """
        Add a listener, and return a function that removes it.

        Raises:
            MisuseError: *listener* is not callable, or is an ``async`` function.
        """
        if not callable(listener):
            raise MisuseError(f"listener: expected a function, got {brief(listener)}")
        if inspect.iscoroutinefunction(listener):
            raise MisuseError(
                "listener: nobody would await an async function; pass a function that puts the notice into an "
                "asyncio.Queue"
            )
        # Each subscription has its own key, because a listener can be subscribed several times.
        subscription = object()
        self._listeners[subscription] = listener

        def unsubscribe() -> None:
            self._listeners.pop(subscription, None)

        return unsubscribe

    def notify(self, *notices: Notice) -> None:
        """Call each listener with the *notices*, in order. Log the exceptions of listeners."""
        # If a listener makes a move, its notice waits in the queue. All listeners thus get all notices in order.
        self._notices.extend(notices)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._notices:
                current = self._notices.popleft()
                # A listener may unsubscribe itself or others while it is called, so iterate over a copy.
                for listener in tuple(self._listeners.values()):
                    try:
                        listener(current)
                    except Exception:
                        # The move has been made and recorded. Raising an error here would suggest that it was not.
                        _LOGGER.exception("a listener failed on %r", type(current).__name__)
        finally:
            # If notices are left here, an error such as KeyboardInterrupt has ended the loop. Drop them, because the
            # next change would otherwise deliver them late.
            self._is_telling = False
            self._notices.clear()
