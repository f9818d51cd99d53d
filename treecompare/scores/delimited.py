"""Rows of texts as delimited text, for spreadsheets and scripts."""

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
