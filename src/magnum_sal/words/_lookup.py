"""Look up the words for an id, a counted thing, or a place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .._internal.checks import hint_at_int
from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model.pieces import Place
from ..model.ruleset import Ruleset, check_ruleset
from ..model.state import GameState
from ..model.switches import Setting, Switch
from .languages import tongue_of, words_of
from .template_faults import RECORDER

COUNT: Final = ".count"
_NUMBER: Final = re.compile(r"[0-9]{1,3}")

LONGEST_ID: Final = 60
"""The maximum number of characters to show of an id without words."""


def find(key: str, language: str, ruleset: Ruleset | None) -> tuple[str, str] | None:
    """Return the words for *key* and their language, or None if there are none."""
    own = words_of(language)
    # The words of the rules in play come first, since an extension may use an id of the library for something else. So
    # even the extension's English words come before the library's words in *language*.
    for brought in ruleset._own_labels if ruleset is not None else ():
        for tongue in (language, "en"):
            if (found := brought.get(tongue, {}).get(key)) is not None:
                if (heard := RECORDER.get()) is not None:
                    heard.own.add(key)
                # A language may have words for an extension that has none in this language. If the library uses the
                # same id, these words do not apply, because they express the library's meaning.
                if tongue != language and key in own and key not in words_of("en"):
                    return own[key], language
                return found, tongue
    if key in own:
        return own[key], language
    english = words_of("en")
    return (english[key], "en") if key in english else None


def find_first(keys: Sequence[str], language: str, ruleset: Ruleset | None) -> tuple[str, str, str] | None:
    """Return the first of *keys* with words in *language*, or else in English, then the words and their language."""
    # The language takes precedence over the key: general words that the reader understands are better than special
    # words in English.
    for tongue in dict.fromkeys((language, "en")):
        for key in keys:
            if (found := find(key, tongue, ruleset)) is not None and found[1] == tongue:
                return key, *found
    return None


def check_optional_ruleset(ruleset: object) -> None:
    """Raise ``MisuseError`` if *ruleset* is neither a ``Ruleset`` nor None."""
    if ruleset is not None:
        check_ruleset(ruleset)


def has_label(key: str, language: str = "en", ruleset: Ruleset | None = None) -> bool:
    """
    Return whether the library or a rule of *ruleset* has words for *key*.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``, or *ruleset* is neither a ``Ruleset`` nor None.
    """
    check_optional_ruleset(ruleset)
    return find(key, language, ruleset) is not None


def label(key: str, language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return the words for an id of a piece, building, tool, move, event or heading.

    Words from a rule or an extension in *ruleset* (``Rule.labels``) come first, in English if neither the rule nor an
    added language has them in *language*. An id without words is returned in printable form, with spaces instead of
    underscores.

    >>> label("workshop", "de"), label("workshop", "pl"), label("salt_mill")
    ('Werkstatt', 'warsztat', 'salt mill')

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``, *key* is not a string, or *ruleset* is neither a ``Ruleset``
            nor None.
    """
    if not isinstance(key, str):
        raise MisuseError(f"label: expected an id, got {brief(key)}")
    check_optional_ruleset(ruleset)
    found = find(key, language, ruleset)
    if (found is None or found[1] != language) and (heard := RECORDER.get()) is not None:
        heard.unworded[key, language] = None
    return printable(key.replace("_", " "), LONGEST_ID) if found is None else found[0]


def tool_label(tool: str, language: str = "en", ruleset: Ruleset | None = None, *, is_used: bool = False) -> str:
    """
    Return the words for a tool card, used or ready.

    >>> tool_label("rope", "pl", is_used=True), tool_label("bucket", "pl", is_used=True)
    ('lina (użyta)', 'czerpak (użyty)')

    Words for ``"used_tool.rope"`` come first, for languages in which "used" must agree with the tool's name.

    Raises:
        MisuseError: an argument is invalid, as in ``label``.
    """
    check_optional_ruleset(ruleset)
    if not is_used:
        return label(tool, language, ruleset)
    found = find_first((f"used_tool.{tool}", "used_tool"), language, ruleset)
    assert found is not None
    key, words, _ = found
    return f"{label(tool, language, ruleset)} ({words})" if key == "used_tool" else words


