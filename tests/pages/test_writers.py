"""Pages as HTML and as Markdown: whatever stands on them, complete, alone, and short."""

from __future__ import annotations

import re

import pytest

from tests.pages.checked import Checked
from treecompare.drawing.scene import Label, PlainScene, Rect
from treecompare.drawing.style import DARK, LIGHT
from treecompare.pages.html import (
    Cards,
    Folded,
    Listing,
    Page,
    Paragraph,
    Part,
    Picture,
    Section,
    Table,
    as_html,
    as_markdown,
)
from treecompare.scores.result import Column, ResultTable, count_column, number_column, share_column, text_column
from treecompare.scores.rich import Rich, alarm, link, quiet, small, strong


def table(rows: int = 2, **more: object) -> ResultTable:
    columns = text_column("name"), share_column("share"), count_column("number")
    cells: list[list[object]] = [[f"row <{row}>", row / rows, 1000 * row] for row in range(rows)]
    return ResultTable("Rows", columns, cells, **more)  # type: ignore[arg-type]


def scene(text: str = "drawn & done", marks: int = 1) -> PlainScene:
    boxes = [Rect(0, 0, 10, 10, "paper", "line") for _ in range(marks)]
    return PlainScene(100, 50, [*boxes, Label(5, 5, text)], said=text)


def page(*parts: Part, **more: object) -> Page:
    return Page("<A> & b", [Paragraph("lead")], [Section("Part", list(parts), key="part")], **more)  # type: ignore[arg-type]


def test_texts_stand_as_they_are_and_stand_out_as_asked() -> None:
    said = Rich(
        "a <b> ", strong("bold & so"), " ", small("LAYER"), quiet(" aside"), alarm(" look"), " ", link("here", "#part")
    )
    found = as_html(page(Paragraph(said)))
    checked = Checked(found)
    checked.check_alone()
    assert "a <b> bold & so LAYER aside look here" in checked.text
    assert "<b>bold &amp; so</b>" in found and "<small>LAYER</small>" in found and '<a href="#part">here</a>' in found
    assert "<span class=quiet> aside</span>" in found and "<span class=alarm> look</span>" in found
    text = as_markdown(page(Paragraph(said)))
    assert "a \\<b\\> **bold & so** LAYER aside look here" in text and text.startswith(
        "# \\<A\\> & b\n\nlead\n\n## Part\n"
    )


def test_addresses_are_followed_only_by_a_click() -> None:
    address = 'https://example.org/a b/(x)"onclick=alert(1)'
    found = Checked(as_html(page(Paragraph(Rich(link("dev:3", address))))))
    assert found.values("href") == [address]
    assert "[dev:3](https://example.org/a%20b/(x%29" in as_markdown(page(Paragraph(Rich(link("dev:3", address)))))


def test_lines_of_a_text_are_lines() -> None:
    assert "one<br>two" in as_html(page(Paragraph(Rich("one", "\ntwo"))))
    assert "one<br>two" in as_markdown(page(Paragraph(Rich("one", "\ntwo"))))


def test_columns_that_are_only_drawn_are_no_columns_of_a_comment() -> None:
    made = ResultTable("", (text_column("name"), Column("", lambda value: "", look="bar")), [["a", 0.5]])
    assert "style='width:50.0%'" in as_html(page(Table(made)))
    assert "| name |\n| --- |\n| a |" in as_markdown(page(Table(made)))


def test_tables_with_bars_numbers_notes_and_signatures() -> None:
    made = table(
        note="A note. A click on a cell shows its sentences; mind that.",
        signatures=("x|y",),
        marked=frozenset({(1, 2)}),
    )
    found = as_html(page(Table(made)))
    checked = Checked(found)
    assert "row <1>" in checked.text and "50.00" in checked.text and "style='width:50.0%'" in found
    assert "<td class=number>1,000" not in found and "<td class=number><span class=alarm>1,000 *</span>" in found
    assert "A note.  mind that." in checked.text and "click on a cell" not in checked.text and "x|y" in checked.text
    text = as_markdown(page(Table(made)))
    assert "| name | share | number |\n| --- | ---: | ---: |\n| row \\<0\\> | 0.00 | 0 |" in text


def test_negative_figures_have_a_minus_sign() -> None:
    made = ResultTable("", (text_column("name"), number_column("Δ")), [["-5", -0.5]])
    assert "<td>-5</td><td class=number>−0.50</td>" in as_html(page(Table(made)))


