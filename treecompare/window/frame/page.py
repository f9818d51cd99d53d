"""A page in the middle: tables of results whose cells open what is behind them, plots, paragraphs."""

from __future__ import annotations

import numpy as np
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QMouseEvent, QPainter, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QRubberBand, QScrollArea, QStyle, QStyleOptionViewItem, QToolTip, QWidget

from treecompare.drawing.figures import PlotStyle
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Page, Plot, Plotted
from treecompare.scores.looks import ResultRows, sorted_rows
from treecompare.scores.result import ResultTable
from treecompare.window.common import fonts
from treecompare.window.common.elided import Said
from treecompare.window.common.layouts import column, label, row
from treecompare.window.common.plain import tip, visible_lines
from treecompare.window.common.rows import Cells, CellsModel, Index, RowsTable
from treecompare.window.common.theme import colours_of
from treecompare.window.common.worker import Newest
from treecompare.window.drawings.painted import theme_of
from treecompare.window.frame.waiting import announce

MOST_ROWS, ALONE = 100, 16
"""So many rows of a table are seen at once, so that only the page scrolls; of one that has the page to itself, more where there is
room."""
SPARE = 4
"""Pixels that headings may be higher than they say before they are styled."""
LEAST_PLOT = 260
FAR = 4
"""Pixels from which on a plot is dragged over, not clicked."""
BAR = 2.0
"""Pixels that a bar is high."""
TOP = 14
"""Pixels above what is seen first."""


