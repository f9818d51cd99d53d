"""The frame of a main window: menus, tool bar, lines that tell of something, pages, and messages over their lower left corner."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from treecompare.app.shell.messages import Messages
from treecompare.app.shell.room import RAIL, Room, room_for


class FrameWindow(QMainWindow):
    """A window without tool bars and status bar of Qt: it has its own."""

    def __init__(self) -> None:
        super().__init__()
        self.pages = QStackedWidget()
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.pages, 1)
        middle = QWidget()
        middle.setLayout(self._column)
        self.setCentralWidget(middle)
        self.messages = Messages(self)
        self.progress = self.messages.progress

    def add_line(self, line: QWidget) -> None:
        """One more line above the pages."""
        self._column.insertWidget(self._column.count() - 1, line)

    @property
    def room(self) -> Room:
        """How the window is arranged."""
        return room_for(self.width())

    def tell(self, text: str) -> None:
        """Says something for some seconds."""
        self.messages.tell(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Menus are lower in a small window."""
        super().resizeEvent(event)
        if not self.menuBar().isNativeMenuBar():
            self.menuBar().setFixedHeight(self.room.heights[0])

    def place_messages(self, left_column: int, has_rail: bool) -> None:
        """Messages lie over the foot of the left column; where there is none, over the foot of what is beside the rail."""
        left = RAIL if has_rail else 0
        self.messages.place(left, left_column or min(464, max(self.width() - left, 200)), self.room.heights[3])
