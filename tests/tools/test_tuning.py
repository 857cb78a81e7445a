"""``tools/tuning.py``, which searches for a bot's best options."""

from pathlib import Path

import pytest
from tools.tuning import main, with_option


@pytest.mark.long
def test_a_stronger_value_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A stronger value is kept, and the next option is tried with it. An uncertain result changes nothing."""
    words = ["greedy:width=0,noise=200", "noise=0", "width=0", "--games", "6", "--most-moves", "50", "--until", "0.2"]
    folder = tmp_path / "new"
    main([*words, "--folder", str(folder)])
    first, second, best = capsys.readouterr().out.splitlines()
    assert first.startswith("noise=0: ")
    assert first.endswith("stronger")
    assert second.endswith("3 of 6 won, 50.0% (10% to 90%), not known")
    assert best == "best: greedy:width=0,noise=0"
    assert sorted(path.name for path in folder.iterdir()) == ["000.jsonl", "001.jsonl"]


def test_an_existing_option_is_replaced() -> None:
    """Replacing an option keeps the others."""
    assert with_option("search", "horizon", "2") == "search:horizon=2"
    assert with_option("search:horizon=4,iterations=50", "horizon", "2") == "search:iterations=50,horizon=2"
    assert with_option("search:", "horizon", "2") == "search:horizon=2"


@pytest.mark.parametrize("options", ["", ":", ":width=2"])
def test_the_class_of_a_module_is_kept(options: str) -> None:
    """The options of a bot in a module follow its class after another colon."""
    assert with_option(f"tools.reference_players:Greedy{options}", "width", "4") == (
        "tools.reference_players:Greedy:width=4"
    )
    assert with_option("policy:C:/a.onnx", "sensible", "false") == "policy:C:/a.onnx:sensible=false"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nobody", "width=1"], "argument bot: no bot is called 'nobody'"),
        (
            ["greedy", "noise=0,1", "width=2,x"],
            "'width=2,x': bot 'greedy:width=x': width must be a whole number, not 'x'",
        ),
        (["greedy", "noise=0", "depth=2"], "'depth=2': bot 'greedy:depth=2' has no option 'depth'"),
        (["greedy", "width"], "'width' is not an option with values, such as horizon=2,6"),
    ],
)
def test_invalid_arguments(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown bot and an option without values are refused before a match."""
    with pytest.raises(SystemExit):
        main(words)
    assert told in capsys.readouterr().err
