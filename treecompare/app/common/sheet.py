"""A sheet: a dialog with a title, rows of a name and a control, and buttons at its foot. Its window waits for it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from treecompare.app.common.plain import visible_lines

MARGIN, GAP = 24, 8


class Sheet(QDialog):
    """``rows``: where names and controls stand; ``foot``: the buttons, from the left."""

    def __init__(self, title: str, said: str, window: QWidget, width: int = 560) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        self._width = width
        heading = QLabel(title, textFormat=Qt.TextFormat.PlainText)
        heading.setProperty("look", "heading")
        self.said = QLabel(visible_lines(said), objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setVisible(bool(said))
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        self.rows = QGridLayout()
        self.rows.setHorizontalSpacing(16)
        self.rows.setVerticalSpacing(GAP)
        self.rows.setColumnStretch(1, 1)
        column.addLayout(self.rows)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        self.below = QVBoxLayout()
        self.below.setSpacing(GAP)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(GAP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        layout.setSpacing(12)
        layout.addWidget(heading)
        layout.addWidget(self.said)
        layout.addWidget(self.area, 1)
        layout.addLayout(self.below)
        layout.addLayout(self.foot)

    def add_button(self, text: str, do: Callable[[], object], is_main: bool = False) -> QPushButton:
        """A button at the foot."""
        button = QPushButton(text)
        button.setAutoDefault(is_main)
        button.setDefault(is_main)
        button.clicked.connect(lambda: do())
        self.foot.addWidget(button)
        return button

    def sizeHint(self) -> QSize:
        """As high as its rows, if the window is."""
        room = self.screen().availableSize()
        inside = self.area.widget()
        width = min(self._width, room.width() * 95 // 100)
        rows = 0
        if inside is not None:
            wraps = inside.heightForWidth(width - 2 * MARGIN)
            rows = max(wraps, inside.sizeHint().height() if wraps < 0 else 0)
        around = super().sizeHint().height() - self.area.sizeHint().height()
        return QSize(width, min(rows + around + 8, room.height() * 9 // 10))

    def showEvent(self, event: object) -> None:
        """Takes the size that it is to have."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.resize(self.sizeHint())
