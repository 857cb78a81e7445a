"""News: what a browser may know about a table, the game in words, and the available languages, bots and rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .._internal.versions import __version__
from ..bots import HUMAN, Line, Review, installed, judged_move_in_words, review_graph, review_summary
from ..bots.advice import describe_line
from ..engine.steps import Step
from ..errors.messages import printable
from ..lessons import Lesson, text_in
from ..model.events import TileSeen
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..model.switches import Switch
from ..protocol import table_answers as answers
from ..protocol.progress import describe_advice, describe_steps
from ..protocol.table_requests import TABLE_PROTOCOL
from ..render.board_facts import phase_and_round, turn_in_words
from ..rules.standard import STANDARD
from ..words import (
    LANGUAGES,
    capitalize,
    early_end_in_words,
    has_label,
    label,
    ruleset_label,
    sentence,
    standing_in_words,
    switch_label,
)
from ..words.agreement import describe_ending
from ..words.languages import words_of
from ._notifications import Presence
from ._permissions import find_undo, redo_to
from ._server_settings import ServerSettings
from ._table import END, MOST_RECENT, UNDO, Arrangement, Standing, Table

PAGE: Final = "table."
"""The prefix of the ids of words on the page."""
_SECONDS: Final = "seconds="
MOST_NEWS: Final = MOST_RECENT
"""The maximum number of steps in a news message; a browser that missed more reads the history."""


def link_path(link: str) -> str:
    return f"/join/{link}"


def describe_table(
    table: Table, presence: Presence, browser: str, language: str, *, known: int | None = None, has_links: bool = True
) -> answers.NewsAnswer:
    """
    Return what a browser may know about a table.

    *known* is the last position number that the browser received, and *has_links* says whether people can join by
    following links.
    """
    arrangement, game, standing = table.arrangement, table.game, table.standing
    state, is_host, count = standing.state, browser == arrangement.host, game.step_count
    # The page drops the lines of its log after the first *kept* ones and appends ``happened``. If there are too many
    # new moves, it reads the history instead.
    kept = count if known is None else table.steps_before(known)
    news = table.steps(kept) if count - kept <= MOST_NEWS else ()
    undo_to, undo = find_undo(table, browser) or (None, None)
    return answers.NewsAnswer(
        table=arrangement.id,
        number=table.number,
        steps=count,
        turn_words=_turn(arrangement, standing, browser, language),
        to_move=None if game.is_over else state.turn_seat,
        is_over=game.is_over,
        winners=state.winners,
        end_words=describe_ending(state, standing.end_reason, language),
        chairs=tuple(_chairs(table, presence, browser, language)),
        watching=presence.watching(arrangement),
        is_host=is_host,
        watch_link=link_path(arrangement.watch_link) if is_host and has_links else None,
        absent_seconds=arrangement.absent_seconds,
        is_closed=arrangement.is_closed,
        proposal=_proposal(table, language),
        undo=undo,
        undo_to=undo_to,
        redo_to=redo_to(table, browser),
        since=table.count_moves_until_own(browser),
        trouble=table.trouble,
        kept=kept,
        happened=tuple(describe_steps(news, kept + 1, language, list_secrets(table, browser))),
        lesson=_describe_progress(table, language),
        ruleset_words=ruleset_label(state.ruleset, language),
        is_standard=state.ruleset == STANDARD,
    )


def describe_lessons(lessons: Sequence[Lesson], language: str) -> answers.LessonsAnswer:
    return answers.LessonsAnswer(
        lessons=tuple(
            answers.LessonSummary(
                id=lesson.id,
                title=text_in(lesson.title, language),
                summary=text_in(lesson.summary, language),
                tasks=len(lesson.tasks),
            )
            for lesson in lessons
        )
    )


def _describe_progress(table: Table, language: str) -> answers.LessonStatus | None:
    lesson, progress = table.lesson, table.progress
    if lesson is None or progress is None:
        return None
    is_done = progress.solved == len(lesson.tasks)
    task = lesson.tasks[progress.solved - is_done]
    verdict = None
    if progress.has_just_solved:
        verdict = text_in(lesson.tasks[progress.solved - 1].praise, language)
    elif progress.has_missed:
        verdict = text_in(task.hint, language)
    return answers.LessonStatus(
        id=lesson.id,
        title=text_in(lesson.title, language),
        task=progress.solved - is_done + 1,
        tasks=len(lesson.tasks),
        words=text_in(task.ask, language),
        rules=lesson.rules,
        verdict=verdict,
        is_solved=progress.has_just_solved,
        is_done=is_done,
        retry_at=progress.retry_at,
    )


def _turn(arrangement: Arrangement, standing: Standing, browser: str, language: str) -> str:
    """Return whose turn it is or how the game ended. If it is this browser's turn, the words address its player."""
    state = standing.state
    if standing.end_reason is not None:
        return early_end_in_words(state, standing.end_reason, language)
    if state.turn is not None and state.turn_seat in arrangement.seats_played_by(browser):
        turn = sentence("table.your_turn", language, name=state.player.name, count=state.turn.actions_left)
        return f"{turn}. {capitalize(', '.join(phase_and_round(state, language)))}"
    return turn_in_words(state, language)


