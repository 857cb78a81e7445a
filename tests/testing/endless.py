"""An extension with a move that needs no action and never stops being legal."""

from __future__ import annotations

from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Rule, When


@attrs.frozen
class Whistle(ms.Move):
    """Whistle, which changes nothing."""

    type: ClassVar[str] = "whistle"


RULE = Rule(Whistle, When.FREE, lambda _: (Whistle(),), lambda *_: None, lambda *_: ())


def whistling(rule: Rule = RULE) -> ms.Ruleset:
    """Return the standard game in which players can whistle."""
    words = {"whistle": "whistle", "whistle.told": "whistles", "whistling": "game with whistling"}
    text = ms.RuleText("WHISTLE-1", "Whistling", "You may whistle.", "You may whistle.")
    extension = Extension("whistles", rules=(rule,), labels={"en": words}, texts={"en": (text,)})
    return ms.STANDARD.with_extensions(extension, name="whistling")
