"""Presenting a lesson: the whole screen, large letters, nothing but the drawing, a row of measures and what is being
played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from shiboken6 import isValid

from treecompare.app.common import preferences
from treecompare.app.common.theme import apply_to, colours_of, is_dark, muted, palette
from treecompare.app.drawings.canvas import LARGEST_FIT, Fit
from treecompare.app.lessons.lesson import FOLLOWS, Lesson
from treecompare.app.lessons.measures_panel import MeasuresPanel, Told, change_ink
from treecompare.app.lessons.player_bar import PlayerBar
from treecompare.drawing.drawn import LEAST_TEXT
from treecompare.drawing.style import FONT_SIZE

LEAST_LETTERS, MOST_LETTERS = 18, 36
"""Pixels of the letters that a class sees; no text is smaller than the first, but for tags in drawings."""
LINES = 40
"""So many of them, one above the other, are as high as the screen."""
SMALLEST = 0.88
"""The smallest text, as a part of the others."""
UNFOLDED = 0.65
"""Letters of a drawing are made smaller by so much before anything in it is folded."""
WHOLE_LETTERS = 9
"""Pixels of labels and words down to which a drawing that has no room, folded as far as it can be, is made smaller: nobody scrolls
while others look on."""
MOST_LARGE = 6.0
"""So many times its natural size a small drawing may be."""
USUAL, IS_OWN = "usual font", "has a font of its own"
"""Properties of widgets that are dressed: the font before, and whether it was set. Widgets of Qt's own come and go: who kept them
in Python would hold on to what is deleted."""
SIDE = 0.3
"""Part of the width that the formula has, or whatever else stands beside the drawing."""


class Presenting(QObject):
    """Begins and ends the presentation of a window. ``changed``: it has begun or ended."""

    changed = Signal()

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, self._window = lesson, lesson.window()
        super().__init__(self._window)
        self._hidden: list[QWidget] = []
        self._columns = QByteArray()
        self._before = QRect()
        """Where the window was."""
        self.row = MeasureRow(lesson.measures)
        self.row.hide()
        self.letters = float(LEAST_LETTERS)
        """The height of letters, in pixels: that of the window, which letters may enlarge, does not matter."""
        self._was_maximized = False
        self._folded: QAction | None = None
        """What folds the drawing, where that was off before."""
        self.is_on = False
        menu = "&Class"
        self.command = lesson.add_command(
            menu, "&Present", self.toggle, "F5", "The whole screen, in large letters; Space steps, Esc ends it"
        )
        self.dark_command = lesson.add_command(
            menu, "&Dark while presenting", self._darken, "", "Light letters on dark ground"
        )
        self.formula_command = lesson.add_command(
            menu,
            "&Formula while presenting",
            self._dress,
            "Ctrl+Shift+F",
            "How the chosen measure comes about, with its counts",
        )
        # no shortcut: whatever else Escape ends, such as a node that is being moved, comes first
        self.end_command = lesson.add_command(menu, "&End presentation" + "\tEsc", self.end)
        self.command.setCheckable(True)
        self.end_command.setEnabled(False)
        for command in (self.dark_command, self.formula_command):
            command.setCheckable(True)
        self.dark_command.setChecked(is_dark(preferences.text("lesson_theme", preferences.text("theme", "system"))))
        lesson.drawn.connect(self._dress_drawing)
        self._window.installEventFilter(self)
        lesson.statusBar()  # made when it is first asked for

    def toggle(self) -> None:
        """Begins, or ends."""
        if self.is_on:
            self.end()
        else:
            self.begin()

    def begin(self) -> None:
        """Fills the screen."""
        lesson, window = self._lesson, self._window
        self.is_on = True
        self._was_maximized, self._before = window.isMaximized(), window.geometry()
        handle = window.windowHandle()
        if handle is not None and handle.frameMargins().isNull():  # it has just been opened, and has no place yet
            self._before.moveCenter(window.screen().availableGeometry().center())
        self.letters = min(max(window.screen().geometry().height() / LINES, LEAST_LETTERS), MOST_LETTERS)
        self._columns = lesson.columns.saveState()
        for bar in (lesson.menuBar(), lesson.statusBar()):
            bar.setMaximumHeight(0)  # hidden, the commands of the menus would not hear their keys
        self._hide(lesson.measures.button, lesson.measures.table)
        lesson.below.addWidget(self.row)  # the last of all
        self.row.show()
        self._present_bars()
        for place in range(lesson.side.count()):
            if (beside := lesson.side.widget(place)) is not None:
                beside.installEventFilter(self)  # what comes or goes there while presenting
        self._fold()
        window.showFullScreen()
        self._dress()
        lesson.panel.view.canvas.setFocus()
        self.changed.emit()

    def end(self) -> None:
        """Back to what there was."""
        if not self.is_on:
            return
        lesson, window = self._lesson, self._window
        self.is_on = False
        fold, self._folded = self._folded, None
        if fold is not None and fold is lesson.panel.view.elide:
            fold.setChecked(False)
        for one in filter(isValid, self._hidden):  # trees of another kind have had a drawing of their own since
            one.show()
        self._hidden = []
        self.row.hide()
        self._present_bars()
        lesson.side.setVisible(self._has_side())
        for bar in (lesson.menuBar(), lesson.statusBar()):
            bar.setMaximumHeight(16_777_215)
        self._undress_widgets()
        apply_to(window, None)
        if self._was_maximized:
            window.showMaximized()
        else:
            window.showNormal()
            window.setGeometry(self._before)
        lesson.columns.restoreState(self._columns)
        self._dress()
        self.changed.emit()

    def _fold(self) -> None:
        """What does not fit in large letters is folded, but for what a step is about."""
        fold = self._lesson.panel.view.elide
        if fold is not None and not fold.isChecked():
            self._folded = fold
            fold.setChecked(True)

    def _present_bars(self) -> None:
        for bar in self._window.findChildren(PlayerBar):
            bar.present(self.is_on)

    def _hide(self, *widgets: QWidget) -> None:
        for one in widgets:
            # what was never shown yet counts as hidden, too
            was_hidden = one.isHidden() and one.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
            if not was_hidden:
                one.hide()
                self._hidden.append(one)

    # -- how it looks ----------------------------------------------------------------------------------------------------

    def _darken(self) -> None:
        preferences.store("lesson_theme", "dark" if self.dark_command.isChecked() else "light")
        self._dress()

    def _dress(self) -> None:
        """Gives everything the look of the presentation, or takes it away."""
        lesson, window = self._lesson, self._window
        self.command.setChecked(self.is_on)
        self.end_command.setEnabled(self.is_on)
        if self.is_on:
            apply_to(window, self.dark_command.isChecked())
            self._dress_widgets()
            self._divide()
        lesson.measures.leaves_out_formula = self.is_on and not self.formula_command.isChecked()
        lesson.measures.refresh()
        self._dress_drawing()
        lesson.panel.view.lay_out()

    def _has_side(self) -> bool:
        """Whether anything stands beside the drawing; what has no more than the table of the measures does not count as such."""
        lesson, side = self._lesson, self._lesson.side
        there = [one for place in range(side.count()) if (one := side.widget(place)) is not None and not one.isHidden()]
        return bool(there) and (not self.is_on or there != [lesson.measures] or self.formula_command.isChecked())

    def _divide(self) -> None:
        lesson, width = self._lesson, self._window.width()
        lesson.side.setVisible(self._has_side())
        self.row.setVisible(not lesson.measures.isHidden())
        if not self.formula_command.isChecked():  # of the measures nothing is seen there
            lesson.side.setSizes([1, *[width] * (lesson.side.count() - 1)])
        lesson.columns.setSizes([round((1 - SIDE) * width), round(SIDE * width)])

    def _dress_widgets(self) -> None:
        """Letters and colours of everything: under a style sheet no widget follows the one that it stands in."""
        window, colours = self._window, palette(self.dark_command.isChecked())
        usual = QFontInfo(QApplication.font()).pixelSize()
        for one in (window, *window.findChildren(QWidget)):
            one.setPalette(colours)
            if one.objectName() == "tag" or one.property(FOLLOWS):  # tags are made anew with every drawing
                continue
            if one.property(USUAL) is None:
                one.setProperty(IS_OWN, one.testAttribute(Qt.WidgetAttribute.WA_SetFont))
                one.setProperty(USUAL, QFont(one.font()))
            font = QFont(one.property(USUAL))
            larger = max(QFontInfo(font).pixelSize() / usual * self.letters, self._smallest)
            font.setPointSizeF(larger * 72 / window.logicalDpiY())
            if one.font() != font:
                one.setFont(font)

    @property
    def _smallest(self) -> float:
        return max(SMALLEST * self.letters, LEAST_LETTERS)

    def _dress_newcomers(self) -> None:
        if self.is_on:
            self._dress_widgets()

    def _undress_widgets(self) -> None:
        for one in (self._window, *self._window.findChildren(QWidget)):
            if not one.property(FOLLOWS):
                one.setFont(QFont(one.property(USUAL)) if one.property(IS_OWN) else QFont())
            one.setProperty(USUAL, None)
            one.setProperty(IS_OWN, None)
            one.setPalette(QPalette())

    def _dress_drawing(self) -> None:
        """The drawing that is shown now; a lesson of another kind has another."""
        panel = self._lesson.panel
        view: Any = panel.view
        canvas = view.canvas
        if self.is_on:
            self._dress_widgets()
            self._hide(view.controls, view.foot, view.list)
            self._divide()
            self._fold()
        # of labels and words; tags are smaller than these, so that more trees are seen whole
        letters = self._smallest, UNFOLDED * self.letters, WHOLE_LETTERS
        texts = [canvas.smallest_text / FONT_SIZE * one if self.is_on else LEAST_TEXT for one in letters]
        wanted = [*texts, MOST_LARGE if self.is_on else LARGEST_FIT]
        if [canvas.least_text, canvas.least_unfolded, canvas.least_whole, canvas.largest_fit] != wanted:
            canvas.least_text, canvas.least_unfolded, canvas.least_whole, canvas.largest_fit = wanted
            view.fit_as(Fit.LEGIBLE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape ends the presentation; the drawing keeps its part of the window."""
        is_key = self.is_on and watched is self._window and isinstance(event, QKeyEvent)
        if is_key and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            self.end()
            return True
        if self.is_on and event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._divide()
        if self.is_on and event.type() == QEvent.Type.ChildAdded:
            QTimer.singleShot(0, self._dress_newcomers)  # dialogs; what is in them is made first
        if self.is_on and event.type() == QEvent.Type.Resize and watched is self._window:
            self._divide()
        return super().eventFilter(watched, event)


