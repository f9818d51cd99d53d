"""Colours that stand on each other can be told apart: text 4.5:1, edges of drawings 3:1, in both themes."""

from __future__ import annotations

import itertools
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QStringListModel
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, settle
from tests.window.frame.toy import Toy
from treecompare import resources
from treecompare.drawing import colours as of_window
from treecompare.drawing.figures import _COLOURS as PLOTS
from treecompare.drawing.lit import lit as lit_marks
from treecompare.drawing.scene import PlainScene, SceneBox
from treecompare.drawing.style import DARK, LIGHT, Theme
from treecompare.window.common import fonts
from treecompare.window.common import theme as look
from treecompare.window.common.bar import control
from treecompare.window.common.rows import BAR, RowsTable
from treecompare.window.drawings.painted import Painted

TEXT, EDGE = 4.5, 3.0
SEEN_AS = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira, Fernandes 2009, table 1, severity 1.0; of linear colours."""


def linear(colour: str) -> list[float]:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def contrast(one: str, other: str) -> float:
    """As WCAG has it: from 1 to 21."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in (linear(one), linear(other)))
    return light[1] / light[0]


GROUNDS = ("paper", "surface", "selection", "hover")
MEASURED = {
    # of the design: text, muted, accent on paper; on the surface; on a chosen row
    "light": ((15.6, 6.4, 6.4), (14.5, 6.0, 6.0), (13.0, 5.3)),
    "dark": ((15.0, 8.1, 8.3), (13.6, 7.3, 7.5), (9.6, 5.1)),
}


