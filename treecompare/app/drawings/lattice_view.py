"""The lattice of a sentence with the paths of both trees, as it stands in the middle of the window."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import markup, tip, visible
from treecompare.app.common.plain_table import Recolour, Refit, fit_columns, label_columns, plain_table
from treecompare.app.common.wording import kept_apart, number_of
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import title_of
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import theme_of
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.lattice_writers import lattice_as_svg, lattice_rows
from treecompare.drawing.lattices import FOLDED, GOLD, OTHER, SHARED, TEST, LaneBox, LatticeDrawing, layout_lattice
from treecompare.drawing.names import Names
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.style import Theme
from treecompare.drawing.tikz import TIKZ_PREAMBLE, lattice_as_tikz, lattice_document
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.lattice_paths import PathArc

LEGEND = "both trees; < gold only; > test only; * not in the lattice"
FEW = 3
"""So many arcs of a word that neither tree uses are drawn, until people ask for all."""


class LatticeView(PictureView):
    """What both trees use heavy, what one of them uses dashed and marked, the rest of the lattice faint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._arcs: list[PathArc] = []
        self._words: list[str] = []
        super().__init__(parent=parent, name=self.tr("Drawing of the lattice"))
        self.canvas.begins_at_top = True
        self.direction = self.add_direction_button(place=0)
        self.show_all = self.add_button(
            self.tr("All arcs"),
            self.tr("Draw all arcs of the lattice, also those that neither tree uses"),
            True,
            place=1,
        )
        self.show_all.toggled.connect(self.lay_out)

    @property
    def lattice(self) -> LatticeDrawing | None:
        """What is shown."""
        return cast("LatticeDrawing | None", self.drawing)

    def show_lattice(self, arcs: list[PathArc], words: list[str], title: str) -> None:
        """Draws a lattice, in the direction of its script."""
        self._arcs, self._words, self._title = arcs, words, title
        self.is_right_to_left = reads_right_to_left([arc.form for arc in arcs])
        self.lay_out()

    def lay_out(self) -> None:
        """See the base."""
        if not self._arcs:
            return
        others = None if self.show_all.isChecked() else FEW
        self.show_drawing(layout_lattice(self._arcs, self._words, self.is_right_to_left, others=others), self._title)

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """See the base."""
        return (
            lattice_as_svg(self.lattice, theme, self._title, is_bare, self.called) if self.lattice is not None else ""
        )

    def latex(self) -> str:
        """See the base."""
        return lattice_document(self.lattice, self._title) if self.lattice is not None else ""

    def latex_body(self) -> str:
        """See the base."""
        return with_preamble(lattice_as_tikz(self.lattice), TIKZ_PREAMBLE) if self.lattice is not None else ""

    def legend_text(self) -> str:
        """See the base."""
        return self.told(LEGEND)

    def legend_of(self, theme: Theme) -> str:
        """See the base."""
        texts = (
            (SHARED, MATCHED, "━", self.tr("both trees")),
            (GOLD, DELETED, "&lt;", markup(self.told(self.tr("gold only")))),
            (TEST, INSERTED, "&gt;", markup(self.told(self.tr("system only")))),
            (OTHER, "", "─", self.tr("unused arcs")),
        )
        roles = {lane.role for lane in self.lattice.lanes} if self.lattice is not None else set()
        parts = []
        for role, operation, sign, text in texts:
            if role in roles:
                colours = (
                    f"color:{theme.text[operation]};background:{theme.fill[operation]}"
                    if operation
                    else f"color:{theme.quiet}"
                )
                parts.append(f'<span style="{colours}"><b>&nbsp;{sign}&nbsp;</b></span>&nbsp;{text}')
        if self.lattice is not None and self.lattice.folded:
            parts.append(self.tr("+N: {0} more arcs, folded").format(self.lattice.folded))
        if any(not arc.in_lattice for arc in self._arcs):
            parts.append(self.tr("* not in the lattice"))
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    # -- pointing at arcs ----------------------------------------------------------------------------------------------------

    def tooltip_of(self, box: LaneBox) -> str:
        """See the base."""
        lane = box.lane
        if lane.role == FOLDED:
            return self.tr("{0} more unused arcs; “All arcs” draws them").format(lane.count)
        says = {
            SHARED: self.tr("in the gold and in the system"),
            GOLD: self.tr("in the gold, not in the system"),
            TEST: self.tr("in the system, not in the gold"),
            OTHER: self.tr("in the lattice, in neither tree"),
        }[lane.role]
        lines = [f"{lane.form}  {lane.tag}".rstrip(), self.told(says)]
        if lane.added:
            lines.append(self.tr("The lattice has no such arc."))
        if lane.count > 1:
            lines.append(self.tr("{0} analyses with this segment and tag").format(lane.count))
        return "\n".join(lines)

    def counted(self, count: str) -> list[Any]:
        """See the base. Of TedEval over lattices these are the lexemes among the nodes."""
        roles = {
            "matched": (SHARED,), "deleted": (GOLD,), "inserted": (TEST,), "gold": (SHARED, GOLD), "test": (SHARED, TEST),
        }.get(count, ())  # fmt: skip
        return [box for box in self.lattice.boxes if box.lane.role in roles] if self.lattice is not None else []

    def related(self, box: LaneBox) -> list[Any]:
        """An arc with those over the same stretch."""
        boxes = self.lattice.boxes if self.lattice is not None else ()
        place = box.lane.base, box.lane.x1, box.lane.x2
        return [one for one in boxes if (one.lane.base, one.lane.x1, one.lane.x2) == place and one.lane.role != FOLDED]


class LatticePanel(PicturePanel):
    """Draws the lattice of the chosen sentence. ``drawn``: its arcs and space-delimited words, or None."""

    drawn = Signal(object)
    view: LatticeView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LatticeView(), parent)

    def show_sentence(
        self, comparison: LatticeComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base."""
        self.drawn.emit(None)
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: LatticeComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        arcs, words = comparison.paths(system, sentence)
        self.view.show_lattice(arcs, list(words), title_of(comparison, system, sentence))
        number = Counter((arc.gold, arc.test) for arc in arcs)
        unused = sum(arc.times for arc in arcs if not (arc.gold or arc.test))
        parts = [
            number_of(number[True, True], self.tr("segment in both"), self.tr("segments in both")),
            self.view.told(self.tr("{0} in the gold only")).format(number[True, False]),
            self.view.told(self.tr("{0} in the system only")).format(number[False, True]),
            number_of(unused, self.tr("unused arc"), self.tr("unused arcs")),
        ]
        off = [
            self.view.told(said)
            for said, which in (
                (self.tr("the gold is not a path in the lattice"), None),
                (self.tr("the system is not a path in the lattice"), system),
            )
            if sentence in comparison.off_lattice(which)
        ]
        self.show_counts("  ·  ".join([*parts, *off]))
        self.drawn.emit((arcs, list(words)))


class LatticeWordsPanel(FirstStop, QWidget):
    """One row per space-delimited word: its segments in the gold and in the system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[list[PathArc], list[str]] | None = None
        self.titles = [self.tr("Word"), self.tr("Gold segments"), self.tr("System segments"), self.tr("Other arcs")]
        self.table = plain_table(self.titles, self.tr("Words of the sentence"))
        self._refit = Refit(self.table, lambda: fit_columns(self.table))
        self._recolour = Recolour(self.table, self._fill)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        self.first_stop = self.table

    def call(self, names: Names) -> None:
        """Says what gold and system are called."""
        label_columns(self.table, [names.told(title) for title in self.titles])

    def show_lattice(self, shown: tuple[list[PathArc], list[str]] | None) -> None:
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

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()