def _chairs(table: Table, presence: Presence, browser: str, language: str) -> Iterator[answers.SeatStatus]:
    is_host = browser == table.arrangement.host
    for player, chair in zip(table.game.state.players, table.arrangement.chairs, strict=True):
        yield answers.SeatStatus(
            name=player.name,
            player=chair.player,
            player_words=bot_words(chair.player, language),
            is_yours=chair.holder == browser,
            is_taken=chair.holder is not None,
            is_present=presence.is_present(table.arrangement.id, chair.holder),
            stand_in=None if chair.stand_in is None else bot_words(chair.stand_in, language),
            # Anybody who has a link can take its seat, so only the host receives the link.
            link=link_path(chair.link) if is_host and chair.link is not None else None,
        )


def bot_words(player: str, language: str) -> str:
    """Return the page's words for a player: the word for a person, or a bot's name."""
    key = f"{PAGE}player.{player.partition(':')[0]}"
    # The operator may offer bots from other packages. The library has no words for them, so their names are shown.
    if player != HUMAN and not has_label(key, language):
        return printable(player, 80)
    options = player.partition(":")[2]
    words = label(key, language)
    if options.startswith(_SECONDS) and "," not in options:
        return f"{words} ({options.removeprefix(_SECONDS)} s)"
    return f"{words} ({printable(options, 60)})" if options else words


def _proposal(table: Table, language: str) -> answers.ProposalStatus | None:
    proposal = table.proposal
    if proposal is None:
        return None
    key = {UNDO: "table.proposes_undo", END: "table.proposes_end"}[proposal.kind]
    count = table.game.step_count - proposal.to
    words = sentence(key, language, name=table.names([proposal.seat])[0], count=count)
    return answers.ProposalStatus(
        id=table.arrangement.proposals,
        kind=proposal.kind,
        seat=proposal.seat,
        waits_for=table.arrangement.waits_for(proposal),
        words=words,
    )


def list_secrets(table: Table, browser: str) -> tuple[tuple[int, TileSeen], ...]:
    """Return the tiles that a browser's viewer has seen privately, each with the number of the move (PUBLIC-1)."""
    viewer = table.viewer_of(browser)
    return () if viewer is None else tuple(table.game.secrets(viewer))


def describe_history(
    number: int, steps: Sequence[Step], first: int, language: str, secrets: Iterable[tuple[int, TileSeen]]
) -> answers.HistoryAnswer:
    """Return the steps of a game in words, numbered from *first*; *number* is the current position number."""
    told = tuple(describe_steps(steps, first, language, secrets))
    return answers.HistoryAnswer(number=number, first=first, steps=told)


