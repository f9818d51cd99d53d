"""Two trees over a lattice: the gold above it, the system below, upside down (Tsarfaty et al. 2012, ACL, figures 1 and 2). No Qt.

Leaves are segments with their tags, each straight above or below its arc. Between the trees are the lattice and the
space-delimited words. Nodes are marked as the score counts them: ``<`` of the gold only (added), ``>`` of the system only
(deleted), ``=`` kept, but over other states. ``lattice_tree_layout.py`` lays it out.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from treecompare.drawing.columns import GOLD, TEST, Box
from treecompare.drawing.describe import as_text, padded
from treecompare.drawing.lattice_drawing import (
    ADDED,
    ELSEWHERE,
    KEPT,
    OTHER,
    SHARED,
    Lane,
    LaneBox,
    State,
    Word,
    lane_boxes,
    lane_legend,
    role_of,
    word_text,
)
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import Entry, Label, Mark, Rect, Stroke, entries_of
from treecompare.drawing.style import BOLD, BOX, FONT_SIZE, MEDIUM, QUIET, REGULAR, TAG_SIZE, rim, tint
from treecompare.drawing.tree_shape import TreeShape, tree_marks
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, Mapping
from treecompare.trees.lattices import PathArc
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Tree

ROOT = "root"
_MEANINGS = {DELETED: "gold only: to add", INSERTED: "system only: to delete"}
Node = tuple[str, int]
"""Side and number."""


@dataclass(frozen=True, eq=False)
class LatticeTrees:
    """What is drawn.

    ``mapping``: of the trees without their roots, as the score has it; leaves are the segments. ``tags``: of the segments of each
    side. ``arcs``: the lattice with both paths. ``words``: space-delimited, empty where unknown.
    """

    mapping: Mapping
    tags: Dictionary[str, Sequence[str]]
    arcs: Sequence[PathArc]
    words: Sequence[str] = ()

    def tree(self, side: str) -> Tree:
        """The tree of a side."""
        return self.mapping.trees[side]

    def operation(self, side: str, node: int) -> str:
        """What becomes of a node: matched, or as of any two trees deleted (gold only) or inserted (system only); roots pair."""
        return MATCHED if node == len(self.tree(side)) else self.mapping.operation(side, node)

    @cached_property
    def leaves(self) -> dict[str, list[int]]:
        """Per side, the node of each segment."""
        return {
            side: [node for node, kind in enumerate(self.tree(side).kinds.tolist()) if kind == WORD]
            for side in (GOLD, TEST)
        }

    @cached_property
    def arc_of(self) -> dict[Node, int]:
        """Side and number of each segment, and the number of its arc."""
        numbered = list(enumerate(self.arcs))
        found = {(GOLD, arc.gold_word): number for number, arc in numbered if arc.gold}
        return found | {(TEST, arc.test_word): number for number, arc in numbered if arc.test}

    @cached_property
    def alike(self) -> Mapping:
        """The mapping of the trees under their roots, without segments that are kept over other states: what is the same under it
        may be folded."""
        one = self.mapping
        words = {(side, node): word for side, nodes in self.leaves.items() for word, node in enumerate(nodes)}

        def over_same_states(gold: int, test: int) -> bool:
            places = [(side, words.get((side, node), -1)) for side, node in ((GOLD, gold), (TEST, test))]
            return self.arc_of.get(places[0]) == self.arc_of.get(places[1])

        pairs = tuple(pair for pair in one.pairs if over_same_states(*pair))
        roots = (len(one.gold), len(one.test))
        return Mapping(one.kind, _rooted(one.gold), _rooted(one.test), (*pairs, roots), frozenset(), True)


def _rooted(tree: Tree) -> Tree:
    symbols = Symbols()
    labels = np.array([symbols.number(text) for text in (*tree.texts, ROOT)], np.int32)
    kinds = np.append(tree.kinds, CONSTITUENT).astype(np.int8)
    return Tree(symbols, labels, kinds, np.append(tree.sizes, len(tree) + 1).astype(np.int32))


@dataclass(frozen=True)
class NodeBox(Box):
    """A label, or a segment with its tag.

    ``node``: ``-1 - node`` of the words of a folded part, the number of nodes of the root. ``part``: what opens when it is
    clicked. ``y``: the middle of the label or the tag; ``below`` it is the middle of a segment.
    """

    tag: str = ""
    part: int | None = None
    below: float = 0.0
    is_root: bool = False

    @property
    def top(self) -> float:
        return min(self.y, self.y + self.below) - BOX / 2

    @property
    def height(self) -> float:
        """Of the whole box."""
        return BOX + abs(self.below)

    @property
    def marks(self) -> list[Mark]:
        """It, drawn: what changed stands on a ground of its own."""
        is_changed = self.operation in (DELETED, INSERTED)
        is_quiet = self.is_root or self.part is not None
        ink = QUIET if is_quiet else self.operation
        weight = BOLD if is_changed or (self.kind == WORD and not is_quiet) else REGULAR if is_quiet else MEDIUM
        found: list[Mark] = []
        if is_changed:
            left, fill = self.x - self.width / 2, tint(self.operation)
            found.append(Rect(left, self.top, self.width, self.height, fill, rim(self.operation), radius=6.0))
        if self.tag:
            found.append(Label(self.x, self.y, self.tag, TAG_SIZE, ink if is_changed else QUIET))
        return [*found, Label(self.x, self.y + self.below, self.text, FONT_SIZE, ink, weight=weight)]


@dataclass(frozen=True)
class LatticeTreesDrawing(TreeShape):
    """A finished layout, in points.

    ``nodes``: of both trees. ``threads``: from segments to their arcs, as x and both heights. ``folded``: unused arcs that are not
    drawn.
    """

    nodes: tuple[NodeBox, ...]
    threads: tuple[tuple[float, float, float], ...]
    states: tuple[State, ...]
    lanes: tuple[Lane, ...]
    words: tuple[Word, ...]
    width: float
    height: float
    folded: int
    right_to_left: bool
    corners = "top left", "bottom left"

    @cached_property
    def boxes(self) -> tuple[NodeBox | LaneBox, ...]:
        """Nodes, then the labels of arcs that neither tree uses."""
        return (*self.nodes, *lane_boxes(lane for lane in self.lanes if lane.role == OTHER))

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """See :class:`Scene`: arcs of the trees have their labels as leaves."""
        found = tree_marks(self, ())
        found += [Stroke((x, one), ((x, other),), dash=(1.0, 3.0)) for x, one, other in self.threads]
        found += [mark for word in self.words for mark in word.marks(MATCHED, has_room=True)]
        lanes = sorted(self.lanes, key=lambda lane: (lane.role != OTHER, lane.role != KEPT))
        found += [lane.line for lane in lanes]
        found += [mark for lane in lanes if lane.role == OTHER for mark in lane.labels(has_room=True)]
        return (*found, *(state.mark for state in self.states), *(mark for box in self.nodes for mark in box.marks))

    @property
    def middle(self) -> float | None:
        return self.states[0].y if self.states else None

    @property
    def said(self) -> str:
        return " ".join(word.text for word in self.words)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        signs = entries_of(_MEANINGS, self.nodes, names)
        return [[*signs, *lane_legend(self.lanes, (SHARED, KEPT, OTHER), names)]]

    def hidden_with(self, node: Node) -> tuple[Node, ...]:
        """The nodes of the run or chain that a node is drawn as; else none."""
        return self.hidden.get(self.index.get(node, -1), ())


# -- as text -----------------------------------------------------------------------------------------------------------


def lattice_as_text(arcs: Sequence[PathArc], words: Sequence[str] = (), names: Names = PLAIN) -> str:
    """A line per space-delimited word: the segments of the gold, those of the system, and how many other arcs there are.
    ``names``: what gold and system are called."""
    head = "word", names.told("gold"), names.told("system"), "unused arcs"
    lines = padded([head, *lattice_rows(arcs, words)])
    if any(role_of(arc) == KEPT for arc in arcs):
        lines.append(f"{ELSEWHERE} in both, over other states")
    if any(not arc.in_lattice for arc in arcs):
        lines.append(f"{ADDED} not in the lattice")
    return "\n".join(lines)


def lattice_rows(arcs: Sequence[PathArc], words: Sequence[str] = ()) -> list[tuple[str, str, str, str]]:
    """Per space-delimited word: the word, its segments in the gold and in the system, and the number of other arcs."""
    rows = []
    for token in sorted({arc.token for arc in arcs}):
        here = [arc for arc in arcs if arc.token == token]
        sides = []
        for name in ("gold", "test"):
            path = [(getattr(arc, f"{name}_word"), _marked(arc)) for arc in here if getattr(arc, name)]
            sides.append(" ".join(text for _, text in sorted(path)))
        unused = sum(arc.times for arc in here if not arc.gold and not arc.test)
        rows.append((word_text(words, token), sides[0], sides[1], str(unused or "")))
    return rows


def _marked(arc: PathArc) -> str:
    mark = {GOLD: "{}<", TEST: ">{}", KEPT: f"{ELSEWHERE}{{}}"}.get(role_of(arc), "{}")
    return (ADDED if not arc.in_lattice else "") + mark.format(f"{arc.form}/{arc.tag}")


def lattice_trees_as_text(trees: LatticeTrees, score: str, names: Names = PLAIN) -> str:
    """Both trees side by side, a node a line in preorder; then the space-delimited words with the segments of both.
    ``names``: of both trees."""
    mapping = trees.mapping
    gold, test = (_tagged(trees.tree(side), trees.tags[side]) for side in trees.leaves)
    shown = Mapping(mapping.kind, gold, test, mapping.pairs, mapping.swapped, True)
    nodes = as_text(shown, names, names.told("< added: gold only; > deleted: system only"))
    return f"{nodes}\n\n{lattice_as_text(trees.arcs, trees.words, names)}\n\n{score}"


def _tagged(tree: Tree, tags: Sequence[str]) -> Tree:
    """The tree with segments as they are written with their tags: ``CL/NN``."""
    symbols, rest = Symbols(), iter(tags)
    texts = [
        f"{text}/{next(rest)}" if kind == WORD else text
        for text, kind in zip(tree.texts, tree.kinds.tolist(), strict=True)
    ]
    return Tree(symbols, np.array([symbols.number(text) for text in texts], np.int32), tree.kinds, tree.sizes)
