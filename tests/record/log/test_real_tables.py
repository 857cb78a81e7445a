"""Games on a real table: reveals are recorded, verified, resumed and undone like moves."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.record.log.real_table import HEADER, REVEAL
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.record.log import RevealLine
from magnum_sal.testing.players import finisher


def recorded(steps: int, log: Path | None = None) -> ms.Game:
    """Return a game on a real table with *steps* moves and reveals. Chance decides which pieces are turned up."""
    rng = random.Random(4)
    game = ms.Game.open_table(["Ada", "Ben", "Cleo"], start_seat=2, log=log)
    while game.step_count < steps:
        if game.state.pending is not None:
            game.reveal(rng.choice(ms.outcomes(game.state))[0])
        else:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    return game


def text_of(game: ms.Game) -> bytes:
    """Return a game's log as bytes."""
    return "".join(game.log.lines()).encode()


GAME = recorded(150)
LOG = text_of(GAME)


@pytest.mark.parametrize("verify", [True, "report", False])
def test_a_recorded_table_is_read_again(verify: bool | str) -> None:
    """A log of a real table yields the same state, moves and lines, without a disagreement, however it is verified."""
    again = ms.Game.from_log(LOG, verify=verify)  # type: ignore[arg-type]  # This is one of the three.
    assert (again.state, again.moves, again.step_count) == (GAME.state, GAME.moves, GAME.step_count)
    assert text_of(again) == LOG
    assert again.log.disagreements == ()
    assert again.log.is_public


def test_a_line_holds_the_piece_and_its_events() -> None:
    """
    The header shows no piece.

    The line of a reveal has its number among moves and reveals, its piece and its events.
    """
    header, first = (json.loads(line) for line in LOG.splitlines()[:2])
    assert header["schema"] == ms.LOG_SCHEMA == 5
    assert set(header["started"]["setup"]["tiles"].values()) == {None}
    assert {None} == {piece for pile in header["started"]["setup"]["orders"] for piece in pile}
    assert (first["type"], first["number"], list(first["piece"])) == ("reveal", 1, ["salt", "payment"])
    assert [event["type"] for event in first["events"]] == ["order_moved"]
    entry = GAME.log.entries[3]
    assert isinstance(entry, RevealLine)
    assert type(entry.piece) is str


def test_a_table_can_be_resumed_during_its_setup(tmp_path: Path) -> None:
    """A table closed in the middle of its setup is resumed in its file, and the whole log verifies."""
    with recorded(4, tmp_path / "table.jsonl"):
        pass
    with ms.Game.from_log(tmp_path / "table.jsonl") as game:
        assert game.state.pending == ms.Pending("tool", 1)
        game.reveal("rope")
        game.undo()
        game.reveal("cart")
    assert ms.Game.from_log(tmp_path / "table.jsonl").state.workshop.offer[1] == "cart"


@pytest.mark.slow
def test_reveals_are_undone_and_redone() -> None:
    """
    Reveals are undone one by one, counted together with moves.

    Another piece in their place drops the undone steps.
    """
    game = ms.Game.from_log(LOG)
    states = [game.at(number) for number in range(game.step_count + 1)]
    while game.step_count:
        assert game.undo() == states[game.step_count]
    assert game.undone == GAME.moves
    while game.step_count < 150:
        assert game.redo().state == states[game.step_count]
    game.undo(to=0)
    before = game.reveal(ms.RoyalOrder.parse("BBG=17"))
    assert game.undone == ()
    assert ms.Game.from_log(text_of(game)).state == before.state


