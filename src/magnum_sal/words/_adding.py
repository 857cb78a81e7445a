"""Add a language: its plural rule, and texts from a mapping or a folder, checked against the English texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from .._internal.lazy_names import explain_missing
from .._internal.toml_files import list_toml_files, parse_toml, read_text_file
from ..errors import MalformedError, MisuseError
from ..errors.messages import brief, printable
from ..errors.suggestions import did_you_mean, find_similar
from ..model.rule import LANGUAGE_CODE
from ..model.ruleset_registry import find_ruleset, ruleset_names
from ._lookup import COUNT
from .filling import WAYS, is_way
from .languages import (
    CATEGORIES,
    ERROR,
    LANGUAGES,
    REASON,
    TOPICS,
    Locale,
    Plural,
    categories_of,
    check_is_new,
    learn,
    list_entries,
    words_of,
)
from .objections import list_endings
from .templates import LONGEST_TEMPLATE, Slot, names_in, names_outside_brackets, parse_template, slots, ways_in

LARGEST_FILE: Final = 1 << 16
"""The maximum number of bytes in a file."""

LONGEST_LINE: Final = 1000
"""The maximum number of characters in a line."""

_OBJECT: Final = ".object"
"""The suffix of ids for nouns as the object of a sentence. English has such words only where they differ."""
_USED: Final = "used_tool."
"""The prefix of ids for used tools. English has such words for one tool, as an example."""
_OF_PAGES: Final = "table."
"""The prefix of ids for words in the browser."""


def add_language(code: str, words: Mapping[str, str] | Path | str, *, plural: Plural | None = None) -> None:
    """
    Register a language for the whole process. ``LANGUAGES`` then contains it, and all functions accept its code.

    Call this in your program, or in a function of a package. If the package names the function in an entry point of the
    group ``ENTRY_POINTS``, the library calls the function when the language is first used. If the program adds the
    language before that, the package is not used.

    English replaces *words* that are missing or do not fit the facts. A ``UserWarning`` names each format that does not
    fit. A language cannot be added twice or changed, so its code has the same meaning in all parts of a program.

    >>> from magnum_sal.words import count_in_words, label, missing_words
    >>> def plural(number):
    ...     return "one" if number == 1 else "few" if 2 <= number <= 4 else "other"
    >>> add_language("cs", {"inn": "hostinec", "miner.count": "horník|horníci|horníků"}, plural=plural)
    >>> label("inn", "cs"), [count_in_words(number, "miner", "cs") for number in (1, 2, 5)], label("castle", "cs")
    ('hostinec', ['1 horník', '2 horníci', '5 horníků'], 'castle')
    >>> "castle" in missing_words("cs")
    True

    Args:
        code: The language's code, such as ``"cs"`` or ``"pt-BR"``.
        words: Texts by id, or a folder of TOML files with the same names and format as in ``magnum_sal/words/en``.
            The ids, and the names in braces, are the same as in ``LANGUAGES["en"]``. Files may omit the prefixes
            ``reason.`` and ``error.`` of refusals and errors. ``"X.object"`` and ``"used_tool.X"`` may be added for
            every noun and tool, and the variants of ``objection_in_words``, such as ``"reason.X.one_spaces"``, for
            every fact in the words of a reason. A noun has one form for each plural category of the language, in the
            order zero, one, two, few, many, other, separated by ``|``. *words* may contain the ids of an extension if
            its ruleset is already registered. The extension's own words in the language take precedence.
        plural: A function that returns the CLDR plural category of a number. None uses the rule from Babel, which the
            extra ``languages`` installs.

    Raises:
        MisuseError: the language already has words, *code* is not a valid code, the folder does not exist, or *plural*
            returns anything but a category.
        MalformedError: a file is unreadable, or some words are invalid, so no language is added. The message names the
            file and the id.
        MissingExtraError: *plural* is None, and Babel is not installed.
    """
    if type(code) is not str or not LANGUAGE_CODE.fullmatch(code):
        raise MisuseError(f"expected the code of a language, such as 'cs' or 'pt-BR', got {brief(code)}")
    check_is_new(code)
    if not isinstance(words, (Mapping, Path, str)):
        raise MalformedError(f"words: expected texts by id or a folder of files, got {brief(words)}")
    if plural is not None and not callable(plural):
        raise MisuseError(f"plural: expected a function, got {brief(plural)}")
    counting = _plural_of_babel(code) if plural is None else plural
    categories = _categories(code, counting)
    # Check all words before anything is registered, so that an error never leaves a partial language behind.
    english = _list_english_words()
    own: dict[str, str] = {}
    for source, key, text in _list_words(words):
        if key in own:
            raise MalformedError(f"{source}: {key}: there are already words for this id")
        _check_words(source, key, text, categories, english)
        own[key] = text
    learn(code, Locale(counting, categories, MappingProxyType(own)))


def missing_words(code: str) -> tuple[str, ...]:
    """
    Return the ids for which a language has no words, in the order of the English words that are used instead.

    >>> missing_words("de")
    ()

    Raises:
        MisuseError: *code* is not in ``LANGUAGES``.
    """
    own = words_of(code)
    return tuple(key for key in LANGUAGES["en"] if key not in own)


def _list_words(words: Mapping[str, str] | Path | str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the source, id and text of each entry. The files in a folder may come from untrusted sources."""
    if isinstance(words, Mapping):
        yield from (("words", key, text) for key, text in dict(words).items())
        return
    for path in list_toml_files("words", words):
        name = printable(path.name, 60)
        if path.stem not in TOPICS:
            raise MalformedError(f"{name}: a file of words must have the name of its topic: {', '.join(TOPICS)}")
        try:
            table = parse_toml(read_text_file(path, LARGEST_FILE), LONGEST_LINE)
        except (OSError, ValueError) as error:
            raise MalformedError(f"{name}: {printable(str(error), 300)}") from error
        yield from ((name, key, text) for key, text in list_entries(path.stem, table))


