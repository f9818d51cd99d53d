"""A page as Markdown, for a comment on a pull request or a list of changes: without drawings, of each table the first rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treecompare.pages.page import Cards, Folded, Listing, Page, Paragraph, Part, Picture, Section, Table
from treecompare.scores.result import ResultTable
from treecompare.scores.rich import Piece, pieces_of
from treecompare.trees.invisible_characters import visible

ROWS = 25
"""So many rows of each table are written; comments on pull requests may hold 65,536 characters."""
CELL = 120
"""And so many characters of each cell."""
MOST = 60_000
"""Sections that would make the page longer are left out."""


def as_markdown(page: Page, most: int = MOST) -> str:
    """The page as text."""
    about = f" ({_text(page.about)})" if page.about else ""
    written = "\n\n".join([f"# {_text(page.title)}{about}", *_parts(page.lead)])
    left_out = []
    for section in page.sections:
        one = "\n\n".join(_section(section))
        if len(written) + len(one) > most:
            left_out.append(section.title)
        elif one:
            written += f"\n\n{one}"
    if left_out:
        written += f"\n\nLeft out here, because it is long: {', '.join(map(_text, left_out))}."
    return f"{written}\n"


def _section(section: Section) -> Iterator[str]:
    quiet = f" ({_text(section.quiet)})" if section.quiet else ""
    parts = list(_parts(section.parts))
    if parts:
        yield f"## {_text(section.title)}{quiet}"
        yield from parts


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Paragraph(text) if text:
                yield _rich(text)
            case Cards(cards):
                yield " · ".join(f"{_text(what)} **{_text(figure)}**" for figure, what in cards)
            case Table(result) | Listing(result) if result.rows:
                yield from _table(result)
            case Folded(title, inside):
                yield f"<details><summary>{_text(title)}</summary>"
                yield from _parts(inside)
                yield "</details>"
            case Picture():
                continue


def _table(result: ResultTable) -> Iterator[str]:
    rows = result.texts()[1:]
    places = [place for place, one in enumerate(result.columns) if one.title]  # what has none is only drawn
    heads = [result.columns[place] for place in places]
    lines = [_row(_text(one.title) for one in heads), _row("---:" if one.is_number else "---" for one in heads)]
    for values, texts in zip(result.rows[:ROWS], rows, strict=False):
        cells = ((values[place], texts[place]) for place in places)
        lines.append(_row(_rich(value) if isinstance(value, str) else _text(text) for value, text in cells))
    yield "\n".join(lines)
    if len(rows) > ROWS:
        yield f"… and {len(rows) - ROWS:,} more."
    if result.note:
        yield _text(result.note, 10 * CELL)


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rich(text: str) -> str:
    return "".join(map(_piece, pieces_of(text)))


def _piece(piece: Piece) -> str:
    text = "<br>".join(_text(line, 4 * CELL) for line in piece.text.split("\n"))
    if piece.to and not piece.to.startswith("#"):
        return f"[{text}]({piece.to.replace(')', '%29').replace(' ', '%20')})"
    bare = text.strip()
    return text.replace(bare, f"**{bare}**") if piece.look == "strong" and bare else text


def _text(text: str, most: int = CELL) -> str:
    """A text that Markdown shows as it is."""
    text = visible(text)
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    for character in "\\`*_{}[]<>#|~@":
        shown = shown.replace(character, f"\\{character}" if character != "@" else "@\u200b")
    return shown
