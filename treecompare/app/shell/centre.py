"""The centre of the window: the sentence and the overview as tabs, the inspector beside them or over their edge."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from treecompare.app.shell.pane import PaneGroup

WIDE = 1400
"""From this width of the window on the inspector stands beside the drawing, below it lies over the drawing's edge."""
INSPECTOR = 300
"""Its width, in pixels: at 1600 x 1000 the drawing has 42 % of the window beside the widest left column."""
STAYS_FREE = 60
"""So much of the drawing is seen beside an inspector that lies over it."""
LEAST_BESIDE = 320
"""Where less of the drawing would be free, it goes on below the inspector."""
LEAST_WIDTH = 280
"""The centre is not made narrower."""
SENTENCE, OVERVIEW = range(2)
PLACES = ("tab", "below", "beside")
"""Where the overview may be: in place of the sentence, below it, beside it."""


class Centre(QWidget):
    """``pictures``: the drawings of which one is shown; ``controls``: the bar of each, in the same order.

    ``inspectorShown(is_open)``: whether the inspector is wanted now.
    """

    inspectorShown = Signal(bool)

    def __init__(self, pictures: QStackedWidget, controls: QStackedWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures, self.controls = pictures, controls
        self.place = PLACES[0]
        self.is_open = True
        """Whether the inspector is wanted."""
        self.tabs = QTabBar(documentMode=True, expanding=False, drawBase=False)
        self.tabs.setObjectName("centre")
        self.tabs.setAccessibleName("Sentence or overview")
        for title in ("Sentence", "Overview"):
            self.tabs.addTab(title)
        self.tabs.currentChanged.connect(self._show_tab)
        self.inspector = PaneGroup("inspector", has_close=True)
        self.overview = PaneGroup("overview")
        self.overview.called.connect(lambda: self.show_tab(OVERVIEW))
        self.overview.dismissed.connect(lambda: self.show_tab(SENTENCE))
        self.inspector.called.connect(lambda: self.open_inspector(True))
        self.inspector.dismissed.connect(lambda: self.open_inspector(False))
        self.inspector.installEventFilter(self)

        self.head = QWidget()
        row = QHBoxLayout(self.head)
        row.setContentsMargins(4, 2, 4, 0)
        row.setSpacing(2)
        row.addWidget(self.tabs)
        row.addWidget(controls, 1)
        self.body = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.body.addWidget(pictures)
        self.body.addWidget(self.overview)
        main = QWidget()
        column = QVBoxLayout(main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body, 1)
        self.columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.columns.addWidget(main)
        self.columns.addWidget(self.inspector)
        self.columns.setStretchFactor(0, 1)
        self.columns.setStretchFactor(1, 0)
        self._width = INSPECTOR
        """Of the inspector beside the drawing, until someone drags its edge."""
        self.columns.splitterMoved.connect(self._dragged)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self.overview.hide()
        for widget in (pictures, controls):  # what does not fit is behind », or scrolls
            widget.setMinimumWidth(40)
        pictures.setMinimumHeight(120)

    def minimumSizeHint(self) -> QSize:
        """Whatever is in front: the inspector is put over the drawing before the room for both is lost."""
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    # -- the tabs --------------------------------------------------------------------------------------------------------

    @property
    def tab(self) -> int:
        """The tab in front."""
        return self.tabs.currentIndex()

    def show_tab(self, tab: int) -> None:
        """Brings the sentence or the overview to the front; where both are seen, nothing is to be done."""
        self.tabs.setCurrentIndex(tab)

    def place_overview(self, place: str) -> None:
        """Puts the overview where it is wanted, one of ``PLACES``."""
        self.place = place if place in PLACES else PLACES[0]
        is_beside = self.place == "beside"
        self.body.setOrientation(Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical)
        self.tabs.setVisible(self.place == "tab")
        self._show_tab()
        if self.place != "tab":
            size = self.body.width() if is_beside else self.body.height()
            self.body.setSizes([size * 3 // 5, size * 2 // 5])

    def _show_tab(self) -> None:
        is_both = self.place != "tab"
        # first what comes, so that the splitter is never empty
        is_overview = self.tab == OVERVIEW
        for widget, is_shown in ((self.overview, is_both or is_overview), (self.pictures, is_both or not is_overview)):
            widget.setVisible(is_shown)
        self.controls.setVisible(is_both or not is_overview)
        if is_overview:
            self.leave_free()

    # -- the inspector ---------------------------------------------------------------------------------------------------

    @property
    def lies_over(self) -> bool:
        """Whether the inspector covers a part of the drawing."""
        return self.inspector.parentWidget() is self

    def open_inspector(self, is_open: bool) -> None:
        """Shows or hides the inspector."""
        self.is_open = is_open
        self.arrange()
        self.inspectorShown.emit(is_open)

    def arrange(self) -> None:
        """Puts the inspector beside the drawing, or over it where the window is narrow."""
        is_narrow = self.window().width() < WIDE
        focus = QApplication.focusWidget()
        had_focus = focus if focus is not None and self.inspector.isAncestorOf(focus) else None
        if is_narrow != self.lies_over:
            if is_narrow:
                self.inspector.setParent(self)
            else:
                self.columns.addWidget(self.inspector)
        if is_narrow:
            width = max(min(INSPECTOR, self.width() - STAYS_FREE), 120)
            top = self.head.height()
            self.inspector.setGeometry(self.width() - width, top, width, max(self.height() - top, 40))
        self.inspector.setVisible(self.is_open)
        covered = self.inspector.width() if is_narrow and self.is_open else 0
        # the drawing goes on beside what lies over it as long as there is some room
        has_room = self.width() - covered >= LEAST_BESIDE
        self.pictures.setContentsMargins(0, 0, covered if has_room else 0, 0)
        if self.is_open and not is_narrow:
            # a splitter would share the room by proportion, and keep what a window that was small for a moment left
            self.columns.setSizes([max(self.columns.width() - self._width, 1), self._width])
        self.inspector.setProperty("over", is_narrow)
        self.inspector.raise_()
        if had_focus is not None and had_focus.isVisible():
            had_focus.setFocus()

    def _dragged(self) -> None:
        self._width = max(self.inspector.width(), 1)

    def leave_free(self) -> None:
        """The drawing or the overview is wanted: what lies over it goes."""
        if self.lies_over and self.is_open:
            self.open_inspector(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The inspector follows."""
        super().resizeEvent(event)
        self.arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape puts an inspector away that lies over the drawing."""
        is_key = watched is self.inspector and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if is_key and event.key() == Qt.Key.Key_Escape and self.lies_over:  # type: ignore[attr-defined]
            self.open_inspector(False)
            return True
        return super().eventFilter(watched, event)
