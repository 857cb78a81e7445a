"""Reactions, decks and due decisions: what an extension triggers automatically."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import attrs
import jsonschema
import pytest
from tests.amounts import scale
from tests.extensions.omens import CARDS, OMENS, OMENS_GAME, Blame, Quarrels, order_of, table

import magnum_sal as ms
from magnum_sal import words
from magnum_sal.model.events import (
    ActionTaken,
    CardAwaited,
    CardTurnedUp,
    GameEnded,
    MomentsPassed,
    MoneyMoved,
    PartChanged,
    PhaseEnded,
    PhaseStarted,
    ToolUsed,
    TurnEnded,
    TurnStarted,
)
from magnum_sal.model.extension import CardPile, Deck, Extension, Reaction
from magnum_sal.record.log import LogLine
from magnum_sal.testing import check_extension, position

PASSED = MomentsPassed


MINE = "S1: A | S2: A"
REVEALING = ms.PlaceMiner("stock", "1L1")


def test_reactions_come_before_the_next_decision() -> None:
    """A chamber is revealed, a card is turned up, and its gift is paid, in this order, each by an event."""
    state, events = ms.apply(table(MINE, "gift"), REVEALING)
    told = [type(event).__name__ for event in events]
    assert told[-6:] == [
        "WaterMoved",
        "MomentsPassed",
        "CardAwaited",
        "CardTurnedUp",
        "MomentsPassed",
        "MoneyMoved",
    ]
    assert state.players[0].money == 12
    assert state.extras["omens"].up == ("gift",)
    assert "course" not in state.extras


def test_a_reaction_without_events_only_leaves_a_trace() -> None:
    """If no card is left, the reaction returns no event, and the move ends with ``MomentsPassed``."""
    state = table(MINE)
    empty = CardPile(order_of(), 0)
    items = tuple((key, empty if key == "omens" else part) for key, part in state.extras_items)
    _, events = ms.apply(attrs.evolve(state, extras_items=items), REVEALING)
    assert events[-1] == PASSED(1)


def test_a_public_game_waits_for_the_card() -> None:
    """``outcomes`` lists the possible cards, and ``reveal`` continues with the same events as a full game."""
    full = table(MINE, "gift")
    state, first = ms.apply(full.public(), REVEALING)
    assert full.hidden is not None
    tile = full.hidden.tile_of("1L1")
    assert tile is not None
    state, second = ms.reveal(state, tile)
    assert state.pending == ms.Pending("omens", 0)
    assert str(state.pending) == "piece 1 of omens"
    assert ms.legal_moves(state) == ()
    assert state.to_move is None
    chances = dict(ms.outcomes(state))
    assert chances == {"gift": Fraction(1, 7), "quarrel": Fraction(1, 7), "calm": Fraction(5, 7)}
    with pytest.raises(
        ms.MisuseError, match=r"the card 1 of omens cannot be 'storm': it is not one of the cards of omens"
    ):
        ms.reveal(state, "storm")
    with pytest.raises(ms.MalformedError, match=r"piece: ChamberTile\(.*\) cannot be the card 1 of omens"):
        ms.reveal(state, tile)
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    after, third = ms.reveal(state, "gift")
    known = ms.apply(full, REVEALING)
    assert (*first, *second, *third) == known.events
    assert after == known.state.public()
    against = ms.objection(state, ms.Pass())
    assert against is not None
    assert (against.rule, against.reason) == ("OMENS-1", "card_waits")
    assert against.sentence == "a card must be turned up first: omens"


def test_a_decision_that_is_due_comes_before_all_others() -> None:
    """A due decision is the only kind of move, and the turn ends only after it."""
    state = table(f"{MINE} | turn: A, actions 1", "quarrel").play(REVEALING)
    assert state.turn is not None
    assert (state.to_move, state.turn.actions_left) == (0, 0)
    assert ms.legal_moves(state) == (Blame(1),)
    assert ms.choices(state).move == Blame(1)
    against = ms.objection(state, ms.EndTurn())
    assert against is not None
    assert (against.rule, against.reason) == ("TURN-2", "decision_due")
    assert against.sentence == "decide this first: say who is to blame"
    after, events = ms.apply(state, Blame(1))
    assert MoneyMoved(0, 1, 1) in events
    assert after.to_move == 1
    assert after.extras["quarrels"] == Quarrels(0, 1)
    nothing = ms.objection(after, Blame(0))
    assert nothing is not None
    assert nothing.reason == "nothing_due"
    assert ms.why_not(after)["blame"].reason == "nothing_due"


def test_the_setup_includes_reactions_to_the_beginning() -> None:
    """The first position has its first card face up; the public form shows this card but not the others."""
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=OMENS_GAME)
    (card,) = state.extras["omens"].up
    setup = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=OMENS_GAME).log.started.setup
    assert setup.decks == (("omens", (card, *state.extras["omens"].order)),)
    public = state.public()
    assert public.extras["omens"] == CardPile((card,), len(CARDS) - 1)
    assert "course" not in state.extras


def test_the_setup_contains_the_decks() -> None:
    """A setup draws its decks last from the seed, contains them in its JSON, and checks them card by card."""
    game = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=OMENS_GAME)
    setup = game.log.started.setup
    standard = ms.Game.new(["Ada", "Ben"], seed=3).log.started.setup
    assert attrs.evolve(setup, decks=()) == standard
    assert Counter(dict(setup.decks)["omens"]) == Counter(CARDS)
    data = ms.to_dict(setup)
    assert data["decks"]["omens"] == list(dict(setup.decks)["omens"])
    assert "decks" not in ms.to_dict(standard)
    assert ms.from_dict(ms.Setup, data, ruleset=OMENS_GAME) == setup
    with pytest.raises(ms.MalformedError, match=r"setup.decks: expected omens, got none"):
        ms.new_game(["Ada", "Ben"], setup=standard, ruleset=OMENS_GAME)
    wrong = attrs.evolve(setup, decks={"omens": ("gift",) * len(CARDS)})
    with pytest.raises(ms.MalformedError, match=r"setup.decks.omens is not a permutation"):
        ms.new_game(["Ada", "Ben"], setup=wrong, ruleset=OMENS_GAME)
    given = attrs.evolve(setup, decks={"omens": list(order_of("calm", "quarrel"))})
    assert ms.new_game(["Ada", "Ben"], setup=given, ruleset=OMENS_GAME).extras["omens"].up == ("calm",)


def test_extensions_react_in_their_order() -> None:
    """Extensions react to each event one after another, and each sees the events of the previous ones."""
    seen: list[tuple[str, int]] = []

    def reaction(name: str) -> Reaction:
        def react(state: ms.GameState, event: ActionTaken) -> Iterable[ms.Event]:
            seen.append((name, state.players[0].money))
            return (MoneyMoved("bank", 0, 1),)

        return Reaction(ActionTaken, react)

    game = ms.STANDARD.with_extensions(
        Extension("one", reactions=(reaction("one"), reaction("one again"))),
        Extension("other", reactions=(reaction("other"),)),
        name="three",
    )
    position("A: 0 groszy", ruleset=game).play(ms.VisitTownSquare())
    assert seen == [("one", 1), ("one again", 2), ("other", 3)]


def test_a_circle_of_reactions_is_reported() -> None:
    """The error names the move, the extensions and the events that repeat."""
    circle = Reaction(MoneyMoved, lambda _state, _event: (MoneyMoved("bank", 0, 0),))
    game = ms.STANDARD.with_extensions(Extension("mint", reactions=(circle,)), name="mint_game")
    with pytest.raises(ms.MisuseError) as caught:
        position("A: 0 groszy", ruleset=game).play(ms.VisitTownSquare())
    assert str(caught.value) == (
        "the effects of 'visit_town_square' never end: the reactions of mint cause MoneyMoved again and again"
    )
    begun = ms.STANDARD.with_extensions(
        Extension("dawn", reactions=(circle, Reaction(PhaseStarted, circle.react))), name="dawn_game"
    )
    with pytest.raises(ms.MisuseError, match="never stop reacting to the start of the game"):
        ms.new_game(["Ada", "Ben"], seed=1, ruleset=begun)


@pytest.mark.parametrize(
    ("brings", "complaint"),
    [
        (5, "failed: TypeError(\"'int' object is not iterable\")"),
        (("coins",), "returned 'coins', which is not an Event"),
        (None, "returned None instead of events: return () for no events"),
        (ToolUsed(0, "rope"), "returned ToolUsed(seat=0, tool='rope') instead of events: return a tuple with it"),
    ],
)
def test_a_reaction_that_returns_no_events_is_reported(brings: object, complaint: str) -> None:
    """The error names the extension and the event, and says what to return instead."""
    game = ms.STANDARD.with_extensions(
        Extension("odd", reactions=(Reaction(ActionTaken, lambda _state, _event: brings),)),  # type: ignore[arg-type,return-value]
        name="odd_game",
    )
    with pytest.raises(ms.MisuseError) as caught:
        position("", ruleset=game).play(ms.VisitTownSquare())
    assert str(caught.value) == f"extension 'odd': the reaction to ActionTaken {complaint}"


def test_a_reaction_with_impossible_events_is_reported() -> None:
    """The error blames the reaction, not the move."""
    game = ms.STANDARD.with_extensions(
        Extension("odd", reactions=(Reaction(ActionTaken, lambda *_: (ToolUsed(0, "charm"),)),)),
        name="odd_game",
    )
    with pytest.raises(ms.MisuseError) as caught:
        position("", ruleset=game).play(ms.VisitTownSquare())
    assert str(caught.value) == (
        "the reaction of extension 'odd' to ActionTaken cannot happen here: "
        "ToolUsed(seat=0, tool='charm'): A: does not own a ready charm"
    )


def test_each_moment_of_a_game_occurs_once() -> None:
    """Each beginning and end of phases and turns triggers one reaction, which sees the table at that moment."""
    told: list[str] = []

    def tell(state: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
        miners = sum(space.miners_of(seat) for space in state.mine.spaces for seat in range(2))
        told.append(f"{event.type} {state.phase} {state.turn_seat} {miners}")
        return ()

    kinds = (PhaseEnded, PhaseStarted, TurnEnded, TurnStarted, GameEnded)
    diary = Extension("diary", reactions=tuple(Reaction(kind, tell) for kind in kinds))
    game = ms.STANDARD.with_extensions(diary, name="diary_game")
    last = "castle: BB=9 BB=9 BG=11 | A: BB | A: orders BG=11 GG=13 BBB=15 | S1: AB"
    state = position(f"{last} | turn: A, start B, arriving 1, actions 1", ruleset=game)
    state = state.play(ms.CompleteOrder(0)).play(ms.VisitTownSquare())
    assert told == ["turn_ended 1 0 2", "phase_ended 1 0 2", "phase_started 2 0 0", "turn_started 2 0 0"]
    told.clear()
    ms.new_game(["Ada", "Ben"], seed=1, ruleset=game)
    assert [line.split()[0] for line in told] == ["phase_started", "turn_started"]


def test_every_event_can_be_reacted_to() -> None:
    """``Event`` matches all events except the trace of reactions itself."""
    told: list[str] = []

    def listen(_: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
        told.append(event.type)
        return ()

    listener = Reaction(ms.Event, listen)
    game = ms.STANDARD.with_extensions(Extension("ear", reactions=(listener,)), name="ear_game")
    _, events = ms.apply(position("turn: A, actions 1", ruleset=game), ms.VisitTownSquare())
    assert told == [event.type for event in events if not isinstance(event, PASSED)]


@pytest.mark.long
@pytest.mark.parametrize(("players", "decisions"), [(2, 600), (3, 150), (4, 150)])
def test_the_expansion_keeps_its_promises(players: int, decisions: int) -> None:
    """The omens pass ``check_extension`` in games that reach their end."""
    check_extension(OMENS_GAME, seeds=[1], players=[players], decisions=scale(decisions, 60))


def test_a_card_between_two_turns() -> None:
    """While a card is pending between two turns or phases, the state and its JSON keep the seat whose turn it was."""

    def awaited(state: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
        return (CardAwaited("omens"),)

    late = Extension(
        "late",
        reactions=(Reaction(TurnEnded, awaited), Reaction(PhaseEnded, awaited)),
        decks=(Deck("omens", CARDS, "OMENS-1"),),
    )
    game = ms.STANDARD.with_extensions(late, name="late_game")
    ms.register(game)
    done = "castle: BB=9 BB=9 BG=11 | A: orders BG=11 GG=13 BBB=15 | B: order BBG=17"
    for text, asked in (("", 1), (done, 2)):
        full = position(f"turn: B, actions 1, start A | {text}", ruleset=game)
        known = full.play(ms.VisitTownSquare())
        state, events = ms.apply(full.public(), ms.VisitTownSquare())
        for place in range(asked):
            assert state.pending == ms.Pending("omens", place)
            assert (state.turn, state.turn_seat) == (None, 1)
            assert ms.from_json(ms.GameState, ms.to_json(state)) == state
            state, more = ms.reveal(state, known.extras["omens"].up[place])
            events += more
        assert ms.apply(full, ms.VisitTownSquare()).events[: len(events)] == events


def test_a_real_table_waits_for_cards_too() -> None:
    """After the orders and tools of the first phase comes the first card, and then the first turn."""
    state = ms.open_table(["Ada", "Ben"], ruleset=OMENS_GAME)
    asked = []
    while state.pending is not None:
        asked.append(state.pending.pile)
        state, _ = ms.reveal(state, ms.outcomes(state)[0][0])
    assert asked == ["order"] * 3 + ["tool"] * 3 + ["omens"]
    assert state.to_move == 0
    assert state.extras["omens"].up == ("gift",)
    assert state.players[0].money == 12


@pytest.mark.slow
def test_a_real_table_is_recorded() -> None:
    """The card is a step with a line in the log, which fits the schema, and undo reverts it."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=OMENS_GAME)
    while game.state.pending is not None:
        game.reveal(ms.outcomes(game.state)[0][0])
    lines = "".join(game.log.lines())
    assert ms.Game.from_log(lines.encode()).state == game.state
    assert "[omens 1 gift]" in ms.transcript(game)
    schema = jsonschema.Draft202012Validator(ms.json_schema(LogLine, ruleset=OMENS_GAME))
    schema.validate(json.loads(lines.splitlines()[-1]))
    game.undo()
    waiting = game.at(game.step_count)
    assert waiting.pending == ms.Pending("omens", 0)
    assert words.pending_in_words(waiting, "de") == "aufzudecken: Karte 1, omens"


