"""Finding bots by name."""

import operator
import random
import sys
from pathlib import Path

import pytest
from tests.installing import install

import magnum_sal as ms
from magnum_sal.bots import HUMAN, LEVELS, bot_factory, bot_names, make_bot, registry
from magnum_sal.bots._built_in_bots import RandomBot
from magnum_sal.bots.installed import bots
from magnum_sal.bots.registry import check_bot

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this folder on the import path, where users have their current folder."""
    monkeypatch.syspath_prepend(HERE)


def test_built_in_names() -> None:
    """The built-in bots, policies and the process bots are known by name."""
    assert bot_names()[:10] == (*LEVELS, "greedy", "policy", "process", "random", "search")
    assert isinstance(make_bot("random"), RandomBot)


def test_options_are_typed() -> None:
    """Options are parsed as numbers, true and false, or text."""
    bot = make_bot("bots_of_tests:Witness:depth=3,name=deep,eager=true", seed=5)
    assert (vars(bot)["depth"], vars(bot)["name"], vars(bot)["eager"]) == (3, "deep", True)
    assert vars(bot)["rng"].random() == random.Random(5).random()


@pytest.mark.parametrize("name", ["first", "first_by_partial"])
def test_a_function_is_a_bot(name: str) -> None:
    """A function in a module is itself the bot, also if it is made from another function."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    moves = ms.legal_moves(state)
    assert make_bot(f"bots_of_tests:{name}")(state.public(), moves) == moves[0]


def test_a_function_in_c_is_a_bot() -> None:
    """A function of a compiled module is accepted by its name, although it cannot play here."""
    bot: object = make_bot("operator:getitem")
    assert bot is operator.getitem


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "nobody",
            f"no bot is called 'nobody'. Use one of {', '.join(LEVELS)}, greedy, policy, process, random, search",
        ),
        ("search:depth=3", "has no option 'depth'; its options are iterations (a whole number or none), seconds"),
        ("random:iterations=3", "has no option 'iterations'; it has no options"),
        ("search:iterations", "bot 'search:iterations': option 'iterations' does not have the form name=value"),
        ("search:iterations=1,iterations=2", "option 'iterations' is given twice"),
        ("no.such.module:Class", "No module named 'no'"),
        ("bots_of_tests:Nobody", "has no attribute 'Nobody'"),
        ("bots_of_tests:first:depth=3", "bot 'bots_of_tests:first:depth=3': a function cannot take options"),
        ("bots_of_tests:__doc__", "this is of class str, which cannot be called"),
        (
            "bots_of_tests:random",
            "this is a module, which cannot be called; its module has first, Witness, ",
        ),
        (
            "bots_of_tests:shared",
            "bot 'bots_of_tests:shared': this is an instance of Witness; every game creates its own bots, so pass the ",
        ),
        ("radnom", "no bot is called 'radnom'; did you mean random?"),
        ("aprentice:", "no bot is called 'aprentice'; did you mean apprentice?"),
        ("bots_of_tests.Raiser", "no bot is called 'bots_of_tests.Raiser'; did you mean bots_of_tests:Raiser?"),
        ("bots_of_tests/Raiser", "did you mean bots_of_tests:Raiser?"),
        ("./bots_of_tests/raiser:depth=3", "did you mean bots_of_tests:Raiser?"),
        ("process:", "needs a command"),
        (
            "process:no-such-program-anywhere",
            "process bot 'no-such-program-anywhere': program 'no-such-program-anywhere' not found",
        ),
        ("process:node 'bot.js", "No closing quotation"),
    ],
)
def test_an_unknown_name_is_refused(name: str, words: str) -> None:
    """The message suggests known names or says how to write them."""
    with pytest.raises(ms.MisuseError) as caught:
        make_bot(name)
    assert words in str(caught.value)


def test_a_program_that_cannot_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says whether nothing is there, a folder, or a file that is not executable, and what to do."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.pl").write_text("#!/usr/bin/perl\n")
    (tmp_path / "bots").mkdir()
    advice = "run chmod +x './my bot.pl', or name its interpreter, as in process:perl './my bot.pl'"
    for command, words in (
        ("./gone.pl", "program './gone.pl' not found"),
        ("gone.pl", "program 'gone.pl' not found"),
        ("bots", "program 'bots' not found"),
        ("./bots", "'./bots' is a folder, not a program"),
        ("'./my bot.pl' 5", f"'./my bot.pl' exists but is not executable: {advice}"),
    ):
        with pytest.raises(ms.MisuseError) as caught:
            make_bot(f"process:{command}")
        assert str(caught.value) == f"process bot {command!r}: {words}"


