"""Languages that a program adds: checked, counted by CLDR's rules, and completed by English words."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import czech
import pytest
from smithy import SMITHY_GAME, VisitSmithy

import magnum_sal as ms
from magnum_sal import cli, render
from magnum_sal import words as labels
from magnum_sal.model.events import ToolUsed, TurnEnded
from magnum_sal.testing import given
from magnum_sal.words import (
    LANGUAGES,
    add_language,
    count_in_words,
    event_in_words,
    label,
    missing_words,
    move_in_words,
    tool_label,
)
from magnum_sal.words.languages import tongue_of


def refused(words: Any, code: Any = "cs", plural: Any = czech.plural) -> str:
    """Return the error's message for words that are refused. No language is added then."""
    with pytest.raises(ms.MagnumSalError) as caught:
        add_language(code, words, plural=plural)
    assert tuple(LANGUAGES) == ("en", "pl", "de")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 500
    return str(caught.value)


def test_a_language_of_a_program() -> None:
    """All functions that return words accept its code, and use its plural forms."""
    add_language("cs", czech.FOLDER, plural=czech.plural)
    assert tuple(LANGUAGES) == ("en", "pl", "de", "cs")
    assert [count_in_words(number, "grosz", "cs") for number in (1, 2, 5, 22)] == [
        "1 groš",
        "2 groše",
        "5 grošů",
        "22 grošů",
    ]
    state = given("players: Ada, Ben | S1: A | S2: B | 1L1: AA [BG/1] | A: 9 groszy, BB, pickaxe, 2 cart").state
    told = {
        "posílá horníka ze zásoby do S1": ms.PlaceMiner("stock", "S1"),
        "těží BG v 1L1 (nářadí: 1 krumpáč a 2 vozíky) a platí: Ben 2 groše": ms.ExtractSalt(
            "1L1", ms.SaltAmount(1, 1), 1, 2, (0, 2)
        ),
        "prodává hnědou sůl za 3 groše": ms.VisitMarket((ms.Transaction("sell", "brown"),)),
        "visits the town square and earns 1 grosz": ms.VisitTownSquare(),
    }
    assert {move_in_words(state, move, "cs"): move for move in told.values()} == told
    against = ms.objection(state, ms.PlaceMiner("stock", "3L1"))
    assert against is not None
    assert labels.objection_in_words(against, "cs") == "3L1 není spojeno se vchodem: S3 je prázdné"
    assert tool_label("rope", "cs", is_used=True) == "lano (použité)"
    assert tool_label("cart", "cs", is_used=True) == "vozík (použitý)"
    assert "hostinec" in render.text(state, language="cs")
    assert "Hostinec" in render.svg(state, language="cs")


def test_missing_words_are_listed_and_replaced_by_english() -> None:
    """Missing words and forms of nouns are English, and ``missing_words`` lists their ids."""
    add_language("cs", {"inn": "hostinec"}, plural=czech.plural)
    assert count_in_words(2, "miner", "cs") == "2 miners"
    assert label("castle", "cs") == "castle"
    assert set(missing_words("cs")) == set(LANGUAGES["en"]) - {"inn"}
    assert missing_words("pl") == missing_words("en") == ()
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, cs, got 'fr'"):
        missing_words("fr")


