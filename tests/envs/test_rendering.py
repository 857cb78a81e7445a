"""Pictures of environments: text, SVG and pixels, each with the last move."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import magnum_sal as ms
from magnum_sal.envs import magnum_sal_v0
from magnum_sal.envs._rendering import RENDER_MODES
from magnum_sal.testing import position


def begin(mode: str, state: ms.GameState | None = None) -> Any:
    """Return an environment with a new game, or with a game that begins in a position."""
    env = magnum_sal_v0.raw_env(render_mode=mode)
    env.reset(seed=1, options=None if state is None else {"state": state})
    return env


def answer(env: Any, group: str, value: object) -> None:
    """Answer the question."""
    env.step(env.settings.actions.find(group, value))


def need_pixels() -> None:
    """Skip a test if the packages of the extra ``pixels`` are missing."""
    for package in ("resvg_py", "PIL"):
        pytest.importorskip(package, reason="needs what `nox -s rl` installs")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_pictures_show_the_last_move(mode: str) -> None:
    """The picture is that of the position with its last move, and an answer that completes no move changes nothing."""
    env = begin(mode)
    draw = ms.render.text if mode == "ansi" else ms.render.svg
    first = env.episode.state
    assert env.render() == draw(first, last=[])
    answer(env, "type", "visit_inn")
    step = ms.apply(first, ms.VisitInn()).step
    assert env.render() == draw(step.after, last=step)
    answer(env, "type", "visit_workshop")
    assert env.episode.choice.question == "slot"
    assert env.render() == draw(step.after, last=step)


def test_people_read_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The mode ``human`` writes the table after ``reset`` and after each answer, and returns nothing."""
    env = begin("human")
    answer(env, "type", "visit_inn")
    step = env.episode.last_step
    first, second = ms.render.text(step.before, last=[]), ms.render.text(step.after, last=step)
    assert capsys.readouterr().out == f"{first}\n{second}\n"
    assert env.render() is None
    assert capsys.readouterr().out == f"{second}\n"
    solo = gymnasium.make("magnum_sal/Solo-v0", render_mode="human", seat=0)
    _, info = solo.reset(seed=1)
    solo.step(int(info["action_mask"].argmax()))
    assert capsys.readouterr().out.count("Magnum Sal  phase") == 2
    solo.close()


def test_without_a_mode_there_is_no_picture() -> None:
    """``render`` returns None."""
    env = magnum_sal_v0.raw_env()
    env.reset(seed=1)
    assert env.render() is None


@pytest.mark.slow
def test_pixels_are_those_of_the_picture() -> None:
    """
    An array has rows, columns and colours, in the size of the SVG, and shows what changes.

    The place of a miner in S1 has the colour of its player, and all pictures of a game have one size.
    """
    need_pixels()
    env = begin("rgb_array", position("A: 9 groszy"))
    before = env.render()
    answer(env, "type", "place_miner")
    after = env.render()
    assert (before.dtype, before.shape, after.shape) == (np.uint8, (934, 1200, 3), (934, 1200, 3))
    assert before.flags.writeable
    box = ms.render.svg(env.episode.state, last=env.episode.last_step).places["S1"]
    spots = [
        picture[int(box.y) : int(box.y + box.height), int(box.x) : int(box.x + box.width)]
        for picture in (before, after)
    ]
    colour = np.array(bytearray.fromhex(ms.render.THEMES["light"].seats[0].removeprefix("#")))
    counts = [int((np.abs(spot.astype(int) - colour).max(axis=2) < 8).sum()) for spot in spots]
    assert counts[0] == 0
    assert counts[1] > 50
    assert len(np.unique(after.reshape(-1, 3), axis=0)) > 500


@pytest.mark.slow
def test_the_suite_of_pettingzoo() -> None:
    """``render_test`` draws in each mode."""
    from pettingzoo.test import render_test  # takes longer to import than the tests by day need

    need_pixels()
    render_test(magnum_sal_v0.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.slow
def test_the_suite_of_gymnasium() -> None:
    """``check_env`` draws in each mode."""
    need_pixels()
    check_env(gymnasium.make("magnum_sal/Solo-v0", render_mode="rgb_array").unwrapped)


MISSING = """
import sys
sys.modules["{module}"] = None
import magnum_sal as ms
from magnum_sal.envs import magnum_sal_v0
magnum_sal_v0.env(render_mode="svg")
try:
    magnum_sal_v0.env(render_mode="rgb_array")
except ms.MissingExtraError as error:
    print(error)
"""


@pytest.mark.long
@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg-py"), ("PIL", "pillow")])
def test_missing_packages_are_named(module: str, package: str) -> None:
    """The environment is refused when it is created, not at the first picture."""
    if module == "PIL":
        need_pixels()
    run = subprocess.run(
        [sys.executable, "-c", MISSING.format(module=module)], capture_output=True, text=True, check=True
    )
    assert run.stdout == (
        f"a picture in pixels needs the package {package}, which comes with the extra 'pixels': "
        "pip install 'magnum-sal[pixels]'\n"
    )


@pytest.mark.long
def test_openspiel_is_named() -> None:
    """A module that needs a package without an extra names the package."""
    program = (
        "import sys\nsys.modules['pyspiel'] = None\nimport magnum_sal as ms\n"
        "try:\n    import magnum_sal.envs.openspiel\nexcept ms.MissingExtraError as error:\n    print(error)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "the game for OpenSpiel needs the package open_spiel: pip install open_spiel\n"


def test_unknown_modes_are_refused() -> None:
    """The message lists the modes."""
    modes = ", ".join(map(repr, RENDER_MODES))
    with pytest.raises(ms.MisuseError, match=f"render_mode: expected {modes} or None, got 'video'"):
        magnum_sal_v0.raw_env(render_mode="video")
