"""The arcs of both dependency analyses of a sentence, as they stand in the middle of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.common.wording import number_of
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import title_of
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arc_output import ARC_PREAMBLE, LEGEND, arcs_as_latex, arcs_as_svg, arcs_document
from treecompare.drawing.arcs import GOLD, NOWHERE, TEST, Arc, ArcBox, ArcDrawing, layout_arcs
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.style import Theme
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

if TYPE_CHECKING:
    from treecompare.trees.dependencies import Dependencies


class ArcsView(PictureView):
    """Gold arcs above the words, those of the system below. ``columnPinned``: a word was clicked; -1: none any more."""

    columnPinned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Drawing of both analyses"), self.tr("Errors as text"), parent)
        self.sides: dict[str, Dependencies] = {}
        self.direction = self.add_direction_button(place=0)
        self.show_list.setText(self.tr("List of errors"))
        self.show_list.setToolTip(self.tr("Show the errors as text"))

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
        """Draws both analyses, in the direction of their script; the files say what words have besides."""
        self.sides = {GOLD: gold, TEST: test} if gold is not None and test is not None else {}
        if drawing is not None:
            self.is_right_to_left = reads_right_to_left([one.word for one in drawing.columns])
            if self.is_right_to_left:
                drawing = layout_arcs(drawing.columns, drawing.arcs, right_to_left=True)
        self.show_drawing(drawing, title)

    def lay_out(self) -> None:
        """See the base."""
        if self.arcs is not None:
            drawing = layout_arcs(self.arcs.columns, self.arcs.arcs, self.is_right_to_left)
            self.show_drawing(drawing, self._title)

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """See the base."""
        return arcs_as_svg(self.arcs, theme, self._title, is_bare) if self.arcs is not None else ""

    def latex(self) -> str:
        """See the base."""
        return arcs_document(self.arcs, self._title) if self.arcs is not None else ""

    def latex_body(self) -> str:
        """See the base."""
        return with_preamble(arcs_as_latex(self.arcs), ARC_PREAMBLE) if self.arcs is not None else ""

    def legend_of(self, theme: Theme) -> str:
        """See the base."""
        texts = (
            (DELETED, "<", self.tr("only the gold has this arc")),
            (INSERTED, ">", self.tr("only the system has it")),
            (SWAPPED, "~", self.tr("the same head, another relation")),
            (MATCHED, "", self.tr("the same in both")),
        )
        used = {arc.operation for arc in self.arcs.arcs} if self.arcs is not None else set()
        parts = [self.tr("gold above, system below")]
        for operation, sign, text in texts:
            if operation in used:
                mark = f"<b>&nbsp;{sign.replace('<', '&lt;') or '—'}&nbsp;</b>"
                parts.append(
                    f'<span style="color:{theme.text[operation]};background:{theme.fill[operation]}">{mark}</span>&nbsp;{text}'
                )
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    def legend_text(self) -> str:
        """See the base."""
        return LEGEND

    # -- what is said of words and arcs ------------------------------------------------------------------------------------

    def tooltip_of(self, box: ArcBox) -> str:
        """See the base."""
        return self._arc_text(box.arc) if box.arc is not None else self._word_text(box.column)

    def _arc_text(self, arc: Arc) -> str:
        assert self.arcs is not None
        words = self.arcs.columns
        word = words[arc.word].word
        head = words[arc.head].word if arc.head >= 0 else self.tr("the root")
        side = self.tr("gold") if arc.side == GOLD else self.tr("system")
        says = {
            DELETED: self.tr("the system has another head"),
            INSERTED: self.tr("the gold has another head"),
            SWAPPED: self.tr("the same head, but another relation"),
            MATCHED: self.tr("the same in both"),
        }[arc.operation]
        if not arc.is_projective:
            says += "\n" + self.tr("non-projective: it crosses another arc")
        return self.tr("{0}: {1} depends on {2} as {3}\n{4}").format(side, word, head, arc.relation, says)

    def _word_text(self, column: int) -> str:
        assert self.arcs is not None
        one = self.arcs.columns[column]
        lines = [f"{column + 1}  {one.word}"]
        for side, place, name in ((GOLD, one.gold, self.tr("gold")), (TEST, one.test, self.tr("system"))):
            if place == NOWHERE:
                lines.append(self.tr("{0}: has no such word").format(name))
                continue
            arc = next((arc for arc in self.arcs.arcs if arc.side == side and arc.word == column), None)
            if arc is not None:
                head = self.arcs.columns[arc.head].word if arc.head >= 0 else self.tr("the root")
                lines.append(f"{name}: {arc.relation} ← {head}")
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
            own.append(boxes[box.arc.head])
        return own

    def places_of(self, nodes: list[tuple[str, int]]) -> list[ArcBox]:
        """See the base: the boxes of words, with the labels of their arcs on that side."""
        if self.arcs is None:
            return []
        wanted = set(nodes)
        columns = {
            (side, number)
            for number, one in enumerate(self.arcs.columns)
            for side, place in ((GOLD, one.gold), (TEST, one.test))
            if (side, place) in wanted
        }
        words = {number for _, number in columns}
        return [
            box
            for box in self.arcs.boxes
            if (box.column in words if box.arc is None else (box.arc.side, box.column) in columns)
        ]

    def light_words(self, numbers: Sequence[int]) -> None:
        """Lights words of the gold, numbered from 1, and their arcs."""
        columns = [place for place, one in enumerate(self.arcs.columns) if one.gold != NOWHERE] if self.arcs else []
        self.light_columns([columns[number - 1] for number in numbers if number <= len(columns)])

    def light_column(self, column: int) -> None:
        """Lights a word and its arcs; -1 for none."""
        self.light_columns([column])

    def light_columns(self, columns: Sequence[int]) -> None:
        """Lights words with their arcs, the first of them brought into view."""
        boxes = self.arcs.boxes if self.arcs is not None else ()
        found = [box for box in boxes if box.column in columns]
        self.highlight(found)
        if found:
            self.canvas.ensureVisible(found[0].x - 40, found[0].y - 40, 80, 80)

    def pin(self, place: ArcBox | None) -> None:
        """See the base."""
        super().pin(place)
        self.columnPinned.emit(place.column if place is not None else -1)


class ArcsPanel(PicturePanel):
    """Draws the analyses of the chosen sentence; ``drawn`` carries it as the list of words wants it, or None."""

    drawn = Signal(object)
    view: ArcsView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ArcsView(), parent)

    def show_sentence(
        self, comparison: DependencyComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base."""
        self.drawn.emit(None)
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: DependencyComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        drawing = comparison.arcs(system, sentence)
        gold, test = comparison.gold.sentences, comparison.systems[system].sentences
        self.view.show_arcs(drawing, gold, test, title_of(comparison, system, sentence))
        self.show_counts("  ·  ".join(self._counts(drawing)))
        self.drawn.emit((drawing, gold, test, comparison.compared))

    def _counts(self, drawing: ArcDrawing) -> list[str]:
        number = dict.fromkeys((DELETED, INSERTED, SWAPPED, MATCHED), 0)
        for arc in drawing.arcs:
            if arc.side == GOLD or arc.operation == INSERTED:
                number[arc.operation] += 1
        parts = [
            number_of(len(drawing.columns), self.tr("word"), self.tr("words")),
            self.tr("{0} arcs the same").format(number[MATCHED]),
            number_of(number[DELETED], self.tr("wrong head"), self.tr("wrong heads")),
            number_of(number[SWAPPED], self.tr("wrong relation"), self.tr("wrong relations")),
        ]
        crossing = [sum(arc.side == side and not arc.is_projective for arc in drawing.arcs) for side in (GOLD, TEST)]
        if any(crossing):
            parts.append(self.tr("non-projective arcs: gold {0}, system {1}").format(*crossing))
        return parts
