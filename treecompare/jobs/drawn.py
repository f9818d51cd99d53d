"""A sentence of a comparison as the window draws it: for each kind what is drawn, and what an address lights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from treecompare.analyses.sentence_errors import arcs_in_words, trees_in_words
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.lit import drawn_as, lineage_nodes, lit
from treecompare.drawing.columns import GOLD, OTHER_SIDE, TEST
from treecompare.drawing.condensed import changed_nodes
from treecompare.drawing.drawn import Attached, Drawn, Telling
from treecompare.drawing.names import names_in_corners, short_names
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.stacked import StackDrawn
from treecompare.errors import UsageError
from treecompare.mappings.errors import Error, Node
from treecompare.mappings.mapping import Mapping
from treecompare.measures.tedeval import TEDEVAL_2011_PARTS
from treecompare.trees.tree import WORD

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison
    from treecompare.comparison.schemes.comparison import SchemeComparison

LAYOUTS = ("mirrored", "side-by-side", "merged")
"""Of trees."""
CALLED = {"left_out": "shows_left_out", "golds": "own"}
"""What of :class:`Asked` drawings call otherwise."""
OPTIONS = {
    ("labelled", False): ("--unlabelled",), ("edge_labels", False): ("--no-edge-labels",), ("enhanced", True): ("--enhanced",),
    ("secondary_edges", False): ("--no-secondary-edges",), ("has_trees", False): ("--layout", "lattice"),
}  # fmt: skip
"""What ``align`` is asked for where a switch is not as usual."""


@dataclass(frozen=True)
class Asked:
    """How people want to see a sentence; a kind of comparison ignores what does not apply to it.

    ``mapping`` to ``secondary_edges``, ``enhanced``: see :class:`Wanted`. ``is_stacked``: all systems, one below the other.
    ``left_out``: words that the preparation leaves out are drawn. ``only_differing``: no arcs that are the same. ``has_trees``,
    ``all_arcs``: of lattices. ``golds``: whose own trees are drawn. ``key``: the measure that is looked at. ``hides_gold``: see
    :class:`Telling`.
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
    hides_gold: bool = False

    @property
    def wanted(self) -> Wanted:
        """The same for :class:`Comparison`."""
        return Wanted(
            self.mapping, self.part, self.labelled, edge_labels=self.edge_labels, secondary_edges=self.secondary_edges,
            enhanced=self.enhanced, relabels=self.key in TEDEVAL_2011_PARTS,
        )  # fmt: skip


class SentenceDrawn:
    """A sentence of a comparison of any kind. ``switches``: what of :class:`Asked` people turn on and off; ``known``: what of it
    a drawing knows itself (all else is said where it is made); ``folds``: whether what is the same can be folded. Raises
    UsageError: it cannot be drawn; says why."""

    layouts: Sequence[str] = ()
    switches: Sequence[str] = ()
    known: Sequence[str] = ()
    folds: bool = True
    comparison: Any

    def __init__(
        self, comparison: Comparison, system: int, sentence: int, asked: Asked, cancel: Cancel | None = None
    ) -> None:
        gold, systems = comparison.gold.name, comparison.table.systems
        corners = names_in_corners(gold, systems, system, comparison.is_gold)
        self.comparison, self.system, self.sentence, self.asked = comparison, system, sentence, asked
        self.telling = Telling((gold, systems[system]), corners, comparison.names(system), asked.hides_gold)
        self.drawn: Any = self.made(cancel.flag if cancel is not None else None)
        for name in self.known:
            setattr(self.drawn, CALLED.get(name, name), getattr(asked, name))

    def made(self, cancel: Any = None) -> Drawn:
        """What is drawn, as it is asked for. Raises Cancelled: ``cancel[0] != 0``."""
        drawn: Drawn = self.comparison.drawn(self.system, self.sentence, self.asked.wanted, self.telling, cancel)
        return drawn

    def counted(self, part: str, count: str) -> Sequence[Any]:
        """The places that a count of a part stands for."""
        return lit(self.comparison, self.system, self.sentence, part, count, self.asked.wanted, self.drawn)

    def places_of_word(self, number: int) -> Iterable[Any]:
        """The places of a word, from 0, as the list of words numbers them."""
        return ()

    def nodes_of_words(self, words: Sequence[int]) -> list[Node]:
        """Words of the gold from 1, as nodes that are drawn; none by default."""
        return []

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        """The places of nodes, and of words of the gold from 1, as they are compared."""
        return list(self.drawn.places_of([*nodes, *self.nodes_of_words(words)]))

    def wanted(self, nodes: Sequence[Node], words: Sequence[int] = ()) -> Sequence[Any]:
        """What is unfolded so that the same are seen."""
        return list(self.drawn.wanted_for([*nodes, *self.nodes_of_words(words)]))

    def wanted_of_word(self, number: int) -> Sequence[Any]:
        """What is unfolded so that a word of the list of words is seen."""
        return list(self.places_of_word(number))

    @property
    def shows_errors(self) -> bool:
        """Whether its nodes are those that errors name: roofs number them otherwise."""
        return self.asked.part == "whole"

    def attached(self, error: Error) -> Attached:
        """What is attached wrongly."""
        if not self.shows_errors:
            return Attached((), {})
        return Attached(error.moved or error.nodes, {GOLD: error.source_node, TEST: error.target_node})

    def own_nodes(self, error: Error) -> list[Node]:
        """The nodes of an error, and what they are attached to."""
        if not self.shows_errors:
            return []
        ends = [(side, site) for side, site in ((GOLD, error.source_node), (TEST, error.target_node)) if site >= 0]
        return [*error.nodes, *error.moved, *ends]

    def of_error(self, error: Error) -> list[Node]:
        """The same, with all that is lit beside them."""
        return self.own_nodes(error)

    def least(self, error: Error) -> Sequence[Any]:
        """What is unfolded of an error where not all of that has room."""
        return list(self.drawn.wanted_for(self.own_nodes(error)))

    def in_words(self) -> str:
        """What differs, in one to three sentences; empty where that is not counted."""
        return ""

    @classmethod
    def can_switch(cls, comparison: Any) -> Sequence[str]:
        """Those of the switches that make a difference."""
        return cls.switches

    @staticmethod
    def following(asked: Asked, part: str, is_beside: bool) -> Asked:
        """As the counts of a part are seen in it; ``is_beside``: it is a score of something else that is beside the others."""
        return asked

    @staticmethod
    def further(asked: Asked) -> list[str]:
        """Options of ``align`` for what is no switch."""
        return []

    def options(self) -> list[str]:
        """How ``align`` is asked to draw the same."""
        kind = KINDS[self.comparison.kind]
        asked = [(name, getattr(self.asked, name)) for name in kind.can_switch(self.comparison)]
        return [*kind.further(self.asked), *(word for one in asked for word in OPTIONS.get(one, ()))]


