"""Texts of which some stands out, or leads somewhere: cells of tables and paragraphs of pages.

Where only text can be shown they are that; pages and windows look at the pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
