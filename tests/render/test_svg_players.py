"""The players' panels in the picture: possessions, the leader and the winner."""

from __future__ import annotations

import re
from itertools import pairwise

import attrs
import pytest
from tests.amounts import select_pairs
from tests.render.painting import painted
from tests.render.playing import later
from tests.render.reading import pieces, places, root, told, with_class, words
from tests.render.recorded import GAMES, at, draw, steps

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal import render
from magnum_sal.render import LayoutName, Svg
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, ending_in_words, label, step_in_words


def used(picture: Svg, place: str) -> list[str]:
    """Return the names of the drawings in a place."""
    return [
        use.attrib["href"].removeprefix("#ms-draw-") for use in places(picture)[place].iter() if "href" in use.attrib
    ]


@pytest.mark.parametrize("layout", ["wide", "tall", "players", "panels"])
@pytest.mark.parametrize("moves", [0, 307, -1])
def test_a_panel_has_all_possessions(layout: LayoutName, moves: int) -> None:
    """Name, money, cubes, miners in stock, score and rank are written, and the starting player has a flag."""
    state = at("four_players", moves)
    picture = draw("four_players", moves, layout)
    for seat, player in enumerate(state.players):
        seen = words(places(picture)[f"player:{seat}"])
        score = state.scores[seat]
        assert player.name in seen
        numbers = [player.money, *(player.salt.count(kind) for kind in ("brown", "green", "white")), player.stock]
        assert {str(number) for number in (*numbers, score.total)} <= set(seen)
        assert f"{score.rank}." in seen
        assert ("flag" in used(picture, f"player:{seat}")) == (seat == state.start_seat)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "layout"), select_pairs(GAMES, ["wide", "tall", "players"]))
def test_cards_stay_in_their_panel(game: str, layout: LayoutName) -> None:
    """At the end of a game, many cards are drawn smaller, and none overlaps another."""
    picture = draw(game, -1, layout)
    for name, box in picture.places.items():
        kind, _, seat = name.partition(":")
        panel = picture.places.get(f"player:{seat.partition(':')[0]}")
        if panel is not None and kind in ("tool", "order", "stock", "money", "salt"):
            assert panel.x <= box.x < box.right <= panel.right + 0.1, name
            assert panel.y <= box.y < box.foot <= panel.foot + 0.1, name
    cards = [box for name, box in picture.places.items() if name.startswith(("tool:", "order:"))]
    for number, one in enumerate(cards):
        for other in cards[number + 1 :]:
            assert (
                min(one.right, other.right) <= max(one.x, other.x) + 0.1
                or min(one.foot, other.foot) <= max(one.y, other.y) + 0.1
            )


@pytest.mark.long
@pytest.mark.parametrize(("layout", "moves"), select_pairs(["wide", "tall", "players"], [0, 307, -1]))
def test_panels_do_not_overlap(layout: LayoutName, moves: int) -> None:
    """This holds whatever the players own, and names and numbers stay in their panel."""
    picture = draw("four_players", moves, layout)
    panels = sorted((picture.places[f"player:{seat}"] for seat in range(4)), key=lambda box: box.y)
    assert all(upper.foot < lower.y for upper, lower in pairwise(panels))
    for item in painted(picture).items:
        place = item.data.get("place", "")
        if item.text and place.startswith("player:"):
            assert item.box[0] >= picture.places[place].x
            assert item.box[0] + item.box[2] <= picture.places[place].right + 1, item.text


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall", "players", "panels"])
def test_the_panel_of_the_player_to_move_has_a_rim(layout: LayoutName) -> None:
    """No other panel has one, and when the game is over no panel has."""
    for moves in (100, 307, -1):
        state = at("four_players", moves)
        picture = draw("four_players", moves, layout)
        rimmed = [
            item.data["seat"] for item in painted(picture).items
            if item.stroke == render.THEMES["light"].highlight and item.data.get("place", "").startswith("player:")
        ]  # fmt: skip
        assert rimmed == ([] if state.to_move is None else [str(state.to_move)])


@pytest.mark.slow
@pytest.mark.parametrize(("language", "layout"), select_pairs([*LANGUAGES], ["wide", "tall", "players", "panels"]))
def test_the_end_is_in_the_panels(language: str, layout: LayoutName) -> None:
    """END-1: winners have a crown, and every panel shows the parts of the score."""
    for game in ("three_players", "four_players"):
        state = at(game, -1)
        picture = draw(game, -1, layout, language)
        for seat, score in enumerate(state.scores):
            assert ("crown" in used(picture, f"player:{seat}")) == (seat in state.winners)
            seen = " ".join(words(places(picture)[f"player:{seat}"]))
            for key, value in (("money", score.money), ("salt", score.salt_value), ("tools", score.tool_value)):
                assert f"{label(key, language)} {value}" in seen
    running = draw("three_players", 300, layout, language)
    assert "crown" not in " ".join(use for seat in range(3) for use in used(running, f"player:{seat}"))


def test_a_crowded_panel_takes_height_from_the_others() -> None:
    """At the end of a long game, the panels with many orders are higher than those with few, and no card is scaled."""
    picture = render.svg(at("four_players", -1), layout="wide")
    heights = [picture.places[f"player:{seat}"].height for seat in range(4)]
    assert max(heights[:2]) < min(heights[2:])
    assert len({picture.places[f"order:{seat}:0"].width for seat in range(4)}) == 1