class TreesOf(SentenceDrawn):
    """Trees of constituents."""

    comparison: ConstituentComparison
    layouts, switches = LAYOUTS, ("labelled", "edge_labels", "secondary_edges", "left_out")
    known = "edge_labels", "secondary_edges", "left_out"

    def options(self) -> list[str]:
        return [*super().options(), "--layout", self.drawn.arrangement, *self.drawn.folding_options()]

    @staticmethod
    def following(asked: Asked, part: str, is_beside: bool) -> Asked:
        now = asked.mapping, asked.part, asked.labelled
        mapping, drawn, labelled = now if is_beside else drawn_as(part, now)
        return replace(asked, mapping=mapping, part=drawn, labelled=labelled)

    @staticmethod
    def further(asked: Asked) -> list[str]:
        return ["--mapping", asked.mapping, "--part", asked.part]

    def places_of_word(self, number: int) -> Iterable[Any]:
        return lineage_nodes(self.drawn.mapping, number)

    def wanted_of_word(self, number: int) -> Sequence[Any]:
        return [*self._changed(), *self.places_of_word(number)]

    @cached_property
    def _spans(self) -> Mapping | None:
        """The mapping of spans of the whole trees, whatever is drawn: that of tree distance takes seconds where they are large."""
        return self.comparison.mapping(self.system, self.sentence, "E")

    def in_words(self) -> str:
        is_drawn = (self.asked.mapping, self.asked.part, self.asked.labelled) == ("T", "whole", True)
        distance = self.drawn.mapping if is_drawn else self.comparison.mapping(self.system, self.sentence, "T")
        said = trees_in_words(self._spans, distance)
        return f"In the whole trees: {said}" if said and not self.shows_errors else said

    def nodes_of_words(self, words: Sequence[int]) -> list[Node]:
        leaves = self.drawn.mapping.gold.word_nodes.tolist()
        return [(GOLD, leaves[word - 1]) for word in words]

    def wanted(self, nodes: Sequence[Node], words: Sequence[int] = ()) -> Sequence[Any]:
        return [*self._changed(), *super().wanted(nodes, words)] if nodes or words else []

    def _changed(self) -> list[Node]:
        """What differs; words are seen below it."""
        mapping = self.drawn.mapping
        return [(side, node) for side, node in changed_nodes(mapping) if mapping.trees[side].kinds[node] != WORD]

    def of_error(self, error: Error) -> list[Node]:
        """With the constituents that it crosses, which have other spans for it."""
        return [*self.own_nodes(error), *self._crossed(error)] if self.shows_errors else []

    def least(self, error: Error) -> list[Node]:
        """With what differs over its words."""
        mapping, others = self.drawn.mapping, ~sum(1 << word for word in error.words)
        own = [one for one in changed_nodes(mapping) if not mapping.trees[one[0]].word_sets[one[1]] & others]
        return [*super().least(error), *own] if self.shows_errors else []

    def _crossed(self, error: Error) -> list[Node]:
        """Nodes without a partner over the same words, over which there would be one but for the words of the error."""
        if (mapping := self._spans) is None:
            return []
        words = sum(1 << word for word in error.words)
        trees, paired = mapping.trees, mapping.partners
        lone = {side: [node for node in range(len(tree)) if node not in paired[side]] for side, tree in trees.items()}
        over = {side: {trees[side].word_sets[node] for node in nodes} for side, nodes in lone.items()}
        return [
            (side, node) for side, nodes in lone.items() for node in nodes
            if trees[side].word_sets[node] ^ words in over[OTHER_SIDE[side]]
        ]  # fmt: skip


