"""Export: what is drawn, listed, and what the job has, as people want it, into a file or onto the clipboard."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, settle
from tests.window.frame.samples import KINDS
from tests.window.frame.toy import NAME, Toy, a_table
from treecompare.comparison.settings import Value
from treecompare.drawing.latex import document, of_width
from treecompare.drawing.lit import handout
from treecompare.drawing.scene import Label, PlainScene
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.drawings.pictures import Look, Picture, TextMeasure, picture_as
from treecompare.window.frame.form import FormSheet
from treecompare.window.frame.page import PlotView
from treecompare.window.frame.window import Window

PARTS = Value("", "All"), Value("first", f"The first {NAME}")
PAGE = base.Handout(
    f"Sentence {NAME}", f"the words {NAME}", [("T-Dice", "84.13", "2·3 < 7")] * 40, f"foot {NAME}", "page"
)


class Giving(Toy):
    """Has something of each kind to be exported. ``gold``: the file that it is made of."""

    gold = ""

    def commands(self) -> Sequence[base.Command]:
        own = {
            "marks": "Marks…",
            "paragraph": "Paragraph",
            "page": "Hand-out…",
            "none": "Nothing…",
            "slow": f"Slow {NAME}…",
        }
        gone = base.to_export("gone", "Gone…", can=False)
        return [*super().commands(), *(base.to_export(key, title) for key, title in own.items()), gone]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        fields = [base.Choosing("part", "Part", PARTS)]
        formats = (("Table", "tsv"), ("PDF", "pdf"))
        answers: dict[str, base.Answer] = {
            "marks": base.Save("Save", formats, "marks", self._marks, [self.gold], "2 left", fields),
            "paragraph": base.Copy("the paragraph", f"A paragraph of {NAME}"),
            "page": PAGE,
            "slow": base.Copy("it", base.Later("Making it…", lambda *_: self._made(0, "made late"))),
        }
        if action == "none":
            raise UsageError(f"there is none of {NAME}")
        return [answers[action]] if action in answers else super().do(places, action, value)

    def _marks(self, form: str, values: dict[str, str]) -> str:
        return f"{form} {values['part'] or 'all'}"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Names that were proposed; each is taken, in a folder of the test."""
    proposed: list[str] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        proposed.append(Path(start).name)
        return str(tmp_path / Path(start).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return proposed


@pytest.fixture
def giving(open_window: Open, tmp_path: Path) -> Window:
    job = Giving()
    job.gold = str(tmp_path / "gold.mrg")
    return open_window(job)


def sheet_of(window: Window) -> FormSheet:
    window.run("export")
    settle(window)
    return next(one for one in reversed(window.findChildren(FormSheet)) if one.isVisible())


def choose(sheet: FormSheet, **values: str) -> None:
    for key, value in values.items():
        box = sheet.fields[key.removesuffix("_")].box
        assert box.findData(value) >= 0, (key, value)
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())


def exported(window: Window, **values: str) -> str:
    """What is on the clipboard then, or what was said."""
    sheet = sheet_of(window)
    choose(sheet, **values)
    sheet.apply_button.click()
    settle(window)
    return QGuiApplication.clipboard().text() if values.get("to") == "clipboard" else window.messages.text()


# -- the sheet ---------------------------------------------------------------------------------------------------------------


def test_it_has_what_there_is_and_remembers_what_was_chosen(giving: Window, asked: list[str]) -> None:
    giving.list.go_to_place(1)  # two drawings
    settle(giving)
    QTest.keyClick(giving.list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    settle(giving)
    (sheet,) = giving.findChildren(FormSheet)
    box = sheet.fields["what"].box
    titles = [box.itemText(one) for one in range(box.count())]
    assert titles == [
        "Drawing",
        f"Drawing, Another {NAME}",
        "List",
        "Marks",
        "Paragraph",
        "Hand-out",
        "Nothing",
        f"Slow {NAME}",
    ]
    assert list(sheet.fields) == ["what", "as", "width", "font", "theme", "part", "title", "to"]
    choose(sheet, as_="tex")
    assert list(sheet.fields) == ["what", "as", "width", "font", "body", "to"]
    choose(sheet, what="marks")
    assert (
        sheet.values == {"what": "marks", "as": "tsv", "part": "", "to": "file"}
        and sheet.apply_button.text() == "Save…"
    )
    choose(sheet, as_="pdf")
    assert "to" not in sheet.fields  # no clipboard takes it
    choose(sheet, what="paragraph", to="clipboard")
    assert sheet.apply_button.text() == "Copy"
    sheet.reject()
    assert not asked and not preferences.text("export")
    exported(giving, what="list", as_="json", to="clipboard")
    assert sheet_of(giving).values == {"what": "list", "as": "json", "to": "clipboard"}


def test_the_keyboard_follows_the_fields_whatever_they_become(giving: Window) -> None:
    sheet = sheet_of(giving)
    choose(sheet, what="marks")
    box = sheet.fields["what"].box
    box.setFocus()
    seen: list[str] = []
    for _ in range(6):
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus.accessibleName() or focus.text())  # type: ignore[attr-defined]
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == ["What", "As", "Part", "To", "Cancel", "Save…"] and box.hasFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert sheet.values["what"] == "paragraph" and box.hasFocus() and "part" not in sheet.fields


