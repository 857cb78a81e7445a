"""
A bot that asks a language model for its moves, and explains to the model why an answer is not a move.

``python language_model_bot.py`` plays some rounds with a scripted stand-in for the model. Replace ``ask_model`` with a
call to your model. In the arena and the terminal application, the bot's name is
``language_model_bot:LanguageModelBot``.
"""

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby, islice

import magnum_sal as ms
from magnum_sal.bots import BotHooks, make_bot
from magnum_sal.render import text
from magnum_sal.words import label, step_in_words

TASK = """You play the board game Magnum Sal. Explain your choice in one sentence. Then write your move
in notation on a line of its own, for example: Move: S1>1L2"""
SUGGESTING = ("not_a_move", "wrong_form", "unknown_space")  # errors that suggest moves, not names


def ask_model(conversation: Sequence[str]) -> str:
    """
    Return the model's answer to a conversation, in which the bot's messages and the model's answers alternate.

    This stand-in always gives the same answers: an illegal move, then other signs than notation, then other words.
    """
    answers = (
        "I want the salt of the royal mine.\nMove: x3L2 BB",
        "Then a miner goes deeper into the shaft.\nMove: S1 -> S2",
        "I need more miners.\nMove: visit the inn",
    )
    return answers[len(conversation) // 2 % len(answers)]


class LanguageModelBot(BotHooks):
    """
    Plays what ``ask_model`` answers, or the move of a built-in bot if the model finds no legal move.

    Args:
        rng: The random generator of the built-in bot.
        attempts: The number of answers that the model may give for a move.
    """

    def __init__(self, rng: random.Random, attempts: int = 3) -> None:
        self._attempts = attempts
        self._fallback = make_bot("apprentice", rng=rng)
        self._seen: ms.GameState | None = None
        self._news: list[str] = []

    def game_started(self, state: ms.GameState, seat: int) -> None:
        """Remember the first position, because sentences about a move need the position before it."""
        self._seen = state
        self._news = [f"A new game begins. You are {state.players[seat].name}."]

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        """Describe the move and its effects for the next message to the model."""
        if self._seen is not None:
            after = reduce(ms.evolve, events, self._seen)
            self._news += step_in_words(ms.Step(self._seen, move, after, tuple(events)))
            self._seen = after

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Return one of *moves*, which are the legal moves of *state*, the player's view."""
        conversation = [
            "\n".join((TASK, *self._news, text(state, form="short"), *list_kinds(state, moves)))
        ]
        self._news = []
        for _ in range(self._attempts):
            answer = ask_model(conversation)
            try:
                return read_answer(state, answer)
            except ms.MagnumSalError as error:
                conversation += [answer, f"{error}. Choose another move, or write it differently."]
        return self._fallback(state, moves)


def list_kinds(state: ms.GameState, moves: Sequence[ms.Move]) -> Iterator[str]:
    """Yield a line for each kind of legal move, with up to four examples in notation."""
    for kind, alike in groupby(moves, lambda move: move.type):
        examples = (ms.format_move(state, move) for move in islice(alike, 4))
        yield f"{label(kind, ruleset=state.ruleset)}: {', '.join(examples)}"


def read_answer(state: ms.GameState, answer: str) -> ms.Move:
    """
    Return the legal move that an answer names after "Move:", or that the library suggests as its only meaning.

    Raises:
        MagnumSalError: the answer is not a move, or the move is illegal. The message says why, and suggests moves.
    """
    named = answer.rpartition("Move:")[2].strip()
    try:
        move = ms.parse_move(state, named)
    except ms.MalformedError as error:
        suggested: tuple[str, ...] = error.values["near"] if error.reason in SUGGESTING else ()
        if len(suggested) != 1:
            raise
        move = ms.parse_move(state, suggested[0])
    state.play(move)  # an illegal move raises an error with the reason
    return move


if __name__ == "__main__":
    bots = LanguageModelBot(random.Random(1)), make_bot("novice", seed=2)
    state = ms.new_game(["Model", "Novice"], seed=7)
    bots[0].game_started(state.public(), 0)
    while state.phase == 1 and state.round < 4:
        done = ms.apply(state, bots[state.turn_seat](state.public(), state.legal_moves()))
        bots[0].observed(done.step.move, done.events)
        print(*step_in_words(done.step), sep="\n")
        state = done.state
