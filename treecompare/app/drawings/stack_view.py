"""A sentence in the gold and in all systems, one below the other: trees or arcs over the same columns of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import visible
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import sentence_title
from treecompare.app.drawings.canvas import MARGIN, Fit
from treecompare.app.drawings.control_bar import FOLD
from treecompare.app.drawings.fitted import LEAST_ROW, FittedView
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.picture_panel import Drawn, PicturePanel
from treecompare.app.drawings.pictures import theme_of
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import names_in_corners, short_names
from treecompare.drawing.scene import INDENT, WORD, Mark, Part, Scene, frame_width, picture
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.stacked import StackedSentence, TreesStacked, Way
from treecompare.drawing.stacks import GOLD_TIER, HEAD, HeadBox, Place, Stack
from treecompare.drawing.style import BOLD, REGULAR, TAG_SIZE, Theme
from treecompare.mappings.mapping import MATCHED, Mapping
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
                painter.setFont(label_font(13.0 if bold else 12.0, BOLD if bold else REGULAR))
                painter.setPen(QColor(colour))
                metrics = painter.fontMetrics()
                shown = elided(metrics, visible(text), int(self._stack.width - x))
                width = metrics.horizontalAdvance(shown)
                painter.drawText(QRectF(x, top, width + 4, HEAD), Qt.AlignmentFlag.AlignVCenter, shown)
                x += width + (10 if text == head.name else 5 if text else 0)


class StackView(FittedView):
    """Draws a stack. ``systemChosen(system)``: the line with its name was clicked, or what differs from the gold in it;
    ``nodesPinned(nodes)``: nodes or words of gold and current system, as (side, number), were clicked.

    Its places are nodes, words, arcs and names (:data:`Place`): they stay lit and pinned in another arrangement.
    """

    systemChosen = Signal(int)
    nodesPinned = Signal(list)
    drawing: Stack | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of all systems", "Changes as text", parent)
        self.sentence: StackedSentence | None = None
        self.system = -1
        self.shows_edge_labels = self.shows_secondary_edges = True
        self.names_item = NamesItem()
        self.canvas.scene().addItem(self.names_item)
        self.canvas.moved.connect(self._move_names)
        self.canvas.smallest_text = label_font(TAG_SIZE).pixelSize()
        self.canvas.begins_at_top = self.canvas.scrolls_down = True
        self.canvas.setAccessibleDescription("The changes are listed as text beside the drawing.")
        self.direction = self.add_direction_button()
        fold = self.add_fold_button("Fold parts that are the same in all (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        tip = "Draw only the arcs that differ"
        self.differing = self.add_button("Only differing", tip, True, FOLD)
        self.differing.toggled.connect(lambda _: self.fold_all())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_stack(self, sentence: StackedSentence | None, system: int, title: str = "") -> None:
        """Draws a sentence, or nothing; ``system``: the one that other panes are about."""
        self.sentence, self.system, self._opened, self._wanted = sentence, system, frozenset(), []
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
        self.show_attachment(None)
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
        foldings = ((False, False), (True, False), (True, True)) if self.folds else ((False, False),)
        ways = [Way(*folding, None, only, *edges) for folding in foldings]
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

    @property
    def painted(self) -> Scene:
        """See the base: the names are painted by themselves."""
        assert self.drawing is not None
        return self.drawing.nameless

    def whole_picture(self, part: Part | None = None) -> Scene:
        """See the base."""
        assert self.drawing is not None
        stack = self.drawing.at_least(frame_width(self._title, self.drawing.foot(self.called)))
        return picture(stack, self._title, self.called, part=part)

    def latex(self) -> str:
        """See the base."""
        assert self.sentence is not None and self.drawing is not None
        return self.sentence.document_of(self.drawing)

    def latex_of(self) -> tuple[str, str]:
        """See the base."""
        assert self.sentence is not None and self.drawing is not None
        return self.sentence.latex_of(self.drawing)

    @property
    def gold_called(self) -> str:
        """The gold within a sentence."""
        return "the gold" if self.is_gold else self.gold_name

    # -- places, and what is said of them --------------------------------------------------------------------------------

    def box_of(self, place: Place) -> Any:
        """See the base."""
        return self.drawing.box_of(place) if self.drawing is not None else None

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

    def courses(self, node: tuple[str, int], site: int) -> list[Mark]:
        """See the base."""
        return self.drawing.courses(*self._tiers_of([node])[0], site) if self.drawing is not None else []

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
        return list(dict.fromkeys(box.place for box in ordered))

    def nothing_changed(self) -> str:
        """See the base."""
        return f"All systems have what {self.gold_called} has."

    def tooltip_of(self, box: Any) -> str:
        """See the base."""
        assert self.drawing is not None
        said = self.drawing.said_of(box)
        if isinstance(box, HeadBox):
            is_other = box.tier not in (GOLD_TIER, self.system + 1)
            return "\n".join([said, "click: what other panes are about"]) if is_other else said
        return "\n".join([said, "the same in all; click to open"]) if box.part is not None else said

    def related(self, box: Any) -> list[Any]:
        """See the base: what is over the same words in all analyses."""
        return [one for one in self._over_same_words(box) if one.role != WORD]

    def words_below(self, box: Any) -> list[Any]:
        """See the base."""
        return [one for one in self._over_same_words(box) if one.role == WORD]

    def _over_same_words(self, box: Any) -> list[Any]:
        is_there = self.drawing is not None and not isinstance(box, HeadBox)
        return self.drawing.over_same_words(box) if is_there else []  # type: ignore[union-attr]

    def _click(self, box: Any) -> None:
        if isinstance(box, HeadBox):
            if box.tier != GOLD_TIER:
                self.systemChosen.emit(box.tier - 1)
        else:
            super()._click(box)
            if box is not None and box.part is None:
                self._tell(box)

    def _tell(self, box: Any) -> None:
        """Says which nodes were clicked; if these differ from the gold in another system, that system becomes the current one."""
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
            self.shown = Drawn(comparison, system, sentence, wanted)
            gold, systems = comparison.gold.name, comparison.table.systems
            self.view.names = gold, systems[system]
            self.view.in_corners = names_in_corners(gold, systems, system, comparison.is_gold)
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
            self._say("This sentence is long; all systems are being drawn…")
            self.work.ask(lambda _cancel: found())
        else:
            self._show_stack(found())

    def _show_stack(self, found: StackedSentence | None) -> None:
        comparison, system, sentence, wanted = self.shown
        if comparison is None or found is None:
            return
        names = short_names(comparison.gold.name, comparison.table.systems)
        heads = [replace(head, name=name) for head, name in zip(found.heads[1:], names, strict=True)]
        found = replace(found, heads=(found.heads[0], *heads))
        self.note.hide()
        self._show_view(True)
        self._drawn = (comparison, sentence, wanted, self.key, self.view.is_gold)
        self.is_waiting = bool((comparison.table.statuses[:, sentence] == WAITING).any())
        self.view.show_stack(found, system, sentence_title(comparison, sentence))
        if self._light_it is not None:
            self._light_it()
        self.view.show_attachment(self._attached)
        same = sum(one.get("errors") == 0 for one in found.systems)
        count = len(found.heads) - 1
        told = "1 system" if count == 1 else f"{count} systems"
        without = "{0} without an error" if self.view.is_gold else "{0} without a difference"
        self.show_counts(f"{told} · " + without.format(same))

    def update_sentence(self) -> None:
        """See the base; people go on judging, so that such scores never stay what they are."""
        if self.key == "judged" and self._drawn:
            self._drawn = ()
            self.show_sentence(*self.shown)
        else:
            super().update_sentence()

    def light(self, nodes: list[tuple[str, int]], is_about: bool = False) -> None:
        """See the base; at once, or as soon as it is drawn."""
        self._light_it = partial(super().light, nodes, is_about)
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
