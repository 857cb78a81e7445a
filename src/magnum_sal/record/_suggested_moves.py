"""
Suggest legal moves for a text that is not a move in notation.

People and language models often play what a suggestion says, so a wrong suggestion is worse than none. A text is
interpreted in three steps, and the first step with a result decides:

1. Other signs: ``S2->1L1`` and ``x 1L1 BG`` are moves in notation, except for their arrows and spaces.
2. Words: ``kup linę`` has all words of the Polish names of a visit that buys a rope. A move needs half of the words.
3. Spelling: ``inm`` is almost ``inn``.

In the last two steps, a move must involve every place and tool that the text names, and must not reverse its direction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby, islice
from typing import Any, Final

import attrs

from ..engine.transitions import legal_moves
from ..errors.suggestions import find_similar, fold, split_into_words
from ..model.functions_above import list_names
from ..model.meaning import fields_of
from ..model.mine.geometry import INDEX
from ..model.moves import Move
from ..model.pieces import SALT_KINDS, STOCK, SaltAmount
from ..model.rule import Rule
from ..model.ruleset import Ruleset
from ..model.state import GameState

MOST_COMPARED: Final = 1000
"""The maximum number of legal moves of one kind to compare with an unrecognized string."""
LONGEST_COMPARED: Final = 40
"""The maximum number of characters in a string for which moves are suggested."""
MOST_SUGGESTED: Final = 3
"""The maximum number of moves that are suggested for an unrecognized string."""
_SHORTEST_WORD: Final = 3
"""The minimum number of characters in a word that is compared with the words of moves."""
_SHORTEST_STEM: Final = 3
"""The minimum number of characters that two forms of a word share, such as "line" (linę) and "lina"."""
_FROM: Final = frozenset({"from", "von", "vom", "aus", "z", "ze"})
"""The folded words before the place that a miner leaves."""
_ARROW: Final = re.compile(r"(?:[-=\u2013\u2014]+ *)?[>→⇒➔➜]")
_PART: Final = re.compile(r"[^\W_]+|[>@]")
_ID: Final = re.compile(r"\w+")
_DIRECTION: Final = re.compile(r"(\w*)([>@])(\w+)")


def replace_signs(text: str) -> Iterator[str]:
    """
    Yield *text* without other arrows, needless spaces and quotation marks, in each form that notation may have.

    >>> list(replace_signs("`S2 -> 1L1`")), list(replace_signs("rope → S2"))
    (['S2>1L1', 'S2 >1L1'], ['rope>S2', 'rope >S2'])
    """
    text = _ARROW.sub(">", " ".join(text.strip(" .,;\"'`").split()))
    text = re.sub(r" ?! ?", "! ", re.sub(r" ?= ?", "=", text))
    # A letter after a sign or after the x of an extraction belongs to it: "market - G", "x 1L1 B".
    text = re.sub(r"(^x|[-+]) (?=\w)", r"\1", text, flags=re.IGNORECASE)
    joined = re.sub(r" ?([>@]) ?", r"\1", text).strip()
    yield joined
    # In "rope >S2", the space separates the tool from an omitted source.
    if (apart := re.sub(r" ([>@]) ?", r" \1", text)) != joined:
        yield apart


def suggest_moves(
    state: GameState, text: str, find: Callable[[str], Move | None], write: Callable[[Move], str]
) -> tuple[str, ...]:
    """
    Return the notation of up to three moves that *text* may mean, the best first.

    The moves are legal, except that a text with other signs gets its own move, so that its reader learns the notation
    first, and then what is wrong with the move.

    Args:
        state: The position in which the text was typed.
        text: A text that is not a move in notation.
        find: Parses notation, and returns None for any other text.
        write: Formats a move.
    """
    # ``difflib`` can take quadratic time to compare two texts, and a state can have a hundred thousand moves. The
    # length of the text and the number of moves are limited, so the response to a mistyped move stays fast.
    if not 0 < len(text) <= LONGEST_COMPARED:
        return ()
    forms = tuple(replace_signs(text))
    if (meant := next((move for move in map(find, forms) if move is not None), None)) is not None:
        return (write(meant),)
    asked = _Asked.parse(state.ruleset, forms[0])
    moves = {}
    for move in _list_compared_moves(state):
        if asked.fits(written := write(move), move):
            moves[written] = move
    # People may have typed what the move does: "hire" for "inn", or "cart" for "workshop cart".
    described = _find_by_words(state.ruleset, asked, moves)
    if described:
        return tuple(find_similar(forms[0], described, MOST_SUGGESTED, cutoff=0))
    return tuple(find_similar(forms[0], moves, MOST_SUGGESTED))


def _list_compared_moves(state: GameState) -> Iterator[Move]:
    """Yield the legal moves that an unrecognized string is compared with."""
    # Each kind of move has its own limit, because thousands of extractions come before most other kinds.
    for _, moves in groupby(legal_moves(state), type):
        yield from islice(moves, MOST_COMPARED)


@attrs.frozen
class _Asked:
    """The words, places and tools of a text that is not a move in notation. All are folded for a search."""

    ruleset: Ruleset
    words: frozenset[str]
    """The words that are long enough to be searched."""
    sign: str | None
    """``">"`` or ``"@"`` if the text contains this sign."""
    sources: frozenset[str]
    targets: frozenset[str]
    tools: frozenset[str]

    @classmethod
    def parse(cls, ruleset: Ruleset, text: str) -> _Asked:
        parts = _PART.findall(fold(text))
        places = _find_places(ruleset, frozenset(parts))
        sources: list[str] = []
        targets: list[str] = []
        is_source = False
        for part in parts:
            if part in places:
                (sources if is_source else targets).append(places[part])
            elif part in (">", "@") and targets and not sources:
                sources.append(targets.pop())
            is_source = part in _FROM
        # "S2 to 1L1" names the source first.
        if len(targets) > 1 and not sources:
            sources.append(targets.pop(0))
        tools = (tool for tool in ruleset.tool_kinds if _is_named(ruleset, tool, frozenset(parts)))
        return cls(
            ruleset,
            words=frozenset(part for part in parts if len(part) >= _SHORTEST_WORD),
            sign=next((part for part in parts if part in (">", "@")), None),
            sources=frozenset(sources),
            targets=frozenset(targets),
            tools=frozenset(tools),
        )

    def fits(self, written: str, move: Move) -> bool:
        """Return whether a move involves every place and tool of the text, in the same direction."""
        rule = self.ruleset.by_move[type(move)]
        return self._fits_places(rule, written) and all(_involves(rule, written, move, tool) for tool in self.tools)

    def _fits_places(self, rule: Rule, written: str) -> bool:
        if (direction := _DIRECTION.search(written)) is not None:
            source, sign, target = direction.groups()
            is_same = self.sources <= {fold(source or STOCK)} and self.targets <= {fold(target)}
            return is_same and self.sign in (None, sign)
        # A miner who visits the castle can come from the market, but nobody calls this a visit to the market.
        visited = self.targets & {*map(fold, self.ruleset.building_order)}
        if self.sign is not None or not visited <= {fold(rule.building_id or "")}:
            return False
        # "Pass S1" can only mean "pass", because a move without fields involves no space.
        involved = {part.removeprefix("x") for part in _ID.findall(fold(written))}
        return not fields_of(rule.move) or self.sources | self.targets - visited <= involved


def _find_places(ruleset: Ruleset, words: frozenset[str]) -> dict[str, str]:
    """Return the mine spaces and buildings that *words* name, each by one of its words."""
    places = {space: space for space in map(fold, INDEX) if space in words} | {STOCK: STOCK}
    for building in ruleset.building_order:
        for name in list_names(ruleset, building):
            if name <= words:
                places[min(name)] = fold(building)
    return places


def _is_named(ruleset: Ruleset, key: str, words: frozenset[str]) -> bool:
    return any(name <= words for name in list_names(ruleset, key))


def _involves(rule: Rule, written: str, move: Move, tool: str) -> bool:
    """Return whether a move buys or uses a tool: it is named, or a field such as ``carts`` counts it."""
    is_used = getattr(move, tool, False) or getattr(move, f"{tool}s", 0)
    return bool(is_used) or tool == rule.tool or tool in _ID.findall(written)


def _find_by_words(ruleset: Ruleset, asked: _Asked, moves: Mapping[str, Move]) -> list[str]:
    """
    Return the notation of the *moves* that have the most words of a text, or nothing if they have less than half.

    A move has the words of its notation, and the names of its kind, building, tools, trades and salt in every language.
    """

    @cache
    def find_words(*keys: str) -> frozenset[str]:
        """Return the asked words in the names of ids."""
        known = {word for key in keys for words in list_names(ruleset, key) for word in words}
        return frozenset(word for word in asked.words if _has_form(word, known))

    # "Brown salt" and "green salt" share a word that does not distinguish them.
    by_salt = {kind: find_words(kind) for kind in SALT_KINDS}
    shared = frozenset.intersection(*by_salt.values())
    is_salt_named = any(words - shared for words in by_salt.values())

    def rank(written: str, move: Move) -> tuple[int, int, int]:
        by_value = [find_words(value, f"answers.{value}", f"phrase.{value}") for value in _list_values(move)]
        keys = (move.type, ruleset.by_move[type(move)].building_id, *({*ruleset.tool_kinds} & {*_ID.findall(written)}))
        found = (asked.words & split_into_words(written)).union(*by_value, *(find_words(key) for key in keys if key))
        # "Place miner" is the name of one kind of move, although a miner can also be placed as an assistant. "Sell
        # brown" means neither selling another kind nor buying brown salt.
        needless = sum(not words - shared for words in by_value) if is_salt_named else 0
        return len(found), len(asked.words & split_into_words(move.type)), -needless

    ranks = {written: rank(written, move) for written, move in moves.items()}
    best = max(ranks.values(), default=(0, 0, 0))
    is_meaningful = 2 * best[0] >= max(1, len(asked.words))
    return [written for written, ranked in ranks.items() if is_meaningful and ranked == best]


def _has_form(word: str, known: set[str]) -> bool:
    """Return whether a word begins one of the *known* words, or differs from it only in its ending."""
    stem = word[:-1]
    return any(
        one.startswith(word)
        or (len(stem) >= _SHORTEST_STEM and one.startswith(stem) and abs(len(one) - len(word)) <= 1)
        for one in known
    )


def _list_values(value: Any) -> Iterator[str]:
    """Yield the ids in the fields of a move, such as ``"sell"`` and ``"brown"``."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, SaltAmount):
        yield from (kind for kind in SALT_KINDS if value.count(kind))
    elif isinstance(value, tuple):
        for one in value:
            yield from _list_values(one)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from _list_values(getattr(value, field.name))
