"""The end of a game with its reasons, and the end of a phase, in words."""

import random
import re
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import OrderMoved, PhaseEnded, PhaseStarted, PileMoved, ToolMoved
from magnum_sal.model.extension import Extension
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher, play
from magnum_sal.words import LANGUAGES, ending_in_words, phase_end_in_words, standing_in_words


def over(text: str, **rulings: Any) -> ms.GameState:
    """Return the position as the end of a game, with other rulings."""
    state = attrs.evolve(position(text), is_over=True, turn=None)
    changed = attrs.evolve(state.ruleset.rulings, **rulings)
    return attrs.evolve(state, ruleset=attrs.evolve(state.ruleset, name="changed", rulings=changed))


def finished(seed: int = 4, players: int = 4) -> list[ms.Step]:
    """Return the steps of a whole game."""
    first = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed)
    return [ms.Step(before, move, *after) for before, move, after in play(first, finisher, random.Random(seed), 5000)]


def test_the_standing() -> None:
    """END-1: the best player comes first, with the parts of the total; names are printable."""
    state = position("A: 4 groszy, 2 rope | B: 9 groszy, B | C: 9 groszy, orders BB=9")
    ada, ben, cleo = state.players
    state = attrs.evolve(state, players=(ada, attrs.evolve(ben, name="Be\x1b[1mn"), cleo))
    headings, *rows = standing_in_words(state, "de")
    assert headings == ("Platz", "Spieler", "Geld", "Salz", "Werkzeuge", "gesamt", "Aufträge", "Bergleute")
    assert [row[:6] for row in rows] == [
        ("1", r"Be\x1b[1mn", "9", "3", "0", "12"),
        ("2", "C", "9", "0", "0", "9"),
        ("3", "A", "4", "0", "2", "6"),
    ]
    assert [row[6] for row in rows] == ["0", "1", "0"]


def test_an_extension_can_name_its_score() -> None:
    """Its label is the heading of the column, and the name in a transcript."""
    prayers = Extension(
        "prayers",
        rulings={"other_value": lambda value: lambda state, seat: value(state, seat) + 7 * (1 - seat)},
        labels={"en": {"other_value": "prayers"}},
    )
    game = ms.Game.new(["Ada", "Ben"], seed=7, ruleset=ms.STANDARD.with_extensions(prayers, name="prayers game"))
    game.play("inn")
    assert standing_in_words(game.state)[0][5] == "prayers"
    assert ", prayers 7)" in ms.transcript(game)


def test_an_extensions_score_has_a_column_only_if_a_player_has_some() -> None:
    """A game without such a score has no such column, and a total is the sum of its row's parts."""
    state = over("A: 4 groszy | B: 9 groszy", other_value=lambda _, seat: 7 * (1 - seat))
    assert standing_in_words(state) == (
        ("rank", "player", "money", "salt", "tools", "other", "total", "orders", "miners"),
        ("1", "A", "4", "0", "0", "7", "11", "0", "5"),
        ("2", "B", "9", "0", "0", "0", "9", "0", "5"),
    )


