"""Marks in the picture: the effects of the last steps, and a move before it is made."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.amounts import select_pairs
from tests.render.painting import Painted, painted
from tests.render.playing import finished, made
from tests.render.reading import marked, marks, rims, root, told, with_class, words
from tests.render.recorded import sampled, steps, turns

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import SPACES
from magnum_sal.render import THEMES, Box, LayoutName, Svg
from magnum_sal.render.step_texts import MOST_TOLD, describe_steps
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, label, move_in_words, phase_end_in_words

LAST = f"var(--ms-last,{THEMES['light'].last})"
HIGHLIGHT = f"var(--ms-highlight,{THEMES['light'].highlight})"
DOTS = "2 5"


def shown(step: ms.Step, layout: LayoutName = "wide") -> Svg:
    """Return the picture of the position after a step."""
    return render.svg(step.after, last=step, layout=layout)


def badges(picture: str) -> list[str]:
    """Return the labels that show gains and payments."""
    return words(marks(picture))


def heard(picture: str) -> str:
    """Return all words of the head in one line."""
    (head,) = with_class(root(picture), "ms-head")
    return " ".join(words(head))


@pytest.mark.slow
def test_a_moved_miner_has_an_arrow() -> None:
    """Source and target have dotted rims, which highlighted moves never have, and one arrow joins them."""
    state = position("S1: A | S2: B | B: 20 groszy")
    layouts: tuple[LayoutName, ...] = ("wide", "tall")
    for layout in layouts:
        picture = shown(made(state, ms.PlaceMiner("stock", "S3")), layout)
        assert marked(picture, LAST, DOTS) == {"stock:0", "S3"}
        assert len(with_class(marks(picture), "ms-arrow")) == 1
        assert not badges(picture)
    walked = shown(made(position("S1: AA | S2: B"), ms.PlaceMiner("S1", "S3")))
    assert marked(walked, LAST, DOTS) == {"S1", "S3"}
    assert not rims(render.svg(state), LAST)
    assert len(marks(render.svg(state))) == 0


def test_payments_are_shown_at_the_coins() -> None:
    """A payment has a minus, an income has a plus, and the visited building has a rim."""
    state = position("S1: A | S2: B | inn: 0")
    hired = shown(made(state, ms.VisitInn()))
    assert marked(hired, LAST, DOTS) == {"inn", "stock:0"}
    assert badges(hired) == ["\u22126"]
    with_assistant = position("S1: A | S2: B | 1L1: AA [BB/2] | A: 20 groszy | assistant pump_house: B")
    pumped = shown(made(with_assistant, ms.VisitPumpHouse("1L1", 2)))
    assert sorted(badges(pumped)) == sorted(["\u22122", "+1", "\u22122"])  # water in 1L1, A's and B's money
    passed = shown(made(state, ms.Pass()))
    assert not badges(passed)
    assert not marked(passed, LAST, DOTS)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall", "players"])
def test_badges_are_at_what_they_describe(layout: LayoutName) -> None:
    """The change of a seat's money is at its coin, and its gain of salt at its cubes, never in another panel."""
    step, salt = next(
        (step, step.move.salt)
        for step in sampled("four_players", 1)
        if isinstance(step.move, ms.ExtractSalt) and any(step.move.payments)
    )
    changes = [
        after.money - before.money for before, after in zip(step.before.players, step.after.players, strict=True)
    ]
    assert any(changes)
    picture = shown(step, layout)
    texts = [item for item in painted(picture).items if item.text and "ms-marks" in item.classes]
    for seat, change in enumerate(changes):
        near = [item.text for item in texts if is_near(item, picture.places[f"money:{seat}"])]
        assert near == ([f"{change:+d}".replace("-", "\u2212")] if change else [])
        gained = [item.text for item in texts if is_near(item, picture.places[f"salt:{seat}"])]
        assert gained == ([f"+{salt}"] if seat == step.seat else [])


def is_near(item: Painted, place: Box) -> bool:
    """Return whether an item begins at the upper right of a place, or above it."""
    left, top, _, height = item.box
    return place.x - 2 <= left <= place.right + 4 and place.y - 18 <= top + height / 2 <= place.y + 8


def test_extracted_salt_shows_its_way() -> None:
    """HAUL-1: the way follows the corridor and the shaft; the gained cubes are shown at the player's others."""
    state = position("S1: B | S2: B | 1L1: A | 1L2: AAA [BG/0] | A: 20 groszy")
    move = ms.legal_moves(state, type="extract_salt")[0]
    picture = shown(made(state, move))
    (way,) = with_class(marks(picture), "ms-way")
    assert "ms-arrow" in way.attrib["class"].split()
    gained = made(state, move).after.players[0].salt
    assert f"+{gained}" in badges(picture)
    paid = [made(state, move).after.players[seat].money - state.players[seat].money for seat in (0, 1)]
    assert {f"{change:+d}".replace("-", "\u2212") for change in paid if change} <= set(badges(picture))
    assert "1L2" in marked(picture, LAST, DOTS)
    assert with_class(marks(shown(made(state, move), "mine")), "ms-way")
    assert not with_class(marks(shown(made(state, move), "players")), "ms-way")


