"""Inter, which is shipped with the program, and its one scale of sizes and weights. Figures are tabular: all have one width."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from treecompare import resources

FAMILY = "Inter"
SMALL, TEXT, HEADING, TITLE = 11, 13, 15, 20
"""Pixels where people have not changed the size of text: columns and second lines; text, headings of panes, tabs; summaries;
titles."""
REGULAR, MEDIUM, STRONG = QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold
LEAST = 9
"""Pixels of any text, whatever people chose."""
LEAST_STEPS, MOST_STEPS = -3, 14
"""By so many pixels text may be smaller or larger."""
_DOTS = 72 if sys.platform == "darwin" else 96
"""What Qt takes for the dots of an inch where the system has no other wish."""


def install() -> None:
    """Makes the letters known to Qt; where their files are missing the system's own serve. Needs an application."""
    # what is bold in rich text would be smeared where the letters are semi-bold at most
    os.environ.setdefault("QT_NO_SYNTHESIZED_BOLD", "1")
    if FAMILY in _installed:
        return
    for file in sorted(resources.path("fonts").glob("*.otf")):
        if QFontDatabase.addApplicationFont(str(file)) >= 0:
            _installed.add(FAMILY)


_installed: set[str] = set()


def dress(application: QApplication, steps: int = 0) -> None:
    """Gives the whole program its letters, so many pixels larger than they usually are."""
    install()
    font = QFont(application.font())
    if FAMILY in _installed:
        font.setFamilies([FAMILY])
        font.setFeature(QFont.Tag("tnum"), 1)
        # words stay as they are written: else 3x4 has a sign in it, and -> is an arrow
        font.setFeature(QFont.Tag("calt"), 0)
    font.setPointSizeF((TEXT + min(max(steps, LEAST_STEPS), MOST_STEPS)) * 72 / _DOTS)
    font.setWeight(REGULAR)
    if font != application.font():
        application.setFont(font)


def pixels(size: int) -> int:
    """How large that size of the scale is now, by the size of text that people chose."""
    return max(round(size / TEXT * QApplication.font().pointSizeF() * _DOTS / 72), LEAST)


def sized(font: QFont, size: int = TEXT, weight: QFont.Weight = REGULAR) -> QFont:
    """The same letters in a size of the scale, relative to the size that ``font`` has as text."""
    made = QFont(font)
    if size != TEXT:
        made.setPointSizeF(max(font.pointSizeF() * size / TEXT, LEAST * 72 / _DOTS))
    made.setWeight(weight)
    return made


def strong(font: QFont) -> QFont:
    """The same letters for what is to stand out."""
    return sized(font, weight=STRONG)