def test_what_the_job_has_is_saved_with_what_was_chosen(giving: Window, asked: list[str], tmp_path: Path) -> None:
    said = exported(giving, what="marks", part="first")
    assert asked == ["marks.tsv"] and (tmp_path / "marks.tsv").read_text() == "tsv first"
    assert said == f"Saved {tmp_path / 'marks.tsv'}; 2 left"
    assert exported(giving, what="marks", part="", to="clipboard") == "tsv all"
    assert exported(giving, what="paragraph", to="clipboard") == f"A paragraph of {NAME}"
    exported(giving, what="paragraph", to="file")
    assert (tmp_path / "paragraph.txt").read_text() == f"A paragraph of {NAME}"


def test_what_is_made_late_is_waited_for(qtbot: QtBot, giving: Window) -> None:
    assert exported(giving, what="slow", to="clipboard") != "made late" and giving.messages.text() == "Making it…"
    assert isinstance(giving.job, Giving)
    giving.job.gate.set()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "made late")
    assert giving.messages.text() == f"Copied: slow {NAME}."


def test_what_cannot_be_had_says_why(giving: Window, asked: list[str]) -> None:
    sheet = sheet_of(giving)
    choose(sheet, what="none")
    assert sheet.refused.accessibleName() == f"There is none of {NAME}." and not sheet.apply_button.isEnabled()
    choose(sheet, what="drawing", as_="svg")
    sheet.fields["width"].line.setText("wide")
    sheet.apply_button.click()
    assert "expected centimetres" in sheet.refused.accessibleName() and sheet.isVisible() and not asked


