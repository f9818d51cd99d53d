"""Widgets beside and below each other."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Line = TypeVar("Line", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""What stands in a line; with how much of the room it takes that is left. None is nothing but room."""
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
        elif isinstance(widget, QLayout):
            made.addLayout(widget, share)
        else:
            made.addWidget(widget, share)
    return made
