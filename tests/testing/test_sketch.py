"""``sketch``, the inverse of ``position``: what it writes, what it leaves out, and states without a text."""

from __future__ import annotations

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.box import TILES
from magnum_sal.model.rule import Building, Part, Rule, When
from magnum_sal.testing import check_invariants, position, sketch

TEXTS = (
    "",
    "S1: AAB",
    "turn: B",
    "players: A, B, C | turn: B",
    "players: Ada, Ben O'Neil: the 2nd",
    r'players: "A\u007cB", A:B, "a,b\"c"',
    "turn: A, phase 2, round 1, actions 0",
    "turn: B, start B",
    "turn: over",
    "turn: over, phase 3, round 7, start B",
    "turn: A, actions 0, visited inn market",
    "turn: A, actions 1, passes 1",
    "turn: A, actions 1, visited castle, arriving 1",
    "turn: A, actions 1, arrived S1\nS1: A",
    "A: 12 groszy, BBG, stock 3, left 1, right 2",
    "A: 1 grosz\nB: 0 groszy",
    "A: rope, 2 pickaxe used, rope used\nB: order BB=9\ncastle: BG=11 BB=9 GG=13",
    "A: orders BB=9 BG=11 BB=9",
    "S1: A | S2: A\n1L1: Aa [BG/1 of BBG/1] | 1L2: [BG/1]",
    "S1: A | S2: A\n1L1: A [-/0 of BB/0]",
    "1L3: [?/1]",
    "assistant market: C | assistant castle: A",
    "market: - | inn: 2",
    "workshop: cart - -",
    "workshop: cart rope pickaxe, stack 3",
    "castle: GG=13 - -",
    "turn: A, phase 2\nA: order GG=13\ncastle: completed 1",
    f"tiles: BB/0 BBG/1 BBG/1 BG/1 BG/1 BBB/1 BBB/1 BGG/2 {' '.join(map(str, (*TILES[1], *TILES[2])))}",
    "orders 1: BBG=17 BG=11 GG=13 BBB=15 BBG=17",
    "orders 3: WWW=33 GWW=29 BWW=27 GGW=25 WW=21 BBW=21 BGG=19 GW=17",
    "turn: A, phase 2\nA: order BB=9\nseen: tools rope cart, orders 1 0",
    "workshop: cart - -\nseen: tools rope, orders 0 0",
    "seen: orders 0 0",
    "public",
    "ruleset: standard, mapped_mine",
    "ruleset: standard, mapped_mine, cart_capacity 2 | public",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back(text: str) -> None:
    """A text in the shortest form survives a round trip."""
    state = position(text)
    written = sketch(state)
    assert position(written) == state
    assert written.replace("\n", " | ") == text.replace("\n", " | ")


def test_an_opening_contains_the_hidden_pieces() -> None:
    """The text contains everything that the setup decides, including the names, but not the contents of the bank."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=7)
    text = sketch(state)
    assert position(text) == state
    assert text.startswith("players: Ada, Ben, Cleo | turn: ")
    assert {entry.partition(":")[0] for entry in text.splitlines()[1:]} == {
        *("A", "B", "C", "workshop", "castle", "tiles", "orders 1", "orders 2", "orders 3", "tools")
    }


def test_a_public_state_stays_public() -> None:
    """PUBLIC-1: the text of a public state contains no hidden pieces, and its reader invents none."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    text = sketch(state.public())
    assert position(text) == state.public()
    assert not {"tiles", "tools", "orders 1"} & {entry.partition(":")[0] for entry in text.splitlines()}


def test_a_full_tile_is_not_named() -> None:
    """A chamber as full as a printed tile has that tile, which the text omits. The text names any other tile."""
    state = position("S1: A | S2: A | 1L1: A [BB/0] | 1R1: [BB/1] | 1R2: [BBG/1]")
    tiles = [str(state.mine.chamber(chamber).tile) for chamber in ("1L1", "1R1", "1R2")]
    assert tiles == ["BB/0", "BBB/1", "BBG/1"]
    assert "1R1: [BB/1 of BBB/1] | 1R2: [BBG/1]" in sketch(state)


def test_money_is_named_unless_the_ruleset_gives_it() -> None:
    """The text names money that differs from the ruleset's, and leads back to the state in every ruleset."""
    house = attrs.evolve(ms.STANDARD, name="rich_sketch", start_money=(20, 20, 20, 20))
    ms.register(house)
    state = position("A: 10 groszy", ruleset=house)
    assert [player.money for player in state.players] == [10, 20]
    assert sketch(state) == "ruleset: rich_sketch\nA: 10 groszy"
    assert position(sketch(state)) == state
    assert sketch(position("A: 20 groszy | B: 10 groszy")) == "A: 20 groszy"


def test_the_bank_is_named_if_it_does_not_follow() -> None:
    """A table without some of its pieces is written with its bank, and its reader ignores missing pieces."""
    state = position("A: 12 groszy")
    bank = attrs.evolve(state.bank, money=400, salt=state.bank.salt - ms.SaltAmount(3, 0, 0), water=20, miners=(4, 5))
    poor = attrs.evolve(state, bank=bank)
    assert sketch(poor) == "A: 12 groszy\nbank: 400 groszy, salt 15 14 15, water 20, miners 4 5"
    assert position(sketch(poor)) == poor
    with pytest.raises(ms.MalformedError, match=r"bank\.water: expected -8 to 25, got 26 \(SET-SUPPLY\)"):
        position("bank: water 26")


def test_an_overdrawn_bank() -> None:
    """SET-SUPPLY: a bank in debt to stand-in pieces is below 0, and the text still omits it."""
    state = position("A: 500 groszy")
    assert state.bank.money == -65
    assert (sketch(state), position(sketch(state))) == ("A: 500 groszy", state)


def test_stacks_are_named_if_piles_do_not_explain_them() -> None:
    """Stacks that no pile explains are written as numbers."""
    state = position("turn: over, phase 3")
    short = attrs.evolve(state, castle=attrs.evolve(state.castle, stack=2))
    assert sketch(short).splitlines()[1:] == ["castle: stack 2", "orders 3: WW=21 GGW=25 BWW=27 GWW=29 WWW=33"]


@attrs.frozen
class Note(ms.Event):
    """An event of the extension that keeps notes."""

    type = "noted"


@attrs.frozen
class Scribble:
    """The extension's part of the state: texts with every sign that has a meaning in a position's text."""

    words: tuple[str, ...]
    secret: str | None


@attrs.frozen
class TakeNote(ms.Move):
    """Write something down."""

    type = "take_note"


NOTES = Rule(
    TakeNote,
    When.FREE,
    lambda _: (),
    lambda _state, _move: ms.Objection("NOTE-1", "no pencil"),
    lambda _state, _move: (),
    part=Part(
        "a | b: c", Scribble, lambda _, players: Scribble(("",) * players, "x"), lambda s: attrs.evolve(s, secret=None)
    ),
)
TOOLS = ("stock", "order", "Über_rope", "rope_2", "B", "BB", "used", *ms.STANDARD.tools[7:])
ODD = attrs.evolve(
    ms.STANDARD,
    name="an odd, game: a|b",
    rules=(*ms.STANDARD.rules, NOTES),
    buildings=(*ms.STANDARD.buildings, Building("kuźnia", has_assistant_place=True)),
    tools=TOOLS,
)
ms.register(ODD)


def test_words_of_an_extension() -> None:
    """Ids and texts that contain signs of the grammar are put in quotation marks, with their bars escaped."""
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=ODD)
    scribble = Scribble(("a | b", 'c: "d"\n,é\u202e'), "\\|")
    cards = tuple(ms.ToolCard(tool, used) for tool, used in zip(TOOLS[:7], (True, False) * 4, strict=False))
    players = (attrs.evolve(state.players[0], tools=cards), state.players[1])
    assert state.hidden is not None
    odd = attrs.evolve(
        state,
        players=players,
        assistant_seats=(*state.assistant_seats[:-1], 1),
        extras_items=(("a | b: c", scribble),),
        workshop=attrs.evolve(state.workshop, offer=(None, None, None), stack=0),
        hidden=attrs.evolve(state.hidden, tools=TOOLS[7:]),
        bank=attrs.evolve(state.bank, miners=(5, 4)),
    )
    check_invariants(odd)
    text = sketch(odd)
    assert position(text) == odd
    assert r'ruleset: "an odd, game\u003a a\u007cb"' in text
    assert r'A: B, "stock" used, "order", "Über_rope" used, "rope_2", "B" used, "BB", used used' in text
    assert "assistant kuźnia: B" in text
    assert text.splitlines()[-1].startswith(r'extra "a \u007c b\u003a c": {"words":["a \u007c b","c: \"d\"\n,é')
    assert position(sketch(odd.public())) == odd.public()


def test_states_without_a_text() -> None:
    """A state whose text would mean another position is refused."""
    state = position("S1: A")
    house = attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="house", penalty=5))
    with pytest.raises(ms.MisuseError, match="is not registered, so a text cannot name it"):
        sketch(house)
    with pytest.raises(ms.MisuseError, match="has no text: entry 'A: stock -1': '-1' is not a number"):
        sketch(attrs.evolve(state, players=(attrs.evolve(state.players[0], stock=-1), state.players[1])))
    with pytest.raises(ms.MisuseError, match=r"the state has no text: .* describes another state"):
        sketch(attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ODD), extras_items=()))
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
        sketch("S1: A")  # type: ignore[arg-type]
