"""Drawings are saved in the width, letters and colours that people choose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.app.helpers import space
from treecompare.app.drawings.pictures import Look
from treecompare.app.drawings.save_sheet import SaveSheet, remembered
from treecompare.app.window.window import MainWindow
from treecompare.drawing.latex import document, of_width
from treecompare.drawing.style import DARK, LIGHT


@pytest.fixture
def sheet(compared: MainWindow) -> SaveSheet:
    compared.actions_.by_name["save_drawing"].trigger()
    return compared.findChildren(SaveSheet)[-1]


def test_what_is_chosen_is_saved_and_remembered(
    compared: MainWindow, sheet: SaveSheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "drawing.svg"
    monkeypatch.setattr("treecompare.app.common.saving.ask_where_to_save", lambda *_: str(path))
    assert sheet.look() == Look() == remembered()
    sheet.width_box.setValue(12.5)
    sheet.fonts.setCurrentIndex(sheet.fonts.findData("serif"))
    sheet.colours.setCurrentIndex(sheet.colours.findData("dark"))
    sheet.title.setChecked(False)
    sheet.save_button.click()
    text = path.read_text("utf-8")
    assert 'width="12.5cm"' in text and 'font-family="serif"' in text and f'fill="{DARK.background}"' in text
    assert "GOLD" in text and ">one<" in text and "Sentence 1" not in text
    assert remembered() == Look(12.5, "serif", "dark", has_title=False)


def test_nothing_is_saved_where_people_do_not_want_to(sheet: SaveSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treecompare.app.common.saving.ask_where_to_save", lambda *_: pytest.fail("asked"))
    sheet.width_box.setValue(12.5)
    sheet.reject()
    assert remembered() == Look()


def test_pictures_have_that_width_and_ground(compared: MainWindow, tmp_path: Path) -> None:
    view = space(compared).drawing_view
    view.save(str(tmp_path / "a.png"), Look(8.0, theme="dark"))
    image = QImage(str(tmp_path / "a.png"))
    assert image.width() == pytest.approx(8 / 2.54 * 300, abs=2)
    assert image.pixelColor(1, 1) == QColor(DARK.background)
    view.save(str(tmp_path / "b.png"))
    assert QImage(str(tmp_path / "b.png")).pixelColor(1, 1) == QColor(LIGHT.background)
    view.save(str(tmp_path / "a.pdf"), Look(8.0, font="serif"))
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", (tmp_path / "a.pdf").read_bytes())
    assert box is not None and float(box[1]) == pytest.approx(8 / 2.54 * 72, abs=1)


def test_a_part_is_what_is_in_sight(compared: MainWindow, tmp_path: Path) -> None:
    view = space(compared).drawing_view
    assert view.canvas.part_seen() is None  # all of it
    for _ in range(8):
        view.canvas.zoom_by(1.25)
    seen = view.canvas.part_seen()
    assert seen is not None and seen[2] < view.drawing.width
    whole, part = tmp_path / "whole.svg", tmp_path / "part.svg"
    view.save(str(whole))
    view.save(str(part), Look(is_part=True))
    heights = [float(re.search(r'height="([\d.]+)"', path.read_text("utf-8"))[1]) for path in (whole, part)]  # type: ignore[index]
    assert heights[0] - heights[1] == pytest.approx(view.drawing.height - seen[3], abs=1)
    assert "GOLD" in part.read_text("utf-8")


def test_latex_has_that_width() -> None:
    text = of_width(document("\\Tree", []), 8.0, is_sans=True)
    assert (
        "\\begin{lrbox}{\\drawn}%\n\\Tree\n\\end{lrbox}\\resizebox{8cm}{!}{\\usebox{\\drawn}}\n\\end{document}" in text
    )
    assert text.index("\\sfdefault") < text.index("\\begin{document}")
    assert of_width(text, 0.0) == text
