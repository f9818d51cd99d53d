"""Frames on paper: the text, the figure, the drawing, the chosen measures with their formulas; a page for each."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter

from treecompare.app.drawings.handout import document, put_document
from treecompare.app.drawings.in_memory import pdf_of, svg_of
from treecompare.app.drawings.on_paper import on_paper
from treecompare.app.drawings.pictures import Picture
from treecompare.comparison.explain import explain_sentence
from treecompare.drawing.sentence import DEFAULT
from treecompare.drawing.style import LIGHT
from treecompare.errors import TreecompareError, UsageError
from treecompare.lessons.exercise import Exercise
from treecompare.lessons.frames import Frame, Player, missing
from treecompare.trees.invisible_characters import visible
from treecompare.writing import write_file

WIDTH, HEIGHT = 842, 595
"""A4 on its side, in points."""
MARGIN, GAP = 36.0, 14.0
BESIDE = 230.0
"""Points of the column of measures."""
LARGEST = 2.0
"""A drawing is enlarged at most so much."""
LONGEST = 90


@dataclass(frozen=True)
class Page:
    """What stands on a page. ``head``: the walk or script; ``place``: ``3 of 9``; ``picture``: None where nothing is drawn."""

    head: str
    place: str
    frame: Frame
    picture: Picture | None = None


def page_of(player: Player, number: int) -> Page:
    """A frame with its own trees; where they are not there, the page says why.

    Raises:
        IndexError: there is no such frame.
    """
    frame, place = player.frame(number), player.place(number)
    exercise = frame.exercise
    if exercise is None:
        return Page(player.title, place, frame)
    try:
        picture = on_paper(exercise.comparison.drawing(0, exercise.row, frame.wanted or DEFAULT))[1]
    except TreecompareError as error:
        return Page(player.title, place, missing(error))
    return Page(player.title, place, frame, picture)


# -- files -------------------------------------------------------------------------------------------------------------------


def save_pages(path: str, pages: Iterable[Page]) -> None:
    """Writes PDF, a page for each, or SVG, which has one page only, by the ending of the name.

    Raises:
        TreecompareError: the file cannot be written, or has another ending.
        UsageError: several pages are to be one SVG.
    """
    ending, made = Path(path).suffix.lower(), list(pages)
    if ending not in (".pdf", ".svg"):
        raise UsageError(f"{path}: unknown ending; expected .pdf or .svg")
    if ending == ".svg" and len(made) != 1:
        raise UsageError(f"{path}: an SVG holds one step, not {len(made)}; expected one step, or a PDF")
    write_file(path, _svg(made[0]) if ending == ".svg" else _pdf(made))


def _pdf(pages: Sequence[Page]) -> bytes:
    size, way = QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Landscape
    layout = QPageLayout(size, way, QMarginsF(), QPageLayout.Unit.Point)
    return pdf_of([partial(paint_page, page=page) for page in pages], layout, pages[0].head if pages else "")


def _svg(page: Page) -> bytes:
    exercise = page.frame.exercise
    title = f"{page.head}, {page.place}" if page.head else exercise.title if exercise is not None else ""
    return svg_of(lambda painter: paint_page(painter, page), WIDTH, HEIGHT, title)


# -- painting ----------------------------------------------------------------------------------------------------------------


def paint_page(painter: QPainter, page: Page) -> None:
    """Paints a page, in points: the text above, the measures at the right, the drawing in the room that is left."""
    painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), QColor(LIGHT.background))
    left, top, right, bottom = MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN
    place = document(f"<p align='right' style='color:#555'>{_escaped(page.place)}</p>", 9, 80)
    put_document(painter, place, right - 80, top)
    head = document(f"<p style='color:#555'>{_escaped(page.head)}</p>", 9, right - left - 90)
    put_document(painter, head, left, top)
    top += head.size().height() + 6
    frame = page.frame
    for text, size in ((frame.text, 17.0), (frame.figure, 11.0)):
        if text:
            said = document(f"<p>{_escaped(text)}</p>", size, right - left)
            put_document(painter, said, left, top)
            top += said.size().height() + GAP
    if frame.exercise is not None:
        foot = document(_foot(frame.exercise, page.picture), 6.5, right - left)
        bottom -= foot.size().height()
        put_document(painter, foot, left, bottom)
        bottom -= 6
        if frame.measures:
            right -= BESIDE
            _paint_measures(
                painter, frame.exercise, frame.measures, QRectF(right + GAP, top, BESIDE - GAP, bottom - top)
            )
    if page.picture is not None:
        _paint_picture(painter, page.picture, QRectF(left, top, right - left, bottom - top))


def _paint_picture(painter: QPainter, picture: Picture, room: QRectF) -> None:
    factor = min(room.width() / picture.width, room.height() / picture.height, LARGEST)
    painter.save()
    painter.translate(
        room.left() + (room.width() - factor * picture.width) / 2,
        room.top() + (room.height() - factor * picture.height) / 2,
    )
    painter.scale(factor, factor)
    picture.paint(painter)
    painter.restore()


def _paint_measures(painter: QPainter, exercise: Exercise, measures: Sequence[str], room: QRectF) -> None:
    """Each with its score, its formula with letters and with numbers; smaller where there are many."""
    entries = "".join(_measure(exercise, key) for key in measures)
    for size in (11.0, 9.0, 7.0, 5.5):
        made = document(entries, size, room.width())
        if made.size().height() <= room.height():
            break
    painter.save()
    painter.setClipRect(room)
    put_document(painter, made, room.left(), room.top())
    painter.restore()


def _measure(exercise: Exercise, key: str) -> str:
    told = explain_sentence(exercise.comparison, 0, exercise.row, key)
    how = told.text if told.numbers is not None else told.undefined
    if len(how) > LONGEST and told.fraction:  # the scores of thirty words, added up
        how = f"{told.fraction} = {told.value}"
    formula = f"{_escaped(told.symbolic.text)}<br>" if told.numbers is not None else ""
    return (
        f"<p style='margin:0 0 6px 0'><b>{_escaped(told.title)}</b>&nbsp; <b>{told.shown}</b><br>"
        f"<span style='color:#444'>{formula}{_escaped(how)}</span></p>"
    )


def _foot(exercise: Exercise, picture: Picture | None) -> str:
    legend = picture.legend if picture is not None else ""
    parts = [exercise.title, legend, exercise.comparison.table.sentence_signature("")]
    return f"<p style='color:#666'>{' · '.join(_escaped(one) for one in parts if one)}</p>"


def _escaped(text: str) -> str:
    return html.escape(visible(text))
