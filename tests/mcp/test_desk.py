"""A desk without the SDK: games, moves, and who may do what."""

import re
from pathlib import Path
from typing import Any

import attrs
import czech
import pytest
from tests.installing import install_czech
from tests.mcp.callers import ask, quick_desk, refuse

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.mcp import Desk, DeskSettings
from magnum_sal.mcp._tools import TOOLS
from magnum_sal.record.notation import parse_move
from magnum_sal.words import add_language

PAIR = ["Ada", "Ben"]


def test_a_new_game_is_shown_with_its_position_number() -> None:
    """The first line names the game, its position, who is to move, and whose view it is."""
    told = ask(quick_desk(), "new_game", players=PAIR, seed=7)
    assert told.startswith("game-1, position 0. You move for Ada. You see the table as Ada.\n")
    assert "1L1 ?" in told


def test_a_seed_repeats_a_game() -> None:
    """The same seed deals the same pieces as in every other program."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    state = ms.new_game(PAIR, seed=7)
    assert ms.render.text(state.public()) in ask(desk, "show_table", game="game-1")


def test_the_forms_of_a_table() -> None:
    """The short form leaves out what the full form has, and the legend explains the marks."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    state = ms.new_game(PAIR, seed=7).public()
    for form, expected in (
        ("full", ms.render.text(state)),
        ("short", ms.render.text(state, form="short")),
        ("legend", ms.render.text(state, form="short", legend=True)),
    ):
        assert ask(desk, "show_table", game="game-1", form=form).partition("\n\n")[2] == expected.rstrip()


def test_the_list_of_games() -> None:
    """Without a game, show_table lists the open games."""
    desk = quick_desk()
    assert ask(desk, "show_table") == "No game is open. Start one with new_game."
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "new_game", players=["Cleo", "Dora"], seed=7)
    assert ask(desk, "show_table").splitlines() == [
        "game-1, position 0. You move for Ada.",
        "game-2, position 0. You move for Cleo.",
    ]


def test_a_move_is_played_and_then_the_bots_play() -> None:
    """The answer tells the move, the bots' moves, and the new table."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben=novice"], seed=7)
    told = ask(desk, "play_move", game="game-1", position=0, move=">S1")
    head, happened, table = told.split("\n\n", 2)
    assert re.fullmatch(r"game-1, position \d+\. You move for Ada\. You see the table as Ada\.", head)
    assert happened.startswith("Ada: sends a miner from stock to S1\n")
    assert "Ben: " in happened
    assert "S1 A1" in table


def test_the_bot_moves_first_if_it_starts() -> None:
    """The first answer already contains the bot's moves."""
    told = ask(quick_desk(), "new_game", players=["Ben=novice", "Ada"], seed=7)
    assert "position 1. You move for Ada." in told
    assert "\n\nBen: " in told


def test_a_late_move_is_refused_in_words() -> None:
    """A move for an earlier position is not played, because the model has not seen the table since then."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    told = refuse(desk, "play_move", game="game-1", position=0, move="inn")
    assert told == "the game is at position 1, not at position 0; call show_table with moves=1 before you move"
    assert refuse(desk, "play_move", game="game-1", position=0, move="inn", language="pl").startswith("aktualna")
    assert refuse(desk, "play_move", game="game-1", position=0, move="inn", language="de").startswith("das Spiel ist")
    assert refuse(desk, "let_bots_play", game="game-1", position=5).startswith("the game is at position 1")
    assert "position 1." in ask(desk, "show_table", game="game-1")


def test_an_illegal_move_is_refused_with_sentence_and_rule() -> None:
    """CHAIN-1: the refusal is the sentence of the engine, and nothing happens."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    told = refuse(desk, "play_move", game="game-1", position=0, move=">S2")
    assert told == "S2 is not connected to the entrance: S1 is empty [CHAIN-1]"
    assert "S1 ist leer" in refuse(desk, "play_move", game="game-1", position=0, move=">S2", language="de")
    assert "position 0." in ask(desk, "show_table", game="game-1")


