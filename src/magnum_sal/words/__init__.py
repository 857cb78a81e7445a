"""The game in words: names of all pieces, places, moves and events in English, Polish and German."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from ..errors.messages import printable
from ._action_names import action_in_words
from ._adding import add_language, missing_words
from ._ending import ending_in_words, phase_end_in_words, standing_in_words
from ._installed_languages import ENTRY_POINTS
from ._lookup import (
    capitalize,
    count_in_words,
    has_label,
    label,
    place_label,
    roman,
    ruleset_label,
    switch_label,
    tool_label,
)
from ._narration import event_in_words, move_in_words, pending_in_words, piece_in_words, reveal_in_words, step_in_words
from .agreement import early_end_in_words
from .filling import sentence
from .languages import LANGUAGES, Language
from .mistakes import error_in_words
from .objections import objection_in_words
from .questions import answer_in_words, effects_in_words, path_in_words, preview_in_words, question_in_words

if TYPE_CHECKING:
    from . import rule_texts as rule_texts

__all__ = [
    "ENTRY_POINTS",
    "LANGUAGES",
    "Language",
    "action_in_words",
    "add_language",
    "answer_in_words",
    "capitalize",
    "count_in_words",
    "early_end_in_words",
    "effects_in_words",
    "ending_in_words",
    "error_in_words",
    "event_in_words",
    "has_label",
    "label",
    "missing_words",
    "move_in_words",
    "objection_in_words",
    "path_in_words",
    "pending_in_words",
    "phase_end_in_words",
    "piece_in_words",
    "place_label",
    "preview_in_words",
    "printable",
    "question_in_words",
    "reveal_in_words",
    "roman",
    "ruleset_label",
    "sentence",
    "standing_in_words",
    "step_in_words",
    "switch_label",
    "tool_label",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, modules=("rule_texts",))
