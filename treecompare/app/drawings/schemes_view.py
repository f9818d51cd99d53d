"""One sentence across annotation schemes: golds, what they have in common, the system; errors and scheme differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import visible
from treecompare.app.common.plain_table import Recolour, plain_table
from treecompare.app.drawings.alignment_panel import title_of
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import theme_of
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.targets import Target
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.schemes import SCHEME, SchemeBox, SchemeDrawing, schemes_as_svg
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.style import BOX, Theme
from treecompare.drawing.tikz import TIKZ_PREAMBLE, schemes_as_tikz, schemes_document
from treecompare.mappings.functions import Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED

LEGEND = (
    "boxes are labels over words; < missing node, > extra node, (in brackets, hatched) scheme difference, not counted"
)


@dataclass(frozen=True)
class PlacedBox:
    """A label of a :class:`SchemeDrawing` that can be pointed at: its middle and width, in points."""

    text: str
    x: float
    y: float
    width: float
    operation: str
    box: SchemeBox

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= BOX / 2


@dataclass(frozen=True)
class SchemePicture:
    """A drawing with its labels as boxes to point at."""

    drawing: SchemeDrawing

    @property
    def width(self) -> float:
        """In points."""
        return self.drawing.width

    @property
    def height(self) -> float:
        """In points."""
        return self.drawing.height

    @cached_property
    def boxes(self) -> tuple[PlacedBox, ...]:
        """Panel by panel."""
        found = []
        for box in self.drawing.boxes:
            left, top, right, bottom = self.drawing.corners(box)
            found.append(PlacedBox(box.text, (left + right) / 2, (top + bottom) / 2, right - left, box.operation, box))
        return tuple(found)


class SchemesView(PictureView):
    """Function trees below each other over the same columns of words. ``labelsSwitched``: with labels or without."""

    labelsSwitched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, name=self.tr("Drawing of the function trees"))
        self.canvas.begins_at_top = True
        self.unlabelled = self.add_button(
            self.tr("Unlabelled"), self.tr("Only which words are grouped, whatever the labels"), True, place=0
        )
        self.unlabelled.toggled.connect(lambda is_on: self.labelsSwitched.emit(not is_on))

    @property
    def picture_shown(self) -> SchemePicture | None:
        """What is shown."""
        return cast("SchemePicture | None", self.drawing)

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """See the base."""
        shown = self.picture_shown
        return schemes_as_svg(shown.drawing, theme, self._title, is_bare) if shown is not None else ""

    def latex(self) -> str:
        """See the base."""
        shown = self.picture_shown
        return schemes_document(shown.drawing, self._title) if shown is not None else ""

    def latex_body(self) -> str:
        """See the base."""
        shown = self.picture_shown
        return with_preamble(schemes_as_tikz(shown.drawing), TIKZ_PREAMBLE) if shown is not None else ""

    def legend_text(self) -> str:
        """See the base."""
        return LEGEND

    def legend_of(self, theme: Theme) -> str:
        """See the base."""
        texts = {
            DELETED: ("&lt;", self.tr("missing node (counted as an error)")),
            INSERTED: ("&gt;", self.tr("extra node (counted as an error)")),
            SCHEME: ("( )", self.tr("scheme difference (not counted)")),
        }
        used = self.picture_shown.drawing.operations if self.picture_shown is not None else ()
        parts = []
        for operation in used:
            sign, text = texts[operation]
            colour, fill = theme.text.get(operation, theme.quiet), theme.fill.get(operation, theme.background)
            parts.append(f'<span style="color:{colour};background:{fill}"><b>&nbsp;{sign}&nbsp;</b></span>&nbsp;{text}')
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    def tooltip_of(self, box: PlacedBox) -> str:
        """See the base."""
        shown = self.picture_shown
        assert shown is not None
        one, drawing = box.box, shown.drawing
        says = {
            MATCHED: self.tr("in what the golds have in common, and in the system's analysis"),
            DELETED: self.tr("missing node (counted as an error)"),
            INSERTED: self.tr("extra node (counted as an error)"),
            SCHEME: self.tr("only this scheme has it: scheme difference (not counted)"),
        }[box.operation]
        if one.row == 0:
            says = self.tr("the root: always paired")
        label = one.label or self.tr("no label")
        words = " ".join(drawing.words[one.first : one.last])
        return f"{drawing.panels[one.panel].title}\n{label}: {words}\n{says}"

    def counted(self, count: str) -> list[Any]:
        """See the base: nodes of the system and of what golds have in common; operations are those that count as errors."""
        shown = self.picture_shown
        if shown is None:
            return []
        last = len(shown.drawing.panels) - 1
        wanted = {
            "test": (last, None),
            "gold": (last - 1, None),
            "deleted": (last, INSERTED),
            "inserted": (last - 1, DELETED),
        }
        if count not in wanted:
            return []
        panel, operation = wanted[count]
        return [
            one
            for one in shown.boxes
            if one.box.panel == panel and one.box.row and operation in (None, one.operation)
            and (one.box.label or self.unlabelled.isChecked())
        ]  # fmt: skip

    def related(self, box: PlacedBox) -> list[Any]:
        """The same label over the same words in the other trees."""
        shown = self.picture_shown
        if shown is None:
            return []
        same = (box.box.first, box.box.last, box.box.label)
        return [one for one in shown.boxes if (one.box.first, one.box.last, one.box.label) == same]

    def light_operation(self, operation: Operation | None) -> None:
        """Lights the labels that an operation is about."""
        shown = self.picture_shown
        if shown is None or operation is None:
            self.highlight([])
            return
        found = [
            one
            for one in shown.boxes
            if (one.box.first, one.box.last) == (operation.start, operation.end)
            and operation.label in (one.box.label, "", None)
        ]
        self.highlight(found)
        if found:
            self.canvas.ensureVisible(found[0].x - 60, found[0].y - 40, 120, 80)


class SchemesPanel(PicturePanel):
    """Draws the chosen sentence against the chosen target. ``drawn``: its operations and words, or None.

    ``targetChosen``: a gold, or what several golds have in common, that parses are to be compared with.
    """

    drawn = Signal(object)
    targetChosen = Signal(tuple)

    view: SchemesView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(SchemesView(), parent)
        self.target = ElidedBox()
        self._comparison: SchemeComparison | None = None
        self.target.setAccessibleName(self.tr("What systems are compared with"))
        self.target.setToolTip(self.tr("One gold, or what several golds have in common (their generalisation)"))
        self.target.activated.connect(lambda _: self.targetChosen.emit(tuple(self.target.currentData())))
        self.view.add_control(self.target, 0)
        self.view.labelsSwitched.connect(lambda _: self.show_sentence(*self._shown))

    def show_sentence(
        self, comparison: SchemeComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base."""
        if comparison is not self._comparison:
            self._comparison = comparison
            self.target.clear()
            for target in comparison.targets if comparison is not None else ():
                self.target.addItem(visible(self._target_text(comparison, target)), target)
        if comparison is not None:
            self.target.setCurrentIndex(list(comparison.targets).index(comparison.target))
        self.drawn.emit(None)
        super().show_sentence(comparison, system, sentence, wanted)

    def _target_text(self, comparison: SchemeComparison | None, target: Target) -> str:
        assert comparison is not None
        name = comparison.target_name(target)
        return self.tr("against {0}").format(name) if len(target) == 1 else self.tr("in common: {0}").format(name)

    def draw(self, comparison: SchemeComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        # a parser without functions is compared without labels only
        has_labels = bool(comparison.table.exist(system, "tedeval").any())
        is_labelled = has_labels and not self.view.unlabelled.isChecked()
        drawing = comparison.function_trees(system, sentence, is_labelled)
        self.view.show_drawing(SchemePicture(drawing), title_of(comparison, system, sentence))
        key = "tedeval" if is_labelled else "tedeval.unlabelled"
        score = comparison.score_in_words(system, sentence, key)
        self.show_counts(self.tr("TedEval: {0}").format(score))
        found = comparison.operations(system, sentence, is_labelled)
        self.drawn.emit((found, drawing.words))


class OperationsPanel(FirstStop, QWidget):
    """What turns the parse into what the golds have in common: one row per operation. ``chosen``: an operation, or None."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[Operation] = ()
        self._words: Sequence[str] = ()
        titles = [self.tr("Operation"), self.tr("Label"), self.tr("Counts"), self.tr("Words")]
        self.table = plain_table(titles, self.tr("Operations"))
        self.table.itemSelectionChanged.connect(self._row_chosen)
        self._recolour = Recolour(self.table, self._fill)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        self.first_stop = self.table

    def show_operations(self, found: tuple[Sequence[Operation], Sequence[str]] | None) -> None:
        """Shows the operations of a sentence over its words, or none: errors first."""
        self._found, self._words = found or ((), ())
        self._found = sorted(self._found, key=lambda one: not one.is_charged)
        self._fill()

    def _row_chosen(self) -> None:
        rows = self.table.selectionModel().selectedRows()
        self.chosen.emit(self._found[rows[0].row()] if rows else None)

    def _fill(self) -> None:
        self.table.blockSignals(True)
        self.table.setRowCount(0)
        theme = theme_of(self.palette())
        kinds = {"delete": self.tr("delete from the system"), "add": self.tr("add to the system")}
        for row, one in enumerate(self._found if self.isVisible() else ()):
            self.table.insertRow(row)
            counts = self.tr("counted as an error") if one.is_charged else self.tr("scheme difference (not counted)")
            words = " ".join(self._words[one.start : one.end])
            texts = (kinds.get(one.kind, one.kind), one.label or self.tr("node"), counts, words)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(visible(text))
                item.setForeground(QBrush(QColor(theme.text[DELETED] if one.is_charged else theme.quiet)))
                self.table.setItem(row, column, item)
        for column in range(3):
            self.table.resizeColumnToContents(column)
        self.table.blockSignals(False)

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()