@pytest.fixture
def module_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's module whose import would be noticed."""
    path = tmp_path / "some_bots.py"
    path.write_text(
        "import nowhere_to_be_found\n"
        "def thirsty(state, moves, *, hurry=1): ...\n"
        "def _helper(state, moves): ...\n"
        "def three(a, b, c): ...\n"
        "class Grabber:\n    def __call__(self, state, moves): ...\n"
        "class Note: ...\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return path


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "some_bots",
            "'some_bots' is a module, not a bot: name the class or function in it as well, as in some_bots:t",
        ),
        ("some_bots:", "as in some_bots:thirsty or some_bots:Grab"),
        ("some_bots:depth=3", "as in some_bots:thirsty or some_bots:Grab"),
        ("some_bots.py", "'some_bots.py' is a file, not a bot: name the class or function in it as well, as in some_"),
        (
            "./some_bots.py:Grabber",
            "is a file, not a bot: name the class or function in it as well, as in some_bots:thirsty or some_bots:Grab",
        ),
        ("nowhere.some_bots", "no bot is called 'nowhere.some_bots'"),
        ("some-bots", "no bot is called 'some-bots'"),
        ("some_bots:Grabber", "No module named 'nowhere_to_be_found' (some_bots.py, line 1)"),
    ],
)
def test_a_module_is_not_a_bot(name: str, words: str, module_of_bots: Path) -> None:
    """The message suggests bots found in the source of the module, without running it."""
    with pytest.raises(ms.MisuseError) as caught:
        bot_factory(name)
    assert words in str(caught.value)
    assert "some_bots" not in sys.modules


@pytest.mark.parametrize("content", [b"def f(:", b"\x00", b"\xff\xfe", b"(" * 100_000, b"# nothing"])
def test_a_module_that_cannot_be_read(content: bytes, module_of_bots: Path) -> None:
    """A module that cannot be parsed is reported as a module all the same."""
    module_of_bots.write_bytes(content)
    with pytest.raises(ms.MisuseError, match="name the class or function in it as well, as in some_bots:MyBot"):
        bot_factory("some_bots")


@pytest.mark.parametrize("content", ["import json\n\nWEIGHTS = json.loads('{')\n", "\n\nraise ValueError\n"])
def test_a_module_that_raises(content: str, module_of_bots: Path) -> None:
    """The message names the line of the module that failed, not a line of a library that it calls."""
    module_of_bots.write_text(content)
    with pytest.raises(ms.MisuseError, match=r"Error: .*\(some_bots.py, line 3\)$"):
        bot_factory("some_bots:Grabber")


def test_the_bots_of_a_module_are_listed() -> None:
    """If a module lacks the requested bot, the message lists the bots that it has."""
    with pytest.raises(ms.MisuseError, match="has no attribute 'Nobody'; it has first, Witness, Raiser, "):
        bot_factory("bots_of_tests:Nobody")


def test_check_bot() -> None:
    """The check creates the bot once and closes it. A failure names the line of the class."""
    for name in ("random", "bots_of_tests:first", "bots_of_tests:Witness", "process:sh"):
        check_bot(name)
    with pytest.raises(
        ms.MisuseError,
        match=r"bot 'bots_of_tests:Unmakeable' cannot be created: RuntimeError: no \(bots_of_tests\.py, line 157\)$",
    ):
        check_bot("bots_of_tests:Unmakeable")
    with pytest.raises(
        ms.MisuseError, match=r"'bots_of_tests:NoBot': its class has no method __call__\(self, state, mov"
    ):
        check_bot("bots_of_tests:NoBot")
    for where in ("made", "close"):
        with pytest.raises(ms.MisuseError, match=r"cannot be created: CancelledError: +\(bots_of_tests\.py, line "):
            check_bot(f"bots_of_tests:Cancelled:where={where}")


def test_a_seed_and_an_rng_exclude_each_other() -> None:
    """Only a seed or an rng can be passed, not both."""
    with pytest.raises(ms.MisuseError, match="pass either seed or rng, not both"):
        make_bot("random", seed=1, rng=random.Random(1))