@pytest.mark.long
def test_the_command_line_accepts_an_added_language(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that adds a language before it calls the command can use it there."""
    add_language("cs", czech.FOLDER, plural=czech.plural)
    assert cli.main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "1", "--lang", "cs"]) == 0
    said = capsys.readouterr().out
    assert "\nZačíná fáze I; první hraje Ada\n" in said
    assert "B Ben: posílá horníka ze zásoby do S1\n" in said


def test_babel_knows_the_rules_of_cldr() -> None:
    """The extra "languages" counts by CLDR's rules: Arabic has six categories, Japanese one."""
    add_language("ar", {"cube.count": "a|b|c|d|e|f"})
    assert [count_in_words(number, "cube", "ar") for number in (0, 1, 2, 3, 11, 100)] == [
        "0 a", "1 b", "2 c", "3 d", "11 e", "100 f"
    ]  # fmt: skip
    add_language("ja", {"cube.count": "個"})
    assert count_in_words(2, "cube", "ja") == "2 個"
    add_language("pt-BR", {})
    assert "Babel has no plural rule for 'xx': pass one as `plural`" in str(_raised("xx", {}))


@pytest.mark.parametrize("code", ["pl", "de", "en"])
def test_the_library_counts_like_babel(code: str) -> None:
    """The plural rules of the three languages are CLDR's."""
    from babel import Locale

    plural = tongue_of(code).plural
    assert count_in_words(-1, "white_cube", code) == count_in_words(1, "white_cube", code).replace("1", "-1")
    assert count_in_words(-12, "white_cube", code) == count_in_words(12, "white_cube", code).replace("12", "-12")
    assert [plural(number) for number in range(1200)] == [Locale.parse(code).plural_form(n) for n in range(1200)]


def _raised(code: str, words: Mapping[str, str]) -> ms.MagnumSalError:
    with pytest.raises(ms.MagnumSalError) as caught:
        add_language(code, words)
    return caught.value


def test_without_babel_a_plural_rule_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "babel", None)
    missing = _raised("cs", {})
    assert isinstance(missing, ms.MissingExtraError)
    assert "pip install 'magnum-sal[languages]'" in str(missing)


def test_a_language_is_added_once() -> None:
    """Neither the library's languages nor one that was added before can be changed."""
    for code in ("en", "pl", "de"):
        assert f"the language '{code}' already exists; a language can be added only once" in refused({}, code)
    add_language("cs", {}, plural=czech.plural)
    with pytest.raises(ms.MisuseError, match="the language 'cs' already exists; a language can be added only once"):
        add_language("cs", czech.FOLDER, plural=czech.plural)
    assert label("inn", "cs") == "inn"


def test_later_changes_of_the_words_change_nothing() -> None:
    """The language keeps a copy of the words, which is read-only."""
    words = {"inn": "hostinec"}
    add_language("cs", words, plural=czech.plural)
    words["inn"] = "\x1b[2J"
    assert label("inn", "cs") == "hostinec"
    with pytest.raises(TypeError):
        LANGUAGES["cs"]["inn"] = "x"  # type: ignore[index]


