"""The server through the SDK's own client, in memory."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from mcp import Client, MCPError
from tests.mcp.callers import quick_desk
from tests.mcp.sessions import call, call_any, run_in_memory

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.mcp._prompts import PROMPTS
from magnum_sal.record.notation import format_move
from magnum_sal.testing import position

MODES = ["auto", "legacy"]
"""The versions of the protocol with and without a handshake."""


@pytest.mark.parametrize("mode", MODES)
def test_the_lists(mode: str) -> None:
    """The client gets the tools with schemas, the resources, the templates and the prompts."""

    async def act(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [(tool.name, tool.description, tool.input_schema) for tool in tools] == [
            (tool.name, tool.description, tool.schema) for tool in quick_desk().list_tools()
        ]
        assert all(tool.input_schema["additionalProperties"] is False for tool in tools)
        read_only = {tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint}
        assert {"show_table", "hint"} <= read_only
        assert read_only.isdisjoint({"play_move", "undo_move", "new_game", "close_game"})
        destructive = {tool.name for tool in tools if tool.annotations and tool.annotations.destructive_hint}
        assert destructive == {"undo_move", "close_game"}
        assert len((await client.list_resources()).resources) == 3
        assert len((await client.list_resource_templates()).resource_templates) == 2
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == [prompt.name for prompt in PROMPTS]

    run_in_memory(quick_desk(), act, mode)


@pytest.mark.parametrize("mode", MODES)
def test_resources_and_prompts(mode: str) -> None:
    """They are read by address and name; an error keeps its sentence."""

    async def act(client: Client) -> None:
        (rule,) = (await client.read_resource("magnum-sal://rules/de/INN-1")).contents
        assert rule.text.startswith("## INN-1: ")  # type: ignore[union-attr]  # no binary resources exist
        (message,) = (await client.get_prompt("teach_me", {"topic": "the market"})).messages
        assert "Begin with the market." in message.content.text  # type: ignore[union-attr]  # no other contents exist
        with pytest.raises(MCPError, match="there is no resource 'magnum-sal://rules/xx'"):
            await client.read_resource("magnum-sal://rules/xx")
        with pytest.raises(MCPError, match="game: the argument is missing"):
            await client.get_prompt("explain_refusal", {})

    run_in_memory(quick_desk(), act, mode)


@pytest.mark.parametrize("mode", MODES)
def test_refusals_keep_their_sentence(mode: str) -> None:
    """The client receives the engine's sentence, and late moves are refused in words."""

    async def act(client: Client) -> None:
        await call(client, "new_game", players=["Ada", "Ben"], seed=7)
        told = await call_any(client, "play_move", game="game-1", position=0, move=">S2")
        assert told == ("S2 is not connected to the entrance: S1 is empty [CHAIN-1]", True)
        await call(client, "play_move", game="game-1", position=0, move=">S1")
        told = await call_any(client, "play_move", game="game-1", position=0, move=">S1")
        assert told == (
            "the game is at position 1, not at position 0; call show_table with moves=1 before you move",
            True,
        )

    run_in_memory(quick_desk(), act, mode)


@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "x" * 1_000_000}, {"game": "\x1b[31m"}, {"game": ["game-1"]}, {"game": None}, {"game": {"a": [1]}}, {},
        {"game": "game-1", "move": "\u202e"}, {"game": "game-1", "move": 5}, {"game": "game-1", "x": "y"},
        {"game": "game-1", "move": "x" * 100_000},
    ],
)  # fmt: skip
def test_hostile_calls(arguments: dict[str, object]) -> None:
    """Each is refused with a printable sentence of at most 500 characters, and the connection goes on."""

    async def act(client: Client) -> None:
        told, is_error = await call_any(client, "preview_move", **arguments)
        assert is_error
        assert told.isprintable()
        assert await call(client, "show_table") == "No game is open. Start one with new_game."

    run_in_memory(quick_desk(), act)


