"""The stored games replay as recorded, and have the items of the table of witnesses (see README.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

import pytest
from tests.games.contents import contents, refusal_items
from tests.games.demands import EXCEPTIONS
from tests.games.stored import FOLDER, PLAYED, STORED, StoredGame
from tests.games.witnesses import Witness, read_witnesses

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.testing import check_invariants

WITNESSES = read_witnesses()


@pytest.fixture(scope="module", params=STORED, ids=lambda stored: stored.name)
def stored(request: pytest.FixtureRequest) -> StoredGame:
    """Return a stored game."""
    game: StoredGame = request.param
    return game


@pytest.fixture(scope="module")
def game(stored: StoredGame) -> ms.Game:
    """Return the game. Reading it verifies each line."""
    return stored.replay()


@pytest.fixture(scope="module")
def occurrences(stored: StoredGame, game: ms.Game) -> Mapping[tuple[str, str], int]:
    """Return what occurs in the game, with the step in which it first occurs."""
    return contents(game, stored.schema)


@pytest.mark.long
def test_a_stored_game_replays_as_recorded(stored: StoredGame, game: ms.Game) -> None:
    """
    Every move and reveal leads to the recorded events.

    Folding only the events yields the same state, full or public.
    """
    events = [event for _, transition in game.history() for event in transition.events]
    first = game.at(0)
    if game.log.header.position is None:
        assert ms.fold([game.log.started]) == first
        assert ms.fold([public_start_event(game.log.started)]) == first.public()
    for start, end in ((first, game.state), (first.public(), game.state.public())):
        assert reduce(ms.evolve, events, start) == end
    check_invariants(game.state)
    assert game.step_count > 0
    assert stored.header["rules"] == ms.RULES_REVISION


@pytest.mark.slow
def test_a_log_in_the_current_schema_is_written_unchanged(stored: StoredGame, game: ms.Game) -> None:
    """
    A log in the current schema is written byte for byte, apart from the library's version.

    Other logs have an older schema.
    """
    if stored.schema == ms.LOG_SCHEMA:
        version = stored.header["library"]
        header, *lines = ("".join(game.log.lines())).splitlines()
        assert _bodies([header.replace(f'"library":"{ms.__version__}"', f'"library":"{version}"'), *lines]) == _bodies(
            stored.content.decode().splitlines()
        )
    else:
        assert stored.schema < ms.LOG_SCHEMA


def _bodies(lines: list[str]) -> list[str]:
    return [line.rpartition(',"checksum":')[0] for line in lines]


@pytest.mark.slow
def test_a_game_has_what_it_witnesses(
    stored: StoredGame, game: ms.Game, occurrences: Mapping[tuple[str, str], int]
) -> None:
    """Each line of the table is true: the item, the step in which it first occurs, and the refused move."""
    own = [witness for witness in WITNESSES if witness.game == stored.name]
    assert own
    for witness in own:
        kind, _ = witness.item
        if kind in ("refusal", "reason"):
            assert witness.item in _refused(game, witness), witness
        else:
            assert occurrences.get(witness.item) == witness.step, witness


def _refused(game: ms.Game, witness: Witness) -> Iterator[tuple[str, str]]:
    """Yield the refusals at the step of a witness."""
    state = game.at(witness.step)
    if witness.move:
        move = ms.from_json(ms.Move, witness.move, ruleset=state.ruleset)
        against = ms.objection(state, move)
        assert against is not None
        yield from refusal_items(state, move.type, against)
    else:
        for kind, against in ms.why_not(state).items():
            yield from refusal_items(state, kind, against)


@pytest.mark.slow
def test_no_game_has_an_exception(game: ms.Game, occurrences: Mapping[tuple[str, str], int]) -> None:
    """An exception fails this test once a recorded game has it."""
    occurring = occurrences.keys() | {
        item
        for step in range(0, game.step_count + 1, 25)
        for kind, against in ms.why_not(game.at(step)).items()
        for item in refusal_items(game.at(step), kind, against)
    }
    assert sorted(occurring & EXCEPTIONS.keys()) == []


def test_every_file_is_a_stored_game() -> None:
    """Each log belongs to a plan or to the past games, and none is missing."""
    files = {*FOLDER.glob("*.jsonl"), *PLAYED.glob("*.jsonl")}
    assert files == {stored.path for stored in STORED if stored.path.parent != FOLDER / "reported"}
