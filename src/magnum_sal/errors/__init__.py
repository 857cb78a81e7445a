"""The library's exceptions, which share one base class, and the objection to a move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final

import attrs

from .messages import LONGEST_MESSAGE, brief, printable

__all__ = [
    "ExtensionError",
    "HiddenPieceError",
    "IllegalMoveError",
    "LogError",
    "MagnumSalError",
    "MalformedError",
    "MissingExtraError",
    "MisuseError",
    "Objection",
]

_LONGEST_FIELD: Final = 100
_BESIDE: Final = 40
"""The number of characters that a message reserves for short parts, such as the rule's id or the line number."""
LONGEST_SENTENCE: Final = LONGEST_MESSAGE - _BESIDE
"""The maximum number of characters in the sentence of an objection."""


class MagnumSalError(Exception):
    """
    The base of every error that the library raises on purpose.

    The message is always one printable line of at most 500 characters. Unprintable characters of the input are escaped.
    ``words.error_in_words`` describes an error in every language.
    """

    place: str = ""
    """The beginning of the English message if it is not part of the sentence for ``reason``, such as ``"move: "``."""
    ruleset: object = None
    """The ruleset whose words describe the facts, such as the tools of an extension; None for the library's words."""

    def __init__(self, *arguments: object) -> None:
        # Messages quote external text, which may contain terminal escapes or line ends.
        super().__init__(*(printable(given) if isinstance(given, str) else given for given in arguments))

    def __str__(self) -> str:
        return printable(super().__str__())

    @property
    def reason(self) -> str | None:
        """The id of the reason, which is the same in all versions; None if the error has only an English message."""
        return None

    @property
    def values(self) -> Mapping[str, Any]:
        """The facts for the sentence, by name, as in ``Objection.values``; empty if ``reason`` is None."""
        return _NO_FACTS