def test_a_used_tool_card_has_a_rim() -> None:
    """The card that was used has a rim, but not another one of its kind that is still ready."""
    state = position("S1: A | S2: B | 1L1: aa [BB/0] | A: 20 groszy, food used, 2 food, rope")
    move = ms.legal_moves(state, type="use_food")[0]
    picture = shown(made(state, move))
    used = [number for number, card in enumerate(made(state, move).after.players[0].tools) if card.used]
    assert len(used) == 2
    assert {place for place in marked(picture, LAST, DOTS) if place.startswith("tool:")} == {f"tool:0:{used[1]}"}
    assert "1L1" in marked(picture, LAST, DOTS)


def test_a_revealed_chamber_has_a_rim_and_a_glint() -> None:
    """The rim is full rather than dotted, and the glint is at its corner."""
    picture = shown(made(position("S1: A | S2: A"), ms.PlaceMiner("stock", "1L1")))
    assert marked(picture, LAST) == {"1L1"}
    assert [use.get("href") for use in marks(picture).iter() if use.tag.endswith("}use")] == ["#ms-draw-sparkle"]
    known = shown(made(position("S1: A | S2: A | 1L1: A"), ms.PlaceMiner("stock", "1L1")))
    assert not marked(known, LAST)


def test_moved_water_has_badges_and_an_arrow() -> None:
    """BUCKET-1: one chamber has less, the other has more, and an arrow joins them."""
    state = position("S1: A | S2: A | 1L1: A [B/2] | 1L2: A [G/1] | A: bucket")
    move = ms.legal_moves(state, type="use_bucket")[0]
    picture = shown(made(state, move), "mine")
    assert sorted(badges(picture)) == ["+1", "\u22121"]
    assert len(with_class(marks(picture), "ms-arrow")) == 1


def test_a_bought_card_has_a_rim() -> None:
    """The card's old and new places have rims, and the price is shown at the coin."""
    state = position("workshop: rope cart bucket | A: 20 groszy, food")
    picture = shown(made(state, ms.VisitWorkshop(1)))
    assert {"workshop:1", "tool:0:1"} <= marked(picture, LAST, DOTS)
    assert badges(picture) == ["\u22124"]


@pytest.mark.long
@pytest.mark.parametrize("layout", ["town", "tall"])
def test_rims_leave_prices_and_names_readable(layout: LayoutName) -> None:
    """After a purchase, the rims of the slots and their halos cover neither the prices nor the names of the tools."""
    step = made(ms.new_game(["Ada", "Ben"], seed=7), ms.VisitWorkshop(0))
    picture = render.svg(step.after, last=step, layout=layout, language="de")
    assert {"workshop:0", "workshop:1"} <= marked(picture, LAST, DOTS)
    items = painted(picture).items
    halos = [Box(*item.box) for item in items if item.kind == "rect" and item.stroke_width == 6]
    texts = [item for item in items if item.text and item.data.get("place", "").startswith("workshop:")]
    assert {"3", "4", "5", "Spitzhacke", "Geleitbrief"} <= {item.text for item in texts}
    for item in texts:
        text = Box(*item.box)
        for halo in halos:
            inner, outer = halo.grow(-2.5), halo.grow(2.5)
            is_beside = text.right <= outer.x or outer.right <= text.x
            is_inside = inner.x <= text.x and text.right <= inner.right
            is_above_or_below = text.foot <= outer.y or outer.foot <= text.y
            is_between = inner.y <= text.y and text.foot <= inner.foot
            assert is_beside or is_above_or_below or (is_inside and is_between), item.text


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_step_is_described(language: str) -> None:
    """The head names the move after the letter of its player, and the description has all its sentences."""
    for step in sampled("three_players", 90):
        if step.after.is_over:
            continue
        picture = render.svg(step.after, last=step, language=language)
        (one,) = describe_steps([step], language)
        first = f"{one.who}: {one.move}"
        assert first in heard(picture)
        description = told(root(picture), "desc")
        assert all(sentence in description for sentence in (first, *one.came))
        assert move_in_words(step.before, step.move, language) in description
        assert first not in heard(render.svg(step.after, language=language))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_phase_is_described(language: str) -> None:
    """PHASE-2: the head has the sentences about the phase, and does not list the cards that are laid out."""
    ends = [step for step in finished() if phase_end_in_words(step) and not step.after.is_over]
    assert ends
    for step in ends:
        head = heard(render.svg(step.after, last=step, language=language))
        assert all(sentence in head for sentence in phase_end_in_words(step, language))
        assert label("order_stack", language) not in head


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_several_steps_are_described(layout: LayoutName) -> None:
    """The description has all moves, and each seat has one badge with the total change of its money."""
    several = [turn for turn in turns("four_players", 3) if len(turn) > 1 and not turn[-1].after.is_over][:8]
    for turn in several:
        picture = render.svg(turn[-1].after, last=turn, layout=layout)
        assert f"{'ABCD'[turn[0].seat]} " in heard(picture)
        changes = [
            after.money - before.money
            for before, after in zip(turn[0].before.players, turn[-1].after.players, strict=True)
        ]
        expected = sorted(f"{change:+d}".replace("-", "\u2212") for change in changes if change)
        assert [badge for badge in expected if badge not in badges(picture)] == []
        description = told(root(picture), "desc")
        assert all(one.move in description for one in describe_steps(turn, "en"))
        one = render.svg(turn[-1].after, last=turn[-1:], layout=layout)
        assert one == render.svg(turn[-1].after, last=turn[-1], layout=layout)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_an_empty_sequence_reserves_the_room_of_the_marks(layout: LayoutName) -> None:
    """The first position of a game has the layout of the others, so that nothing moves at the first step."""
    for step in sampled("four_players", 160):
        assert render.svg(step.after, last=(), layout=layout).places == shown(step, layout).places
    first = sampled("four_players", 500)[0]
    room = render.svg(first.before, last=(), layout=layout)
    assert {space: room.places[space] for space in SPACES} == {
        space: shown(first, layout).places[space] for space in SPACES
    }
    assert render.svg(first.before, last=[], layout=layout) == room
    if layout == "tall":
        assert render.svg(first.before, layout=layout).places["S1"].y < room.places["S1"].y
    assert len(marks(room)) == 0


