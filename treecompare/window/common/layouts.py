"""Widgets beside and below each other, buttons and plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from treecompare.window.common.plain import visible_lines

Line = TypeVar("Line", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
"""What stands in a line; with how much of the room it takes that is left. A number is so many free pixels, None all the room."""
Margins = tuple[int, int, int, int]


def row(parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), gap: int = -1) -> QHBoxLayout:
    """Parts from left to right, so many pixels apart; -1: as the style has it."""
    return _lined(QHBoxLayout(), parent, parts, margins, gap)


def column(parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), gap: int = 0) -> QVBoxLayout:
    """Parts below each other, so many pixels apart."""
    return _lined(QVBoxLayout(), parent, parts, margins, gap)


def _lined(made: Line, parent: QWidget | None, parts: tuple[Part, ...], margins: Margins, gap: int) -> Line:
    if parent is not None:
        parent.setLayout(made)
    made.setContentsMargins(*margins)
    if gap >= 0:
        made.setSpacing(gap)
    for part in parts:
        widget, share = part if isinstance(part, tuple) else (part, 0)
        if widget is None:
            made.addStretch(1)
        elif isinstance(widget, int):
            made.addSpacing(widget)
        elif isinstance(widget, QLayout):
            made.addLayout(widget, share)
        else:
            made.addWidget(widget, share)
    return made


def button(text: str, do: Callable[[], object], look: str = "", **has: Any) -> QPushButton:
    """A button that does that. Return presses it only while it has the keyboard. ``has``: further properties, as Qt calls them."""
    made = QPushButton(text, autoDefault=False, **has)
    made.setProperty("look", look)
    made.clicked.connect(lambda: do())
    return made


def label(text: str = "", look: str = "", wraps: bool = False, **has: Any) -> QLabel:
    """A text that means itself. ``wraps``: in as many lines as it needs; ``has``: further properties."""
    made = QLabel(visible_lines(text), textFormat=Qt.TextFormat.PlainText, wordWrap=wraps, **has)
    made.setProperty("look", look)
    return made


def discard(*widgets: QWidget) -> None:
    """They go later, but are not seen until then."""
    for one in widgets:
        one.hide()
        one.deleteLater()


def scrolling(widget: QWidget) -> QScrollArea:
    """A widget that is as wide as there is room for, and scrolls where it is higher."""
    area = QScrollArea(widgetResizable=True, frameShape=QScrollArea.Shape.NoFrame, focusPolicy=Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area
