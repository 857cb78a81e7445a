"""``correct`` in ``magnum-sal table``: another piece or move in earlier steps, and what becomes of the later ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_table import run

import magnum_sal as ms
from magnum_sal.testing import position
from magnum_sal.words import label

TYPED = ["BB=9", "BG=11", "GG=13", "1", "2", "3", ">S1", ">S2", ">1L1", "BBG/1", "pump 1L1 1", "inn"]
"""The input up to the twelfth step. The pieces are steps 1 to 6 and 10."""


@pytest.mark.parametrize(
    ("language", "kept"), [("en", "still stand"), ("de", "gelten weiter"), ("pl", "pozostają ważne")]
)
def test_a_piece_is_corrected(
    language: str, kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    ``correct`` with a number and a piece corrects an earlier reveal, and without a number the last one.

    The later moves still stand and are in the log.
    """
    log = str(tmp_path / "table.jsonl")
    players = ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    tool = {"en": "bucket", "de": "Schöpfkelle", "pl": "czerpak"}[language]
    typed = [*TYPED, "correct bgg/2", f"correct 4 {tool}", "q"]
    status, shown = run(monkeypatch, capsys, typed, log, *players)
    assert (status, shown.count(kept)) == (0, 2)
    state = ms.Game.from_log(log).state
    assert str(state.mine.chamber("1L1").tile) == "BGG/2"
    assert state.workshop.offer[0] == "bucket"
    assert ms.Game.from_log(log).step_count == 12


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "step 10 is named more than once"),
        ("de", "Schritt 10 ist mehr als einmal genannt"),
        ("pl", "krok 10 podano więcej niż raz"),
    ],
)
def test_a_step_is_corrected_only_once(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that names a step twice is refused, also if one text has no number and so is for the last reveal."""
    for command in ("correct 10 BGG/2; 10 BB/0", "correct BGG/2; BB/0", "correct 10 BGG/2; 010 BB/0"):
        _, shown = run(
            monkeypatch, capsys, [*TYPED, command, "?"], "--seat", "Ada", "--seat", "Ben", "--lang", language
        )
        assert told in shown


@pytest.mark.parametrize(
    ("language", "dropped", "reason"),
    [
        ("en", "dropped, because", "there is no water in 1L1"),
        ("de", "gestrichen, weil", "in 1L1 ist kein Wasser"),
        ("pl", "usunięto, bo", "w 1L1 nie ma wody"),
    ],
)
def test_moves_that_no_longer_fit_are_listed(
    language: str, dropped: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program names the reason, and lists the moves that a correction dropped, in notation and in words."""
    typed = [*TYPED, "correct 10 BB/0", "correct 10 BB/0"]
    _, shown = run(monkeypatch, capsys, typed, "--seat", "Ada", "--seat", "Ben", "--lang", language)
    *_, head, first, second, question = shown.splitlines()
    assert head.startswith(f"{dropped} ")
    assert reason in head
    assert first.startswith("  11 Ada: pump 1L1 1 ")
    assert second.startswith("  12 Ben: inn ")
    assert question.startswith("Ada: ")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "this correction would drop 2 steps, because step 11 would no longer be possible (there is no water"),
        ("de", "diese Berichtigung würde 2 Schritte streichen, weil Schritt 11 nicht mehr möglich wäre (in 1L1 ist"),
        ("pl", "ta poprawka usunęłaby 2 kroki, bo kroku 11 nie można by już wykonać (w 1L1 nie ma wody"),
    ],
)
def test_a_correction_that_drops_steps_is_confirmed(
    language: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program names the loss, and drops the steps only if the person types the same line again at once."""
    log, seats = tmp_path / "table.jsonl", ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    command = "correct 10 BB/0; 9 >1L1"
    for others, questions in ((["no"], 1), (["correct 10 BB/0"], 2), (["", command], 2)):
        _, shown = run(monkeypatch, capsys, [*TYPED, command, *others], str(log), *seats)
        assert told in shown
        assert shown.count(f")\n{label('ui.table_confirm', language)}\n") == questions
        assert (read_game(log).step_count, str(read_game(log).state.find_tile("1L1"))) == (12, "BBG/1")
        log.unlink()
    run(monkeypatch, capsys, [*TYPED, command, command], str(log), *seats)
    assert (read_game(log).step_count, str(read_game(log).state.find_tile("1L1"))) == (10, "BB/0")


def test_a_correction_is_taken_back_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log without its last undo line and all lines after it has the game before the correction."""
    log, seats = tmp_path / "table.jsonl", ("--seat", "Ada", "--seat", "Ben")
    run(monkeypatch, capsys, TYPED, str(log), *seats)
    before = log.read_bytes()
    run(monkeypatch, capsys, ["correct 10 BB/0", "correct 10 BB/0", "square"], str(log))
    lines = log.read_bytes().splitlines(keepends=True)
    last_undo = max(number for number, line in enumerate(lines) if line.startswith(b'{"type":"undo"'))
    log.write_bytes(b"".join(lines[:last_undo]))
    assert log.read_bytes() == before
    assert read_game(log).step_count == 12


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "the order in space 3 (slot 2) cannot be GG=13"),
        ("de", "der Auftrag auf Feld 3 kann nicht GG=13 sein"),
        ("pl", "zamówienie na polu 3 nie może być GG=13"),
    ],
)
def test_a_later_piece_that_is_no_longer_possible(
    language: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a correction takes the piece that was turned up later, the reason is in the language of the game."""
    seats = ("--seat", "Ada", "--seat", "Ben")
    _, shown = run(monkeypatch, capsys, [*TYPED, "correct 1 GG=13", "q"], *seats, "--lang", language)
    assert reason in shown


def test_the_steps_that_can_be_corrected(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``correct`` alone or with another number lists the steps; with the number of a step, what is possible there."""
    seats = ("--seat", "Ada", "--seat", "Ben")
    _, shown = run(monkeypatch, capsys, ["correct", "q"], *seats)
    assert "there is no step to correct yet" in shown
    assert "This game is not saved. To save it, type save" in shown
    for command in ("correct", "correct 99", "correct 99 rope", "correct 7 inn; 99 rope", "correct  ", "correct ;"):
        _, shown = run(monkeypatch, capsys, [*TYPED, command, "q"], *seats)
        assert "\n   4 On offer in space 1 of the workshop: rope\n" in shown
        assert "\n  10 1L1 is revealed: BBG/1\n" in shown
        assert "\n   7 Ada: >S1 " in shown
        assert "for example: correct 10 BBG/1\n" in shown
        assert ("there is no step 99\n" in shown) == ("99" in command)
    _, shown = run(monkeypatch, capsys, [*TYPED, "correct 10", "correct 10 4", "q"], *seats)
    assert "\n 4 BGG/2 (1/8)\n" in shown
    assert "1L1 is revealed: BGG/2\nall later moves still stand\n" in shown
    _, shown = run(monkeypatch, capsys, [*TYPED, "correct 7", "q"], *seats)
    assert ">S1" in shown
    assert "castle" in shown
    _, shown = run(monkeypatch, capsys, [*TYPED, "correct WWWW/3", "correct XX", "b", "q"], *seats)
    assert "the tile of 1L1 cannot be WWWW/3" in shown
    assert "tile 'XX': expected salt and water" in shown


BOUGHT = [*TYPED[:3], "rope", "cart", "food", "workshop rope", "bucket", "inn", "square"]
"""The input of a game in which step 7 buys the rope."""


def read_game(log: Path) -> ms.Game:
    """Return the recorded game, without locking its log."""
    return ms.Game.from_log(log.read_bytes())


def test_a_move_is_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``correct`` with the number of a move takes a move in notation."""
    log = tmp_path / "table.jsonl"
    seats = ("--seat", "Ada", "--seat", "Ben", "--lang", "en")
    typed = [*TYPED, "correct 11 nonsense", "correct 11 castle S3", "correct 11 inn", "q"]
    _, shown = run(monkeypatch, capsys, typed, str(log), *seats)
    assert "'nonsense' is not a move in notation" in shown
    assert "you have no miner in S3 [CASTLE-1]" in shown
    assert "Ada: hires a miner for 6 groszy\n" in shown
    assert "all later moves still stand\n" in shown
    assert [step for step, _ in read_game(log).history()][10:] == [ms.VisitInn(), ms.VisitInn()]


@pytest.mark.parametrize(
    ("language", "changed", "before"),
    [
        ("en", "these moves take another piece now", "before"),
        ("de", "diese Züge nehmen jetzt ein anderes Teil", "vorher"),
        ("pl", "te ruchy dotyczą teraz innego elementu", "wcześniej"),
    ],
)
def test_two_pieces_change_places(
    language: str,
    changed: str,
    before: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Semicolons separate several steps. The program lists the moves that take another piece now."""
    log = tmp_path / "table.jsonl"
    seats = ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    _, shown = run(monkeypatch, capsys, [*BOUGHT, "correct 4 cart; 5 rope", "q"], str(log), *seats)
    *_, head, line, _ = shown.splitlines()
    assert head.startswith(changed)
    assert line.startswith("   7 Ada: workshop cart ")
    assert line.endswith(f" ({before}: workshop rope)")
    assert [card.tool for card in read_game(log).state.players[0].tools] == ["cart"]
    _, shown = run(monkeypatch, capsys, ["correct 7 workshop rope", "q"], str(log), "--lang", language)
    assert changed not in shown
    assert [card.tool for card in read_game(log).state.players[0].tools] == ["rope"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "step 3 would be dropped: the order in"),
        ("de", "Schritt 3 würde gestrichen: der Auftrag auf"),
        ("pl", "krok 3 zostałby usunięty: zamówienie na"),
    ],
)
def test_steps_that_cannot_be_corrected_together(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a step before the last corrected one would be dropped, the reason is in the language of the game."""
    seats = ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    _, shown = run(monkeypatch, capsys, [*TYPED, "correct 1 GG=13; 12 inn", "q"], *seats)
    assert told in shown


@pytest.mark.parametrize(
    ("language", "step", "reason"),
    [
        ("en", "step", "12: the tool in space 3 must be turned up first [SHOP-1]"),
        ("de", "Schritt", "12: zuerst muss das Werkzeug auf Feld 3 aufgedeckt werden [SHOP-1]"),
        ("pl", "krok", "12: najpierw trzeba odkryć narzędzie na polu 3 [SHOP-1]"),
    ],
)
def test_the_refused_step_is_named(
    language: str, step: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If one of several steps cannot be corrected, the error begins with its number in the language of the game."""
    seats = ("--seat", "Ada", "--seat", "Ben", "--lang", language)
    typed = [*TYPED, "correct 11 workshop rope; 12 inn", "correct 10 XX; 12 inn", "correct 10 XX", "q"]
    _, shown = run(monkeypatch, capsys, typed, *seats)
    assert f" {step} {reason}\n" in shown
    assert shown.count(f" {step} 10: ") == 1


def test_a_game_without_reveals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log that begins with a position may have only moves. Then the example is the last move."""
    log = tmp_path / "table.jsonl"
    game = ms.Game.from_position(position("S1: AB"))
    game.play("inn")
    game.log.public().save(log)
    _, shown = run(monkeypatch, capsys, ["correct", "correct square", "q"], str(log), "--lang", "en")
    assert "   1 A: inn " in shown
    assert "for example: correct 1 inn\n" in shown
    assert [step for step, _ in read_game(log).history()] == [ms.VisitTownSquare()]