@pytest.mark.long
@pytest.mark.parametrize(("mode", "players"), [("auto", 3), ("legacy", 2)])
def test_a_whole_game(mode: str, players: int) -> None:
    """A scripted client plays all seats to the end; an equal game beside it decides and checks each answer."""
    names = ["Ada", "Ben", "Cleo"][:players]
    game = ms.Game.new(names, seed=players)
    bot = make_bot("novice", seed=1)

    async def act(client: Client) -> None:
        told = await call(client, "new_game", players=names, seed=players)
        while not game.is_over:
            view = game.seen_by(game.state.turn_seat)
            move = bot(view, view.legal_moves())
            notation = format_move(view, move)
            if game.step_count % 5 == 0:
                await choose(client, view, move)
            told = await call(
                client,
                "play_move",
                game="game-1",
                position=game.step_count,
                move=notation,
                player=view.player.name,
            )
            transition = game.play(move)
            assert "\n".join(ms.words.step_in_words(transition.step)) in told
            assert told.startswith(f"game-1, position {game.step_count}. ")
        assert "The game is over." in told
        assert ms.words.ending_in_words(game.state)[0] in told
        told, is_error = await call_any(client, "play_move", game="game-1", position=game.step_count, move="pass")
        assert (told, is_error) == ("The game is over.", True)
        (log,) = (await client.read_resource("magnum-sal://games/game-1/log")).contents
        assert ms.Game.from_log(log.text.encode()).moves == game.moves  # type: ignore[union-attr]  # as above

    run_in_memory(quick_desk(), act, mode)


async def choose(client: Client, view: ms.GameState, move: ms.Move) -> None:
    """Find *move* question by question, and check the move that the last answer names."""
    choice, numbers = ms.choices(view), list[int]()
    while choice.move is None:
        number = next(number for number, answer in enumerate(choice.answers, 1) if move in choice.take(answer).moves())
        numbers.append(number)
        choice = choice.take(choice.answers[number - 1])
    told = await call(client, "choose_move", game="game-1", answers=numbers)
    assert f"move={format_move(view, move)!r}." in told


@pytest.mark.slow
def test_ten_questions_about_a_position() -> None:
    """The answers contain the facts of the position."""
    state = position(
        "players: Ada, Ben | S1: A | S2: AB | 1L1: AA [BBG/1] | A: cart, 9 groszy, G | B: 4 groszy, rope used"
    )
    game = ms.Game.from_position(state)
    desk = quick_desk()

    async def act(client: Client) -> None:
        await call(client, "load_game", log="".join(game.log.lines()))
        table = await call(client, "show_table", game="game-1")
        assert re.search(r">A Ada.*\n +9 groszy +B0 G1 W0", table)  # 1. What do I own?
        assert re.search(r"tools: +cart", table)  # 2. Which tools do I have?
        assert "rope (used)" in table  # 3. Which tools does Ben have?
        assert "BBG/1" in table  # 4. What is in 1L1?
        told = await call(client, "preview_move", game="game-1", move="inn")
        price = ms.effects(state, ms.VisitInn()).money[0]
        assert f"{price} groszy" in told  # 5. What does a miner at the inn cost?
        told = await call(client, "explain_refusal", game="game-1", move=">3L1")
        assert "3L1 is not connected to the entrance" in told  # 6. Why can I not enter 3L1?
        told = await call(client, "explain_refusal", game="game-1")
        assert "you have no bucket" in told  # 7. Why can I not use a bucket?
        told = await call(client, "choose_move", game="game-1")
        assert "extract salt" in told  # 8. What can I do?
        told = await call(client, "look_up_rules", words="cart salt toll")
        assert "CART-1" in told  # 9. What does a cart do?
        told = await call(client, "hint", game="game-1")
        best = re.search(r"^1\. (.+?): ", told, re.MULTILINE)
        assert best is not None
        told = await call(client, "preview_move", game="game-1", move=best[1])
        assert f"{best[1]} is allowed" in told  # 10. What would you do?

    run_in_memory(desk, act)


def test_too_many_calls_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls beyond the limit are refused at once, so they use neither threads nor memory."""
    from magnum_sal.mcp import _sdk_server

    monkeypatch.setattr(_sdk_server, "_MOST_WAITING", 0)

    async def act(client: Client) -> None:
        told = await call_any(client, "show_table")
        assert told == ("too many calls are waiting; try again in a moment", True)

    run_in_memory(quick_desk(), act)


@pytest.mark.long
def test_the_core_works_without_the_sdk() -> None:
    """A desk imports nothing of the extra, and a missing extra is refused with its name."""
    program = """
import sys
for name in ("mcp", "mcp_types", "anyio", "uvicorn", "pydantic"):
    sys.modules[name] = None
from magnum_sal.mcp import Desk, create_server
desk = Desk()
print(desk.call("show_table").text)
try:
    create_server(desk)
except Exception as error:
    print(error)
from magnum_sal.cli import main
print(main(["serve", "--mcp"]))
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    told = "a server for language models needs the package"
    first, second, status = answer.stdout.splitlines()
    assert first == "No game is open. Start one with new_game."
    assert second.startswith(told)
    assert second.endswith("comes with the extra 'mcp': pip install 'magnum-sal[mcp]'")
    assert status == "1"
    assert answer.stderr.startswith(f"magnum-sal: {told}")