def test_questions_lead_to_a_move() -> None:
    """The numbers of the answers are those of the list before, and the last answer names the call that plays."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    told = ask(desk, "choose_move", game="game-1")
    assert "\nWhat do you want to do?\n1. place or move a miner -> >S1\n" in told
    number = int(re.search(r"^(\d+)\. visit the workshop$", told, re.MULTILINE)[1])  # type: ignore[index]  # it is there
    told = ask(desk, "choose_move", game="game-1", answers=[number])
    assert "Visit the workshop\nWhich tool?\n1. " in told
    assert f"answers=[{number}, number]" in told
    told = ask(desk, "choose_move", game="game-1", answers=[number, 2])
    move = re.search(r"To play it, call play_move with game='game-1', position=0, move='(.+)'\.", told)[1]  # type: ignore[index]  # as above
    assert "Ada: buys a tool" in ask(desk, "play_move", game="game-1", position=0, move=move)


def test_an_answer_that_does_not_exist() -> None:
    """The refusal names the place in the list and the numbers that exist."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    told = refuse(desk, "choose_move", game="game-1", answers=[99])
    assert told == "answers[0]: there is no answer 99; the answers are numbered from 1 to 8"
    assert refuse(desk, "choose_move", game="game-1", answers=[0]).startswith("answers[0]: there is no answer 0;")
    square = ms.choices(ms.new_game(["Ada", "Ben"], seed=7)).answers.index("visit_town_square") + 1
    told = refuse(desk, "choose_move", game="game-1", answers=[square, 1])
    assert told == "answers[1]: the answers before this one already make a whole move"


def test_long_lists_of_answers_have_pages() -> None:
    """Pass ``first`` to continue a list."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    told = ask(desk, "choose_move", game="game-1", first=7)
    assert "\n7. visit the castle" in told
    assert "\n6. " not in told


def test_a_preview_plays_nothing() -> None:
    """The preview tells what a move does and changes, or why it is not allowed."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    assert ask(desk, "preview_move", game="game-1", move="inn").endswith(
        "inn is allowed: hires a miner for 6 groszy\nIt changes: -6 groszy"
    )
    assert ask(desk, "preview_move", game="game-1", move=">S1").endswith(
        "It changes no money, salt or tools, and tires no miner."
    )
    assert "not allowed: S2 is not connected" in ask(desk, "preview_move", game="game-1", move=">S2")
    assert "position 0." in ask(desk, "show_table", game="game-1")


def test_refusals_are_explained() -> None:
    """With a move, its objection; without a move, the reason for each kind of move."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    assert "you have no miner in 1L1 [MINE-1]" in ask(desk, "explain_refusal", game="game-1", move="x1L1 B")
    told = ask(desk, "explain_refusal", game="game-1")
    assert "extract salt: you have no miner in a chamber with salt [MINE-1]" in told
    assert "use a bucket: you have no bucket [TOOL-1]" in told
    assert len(told.splitlines()) == 2 + len(ms.why_not(ms.new_game(PAIR, seed=7)))


@pytest.mark.slow
def test_a_hint_lists_moves_that_can_be_played() -> None:
    """Each hint begins with the notation of a legal move, and has reasons."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    told = ask(desk, "hint", game="game-1")
    moves = re.findall(r"^\d\. (.+?): ", told, re.MULTILINE)
    assert 1 <= len(moves) <= 3
    state = ms.new_game(PAIR, seed=7)
    assert {parse_move(state, move) for move in moves} <= set(state.legal_moves())
    assert "to win" in told


