"""Widgets beside and below each other, buttons and plain text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLayout, QPushButton, QVBoxLayout, QWidget

from treecompare.window.common.plain import visible_lines

Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout | int | None | tuple[QWidget | QLayout, int]
"""A widget or a layout, also with its share of what is left; a number of free pixels; None takes what is left."""


def beside(*parts: Part, gap: int = 8, around: Sequence[int] = (0, 0, 0, 0)) -> QHBoxLayout:
    """From left to right. ``around``: free pixels at the left, above, at the right, below."""
    return _filled(QHBoxLayout(), parts, gap, around)


def below(*parts: Part, gap: int = 8, around: Sequence[int] = (0, 0, 0, 0)) -> QVBoxLayout:
    """From top to bottom."""
    return _filled(QVBoxLayout(), parts, gap, around)


def _filled(layout: Box, parts: Sequence[Part], gap: int, around: Sequence[int]) -> Box:
    layout.setSpacing(gap)
    layout.setContentsMargins(*around)
    for one in parts:
        part, share = one if isinstance(one, tuple) else (one, 0)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part, share)
        else:
            layout.addWidget(part, share)
    return layout


def button(text: str, do: Callable[[], object], look: str = "") -> QPushButton:
    """A button that does that. Return presses it only while it has the keyboard."""
    made = QPushButton(text, autoDefault=False)
    made.setProperty("look", look)
    made.clicked.connect(lambda: do())
    return made


def label(text: str = "", look: str = "", wraps: bool = False) -> QLabel:
    """A text that means itself. ``wraps``: in as many lines as it needs."""
    made = QLabel(visible_lines(text), textFormat=Qt.TextFormat.PlainText, wordWrap=wraps)
    made.setProperty("look", look)
    return made
