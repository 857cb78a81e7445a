"""Languages from installed packages: found by their codes, loaded on first use, and left out if they do not load."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from typing import Any
from unittest.mock import Mock

import czech
import pytest
from tests.installing import install, install_czech

import magnum_sal as ms
from magnum_sal._internal.worker_processes import WorkerContext
from magnum_sal.testing import given
from magnum_sal.words import (
    ENTRY_POINTS,
    LANGUAGES,
    _installed_languages,
    add_language,
    count_in_words,
    label,
    languages,
    missing_words,
)
from magnum_sal.words.languages import list_registered

BUILT_IN = ("en", "pl", "de")

MODULE = "language_of_tests"
"""The module of the installed package."""

PLURAL = "from magnum_sal.words import LANGUAGES, add_language, label\nplural = lambda number: 'other'\n"
ADDING = "def add():\n    add_language('cs', {'inn': 'hostinec'}, plural=plural)\n"


@pytest.fixture(autouse=True)
def _new_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the module and the failures of a test's packages."""
    monkeypatch.setattr(languages, "_FAILED", {})
    yield
    sys.modules.pop(MODULE, None)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide an empty folder of Python's path."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def provide(site: Path, source: str, codes: tuple[str, ...] = ("cs",), attribute: str = "add") -> None:
    """Install a package with a module, whose attribute is named by the entry points with these codes."""
    (site / f"{MODULE}.py").write_text(PLURAL + dedent(source), encoding="utf-8")
    install(site, {ENTRY_POINTS: dict.fromkeys(codes, f"{MODULE}:{attribute}")}, name="czech-of-tests")


def module() -> Any:
    """Return the module of the package. No type checker knows its names."""
    return sys.modules[MODULE]


def refused(code: str = "cs") -> str:
    """Return the error's message for a language that does not load. Nothing is registered then."""
    with pytest.raises(ms.MisuseError) as caught:
        label("inn", code)
    assert list_registered() == BUILT_IN
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 500
    return str(caught.value)


def test_a_language_is_loaded_on_first_use(site: Path) -> None:
    """All functions accept the code of an installed language. Its package is imported when a function needs it."""
    provide(site, ADDING)
    assert (label("inn", "de"), list_registered()) == ("Wirtshaus", BUILT_IN)
    assert MODULE not in sys.modules
    assert label("inn", "cs") == "hostinec"
    assert (list_registered(), MODULE in sys.modules) == ((*BUILT_IN, "cs"), True)
    assert label("castle", "cs") == "castle"
    assert "castle" in missing_words("cs")


def test_the_mapping_has_installed_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way to look at ``LANGUAGES`` finds an installed language that nothing has used before."""
    install_czech(tmp_path, monkeypatch)
    for find in (tuple, len, lambda known: "cs" in known, lambda known: known["cs"], lambda known: known.get("cs")):
        assert list_registered() == BUILT_IN
        assert find(LANGUAGES)
        assert list_registered() == (*BUILT_IN, "cs")
        languages.forget("cs")
    assert tuple(LANGUAGES) == (*BUILT_IN, "cs")
    assert len(LANGUAGES) == 4
    assert LANGUAGES["cs"]["inn"] == "hostinec"
    assert count_in_words(2, "grosz", "cs") == "2 groše"
    assert "sk" not in LANGUAGES
    with pytest.raises(KeyError):
        LANGUAGES["sk"]


def test_installed_languages_come_last_in_order_of_their_codes(site: Path) -> None:
    """A menu has the same order in each process, although languages load in any order."""
    provide(site, "", codes=())
    for code in ("uk", "cs", "sk"):
        source = f"def add():\n    add_language('{code}', {{'inn': '{code}'}}, plural=lambda number: 'other')\n"
        (site / f"{MODULE}_{code}.py").write_text(PLURAL + source, encoding="utf-8")
        install(site, {ENTRY_POINTS: {code: f"{MODULE}_{code}:add"}}, name=f"language-{code}")
    add_language("zu", {}, plural=czech.plural)
    assert [label("inn", code) for code in ("uk", "sk")] == ["uk", "sk"]
    for _ in range(2):
        assert tuple(LANGUAGES) == (*BUILT_IN, "zu", "cs", "sk", "uk")


def test_built_in_languages_read_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words in English, Polish and German need no search for packages. An unknown language needs one."""
    search = Mock(return_value=())
    monkeypatch.setattr(_installed_languages, "points", search)
    for code in BUILT_IN:
        assert code in LANGUAGES
        assert label("inn", code) == LANGUAGES[code]["inn"]
        assert missing_words(code) == ()
    add_language("cs", {}, plural=czech.plural)
    assert label("inn", "cs") == "inn"
    assert search.call_count == 0
    assert "sk" not in LANGUAGES
    assert search.call_count == 1


