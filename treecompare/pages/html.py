"""A page: what stands on it, and it as HTML: one file, without network, readable without scripts, light and dark, small.

What is folded, and drawings, are written as long as there is room; of long tables the first rows. The page says what was left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from treecompare import __version__, resources
from treecompare.drawing.scene import Scene
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import counted
from treecompare.scores.result import ResultTable
from treecompare.scores.tables import (
    CELL,
    html_cells,
    html_name,
    html_rows,
    html_table,
    html_text,
    markdown,
    markdown_text,
    rich_html,
)
from treecompare.scores.tables import as_markdown as as_markdown_table


@dataclass(frozen=True)
class Paragraph:
    """A text, which may be :class:`treecompare.scores.rich.Rich`."""

    text: str
    is_quiet: bool = False


@dataclass(frozen=True)
class Cards:
    """Figures beside each other, each with what it counts."""

    cards: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture:
    """A drawing; ``caption``: above it."""

    scene: Scene
    caption: str = ""


@dataclass(frozen=True)
class Table:
    """A table of results. ``most``: so many rows are shown; ``at_once``: so many before the others are unfolded."""

    result: ResultTable
    most: int = 200
    at_once: int = 25


@dataclass(frozen=True)
class Listing:
    """The rows of a table, some of which can be unfolded.

    ``look``: how wide its columns are, as the style sheet has it. ``inside``: what is within a row, by its place. ``opened``: the
    rows that are unfolded at first. ``keys``: by which name links lead to a row. ``of``: how many there are in all.
    """

    result: ResultTable
    look: str
    inside: Mapping[int, Sequence[Part]] = field(default_factory=dict)
    opened: frozenset[int] = frozenset()
    keys: Mapping[int, str] = field(default_factory=dict)
    most: int = 200
    at_once: int = 25
    has_head: bool = False


@dataclass(frozen=True)
class Folded:
    """Parts behind a title."""

    title: str
    parts: Sequence[Part]


Part = Paragraph | Cards | Picture | Table | Listing | Folded


@dataclass(frozen=True)
class Section:
    """``quiet``: what is said beside the title. ``key``: by which links lead here."""

    title: str
    parts: Sequence[Part]
    quiet: str = ""
    key: str = ""


@dataclass(frozen=True)
class Page:
    """``about``: beside the title. ``lead``: paragraphs and figures at the top. ``foot``: the last line.

    ``comment``: Markdown to be copied into a comment; empty for none.
    """

    title: str
    lead: Sequence[Paragraph | Cards]
    sections: Sequence[Section]
    about: str = ""
    foot: str = ""
    comment: str = ""


MOST_BYTES = 3_000_000
"""So many bytes take what is folded and what is drawn; all else is short."""
_CLICKS = re.compile(r"A click on [^.;]*[.;]")
"""What notes say of tables in the window."""


def as_html(page: Page, most_bytes: int = MOST_BYTES) -> str:
    """The page as text."""
    writer = _Writer(most_bytes)
    body = "\n".join(
        ["<header>", *writer.head(page), "</header>", *map(writer.section, page.sections), writer.foot(page)]
    )
    style = resources.path("report.css").read_text("utf-8").replace("/*dark drawings*/", _dark_drawings())
    script = resources.path("report.js").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html_text(page.title)}</title><style>{style}</style></head>\n"
        f"<body><main>\n{body}\n</main><script>{script}</script></body></html>\n"
    )


def _dark_drawings() -> str:
    """Drawings are written in light colours; on dark pages each is replaced by that of the dark theme."""
    pairs = dict(zip(LIGHT.colours.values(), DARK.colours.values(), strict=True))
    del pairs[LIGHT.background]  # is the paper of the page
    return "".join(
        f".drawn [{name}='{old}']{{{name}:{new}}}" for old, new in pairs.items() for name in ("fill", "stroke")
    )


class _Writer:
    """``left``: how many bytes there are for what may be left out; ``lacking``: how many drawings and lists are left out."""

    def __init__(self, most_bytes: int) -> None:
        self.left = most_bytes
        self.lacking = 0

    def head(self, page: Page) -> Iterable[str]:
        """Title and lead."""
        about = f"<span class=about>{html_text(page.about)}</span>" if page.about else ""
        yield f"<div class=title><h1>{html_text(page.title)}</h1>{about}</div>"
        yield from map(self.part, page.lead)

    def foot(self, page: Page) -> str:
        """The last line, and what may be copied."""
        left_out = (
            f" Left out, because the page is long: {counted(self.lacking, 'drawing or list', 'drawings and lists')}."
        )
        left_out *= bool(self.lacking)
        said = f"treecompare {html_text(__version__)}, one file, no scripts needed. {rich_html(page.foot)}{left_out}"
        copied = ""
        if page.comment:
            text = html.escape(page.comment)
            copied = (
                f"<details class=comment><summary>Copy for a comment</summary><pre tabindex=0>{text}</pre></details>"
            )
        return f"<footer><p>{said}</p>{copied}</footer>"

    def section(self, section: Section) -> str:
        """A section with its title."""
        quiet = f" <small>{html_text(section.quiet)}</small>" if section.quiet else ""
        key = f" id={html_name(section.key)}" if section.key else ""
        return f"<section{key}><h2>{html_text(section.title)}{quiet}</h2>{''.join(map(self.part, section.parts))}</section>"

    def part(self, part: Part) -> str:
        """Any part."""
        match part:
            case Paragraph(text, is_quiet):
                return f"<p{' class=quiet' if is_quiet else ''}>{rich_html(text)}</p>" if text else ""
            case Cards(cards):
                told = (
                    f"<div class=card><b>{html_text(one)}</b><span>{html_text(what)}</span></div>"
                    for one, what in cards
                )
                return f"<div class=cards>{''.join(told)}</div>"
            case Picture():
                return self._optional(self._picture(part))
            case Table():
                return self._table(part)
            case Listing():
                return self._listing(part)
            case Folded(title, parts):
                inside = self._optional("".join(map(self.part, parts)))
                return f"<details><summary>{html_text(title)}</summary>{inside}</details>" if inside else ""

    def _optional(self, written: str) -> str:
        """What is written only if there is room."""
        size = len(written.encode())
        if size > self.left:
            self.lacking += 1
            return ""
        self.left -= size
        return written

    def _picture(self, part: Picture) -> str:
        caption = f"<figcaption>{rich_html(part.caption)}</figcaption>" if part.caption else ""
        svg = scene_svg(part.scene).replace("<svg ", "<svg class=drawn role=img ", 1)
        return f"<figure>{caption}<div class=scroll>{svg}</div></figure>"

    # -- tables -------------------------------------------------------------------------------------------------------------

    def _table(self, part: Table) -> str:
        result = part.result
        if not result.rows:
            return ""

        def table(rows: Sequence[str]) -> str:
            return f"<div class=scroll>{html_table(result, rows)}</div>"

        return _unfolding(html_rows(result, part.most), part.at_once, len(result.rows), table) + _said(result)

    def _listing(self, part: Listing) -> str:
        result = part.result
        if not result.rows:
            return ""
        written = []
        for number, cells in enumerate(html_cells(result, part.most)):
            of = "".join(
                f"<span class='{one.name}{' number' if one.is_number and one.look in ('', 'row') else ''}'>{cell}</span>"
                for one, cell in zip(result.columns, cells, strict=True)
            )
            key = f" id={html_name(part.keys[number])}" if number in part.keys else ""
            inside = self._optional("".join(map(self.part, part.inside.get(number, ()))))
            if inside:
                is_open = " open" if number in part.opened else ""
                written.append(f"<details class=row{key}{is_open}><summary>{of}</summary>{inside}</details>")
            else:
                written.append(f"<div class=row{key}>{of}</div>")
        titles = "".join(f"<span class='{one.name}'>{html_text(one.title)}</span>" for one in result.columns)
        head = f"<div class='row head'>{titles}</div>" if part.has_head else ""

        def listing(rows: Sequence[str]) -> str:
            return f"<div class='list {part.look}'>{head}{''.join(rows)}</div>"

        return _unfolding(written, part.at_once, len(result.rows), listing) + _said(result)


def _unfolding(rows: Sequence[str], at_once: int, of: int, written: Callable[[Sequence[str]], str]) -> str:
    """The first rows, the others folded, and how many there are besides."""
    left = f"<p class=quiet>… and {of - len(rows):,} more, left out here.</p>" if of > len(rows) else ""
    if len(rows) <= at_once + 5:
        return written(rows) + left
    more = f"<summary>{len(rows) - at_once:,} more</summary>{written(rows[at_once:])}{left}"
    return f"{written(rows[:at_once])}<details class=more>{more}</details>"


def _said(result: ResultTable) -> str:
    """Note and signatures of a table."""
    said = _CLICKS.sub("", result.note).strip()
    note = f"<p class=quiet>{html_text(said, 5 * CELL)}</p>" if said else ""
    if result.signatures:
        lines = "\n".join(map(html_text, result.signatures))
        note += f"<details class=signatures><summary>Signatures</summary><pre>{lines}</pre></details>"
    return note


# -- as Markdown, for a comment on a pull request or a list of changes -------------------------------------------------

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
