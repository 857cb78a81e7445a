"""Looking up rules."""

from collections.abc import Mapping

import pytest
from tests.mcp.callers import ask, quick_desk, refuse

import magnum_sal as ms
from magnum_sal.mcp._resources import read_resource
from magnum_sal.mcp._rule_search import find_variants, search_rules
from magnum_sal.model.switches import SWITCHES
from magnum_sal.rules.standard import STANDARD

ALL_VARIANTS = STANDARD.with_switches(**{switch.name: switch.on for switch in SWITCHES})
SENTENCES = {
    "en": "This is a variant that is off unless it is chosen. New games on this server do not use it.",
    "pl": "To wariant, który obowiązuje tylko po włączeniu. W nowych grach na tym serwerze nie obowiązuje.",
    "de": "Das ist eine Variante, die nur gilt, wenn man sie wählt. In neuen Spielen auf diesem Server gilt sie nicht.",
}
"""The sentence about a variant that is off, without a game."""


@pytest.mark.parametrize(
    ("words", "language", "rule"),
    [
        ("pumping water costs", "en", "PUMP-1"),
        ("What does the rope do?", "en", "ROPE-1"),
        ("penalty castle", "en", "CASTLE-4"),
        ("CHAIN-2", "en", "CHAIN-2"),
        ("Strafe", "de", "CASTLE-4"),
        ("Markt", "de", "MARKET-1"),
        ("karczma", "pl", "INN-1"),
        ("win", "en", "END-1"),
        ("winner", "en", "END-1"),
        ("tie", "en", "END-1"),
        ("How do I win?", "en", "END-1"),
        ("Gewinner", "de", "END-1"),
        ("remis", "pl", "END-1"),
    ],
)
def test_words_find_their_rule_first(words: str, language: str, rule: str) -> None:
    """Rare words and words of the title count most."""
    assert search_rules(STANDARD, words, language)[0].id == rule


def test_accents_and_case_do_not_matter() -> None:
    """People and models type Polish with and without its letters."""
    with_letters = search_rules(STANDARD, "złoża górnik", "pl")
    assert with_letters
    assert search_rules(STANDARD, "ZLOZA GORNIK", "pl") == with_letters


def test_a_rule_by_id() -> None:
    """The answer has the summary, the text and the rulings; case does not matter."""
    told = ask(quick_desk(), "look_up_rules", rules=["castle-4", "inn-1"])
    assert told.startswith("CASTLE-4: ")
    assert "\n\nINN-1: " in told


def test_rules_that_do_not_exist() -> None:
    """The refusal suggests similar ids, or other words."""
    assert refuse(quick_desk(), "look_up_rules", rules=["CASTLE-44"]).endswith(
        "did you mean CASTLE-4, CASTLE-6, CASTLE-5?"
    )
    assert refuse(quick_desk(), "look_up_rules", words="zzzz") == (
        "no rule contains 'zzzz'; try other words, or list all rules"
    )
    assert "'zzzz'" in refuse(quick_desk(language="de"), "look_up_rules", words="zzzz")


@pytest.mark.parametrize("language", ["en", "pl", "de"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("MINE-1", ["MINE-1"]),
        ("What does HAUL-1 mean?", ["HAUL-1"]),
        ("[var-map], and Castle-4.", ["VAR-MAP", "CASTLE-4"]),
        ("MINE-1.fewer", ["MINE-1"]),
    ],
)
def test_an_id_among_the_words_comes_first(words: str, expected: list[str], language: str) -> None:
    """The words of an id occur in many rules, but the id means only one, even if it is an unused variant."""
    found = [rule.id for rule in search_rules(STANDARD, words, language)]
    assert found[: len(expected)] == expected
    assert len(set(found)) == len(found)


def test_an_id_that_does_not_exist_is_only_words() -> None:
    """The other words still find rules."""
    assert search_rules(STANDARD, "MINE-99 rope", "en")[0].id == "ROPE-1"


QUESTIONS: Mapping[str, tuple[str, str]] = {
    "castle line end of phase": ("VAR-LINE", "PHASE-2"),
    "tired miners after extraction": ("VAR-TIRE", "MINE-2"),
    "face up tiles": ("VAR-MAP", "REVEAL-1"),
    "lowest price": ("VAR-SALE", "MARKET-3"),
}
"""Questions, each with the variant that answers it and the rule that the variant changes."""


