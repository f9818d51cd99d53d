"""The fields above the plots: which kind, which measures, which average."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.drawing.names import Names
from treecompare.scores.plotting import PRESETS, Choice
from treecompare.scores.table import Average

KINDS = (
    ("scatter", "Measure against measure"),
    ("systems", "Systems under measures"),
    ("histogram", "Histogram of scores"),
    ("length", "Scores by length"),
    ("pair", "System against system"),
)
"""The plots, with what they are called."""


class PlotBar(QWidget):
    """Emits ``changed`` whenever another plot is wanted. Fields that the kind does not know are hidden."""

    changed = Signal()

    def __init__(self, *more: QWidget) -> None:
        super().__init__()
        self.kind = self._combo("Kind of plot", *KINDS)
        self.preset = self._combo("Measures of the plot", *self._presets("systems"))
        self._presets_of = "systems"
        self._chosen = {"systems": 0}
        """Which of them was chosen last, per kind of plot."""
        self.average = self._combo(
            "Average",
            (("pooled",), "pooled"),
            (("mean",), "mean"),
            (("pooled", "mean"), "pooled and mean"),
        )
        self.average.setToolTip("Pooled: sums divided by sums. Mean: the mean of the sentences' scores.")
        self.other = self._combo("The other system", *())
        self.has_presets = True
        self.only_system = QCheckBox("This system only")
        self.only_system.toggled.connect(lambda: self.changed.emit())
        flow = FlowLayout(self)
        flow.setContentsMargins(8, 6, 8, 6)
        together = QWidget()  # none of them alone in a line
        row = QHBoxLayout(together)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in more:
            row.addWidget(widget)
        for widget in (self.kind, self.preset, self.other, self.average, self.only_system, together):
            flow.addWidget(widget)
        self.kind.currentIndexChanged.connect(self._follow_kind)
        self.preset.currentIndexChanged.connect(self._follow_kind)
        self._follow_kind()

    def choice(self, system: int, key_a: str, key_b: str) -> Choice:
        """The plot that the fields ask for."""
        averages: tuple[Average, ...] = self.average.currentData()
        kind = self.kind.currentData()
        preset = self._preset() if kind == self._presets_of else None
        other = self.other.currentData()
        return Choice(
            kind, system, key_a, key_b, (), averages, preset, self.only_system.isChecked(),
            other=system if other is None else other,
        )  # fmt: skip

    def call(self, names: Names) -> None:
        """Says what the system is called."""
        self.only_system.setText(caption(names.told("This system only")))

    def offer_systems(self, names: Sequence[str], system: int, other: int) -> None:
        """The systems that this one can be shown against; ``other``: the one that is at first."""
        entries = [(place, visible(name)) for place, name in enumerate(names) if place != system]
        self.other.blockSignals(True)
        self.other.clear()
        self._fill(self.other, entries)
        self.other.setCurrentIndex(self.other.findData(other))
        self.other.blockSignals(False)
        self._follow_kind()

    def offer_presets(self, has_presets: bool) -> None:
        """Figures of papers are there for the measures of constituents only."""
        if has_presets != self.has_presets:
            self.has_presets = has_presets
            self._follow_kind()

    def show_preset(self, key: str) -> None:
        """Shows a figure of a paper."""
        self.kind.setCurrentIndex(self.kind.findData(PRESETS[key].kind))
        self.preset.setCurrentIndex(self.preset.findData(key))

    def _presets(self, kind: str) -> list[tuple[str | None, str]]:
        """What a plot of a kind can show: the measures A and B, or what a figure of a paper has."""
        found = [(key, preset.title) for key, preset in PRESETS.items() if preset.kind == kind]
        return [(None, "Measures A and B"), *found]

    def _preset(self) -> str | None:
        return self.preset.currentData() if self.has_presets else None

    def _follow_kind(self) -> None:
        kind = self.kind.currentData()
        entries = self._presets(kind)
        if len(entries) > 1 and kind != self._presets_of:
            self._chosen[self._presets_of], self._presets_of = self.preset.currentIndex(), kind
            self.preset.blockSignals(True)
            self.preset.clear()
            self._fill(self.preset, entries)
            self.preset.setCurrentIndex(self._chosen.get(kind, 0))
            self.preset.blockSignals(False)
        # a preset brings its own averages
        self.preset.setVisible(kind == self._presets_of and self.has_presets)
        self.average.setVisible(kind == "length" or (kind == "systems" and self._preset() is None))
        self.other.setVisible(kind == "pair" and self.other.count() > 1)
        self.only_system.setVisible(kind in ("histogram", "length"))

    def _combo(self, name: str, *entries: tuple[Any, str]) -> QComboBox:
        combo = ElidedBox()
        combo.setAccessibleName(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(min(19, max((len(title) for _, title in entries), default=19)))
        self._fill(combo, entries)
        combo.currentIndexChanged.connect(lambda: self.changed.emit())
        return combo

    def _fill(self, combo: QComboBox, entries: Sequence[tuple[Any, str]]) -> None:
        for data, title in entries:
            combo.addItem(title, data)
            combo.setItemData(combo.count() - 1, tip(title), Qt.ItemDataRole.ToolTipRole)