def test_another_players_seat_is_refused() -> None:
    """Bots' seats are not the client's, and a move can be checked for its player."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben=novice", "Cleo"], seed=7)
    told = refuse(desk, "show_table", game="game-1", player="Ben")
    assert told == "Ben is played by the bot novice; your players: Ada, Cleo"
    assert "as Cleo." in ask(desk, "show_table", game="game-1", player="cleo")
    told = refuse(desk, "play_move", game="game-1", position=0, move="inn", player="Cleo")
    assert told == "Ada is to move, not Cleo"
    assert "'Dora'" in refuse(desk, "show_table", game="game-1", player="Dora")


def test_a_game_of_bots_alone() -> None:
    """The client has no seat, and looks at the table as a spectator."""
    desk = quick_desk(steps=1)
    ask(desk, "new_game", players=["Ben=novice", "Cleo=novice"], seed=7)
    told = refuse(desk, "show_table", game="game-1", player="Ben")
    assert told == "Ben is played by the bot novice; bots play all seats of this game"
    assert "as a spectator." in ask(desk, "show_table", game="game-1")


def test_bots_stop_when_their_time_is_over() -> None:
    """The answer then says whose turn it is, and let_bots_play continues."""
    now = iter(range(0, 100_000, 6))
    desk = Desk(DeskSettings(bots=("novice",)), clock=lambda: next(now))
    told = ask(desk, "new_game", players=["Ben=novice", "Cleo=novice"], seed=7)
    assert told.startswith("game-1, position 1. Cleo, played by the bot novice, is to move; call let_bots_play.")
    assert "You see the table as a spectator." in told
    told = refuse(desk, "play_move", game="game-1", position=1, move="inn")
    assert told.startswith("Cleo, played by the bot novice, is to move")
    assert "position 2." in ask(desk, "let_bots_play", game="game-1", position=1)


def test_nothing_happens_if_no_bot_is_to_move() -> None:
    """The answer says so."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR)
    assert "No bot is to move" in ask(desk, "let_bots_play", game="game-1", position=0)


def test_the_number_of_games_is_limited() -> None:
    """Closing a game makes room, and ids are never used again."""
    desk = quick_desk(games=2)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "new_game", players=PAIR)
    assert refuse(desk, "new_game", players=PAIR).startswith("no more games can be opened (open games: 2)")
    assert refuse(desk, "load_game", log="x").startswith("no more games can be opened (open games: 2)")
    assert ask(desk, "close_game", game="game-1") == "game-1 is closed."
    assert refuse(desk, "show_table", game="game-1") == "there is no open game 'game-1'; the open games are game-2"
    assert "game-3, position 0." in ask(desk, "new_game", players=PAIR)


def test_the_length_of_a_game_is_limited() -> None:
    """The last move is refused, and bots stop, too."""
    desk = quick_desk(steps=2)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "play_move", game="game-1", position=0, move="pass")
    ask(desk, "play_move", game="game-1", position=1, move="pass")
    assert (
        refuse(desk, "play_move", game="game-1", position=2, move="pass") == "a game can have at most 2 moves and undos"
    )
    assert refuse(desk, "let_bots_play", game="game-1", position=2) == "a game can have at most 2 moves and undos"
    told = ask(desk, "new_game", players=["Ada=novice", "Ben=novice"])
    assert "game-2, position 2." in told


def test_a_game_whose_first_bot_fails_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game that is refused leaves no game behind, and the next one gets its id."""
    desk = quick_desk()

    def fail(*_: object, **__: object) -> None:
        raise ms.MisuseError("no bot today")

    with monkeypatch.context() as patched:
        patched.setattr("magnum_sal.mcp._seated_game.make_bot", fail)
        assert refuse(desk, "new_game", players=["Ada=novice", "Ben"], seed=7) == "no bot today"
    assert desk.list_games() == ()
    assert ask(desk, "new_game", players=PAIR).startswith("game-1, ")


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (["Ada"], "players: expected 2 to 4 players, got 1"),
        (["Ada", "ada "], "player 2: 'ada' looks like 'Ada', which is taken"),
        (
            ["Ada", "Ben=wizard"],
            "there is no bot 'wizard'; the bots are novice, apprentice, journeyman, foreman, master",
        ),
        (["Ada", "Ben=process:rm -r"], "there is no bot 'process:rm -r'; the bots are novice, "),
        (["Ada"] * 5, "players: expected at most 4 entries, got 5"),
    ],
)
def test_players_that_are_refused(players: list[str], told: str) -> None:
    """Names have the library's own limits, and a client can start neither programs nor modules."""
    assert refuse(quick_desk(), "new_game", players=players).startswith(told)


