"""Fill templates with facts: formats for prices, places, slots, payments and amounts."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ..errors import MagnumSalError
from ..errors.messages import brief, printable
from ..model.fields import CHAMBER, PLACE, PLACE_ID, SEAT, SOURCE, SPACE
from ..model.meaning import CARDS, CUBES, GROSZY, MINERS, PHASE, SLOT, WATER, Meaning, fields_of
from ..model.pieces import ChamberTile, RoyalOrder, SaltAmount
from ..model.rule import Phrase
from ..model.ruleset import Ruleset
from ._lookup import check_optional_ruleset, find, find_first, find_place, label, roman, split_place, with_noun
from .languages import tongue_of, words_of
from .template_faults import RECORDER
from .templates import Part, Section, Slot, names_in, parse_template

_MEANINGS: Final[Mapping[str, Meaning]] = {}
_PLACES: Final = (SEAT, PLACE, PLACE_ID, SOURCE, SPACE, CHAMBER)
_COUNTED_FROM_0: Final = (SEAT, SLOT, PLACE)
"""The meanings of whole numbers that are not amounts: 0 is the first seat or slot."""
_IN_NOTATION: Final = (SaltAmount, RoyalOrder, ChamberTile)
"""The classes with several fields whose values are written in notation."""
_COUNTED: Final = {GROSZY: "grosz", MINERS: "miner", WATER: "water", CUBES: "cube", CARDS: "card"}

LONGEST_QUOTED: Final = 80
"""The maximum number of characters of a quoted text."""

UNFIT: Final = (LookupError, TypeError, ValueError, AttributeError, MagnumSalError)
"""The errors raised if words do not fit the facts. Extensions can provide both words and facts."""


def sentence(key: str, language: str = "en", ruleset: Ruleset | None = None, /, **facts: Any) -> str:
    """
    Return the words for an id, with *facts* in place of the names in braces.

    >>> sentence("agreed_end", "de", reason="supper"), sentence("pending.order", place=2)
    ('Vorzeitig beendet: supper', 'to be turned up: the royal order in space 2')

    Words that do not fit the facts are returned unfilled.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``, or *ruleset* is neither a ``Ruleset`` nor None.
    """
    check_optional_ruleset(ruleset)
    told = TemplateFiller(language, ruleset).fill_first(facts, key)
    return label(key, language, ruleset) if told is None else told


@attrs.frozen
class TemplateFiller:
    """
    Fills templates in one language with facts.

    The text after the colon in ``{price:grosz}`` sets the format of a fact: one of ``WAYS``, or a noun to count. In
    ``{ready:{tool}}``, another fact names the noun. Without a colon, the meaning of the field sets the format, or the
    fact is inserted unchanged. A part in brackets is omitted if one of its facts is None, empty or an amount of 0.
    """

    language: str
    ruleset: Ruleset | None
    names: Sequence[str] = ()
    """The players' names by seat."""
    meanings: Mapping[str, Meaning | None] = _MEANINGS
    """The meanings of the facts that are fields of a move or an event, by name."""
    amounts: list[tuple[str, int]] | None = None
    """Collects pairs of a payee and an amount of groszy from the words. The payee is empty if the words name none."""

    def fill_first(self, facts: Mapping[str, Any], *keys: str) -> str | None:
        """Return the words for the first of *keys* that *facts* can fill, with English as the fallback, or None."""
        misfits: list[str] = []
        for language in dict.fromkeys((self.language, "en")):
            told = self if language == self.language else attrs.evolve(self, language=language)
            for key in keys:
                found = find(key, language, self.ruleset)
                # find() itself falls back to English. Here all keys are tried in one language before the next.
                if found is None or found[1] != language:
                    continue
                try:
                    filled = told.fill_template(found[0], facts)
                except UNFIT as error:
                    # A bad sentence or fact from an extension must not stop a game, so try the next words.
                    if self.amounts is not None:
                        self.amounts.clear()  # the words that stated these amounts are discarded
                    if (heard := RECORDER.get()) is not None:
                        heard.record(key, language, error)
                    misfits += told._list_misfits(key, found[0], facts)
                    continue
                for misfit in misfits:
                    warnings.warn(f"{misfit}, so other words are used", stacklevel=2)
                if (heard := RECORDER.get()) is not None:
                    if language != self.language:
                        heard.unworded[key, self.language] = None
                    for name, fact in told.list_plain(parse_template(found[0]), facts):
                        heard.record_plain(key, language, name, fact)
                return filled
        return None

    def _list_misfits(self, key: str, template: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Yield a text about each format that cannot show its fact, if *template* belongs to an added language."""
        # Only the translator can correct the template. Tests find the faults of other words (see record_faults), and a
        # missing fact is not the template's fault. The text contains no value, so Python shows the warning only once.
        if (tongue_of(self.language).words or {}).get(key) == template and facts.keys() >= names_in(template):
            told = attrs.evolve(self, amounts=None)
            for slot in self._list_slots(parse_template(template), facts):
                try:
                    told._slot(slot, facts)
                except UNFIT:
                    shown = brief(f"{{{slot.name}:{slot.way}}}")
                    yield f"language {self.language!r}: {key}: {shown} does not suit the value of {slot.name!r}"

    def list_plain(self, parts: tuple[Part, ...], facts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the facts that *parts* insert without a format or a meaning, and all plain numbers, by name."""
        for slot in self._list_slots(parts, facts):
            fact = facts[slot.name]
            if not slot.way and (type(fact) is int or self.meanings.get(slot.name) is None):
                yield slot.name, fact

    def _list_slots(self, parts: tuple[Part, ...], facts: Mapping[str, Any]) -> Iterator[Slot]:
        """Yield the slots in *parts*, without those in omitted sections."""
        for part in parts:
            if isinstance(part, Slot):
                yield part
            elif isinstance(part, Section) and self._is_shown(part, facts):
                yield from self._list_slots(part.parts, facts)

    def fill_template(self, template: str, facts: Mapping[str, Any]) -> str:
        """Return *template* filled with the facts. Raises one of ``UNFIT`` if the facts do not fit."""
        return "".join(self._part(part, facts) for part in parse_template(template))

    def _part(self, part: Part, facts: Mapping[str, Any]) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Slot):
            return self._slot(part, facts)
        return "".join(self._part(inner, facts) for inner in part.parts) if self._is_shown(part, facts) else ""

    def _is_shown(self, section: Section, facts: Mapping[str, Any]) -> bool:
        # Only the facts directly in this section decide. A nested section decides for itself.
        names = (part.name for part in section.parts if isinstance(part, Slot))
        return not any(is_empty(facts[name], self.meanings.get(name)) for name in names)

    def _slot(self, slot: Slot, facts: Mapping[str, Any]) -> str:
        fact = facts[slot.name]
        if not slot.way:
            meaning = self.meanings.get(slot.name)
            return self.format_plain(fact) if meaning is None else self.format_value(meaning, fact)
        if slot.way in WAYS:
            return WAYS[slot.way](self, fact)
        if type(fact) is int and self.meanings.get(slot.name) in _COUNTED_FROM_0:
            raise ValueError(f"{fact} is the number of a seat or a slot, which is not an amount")
        return self.format_count(fact, slot.way if slot.noun_from is None else facts[slot.noun_from])

    def format_plain(self, fact: Any) -> str:
        """Format a fact without a meaning. A ``Phrase`` is put into words."""
        if isinstance(fact, Phrase):
            told = self.fill_first(fact.facts, fact.key)
            return label(fact.key, self.language, self.ruleset) if told is None else told
        if isinstance(fact, tuple):
            parts = tuple(map(self.format_plain, fact))
            return self.format_list(parts) if any(isinstance(part, Phrase) for part in fact) else ", ".join(parts)
        return str(fact)

    def format_value(self, meaning: Meaning | None, fact: Any) -> str:
        """Format a field of a move or an event."""
        if fact is None:
            return label("none", self.language)
        if isinstance(fact, tuple):
            return ", ".join(self.format_value(meaning, part) for part in fact)
        if isinstance(fact, _IN_NOTATION):
            return str(fact)
        # A bool is also an int, so this check comes first.
        if isinstance(fact, bool):
            return label("yes" if fact else "no", self.language)
        if isinstance(fact, int):
            if meaning in _COUNTED:
                return self.format_count(fact, _COUNTED[meaning])
            if meaning is PHASE:
                return roman(fact)
            if meaning is SLOT:
                return str(fact + 1)
        if meaning in _PLACES and isinstance(fact, (int, str)):
            return self.format_place(fact)
        # The field has no known meaning.
        if isinstance(fact, str):
            return self.format_id(fact)
        return self.in_parts(fact) if attrs.has(type(fact)) else printable(str(fact))

    def in_parts(self, value: Any) -> str:
        """Format all fields of a value, each with its name."""
        return "; ".join(
            f"{label(field.name, self.language, self.ruleset)}: {self._bracket_field(field.meaning, value, field.name)}"
            for field in fields_of(type(value))
        )

    def _bracket_field(self, meaning: Meaning | None, value: Any, name: str) -> str:
        """Format a field of a value, in brackets if it has several entries or fields."""
        fact = getattr(value, name)
        words = self.format_value(meaning, fact)
        # Without brackets, the entries could run into the entries of the next field. Two different moves could then
        # have the same words, and a player could not tell them apart.
        has_parts = isinstance(fact, tuple) or (attrs.has(type(fact)) and not isinstance(fact, _IN_NOTATION))
        return f"({words})" if has_parts else words

    def format_count(self, number: Any, thing: Any) -> str:
        """Return a number with its noun. A tuple lists alternatives, of which only the last one has the noun."""
        numbers = number if isinstance(number, tuple) else (number,)
        found = find(f"{thing}.count", self.language, self.ruleset) or find(thing, self.language, self.ruleset)
        if found is None or not all(type(one) is int for one in numbers):
            raise ValueError(f"{brief(number)} is not a number of {brief(thing)}")
        if self.amounts is not None and thing == "grosz" and len(numbers) == 1:
            self.amounts.append(("", numbers[0]))
        return self.join_with("or", [*map(str, numbers[:-1]), with_noun(numbers[-1], *found)])

    def join_with(self, word: str, parts: Sequence[str]) -> str:
        """Join the parts with a word such as "and"."""
        return f" {label(word, self.language)} ".join(parts)

    def format_list(self, parts: Sequence[str]) -> str:
        """Join the parts into a list for a sentence."""
        return self.join_with("and", [", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)

    def format_id(self, key: Any) -> str:
        """Return the words for an id."""
        return label(key, self.language, self.ruleset)

    def format_typed_ids(self, keys: Any) -> str:
        """Return one or several ids as people type them, followed by their words if the words differ."""
        listed = keys if isinstance(keys, tuple) else (keys,)
        return ", ".join(self._format_typed_id(key) for key in listed)

    def _format_typed_id(self, key: Any) -> str:
        words = self.format_id(key)
        return key if words == key.replace("_", " ") else f"{key} ({words})"

    def object(self, key: Any) -> str:
        """Return the words for an id as the object of a sentence, in a separate form if the language has one."""
        found = find_first((f"{key}.object", str(key)), self.language, self.ruleset)
        return self.format_id(key) if found is None else found[1]

    def format_place(self, place: Any) -> str:
        """Return the words for one or several places."""
        if isinstance(place, tuple):
            return ", ".join(map(self.format_place, place))
        return find_place(place, self.names, self.language, self.ruleset)

    def way(self, direction: str, place: Any) -> str:
        """Return a place as a source or a target: "from S1", "to the workshop"."""
        facts: dict[str, Any] = {"place": self.format_place(place)}
        kind = place
        if isinstance(place, int):
            kind = "player"
        elif (found := split_place(place))[1] is not None:
            kind = "order_pile" if found[0] == "orders" else "numbered"
            number = roman(found[1]) if found[0] == "orders" else found[1] + 1
            facts = {"place": self.format_id(found[0]), "number": number}
        words = find_first((f"{direction}.{kind}", direction), self.language, self.ruleset)
        assert words is not None
        return self.fill_template(words[1], facts)

    def format_shares(self, shares: Any) -> str:
        """Describe who gets how much, with numbers but no unit."""
        return ", ".join(self._share("phrase.share", share) for share in shares)

    def format_payments(self, shares: Any) -> str:
        """Describe who is paid how much."""
        return self.format_list([self._share("phrase.paid", share) for share in shares])

    def _share(self, key: str, share: Any) -> str:
        name, groszy = share
        payee = self.format_plain(name)
        # The words of a share contain the amount as well. Collect it once, below, together with the payee.
        told = attrs.evolve(self, amounts=None).fill_first({"name": payee, "groszy": groszy}, key)
        if told is None:
            raise ValueError(f"{brief(share)} is not a share")
        if self.amounts is not None:
            self.amounts.append((payee, groszy))
        return told


def is_empty(fact: Any, meaning: Meaning | None) -> bool:
    """Return whether a fact is None, False, empty or an amount of 0. Seat 0 and slot 0 are not empty."""
    return not fact and not (type(fact) is int and meaning in _COUNTED_FROM_0)


def _quote(text: Any) -> str:
    if not isinstance(text, str):
        return brief(text)
    # The facts of objections and errors have escapes already, which repr() would escape again.
    shown = printable(text, LONGEST_QUOTED)
    mark = '"' if "'" in shown and '"' not in shown else "'"
    return f"{mark}{shown}{mark}"


WAYS: Final[Mapping[str, Callable[[TemplateFiller, Any], str]]] = {
    "id": TemplateFiller.format_id,
    "object": TemplateFiller.object,
    "place": TemplateFiller.format_place,
    "from": lambda filling, place: filling.way("from", place),
    "to": lambda filling, place: filling.way("to", place),
    "slot": lambda _, slot: str(slot + 1),
    "roman": lambda _, number: roman(number),
    "and": lambda filling, parts: filling.format_list(tuple(map(filling.format_plain, parts))),
    "typed": TemplateFiller.format_typed_ids,
    "share": TemplateFiller.format_shares,
    "paid": TemplateFiller.format_payments,
    "quoted": lambda _, text: _quote(text),
    "or": lambda filling, parts: filling.join_with("or", tuple(map(str, parts))),
    "either": lambda filling, parts: filling.join_with("or", tuple(map(_quote, parts))),
    "if": lambda _filling, _fact: "",
}
"""
The formats of facts. They insert the words for an id, the object of a sentence, a place, a source, a target, a slot
numbered from 1, or a Roman numeral. ``typed`` inserts ids as people type them. Others insert a list, shares or payments
by player, a quoted text, alternatives, or quoted alternatives. ``if`` inserts nothing and only controls its bracket.
"""


def is_way(way: str) -> bool:
    """Return whether a format is valid: one of ``WAYS``, or a noun that English can count."""
    return not way or way in WAYS or f"{way}.count" in words_of("en")
