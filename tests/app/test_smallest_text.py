"""No text of the window is smaller than what a drawing that opens may have."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from treecompare.app.panes.systems_delegates import small_font
from treecompare.app.panes.words_strip import WordsStrip
from treecompare.app.window.window import MainWindow
from treecompare.drawing.drawn import LEAST_TEXT
from treecompare.drawing.figures import PlotStyle
from treecompare.drawing.style import LIGHT

POINT = 96 / 72
"""Pixels of a point at the resolution that Qt assumes offscreen."""


def test_no_text_of_a_widget_is_too_small(qtbot: QtBot, compared: MainWindow) -> None:
    sizes: dict[str, float] = {}
    for pane in ("words", "explain", "errors", "notes", "scores"):
        compared.show_dock(pane)
        qtbot.wait(20)
    for widget in compared.findChildren(QWidget):
        name = f"{type(widget).__name__} {widget.accessibleName()}"
        sizes[name] = min(QFontInfo(widget.font()).pixelSize(), sizes.get(name, 99.0))
        if isinstance(widget, QLabel):
            of_spans = (float(size) * POINT for size in re.findall(r"font-size:\s*([\d.]+)pt", widget.text()))
            sizes[name] = min([sizes[name], *of_spans])
    sizes["beside a figure"] = QFontInfo(small_font(QApplication.font())).pixelSize()
    sizes["scores of words"] = min(
        QFontInfo(small_font(strip.font())).pixelSize() for strip in compared.findChildren(WordsStrip)
    )
    assert len(sizes) > 40 and {name: size for name, size in sizes.items() if size < LEAST_TEXT} == {}


@pytest.mark.parametrize("size", [6.0, 9.0, 10.0])
def test_the_small_text_of_a_plot_is_not_too_small(size: float) -> None:
    assert PlotStyle(LIGHT, size).small * POINT >= LEAST_TEXT