@pytest.mark.parametrize(("words", "rules"), QUESTIONS.items())
def test_a_variant_that_is_not_used_comes_last(words: str, rules: tuple[str, str]) -> None:
    """The rule that applies instead is found before it."""
    variant, changed = rules
    found = [rule.id for rule in search_rules(STANDARD, words, "en")]
    assert found.index(changed) < found.index(variant)
    first = next(number for number, rule in enumerate(found) if rule.startswith("VAR-"))
    assert all(rule.startswith("VAR-") for rule in found[first:])


@pytest.mark.parametrize(("words", "rules"), QUESTIONS.items())
def test_a_variant_that_is_used_is_ranked_like_a_rule(words: str, rules: tuple[str, str]) -> None:
    """It is the best match, or else the rule that it changes is."""
    assert search_rules(ALL_VARIANTS, words, "en")[0].id in rules


def test_each_switch_marks_its_rule() -> None:
    """The table of switches decides which rules are variants."""
    assert find_variants(STANDARD) == {switch.rule: False for switch in SWITCHES}
    assert find_variants(STANDARD.with_switches(cart_capacity=3)) == {
        switch.rule: switch.name == "cart_capacity" for switch in SWITCHES
    }


@pytest.mark.parametrize(("language", "told"), SENTENCES.items())
def test_a_variant_is_marked_under_its_title(language: str, told: str) -> None:
    """Lookups and resources say that a variant is off, and say nothing about other rules."""
    desk = quick_desk()
    answer = ask(desk, "look_up_rules", rules=["VAR-LINE", "PHASE-2"], language=language)
    assert answer.splitlines()[1] == told
    assert answer.count(told) == 1
    alone = read_resource(desk, f"magnum-sal://rules/{language}/VAR-LINE")[1]
    assert alone.split("\n\n")[1] == told
    assert read_resource(desk, f"magnum-sal://rules/{language}")[1].count(told) == len(SWITCHES)


@pytest.mark.parametrize(
    ("language", "used", "unused"),
    [
        ("en", "This is a variant. New games on this server use it.", "variant, off"),
        ("pl", "To wariant. Obowiązuje w nowych grach na tym serwerze.", "wariant wyłączony"),
        ("de", "Das ist eine Variante. In neuen Spielen auf diesem Server gilt sie.", "Variante, nicht aktiv"),
    ],
)
def test_a_server_with_a_variant(language: str, used: str, unused: str) -> None:
    """New games use the ruleset of the server. The list marks each variant as on or off."""
    desk = quick_desk(ruleset=STANDARD.with_switches(mapped_mine=True))
    assert ask(desk, "look_up_rules", rules=["var-map"], language=language).splitlines()[1] == used
    lines = ask(desk, "look_up_rules", language=language).splitlines()
    assert sum(unused in line for line in lines) == len(SWITCHES) - 1
    assert sum(line.startswith("VAR-") and unused not in line for line in lines) == 1


@pytest.mark.parametrize(
    ("language", "used", "unused"),
    [
        ("en", "This is a variant. This game uses it.", "This is a variant. This game does not use it."),
        ("pl", "To wariant. W tej grze obowiązuje.", "To wariant. W tej grze nie obowiązuje."),
        (
            "de",
            "Das ist eine Variante. In diesem Spiel gilt sie.",
            "Das ist eine Variante. In diesem Spiel gilt sie nicht.",
        ),
    ],
)
def test_the_rules_of_a_game(language: str, used: str, unused: str) -> None:
    """A game from a log can have other rules than new games."""
    desk = quick_desk()
    game = ms.Game.new(["Ada", "Ben"], seed=7, ruleset=STANDARD.with_switches(castle_line_stays=True))
    ask(desk, "load_game", log="".join(game.log.lines()))
    answer = ask(desk, "look_up_rules", game="game-1", rules=["VAR-LINE", "VAR-MAP"], language=language).splitlines()
    assert answer[1] == used
    assert unused in answer
    assert refuse(desk, "look_up_rules", game="game-2", words="inn").startswith("there is no open game 'game-2'")
