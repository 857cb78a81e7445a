"""Questions and answers in words: examples of the standard game in three languages, and extensions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.fields import Count, Flag, Groszy, Seat, Slot, SpaceId
from magnum_sal.model.rule import Rule, When
from magnum_sal.testing import position
from magnum_sal.words import (
    LANGUAGES,
    action_in_words,
    answer_in_words,
    has_label,
    move_in_words,
    path_in_words,
    preview_in_words,
    question_in_words,
)

TABLE = (
    "players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAA [BBG/1] | market: BBG |"
    " A: cart, 2 pickaxe, 9 groszy, BG, commercial_privilege, royal_privilege"
)


def asked(*answers: Any, table: str = TABLE) -> ms.Choice:
    """Return the question after *answers*."""
    choice = ms.choices(position(table))
    for answer in answers:
        choice = choice.take(answer)
    return choice


def told(choice: ms.Choice, language: str) -> tuple[str, ...]:
    """Return a question with its answers."""
    answers = (answer_in_words(choice, answer, language) for answer in choice.answers)
    return (question_in_words(choice, language), *answers)


SALT = ms.SaltAmount(brown=1)
SALE = ms.Transaction("sell", "brown")


@pytest.mark.parametrize(
    ("answers", "sentences"),
    [
        (
            ("extract_salt",),
            (
                ("Which salt?", "G", "B", "BG", "BB", "BBG"),
                ("Jaka sól?", "G", "B", "BG", "BB", "BBG"),
                ("Welches Salz?", "G", "B", "BG", "BB", "BBG"),
            ),
        ),
        (
            ("extract_salt", SALT),
            (
                ("How many pickaxes?", "no pickaxes", "1 pickaxe"),
                ("Ile kilofów?", "bez kilofów", "1 kilof"),
                ("Wie viele Spitzhacken?", "keine Spitzhacken", "1 Spitzhacke"),
            ),
        ),
        (
            ("extract_salt", SALT, 0),
            (
                ("How many carts?", "no carts", "1 cart"),
                ("Ile wózków?", "bez wózków", "1 wózek"),
                ("Wie viele Karren?", "keine Karren", "1 Karren"),
            ),
        ),
        (
            ("extract_salt", SALT, 0, 0),
            (
                ("How much do you pay Ben?", "pay Ben nothing", "pay Ben 1 grosz", "pay Ben 2 groszy"),
                (
                    "Ile płacisz graczowi Ben?",
                    *("nie płać graczowi Ben", "zapłać graczowi Ben 1 grosz", "zapłać graczowi Ben 2 grosze"),
                ),
                (
                    "Wie viel zahlst du Ben?",
                    *("Ben nichts zahlen", "Ben 1 Groschen zahlen", "Ben 2 Groschen zahlen"),
                ),
            ),
        ),
        (
            ("visit_market", SALE),
            (
                ("And then?", "no more", "sell green salt", "buy green salt"),
                ("A potem?", "nic więcej", "sprzedaj zieloną sól", "kup zieloną sól"),
                ("Und danach?", "nichts mehr", "grünes Salz verkaufen", "grünes Salz kaufen"),
            ),
        ),
        (
            ("visit_market", SALE, None),
            (
                ("Use a commercial privilege?", "without a commercial privilege", "with a commercial privilege"),
                ("Użyć glejtu handlowego?", "bez glejtu handlowego", "z glejtem handlowym"),
                ("Einen Handelsbrief einsetzen?", "ohne Handelsbrief", "mit Handelsbrief"),
            ),
        ),
        (
            ("visit_castle", "1L1"),
            (
                ("Use a royal privilege?", "without a royal privilege", "with a royal privilege"),
                ("Użyć glejtu królewskiego?", "bez glejtu królewskiego", "z glejtem królewskim"),
                ("Einen Geleitbrief einsetzen?", "ohne Geleitbrief", "mit Geleitbrief"),
            ),
        ),
        (
            ("place_assistant", "stock"),
            (
                ("To which building?", "to the workshop", "to the pump house", "to the market", "to the castle"),
                ("Do którego budynku?", "do warsztatu", "do szybu wodnego", "na targ", "do zamku"),
                ("Zu welchem Gebäude?", "in die Werkstatt", "zur Pumpe", "auf den Markt", "in die Burg"),
            ),
        ),
    ],
    ids=lambda value: str(len(value)),
)
def test_questions_and_answers(answers: tuple[Any, ...], sentences: tuple[tuple[str, ...], ...]) -> None:
    """Front ends show these questions and answers in English, Polish and German."""
    choice = asked(*answers)
    assert tuple(told(choice, language) for language in LANGUAGES) == sentences


@pytest.mark.parametrize(
    ("table", "kind", "words"),
    [
        (
            "workshop: rope food rope | A: 20 groszy",
            "visit_workshop",
            (
                "Which tool?",
                "rope for 3 groszy (space 1)",
                "food for 4 groszy (space 2)",
                "rope for 5 groszy (space 3)",
            ),
        ),
        (
            "castle: BB=9 BG=11 | turn: A, arriving 1 | A: BBG",
            "complete_order",
            ("Which order?", "BB for 9 groszy (space 1)", "BG for 11 groszy (space 2)"),
        ),
        (
            "S1: A | S2: A | 1L1: A [BB/2] | A: 9 groszy",
            "visit_pump_house",
            ("How much water?", "1 cube of water", "2 cubes of water for 2 groszy"),
        ),
        (
            "castle: GG=13 | turn: A, arriving 1 | A: BG, 5 groszy",
            "pay_penalty",
            ("How much money?", "3 groszy", "no money"),
        ),
    ],
)
def test_an_answer_that_leaves_one_move_describes_it(table: str, kind: str, words: tuple[str, ...]) -> None:
    """Such an answer names the price, or the piece and its space."""
    choice = ms.choices(position(table))
    assert told(choice.take(kind) if choice.question == "type" else choice, "en") == words


def test_the_path_of_answers() -> None:
    """Each answer has a text, automatic ones included; the player's own payment has an empty one."""
    choice = asked("extract_salt", SALT, 0, 0, 2)
    assert path_in_words(choice) == (
        *("extract salt", "1L1", "B", "no pickaxes", "no carts"),
        *("", "pay Ben 2 groszy", "pay Cleo nothing"),
    )
    assert question_in_words(choice) == ""
    assert path_in_words(asked("visit_market", SALE, None, True), "de") == (
        *("Markt besuchen", "braunes Salz verkaufen", "nichts mehr", "mit Handelsbrief"),
    )
    assert path_in_words(asked()) == ()
    paid = ms.choices(position("castle: GG=13 | turn: A, arriving 1 | A: BG, 5 groszy")).take(3)
    told = [path_in_words(paid, language)[-1] for language in ("en", "pl", "de")]
    assert told == ["no salt", "bez soli", "kein Salz"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_a_question(language: str) -> None:
    """Every field of every standard move has a question in words."""
    fields = {(rule.move.type, field.name) for rule in ms.STANDARD.rules for field in attrs.fields(rule.move)}
    assert len(fields) > 15
    missing = [
        (kind, field)
        for kind, field in sorted(fields)
        if not any(has_label(key, language) for key in (f"asks.{field}", f"{kind}.asks.{field}"))
    ]
    assert missing == []


@pytest.mark.parametrize("tell", [question_in_words, path_in_words])
def test_misuse_is_refused(tell: Any) -> None:
    """Anything but a ``Choice``, or an unknown language, is refused."""
    with pytest.raises(ms.MisuseError, match=r"expected a Choice \(see choices\), got 'type'"):
        tell("type")
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        tell(asked(), "fr")


def test_other_answers_are_refused() -> None:
    """Only answers to the open question can be described."""
    with pytest.raises(ms.MisuseError, match="type: 'sleep' is not one of '"):
        answer_in_words(asked(), "sleep")
    with pytest.raises(ms.MisuseError, match="slot: True is not one of 0, 1"):
        answer_in_words(asked("visit_workshop"), True)  # True == 1
    with pytest.raises(ms.MisuseError, match="cannot take 1, because no question is open"):
        answer_in_words(asked("pass"), 1)
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        answer_in_words(asked(), "pass", "fr")


@attrs.frozen
class Bell:
    """A bell."""

    tone: str
    weight: Count


@attrs.frozen
class Ring(ms.Move):
    """Ring bells."""

    type = "ring"
    tower: SpaceId
    bells: tuple[Bell, ...]
    fee: Groszy = 0
    loud: Flag = False
    payments: tuple[Groszy, ...] = ()


HIGH, LOW = Bell("high", 1), Bell("low", 2)


def rings(_: ms.GameState) -> Iterator[Ring]:
    """Yield all ways to ring."""
    for tower in ("S1", "S2"):
        for bells in ((HIGH,), (HIGH, LOW), (LOW,)):
            for fee in (0, 2):
                yield Ring(tower, bells, fee)
                yield Ring(tower, bells, fee, True)


def bell_choice(labels: dict[str, dict[str, str]]) -> ms.Choice:
    """Return the first question about ringing."""
    rule = Rule(Ring, When.FREE, rings, lambda _state, _move: None, lambda _state, _move: (), labels=labels)
    ruleset = attrs.evolve(ms.STANDARD, name="bells", rules=(*ms.STANDARD.rules, rule))
    return ms.choices(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)).take("ring")


