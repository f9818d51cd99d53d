"""What became of the answers of systems that are raw output, above the systems: a bar of outcomes, and both headline figures.

And the button that adds systems that no file has: uninformed baselines, and the consensus of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import colours_of
from treecompare.app.common.worker import Newest
from treecompare.comparison.answered import AFTER_REPAIR, AS_IS, BASELINE, CONSENSUS, FAILURES
from treecompare.comparison.base import Comparison
from treecompare.extras.raw.analysis import counts_of, figures_in_short, figures_of, figures_said
from treecompare.extras.raw.baselines import OF_TREES, OF_WORDS
from treecompare.registry import is_here
from treecompare.scores.table import WAITING, Average

HEIGHT, BAR, MARGIN, GAP = 24, 96, 8, 8


class _Row(QAbstractButton):
    """A system: its bar, and its figures over all and common sentences as soon as they are known."""

    def __init__(self, name: str, counts: dict[str, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.name, self.counts, self.figures, self.in_short = name, counts, "", ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_figures("")

    def show_figures(self, figures: str, in_short: str = "") -> None:
        """What is said of the system, and what of it stands beside its bar."""
        self.figures, self.in_short = figures, in_short
        counted = ", ".join(f"{outcome} {count:,}" for outcome, count in self.counts.items() if count)
        said = f"{self.name}: {counted}." + (f" {figures}." if figures else "")
        self.setAccessibleName(said)
        self.setToolTip(tip(f"{said} Click for the table of outcomes."))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(2 * BAR, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """From the left: scored as it is, after repair, with other words, failures."""
        painter, colours = QPainter(self), colours_of(self.palette())
        box = QRectF(MARGIN, 6, BAR, HEIGHT - 12)
        painter.fillRect(box, QColor(colours.hairline))
        left, total = box.left(), max(sum(self.counts.values()), 1)
        for outcome, count in self.counts.items():
            width = BAR * count / total
            painter.fillRect(QRectF(left, box.top(), width, box.height()), ink_of(outcome, self.palette()))
            left += width
        if self.hasFocus():
            painter.setPen(QColor(colours.accent))
            painter.drawRect(QRectF(0.5, 0.5, self.width() - 1, HEIGHT - 1))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        room = QRectF(MARGIN + BAR + GAP, 0, self.width() - 2 * MARGIN - BAR - GAP, HEIGHT)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), self.in_short)
        left = int(room.width()) - self.fontMetrics().horizontalAdvance(self.in_short) - GAP  # the name gives way
        text = elided(self.fontMetrics(), visible(self.name), left)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.end()


def ink_of(outcome: str, of: QPalette) -> QColor:
    """Failures are left as the ground of the bar."""
    colours = colours_of(of)
    if outcome in FAILURES:
        return QColor(colours.hairline)
    return QColor({AS_IS: colours.accent, AFTER_REPAIR: colours.handle}.get(outcome, colours.gold))


class OutcomeStrip(QWidget):
    """A row for each system that is raw output; nothing where none is. ``wanted``: the table of outcomes is."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[int, _Row] = {}
        self._asked: tuple[Any, ...] | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.work = Newest(self)
        self.work.done.connect(self._show_figures)
        self.hide()

    def ask(self, comparison: Comparison | None, average: Average) -> None:
        """Shows what became of the answers; the figures are computed in the background once all sentences are compared."""
        is_ready = comparison is not None and not (comparison.table.statuses == WAITING).any()
        wanted = (id(comparison), average, is_ready)
        if wanted == self._asked:
            return
        self.work.drop()
        if self._asked is None or self._asked[0] != wanted[0]:
            self._set_rows(comparison)
        self._asked = wanted
        if comparison is not None and self.rows and is_ready:
            self.work.ask(lambda _cancel: figures_of(comparison, average))

    def _set_rows(self, comparison: Comparison | None) -> None:
        for row in self.rows.values():
            self._layout.removeWidget(row)
            row.deleteLater()
        self.rows = {}
        for system, outcomes in comparison.outcomes.items() if comparison is not None else ():
            assert comparison is not None
            row = self.rows[system] = _Row(comparison.table.systems[system], counts_of(outcomes), self)
            row.clicked.connect(self.wanted)
            self._layout.addWidget(row)
        self.setVisible(bool(self.rows))

    def _show_figures(self, figures: Any) -> None:
        for system, row in self.rows.items():
            row.show_figures(figures_said(figures[system]), figures_in_short(figures[system]))

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()


class BaselineButton(QPushButton):
    """``wanted(path)``: that system is. ``kind``: what the gold holds, empty while it is not known; only those that fit are
    offered."""

    wanted = Signal(str)

    def __init__(self, kind: Callable[[], str]) -> None:
        super().__init__("Add &baseline")
        self.setAutoDefault(False)
        self.setToolTip("A system that knows the words of the gold and nothing else; or one tree of all systems")
        self._kind = kind
        self.offered = QMenu(self)
        self.offered.aboutToShow.connect(self.offer)
        self.setMenu(self.offered)

    def offer(self) -> None:
        """Brings the menu up to date."""
        kind = self._kind()
        self.offered.clear()
        for of, names in (("constituents", OF_TREES), ("dependencies", OF_WORDS)):
            for name in names if kind in ("", of) else ():
                self.offered.addAction(name, partial(self.wanted.emit, BASELINE + name))
            self.offered.addSeparator()
        if is_here(CONSENSUS):
            self.offered.addAction("consensus of the systems", partial(self.wanted.emit, CONSENSUS))
