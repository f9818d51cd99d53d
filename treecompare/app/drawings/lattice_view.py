"""Both trees of a sentence over the lattice of its words, or the lattice alone, as it stands in the middle of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QWidget

from treecompare.app.common.plain import tip, visible
from treecompare.app.common.plain_table import TablePane, fit_columns, label_columns
from treecompare.app.drawings.control_bar import LAYOUT
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import TextMeasure, theme_of
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.drawing.lattice_writers import lattice_rows
from treecompare.drawing.names import Names
from treecompare.mappings.mapping import DELETED, INSERTED
from treecompare.trees.characters import kept_apart
from treecompare.trees.lattice_paths import PathArc


class LatticeView(PictureView):
    """Trees above and below the lattice, or the lattice alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._measure = TextMeasure()
        super().__init__("Drawing of both trees over the lattice", "Changes as text", parent)
        self.direction = self.add_direction_button()
        self.show_trees = self.add_button(
            "Trees", "Draw both trees above and below the lattice, or the lattice alone", True, LAYOUT
        )
        self.show_trees.setChecked(True)
        self.show_all = self.add_button("Unused arcs", "Show unused arcs of the lattice", True)
        fold = self.add_fold_button("Fold identical parts (F)")
        for button in (fold, self.show_trees):
            button.toggled.connect(lambda _: self.fold_all())
        self.show_all.toggled.connect(lambda _: self.arrange())

    def set_options(self) -> None:
        super().set_options()
        if isinstance(self.drawn, LatticeDrawn):
            self.drawn.measure = self._measure
            self.drawn.has_trees, self.drawn.all_arcs = self.show_trees.isChecked(), self.show_all.isChecked()

    @property
    def trees(self) -> LatticeTrees | None:
        """What is drawn."""
        return self.drawn.trees if isinstance(self.drawn, LatticeDrawn) else None


class LatticePanel(PicturePanel):
    """Draws the chosen sentence over its lattice."""

    view: LatticeView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LatticeView(), parent)


class LatticeWordsPanel(TablePane):
    """One row per space-delimited word: its segments in the gold and in the system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        titles = ["Word", "Gold segments", "System segments", "Other arcs"]
        super().__init__(titles, "Words of the sentence", parent)
        self._shown: tuple[Sequence[PathArc], list[str]] | None = None

    def call(self, names: Names) -> None:
        """Says what gold and system are called."""
        label_columns(self.table, [names.told(title) for title in self.titles])

    def show_lattice(self, shown: tuple[Sequence[PathArc], list[str]] | None) -> None:
        """Shows the words of a sentence, or none."""
        self._shown = shown
        self._fill()

    def _fill(self) -> None:
        self.table.setRowCount(0)
        if self._shown is None or not self.isVisible():  # nobody looks at a hidden pane
            return
        theme = theme_of(self.palette())
        for row, cells in enumerate(lattice_rows(*self._shown)):
            self.table.insertRow(row)
            differs = cells[1] != cells[2]
            for column, text in enumerate(map(visible, cells)):
                item = QTableWidgetItem(kept_apart(text) if column in (1, 2) else text)
                if differs and column in (1, 2):
                    item.setForeground(QBrush(QColor(theme.text[DELETED if column == 1 else INSERTED])))
                item.setToolTip(tip(text))
                self.table.setItem(row, column, item)
        fit_columns(self.table)
