"""The words of looks, rolls and reshuffles in three languages (RULES PUBLIC-1)."""

import pytest
from lamp import LAMP_GAME, UseLamp
from tests.extensions.night_shift import NAMES, NIGHT_SHIFT, play_night

import magnum_sal as ms
from magnum_sal.engine.secrets import check_secret
from magnum_sal.model.events import CardAwaited, DeckReshuffled, DieAwaited, DieRolled, TileLookedAt, TileSeen
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, error_in_words, event_in_words, sentence, step_in_words

TILE = ms.ChamberTile.parse("BG/1")

ROWS: tuple[tuple[ms.Event, tuple[str, str, str]], ...] = (
    (
        TileLookedAt(0, "1L1"),
        ("Ada looks at the tile of 1L1", "Ada ogląda żeton komnaty 1L1", "Ada sieht sich das Plättchen von 1L1 an"),
    ),
    (
        TileSeen(1, "1L1", TILE),
        (
            "Ben sees the tile of 1L1: BG/1",
            "Ben widzi żeton komnaty 1L1: BG/1",
            "Ben sieht das Plättchen von 1L1: BG/1",
        ),
    ),
    (
        DieAwaited("weather"),
        ("weather: the die must be rolled", "pogoda: trzeba rzucić kostką", "Wetter: der Würfel muss geworfen werden"),
    ),
)


@pytest.mark.parametrize(("event", "told"), ROWS, ids=[event.type for event, _ in ROWS])
def test_events_in_three_languages(event: ms.Event, told: tuple[str, str, str]) -> None:
    """Each event has a sentence of its own in English, Polish and German."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    assert tuple(event_in_words(state, event, language) for language in ("en", "pl", "de")) == told


@pytest.mark.parametrize("event", [DeckReshuffled("news", 3), CardAwaited("news"), DieRolled("luck", "2")])
def test_the_sentences_of_decks_and_dice_differ(event: ms.Event) -> None:
    """The library's own sentences name the deck or the die, in other words in each language."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    told = {event_in_words(state, event, language) for language in ("en", "pl", "de")}
    assert len(told) == 3
    assert all("news" in words or "luck" in words for words in told)


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_a_pending_look_has_words(language: str) -> None:
    """The sentence names the chamber, and differs from that of a tile to turn up."""
    told = sentence("pending.look", language, place="1L1")
    assert "1L1" in told
    assert told != sentence("pending.tile", language, place="1L1")


@pytest.mark.slow
def test_the_words_of_steps_never_name_a_secret() -> None:
    """PUBLIC-1: the sentences of a step are the same whether its states are full, public or views of others."""
    game = play_night(2, 3, 60)
    for step in game.steps():
        for language in LANGUAGES:
            told = step_in_words(step, language)
            public = ms.Step(step.before.public(), step.move, step.after.public(), step.events)
            other = 1 - step.before.turn_seat
            seen = ms.Step(step.before.seen_by(other), step.move, step.after.seen_by(other), step.events)
            assert step_in_words(public, language) == step_in_words(seen, language) == told


@pytest.mark.parametrize(
    ("chamber", "tile", "reason", "german"),
    [
        ("1L2", "BG/1", "not_looked_at", "1L2: {} hat sich dort kein verdecktes Plättchen angesehen"),
        ("1L1", "BG/9", "look_impossible", "1L1: das Plättchen dort kann nicht BG/9 sein"),
    ],
)
def test_a_secret_that_cannot_be_noted_has_a_reason(chamber: str, tile: str, reason: str, german: str) -> None:
    """PUBLIC-1: a companion at a real table describes the error in the language of the players."""
    view = ms.apply(position("A: lamp | S1: A", ruleset=LAMP_GAME), UseLamp("1L1")).state.public().seen_by(0)
    with pytest.raises(ms.MisuseError) as caught:
        check_secret(view, TileSeen(0, chamber, ms.ChamberTile.parse(tile)), may_replace=False)
    assert caught.value.reason == reason
    assert error_in_words(caught.value, "de").startswith(german.format(view.players[0].name))
