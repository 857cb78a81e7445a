"""Two people, a bot and a spectator at a table in three languages, by mouse, by keyboard, and by touch on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.guests import PAUSE, PHONE, Guest
from tests.browser.players import ByKeys, ByMouse, ByTouch, Player
from tests.serving import ServedTables

import magnum_sal as ms

pytestmark = pytest.mark.long

WAYS: dict[str, tuple[type[Player], dict[str, Any]]] = {
    "clicks": (ByMouse, {}),
    "keys": (ByKeys, {}),
    "touch": (ByTouch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_game(way: str, come: Callable[..., Guest], tables: ServedTables, most_moves: int | None) -> None:
    """Everybody sees each move when it is made, and the same standing at the end, in their own language."""
    if way == "clicks" and most_moves is not None:
        pytest.skip("an everyday run plays by touch and by keys alone; --whole-games plays by clicks, too")
    kind, options = WAYS[way]
    host, friend, onlooker = come("en", **options), come("de", **options), come("pl", **options)
    host.open_table("here", "link", "journeyman")
    host.close_dialog()  # The dialog shows the links first.
    links = host.links()
    friend.come_by(links[1])
    onlooker.come_by(links[None])
    people = {0: kind(host), 1: kind(friend, seed=2)}
    while not (news := host.news())["is_over"]:
        if news["to_move"] not in people:
            host.page.wait_for_timeout(PAUSE)
        elif most_moves is None or news["steps"] < most_moves:
            people[news["to_move"]].play()
        else:
            break  # A person is to move, so nothing else happens.
    assert most_moves is not None or news["is_over"]
    assert min(player.moves for player in people.values()) > 1
    latecomer = come("pl", **options)
    latecomer.come_by(links[None])
    everybody = (host, friend, onlooker, latecomer)
    for guest in everybody:
        guest.sees(news["number"])
        assert len(guest.log()) == news["steps"]
    assert host.log() != friend.log() != onlooker.log() == latecomer.log()
    if not news["is_over"]:
        for guest in (host, friend, onlooker):
            guest.tool("graph")
    latecomer.tool("graph")
    assert host.standing() == friend.standing() == onlooker.standing() == latecomer.standing()
    kept = ms.Game.from_log(tables.log(host.table).read_bytes())
    assert kept.step_count == news["steps"]
    assert [str(score.total) for score in kept.state.ranking] == [row[5] for row in host.standing()]


@pytest.mark.parametrize("way", ["clicks", "touch"])
def test_a_game_at_one_screen(way: str, come_to_play: Callable[..., Guest], most_moves: int | None) -> None:
    """Two people at one screen play against a bot: the same game by the same actions, with a server and without one."""
    kind, options = WAYS[way]
    guest = come_to_play("de", **options)
    guest.open_table("here", "here", "journeyman")
    player = kind(guest)
    while not (news := guest.news())["is_over"]:
        if not guest.is_asked(news):
            guest.page.wait_for_timeout(PAUSE)
        elif most_moves is None or news["steps"] < most_moves:
            player.play()
        else:
            break
    assert most_moves is not None or news["is_over"]
    guest.sees(news["number"])
    assert len(guest.log()) == news["steps"]
    before = guest.log()
    guest.page.reload()
    guest.sees(news["number"])
    assert guest.log() == before
    if news["is_over"]:
        guest.page.locator("#choosing [data-end=review]").wait_for()
    else:
        guest.tool("undo")
        guest.page.wait_for_function("count => document.querySelectorAll('#log > li').length < count", arg=len(before))