@pytest.mark.parametrize("place", ["bots_of_tests:Witness", "bots_of_tests : Witness [fast]"])
def test_a_bot_of_an_installed_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str) -> None:
    """Packages register bots by entry points, which can also name an extra."""
    install(tmp_path, {registry.ENTRY_POINTS: {"witness": place}}, name="witnesses")
    monkeypatch.syspath_prepend(tmp_path)
    assert "witness" in bot_names()
    assert vars(make_bot("witness:depth=7"))["depth"] == 7
    assert "bots_of_tests" in sys.modules


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("class Bot:\n def __call__(self, state, moves): ...\nbot = Bot()", "this is an instance of Bot; every game"),
        (
            "def bot(state): ...",
            "takes (state), but it is called with a state and its legal moves: too many positional",
        ),
        ("class bot:\n def __call__(self, state): ...", "takes (state), but it is called with a state and its legal"),
        ("class bot: ...", "its class has no method __call__(self, state, moves), so it cannot play"),
        (
            "class bot:\n def __init__(self, depth, /): ...\n def __call__(self, state, moves): ...",
            "its parameter depth is positional-only, so no option can set it: remove the / that follows it",
        ),
    ],
)
def test_an_unusable_bot_is_listed_with_an_error(
    source: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The list of bots gives the reason for which ``make_bot`` refuses a bot, without creating an instance."""
    (tmp_path / "unusable_bots.py").write_text(source, encoding="utf-8")
    install(tmp_path, {registry.ENTRY_POINTS: {"unusable": "unusable_bots:bot"}}, name="unusable")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "unusable_bots", raising=False)
    (found,) = (bot.error for bot in bots() if bot.name == "unusable")
    with pytest.raises(ms.MisuseError) as caught:
        make_bot("unusable")
    assert str(caught.value) == found
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["greedy", "master", "policy", "process"])
def test_a_built_in_bot_hides_a_bot_of_a_package(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installed package cannot replace a built-in bot, and the list of bots says so."""
    install(tmp_path, {registry.ENTRY_POINTS: {name: "bots_of_tests:Witness"}}, name="witnesses")
    monkeypatch.syspath_prepend(tmp_path)
    assert bot_names().count(name) == 1
    if name in ("greedy", "master"):
        assert type(make_bot(name)).__module__ == "magnum_sal.bots._built_in_bots"
    ours, hidden = (bot for bot in bots() if bot.name == name)
    assert (ours.is_built_in, ours.error) == (True, None)
    assert hidden.package == ("witnesses", "1.0")
    told = (
        f"bot '{name}': the package witnesses names bots_of_tests:Witness, which the built-in bot with this name hides"
    )
    assert hidden.error == told


def test_no_package_names_a_bot_human(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """At a table, ``human`` is a person's seat, so nobody could choose a bot with this name there."""
    install(tmp_path, {registry.ENTRY_POINTS: {HUMAN: "bots_of_tests:Witness"}}, name="witnesses")
    monkeypatch.syspath_prepend(tmp_path)
    told = "bot 'human': the package witnesses names bots_of_tests:Witness, but this name stands for a person"
    with pytest.raises(ms.MisuseError) as caught:
        make_bot(HUMAN)
    assert str(caught.value) == told
    assert HUMAN not in bot_names()
    assert [bot.error for bot in bots() if bot.name == HUMAN] == [told]


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_a_name_of_two_packages_is_refused(
    order: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The order of the folders on the path does not decide between two packages."""
    places = {"first": "bots_of_tests:Witness", "second": "bots_of_tests:first"}
    for folder in order:
        (tmp_path / folder).mkdir()
        install(tmp_path / folder, {registry.ENTRY_POINTS: {"witness": places[folder]}}, name=f"{folder}-package")
        monkeypatch.syspath_prepend(tmp_path / folder)
    told = (
        "bot 'witness': the packages first-package and second-package provide bots with this name; "
        "choose one by bots_of_tests:Witness or bots_of_tests:first"
    )
    with pytest.raises(ms.MisuseError) as caught:
        make_bot("witness:depth=7")
    assert str(caught.value) == told
    assert "witness" not in bot_names()
    found = [(bot.package, bot.error) for bot in bots() if bot.name == "witness"]
    assert found == [((f"{folder}-package", "1.0"), told) for folder in places]


def test_the_random_source_is_no_option() -> None:
    """The random source cannot be set as an option, even of a bot that takes any option."""
    for name in ("tests.bots.test_registry:Keyed:rng=5", "greedy:rng=5"):
        with pytest.raises(ms.MisuseError, match="has no option 'rng'"):
            make_bot(name)


class Keyed:
    """A bot that takes any option."""

    def __init__(self, rng: random.Random, **options: object) -> None:
        self.options = options

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[0]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "class Lone:\n    def __call__(self, state):\n        return state\n",
            "takes (state), but it is called with a state and its legal moves: t",
        ),
        (
            "def Lone(state, moves, rest): ...\n",
            "takes (state, moves, rest), but it is called with a state and its legal moves: m",
        ),
    ],
)
def test_bots_with_wrong_parameters(
    source: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A bot with too few or too many parameters is refused before it plays, with file and line."""
    name = f"lone_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(f"\n{source}")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ms.MisuseError) as caught:
        check_bot(f"{name}:Lone")
    assert words in str(caught.value)
    assert str(caught.value).endswith(f"({name}.py, line {3 if 'class' in source else 2})")


def test_a_module_beside_another_is_not_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a package contains modules. So a bot of another module on the path is not suggested."""
    (tmp_path / "plain.py").write_text("", "utf-8")
    (tmp_path / "other.py").write_text("def nora(state, moves): ...\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ms.MisuseError, match="other:nora"):
        make_bot("other.nora")
    with pytest.raises(ms.MisuseError) as caught:
        make_bot("plain.other.nora")
    assert "did you mean" not in str(caught.value)
