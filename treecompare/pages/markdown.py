"""A page as Markdown, for a comment on a pull request or a list of changes: without drawings, of each table the first rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treecompare.pages.page import Cards, Folded, Listing, Page, Paragraph, Part, Picture, Section, Table
from treecompare.scores.tables import as_markdown as as_markdown_table
from treecompare.scores.tables import markdown, markdown_text

ROWS = 25
"""So many rows of each table are written; comments on pull requests may hold 65,536 characters."""
MOST = 60_000
"""Sections that would make the page longer are left out."""


def as_markdown(page: Page, most: int = MOST) -> str:
    """The page as text."""
    about = f" ({markdown_text(page.about)})" if page.about else ""
    written = "\n\n".join([f"# {markdown_text(page.title)}{about}", *_parts(page.lead)])
    left_out = []
    for section in page.sections:
        one = "\n\n".join(_section(section))
        if len(written) + len(one) > most:
            left_out.append(section.title)
        elif one:
            written += f"\n\n{one}"
    if left_out:
        written += f"\n\nLeft out here, because it is long: {', '.join(map(markdown_text, left_out))}."
    return f"{written}\n"


def _section(section: Section) -> Iterator[str]:
    quiet = f" ({markdown_text(section.quiet)})" if section.quiet else ""
    parts = list(_parts(section.parts))
    if parts:
        yield f"## {markdown_text(section.title)}{quiet}"
        yield from parts


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Paragraph(text) if text:
                yield markdown(text)
            case Cards(cards):
                yield " · ".join(f"{markdown_text(what)} **{markdown_text(figure)}**" for figure, what in cards)
            case Table(result) | Listing(result) if result.rows:
                yield as_markdown_table(result, ROWS)
            case Folded(title, inside):
                yield f"<details><summary>{markdown_text(title)}</summary>"
                yield from _parts(inside)
                yield "</details>"
            case Picture():
                continue