def test_an_extension_without_words() -> None:
    """Questions use the names of the fields, and answers depend on the types of the fields."""
    choice = bell_choice({})
    assert told(choice, "en") == ("Tower?", "S1", "S2")
    choice = choice.take("S1")
    assert told(choice, "de") == ("Bells?", "tone: high; weight: 1", "tone: low; weight: 2")
    choice = choice.take(HIGH)
    assert told(choice, "en") == ("Bells 2?", "no more", "tone: low; weight: 2")
    choice = choice.take(None)
    assert told(choice, "pl") == ("Fee?", "0 groszy", "2 grosze")
    choice = choice.take(0)
    assert told(choice, "de") == ("Loud?", "nein", "ja")
    assert path_in_words(choice, "de")[0] == "ring"


def test_an_extension_has_its_own_words() -> None:
    """The words depend on the kind of move and the field, in English if the requested language has none."""
    labels = {
        "en": {
            "asks.tower": "Which tower?",
            "asks.bells": "Which bell?",
            "ring.asks.bells.next": "Which bell is number {number}?",
            "asks.fee": "What do you give {player}?",
            "ring.answers.loud": "loudly in {tower}[ for {fee:grosz}]",
            "ring.answers.loud.none": "softly",
        },
        "de": {"ring.asks.tower": "Welcher Turm?"},
    }
    choice = bell_choice(labels)
    assert (question_in_words(choice), question_in_words(choice, "de")) == ("Which tower?", "Welcher Turm?")
    choice = choice.take("S2")
    assert question_in_words(choice, "de") == "Which bell?"
    choice = choice.take(LOW)
    assert told(choice, "en") == ("Fee?", "0 groszy", "2 groszy")
    choice = choice.take(2)
    assert told(choice, "en") == ("Loud?", "softly", "loudly in S2 for 2 groszy")
    assert question_in_words(bell_choice(labels).take("S2").take(HIGH)) == "Which bell is number 2?"


