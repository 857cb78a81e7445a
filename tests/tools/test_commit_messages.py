"""The tool that checks commit messages."""

import subprocess
from pathlib import Path

import pytest
from tools.commit_messages import check_message, main

BODY = "\n\nThe second carrier was asked again.\n"


@pytest.mark.parametrize(
    "message",
    [
        f"Ask for a toll only once{BODY}",
        f"Ask for a toll {'t' * 57}{BODY}",
        "Merge branch 'tolls' of a very long name, which git has put together without any person",
        "fixup! tolls",
    ],
)
def test_a_good_message_has_no_complaint(message: str) -> None:
    """A title of several words and a body that says why get no complaint. Messages written by git are not checked."""
    assert list(check_message(message)) == []


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (f"Fix bug{BODY}", "the title does not say what the commit does to what"),
        (f"ask for a toll only once{BODY}", "the title does not start with a capital letter"),
        (f"Ask for a toll only once.{BODY}", "the title ends with a full stop"),
        ("Ask for a toll\nonly once", "there is no empty line after the title"),
        (f"Ask for a toll {'t' * 58}{BODY}", "the title has 73 characters; at most 72 fit"),
        ("Ask for a toll only once", "there is no body that says why"),
        (
            f"Let a toll be paid only once{BODY}",
            "the title starts with 'Let', which is not a listed verb (tools/plain_english.toml)",
        ),
        ("Ask for a toll only once\n\nA carrier is told why.", "'is told': write 'is reported, is described'"),
        (
            f"Ask for a toll only once\n\n{'word ' * 36}",
            "a sentence of 36 words: word word word word word word ...",
        ),
    ],
)
def test_each_fault_has_a_complaint(message: str, complaint: str) -> None:
    """Each fault has exactly one complaint."""
    assert list(check_message(message)) == [complaint]


def test_hints_of_git_are_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program is a git hook for the file that the editor has saved. It skips the comments and the diff from git."""
    path = tmp_path / "COMMIT_EDITMSG"
    path.write_text(f"Ask for a toll only once{BODY}# Please enter the commit message\n", "utf-8")
    assert main([str(path)]) == 0
    scissors = "# ------------------------ >8 ------------------------"
    path.write_text(f"Ask for a toll only once{BODY}{scissors}\n# Do not change it.\n+whoever {'long ' * 40}", "utf-8")
    assert main([str(path)]) == 0
    path.write_text(f"Ask for a toll only once\n{scissors}\n+a line that is no body\n", "utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == "'Ask for a toll only once': there is no body that says why\n"
    path.write_text(f"Fix bug{BODY}# Please enter the commit message\n", "utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == "'Fix bug': the title does not say what the commit does to what\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("HEAD..HEAD", r"^HEAD\.\.HEAD contains no commits; name the branch or commit from which yours start$"),
        ("no-branch..HEAD", r"^git cannot list the commits of no-branch\.\.HEAD: fatal: bad revision"),
    ],
)
def test_a_range_without_commits_is_an_error(
    source: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range that git does not know, or that is empty, does not look like a range of good messages."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *author, "commit", "-q", "--allow-empty", "-m", "Begin the game"], check=True)
    with pytest.raises(SystemExit, match=words):
        main([source])
