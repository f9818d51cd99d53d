"""The one writer of tables of results: for scripts, spreadsheets, papers, pages and the clipboard."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from treecompare.scores.result import Column, ResultTable, Value
from treecompare.scores.rich import Piece, Rich, comma_separated, for_spreadsheets, pieces_of, tsv
from treecompare.scores.table import typeset
from treecompare.trees.characters import visible
from treecompare.writing import AnyPath, write_folder

TITLES = {
    "csv": "CSV for spreadsheets",
    "tsv": "TSV",
    "json": "JSON",
    "tex": "LaTeX",
    "md": "Markdown",
    "html": "HTML",
}
"""The files that tables are written into, by their endings."""
FORMS = tuple(TITLES)
"""Endings of the files that tables are written into."""
CELL = 300
"""So many characters of a cell are shown on a page,"""
MARKDOWN_CELL = 120
"""and in Markdown."""
_NOT_IN_NAMES = re.compile("[^A-Za-z0-9_-]+")


def as_text(tables: Sequence[ResultTable], form: str) -> str:
    """Tables in one of the :data:`FORMS`: for scripts (``csv``, ``tsv``, ``json``) at full precision, signatures in lines that
    begin with ``#``; else as they are displayed, LaTeX with the rules of ``booktabs``."""
    if form == "json":
        return json.dumps([table.as_object() for table in tables], ensure_ascii=False, indent=1, allow_nan=False)
    in_rows = {one: partial(_with_signatures, write) for one, write in (("csv", comma_separated), ("tsv", tsv))}
    writers: dict[str, Callable[[ResultTable], str]] = {**in_rows, "tex": as_latex, "md": as_markdown, "html": as_html}
    return "\n\n".join(map(writers[form], tables))


def for_people(tables: Sequence[ResultTable], form: str) -> str:
    """Tables in one of the :data:`FORMS` as people save them: as :func:`as_text`, but ``csv`` is for spreadsheets."""
    if form != "csv":
        return as_text(tables, form) + "\n"
    first, *others = map(_for_spreadsheets, tables)
    return "\r\n".join([first, *(one.removeprefix("\ufeff") for one in others)])


def _for_spreadsheets(table: ResultTable) -> str:
    """Figures in the units that people see; title, note and signatures stand in the last rows, which begin with ``#``."""
    head, *rows = table.plain()
    said = [[f"# {line}", *[""] * (len(head) - 1)] for line in (table.title, table.note, *table.signatures) if line]
    numbers = [*(column.is_number for column in table.columns), *[True] * (len(head) - len(table.columns))]
    return for_spreadsheets([head, *rows, *said], numbers)


def write_tables(tables: Mapping[str, ResultTable | Sequence[Sequence[str]]], folder: AnyPath) -> None:
    """Tables at full precision, or rows of texts, as ``NAME.tsv`` in a folder, made where there is none.

    Raises TreecompareError: the folder or a file cannot be written.
    """
    rows = {name: one.exact() if isinstance(one, ResultTable) else one for name, one in tables.items()}
    write_folder(folder, {f"{name}.tsv": f"{tsv(one)}\n" for name, one in rows.items()})


def copied(table: ResultTable, rows: Sequence[int]) -> str:
    """Some rows, in this order, for the clipboard: what spreadsheets read, between tabs, below the columns' titles."""
    head, *cells = table.plain()
    return tsv([head, *(cells[row] for row in rows)]) + "\n"


def _with_signatures(write: Callable[[Sequence[Sequence[str]]], str], table: ResultTable) -> str:
    return "\n".join([write(table.exact()), *(write([[f"# {one}"]]) for one in table.signatures)])


def as_latex(table: ResultTable) -> str:
    """The table as LaTeX, for ``booktabs``; title, note and signatures in comments."""
    from treecompare.drawing.latex import escaped

    def cell(column: Column, text: str) -> str:
        return escaped(text).replace("–", "--") if column.is_number else escaped(text)

    head, *rows = table.texts()
    lines = [" & ".join(map(escaped, head))]
    lines += [
        " & ".join(cell(one, typeset(text)) for one, text in zip(table.columns, row, strict=True)) for row in rows
    ]
    first, *others = [f"{line} \\\\" for line in lines]
    said = [f"% {' '.join(line.split())}" for line in (table.title, table.note, *table.signatures) if line]
    kinds = "".join("r" if one.is_number else "l" for one in table.columns)
    begin, end = f"\\begin{{tabular}}{{{kinds}}}", "\\end{tabular}"
    return "\n".join([*said, begin, "\\toprule", first, "\\midrule", *others, "\\bottomrule", end])


# -- Markdown ----------------------------------------------------------------------------------------------------------------


