"""Damaged files of a table: what strangers, players and the operator learn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.web.tables import Tables


@pytest.mark.parametrize(
    ("ruined", "text"),
    [
        (".json", "{"),
        (".json", '{"secret_field": 1}'),
        (".json", "OTHERS"),
        (".json", "LESS"),
        (".jsonl", "{"),
        (".jsonl", ""),
    ],
)
def test_strangers_learn_nothing_about_damaged_files(
    tables: Tables, tmp_path: Path, ruined: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    """
    A stranger gets the refusal for unknown tables.

    Members and invited people get a sentence, and the log has the reason.
    """
    host, stranger = tables.browser("host"), tables.browser("stranger")
    table = host.open("here", "here", "link")
    link = host.news(table)["chairs"][2]["link"]
    nothing = stranger.get(f"/api/tables/{'x' * 24}")
    assert nothing.code == "unknown_table"
    tables.do(tables.lobby.close_idle)
    path = tmp_path / f"{table}{ruined}"
    kept = json.loads(path.read_text().splitlines()[0])
    changed = {"OTHERS": kept | {"id": "x" * 24}, "LESS": kept | {"chairs": kept.get("chairs", [])[:2]}}
    path.write_text(json.dumps(changed[text]) if text in changed else text)
    for address in ("", "/news", "/history", "/log.jsonl", "/board.svg"):
        said = stranger.get(f"/api/tables/{table}{address}")
        assert (said.status, said.body) == (404, nothing.body)
    said = stranger.ask(table, "undo", number=0)
    assert (said.status, said.body) == (404, nothing.body)
    known = host.get(f"/api/tables/{table}")
    assert (known.status, known.code) == (503, "not_kept")
    assert known.data["sentence"].startswith("the log of the game cannot be read or written")
    assert stranger.join(link).body == known.body  # The holder of a link was invited.
    assert f"the table {table} cannot be read: " in caplog.text
