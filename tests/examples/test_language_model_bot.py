"""``examples/language_model_bot.py``: a bot that talks with a language model without MCP."""

import random
from collections.abc import Sequence

import language_model_bot
import pytest
from language_model_bot import LanguageModelBot, list_kinds, read_answer

import magnum_sal as ms
from magnum_sal.arena import play_match
from magnum_sal.testing import position

START = ms.new_game(["Ada", "Ben"], seed=7).public()


class Model:
    """A stand-in that gives the same answers for every move, and stores the conversations."""

    def __init__(self, *answers: str) -> None:
        self.answers = answers
        self.conversations: list[tuple[str, ...]] = []

    def __call__(self, conversation: Sequence[str]) -> str:
        self.conversations.append(tuple(conversation))
        return self.answers[len(conversation) // 2 % len(self.answers)]


def replace_model(monkeypatch: pytest.MonkeyPatch, *answers: str) -> Model:
    """Replace the model of the example, as a reader would."""
    model = Model(*answers)
    monkeypatch.setattr(language_model_bot, "ask_model", model)
    return model


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("I need a miner.\nMove: inn", ms.VisitInn()),
        ("Move: stock -> S1", ms.PlaceMiner("stock", "S1")),
        ("visit the inn", ms.VisitInn()),
        ("Move: kup kilof", ms.VisitWorkshop(1)),
    ],
)
def test_an_answer_with_one_meaning_is_a_move(answer: str, move: ms.Move) -> None:
    """Notation after "Move:" is read, and a text with a single suggestion stands for it."""
    state = position("workshop: rope pickaxe -").public()
    assert read_answer(state, answer) == move


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("Move: place assistant", "did you mean"),
        ("Move: @castel", "castel"),
        ("I am not sure.", "is not a move in notation"),
        ("Move: S1>S2", "you have no miner in S1"),
    ],
)
def test_other_answers_are_refused_with_a_reason(answer: str, message: str) -> None:
    """An error that suggests several moves or a building, and the objection to an illegal move, go to the model."""
    with pytest.raises(ms.MagnumSalError, match=message):
        read_answer(START, answer)


def test_the_model_learns_what_happened_and_what_was_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first message contains the moves since the bot's last one, and each refusal begins with the reason."""
    model = replace_model(monkeypatch, "Move: S1>S2", "Move: inn", "Move: square")
    bot, state = LanguageModelBot(random.Random(1)), START
    bot.game_started(state, 0)
    assert bot(state, state.legal_moves()) == ms.VisitInn()
    assert "You are Ada." in model.conversations[0][0]
    assert model.conversations[1][1:] == (
        "Move: S1>S2",
        "you have no miner in S1 [MOVE-1]. Choose another move, or write it differently.",
    )
    for move in (ms.VisitInn(), ms.PlaceMiner("stock", "S1")):
        state, events = ms.apply(state, move)
        bot.observed(move, events)
    bot(state, state.legal_moves())
    assert "Ada: hires a miner for 6 groszy\n" in model.conversations[-1][0]
    assert "Ben: sends a miner from stock to S1\n" in model.conversations[-1][0]
    assert "You are Ada." not in model.conversations[-1][0]


def test_the_moves_are_listed_by_kind() -> None:
    """Each kind of move has a line with examples, and the bot needs no other list."""
    lines = list(list_kinds(START, START.legal_moves()))
    assert "visit the inn: inn" in lines
    assert len(lines) == len({move.type for move in START.legal_moves()})


def test_a_built_in_bot_replaces_a_model_without_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last attempt, the bot plays without the model, even if no hook has been called."""
    model = replace_model(monkeypatch, "I resign.", "No.")
    moves = START.legal_moves()
    assert LanguageModelBot(random.Random(1), attempts=2)(START, moves) in moves
    assert len(model.conversations) == 2


@pytest.mark.long
def test_it_plays_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a whole game, neither the bot nor its description of the moves fails."""
    monkeypatch.syspath_prepend(language_model_bot.__file__.rpartition("/")[0])
    (result,) = play_match([LanguageModelBot, "apprentice"], games=1, seed=3).games
    assert result.ending == "over"
    assert [sum(counts.values()) for counts in result.failures] == [0, 0]
    assert result.hook_failures == (0, 0)
