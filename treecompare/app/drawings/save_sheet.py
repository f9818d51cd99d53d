"""The sheet that asks how a drawing is to be saved: its width, letters and colours, the whole or what is in sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.boxes import keep_still
from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.sheet import Sheet
from treecompare.app.drawings.pictures import Look

FONTS = (("As in the window", ""), ("Sans serif", "sans-serif"), ("Serif", "serif"))
COLOURS = (("Light", "light"), ("Dark", "dark"))
PARTS = (("The whole drawing", False), ("Only what is in sight", True))
WIDEST = 100.0
"""Centimetres."""
KEY = "saved_drawing"


def remembered() -> Look:
    """How drawings were saved last. What is wanted of a drawing is asked anew each time."""
    width, font, theme, title = [*preferences.texts(KEY, ()), "", "", "", ""][:4]
    try:
        centimetres = min(max(float(width or 0), 0.0), WIDEST)
    except ValueError:
        centimetres = 0.0
    known = [value for _, value in FONTS]
    return Look(
        centimetres, font if font in known else "", "dark" if theme == "dark" else "light", has_title=title != "no"
    )


class SaveSheet(Sheet):
    """``save`` is told the look that was chosen, which is remembered."""

    def __init__(self, window: QWidget, save: Callable[[Look], object]) -> None:
        said = "LaTeX has the whole drawing in the colours and letters of its document."
        super().__init__("Save drawing", said, window, 420)
        self._save, look = save, remembered()
        self.width_box = QDoubleSpinBox(
            decimals=1, minimum=0.0, maximum=WIDEST, singleStep=0.5, suffix=" cm", specialValueText="as drawn"
        )
        self.width_box.setValue(look.width)
        self.fonts, self.colours, self.parts = self._box(FONTS), self._box(COLOURS), self._box(PARTS)
        self.fonts.setCurrentIndex(self.fonts.findData(look.font))
        self.colours.setCurrentIndex(self.colours.findData(look.theme))
        self.title = QCheckBox("Title above the drawing", checked=look.has_title)
        keep_still(self.width_box)
        self.add_row("Width", self.width_box, "Of the whole picture; its height follows")
        self.add_row("Letters", self.fonts)
        self.add_row("Colours", self.colours)
        self.add_row("Part", self.parts)
        self.add_row("", self.title)
        self.foot.addStretch(1)
        self.add_button("Cancel", self.reject)
        self.save_button = self.add_button("Save…", self._chosen, is_main=True)
        self.width_box.setFocus()

    @staticmethod
    def _box(pairs: tuple[tuple[str, object], ...]) -> QComboBox:
        box = ElidedBox()
        for text, value in pairs:
            box.addItem(text, value)
        return box

    def look(self) -> Look:
        """What is chosen."""
        return Look(
            self.width_box.value(), str(self.fonts.currentData()), str(self.colours.currentData()),
            bool(self.parts.currentData()), self.title.isChecked(),
        )  # fmt: skip

    def _chosen(self) -> None:
        look = self.look()
        preferences.store(KEY, [f"{look.width:g}", look.font, look.theme, "yes" if look.has_title else "no"])
        self.accept()
        self._save(look)
