"""Texts of which some stands out, or leads somewhere: cells of tables and paragraphs of pages.

Where only text can be shown they are that; pages and windows look at the pieces.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Literal, NamedTuple

from treecompare.trees.characters import visible

BEFORE = 0.4
"""So much of a line is left to what stands before its first strong piece, where not all has room."""
Look = Literal["", "strong", "quiet", "small", "alarm"]


class Piece(NamedTuple):
    """Some text. ``to``: the address that it leads to, ``#key`` on the same page; empty for none."""

    text: str
    look: Look = ""
    to: str = ""


class Rich(str):
    """A text made of pieces."""

    __slots__ = ("pieces",)
    pieces: tuple[Piece, ...]

    def __new__(cls, *parts: str | Piece) -> Rich:
        """Of pieces, and of plain and other rich texts between them."""
        pieces: list[Piece] = []
        for part in parts:
            if isinstance(part, Piece):
                pieces.append(part)
            else:
                pieces += part.pieces if isinstance(part, Rich) else [Piece(part)] if part else []
        made = super().__new__(cls, "".join(piece.text for piece in pieces))
        made.pieces = tuple(pieces)
        return made

    def __getnewargs__(self) -> tuple[Piece, ...]:  # type: ignore[override]
        """What it is copied and stored as."""
        return self.pieces


def pieces_of(text: str) -> tuple[Piece, ...]:
    """The pieces of any text."""
    return text.pieces if isinstance(text, Rich) else (Piece(text),) if text else ()


def strong(text: str) -> Piece:
    """What stands out."""
    return Piece(text, "strong")


def quiet(text: str) -> Piece:
    """What may be passed over."""
    return Piece(text, "quiet")


def small(text: str) -> Piece:
    """The name of what follows, as that of a layer."""
    return Piece(text, "small")


def alarm(text: str) -> Piece:
    """What has to be looked at."""
    return Piece(text, "alarm")


def link(text: str, to: str) -> Piece:
    """What leads somewhere."""
    return Piece(text, "", to)


def parted(parts: Iterable[str | Piece], mark: str = " · ") -> Rich:
    """Parts with a mark between them that may be passed over."""
    return Rich(*[piece for part in parts for piece in (quiet(mark), part)][1:])


def shortened(
    line: str, room: float, width: Callable[[str, Look], float], cut: Callable[[str, float], str]
) -> list[Piece]:
    """The pieces of a line, those before its first strong one cut at their beginning if there is no room for all; ``cut``: what
    has that room of a text."""
    pieces = [Piece(visible(piece.text), piece.look) for piece in pieces_of(line)]
    first = next((place for place, piece in enumerate(pieces) if piece.look == "strong"), 0)
    widths = [width(piece.text, piece.look) for piece in pieces]
    before, too_much = sum(widths[:first]), sum(widths) - room
    least = min(before, BEFORE * room)
    if too_much <= 0 or before <= least:
        return pieces
    said = "".join(piece.text for piece in pieces[:first]).removeprefix("… ")
    return [Piece(cut(said, max(before - too_much, least))), *pieces[first:]]


# -- rows of texts as text, for spreadsheets, scripts and people -------------------------------------------------------

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
