"""Requests are parsed by the ruleset of their game."""

from __future__ import annotations

import pytest
from tests.extensions.omens import OMENS_GAME

import magnum_sal as ms
from magnum_sal.protocol import Server, answer


@pytest.fixture
def omens(registered: dict[str, ms.Ruleset]) -> dict[str, str]:
    """Register an extension with its own cards, and return its name as in a request."""
    registered[OMENS_GAME.name] = OMENS_GAME
    return {"name": OMENS_GAME.name}


@pytest.mark.parametrize("is_session", [True, False])
def test_a_request_is_parsed_by_the_ruleset_of_its_game(omens: dict[str, str], is_session: bool) -> None:
    """
    A request uses the ruleset of its session or state.

    With the server's default, an extension's moves would be unknown.
    """
    server, began = answer(
        Server(is_greeted=True), {"type": "new_game", "id": 1, "players": ["Ada", "Ben"], "ruleset": omens}
    )
    about = {"session": began["session"]} if is_session else {"state": began["state"]}
    said = answer(server, {"type": "legal_moves", "id": 2, "kind": "fly", **about})[1]
    assert said["sentence"] == f'kind: "fly" is not a known action of {OMENS_GAME.name!r}'


def test_a_setup_is_parsed_by_the_ruleset_in_the_request(omens: dict[str, str]) -> None:
    """A setup with the cards of an extension starts a game with these cards."""
    setup = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=OMENS_GAME).log.started.setup
    game = {"players": ["Ada", "Ben"], "ruleset": omens, "setup": ms.to_dict(setup)}
    said = answer(Server(is_greeted=True), {"type": "new_game", "id": 1, "full": True, **game})[1]
    assert "state" in said, said
    assert ms.from_dict(ms.GameState, said["state"]) == ms.new_game(["Ada", "Ben"], setup=setup, ruleset=OMENS_GAME)
