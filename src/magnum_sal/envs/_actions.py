"""The actions of the environments: one for each answer to a question."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._internal.caches import cached
from .._internal.checks import hint_at_int
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..queries.answer_space import Answer, answers_of, number_answers, number_possible_answers
from ..queries.choices import Choice
from ..words import action_in_words, sentence

__all__ = ["ActionTable"]

Mask = npt.NDArray[np.int8]

_MOST_MASKS: Final = 1 << 14
"""The maximum number of masks kept in memory. A game has a few thousand different ones."""


class ActionTable:
    """
    The actions of an environment. The id of an action is the index of its answer in ``answers_of``.

    >>> from magnum_sal import STANDARD
    >>> actions = ActionTable(STANDARD, 2)
    >>> actions.answers[3].value, actions.find("type", "visit_inn"), len(actions)
    ('visit_inn', 3, 244)
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """
        Number the answers.

        Args:
            ruleset: The rules.
            players: The number of players, 2 to 4.

        Raises:
            MisuseError, ExtensionError: as in ``answers_of``.
        """
        self._ruleset = ruleset
        self.answers: tuple[Answer, ...] = answers_of(ruleset, players)
        """The answers by id."""
        self._ids = number_answers(ruleset, players)
        self._masks: dict[tuple[str, tuple[Any, ...], tuple[type, ...]], Mask] = {}
        self.none: Mask = self._mark(())
        """The mask without any possible answer, for players who must wait."""
        self._names: dict[str, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.answers)

    def find(self, group: str, value: object) -> int:
        """
        Return the id of an answer.

        Args:
            group: The question without the index of an entry, as in ``Choice.group``: ``"payments"`` for
                ``"payments[1]"``.
            value: The answer.

        Raises:
            MisuseError: there is no such answer.
        """
        try:
            return self._ids[group, type(value), value]
        except (KeyError, TypeError):
            told = f"{brief(value)} is not an answer to a question {brief(group)}"
            asked: object = group
            if isinstance(asked, str) and "[" in asked:
                told = f"{told}; the group of this question is {brief(asked.partition('[')[0])}"
            raise MisuseError(f"{told}{hint_at_int(value)}") from None

    def name_of(self, action: int, language: str = "en") -> str:
        """
        Return the name of an action, for people and for the logs of a training.

        All actions of an environment have different names.

        >>> from magnum_sal import STANDARD
        >>> actions = ActionTable(STANDARD, 2)
        >>> [actions.name_of(actions.find("source", "inn"), language) for language in ("en", "pl", "de")]
        ['from the inn', 'z karczmy', 'aus dem Wirtshaus']

        Args:
            action: The id of the action.
            language: ``"en"``, ``"pl"``, ``"de"`` or a language that was added.

        Raises:
            MisuseError: there is no such action, or the language is unknown.
        """
        given: object = action
        if not isinstance(given, int | np.integer) or not 0 <= given < len(self.answers):
            raise MisuseError(f"action: expected 0 to {len(self.answers) - 1}, got {brief(action)}")
        asked: Any = language
        names = self._names.get(asked) if isinstance(asked, str) else None
        if names is None:
            names = self._names[language] = tuple(self._list_names(language))
        return names[action]

    def _list_names(self, language: str) -> Iterator[str]:
        """Yield the names of all actions. The words of extensions may be equal; then a number tells them apart."""
        names = [action_in_words(answer, self._ruleset, language) for answer in self.answers]
        counts = Counter(names)
        for action, name in enumerate(names):
            is_unique = counts[name] == 1
            yield name if is_unique else sentence("action.numbered", language, answer=name, number=f"#{action}")

    def mask_of(self, choice: Choice) -> Mask:
        """
        Return a mask of the possible answers, with 1 for each of them. The array is shared and read-only.

        Raises:
            ExtensionError: a rule does not state one of its answers (``Rule.answers``).
        """
        group = choice.group
        if group is None:
            return self.none
        # The types belong to the key, because (False, True) equals (0, 1).
        key = group, choice.answers, tuple(map(type, choice.answers))
        mask = self._masks.get(key)
        if mask is None:
            if len(self._masks) >= _MOST_MASKS:
                self._masks.clear()
            mask = self._masks[key] = self._mark(number_possible_answers(choice, self._ids))
        return mask

    def _mark(self, actions: Any) -> Mask:
        mask = np.zeros(len(self.answers), dtype=np.int8)
        mask[list(actions)] = 1
        mask.setflags(write=False)
        return mask


@cached(most=64)
def actions_of(ruleset: Ruleset, players: int) -> ActionTable:
    """Return the actions of a ruleset with this number of players, which all environments share."""
    return ActionTable(ruleset, players)


def read_action(action: Any) -> int:
    """Return an action as a number. Raises ``MisuseError`` if it is not a whole number."""
    try:
        return operator.index(action)
    except TypeError:
        raise MisuseError(f"action: expected a whole number, got {brief(action)}") from None


def read_actions(actions: object, games: int) -> npt.NDArray[np.int64]:
    """Return the actions of a number of games. Raises ``MisuseError`` if they are not as many whole numbers."""
    try:
        given = np.asarray(actions)
    except ValueError:
        given = np.empty(0)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise MisuseError(f"actions: expected {games} whole numbers, got {brief(actions)}")
    if len(given) != games:
        raise MisuseError(f"expected {games} actions, got {len(given)}")
    return given
