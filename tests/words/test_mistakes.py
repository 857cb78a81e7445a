"""Mistakes of players in words: ``magnum_sal.words.mistakes``."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.bots import installed, make_bot
from magnum_sal.cli.terminal.seats import NewGame, parse_seed
from magnum_sal.model.player_names import find_seat
from magnum_sal.rules.notations import find_slot
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, error_in_words
from magnum_sal.words.languages import ERROR
from magnum_sal.words.template_faults import record_faults

SOURCE = Path(ms.__file__).parent
TABLE = ms.open_table(["Ada", "Ben"])
"""A real table, where the first order must be turned up."""


def _started() -> ms.Game:
    return ms.Game.new(["Ada", "Ben"], seed=7)


def _ended() -> ms.Game:
    game = _started()
    game.end("supper")
    return game


def _reveal_until(pile: str, piece: Any) -> None:
    """Turn up orders until a piece of *pile* is pending at a real table, then turn up *piece*."""
    state = TABLE
    while state.pending is not None and state.pending.pile != pile:
        state = ms.reveal(state, ms.outcomes(state)[0][0]).state
    ms.reveal(state, piece)


def _reveal_one_order_again() -> None:
    """Turn up the same order until none is left."""
    state, piece = TABLE, ms.outcomes(TABLE)[0][0]
    while True:
        state = ms.reveal(state, piece).state


MISTAKES: dict[str, Callable[[], object]] = {
    "players_count": lambda: ms.new_game(["Ada"]),
    "name_invalid": lambda: ms.new_game(["Ada", " "]),
    "name_invisible": lambda: ms.new_game(["Ada", "\u2800"]),
    "name_taken": lambda: ms.new_game(["Ada", "Ada"]),
    "name_looks_taken": lambda: ms.new_game(["Ada", "ada"]),
    "no_such_player": lambda: find_seat(["Ada", "Ben"], "Cleo"),
    "seed_invalid": lambda: parse_seed("seven"),
    "not_a_move": lambda: _started().play("hire"),
    "wrong_form": lambda: _started().play("pump 1L2"),
    "unknown_space": lambda: _started().play(">S9"),
    "not_a_chamber": lambda: _started().play("pump S1 1"),
    "unknown_source": lambda: _started().play("moon>S1"),
    "unknown_building": lambda: _started().play("@moon"),
    "unknown_payee": lambda: _started().play("x1L2 B pay 7=1"),
    "no_such_tool": lambda: _started().play("workshop spade"),
    "tool_not_offered": lambda: _started().play("workshop cart"),
    "tool_not_at_hand": lambda: _started().play("buy cart"),
    "order_not_open": lambda: _started().play("deliver WWW=99"),
    "not_in_slot": lambda: find_slot("workshop rope 1", "rope", ("rope", "cart"), 1),
    "field_invalid": lambda: ms.UseFood(("9L9",)),
    "number_too_large": lambda: ms.PayPenalty(2**53),
    "unknown_id": lambda: _started().play({"type": "place_assistant", "source": "S1", "building": "moon"}),
    "unknown_move": lambda: _started().play({"type": "place"}),
    "unknown_miner_source": lambda: _started().play({"type": "place_miner", "source": "moon", "target": "S1"}),
    "move_too_long": lambda: _started().play("x" * 20_000),
    "slot_unclear": lambda: find_slot("workshop rope", "rope", ("rope", "rope"), None),
    "payee_unclear": lambda: ms.parse_move(position("S1: BC | S2: BC | 1L1: A [B/0]"), "x1L1 B"),
    "no_question": lambda: ms.choices(_started().state).take("pass").take("pass"),
    "not_an_answer": lambda: ms.choices(_started().state).take("inn"),
    "unknown_move_type": lambda: ms.legal_moves(_started().state, type="place"),
    "unknown_place": lambda: ms.legal_moves(_started().state, source="Market"),
    "salt_invalid": lambda: ms.SaltAmount.parse("BX"),
    "tile_invalid": lambda: ms.ChamberTile.parse("BBG"),
    "order_invalid": lambda: ms.RoyalOrder.parse("BBG"),
    "unknown_bot": lambda: make_bot("gredy"),
    "unknown_ruleset": lambda: installed.resolve_ruleset("standardd"),
    "nothing_to_undo": lambda: _started().undo(),
    "nothing_to_redo": lambda: _started().redo(),
    "ended_by_agreement": lambda: _ended().play("pass"),
    "nothing_to_turn_up": lambda: ms.reveal(_started().state, "rope"),
    "order_of_other_phase": lambda: ms.reveal(TABLE, ms.RoyalOrder.parse("W=99")),
    "order_seen": _reveal_one_order_again,
    "unknown_tool": lambda: _reveal_until("tool", "rop"),
}
"""A call that makes each mistake."""

CONSTRUCTED: dict[str, Mapping[str, Any]] = {
    "not_looked_at": {"chamber": "1L1", "name": "Ada"},
    "step_refused": {"step": 3, "reason": "a reason"},
    "step_missed": {"missed": 12, "first": 2, "number": 3, "reason": "a reason"},
    "other_to_move": {"name": "Ben", "other": "Ada"},
    "look_recorded": {"chamber": "1L1", "name": "Ada"},
    "look_impossible": {"chamber": "1L1", "name": "Ada", "tile": "BB/0"},
    "bot_not_offered": {"player": "x", "bots": ("novice", "master")},
    "unknown_lesson": {"lesson": "chess", "lessons": ("chain", "market")},
    "no_own_move": {},
    "undo_needs_absent": {"names": ("Ada", "Ben")},
    "game_over": {},
    "ended_already": {},
    "no_unfinished_game": {},
    "log_real_table": {},
    "log_pieces_missing": {},
    "tile_of_other_level": {"chamber": "1L1", "piece": "WWW/9", "level": 1},
    "tile_seen": {"chamber": "1L1", "piece": "BB/0", "level": 1},
    "tool_seen": {"slot": 0, "piece": "'rope'"},
    "tile_known": {"chamber": "1L1", "piece": "B/0", "tile": "BBG/1"},
    "unknown_face": {"roll": 1, "die": "weather", "piece": "'9'", "rule": "WEATHER-1", "near": ()},
    "unknown_card": {"card": 1, "deck": "omens", "piece": "'flod'", "rule": "OMENS-1", "near": ("flood",)},
    "card_seen": {"card": 1, "deck": "omens", "piece": "'flood'", "rule": "OMENS-1"},
}
"""The facts of mistakes that need a server, a mapped mine or an extension."""


def _mistake(reason: str) -> ms.MagnumSalError:
    if reason in CONSTRUCTED:
        return ms.MisuseError(reason, CONSTRUCTED[reason])
    with pytest.raises(ms.MagnumSalError) as caught:
        MISTAKES[reason]()
    return caught.value


def test_each_reason_has_words() -> None:
    """The files of words contain exactly the reasons that the library's errors have."""
    raised = re.compile(r'(?:MalformedError|MisuseError)\(\s*"([a-z_]+)"(?: if \w+ else "([a-z_]+)")?,')
    found = {
        reason for path in SOURCE.rglob("*.py") for pair in raised.findall(path.read_text("utf-8")) for reason in pair
    }
    keys = [key.removeprefix(ERROR) for key in LANGUAGES["en"] if key.startswith(ERROR)]
    assert {key.partition(".")[0] for key in keys} == found - {""} == {*MISTAKES, *CONSTRUCTED}