class ArcsOf(SentenceDrawn):
    """Dependencies."""

    comparison: DependencyComparison
    switches, known = ("enhanced", "only_differing"), ("only_differing",)

    @classmethod
    def can_switch(cls, comparison: DependencyComparison) -> Sequence[str]:
        return [one for one in cls.switches if one != "enhanced" or not comparison.without_graphs]

    def in_words(self) -> str:
        return arcs_in_words(self.comparison.arcs(self.system, self.sentence), self.comparison.compared)

    def places_of_word(self, number: int) -> Iterable[Any]:
        return list(self.drawn.showing([number]))

    def wanted_of_word(self, number: int) -> Sequence[Any]:
        return [number]

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        own = self.drawn.showing(self.drawn.columns_of_words(words))
        return [*own, *self.drawn.places_of(nodes)]

    def wanted(self, nodes: Sequence[Node], words: Sequence[int] = ()) -> Sequence[Any]:
        return [*self.drawn.columns_of_words(words), *self.drawn.wanted_for(nodes)]


class LatticeOf(SentenceDrawn):
    """Trees over a lattice."""

    switches = known = "has_trees", "all_arcs"


class SchemesOf(SentenceDrawn):
    """What several golds have in common, and a system."""

    comparison: SchemeComparison
    switches, known, folds = ("labelled",), ("golds",), False

    @staticmethod
    def following(asked: Asked, part: str, is_beside: bool) -> Asked:
        return replace(asked, labelled=not part.endswith(".unlabelled"))

    @staticmethod
    def further(asked: Asked) -> list[str]:
        golds = ["--draw-golds", "+".join(sorted(asked.golds))] if asked.golds else []
        return [*["--measures", "tedeval2011"] * (asked.key in TEDEVAL_2011_PARTS), *golds]

    def places_of_word(self, number: int) -> Iterable[Any]:
        operations = self.drawn.operations
        return self.drawn.places_of_operation(operations[number]) if number < len(operations) else ()

    def nodes_lit(self, nodes: Sequence[Node], words: Sequence[int]) -> Iterable[Any]:
        return self.wanted(nodes, words)

    def wanted(self, nodes: Sequence[Node], words: Sequence[int] = ()) -> Sequence[Any]:
        from treecompare.drawing.scheme_layout import word_place

        return [word_place(word - 1) for word in words]


class StackOf(SentenceDrawn):
    """All systems, one below the other."""

    known = "edge_labels", "secondary_edges", "only_differing"

    def made(self, cancel: Any = None) -> Drawn:
        comparison, asked = self.comparison, self.asked
        found = comparison.stacked(self.sentence, asked.wanted, asked.key)
        names = short_names(comparison.gold.name, comparison.table.systems)
        heads = [replace(head, name=name) for head, name in zip(found.heads[1:], names, strict=True)]
        return StackDrawn(
            telling=self.telling, title=comparison.drawn_title(self.system, self.sentence), system=self.system,
            sentence=replace(found, heads=(found.heads[0], *heads)),
        )  # fmt: skip

    def nodes_of_words(self, words: Sequence[int]) -> list[Node]:
        if self.comparison.kind == "dependencies":
            first = int(self.comparison.gold.sentences.offsets[self.sentence])
            return [(GOLD, first + word - 1) for word in words]
        leaves = self.comparison.checked_mapping(self.system, self.sentence, DEFAULT).gold.word_nodes.tolist()
        return [(GOLD, leaves[word - 1]) for word in words]

    def system_of(self, box: Any) -> int:
        """The system that a box is of."""
        return int(self.drawn.clicked(box)[0])


KINDS: dict[str, type[SentenceDrawn]] = {
    "constituents": TreesOf,
    "dependencies": ArcsOf,
    "lattices": LatticeOf,
    "schemes": SchemesOf,
}


def sentence_drawn(
    comparison: Comparison, system: int, sentence: int, asked: Asked, cancel: Cancel | None = None
) -> SentenceDrawn:
    """What is drawn of a sentence. Raises UsageError: it cannot be, and why; Cancelled: nobody waits for it any more."""
    kind = StackOf if asked.is_stacked and comparison.can_be_stacked else KINDS[comparison.kind]
    if not 0 <= sentence < comparison.sentences:
        raise UsageError(f"there is no sentence {sentence + 1}")
    return kind(comparison, system, sentence, asked, cancel)
