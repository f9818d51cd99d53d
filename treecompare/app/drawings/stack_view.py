"""A sentence in the gold and in all systems, one below the other: trees or arcs over the same columns of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from treecompare.app.common.plain import markup, visible
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import sentence_title
from treecompare.app.drawings.canvas import MARGIN, Fit
from treecompare.app.drawings.fitted import LEAST_ROW, FittedView
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.pictures import Picture, label_font, theme_of
from treecompare.app.drawings.svg_pictures import picture_of_svg
from treecompare.comparison.base import Comparison
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.stacked import LEGEND, StackedSentence, TreesStacked, Way, bare_stack_as_svg, stack_as_svg
from treecompare.drawing.stacks import GOLD_TIER, HEAD, INDENT, HeadBox, Place, Stack
from treecompare.drawing.style import TAG_SIZE, Theme, marked
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.scores.table import WAITING

MANY_WORDS = 60
"""Sentences of more words are compared in the background."""


class NamesItem(QGraphicsItem):
    """The lines above the analyses; they stay at the left edge of the view, wherever it is."""

    def __init__(self) -> None:
        super().__init__()
        self._stack: Stack | None = None
        self._theme: Theme | None = None
        self._current = -1
        self.setZValue(2)

    def show_names(self, stack: Stack | None, theme: Theme, current: int) -> None:
        """Shows those of a stack; ``current``: the analysis that other panes are about."""
        self.prepareGeometryChange()
        self._stack, self._theme, self._current = stack, theme, current
        self.update()

    def boundingRect(self) -> QRectF:
        """As wide as the drawing, wherever it is moved to."""
        return QRectF(0, 0, self._stack.width, self._stack.height) if self._stack is not None else QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints name, score and errors; a triangle is before the current one."""
        if self._stack is None or self._theme is None:
            return
        for tier, top in self._stack.lines:
            head, x = self._stack.heads[tier], INDENT
            for text, bold, colour in (
                ("▸" if tier == self._current else "", True, self._theme.text[MATCHED]),
                (head.name, True, self._theme.text[MATCHED]),
                (head.said, False, self._theme.quiet),
            ):
                painter.setFont(label_font(13.0 if bold else 12.0, bold))
                painter.setPen(QColor(colour))
                metrics = painter.fontMetrics()
                shown = metrics.elidedText(visible(text), Qt.TextElideMode.ElideRight, int(self._stack.width - x))
                width = metrics.horizontalAdvance(shown)
                painter.drawText(QRectF(x, top, width + 4, HEAD), Qt.AlignmentFlag.AlignVCenter, shown)
                x += width + (10 if text == head.name else 5 if text else 0)