@pytest.mark.parametrize("code", [None, 5, "", "CS", "c", "cs_CZ", "../cs", "cs\n", "x" * 9999])
def test_invalid_language_codes_are_refused(code: object) -> None:
    """A code must be safe in paths, options and messages."""
    assert "expected the code of a language" in refused({}, code)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (None, "words: expected texts by id or a folder of files, got None"),
        ({"tavern": "x"}, ": English has no words for the id 'tavern'"),
        ({5: "x"}, ": English has no words for the id 5"),
        ({"visit_in.told": "x"}, ": English has no words for the id 'visit_in.told'; did you mean 'visit_inn.told'?"),
        ({"not_connected": "x"}, "the id 'not_connected'; did you mean 'reason.not_connected'?"),
        ({"reason.game_over.object": "x"}, ": English has no words for the id 'reason.game_over.object'"),
        ({"tavern.object": "x"}, ": English has no words for the id 'tavern.object'"),
        ({"reason.game_over.one_ready": "x"}, ": English has no words for the id 'reason.game_over.one_ready'"),
        ({"reason.not_connected.many_missing": "x"}, ": English has no words for the id"),
        ({"visit_inn.told.one_price": "{price}"}, ": English has no words for the id 'visit_inn.told.one_price'"),
        ({"reason.too_few_tools_ready.one_ready": "x"}, "'x' must have in braces: {tool}, {wanted}"),
        ({"reason.too_few_tools_ready.one_ready": "{tool} {wanted} {seat}"}, "have in braces: {tool}, {wanted}"),
        ({"used_tool.carts": "x"}, ": English has no words for the id 'used_tool.carts'"),
        ({"cart.object": "{tool}"}, "cart.object: '{tool}' must have in braces: nothing"),
        (
            {"table.log_moves": "{count:move_back}"},
            "a page fills these words, so no fact can have a format",
        ),
        ({"table.lesson_tasks": "[{done} z {tasks}]"}, "a page fills these words, so no fact can have a format"),
        ({"inn": 5}, "inn: 5 is not a text of 1 to 1000 characters"),
        ({"inn": " "}, "inn: ' ' is not a text of 1 to 1000 characters"),
        ({"inn": "a\x1b[2J"}, "inn: 'a\\x1b[2J' contains U+001B, which is not printable"),
        ({"inn": "a\u202eb"}, "contains U+202E RIGHT-TO-LEFT OVERRIDE, which is not printable"),
        ({"inn": "a\u202f!"}, "U+202F NARROW NO-BREAK SPACE, which is not printable; use an ordinary space"),
        ({"inn": "a\xa0!"}, "inn: 'a\\xa0!' contains U+00A0 NO-BREAK SPACE, which is not printable; use an ordinary"),
        ({"inn": "x" * 1001}, "is not a text of 1 to 1000 characters"),
        ({"inn": "{seat}"}, "must have in braces: nothing"),
        ({"visit_inn.told": "najímá"}, "must have in braces: {price}"),
        ({"visit_inn.told": "{price.__class__}"}, "is not the name of a fact"),
        ({"visit_inn.told": "{price[0]}"}, "is not the name of a fact"),
        ({"visit_inn.told": "{price!r}"}, "is not the name of a fact"),
        ({"visit_inn.told": "{0}"}, "is not the name of a fact"),
        ({"visit_inn.told": "{price:>9999999}"}, "is not the name of a fact"),
        ({"visit_inn.told": "{price:dukat}"}, ": visit_inn.told: '{price:dukat}': 'dukat' is not a format for facts"),
        (
            {"visit_inn.told": "{price:place}"},
            "told: '{price:place}': '{price:place}' does not suit the fact",
        ),
        ({"visit_inn.told": "[{price:slot}]"}, "'{price:slot}' does not suit the fact"),
        ({"reason.too_few_tools_ready": "{tool}{ready:from}{wanted}"}, "'{ready:from}' does not suit the fact"),
        ({"complete_order.told": "{salt}{slot:grosz}{payment}"}, "'{slot:grosz}' does not suit the fact"),
        ({"visit_inn.told": "{price"}, "visit_inn.told: '{price'"),
        ({"visit_inn.told": "[{price}"}, "a bracket is not closed"),
        ({"phrase.cards": "{cards:{tool.__class__}}"}, "is not the name of a fact"),
        ({"turn_started": "{seat.__class__} {round} {actions}"}, "is not the name of a fact"),
        ({"miner.count": "horník|horníci"}, ": miner.count: 'horník|horníci' does not have the form 'one|few|other'"),
        ({"miner.count": "horník||horníků"}, ": miner.count: 'horník||horníků' does not have the form 'one|few|other'"),
        (
            {"miner.count": "horník | horníci | horníků"},
            "does not have the form 'one|few|other' without spaces around the forms",
        ),
        ({"miner.count": "{x}|b|c"}, "miner.count: '{x}|b|c': a noun has no facts and no parts in brackets"),
        ({"visit_inn.told": "najímá za {price:grosz}"}, "{price} must be in brackets, as in English, because the fact"),
        ({"visit_market.told": "{trades}, s{commercial_privilege:if}"}, "{commercial_privilege} must be in brackets"),
        ({"error.not_an_answer": "{question} {answer} {answers} {near}"}, "{near} must be in brackets"),
        ({"reason.too_few_tired.no_tired": "x"}, "must have in braces: {space}"),
    ],
)
def test_words_that_are_harmful_or_do_not_fit(words: Any, said: str) -> None:
    """Such words are refused with their id before anything is added, and nothing in them is executed."""
    assert said in refused(words)


def test_forms_that_english_does_not_need() -> None:
    """Nouns can have a form as the object of a sentence, and every tool one for used cards."""
    words = {
        "cart": "тележка",
        "cart.object": "тележку",
        "used_tool.cart": "тележка (использована)",
        "visit_workshop.told": "покупает {tool:object}[ за {price}] ({slot:slot})",
        "table.proposes_undo": "{name}: {count:move_back}",  # the English words have this format, too
    }
    add_language("ru", words, plural=czech.plural)
    state = given("S1: A | A: 9 groszy | workshop: cart rope rope").state
    assert move_in_words(state, ms.VisitWorkshop(0), "ru") == "покупает тележку за 3 (1)"
    assert tool_label("cart", "ru", is_used=True) == "тележка (использована)"