@pytest.mark.slow
def test_built_in_languages_do_not_load_the_module_for_metadata() -> None:
    """Reading metadata takes long, so neither the library nor a command in German loads the module for it."""
    code = """
        import contextlib, sys
        import magnum_sal as ms
        from magnum_sal import cli
        print(ms.words.label("inn", "de"))
        with contextlib.suppress(SystemExit):
            cli.main(["show", "nothing.jsonl", "--lang", "de"])
        print("importlib.metadata" in sys.modules)
    """
    run = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["Wirtshaus", "False"]


@pytest.mark.parametrize(
    ("source", "attribute", "reason"),
    [
        ("import nothing_of_this_name", "add", "which cannot be loaded: No module named 'nothing_of_this_name'"),
        ("1 / 0", "add", "cannot be loaded: ZeroDivisionError: division by zero (language_of_tests.py, line 3)"),
        (ADDING, "adds", "which cannot be loaded: module 'language_of_tests' has no attribute 'adds'"),
        ("add = 'cs'", "add", "which is 'cs', not a function"),
        ("def add(code): pass", "add", "which failed: TypeError: add() missing 1 required positional argument"),
        ("def add(): raise KeyError('inn')", "add", "failed: KeyError: 'inn' (language_of_tests.py, line 3)"),
        ("def add(): raise SystemExit", "add", "which failed: SystemExit"),
        ("def add(): add_language('cs', {'in': ''}, plural=plural)", "add", "MalformedError: words: English has no"),
        ("def add(): add_language('sk', {}, plural=plural)", "add", "which does not add this language"),
        ("def add(): pass", "add", "which does not add this language"),
        (f"{ADDING}    1 / 0", "add", "which failed: ZeroDivisionError"),
        ("def add(): label('inn', 'cs')", "add", "which failed: MisuseError: language: expected one of en, pl, de"),
    ],
    ids=range(12),
)
def test_a_language_that_does_not_load(site: Path, source: str, attribute: str, reason: str) -> None:
    """The error names the package and the reason each time, and no language of the package is registered."""
    provide(site, source, attribute=attribute)
    for _ in range(2):
        told = refused()
        assert told.startswith(f"language 'cs': the package czech-of-tests names {MODULE}:{attribute}, which ")
        assert reason in told


def test_two_packages_with_one_language(site: Path) -> None:
    """The order of the folders on the path does not decide between two packages, so none of them is loaded."""
    provide(site, ADDING)
    other = install(site, {ENTRY_POINTS: {"cs": "nothing:add"}}, name="another-czech")
    told = "the packages another-czech and czech-of-tests provide this language; keep one and uninstall the others"
    assert refused() == f"language 'cs': {told}"
    assert MODULE not in sys.modules
    for file in other.iterdir():
        file.unlink()
    other.rmdir()
    assert label("inn", "cs") == "hostinec"


def test_an_unknown_language_is_refused_with_the_installed_ones(site: Path) -> None:
    """The error lists installed languages without loading them."""
    provide(site, ADDING)
    assert refused("sk") == "language: expected one of en, pl, de, cs, got 'sk'"
    for wrong in (None, 5, ["cs"]):
        with pytest.raises(ms.MisuseError, match="expected one of en, pl, de, cs, got"):
            label("inn", wrong)  # type: ignore[arg-type]
    assert MODULE not in sys.modules


def test_words_of_the_program_take_precedence(site: Path) -> None:
    """Built-in languages, and those that the program adds before their first use, replace those of packages."""
    provide(site, ADDING, codes=("cs", "de"))
    add_language("cs", {"inn": "krčma"}, plural=czech.plural)
    assert (label("inn", "cs"), label("inn", "de")) == ("krčma", "Wirtshaus")
    assert tuple(LANGUAGES) == (*BUILT_IN, "cs")
    assert MODULE not in sys.modules


def test_a_loaded_language_cannot_be_added(site: Path) -> None:
    """A code has one meaning in a process, as if the program had added the language itself."""
    provide(site, ADDING)
    assert label("inn", "cs") == "hostinec"
    with pytest.raises(ms.MisuseError, match="the language 'cs' already exists"):
        add_language("cs", {}, plural=czech.plural)