@pytest.mark.parametrize("reason", [*MISTAKES, *CONSTRUCTED])
def test_each_mistake_is_described_in_each_language(reason: str) -> None:
    """A mistake has the right reason, and every language has a sentence that the facts fill."""
    error = _mistake(reason)
    assert error.reason == reason
    with record_faults() as heard:
        told = {language: error_in_words(error, language) for language in LANGUAGES}
    assert heard.misfits == []
    assert told["en"] == str(error)
    assert len(set(told.values())) == len(LANGUAGES)
    for sentence in told.values():
        assert not re.search(r"[{}]| ;|  ", sentence)
        assert not sentence.startswith(reason.replace("_", " ") + " (")


def test_a_wrong_payment_is_described_in_each_language() -> None:
    """The payments of an extraction are counts like those of other moves (HAUL-3)."""
    with pytest.raises(ms.MalformedError, match=r"ExtractSalt\.payments\[1\]: -1 is not a count") as caught:
        ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, -1))
    assert len({error_in_words(caught.value, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("reason", ["unknown_move_type", "unknown_bot", "unknown_ruleset"])
def test_the_known_names_are_listed_without_a_suggestion(reason: str) -> None:
    """Without a similar name, the sentence lists all names."""
    facts = dict(_mistake(reason).values)
    [listed] = {"types", "bots", "rulesets"} & facts.keys()
    # Other tests register more rulesets than fit into a sentence.
    names = facts[listed][:3]
    error = ms.MisuseError(reason, facts | {"near": facts["near"][:0], listed: names})
    for language in LANGUAGES:
        assert ", ".join(names) in error_in_words(error, language)


def test_an_illegal_move_is_described_with_its_rule() -> None:
    """An illegal move is described by its objection and the id of the rule, as in the English message."""
    with pytest.raises(ms.IllegalMoveError) as caught:
        _started().play(">S2")
    assert error_in_words(caught.value) == str(caught.value)
    assert error_in_words(caught.value, "de") == "S2 ist nicht mit dem Eingang verbunden: S1 ist leer [CHAIN-1]"


def test_an_error_without_a_reason_keeps_its_message() -> None:
    """Errors that only programmers cause are in English."""
    assert error_in_words(ms.MisuseError("pass either seed or setup, not both"), "de") == (
        "pass either seed or setup, not both"
    )
    assert error_in_words(ms.LogError(3, None, "the line is damaged"), "pl") == "line 3: the line is damaged"


def test_a_place_in_the_data_is_told_in_english_only() -> None:
    """The field of the data comes first in the message, and helps only programmers."""
    error = ms.MisuseError("nothing_to_undo", {}, place="moves[2]: ")
    assert error_in_words(error) == str(error) == "moves[2]: there is no move to undo"
    assert error_in_words(error, "pl") == "nie ma ruchu do cofnięcia"


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            "agreed by Ada; absent: Ben",
            "mit Zustimmung von Ada; abwesend: Ben/zgoda: Ada; nie ma przy stole: Ben/agreed by Ada; absent: Ben",
        ),
        ("supper", "supper/supper/supper"),
    ],
)
def test_the_agreement_to_end_a_game_is_translated(reason: str, told: str) -> None:
    """A log records an agreement in English. Its players can read it in their language, and other reasons stay."""
    game = _started()
    game.end(reason)
    with pytest.raises(ms.MisuseError) as caught:
        game.play("pass")
    sentences = [error_in_words(caught.value, language) for language in ("de", "pl", "en")]
    assert "/".join(sentence.partition(": ")[2] for sentence in sentences) == told
    assert sentences[-1] == str(caught.value)


def test_other_arguments_are_refused() -> None:
    """Only an error of the library and a known language are accepted."""
    with pytest.raises(ms.MisuseError, match=r"expected an error of the library, got ValueError\('x'\)"):
        error_in_words(ValueError("x"))  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        error_in_words(ms.MisuseError("x"), "fr")


def test_a_form_of_the_terminal_has_a_reason() -> None:
    """The names in the form of a new game are checked with the same reasons."""
    with pytest.raises(ms.MalformedError) as caught:
        NewGame(("Ada", "Ada"), ("human", "human"), None).begin()
    assert error_in_words(caught.value, "de") == "Spieler 2: der Name 'Ada' ist schon vergeben"
