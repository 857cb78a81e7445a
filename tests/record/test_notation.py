"""The notation of moves, and transcripts."""

import random

import attrs
import pytest
from tests.amounts import select_pairs

import magnum_sal as ms
from magnum_sal.record.notation import as_move, find_move
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher, play

VARIANTS = (
    ms.STANDARD,
    attrs.evolve(ms.STANDARD, mapped_mine=True),
    attrs.evolve(ms.STANDARD, cart_capacity=2),
)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), select_pairs(VARIANTS, [2, 3, 4]), ids=str)
def test_parse_reads_every_formatted_legal_move(ruleset: ms.Ruleset, players: int) -> None:
    """
    In whole games, each legal move has its own text.

    It parses back to the move, in lower case and with extra spaces too.
    """
    kinds = set()
    for chooser, most in ((finisher, 2000), (any_kind, 300)):
        start = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=players, ruleset=ruleset)
        for number, (state, move, _) in enumerate(play(start, chooser, random.Random(players), most)):
            moves = ms.legal_moves(state) if number % 25 == 0 else (move,)
            texts = [ms.format_move(state, legal) for legal in moves]
            assert len(set(texts)) == len(moves)
            for legal, text in zip(moves, texts, strict=True):
                kinds.add(legal.type)
                assert ms.parse_move(state, text) == legal
                assert ms.parse_move(state, f"  {text.lower().replace(' ', '   ')}\n") == legal
    assert len(kinds) >= 15


STATE = ms.new_game(["Ada", "Ben", "Cleo"], seed=3)
FIRST_ORDER = STATE.castle.open[0]

TEXTS = [
    (">S1", ms.PlaceMiner("stock", "S1")),
    ("S1>1L2", ms.PlaceMiner("S1", "1L2")),
    ("pump_house>S2", ms.PlaceMiner("pump_house", "S2")),
    ("@market", ms.PlaceAssistant("stock", "market")),
    ("S3@castle", ms.PlaceAssistant("S3", "castle")),
    ("x1L2 BBG", ms.ExtractSalt("1L2", ms.SaltAmount(2, 1, 0), 0, 0, (0, 0, 0))),
    ("x1L2 BBG +2p +c pay 1=3 2=1", ms.ExtractSalt("1L2", ms.SaltAmount(2, 1, 0), 2, 1, (0, 3, 1))),
    ("inn", ms.VisitInn()),
    ("workshop 2", ms.VisitWorkshop(2)),
    ("pump 1L2 3", ms.VisitPumpHouse("1L2", 3)),
    ("market -B", ms.VisitMarket((ms.Transaction("sell", "brown"),))),
    (
        "market! -G +W",
        ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "white")), commercial_privilege=True),
    ),
    ("square", ms.VisitTownSquare()),
    ("castle", ms.VisitCastle("stock")),
    ("castle! S1", ms.VisitCastle("S1", royal_privilege=True)),
    ("castle market", ms.VisitCastle("market")),
    ("pass", ms.Pass()),
    ("rest", ms.Rest()),
    ("end", ms.EndTurn()),
    ("rope >S2", ms.UseRope("stock", "S2")),
    ("rope S1>S2", ms.UseRope("S1", "S2")),
    ("bucket 1L2>1L1", ms.UseBucket("1L2", "1L1")),
    ("food 1L1 1L1", ms.UseFood(("1L1", "1L1"))),
    ("deliver 1", ms.CompleteOrder(1)),
    (f"deliver {FIRST_ORDER} 0", ms.CompleteOrder(0)),
    ("penalty 3", ms.PayPenalty(3)),
    ("penalty B", ms.PayPenalty(0, "brown")),
    ('place_miner {"source":"stock","target":"S1"}', ms.PlaceMiner("stock", "S1")),
    ("visit_inn", ms.VisitInn()),
]


@pytest.mark.parametrize(("text", "move"), TEXTS, ids=[text for text, _ in TEXTS])
def test_the_texts_of_the_reference(text: str, move: ms.Move) -> None:
    """Each text of the reference parses to its move, whether or not that move is legal."""
    assert ms.parse_move(STATE, text) == move