def test_a_broken_package_is_left_out_with_one_warning(site: Path) -> None:
    """Listing the languages names the reason once, and does not import a broken package again."""
    tries = site / "tries"
    tries.touch()
    count = f"from pathlib import Path\nTRIES = Path({str(tries)!r})\nTRIES.write_text(TRIES.read_text() + 'x')\n"
    provide(site, f"{count}raise ImportError('no dictionary')", codes=("cs", "de"))
    with pytest.warns(UserWarning, match="no dictionary") as caught:
        assert tuple(LANGUAGES) == BUILT_IN
    (warned,) = caught
    told = f"language 'cs': the package czech-of-tests names {MODULE}:add, which cannot be loaded: no dictionary ("
    assert str(warned.message).startswith(told)
    assert str(warned.message).endswith(", so the language is not available")
    # Warnings are errors in tests, so these lines would fail if they warned.
    assert tuple(LANGUAGES) == BUILT_IN
    assert "cs" not in LANGUAGES
    assert tries.read_text() == "x"
    assert LANGUAGES.get("cs") is None
    with pytest.raises(KeyError) as missing:
        LANGUAGES["cs"]
    assert "no dictionary" in str(missing.value.__cause__)
    assert "no dictionary" in refused()


def test_a_repaired_package_is_loaded_by_its_code(site: Path) -> None:
    """A notebook need not be restarted: the next function that gets the code tries again."""
    provide(site, "")
    with pytest.warns(UserWarning, match="has no attribute 'add'"):
        assert "cs" not in LANGUAGES
    module().add = czech.add
    assert label("inn", "cs") == "hostinec"
    assert tuple(LANGUAGES) == (*BUILT_IN, "cs")


def test_a_broken_package_does_not_disturb_other_languages(site: Path) -> None:
    """Words, mistyped moves and unknown languages need no list of languages that load."""
    provide(site, "1 / 0")
    state = given("S1: A").state
    with pytest.raises(ms.MalformedError, match="hostinec"):
        ms.parse_move(state, "hostinec")
    with pytest.raises(ms.MisuseError, match="expected one of"):
        label("inn", "sk")
    assert (label("inn", "pl"), missing_words("pl")) == ("karczma", ())


def test_a_language_based_on_another_one(site: Path) -> None:
    """A package's function may use its own language once it is added, and languages of other packages."""
    source = """
        def add():
            add_language("sk", {"inn": LANGUAGES["cs"]["inn"], "castle": "zámok"}, plural=plural)
            assert label("castle", "sk") == "zámok"
            assert tuple(LANGUAGES) == ("en", "pl", "de", "cs", "sk"), tuple(LANGUAGES)
    """
    provide(site, source, codes=("sk",))
    install(site, {ENTRY_POINTS: {"cs": "czech:add"}}, name="magnum-sal-cs")
    assert (label("inn", "sk"), label("castle", "sk")) == ("hostinec", "zámok")


def test_one_function_for_several_languages(site: Path) -> None:
    """A function that adds several languages registers all of them, and is called once."""
    source = """
        def add():
            for code in ("cs", "sk"):
                add_language(code, {"inn": f"hostinec ({code})"}, plural=plural)
    """
    provide(site, source, codes=("cs", "sk"))
    assert [label("inn", code) for code in ("sk", "cs")] == ["hostinec (sk)", "hostinec (cs)"]
    assert tuple(LANGUAGES) == (*BUILT_IN, "cs", "sk")


@pytest.mark.parametrize("together", [True, False])
def test_threads_that_load_a_language_at_the_same_time(site: Path, together: bool) -> None:
    """Each of two threads gets the words, whether their functions add the language together or one after the other."""
    source = """
        import threading
        STARTED, ADDED, TURNS = threading.Barrier(2), threading.Event(), iter((True, False))

        def add():
            is_first = next(TURNS)
            STARTED.wait(60)
            if not is_first and not TOGETHER:
                ADDED.wait(60)
            add_language("cs", {"inn": "hostinec"}, plural=plural)
    """
    provide(site, f"TOGETHER = {together}\n{dedent(source)}")

    def use(_: int) -> str:
        words = label("inn", "cs")
        module().ADDED.set()
        return words

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(use, range(2))) == ["hostinec", "hostinec"]
    assert tuple(LANGUAGES) == (*BUILT_IN, "cs")


@pytest.mark.long
def test_a_worker_process_finds_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spawned process loads the language from the package, although nothing else mentions it there."""
    install_czech(tmp_path, monkeypatch)
    with WorkerContext().make_pool(1) as pool:
        assert pool.submit(label, "inn", "cs").result(timeout=300) == "hostinec"
    assert list_registered() == BUILT_IN
