"""The letters of the window are those that are shipped, and their figures stand in columns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from treecompare import resources
from treecompare.window.common import fonts

ALONE = """
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from treecompare.window.common import fonts, screen
made = screen.application().font()
for weight in (fonts.REGULAR, fonts.MEDIUM, fonts.STRONG, QFont.Weight.Bold):
    font = fonts.sized(made, weight=weight)
    widths = [QFontMetricsF(font).horizontalAdvance(3 * digit) for digit in "0123456789"]
    info = QFontInfo(font)
    how = "tabular" if min(widths) == max(widths) else widths
    print(info.family(), info.styleName(), how, QFontMetricsF(font).horizontalAdvance("word"))
print(QFontInfo(made).pixelSize(), QFontMetricsF(made).horizontalAdvance("\u05e9\u05dc\u05d5\u05dd") > 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no list of fonts to be emptied")
def test_what_is_shipped_is_enough(tmp_path: Path) -> None:
    """On a machine without Inter: three weights, tabular figures, and bold that is not smeared."""
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><cachedir>{tmp_path}</cachedir></fontconfig>")
    environment = os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    said = subprocess.run([sys.executable, "-c", ALONE], env=environment, capture_output=True, text=True, check=True)
    *weights, last = [line.rsplit(" ", 1) for line in said.stdout.splitlines()]
    assert [faces for faces, _ in weights] == [
        "Inter Regular tabular", "Inter Medium tabular", "Inter Semi Bold tabular", "Inter Semi Bold tabular"
    ]  # fmt: skip
    assert weights[3] == weights[2]
    assert last == ["13", "True"]


def test_the_licence_stands_beside_them() -> None:
    names = {one.name for one in resources.path("fonts").iterdir()}
    assert names == {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "OFL.txt"}
    text = (resources.path("fonts") / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text and "The Inter Project Authors" in text


def test_sizes_follow_the_size_of_text(qtbot: QtBot, qapp: QApplication) -> None:
    label = QLabel("x")
    qtbot.addWidget(label)
    for steps, wanted in ((0, (11, 13, 15, 20)), (13, (22, 26, 30, 40)), (99, (23, 27, 31, 42))):
        fonts.dress(qapp, steps)
        qapp.processEvents()
        sizes = fonts.SMALL, fonts.TEXT, fonts.HEADING, fonts.TITLE
        assert tuple(map(fonts.pixels, sizes)) == wanted
        assert tuple(round(fonts.sized(label.font(), one).pointSizeF() * 96 / 72) for one in sizes) == wanted


def test_words_are_shown_as_they_are_written(qtbot: QtBot, qapp: QApplication) -> None:
    """Inter would make a sign of the x in 3x4, and an arrow of ->."""
    fonts.dress(qapp)
    field = QLabel()
    qtbot.addWidget(field)
    for text in ("3x4", "->"):
        made = QTextLayout(text, field.font())
        made.beginLayout()
        made.createLine()
        made.endLayout()
        font = QRawFont.fromFont(field.font())
        shown = [one for run in made.glyphRuns() for one in run.glyphIndexes()]
        assert shown[1] == font.glyphIndexesForString(text)[1]
