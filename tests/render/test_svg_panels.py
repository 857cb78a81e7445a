"""The compact panels: two columns, and every card of a player in its panel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import attrs
import pytest
from tests.render.painting import painted
from tests.render.playing import made
from tests.render.reading import places, root, words
from tests.render.recorded import GAMES, at, steps
from tests.render.sizes import smallest_text, targets

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render import Svg
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, label

WIDTH = 390


def height(picture: Svg) -> float:
    """Return the height of a picture."""
    return float(root(picture).attrib["viewBox"].split()[3])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["two_players", "three_players", "four_players"])
def test_panels_stand_in_two_columns(game: str) -> None:
    """Two players share a row; three or four have two rows of the same height."""
    state = at(game, 100)
    picture = render.svg(state, layout="panels")
    panels = [picture.places[f"player:{seat}"] for seat in range(len(state.players))]
    assert [(panel.x > WIDTH / 2, panel.y > 100) for panel in panels] == [
        (number % 2 == 1, number > 1) for number in range(len(panels))
    ]
    assert len({panel.height for panel in panels}) == 1
    assert height(picture) <= 112 * -(-len(panels) // 2)


def test_the_viewer_has_the_first_panel() -> None:
    """The others follow in the order of play."""
    picture = render.svg(at("four_players", 307), layout="panels", seat=2)
    order = sorted(range(4), key=lambda seat: (picture.places[f"player:{seat}"].y, picture.places[f"player:{seat}"].x))
    assert order == [2, 3, 0, 1]


@pytest.mark.parametrize("moves", [0, 100, 307])
def test_panels_keep_their_place(moves: int) -> None:
    """During a game, nothing moves when a player gets a card."""
    opening, picture = (render.svg(at("four_players", number), layout="panels") for number in (0, moves))
    for seat in range(4):
        for place in (f"player:{seat}", f"stock:{seat}", f"money:{seat}", f"salt:{seat}"):
            assert picture.places[place] == opening.places[place]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_everything_stays_in_its_panel(game: str) -> None:
    """This holds at the end of a game, for the words as they are drawn and for the cards."""
    picture = render.svg(at(game, -1), layout="panels")
    for name, box in picture.places.items():
        kind, _, rest = name.partition(":")
        if kind in ("tool", "order", "stock", "money", "salt"):
            panel = picture.places[f"player:{rest.partition(':')[0]}"]
            assert panel.x <= box.x < box.right <= panel.right, name
            assert panel.y <= box.y < box.foot <= panel.foot, name
    for item in painted(picture).items:
        place = item.data.get("place", "")
        if item.text and place.startswith(("player:", "stock:")):
            panel = picture.places[f"player:{place[-1]}"]
            assert item.box[0] >= panel.x, item.text
            assert item.box[0] + item.box[2] <= panel.right, item.text


def test_many_cards_overlap_but_stay_visible() -> None:
    """A player with twenty tools and orders has all of them, each a little to the right of the one before."""
    state = position("A: order BB=9, order BG=11 | B: order GG=13")
    player = state.players[0]
    tools = tuple(ms.ToolCard("rope", used=bool(number % 2)) for number in range(20))
    players = (attrs.evolve(player, tools=tools, orders=player.orders * 10), *state.players[1:])
    picture = render.svg(attrs.evolve(state, players=players), layout="panels")
    panel = picture.places["player:0"]
    for kind in ("tool", "order"):
        boxes = [picture.places[f"{kind}:0:{number}"] for number in range(20)]
        assert all(one.x + 5 < other.x for one, other in pairwise(boxes))
        assert boxes[-1].right <= panel.right


@pytest.mark.slow
def test_sizes() -> None:
    """Words have at least 11 pixels, and a finger meets each stock of miners."""
    for moves in (0, 307, -1):
        picture = render.svg(at("four_players", moves), layout="panels")
        assert smallest_text(picture, WIDTH)[0] >= 11
        assert min(min(sides) for _, *sides in targets(picture, WIDTH)) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_shows_its_payment(language: str) -> None:
    """The end of the game adds a line with the parts of the score to every panel."""
    state = at("three_players", -1)
    picture = render.svg(state, layout="panels", language=language)
    for seat, player in enumerate(state.players):
        seen = words(places(picture)[f"player:{seat}"])
        assert {str(order.payment) for order in player.orders} <= set(seen)
        assert any(f"{label('money', language)} {state.scores[seat].money}" in text for text in seen)


def test_an_order_without_salt() -> None:
    """The order of a house may demand nothing. Its card has a payment and no cubes."""
    gift = ms.RoyalOrder(ms.SaltAmount(), 51)
    orders = tuple((gift, *orders[1:]) for orders in ms.STANDARD.orders)
    house = attrs.evolve(ms.STANDARD, name="house with gifts", orders=orders)
    picture = render.svg(position("A: order -=51", ruleset=house), layout="panels")
    assert "51" in words(places(picture)["player:0"])


@pytest.mark.slow
def test_gained_salt_is_noted_within_the_panel() -> None:
    """A wide badge ends inside its player's panel. It has numbers if it has no room for letters."""
    state = position(
        "turn: B, phase 3, round 4 | S1: AB | S2: A | S3: A | S4: A | S5: A | S6: A | 3L1: BBBBBBBB [GGWWW/3] | "
        "B: WWW, 60 groszy | castle: WWW=33 GWW=29 GW=17",
        arriving=1,
    )
    order = made(state, ms.legal_moves(state)[0])
    extractions = [move for move in ms.legal_moves(order.after) if isinstance(move, ms.ExtractSalt)]
    turn = [order, made(order.after, max(extractions, key=lambda move: move.salt.total))]
    assert noted(turn, 1) == ["+8", "+G2 W3 \u2212W3"]
    # In a whole game, a player gains and pays more cubes than a panel has room for.
    assert [noted(steps("four_players"), seat)[-1] for seat in range(4)] == [
        "+B5 G2 W2 \u2212B4 G2 W2", "+B10 G4 \u2212B7 G4", "+B2 G6 W6 \u2212B3 G6 W5", "+B4 G4 W4 \u2212B3 G4 W3"
    ]  # fmt: skip


def noted(turn: Sequence[ms.Step], seat: int) -> list[str]:
    """Return the texts of a seat's badges after some steps. They are in its panel and do not overlap."""
    picture = render.svg(turn[-1].after, layout="panels", last=turn)
    panel = picture.places[f"player:{seat}"]
    items = [item for item in painted(picture).items if "ms-marks" in item.classes and item.text]
    own = [item for item in items if panel.x < item.box[0] < panel.right and panel.y < item.box[1] + 6 < panel.foot]
    for item in own:
        assert panel.x <= item.box[0] < item.box[0] + item.box[2] <= panel.right, item.text
    for one, other in pairwise(own):
        assert one.box[0] + one.box[2] + 10 <= other.box[0], (one.text, other.text)
    return [item.text for item in own]