@attrs.frozen
class Serve(ms.Move):
    """Serve a guest, from a barrel."""

    type = "serve"
    guest: Seat | None
    barrel: Slot | None


def test_the_first_seat_and_slot_are_not_nothing() -> None:
    """Seat 0 and slot 0 are whole numbers but no amounts, so only None stands for no guest and no barrel."""
    moves = [Serve(guest, barrel) for guest in (None, 0, 1) for barrel in (None, 0)]
    labels = {
        "en": {
            "serve.told": "serves beer[ to {guest}][ from barrel {barrel}]",
            "serve.answers.guest": "{answer} drinks",
            "serve.answers.guest.none": "nobody drinks",
            "answers.barrel": "from barrel {answer}",
            "answers.barrel.none": "from a bottle",
        }
    }
    rule = Rule(Serve, When.FREE, lambda _: moves, lambda _state, _move: None, lambda _state, _move: (), labels=labels)
    ruleset = attrs.evolve(ms.STANDARD, name="tavern", rules=(*ms.STANDARD.rules, rule))
    choice = ms.choices(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)).take("serve")
    assert told(choice, "en") == ("Guest?", "nobody drinks", "Ada drinks", "Ben drinks")
    assert told(choice.take(0), "en") == ("Barrel?", "from a bottle", "from barrel 1")
    assert action_in_words(ms.Answer("barrel", 0), ruleset) == "from barrel 1"
    assert [move_in_words(choice.state, move) for move in moves] == [
        "serves beer",
        "serves beer from barrel 1",
        "serves beer to Ada",
        "serves beer to Ada from barrel 1",
        "serves beer to Ben",
        "serves beer to Ben from barrel 1",
    ]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("hires a miner for 6 groszy", "-6 groszy")),
        ("pl", ("zatrudnia górnika za 6 groszy", "-6 groszy")),
        ("de", ("wirbt für 6 Groschen einen Bergmann an", "-6 Groschen")),
    ],
)
def test_the_preview_of_an_answer(language: str, words: tuple[str, str]) -> None:
    """The preview has the move in words and its effects."""
    choice = ms.choices(ms.new_game(["Ada", "Ben"], seed=7))
    assert preview_in_words(choice.take("visit_inn"), language) == words
    assert preview_in_words(choice.take("visit_workshop"), language) == ("", "")
    assert preview_in_words(choice, language) == ("", "")


def test_the_preview_hides_what_turns_up() -> None:
    """The preview of a full state says no more than that of the public one: a tool turns up, but not which."""
    full = ms.new_game(["Ada", "Ben"], seed=7)
    bought = [ms.choices(state).take("visit_workshop").take(2) for state in (full, full.public())]
    first, second = map(preview_in_words, bought)
    assert first == second
    assert first[1] == "-5 groszy; turns up a tool"


def test_invalid_previews_are_refused() -> None:
    """Anything but a ``Choice``, or a language without words, is refused."""
    with pytest.raises(ms.MisuseError, match=r"expected a Choice \(see choices\), got "):
        preview_in_words("visit_inn")  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        preview_in_words(asked(), "fr")
