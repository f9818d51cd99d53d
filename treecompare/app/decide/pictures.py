"""What is drawn: two analyses of a sentence, and the sentence as it stands. A word that is dragged onto another gets it as its
head."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.drawings.arcs_view import ArcsView
from treecompare.drawing.arcs import ArcBox
from treecompare.drawing.names import Names
from treecompare.extras.annotators import drawn
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import Difference
from treecompare.extras.annotators.told import called_shortly
from treecompare.mappings.mapping import Mapping

FAR = 8
"""Pixels that the mouse moves until it drags."""


class DragToHead(QObject):
    """``dragged`` carries two words (from 1) of a drawing of arcs: one that was dragged, and the word on which it was let go."""

    dragged = Signal(int, int)

    def __init__(self, view: ArcsView) -> None:
        super().__init__(view)
        self._view = view
        self._word = 0
        self._start: Any = None
        view.canvas.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As Qt has it."""
        if not isinstance(event, QMouseEvent):
            return False
        here = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._word, self._start = self._word_at(here), here
            return bool(self._word)
        if not self._word:
            return False
        if event.type() == QEvent.Type.MouseMove:
            if (here - self._start).manhattanLength() > FAR:
                over = self._word_at(here)
                shape = (
                    Qt.CursorShape.DragLinkCursor if over not in (0, self._word) else Qt.CursorShape.ClosedHandCursor
                )
                self._view.canvas.viewport().setCursor(shape)
            return True
        if event.type() == QEvent.Type.MouseButtonRelease:
            word, self._word = self._word, 0
            self._view.canvas.viewport().setCursor(Qt.CursorShape.ArrowCursor)
            over = self._word_at(here)
            if over and over != word:
                self.dragged.emit(word, over)
            else:
                self._view.canvas.clicked.emit(self._view.canvas.box_at(here))
            return True
        return False

    def _word_at(self, place: Any) -> int:
        box = self._view.canvas.box_at(place)
        return box.column + 1 if isinstance(box, ArcBox) and box.arc is None and not box.opens else 0


class ResultArcs(ArcsView):
    """Arcs as they stand, of which those that are not decided are dotted. Where there is no room for all words, those are folded
    whose arcs are the same in all analyses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas.setAccessibleName("Result")

    def tooltip_of(self, box: ArcBox) -> str:
        """See the base."""
        arcs = self.arcs
        return drawn.box_said(drawn.Arcs(arcs.columns, arcs.arcs), ("", ""), box) if arcs is not None else box.text


class Pictures(QWidget):
    """One kind of drawing for all sentences: arcs or trees. ``dragged``: see :class:`DragToHead`.

    ``pair`` draws two analyses, ``third`` the other one where there are three, ``result`` the sentence as it stands.
    """

    dragged = Signal(int, int)

    def __init__(self, is_dependencies: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_dependencies = is_dependencies
        self._drawn: tuple[int, tuple[int, int]] = -1, (0, 0)
        self._pair: drawn.Arcs | Mapping | None = None
        self.pair: ArcsView | AlignmentView = ArcsView() if is_dependencies else AlignmentView()
        self.result: ArcsView | AlignmentView = ResultArcs() if is_dependencies else AlignmentView()
        self.third: ArcsView | AlignmentView = ArcsView() if is_dependencies else AlignmentView()
        self.pair.canvas.setAccessibleName("Drawing of both analyses")
        self.third.canvas.setAccessibleName("Drawing of the third analysis")
        self.result.canvas.setAccessibleName("Result")
        for view in (self.pair, self.third, self.result):
            view.controls.hide()
            view.foot.hide()
            if isinstance(view, ArcsView):
                DragToHead(view).dragged.connect(self.dragged)
            elif view is not self.pair:
                view.set_arrangement("merged")
                view.names = "", ""

    def show_pair(self, made: Adjudication, difference: Difference, sides: tuple[int, int]) -> None:
        """Draws two of the analyses, and lights a difference in them."""
        sentence = difference.place.sentence
        if self._drawn != (sentence, sides):
            self._drawn = sentence, sides
            called = called_shortly(made.names, made.beside)
            self.pair.names = called[made.names[sides[0]]], called[made.names[sides[1]]]
            self.pair.call(Names(*self.pair.names))
            self._pair = drawn.pair(made, sentence, sides)
            _show(self.pair, self._pair)
        _light(self.pair, self._pair, difference)

    def show_third(self, made: Adjudication, difference: Difference, side: int) -> None:
        """Draws the analysis that is not in the pair, and lights the difference in it."""
        shown = drawn.single(made, difference.place.sentence, side)
        _show(self.third, shown)
        _light(self.third, shown, difference)

    def show_result(self, made: Adjudication, difference: Difference) -> None:
        """Draws the sentence as it stands."""
        shown = drawn.result(made, difference.place.sentence)
        _show(self.result, shown)
        _light(self.result, shown, difference)


def _show(view: ArcsView | AlignmentView, shown: drawn.Arcs | Mapping | None) -> None:
    if isinstance(view, ArcsView) and isinstance(shown, drawn.Arcs):
        view.show_columns(shown.columns, shown.arcs, gold=shown.gold, test=shown.test)
    elif isinstance(view, AlignmentView) and isinstance(shown, Mapping):
        view.show_mapping(shown)


def _light(view: ArcsView | AlignmentView, shown: drawn.Arcs | Mapping | None, difference: Difference) -> None:
    if isinstance(view, ArcsView):
        view.light_words([int(difference.place.unit)])
    elif isinstance(shown, Mapping):
        view.show_nodes(drawn.nodes_at(shown, difference))


class Titled(QWidget):
    """A drawing below a heading and what is said beside it."""

    def __init__(self, title: str, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(f"<b>{title}</b>")
        self.about = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.about.setProperty("look", "quiet")
        head = QWidget()
        row = QVBoxLayout(head)
        row.setContentsMargins(16, 6, 16, 0)
        line = QStackedLayout()
        line.addWidget(self.title)
        row.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(inside, 1)

    def say(self, title: str, about: str) -> None:
        """The heading, and what is said beside it; plain texts."""
        from treecompare.app.common.plain import markup

        self.title.setText(f"<b>{markup(title)}</b>&nbsp;&nbsp;{markup(about)}")