def test_the_ids_of_tools_in_any_case() -> None:
    """The id of a tool may have capital letters. An exact id counts before one in another case."""
    offer = ("Lantern", "Rope", "rope")
    ruleset = attrs.evolve(ms.STANDARD, name="lanterns", tools=(*offer, *ms.STANDARD.tools))
    state = position("workshop: Lantern Rope rope", ruleset=ruleset)
    for slot, tool in enumerate(offer):
        assert ms.format_move(state, ms.VisitWorkshop(slot)) == f"workshop {tool}"
        assert ms.parse_move(state, f"workshop {tool}") == ms.VisitWorkshop(slot)
    assert ms.parse_move(state, "WORKSHOP lantern") == ms.VisitWorkshop(0)


def test_tools_and_orders_are_called_by_name() -> None:
    """
    A tool or order in one slot is named without a number.

    One in several slots needs its slot, and a missing one is refused.
    """
    tools = STATE.workshop.offer
    for slot, tool in enumerate(tools):
        name = f"workshop {tool}" if tools.count(tool) == 1 else f"workshop {tool} {slot}"
        assert ms.format_move(STATE, ms.VisitWorkshop(slot)) == name
        assert ms.parse_move(STATE, name.replace("_", " ")) == ms.VisitWorkshop(slot)
    twice = attrs.evolve(STATE, workshop=ms.model.state.Workshop(("rope", "rope", None), 4))
    assert ms.format_move(twice, ms.VisitWorkshop(1)) == "workshop rope 1"
    with pytest.raises(ms.MalformedError, match="add the slot, 0 or 1"):
        ms.parse_move(twice, "workshop rope")
    with pytest.raises(ms.MalformedError, match="the workshop does not offer cart now; it offers rope"):
        ms.parse_move(twice, "workshop cart")


def test_payments_are_written_if_there_is_a_choice() -> None:
    """
    The text of an extraction has payments only if the player can choose.

    If they are missing then, the error lists them.
    """
    state = position("S1: BC | S2: B | 1L1: AA [BB/0]", to_move="A", players=3)
    moves = [
        move
        for move in ms.legal_moves(state, type="extract_salt")
        if isinstance(move, ms.ExtractSalt) and move.salt == ms.SaltAmount(1)
    ]
    assert sorted(ms.format_move(state, move) for move in moves) == [
        "x1L1 B pay 1=1 2=1",
        "x1L1 B pay 1=2",
    ]
    with pytest.raises(ms.MalformedError, match="who is paid: x1L1 B pay 1=1 2=1 or x1L1 B pay 1=2; the seats are 0 "):
        ms.parse_move(state, "x1L1 B")


def test_formatting_an_extraction_lists_no_others() -> None:
    """Formatting and parsing an extraction do not list the legal ones. Thousands can differ only in load and tools."""

    def listed(_: ms.GameState) -> tuple[ms.Move, ...]:
        raise AssertionError("the extractions are listed")

    rule = ms.STANDARD.by_move[ms.ExtractSalt]
    rules = tuple(attrs.evolve(rule, moves=listed) if known is rule else known for known in ms.STANDARD.rules)
    quiet = attrs.evolve(ms.STANDARD, name="quiet", rules=rules)
    state = position("S1: BC | S2: B | 1L1: AA [BB/0] | A: cart", to_move="A", players=3)
    state = attrs.evolve(state, ruleset=quiet)
    for text in ("x1L1 B pay 1=1 2=1", "x1L1 BB pay 1=4", "x1L1 B +c pay 0", "x1L1 BB +c pay 1=1 2=1"):
        assert ms.format_move(state, ms.parse_move(state, text)) == text
    with pytest.raises(ms.MalformedError, match=r"does not say who is paid: x1L1 B \+c pay 0 or x1L1 B \+c pay 2=1 or"):
        ms.parse_move(state, "x1L1 B +c")
    assert ms.format_move(state, ms.ExtractSalt("1L1", ms.SaltAmount(2), 1, 0, (0, 3, 1))) == "x1L1 BB +p pay 1=3 2=1"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "fly", ">", ">S7", "S1>", "S9>S1", "@", "@moon", "x1L2", "x1L2 X", "x1L2 BB pay 7=1", "x1L2 BB pay"),
        *("workshop", "workshop 99999999999999", "pump 1L2", "pump S1 1", "pump 1L2 -1", "market", "market B"),
        *("market -B +B -B", "castle moon", "rope S1", "food", "food 1L1 1L1 1L1", "food S1"),
        *("bucket 1L1", "bucket 1L2 1L1", "bucket>1L2>1L1"),
        *("deliver", "deliver BBB=99", "penalty", "penalty X", "pass pass", "pass {", 'pass {"a":1}', "place_miner []"),
    ],
)
def test_texts_that_are_not_moves_are_refused(text: str) -> None:
    """A text that is not a move raises `MalformedError`."""
    with pytest.raises(ms.MalformedError):
        ms.parse_move(STATE, text)


