"""A page as HTML: one file, without network, readable without scripts, light and dark, small whatever it is about.

What is folded, and drawings, are written as long as there is room; of long tables the first rows. The page says what was left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence

from treecompare import __version__, resources
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import counted
from treecompare.pages.page import Cards, Folded, Listing, Page, Paragraph, Part, Picture, Section, Table
from treecompare.scores.result import ResultTable
from treecompare.scores.tables import CELL, html_cells, html_name, html_rows, html_table, html_text, rich_html

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