def test_nothing_is_written_where_nobody_wants_it_or_over_what_it_is_made_of(
    giving: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    sheet = sheet_of(giving)
    choose(sheet, what="marks", to="file")
    sheet.apply_button.click()
    assert sheet.isVisible()  # one may choose something else
    sheet.reject()
    gold = tmp_path / "gold.mrg"
    gold.write_text("gold")
    for path in (gold, tmp_path / "none" / "x.tsv"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        exported(giving, what="marks")
    assert gold.read_text() == "gold" and "is one of the analyses" in giving.banner.said[1]
    assert "cannot be written" in giving.banner.said[0], "what failed last stands first"


# -- the list ----------------------------------------------------------------------------------------------------------------


def test_rows_that_are_selected_or_all(giving: Window, asked: list[str], tmp_path: Path) -> None:
    giving.list.selectAll()
    assert "rows" not in sheet_of(giving).fields
    giving.list.clearSelection()
    for row in (1, 4):
        giving.list.selectionModel().select(
            giving.list.places_model.index(row, 0),
            giving.list.selectionModel().SelectionFlag.Select | giving.list.selectionModel().SelectionFlag.Rows,
        )
    some = exported(giving, what="list", as_="tsv", rows="chosen", to="clipboard")
    every = exported(giving, what="list", as_="tsv", rows="", to="clipboard")
    assert [line.split("\t")[0] for line in some.splitlines()] == ["No.", "2", "3", "5"] and len(
        every.strip().splitlines()
    ) == 25
    assert "Share" in every.splitlines()[0]  # also what has no room in the list
    exported(giving, what="list", as_="csv", to="file")
    path = tmp_path / asked[-1]
    assert path.read_bytes().startswith(b"\xef\xbb\xbf") and path.name == "order-of-the-file.csv"
    assert len(list(csv.reader(path.read_text("utf-8-sig").splitlines()))) == 26


def test_a_list_that_has_a_table_of_its_own_gives_that(giving: Window) -> None:
    shown, tables = giving.list.places_model.shown, [np.zeros(0, np.int64)]
    giving.list.places_model.shown = replace(shown, table=lambda places: tables.append(places) or a_table())
    assert exported(giving, what="list", as_="tsv", to="clipboard").startswith("Error\tHow many")
    assert list(tables[-1]) == list(range(24))


# -- the drawing -------------------------------------------------------------------------------------------------------------


def test_a_drawing_has_the_look_that_is_chosen_which_is_remembered(
    giving: Window, asked: list[str], tmp_path: Path
) -> None:
    sheet = sheet_of(giving)
    choose(sheet, what="drawing", as_="svg", font="serif", theme="dark", title="no")
    sheet.fields["width"].line.setText("12,5")
    sheet.apply_button.click()
    text = (tmp_path / asked[-1]).read_text("utf-8")
    assert 'width="12.5cm"' in text and 'font-family="serif"' in text and f'fill="{DARK.background}"' in text
    assert "<b>" not in text and giving.drawings.view.title not in text
    values = sheet_of(giving).values
    assert (
        values["width"] == "12.5"
        and values["font"] == "serif"
        and values["theme"] == "dark"
        and values["title"] == "no"
    )
    assert values["part"] == ""  # is asked anew


@pytest.mark.parametrize(("form", "begin"), [("pdf", b"%PDF"), ("png", b"\x89PNG"), ("svg", b"<svg"), ("tex", b"% ")])
def test_each_form_is_written(giving: Window, asked: list[str], tmp_path: Path, form: str, begin: bytes) -> None:
    exported(giving, what="drawing", as_=form)
    assert asked[-1].endswith(f".{form}") and (tmp_path / asked[-1]).read_bytes().startswith(begin)


def test_a_drawing_goes_onto_the_clipboard_as_picture_latex_and_brackets(giving: Window) -> None:
    exported(giving, what="drawing", as_="png", to="clipboard")
    assert QGuiApplication.clipboard().image().width() > 100
    whole = exported(giving, what="drawing", as_="tex", body="", to="clipboard")
    body = exported(giving, what="drawing", as_="tex", body="body", to="clipboard")
    assert "\\documentclass" in whole and "\\documentclass" not in body and "\\begin{forest}" in body
    brackets = exported(giving, what="drawing", as_="txt", to="clipboard")
    assert brackets.startswith("(") and len(brackets.strip().splitlines()) == 2


def test_a_plot_goes_onto_the_clipboard_as_picture_and_says_where_there_is_none(
    qtbot: QtBot, open_window: Open
) -> None:
    job = KINDS["overview"]()
    window = open_window(job)
    window.go(base.Go(place=job.place("histogram")))
    qtbot.waitUntil(lambda: bool(window.page.findChildren(PlotView)) and not window.is_busy, timeout=20_000)
    exported(window, what="save-plot", as_="png", to="clipboard")
    qtbot.waitUntil(lambda: not window.is_busy, timeout=20_000)
    assert QGuiApplication.clipboard().image().width() > 100 and "Copied" in window.messages.text()
    QGuiApplication.clipboard().setText("before")
    window.go(base.Go(place=job.place("labels")))
    qtbot.waitUntil(lambda: not window.is_busy, timeout=20_000)
    sheet = sheet_of(window)
    choose(sheet, what="save-plot")
    assert "plot" in sheet.refused.accessibleName() and not sheet.apply_button.isEnabled()
    assert QGuiApplication.clipboard().text() == "before"


def test_pictures_have_that_width_and_ground(window: Window) -> None:
    view = window.drawings.view
    image = QImage.fromData(view.written("png", Look(8.0, theme="dark")))
    assert image.width() == pytest.approx(8 / 2.54 * 300, abs=2)
    assert image.pixelColor(1, 1) == QColor(DARK.background)
    assert QImage.fromData(view.written("png")).pixelColor(1, 1) == QColor(LIGHT.background)
    pdf = view.written("pdf", Look(8.0, font="serif"))
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", bytes(pdf, "latin1") if isinstance(pdf, str) else pdf)
    assert box is not None and float(box[1]) == pytest.approx(8 / 2.54 * 72, abs=1)


def test_a_part_is_what_is_in_sight(window: Window) -> None:
    view = window.drawings.view
    for _ in range(10):
        view.canvas.zoom_by(1.25)
    seen = view.canvas.part_seen()
    assert seen is not None and seen[2] < view.drawing.width
    whole, part = (str(view.written("svg", look)) for look in (Look(), Look(is_part=True)))
    heights = [float(found[1]) for found in (re.search(r'height="([\d.]+)"', one) for one in (whole, part)) if found]
    assert heights[0] - heights[1] == pytest.approx(view.drawing.height - seen[3], abs=1)


def test_latex_has_that_width() -> None:
    text = of_width(document("\\Tree", []), 8.0, is_sans=True)
    boxed = "\\begin{lrbox}{\\drawn}%\n\\Tree\n\\end{lrbox}\\resizebox{8cm}{!}{\\usebox{\\drawn}}\n\\end{document}"
    assert boxed in text and text.index("\\sfdefault") < text.index("\\begin{document}")
    assert of_width(text, 0.0) == text


@pytest.mark.parametrize("form", ["gif", "tex", ""])
def test_other_forms_are_refused(form: str, qapp: object) -> None:
    with pytest.raises(TreecompareError, match=r"unknown ending; expected \.svg, \.png, \.pdf"):
        picture_as(form, PlainScene(10.0, 10.0, ()), "")


def test_pictures_too_large_for_memory_are_made_smaller(qapp: object) -> None:
    assert Picture(PlainScene(10.0, 20.0, ())).image().width() == 20
    wide = Picture(PlainScene(1e7, 0.1, ())).image()
    assert (wide.width(), wide.height()) == (30_000, 1)
    large = Picture(PlainScene(1e6, 1e6, ())).image()
    assert large.width() == large.height() == 10_000


# -- the hand-out ------------------------------------------------------------------------------------------------------------


def test_a_hand_out_is_one_page_with_what_is_drawn(giving: Window, asked: list[str], tmp_path: Path) -> None:
    exported(giving, what="page")
    assert asked == ["page.pdf"]
    data = (tmp_path / "page.pdf").read_bytes()
    assert data.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", data)) == 1


def test_where_nothing_is_drawn_there_is_no_hand_out(giving: Window) -> None:
    giving.list.go_to_place(3)  # cannot be drawn
    settle(giving)
    sheet = sheet_of(giving)
    assert sheet.fields["what"].box.findData("drawing") < 0
    choose(sheet, what="page")
    assert "nothing is drawn" in sheet.refused.accessibleName().lower()
    for width, height in ((0.0, 10.0), (10.0, 0.0)):
        with pytest.raises(TreecompareError, match="nothing drawn"):
            Picture(PlainScene(width, height, ())).handed_out(PAGE)


def test_its_texts_are_no_markup(qapp: object) -> None:
    drawing = PlainScene(100.0, 50.0, ())
    texts = PAGE.title, PAGE.words, "a < b"
    page, _ = handout(texts, PAGE.scores, PAGE.foot, drawing, TextMeasure())
    said = " ".join(one.text for one in page.marks if isinstance(one, Label))
    assert said.count("<b>x&y</b>") == 3 and "2·3 < 7" in said and "a < b" in said
    assert Picture(drawing, "a < b").handed_out(PAGE).startswith(b"%PDF")


# -- where it is saved -------------------------------------------------------------------------------------------------------


def test_files_are_proposed_beside_what_they_are_made_of_or_where_the_last_one_was(
    giving: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Path] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        begun.append(Path(start).parent)
        return str(tmp_path / "other" / Path(start).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    (tmp_path / "other").mkdir()
    preferences.store("folder", str(tmp_path))
    exported(giving, what="list", as_="csv", to="file")
    exported(giving, what="list", as_="csv")
    exported(giving, what="marks", as_="tsv", to="file")  # is made of a file
    preferences.store("save_folder", str(tmp_path / "gone"))  # nothing can be written there
    exported(giving, what="list", as_="csv")
    assert begun == [tmp_path, tmp_path / "other", tmp_path, Path.home()]


def test_what_qt_cannot_write_is_told(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Picture(PlainScene(10.0, 10.0, ()))
    failing: dict[str, tuple[Any, str, Callable[[], bytes]]] = {
        "PDF": (QPainter, "end", picture.pdf),
        "PNG": (QImage, "save", picture.png),
    }
    for form, (kind, name, make) in failing.items():
        assert len(make()) > 50
        usual = getattr(kind, name)
        with monkeypatch.context() as patched:
            patched.setattr(kind, name, lambda *given, usual=usual: [usual(*given), False][1])
            with pytest.raises(TreecompareError, match=f"the {form} cannot be written"):
                make()