class StackView(FittedView):
    """Draws a stack. ``systemChosen(system)``: the line with its name was clicked, or what it has otherwise than the gold;
    ``nodesPinned(nodes)``: nodes or words of gold and current system, as (side, number), were clicked.

    Its places are nodes, words, arcs and names (:data:`Place`): they stay lit and pinned in another arrangement.
    """

    systemChosen = Signal(int)
    nodesPinned = Signal(list)
    drawing: Stack | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Drawing of all systems"), self.tr("Changes as text"), parent)
        self.sentence: StackedSentence | None = None
        self.system = -1
        self.shows_edge_labels = self.shows_secondary_edges = True
        self.names_item = NamesItem()
        self.canvas.scene().addItem(self.names_item)
        self.canvas.moved.connect(self._move_names)
        self.canvas.smallest_text = label_font(TAG_SIZE).pixelSize()
        self.canvas.begins_at_top = self.canvas.scrolls_down = True
        self.canvas.setAccessibleDescription(self.tr("The changes are listed as text beside the drawing."))
        self.direction = self.add_direction_button(place=0)
        fold = self.add_fold_button(self.tr("Fold parts that are the same in all"), 1)
        fold.toggled.connect(lambda _: self.fold_all())
        tip = self.tr("Draw only the arcs that differ")
        self.differing = self.add_button(self.tr("Only differing arcs"), tip, True, 2)
        self.differing.toggled.connect(lambda _: self.fold_all())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_stack(self, sentence: StackedSentence | None, system: int, title: str = "") -> None:
        """Draws a sentence, or nothing; ``system``: the one that other panes are about."""
        self.sentence, self.system, self._opened = sentence, system, frozenset()
        self.canvas.fitting = Fit.LEGIBLE
        self.differing.setVisible(sentence is None or sentence.of == "dependencies")
        self.is_right_to_left = sentence is not None and reads_right_to_left(sentence.words)
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self.sentence = None
        super().show_drawing(drawing, title)

    def set_current(self, system: int, title: str) -> None:
        """Other panes are about another system; the drawing stays where it is, but what was lit was of the one before."""
        self.system, self._title = system, title
        self.highlight([])
        self.point(None, None)
        self.title.setText(title)
        self._show_names()

    def show_edges(self, labels: bool, secondary: bool) -> None:
        """Draws labels of edges and secondary edges, or not."""
        self.shows_edge_labels, self.shows_secondary_edges = labels, secondary
        self.arrange()

    def ways(self) -> list[Way]:
        """See the base: with as much folded as it takes to be no wider than the view; arcs break into rows."""
        if self.sentence is None:
            return []
        only = self.differing.isChecked() and self.sentence.of == "dependencies"
        edges = self.shows_edge_labels, self.shows_secondary_edges
        ways = [Way(self.folds, False, None, only, *edges)]
        ways += [Way(True, True, None, only, *edges)] if self.folds else []
        if self.sentence.of == "dependencies":
            bar = self.canvas.verticalScrollBar().sizeHint().width()
            room = (self.canvas.maximumViewportSize().width() - bar) / self.canvas.least_scale - 2 * MARGIN - 4
            ways.append(Way(self.folds, self.folds, max(int(room), LEAST_ROW), only))
        return ways

    def overviews(self, tried: dict[Way, tuple[float, float]]) -> Iterator[Way]:
        """See the base: arcs in rows that make it as wide for its height as the view."""
        if self.sentence is None or self.sentence.of != "dependencies":
            return iter(())
        first = next(iter(tried))  # in one row
        return self.of_the_views_shape(
            lambda width: Way(self.folds, self.folds, width, first.only_differing), tried[first][0], tried
        )

    def drawn(self, way: Way) -> Stack:
        """See the base."""
        assert self.sentence is not None
        return self.sentence.laid_out(way, self.opened, self.is_right_to_left)

    def has_room(self, width: float, height: float) -> bool:
        """See the base: it is scrolled where it is higher than the view."""
        is_high = not self.canvas.has_room(0, height)
        bar = self.canvas.verticalScrollBar().sizeHint().width() / self.canvas.least_scale if is_high else 0
        return self.canvas.has_room(width + bar, 0)

    def folding_of(self, drawing: Stack, wanted: tuple[int, int]) -> int | None:
        """See the base; wanted are analyses with a node or word."""
        return drawing.hiding(*wanted)

    def _redraw(self) -> None:
        super()._redraw()
        self._show_names()

    def _show_names(self) -> None:
        self.names_item.show_names(self.drawing, theme_of(self.palette()), self.system + 1)
        self._move_names()

    def _move_names(self) -> None:
        if self.drawing is not None:
            left = self.canvas.mapToScene(self.canvas.viewport().rect().topLeft()).x()
            self.names_item.setX(max(left, 0.0))

    # -- how it looks --------------------------------------------------------------------------------------------------

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """See the base; bare, the names are left to who shows it."""
        if self.drawing is None:
            return ""
        if is_bare:
            return bare_stack_as_svg(self.drawing, theme)
        return stack_as_svg(self.drawing, theme, self._title, self.legend_text())

    def picture(self) -> Picture | None:
        """See the base."""
        if self.drawing is None:
            return None
        return picture_of_svg(stack_as_svg(self.drawing, legend=self.legend_text()), self.legend_text())

    def latex(self) -> str:
        """See the base."""
        is_there = self.sentence is not None and self.drawing is not None
        return self.sentence.document_of(self.drawing) if is_there else ""  # type: ignore[union-attr,arg-type]

    def latex_body(self) -> str:
        """See the base."""
        if self.sentence is None or self.drawing is None:
            return ""
        return with_preamble(*self.sentence.latex_of(self.drawing))

    def legend_of(self, theme: Theme) -> str:
        """See the base."""
        boxes = self.drawing.boxes if self.drawing is not None else ()
        used = {box.operation for box in boxes}
        texts = {
            DELETED: self.tr("not in the system; a number: in so many of them")
            if self.is_gold
            else self.tr("not in that analysis; a number: in so many of them"),
            INSERTED: self.tr("not in {0}").format(markup(self.gold_called)),
            SWAPPED: self.tr("called otherwise"),
        }
        parts = [
            f'<span style="color:{theme.text[name]};background:{theme.fill[name]}"><b>&nbsp;'
            f"{markup(marked('X', name))}&nbsp;</b></span>&nbsp;{text}"
            for name, text in texts.items()
            if name in used
        ] or [self.tr("all systems have what {0} has").format(markup(self.gold_called))]
        if any(box.part is not None for box in boxes):
            parts.append(self.tr("△ … the same: click"))
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    @property
    def gold_called(self) -> str:
        """The gold within a sentence."""
        return self.tr("the gold") if self.is_gold else self.gold_name

    def legend_text(self) -> str:
        """See the base."""
        return self.sentence.legend if self.sentence is not None else LEGEND

    # -- places, and what is said of them --------------------------------------------------------------------------------

    def place_of(self, box: Any) -> Place:
        """See the base."""
        assert self.drawing is not None
        return self.drawing.place(box)

    def box_of(self, place: Place) -> Any:
        """See the base."""
        return self.drawing.box_of(place) if self.drawing is not None else None

    def rect_of(self, box: Any) -> QRectF:
        """See the base."""
        if isinstance(box, HeadBox):
            return QRectF(0, box.y - HEAD / 2, box.width, HEAD)
        return super().rect_of(box)

    def places_of(self, nodes: list[tuple[str, int]]) -> list[Place]:
        """See the base: of the gold, or of the system that other panes are about."""
        if self.drawing is None:
            return []
        return [place for tier, node in self._tiers_of(nodes) for place in self.drawing.places_of(tier, [node])]

    def nodes_at(self, place: Place) -> list[tuple[str, int]]:
        """See the base: of the gold, or of the system that other panes are about."""
        sides = {GOLD_TIER: "gold", self.system + 1: "test"}
        found = self.drawing.numbers_at(place) if self.drawing is not None and place[1] in sides else []
        return [(sides[tier], number) for tier, number in found if tier in sides]

    def _tiers_of(self, nodes: Sequence[tuple[str, int]]) -> list[tuple[int, int]]:
        return [(GOLD_TIER if side == "gold" else self.system + 1, node) for side, node in nodes]

    def arrow_ends(self, start: tuple[str, int], end: tuple[str, int]) -> tuple[Any, Any]:
        """See the base: within the system's own analysis where that has what the arrow leads to, so that it crosses no other."""
        first, last = super().arrow_ends(start, end)
        if self.drawing is not None and (start[0], end[0]) == ("test", "gold"):
            place = self.drawing.counterpart(self.system + 1, end[1])
            last = self.drawing.box_of(place) if place is not None else last
        return first, last

    def row_edges(self, start: Any, end: Any) -> tuple[float, float] | None:
        """See the base."""
        return self.drawing.row_edges(start, end) if self.drawing is not None else None

    def taken_by(self, box: Any) -> QRectF:
        """See the base: over arcs, a word has its part of speech below it."""
        has_tag = not isinstance(box, HeadBox) and self.sentence is not None and self.sentence.of == "dependencies"
        return self.rect_of(box).adjusted(0, 0, 0, TAG_SIZE if has_tag and box.arc is None else 0)

    def show_nodes(self, nodes: list[tuple[str, int]], also: Sequence[tuple[str, int]] = ()) -> None:
        """See the base."""
        self.unfold(self._tiers_of([*nodes, *also]))
        super().show_nodes(nodes)

    def changed(self) -> list[Place]:
        """See the base: analysis by analysis, in the order of words."""
        if self.drawing is None:
            return []
        boxes = [box for box in self.drawing.boxes if box.operation != MATCHED]
        ordered = sorted(boxes, key=lambda box: (box.tier, box.first, box.y))
        return list(dict.fromkeys(map(self.drawing.place, ordered)))

    def changes_said(self) -> list[str]:
        """See the base."""
        return ["; ".join(self.tooltip_of(self.box_of(place)).split("\n")) for place in self.changed()]

    def nothing_changed(self) -> str:
        """See the base."""
        return self.tr("All systems have what {0} has.").format(self.gold_called)

    def first_place(self) -> Place | None:
        """See the base."""
        return self.place_of(self.drawing.boxes[0]) if self.drawing is not None and self.drawing.boxes else None

    def next_place(self, here: Place, key: Qt.Key) -> Place | None:
        """See the base: to the nearest box in that direction."""
        box = self.box_of(here)
        if box is None or self.drawing is None:
            return None
        there = self.neighbour(list(self.drawing.boxes), box, key)
        return self.place_of(there) if there is not None else None

    def tooltip_of(self, box: Any) -> str:
        """See the base."""
        assert self.drawing is not None
        said = self.drawing.said_of(box)
        if isinstance(box, HeadBox):
            is_other = box.tier not in (GOLD_TIER, self.system + 1)
            return "\n".join([said, self.tr("click: what other panes are about")]) if is_other else said
        return "\n".join([said, self.tr("the same in all; click to open")]) if box.part is not None else said

    def lights(self) -> tuple[list[tuple[QRectF, bool]], list[QRectF]]:
        """See the base: what is over the same words in all analyses, and these words underlined."""
        rects: list[tuple[QRectF, bool]] = []
        underlined: list[QRectF] = []
        drawing = self.drawing
        if drawing is None:
            return rects, underlined
        for place, is_pinned in ((self._pinned, True), (self._hovered, False)):
            box = drawing.box_of(place) if place is not None else None
            if box is None or isinstance(box, HeadBox):
                continue
            own, *others = drawing.over_same_words(box)
            rects += [(self.rect_of(one), is_pinned) for one in (own, *others) if drawing.is_label(one)]
            underlined += [self.rect_of(one) for one in (own, *others) if not drawing.is_label(one)]
        found = (drawing.box_of(place) for place in dict.fromkeys(self._highlighted))
        return rects + [(self.rect_of(box), False) for box in found if box is not None], underlined

    def _click(self, box: Any) -> None:
        if isinstance(box, HeadBox):
            if box.tier != GOLD_TIER:
                self.systemChosen.emit(box.tier - 1)
        elif box is not None and box.part is not None:
            self.open(box.part)
        else:
            super()._click(box)
            if box is not None:
                self._tell(box)

    def _tell(self, box: Any) -> None:
        """Says which nodes were clicked; those that another system has otherwise than the gold make it the current one."""
        assert self.drawing is not None
        if box.tier not in (GOLD_TIER, self.system + 1):
            if box.operation == MATCHED:
                return
            self.systemChosen.emit(box.tier - 1)
        found = self.drawing.numbers_at(self.place_of(box))
        self.nodesPinned.emit([("gold" if tier == GOLD_TIER else "test", number) for tier, number in found])


