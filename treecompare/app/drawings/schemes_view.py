"""One sentence across annotation schemes: golds, what they have in common, the system; errors and scheme differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.common.plain_table import Recolour, Refit, fit_columns, plain_table
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import title_of
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.control_bar import DRAWN, LAYOUT
from treecompare.app.drawings.fitted import FittedView
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.pictures import theme_of
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS
from treecompare.comparison.schemes.targets import Target
from treecompare.drawing.scheme_layout import (
    ALL,
    LABEL_SIZE,
    RIGHT,
    SAME,
    WORDS,
    SchemeBox,
    SchemeDrawing,
    layout_schemes,
)
from treecompare.drawing.schemes import SCHEME, UNNAMED, Place, SchemeTrees
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.functions import Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures import measure


class SchemesView(FittedView):
    """What the golds share above the words, the system below them; golds' own trees where people want them.

    ``labelsSwitched``: with labels or without, as TedEval 2011 compares or as that of 2012. Its places are labels over words of a
    tree, and words.

    Keys: arrows walk, Tab goes from error to error, Space to the same label over the same words in the next tree, Enter pins or
    opens, Escape unpins.
    """

    labelsSwitched = Signal()
    drawing: SchemeDrawing | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of the function trees", "Errors as text", parent)
        self._trees: SchemeTrees | None = None
        self._own: frozenset[str] = frozenset()
        self.canvas.smallest_text = LABEL_SIZE
        self.canvas.setAccessibleDescription("The errors are listed as text beside the drawing.")
        self.chips: list[QAction] = []
        self.relabels = self.add_button(
            "TedEval 2011",
            "As TedEval 2011 compares: one label over the same words, which can be relabelled",
            True,
            LAYOUT,
        )
        self.unlabelled = self.add_button("Unlabelled", "Only which words are grouped, whatever the labels", True)
        for one in (self.unlabelled, self.relabels):
            one.toggled.connect(lambda _: self.labelsSwitched.emit())
        fold = self.add_fold_button("Fold unchanged words if space is short (F)")
        fold.toggled.connect(lambda _: self.fold_all())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_trees(self, trees: SchemeTrees, title: str) -> None:
        """Draws a sentence, in the direction of its script; what was pinned, opened and zoomed belonged to the one before."""
        self._trees, self._opened, self._wanted = trees, frozenset(), []
        self.canvas.fitting = Fit.LEGIBLE
        self.is_right_to_left = reads_right_to_left(list(trees.words))
        self._show_chips([trees.trees[place].name for place in trees.own_golds])
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self._trees = None
        super().show_drawing(drawing, title)

    def _show_chips(self, names: list[str]) -> None:
        """A button for each gold whose own tree can be drawn."""
        if names != [one.data() for one in self.chips]:
            for chip in self.chips:
                self.controls.remove_button(chip, DRAWN)
            self.chips = []
            for name in names:
                told = f"The gold tree of {name} above what all golds share"
                chip = self.add_button(caption(name), told, True, DRAWN)
                chip.setData(name)
                chip.toggled.connect(self._chip_toggled)
                self.chips.append(chip)
        self._check_chips()

    def _check_chips(self) -> None:
        for chip in self.chips:
            chip.blockSignals(True)
            chip.setChecked(chip.data() in self._own)
            chip.blockSignals(False)

    def _chip_toggled(self) -> None:
        there = {one.data() for one in self.chips}
        self._own = (self._own - there) | {one.data() for one in self.chips if one.isChecked()}
        self.lay_out()

    @property
    def own_golds(self) -> list[str]:
        """The golds whose own trees are drawn."""
        return [one.data() for one in self.chips if one.isChecked()]

    @property
    def wanted_golds(self) -> list[str]:
        """The golds whose own trees are drawn wherever there are such."""
        return sorted(self._own)

    def draw_own_golds(self, names: Iterable[str]) -> None:
        """Draws the own trees of these golds, and of no others."""
        self._own = frozenset(names)
        self._check_chips()
        self.lay_out()

    def ways(self) -> list[int]:
        """See the base."""
        if self._trees is None:
            return []
        return [ALL, SAME, RIGHT] if self.folds else [ALL]

    def drawn(self, way: int) -> SchemeDrawing:
        """See the base."""
        assert self._trees is not None
        own = [place for place in self._trees.own_golds if self._trees.trees[place].name in self._own]
        return layout_schemes(self._trees, own, way, self.opened, self.is_right_to_left)

    def folding_of(self, drawing: SchemeDrawing, wanted: Place) -> int | None:
        """See the base: the first word of the run."""
        box = drawing.showing(wanted)
        return box.first if box is not None and box.is_run else None

    # -- how it looks ------------------------------------------------------------------------------------------------------

    # -- places, and what is said of them ------------------------------------------------------------------------------

    def shown_at(self, place: Place) -> SchemeBox | None:
        """See the base."""
        return self.drawing.showing(place) if self.drawing is not None else None

    def tooltip_of(self, box: SchemeBox) -> str:
        """See the base."""
        assert self._trees is not None
        if box.tree != WORDS:
            return self._said(self._trees, box.place, box.operation, box.is_root)
        words = " ".join(self._trees.words[box.first : box.last])
        if box.is_run:
            return "\n".join([*wrap(words, 72), "no errors among these words; click to open"])
        return words

    def _said(self, trees: SchemeTrees, place: Place, operation: str, is_root: bool = False) -> str:
        number, first, last, label = place
        says = {
            MATCHED: "in the gold and in the system's analysis"
            if not trees.own_golds
            else "in what all golds share"
            if number in trees.own_golds
            else "in what all golds share and in the system's analysis",
            DELETED: "missing in the system: an error",
            INSERTED: "extra in the system: an error",
            SWAPPED: "relabelled in the system: an error",
            SCHEME: "scheme difference: not counted",
            UNNAMED: "a node without a label: not counted where labels count",
        }[operation]
        if is_root:
            says = "the root: always paired, never counted"
        head = f"{trees.trees[number].title}\n{label or 'no label'}: {' '.join(trees.words[first:last])}"
        return "\n".join([head, says, *self._in_golds(trees, place)])

    def _in_golds(self, trees: SchemeTrees, place: Place) -> list[str]:
        """Which golds have a label over these words, and which do not; nothing with one gold."""
        there = trees.having(place)
        having, lacking = (
            ", ".join(trees.trees[one].name for one in trees.own_golds if (one in there) == is_there)
            for is_there in (True, False)
        )
        said = [f"in {having}"] if having else []
        said += [f"not in {lacking}"] if lacking else []
        return ["; ".join(said)] if said else []

    def related(self, box: SchemeBox) -> list[SchemeBox]:
        """See the base: the same label over the same words in the other trees."""
        if self._trees is None or box.tree == WORDS:
            return [box]
        places = ((number, *box.place[1:]) for number in self._trees.having(box.place))
        return [one for one in map(self.box_of, places) if one is not None]

    def changed(self) -> list[Place]:
        """See the base: what counts as an error, in the order of the sentence."""
        return [place for place, _ in self._errors()]

    def _errors(self) -> list[tuple[Place, str]]:
        """What counts as an error, in the order of the sentence, with what became of it."""
        trees = self._trees
        if trees is None:
            return []
        wanted = ((trees.target, DELETED), (trees.parse, INSERTED), (trees.parse, SWAPPED))
        found = [(place, operation) for tree, operation in wanted for place in trees.counted(tree, operation)]
        return sorted(found, key=lambda one: (one[0][1], -one[0][2], one[0][0]))

    def changes_said(self) -> list[str]:
        """See the base."""
        trees = self._trees
        if trees is None:
            return []
        return ["; ".join(self._said(trees, *error).split("\n")) for error in self._errors()]

    def nothing_changed(self) -> str:
        """See the base."""
        return "No errors."

    def counted(self, count: str) -> list[Place]:
        """See the base: nodes of the system and of what golds have in common; operations are those that count as errors."""
        trees = self._trees
        if trees is None:
            return []
        wanted: dict[str, list[tuple[int, str | None]]] = {
            "test": [(trees.parse, None)],
            "gold": [(trees.target, None)],
            "matched": [(trees.target, MATCHED), (trees.parse, MATCHED)],
            "deleted": [(trees.parse, INSERTED)],
            "inserted": [(trees.target, DELETED)],
            "swapped": [(trees.target, SWAPPED), (trees.parse, SWAPPED)],
        }
        return [place for tree, operation in wanted.get(count, []) for place in trees.counted(tree, operation)]

    def highlight_words(self, words: Iterable[int]) -> None:
        """Lights words, from 0."""
        self.highlight([(WORDS, word, word + 1, "") for word in words], is_about=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes to the same label over the same words in the next tree."""
        here = self._hovered or self._pinned
        box = self.box_of(here) if here is not None else None
        if event.key() == Qt.Key.Key_Space and box is not None:
            places = [one.place for one in self.related(box)]
            self.go_to(places[(places.index(here) + 1) % len(places)])
        else:
            super().keyPressEvent(event)

    # -- lights --------------------------------------------------------------------------------------------------------

    def words_below(self, box: SchemeBox) -> list[SchemeBox]:
        """See the base."""
        return self.drawing.words_of(box.place) if self.drawing is not None and box.tree != WORDS else []

    def places_of_operation(self, operation: Operation | None) -> list[Place]:
        """The labels that an operation is about, in all trees."""
        trees = self._trees
        if trees is None or operation is None:
            return []
        about = [(WORDS, operation.start, operation.end, operation.label)]
        if operation.place is not None:
            about.append((WORDS, *operation.place, operation.new))
        return [(number, *wanted[1:]) for wanted in about for number in trees.having(wanted)]

    def light_operation(self, operation: Operation | None) -> None:
        """Lights the labels that an operation is about, in all trees."""
        places = self.places_of_operation(operation)
        self.unfold(places)
        self.highlight(places, is_about=True)


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
        self.target.setAccessibleName("What systems are compared with")
        self.target.setToolTip("One gold, or what several golds have in common (their generalisation)")
        self.target.activated.connect(lambda _: self.targetChosen.emit(tuple(self.target.currentData())))
        self.view.controls.add_control(self.target)
        self.view.labelsSwitched.connect(lambda: self.show_sentence(*self.shown))

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
        return f"against {name}" if len(target) == 1 else f"in common: {name}"

    def draw_part(self, part: str) -> None:
        """Draws the sentence as a measure of function trees compares it."""
        for button, is_on in (
            (self.view.unlabelled, part.endswith(".unlabelled")),
            (self.view.relabels, part in TEDEVAL_2011_PARTS),
        ):
            if button.isChecked() != is_on:
                button.toggle()

    def draw(self, comparison: SchemeComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        # a parser without functions is compared without labels only
        has_labels = bool(comparison.table.exist(system, "tedeval").any())
        is_labelled = has_labels and not self.view.unlabelled.isChecked()
        how = is_labelled, self.view.relabels.isChecked()
        key = f"tedeval{'2011' if how[1] else ''}{'' if is_labelled else '.unlabelled'}"
        if how[1] and not comparison.table.exist(system, key)[sentence]:
            self.is_waiting = True  # trees of 2011 are counted last
            raise UsageError("TedEval 2011 has not compared this sentence yet.")
        trees = comparison.function_trees(system, sentence, *how)
        self.view.show_trees(trees, title_of(comparison, system, sentence))
        self.show_counts(f"{measure(key).title}: {comparison.score_in_words(system, sentence, key)}")
        self.drawn.emit((comparison.operations(system, sentence, *how), trees.words))


class OperationsPanel(FirstStop, QWidget):
    """What turns the parse into what the golds have in common: one row per operation. ``chosen``: an operation, or None."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[Operation] = ()
        self._words: Sequence[str] = ()
        titles = ["In the system", "Label", "Counts as", "Words"]
        self.table = plain_table(titles, "Operations")
        self.table.itemSelectionChanged.connect(self._row_chosen)
        self._recolour = Recolour(self.table, self._fill)
        self._refit = Refit(self.table, lambda: fit_columns(self.table))
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
        for row, one in enumerate(self._found if self.isVisible() else ()):
            self.table.insertRow(row)
            counts = "error" if one.is_charged else "scheme difference"
            words = " ".join(self._words[one.start : one.end])
            texts = (one.kind, one.shown or "node", counts, words)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(visible(text))
                item.setToolTip(tip(text))
                item.setForeground(QBrush(QColor(theme.text[DELETED] if one.is_charged else theme.quiet)))
                self.table.setItem(row, column, item)
        fit_columns(self.table)
        self.table.blockSignals(False)

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()
