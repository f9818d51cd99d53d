"""What is drawn: two analyses of a sentence, and the sentence as it stands. A word that is dragged onto another gets it as its
head."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from treecompare.app.decide.queue_list import called_shortly
from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.drawings.arcs_view import ArcsView
from treecompare.comparison.dependencies.arcs import columns_of, judged_between
from treecompare.drawing.arcs import GOLD, Arc, ArcBox
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.names import Names
from treecompare.extras.annotators.adjudicated import standing_in
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import ARC, NODES, Difference, arc_of, words_in
from treecompare.extras.annotators.settled import UNDECIDED
from treecompare.extras.annotators.word_model import WordModel
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree

FAR = 8
"""Pixels that the mouse moves until it drags."""


class DragToHead(QObject):
    """``dragged`` carries two words (from 1) of a drawing of arcs: one that was dragged, and the word on which it was let go."""

    dragged = Signal(int, int)

    def __init__(self, view: ArcsView) -> None:
        super().__init__(view)
        self._view = view
        self._word = 0
        self._start: Any = None
        view.canvas.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As Qt has it."""
        if not isinstance(event, QMouseEvent):
            return False
        here = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._word, self._start = self._word_at(here), here
            return bool(self._word)
        if not self._word:
            return False
        if event.type() == QEvent.Type.MouseMove:
            if (here - self._start).manhattanLength() > FAR:
                over = self._word_at(here)
                shape = (
                    Qt.CursorShape.DragLinkCursor if over not in (0, self._word) else Qt.CursorShape.ClosedHandCursor
                )
                self._view.canvas.viewport().setCursor(shape)
            return True
        if event.type() == QEvent.Type.MouseButtonRelease:
            word, self._word = self._word, 0
            self._view.canvas.viewport().setCursor(Qt.CursorShape.ArrowCursor)
            over = self._word_at(here)
            if over and over != word:
                self.dragged.emit(word, over)
            else:
                self._view.canvas.clicked.emit(self._view.canvas.box_at(here))
            return True
        return False

    def _word_at(self, place: Any) -> int:
        box = self._view.canvas.box_at(place)
        return box.column + 1 if isinstance(box, ArcBox) and box.arc is None and not box.opens else 0


class ResultDrawn(ArcsDrawn):
    """Arcs as they stand, of which those that are not decided are dotted. Where there is no room for all words, those are folded
    whose arcs are the same in all analyses."""

    def text_of(self, box: ArcBox) -> str:
        """See the base."""
        if box.opens:
            return super().text_of(box).replace("in both", "in all analyses")
        if box.arc is None or self.scene is None:
            return box.text
        said = (
            f"{self.scene.columns[box.arc.word].word} depends on {self.scene.head_word(box.arc)} as {box.arc.relation}"
        )
        return f"{said}\nnot decided" if box.arc.is_open else said


class ResultArcs(ArcsView):
    """Shows them."""

    drawn_as = ResultDrawn


