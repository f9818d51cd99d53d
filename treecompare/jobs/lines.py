"""Blocks of Why as lines: what stands left and right, and in which look; and any text as rich text of Qt, which is HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from treecompare.drawing.colours import Colours
from treecompare.jobs.base import Choice, Head, Pairs, Row, Score, Share, Text
from treecompare.scores.rich import Rich, link, parted, pieces_of, quiet, strong
from treecompare.trees.characters import visible_lines

LONGEST_FIGURE, LONG = 12, r"\S{20,}"
"""Letters of what stands at the right of its name, which has the room; words that may be broken where they can be copied."""

WITH_NUMBER = r"(?<=\d) (?=[^\W\d]|%)|(?<=\b[^\W\d]) (?=\d)"
"""A space at which no line ends: 3 deleted, 5 %, E 1."""


class Line(NamedTuple):
    """``looks``: of what stands left and right: strong, muted, alarm, or none."""

    left: str
    right: str = ""
    looks: tuple[str, str] = ("", "")


class Lines(NamedTuple):
    """``are_pairs``: all that is at the right begins at one place, and has the room that the names at the left leave; else it ends
    at the edge. ``bar``: parts of a bar below the first line, as share and ink."""

    lines: Sequence[Line]
    are_pairs: bool = False
    bar: Sequence[tuple[float, str]] = ()


def links(ways: Iterable[tuple[str, str]]) -> Text:
    """What can be done, by the keys of commands, in a line."""
    return Text(parted(link(said, key) for key, said in ways))


def lines_of(block: Text | Head | Pairs | Share | Score | Choice | Row) -> Lines:
    """What a block says."""
    match block:
        case Text(text, look):
            return Lines([Line(text, "", ("muted" if look == "quiet" else look, ""))])
        case Head(text, beside):
            return Lines([Line(text, beside, ("strong", "muted"))])
        case Pairs(rows):
            are_figures = not any(len(value) > LONGEST_FIGURE or any(map(str.isalpha, value)) for _, value in rows)
            return Lines([Line(name, value, ("muted", "")) for name, value in rows], not are_figures)
        case Share(parts, said):
            whole = sum(size for size, _, _ in parts) or 1
            below = said or " · ".join(f"{name} {size:,}" for size, name, _ in parts if name)
            return Lines(
                [Line(""), Line(below, "", ("muted", ""))], bar=[(size / whole, ink) for size, _, ink in parts]
            )
        case Score():
            pieces = [one if one.to else one._replace(look=one.look or "quiet") for one in pieces_of(block.beside)]
            first = Line(block.title, Rich(*pieces, "  " if pieces else "", block.figure), ("strong", ""))
            return Lines([first, Line(block.formula), Line(block.words, "", ("muted", ""))], bar=[(block.share, "")])
        case Choice():
            return Lines([Line(block.title, "", ("strong", "")), Line(block.detail, "", ("muted", ""))])
        case Row():
            title = Rich(block.title, " ", quiet(block.words)) if block.words else block.title
            return Lines([Line(title, block.figures, ("strong", "")), Line(block.below, "", ("muted", ""))])


def question_first(blocks: Sequence[Any]) -> list[Any]:
    """What is asked below a heading of its own before all else, for where little of it is seen; beside it what it is about."""
    begin = next((n for n, (one, then) in enumerate(pairwise(blocks)) if (type(one), type(then)) == (Head, Choice)), 0)
    end = next((n for n in range(begin + 1, len(blocks)) if not isinstance(blocks[n], Choice)), len(blocks))
    first, rest = blocks[begin:end], [*blocks[:begin], *blocks[end:]]
    if begin > 1 and (type(of := blocks[0]), type(blocks[1])) == (Head, Pairs):
        about = ", ".join(" ".join(pair) for pair in blocks[1].rows)
        first = [Text(Rich(strong(first[0].text), "  ", quiet(f"{of.text}: {about}"))), *first[1:]]
    return [*first, *rest]


def rich_markup(text: str, these: Colours, broken: str = ".+") -> str:
    """A text as rich text for labels, whose links have the colour of links and no line. What ``broken`` matches may be broken
    behind _ and :, by a sign that who copies it gets; numbers stay with their words, by spaces that are copied as others."""
    looks = {
        "strong": "<b>{}</b>", "small": "<small>{}</small>", "quiet": f'<span style="color:{these.muted}">{{}}</span>',
        "alarm": f'<span style="color:{these.gold}"><b>{{}}</b></span>',
    }  # fmt: skip
    written, kept, end = [], re.sub(WITH_NUMBER, "\u00a0", text), 0
    for piece in pieces_of(text):
        begin, end = end, end + len(piece.text)
        plain = html.escape(visible_lines(kept[begin:end])).replace("\n", "<br>")
        plain = re.sub(broken, lambda one: re.sub("[_:]", r"\g<0>&#8203;", one[0]), plain)
        said = looks.get(piece.look, "{}").format(plain)
        link = f'<a href="{html.escape(piece.to)}" style="color:{these.accent};text-decoration:none">{said}</a>'
        written.append(link if piece.to else said)
    return "".join(written)