def test_an_unfinished_game_has_no_ending() -> None:
    """A game that is not over has no winner, however rich a player is."""
    assert ending_in_words(position("A: 99 groszy")) == ()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            (
                "A wins with 52 groszy: 38 in money, 12 for salt, 2 for tools",
                "B is second with 46 groszy, 6 behind: 46 in money",
                "C is third with 1 grosz, 51 behind: 1 in money",
            ),
        ),
        (
            "pl",
            (
                "Wygrywa A, ma 52 grosze: 38 w gotówce, 12 za sól, 2 za narzędzia",
                "B zajmuje drugie miejsce, ma 46 groszy, o 6 mniej: 46 w gotówce",
                "C zajmuje trzecie miejsce, ma 1 grosz, o 51 mniej: 1 w gotówce",
            ),
        ),
        (
            "de",
            (
                "A gewinnt mit 52 Groschen: 38 in bar, 12 für Salz, 2 für Werkzeuge",
                "B belegt den zweiten Platz mit 46 Groschen, 6 weniger: 46 in bar",
                "C belegt den dritten Platz mit 1 Groschen, 51 weniger: 1 in bar",
            ),
        ),
    ],
)
def test_the_winner_the_margin_and_the_parts(language: str, told: tuple[str, ...]) -> None:
    """END-1: the sentences name the total, its parts other than 0, and how far the others are behind."""
    assert ending_in_words(over("A: 38 groszy, BBGW, 2 rope | B: 46 groszy | C: 1 grosz"), language) == told


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        (
            "A: 31 groszy | B: 31 groszy, order BB=9, order BG=11",
            "B and A have 31 groszy each; B is ahead with more royal orders completed: 2 against 0",
        ),
        (
            "A: 31 groszy, stock 6 | B: 31 groszy",
            "B and A have 31 groszy and the same number of orders each; B is ahead with fewer miners: 5 against 6",
        ),
        (
            "A: 31 groszy, BBBB | B: 41 groszy, 2 rope",
            (
                "A and B have 43 groszy and the same number of orders and miners each; "
                "A is ahead with fewer tools: 0 against 2"
            ),
        ),
    ],
)
def test_the_criterion_that_decided_a_tie(text: str, decided: str) -> None:
    """END-1: more orders, then fewer miners, then fewer tools decide, and both numbers are named."""
    told = ending_in_words(over(text))
    assert told[2] == decided
    assert " wins with " in told[0]
    assert " behind" not in told[1]


@pytest.mark.parametrize(
    ("language", "decided"),
    [
        ("en", "A, B and C have 31 groszy each; A and B are ahead with more royal orders completed: 1 against 0"),
        (
            "pl",
            (
                "Każdy z graczy A, B i C ma 31 groszy; "
                "A i B są wyżej dzięki większej liczbie zrealizowanych zamówień: 1 do 0"
            ),
        ),
        ("de", "A, B und C haben je 31 Groschen; A und B liegen mit mehr erfüllten Aufträgen vorn: 1 gegen 0"),
    ],
)
def test_several_players_may_be_ahead(language: str, decided: str) -> None:
    """END-1: one sentence names the players who share a place, with a plural verb."""
    told = ending_in_words(over("A: 31 groszy, order BB=9 | B: 31 groszy, order BB=9 | C: 31 groszy"), language)
    assert told[-1] == decided


@pytest.mark.parametrize(
    ("groszy", "told"), [(1, "Każdy z graczy A i B ma 1 grosz;"), (5, "Każdy z graczy A i B ma 5 groszy;")]
)
def test_a_polish_tie_has_the_form_of_its_number(groszy: int, told: str) -> None:
    """END-1: the nominative fits every total. After the preposition "po", the number 1 needs the locative."""
    state = over(f"A: {groszy} groszy, order BB=9 | B: {groszy} groszy")
    assert ending_in_words(state, "pl")[-1].startswith(told)


def test_an_unbroken_tie_is_shared() -> None:
    """END-1: players who are still tied share the victory, or a later place, and the parts of each are named."""
    assert ending_in_words(over("A: 30 groszy | B: 27 groszy, B | C: 20 groszy")) == (
        "A and B share the victory with 30 groszy each, equal in orders, miners and tools",
        "A: 30 in money",
        "B: 27 in money, 3 for salt",
        "C is third with 20 groszy, 10 behind: 20 in money",
    )
    told = ending_in_words(over("A: 30 groszy | B: 5 groszy | C: 5 groszy | D: 5 groszy"), "pl")
    assert told[1] == "B, C i D zajmują drugie miejsce, każdy ma 5 groszy, o 25 mniej"
    assert ending_in_words(over("A: 30 groszy | B: 30 groszy"), "de")[0].startswith("A und B teilen sich den Sieg")


def test_an_extensions_score_is_described() -> None:
    """A ruleset's other value is listed after money, salt and tools."""
    told = ending_in_words(over("A: 10 groszy | B: 9 groszy", other_value=lambda _, seat: 7 * seat))
    assert told == (
        "B wins with 16 groszy: 9 in money, 7 for other things",
        "A is second with 10 groszy, 6 behind: 10 in money",
    )


