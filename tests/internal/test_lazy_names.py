"""Late imports of packages that an extra installs."""

from __future__ import annotations

import pkgutil

import pytest

import magnum_sal as ms
from magnum_sal._internal.lazy_names import explain_missing


def test_the_rooms_need_no_import() -> None:
    """`dir` lists every public subpackage of the library, and each is an attribute."""
    rooms = [info.name for info in pkgutil.iter_modules(ms.__path__) if info.ispkg and not info.name.startswith("_")]
    assert len(rooms) == 17
    assert set(rooms) <= set(dir(ms))
    assert [getattr(ms, room).__name__ for room in rooms] == [f"magnum_sal.{room}" for room in rooms]


def test_a_missing_package_names_its_extra() -> None:
    """The error names the feature, the package and the extra, also if a module of the package is missing."""
    with pytest.raises(ms.MissingExtraError) as caught, explain_missing("a rating", "arena"):
        raise ModuleNotFoundError(name="openskill.models")
    assert str(caught.value) == (
        "a rating needs the package openskill, which comes with the extra 'arena': pip install 'magnum-sal[arena]'"
    )


@pytest.mark.parametrize("name", ["magnum_sal.web._missing", None])
def test_a_missing_module_of_the_library_stays_visible(name: str | None) -> None:
    """No extra installs a module of the library, so the error is not explained."""
    with pytest.raises(ModuleNotFoundError), explain_missing("a table server", "web"):
        raise ModuleNotFoundError(name=name)
