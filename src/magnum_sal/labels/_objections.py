"""Telling what speaks against a move: a sentence of the reason, filled with the facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Final

from .._wording import brief, printable
from ..errors import LONGEST_SENTENCE, MisuseError, Objection
from ..ruleset import Ruleset
from ._languages import REASON, words
from ._lookup import find, label, place_label, with_noun


def objection_in_words(objection: Objection, language: str = "en") -> str:
    """
    Return what speaks against a move, for the person at the table: one printable line of at most 460 characters.

    >>> from magnum_sal import PlaceMiner, new_game, objection
    >>> against = objection(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    >>> objection_in_words(against), objection_in_words(against, "de")
    ('S2 is not connected to the entrance: S1 is empty', 'S2 ist nicht mit dem Eingang verbunden: S1 ist leer')

    The words are those that a rule of the objection's ruleset has for ``"RULE.reason"``, such as
    ``"SMITHY-1.nothing_used"``, in English where it has none in *language*; then the library's own. A reason that is a
    sentence itself is told as it is; one that nobody has words for by its id and the facts.

    Raises:
        MisuseError: *objection* is none, or *language* is none of ``LANGUAGES``.
    """
    if not isinstance(objection, Objection):
        raise MisuseError(f"{brief(objection)} is no objection")
    words(language)  # refuses a language that is not known
    return printable(_told(objection, language), LONGEST_SENTENCE)


def _told(objection: Objection, language: str) -> str:
    if objection.is_told:
        return objection.reason
    ruleset = objection.ruleset if isinstance(objection.ruleset, Ruleset) else None
    for key in (f"{objection.rule}.{objection.reason}", f"{REASON}{objection.reason}"):
        if (found := find(key, language, ruleset)) is not None:
            sentence, tongue = found
            try:
                return _Filling(tongue, ruleset).vformat(sentence, (), objection.values)
            except (LookupError, TypeError, ValueError, AttributeError, MisuseError):
                break  # words that do not fit the facts: those of an extension, or facts from outside
    return _bare(objection)


def _bare(objection: Objection) -> str:
    """Return a reason without words by its id and the facts."""
    reason = objection.reason.replace("_", " ")
    facts = ", ".join(f"{name.replace('_', ' ')} {_plain(fact)}" for name, fact in objection.values.items())
    return f"{reason} ({facts})" if facts else reason


def _plain(fact: Any) -> str:
    return ", ".join(map(_plain, fact)) if isinstance(fact, tuple) else str(fact)


class _Filling(Formatter):
    """
    Fills a sentence in one language with facts.

    What stands behind the colon in ``{price:grosz}`` says how a fact is told: as one of ``_WAYS``, else counted, as
    that many of the noun. In ``{ready:{tool}}`` another fact names the noun.
    """

    def __init__(self, language: str, ruleset: Ruleset | None) -> None:
        self.language = language
        self.ruleset = ruleset

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:  # noqa: ARG002  # so it is called
        """Return the fact of this name, and nothing of what may be inside it."""
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a fact as *format_spec* says."""
        if not format_spec:
            return _plain(value)
        if format_spec in _WAYS:
            return _WAYS[format_spec](self, value)
        return self.counted(value, format_spec)

    def counted(self, number: Any, thing: str) -> str:
        """Return a number with its noun; of several numbers, any of which will do, the last one has it."""
        numbers = number if isinstance(number, tuple) else (number,)
        found = find(f"{thing}.count", self.language, self.ruleset) or find(thing, self.language, self.ruleset)
        if found is None or not all(type(one) is int for one in numbers):
            raise ValueError(f"{brief(number)} is no number of {thing!r}")
        return self.joined("or", [*map(str, numbers[:-1]), with_noun(numbers[-1], found[0])])

    def joined(self, word: str, parts: Sequence[str]) -> str:
        """Return all parts with a word such as "and" between them."""
        return f" {label(word, self.language)} ".join(parts)

    def named(self, key: Any) -> str:
        """Return the words for an id of the game."""
        return label(key, self.language, self.ruleset)

    def placed(self, place: Any) -> str:
        """Return the words for a place, or for several."""
        if isinstance(place, tuple):
            return ", ".join(map(self.placed, place))
        return place_label(place, (), self.language, self.ruleset)

    def shared(self, shares: Any) -> str:
        """Return who gets how much."""
        share = label("share", self.language)
        return ", ".join(share.format(name=_plain(name), groszy=_plain(groszy)) for name, groszy in shares)


_WAYS: Final[Mapping[str, Callable[[_Filling, Any], str]]] = {
    "id": _Filling.named,
    "place": _Filling.placed,
    "slot": lambda _, slot: str(slot + 1),
    "and": lambda filling, parts: filling.joined("and", tuple(map(_plain, parts))),
    "share": _Filling.shared,
}
"""How facts are told: by the id's words, a place's, a slot counted from 1, a list, and shares of players by name."""