@pytest.mark.slow
def test_hidden_pieces_do_not_affect_the_marks() -> None:
    """A step of the full game looks the same with the public position."""
    for step in sampled("four_players", 100):
        public = step.after.public()
        assert render.svg(public, last=step) == shown(step)


@cache
def ready_for(kind: str) -> tuple[ms.GameState, ms.Move]:
    """Return a position in which a move of a kind is legal, and the move."""
    rng = random.Random(kind)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=2)
    for _ in range(4000):
        found = next((move for move in ms.legal_moves(state) if move.type == kind), None)
        if found is not None:
            return state, found
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
    pytest.fail(f"no {kind} in 4000 moves")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "layout"), select_pairs(sorted(ms.STANDARD.by_type), ["wide", "tall"]))
def test_a_highlighted_move_is_marked(kind: str, layout: LayoutName) -> None:
    """Every move that has a place marks that place, and the description always has its sentence."""
    state, move = ready_for(kind)
    plain, picture = render.svg(state, layout=layout), render.svg(state, highlight=move, layout=layout)
    has_place = kind not in ("pass", "rest", "end_turn")
    assert bool(marked(picture, HIGHLIGHT)) == has_place
    assert not with_class(marks(plain), "ms-rim")
    assert told(root(plain), "desc") in told(root(picture), "desc")
    assert f"{state.player.name}: {move_in_words(state, move)}" in told(root(picture), "desc")


def test_the_places_of_a_highlighted_move() -> None:
    """A miner's source and target are marked with an arrow between, and a card's slot with its building."""
    state = position("S1: A | S2: B | workshop: rope cart bucket | A: 20 groszy")
    walking = render.svg(state, highlight=ms.PlaceMiner("stock", "S3"))
    assert marked(walking, HIGHLIGHT) == {"stock:0", "S3"}
    assert len(with_class(marks(walking), "ms-arrow")) == 1
    buying = render.svg(state, highlight=ms.VisitWorkshop(1))
    assert marked(buying, HIGHLIGHT) == {"workshop:1", "workshop"}
    assert not with_class(marks(buying), "ms-arrow")


def test_all_marks_can_be_combined() -> None:
    """Marks of the last step, of possible targets and of the highlighted move differ in colour and in line."""
    step = made(position("S1: A | S2: B | A: 20 groszy"), ms.PlaceMiner("stock", "S3"))
    after = step.after
    move = next(move for move in ms.legal_moves(after) if isinstance(move, ms.PlaceMiner))
    picture = render.svg(after, last=step, highlight=move, targets_of=move.source)
    target = f"var(--ms-target,{THEMES['light'].target})"
    assert marked(picture, LAST, DOTS) == {"stock:0", "S3"}
    assert move.target in marked(picture, HIGHLIGHT)
    assert marked(picture, target, "9 4")


@pytest.mark.slow
def test_the_marks_of_a_whole_game_are_limited() -> None:
    """Only the last steps have words and arrows, and each place has one rim, however many steps are passed."""
    every = steps("four_players")
    some, all_of_them = (render.svg(every[-1].after, last=every[-count:]) for count in (60, len(every)))
    assert len(with_class(marks(all_of_them), "ms-arrow")) == MOST_TOLD
    assert len(all_of_them) < 1.2 * len(some)
