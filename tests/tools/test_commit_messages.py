"""The check of commit messages in `tools/`: what it refuses, and in which words."""

from pathlib import Path

import pytest
from tools.commit_messages import main, objections


@pytest.mark.parametrize(
    "message",
    [
        "Let nobody pay a toll twice\n",
        "Let nobody pay a toll twice\n\nThe second carrier was asked again.\n",
        f"Let nobody pay {'t' * 57}",
        "Merge branch 'tolls' of a very long name that git has put together and nobody has written",
        "fixup! tolls",
    ],
)
def test_a_message_in_order(message: str) -> None:
    """A title of several words, alone or with a body; what git writes is git's."""
    assert list(objections(message)) == []


@pytest.mark.parametrize(
    ("message", "objection"),
    [
        ("Fix bug", "the title does not say what is done to what"),
        ("let nobody pay twice", "the title begins with no capital letter"),
        ("Let nobody pay twice.", "the title ends in a full stop"),
        ("Let nobody pay twice\nfor one cube", "no empty line follows the title"),
        (f"Let nobody pay {'t' * 58}", "the title has 73 characters, 1 more than fit"),
    ],
)
def test_what_is_said_of_another(message: str, objection: str) -> None:
    """Each fault in a sentence."""
    assert list(objections(message)) == [objection]


def test_the_hints_of_git_are_no_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a hook it gets the file that the editor has left."""
    path = tmp_path / "COMMIT_EDITMSG"
    path.write_text("Let nobody pay a toll twice\n# Please enter the commit message\n", "utf-8")
    assert main(str(path)) == 0
    path.write_text("Fix bug\n# Please enter the commit message\n", "utf-8")
    assert main(str(path)) == 1
    assert capsys.readouterr().out == "'Fix bug': the title does not say what is done to what\n"