def test_panels_of_two_players_use_their_column() -> None:
    """In a wide picture, a panel is only as high as its cards need, and these are larger than those of four players."""
    picture = render.svg(at("two_players", -1))
    for seat in range(2):
        panel = picture.places[f"player:{seat}"]
        cards = [box for name, box in picture.places.items() if name.startswith((f"tool:{seat}:", f"order:{seat}:"))]
        assert panel.foot - max(box.foot for box in cards) < 16
    sizes = {box.width for name, box in picture.places.items() if name.startswith("tool:")}
    crowded = render.svg(at("four_players", -1))
    assert min(sizes) > max(box.width for name, box in crowded.places.items() if name.startswith("tool:"))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game for game in GAMES if game != "agreed_end"])
def test_the_head_describes_the_end(game: str, language: str) -> None:
    """After a crown, the head has all sentences about the winner, the reason and the other players."""
    state = at(game, -1)
    assert state.is_over
    picture = render.svg(state, language=language)
    (head,) = with_class(root(picture), "ms-head")
    won, *others = ending_in_words(state, language)
    assert won in words(head)
    assert won in told(root(picture))
    assert "crown" in " ".join(use.get("href", "") for use in head.iter())
    seen = " ".join(words(head))
    assert all(sentence in seen for sentence in others)
    assert label("to_move", language) not in seen.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_a_phone_names_the_winner(language: str) -> None:
    """The head has at least the winner's name and points."""
    state = at("three_players", -1)
    (head,) = with_class(root(render.svg(state, layout="tall", language=language)), "ms-head")
    (winner,) = state.winners
    assert re.search(rf"{state.players[winner].name}\b.* {state.scores[winner].total}\b", " ".join(words(head)))


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_head_says_how_the_game_ended_instead_of_the_last_steps(layout: LayoutName) -> None:
    """Both together would need too much room, so the words for the last steps are only in the description."""
    last = steps("three_players")[-2:]
    assert last[-1].after.is_over
    picture = render.svg(last[-1].after, layout=layout, last=last)
    (head,) = with_class(root(picture), "ms-head")
    (move, *_), (before, *_) = (step_in_words(step) for step in reversed(last))
    assert all(sentence in told(root(picture), "desc") for sentence in (before, move))
    assert not any(sentence in " ".join(words(head)) for sentence in (before, move))
    assert words(head) == words(with_class(root(render.svg(last[-1].after, layout=layout)), "ms-head")[0])


def test_several_winners() -> None:
    """Each winner has a crown and is named."""
    over = attrs.evolve(position("A: 12 groszy | B: 12 groszy | C: 3 groszy"), is_over=True, turn=None)
    assert len(over.winners) == 2
    picture = render.svg(over)
    assert ["crown" in used(picture, f"player:{seat}") for seat in range(3)] == [True, True, False]
    (head,) = with_class(root(picture), "ms-head")
    assert all(over.players[seat].name in " ".join(words(head)) for seat in over.winners)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall", "players"])
def test_orders_of_earlier_phases_are_left_of_a_bar(layout: LayoutName) -> None:
    """PHASE-2: the first player has two such orders of three; the second player has none, and no bar."""
    picture = render.svg(later("rope"), layout=layout)
    found = [(one.seat, one.thing, one.state) for one in pieces(picture, "order") if one.place.startswith("player")]
    assert found == [(0, "BB=9", "earlier"), (0, "BG=11", "earlier"), (0, "BBB=15", None), (1, "GG=13", None)]
    bars = [
        item for item in painted(picture).items
        if item.kind == "path" and item.stroke_width > 2.4 and item.box[2] < 0.1 and item.data.get("kind") == "player"
    ]  # fmt: skip
    assert {item.data["seat"] for item in bars} == {"0"}
    (bar,) = bars
    first, second, third = (picture.places[f"order:0:{number}"] for number in range(3))
    assert first.y == second.y == third.y
    assert second.right < bar.box[0] < third.x
    assert third.x - second.right > second.x - first.right


@pytest.mark.parametrize("layout", ["wide", "tall", "players", "panels"])
def test_possessions_of_an_extension_are_listed(layout: LayoutName) -> None:
    """The panel lists each player's crystals and foreman."""
    state = position(
        "S1: A | S2: A | 1L1: A [BG/1] | deck feasts: lent fair_day"
        ' | extra chests: [{"crystals":2,"foreman":null},{"crystals":0,"foreman":"1L1"}]',
        ruleset=CRYSTAL_CHAPEL,
    )
    picture = render.svg(state, layout=layout)
    crystals, foreman = (label(key, "en", CRYSTAL_CHAPEL) for key in ("crystals", "foreman"))
    assert f"{crystals} 2" in words(places(picture)["player:0"])
    assert any(f"{crystals} 0" in text and f"{foreman} 1L1" in text for text in words(places(picture)["player:1"]))


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_seats_differ_in_more_than_colour(layout: LayoutName) -> None:
    """Each seat has its own drawing, with its letter."""
    picture = render.svg(ms.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=4), layout=layout)
    for seat in range(4):
        assert f"miner-{seat}" in used(picture, f"player:{seat}")
        (symbol,) = [one for one in root(picture).iter() if one.get("id") == f"ms-draw-miner-{seat}"]
        assert words(symbol) == ["ABCD"[seat]]