def test_sentences_that_agree_with_a_number() -> None:
    """Reasons can have variants for each fact, even where English has none. A variant that does not fit is skipped."""
    words = {
        "reason.too_few_tools_ready": "{ready} {tool:id} připraveny, ne {wanted}",
        "reason.too_few_tools_ready.one_ready": "jen jeden {tool:id} je připraven, ne {wanted}",
        "reason.too_few_tools_ready.no_ready": "žádný {tool:share} není připraven, ne {wanted}",
        "error.unknown_bot.one_near": "není tu {name:quoted}; je tu {near:either}",
        "error.not_an_answer.one_near": "{question}: {answer} není z {answers}; snad {near:either}",  # always there
        "reason.actions_left.one_actions": "máš ještě jednu akci",  # English has {actions} in these words
    }
    add_language("cs", words, plural=czech.plural)
    with pytest.warns(UserWarning, match="no_ready: '{tool:share}' does not suit the value of 'tool', so other words"):
        told = {
            labels.objection_in_words(
                ms.Objection("TOOL-1", "too_few_tools_ready", {"tool": "cart", "ready": ready, "wanted": 3}), "cs"
            )
            for ready in (2, 1, 0)
        }
    assert told == {
        "2 cart připraveny, ne 3",
        "jen jeden cart je připraven, ne 3",
        "0 cart připraveny, ne 3",
    }


ESPERANTO = {
    "rope": "ŝnuro",
    "smithy": "forĝejo",
    "to.smithy": "al la forĝejo",
    "visit_smithy.told": "riparigas por {price:grosz}: {tool}",
    "SMITHY-1.too_dear": "riparo kostas {price:grosz}, sed vi havas nur {money}",
    "SMITHY-1.too_dear.no_money": "riparo kostas {price:grosz}, sed vi havas nenion",
    "used_tool.barrel": "barelo (uzita)",
    "use_barrel.told": "elportas {water:water} el {chamber}",
}


def test_words_for_an_extension(registered: dict[str, ms.Ruleset]) -> None:
    """A translator can supply the words of a registered extension that does not know the language."""
    registered.pop(SMITHY_GAME.name)
    assert "English has no words for the id 'smithy'" in refused(ESPERANTO)
    ms.register(SMITHY_GAME)
    add_language("eo", ESPERANTO, plural=czech.plural)
    assert label("smithy", "eo", SMITHY_GAME) == "forĝejo"
    assert label("mended", "eo", SMITHY_GAME) == "mended"
    assert tool_label("barrel", "eo", SMITHY_GAME, is_used=True) == "barelo (uzita)"
    state = given("A: 9 groszy, rope used", ruleset=SMITHY_GAME).state
    assert move_in_words(state, VisitSmithy("rope"), "eo") == "riparigas por 2 groszy: ŝnuro"
    told = {
        money: labels.objection_in_words(
            ms.Objection("SMITHY-1", "too_dear", {"price": 2, "money": money}, ruleset=SMITHY_GAME), "eo"
        )
        for money in (0, 1)
    }
    assert told == {
        0: "riparo kostas 2 groszy, sed vi havas nenion",
        1: "riparo kostas 2 groszy, sed vi havas nur 1",
    }
    assert set(missing_words("eo")) == set(LANGUAGES["en"]) - {"rope"}


def test_the_own_words_of_an_extension_come_first(registered: dict[str, ms.Ruleset]) -> None:
    """The words of a rule in the language, and its words for an id of the library, replace the translator's words."""
    english = {"smithy": "smithy", "inn": "tavern", "n.broken": "{n:ingot"}
    rules = [
        attrs.evolve(ms.STANDARD.rules[0], labels={"en": english, "eo": {"smithy": "forĝejo"}}),
        *ms.STANDARD.rules[1:],
    ]
    ruleset = attrs.evolve(ms.STANDARD, name="smiths", rules=tuple(rules))
    ms.register(ruleset)
    assert "English has no words for the id 'n.broken'" in refused({"n.broken": "x"})
    add_language("eo", {"smithy": "x", "inn": "gastejo"}, plural=czech.plural)
    assert (label("smithy", "eo", ruleset), label("inn", "eo", ruleset)) == ("forĝejo", "tavern")
    assert label("inn", "eo") == "gastejo"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"smithy.inn": "x"}, "English has no words for the id 'smithy.inn'"),
        ({"visit_smithy.told": "{price} {tool} {seat}"}, "must have in braces: {price}, {tool}"),
        ({"visit_smithy.told": "{price:place} {tool}"}, "'{price:place}' does not suit the fact"),
        ({"visit_smithy.told": "{price:ingot} {tool}"}, "'ingot' is not a format for facts"),
    ],
)
def test_words_for_an_extension_are_checked(words: dict[str, str], said: str) -> None:
    """They must fit the English words of the extension."""
    assert said in refused(words)


