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
from treecompare.scores.figure import typeset
from treecompare.scores.result import Column, ResultTable, Value
from treecompare.scores.rich import Piece, Rich, pieces_of
from treecompare.trees.invisible_characters import visible

MOST_BYTES = 3_000_000
"""So many bytes take what is folded and what is drawn; all else is short."""
CELL = 300
"""So many characters of a cell are shown."""
_CLICKS = re.compile(r"A click on [^.;]*[.;]")
"""What notes say of tables in the window."""
_NOT_IN_NAMES = re.compile("[^A-Za-z0-9_-]+")


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
        f"<title>{_text(page.title)}</title><style>{style}</style></head>\n"
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
        about = f"<span class=about>{_text(page.about)}</span>" if page.about else ""
        yield f"<div class=title><h1>{_text(page.title)}</h1>{about}</div>"
        yield from map(self.part, page.lead)

    def foot(self, page: Page) -> str:
        """The last line, and what may be copied."""
        left_out = (
            f" Left out, because the page is long: {counted(self.lacking, 'drawing or list', 'drawings and lists')}."
        )
        said = f"treecompare {_text(__version__)}, one file, no scripts needed. {_rich(page.foot)}{left_out * bool(self.lacking)}"
        copied = ""
        if page.comment:
            text = html.escape(page.comment)
            copied = (
                f"<details class=comment><summary>Copy for a comment</summary><pre tabindex=0>{text}</pre></details>"
            )
        return f"<footer><p>{said}</p>{copied}</footer>"

    def section(self, section: Section) -> str:
        """A section with its title."""
        quiet = f" <small>{_text(section.quiet)}</small>" if section.quiet else ""
        key = f" id={_name(section.key)}" if section.key else ""
        return f"<section{key}><h2>{_text(section.title)}{quiet}</h2>{''.join(map(self.part, section.parts))}</section>"

    def part(self, part: Part) -> str:
        """Any part."""
        match part:
            case Paragraph(text, is_quiet):
                return f"<p{' class=quiet' if is_quiet else ''}>{_rich(text)}</p>" if text else ""
            case Cards(cards):
                told = (f"<div class=card><b>{_text(one)}</b><span>{_text(what)}</span></div>" for one, what in cards)
                return f"<div class=cards>{''.join(told)}</div>"
            case Picture():
                return self._optional(self._picture(part))
            case Table():
                return self._table(part)
            case Listing():
                return self._listing(part)
            case Folded(title, parts):
                inside = self._optional("".join(map(self.part, parts)))
                return f"<details><summary>{_text(title)}</summary>{inside}</details>" if inside else ""

    def _optional(self, written: str) -> str:
        """What is written only if there is room."""
        size = len(written.encode())
        if size > self.left:
            self.lacking += 1
            return ""
        self.left -= size
        return written

    def _picture(self, part: Picture) -> str:
        caption = f"<figcaption>{_rich(part.caption)}</figcaption>" if part.caption else ""
        svg = scene_svg(part.scene).replace("<svg ", "<svg class=drawn role=img ", 1)
        return f"<figure>{caption}<div class=scroll>{svg}</div></figure>"

    # -- tables -------------------------------------------------------------------------------------------------------------

    def _table(self, part: Table) -> str:
        result = part.result
        if not result.rows:
            return ""
        head = "".join(f"<th scope=col{_kind(one)}>{_text(one.title)}</th>" for one in result.columns)
        last = len(result.rows) - 1
        written = []
        for number, cells in enumerate(_cells(result, part.most)):
            of = "".join(f"<td{_kind(one)}>{cell}</td>" for one, cell in zip(result.columns, cells, strict=True))
            whole = " class=all" if number == last and result.rows[number][0] == "All" else ""
            written.append(f"<tr{whole}>{of}</tr>")

        def table(rows: Sequence[str]) -> str:
            return (
                f"<div class=scroll><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
            )

        return _unfolding(written, part.at_once, len(result.rows), table) + _said(result)

    def _listing(self, part: Listing) -> str:
        result = part.result
        if not result.rows:
            return ""
        written = []
        for number, cells in enumerate(_cells(result, part.most)):
            of = "".join(
                f"<span class='{one.name}{' number' if one.is_number and one.look in ('', 'row') else ''}'>{cell}</span>"
                for one, cell in zip(result.columns, cells, strict=True)
            )
            key = f" id={_name(part.keys[number])}" if number in part.keys else ""
            inside = self._optional("".join(map(self.part, part.inside.get(number, ()))))
            if inside:
                is_open = " open" if number in part.opened else ""
                written.append(f"<details class=row{key}{is_open}><summary>{of}</summary>{inside}</details>")
            else:
                written.append(f"<div class=row{key}>{of}</div>")
        titles = "".join(f"<span class='{one.name}'>{_text(one.title)}</span>" for one in result.columns)
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
    note = f"<p class=quiet>{_text(said, 5 * CELL)}</p>" if said else ""
    if result.signatures:
        lines = "\n".join(map(_text, result.signatures))
        note += f"<details class=signatures><summary>Signatures</summary><pre>{lines}</pre></details>"
    return note


def _cells(result: ResultTable, most: int) -> Iterable[list[str]]:
    """The cells of the first rows as HTML."""
    texts = result.texts()[1:]
    for number, (row, shown) in enumerate(zip(result.rows[:most], texts, strict=False)):
        yield [
            _cell(column, value, text, (number, place) in result.marked)
            for place, (column, value, text) in enumerate(zip(result.columns, row, shown, strict=True))
        ]


def _cell(column: Column, value: Value, text: str, is_marked: bool) -> str:
    shown = _rich(value) if isinstance(value, Rich) else _text(typeset(text) if column.is_number else text)
    if column.look == "bar" and isinstance(value, float) and 0 <= value <= 1:
        shown = f"<span class=bar><i style='width:{100 * value:.1f}%'></i></span> {shown}"
    return f"<span class=alarm>{shown}</span>" if is_marked else shown


def _kind(column: Column) -> str:
    return " class=number" if column.is_number else ""


# -- texts -------------------------------------------------------------------------------------------------------------------


def _rich(text: str) -> str:
    """A text with what stands out and where it leads."""
    left, written = CELL * 5, []
    for piece in pieces_of(text):
        written.append(_piece(piece, left))
        left -= len(piece.text)
        if left <= 0:
            written.append("…")
            break
    return "".join(written)


def _piece(piece: Piece, most: int) -> str:
    text = "<br>".join(_text(line, most) for line in piece.text.split("\n"))
    if piece.to:
        to = f"#{_name(piece.to[1:])}" if piece.to.startswith("#") else piece.to
        return f'<a href="{html.escape(to)}">{text}</a>'
    tag = {"strong": "b", "small": "small"}.get(piece.look)
    if tag:
        return f"<{tag}>{text}</{tag}>"
    return f"<span class={piece.look}>{text}</span>" if piece.look else text


def _text(text: str, most: int = CELL) -> str:
    """A text as HTML, cut where it is long."""
    text = visible(text)
    return html.escape(text if len(text) <= most else f"{text[: most - 1]}…")


def _name(key: str) -> str:
    return _NOT_IN_NAMES.sub("-", key)