class Pictures(QWidget):
    """One kind of drawing for all sentences: arcs or trees. ``dragged``: see :class:`DragToHead`.

    ``pair`` draws two analyses, ``third`` the other one where there are three, ``result`` the sentence as it stands.
    """

    dragged = Signal(int, int)

    def __init__(self, is_dependencies: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_dependencies = is_dependencies
        self._drawn: tuple[int, tuple[int, int]] = -1, (0, 0)
        self._mapping: Mapping | None = None
        self.pair: ArcsView | AlignmentView = ArcsView() if is_dependencies else AlignmentView()
        self.result: ArcsView | AlignmentView = ResultArcs() if is_dependencies else AlignmentView()
        self.third: ArcsView | AlignmentView = ArcsView() if is_dependencies else AlignmentView()
        self.pair.canvas.setAccessibleName("Drawing of both analyses")
        self.third.canvas.setAccessibleName("Drawing of the third analysis")
        self.result.canvas.setAccessibleName("Result")
        for view in (self.pair, self.third, self.result):
            view.controls.hide()
            view.foot.hide()
            if isinstance(view, ArcsView):
                DragToHead(view).dragged.connect(self.dragged)
            elif view is not self.pair:
                view.set_arrangement("merged")

    # -- both analyses -----------------------------------------------------------------------------------------------------

    def show_pair(self, made: Adjudication, difference: Difference, sides: tuple[int, int]) -> None:
        """Draws two of the analyses, and lights a difference in them."""
        called = called_shortly(made.names, made.beside)
        names = called[made.names[sides[0]]], called[made.names[sides[1]]]
        sentence = difference.place.sentence
        row = made.analyses.rows[made.analyses.row_of[sentence]]
        is_same, self._drawn = self._drawn == (sentence, sides), (sentence, sides)
        if self.is_dependencies:
            if not is_same:
                self.pair.telling.names = names
                self.pair.call(Names(*names))
                self._show_arcs(made, [row[side] for side in sides], sides)
            self._arcs_of(self.pair).light_words([int(difference.place.unit)])
            return
        if not is_same or self._mapping is None:
            self.pair.telling.names = names
            self.pair.call(Names(*names))
            self._mapping = self._mapped(made, [row[side] for side in sides], sides)
            self._trees_of(self.pair).show_mapping(self._mapping)
        mapping = self._mapping
        nodes = [
            (side, node)
            for side, tree in (("gold", mapping.gold), ("test", mapping.test))
            for node in _nodes_at(tree, difference)
        ]
        self.pair.show_nodes(nodes)

    def show_third(self, made: Adjudication, difference: Difference, side: int) -> None:
        """Draws the analysis that is not in the pair, and lights the difference in it."""
        sentence = difference.place.sentence
        place = made.analyses.rows[made.analyses.row_of[sentence]][side]
        treebank = made.analyses.treebanks[side]
        if not isinstance(treebank, DependencyTreebank):
            tree = made.analyses.chains[side].trees.chosen([place])[0]
            view = self._trees_of(self.third)
            view.telling.names = "", ""
            view.show_mapping(mapping_of(tree, tree))
            view.show_nodes([("gold", node) for node in _nodes_at(tree, difference)])
            return
        part = treebank.sentences.part(place, place + 1)
        words = part[0]
        drawn = [
            Arc(GOLD, word, head - 1, relation, MATCHED, True)
            for word, (head, relation) in enumerate(zip(words.heads.tolist(), words.relations, strict=True))
            if head != NO_HEAD
        ]
        view_of = self._arcs_of(self.third)
        view_of.show_columns(columns_of(part, 0, len(drawn)), drawn)
        view_of.light_words([int(difference.place.unit)])

    def _show_arcs(self, made: Adjudication, sentences: list[int], sides: tuple[int, int]) -> None:
        tables = []
        for side, sentence in zip(sides, sentences, strict=True):
            treebank = made.analyses.treebanks[side]
            assert isinstance(treebank, DependencyTreebank)
            tables.append(treebank.sentences.part(sentence, sentence + 1))
        words = range(len(tables[0].form))
        columns, arcs = judged_between((tables[0], words), (tables[1], words), np.arange(len(words)), str)
        self._arcs_of(self.pair).show_columns(columns, arcs, gold=tables[0], test=tables[1])

    @staticmethod
    def _mapped(made: Adjudication, sentences: list[int], sides: tuple[int, int]) -> Mapping:
        symbols = Symbols()
        trees = [
            made.analyses.chains[side].trees.chosen([sentence]).translated(symbols)[0]
            for side, sentence in zip(sides, sentences, strict=True)
        ]
        return mapping_of(trees[0], trees[1])

    # -- the result --------------------------------------------------------------------------------------------------------

    def show_result(self, made: Adjudication, difference: Difference) -> None:
        """Draws the sentence as it stands."""
        sentence = difference.place.sentence
        if not self.is_dependencies:
            self._show_tree(made, difference)
            return
        model = made.model(sentence)
        assert isinstance(model, WordModel)
        arcs, _ = model.arcs_with(made.fixed(sentence))
        results = made.settled(sentence).results
        first = made.analyses.first
        assert isinstance(first, DependencyTreebank)
        place = made.analyses.rows[made.analyses.row_of[sentence]][0]
        part = first.sentences.part(place, place + 1)
        drawn = []
        for word, (head, relation) in enumerate(arcs):
            if head == NO_HEAD:
                continue
            result = results.get(difference.place._replace(unit=str(word + 1), field=ARC))
            is_open = result is not None and result.source == UNDECIDED
            is_decided = result is not None and not is_open
            drawn.append(Arc(GOLD, word, head - 1, relation, MATCHED, True, False, is_decided, is_open))
        view = self._arcs_of(self.result)
        view.show_columns(columns_of(part, 0, len(arcs)), drawn)
        view.light_words([int(difference.place.unit)])

    def _show_tree(self, made: Adjudication, difference: Difference) -> None:
        sentence = difference.place.sentence
        standing = standing_in(made, sentence)
        open_sets = {
            words_in(place.unit)
            for place, result in made.settled(sentence).results.items()
            if place.field == NODES and result.source == UNDECIDED
        }
        standing.nodes = {
            words: " ".join(f"{label}\u00a0?" for label in labels.split(" ")) if words in open_sets else labels
            for words, labels in standing.nodes.items()
        }
        tree = standing.tree()[0]
        tree = _with_tags(tree)
        view = self._trees_of(self.result)
        view.telling.names = "", ""
        view.show_mapping(mapping_of(tree, tree))
        view.show_nodes([("gold", node) for node in _nodes_at(tree, difference)])

    @staticmethod
    def _arcs_of(view: ArcsView | AlignmentView) -> ArcsView:
        assert isinstance(view, ArcsView)
        return view

    @staticmethod
    def _trees_of(view: ArcsView | AlignmentView) -> AlignmentView:
        assert isinstance(view, AlignmentView)
        return view

    def head_now(self, made: Adjudication, difference: Difference) -> tuple[int, str]:
        """Head and relation that stand at a difference of arcs."""
        return arc_of(made.settled(difference.place.sentence).results[difference.place].value)


def mapping_of(one: Tree, other: Tree) -> Mapping:
    """Nodes over the same words pair: those of the same label, and others of a chain as they follow each other, as relabelled."""
    pairs, swapped = [], []
    chains = [_chains(tree) for tree in (one, other)]
    for over, nodes in chains[0].items():
        others = chains[1].get(over, [])
        labels = [tree.label(node) for tree, of in ((one, nodes), (other, others)) for node in of]
        blocks = SequenceMatcher(None, labels[: len(nodes)], labels[len(nodes) :], autojunk=False).get_opcodes()
        for what, first, last, other_first, other_last in blocks:
            found = list(zip(nodes[first:last], others[other_first:other_last], strict=False))
            pairs += found
            swapped += found if what == "replace" else []
    words = zip(one.word_nodes.tolist(), other.word_nodes.tolist(), strict=True)
    return Mapping("E", one, other, tuple(sorted([*pairs, *words])), frozenset(swapped), counts_words=False)


def _chains(tree: Tree) -> dict[tuple[int, int], list[int]]:
    """By kind and words the nodes from the bottom: constituents, and tags."""
    found: dict[tuple[int, int], list[int]] = {}
    for node, (kind, words) in enumerate(zip(tree.kinds.tolist(), tree.word_sets, strict=True)):
        if kind in (CONSTITUENT, PRETERMINAL):
            found.setdefault((kind, words), []).append(node)
    return found


def _with_tags(tree: Tree) -> Tree:
    from treecompare.trees.preparation import with_marked_tags
    from treecompare.trees.tree import Trees

    return with_marked_tags(Trees.of_one(tree))[0]


def _nodes_at(tree: Tree, difference: Difference) -> list[int]:
    """The nodes over the words of a difference; of a tag its node; the words where no node is."""
    words = words_in(difference.place.unit)
    kind = CONSTITUENT if difference.place.field == NODES else PRETERMINAL
    kinds, sets = tree.kinds.tolist(), tree.word_sets
    found = [node for node in range(len(tree)) if sets[node] == words and kinds[node] == kind]
    return found or [node for node in tree.word_nodes.tolist() if sets[node] & words]


class Titled(QWidget):
    """A drawing below a heading and what is said beside it."""

    def __init__(self, title: str, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(f"<b>{title}</b>")
        self.about = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.about.setProperty("look", "quiet")
        head = QWidget()
        row = QVBoxLayout(head)
        row.setContentsMargins(16, 6, 16, 0)
        line = QStackedLayout()
        line.addWidget(self.title)
        row.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(inside, 1)

    def say(self, title: str, about: str) -> None:
        """The heading, and what is said beside it; plain texts."""
        from treecompare.app.common.plain import markup

        self.title.setText(f"<b>{markup(title)}</b>&nbsp;&nbsp;{markup(about)}")
