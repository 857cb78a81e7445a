"""``magnum-sal rulesets``: the rulesets for ``--ruleset``, and the packages that provide them."""

from __future__ import annotations

import argparse
from typing import Any

from ..bots.installed import InstalledRuleset, rulesets
from ..errors import MagnumSalError
from ..model.ruleset import Ruleset
from ..model.switches import Switch
from ..rules.standard import STANDARD
from ..words import has_label, ruleset_label, sentence, switch_label
from ..words.rule_texts import rule_texts
from ._options import add_language_option, option_of
from ._output import print_entries


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a list of JSON objects")
    add_language_option(parser, "language of the output", default="en")


def run(options: argparse.Namespace) -> int:
    listed = rulesets()
    entries = [_entry(known, options.lang) for known in listed]
    lines = (_lines(entry, known.ruleset, options.lang) for entry, known in zip(entries, listed, strict=True))
    print_entries(entries, lines, as_json=options.json)
    return 0


def _entry(known: InstalledRuleset, language: str) -> dict[str, Any]:
    about: dict[str, Any] = {"label": "", "rules": [], "switches": []}
    error = known.error
    if known.ruleset is not None:
        try:
            about = _about(known.ruleset, language)
        except MagnumSalError as wrong:
            # One faulty text must not hide the other rulesets.
            error = str(wrong)
    name, version = known.package or (None, None)
    head = {"name": known.name, "package": name, "version": version, "built_in": known.is_built_in}
    return head | about | {"error": error}


def _about(ruleset: Ruleset, language: str) -> dict[str, Any]:
    standard = {} if ruleset.name == STANDARD.name else rule_texts(STANDARD, language)
    texts = rule_texts(ruleset, language)
    return {
        "label": ruleset_label(ruleset, language),
        "rules": [rule for rule, text in texts.items() if standard and standard.get(rule) != text],
        "switches": [
            {
                "name": switch.name,
                "option": option_of(switch),
                "rule": switch.rule,
                "help": switch.help,
                "unit": switch.unit,
                "on": switch.on,
                "setting": setting,
            }
            for switch, setting in zip(ruleset.switches, ruleset.settings, strict=True)
        ],
    }


def _lines(entry: dict[str, Any], ruleset: Ruleset | None, language: str) -> list[str]:
    if entry["error"] or ruleset is None:
        return [entry["error"]]
    standard = set() if entry["built_in"] else set(Ruleset.SWITCHES)
    rules = ", ".join(entry["rules"])
    return [
        entry["label"],
        *([sentence("rulesets.rules", language, rules=rules)] if rules else []),
        *(
            f"{option_of(switch)}{' ' + switch.unit.upper() if switch.unit else ''}: "
            f"{_words_of(switch, ruleset, language)} ({switch.rule})"
            for switch in ruleset.switches
            if switch.name not in standard
        ),
    ]


def _words_of(switch: Switch, ruleset: Ruleset, language: str) -> str:
    """Return what a switch does. The help of a switch exists only in English, so other languages use its label."""
    is_english = language == "en" or not has_label(switch.name, language, ruleset)
    return switch.help if is_english else switch_label(switch, switch.on, language, ruleset)
