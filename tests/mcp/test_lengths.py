"""No answer is longer than 4,000 characters, over whole games in every language."""

from __future__ import annotations

import pytest
from tests.amounts import select
from tests.mcp.callers import LONGEST_ANSWER, ask, quick_desk, refuse
from tests.mcp.test_hidden_pieces import desk_at, positions

import magnum_sal as ms
from magnum_sal.mcp._fitting import fit_lines, join_blocks
from magnum_sal.record.notation import format_move
from magnum_sal.words import LANGUAGES

LONG = ["A" * 40, "B" * 40, "C" * 40, "D" * 40]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_answers_over_a_whole_game(players: int) -> None:
    """The whole table, all questions and previews fit, with the longest names (``ask`` checks the length)."""
    found = select(list(positions(ms.STANDARD, players, players))[::15])
    whole = 0
    for state in found:
        renamed = ms.Game.from_position(with_long_names(state)).state
        desk = desk_at(renamed, renamed.turn_seat)
        for language in LANGUAGES:
            told = ask(desk, "show_table", game="game-1", form="full", language=language)
            whole += "\n... (" not in told
            ask(desk, "show_table", game="game-1", form="legend", language=language)
            if renamed.is_over:
                continue
            ask(desk, "explain_refusal", game="game-1", language=language)
            for number in range(1, len(ms.choices(renamed).answers) + 1):
                ask(desk, "choose_move", game="game-1", answers=[number], language=language)
        if not renamed.is_over:
            for move in renamed.legal_moves()[:10]:
                ask(desk, "preview_move", game="game-1", move=format_move(renamed, move))
    assert whole == len(found) * len(LANGUAGES)  # nothing of the table had to be left out


def with_long_names(state: ms.GameState) -> ms.GameState:
    """Return *state* with names of 40 characters."""
    data = ms.to_dict(state)
    for player, name in zip(data["players"], LONG, strict=False):
        player["name"] = name
    return ms.from_dict(ms.GameState, data, ruleset=state.ruleset)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_and_hints_over_a_whole_game(players: int) -> None:
    """The answers to moves fit, even after the moves of three bots in German, and so do hints."""
    # The better bots would take most of the time, and the answers to their moves are no longer.
    names = [LONG[0], *(f"{name}=apprentice" for name in LONG[1:players])]
    desk = quick_desk(bots=("apprentice",), bots_seconds=600)
    told = ask(desk, "new_game", players=names, seed=players)
    seated = desk._games["game-1"]
    number = 0
    while not seated.game.is_over:
        number += 1
        language = list(LANGUAGES)[number % 3]
        if number % 30 == 0:
            ask(desk, "hint", game="game-1", language=language)
        view = seated.game.seen_by(0)
        move = ms.bots.make_bot("apprentice", seed=number)(view, view.legal_moves())
        told = ask(
            desk,
            "play_move",
            game="game-1",
            position=seated.position,
            move=format_move(view, move),
            language=language,
        )
    assert LONG[0] in told
    assert number > 30


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_rule_fits(language: str) -> None:
    """Each rule alone, the list of all rules, and ten rules at once, which are cut."""
    desk = quick_desk()
    texts = ms.rule_texts(language=language)
    listed = ask(desk, "look_up_rules", language=language).splitlines()
    assert [line.partition(" (")[0] for line in listed] == [f"{rule.id}: {rule.title}" for rule in texts.values()]
    for rule in texts.values():
        told = ask(desk, "look_up_rules", rules=[rule.id], language=language)
        assert rule.summary in told
        assert all(ruling.decision in told for ruling in rule.rulings)
    told = ask(desk, "look_up_rules", rules=list(texts)[:10], language=language)
    assert told.endswith(")") or texts["MINE-1"].summary in told
    assert len(told) > LONGEST_ANSWER - 1200


def test_lines_that_do_not_fit_are_counted() -> None:
    """The first or the last lines remain, with the number of those left out."""
    lines = [f"{number:04}" for number in range(100)]
    told = fit_lines(lines, 200, "en")
    assert told.splitlines() == [*lines[:16], "... (lines left out: 84)"]
    told = fit_lines(lines, 200, "en", keeps_end=True)
    assert told.splitlines() == ["... (lines left out: 84)", *lines[84:]]
    assert fit_lines(["\x1b[31m", "y" * 1000], 4000, "en") == "\\x1b[31m\n" + "y" * 697 + "..."
    assert join_blocks(["a", "", "b"]) == "a\n\nb"


def test_refusals_are_short() -> None:
    """A sentence has at most 500 characters, whatever it repeats (``refuse`` checks this)."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben"])
    for move in ("x" * 1000, "[" * 900, "{" * 1000, ">" * 999, '{"type": "' + "y" * 900 + '"}'):
        for tool in ("play_move", "preview_move", "explain_refusal"):
            arguments = {"position": 0} if tool == "play_move" else {}
            refuse(desk, tool, game="game-1", move=move, **arguments)