def _plural_of_babel(code: str) -> Plural:
    with explain_missing(f"the plural rule of {code!r}", "languages"):
        from babel import Locale as BabelLocale
        from babel import UnknownLocaleError
    try:
        rule: Callable[[int], str] = BabelLocale.parse(code, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        raise MisuseError(f"Babel has no plural rule for {code!r}: pass one as `plural`") from None
    return rule


def _categories(code: str, plural: Plural) -> tuple[str, ...]:
    try:
        categories = categories_of(plural)
    except Exception as error:
        # The function belongs to the program and can fail in any way.
        raise MisuseError(f"the plural rule of {code!r} failed: {brief(error)}") from error
    if not categories:
        raise MisuseError(f"the plural rule of {code!r} must always return one of {', '.join(CATEGORIES)}")
    return categories


def _list_english_words() -> Mapping[str, str]:
    """List the English words of the library and the registered rulesets by id. The library's own take precedence."""
    brought: dict[str, str] = {}
    for ruleset in map(find_ruleset, ruleset_names()):
        for labels in ruleset._own_labels:
            for key, text in labels.get("en", {}).items():
                # The words of an extension have not been checked yet. Invalid ones are never shown as sentences.
                with suppress(ValueError):
                    names_in(text)
                    brought.setdefault(key, text)
    return {**brought, **LANGUAGES["en"]}


def _check_words(
    source: str, key: object, text: object, categories: tuple[str, ...], english: Mapping[str, str]
) -> None:
    """Raise ``MalformedError`` if *text* is not valid for *key*."""
    # TOML reads an unquoted id with a dot as a nested table.
    if isinstance(text, dict):
        told = "a file of words has no headings in brackets, and an id that contains dots must be in quotes"
        raise MalformedError(f"{source}: {brief(key)} is a table: {told}")
    base, left_out = _find_base(key, english) if isinstance(key, str) else ("", frozenset[str]())
    if not isinstance(key, str) or base not in english:
        raise MalformedError(f"{source}: English has no words for the id {brief(key)}{_suggest(key, english)}")
    if type(text) is not str or not text.strip() or len(text) > LONGEST_TEMPLATE:
        raise MalformedError(f"{source}: {key}: {brief(text)} is not a text of 1 to {LONGEST_TEMPLATE} characters")
    if (sign := next((sign for sign in text if not sign.isprintable()), None)) is not None:
        raise MalformedError(f"{source}: {key}: {brief(text)} contains {_describe_unprintable(sign)}")
    # A noun needs one form for each category of the language, or some numbers would get the wrong form.
    if key.endswith(COUNT):
        forms = text.split("|")
        if len(forms) != len(categories) or not all(form == form.strip() != "" for form in forms):
            told = f"does not have the form {'|'.join(categories)!r} without spaces around the forms"
            raise MalformedError(f"{source}: {key}: {brief(text)} {told}")
        if set("{}[]") & set(text):
            raise MalformedError(f"{source}: {key}: {brief(text)}: a noun has no facts and no parts in brackets")
        return
    try:
        names, ways = names_in(text), ways_in(text)
    except ValueError as error:
        raise MalformedError(f"{source}: {key}: {brief(text)}: {error}") from None
    # A sentence must contain the same facts as the English one. An unknown name could not be filled, and a missing name
    # could hide a price from the players.
    if names | left_out != (wanted := names_in(english[base]) | left_out):
        expected = ", ".join(f"{{{name}}}" for name in sorted(wanted - left_out)) or "nothing"
        raise MalformedError(f"{source}: {key}: {brief(text)} must have in braces: {expected}")
    if unknown := sorted(way for way in ways - ways_in(english[base]) if not is_way(way)):
        raise MalformedError(f"{source}: {key}: {brief(text)}: {brief(unknown[0])} is not a format for facts")
    if strange := _find_strange_slot(text, english[base]):
        raise MalformedError(f"{source}: {key}: {brief(text)}: {brief(strange)} does not suit the fact")
    # English puts some facts only in brackets, because they can be missing. Outside brackets, a missing fact could
    # leave a sentence that ends in "with".
    if bare := sorted((names_outside_brackets(text) & wanted) - names_outside_brackets(english[base]) - left_out):
        told = f"{{{bare[0]}}} must be in brackets, as in English, because the fact can be missing"
        raise MalformedError(f"{source}: {key}: {brief(text)}: {told}")
    # The pages in the browser can only insert facts unchanged.
    if key.startswith(_OF_PAGES) and _is_plain(english[base]) and not _is_plain(text):
        told = "a page fills these words, so no fact can have a format and no part can be in brackets"
        raise MalformedError(f"{source}: {key}: {brief(text)}: {told}")


def _find_strange_slot(text: str, english: str) -> str:
    """Return the first slot whose format is for another kind of number than in *english*, or an empty string."""
    # A price of 1 in the format of a seat would be the name of a player. Only a few formats accept any number, and only
    # these are compared. Other formats that do not fit fail when they are used, and then English replaces the words.
    kinds: dict[str, set[str]] = {}
    for slot in slots(parse_template(english)):
        if kind := _kind_of_number(slot):
            kinds.setdefault(slot.name, set()).add(kind)
    for slot in slots(parse_template(text)):
        kind = _kind_of_number(slot)
        if kind and kind not in kinds.get(slot.name, {kind}):
            return f"{{{slot.name}:{slot.way}}}"
    return ""


def _kind_of_number(slot: Slot) -> str:
    """Return what the number in a slot is: ``"place"``, ``"position"`` or ``"amount"``; empty for other formats."""
    if slot.way in ("place", "from", "to"):
        return "place"
    if slot.way == "slot":
        return "position"
    return "amount" if slot.way == "roman" or slot.way not in ("", *WAYS) else ""


def _describe_unprintable(sign: str) -> str:
    """Describe an unprintable character for a message. In an editor, a no-break space looks like an ordinary one."""
    name = f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".rstrip()
    return f"{name}, which is not printable{'; use an ordinary space' if sign.isspace() else ''}"


def _find_base(key: str, english: Mapping[str, str]) -> tuple[str, frozenset[str]]:
    """
    Return the id whose English words the words for *key* replace, and the facts that they may leave out.

    The id is *key* itself, except for forms that English does not have. It is empty or unknown for an invalid *key*.
    """
    base, _, ending = key.rpartition(".")
    # The ids of the rules of extensions, such as "SMITHY-1.too_dear", begin with capital letters.
    if base.count(".") == 1 and (base.startswith((REASON, ERROR)) or base.partition(".")[0].isupper()):
        # These words are for one value of one fact, so they can contain the value itself, as in "no tool".
        variants = {ending: fact for fact in names_in(english.get(base, "")) for ending in list_endings(fact)}
        if ending in variants:
            return key if key in english else base, frozenset((variants[ending],))
    if key in english:
        return key, frozenset()
    if key.startswith(_USED):
        used = key.removeprefix(_USED)
        is_tool = any(used in find_ruleset(name).tools for name in ruleset_names())
        return _USED.rstrip(".") if is_tool else "", frozenset()
    return "" if "." in base or f".{ending}" != _OBJECT else base, frozenset()


def _suggest(key: object, english: Mapping[str, str]) -> str:
    """Return an id that was probably meant, for the end of a message."""
    if not isinstance(key, str):
        return ""
    near = [f"{prefix}{key}" for prefix in (REASON, ERROR) if f"{prefix}{key}" in english] or find_similar(key, english)
    return did_you_mean(map(repr, near[:1]))


def _is_plain(text: str) -> bool:
    """Return whether a text consists of words and names of facts, without formats and parts in brackets."""
    return all(isinstance(part, str) or (isinstance(part, Slot) and not part.way) for part in parse_template(text))
