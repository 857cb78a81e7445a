"""Entry points of installed packages are found immediately, and read again only if the packages change."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path
from unittest.mock import Mock

import pytest
from tests.installing import install

from magnum_sal._internal.entry_points import points

GROUP = "magnum_sal.things_of_a_test"


def test_a_package_is_found_exactly_while_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook that installs or removes a package need not be restarted."""
    monkeypatch.syspath_prepend(tmp_path)
    assert points(GROUP) == ()
    installed = install(tmp_path, {GROUP: {"lamp": "lamps:LAMP", "rope": "ropes:ROPE"}}, name="lamps")
    assert [point.name for point in points(GROUP)] == ["lamp", "rope"]
    assert [point.value for point in points(GROUP, "rope")] == ["ropes:ROPE"]
    assert points(GROUP, "pick") == ()
    shutil.rmtree(installed)
    assert points(GROUP) == ()


def test_a_package_in_another_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may extend Python's path while it runs, even by a folder that does not exist."""
    assert points(GROUP) == ()
    install(tmp_path, {GROUP: {"lamp": "lamps:LAMP"}}, name="lamps")
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    monkeypatch.syspath_prepend(tmp_path)
    assert [point.name for point in points(GROUP)] == ["lamp"]


def test_a_package_in_the_folder_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty entry in the path means the program's current folder."""
    monkeypatch.syspath_prepend("")
    assert points(GROUP) == ()
    install(tmp_path, {GROUP: {"lamp": "lamps:LAMP"}}, name="lamps")
    monkeypatch.chdir(tmp_path)
    assert [point.name for point in points(GROUP)] == ["lamp"]


def test_metadata_are_read_once_for_many_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several queries read the metadata once, since reading them takes as long as many moves."""
    monkeypatch.syspath_prepend(tmp_path)
    reading = Mock(wraps=metadata.entry_points)
    monkeypatch.setattr(metadata, "entry_points", reading)
    for _ in range(3):
        assert points(GROUP) == points(GROUP, "lamp") == ()
    assert reading.call_count == 1
