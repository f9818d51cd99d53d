"""The interactive drawing of a mapping: hover, pin, fold, zoom, walk with the keyboard, copy and save."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.control_bar import LAYOUT
from treecompare.app.drawings.fitted import FittedView
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.pictures import TextMeasure
from treecompare.drawing.columns import GOLD, LEFT_OUT, Box
from treecompare.drawing.condensed import BOTH, CHAINS, FOLDS, RUNS, SEEN, Condensed, opened_as
from treecompare.drawing.describe import Change, changes, span_text, words_text
from treecompare.drawing.edges import shown_edges
from treecompare.drawing.focus import DAUGHTERS, DIFFER, LONE, MOTHERS, can_focus, changed_nodes, focused, upper_nodes
from treecompare.drawing.layout import Drawing, identical_parts, layout
from treecompare.drawing.scene import Mark
from treecompare.drawing.style import FONT_SIZE, TAG_SIZE
from treecompare.drawing.style import reads_right_to_left as reads_right_to_left
from treecompare.drawing.tree_latex import trees_as_latex, trees_document
from treecompare.drawing.walk import Node, box_showing, counterpart, own_node, start, step, tree_of
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.annotations import EDGE
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

STEPS = {
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
}


UPPER = (4, 3, 2, 1, 0)
"""So many levels are drawn where not even all that changed has room."""
LONG = 300
"""Sentences of more words have no room anyhow: nothing less than all folded is tried."""


@dataclass(frozen=True)
class Folding:
    """What is done so that a drawing fits, where folding identical parts is not enough: runs of words and chains of nodes folded,
    trees one above the other; nothing drawn but some nodes and so much ``around`` them (``focus.py``): those that are wanted, where
    there are some; else those that changed, or with ``levels`` those of the first ones, or the words and changes of those that are
    wanted. ``text``: pixels of the smallest text of a
    drawing in which all is seen, or all that is to be; None: as usual, and identical parts are folded."""

    condensed: tuple[str, ...] = ()
    is_stacked: bool = False
    around: int | None = None
    levels: int | None = None
    text: float | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is folded."""
        return self.text is not None and self.around is None and not self.condensed


