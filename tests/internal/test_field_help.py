"""The docstrings of fields and properties, which are read from the source."""

import pydoc

from magnum_sal._internal.field_help import find_field_sentence
from magnum_sal.envs import Episode
from magnum_sal.model.state import GameState
from magnum_sal.protocol.requests import LogRequest
from magnum_sal.record.serialization.forms import TurnInHand


def test_the_sentence_of_a_field() -> None:
    """The docstring of a field or a property is found in the class or a base; other names and classes have none."""
    assert find_field_sentence(GameState, "is_over") == "Whether the game is over (END-1)."
    assert find_field_sentence(GameState, "scores") == "The current standing of all seats (END-1)."
    assert find_field_sentence(TurnInHand, "seat") == 'The seat, or None if ``"to_move"`` names it.'
    assert find_field_sentence(TurnInHand, "actions_left").startswith("The number of actions")
    assert find_field_sentence(LogRequest, "id") == "The client's id for the request, repeated in the answer."
    for cls, name in ((GameState, "__init__"), (GameState, "other"), (int, "real"), (type("Made", (), {}), "name")):
        assert find_field_sentence(cls, name) == ""


def test_the_sentence_of_a_changing_field() -> None:
    """The docstrings of a class whose objects change are found, too, and ``help()`` shows them."""
    sentence = "The seat whose impossible answer ended the episode, or None."
    assert find_field_sentence(Episode, "offender") == sentence
    assert find_field_sentence(Episode, "truncated") == "Whether the episode ended because of ``max_decisions``."
    shown = pydoc.plain(pydoc.render_doc(Episode))
    assert all(find_field_sentence(Episode, name) in shown for name in Episode.__slots__ if name[0] != "_")


def test_a_class_without_a_module() -> None:
    """A class that a program creates can name a module that does not exist."""
    assert find_field_sentence(type("Made", (), {"__module__": "missing"}), "name") == ""
