"""Describe an error that a player caused: a sentence for the reason, filled with the facts."""

from __future__ import annotations

from ..errors import IllegalMoveError, MagnumSalError, MisuseError, format_bare_reason
from ..errors.messages import brief, printable
from ..errors.suggestions import split_into_words
from ..model.ruleset import Ruleset
from ._lookup import find
from .agreement import translate_reason
from .filling import TemplateFiller
from .languages import ERROR, list_registered, words_of
from .objections import list_variants, objection_in_words


def error_in_words(error: MagnumSalError, language: str = "en") -> str:
    """
    Describe an error of the library for players, in one printable line of at most 500 characters.

    >>> import magnum_sal as ms
    >>> try:
    ...     ms.new_game(["Ada", "Ada"])
    ... except ms.MalformedError as error:
    ...     print(error.reason, error_in_words(error, "de"), error_in_words(error, "pl"), sep=" / ")
    name_taken / Spieler 2: der Name 'Ada' ist schon vergeben / gracz 2: imię 'Ada' jest już zajęte

    In English, this is the message of the error. An ``IllegalMoveError`` is described by its objection, followed by the
    id of the rule; ``objection_in_words`` omits the id. An error without a ``reason`` has only its English message,
    which is returned unchanged.

    Raises:
        MisuseError: *error* is not an error of the library, or *language* is not in ``LANGUAGES``.
    """
    if not isinstance(error, MagnumSalError):
        raise MisuseError(f"expected an error of the library, got {brief(error)}")
    words_of(language)  # raises an error for an unknown language
    if isinstance(error, IllegalMoveError):
        return f"{objection_in_words(error.objection, language)} [{error.rule}]"
    if error.reason is None:
        return str(error)
    key, values = f"{ERROR}{error.reason}", error.values
    keys = (*(f"{key}.{variant}" for variant in list_variants(values)), key)
    if error.reason == "ended_by_agreement" and "players" in values:
        # The log records the agreement of the players in English.
        values = {**values, "reason": translate_reason(values["players"], values["reason"], language)}
    if error.reason in ("step_missed", "step_refused") and isinstance(error.__cause__, MagnumSalError):
        values = {**values, "reason": error_in_words(error.__cause__, language)}
    # The errors are in a layer below the model, so the attribute has no narrower type there.
    ruleset = error.ruleset if isinstance(error.ruleset, Ruleset) else None
    told = TemplateFiller(language, ruleset).fill_first(values, *keys)
    told = format_bare_reason(error.reason, values) if told is None else told
    # The place names a field of the data, which only helps programmers.
    return printable(f"{error.place}{told}" if language == "en" else told)


def list_names(ruleset: Ruleset, key: str) -> frozenset[frozenset[str]]:
    """Return the names of an id in all languages in use, each as a set of lower-case words."""
    # If a player uses the language of an installed package, the library has already loaded it.
    found = (find(name, language, ruleset) for language in list_registered() for name in (key, f"{key}.told"))
    names = (key.replace("_", " "), *(words[0] for words in found if words is not None))
    return frozenset(frozenset(split_into_words(name)) for name in names)