def test_a_failing_check_of_a_part_is_reported() -> None:
    """The error about a failing ``problem`` blames the extension, not the data."""
    assert OMENS.part is not None
    part = attrs.evolve(OMENS.part, problem=lambda _state, value: value[9])
    game = attrs.evolve(OMENS_GAME, name="failing_omens", extensions=(attrs.evolve(OMENS, part=part),))
    with pytest.raises(ms.ExtensionError, match="part 'quarrels': problem failed: TypeError"):
        position(ruleset=game)


def test_words_and_texts_of_an_extension() -> None:
    """Events, moves, reasons and rules are described in the extension's words, or in English if it has no others."""
    state = table(MINE, "quarrel")
    after, events = ms.apply(state, REVEALING)
    step = ms.Step(state, REVEALING, after, events)
    assert "omens: quarrel is turned up" in words.step_in_words(step)
    assert not any("asked" in line or "quarrels changes" in line for line in words.step_in_words(step))
    told = attrs.evolve(OMENS, labels={"en": {"card_turned_up.omens": "The omen is {card:id}"}})
    card = next(event for event in events if isinstance(event, CardTurnedUp))
    own = attrs.evolve(OMENS_GAME, name="told_omens", extensions=(told,))
    assert words.event_in_words(ms.new_game(["Ada", "Ben"], seed=1, ruleset=own), card) == "The omen is quarrel"
    assert words.move_in_words(after, Blame(1)) == "blames B for the quarrel"
    assert ms.rule_texts(OMENS_GAME)["OMENS-1"].title == "the omens"
    assert ms.rule_texts(OMENS_GAME, "pl")["OMENS-2"].title == "the fewest"


