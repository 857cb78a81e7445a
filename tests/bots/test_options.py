"""Options of bots: parsed according to the annotations, and refused with a message that lists valid values."""

from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.bots import make_bot

HERE = Path(__file__).parent
CHOSEN, DEMANDING = "bots_of_tests:Chosen", "bots_of_tests:Demanding"


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(HERE)


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ("whole=5", {"whole": 5}),
        ("number=5", {"number": 5.0}),
        ("number=1e-3,whole=-2", {"number": 0.001, "whole": -2}),
        ("flag=true", {"flag": True}),
        ("flag=False", {"flag": False}),
        ("text=5", {"text": "5"}),
        ("text=true", {"text": "true"}),
        ("text=", {"text": ""}),
        ("way=wide", {"way": "wide"}),
        ("most=7", {"most": 7}),
        ("most=none", {"most": None}),
        ("file=a/b.txt", {"file": Path("a/b.txt")}),
        ("open=5", {"open": 5}),
        ("untyped=0.5", {"untyped": 0.5}),
        ("untyped=deep", {"untyped": "deep"}),
        ("bare=5,part=1", {"bare": 5, "part": 1.0}),
        ("loud=true,word=5", {"loud": True, "word": "5"}),
    ],
)
def test_options_have_the_annotated_types(options: str, given: dict[str, Any]) -> None:
    """An option is a number, a text or a listed word. Without an annotation, its default or its text decides."""
    found = vars(make_bot(f"{CHOSEN}:{options}"))["given"]
    assert {name: found[name] for name in given} == given
    assert all(type(found[name]) is type(value) for name, value in given.items())


@pytest.mark.parametrize("text", ["BLUE", "b"])
def test_options_of_an_enumeration(text: str) -> None:
    """The name or the value of a member selects it."""
    assert vars(make_bot(f"{CHOSEN}:colour={text}"))["given"]["colour"].name == "BLUE"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (f"{CHOSEN}:whole=many", "bot 'bots_of_tests:Chosen:whole=many': whole must be a whole number, not 'many'"),
        (f"{CHOSEN}:whole=1.5", "bot 'bots_of_tests:Chosen:whole=1.5': whole must be a whole number, not '1.5'"),
        (
            f"{CHOSEN}:whole={'9' * 5000}",
            "whole must be a whole number, not '9999",
        ),
        (f"{CHOSEN}:number=much", "bot 'bots_of_tests:Chosen:number=much': number must be a number, not 'much'"),
        (f"{CHOSEN}:flag=1", "bot 'bots_of_tests:Chosen:flag=1': flag must be true or false, not '1'"),
        (f"{CHOSEN}:bare=0.5", "bot 'bots_of_tests:Chosen:bare=0.5': bare must be a whole number, not '0.5'"),
        (f"{CHOSEN}:part=half", "bot 'bots_of_tests:Chosen:part=half': part must be a number, not 'half'"),
        (f"{CHOSEN}:loud=yes", "bot 'bots_of_tests:Chosen:loud=yes': loud must be true or false, not 'yes'"),
        (f"{CHOSEN}:way=high", "bot 'bots_of_tests:Chosen:way=high': way must be deep or wide, not 'high'"),
        (f"{CHOSEN}:most=all", "bot 'bots_of_tests:Chosen:most=all': most must be a whole number or none, not 'all'"),
        (f"{CHOSEN}:colour=green", "bot 'bots_of_tests:Chosen:colour=green': colour must be RED or BLUE, not 'green'"),
        (f"{CHOSEN}:hole=5", "has no option 'hole'; its options are whole (a whole number), number (a number), flag"),
        (
            f"{CHOSEN}:hole=5",
            "way (deep or wide), most (a whole number or none), colour (RED or BLUE), file (a path), op",
        ),
        (
            DEMANDING,
            "needs the option depth, a whole number: write it after a colon, as in bots_of_tests:Demanding:dep",
        ),
        (
            "bots_of_tests:Exacting:width=5",
            "write it after the other options, as in bots_of_tests:Exacting:width=5,depth=...",
        ),
        (f"{DEMANDING}:rng=5,depth=1", "has no option 'rng'; its options are depth (a whole number)"),
        (
            "search:iterations=many",
            "bot 'search:iterations=many': iterations must be a whole number or none, not 'many'",
        ),
        ("search:iterations=0", "search: iterations: expected a whole number from 1 up, got 0"),
        (
            "master:iterations=many",
            "bot 'master:iterations=many': iterations must be a whole number or none, not 'many'",
        ),
        ("random:luck=\x1b[2J", "bot 'random:luck=\\x1b[2J' has no option 'luck'; it has no options"),
    ],
)
def test_other_options_are_refused(name: str, words: str) -> None:
    """The message names the option, the valid values and the given one."""
    with pytest.raises(ms.MisuseError) as caught:
        make_bot(name)
    assert words in str(caught.value)
    assert str(caught.value).isprintable()


def test_rng_is_passed_only_if_accepted() -> None:
    """A class without the parameter ``rng`` is created without it."""
    assert "rng" in vars(make_bot(f"{DEMANDING}:depth=3"))
    assert "rng" not in vars(make_bot(CHOSEN))["given"]


def test_positional_parameters_are_not_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are passed by name. So a positional-only parameter is not one, and no bot may require it."""
    (tmp_path / "positional_bots.py").write_text(
        "class Bot:\n"
        "    def __call__(self, state, moves): ...\n"
        "class Required(Bot):\n"
        "    def __init__(self, depth, /): ...\n"
        "class Optional(Bot):\n"
        "    def __init__(self, rng=None, depth=3, /, width=1): self.given = (rng, depth, width)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("positional_bots:Required:depth=3", "positional_bots:Required"):
        with pytest.raises(ms.MisuseError, match="its parameter depth is positional-only, so no option can set it"):
            make_bot(name)
    assert vars(make_bot("positional_bots:Optional:width=2"))["given"] == (None, 3, 2)
    with pytest.raises(ms.MisuseError, match="has no option 'depth'; its options are width"):
        make_bot("positional_bots:Optional:depth=4")


def test_annotations_that_cannot_be_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If some annotations cannot be resolved, simple ones still count. A bot with ``**`` accepts any option."""
    (tmp_path / "odd_bots.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "class Odd:\n"
        "    def __init__(self, *, depth: int = 1, view: 'Nowhere' = None, **more):\n"
        "        self.depth, self.view, self.more = depth, view, more\n"
        "    def __call__(self, state, moves):\n"
        "        return moves[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    bot = vars(make_bot("odd_bots:Odd:depth=2,view=3,other=x", seed=1))
    assert (bot["depth"], bot["view"], bot["more"]["other"], "rng" in bot["more"]) == (2, 3, "x", True)
    with pytest.raises(ms.MisuseError, match="bot 'odd_bots:Odd:depth=x': depth must be a whole number, not 'x'"):
        make_bot("odd_bots:Odd:depth=x")


def test_an_option_with_any_text_is_listed_without_a_type() -> None:
    """No valid values are listed if one type of a union accepts any text."""
    with pytest.raises(ms.MisuseError, match=r"has no option 'hole'; its options are depth$"):
        make_bot("bots_of_tests:Untyped:hole=5")
