"""Rows of texts as text: delimited for spreadsheets and scripts, aligned for people."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from types import SimpleNamespace

from treecompare.trees.characters import visible

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?")


def tsv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as tab-separated text, one line each; tabs and line ends within cells become blanks."""
    return "\n".join("\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in row) for row in rows)


def comma_separated(rows: Sequence[Sequence[str]]) -> str:
    """Rows as CSV for spreadsheets (RFC 4180, line feeds).

    An apostrophe stands before texts that a spreadsheet would compute: a label ``=HYPERLINK(…)`` is a label. Numbers stay numbers.
    """
    lines: list[str] = []
    # with line feeds the writer would not quote a cell with a carriage return, which then ends the line
    writer = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n")
    writer.writerows([_as_text(cell) for cell in row] for row in rows)
    return "\n".join(line.removesuffix("\r\n") for line in lines)


def for_spreadsheets(rows: Sequence[Sequence[str]], are_numbers: Sequence[bool]) -> str:
    """Rows as CSV that spreadsheets open as it is meant: a line per row, no figure taken for a text, no text for a formula.

    It begins with a byte order mark, without which Excel does not take it for UTF-8; ``are_numbers``: per column whether its cells
    below the head are figures.
    """
    lines: list[str] = []
    writer = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n")
    for place, row in enumerate(rows):
        texts = (" ".join(cell.splitlines()) for cell in row)
        writer.writerow([
            text if is_number and place else f"'{text}" if text.startswith(_FORMULA) else text
            for text, is_number in zip(texts, are_numbers, strict=True)
        ])  # fmt: skip
    return "\ufeff" + "".join(lines)


def _as_text(cell: str) -> str:
    """A cell of CSV that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns padded with blanks, numbers to the right, texts to the left; invisible characters are shown as symbols."""
    width = max(len(row) for row in rows)
    padded = [[*map(visible, row), *[""] * (width - len(row))] for row in rows]
    lines = []
    columns = list(zip(*padded, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    right = [all(_is_number(cell) for cell in column[1:]) and len(column) > 1 for column in columns]
    for row in padded:
        cells = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _is_number(cell: str) -> bool:
    return cell in ("", "–", "·") or cell.lstrip("-+").replace(",", "").replace(".", "", 1).isdigit()