def test_long_tables_show_what_is_first_and_say_what_is_left_out() -> None:
    found = as_html(page(Table(table(60), most=50, at_once=10)))
    assert found.count("<tr>") == 1 + 10 + 1 + 40 and "<summary>40 more</summary>" in found
    assert "… and 10 more, left out here." in found
    assert "<summary>" not in as_html(page(Table(table(14), at_once=10)))  # a few more are not worth a click
    assert "… and 35 more." in as_markdown(page(Table(table(60))))


def test_a_last_row_of_all_is_told_apart() -> None:
    made = ResultTable("", (text_column("file"), count_column("n")), [["a", 1], ["All", 1]])
    assert "<tr class=all><td>All</td>" in as_html(page(Table(made)))


def test_lists_unfold_and_lead() -> None:
    listing = Listing(
        table(3), "places", {1: [Picture(scene(), "caption")]}, frozenset({1}), {2: "rule 2"}, has_head=True
    )
    found = as_html(page(listing, Paragraph(Rich(link("to", "#rule 2")))))
    checked = Checked(found)
    checked.check_alone()
    details = [given for tag, given in checked.elements if tag == "details"]
    assert len(details) == 1 and "open" in details[0] and "caption" in checked.text and "rule-2" in checked.values("id")
    assert found.count("class='row head'") == 1


def test_drawings_follow_the_mode_of_the_reader_and_are_written_once() -> None:
    found = as_html(page(Picture(scene())))
    Checked(found)
    assert found.count("<svg class=drawn") == 1 and "drawn &amp; done" in found
    dark = re.search(r"@media screen and \(prefers-color-scheme:dark\)\{.*?\n\*\{box", found, re.DOTALL)
    assert dark is not None  # not on paper
    for ink, colour in LIGHT.colours.items():
        if colour == LIGHT.background:
            assert f".drawn [fill='{colour}']{{fill:var(--paper)}}" in found
        else:
            assert f".drawn [fill='{colour}']{{fill:{DARK.colours[ink]}}}" in dark[0]


def test_what_has_no_room_is_left_out_and_counted() -> None:
    parts = [Picture(scene(str(number), 50)) for number in range(5)] + [Folded("behind", [Table(table(5))])]
    whole = as_html(page(*parts))
    assert whole.count("<svg") == 5 and "Left out" not in Checked(whole).text
    size = len(as_html(page(parts[0])).encode()) - len(as_html(page()).encode())
    some = as_html(page(*parts), most_bytes=2 * size + 100)
    assert some.count("<svg") == 2 and "Left out, because the page is long: 4 drawings and lists." in Checked(some).text


def test_a_comment_can_be_copied_and_folded_parts_unfold_in_it() -> None:
    found = as_html(page(comment="# <Title>"))
    assert "<summary>Copy for a comment</summary><pre tabindex=0># &lt;Title&gt;</pre>" in found
    text = as_markdown(page(Cards([("3", "words")]), Folded("more", [Paragraph("inside")])))
    assert "words **3**" in text and "<details><summary>more</summary>\n\ninside\n\n</details>" in text


def test_sections_that_make_a_comment_too_long_are_named() -> None:
    made = Page(
        "T",
        [],
        [
            Section("Short", [Paragraph("x")]),
            Section("Long", [Paragraph("y" * 400)] * 5),
            Section("Last", [Paragraph("z")]),
        ],
    )
    text = as_markdown(made, most=500)
    assert "## Short" in text and "## Last" in text and "## Long" not in text
    assert text.endswith("Left out here, because it is long: Long.\n")


@pytest.mark.parametrize("sign", ["|", "*", "_", "`", "<", "[", "~", "#", "@"])
def test_signs_of_markdown_are_shown(sign: str) -> None:
    made = ResultTable("", (text_column("form"),), [[f"a{sign}b"]])
    row = as_markdown(page(Table(made))).splitlines()[-1]
    assert row == f"| a\\{sign}b |" or (sign == "@" and row == "| a@\u200bb |")


def test_rich_texts_are_texts() -> None:
    said = Rich("a ", strong("b"), Rich(" c"))
    assert said == "a b c" and [piece.text for piece in said.pieces] == ["a ", "b", " c"]
    import copy
    import pickle

    assert pickle.loads(pickle.dumps(said)).pieces == copy.copy(said).pieces == said.pieces