def test_files_may_name_the_prefix_and_begin_with_a_mark(tmp_path: Path) -> None:
    """The ids of refusals may be written as ``missing_words`` lists them. Some editors write a byte order mark."""
    (tmp_path / "refusals.toml").write_text('"reason.game_over" = "konec"', "utf-8-sig")
    (tmp_path / "places.toml").write_text('inn = "hostinec"', "utf-8")
    add_language("cs", tmp_path, plural=czech.plural)
    assert LANGUAGES["cs"] == {"inn": "hostinec", "reason.game_over": "konec"}


@pytest.mark.parametrize(
    ("plural", "said"),
    [
        (5, "plural: expected a function, got 5"),
        (lambda _: "several", "the plural rule of 'cs' must always return one of zero, one, two, few, many, other"),
        (lambda _: None, "the plural rule of 'cs' must always return one of zero, one, two, few, many, other"),
        (lambda number: 1 // number, "the plural rule of 'cs' failed:"),
    ],
)
def test_invalid_plural_rules_are_refused(plural: object, said: str) -> None:
    """A plural rule must be a function that returns categories of CLDR."""
    assert said in refused({}, plural=plural)


@pytest.mark.parametrize(
    ("told", "key", "text", "way", "english"),
    [
        (
            ms.VisitPumpHouse("1L1", 1),
            "visit_pump_house.told",
            "[{price:id} ]{water} {chamber:grosz}",
            "{chamber:grosz}",
            "pumps 1 cube of water out of 1L1",
        ),
        (TurnEnded(0), "turn_ended", "konec: {seat:grosz}", "{seat:grosz}", "A's turn ends"),
        (ToolUsed(0, "rope"), "tool_used", "{seat:slot} {tool:slot}", "{tool:slot}", "A uses a tool: rope"),
    ],
)
def test_words_that_do_not_fit_the_facts_are_replaced_by_english(
    told: ms.Move | ms.Event, key: str, text: str, way: str, english: str
) -> None:
    """A chamber or a seat is not an amount, which shows only when the sentence is filled. A warning says it."""
    add_language("cs", {key: text}, plural=czech.plural)
    state = given("S1: A | S2: A | 1L1: A [BG/1]").state
    warned = f"language 'cs': {key}: '{way}' does not suit the value of '{way[1:].partition(':')[0]}', so other words"
    with pytest.warns(UserWarning, match=re.escape(warned)):
        said = move_in_words(state, told, "cs") if isinstance(told, ms.Move) else event_in_words(state, told, "cs")
    assert said == english


def test_a_format_that_does_not_fit_is_reported_once() -> None:
    """A sentence can occur thousands of times in a game, and players cannot correct it."""
    add_language("cs", {"visit_pump_house.told": "{water}{chamber:grosz}[{price}]"}, plural=czech.plural)
    state = given("S1: A | S2: A | 1L1: A [BG/2]").state
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for water in (1, 2):
            move_in_words(state, ms.VisitPumpHouse("1L1", water), "cs")
    assert len(caught) == 1


def test_facts_that_english_cannot_show_are_not_reported() -> None:
    """An objection from outside can have any facts, for which no translator is to blame."""
    add_language("cs", {"reason.too_few_tools_ready": "{ready:{tool}} {wanted}"}, plural=czech.plural)
    for values in ({}, {"tool": "cart", "ready": "x", "wanted": 3}):
        labels.objection_in_words(ms.Objection("TOOL-1", "too_few_tools_ready", values), "cs")