def test_the_forms_of_events_of_extensions() -> None:
    """The JSON of ``PartChanged`` contains the part's new value, and only a ruleset with that part can read it."""
    changed: dict[str, object] = {"type": "part_changed", "part": "quarrels", "value": {"waiting": 1, "settled": 2}}
    rows: dict[ms.Event, dict[str, object]] = {
        CardAwaited("omens"): {"type": "card_awaited", "deck": "omens"},
        CardTurnedUp("omens", "gift"): {"type": "card_turned_up", "deck": "omens", "card": "gift"},
        PASSED(3): {"type": "moments_passed", "moments": 3},
        PartChanged("quarrels", Quarrels(1, 2)): changed,
    }
    for event, data in rows.items():
        assert ms.to_dict(event) == data
        assert ms.from_dict(ms.Event, data, ruleset=OMENS_GAME) == event
    with pytest.raises(ms.MalformedError, match=r"part: .quarrels. does not exist in 'standard'; expected one of none"):
        ms.from_dict(ms.Event, changed)
    with pytest.raises(ms.MalformedError, match=r"value.waiting: -1 is not a count"):
        ms.from_dict(ms.Event, {**changed, "value": {"waiting": -1, "settled": 0}}, ruleset=OMENS_GAME)
    schema = ms.json_schema(ms.Event, ruleset=OMENS_GAME)
    assert schema["$defs"]["PartChanged"]["properties"]["value"]["anyOf"] == [{"$ref": "#/$defs/Quarrels"}]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PartChanged("omens", 1), "part 'omens' does not belong to an extension of 'omens_game'"),
        (CardTurnedUp("omens", "gift"), ": a card is turned up, but none is pending"),
        (CardAwaited("fates"), "'fates' is not a deck of 'omens_game'"),
        (PASSED(1), "1 moments cannot pass: 0 wait for a reaction"),
    ],
)
def test_an_event_that_does_not_fit_is_refused(event: ms.Event, told: str) -> None:
    """An event that does not fit the position raises ``MisuseError``."""
    with pytest.raises(ms.MisuseError, match=told):
        ms.evolve(table(MINE), event)


def test_a_state_from_outside_with_strange_parts_is_refused() -> None:
    """Unknown cards, a deck with a wrong sum, too many quarrels and unexpected pending reactions are refused."""
    data = ms.to_dict(table(MINE))
    pile = data["extras"]["omens"]
    for change, told in (
        ({"omens": {**pile, "down": 3}}, "extras.omens: 0 cards are face up and 3 face down, but the deck has 14"),
        ({"omens": {**pile, "order": ["gift"] * 14}}, "extras.omens.order: expected the face-down cards"),
        ({"quarrels": {"waiting": 3, "settled": 2}}, "extras.quarrels: 5 quarrels of 2"),
        (
            {"course": {"stage": None, "moments": [], "cards": [], "seat": None}},
            r"extras\.course: allowed only while a piece is pending that more events depend on",
        ),
        ({"course": {"stage": None, "moments": [], "cards": ["fates"], "seat": 0}}, "'fates' is not a deck or a die"),
    ):
        extras: dict[str, object] = {**data["extras"], **change}
        wrong = {**data, "extras": extras}
        with pytest.raises(ms.MalformedError, match=told):
            ms.from_dict(ms.GameState, wrong)