class AlignmentView(FittedView):
    """Draws a mapping. ``nodePinned(side, node)`` tells which node was clicked; the side is ``gold`` or ``test``.

    Its places are nodes, as (side, number): they stay lit and pinned in another arrangement.

    Keys: arrows walk, Tab goes from change to change, Space to the counterpart, Enter pins or opens, Escape unpins.
    """

    nodePinned = Signal(str, int)
    drawing: Drawing | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of both trees", "Changes as text", parent)
        self._mapping: Mapping | None = None
        self._changes: list[Change] = []
        self.is_whole = True
        """Whether whole trees are drawn, not only their constituents."""
        self.shows_edge_labels = self.shows_secondary_edges = True
        self._left_out: Sequence[tuple[int, str]] = ()
        self._measure = TextMeasure()
        self.canvas.setAccessibleDescription("The changes are listed as text beside the drawing.")
        self._arrangements = QActionGroup(self)
        self._buttons: dict[str, QAction] = {}
        for name, text, tip in (
            ("mirrored", "Mirrored", "Gold above, system below, one row of words (M)"),
            ("side-by-side", "Side by side", "Gold left, system right, matched nodes at one height (S)"),
            ("merged", "Merged", "One tree: the gold's, with the inserted nodes put in (G)"),
        ):
            self._buttons[name] = self.add_button(text, f"{text}: {tip}", True, LAYOUT, picture=name)
            self._arrangements.addAction(self._buttons[name])
        self._buttons["mirrored"].setChecked(True)
        self._arrangements.triggered.connect(lambda _: self.arrange())
        fold = self.add_fold_button("Fold identical parts (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        tip = "Show the punctuation and traces of the gold that the preparation leaves out, in grey"
        self.left_out = self.add_button("Left-out words", tip, True)
        self.left_out.toggled.connect(lambda _: self.arrange())
        self._redraw()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_mapping(self, mapping: Mapping | None, title: str = "", left_out: Sequence[tuple[int, str]] = ()) -> None:
        """Draws a mapping, or nothing; what was pinned, opened and zoomed belonged to the one before.

        ``left_out``: the words that the preparation leaves out, each with the number of the gold's words before it.
        """
        self._left_out = left_out
        self._mapping, self._opened, self._wanted = mapping, frozenset(), []
        self.canvas.smallest_text = label_font(TAG_SIZE if _has_tags(mapping) else FONT_SIZE).pixelSize()
        self.canvas.fitting = Fit.LEGIBLE
        self._changes = changes(mapping, self.called) if mapping is not None else []
        self.is_right_to_left = mapping is not None and reads_right_to_left(mapping.gold.words)
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self._mapping, self._changes = None, []
        super().show_drawing(drawing, title)

    @property
    def arrangement(self) -> str:
        """``mirrored``, ``side-by-side`` or ``merged``."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def set_arrangement(self, name: str) -> None:
        """Switches between the layouts."""
        self._buttons[name].setChecked(True)
        self.arrange()

    def show_edges(self, labels: bool, secondary: bool) -> None:
        """Draws labels of edges and secondary edges, or not."""
        self.shows_edge_labels, self.shows_secondary_edges = labels, secondary
        self.arrange()

    def look_like(self, other: Any) -> None:
        """See the base."""
        super().look_like(other)
        self.shows_edge_labels, self.shows_secondary_edges = other.shows_edge_labels, other.shows_secondary_edges

    def ways(self) -> Iterator[Folding]:
        """See the base. While presenting smaller letters come before folds, and small ones before what says nothing."""
        if self._mapping is None:
            return
        canvas, is_long = self.canvas, len(self._mapping.gold.words) > LONG
        stackings = (False, True) if self.arrangement == "side-by-side" else (False,)
        texts = canvas.texts_unfolded if self.folds and not is_long else []
        if len(texts) > 1:
            yield from (Folding((), is_stacked, text=text) for text in texts for is_stacked in stackings)
        for is_stacked in stackings:
            way = Folding((), is_stacked)
            if not (self.folds and is_long):
                yield way
            if not self.folds:
                continue
            least, (width, height) = canvas.room.least, self._sizes.get(way, (math.inf, math.inf))
            if width * least <= canvas.room.width:
                yield Folding((CHAINS,), is_stacked)
            elif height * least <= canvas.room.height:
                yield Folding((RUNS,), is_stacked)
            yield Folding(BOTH, is_stacked)
        if self.folds and not self._wanted:  # the first step's text is longer than that of those after it
            yield from (Folding((CHAINS,), stacked, text=text) for text in texts[1:] for stacked in stackings)
        is_told = bool(self._changes) or not self.scrolls
        if self.folds and self.focuses and is_told and can_focus(self._mapping):
            for around in (DAUGHTERS, MOTHERS, LONE) if self._wanted else (MOTHERS, LONE) if self._changes else ():
                for text in texts or [canvas.least_text]:
                    yield Folding(around=around, is_stacked=is_stacked, text=text)
            if self._wanted:
                yield Folding(around=LONE, is_stacked=is_stacked, text=canvas.least_whole)
            elif not self.scrolls:
                yield from (Folding((), one, text=canvas.least_whole) for one in stackings)
            for levels in () if self.scrolls else UPPER[-1:] if self._is_lineage() else () if self._wanted else UPPER:
                yield Folding(around=LONE, is_stacked=is_stacked, levels=levels)
            if self.scrolls:
                yield Folding(BOTH)

    def overviews(self, tried: dict[Folding, tuple[float, float]]) -> Iterator[Folding]:
        """See the base: what changed with its mothers, or alone, if not all of it can be read otherwise."""
        has_any = self._mapping is not None and bool(self._changes) and can_focus(self._mapping)
        for around in (MOTHERS, LONE) if has_any and self.folds and not self.focuses else ():
            yield Folding(around=around)
            if self.has_room(*tried[Folding(around=around)]):
                break

    def drawn(self, way: Folding) -> Drawing:
        """See the base."""
        assert self._mapping is not None
        mapping = shown_edges(self._mapping, self.shows_edge_labels, self.shows_secondary_edges)
        return layout(
            mapping, self.arrangement, self.folds and not way.is_whole, self.opened, self.is_right_to_left, self._measure,
            way.condensed, way.is_stacked, self._left_out if self.left_out.isChecked() else (),
            self.canvas.room_for(way.text or self.canvas.least_text), small=self._focused(way),
        )  # fmt: skip

    def has_room(self, width: float, height: float) -> bool:
        """See the base: with letters of the size that is tried."""
        return self.canvas.has_room(width, height, self._way.text)

    @property
    def draws_wanted(self) -> bool:
        """See the base."""
        return self._way is not None and self._way.around is not None

    def folding_options(self) -> list[str]:
        """Options of the command that folds as it is folded here."""
        if not self.is_folded or self._way is None:
            return []
        if self._way.around is not None:
            return ["--fold", ",".join(FOLDS)]  # there is no option for it
        opened = opened_as(self.opened | self.unfolded())
        return ["--fold", ",".join(["parts", *self._way.condensed]), *(["--unfold", opened] if opened else [])]

    def _focused(self, way: Folding) -> Condensed | None:
        """The trees without what has no room beside what is wanted."""
        if way.around is None or self._mapping is None:
            return None
        seen = self._wanted or changed_nodes(self._mapping)
        if way.levels is not None and self._wanted:  # a long way up to the root: its end, and what differs
            differing = {*changed_nodes(self._mapping)}
            seen = [one for one in map(own_node, self._wanted) if one in differing or self._is_word(one)]
        elif way.levels is not None:
            seen = upper_nodes(self._mapping, way.levels)
        opened = [own_node((GOLD, part))[1] for part in self._opened if part < SEEN]
        return focused(self._mapping, {*map(own_node, seen), *((GOLD, node) for node in opened)}, way.around)

    def _is_lineage(self) -> bool:
        """Whether what is wanted leads up from one word, in each tree."""
        sides = [side for side, node in map(own_node, self._wanted) if self._is_word((side, node))]
        return 0 < len(sides) == len(set(sides))

    def _is_word(self, node: Node) -> bool:
        assert self._mapping is not None
        tree = self._mapping.gold if node[0] == GOLD else self._mapping.test
        return bool(tree.kinds[node[1]] == WORD)

    # -- places, and what is said of them ------------------------------------------------------------------------------

    def box_of(self, place: Node) -> Box | None:
        """See the base."""
        return self.drawing.box_of(*place) if self.drawing is not None else None

    def shown_at(self, place: Node) -> Box | None:
        """See the base."""
        return box_showing(self.drawing, place) if self.drawing is not None else None

    def places_of(self, nodes: list[Node]) -> list[Node]:
        """See the base."""
        return nodes

    def nodes_at(self, place: Node) -> list[Node]:
        """See the base: in whole trees, whose nodes errors name."""
        return [place] if self.is_whole else []

    def changed(self) -> list[Node]:
        """See the base."""
        return [(change.side, change.node) for change in self._changes]

    def tally(self) -> dict[str, int]:
        """See the base: of all nodes, be they folded or not."""
        counts = self._mapping.counts if self._mapping is not None else {}
        return {one: counts.get(one, 0) for one in (DELETED, INSERTED, SWAPPED, MATCHED)}

    def matched_said(self) -> str:
        """See the base: tree distance counts words, too."""
        return "node matched" if self.tally()[MATCHED] == 1 else "nodes matched"

    def changes_said(self) -> list[str]:
        """See the base."""
        return [change.text for change in self._changes]

    def first_place(self) -> Node | None:
        """See the base."""
        return start(self.drawing) if self.drawing is not None else None

    def next_place(self, here: Node, key: Qt.Key) -> Node | None:
        """See the base: to the mother, to the first daughter, to a sister."""
        return step(self.drawing, here, STEPS[key]) if self.drawing is not None else None

    def tooltip_of(self, box: Box) -> str:
        """Label, words, operation and cost of a node."""
        if box.side == LEFT_OUT:
            return f"{box.text}: left out by the preparation"
        if self._mapping is None:
            return ""
        node = own_node((box.side, box.node))[1]
        tree = self._mapping.gold if box.side == "gold" else self._mapping.test
        folded = self.drawing.hidden_with(box.side, node) if self.drawing is not None else []
        if len(folded) > 1:
            said = self._folded_text(tree, folded, box.kind == WORD)
            differs = box.text.endswith(DIFFER)
            return f"{said}\n" + ("not the same" if differs else "the same") + " in both trees; click to open"
        lines = [self.lone_text_of(box), self._operation_text(self._mapping, box)]
        if box.opens:
            lines.append("the same in both trees; click to open")
        return "\n".join(lines)

    def lone_text_of(self, box: Box) -> str:
        """See the base: label and words."""
        if box.side == LEFT_OUT or self._mapping is None:
            return box.text
        node = own_node((box.side, box.node))[1]
        tree = self._mapping.gold if box.side == "gold" else self._mapping.test
        kind = {WORD: "word", PRETERMINAL: "tag"}.get(int(tree.kinds[node]), "constituent")
        words = f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ")
        return f"{kind} {tree.texts[node]}\n{words}"

    def _folded_text(self, tree: Tree, nodes: list[int], is_run: bool) -> str:
        """What a run of words or a chain of nodes stands for."""
        if is_run:
            words = tree.words[int(tree.starts[nodes[0]]) : int(tree.ends[nodes[-1]])]
            return "\n".join(wrap(" ".join(words), 72))
        labels = "{} nodes: {}".format(len(nodes), " ".join(tree.texts[node] for node in nodes))
        return "\n".join(wrap(labels, 72))

    def _operation_text(self, mapping: Mapping, box: Box) -> str:
        if box.operation == MATCHED:
            return "costs nothing" if box.kind != WORD or mapping.counts_words else "not counted"
        text = {DELETED: "deleted", INSERTED: "inserted"}.get(box.operation, "")
        if box.operation == SWAPPED:
            other = mapping.test if box.side == "gold" else mapping.gold
            text = f"relabelled: {other.texts[box.partner]} in the other tree"
        cost = 1
        if box.operation == DELETED and box.kind == WORD and box.partner >= 0:
            text, cost = "deleted and inserted: the trees need it in different places", 2
        # with a table of costs only their sum is known here
        return text if mapping.custom_cost is not None else f"{text}, costs {cost}"

    def _hover(self, box: Box | None) -> None:
        is_left_out = box is not None and box.side == LEFT_OUT
        super()._hover(None if is_left_out else box)
        if is_left_out:
            self._show_tip(box)

    def _click(self, box: Box | None) -> None:
        super()._click(None if box is not None and box.side == LEFT_OUT else box)

    def part_of(self, box: Box) -> int | None:
        """See the base."""
        return self._part_of(self.drawing, box) if box.opens and self.drawing is not None else None

    def _part_of(self, drawing: Drawing, box: Box) -> int:
        assert self._mapping is not None
        node = own_node((box.side, box.node))[1]
        gold = node if box.side == "gold" else self._mapping.gold_of_test[node]
        is_run = box.kind == WORD and len(drawing.hidden_with(box.side, node)) > 1
        return -1 - gold if is_run else gold

    def unfolded(self) -> set[int]:
        """See the base."""
        drawing = self.drawing
        if drawing is None or self._mapping is None or not self.folds:
            return set()
        return {node for node in identical_parts(self._mapping, True) if self._is_unfolded(drawing, node)}

    def _is_unfolded(self, drawing: Drawing, node: int) -> bool:
        box = drawing.box_of("gold", node)
        return box is not None and not box.opens

    def folding_of(self, drawing: Drawing, wanted: Node) -> int | None:
        """See the base."""
        is_shown = drawing.box_of(*wanted) is not None and len(drawing.hidden_with(*wanted)) == 1
        box = None if is_shown else box_showing(drawing, wanted)
        if box is None or not box.opens:
            return None
        if box.kind != WORD and len(drawing.hidden_with(*wanted)) > 1:  # the rest of a chain stays folded
            side, node = own_node(wanted)
            return SEEN + (node if side == "gold" else drawing.mapping.gold_of_test[node])
        return self._part_of(drawing, box)

    def show_nodes(self, nodes: list[Node], also: Sequence[Node] = ()) -> None:
        """See the base; nodes that neither tree has belong to another system."""
        drawing = self.drawing
        nodes, also = (
            [one for one in among if drawing is not None and own_node(one)[1] < len(tree_of(drawing, one[0]))]
            for among in (nodes, also)
        )
        self.unfold([*nodes, *also])
        super().show_nodes(nodes)

    def pin(self, place: Node | None) -> None:
        """See the base."""
        super().pin(place)
        if place is not None:
            self.nodePinned.emit(*place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes to the counterpart in the other tree."""
        here = self.here
        if event.key() == Qt.Key.Key_Space and self.drawing is not None and here is not None:
            self.go_to(counterpart(self.drawing, here))
        else:
            super().keyPressEvent(event)

    def courses(self, node: Node, site: int) -> list[Mark]:
        """See the base."""
        return self.drawing.courses(*node, site) if self.drawing is not None else []

    @property
    def has_arrow(self) -> bool:
        """See the base."""
        return self.drawing is not None and self.drawing.has_arrows

    # -- lights --------------------------------------------------------------------------------------------------------

    def _with_counterpart(self, box: Box) -> list[Node]:
        """The node of a box, and that of the other tree."""
        if self.drawing is None or box.side == LEFT_OUT:
            return []
        other = counterpart(self.drawing, box.place)
        return [own_node(box.place), *([other] if other is not None else [])]

    def related(self, box: Box) -> list[Box]:
        """See the base: with the counterpart in the other tree."""
        found = [self.drawing.box_of(*node) for node in self._with_counterpart(box)]  # type: ignore[union-attr]
        return [one for one in found if one is not None]

    def words_below(self, box: Box) -> list[Box]:
        """See the base: of both nodes."""
        found: list[Box] = []
        for side, node in self._with_counterpart(box):
            assert self.drawing is not None
            tree = tree_of(self.drawing, side)
            for below in range(node - int(tree.sizes[node]) + 1, node + 1):
                words = self.drawing.box_of(side, below if tree.kinds[below] == WORD else -1 - below)
                found += [words] if words is not None and words.kind == WORD else []
        return found

    # -- copy and save -------------------------------------------------------------------------------------------------

    def copies(self) -> list[tuple[str, Callable[[], None]]]:
        """See the base."""
        return [*super().copies(), ("Copy both trees as brackets", self.copy_brackets)]

    def latex(self) -> str:
        """See the base."""
        assert self.drawing is not None
        return trees_document(self.drawing, self._title)

    def latex_of(self) -> tuple[str, str]:
        """See the base: what is drawn, as a ``forest`` environment where nothing is folded or merged."""
        assert self.drawing is not None
        return trees_as_latex(self.drawing)

    def copy_brackets(self) -> None:
        """Puts both trees on the clipboard, gold first."""
        if self._mapping is not None:
            QGuiApplication.clipboard().setText(f"{self._mapping.gold.brackets()}\n{self._mapping.test.brackets()}")


def _has_tags(mapping: Mapping | None) -> bool:
    """Whether anything of trees is written in smaller letters than nodes and words."""
    trees = (mapping.gold, mapping.test) if mapping is not None else ()
    return mapping is None or any(
        (tree.kinds == PRETERMINAL).any() or (tree.extras is not None and EDGE in tree.extras.columns) for tree in trees
    )
