"""A sentence of a comparison as the window draws it: for each kind what is drawn, what is said of it, what an address lights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.counted import counted_leaves, counted_mapping, counted_nodes, lineage_nodes
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.counted import counted_words
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.lattices.counted import counted_nodes as counted_over_lattice
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.counted import counted_nodes as counted_labels
from treecompare.comparison.schemes.counted import counted_words as counted_places
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS, WORD_PARTS
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.drawn import MARGIN, Attached, Drawn, Space, Telling
from treecompare.drawing.focus import changed_nodes
from treecompare.drawing.graph_arcs import GraphDrawing
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.names import names_in_corners, short_names
from treecompare.drawing.scene import Scene
from treecompare.drawing.scheme_layout import WORDS
from treecompare.drawing.schemes_drawn import SchemesDrawn
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.stack_drawn import StackDrawn
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.errors import UsageError
from treecompare.jobs.base import Light, Paper, Picture
from treecompare.mappings.errors import Error, Node
from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.trees.tree import CONSTITUENT, WORD

LAYOUTS = ("mirrored", "side-by-side", "merged")
"""Of trees."""
LARGE = 2_000_000
"""Pairs of nodes that are aligned in the background."""


@dataclass(frozen=True)
class Asked:
    """How people want to see a sentence; a kind of comparison ignores what does not apply to it.

    ``mapping`` to ``secondary_edges``, ``enhanced``: see :class:`Wanted`. ``is_stacked``: all systems, one below the other.
    ``left_out``: words that the preparation leaves out are drawn. ``only_differing``: no arcs that are the same. ``has_trees``,
    ``all_arcs``: of lattices. ``golds``: whose own trees are drawn. ``key``: the measure that is looked at.
    """

    mapping: str = "T"
    part: str = "whole"
    labelled: bool = True
    is_stacked: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True
    enhanced: bool = False
    left_out: bool = False
    only_differing: bool = False
    has_trees: bool = True
    all_arcs: bool = False
    golds: frozenset[str] = frozenset()
    key: str = ""

    @property
    def wanted(self) -> Wanted:
        """The same for :class:`Comparison`."""
        return Wanted(
            self.mapping, self.part, self.labelled, edge_labels=self.edge_labels, secondary_edges=self.secondary_edges,
            enhanced=self.enhanced,
        )  # fmt: skip


def picture_of(
    drawn: Drawn,
    light: Callable[[str], tuple[Iterable[Any], Attached | None]],
    lit: str = "",
    layouts: Sequence[str] = (),
) -> Picture:
    """What is drawn, as a picture. ``light``: of an address the places that it lights, and what is attached to what."""
    is_turned = drawn.is_right_to_left

    def lights(scene: Scene, what: str) -> Light:
        drawn.scene = scene
        places, attached = light(what)
        boxes = [box for place in places if (box := drawn.shown_at(place)) is not None]
        return Light(frozenset(box.place for box in boxes), drawn.lines_of(attached) if attached is not None else ())

    def related(scene: Scene, box: Any) -> Iterable[Any]:
        drawn.scene = scene
        return drawn.related(box)

    def changed(scene: Scene) -> Sequence[Any]:
        drawn.scene = scene
        boxes = [drawn.shown_at(place) for place in drawn.changed()]
        return list({id(box): box for box in boxes if box is not None}.values())

    return Picture(
        partial(ways_of, drawn, is_turned), drawn.title, layouts, drawn.telling.in_corners or drawn.telling.names,
        said=drawn.said, related=related, light=lights, lit=lit, changes=changed, same=drawn.nothing_changed(),
    )  # fmt: skip


def ways_of(drawn: Drawn, is_turned: bool, paper: Paper) -> Iterator[Scene]:
    """The scenes of what is drawn, the most readable first, up to the one that has room; where none has with all that is wanted,
    without it. ``is_turned``: whether its script runs from right to left."""
    room, text = paper.room, drawn.smallest_text
    width, height = (side + 2 * MARGIN + 1 for side in (room.width, room.height))
    space = Space(width, height, text, room.least * text, bar=room.bar, focuses=True)
    drawn.folds, drawn.opened, drawn.is_right_to_left = paper.folds, paper.opened, is_turned != paper.turned
    if isinstance(drawn, TreesDrawn):
        drawn.arrangement = paper.layout or LAYOUTS[0]
    if isinstance(drawn, TreesDrawn | LatticeDrawn):
        drawn.measure = paper.measure
    drawn.unfolded = frozenset()
    for wanted in (drawn.wanted, []) if drawn.wanted else ([],):
        drawn.wanted, drawn.sizes = wanted, {}
        for way in drawn.ways(space):
            drawn.way = way
            scene = drawn.scene = drawn.laid_out(way, space)
            drawn.sizes[way] = scene.width, scene.height
            yield scene
            if drawn.opened or drawn.has_room(scene.width, scene.height, space):
                return


# -- the kinds -------------------------------------------------------------------------------------------------------------


class SentenceDrawn:
    """A sentence of a comparison of any kind. Raises UsageError: it cannot be drawn; says why."""

    layouts: Sequence[str] = ()

    def __init__(self, comparison: Any, system: int, sentence: int, asked: Asked) -> None:
        self.comparison, self.system, self.sentence, self.asked = comparison, system, sentence, asked
        self.telling = telling_of(comparison, system, sentence)
        self.title = title_of(comparison, system, sentence)
        self.drawn: Any = self.made()

    def made(self) -> Drawn:
        """What is drawn."""
        raise NotImplementedError

    def counted(self, part: str, count: str) -> Iterable[Any]:
        """The places that a count of a part stands for."""
        return ()

    def places_of_word(self, number: int) -> Iterable[Any]:
        """The places of a word, from 0, as the list of words numbers them."""
        return ()

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        """The places of nodes, or of words of the gold from 1, as :meth:`Comparison.words_drawn` has them."""
        return self.drawn.places_of(nodes)

    def attached(self, error: Error) -> Attached:
        """What is attached wrongly."""
        return Attached(error.moved or error.nodes, {GOLD: error.source_node, TEST: error.target_node})

    def of_error(self, error: Error) -> list[Node]:
        """The nodes of an error, and what they are attached to."""
        ends = [(side, site) for side, site in ((GOLD, error.source_node), (TEST, error.target_node)) if site >= 0]
        return [*error.nodes, *error.moved, *ends]

    def worth_seeing(self, error: Error) -> list[Any]:
        """What is not to be folded, of the heaviest error; nothing by default: all that differs is seen."""
        return []


class TreesOf(SentenceDrawn):
    """Trees of constituents."""

    comparison: ConstituentComparison
    layouts = LAYOUTS

    def made(self) -> Drawn:
        asked, where = self.asked, (self.system, self.sentence)
        mapping = self.comparison.checked_mapping(*where, asked.wanted)
        return TreesDrawn(
            mapping=mapping, telling=self.telling, title=self.title, left_out=self.comparison.left_out(*where),
            shows_left_out=asked.left_out, is_whole=asked.part == "whole", edge_labels=asked.edge_labels,
            secondary_edges=asked.secondary_edges,
        )  # fmt: skip

    def counted(self, part: str, count: str) -> Iterable[Any]:
        where, now = (
            (self.comparison, self.system, self.sentence),
            (self.asked.mapping, self.asked.part, self.asked.labelled),
        )
        if part in self.comparison.table.further:
            return self.drawn.places_of(counted_leaves(*where, part, count, now))
        mapping = counted_mapping(*where, part, now)
        return self.drawn.places_of(counted_nodes(self.comparison, mapping, part, count)) if mapping is not None else ()

    def places_of_word(self, number: int) -> Iterable[Any]:
        return lineage_nodes(self.drawn.mapping, number)

    def of_error(self, error: Error) -> list[Node]:
        """See the base: with the constituents that it crosses, which have other spans for it."""
        return [*super().of_error(error), *self._crossed(error)]

    def worth_seeing(self, error: Error) -> list[Node]:
        """See the base: the constituents that it gives other spans, beside all that differs; words are seen below them."""
        mapping = self.drawn.mapping
        trees = {GOLD: mapping.gold, TEST: mapping.test}
        crossed = [(side, node) for side, node in self._crossed(error) if trees[side].kinds[node] == CONSTITUENT]
        changed = [(side, node) for side, node in changed_nodes(mapping) if trees[side].kinds[node] != WORD]
        return [*changed, *crossed] if crossed and self.asked.part == "whole" else []

    def _crossed(self, error: Error) -> list[Node]:
        """Nodes without a partner over the same words, over which there would be one but for the words of the error."""
        mapping = self.comparison.mapping(self.system, self.sentence, "E", "whole", True)
        if mapping is None:
            return []
        words = sum(1 << word for word in error.words)
        trees = {GOLD: mapping.gold, TEST: mapping.test}
        paired = {GOLD: mapping.test_of_gold, TEST: mapping.gold_of_test}
        lone = {side: [node for node in range(len(tree)) if node not in paired[side]] for side, tree in trees.items()}
        over = {side: {trees[side].word_sets[node] for node in nodes} for side, nodes in lone.items()}
        other = {GOLD: TEST, TEST: GOLD}
        return [
            (side, node) for side, nodes in lone.items() for node in nodes
            if trees[side].word_sets[node] ^ words in over[other[side]]
        ]  # fmt: skip


class ArcsOf(SentenceDrawn):
    """Dependencies."""

    comparison: DependencyComparison

    def made(self) -> Drawn:
        is_graph = self.asked.enhanced and not self.comparison.without_graphs
        graph = self.comparison.arcs(self.system, self.sentence, enhanced=is_graph)
        sides = {GOLD: self.comparison.gold.sentences, TEST: self.comparison.systems[self.system].sentences}
        return ArcsDrawn(
            telling=self.telling, title=self.title, columns=graph.columns, arcs=graph.arcs, kind=type(graph), sides=sides,
            only_differing=self.asked.only_differing,
        )  # fmt: skip

    def counted(self, part: str, count: str) -> Iterable[Any]:
        boxes = self.drawn.places_of(counted_words(self.comparison, self.system, self.sentence, part, count))
        scene = self.drawn.scene
        if part in EDGE_PARTS and isinstance(scene, GraphDrawing):
            return [one for one in boxes if one.arc is None or scene.is_counted(one.arc, part, count)]
        return boxes

    def places_of_word(self, number: int) -> Iterable[Any]:
        found: list[Any] = self.drawn.showing([number])
        return found

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        own = self.drawn.showing(self.drawn.columns_of_words(words))
        return [*own, *self.drawn.places_of(nodes)]


class LatticeOf(SentenceDrawn):
    """Trees over a lattice."""

    comparison: LatticeComparison

    def made(self) -> Drawn:
        where = self.system, self.sentence
        return LatticeDrawn(
            telling=self.telling, title=self.title, trees=self.comparison.trees(*where), has_trees=self.asked.has_trees,
            score=self.comparison.score_said(*where), all_arcs=self.asked.all_arcs,
        )  # fmt: skip

    def counted(self, part: str, count: str) -> Iterable[Any]:
        return counted_over_lattice(self.comparison, self.drawn.trees, self.system, self.sentence, part, count)


class SchemesOf(SentenceDrawn):
    """What several golds have in common, and a system."""

    comparison: SchemeComparison

    def made(self) -> Drawn:
        where, asked = (self.system, self.sentence), self.asked
        trees = self.comparison.function_trees(*where, self.is_labelled, asked.key in TEDEVAL_2011_PARTS)
        return SchemesDrawn(telling=self.telling, title=self.title, trees=trees, own=asked.golds)

    @property
    def is_labelled(self) -> bool:
        """Whether labels are compared; those of a parser without functions are not."""
        return self.asked.labelled and bool(self.comparison.table.exist(self.system, "tedeval").any())

    def counted(self, part: str, count: str) -> Iterable[Any]:
        if part in WORD_PARTS:
            return self._words(counted_places(self.comparison, self.system, self.sentence, part, count))
        return counted_labels(self.drawn.trees, count)

    def places_of_word(self, number: int) -> Iterable[Any]:
        operations = self.comparison.operations(
            self.system, self.sentence, self.is_labelled, self.asked.key in TEDEVAL_2011_PARTS
        )
        return self.drawn.places_of_operation(operations[number]) if number < len(operations) else ()

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        return self._words(word - 1 for word in words)

    def _words(self, words: Iterable[int]) -> list[Any]:
        return [(WORDS, word, word + 1, "") for word in words]


class StackOf(SentenceDrawn):
    """All systems, one below the other."""

    def made(self) -> Drawn:
        comparison, asked = self.comparison, self.asked
        found = comparison.stacked(self.sentence, asked.wanted, asked.key)
        names = short_names(comparison.gold.name, comparison.table.systems)
        heads = [replace(head, name=name) for head, name in zip(found.heads[1:], names, strict=True)]
        return StackDrawn(
            telling=self.telling, title=self.title, sentence=replace(found, heads=(found.heads[0], *heads)), system=self.system,
            only_differing=asked.only_differing, edge_labels=asked.edge_labels, secondary_edges=asked.secondary_edges,
        )  # fmt: skip

    def counted(self, part: str, count: str) -> Iterable[Any]:
        kind = KINDS[self.comparison.kind](self.comparison, self.system, self.sentence, self.asked)
        if isinstance(kind, ArcsOf):
            found = counted_words(kind.comparison, self.system, self.sentence, part, count)
            return self.drawn.places_of(found)
        return self.drawn.places_of(list(kind.counted(part, count)))

    def system_of(self, box: Any) -> int:
        """The system that a box is of."""
        return self.drawn.clicked(box)[0]


KINDS: dict[str, type[SentenceDrawn]] = {
    "constituents": TreesOf,
    "dependencies": ArcsOf,
    "lattices": LatticeOf,
    "schemes": SchemesOf,
}


def sentence_drawn(comparison: Comparison, system: int, sentence: int, asked: Asked) -> SentenceDrawn:
    """What is drawn of a sentence. Raises UsageError: it cannot be, and why."""
    kind = StackOf if asked.is_stacked and comparison.can_be_stacked else KINDS[comparison.kind]
    if not 0 <= sentence < comparison.sentences:
        raise UsageError(f"there is no sentence {sentence + 1}")
    return kind(comparison, system, sentence, asked)


def is_large(comparison: Comparison, system: int, sentence: int) -> bool:
    """Whether it takes so long to align the trees of a sentence that nobody should wait for it."""
    if isinstance(comparison, ConstituentComparison):
        return comparison.size_of(system, sentence) > LARGE
    return isinstance(comparison, LatticeComparison) and comparison.tree_sizes(system, sentence) > LARGE


def telling_of(comparison: Comparison, system: int, sentence: int) -> Telling:
    """What people are told of both analyses of a sentence."""
    gold, systems, table = comparison.gold.name, comparison.table.systems, comparison.table
    return Telling(
        (gold, systems[system]), names_in_corners(gold, systems, system, comparison.is_gold), comparison.names(system),
        has_other_words=comparison.kind == "constituents" and bool(table.aligned[system, sentence]),
        differs=bool(table.changed(system)[sentence] > 0),
    )  # fmt: skip


def title_of(comparison: Comparison, system: int, sentence: int) -> str:
    """Number and name of a sentence, and whose parse it is; where neither analysis is gold, both."""
    name, number = comparison.ids[sentence], str(comparison.number_of(sentence))
    title = f"Sentence {number}" if name == number else f"Sentence {number} · {name}"
    names = [*([] if comparison.is_gold else [comparison.gold.name]), comparison.table.systems[system]]
    return " · ".join([title, *names])