class _ReasonedError(MagnumSalError):
    """An error with an English message, or with a reason and facts that every language has words for."""

    def __init__(self, message: str, values: Mapping[str, Any] | None = None, *, place: str = "") -> None:
        """
        Create an error.

        Args:
            message: The English message, or the id of the reason if *values* is given.
            values: The facts for the sentence by name. Texts are cut to 100 characters, and tuples to 100 entries.
            place: The beginning of the English message, such as ``"moves[2]: "``. Other languages leave it out.
        """
        # The message and the facts are in ``args``, so that the error can be pickled and copied.
        if values is None:
            super().__init__(f"{place}{message}")
        else:
            super().__init__(message, _facts({name: _shorten_fact(fact) for name, fact in values.items()}))
            self.place = printable(place)

    @property
    def reason(self) -> str | None:
        return self.args[0] if self.args[1:] else None

    @property
    def values(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.args[1] if self.args[1:] else _NO_FACTS
        return facts

    def __str__(self) -> str:
        if self.reason is None:
            return super().__str__()
        # While the package is being imported, nothing is registered yet.
        return _ERROR_TELLERS.get("en", _format_bare_error)(self)


class MalformedError(_ReasonedError, ValueError):
    """
    A value in an invalid form: a wrong type, an unknown id, a missing field, a negative count.

    The message names the field and the value. The error is raised before any rule is checked. Mistakes that a player
    can make have a ``reason``:

    >>> error = MalformedError("name_taken", {"seat": 1, "name": "Ada"})
    >>> error.reason, error.values["name"], str(error)
    ('name_taken', 'Ada', "player 2: 'Ada' is already taken")
    """


class MisuseError(_ReasonedError):
    """
    A call that makes no sense, such as passing both a seed and a setup, or serializing an unregistered ruleset.

    Mistakes that a player can make have a ``reason``, as in ``MalformedError``.
    """


class ExtensionError(MisuseError):
    """
    A fault of an extension: one of its functions failed, or returned something that cannot be right.

    The message names the function, such as the ``decide`` of a rule, a reaction, a fold or a display. If the function
    raised an error, this is the ``__cause__``, or the ``__context__`` in the compiled build.
    """


FAILURES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of Python that a mistake in an extension's function causes, such as ``KeyError``."""


def blame_function(function: str, error: Exception) -> ExtensionError:
    """
    Build the error that names the *function* at fault. Raise it from *error*, whose traceback shows the line.

    >>> print(blame_function("the rule of 'visit_smithy': decide", KeyError("barrel")))
    the rule of 'visit_smithy': decide failed: KeyError('barrel')
    """
    reason = str(error) if isinstance(error, MagnumSalError) else brief(error, 200)
    return ExtensionError(f"{function} failed: {reason}")


class HiddenPieceError(MagnumSalError):
    """
    A move in a public state that would turn up an unknown piece because of an extension's rule.

    The built-in rules wait for such a piece; see ``GameState.pending``.
    """


# A front end receives objections as JSON, and extensions decide their content. So their size is limited.
MOST_FACTS: Final = 20
"""The maximum number of facts in an objection."""
MOST_ENTRIES: Final = 100
"""The maximum number of entries in a tuple among the facts."""
DEEPEST_FACT: Final = 2
"""The maximum nesting depth of tuples among the facts."""
LARGEST_NUMBER: Final = 2**53 - 1
"""
The largest whole number in a value or a fact. JSON parsers in other languages may lose digits of larger ones. Larger
facts are clamped to it.
"""


# Objections are hashable, so a read-only view of a dictionary would not work: it has no hash.
@attrs.frozen(eq=False, repr=False)
class _Facts(Mapping[str, Any]):
    """An immutable, hashable mapping of facts, sorted by name."""

    _entries: tuple[tuple[str, Any], ...]

    def __getitem__(self, name: str) -> Any:
        for known, fact in self._entries:
            if known == name:
                return fact
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(self._entries)

    def __repr__(self) -> str:
        return repr(dict(self._entries))


_NO_FACTS: Final = _Facts(())


def _shorten_fact(fact: Any) -> Any:
    """Return a fact of an error in a form that ``_fact`` accepts."""
    # The facts of an error quote whatever a caller passed. Refusing them would hide the mistake.
    if isinstance(fact, tuple):
        return tuple([_shorten_fact(entry) for entry in fact[:MOST_ENTRIES]])
    return fact if fact is None or isinstance(fact, (str, int)) else brief(fact, _LONGEST_FIELD)


def _facts(given: Mapping[str, Any]) -> _Facts:
    if isinstance(given, _Facts):
        return given
    is_mapping = isinstance(given, Mapping)
    if not is_mapping or len(given) > MOST_FACTS:
        raise MalformedError(
            f"Objection.values: expected a mapping of up to {MOST_FACTS} facts by name, got {brief(given)}"
        )
    return _Facts(tuple(sorted([(_fact_name(name), _fact(name, fact, 0)) for name, fact in given.items()])))


def _fact_name(name: object) -> str:
    if not (type(name) is str and name.isidentifier() and len(name) <= _BESIDE):
        raise MalformedError(f"Objection.values: expected the name of a fact, such as 'price', got {brief(name)}")
    return name


def _fact(name: str, fact: Any, depth: int) -> Any:
    """Return a fact in its stored form: printable and within bounds."""
    if isinstance(fact, str):
        return printable(fact, _LONGEST_FIELD)
    if fact is None or isinstance(fact, bool) or _is_amount(fact):
        return fact
    if isinstance(fact, int):
        return max(-LARGEST_NUMBER, min(fact, LARGEST_NUMBER))
    if isinstance(fact, tuple) and depth < DEEPEST_FACT and len(fact) <= MOST_ENTRIES:
        return tuple([_fact(name, entry, depth + 1) for entry in fact])
    raise MalformedError(
        f"Objection.values.{name}: expected a text, a number, an amount of salt or a tuple of these, got {brief(fact)}"
    )


def _is_amount(fact: Any) -> bool:
    """Check whether a fact consists of whole numbers, like an amount of salt, whose class is in a module above this."""
    if type(fact) is int:
        return abs(fact) <= LARGEST_NUMBER
    is_value = attrs.has(type(fact)) and isinstance(fact, Hashable)
    return is_value and all(map(_is_amount, attrs.astuple(fact, recurse=False)))


def _rule(given: str) -> str:
    if not isinstance(given, str):
        raise MalformedError(f"Objection.rule: expected the id of a rule, got {brief(given)}")
    return printable(given, _BESIDE - 3)


def _reason(given: str) -> str:
    if not isinstance(given, str):
        raise MalformedError(f"Objection.reason: expected the id of a reason or a sentence, got {brief(given)}")
    return printable(given, LONGEST_SENTENCE)


@attrs.frozen
class Objection:
    """
    The reason why a move or a kind of move is illegal: a rule, a reason and the facts.

    >>> against = Objection("PUMP-1", "pumping_too_dear", {"water": 3, "price": 5, "money": 2})
    >>> print(against)
    pumping 3 cubes of water costs 5 groszy, but you have only 2 [PUMP-1]
    >>> against.values["price"]
    5

    Raises:
        MalformedError: a field does not have the form described below.
    """

    rule: str = attrs.field(converter=_rule)
    """The id of the broken rule, such as ``"CHAIN-1"``."""
    reason: str = attrs.field(converter=_reason)
    """
    The id of the reason, such as ``"not_connected"``, which is the same in all versions. Your own rule can use the
    sentence itself if it needs only one language. An id contains no spaces.
    """
    values: Mapping[str, Any] = attrs.field(default=_NO_FACTS, converter=_facts)
    """
    The facts for the sentence, by name: ids, names of players, counts, groszy, slots (from 0), amounts of salt, and
    tuples of these. The mapping is immutable. Strings are made printable and cut to 100 characters.
    """
    ruleset: object = attrs.field(default=None, kw_only=True, eq=False, repr=False)
    """The ruleset, which may add its own words to the library's; the engine sets it."""

    @property
    def is_told(self) -> bool:
        """Whether ``reason`` is the sentence itself."""
        return not self.reason.isidentifier()

    @property
    def sentence(self) -> str:
        """The reason as an English sentence for the player, with the places, amounts and prices."""
        return _TELLERS["en"](self)

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


_TELLERS: Final[dict[str, Callable[[Objection], str]]] = {}
_ERROR_TELLERS: Final[dict[str, Callable[[MagnumSalError], str]]] = {}


def register_words(*, objection: Callable[[Objection], str], error: Callable[[MagnumSalError], str]) -> None:
    """Register the functions that turn an objection, and an error with a reason, into an English sentence."""
    # The words are in modules above this one, so they cannot be imported here. The top-level package connects the two.
    _TELLERS["en"] = objection
    _ERROR_TELLERS["en"] = error


def format_bare_reason(reason: str, values: Mapping[str, Any]) -> str:
    """Format a reason without words as its id with the facts."""
    facts = ", ".join(f"{name.replace('_', ' ')} {_plain(fact)}" for name, fact in values.items())
    told = reason.replace("_", " ")
    return f"{told} ({facts})" if facts else told


def _plain(fact: Any) -> str:
    return ", ".join(map(_plain, fact)) if isinstance(fact, tuple) else str(fact)


def _format_bare_error(error: MagnumSalError) -> str:
    return f"{error.place}{format_bare_reason(error.reason or '', error.values)}"


class IllegalMoveError(MagnumSalError):
    """A well-formed move that the rules do not allow here."""

    objection: Objection
    """The reason why the move is illegal."""

    def __init__(self, objection: Objection) -> None:
        # Exceptions are pickled as a call to their class with ``args``. So ``args`` must be the arguments of the
        # constructor, here and in the classes below.
        self.objection = objection
        super().__init__(objection)

    @property
    def rule(self) -> str:
        """The id of the broken rule."""
        return self.objection.rule

    @property
    def reason(self) -> str:
        """The id of the reason, or the sentence itself, as in ``Objection.reason``."""
        return self.objection.reason

    @property
    def values(self) -> Mapping[str, Any]:
        """The facts for the sentence, by name."""
        return self.objection.values

    @property
    def sentence(self) -> str:
        """The reason as an English sentence for the player."""
        return self.objection.sentence

    def __str__(self) -> str:
        return str(self.objection)


class LogError(MagnumSalError):
    """A log that cannot be read, verified or written."""

    line: int | None
    """The number of the faulty line, 1 for the header; None if the error concerns the whole log."""
    field: str | None
    """The faulty field in the line, such as ``"events[2].groszy"``; None if no single field is at fault."""
    difference: str
    """The description of the problem."""

    def __init__(self, line: int | None, field: str | None, difference: str) -> None:
        self.line = line
        self.field = None if field is None else printable(field, _LONGEST_FIELD)
        self.difference = printable(difference, LONGEST_MESSAGE - _LONGEST_FIELD - _BESIDE)
        super().__init__(self.line, self.field, self.difference)

    def __str__(self) -> str:
        places = [f"line {self.line}"] * (self.line is not None) + [self.field or ""]
        return ": ".join([*filter(None, places), self.difference])


class MissingExtraError(MagnumSalError):
    """A feature whose packages are not installed."""

    what: str
    """The missing feature, such as "a rating"."""
    extra: str
    """The extra that installs the packages; empty if no extra does."""
    package: str
    """The package that was not found."""

    def __init__(self, what: str, extra: str, package: str) -> None:
        self.what = printable(what, 80)
        self.extra = printable(extra, 80)
        self.package = printable(package, 80)
        super().__init__(self.what, self.extra, self.package)

    def __str__(self) -> str:
        if not self.extra:
            return f"{self.what} needs the package {self.package}: pip install {self.package}"
        extra = f"pip install 'magnum-sal[{self.extra}]'"
        return f"{self.what} needs the package {self.package}, which comes with the extra {self.extra!r}: {extra}"