def describe_standing(table: Table, language: str) -> answers.StandingAnswer:
    standing = table.standing
    headings, *rows = standing_in_words(standing.state, language)
    words = describe_ending(standing.state, standing.end_reason, language)
    return answers.StandingAnswer(headings=headings, rows=tuple(rows), words=words)


def describe_invitation(
    arrangement: Arrangement, state: GameState, link: str, browser: str | None, language: str
) -> answers.InvitationAnswer:
    """Return the table that a link leads to. *browser* is None without a key, and can then use only unused links."""
    return answers.InvitationAnswer(
        players=tuple(player.name for player in state.players),
        seat=arrangement.seat_of_link(link, browser),
        ruleset_words=ruleset_label(state.ruleset, language),
        is_standard=state.ruleset == STANDARD,
        is_host=browser == arrangement.host,
    )


def describe_table_entry(
    arrangement: Arrangement, standing: Standing, browser: str, language: str
) -> answers.TableSummary:
    """Return a table's entry in the list of tables."""
    state, is_over = standing.state, standing.is_over
    return answers.TableSummary(
        table=arrangement.id,
        players=tuple(player.name for player in state.players),
        turn_words=_turn(arrangement, standing, browser, language),
        is_yours=not is_over and state.turn_seat in arrangement.seats_of(browser),
        is_over=is_over,
    )


def describe_damaged_entry(table: str, language: str) -> answers.TableSummary:
    """Return the entry of a table whose seating cannot be read."""
    return answers.TableSummary(
        table=table, players=(label("table.damaged_game", language),), turn_words="", is_yours=False, is_over=False
    )


def describe_hint(state: GameState, number: int, found: Sequence[Line], language: str) -> answers.HintAnswer:
    advice = tuple(describe_line(state, line, language) for line in found)
    return answers.HintAnswer(number=number, advice=advice, words=describe_advice(advice))


def describe_review(review: Review, language: str) -> answers.ReviewAnswer:
    return answers.ReviewAnswer(
        told=review_summary(review, language),
        costliest=tuple(
            answers.CostlyMove(step=entry.number, words=judged_move_in_words(entry, language))
            for entry in review.costliest()
        ),
        graph=review_graph(review, language),
    )


def describe_welcome(settings: ServerSettings, language: str) -> answers.WelcomeAnswer:
    """Return the available languages, bots and rulesets, and the words of the page."""
    names = sorted(key for key in words_of("en") if key.startswith(PAGE))
    return answers.WelcomeAnswer(
        protocol=TABLE_PROTOCOL,
        library=__version__,
        language=language,
        languages=tuple(LANGUAGES),
        address=settings.address,
        bots=tuple(answers.BotOption(name=bot, words=bot_words(bot, language)) for bot in settings.bots),
        rulesets=tuple(_describe_ruleset(ruleset, language) for ruleset in _rulesets(settings.ruleset)),
        keys=tuple(names),
        words=tuple(label(key, language) for key in names),
    )


def _rulesets(usual: Ruleset) -> Iterator[Ruleset]:
    yield usual
    for known in installed.rulesets():
        # A package whose ruleset cannot be imported must not hide the others.
        if known.ruleset is not None and known.ruleset.name != usual.name:
            yield known.ruleset


def _describe_ruleset(ruleset: Ruleset, language: str) -> answers.RulesetOption:
    switches = tuple(_describe_switch(ruleset, switch, language) for switch in ruleset.switches)
    return answers.RulesetOption(name=ruleset.name, words=ruleset_label(ruleset, language), switches=switches)


def _describe_switch(ruleset: Ruleset, switch: Switch, language: str) -> answers.SwitchOption:
    is_on = ruleset.setting(switch.name) != switch.off
    on = ruleset.setting(switch.name) if is_on else switch.on
    return answers.SwitchOption(
        name=switch.name,
        words=capitalize(switch_label(switch, on, language, ruleset)),
        on=int(on or 1),
        is_number=bool(switch.unit),
        is_on=is_on,
        is_own=switch in ruleset.own_switches,
    )
