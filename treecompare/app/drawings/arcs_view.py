"""The arcs of both dependency analyses of a sentence, as they stand in the middle of the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import title_of
from treecompare.app.drawings.canvas import MARGIN, Fit
from treecompare.app.drawings.control_bar import FOLD
from treecompare.app.drawings.fitted import LEAST_ROW, FittedView
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arc_layout import alike_runs, fewest_runs, heads_of, layout_arcs, other_runs
from treecompare.drawing.arc_output import ARC_PREAMBLE, arcs_as_latex, arcs_document
from treecompare.drawing.arcs import (
    GOLD,
    NOWHERE,
    TEST,
    Arc,
    ArcBox,
    ArcDrawing,
    Column,
    counted_arcs,
    differing_within,
)
from treecompare.drawing.graph_arcs import GraphDrawing
from treecompare.drawing.scene import Mark
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.style import TAG_SIZE
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED

if TYPE_CHECKING:
    from treecompare.trees.dependencies import Dependencies


@dataclass(frozen=True)
class Wrapped:
    """What is done so that a drawing fits: words folded, rows that break at a width, less free space. ``around``: how much is seen
    where words are folded whose arcs differ: HEADS, WORDS or ROOTS."""

    is_folded: bool
    width: int | None = None
    is_dense: bool = False
    around: int | None = None


ROOTS, WORDS, HEADS = range(3)
"""The words that depend on nothing; those that are wanted, else all whose arcs differ; and the heads of these."""


class ArcsView(FittedView):
    """Gold arcs above the words, those of the system below. ``columnPinned``: a word was clicked; -1: none any more."""

    columnPinned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of both analyses", "Errors as text", parent)
        self.sides: dict[str, Dependencies] = {}
        self._kind = ArcDrawing
        self._columns: Sequence[Column] = ()
        self._arcs: Sequence[Arc] = ()
        self.canvas.smallest_text = label_font(TAG_SIZE).pixelSize()
        self.direction = self.add_direction_button()
        fold = self.add_fold_button("Fold words with the same arcs if space is short (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        self.differing = self.add_button("Only differing", "Draw only the arcs that differ", True, FOLD)
        tip = "The basic tree above the words, the enhanced graph below them, with its empty nodes"
        self.enhanced = self.add_button("Enhanced", tip, True, FOLD)
        self.enhanced.setVisible(False)
        self.differing.toggled.connect(lambda _: self.fold_all())
        self.show_list.setText("List of errors")
        self.show_list.setToolTip("Show the errors as text (C)")

    @property
    def arcs(self) -> ArcDrawing | None:
        """What is shown."""
        return cast("ArcDrawing | None", self.drawing)

    def show_arcs(
        self,
        drawing: ArcDrawing | None,
        gold: Dependencies | None = None,
        test: Dependencies | None = None,
        title: str = "",
    ) -> None:
        """See the base."""
        """Draws both analyses, in the direction of their script; the files say what words have besides."""
        if drawing is None:
            self.show_drawing(None, title)
        else:
            self.show_columns(drawing.columns, drawing.arcs, type(drawing), gold, test, title)

    def show_columns(
        self,
        columns: Sequence[Column],
        arcs: Sequence[Arc],
        kind: type[ArcDrawing] = ArcDrawing,
        gold: Dependencies | None = None,
        test: Dependencies | None = None,
        title: str = "",
    ) -> None:
        """The same of words and arcs that are not laid out yet."""
        self.sides = {GOLD: gold, TEST: test} if gold is not None and test is not None else {}
        self._opened, self._wanted = frozenset(), []
        self.canvas.fitting = Fit.LEGIBLE
        self._columns, self._arcs, self._kind = columns, arcs, kind
        if self.hides_gold:  # both sides are the same
            self._arcs = [arc for arc in arcs if arc.side == GOLD]
        self.is_right_to_left = reads_right_to_left([one.word for one in columns])
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self._columns, self._arcs = (), ()
        super().show_drawing(drawing, title)

    def ways(self) -> list[Wrapped]:
        """See the base: in one row, in several rows, with words folded in one row, in several."""
        if not self._columns:
            return []
        bar = self.canvas.verticalScrollBar().sizeHint().width()
        room = (self.canvas.maximumViewportSize().width() - bar) / self.canvas.least_scale - 2 * MARGIN - 4
        ways = [Wrapped(False), Wrapped(False, max(int(room), LEAST_ROW))]
        if not self.folds:
            return ways
        ways += [replace(way, is_folded=True) for way in ways]
        around = (HEADS, WORDS) if self._wanted or self.scrolls else (HEADS, WORDS, ROOTS)
        wrapped = replace(ways[1], is_folded=True, is_dense=True)
        focused = [replace(way, around=much) for much in around if self.focuses for way in (Wrapped(True), wrapped)]
        return ways + focused + ways[-1:] * self.scrolls

    def overviews(self, tried: dict[Wrapped, tuple[float, float]]) -> Iterator[Wrapped]:
        """See the base: in rows that make it as wide for its height as the view."""
        widest = self._sizes[Wrapped(self.folds)][0]
        return self.of_the_views_shape(lambda width: Wrapped(self.folds, width, True), widest, tried)

    def drawn(self, way: Wrapped) -> ArcDrawing:
        """See the base."""
        self.canvas.begins_at_top = way.width is not None
        room, runs = self.canvas.room, self._runs(way)

        def drawn(folded: list[tuple[int, int]]) -> ArcDrawing:
            return layout_arcs(
                self._columns, self._arcs, self.is_right_to_left, width=way.width, folded=folded,
                only_differing=self.differing.isChecked(), is_dense=way.is_dense, room=room, kind=self._kind,
            )  # fmt: skip

        if runs and way.width is None and way.around is None and self.canvas.fitting != Fit.ALL:
            return fewest_runs(drawn([]), runs, room.width / room.least, drawn)
        return drawn(runs)

    def _runs(self, way: Wrapped) -> list[tuple[int, int]]:
        """The words that are folded, or may be."""
        if way.around is None:
            return alike_runs(self._columns, self._arcs, self.opened) if way.is_folded else []
        differing = {arc.word for arc in self._arcs if not arc.is_alike}
        roots = {arc.word for arc in self._arcs if arc.head < 0}
        seen = roots if way.around == ROOTS else set(self._wanted) or differing or roots
        seen = seen | heads_of(self._arcs, seen) if way.around == HEADS else seen
        return other_runs(len(self._columns), seen, self.opened)

    def unfolded(self) -> list[int]:
        """See the base."""
        folded = {box.column for box in self.drawing.boxes if box.opens}
        return [first for first, _ in alike_runs(self._columns, self._arcs) if first not in folded]

    def folding_of(self, drawing: ArcDrawing, wanted: int) -> int | None:
        """See the base; wanted are columns."""
        return next((one.column for one in drawing.boxes if one.opens and one.shows(wanted)), None)

    def same_place(self, place: ArcBox) -> ArcBox | None:
        """See the base: the same word, or the label of the same arc."""
        boxes = self.arcs.boxes if self.arcs is not None else ()
        return next((one for one in boxes if _is_of(one) == _is_of(place)), None)

    def courses(self, node: tuple[str, int], site: int) -> list[Mark]:
        """See the base."""
        return self.arcs.courses(*node, site) if self.arcs is not None else []

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def latex(self) -> str:
        """See the base."""
        return arcs_document(self.drawing, self._title)

    def latex_of(self) -> tuple[str, str]:
        """See the base."""
        return arcs_as_latex(self.drawing), ARC_PREAMBLE

    # -- what is said of words and arcs ------------------------------------------------------------------------------------

    def tooltip_of(self, box: ArcBox) -> str:
        """See the base."""
        if box.opens:
            words = " ".join(one.word for one in self._columns[box.column : box.last + 1])
            differs = differing_within(self._arcs, box.column, box.last)
            said = "not all of their arcs are the same in both" if differs else "their arcs are the same in both"
            return "\n".join([*wrap(words, 72), f"{said}; click to open"])
        return self._arc_text(box.arc) if box.arc is not None else self._word_text(box.column)

    def changed(self) -> list[Any]:
        """See the base: one place for each word, its own label of the gold if there is one."""
        found: dict[int, Any] = {}
        for box in super().changed():
            if box.column not in found or found[box.column].arc is None:
                found[box.column] = box
        return [found[column] for column in sorted(found)]

    def tally(self) -> dict[str, int]:
        """See the base: of arcs, of which a word may have one on each side."""
        drawing = self.arcs
        if drawing is None:
            return {}
        return Counter(one.operation for one in drawing.arcs if drawing.is_of(one, GOLD) or one.operation == INSERTED)

    def matched_said(self) -> str:
        """See the base."""
        return "arc matched" if self.tally().get(MATCHED) == 1 else "arcs matched"

    def changes_said(self) -> list[str]:
        """See the base: what both sides have."""
        drawing = self.arcs
        if drawing is None:
            return []
        said: dict[int, list[str]] = {box.column: [] for box in self.changed()}
        for arc in drawing.arcs:
            if arc.operation != MATCHED:
                said.setdefault(arc.word, []).append(self._arc_text(arc))
        return [
            "; ".join("; ".join(texts or [self._word_text(column)]).split("\n"))
            for column, texts in sorted(said.items())
        ]

    def along(self, box: ArcBox) -> float:
        """See the base: row after row, in the direction of reading."""
        drawing = self.drawing
        across = box.x / drawing.width
        if drawing.right_to_left:
            return float(1 - (box.row + 1 - across) / len(drawing.rows))
        return float((box.row + across) / len(drawing.rows))

    def seen(self) -> tuple[float, float]:
        """See the base."""
        if self.arcs is None or len(self.arcs.rows) < 2:
            return super().seen()
        rows, view = self.arcs.rows, self.canvas.viewport().rect()
        top, bottom = self.canvas.mapToScene(view.topLeft()).y(), self.canvas.mapToScene(view.bottomRight()).y()
        shown = [number for number, row in enumerate(rows) if row.top < bottom - 20 and row.bottom > top + 20]
        first, last = (shown[0] / len(rows), (shown[-1] + 1) / len(rows)) if shown else (0.0, 0.0)
        return (1 - last, 1 - first) if self.arcs.right_to_left else (first, last)

    def show_part(self, place: float) -> None:
        """See the base."""
        if self.arcs is None or len(self.arcs.rows) < 2:
            super().show_part(place)
            return
        rows = self.arcs.rows
        along = (1 - place if self.arcs.right_to_left else place) * len(rows)
        row = rows[min(int(along), len(rows) - 1)]
        middle = self.canvas.mapToScene(self.canvas.viewport().rect().center())
        self.canvas.centerOn(middle.x(), (row.top + row.bottom) / 2)

    def _arc_text(self, arc: Arc) -> str:
        assert self.arcs is not None
        return self.arcs.arc_said(arc, (self.gold_name, self.system_name), self.is_gold)

    def _word_text(self, column: int) -> str:
        assert self.arcs is not None
        one = self.arcs.columns[column]
        lines = [f"{self.arcs.number(column)}  {one.word}{'  empty node' if one.empty else ''}"]
        lacking = {DELETED: TEST, INSERTED: GOLD}.get(one.operation)
        for side, place, name in ((GOLD, one.gold, self.gold_name), (TEST, one.test, self.system_name)):
            if side == lacking:
                lines.append(f"{name}: has no such {'node' if one.empty else 'word'}")
                continue
            lines += [f"{name}: {head}" for head in self.arcs.heads_said(column, side)]
            if place != NOWHERE:
                lines.append("    " + self._properties(side, place))
        return "\n".join(lines)

    def _properties(self, side: str, place: int) -> str:
        """Lemma, tags and features of a word."""
        words = self.sides.get(side)
        if words is None:
            return ""
        texts = words.symbols.texts
        values = [texts[int(getattr(words, name)[place])] for name in ("lemma", "upos", "xpos", "feats")]
        return "  ".join(value for value in values if value not in ("_", ""))

    def related(self, box: ArcBox) -> list[Any]:
        """A word with the labels of its arcs; an arc with its word, its head, and the other side's arc of the word."""
        if self.arcs is None:
            return []
        boxes = self.arcs.boxes
        own = [one for one in boxes if one.column == box.column]
        if box.arc is not None and box.arc.head >= 0:
            own += [one for one in boxes if one.arc is None and one.shows(box.arc.head)]
        return own

    def places_of(self, nodes: list[tuple[str, int]]) -> list[ArcBox]:
        """See the base: the boxes of words, with the labels of their arcs on that side."""
        if self.arcs is None:
            return []
        columns = self._columns_of(nodes)
        words = {number for _, number in columns}
        return [
            box
            for box in self.arcs.boxes
            if (
                any(map(box.shows, words))
                if box.arc is None
                else any(self.arcs.is_of(box.arc, side) and box.column == word for side, word in columns)
            )
        ]

    def nodes_at(self, place: ArcBox) -> list[tuple[str, int]]:
        """See the base."""
        return self.nodes_of(place.column)

    def nodes_of(self, column: int) -> list[tuple[str, int]]:
        """The words of both sides that a column shows, as side and number; none for -1."""
        one = self._columns[column] if 0 <= column < len(self._columns) else Column("")
        return [(side, place) for side, place in ((GOLD, one.gold), (TEST, one.test)) if place != NOWHERE]

    def _columns_of(self, nodes: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
        """The columns of words, each with its side."""
        wanted = set(nodes)
        return {
            (side, number)
            for number, one in enumerate(self._columns)
            for side, place in ((GOLD, one.gold), (TEST, one.test))
            if (side, place) in wanted
        }

    def show_nodes(self, nodes: list[tuple[str, int]], also: Sequence[tuple[str, int]] = ()) -> None:
        """See the base."""
        self.unfold(sorted({column for _, column in self._columns_of([*nodes, *also])}))
        super().show_nodes(nodes)

    def light_words(self, numbers: Sequence[int], also: Sequence[tuple[str, int]] = ()) -> None:
        """Lights words of the gold, numbered from 1, and their arcs; so it does with words given as side and number."""
        wanted = self.columns_of_words(numbers)
        wanted += sorted({column for _, column in self._columns_of(also)})
        self.unfold(wanted)
        self.light_columns(wanted)

    def columns_of_words(self, numbers: Sequence[int]) -> list[int]:
        """The columns of words of the gold, numbered from 1."""
        columns = [place for place, one in enumerate(self._columns) if one.gold != NOWHERE]
        return [columns[number - 1] for number in numbers if number <= len(columns)]

    def light_column(self, column: int) -> None:
        """Lights a word and its arcs; -1 for none."""
        self.light_columns([column])

    def light_columns(self, columns: Sequence[int]) -> None:
        """Lights words with their arcs, and brings them into view."""
        boxes = self.arcs.boxes if self.arcs is not None else ()
        self.highlight([box for box in boxes if any(map(box.shows, columns))], is_about=True)

    def pin(self, place: ArcBox | None) -> None:
        """See the base."""
        super().pin(place)
        self.columnPinned.emit(place.column if place is not None else -1)


def _is_of(box: ArcBox) -> tuple[int, str, int, str]:
    """What a box stands for, wherever it is: a word, or an arc of a side."""
    return (box.column, "", 0, "") if box.arc is None else (box.column, box.arc.side, box.arc.head, box.arc.text)


class ArcsPanel(PicturePanel):
    """Draws the analyses of the chosen sentence; ``drawn`` carries it as the list of words wants it, or None."""

    drawn = Signal(object)
    view: ArcsView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ArcsView(), parent)
        self.view.enhanced.toggled.connect(lambda _: self.show_sentence(*self.shown))

    @property
    def draws_graphs(self) -> bool:
        """Whether enhanced graphs are drawn, where there are some."""
        comparison = self.shown[0]
        is_wanted = self.view.enhanced.isChecked() and not self.view.hides_gold
        return comparison is not None and is_wanted and not comparison.without_graphs

    def show_graphs(self) -> None:
        """See the base."""
        self.view.enhanced.setChecked(True)

    def show_sentence(
        self, comparison: DependencyComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base."""
        self.drawn.emit(None)
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: DependencyComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        self.view.enhanced.setVisible(not comparison.without_graphs)
        drawing = comparison.arcs(system, sentence, enhanced=self.draws_graphs)
        gold, test = comparison.gold.sentences, comparison.systems[system].sentences
        self.view.show_arcs(drawing, gold, test, title_of(comparison, system, sentence))
        self.show_counts("  ·  ".join(self._counts(drawing)))
        self.drawn.emit((drawing, gold, test, comparison.compared))

    def _counts(self, drawing: ArcDrawing) -> list[str]:
        if isinstance(drawing, GraphDrawing):
            return drawing.counts_said(self.view.gold_name, self.view.system_name)
        number, told = counted_arcs(drawing), self.view.called.told_of_errors
        both = " ({})".format(counted(number.both, "word has both", "words have both"))
        parts = [
            counted(len(drawing.columns), "word"),
            counted(number.same, "arc the same", "arcs the same"),
            told(counted(number.heads, "wrong head")),
            told(counted(number.relations, "wrong relation")) + (both if number.both else ""),
        ]
        for alone, name in ((number.gold_only, self.view.gold_name), (number.test_only, self.view.system_name)):
            if alone:
                words = counted(alone, "word")
                parts.append(f"{name}: {words} more")
        crossing = [sum(arc.side == side and not arc.is_projective for arc in drawing.arcs) for side in (GOLD, TEST)]
        if any(crossing):
            parts.append(self.view.told("non-projective arcs: gold {}, system {}".format(*crossing)))
        return parts