class StackPanel(PicturePanel):
    """Draws the chosen sentence of all systems; a long one in the background."""

    view: StackView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(StackView(), parent)
        self.key = ""
        """The measure whose scores stand beside the names."""
        self._drawn: tuple[Any, ...] = ()
        self._light_it: Callable[[], None] | None = None
        """Lights what is looked for, once it is drawn."""
        self.work = Newest(self)
        self.work.done.connect(self._show_stack)
        self.work.failed.connect(lambda error: self._say(str(error)))

    def show_sentence(
        self, comparison: Comparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base; where only the system is another one, the drawing stays as it is."""
        now = (comparison, sentence, wanted, self.key, comparison is None or comparison.is_gold)
        if comparison is not None and self._drawn == now and not self.is_waiting:
            self._shown = comparison, system, sentence, wanted
            self.view.names = comparison.gold.name, comparison.table.systems[system]
            self.view.call(comparison.names(system))
            self.view.set_current(system, sentence_title(comparison, sentence))
            return
        self._drawn, self._light_it = (), None
        self.work.drop()
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: Comparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        key = self.key

        def found() -> StackedSentence:
            return comparison.stacked(sentence, wanted, key)

        if comparison.table.lengths[sentence] > MANY_WORDS:
            self._say(self.tr("This sentence is long; all systems are being drawn…"))
            self.work.ask(lambda _cancel: found())
        else:
            self._show_stack(found())

    def _show_stack(self, found: StackedSentence | None) -> None:
        comparison, system, sentence, wanted = self._shown
        if comparison is None or found is None:
            return
        self.note.hide()
        self._show_view(True)
        self._drawn = (comparison, sentence, wanted, self.key, self.view.is_gold)
        self.is_waiting = bool((comparison.table.statuses[:, sentence] == WAITING).any())
        self.view.show_stack(found, system, sentence_title(comparison, sentence))
        if self._light_it is not None:
            self._light_it()
        same = sum(one.get("errors") == 0 for one in found.systems)
        count = len(found.heads) - 1
        told = self.tr("1 system") if count == 1 else self.tr("{0} systems").format(count)
        without = self.tr("{0} without an error") if self.view.is_gold else self.tr("{0} without a difference")
        self.show_counts(f"{told} · " + without.format(same))

    def update_sentence(self) -> None:
        """See the base; people go on judging, so that such scores never stay what they are."""
        if self.key == "judged" and self._drawn:
            self._drawn = ()
            self.show_sentence(*self._shown)
        else:
            super().update_sentence()

    def light(self, nodes: list[tuple[str, int]]) -> None:
        """See the base; at once, or as soon as it is drawn."""
        self._light_it = partial(super().light, nodes)
        if self._drawn:
            self._light_it()

    def show_nodes(self, nodes: list[tuple[str, int]], also: Sequence[tuple[str, int]] = ()) -> None:
        """See the base; the same holds here."""
        self._light_it = partial(super().show_nodes, nodes, also)
        if self._drawn:
            self._light_it()

    def current_mapping(self) -> Mapping | None:
        """The mapping of the trees of gold and chosen system, if such are drawn."""
        sentence = self.view.sentence
        return sentence.mappings[self.view.system] if isinstance(sentence, TreesStacked) else None

    def _say(self, text: str) -> None:
        self._drawn = ()
        super()._say(text)

    def stop(self) -> None:
        """See the base."""
        self.work.stop()