def test_a_bot_that_is_not_built_in_cannot_be_offered() -> None:
    """Everybody who connects could start it."""
    with pytest.raises(ms.MisuseError, match="not one of the built-in bots"):
        DeskSettings(bots=("process:ls",))
    with pytest.raises(ms.MisuseError, match="not one of the built-in bots"):
        DeskSettings(bots=("policy:player.onnx",))
    with pytest.raises(ms.MisuseError, match="language: expected one of"):
        DeskSettings(language="xx")


@pytest.mark.parametrize("games", [0, 1.5, "16", None])
def test_the_limits_of_a_desk_are_whole_numbers(games: Any) -> None:
    """Each limit is a whole number from 1 up."""
    with pytest.raises(ms.MisuseError, match=f"games: expected a whole number from 1 up, got {games!r}"):
        DeskSettings(games=games)


@pytest.mark.long
def test_a_whole_game_between_bots() -> None:
    """The last answer names the winner and why."""
    desk = quick_desk(bots=("novice",))
    told = ask(desk, "new_game", players=["Ada=novice", "Ben=novice", "Cleo=novice"], seed=3)
    while "The game is over." not in told:
        position = int(re.search(r"position (\d+)", told)[1])  # type: ignore[index]  # every answer has it
        told = ask(desk, "let_bots_play", game="game-1", position=position)
    assert re.search(r"^(Ada|Ben|Cleo) wins with \d+ groszy", told, re.MULTILINE)
    for tool in ("choose_move", "hint", "explain_refusal"):
        assert refuse(desk, tool, game="game-1") == "The game is over."


def test_the_time_limit_of_bots() -> None:
    """Searching bots get a time limit, unless their name has one; other bots take milliseconds."""
    from magnum_sal.mcp._seated_game import _with_limit

    assert _with_limit("master", 2.0) == "master:seconds=2"
    assert _with_limit("search:iterations=50", 1.5) == "search:iterations=50,seconds=1.5"
    assert _with_limit("search:seconds=9", 2.0) == "search:seconds=9"
    assert _with_limit("journeyman", 2.0) == "journeyman"
    for name in ("master", "foreman", "search", "search:iterations=5"):
        make_bot(_with_limit(name, 2.0))


def test_an_added_language() -> None:
    """A language that the program has added is offered and answers. The rules are in English."""
    add_language("cs", {"inn": "hostinec"}, plural=czech.plural)
    desk = quick_desk(language="cs")
    ask(desk, "new_game", players=["Ada", "Ben"], seed=1)
    assert "hostinec" in ask(desk, "show_table", game="game-1")
    assert "hostinec" in ask(quick_desk(), "new_game", players=["Ada", "Ben"], seed=1, language="cs")
    assert "connection to the entrance" in ask(desk, "look_up_rules", rules=["CHAIN-2"])
    (language,) = (argument for argument in TOOLS[0].arguments if argument.name == "language")
    assert "cs" in language.kind.schema()["enum"]


def test_an_installed_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of an installed package is offered and answers, although nothing has used it before."""
    install_czech(tmp_path, monkeypatch)
    assert "hostinec" in ask(quick_desk(), "new_game", players=["Ada", "Ben"], seed=1, language="cs")
    (language,) = (argument for argument in TOOLS[0].arguments if argument.name == "language")
    assert language.kind.schema()["enum"] == ["en", "pl", "de", "cs"]


def test_a_page_of_answers_that_does_not_exist() -> None:
    """The refusal says how many answers there are."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben"], seed=1)
    told = refuse(desk, "choose_move", game="game-1", first=40)
    assert told == "first: there is no answer 40; the answers are numbered from 1 to 8"


def test_the_map_is_public() -> None:
    """VAR-MAP: the short table of an answer has the tiles that everybody knows."""
    desk = quick_desk(ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True))
    assert "1L1 ?(" in ask(desk, "new_game", players=["Ada", "Ben"], seed=7)
