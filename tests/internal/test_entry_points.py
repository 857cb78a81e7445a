"""What installed packages name: it is found as soon as it is there, and read no more often than it changes."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path
from unittest.mock import Mock

import pytest
from tests.installing import install

from magnum_sal._internal.entry_points import points

GROUP = "magnum_sal.things_of_a_test"


def test_a_package_is_found_once_it_is_installed_and_no_longer_than_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notebook that installs a package need not be started again, and neither need one that removes it."""
    monkeypatch.syspath_prepend(tmp_path)
    assert points(GROUP) == ()
    installed = install(tmp_path, {GROUP: {"lamp": "lamps:LAMP", "rope": "ropes:ROPE"}}, name="lamps")
    assert [point.name for point in points(GROUP)] == ["lamp", "rope"]
    assert [point.value for point in points(GROUP, "rope")] == ["ropes:ROPE"]
    assert points(GROUP, "pick") == ()
    shutil.rmtree(installed)
    assert points(GROUP) == ()


def test_a_package_in_another_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may add to Python's path while it runs, even a place that there is not."""
    assert points(GROUP) == ()
    install(tmp_path, {GROUP: {"lamp": "lamps:LAMP"}}, name="lamps")
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    monkeypatch.syspath_prepend(tmp_path)
    assert [point.name for point in points(GROUP)] == ["lamp"]


def test_a_package_in_the_folder_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the path begins with "", it means the folder that the program has gone to."""
    monkeypatch.syspath_prepend("")
    assert points(GROUP) == ()
    install(tmp_path, {GROUP: {"lamp": "lamps:LAMP"}}, name="lamps")
    monkeypatch.chdir(tmp_path)
    assert [point.name for point in points(GROUP)] == ["lamp"]


def test_metadata_are_read_once_for_many_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena asks for each game, and reading the metadata of all packages takes as long as many moves."""
    monkeypatch.syspath_prepend(tmp_path)
    reading = Mock(wraps=metadata.entry_points)
    monkeypatch.setattr(metadata, "entry_points", reading)
    for _ in range(3):
        assert points(GROUP) == points(GROUP, "lamp") == ()
    assert reading.call_count == 1