class ResultModel(ResultRows, CellsModel):
    """Shows a :class:`ResultTable`."""

    def __init__(self, table: ResultTable, parent: QObject | None = None) -> None:
        CellsModel.__init__(self, parent)
        ResultRows.__init__(self, table)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Undefined values stand last, -1 is the table's own order."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        shown = [self.order[index.row()] for index in before]
        self.order = sorted_rows(self.table, column, order == Qt.SortOrder.DescendingOrder)
        place_of = {row: place for place, row in enumerate(self.order)}
        after = [self.index(place_of[row], index.column()) for row, index in zip(shown, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


class ResultDelegate(Cells):
    """Bars and heat besides what every cell shows."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        assert isinstance(model, ResultModel)
        if model.is_strong(index.row(), index.column()):
            option.font.setBold(True)
        if model.is_quiet(index.row(), index.column()):
            option.palette.setColor(QPalette.ColorRole.Text, QColor(colours_of(option.palette).muted))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, ResultModel)
        row, at = model.order[index.row()], index.column()
        strength, share = model.looks.strength(row, at), model.looks.bar(row, at)
        if strength is not None:
            painter.fillRect(option.rect, shade(option.palette, strength, model.looks.is_diagonal(row, at)))
        super().paint(painter, option, index)
        if share is not None:  # along the lower edge
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            colour = option.palette.text().color() if is_chosen else QColor(colours_of(option.palette).accent)
            line = QRectF(option.rect.left() + 4, option.rect.bottom() - BAR, option.rect.width() - 8, BAR)
            for part, strength in ((1.0, 0.12), (share, 0.6)):
                colour.setAlphaF(strength)
                painter.fillRect(QRectF(line.left(), line.top(), line.width() * part, BAR), colour)


def shade(of: QPalette, strength: float, is_diagonal: bool) -> QColor:
    """The colour behind a cell, the stronger the more it is."""
    colour = QColor(colours_of(of).muted if is_diagonal else colours_of(of).accent)
    colour.setAlphaF(strength)
    return colour


class Rows(RowsTable):
    """The first column stands still while the others are scrolled."""

    def __init__(self, model: ResultModel) -> None:
        super().__init__()
        self.still = RowsTable(self, focusPolicy=Qt.FocusPolicy.NoFocus, frameShape=RowsTable.Shape.NoFrame)
        for one in (self, self.still):
            one.setModel(model)
            one.setItemDelegate(ResultDelegate(one))
        self.still.setSelectionModel(self.selectionModel())
        self.still.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.still.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for at in range(1, model.columnCount()):
            self.still.setColumnHidden(at, True)
        self.still.clicked.connect(self.clicked)
        self.still.horizontalHeader().setSectionsClickable(False)
        self.still.hide()
        self.verticalScrollBar().valueChanged.connect(self.still.verticalScrollBar().setValue)
        self.horizontalScrollBar().valueChanged.connect(self._stand_still)

    def _stand_still(self) -> None:
        width = self.columnWidth(0)
        is_needed = self.horizontalScrollBar().value() > 0 and 2 * width < self.viewport().width()
        if is_needed:
            self.still.setColumnWidth(0, width)
            self.still.horizontalHeader().setFixedHeight(self.horizontalHeader().height())
            frame, head = self.frameWidth(), self.horizontalHeader().height()
            self.still.setGeometry(frame, frame, width, self.viewport().height() + head)
            self.still.verticalScrollBar().setValue(self.verticalScrollBar().value())
        self.still.setVisible(is_needed)

    def scrollTo(self, index: Index, hint: RowsTable.ScrollHint = RowsTable.ScrollHint.EnsureVisible) -> None:
        bar, at, is_still = self.horizontalScrollBar(), self.horizontalScrollBar().value(), not self.still.isHidden()
        super().scrollTo(index, hint)
        if is_still:
            below = max(self.columnWidth(0) - self.visualRect(index).left(), 0)
            bar.setValue(bar.value() - below if index.column() else at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stand_still()


class TableView(QWidget):
    """A table with its title and note. ``found``: what is behind a cell that was clicked."""

    found = Signal(object)

    def __init__(self, table: ResultTable, parent: QWidget | None = None, most: int = MOST_ROWS) -> None:
        super().__init__(parent)
        self.model = ResultModel(table, self)
        self.view = Rows(self.model)
        self.view.setAccessibleName(table.title)
        header = self.view.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.view.setSortingEnabled(True)
        header.sortIndicatorChanged.connect(self._fit_columns)
        bold = fonts.strong(self.font())
        figures, heads = QFontMetrics(bold), QFontMetrics(fonts.sized(bold, fonts.SMALL))
        # measured once: Qt would measure them anew whenever anything is laid out
        self._needed = self.model.needed(figures.horizontalAdvance, heads.horizontalAdvance)
        self._widths: list[int] = []
        rows, line = min(self.model.rowCount(), most), self.view.verticalHeader().defaultSectionSize()
        below = self.view.horizontalScrollBar().sizeHint().height() + 2 * self.view.frameWidth() + SPARE
        self.view.setMinimumHeight(rows * line + header.sizeHint().height() + below)
        self.view.setMaximumHeight(self.view.minimumHeight() + (self.model.rowCount() - rows) * line)
        self.view.clicked.connect(self._open)
        self.view.activated.connect(self._open)
        said = "" if table.rows else "No rows.", table.note, self.model.looks.said()
        title, note = label(table.title, "strong"), label(" ".join(filter(None, said)), "muted", wraps=True)
        note.setToolTip(tip("\n".join(table.signatures)))
        column(self, title, (row(None, (self.view, 999), None), 999), note, None, gap=4)
        note.setVisible(bool(note.text()))  # now that it is in here, and no window
        self.view.setVisible(bool(table.rows))
        QTimer.singleShot(0, self.view, self._show_largest)  # it has its size only then

    def _fit_columns(self) -> None:
        """Each as wide as its texts; columns that people made wider stay so as long as the others need not change."""
        around, chosen = 2 * self.view.frameWidth(), self.view.horizontalHeader().sortIndicatorSection()
        widths, seen = self.model.widths(self._needed, self.width() - around, chosen)
        if widths != self._widths:
            self._widths = widths
            for at, width in enumerate(widths):
                self.view.setColumnWidth(at, width)
        self.view.setMaximumWidth(seen + around)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _show_largest(self) -> None:
        """The largest cell that is pointed out is in sight."""
        if (largest := self.model.largest_marked()) is not None:
            self.view.doItemsLayout()  # else the scroll bars may not know yet how much there is
            # no further than needed: else names of rows are out of sight
            self.view.scrollTo(self.model.index(*largest))

    def _open(self, at: QModelIndex) -> None:
        found = self.model.table.found(self.model.order[at.row()], at.column())
        if found is not None:
            self.found.emit(found)


class PlotView(QLabel):
    """A plot, drawn in the background, again where it has another width. ``found``: what was clicked, or dragged over."""

    found = Signal(object)
    _width = 0
    """For which it is drawn."""

    def __init__(self, plot: Plot, parent: QWidget | None = None) -> None:
        super().__init__(parent, mouseTracking=True, text="Drawing…", accessibleName=visible_lines(plot.said))
        self.plot = plot
        self.plotted: Plotted | None = None
        self._pressed: QPoint | None = None
        self._point = 0  # where the keyboard is
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        self._work = Newest(self)
        self.setMinimumSize(LEAST_PLOT, LEAST_PLOT)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)  # places in it are those of the picture
        self.destroyed.connect(self._work.drop)

    def _draw(self) -> None:
        self._width = self.width()
        points = self.font().pointSizeF() if self.font().pointSizeF() > 0 else 0.75 * self.font().pixelSize()
        style, scale = PlotStyle(theme_of(self.palette()), points), self.devicePixelRatioF()
        self._work.ask(lambda _cancel: self.plot.draw(self._width, scale, style), self._show, self._fail)

    def _show(self, plotted: Plotted) -> None:
        self.plotted = plotted
        pixels = np.ascontiguousarray(plotted.pixels)
        height, width = pixels.shape[:2]
        image = QImage(pixels.data, width, height, pixels.strides[0], QImage.Format.Format_RGBA8888)
        made = QPixmap.fromImage(image)
        made.setDevicePixelRatio(self.devicePixelRatioF())
        self.setPixmap(made)
        self.setMinimumHeight(int(height / self.devicePixelRatioF()))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if plotted.points else Qt.FocusPolicy.NoFocus)
        self._step(0)
        self._fit()

    def _fail(self, error: BaseException) -> None:
        if not isinstance(error, TreecompareError):
            raise error
        self.setText(visible_lines(str(error)))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if abs(self.width() - self._width) > FAR and not self._work.is_busy:  # forty at once take a minute
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._width:
            self._draw()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._pressed is not None:
            self._band.setGeometry(QRect(self._pressed, at).normalized())
            self._band.setVisible((at - self._pressed).manhattanLength() > FAR)
        elif self.plotted is not None:
            self.setToolTip(tip(self.plotted.said(at.x(), at.y())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._band.hide()
        begun, self._pressed = self._pressed, None
        if begun is not None:
            end = event.position().toPoint()
            self._take(QRect(begun, end).normalized() if (end - begun).manhattanLength() > FAR else QRect(end, end))

    def _take(self, box: QRect | None) -> None:
        """What lies there becomes the list; None: where the keyboard is."""
        at = self._band.geometry().adjusted(2 * FAR, 2 * FAR, -2 * FAR, -2 * FAR) if box is None else box
        if self.plotted and (found := self.plotted.found(at.left(), at.top(), at.right(), at.bottom())) is not None:
            self.found.emit(found)

    def _step(self, by: int) -> None:
        if self.hasFocus() and self.plotted is not None and self.plotted.points:
            self._point = (self._point + by) % len(self.plotted.points)
            here = QPoint(*self.plotted.points[self._point])
            self._band.setGeometry(QRect(here, here).adjusted(-2 * FAR, -2 * FAR, 2 * FAR, 2 * FAR))
            self._band.show()
            said = self.plotted.said(here.x(), here.y())
            QToolTip.showText(self.mapToGlobal(here), tip(said), self)
            announce(self, said)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        self._step(0)

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._band.hide()


class PageView(QScrollArea):
    """A page. ``found``: what is behind a cell, or in a plot; ``linked``: the address of a link."""

    found = Signal(object)
    linked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus)
        self._waiting: list[ResultTable | Plot | str] = []
        self._first: QWidget | None = None
        self._went = self._at = 0
        self._page: Page | None = None
        self.verticalScrollBar().rangeChanged.connect(self._go_to_first)
        self._is_alone = False
        """Whether there is one table, and nothing but text beside it."""
        self._next = QTimer(self, singleShot=True, interval=0, timeout=self._add)

    def show_page(self, page: Page) -> None:
        """Shows another page from its beginning; the same stays as it is."""
        if page is self._page:
            return
        self._page, inside = page, QWidget()
        self._waiting, self._first, self._went, self._at = list(page.items), None, 0, page.at
        self._column = column(inside, None, margins=(20, TOP, 20, 14), gap=14)
        self.setWidget(inside)
        self.verticalScrollBar().setValue(0)
        self._is_alone = sum(not isinstance(one, str) for one in page.items) == 1
        self._put(Said("heading"), page.title)
        self._add()

    def _add(self) -> None:
        """The next item: each takes a moment, and the window stays alive between them."""
        if not self._waiting:
            return
        one = self._waiting.pop(0)
        if isinstance(one, str):
            self._put(Said(), one)
        else:
            most = ALONE if self._is_alone else MOST_ROWS
            made: TableView | PlotView = TableView(one, most=most) if isinstance(one, ResultTable) else PlotView(one)
            made.found.connect(self.found)
            is_long = isinstance(one, ResultTable) and len(one.rows) > most  # it gets what is left of the window
            self._column.insertWidget(self._column.count() - 1, made, 99 * is_long)
            made.show()  # at once, and the page is as high as it needs
            if self._at and self._column.count() == self._at + 3:  # behind the title, before the room that is left
                self._first = made
        self._next.start()

    def _go_to_first(self) -> None:
        """Also once a plot above it is drawn; as long as nobody has scrolled."""
        bar = self.verticalScrollBar()
        if self._first is not None and bar.value() == self._went:
            bar.setValue(self._first.y() - TOP)
            self._went = bar.value()

    def _put(self, said: Said, text: str) -> None:
        said.linkActivated.connect(self.linked)
        self._column.insertWidget(self._column.count() - 1, said)
        said.say(text)
