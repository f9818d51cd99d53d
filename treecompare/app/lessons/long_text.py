"""A text above or below a drawing that takes the room of the longest one that stands there in turn, within limits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy

SHARE, PRESENTED = 0.3, 0.25
"""Part of the screen's height that a text may have, and while it is presented; what is longer is scrolled."""
LINES = 2
"""So many lines are seen however small the window is."""


class LongText(QScrollArea):
    """As high as the longest text needs, so that the drawing does not jump from text to text, but never so high that the window
    grows. Long texts have smaller letters, and bars to scroll where that is not enough."""

    def __init__(self, alignment: Qt.AlignmentFlag) -> None:
        super().__init__()
        self.label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | alignment)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setWidget(self.label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._height = 0
        self._fitted: tuple[Sequence[str], int, int] = (), 0, 0
        """What was fitted last."""
        self.share = SHARE

    def fit(self, texts: Sequence[str], largest: int = 0, least: int = 0) -> None:
        """Takes the room of the longest of these. Letters are between ``largest`` and ``least`` pixels high; 0: as they are."""
        self._fitted = texts, largest, least
        most = round(self.share * self.screen().availableSize().height())
        sizes = range(largest, least, -1)
        if largest:
            size = [*sizes, least][bisect_left(sizes, True, key=lambda size: self._needed(texts, size) <= most)]
            font = QFont(self.label.font())
            font.setPixelSize(size)
            self.label.setFont(font)
        self._height = min(self._needed(texts, self.label.fontInfo().pixelSize()), most)
        self.updateGeometry()
        self._show_bar()
        self.verticalScrollBar().setValue(0)

    def _show_bar(self) -> None:
        """A bar takes width from the text, which then needs its height: Qt keeps it although there is room without one."""
        is_long = self.label.heightForWidth(self.width()) > self.height()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if is_long else policy.ScrollBarAlwaysOff)

    def _needed(self, texts: Sequence[str], size: int) -> int:
        font = QFont(self.label.font())
        font.setPixelSize(size)
        box, flags = QFontMetrics(font).boundingRect, int(Qt.TextFlag.TextWordWrap)
        width = max(self.width(), 50)
        return 4 + max((box(0, 0, width, 10_000, flags, text).height() for text in texts), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere; who fits it may not know its width yet."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._fitted[0]:
            self.fit(*self._fitted)
        self._show_bar()

    def sizeHint(self) -> QSize:
        return QSize(100, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(50, min(self._height, LINES * self.label.fontMetrics().lineSpacing()))