def test_undone_reveals_count_as_steps_to_redo() -> None:
    """``undone`` lists only moves, so ``redo_count`` says when everything has been redone, or that a reveal can be."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for piece in ("BB=9", "BG=11", "GG=13", "rope", "cart", "food"):
        game.reveal(piece)
    for move in (">S1", ">S2", ">1L1"):
        game.play(move)
    last = game.reveal("BBG/1").state
    game.undo()
    assert (game.undone, game.redo_count) == ((), 1)
    game.undo(to=0)
    assert (len(game.undone), game.redo_count) == (3, 10)
    while game.redo_count:
        game.redo()
    assert (game.step_count, game.state) == (10, last)


def test_a_move_and_the_reveals_after_it_are_one_transition() -> None:
    """``steps`` joins a move with its reveals. ``history`` yields them one by one, as ``at`` counts them."""
    moves = [step for step, _ in GAME.history() if not isinstance(step, ms.Reveal)]
    assert tuple(moves) == GAME.moves == tuple(step.move for step in GAME.steps())
    for number, (_, transition) in enumerate(GAME.history(), start=1):
        assert transition.state == GAME.at(number)
    joined = [event for step in GAME.steps() for event in step.events]
    reveals = next(number for number, (step, _) in enumerate(GAME.history()) if isinstance(step, ms.Move))
    assert joined == [event for _, (_, events) in list(GAME.history())[reveals:] for event in events]
    assert ms.fold([GAME.log.started, *(event for _, (_, events) in GAME.history() for event in events)]) == GAME.state


def test_listeners_are_notified_of_reveals() -> None:
    """Listeners receive a notice of each reveal, but none of a refused one."""
    game = ms.Game.open_table(["Ada", "Ben"])
    heard: list[object] = []
    game.subscribe(heard.append)
    piece = ms.RoyalOrder.parse("BB=9")
    transition = game.reveal(piece)
    with pytest.raises(ms.MisuseError, match=r"the order in space 2 \(slot 1\) cannot be WW=21"):
        game.reveal(ms.RoyalOrder.parse("WW=21"))
    assert heard == [ms.Revealed(piece, transition)]
    game.end("the dog ate the tiles")
    with pytest.raises(ms.MisuseError, match="ended by agreement: the dog ate the tiles"):
        game.reveal(ms.RoyalOrder.parse("BB=9"))


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"piece": ms.to_dict(ms.RoyalOrder.parse("WW=21"))}, "piece", "it is not one of the orders of phase I"),
        ({"events": []}, "events", "0 are recorded, but according to the rules there are 1"),
        ({"number": 2}, "number", "2 is recorded, but the next move is 1"),
    ],
)
def test_a_changed_reveal_is_detected(change: dict[str, object], field: str, words: str) -> None:
    """
    A changed reveal is refused with its line and field, as a changed move is.

    A report lists what the rules require.
    """
    log = resealed([HEADER, REVEAL | change])
    with pytest.raises(ms.LogError, match=words) as caught:
        ms.Game.from_log(log)
    assert (caught.value.line, caught.value.field) == (2, field)
    if field != "number":
        told = ms.Game.from_log(log, verify="report").log.disagreements
        assert words in str(told[0])


def test_the_public_log_of_a_table_is_the_log() -> None:
    """The log of a real table is already public. Recovering a ruined one stops before the ruined line."""
    assert "".join(GAME.log.public().lines()).encode() == LOG
    lines = LOG.splitlines(keepends=True)
    recovered = ms.GameLog.recover(b"".join([*lines[:9], b"ruin\n", *lines[9:]]))
    assert len(recovered.entries) == 8


def test_a_log_of_schema_1_is_still_read(tmp_path: Path) -> None:
    """A log of schema 1 has no reveals and no opening. It is read, but nothing can be added until it is saved."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.play(ms.PlaceMiner("stock", "S1"))
    header, move = (json.loads(line) for line in game.log.lines())
    del header["opening"]
    old = ms.Game.from_log(resealed([header | {"schema": 1}, move]))
    assert old.state == game.state
    with pytest.raises(
        ms.MisuseError,
        match="the log has schema 1, and existing lines are never rewritten: to resume the game, save the log to",
    ):
        old.play(ms.Pass())
    old.log.save(tmp_path / "new.jsonl")
    old.play(ms.Pass())


def test_a_transcript_shows_the_pieces_turned_up() -> None:
    """A transcript shows each piece in brackets with its place, and at the end the piece to turn up next."""
    text = ms.transcript(GAME)
    assert "[castle 1 " in text
    assert "[workshop 3 " in text
    assert ms.transcript(GAME, moves=2).splitlines()[-4] == "To be turned up: the royal order in space 3"
