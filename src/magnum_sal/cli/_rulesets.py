"""``magnum-sal rulesets``: the rulesets for ``--ruleset``, and the packages that provide them."""

from __future__ import annotations

import argparse
from typing import Any

from ..bots.installed import InstalledRuleset, rulesets
from ..errors import MagnumSalError
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ..words import LANGUAGES, ruleset_label
from ..words.rule_texts import rule_texts
from ._options import option_of
from ._output import print_entries


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a list of JSON objects")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="language of the output")


def run(options: argparse.Namespace) -> int:
    print_entries([_entry(known, options.lang) for known in rulesets()], _lines, as_json=options.json)
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


def _lines(entry: dict[str, Any]) -> list[str]:
    if entry["error"]:
        return [entry["error"]]
    own = {switch["name"] for switch in entry["switches"]} - (set(Ruleset.SWITCHES) if not entry["built_in"] else set())
    return [
        entry["label"],
        *([f"rules beyond the standard ones: {', '.join(entry['rules'])}"] if entry["rules"] else []),
        *(
            f"{switch['option']}{' ' + switch['unit'].upper() if switch['unit'] else ''}: "
            f"{switch['help']} ({switch['rule']})"
            for switch in entry["switches"]
            if switch["name"] in own
        ),
    ]
