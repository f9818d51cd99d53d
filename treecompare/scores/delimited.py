"""Rows of texts as text: delimited for spreadsheets and scripts, aligned for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence


def tsv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as tab-separated text, one line each; tabs and line ends within cells become blanks."""
    return "\n".join("\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in row) for row in rows)


def comma_separated(rows: Sequence[Sequence[str]]) -> str:
    """Rows as CSV (RFC 4180, line feeds)."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().rstrip("\n")


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns padded with blanks; numbers to the right, texts to the left."""
    width = max(len(row) for row in rows)
    padded = [[*row, *[""] * (width - len(row))] for row in rows]
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
    return cell in ("", "–") or cell.lstrip("-+").replace(".", "", 1).isdigit()
