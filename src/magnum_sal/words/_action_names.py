"""Names of the answers that programs give to questions: the actions of environments."""

from __future__ import annotations

from typing import Any

from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model.meaning import Meaning, fields_of
from ..model.moves import Transaction
from ..model.pieces import SALT_KINDS
from ..model.ruleset import Ruleset, check_ruleset
from ..queries.answer_space import Answer
from ._lookup import capitalize, label
from ._narration import LONGEST_TOLD
from .filling import TemplateFiller, is_empty
from .languages import words_of


def action_in_words(answer: Answer, ruleset: Ruleset, language: str = "en") -> str:
    """
    Return the name of an answer from ``answers_of``. The name does not depend on a position or a question.

    >>> from magnum_sal import STANDARD, Answer
    >>> action_in_words(Answer("source", "stock"), STANDARD), action_in_words(Answer("payments", 3), STANDARD, "pl")
    ('from stock', 'zapłać 3 grosze')

    The words come from ``"action.FIELD"``, otherwise from ``"answers.FIELD"``. Words with the suffix ``.none`` come
    first for 0 and False, and those with the suffix ``.end`` for None. They are filled with the ``answer``. If there
    are no words, the name consists of the field's name and the value.

    Args:
        answer: The answer.
        ruleset: The rules, for the words of extensions.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: *answer* is not an ``Answer``, *ruleset* is not a ``Ruleset``, or *language* is not in
            ``LANGUAGES``.
    """
    given: object = answer
    if not isinstance(given, Answer) or not isinstance(given.group, str):
        raise MisuseError(f"answer: expected an Answer of answers_of, got {brief(given)}")
    check_ruleset(ruleset)
    words_of(language)  # raises an error for an unknown language
    return printable(_name_answer(answer.group, answer.value, ruleset, language), LONGEST_TOLD)


def _name_answer(group: str, value: Any, ruleset: Ruleset, language: str) -> str:
    if group == "type":
        return label(value, language, ruleset)
    meaning = _find_meaning(group, value, ruleset)
    filler = TemplateFiller(language, ruleset, (), {"answer": meaning})
    facts: dict[str, Any] = {"answer": value}
    if isinstance(value, Transaction):
        keys: tuple[str, ...] = (f"answers.{value.type}",)
        facts["salt"] = value.salt
    elif value is None:
        keys = (f"action.{group}.end",)
    elif group == "salt" and value in SALT_KINDS:
        keys = ("action.kind",)
    else:
        keys = (f"action.{group}", f"answers.{group}")
        if type(value) in (int, bool) and is_empty(value, meaning):
            keys = tuple(each for key in keys for each in (f"{key}.none", key))
    found = filler.fill_first(facts, *keys)
    if found is not None:
        return found
    value_in_words = label("answers.end", language, ruleset) if value is None else filler.format_value(meaning, value)
    question = capitalize(label(group, language, ruleset))
    return filler.fill_first({"question": question, "answer": value_in_words}, "action.named") or value_in_words


def _find_meaning(group: str, value: Any, ruleset: Ruleset) -> Meaning | None:
    """Return the meaning of the first field of this name that accepts the value, or None."""
    fields = (field for rule in ruleset.rules for field in fields_of(rule.move) if field.name == group)
    meanings = (field.meaning for field in fields if field.meaning is not None)
    return next((meaning for meaning in meanings if meaning.accepts(value)), None)