def as_markdown(table: ResultTable, most: int | None = None) -> str:
    """The table as Markdown; ``most``: so many of its rows, and how many there are besides. Its note stands below."""
    rows = table.texts()[1:]
    places = [place for place, one in enumerate(table.columns) if one.title]  # what has none is only drawn
    heads = [table.columns[place] for place in places]
    lines = [
        _markdown_row(markdown_text(one.title) for one in heads),
        _markdown_row("---:" if one.is_number else "---" for one in heads),
    ]
    for values, texts in zip(table.rows[:most], rows, strict=False):
        cells = ((values[place], texts[place]) for place in places)
        lines.append(
            _markdown_row(markdown(value) if isinstance(value, Rich) else markdown_text(text) for value, text in cells)
        )
    left = len(rows) - len(table.rows[:most])
    parts = ["\n".join(lines), f"… and {left:,} more." if left else "", markdown_text(table.note, 10 * MARKDOWN_CELL)]
    return "\n\n".join(filter(None, parts))


def _markdown_row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    """A text with what stands out and where it leads."""
    return "".join(map(_markdown_piece, pieces_of(text)))


def _markdown_piece(piece: Piece) -> str:
    text = "<br>".join(markdown_text(line, 4 * MARKDOWN_CELL) for line in piece.text.split("\n"))
    if piece.to and not piece.to.startswith("#"):
        return f"[{text}]({piece.to.replace(')', '%29').replace(' ', '%20')})"
    bare = text.strip()
    return text.replace(bare, f"**{bare}**") if piece.look == "strong" and bare else text


def markdown_text(text: str, most: int = MARKDOWN_CELL) -> str:
    """A text that Markdown shows as it is, cut where it is long."""
    text = visible(text)
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    for character in "\\`*_{}[]<>#|~@":
        shown = shown.replace(character, f"\\{character}" if character != "@" else "@\u200b")
    return shown


# -- HTML --------------------------------------------------------------------------------------------------------------------


def as_html(table: ResultTable, most: int | None = None) -> str:
    """The table as HTML with its title; ``most``: so many of its rows."""
    return html_table(table, html_rows(table, most), f"<caption>{html_text(table.title)}</caption>")


def html_table(table: ResultTable, rows: Sequence[str], caption: str = "") -> str:
    """Some of the rows that :func:`html_rows` makes, below the columns' titles."""
    head = "".join(f"<th scope=col{_kind(one)}>{html_text(one.title)}</th>" for one in table.columns)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def html_rows(table: ResultTable, most: int | None = None) -> list[str]:
    """The first rows as HTML."""
    last, written = len(table.rows) - 1, []
    for number, cells in enumerate(html_cells(table, most)):
        of = "".join(f"<td{_kind(one)}>{cell}</td>" for one, cell in zip(table.columns, cells, strict=True))
        whole = " class=all" if number == last and table.rows[number][0] == "All" else ""
        written.append(f"<tr{whole}>{of}</tr>")
    return written


def html_cells(table: ResultTable, most: int | None = None) -> Iterator[list[str]]:
    """The cells of the first rows as HTML."""
    texts = table.texts()[1:]
    for number, (row, shown) in enumerate(zip(table.rows[:most], texts, strict=False)):
        yield [
            _html_cell(column, value, text, (number, place) in table.marked)
            for place, (column, value, text) in enumerate(zip(table.columns, row, shown, strict=True))
        ]


def _html_cell(column: Column, value: Value, text: str, is_marked: bool) -> str:
    shown = rich_html(value) if isinstance(value, Rich) else html_text(typeset(text) if column.is_number else text)
    if column.look == "bar" and isinstance(value, float) and 0 <= value <= 1:
        shown = f"<span class=bar><i style='width:{100 * value:.1f}%'></i></span> {shown}"
    return f"<span class=alarm>{shown}</span>" if is_marked else shown


def _kind(column: Column) -> str:
    return " class=number" if column.is_number else ""


def rich_html(text: str) -> str:
    """A text with what stands out and where it leads."""
    left, written = CELL * 5, []
    for piece in pieces_of(text):
        written.append(_html_piece(piece, left))
        left -= len(piece.text)
        if left <= 0:
            written.append("…")
            break
    return "".join(written)


def _html_piece(piece: Piece, most: int) -> str:
    text = "<br>".join(html_text(line, most) for line in piece.text.split("\n"))
    if piece.to:
        to = f"#{html_name(piece.to[1:])}" if piece.to.startswith("#") else piece.to
        return f'<a href="{html.escape(to)}">{text}</a>'
    tag = {"strong": "b", "small": "small"}.get(piece.look)
    if tag:
        return f"<{tag}>{text}</{tag}>"
    return f"<span class={piece.look}>{text}</span>" if piece.look else text


def html_text(text: str, most: int = CELL) -> str:
    """A text as HTML, cut where it is long."""
    text = visible(text)
    return html.escape(text if len(text) <= most else f"{text[: most - 1]}…")


def html_name(key: str) -> str:
    """A key as the name of a place on a page."""
    return _NOT_IN_NAMES.sub("-", key)
