"""The display: words in three languages, questions, rule texts, notation and pictures."""

import pytest

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from crystal_chapel.chapel import VisitChapel
from crystal_chapel.foreman import SendForeman
from crystal_chapel.words import CRYSTAL_WORDS, FEAST_WORDS
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.model.events import CardTurnedUp
from magnum_sal.testing import position

LANGUAGES = ("en", "pl", "de")
STATE = position(
    "S1: A | S2: A | 1L1: A [BG/2] | deck feasts: lent fair_day | players: Ada, Ben"
    ' | extra chests: [{"crystals":2,"foreman":null},{"crystals":0,"foreman":"1L1"}]',
    ruleset=CRYSTAL_CHAPEL,
)


@pytest.mark.parametrize("words", [CRYSTAL_WORDS, FEAST_WORDS])
def test_all_languages_have_all_words(words: dict[str, dict[str, str]]) -> None:
    """All languages have words for the same ids, and no language repeats the words of another."""
    english, *others = (words[language] for language in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        assert {key for key in english if other[key] == english[key]} <= {
            "visit_chapel.answers.crystals"
        }


@pytest.mark.parametrize(
    ("language", "selling", "sending"),
    [
        (
            "en",
            "turns in 2 crystals at the chapel for 6 groszy",
            "sends the foreman to 1L1 for a crystal",
        ),
        ("pl", "oddaje w kaplicy 2 kryształy za 6 groszy", "wysyła sztygara do 1L1 za kryształ"),
        (
            "de",
            "gibt in der Kapelle 2 Kristalle für 6 Groschen ab",
            "schickt den Steiger für einen Kristall nach 1L1",
        ),
    ],
)
def test_moves_in_words(language: str, selling: str, sending: str) -> None:
    """The words of moves include costs and income."""
    assert labels.move_in_words(STATE, VisitChapel(2), language) == selling
    assert labels.move_in_words(STATE, SendForeman("1L1"), language) == sending


def test_a_step_in_words() -> None:
    """The sentence of the move includes the payment."""
    move = VisitChapel(1)
    step = ms.apply(STATE, move).step
    assert labels.step_in_words(step) == ("Ada: turns in 1 crystal at the chapel for 3 groszy",)


def test_finding_and_feasts_in_words() -> None:
    """The words of a step mention the crystals found, and leave out the change of the chests."""
    before = position(
        "S1: B | S2: B | turn: B | players: Ada, Ben", ruleset=CRYSTAL_CHAPEL
    ).public()
    state, _ = ms.apply(before, ms.PlaceMiner("stock", "1L1"))
    _, events = ms.reveal(state, ms.ChamberTile.parse("BGG/2"))
    assert labels.reveal_in_words(state, events) == (
        "1L1 is revealed: BGG/2",
        "Ben finds 1 crystal in 1L1",
    )
    told = labels.event_in_words(before, CardTurnedUp("feasts", "lent"), "de")
    assert told == "Der Festtag der Phase: Fastenzeit"


def test_questions() -> None:
    """Players choose a visit by its number of crystals, with the words of the expansion."""
    asked = ms.choices(STATE).take("visit_chapel")
    assert asked.answers == (1, 2)
    assert labels.question_in_words(asked) == "How many crystals?"
    assert labels.answer_in_words(asked, 2, "pl") == "2 kryształy"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_texts(language: str) -> None:
    """Each rule has a text with its rulings, and the same numbers as the English text."""
    texts = ms.rule_texts(CRYSTAL_CHAPEL, language)
    english = ms.rule_texts(CRYSTAL_CHAPEL)
    for rule in ("FEAST-1", "CRYSTAL-1", "CHAPEL-1", "FOREMAN-1"):
        assert (texts[rule] == english[rule]) == (language == "en")
        assert [ruling.id for ruling in texts[rule].rulings] == [
            ruling.id for ruling in english[rule].rulings
        ]
        digits = [
            sorted(filter(str.isdigit, text.summary + text.text))
            for text in (texts[rule], english[rule])
        ]
        assert digits[0] == digits[1]
        assert ms.from_json(ms.RuleText, ms.to_json(texts[rule])) == texts[rule]


@pytest.mark.parametrize(
    ("move", "text"), [(VisitChapel(2), "chapel 2"), (SendForeman("1L1"), "foreman 1L1")]
)
def test_notation(move: ms.Move, text: str) -> None:
    """Both moves have a notation, which is parsed in lower and upper case."""
    assert ms.format_move(STATE, move) == text
    assert ms.parse_move(STATE, text) == ms.parse_move(STATE, text.upper()) == move
    for nonsense in ("chapel", "chapel x", "chapel 99999", "foreman", "foreman 9L9"):
        with pytest.raises(ms.MalformedError):
            ms.parse_move(STATE, nonsense)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_pictures_show_it(language: str) -> None:
    """Pictures show the chapel with its price, the feast, crystals and foremen, and no face-down card."""
    text, picture = (draw(STATE, language=language) for draw in (render.text, render.svg))

    def word(key: str) -> str:
        return labels.label(key, language, CRYSTAL_CHAPEL)

    assert f"{word('feast_of_the_phase')}: {word('fair_day')} (+1)" in text
    assert f"{word('for_a_crystal')} 3" in text
    assert f"   {word('crystals')} 2\n" in text
    assert f"   {word('crystals')} 0  {word('foreman')} 1L1\n" in text
    assert 'data-place="chapel"' in picture
    assert f"{word('feast_of_the_phase')}: {word('lent')}, {word('fair_day')}" in picture
    assert f"{word('crystals')} 0  ·  {word('foreman')} 1L1" in picture
    assert text == render.text(STATE.public(), language=language)
    assert picture == render.svg(STATE.public(), language=language)