def test_another_scoring_has_no_standard_reason() -> None:
    """If a ruleset ranks against END-1, no criterion is named, and no player is less than 0 behind."""

    def poorest(state: ms.GameState) -> tuple[ms.Score, ...]:
        totals = sorted(player.money for player in state.players)
        return tuple(
            ms.Score(seat, player.money, 0, 0, player.money, 0, 5, 0, rank=1 + totals.index(player.money))
            for seat, player in enumerate(state.players)
        )

    def by_seat(state: ms.GameState) -> tuple[ms.Score, ...]:
        return tuple(ms.Score(seat, 9, 0, 0, 9, seat, 5, 0, rank=seat + 1) for seat in range(len(state.players)))

    def all_first(state: ms.GameState) -> tuple[ms.Score, ...]:
        return tuple(ms.Score(seat, seat, 0, 0, seat, 0, 5, 0, rank=1) for seat in range(len(state.players)))

    assert ending_in_words(over("A: 10 groszy | B: 9 groszy", scoring=poorest)) == (
        "B wins with 9 groszy: 9 in money",
        "A is second with 10 groszy: 10 in money",
    )
    assert ending_in_words(over("A: 10 groszy | B: 9 groszy", scoring=by_seat)) == (
        "A wins with 9 groszy: 9 in money",
        "B is second with 9 groszy: 9 in money",
    )
    assert ending_in_words(over("A: 10 groszy | B: 9 groszy", scoring=all_first)) == (
        "A and B share the victory",
        "B: 1 in money",
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_phase_is_described(language: str) -> None:
    """
    PHASE-2: the sentences name the phase, the miners' return, and the cards that leave, by name if face up.

    Other steps have no such sentences.
    """
    steps = finished(seed=0, players=2)
    told = [lines for step in steps if (lines := phase_end_in_words(step, language))]
    assert [len(lines) for lines in told] == [2, 2, 1]
    ends = [step for step in steps if phase_end_in_words(step)]
    for step, lines in zip(ends[:2], told, strict=False):
        left = [event for event in step.events if isinstance(event, OrderMoved) and event.target == "box"]
        assert all(str(event.order) in lines[1] for event in left)
        gone = [event for event in step.events if getattr(event, "target", "") == "box"]
        piles = [event.cards for event in gone if isinstance(event, PileMoved)]
        counts = [int(number) for number in re.findall(r"(?:^|[:;] )(\d+) ", lines[1])]
        assert sum(counts) == len(gone) - len(piles) + sum(piles)
        assert piles
        assert all(re.search(rf"\b{cards}\b", lines[1]) for cards in piles)
    english = phase_end_in_words(ends[0])
    assert english[0] == "Phase I is over; all miners return to stock"
    assert re.match(r"Removed from the game: 4 royal orders \((\w+=\d+, ){3}1 face down\)$", english[1])
    assert phase_end_in_words(ends[2]) == ("Phase III is over",)


def test_unsold_tools_are_listed_by_name() -> None:
    """PHASE-2: tools on offer leave the game with the orders."""
    ended = PhaseEnded(1)
    gone = (ToolMoved("royal_privilege", "workshop:0", "box"), ToolMoved("rope", "workshop:1", "box"))
    state = position()
    step = ms.Step(state, ms.Pass(), state, (ended, *gone, PhaseStarted(2, 1)))
    assert phase_end_in_words(step, "pl")[1] == "Usunięto z gry: 2 narzędzia (glejt królewski, lina)"
    (one,) = phase_end_in_words(attrs.evolve(step, events=(ended, gone[1])))[1:]
    assert one == "Removed from the game: 1 tool (rope)"
    pile = PileMoved("order_stack", "box", 1)
    (down,) = phase_end_in_words(attrs.evolve(step, events=(ended, pile)), "de")[1:]
    assert down == "Aus dem Spiel: 1 Auftrag (1 verdeckt)"
    stays = attrs.evolve(state, ruleset=attrs.evolve(state.ruleset, castle_line_stays=True))
    assert phase_end_in_words(attrs.evolve(step, before=stays))[0] == "Phase I is over"


def test_invalid_arguments_are_refused() -> None:
    """Anything but a ``GameState`` or a ``Step``, and an unknown language, is refused."""
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        ending_in_words(position(), "fr")
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got 5"):
        ending_in_words(5)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match=r"expected a Step \(see Game\.last_step\), got 5"):
        phase_end_in_words(5)  # type: ignore[arg-type]