LEAST_HEIGHT = 64
"""Pixels; more where two lines of the letters need it."""
ROW_LINES = 3
"""So many lines of letters are as high as the row."""
BETWEEN, BESIDE = 32, 10
"""Pixels between measures, and between the figures of one."""
WIDE = "100.00"
"""No figure is wider."""
Text = tuple[str, QColor, bool]
"""What is written, its colour, and whether it is bold."""


class MeasureRow(QWidget):
    """Has what fits; an arrow at its end leads to the rest. A click on a measure explains it.

    It is painted, not made of widgets: however large its letters are, it never asks for more width than there is.
    """

    def __init__(self, panel: MeasuresPanel) -> None:
        super().__init__()
        self._panel = panel
        self._first = 0
        """Number of the measure that stands at the beginning."""
        self.cells: list[tuple[Told, QRect]] = []
        self.more = QRect()
        """Where the arrow is; empty if everything fits."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        panel.refreshed.connect(self._arrange)

    def in_order(self) -> list[Told]:
        """What is told: in the order of the kind where all of it fits, whatever changes; else the usual two and the one that is
        explained, which keep their places from step to step, then what changed, unless the rest has room as well."""
        told = {one.key: one for one in self._panel.told()}
        if self._fits([one._replace(score=WIDE, change=f"▼ {WIDE}", in_all=f"▲ {WIDE}") for one in told.values()]):
            return list(told.values())
        changed = [] if self._fits(told.values()) else [one.key for one in told.values() if one.change]
        order = dict.fromkeys([*self._panel.choices.a_and_b, self._panel.key, *changed, *told])
        return [told[key] for key in order if key in told]

    def _fits(self, measures: Iterable[Told]) -> bool:
        return sum(self._width_of(one) + BETWEEN for one in measures) <= self.width()

    def _width_of(self, one: Told) -> int:
        figures = sum(self._width(text, is_bold) + BESIDE for text, _, is_bold in self._texts(one)) - BESIDE
        return max(self._width(one.title, False), figures)

    def turn(self) -> None:
        """To the measures that did not fit; after the last ones back to the first."""
        shown = self._first + len(self.cells)
        self._first = shown if shown < len(self._panel.keys) else 0
        self._arrange()

    # -- where everything is -----------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(0, max(LEAST_HEIGHT, ROW_LINES * QFontInfo(self.font()).pixelSize()))

    def _texts(self, one: Told) -> list[Text]:
        ink, palette = self.palette().text().color(), self.palette()
        found: list[Text] = [(one.score, ink, True)]
        if one.change:
            found.append((one.change, ink if one.is_better is None else change_ink(palette, one.is_better), True))
        if one.in_all and one.in_all != one.change:
            better = one.is_better_in_all
            found.append((f"in all {one.in_all}", ink if better is None else change_ink(palette, better), False))
        return found

    def _width(self, text: str, is_bold: bool) -> int:
        return QFontMetrics(self._font(is_bold)).horizontalAdvance(text)

    def _font(self, is_bold: bool) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
        return font

    def _arrange(self) -> None:
        """Places as many measures as there is room for."""
        order = self.in_order()
        if self._first >= len(order):
            self._first = 0
        rest, x, height = order[self._first :], BETWEEN // 2, self.height()
        arrow = self._width(f"{len(order)} more →", True) + BETWEEN
        self.cells = []
        for number, one in enumerate(rest):
            wide = self._width_of(one)
            is_last = number == len(rest) - 1 and not self._first
            if self.cells and x + wide + BETWEEN // 2 > self.width() - (0 if is_last else arrow):
                break
            self.cells.append((one, QRect(x, 0, wide, height)))
            x += wide + BETWEEN
        fits = not self._first and len(self.cells) == len(order)
        self.more = QRect() if fits else QRect(self.width() - arrow, 0, arrow, height)
        said = "; ".join(" ".join([one.title, *(text for text, _, _ in self._texts(one))]) for one in order)
        self.setAccessibleName(f"Measures: {said}")
        self.update()

    def _arrow(self, there: int) -> str:
        rest = there - self._first - len(self.cells)
        return f"{rest} more →" if rest > 0 else "→"

    # -- what is seen and done -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """A title above the figures of each measure; that of the explained one in the accent."""
        painter = QPainter(self)
        painter.setPen(QColor(colours_of(self.palette()).hairline))
        painter.drawLine(0, 0, self.width(), 0)
        half = self.height() // 2
        for one, place in self.cells:
            is_explained = one.key == self._panel.key
            painter.setFont(self._font(False))
            painter.setPen(QColor(colours_of(self.palette()).accent) if is_explained else muted(self.palette()))
            painter.drawText(place.adjusted(0, 4, 0, -half), Qt.AlignmentFlag.AlignVCenter, one.title)
            x = place.x()
            for text, ink, is_bold in self._texts(one):
                painter.setFont(self._font(is_bold))
                painter.setPen(ink)
                painter.drawText(QRect(x, half, self.width() - x, half - 4), Qt.AlignmentFlag.AlignVCenter, text)
                x += self._width(text, is_bold) + BESIDE
        if not self.more.isEmpty():
            painter.setFont(self._font(True))
            painter.setPen(QColor(colours_of(self.palette()).accent))
            painter.drawText(self.more, Qt.AlignmentFlag.AlignCenter, self._arrow(len(self._panel.keys)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Explains a measure, or shows the rest."""
        at = event.position().toPoint()
        if self.more.contains(at):
            self.turn()
            return
        for one, place in self.cells:
            if place.adjusted(-BETWEEN // 2, 0, BETWEEN // 2, 0).contains(at):
                self._panel.explain(one.key)
                self._arrange()
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "more"):
            self.updateGeometry()
            self._arrange()
