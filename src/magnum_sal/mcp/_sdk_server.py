"""Connect a desk to the official SDK of the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.shared.exceptions import MCPError

from .._internal.versions import __version__
from ..errors import MagnumSalError
from ..words import error_in_words, sentence
from ._desk import Desk, Reply
from ._prompts import PROMPTS, write_prompt
from ._resources import TEMPLATES, list_resources, read_resource

T = TypeVar("T")

INSTRUCTIONS: Final = """\
Play the board game Magnum Sal. Start a game with new_game and look at it with show_table; its form legend explains \
the marks, and its argument moves tells what happened last. Find moves with choose_move, check them with preview_move, \
and play them with play_move and the position number of the last answer. Take moves back with undo_move. Look up \
rules with look_up_rules instead of guessing."""
_MOST_WAITING: Final = 32
"""The maximum number of calls at once. It leaves threads of anyio, which has 40, to the connection itself."""


class _Queue:
    """Answers calls in threads, so that thinking bots do not block the connection. The desk takes one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waiting = 0

    async def run(self, function: Callable[[], T]) -> T:
        """Return the result of *function*; raise ``MagnumSalError`` if too many calls are waiting."""
        if self._waiting >= _MOST_WAITING:
            raise MagnumSalError(sentence("mcp.busy", self._desk.settings.language))
        self._waiting += 1
        try:
            return await anyio.to_thread.run_sync(function)
        finally:
            self._waiting -= 1


def build_server(desk: Desk) -> Server[Any]:  # Any: the SDK's type for a server without a lifespan of its own
    """Return an SDK server whose tools, resources and prompts are those of *desk*."""
    language = desk.settings.language
    queue = _Queue(desk)

    async def run_or_refuse(function: Callable[[], T]) -> T:
        try:
            return await queue.run(function)
        except MagnumSalError as error:
            raise MCPError(types.INVALID_PARAMS, error_in_words(error, language)) from None

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    description=tool.description,
                    input_schema=tool.schema,
                    annotations=types.ToolAnnotations(
                        read_only_hint=tool.is_read_only,
                        destructive_hint=tool.is_destructive,
                        open_world_hint=False,
                    ),
                )
                for tool in desk.list_tools()
            ]
        )

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        # The SDK replaces the message of any exception, so a refusal is an ordinary result that is marked as an error.
        try:
            reply = await queue.run(lambda: desk.call(params.name, params.arguments))
        except MagnumSalError as error:
            reply = Reply(error_in_words(error, language), is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=reply.text)], is_error=reply.is_error)

    async def list_all_resources(_: Any, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        # The desk may be busy with a bot's move, so even this list must not block the connection.
        resources = await run_or_refuse(lambda: list(list_resources(desk)))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=found.uri, name=found.name, description=found.description, mime_type=found.media_type
                )
                for found in resources
            ]
        )

    async def list_templates(_: Any, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=uri, name=name, description=told, mime_type=media_type)
                for uri, name, told, media_type in TEMPLATES
            ]
        )

    async def read(_: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        media_type, text = await run_or_refuse(lambda: read_resource(desk, uri))
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=media_type, text=text)])

    async def list_prompts(_: Any, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=prompt.name,
                    title=prompt.title,
                    description=prompt.description,
                    arguments=[
                        types.PromptArgument(
                            name=argument.name, description=argument.description, required=argument.is_required
                        )
                        for argument in prompt.arguments
                    ],
                )
                for prompt in PROMPTS
            ]
        )

    async def get_prompt(_: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await run_or_refuse(lambda: write_prompt(params.name, params.arguments or {}, language))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(messages=[message])

    return Server(
        "magnum-sal",
        version=__version__,
        title="Magnum Sal",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_all_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