def count_in_words(number: int, thing: str, language: str = "en") -> str:
    """
    Return a number with the matching form of a noun.

    >>> [count_in_words(number, "grosz", "pl") for number in (1, 2, 5, 12, 22)]
    ['1 grosz', '2 grosze', '5 groszy', '12 groszy', '22 grosze']

    Args:
        number: The number, which may be negative.
        thing: An id that has words for ``"THING.count"``, such as ``"grosz"``, ``"miner"``, ``"water"``, ``"cube"``,
            ``"card"``, ``"pickaxe"`` or ``"action"``.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: *number* is not an ``int``, *thing* has no such words, or *language* is not in ``LANGUAGES``.
    """
    # Python treats ``True`` as 1, so the type must be exactly int.
    if type(number) is not int:
        raise MisuseError(f"number: expected a whole number, got {brief(number)}{hint_at_int(number)}")
    found = find(f"{thing}{COUNT}", language, None)
    if found is None:
        known = ", ".join(key.removesuffix(COUNT) for key in words_of("en") if key.endswith(COUNT))
        raise MisuseError(f"thing: expected one of {known}, got {brief(thing)}")
    return with_noun(number, *found)


def with_noun(number: int, forms: str, language: str) -> str:
    """Return *number* with the matching form of a noun from *forms*, such as ``"cube|cubes"``."""
    return f"{number} {tongue_of(language).form(number, forms.split('|'))}"


def place_label(state: GameState, place: Place, language: str = "en") -> str:
    """
    Return the words for a place in a move or an event.

    >>> from magnum_sal import new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> place_label(state, 1), place_label(state, "castle:2"), place_label(state, "1L3")
    ('Ben', 'castle 3', '1L3')

    Args:
        state: Any position of the game, for the names of the players and the words of its ruleset.
        place: A seat, a mine space, a building, ``"stock"``, ``"bank"`` and so on. Space numbers start at 1 in the
            words. A number that is not a seat is returned as a string.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: *state* is not a ``GameState``, *place* is not a place, or *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "place_label(state, place, language)")
    words_of(language)  # raises an error for an unknown language
    return find_place(place, names_of(state), language, state.ruleset)


def names_of(state: GameState) -> tuple[str, ...]:
    """Return the players' names by seat."""
    return tuple(player.name for player in state.players)


def check_state_first(state: object, call: str) -> None:
    """Raise ``MisuseError`` if *state* is not a ``GameState``. The message shows the *call* that was meant."""
    if not isinstance(state, GameState):
        raise MisuseError(f"state: expected a GameState, got {brief(state)}; call {call}")


def find_place(place: Place, names: Sequence[str], language: str, ruleset: Ruleset | None) -> str:
    """Return the words for a place, with the *names* of the players by seat."""
    if isinstance(place, int):
        return names[place] if 0 <= place < len(names) else str(place)
    if not isinstance(place, str):
        raise MisuseError(f"place: expected a seat or the id of a place, got {brief(place)}")
    building, number = split_place(place)
    if number is None:
        return label(place, language, ruleset)
    if building == "orders":
        return label("order_pile", language).replace("{number}", roman(number))
    return f"{label(building, language, ruleset)} {number + 1}"


def split_place(place: str) -> tuple[str, int | None]:
    """
    Split a numbered space such as ``"castle:2"`` into its building and its number.

    For any other place, return the place and None.
    """
    building, colon, number = place.rpartition(":")
    return (building, int(number)) if colon and _NUMBER.fullmatch(number) else (place, None)


def roman(number: int) -> str:
    """Return a small number as a Roman numeral, as printed on the pieces."""
    return ("I", "II", "III")[number - 1] if type(number) is int and 1 <= number <= 3 else str(number)


def capitalize(text: str) -> str:
    """Return *text* with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def ruleset_label(ruleset: Ruleset, language: str = "en") -> str:
    """
    Return the names of a ruleset and of the switches that are on.

    >>> from magnum_sal import STANDARD
    >>> ruleset_label(STANDARD, "pl")
    'gra podstawowa'
    """
    check_ruleset(ruleset)
    words = [label(ruleset.name, language, ruleset)]
    for switch, setting in zip(ruleset.switches, ruleset.settings, strict=True):
        if setting != switch.off:
            words.append(switch_label(switch, setting, language, ruleset))
    return ", ".join(words)


def switch_label(switch: Switch, setting: Setting, language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Describe the effect of a switch with a *setting* other than off.

    >>> from magnum_sal.model.switches import SWITCHES
    >>> [switch_label(switch, switch.on) for switch in SWITCHES][:2]
    ['mapped mine', 'cart carries 2']

    The words for a custom switch come from the rules of *ruleset*.

    Raises:
        MisuseError: *switch* is not a ``Switch``, or another argument is invalid, as in ``label``.
    """
    if not isinstance(switch, Switch):
        raise MisuseError(f"expected a Switch, got {brief(switch)}")
    words = label(switch.name, language, ruleset)
    return f"{words} {setting}" if switch.unit else words
