"""Where a tip has room: beside what it is about, over nothing that is drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QToolTip, QWidget

from treecompare.app.common.plain import markup

CELL = 6
"""Places are tried so many pixels apart."""
GAP = 6
"""Between a tip and what it is about."""


def free_place(size: QSize, about: QRectF, taken: Iterable[QRectF], view: QRect) -> tuple[QPoint, bool]:
    """The top left corner of a tip of that size within a view, as near to a box as can be, and whether it covers nothing.

    ``about``: the box; ``taken``: the boxes that are drawn, itself included. Where nothing is
    free the tip covers as little as can be.
    """
    rows, columns = max(view.height() // CELL, 1), max(view.width() // CELL, 1)
    down, across = -(-size.height() // CELL) + 1, -(-size.width() // CELL) + 1
    grid = np.zeros((rows, columns), np.int32)
    for rect in (*taken, about.adjusted(-GAP, -GAP, GAP, GAP)):
        left, top = int(rect.left() - view.left()) // CELL, int(rect.top() - view.top()) // CELL
        right, bottom = int(rect.right() - view.left()) // CELL, int(rect.bottom() - view.top()) // CELL
        grid[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = 1
    if down > rows or across > columns:
        return QPoint(view.left(), view.top()), False
    sums = np.zeros((rows + 1, columns + 1), np.int32)
    sums[1:, 1:] = grid.cumsum(0).cumsum(1)
    covered = sums[down:, across:] - sums[:-down, across:] - sums[down:, :-across] + sums[:-down, :-across]
    ys, xs = np.indices(covered.shape) * CELL
    x_away = np.maximum(
        np.maximum(about.left() - view.left() - xs - size.width(), xs - (about.right() - view.left())), 0
    )
    y_away = np.maximum(
        np.maximum(about.top() - view.top() - ys - size.height(), ys - (about.bottom() - view.top())), 0
    )
    best = np.lexsort((np.hypot(x_away, y_away).ravel(), covered.ravel()))[0]
    row, column = divmod(int(best), covered.shape[1])
    return QPoint(view.left() + column * CELL, view.top() + row * CELL), not covered[row, column]


def show_tip(text: str, area: QAbstractScrollArea, about: QRectF, taken: Iterable[QRectF], may_cover: bool) -> None:
    """Says a plain text beside a box of a scrolled drawing; rectangles as in :func:`free_place`, in the viewport.

    ``may_cover``: it is also said where it covers something that is drawn.
    """
    viewport = area.viewport()
    # Qt would take a word like <b> for markup
    shown = f'<p style="white-space:pre">{markup(text)}</p>'
    QToolTip.showText(viewport.mapToGlobal(about.bottomLeft().toPoint()), shown, area)
    tip = tip_shown()
    if tip is None:
        return
    place, is_free = free_place(tip.size(), about, taken, viewport.rect())
    if is_free or may_cover:
        tip.move(viewport.mapToGlobal(place))
    else:
        hide_tip()


def tip_shown() -> QWidget | None:
    """The widget in which Qt shows its tip, if it shows one."""
    # not all widgets are asked without need: touching those that are just being deleted ends the program
    if not QToolTip.isVisible():
        return None
    return next((one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel") and one.isVisible()), None)


def hide_tip() -> None:
    """Hides the tip at once; Qt's own way takes a while, in which it stands beside something else."""
    tip = tip_shown()
    if tip is not None:
        tip.hide()