@pytest.mark.parametrize("these", [of_window.LIGHT, of_window.DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_what_it_stands_on(these: of_window.Colours) -> None:
    pairs = [
        (text, ground)
        for text in ("text", "muted", "accent", "gold", "fault")
        for ground in GROUNDS
        if (text, ground) != ("gold", "selection")
    ]
    pairs += [("text", "notice"), ("accent", "notice"), ("on_accent", "accent")]
    faint = {pair: round(contrast(*(getattr(these, one) for one in pair)), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < TEXT} == {}
    for ground in ("paper", "surface"):
        assert contrast(these.border, getattr(these, ground)) >= EDGE
    assert contrast(these.disabled, these.paper) >= 2  # it is seen that something is there


@pytest.mark.parametrize("these", [of_window.LIGHT, of_window.DARK], ids=["light", "dark"])
def test_the_palette_is_that_of_the_design(these: of_window.Colours) -> None:
    names = "text", "muted", "accent"
    name = "light" if these is of_window.LIGHT else "dark"
    for ground, ratios in zip(GROUNDS, MEASURED[name], strict=False):
        seen = [contrast(getattr(these, one), getattr(these, ground)) for one, _ in zip(names, ratios, strict=False)]
        assert seen == pytest.approx(list(ratios), abs=0.06), ground


def of_widget(widget: QWidget) -> tuple[str, str]:
    """The ground and the ink of a widget as they are seen: the colour of most pixels, and the one that differs most from it."""
    seen, counts = np.unique(pixels(widget.grab().toImage()), return_counts=True)
    names = [f"#{one:06x}" for one in seen.tolist()]
    ground = names[counts.argmax()]
    return ground, max(names, key=lambda colour: contrast(colour, ground))


def pixels(picture: QImage) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """A number for each: red, green, blue."""
    found = picture.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(found.constBits(), np.uint32) & 0xFFFFFF


def test_buttons_without_a_ground_and_what_fields_ask_for_can_be_read(qtbot: QtBot, qapp: QApplication) -> None:
    look.apply_theme(qapp, "light")
    button = control(picture="inspector")
    button.setAutoRaise(True)
    button.setCheckable(True)
    field = QLineEdit(placeholderText="Find a word")
    for widget in (button, field):
        qtbot.addWidget(widget)
        look.dress(widget)
        widget.show()
    assert look.colours_of(button.palette()) is of_window.LIGHT
    ground, ink = of_widget(field)
    assert of_window.LIGHT.muted == field.palette().placeholderText().color().name() and contrast(ink, ground) >= EDGE


def test_pictures_follow_the_theme_and_back(qapp: QApplication, open_window: Open) -> None:
    window = open_window(Toy())
    for theme, colours in (("light", of_window.LIGHT), ("dark", of_window.DARK), ("light", of_window.LIGHT)):
        look.apply_theme(qapp, theme)
        settle(window)
        for button in (window.bar.before, window.bar.after, window.columns.close_why):
            image = button.icon().pixmap(64, 64).toImage()
            pixels = [image.pixelColor(x, y) for x in range(64) for y in range(64)]
            assert {one.name() for one in pixels if one.alpha() == 255} == {colours.text}, (theme, button.toolTip())


def test_pictures_follow_colours_that_changed_before_they_are_shown(qtbot: QtBot, qapp: QApplication) -> None:
    look.apply_theme(qapp, "light")
    button = control(picture="close")
    qtbot.addWidget(button)
    look.dress(button)
    button.setAutoRaise(True)
    look.apply_theme(qapp, "dark")
    button.show()
    ground, ink = of_widget(button)
    assert contrast(ink, ground) >= EDGE and ink != of_window.LIGHT.text


@pytest.mark.parametrize("name", ["light", "dark"])
def test_widgets_have_these_contrasts_on_the_screen(qtbot: QtBot, qapp: QApplication, name: str) -> None:
    """Pixels that were painted, not colours that were wished: thin letters are fainter than their colour."""
    fonts.dress(qapp)
    look.apply_theme(qapp, name)
    these = of_window.LIGHT if name == "light" else of_window.DARK

    def shown(widget: QWidget, kind: str = "", is_checked: bool = False) -> QWidget:
        qtbot.addWidget(widget)
        look.dress(widget)
        if kind:
            widget.setProperty("look", kind)
        if is_checked:
            widget.setCheckable(True)  # type: ignore[attr-defined]
            widget.setChecked(True)  # type: ignore[attr-defined]
        widget.show()
        return widget

    words = "Sentences 1,163 of 1,394 differ"
    for kind in ("", "muted", "small"):
        seen, ink = of_widget(shown(QLabel(words), kind))
        assert seen == these.paper and contrast(ink, seen) >= TEXT, kind
    menus = QMenuBar()
    menus.addMenu("Compare")
    seen, ink = of_widget(shown(menus))
    assert seen == these.surface and contrast(ink, seen) >= TEXT
    seen, ink = of_widget(shown(QToolButton(text="Pooled"), is_checked=True))
    assert seen == these.selection and contrast(ink, seen) >= TEXT
    for made in (QPushButton(""), QToolButton(), QLineEdit(), QComboBox()):  # a border alone
        made.resize(80, 28)
        seen, ink = of_widget(shown(made))
        assert seen == these.paper and contrast(ink, seen) >= EDGE, type(made).__name__
    table = RowsTable()
    table.setModel(QStringListModel(["one", "two"]))
    table.setSelectionBehavior(RowsTable.SelectionBehavior.SelectRows)
    shown(table)
    table.selectRow(0)
    image, row = table.viewport().grab().toImage(), table.rowHeight(0) // 2
    assert [image.pixelColor(x, row).name() for x in range(BAR + 1)] == [these.accent] * BAR + [these.selection]
    assert image.pixelColor(1, table.rowHeight(0) + row).name() == these.paper


def test_every_window_has_the_look_of_the_program() -> None:
    """A style sheet of the application would do it unasked, and take as long again."""
    app = Path(look.__file__).parents[1]
    texts = {path: path.read_text("utf-8") for path in app.rglob("*.py")}
    windows = {
        path for path, text in texts.items() if re.search(r"(?m)^class \w+\(([^)]*, )?(Q|Frame)(Main)?Window\b", text)
    }
    assert windows
    assert {path.name for path in windows if "dress(self)" not in texts[path]} <= {"frame.py"}


def test_the_program_may_lie_in_any_folder(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blank in its path left the whole window without its looks: the style sheet named files by their folders."""

    def looks() -> QImage:
        look.apply_theme(qapp, "light")
        box = QComboBox()
        qtbot.addWidget(box)
        look.dress(box)
        box.resize(90, 32)
        return box.grab().toImage()

    usual, shipped = looks(), resources.path
    odd = tmp_path / 'a "b" (1); {ü}'
    shutil.copytree(shipped("style"), odd / "style")
    monkeypatch.setattr(resources, "path", lambda name: odd / name if name == "style" else shipped(name))
    assert looks() == usual


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_drawings_can_be_seen(theme: Theme) -> None:
    assert contrast(theme.line, theme.background) >= EDGE
    assert contrast(theme.quiet, theme.background) >= TEXT
    for operation, text in theme.text.items():
        assert min(contrast(text, theme.fill[operation]), contrast(text, theme.background)) >= TEXT, operation


def channels(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def lit(colour: str, theme: Theme) -> str:
    """A colour of the paper as it is seen where it is lit."""
    pairs = zip(channels(colour), channels(theme.selection), strict=True)
    return "#" + "".join(f"{max(a, b) if theme is DARK else a * b // 255:02x}" for a, b in pairs)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_what_is_lit_can_still_be_read(theme: Theme) -> None:
    for text in (theme.text["matched"], theme.quiet):
        assert contrast(lit(text, theme), lit(theme.background, theme)) >= TEXT
    assert contrast(theme.accent, theme.background) >= EDGE  # frames and arrows
    assert all(contrast(one, theme.background) >= EDGE for one in theme.border.values())
    assert distance(lit(theme.background, theme), theme.background, "all cones") >= 8


class BoxAt(SceneBox):
    """A box of 60 x 40 points."""

    def __init__(self, operation: str) -> None:
        super().__init__("", 40.0, 30.0, 60.0, operation)

    @property
    def height(self) -> float:
        return 40.0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_glow_is_painted_as_it_is_tested(qapp: QApplication, theme: Theme) -> None:
    for operation in ("matched", "deleted"):  # what changed has a ground of its own
        has_ground = operation != "matched"
        lights = Painted(PlainScene(80, 60, lit_marks({BoxAt(operation): False}, (), {})), theme)
        for colour in (theme.background, theme.fill["swapped"], theme.text["swapped"], theme.quiet):
            image = QImage(80, 60, QImage.Format.Format_RGB32)
            image.fill(QColor(colour))
            painter = QPainter(image)
            lights(painter)
            painter.end()
            seen, wanted = (
                channels(image.pixelColor(40, 30).name()),
                channels(colour if has_ground else lit(colour, theme)),
            )
            assert max(abs(one - other) for one, other in zip(seen, wanted, strict=True)) <= 1, (theme.name, colour)
            assert distance(image.pixelColor(40, 8).name(), theme.accent, "all cones") < 30


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_what_stands_beside_names_can_be_read(theme: Theme) -> None:
    assert min(contrast(theme.quiet, theme.band), contrast(theme.text["matched"], theme.band)) >= TEXT
    assert distance(theme.band, theme.background, "all cones") >= 2  # it is seen


def distance(one: str, other: str, eyes: str) -> float:
    """How far two colours are in CIELAB (1976) for people with such eyes."""

    def lab(colour: str) -> tuple[float, float, float]:
        r, g, b = (
            min(max(sum(a * c for a, c in zip(row, linear(colour), strict=True)), 0.0), 1.0) for row in SEEN_AS[eyes]
        )
        xyz = (
            (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047, 0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
            (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
        )  # fmt: skip
        x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in xyz)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def test_the_simulation_is_that_of_the_paper() -> None:
    """Red and green of one lightness fall together without green cones, blue and green without blue ones."""
    assert distance("#a05050", "#5f6f50", "deuteranopia") < 0.4 * distance("#a05050", "#5f6f50", "all cones")
    assert distance("#0072b2", "#00845f", "tritanopia") < 0.3 * distance("#0072b2", "#00845f", "all cones")
    assert distance("#ffffff", "#000000", "protanopia") == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("eyes", SEEN_AS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_operations_differ_for_everyone(theme: Theme, eyes: str) -> None:
    looks = theme.text, theme.fill, theme.border
    for one, other in itertools.combinations(theme.text, 2):
        text, fill, border = (distance(look[one], look[other], eyes) for look in looks)
        if "matched" in (one, other):  # which has neither ground nor frame
            assert max(text, fill, border) >= 16, (one, other)
        else:
            assert text >= 20 and fill >= 9 and border >= 20, (one, other, text, fill, border)


@pytest.mark.parametrize("eyes", SEEN_AS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_lines_of_plots_differ_for_everyone(theme: Theme, eyes: str) -> None:
    for one, other in itertools.combinations(PLOTS[theme.name], 2):
        assert QColor(one).isValid() and distance(one, other, eyes) >= 20, (one, other)
    assert min(contrast(one, theme.background) for one in PLOTS[theme.name]) >= EDGE
