"""Lines of text: their width, breaking them between words, and cutting them."""

from __future__ import annotations

from magnum_sal.render.text_lines import (
    Line,
    Span,
    columns,
    cut,
    fold_line,
    join_apart,
    join_items,
    paragraph,
    render_lines,
    width_of,
)


def plain(lines: list[Line]) -> list[str]:
    """Return lines as they are printed without colours."""
    return render_lines(lines, color=False).splitlines()


def test_marks_on_letters_take_no_columns() -> None:
    """This holds for accents, for vowels above and below a letter, and for signs around it."""
    assert [columns(text) for text in ("Ada", "漢字", "e\u0301", "e\u20dd", "สมหญิง")] == [3, 4, 1, 1, 5]


def test_a_paragraph_is_broken_between_words() -> None:
    """Continuation lines are indented, and a word longer than a line is broken itself."""
    told = paragraph((Span("Ada: "),), "sends a miner from stock to S1", 20, indent=3)
    assert plain(told) == ["Ada: sends a miner", "   from stock to S1"]
    assert plain(paragraph((), "x" * 25, 10, indent=2)) == ["xxxx xxxx", "  xxxx", "  xxxx", "  xxxx", "  xxxx x"]
    assert plain(paragraph((Span("Ada:"),), "", 20)) == ["Ada:"]


def test_a_line_is_cut_with_three_dots() -> None:
    """Wide letters count twice, and the styles are kept."""
    line = (Span("salt ", "bold"), Span("漢漢漢漢", "seat0"))
    assert cut(line, 13) == line
    assert cut(line, 12) == (Span("salt ", "bold"), Span("漢漢", "seat0"), Span("..."))
    assert width_of(cut(line, 11)) <= 11
    assert cut(line, 6) == (Span("sal", "bold"), Span("..."))


def test_a_line_that_is_too_wide_is_folded() -> None:
    """The line is broken after a space if it has one, and keeps its contents. A line that fits is unchanged."""
    line = (Span("to move: "), Span("Ada of Wieliczka", "seat0"))
    assert fold_line(line, 25) == [line]
    assert plain(fold_line(line, 16)) == ["to move: Ada of", "   Wieliczka"]
    assert fold_line(line, 16)[1] == (Span("   "), Span("Wieliczka", "seat0"))
    wide = fold_line((Span(">A "), Span("漢" * 40)), 80)
    assert max(map(width_of, wide)) <= 80
    assert sum(span.text.count("漢") for part in wide for span in part) == 40


def test_items_and_blocks_are_joined() -> None:
    """Items have a gap between them, and blocks with lines have an empty line between them."""
    assert join_items([(Span("a"),), (Span("b"),)], " | ") == (Span("a"), Span(" | "), Span("b"))
    assert join_items([], " | ") == ()
    assert join_apart([[(Span("a"),)], [], [(Span("b"),)]]) == [(Span("a"),), (), (Span("b"),)]