def test_odd_arguments_are_refused() -> None:
    """A value that is not a text, a text that is too long, and a value that is not a move raise `MalformedError`."""
    with pytest.raises(ms.MalformedError, match="a move's text: expected a text, got int"):
        ms.parse_move(STATE, 3)  # type: ignore[arg-type]  # A caller without type checks may pass this.
    with pytest.raises(ms.MalformedError, match="a move's text: 10000000 characters exceed the limit of 10000"):
        ms.parse_move(STATE, "x" * 10_000_000)
    with pytest.raises(ms.MalformedError, match="not a move in the ruleset"):
        ms.format_move(STATE, "pass")  # type: ignore[arg-type]  # As above.


def test_what_is_not_a_move_is_not_returned_as_one() -> None:
    """`as_move` returns a move of the ruleset unchanged. Other values raise `MalformedError`."""
    given = ms.VisitInn()
    assert as_move(STATE, given) is given
    values: tuple[object, ...] = (None, b"inn", 5, [], ms.VisitInn)
    for wrong in values:
        with pytest.raises(ms.MalformedError, match="is not a move in the ruleset 'standard'"):
            as_move(STATE, wrong)  # type: ignore[arg-type]  # A caller without type checks may pass this.


def test_a_transcript_covers_the_whole_game() -> None:
    """A transcript has the comments, one numbered line for each turn without undone moves, and the standings."""
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
    game = ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ruleset, metadata={"comments": ["A short\ngame."]})
    texts = [">S1", ">S2", "square", "inn", "@market", ">S3", "@castle"]
    for text in texts:
        game.play(ms.parse_move(game.state, text))
    game.undo()
    game.end("late")
    first, second = (player.name for player in (game.state.players[seat] for seat in _order(game)))
    assert ms.transcript(game).splitlines()[:9] == [
        "Magnum Sal, standard game, mapped mine, cart carries 2: Ada, Ben",
        "# A short game.",
        "Phase I, round 1",
        f"   1. {first}  >S1",
        f"   2. {second}  >S2",
        "Phase I, round 2",
        f"   3. {first}  square; inn",
        f"   5. {second}  @market; >S3",
        "Ended early: late",
    ]
    assert ms.transcript(game).splitlines()[9].startswith("   1. ")
    assert ms.transcript(game, moves=2).splitlines()[5] == f"To move: {first}"
    with pytest.raises(ms.MisuseError, match="moves: expected 0 to 6 moves, got 7"):
        ms.transcript(game, moves=7)


def test_the_turns_of_a_transcript_are_aligned() -> None:
    """The moves of all players begin in the same column, even if a terminal draws their names wider or narrower."""
    game = ms.Game.new(["漢字", "สมหญิง", "Ada"], seed=3)
    for _ in range(3):
        game.play(ms.legal_moves(game.state)[0])
    assert ms.transcript(game).splitlines()[2:5] == ["   1. 漢字   >S1", "   2. สมหญิง  >S1", "   3. Ada    >S1"]


def test_a_transcript_speaks_three_languages() -> None:
    """
    The moves are the same in all three languages.

    The words around them are those of the rulebook in that language.
    """
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.play(ms.parse_move(game.state, ">S1"))
    player = game.state.player.name
    polish, german = (ms.transcript(game, language=language).splitlines() for language in ("pl", "de"))
    assert polish[:2] == ["Magnum Sal, gra podstawowa: Ada, Ben", "Faza I, runda 1"]
    assert german[:2] == ["Magnum Sal, Grundspiel: Ada, Ben", "Phase I, Runde 1"]
    assert polish[2] == german[2] == ms.transcript(game).splitlines()[2]
    assert polish[3] == f"Na ruchu: {player}"
    assert german[3] == f"Am Zug: {player}"
    assert "Werkzeuge" in german[4]


def _order(game: ms.Game) -> list[int]:
    start = game.at(0).start_seat
    return [start, 1 - start]


def test_a_move_is_found_without_a_list_of_moves() -> None:
    """``find_move`` returns None for a text that ``parse_move`` explains, and never lists the legal moves."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert find_move(state, ">s1") == ms.PlaceMiner("stock", "S1")
    for text in ("hire", "workshop spade", ">S9", "", "{", "visit_inn x"):
        assert find_move(state, text) is None
    assert state._moves is None
