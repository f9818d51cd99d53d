"""Panes that share a place, a tab each."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import caption
from treecompare.app.shell.pane import Pane

ROUND_TITLE = 24
"""Pixels of a tab besides its title."""


class _Corner(QWidget):
    """As high as the tabs: Qt puts what is lower at their foot."""

    def sizeHint(self) -> QSize:
        tabs = self.parentWidget()
        height = tabs.tabBar().sizeHint().height() if isinstance(tabs, QTabWidget) else 0
        return super().sizeHint().expandedTo(QSize(0, height))


class Tabs(QTabWidget):
    """Panes that share a place, a tab each. Whoever holds the group shows and hides it; ``tip`` is that of the button that does.

    ``called``: one of its panes is wanted in front; ``dismissed``: nobody wants the group any more.
    """

    called = Signal()
    dismissed = Signal()

    def __init__(self, name: str, title: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setDocumentMode(True)
        tabs = self.tabBar()
        tabs.setAccessibleName(title)
        tabs.setExpanding(False)
        tabs.setDrawBase(False)
        self.setIconSize(QSize(16, 16))
        self.setUsesScrollButtons(True)
        self.panes: list[Pane] = []
        self.currentChanged.connect(lambda _: self._fit_titles())
        corner = _Corner(self)
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 8, 0)
        close = control(tip=tip, picture="close")
        close.setAutoRaise(True)
        close.setFixedSize(24, 24)
        close.clicked.connect(self.dismissed)
        row.addWidget(close)
        self.setCornerWidget(corner)

    # -- what is in it -----------------------------------------------------------------------------------------------------

    def hold(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.panes.append(pane)
        self.addTab(pane.widget(), "")
        self._fit_titles()

    def bring(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.setCurrentIndex(self.panes.index(pane))
        self.called.emit()

    def rename(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self._fit_titles()

    def current(self) -> Pane | None:
        """The pane in front."""
        return self.panes[self.currentIndex()] if self.panes else None

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def _fit_titles(self) -> None:
        """Where there is no room for all titles only that of the pane in front is shown, beside the pictures of the others."""
        bar, corner = self.tabBar(), self.cornerWidget()
        titles = [" ".join(filter(None, (pane.title, pane.count, pane.notice))) for pane in self.panes]
        wanted = sum(bar.fontMetrics().horizontalAdvance(title) + ROUND_TITLE for title in titles)
        is_tight = wanted > self.width() - corner.sizeHint().width()
        for place, (pane, title) in enumerate(zip(self.panes, titles, strict=True)):
            is_word = not is_tight or place == self.currentIndex()
            self.setTabText(place, caption(title) if is_word else "")
            self.setTabIcon(place, icon("" if is_word else pane.name, self.palette()))
            self.setTabToolTip(place, "" if is_word else title)
            bar.setAccessibleTabName(place, title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as many titles as there is room for."""
        super().resizeEvent(event)
        self._fit_titles()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "panes"):
            self._fit_titles()

    def minimumSizeHint(self) -> QSize:
        """Panes scroll, or cut what does not fit; none of them widens the window."""
        return QSize(160, 60)
